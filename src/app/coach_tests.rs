//! The coach at the table, without a browser: the worker is played by this test.

use super::scene::{Extras, Item, Mark, PathKind, scene};
use super::strings::Lang;
use super::*;
use crate::ai::Engine as Searcher;
use crate::coach::{Analysis, HINT_NODES, Review, losing, threats, warning, wire};
use crate::notation::{Style, parse_fen, parse_square, write_fen};
use crate::protocol::{EngineRequest, Purpose};
use crate::rules::variant::POLISH_64;
use crate::rules::{Game, Variant};

const SHOT: &str = "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4";

pub(super) fn table(fen: &str) -> Model {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.players = [Player::Person; 2];
    m.game = Game::from_position(parse_fen(&POLISH_64, fen, Style::Official).expect("a position"));
    m.picker = picker::Picker::new(m.game.position());
    m
}

pub(super) fn fen(m: &Model) -> String {
    write_fen(m.game.position(), Style::Official)
}

pub(super) fn touch(m: &mut Model, names: &[&str]) -> Vec<Effect> {
    let squares = names.iter().map(|name| parse_square(&POLISH_64, name, Style::Official).expect("a square"));
    squares.collect::<Vec<_>>().into_iter().flat_map(|square| m.update(Msg::Touch(square))).collect()
}

/// What the worker would answer, in its order.
pub(super) fn answers(request: &EngineRequest) -> Vec<(bool, Vec<u8>)> {
    let rules = Variant::named(&request.rules).expect("a rule set");
    let start = parse_fen(rules, &request.start, Style::RowNumbers).expect("a position");
    let mut game = Game::from_position(start);
    for path in &request.moves {
        let m = save::move_on_path(game.position(), path).expect("legal");
        game.play(&m).expect("legal");
    }
    let engine = Searcher::new(1);
    match request.purpose {
        Purpose::Play | Purpose::Refute | Purpose::Analyse => Vec::new(),
        Purpose::Hint => {
            let (advice, _) = Analysis::hint(engine, &game, HINT_NODES).expect("a move").finish();
            vec![(true, wire::write_advice(&advice))]
        }
        Purpose::Explain => {
            let last = game.last_move().cloned().expect("a move");
            game.undo();
            let (advice, _) = Analysis::explain(engine, &game, &last, 0).expect("a move").finish();
            vec![(true, wire::write_advice(&advice))]
        }
        Purpose::Check => {
            let last = game.last_move().cloned().expect("a move");
            game.undo();
            vec![(true, wire::write_warning(warning(&game, &last).as_ref()))]
        }
        Purpose::Threats => vec![(true, wire::write_threats(&threats(&game), &[]))],
        Purpose::Lights => vec![(true, wire::write_threats(&threats(&game), &losing(&game)))],
        Purpose::Review => {
            let mut review = Review::new(engine, &game, request.from as usize);
            while !review.step(1_000_000) {}
            let plies = game.ply();
            let verdicts = review.verdicts().iter();
            verdicts
                .map(|verdict| (false, wire::write_verdict(verdict, plies)))
                .chain([(true, wire::write_end(review.end().expect("an end")))])
                .collect()
        }
    }
}

/// Lets the worker answer all that was asked, and what is asked because of it.
pub(super) fn answer_all(m: &mut Model, mut effects: Vec<Effect>) -> Vec<Effect> {
    let mut others = Vec::new();
    while let Some(effect) = (!effects.is_empty()).then(|| effects.remove(0)) {
        if let Effect::Think(request) = effect {
            for (last, bytes) in answers(&request) {
                effects.extend(m.update(Msg::Coach(CoachMsg::Said(request.generation, last, bytes))));
            }
        } else {
            others.push(effect);
        }
    }
    others
}

pub(super) fn send(m: &mut Model, msg: Msg) -> Vec<Effect> {
    let effects = m.update(msg);
    answer_all(m, effects)
}

