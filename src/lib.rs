//! Damka: draughts in the browser.
pub mod app;
pub mod coach;
pub mod notation;
pub mod protocol;
pub mod rules;
#[cfg(target_arch = "wasm32")]
pub mod web;
