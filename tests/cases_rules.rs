//! The trial cases that concern the rules, named by their ids. `tests/data/cases.tsv` holds their positions with every
//! legal move; the tests say what each is about.

mod common;

use std::collections::BTreeSet;

use common::{named, play, position};
use damka::notation::{Style, parse_square, write_fen};
use damka::rules::variant::{self, Variant};
use damka::rules::{Game, Kind, Move, PlayError, Position, Side, Square, Status, WinReason, naive};

/// From, to, captured squares, whether it crowns.
type Key = (Square, Square, BTreeSet<Square>, bool);

fn key(m: &Move) -> Key {
    (m.from(), m.to(), m.captured().iter().copied().collect(), m.crowns())
}

/// A move as the file writes it: `h6xf8xb4xe1+ 2 routes takes g7,c5,d2`.
struct Listed {
    key: Key,
    path: Vec<Square>,
    routes: usize,
}

fn listed(variant: &Variant, text: &str) -> Listed {
    let square =
        |name: &str| parse_square(variant, name, Style::Official).unwrap_or_else(|| panic!("{text}"));
    let (moved, takes) = text.split_once(" takes ").unwrap_or((text, ""));
    let (moved, routes) = moved.split_once(' ').unwrap_or((moved, "1 routes"));
    let crowns = moved.ends_with('+');
    let path: Vec<Square> = moved.trim_end_matches('+').split(['-', 'x']).map(square).collect();
    let captured = takes.split(',').filter(|name| !name.is_empty()).map(square).collect();
    let routes = routes.trim_end_matches(" routes").parse().expect("a number of routes");
    Listed { key: (path[0], path[path.len() - 1], captured, crowns), path, routes }
}

/// Checks every position of a case; gives them for more to be asked.
fn case(id: &str) -> Vec<Position> {
    let mut positions = Vec::new();
    for line in include_str!("data/cases.tsv").lines().filter(|line| line.starts_with(id)) {
        let columns: Vec<_> = line.split('\t').collect();
        let [_, rules, fen, moves] = columns[..] else { panic!("four columns: {line}") };
        let variant = Variant::named(rules).expect("known");
        let position = position(variant, fen);
        let expected: Vec<Listed> =
            moves.split("; ").filter(|text| !text.is_empty()).map(|text| listed(variant, text)).collect();
        let keys: BTreeSet<Key> = expected.iter().map(|listed| listed.key.clone()).collect();
        let legal: BTreeSet<Key> = position.legal_moves().iter().map(key).collect();
        assert_eq!(legal, keys, "{id} {rules} {fen}");
        assert_eq!(naive::moves(&position), keys, "{id} {rules} {fen}: the twin");
        let routes = position.legal_routes();
        for listed in &expected {
            let same: Vec<&Move> = routes.iter().filter(|m| key(m) == listed.key).collect();
            assert_eq!(same.len(), listed.routes, "{id} {fen}: routes of {:?}: {same:?}", listed.key);
            assert!(same.iter().any(|m| m.path() == listed.path), "{id} {fen}: the route {:?}", listed.path);
        }
        positions.push(position);
    }
    assert!(!positions.is_empty(), "no positions of {id}");
    positions
}

#[test]
fn b001_a_capture_is_finished_and_tells_two_rule_sets_apart() {
    case("B001");
}

#[test]
fn b003_same_ends_other_victims_are_two_moves() {
    let moves = case("B003")[0].legal_moves();
    assert_eq!((moves[0].from(), moves[0].to()), (moves[1].from(), moves[1].to()));
    assert!(!moves[0].same_as(&moves[1]));
    // The route that was chosen is the one that is played.
    for m in &moves {
        let mut game = Game::from_position(case("B003")[0]);
        game.play(m).expect("legal");
        assert_eq!(game.last_move(), Some(m));
    }
}

#[test]
fn b004_the_long_form_names_one_route() {
    let position = case("B004")[0];
    assert_eq!(named(&position, "1x23x14x25").captured().len(), 3);
}

#[test]
fn b006_a_circle_ends_where_it_began_and_can_be_taken_back() {
    for position in case("B006") {
        for route in position.legal_routes() {
            let mut game = Game::from_position(position);
            game.play(&route).expect("legal");
            assert_eq!(
                game.last_move().map(Move::path),
                Some(route.path()),
                "the route that was entered is kept"
            );
            let after = *game.position();
            assert_eq!(after.side(position.turn()).count_ones(), position.side(position.turn()).count_ones());
            assert_eq!(after.piece(route.to()), position.piece(route.from()), "it stays what it was");
            assert!(game.undo());
            assert_eq!(game.position(), &position);
            assert!(game.redo());
            assert_eq!(game.position(), &after);
        }
    }
}

#[test]
fn b007_many_routes_one_list() {
    // How fast is for the bench to say.
    case("B007");
}

#[test]
fn b008_a_man_that_passes_the_last_row_stays_a_man() {
    for position in case("B008") {
        let russian = position.variant().name == "russian";
        for m in position.legal_moves() {
            let kind = position.play(&m).piece(m.to()).map(|piece| piece.kind);
            assert_eq!(kind, Some(if russian { Kind::King } else { Kind::Man }));
        }
    }
}

#[test]
fn b010_the_longest_captures_of_the_whole_side() {
    case("B010");
}

#[test]
fn b012_men_capture_backwards() {
    case("B012");
}

