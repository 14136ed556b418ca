//! The places of the house: the table where one plays, and the rooms beside it.
//!
//! There is one board. A room that wants it borrows it ([`Model::borrow_board`]); what lay on it waits meanwhile and comes
//! back when the player returns to the table. What is kept as 'the game' is always the table's ([`Model::table`]).

use super::effect::Effect;
use super::model::{Model, Notice, Player};
use super::picker::Picker;
use super::sentences;
use crate::rules::{Game, Move, Position};

/// Where the player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// The table: a game against the computer or a friend.
    #[default]
    Play,
    /// Lessons.
    Learn,
    /// Puzzles.
    Puzzles,
    /// The endgame trainer.
    Endings,
    /// Looking at a game or a position with the computer's help.
    Analyse,
    /// Setting up a position.
    SetUp,
}

impl Place {
    /// All, with their names in addresses (`#learn`) and in the keys of texts (`place.learn`).
    pub const NAMED: [(&str, Self); 6] = [
        ("play", Self::Play),
        ("learn", Self::Learn),
        ("puzzles", Self::Puzzles),
        ("endings", Self::Endings),
        ("analyse", Self::Analyse),
        ("set-up", Self::SetUp),
    ];

    /// Those that stand in the bar, with their signs; the others are reached from within these.
    pub const DOORS: [(Self, &'static str); 4] =
        [(Self::Play, "⛂"), (Self::Learn, "✎"), (Self::Puzzles, "◈"), (Self::Analyse, "⌕")];

    /// The door behind which it lies.
    pub fn door(self) -> Self {
        match self {
            Self::Endings => Self::Learn,
            Self::SetUp => Self::Analyse,
            own => own,
        }
    }

    /// The place with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(own, _)| *own == name).map(|(_, place)| *place)
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }
}

/// What the table has on it: it waits while the board is lent to another place.
#[derive(Debug, Clone)]
pub struct Table {
    /// The game.
    pub game: Game,
    /// Who plays White and Black.
    pub players: [Player; 2],
    /// Touch-move is on (W100-3.11).
    pub touch_move: bool,
    /// Black at the bottom.
    pub flipped: bool,
}

impl Model {
    /// What the table has on it, wherever the player is.
    pub fn table(&self) -> Table {
        self.aside.as_deref().cloned().unwrap_or_else(|| self.on_board())
    }

    /// Whether the board is to be seen: a room that shows a list has the page to itself.
    pub fn shows_board(&self) -> bool {
        self.place == Place::Play || self.aside.is_some()
    }

    fn on_board(&self) -> Table {
        Table {
            game: self.game.clone(),
            players: self.players,
            touch_move: self.touch_move,
            flipped: self.prefs.flipped,
        }
    }

    /// Goes to a place; `rest` is what its address says beyond its name.
    pub(super) fn visit(&mut self, place: Place, rest: &str, effects: &mut Vec<Effect>) {
        if place != self.place {
            self.place = place;
            self.leave_as_it_is(effects);
            if place == Place::Play {
                self.give_board_back();
            }
            effects.push(Effect::Address(place.name().to_owned()));
        }
        self.dialog = None;
        self.notice = None;
        match place {
            Place::Play => {
                let sentence = sentences::status(&self.texts, self);
                self.say(sentence);
                self.wake_engine(effects);
            }
            Place::Learn | Place::Puzzles | Place::Endings | Place::Analyse | Place::SetUp => {
                // No room has anything to do on entering yet but to hear its address.
                let _ = rest;
            }
        }
    }

    fn leave_as_it_is(&mut self, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.rest_engine(effects);
        self.picker.leave();
        self.hint = None;
        self.draw_offered = false;
        self.adjusting = false;
    }

    /// Puts a game on the board for the place where the player is. Both sides are moved by hand there: what a move leads
    /// to is the place's business ([`Model::moved_in_place`]).
    pub fn borrow_board(&mut self, game: Game, flipped: bool, effects: &mut Vec<Effect>) {
        if self.aside.is_none() {
            self.aside = Some(Box::new(self.on_board()));
        }
        self.leave_as_it_is(effects);
        self.notice = None;
        self.players = [Player::Person; 2];
        self.touch_move = false;
        self.prefs.flipped = flipped;
        self.picker = Picker::new(game.position());
        self.game = game;
    }

    fn give_board_back(&mut self) {
        if let Some(table) = self.aside.take() {
            let Table { game, players, touch_move, flipped } = *table;
            self.picker = Picker::new(game.position());
            self.game = game;
            self.players = players;
            self.touch_move = touch_move;
            self.prefs.flipped = flipped;
        }
    }

    /// A move was made by hand on a borrowed board.
    pub(super) fn moved_in_place(&mut self, before: &Position, played: &Move, effects: &mut Vec<Effect>) {
        match self.place {
            Place::Play => {}
            Place::Learn | Place::Puzzles | Place::Endings | Place::Analyse | Place::SetUp => {
                let _ = (before, played, effects);
            }
        }
    }

    /// A file has come, or could not be had.
    pub(super) fn fetched(&mut self, path: &str, text: Option<&str>, effects: &mut Vec<Effect>) {
        let Some(text) = text else {
            self.notify(Notice::Say("trouble.fetch"));
            return;
        };
        // Each path is told apart by its first part.
        let _ = (path, text, effects);
    }

    /// What was kept has been read.
    pub(super) fn recalled(&mut self, name: &str, text: Option<&str>, effects: &mut Vec<Effect>) {
        match self.place {
            Place::Play => {}
            Place::Learn | Place::Puzzles | Place::Endings | Place::Analyse | Place::SetUp => {
                let _ = (name, text, effects);
            }
        }
    }
}
