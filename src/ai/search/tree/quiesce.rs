//! The end of the search: captures are played out before a position is judged.

use super::Tree;
use crate::ai::score::{INFINITY, Value};
use crate::ai::search::figures as f;
use crate::ai::search::node::Node;
use crate::rules::{Bits, Goal, Law, Turn, can_capture, generate};

impl<L: Law> Tree<L> {
    /// Quiescence, where the full-width search hands a position over. What it takes to settle it is bounded: on boards full of
    /// kings the captures would go on for hours, and here nobody can stop them.
    #[inline(always)]
    pub(super) fn settle<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.settled_by = self.nodes + f::MOST_QUIET;
        self.quiesce(turn, node, alpha, beta, ply, self.figures.threat_plies)
    }

    /// The end of the search: captures are played out, since they are compulsory; elsewhere the position is judged, after
    /// one more full ply where the opponent threatens to capture.
    #[inline(never)]
    fn quiesce<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        threat_plies: u8,
    ) -> Value {
        self.nodes += 1;
        if ply <= f::MOST_PLIES {
            self.lines[ply].clear();
        }
        if self.law.facts().goal == Goal::Crown && node.board.kings.any() {
            return self.ended(ply);
        }
        let captures = can_capture(self.law, turn, &node.board);
        let compulsory = captures && self.law.facts().must_capture;
        if !captures && !self.can_step(turn, node) {
            return self.ended(ply);
        }
        if !node.counts.none() && (self.draws.drawn(node.counts, &node.board) || self.repeats(node)) {
            return 0;
        }
        if !captures && let Some(value) = self.looked_up(turn, node) {
            return value;
        }
        let mut best = -INFINITY;
        let sees = ply < self.sight && ply < f::MOST_PLIES && self.nodes < self.settled_by;
        let threatened = !compulsory
            && threat_plies > 0
            && sees
            && can_capture(self.law, turn.other(), &node.board.passed());
        if threatened && !captures && beta - alpha == 1 {
            let stands = self.eval.value(turn, &node.board, node.sum);
            if stands <= alpha - self.figures.threat_low {
                return stands;
            }
        }
        let judged = if compulsory { !sees } else { !threatened };
        if judged {
            best = self.eval.value(turn, &node.board, node.sum);
            if compulsory || !captures || best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.steps.len();
        generate(self.law, turn, &node.board, node.rested(self.law, turn), &mut self.steps);
        let end = self.steps.len();
        let threat_plies = if captures { threat_plies } else { threat_plies - 1 };
        for i in first..end {
            let step = self.steps[i];
            if !step.captured.any() && captures {
                break; // Home rules: only the captures are played out.
            }
            let next = node.after(self.law, turn, &self.eval, &self.draws, &step);
            let value = -self.quiesce(turn.other(), &next, -beta, -alpha, ply + 1, threat_plies);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                    self.lengthen_line(ply, step);
                }
            }
        }
        self.steps.truncate(first);
        best
    }
}
