//! The shapes of the boards: which squares are playable, and how a step in a direction moves an index.
//!
//! Squares get an *index* with gaps, so that each direction is one constant shift for the whole board. On a board of
//! dark squares the index of row `r`, column `c` (from the top left) is `((size + 3) * r + c) / 2`; the gaps that this
//! leaves between the rows are never on the board, so a step over the edge lands on a gap and is masked away. The two
//! extra columns beyond the one that diagonal steps need are there for the orthogonal captures of Frisian draughts,
//! which jump two columns at a time. The 10x10 board fills the 64 bits exactly.

use super::Square;

/// The eight directions as indices into `Geometry::steps`. Opposite directions add up to 7.
pub mod dir {
    /// Up and left.
    pub const NW: usize = 0;
    /// Up and right.
    pub const NE: usize = 1;
    /// Straight up.
    pub const N: usize = 2;
    /// Straight left.
    pub const W: usize = 3;
    /// Straight right.
    pub const E: usize = 4;
    /// Straight down.
    pub const S: usize = 5;
    /// Down and left.
    pub const SW: usize = 6;
    /// Down and right.
    pub const SE: usize = 7;
    /// The direction that leads back.
    #[inline(always)]
    pub const fn opposite(d: usize) -> usize {
        7 - d
    }
    /// The four diagonal directions, as a set of bits.
    pub const DIAGONAL: u8 = 1 << NW | 1 << NE | 1 << SW | 1 << SE;
    /// The four orthogonal directions, as a set of bits.
    pub const ORTHOGONAL: u8 = 1 << N | 1 << W | 1 << E | 1 << S;
    /// All eight.
    pub const ALL: u8 = 0xff;
    /// Row and column change of a diagonal or orthogonal unit step.
    pub const DELTA: [(i8, i8); 8] = [(-1, -1), (-1, 1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, -1), (1, 1)];
}

/// No square has this index.
pub const NOWHERE: u8 = 255;

/// One shape of board. All sets are wide (`u128`); [`Bits::narrow`](super::Bits::narrow) makes them small.
#[derive(Debug)]
pub struct Geometry {
    /// Rows and columns: 8, 10 or 12.
    pub size: u8,
    /// Whether all squares are used (Turkish), or only the dark ones (W64-2, W100-2.2).
    pub all_squares: bool,
    /// Whether the bottom left corner is playable (W100-2.4). With `false` the bottom right one is (Italian, Spanish).
    pub left_corner: bool,
    /// How many squares are playable.
    pub squares: u8,
    /// The playable squares.
    pub board: u128,
    /// What a step in each direction adds to an index.
    pub steps: [i8; 8],
    /// From the row order to the index.
    pub index_of: [u8; 72],
    /// From the index to the row order; [`NOWHERE`] in the gaps.
    pub square_at: [u8; 128],
    /// The squares of each row, from the top; empty beyond the board's size.
    pub rows: [u128; 12],
}

/// For boards that fit 64 bits: all squares from an index in a direction to the edge; 0 elsewhere. They stand beside the
/// geometry, so that a program loads those only that it uses.
pub(super) type Rays = [[u64; 64]; 8];

impl Geometry {
    /// Computes the shape. `size` is even and at most 12; with `all_squares` it is 8.
    ///
    /// # Panics
    /// On another size.
    const fn new(size: u8, all_squares: bool, left_corner: bool) -> Self {
        assert!(size.is_multiple_of(2) && size <= 12 && (!all_squares || size == 8));
        let n = size as usize;
        let mut geometry = Self {
            size,
            all_squares,
            left_corner,
            squares: 0,
            board: 0,
            steps: Self::steps(size, all_squares),
            index_of: [NOWHERE; 72],
            square_at: [NOWHERE; 128],
            rows: [0; 12],
        };
        let mut row = 0;
        while row < n {
            let mut column = 0;
            while column < n {
                if geometry.playable(row, column) {
                    let index = geometry.index(row, column);
                    geometry.index_of[geometry.squares as usize] = index as u8;
                    geometry.square_at[index] = geometry.squares;
                    geometry.rows[row] |= 1 << index;
                    geometry.squares += 1;
                }
                column += 1;
            }
            geometry.board |= geometry.rows[row];
            row += 1;
        }
        geometry
    }

    const fn compute_rays(&self) -> Rays {
        let mut rays = [[0; 64]; 8];
        if self.narrow() {
            let mut d = 0;
            while d < 8 {
                let mut index = 0;
                while index < 64 {
                    let mut at = index as i16 + self.steps[d] as i16;
                    if (self.board >> index) & 1 == 1 {
                        while at >= 0 && at < 64 && (self.board >> at) & 1 == 1 {
                            rays[d][index] |= 1 << at;
                            at += self.steps[d] as i16;
                        }
                    }
                    index += 1;
                }
                d += 1;
            }
        }
        rays
    }

