//! The move generator, written once for all rule sets.
//!
//! Quiet moves come from shifts of whole sets. Captures come from a search over jumps ([`Hunt`]); its result is the set
//! of *different* moves: (from, to, set of captured pieces). RULES.md, section 1, tells the algorithm.

use super::geometry::dir;
use super::{Bits, Black, Board, Change, Law, Priority, Side, Step, Turn, White};

/// Does something in each direction of a set. Where the law is fixed it is written out eight times, of which the compiler
/// keeps those in the set, each with its shifts folded in; a loop it would leave a loop. Elsewhere it is a loop, which is
/// less code.
macro_rules! each_direction {
    ($written:expr, $dirs:expr, $d:ident => $body:block) => {{
        let dirs: u8 = $dirs;
        if $written {
            each_direction!(@written dirs, $d => $body, 0 1 2 3 4 5 6 7);
        } else {
            for $d in 0..8 {
                if dirs >> $d & 1 == 1 $body
            }
        }
    }};
    (@written $dirs:ident, $d:ident => $body:block, $($n:literal)*) => {
        $(if $dirs >> $n & 1 == 1 {
            let $d: usize = $n;
            $body
        })*
    };
}

/// Does something for the side to move: where the law is fixed, with the side as a type.
macro_rules! by_turn {
    ($law:ident, $turn:ident => $body:expr) => {
        if $law::FIXED {
            match $turn.side() {
                Side::White => {
                    let $turn = White;
                    $body
                }
                Side::Black => {
                    let $turn = Black;
                    $body
                }
            }
        } else {
            $body
        }
    };
}

/// All legal steps, put into `out` after what it already holds.
///
/// `rested` is the king that may not make a quiet move (Frisian, WFD 17); empty elsewhere.
///
/// A side that is known only when the program runs gets the code written for it, where the law has such code.
#[inline(always)]
pub fn generate<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    out: &mut Vec<Step<L::Bits>>,
) {
    by_turn!(L, turn => generate_apart(law, turn, board, rested, out));
}

/// One copy for all who ask: inlined it would weigh more than what it saves.
#[inline(never)]
fn generate_apart<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    out: &mut Vec<Step<L::Bits>>,
) {
    if over::<L>(law, board) {
        return;
    }
    let jumps = Jumps::<_, true>::find(law, turn, board);
    if jumps.any() {
        match jumps.reach(law, turn, board) {
            Reach::One => jumps.each(law, turn, board, |change| out.push(board.step(&change))),
            Reach::Two => jumps.each_two(law, turn, board, |change| out.push(board.step(&change))),
            // The side matters only for the promotion row there: the page does with one copy.
            Reach::More if cfg!(feature = "lean") => {
                captures(law, turn.side(), board, jumps.hunters(), out);
            }
            Reach::More => captures(law, turn, board, jumps.hunters(), out),
        }
        if law.facts().must_capture {
            return; // W64-11
        }
    }
    quiet_changes::<L, T, true>(law, turn, board, rested, |change| out.push(board.step(&change)));
}

/// Calls `then` with each legal move, in the order of [`generate`]. `scratch` comes back as it was given, also within
/// `then`, which gets it for the next ply.
#[inline(always)]
pub fn each<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
    mut then: impl FnMut(Change<L::Bits>, &mut Vec<Step<L::Bits>>),
) {
    if over::<L>(law, board) {
        return;
    }
    if (board.mine & board.kings).any() {
        each_of::<L, T, true>(law, turn, board, rested, scratch, &mut then);
    } else {
        each_of::<L, T, false>(law, turn, board, rested, scratch, &mut then);
    }
}

#[inline(always)]
fn each_of<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
    then: &mut impl FnMut(Change<L::Bits>, &mut Vec<Step<L::Bits>>),
) {
    let jumps = Jumps::<_, KINGS>::find(law, turn, board);
    if jumps.any() {
        match jumps.reach(law, turn, board) {
            Reach::One => jumps.each(law, turn, board, |change| then(change, scratch)),
            Reach::Two => jumps.each_two(law, turn, board, |change| then(change, scratch)),
            Reach::More => {
                let base = scratch.len();
                captures(law, turn, board, jumps.hunters(), scratch);
                for i in base..scratch.len() {
                    let change = board.change(&scratch[i]);
                    then(change, scratch);
                }
                scratch.truncate(base);
            }
        }
        if law.facts().must_capture {
            return;
        }
    }
    quiet_changes::<L, T, KINGS>(law, turn, board, rested, |change| then(change, scratch));
}

