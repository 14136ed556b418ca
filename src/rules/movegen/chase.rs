//! The search for a flying king's captures in the main games, by whole sets of landing squares.
//!
//! A king that has jumped along one diagonal goes on straight ahead, which is the same from wherever it landed, or along the
//! crossing diagonals, which only some landing squares allow: those are read off a set. All others end the capture, and
//! count as a set.

use super::super::geometry::dir;
use super::super::{Bits, Law, Priority, Turn};
use super::hunt::{Hunt, Sink};

/// From where a king can jump along each of the two diagonals, before anything is captured.
#[derive(Clone, Copy)]
struct Crossings<B> {
    /// Along the diagonal of NW and SE.
    falling: B,
    /// Along the diagonal of NE and SW.
    rising: B,
}

const FALLING: u8 = 1 << dir::NW | 1 << dir::SE;
const RISING: u8 = 1 << dir::NE | 1 << dir::SW;

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
        let (law, free, theirs) = (self.law, self.free, self.board.theirs);
        let (mut falling, mut rising) = (L::Bits::EMPTY, L::Bits::EMPTY);
        each_direction!(L::FIXED, dir::DIAGONAL, d => {
            let back = -law.step(d);
            let near = (free.shifted(back) & theirs).shifted(back) & free;
            let far = near | law.filled(near, dir::opposite(d), free);
            if FALLING >> d & 1 == 1 { falling |= far } else { rising |= far }
        });
        self.chase_on(from, L::Bits::EMPTY, 0, dir::DIAGONAL, Crossings { falling, rising });
    }

    /// Captures on from `at` in the directions `dirs`; whether it could.
    fn chase_on(
        &mut self,
        at: u32,
        captured: L::Bits,
        jumps: u32,
        dirs: u8,
        crossings: Crossings<L::Bits>,
    ) -> bool {
        let law = self.law;
        let remembered = jumps >= 5;
        if remembered {
            let before = self
                .visited
                .iter()
                .find(|v| v.0 == captured && u32::from(v.1) == at && v.2 == u16::from(dirs));
            if let Some(&(.., could)) = before {
                return could;
            }
        }
        let taken = law.board() & !self.free;
        let prey = self.board.theirs & !captured;
        let mut could = false;
        each_direction!(L::FIXED, dir::DIAGONAL, d => {
            if dirs >> d & 1 == 1 {
                let step = law.step(d);
                let victim = law.blocker(at, d, taken) & prey;
                let landing = victim.shifted(step) & self.free;
                if landing.any() {
                    could = true;
                    self.land(landing, captured | victim, jumps + 1, d, crossings);
                }
            }
        });
        if remembered {
            self.visited.push((captured, at as u8, u16::from(dirs), could));
        }
        could
    }

    /// A jump in direction `d` ended on `landing` or beyond; `captured` holds its victim too.
    #[inline(always)]
    fn land(
        &mut self,
        landing: L::Bits,
        captured: L::Bits,
        jumps: u32,
        d: usize,
        crossings: Crossings<L::Bits>,
    ) {
        let law = self.law;
        let step = law.step(d);
        let taken = law.board() & !self.free;
        let first = landing.lowest();
        let view = law.view(first, d, taken);
        let squares = landing | view & self.free;
        let ahead = view & self.board.theirs & !captured;
        let straight_on = (ahead.shifted(step) & self.free).any();
        let (across, other) =
            if FALLING >> d & 1 == 1 { (crossings.rising, RISING) } else { (crossings.falling, FALLING) };
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
            if self.chase_on(to, captured, jumps, dirs, crossings) {
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
