//! Sets of squares as machine words.
//!
//! Boards of up to 64 bits (all 8x8 and 10x10 boards on dark squares) fit a `u64`; 12x12 and the all-squares board of
//! Turkish draughts need a `u128`. The generator is written once over [`Bits`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of board squares: bit `i` stands for the square whose geometry index is `i` (see
/// [`Geometry`](super::Geometry)).
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The number of bits.
    const WIDTH: u16;
    /// The empty set.
    const EMPTY: Self;
    /// The set that holds the one square `index` (0 to the width less 1).
    fn single(index: u32) -> Self;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The lowest index in the set; the width of the word when the set is empty.
    fn lowest(self) -> u32;
    /// The highest index in the set; meaningless when the set is empty.
    fn highest(self) -> u32;
    /// The set of the lowest member alone; empty when the set is empty.
    fn first(self) -> Self;
    /// All squares from the one member of the set on; empty when the set is empty.
    fn and_on(self) -> Self;
    /// The set without its lowest member.
    fn without_lowest(self) -> Self;
    /// All squares moved by `by` indices: up the board (towards Black's home) when negative.
    fn shifted(self, by: i8) -> Self;
    /// Narrows a wide set; squares that do not fit are lost.
    fn narrow(wide: u128) -> Self;
    /// Widens the set.
    fn wide(self) -> u128;

    /// Whether there is no square in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether there is a square in the set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Whether the set holds the square `index`.
    #[inline(always)]
    fn has(self, index: u32) -> bool {
        (self & Self::single(index)).any()
    }
    /// The members as sets of one, lowest first.
    #[inline(always)]
    fn singles(self) -> Singles<Self> {
        Singles(self)
    }
    /// The members, lowest first.
    #[inline(always)]
    fn iter(self) -> Indices<Self> {
        Indices(self)
    }
}

macro_rules! bits {
    ($word:ty, $single:expr, $shifted:expr) => {
        impl Bits for $word {
            const WIDTH: u16 = Self::BITS as u16;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn single(index: u32) -> Self {
                $single(index)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                (Self::BITS - 1) ^ self.leading_zeros()
            }
            #[inline(always)]
            fn first(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn and_on(self) -> Self {
                self.wrapping_neg()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn shifted(self, by: i8) -> Self {
                $shifted(self, by)
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as Self
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                self as u128
            }
        }
    };
}
bits!(u64, word::single, word::shifted);
bits!(u128, halves::single, halves::shifted);

mod word {
    #[inline(always)]
    pub(super) fn single(index: u32) -> u64 {
        1 << index
    }

    #[inline(always)]
    pub(super) fn shifted(set: u64, by: i8) -> u64 {
        let n = u32::from(by.unsigned_abs());
        if by < 0 { set >> n } else { set << n }
    }
}

/// Wide sets moved by a number that is known only when the program runs. For that the compiler calls a function on
/// WebAssembly, which hands its result over through memory.
mod halves {
    #[inline(always)]
    fn joined(low: u64, high: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline(always)]
    pub(super) fn single(index: u32) -> u128 {
        let here = 1_u64 << (index & 63);
        if index & 64 == 0 { joined(here, 0) } else { joined(0, here) }
    }

    #[inline(always)]
    pub(super) fn shifted(set: u128, by: i8) -> u128 {
        let (low, high) = (set as u64, (set >> 64) as u64);
        let n = u32::from(by.unsigned_abs());
        let part = n & 63;
        // What goes over from one half to the other, in two steps: all of it when `part` is 0 would be a shift by 64.
        if by < 0 {
            let moved = high >> part;
            if n < 64 { joined(low >> part | high << 1 << (63 - part), moved) } else { joined(moved, 0) }
        } else {
            let moved = low << part;
            if n < 64 { joined(moved, high << part | low >> 1 >> (63 - part)) } else { joined(0, moved) }
        }
    }
}

/// The members of a set, lowest index first.
#[derive(Debug, Clone)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

/// The members of a set, each as a set of one, lowest first.
#[derive(Debug, Clone)]
pub struct Singles<B>(B);

impl<B: Bits> Iterator for Singles<B> {
    type Item = B;

    #[inline(always)]
    fn next(&mut self) -> Option<B> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_lowest();
        Some(first)
    }
}
