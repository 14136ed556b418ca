//! The teacher's page: choose lessons and positions, make a link for the class, print a sheet.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

use super::super::desk::send;
use super::super::dom::{Make, document, make, set_attr, set_flag, set_text, text_of, window};
use crate::app::learn::LearnMsg;
use crate::app::learn::player::Player;
use crate::app::learn::words::{Values, Words};
use crate::app::{Model, Msg, Place, exchange};
use crate::notation::{Style, square_name};
use crate::rules::{Kind, Position, Side};

/// The form, and the sheet under it.
pub(super) struct Teacher {
    element: HtmlElement,
    form: HtmlElement,
    texts: Vec<(&'static str, HtmlElement)>,
    positions: HtmlTextAreaElement,
    faults: HtmlElement,
    link: HtmlInputElement,
    sheet: HtmlElement,
    /// What the sheet was made of.
    made: String,
}

impl Teacher {
    pub(super) fn new() -> Self {
        let text = |tag: &str, key: &'static str| (key, make(tag).done());
        let mut texts = vec![text("h2", "sheet.title"), text("p", "sheet.intro")];
        let positions: HtmlTextAreaElement = make("textarea")
            .attr("rows", "3")
            .attr("spellcheck", "false")
            .attr("id", "sheet-positions")
            .on_event("input", |event| {
                let field = event.target().and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok());
                if let Some(field) = field {
                    send(Msg::Learn(LearnMsg::Positions(field.value())));
                }
            })
            .done()
            .unchecked_into();
        let label = ("sheet.positions", make("label").attr("for", "sheet-positions").done());
        let link: HtmlInputElement =
            make("input").attr("readonly", "").attr("id", "sheet-link").done().unchecked_into();
        let link_label = ("sheet.link", make("label").attr("for", "sheet-link").done());
        let copy = (
            "sheet.copy",
            make("button").attr("type", "button").on("click", || send(Msg::Learn(LearnMsg::CopyLink))).done(),
        );
        let print = (
            "sheet.print",
            make("button")
                .attr("type", "button")
                .attr("data-act", "print")
                .on("click", || drop(window().print()))
                .done(),
        );
        let faults = make("p").attr("role", "alert").done();
        let form = make("div")
            .class("teacher")
            .with_all(texts.iter().map(|(_, element)| Make::from(element)))
            .with(&label.1)
            .with(positions.unchecked_ref::<HtmlElement>())
            .with(&faults)
            .with(&link_label.1)
            .with(link.unchecked_ref::<HtmlElement>())
            .with(make("div").class("acts").with(&copy.1).with(&print.1))
            .done();
        texts.extend([label, link_label, copy, print]);
        let sheet = make("div").class("sheet").done();
        let element = make("div").with(&form).with(&sheet).done();
        Self { element, form, texts, positions, faults, link, sheet, made: String::new() }
    }

    pub(super) fn element(&self) -> &HtmlElement {
        &self.element
    }

    /// The box beside a lesson of the list.
    pub(super) fn choice(name: &str, id: &str, on: bool) -> Make {
        let id = id.to_owned();
        let own = make("input").attr("type", "checkbox").attr("aria-label", name).attr("data-choose", &id);
        let own = own.on_event("change", move |event| {
            let on = event
                .target()
                .and_then(|t| t.dyn_into::<HtmlInputElement>().ok())
                .is_some_and(|field| field.checked());
            send(Msg::Learn(LearnMsg::Choose(id.clone(), on)));
        });
        if on { own.attr("checked", "") } else { own }
    }

    pub(super) fn update(&mut self, m: &Model, words: &Words) {
        let room = &m.learn;
        let sheet = &room.sheet;
        let listing = m.place == Place::Learn && room.player.is_none();
        let own_positions = sheet.sent && !sheet.positions.is_empty();
        set_flag(&self.element, "hidden", !(listing && (sheet.teaching || own_positions)));
        set_flag(&self.form, "hidden", !sheet.teaching);
        if !listing || !(sheet.teaching || own_positions) {
            return;
        }
        for (key, element) in &self.texts {
            set_text(element, words.get(key));
        }
        if self.positions.value() != sheet.positions {
            self.positions.set_value(&sheet.positions);
        }
        let address = super::super::page::link(&sheet.address());
        if self.link.value() != address {
            self.link.set_value(&address);
        }
        let faults: Vec<String> = sheet
            .read_positions()
            .into_iter()
            .filter_map(Result::err)
            .map(|(line, fault)| {
                let mut values = Values::default();
                values.text("line", line).text("fault", exchange::fen_faults(&m.texts, &fault).join(" "));
                words.say_with("sheet.fault", &values)
            })
            .collect();
        set_text(&self.faults, &faults.join(" "));
        let made = [words.lang().code(), &address].concat();
        if made != self.made {
            self.made = made;
            self.make_sheet(m, words);
        }
    }

