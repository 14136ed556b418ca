//! What the outside is asked to do.

use super::strings::Lang;
use crate::protocol::EngineRequest;
use crate::rules::{Move, Position};

/// Something for the outside to do after an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Keep the game: it has changed.
    SaveGame,
    /// Keep the settings: they have changed.
    SavePrefs,
    /// Show a move being made; `before` is the position in which it is played.
    Animate {
        /// The position before it.
        before: Position,
        /// The move.
        played: Move,
    },
    /// Finish whatever is in motion at once.
    CutAnimation,
    /// Ask the engine. A newer request replaces an older one.
    Think(EngineRequest),
    /// The engine's answer is no longer wanted.
    StopThinking,
    /// The engine shall answer with the best move it has.
    MoveNow,
    /// Put a text on the clipboard.
    Copy(String),
    /// Fetch the texts of this language.
    FetchTexts(Lang),
    /// Fetch a text file of the site; it comes back as [`Msg::Fetched`](super::Msg::Fetched).
    Fetch(String),
    /// Keep a text under a name (`learn`, `puzzles`, ...).
    Keep(&'static str, String),
    /// Read what is kept under a name; it comes back as [`Msg::Recalled`](super::Msg::Recalled).
    Recall(&'static str),
    /// Put aside what is kept under a name: it can't be read, and something else is to be kept there.
    PutAside(&'static str),
    /// Start the new version of the program: everything is kept by then.
    TakeUpdate,
    /// The page's address beyond `#` is this now.
    Address(String),
    /// Apply language and colours to the page.
    ApplyPrefs,
}
