//! The first jumps of a whole side, read off sets of squares. Mostly they are the captures already; seeing so saves the
//! search.

use super::super::geometry::dir;
use super::super::{Bits, Board, Change, Law, Priority, Turn};

/// What every piece of a side can jump first. `KINGS`: whether the side may have kings at all.
pub(super) struct Jumps<B, const KINGS: bool> {
    /// The men that can jump in each direction. Short kings are among them where they capture like men.
    men: [B; 8],
    /// The kings that can jump, if they capture otherwise than men.
    kings: B,
    /// The squares from which a man could jump in each direction, if one stood there.
    open: [B; 8],
    /// How many quiet moves flying kings have.
    pub(super) strolls: u32,
}

/// The pieces behind which there is room, for a flying king's captures: by diagonal (NW and SE, NE and SW), those that it can
/// jump up the board, and down.
#[derive(Clone, Copy)]
pub(super) struct Victims<B> {
    up: [B; 2],
    down: [B; 2],
}

impl<B: Bits> Victims<B> {
    #[inline(always)]
    pub(super) fn find<L: Law<Bits = B>>(law: L, theirs: B, free: B) -> Self {
        let jumped = |d| free.shifted(-law.step(d)) & theirs;
        Self { up: [jumped(dir::NW), jumped(dir::NE)], down: [jumped(dir::SE), jumped(dir::SW)] }
    }

    /// Those in direction `d`.
    #[inline(always)]
    pub(super) fn towards(&self, d: usize) -> B {
        let diagonal = diagonal_of(d);
        if d == dir::NW || d == dir::NE { self.up[diagonal] } else { self.down[diagonal] }
    }

    /// Those on a diagonal that a king on `from` can jump, out of all that it sees there.
    #[inline(always)]
    pub(super) fn seen(&self, diagonal: usize, view: B, from: B) -> B {
        let (up, down) = (self.up[diagonal], self.down[diagonal]);
        view & (up ^ (up ^ down) & from.and_on())
    }
}

/// Which of the two diagonals a direction follows: 0 for that of NW and SE, 1 for that of NE and SW.
#[inline(always)]
pub(super) fn diagonal_of(d: usize) -> usize {
    usize::from(d == dir::NE || d == dir::SW)
}

/// The part of a set that lies in direction `d` from the one square `from`, if all of it is on that diagonal.
#[inline(always)]
pub(super) fn towards<L: Law>(law: L, d: usize, from: L::Bits, set: L::Bits) -> L::Bits {
    if law.step(d) > 0 { set & from.and_on() } else { set & !from.and_on() }
}

/// What a look at the first jumps says of a side's captures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// No piece can jump on, and the first jumps are the legal captures; so many of them are flying kings'.
    One(u32),
    /// Men can jump twice and no more, and those captures are the legal ones.
    Two,
    /// It takes a search to say.
    More,
}

impl<B: Bits, const KINGS: bool> Jumps<B, KINGS> {
    #[inline(always)]
    pub(super) fn find<L: Law<Bits = B>, T: Turn>(law: L, turn: T, board: &Board<B>) -> Self {
        let facts = law.facts();
        let free = law.board() & !board.occupied();
        let mut jumps = Self { men: [B::EMPTY; 8], kings: B::EMPTY, open: [B::EMPTY; 8], strolls: 0 };
        let mut men = board.mine;
        let prey = if facts.men_capture_kings { board.theirs } else { board.theirs & !board.kings };
        let apart = facts.flying
            || !facts.men_capture_kings
            || facts.man_captures(turn.side()) != facts.king_captures();
        if KINGS && apart {
            men &= !board.kings;
            let kings = board.mine & board.kings;
            if facts.flying {
                jumps.look_around(law, board, kings, free);
            } else if kings.any() {
                for d in 0..8 {
                    if facts.king_captures() >> d & 1 == 1 {
                        let back = -law.step(d);
                        jumps.kings |= kings & (free.shifted(back) & board.theirs).shifted(back);
                    }
                }
            }
        }
        let dirs = facts.man_captures(turn.side());
        for d in 0..8 {
            if dirs >> d & 1 == 1 {
                let back = -law.step(d);
                let open = (free.shifted(back) & prey).shifted(back);
                jumps.open[d] = open;
                jumps.men[d] = men & open;
            }
        }
        jumps
    }

