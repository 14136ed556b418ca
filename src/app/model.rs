//! Everything on the table.

use super::clock::{Clock, Control};
use super::exchange::ReadText;
use super::hints::Coaching;
use super::home::HomeRules;
use super::library::Library;
use super::lines::Lines;
use super::look::{Board, Pieces, Turning};
use super::msg::NewGame;
use super::openings::Openings;
use super::picker::Picker;
use super::place::{Place, Table};
use super::puzzles::PuzzleRoom;
use super::rules_text::Topic;
use super::set_up::SetUp;
use super::strings::{Lang, Texts};
use crate::coach::{Proven, Refusal};
use crate::protocol::EngineAnswer;
use crate::rules::{Game, Move, Side, Square, Status, Variant, variant};

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

/// What may be chosen for [`Prefs::longer`].
pub const LONGER: [u8; 4] = [0, 3, 10, 30];

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
    pub const NAMED: [(&str, Self); 3] =
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
    /// The board.
    pub board: Board,
    /// The pieces.
    pub pieces: Pieces,
    /// How the board lies between two people at one device.
    pub turning: Turning,
    /// Moves are heard.
    pub sound: bool,
    /// Moves are felt, on devices that can.
    pub shake: bool,
    /// A touch on a square that only one piece can reach plays that move.
    pub quick: bool,
    /// A move is played only when it has been confirmed.
    pub confirm: bool,
    /// A move may be planned while the computer thinks.
    pub premove: bool,
    /// Tell what the engine thinks while it does: depth, score and line.
    pub show_thinking: bool,
    /// The engine's moves come as soon as it has them; otherwise no sooner than after half a second.
    pub at_once: bool,
    /// So many seconds for each move of the highest level; 0: its own limits.
    pub longer: u8,
    /// The new-game dialog's last choices.
    pub level: Level,
    /// How the computer likes to play.
    pub style: crate::ai::Style,
    /// So many hints a game; 0: as many as one likes.
    pub hints: u8,
    /// Say what the opponent would capture if one passed.
    pub threats: bool,
    /// Mark the pieces that hang.
    pub lights: bool,
    /// Ask before a move that loses something by a proof.
    pub sure: bool,
    /// That men capture backward was told once.
    pub backward_told: bool,
    /// The clock of the new-game dialog; none when `None`.
    pub clock: Option<Control>,
    /// The rule set chosen there.
    pub rules: &'static str,
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
            board: Board::default(),
            pieces: Pieces::default(),
            turning: Turning::default(),
            sound: true,
            shake: true,
            quick: true,
            confirm: false,
            premove: false,
            show_thinking: false,
            at_once: false,
            longer: 0,
            level: Level::default(),
            style: crate::ai::Style::Plain,
            hints: 0,
            threats: false,
            lights: false,
            sure: false,
            backward_told: false,
            clock: None,
            rules: variant::POLISH_64.name,
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
    /// The games of a file, this part of the list.
    Games(usize),
    /// How to play, and the keys.
    Help,
    /// The rules of the rule set on the table.
    Rules,
    /// 'Do you accept the draw?'
    DrawOffer,
    /// 'Do you really resign?'
    Resign,
    /// 'Are you sure?' before a move that loses something.
    Sure,
    /// 'May the other side take its move back?'
    TakeBack,
    /// Making or changing home rules.
    Home,
    /// 'Shall the game on the table be replaced?'
    Replace,
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
    /// A sentence of the coach's.
    Coach(String),
    /// A sentence with this key.
    Say(&'static str),
    /// A sentence with this key about something the player wrote.
    Wrong(&'static str, String),
    /// A sentence, and squares that it speaks of.
    Lit(Vec<Square>, String),
    /// A draw is near: so many plies are left under the rule with this key.
    DrawNear(&'static str, u16),
}

/// The coach's advice, or its explanation of the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub best: Move,
    /// What was proven about it, the most telling first.
    pub reasons: Vec<Proven>,
    /// How much of it is told: 1 what to look for, 2 which piece, 3 the move, 4 why.
    pub step: u8,
    /// It is about the last move made, not about the next.
    pub explains: bool,
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
    /// The puzzle room.
    pub puzzles: PuzzleRoom,
    /// The room of lessons.
    pub learn: super::learn::Room,
    /// The room of endings.
    pub endings: super::learn::EndRoom,
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
    /// The clocks; none for a game without.
    pub clock: Option<Clock>,
    /// The moment of the present event, in milliseconds of a clock that does not go back.
    pub now: f64,
    /// An earlier moment of the game is being looked at: the computer waits there, so that nothing is played anew.
    pub looks_back: bool,
    /// The page is about to go: clocks stand.
    pub away: bool,
    /// Another tab went on with the game: what is kept is its, until a move is made here.
    pub stale: bool,
    /// Lines of the game that were left.
    pub lines: Lines,
    /// The games of the file or text that was read last.
    pub library: Option<Box<Library>>,
    /// What was read, while the player is asked whether it may replace a game that is not finished.
    pub held: Option<Box<ReadText>>,
    /// A complete move that waits to be confirmed.
    pub pending: Option<Move>,
    /// A move planned while the other side is to move: the piece, and where it shall go.
    pub premove: Option<(Square, Option<Square>)>,
    /// Choosing a move.
    pub picker: Picker,
    /// The last word to the player.
    pub notice: Option<Notice>,
    /// The first capture backward that a beginner meets: it is shown and explained.
    pub backward: Option<Move>,
    /// Names of openings, once they were fetched.
    pub openings: Openings,
    /// The last hint, for the present position.
    pub hint: Option<Hint>,
    /// What else the coach has to do with the game.
    pub coach: Coaching,
    /// The engine.
    pub engine: Engine,
    /// What it would answer by now, while it thinks about the present position.
    pub thought: Option<EngineAnswer>,
    /// What is open.
    pub dialog: Option<Dialog>,
    /// A draw offer that waits for an answer.
    pub draw_offered: bool,
    /// The set-up board, as the player left it.
    pub set_up: SetUp,
    /// The player's own rule sets.
    pub homes: Vec<HomeRules>,
    /// The one among them that is being changed.
    pub home_edited: Option<usize>,
    /// What is chosen in the new-game dialog, while another dialog is open over it.
    pub draft: Option<NewGame>,
    /// The rule set whose rules are read, where it is not that of the board, and what is looked for there.
    pub reading: Option<(&'static Variant, Option<Topic>)>,
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
            puzzles: PuzzleRoom::default(),
            learn: super::learn::Room::default(),
            endings: super::learn::EndRoom::default(),
            game,
            players: [Player::Person, Player::Computer],
            level,
            touch_move: false,
            adjusting: false,
            clock: None,
            now: 0.0,
            looks_back: false,
            away: false,
            stale: false,
            lines: Lines::default(),
            library: None,
            held: None,
            pending: None,
            premove: None,
            picker,
            notice: None,
            backward: None,
            openings: Openings::default(),
            hint: None,
            coach: Coaching::default(),
            engine: Engine::Idle,
            thought: None,
            dialog: None,
            draw_offered: false,
            set_up: SetUp::new(level),
            homes: Vec::new(),
            home_edited: None,
            draft: None,
            reading: None,
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

    /// A small table beside this one, for pictures and diagrams: two people, White at the bottom, nothing kept.
    pub fn beside(&self, coordinates: bool) -> Self {
        let prefs = Prefs {
            flipped: false,
            turning: Turning::Fixed,
            confirm: false,
            coordinates,
            ..self.prefs.clone()
        };
        let mut small = Self::new(prefs, self.browser_lang);
        small.texts = self.texts.clone();
        small.players = [Player::Person; 2];
        small
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
        self.place != Place::SetUp && self.ongoing() && self.player(self.turn()) == Player::Person
    }
    /// Whether the computer is to move on the table.
    pub fn computers_turn(&self) -> bool {
        self.place == Place::Play && self.ongoing() && self.player(self.turn()) == Player::Computer
    }
    /// Whether the game goes on.
    pub fn ongoing(&self) -> bool {
        self.game.status() == Status::Ongoing
    }
    /// Whether two people play on this device.
    pub fn two_people(&self) -> bool {
        self.players == [Player::Person; 2]
    }
    /// Whether Black is at the bottom, when this side is to move.
    pub fn flipped_for(&self, turn: Side) -> bool {
        let turns = self.prefs.turning == Turning::Turns && self.two_people() && self.place == Place::Play;
        if turns { turn == Side::Black } else { self.prefs.flipped }
    }
    /// Whether Black is at the bottom.
    pub fn flipped(&self) -> bool {
        self.flipped_for(self.turn())
    }
    /// The side that sits opposite, where its pieces face it.
    pub fn facing(&self) -> Option<Side> {
        let facing = self.prefs.turning == Turning::Facing && self.two_people() && self.place == Place::Play;
        facing.then_some(if self.flipped() { Side::White } else { Side::Black })
    }
    /// The moment after or before the one that is shown, where one may leaf through the game.
    pub fn ply_beside(&self, after: bool) -> Option<usize> {
        let leafs = matches!(self.place, Place::Play | Place::Review | Place::Analyse);
        let ply = self.game.ply();
        let to = if after { Some(ply + 1).filter(|to| *to <= self.game.len()) } else { ply.checked_sub(1) };
        to.filter(|_| leafs)
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
