//! How squares, positions, moves and games are written and read.

mod fen;
mod squares;

pub use fen::{FenError, FenFault, parse_fen, parse_fen_setup, write_fen};
pub use squares::{Style, parse_square, square_name};
