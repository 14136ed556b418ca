//! The generator against its slow twin, and the laws that positions, moves and hashes obey, on random boards and in
//! random games of all rule sets and of random home rules.
//!
//! A failure prints the smallest case that proptest finds; boards shrink piece by piece, games move by move.

mod common;

use std::collections::{BTreeSet, HashMap};

use damka::rules::variant::ALL;
use damka::rules::{
    Bits, Black, Board, Game, Goal, Kind, Law, MOST_ROUTES, Move, Piece, Position, Setup, Side, Square,
    Status, Step, Task, Turn, Variant, White, Wide, Zobrist, can_capture, count, generate, hunters, naive,
};
use proptest::prelude::*;

use common::Random;
use common::homes::rule_sets;

/// So many cases, or more by the factor in `DAMKA_TIMES`, for a long run.
fn cases(n: u32) -> ProptestConfig {
    let times = std::env::var("DAMKA_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    ProptestConfig { cases: n * times, failure_persistence: None, ..ProptestConfig::default() }
}

/// A board of a few pieces, many of them kings.
fn boards() -> impl Strategy<Value = Position> {
    let piece = (any::<u8>(), any::<bool>(), proptest::bool::weighted(0.4));
    (rule_sets(), proptest::collection::vec(piece, 1..18), any::<bool>()).prop_map(
        |(variant, pieces, white)| {
            let mut setup = Setup::empty(variant);
            setup.turn = if white { Side::White } else { Side::Black };
            for (place, white, king) in pieces {
                let square = Square(place % variant.geometry().squares);
                let side = if white { Side::White } else { Side::Black };
                let last = variant.geometry().row_column(square).0 == variant.promotion_row(side);
                let kind = if king || last { Kind::King } else { Kind::Man };
                setup.put(square, Some(Piece { side, kind }));
            }
            setup.into_unusual_position().expect("no grave fault")
        },
    )
}

/// Plays the legal move that each number picks, until the game ends.
fn played(variant: &'static Variant, picks: &[u16], mut each: impl FnMut(&Game)) -> Game {
    let mut game = Game::new(variant);
    each(&game);
    for &pick in picks {
        let moves = game.position().legal_moves();
        if game.status() != Status::Ongoing {
            break;
        }
        game.play(&moves[usize::from(pick) % moves.len()]).expect("a legal move of a game that goes on");
        each(&game);
    }
    game
}

fn key(m: &Move) -> naive::Key {
    (m.from(), m.to(), m.captured().iter().copied().collect(), m.crowns())
}

fn show(position: &Position) -> String {
    format!(
        "{:?}\n{}",
        position.variant(),
        damka::notation::write_fen(position, damka::notation::Style::RowNumbers)
    )
}

/// What the bare generator says of a position.
struct Bare {
    steps: Vec<(u8, u8, bool, u128)>,
    can_capture: bool,
    hunters: u128,
    /// The board after each step, as the other side sees it.
    after: Vec<Board<u128>>,
}

struct Ask<'a>(&'a Position);

impl Task for Ask<'_> {
    type Output = Bare;

    fn run<L: Law>(self, law: L) -> Bare {
        match self.0.turn() {
            Side::White => self.ask(law, White),
            Side::Black => self.ask(law, Black),
        }
    }
}

