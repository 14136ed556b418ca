//! Positions with their lists of moves, each worked out by an independent generator and confirmed by a second program:
//! the position has exactly the listed moves.
//!
//! `tests/data/positions` holds a sample that covers every kind of position (the `tags`); the whole set is in
//! `../shared/rules/positions`.

mod common;

use damka::rules::{Position, Variant, variant};
use serde_json::Value;

/// (from, to, captured) by row numbers.
type Key = (u64, u64, Vec<u64>);

fn listed(record: &Value) -> Vec<Key> {
    let mut keys: Vec<Key> = record["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|m| {
            let mut captured: Vec<u64> =
                m["captured"].as_array().expect("captured").iter().filter_map(Value::as_u64).collect();
            captured.sort_unstable();
            (m["from"].as_u64().expect("from"), m["to"].as_u64().expect("to"), captured)
        })
        .collect();
    keys.sort();
    keys
}

fn generated(position: &Position) -> Vec<Key> {
    let mut keys: Vec<Key> = position
        .legal_moves()
        .iter()
        .map(|m| {
            let (from, to, captured) = m.key();
            (common::number(from), common::number(to), captured.into_iter().map(common::number).collect())
        })
        .collect();
    keys.sort();
    keys
}

fn check_file(variant: &'static Variant, text: &str) -> usize {
    let mut n = 0;
    for (line, record) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(record).expect("JSON");
        let fen = record["fen"].as_str().expect("fen");
        let position = common::row_position(variant, fen);
        assert_eq!(generated(&position), listed(&record), "{} line {}: {fen}", variant.name, line + 1);
        n += 1;
    }
    n
}

#[test]
fn every_position_of_the_sample_has_exactly_the_listed_moves() {
    for variant in variant::ALL {
        // Portuguese has the moves of Spanish.
        let file = if variant.name == "portuguese" { "spanish" } else { variant.name };
        let text = common::project_file(&format!("tests/data/positions/{file}.jsonl"));
        let n = check_file(variant, &text);
        assert!(n >= 80, "{}: only {n} positions", variant.name);
        for tag in ["quiet", "capture", "multi", "promo"] {
            assert!(text.contains(&format!("\"{tag}\"")), "{file}: no position is tagged {tag}");
        }
    }
}

#[test]
fn every_shared_position_has_exactly_the_listed_moves() {
    let Some(shared) = common::shared("rules/positions") else { return };
    for variant in variant::ALL {
        let path = shared.join(format!("{}.jsonl", variant.name));
        let Ok(text) = std::fs::read_to_string(&path) else {
            assert_eq!(variant.name, "portuguese", "{} is missing", path.display());
            continue;
        };
        let n = check_file(variant, &text);
        assert!(n >= 2000, "{}: only {n} positions", variant.name);
        println!("{}: {n} positions", variant.name);
    }
}
