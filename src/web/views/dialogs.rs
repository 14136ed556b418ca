//! What opens over the table: one dialog element, whose content is made when it opens.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement, HtmlTextAreaElement};

use super::super::desk::{send, with_model};
use super::super::dom::{Make, is_ticked, listen, make, set_flag, set_text, value_of};
use super::rules::rules;
use super::settings::settings;
use super::table::{button, sign};
use crate::app::strings::Texts;
use crate::app::{Dialog, Level, Model, Msg, NewGame, Notice, Player, exchange, sentences};
use crate::notation::{Style, write_fen};
use crate::rules::{Side, Variant, variant};

/// The dialog.
pub(super) struct Dialogs {
    element: HtmlDialogElement,
    shown: Option<Dialog>,
    /// The line of the open dialog that says what was wrong with a pasted text.
    wrong: Option<HtmlElement>,
}

impl Dialogs {
    pub(super) fn new() -> Self {
        let element: HtmlDialogElement =
            make("dialog").attr("aria-labelledby", "dialog-title").done().unchecked_into();
        let own = element.clone();
        listen(&element, "close", move |_| {
            // Escape closes it without asking us. But the word comes late: it may be open again, for something else.
            if !own.open() && with_model(|m| m.dialog.is_some()) {
                send(Msg::Close);
            }
        });
        Self { element, shown: None, wrong: None }
    }

    pub(super) fn element(&self) -> Make {
        Make::from(self.element.unchecked_ref::<HtmlElement>())
    }

    pub(super) fn update(&mut self, model: &Model) {
        if self.shown != model.dialog {
            self.shown = model.dialog;
            self.element.set_text_content(None);
            self.wrong = None;
            match model.dialog {
                Some(dialog) => self.open(model, dialog),
                None => self.element.close(),
            }
        }
        if let Some(wrong) = &self.wrong {
            let sentence = match &model.notice {
                Some(notice @ Notice::Wrong(..)) => {
                    sentences::notice(&model.texts, model.game.position(), notice)
                }
                _ => String::new(),
            };
            set_text(wrong, &sentence);
        }
    }

    fn open(&mut self, model: &Model, dialog: Dialog) {
        let t = &model.texts;
        let (title, content) = match dialog {
            Dialog::New => ("new.title", new_game(model)),
            Dialog::Menu => ("button.menu", menu(model)),
            Dialog::Settings => ("settings.title", settings(model)),
            Dialog::Exchange => {
                let wrong = make("p").class("wrong").attr("role", "alert").done();
                let content = exchange(model, &wrong);
                self.wrong = Some(wrong);
                ("exchange.title", content)
            }
            Dialog::Help => ("help.title", help(model)),
            Dialog::Rules => ("rules.title", rules(model)),
            Dialog::DrawOffer => ("draw-offer.title", draw_offer(model)),
            Dialog::Resign => ("resign.title", resign(model)),
        };
        let header = make("header")
            .with(make("h2").attr("id", "dialog-title").text(t.get(title)))
            .with(sign(t, "button.close", "✕", || send(Msg::Close)));
        self.element().with(header).with(content);
        // A browser without modal dialogs shows it in place.
        if !self.element.open() && self.element.show_modal().is_err() {
            set_flag(&self.element, "open", true);
        }
    }
}

/// A labelled list to choose from.
pub(super) fn list(
    label: &str,
    options: impl IntoIterator<Item = (String, String, bool)>,
    chosen: impl Fn(String) + 'static,
) -> Make {
    let options = options.into_iter().map(|(value, name, selected)| {
        let option = make("option").attr("value", &value).text(&name);
        if selected { option.attr("selected", "") } else { option }
    });
    let select = make("select").with_all(options).on_event("change", move |event| chosen(value_of(&event)));
    make("label").class("field").text(label).with(select)
}

