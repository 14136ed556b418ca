//! The table without a browser: clocks, plans, lines that were left, and how the board lies.

use super::anim::{Animator, Hops};
use super::clock::{Bonus, Control};
use super::look::Turning;
use super::scene::{Extras, Item, Mark, scene};
use super::sound::Sound;
use super::strings::Lang;
use super::*;
use crate::notation::{Style, parse_square};
use crate::protocol::EngineAnswer;
use crate::rules::{Side, Square, Status, WinReason};

const BLITZ: Control = Control { base: 60, bonus: Bonus::Increment, seconds: 2 };

fn begin(players: [Player; 2], clock: Option<Control>) -> Model {
    let mut m = Model::new(Prefs { clock, ..Prefs::default() }, Lang::En);
    m.update(Msg::New(NewGame { rules: "polish64", players, level: Level::default(), touch_move: false }));
    m
}

fn friends(clock: Option<Control>) -> Model {
    begin([Player::Person; 2], clock)
}

fn square(m: &Model, name: &str) -> Square {
    parse_square(m.game.variant(), name, Style::Official).expect("a square")
}

fn at(m: &mut Model, seconds: f64, msg: Msg) -> Vec<Effect> {
    m.now = seconds * 1000.0;
    m.update(msg)
}

/// Plays moves as they are typed.
fn play(m: &mut Model, moves: &[&str]) -> Vec<Effect> {
    moves.iter().flat_map(|text| m.update(Msg::Type((*text).to_owned()))).collect()
}

fn answer(m: &mut Model, text: &str) -> Vec<Effect> {
    let found = crate::notation::parse_move(m.game.position(), text).expect("a move");
    let path = save::path_numbers(&found);
    let generation = m.generation;
    m.update(Msg::EngineBest(EngineAnswer {
        generation,
        path,
        centimen: 0,
        ends_in: None,
        depth: 1,
        line: Vec::new(),
    }))
}

#[test]
fn b108_the_clock_waits_for_the_first_move_and_runs_by_the_moments_told() {
    let mut m = friends(Some(BLITZ));
    at(&mut m, 100.0, Msg::Tick);
    assert_eq!(m.clock_face(Side::White).as_deref(), Some("1:00"));
    assert_eq!(m.next_tick(), None);
    at(&mut m, 110.0, Msg::Type("c3-d4".to_owned()));
    // Ten seconds of which nobody told.
    at(&mut m, 120.0, Msg::Tick);
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("0:50"));
    at(&mut m, 120.0, Msg::Type("b6-a5".to_owned()));
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("0:52"), "and two for the move");
    at(&mut m, 150.5, Msg::Tick);
    assert_eq!(m.clock_face(Side::White).as_deref(), Some("0:30"));
    assert_eq!(m.next_tick(), Some(501));
    // Taken back: the times of that moment are there again, and stand.
    at(&mut m, 151.0, Msg::Undo);
    assert_eq!(m.dialog, Some(Dialog::TakeBack), "by agreement, where time counts");
    at(&mut m, 152.0, Msg::AnswerBack(true));
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("1:00"));
    assert_eq!(m.next_tick(), None);
}

#[test]
fn b108_who_lets_the_flag_fall_has_lost_and_a_move_after_it_comes_too_late() {
    let mut m = friends(Some(BLITZ));
    at(&mut m, 0.0, Msg::Type("c3-d4".to_owned()));
    let effects = at(&mut m, 60.0, Msg::Type("b6-a5".to_owned()));
    assert_eq!(m.game.ply(), 1);
    assert_eq!(m.game.status(), Status::Won { winner: Side::White, by: WinReason::OnTime });
    assert!(effects.contains(&Effect::Sound(Sound::End)) && effects.contains(&Effect::SaveGame));
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("0.0"));
    let sentence = sentences::status(&m.texts, &m);
    assert!(sentence.contains("Black's time is up"), "{sentence}");
    // The result is kept, and can be taken back as any other.
    let saved = save::write_game(&m);
    let mut other = Model::new(Prefs::default(), Lang::En);
    save::read_game(&mut other, &saved).expect("readable");
    assert_eq!(other.game.status(), m.game.status());
    at(&mut m, 61.0, Msg::Undo);
    assert_eq!((m.game.status(), m.game.ply()), (Status::Ongoing, 1));
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("1:00"));
}

