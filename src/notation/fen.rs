//! Positions as FEN: `W:Wa1,Kc3:Bb8` or `B:W31-50:BK2,1-20`.
//!
//! Read generously (spaces, ranges, either colour first, trailing counters, a closing dot, odd quotes and dashes, a letter for
//! each square as the Hub protocol has it), written in one way: the side to move, White's pieces, Black's pieces, single
//! squares in row order, `K` before each king.

use std::fmt;

use super::squares::{Style, parse_square, square_name, square_range};
use crate::rules::variant::THAI;
use crate::rules::{Kind, Numbering, Piece, Position, Setup, SetupFault, Side, Square, Variant};

/// Whether the dialects of other programs are read: the page's first program has no field for a text from elsewhere.
const FOREIGN: bool = cfg!(feature = "rooms");

/// Of a text that is nothing like a FEN no more faults are told than a reader would take in.
const MOST_FAULTS: usize = 20;

/// What is wrong with a FEN, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// Every fault, in the order of the text; of a great many the first ones.
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
    /// A man stands where it would be a king (W64-13).
    ManOnPromotionRow {
        /// Whose.
        side: Side,
        /// Where, as the rule set names it.
        square: String,
    },
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
            Self::ManOnPromotionRow { side, square } => write!(
                f,
                "a man of {side:?} stands on {square}, its promotion row: it must be a king ('K{square}')"
            ),
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

impl FenError {
    /// What is wrong with a set-up that was read from a text.
    pub fn of_setup(variant: &Variant, faults: Vec<SetupFault>, style: Style) -> Self {
        let named = |fault| match fault {
            SetupFault::ManOnPromotionRow { side, square } => {
                FenFault::ManOnPromotionRow { side, square: square_name(variant, square, style) }
            }
            fault => FenFault::Setup(fault),
        };
        Self { faults: faults.into_iter().take(MOST_FAULTS).map(named).collect() }
    }
}

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
    setup.into_position().map_err(|faults| FenError::of_setup(variant, faults, style))
}

/// Reads a set-up, which may be no position that can arise.
///
/// # Errors
/// Every fault of the text.
pub fn parse_fen_setup(variant: &'static Variant, text: &str, style: Style) -> Result<Setup, FenError> {
    let mut faults = Vec::new();
    let mut setup = Setup::empty(variant);
    let text = plain(bare(text));
    if FOREIGN && let Some(setup) = of_letters(variant, &text) {
        return Ok(setup);
    }
    let text = if FOREIGN { parted(&text) } else { text };
    let mut parts = text.split(':').map(str::trim);
    let first = parts.next().unwrap_or_default();
    match side_of(first) {
        Some(side) => setup.turn = side,
        // PDN 3.0: not told. The side that begins is as good as the other.
        None if FOREIGN && first == "?" => {}
        None => faults.push(FenFault::Turn(first.to_owned())),
    }
    // Counters that other programs append: `:H0:F1`, `:+1+2` (case B045).
    let counter = |part: &&str| {
        part.starts_with(['H', 'F', 'h', 'f', '+'])
            && part.bytes().skip(1).all(|b| b.is_ascii_digit() || b == b'+')
    };
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty() && !counter(part)).collect();
    let mut times = [0usize; 2];
    for (i, part) in parts.iter().enumerate() {
        // Other programs' counters without a letter.
        if FOREIGN && times[0] > 0 && times[1] > 0 && part.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        let Some(side) = part.get(..1).and_then(side_of) else {
            faults.push(FenFault::Part((*part).to_owned()));
            continue;
        };
        // An empty side is allowed (case B040), but `W:W:W31-50:B1-20` has one part too many (B039).
        if i == 0 && part.len() == 1 && parts.len() > 2 {
            faults.push(FenFault::TurnTwice(format!("{first}:{part}:")));
            continue;
        }
        times[side.index()] += 1;
        for word in
            part.get(1..).unwrap_or_default().split(',').map(str::trim).filter(|word| !word.is_empty())
        {
            put(&mut setup, side, word, style, &mut faults);
            if faults.len() >= MOST_FAULTS {
                return Err(FenError { faults });
            }
        }
    }
    for side in Side::BOTH {
        if times[side.index()] != 1 && faults.is_empty() {
            faults.push(FenFault::Side { side, times: times[side.index()] });
        }
    }
    if !faults.is_empty() {
        return Err(FenError { faults });
    }
    // PDN lets Black begin Thai games from the bottom of the diagram; here that side is White (RULES.md, section 3).
    let start = || colours_swapped(&Position::start(&THAI).setup());
    let turned = FOREIGN && variant == &THAI && setup == start();
    Ok(if turned { colours_swapped(&setup) } else { setup })
}

/// The same with White's pieces for Black's and the other side to move.
pub(super) fn colours_swapped(setup: &Setup) -> Setup {
    let mut swapped = Setup::empty(setup.variant());
    swapped.turn = setup.turn.other();
    for (square, Piece { side, kind }) in setup.pieces() {
        swapped.put(square, Some(Piece { side: side.other(), kind }));
    }
    swapped
}