    fn make_sheet(&self, m: &Model, words: &Words) {
        self.sheet.set_text_content(None);
        let room = &m.learn;
        let (Some(course), Some(proofs)) = (&room.course, &room.proofs) else { return };
        let mut sheet = Make::from(&self.sheet);
        if !room.sheet.sent {
            let head = make("p").class("name").text(words.get("sheet.name"));
            sheet = sheet.with(make("h1").text(words.get("sheet.head"))).with(head);
        }
        let mut number = 0;
        for id in room.sheet.lessons.iter().filter(|_| !room.sheet.sent) {
            let Ok(player) = Player::open(course, proofs, id, room.sheet.board) else { continue };
            let Some(lesson) = course.lesson(id) else { continue };
            let mut part = make("section")
                .with(make("h2").text(words.title(lesson)))
                .with(make("p").text(&words.idea(&player)));
            for (position, question) in player.questions(words) {
                number += 1;
                part = part.with(figure(number, &position, &question));
            }
            sheet = sheet.with(part);
        }
        let own: Vec<Position> = room.sheet.read_positions().into_iter().flatten().collect();
        if !own.is_empty() {
            let mut part = make("section").with(make("h2").text(words.get("sheet.own")));
            for position in own {
                number += 1;
                let side = if position.turn() == Side::White { "side.white" } else { "side.black" };
                let mut values = Values::default();
                values.text("side", words.get(side));
                part = part.with(figure(number, &position, &words.say_with("sheet.turn", &values)));
            }
            sheet = sheet.with(part);
        }
        drop(sheet);
    }
}

/// A diagram with its number, its question, and lines to write on.
fn figure(number: u32, position: &Position, question: &str) -> Make {
    let figure = make("figure");
    let drawn = diagram(position);
    let element = figure.done();
    let _ = element.append_child(&drawn);
    let text = [&number.to_string(), ". ", question].concat();
    Make::from(&element).with(make("figcaption").text(&text).with(make("i")).with(make("i")))
}

fn part(name: &str, attributes: &[(&str, String)]) -> Element {
    let element =
        document().create_element_ns(Some("http://www.w3.org/2000/svg"), name).expect("a valid name");
    for (key, value) in attributes {
        set_attr(&element, key, value);
    }
    element
}

/// A position as a drawing that prints sharp: black on white, squares by tint, kings with a second ring.
fn diagram(position: &Position) -> Element {
    let size = position.variant().size;
    let geometry = position.variant().geometry();
    let side = f64::from(size);
    let svg = part(
        "svg",
        &[
            ("viewBox", ["-0.1 -0.1 ", &text_of(side + 0.2), " ", &text_of(side + 0.2)].concat()),
            ("role", "img".to_owned()),
            ("aria-label", crate::notation::write_fen(position, Style::Official)),
        ],
    );
    let add = |element: Element| drop(svg.append_child(&element));
    let whole = |class: &str| {
        part("rect", &[("width", text_of(side)), ("height", text_of(side)), ("class", class.to_owned())])
    };
    add(whole("light"));
    for square in geometry.all() {
        let (row, column) = geometry.row_column(square);
        let (x, y) = (f64::from(column), f64::from(row));
        add(part(
            "rect",
            &[
                ("x", text_of(x)),
                ("y", text_of(y)),
                ("width", "1".to_owned()),
                ("height", "1".to_owned()),
                ("class", "dark".to_owned()),
            ],
        ));
        if let Some(piece) = position.piece(square) {
            let class = if piece.side == Side::White { "white" } else { "black" };
            let disc = |radius: &str, class: &str| {
                part(
                    "circle",
                    &[
                        ("cx", text_of(x + 0.5)),
                        ("cy", text_of(y + 0.5)),
                        ("r", radius.to_owned()),
                        ("class", class.to_owned()),
                    ],
                )
            };
            add(disc("0.38", class));
            if piece.kind == Kind::King {
                add(disc("0.2", "crown"));
            }
        } else {
            let name = part("text", &[("x", text_of(x + 0.06)), ("y", text_of(y + 0.94))]);
            name.set_text_content(Some(&square_name(position.variant(), square, Style::Official)));
            add(name);
        }
    }
    // Last: dark squares at the edge would cover half of it.
    add(whole("frame"));
    svg
}
