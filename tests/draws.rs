//! The draw rules D0 to D15 of RULES.md, section 4, as played games: each fires exactly at its limit and not a ply before,
//! also from a loaded position, and starts again when it should.

mod common;

use common::{play, row_position};
use damka::rules::variant::{self, Variant};
use damka::rules::{DrawReason, DrawRule, Game, Move, Position, Side, Status};

fn drawn(rule: DrawRule) -> Status {
    Status::Drawn { by: DrawReason::Rule(rule) }
}

fn count(game: &Game, rule: DrawRule) -> u16 {
    game.draw_counts().find(|count| count.rule == rule).expect("a rule of this game").plies
}

fn game(variant: &'static Variant, row_fen: &str) -> Game {
    Game::from_position(row_position(variant, row_fen))
}

/// Plays `plies` moves that `accept` likes (given the number of the ply, from 1, the move and the position after it),
/// without repeating a position, and so that the game goes on before the last of them. Looks back where it gets stuck.
///
/// Panics when `rule` ends the game earlier.
fn walk(game: &mut Game, rule: DrawRule, plies: usize, accept: &dyn Fn(usize, &Move, &Position) -> bool) {
    fn deeper(
        game: &mut Game,
        rule: DrawRule,
        (ply, plies): (usize, usize),
        accept: &dyn Fn(usize, &Move, &Position) -> bool,
        budget: &mut u32,
    ) -> bool {
        if ply > plies {
            return true;
        }
        let moves = game.position().legal_moves();
        let first = game.position().hash() as usize % moves.len().max(1);
        for i in 0..moves.len() {
            let m = &moves[(first + i) % moves.len()];
            if !accept(ply, m, &game.position().play(m)) || *budget == 0 {
                continue;
            }
            *budget -= 1;
            game.play(m).expect("legal");
            assert!(
                ply == plies || game.status() != drawn(rule),
                "{rule:?} ends the game at ply {ply} of {plies}"
            );
            let fits = game.repetitions() == 1 && (ply == plies || game.status() == Status::Ongoing);
            if fits && deeper(game, rule, (ply + 1, plies), accept, budget) {
                return true;
            }
            game.undo();
        }
        false
    }
    assert!(
        deeper(game, rule, (1, plies), accept, &mut 200_000),
        "no such line of {plies} plies for {rule:?}"
    );
}

/// A king's move that captures nothing and lets nothing be captured.
fn quiet_king(_: usize, m: &Move, next: &Position) -> bool {
    m.by_king() && !m.is_capture() && !next.must_capture()
}

/// As [`quiet_king`], with a man's move that is no crowning at the given plies.
fn man_at(plies: &'static [usize]) -> impl Fn(usize, &Move, &Position) -> bool {
    move |ply, m, next| {
        m.by_king() != plies.contains(&ply) && !m.crowns() && !m.is_capture() && !next.must_capture()
    }
}

/// The rule fires after `plies` quiet king moves from a loaded position, and a ply earlier the game still goes on.
fn fires_at(variant: &'static Variant, row_fen: &str, rule: DrawRule, plies: usize) -> Game {
    fires_after(variant, row_fen, rule, plies, &quiet_king)
}

fn fires_after(
    variant: &'static Variant,
    row_fen: &str,
    rule: DrawRule,
    plies: usize,
    accept: &dyn Fn(usize, &Move, &Position) -> bool,
) -> Game {
    let mut game = game(variant, row_fen);
    assert_eq!(game.status(), Status::Ongoing);
    walk(&mut game, rule, plies, accept);
    assert_eq!(game.status(), drawn(rule), "{} after {plies} plies", variant.name);
    assert_eq!(game.play(&game.position().legal_moves()[0].clone()), Err(damka::rules::PlayError::Over));
    assert!(game.undo());
    assert_eq!(game.status(), Status::Ongoing, "one ply before");
    assert!(game.redo());
    game
}

/// Both sides go to and fro four times: the third time the position stands is after eight plies.
fn repeats(variant: &'static Variant, row_fen: &str, there: [&str; 2], back: [&str; 2]) {
    let mut game = game(variant, row_fen);
    let rule = DrawRule::Repetition(3);
    for (ply, text) in [there, back, there, back].into_iter().flatten().enumerate() {
        assert_eq!(game.status(), Status::Ongoing, "{} before ply {ply}", variant.name);
        play(&mut game, text);
    }
    assert_eq!(game.status(), drawn(rule), "{}", variant.name);
    assert_eq!(game.repetitions(), 3);
}

