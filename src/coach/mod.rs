//! The teacher: says why. Never anything that it cannot prove from the rules or from a search.

mod refusal;

pub use refusal::{Refusal, Why, refuse_piece, refuse_target};
