//! Impossible set-ups are refused with every reason named, and where.

mod common;

use damka::rules::variant::{ALL, INTERNATIONAL, POLISH_64};
use damka::rules::{Piece, Position, Setup, SetupFault, Side, Square};

fn setup(pieces: &[(u8, Piece)]) -> Setup {
    let mut setup = Setup::empty(&POLISH_64);
    for &(number, piece) in pieces {
        setup.put(Square(number - 1), Some(piece));
    }
    setup
}

#[test]
fn an_empty_board_is_refused() {
    let faults = Setup::empty(&INTERNATIONAL).into_position().expect_err("nothing to play with");
    assert_eq!(faults, [SetupFault::NoPieces]);
    assert!(!faults[0].is_only_unusual());
    assert!(Setup::empty(&INTERNATIONAL).into_unusual_position().is_err());
}

#[test]
fn one_side_without_pieces_is_a_finished_game_not_a_fault() {
    let position = setup(&[(20, Piece::man(Side::White))]).into_position().expect("sound");
    assert_eq!(position.passed().winner(), Some(Side::White), "Black, to move, has nothing left (W64-5)");
}

#[test]
fn each_man_on_its_promotion_row_is_named() {
    let wrong = setup(&[
        (1, Piece::man(Side::White)),
        (4, Piece::man(Side::White)),
        (3, Piece::king(Side::White)),
        (30, Piece::man(Side::Black)),
        (29, Piece::man(Side::White)),
    ]);
    let fault = |side, number: u8| SetupFault::ManOnPromotionRow { side, square: Square(number - 1) };
    let faults = wrong.faults();
    assert_eq!(faults, [fault(Side::White, 1), fault(Side::White, 4), fault(Side::Black, 30)]);
    assert!(faults.iter().all(|fault| !fault.is_only_unusual()));
    assert!(faults[0].to_string().contains("square 1"), "{}", faults[0]);
    assert_eq!(wrong.clone().into_position(), Err(faults.clone()));
    assert_eq!(wrong.into_unusual_position(), Err(faults));
}

#[test]
fn too_many_pieces_are_only_unusual() {
    let mut many = Setup::empty(&POLISH_64);
    for n in 8..=20 {
        many.put(Square(n), Some(Piece::king(Side::Black)));
    }
    let faults = many.faults();
    assert_eq!(faults, [SetupFault::TooMany { side: Side::Black, pieces: 13, most: 12 }]);
    assert!(faults[0].is_only_unusual());
    assert!(faults[0].to_string().contains("13"));
    assert_eq!(many.clone().into_position(), Err(faults));
    assert!(many.into_unusual_position().is_ok(), "the player may go on");
}

#[test]
fn every_fault_is_named_at_once() {
    let mut many = Setup::empty(&POLISH_64);
    for n in 0..13 {
        many.put(Square(n), Some(Piece::man(Side::White)));
    }
    let faults = many.faults();
    assert_eq!(faults.len(), 1 + 4, "too many, and four on the promotion row: {faults:?}");
    let grave = many.into_unusual_position().expect_err("four are grave");
    assert_eq!(grave.len(), 4);
}

#[test]
fn what_stands_on_a_square_is_replaced_or_taken_away() {
    let mut one = setup(&[(20, Piece::man(Side::White))]);
    one.put(Square(19), Some(Piece::king(Side::Black)));
    assert_eq!(one.piece(Square(19)), Some(Piece::king(Side::Black)));
    one.put(Square(19), None);
    assert_eq!(one.piece(Square(19)), None);
    assert_eq!(one.piece(Square(200)), None, "off the board stands nothing");
}

#[test]
fn every_start_position_is_sound() {
    for variant in ALL {
        let start = Position::start(variant);
        assert_eq!(start.setup().into_position(), Ok(start), "{}", variant.name);
    }
}
