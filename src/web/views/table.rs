//! The table as a whole.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::super::desk::{cursor, send, with_model};
use super::super::dom::{Make, document, listen_active, make, set_attr, set_class, set_flag, set_text};
use super::board::Squares;
use super::dialogs::Dialogs;
use super::lead::lead_on;
use super::moves::Moves;
use super::places::Places;
use super::plate::Plate;
use crate::app::home::{about, rules_name};
use crate::app::place::ROOMS;
use crate::app::rules_text::topic_of;
use crate::app::set_up::Tool;
use crate::app::strings::Texts;
use crate::app::{Dialog, Engine, Model, Msg, Notice, Place, SetUpMsg, coach_words, sentences};
use crate::rules::Side;

/// Everything on the page that follows the model.
pub(in crate::web) struct Views {
    table: HtmlElement,
    side: HtmlElement,
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
    /// Makes the page in the language of the model.
    pub(in crate::web) fn new(model: &Model) -> Self {
        let t = &model.texts;
        let rules_name = make("p").class("rules-name").done();
        let rules_title = make("h2").done();
        let about = make("p").done();
        let plates = [Plate::new(), Plate::new()];
        let (room, squares) = Squares::new(model);
        let word = Word::new(t);
        let buttons = Buttons::new(t);
        let (moves_part, moves) = Moves::new(t);
        let words = make("p").done();
        let heard = make("p").class("heard").attr("role", "status").attr("aria-live", "polite").done();
        let dialogs = Dialogs::new();
        let (doors, panels, places) = Places::new(model);
        // Its name stands behind the sign where there is room (table.css).
        let update = sign(t, "update.take", "↻", || send(Msg::TakeUpdate));
        let update = update.class("main icon update").attr("hidden", "").done();
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
            .with(make("div").class("front").with(&plates[0].element).with(room).with(&plates[1].element))
            .with(make("div").class("talk").with(&word.element).with(&buttons.element));
        let side = make("div")
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
            )
            .done();
        let table = make("div")
            .class("table")
            .with(bar)
            .with(play)
            .with(&side)
            .with(&heard)
            .with(dialogs.element())
            .done();
        Self {
            table,
            side,
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

    /// Puts it in place of what was there.
    pub(in crate::web) fn mount(&self) {
        let document = document();
        if let Some(old) = document.query_selector(".table").ok().flatten() {
            old.remove();
        } else {
            listen_active(&document, "keydown", |event| keys(event.unchecked_ref()));
        }
        if let Some(body) = document.body() {
            let _ = body.append_child(&self.table);
        }
        self.squares.mounted();
    }

    /// Shows the model as it is now.
    pub(in crate::web) fn update(&mut self, model: &Model) {
        let t = &model.texts;
        let variant = model.game.variant();
        for element in &self.rules {
            set_text(element, &rules_name(model, variant));
        }
        set_text(&self.about, &about(t, variant));
        let top = if model.flipped() { Side::White } else { Side::Black };
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
        // Where no board is seen the room's panel is what the page is about.
        set_attr(&self.side, "role", if model.shows_board() { "complementary" } else { "main" });
        self.places.update(model);
        if ROOMS {
            lead_on();
        }
    }

    /// Time has passed, and nothing else.
    pub(in crate::web) fn tick(&self, model: &Model) {
        for plate in &self.plates {
            plate.tick(model);
        }
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
    if with_model(|m| m.setting_up().is_some()) && set_up_keys(event) {
        event.prevent_default();
        return;
    }
    let key = event.key().to_ascii_lowercase();
    // On the board the arrows walk over the squares.
    if let "arrowleft" | "arrowright" = key.as_str() {
        let on_board = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let on_board =
            on_board.is_some_and(|e| e.closest("[role=grid], [role=radiogroup]").ok().flatten().is_some());
        if let Some(ply) = with_model(|m| m.ply_beside(key == "arrowright")).filter(|_| !on_board) {
            event.prevent_default();
            send(Msg::GoTo(ply));
        }
        return;
    }
    let msg = match key.as_str() {
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

/// The keys of the set-up board; whether it was one of them.
fn set_up_keys(event: &KeyboardEvent) -> bool {
    let key = event.key();
    let number = key.parse::<usize>().ok();
    let msg = match (number.and_then(|n| Tool::ALL.get(n.checked_sub(1)?)), key.as_str()) {
        (Some(tool), _) => SetUpMsg::Take(*tool),
        (None, "Delete" | "Backspace") => match cursor() {
            Some(square) => SetUpMsg::Put(Tool::Erase, square),
            None => return false,
        },
        _ => return false,
    };
    send(Msg::SetUp(msg));
    true
}

/// The line under the board: how the game stands, or the last word to the player.
struct Word {
    element: HtmlElement,
    why: HtmlElement,
    sentence: HtmlElement,
    small: HtmlElement,
}

impl Word {
    fn new(t: &Texts) -> Self {
        let sentence = make("p").done();
        let small = make("small").done();
        let name = t.get("rules.why");
        let why = button(t, "rules.why", || {
            let asked = with_model(|m| match &m.notice {
                Some(Notice::Refused(refusal)) => Some((m.game.variant(), topic_of(refusal.why))),
                _ => None,
            });
            if let Some((variant, topic)) = asked {
                send(Msg::Rules(variant, Some(topic)));
            }
        });
        let why = why.text("?").class("quiet icon why").attr("aria-label", name).attr("title", name).done();
        let element = make("div").class("word").with(&why).with(&sentence).with(&small).done();
        Self { element, why, sentence, small }
    }

    fn update(&self, m: &Model) {
        let t = &m.texts;
        let position = m.game.position();
        let sentence = match (&m.notice, &m.hint) {
            (Some(notice), _) => sentences::notice(t, position, notice),
            (None, Some(hint)) => coach_words::sentence(t, &m.game, hint),
            (None, None) => match &m.coach.threats {
                Some((captures, gain)) if m.prefs.threats && !captures.is_empty() && m.persons_turn() => {
                    coach_words::threat(t, position, captures, gain.as_ref())
                }
                _ => sentences::status(t, m),
            },
        };
        let small = match (&m.notice, m.engine) {
            (None, _) if m.hint.as_ref().is_some_and(|hint| hint.step == 4 || hint.explains) => {
                let first = m.hint.as_ref().and_then(|hint| hint.reasons.first());
                first.map(|proven| coach_words::small_print(t, position, proven)).unwrap_or_default()
            }
            // The panel tells it there.
            (None, Engine::Thinking { .. }) if m.place == Place::Analyse => String::new(),
            (None, Engine::Thinking { depth, .. }) if depth > 0 && m.prefs.show_thinking => {
                sentences::thinking(t, m)
            }
            (None, Engine::Thinking { depth, .. }) if depth > 0 => {
                t.count("thinking.depth", depth as usize, &[])
            }
            _ => String::new(),
        };
        set_flag(&self.why, "hidden", !matches!(m.notice, Some(Notice::Refused(_))));
        let calm = matches!(
            m.notice,
            None | Some(
                Notice::Coach(_)
                    | Notice::Say("copied" | "paste.done" | "paste.game" | "home.kept" | "taken-back")
            )
        );
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
    new: HtmlElement,
    hint: HtmlElement,
    review: HtmlElement,
    now: HtmlElement,
    adjust: HtmlElement,
    confirm: HtmlElement,
    cancel: HtmlElement,
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
        let new = with_sign("button.new", "+", || send(Msg::Open(Dialog::New)));
        let hint = with_sign("button.hint", "✦", || send(Msg::Hint));
        let review = with_sign("place.review", "⌕", || send(Msg::Visit(Place::Review)));
        let now = with_sign("button.move-now", "»", || send(Msg::MoveNow));
        let adjust = with_sign("button.adjust", "☝", || send(Msg::Adjust));
        let confirm = with_sign("button.confirm", "✓", || send(Msg::Confirm));
        let cancel = with_sign("button.cancel", "✕", || send(Msg::Cancel));
        let menu = with_sign("button.menu", "☰", || send(Msg::Open(Dialog::Menu)));
        let element = make("div")
            .class("buttons")
            .attr("role", "group")
            .with(&undo)
            .with(&redo)
            .with(&new)
            .with(&hint)
            .with(&review)
            .with(&now)
            .with(&adjust)
            .with(&cancel)
            .with(&confirm)
            .with(&menu)
            .done();
        Self { element, undo, redo, new, hint, review, now, adjust, confirm, cancel }
    }

    fn update(&self, m: &Model) {
        let thinks = matches!(m.engine, Engine::Thinking { hint: false, .. });
        set_flag(&self.undo, "disabled", !m.can_undo());
        set_flag(&self.redo, "disabled", !m.can_redo());
        set_flag(&self.hint, "disabled", !m.persons_turn());
        let more = m.hint.as_ref().is_some_and(|hint| !hint.explains && hint.step < 4);
        if let Some(name) = self.hint.last_element_child() {
            set_text(&name, m.texts.get(if more { "button.hint-more" } else { "button.hint" }));
        }
        let pending = m.pending.is_some();
        // The computer waits where one looks back, until it is told to play from there.
        let waits = m.looks_back && m.computers_turn();
        // Where a game has ended one wants to know where it turned.
        let ended = m.place == Place::Play && !m.ongoing() && !m.game.is_empty();
        set_flag(&self.review, "hidden", !ended);
        set_flag(&self.hint, "hidden", thinks || pending || ended || waits);
        // ... and to play another one.
        let again = ended && !m.can_redo();
        set_flag(&self.new, "hidden", !again);
        set_flag(&self.redo, "hidden", pending || again);
        set_flag(&self.confirm, "hidden", !pending);
        set_flag(&self.cancel, "hidden", !pending);
        // Where the engine could not start the same button tries again (case B121).
        let absent = m.engine == Engine::Absent && m.computers_turn();
        if let Some(name) = self.now.last_element_child() {
            set_text(&name, m.texts.get(if absent { "case.again" } else { "button.move-now" }));
        }
        set_flag(&self.now, "hidden", !(thinks || absent || waits));
        set_flag(&self.adjust, "hidden", !m.touch_move);
        let pressed = if m.adjusting { "true" } else { "false" };
        set_attr(&self.adjust, "aria-pressed", pressed);
    }
}
