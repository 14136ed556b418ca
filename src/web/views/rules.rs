//! The rules of a rule set in plain words, with diagrams that one can play on.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use super::super::board_canvas::BoardCanvas;
use super::super::desk::send;
use super::super::dom::{Make, listen, make, set_text};
use super::super::page::still;
use super::dialogs::list;
use super::picture::later;
use super::table::button;
use crate::app::home::{about, all_rules, rules_name};
use crate::app::rules_text::{Topic, articles, shown_for};
use crate::app::scene::{Extras, scene, square_at};
use crate::app::{Effect, Model, Msg, Notice, sentences};
use crate::notation::{Style, parse_fen};
use crate::rules::{Game, Variant};

/// The page of rules: of the set that is read, or of the one on the board.
pub(super) fn rules(m: &Model) -> Make {
    let t = &m.texts;
    let (variant, topic) = m.reading.unwrap_or((m.game.variant(), None));
    let sets =
        all_rules(m).into_iter().map(|v| (v.name.to_owned(), rules_name(m, v), std::ptr::eq(v, variant)));
    let others = list(t.get("new.rules"), sets, |name| {
        if let Some(v) = Variant::named(&name) {
            send(Msg::Rules(v, None));
        }
    });
    let list = make("ul").class("articles").with_all(articles(t, variant).into_iter().map(|article| {
        let line = make("li").with(make("span").text(&article.text)).with(
            // Ids are for those who look them up; a screen reader would spell them.
            make("small").attr("aria-hidden", "true").text(&[" ", article.law].concat()),
        );
        if Some(article.topic) == topic { line.class("sought") } else { line }
    }));
    let page = make("div").with(others).with(make("p").text(&about(t, variant)));
    let page = match topic {
        // Who asked about one thing finds it first.
        Some(topic) => page.with(sought(m, variant, topic)),
        None => page,
    };
    let fitting = shown_for(variant);
    let shown = fitting.iter().map(|example| {
        let start = parse_fen(variant, example.fen, Style::RowNumbers);
        diagram(m, start.map_or_else(|_| Game::new(variant), Game::from_position), example.key)
    });
    let diagrams: Vec<Make> = shown.collect();
    let page = if diagrams.is_empty() {
        page.with(diagram(m, Game::new(variant), "rules.try"))
    } else {
        page.with_all(diagrams)
    };
    page.with(list)
}

/// The articles about one thing, with their ids.
fn sought(m: &Model, variant: &Variant, topic: Topic) -> Make {
    let found = articles(&m.texts, variant).into_iter().filter(|article| article.topic == topic);
    make("blockquote").with_all(found.map(|article| {
        make("p")
            .with(make("span").text(&article.text))
            .with(make("small").text(&[" ", article.law].concat()))
    }))
}

/// A table of its own in small: two people, a position that shows what is special, and its own words below.
fn diagram(m: &Model, game: Game, key: &str) -> Make {
    let mut table = m.beside(m.prefs.coordinates);
    table.show_game(game);
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
        later(Box::new(move || first.request()));
        touch(&canvas, table, board, word.clone());
    }
    make("figure").with(make("figcaption").text(m.texts.get(key))).with(&room).with(&word).with(again)
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
