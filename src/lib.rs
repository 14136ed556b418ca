//! Damka: draughts in the browser.
//!
//! ```
//! use damka::rules::{Game, Status, variant};
//!
//! let mut game = Game::new(&variant::POLISH_64);
//! while game.status() == Status::Ongoing {
//!     let first = game.position().legal_moves()[0].clone();
//!     game.play(&first).unwrap();
//! }
//! ```
//!
//! The rooms of the house, and what may know what, are told in `ARCHITECTURE.md`.

pub mod app;
#[cfg(not(target_arch = "wasm32"))]
pub mod clock;
pub mod coach;
mod json;
pub mod notation;
pub mod protocol;
pub mod puzzles;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use damka_engine::{ai, rules};
