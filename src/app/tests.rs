//! The table without a browser: manners, taking back, the engine's answers, what is drawn.

use super::anim::{Animator, HOP_MS, Hops};
use super::scene::{Extras, Item, Mark, PathKind, Scene, place, scene, square_at};
use super::strings::Lang;
use super::*;
use crate::coach::Why;
use crate::notation::{Style, parse_fen, parse_square, write_fen};
use crate::protocol::{EngineAnswer, EngineRequest};
use crate::rules::variant::{ENGLISH, INTERNATIONAL, POLISH_64};
use crate::rules::{Game, Side, Square, Status, Variant};

fn table(variant: &'static Variant, fen: &str) -> Model {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.players = [Player::Person; 2];
    m.game = Game::from_position(parse_fen(variant, fen, Style::Official).expect("a position"));
    m.picker = picker::Picker::new(m.game.position());
    m
}

fn start() -> Model {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.players = [Player::Person; 2];
    m
}

fn square(m: &Model, name: &str) -> Square {
    parse_square(m.game.variant(), name, Style::Official).expect("a square")
}

fn touch(m: &mut Model, names: &[&str]) -> Vec<Effect> {
    names.iter().flat_map(|name| m.update(Msg::Touch(square(m, name)))).collect()
}

fn fen(m: &Model) -> String {
    write_fen(m.game.position(), Style::Official)
}

fn asked(effects: &[Effect]) -> Option<&EngineRequest> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Think(request) => Some(request),
        _ => None,
    })
}

fn answer(m: &Model, generation: u32) -> EngineAnswer {
    let path = save::path_numbers(&m.game.position().legal_moves()[0]);
    EngineAnswer { generation, path, centimen: 0, ends_in: None, depth: 1 }
}

fn marked(scene: &Scene, m: &Model, mark: Mark) -> Vec<Square> {
    let mut squares: Vec<Square> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Mark { at, mark: is } if *is == mark => square_at(m.game.position(), *at, m.flipped()),
            _ => None,
        })
        .collect();
    squares.sort_unstable();
    squares
}

#[test]
fn w100_3_10_the_move_is_made_when_the_last_square_is_touched_or_the_piece_dropped() {
    let mut m = start();
    touch(&mut m, &["c3"]);
    assert_eq!(m.game.ply(), 0);
    touch(&mut m, &["d4"]);
    assert_eq!(m.game.ply(), 1);
    let (from, to) = (square(&m, "b6"), square(&m, "a5"));
    m.update(Msg::Drop(from, vec![to]));
    assert_eq!(m.game.ply(), 2);
}

