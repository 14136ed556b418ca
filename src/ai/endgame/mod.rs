//! Endgame tables of the 8x8 games: who wins with few pieces on the board, exactly, draw rules left aside.
//!
//! [`solve`] finds it by retrograde analysis, with distances; [`Tables`] keeps win, draw and loss, reads and writes them as
//! a small file, and answers for any position with so few pieces. Search, coach and trainer ask the same tables.
//!
//! Everything here is seen by the side to move, which moves up the board: a position with Black to move is looked up after
//! a half turn with the colours exchanged.

mod pack;
mod place;
mod solve;

pub use pack::TablesError;
pub use solve::{Solved, solve};

use crate::rules::{Bits, Goal, Law, Position, Side, Task, Variant, White, can_capture, generate};
use place::{Material, Pieces, Ranker};

/// The most pieces of a table.
pub const MOST_PIECES: u32 = 4;

/// What a position is worth to the side to move when both play without a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// It wins.
    Win,
}

impl Outcome {
    /// The same seen by the opponent.
    #[must_use]
    pub const fn for_other_side(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The outcomes of all positions of a rule set with so many pieces or fewer, each side having one at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    variant: &'static Variant,
    pieces: u32,
    ranker: Ranker,
    /// For each material, by its number, the outcomes by place, four to a byte: 0 draw, 1 win, 2 loss. Empty for material
    /// that is not served. Where the side to move must capture they mean nothing: that is looked up after the capture.
    classes: Vec<Vec<u8>>,
}

/// Whether there can be tables for a rule set: 32 dark squares, men that go up and never sideways, and who is left without
/// a move has lost.
pub fn serves(variant: &Variant) -> bool {
    variant.size == 8
        && !variant.all_squares
        && variant.goal == Goal::Normal
        && variant.must_capture
        && variant.same_king_limit == 0
}

impl Tables {
    /// The rule set whose moves they were made with.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// With how many pieces on the board at most they know the outcome.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Whether they are for the moves of a rule set: their own, or the same moves under another name.
    pub fn serve(&self, variant: &Variant) -> bool {
        let shared = variant.engine() == crate::rules::Engine::W64;
        self.variant == variant || shared && self.variant.engine() == variant.engine()
    }

    /// The outcome of a position; `None` where the tables don't know it: too many pieces, or other rules.
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        struct Probe<'a>(&'a Tables, Pieces);
        impl Task for Probe<'_> {
            type Output = Option<Outcome>;
            fn run<L: Law>(self, law: L) -> Option<Outcome> {
                self.0.outcome(law, self.1)
            }
        }
        if !self.serve(position.variant()) {
            return None;
        }
        let pieces = Pieces::of(position);
        if pieces.occupied().count_ones() > self.pieces {
            return None;
        }
        position.variant().under_law(Probe(self, pieces))
    }

    /// The same on bare sets, for the search. Captures are played out.
    pub(super) fn outcome<L: Law>(&self, law: L, pieces: Pieces) -> Option<Outcome> {
        if pieces.mine == 0 {
            return Some(Outcome::Loss);
        }
        if pieces.theirs == 0 {
            // Only a position that was never played has no opponent; having a move wins.
            return Some(Outcome::Win);
        }
        let board = pieces.board(law);
        if !can_capture(law, White, &board) {
            return self.quiet(pieces);
        }
        let mut steps = Vec::with_capacity(16);
        generate(law, White, &board, L::Bits::EMPTY, &mut steps);
        let mut best = Outcome::Loss;
        for step in &steps {
            best = best.max(self.outcome(law, Pieces::after(law, &board, step))?.for_other_side());
        }
        Some(best)
    }

    /// The outcome where the side to move has no capture.
    pub(super) fn quiet(&self, pieces: Pieces) -> Option<Outcome> {
        let material = Material::of(pieces);
        let class = self.classes.get(material.number())?;
        let place = self.ranker.place(material, pieces);
        match class.get(place / 4)? >> (place % 4 * 2) & 3 {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Win),
            _ => Some(Outcome::Loss),
        }
    }

    /// How many positions they hold, those included that need none because of a capture.
    pub fn places(&self) -> usize {
        Material::all(self.pieces).map(|material| self.ranker.size(material)).sum()
    }
}

/// The pieces as the side to move sees them, from the sets of a search.
pub(super) fn seen<L: Law>(law: L, side: Side, mine: L::Bits, theirs: L::Bits, kings: L::Bits) -> Pieces {
    Pieces::seen(law.geometry(), side, mine.wide(), theirs.wide(), kings.wide())
}
