//! The open cases about games as text, each by its number.

mod common;

use damka::notation::pdn::{
    Cause, Encoding, Item, Known, Outcome, Reason, Record, Replay, Score, commands, fits, parse, read,
    replay, replay_as, write_pdn, write_record,
};
use damka::notation::{MoveError, Style, parse_fen, parse_move, write_fen, write_move};
use damka::rules::variant::{
    BRAZILIAN, BREAKTHROUGH, CZECH, ENGLISH, FRYSK, INTERNATIONAL, ITALIAN, POLISH_64, RUSSIAN, THAI,
};
use damka::rules::{Game, Position, Side, Status, Variant, WinReason};

fn position(variant: &'static Variant, fen: &str) -> Position {
    parse_fen(variant, fen, Style::Official).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn one(text: &str) -> Record {
    let mut records = parse(text);
    assert_eq!(records.len(), 1, "{text}: {records:?}");
    records.remove(0)
}

/// The main line in the notation of its rule set.
fn moves(replay: &Replay) -> Vec<String> {
    let game = &replay.game;
    (0..game.len())
        .map(|ply| write_move(game.position_at(ply).expect("a ply"), &game.all_moves()[ply]))
        .collect()
}

/// A record that is legal to its end, replayed.
fn whole(text: &str) -> Replay {
    let replay = replay(&one(text));
    assert!(replay.error.is_none(), "{text}: {}", replay.error.expect("an error"));
    replay
}

fn file(name: &str) -> Option<Vec<u8>> {
    Some(std::fs::read(common::shared(&format!("pdn/{name}"))?).expect(name))
}

fn count(record: &Record, what: fn(&Item) -> bool) -> usize {
    record.all_items().filter(|item| what(item)).count()
}

#[test]
fn b003_a_typed_move_is_refused_but_a_file_goes_on_with_the_reading_that_fits() {
    let text = "[GameType \"20\"][FEN \"W:WK4,50:B13,20,32,37,1\"] 1. 4x15 32-38 *";
    let replay = whole(text);
    assert_eq!(moves(&replay), ["4x31x42x15", "32-38"]);
    assert_eq!(replay.guesses.len(), 1);
    assert_eq!(replay.guesses[0].written.len(), 2);
    assert_eq!(replay.guesses[0].ply, 1);
}

#[test]
fn b032_czech_games_without_a_game_type_are_found_by_trying() {
    let Some(bytes) = file("225-std.pdn") else { return };
    let records = read(&bytes, None).0;
    assert_eq!(records.len(), 102);
    let with_moves: Vec<&Record> = records.iter().filter(|r| r.moves().next().is_some()).collect();
    let as_russian: Vec<Replay> = with_moves.iter().map(|r| replay_as(r, &RUSSIAN)).collect();
    assert_eq!(as_russian.iter().filter(|r| r.error.is_none()).count(), 10);
    // The first game that stops says where, and keeps its moves.
    let stopped = as_russian.iter().position(|r| r.error.is_some()).expect("one stops");
    let error = as_russian[stopped].error.as_ref().expect("an error");
    assert_eq!(as_russian[stopped].game.len(), error.ply - 1);
    assert_eq!(
        as_russian[stopped].game.len() + as_russian[stopped].rest.len(),
        with_moves[stopped].moves().count()
    );
    assert!(error.to_string().contains(&format!("ply {}", error.ply)), "{error}");
    // Left to itself the product reads them all and says why.
    let chosen = replay(with_moves[stopped]);
    assert!(chosen.error.is_none());
    assert_eq!(chosen.choice.variant, &CZECH);
    assert_eq!(chosen.choice.reason, Reason::Tried { instead_of: &RUSSIAN, stopped_at: error.ply });
    let fit = fits(&records);
    assert_eq!((fit[0].variant, fit[0].games), (&CZECH, 94));
}

#[test]
fn b032_a_game_with_a_wrong_move_is_read_under_the_rule_set_that_goes_furthest() {
    let Some(bytes) = file("097-lid.pdn") else { return };
    let mut record = read(&bytes, None).0.remove(0);
    record.items.push(Item::Move("50-1".to_owned()));
    let replay = replay(&record);
    assert_eq!(replay.choice.variant.name, "frisian");
    assert_eq!((replay.game.len(), replay.rest.len()), (97, 1));
    // A rule set that the file states is kept, whatever goes further.
    record.tags.push(("GameType".to_owned(), "20".to_owned()));
    assert_eq!(damka::notation::pdn::replay(&record).choice.reason, Reason::GameType(20));
}

#[test]
fn b043_a_set_up_position_keeps_its_fen_and_a_normal_start_has_none() {
    let mut game = Game::from_position(position(&ENGLISH, "W:WK8,10,21,22,32:B2,13,14,28,K31"));
    let first = game.position().legal_moves()[0].clone();
    game.play(&first).expect("legal");
    let text = write_pdn(&game, &[]);
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK8,10,21,22,32:B2,13,14,28,K31\"]\n"), "{text}");
    // White moves second in English draughts.
    assert!(text.contains("\n1. ... "), "{text}");
    let again = whole(&text).game;
    assert_eq!((again.start(), again.all_moves()), (game.start(), game.all_moves()));

    let mut game = Game::new(&POLISH_64);
    game.play(&parse_move(game.position(), "c3-d4").expect("legal")).expect("legal");
    let text = write_pdn(&game, &[]);
    assert!(!text.contains("FEN"), "{text}");
    let again = whole(&text);
    assert_eq!(again.game.variant(), &POLISH_64);
    assert_eq!(again.game.all_moves(), game.all_moves());
}

