//! What failed comes again: a fixed schedule of growing gaps (a Leitner box).
//!
//! Why not FSRS: its crate brings a training library or a calendar with it, many times the size of all of this, and fits its
//! gaps to a long history of reviews, which nobody has with puzzles that are seen a few times only.

use super::day::Day;

/// Days until a puzzle comes again: after it failed, and after each time that it was solved in a row.
pub const GAPS: [i32; 5] = [1, 3, 7, 21, 60];

/// A puzzle that failed once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Its rule set.
    pub rules: String,
    /// The puzzle itself, as in its file: it outlives new files.
    pub line: String,
    /// How often it was solved in a row since it failed.
    pub step: u8,
    /// The day on which it comes again.
    pub due: Day,
}

impl Card {
    /// A puzzle that failed today.
    pub fn failed(rules: &str, line: &str, today: Day) -> Self {
        Self { rules: rules.to_owned(), line: line.to_owned(), step: 0, due: Day(today.0 + GAPS[0]) }
    }

    /// Whether it comes again on a day. Further ahead than the longest gap it was put by a clock that was wrong.
    pub fn is_due(&self, today: Day) -> bool {
        self.due <= today || self.due.0 - today.0 > GAPS[GAPS.len() - 1]
    }

    /// What becomes of it after it was tried again; `None` when it is known by now.
    #[must_use]
    pub fn tried(self, solved: bool, today: Day) -> Option<Self> {
        let step = if solved { self.step + 1 } else { 0 };
        let gap = GAPS.get(usize::from(step))?;
        Some(Self { step, due: Day(today.0 + gap), ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_grow_with_each_success_and_begin_again_with_a_failure() {
        let mut card = Some(Card::failed("polish64", "x", Day(100)));
        let mut dues = Vec::new();
        let mut today = 100;
        while let Some(now) = card {
            dues.push(now.due.0 - today);
            today = now.due.0;
            card = now.tried(true, Day(today));
        }
        assert_eq!(dues, GAPS);
        let card = Card { due: Day(160), ..Card::failed("polish64", "x", Day(100)) };
        // Failed while the clock was years ahead: it does not wait for years.
        assert_eq!([99, 100, 159, 160].map(|day| card.is_due(Day(day))), [true, false, false, true]);
        let card = Card { step: 3, ..Card::failed("polish64", "x", Day(100)) };
        assert_eq!(card.tried(false, Day(130)).map(|card| (card.step, card.due)), Some((0, Day(131))));
    }
}