impl Ask<'_> {
    fn ask<L: Law, T: Turn>(&self, law: L, turn: T) -> Bare {
        let wide = self.0.board();
        let board = Board {
            mine: L::Bits::narrow(wide.mine),
            theirs: L::Bits::narrow(wide.theirs),
            kings: L::Bits::narrow(wide.kings),
        };
        let rested = L::Bits::narrow(self.0.rested());
        let mut steps: Vec<Step<L::Bits>> = Vec::new();
        generate(law, turn, &board, rested, &mut steps);
        let after = |step: &Step<L::Bits>| {
            let after = board.after(step);
            Board { mine: after.mine.wide(), theirs: after.theirs.wide(), kings: after.kings.wide() }
        };
        // Counting knows no king at rest.
        let mut all = Vec::new();
        generate(law, turn, &board, L::Bits::EMPTY, &mut all);
        let Board { mine, theirs, kings } = board;
        let counted = count(law, turn, mine, theirs, kings, &mut Vec::new());
        assert_eq!(counted, all.len() as u64, "counted otherwise than listed: {}", show(self.0));
        Bare {
            can_capture: can_capture(law, turn, &board),
            hunters: hunters(law, turn, &board).wide(),
            after: steps.iter().map(after).collect(),
            steps: steps.iter().map(|s| (s.from, s.to, s.crowns, s.captured.wide())).collect(),
        }
    }
}

/// Everything that must hold of the moves of one position.
fn check_moves(position: &Position) {
    let variant = position.variant();
    let geometry = variant.geometry();
    let moves = position.legal_moves();
    let oracle = naive::routes(position);

    let keys: BTreeSet<_> = moves.iter().map(key).collect();
    assert_eq!(keys.len(), moves.len(), "a move is listed twice: {}", show(position));
    let twin: BTreeSet<_> = oracle.iter().map(naive::Route::key).collect();
    assert_eq!(keys, twin, "the twin disagrees: {}", show(position));
    assert_eq!(position.is_stuck(), moves.is_empty());
    assert_eq!(position.must_capture(), moves.first().is_some_and(Move::is_capture));

    let routes = position.legal_routes();
    let by_route: BTreeSet<_> =
        routes.iter().map(|m| (m.path(), m.captured(), m.crowns(), m.by_king())).collect();
    assert_eq!(by_route.len(), routes.len(), "a route is listed twice: {}", show(position));
    let twin: BTreeSet<_> =
        oracle.iter().map(|r| (&r.path[..], &r.captured[..], r.crowns, r.by_king)).collect();
    if oracle.len() < MOST_ROUTES {
        assert_eq!(by_route, twin, "the twin has other routes: {}", show(position));
    }
    for m in &moves {
        assert!(twin.contains(&(m.path(), m.captured(), m.crowns(), m.by_king())), "no such route: {m:?}");
    }

    let bare = position.variant().under_law(Ask(position));
    assert_eq!(bare.steps.len(), moves.len());
    let capturing: BTreeSet<_> = moves.iter().filter(|m| m.is_capture()).map(Move::from).collect();
    assert!(capturing.iter().all(|s| bare.hunters & geometry.bit(*s) != 0), "hunters: {}", show(position));
    if variant.goal != Goal::Crown {
        assert_eq!(bare.can_capture, !capturing.is_empty());
        assert_eq!(bare.can_capture, bare.hunters != 0);
        let alone = |square| position.piece(square).is_some_and(|piece| piece.side == position.turn());
        assert!(geometry.squares_of(bare.hunters).all(alone));
    }
    let steps: HashMap<_, _> = bare.steps.iter().copied().zip(&bare.after).collect();
    for m in &moves {
        check_path(position, m);
        let next = position.play(m);
        let captured = m.captured().iter().fold(0, |set, square| set | geometry.bit(*square));
        let ends = [m.from(), m.to()].map(|square| geometry.index_of[square.index()]);
        let after =
            steps.get(&(ends[0], ends[1], m.crowns(), captured)).expect("the bare generator has the move");
        assert_eq!(**after, next.board(), "Position::play and Board::after differ: {}", show(position));
        assert_eq!(next.turn(), position.turn().other());
        assert_eq!(position.legal(m).as_ref().map(key), Some(key(m)));
    }
}