#[test]
fn b046_a_replayed_game_knows_its_own_start() {
    let replay = whole("[FEN \"W:W39,40:B4\"] 1. 39-34 *");
    let mut game = replay.game;
    assert!(game.undo());
    assert_eq!(game.position(), game.start());
    assert_eq!(write_fen(game.start(), Style::Official), "W:W39,40:B4");
}

#[test]
fn b048_result_1_1_is_not_a_move() {
    let record = one("1. 32-28 18-23 1-1");
    assert_eq!(record.moves().count(), 2);
    assert_eq!(record.score, Some(Score::OneOne));
    let Some(bytes) = file("031-fr.pdn") else { return };
    let record = &read(&bytes, None).0[0];
    assert_eq!((record.moves().count(), record.score), (133, Some(Score::OneOne)));
    assert_eq!(replay(record).outcome, Outcome::Drawn);
}

#[test]
fn b050_results_are_those_of_the_side_that_moves_first() {
    for (text, variant, outcome) in [
        ("1-0", &ENGLISH, Outcome::Won(Side::Black)),
        ("0-1", &ENGLISH, Outcome::Won(Side::White)),
        ("0-2", &INTERNATIONAL, Outcome::Won(Side::Black)),
        ("2-0", &INTERNATIONAL, Outcome::Won(Side::White)),
        ("0-1", &POLISH_64, Outcome::Won(Side::Black)),
        ("1-0", &POLISH_64, Outcome::Won(Side::White)),
        ("1-1", &POLISH_64, Outcome::Drawn),
        ("1/2-1/2", &INTERNATIONAL, Outcome::Drawn),
        ("½-½", &ENGLISH, Outcome::Drawn),
        ("0-0", &ENGLISH, Outcome::NoPoints),
        ("*", &ENGLISH, Outcome::Unknown),
    ] {
        let score = Score::parse(text).expect(text);
        assert_eq!(score.outcome(variant), outcome, "{text}");
        assert_eq!(Score::of(outcome, variant).outcome(variant), outcome);
        assert_eq!(one(&format!("[Event \"x\"] {text}")).score, Some(score));
    }
    for (variant, written) in [(&ENGLISH, "1-0"), (&INTERNATIONAL, "0-2"), (&POLISH_64, "0-1")] {
        let mut game = Game::new(variant);
        game.play(&game.position().legal_moves()[0].clone()).expect("legal");
        assert!(game.settle(damka::rules::Settled::Resigned(Side::White)));
        let text = write_pdn(&game, &[]);
        assert!(
            text.contains(&format!("[Result \"{written}\"]")) && text.ends_with(&format!(" {written}\n")),
            "{text}"
        );
        let again = replay(&one(&text));
        assert_eq!(again.outcome, Outcome::Won(Side::Black));
        // PDN names the winner, and not that the other side resigned.
        assert_eq!(again.game.status(), Status::Won { winner: Side::Black, by: WinReason::Recorded });
    }
    // Given up before the first move: that counts. A diagram keeps its result for whoever solves it.
    let unplayed = replay(&one("[GameType \"20\"] 0-2"));
    assert_eq!(unplayed.game.status(), Status::Won { winner: Side::Black, by: WinReason::Recorded });
    let diagram = replay(&one("[FEN \"W:W39,40:B4\"] 2-0"));
    assert_eq!((diagram.outcome, diagram.game.status()), (Outcome::Won(Side::White), Status::Ongoing));
}