#[test]
fn a_hint_comes_in_four_steps() {
    let mut m = table(SHOT);
    let before = fen(&m);
    let has_path = |m: &Model| {
        let items = scene(m, &Extras::default()).items;
        items.iter().any(|i| matches!(i, Item::Path { kind: PathKind::Hint, .. }))
    };
    let lit = |m: &Model| {
        scene(m, &Extras::default()).items.iter().any(|i| matches!(i, Item::Mark { mark: Mark::Lit, .. }))
    };
    send(&mut m, Msg::Hint);
    assert!(m.spoken.1.contains("shot") && !m.spoken.1.contains("d4"), "{}", m.spoken.1);
    assert!(!has_path(&m) && !lit(&m));
    send(&mut m, Msg::Hint);
    assert!(m.spoken.1.contains("d4") && !m.spoken.1.contains("e5"), "{}", m.spoken.1);
    assert!(!has_path(&m) && lit(&m));
    send(&mut m, Msg::Hint);
    assert!(m.spoken.1.contains("d4-e5"), "{}", m.spoken.1);
    assert!(has_path(&m));
    let mut effects = send(&mut m, Msg::Hint);
    assert!(m.spoken.1.contains("gives 2 and takes 4"), "{}", m.spoken.1);
    // The line is played out, move by move, and the game is what it was.
    let mut shown = Vec::new();
    while m.plays_line() {
        let Some(Effect::Later(_, n)) = effects.iter().find(|e| matches!(e, Effect::Later(..))) else {
            panic!()
        };
        effects = m.update(Msg::Coach(CoachMsg::Tick(*n)));
        shown.push(write_fen(&m.shown(), Style::Official));
    }
    shown.dedup();
    assert!(shown.len() >= 5, "{shown:?}");
    assert_eq!(fen(&m), before);
    assert_eq!(m.coach.used.iter().map(|used| (used.ply, used.step)).collect::<Vec<_>>(), [(0, 4)]);
    assert_eq!(m.sign(0), "✦");
}

#[test]
fn what_to_look_for_may_be_told_before_all_is_proven() {
    let mut m = table(SHOT);
    let effects = m.update(Msg::Hint);
    let request = effects
        .into_iter()
        .find_map(|effect| if let Effect::Think(request) = effect { Some(request) } else { None })
        .expect("a question");
    let mut analysis = Analysis::hint(Searcher::new(1), &m.game, HINT_NODES).expect("a move");
    let early = loop {
        assert!(!analysis.step(1), "told before the end");
        if let Some(early) = analysis.early() {
            break early;
        }
    };
    let said =
        |m: &mut Model, last, bytes| m.update(Msg::Coach(CoachMsg::Said(request.generation, last, bytes)));
    said(&mut m, false, wire::write_advice(&early));
    assert_eq!(m.spoken.1, m.texts.get("coach.look.shot"));
    assert!(matches!(m.engine, Engine::Thinking { .. }));
    // The player goes on meanwhile, and is not thrown back when the rest comes.
    m.update(Msg::Hint);
    let spoken = m.spoken.clone();
    let (advice, _) = analysis.finish();
    said(&mut m, true, wire::write_advice(&advice));
    assert_eq!((m.spoken.clone(), m.engine), (spoken, Engine::Idle));
    let hint = m.hint.as_ref().expect("a hint");
    assert_eq!((hint.step, &hint.reasons), (2, &advice.reasons));
    assert_eq!(m.coach.used.len(), 1);
}

#[test]
fn hints_can_be_limited() {
    let mut m = table(SHOT);
    m.prefs.hints = 1;
    send(&mut m, Msg::Hint);
    send(&mut m, Msg::Hint);
    assert_eq!(m.hints_left(), Some(0));
    touch(&mut m, &["d4", "e5"]);
    send(&mut m, Msg::Hint);
    assert!(m.spoken.1.contains("No hints are left"), "{}", m.spoken.1);
    assert!(m.hint.is_none());
}

#[test]
fn a_touch_ends_a_line_and_an_old_tick_does_nothing() {
    let mut m = table(SHOT);
    for _ in 0..4 {
        send(&mut m, Msg::Hint);
    }
    assert!(m.plays_line());
    touch(&mut m, &["d4"]);
    assert!(!m.plays_line());
    m.update(Msg::Coach(CoachMsg::Tick(1)));
    assert!(!m.plays_line());
    assert_eq!(m.shown(), *m.game.position());
}

