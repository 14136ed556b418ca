//! Variations, remarks and signs: read, written and read again.

mod common;

use damka::notation::pdn::{Item, Record, Tree, parse, read, replay, write_tree};
use damka::notation::write_move;
use damka::rules::variant::{ALL, INTERNATIONAL};
use damka::rules::{Game, Move, Position};
use proptest::prelude::*;

fn tree(record: &Record) -> Tree {
    Tree::of(record, &replay(record))
}

/// A line in notation.
fn written(start: &Position, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for m in line {
        words.push(write_move(&position, m));
        position = position.play(m);
    }
    words.join(" ")
}

fn lines(tree: &Tree, start: &Position) -> Vec<String> {
    tree.lines(usize::MAX).iter().map(|line| written(start, line)).collect()
}

/// What a tree says of its moves, each by its line.
fn remarks(tree: &Tree, start: &Position) -> Vec<(String, Vec<Item>)> {
    tree.remarks(usize::MAX)
        .into_iter()
        .map(|(line, items)| (written(start, &line), items.into_iter().cloned().collect()))
        .collect()
}

/// Reads a text, writes its tree, and reads that: lines and remarks must be the same. Gives the lines, and the movetext.
fn round(text: &str) -> (Vec<String>, String) {
    let record = &parse(text)[0];
    let first = replay(record);
    let (start, one) = (*first.game.start(), Tree::of(record, &first));
    let out = write_tree(&first.game, &one, &record.tags);
    let again = parse(&out);
    assert_eq!(again.len(), 1, "{out}");
    let other = tree(&again[0]);
    assert_eq!(lines(&other, &start), lines(&one, &start), "{text}\n{out}");
    assert_eq!(remarks(&other, &start), remarks(&one, &start), "{text}\n{out}");
    let twice = write_tree(&first.game, &other, &record.tags);
    assert_eq!(twice, out, "written twice alike");
    (lines(&one, &start), out.split_once("\n\n").expect("an empty line").1.trim_end().to_owned())
}

#[test]
fn what_is_read_is_written_again() {
    for (text, count, out) in [
        ("1. 32-28 19-23 *", 1, "1. 32-28 19-23 *"),
        ("1. 32-28 (1. 33-29) 19-23 *", 2, "1. 32-28 (1. 33-29) 1. ... 19-23 *"),
        ("(1. 33-29) 1. 32-28 *", 2, "1. 32-28 (1. 33-29) *"),
        (
            "1. 32-28 19-23 (18-23 2. 38-32 (2. 37-32? 23-29!)) 2. 28x19 *",
            3,
            "1. 32-28 19-23 (1. ... 18-23 2. 38-32 (2. 37-32? 23-29!)) 2. 28x19 *",
        ),
        // Of a variation that goes on from the move before it.
        ("1. 32-28 (1... 19-23 2. 28x19) 18-22 *", 2, "1. 32-28 18-22 (1. ... 19-23 2. 28x19) *"),
        (
            "{first} 1. 32-28 $1 {a} {b} ({c} 1. 33-29 {d}) 19-23! *",
            2,
            "{first} 1. 32-28 $1 {a} {b} ({c} 1. 33-29 {d}) 1. ... 19-23! *",
        ),
        ("1. 32-28 ± 19-23 = *", 1, "1. 32-28 ± 1. ... 19-23 = *"),
        // A variation that begins like the main line.
        ("1. 32-28 (1. 32-28 18-23) 19-23 *", 2, "1. 32-28 19-23 (1. ... 18-23) *"),
        ("1. 32-28 (1. 32-28) 19-23 *", 1, "1. 32-28 19-23 *"),
        (
            "1. 32-28 (1. 33-29) (1. 34-30) (1. 33-29 19-24) 19-23 *",
            3,
            "1. 32-28 (1. 33-29 19-24) (1. 34-30) 1. ... 19-23 *",
        ),
        // What can't be played stands there word for word.
        ("1. 32-28 (1. 5-50 {bad} 19-23) 19-23 *", 1, "1. 32-28 {(1. 5-50 (bad) 19-23)} 1. ... 19-23 *"),
        (
            "1. 32-28 (1. 33-29 19-24 2. 1-50! {bad}) 19-23 *",
            2,
            "1. 32-28 (1. 33-29 19-24 {1-50! (bad)}) 1. ... 19-23 *",
        ),
        ("1. 32-28 19-23 2. 1-50 {why} 14x23 *", 1, "1. 32-28 19-23 {1-50 (why) 14x23} *"),
        ("1. 32-28 (1. 33-29 2-0) 19-23 1-1", 2, "1. 32-28 (1. 33-29 2-0) 1. ... 19-23 1-1"),
        ("1. 32-28 ({only words}) 19-23 *", 1, "1. 32-28 {((only words))} 1. ... 19-23 *"),
        ("[FEN \"B:W39,40:B4\"]\n1. ... 4-9 (4-10) 2. 39-34 *", 2, "1. ... 4-9 (1. ... 4-10) 2. 39-34 *"),
    ] {
        let (lines, movetext) = round(text);
        assert_eq!((lines.len(), movetext.as_str()), (count, out), "{text}: {lines:?}");
    }
}