/// Each hop goes along one line, over exactly the piece that is listed for it, and lands on a free square.
fn check_path(position: &Position, m: &Move) {
    let variant = position.variant();
    let geometry = variant.geometry();
    let captured = m.captured();
    assert_eq!(m.path().len(), if captured.is_empty() { 2 } else { captured.len() + 1 }, "{m:?}");
    let own = position.piece(m.from()).expect("a piece on the start square");
    assert_eq!(own.side, position.turn());
    assert_eq!(own.kind == Kind::King, m.by_king());
    let distinct: BTreeSet<_> = captured.iter().collect();
    assert_eq!(distinct.len(), captured.len(), "a piece is jumped twice (W64-18): {m:?}");
    for (hop, ends) in m.path().windows(2).enumerate() {
        let [from, to] = [ends[0], ends[1]].map(|square| geometry.row_column(square));
        let (rows, columns) = (i16::from(to.0) - i16::from(from.0), i16::from(to.1) - i16::from(from.1));
        let length = rows.abs().max(columns.abs());
        assert!(rows == 0 || columns == 0 || rows.abs() == columns.abs(), "not a line: {m:?}");
        let mut jumped = Vec::new();
        for n in 1..=length {
            let (row, column) =
                (i16::from(from.0) + rows / length * n, i16::from(from.1) + columns / length * n);
            let Some(square) = geometry.at(row as u8, column as u8) else { continue };
            let gone = variant.lifted_at_once && captured[..hop.min(captured.len())].contains(&square);
            if square != m.from() && position.piece(square).is_some() && !gone {
                jumped.push(square);
            }
        }
        assert_eq!(jumped, captured.get(hop).copied().into_iter().collect::<Vec<_>>(), "hop {hop} of {m:?}");
        if let Some(&victim) = captured.get(hop) {
            assert_eq!(position.piece(victim).map(|piece| piece.side), Some(position.turn().other()));
        }
    }
}

/// Hash and set-up of one position.
fn check_identity(position: &Position) {
    assert_eq!(position.hash(), Zobrist::of(position));
    let setup = position.setup();
    assert_eq!(setup.turn, position.turn());
    let again = setup.clone().into_unusual_position().expect("a position makes a sound set-up");
    if position.king_runs() == [None; 2] {
        assert_eq!(&again, position);
        assert_eq!(again.hash(), position.hash());
    }
    assert_eq!(again.setup(), setup);
    let [white, black] = Side::BOTH.map(|side| position.side(side));
    assert_eq!(white & black, 0);
    assert_eq!(position.kings() & !(white | black), 0);
    assert_eq!((white | black) & !position.variant().geometry().board, 0);
    assert_ne!(position.passed().hash(), position.hash(), "the turn is in the hash (case B036)");
    for side in Side::BOTH {
        let men = position.side(side) & !position.kings();
        assert_eq!(men & position.variant().promotion(side), 0, "a man on its promotion row (W64-13)");
    }
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn the_twin_agrees_on_random_boards(position in boards()) {
        check_moves(&position);
        check_identity(&position);
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn the_twin_agrees_in_random_games(
        variant in rule_sets(),
        picks in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        played(variant, &picks, |game| {
            check_moves(game.position());
            check_identity(game.position());
        });
    }

    #[test]
    fn undo_and_redo_give_back_the_same_positions(
        variant in rule_sets(),
        picks in proptest::collection::vec(any::<u16>(), 0..80),
    ) {
        let mut seen = Vec::new();
        let mut game = played(variant, &picks, |game| {
            seen.push((*game.position(), game.status(), game.draw_counts().collect::<Vec<_>>()));
        });
        for ply in (0..seen.len() - 1).rev() {
            assert!(game.undo());
            let now = (*game.position(), game.status(), game.draw_counts().collect::<Vec<_>>());
            assert_eq!(now, seen[ply]);
            assert_eq!(game.ply(), ply);
        }
        assert!(!game.undo());
        for expected in &seen[1..] {
            assert!(game.redo());
            let now = (*game.position(), game.status(), game.draw_counts().collect::<Vec<_>>());
            assert_eq!(&now, expected);
        }
        assert!(!game.redo());
    }

    /// The count of repetitions, with its short cut over moves that can't be undone, is what counting all positions gives.
    #[test]
    fn repetitions_are_counted_as_if_all_positions_were_compared(
        variant in rule_sets(),
        picks in proptest::collection::vec(0u16..4, 0..200),
    ) {
        played(variant, &picks, |game| {
            let all = (0..=game.ply()).filter(|&ply| game.position_at(ply) == Some(game.position())).count();
            assert_eq!(usize::from(game.repetitions()), all);
            assert_eq!(game.recent_hashes().last(), Some(&game.position().hash()));
        });
    }
}

/// Equal positions have equal hashes, and different ones different hashes: of some hundred thousand positions no two
/// may clash (by chance it would happen once in ten thousand million runs).
#[test]
fn different_positions_have_different_hashes() {
    let mut random = common::Random(20_261_130);
    for variant in ALL {
        let mut seen: HashMap<u64, Position> = HashMap::new();
        while seen.len() < 8_000 {
            let mut position = Position::start(variant);
            for _ in 0..random.below(120) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(&moves[random.below(moves.len())]);
                let old = *seen.entry(position.hash()).or_insert(position);
                assert_eq!(old, position, "two positions of {} with one hash", variant.name);
            }
        }
    }
}

