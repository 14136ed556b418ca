//! The set-up board without a browser.

use super::scene::{Extras, Item, Mark, scene};
use super::set_up::Tool;
use super::strings::Lang;
use super::*;
use crate::notation::{Style, parse_square, write_fen};
use crate::rules::{Kind, Piece, Side, Square, Status, variant};

fn at_board() -> Model {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.update(Msg::Visit(Place::SetUp));
    m
}

fn told(m: &mut Model, msg: SetUpMsg) -> Vec<Effect> {
    m.update(Msg::SetUp(msg))
}

fn square(m: &Model, name: &str) -> Square {
    parse_square(m.game.variant(), name, Style::Official).expect("a square")
}

fn fen(m: &mut Model, text: &str) {
    told(m, SetUpMsg::Fen(text.to_owned()));
    assert_eq!(m.set_up.typed, None, "{text}");
}

#[test]
fn pieces_are_put_taken_away_carried_and_all_of_it_can_be_taken_back() {
    let mut m = at_board();
    let start = m.set_up.fen();
    assert_eq!(start, write_fen(m.game.position(), Style::Official), "it begins with what lay on the board");
    told(&mut m, SetUpMsg::Empty);
    let (c3, d4, e5) = (square(&m, "c3"), square(&m, "d4"), square(&m, "e5"));
    m.update(Msg::Touch(c3));
    assert_eq!(m.set_up.fen(), "W:Wc3:B");
    m.update(Msg::Touch(c3));
    assert_eq!(m.set_up.fen(), "W:W:B", "a second touch takes it away");
    told(&mut m, SetUpMsg::Take(Tool::Put(Piece::king(Side::Black))));
    m.update(Msg::Touch(d4));
    m.update(Msg::Drop(d4, vec![e5]));
    assert_eq!(m.set_up.fen(), "W:W:BKe5");
    assert!(m.spoken.1.contains("e5, black king"), "{}", m.spoken.1);
    m.update(Msg::Drop(e5, Vec::new()));
    assert_eq!(m.set_up.fen(), "W:W:B", "carried off the board");
    told(&mut m, SetUpMsg::Put(Tool::Put(Piece::man(Side::White)), c3));
    told(&mut m, SetUpMsg::Turn(Side::Black));
    assert_eq!(m.set_up.fen(), "B:Wc3:B");
    while m.set_up.can_undo() {
        m.update(Msg::Undo);
    }
    assert_eq!(m.set_up.fen(), start);
}

#[test]
fn what_is_wrong_is_named_lit_and_refused_with_every_reason() {
    let mut m = at_board();
    fen(&mut m, "W:Wd8,f8,c3:Be1,a7");
    let remarks = m.set_up.remarks(&m.texts);
    assert_eq!(remarks.len(), 3, "{remarks:?}");
    assert!(remarks.iter().all(|(_, grave)| *grave));
    for (i, name) in ["d8", "f8", "e1"].iter().enumerate() {
        assert!(remarks[i].0.contains(name), "{remarks:?}");
    }
    let lit = scene(&m, &Extras::default()).items;
    assert_eq!(lit.iter().filter(|item| matches!(item, Item::Mark { mark: Mark::Lit, .. })).count(), 3);
    let board = m.set_up.board.clone();
    for msg in [SetUpMsg::Play, SetUpMsg::Replace, SetUpMsg::Analyse] {
        told(&mut m, msg);
        assert_eq!((m.place, &m.set_up.board), (Place::SetUp, &board));
        let Some(Notice::Wrong("set-up.impossible", why)) = &m.notice else { panic!("{:?}", m.notice) };
        assert!(["d8", "f8", "e1"].iter().all(|name| why.contains(name)), "{why}");
    }
    told(&mut m, SetUpMsg::Empty);
    assert_eq!(m.set_up.remarks(&m.texts).len(), 1, "no piece at all");
}

#[test]
fn what_is_only_unusual_is_told_and_may_be_played() {
    let mut m = at_board();
    told(&mut m, SetUpMsg::Rules("frysk"));
    fen(&mut m, "W:W41-46:B6");
    let remarks = m.set_up.remarks(&m.texts);
    assert!(
        matches!(&remarks[..], [(text, false)] if text.contains('6') && text.contains('5')),
        "{remarks:?}"
    );
    told(&mut m, SetUpMsg::Play);
    assert_eq!((m.place, m.game.variant().name), (Place::Play, "frysk"));
    assert_eq!(m.game.position().material(Side::White), (6, 0));
    // A game that is over before it begins is told, too.
    m.update(Msg::Visit(Place::SetUp));
    fen(&mut m, "B:W41:B");
    let over = m.set_up.remarks(&m.texts);
    assert!(matches!(&over[..], [(text, false)] if text.contains("White wins")), "{over:?}");
}

#[test]
fn fen_that_can_not_be_read_changes_nothing_and_says_every_fault() {
    let mut m = at_board();
    let before = m.set_up.board.clone();
    told(&mut m, SetUpMsg::Fen("W:Wc3,c3,z9:Bd4,d5".to_owned()));
    let Some((text, faults)) = &m.set_up.typed else { panic!("read") };
    assert_eq!((text.as_str(), faults.len()), ("W:Wc3,c3,z9:Bd4,d5", 3), "{faults:?}");
    assert!(faults[0].contains("c3") && faults[1].contains("z9") && faults[2].contains("d5"), "{faults:?}");
    assert_eq!(m.set_up.board, before);
}

