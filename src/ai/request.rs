//! What is asked of the engine, and what it answers.

use super::draws::Counts;
use super::score::Score;
use super::{Level, LevelFacts, Style};
use crate::rules::{Game, Move, Position};

/// Where a search ends at the latest. Without any limit it goes on until it is stopped, or sees the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes (positions looked at). The search stops at the first interior node after so many: it may pass the figure by
    /// the leaves of one node, always the same ones.
    pub nodes: Option<u64>,
    /// Plies of full-width search.
    pub depth: Option<u8>,
}

impl Limits {
    /// At most so many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), depth: None }
    }
    /// At most so many plies.
    pub const fn depth(plies: u8) -> Self {
        Self { nodes: None, depth: Some(plies) }
    }
}

/// A position to search, with all that a game knows about it.
#[derive(Debug, Clone)]
pub struct Request {
    pub(super) position: Position,
    /// Hashes of the positions that can still repeat, the present one last.
    pub(super) history: Vec<u64>,
    pub(super) counts: Counts,
    pub(super) limits: Limits,
    pub(super) level: Option<LevelFacts>,
    pub(super) seed: u64,
    pub(super) style: Style,
}

impl Request {
    /// The best move at a level, which sets the limits too. The seed decides between moves that the level takes for
    /// equal; the same seed gives the same move.
    pub fn play(game: &Game, level: Level, seed: u64) -> Self {
        Self::play_as(game, *level.facts(game.variant()), seed)
    }

    /// The best move of a level that is none of the ten: for finding out how strong it would be.
    pub fn play_as(game: &Game, facts: LevelFacts, seed: u64) -> Self {
        let limits = Limits { nodes: Some(facts.nodes), depth: Some(facts.depth) };
        Self { level: Some(facts), seed, ..Self::analyse(game, limits) }
    }

    /// The best move and its score at full strength, within limits.
    pub fn analyse(game: &Game, limits: Limits) -> Self {
        Self {
            position: *game.position(),
            history: game.recent_hashes(),
            counts: Counts::of(game),
            limits,
            level: None,
            seed: 0,
            style: Style::Plain,
        }
    }

    /// The same for a position without a past.
    pub fn position(position: Position, limits: Limits) -> Self {
        Self::analyse(&Game::from_position(position), limits)
    }

    /// The same request by an opponent of that style.
    #[must_use]
    pub fn in_style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The same request with other limits, for instance fewer nodes than the level has.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// How far a search has got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// Plies of the last full-width search that was finished; 0 before the first.
    pub depth: u8,
    /// What the best line is worth to the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// The best line; its first move is the best move.
    pub pv: Vec<Move>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The chosen move: always legal. At levels below the highest it need not be the first of the line.
    pub best: Move,
    /// What the search has seen.
    pub info: Info,
}

/// What a slice of a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// It is not finished.
    More(Info),
    /// It is.
    Done(Best),
}
