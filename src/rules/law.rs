//! The facts of a variant in the form in which the generator asks for them.
//!
//! A [`Law`] for each of the two main games answers with constants, which the compiler folds into the code; [`Narrow`]
//! and [`Wide`] look the same facts up, so that the other rule sets cost the main ones nothing.

use super::geometry::{self, Geometry, Rays, dir};
#[cfg(not(feature = "lean"))]
use super::lines::{DARK_8_STARS, DARK_10_LINES};
use super::variant::{Engine, INTERNATIONAL, POLISH_64};
use super::{Bits, Side, Variant};

/// The rules that the generator plays by. A handle: cheap to copy.
pub trait Law: Copy + 'static {
    /// The word that holds a set of this board's squares.
    type Bits: Bits;
    /// Whether the facts are constants, so that code written out for each direction folds into little.
    const FIXED: bool;
    /// The facts.
    fn facts(self) -> &'static Variant;
    /// The shape of the board.
    fn geometry(self) -> &'static Geometry;
    /// What a step in direction `d` adds to an index.
    #[inline(always)]
    fn step(self, d: usize) -> i8 {
        self.geometry().steps[d]
    }
    /// The playable squares.
    #[inline(always)]
    fn board(self) -> Self::Bits {
        Self::Bits::narrow(self.geometry().board)
    }
    /// A side's promotion row.
    #[inline(always)]
    fn promotion(self, side: Side) -> Self::Bits {
        let row = match side {
            Side::White => 0,
            Side::Black => self.facts().size as usize - 1,
        };
        Self::Bits::narrow(self.geometry().rows[row])
    }
    /// The squares of `free` that are reached from any of `from` in direction `d` without leaving `free`; `from` itself is
    /// not among them, unless one of its squares is reached from another.
    #[inline(always)]
    fn filled(self, from: Self::Bits, d: usize, free: Self::Bits) -> Self::Bits {
        fill(self, from, d, free)
    }
    /// All squares from `index` in direction `d` up to the first of `occupied`, which is not among them.
    fn reach(self, index: u32, d: usize, occupied: Self::Bits) -> Self::Bits;
    /// The first of `occupied` that is met from `index` in direction `d`, as a set of one or none.
    fn blocker(self, index: u32, d: usize, occupied: Self::Bits) -> Self::Bits;
    /// Both together: all that is seen from `index` in direction `d`.
    #[inline(always)]
    fn view(self, index: u32, d: usize, occupied: Self::Bits) -> Self::Bits {
        let reach = self.reach(index, d, occupied);
        reach | (Self::Bits::single(index) | reach).shifted(self.step(d)) & occupied
    }
    /// All that is seen from `index` along each diagonal, both ways: that of NW and SE, that of NE and SW.
    #[inline(always)]
    fn views(self, index: u32, occupied: Self::Bits) -> [Self::Bits; 2] {
        let both = |d| self.view(index, d, occupied) | self.view(index, dir::opposite(d), occupied);
        [both(dir::NW), both(dir::NE)]
    }
}

#[inline(always)]
fn fill<L: Law>(law: L, from: L::Bits, d: usize, free: L::Bits) -> L::Bits {
    let step = law.step(d);
    let mut reached = from.shifted(step) & free;
    let mut open = free;
    // One step, then two, four, eight: the sets double each time.
    for twice in 0..4 {
        let far = i16::from(step) << twice;
        // Rows and columns have half as many squares as diagonals, so a shift that leaves the word is not needed.
        if (1 << twice) >= law.facts().size - 1 || far.unsigned_abs() >= L::Bits::WIDTH {
            break;
        }
        reached |= reached.shifted(far as i8) & open;
        open &= open.shifted(far as i8);
    }
    reached
}

/// Looks along the precomputed rays of a board of up to 64 bits.
#[inline(always)]
fn ray_blocker(geometry: &Geometry, rays: &Rays, index: u32, d: usize, occupied: u64) -> u64 {
    let hit = rays[d][index as usize & 63] & occupied;
    if geometry.steps[d] > 0 {
        hit & hit.wrapping_neg()
    } else {
        // Nothing hit is nothing whatever it is masked with; the `1` only keeps the shift within the word.
        hit & (u64::MAX << (hit | 1).highest())
    }
}

#[inline(always)]
fn ray_reach(geometry: &Geometry, rays: &Rays, index: u32, d: usize, occupied: u64) -> u64 {
    let ray = rays[d][index as usize & 63];
    let hit = ray & occupied;
    if geometry.steps[d] > 0 {
        // All below the lowest hit; all when there is none.
        ray & (hit & hit.wrapping_neg()).wrapping_sub(1)
    } else {
        // All above the highest hit; all when there is none.
        ray & (u64::MAX << (hit | 1).highest()) & !hit
    }
}

#[inline(always)]
fn ray_view(geometry: &Geometry, rays: &Rays, index: u32, d: usize, occupied: u64) -> u64 {
    let ray = rays[d][index as usize & 63];
    let hit = ray & occupied;
    if geometry.steps[d] > 0 {
        // All up to the lowest hit; all when there is none.
        ray & (hit ^ hit.wrapping_sub(1))
    } else {
        // All from the highest hit on; all when there is none.
        ray & (u64::MAX << (hit | 1).highest())
    }
}

