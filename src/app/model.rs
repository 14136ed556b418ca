//! Everything on the table.

use super::picker::Picker;
use super::place::{Place, Table};
use super::strings::{Lang, Texts};
use crate::coach::Refusal;
use crate::protocol::EngineAnswer;
use crate::rules::{Game, Move, Side, Square, Status, variant};

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person at this device.
    Person,
    /// The computer.
    Computer,
}

impl Player {
    /// All, with their names in saved games.
    pub(super) const NAMED: [(&str, Self); 2] = [("person", Self::Person), ("computer", Self::Computer)];
}

/// The computer's strength, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const FIRST: u8 = 1;
    /// The strongest.
    pub const LAST: u8 = 10;

    /// The level with that number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::FIRST..=Self::LAST).contains(&number).then_some(Self(number))
    }
    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self(3)
    }
}

/// Colours of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the device says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All, with their names in saved settings.
    pub(super) const NAMED: [(&str, Self); 3] =
        [("system", Self::System), ("light", Self::Light), ("dark", Self::Dark)];
}

/// Settings that outlive a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefs {
    /// The form of this record.
    pub version: u32,
    /// The language; the browser's when `None`.
    pub lang: Option<Lang>,
    /// Colours.
    pub theme: Theme,
    /// Black at the bottom.
    pub flipped: bool,
    /// Names of squares on the board.
    pub coordinates: bool,
    /// Mark the pieces that may move and where they may go.
    pub show_moves: bool,
    /// Less motion: `None` asks the device.
    pub still: Option<bool>,
    /// Tell what the engine thinks while it does: depth, score and line.
    pub show_thinking: bool,
    /// The engine's moves come as soon as it has them; otherwise no sooner than after half a second.
    pub at_once: bool,
    /// The new-game dialog's last choices.
    pub level: Level,
}

impl Prefs {
    /// The present form.
    pub const VERSION: u32 = 1;
}

impl Default for Prefs {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            lang: None,
            theme: Theme::System,
            flipped: false,
            coordinates: true,
            show_moves: true,
            still: None,
            show_thinking: false,
            at_once: false,
            level: Level::default(),
        }
    }
}

/// What is open over the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// Everything that is needed less often.
    Menu,
    /// A new game.
    New,
    /// Settings.
    Settings,
    /// Position and game as text.
    Exchange,
    /// How to play, and the keys.
    Help,
    /// The rules of the rule set on the table.
    Rules,
    /// 'Do you accept the draw?'
    DrawOffer,
    /// 'Do you really resign?'
    Resign,
}

/// Where a touch came from: some sentences differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Input {
    /// Finger or mouse.
    #[default]
    Pointer,
    /// Keyboard.
    Keyboard,
}

/// A word to the player about the last thing done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A touch was refused.
    Refused(Refusal),
    /// Several routes lead there; touch one of these first.
    WhichWay(Vec<Square>),
    /// The capture under way goes on to these squares.
    GoOn(Vec<Square>),
    /// The side to move is the computer.
    NotYourTurn,
    /// Touch-move: the piece on this square was touched and must move (W100-3.11).
    Touched(Square),
    /// 'I adjust' was said: the next touch binds nobody.
    Adjusting,
    /// The game is over.
    Over,
    /// A sentence with this key.
    Say(&'static str),
    /// A sentence with this key about something the player wrote.
    Wrong(&'static str, String),
    /// A draw is near: so many plies are left under the rule with this key.
    DrawNear(&'static str, u16),
}

/// The engine's advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub best: Move,
    /// Its value for the side to move, in hundredths of a man.
    pub centimen: i32,
    /// Plies to the end, when seen.
    pub ends_in: Option<i32>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Whether it is the only legal move.
    pub only: bool,
}

/// What the engine is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Not asked yet, or waiting.
    Idle,
    /// Looking for a move, or for a hint.
    Thinking {
        /// Whether for a hint.
        hint: bool,
        /// Plies looked ahead so far.
        depth: u32,
    },
    /// It can't be had: two people can still play.
    Absent,
}

