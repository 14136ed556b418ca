//! The panel of the set-up board: palette, side to move, rule set, FEN, what is wrong, and where to go from there.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement, HtmlTextAreaElement, PointerEvent};

use super::super::desk::{send, with_board, with_model};
use super::super::dom::{
    Make, document, listen, listen_active, make, set_attr, set_flag, set_text, text_of, value_of,
};
use super::new_game::opponents;
use super::picture::Picture;
use super::table::button;
use crate::app::home::{all_rules, rules_name};
use crate::app::scene::{Item, Scene, square_at};
use crate::app::set_up::{SetUp, Tool};
use crate::app::{Model, Msg, SetUpMsg};
use crate::rules::Side;

/// The panel.
pub(super) struct SetUpPanel {
    tools: Vec<(Tool, HtmlElement, Option<Picture>)>,
    turns: [HtmlElement; 2],
    rules: HtmlSelectElement,
    /// The names in the list of rule sets.
    listed: Vec<String>,
    undo: HtmlElement,
    remarks: HtmlElement,
    fen: HtmlTextAreaElement,
    fen_faults: HtmlElement,
    go: [HtmlElement; 2],
}

fn tell(msg: SetUpMsg) {
    send(Msg::SetUp(msg));
}

impl SetUpPanel {
    /// The panel, and what keeps it up to date.
    pub(super) fn new(m: &Model) -> (Make, Self) {
        let t = &m.texts;
        let own_button = |key: &str, msg: SetUpMsg| button(t, key, move || tell(msg.clone()));
        let tools: Vec<_> = Tool::ALL
            .into_iter()
            .enumerate()
            .map(|(i, tool)| {
                let (element, picture) = tool_button(m, i + 1, tool);
                (tool, element, picture)
            })
            .collect();
        let palette = make("div")
            .class("palette")
            .attr("role", "radiogroup")
            .attr("aria-label", t.get("set-up.palette"))
            .with_all(tools.iter().map(|(_, element, _)| Make::from(element)));
        let turns = Side::BOTH.map(|side| {
            own_button(if side == Side::White { "turn.white" } else { "turn.black" }, SetUpMsg::Turn(side))
                .attr("role", "radio")
                .done()
        });
        let turn =
            make("div").class("pair").attr("role", "radiogroup").with_all(turns.iter().map(Make::from));
        let rules = make("select")
            .on_event("change", |event| {
                if let Some(v) = crate::rules::Variant::named(&value_of(&event)) {
                    tell(SetUpMsg::Rules(v.name));
                }
            })
            .done();
        let undo = button(t, "button.undo", || send(Msg::Undo)).done();
        let boards = make("div")
            .class("pair")
            .with(own_button("set-up.empty", SetUpMsg::Empty))
            .with(own_button("set-up.start", SetUpMsg::Start))
            .with(own_button("set-up.table", SetUpMsg::Table))
            .with(button(t, "button.flip", || send(Msg::Flip)))
            .with(&undo);
        let remarks = make("ul").class("remarks").attr("role", "status").done();
        let fen: HtmlTextAreaElement = make("textarea")
            .attr("rows", "3")
            .attr("spellcheck", "false")
            .on_event("input", |event| tell(SetUpMsg::Fen(value_of(&event))))
            .done()
            .unchecked_into();
        let fen_faults = make("ul").class("remarks wrong").attr("role", "alert").done();
        let go = [own_button("button.play", SetUpMsg::Play), own_button("place.analyse", SetUpMsg::Analyse)]
            .map(Make::done);
        let (players, level) = (m.set_up.players, m.set_up.level);
        let part = make("div")
            .class("set-up")
            .with(palette)
            .with(&remarks)
            .with(turn)
            .with(boards)
            .with(make("label").class("field").text(t.get("new.rules")).with(&rules))
            .with(
                make("label")
                    .class("field")
                    .text(t.get("exchange.position"))
                    .with(Make::from(fen.unchecked_ref::<HtmlElement>())),
            )
            .with(&fen_faults)
            .with(own_button("button.copy", SetUpMsg::Copy))
            .with(make("h2").text(t.get("set-up.go")))
            .with_all(opponents(
                t,
                players,
                level,
                Box::new(|players, level| tell(SetUpMsg::Players(players, level))),
            ))
            .with(make("div").class("pair").with_all(go.iter().map(Make::from)))
            .with(make("p").class("note").text(t.get("set-up.keys")));
        set_attr(&go[0], "class", "main");
        let rules = rules.unchecked_into();
        (part, Self { tools, turns, rules, listed: Vec::new(), undo, remarks, fen, fen_faults, go })
    }

    pub(super) fn update(&mut self, m: &Model) {
        let Some(set_up) = m.setting_up() else { return };
        let t = &m.texts;
        let checked = |element: &HtmlElement, on: bool| {
            set_attr(element, "aria-checked", if on { "true" } else { "false" });
        };
        for (tool, element, picture) in &self.tools {
            checked(element, *tool == set_up.tool);
            if let Some(picture) = picture {
                picture.paint();
            }
        }
        for (side, element) in Side::BOTH.into_iter().zip(&self.turns) {
            checked(element, side == set_up.board.turn);
        }
        self.list_rules(m);
        set_flag(&self.undo, "disabled", !set_up.can_undo());
        let remarks = set_up.remarks(t);
        let impossible = remarks.iter().any(|(_, grave)| *grave);
        lines(&self.remarks, remarks.iter().map(|(text, grave)| (text.as_str(), *grave)));
        for element in &self.go {
            set_attr(element, "aria-disabled", if impossible { "true" } else { "false" });
        }
        self.show_fen(set_up);
    }

