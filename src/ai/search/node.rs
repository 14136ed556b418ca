//! A position inside the search, and how it changes by a step.

use crate::ai::draws::{Counts, Draws};
use crate::ai::eval::Eval;
use crate::ai::random::mixed;
use crate::ai::score::Value;
use crate::rules::{Bits, Board, Law, Position, Side, Step, Turn, Zobrist};

/// For each side the king that moved last and how often in a row: `index << 8 | times`, 0 for none (Frisian, WFD 17).
pub(super) type Runs = [u16; 2];

/// A position with what is carried along from move to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<B> {
    pub(super) board: Board<B>,
    /// The hash of `rules`, or one that is as good where kings must rest.
    pub(super) hash: u64,
    /// The sum of the pieces' values, from White's point of view.
    pub(super) sum: Value,
    pub(super) counts: Counts,
    /// Plies since a position that can't come again, the game's own included.
    pub(super) reversible: u16,
    pub(super) runs: Runs,
}

impl<B: Bits> Node<B> {
    pub(super) fn of(position: &Position, eval: &Eval<B>, counts: Counts, reversible: u16) -> Self {
        let board = position.board();
        let board = Board {
            mine: B::narrow(board.mine),
            theirs: B::narrow(board.theirs),
            kings: B::narrow(board.kings),
        };
        let [white, black] = Side::BOTH.map(|side| B::narrow(position.side(side)));
        let geometry = position.variant().geometry();
        let runs = position.king_runs().map(|run| {
            run.map_or(0, |(square, n)| u16::from(geometry.index_of[square.index()]) << 8 | u16::from(n))
        });
        Self {
            board,
            hash: Zobrist::sets(white, black, board.kings, position.turn()) ^ runs_hash(runs),
            sum: eval.sum(white, black, board.kings),
            counts,
            reversible,
            runs,
        }
    }

    /// The king of the side to move that must rest (Frisian, WFD 17).
    #[inline(always)]
    pub(super) fn rested<L: Law<Bits = B>, T: Turn>(&self, law: L, turn: T) -> B {
        let limit = law.facts().same_king_limit;
        let run = self.runs[turn.side().index()];
        if limit > 0 && run & 255 >= u16::from(limit) { B::single(u32::from(run >> 8)) } else { B::EMPTY }
    }

    /// The position after a step of the side `T`.
    #[inline(always)]
    pub(super) fn after<L: Law<Bits = B>, T: Turn>(
        &self,
        law: L,
        turn: T,
        eval: &Eval<B>,
        draws: &Draws<B>,
        step: &Step<B>,
    ) -> Self {
        if L::FIXED {
            self.after_here(law, turn, eval, draws, step)
        } else {
            self.after_apart(law, turn, eval, draws, step)
        }
    }

    /// The hash after a man's step that takes and crowns nothing.
    #[inline(always)]
    pub(super) fn hash_after<T: Turn>(&self, turn: T, step: &Step<B>) -> u64 {
        let me = turn.side();
        let (from, to) = (u32::from(step.from), u32::from(step.to));
        self.hash ^ Zobrist::TURN ^ Zobrist::piece(me, from) ^ Zobrist::piece(me, to)
    }

    /// Where nothing folds, one copy is enough.
    #[inline(never)]
    fn after_apart<L: Law<Bits = B>, T: Turn>(
        &self,
        law: L,
        turn: T,
        eval: &Eval<B>,
        draws: &Draws<B>,
        step: &Step<B>,
    ) -> Self {
        self.after_here(law, turn, eval, draws, step)
    }

    #[inline(always)]
    fn after_here<L: Law<Bits = B>, T: Turn>(
        &self,
        law: L,
        turn: T,
        eval: &Eval<B>,
        draws: &Draws<B>,
        step: &Step<B>,
    ) -> Self {
        let (me, them) = (turn.side(), turn.side().other());
        let (from, to) = (u32::from(step.from), u32::from(step.to));
        let was_king = self.board.kings.has(from);
        let is_king = was_king || step.crowns;
        let board = self.board.after(step);
        let mut hash = self.hash ^ Zobrist::TURN ^ Zobrist::piece(me, from) ^ Zobrist::piece(me, to);
        if was_king {
            hash ^= Zobrist::crown(from);
        }
        if is_king {
            hash ^= Zobrist::crown(to);
        }
        let mut sum = self.sum - eval.piece(me, was_king, from) + eval.piece(me, is_king, to);
        for index in step.captured.iter() {
            let king = self.board.kings.has(index);
            hash ^= Zobrist::piece(them, index);
            if king {
                hash ^= Zobrist::crown(index);
            }
            sum -= eval.piece(them, king, index);
        }
        let captures = step.captured.any();
        // As in `rules::Game`: Turkish men move sideways and can come back.
        let fresh = captures || (!was_king && !law.facts().all_squares) || step.crowns;
        let mut runs = self.runs;
        if law.facts().same_king_limit > 0 {
            hash ^= runs_hash(runs);
            runs = self.next_runs(turn, step, &board, was_king && !captures);
            hash ^= runs_hash(runs);
        }
        Self {
            board,
            hash,
            sum,
            counts: draws.next(self.counts, &self.board, step, &board),
            reversible: if fresh { 0 } else { self.reversible.saturating_add(1) },
            runs,
        }
    }

    /// The counters of the three-move rule, as in `rules::Position`; `after` is seen by the opponent.
    fn next_runs<T: Turn>(&self, turn: T, step: &Step<B>, after: &Board<B>, quiet_king: bool) -> Runs {
        let (me, them) = (turn.side().index(), turn.side().other().index());
        let before = self.runs[me];
        let mut runs = [0; 2];
        if quiet_king && (self.board.mine & !self.board.kings).any() {
            let times =
                if before != 0 && before >> 8 == u16::from(step.from) { (before & 255) + 1 } else { 1 };
            runs[me] = u16::from(step.to) << 8 | times;
        }
        let theirs = self.runs[them];
        let still_there = theirs != 0 && (after.mine & after.kings).has(u32::from(theirs >> 8));
        if still_there && (after.mine & !after.kings).any() {
            runs[them] = theirs;
        }
        runs
    }
}

fn runs_hash(runs: Runs) -> u64 {
    if runs == [0; 2] { 0 } else { mixed(u64::from(runs[0]) << 16 | u64::from(runs[1])) }
}
