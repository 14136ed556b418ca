//! The coach where nobody expects it to be asked: every rule set, the computer's turn, games that are over, lines that were
//! left, moves that wait for something else.

use super::coach_tests::{answer_all, answers, fen, send, table, touch};
use super::strings::Lang;
use super::*;
use crate::coach::{Proven, Reason};
use crate::notation::{Style, parse_fen};
use crate::protocol::{EngineAnswer, EngineRequest};
use crate::rules::{Game, Home, Move, Variant, variant};

/// Chance without a clock.
fn below(seed: &mut u64, n: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % n
}

/// Home rules made of a rule set by changing every fact that can be changed alone.
fn homes(base: &'static Variant) -> Vec<&'static Variant> {
    let mut all = Vec::new();
    for fact in crate::rules::Fact::ALL {
        for value in fact.values() {
            let mut home = Home::of(base);
            if home.set(fact, value) && home.faults().is_empty() && home != Home::of(base) {
                all.extend(home.variant().ok());
            }
        }
    }
    all
}

/// A game that was played somehow, broken off.
fn somehow(rules: &'static Variant, plies: usize, seed: &mut u64) -> Game {
    let mut game = Game::new(rules);
    while game.ply() < plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.play(&moves[below(seed, moves.len())]).is_err() {
            break;
        }
    }
    game
}

fn at_table(game: Game, lang: Lang) -> Model {
    let mut m = Model::new(Prefs::default(), lang);
    m.players = [Player::Person; 2];
    m.picker = picker::Picker::new(game.position());
    m.game = game;
    m
}

/// The position of the game, as if it had just come on the board.
fn anew(m: &mut Model) {
    m.picker = picker::Picker::new(m.game.position());
    m.forget_advice();
}

/// All four steps, in words without a gap, and the game as it was; what the hint proved.
fn press_through(m: &mut Model) -> Vec<Proven> {
    let before = (*m.game.position(), m.game.ply());
    let at = format!("{} {}", m.game.variant().name, fen(m));
    for step in 1..=4 {
        let effects = send(m, Msg::Hint);
        let hint = m.hint.as_ref().unwrap_or_else(|| panic!("{at}: no hint, {:?}", m.notice));
        assert_eq!(hint.step, step, "{at}");
        assert!(m.game.position().legal(&hint.best).is_some(), "{at}");
        assert!(m.spoken.1.len() > 5 && !m.spoken.1.contains('{'), "{at}: {}", m.spoken.1);
        assert_eq!(step == 4, effects.iter().any(|e| matches!(e, Effect::Later(..))), "{at}");
    }
    assert!(m.plays_line(), "{at}");
    let reasons = m.hint.as_ref().expect("a hint").reasons.clone();
    send(m, Msg::Cancel);
    assert!(!m.plays_line() && m.hint.is_none(), "{at}");
    assert_eq!((*m.game.position(), m.game.ply()), before, "{at}");
    reasons
}

/// The computer plays a move.
fn answer_of(request: &EngineRequest, reply: &Move) -> EngineAnswer {
    EngineAnswer {
        generation: request.generation,
        path: save::path_numbers(reply),
        centimen: 0,
        ends_in: None,
        depth: 5,
        line: Vec::new(),
    }
}

