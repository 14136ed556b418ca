//! The places of the house: the table where one plays, and the rooms beside it.
//!
//! There is one board. A room that wants it borrows it ([`Model::borrow_board`]); what lay on it waits meanwhile and comes
//! back when the player returns to the table. What is kept as 'the game' is always the table's ([`Model::table`]).

use super::clock::Clock;
use super::effect::Effect;
use super::lines::Lines;
use super::model::{Dialog, Model, Notice, Player};
use super::msg::NewGame;
use super::picker::Picker;
use super::rules_text::Topic;
use super::sentences;
use crate::rules::{Game, Move, Position, Variant};

/// Whether this program has the rooms beside the table. The first visit fetches the table alone; who goes through another
/// door fetches the whole program ([`Effect::Whole`]), once. A constant: the compiler leaves out what can't be reached.
pub const ROOMS: bool = cfg!(feature = "rooms");

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
    /// Going through the table's game.
    Review,
}

impl Place {
    /// All, with their names in addresses (`#learn`) and in the keys of texts (`place.learn`).
    pub const NAMED: [(&str, Self); 7] = [
        ("play", Self::Play),
        ("learn", Self::Learn),
        ("puzzles", Self::Puzzles),
        ("endings", Self::Endings),
        ("analyse", Self::Analyse),
        ("set-up", Self::SetUp),
        ("review", Self::Review),
    ];

