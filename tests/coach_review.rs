//! The review: marks what cost the game, and nothing else.

mod common;

use common::{Random, position};
use damka::ai::{Engine, Level, Limits, Request, Score};
use damka::coach::{Analysis, BANDS, HINT_NODES, Mark, Review, Verdict, chance, turning_points};
use damka::rules::{Game, Side, Status, Variant, variant};

fn review(game: &Game) -> Vec<Verdict> {
    let mut review = Review::new(Engine::new(1), game, 0);
    while !review.step(30_000) {}
    assert_eq!(review.progress(), (game.ply(), game.ply()));
    assert!(review.end().is_some());
    review.verdicts().to_vec()
}

/// A game in which `who` plays what the coach says, and the other side a level.
fn hinted_game(rules: &'static Variant, who: &[Side], level: u8, plies: usize) -> Game {
    hinted_from(Game::new(rules), who, level, plies)
}

/// The same from where a game stands.
fn hinted_from(mut game: Game, who: &[Side], level: u8, plies: usize) -> Game {
    let mut engine = Engine::new(1);
    while game.status() == Status::Ongoing && game.ply() < plies {
        let played;
        if who.contains(&game.position().turn()) {
            let (advice, back) = Analysis::hint(engine, &game, HINT_NODES).expect("a move").finish();
            (played, engine) = (advice.best, back);
        } else {
            let request = Request::play(&game, Level::new(level).expect("a level"), game.ply() as u64);
            let (best, back) = engine.search(request).expect("a move").finish();
            (played, engine) = (best.best, back);
        }
        game.play(&played).expect("legal");
    }
    game
}

#[test]
fn b090_what_the_coach_proposed_is_never_marked() {
    for rules in [&variant::POLISH_64, &variant::INTERNATIONAL] {
        let game = hinted_game(rules, &Side::BOTH, 1, 24);
        for verdict in review(&game) {
            assert_eq!(verdict.mark, Mark::None, "{} ply {}", rules.name, verdict.ply);
        }
        let game = hinted_game(rules, &[Side::White], 1, 24);
        for verdict in review(&game).iter().filter(|verdict| verdict.ply % 2 == 0) {
            assert_eq!(verdict.mark, Mark::None, "{} ply {}", rules.name, verdict.ply);
        }
    }
}

/// In every rule set and from many beginnings: who plays what the coach proposes is never marked, whoever plays against
/// it, and a game of best moves has no mark at all.
#[test]
fn b090_proposed_moves_are_not_marked_in_any_rule_set() {
    let (mut judged, mut games) = (0, 0);
    for (n, rules) in variant::ALL.into_iter().enumerate() {
        for seed in 0..2 {
            let mut random = Random((n * 7 + seed) as u64);
            let mut game = Game::new(rules);
            // A beginning of its own.
            for _ in 0..4 + 6 * seed {
                let moves = game.position().legal_moves();
                if game.status() != Status::Ongoing || game.play(&moves[random.below(moves.len())]).is_err() {
                    break;
                }
            }
            let begun = game.ply();
            let who = if seed == 0 { &Side::BOTH[..] } else { &[Side::White] };
            let game = hinted_from(game, who, 1, begun + 10);
            let mut review = Review::new(Engine::new(1), &game, begun);
            while !review.step(3_000) {}
            for verdict in review.verdicts() {
                let side = game.position_at(verdict.ply).expect("played").turn();
                if who.contains(&side) {
                    assert_eq!(verdict.mark, Mark::None, "{} {seed} ply {}", rules.name, verdict.ply);
                    judged += 1;
                }
            }
            games += 1;
        }
    }
    assert!(games == 34 && judged > 200, "{games} {judged}");
}