#[test]
fn hints_are_given_by_all_rules_and_by_home_rules() {
    let mut seed = 11;
    let mut rules: Vec<&'static Variant> = variant::ALL.to_vec();
    for base in [&variant::POLISH_64, &variant::ENGLISH, &variant::FRISIAN] {
        rules.extend(homes(base).into_iter().step_by(3));
    }
    assert!(rules.len() > 30, "{}", rules.len());
    let mut asked = 0;
    for (n, rules) in rules.into_iter().enumerate() {
        for plies in [0, 12 + n % 7, 50 + n % 11] {
            let game = somehow(rules, plies, &mut seed);
            if game.status() != crate::rules::Status::Ongoing {
                continue;
            }
            let mut m = at_table(game, [Lang::En, Lang::Pl][n % 2]);
            press_through(&mut m);
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");
}

#[test]
fn hints_are_given_in_set_up_positions_of_kings_blocks_and_draws() {
    for position in [
        "W:WKa1,Kc1,Ke1:BKf8",
        "W:WKa1:BKh2",
        "W:WKb8,Kd8,Kf8:BKd4",
        "B:WKa1:BKh8,Kb8",
        "W:Wa1,c1,e1,g1:Bb8,d8,f8,h8",
        "W:Wb6:Bc7,e7",
        "W:WKc1:Ba3",
    ] {
        let mut m = table(position);
        press_through(&mut m);
    }
}

/// In Antidraughts who has nothing left has won: nothing is called won there but the game, and no man's worth is spoken of.
#[test]
fn where_material_is_a_burden_no_gain_of_men_is_told() {
    let mut seed = 3;
    let mut spoken = 0;
    for plies in (4..90).step_by(3) {
        let game = somehow(&variant::ANTIDRAUGHTS, plies, &mut seed);
        if game.status() != crate::rules::Status::Ongoing {
            continue;
        }
        let reasons = press_through(&mut at_table(game, Lang::En));
        for said in reasons {
            let of_men = !matches!(
                said.reason,
                Reason::Only
                    | Reason::Wins { .. }
                    | Reason::HoldsOut { .. }
                    | Reason::Best { .. }
                    | Reason::PassesRow
                    | Reason::DrawNear { .. }
                    | Reason::MainLine
            );
            assert!(!of_men, "{:?}", said.reason);
            spoken += 1;
        }
    }
    assert!(spoken > 15, "{spoken}");
}

/// In Breakthrough the first king wins: crowning is called winning.
#[test]
fn where_the_first_king_wins_crowning_is_winning() {
    let rules = &variant::BREAKTHROUGH;
    for position in ["W:W7,38:B25,30", "W:W12,38:B25,30"] {
        let start = parse_fen(rules, position, Style::Official).expect("a position");
        let reasons = press_through(&mut at_table(Game::from_position(start), Lang::En));
        let wins = reasons.iter().any(|said| matches!(said.reason, Reason::Wins { .. }));
        assert!(wins, "{position}: {reasons:?}");
        assert!(reasons.iter().all(|said| !matches!(said.reason, Reason::Gains { .. })), "{reasons:?}");
    }
}

#[test]
fn no_hint_is_given_on_the_computers_turn_or_after_the_end() {
    let mut m = table("W:Wc3,e3,g3,c1:Bb6,d6,f6,f8");
    m.players = [Player::Person, Player::Computer];
    let effects = touch(&mut m, &["c3", "d4"]);
    let request = effects.into_iter().find_map(|e| if let Effect::Think(r) = e { Some(r) } else { None });
    let request = request.expect("the computer thinks");
    let effects = m.update(Msg::Hint);
    assert_eq!(m.notice, Some(Notice::NotYourTurn));
    assert!(
        m.hint.is_none() && !effects.iter().any(|e| matches!(e, Effect::Think(_) | Effect::StopThinking))
    );
    // Its answer is as good as before.
    let reply = m.game.position().legal_moves()[0].clone();
    let answer = answer_of(&request, &reply);
    m.update(Msg::EngineBest(answer));
    assert_eq!(m.game.last_move(), Some(&reply));
    assert!(m.coach.used.is_empty());
    // After the end, however it came.
    for (position, players) in [
        ("B:Wb6,c5:Ba7", [Player::Person; 2]),
        ("W:Wa1:Bb2,c3", [Player::Person; 2]),
        ("W:Wa3,b4:Ba5,c5,d6", [Player::Person; 2]),
    ] {
        let mut m = table(position);
        m.players = players;
        send(&mut m, Msg::Hint);
        assert_eq!(m.notice, Some(Notice::Over), "{position}");
    }
    let mut m = table("W:Wc3,e3,g3,c1:Bb6,d6,f6,f8");
    send(&mut m, Msg::Resign);
    send(&mut m, Msg::Hint);
    assert!(m.hint.is_none() && m.notice == Some(Notice::Over), "{:?}", m.notice);
}

/// With a limit no line that is left and no reload brings a hint back, and the same hint again costs nothing.
#[test]
fn a_limit_of_hints_counts_over_all_lines() {
    for limit in [1, 3] {
        let mut m = table("W:Wa1,c1,e1,g1,c3,e3,g3:Bb8,d8,f8,h8,b6,d6,f6");
        m.prefs.hints = limit;
        let (mut asked, mut refused) = (0, 0);
        // Other first moves lead to other positions of the same ply.
        let firsts = m.game.position().legal_moves();
        for first in firsts.iter().take(6) {
            while m.game.ply() > 0 {
                send(&mut m, Msg::Undo);
            }
            m.game.play(first).expect("legal");
            anew(&mut m);
            send(&mut m, Msg::Hint);
            if m.hint.is_some() {
                asked += 1;
            } else {
                refused += 1;
            }
            assert_eq!(m.hints_left(), Some(usize::from(limit) - asked.min(usize::from(limit))));
            // Again here: the same one.
            if m.hint.is_some() {
                send(&mut m, Msg::Hint);
                anew(&mut m);
                send(&mut m, Msg::Hint);
                assert!(m.hint.is_some());
                assert_eq!(m.coach.used.len(), asked);
                assert_eq!(m.coach.used.last().map(|used| used.step), Some(2), "how far it went stays");
            }
        }
        assert_eq!((asked, refused), (usize::from(limit), 6 - usize::from(limit)));
        // The same after a reload, in which the limit is the player's setting still.
        let mut again = Model::new(m.prefs.clone(), Lang::En);
        save::read_game(&mut again, &save::write_game(&m)).expect("readable");
        assert_eq!((&again.coach.used, again.hints_left()), (&m.coach.used, Some(0)));
        // The mark stands in the line in which the hint was asked for, and in no other.
        assert_eq!(m.sign(1), "");
        while m.game.ply() > 0 {
            send(&mut m, Msg::Undo);
        }
        m.game.play(&firsts[0]).expect("legal");
        assert_eq!(m.sign(1), "✦");
    }
    // Without a limit there is none.
    let mut m = table("W:Wa1,c1,e1,g1,c3,e3,g3:Bb8,d8,f8,h8,b6,d6,f6");
    m.prefs.hints = 0;
    send(&mut m, Msg::Hint);
    assert_eq!(m.hints_left(), None);
}

/// d4-e5 throws a man away.
const LOSES: &str = "W:Wd4,h2,a1:Bf6,h8,a7";

#[test]
fn are_you_sure_comes_after_confirming_and_for_what_was_planned() {
    // Confirmed first: then asked.
    let mut m = table(LOSES);
    (m.prefs.sure, m.prefs.confirm) = (true, true);
    let before = fen(&m);
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    assert_eq!((m.dialog, fen(&m)), (None, before.clone()), "it waits to be confirmed");
    send(&mut m, Msg::Confirm);
    assert_eq!((m.dialog, fen(&m)), (Some(Dialog::Sure), before.clone()));
    // Closed: nothing was played, and the board is the player's.
    send(&mut m, Msg::Cancel);
    assert_eq!((m.dialog, fen(&m)), (None, before.clone()));
    assert!(m.coach.warned.is_none());
    // Escape while the worker still looks: the move that waited is not made behind the player's back.
    let asked = touch(&mut m, &["d4", "e5"]);
    assert!(asked.iter().all(|e| !matches!(e, Effect::Think(_))));
    let asked = m.update(Msg::Confirm);
    m.update(Msg::Cancel);
    answer_all(&mut m, asked);
    assert_eq!((m.dialog, fen(&m)), (None, before));
    // Planned while the computer thinks: asked when it is the player's turn.
    let mut m = table("B:Wd4,h2,a1:Bg7,h8,a7");
    m.players = [Player::Person, Player::Computer];
    (m.prefs.sure, m.prefs.premove) = (true, true);
    let mut effects = Vec::new();
    m.wake_engine(&mut effects);
    let Some(Effect::Think(request)) = effects.into_iter().find(|e| matches!(e, Effect::Think(_))) else {
        panic!("the computer thinks")
    };
    touch(&mut m, &["d4", "e5"]);
    assert!(m.premove.is_some());
    let reply = crate::notation::parse_move(m.game.position(), "g7-f6").expect("a move");
    let answer = answer_of(&request, &reply);
    let effects = m.update(Msg::EngineBest(answer));
    answer_all(&mut m, effects);
    assert_eq!((m.dialog, m.game.ply()), (Some(Dialog::Sure), 1), "{:?}", m.notice);
    send(&mut m, Msg::Coach(CoachMsg::Anyway));
    assert_eq!(m.game.ply(), 2);
}

#[test]
fn show_me_why_and_then_escape_leaves_the_game_as_it_was() {
    let mut m = table(LOSES);
    m.prefs.sure = true;
    let before = fen(&m);
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    let effects = send(&mut m, Msg::Coach(CoachMsg::ShowWhy));
    let Some(Effect::Later(_, tick)) = effects.into_iter().find(|e| matches!(e, Effect::Later(..))) else {
        panic!("a line")
    };
    m.update(Msg::Coach(CoachMsg::Tick(tick)));
    assert!(m.plays_line());
    send(&mut m, Msg::Cancel);
    assert!(!m.plays_line() && m.dialog.is_none());
    // A tick that was on its way changes nothing, and the move is asked about again.
    m.update(Msg::Coach(CoachMsg::Tick(tick)));
    assert_eq!((fen(&m), m.shown() == *m.game.position()), (before.clone(), true));
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    assert_eq!((m.dialog, fen(&m)), (Some(Dialog::Sure), before));
    send(&mut m, Msg::Coach(CoachMsg::Anyway));
    assert_eq!(m.game.ply(), 1);
}

/// The review by home rules, broken off and taken up again: as in one go.
#[test]
fn a_game_by_home_rules_is_reviewed_and_may_be_broken_off() {
    let mut seed = 5;
    for rules in homes(&variant::POLISH_64).into_iter().step_by(5).take(3) {
        let game = somehow(rules, 9, &mut seed);
        let plies = game.ply();
        let review = |stops: bool| {
            let mut m = at_table(game.clone(), Lang::En);
            let mut effects = m.update(Msg::Visit(Place::Review));
            if stops {
                let Some(Effect::Think(request)) = effects.iter().find(|e| matches!(e, Effect::Think(_)))
                else {
                    panic!("{}: {effects:?}", rules.name)
                };
                // Three verdicts, then it is stopped; what comes late is not heard.
                let told = answers(request);
                for (last, bytes) in &told[..3] {
                    m.update(Msg::Coach(CoachMsg::Said(request.generation, *last, bytes.clone())));
                }
                m.update(Msg::Coach(CoachMsg::StopReview));
                let (last, bytes) = told[3].clone();
                m.update(Msg::Coach(CoachMsg::Said(request.generation, last, bytes)));
                assert_eq!((m.coach.review.running, m.coach.review.progress()), (false, (3, plies)));
                effects = m.update(Msg::Coach(CoachMsg::StopReview));
            }
            answer_all(&mut m, effects);
            assert_eq!(m.coach.review.progress(), (plies, plies), "{}", rules.name);
            m.coach.review.verdicts
        };
        let marks = |verdicts: &[crate::coach::Verdict]| -> Vec<(usize, Move)> {
            verdicts.iter().map(|v| (v.ply, v.best.clone())).collect()
        };
        let (whole, parts) = (review(false), review(true));
        assert_eq!(marks(&whole), marks(&parts), "{}", rules.name);
    }
}
