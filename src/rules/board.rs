//! The bare board as the generator and the search see it, and the light move they make on it.

use super::{Bits, Side};

/// A side to move: as a type of its own, so that the compiler writes the code of each side once with its directions
/// folded in; or as a [`Side`], so that one body of code serves both.
pub trait Turn: Copy + 'static {
    /// The opponent's type.
    type Other: Turn<Other = Self>;
    /// The side.
    fn side(self) -> Side;
    /// The opponent.
    fn other(self) -> Self::Other;
}

/// White to move.
#[derive(Debug, Clone, Copy)]
pub struct White;
/// Black to move.
#[derive(Debug, Clone, Copy)]
pub struct Black;

impl Turn for White {
    type Other = Black;
    #[inline(always)]
    fn side(self) -> Side {
        Side::White
    }
    #[inline(always)]
    fn other(self) -> Black {
        Black
    }
}
impl Turn for Black {
    type Other = White;
    #[inline(always)]
    fn side(self) -> Side {
        Side::Black
    }
    #[inline(always)]
    fn other(self) -> White {
        White
    }
}
impl Turn for Side {
    type Other = Self;
    #[inline(always)]
    fn side(self) -> Side {
        self
    }
    #[inline(always)]
    fn other(self) -> Self {
        Side::other(self)
    }
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

/// A move as what it does to the sets of squares: the quickest form to make.
#[derive(Debug, Clone, Copy)]
pub struct Change<B> {
    /// The square that is left.
    pub from: B,
    /// The square where the move ends.
    pub to: B,
    /// The pieces captured.
    pub captured: B,
    /// `to` if a king stands there afterwards, else nothing.
    pub king: B,
}

impl<B: Bits> Board<B> {
    /// The board after a move, seen by the opponent, whose turn it is.
    #[inline(always)]
    #[must_use]
    pub fn changed(&self, change: &Change<B>) -> Self {
        Self {
            mine: self.theirs & !change.captured,
            // A circular capture ends where it began.
            theirs: (self.mine & !change.from) | change.to,
            kings: (self.kings & !(change.from | change.captured)) | change.king,
        }
    }

    /// The same with what is known: a piece ends on its own square or a free one, and, unless `KINGS`, the side to move has
    /// no king that could leave a square.
    #[inline(always)]
    #[must_use]
    pub(super) fn changed_among<const KINGS: bool>(&self, change: &Change<B>) -> Self {
        let gone = if KINGS { change.from | change.captured } else { change.captured };
        Self {
            mine: self.theirs & !change.captured,
            theirs: self.mine ^ (change.from ^ change.to),
            kings: (self.kings & !gone) | change.king,
        }
    }

    /// A step as a change of this board.
    #[inline(always)]
    pub fn change(&self, step: &Step<B>) -> Change<B> {
        let (from, to) = (B::single(u32::from(step.from)), B::single(u32::from(step.to)));
        let king = step.crowns || (self.kings & from).any();
        Change { from, to, captured: step.captured, king: if king { to } else { B::EMPTY } }
    }

    /// A change of this board as a step.
    #[inline(always)]
    pub fn step(&self, change: &Change<B>) -> Step<B> {
        Step {
            from: change.from.lowest() as u8,
            to: change.to.lowest() as u8,
            crowns: change.king.any() && (self.kings & change.from).is_empty(),
            captured: change.captured,
        }
    }

    /// The occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.mine | self.theirs
    }

    /// The board after a step, seen by the opponent, whose turn it is.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, step: &Step<B>) -> Self {
        self.changed(&self.change(step))
    }

    /// The same board with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { mine: self.theirs, theirs: self.mine, kings: self.kings }
    }
}