/// Whether the game was over before this move: the first king ends a game of Breakthrough.
#[inline(always)]
fn over<L: Law>(law: L, board: &Board<L::Bits>) -> bool {
    law.facts().goal == super::Goal::Crown && board.kings.any()
}

/// How many legal steps there are.
#[inline(always)]
pub fn count<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    if over::<L>(law, board) {
        return 0;
    }
    if (board.mine & board.kings).any() {
        count_with_kings(law, turn, board, rested, scratch)
    } else {
        count_of::<L, T, false>(law, turn, board, rested, scratch)
    }
}

/// Apart, so that the much commoner case without kings stays small.
#[inline(never)]
fn count_with_kings<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    count_of::<L, T, true>(law, turn, board, rested, scratch)
}

#[inline(always)]
fn count_of<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let jumps = Jumps::<_, KINGS>::find(law, turn, board);
    let mut n = 0;
    if jumps.any() {
        n = match jumps.reach(law, turn, board) {
            Reach::One => jumps.count(law, board),
            Reach::Two => jumps.count_two(law),
            Reach::More => count_by_search(law, turn, board, jumps.hunters(), scratch),
        };
        if law.facts().must_capture {
            return n;
        }
    }
    n + count_quiets::<L, T, KINGS>(law, turn, board, rested)
}

#[inline(never)]
fn count_by_search<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    hunters: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let base = scratch.len();
    captures(law, turn, board, hunters, scratch);
    let n = scratch.len() - base;
    scratch.truncate(base);
    n as u64
}

/// Calls `then` with each quiet step: men first, by direction, then kings.
#[inline(always)]
pub fn quiets<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    mut then: impl FnMut(Step<L::Bits>),
) {
    quiet_changes::<L, T, true>(law, turn, board, rested, |change| then(board.step(&change)));
}

/// `KINGS`: whether the side may have kings at all.
#[inline(always)]
fn quiet_changes<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
    mut then: impl FnMut(Change<L::Bits>),
) {
    let free = law.board() & !board.occupied();
    let men = if KINGS { board.mine & !board.kings } else { board.mine };
    let promotion = law.promotion(turn.side());
    let captured = L::Bits::EMPTY;
    each_direction!(L::FIXED, law.facts().man_steps(turn.side()), d => {
        let back = -law.step(d);
        for to in (men.shifted(law.step(d)) & free).singles() {
            then(Change { from: to.shifted(back), to, captured, king: to & promotion }); // W64-13
        }
    });
    if !KINGS {
        return;
    }
    for from in (board.mine & board.kings & !rested).singles() {
        for to in king_reach(law, from.lowest(), free).singles() {
            then(Change { from, to, captured, king: to });
        }
    }
}

#[inline(always)]
fn count_quiets<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    rested: L::Bits,
) -> u64 {
    let free = law.board() & !board.occupied();
    let men = if KINGS { board.mine & !board.kings } else { board.mine };
    let dirs = law.facts().man_steps(turn.side());
    let mut n = 0;
    for d in 0..8 {
        if dirs >> d & 1 == 1 {
            n += (men.shifted(law.step(d)) & free).count();
        }
    }
    if KINGS && law.facts().flying {
        // All kings at once: of two on a line the front one stops the other, so that no square counts twice.
        let kings = board.mine & board.kings & !rested;
        each_direction!(L::FIXED, law.facts().king_steps(), d => {
            n += law.filled(kings, d, free).count();
        });
    } else if KINGS {
        for from in (board.mine & board.kings & !rested).iter() {
            n += king_reach(law, from, free).count();
        }
    }
    u64::from(n)
}

/// Where a king on `from` may go without capturing (W64-15).
#[inline(always)]
fn king_reach<L: Law>(law: L, from: u32, free: L::Bits) -> L::Bits {
    let facts = law.facts();
    let mut reach = L::Bits::EMPTY;
    each_direction!(L::FIXED, facts.king_steps(), d => {
        reach |= if facts.flying {
            law.reach(from, d, law.board() & !free)
        } else {
            L::Bits::single(from).shifted(law.step(d)) & free
        };
    });
    reach
}

/// Whether the side to move must (or, in some home rules, may) capture.
#[inline(always)]
pub fn can_capture<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> bool {
    Jumps::<_, true>::find(law, turn, board).any()
}

