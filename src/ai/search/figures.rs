//! All tuned figures of the search.

use crate::ai::score::{INFINITY, Value};

/// The deepest ply of the full-width search.
pub(super) const MOST_PLIES: usize = 120;
/// The most nodes of one quiescence. In games it is hardly ever a hundred.
pub(super) const MOST_QUIET: u64 = 5_000;
/// A history count moves towards its limit of this size.
pub(super) const HISTORY_LIMIT: i32 = 16_384;

/// A win by the endgame tables is worth so much beside what the evaluation says: more than any material, less than a win
/// whose end is seen.
pub(super) const TABLE_WIN: Value = 3_000;
/// For so little counts the evaluation then: a divisor.
pub(super) const TABLE_EVAL: Value = 4;

macro_rules! figures {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:expr,)*) => {
        /// The levers of the search. Their defaults were found by matches (`damka match`), which can also pull them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Figures {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl Default for Figures {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Figures {
            /// The names of all figures.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Sets the figure of that name; whether there is one.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value as $kind,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

figures! {
    /// Half the first aspiration window, in centimen.
    window: Value = 16,
    /// The window is opened fully beyond this half width, in centimen.
    widest_window: Value = 400,
    /// From this depth on the window is narrowed around the last score.
    window_depth: i32 = 4,
    /// Late moves are reduced from this depth on.
    reduce_depth: i32 = 3,
    /// So many moves of a node are searched to full depth.
    full_moves: usize = 2,
    /// A late move is reduced by so much, in hundredths of a ply ...
    reduce_base: i32 = 100,
    /// ... and by so much more for each unit of log2(depth) * log2(moves tried before) ...
    reduce_slope: i32 = 35,
    /// ... less so much for the best history, and so much more for the worst.
    reduce_history: i32 = 100,
    /// So much more where the side to move stands no better than two plies before.
    reduce_worse: i32 = 0,
    /// From this depth on the table is asked for each successor whether it cuts the node.
    ask_depth: i32 = 2,
    /// A quick look at reduced depth may cut a node from this depth on ('ProbCut').
    probe_depth: i32 = 2,
    /// By how many plies that look is shallower ...
    probe_less: i32 = 2,
    /// ... and by one more for each so many plies of depth.
    probe_less_every: i32 = 2,
    /// By how much it must pass beta, in centimen ...
    probe_margin: Value = 32,
    /// ... and for each ply of depth.
    probe_margin_ply: Value = 3,
    /// The look is had only where the position stands by itself this much below beta at most, in centimen ...
    probe_gate: Value = 0,
    /// ... and, where it does not stand above alpha, for cutting below alpha by this margin (0: never) ...
    low_margin: Value = 0,
    /// ... and so much more for each ply of depth.
    low_margin_ply: Value = 5,
    /// From this depth on a node without a table move is searched a ply shallower.
    doubt_depth: i32 = 100,
    /// Up to this depth the last moves of a node are left out ...
    late_depth: i32 = 0,
    /// ... after so many, and so many more for each ply of depth.
    late_moves: usize = 4,
    /// How many plies a node costs less where captures are due.
    extend_captures: i32 = 0,
    /// Near the leaves, up to this depth, a node that can't reach alpha by so much is given up.
    hopeless_depth: i32 = 0,
    /// The margin of that for each ply of depth, in centimen.
    hopeless_margin: Value = 60,
    /// A line is lengthened by single replies to at most so many tenths of the nominal depth.
    extend_tenths: usize = 20,
    /// How much of its margin a low level gives for a move to the edge, in hundredths ...
    likes_side: Value = 30,
    /// ... and for one all the way up the board.
    likes_advance: Value = 70,
    /// How many full plies quiescence makes where the opponent threatens to capture.
    threat_plies: u8 = 1,
    /// None where the position already stands by itself this much below alpha, in centimen: a threat makes it no better.
    threat_low: Value = 20,
}

impl Figures {
    /// For proofs, which are made without trained weights: what may cut a node is looked at nearly as deep as the node, and must
    /// be better by more.
    pub fn careful() -> Self {
        Self {
            probe_depth: 5,
            probe_gate: 10_000,
            probe_less: 4,
            probe_less_every: 100,
            probe_margin: 40,
            probe_margin_ply: 5,
            ask_depth: 100,
            threat_low: INFINITY,
            ..Self::default()
        }
    }
}

/// The logarithm to the base 2, in eighths, of 1 to 63: integers only, so that all machines agree.
const LOGARITHMS: [u8; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        // n^8 has eight times the logarithm of n.
        table[n] = (n as u64).pow(8).ilog2() as u8;
        n += 1;
    }
    table
};

/// By how many plies a move is reduced before which so many were tried, with its history.
#[inline(always)]
pub(super) fn reduction(figures: &Figures, depth: i32, tried: usize, history: i32, more: i32) -> i32 {
    let log = |n: usize| i32::from(LOGARITHMS[n.min(63)]);
    let product = log(depth.max(1) as usize) * log(tried) / 64;
    let history = history.clamp(-HISTORY_LIMIT, HISTORY_LIMIT) * figures.reduce_history / HISTORY_LIMIT;
    ((figures.reduce_base + more + product * figures.reduce_slope - history) / 100)
        .clamp(1, (depth - 2).max(1))
}
