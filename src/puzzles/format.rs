//! Puzzles as text: a puzzle a line, in files of some hundreds, and an index of the files.
//!
//! A line has four words: the position, the line, the rating and the themes.
//!
//! - Squares are one character each: `0` is the first of the row order, and so on up to `w` (72 squares).
//! - The position: `W` or `B` for the solver's side; White's pieces and then Black's, six squares of the row order to a
//!   character (`0` is none, `o` all six, the first square the lowest bit); then the squares of the kings.
//! - The line: moves with `,` between them, moves that are as good after a `|`. A move is its two ends; where several legal
//!   moves have those, all squares of its path; and where even that leaves a choice, the shortest is meant.
//! - The rating in decimal, the themes as a set of bits in hexadecimal.
//!
//! Lines that begin with `#` tell how the file was made.

use std::fmt::{self, Write};

use super::{Ply, Puzzle};
use crate::rules::{Bits, Move, Piece, Position, Setup, Side, Square, Variant};

/// Puzzles of a file, as a rule.
pub const CHUNK: usize = 500;

/// What is wrong with a line of puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PuzzleError {
    /// It has not four words.
    Words(usize),
    /// The first word is no position of the rule set.
    Position(String),
    /// A move of the line is not legal where it stands.
    Move {
        /// Which, counted from 0.
        ply: usize,
        /// The text.
        text: String,
    },
    /// The line has an even number of moves: the solver must have the last.
    Even(usize),
    /// The rating or the set of themes is no number.
    Number(String),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(n) => write!(f, "{n} words instead of four: position, line, rating, themes"),
            Self::Position(text) => write!(f, "'{text}' is no position of this rule set"),
            Self::Move { ply, text } => {
                write!(f, "move {} of the line, '{text}', is not legal there", ply + 1)
            }
            Self::Even(n) => {
                write!(f, "the line has {n} moves; the solver has the last, so it must be an odd number")
            }
            Self::Number(text) => write!(f, "'{text}' is not a number"),
        }
    }
}

impl std::error::Error for PuzzleError {}

const fn letter(square: Square) -> char {
    (b'0' + square.0) as char
}

fn square(variant: &Variant, byte: u8) -> Option<Square> {
    let square = Square(byte.checked_sub(b'0')?);
    (square.0 < variant.geometry().squares).then_some(square)
}

/// Writes a position.
pub fn write_position(position: &Position) -> String {
    let geometry = position.variant().geometry();
    let mut text = String::from(if position.turn() == Side::White { "W" } else { "B" });
    for side in Side::BOTH {
        for first in (0..geometry.squares).step_by(6) {
            let squares = (0..6).filter(|i| first + i < geometry.squares);
            let has = |i: &u8| (geometry.bit(Square(first + i)) & position.side(side)).any();
            text.push((b'0' + squares.filter(has).map(|i| 1 << i).sum::<u8>()) as char);
        }
    }
    text.extend(geometry.all().filter(|s| (geometry.bit(*s) & position.kings()).any()).map(letter));
    text
}

/// Reads a position.
pub fn read_position(variant: &'static Variant, text: &str) -> Option<Position> {
    let squares = variant.geometry().squares;
    let groups = usize::from(squares.div_ceil(6));
    let bytes = text.as_bytes();
    if bytes.len() < 1 + 2 * groups {
        return None;
    }
    let mut setup = Setup::empty(variant);
    setup.turn = match bytes[0] {
        b'W' => Side::White,
        b'B' => Side::Black,
        _ => return None,
    };
    for (side, part) in Side::BOTH.into_iter().zip(bytes[1..].chunks(groups)) {
        for (group, byte) in part.iter().enumerate() {
            let bits = byte.checked_sub(b'0').filter(|bits| *bits < 64)?;
            for i in (0..6).filter(|i| bits >> i & 1 == 1) {
                let square = Square(group as u8 * 6 + i);
                if square.0 >= squares || setup.piece(square).is_some() {
                    return None;
                }
                setup.put(square, Some(Piece::man(side)));
            }
        }
    }
    for byte in &bytes[1 + 2 * groups..] {
        let square = square(variant, *byte)?;
        let piece = setup.piece(square)?;
        setup.put(square, Some(Piece::king(piece.side)));
    }
    setup.into_position().ok()
}