    /// Those that stand in the bar, with their signs; the others are reached from within these.
    pub const DOORS: [(Self, &'static str); 4] =
        [(Self::Play, "⛂"), (Self::Learn, "✎"), (Self::Puzzles, "◈"), (Self::Analyse, "⌕")];

    /// The door behind which it lies.
    pub fn door(self) -> Self {
        match self {
            Self::Endings => Self::Learn,
            Self::SetUp | Self::Review => Self::Analyse,
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
    /// The clocks.
    pub clock: Option<Clock>,
    /// Lines of the game that were left.
    pub lines: Lines,
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
            clock: self.clock.clone(),
            lines: self.lines.clone(),
            flipped: self.prefs.flipped,
        }
    }

    /// Goes to a place; `rest` is what its address says beyond its name.
    pub(super) fn visit(&mut self, place: Place, rest: &str, effects: &mut Vec<Effect>) {
        if !ROOMS && place != Place::Play {
            let mut address = place.name().to_owned();
            if !rest.is_empty() {
                address.push('/');
                address.push_str(rest);
            }
            effects.push(Effect::Whole(address));
            return;
        }
        if place != self.place {
            // A lesson or an ending is opened again on coming back.
            let lent = matches!(self.place, Place::Learn | Place::Endings);
            self.place = place;
            self.leave_as_it_is(effects);
            if place == Place::Play || lent {
                self.give_board_back();
            }
            let rest = if rest.is_empty() { String::new() } else { ["/", rest].concat() };
            effects.push(Effect::Address([place.name(), &rest].concat()));
        }
        self.dialog = None;
        self.notice = None;
        match place {
            Place::Review => self.enter_review(effects),
            Place::Play => {
                let sentence = sentences::status(&self.texts, self);
                self.say(sentence);
                self.wake_engine(effects);
                // From the first program, which can't open it (`#play/exchange`).
                if ROOMS && rest == "exchange" {
                    self.dialog = Some(Dialog::Exchange);
                    effects.push(Effect::Address(place.name().to_owned()));
                } else if let (true, Some(which)) = (ROOMS, rest.strip_prefix("rules")) {
                    self.open_rules(which);
                    effects.push(Effect::Address(place.name().to_owned()));
                } else if let (true, Some(at)) = (ROOMS, rest.strip_prefix("home/")) {
                    let at = at.parse().ok().filter(|at| *at < self.homes.len());
                    // The new-game dialog stands behind it.
                    self.draft = Some(self.offered());
                    self.home_told(super::home::HomeMsg::Edit(at), effects);
                    effects.push(Effect::Address(place.name().to_owned()));
                }
            }
            Place::Learn => self.enter_learn(rest, effects),
            Place::Endings => self.enter_endings(rest, effects),
            Place::Puzzles => self.enter_puzzles(rest, effects),
            Place::SetUp => self.enter_set_up(rest, effects),
            Place::Analyse => self.enter_analyse(rest, effects),
        }
    }

    /// Opens the page of the rules, as the first program's address says it: `/russian/draw/`, or `/russian//` and what had been
    /// chosen in the new-game dialog, which stands behind it then.
    fn open_rules(&mut self, which: &str) {
        let mut parts = which.split('/').skip(1);
        if let Some(variant) = parts.next().and_then(Variant::named) {
            self.reading = Some((variant, parts.next().and_then(Topic::named)));
            self.draft = parts.next().and_then(NewGame::of_address);
        }
        self.dialog = Some(Dialog::Rules);
    }

    fn leave_as_it_is(&mut self, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.rest_engine(effects);
        self.picker.leave();
        self.forget_advice();
        self.coach.review.running = false;
        self.pending = None;
        self.premove = None;
        self.draw_offered = false;
        self.adjusting = false;
    }

    /// Puts a game on the board for the place where the player is. Both sides are moved by hand there: what a move leads
    /// to is the place's business (`moved_in_place`).
    pub fn borrow_board(&mut self, game: Game, flipped: bool, effects: &mut Vec<Effect>) {
        if self.aside.is_none() {
            self.aside = Some(Box::new(self.on_board()));
        }
        self.leave_as_it_is(effects);
        self.notice = None;
        self.players = [Player::Person; 2];
        self.touch_move = false;
        self.clock = None;
        self.lines = Lines::default();
        self.prefs.flipped = flipped;
        self.picker = Picker::new(game.position());
        self.game = game;
    }

    /// The rule set of the table.
    pub(super) fn table_rules(&self) -> &'static Variant {
        self.aside.as_ref().map_or(&self.game, |table| &table.game).variant()
    }

    /// A place shows its list again: what lay on the table comes back, unseen until the player does.
    pub(super) fn clear_board(&mut self, effects: &mut Vec<Effect>) {
        self.leave_as_it_is(effects);
        self.notice = None;
        self.give_board_back();
    }

    pub(super) fn give_board_back(&mut self) {
        if let Some(table) = self.aside.take() {
            let Table { game, players, touch_move, clock, lines, flipped } = *table;
            self.clock = clock;
            self.lines = lines;
            self.picker = Picker::new(game.position());
            self.game = game;
            self.players = players;
            self.touch_move = touch_move;
            self.prefs.flipped = flipped;
        }
    }

    /// A move was made by hand on a borrowed board.
    pub(super) fn moved_in_place(&mut self, before: &Position, played: &Move, effects: &mut Vec<Effect>) {
        if !ROOMS {
            return;
        }
        match self.place {
            Place::Play => {}
            Place::Review => self.moved_in_review(played, effects),
            Place::Puzzles => self.moved_in_puzzle(before, played, effects),
            Place::Endings => self.ending_moved(before, effects),
            Place::Analyse => self.wake_engine(effects),
            Place::Learn | Place::SetUp => {
                let _ = (before, played, effects);
            }
        }
    }

    /// A file has come, or could not be had.
    pub(super) fn fetched(&mut self, path: &str, text: Option<&str>, effects: &mut Vec<Effect>) {
        if !ROOMS {
            return;
        }
        if path == super::openings::FILE {
            self.take_openings(text);
            return;
        }
        if path.starts_with("lessons/") {
            self.learn_fetched(path, text, effects);
            return;
        }
        if path.starts_with(super::puzzles::FOLDER) {
            self.fetched_puzzles(path, text, effects);
            return;
        }
        let Some(text) = text else {
            self.notify(Notice::Say("trouble.fetch"));
            return;
        };
        // Each path is told apart by its first part.
        let _ = (path, text, effects);
    }

    /// What was kept has been read.
    pub(super) fn recalled(&mut self, name: &str, text: Option<&str>, effects: &mut Vec<Effect>) {
        if !ROOMS {
            return;
        }
        if name == "learn" {
            self.learn_recalled(text, effects);
            return;
        }
        if name == super::puzzles::KEPT {
            self.recalled_puzzles(text, effects);
            return;
        }
        match self.place {
            Place::Play | Place::Puzzles | Place::Review => {}
            Place::SetUp => {
                if let Some(text) = text.filter(|_| name == "set-up") {
                    self.set_up_recalled(text, effects);
                }
            }
            Place::Learn | Place::Endings | Place::Analyse => {
                let _ = (name, text, effects);
            }
        }
    }
}