/// The whole state.
#[derive(Debug, Clone)]
pub struct Model {
    /// Where the player is.
    pub place: Place,
    /// What lay on the table, while another place has the board.
    pub aside: Option<Box<Table>>,
    /// The game on the board.
    pub game: Game,
    /// Who plays White and Black.
    pub players: [Player; 2],
    /// The computer's strength.
    pub level: Level,
    /// Touch-move is on (W100-3.11).
    pub touch_move: bool,
    /// The next touch is only to set a piece straight (W100-3.13).
    pub adjusting: bool,
    /// Choosing a move.
    pub picker: Picker,
    /// The last word to the player.
    pub notice: Option<Notice>,
    /// The last hint, for the present position.
    pub hint: Option<Hint>,
    /// The engine.
    pub engine: Engine,
    /// What it would answer by now, while it thinks about the present position.
    pub thought: Option<EngineAnswer>,
    /// What is open.
    pub dialog: Option<Dialog>,
    /// A draw offer that waits for an answer.
    pub draw_offered: bool,
    /// Settings.
    pub prefs: Prefs,
    /// The texts in the language chosen.
    pub texts: Texts,
    /// The language of the browser, for when none is chosen.
    pub browser_lang: Lang,
    /// What a screen reader says next, with a number that makes equal sentences differ.
    pub spoken: (u32, String),
    /// The newest request to the engine.
    pub generation: u32,
    /// The date, as PDN writes it, for those who have a calendar: `2026.11.30`.
    pub today: Option<String>,
    /// A new version of the program waits.
    pub update_ready: bool,
    /// Troubles told once already.
    pub told: Vec<&'static str>,
}

impl Model {
    /// A new table: Polish draughts on 64 squares (the default game), a person with White against the computer.
    pub fn new(prefs: Prefs, browser_lang: Lang) -> Self {
        let game = Game::new(&variant::POLISH_64);
        let picker = Picker::new(game.position());
        let level = prefs.level;
        let texts = Texts::new(prefs.lang.unwrap_or(browser_lang));
        Self {
            place: Place::Play,
            aside: None,
            game,
            players: [Player::Person, Player::Computer],
            level,
            touch_move: false,
            adjusting: false,
            picker,
            notice: None,
            hint: None,
            engine: Engine::Idle,
            thought: None,
            dialog: None,
            draw_offered: false,
            prefs,
            texts,
            browser_lang,
            spoken: (0, String::new()),
            generation: 0,
            today: None,
            update_ready: false,
            told: Vec::new(),
        }
    }

    /// The language that the settings want.
    pub fn wanted_lang(&self) -> Lang {
        self.prefs.lang.unwrap_or(self.browser_lang)
    }
    /// The side to move.
    pub fn turn(&self) -> Side {
        self.game.position().turn()
    }
    /// Who plays a side.
    pub fn player(&self, side: Side) -> Player {
        self.players[side.index()]
    }
    /// Whether a person is to move in a game that goes on.
    pub fn persons_turn(&self) -> bool {
        self.ongoing() && self.player(self.turn()) == Player::Person
    }
    /// Whether the game goes on.
    pub fn ongoing(&self) -> bool {
        self.game.status() == Status::Ongoing
    }
    /// Whether two people play on this device.
    pub fn two_people(&self) -> bool {
        self.players == [Player::Person; 2]
    }
    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.undo_to().is_some() || self.game.settled().is_some()
    }
    /// Whether there is something to make again.
    pub fn can_redo(&self) -> bool {
        self.game.ply() < self.game.len() && self.game.settled().is_none()
    }

    /// The ply to which taking back leads: one ply back between two people, to one's own last decision against the
    /// computer.
    pub fn undo_to(&self) -> Option<usize> {
        let persons = |ply: &usize| {
            self.game.position_at(*ply).is_some_and(|p| self.player(p.turn()) == Player::Person)
        };
        let back = (0..self.game.ply()).rev().find(persons);
        // Two computers, or a computer that began: there is no decision of a person to go back to.
        if self.players == [Player::Computer; 2] { self.game.ply().checked_sub(1) } else { back }
    }
}
