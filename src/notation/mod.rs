//! How squares, positions, moves and games are written and read.

mod algebra;
mod fen;
pub mod pdn;
mod squares;

pub use algebra::{MoveError, parse_move, write_move, write_move_among, write_move_full};
pub use fen::{FenError, FenFault, parse_fen, parse_fen_setup, write_fen, write_fen_setup};
pub use squares::{Style, parse_square, square_name, square_range};
