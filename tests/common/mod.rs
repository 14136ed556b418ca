//! What several tests need.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod homes;

use std::path::PathBuf;

use damka::notation::{Style, parse_fen_setup, parse_square, square_name};
use damka::rules::{Game, Move, Position, Square, Variant};

/// A folder or file of `../shared`, or `None`, with a visible word, where it is absent.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if full.exists() {
        return Some(full);
    }
    eprintln!("SKIPPED: ../shared/{path} is not here");
    None
}

/// The text of a file of the project.
pub fn project_file(path: &str) -> String {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&full).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A position from a FEN in the numbering of the rule set; unusual ones are let through.
pub fn position(variant: &'static Variant, fen: &str) -> Position {
    styled(variant, fen, Style::Official)
}

/// A position from a FEN in row numbers.
pub fn row_position(variant: &'static Variant, fen: &str) -> Position {
    styled(variant, fen, Style::RowNumbers)
}

fn styled(variant: &'static Variant, fen: &str, style: Style) -> Position {
    parse_fen_setup(variant, fen, style)
        .unwrap_or_else(|e| panic!("{} {fen}: {e}", variant.name))
        .into_unusual_position()
        .unwrap_or_else(|e| panic!("{} {fen}: {e:?}", variant.name))
}

/// A small generator of random numbers (`SplitMix64`): a test prints its seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// The row number of a square.
pub fn number(square: Square) -> u64 {
    u64::from(square.row_number())
}

/// The one legal move that a text such as `32-28` or `4x27x38x15` names, in the numbering of the rule set.
pub fn named(position: &Position, text: &str) -> Move {
    let squares: Vec<Square> = text
        .split(['-', 'x', ':'])
        .map(|name| {
            parse_square(position.variant(), name, Style::Official).unwrap_or_else(|| panic!("{text}"))
        })
        .collect();
    let (first, last) = (squares[0], squares[squares.len() - 1]);
    let fits: Vec<Move> = if squares.len() == 2 {
        position.legal_moves().into_iter().filter(|m| (m.from(), m.to()) == (first, last)).collect()
    } else {
        position.legal_routes().into_iter().filter(|m| m.path() == squares).collect()
    };
    let [only] = &fits[..] else { panic!("{text} names {} legal moves: {fits:?}", fits.len()) };
    only.clone()
}

/// Plays moves given as text, one after another.
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let wanted = named(game.position(), text);
        game.play(&wanted).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// The legal moves as text, sorted: `a1-b2`, or every square touched, `c1xg5xd8`.
pub fn texts(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().iter().map(|m| text(position, m)).collect();
    texts.sort();
    texts
}

/// A move as text.
pub fn text(position: &Position, m: &Move) -> String {
    let names: Vec<String> =
        m.path().iter().map(|&square| square_name(position.variant(), square, Style::Official)).collect();
    names.join(if m.is_capture() { "x" } else { "-" })
}
