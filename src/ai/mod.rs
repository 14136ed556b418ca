//! The opponent: search, evaluation and levels.
//!
//! Start at [`Engine`], which makes a [`Search`] of a [`Request`]. There is no clock, thread or randomness without a seed
//! in here: whoever runs a search decides between its slices whether it goes on.

mod book;
mod draws;
pub mod endgame;
mod eval;
pub mod files;
pub mod general;
mod level;
pub mod patterns;
mod random;
mod request;
mod score;
mod sealed;
mod search;
mod style;
mod table;
mod tuned;
mod weights;

pub use book::Book;
pub use level::{Level, LevelFacts};
pub use random::Random;
pub use request::{Best, Info, Limits, Progress, Request};
pub use score::Score;
pub use sealed::{Content, Fault, FileError};
pub use search::{Engine, Figures, GameOver, Search};
pub use style::Style;
pub use weights::Weights;