#[test]
fn a_learner_with_a_dialog_open_loses_no_time_and_a_friend_does() {
    for (players, left) in [([Player::Person, Player::Computer], "0:55"), ([Player::Person; 2], "0:35")] {
        let mut m = begin(players, Some(BLITZ));
        at(&mut m, 0.0, Msg::Type("c3-d4".to_owned()));
        if players[1] == Player::Computer {
            answer(&mut m, "b6-a5");
        } else {
            at(&mut m, 0.0, Msg::Type("b6-a5".to_owned()));
        }
        at(&mut m, 5.0, Msg::Open(Dialog::Rules));
        at(&mut m, 25.0, Msg::Close);
        assert_eq!(m.clock_face(Side::White).as_deref(), Some(left));
    }
}

#[test]
fn clocks_stand_while_the_page_is_away_and_come_back_with_the_game() {
    let mut m = friends(Some(Control { base: 300, bonus: Bonus::Delay, seconds: 3 }));
    at(&mut m, 10.0, Msg::Type("c3-d4".to_owned()));
    let effects = at(&mut m, 20.0, Msg::Away(true));
    assert!(effects.contains(&Effect::SaveGame));
    let saved = save::write_game(&m);
    let mut other = Model::new(Prefs::default(), Lang::En);
    other.now = 9_000_000.0;
    save::read_game(&mut other, &saved).expect("readable");
    assert_eq!(other.clock_face(Side::Black).as_deref(), Some("4:53"), "ten seconds, three of them free");
    at(&mut other, 9001.0, Msg::Tick);
    assert_eq!(other.clock_face(Side::Black).as_deref(), Some("4:52"));
    // A game of the old form has no clock, and one whose clock can't be read is still a game.
    let mut value: serde_json::Value = serde_json::from_str(&saved).expect("JSON");
    value["clock"]["control"]["base"] = serde_json::json!(-1);
    save::read_game(&mut other, &value.to_string()).expect("readable");
    assert!(other.clock.is_none() && other.game.ply() == 1);
    value.as_object_mut().expect("a record").retain(|key, _| key != "clock" && key != "lines");
    save::read_game(&mut other, &value.to_string()).expect("readable");
    assert_eq!(other.game.ply(), 1);
}

#[test]
fn a_line_that_is_left_is_kept_and_can_be_taken_up() {
    let mut m = friends(None);
    play(&mut m, &["c3-d4", "b6-a5", "d4-c5"]);
    let first = m.game.all_moves().to_vec();
    m.update(Msg::GoTo(1));
    play(&mut m, &["f6-e5"]);
    assert_eq!((m.game.len(), m.lines.all()), (2, &[first.clone()][..]));
    // Saved with the game, and written as a variation.
    let mut other = Model::new(Prefs::default(), Lang::En);
    save::read_game(&mut other, &save::write_game(&m)).expect("readable");
    assert_eq!(other.lines, m.lines);
    m.today = None;
    let pdn = exchange::write_game(&m);
    assert!(pdn.contains("1. c3-d4 f6-e5 (1. ... b6-a5 2. d4-c5)"), "{pdn}");
    let read = exchange::read(&m.texts, m.game.variant(), &pdn).expect("readable");
    assert_eq!(read.game.all_moves(), m.game.all_moves());
    // Taken up by its entry in the list ...
    let second = m.game.all_moves().to_vec();
    m.update(Msg::GoLine(0, 2));
    assert_eq!((m.game.all_moves(), m.game.ply()), (&first[..], 2));
    assert_eq!(m.lines.all(), std::slice::from_ref(&second));
    // ... and by playing its move: nothing is lost in either.
    m.update(Msg::GoTo(1));
    play(&mut m, &["f6-e5"]);
    assert_eq!((m.game.all_moves(), m.lines.all()), (&second[..], std::slice::from_ref(&first)));
    // The next move of the same line is made again, and what follows stays known.
    m.update(Msg::GoTo(0));
    play(&mut m, &["c3-d4"]);
    assert_eq!((m.game.ply(), m.game.len()), (1, 2));
    m.update(Msg::GoLine(7, 1));
    assert_eq!(m.game.ply(), 1, "there is no such line");
}

