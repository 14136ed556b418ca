//! Setting up a position: a board that may break any rule while it is being changed, and what can be done with it then.

use super::effect::Effect;
use super::exchange::{fen_faults, setup_fault};
use super::model::{Dialog, Level, Model, Notice, Player};
use super::msg::Msg;
use super::place::Place;
use super::scene::{Extras, Item, Mark, place};
use super::sentences;
use super::strings::Texts;
use crate::notation::{Style, parse_fen_setup, write_fen_setup};
use crate::rules::{Game, Piece, Position, Setup, SetupFault, Side, Square, Variant, variant};

/// So many boards are remembered to be taken back.
const MOST_PAST: usize = 200;

/// Under this name the board is kept.
const KEPT: &str = "set-up";

/// What a touch puts on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// This piece; where it stands already, it is taken away.
    Put(Piece),
    /// Nothing: what stands there is taken away.
    Erase,
}

impl Tool {
    /// All, in the order of the palette and of their keys `1` to `5`.
    pub const ALL: [Self; 5] = [
        Self::Put(Piece::man(Side::White)),
        Self::Put(Piece::king(Side::White)),
        Self::Put(Piece::man(Side::Black)),
        Self::Put(Piece::king(Side::Black)),
        Self::Erase,
    ];

    /// The key of its name in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Put(piece) => sentences::piece_key(piece),
            Self::Erase => "set-up.erase",
        }
    }
}

/// Something that happened at the set-up board, beside touches and drags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetUpMsg {
    /// Take this up from the palette.
    Take(Tool),
    /// It was carried from the palette to this square.
    Put(Tool, Square),
    /// This side is to move.
    Turn(Side),
    /// The rule set with this name.
    Rules(&'static str),
    /// No piece at all.
    Empty,
    /// The start position.
    Start,
    /// The position on the table.
    Table,
    /// What stands in the field for FEN.
    Fen(String),
    /// Put the FEN on the clipboard.
    Copy,
    /// Who shall play on from here, and how well the computer.
    Players([Player; 2], Level),
    /// Play on from here.
    Play,
    /// The game on the table may be replaced.
    Replace,
    /// Look at the position with the computer's help.
    Analyse,
}

/// The set-up board.
#[derive(Debug, Clone)]
pub struct SetUp {
    /// What stands on it.
    pub board: Setup,
    /// What the next touch puts there.
    pub tool: Tool,
    /// Who would play on from here.
    pub players: [Player; 2],
    /// The computer's strength then.
    pub level: Level,
    /// What was typed into the field for FEN, and what is wrong with it, while it can't be read.
    pub typed: Option<(String, Vec<String>)>,
    past: Vec<Setup>,
    /// Something has been laid on it once.
    begun: bool,
}

impl SetUp {
    /// Nothing laid yet.
    pub fn new(level: Level) -> Self {
        Self {
            board: Setup::empty(&variant::POLISH_64),
            tool: Tool::ALL[0],
            players: [Player::Person, Player::Computer],
            level,
            typed: None,
            past: Vec::new(),
            begun: false,
        }
    }

    /// Whether there is an earlier board to go back to.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// The board as FEN, in its rule set's notation.
    pub fn fen(&self) -> String {
        write_fen_setup(&self.board, Style::Official)
    }

    /// What is the matter with the board: one sentence for each thing, and whether it forbids to play on.
    pub fn remarks(&self, t: &Texts) -> Vec<(String, bool)> {
        let mut remarks: Vec<_> = self
            .board
            .faults()
            .iter()
            .map(|fault| {
                let sentence = setup_fault(t, self.board.variant(), fault);
                if fault.is_only_unusual() {
                    (t.fill("set-up.unusual", &[("what", &sentence)]), false)
                } else {
                    (sentence, true)
                }
            })
            .collect();
        if let Some(winner) = self.position().ok().and_then(|position| position.winner()) {
            let won = t.get(if winner == Side::White { "won.white" } else { "won.black" });
            remarks.push((t.fill("set-up.over", &[("won", won)]), false));
        }
        remarks
    }

    /// The position, where nothing forbids it.
    ///
    /// # Errors
    /// The grave faults.
    pub fn position(&self) -> Result<Position, Vec<SetupFault>> {
        self.board.clone().into_unusual_position()
    }

    /// Squares of men that can't stand where they do.
    fn wrong(&self) -> impl Iterator<Item = Square> {
        self.board.faults().into_iter().filter_map(|fault| match fault {
            SetupFault::ManOnPromotionRow { square, .. } => Some(square),
            _ => None,
        })
    }

    /// What there is to draw above the empty board of the variant that `position` has.
    pub fn items(&self, position: &Position, flipped: bool, extras: &Extras) -> Vec<Item> {
        let at = |square| place(position, square, flipped);
        let mut held = None;
        let mut items = Vec::new();
        for (square, piece) in self.board.pieces() {
            match extras.dragged.filter(|(from, _)| *from == square) {
                Some((_, at)) => held = Some(Item::Piece { at, piece, alpha: 1.0, lifted: true }),
                None => items.push(Item::Piece { at: at(square), piece, alpha: 1.0, lifted: false }),
            }
        }
        items.extend(self.wrong().map(|square| Item::Mark { at: at(square), mark: Mark::Lit }));
        items.extend(held);
        items
    }

