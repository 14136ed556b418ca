//! Damka: draughts in the browser.
pub mod ai;
pub mod notation;
pub mod rules;
#[cfg(target_arch = "wasm32")]
pub mod web;
