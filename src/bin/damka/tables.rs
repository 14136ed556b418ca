//! `damka tables`: endgame tables by retrograde analysis.

use std::time::Instant;

use clap::Args;
use damka::ai::endgame;
use damka::rules::{Side, Variant};

/// What to solve, and where to put it.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set: one of the 8x8 board's dark squares; on 10x10, kings against a lone king are counted.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// Up to so many pieces, both sides together.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=5))]
    pieces: u32,
    /// Write the tables (win, draw, loss) to this file.
    #[arg(long)]
    out: Option<String>,
    /// Write the distances into this folder: one file for up to 3 pieces, and one for each material of 4.
    #[arg(long)]
    distances: Option<std::path::PathBuf>,
}

/// Prints the counts of kings against a lone king.
fn kings(options: &Options) -> Result<(), String> {
    let start = Instant::now();
    let solved = endgame::solve_kings(options.rules, options.pieces as usize - 1)
        .ok_or_else(|| format!("there are no tables for {}", options.rules.name))?;
    for count in solved.counts() {
        let [win, draw, loss] = count.ends;
        let turn = if count.strong { "W" } else { "B" };
        println!(
            "(0, {}, 0, 1) stm={turn} win {win} draw {draw} loss {loss} longest {} plies",
            count.kings, count.longest
        );
    }
    println!("{} kings, {:.1} s", options.rules.name, start.elapsed().as_secs_f64());
    Ok(())
}

/// Prints the counts of each material and side to move, and writes the file that was asked for.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let start = Instant::now();
    if !endgame::serves(options.rules) {
        return kings(options);
    }
    let solved = endgame::solve(options.rules, options.pieces)
        .ok_or_else(|| format!("there are no tables for {}", options.rules.name))?;
    for count in solved.counts() {
        let [a, b, c, d] = count.material;
        let [win, draw, loss] = count.ends;
        let turn = if count.turn == Side::White { "W" } else { "B" };
        println!(
            "({a}, {b}, {c}, {d}) stm={turn} win {win} draw {draw} loss {loss} longest {} plies",
            count.longest
        );
    }
    let tables = solved.tables();
    let bytes = tables.to_bytes();
    println!(
        "{} up to {} pieces: {} places, {} bytes as a file, {:.1} s",
        options.rules.name,
        options.pieces,
        tables.places(),
        bytes.len(),
        start.elapsed().as_secs_f64()
    );
    if let Some(path) = &options.out {
        std::fs::write(path, bytes).map_err(|e| format!("{path}: {e}"))?;
    }
    if let Some(folder) = &options.distances {
        let write = |name: &str, distances: &endgame::Distances| {
            let path = folder.join(format!("{}-{name}.ends", options.rules.name));
            let bytes = distances.to_bytes();
            println!("{}: {} bytes", path.display(), bytes.len());
            std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))
        };
        write("3", &solved.distances(3))?;
        if options.pieces > 3 {
            for (name, distances) in solved.slices() {
                write(&name, &distances)?;
            }
        }
    }
    Ok(())
}