#[test]
fn a_square_that_one_piece_alone_can_reach_is_enough() {
    let mut m = friends(None);
    let a5 = square(&m, "a5");
    let (d4, h4) = (square(&m, "d4"), square(&m, "h4"));
    m.update(Msg::Touch(d4));
    assert_eq!(m.game.ply(), 0, "two pieces can go there");
    let both = [square(&m, "e3"), square(&m, "c3")];
    assert!(
        matches!(&m.notice, Some(Notice::Lit(lit, said)) if *lit == both && said.contains("c3") && said.contains("e3")),
        "{:?}",
        m.notice
    );
    m.update(Msg::Touch(h4));
    assert_eq!(m.game.ply(), 1);
    m.prefs.quick = false;
    m.update(Msg::Touch(a5));
    assert_eq!(m.game.ply(), 1);
}

#[test]
fn who_turns_the_board_hears_which_side_is_at_the_bottom() {
    let mut m = friends(None);
    m.update(Msg::Flip);
    assert!(m.spoken.1.contains("Black is at the bottom"), "{}", m.spoken.1);
    m.update(Msg::Flip);
    assert!(m.spoken.1.contains("White is at the bottom"), "{}", m.spoken.1);
}

#[test]
fn a_move_waits_to_be_confirmed_where_that_is_wanted() {
    let mut m = friends(None);
    m.prefs.confirm = true;
    let (c3, d4, b4) = (square(&m, "c3"), square(&m, "d4"), square(&m, "b4"));
    m.update(Msg::Touch(c3));
    m.update(Msg::Touch(d4));
    assert!(m.game.ply() == 0 && m.pending.is_some());
    m.update(Msg::Touch(b4));
    assert!(m.game.ply() == 0 && m.pending.as_ref().is_some_and(|p| p.to() == b4), "another one instead");
    m.update(Msg::Cancel);
    assert!(m.pending.is_none() && m.picker.chosen().is_none());
    m.update(Msg::Touch(c3));
    m.update(Msg::Touch(d4));
    m.update(Msg::Touch(d4));
    assert_eq!(m.game.ply(), 1, "confirmed by the same touch");
    let (b6, a5) = (square(&m, "b6"), square(&m, "a5"));
    m.update(Msg::Touch(b6));
    m.update(Msg::Touch(a5));
    m.update(Msg::Confirm);
    assert_eq!(m.game.ply(), 2);
}

#[test]
fn a_move_planned_while_the_computer_thinks_is_played_at_once_or_forgotten() {
    let mut m = begin([Player::Person, Player::Computer], None);
    m.prefs.premove = true;
    play(&mut m, &["c3-d4"]);
    let (e3, f4, d4, e5) = (square(&m, "e3"), square(&m, "f4"), square(&m, "d4"), square(&m, "e5"));
    m.update(Msg::Touch(e3));
    m.update(Msg::Touch(f4));
    assert_eq!(m.premove, Some((e3, Some(f4))));
    let shown = scene(&m, &Extras::default());
    assert!(shown.items.iter().any(|item| matches!(item, Item::Mark { mark: Mark::Target, .. })));
    answer(&mut m, "b6-a5");
    assert_eq!((m.game.ply(), m.premove), (3, None));
    // The answer makes a capture due: what was planned is gone, and said to be.
    m.update(Msg::Touch(d4));
    m.update(Msg::Touch(e5));
    answer(&mut m, "d6-c5");
    assert_eq!((m.game.ply(), &m.notice), (4, &Some(Notice::Say("premove.gone"))));
    assert!(m.picker.chosen().is_none());
}

