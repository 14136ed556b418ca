//! Moves as text: `32-28`, `c3-d4`, `19x8`, `47x38x24x13x36`.
//!
//! Written in one way, read in many. A capture is written by its ends alone unless another legal move has the same ends;
//! then every square is written, at a turn the turning square and without a turn the square right behind the captured
//! piece (RULES.md, section 3). When read, the squares decide and the signs between them do not, since collections mix
//! them up.

use std::fmt;

use super::squares::{Style, parse_square, square_name, square_range};
use crate::rules::{Move, Position, Side, Square, Variant};

/// Why a text is no move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveError {
    /// It is not made of squares.
    Unreadable {
        /// The text.
        text: String,
        /// How a move looks in this rule set.
        example: &'static str,
    },
    /// A part of it is no square of the board.
    NotASquare {
        /// The part.
        word: String,
        /// The squares there are: `1-50`.
        range: String,
    },
    /// No legal move has these squares.
    Illegal {
        /// The text.
        text: String,
        /// Who is to move.
        side: Side,
        /// Whether the side must capture.
        must_capture: bool,
        /// The legal moves from the same square, or all of them where there is none.
        legal: Vec<String>,
    },
    /// Several legal moves have these squares.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        candidates: Vec<Move>,
        /// The same, written so that they can be told apart.
        written: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { text, example } => {
                write!(f, "'{}' is not a move; a move looks like {example}", shortened(text))
            }
            Self::NotASquare { word, range } => {
                write!(f, "'{}' is not a square of this board ({range})", shortened(word))
            }
            Self::Illegal { text, side, legal, .. } if legal.is_empty() => {
                write!(f, "'{}' is not legal here: {side:?} has no move", shortened(text))
            }
            Self::Illegal { text, side, must_capture, legal } => {
                write!(f, "'{}' is not legal here: ", shortened(text))?;
                if *must_capture {
                    write!(f, "{side:?} must capture, ")?;
                }
                write!(f, "legal is {}", listed(legal, "or"))
            }
            Self::Ambiguous { text, written, .. } => {
                write!(f, "'{}' can mean {}; write all the squares", shortened(text), listed(written, "or"))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// `a, b or c`; of long lists the beginning.
fn listed(words: &[String], last: &str) -> String {
    const MOST: usize = 12;
    match words {
        [] => String::new(),
        [one] => one.clone(),
        words if words.len() > MOST => {
            format!("{} or one of {} more", words[..MOST].join(", "), words.len() - MOST)
        }
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A text short enough to stand in a sentence.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// A move in the notation of its rule set, as short as the position allows.
///
/// ```
/// use damka::notation::{Style, parse_fen, parse_move, write_move};
/// use damka::rules::variant::INTERNATIONAL;
///
/// let position = parse_fen(&INTERNATIONAL, "W:WK4:B13,20,32,37", Style::Official).unwrap();
/// let written: Vec<_> = position.legal_moves().iter().map(|m| write_move(&position, m)).collect();
/// // Both captures end on 15, so both are written in full (case B003).
/// assert!(written.contains(&"4x27x38x15".to_owned()));
/// assert!(parse_move(&position, "4x15").unwrap_err().to_string().contains("4x31x42x15"));
/// ```
pub fn write_move(position: &Position, played: &Move) -> String {
    write_move_among(position.variant(), &position.legal_moves(), played)
}

/// The same for whoever has the list of legal moves at hand.
pub fn write_move_among(variant: &Variant, legal: &[Move], played: &Move) -> String {
    if !played.is_capture() {
        return joined(variant, &[played.from(), played.to()], '-');
    }
    // A quiet move with the same ends (home rules that let captures be passed over) is told apart by its sign.
    let sign = variant.capture_sign;
    let rival = legal.iter().any(|other| {
        (other.from(), other.to()) == (played.from(), played.to())
            && (other.is_capture() || sign == '-')
            && !other.same_as(played)
    });
    if rival {
        return write_move_full(variant, played);
    }
    joined(variant, &[played.from(), played.to()], sign)
}

/// A move with every square: where it turns the turning square, elsewhere the square right behind each captured piece.
pub fn write_move_full(variant: &Variant, played: &Move) -> String {
    let sign = if played.is_capture() { variant.capture_sign } else { '-' };
    joined(variant, &canonical(variant, played), sign)
}

/// The path in which a king that goes straight on lands right behind the piece.
fn canonical(variant: &Variant, played: &Move) -> Vec<Square> {
    let geometry = variant.geometry();
    let place = |square| {
        let (row, column) = geometry.row_column(square);
        (row as i8, column as i8)
    };
    let heading = |from, to| {
        let ((r0, c0), (r1, c1)) = (place(from), place(to));
        ((r1 - r0).signum(), (c1 - c0).signum())
    };
    let path = played.path();
    let mut squares = path.to_vec();
    for (leg, victim) in played.captured().iter().enumerate().take(path.len().saturating_sub(2)) {
        let course = heading(path[leg], path[leg + 1]);
        if course != heading(path[leg + 1], path[leg + 2]) {
            continue;
        }
        let (row, column) = place(*victim);
        // Along rows and columns (Frisian) this is a light square: between two pieces in one line of ten there is but one
        // square to land on, and the path has it already.
        let behind = (row + course.0, column + course.1);
        if let (Ok(row), Ok(column)) = (u8::try_from(behind.0), u8::try_from(behind.1))
            && let Some(square) = geometry.at(row, column)
        {
            squares[leg + 1] = square;
        }
    }
    squares
}

fn joined(variant: &Variant, squares: &[Square], sign: char) -> String {
    let mut text = String::with_capacity(3 * squares.len());
    for (i, square) in squares.iter().enumerate() {
        if i > 0 {
            text.push(sign);
        }
        text.push_str(&square_name(variant, *square, Style::Official));
    }
    text
}

/// What a move's text names: a square, or in the short Russian form (`cd4`) only the file of the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Square(Square),
    File(u8),
}

impl Word {
    fn fits(self, variant: &Variant, square: Square) -> bool {
        match self {
            Self::Square(named) => named == square,
            Self::File(file) => variant.geometry().row_column(square).1 == file,
        }
    }
}

/// What a sign is for the reader of moves. Letters are as in [`latin`].
pub(super) fn is_separator(c: char) -> bool {
    matches!(
        c,
        '-' | ':' | '*' | 'x' | 'X' | '×' | '✕' | '→' | '\u{ad}' | '\u{2010}'..='\u{2014}' | '−' | '－'
    )
}

/// Cyrillic letters that look like Latin ones, as Russian keyboards produce them in `с3-d4` and `f2хd4`.
pub(super) fn latin(c: char) -> char {
    match c {
        'а' | 'А' => 'a',
        'в' | 'В' => 'b',
        'с' | 'С' => 'c',
        'е' | 'Е' => 'e',
        'н' | 'Н' => 'h',
        'х' | 'Х' => 'x',
        _ => c,
    }
}

/// Reads a move.
///
/// Leading zeros, spaces, capitals, any of the signs `- : x × * –`, none at all in `a3b4`, the short Russian forms `cd4`
/// and `d:f6`, and any of the landing squares of any route in between are understood.
///
/// # Errors
/// [`MoveError`], whose text tells what would be right.
///
/// ```
/// use damka::notation::{parse_move, write_move};
/// use damka::rules::{Position, variant};
///
/// let start = Position::start(&variant::RUSSIAN);
/// let played = parse_move(&start, "cd4").unwrap();
/// assert_eq!(write_move(&start, &played), "c3-d4");
/// assert!(parse_move(&start, "c3-c4").unwrap_err().to_string().contains("'c4' is not a square"));
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let variant = position.variant();
    let words = words(variant, text)?;
    let [first, ref between @ .., last @ Word::Square(_)] = words[..] else {
        return Err(unreadable(variant, text));
    };
    let legal = position.legal_moves();
    let ends = |m: &&Move| first.fits(variant, m.from()) && last.fits(variant, m.to());
    let mut found: Vec<Move> = legal.iter().filter(ends).cloned().collect();
    if !between.is_empty() && !found.is_empty() {
        found = through(variant, position, &found, between);
    }
    // The page's first program does without.
    if cfg!(feature = "rooms") && found.is_empty() {
        found = by_victims(&legal, &words);
    }
    if found.len() > 1 {
        choose_by_sign(variant, text, &mut found);
        // Where the squares are a complete list for one move it is that one: a capture of a single piece can't be written
        // in any longer way.
        let complete = |m: &Move| m.captured().len() == between.len() + 1;
        if found.iter().any(complete) {
            found.retain(complete);
        }
    }
    match found.len() {
        0 => Err(illegal(position, &legal, first, text)),
        1 => Ok(found.swap_remove(0)),
        _ => Err(MoveError::Ambiguous {
            text: text.trim().to_owned(),
            written: found.iter().map(|m| write_move_among(variant, &legal, m)).collect(),
            candidates: found,
        }),
    }
}

/// Those of `ends` that have a route over the squares between, each by such a route.
fn through(variant: &Variant, position: &Position, ends: &[Move], between: &[Word]) -> Vec<Move> {
    let inner = |m: &Move| m.path()[1..m.path().len() - 1].to_vec();
    let fits = |m: &Move| {
        let mut landings = inner(m).into_iter();
        between.iter().all(|word| landings.any(|square| word.fits(variant, square)))
    };
    let routes = position.legal_routes();
    let mut found: Vec<Move> = Vec::new();
    for route in ends.iter().chain(&routes) {
        if fits(route) && ends.iter().any(|m| m.same_as(route)) && !found.iter().any(|m| m.same_as(route)) {
            found.push(route.clone());
        }
    }
    found
}

/// The move whose ends, and behind them the captured squares, a text names, as the Hub protocol and programs that speak it
/// write it: `4x15x13x20x32`.
fn by_victims(legal: &[Move], words: &[Word]) -> Vec<Move> {
    let squares: Option<Vec<Square>> =
        words.iter().map(|word| if let Word::Square(square) = word { Some(*square) } else { None }).collect();
    let Some([from, to, victims @ ..]) = squares.as_deref() else { return Vec::new() };
    let named = |m: &&Move| {
        (m.from(), m.to(), m.captured().len()) == (*from, *to, victims.len())
            && m.captured().iter().all(|square| victims.contains(square))
    };
    legal.iter().filter(named).cloned().collect()
}

/// Between a quiet move and a capture with the same ends (only home rules have both) the sign decides.
fn choose_by_sign(variant: &Variant, text: &str, found: &mut Vec<Move>) {
    if found.iter().all(Move::is_capture) {
        return;
    }
    let capture =
        text.chars().map(latin).any(|c| is_separator(c) && matches!(c, ':' | '*' | 'x' | 'X' | '×'));
    if capture {
        found.retain(Move::is_capture);
    } else if variant.capture_sign != '-' {
        found.retain(|m| !m.is_capture());
    }
}

fn words(variant: &Variant, text: &str) -> Result<Vec<Word>, MoveError> {
    let trimmed = text.trim().trim_end_matches(['!', '?', '+', '#', '.', ',']).trim_end();
    // A move number may stand before it.
    let trimmed = match trimmed.rsplit_once(['.', '…']) {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit() || b == b'.') => rest.trim_start(),
        _ => trimmed,
    };
    // A result, not a move on the spot.
    if trimmed == "1-1" {
        return Err(unreadable(variant, text));
    }
    let mut words = Vec::new();
    let mut letters = trimmed.chars().map(latin).peekable();
    while let Some(c) = letters.next() {
        let invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
        if is_separator(c) || c.is_whitespace() || invisible || c == '>' {
            continue;
        }
        if !c.is_ascii_alphanumeric() || words.len() > usize::from(variant.geometry().squares) {
            return Err(unreadable(variant, text));
        }
        let mut word = c.to_string();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            word.push(digit);
        }
        if word.len() == 1 && c.is_ascii_alphabetic() {
            let file = c.to_ascii_lowercase() as u8 - b'a';
            if file >= variant.size || !words.is_empty() {
                return Err(unreadable(variant, text));
            }
            words.push(Word::File(file));
        } else if let Some(square) = parse_square(variant, &word, Style::Official) {
            words.push(Word::Square(square));
        } else {
            // `32-28xyz` is no move at all, `32-58` one with a wrong square.
            let letter_of_board = c.is_ascii_digit() || (c.to_ascii_lowercase() as u8 - b'a') < 12;
            return Err(if letter_of_board && (trimmed.len() > word.len() || words.len() > 1) {
                MoveError::NotASquare { word, range: square_range(variant, Style::Official) }
            } else {
                unreadable(variant, text)
            });
        }
    }
    Ok(words)
}

fn unreadable(variant: &Variant, text: &str) -> MoveError {
    let algebraic = variant.numbering == crate::rules::Numbering::Algebraic;
    MoveError::Unreadable {
        text: text.trim().to_owned(),
        example: if algebraic { "c3-d4 or c3xe5" } else { "11-15 or 15x22" },
    }
}

fn illegal(position: &Position, legal: &[Move], first: Word, text: &str) -> MoveError {
    let variant = position.variant();
    let mut near: Vec<&Move> = legal.iter().filter(|m| first.fits(variant, m.from())).collect();
    if near.is_empty() {
        near = legal.iter().collect();
    }
    MoveError::Illegal {
        text: text.trim().to_owned(),
        side: position.turn(),
        must_capture: variant.must_capture && legal.first().is_some_and(Move::is_capture),
        legal: near.into_iter().map(|m| write_move_among(variant, legal, m)).collect(),
    }
}
