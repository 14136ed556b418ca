//! The endgame tables are those that others computed, and those of plain play.

mod common;

use std::collections::HashMap;

use common::{Random, shared};
use damka::ai::endgame::{Distances, Ending, Outcome, Solved, Tables, solve, solve_kings};
use damka::ai::{Content, Engine, Fault, Limits, Request, Score};
use damka::notation::{Style, parse_fen};
use damka::rules::variant::{self, BRAZILIAN, ENGLISH, POLISH_64, RUSSIAN};
use damka::rules::{Game, Piece, Position, Setup, Side, Square, Status, Variant};

/// Compares all counts with endings-8x8.txt: wins, draws, losses, longest, and the example of the longest.
fn counts_are_those_of_the_list(pieces: u32) -> Option<usize> {
    let path = shared("engine/endings-8x8.txt")?;
    let text = std::fs::read_to_string(path).expect("readable");
    let solved = solve(&POLISH_64, pieces).expect("tables");
    let counts: HashMap<_, _> = solved.counts().into_iter().map(|c| ((c.material, c.turn), c)).collect();
    let mut compared = 0;
    for line in text.lines().filter(|line| line.starts_with('(')) {
        let (material, rest) = line[1..].split_once(')').expect("material");
        let material: Vec<u32> = material.split(", ").map(|n| n.parse().expect("a number")).collect();
        if material.iter().sum::<u32>() > pieces {
            continue;
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let turn = if words[0] == "stm=W" { Side::White } else { Side::Black };
        let number = |at: usize| words[at].parse::<u64>().expect("a number");
        let key = (<[u32; 4]>::try_from(&material[..]).expect("four numbers"), turn);
        let count = counts[&key];
        assert_eq!(count.ends, [number(2), number(4), number(6)], "{line}");
        assert_eq!(u64::from(count.longest), number(8), "{line}");
        let example = parse_fen(&POLISH_64, words[10], Style::Official).expect("a position");
        assert_eq!(solved.plies(&example).map(u64::from), Some(number(8)), "{line}");
        compared += 1;
    }
    assert!(compared > 0);
    println!("{compared} lines of endings-8x8.txt up to {pieces} pieces are equal");
    Some(compared)
}

#[test]
fn counts_up_to_three_pieces() {
    if let Some(compared) = counts_are_those_of_the_list(3) {
        assert_eq!(compared, 32);
    }
}

#[test]
#[ignore = "takes ten seconds and more; run once, output in the commit message"]
fn counts_up_to_four_pieces() {
    if let Some(compared) = counts_are_those_of_the_list(4) {
        assert_eq!(compared, 82);
    }
}

/// Compares kings against a lone king on 10x10 with endings-10x10.txt, up to so many pieces.
fn kings_are_those_of_the_list(pieces: usize) -> Option<usize> {
    let path = shared("engine/endings-10x10.txt")?;
    let text = std::fs::read_to_string(path).expect("readable");
    let solved = solve_kings(&variant::INTERNATIONAL, pieces - 1).expect("tables");
    let counts = solved.counts();
    let mut compared = 0;
    for line in text.lines().filter(|line| line.starts_with("(0, ")) {
        let kings: usize = line[4..5].parse().expect("a number");
        if kings + 1 > pieces {
            continue;
        }
        let words: Vec<&str> = line.split_once(')').expect("material").1.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<u64>().expect("a number");
        let count = counts
            .iter()
            .find(|count| count.kings == kings && count.strong == (words[0] == "stm=W"))
            .expect("counted");
        assert_eq!(count.ends, [number(2), number(4), number(6)], "{line}");
        assert_eq!(u64::from(count.longest), number(8), "{line}");
        let example = parse_fen(&variant::INTERNATIONAL, words[10], Style::Official).expect("a position");
        let ending = solved.ending(&example).expect("one of them");
        assert_eq!(ending.plies.map(u64::from), Some(number(8)), "{line}");
        compared += 1;
    }
    println!("{compared} lines of endings-10x10.txt up to {pieces} pieces are equal");
    Some(compared)
}

#[test]
fn kings_on_ten_by_ten_up_to_four_pieces() {
    if let Some(compared) = kings_are_those_of_the_list(4) {
        assert_eq!(compared, 6);
    }
    assert!(solve_kings(&variant::FRISIAN, 2).is_none(), "kings must rest there");
}

#[test]
#[ignore = "takes a minute; run once, output in the commit message"]
fn kings_on_ten_by_ten_up_to_five_pieces() {
    if let Some(compared) = kings_are_those_of_the_list(5) {
        assert_eq!(compared, 8);
    }
}

/// A position of so many pieces at random.
fn random_ending(variant: &'static Variant, pieces: usize, random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::empty(variant);
        setup.turn = if random.below(2) == 0 { Side::White } else { Side::Black };
        for i in 0..pieces {
            let side = if i == 0 || (i > 1 && random.below(2) == 0) { Side::White } else { Side::Black };
            let piece = if random.below(2) == 0 { Piece::king(side) } else { Piece::man(side) };
            setup.put(Square(random.below(32) as u8), Some(piece));
        }
        let both = Side::BOTH.iter().all(|side| setup_has(&setup, *side));
        if both && let Ok(position) = setup.into_position() {
            return position;
        }
    }
}

fn setup_has(setup: &Setup, side: Side) -> bool {
    (0..32).any(|square| setup.piece(Square(square)).is_some_and(|piece| piece.side == side))
}

