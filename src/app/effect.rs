//! What the outside is asked to do.

use serde::{Deserialize, Serialize};

use crate::rules::{Move, Position};

/// Something for the outside to do after an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Keep the game: it has changed.
    SaveGame,
    /// Keep the settings: they have changed.
    SavePrefs,
    /// Show a move being made; `before` is the position in which it is played.
    Animate {
        /// The position before it.
        before: Position,
        /// The move.
        played: Move,
    },
    /// Finish whatever is in motion at once.
    CutAnimation,
    /// Ask the engine. A newer request replaces an older one.
    Think(EngineRequest),
    /// The engine's answer is no longer wanted.
    StopThinking,
    /// The engine shall answer with the best move it has.
    MoveNow,
    /// Put a text on the clipboard.
    Copy(String),
    /// Apply language and colours to the page.
    ApplyPrefs,
}

/// What an engine's answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// The computer's move.
    Play,
    /// A hint for the player.
    Hint,
}

/// A question to the engine: plain values that cross from page to worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineRequest {
    /// Answers to another generation are stale.
    pub generation: u32,
    /// What for.
    pub purpose: Purpose,
    /// The rule set's name.
    pub rules: String,
    /// The position at the start of the game, as FEN by row numbers.
    pub start: String,
    /// The moves since, each as its path by row numbers: the engine replays them and so knows the repetitions.
    pub moves: Vec<Vec<u8>>,
    /// Strength, 1 to 10.
    pub level: u8,
}
