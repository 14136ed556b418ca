//! The search for a flying king's captures in the main games, by whole sets of landing squares.
//!
//! A king that has jumped along one diagonal goes on straight ahead, which is the same from wherever it landed, or along the
//! crossing diagonals, which only some landing squares allow: those are read off a set. All others end the capture, and
//! count as a set.

use super::super::geometry::dir;
use super::super::{Bits, Law, Priority, Turn};
use super::first::{Victims, crossings, diagonal_of, towards};
use super::hunt::{Hunt, Sink};

/// What stays the same while one king captures.
struct Ground<B> {
    victims: Victims<B>,
    /// From where it can jump along each diagonal, before anything is captured.
    crossings: [B; 2],
}

/// The directions of each diagonal.
const ALONG: [u8; 2] = [1 << dir::NW | 1 << dir::SE, 1 << dir::NE | 1 << dir::SW];

impl<L: Law, T: Turn, S: Sink<L::Bits>> Hunt<'_, L, T, S> {
    /// Whether this law's kings capture so: along diagonals, over pieces that stay, most pieces first.
    #[inline(always)]
    pub(super) fn chases(law: L) -> bool {
        L::FIXED && S::QUICK && {
            let facts = law.facts();
            facts.priority == Priority::Most
                && facts.flying
                && !facts.lands_behind
                && !facts.lifted_at_once
                && facts.king_captures() == dir::DIAGONAL
        }
    }

    /// All captures of the king that was lifted from `from`.
    pub(super) fn chase(&mut self, from: u32) {
        let (law, free) = (self.law, self.free);
        let victims = Victims::find(law, self.board.theirs, free);
        let crossings = [0, 1].map(|diagonal| crossings(law, &victims, diagonal, free));
        self.chase_on(from, L::Bits::EMPTY, 0, dir::DIAGONAL, &Ground { victims, crossings });
    }

    /// Captures on from `at` in the directions `dirs`; whether it could.
    fn chase_on(
        &mut self,
        at: u32,
        captured: L::Bits,
        jumps: u32,
        dirs: u8,
        ground: &Ground<L::Bits>,
    ) -> bool {
        let law = self.law;
        let remembered = jumps >= 5;
        if remembered && let Some(could) = self.visited.find(captured, at, u16::from(dirs)) {
            return could;
        }
        let here = L::Bits::single(at);
        let views = law.views(at, law.board() & !self.free);
        let mut could = false;
        each_direction!(L::FIXED, dir::DIAGONAL, d => {
            if dirs >> d & 1 == 1 {
                let view = towards(law, d, here, views[diagonal_of(d)]);
                let victim = view & ground.victims.towards(d) & !captured;
                if victim.any() {
                    could = true;
                    let landing = victim.shifted(law.step(d));
                    self.land(landing, captured | victim, jumps + 1, d, ground);
                }
            }
        });
        if remembered {
            self.visited.keep(captured, at, u16::from(dirs), could);
        }
        could
    }

    /// A jump in direction `d` ended on `landing` or beyond; `captured` holds its victim too.
    #[inline(always)]
    fn land(&mut self, landing: L::Bits, captured: L::Bits, jumps: u32, d: usize, ground: &Ground<L::Bits>) {
        let law = self.law;
        let step = law.step(d);
        let taken = law.board() & !self.free;
        let first = landing.lowest();
        let view = law.view(first, d, taken);
        let squares = landing | view & self.free;
        let straight_on = (view & ground.victims.towards(d) & !captured).any();
        let crossing = 1 - diagonal_of(d);
        let (across, other) = (ground.crossings[crossing], ALONG[crossing]);
        // Where the way may lead on. The straight way is looked at from the first square alone.
        let mut open = squares & across;
        if straight_on {
            open |= landing;
        }
        let mut stops = squares & !open;
        let mut leads_on = false;
        while open.any() {
            let to = if step > 0 { open.lowest() } else { open.highest() };
            let here = L::Bits::single(to);
            open &= !here;
            let dirs = if straight_on && to == first { other | 1 << d } else { other };
            if self.chase_on(to, captured, jumps, dirs, ground) {
                leads_on = true;
            } else {
                stops |= here;
            }
        }
        // A capture must be finished: where one landing square leads on, those that do not are out (FMJD 4.6).
        if !leads_on && u64::from(jumps) >= self.best {
            if u64::from(jumps) > self.best {
                self.best = u64::from(jumps);
                self.sink.clear();
            }
            self.sink.ends(self.start as u8, stops, captured, jumps < 3);
        }
    }
}
