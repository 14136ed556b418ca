//! The browser: translates between it and [`app`](crate::app), and decides nothing.
#![cfg_attr(feature = "thinker", allow(dead_code, reason = "the engine's own program is the worker alone"))]

mod board_canvas;
mod brush;
mod clipboard;
mod desk;
mod dom;
mod engine_client;
#[cfg(all(feature = "rooms", not(feature = "thinker")))]
pub mod exports;
mod knowledge;
mod page;
mod pieces;
mod sound;
mod storage;
mod theme;
mod update;
mod views;
mod worker;

use wasm_bindgen::prelude::*;

/// Starts what this module is here: the engine in a worker, or a library for a page. Our own page's loader then asks for
/// the game (`play`).
pub fn start() {
    console_error_panic_hook::set_once();
    if cfg!(feature = "thinker") || web_sys::window().is_none() {
        worker::start();
    }
}

/// For the loader of our own page: the language that it will speak, `pl` or `en`.
#[cfg_attr(not(feature = "thinker"), wasm_bindgen(skip_typescript))]
pub fn language() -> String {
    page::language().code().to_owned()
}

/// For the loader of our own page: sets the table up, with the texts of its language (`lang/*.json`).
///
/// # Errors
/// That is not such a file.
#[cfg_attr(not(feature = "thinker"), wasm_bindgen(skip_typescript))]
pub fn play(texts: &str) -> Result<(), JsError> {
    page::start(texts)
}

/// For the loader of our own page: puts a part of the page in its place, 0 first; whether there is another.
#[cfg_attr(not(feature = "thinker"), wasm_bindgen(skip_typescript))]
pub fn show(part: u32) -> bool {
    page::go_on(part)
}
