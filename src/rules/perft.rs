//! Counting the leaves of the game tree: the proof and the yardstick of a move generator.

use std::hint::black_box;

use super::moves::narrowed;
use super::{Bits, Board, Law, Position, Side, Step, Task, Turn, board, movegen};

/// How many sequences of `depth` legal moves there are from a position. Draw rules and the Frisian limit on king moves
/// after the first ply are left out, as in every published table.
///
/// With `bulk` the last ply is counted without being made.
///
/// ```
/// use damka::rules::{Position, perft, variant};
///
/// assert_eq!(perft(&Position::start(&variant::INTERNATIONAL), 5, true), 27_117);
/// ```
pub fn perft(position: &Position, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.variant().under_law(Perft {
        board: position.board(),
        side: position.turn(),
        depth,
        bulk,
        rested: position.rested(),
    })
}

struct Perft {
    board: Board<u128>,
    side: Side,
    depth: u32,
    bulk: bool,
    rested: u128,
}

impl Task for Perft {
    type Output = u64;

    fn run<L: Law>(self, law: L) -> u64 {
        let board = narrowed::<L>(&self.board);
        let rested = L::Bits::narrow(self.rested);
        // Only in the first ply may a king be at rest.
        let (mut steps, mut stack) = (Vec::new(), Vec::with_capacity(1024));
        movegen::generate(law, self.side, &board, rested, &mut steps);
        let (depth, stack) = (self.depth - 1, &mut stack);
        if depth == 0 {
            return steps.len() as u64;
        }
        steps.iter().fold(0, |n, step| {
            let Board { mine, theirs, kings } = board.after(step);
            n + match (self.side, self.bulk) {
                (Side::White, true) => {
                    leaves::<L, _, true>(law, board::Black, mine, theirs, kings, depth, stack)
                }
                (Side::White, false) => {
                    leaves::<L, _, false>(law, board::Black, mine, theirs, kings, depth, stack)
                }
                (Side::Black, true) => {
                    leaves::<L, _, true>(law, board::White, mine, theirs, kings, depth, stack)
                }
                (Side::Black, false) => {
                    leaves::<L, _, false>(law, board::White, mine, theirs, kings, depth, stack)
                }
            }
        })
    }
}

/// The three sets of the board come one by one, so that they travel in registers: stored in halves and loaded as one
/// vector they stalled the processor at every leaf.
fn leaves<L: Law, T: Turn, const BULK: bool>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    depth: u32,
    stack: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let kings_here = (mine & kings).any();
    if BULK && depth == 1 {
        movegen::count(law, turn, mine, theirs, kings, stack)
    } else if depth == 1 + u32::from(BULK) {
        // What is known of the kings of both sides need not be asked of each board.
        match (kings_here, BULK && (theirs & kings).any()) {
            (false, false) => last::<L, T, BULK, false, false>(law, turn, mine, theirs, kings, stack),
            (false, true) => last::<L, T, BULK, false, true>(law, turn, mine, theirs, kings, stack),
            (true, false) => last::<L, T, BULK, true, false>(law, turn, mine, theirs, kings, stack),
            (true, true) => last::<L, T, BULK, true, true>(law, turn, mine, theirs, kings, stack),
        }
    } else if kings_here {
        leaves_of::<L, T, BULK, true>(law, turn, mine, theirs, kings, depth, stack)
    } else {
        leaves_of::<L, T, BULK, false>(law, turn, mine, theirs, kings, depth, stack)
    }
}

/// The much commoner case without kings apart from the other, so that it stays small.
#[inline(never)]
fn leaves_of<L: Law, T: Turn, const BULK: bool, const KINGS: bool>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    depth: u32,
    stack: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let board = Board { mine, theirs, kings };
    let mut n = 0;
    movegen::each::<L, T, KINGS>(law, turn, &board, stack, |change, stack| {
        let Board { mine, theirs, kings } = board.changed_among::<KINGS>(&change);
        n += leaves::<L, _, BULK>(law, turn.other(), mine, theirs, kings, depth - 1, stack);
    });
    n
}

/// The last boards that are made: nine of ten. `THEIRS`: whether the other side may have kings.
#[inline(never)]
fn last<L: Law, T: Turn, const BULK: bool, const KINGS: bool, const THEIRS: bool>(
    law: L,
    turn: T,
    mine: L::Bits,
    theirs: L::Bits,
    kings: L::Bits,
    stack: &mut Vec<Step<L::Bits>>,
) -> u64 {
    let board = Board { mine, theirs, kings };
    let mut n = 0;
    movegen::each::<L, T, KINGS>(law, turn, &board, stack, |change, stack| {
        let Board { mine, theirs, kings } = board.changed_among::<KINGS>(&change);
        n += if !BULK {
            // The leaf is made, though nobody looks at it.
            black_box(mine);
            black_box(theirs);
            black_box(kings);
            1
        } else if THEIRS {
            movegen::count(law, turn.other(), mine, theirs, kings, stack)
        } else {
            movegen::count_of::<L, _, false>(law, turn.other(), mine, theirs, kings, stack)
        };
    });
    n
}