#[test]
fn moves_captures_crowns_ends_and_refusals_have_their_sounds() {
    let heard = |effects: &[Effect]| -> Vec<Sound> {
        let sound = |effect: &Effect| if let Effect::Sound(sound) = effect { Some(*sound) } else { None };
        effects.iter().filter_map(sound).collect()
    };
    let mut m = friends(None);
    assert_eq!(heard(&play(&mut m, &["c3-d4"])), [Sound::Move]);
    let c3 = square(&m, "e3");
    assert_eq!(heard(&m.update(Msg::Touch(c3))), [Sound::Refused]);
    m.update(Msg::Paste("W:Wb6:Bc7,g7".to_owned()));
    m.update(Msg::Games(GamesMsg::Replace));
    assert_eq!(heard(&play(&mut m, &["b6:d8"])), [Sound::Capture(1), Sound::Crown]);
    m.update(Msg::Paste("W:Wb6:Bc7".to_owned()));
    m.update(Msg::Games(GamesMsg::Replace));
    assert_eq!(heard(&play(&mut m, &["b6:d8"])), [Sound::Capture(1), Sound::Crown, Sound::End]);
}

#[test]
fn the_board_turns_to_who_moves_or_lets_the_far_pieces_face_their_player() {
    let mut m = friends(None);
    m.prefs.turning = Turning::Turns;
    assert!(!m.flipped());
    play(&mut m, &["c3-d4"]);
    assert!(m.flipped());
    // While White's move is seen, it is seen from White's side.
    let (before, played) = (*m.game.start(), m.game.last_move().expect("a move").clone());
    let frame = Hops.frame(&played, 10.0).expect("moving");
    let extras = Extras { motion: Some((before, played, frame)), ..Extras::default() };
    let top = |items: &[Item]| {
        items.iter().find_map(|item| match item {
            Item::Piece { at, piece, .. } if at.1 < 1.0 => Some(piece.side),
            _ => None,
        })
    };
    assert_eq!(top(&scene(&m, &extras).items), Some(Side::Black));
    assert_eq!(top(&scene(&m, &Extras::default()).items), Some(Side::White));
    m.prefs.turning = Turning::Facing;
    assert_eq!((m.flipped(), m.facing()), (false, Some(Side::Black)));
    m.players = [Player::Person, Player::Computer];
    assert_eq!(m.facing(), None);
}

#[test]
fn b126_a_tab_that_was_overtaken_writes_nothing_until_a_move_is_made_in_it() {
    let mut m = friends(Some(BLITZ));
    play(&mut m, &["c3-d4", "b6-a5"]);
    m.update(Msg::OtherTab);
    let saves = |effects: &[Effect]| effects.contains(&Effect::SaveGame);
    assert!(!saves(&m.update(Msg::Away(true))) && !saves(&m.update(Msg::Away(false))));
    assert!(!saves(&m.update(Msg::GoTo(1))));
    assert!(!saves(&m.update(Msg::GoTo(2))));
    let effects = play(&mut m, &["d4-c5"]);
    let aside = effects.iter().position(|e| *e == Effect::PutAside("game")).expect("the other tab's game");
    assert!(effects[aside..].contains(&Effect::SaveGame));
    let next = m.update(Msg::Undo);
    assert!(!next.contains(&Effect::PutAside("game")));
}

#[test]
fn a_move_is_planned_by_dragging_too() {
    let mut m = begin([Player::Person, Player::Computer], None);
    let (e3, f4, b6) = (square(&m, "e3"), square(&m, "f4"), square(&m, "b6"));
    play(&mut m, &["c3-d4"]);
    assert!(!m.can_pick_up(e3), "only where the settings want it");
    m.prefs.premove = true;
    assert!(m.can_pick_up(e3) && !m.can_pick_up(b6));
    m.update(Msg::Drop(e3, vec![f4]));
    assert_eq!(m.premove, Some((e3, Some(f4))));
    answer(&mut m, "b6-a5");
    assert_eq!((m.game.ply(), m.premove), (3, None));
}

