//! The clipboard.

use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::desk::Desk;
use super::dom::window;
use crate::app::Msg;

/// Copies a text and says whether it worked.
pub(super) fn copy(desk: Desk, text: String) {
    spawn_local(async move {
        let clipboard = window().navigator().clipboard();
        // Absent outside secure contexts: then the promise is never made.
        let done = if js_sys::Reflect::has(&clipboard, &"writeText".into()).unwrap_or(false) {
            JsFuture::from(clipboard.write_text(&text)).await.is_ok()
        } else {
            false
        };
        desk.send(Msg::Copied(done));
    });
}
