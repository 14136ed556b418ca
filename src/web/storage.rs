//! What is kept in the browser between visits.

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

/// What is kept under a name. `Err` where the browser keeps nothing at all.
pub(super) fn read(name: &str) -> Result<Option<String>, ()> {
    storage().ok_or(())?.get_item(name).map_err(|_| ())
}

/// Keeps a text; whether that worked.
pub(super) fn write(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// Puts a text that could not be read aside, so that it is not overwritten: the newest of them is kept.
pub(super) fn put_aside(name: &str, text: &str) {
    write(&format!("{name}.aside"), text);
}
