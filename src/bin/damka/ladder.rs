//! `damka ladder`: how far the levels stand apart.

use clap::Args;
use damka::ai::{Level, files};
use damka::rules::Variant;

use super::contest::{Tally, contest};
use super::players::Player;

/// What to measure.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// Games for each pair of players.
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// The folder with what the page's engine knows: weights and tables.
    #[arg(long, default_value = "www/data")]
    data: std::path::PathBuf,
    /// From this level on.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    from: u8,
    /// Up to this level. The highest thinks for long: 400 games of it take hours.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=10))]
    to: u8,
    /// Level 10 gets no more nodes than this for a move, which makes it weaker than it is, and the measuring possible.
    #[arg(long, default_value_t = u64::MAX)]
    most_nodes: u64,
    /// Without the novice.
    #[arg(long)]
    no_novice: bool,
    /// Seed of openings and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random plies of each opening.
const OPENING: u32 = 6;
/// Up to this level a novice is tried.
const NOVICE_TO: u8 = 6;

/// Prints a table as it stands in docs/ENGINE.md.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let file = |key: &str, name: Option<String>| {
        name.map(|name| format!(",{key}={}", options.data.join(name).display())).unwrap_or_default()
    };
    // As the page plays; the book aside, since openings are made at random here.
    let knows =
        file("weights", files::weights(options.rules)) + &file("tables", files::tables(options.rules));
    let named = |level: u8| {
        let most = Level::new(level).map_or(0, |l| l.facts(options.rules).nodes.min(options.most_nodes));
        format!("level={level},nodes={most}{knows},table=32")
    };
    let pair = |a: &str, b: &str| -> Result<Tally, String> {
        let mut players = [
            Player::named(a, options.rules, options.seed)?,
            Player::named(b, options.rules, options.seed + 1)?,
        ];
        Ok(contest(options.rules, options.games, OPENING, options.seed, &mut players, |_, _| false))
    };
    println!("{}, {} games each", options.rules.name, options.games);
    println!("| level | against the one below | novice against it |");
    println!("| --- | --- | --- |");
    for level in Level::all().map(Level::number).filter(|n| (options.from..=options.to).contains(n)) {
        let percent = |tally: Tally| {
            let Tally { wins, draws, losses } = tally;
            format!("{:.0} % (+{wins} ={draws} -{losses})", 100.0 * tally.score())
        };
        let below = if level == 1 { String::new() } else { percent(pair(&named(level), &named(level - 1))?) };
        let novice = if level > NOVICE_TO || options.no_novice {
            String::new()
        } else {
            percent(pair("novice", &named(level))?)
        };
        println!("| {level} | {below} | {novice} |");
    }
    Ok(())
}