    /// What flying kings see. One by one: a side seldom has more than three, and filling whole sets in each direction costs
    /// as much as that.
    #[inline(always)]
    fn look_around<L: Law<Bits = B>>(&mut self, law: L, board: &Board<B>, kings: B, free: B) {
        let facts = law.facts();
        let occupied = board.occupied();
        if L::FIXED {
            let victims = Victims::find(law, board.theirs, free);
            for from in kings.singles() {
                let views = law.views(from.lowest(), occupied);
                self.strolls += ((views[0] | views[1]) & free).count();
                if (victims.seen(0, views[0], from) | victims.seen(1, views[1], from)).any() {
                    self.kings |= from;
                }
            }
            return;
        }
        for from in kings.singles() {
            let index = from.lowest();
            let (mut seen, mut behind) = (B::EMPTY, B::EMPTY);
            each_direction!(false, facts.king_captures(), d => {
                let view = law.view(index, d, occupied);
                if facts.king_steps() >> d & 1 == 1 {
                    seen |= view;
                }
                behind |= (view & board.theirs).shifted(law.step(d));
            });
            self.strolls += (seen & free).count();
            if (behind & free).any() {
                self.kings |= from;
            }
        }
    }

    #[inline(always)]
    pub(super) fn hunters(&self) -> B {
        self.men.iter().fold(self.kings, |all, men| all | *men)
    }

    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.hunters().any()
    }

    /// Where the men's first jumps end.
    #[inline(always)]
    fn landings<L: Law<Bits = B>>(&self, law: L) -> B {
        let mut landings = B::EMPTY;
        for d in 0..8 {
            landings |= jumped(law, self.men[d], d);
        }
        landings
    }

    /// How far the captures go. Mostly it is one jump, else often two; seeing so at a glance
    /// saves the search.
    #[inline(always)]
    pub(super) fn reach<L: Law<Bits = B>, T: Turn>(&self, law: L, turn: T, board: &Board<B>) -> Reach {
        if B::WIDTH > 64 && cfg!(feature = "lean") {
            // There it would cost the page 34 KB of code.
            return Reach::More;
        }
        let facts = law.facts();
        let landings = self.landings(law);
        if facts.crowned_in_passing && (landings & law.promotion(turn.side())).any() {
            return Reach::More;
        }
        let mut king_captures = 0;
        if KINGS && self.kings.any() {
            // Turning back over what it has lifted, a king sees past the square that it left.
            // The page does without this look at the main games: their search is quick enough and there anyway.
            let lean = L::FIXED && cfg!(feature = "lean");
            if lean || !facts.flying || facts.lands_behind || facts.may_turn_back {
                return Reach::More;
            }
            let Some(landings) = self.king_landings(law, board) else { return Reach::More };
            king_captures = landings;
        }
        // A second jump from where the first ended: it can't be the way back, for there the start square, which `open`
        // takes for occupied, is the only square behind; and no other second jump ends on it.
        let open = self.open.iter().fold(B::EMPTY, |all, open| all | *open);
        if (landings & open).is_empty() {
            let no_choice = matches!(facts.priority, Priority::None | Priority::Most);
            return if no_choice || board.kings.is_empty() { Reach::One(king_captures) } else { Reach::More };
        }
        if !Self::sees_two(law) || (KINGS && self.kings.any()) || self.three(law, landings) {
            Reach::More
        } else {
            Reach::Two
        }
    }

    /// How many captures the flying kings have, if none of them has a second jump. The square that a king left, which
    /// `occupied` still has, lies on the line of its first jump, so it neither stops nor opens a second one, which leads
    /// straight on or off that line.
    #[inline(always)]
    fn king_landings<L: Law<Bits = B>>(&self, law: L, board: &Board<B>) -> Option<u32> {
        let facts = law.facts();
        let occupied = board.occupied();
        let free = law.board() & !occupied;
        // The free squares from where a flying king could jump in each direction.
        let mut far = [B::EMPTY; 8];
        each_direction!(L::FIXED, facts.king_captures(), d => {
            let back = -law.step(d);
            let near = (free.shifted(back) & board.theirs).shifted(back);
            far[d] = near | law.filled(near & free, dir::opposite(d), free);
        });
        let (mut n, mut on) = (0, B::EMPTY);
        for from in self.kings.iter() {
            each_direction!(L::FIXED, facts.king_captures(), d => {
                let behind = (law.view(from, d, occupied) & board.theirs).shifted(law.step(d)) & free;
                if behind.any() {
                    let landings = behind | law.reach(behind.lowest(), d, occupied);
                    n += landings.count();
                    for (e, far) in far.iter().enumerate() {
                        if e != dir::opposite(d) {
                            on |= landings & *far;
                        }
                    }
                }
            });
        }
        on.is_empty().then_some(n)
    }

    /// Whether this law's double captures can be read off: diagonal jumps over pieces that stay, most pieces first.
    #[inline(always)]
    fn sees_two<L: Law<Bits = B>>(law: L) -> bool {
        let facts = law.facts();
        // The page does without: the search for captures is there anyway, and these are a tenth of the engine's bytes.
        !cfg!(feature = "lean")
            && facts.priority == Priority::Most
            && !facts.lifted_at_once
            && !facts.crowned_in_passing
            && !facts.orthogonal_captures
    }

    /// Whether a man can jump a third time. Three diagonal jumps never lead back to the start square, and the third can
    /// meet only the piece jumped last again, on the way back.
    #[inline(always)]
    fn three<L: Law<Bits = B>>(&self, law: L, landings: B) -> bool {
        let mut three = B::EMPTY;
        for e in 0..8 {
            let second = jumped(law, landings & self.open[e], e);
            for f in 0..8 {
                if f != dir::opposite(e) {
                    three |= second & self.open[f];
                }
            }
        }
        three.any()
    }

    /// The captures of one jump.
    #[inline(always)]
    pub(super) fn each<L: Law<Bits = B>, T: Turn>(
        &self,
        law: L,
        turn: T,
        board: &Board<B>,
        mut then: impl FnMut(Change<B>),
    ) {
        let facts = law.facts();
        let promotion = law.promotion(turn.side());
        each_direction!(L::FIXED, facts.man_captures(turn.side()), d => {
            for from in self.men[d].singles() {
                let captured = from.shifted(law.step(d));
                let to = captured.shifted(law.step(d));
                let was_king = KINGS && !facts.flying && (board.kings & from).any();
                then(Change { from, to, captured, king: if was_king { to } else { to & promotion } });
            }
        });
        if !KINGS {
            return;
        }
        let occupied = board.occupied();
        let free = law.board() & !occupied;
        each_direction!(L::FIXED, facts.king_captures(), d => {
            for from in self.kings.singles() {
                let captured = law.blocker(from.lowest(), d, occupied) & board.theirs;
                let behind = captured.shifted(law.step(d)) & free;
                if behind.any() {
                    for to in (behind | law.reach(behind.lowest(), d, occupied)).singles() {
                        then(Change { from, to, captured, king: to });
                    }
                }
            }
        });
    }

    /// The captures of two jumps.
    #[inline(always)]
    pub(super) fn each_two<L: Law<Bits = B>, T: Turn>(
        &self,
        law: L,
        turn: T,
        board: &Board<B>,
        mut then: impl FnMut(Change<B>),
    ) {
        let facts = law.facts();
        let promotion = law.promotion(turn.side());
        each_direction!(L::FIXED, dir::ALL, d => {
            let landings = jumped(law, self.men[d], d);
            each_direction!(L::FIXED, dir::ALL, e => {
                for middle in (landings & self.open[e]).singles() {
                    let first = middle.shifted(-law.step(d));
                    let second = middle.shifted(law.step(e));
                    let (from, to) = (first.shifted(-law.step(d)), second.shifted(law.step(e)));
                    let was_king = KINGS && !facts.flying && (board.kings & from).any();
                    let king = if was_king { to } else { to & promotion };
                    then(Change { from, to, captured: first | second, king });
                }
            });
        });
    }

    /// How many captures of one jump the men have.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        u64::from(self.men.iter().map(|men| men.count()).sum::<u32>())
    }

    #[inline(always)]
    pub(super) fn count_two<L: Law<Bits = B>>(&self, law: L) -> u64 {
        let mut n = 0;
        for d in 0..8 {
            let landings = jumped(law, self.men[d], d);
            for e in 0..8 {
                n += (landings & self.open[e]).count();
            }
        }
        u64::from(n)
    }
}

/// The free squares from where a flying king could jump along a diagonal.
#[inline(always)]
pub(super) fn crossings<L: Law>(
    law: L,
    victims: &Victims<L::Bits>,
    diagonal: usize,
    free: L::Bits,
) -> L::Bits {
    let mut crossings = L::Bits::EMPTY;
    each_direction!(L::FIXED, dir::DIAGONAL, d => {
        if diagonal_of(d) == diagonal {
            let near = victims.towards(d).shifted(-law.step(d)) & free;
            crossings |= near | law.filled(near, dir::opposite(d), free);
        }
    });
    crossings
}

/// Where jumps in direction `d` from these squares end.
#[inline(always)]
fn jumped<L: Law>(law: L, from: L::Bits, d: usize) -> L::Bits {
    from.shifted(law.step(d)).shifted(law.step(d))
}