#[test]
fn are_you_sure_asks_only_where_something_is_lost() {
    let mut m = table("W:Wd4,h2,a1:Bf6,h8,a7");
    m.prefs.sure = true;
    let before = fen(&m);
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    assert_eq!((m.dialog, fen(&m)), (Some(Dialog::Sure), before.clone()));
    assert!(m.spoken.1.contains("loses at least 1 man"), "{}", m.spoken.1);
    send(&mut m, Msg::Coach(CoachMsg::ShowWhy));
    assert!(m.plays_line() && m.dialog.is_none());
    assert_eq!(fen(&m), before);
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    m.update(Msg::Close);
    assert_eq!(fen(&m), before);
    let effects = touch(&mut m, &["d4", "e5"]);
    answer_all(&mut m, effects);
    send(&mut m, Msg::Coach(CoachMsg::Anyway));
    assert_eq!(m.game.ply(), 1);
    let mut m = table("W:Wd4,h2,a1:Bf6,h8,a7");
    m.prefs.sure = true;
    let effects = touch(&mut m, &["h2", "g3"]);
    answer_all(&mut m, effects);
    assert_eq!((m.dialog, m.game.ply()), (None, 1));
}

#[test]
fn without_a_worker_a_move_is_made_without_being_asked_about() {
    let mut m = table("W:Wd4,h2,a1:Bf6,h8,a7");
    m.prefs.sure = true;
    touch(&mut m, &["d4", "e5"]);
    assert_eq!(m.game.ply(), 0);
    m.update(Msg::EngineFailed);
    assert_eq!(m.game.ply(), 1);
}

#[test]
fn threats_are_said_and_marked() {
    // Black to move after this would take e5.
    let mut m = table("W:We3,h2,a1:Bd6,g7,h8");
    m.prefs.threats = true;
    m.prefs.lights = true;
    let effects = touch(&mut m, &["e3", "f4"]);
    answer_all(&mut m, effects);
    let effects = touch(&mut m, &["d6", "e5"]);
    answer_all(&mut m, effects);
    assert!(m.game.position().must_capture());
    assert!(m.hanging().is_empty(), "who must capture can't pass");
    let mut m = table("W:We5,h2,a1:Bd6,b8,a7");
    m.prefs.lights = true;
    let mut effects = Vec::new();
    m.wake_engine(&mut effects);
    answer_all(&mut m, effects);
    let must = m.game.position().must_capture();
    assert_eq!(m.hanging().is_empty(), must, "{:?}", m.coach.threats);
}

#[test]
fn targets_that_lose_something_are_lit() {
    let mut m = table("W:Wc3,a1:Be5,h8");
    m.prefs.lights = true;
    let mut effects = Vec::new();
    m.wake_engine(&mut effects);
    answer_all(&mut m, effects);
    assert!(m.losing_targets().is_empty(), "no piece is chosen");
    touch(&mut m, &["c3"]);
    let d4 = parse_square(&POLISH_64, "d4", Style::Official).expect("a square");
    assert_eq!(m.losing_targets(), [d4], "b4 is safe");
    assert!(m.spoken.1.ends_with("On d4 you would lose something."), "{}", m.spoken.1);
    let badges = |m: &Model| {
        let items = scene(m, &Extras::default()).items;
        items.iter().filter(|item| matches!(item, Item::Badge { text, .. } if text == "!")).count()
    };
    assert_eq!(badges(&m), 1);
    // Another piece, a move, a switch: the lights go out.
    touch(&mut m, &["a1"]);
    assert_eq!(badges(&m), 0);
    touch(&mut m, &["c3"]);
    m.prefs.lights = false;
    assert_eq!(badges(&m), 0);
    touch(&mut m, &["b4"]);
    assert!(m.losing_targets().is_empty());
}

#[test]
fn the_last_move_is_explained() {
    let mut m = table(SHOT);
    touch(&mut m, &["d4", "e5"]);
    send(&mut m, Msg::Coach(CoachMsg::Explain));
    assert!(m.spoken.1.starts_with("d4-e5:") && m.spoken.1.contains("takes 4"), "{}", m.spoken.1);
}