/// Found by the random boards: a king that turns back over the piece it has lifted takes another beyond its own start.
#[test]
fn a_king_may_turn_back_past_its_own_start() {
    let home: &'static Variant = Box::leak(Box::new(Variant {
        name: "home",
        size: 10,
        left_corner: false,
        men_capture_back: false,
        must_capture: false,
        lifted_at_once: true,
        may_turn_back: true,
        numbering: damka::rules::Numbering::Rows,
        ..damka::rules::variant::POLISH_64.clone()
    }));
    let fen = "B:W21,23,34,41,K43,K47:B18,K28,31,40";
    let setup =
        damka::notation::parse_fen_setup(home, fen, damka::notation::Style::Official).expect("readable");
    check_moves(&setup.into_unusual_position().expect("a position"));
}

/// A step, as searches make it, leads to the same position as its move: the king that must rest (Frisian) included.
#[test]
fn a_step_leads_where_its_move_leads() {
    let mut random = Random(4);
    let mut rested = 0;
    for rules in ALL {
        for n in 0..if rules.same_king_limit > 0 { 80 } else { 8 } {
            let mut game = Game::new(rules);
            if n > 3 {
                // Kings and a man for each side, so that there is something to rest.
                let mut setup = Setup::empty(rules);
                for side in Side::BOTH {
                    for piece in [Piece::king(side), Piece::king(side), Piece::man(side)] {
                        setup.put(Square(random.below(rules.geometry().squares.into()) as u8), Some(piece));
                    }
                }
                let Ok(start) = setup.into_position() else { continue };
                game = Game::from_position(start);
            }
            while game.status() == Status::Ongoing && game.ply() < 160 {
                let at = *game.position();
                rested += usize::from(at.resting().is_some());
                let mut steps = Vec::new();
                generate(Wide::new(rules), at.turn(), &at.board(), at.rested(), &mut steps);
                for step in &steps {
                    let m = at.move_of_step(step).expect("a step is a legal move");
                    assert_eq!(at.after(step), at.play(&m), "{} {m:?}", rules.name);
                }
                let moves = at.legal_moves();
                // Kings go on moving where they can, so that some come to their limit.
                let run = at.king_runs()[at.turn().index()].map(|(square, _)| square);
                let on: Vec<&Move> =
                    moves.iter().filter(|m| !m.is_capture() && Some(m.from()) == run).collect();
                let again = (!on.is_empty()).then(|| on[random.below(on.len())]);
                let chance = &moves[random.below(moves.len())];
                game.play(again.unwrap_or(chance)).expect("legal");
            }
        }
    }
    assert!(rested > 5, "only {rested} kings had to rest");
}
