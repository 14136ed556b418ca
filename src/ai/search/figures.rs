//! All tuned figures of the search.

use crate::ai::score::Value;

/// The deepest ply of the full-width search.
pub(super) const MOST_PLIES: usize = 120;
/// Half the first aspiration window, in centimen.
pub(super) const WINDOW: Value = 16;
/// The window is opened fully beyond this half width.
pub(super) const WIDEST_WINDOW: Value = 400;
/// From this depth on the window is narrowed around the last score.
pub(super) const WINDOW_DEPTH: i32 = 4;
/// Late moves are reduced from this depth on.
pub(super) const REDUCE_DEPTH: i32 = 3;
/// So many moves of a node are searched to full depth.
pub(super) const FULL_MOVES: usize = 3;
/// From this move and this depth on the reduction is two plies.
pub(super) const REDUCE_MORE_MOVES: usize = 8;
/// See [`REDUCE_MORE_MOVES`].
pub(super) const REDUCE_MORE_DEPTH: i32 = 6;
/// A quick look at reduced depth may cut a node from this depth on ('ProbCut').
pub(super) const PROBE_DEPTH: i32 = 5;
/// By how many plies that look is shallower.
pub(super) const PROBE_LESS: i32 = 4;
/// By how much it must pass beta, in centimen ...
pub(super) const PROBE_MARGIN: Value = 40;
/// ... and for each ply of depth.
pub(super) const PROBE_MARGIN_PLY: Value = 5;
/// How many single replies in a row lengthen the search at most, as a multiple of the nominal depth.
pub(super) const EXTEND_TIMES: usize = 2;
/// How many full plies quiescence makes where the opponent threatens to capture.
pub(super) const THREAT_PLIES: u8 = 1;
/// A history count moves towards its limit of this size.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