/// The parts of a text between these bytes (ASCII only): one at least.
pub(super) fn split(text: &str, by: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte == by) {
        let Some((part, after)) = rest.split_at_checked(at) else { break };
        parts.push(part);
        rest = after.get(1..).unwrap_or_default();
    }
    parts.push(rest);
    parts
}

/// A number in digits of this base, up to 16.
pub(super) fn number(text: &str, base: u32) -> Option<u32> {
    let mut sum = (!text.is_empty()).then_some(0u32)?;
    for byte in text.bytes() {
        sum = sum.checked_mul(base)?.checked_add(char::from(byte).to_digit(base)?)?;
    }
    Some(sum)
}

fn ends(m: &Move) -> (Square, Square) {
    (m.from(), m.to())
}

/// Writes a move of a position.
pub fn write_play(position: &Position, played: &Move) -> String {
    let rivals = position.legal_moves().iter().filter(|m| ends(m) == ends(played)).count();
    if rivals > 1 {
        played.path().iter().map(|s| letter(*s)).collect()
    } else {
        [played.from(), played.to()].into_iter().map(letter).collect()
    }
}

/// Reads a move of a position.
pub fn read_play(position: &Position, text: &str) -> Option<Move> {
    let path: Vec<Square> = text.bytes().map(|b| square(position.variant(), b)).collect::<Option<_>>()?;
    match path[..] {
        [from, to] => {
            let rivals = position.legal_moves().into_iter().filter(|m| ends(m) == (from, to));
            rivals.min_by_key(|m| m.path().len())
        }
        _ => position.legal_routes().into_iter().find(|m| m.path() == path),
    }
}

/// Writes a puzzle as a line, without the end of it.
pub fn write(puzzle: &Puzzle) -> String {
    let mut text = write_position(&puzzle.start);
    let mut position = puzzle.start;
    for (i, ply) in puzzle.line.iter().enumerate() {
        text.push(if i == 0 { ' ' } else { ',' });
        text.push_str(&write_play(&position, &ply.played));
        for also in &ply.also {
            text.push('|');
            text.push_str(&write_play(&position, also));
        }
        position = position.play(&ply.played);
    }
    let _ = write!(text, " {} {:x}", puzzle.rating, puzzle.themes);
    text
}

/// Reads a line.
///
/// # Errors
/// [`PuzzleError`], which names the word or the move that is wrong.
///
/// ```
/// use damka::puzzles::format::read;
/// use damka::rules::variant::POLISH_64;
///
/// let error = read(&POLISH_64, "W").unwrap_err();
/// assert_eq!(error.to_string(), "1 words instead of four: position, line, rating, themes");
/// ```
pub fn read(variant: &'static Variant, line: &str) -> Result<Puzzle, PuzzleError> {
    let words = split(line, b' ');
    let [position, moves, rating, themes] = words[..] else { return Err(PuzzleError::Words(words.len())) };
    let start = read_position(variant, position).ok_or_else(|| PuzzleError::Position(position.to_owned()))?;
    let fault = |text: &str| PuzzleError::Number(text.to_owned());
    let small = number(rating, 10).and_then(|n| u16::try_from(n).ok());
    let rating = small.ok_or_else(|| fault(rating))?;
    let themes = number(themes, 16).ok_or_else(|| fault(themes))?;
    let mut line = Vec::new();
    let mut here = start;
    for (ply, choices) in split(moves, b',').into_iter().enumerate() {
        let mut legal = Vec::new();
        for text in split(choices, b'|') {
            let found = read_play(&here, text);
            legal.push(found.ok_or_else(|| PuzzleError::Move { ply, text: text.to_owned() })?);
        }
        let played = legal.remove(0);
        here = here.play(&played);
        line.push(Ply { played, also: legal });
    }
    if line.len() % 2 == 0 {
        return Err(PuzzleError::Even(line.len()));
    }
    Ok(Puzzle { start, line, rating, themes })
}

