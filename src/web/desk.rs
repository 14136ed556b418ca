//! The desk: where the model lies, where events arrive and effects are carried out.

use std::cell::{Cell, RefCell};

use super::board_canvas::BoardCanvas;
use super::dom::{after, focus};
use super::engine_client::EngineClient;
use super::views::Views;
use super::{clipboard, page, sound, storage, update};
use crate::app::{CoachMsg, Dialog, Effect, Model, Msg, save};
use crate::rules::Square;

/// Everything the page has. There is one page, and one thread.
struct Desk {
    model: RefCell<Option<Model>>,
    engine: RefCell<EngineClient>,
    board: RefCell<Option<BoardCanvas>>,
    views: RefCell<Option<Views>>,
    cursor: Cell<Option<Square>>,
    /// A tick is on its way.
    ticking: Cell<bool>,
    /// Milliseconds by which the device's clock was set back while the page was open.
    ahead: Cell<f64>,
}

thread_local! {
    static DESK: Desk = const {
        Desk {
            model: RefCell::new(None),
            engine: RefCell::new(EngineClient::new()),
            board: RefCell::new(None),
            views: RefCell::new(None),
            cursor: Cell::new(None),
            ticking: Cell::new(false),
            ahead: Cell::new(0.0),
        }
    };
}

/// Puts a model on the desk.
pub(super) fn set_up(model: Model) {
    DESK.with(|desk| *desk.model.borrow_mut() = Some(model));
}

/// Looks at the model.
///
/// # Panics
/// Before [`set_up`], or while an event is taken in: both are faults of this program.
pub(super) fn with_model<T>(look: impl FnOnce(&Model) -> T) -> T {
    DESK.with(|desk| look(desk.model.borrow().as_ref().expect("the desk is set up")))
}

/// Where the keyboard is on the board, while it is in use.
pub(super) fn cursor() -> Option<Square> {
    DESK.with(|desk| desk.cursor.get())
}

/// The keyboard has moved.
pub(super) fn set_cursor(square: Option<Square>) {
    if DESK.with(|desk| desk.cursor.replace(square)) != square {
        redraw();
    }
}

/// Talks to the engine's client.
pub(super) fn with_engine<T>(talk: impl FnOnce(&mut EngineClient) -> T) -> T {
    DESK.with(|desk| talk(&mut desk.engine.borrow_mut()))
}

/// Talks to the board's painter, once it is there.
pub(super) fn with_board(talk: impl FnOnce(&BoardCanvas)) {
    let board = DESK.with(|desk| desk.board.borrow().clone());
    if let Some(board) = board {
        talk(&board);
    }
}

/// The board's painter is there.
pub(super) fn set_board(board: Option<BoardCanvas>) {
    DESK.with(|desk| *desk.board.borrow_mut() = board);
}

/// Makes the whole page, unseen yet.
pub(super) fn build() {
    let views = with_model(Views::new);
    DESK.with(|desk| *desk.views.borrow_mut() = Some(views));
}

/// Puts the page that was made in place of what was there; a dialog that waits opens.
pub(super) fn mount() {
    place();
    if with_model(|m| m.dialog.is_some()) {
        fill();
    }
}

fn place() {
    DESK.with(|desk| {
        if let Some(views) = desk.views.borrow().as_ref() {
            views.mount();
        }
    });
    wind();
}

/// Shows the whole page anew, in another language.
fn show() {
    build();
    // All parts are new: the keyboard stays on the list of languages, and the dialog gives it back to the button that opens
    // the settings.
    place();
    if with_model(|m| m.dialog == Some(Dialog::Settings)) {
        focus(".bar > button:nth-of-type(2)");
    }
    fill();
    focus("dialog select");
}

/// Takes an event in and does what follows from it.
pub(super) fn send(msg: Msg) {
    // A pointer that only wanders changes the canvas, and nothing that the page's text shows.
    let quiet = matches!(msg, Msg::Hover(_));
    let effects = update(msg);
    carry_out_all(effects);
    if quiet {
        redraw();
    } else {
        refresh();
    }
}

