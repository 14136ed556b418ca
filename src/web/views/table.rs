//! The table as a whole.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::super::desk::{send, with_model};
use super::super::dom::{Make, document, listen_active, make, set_attr, set_class, set_flag, set_text};
use super::board::Squares;
use super::dialogs::Dialogs;
use super::moves::Moves;
use super::places::Places;
use crate::app::strings::Texts;
use crate::app::{Dialog, Engine, Model, Msg, Notice, Player, scene, sentences};
use crate::rules::Side;

/// Everything on the page that follows the model.
pub(in crate::web) struct Views {
    table: HtmlElement,
    update: HtmlElement,
    places: Places,
    rules: Vec<HtmlElement>,
    about: HtmlElement,
    plates: [Plate; 2],
    squares: Squares,
    word: Word,
    buttons: Buttons,
    moves: Moves,
    words: HtmlElement,
    heard: HtmlElement,
    dialogs: Dialogs,
}

/// A button with a text, and what it does.
pub(super) fn button(texts: &Texts, key: &str, press: impl Fn() + 'static) -> Make {
    make("button").attr("type", "button").text(texts.get(key)).on("click", press)
}

/// A button that shows a sign, with a name for those who don't see it.
pub(super) fn sign(texts: &Texts, key: &str, sign: &str, press: impl Fn() + 'static) -> Make {
    let name = texts.get(key);
    button(texts, key, press).text(sign).class("quiet icon").attr("aria-label", name).attr("title", name)
}

impl Views {
    /// Builds the page in the language of the model, in place of what was there.
    pub(in crate::web) fn new(model: &Model) -> Self {
        let t = &model.texts;
        let document = document();
        if let Some(old) = document.query_selector(".table").ok().flatten() {
            old.remove();
        } else {
            listen_active(&document, "keydown", |event| keys(event.unchecked_ref()));
        }
        let rules_name = make("p").class("rules-name").done();
        let rules_title = make("h2").done();
        let about = make("p").done();
        let plates = [Plate::new(), Plate::new()];
        let (room, squares) = Squares::new(model);
        let word = Word::new();
        let buttons = Buttons::new(t);
        let (moves_part, moves) = Moves::new(t);
        let words = make("p").done();
        let heard = make("p").class("heard").attr("role", "status").attr("aria-live", "polite").done();
        let dialogs = Dialogs::new();
        let (doors, panels, places) = Places::new(t);
        let update =
            button(t, "update.take", || send(Msg::TakeUpdate)).class("main update").attr("hidden", "").done();
        let bar = make("header")
            .class("bar")
            .with(make("h1").text("Damka"))
            .with(doors)
            .with(&rules_name)
            .with(make("div").with(&update))
            .with(sign(t, "button.new", "+", || send(Msg::Open(Dialog::New))))
            .with(sign(t, "button.settings", "⚙", || send(Msg::Open(Dialog::Settings))))
            .with(sign(t, "button.help", "?", || send(Msg::Open(Dialog::Help))));
        let play = make("main")
            .class("play")
            .with(&plates[0].element)
            .with(room)
            .with(&plates[1].element)
            .with(&word.element)
            .with(&buttons.element);
        let side = make("aside")
            .class("side")
            .with_all(panels)
            .with(make("section").class("about").with(&rules_title).with(&about).with(button(
                t,
                "button.rules",
                || send(Msg::Open(Dialog::Rules)),
            )))
            .with_all(moves_part)
            .with(
                make("details")
                    .class("words")
                    .with(make("summary").text(t.get("position.title")))
                    .with(&words),
            );
        let table = make("div")
            .class("table")
            .with(bar)
            .with(play)
            .with(side)
            .with(&heard)
            .with(dialogs.element())
            .done();
        if let Some(body) = document.body() {
            // The board of the static start page gives way to the real one.
            let _ = body.append_child(&table);
        }
        squares.mounted();
        Self {
            table,
            update,
            places,
            rules: vec![rules_name, rules_title],
            about,
            plates,
            squares,
            word,
            buttons,
            moves,
            words,
            heard,
            dialogs,
        }
    }

    /// Shows the model as it is now.
    pub(in crate::web) fn update(&mut self, model: &Model) {
        let t = &model.texts;
        let name = model.game.variant().name;
        for element in &self.rules {
            set_text(element, t.get(&format!("rules.{name}")));
        }
        set_text(&self.about, t.get(&format!("about.{name}")));
        let top = if model.prefs.flipped { Side::White } else { Side::Black };
        self.plates[0].update(model, top);
        self.plates[1].update(model, top.other());
        self.squares.update(model);
        self.word.update(model);
        self.buttons.update(model);
        self.moves.update(model);
        set_text(&self.words, &sentences::position(t, model.game.position()));
        let (n, sentence) = &model.spoken;
        // Equal sentences in a row would not be read again: an invisible mark makes them differ.
        set_text(&self.heard, &if n % 2 == 0 { sentence.clone() } else { format!("{sentence}\u{200b}") });
        self.dialogs.update(model);
        set_flag(&self.update, "hidden", !model.update_ready);
        set_attr(&self.table, "data-place", model.place.name());
        set_class(&self.table, "listing", !model.shows_board());
        self.places.update(model);
    }
}

