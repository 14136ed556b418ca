//! What opens over the table: one dialog element, whose content is made when it opens.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, HtmlDialogElement, HtmlElement, HtmlTextAreaElement, UiEvent};

use super::super::desk::{send, with_model};
use super::super::dom::{Make, is_ticked, listen, make, now, set_flag, set_text, value_of};
use super::games::{file_field, games};
use super::home::home;
use super::new_game::new_game;
use super::rules::rules;
use super::settings::settings;
use super::table::{button, sign};
use crate::app::home::about;
use crate::app::place::ROOMS;
use crate::app::rules_text::Topic;
use crate::app::strings::Texts;
use crate::app::{
    CoachMsg, Dialog, GamesMsg, Model, Msg, Notice, Place, SetUpMsg, coach_words, exchange, sentences,
};
use crate::notation::{Style, write_fen, write_move};
use crate::rules::{Side, Variant};

type Reading = Option<(&'static Variant, Option<Topic>)>;

/// The second click of a double click comes within so many milliseconds.
const DOUBLE_MS: f64 = 500.0;

thread_local! {
    /// When the dialog last got another content.
    static OPENED: Cell<f64> = const { Cell::new(0.0) };
}

/// The dialog.
pub(super) struct Dialogs {
    element: HtmlDialogElement,
    shown: Option<Dialog>,
    /// Whose rules are shown.
    reading: Reading,
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
        // The second half of a double tap that opened it is not meant for what lies under the finger now.
        let options = AddEventListenerOptions::new();
        options.set_capture(true);
        let swallow = Closure::<dyn FnMut(UiEvent)>::new(|event: UiEvent| {
            if event.detail() > 1 && now() - OPENED.get() < DOUBLE_MS {
                event.stop_propagation();
                event.prevent_default();
            }
        });
        let _ = element.add_event_listener_with_callback_and_add_event_listener_options(
            "click",
            swallow.into_js_value().unchecked_ref(),
            &options,
        );
        Self { element, shown: None, reading: None, wrong: None }
    }

    pub(super) fn element(&self) -> Make {
        Make::from(self.element.unchecked_ref::<HtmlElement>())
    }

    pub(super) fn update(&mut self, model: &Model) {
        let other = |(a, b): (Reading, Reading)| {
            a.map(|(v, topic)| (v.name, topic)) != b.map(|(v, topic)| (v.name, topic))
        };
        // What is not on the page yet can't be opened as a dialog: it would be left without its veil, and without the focus.
        if !self.element.is_connected() {
            return;
        }
        if self.shown != model.dialog || other((self.reading, model.reading)) {
            self.shown = model.dialog;
            self.reading = model.reading;
            self.element.set_scroll_top(0);
            self.element.set_text_content(None);
            self.wrong = None;
            OPENED.set(now());
            if let Some(dialog) = model.dialog {
                self.open(model, dialog);
            } else {
                self.element.close();
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
            Dialog::Exchange if ROOMS => {
                let wrong = make("p").class("wrong").attr("role", "alert").done();
                let content = exchange(model, &wrong);
                self.wrong = Some(wrong);
                ("exchange.title", content)
            }
            Dialog::Rules if ROOMS => ("rules.title", rules(model)),
            Dialog::Home if ROOMS => ("home.title", home(model)),
            Dialog::Games(part) if ROOMS => {
                let wrong = make("p").class("wrong").attr("role", "alert").done();
                let content = games(model, part, &wrong);
                self.wrong = Some(wrong);
                ("games.title", content)
            }
            // The first program sends the player to the whole one instead of opening these.
            Dialog::Exchange | Dialog::Games(_) | Dialog::Home | Dialog::Rules => {
                ("exchange.title", make("div"))
            }
            Dialog::Help => ("help.title", help(model)),
            Dialog::DrawOffer => ("draw-offer.title", draw_offer(model)),
            Dialog::Resign => ("resign.title", resign(model)),
            Dialog::Sure => ("coach.sure", sure(model)),
            Dialog::TakeBack => ("take-back.title", take_back(model)),
            Dialog::Replace => ("replace.title", replace(model)),
        };
        // Not a banner of the page.
        let header = make("header")
            .attr("role", "presentation")
            .with(make("h2").attr("id", "dialog-title").text(t.get(title)))
            .with(sign(t, "button.close", "✕", || send(Msg::Close)));
        let element = self.element().with(header);
        // Opened before it is filled: opening asks for the layout at once, which is short for a title alone; that of the
        // content has time until the next frame. A browser without modal dialogs shows it in place.
        if !self.element.open() && self.element.show_modal().is_err() {
            set_flag(&self.element, "open", true);
        }
        drop(element.with(content));
    }
}

/// A labelled list to choose from.
pub(super) fn list(
    label: &str,
    options: impl IntoIterator<Item = (String, String, bool)>,
    chosen: impl Fn(String) + 'static,
) -> Make {
    list_of(label, &mut options.into_iter(), Box::new(chosen))
}

/// The same for all kinds of lists: its code is there once.
fn list_of(
    label: &str,
    options: &mut dyn Iterator<Item = (String, String, bool)>,
    chosen: Box<dyn Fn(String)>,
) -> Make {
    let mut select = make("select");
    for (value, name, selected) in options {
        let option = make("option").attr("value", &value).text(&name);
        select = select.with(if selected { option.attr("selected", "") } else { option });
    }
    let select = select.on_event("change", move |event| chosen(value_of(&event)));
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
pub(super) fn one_of(
    legend: &str,
    name: &str,
    options: [(&str, bool); 2],
    chosen: &Rc<dyn Fn(usize)>,
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
        .with(item("button.new", true, Msg::Open(Dialog::New)))
        .with(item("button.flip", true, Msg::Flip))
        .with(item("button.resign", m.ongoing(), Msg::Open(Dialog::Resign)))
        .with(item("button.draw", m.ongoing() && m.two_people(), Msg::OfferDraw))
        // A game that is not finished would be gone.
        .with(item(
            "button.restart",
            !m.game.is_empty(),
            if m.ongoing() { Msg::Open(Dialog::Replace) } else { Msg::Restart },
        ))
        .with(item("button.review", !m.game.is_empty(), Msg::Visit(Place::Review)))
        .with(item("button.explain", m.can_explain(), Msg::Coach(CoachMsg::Explain)))
        .with(item("set-up.door", true, Msg::Visit(Place::SetUp)))
        .with(item("button.exchange", true, Msg::Open(Dialog::Exchange)))
        .with(item("button.rules", true, Msg::Open(Dialog::Rules)))
        .with(item("button.settings", true, Msg::Open(Dialog::Settings)))
        .with(item("button.help", true, Msg::Open(Dialog::Help)))
}

/// A text to be copied.
fn copied(t: &Texts, label: &str, text: &str, rows: &str, press: fn()) -> [Make; 2] {
    let field = make("textarea").attr("readonly", "").attr("rows", rows).text(text);
    let (what, copy) = (t.get(label), t.get("button.copy"));
    // There are two of them: whoever hears the button alone is told which.
    let name = [copy, ": ", what].concat();
    [
        make("label").class("field").text(what).with(field),
        button(t, "button.copy", press).attr("aria-label", &name),
    ]
}

fn exchange(m: &Model, wrong: &HtmlElement) -> Make {
    let t = &m.texts;
    let fen = write_fen(m.game.position(), Style::Official);
    let game = exchange::write_game(m);
    let encoded = |text: &str| String::from(js_sys::encode_uri_component(text));
    let field: HtmlTextAreaElement =
        make("textarea").attr("rows", "4").attr("spellcheck", "false").class("paste").done().unchecked_into();
    let paste = make("label")
        .class("field")
        .text(t.get("exchange.paste"))
        .with(Make::from(field.unchecked_ref::<HtmlElement>()));
    make("div")
        .with_all(copied(t, "exchange.position", &fen, "3", || send(Msg::CopyPosition)))
        .with_all(copied(t, "exchange.game", &game, "6", || send(Msg::CopyGame)))
        .with(
            make("a")
                .class("button")
                .attr("download", "damka.pdn")
                .attr("href", &["data:application/x-draughts-pdn;charset=utf-8,", &encoded(&game)].concat())
                .text(t.get("exchange.save")),
        )
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
        .with(file_field(t))
        .with_all(
            m.library
                .as_deref()
                .filter(|library| !library.records.is_empty())
                .map(|_| button(t, "games.again", || send(Msg::Games(GamesMsg::Part(0))))),
        )
}

fn help(m: &Model) -> Make {
    let t = &m.texts;
    let lines = ["help.goal", "help.move", "help.capture", "help.route", "help.refused", "help.keys"];
    make("div")
        .with(make("p").text(&about(t, m.game.variant())))
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

fn take_back(m: &Model) -> Make {
    let t = &m.texts;
    let question = if m.turn() == Side::White { "take-back.black" } else { "take-back.white" };
    make("div")
        .class("menu")
        .with(make("p").text(t.get(question)))
        .with(button(t, "button.accept", || send(Msg::AnswerBack(true))).class("main"))
        .with(button(t, "button.decline", || send(Msg::AnswerBack(false))))
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

/// Before a move that loses something: what it loses, and what can be done about it.
fn sure(m: &Model) -> Make {
    let t = &m.texts;
    let position = m.game.position();
    let (asks, why) = match &m.coach.warned {
        Some((played, proven)) => (
            t.fill("coach.sure-move", &[("move", &write_move(position, played))]),
            coach_words::reason(t, position, proven),
        ),
        None => (String::new(), String::new()),
    };
    let coach = |key: &str, msg: CoachMsg| button(t, key, move || send(Msg::Coach(msg.clone())));
    make("div")
        .class("menu")
        .with(make("p").text(&asks))
        .with(make("p").text(&why))
        .with(button(t, "coach.other", || send(Msg::Close)).class("main"))
        .with(coach("coach.show-why", CoachMsg::ShowWhy))
        .with(coach("coach.anyway", CoachMsg::Anyway))
}

/// Before an unfinished game gives way: to the position that was set up, or to its own start.
fn replace(m: &Model) -> Make {
    let t = &m.texts;
    let yes = if ROOMS && m.held.is_some() {
        Msg::Games(GamesMsg::Replace)
    } else if ROOMS && m.place == Place::SetUp {
        Msg::SetUp(SetUpMsg::Replace)
    } else {
        Msg::Restart
    };
    make("div")
        .class("menu")
        .with(make("p").text(t.get("replace.text")))
        .with(button(t, "replace.yes", move || send(yes.clone())).class("main"))
        .with(button(t, "button.cancel", || send(Msg::Close)))
}