/// A box to tick.
pub(super) fn tick(label: &str, on: bool, ticked: impl Fn(bool) + 'static) -> Make {
    let mut input = make("input").attr("type", "checkbox");
    if on {
        input = input.attr("checked", "");
    }
    let input = input.on_event("change", move |event| ticked(is_ticked(&event)));
    make("label").class("choice").with(input).with(make("span").text(label))
}

/// One of several, each a round button.
fn one_of(
    legend: &str,
    name: &str,
    options: [(&str, bool); 2],
    chosen: impl Fn(usize) + Clone + 'static,
) -> Make {
    let options = options.into_iter().enumerate().map(|(i, (label, on))| {
        let chosen = chosen.clone();
        let mut input = make("input").attr("type", "radio").attr("name", name).attr("value", &i.to_string());
        if on {
            input = input.attr("checked", "");
        }
        let input = input.on("change", move || chosen(i));
        make("label").class("choice").with(input).with(make("span").text(label))
    });
    make("fieldset").with(make("legend").text(legend)).with_all(options)
}

fn about(t: &Texts, rules: &'static Variant) -> String {
    let about = t.get(&format!("about.{}", rules.name)).to_owned();
    let first = sentences::within(sentences::side(t, rules.first));
    format!("{about} {}", t.fill("new.first", &[("side", &first)]))
}

fn new_game(m: &Model) -> Make {
    let t = &m.texts;
    let players = m.players;
    let new = Rc::new(Cell::new(NewGame {
        rules: m.game.variant().name,
        players,
        level: m.level,
        touch_move: m.touch_move,
    }));
    let change = |edit: fn(&mut NewGame, &str)| {
        let new = new.clone();
        move |value: String| {
            let mut changed = new.get();
            edit(&mut changed, &value);
            new.set(changed);
        }
    };
    let note = make("p").class("note").text(&about(t, m.game.variant())).done();
    let sets = variant::ALL.into_iter().map(|v| {
        (v.name.to_owned(), t.get(&format!("rules.{}", v.name)).to_owned(), v.name == m.game.variant().name)
    });
    let set_rules = change(|new, name| {
        if let Some(v) = Variant::named(name) {
            new.rules = v.name;
        }
    });
    let note_too = note.clone();
    let rules = list(t.get("new.rules"), sets, move |name| {
        if let Some(v) = Variant::named(&name) {
            set_text(&note_too, &with_model(|m| about(&m.texts, v)));
        }
        set_rules(name);
    });
    let levels = (Level::FIRST..=Level::LAST)
        .map(|n| (n.to_string(), t.get(&format!("level.{n}")).to_owned(), n == m.level.number()));
    let level = list(
        t.get("new.level"),
        levels,
        change(|new, n| {
            if let Some(level) = n.parse().ok().and_then(Level::new) {
                new.level = level;
            }
        }),
    );
    let friend = players == [Player::Person; 2];
    let black = players == [Player::Computer, Player::Person];
    // The colour chosen outlives a look at 'a friend'.
    let colour = Rc::new(Cell::new(if black { Side::Black } else { Side::White }));
    let against = |colour: Side| match colour {
        Side::White => [Player::Person, Player::Computer],
        Side::Black => [Player::Computer, Player::Person],
    };
    let colours = {
        let (new, colour) = (new.clone(), colour.clone());
        let names = [(t.get("new.white"), !black), (t.get("new.black"), black)];
        one_of(t.get("new.colour"), "colour", names, move |i| {
            colour.set(Side::BOTH[i]);
            new.set(NewGame { players: against(Side::BOTH[i]), ..new.get() });
        })
    };
    let computer = make("div").with(colours).with(level).done();
    set_flag(&computer, "hidden", friend);
    let opponent = {
        let (new, computer) = (new.clone(), computer.clone());
        let names = [(t.get("new.computer"), !friend), (t.get("new.friend"), friend)];
        one_of(t.get("new.opponent"), "opponent", names, move |i| {
            let players = if i == 0 { against(colour.get()) } else { [Player::Person; 2] };
            new.set(NewGame { players, ..new.get() });
            set_flag(&computer, "hidden", i == 1);
        })
    };
    let touch = {
        let new = new.clone();
        tick(t.get("new.touch-move"), m.touch_move, move |on| {
            new.set(NewGame { touch_move: on, ..new.get() });
        })
    };
    make("form")
        .with(rules)
        .with(&note)
        .with(opponent)
        .with(&computer)
        .with(touch)
        .with(make("button").attr("type", "submit").class("main").text(t.get("button.start")))
        .on_event("submit", move |event| {
            event.prevent_default();
            send(Msg::New(new.get()));
        })
}

