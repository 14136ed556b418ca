//! The move generator, written once for all rule sets.
//!
//! Quiet moves come from shifts of whole sets (`quiet`). What can be jumped first is read off sets too (`first`); where
//! that is not all, captures come from a search over jumps (`hunt`). The result is the set of *different* moves: (from, to,
//! set of captured pieces). RULES.md, section 1, tells the algorithm.

#[macro_use]
mod directions;
mod chase;
mod first;
mod hunt;
mod quiet;

use self::first::{Jumps, Reach};
use self::hunt::{captures, count_captures};
use self::quiet::{count_quiets, quiet_changes};
use super::{Bits, Black, Board, Change, Law, Side, Step, Turn, White};

pub(super) use self::hunt::{Hunt, Sink};
pub use self::quiet::quiets;

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
            Reach::One(_) => jumps.each(law, turn, board, |change| out.push(board.step(&change))),
            Reach::Two => jumps.each_two(law, turn, board, |change| out.push(board.step(&change))),
            // The side matters only for the promotion row there: the page does with one copy.
            Reach::More if cfg!(feature = "lean") => {
                captures(law, turn.side(), board.mine, board.theirs, board.kings, jumps.hunters(), out);
            }
            Reach::More => {
                captures(law, turn, board.mine, board.theirs, board.kings, jumps.hunters(), out);
            }
        }
        if law.facts().must_capture {
            return; // W64-11
        }
    }
    quiet_changes::<L, T, true>(law, turn, board, rested, |change| out.push(board.step(&change)));
}

/// Calls `then` with each legal move, in the order of [`generate`], no king being at rest. `scratch` comes back as it was
/// given, also within `then`, which gets it for the next ply. `KINGS`: whether the side may have kings at all.
#[inline(always)]
pub fn each<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    scratch: &mut Vec<Step<L::Bits>>,
    mut then: impl FnMut(Change<L::Bits>, &mut Vec<Step<L::Bits>>),
) {
    if over::<L>(law, board) {
        return;
    }
    let jumps = Jumps::<_, KINGS>::find(law, turn, board);
    if jumps.any() {
        match jumps.reach(law, turn, board) {
            Reach::One(_) => jumps.each(law, turn, board, |change| then(change, scratch)),
            Reach::Two => jumps.each_two(law, turn, board, |change| then(change, scratch)),
            Reach::More => {
                let base = scratch.len();
                captures(law, turn, board.mine, board.theirs, board.kings, jumps.hunters(), scratch);
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
    quiet_changes::<L, T, KINGS>(law, turn, board, L::Bits::EMPTY, |change| then(change, scratch));
}

/// Whether the game was over before this move: the first king ends a game of Breakthrough.
#[inline(always)]
fn over<L: Law>(law: L, board: &Board<L::Bits>) -> bool {
    law.facts().goal == super::Goal::Crown && board.kings.any()
}

/// How many legal steps there are, no king being at rest. The sets come one by one, in registers, which are all its own.
#[inline(always)]
pub fn count<L: Law, T: Turn>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    if (mine & kings).any() {
        return count_of::<L, T, true>(law, turn, mine, theirs, kings, scratch);
    }
    count_of::<L, T, false>(law, turn, mine, theirs, kings, scratch)
}

/// The same where the kings are known. Apart, so that the much commoner case without kings stays small.
#[inline(never)]
pub(super) fn count_of<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    scratch: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let board = &Board { mine, theirs, kings };
    if over::<L>(law, board) {
        return 0;
    }
    let jumps = Jumps::<_, KINGS>::find(law, turn, board);
    let mut n = 0;
    if jumps.any() {
        n = match jumps.reach(law, turn, board) {
            Reach::One(kings) => jumps.count() + u64::from(kings),
            Reach::Two => jumps.count_two(law),
            Reach::More => {
                count_captures(law, turn, board.mine, board.theirs, board.kings, jumps.hunters(), scratch)
            }
        };
        if law.facts().must_capture {
            return n;
        }
    }
    // How far kings can go was seen when their captures were looked for.
    let strolls = law.facts().flying.then_some(jumps.strolls);
    n + count_quiets::<L, T, KINGS>(law, turn, board, strolls)
}

/// Whether the side to move must (or, in some home rules, may) capture.
#[inline(always)]
pub fn can_capture<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> bool {
    Jumps::<_, true>::find(law, turn, board).any()
}

/// The pieces that can capture something, before any choice of the best captures.
#[inline(always)]
pub fn hunters<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    if L::FIXED || cfg!(not(feature = "lean")) {
        hunters_here(law, turn, board)
    } else {
        hunters_apart(law, turn, board)
    }
}

/// Where nothing folds, one copy is enough for the page.
#[inline(never)]
fn hunters_apart<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    hunters_here(law, turn, board)
}

#[inline(always)]
fn hunters_here<L: Law, T: Turn>(law: L, turn: T, board: &Board<L::Bits>) -> L::Bits {
    Jumps::<_, true>::find(law, turn, board).hunters()
}