#[test]
fn b052_very_long_comments_and_tags() {
    let (comment, event) = ("word ".repeat(200_000), "E".repeat(100_000));
    let text = format!("[Event \"{event}\"] 1. 32-28 {{{comment}}} 19-23 *");
    let record = one(&text);
    assert_eq!(record.tag("Event").map(str::len), Some(100_000));
    assert_eq!(record.moves().count(), 2);
    assert!(replay(&record).error.is_none());
}

#[test]
fn b053_nothing_is_lost_at_the_end_of_a_file() {
    let record = one("1.32-28 1/2-1/2");
    assert_eq!((record.moves().count(), record.score), (1, Some(Score::Halves)));
    assert_eq!(one("1. 32-28 19-23").moves().count(), 2);
    let three = parse("[Event \"a\"] 1. 32-28 *\n[Event \"b\"] 1. 31-27 *\n[Event \"c\"] 1. 33-29");
    assert_eq!(three.len(), 3);
    assert_eq!(three[2].moves().collect::<Vec<_>>(), ["33-29"]);
    // A comment that is never closed costs no game.
    let two = parse("[Event \"a\"]\n1. 32-28 {open\n[Event \"b\"]\n1. 31-27 {well} *");
    assert_eq!(two.len(), 2);
    assert_eq!(two[1].moves().count(), 1);
}

#[test]
fn b054_drawn_games_are_drawn() {
    let replay = whole("1. 32-28 19-23 2. 28x19 14x23 1/2-1/2");
    assert!(matches!(replay.game.status(), Status::Drawn { .. }));
    let Some(bytes) = file("202-std.pdn") else { return };
    let drawn = read(&bytes, None).0.iter().filter(|r| r.score == Some(Score::Halves)).count();
    assert_eq!(drawn, 11);
}

#[test]
fn b056_nested_variations_leave_the_main_line_alone() {
    let record =
        one("1. 32-28 19-23 (18-23 2. 38-32 (2. 37-32? 23-29! {Black wins}) 12-18) 2. 28x19 14x23 *");
    assert_eq!(moves(&replay(&record)), ["32-28", "19-23", "28x19", "14x23"]);
    assert_eq!(count(&record, |item| matches!(item, Item::Variation(_))), 2);
}

#[test]
fn b056_variations_nested_without_end_are_kept_as_text() {
    let deep = format!("1. 32-28 {} 19-23 {} 19-23 *", "(".repeat(100_000), ")".repeat(100_000));
    let record = one(&deep);
    assert_eq!(record.moves().collect::<Vec<_>>(), ["32-28", "19-23"]);
    let open = format!("1. 32-28 {}", "( ".repeat(100_000));
    assert_eq!(one(&open).moves().count(), 1);
}