#[test]
fn b014_short_and_flying_kings() {
    case("B014");
}

#[test]
fn b015_any_landing_square_behind_the_victim() {
    case("B015");
}

#[test]
fn b016_landing_squares_that_lead_on() {
    case("B016");
}

#[test]
fn b018_an_english_man_stops_on_the_crown_row() {
    case("B018");
}

#[test]
fn b020_a_russian_man_goes_on_as_a_king_and_stays_one() {
    for position in case("B020") {
        for m in position.legal_moves() {
            let after = position.play(&m);
            assert_eq!(after.piece(m.to()).map(|piece| piece.kind), Some(Kind::King));
            let fen = write_fen(&after, Style::RowNumbers);
            assert!(fen.contains(&format!("WK{}", m.to().row_number())), "{fen}");
        }
    }
}

#[test]
fn b021_man_and_king_may_both_jump() {
    case("B021");
}

#[test]
fn b022_a_due_capture_binds_every_piece() {
    for position in case("B022") {
        assert!(position.must_capture());
    }
}

#[test]
fn b023_a_blocked_side_has_lost() {
    for position in case("B023") {
        assert!(position.is_stuck());
        let game = Game::from_position(position);
        let winner = position.turn().other();
        assert_eq!(game.status(), Status::Won { winner, by: WinReason::NoMoves });
    }
}

#[test]
fn b025_the_winning_move_can_be_taken_back() {
    let mut game = Game::from_position(case("B025")[0]);
    play(&mut game, "27-32");
    let won = Status::Won { winner: Side::White, by: WinReason::NoMoves };
    assert_eq!(game.status(), won);
    assert!(game.undo());
    assert_eq!((game.status(), game.position().turn()), (Status::Ongoing, Side::White));
    assert!(game.redo());
    assert_eq!(game.status(), won);
}

#[test]
fn b026_no_move_to_its_own_square() {
    for m in case("B026")[0].legal_moves() {
        assert_ne!(m.from(), m.to());
    }
}

#[test]
fn b027_a_stale_move_is_refused() {
    let position = case("B027")[0];
    let mut game = Game::from_position(position);
    let stale = named(&position, "25-20");
    game.play(&stale).expect("legal");
    let after = *game.position();
    assert_eq!(game.play(&stale), Err(PlayError::Illegal));
    assert_eq!((game.ply(), game.position()), (1, &after), "nothing has changed");
    assert_eq!(after.turn(), Side::Black);
    assert_eq!(after.legal(&stale), None);
}

#[test]
fn b029_duplicates_are_one_move_by_several_routes() {
    case("B029");
}

#[test]
fn b030_frisian_captures_and_the_resting_king() {
    case("B030");
    // A king that made three quiet moves in a row while its side has a man must rest.
    let start = position(&variant::FRISIAN, "W:WK47,31,K50:BK5,1");
    let mut game = Game::from_position(start);
    play(&mut game, "47-42 5-10 42-38 10-5 38-33 5-10");
    let resting = parse_square(&variant::FRISIAN, "33", Style::Official);
    assert_eq!(game.position().resting(), resting);
    assert!(game.position().legal_moves().iter().all(|m| Some(m.from()) != resting));
    // Another piece's move frees it.
    play(&mut game, "50-45 1-6");
    assert_eq!(game.position().resting(), None);
    assert!(game.position().legal_moves().iter().any(|m| Some(m.from()) == resting));
    // A side without men is not bound.
    let mut alone = Game::from_position(position(&variant::FRISIAN, "W:WK47,K50:BK5,1"));
    play(&mut alone, "47-42 5-10 42-38 10-5 38-33 5-10");
    assert_eq!(alone.position().resting(), None);
}

#[test]
fn b030_a_frisian_side_whose_only_king_must_rest_has_lost() {
    let mut game = Game::from_position(position(&variant::FRISIAN, "W:WK47,6:BK5,1"));
    assert!(!game.position().must_capture());
    play(&mut game, "47-42 5-10 42-38 10-5 38-42 5-10");
    assert_eq!(game.status(), Status::Won { winner: Side::Black, by: WinReason::NoMoves });
}

#[test]
fn b036_the_same_men_with_the_other_side_to_move_are_another_position() {
    let here = case("B035")[0];
    assert_ne!(here, here.passed());
    assert_ne!(here.hash(), here.passed().hash());
}

#[test]
fn b040_taking_the_last_piece_wins() {
    let mut game = Game::from_position(case("B040")[0]);
    play(&mut game, "39x50");
    assert_eq!(game.status(), Status::Won { winner: Side::White, by: WinReason::NoPieces });
}

#[test]
fn b077_half_a_capture_is_no_move() {
    let position = case("B077")[0];
    let whole = &position.legal_moves()[0];
    assert!(whole.captured().len() > 1);
    for m in position.legal_routes() {
        assert_eq!(m.path().len(), m.captured().len() + 1);
        assert_eq!(m.captured().len(), whole.captured().len(), "only whole captures are listed");
    }
}

#[test]
fn b082_and_b084_the_block_wins() {
    case("B082");
    let mut game = Game::from_position(case("B084")[0]);
    play(&mut game, "21-17");
    assert_eq!(game.status(), Status::Won { winner: Side::White, by: WinReason::NoMoves });
}

#[test]
fn b091_each_victim_and_landing_square_is_its_own_move() {
    case("B091");
}
