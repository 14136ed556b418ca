//! What endgame tables tell the search.

use std::sync::Arc;

use super::node::Node;
use crate::ai::endgame::{Outcome, Tables, seen};
use crate::ai::score::Value;
use crate::rules::{Bits, Law, Side};

/// The tables at hand.
#[derive(Debug, Default)]
pub(super) struct Ends {
    tables: Option<Arc<Tables>>,
    /// They are asked with so many pieces or fewer; 0 without tables.
    few: u32,
    /// Pieces at the root.
    root: u32,
}

impl Ends {
    pub(super) fn new(tables: Option<Arc<Tables>>, root: u32) -> Self {
        let few = tables.as_ref().map_or(0, |tables| tables.pieces());
        Self { tables, few, root }
    }

    /// Whether the tables may know a position, as far as its number of pieces goes.
    #[inline(always)]
    pub(super) fn concern<B: Bits>(&self, node: &Node<B>) -> bool {
        node.board.occupied().count() <= self.few
    }

    /// 1 where the tables have a win for the side to move, 0 for a draw, -1 for a loss. It must have no capture.
    ///
    /// Draws are taken at their word. A win or loss is not where there are as many pieces as at the root: knowing it brings
    /// the end no nearer, so there the search looks for the way itself.
    #[inline(never)]
    pub(super) fn sign<L: Law>(&self, law: L, side: Side, node: &Node<L::Bits>) -> Option<Value> {
        let board = &node.board;
        let pieces = seen(law, side, board.mine, board.theirs, board.kings);
        let nearer = board.occupied().count() < self.root;
        match self.tables.as_ref()?.quiet(pieces)? {
            Outcome::Draw => Some(0),
            Outcome::Win => nearer.then_some(1),
            Outcome::Loss => nearer.then_some(-1),
        }
    }
}
