//! How fast the opponent thinks: nodes a second from the start position, native and in WebAssembly.
//!
//! `cargo bench --bench search` prints a table: processor time, medians, one core, the trained weights where a rule set has
//! some, a table of 32 MiB. Words after `--` choose the rule sets whose names contain one of them.

use std::path::Path;

use common::{RUNS, Wasm, median};
use damka::ai::{Engine, Limits, Request, Weights, files};
use damka::clock::Stopwatch;
use damka::rules::{Position, Variant, variant};

mod common;

/// About a fifth of a second of the page's time.
const NODES: u64 = 2_000_000;

const RULES: [&str; 8] =
    ["polish64", "international", "russian", "english", "italian", "frisian", "turkish", "canadian"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let module = Wasm::build(Path::new(env!("CARGO_TARGET_TMPDIR")));
    println!("million nodes a second, {NODES} nodes from the start; wasm also as a part of native");
    println!("{:<16}{:>10}{:>10}", "", "native", "wasm");
    for rules in RULES.into_iter().filter(|name| words.is_empty() || words.iter().any(|w| name.contains(w))) {
        let variant = Variant::named(rules).expect("a rule set");
        let file = files::weights(variant)
            .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data").join(name));
        let weights = file.as_ref().and_then(|file| std::fs::read(file).ok());
        let native = median(|| {
            let mut engine = Engine::new(32);
            if let Some(weights) = weights.as_deref().and_then(|bytes| Weights::parse(bytes).ok()) {
                engine.learn(weights);
            }
            let request = Request::position(Position::start(variant), Limits::nodes(NODES));
            let watch = Stopwatch::start();
            let best = engine.search(request).expect("a move").finish().0;
            best.info.nodes as f64 / watch.elapsed().as_secs_f64() / 1e6
        });
        let wasm = module.as_ref().and_then(|module| {
            let place = variant::ALL.iter().position(|other| other.name == rules)?;
            let file = file.as_ref().map_or_else(String::new, |file| file.display().to_string());
            module.run(&format!("search {place} {NODES} {RUNS} {file}"))
        });
        let wasm = wasm.map_or("-".into(), |wasm| format!("{wasm:>10.2} {:.2}", wasm / native));
        println!("{rules:<16}{native:>10.2}{wasm}");
    }
}
