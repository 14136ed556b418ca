//! What is in a puzzle, told by facts of its line: each theme has a definition that a program can check.

use super::Puzzle;
use crate::rules::{Bits, Goal, Kind, Move, Position, Side, Square};

/// A theme. The number is its bit in a set of themes, and never changes: files have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Theme {
    /// A quiet move of the solver is answered by a capture: something is given.
    Sacrifice = 0,
    /// The opponent's capture stops where it does because the pieces it took still lie there, and its piece is taken next.
    CoupTurc = 1,
    /// A man of the solver becomes a king.
    Breakthrough = 2,
    /// A capture of the opponent's is chosen by the rule of the most (or of the best): another of its pieces could capture
    /// too, but may not.
    MaximumRule = 3,
    /// A king is taken.
    KingCaught = 4,
    /// The endgame tables say that the first move wins and all others don't.
    Endgame = 5,
    /// At the end the opponent has pieces and no move.
    Blockade = 6,
    /// A quiet move without a threat after which the opponent must give something: he would rather pass.
    Opposition = 7,
    /// The first move is quiet and forces no capture.
    QuietFirst = 8,
    /// The staircase 29-18-7 is opened by 27-22 and 34-30 (100 squares).
    CoupPhilippe = 9,
    /// A black man is led over 32-43-34, and 40 takes it (100 squares).
    CoupRoyal = 10,
    /// A king of the solver's is given.
    KingGiven = 11,
    /// Four or more pieces in one capture.
    LongCapture = 12,
    /// The opponent has no piece left.
    AllTaken = 13,
    /// A man passes the last row in a capture and stays a man.
    PassesLastRow = 14,
    /// The first move is a capture, chosen among several.
    CaptureChoice = 15,
}

impl Theme {
    /// All of them, by number.
    pub const ALL: [Self; 16] = [
        Self::Sacrifice,
        Self::CoupTurc,
        Self::Breakthrough,
        Self::MaximumRule,
        Self::KingCaught,
        Self::Endgame,
        Self::Blockade,
        Self::Opposition,
        Self::QuietFirst,
        Self::CoupPhilippe,
        Self::CoupRoyal,
        Self::KingGiven,
        Self::LongCapture,
        Self::AllTaken,
        Self::PassesLastRow,
        Self::CaptureChoice,
    ];

    /// Its bit in a set.
    pub const fn bit(self) -> u32 {
        1 << self as u8
    }

    /// The name in texts and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sacrifice => "sacrifice",
            Self::CoupTurc => "coup-turc",
            Self::Breakthrough => "breakthrough",
            Self::MaximumRule => "maximum-rule",
            Self::KingCaught => "king-caught",
            Self::Endgame => "endgame",
            Self::Blockade => "blockade",
            Self::Opposition => "opposition",
            Self::QuietFirst => "quiet-first",
            Self::CoupPhilippe => "coup-philippe",
            Self::CoupRoyal => "coup-royal",
            Self::KingGiven => "king-given",
            Self::LongCapture => "long-capture",
            Self::AllTaken => "all-taken",
            Self::PassesLastRow => "passes-last-row",
            Self::CaptureChoice => "capture-choice",
        }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The themes of a set.
    pub fn of(set: u32) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |theme| set & theme.bit() != 0)
    }
}

