//! Positions in the making: an editable board, and the one bridge from it to a [`Position`].

use std::fmt;

use super::{Bits, Kind, Piece, Position, Side, Square, Variant};

/// A board that may break any rule, as an editor or a file leaves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    variant: &'static Variant,
    squares: Vec<Option<Piece>>,
    /// Whose turn it is.
    pub turn: Side,
}

/// Why a set-up can't be a position, or is odd for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupFault {
    /// The board is empty.
    NoPieces,
    /// A side has more pieces than at the start.
    TooMany {
        /// Whose.
        side: Side,
        /// How many there are.
        pieces: u32,
        /// How many there may be.
        most: u32,
    },
    /// A man stands on its own promotion row, where it would be a king (W64-13).
    ManOnPromotionRow {
        /// Whose.
        side: Side,
        /// Where.
        square: Square,
    },
}

impl SetupFault {
    /// Whether such a position can be played on, if the player insists: it is only unusual.
    pub fn is_only_unusual(&self) -> bool {
        matches!(self, Self::TooMany { .. })
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPieces => write!(f, "there is no piece on the board"),
            Self::TooMany { side, pieces, most } => {
                write!(f, "{side:?} has {pieces} pieces, at most {most} are possible")
            }
            Self::ManOnPromotionRow { side, square } => write!(
                f,
                "a man of {side:?} stands on square {} of its promotion row, where it would be a king",
                square.row_number()
            ),
        }
    }
}

impl Setup {
    /// A board without pieces; the side that begins is to move.
    pub fn empty(variant: &'static Variant) -> Self {
        Self { variant, squares: vec![None; usize::from(variant.geometry().squares)], turn: variant.first }
    }

    /// The rule set.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Puts a piece on a square, or takes away what stands there.
    ///
    /// # Panics
    /// When the square is not on the board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// All pieces with their squares, in row order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.variant.geometry().all().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// All faults, the grave ones and those that are only unusual.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        if self.squares.iter().all(Option::is_none) {
            faults.push(SetupFault::NoPieces);
        }
        for side in Side::BOTH {
            let pieces = self.squares.iter().flatten().filter(|piece| piece.side == side).count() as u32;
            let most = self.variant.men();
            if pieces > most {
                faults.push(SetupFault::TooMany { side, pieces, most });
            }
            let row = self.variant.promotion_row(side);
            for square in self.variant.geometry().all() {
                if self.piece(square) == Some(Piece::man(side))
                    && self.variant.geometry().row_column(square).0 == row
                {
                    faults.push(SetupFault::ManOnPromotionRow { side, square });
                }
            }
        }
        faults
    }

    /// The position, when nothing is wrong with it.
    ///
    /// # Errors
    /// Every fault, grave or only unusual.
    pub fn into_position(self) -> Result<Position, Vec<SetupFault>> {
        let faults = self.faults();
        if faults.is_empty() { Ok(self.trusted()) } else { Err(faults) }
    }

    /// The position, when nothing grave is wrong with it.
    ///
    /// # Errors
    /// The grave faults.
    pub fn into_unusual_position(self) -> Result<Position, Vec<SetupFault>> {
        let grave: Vec<_> = self.faults().into_iter().filter(|fault| !fault.is_only_unusual()).collect();
        if grave.is_empty() { Ok(self.trusted()) } else { Err(grave) }
    }

    fn trusted(&self) -> Position {
        let geometry = self.variant.geometry();
        let (mut sides, mut kings) = ([0u128; 2], 0u128);
        for square in geometry.all() {
            if let Some(piece) = self.piece(square) {
                sides[piece.side.index()] |= geometry.bit(square);
                if piece.kind == Kind::King {
                    kings |= geometry.bit(square);
                }
            }
        }
        debug_assert!((sides[0] & sides[1]).is_empty());
        Position::trusted(self.variant, sides, kings, self.turn)
    }
}
