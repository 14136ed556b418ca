//! The moves as a list, and a field to type one in.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_class, set_flag};
use crate::app::strings::Texts;
use crate::app::{Model, Msg};
use crate::notation::write_move;

/// The list and the field.
pub(super) struct Moves {
    none: HtmlElement,
    list: HtmlElement,
    field: HtmlInputElement,
    /// The moves as they are in the list.
    written: Vec<String>,
    buttons: Vec<HtmlElement>,
}

impl Moves {
    pub(super) fn new(t: &Texts) -> ([Make; 2], Self) {
        let none = make("p").class("empty").text(t.get("moves.none")).done();
        // One listener for the whole list: it is made anew with every move.
        let list = make("ol")
            .on_event("click", |event| {
                let pressed = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
                let ply = pressed.and_then(|button| button.get_attribute("data-ply")?.parse().ok());
                if let Some(ply) = ply {
                    send(Msg::GoTo(ply));
                }
            })
            .done();
        let field: HtmlInputElement = make("input")
            .attr("type", "text")
            .attr("autocomplete", "off")
            .attr("autocapitalize", "off")
            .attr("spellcheck", "false")
            .done()
            .unchecked_into();
        let section = make("section")
            .class("moves")
            .with(make("h2").text(t.get("moves.title")))
            .with(&none)
            .with(&list);
        let typed = field.clone();
        let form = make("form")
            .class("typing")
            .with(
                make("label")
                    .text(t.get("move.field"))
                    .with(Make::from(field.unchecked_ref::<HtmlElement>())),
            )
            .with(make("button").attr("type", "submit").text(t.get("button.play")))
            .on_event("submit", move |event| {
                event.prevent_default();
                let text = typed.value();
                if !text.trim().is_empty() {
                    typed.set_value("");
                    send(Msg::Type(text));
                }
            });
        ([section, form], Self { none, list, field, written: Vec::new(), buttons: Vec::new() })
    }

    pub(super) fn update(&mut self, m: &Model) {
        let written: Vec<String> = m
            .game
            .all_moves()
            .iter()
            .enumerate()
            .filter_map(|(ply, played)| {
                let written = write_move(m.game.position_at(ply)?, played);
                let sign = m.sign(ply);
                Some(if sign.is_empty() { written } else { written + " " + sign })
            })
            .collect();
        if written != self.written {
            self.rebuild(&written, m.game.start().turn() != m.game.variant().first);
            self.written = written;
        }
        set_flag(&self.none, "hidden", !m.game.is_empty());
        for (i, button) in self.buttons.iter().enumerate() {
            let now = i + 1 == m.game.ply();
            if now != button.class_list().contains("now") {
                set_class(button, "now", now);
                set_attr(button, "aria-current", if now { "step" } else { "false" });
                if now {
                    // Keeps it in sight within the list, without moving the page.
                    self.list.set_scroll_top(button.offset_top() - self.list.client_height() / 2);
                }
            }
        }
        let example =
            m.game.position().legal_moves().first().map(|first| {
                m.texts.fill("move.example", &[("move", &write_move(m.game.position(), first))])
            });
        set_attr(&self.field, "placeholder", &example.unwrap_or_default());
    }

    /// Makes the list anew; where the side that moves second began, its first row has a gap.
    fn rebuild(&mut self, written: &[String], gap: bool) {
        self.list.set_text_content(None);
        self.buttons = written
            .iter()
            .enumerate()
            .map(|(i, text)| {
                make("button")
                    .attr("type", "button")
                    .class("move")
                    .text(text)
                    .attr("data-ply", &(i + 1).to_string())
                    .done()
            })
            .collect();
        let mut cells: Vec<Make> = Vec::new();
        if gap {
            cells.push(make("span").text("…"));
        }
        cells.extend(self.buttons.iter().map(Make::from));
        let rows = cells.chunks(2).map(|pair| make("li").with_all(pair.iter().cloned()));
        Make::from(&self.list).with_all(rows);
    }
}
