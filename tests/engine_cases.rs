//! Cases for the opponent that we made up ourselves, in the manner of the collected ones: what players would call broken.

use std::time::{Duration, Instant};

use damka::ai::endgame::{Outcome, Tables};
use damka::ai::{Engine, Level, Limits, Progress, Random, Request, Score, Weights, files};
use damka::notation::{Style, parse_fen, write_fen};
use damka::rules::variant::{self, ALL, ENGLISH, INTERNATIONAL, POLISH_64, RUSSIAN};
use damka::rules::{Game, Kind, Move, Piece, Position, Setup, Side, Square, Status, Variant};

fn data(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// An engine as the page has it: weights, and tables of 3 pieces.
fn taught(variant: &'static Variant) -> Engine {
    let mut engine = Engine::new(8);
    if let Some(name) = files::weights(variant) {
        engine.learn(Weights::parse(&data(&name)).expect("weights"));
    }
    if let Some(name) = files::tables(variant) {
        engine.know(Tables::parse(&data(&name)).expect("tables"));
    }
    engine
}

/// The engine's move; the engine comes back.
fn move_of(engine: &mut Engine, request: Request) -> (Move, Score) {
    let taken = std::mem::replace(engine, Engine::new(0));
    let (best, back) = taken.search(request).expect("a move").finish();
    *engine = back;
    (best.best, best.info.score)
}

fn random_game(variant: &'static Variant, plies: u64, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
        if game.status() != Status::Ongoing {
            return None;
        }
    }
    Some(game)
}

/// "Win in 7", it said, and never won: an announced win is won, against the best defence that the same search finds, in three times
/// the announced plies at most. (It is a win by proof, but the next search may find a longer one first.)
#[test]
fn an_announced_win_comes_in_time() {
    let mut random = Random::new(101);
    let mut announced = 0;
    for variant in [&POLISH_64, &INTERNATIONAL, &RUSSIAN, &ENGLISH] {
        let mut engine = Engine::new(4);
        let mut of_these = 0;
        while of_these < 12 {
            let Some(mut game) = random_game(variant, 20 + random.below(50), &mut random) else { continue };
            let look = |engine: &mut Engine, game: &Game| {
                move_of(engine, Request::analyse(game, Limits::nodes(60_000)))
            };
            let Score::Win(plies @ ..=9) = look(&mut engine, &game).1 else { continue };
            let (me, until) = (game.position().turn(), game.ply() + 3 * usize::from(plies));
            let fen = write_fen(game.position(), Style::Official);
            while game.status() == Status::Ongoing && game.ply() < until {
                let (played, _) = look(&mut engine, &game);
                game.play(&played).expect("legal");
            }
            let won = matches!(game.status(), Status::Won { winner, .. } if winner == me);
            assert!(won, "{} {fen}: a win in {plies} plies", variant.name);
            of_these += 1;
            announced += usize::from(plies > 4);
        }
    }
    assert!(announced > 10, "{announced} wins of more than four plies");
}

/// Weights and tables of other games change nothing: a page that has changed its rule set may still hold them.
#[test]
fn what_was_learnt_for_another_game_is_not_used() {
    let mut random = Random::new(102);
    for variant in [&RUSSIAN, &variant::TURKISH, &variant::FRISIAN, &ENGLISH] {
        for _ in 0..6 {
            let Some(game) = random_game(variant, random.below(30), &mut random) else { continue };
            let request = Request::analyse(&game, Limits::nodes(5_000));
            let mut knows_another = taught(if variant.size > 8 { &INTERNATIONAL } else { &POLISH_64 });
            let mut fresh = Engine::new(8);
            assert_eq!(
                move_of(&mut knows_another, request.clone()),
                move_of(&mut fresh, request),
                "{}",
                variant.name
            );
        }
    }
}

