//! The moves as a list, and a field to type one in.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::super::desk::{send, with_model};
use super::super::dom::{Make, make, set_attr, set_class, set_flag, set_text};
use crate::app::exchange::{remarks, written_line};
use crate::app::lines::{Lines, common};
use crate::app::place::ROOMS;
use crate::app::strings::Texts;
use crate::app::{Model, Msg, Notice};
use crate::notation::write_move_among;
use crate::rules::{Move, Position};

/// The list and the field.
pub(super) struct Moves {
    none: HtmlElement,
    opening: HtmlElement,
    list: HtmlElement,
    field: HtmlInputElement,
    /// The moves and lines as they are in the list.
    shown: Option<(Vec<Move>, Lines)>,
    /// The position whose first move stands in the empty field.
    example_of: Option<Position>,
    buttons: Vec<HtmlElement>,
}

/// A form to type a move in, and its field.
pub(super) fn move_field(t: &Texts) -> (Make, HtmlInputElement) {
    let field: HtmlInputElement = make("input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .done()
        .unchecked_into();
    let typed = field.clone();
    let label = make("label").text(t.get("move.field"));
    let form = make("form")
        .class("typing")
        .with(label.with(Make::from(field.unchecked_ref::<HtmlElement>())))
        .with(make("button").attr("type", "submit").text(t.get("button.play")))
        .on_event("submit", move |event| {
            event.prevent_default();
            let text = typed.value();
            if !text.trim().is_empty() {
                typed.set_value("");
                send(Msg::Type(text.clone()));
                // What was refused stays there to be mended.
                if with_model(|m| matches!(m.notice, Some(Notice::Wrong(..)))) {
                    typed.set_value(&text);
                    typed.select();
                }
            }
        });
    (form, field)
}

impl Moves {
    pub(super) fn new(t: &Texts) -> ([Make; 2], Self) {
        let none = make("p").class("empty").text(t.get("moves.none")).done();
        // One listener for the whole list: it is made anew with every move.
        let list = make("ol")
            .on_event("click", |event| {
                let pressed = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
                let Some(pressed) = pressed else { return };
                let number = |name: &str| pressed.get_attribute(name)?.parse().ok();
                match (number("data-line"), number("data-ply")) {
                    (Some(line), Some(ply)) => send(Msg::GoLine(line, ply)),
                    (None, Some(ply)) => send(Msg::GoTo(ply)),
                    _ => {}
                }
            })
            .done();
        let (form, field) = move_field(t);
        let opening = make("p").class("opening").done();
        let section = make("section")
            .class("moves")
            .with(make("h2").text(t.get("moves.title")))
            .with(&opening)
            .with(&none)
            .with(&list);
        (
            [section, form],
            Self { none, opening, list, field, shown: None, example_of: None, buttons: Vec::new() },
        )
    }

    pub(super) fn update(&mut self, m: &Model) {
        let moves = m.game.all_moves();
        // Writing a move means looking at all that were legal: only when there is something new.
        if !self.shown.as_ref().is_some_and(|(shown, lines)| shown == moves && *lines == m.lines) {
            self.rebuild(m);
            self.shown = Some((moves.to_vec(), m.lines.clone()));
        }
        set_flag(&self.none, "hidden", !m.game.is_empty());
        if ROOMS {
            let named = m.opening().map(|name| m.texts.fill("case.opening", &[("name", name)]));
            set_text(&self.opening, &named.unwrap_or_default());
        }
        for (i, button) in self.buttons.iter().enumerate() {
            // Shown behind the move by the style sheet.
            let sign = m.sign(i);
            if !sign.is_empty() || button.has_attribute("data-sign") {
                set_attr(button, "data-sign", sign);
            }
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
        let position = m.game.position();
        if self.example_of.replace(*position) != Some(*position) {
            let moves = position.legal_moves();
            let example = moves.first().map(|first| {
                m.texts
                    .fill("move.example", &[("move", &write_move_among(position.variant(), &moves, first))])
            });
            set_attr(&self.field, "placeholder", &example.unwrap_or_default());
        }
    }

    /// Makes the list anew; where the side that moves second began, its first row has a gap.
    fn rebuild(&mut self, m: &Model) {
        let gap = usize::from(m.game.start().turn() != m.game.variant().first);
        let moves = m.game.all_moves();
        self.list.set_text_content(None);
        self.buttons = written_line(&m.game, moves, 0)
            .into_iter()
            .enumerate()
            .map(|(i, (text, ..))| step(&text, i + 1).done())
            .collect();
        let mut cells: Vec<Make> = Vec::new();
        if gap > 0 {
            cells.push(make("span").text("…"));
        }
        cells.extend(self.buttons.iter().map(Make::from));
        let mut rows: Vec<Vec<Make>> =
            cells.chunks(2).map(|pair| vec![make("li").with_all(pair.iter().cloned())]).collect();
        for (index, line) in m.lines.all().iter().enumerate() {
            let branch = common(moves, line);
            let mut row = make("li").class("line");
            for (i, (text, number, second)) in written_line(&m.game, line, branch).into_iter().enumerate() {
                let number = match (i, second) {
                    (0, true) => [&number.to_string(), "… "].concat(),
                    (_, true) => String::new(),
                    (_, false) => [&number.to_string(), ". "].concat(),
                };
                let step = step(&[&number, text.as_str()].concat(), branch + i + 1);
                row = row.with(step.attr("data-line", &index.to_string()));
            }
            // Behind the row of the move to which it is another way; behind the last where it goes on from there.
            let at = usize::midpoint(branch, gap).min(rows.len().saturating_sub(1));
            match rows.get_mut(at) {
                Some(rows) => rows.push(row),
                None => rows.push(vec![row]),
            }
        }
        if ROOMS {
            self.add_remarks(m, gap, &mut rows);
        }
        Make::from(&self.list).with_all(rows.into_iter().flatten());
    }
}

impl Moves {
    /// Remarks that came with the game, each behind the row of its move.
    fn add_remarks(&self, m: &Model, gap: usize, rows: &mut Vec<Vec<Make>>) {
        let moves = m.game.all_moves();
        let mut first = Vec::new();
        for (line, text) in remarks(m) {
            let branch = common(moves, &line);
            let lead = if branch == line.len() {
                // The sign of a short remark stands clear of which of the two moves it means.
                self.buttons.get(branch.wrapping_sub(1)).and_then(|button| button.text_content())
            } else {
                written_line(&m.game, &line, branch).pop().map(|(text, ..)| text)
            };
            let text = match lead {
                Some(lead) => [lead.as_str(), ": ", text.as_str()].concat(),
                None => text,
            };
            let remark = make("li").class("line").with(make("span").text(&text));
            let at = usize::midpoint(branch.saturating_sub(1), gap);
            if line.is_empty() {
                first.push(remark);
                continue;
            }
            let at = at.min(rows.len().saturating_sub(1));
            match rows.get_mut(at) {
                Some(row) => row.push(remark),
                None => rows.push(vec![remark]),
            }
        }
        // What is said of the start stands above all.
        rows.insert(0, first);
    }
}

fn step(text: &str, ply: usize) -> Make {
    make("button").attr("type", "button").class("move").text(text).attr("data-ply", &ply.to_string())
}
