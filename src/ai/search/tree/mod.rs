//! The search below the root: principal variation search, and quiescence where it ends.
//!
//! Here is the way through a node, step by step; what is done when it is entered and left, the order of the steps, what
//! the rules say at once and quiescence have files of their own.
//!
//! A search can be stopped at any interior node and taken up again later exactly where it was: on the way out each node
//! leaves its [`Frame`], on the way back in it finds it. So what a search finds does not depend on how it was sliced.

mod enter;
mod frame;
mod order;
mod quiesce;
mod rules;

use super::ends::Ends;
use super::figures::{self as f, Figures};
use super::node::Node;
use crate::ai::draws::Draws;
use crate::ai::eval::Eval;
use crate::ai::random::mixed;
use crate::ai::score::{LEAST_WIN, Value};
use crate::ai::table::{Hint, Table};
use crate::rules::{Law, Step, Turn, Variant};
use frame::{Frame, Stage};

/// The search was stopped; the value means nothing.
pub(super) const STOPPED: Value = Value::MIN;

/// The searcher of one kind of law.
pub(super) struct Tree<L: Law> {
    pub(super) law: L,
    /// The rule set itself: the law of a main game serves others with its moves.
    variant: &'static Variant,
    pub(super) eval: Eval<L::Bits>,
    pub(super) draws: Draws<L::Bits>,
    pub(super) figures: Figures,
    pub(super) endings: Ends,
    pub(super) table: Table,
    pub(super) nodes: u64,
    /// The search stops at the first interior node after so many.
    pub(super) stop_at: u64,
    /// Quiescence follows no more captures after so many.
    settled_by: u64,
    /// Hashes of the positions that led here, the game's own first.
    pub(super) path: Vec<u64>,
    /// How many of them are the game's: the root's hash is the last of these.
    pub(super) played: usize,
    /// Mixed into the table's keys, so that a short-sighted search leaves nothing to a sharp one.
    salt: u64,
    /// No deeper than this ply are captures followed.
    sight: usize,
    /// No line is longer than this many plies by extensions.
    pub(super) longest: usize,
    steps: Vec<Step<L::Bits>>,
    ranks: Vec<i32>,
    killers: Vec<[Hint; 2]>,
    history: Vec<i16>,
    /// What the position was worth to the side to move by itself at each ply, where it was judged.
    stood: Vec<Value>,
    /// Best lines by ply.
    pub(super) lines: Vec<Vec<Step<L::Bits>>>,
    /// The frames of a stopped search, the root's child last.
    saved: Vec<Frame>,
}

impl<L: Law> Tree<L> {
    /// Indices of squares are numbers of so many bits.
    const INDEX_BITS: usize = if size_of::<L::Bits>() == 8 { 6 } else { 7 };

    pub(super) fn new(
        law: L,
        variant: &'static Variant,
        eval: Eval<L::Bits>,
        table: Table,
        played: usize,
    ) -> Self {
        Self {
            law,
            variant,
            eval,
            draws: Draws::new(variant),
            figures: Figures::default(),
            endings: Ends::default(),
            table,
            nodes: 0,
            stop_at: 0,
            settled_by: 0,
            played,
            path: Vec::new(),
            salt: 0,
            sight: usize::MAX,
            longest: 0,
            steps: Vec::with_capacity(1024),
            ranks: Vec::with_capacity(1024),
            killers: vec![[Hint::default(); 2]; f::MOST_PLIES + 1],
            history: vec![0; 2 << (2 * Self::INDEX_BITS)],
            stood: vec![0; f::MOST_PLIES + 2],
            lines: vec![Vec::new(); f::MOST_PLIES + 2],
            saved: Vec::new(),
        }
    }

    /// Sees no further than so many plies from the root; 0 is as far as it can.
    pub(super) fn see(&mut self, sight: u8) {
        self.sight = if sight == 0 { usize::MAX } else { usize::from(sight) };
        self.salt = if sight == 0 { 0 } else { mixed(u64::from(sight)) };
    }

    /// Searches the position after a step, seen by the side that makes it.
    pub(super) fn child<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        step: &Step<L::Bits>,
        window: (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        let next = node.after(self.law, turn, &self.eval, &self.draws, step);
        let (alpha, beta) = (-window.1, -window.0);
        let value = if depth <= 0 || ply >= self.sight {
            self.settle(turn.other(), &next, alpha, beta, ply)
        } else {
            self.visit(turn.other(), &next, alpha, beta, depth, ply)
        };
        if value == STOPPED { STOPPED } else { -value }
    }