/// Who is three men up against a player that sees less wins, and does not move to and fro until it is drawn.
#[test]
fn a_large_lead_is_brought_home() {
    for variant in [&POLISH_64, &INTERNATIONAL] {
        for me in Side::BOTH {
            let mut setup = Setup::empty(variant);
            let mut left_out = 0;
            for (square, piece) in Position::start(variant).pieces() {
                let out = piece.side != me && square.0 % 4 == 1 && left_out < 3;
                left_out += usize::from(out);
                setup.put(square, (!out).then_some(piece));
            }
            let mut game = Game::from_position(setup.into_position().expect("a position"));
            let (mut strong, mut weak) = (taught(variant), taught(variant));
            while game.status() == Status::Ongoing {
                let (engine, nodes) =
                    if game.position().turn() == me { (&mut strong, 20_000) } else { (&mut weak, 2_000) };
                let (played, _) = move_of(engine, Request::analyse(&game, Limits::nodes(nodes)));
                game.play(&played).expect("legal");
            }
            let won = matches!(game.status(), Status::Won { winner, .. } if winner == me);
            assert!(won, "{} as {me:?}: {:?} after {} plies", variant.name, game.status(), game.ply());
        }
    }
}

/// Boards full of kings, as one sets them up for fun: a legal move in time, and a score that is no win from nowhere.
#[test]
fn boards_full_of_kings_are_searched() {
    let mut random = Random::new(104);
    for variant in ALL {
        for free in [1, 3, 10] {
            let squares = variant.geometry().squares;
            let mut setup = Setup::empty(variant);
            for square in 0..squares {
                let side = Side::BOTH[usize::from(square < squares / 2)];
                setup.put(Square(square), Some(Piece { side, kind: Kind::King }));
            }
            for _ in 0..free {
                setup.put(Square(random.below(u64::from(squares)) as u8), None);
            }
            let Ok(position) = setup.into_unusual_position() else { continue };
            if position.winner().is_some() || position.legal_moves().is_empty() {
                continue;
            }
            let mut engine = taught(variant);
            for level in [1, 4, 10] {
                let game = Game::from_position(position);
                let level = Level::new(level).expect("a level");
                let request = Request::play(&game, level, 1).within(Limits::nodes(2_000));
                let (played, score) = move_of(&mut engine, request);
                assert!(position.legal_moves().contains(&played), "{}", variant.name);
                if let Score::Centimen(score) = score {
                    assert!(score.abs() <= 20_000, "{}: {score}", variant.name);
                }
            }
        }
    }
}

/// Kings among scattered men: a capture may go thousands of ways. A slice of the search still ends.
#[test]
fn captures_of_thousands_of_ways_do_not_stall() {
    for (variant, fen) in [
        (&INTERNATIONAL, "W:WK46,K47,K48,K49,K50:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40"),
        (&INTERNATIONAL, "W:WK5:B9,18,20,27,29,37,39,8,17,19,28,38,11,12,22,32,42"),
        (&POLISH_64, "W:WKa1,Kc1,Ke1,Kg1:Bb6,d6,f6,b4,d4,f4,c3,e5,g5"),
    ] {
        let position = parse_fen(variant, fen, Style::Official).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let begun = Instant::now();
        let mut search =
            Engine::new(1).search(Request::position(position, Limits::default())).expect("a move");
        for _ in 0..5 {
            if let Progress::Done(_) = search.step(1_000) {
                break;
            }
        }
        assert!(position.legal_moves().contains(&search.best().best), "{fen}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{fen}: {:?}", begun.elapsed());
    }
}

/// Slices of no nodes at all, and a table of no size: nothing is found out, nothing breaks, and the next slice goes on.
#[test]
fn empty_slices_and_no_memory_break_nothing() {
    for variant in ALL {
        let game = Game::new(variant);
        let mut search =
            Engine::new(0).search(Request::analyse(&game, Limits::nodes(3_000))).expect("a move");
        for _ in 0..50 {
            let Progress::More(info) = search.step(0) else { panic!("{}: done of itself", variant.name) };
            assert!(info.nodes < 500, "{}: {} nodes", variant.name, info.nodes);
        }
        let (best, _) = search.finish();
        let whole = Engine::new(0).search(Request::analyse(&game, Limits::nodes(3_000))).expect("a move");
        assert_eq!(best, whole.finish().0, "{}", variant.name);
    }
}

