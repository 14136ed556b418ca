//! The page: what it finds at the start, and what belongs to the whole of it.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, Response, StorageEvent, Window};

use super::dom::{after, document, is_focus_nowhere, listen, next_frame, prefers_still, set_attr, window};
use super::engine_client::EngineClient;
use super::{desk, storage, update};
use crate::app::look::{Board, Pieces, name_of};
use crate::app::place::ROOMS;
use crate::app::strings::{Lang, Texts};
use crate::app::{Effect, Model, Msg, Prefs, Theme, home, save};

/// So long after the board is there the page gets the engine ready.
const READY_MS: i32 = 400;

/// The language that the page will speak.
pub(super) fn language() -> Lang {
    let kept = storage::read(storage::PREFS).ok().flatten();
    kept.and_then(|text| save::read_prefs(&text).0.lang).unwrap_or_else(browser_lang)
}

/// Fetches the texts of a language. Where they can't be had the page goes on in the one that it has.
pub(super) fn fetch_texts(lang: Lang) {
    // No network: told like a file that is no language.
    fetch(&["lang/", lang.code(), ".json"].concat(), move |text| {
        desk::send(Msg::Texts(lang, text.unwrap_or_default()));
    });
}

/// Fetches a text file of the site, by its path from the page on; `None` where it can't be had.
pub(super) fn fetch(path: &str, came: impl FnOnce(Option<String>) + 'static) {
    fetch_value(path, false, Box::new(|text| came(text.as_string())));
}

/// Fetches a file that is no text.
pub(super) fn fetch_bytes(path: &str, came: impl FnOnce(Option<Vec<u8>>) + 'static) {
    fetch_value(
        path,
        true,
        Box::new(|bytes| came((!bytes.is_undefined()).then(|| js_sys::Uint8Array::new(&bytes).to_vec()))),
    );
}

/// Fetches a file as text or as bytes; `undefined` where it can't be had.
fn fetch_value(path: &str, bytes: bool, came: Box<dyn FnOnce(JsValue)>) {
    let came = Rc::new(Cell::new(Some(came)));
    let tell = move |value: JsValue| {
        if let Some(came) = came.take() {
            came(value);
        }
    };
    let (missed, failed) = (tell.clone(), tell.clone());
    let read = Closure::<dyn FnMut(JsValue)>::new(move |response: JsValue| {
        let response: Response = response.unchecked_into();
        let took = Closure::<dyn FnMut(JsValue)>::new(tell.clone());
        let body = if bytes { response.array_buffer() } else { response.text() };
        match body {
            Ok(body) if response.ok() => drop(body.then(&took)),
            _ => missed(JsValue::UNDEFINED),
        }
        took.forget();
    });
    let refused = Closure::<dyn FnMut(JsValue)>::new(move |_| failed(JsValue::UNDEFINED));
    let _ = window().fetch_with_str(path).then2(&read, &refused);
    // The browser's from here on; one of them is called, once.
    read.forget();
    refused.forget();
}

/// The page's address beyond `#`.
fn address() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').to_owned()
}

/// The whole link to an address of the page.
pub(super) fn link(address: &str) -> String {
    let own = window().location().href().unwrap_or_default();
    let base = own.split('#').next().unwrap_or_default();
    [base, "#", address].concat()
}

/// Loads the page anew at an address: the loader takes the program that has the room there.
pub(super) fn load_whole(address: &str) {
    set_address(address);
    let mut handed = Vec::new();
    if storage::has_lost() {
        handed = desk::with_model(|m| {
            vec![(storage::GAME, save::write_game(m)), (storage::PREFS, save::prefs_to_keep(m))]
        });
    }
    if document().active_element().is_some_and(|stood| stood.matches(":focus-visible").unwrap_or(false)) {
        handed.push((BY_KEYS, String::from("1")));
    }
    if !handed.is_empty() {
        storage::hand_over(&handed);
    }
    let _ = window().location().reload();
}

/// Sets the page's address beyond `#`: 'back' leads to where the player was.
pub(super) fn set_address(to: &str) {
    if address() != to {
        let _ = window().location().set_hash(to);
    }
}

/// The date where the player lives, as PDN writes it.
pub(super) fn today() -> String {
    let now = js_sys::Date::new_0();
    format!("{}.{:02}.{:02}", now.get_full_year(), now.get_month() + 1, now.get_date())
}

/// Handed over where the player came here by the keyboard.
const BY_KEYS: &str = "keys";

thread_local! {
    /// What the start has still to do when the page is there.
    static AFTER: Cell<Vec<Effect>> = const { Cell::new(Vec::new()) };
    /// Whether the keyboard goes on from the door that it went through.
    static LEAD: Cell<bool> = const { Cell::new(false) };
}

/// Puts what was set up on the page, a part each time; whether there is more to do. All at once would hold up a slow phone:
/// the loader lets it breathe between them.
pub(super) fn go_on(part: u32) -> bool {
    match part {
        0 => desk::build(),
        1 => desk::fill(),
        _ => {
            desk::mount();
            desk::carry_out_all(AFTER.take());
            let door = || document().query_selector(".doors [aria-current=page]").ok().flatten();
            if ROOMS
                && LEAD.take()
                && is_focus_nowhere()
                && let Some(door) = door()
            {
                let _ = door.unchecked_into::<HtmlElement>().focus();
            }
            watch(&window());
            after(READY_MS, || desk::with_engine(EngineClient::prepare));
            // The board is painted in the frame after the one that finds out how large it is.
            next_frame(|| {
                next_frame(|| {
                    if let Some(boot) = document().get_element_by_id("boot") {
                        boot.remove();
                    }
                });
            });
        }
    }
    part < 2
}

