//! Trials of our own about whole files: encodings, damage, size, and games that are wrong somewhere.

use damka::notation::pdn::{Cause, Encoding, Known, Reader, Score, parse, read, replay, write_record};
use damka::notation::{MoveError, write_move};
use damka::rules::Side;

#[test]
fn names_in_the_encodings_of_their_countries() {
    for (bytes, encoding, name) in [
        (&b"[White \"\xa3ukasz \xaf\xf3\xb3\xe6\"] 1. c3-d4 *"[..], Encoding::Windows1250, "Łukasz Żółć"),
        (b"[White \"Ji\xf8\xed Nov\xe1k\"] 1. c3-d4 *", Encoding::Windows1252, ""),
        (b"[White \"a\"] {\xbfPor qu\xe9?} 1. c3-d4 *", Encoding::Windows1252, "a"),
        (b"[White \"Mo\xbfe\"] 1. c3-d4 *", Encoding::Windows1250, "Może"),
        (b"[White \"Andr\xe9 Mu\xf1oz\"] 1. 32-28 *", Encoding::Windows1252, "André Muñoz"),
        (b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"] 1. c3-d4 *", Encoding::Windows1251, "Иванов"),
        (b"[White \"\x88\xa2\xa0\xad\xae\xa2\"] 1. c3-d4 *", Encoding::Cp866, "Иванов"),
        ("[White \"Łukasz\"] 1. c3-d4 *".as_bytes(), Encoding::Utf8, "Łukasz"),
        (b"[White \"plain\"] 1. c3-d4 *", Encoding::Utf8, "plain"),
        (b"\xef\xbb\xbf[White \"mark\"] 1. c3-d4 *", Encoding::Utf8, "mark"),
        (b"\xff\xfe[\0W\0h\0i\0t\0e\0 \0\"\0a\0\"\0]\0", Encoding::Utf16Le, "a"),
        (b"\0[\0W\0h\0i\0t\0e\0 \0\"\0a\0\"\0]", Encoding::Utf16Be, "a"),
    ] {
        let (records, used) = read(bytes, None);
        assert_eq!(used, encoding, "{name}");
        if !name.is_empty() {
            assert_eq!(records[0].known(Known::White), Some(name));
        }
    }
}

/// A file may break off anywhere: what stands before is read, and nothing is made up.
#[test]
fn a_file_that_is_cut_anywhere_keeps_what_came_before() {
    let text = "[Event \"a \\\"b\\\"\"]\r\n[White \"Łukasz\"]\r\n\r\n1. 32-28 {one {two} three} 19-23 (1... 18-23 2. 38-32) 2. 28x19 $1 14x23! 2-0\r\n\r\n\
                [Event \"c\"]\r\n\r\n1. 33-29 19-24 ; rest\r\n2. 39-33 *\r\n";
    let whole = parse(text);
    let full: Vec<Vec<&str>> = whole.iter().map(|record| record.moves().collect()).collect();
    for cut in 0..=text.len() {
        let bytes = &text.as_bytes()[..cut];
        let (records, _) = read(bytes, Some(Encoding::Utf8));
        assert!(records.len() <= 2, "{cut}");
        for (record, full) in records.iter().zip(&full) {
            let moves: Vec<&str> = record.moves().collect();
            // The last one may be half a move: `14x2`.
            let sure = moves.len().saturating_sub(1);
            assert_eq!(&moves[..sure], &full[..sure], "{cut}");
            assert!(moves.len() <= full.len(), "{cut}: {moves:?}");
        }
    }
}

