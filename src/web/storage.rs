//! What is kept in the browser between visits.

use std::cell::Cell;

use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::dom::window;

/// The name of the game in progress.
pub(super) const GAME: &str = "damka.game";
/// The name of the settings.
pub(super) const PREFS: &str = "damka.prefs";

/// The full name of what a place keeps: storage is shared by all that the origin serves.
pub(super) fn name_of(name: &str) -> String {
    ["damka.", name].concat()
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

thread_local! {
    /// Whether something could not be kept.
    static LOST: Cell<bool> = const { Cell::new(false) };
}

/// Whether the browser did not keep something.
pub(super) fn has_lost() -> bool {
    LOST.get()
}

/// Hands texts over to the page that is loaded next at this entry of the history.
pub(super) fn hand_over(texts: &[(&str, String)]) {
    let handed = js_sys::Object::new();
    for (name, text) in texts {
        // Setting a field of a fresh object can't fail.
        let _ = js_sys::Reflect::set(&handed, &(*name).into(), &text.into());
    }
    set_handed(&handed);
}

/// What was handed over has been read: from now on it would be old.
pub(super) fn forget_handed() {
    if window().history().is_ok_and(|history| history.state().is_ok_and(|state| state.is_object())) {
        set_handed(&JsValue::NULL);
    }
}

fn set_handed(handed: &JsValue) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(handed, "", None);
    }
}

/// What was handed over under a name.
pub(super) fn handed(name: &str) -> Option<String> {
    let state = window().history().ok()?.state().ok()?;
    js_sys::Reflect::get(&state, &name.into()).ok()?.as_string()
}

/// What is kept under a name. `Err` where the browser keeps nothing at all.
pub(super) fn read(name: &str) -> Result<Option<String>, ()> {
    if let Some(text) = handed(name) {
        return Ok(Some(text));
    }
    storage().ok_or(())?.get_item(name).map_err(|_| ())
}

/// Keeps a text; whether that worked.
pub(super) fn write(name: &str, text: &str) -> bool {
    let kept = storage().is_some_and(|storage| storage.set_item(name, text).is_ok());
    LOST.set(LOST.get() || !kept);
    kept
}

/// Puts a text that could not be read aside, so that it is not overwritten: the newest of them is kept.
pub(super) fn put_aside(name: &str, text: &str) {
    write(&format!("{name}.aside"), text);
}
