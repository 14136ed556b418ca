//! `damka depth`: how far the engine sees in a given time, from fixed middle-game positions.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use damka::ai::{Engine, Figures, Limits, Progress, Request};
use damka::notation::{Style, parse_fen};
use damka::rules::Variant;

use super::players::taught;

/// What to measure.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set: polish64 or international.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// Milliseconds for each position.
    #[arg(long, default_value_t = 1000)]
    time: u64,
    /// Instead of a time: search to this depth, and count the nodes that it takes.
    #[arg(long)]
    depth: Option<u8>,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64)]
    table: u32,
    /// The folder with what the page's engine knows: weights and tables.
    #[arg(long, default_value = "www/data")]
    data: PathBuf,
    /// Figures of the search: NAME=NUMBER, joined by commas.
    #[arg(long, value_delimiter = ',')]
    figures: Vec<String>,
}

/// Nodes between two looks at the clock.
const SLICE: u64 = 20_000;

/// Positions from games of self-play: a third of the men gone, neither side ahead, no capture due.
const SMALL: [&str; 8] = [
    "B:Wa3,e3,g3,d2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,c7,e7,b6,h6,a5",
    "B:Wa3,b2,d2,f2,h2,a1,c1,e1:Bb8,d8,f8,h8,a7,g7,e5,f4",
    "W:Wa3,e3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,c7,e7,d6,h6,c5",
    "W:Wf4,g3,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,e7,g7,f6,h6,b4",
    "B:Wa3,c3,e3,b2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,b6,h6,e5",
    "B:Wc5,f4,b2,d2,f2,a1,c1,e1,g1:Bb8,d8,h8,a7,c7,e7,f6,h6,h4",
    "W:Wa3,c3,b2,d2,h2,c1,e1,g1:Bb8,d8,f8,h8,d6,h6,a5,g5",
    "B:Wa5,d4,e3,b2,d2,h2,c1,e1,g1:Bb8,d8,f8,a7,c7,e7,f6,h6,a3",
];
/// The same on 100 squares, with 13 to 15 men a side.
const LARGE: [&str; 8] = [
    "W:W25,31,33,34,35,36,37,38,39,41,42,45,46,48,49:B1,2,3,5,8,9,10,11,12,13,14,17,18,24,26",
    "B:W26,27,29,31,32,33,36,37,38,39,42,43,44,45,50:B2,3,6,7,8,11,12,13,14,15,16,17,21,25,30",
    "B:W25,27,30,31,32,35,38,39,40,44,46,47,48:B3,6,8,9,11,13,14,15,16,18,19,21,29",
    "W:W25,27,32,33,34,35,37,38,42,43,45,46,48,49:B3,4,6,9,10,11,13,14,16,18,20,21,24,26",
    "W:W26,27,32,34,38,40,42,43,44,45,46,47,48,49:B1,2,3,4,6,8,9,11,12,16,17,18,23,35",
    "B:W31,32,33,34,35,36,37,38,39,40,42,43,44,48:B1,2,3,4,6,10,11,12,13,14,16,18,23,25",
    "B:W32,33,35,36,37,38,40,41,42,43,45,46,48,50:B1,2,3,5,8,9,10,12,13,14,15,17,20,26",
    "B:W25,32,33,34,35,36,38,39,42,43,44,46,48,49,50:B1,2,3,5,6,8,9,10,11,12,13,14,17,18,24",
];

pub(super) fn run(options: &Options) -> Result<(), String> {
    let positions: &[&str] = match options.rules.name {
        "polish64" => &SMALL,
        "international" => &LARGE,
        name => return Err(format!("there are positions for polish64 and international, none for {name}")),
    };
    let mut figures = Figures::default();
    for setting in &options.figures {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| format!("'{setting}' is not NAME=NUMBER"))?;
        let value = value.parse().map_err(|_| format!("'{value}' is not a number"))?;
        if !figures.set(name, value) {
            return Err(format!("there is no figure '{name}'; there are {}", Figures::NAMES.join(", ")));
        }
    }
    let limits = Limits { depth: options.depth, nodes: None };
    let time = options.depth.is_none().then_some(Duration::from_millis(options.time));
    let (mut depths, mut nodes, mut logarithms) = (0, 0, 0.0);
    let start = Instant::now();
    for fen in positions {
        let position = parse_fen(options.rules, fen, Style::Official).map_err(|e| format!("{fen}: {e}"))?;
        let mut engine = taught(Engine::new(options.table), options.rules, &options.data)?;
        engine.figures = figures;
        let begun = Instant::now();
        let mut search =
            engine.search(Request::position(position, limits)).map_err(|over| over.to_string())?;
        while let Progress::More(_) = search.step(SLICE) {
            if time.is_some_and(|time| begun.elapsed() >= time) {
                break;
            }
        }
        let info = search.info();
        println!("depth {:2}  {:10} nodes  {fen}", info.depth, info.nodes);
        depths += u32::from(info.depth);
        nodes += info.nodes;
        logarithms += (info.nodes as f64).ln();
    }
    let count = positions.len() as f64;
    println!(
        "{}: depth {:.1}, {:.2} million nodes on average (geometric {:.2}), {:.1} million nodes a second",
        options.rules.name,
        f64::from(depths) / count,
        nodes as f64 / count / 1e6,
        (logarithms / count).exp() / 1e6,
        nodes as f64 / start.elapsed().as_secs_f64() / 1e6,
    );
    Ok(())
}
