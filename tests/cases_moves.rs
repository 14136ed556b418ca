//! The open cases about moves and positions as text, each by its number.

mod common;

use damka::notation::{
    FenFault, MoveError, Style, parse_fen, parse_fen_setup, parse_move, write_fen, write_move,
    write_move_full,
};
use damka::rules::variant::{CZECH, ENGLISH, FRISIAN, INTERNATIONAL, POLISH_64, RUSSIAN};
use damka::rules::{Game, Position, Side, Status, Variant};

fn position(variant: &'static Variant, fen: &str) -> Position {
    parse_fen(variant, fen, Style::Official).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn b003_a_short_ambiguous_capture_is_refused_and_a_full_one_read() {
    let p = position(&INTERNATIONAL, "W:WK4:B13,20,32,37");
    let Err(MoveError::Ambiguous { candidates, written, .. }) = parse_move(&p, "4x15") else {
        panic!("4x15 was read")
    };
    assert_eq!(candidates.len(), 2);
    let mut sorted = written.clone();
    sorted.sort();
    assert_eq!(sorted, ["4x27x38x15", "4x31x42x15"]);
    for (m, text) in candidates.iter().zip(&written) {
        assert_eq!(&write_move(&p, m), text);
        assert!(parse_move(&p, text).expect("legal").same_as(m));
    }
    // One square between is enough to tell them apart.
    let over_32 = parse_move(&p, "4x38x15").expect("legal");
    assert!(over_32.captured().iter().any(|s| s.row_number() == 32));
}

#[test]
fn b004_every_route_is_written_alike_where_it_does_not_turn() {
    // Between the two captured men the king may land on 12, 18 or 23; written is the square right behind.
    let p = position(&INTERNATIONAL, "W:WK1:B7,29");
    let routes = p.legal_routes();
    assert!(routes.iter().any(|m| m.path()[1].row_number() == 23), "{routes:?}");
    for m in &routes {
        let text = write_move_full(&INTERNATIONAL, m);
        assert!(text.starts_with("1x12x"), "{text}");
    }
}

#[test]
fn b003_a_capture_of_one_piece_can_be_told_from_a_longer_one_with_the_same_ends() {
    let p = position(&CZECH, "W:WKf6:BKg7,b6,Kh6,g5,e3,Kg3");
    assert_eq!(parse_move(&p, "f6xh8").expect("complete").captured().len(), 1);
    assert_eq!(parse_move(&p, "f6xh4xf2xd4xh8").expect("complete").captured().len(), 4);
}

#[test]
fn b039_the_side_to_move_stands_once() {
    let start = Position::start(&INTERNATIONAL);
    let fen = write_fen(&start, Style::Official);
    assert!(
        fen.starts_with("W:W31,32,33") && fen.contains(":B1,2,3") && fen.matches('W').count() == 2,
        "{fen}"
    );
    let error = parse_fen(&INTERNATIONAL, "W:W:W31-50:B1-20", Style::Official).expect_err("W twice");
    assert!(matches!(error.faults[0], FenFault::TurnTwice(_)), "{error}");
    assert!(error.to_string().contains("twice"));
}

#[test]
fn b040_a_side_without_pieces() {
    let mut game = Game::from_position(position(&INTERNATIONAL, "W:W39:B44"));
    let capture = parse_move(game.position(), "39x50").expect("legal");
    game.play(&capture).expect("legal");
    assert_eq!(write_fen(game.position(), Style::Official), "B:W50:B");
    assert!(matches!(game.status(), Status::Won { winner: Side::White, .. }));
    assert_eq!(&position(&INTERNATIONAL, "B:W50:B"), game.position());
    assert_eq!(&position(&INTERNATIONAL, "B:W50:B:H0:F2"), game.position());
    assert_eq!(position(&INTERNATIONAL, "W:W:B1:H0:F1").side(Side::White), 0);
}

#[test]
fn b041_every_bad_part_is_named_and_good_ones_are_read() {
    let error = parse_fen(&INTERNATIONAL, "W:WK4,WK5,55:B4", Style::Official).expect_err("three faults");
    assert_eq!(error.faults.len(), 3, "{error}");
    for word in ["'WK5'", "'55'", "'4'"] {
        assert!(error.to_string().contains(word), "{error}");
    }
    let kings = position(&INTERNATIONAL, "W:WK4-6:B40");
    assert_eq!(write_fen(&kings, Style::Official), "W:WK4,K5,K6:B40");
    assert_eq!(position(&INTERNATIONAL, "W:W31, 32 ,33:B1"), position(&INTERNATIONAL, "W:W31-33:B1"));
    let start = Position::start(&INTERNATIONAL);
    assert_eq!(position(&INTERNATIONAL, "W:W31-50:B1-20"), start);
    assert_eq!(position(&INTERNATIONAL, "B:B1-20:W31-50"), start.passed());
}

#[test]
fn b041_a_man_on_its_promotion_row_is_named_as_the_rule_set_does() {
    let error = parse_fen(&POLISH_64, "W:Wc1,f8:Bb6", Style::Official).expect_err("a man on f8");
    assert!(error.to_string().contains("f8"), "{error}");
}

#[test]
fn b045_counters_behind_the_pieces_are_no_pieces() {
    let start = Position::start(&INTERNATIONAL);
    assert_eq!(position(&INTERNATIONAL, "W:W31-50:B1-20:H0:F1"), start);
    assert_eq!(position(&INTERNATIONAL, "W:W31-50:B1-20:+0+0"), start);
    assert_eq!(position(&INTERNATIONAL, "[FEN \"W:W31-50:B1-20.\"]"), start);
}

#[test]
fn b064_short_russian_forms() {
    let p = position(&RUSSIAN, "W:Wd4:Be5");
    for text in ["d:f6", "df6", "d4:f6", "dxf6"] {
        assert_eq!(write_move(&p, &parse_move(&p, text).expect(text)), "d4:f6");
    }
    let two = position(&RUSSIAN, "W:Wc3,c5:Bh8");
    assert!(matches!(parse_move(&two, "cd4"), Ok(ref m) if write_move(&two, m) == "c3-d4"));
    let two = position(&RUSSIAN, "W:WKc3,Kc5:Bh8");
    let error = parse_move(&two, "cd4").expect_err("both kings can");
    assert!(matches!(error, MoveError::Ambiguous { .. }));
    assert!(error.to_string().contains("c3-d4") && error.to_string().contains("c5-d4"), "{error}");
}

#[test]
fn b077_half_a_capture_is_no_move() {
    let p = position(&INTERNATIONAL, "W:WK4:B13,20,32,37");
    for half in ["4x27", "4x27x38", "4x31"] {
        assert!(matches!(parse_move(&p, half), Err(MoveError::Illegal { must_capture: true, .. })), "{half}");
    }
    for m in p.legal_moves() {
        assert_eq!(write_move_full(&INTERNATIONAL, &m).matches('x').count(), m.captured().len());
    }
}

/// Every list of legal moves in the cases, in text: each move is read, takes what is listed, and is written in full as it
/// stands there (where it has one route only; the list may show another of several).
#[test]
fn the_moves_listed_in_all_cases_are_read_and_written_so() {
    let Some(path) = common::shared("trials/CASES.md") else { return };
    let text = std::fs::read_to_string(path).expect("the cases");
    let mut listed = 0;
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("- `")) {
        let Some((fen, rest)) = line.split_once("` (") else { continue };
        let Some((rules, rest)) = rest.split_once("): ") else { continue };
        let Some((_, moves)) = rest.split_once(" legal: ") else { continue };
        let variant = match rules.split([' ', ',']).next() {
            Some("Russian") => &RUSSIAN,
            Some("Polish-64") => &POLISH_64,
            Some("International") => &INTERNATIONAL,
            Some("Frisian") => &FRISIAN,
            Some("English") => &ENGLISH,
            _ => continue,
        };
        let setup = parse_fen_setup(variant, fen, Style::Official).expect(fen);
        let p = setup.into_unusual_position().expect(fen);
        let moves = moves.split(" [own").next().expect("a list").split(" [pyd").next().expect("a list");
        for item in moves.split("; ").filter(|item| !item.starts_with("none")) {
            let (written, takes) = item.trim_end_matches('.').split_once(" takes ").unwrap_or((item, ""));
            let squares = written.split(' ').next().expect("squares").trim_end_matches('.');
            let m = parse_move(&p, squares).unwrap_or_else(|e| panic!("{fen}: {e}"));
            let victims = takes.trim_end_matches('.').split(',').filter(|name| !name.is_empty()).count();
            assert_eq!(m.captured().len(), victims, "{fen}: {item}");
            assert_eq!(m.crowns(), item.contains("(crowns)"), "{fen}: {item}");
            let full = write_move_full(variant, &m);
            let signs = |text: &str| text.replace([':', '-'], "x");
            if !item.contains("routes]") {
                assert_eq!(signs(&full), signs(squares), "{fen}: {item}");
            }
            assert!(parse_move(&p, &full).is_ok_and(|read| read.same_as(&m)), "{fen}: {full}");
            listed += 1;
        }
    }
    println!("{listed} moves");
    assert!(listed > 100, "{listed}");
}
