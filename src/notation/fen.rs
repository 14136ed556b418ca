//! Positions as FEN: `W:Wa1,Kc3:Bb8` or `B:W31-50:BK2,1-20`.
//!
//! Read generously (spaces, ranges, either colour first, trailing counters, a closing dot), written in one way:
//! the side to move, White's pieces, Black's pieces, single squares in row order, `K` before each king.

use std::fmt;

use super::squares::{Style, parse_square, square_name};
use crate::rules::{Kind, Piece, Position, Setup, SetupFault, Side, Square, Variant};

/// What is wrong with a FEN, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// Every fault, in the order of the text.
    pub faults: Vec<FenFault>,
}

/// One thing that is wrong with a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenFault {
    /// It does not begin with `W` or `B` and a colon.
    Turn(String),
    /// The side to move stands twice.
    TurnTwice(String),
    /// A part that is neither White's nor Black's pieces.
    Part(String),
    /// The pieces of a side are missing or given twice.
    Side {
        /// Whose.
        side: Side,
        /// How often they are given.
        times: usize,
    },
    /// A word that is no square of this board.
    Square {
        /// The word.
        word: String,
        /// The squares there are, as `first-last`.
        squares: String,
    },
    /// Two pieces on one square.
    Twice(String),
    /// The pieces can't stand so.
    Setup(SetupFault),
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(word) => {
                write!(f, "'{word}' at the start: 'W' or 'B' and a colon must say who is to move")
            }
            Self::TurnTwice(word) => write!(f, "the side to move is given twice ('{word}')"),
            Self::Part(word) => write!(f, "'{word}' is neither White's pieces (W...) nor Black's (B...)"),
            Self::Side { side, times: 0 } => {
                write!(f, "the pieces of {side:?} are missing (':{}')", letter(*side))
            }
            Self::Side { side, times } => write!(f, "the pieces of {side:?} are given {times} times"),
            Self::Square { word, squares } => write!(f, "'{word}' is not a square of this board ({squares})"),
            Self::Twice(word) => write!(f, "there is already a piece on square '{word}'"),
            Self::Setup(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "W" | "w" => Some(Side::White),
        "B" | "b" => Some(Side::Black),
        _ => None,
    }
}

/// Reads a position.
///
/// # Errors
/// Every fault of the text, or of the position that it tells of.
///
/// ```
/// use damka::notation::{Style, parse_fen, write_fen};
/// use damka::rules::variant::INTERNATIONAL;
///
/// let position = parse_fen(&INTERNATIONAL, "W:WK4-6:B40", Style::Official).unwrap();
/// assert_eq!(write_fen(&position, Style::Official), "W:WK4,K5,K6:B40");
/// let error = parse_fen(&INTERNATIONAL, "W:W4,55:B4", Style::Official).unwrap_err();
/// assert!(error.to_string().contains("'55'"));
/// ```
pub fn parse_fen(variant: &'static Variant, text: &str, style: Style) -> Result<Position, FenError> {
    let setup = parse_fen_setup(variant, text, style)?;
    setup
        .into_position()
        .map_err(|faults| FenError { faults: faults.into_iter().map(FenFault::Setup).collect() })
}

/// Reads a set-up, which may be no position that can arise.
///
/// # Errors
/// Every fault of the text.
pub fn parse_fen_setup(variant: &'static Variant, text: &str, style: Style) -> Result<Setup, FenError> {
    let mut faults = Vec::new();
    let mut setup = Setup::empty(variant);
    let text = text.trim().trim_start_matches(['\u{feff}', '\u{200b}']).trim_end_matches('.').trim();
    let mut parts = text.split(':').map(str::trim);
    let first = parts.next().unwrap_or_default();
    match side_of(first) {
        Some(side) => setup.turn = side,
        None => faults.push(FenFault::Turn(first.to_owned())),
    }
    let mut times = [0usize; 2];
    for part in parts.filter(|part| !part.is_empty()) {
        let mut letters = part.chars();
        let side = letters.next().and_then(|c| side_of(c.encode_utf8(&mut [0; 4])));
        // Counters that other programs append: `:H0:F1`, `:+1+2` (case B045).
        if part.starts_with(['H', 'F', '+']) && part[1..].bytes().all(|b| b.is_ascii_digit() || b == b'+') {
            continue;
        }
        let Some(side) = side else {
            faults.push(FenFault::Part(part.to_owned()));
            continue;
        };
        let list = letters.as_str().trim();
        // An empty side is allowed (case B040); the faulty `W:W:W31-50:B1-20` has one more than two parts (B039).
        if list.is_empty() && text.matches(':').count() > 2 && times == [0, 0] && Some(side) == side_of(first)
        {
            faults.push(FenFault::TurnTwice(format!("{first}:{part}:")));
            continue;
        }
        times[side.index()] += 1;
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            put(&mut setup, side, word, style, &mut faults);
        }
    }
    for side in Side::BOTH {
        if times[side.index()] != 1 && faults.is_empty() {
            faults.push(FenFault::Side { side, times: times[side.index()] });
        }
    }
    if faults.is_empty() { Ok(setup) } else { Err(FenError { faults }) }
}

fn put(setup: &mut Setup, side: Side, word: &str, style: Style, faults: &mut Vec<FenFault>) {
    let variant = setup.variant();
    let (kind, squares) = match word.strip_prefix(['K', 'k']) {
        Some(rest) => (Kind::King, rest.trim()),
        None => (Kind::Man, word),
    };
    let (low, high) = squares.split_once('-').unwrap_or((squares, squares));
    let ends = (parse_square(variant, low.trim(), style), parse_square(variant, high.trim(), style));
    let (Some(low), Some(high)) = ends else {
        let last = Square(variant.geometry().squares - 1);
        let mut ends = [square_name(variant, Square(0), style), square_name(variant, last, style)];
        if variant.numbering != crate::rules::Numbering::Rows {
            ends.sort_by_key(|name| (name.len(), name.clone()));
        }
        let squares = if ends[0].starts_with(|c: char| c.is_ascii_digit()) {
            ends.join("-")
        } else {
            format!("a1-{}{}", char::from(b'a' + variant.size - 1), variant.size)
        };
        faults.push(FenFault::Square { word: word.to_owned(), squares });
        return;
    };
    for n in low.0.min(high.0)..=low.0.max(high.0) {
        if setup.piece(Square(n)).is_some() {
            faults.push(FenFault::Twice(square_name(variant, Square(n), style)));
        } else {
            setup.put(Square(n), Some(Piece { side, kind }));
        }
    }
}

/// Writes a position.
pub fn write_fen(position: &Position, style: Style) -> String {
    let mut fen = letter(position.turn()).to_string();
    for side in Side::BOTH {
        fen.push(':');
        fen.push(letter(side));
        let mut pieces: Vec<_> = position.pieces().filter(|(_, piece)| piece.side == side).collect();
        if style == Style::Official && position.variant().numbering == crate::rules::Numbering::RowsFromBottom
        {
            pieces.reverse();
        }
        for (i, (square, piece)) in pieces.into_iter().enumerate() {
            if i > 0 {
                fen.push(',');
            }
            if piece.kind == Kind::King {
                fen.push('K');
            }
            fen.push_str(&square_name(position.variant(), square, style));
        }
    }
    fen
}
