//! The order in which steps are tried.

use super::Tree;
use super::frame::Frame;
use crate::ai::search::figures as f;
use crate::ai::table::Hint;
use crate::rules::{Bits, Law, Step, Turn};

impl<L: Law> Tree<L> {
    #[inline(always)]
    fn history_at<T: Turn>(turn: T, step: &Step<L::Bits>) -> usize {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        (turn.side().index() << Self::INDEX_BITS | from) << Self::INDEX_BITS | to
    }

    /// Gives each step from `first` on its rank: table move, then crownings, killers, history.
    #[inline(always)]
    pub(super) fn rank<T: Turn>(&mut self, turn: T, first: usize, ply: usize, best: Option<Hint>) {
        let killers = self.killers[ply];
        for step in &self.steps[first..] {
            let hint = Hint::of(step);
            let rank = if Some(hint) == best {
                1 << 20
            } else if step.captured.any() {
                step.captured.count() as i32
            } else if step.crowns {
                1 << 18
            } else if hint == killers[0] {
                1 << 17
            } else if hint == killers[1] {
                1 << 16
            } else {
                i32::from(self.history[Self::history_at(turn, step)])
            };
            self.ranks.push(rank);
        }
        debug_assert_eq!(self.ranks.len(), self.steps.len());
    }

    /// Brings the best of the steps that are left to the place `at`.
    #[inline(always)]
    pub(super) fn choose(&mut self, at: usize, end: usize) {
        let mut best = at;
        for i in at + 1..end {
            if self.ranks[i] > self.ranks[best] {
                best = i;
            }
        }
        // What is passed over keeps its order.
        self.steps[at..=best].rotate_right(1);
        self.ranks[at..=best].rotate_right(1);
    }

    /// Remembers a quiet step that cut its node, and that those before it did not.
    pub(super) fn praise<T: Turn>(&mut self, turn: T, frame: &Frame, step: &Step<L::Bits>, ply: usize) {
        let hint = Hint::of(step);
        let killers = &mut self.killers[ply];
        if killers[0] != hint {
            killers[1] = killers[0];
            killers[0] = hint;
        }
        let bonus = (frame.depth * frame.depth * 4).min(f::HISTORY_LIMIT / 8);
        for i in frame.first..=frame.best_at {
            let at = Self::history_at(turn, &self.steps[i]);
            let change = if i == frame.best_at { bonus } else { -bonus };
            let old = i32::from(self.history[at]);
            self.history[at] = (old + change - old * bonus / f::HISTORY_LIMIT) as i16;
        }
    }
}
