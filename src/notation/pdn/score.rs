//! Results: `2-0`, `1/2-1/2`, `*`.
//!
//! The first figure belongs to the side that moves first in the rule set: to Black in English draughts and pool, to White
//! everywhere else. So do the American collections (a Black win is `1-0`), and in all other rule sets it is what every
//! file does. The side to move in a FEN tag changes nothing.
//!
//! Written are `2-0`, `1-1`, `0-2` on boards of 100 squares and more, as FMJD counts, and `1-0`, `1/2-1/2`, `0-1` on
//! smaller ones.

use super::text::{blanks, is_blank, is_letter, part};
use crate::notation::algebra::{is_separator, latin};
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
    /// All of them with the spelling that is written.
    const SPELLINGS: [(Self, &'static str); 8] = [
        (Self::Halves, "1/2-1/2"),
        (Self::OneNil, "1-0"),
        (Self::NilOne, "0-1"),
        (Self::TwoNil, "2-0"),
        (Self::NilTwo, "0-2"),
        (Self::OneOne, "1-1"),
        (Self::NilNil, "0-0"),
        (Self::Open, "*"),
    ];

    /// The result with this spelling, as a tag has it: other dashes, a colon, spaces and a word behind it (`2-0F`, `1 : 1`)
    /// don't matter.
    ///
    /// ```
    /// use damka::notation::pdn::Score;
    ///
    /// assert_eq!(Score::parse("½–½"), Some(Score::Halves));
    /// assert_eq!(Score::parse("2 - 0 (forfeit)"), Some(Score::TwoNil));
    /// assert_eq!(Score::parse("2021-05-01"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_matches(is_blank);
        let (score, length) = Self::begins(text).or_else(|| Self::even(text))?;
        let behind = part(text, length..);
        let ends = behind.is_empty() || behind.starts_with([' ', '(', '+', '.', 'F', 'f']);
        ends.then_some(score)
    }

    /// `6-6`: a draw in a count of its own.
    fn even(text: &str) -> Option<(Self, usize)> {
        let (one, other) = text.split_once('-')?;
        let points = !one.is_empty() && one.bytes().all(|b| b.is_ascii_digit());
        (points && one == other).then_some((Self::OneOne, text.len()))
    }

    /// The result that a text begins with, and the length of its spelling.
    pub(super) fn at_start_of(text: &str) -> Option<(Self, usize)> {
        let quoted = usize::from(text.starts_with('"'));
        let (score, length) = Self::begins(part(text, quoted..))?;
        let length = length + quoted;
        let quoted = quoted > 0 && part(text, length..).starts_with('"');
        // `1-10`, `1-1x5` and `2-01` are something else.
        let more = part(text, length..).chars().next().is_some_and(|c| {
            is_letter(c) || c.is_ascii_digit() || is_separator(c) && c != '*' || matches!(c, '/' | '½')
        });
        (!more).then_some((score, length + usize::from(quoted)))
    }

    /// The result that a text begins with, whatever follows.
    fn begins(text: &str) -> Option<(Self, usize)> {
        if text.starts_with('*') {
            return Some((Self::Open, 1));
        }
        let (first, length) = points(text)?;
        let gap = blanks(part(text, length..));
        let sign = part(text, length + gap..).chars().next();
        let Some(sign) =
            sign.filter(|sign| is_separator(*sign) && !matches!(latin(*sign), 'x' | 'X' | '*' | '×'))
        else {
            // `1/2` alone.
            return (first == Points::Half).then_some((Self::Halves, length));
        };
        let at = length + gap + sign.len_utf8();
        let at = at + blanks(part(text, at..));
        let (second, length) = points(part(text, at..))?;
        let score = match (first, second) {
            (Points::Half, Points::Half) => Self::Halves,
            (Points::Whole(1), Points::Whole(0)) => Self::OneNil,
            (Points::Whole(0), Points::Whole(1)) => Self::NilOne,
            (Points::Whole(2), Points::Whole(0)) => Self::TwoNil,
            (Points::Whole(0), Points::Whole(2)) => Self::NilTwo,
            (Points::Whole(1), Points::Whole(1)) => Self::OneOne,
            (Points::Whole(0), Points::Whole(0)) => Self::NilNil,
            // Some counts give a win 3, 5, 10 or 12 points, and there is no square 0; with a colon these are seconds.
            (Points::Whole(_), Points::Whole(0)) if sign != ':' => Self::TwoNil,
            (Points::Whole(0), Points::Whole(_)) if sign != ':' => Self::NilTwo,
            _ => return None,
        };
        Some((score, at + length))
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

/// The points of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Half,
    Whole(u32),
}

/// The points that a text begins with, and the length of their spelling.
fn points(text: &str) -> Option<(Points, usize)> {
    const HALVES: [&str; 4] = ["1/2", "½", "0.5", "0,5"];
    if let Some(half) = HALVES.into_iter().find(|half| text.starts_with(half)) {
        return Some((Points::Half, half.len()));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    // `01` is a square or a clock.
    let plain = digits == 1 || (digits == 2 && !text.starts_with('0'));
    let points = part(text, ..digits).parse().ok().filter(|_| plain)?;
    Some((Points::Whole(points), digits))
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
