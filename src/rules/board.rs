//! The bare board as the generator and the search see it, and the light move they make on it.

use super::{Bits, Side};

/// A side to move, as a type, so that the compiler writes the code of each side once with its directions folded in.
pub trait Turn: Copy + 'static {
    /// The side.
    const SIDE: Side;
    /// The opponent.
    type Other: Turn<Other = Self>;
}

/// White to move.
#[derive(Debug, Clone, Copy)]
pub struct White;
/// Black to move.
#[derive(Debug, Clone, Copy)]
pub struct Black;

impl Turn for White {
    const SIDE: Side = Side::White;
    type Other = Black;
}
impl Turn for Black {
    const SIDE: Side = Side::Black;
    type Other = White;
}

/// Three sets of squares. Whose turn it is stands beside it, as a [`Turn`] or a [`Side`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<B> {
    /// The pieces of the side to move.
    pub mine: B,
    /// The other side's pieces.
    pub theirs: B,
    /// The kings of both sides.
    pub kings: B,
}

/// A move without its path: enough to make it. Two routes with the same ends and victims are the same `Step`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step<B> {
    /// Index of the square it leaves.
    pub from: u8,
    /// Index of the square where it ends; may be `from`.
    pub to: u8,
    /// Whether the piece is a king afterwards though it was a man.
    pub crowns: bool,
    /// The pieces captured.
    pub captured: B,
}

impl<B: Bits> Board<B> {
    /// The occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.mine | self.theirs
    }

    /// The board after a step, seen by the opponent, whose turn it is.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, step: &Step<B>) -> Self {
        let (from, to) = (B::single(u32::from(step.from)), B::single(u32::from(step.to)));
        let was_king = (self.kings & from).any();
        let kings = self.kings & !from & !step.captured;
        Self {
            mine: self.theirs & !step.captured,
            theirs: (self.mine & !from) | to,
            kings: if was_king || step.crowns { kings | to } else { kings },
        }
    }

    /// The same board with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, kings: self.kings }
    }
}