    /// The word below the board: whose turn it will be, or what forbids it.
    pub fn status(&self, t: &Texts) -> String {
        match self.remarks(t).into_iter().find(|(_, grave)| *grave) {
            Some((sentence, _)) => sentence,
            None => {
                t.get(if self.board.turn == Side::White { "turn.white" } else { "turn.black" }).to_owned()
            }
        }
    }
}

impl Model {
    /// The set-up board, while the player is there.
    pub fn setting_up(&self) -> Option<&SetUp> {
        (self.place == Place::SetUp).then_some(&self.set_up)
    }

    /// What is to be seen on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.setting_up() {
            Some(set_up) => set_up.board.piece(square),
            None => self.game.position().piece(square),
        }
    }

    /// Whether the pointer may carry what stands on a square.
    pub fn can_pick_up(&self, square: Square) -> bool {
        match self.setting_up() {
            Some(set_up) => set_up.board.piece(square).is_some(),
            None => {
                (self.persons_turn() && self.picker.movable().contains(&square)) || self.plans_ahead(square)
            }
        }
    }

    /// The player comes to the set-up board: with what the address tells (`rules/FEN`), with what was there before, or
    /// with what lay on the board where the player comes from.
    pub(super) fn enter_set_up(&mut self, rest: &str, effects: &mut Vec<Effect>) {
        let here = self.game.position().setup();
        self.lend_to_set_up(self.set_up.board.variant(), effects);
        if let Some(board) = read(rest) {
            self.lay(board, effects);
        } else if !self.set_up.begun {
            self.set_up.level = self.level;
            self.lend_to_set_up(here.variant(), effects);
            self.set_up.board = here;
            self.set_up.begun = true;
            // What an earlier visit left takes its place, if there was one.
            effects.push(Effect::Recall(KEPT));
        }
        let status = self.set_up.status(&self.texts);
        self.say(status);
    }

    /// What was kept from an earlier visit, before anything is changed here.
    pub(super) fn set_up_recalled(&mut self, text: &str, effects: &mut Vec<Effect>) {
        if let Some(board) = read(text).filter(|_| self.set_up.past.is_empty()) {
            self.lay(board, effects);
        }
    }

    /// The canvas takes the shape of the board from the game on it: an empty frame of the variant.
    fn lend_to_set_up(&mut self, variant: &'static Variant, effects: &mut Vec<Effect>) {
        let flipped = self.prefs.flipped;
        self.borrow_board(Game::new(variant), flipped, effects);
    }

    /// Puts another board in place of the one that is there, which can be had back.
    fn lay(&mut self, board: Setup, effects: &mut Vec<Effect>) {
        self.set_up.typed = None;
        if board == self.set_up.board && self.set_up.begun {
            return;
        }
        let old = std::mem::replace(&mut self.set_up.board, board);
        if self.set_up.begun {
            self.set_up.past.push(old);
            if self.set_up.past.len() > MOST_PAST {
                self.set_up.past.remove(0);
            }
        }
        self.set_up.begun = true;
        self.laid(effects);
    }

    fn laid(&mut self, effects: &mut Vec<Effect>) {
        let variant = self.set_up.board.variant();
        if !std::ptr::eq(variant, self.game.variant()) {
            self.lend_to_set_up(variant, effects);
        }
        self.notice = None;
        let fen = write_fen_setup(&self.set_up.board, Style::RowNumbers);
        effects.push(Effect::Keep(KEPT, [variant.name, "/", &fen].concat()));
    }

    /// Changes single squares, and says what stands there now.
    fn change(&mut self, change: &[(Square, Option<Piece>)], effects: &mut Vec<Effect>) {
        let mut board = self.set_up.board.clone();
        for (square, piece) in change {
            board.put(*square, *piece);
        }
        self.lay(board, effects);
        let labels: Vec<_> =
            change.iter().map(|(square, _)| sentences::square_label(&self.texts, self, *square)).collect();
        self.say(labels.join(". "));
    }

    fn use_tool(&mut self, tool: Tool, on: Square, effects: &mut Vec<Effect>) {
        let piece = match tool {
            Tool::Put(piece) if self.set_up.board.piece(on) != Some(piece) => Some(piece),
            _ => None,
        };
        self.change(&[(on, piece)], effects);
    }

    /// What the set-up board makes of an event; whether it is its business.
    pub(super) fn set_up_takes(&mut self, msg: &Msg, effects: &mut Vec<Effect>) -> bool {
        match msg {
            Msg::Touch(square) => self.use_tool(self.set_up.tool, *square, effects),
            Msg::Drop(from, trail) => match trail.last() {
                Some(to) if to == from => {}
                Some(to) => {
                    let piece = self.set_up.board.piece(*from);
                    self.change(&[(*from, None), (*to, piece)], effects);
                }
                // Carried off the board.
                None => self.change(&[(*from, None)], effects),
            },
            Msg::Undo => {
                if let Some(board) = self.set_up.past.pop() {
                    self.set_up.board = board;
                    self.set_up.typed = None;
                    self.laid(effects);
                    self.notify(Notice::Say("taken-back"));
                }
            }
            Msg::SetUp(msg) => self.set_up_told(msg, effects),
            // Nothing of a game is to be had here.
            Msg::Redo | Msg::Hint | Msg::Resign | Msg::OfferDraw | Msg::Adjust | Msg::Restart => {}
            Msg::Type(_) | Msg::GoTo(_) => {}
            _ => return false,
        }
        true
    }

    fn set_up_told(&mut self, msg: &SetUpMsg, effects: &mut Vec<Effect>) {
        let variant = self.set_up.board.variant();
        match msg {
            SetUpMsg::Take(tool) => {
                self.set_up.tool = *tool;
                let name = self.texts.get(tool.key()).to_owned();
                self.say(name);
            }
            SetUpMsg::Put(tool, square) => {
                if *tool != Tool::Erase {
                    self.set_up.tool = *tool;
                }
                let piece = if let Tool::Put(piece) = tool { Some(*piece) } else { None };
                self.change(&[(*square, piece)], effects);
            }
            SetUpMsg::Turn(side) => {
                let mut board = self.set_up.board.clone();
                board.turn = *side;
                self.lay(board, effects);
            }
            SetUpMsg::Rules(name) => {
                if let Some(new) = Variant::named(name) {
                    self.lay(under(&self.set_up.board, new), effects);
                }
            }
            SetUpMsg::Empty => {
                let turn = self.set_up.board.turn;
                let mut board = Setup::empty(variant);
                board.turn = turn;
                self.lay(board, effects);
            }
            SetUpMsg::Start => self.lay(Position::start(variant).setup(), effects),
            SetUpMsg::Table => self.lay(self.table().game.position().setup(), effects),
            SetUpMsg::Fen(text) => match parse_fen_setup(variant, text, Style::Official) {
                Ok(board) => self.lay(board, effects),
                Err(error) => {
                    self.set_up.typed = Some((text.clone(), fen_faults(&self.texts, &error)));
                }
            },
            SetUpMsg::Copy => effects.push(Effect::Copy(self.set_up.fen())),
            SetUpMsg::Players(players, level) => {
                self.set_up.players = *players;
                self.set_up.level = *level;
            }
            SetUpMsg::Play => self.play_from_here(false, effects),
            SetUpMsg::Replace => self.play_from_here(true, effects),
            SetUpMsg::Analyse => self.analyse_from_here(effects),
        }
    }

    /// The position to go on with; where there is none, it says why.
    fn laid_position(&mut self) -> Option<Position> {
        let position = self.set_up.position().ok();
        if position.is_none() {
            let all: Vec<String> = self
                .set_up
                .remarks(&self.texts)
                .into_iter()
                .filter(|(_, grave)| *grave)
                .map(|(s, _)| s)
                .collect();
            self.notify(Notice::Wrong("set-up.impossible", all.join(" ")));
        }
        position
    }

    fn play_from_here(&mut self, sure: bool, effects: &mut Vec<Effect>) {
        let Some(position) = self.laid_position() else { return };
        let table = self.table().game;
        if !sure && !table.is_empty() && table.status() == crate::rules::Status::Ongoing {
            self.dialog = Some(Dialog::Replace);
            return;
        }
        let SetUp { players, level, .. } = self.set_up;
        self.visit(Place::Play, "", effects);
        self.begin_from(Game::from_position(position), players, level, effects);
    }

    fn analyse_from_here(&mut self, effects: &mut Vec<Effect>) {
        let Some(position) = self.laid_position() else { return };
        let address =
            [position.variant().name, "/", &write_fen_setup(&self.set_up.board, Style::RowNumbers)].concat();
        self.visit(Place::Analyse, &address, effects);
    }
}

/// A board as it is kept and as addresses tell it: `rules/FEN`.
pub(super) fn read(text: &str) -> Option<Setup> {
    let (rules, fen) = text.split_once('/')?;
    parse_fen_setup(Variant::named(rules)?, fen, Style::RowNumbers).ok()
}

/// The same pieces under another rule set, where its board has the same squares; its start position otherwise.
fn under(board: &Setup, variant: &'static Variant) -> Setup {
    if !std::ptr::eq(board.variant().geometry(), variant.geometry()) {
        return Position::start(variant).setup();
    }
    let mut new = Setup::empty(variant);
    new.turn = board.turn;
    for (square, piece) in board.pieces() {
        new.put(square, Some(piece));
    }
    new
}