/// Three men are given away on purpose.
#[test]
fn b090_men_given_away_are_marked() {
    let mut game = Game::new(&variant::POLISH_64);
    let mut engine = Engine::new(1);
    let mut given = Vec::new();
    while game.status() == Status::Ongoing && given.len() < 3 && game.ply() < 60 {
        let moves = game.position().legal_moves();
        // White gives a man where the loss of it is the clearest: the worst move by a search of its own.
        let (best, back) =
            engine.search(Request::analyse(&game, Limits::nodes(8_000))).expect("a move").finish();
        engine = back;
        let mut played = best.best.clone();
        let even = matches!(best.info.score, Score::Centimen(-120..=120));
        if game.position().turn() == Side::White && moves.len() > 3 && even {
            for m in &moves {
                let mut after = game.clone();
                after.play(m).expect("legal");
                let Ok(search) = engine.search(Request::analyse(&after, Limits::nodes(8_000))) else {
                    return;
                };
                let (reply, back) = search.finish();
                engine = back;
                if matches!(reply.info.score, Score::Centimen(180..)) {
                    played = m.clone();
                    given.push(game.ply());
                    break;
                }
            }
        }
        game.play(&played).expect("legal");
    }
    assert!(!given.is_empty());
    let verdicts = review(&game);
    for ply in &given {
        let verdict = verdicts.iter().find(|v| v.ply == *ply).expect("judged");
        assert!(verdict.mark >= Mark::Mistake, "ply {ply}: {verdict:?}");
        assert!(turning_points(&verdicts).iter().any(|i| verdicts[*i].ply == *ply));
    }
    let points = turning_points(&verdicts);
    assert!(points.windows(2).all(|pair| verdicts[pair[0]].lost >= verdicts[pair[1]].lost));
}

#[test]
fn forced_moves_and_lost_games_are_not_marked() {
    // Black has one move at a time, and is lost.
    let mut game = Game::from_position(position(&variant::POLISH_64, "W:WKd4,Kf6,c1:Ba5"));
    let mut random = Random(5);
    while game.status() == Status::Ongoing && game.ply() < 16 {
        let moves = game.position().legal_moves();
        let m = moves[random.below(moves.len())].clone();
        game.play(&m).expect("legal");
    }
    for verdict in review(&game) {
        let position = game.position_at(verdict.ply).expect("played");
        if position.turn() == Side::Black || position.legal_moves().len() == 1 {
            assert_eq!(verdict.mark, Mark::None, "ply {}", verdict.ply);
        }
    }
}

#[test]
fn slices_do_not_change_the_review() {
    let game = hinted_game(&variant::POLISH_64, &[], 1, 16);
    let run = |slice: u64| {
        let mut review = Review::with_nodes(Engine::new(1), &game, 0, 4_000);
        while !review.step(slice) {}
        review.verdicts().to_vec()
    };
    assert_eq!(run(100), run(1_000_000));
}

#[test]
fn chances_rise_with_the_score() {
    let scores = (-1500..1500).map(|value| chance(Score::Centimen(value))).collect::<Vec<_>>();
    assert!(scores.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(BANDS.windows(2).all(|pair| pair[0] < pair[1]));
}

/// The scale of the curve: the logistic that fits the results of weak games best.
#[test]
#[ignore = "a minute: cargo test --release --test coach_review fit -- --ignored --nocapture"]
fn fit() {
    for rules in [&variant::POLISH_64, &variant::INTERNATIONAL] {
        let mut samples: Vec<(f64, f64)> = Vec::new();
        let mut engine = Engine::new(1);
        let mut random = Random(9);
        for n in 0..150 {
            let mut game = Game::new(rules);
            let mut scores = Vec::new();
            while game.status() == Status::Ongoing && game.ply() < 160 {
                let moves = game.position().legal_moves();
                let played = if game.ply() < 6 {
                    moves[random.below(moves.len())].clone()
                } else {
                    let request =
                        Request::play(&game, Level::new(3).expect("a level"), n * 1000 + game.ply() as u64);
                    let (best, back) = engine.search(request).expect("a move").finish();
                    engine = back;
                    best.best
                };
                if game.ply() % 5 == 4 {
                    let request = Request::analyse(&game, Limits::nodes(3_000));
                    let (seen, back) = engine.search(request).expect("a move").finish();
                    engine = back;
                    if let Score::Centimen(value) = seen.info.score {
                        let white = game.position().turn() == Side::White;
                        scores.push(f64::from(if white { value } else { -value }));
                    }
                }
                game.play(&played).expect("legal");
            }
            let result = match game.status() {
                Status::Won { winner: Side::White, .. } => 1.0,
                Status::Won { .. } => 0.0,
                _ => 0.5,
            };
            samples.extend(scores.into_iter().map(|score| (score, result)));
        }
        let loss = |scale: f64| {
            let each = |&(score, result): &(f64, f64)| {
                let p: f64 = 1.0 / (1.0 + (-score / scale).exp());
                -(result * p.max(1e-6).ln() + (1.0 - result) * (1.0 - p).max(1e-6).ln())
            };
            samples.iter().map(each).sum::<f64>() / samples.len() as f64
        };
        let best = (2..80).map(|n| f64::from(n) * 5.0).min_by(|a, b| loss(*a).total_cmp(&loss(*b)));
        println!("{}: scale {best:?} of {} positions", rules.name, samples.len());
        assert!(best.is_some());
    }
}
