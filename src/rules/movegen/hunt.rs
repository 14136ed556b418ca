//! The search for captures of any length, under any law.

use super::super::geometry::dir;
use super::super::{Bits, Board, Law, Priority, Step, Turn};

/// All legal captures, put into `out`. `hunters` are the pieces that can capture. The sets come one by one, in registers:
/// a board would make every caller store its own.
#[inline(never)]
pub(super) fn captures<L: Law, T: Turn>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    hunters: L::Bits,
    out: &mut Vec<Step<L::Bits>>,
) {
    let (base, board) = (out.len(), Board { mine, theirs, kings });
    Hunt::<L, T, _>::new(law, turn, &board, Steps { out, base }).all(hunters);
}

/// How many legal captures there are. `scratch` comes back as it was given.
#[inline(never)]
pub(super) fn count_captures<L: Law, T: Turn>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    hunters: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let (base, board) = (scratch.len(), Board { mine, theirs, kings });
    let mut hunt = Hunt::<L, T, _>::new(law, turn, &board, Tally { n: 0, met: Steps { out: scratch, base } });
    hunt.all(hunters);
    let n = hunt.sink.n + (hunt.sink.met.out.len() - base) as u64;
    scratch.truncate(base);
    n
}

/// What becomes of each capture found.
pub(in super::super) trait Sink<B: Bits> {
    /// Whether different routes of one move are wanted, each for itself.
    const ROUTES: bool;
    /// Whether the search is worth much code for its speed.
    const QUICK: bool;
    /// A better capture was found: all before are void.
    fn clear(&mut self);
    /// A capture that is as good as the best so far. Unless `fresh`, another route may have brought it before.
    fn push(&mut self, step: Step<B>, jumps: u8, fresh: bool);
    /// The same for captures of a king with the same victims, one for each square of `ends`.
    #[inline(always)]
    fn ends(&mut self, from: u8, ends: B, captured: B, fresh: bool) {
        for to in ends.iter() {
            self.push(Step { from, to: to as u8, crowns: false, captured }, 0, fresh);
        }
    }
    /// A jump was made as the capture's number `n` (from 0) over the piece at `victim`, landing at `to`.
    fn jump(&mut self, n: u8, victim: B, to: u32);
}

struct Steps<'a, B> {
    out: &'a mut Vec<Step<B>>,
    base: usize,
}

impl<B: Bits> Sink<B> for Steps<'_, B> {
    const ROUTES: bool = false;
    const QUICK: bool = true;
    #[inline(always)]
    fn clear(&mut self) {
        self.out.truncate(self.base);
    }
    #[inline(always)]
    fn push(&mut self, step: Step<B>, _: u8, fresh: bool) {
        if fresh || !self.out[self.base..].contains(&step) {
            self.out.push(step);
        }
    }
    #[inline(always)]
    fn jump(&mut self, _: u8, _: B, _: u32) {}
}

/// Counts what was found, and keeps only what may be found again.
struct Tally<'a, B> {
    n: u64,
    met: Steps<'a, B>,
}

impl<B: Bits> Sink<B> for Tally<'_, B> {
    const ROUTES: bool = false;
    const QUICK: bool = true;
    #[inline(always)]
    fn clear(&mut self) {
        self.n = 0;
        self.met.clear();
    }
    #[inline(always)]
    fn push(&mut self, step: Step<B>, jumps: u8, fresh: bool) {
        if fresh {
            self.n += 1;
        } else {
            self.met.push(step, jumps, false);
        }
    }
    #[inline(always)]
    fn ends(&mut self, from: u8, ends: B, captured: B, fresh: bool) {
        if fresh {
            self.n += u64::from(ends.count());
        } else {
            self.met.ends(from, ends, captured, false);
        }
    }
    #[inline(always)]
    fn jump(&mut self, _: u8, _: B, _: u32) {}
}

/// No jump was made yet.
const NO_DIRECTION: usize = 8;