/// The distance of each position follows from those of its successors, by the ordinary move generator; and the tables agree,
/// also where captures are due.
fn each_follows_from_the_next(solved: &Solved, tables: &Tables, variant: &'static Variant) {
    let mut random = Random(17);
    for _ in 0..4000 {
        let position = random_ending(variant, 2 + random.below(2), &mut random);
        let next: Vec<Option<u32>> = position
            .legal_moves()
            .iter()
            .map(|m| {
                let next = position.play(m);
                if next.side(next.turn()) == 0 { Some(0) } else { solved.plies(&next) }
            })
            .collect();
        let win = next.iter().flatten().filter(|plies| *plies % 2 == 0).min();
        let wanted = match win {
            Some(plies) => Some(plies + 1),
            None if next.iter().all(Option::is_some) => {
                Some(next.iter().flatten().max().map_or(0, |plies| plies + 1))
            }
            None => None,
        };
        assert_eq!(
            solved.plies(&position),
            wanted,
            "{}",
            damka::notation::write_fen(&position, Style::Official)
        );
        let outcome =
            wanted.map_or(Outcome::Draw, |plies| if plies % 2 == 1 { Outcome::Win } else { Outcome::Loss });
        assert_eq!(solved.outcome(&position), Some(outcome));
        assert_eq!(tables.probe(&position), Some(outcome));
        assert_eq!(tables.ending(&position), Some(Ending { outcome, plies: wanted }));
    }
}

#[test]
fn distances_follow_from_each_other_in_three_games() {
    for variant in [&POLISH_64, &RUSSIAN, &ENGLISH] {
        let solved = solve(variant, 3).expect("tables");
        let mut tables = Tables::parse(&solved.tables().to_bytes()).expect("written just now");
        assert!(tables.add(Distances::parse(&solved.distances(3).to_bytes()).expect("written just now")));
        each_follows_from_the_next(&solved, &tables, variant);
    }
    for other in [&variant::INTERNATIONAL, &variant::TURKISH, &variant::FRYSK] {
        assert!(solve(other, 3).is_none(), "{}", other.name);
    }
}

/// The file that is sent is what `solve` finds, serves Brazilian draughts too, and knows its bounds.
#[test]
fn the_file_is_what_is_solved() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data/polish64-3.tables");
    let bytes = std::fs::read(path).expect("the tables of www/data");
    let solved = solve(&POLISH_64, 3).expect("tables").tables();
    assert_eq!(bytes, solved.to_bytes());
    let tables = Tables::parse(&bytes).expect("the tables of www/data");
    assert_eq!(tables, solved);
    assert!(tables.serve(&BRAZILIAN) && !tables.serve(&RUSSIAN));
    assert_eq!(tables.probe(&Position::start(&POLISH_64)), None);
    let russian = parse_fen(&RUSSIAN, "W:WKa1:BKh2", Style::Official).expect("a position");
    assert_eq!(tables.probe(&russian), None);
}

#[test]
fn bad_files_are_refused_with_the_reason() {
    let good = solve(&POLISH_64, 2).expect("tables").tables().to_bytes();
    assert_eq!(Tables::parse(b"DAMKAWTS"), Err(Content::Tables.refused(Fault::Other)));
    assert_eq!(Tables::parse(&good[..10]), Err(Content::Tables.refused(Fault::Length)));
    assert_eq!(Tables::parse(&good[..good.len() - 1]), Err(Content::Tables.refused(Fault::Digest)));
    let mut other = good.clone();
    other[8] = 9;
    assert_eq!(Tables::parse(&other), Err(Content::Tables.refused(Fault::Version(9))));
    let mut damaged = good;
    damaged[100] ^= 1;
    assert_eq!(Tables::parse(&damaged), Err(Content::Tables.refused(Fault::Digest)));
    let distances = solve(&POLISH_64, 2).expect("tables").distances(2);
    assert_eq!(Tables::parse(&distances.to_bytes()), Err(Content::Tables.refused(Fault::Length)));
    assert_eq!(Distances::parse(&other), Err(Content::Tables.refused(Fault::Version(9))));
    let mut russian = solve(&RUSSIAN, 2).expect("tables").tables();
    assert!(!russian.add(distances), "distances of other rules");
}

/// With the tables the engine neither loses what is drawn nor draws what is won, against a player who knows them by heart.
#[test]
fn the_engine_holds_what_the_tables_say() {
    let solved = solve(&POLISH_64, 3).expect("tables");
    let mut random = Random(64);
    let mut engine = Engine::new(1);
    engine.know(solved.tables());
    let (mut won, mut held) = (0, 0);
    for _ in 0..60 {
        let position = random_ending(&POLISH_64, 3, &mut random);
        let mut game = Game::from_position(position);
        let me = position.turn();
        let before = solved.outcome(&position);
        while game.status() == Status::Ongoing {
            let position = *game.position();
            let played = if position.turn() == me {
                let request = Request::analyse(&game, Limits::nodes(4_000));
                let (best, back) = engine.search(request).expect("a move").finish();
                engine = back;
                if solved.outcome(&position) == Some(Outcome::Draw) {
                    assert_eq!(best.info.score, Score::Centimen(0));
                }
                best.best
            } else {
                // What wins soonest or loses latest; 200 stands for a draw.
                let worth = |m: &damka::rules::Move| {
                    let plies = solved.plies(&position.play(m)).map_or(200, |plies| plies as i32);
                    if plies == 200 {
                        0
                    } else if plies % 2 == 0 {
                        1000 - plies
                    } else {
                        plies - 1000
                    }
                };
                position.legal_moves().into_iter().max_by_key(worth).expect("a move")
            };
            game.play(&played).expect("legal");
        }
        let lost = matches!(game.status(), Status::Won { winner, .. } if winner != me);
        match before {
            Some(Outcome::Win) => won += 1,
            Some(Outcome::Draw) => held += 1,
            _ => continue,
        }
        assert!(!lost, "{}", damka::notation::write_fen(&position, Style::Official));
    }
    assert!(won > 10 && held > 10, "{won} {held}");
}