/// The pieces that can capture something, before any choice of the best captures.
#[inline(always)]
pub fn hunters<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    if L::FIXED { hunters_here(law, turn, board) } else { hunters_apart(law, turn, board) }
}

/// Where nothing folds, one copy is enough.
#[inline(never)]
fn hunters_apart<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    hunters_here(law, turn, board)
}

#[inline(always)]
fn hunters_here<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    Jumps::<_, true>::find(law, turn, board).hunters()
}

/// What every piece of a side can jump first. `KINGS`: whether the side may have kings at all.
struct Jumps<B, const KINGS: bool> {
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
enum Reach {
    /// No piece can jump on, and the first jumps are the legal captures.
    One,
    /// Men can jump twice and no more, and those captures are the legal ones.
    Two,
    /// It takes a search to say.
    More,
}

impl<B: Bits, const KINGS: bool> Jumps<B, KINGS> {
    #[inline(always)]
    fn find<L: Law<Bits = B>, T: Turn>(law: L, turn: T, board: &Board<B>) -> Self {
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
    fn hunters(&self) -> B {
        self.men.iter().fold(self.kings, |all, men| all | *men)
    }

    #[inline(always)]
    fn any(&self) -> bool {
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
    fn reach<L: Law<Bits = B>, T: Turn>(&self, law: L, turn: T, board: &Board<B>) -> Reach {
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
    fn each<L: Law<Bits = B>, T: Turn>(
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
    fn each_two<L: Law<Bits = B>, T: Turn>(
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
    fn count<L: Law<Bits = B>>(&self, law: L, board: &Board<B>) -> u64 {
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
    fn count_two<L: Law<Bits = B>>(&self, law: L) -> u64 {
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

/// All legal captures, put into `out`. `hunters` are the pieces that can capture.
#[inline(never)]
fn captures<L: Law, T: Turn>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    hunters: L::Bits,
    out: &mut Vec<Step<L::Bits>>,
) {
    let base = out.len();
    Hunt::<L, T, _>::new(law, turn, board, Steps { out, base }).all(hunters);
}

/// What becomes of each capture found.
pub(super) trait Sink<B> {
    /// Whether different routes of one move are wanted, each for itself.
    const ROUTES: bool;
    /// Whether the search is worth much code for its speed.
    const QUICK: bool;
    /// A better capture was found: all before are void.
    fn clear(&mut self);
    /// A capture that is as good as the best so far. Unless `fresh`, another route may have brought it before.
    fn push(&mut self, step: Step<B>, jumps: u8, fresh: bool);
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

/// The search for the captures of one side.
pub(super) struct Hunt<'a, L: Law, T, S> {
    law: L,
    board: &'a Board<L::Bits>,
    sink: S,
    /// The square that the capturing piece left.
    start: u32,
    /// Whether it left it as a king.
    king: bool,
    /// The free squares once the piece is lifted: its own start is one of them.
    free: L::Bits,
    /// The key of the best captures so far.
    best: u64,
    /// Places reached before with the same pieces taken: the rest is then the same too. Without it a board full of
    /// pieces has routes by the thousand (case B007).
    visited: Vec<(L::Bits, u8, u16, bool)>,
    turn: T,
}

impl<'a, L: Law, T: Turn, S: Sink<L::Bits>> Hunt<'a, L, T, S> {
    pub(super) fn new(law: L, turn: T, board: &'a Board<L::Bits>, sink: S) -> Self {
        let free = L::Bits::EMPTY;
        Self { law, board, sink, start: 0, king: false, free, best: 0, visited: Vec::new(), turn }
    }

    /// Finds the legal captures of these pieces, which must be all that can capture.
    pub(super) fn all(&mut self, hunters: L::Bits) {
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
            if self.king {
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

    /// The Italian choice tells routes apart by their order.
    #[inline(always)]
    fn remembers(&self, chain: &Chain<L::Bits>) -> bool {
        !S::ROUTES && self.may_meet(chain) && self.law.facts().priority != Priority::Italian
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
        self.visited
            .iter()
            .find(|&&(captured, place, how, _)| {
                captured == chain.captured && u32::from(place) == at && how == circumstances
            })
            .map(|&(.., could)| could)
    }

    #[inline(always)]
    fn remember(&mut self, at: u32, chain: &Chain<L::Bits>, skip: u8, could: bool) {
        if self.remembers(chain) {
            let circumstances = self.circumstances(chain, skip);
            self.visited.push((chain.captured, at as u8, circumstances, could));
        }
    }
}