/// What was captured so far on the way.
#[derive(Clone, Copy)]
struct Chain<B> {
    captured: B,
    jumps: u8,
    kings: u8,
    /// For the Italian choice: a bit for each jump, the first highest, set where a king was taken.
    order: u32,
    /// Direction of the last jump, or [`NO_DIRECTION`].
    last: usize,
    crowned: bool,
}

/// Places reached before: the pieces taken, the square, the circumstances, and whether the capture could go on. One place
/// in each slot, the newest: a list that is looked through would cost more than it spares where there are thousands.
pub(super) struct Visited<B>(Vec<(B, u8, u16, bool)>);

impl<B: Bits> Visited<B> {
    const SLOTS: usize = 2048;

    fn slot(captured: B, at: u32, how: u16) -> usize {
        let wide = captured.wide();
        let mixed = (wide as u64 ^ (wide >> 64) as u64)
            .wrapping_add(u64::from(at) << 16 | u64::from(how))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 53) as usize % Self::SLOTS
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    /// Out of line, as `keep` is: only long captures come here, and all others would carry the code about.
    #[cold]
    #[inline(never)]
    pub(super) fn find(&self, captured: B, at: u32, how: u16) -> Option<bool> {
        let (taken, place, circumstances, could) = *self.0.get(Self::slot(captured, at, how))?;
        (taken == captured && u32::from(place) == at && circumstances == how).then_some(could)
    }

    /// Some piece must have been taken: an empty set marks a slot that holds nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn keep(&mut self, captured: B, at: u32, how: u16, could: bool) {
        if self.0.is_empty() {
            self.0.resize(Self::SLOTS, (B::EMPTY, 0, 0, false));
        }
        self.0[Self::slot(captured, at, how)] = (captured, at as u8, how, could);
    }
}

/// The search for the captures of one side.
pub(in super::super) struct Hunt<'a, L: Law, T, S> {
    pub(super) law: L,
    pub(super) board: &'a Board<L::Bits>,
    pub(super) sink: S,
    /// The square that the capturing piece left.
    pub(super) start: u32,
    /// Whether it left it as a king.
    king: bool,
    /// The free squares once the piece is lifted: its own start is one of them.
    pub(super) free: L::Bits,
    /// The key of the best captures so far.
    pub(super) best: u64,
    /// Places reached before with the same pieces taken: the rest is then the same too. Without it a board full of
    /// pieces has routes by the thousand (case B007).
    pub(super) visited: Visited<L::Bits>,
    turn: T,
}

impl<'a, L: Law, T: Turn, S: Sink<L::Bits>> Hunt<'a, L, T, S> {
    pub(in super::super) fn new(law: L, turn: T, board: &'a Board<L::Bits>, sink: S) -> Self {
        let free = L::Bits::EMPTY;
        Self { law, board, sink, start: 0, king: false, free, best: 0, visited: Visited(Vec::new()), turn }
    }

    /// Finds the legal captures of these pieces, which must be all that can capture.
    pub(in super::super) fn all(&mut self, hunters: L::Bits) {
        for from in hunters.iter() {
            let lifted = L::Bits::single(from);
            self.start = from;
            self.king = (self.board.kings & lifted).any();
            self.free = self.law.board() & !(self.board.occupied() & !lifted);
            self.visited.clear();
            let chain = Chain {
                captured: L::Bits::EMPTY,
                jumps: 0,
                kings: 0,
                order: 0,
                last: NO_DIRECTION,
                crowned: false,
            };
            if self.king && Self::chases(self.law) {
                self.chase(from);
            } else if self.king {
                self.king_from(from, chain, 0);
            } else {
                self.man_from(from, chain);
            }
        }
    }

    /// The free squares in mid-capture (W64-9: jumped pieces still lie there).
    #[inline(always)]
    fn free(&self, chain: &Chain<L::Bits>) -> L::Bits {
        if self.law.facts().lifted_at_once { self.free | chain.captured } else { self.free }
    }

    /// What may still be jumped (W64-18).
    #[inline(always)]
    fn prey(&self, chain: &Chain<L::Bits>, king: bool) -> L::Bits {
        let prey = self.board.theirs & !chain.captured;
        if king || self.law.facts().men_capture_kings { prey } else { prey & !self.board.kings }
    }

