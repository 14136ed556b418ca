//! Trials of our own about positions as text: how other programs and people write them.

use damka::notation::pdn::{parse, replay};
use damka::notation::{Style, parse_fen, parse_fen_setup, parse_move, write_fen, write_move};
use damka::rules::variant::{
    self, ENGLISH, INTERNATIONAL, ITALIAN, POLISH_64, RUSSIAN, SPANISH, THAI, TURKISH,
};
use damka::rules::{Position, Variant};

/// Texts that mean a position, and how that is written.
#[test]
fn what_is_meant_is_read() {
    let mut wrong = Vec::new();
    let start10 = write_fen(&Position::start(&INTERNATIONAL), Style::Official);
    let turned10 = start10.replacen('W', "B", 1).replace(":B1,", ":BK1,").replace(",50:", ",K50:");
    let start64 = write_fen(&Position::start(&POLISH_64), Style::Official);
    let trials: &[(&'static Variant, &str, &str)] = &[
        (&INTERNATIONAL, "W:W31-50:B1-20", &start10),
        (&INTERNATIONAL, "W:W31-50:B1-20.", &start10),
        (&INTERNATIONAL, "W:W 31-50:B 1-20", &start10),
        (&INTERNATIONAL, "W : W31-50 : B1-20", &start10),
        (&INTERNATIONAL, "w:w31-50:b1-20", &start10),
        (&INTERNATIONAL, "\"W:W31-50:B1-20\"", &start10),
        (&INTERNATIONAL, "'W:W31-50:B1-20'", &start10),
        (&INTERNATIONAL, "“W:W31-50:B1-20”", &start10),
        (&INTERNATIONAL, "[FEN \"W:W31-50:B1-20\"]", &start10),
        (&INTERNATIONAL, "[fen \"W:W31-50:B1-20\"]", &start10),
        (&INTERNATIONAL, "[FEN 'W:W31-50:B1-20']", &start10),
        (&INTERNATIONAL, "FEN \"W:W31-50:B1-20\"", &start10),
        (&INTERNATIONAL, "FEN: W:W31-50:B1-20", &start10),
        (&INTERNATIONAL, "W:W31-50:B1-20:", &start10),
        (&INTERNATIONAL, "W:W31–50:B1–20", &start10),
        (&INTERNATIONAL, "W:W31..50:B1..20", &start10),
        (&INTERNATIONAL, "W:W31.32.33:B1.2.", "W:W31,32,33:B1,2"),
        (&INTERNATIONAL, "W W31-50 B1-20", &start10),
        (&INTERNATIONAL, "[FEN \"W W31-50 B1-20\"]", &start10),
        (&INTERNATIONAL, "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", &start10),
        (&INTERNATIONAL, "bBbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwW", &turned10),
        (&INTERNATIONAL, "?:W31-50:B1-20", &start10),
        (&ENGLISH, "?:W32:B1", "B:W32:B1"),
        (&INTERNATIONAL, "W:W31-50:B1-20:0:1", &start10),
        (&INTERNATIONAL, "W:W31-50:B01-20", &start10),
        (&INTERNATIONAL, "W:W31-50:B1-20:H0:F1", &start10),
        (&INTERNATIONAL, "W:W31-50:B1-20:H0:F1:+0+0", &start10),
        (&INTERNATIONAL, "W:W31-50:B1-20:h0:f1", &start10),
        (&INTERNATIONAL, "W:B1-20:W31-50", &start10),
        (&INTERNATIONAL, "W:W31-40,41-50:B1-10,11-20,", &start10),
        (&INTERNATIONAL, "W:W31-50:B20-1", &start10),
        (&INTERNATIONAL, "\u{feff}W:W31-50:B1-20\n", &start10),
        (&INTERNATIONAL, "W:W31-50\n:B1-20\n", &start10),
        (&INTERNATIONAL, "W:W31,32,33 34 35:B1", "W:W31,32,33,34,35:B1"),
        (&INTERNATIONAL, "B:WK5:BK50", "B:WK5:BK50"),
        (&INTERNATIONAL, "B:Wk5:bk50", "B:WK5:BK50"),
        (&INTERNATIONAL, "B:WK 5:BK 50", "B:WK5:BK50"),
        (&INTERNATIONAL, "B:WK5:BK50:H4:F32", "B:WK5:BK50"),
        (&INTERNATIONAL, "B:WK5,K6,7:BK50", "B:WK5,K6,7:BK50"),
        (&INTERNATIONAL, "B:WM5:BM50", ""),
        (&INTERNATIONAL, "W:WK5-7:BK48-50", "W:WK5,K6,K7:BK48,K49,K50"),
        (&INTERNATIONAL, "W:WK5-K7:BK48-K50", "W:WK5,K6,K7:BK48,K49,K50"),
        (&INTERNATIONAL, "W:W:B1", "W:W:B1"),
        (&INTERNATIONAL, "B:W1", ""),
        (&POLISH_64, &start64, &start64),
        (&POLISH_64, "W:Wa1-h2,a3-g3:Bb6-h8", &start64),
        (&POLISH_64, "W:WA1,C1:BB8", "W:Wa1,c1:Bb8"),
        (&POLISH_64, "W:Wka1:Bkb8", "W:WKa1:BKb8"),
        (&POLISH_64, "W:W21-32:B1-12", &start64),
        (
            &RUSSIAN,
            "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
            "W:WKf8,a5,h4,a3,e3,g3,b2,h2:Bh8,g7,c5,e5,g5",
        ),
        (&RUSSIAN, "W:Wb2;c3:Bf8", "W:Wc3,b2:Bf8"),
        (&ENGLISH, "B:W21-32:B1-12", &write_fen(&Position::start(&ENGLISH), Style::Official)),
        (&ENGLISH, "B:W32,31,30:B1,2,3", "B:W30,31,32:B1,2,3"),
        (&ITALIAN, "W:W21-32:B1-12", &write_fen(&Position::start(&ITALIAN), Style::Official)),
        (&SPANISH, "W:W1-12:B21-32", &write_fen(&Position::start(&SPANISH), Style::Official)),
        (&TURKISH, "W:Wa2-h3:Ba6-h7", &write_fen(&Position::start(&TURKISH), Style::Official)),
        (&THAI, "W:W25-32:B1-8", &write_fen(&Position::start(&THAI), Style::Official)),
        // PDN lets Black begin, from the bottom.
        (&THAI, "B:B25-32:W1-8", &write_fen(&Position::start(&THAI), Style::Official)),
    ];
    for (variant, text, expected) in trials {
        let found = parse_fen(variant, text, Style::Official);
        let written = found.as_ref().map(|p| write_fen(p, Style::Official)).unwrap_or_default();
        if written != *expected {
            wrong.push(format!("{} {text}: {found:?}", variant.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), trials.len());
}

/// Texts that mean none: each is refused, and the word that is wrong is in the message.
#[test]
fn what_is_wrong_is_named() {
    let mut wrong = Vec::new();
    for (variant, text, word) in [
        (&INTERNATIONAL, "", "'W' or 'B'"),
        (&INTERNATIONAL, "hello", "hello"),
        (&INTERNATIONAL, "W:B1", "White are missing"),
        (&INTERNATIONAL, "W", "missing"),
        (&INTERNATIONAL, "W:", "missing"),
        (&INTERNATIONAL, "W31-50:B1-20", "'W31-50' at the start"),
        (&INTERNATIONAL, "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwww", "'W' or 'B'"),
        (&POLISH_64, "W:Wb8:Ba1", "Kb8"),
        (&INTERNATIONAL, ":W31:B1", "'W' or 'B'"),
        (&INTERNATIONAL, "X:W31:B1", "X"),
        (&INTERNATIONAL, "W:W31:B1:B2", "2 times"),
        (&INTERNATIONAL, "W:W31:W32", "given 2 times"),
        (&INTERNATIONAL, "W:W51:B1", "51"),
        (&INTERNATIONAL, "W:W0:B1", "'0'"),
        (&INTERNATIONAL, "W:W-1:B1", "-1"),
        (&INTERNATIONAL, "W:W31-:B1", "31-"),
        (&INTERNATIONAL, "W:W31-55:B1", "31-55"),
        (&INTERNATIONAL, "W:W1000000000000:B1", "1000000000000"),
        (&INTERNATIONAL, "W:W31,31:B1", "31"),
        (&INTERNATIONAL, "W:W31:B31", "31"),
        (&INTERNATIONAL, "W:W31-35,33:B1", "33"),
        (&INTERNATIONAL, "W:W31,x:B1", "x"),
        (&INTERNATIONAL, "W:W31,K:B1", "K"),
        (&INTERNATIONAL, "W:W31,KK32:B1", "KK32"),
        (&INTERNATIONAL, "W:W1:B50", "K1"),
        (&INTERNATIONAL, "W:W:B", "no piece"),
        (&INTERNATIONAL, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'W' or 'B'"),
        (&POLISH_64, "W:Wb1:Bb8", "b1"),
        (&POLISH_64, "W:Wi1:Bb8", "i1"),
        (&POLISH_64, "W:Wa9:Bb8", "a9"),
        (&POLISH_64, "W:W31-50:B1-20", "31-50"),
        (&POLISH_64, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4:Bb8", "13"),
    ] {
        match parse_fen(variant, text, Style::Official) {
            Ok(p) => wrong.push(format!("{text}: read as {}", write_fen(&p, Style::Official))),
            Err(error) if !error.to_string().contains(word) => wrong.push(format!("{text}: {error}")),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A file may give its position with or without SetUp, twice, empty, or as one that is none.
#[test]
fn positions_in_games() {
    let mut wrong = Vec::new();
    for (text, rules, plies, error) in [
        ("[SetUp \"1\"]\n[FEN \"W:W39,40:B4\"]\n1. 39-34 4-10 *", "international", 2, false),
        ("[FEN \"W:W39,40:B4\"]\n1. 39-34 *", "international", 1, false),
        ("[SetUp \"0\"]\n[FEN \"W:W39,40:B4\"]\n1. 39-34 *", "international", 1, false),
        ("[SetUp \"1\"]\n1. 32-28 *", "international", 1, false),
        ("[FEN \"\"]\n1. 32-28 *", "international", 1, false),
        ("[FEN \"B:W39,40:B4\"]\n1... 4-10 2. 39-34 *", "international", 2, false),
        ("[FEN \"B:W39,40:B4\"]\n1. 4-10 39-34 *", "international", 2, false),
        ("[Fen \"W:W39,40:B4\"]\n1. 39-34 *", "international", 1, false),
        ("[GameType \"25\"]\n[FEN \"W:Wc3:Bd6\"]\n1. c3-d4 *", "russian", 1, false),
        ("[GameType \"21\"]\n[FEN \"W:W18:B10\"]\n1. 18-15 10x19 *", "english", 2, false),
        // Whose turn it is is not told, or told otherwise by the first number.
        ("[FEN \"?:W39,40:B4\"]\n1. 4-10 39-34 *", "international", 2, false),
        ("[FEN \"?:W39,40:B4\"]\n1. 39-34 4-10 *", "international", 2, false),
        ("[FEN \"W:W39,40:B4\"]\n1... 4-10 2. 39-34 *", "international", 2, false),
        ("[FEN \"W:W39,40:B4\"]\n1. 4-10 39-34 *", "international", 0, true),
        ("[GameType \"20,W,10,10,A0,0\"]\n1. d4-e5 b8-a7 *", "international", 1, true),
        ("[GameType \"20,W,10,10,A0,0\"]\n1. d4-e5 g7-f6 *", "international", 2, false),
        ("[GameType \"20\"]\n[FEN \"W:W51:B4\"]\n1. 39-34 *", "international", 0, true),
        ("[GameType \"20\"]\n[FEN \"nonsense\"]\n1. 32-28 *", "international", 0, true),
        ("[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"20,W,10,0,N,0\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"20,w\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \" 20 \"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"020\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"International\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"Russian\"]\n1. c3-d4 d6-c5 *", "russian", 2, false),
        ("[GameType \"25 (Russian)\"]\n1. c3-d4 d6-c5 *", "russian", 2, false),
        ("[GameType \"999\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"0\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"-1\"]\n1. 32-28 *", "international", 1, false),
        ("[GameType \"21,B,8,8,N1,0\"]\n1. 11-15 23-19 *", "english", 2, false),
        ("[GameType \"22,W,8,8,N2,1\"]\n1. 21-17 9-13 *", "italian", 2, false),
        ("[GameType \"23,B,8,8,N1,0\"]\n1. 11-15 23-19 *", "pool", 2, false),
        ("[GameType \"23,W,8,8,A0,0\"]\n1. c3-d4 d6-c5 *", "pool", 2, false),
        ("[GameType \"24,W,8,8,N1,1\"]\n1. 10-14 23-20 *", "spanish", 2, false),
        ("[GameType \"28,W,8,8,N1,1\"]\n1. 10-14 23-20 *", "portuguese", 2, false),
        ("[GameType \"26,W,8,8,A0,0\"]\n1. c3-d4 d6-c5 *", "brazilian", 2, false),
        ("[GameType \"26\"]\n1. 22-18 11-15 *", "brazilian", 2, false),
        ("[GameType \"25\"]\n1. 22-18 11-15 *", "russian", 2, false),
        ("[GameType \"29\"]\n1. c3-d4 d6-c5 *", "czech", 2, false),
        ("[GameType \"27\"]\n1. 45-39 28-34 *", "canadian", 2, false),
        ("[GameType \"30\"]\n1. a3-a4 a6-a5 *", "turkish", 2, false),
        ("[GameType \"40\"]\n1. 32-28 19-23 *", "frisian", 2, false),
        ("[Variant \"Frisian\"]\n1. 32-28 19-23 *", "frisian", 2, false),
        ("[Variant \"Russian draughts\"]\n1. c3-d4 d6-c5 *", "russian", 2, false),
        ("[Variant \"From Position\"][FEN \"W:W39,40:B4\"]\n1. 39-34 *", "international", 1, false),
        ("[GameType \"20\"][FEN \"W:W31-50:B1-20:H0:F1\"]\n1. 32-28 *", "international", 1, false),
    ] {
        let replay = replay(&parse(text)[0]);
        if (replay.choice.variant.name, replay.game.len(), replay.error.is_some()) != (rules, plies, error) {
            wrong.push(format!("{text}: {} {} {:?}", replay.choice, replay.game.len(), replay.error));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every rule set's start position is written, read and begun from by the side that begins there.
#[test]
fn every_start_position_comes_back_in_capitals_and_small_letters() {
    for variant in variant::ALL {
        let start = Position::start(variant);
        let fen = write_fen(&start, Style::Official);
        for text in [
            fen.clone(),
            fen.to_uppercase(),
            fen.to_lowercase(),
            fen.replace(',', ", "),
            fen.replace(':', " : "),
        ] {
            assert_eq!(
                parse_fen(variant, &text, Style::Official).as_ref(),
                Ok(&start),
                "{} {text}",
                variant.name
            );
        }
        assert_eq!(parse_fen_setup(variant, &fen, Style::Official).expect("a set-up").turn, variant.first);
    }
}

#[test]
fn moves_as_people_type_them() {
    let mut wrong = Vec::new();
    for (variant, fen, typed, meant) in [
        (&INTERNATIONAL, "W:WK46:B28", "46x5", "46x5"),
        (&INTERNATIONAL, "W:WK46:B28", "46 5", "46x5"),
        (&INTERNATIONAL, "W:WK46:B28", "46-5", "46x5"),
        (&INTERNATIONAL, "W:WK46:B28", "46x28x5", ""),
        (&INTERNATIONAL, "W:W31-50:B1-20", "32-28", "32-28"),
        (&INTERNATIONAL, "W:W31-50:B1-20", "1. 32-28", "32-28"),
        (&INTERNATIONAL, "W:W31-50:B1-20", "1.32-28", "32-28"),
        (&INTERNATIONAL, "B:W31-50:B1-20", "1... 19-23", "19-23"),
        (&INTERNATIONAL, "B:W31-50:B1-20", "1...19-23", "19-23"),
        (&INTERNATIONAL, "W:W31-50:B1-20", "32-28!", "32-28"),
        (&INTERNATIONAL, "W:W31-50:B1-20", "32-28?!", "32-28"),
        (&INTERNATIONAL, "W:W31-50:B1-20", "32/28", ""),
        (&INTERNATIONAL, "W:W31-50:B1-20", "3228", ""),
        (&INTERNATIONAL, "W:W31-50:B1-20", "", ""),
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x38x15", "4x27x38x15"),
        // Ends, then the captured pieces, as the Hub protocol has it; squares of the way come first.
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15x13x20x32", "4x27x38x15"),
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15x37x20x13", "4x31x42x15"),
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15x13x20x33", ""),
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15x13x13x13", ""),
        (&INTERNATIONAL, "W:WK4:B13,20,32,37", "4x15x13,20,32", ""),
        (&INTERNATIONAL, "W:W15:B9,10,19,20", "15x15", "15x15"),
        (&INTERNATIONAL, "W:W15:B9,10,19,20", "15x24x13x4x15", "15x15"),
        (&RUSSIAN, "W:Wh6:Bg7,c5,d2", "h6:e1", "h6:e1"),
        (&RUSSIAN, "W:Wh6:Bg7,c5,d2", "h6:f8:b4:e1", "h6:e1"),
        (&RUSSIAN, "W:Wh6:Bg7,c5,d2", "he1", "h6:e1"),
        (&RUSSIAN, "W:Wh6:Bg7,c5,d2", "h6-f8-b4-e1", "h6:e1"),
        (&RUSSIAN, "W:Wh6:Bg7,c5,d2", "h6f8b4e1", "h6:e1"),
        (&SPANISH, "W:W1-12:B21-32", "10-14", "10-14"),
        (&ITALIAN, "W:W21-32:B1-12", "21-17", "21-17"),
        (&TURKISH, "W:Wa2-h3:Ba6-h7", "a3-a4", "a3-a4"),
        (&THAI, "W:W25-32:B1-8", "25-21", "25-21"),
    ] {
        let p = parse_fen(variant, fen, Style::Official).expect(fen);
        let found = parse_move(&p, typed);
        let written = found.as_ref().map(|m| write_move(&p, m)).unwrap_or_default();
        if written != meant {
            wrong.push(format!("{fen} {typed}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
