//! The teacher: says why. Never anything that it cannot prove from the rules or from a search.
//!
//! [`Analysis`] advises on a position or explains a move, [`threats`] and [`warning`] watch over a beginner, [`Review`]
//! goes through a game. All claims of material mean: whatever the other side does, counted when captures are over.

mod advice;
mod endings;
mod judge;
mod proof;
mod reason;
mod refusal;
mod review;
mod tactics;
pub mod wire;

pub use advice::{Advice, Analysis, HINT_NODES, Worse};
pub use endings::fall;
pub use judge::SEARCHED_LINE;
pub use proof::{balance, king_worth};
pub use reason::{Look, Proven, Reason};
pub use refusal::{Refusal, Why, refuse_further, refuse_piece, refuse_target};
pub use review::{BANDS, Mark, Review, Verdict, chance, turning_points};
pub use tactics::{Doubt, Gain, Lights, Threats, losing, threats, warning};
