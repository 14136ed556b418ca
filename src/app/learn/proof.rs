//! What is known of the moves of a task: which are right, and what refutes the others.
//!
//! It is found by search and endgame tables, natively, by `damka lessons`, and read from a file here: the page answers at
//! once, and never says of a move more than was proven.

use super::course::TaskKey;
use crate::json::Json;
use crate::notation::{parse_move, write_move};
use crate::rules::{Move, Position};

/// The proofs of all tasks.
#[derive(Debug, Clone, PartialEq)]
pub struct Proofs(Json);

/// A legal move that is not the main line's.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The move.
    pub played: Move,
    /// Whether it reaches the goal too.
    pub right: bool,
    /// What proves it: the moves that follow.
    pub line: Vec<Move>,
}

/// What is known of a task.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proof {
    /// The main line: own moves, and the replies between them.
    pub line: Vec<Move>,
    /// For each own move of the line, every other legal move.
    pub others: Vec<Vec<Verdict>>,
}

impl Proofs {
    /// The form of the file.
    pub const VERSION: u32 = 1;

    /// Reads the file.
    pub fn read(text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        (json.field("version")?.number::<u32>()? == Self::VERSION).then_some(Self(json))
    }

    /// What is known of a task that begins with this position; `None` where the file does not fit the course.
    pub fn of(&self, key: &TaskKey, start: &Position) -> Option<Proof> {
        let task = self.0.field(&key.to_string())?.items()?;
        let line = moves(start, task.first()?.text()?)?;
        let mut at = *start;
        let mut others = Vec::new();
        for (ply, m) in line.iter().enumerate() {
            if ply % 2 == 0
                && let Some(node) = task.get(1 + ply / 2)
            {
                others.push(
                    node.items()?
                        .iter()
                        .map(|text| Verdict::read(&at, text.text()?))
                        .collect::<Option<_>>()?,
                );
            }
            at = at.play(m);
        }
        Some(Proof { line, others })
    }
}

impl Verdict {
    fn read(at: &Position, text: &str) -> Option<Self> {
        let right = text.starts_with('+');
        let mut all = moves(at, text.get(1..)?)?;
        if all.is_empty() {
            return None;
        }
        Some(Self { played: all.remove(0), right, line: all })
    }

    fn write(&self, at: &Position) -> String {
        let mut text = if self.right { "+" } else { "-" }.to_owned();
        let all: Vec<Move> = std::iter::once(&self.played).chain(&self.line).cloned().collect();
        text.push_str(&write_moves(at, &all));
        text
    }
}

impl Proof {
    /// The proof as the file has it.
    pub fn write(&self, start: &Position) -> String {
        let mut at = *start;
        let mut nodes = vec![Json::from(write_moves(start, &self.line))];
        for (ply, m) in self.line.iter().enumerate() {
            if let Some(others) = self.others.get(ply / 2).filter(|_| ply % 2 == 0) {
                nodes.push(Json::list(others.iter().map(|verdict| verdict.write(&at))));
            }
            at = at.play(m);
        }
        Json::List(nodes).to_string()
    }
}

fn moves(start: &Position, text: &str) -> Option<Vec<Move>> {
    let mut at = *start;
    let read = |word| {
        let m = parse_move(&at, word).ok()?;
        at = at.play(&m);
        Some(m)
    };
    text.split_whitespace().map(read).collect()
}

/// Moves one after another, as the board writes them.
pub fn write_moves(start: &Position, line: &[Move]) -> String {
    let mut at = *start;
    let write = |m: &Move| {
        let text = write_move(&at, m);
        at = at.play(m);
        text
    };
    line.iter().map(write).collect::<Vec<_>>().join(" ")
}

/// How many pieces each side loses in a line: that of the side to move first.
pub fn losses(start: &Position, line: &[Move]) -> (usize, usize) {
    let taken = |first: usize| line.iter().skip(first).step_by(2).map(|m| m.captured().len()).sum();
    debug_assert!(line.is_empty() || start.legal(&line[0]).is_some());
    (taken(1), taken(0))
}