/// Two kings and a man each, far apart.
const MANY_8: &str = "W:WK29,K30,21:BK3,K4,12";
/// The same on the board with the dark corner at the right.
const MANY_8_RIGHT: &str = "W:WK30,K31,24:BK3,K4,5";
const MANY_10: &str = "W:WK48,36,35:BK1,16,6";

#[test]
fn d0_polish_64_fifteen_king_moves_each() {
    let rule = DrawRule::QuietKings(30);
    fires_at(&variant::POLISH_64, MANY_8, rule, 30);

    // A man's move starts the count again ...
    let mut reset = game(&variant::POLISH_64, MANY_8);
    walk(&mut reset, rule, 29, &quiet_king);
    assert_eq!(count(&reset, rule), 29);
    walk(&mut reset, rule, 1, &man_at(&[1]));
    assert_eq!((count(&reset, rule), reset.status()), (0, Status::Ongoing));
    walk(&mut reset, rule, 30, &quiet_king);
    assert_eq!(reset.status(), drawn(rule));

    // ... and so does a capture, by a king too.
    let mut capture = game(&variant::POLISH_64, MANY_8);
    walk(&mut capture, rule, 6, &|ply, m, next| match ply {
        5 => m.by_king() && !m.is_capture() && next.must_capture(),
        6 => m.by_king() && m.is_capture(),
        _ => quiet_king(ply, m, next),
    });
    assert_eq!(count(&capture, rule), 0);
    assert_eq!(capture.status(), Status::Ongoing);
}

#[test]
fn d1_threefold_repetition_counts_the_same_side_to_move() {
    repeats(&variant::POLISH_64, "W:WK30,21:BK3,12", ["c1-d2", "f8-e7"], ["d2-c1", "e7-f8"]);
    repeats(&variant::INTERNATIONAL, MANY_10, ["48-42", "1-7"], ["42-48", "7-1"]);
}

#[test]
fn d2_international_twenty_five_king_moves_each() {
    let rule = DrawRule::QuietKings(50);
    fires_at(&variant::INTERNATIONAL, MANY_10, rule, 50);
    let mut reset = game(&variant::INTERNATIONAL, MANY_10);
    walk(&mut reset, rule, 41, &man_at(&[41]));
    assert_eq!(count(&reset, rule), 0);
}

#[test]
fn d3_international_three_against_a_lone_king() {
    let rule = DrawRule::ThreeAgainstKing(32);
    for fen in ["W:WK47,K48,K49:BK5", "B:WK5:BK47,K48,K49"] {
        fires_at(&variant::INTERNATIONAL, fen, rule, 32);
    }
    // All plies count: men's moves and crownings do not start it again.
    let accept = |ply: usize, m: &Move, next: &Position| match ply {
        9 | 17 | 25 => !m.by_king() && !m.is_capture() && !next.must_capture(),
        _ => quiet_king(ply, m, next),
    };
    let done = fires_after(&variant::INTERNATIONAL, "W:WK47,K48,16:BK5", rule, 32, &accept);
    assert!(done.moves().iter().any(Move::crowns), "a man was crowned on the way");
    // The ply that brings the material about does not count.
    let mut capture = game(&variant::INTERNATIONAL, "B:WK46,K47,K48,32:BK16");
    walk(&mut capture, rule, 1, &|_, m, _| m.is_capture());
    assert_eq!(count(&capture, rule), 0);
    // Against men alone there is no such rule, nor against four.
    assert!(!rule.applies(&row_position(&variant::INTERNATIONAL, "W:W46,47,48:BK5")));
    assert!(!rule.applies(&row_position(&variant::INTERNATIONAL, "W:WK46,47,48,49:BK5")));
}

#[test]
fn d4_international_two_or_one_against_a_lone_king() {
    let rule = DrawRule::TwoAgainstKing(10);
    for fen in ["W:WK46,K47:BK15", "W:WK46,K47:BK4", "W:WK47,31:BK4", "B:WK4:BK47,K46", "W:WK47:BK4"] {
        fires_at(&variant::INTERNATIONAL, fen, rule, 10);
    }
    // A capture that leaves one against one does not start it again.
    let accept = |ply: usize, m: &Move, next: &Position| match ply {
        5 => m.by_king() && !m.is_capture() && next.must_capture(),
        6 => m.is_capture() && !next.must_capture(),
        _ => quiet_king(ply, m, next),
    };
    let done = fires_after(&variant::INTERNATIONAL, "W:WK46,K47:BK15", rule, 10, &accept);
    assert_eq!(done.position().material(Side::White), (0, 1));
    assert!(!rule.applies(&row_position(&variant::INTERNATIONAL, "W:W46,47:BK5")));
}