    #[inline(always)]
    fn turns_back(&self, chain: &Chain<L::Bits>, d: usize) -> bool {
        // Where jumped pieces stay, the way back is blocked by the one just jumped.
        !self.law.facts().may_turn_back && chain.last == dir::opposite(d)
    }

    #[inline(always)]
    fn with(&mut self, chain: &Chain<L::Bits>, victim: L::Bits, d: usize, to: u32) -> Chain<L::Bits> {
        self.sink.jump(chain.jumps, victim, to);
        let king = (self.board.kings & victim).any();
        Chain {
            captured: chain.captured | victim,
            jumps: chain.jumps + 1,
            kings: chain.kings + u8::from(king),
            order: chain.order | u32::from(king) << (31 - u32::from(chain.jumps).min(31)),
            last: d,
            crowned: chain.crowned,
        }
    }

    /// Captures on with a man; whether it could.
    fn man_from(&mut self, at: u32, chain: Chain<L::Bits>) -> bool {
        let facts = self.law.facts();
        if let Some(could) = self.seen(at, &chain, 0) {
            return could;
        }
        let here = L::Bits::single(at);
        let (free, prey) = (self.free(&chain), self.prey(&chain, false));
        let promotion = self.law.promotion(self.turn.side());
        let mut could = false;
        each_direction!(L::FIXED && S::QUICK, facts.man_captures(self.turn.side()), d => {
            let victim = here.shifted(self.law.step(d)) & prey;
            let landing = victim.shifted(self.law.step(d)) & free;
            if landing.any() && !self.turns_back(&chain, d) {
                could = true;
                let to = landing.lowest();
                let mut next = self.with(&chain, victim, d, to);
                let on_promotion = (landing & promotion).any();
                if facts.crowned_in_passing && on_promotion {
                    next.crowned = true;
                    if !self.king_from(to, next, 0) {
                        self.finish(to, next, true);
                    }
                } else if !self.man_from(to, next) {
                    self.finish(to, next, on_promotion); // W64-13, W64-14
                }
            }
        });
        self.remember(at, &chain, 0, could);
        could
    }

    /// Captures on with a king, in no direction of `skip`; whether it could.
    fn king_from(&mut self, at: u32, chain: Chain<L::Bits>, skip: u8) -> bool {
        let facts = self.law.facts();
        if let Some(could) = self.seen(at, &chain, skip) {
            return could;
        }
        let (free, prey) = (self.free(&chain), self.prey(&chain, true));
        let mut could = false;
        each_direction!(L::FIXED && S::QUICK, facts.king_captures() & !skip, d => {
            let step = self.law.step(d);
            let victim = if facts.flying {
                self.law.blocker(at, d, self.law.board() & !free)
            } else {
                L::Bits::single(at).shifted(step)
            } & prey;
            let landing = victim.shifted(step) & free;
            if landing.any() && !self.turns_back(&chain, d) {
                could = true;
                if facts.flying && !facts.lands_behind {
                    self.land_anywhere(&chain, victim, landing, d);
                } else {
                    let to = landing.lowest();
                    let next = self.with(&chain, victim, d, to);
                    if !self.king_from(to, next, 0) {
                        self.finish(to, next, chain.crowned);
                    }
                }
            }
        });
        self.remember(at, &chain, skip, could);
        could
    }

