//! Scores: what a position is worth to the side to move.

use serde::{Deserialize, Serialize};

/// The internal form of a score: centimen (a man is 100), or a distance to the end near [`WIN`].
pub(super) type Value = i32;

/// The value of having won; a win in `n` plies is worth `WIN - n`.
pub(super) const WIN: Value = 30_000;
/// Beyond every value that a search can return.
pub(super) const INFINITY: Value = 32_000;
/// Values beyond this are wins, below its negative losses: no evaluation gets there.
pub(super) const LEAST_WIN: Value = WIN - 2_000;
/// The most that an evaluation may say.
pub(super) const MOST_EVAL: Value = 20_000;

/// What a position is worth, from the point of view of the side to move.
///
/// ```
/// use damka::ai::Score;
///
/// assert!(Score::Win(3) > Score::Win(5));
/// assert!(Score::Win(5) > Score::Centimen(900));
/// assert!(Score::Centimen(-900) > Score::Loss(8));
/// assert!(Score::Loss(8) > Score::Loss(2));
/// assert_eq!(Score::Win(3).for_other_side(), Score::Loss(3));
/// assert_eq!(Score::Centimen(-150).to_string(), "-1.50");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// An estimate, in hundredths of a man; 0 is even, or a draw.
    Centimen(i32),
    /// The side to move wins in so many plies (its own moves and the replies), whatever the other side does.
    Win(u16),
    /// The side to move is lost in so many plies at the latest.
    Loss(u16),
}

impl Score {
    pub(super) fn of(value: Value) -> Self {
        if value >= LEAST_WIN {
            Self::Win((WIN - value) as u16)
        } else if value <= -LEAST_WIN {
            Self::Loss((WIN + value) as u16)
        } else {
            Self::Centimen(value)
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Self::Centimen(value) => value,
            Self::Win(plies) => WIN - Value::from(plies),
            Self::Loss(plies) => Value::from(plies) - WIN,
        }
    }

    /// The same score seen by the opponent.
    pub fn for_other_side(self) -> Self {
        match self {
            Self::Centimen(value) => Self::Centimen(-value),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value().cmp(&other.value())
    }
}
impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Score {
    /// In men (`+0.35`), or `win in 5` or `loss in 4` (plies).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Centimen(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}