#[test]
fn lines_nested_deeper_than_can_be_read_are_kept_in_words() {
    // Each line leaves the one before it at its last move.
    let mut game = Game::new(&INTERNATIONAL);
    let mut tree = Tree::new(&game);
    let mut deep = 0;
    while deep < 60 {
        let legal = game.position().legal_moves();
        let [main, other, ..] = &legal[..] else { break };
        let mut line = game.moves().to_vec();
        line.push(main.clone());
        tree.add_line(&line);
        if game.play(other).is_err() {
            break;
        }
        deep += 1;
    }
    let out = write_tree(&Game::new(&INTERNATIONAL), &tree, &[]);
    let record = &parse(&out)[0];
    assert_eq!(parse(&out).len(), 1);
    let read = tree_moves(record);
    assert!(read.iter().all(|m| out.contains(m.as_str())));
    assert_eq!(replay(record).game.len(), tree.lines(1)[0].len());
}

fn tree_moves(record: &Record) -> Vec<String> {
    record
        .all_items()
        .filter_map(|item| if let Item::Move(text) = item { Some(text.clone()) } else { None })
        .collect()
}

#[test]
fn the_public_files_keep_all_variations_and_remarks() {
    let Some(folder) = common::shared("pdn") else { return };
    let (mut games, mut count, mut said) = (0, 0, 0);
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        // In 197 a comment holds braces, which are written as round brackets.
        let hard = path.file_name().is_some_and(|name| name == "197-std-hard.pdn");
        if hard || path.extension().is_none_or(|ext| ext != "pdn") {
            continue;
        }
        for record in read(&std::fs::read(&path).expect("a file"), None).0.into_iter().take(60) {
            let interesting = record
                .all_items()
                .any(|item| matches!(item, Item::Variation(_) | Item::Comment(_) | Item::Nag(_)));
            if !interesting {
                continue;
            }
            let first = replay(&record);
            let (start, one) = (*first.game.start(), Tree::of(&record, &first));
            let out = write_tree(&first.game, &one, &record.tags);
            let again = parse(&out);
            let played = replay(&again[0]);
            let other = Tree::of(&again[0], &played);
            assert_eq!(played.game.start(), &start, "{out}");
            assert_eq!(lines(&other, &start), lines(&one, &start), "{}: {out}", path.display());
            assert_eq!(remarks(&other, &start), remarks(&one, &start), "{}: {out}", path.display());
            // Every move of a variation is in a line or in a remark.
            let comments =
                |record: &Record| record.all_items().filter(|item| matches!(item, Item::Comment(_))).count();
            assert!(comments(&again[0]) >= comments(&record).min(1), "{out}");
            games += 1;
            count += one.lines(usize::MAX).len() - 1;
            said += one.remarks(usize::MAX).len();
        }
    }
    println!("{games} games, {count} lines beside, {said} moves with remarks");
    assert!(games > 50 && count > 50);
}

/// A small generator, so that a seed tells everything (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_tree_comes_back(seed: u64) {
        for variant in ALL {
            let mut random = Random(seed);
            let mut main = Game::new(variant);
            let mut tree: Option<Tree> = None;
            let mut known: Vec<Vec<Move>> = vec![Vec::new()];
            for _ in 0..=random.below(12) {
                // A line that leaves one of those before it somewhere.
                let stem = &known[random.below(known.len())];
                let mut line = stem[..random.below(stem.len() + 1)].to_vec();
                let mut game = Game::new(variant);
                for m in &line {
                    prop_assert!(game.play_on(m).is_ok());
                }
                for _ in 0..=random.below(30) {
                    let moves = game.position().legal_moves();
                    if moves.is_empty() || game.play_on(&moves[random.below(moves.len())]).is_err() {
                        break;
                    }
                }
                line = game.moves().to_vec();
                match &mut tree {
                    None => {
                        tree = Some(Tree::new(&game));
                        main = game;
                    }
                    Some(tree) => tree.add_line(&line),
                }
                known.push(line);
            }
            let tree = tree.expect("a line at least");
            let text = write_tree(&main, &tree, &[]);
            let record = &parse(&text)[0];
            let replay = replay(record);
            prop_assert!(replay.error.is_none(), "{}", text);
            let again = Tree::of(record, &replay);
            let start = Position::start(variant);
            prop_assert_eq!(lines(&again, &start), lines(&tree, &start), "{}", text);
        }
    }
}