#[test]
fn a_wrong_game_in_the_middle_costs_no_other() {
    let text = "[Event \"1\"]\n1. 32-28 19-23 1-1\n[Event \"2\"]\n1. 32-28 5-50 2. 1-1 xx *\n[Event \"3\"]\n[FEN \"rubbish\"]\n1. 32-28 *\n\
                [Event \"4\"]\n\n[Event \"5\"]\n1. {never closed\n[Event \"6\"]\n(1. 32-28\n[Event \"7\"]\n1. 33-29 0-2";
    let records = parse(text);
    let events: Vec<_> = records.iter().filter_map(|record| record.tag("Event")).collect();
    assert_eq!(events, ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(replay(&records[6]).game.len(), 1);
    assert_eq!(replay(&records[1]).rest[0], "5-50");
}

/// What is told of a wrong move: its number, side, ply, text, and what would be right.
#[test]
fn faults_are_told_with_their_place() {
    for (text, ply, number, side, words) in [
        ("1. 32-28 19-23 2. 28x19 15x24 *", 4, 2, Side::Black, &["14x23", "must capture"][..]),
        ("1. 32-28 19-23 2. 37-31 *", 3, 2, Side::White, &["must capture", "28x19"]),
        ("1. 32-58 *", 1, 1, Side::White, &["'58'", "1-50"]),
        ("1. 32-28 32-28 *", 2, 1, Side::Black, &["'32-28'", "legal is"]),
        ("1. 32-28 18-23 2. 99-1 *", 3, 2, Side::White, &["'99'", "1-50"]),
        ("[FEN \"B:W31:B1\"] 1... 1-50 *", 1, 1, Side::Black, &["1-6", "1-7"]),
        ("[FEN \"W:W6:BK50\"] 1. 6-1 50-45 2. 6-1 *", 3, 2, Side::White, &["'6-1'"]),
    ] {
        let text = format!("[GameType \"20\"] {text}");
        let replay = replay(&parse(&text)[0]);
        let error = replay.error.expect("an error");
        assert_eq!((error.ply, error.number, error.side), (ply, number, side), "{text}");
        assert!(matches!(error.cause, Cause::Move(_)));
        let sentence = error.to_string();
        for word in words {
            assert!(sentence.contains(word), "{text}: {sentence}");
        }
    }
    // A move that could not be read as one is told with the first that does not fit.
    let replay_ = replay(&parse("[GameType \"20\"] 1. 32-28 19/23 2. 28x19 14x23 *")[0]);
    let sentence = replay_.error.expect("an error").to_string();
    assert!(sentence.contains("'19/23' before it could not be read"), "{sentence}");
    // The game is over and the file goes on.
    let replay = replay(&parse("[GameType \"20\"][FEN \"W:W28:B23\"] 1. 28x19 1-7 *")[0]);
    let error = replay.error.expect("an error");
    assert_eq!((replay.game.len(), error.ply), (1, 2));
    assert!(matches!(error.cause, Cause::Move(MoveError::Illegal { ref legal, .. }) if legal.is_empty()));
}

/// Long captures: by their ends, by some squares between, in any order of signs; ambiguous ones by what follows.
#[test]
fn long_captures_in_games() {
    let fen = "[GameType \"20\"][FEN \"W:WK4,50:B13,20,32,37,1\"]";
    for (text, taken, guesses) in [
        ("1. 4x27x38x15 1-7 *", "4x27x38x15", 0),
        ("1. 4x38x15 1-7 *", "4x27x38x15", 0),
        ("1. 4:31:42:15 1-7 *", "4x31x42x15", 0),
        ("1. 4 x 31 x 42 x 15 1-7 *", "4x31x42x15", 0),
        ("1. 4-31-42-15 1-7 *", "4x31x42x15", 0),
        ("1. 4x15 32-38 *", "4x31x42x15", 1),
        ("1. 4x15 37-42 *", "4x27x38x15", 1),
        ("1. 4x15 *", "", 1),
    ] {
        let replay = replay(&parse(&format!("{fen} {text}"))[0]);
        assert!(replay.error.is_none(), "{text}: {:?}", replay.error);
        assert_eq!(replay.guesses.len(), guesses, "{text}");
        if !taken.is_empty() {
            assert_eq!(write_move(replay.game.start(), &replay.game.all_moves()[0]), taken, "{text}");
        }
    }
}

#[test]
fn moves_behind_the_result_are_a_game_of_their_own_and_are_not_lost() {
    let records = parse("[Event \"a\"]\n1. 32-28 19-23 2-0 2. 28x19 14x23\n\n[Event \"b\"]\n1. 31-27 *");
    let moves: Vec<usize> = records.iter().map(|record| record.moves().count()).collect();
    assert_eq!(moves, [2, 2, 1]);
    assert_eq!(records[0].score, Some(Score::TwoNil));
}

#[test]
fn empty_files_hold_no_game() {
    for text in [
        "",
        " ",
        "\n\n",
        "\u{feff}",
        "\0\0\0",
        "\u{1a}",
        "%",
        "% only\n% remarks",
        ";",
        "{}",
        "()",
        "...",
        "\r\n \t",
    ] {
        assert!(parse(text).is_empty(), "{text:?}: {:?}", parse(text));
    }
}

/// Sixteen megabytes are read in slices, none of them long.
#[test]
fn a_huge_file_is_read_in_short_slices() {
    let game = "[White \"Anna\"]\n[Black \"Jan\"]\n\n1. 32-28 {a remark} 19-23 2. 28x19 14x23 3. 37-32 10-14 1-1\n\n";
    let n = (16 << 20) / game.len();
    let mut reader = Reader::new(game.repeat(n));
    let mut slices = Vec::new();
    loop {
        let clock = std::time::Instant::now();
        let more = reader.read_on(4000);
        slices.push(clock.elapsed());
        if !more {
            break;
        }
    }
    let records = reader.finish();
    assert_eq!(records.len(), n);
    slices.sort_unstable();
    let (half, longest) = (slices[slices.len() / 2], slices[slices.len() - 1]);
    println!("{n} games in {} slices, half of them within {half:?}, the longest {longest:?}", slices.len());
    // A phone is perhaps ten times slower, and 50 ms are allowed there; the longest may have waited for other tests.
    assert!(slices.len() > 100 && half.as_millis() < 5, "{half:?}");
}

#[test]
fn several_hundred_games_come_back_one_by_one() {
    let game = |i| format!("[Round \"{i}\"]\n1. 32-28 {{game {i}}} 19-23 1-1\n\n");
    let text = (0..700).map(game).collect::<Vec<_>>().concat();
    let records = parse(&text);
    assert_eq!(records.len(), 700);
    let again = records.iter().map(write_record).collect::<Vec<_>>().concat();
    let twice = parse(&again);
    assert_eq!(twice.len(), 700);
    assert!(
        records.iter().zip(&twice).all(|(a, b)| (&a.tags, &a.items, a.score) == (&b.tags, &b.items, b.score))
    );
}