#[test]
fn b121_an_engine_that_could_not_start_is_asked_again_and_told_of_again() {
    let mut m = begin([Player::Person, Player::Computer], None);
    play(&mut m, &["c3-d4"]);
    let asks = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Think(_)));
    for _ in 0..2 {
        m.update(Msg::EngineFailed);
        assert_eq!((m.engine, &m.notice), (Engine::Absent, &Some(Notice::Say("trouble.no-engine"))));
        assert!(asks(&m.update(Msg::MoveNow)));
        assert!(m.notice.is_none());
    }
    m.update(Msg::EngineFailed);
    let again = NewGame {
        rules: "polish64",
        players: [Player::Computer, Player::Person],
        level: m.level,
        touch_move: false,
    };
    assert!(asks(&m.update(Msg::New(again))));
}

/// How long the computer's answer to 1. c3-d4 may take, with these settings.
fn longer(level: u8, longer: u8, clock: Option<Control>) -> u32 {
    let mut m = Model::new(Prefs { longer, clock, ..Prefs::default() }, Lang::En);
    let level = Level::new(level).expect("a level");
    let players = [Player::Person, Player::Computer];
    m.update(Msg::New(NewGame { rules: "polish64", players, level, touch_move: false }));
    let effects = play(&mut m, &["c3-d4"]);
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Think(request) => Some(request.longer),
        _ => None,
    });
    asked.expect("a question to the engine")
}

#[test]
fn the_highest_level_takes_longer_where_it_is_told_to_and_its_clock_allows_it() {
    assert_eq!(longer(10, 0, None), 0);
    assert_eq!(longer(10, 30, None), 30_000);
    assert_eq!(longer(9, 30, None), 0, "the other levels have their own limits");
    assert_eq!(longer(10, 30, Some(Control { base: 300, ..BLITZ })), 10_000, "a thirtieth of its time");
    assert_eq!(longer(10, 3, Some(Control { base: 300, ..BLITZ })), 3_000);
    assert_eq!(longer(10, 30, Some(Control { base: 10, ..BLITZ })), 0, "in haste it plays as the level does");
}

#[test]
fn the_computer_waits_while_one_looks_back_and_plays_on_when_it_is_told() {
    let mut m = begin([Player::Person, Player::Computer], None);
    play(&mut m, &["c3-d4"]);
    answer(&mut m, "b6-a5");
    play(&mut m, &["d4-c5"]);
    answer(&mut m, "d6xb4");
    let thinks = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Think(_)));
    let moves = m.game.all_moves().to_vec();
    assert!(!thinks(&m.update(Msg::GoTo(1))));
    assert_eq!((m.game.ply(), m.engine), (1, Engine::Idle));
    assert!(sentences::status(&m.texts, &m).starts_with("Black to move"));
    assert_eq!((m.ply_beside(false), m.ply_beside(true)), (Some(0), Some(2)));
    assert!(!thinks(&m.update(Msg::GoTo(4))));
    assert_eq!((m.game.all_moves(), m.ply_beside(true)), (&moves[..], None), "nothing was played anew");
    m.update(Msg::GoTo(3));
    // A reload changes nothing in that.
    let mut other = Model::new(Prefs::default(), Lang::En);
    save::read_game(&mut other, &save::write_game(&m)).expect("readable");
    assert!(other.looks_back);
    assert!(thinks(&m.update(Msg::MoveNow)), "asked for, it plays from here");
}

#[test]
fn what_a_move_has_cost_is_seen_when_the_clocks_stand() {
    let mut m = friends(Some(BLITZ));
    at(&mut m, 0.0, Msg::Type("c3-d4".to_owned()));
    at(&mut m, 20.0, Msg::Resign);
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("0:40"));
    at(&mut m, 90.0, Msg::Tick);
    assert_eq!(m.clock_face(Side::Black).as_deref(), Some("0:40"));
}
