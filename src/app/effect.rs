//! What the outside is asked to do.

use super::sound::Sound;
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
    /// Something to be heard and felt.
    Sound(Sound),
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
    /// Fetch a file of the site that is no text; it comes back as [`Msg::FetchedBytes`](super::Msg::FetchedBytes).
    FetchBytes(String),
    /// Keep a text under a name (`learn`, `puzzles`, ...).
    Keep(&'static str, String),
    /// Read what is kept under a name; it comes back as [`Msg::Recalled`](super::Msg::Recalled).
    Recall(&'static str),
    /// Put aside what is kept under a name: it can't be read, and something else is to be kept there.
    PutAside(&'static str),
    /// After so many milliseconds [`CoachMsg::Tick`](super::CoachMsg::Tick) with this number shall come.
    Later(u32, u32),
    /// Start the new version of the program: everything is kept by then.
    TakeUpdate,
    /// Go on in the whole program, at this address: this one has the table alone. All that is to be kept is kept by then.
    Whole(String),
    /// The page's address beyond `#` is this now.
    Address(String),
    /// Come back with [`Msg::Waited`](super::Msg::Waited) and this number after so many milliseconds.
    Wait(u32, u32),
    /// Put the link to this address of the page on the clipboard.
    CopyLink(String),
    /// Apply language and colours to the page.
    ApplyPrefs,
}
