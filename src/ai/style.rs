//! Styles of play: small changes to the evaluation, in whose favour a level plays its own game.

use super::general::{Term, Terms};
use super::score::Value;
use crate::rules::{Goal, Variant};

/// How the opponent likes to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// What the evaluation says.
    #[default]
    Plain,
    /// Likes exchanges, and men that stand together.
    Calm,
    /// Keeps pieces on the board, and goes forward.
    Sharp,
    /// Likes kings, and men on their way to become one.
    Kings,
}

/// What a style adds to the evaluation.
#[derive(Debug, Clone, Copy)]
pub(super) struct StyleFacts {
    /// To the worth of the terms.
    pub(super) terms: Terms,
    /// For each piece on the board, of either side, in centimen.
    pub(super) pieces: Value,
    /// For each king of its own, in centimen.
    pub(super) kings: Value,
}

impl Style {
    /// All, with their names.
    pub const NAMED: [(&'static str, Self); 4] =
        [("plain", Self::Plain), ("calm", Self::Calm), ("sharp", Self::Sharp), ("kings", Self::Kings)];

    /// The style with that number: its place in [`Self::NAMED`].
    pub fn new(number: u8) -> Option<Self> {
        Self::NAMED.get(usize::from(number)).map(|named| named.1)
    }

    /// What it adds, in tenths of a centimen for the terms.
    pub(super) fn facts(self, variant: &Variant) -> StyleFacts {
        let (list, pieces, kings): (&[(Term, i16)], Value, Value) = match self {
            Self::Plain => (&[], 0, 0),
            Self::Calm => (&[(Term::Backed, 20), (Term::Home, 40)], -4, 0),
            Self::Sharp => (&[(Term::Advance, 20), (Term::Moves, 10)], 4, 0),
            Self::Kings => (&[(Term::Nearing, 60), (Term::Nearer, 120), (Term::Near, 200)], 0, 90),
        };
        // Where neither men nor kings are the goal, only how full the board is is a matter of taste.
        let mut terms = Terms::NONE;
        for (term, tenths) in list.iter().filter(|_| variant.goal == Goal::Normal) {
            terms.0.iter_mut().for_each(|worth| worth[*term as usize] = *tenths);
        }
        StyleFacts {
            terms,
            pieces,
            kings: if variant.goal != Goal::Normal {
                0
            } else if variant.flying {
                kings
            } else {
                kings / 2
            },
        }
    }
}