#[test]
fn b057_comments_and_nags_in_any_order() {
    let record = one("1. 32-28 {!} $16 19-23 {x} {y} $1 *");
    assert_eq!(record.moves().count(), 2);
    assert_eq!(count(&record, |item| matches!(item, Item::Nag(_))), 2);
    assert_eq!(count(&record, |item| matches!(item, Item::Comment(_))), 3);
}

#[test]
fn b058_repeated_numbers_and_percent_signs() {
    let replay = whole("1. 32-28 {[%eval 0.1]} 1. ... 19-23 {50% sure} 2. 28x19 *");
    assert_eq!(replay.game.len(), 3);
}

#[test]
fn b059_unknown_signs_are_kept() {
    let record = one("1. 32-28 ± 19-23 = 2. 28x19 ∞ *");
    assert_eq!(replay(&record).game.len(), 3);
    assert_eq!(count(&record, |item| matches!(item, Item::Text(_))), 3);
    assert!(write_record(&record).contains("32-28 ± 19-23 ="));
}

#[test]
fn b060_invisible_characters_hide_no_game() {
    for mark in ["\u{feff}", "\u{200b}", "\u{feff}\u{200b} "] {
        let record = one(&format!("{mark}[Event \"x\"]\n{mark}1. 32-28 *"));
        assert_eq!((record.tag("Event"), record.moves().count()), (Some("x"), 1));
    }
}

#[test]
fn b061_line_ends_and_quotes_written_with_backslashes() {
    let record = one(
        "[White \"D\\'A, B\"]\\r\n[Site \"\\\"64\\\", 1974\"]\\r\n\\r\n1. 32-28 {a\\r\nb} 19-23\\r\n*\\r\n",
    );
    assert_eq!(record.tag("White"), Some("D'A, B"));
    assert_eq!(record.tag("Site"), Some("\"64\", 1974"));
    assert!(record.items.contains(&Item::Comment("a b".to_owned())));
    assert_eq!(count(&record, |item| matches!(item, Item::Text(_))), 0);
    for name in ["009-fr.pdn", "014-fr.pdn", "022-fr.pdn", "032-fr.pdn"] {
        let Some(bytes) = file(name) else { return };
        for record in read(&bytes, None).0 {
            assert!(record.tags.iter().all(|(_, value)| !value.contains('\\')), "{name}: {:?}", record.tags);
        }
    }
}

#[test]
fn b063_spellings_of_moves() {
    let standard = ["33-29", "17-22", "39-33", "11-17"];
    for text in [
        "1. 33-29 17-22 2. 39-33 11-17 *",
        "1.33-29 17-22 2.39-33 11-17 *",
        "1. 33- 29  17 - 22 2. 039-033 11 -17 *",
        "1. 33x29 17:22 2. 39*33 11—17 *",
        " 1. 33-29\t17-22\r 2. 39-33\r\r\n11-17*",
    ] {
        assert_eq!(moves(&whole(&format!("[GameType \"20\"] {text}"))), standard, "{text}");
    }
    assert_eq!(moves(&whole("1. A3-B4 B6-A5 *")), ["a3-b4", "b6-a5"]);
    assert_eq!(moves(&whole("1.a3b4")), ["a3-b4"]);
    let russian = moves(&whole("[GameType \"25\"] 1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3xc5 f6-e5 *"));
    assert_eq!(russian, ["c3-d4", "b6-a5", "d4-c5", "d6:b4", "a3:c5", "f6-e5"]);
    // A Cyrillic keyboard's с, е, а and х.
    assert_eq!(moves(&whole("[GameType \"25\"] 1. с3-d4 d6-е5 2. b2-с3 *")), ["c3-d4", "d6-e5", "b2-c3"]);
}