/// All themes of a puzzle's line but [`Theme::Endgame`], which needs tables.
pub fn detect(puzzle: &Puzzle) -> u32 {
    let mut set = 0;
    let mut add = |theme: Theme, is: bool| set |= if is { theme.bit() } else { 0 };
    let solver = puzzle.start.turn();
    let mut before = puzzle.start;
    for (i, ply) in puzzle.line.iter().enumerate() {
        let played = &ply.played;
        let after = before.play(played);
        let next = puzzle.line.get(i + 1).map(|ply| &ply.played);
        if i % 2 == 0 {
            add(Theme::Sacrifice, !played.is_capture() && next.is_some_and(Move::is_capture));
            add(Theme::Breakthrough, played.crowns());
            add(Theme::KingCaught, takes_a_king(&before, played));
            add(Theme::LongCapture, played.captured().len() >= 4);
            add(Theme::PassesLastRow, passes_last_row(&before, played));
        } else if played.is_capture() {
            add(Theme::KingGiven, takes_a_king(&before, played));
            add(Theme::MaximumRule, others_may_not(&before, played));
            let taken = next.is_some_and(|next| next.captured().contains(&played.to()));
            add(Theme::CoupTurc, taken && stopped_by_the_taken(&after, played));
        }
        before = after;
    }
    let first = &puzzle.line[0].played;
    let then = puzzle.start.play(first);
    add(Theme::QuietFirst, !first.is_capture() && !then.must_capture() && !then.is_stuck());
    add(Theme::Opposition, !first.is_capture() && zugzwang(&then));
    add(Theme::CaptureChoice, first.is_capture() && puzzle.start.legal_moves().len() > 1);
    let theirs = before.side(solver.other());
    add(Theme::AllTaken, theirs.is_empty());
    let blocked = before.variant().goal == Goal::Normal && theirs.any() && before.is_stuck();
    add(Theme::Blockade, blocked);
    add(Theme::CoupPhilippe, philippe(puzzle));
    add(Theme::CoupRoyal, royal(puzzle));
    set
}

/// Whether a capture takes a king.
pub fn takes_a_king(before: &Position, played: &Move) -> bool {
    let king = |square: &Square| before.piece(*square).is_some_and(|piece| piece.kind == Kind::King);
    played.captured().iter().any(king)
}

/// Whether a man passes over its last row and stays a man.
fn passes_last_row(before: &Position, played: &Move) -> bool {
    let variant = before.variant();
    let last = variant.promotion(before.turn());
    let path = played.path();
    let touches = path[1..path.len() - 1].iter().any(|s| (variant.geometry().bit(*s) & last).any());
    !played.by_king() && !played.crowns() && touches
}

/// Whether another piece than the one that moved could capture, if the rule of the most did not forbid it.
pub fn others_may_not(before: &Position, played: &Move) -> bool {
    let legal = before.legal_moves();
    before.pieces().any(|(square, piece)| {
        piece.side == before.turn()
            && square != played.from()
            && !legal.iter().any(|m| m.from() == square)
            && !before.captures_by(square).is_empty()
    })
}

/// Whether a capture would go on if what it took had been lifted on the way.
pub fn stopped_by_the_taken(after: &Position, played: &Move) -> bool {
    !after.variant().lifted_at_once && !played.crowns() && !after.passed().captures_by(played.to()).is_empty()
}

/// Whether the side to move, which is not attacked, must give something with every move.
fn zugzwang(position: &Position) -> bool {
    let moves = position.legal_moves();
    position.variant().goal == Goal::Normal
        && !moves.is_empty()
        && !moves[0].is_capture()
        && !position.passed().must_capture()
        && moves.iter().all(|m| position.play(m).must_capture())
}

/// The paths of the line, in numbers of the board as the solver sees it if he were White.
fn paths(puzzle: &Puzzle) -> Vec<Vec<u8>> {
    let squares = puzzle.start.variant().geometry().squares;
    let white = puzzle.start.turn() == Side::White;
    let number = |s: &Square| if white { s.row_number() } else { squares - s.0 };
    puzzle.line.iter().map(|ply| ply.played.path().iter().map(number).collect()).collect()
}

fn on_100_squares(puzzle: &Puzzle) -> bool {
    puzzle.start.variant().geometry().squares == 50
}

fn philippe(puzzle: &Puzzle) -> bool {
    let paths = paths(puzzle);
    let solver: Vec<_> = paths.iter().step_by(2).collect();
    let plays = |path: &[u8]| solver.iter().any(|own| own[..] == *path);
    on_100_squares(puzzle)
        && plays(&[27, 22])
        && plays(&[34, 30])
        && solver.iter().any(|path| path.windows(3).any(|three| three == [29, 18, 7]))
}

fn royal(puzzle: &Puzzle) -> bool {
    let paths = paths(puzzle);
    let led = |path: &Vec<u8>| path.windows(3).any(|three| three == [32, 43, 34]);
    on_100_squares(puzzle)
        && paths.windows(2).skip(1).step_by(2).any(|two| led(&two[0]) && two[1].starts_with(&[40, 29]))
}
