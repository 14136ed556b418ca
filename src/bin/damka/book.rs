//! `damka book`: an opening book from our own search.

use clap::Args;
use damka::ai::{Book, Engine, Limits, Request, Score};
use damka::rules::{Game, Position, Variant};

use super::players::taught;

/// How the book is made.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// Plies of its lines.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Nodes for each move that is weighed.
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    /// A move is as good as the best when it is so many centimen worse at most.
    #[arg(long, default_value_t = 8)]
    margin: i32,
    /// The most moves of a position.
    #[arg(long, default_value_t = 3)]
    moves: usize,
    /// The folder with weights and tables.
    #[arg(long, default_value = "www/data")]
    data: std::path::PathBuf,
    /// The file to write.
    #[arg(long)]
    out: std::path::PathBuf,
}

/// Makes the book and says how large it is.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let mut book = Book::new(options.rules);
    let mut engine = taught(Engine::new(16), options.rules, &options.data)?;
    let mut layer = vec![Position::start(options.rules)];
    for ply in 0..options.plies {
        let mut next = Vec::new();
        for position in layer {
            if book.knows(&position) {
                continue;
            }
            let places;
            (places, engine) = good_moves(&position, options, engine);
            let legal = position.legal_moves();
            next.extend(places.iter().map(|place| position.play(&legal[usize::from(*place)])));
            book.put(&position, places);
        }
        eprintln!("ply {}: {} positions in all", ply + 1, book.len());
        layer = next;
    }
    let bytes = book.to_bytes();
    std::fs::write(&options.out, &bytes).map_err(|e| format!("{}: {e}", options.out.display()))?;
    println!("{}: {} positions, {} bytes", options.rules.name, book.len(), bytes.len());
    Ok(())
}

/// The places of the moves that are about as good as the best, the best first. A single move is no choice, but goes on.
fn good_moves(position: &Position, options: &Options, mut engine: Engine) -> (Vec<u8>, Engine) {
    let mut scored = Vec::new();
    for (place, m) in position.legal_moves().iter().enumerate() {
        let after = Game::from_position(position.play(m));
        let score;
        (score, engine) = match engine.search(Request::analyse(&after, Limits::nodes(options.nodes))) {
            Ok(search) => {
                let (best, back) = search.finish();
                (best.info.score.for_other_side(), back)
            }
            Err(over) => (Score::Win(1), *over.0),
        };
        scored.push((score, place as u8));
    }
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let worth = |score: Score| match score {
        Score::Centimen(value) => value,
        Score::Win(_) => i32::MAX / 2,
        Score::Loss(_) => i32::MIN / 2,
    };
    let least = scored.first().map_or(0, |(score, _)| worth(*score)) - options.margin;
    let good = scored.iter().filter(|(score, _)| worth(*score) >= least).take(options.moves);
    (good.map(|(_, place)| *place).collect(), engine)
}