fn update(msg: Msg) -> Vec<Effect> {
    let take_in = |model: &mut Model| {
        // The device's clock may be set back; ours does not go back, and does not stand still until it is made up.
        DESK.with(|desk| {
            let time = js_sys::Date::now();
            let ahead = desk.ahead.get().max(model.now - time);
            desk.ahead.set(ahead);
            model.now = time + ahead;
        });
        // A page stays open over midnight: the day is asked for whenever something happens.
        model.today = Some(page::today());
        model.update(msg)
    };
    DESK.with(|desk| desk.model.borrow_mut().as_mut().map(take_in)).unwrap_or_default()
}

/// Wakes us when a clock on the table shows something else. The moments count, not the ticks: a browser may delay them as
/// long as it likes.
fn wind() {
    let Some(wait) = with_model(Model::next_tick) else { return };
    if !DESK.with(|desk| desk.ticking.replace(true)) {
        after(wait as i32, || {
            DESK.with(|desk| desk.ticking.set(false));
            tick();
        });
    }
}

/// Time has passed.
pub(super) fn tick() {
    if with_model(|model| model.clock.is_none()) {
        return;
    }
    let effects = update(Msg::Tick);
    if !effects.is_empty() {
        carry_out_all(effects);
        return refresh();
    }
    with_model(|model| {
        DESK.with(|desk| {
            if let Some(views) = desk.views.borrow().as_ref() {
                views.tick(model);
            }
        });
    });
    wind();
}

/// The page as the model has it now.
fn refresh() {
    fill();
    redraw();
    wind();
}

/// The texts and flags of the page as the model has it now.
pub(super) fn fill() {
    with_model(|model| {
        DESK.with(|desk| {
            if let Some(views) = desk.views.borrow_mut().as_mut() {
                views.update(model);
            }
        });
    });
}

/// Paints the board before the next frame.
pub(super) fn redraw() {
    with_board(BoardCanvas::request);
}

/// Carries out what an update asked for.
pub(super) fn carry_out_all(effects: Vec<Effect>) {
    for effect in effects {
        carry_out(effect);
    }
}

fn carry_out(effect: Effect) {
    match effect {
        Effect::SaveGame => keep(storage::GAME, &with_model(save::write_game)),
        Effect::SavePrefs => keep(storage::PREFS, &with_model(save::prefs_to_keep)),
        Effect::Animate { before, played } => {
            let still = with_model(page::still);
            with_board(|board| board.animate(before, played, still));
        }
        Effect::Sound(sound) => sound::play(sound),
        Effect::CutAnimation => with_board(BoardCanvas::cut),
        Effect::Think(request) => with_engine(|engine| engine.ask(request)),
        Effect::StopThinking => with_engine(EngineClient::stop),
        Effect::MoveNow => with_engine(EngineClient::move_now),
        Effect::Copy(text) => clipboard::copy(&text),
        Effect::FetchTexts(lang) => page::fetch_texts(lang),
        Effect::Fetch(path) => {
            let own = path.clone();
            page::fetch(&path, move |text| send(Msg::Fetched(own, text)));
        }
        Effect::Keep(name, text) => keep(&storage::name_of(name), &text),
        Effect::FetchBytes(path) => {
            let own = path.clone();
            page::fetch_bytes(&path, move |bytes| send(Msg::FetchedBytes(own, bytes)));
        }
        Effect::Recall(name) => {
            let text = storage::read(&storage::name_of(name)).ok().flatten();
            // Later, like everything that comes from outside: an update never runs within another's effects.
            after(0, move || send(Msg::Recalled(name, text)));
        }
        Effect::PutAside(name) => {
            let name = storage::name_of(name);
            if let Ok(Some(text)) = storage::read(&name) {
                storage::put_aside(&name, &text);
            }
        }
        Effect::Wait(ms, number) => after(ms as i32, move || send(Msg::Waited(number))),
        Effect::CopyLink(address) => clipboard::copy(&page::link(&address)),
        Effect::Later(milliseconds, n) => {
            after(milliseconds as i32, move || send(Msg::Coach(CoachMsg::Tick(n))));
        }
        Effect::TakeUpdate => update::take(),
        Effect::Whole(address) => page::load_whole(&address),
        Effect::Address(address) => page::set_address(&address),
        Effect::ApplyPrefs => {
            let other_language = with_model(page::apply_prefs);
            if other_language {
                show();
            }
            with_board(BoardCanvas::refresh_theme);
        }
    }
}

fn keep(name: &str, text: &str) {
    if !storage::write(name, text) {
        carry_out_all(update(Msg::Trouble("trouble.storage")));
    }
}
