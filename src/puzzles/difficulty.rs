//! How hard a puzzle is, by what must be seen to solve it.
//!
//! The figures are a first guess on the scale of ratings, not fitted to players: there are none yet. What counts: how many
//! moves, how many choices at each, what is given, quiet moves, replies that are not forced, long captures, captures
//! backwards, flights of kings, and pieces that stop a capture because they still lie there.

use super::{Puzzle, Theme};
use crate::rules::{Position, Side, Square};

/// The easiest and the hardest rating.
pub const RANGE: (u16, u16) = (600, 2400);

mod figures {
    /// A single move.
    pub(super) const BASE: u32 = 560;
    /// Each move after the first.
    pub(super) const MOVE: u32 = 130;
    /// Each other legal move at a turn of the solver, up to [`MOST_CHOICES`].
    pub(super) const CHOICE: u32 = 12;
    pub(super) const MOST_CHOICES: u32 = 12;
    /// Each piece given, a king for more.
    pub(super) const GIVEN: u32 = 55;
    pub(super) const KING_GIVEN: u32 = 140;
    /// A quiet move that forces nothing.
    pub(super) const QUIET: u32 = 170;
    /// A reply that is not the only one.
    pub(super) const FREE_REPLY: u32 = 70;
    /// Each piece after the second in one capture, up to four of them.
    pub(super) const LONG: u32 = 35;
    /// A capture of a man's that goes backwards somewhere.
    pub(super) const BACK: u32 = 45;
    /// A capture by a king that turns.
    pub(super) const FLIGHT: u32 = 60;
    pub(super) const COUP_TURC: u32 = 120;
    pub(super) const MAXIMUM: u32 = 60;
}
use figures as f;

/// The rating of a puzzle whose themes are known.
pub fn rating(puzzle: &Puzzle) -> u16 {
    let mut sum = f::BASE;
    let mut here = puzzle.start;
    for (i, ply) in puzzle.line.iter().enumerate() {
        let played = &ply.played;
        let legal = here.legal_moves().len() as u32;
        let next = here.play(played);
        if i % 2 == 0 {
            sum += if i > 0 { f::MOVE } else { 0 };
            sum += f::CHOICE * (legal - 1).min(f::MOST_CHOICES);
            let last = i + 1 == puzzle.line.len();
            if !played.is_capture() && !next.must_capture() && !last {
                sum += f::QUIET;
            }
            sum += f::LONG * (played.captured().len() as u32).saturating_sub(2).min(4);
            if played.is_capture() && played.by_king() && turns(&here, played.path()) {
                sum += f::FLIGHT;
            } else if played.is_capture() && !played.by_king() && goes_back(&here, played.path()) {
                sum += f::BACK;
            }
        } else {
            sum += if legal > 1 { f::FREE_REPLY } else { 0 };
            sum += f::GIVEN * (played.captured().len() as u32).min(4);
        }
        here = next;
    }
    for (theme, worth) in
        [(Theme::CoupTurc, f::COUP_TURC), (Theme::MaximumRule, f::MAXIMUM), (Theme::KingGiven, f::KING_GIVEN)]
    {
        sum += if puzzle.has(theme) { worth } else { 0 };
    }
    sum.clamp(RANGE.0.into(), RANGE.1.into()) as u16
}

/// Whether a man's path leads back towards its own side.
fn goes_back(position: &Position, path: &[Square]) -> bool {
    let row = |square: &Square| position.variant().geometry().row_column(*square).0;
    path.windows(2).any(|leg| match position.turn() {
        Side::White => row(&leg[1]) > row(&leg[0]),
        Side::Black => row(&leg[1]) < row(&leg[0]),
    })
}

/// Whether a path changes its direction.
fn turns(position: &Position, path: &[Square]) -> bool {
    let place = |square: &Square| {
        let (row, column) = position.variant().geometry().row_column(*square);
        (i16::from(row), i16::from(column))
    };
    let heading = |leg: &[Square]| {
        let ((r0, c0), (r1, c1)) = (place(&leg[0]), place(&leg[1]));
        ((r1 - r0).signum(), (c1 - c0).signum())
    };
    path.windows(3).any(|legs| heading(&legs[..2]) != heading(&legs[1..]))
}
