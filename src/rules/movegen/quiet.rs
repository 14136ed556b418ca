//! Quiet moves: shifts of whole sets for men, and what kings reach.

use super::super::{Bits, Board, Change, Law, Step, Turn};

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
pub(super) fn quiet_changes<L: Law, T: Turn, const KINGS: bool>(
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

/// How many quiet steps there are. `strolls`: how many of them are kings', if that is known.
#[inline(always)]
pub(super) fn count_quiets<L: Law, T: Turn, const KINGS: bool>(
    law: L,
    turn: T,
    board: &Board<L::Bits>,
    strolls: Option<u32>,
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
    match strolls {
        _ if !KINGS => {}
        Some(strolls) => n += strolls,
        None => {
            for from in (board.mine & board.kings).iter() {
                n += king_reach(law, from, free).count();
            }
        }
    }
    u64::from(n)
}

/// Where a king on `from` may go without capturing (W64-15).
#[inline(always)]
fn king_reach<L: Law>(law: L, from: u32, free: L::Bits) -> L::Bits {
    let facts = law.facts();
    if L::FIXED {
        let views = law.views(from, law.board() & !free);
        return (views[0] | views[1]) & free;
    }
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
