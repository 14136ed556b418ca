//! The coach at odd moments: asked twice, asked too late, of games that ended otherwise than by a move, with settings that
//! changed in the middle, where a king must rest.

use super::coach_tests::{answer_all, answers, fen, send, table, touch};
use super::strings::Lang;
use super::*;
use crate::coach::Reason;
use crate::notation::{Style, parse_fen};
use crate::protocol::EngineRequest;
use crate::rules::{Game, variant};

const LOSES: &str = "W:Wd4,h2,a1:Bf6,h8,a7";
const GAME: &str = "W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7";

fn asked(effects: &[Effect]) -> EngineRequest {
    let request =
        effects.iter().find_map(|e| if let Effect::Think(request) = e { Some(request) } else { None });
    request.expect("a question").clone()
}

/// The worker's answer, whenever it comes.
fn answer(m: &mut Model, request: &EngineRequest) {
    for (last, bytes) in answers(request) {
        m.update(Msg::Coach(CoachMsg::Said(request.generation, last, bytes)));
    }
}

#[test]
fn a_hint_asked_for_twice_before_it_comes_is_one_hint() {
    let mut m = table(GAME);
    m.prefs.hints = 2;
    let first = asked(&m.update(Msg::Hint));
    let second = asked(&m.update(Msg::Hint));
    answer(&mut m, &first);
    assert!(m.hint.is_none(), "nobody waits for the first one any more");
    answer(&mut m, &second);
    assert_eq!((m.hint.as_ref().map(|hint| hint.step), m.hints_left()), (Some(1), Some(1)));
}

#[test]
fn a_hint_that_comes_after_the_move_is_not_told_and_costs_nothing() {
    let mut m = table(GAME);
    m.prefs.hints = 1;
    let request = asked(&m.update(Msg::Hint));
    touch(&mut m, &["b2", "c3"]);
    let spoken = m.spoken.clone();
    answer(&mut m, &request);
    assert_eq!((m.hint.is_none(), m.hints_left(), m.spoken.clone()), (true, Some(1), spoken));
}

#[test]
fn one_legal_move_is_told_as_the_only_one() {
    let mut m = table("W:Wc3,g3:Bd4");
    for step in 1..=4 {
        send(&mut m, Msg::Hint);
        assert_eq!(m.hint.as_ref().map(|hint| hint.step), Some(step));
    }
    assert!(m.spoken.1.starts_with("Try c3xe5.") || m.spoken.1.starts_with("Try c3:e5."), "{}", m.spoken.1);
    assert!(m.spoken.1.contains(m.texts.get("hint.only")), "{}", m.spoken.1);
}

#[test]
fn a_move_that_waits_for_its_answer_does_not_reach_the_next_game() {
    let mut m = table(LOSES);
    m.prefs.sure = true;
    let request = asked(&touch(&mut m, &["d4", "e5"]));
    let players = [Player::Person; 2];
    let new = NewGame { rules: "polish64", players, level: m.prefs.level, touch_move: false };
    m.update(Msg::New(new));
    let before = fen(&m);
    answer(&mut m, &request);
    assert_eq!((m.dialog, m.game.ply(), fen(&m)), (None, 0, before));
}

#[test]
fn fewer_hints_than_were_used_already_are_none() {
    let mut m = table(GAME);
    m.prefs.hints = 3;
    for names in [["b2", "c3"], ["g7", "f6"]] {
        send(&mut m, Msg::Hint);
        assert!(m.hint.is_some());
        touch(&mut m, &names);
    }
    m.prefs.hints = 1;
    assert_eq!(m.hints_left(), Some(0));
    send(&mut m, Msg::Hint);
    assert!(m.hint.is_none() && m.spoken.1.contains("No hints are left"), "{}", m.spoken.1);
}

#[test]
fn a_game_that_was_resigned_or_looked_back_on_is_reviewed_whole() {
    for resigned in [true, false] {
        let mut m = table(GAME);
        touch(&mut m, &["b2", "c3", "g7", "f6", "c3", "d4", "f6", "e5"]);
        if resigned {
            send(&mut m, Msg::Resign);
        } else {
            send(&mut m, Msg::GoTo(1));
            assert_eq!(m.game.ply(), 1);
        }
        send(&mut m, Msg::Visit(Place::Review));
        assert_eq!(m.coach.review.progress(), (4, 4), "resigned: {resigned}");
        assert!(m.coach.review.end.is_some());
        assert_ne!(m.review_sign(3), "");
        send(&mut m, Msg::Visit(Place::Play));
        assert_eq!(m.ongoing(), !resigned);
    }
}

#[test]
fn a_game_of_one_move_is_reviewed_and_one_of_none_is_not() {
    let mut m = table(GAME);
    let effects = m.update(Msg::Visit(Place::Review));
    assert!(!effects.iter().any(|e| matches!(e, Effect::Think(_))) && m.coach.review.end.is_none());
    send(&mut m, Msg::Visit(Place::Play));
    touch(&mut m, &["b2", "c3"]);
    send(&mut m, Msg::Visit(Place::Review));
    assert_eq!((m.coach.review.progress(), m.coach.review.graph().len()), ((1, 1), 2));
}

#[test]
fn a_review_in_another_language_is_told_in_it() {
    let mut m = table(GAME);
    touch(&mut m, &["b2", "c3", "g7", "f6", "c3", "d4", "f6", "e5"]);
    let effects = m.update(Msg::Visit(Place::Review));
    m.texts = strings::Texts::new(Lang::Pl);
    answer_all(&mut m, effects);
    let point = m.coach.review.point_text(&m.texts, m.coach.review.points()[0]);
    assert!(point.contains("Czarne") && m.spoken.1.contains(&point), "{}", m.spoken.1);
}

#[test]
fn a_king_that_must_rest_is_not_proposed() {
    let start = parse_fen(&variant::FRISIAN, "W:WK46,50:BK3,1", Style::Official).expect("a position");
    let mut m = table(GAME);
    m.game = Game::from_position(start);
    m.players = [Player::Person; 2];
    // Three moves of each king, out of the other's way.
    for text in ["46-41", "3-8", "41-46", "8-3", "46-41", "3-8"] {
        let played = crate::notation::parse_move(m.game.position(), text).expect(text);
        m.game.play(&played).expect("legal");
    }
    m.picker = picker::Picker::new(m.game.position());
    let resting = m.game.position().resting().expect("the king must rest");
    for _ in 0..4 {
        send(&mut m, Msg::Hint);
    }
    let hint = m.hint.as_ref().expect("a hint");
    assert_ne!(hint.best.from(), resting);
    assert!(hint.reasons.iter().all(|said| !matches!(said.reason, Reason::Loses { .. })));
}

#[test]
fn an_explanation_of_a_game_that_begins_with_black_names_blacks_move() {
    let mut m = table("B:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7");
    send(&mut m, Msg::Coach(CoachMsg::Explain));
    assert_eq!(m.spoken.1, m.texts.get("coach.no-move"));
    touch(&mut m, &["g7", "f6"]);
    send(&mut m, Msg::Coach(CoachMsg::Explain));
    assert!(m.spoken.1.starts_with("g7-f6:"), "{}", m.spoken.1);
    // Taken back there is nothing to be explained again.
    send(&mut m, Msg::Undo);
    send(&mut m, Msg::Coach(CoachMsg::Explain));
    assert_eq!(m.spoken.1, m.texts.get("coach.no-move"));
}