#[test]
fn d5_russian_and_brazilian_by_the_fmjd_64_articles() {
    for variant in [&variant::RUSSIAN, &variant::BRAZILIAN] {
        // 7.2.3
        repeats(variant, MANY_8, ["c1-d2", "f8-e7"], ["d2-c1", "e7-f8"]);
        // 7.2.4: three kings or more against one, which does not hold the main road alone.
        let kings = DrawRule::KingsAgainstKing(30);
        let road = DrawRule::LoneKingOnMainLine(10);
        let off_road =
            |ply: usize, m: &Move, next: &Position| quiet_king(ply, m, next) && !road.applies(next);
        fires_after(variant, "W:WK29,K32,K31:BK5", kings, 30, &off_road);
        fires_after(variant, "W:WK29,K32,K31,K30:BK5", kings, 30, &off_road);
        // 7.2.5
        fires_at(variant, "W:WK29,K30,21,28:BK3,K4,12,5", DrawRule::QuietKings(30), 30);
        // 7.2.6: men's moves do not start these again, captures and crownings do.
        let five = DrawRule::Balanced { least: 4, most: 5, plies: 60 };
        fires_after(variant, "W:WK30,21:BK3,12,5", five, 60, &man_at(&[21, 43]));
        let seven = DrawRule::Balanced { least: 6, most: 7, plies: 120 };
        fires_after(variant, "W:WK30,24,28:BK3,5,9", seven, 120, &man_at(&[22, 43, 64, 85, 106]));
        let crowned = row_position(variant, "W:WK30,5:BK32,20");
        let mut crowning = Game::from_position(crowned);
        walk(&mut crowning, five, 5, &|ply, m, next| {
            if ply == 5 { m.crowns() && !next.must_capture() } else { quiet_king(ply, m, next) }
        });
        assert_eq!(count(&crowning, five), 0);
        // 7.2.7: the lone king alone on the main road; it starts again when the king leaves the road.
        let on_road = |ply: usize, m: &Move, next: &Position| quiet_king(ply, m, next) && road.applies(next);
        fires_after(variant, "W:WK5,K3,K2:BK29", road, 10, &on_road);
        let mut leaves = game(variant, "W:WK5,K3,K2:BK29");
        walk(&mut leaves, road, 8, &|ply, m, next| {
            quiet_king(ply, m, next) && road.applies(next) != (ply == 8)
        });
        assert_eq!(count(&leaves, road), 0);
        // 7.2.8
        for fen in ["W:WK30,K31:BK12", "W:WK30,21:BK12", "W:WK30:BK12"] {
            fires_at(variant, fen, DrawRule::TwoAgainstKing(10), 10);
        }
    }
}

#[test]
fn d6_frisian_two_kings_against_one_and_one_against_one() {
    for variant in [&variant::FRISIAN, &variant::FRYSK] {
        fires_at(variant, "W:WK46,K47:BK15", DrawRule::TwoKingsAgainstOne(14), 14);
        fires_at(variant, "W:WK47:BK15", DrawRule::KingAgainstKing(4), 4);
        // With a man on the board neither applies.
        let man = row_position(variant, "W:WK46,K47:BK4,6");
        assert!(!DrawRule::TwoKingsAgainstOne(14).applies(&man));
        // There is no draw by repetition; our safety net ends a game of two kings each.
        let mut shuffle = game(variant, "W:WK46,K47:BK4,K15");
        for _ in 0..4 {
            play(&mut shuffle, "46-41 4-9 41-46 9-4");
        }
        assert_eq!((shuffle.repetitions(), shuffle.status()), (5, Status::Ongoing));
        fires_at(variant, "W:WK46,K47:BK4,K15", DrawRule::QuietKings(50), 50);
    }
}

/// D7, D8, D10, D11: so many plies without a capture or a man's move.
fn no_progress(variant: &'static Variant, plies: u16) {
    let rule = DrawRule::NoProgress(plies);
    fires_at(variant, MANY_8, rule, usize::from(plies));
    let mut reset = game(variant, MANY_8);
    walk(&mut reset, rule, 12, &man_at(&[12]));
    assert_eq!(count(&reset, rule), 0);
    walk(&mut reset, rule, usize::from(plies), &quiet_king);
    assert_eq!(reset.status(), drawn(rule));
}

#[test]
fn d7_english_forty_moves_each_without_progress() {
    repeats(&variant::ENGLISH, MANY_8, ["30-25", "3-7"], ["25-30", "7-3"]);
    no_progress(&variant::ENGLISH, 80);
}

