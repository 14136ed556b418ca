//! The rules of draughts and an opponent that plays by them: the part of Damka that must be fast. See
//! [`damka`](../damka/index.html), which shows it as its own.

pub mod ai;
pub mod rules;