    /// A flying king has jumped `victim` in direction `d`: tries every landing square from `landing` on (W64-16).
    #[inline(always)]
    fn land_anywhere(&mut self, chain: &Chain<L::Bits>, victim: L::Bits, landing: L::Bits, d: usize) {
        let step = self.law.step(d);
        let free = if self.law.facts().lifted_at_once { self.free(chain) | victim } else { self.free(chain) };
        let first = landing.lowest();
        let mut squares = landing | self.law.reach(first, d, self.law.board() & !free);
        // The next piece straight ahead is the same from every landing square: one of them looks at it for all. The
        // nearest does, since the notation names the square behind the captured piece where there is no turn.
        let ahead = self.law.blocker(first, d, self.law.board() & !free) & self.prey(chain, true) & !victim;
        let straight_on = (ahead.shifted(step) & free).any();
        // A capture must be finished: where one landing square leads on, those that do not are out (FMJD 4.6).
        let mut stops = L::Bits::EMPTY;
        let mut leads_on = straight_on;
        while squares.any() {
            let to = if step > 0 { squares.lowest() } else { squares.highest() };
            let here = L::Bits::single(to);
            squares &= !here;
            let skip = if straight_on && (to == first || S::ROUTES) { 0 } else { 1 << d };
            let next = self.with(chain, victim, d, to);
            if self.king_from(to, next, skip) {
                leads_on = true;
            } else {
                stops |= here;
            }
        }
        if !leads_on {
            for to in stops.iter() {
                let next = self.with(chain, victim, d, to);
                self.finish(to, next, chain.crowned);
            }
        }
    }

    /// A capture that can't go on ends on `to`.
    fn finish(&mut self, to: u32, chain: Chain<L::Bits>, crowns: bool) {
        let key = self.key(&chain);
        if key < self.best {
            return;
        }
        if key > self.best {
            self.best = key;
            self.sink.clear();
        }
        let step = Step {
            from: self.start as u8,
            to: to as u8,
            crowns: !self.king && crowns,
            captured: chain.captured,
        };
        self.sink.push(step, chain.jumps, !self.may_meet(&chain));
    }

    /// The rank of a capture: only those with the highest may be chosen (W64-17; RULES.md, section 2).
    #[inline(always)]
    fn key(&self, chain: &Chain<L::Bits>) -> u64 {
        let (jumps, kings, mover) = (u64::from(chain.jumps), u64::from(chain.kings), u64::from(self.king));
        match self.law.facts().priority {
            Priority::None => 0,
            Priority::Most => jumps,
            // n kings are worth more than 2n - 1 men and less than 2n men (WFD 11); men + 2 kings = jumps + kings.
            Priority::Frisian => (1000 * (jumps + kings) - kings) * 2 + mover,
            Priority::Italian => jumps << 48 | mover << 47 | kings << 40 | u64::from(chain.order),
            Priority::Spanish => jumps << 8 | kings,
            Priority::Czech => mover,
        }
    }

    /// Whether another route may have come to the same place over the same pieces. That takes three jumps; two where a
    /// king may turn back, since then it jumps the next piece behind it from every square where it landed.
    #[inline(always)]
    fn may_meet(&self, chain: &Chain<L::Bits>) -> bool {
        chain.jumps >= if self.law.facts().may_turn_back { 2 } else { 3 }
    }

    /// Below five jumps there are few routes, and looking each up costs the quick search more than going on. The Italian
    /// choice tells routes apart by their order.
    #[inline(always)]
    fn remembers(&self, chain: &Chain<L::Bits>) -> bool {
        let worth = if S::QUICK { chain.jumps >= 5 } else { self.may_meet(chain) };
        !S::ROUTES && worth && self.law.facts().priority != Priority::Italian
    }

    /// What else the rest of a capture depends on, beside the square and the pieces taken.
    #[inline(always)]
    fn circumstances(&self, chain: &Chain<L::Bits>, skip: u8) -> u16 {
        let last = if self.law.facts().lifted_at_once { chain.last as u16 } else { 0 };
        u16::from(skip) | u16::from(chain.crowned) << 8 | last << 9
    }

    #[inline(always)]
    fn seen(&self, at: u32, chain: &Chain<L::Bits>, skip: u8) -> Option<bool> {
        if !self.remembers(chain) {
            return None;
        }
        let circumstances = self.circumstances(chain, skip);
        self.visited.find(chain.captured, at, circumstances)
    }

    #[inline(always)]
    fn remember(&mut self, at: u32, chain: &Chain<L::Bits>, skip: u8, could: bool) {
        if self.remembers(chain) {
            let circumstances = self.circumstances(chain, skip);
            self.visited.keep(chain.captured, at, circumstances, could);
        }
    }
}