#[test]
fn a_game_is_reviewed_and_the_better_move_found() {
    // Black throws a man away; White plays well.
    let mut m = table("W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7");
    touch(&mut m, &["b2", "c3", "g7", "f6", "c3", "d4", "f6", "e5"]);
    assert_eq!(m.game.ply(), 4);
    let table_game = fen(&m);
    send(&mut m, Msg::Visit(Place::Review));
    assert!(m.coach.review.end.is_some());
    assert_eq!(m.coach.review.progress(), (4, 4));
    let points = m.coach.review.points();
    assert!(points.iter().any(|point| point.ply == 3), "{:?}", m.coach.review.verdicts);
    let (place, best) = points
        .iter()
        .enumerate()
        .find_map(|(i, point)| (point.ply == 3).then(|| (i, point.best.clone())))
        .expect("the man thrown away");
    assert!(["?", "??"].contains(&m.sign(3)), "{}", m.sign(3));
    send(&mut m, Msg::Coach(CoachMsg::Point(place)));
    assert_eq!(m.game.ply(), 3);
    // The same mistake again is refuted on the board, and taken back.
    let effects = touch(&mut m, &["f6", "e5"]);
    let effects = answer_all(&mut m, effects);
    assert!(m.plays_line() && effects.iter().any(|e| matches!(e, Effect::Later(..))));
    assert_eq!(m.game.ply(), 3);
    assert!(m.spoken.1.contains("costs"), "{}", m.spoken.1);
    // The better move is recognised.
    for square in [best.from(), best.to()] {
        send(&mut m, Msg::Touch(square));
    }
    assert!(m.spoken.1.contains("best move"), "{}", m.spoken.1);
    // Back at the table all is as it was.
    send(&mut m, Msg::Visit(Place::Play));
    assert_eq!(fen(&m), table_game);
}

#[test]
fn a_review_can_be_stopped_and_goes_on() {
    let mut m = table(SHOT);
    touch(&mut m, &["d4", "e5", "f6", "d4"]);
    m.update(Msg::Visit(Place::Review));
    assert!(m.coach.review.running);
    let effects = m.update(Msg::Coach(CoachMsg::StopReview));
    assert!(effects.contains(&Effect::StopThinking));
    assert!(!m.coach.review.running);
    send(&mut m, Msg::Coach(CoachMsg::StopReview));
    assert_eq!(m.coach.review.progress(), (2, 2));
}

#[test]
fn b090_hints_and_a_finished_review_come_back_with_the_game() {
    let mut m = table("W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7");
    send(&mut m, Msg::Hint);
    let effects = send(&mut m, Msg::Hint);
    assert!(effects.contains(&Effect::SaveGame), "a hint is kept at once");
    touch(&mut m, &["b2", "c3", "g7", "f6", "c3", "d4", "f6", "e5"]);
    let half = save::write_game(&m);
    let effects = send(&mut m, Msg::Visit(Place::Review));
    assert!(effects.contains(&Effect::SaveGame), "a finished review is kept at once");
    let text = save::write_game(&m);
    let mut again = Model::new(Prefs::default(), Lang::En);
    save::read_game(&mut again, &text).expect("readable");
    assert_eq!(again.coach.used, m.coach.used);
    assert_eq!((again.coach.used[0].ply, again.coach.used[0].step), (0, 2));
    assert_eq!(again.coach.review.verdicts, m.coach.review.verdicts);
    assert_eq!(again.coach.review.end, m.coach.review.end);
    assert_eq!((again.sign(0), again.sign(3)), ("✦", m.review_sign(3)));
    assert_ne!(again.sign(3), "");
    assert_eq!(save::write_game(&again), text);
    // It need not be made again.
    let effects = again.update(Msg::Visit(Place::Review));
    assert!(!again.coach.review.running && !effects.iter().any(|e| matches!(e, Effect::Think(_))));
    // A game that goes on has no review any more; hints stay.
    send(&mut again, Msg::Visit(Place::Play));
    again.players = [Player::Person; 2];
    touch(&mut again, &["d4", "f6"]);
    let gone_on = save::write_game(&again);
    assert!(gone_on.contains("\"review\":[]") && !gone_on.contains("\"hints\":[]"), "{gone_on}");
    // What an older program has written, and what can't be read, is a game without both.
    let mut value: serde_json::Value = serde_json::from_str(&half).expect("JSON");
    for broken in ["[[0,9]]", "[[0,1,[1,99]],7]", "\"no\"", "null"] {
        value["hints"] = serde_json::from_str(broken).expect("JSON");
        value["review"] = serde_json::json!([[3, 0, 0], [4, 1, 1]]);
        save::read_game(&mut again, &value.to_string()).expect("a game");
        assert!(again.coach.used.is_empty() && again.coach.review.verdicts.is_empty());
    }
    for name in ["hints", "review"] {
        value.as_object_mut().expect("a record").remove(name);
    }
    save::read_game(&mut again, &value.to_string()).expect("a game of an older program");
    assert_eq!(again.game.ply(), 4);
}

