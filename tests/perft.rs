//! Perft: the number of leaves of the game tree, against published and independently computed tables.
//!
//! `tests/data/perft.tsv` holds the start positions to a small depth; the tables of `../shared/rules/perft.json`, where
//! they are present, go deep and hold the hard positions.

mod common;

use damka::rules::{Position, Variant, perft};
use serde_json::Value;

/// One number of a table.
struct Entry {
    position: Position,
    name: String,
    depth: u32,
    /// With routes merged; some old tables only have the other number.
    leaves: Option<u64>,
    /// The same with routes counted separately, where it is given.
    by_route: Option<u64>,
    /// The three-move rule of Frisian draughts is applied on the way.
    kings_rest: bool,
}

fn entries(name: &str, variant: &'static Variant, table: &Value) -> Vec<Entry> {
    let fen = table["fen"].as_str().expect("fen");
    let rows = table["perft"].as_array().expect("perft").iter();
    rows.map(|row| Entry {
        position: common::row_position(variant, fen),
        name: format!("{} {name} {fen}", variant.name),
        depth: row["depth"].as_u64().expect("depth") as u32,
        leaves: row["nodes"].as_u64(),
        by_route: row["nodes_keep"].as_u64(),
        kings_rest: false,
    })
    .collect()
}

fn shared_table() -> Option<Vec<Entry>> {
    let text = std::fs::read_to_string(common::shared("rules/perft.json")?).expect("readable");
    let table: Value = serde_json::from_str(&text).expect("JSON");
    let mut all = Vec::new();
    for (name, start) in table["start"].as_object().expect("start") {
        let variant = Variant::named(name).unwrap_or_else(|| panic!("no rule set {name}"));
        let fen = start["fen"].as_str().expect("fen");
        assert_eq!(
            common::row_position(variant, fen),
            Position::start(variant),
            "{name}: another start position"
        );
        all.extend(entries("start", variant, start));
    }
    for position in table["positions"].as_array().expect("positions") {
        let variant = Variant::named(position["variant"].as_str().expect("variant")).expect("known");
        let name = position["name"].as_str().expect("name");
        if name.contains("rule APPLIED") {
            let mut list = entries(name, variant, position);
            for entry in &mut list {
                entry.kings_rest = true;
            }
            all.extend(list);
            // The same without the rule is what `perft` counts.
            let rows = position["perft"].as_array().expect("perft").iter();
            all.extend(rows.filter_map(|row| {
                Some(Entry {
                    position: common::row_position(variant, position["fen"].as_str()?),
                    name: format!("{name}, without the rule"),
                    depth: row["depth"].as_u64()? as u32,
                    leaves: Some(row["nodes_without_rule"].as_u64()?),
                    by_route: None,
                    kings_rest: false,
                })
            }));
        } else {
            all.extend(entries(name, variant, position));
        }
    }
    Some(all)
}

/// Perft through whole positions, which know how often a king has moved; routes are counted one by one if asked.
fn by_positions(position: &Position, depth: u32, routes: bool) -> u64 {
    let moves = if routes { position.legal_routes() } else { position.legal_moves() };
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|m| by_positions(&position.play(m), depth - 1, routes)).sum()
}

/// Checks the entries with so many leaves, the small ones first; says how many there were and how many leaves they have.
fn check(table: &[Entry], least: u64, most: u64) -> String {
    let leaves_of = |entry: &&Entry| entry.leaves.filter(|leaves| (least..=most).contains(leaves));
    let mut chosen: Vec<&Entry> = table.iter().filter(|entry| leaves_of(entry).is_some()).collect();
    chosen.sort_by_key(leaves_of);
    let mut leaves = 0;
    for (n, entry) in chosen.iter().enumerate() {
        let expected = leaves_of(entry).expect("chosen by it");
        let counted = if entry.kings_rest {
            by_positions(&entry.position, entry.depth, false)
        } else {
            perft(&entry.position, entry.depth, true)
        };
        assert_eq!(counted, expected, "{} depth {}", entry.name, entry.depth);
        leaves += expected;
        if expected > EVERY_RUN {
            println!("{}/{} {} depth {}: {counted}", n + 1, chosen.len(), entry.name, entry.depth);
        }
    }
    format!("{} numbers, {leaves} leaves", chosen.len())
}

/// Entries of up to this many leaves are counted in every run.
const EVERY_RUN: u64 = 10_000_000;

#[test]
fn the_start_positions_have_the_published_counts() {
    let mut n = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split('\t').collect();
        let [name, fen, depth, leaves] = columns[..] else { panic!("four columns: {line}") };
        let variant = Variant::named(name).expect("known");
        let position = common::row_position(variant, fen);
        let (depth, leaves): (u32, u64) = (depth.parse().expect("depth"), leaves.parse().expect("leaves"));
        assert_eq!(perft(&position, depth, true), leaves, "{line}");
        if leaves < 2_000_000 {
            assert_eq!(perft(&position, depth, false), leaves, "made leaf by leaf: {line}");
        }
        n += 1;
    }
    assert!(n >= 17 * 6, "only {n} lines");
}

#[test]
fn the_shared_tables_agree_where_they_are_not_too_deep() {
    let Some(table) = shared_table() else { return };
    println!("{}", check(&table, 0, EVERY_RUN));
}

/// 65 numbers with 35 thousand million leaves in all: some minutes of processor time, and more where others work beside it.
#[test]
#[ignore = "counts for minutes: cargo test --release --test perft -- --ignored --nocapture"]
fn the_shared_tables_agree_to_the_last_number() {
    let Some(table) = shared_table() else { return };
    let start = std::time::Instant::now();
    println!("{} in {:.0} s", check(&table, EVERY_RUN + 1, u64::MAX), start.elapsed().as_secs_f64());
}

#[test]
fn routes_counted_separately_agree_too() {
    let Some(table) = shared_table() else { return };
    let (mut n, mut differ) = (0, 0);
    for entry in &table {
        let Some(by_route) = entry.by_route.filter(|&leaves| leaves <= 1_000_000) else { continue };
        assert_eq!(
            by_positions(&entry.position, entry.depth, true),
            by_route,
            "{} {}",
            entry.name,
            entry.depth
        );
        n += 1;
        differ += u32::from(Some(by_route) != entry.leaves);
    }
    assert!(n > 80 && differ > 5, "only {n} numbers, {differ} of which tell routes apart");
}
