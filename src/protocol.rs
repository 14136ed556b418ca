//! What page and worker say to each other: plain values, the same in both since both are one module.

use serde::{Deserialize, Serialize};

/// What an engine's answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// The computer's move.
    Play,
    /// A hint for the player.
    Hint,
}

/// A question to the engine.
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

/// An answer of the engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineAnswer {
    /// The request that it answers.
    pub generation: u32,
    /// The path of the move, by row numbers.
    pub path: Vec<u8>,
    /// Its value for the side to move, in hundredths of a man; 0 when `ends_in` is known.
    pub centimen: i32,
    /// Plies to the end of the game, when the engine has seen it: positive for a win, negative for a loss.
    pub ends_in: Option<i32>,
    /// How many plies it looked ahead.
    pub depth: u32,
}

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Find a move. Whatever was thought about before is dropped.
    Think(EngineRequest),
    /// Answer with the best move so far.
    MoveNow,
    /// Think no more; no answer is wanted.
    Stop,
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The worker listens. It speaks first: what is sent before would be lost.
    Ready,
    /// It thinks about the request of this generation and has looked so many plies ahead. Sent several times a second,
    /// also as a sign of life.
    Progress {
        /// The request.
        generation: u32,
        /// Plies.
        depth: u32,
    },
    /// The answer.
    Best(EngineAnswer),
    /// The request could not be understood; why.
    Refused {
        /// The request.
        generation: u32,
        /// A sentence for developers.
        reason: String,
    },
}