#[test]
fn the_beginners_settings_survive() {
    let prefs = Prefs { hints: 3, threats: true, lights: true, sure: true, ..Prefs::default() };
    assert_eq!(save::read_prefs(&save::write_prefs(&prefs)), (prefs, true));
}

#[test]
fn b090_a_game_of_proposed_moves_has_no_mark_and_that_is_said_honestly() {
    let mut m = table(SHOT);
    for _ in 0..6 {
        if !m.ongoing() {
            break;
        }
        for _ in 0..3 {
            send(&mut m, Msg::Hint);
        }
        let best = m.hint.as_ref().expect("a hint").best.clone();
        m.hint = None;
        let text = crate::notation::write_move(m.game.position(), &best);
        send(&mut m, Msg::Type(text));
    }
    let plies = m.game.ply();
    assert!(plies > 2);
    send(&mut m, Msg::Visit(Place::Review));
    assert_eq!(m.coach.review.progress(), (plies, plies));
    assert!(m.coach.review.points().is_empty());
    assert!((0..plies).all(|ply| m.review_sign(ply).is_empty()), "{:?}", m.coach.review.verdicts);
    assert_eq!(m.spoken.1, m.texts.get("review.none"));
    assert!(m.spoken.1.contains("found"), "what was not found may be there: {}", m.spoken.1);
}

#[test]
fn b090_what_was_proposed_is_not_marked_even_if_the_worker_thinks_better_of_it() {
    let mut m = table("W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7");
    touch(&mut m, &["b2", "c3", "g7", "f6", "c3", "d4", "f6", "e5"]);
    let mut other = m.clone();
    // The man that was thrown away had been proposed, and shown as far as the move.
    let thrown = m.game.all_moves()[3].clone();
    m.coach.used.push(hints::Used { ply: 3, step: 3, path: save::path_numbers(&thrown), at: 0 });
    send(&mut m, Msg::Visit(Place::Review));
    assert_eq!((m.review_sign(3), m.coach.review.verdicts[3].lost), ("", 0));
    // Only the piece was told: the move was the player's own.
    other.coach.used.push(hints::Used { ply: 3, step: 2, path: save::path_numbers(&thrown), at: 0 });
    send(&mut other, Msg::Visit(Place::Review));
    assert_ne!(other.review_sign(3), "");
}

#[test]
fn an_imported_game_is_reviewed_move_by_move() {
    let mut m = table(SHOT);
    let pdn =
        "[GameType \"26\"]\n[FEN \"W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n1. b2-c3 g7-f6 2. c3-d4 f6-e5 0-1";
    m.update(Msg::Paste(pdn.to_owned()));
    assert_eq!(m.game.len(), 4, "{:?}", m.notice);
    let effects = m.update(Msg::Visit(Place::Review));
    assert_eq!((m.coach.review.running, m.coach.review.progress()), (true, (0, 4)));
    let request = effects
        .into_iter()
        .find_map(|effect| if let Effect::Think(request) = effect { Some(request) } else { None })
        .expect("a question");
    let told = answers(&request);
    assert_eq!(told.len(), 5);
    for (n, (last, bytes)) in told.into_iter().enumerate() {
        assert!(m.coach.review.running);
        m.update(Msg::Coach(CoachMsg::Said(request.generation, last, bytes)));
        assert_eq!(m.coach.review.progress(), ((n + 1).min(4), 4), "the bar goes forward with each move");
    }
    assert!(!m.coach.review.running && !m.coach.review.points().is_empty());
    assert_eq!(m.coach.review.graph().len(), 5);
}
