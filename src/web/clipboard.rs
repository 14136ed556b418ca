//! The clipboard.

use wasm_bindgen::prelude::*;

use super::desk;
use super::dom::window;
use crate::app::Msg;

/// Copies a text and says whether it worked.
pub(super) fn copy(text: &str) {
    let clipboard = window().navigator().clipboard();
    // Absent outside secure contexts.
    if clipboard.is_undefined() {
        desk::send(Msg::Copied(false));
        return;
    }
    let told = |done| Closure::<dyn FnMut(JsValue)>::new(move |_| desk::send(Msg::Copied(done)));
    let (copied, refused) = (told(true), told(false));
    let _ = clipboard.write_text(text).then2(&copied, &refused);
    // The browser's from here on; only one of them is ever called.
    copied.forget();
    refused.forget();
}
