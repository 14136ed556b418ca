//! What holds for all moves, positions, games and texts. A failure prints the seed or the text that caused it.

mod common;

use damka::notation::pdn::{Encoding, Outcome, Record, parse, read, replay, write_pdn, write_record};
use damka::notation::{
    Style, parse_fen, parse_fen_setup, parse_move, write_fen, write_move, write_move_full,
};
use damka::rules::variant::{ALL, POLISH_64};
use damka::rules::{
    DrawReason, Game, Kind, Move, Piece, Position, Settled, Setup, Side, Square, Status, Variant, WinReason,
};
use proptest::prelude::*;

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

/// Home rules in which captures may be passed over: a capture and a quiet move can have the same ends.
fn free_choice() -> &'static Variant {
    use std::sync::OnceLock;
    static FREE: OnceLock<&'static Variant> = OnceLock::new();
    FREE.get_or_init(|| Box::leak(Box::new(Variant { must_capture: false, ..POLISH_64.clone() })))
}

fn game(variant: &'static Variant, start: Position, random: &mut Random, plies: usize) -> Game {
    let mut game = Game::from_position(start);
    assert_eq!(game.variant(), variant);
    for _ in 0..plies {
        let moves =
            if random.below(2) == 0 { game.position().legal_moves() } else { game.position().legal_routes() };
        if moves.is_empty() || game.play(&moves[random.below(moves.len())]).is_err() {
            break;
        }
    }
    game
}

/// A board with a few pieces, many of them kings: there the ambiguous captures are.
fn scattered(variant: &'static Variant, random: &mut Random) -> Option<Position> {
    let squares = usize::from(variant.geometry().squares);
    let mut setup = Setup::empty(variant);
    setup.turn = Side::BOTH[random.below(2)];
    // Few of one's own and more of the other's: long captures, and not too many of them.
    for (side, pieces) in
        [(setup.turn, 1 + random.below(3)), (setup.turn.other(), 3 + random.below(squares / 6))]
    {
        for _ in 0..pieces {
            let kind = if random.below(2) == 0 { Kind::King } else { Kind::Man };
            setup.put(Square(random.below(squares) as u8), Some(Piece { side, kind }));
        }
    }
    setup.into_position().ok()
}

fn check_moves(position: &Position) -> Result<(), TestCaseError> {
    let legal = position.legal_moves();
    let routes: Vec<Move> = position.legal_routes().into_iter().take(100).collect();
    let variant = position.variant();
    for m in legal.iter().chain(&routes) {
        for text in [write_move(position, m), write_move_full(variant, m)] {
            match parse_move(position, &text) {
                Ok(read) => prop_assert!(read.same_as(m), "{text}: {read:?} for {m:?}"),
                Err(error) => prop_assert!(false, "{}: {}", write_fen(position, Style::Official), error),
            }
        }
        // By every landing square of this very route too, whatever stands between them.
        let sign = if m.is_capture() { [" x ", ":", "×"] } else { [" - ", "–", "-"] };
        let names: Vec<String> =
            m.path().iter().map(|s| damka::notation::square_name(variant, *s, Style::Official)).collect();
        for sign in sign {
            let read = parse_move(position, &names.join(sign).to_uppercase());
            prop_assert!(read.as_ref().is_ok_and(|read| read.same_as(m)), "{names:?}: {read:?}");
        }
    }
    Ok(())
}

