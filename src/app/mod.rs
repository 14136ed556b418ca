//! The program without a browser: what is on the table, what a touch does to it, and what there is to draw.
//!
//! [`Model`] holds everything; [`update`](Model::update) takes a [`Msg`] and returns [`Effect`]s for the outside to carry
//! out; [`scene`] and [`sentences`] say what is to be seen and heard. All of it is tested natively.

mod agree;
pub mod analyse;
pub mod anim;
pub mod clock;
pub mod close_up;
#[cfg(test)]
mod coach_odd;
#[cfg(test)]
mod coach_tests;
#[cfg(test)]
mod coach_trials;
pub mod coach_words;
mod effect;
pub mod exchange;
mod firsts;
pub mod hints;
pub mod home;
pub mod learn;
pub mod library;
pub mod lines;
pub mod look;
mod model;
mod moves;
mod msg;
pub mod openings;
pub mod picker;
pub mod place;
mod plan;
pub mod puzzles;
pub mod review;
pub mod rules_text;
pub mod save;
pub mod scene;
pub mod sentences;
pub mod set_up;
#[cfg(test)]
mod set_up_tests;
pub mod sound;
pub mod strings;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_play;
mod thinking;
mod timing;
mod update;

pub use effect::Effect;
pub use hints::CoachMsg;
pub use home::HomeMsg;
pub use library::GamesMsg;
pub use model::{Dialog, Engine, Hint, Input, LONGER, Level, Model, Notice, Player, Prefs, Theme};
pub use msg::{Msg, NewGame};
pub use place::Place;
pub use set_up::SetUpMsg;
