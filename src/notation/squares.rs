//! Names of squares.

use crate::rules::{Numbering, Square, Variant};

/// In which way squares are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As the rule set does: 1-50, a1-h8 ...
    Official,
    /// 1, 2, 3 ... row by row from the top left, whatever the rule set.
    RowNumbers,
}

/// The name of a square in a rule set: `28` (W100-2.6), `c3` (W100-2.6.4).
///
/// ```
/// use damka::notation::{Style, square_name};
/// use damka::rules::{Square, variant};
///
/// assert_eq!(square_name(&variant::INTERNATIONAL, Square(27), Style::Official), "28");
/// assert_eq!(square_name(&variant::POLISH_64, Square(28), Style::Official), "a1");
/// assert_eq!(square_name(&variant::SPANISH, Square(31), Style::Official), "1");
/// ```
pub fn square_name(variant: &Variant, square: Square, style: Style) -> String {
    match (style, variant.numbering) {
        (Style::RowNumbers, _) | (_, Numbering::Rows) => square.row_number().to_string(),
        (_, Numbering::RowsFromBottom) => (variant.geometry().squares - square.0).to_string(),
        (_, Numbering::Algebraic) => {
            let (row, column) = variant.geometry().row_column(square);
            format!("{}{}", char::from(b'a' + column), variant.size - row)
        }
    }
}

/// The square with that name. Numbers may have leading zeros, letters may be capitals. Where the rule set writes
/// letters a row number is understood too, and the other way round, since files do both.
pub fn parse_square(variant: &Variant, name: &str, style: Style) -> Option<Square> {
    let geometry = variant.geometry();
    let first = name.chars().next()?;
    if first.is_ascii_alphabetic() {
        let column = (first.to_ascii_lowercase() as u8) - b'a';
        let rank: u8 = digits(name.get(1..)?)?;
        if rank == 0 || rank > variant.size || style == Style::RowNumbers {
            return None;
        }
        return geometry.at(variant.size - rank, column);
    }
    let number: u8 = digits(name)?;
    if number == 0 || number > geometry.squares {
        return None;
    }
    Some(match (style, variant.numbering) {
        (Style::Official, Numbering::RowsFromBottom) => Square(geometry.squares - number),
        _ => Square(number - 1),
    })
}

/// The squares there are, for messages: `1-50`, `a1-h8`.
pub fn square_range(variant: &Variant, style: Style) -> String {
    if style == Style::Official && variant.numbering == Numbering::Algebraic {
        format!("a1-{}{}", char::from(b'a' + variant.size - 1), variant.size)
    } else {
        format!("1-{}", variant.geometry().squares)
    }
}

fn digits(text: &str) -> Option<u8> {
    (!text.is_empty() && text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())?
}
