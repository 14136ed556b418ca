//! Squares, sides and pieces.

use serde::{Deserialize, Serialize};

/// A playable square, by its place in the row order: row by row from the top left of the diagram, Black's home at the
/// top, counted from 0. On the international board square `n` of the official numbering is `Square(n - 1)` (W100-2.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square(pub u8);

impl Square {
    /// The place in the row order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// Sorts a short list. (The library's sort is much code for a dozen.)
    pub fn sort(list: &mut [Self]) {
        for end in 1..list.len() {
            let mut at = end;
            while at > 0 && list[at - 1] > list[at] {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    /// The number in the row order, from 1.
    pub fn row_number(self) -> u8 {
        self.0 + 1
    }
}

/// One of the two players. The lighter colour is White (W64-1, W100-1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The lighter colour, at the bottom of the diagram, moving up.
    White,
    /// The darker colour, at the top of the diagram, moving down.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 1,
        }
    }
}

/// Man or king (W100-3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A man.
    Man,
    /// A king: a man crowned with a second man of its colour (W64-13, W100-3.5).
    King,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// A man of that side.
    pub const fn man(side: Side) -> Self {
        Self { side, kind: Kind::Man }
    }
    /// A king of that side.
    pub const fn king(side: Side) -> Self {
        Self { side, kind: Kind::King }
    }
}
