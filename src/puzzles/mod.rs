//! Puzzles: positions with one right way, mined from self-play by `damka mine`, and what a player makes of them.
//!
//! A [`Puzzle`] is a position and a line that the solver begins and ends; [`mod@format`] is how puzzles are kept in files,
//! [`theme`] tells what is in one and [`difficulty`] how hard it is, both by facts of the line alone. [`Progress`] is what
//! the player has done: a rating ([`glicko`]), what failed and when it comes again ([`repeat`]), and the days of a streak
//! ([`day`]). Nothing in here knows a clock: the day is passed in.

pub mod day;
pub mod difficulty;
pub mod format;
pub mod glicko;
mod progress;
pub mod repeat;
pub mod theme;

pub use format::{Chunk, Index, PuzzleError, Shelf};
pub use progress::{Progress, ProgressError, Solved};
pub use theme::Theme;

use crate::rules::{Move, Position};

/// One move of a puzzle's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub played: Move,
    /// Moves of the solver that are as good: they are right too. Always empty for the opponent.
    pub also: Vec<Move>,
}

/// A position with a right way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Where it begins; the solver is to move.
    pub start: Position,
    /// Solver and opponent in turn. The solver has the first move and the last.
    pub line: Vec<Ply>,
    /// How hard it is, on the scale of Glicko-2 ratings: 600 to 2400.
    pub rating: u16,
    /// What is in it, as a set of [`Theme`]s.
    pub themes: u32,
}

/// What a move of the solver is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The move of the line.
    Right,
    /// As good as the move of the line, by another way.
    AsGood,
    /// Worse.
    Wrong,
}

impl Puzzle {
    /// The position after so many plies of the line.
    pub fn at(&self, ply: usize) -> Position {
        self.line[..ply.min(self.line.len())]
            .iter()
            .fold(self.start, |position, ply| position.play(&ply.played))
    }

    /// What a move is worth as the `ply`th of the line, counted from 0.
    pub fn judge(&self, ply: usize, played: &Move) -> Verdict {
        match self.line.get(ply) {
            Some(wanted) if wanted.played.same_as(played) => Verdict::Right,
            Some(wanted) if wanted.also.iter().any(|also| also.same_as(played)) => Verdict::AsGood,
            _ => Verdict::Wrong,
        }
    }

    /// Pieces given and pieces taken along the line.
    pub fn given_and_taken(&self) -> (usize, usize) {
        let sum =
            |from: usize| self.line.iter().skip(from).step_by(2).map(|ply| ply.played.captured().len()).sum();
        (sum(1), sum(0))
    }

    /// Whether a theme is in it.
    pub fn has(&self, theme: Theme) -> bool {
        self.themes & theme.bit() != 0
    }
}
