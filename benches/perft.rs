//! How fast the rules are: leaf nodes a second of perft, native and in WebAssembly, as multiples of the yardstick.
//!
//! `cargo bench --bench perft` prints a table. The yardstick is a plain C++ perft in `../shared/bench`, built here with g++
//! into `target/`; figures in multiples of it hold from one machine to the next, those in leaves a second do not. All times
//! are processor time, all figures medians. Words after `--` choose the lines that contain one of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use common::{RUNS, Wasm, median};
use damka::clock::Stopwatch;
use damka::notation::{Style, parse_fen_setup};
use damka::rules::{Position, Variant, perft, variant};

mod common;

/// What is measured takes at least so long, here as in WebAssembly (`benches/wasm/run.mjs`).
const LONG: Duration = Duration::from_millis(250);

/// One line of the table.
struct Line {
    name: &'static str,
    rules: &'static str,
    fen: Option<&'static str>,
    depth: u32,
    /// The rate to reach, as a multiple of the yardstick, bulk and leaf by leaf; 0 where none is set.
    goals: [f64; 2],
}

const KINGS_10: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
const KINGS_8: &str = "W:WK29,K31,K32,22,24,27:BK1,K3,K4,9,11,12";

const LINES: [Line; 8] = [
    Line { name: "10x10 start", rules: "international", fen: None, depth: 9, goals: [45.0, 28.0] },
    Line { name: "10x10 kings", rules: "international", fen: Some(KINGS_10), depth: 7, goals: [22.0, 0.0] },
    Line { name: "8x8 start", rules: "polish64", fen: None, depth: 10, goals: [30.0, 0.0] },
    Line { name: "8x8 kings", rules: "polish64", fen: Some(KINGS_8), depth: 8, goals: [10.0, 0.0] },
    Line { name: "Russian start", rules: "russian", fen: None, depth: 10, goals: [0.0; 2] },
    Line { name: "Frisian start", rules: "frisian", fen: None, depth: 8, goals: [0.0; 2] },
    Line { name: "Turkish start", rules: "turkish", fen: None, depth: 7, goals: [0.0; 2] },
    Line { name: "Canadian start", rules: "canadian", fen: None, depth: 7, goals: [0.0; 2] },
];

/// Positions with very many routes of capture (case B007), by row number.
const MANY_ROUTES: [&str; 3] = [
    "W:W23:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40",
    "W:WK23:B8,9,10,11,17,18,19,20,27,28,29,30,31,38,39,42,44",
    "W:WK23:B28,17,10,20,29,39,40,38,31,8,9",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let yardstick = build_yardstick(&target);
    let module = Wasm::build(&target);
    println!("million leaves a second (multiple of the yardstick; goal), wasm also as a part of native");
    println!("{:<16}{:>10}{:>24}{:>24}{:>28}", "", "yardstick", "bulk", "leaf by leaf", "wasm, bulk");
    for line in LINES.iter().filter(|l| words.is_empty() || words.iter().any(|w| l.name.contains(w.as_str())))
    {
        let variant = Variant::named(line.rules).expect("a rule set");
        let position = line.fen.map_or_else(|| Position::start(variant), |fen| row_position(variant, fen));
        let plain = yardstick.as_deref().and_then(|program| measure_yardstick(program, line));
        let [bulk, single] = [true, false].map(|bulk| measure(&position, line.depth, bulk));
        let wasm = module.as_ref().and_then(|module| measure_wasm(module, line));
        println!(
            "{:<16}{:>10}{:>24}{:>24}{:>28}",
            line.name,
            plain.map_or("-".into(), |plain| format!("{plain:.2}")),
            told(bulk, plain, line.goals[0]),
            told(single, plain, line.goals[1]),
            wasm.map_or("-".into(), |wasm| format!("{} {:.2}", told(wasm, plain, 0.0), wasm / bulk)),
        );
    }
    println!("the same game with its facts looked up instead of built in, bulk, as a part of the above");
    for (name, built_in, depth) in
        [("10x10 start", &variant::INTERNATIONAL, 8), ("8x8 start", &variant::POLISH_64, 9)]
    {
        // A capture that may turn back means nothing where jumped pieces stay, but it takes another body of code.
        let looked_up = Variant { name: "looked up", may_turn_back: true, ..built_in.clone() };
        let looked_up: &'static Variant = Box::leak(Box::new(looked_up));
        let [fixed, free] = [built_in, looked_up].map(|v| measure(&Position::start(v), depth, true));
        println!("{name:<16}{free:>10.1}{:>24.2}", free / fixed);
    }
    println!("all moves of positions with very many routes (B007), in microseconds: moves, routes");
    for fen in MANY_ROUTES {
        let position = row_position(&variant::INTERNATIONAL, fen);
        let times = [false, true].map(|routes| {
            median(|| {
                let watch = Stopwatch::start();
                for _ in 0..100 {
                    let list = if routes { position.legal_routes() } else { position.legal_moves() };
                    std::hint::black_box(list.len());
                }
                watch.elapsed().as_secs_f64() / 100.0 * 1e6
            })
        });
        println!("{:>10.1}{:>10.1}  {fen}", times[0], times[1]);
    }
}

fn measure(position: &Position, depth: u32, bulk: bool) -> f64 {
    median(|| {
        let (watch, mut leaves) = (Stopwatch::start(), 0);
        while watch.elapsed() < LONG {
            leaves += perft(position, depth, bulk);
        }
        leaves as f64 / watch.elapsed().as_secs_f64() / 1e6
    })
}

fn told(rate: f64, plain: Option<f64>, goal: f64) -> String {
    match plain {
        None => format!("{rate:.1}"),
        Some(plain) if goal > 0.0 => format!("{rate:.1} ({:.1}x; {goal})", rate / plain),
        Some(plain) => format!("{rate:.1} ({:.1}x)", rate / plain),
    }
}

fn row_position(variant: &'static Variant, fen: &str) -> Position {
    let setup = parse_fen_setup(variant, fen, Style::RowNumbers).expect("a FEN");
    setup.into_unusual_position().expect("a position")
}

/// The yardstick, built if its source is here.
fn build_yardstick(target: &Path) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/bench/yardstick.cpp");
    if !source.exists() {
        println!("no yardstick: ../shared/bench is not here, rates stand alone");
        return None;
    }
    let program = target.join("yardstick");
    let built = Command::new("g++").args(["-O3", "-march=native", "-o"]).arg(&program).arg(&source).status();
    if built.is_ok_and(|status| status.success()) {
        return Some(program);
    }
    println!("no yardstick: g++ could not build it (Debian: apt-get install g++)");
    None
}

/// The median of the yardstick's own figures (each the best of three runs) at a depth that takes it about a second.
fn measure_yardstick(program: &Path, line: &Line) -> Option<f64> {
    let depth = if line.fen.is_some() { 6 } else { line.depth - 2 };
    let mut command = Command::new(program);
    command.arg(line.rules).arg(depth.to_string()).args(line.fen);
    let mut rates = Vec::new();
    for _ in 0..3 {
        let text = String::from_utf8(command.output().ok()?.stdout).ok()?;
        rates.push(text.split_whitespace().nth(3)?.parse().ok()?);
    }
    rates.sort_by(f64::total_cmp);
    Some(rates[1])
}

fn measure_wasm(module: &Wasm, line: &Line) -> Option<f64> {
    let place = variant::ALL.iter().position(|variant| variant.name == line.rules)?;
    let asked = format!("{place} {} 1 {RUNS} {}", line.depth, line.fen.unwrap_or_default());
    module.run(&asked)
}
