//! The browser: translates between it and [`app`](crate::app), and decides nothing.

mod board_canvas;
mod clipboard;
mod desk;
mod dom;
mod engine_client;
pub mod exports;
mod knowledge;
mod page;
mod storage;
mod theme;
mod update;
mod views;
mod worker;

/// Starts what this module is here: the engine in a worker, or a library for a page. Our own page's loader then asks for
/// the game (`play`).
pub fn start() {
    console_error_panic_hook::set_once();
    if web_sys::window().is_none() {
        worker::start();
    }
}