fn keys(event: &KeyboardEvent) {
    let typing = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| ["INPUT", "TEXTAREA", "SELECT"].contains(&element.tag_name().as_str()));
    if typing || with_model(|m| m.dialog.is_some()) || event.ctrl_key() || event.meta_key() || event.alt_key()
    {
        return;
    }
    let msg = match event.key().to_ascii_lowercase().as_str() {
        "escape" => Msg::Cancel,
        "u" => Msg::Undo,
        "r" => Msg::Redo,
        "h" => Msg::Hint,
        "f" => Msg::Flip,
        "n" => Msg::Open(Dialog::New),
        "?" => Msg::Open(Dialog::Help),
        _ => return,
    };
    event.prevent_default();
    send(msg);
}

/// Who plays a side, what is left of it and what it has taken.
struct Plate {
    element: HtmlElement,
    disc: HtmlElement,
    who: HtmlElement,
    left: HtmlElement,
    taken: HtmlElement,
}

impl Plate {
    fn new() -> Self {
        let disc = make("span").class("disc").attr("aria-hidden", "true").done();
        let who = make("span").class("who").done();
        let left = make("span").class("left").done();
        let taken = make("span").class("lost").done();
        let element = make("div").class("plate").with(&disc).with(&who).with(&left).with(&taken).done();
        Self { element, disc, who, left, taken }
    }

    fn update(&self, m: &Model, side: Side) {
        let t = &m.texts;
        let mut name = t.get(scene::plate_key(m, side)).to_owned();
        if m.player(side) == Player::Computer {
            name.push_str(" · ");
            name.push_str(&t.fill("plate.level", &[("n", &m.level.number().to_string())]));
        }
        let (men, kings) = m.game.position().material(side);
        let taken = scene::captured_count(m, side.other()) as usize;
        set_class(&self.element, "turn", m.ongoing() && m.turn() == side);
        set_class(&self.disc, "black", side == Side::Black);
        set_text(&self.who, &name);
        set_text(&self.left, &t.count("pieces", (men + kings) as usize, &[]));
        set_text(
            &self.taken,
            &if taken == 0 { String::new() } else { t.count("plate.captured", taken, &[]) },
        );
    }
}

/// The line under the board: how the game stands, or the last word to the player.
struct Word {
    element: HtmlElement,
    sentence: HtmlElement,
    small: HtmlElement,
}

impl Word {
    fn new() -> Self {
        let sentence = make("p").done();
        let small = make("small").done();
        let element = make("div").class("word").with(&sentence).with(&small).done();
        Self { element, sentence, small }
    }

    fn update(&self, m: &Model) {
        let t = &m.texts;
        let position = m.game.position();
        let sentence = match (&m.notice, &m.hint) {
            (Some(notice), _) => sentences::notice(t, position, notice),
            (None, Some(hint)) => sentences::hint(t, position, hint),
            (None, None) => sentences::status(t, m),
        };
        let small = match (&m.notice, m.engine) {
            (Some(Notice::Refused(refusal)), _) => refusal.why.law().to_owned(),
            (None, Engine::Thinking { depth, .. }) if depth > 0 && m.prefs.show_thinking => {
                sentences::thinking(t, m)
            }
            (None, Engine::Thinking { depth, .. }) if depth > 0 => {
                t.count("thinking.depth", depth as usize, &[])
            }
            _ => String::new(),
        };
        let calm = matches!(m.notice, None | Some(Notice::Say("copied" | "paste.done")));
        set_class(&self.element, "loud", !calm);
        set_class(&self.element, "over", !m.ongoing());
        set_text(&self.sentence, &sentence);
        set_text(&self.small, &small);
    }
}

/// The buttons under the board.
struct Buttons {
    element: HtmlElement,
    undo: HtmlElement,
    redo: HtmlElement,
    hint: HtmlElement,
    now: HtmlElement,
    adjust: HtmlElement,
}

impl Buttons {
    fn new(t: &Texts) -> Self {
        let with_sign = |key: &str, sign: &str, press: fn()| {
            make("button")
                .attr("type", "button")
                .attr("data-action", key)
                .with(make("span").attr("aria-hidden", "true").text(sign))
                .with(make("b").text(t.get(key)))
                .on("click", press)
                .done()
        };
        let undo = with_sign("button.undo", "↶", || send(Msg::Undo));
        let redo = with_sign("button.redo", "↷", || send(Msg::Redo));
        let hint = with_sign("button.hint", "✦", || send(Msg::Hint));
        let now = with_sign("button.move-now", "»", || send(Msg::MoveNow));
        let adjust = with_sign("button.adjust", "☝", || send(Msg::Adjust));
        let menu = with_sign("button.menu", "☰", || send(Msg::Open(Dialog::Menu)));
        let element = make("div")
            .class("buttons")
            .attr("role", "group")
            .with(&undo)
            .with(&redo)
            .with(&hint)
            .with(&now)
            .with(&adjust)
            .with(&menu)
            .done();
        Self { element, undo, redo, hint, now, adjust }
    }

    fn update(&self, m: &Model) {
        let thinks = matches!(m.engine, Engine::Thinking { hint: false, .. });
        set_flag(&self.undo, "disabled", !m.can_undo());
        set_flag(&self.redo, "disabled", !m.can_redo());
        set_flag(&self.hint, "disabled", !m.persons_turn());
        set_flag(&self.hint, "hidden", thinks);
        set_flag(&self.now, "hidden", !thinks);
        set_flag(&self.adjust, "hidden", !m.touch_move);
        let pressed = if m.adjusting { "true" } else { "false" };
        set_attr(&self.adjust, "aria-pressed", pressed);
    }
}