fn check_fen(position: &Position) -> Result<(), TestCaseError> {
    for style in [Style::Official, Style::RowNumbers] {
        let fen = write_fen(position, style);
        let read = parse_fen(position.variant(), &fen, style);
        prop_assert!(read.is_ok(), "{fen}: {read:?}");
        let read = read.expect("checked");
        prop_assert_eq!((read.turn(), read.kings()), (position.turn(), position.kings()));
        prop_assert_eq!(read.side(Side::White), position.side(Side::White));
        prop_assert_eq!(read.side(Side::Black), position.side(Side::Black));
        prop_assert_eq!(write_fen(&read, style), fen);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_legal_move_is_read_as_it_is_written(seed: u64) {
        for variant in ALL.into_iter().chain([free_choice()]) {
            let mut random = Random(seed);
            let plies = random.below(100);
            let game = game(variant, Position::start(variant), &mut random, plies);
            check_moves(game.position())?;
            if let Some(position) = scattered(variant, &mut random) {
                check_moves(&position)?;
            }
        }
    }

    #[test]
    fn every_position_is_read_as_it_is_written(seed: u64) {
        for variant in ALL {
            let mut random = Random(seed);
            let plies = random.below(100);
            check_fen(game(variant, Position::start(variant), &mut random, plies).position())?;
            if let Some(position) = scattered(variant, &mut random) {
                check_fen(&position)?;
            }
        }
    }

    #[test]
    fn every_game_is_read_as_it_is_written(seed: u64) {
        for variant in ALL {
            let mut random = Random(seed);
            let start = match scattered(variant, &mut random) {
                Some(position) if random.below(3) == 0 => position,
                _ => Position::start(variant),
            };
            let plies = random.below(150);
            let mut game = game(variant, start, &mut random, plies);
            // What is read is how the board ended it or, if it did not, who won: PDN has no place for the reason. A
            // diagram without moves waits for its solution.
            let mut read_as = game.status();
            let loser = Side::BOTH[random.below(2)];
            let (settled, recorded) = [
                (Some(Settled::Agreed), Status::Drawn { by: DrawReason::Recorded }),
                (Some(Settled::Resigned(loser)), Status::Won { winner: loser.other(), by: WinReason::Recorded }),
                (None, Status::Ongoing),
            ][random.below(3)];
            if settled.is_some_and(|how| game.settle(how))
                && (!game.is_empty() || *game.start() == Position::start(variant))
            {
                read_as = recorded;
            }
            let tags = [("White".to_owned(), "A \"B\" \\ 'c'".to_owned()), ("Odd".to_owned(), "[x] {y}\\".to_owned())];
            let text = write_pdn(&game, &tags);
            let movetext = text.split_once("\n\n").expect("an empty line").1;
            prop_assert!(movetext.lines().all(|line| line.chars().count() <= 80), "{}", text);
            let records = parse(&text);
            prop_assert_eq!(records.len(), 1, "{}", text);
            let again = replay(&records[0]);
            prop_assert!(again.error.is_none(), "{}: {}", text, again.error.expect("an error"));
            prop_assert!(again.guesses.is_empty(), "{}: {:?}", text, again.guesses);
            prop_assert_eq!(again.game.variant().name, variant.name);
            prop_assert_eq!(again.game.start(), game.start());
            prop_assert_eq!(again.game.position(), game.position(), "{}", text);
            prop_assert_eq!(again.game.len(), game.len());
            for (a, b) in again.game.all_moves().iter().zip(game.all_moves()) {
                prop_assert!(a.same_as(b), "{}", text);
            }
            prop_assert_eq!(again.game.status(), read_as, "{}", text);
            prop_assert_eq!(again.outcome, Outcome::of(&game), "{}", text);
            for (name, value) in &tags {
                prop_assert_eq!(records[0].tag(name), Some(value.as_str()));
            }
        }
    }

    #[test]
    fn any_text_in_tags_and_comments_comes_back(value in "[ -~а-я½×]{0,60}", comment in "[ -z~а-я½×\n]{0,200}") {
        let tidy = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let record = Record { tags: vec![("Event".to_owned(), value.clone())], ..Record::default() };
        let again = parse(&write_record(&record));
        prop_assert_eq!(again.len(), 1);
        prop_assert_eq!(again[0].tag("Event").map(tidy), Some(tidy(&value)));
        let comment = comment.replace('\\', "/");
        let text = format!("1. 32-28 {{{}}} 19-23 *", tidy(&comment));
        let record = parse(&text).remove(0);
        let again = parse(&write_record(&record)).remove(0);
        prop_assert_eq!(&again.items, &record.items);
        prop_assert_eq!(again.moves().count(), 2);
    }

    #[test]
    fn arbitrary_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survive(&bytes);
    }

    #[test]
    fn arbitrary_pdn_like_text_is_read_without_panic(text in "[\\[\\](){}\"\\\\;%$*!?.,:x0-9a-hKWBEvent½×\u{feff} \r\n-]{0,200}") {
        survive(text.as_bytes());
        for variant in ALL {
            let _ = parse_move(&Position::start(variant), &text);
            let _ = parse_fen_setup(variant, &text, Style::Official);
        }
    }

    #[test]
    fn mutated_files_are_read_without_panic(seed: u64) {
        let Some(folder) = common::shared("pdn") else { return Ok(()) };
        let mut random = Random(seed);
        let names = ["208-std.pdn", "031-fr.pdn", "082-fixture-ru.pdn", "122-lid.pdn", "226-std.pdn", "014-fr.pdn"];
        let bytes = std::fs::read(folder.join(names[random.below(names.len())])).expect("a file");
        let from = random.below(bytes.len());
        let mut bytes = bytes[from..(from + 1500).min(bytes.len())].to_vec();
        for _ in 0..=random.below(12) {
            if bytes.is_empty() {
                // The last byte of a file, taken out.
                break;
            }
            let at = random.below(bytes.len().max(2) - 1);
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => _ = bytes.remove(at),
                2 => {
                    let signs = b"[](){}\"\\*;%$\r\n-x1a";
                    bytes.insert(at, signs[random.below(signs.len())]);
                }
                _ => bytes.truncate((at + 20).min(bytes.len())),
            }
        }
        survive(&bytes);
    }
}

