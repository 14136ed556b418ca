//! What is kept of a node while it is searched.

use crate::ai::score::Value;

/// What is being searched in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// A quick look whether the node can be cut, above beta or below alpha.
    Probe,
    ProbeLow,
    /// The next step is to be chosen.
    Choose,
    /// A step at reduced depth, with a window of one.
    Reduced,
    /// A step at full depth, with a window of one.
    Scout,
    /// A step at full depth with the whole window.
    Full,
}

/// What a node that is being searched knows, beside what stands in the stacks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) stage: Stage,
    pub(super) alpha: Value,
    pub(super) best: Value,
    /// The place of the best step in the stack.
    pub(super) best_at: usize,
    /// The steps of the node in the stack, and the one that is being searched.
    pub(super) first: usize,
    pub(super) at: usize,
    pub(super) end: usize,
    /// Depth for the children is one less.
    pub(super) depth: i32,
    /// The depth that was asked for, before any extension.
    pub(super) asked: i32,
    pub(super) captures: bool,
    /// By how much more late steps are reduced here, in hundredths of a ply.
    pub(super) more: i32,
}
