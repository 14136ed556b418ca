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
    let words: Vec<&str> = line.split(' ').collect();
    let [position, moves, rating, themes] = words[..] else { return Err(PuzzleError::Words(words.len())) };
    let start = read_position(variant, position).ok_or_else(|| PuzzleError::Position(position.to_owned()))?;
    let number = |text: &str| PuzzleError::Number(text.to_owned());
    let rating = rating.parse().map_err(|_| number(rating))?;
    let themes = u32::from_str_radix(themes, 16).map_err(|_| number(themes))?;
    let mut line = Vec::new();
    let mut here = start;
    for (ply, choices) in moves.split(',').enumerate() {
        let mut legal = choices
            .split('|')
            .map(|text| {
                read_play(&here, text).ok_or_else(|| PuzzleError::Move { ply, text: text.to_owned() })
            })
            .collect::<Result<Vec<_>, _>>()?;
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
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end();
            let mut words = bare.rsplit(' ');
            let themes = words.next().and_then(|word| u32::from_str_radix(word, 16).ok());
            let rating = words.next().and_then(|word| word.parse().ok());
            if let (Some(themes), Some(rating), false) = (themes, rating, line.starts_with('#')) {
                lines.push((at, at + bare.len(), rating, themes));
            }
            at += line.len();
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
        self.lines.get(n).map(|&(from, to, ..)| &self.text[from..to])
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
        let shelf = |word: &str| {
            let mut parts = word.split(':');
            let mut next = || parts.next();
            Some(Shelf {
                count: next()?.parse().ok()?,
                low: next()?.parse().ok()?,
                high: next()?.parse().ok()?,
                themes: u32::from_str_radix(next()?, 16).ok()?,
            })
        };
        let set = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next().filter(|name| !name.starts_with('#'))?;
            Some((name.to_owned(), words.map(shelf).collect::<Option<Vec<_>>>()?))
        };
        Self { sets: text.lines().filter_map(set).collect() }
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
