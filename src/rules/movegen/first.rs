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
    /// The same for a flying king; empty where the side has none.
    far: [B; 8],
}

/// What a look at the first jumps says of a side's captures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// No piece can jump on, and the first jumps are the legal captures.
    One,
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
        let mut jumps = Self { men: [B::EMPTY; 8], kings: B::EMPTY, open: [B::EMPTY; 8], far: [B::EMPTY; 8] };
        let mut men = board.mine;
        let prey = if facts.men_capture_kings { board.theirs } else { board.theirs & !board.kings };
        let apart = facts.flying
            || !facts.men_capture_kings
            || facts.man_captures(turn.side()) != facts.king_captures();
        if KINGS && apart {
            men &= !board.kings;
            let kings = board.mine & board.kings;
            if kings.any() {
                for d in 0..8 {
                    if facts.king_captures() >> d & 1 == 1 {
                        let back = -law.step(d);
                        let near = (free.shifted(back) & board.theirs).shifted(back);
                        let far = if facts.flying {
                            near | (near & free | law.filled(near & free, dir::opposite(d), free))
                                .shifted(back)
                        } else {
                            near
                        };
                        jumps.far[d] = far;
                        jumps.kings |= kings & far;
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
        if B::WIDTH > 64 {
            // On the two wide boards the sets are double words: it gains little there and costs the page 34 KB of code.
            return Reach::More;
        }
        let facts = law.facts();
        let landings = self.landings(law);
        if facts.crowned_in_passing && (landings & law.promotion(turn.side())).any() {
            return Reach::More;
        }
        if KINGS
            && self.kings.any()
            && (!facts.flying
                || facts.lands_behind
                // Turning back over what it has lifted, a king sees past the square that it left.
                || facts.may_turn_back
                || self.kings_jump_on(law, board))
        {
            return Reach::More;
        }
        // A second jump from where the first ended: it can't be the way back, for there the start square, which `open`
        // takes for occupied, is the only square behind; and no other second jump ends on it.
        let open = self.open.iter().fold(B::EMPTY, |all, open| all | *open);
        if (landings & open).is_empty() {
            let no_choice = matches!(facts.priority, Priority::None | Priority::Most);
            return if no_choice || board.kings.is_empty() { Reach::One } else { Reach::More };
        }
        if !Self::sees_two(law) || (KINGS && self.kings.any()) || self.three(law, landings) {
            Reach::More
        } else {
            Reach::Two
        }
    }

    /// Where the flying kings' first jumps in direction `d` end. Each square is reached by one king only: of two on a line
    /// the front one stops the other.
    #[inline(always)]
    fn king_landings<L: Law<Bits = B>>(&self, law: L, board: &Board<B>, d: usize) -> B {
        let free = law.board() & !board.occupied();
        let hunters = self.kings & self.far[d];
        let victims = (hunters | law.filled(hunters, d, free)).shifted(law.step(d)) & board.theirs;
        let behind = victims.shifted(law.step(d)) & free;
        behind | law.filled(behind, d, free)
    }

    /// Whether a flying king has a second jump. The square that it left, which `far` takes for occupied, lies on the line of
    /// the first jump, so it neither stops nor opens a second one, which leads straight on or off that line.
    #[inline(always)]
    fn kings_jump_on<L: Law<Bits = B>>(&self, law: L, board: &Board<B>) -> bool {
        let facts = law.facts();
        let mut on = B::EMPTY;
        for d in 0..8 {
            if facts.king_captures() >> d & 1 == 0 {
                continue;
            }
            let landings = self.king_landings(law, board, d);
            for e in 0..8 {
                if e != dir::opposite(d) {
                    on |= landings & self.far[e];
                }
            }
        }
        on.any()
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
        each_direction!(L::FIXED, facts.king_captures(), d => {
            for from in (self.kings & self.far[d]).singles() {
                let captured = law.blocker(from.lowest(), d, occupied);
                let behind = captured.shifted(law.step(d));
                for to in (behind | law.reach(behind.lowest(), d, occupied)).singles() {
                    then(Change { from, to, captured, king: to });
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

    #[inline(always)]
    pub(super) fn count<L: Law<Bits = B>>(&self, law: L, board: &Board<B>) -> u64 {
        let mut n: u32 = self.men.iter().map(|men| men.count()).sum();
        if KINGS && self.kings.any() {
            for d in 0..8 {
                if law.facts().king_captures() >> d & 1 == 1 {
                    n += self.king_landings(law, board, d).count();
                }
            }
        }
        u64::from(n)
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

/// Where jumps in direction `d` from these squares end.
#[inline(always)]
fn jumped<L: Law>(law: L, from: L::Bits, d: usize) -> L::Bits {
    from.shifted(law.step(d)).shifted(law.step(d))
}
