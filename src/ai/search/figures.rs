//! All tuned figures of the search.

use crate::ai::score::Value;

/// The deepest ply of the full-width search.
pub(super) const MOST_PLIES: usize = 120;
/// A history count moves towards its limit of this size.
pub(super) const HISTORY_LIMIT: i32 = 16_384;

/// How much of its margin a low level gives for a move to the edge, and for one all the way up the board, in hundredths.
pub(super) const LIKES_SIDE: Value = 30;
/// See [`LIKES_SIDE`].
pub(super) const LIKES_ADVANCE: Value = 70;

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
    /// From this move and `reduce_more_depth` on the reduction is two plies.
    reduce_more_moves: usize = 8,
    /// See `reduce_more_moves`.
    reduce_more_depth: i32 = 6,
    /// A quick look at reduced depth may cut a node from this depth on ('ProbCut').
    probe_depth: i32 = 5,
    /// By how many plies that look is shallower.
    probe_less: i32 = 4,
    /// By how much it must pass beta, in centimen ...
    probe_margin: Value = 40,
    /// ... and for each ply of depth.
    probe_margin_ply: Value = 5,
    /// A line is lengthened by single replies to at most so many times the nominal depth.
    extend_times: usize = 2,
    /// How many full plies quiescence makes where the opponent threatens to capture.
    threat_plies: u8 = 1,
}
