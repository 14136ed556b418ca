//! How fast the rules are: leaf nodes a second of perft, native and in WebAssembly, as multiples of the yardstick.
//!
//! `cargo bench --bench perft` prints a table. The yardstick is a plain C++ perft in `../shared/bench`, built here with g++
//! into `target/`; figures in multiples of it hold from one machine to the next, those in leaves a second do not. All times
//! are processor time, all figures medians. Words after `--` choose the lines that contain one of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use damka::clock::Stopwatch;
use damka::notation::{Style, parse_fen_setup};
use damka::rules::{Position, Variant, perft};

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
    Line { name: "10x10 start", rules: "international", fen: None, depth: 8, goals: [45.0, 28.0] },
    Line { name: "10x10 kings", rules: "international", fen: Some(KINGS_10), depth: 7, goals: [22.0, 0.0] },
    Line { name: "8x8 start", rules: "polish64", fen: None, depth: 10, goals: [30.0, 0.0] },
    Line { name: "8x8 kings", rules: "polish64", fen: Some(KINGS_8), depth: 6, goals: [10.0, 0.0] },
    Line { name: "Russian start", rules: "russian", fen: None, depth: 9, goals: [0.0; 2] },
    Line { name: "Frisian start", rules: "frisian", fen: None, depth: 8, goals: [0.0; 2] },
    Line { name: "Turkish start", rules: "turkish", fen: None, depth: 6, goals: [0.0; 2] },
    Line { name: "Canadian start", rules: "canadian", fen: None, depth: 7, goals: [0.0; 2] },
];

/// Runs of which the median counts.
const RUNS: usize = 7;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let yardstick = build_yardstick(&target);
    println!("million leaves a second (multiple of the yardstick; goal)");
    println!("{:<16}{:>10}{:>24}{:>24}", "", "yardstick", "bulk", "leaf by leaf");
    for line in
        LINES.iter().filter(|line| words.is_empty() || words.iter().any(|w| line.name.contains(w.as_str())))
    {
        let variant = Variant::named(line.rules).expect("a rule set");
        let position = line.fen.map_or_else(|| Position::start(variant), |fen| row_position(variant, fen));
        let plain = yardstick.as_deref().and_then(|program| measure_yardstick(program, line));
        let native = [true, false].map(|bulk| {
            median(|| {
                let watch = Stopwatch::start();
                let leaves = perft(&position, line.depth, bulk);
                leaves as f64 / watch.elapsed().as_secs_f64() / 1e6
            })
        });
        let told = |rate: f64, goal: f64| {
            let multiple = plain.map_or(String::new(), |plain| format!(" ({:.1}x", rate / plain));
            let goal = if goal > 0.0 && plain.is_some() {
                format!("; {goal})")
            } else if plain.is_some() {
                ")".into()
            } else {
                String::new()
            };
            format!("{rate:.1}{multiple}{goal}")
        };
        println!(
            "{:<16}{:>10}{:>24}{:>24}",
            line.name,
            plain.map_or("-".into(), |plain| format!("{plain:.2}")),
            told(native[0], line.goals[0]),
            told(native[1], line.goals[1]),
        );
    }
}

fn row_position(variant: &'static Variant, fen: &str) -> Position {
    let setup = parse_fen_setup(variant, fen, Style::RowNumbers).expect("a FEN");
    setup.into_unusual_position().expect("a position")
}

fn median(mut rate: impl FnMut() -> f64) -> f64 {
    let mut rates: Vec<f64> = (0..RUNS).map(|_| rate()).collect();
    rates.sort_by(f64::total_cmp);
    rates[RUNS / 2]
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
    let depth = if line.fen.is_some() && line.rules == "polish64" { line.depth } else { line.depth - 1 };
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