#[test]
fn b004_an_ambiguous_capture_is_exported_in_full() {
    let p = position(&INTERNATIONAL, "W:WK1,26,30,35:B12,13,19,20,24,K36");
    let over_19 = p.legal_moves().into_iter().find(|m| m.captured().iter().any(|s| s.row_number() == 19));
    let over_19 = over_19.expect("a route over 19");
    assert_eq!(write_move(&p, &over_19), "1x23x14x25");
    let mut game = Game::from_position(p);
    game.play(&over_19).expect("legal");
    let text = write_pdn(&game, &[]);
    assert!(text.contains("1. 1x23x14x25"), "{text}");
    assert_eq!(whole(&text).game.position(), game.position());

    let Some(bytes) = file("004-lidtest.pdn") else { return };
    let game = replay(&read(&bytes, None).0[0]).game;
    let text = write_pdn(&game, &[]);
    assert_eq!(whole(&text).game.all_moves(), game.all_moves());
}

#[test]
fn b064_a_game_in_short_russian_forms() {
    let replay = whole("[GameType \"25\"] 1. cd4 fg5 2. gf4 gh4 *");
    assert_eq!(moves(&replay), ["c3-d4", "f6-g5", "g3-f4", "g5-h4"]);
}

#[test]
fn b067_an_impossible_ballot_is_told_and_stops_nothing() {
    let replay = replay(&one("[GameType \"25\"] 1. A1-A5 A7-H4 *"));
    let error = replay.error.expect("an error");
    assert_eq!((error.ply, error.number, error.side), (1, 1, Side::White));
    let sentence = error.to_string();
    assert!(sentence.starts_with("move 1 (White, ply 1): 'A1-A5' is not legal here"), "{sentence}");
    assert_eq!(replay.rest, ["A1-A5", "A7-H4"]);
}

#[test]
fn b068_a_wrong_move_in_the_middle_keeps_the_moves_before_it() {
    for (name, record, ply, text, games) in
        [("037-cb.pdn", 541, 123, "32-28", 724), ("012-fr.pdn", 11, 64, "17-11", 11)]
    {
        let Some(bytes) = file(name) else { return };
        let records = read(&bytes, None).0;
        assert_eq!(records.len(), games);
        let replay = replay(&records[record - 1]);
        let error = replay.error.expect("an error");
        assert_eq!((error.ply, error.text.as_str()), (ply, text));
        assert_eq!(replay.game.len(), ply - 1);
        assert_eq!(replay.rest[0], text);
        assert!(matches!(error.cause, Cause::Move(MoveError::Illegal { .. })));
    }
}

#[test]
fn b069_nested_braces() {
    let record = one("1. 33-29 19-23 2. 35-30 { nested { comment } } *");
    assert_eq!((record.moves().count(), record.score), (3, Some(Score::Open)));
    assert_eq!(count(&record, |item| matches!(item, Item::Comment(_))), 1);
    // Not balanced: the first brace closes it.
    let record = one("1. 33-29 { half { open } 19-23 *");
    assert_eq!(record.moves().count(), 2);
}

#[test]
fn b070_results_dates_and_clocks_are_no_moves() {
    let record = one("[Date \"2024-12-14\"] [TimeControl \"40-60\"] 1. 32-28 18-23 1/2-1/2");
    assert_eq!(record.moves().count(), 2);
    assert_eq!(record.tag("TimeControl"), Some("40-60"));
    let start = Position::start(&INTERNATIONAL);
    for text in ["1/2-1/2", "2-0", "1-1", "*", "", "-", "32", "resigns", "{x}", "2024-12-14-"] {
        assert!(parse_move(&start, text).is_err(), "{text}");
    }
    assert!(matches!(parse_move(&start, "1-1"), Err(MoveError::Unreadable { .. })));
    assert!(
        matches!(parse_move(&start, "32-58"), Err(MoveError::NotASquare { ref word, .. }) if word == "58")
    );
}

