//! Damka: draughts in the browser.
#[cfg(not(target_arch = "wasm32"))]
pub mod clock;
pub mod notation;
pub mod rules;
#[cfg(target_arch = "wasm32")]
pub mod web;
