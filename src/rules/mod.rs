//! The rules of draughts, all of them, and nothing else: no floating point, clock, randomness, input or output.
//!
//! Start at [`Position`] for a board and its moves, [`Game`] for a whole game with its draws, [`Variant`] for the facts
//! of a rule set. Ids such as W64-17 are those of the law text; the table in `docs/law-coverage.md` says where each is proven.

mod bits;
mod board;
mod game;
mod geometry;
mod home;
mod law;
#[cfg(not(feature = "lean"))]
mod lines;
mod movegen;
mod moves;
pub mod naive;
mod perft;
mod position;
mod setup;
mod square;
pub mod variant;
mod zobrist;

pub use bits::{Bits, Indices, Singles};
pub use board::{Black, Board, Change, Step, Turn, White};
pub use game::{DrawCount, DrawReason, Game, PlayError, Settled, Status, WinReason};
pub use geometry::{Geometry, NOWHERE, dir};
pub use home::{Fact, Home, HomeError, HomeFault};
pub use law::{Law, Narrow, Task, W64, W100, Wide};
pub use movegen::{can_capture, count, each, generate, hunters, quiets};
pub use moves::{MOST_ROUTES, Move};
pub use perft::perft;
pub use position::{KingRun, Position};
pub use setup::{Setup, SetupFault};
pub use square::{Kind, Piece, Side, Square};
pub use variant::{DrawRule, Engine, Goal, Numbering, Priority, Variant};
pub use zobrist::Zobrist;