#[test]
fn b072_engine_comments_are_taken_apart() {
    let (words, found) = commands("[%drgnode 9 10][%eval -0.048][%egt 0:0:9.56] weak");
    assert_eq!((words.as_str(), found.len(), found[0]), ("weak", 3, ("drgnode", "9 10")));
    let Some(bytes) = file("235-std.pdn") else { return };
    assert!(replay(&read(&bytes, None).0[0]).error.is_none());
}

#[test]
fn b073_the_squares_decide_not_the_sign() {
    let text = "[GameType \"21\"] 1. 11-15 23-18 2. 8-11 27-23 3. 4-8 23-19 4. 10x14 19x10 5. 14x23 26x19";
    let replay = whole(text);
    assert_eq!(replay.game.len(), 10);
    assert_eq!(moves(&replay)[6], "10-14");
}

#[test]
fn b074_encodings() {
    for (name, encoding, plies) in [
        ("derived/enc-cp1252.pdn", None, 573),
        ("derived/enc-latin1-lf.pdn", None, 573),
        ("derived/enc-cp1251.pdn", Some(Encoding::Windows1251), 322),
        ("derived/enc-cp866.pdn", Some(Encoding::Cp866), 322),
        ("derived/enc-cp1251.pdn", None, 322),
        ("derived/enc-cp866.pdn", None, 322),
    ] {
        let Some(bytes) = file(name) else { return };
        let (records, used) = read(&bytes, encoding);
        assert_eq!(records.iter().map(|r| replay(r).game.len()).sum::<usize>(), plies, "{name}");
        // Cyrillic letters stand in rows, so they are told apart without being asked for.
        let guessed = match name {
            "derived/enc-cp1251.pdn" => Encoding::Windows1251,
            "derived/enc-cp866.pdn" => Encoding::Cp866,
            _ => Encoding::Windows1252,
        };
        assert_eq!(used, encoding.unwrap_or(guessed));
    }
    let text = |name: &str, encoding| Some(encoding_names(&file(name)?, encoding));
    let Some(dos) = text("derived/enc-cp866.pdn", Encoding::Cp866) else { return };
    assert_eq!(Some(&dos), text("derived/enc-cp1251.pdn", Encoding::Windows1251).as_ref());
    assert!(dos.iter().flat_map(|name| name.chars()).any(|c| ('а'..='я').contains(&c)), "{dos:?}");
}

fn encoding_names(bytes: &[u8], encoding: Encoding) -> Vec<String> {
    let records = read(bytes, Some(encoding)).0;
    records.iter().filter_map(|r| r.known(Known::White)).map(str::to_owned).collect()
}

#[test]
fn b075_line_ends_and_rubbish_behind_the_text() {
    for end in ["\r", "\n", "\r\n", "\n\r"] {
        let text = format!("[Event \"a\"]{end}[Site \"b\"]{end}{end}1. 32-28{end}19-23 *{end}\u{1a}\0\0");
        let record = one(&text);
        assert_eq!((record.tags.len(), record.moves().count(), record.items.len()), (2, 2, 3), "{end:?}");
    }
}

#[test]
fn b076_typographic_characters() {
    let replay = whole("1.\u{a0}32–28\u{a0}19–23 2. 28×19\u{a0}14×23 *");
    assert_eq!(moves(&replay), ["32-28", "19-23", "28x19", "14x23"]);
}

#[test]
fn b080_large_files_are_read_at_once() {
    for (name, games) in [("derived/english-archive-1500.pdn", 1500), ("035-cb.pdn", 2400)] {
        let Some(bytes) = file(name) else { return };
        let clock = std::time::Instant::now();
        let records = read(&bytes, None).0;
        let read_in = clock.elapsed();
        assert_eq!(records.len(), games);
        let plies: usize = records.iter().map(|r| replay(r).game.len()).sum();
        println!("{name}: {games} records in {read_in:?}, {plies} plies replayed in {:?}", clock.elapsed());
        // A phone is perhaps ten times slower than what runs this, and 2 s are allowed there.
        assert!(read_in.as_millis() < 400, "{read_in:?}");
    }
}