    fn list_rules(&mut self, m: &Model) {
        let all = all_rules(m);
        let named: Vec<String> = all.iter().map(|v| rules_name(m, v)).collect();
        if named != self.listed {
            self.rules.set_text_content(None);
            let list = Make::from(self.rules.unchecked_ref::<HtmlElement>());
            let _ = all
                .iter()
                .zip(&named)
                .fold(list, |list, (v, name)| list.with(make("option").attr("value", v.name).text(name)));
            self.listed = named;
        }
        self.rules.set_value(m.set_up.board.variant().name);
    }

    fn show_fen(&self, set_up: &SetUp) {
        if let Some((text, faults)) = &set_up.typed {
            if self.fen.value() != *text {
                self.fen.set_value(text);
            }
            lines(&self.fen_faults, faults.iter().map(|fault| (fault.as_str(), true)));
            return;
        }
        lines(&self.fen_faults, std::iter::empty());
        // What is being typed and reads well stays as it is typed.
        let typing = document()
            .active_element()
            .is_some_and(|active| active == **self.fen.unchecked_ref::<HtmlElement>());
        let fen = set_up.fen();
        if !typing && self.fen.value() != fen {
            self.fen.set_value(&fen);
        }
    }
}

/// Shows lines in a list; grave ones are marked.
fn lines<'a>(list: &HtmlElement, lines: impl Iterator<Item = (&'a str, bool)>) {
    let mut old = list.first_element_child();
    let mut new = Vec::new();
    for (text, grave) in lines {
        let class = if grave { "wrong" } else { "" };
        if let Some(line) = old {
            set_text(&line, text);
            line.set_class_name(class);
            old = line.next_element_sibling();
        } else {
            old = None;
            new.push(make("li").class(class).text(text));
        }
    }
    while let Some(line) = old {
        old = line.next_element_sibling();
        line.remove();
    }
    let _ = Make::from(list).with_all(new);
}

/// A button of the palette: pressed, or dragged onto the board.
fn tool_button(m: &Model, number: usize, tool: Tool) -> (HtmlElement, Option<Picture>) {
    let name = m.texts.get(tool.key());
    let key = number.to_string();
    let picture = match tool {
        Tool::Put(piece) => {
            let at = (0.5, 0.5);
            let items =
                vec![Item::Square { at, dark: true }, Item::Piece { at, piece, alpha: 1.0, lifted: false }];
            Some(Picture::new(Scene { size: 1, items, facing: None }, "tool"))
        }
        Tool::Erase => None,
    };
    let face = picture.as_ref().map_or_else(
        || make("span").class("tool").attr("aria-hidden", "true").text("✕"),
        |picture| Make::from(&picture.element),
    );
    let element = make("button")
        .attr("type", "button")
        .attr("role", "radio")
        .attr("aria-label", name)
        .attr("title", &[name, " (", &key, ")"].concat())
        .attr("aria-keyshortcuts", &key)
        .attr("data-tool", &key)
        .with(face)
        .with(make("small").attr("aria-hidden", "true").text(&key))
        .on("click", move || tell(SetUpMsg::Take(tool)))
        .done();
    carry(&element, tool);
    (element, picture)
}

/// A tool can be carried to the board: it follows the pointer, and is put where it is let go.
fn carry(element: &HtmlElement, tool: Tool) {
    let from: Rc<Cell<Option<(f64, f64)>>> = Rc::default();
    let point = |event: &PointerEvent| (f64::from(event.client_x()), f64::from(event.client_y()));
    let shift = |element: &HtmlElement, (x, y): (f64, f64)| {
        let moved = ["translate(", &text_of(x), "px,", &text_of(y), "px)"].concat();
        let _ = element.style().set_property("transform", if x == 0.0 && y == 0.0 { "none" } else { &moved });
    };
    let (began, own) = (from.clone(), element.clone());
    listen_active(element, "pointerdown", move |event| {
        let event: &PointerEvent = event.unchecked_ref();
        began.set(Some(point(event)));
        let _ = own.set_pointer_capture(event.pointer_id());
    });
    let (began, own) = (from.clone(), element.clone());
    listen(element, "pointermove", move |event| {
        if let Some((x, y)) = began.get() {
            let now = point(event.unchecked_ref());
            shift(&own, (now.0 - x, now.1 - y));
        }
    });
    let (began, own) = (from.clone(), element.clone());
    listen(element, "pointerup", move |event| {
        if began.take().is_none() {
            return;
        }
        shift(&own, (0.0, 0.0));
        let (x, y) = point(event.unchecked_ref());
        let mut place = (-1.0, -1.0);
        with_board(|board| place = board.place_of(x, y));
        let square = with_model(|m| square_at(m.game.position(), place, m.flipped()));
        if let Some(square) = square {
            tell(SetUpMsg::Put(tool, square));
        }
    });
    let own = element.clone();
    listen(element, "pointercancel", move |_| {
        from.set(None);
        shift(&own, (0.0, 0.0));
    });
}
