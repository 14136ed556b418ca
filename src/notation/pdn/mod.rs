//! Games as text in PDN, the draughts players' file format, version 3.0 and what programs make of it.
//!
//! Reading has two levels. [`parse`] (or [`read`], for the bytes of a file) finds the games, their tags, moves, comments
//! and variations; it never fails. [`replay`] then plays a record's main line under a rule set, as far as it is legal:
//!
//! ```
//! use damka::notation::pdn::{parse, replay};
//!
//! let games = parse("[GameType \"20\"] 1. 32-28 19-23 2. 28x19 15x24 *");
//! let replay = replay(&games[0]);
//! assert_eq!(replay.game.len(), 3);
//! assert_eq!(replay.choice.variant.name, "international");
//! let error = replay.error.unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "move 2 (Black, ply 4): '15x24' is not legal here: Black must capture, legal is 13x24 or 14x23"
//! );
//! ```
//!
//! [`Tree`] is the same with variations and remarks.
//!
//! Not here: a file can't say that a game was
//! played under home rules, so such a game is read back with [`replay_as`]. The short form of a capture names the move,
//! not which of several routes over the same pieces it took. Frisian king counts in a FEN tag are passed over.

mod encoding;
mod lexer;
mod parser;
mod record;
mod replay;
mod ruleset;
mod score;
mod text;
mod tree;
mod writer;

pub use encoding::Encoding;
pub use parser::{DEEPEST, Reader, parse};
pub use record::{AllItems, Item, Known, Record, commands};
pub use replay::{Cause, Guess, Replay, ReplayError, replay, replay_as};
pub use ruleset::{Choice, Fit, Reason, candidates, fits};
pub use score::{Outcome, Score};
pub use tree::{Tree, write_tree};
pub use writer::{game_type, write_pdn, write_record};

/// Reads the bytes of a file; without an encoding it is guessed. Which one was used comes back with the games.
pub fn read(bytes: &[u8], encoding: Option<Encoding>) -> (Vec<Record>, Encoding) {
    let encoding = encoding.unwrap_or_else(|| Encoding::guess(bytes));
    (parse(&encoding.decode(bytes)), encoding)
}