#[test]
fn b127_tags_in_other_languages() {
    let record = one("[Bianco \"a\"][Nero \"b\"][Risultato \"1-0\"][Apertura \"0028\"] 1. 21-17 9-13 1-0");
    assert_eq!((record.known(Known::White), record.known(Known::Black)), (Some("a"), Some("b")));
    let replay = replay(&record);
    assert!(replay.error.is_none());
    assert_eq!((replay.choice.variant, &replay.choice.reason), (&ITALIAN, &Reason::Language));
    assert_eq!(replay.outcome, Outcome::Won(Side::White));
    let text = write_record(&record);
    assert_eq!(one(&text), Record { offset: 0, ..record.clone() });
    assert!(write_pdn(&replay.game, &record.tags).contains("[Apertura \"0028\"]"));
    let french = one("[Blanc \"x\"][Noir \"y\"][Manche \"3\"] 1. 32-28 *");
    assert_eq!(french.known(Known::Round), Some("3"));
}

#[test]
fn the_variant_is_found_from_its_tags() {
    for variant in damka::rules::variant::ALL {
        let game = Game::new(variant);
        let replay = replay(&one(&write_pdn(&game, &[])));
        assert_eq!(replay.game.variant().name, variant.name);
        assert_eq!(replay.game.start(), game.start(), "{}", variant.name);
    }
    let by_number = |text: &str| replay(&one(text)).choice.variant;
    assert_eq!(by_number("[GameType \"96\"] 1. 32-28 *"), &BREAKTHROUGH);
    assert_eq!(by_number("[GameType \"97\"] *"), &FRYSK);
    assert_eq!(by_number("[GameType \"26\"] 1. c3-d4 *"), &BRAZILIAN);
    assert_eq!(by_number("[GameType \"20\"] 1. c3-d4 d6-e5 *"), &RUSSIAN);
}

#[test]
fn thai_games_in_which_black_begins_at_the_bottom_are_turned() {
    let replay = whole("[GameType \"31,B,8,8,N2,0\"][FEN \"B:B25-32:W1-8\"] 1. 25-22 8-11 1-0");
    assert_eq!(replay.game.variant(), &THAI);
    assert_eq!(replay.game.start(), &Position::start(&THAI));
    assert_eq!(replay.outcome, Outcome::Won(Side::White));
}

#[test]
fn a_star_behind_a_move_is_a_sign_where_the_game_goes_on_and_a_result_where_it_does_not() {
    let record = one("1. 32-28* {only} 19-23* *");
    assert_eq!((record.moves().count(), record.score), (2, Some(Score::Open)));
    assert_eq!(count(&record, |item| matches!(item, Item::Mark(_))), 2);
    let record = one("1. 32-28* 19-23* 2. 28x19 1-0");
    assert_eq!(record.moves().collect::<Vec<_>>(), ["32-28", "19-23", "28x19"]);
    let record = one("1. 32-28 19-23* {end}");
    assert_eq!((record.score, count(&record, |item| matches!(item, Item::Mark(_)))), (Some(Score::Open), 0));
}

#[test]
fn games_played_on_after_a_draw_by_the_rules_are_read_whole() {
    let dance = "48-42 1-7 42-48 7-1 ".repeat(4);
    let replay = whole(&format!("[GameType \"20\"][FEN \"W:WK48,36,35:BK1,16,6\"] {dance} *"));
    assert_eq!(replay.game.len(), 16);
}

#[test]
fn lines_are_no_longer_than_80_columns() {
    let Some(bytes) = file("226-std.pdn") else { return };
    for record in read(&bytes, None).0 {
        let text = write_record(&record);
        let movetext = text.split_once("\n\n").expect("an empty line").1;
        assert!(movetext.lines().all(|line| line.chars().count() <= 80), "{movetext}");
        let again = one(&text);
        assert_eq!((again.tags, again.items, again.score), (record.tags, record.items, record.score));
    }
}