#[test]
fn d8_italian_forty_moves_each_without_progress() {
    repeats(&variant::ITALIAN, MANY_8, ["30-26", "3-7"], ["26-30", "7-3"]);
    no_progress(&variant::ITALIAN, 80);
}

#[test]
fn d9_spanish_and_portuguese() {
    for variant in [&variant::SPANISH, &variant::PORTUGUESE] {
        repeats(variant, MANY_8_RIGHT, ["3-7", "30-26"], ["7-3", "26-30"]);
        // Twenty moves each without a capture or a crowning: a man's move does not start it again.
        let change = DrawRule::NoChange(40);
        fires_after(variant, MANY_8_RIGHT, change, 40, &man_at(&[13]));
        let mut crowning = game(variant, "W:WK30,6:BK31,12");
        walk(&mut crowning, change, 5, &|ply, m, next| {
            if ply == 5 { m.crowns() && !next.must_capture() } else { quiet_king(ply, m, next) }
        });
        assert_eq!(count(&crowning, change), 0);
        // Three kings, one of them on the main road (h1-a8 on this board), against one.
        let road = DrawRule::ThreeKingsOnMainLine(24);
        let held = |ply: usize, m: &Move, next: &Position| quiet_king(ply, m, next) && road.applies(next);
        fires_after(variant, "W:WK32,K1,K31:BK4", road, 24, &held);
        let mut leaves = game(variant, "W:WK32,K1,K31:BK4");
        walk(&mut leaves, road, 9, &|ply, m, next| {
            quiet_king(ply, m, next) && road.applies(next) != (ply == 9)
        });
        assert_eq!(count(&leaves, road), 0);
    }
}

#[test]
fn d10_czech_fifteen_moves_each_without_progress() {
    repeats(&variant::CZECH, MANY_8, ["c1-d2", "f8-e7"], ["d2-c1", "e7-f8"]);
    no_progress(&variant::CZECH, 30);
}

#[test]
fn d11_pool() {
    repeats(&variant::POOL, MANY_8, ["30-26", "3-7"], ["26-30", "7-3"]);
    no_progress(&variant::POOL, 30);
    fires_at(&variant::POOL, "W:WK29,K32,K31:BK5", DrawRule::ThreeKings(26), 26);
    // The draw of three kings against one begins with that material: a crowning brings it about.
    let mut crowning = game(&variant::POOL, "W:WK29,K32,6:BK12");
    walk(&mut crowning, DrawRule::ThreeKings(26), 1, &|_, m, next| m.crowns() && !next.must_capture());
    assert_eq!(count(&crowning, DrawRule::ThreeKings(26)), 0);
}

#[test]
fn d12_turkish() {
    // Men move sideways and back: such a position can come again, and does.
    repeats(&variant::TURKISH, "W:W36,57:B12,8", ["d4-e4", "d7-e7"], ["e4-d4", "e7-d7"]);
    let rule = DrawRule::OneEach(4);
    let any = |_: usize, m: &Move, next: &Position| !m.is_capture() && !next.must_capture();
    fires_after(&variant::TURKISH, "W:WK57:BK2", rule, 4, &any);
    fires_after(&variant::TURKISH, "W:WK57:B12", rule, 4, &any);
    // Not with more pieces, however long.
    let mut more = game(&variant::TURKISH, "W:WK57,K58:BK7");
    walk(&mut more, rule, 12, &any);
    assert_eq!(more.status(), Status::Ongoing);
}

#[test]
fn d13_thai_house_rule() {
    repeats(&variant::THAI, MANY_8, ["30-26", "3-7"], ["26-30", "7-3"]);
    fires_at(&variant::THAI, MANY_8, DrawRule::QuietKings(50), 50);
}

#[test]
fn d14_canadian_as_international() {
    assert_eq!(variant::CANADIAN.draws, variant::INTERNATIONAL.draws);
    let many = "W:WK67,K68,55:BK6,K5,18";
    repeats(&variant::CANADIAN, many, ["68-62", "5-11"], ["62-68", "11-5"]);
    fires_at(&variant::CANADIAN, many, DrawRule::QuietKings(50), 50);
    fires_at(&variant::CANADIAN, "W:WK68,K69,K70:BK6", DrawRule::ThreeAgainstKing(32), 32);
    fires_at(&variant::CANADIAN, "W:WK67,K68:BK18", DrawRule::TwoAgainstKing(10), 10);
}

#[test]
fn d15_antidraughts_has_only_repetition_and_breakthrough_no_draw() {
    repeats(&variant::ANTIDRAUGHTS, MANY_10, ["48-42", "1-7"], ["42-48", "7-1"]);
    let mut long = game(&variant::ANTIDRAUGHTS, MANY_10);
    walk(&mut long, DrawRule::Repetition(3), 80, &quiet_king);
    assert_eq!(long.status(), Status::Ongoing);
    assert!(variant::BREAKTHROUGH.draws.is_empty());
}