/// Reads, replays and rewrites whatever it is.
fn survive(bytes: &[u8]) {
    for encoding in [None, Some(Encoding::Utf16Le), Some(Encoding::Cp866), Some(Encoding::Windows1251)] {
        for record in read(bytes, encoding).0 {
            let replay = replay(&record);
            assert_eq!(replay.game.len() + replay.rest.len(), record.moves().count());
            let _ = replay.error.map(|error| error.to_string());
            let _ = parse(&write_record(&record));
            let _ = write_pdn(&replay.game, &record.tags);
        }
    }
}

#[test]
fn damaged_files_are_read_in_linear_time() {
    let n = 200_000;
    for piece in [
        "{",
        "}",
        "{{}",
        "(",
        ")",
        "[",
        "]",
        "[a",
        "[a b",
        "[a \"",
        "[a \"\\\"]",
        "\\\"]",
        "\"",
        "1-",
        "a1",
        "1. ",
        "1.",
        "*",
        "32-28*",
        "1-0 ",
        "$",
        "$1",
        "!",
        "\\",
        "\\r",
        "%\n",
        ";",
        "\n[",
        "{\n[a \"",
        "(1. 32-28",
        "½",
        "\u{feff}",
        "x",
        "32-28 ",
        "[Event \"a\"]\n\n",
        "1. ... ",
        "(?)",
        "[%clock ",
        "/",
        "K",
        "[[",
    ] {
        for prefix in ["", "1. 32-28 ", "[Event \"", "{", "(((((((((((((((((((((((((((((((((("] {
            let text = format!("{prefix}{}", piece.repeat(n / piece.len()));
            let clock = std::time::Instant::now();
            let records = parse(&text);
            assert!(clock.elapsed().as_millis() < 1000, "{prefix}{piece}: {:?}", clock.elapsed());
            let clock = std::time::Instant::now();
            for record in records.iter().take(5) {
                let _ = parse(&write_record(record));
            }
            assert!(clock.elapsed().as_millis() < 2000, "writing {prefix}{piece}: {:?}", clock.elapsed());
        }
    }
}
