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
        let mut stack = Vec::with_capacity(1024);
        match (self.side, self.bulk) {
            (Side::White, true) => {
                leaves::<L, board::White, true>(law, &board, rested, self.depth, &mut stack)
            }
            (Side::White, false) => {
                leaves::<L, board::White, false>(law, &board, rested, self.depth, &mut stack)
            }
            (Side::Black, true) => {
                leaves::<L, board::Black, true>(law, &board, rested, self.depth, &mut stack)
            }
            (Side::Black, false) => {
                leaves::<L, board::Black, false>(law, &board, rested, self.depth, &mut stack)
            }
        }
    }
}

fn leaves<L: Law, T: Turn, const BULK: bool>(
    law: L,
    board: &Board<L::Bits>,
    rested: L::Bits,
    depth: u32,
    stack: &mut Vec<Step<L::Bits>>,
) -> u64 {
    if BULK && depth == 1 {
        return movegen::count::<L, T>(law, board, rested, stack);
    }
    let mut n = 0;
    if depth == 1 {
        let board = *board;
        movegen::each::<L, T>(law, &board, rested, stack, |change, _| {
            // The leaf is made, though nobody looks at it.
            black_box(board.changed(&change));
            n += 1;
        });
        return n;
    }
    movegen::each::<L, T>(law, board, rested, stack, |change, stack| {
        n += leaves::<L, T::Other, BULK>(law, &board.changed(&change), L::Bits::EMPTY, depth - 1, stack);
    });
    n
}