#[test]
fn the_game_on_the_table_waits_and_is_asked_about() {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.players = [Player::Person; 2];
    m.update(Msg::Type("c3-d4".to_owned()));
    let game = m.game.clone();
    m.update(Msg::Visit(Place::SetUp));
    fen(&mut m, "B:Wc3,Kg1:Bh6,Ka7");
    assert_eq!(m.table().game.all_moves(), game.all_moves());
    m.update(Msg::Visit(Place::Play));
    assert_eq!((m.game.all_moves(), m.aside.is_none()), (game.all_moves(), true), "it is still there");
    m.update(Msg::Visit(Place::SetUp));
    assert_eq!(m.set_up.fen(), "B:Wc3,Kg1:BKa7,h6", "and so is the set-up board");
    told(&mut m, SetUpMsg::Play);
    assert_eq!((m.place, m.dialog), (Place::SetUp, Some(Dialog::Replace)));
    m.update(Msg::Cancel);
    assert_eq!((m.place, m.dialog), (Place::SetUp, None));
    told(&mut m, SetUpMsg::Players([Player::Computer, Player::Person], Level::new(5).expect("a level")));
    told(&mut m, SetUpMsg::Play);
    told(&mut m, SetUpMsg::Replace);
    assert_eq!((m.place, m.dialog, m.level.number(), m.prefs.flipped), (Place::Play, None, 5, true));
    assert_eq!(write_fen(m.game.position(), Style::Official), "B:Wc3,Kg1:BKa7,h6");
    assert!(m.persons_turn() && m.game.status() == Status::Ongoing);
    // From a game that has not begun one goes without a question.
    m.update(Msg::Visit(Place::SetUp));
    told(&mut m, SetUpMsg::Play);
    assert_eq!((m.place, m.dialog), (Place::Play, None));
}

#[test]
fn analysing_takes_the_position_along() {
    let mut m = at_board();
    told(&mut m, SetUpMsg::Rules("spanish"));
    assert_eq!(m.set_up.fen(), write_fen(&crate::rules::Position::start(&variant::SPANISH), Style::Official));
    fen(&mut m, "B:W12,K1:B14,18");
    told(&mut m, SetUpMsg::Analyse);
    assert_eq!(m.place, Place::Analyse);
    assert_eq!(write_fen(m.game.position(), Style::Official), "B:WK1,12:B14,18");
    m.update(Msg::Visit(Place::Play));
    assert_eq!(m.game.variant().name, "polish64");
}

#[test]
fn the_board_is_kept_and_found_again() {
    let mut m = at_board();
    let effects = told(&mut m, SetUpMsg::Fen("B:Wc3:BKe5".to_owned()));
    let kept = effects.iter().find_map(|effect| match effect {
        Effect::Keep("set-up", text) => Some(text.clone()),
        _ => None,
    });
    let kept = kept.expect("kept");
    let mut again = Model::new(Prefs::default(), Lang::En);
    let entering = again.update(Msg::Visit(Place::SetUp));
    assert!(entering.contains(&Effect::Recall("set-up")));
    assert!(
        !entering.iter().any(|effect| matches!(effect, Effect::Keep(..))),
        "what was kept is still there"
    );
    again.update(Msg::Recalled("set-up", Some(kept.clone())));
    assert_eq!(again.set_up.fen(), "B:Wc3:BKe5");
    // An address tells the same.
    let mut third = Model::new(Prefs::default(), Lang::En);
    third.update(Msg::Address(["set-up/", &kept].concat()));
    assert_eq!((third.place, third.set_up.fen().as_str()), (Place::SetUp, "B:Wc3:BKe5"));
    // What can't be read leaves it as it is.
    again.update(Msg::Recalled("set-up", Some("chess/W:We1:Be8".to_owned())));
    assert_eq!(again.set_up.fen(), "B:Wc3:BKe5");
}

#[test]
fn another_rule_set_keeps_the_pieces_where_its_board_has_the_same_squares() {
    let mut m = at_board();
    fen(&mut m, "B:Wc3:BKe5");
    told(&mut m, SetUpMsg::Rules("russian"));
    assert_eq!((m.game.variant().name, m.set_up.fen().as_str()), ("russian", "B:Wc3:BKe5"));
    told(&mut m, SetUpMsg::Rules("international"));
    assert_eq!((m.set_up.board.pieces().count(), m.game.variant().size), (40, 10));
    m.update(Msg::Undo);
    assert_eq!(
        (m.game.variant().name, m.set_up.fen().as_str()),
        ("russian", "B:Wc3:BKe5"),
        "nothing is lost"
    );
    assert!(m.set_up.board.pieces().any(|(_, piece)| piece.kind == Kind::King));
}

#[test]
fn in_a_set_up_nothing_of_a_game_happens() {
    let mut m = at_board();
    assert!(!m.persons_turn());
    for msg in [Msg::Hint, Msg::Resign, Msg::OfferDraw, Msg::Type("c3-d4".to_owned()), Msg::Redo] {
        assert_eq!(m.update(msg), []);
    }
    assert!(m.game.is_empty() && m.game.settled().is_none());
    // A new game asked for here is the table's.
    let (rules, players) = ("english", [Player::Person; 2]);
    m.update(Msg::New(NewGame { rules, players, level: Level::default(), touch_move: false }));
    assert_eq!((m.place, m.game.variant().name, m.aside.is_none()), (Place::Play, "english", true));
    assert_eq!(m.prefs.rules, "english", "and its rule set is remembered");
}