/// Sets up what the page will show, with the texts of its language.
pub(super) fn start(texts: &str) -> Result<(), JsError> {
    let mut troubles = Vec::new();
    let prefs = match storage::read(storage::PREFS) {
        Err(()) => {
            troubles.push("trouble.storage");
            Prefs::default()
        }
        Ok(None) => Prefs::default(),
        Ok(Some(text)) => {
            let (prefs, whole) = save::read_prefs(&text);
            if !whole {
                storage::put_aside(storage::PREFS, &text);
                // Told once: what could be read is kept from now on.
                storage::write(storage::PREFS, &save::write_prefs(&prefs));
                troubles.push("trouble.prefs-broken");
            }
            prefs
        }
    };
    let mut model = Model::new(prefs, browser_lang());
    model.texts = Texts::read(model.wanted_lang(), texts)
        .ok_or_else(|| JsError::new("the language's file is damaged"))?;
    model.now = js_sys::Date::now();
    model.today = Some(today());
    if let Ok(Some(text)) = storage::read(storage::GAME)
        && let Err(error) = save::read_game(&mut model, &text)
    {
        storage::put_aside(storage::GAME, &text);
        troubles.push(error.key());
    }
    let homes = storage::name_of(home::KEPT);
    // Before the game: it may be by such rules.
    if let Ok(Some(text)) = storage::read(&homes)
        && !model.take_homes(&text)
    {
        storage::put_aside(&homes, &text);
        troubles.push("home.broken");
    }
    if ROOMS {
        LEAD.set(storage::handed(BY_KEYS).is_some());
    }
    storage::forget_handed();
    let mut effects = Vec::new();
    for trouble in troubles {
        effects.extend(model.update(Msg::Trouble(trouble)));
    }
    let address = address();
    if address.is_empty() {
        model.wake_engine(&mut effects);
    } else {
        effects.extend(model.update(Msg::Address(address)));
    }
    apply_prefs(&model);
    desk::set_up(model);
    AFTER.set(effects);
    Ok(())
}

/// The best of the browser's languages.
fn browser_lang() -> Lang {
    let codes: Vec<String> =
        window().navigator().languages().iter().filter_map(|code| code.as_string()).collect();
    Lang::preferred(codes.iter().map(String::as_str))
}

/// What happens around the page.
fn watch(window: &Window) {
    listen(window, "storage", |event| {
        let event: StorageEvent = event.unchecked_into();
        let theirs = event.new_value().filter(|_| event.key().as_deref() == Some(storage::GAME));
        if theirs.is_some_and(|text| text != desk::with_model(save::write_game)) {
            desk::send(Msg::OtherTab);
        }
    });
    update::watch(window);
    listen(window, "hashchange", |_| {
        let address = address();
        let lesson = desk::with_model(crate::app::Model::in_lesson);
        if lesson
            || address.split('/').next() != Some(desk::with_model(|m| m.place.name()))
            || address.contains('/')
        {
            desk::send(Msg::Address(address));
        }
    });
    // A page that goes takes its clocks with it: they stand until it is there again.
    listen(window, "pagehide", |_| desk::send(Msg::Away(true)));
    listen(window, "pageshow", |_| desk::send(Msg::Away(false)));
    listen(&document(), "visibilitychange", |_| desk::tick());
    super::sound::wait_for_gesture();
    // Coming back from the page cache or from another device's screen: sizes may have changed.
    for event in ["pageshow", "resize", "orientationchange"] {
        listen(window, event, |_| desk::redraw());
    }
    // The device's colours may change while the page is open.
    if let Ok(Some(list)) = window.match_media("(prefers-color-scheme: dark)") {
        listen(&list, "change", |_| {
            desk::with_board(super::board_canvas::BoardCanvas::refresh_theme);
            desk::redraw();
        });
    }
}

/// Whether moves are shown without motion.
pub(super) fn still(model: &Model) -> bool {
    model.prefs.still.unwrap_or_else(prefers_still)
}

/// Language and colours of the whole page; whether the language is another one than before.
pub(super) fn apply_prefs(model: &Model) -> bool {
    let document = document();
    let Some(root) = document.document_element() else { return false };
    let theme = name_of(&Theme::NAMED, &model.prefs.theme);
    let code = model.texts.lang().code();
    let other = root.get_attribute("lang").as_deref() != Some(code);
    set_attr(&root, "lang", code);
    set_attr(&root, "data-theme", theme);
    set_attr(&root, "data-board", name_of(&Board::NAMED, &model.prefs.board));
    set_attr(&root, "data-pieces", name_of(&Pieces::NAMED, &model.prefs.pieces));
    // Rooms have titles of their own (`views/places.rs`).
    if !ROOMS {
        document.set_title(model.texts.get("title"));
    }
    other
}
