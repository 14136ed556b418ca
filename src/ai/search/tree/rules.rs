//! What the rules and the endgame tables say of a position at once.

use super::Tree;
use crate::ai::random::mixed;
use crate::ai::score::{Value, WIN};
use crate::ai::search::figures as f;
use crate::ai::search::node::Node;
use crate::rules::{Bits, Black, Goal, Law, Side, Turn, White, generate, quiets};

impl<L: Law> Tree<L> {
    /// What the side to move gets that has no legal move, or whose opponent has reached the goal.
    #[inline(always)]
    pub(super) fn ended(&self, ply: usize) -> Value {
        match self.variant.goal {
            Goal::Normal | Goal::Crown => ply as Value - WIN,
            Goal::Lose => WIN - ply as Value,
        }
    }

    /// The key of the table. Near the end of a draw rule's count a position is worth something else than before.
    #[inline(always)]
    pub(super) fn key(&self, node: &Node<L::Bits>) -> u64 {
        let key = node.hash ^ self.salt;
        if node.counts.none() { key } else { key ^ mixed(u64::from(node.counts.most() / 8)) }
    }

    /// Whether the position has stood before: once on the way from the root is enough, since who can repeat once can
    /// do it again; positions of the game itself count as the rule says.
    #[inline(always)]
    pub(super) fn repeats(&self, node: &Node<L::Bits>) -> bool {
        node.reversible >= 4 && self.has_stood(node)
    }

    #[inline(never)]
    fn has_stood(&self, node: &Node<L::Bits>) -> bool {
        let now = self.path.len();
        let mut times = 1;
        let mut back = 4;
        while back <= usize::from(node.reversible) && back <= now {
            let at = now - back;
            if self.path[at] == node.hash {
                times += 1;
                if at + 1 >= self.played || times >= self.draws.repetitions {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    #[inline(never)]
    pub(super) fn stuck<T: Turn>(&mut self, turn: T, node: &Node<L::Bits>) -> bool {
        let first = self.steps.len();
        generate(self.law, turn, &node.board, node.rested(self.law, turn), &mut self.steps);
        let stuck = self.steps.len() == first;
        self.steps.truncate(first);
        stuck
    }

    /// Whether the side to move has a quiet step.
    #[inline(always)]
    pub(super) fn can_step<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> bool {
        match turn.side() {
            _ if !L::FIXED => self.can_step_here(turn, node),
            Side::White => self.can_step_here(White, node),
            Side::Black => self.can_step_here(Black, node),
        }
    }

    #[inline(always)]
    fn can_step_here<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> bool {
        let board = &node.board;
        let free = self.law.board() & !board.occupied();
        let men = board.mine & !board.kings;
        let dirs = self.law.facts().man_steps(turn.side());
        let men_can = (0..8).any(|d| dirs >> d & 1 == 1 && (men.shifted(self.law.step(d)) & free).any());
        men_can || ((board.mine & board.kings).any() && self.king_can_step(turn.side(), node))
    }

    #[inline(never)]
    fn king_can_step(&self, turn: Side, node: &Node<L::Bits>) -> bool {
        let mut can = false;
        quiets(self.law, turn, &node.board, node.rested(self.law, turn), |_| can = true);
        can
    }

    /// What the endgame tables say, where the side to move has no capture.
    #[inline(always)]
    pub(super) fn looked_up<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> Option<Value> {
        if !self.endings.concern(node) {
            return None;
        }
        let sign = self.endings.sign(self.law, turn.side(), node)?;
        let eval = self.eval.value(turn, &node.board, node.sum) / f::TABLE_EVAL;
        Some(if sign == 0 { 0 } else { sign * f::TABLE_WIN + eval })
    }
}
