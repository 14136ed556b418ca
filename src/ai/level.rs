//! Levels of play: how far the opponent looks, how much it overlooks, and how freely it chooses.
//!
//! A level limits nodes and plies, never seconds, so that it plays alike on a slow phone and a fast desktop.

use serde::{Deserialize, Serialize};

/// A level, 1 (a learner's first win) to 10 (all it can).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// What makes a level. All figures of all levels stand in one table.
#[derive(Debug, Clone, Copy)]
pub struct LevelFacts {
    /// Key of the level's name in the texts: `level-novice` ...
    pub key: &'static str,
    /// Most nodes for a move.
    pub nodes: u64,
    /// Most plies of a full-width search.
    pub depth: u8,
    /// How many plies of a shot it sees, its own move counted; 0: all.
    pub sight: u8,
    /// In how many of 100 cases it does not look at the reply to a move at all.
    pub overlooks: u8,
    /// Moves up to so many centimen worse than the best are as good to it; among those it likes to advance and to keep to
    /// the sides, as beginners do.
    pub margin: i32,
    /// How much it likes to end a move beside an opponent, in hundredths of `margin` for each: the beginner who runs into
    /// everything.
    pub contact: i32,
}

/// The levels, the weakest first. How far they stand apart is told in docs/ENGINE.md (`damka ladder`).
const FACTS: [LevelFacts; 10] = [
    facts("level-first-steps", (400, 1), 1, 100, (100, 18)),
    facts("level-novice", (800, 1), 2, 62, (100, 6)),
    facts("level-beginner", (2_000, 1), 3, 42, (75, 0)),
    facts("level-casual", (5_000, 2), 5, 22, (50, 0)),
    facts("level-club", (10_000, 3), 9, 11, (26, 0)),
    facts("level-skilled", (20_000, 5), 11, 6, (16, 0)),
    facts("level-expert", (900, 60), 0, 0, (0, 0)),
    facts("level-candidate", (3_500, 60), 0, 0, (0, 0)),
    facts("level-master", (25_000, 60), 0, 0, (0, 0)),
    facts("level-grandmaster", (4_000_000, 99), 0, 0, (0, 0)),
];

/// Limits are nodes and depth, tastes margin and contact.
const fn facts(
    key: &'static str,
    limits: (u64, u8),
    sight: u8,
    overlooks: u8,
    tastes: (i32, i32),
) -> LevelFacts {
    let ((nodes, depth), (margin, contact)) = (limits, tastes);
    LevelFacts { key, nodes, depth, sight, overlooks, margin, contact }
}

impl Level {
    /// The weakest.
    pub const LOWEST: Self = Self(1);
    /// The strongest.
    pub const HIGHEST: Self = Self(10);

    /// The level with that number, if there is one.
    ///
    /// ```
    /// use damka::ai::Level;
    ///
    /// assert_eq!(Level::new(3).unwrap().number(), 3);
    /// assert!(Level::new(11).is_none());
    /// ```
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= FACTS.len() as u8 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=FACTS.len() as u8).map(Self)
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What makes this level.
    pub const fn facts(self) -> &'static LevelFacts {
        &FACTS[self.0 as usize - 1]
    }
}

impl LevelFacts {
    /// Whether the level needs a true score of each move in order to choose among them.
    pub(super) const fn weighs_all(&self) -> bool {
        self.margin > 0 || self.overlooks > 0
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no level {number}; there are 1 to {}", FACTS.len()))
    }
}
impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}