/// A file of puzzles, read only as far as is needed to choose one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    text: String,
    /// Where the lines begin and end, with rating and themes.
    lines: Vec<(usize, usize, u16, u32)>,
}

impl Chunk {
    /// Takes a file over. Lines that have no rating or themes are left out.
    pub fn new(text: String) -> Self {
        let mut lines = Vec::new();
        let mut at = 0;
        for line in split(&text, b'\n') {
            if let [_, _, rating, themes] = split(line, b' ')[..]
                && let (Some(rating), Some(themes)) = (number(rating, 10), number(themes, 16))
                && !line.starts_with('#')
            {
                lines.push((at, at + line.len(), rating.min(u16::MAX.into()) as u16, themes));
            }
            at += line.len() + 1;
        }
        Self { text, lines }
    }

    /// How many puzzles it has.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text of a puzzle; it tells it from all others.
    pub fn line(&self, n: usize) -> Option<&str> {
        self.lines.get(n).and_then(|&(from, to, ..)| self.text.get(from..to))
    }

    /// Rating and themes of each puzzle.
    pub fn facts(&self) -> impl Iterator<Item = (u16, u32)> + '_ {
        self.lines.iter().map(|&(_, _, rating, themes)| (rating, themes))
    }
}

/// What the index says of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shelf {
    /// Puzzles in the file.
    pub count: u32,
    /// The easiest one's rating.
    pub low: u16,
    /// The hardest one's rating.
    pub high: u16,
    /// All themes that are in it.
    pub themes: u32,
}

/// The index: which files there are for each rule set. The easier puzzles are in the files with the lower numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Index {
    /// Name of the rule set, and its files.
    pub sets: Vec<(String, Vec<Shelf>)>,
}

impl Index {
    /// Reads an index: a line for each rule set, its name and a word `count:low:high:themes` for each file. What can't be
    /// read is left out.
    pub fn read(text: &str) -> Self {
        let mut sets = Vec::new();
        for line in split(text, b'\n') {
            let mut words = split(line, b' ');
            let name = words.remove(0);
            let mut shelves = Vec::new();
            for word in words {
                let [count, low, high, themes] = split(word, b':')[..] else { continue };
                let figures = (number(count, 10), number(low, 10), number(high, 10), number(themes, 16));
                if let (Some(count), Some(low), Some(high), Some(themes)) = figures {
                    shelves.push(Shelf { count, low: low as u16, high: high as u16, themes });
                }
            }
            if !shelves.is_empty() {
                sets.push((name.to_owned(), shelves));
            }
        }
        Self { sets }
    }

    /// Writes it.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (name, shelves) in &self.sets {
            text.push_str(name);
            for shelf in shelves {
                let _ = write!(text, " {}:{}:{}:{:x}", shelf.count, shelf.low, shelf.high, shelf.themes);
            }
            text.push('\n');
        }
        text
    }

    /// The files of a rule set; none where it has no puzzles.
    pub fn shelves(&self, rules: &str) -> &[Shelf] {
        self.sets.iter().find(|(name, _)| name == rules).map_or(&[], |(_, shelves)| shelves)
    }

    /// The file that holds the `n`th puzzle of a rule set, and its place there.
    pub fn place(&self, rules: &str, n: u32) -> Option<(usize, usize)> {
        let mut left = n;
        for (file, shelf) in self.shelves(rules).iter().enumerate() {
            if left < shelf.count {
                return Some((file, left as usize));
            }
            left -= shelf.count;
        }
        None
    }

    /// How many puzzles a rule set has.
    pub fn total(&self, rules: &str) -> u32 {
        self.shelves(rules).iter().map(|shelf| shelf.count).sum()
    }
}

/// The name of a file of puzzles below `puzzles/`; the first is 0.
pub fn file_name(rules: &str, file: usize) -> String {
    format!("{rules}-{}.txt", file + 1)
}