#[test]
fn w100_3_11_a_touched_piece_must_move_where_touch_move_is_on() {
    let mut m = start();
    touch(&mut m, &["c3", "e3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "e3")), "off for learners");
    let mut m = start();
    m.touch_move = true;
    touch(&mut m, &["c3", "e3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "c3")));
    assert_eq!(m.notice, Some(Notice::Touched(square(&m, "c3"))));
    m.update(Msg::Cancel);
    touch(&mut m, &["c3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "c3")), "nor is it let go");
    let (other, to) = (square(&m, "e3"), square(&m, "f4"));
    m.update(Msg::Drop(other, vec![to]));
    assert_eq!(m.game.ply(), 0, "another piece can't be dropped in its stead");
    touch(&mut m, &["b4"]);
    assert_eq!(m.game.ply(), 1);
}

#[test]
fn w100_3_11_a_piece_that_can_not_move_does_not_bind() {
    let mut m = start();
    m.touch_move = true;
    touch(&mut m, &["c1", "c3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "c3")));
}

#[test]
fn w100_3_12_until_it_is_let_go_another_square_may_be_chosen() {
    let mut m = table(&POLISH_64, "W:Wc1:Bd2,d4,d6,b6");
    m.touch_move = true;
    touch(&mut m, &["c1", "e3"]);
    assert_eq!(m.picker.path().len(), 2);
    m.update(Msg::Cancel);
    assert_eq!(m.picker.path(), [square(&m, "c1")], "the route is open again, the piece is not");
    touch(&mut m, &["e3", "c5", "a7"]);
    assert_eq!(fen(&m), "B:Wa7:Bd6");
}

#[test]
fn w100_3_13_i_adjust_lets_a_piece_be_touched_without_being_bound() {
    let mut m = start();
    m.touch_move = true;
    m.update(Msg::Adjust);
    assert_eq!(m.notice, Some(Notice::Adjusting));
    touch(&mut m, &["c3", "e3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "e3")));
    // Said after the touch it is too late.
    let mut m = start();
    m.touch_move = true;
    touch(&mut m, &["c3"]);
    m.update(Msg::Adjust);
    touch(&mut m, &["e3"]);
    assert_eq!(m.picker.chosen(), Some(square(&m, "c3")));
}

#[test]
fn w100_3_14_out_of_turn_nothing_is_picked_up_and_the_page_says_why() {
    let mut m = start();
    touch(&mut m, &["b6"]);
    assert!(matches!(&m.notice, Some(Notice::Refused(refusal)) if refusal.why == Why::NotYours));
    m.players = [Player::Computer, Player::Person];
    touch(&mut m, &["b6"]);
    assert_eq!((m.notice.clone(), m.picker.chosen()), (Some(Notice::NotYourTurn), None));
}

#[test]
fn b098_one_move_against_the_computer_can_be_taken_back_at_once() {
    let mut m = table(&POLISH_64, "W:Wc3,e3:Bb6,h6");
    m.players = [Player::Person, Player::Computer];
    let before = fen(&m);
    let effects = touch(&mut m, &["c3", "d4"]);
    let generation = asked(&effects).expect("the computer is asked").generation;
    let effects = m.update(Msg::Undo);
    assert_eq!(fen(&m), before);
    assert!(effects.contains(&Effect::StopThinking));
    // Its answer comes too late.
    let late = answer(&m, generation);
    m.update(Msg::EngineBest(late));
    assert_eq!(fen(&m), before);
}

#[test]
fn b087_the_computer_is_asked_whenever_it_is_its_turn() {
    let new = |players| {
        Msg::New(NewGame { rules: "polish64", players, level: Level::default(), touch_move: false })
    };
    let mut m = start();
    let effects = m.update(new([Player::Computer, Player::Person]));
    let first = asked(&effects).expect("White is the computer").generation;
    // Another new game while it thinks; the old answer is stale.
    let effects = m.update(new([Player::Computer, Player::Person]));
    let second = asked(&effects).expect("asked anew").generation;
    assert!(second > first);
    let stale = answer(&m, first);
    m.update(Msg::EngineBest(stale));
    assert_eq!(m.game.ply(), 0);
    let good = answer(&m, second);
    m.update(Msg::EngineBest(good));
    assert_eq!(m.game.ply(), 1);
    // Taking back to one's own decision does not wake it; redoing to the end of a line at its turn does.
    touch(&mut m, &["b6"]);
    let to = m.picker.routes()[0].to();
    let effects = m.update(Msg::Touch(to));
    assert!(asked(&effects).is_some());
    assert!(asked(&m.update(Msg::Undo)).is_none());
    assert!(asked(&m.update(Msg::Redo)).is_some());
    // Two people now: it rests.
    let effects = m.update(new([Player::Person; 2]));
    assert!(effects.contains(&Effect::StopThinking) && asked(&effects).is_none());
}

#[test]
fn an_illegal_answer_is_not_played() {
    let mut m = start();
    m.players = [Player::Person, Player::Computer];
    let effects = touch(&mut m, &["c3", "d4"]);
    let generation = asked(&effects).expect("asked").generation;
    let before = fen(&m);
    m.update(Msg::EngineBest(EngineAnswer { path: vec![1, 32], ..answer(&m, generation) }));
    assert_eq!(fen(&m), before);
    assert_eq!(m.engine, Engine::Absent);
}

#[test]
fn b025_taking_back_reopens_a_won_game_and_making_again_closes_it() {
    let mut m = table(&ENGLISH, "W:WK27:B28");
    touch(&mut m, &["27", "32"]);
    assert!(matches!(m.game.status(), Status::Won { winner: Side::White, .. }));
    m.update(Msg::Undo);
    assert_eq!((m.game.status(), m.turn()), (Status::Ongoing, Side::White));
    m.update(Msg::Redo);
    assert!(!m.ongoing());
}

#[test]
fn resigning_and_agreeing_end_a_game_and_can_be_taken_back() {
    let mut m = start();
    touch(&mut m, &["c3", "d4"]);
    m.update(Msg::Resign);
    assert!(sentences::status(&m.texts, &m).contains("Black resigned"));
    m.update(Msg::Undo);
    assert_eq!((m.ongoing(), m.game.ply()), (true, 1));
    m.update(Msg::OfferDraw);
    m.update(Msg::AnswerDraw(false));
    assert!(m.ongoing());
    m.update(Msg::OfferDraw);
    m.update(Msg::AnswerDraw(true));
    assert!(matches!(m.game.status(), Status::Drawn { .. }));
    // Against the computer it is the person who resigns, whoever is to move.
    let mut m = start();
    m.players = [Player::Person, Player::Computer];
    touch(&mut m, &["c3", "d4"]);
    assert_eq!(m.resigning(), Side::White);
}

#[test]
fn b038_a_draw_by_counting_is_announced_before_it_comes() {
    let mut m = table(&INTERNATIONAL, "W:WK48,36,35:BK1,16,6");
    let moves = [("48", "42"), ("1", "7"), ("42", "48"), ("7", "1")];
    // The counter runs on, the position does not repeat: the kings take turns on different squares.
    let mut told = 0;
    for ply in 0..60 {
        if !m.ongoing() {
            break;
        }
        let quiet =
            m.game.position().legal_moves().into_iter().filter(crate::rules::Move::by_king).find(|q| {
                let mut next = m.game.clone();
                next.play(q).is_ok()
                    && next.repetitions() == 1
                    && next.status() == Status::Ongoing
                    && !next.position().must_capture()
            });
        let Some(quiet) = quiet else { break };
        let path = quiet.path().to_vec();
        m.update(Msg::Touch(path[0]));
        m.update(Msg::Touch(path[1]));
        if matches!(m.notice, Some(Notice::DrawNear(..))) {
            told += 1;
            assert!(ply >= 29, "not before half of the way");
        }
    }
    assert!(told >= 10, "told {told} times after {} plies ({moves:?})", m.game.ply());
}

#[test]
fn a_due_capture_marks_its_pieces_and_shows_every_route() {
    let mut m = table(&POLISH_64, "W:Wc1,h2:Bd2,d4,d6,b6");
    let picture = scene(&m, &Extras::default());
    assert_eq!(marked(&picture, &m, Mark::MustCapture), [square(&m, "c1")]);
    assert!(marked(&picture, &m, Mark::Movable).is_empty());
    touch(&mut m, &["c1"]);
    let picture = scene(&m, &Extras::default());
    assert_eq!(marked(&picture, &m, Mark::Chosen), [square(&m, "c1")]);
    assert_eq!(marked(&picture, &m, Mark::Target), [square(&m, "a7"), square(&m, "e7")]);
    let mut victims: Vec<_> = ["d2", "d4", "d6", "b6"].map(|name| square(&m, name)).to_vec();
    victims.sort_unstable();
    assert_eq!(marked(&picture, &m, Mark::Victim), victims);
    let routes = picture
        .items
        .iter()
        .filter(|i| matches!(i, Item::Path { kind: PathKind::Route, points } if points.len() == 4));
    assert_eq!(routes.count(), 2);
    let counts: Vec<&str> = picture
        .items
        .iter()
        .filter_map(|i| if let Item::Badge { text, .. } = i { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(counts, ["×3", "×3"]);
    // Half-way the piece is shown where it would be, and nothing has been played.
    touch(&mut m, &["e3", "c5"]);
    let picture = scene(&m, &Extras::default());
    let here = place(m.game.position(), square(&m, "c5"), false);
    assert!(picture.items.iter().any(|i| matches!(i, Item::Piece { at, lifted: true, .. } if *at == here)));
    assert_eq!(m.game.ply(), 0);
}

#[test]
fn hovering_shows_the_routes_of_a_piece_without_choosing_it() {
    let mut m = table(&POLISH_64, "W:Wc1,h2:Bd2,d4,d6,b6");
    let c1 = square(&m, "c1");
    m.update(Msg::Hover(Some(c1)));
    let picture = scene(&m, &Extras::default());
    assert_eq!(marked(&picture, &m, Mark::Target).len(), 2);
    assert_eq!(m.picker.chosen(), None);
}

#[test]
fn w64_9_in_motion_the_captured_pieces_still_lie_there() {
    let mut m = table(&POLISH_64, "W:Wc1:Bd2,d4,d6");
    let before = *m.game.position();
    let effects = touch(&mut m, &["c1", "e3"]);
    let Some(Effect::Animate { played, .. }) = effects.iter().find(|e| matches!(e, Effect::Animate { .. }))
    else {
        panic!("no motion");
    };
    let frame = Hops.frame(played, 2.5 * HOP_MS).expect("in motion");
    let extras = Extras { motion: Some((before, played.clone(), frame)), ..Extras::default() };
    let pieces = |scene: &Scene| scene.items.iter().filter(|i| matches!(i, Item::Piece { .. })).count();
    assert_eq!(pieces(&scene(&m, &extras)), 4);
    assert_eq!(pieces(&scene(&m, &Extras::default())), 1);
}

#[test]
fn every_place_on_the_board_belongs_to_the_nearest_dark_square() {
    for flipped in [false, true] {
        for variant in [&POLISH_64, &INTERNATIONAL] {
            let m = table(variant, if variant.size == 8 { "W:Wa1:Bh8" } else { "W:W50:B1" });
            for s in variant.geometry().all() {
                let (x, y) = place(m.game.position(), s, flipped);
                for (dx, dy) in [(0.0, 0.0), (0.46, 0.46), (-0.46, 0.46), (0.46, -0.46), (-0.46, -0.46)] {
                    assert_eq!(square_at(m.game.position(), (x + dx, y + dy), flipped), Some(s));
                }
            }
            assert_eq!(square_at(m.game.position(), (-0.1, 3.0), flipped), None);
        }
    }
}

#[test]
fn without_an_engine_it_is_told_once_and_two_people_can_play() {
    let mut m = start();
    m.update(Msg::EngineFailed);
    let told = m.spoken.0;
    m.update(Msg::EngineFailed);
    assert_eq!(m.spoken.0, told);
    touch(&mut m, &["c3", "d4"]);
    assert_eq!(m.game.ply(), 1);
}

#[test]
fn every_sentence_of_the_page_is_there_in_every_language() {
    // Keys that the code puts together, beside those that it names whole (the compiler sees neither).
    let mut keys: Vec<String> = crate::rules::variant::ALL
        .iter()
        .flat_map(|v| [format!("rules.{}", v.name), format!("about.{}", v.name)])
        .collect();
    keys.extend((1..=10).map(|n| format!("level.{n}")));
    for variant in crate::rules::variant::ALL {
        for rule in variant.draws {
            keys.push(format!("drawn.{}.many", sentences::draw_rule_key(*rule)));
        }
    }
    let sources = [
        include_str!("sentences.rs"),
        include_str!("update.rs"),
        include_str!("exchange.rs"),
        include_str!("scene.rs"),
        include_str!("save.rs"),
        include_str!("../coach/refusal.rs"),
        include_str!("../web/page.rs"),
        include_str!("../web/desk.rs"),
        include_str!("../web/views/table.rs"),
        include_str!("../web/views/dialogs.rs"),
        include_str!("../web/views/moves.rs"),
        include_str!("../web/views/board.rs"),
        include_str!("../web/views/settings.rs"),
    ];
    let stems = [
        "why.",
        "trouble.",
        "button.",
        "new.",
        "settings.",
        "help.",
        "exchange.",
        "read.",
        "fen.",
        "turn.",
        "won.",
    ];
    for source in sources {
        for word in source.split('"').skip(1).step_by(2) {
            if stems.iter().any(|stem| word.starts_with(stem)) && !word.contains(['{', ' ']) {
                keys.push(word.to_owned());
            }
        }
    }
    for lang in Lang::ALL {
        let texts = strings::Texts::new(lang);
        for key in &keys {
            let there = texts.has(key)
                || texts.has(&format!("{key}.many"))
                || (texts.has(&format!("{key}.white")) && texts.has(&format!("{key}.black")));
            assert!(there, "{lang:?} lacks {key}");
        }
    }
}

#[test]
fn another_language_is_fetched_and_shown_and_its_absence_is_told() {
    let mut m = start();
    let effects = m.update(Msg::Prefs(Prefs { lang: Some(Lang::Pl), ..Prefs::default() }));
    assert!(effects.contains(&Effect::FetchTexts(Lang::Pl)));
    assert_eq!(m.texts.lang(), Lang::En, "the old one stays until the new one is there");
    m.update(Msg::Texts(Lang::Pl, "<html>".to_owned()));
    assert_eq!((m.texts.lang(), &m.notice), (Lang::En, &Some(Notice::Say("trouble.language"))));
    m.update(Msg::Texts(Lang::Pl, include_str!("../../www/lang/pl.json").to_owned()));
    assert_eq!(m.texts.lang(), Lang::Pl);
    // What comes after another choice is not shown.
    m.update(Msg::Prefs(Prefs { lang: Some(Lang::En), ..Prefs::default() }));
    m.update(Msg::Texts(Lang::Pl, include_str!("../../www/lang/pl.json").to_owned()));
    m.update(Msg::Texts(Lang::En, include_str!("../../www/lang/en.json").to_owned()));
    assert_eq!(m.texts.lang(), Lang::En);
}