    /// The full-width search of a position.
    #[inline(never)]
    fn visit<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Value {
        let key = self.key(node);
        let mut frame = match self.saved.pop() {
            Some(frame) => frame,
            None => match self.enter(turn, node, key, alpha, beta, depth, ply) {
                Ok(frame) => frame,
                Err(value) => return value,
            },
        };
        if matches!(frame.stage, Stage::Probe | Stage::ProbeLow) {
            // The same position, shallower, against a higher bar or a lower one ('ProbCut').
            let figures = &self.figures;
            let high = frame.stage == Stage::Probe;
            let bar = if high {
                beta + figures.probe_margin + figures.probe_margin_ply * depth
            } else {
                alpha - figures.low_margin - figures.low_margin_ply * depth + 1
            };
            let depth = depth - figures.probe_less - depth / figures.probe_less_every.max(1);
            let value = if depth <= 0 {
                self.settle(turn, node, bar - 1, bar, ply)
            } else {
                self.visit(turn, node, bar - 1, bar, depth, ply)
            };
            if value == STOPPED {
                self.saved.push(frame);
                return STOPPED;
            }
            if (value >= bar) == high {
                self.steps.truncate(frame.first);
                self.ranks.truncate(frame.first);
                return value;
            }
            self.begin(&mut frame, node);
        }
        let full_window = beta - alpha > 1;
        while frame.at < frame.end {
            if frame.stage == Stage::Choose {
                self.choose(frame.at, frame.end);
                if self.is_late(&frame, full_window) {
                    break;
                }
                frame.stage = self.first_stage(&frame, full_window);
            }
            let step = self.steps[frame.at];
            let (top, depth) = match frame.stage {
                Stage::Reduced => {
                    let tried = frame.at - frame.first;
                    let less =
                        f::reduction(&self.figures, frame.depth, tried, self.ranks[frame.at], frame.more);
                    (frame.alpha + 1, frame.depth - 1 - less)
                }
                Stage::Scout => (frame.alpha + 1, frame.depth - 1),
                Stage::Probe | Stage::ProbeLow | Stage::Choose | Stage::Full => (beta, frame.depth - 1),
            };
            let value = self.child(turn, node, &step, (frame.alpha, top), depth, ply + 1);
            if value == STOPPED {
                self.saved.push(frame);
                return STOPPED;
            }
            if frame.stage == Stage::Reduced && value > frame.alpha {
                frame.stage = Stage::Scout;
                continue;
            }
            if frame.stage == Stage::Scout && value > frame.alpha && value < beta {
                frame.stage = Stage::Full;
                continue;
            }
            if value > frame.best {
                frame.best = value;
                if value > frame.alpha {
                    frame.best_at = frame.at;
                    frame.alpha = value;
                    if full_window {
                        self.lengthen_line(ply, step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            frame.at += 1;
            frame.stage = Stage::Choose;
        }
        self.leave(turn, &frame, key, alpha, beta, ply);
        frame.best
    }

    /// Whether the steps of a node that are left are not worth a look.
    #[inline(always)]
    fn is_late(&self, frame: &Frame, full_window: bool) -> bool {
        let late = self.figures.late_moves * (frame.depth.max(0) as usize + 1);
        frame.depth <= self.figures.late_depth
            && !full_window
            && !frame.captures
            && frame.at - frame.first >= late
            && frame.best > -LEAST_WIN
            && self.ranks[frame.at] < 1 << 16
    }

    /// The first way in which the next step is searched.
    #[inline(always)]
    fn first_stage(&self, frame: &Frame, full_window: bool) -> Stage {
        let searched = frame.at - frame.first;
        if searched == 0 {
            return if full_window { Stage::Full } else { Stage::Scout };
        }
        let reduce = searched >= self.figures.full_moves
            && frame.depth >= self.figures.reduce_depth
            && !frame.captures
            && !self.steps[frame.at].crowns;
        if reduce { Stage::Reduced } else { Stage::Scout }
    }

    fn lengthen_line(&mut self, ply: usize, step: Step<L::Bits>) {
        if ply + 1 >= self.lines.len() {
            return;
        }
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(step);
        line.extend_from_slice(&after[0]);
    }
}