    /// The rays of the board.
    pub(super) fn rays(&self) -> &'static Rays {
        static DARK_8_RIGHT_RAYS: Rays = DARK_8_RIGHT.compute_rays();
        static DARK_10_RIGHT_RAYS: Rays = DARK_10_RIGHT.compute_rays();
        match (self.size, self.left_corner) {
            (8, true) => &DARK_8_RAYS,
            (8, false) => &DARK_8_RIGHT_RAYS,
            (_, true) => &DARK_10_RAYS,
            (_, false) => &DARK_10_RIGHT_RAYS,
        }
    }

    const fn steps(size: u8, all_squares: bool) -> [i8; 8] {
        if all_squares {
            let s = size as i8 + 1;
            [-s - 1, -s + 1, -s, -1, 1, s, s - 1, s + 1]
        } else {
            let s = size as i8 + 3;
            [-(s + 1) / 2, -(s - 1) / 2, -s, -1, 1, s, (s - 1) / 2, (s + 1) / 2]
        }
    }

    const fn playable(&self, row: usize, column: usize) -> bool {
        let n = self.size as usize;
        row < n
            && column < n
            && (self.all_squares || (n - 1 - row + column).is_multiple_of(2) == self.left_corner)
    }

    const fn index(&self, row: usize, column: usize) -> usize {
        let n = self.size as usize;
        if self.all_squares { (n + 1) * row + column } else { usize::midpoint((n + 3) * row, column) }
    }

    /// Whether the board fits 64 bits.
    pub const fn narrow(&self) -> bool {
        !self.all_squares && self.size <= 10
    }

    /// The shape with these facts, if there is one.
    pub fn find(size: u8, all_squares: bool, left_corner: bool) -> Option<&'static Self> {
        [&DARK_8, &DARK_8_RIGHT, &DARK_10, &DARK_10_RIGHT, &DARK_12, &DARK_12_RIGHT, &ALL_8].into_iter().find(
            |g| {
                g.size == size
                    && g.all_squares == all_squares
                    && (all_squares || g.left_corner == left_corner)
            },
        )
    }

    /// Row and column of a square, from the top left, each from 0.
    pub fn row_column(&self, square: Square) -> (u8, u8) {
        let n = self.size;
        if self.all_squares {
            return (square.0 / n, square.0 % n);
        }
        let (row, place) = (square.0 / (n / 2), square.0 % (n / 2));
        (row, place * 2 + u8::from(!self.playable(usize::from(row), usize::from(place) * 2)))
    }

    /// The playable square at a row and column from the top left, if there is one.
    pub fn at(&self, row: u8, column: u8) -> Option<Square> {
        self.playable(usize::from(row), usize::from(column))
            .then(|| Square(self.square_at[self.index(usize::from(row), usize::from(column))]))
    }

    /// The square next to `square` in a direction (`dir`), one board row or column away.
    pub fn neighbour(&self, square: Square, d: usize) -> Option<Square> {
        let (row, column) = self.row_column(square);
        let (dr, dc) = dir::DELTA[d];
        self.at(row.checked_add_signed(dr)?, column.checked_add_signed(dc)?)
    }

    /// The set of one square.
    pub fn bit(&self, square: Square) -> u128 {
        1 << self.index_of[square.index()]
    }

    /// The square at an index on the board.
    ///
    /// # Panics
    /// In a gap: indices come from sets of playable squares.
    pub fn square(&self, index: u32) -> Square {
        let square = self.square_at[index as usize];
        assert!(square != NOWHERE, "index {index} is not on the board");
        Square(square)
    }

    /// All playable squares in row order.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares).map(Square)
    }

    /// The squares of a set, in row order.
    pub fn squares_of(&self, set: u128) -> impl Iterator<Item = Square> + '_ {
        super::Bits::iter(set & self.board).map(|index| self.square(index))
    }

    /// The main line: the longest diagonal, through the playable corners (W100-2.3). Empty on an all-squares board.
    pub fn main_line(&self) -> u128 {
        if self.all_squares {
            return 0;
        }
        let n = self.size;
        (0..n)
            .filter_map(|row| self.at(row, if self.left_corner { n - 1 - row } else { row }))
            .fold(0, |set, square| set | self.bit(square))
    }
}

/// 8x8, dark squares, dark corner at the left (W100-2.4).
pub(super) static DARK_8: Geometry = Geometry::new(8, false, true);
pub(super) static DARK_8_RAYS: Rays = DARK_8.compute_rays();
/// 8x8, dark squares, dark corner at the right (Italian, Spanish, Portuguese).
pub(super) static DARK_8_RIGHT: Geometry = Geometry::new(8, false, false);
/// 10x10, dark squares (W100-2.1).
pub(super) static DARK_10: Geometry = Geometry::new(10, false, true);
pub(super) static DARK_10_RAYS: Rays = DARK_10.compute_rays();
/// 10x10 with the dark corner at the right, for home rules.
pub(super) static DARK_10_RIGHT: Geometry = Geometry::new(10, false, false);
/// 12x12, dark squares (Canadian).
pub(super) static DARK_12: Geometry = Geometry::new(12, false, true);
/// 12x12 with the dark corner at the right, for home rules.
pub(super) static DARK_12_RIGHT: Geometry = Geometry::new(12, false, false);
/// 8x8, all squares (Turkish).
pub(super) static ALL_8: Geometry = Geometry::new(8, true, true);