fn menu(m: &Model) -> Make {
    let t = &m.texts;
    let item = |key: &str, able: bool, msg: Msg| {
        let entry = button(t, key, move || {
            send(Msg::Close);
            send(msg.clone());
        });
        if able { entry } else { entry.attr("disabled", "") }
    };
    make("div")
        .class("menu")
        .with(item("button.flip", true, Msg::Flip))
        .with(item("button.resign", m.ongoing(), Msg::Open(Dialog::Resign)))
        .with(item("button.draw", m.ongoing() && m.two_people(), Msg::OfferDraw))
        .with(item("button.restart", !m.game.is_empty(), Msg::Restart))
        .with(item("button.exchange", true, Msg::Open(Dialog::Exchange)))
        .with(item("button.rules", true, Msg::Open(Dialog::Rules)))
        .with(item("button.settings", true, Msg::Open(Dialog::Settings)))
        .with(item("button.help", true, Msg::Open(Dialog::Help)))
}

/// A text to be copied.
fn copied(t: &Texts, label: &str, text: &str, rows: &str, press: fn()) -> [Make; 2] {
    let field = make("textarea").attr("readonly", "").attr("rows", rows).text(text);
    [make("label").class("field").text(t.get(label)).with(field), button(t, "button.copy", press)]
}

fn exchange(m: &Model, wrong: &HtmlElement) -> Make {
    let t = &m.texts;
    let fen = write_fen(m.game.position(), Style::Official);
    let field: HtmlTextAreaElement =
        make("textarea").attr("rows", "4").attr("spellcheck", "false").class("paste").done().unchecked_into();
    let paste = make("label")
        .class("field")
        .text(t.get("exchange.paste"))
        .with(Make::from(field.unchecked_ref::<HtmlElement>()));
    make("div")
        .with_all(copied(t, "exchange.position", &fen, "3", || send(Msg::CopyPosition)))
        .with_all(copied(t, "exchange.game", &exchange::write_game(m), "6", || send(Msg::CopyGame)))
        .with(paste)
        .with(wrong)
        .with(
            button(t, "button.read", move || {
                let text = field.value();
                if !text.trim().is_empty() {
                    send(Msg::Paste(text));
                }
            })
            .class("main"),
        )
}

fn help(m: &Model) -> Make {
    let t = &m.texts;
    let lines = ["help.goal", "help.move", "help.capture", "help.route", "help.refused", "help.keys"];
    make("div")
        .with(make("p").text(t.get(&format!("about.{}", m.game.variant().name))))
        .with_all(lines.map(|line| make("p").text(t.get(line))))
}

fn draw_offer(m: &Model) -> Make {
    let t = &m.texts;
    let question = if m.turn() == Side::White { "draw-offer.white" } else { "draw-offer.black" };
    make("div")
        .class("menu")
        .with(make("p").text(t.get(question)))
        .with(button(t, "button.accept", || send(Msg::AnswerDraw(true))).class("main"))
        .with(button(t, "button.decline", || send(Msg::AnswerDraw(false))))
}

fn resign(m: &Model) -> Make {
    let t = &m.texts;
    let sentence = if m.resigning() == Side::White { "resign.white" } else { "resign.black" };
    make("div")
        .class("menu")
        .with(make("p").text(t.get(sentence)))
        .with(button(t, "button.resign", || send(Msg::Resign)).class("main"))
        .with(button(t, "button.cancel", || send(Msg::Close)))
}
