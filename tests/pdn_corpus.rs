//! The public PDN files of `../shared/pdn`, read and compared with what is known to be in them.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use damka::notation::pdn::{Item, Record, Score, parse, read, replay, replay_as, write_pdn, write_record};
use damka::notation::{Style, parse_fen};
use damka::rules::variant::INTERNATIONAL;

/// What EXPECTED.tsv counts in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counts {
    records: usize,
    with_moves: usize,
    fully_legal: usize,
    plies: usize,
    legal_plies: usize,
    comments: usize,
    variations: usize,
    fens: usize,
    results: BTreeMap<String, usize>,
}

impl Counts {
    fn listed(line: &str) -> (String, Self) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |i: usize| fields[i].parse().expect("a number");
        let counts = Self {
            records: number(1),
            with_moves: number(2),
            fully_legal: number(3),
            plies: number(4),
            legal_plies: number(5),
            comments: number(6),
            variations: number(7),
            fens: number(8),
            results: serde_json::from_str(fields[9]).expect("results"),
        };
        (fields[0].to_owned(), counts)
    }

    fn of(records: &[Record]) -> Self {
        let mut counts = Self {
            records: records.len(),
            with_moves: 0,
            fully_legal: 0,
            plies: 0,
            legal_plies: 0,
            comments: 0,
            variations: 0,
            fens: 0,
            results: BTreeMap::new(),
        };
        for record in records {
            let plies = record.moves().count();
            counts.plies += plies;
            counts.with_moves += usize::from(plies > 0);
            if plies > 0 {
                let replay = replay(record);
                counts.legal_plies += replay.game.len();
                counts.fully_legal += usize::from(replay.error.is_none());
            }
            counts.comments += record.all_items().filter(|item| matches!(item, Item::Comment(_))).count();
            counts.variations += record.all_items().filter(|item| matches!(item, Item::Variation(_))).count();
            counts.fens += usize::from(record.tag("FEN").is_some());
            *counts.results.entry(record.score.map_or("None", Score::as_str).to_owned()).or_default() += 1;
        }
        counts
    }
}

fn files(folder: &Path) -> Vec<(String, Counts)> {
    let text = std::fs::read_to_string(folder.join("EXPECTED.tsv")).expect("EXPECTED.tsv");
    text.lines().skip(1).map(Counts::listed).collect()
}

/// Files in which something else is found than is listed: sets the listed counts right and tells why.
fn corrected(name: &str, listed: &mut Counts) -> Option<&'static str> {
    match name {
        "038-fixture-ru.pdn" => {
            (listed.records, listed.with_moves, listed.fully_legal, listed.legal_plies) = (1, 1, 1, 20);
            listed.results = BTreeMap::from([("*".to_owned(), 1)]);
            Some(
                "the star in `27-20* {...} 6. 4-8` marks the only move; the list ends the game there, but the \
                 moves after it go on legally to ply 20",
            )
        }
        "040-fixture-ru.pdn" | "041-fixture-ru.pdn" | "043-fixture-ru.pdn" | "044-fixture-ru.pdn"
        | "046-fixture-ru.pdn" => {
            listed.variations -= 2;
            Some(STRENGTH)
        }
        "112-lid.pdn" => {
            (listed.records, listed.fens) = (21, 21);
            listed.results.insert("None".to_owned(), 21);
            Some(HEADERS)
        }
        "122-lid.pdn" => {
            listed.records = 25;
            listed.results.insert("None".to_owned(), 12);
            Some(HEADERS)
        }
        _ => None,
    }
}

const STRENGTH: &str = "`(???)` and `(?)` are strengths of moves in PDN 3.0, not variations";
const HEADERS: &str = "headers without moves, set apart by empty lines and each beginning anew with Event, are listed as one \
                       record there; each is a game of its own";

#[test]
fn every_file_holds_what_is_listed() {
    let Some(folder) = common::shared("pdn") else { return };
    let mut differ = Vec::new();
    let mut total = (0, 0, 0);
    for (name, mut listed) in files(&folder) {
        if let Some(reason) = corrected(&name, &mut listed) {
            println!("{name}: {reason}");
        }
        let bytes = std::fs::read(folder.join(&name)).expect(&name);
        let found = Counts::of(&read(&bytes, None).0);
        total = (total.0 + 1, total.1 + found.records, total.2 + found.plies);
        if found != listed {
            differ.push(format!("{name}\n  listed {listed:?}\n  found  {found:?}"));
        }
    }
    println!("{} files, {} records, {} plies", total.0, total.1, total.2);
    assert!(differ.is_empty(), "{} files differ:\n{}", differ.len(), differ.join("\n"));
}

#[test]
fn every_record_comes_back_when_it_is_written() {
    let Some(folder) = common::shared("pdn") else { return };
    let mut written = 0;
    // In 197 a comment holds braces, which are written as round brackets.
    for (name, _) in files(&folder).into_iter().filter(|(name, _)| name != "197-std-hard.pdn") {
        let bytes = std::fs::read(folder.join(&name)).expect(&name);
        for record in read(&bytes, None).0 {
            let text = write_record(&record);
            let again = parse(&text);
            assert_eq!(again.len(), 1, "{name}: {text}");
            assert_eq!(again[0].tags, record.tags, "{name}: {text}");
            assert_eq!(again[0].items, record.items, "{name}: {text}");
            assert_eq!(
                again[0].score,
                Some(record.score.unwrap_or_else(|| record.result())),
                "{name}: {text}"
            );
            written += 1;
        }
    }
    println!("{written} records");
}

#[test]
fn every_game_comes_back_when_it_is_written() {
    let Some(folder) = common::shared("pdn") else { return };
    let mut written = 0;
    for (name, _) in files(&folder).into_iter().filter(|(name, _)| !name.starts_with("derived/")) {
        let bytes = std::fs::read(folder.join(&name)).expect(&name);
        for record in read(&bytes, None).0 {
            let first = replay(&record);
            let game = first.game;
            let text = write_pdn(&game, &record.tags);
            let again = replay(&parse(&text)[0]);
            assert!(again.error.is_none() && again.guesses.is_empty(), "{name}: {text}: {:?}", again.error);
            // The short form names the move, not which of several routes over the same pieces it took.
            assert_eq!(again.game.len(), game.len(), "{name}: {text}");
            let mut pairs = again.game.all_moves().iter().zip(game.all_moves());
            assert!(pairs.all(|(a, b)| a.same_as(b)), "{name}: {text}");
            assert_eq!(again.game.start(), game.start(), "{name}: {text}");
            // A game cut short by an illegal move is not settled, but its result is kept.
            if first.error.is_none() {
                assert_eq!(again.game.status(), game.status(), "{name}: {text}");
            }
            written += 1;
        }
    }
    println!("{written} games");
}

#[test]
fn files_that_hold_only_a_position() {
    let Some(folder) = common::shared("pdn") else { return };
    for name in ["016-fr.fen", "017-fr.fen", "020-fr.fen", "029-fr.fen"] {
        let text = std::fs::read_to_string(folder.join(name)).expect(name);
        let position = parse_fen(&INTERNATIONAL, &text, Style::Official).expect(name);
        let record = &parse(&text)[0];
        let replay = replay_as(record, &INTERNATIONAL);
        assert!(replay.error.is_none());
        assert_eq!(replay.game.start(), &position);
    }
}