/// The side to move and a letter for each square in row order, as the Hub protocol writes a position: `w`, `b` men, `W`, `B`
/// kings, `e` empty.
fn of_letters(variant: &'static Variant, text: &str) -> Option<Setup> {
    let squares = variant.geometry().all();
    if text.len() != 1 + usize::from(variant.geometry().squares) {
        return None;
    }
    let mut setup = Setup::empty(variant);
    setup.turn = side_of(text.get(..1)?)?;
    for (square, letter) in squares.zip(text.bytes().skip(1)) {
        let side = if letter.eq_ignore_ascii_case(&b'w') { Side::White } else { Side::Black };
        let kind = if letter.is_ascii_uppercase() { Kind::King } else { Kind::Man };
        match letter {
            b'w' | b'W' | b'b' | b'B' => setup.put(square, Some(Piece { side, kind })),
            b'e' => {}
            _ => return None,
        }
    }
    Some(setup)
}

/// A FEN without the tag around it, quotes, invisible characters and the dot that some programs end it with.
fn bare(text: &str) -> &str {
    let around = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '\u{feff}' | '\u{200b}' | '\0' | '\u{1a}' | '"' | '\'' | '“' | '”' | '„' | '[' | ']' | '.'
            )
    };
    let text = text.trim_matches(around);
    let inner = match text.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("FEN") => {
            text.get(3..).unwrap_or_default().trim_start_matches([' ', ':'])
        }
        _ => text,
    };
    inner.trim_matches(around)
}

/// A FEN as the standard has it: hyphens for other dashes and two dots between the ends of a range, a comma for a semicolon,
/// a dot or a mere space between squares, no other spaces.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut spaced, mut dot) = (false, false);
    for c in text.chars() {
        let dotted = std::mem::replace(&mut dot, c == '.');
        if c.is_whitespace() {
            spaced = true;
            continue;
        }
        if std::mem::take(&mut spaced)
            && c.is_ascii_alphanumeric()
            && plain.ends_with(|c: char| c.is_ascii_digit())
        {
            plain.push(',');
        }
        match c {
            '\u{2010}'..='\u{2014}' | '−' => plain.push('-'),
            // `31..50` is a range, `31.32` a list.
            '.' if plain.ends_with('-') => {}
            '.' if dotted => {
                plain.pop();
                plain.push('-');
            }
            ';' | '.' => plain.push(','),
            _ => plain.push(c),
        }
    }
    plain
}

/// A FEN that has no colons (`W W31-50 B1-20`) with them.
fn parted(text: &str) -> String {
    let colons = !text.contains(':');
    let mut parted = String::with_capacity(text.len() + 2);
    for (i, c) in text.char_indices() {
        if colons && i > 0 && matches!(c, 'W' | 'B') {
            parted.push(':');
        }
        parted.push(c);
    }
    parted
}

fn put(setup: &mut Setup, side: Side, word: &str, style: Style, faults: &mut Vec<FenFault>) {
    let variant = setup.variant();
    let (kind, squares) = match word.strip_prefix(['K', 'k']) {
        Some(rest) => (Kind::King, rest.trim()),
        None => (Kind::Man, word),
    };
    let (low, high) = squares.split_once('-').unwrap_or((squares, squares));
    let high = if kind == Kind::King { high.trim_start_matches(['K', 'k']) } else { high };
    let ends = (parse_square(variant, low, style), parse_square(variant, high, style));
    let (Some(one), Some(other)) = ends else {
        let squares = square_range(variant, style);
        faults.push(FenFault::Square { word: word.to_owned(), squares });
        return;
    };
    // A range goes along the rows, from the top where squares are numbered, from the bottom where they have letters.
    let letters = low.starts_with(|c: char| c.is_ascii_alphabetic());
    let place = |square: Square| {
        let (row, column) = variant.geometry().row_column(square);
        (if letters { variant.size - row } else { row }, column)
    };
    let range = place(one).min(place(other))..=place(one).max(place(other));
    for square in variant.geometry().all().filter(|square| range.contains(&place(*square))) {
        if setup.piece(square).is_some() {
            faults.push(FenFault::Twice(square_name(variant, square, style)));
        } else {
            setup.put(square, Some(Piece { side, kind }));
        }
    }
}

/// Writes a position.
pub fn write_fen(position: &Position, style: Style) -> String {
    write_fen_setup(&position.setup(), style)
}

/// Writes a set-up, which may be no position that can arise; [`parse_fen_setup`] reads it again.
pub fn write_fen_setup(setup: &Setup, style: Style) -> String {
    let variant = setup.variant();
    let mut fen = letter(setup.turn).to_string();
    for side in Side::BOTH {
        fen.push(':');
        fen.push(letter(side));
        let mut pieces: Vec<_> = setup.pieces().filter(|(_, piece)| piece.side == side).collect();
        if style == Style::Official && variant.numbering == Numbering::RowsFromBottom {
            pieces.reverse();
        }
        for (i, (square, piece)) in pieces.into_iter().enumerate() {
            if i > 0 {
                fen.push(',');
            }
            if piece.kind == Kind::King {
                fen.push('K');
            }
            fen.push_str(&square_name(variant, square, style));
        }
    }
    fen
}
