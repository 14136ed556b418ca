//! The clipboard.

use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::desk;
use super::dom::window;
use crate::app::Msg;

/// Copies a text and says whether it worked.
pub(super) fn copy(text: String) {
    spawn_local(async move {
        let clipboard = window().navigator().clipboard();
        // Absent outside secure contexts.
        let done = if clipboard.is_undefined() {
            false
        } else {
            JsFuture::from(clipboard.write_text(&text)).await.is_ok()
        };
        desk::send(Msg::Copied(done));
    });
}