/// A man more is good for the side that has it, whoever moves; where losing is the aim it is no better than even.
#[test]
fn a_man_more_is_better_for_its_side() {
    for variant in ALL {
        for (side, turn) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| (Side::BOTH[a], Side::BOTH[b])) {
            let start = Position::start(variant);
            // From the side's own back row, so that nothing is to be captured.
            let own_row = |square: &Square| if side == Side::White { square.0 } else { u8::MAX - square.0 };
            let back = start.pieces().filter(|(_, piece)| piece.side == side);
            let back = back.map(|(square, _)| square).max_by_key(own_row).expect("men");
            let mut setup = Setup::empty(variant);
            setup.turn = turn;
            for (square, piece) in start.pieces().filter(|(square, _)| *square != back) {
                setup.put(square, Some(piece));
            }
            let position = setup.into_unusual_position().expect("a position");
            let request = Request::position(position, Limits::nodes(20_000));
            let score = match move_of(&mut taught(variant), request).1 {
                Score::Centimen(score) => score,
                Score::Win(_) => 10_000,
                Score::Loss(_) => -10_000,
            };
            let for_other = if turn == side { -score } else { score };
            match variant.goal {
                damka::rules::Goal::Normal => {
                    assert!(for_other > 15, "{} {side:?} {turn:?}: {for_other}", variant.name);
                }
                _ => assert!(for_other.abs() < 10_000, "{}", variant.name),
            }
        }
    }
}

/// An only move costs no thought at any level, so that nobody waits for what is clear.
#[test]
fn an_only_move_is_played_without_thought() {
    let mut random = Random::new(108);
    let mut only = 0;
    while only < 60 {
        let variant = ALL[random.below(ALL.len() as u64) as usize];
        let Some(game) = random_game(variant, random.below(60), &mut random) else { continue };
        if game.position().legal_moves().len() != 1 {
            continue;
        }
        only += 1;
        for level in Level::all() {
            let (best, _) = Engine::new(1).search(Request::play(&game, level, 3)).expect("a move").finish();
            assert!(best.info.nodes < 2_000, "{}: {} nodes", variant.name, best.info.nodes);
        }
    }
}

/// Nothing is lost with the first moves on 10x10: what is seen in a tenth of a second still holds when the reply is thought about
/// five times as long.
#[test]
fn first_moves_on_ten_by_ten_are_sound() {
    let mut engine = taught(&INTERNATIONAL);
    let mut game = Game::new(&INTERNATIONAL);
    for nodes in [800_000, 4_000_000, 800_000, 4_000_000] {
        let (played, score) = move_of(&mut engine, Request::analyse(&game, Limits::nodes(nodes)));
        assert!(matches!(score, Score::Centimen(-25..=25)), "ply {}: {score}", game.ply());
        game.play(&played).expect("legal");
    }
}

/// Drawn with four pieces by the tables: the top level, which has those of three only, does not lose it, against one that knows
/// them all.
#[test]
fn drawn_endings_of_four_pieces_are_held() {
    let tables = Tables::parse(&data("polish64-4.tables")).expect("tables");
    let mut random = Random::new(110);
    let (mut mine, mut theirs) = (taught(&POLISH_64), taught(&POLISH_64));
    theirs.know(Tables::parse(&data("polish64-4.tables")).expect("tables"));
    let mut held = 0;
    while held < 30 {
        let mut setup = Setup::empty(&POLISH_64);
        for n in 0..4 {
            let kind = [Kind::Man, Kind::King][random.below(2) as usize];
            let side = Side::BOTH[usize::from(n > 0)];
            setup.put(Square(random.below(32) as u8), Some(Piece { side, kind }));
        }
        let Ok(position) = setup.into_position() else { continue };
        // One piece against three: the harder side of a draw, and not over at once.
        let settled = position.must_capture() || position.passed().must_capture();
        let of_three = position.pieces().count() < 4;
        if of_three || settled || tables.probe(&position) != Some(Outcome::Draw) {
            continue;
        }
        let me = Side::BOTH[0];
        let mut game = Game::from_position(position);
        while game.status() == Status::Ongoing && game.ply() < 120 {
            let engine = if game.position().turn() == me { &mut mine } else { &mut theirs };
            let (played, _) = move_of(engine, Request::analyse(&game, Limits::nodes(10_000)));
            game.play(&played).expect("legal");
        }
        let lost = matches!(game.status(), Status::Won { winner, .. } if winner != me);
        assert!(!lost, "{}", write_fen(&position, Style::Official));
        held += 1;
    }
}
