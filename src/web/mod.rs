//! The browser: translates between it and [`app`](crate::app), and decides nothing.

mod board_canvas;
mod clipboard;
mod desk;
mod dom;
mod engine_client;
pub mod exports;
mod page;
mod storage;
mod theme;
mod views;
mod worker;

/// Starts what this module is here: the page, the engine in a worker, or nothing but a library where another page brings
/// no place for the game (an element with the id `boot`).
pub fn start() {
    console_error_panic_hook::set_once();
    match web_sys::window() {
        Some(window) => page::start(&window),
        None => worker::start(),
    }
}
