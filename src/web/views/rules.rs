//! The rules of the rule set on the table, in plain words, with a diagram that one can play on.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use super::super::board_canvas::BoardCanvas;
use super::super::dom::{Make, after, listen, make, set_text};
use super::super::page::still;
use super::table::button;
use crate::app::rules_text::{articles, example};
use crate::app::scene::{Extras, scene, square_at};
use crate::app::{Effect, Model, Msg, Notice, sentences};
use crate::notation::{Style, parse_fen};
use crate::rules::{Game, Variant};

/// The page of rules.
pub(super) fn rules(m: &Model) -> Make {
    let t = &m.texts;
    let variant = m.game.variant();
    let list = make("ul").class("articles").with_all(articles(t, variant).into_iter().map(|article| {
        make("li")
            .with(make("span").text(&article.text))
            .with(make("small").text(&format!(" {}", article.law)))
    }));
    make("div")
        .with(make("p").text(t.get(&format!("about.{}", variant.name))))
        .with_all(diagram(m, variant))
        .with(list)
}

/// A table of its own in small: two people, a position that shows what is special, and its own words below.
fn diagram(m: &Model, variant: &'static Variant) -> [Make; 3] {
    let mut table = Model::new(m.prefs.clone(), m.browser_lang);
    table.texts = m.texts.clone();
    table.players = [crate::app::Player::Person; 2];
    table.prefs.flipped = false;
    table.prefs.turning = crate::app::look::Turning::Fixed;
    table.prefs.confirm = false;
    let start = parse_fen(variant, example(variant), Style::Official)
        .map_or_else(|_| Game::new(variant), Game::from_position);
    table.show_game(start);
    let table = Rc::new(RefCell::new(table));

    let canvas = make("canvas").attr("aria-hidden", "true").done();
    let frame = make("div").class("board").with(&canvas).done();
    let room = make("div").class("diagram").with(&frame).done();
    let word = make("p").class("note").attr("role", "status").text(m.texts.get("rules.try")).done();

    let seen = table.clone();
    let look = move |extras: &mut Extras| scene(&seen.borrow(), extras);
    let board = BoardCanvas::new(canvas.clone().unchecked_into(), frame, room.clone(), Box::new(look));
    let again = {
        let (table, board, word) = (table.clone(), board.clone(), word.clone());
        button(&m.texts, "rules.again", move || {
            tell(&table, board.as_ref(), &word, Msg::Restart);
        })
    };
    if let Some(board) = board {
        // Its room has a size, and its colours are known, only once the dialog is open.
        let first = board.clone();
        after(0, move || {
            first.refresh_theme();
            first.request();
        });
        touch(&canvas, table, board, word.clone());
    }
    [Make::from(&room), Make::from(&word), again]
}

fn touch(canvas: &HtmlElement, table: Rc<RefCell<Model>>, board: BoardCanvas, word: HtmlElement) {
    listen(canvas, "pointerup", move |event| {
        let event: &PointerEvent = event.unchecked_ref();
        let place = board.place_of(f64::from(event.client_x()), f64::from(event.client_y()));
        let square = square_at(table.borrow().game.position(), place, false);
        if let Some(square) = square {
            tell(&table, Some(&board), &word, Msg::Touch(square));
        }
    });
}

/// The small table's own update: of its effects only the motion concerns anybody.
fn tell(table: &RefCell<Model>, board: Option<&BoardCanvas>, word: &HtmlElement, msg: Msg) {
    let effects = table.borrow_mut().update(msg);
    let table = table.borrow();
    let sentence = match &table.notice {
        Some(notice @ (Notice::Refused(_) | Notice::WhichWay(_) | Notice::GoOn(_))) => {
            sentences::notice(&table.texts, table.game.position(), notice)
        }
        _ => sentences::status(&table.texts, &table),
    };
    set_text(word, &sentence);
    let Some(board) = board else { return };
    for effect in effects {
        match effect {
            Effect::Animate { before, played } => board.animate(before, played, still(&table)),
            Effect::CutAnimation => board.cut(),
            _ => {}
        }
    }
    board.request();
}
