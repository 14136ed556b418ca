//! The page: what it finds at the start, and what belongs to the whole of it.

use wasm_bindgen::JsCast;
use web_sys::{StorageEvent, Window};

use super::dom::{document, listen, prefers_still, set_attr, window};
use super::{desk, storage};
use crate::app::strings::Lang;
use crate::app::{Model, Msg, Prefs, Theme, save};

/// Sets the page up, where there is a place for it.
pub(super) fn start(window: &Window) {
    if document().get_element_by_id("boot").is_none() {
        return;
    }
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
                troubles.push("trouble.prefs-broken");
            }
            prefs
        }
    };
    let mut model = Model::new(prefs, browser_lang());
    let now = js_sys::Date::new_0();
    model.today = Some(format!("{}.{:02}.{:02}", now.get_full_year(), now.get_month() + 1, now.get_date()));
    if let Ok(Some(text)) = storage::read(storage::GAME)
        && let Err(error) = save::read_game(&mut model, &text)
    {
        storage::put_aside(storage::GAME, &text);
        troubles.push(error.key());
    }
    let mut effects = Vec::new();
    for trouble in troubles {
        effects.extend(model.update(Msg::Trouble(trouble)));
    }
    model.wake_engine(&mut effects);
    apply_prefs(&model);
    desk::set_up(model);
    desk::show();
    desk::carry_out_all(effects);
    watch(window);
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
    let theme = match model.prefs.theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let code = model.texts.lang().code();
    let other = root.get_attribute("lang").as_deref() != Some(code);
    set_attr(&root, "lang", code);
    set_attr(&root, "data-theme", theme);
    document.set_title(model.texts.get("title"));
    other
}
