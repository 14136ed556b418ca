//! Endgame tables of the 8x8 games: who wins with few pieces on the board, exactly, and in how many plies; draw rules left
//! aside.
//!
//! # The interface
//!
//! Search, coach and trainer ask one value, [`Tables`]:
//!
//! - [`Tables::parse`] reads win, draw and loss of all positions up to 3 or 4 pieces; [`Tables::probe`] answers with an
//!   [`Outcome`].
//! - [`Tables::add`] puts [`Distances`] beside it; [`Tables::ending`] answers with an [`Ending`]: the outcome, and the plies
//!   to the end where the distances of that material are known.
//! - [`files`](super::files) names the files for a rule set (`tables`, `more_tables`) and for a position (`distances`: those of
//!   all positions that one move can lead to).
//! - [`solve`] makes all of it by retrograde analysis: up to 3 pieces in less than a second, without any file.
//!
//! Whoever grades a move asks for the position after it: what is won for the opponent there was a losing move, and of
//! winning moves the one with the fewest plies is the shortest.
//!
//! ```
//! use damka::ai::endgame::{Outcome, solve};
//! use damka::notation::{Style, parse_fen};
//! use damka::rules::variant;
//!
//! // As from files: `Tables::parse(bytes)`, `Distances::parse(bytes)`.
//! let solved = solve(&variant::POLISH_64, 2).unwrap();
//! let mut tables = solved.tables();
//! tables.add(solved.distances(2));
//! let position = parse_fen(&variant::POLISH_64, "W:WKa1:Bh6", Style::Official).unwrap();
//! let ending = tables.ending(&position).unwrap();
//! assert_eq!(ending.outcome, Outcome::Win);
//! // One of the moves keeps the win, and brings the end a ply nearer.
//! let plies = ending.plies.unwrap();
//! let after: Vec<_> = position.legal_moves().iter().filter_map(|m| tables.ending(&position.play(m))).collect();
//! assert!(after.iter().any(|next| next.outcome == Outcome::Loss && next.plies == Some(plies - 1)));
//! ```
//!
//! Everything inside is seen by the side to move, which moves up the board: a position with Black to move is looked up
//! after a half turn with the colours exchanged.

mod code;
mod kings;
mod pack;
mod place;
mod solve;

pub use kings::{KingCount, Kings, MOST_KINGS, solve_kings};
pub use solve::{Solved, solve};

use crate::rules::{Bits, Goal, Law, Position, Side, Task, Variant, White, can_capture, generate};
use place::{Material, Pieces, Ranker};

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// In how many plies it is won or lost when the winner hurries and the loser delays; `None` in draws, and where no
    /// distances are known.
    pub plies: Option<u32>,
}

/// The distances of some material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distances {
    variant: &'static Variant,
    /// Material and its values by place: 0 for a draw, else plies plus one, odd where the side to move loses.
    classes: Vec<(Material, Vec<u8>)>,
}

/// The name of a material's file of distances: men and kings of one side, then of the other.
fn slice_name(material: Material) -> String {
    material.max(material.by_opponent()).0.map(|n| n.to_string()).concat()
}

/// The names of the material of a position with 4 pieces, before and after one move without a capture; nothing for fewer
/// pieces, `None` for more.
pub(super) fn slices(position: &Position) -> Option<Vec<String>> {
    let material = Material::of(Pieces::of(position));
    if material.pieces() < MOST_PIECES {
        return Some(Vec::new());
    }
    let mut names = vec![slice_name(material)];
    if position.legal_moves().iter().any(|m| m.crowns() && !m.is_capture()) {
        let [men, kings, b, c] = material.0;
        names.push(slice_name(Material([men - 1, kings + 1, b, c])));
    }
    (material.pieces() == MOST_PIECES).then_some(names)
}

/// The most pieces of a table.
pub const MOST_PIECES: u32 = 4;

/// What a position is worth to the side to move when both play without a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// It wins.
    Win,
}

impl Outcome {
    /// The same seen by the opponent.
    #[must_use]
    pub const fn for_other_side(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The outcomes of all positions of a rule set with so many pieces or fewer, each side having one at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    variant: &'static Variant,
    pieces: u32,
    ranker: Ranker,
    /// For each material, by its number, the outcomes by place, four to a byte: 0 draw, 1 win, 2 loss. Empty for material
    /// that is not served. Where the side to move must capture they mean nothing: that is looked up after the capture.
    classes: Vec<Vec<u8>>,
    /// Distances that were added.
    distances: Vec<(Material, Vec<u8>)>,
}

/// Whether there can be tables for a rule set: 32 dark squares, men that go up and never sideways, and who is left without
/// a move has lost.
pub fn serves(variant: &Variant) -> bool {
    variant.size == 8
        && !variant.all_squares
        && variant.goal == Goal::Normal
        && variant.must_capture
        && variant.same_king_limit == 0
}

impl Tables {
    /// The rule set whose moves they were made with.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// With how many pieces on the board at most they know the outcome.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Whether they are for the moves of a rule set: their own, or the same moves under another name.
    pub fn serve(&self, variant: &Variant) -> bool {
        let shared = variant.engine() == crate::rules::Engine::W64;
        self.variant == variant || shared && self.variant.engine() == variant.engine()
    }

