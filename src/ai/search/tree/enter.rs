//! The beginning and the end of a node of the full-width search.

use super::frame::{Frame, Stage};
use super::{STOPPED, Tree};
use crate::ai::score::{INFINITY, LEAST_WIN, Value, WIN};
use crate::ai::search::figures as f;
use crate::ai::search::node::Node;
use crate::ai::table::{Bound, Hint, Known};
use crate::rules::{Bits, Law, Turn, generate};

impl<L: Law> Tree<L> {
    /// Begins a node: what the rules and the table say at once, or the frame with the steps to be searched.
    #[allow(clippy::too_many_arguments, reason = "the side to move is mostly none: a type")]
    pub(super) fn enter<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        key: u64,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Result<Frame, Value> {
        if self.nodes >= self.stop_at {
            return Err(STOPPED);
        }
        self.nodes += 1;
        self.lines[ply].clear();
        if self.repeats(node) || self.draws.drawn(node.counts, &node.board) {
            // A win comes before any draw (RULES.md, section 4): who has no move has no draw either.
            return Err(if self.stuck(turn, node) { self.ended(ply) } else { 0 });
        }
        if ply >= f::MOST_PLIES {
            return Err(self.eval.value(turn, &node.board, node.sum));
        }
        // No win can be shorter than the one next ply, nor a loss than one now.
        let (low, high) = (ply as Value - WIN, WIN - ply as Value - 1);
        if high <= alpha {
            return Err(high);
        }
        if low >= beta {
            return Err(low);
        }
        let known = self.table.find(key, depth, ply);
        if let Some(known) = known
            && beta - alpha == 1
            && known.depth >= depth
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= alpha,
            }
        {
            return Err(known.value);
        }
        let first = self.steps.len();
        let rested = node.rested(self.law, turn);
        generate(self.law, turn, &node.board, rested, &mut self.steps);
        let end = self.steps.len();
        if end == first {
            return Err(self.ended(ply));
        }
        let captures = self.steps[first].captured.any();
        if !captures && let Some(value) = self.looked_up(turn, node) {
            self.steps.truncate(first);
            return Err(value);
        }
        self.rank(turn, first, ply, known.and_then(|known| known.hint));
        // A single reply costs no depth.
        let extended = if ply >= self.longest {
            depth
        } else if end - first == 1 {
            depth + 1
        } else if captures {
            depth + self.figures.extend_captures
        } else {
            depth
        };
        // Without a table move the order is poor: a look a ply shallower finds one for the next time.
        let doubt = i32::from(
            depth >= self.figures.doubt_depth
                && !captures
                && end - first > 1
                && known.is_none_or(|known| known.hint.is_none()),
        );
        let mut frame = Frame {
            stage: Stage::Probe,
            alpha,
            best: -INFINITY,
            best_at: usize::MAX,
            first,
            at: first,
            end,
            depth: extended - doubt,
            asked: depth - doubt,
            captures,
            more: 0,
        };
        let quiet = beta - alpha == 1 && end - first > 1 && beta.abs() < LEAST_WIN && !captures;
        if self.figures.reduce_worse > 0 && depth >= self.figures.reduce_depth {
            let earlier = if ply >= 2 { self.stood[ply - 2] } else { 0 };
            // Amid captures nothing is judged.
            let stands = if captures { earlier } else { self.eval.value(turn, &node.board, node.sum) };
            self.stood[ply] = stands;
            frame.more = if stands <= earlier { self.figures.reduce_worse } else { 0 };
        }
        if quiet
            && depth >= self.figures.ask_depth
            && let Some(value) = self.asked(turn, node, (first, end), beta, depth, ply)
        {
            self.steps.truncate(first);
            self.ranks.truncate(first);
            return Err(value);
        }
        if quiet && depth <= self.figures.hopeless_depth && alpha.abs() < LEAST_WIN {
            let bar = alpha - self.figures.hopeless_margin * depth;
            let value = self.settle(turn, node, bar, bar + 1, ply);
            if value <= bar {
                self.steps.truncate(first);
                self.ranks.truncate(first);
                return Err(value);
            }
        }
        match self.first_look(turn, node, quiet && depth >= self.figures.probe_depth, alpha, beta) {
            Some(stage) => frame.stage = stage,
            None => self.begin(&mut frame, node),
        }
        Ok(frame)
    }

    /// The value of a successor that the table knows to be good enough for a cut.
    #[inline(never)]
    fn asked<T: Turn>(
        &self,
        turn: T,
        node: &Node<L::Bits>,
        steps: (usize, usize),
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        // Among men alone nothing is counted and no position comes again: the hash is all that is needed of what comes.
        let facts = self.law.facts();
        let plain = node.board.kings.is_empty()
            && self.draws.need_kings()
            && !facts.all_squares
            && facts.same_king_limit == 0;
        (steps.0..steps.1).find_map(|i| {
            let step = &self.steps[i];
            let key = if plain && !step.crowns && step.captured.is_empty() {
                node.hash_after(turn, step) ^ self.salt
            } else {
                let next = node.after(self.law, turn, &self.eval, &self.draws, step);
                if next.reversible >= 4 {
                    return None;
                }
                self.key(&next)
            };
            let known = self.table.find(key, depth - 1, ply + 1)?;
            let cuts = known.depth >= depth - 1 && known.bound != Bound::Lower && -known.value >= beta;
            cuts.then_some(-known.value)
        })
    }

    /// Which look may cut a node that is worth one.
    #[inline(always)]
    fn first_look<T: Turn>(
        &self,
        turn: T,
        node: &Node<L::Bits>,
        worth: bool,
        alpha: Value,
        beta: Value,
    ) -> Option<Stage> {
        if !worth {
            return None;
        }
        let stands = self.eval.value(turn, &node.board, node.sum);
        if stands >= beta - self.figures.probe_gate {
            Some(Stage::Probe)
        } else {
            (self.figures.low_margin > 0 && stands <= alpha).then_some(Stage::ProbeLow)
        }
    }

    pub(super) fn begin(&mut self, frame: &mut Frame, node: &Node<L::Bits>) {
        frame.stage = Stage::Choose;
        self.path.push(node.hash);
    }

    /// Ends a node: what was found is kept for later.
    pub(super) fn leave<T: Turn>(
        &mut self,
        turn: T,
        frame: &Frame,
        key: u64,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) {
        self.path.pop();
        let best = (frame.best_at != usize::MAX).then(|| self.steps[frame.best_at]);
        if let Some(step) = best
            && frame.best >= beta
            && !frame.captures
        {
            self.praise(turn, frame, &step, ply);
        }
        let bound = if frame.best >= beta {
            Bound::Lower
        } else if frame.best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let hint = best.as_ref().map(Hint::of);
        let known = Known { value: frame.best, depth: frame.asked, bound, hint };
        self.table.keep(key, ply, known);
        self.steps.truncate(frame.first);
        self.ranks.truncate(frame.first);
    }
}
