//! Trials of our own about whole games: who has won, games that go on behind their end, and texts made to take long.

use damka::notation::pdn::{Outcome, Tree, parse, replay, replay_as, write_pdn, write_tree};
use damka::notation::{Style, parse_fen_setup, write_fen};
use damka::rules::variant::{self, ANTIDRAUGHTS, BREAKTHROUGH, CANADIAN, INTERNATIONAL, POLISH_64};
use damka::rules::{Game, Piece, Position, Setup, Side, Status, Variant, WinReason};

fn position(variant: &'static Variant, fen: &str) -> Position {
    let setup = parse_fen_setup(variant, fen, Style::Official).expect(fen);
    setup.into_unusual_position().expect(fen)
}

/// W64-5: taking everything wins, and nothing is left to play for when such a position is set up.
#[test]
fn a_side_without_pieces_has_lost_whoever_is_to_move() {
    for (variant, fen, winner) in [
        (&POLISH_64, "W:Wc3:B", Side::White),
        (&POLISH_64, "B:Wc3:B", Side::White),
        (&INTERNATIONAL, "B:W:BK50", Side::Black),
        (&INTERNATIONAL, "W:W:BK50", Side::Black),
        (&BREAKTHROUGH, "W:W28:B", Side::White),
        (&ANTIDRAUGHTS, "W:W28:B", Side::Black),
        (&ANTIDRAUGHTS, "B:W28:B", Side::Black),
    ] {
        let mut game = Game::from_position(position(variant, fen));
        let won = Status::Won { winner, by: WinReason::NoPieces };
        assert_eq!(game.status(), won, "{} {fen}", variant.name);
        for m in game.position().legal_moves() {
            assert!(game.play(&m).is_err(), "{fen}");
        }
    }
}

/// The first figure of a result is that of the side that begins: in pool that is Black, unless the file says otherwise.
#[test]
fn a_result_belongs_to_the_side_that_began_in_the_file() {
    for (text, winner) in [
        ("[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 d6-c5 2. b2-c3 1-0", Side::White),
        ("[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 d6-c5 2. b2-c3 0-1", Side::Black),
        ("[GameType \"23,B,8,8,N1,0\"] 1. 11-15 23-19 1-0", Side::Black),
        ("[GameType \"21\"] 1. 11-15 23-19 0-1", Side::White),
        ("[GameType \"20\"] 1. 32-28 19-23 1-0", Side::White),
    ] {
        let replay_ = replay(&parse(text)[0]);
        assert!(replay_.error.is_none(), "{text}");
        assert_eq!(replay_.outcome, Outcome::Won(winner), "{text}");
        let as_given = replay_as(&parse(text)[0], replay_.choice.variant);
        assert_eq!(as_given.game.start(), replay_.game.start(), "{text}");
        // Written and read again it has the same winner.
        let again = replay(&parse(&write_pdn(&replay_.game, &[]))[0]);
        assert_eq!(again.outcome, Outcome::Won(winner), "{text}");
    }
}

#[test]
fn a_result_in_a_count_of_its_own_is_kept() {
    let record = &parse("[White \"a\"]\n[Result \"4-6\"]\n\n1. 32-28 19-23 4-6\n")[0];
    let replay_ = replay(record);
    assert_eq!((replay_.game.len(), replay_.outcome, replay_.error), (2, Outcome::Unknown, None));
    let tree = Tree::of(record, &replay(record));
    let text = write_tree(&replay(record).game, &tree, &record.tags);
    assert!(text.contains("[Result \"4-6\"]") && text.contains("19-23 4-6 *"), "{text}");
    let again = replay(&parse(&text)[0]);
    assert_eq!((again.game.len(), again.error), (2, None), "{text}");
}

/// What stands in a file and is no tag is none when it is written again.
#[test]
fn an_open_bracket_makes_no_tag_of_what_follows() {
    let record = &parse("[GameType \"25\"]\n[Bl\n{x} c3-d4 d6-c5 *")[0];
    let replay = replay(record);
    let text = write_tree(&replay.game, &Tree::of(record, &replay), &record.tags);
    let again = &parse(&text)[0];
    assert_eq!((again.tag("Bl"), again.moves().count()), (None, record.moves().count()), "{text}");
}

/// Ten thousand plies, each with a variation: what is asked for comes at once, and not each line with all before it.
#[test]
fn a_long_game_with_many_variations_gives_as_many_lines_as_are_wanted() {
    let dance = "48-42 (48-39) 1-7 {x} 42-48 (42-37) 7-1 $1 ".repeat(2500);
    let record = &parse(&format!("[GameType \"20\"][FEN \"W:WK48,36,35:BK1,16,6\"] {dance} *"))[0];
    let replay = replay(record);
    assert_eq!((replay.game.len(), replay.error.as_ref()), (10_000, None));
    let tree = Tree::of(record, &replay);
    let lines = tree.lines(3);
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [10_000, 9_999, 9_997]);
    let text = write_tree(&replay.game, &tree, &[]);
    assert_eq!(parse(&text)[0].moves().count(), 10_000);
}

/// Men in a lattice, where thousands of routes lead to the same few moves: both lists agree.
#[test]
fn boards_full_of_routes_have_the_same_moves_in_both_lists() {
    for variant in [&CANADIAN, &INTERNATIONAL, &variant::RUSSIAN, &variant::FRISIAN] {
        let geometry = variant.geometry();
        for row in [1, 2] {
            let mut lattice = Setup::empty(variant);
            lattice.turn = Side::White;
            for square in geometry.all() {
                let (r, column) = geometry.row_column(square);
                let inside = |n: u8| n > 0 && n < variant.size - 1;
                if r % 2 == row % 2 && inside(r) && inside(column) {
                    lattice.put(square, Some(Piece::king(Side::Black)));
                }
            }
            for square in geometry.all().filter(|square| lattice.piece(*square).is_none()).step_by(3) {
                let mut setup = lattice.clone();
                setup.put(square, Some(Piece::king(Side::White)));
                let position = setup.into_unusual_position().expect("kings alone");
                let key = |m: &damka::rules::Move| m.key();
                let mut moves: Vec<_> = position.legal_moves().iter().map(key).collect();
                let routes = position.legal_routes();
                if routes.len() == damka::rules::MOST_ROUTES {
                    continue;
                }
                let mut of_routes: Vec<_> = routes.iter().map(key).collect();
                for list in [&mut moves, &mut of_routes] {
                    list.sort();
                    list.dedup();
                }
                assert_eq!(moves, of_routes, "{} {}", variant.name, write_fen(&position, Style::Official));
            }
        }
    }
}
