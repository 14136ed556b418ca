//! Hashing of positions.

use super::{Bits, Position, Side, Square};

/// Random numbers for each piece on each index, mixed together by exclusive or.
#[derive(Debug)]
pub struct Zobrist;

/// A well-mixed number from a small one (the finaliser of `SplitMix64`).
const fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

// On the page the numbers are mixed when they are asked for: random tables can't be compressed, and two multiplications
// cost little beside 3 KB of the first visit.
#[cfg(not(target_arch = "wasm32"))]
const fn table(seed: u64) -> [u64; 128] {
    let mut numbers = [0; 128];
    let mut i = 0;
    while i < 128 {
        numbers[i] = mixed(seed * 128 + i as u64);
        i += 1;
    }
    numbers
}

/// For White's and Black's men.
#[cfg(not(target_arch = "wasm32"))]
static PIECE: [[u64; 128]; 2] = [table(1), table(2)];
/// Added where the piece is a king.
#[cfg(not(target_arch = "wasm32"))]
static CROWN: [u64; 128] = table(3);
/// Added when Black is to move.
const BLACK_TO_MOVE: u64 = mixed(7);

impl Zobrist {
    /// The number of a side's piece, without its crown, on an index.
    #[inline(always)]
    pub fn piece(side: Side, index: u32) -> u64 {
        #[cfg(target_arch = "wasm32")]
        return mixed((1 + side.index() as u64) * 128 + u64::from(index & 127));
        #[cfg(not(target_arch = "wasm32"))]
        PIECE[side.index()][index as usize & 127]
    }
    /// The number of a crown on an index.
    #[inline(always)]
    pub fn crown(index: u32) -> u64 {
        #[cfg(target_arch = "wasm32")]
        return mixed(3 * 128 + u64::from(index & 127));
        #[cfg(not(target_arch = "wasm32"))]
        CROWN[index as usize & 127]
    }
    /// Changes whenever the turn does.
    pub const TURN: u64 = BLACK_TO_MOVE;

    /// The number of whole sets of squares.
    pub fn sets<B: Bits>(white: B, black: B, kings: B, turn: Side) -> u64 {
        let mut hash = if turn == Side::Black { Self::TURN } else { 0 };
        for index in white.iter() {
            hash ^= Self::piece(Side::White, index);
        }
        for index in black.iter() {
            hash ^= Self::piece(Side::Black, index);
        }
        for index in kings.iter() {
            hash ^= Self::crown(index);
        }
        hash
    }

    /// The number of a whole position.
    pub fn of(position: &Position) -> u64 {
        let mut hash = Self::sets(
            position.side(Side::White),
            position.side(Side::Black),
            position.kings(),
            position.turn(),
        );
        for (i, run) in position.king_runs().into_iter().enumerate() {
            if let Some((Square(square), n)) = run {
                hash ^= mixed(1 << 20 | (i as u64) << 16 | u64::from(square) << 8 | u64::from(n));
            }
        }
        hash
    }
}
