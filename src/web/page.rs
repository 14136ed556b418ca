//! The page: what it finds at the start, and what belongs to the whole of it.

use leptos::mount::mount_to_body;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{StorageEvent, Window};

use super::desk::Desk;
use super::dom::{document, listen, prefers_still, window};
use super::{storage, views};
use crate::app::strings::Lang;
use crate::app::{Model, Msg, Prefs, Theme, save};

/// Sets the page up, where there is a place for it.
pub(super) fn start(window: &Window) {
    if document().get_element_by_id("boot").is_none() {
        return;
    }
    let mut model = Model::new(Prefs::default(), browser_lang());
    let mut troubles = Vec::new();
    match storage::read(storage::PREFS) {
        Err(()) => troubles.push("trouble.storage"),
        Ok(None) => {}
        Ok(Some(text)) => {
            let (prefs, whole) = save::read_prefs(&text);
            if !whole {
                storage::put_aside(storage::PREFS, &text);
                troubles.push("trouble.prefs-broken");
            }
            model = Model::new(prefs, browser_lang());
        }
    }
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
    let desk = Desk::new(model);
    mount_to_body(move || views::root(desk));
    desk.carry_out_all(effects);
    watch(desk, window);
}

/// The best of the browser's languages.
fn browser_lang() -> Lang {
    let codes: Vec<String> =
        window().navigator().languages().iter().filter_map(|code| code.as_string()).collect();
    Lang::preferred(codes.iter().map(String::as_str))
}

/// What happens around the page.
fn watch(desk: Desk, window: &Window) {
    listen(window, "storage", move |event| {
        let event: StorageEvent = event.unchecked_into();
        let ours = desk.model.with_untracked(save::write_game);
        if event.key().as_deref() == Some(storage::GAME) && event.new_value().is_some_and(|text| text != ours)
        {
            desk.send(Msg::OtherTab);
        }
    });
    // Coming back from the page cache or from another device's screen: sizes may have changed.
    for event in ["pageshow", "resize", "orientationchange"] {
        listen(window, event, move |_| desk.redraw());
    }
}

/// Whether moves are shown without motion.
pub(super) fn still(model: &Model) -> bool {
    model.prefs.still.unwrap_or_else(prefers_still)
}

/// Language and colours of the whole page.
pub(super) fn apply_prefs(model: &Model) {
    let document = document();
    let Some(root) = document.document_element() else { return };
    let theme = match model.prefs.theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    // Attributes of a live element are always accepted.
    let _ = root.set_attribute("lang", model.texts.lang().code());
    let _ = root.set_attribute("data-theme", theme);
    document.set_title(model.texts.get("title"));
}
