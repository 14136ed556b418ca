//! Results: `2-0`, `1/2-1/2`, `*`.
//!
//! The first figure belongs to the side that moves first in the rule set: to Black in English draughts and pool, to White
//! everywhere else. So do the American collections (a Black win is `1-0`), and in all other rule sets it is what every
//! file does. The side to move in a FEN tag changes nothing.
//!
//! Written are `2-0`, `1-1`, `0-2` on boards of 100 squares and more, as FMJD counts, and `1-0`, `1/2-1/2`, `0-1` on
//! smaller ones.

use super::text::is_letter;
use crate::rules::{Game, Side, Status, Variant};

/// A result as it stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0`
    OneNil,
    /// `0-1`
    NilOne,
    /// `1/2-1/2`
    Halves,
    /// `2-0`
    TwoNil,
    /// `0-2`
    NilTwo,
    /// `1-1`
    OneOne,
    /// `0-0`: nobody gets a point.
    NilNil,
    /// `*`: not finished, or not known.
    Open,
}

/// What a result means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side has won.
    Won(Side),
    /// A draw.
    Drawn,
    /// Both have lost.
    NoPoints,
    /// Not finished, or not known.
    Unknown,
}

impl Score {
    /// All of them with their spellings, the one that is written first.
    const SPELLINGS: [(Self, &'static str); 14] = [
        (Self::Halves, "1/2-1/2"),
        (Self::Halves, "½-½"),
        (Self::Halves, "1/2–1/2"),
        (Self::OneNil, "1-0"),
        (Self::NilOne, "0-1"),
        (Self::TwoNil, "2-0"),
        (Self::NilTwo, "0-2"),
        (Self::OneOne, "1-1"),
        (Self::NilNil, "0-0"),
        (Self::Halves, "1/2"),
        (Self::Halves, "½"),
        (Self::OneNil, "1–0"),
        (Self::NilOne, "0–1"),
        (Self::Open, "*"),
    ];

    /// The result with exactly this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::SPELLINGS.into_iter().find(|(_, spelling)| *spelling == text).map(|(score, _)| score)
    }

    /// The result that a text begins with, and the length of its spelling.
    pub(super) fn at_start_of(text: &str) -> Option<(Self, usize)> {
        Self::SPELLINGS.into_iter().find_map(|(score, spelling)| {
            let rest = text.strip_prefix(spelling)?;
            // `1-10`, `1-1x5` and `2-01` are something else.
            let more = rest.chars().next().is_some_and(|c| {
                is_letter(c) || c.is_ascii_digit() || matches!(c, '-' | '/' | '–' | ':' | '½')
            });
            (!more).then_some((score, spelling.len()))
        })
    }

    /// The spelling that is written.
    pub fn as_str(self) -> &'static str {
        Self::SPELLINGS.into_iter().find(|(score, _)| *score == self).map_or("*", |(_, spelling)| spelling)
    }

    /// What it means in a rule set.
    ///
    /// ```
    /// use damka::notation::pdn::{Outcome, Score};
    /// use damka::rules::{Side, variant};
    ///
    /// assert_eq!(Score::OneNil.outcome(&variant::ENGLISH), Outcome::Won(Side::Black));
    /// assert_eq!(Score::NilTwo.outcome(&variant::INTERNATIONAL), Outcome::Won(Side::Black));
    /// ```
    pub fn outcome(self, variant: &Variant) -> Outcome {
        match self {
            Self::OneNil | Self::TwoNil => Outcome::Won(variant.first),
            Self::NilOne | Self::NilTwo => Outcome::Won(variant.first.other()),
            Self::Halves | Self::OneOne => Outcome::Drawn,
            Self::NilNil => Outcome::NoPoints,
            Self::Open => Outcome::Unknown,
        }
    }

    /// How an outcome is written in a rule set.
    pub fn of(outcome: Outcome, variant: &Variant) -> Self {
        let two_points = variant.size >= 10;
        match outcome {
            Outcome::Won(side) => match (side == variant.first, two_points) {
                (true, false) => Self::OneNil,
                (false, false) => Self::NilOne,
                (true, true) => Self::TwoNil,
                (false, true) => Self::NilTwo,
            },
            Outcome::Drawn if two_points => Self::OneOne,
            Outcome::Drawn => Self::Halves,
            Outcome::NoPoints => Self::NilNil,
            Outcome::Unknown => Self::Open,
        }
    }
}

impl Outcome {
    /// How a game stands.
    pub fn of(game: &Game) -> Self {
        match game.status() {
            Status::Won { winner, .. } => Self::Won(winner),
            Status::Drawn { .. } => Self::Drawn,
            Status::Ongoing => Self::Unknown,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
