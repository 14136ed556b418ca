//! `damka best` and `damka bench`.

use std::time::{Duration, Instant};

use clap::Args;
use damka::ai::{Best, Engine, Level, Limits, Progress, Request, Score};
use damka::notation::{Style, square_name, write_move};
use damka::rules::{Game, Move, Position};
use serde_json::{Value, json};

use super::players::{read_tables, read_weights};
use super::{Rules, bench, name};

/// How to search.
#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start position when left out.
    #[arg(long)]
    fen: Option<String>,
    /// Stop after so many nodes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Stop after a full-width search of so many plies.
    #[arg(long)]
    depth: Option<u8>,
    /// Stop after so many milliseconds. One second, when no limit is given.
    #[arg(long)]
    time: Option<u64>,
    /// Play at a level, 1 to 10: it has its own limits, and its own mistakes.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Chooses among the moves that the level takes for equal.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(..=16_384))]
    table: u32,
    /// A file of trained weights, as in www/data. Without it the general evaluation plays.
    #[arg(long)]
    weights: Option<String>,
    /// A file of endgame tables, as in www/data.
    #[arg(long)]
    tables: Option<String>,
}

/// Nodes between two looks at the clock.
const SLICE: u64 = 20_000;

pub(super) fn best(options: &Options) -> Result<(), String> {
    let game = Game::from_position(options.rules.position(options.fen.as_deref())?);
    let limits = Limits { nodes: options.nodes, depth: options.depth };
    let given = limits != Limits::default();
    let request = match options.level.and_then(Level::new) {
        Some(level) => {
            let request = Request::play(&game, level, options.seed);
            if given { request.within(limits) } else { request }
        }
        None => Request::analyse(&game, limits),
    };
    let time =
        options.time.or((!given && options.level.is_none()).then_some(1000)).map(Duration::from_millis);
    let start = Instant::now();
    let mut engine = Engine::new(options.table);
    if let Some(path) = &options.weights {
        engine.learn(read_weights(path)?);
    }
    if let Some(path) = &options.tables {
        engine.know(read_tables(path)?);
    }
    let mut search = engine.search(request).map_err(|over| over.to_string())?;
    let answer = loop {
        match search.step(SLICE) {
            Progress::Done(answer) => break answer,
            Progress::More(_) if time.is_some_and(|time| start.elapsed() >= time) => break search.best(),
            Progress::More(_) => {}
        }
    };
    println!("{}", answer_json(&options.rules, &game, &answer));
    Ok(())
}

fn answer_json(rules: &Rules, game: &Game, answer: &Best) -> Value {
    let list = |squares: &[_]| squares.iter().map(|s| name(rules, *s)).collect::<Vec<_>>();
    let m = &answer.best;
    let mut position = *game.position();
    let line: Vec<_> = answer
        .info
        .pv
        .iter()
        .map(|m| {
            let text = written(rules, &position, m);
            position = position.play(m);
            text
        })
        .collect();
    json!({
        "move": written(rules, game.position(), m),
        "from": name(rules, m.from()),
        "path": list(m.path()),
        "to": name(rules, m.to()),
        "captured": list(m.captured()),
        "score": match answer.info.score {
            Score::Centimen(centimen) => json!({ "centimen": centimen }),
            Score::Win(plies) => json!({ "win": plies }),
            Score::Loss(plies) => json!({ "loss": plies }),
        },
        "depth": answer.info.depth,
        "nodes": answer.info.nodes,
        "pv": line,
    })
}

/// A move in the notation of the rule set; with row numbers, by its ends, and its whole path where it captures.
fn written(rules: &Rules, position: &Position, m: &Move) -> String {
    if rules.style() == Style::Official {
        return write_move(position, m);
    }
    let sign = if m.is_capture() { rules.rules.capture_sign } else { '-' };
    let squares: Vec<_> = m.path().iter().map(|s| square_name(rules.rules, *s, rules.style())).collect();
    squares.join(&sign.to_string())
}

/// Prints each search of the bench, the total as a signature, and the speed.
pub(super) fn run_bench(mebibytes: u32) {
    let start = Instant::now();
    let mut last = start;
    let signature = bench::bench(mebibytes, |rules, depth, nodes| {
        let seconds = last.elapsed().as_secs_f64();
        last = Instant::now();
        println!("{rules:14} depth {depth:2}: {nodes:9} nodes, {:5.2} Mnode/s", nodes as f64 / seconds / 1e6);
    });
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "signature {} ({} searches, {seconds:.2} s, {:.2} Mnode/s)",
        signature.nodes,
        signature.searches,
        signature.nodes as f64 / seconds / 1e6
    );
}
