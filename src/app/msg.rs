//! What can happen.

use super::hints::CoachMsg;
use super::home::HomeMsg;
use super::library::GamesMsg;
use super::model::{Dialog, Prefs};
use super::place::Place;
use super::puzzles::Ask;
use super::rules_text::Topic;
use super::set_up::SetUpMsg;
use super::strings::Lang;
use super::{Level, Player};
use crate::protocol::EngineAnswer;
use crate::rules::{Square, Variant};

/// A game about to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewGame {
    /// Name of the rule set.
    pub rules: &'static str,
    /// Who plays White and Black.
    pub players: [Player; 2],
    /// The computer's strength.
    pub level: Level,
    /// Touch-move (W100-3.11).
    pub touch_move: bool,
}

impl NewGame {
    /// As a part of an address: `polish64.01.3.0`.
    pub fn in_address(&self) -> String {
        let [white, black] = self.players.map(|player| if player == Player::Computer { "1" } else { "0" });
        let touch = if self.touch_move { ".1" } else { ".0" };
        [self.rules, ".", white, black, ".", &self.level.number().to_string(), touch].concat()
    }

    /// Read from there.
    pub fn of_address(part: &str) -> Option<Self> {
        let mut parts = part.split('.');
        let rules = Variant::named(parts.next()?)?.name;
        let mut players =
            parts.next()?.chars().map(|c| if c == '1' { Player::Computer } else { Player::Person });
        let players = [players.next()?, players.next()?];
        let level = Level::new(parts.next()?.parse().ok()?)?;
        Some(Self { rules, players, level, touch_move: parts.next() == Some("1") })
    }
}

/// Something that happened: a touch, a key, a button, a word from the engine.
#[derive(Debug, Clone, PartialEq)]
pub enum Msg {
    /// A square was touched or chosen with the keyboard.
    Touch(Square),
    /// A piece was dragged over these squares and dropped on the last.
    Drop(Square, Vec<Square>),
    /// The pointer is over this square.
    Hover(Option<Square>),
    /// Leave the route begun, or close what is open.
    Cancel,
    /// The player says 'I adjust' (W100-3.13).
    Adjust,
    /// Begin a new game.
    New(NewGame),
    /// Begin again from where this game began (case B046).
    Restart,
    /// Take back.
    Undo,
    /// Make again what was taken back.
    Redo,
    /// Show the game after so many plies.
    GoTo(usize),
    /// Put a line that was left on the table, and show it after so many plies.
    GoLine(usize, usize),
    /// Play the move that waits to be confirmed.
    Confirm,
    /// The other side's answer to the wish to take back.
    AnswerBack(bool),
    /// Time has passed.
    Tick,
    /// The page goes (`true`), or is there again.
    Away(bool),
    /// Ask for a hint, or for one step more of it.
    Hint,
    /// What concerns the coach.
    Coach(CoachMsg),
    /// The side to move resigns (the person, against the computer).
    Resign,
    /// The side to move offers a draw.
    OfferDraw,
    /// The other side's answer to the offer.
    AnswerDraw(bool),
    /// The computer shall move at once.
    MoveNow,
    /// Turn the board.
    Flip,
    /// Open a dialog.
    Open(Dialog),
    /// Close it.
    Close,
    /// Put the position on the clipboard.
    CopyPosition,
    /// Put the game on the clipboard.
    CopyGame,
    /// Read a position or a game from a text.
    Paste(String),
    /// Something about a file of games.
    Games(GamesMsg),
    /// The text in the move field: a move in notation.
    Type(String),
    /// New settings.
    Prefs(Prefs),
    /// Go to a place.
    Visit(Place),
    /// Something is asked of the puzzle room.
    Puzzles(Ask),
    /// The page's address beyond `#`: the name of a place, and what that place makes of the rest after a `/`.
    Address(String),
    /// A file asked for by [`Effect::Fetch`](super::Effect::Fetch): its path, and its text where it could be had.
    Fetched(String, Option<String>),
    /// A file asked for by [`Effect::FetchBytes`](super::Effect::FetchBytes), where it could be had.
    FetchedBytes(String, Option<Vec<u8>>),
    /// What was kept under a name asked for by [`Effect::Recall`](super::Effect::Recall).
    Recalled(&'static str, Option<String>),
    /// Something at the set-up board.
    SetUp(SetUpMsg),
    /// Something about home rules.
    Home(HomeMsg),
    /// What is chosen in the new-game dialog, when another dialog opens over it.
    Draft(NewGame),
    /// Open the rules of this rule set, where a word of this kind is explained.
    Rules(&'static Variant, Option<Topic>),
    /// Something in the room of lessons.
    Learn(super::learn::LearnMsg),
    /// Something in the room of endings.
    Endings(super::learn::EndMsg),
    /// The time asked for by [`Effect::Wait`](super::Effect::Wait) is over.
    Waited(u32),
    /// The file of a language.
    Texts(Lang, String),
    /// How far the engine has got.
    EngineProgress(EngineAnswer),
    /// The engine's move.
    EngineBest(EngineAnswer),
    /// The engine can't be started or has died too often.
    EngineFailed,
    /// Saving failed, or what was saved could not be read; the key of the sentence that says so.
    Trouble(&'static str),
    /// Something was put on the clipboard; the key of the sentence that says so.
    Copied(bool),
    /// A new version of the program waits to be taken.
    UpdateReady,
    /// The player takes it.
    TakeUpdate,
    /// Another tab went on with the game and saved it.
    OtherTab,
}

impl Msg {
    /// Whether the player did something that is about the game: a line being played out ends with it.
    pub(super) fn is_the_players(&self) -> bool {
        matches!(
            self,
            Self::Touch(_)
                | Self::Drop(..)
                | Self::Cancel
                | Self::Undo
                | Self::Redo
                | Self::GoTo(_)
                | Self::Hint
                | Self::Type(_)
                | Self::Visit(_)
                | Self::Open(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_for_a_new_game_comes_back_from_an_address() {
        for rules in crate::rules::variant::ALL {
            for (n, touch_move) in [(1, false), (10, true)] {
                let level = Level::new(n).expect("a level");
                for players in [
                    [Player::Person, Player::Computer],
                    [Player::Computer, Player::Person],
                    [Player::Person; 2],
                ] {
                    let new = NewGame { rules: rules.name, players, level, touch_move };
                    assert_eq!(NewGame::of_address(&new.in_address()), Some(new));
                }
            }
        }
        for broken in ["", "polish64", "polish64.0", "polish64.01.11.0", "polish64.01.x.0", "nothing.01.3.0"]
        {
            assert_eq!(NewGame::of_address(broken), None, "{broken}");
        }
    }
}
