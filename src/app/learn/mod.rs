//! Lessons: a course with worked examples and tasks that are checked move by move.
//!
//! The course is data (`www/lessons`): [`course`] reads its structure, [`words`] its sentences in a language, [`proof`] what
//! is known of every move of every task. [`player`] is a lesson under way, [`progress`] what is kept of it.

pub mod course;
mod end_room;
pub mod player;
pub mod progress;
pub mod proof;
#[cfg(not(target_arch = "wasm32"))]
pub mod prove;
pub mod room;
pub mod sheet;
pub mod trainer;
pub mod words;

pub use end_room::{EndMsg, EndRoom};
pub use room::{LearnMsg, Room};