#[test]
fn a_win_is_looked_for_before_a_draw() {
    // A home rule set where one quiet king move makes a draw.
    let draws = &[DrawRule::QuietKings(1)];
    let home = Box::leak(Box::new(Variant { name: "home", draws, ..variant::POLISH_64.clone() }));
    let mut game = Game::from_position(common::position(home, "W:WKd4,c1:Ba3"));
    play(&mut game, "d4-e5");
    assert_eq!(game.status(), drawn(DrawRule::QuietKings(1)));
    assert!(game.undo());
    play(&mut game, "d4-b2");
    assert_eq!(count(&game, DrawRule::QuietKings(1)), 1);
    assert_eq!(game.status(), Status::Won { winner: Side::White, by: damka::rules::WinReason::NoMoves });
}

/// The 25 king moves of the trial file, with men standing on the board.
const KINGS_ONLY: &str = "48-39 1-18 39-44 18-1 44-33 1-45 33-24 45-34 24-13 34-43 13-4 43-48 4-27 48-31 27-38 31-9 \
    38-32 9-25 32-37 25-9 37-5 9-3 5-32 3-26 32-14 26-21 14-41 21-43 41-5 43-21 5-23 21-38 23-7 38-42 7-45 42-15 \
    45-40 15-38 40-44 38-15 44-28 15-24 28-23 24-33 23-41 33-22 41-47 22-4 47-24 4-22";

#[test]
fn b033_twenty_five_moves_are_king_moves() {
    let moves: Vec<&str> = KINGS_ONLY.split_whitespace().collect();
    let mut kings = game(&variant::INTERNATIONAL, MANY_10);
    for (ply, text) in moves.iter().enumerate() {
        assert_eq!(kings.status(), Status::Ongoing, "before ply {}", ply + 1);
        play(&mut kings, text);
    }
    assert_eq!(kings.ply(), 50);
    assert_eq!(kings.status(), drawn(DrawRule::QuietKings(50)));

    // One man's move put in after ply 40, with the reply 16-21, and the count begins again.
    let mut man = game(&variant::INTERNATIONAL, MANY_10);
    play(&mut man, &moves[..40].join(" "));
    play(&mut man, "36-31 15-24 44-28 24-15 28-23 15-24 23-28 24-15 28-44 15-24");
    assert_eq!(man.ply(), 50);
    assert_eq!(man.status(), Status::Ongoing);
    assert_eq!(count(&man, DrawRule::QuietKings(50)), 9);
}

#[test]
fn b035_counters_begin_with_the_loaded_position() {
    let moves: Vec<&str> = KINGS_ONLY.split_whitespace().collect();
    let mut before = game(&variant::INTERNATIONAL, MANY_10);
    play(&mut before, &moves[..30].join(" "));
    let mut next = Game::from_position(*before.position());
    assert_eq!(count(&next, DrawRule::QuietKings(50)), 0);
    play(&mut next, &moves[30..42].join(" "));
    assert_eq!(next.status(), Status::Ongoing);
    assert_eq!(count(&next, DrawRule::QuietKings(50)), 12);
    // The loaded position counts as the first occurrence.
    repeats(&variant::INTERNATIONAL, MANY_10, ["48-42", "1-7"], ["42-48", "7-1"]);
}

#[test]
fn b036_another_side_to_move_is_no_repetition() {
    // Black loses a move with the triangle 1-7-12... : the same men stand again, with the other side to move.
    let mut triangle = game(&variant::INTERNATIONAL, MANY_10);
    play(&mut triangle, "48-42 1-7 42-48 7-12 48-42 12-1");
    let with_white = row_position(&variant::INTERNATIONAL, "W:WK42,36,35:BK1,16,6");
    assert_eq!(triangle.position(), &with_white);
    assert_eq!(triangle.position_at(1), Some(&with_white.passed()));
    assert_eq!(triangle.repetitions(), 1);
}

#[test]
fn b038_the_running_count_is_told() {
    let rule = DrawRule::QuietKings(50);
    let mut game = game(&variant::INTERNATIONAL, MANY_10);
    play(&mut game, &KINGS_ONLY.split_whitespace().take(30).collect::<Vec<_>>().join(" "));
    let told = game.draw_counts().find(|count| count.rule == rule).expect("told");
    assert!(told.applies);
    assert_eq!((told.limit - told.plies) / 2, 10, "ten moves left");
}
