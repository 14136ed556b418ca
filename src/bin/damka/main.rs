//! The native tool, for people who script and for measuring: moves, perft, best move.

mod bench;
mod best;
mod blend;
mod book;
mod contest;
mod depth;
mod hub;
mod ladder;
mod lessons;
mod mine;
mod players;
mod sprt;
mod tables;
mod train;

use std::io::{BufRead, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use damka::notation::{FenError, Style, parse_fen, parse_fen_setup, square_name, write_fen};
use damka::rules::{Position, Square, Variant, perft, variant};
use serde_json::json;

/// Draughts by the rules: lists moves, counts the tree, finds the best move.
///
/// Results go to standard output, errors to standard error. Exit codes: 0 all well; 1 some input was wrong (the rest was
/// still done); 2 the command line was wrong.
#[derive(Parser)]
#[command(name = "damka", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Reads FENs from standard input, one a line, and answers each with a line of JSON.
    ///
    /// {"fen":..., "moves":[{"from":..,"path":[..],"to":..,"captured":[..]}, ...]}, unique by from, to and the set of
    /// captured squares. A line that can't be read is answered with {"fen":..., "error":...}.
    Moves(Rules),
    /// Counts the sequences of legal moves of a given length.
    Perft {
        #[command(flatten)]
        rules: Rules,
        /// Plies.
        #[arg(long)]
        depth: u32,
        /// The position; the start position when left out.
        #[arg(long)]
        fen: Option<String>,
        /// Make every leaf instead of counting the last ply's moves.
        #[arg(long)]
        no_bulk: bool,
    },
    /// Finds the best move, and prints it with its score and the line it expects, as JSON.
    ///
    /// The score is for the side to move: {"centimen":n} (100 is a man), {"win":n} or {"loss":n} in n plies.
    Best(best::Options),
    /// Lets two players play a match: prints wins, draws, losses, score and Elo of the first with its error.
    Match(contest::Options),
    /// Lets each level play the one below it, and a novice the low ones: prints a table.
    Ladder(ladder::Options),
    /// Solves endings with few pieces on the 8x8 board, counts how they end, and writes them as a file.
    Tables(tables::Options),
    /// Mines puzzles from self-play: positions with one right way, proven by search.
    Mine(mine::Options),
    /// Proves the tasks of the lessons: which moves are right, and what refutes the others.
    Lessons(lessons::Options),
    /// Makes an opening book from our own search.
    Book(book::Options),
    /// Trains weights for the evaluation from self-play.
    Train(train::Options),
    /// Makes one file of weights from two that were trained on different games.
    Blend(blend::Options),
    /// Tells how deep the search gets in a second from fixed middle-game positions.
    Depth(depth::Options),
    /// Searches fixed positions: prints the total of nodes as a signature of the engine, and its speed.
    Bench {
        /// Size of the transposition table in MiB.
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(..=16_384))]
        table: u32,
    },
}

#[derive(Args)]
struct Rules {
    /// The rule set: polish64, international, brazilian, russian, pool, english, italian, spanish, portuguese, czech,
    /// canadian, frisian, frysk, turkish, thai, antidraughts or breakthrough.
    #[arg(long, value_parser = rule_set)]
    rules: &'static Variant,
    /// Number squares row by row from the top left, whatever the rule set.
    #[arg(long)]
    row_numbers: bool,
}

fn rule_set(name: &str) -> Result<&'static Variant, String> {
    Variant::named(name).ok_or_else(|| {
        let names: Vec<_> = variant::ALL.iter().map(|v| v.name).collect();
        format!("there is no such rule set; there are {}", names.join(", "))
    })
}

impl Rules {
    fn style(&self) -> Style {
        if self.row_numbers { Style::RowNumbers } else { Style::Official }
    }

    fn position(&self, fen: Option<&str>) -> Result<Position, String> {
        fen.map_or_else(
            || Ok(Position::start(self.rules)),
            |fen| parse_fen(self.rules, fen, self.style()).map_err(|e| e.to_string()),
        )
    }
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Moves(rules) => moves(&rules),
        Command::Perft { rules, depth, fen, no_bulk } => count(&rules, depth, fen.as_deref(), !no_bulk),
        Command::Best(options) => best::best(&options),
        Command::Match(options) => contest::run(&options),
        Command::Ladder(options) => ladder::run(&options),
        Command::Tables(options) => tables::run(&options),
        Command::Mine(options) => mine::run(&options),
        Command::Lessons(options) => lessons::run(&options),
        Command::Book(options) => book::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Blend(options) => blend::run(&options),
        Command::Depth(options) => depth::run(&options),
        Command::Bench { table } => {
            best::run_bench(table);
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("damka: {message}");
            ExitCode::FAILURE
        }
    }
}

fn moves(rules: &Rules) -> Result<(), String> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut wrong = 0;
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|e| format!("standard input: {e}"))?;
        // Bytes that are no text make this line wrong, not all that follow.
        let line = String::from_utf8_lossy(&line);
        let fen = line.trim();
        if fen.is_empty() {
            continue;
        }
        // Test positions may have more pieces than a side begins with; nothing else is let through.
        let position =
            parse_fen_setup(rules.rules, fen, rules.style()).map_err(|e| e.to_string()).and_then(|setup| {
                let faults = |faults| FenError::of_setup(rules.rules, faults, rules.style()).to_string();
                setup.into_unusual_position().map_err(faults)
            });
        let answer = match position {
            Ok(position) => {
                let moves: Vec<_> = position
                    .legal_moves()
                    .iter()
                    .map(|m| {
                        let list =
                            |squares: &[Square]| squares.iter().map(|s| name(rules, *s)).collect::<Vec<_>>();
                        json!({
                            "from": name(rules, m.from()),
                            "path": list(m.path()),
                            "to": name(rules, m.to()),
                            "captured": list(m.captured()),
                        })
                    })
                    .collect();
                json!({ "fen": fen, "moves": moves })
            }
            Err(error) => {
                wrong += 1;
                json!({ "fen": fen, "error": error })
            }
        };
        writeln!(out, "{answer}").map_err(|e| format!("standard output: {e}"))?;
    }
    out.flush().map_err(|e| format!("standard output: {e}"))?;
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} positions could not be read")) }
}

/// A square as a JSON number where its name is one, else as a string.
fn name(rules: &Rules, square: Square) -> serde_json::Value {
    let name = square_name(rules.rules, square, rules.style());
    name.parse::<u8>().map_or_else(|_| json!(name), |number| json!(number))
}

fn count(rules: &Rules, depth: u32, fen: Option<&str>, bulk: bool) -> Result<(), String> {
    let position = rules.position(fen)?;
    let start = damka::clock::Stopwatch::start();
    let leaves = perft(&position, depth, bulk);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} depth {depth}: {leaves} leaves, {seconds:.3} s, {:.2} Mleaf/s  {}",
        rules.rules.name,
        leaves as f64 / seconds / 1e6,
        write_fen(&position, rules.style()),
    );
    Ok(())
}