    /// The outcome of a position; `None` where the tables don't know it: too many pieces, or other rules.
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        struct Probe<'a>(&'a Tables, Pieces);
        impl Task for Probe<'_> {
            type Output = Option<Outcome>;
            fn run<L: Law>(self, law: L) -> Option<Outcome> {
                self.0.outcome(law, self.1)
            }
        }
        if !self.serve(position.variant()) {
            return None;
        }
        let pieces = Pieces::of(position);
        if pieces.occupied().count_ones() > self.pieces {
            return None;
        }
        position.variant().under_law(Probe(self, pieces))
    }

    /// Puts distances beside the outcomes; false where they are for other rules.
    pub fn add(&mut self, distances: Distances) -> bool {
        if distances.variant != self.variant {
            return false;
        }
        self.distances.retain(|(known, _)| distances.classes.iter().all(|(material, _)| material != known));
        self.distances.extend(distances.classes);
        true
    }

    /// The outcome of a position, and its distance where that is known; `None` as for [`Tables::probe`].
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        struct Find<'a>(&'a Tables, Pieces);
        impl Task for Find<'_> {
            type Output = Option<u8>;
            fn run<L: Law>(self, law: L) -> Option<u8> {
                self.0.value(law, self.1)
            }
        }
        let pieces = Pieces::of(position);
        let few = self.serve(position.variant()) && pieces.occupied().count_ones() <= MOST_PIECES;
        let value = if few { position.variant().under_law(Find(self, pieces)) } else { None };
        // Distances may be known of more pieces than outcomes are: they say the outcome too.
        let outcome = match value {
            Some(solve::OPEN) => Outcome::Draw,
            Some(value) if value % 2 == 0 => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => self.probe(position)?,
        };
        let plies = value.filter(|value| *value != solve::OPEN).map(|value| u32::from(value) - 1);
        Some(Ending { outcome, plies })
    }

    /// The value of a position by the distances, captures played out.
    fn value<L: Law>(&self, law: L, pieces: Pieces) -> Option<u8> {
        if pieces.mine == 0 {
            return Some(1);
        }
        let board = pieces.board(law);
        if pieces.theirs != 0 && !can_capture(law, White, &board) {
            let material = Material::of(pieces);
            let (_, values) = self.distances.iter().find(|(known, _)| *known == material)?;
            return values.get(self.ranker.place(material, pieces)).copied();
        }
        let mut steps = Vec::new();
        generate(law, White, &board, L::Bits::EMPTY, &mut steps);
        let (mut win, mut loss) = (None, Some(0));
        for step in &steps {
            match self.value(law, Pieces::after(law, &board, step))? {
                solve::OPEN => loss = None,
                known if known % 2 == 1 => win = Some(win.map_or(known, |w: u8| w.min(known))),
                known => loss = loss.map(|l: u8| l.max(known)),
            }
        }
        // A value is plies plus one: the number of plies one move earlier.
        Some(win.or(loss).map_or(solve::OPEN, |known| known + 1))
    }

    /// The same on bare sets, for the search. Captures are played out.
    pub(super) fn outcome<L: Law>(&self, law: L, pieces: Pieces) -> Option<Outcome> {
        if pieces.mine == 0 {
            return Some(Outcome::Loss);
        }
        if pieces.theirs == 0 {
            // Only a position that was never played has no opponent; having a move wins.
            return Some(Outcome::Win);
        }
        let board = pieces.board(law);
        if !can_capture(law, White, &board) {
            return self.quiet(pieces);
        }
        let mut steps = Vec::with_capacity(16);
        generate(law, White, &board, L::Bits::EMPTY, &mut steps);
        let mut best = Outcome::Loss;
        for step in &steps {
            best = best.max(self.outcome(law, Pieces::after(law, &board, step))?.for_other_side());
        }
        Some(best)
    }

    /// The outcome where the side to move has no capture.
    pub(super) fn quiet(&self, pieces: Pieces) -> Option<Outcome> {
        let material = Material::of(pieces);
        let class = self.classes.get(material.number())?;
        let place = self.ranker.place(material, pieces);
        match class.get(place / 4)? >> (place % 4 * 2) & 3 {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Win),
            _ => Some(Outcome::Loss),
        }
    }

    /// How many positions they hold, those included that need none because of a capture.
    pub fn places(&self) -> usize {
        Material::all(self.pieces).map(|material| self.ranker.size(material)).sum()
    }
}

/// The pieces as the side to move sees them, from the sets of a search.
pub(super) fn seen<L: Law>(law: L, side: Side, mine: L::Bits, theirs: L::Bits, kings: L::Bits) -> Pieces {
    Pieces::seen(law.geometry(), side, mine.wide(), theirs.wide(), kings.wide())
}
