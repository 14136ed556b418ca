//! Damka: draughts in the browser.
pub mod rules;
#[cfg(target_arch = "wasm32")]
pub mod web;
