//! The program without a browser: what is on the table, what a touch does to it, and what there is to draw.
//!
//! [`Model`] holds everything; [`update`](Model::update) takes a [`Msg`] and returns [`Effect`]s for the outside to carry
//! out; [`scene`] and [`sentences`] say what is to be seen and heard. All of it is tested natively.

pub mod anim;
mod effect;
pub mod exchange;
mod model;
mod msg;
pub mod picker;
pub mod place;
pub mod rules_text;
pub mod save;
pub mod scene;
pub mod sentences;
pub mod strings;
#[cfg(test)]
mod tests;
mod update;

pub use effect::Effect;
pub use model::{Dialog, Engine, Hint, Input, Level, Model, Notice, Player, Prefs, Theme};
pub use msg::{Msg, NewGame};
pub use place::Place;
