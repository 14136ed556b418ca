//! Levels of play: how far the opponent looks, how much it overlooks, and how freely it chooses.
//!
//! A level limits nodes and plies, never seconds, so that it plays alike on a slow phone and a fast desktop.

use serde::{Deserialize, Serialize};

use crate::rules::Variant;

/// A level, 1 (a learner's first win) to 10 (all it can).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// What makes a level on a board. All figures of all levels stand in two tables.
#[derive(Debug, Clone, Copy)]
pub struct LevelFacts {
    /// Most nodes for a move.
    pub nodes: u64,
    /// Most plies of a full-width search.
    pub depth: u8,
    /// How many plies of a shot it sees, its own move counted; 0: all.
    pub sight: u8,
    /// In how many of 1000 cases it looks less far after a move ...
    pub overlooks: u16,
    /// ... and how many plies of a shot it sees then: with 1 it does not look at the reply at all.
    pub glance: u8,
    /// Moves up to so many centimen worse than the best are as good to it; among those it likes to advance and to keep to
    /// the sides, as beginners do.
    pub margin: i32,
    /// How much it likes to end a move beside an opponent, in hundredths of `margin` for each: the beginner who runs into
    /// everything.
    pub contact: i32,
}

/// The levels on the 8x8 board, the weakest first. How far they stand apart is told in docs/ENGINE.md (`damka ladder`).
const SMALL: [LevelFacts; 10] = [
    facts((400, 1), 1, (1000, 1), (100, 30)),
    facts((1_500, 60), 3, (885, 1), (40, 0)),
    facts((2_000, 60), 5, (640, 1), (24, 0)),
    facts((3_000, 60), 7, (320, 1), (15, 0)),
    facts((4_000, 60), 9, (148, 1), (10, 0)),
    facts((8_000, 60), 13, (62, 1), (5, 0)),
    facts((10_000, 60), 0, (36, 1), (0, 0)),
    facts((20_000, 60), 0, (9, 1), (0, 0)),
    facts((50_000, 60), 0, (0, 1), (0, 0)),
    facts((400_000, 99), 0, (0, 1), (0, 0)),
];

/// The same on larger boards, where a lapse costs more.
const LARGE: [LevelFacts; 10] = [
    facts((400, 1), 1, (1000, 1), (60, 8)),
    facts((3_000, 60), 5, (855, 1), (24, 0)),
    facts((4_000, 60), 7, (575, 1), (16, 0)),
    facts((5_000, 60), 9, (322, 1), (10, 0)),
    facts((8_000, 60), 11, (170, 1), (5, 0)),
    facts((20_000, 60), 13, (95, 1), (2, 0)),
    facts((50_000, 60), 0, (60, 1), (0, 0)),
    facts((100_000, 60), 0, (34, 1), (0, 0)),
    facts((120_000, 60), 0, (9, 1), (0, 0)),
    facts((150_000, 99), 0, (0, 1), (0, 0)),
];

/// Limits are nodes and depth, lapses overlooks and glance, tastes margin and contact.
const fn facts(limits: (u64, u8), sight: u8, lapses: (u16, u8), tastes: (i32, i32)) -> LevelFacts {
    let ((nodes, depth), (overlooks, glance), (margin, contact)) = (limits, lapses, tastes);
    LevelFacts { nodes, depth, sight, overlooks, glance, margin, contact }
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
        if number >= 1 && number <= SMALL.len() as u8 { Some(Self(number)) } else { None }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=SMALL.len() as u8).map(Self)
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What makes this level on the board of a rule set.
    pub fn facts(self, variant: &Variant) -> &'static LevelFacts {
        let levels = if variant.geometry().size > 8 { &LARGE } else { &SMALL };
        &levels[usize::from(self.0) - 1]
    }
}

impl LevelFacts {
    /// Whether the level needs a true score of each move in order to choose among them.
    pub(super) const fn weighs_all(&self) -> bool {
        self.margin > 0
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("there is no level {number}; there are 1 to {}", SMALL.len()))
    }
}
impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}