macro_rules! main_game {
    ($(#[$doc:meta])* $name:ident, $facts:expr, $geometry:expr, $rays:expr, $lines:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Law for $name {
            type Bits = u64;
            const FIXED: bool = true;
            #[inline(always)]
            fn facts(self) -> &'static Variant {
                &$facts
            }
            #[inline(always)]
            fn geometry(self) -> &'static Geometry {
                &$geometry
            }
            #[cfg(not(feature = "lean"))]
            #[inline(always)]
            fn reach(self, index: u32, d: usize, occupied: u64) -> u64 {
                ray_reach(&$geometry, &$rays, index, d, occupied)
            }
            #[cfg(not(feature = "lean"))]
            #[inline(always)]
            fn blocker(self, index: u32, d: usize, occupied: u64) -> u64 {
                ray_blocker(&$geometry, &$rays, index, d, occupied)
            }
            #[cfg(not(feature = "lean"))]
            #[inline(always)]
            fn view(self, index: u32, d: usize, occupied: u64) -> u64 {
                ray_view(&$geometry, &$rays, index, d, occupied)
            }
            #[cfg(not(feature = "lean"))]
            #[inline(always)]
            fn views(self, index: u32, occupied: u64) -> [u64; 2] {
                $lines.views(index, occupied)
            }
            // On the page without the tables of rays, which can't be compressed.
            #[cfg(feature = "lean")]
            #[inline(always)]
            fn reach(self, index: u32, d: usize, occupied: u64) -> u64 {
                fill(self, u64::single(index), d, self.board() & !occupied)
            }
            #[cfg(feature = "lean")]
            #[inline(always)]
            fn blocker(self, index: u32, d: usize, occupied: u64) -> u64 {
                (u64::single(index) | self.reach(index, d, occupied)).shifted(self.step(d)) & occupied
            }
        }
    };
}

main_game!(
    /// The moves of Polish and Brazilian draughts (W64).
    W64, POLISH_64, geometry::DARK_8, geometry::DARK_8_RAYS, DARK_8_STARS
);
main_game!(
    /// The moves of international draughts (W100).
    W100, INTERNATIONAL, geometry::DARK_10, geometry::DARK_10_RAYS, DARK_10_LINES
);

/// Any variant whose board fits 64 bits.
#[derive(Debug, Clone, Copy)]
pub struct Narrow(&'static Variant, &'static Geometry, &'static Rays);

/// Any variant.
#[derive(Debug, Clone, Copy)]
pub struct Wide(&'static Variant, &'static Geometry);

impl Narrow {
    /// The law of a variant.
    ///
    /// # Panics
    /// When its board does not fit.
    pub fn new(variant: &'static Variant) -> Self {
        let geometry = variant.geometry();
        assert!(geometry.narrow());
        Self(variant, geometry, geometry.rays())
    }
}

impl Wide {
    /// The law of a variant.
    pub fn new(variant: &'static Variant) -> Self {
        Self(variant, variant.geometry())
    }
}

impl Law for Narrow {
    type Bits = u64;
    const FIXED: bool = false;
    #[inline(always)]
    fn facts(self) -> &'static Variant {
        self.0
    }
    #[inline(always)]
    fn geometry(self) -> &'static Geometry {
        self.1
    }
    // There are dozens of calls: on the page its size counts.
    #[cfg_attr(feature = "lean", inline(never))]
    #[cfg_attr(not(feature = "lean"), inline(always))]
    fn filled(self, from: u64, d: usize, free: u64) -> u64 {
        fill(self, from, d, free)
    }
    #[inline(always)]
    fn reach(self, index: u32, d: usize, occupied: u64) -> u64 {
        ray_reach(self.1, self.2, index, d, occupied)
    }
    #[inline(always)]
    fn blocker(self, index: u32, d: usize, occupied: u64) -> u64 {
        ray_blocker(self.1, self.2, index, d, occupied)
    }
    #[inline(always)]
    fn view(self, index: u32, d: usize, occupied: u64) -> u64 {
        ray_view(self.1, self.2, index, d, occupied)
    }
}

impl Law for Wide {
    type Bits = u128;
    const FIXED: bool = false;
    #[inline(always)]
    fn facts(self) -> &'static Variant {
        self.0
    }
    #[inline(always)]
    fn geometry(self) -> &'static Geometry {
        self.1
    }
    // There are dozens of calls: on the page its size counts.
    #[cfg_attr(feature = "lean", inline(never))]
    #[cfg_attr(not(feature = "lean"), inline(always))]
    fn filled(self, from: u128, d: usize, free: u128) -> u128 {
        fill(self, from, d, free)
    }
    fn reach(self, index: u32, d: usize, occupied: u128) -> u128 {
        let free = self.1.board & !occupied;
        let mut reach = 0;
        let mut at = u128::single(index).shifted(self.1.steps[d]) & free;
        while at.any() {
            reach |= at;
            at = at.shifted(self.1.steps[d]) & free;
        }
        reach
    }
    fn blocker(self, index: u32, d: usize, occupied: u128) -> u128 {
        let edge = u128::single(index) | self.reach(index, d, occupied);
        edge.shifted(self.1.steps[d]) & occupied
    }
}

/// Something to do under whichever law a variant has: one body of code, compiled for each kind of law.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<L: Law>(self, law: L) -> Self::Output;
}

impl Variant {
    /// Runs a task under the law of this variant.
    pub fn under_law<T: Task>(&'static self, task: T) -> T::Output {
        match self.engine() {
            // Every variant that has the moves of a main game runs in its code.
            Engine::W64 => task.run(W64),
            #[cfg(not(feature = "lean"))]
            Engine::W100 => task.run(W100),
            // On the page one copy of the code serves all rule sets beside the first: each other was 14 of 231 KB (wasm,
            // gzip). The engine's own program, which takes over soon, has them all.
            #[cfg(feature = "lean")]
            Engine::W100 | Engine::Narrow => task.run(Wide::new(self)),
            #[cfg(not(feature = "lean"))]
            Engine::Narrow => task.run(Narrow::new(self)),
            Engine::Wide => task.run(Wide::new(self)),
        }
    }
}
