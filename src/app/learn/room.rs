//! The room where one learns: the list of lessons, the lesson on the board, the teacher's sheet.

use super::course::{Board, Course};
use super::player::{Act, Player, Say, Stage};
use super::progress::Progress;
use super::proof::Proofs;
use super::sheet::Sheet;
use super::words::Words;
use crate::app::anim::{Animator, Hops};
use crate::app::effect::Effect;
use crate::app::model::{Model, Notice, Player as Who};
use crate::app::msg::Msg;
use crate::app::picker::Picker;
use crate::app::sentences;
use crate::app::strings::Lang;
use crate::rules::{Game, Square};

/// What happens in the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LearnMsg {
    /// Open the lesson with this key.
    Open(String),
    /// Open the lesson after the one on the board.
    OpenNext,
    /// Back to the list.
    List,
    /// Take lessons on this board.
    Board(Board),
    /// Something in the lesson.
    Act(Act),
    /// The teacher's page on or off.
    Teach(bool),
    /// The teacher takes a lesson, or leaves it.
    Choose(String, bool),
    /// The teacher's own positions, one a line.
    Positions(String),
    /// Put the link for the class on the clipboard.
    CopyLink,
}

/// The room.
#[derive(Debug, Clone, Default)]
pub struct Room {
    /// The course, once it is there.
    pub course: Option<Course>,
    /// The proofs, once they are there.
    pub proofs: Option<Proofs>,
    /// The words, once they are there.
    pub words: Option<Words>,
    /// What was done.
    pub progress: Progress,
    /// The board that lessons are taken on.
    pub board: Board,
    /// The lesson on the board.
    pub player: Option<Player>,
    /// What the teacher has put together, or what a class was sent.
    pub sheet: Sheet,
    /// Why a lesson can't be opened.
    pub fault: Option<String>,
    /// The number of the move being shown.
    shown: u32,
    /// What was kept has been read.
    recalled: bool,
    /// The address to go to when everything is there.
    address: Option<String>,
    asked: bool,
}

const STORE: &str = "learn";
/// After a move has come to rest it stays to be seen for so long, in milliseconds.
const REST_MS: f64 = 550.0;

fn words_path(lang: Lang) -> String {
    // Lessons are written in two languages; whoever reads another gets English.
    let code = if lang == Lang::Pl { "pl" } else { "en" };
    ["lessons/", code, ".json"].concat()
}

impl Room {
    /// Whether a class was sent something that is there: lessons of the course, or positions that can be read.
    pub fn is_sent(&self) -> bool {
        let lessons =
            self.course.iter().flat_map(|course| &course.chapters).flat_map(|chapter| &chapter.lessons);
        let mut known = lessons.filter(|lesson| self.sheet.lessons.contains(&lesson.id));
        self.sheet.sent && (known.next().is_some() || self.sheet.read_positions().iter().any(Result::is_ok))
    }

    /// Whether a link led here that holds nothing of that kind: then all lessons are shown, and that is told.
    pub fn is_wrong_link(&self) -> bool {
        self.sheet.sent && self.is_ready() && !self.is_sent()
    }

    /// Whether everything that a lesson needs is there.
    pub fn is_ready(&self) -> bool {
        self.course.is_some() && self.proofs.is_some() && self.words.is_some()
    }

    /// Whether a part could not be had: the next visit asks again.
    pub fn is_missing(&self) -> bool {
        !self.asked && !self.is_ready()
    }

    /// The address of what is shown, beyond the place's name.
    fn own_address(&self) -> String {
        match &self.player {
            Some(player) => ["learn/", player.board.key(), "/", &player.lesson].concat(),
            None => "learn".to_owned(),
        }
    }

    /// The lesson after the one on the board.
    pub fn next_lesson(&self) -> Option<&str> {
        let (course, player) = (self.course.as_ref()?, self.player.as_ref()?);
        let mut rest = course.lessons().skip_while(|lesson| lesson.id != player.lesson).skip(1);
        rest.find(|lesson| lesson.is_on(self.board)).map(|lesson| lesson.id.as_str())
    }
}

impl Model {
    /// Whether a lesson has the board.
    pub fn in_lesson(&self) -> bool {
        self.place == crate::app::Place::Learn && self.learn.player.is_some()
    }

    /// The player comes in; `rest` is what the address says beyond the place's name.
    pub(in crate::app) fn enter_learn(&mut self, rest: &str, effects: &mut Vec<Effect>) {
        self.learn.address = Some(rest.to_owned());
        self.fetch_lessons(effects);
        self.go_on_learning(effects);
    }

    /// Asks for the files of the lessons and for what was kept, once.
    pub(in crate::app) fn fetch_lessons(&mut self, effects: &mut Vec<Effect>) {
        if !self.learn.asked {
            self.learn.asked = true;
            for path in ["lessons/course.json", "lessons/proofs.json"] {
                effects.push(Effect::Fetch(path.to_owned()));
            }
            effects.push(Effect::Recall(STORE));
        }
        self.fetch_words(effects);
    }

    /// Keeps what was done, once what was kept before is known.
    pub(in crate::app) fn keep_progress(&self, effects: &mut Vec<Effect>) {
        if self.learn.recalled {
            effects.push(Effect::Keep(STORE, self.learn.progress.write()));
        }
    }

    /// Asks for the lessons' words in the page's language, where they are not there.
    pub(in crate::app) fn fetch_words(&mut self, effects: &mut Vec<Effect>) {
        let path = words_path(self.texts.lang());
        if self.learn.asked
            && self.learn.words.as_ref().map(|words| words_path(words.lang())) != Some(path.clone())
        {
            effects.push(Effect::Fetch(path));
        }
    }

    /// A file of the lessons has come, or could not be had: then the next visit asks again.
    pub(in crate::app) fn learn_fetched(
        &mut self,
        path: &str,
        text: Option<&str>,
        effects: &mut Vec<Effect>,
    ) {
        let room = &mut self.learn;
        match (path, text) {
            ("lessons/course.json", Some(text)) => room.course = Course::read(text),
            ("lessons/proofs.json", Some(text)) => room.proofs = Proofs::read(text),
            (_, Some(text)) => {
                let lang = if path.ends_with("/pl.json") { Lang::Pl } else { Lang::En };
                room.words = Words::read(lang, text);
            }
            _ => {
                room.asked = false;
                self.notify(Notice::Say("trouble.fetch"));
                return;
            }
        }
        self.go_on_learning(effects);
        self.lesson_shows(effects);
    }

    /// What was kept has been read.
    pub(in crate::app) fn learn_recalled(&mut self, text: Option<&str>, effects: &mut Vec<Effect>) {
        self.learn.recalled = true;
        match text.map(Progress::read) {
            Some(Some(progress)) => self.learn.progress = progress,
            Some(None) => effects.push(Effect::PutAside(STORE)),
            None => {}
        }
    }

    fn go_on_learning(&mut self, effects: &mut Vec<Effect>) {
        if !self.learn.is_ready() || self.place != crate::app::Place::Learn {
            return;
        }
        let Some(address) = self.learn.address.take() else { return };
        let (head, rest) = address.split_once('/').unwrap_or((&address, ""));
        let board = Board::ALL.into_iter().find(|board| board.key() == head);
        if let Some(board) = board {
            if self.learn.player.as_ref().is_some_and(|p| p.board == board && p.lesson == rest) {
                self.lesson_shows(effects);
            } else {
                self.learn.board = board;
                self.open_lesson(rest, effects);
            }
            return;
        }
        if head == "set" {
            self.learn.sheet = Sheet::of_address(rest);
            self.learn.board = self.learn.sheet.board;
        } else {
            self.learn.sheet.sent = false;
        }
        self.close_lesson();
    }

    fn close_lesson(&mut self) {
        self.learn.player = None;
        self.learn.fault = None;
        self.notice = None;
        self.give_board_back();
    }

    fn open_lesson(&mut self, id: &str, effects: &mut Vec<Effect>) {
        let room = &mut self.learn;
        let (Some(course), Some(proofs)) = (&room.course, &room.proofs) else { return };
        match Player::open(course, proofs, id, room.board) {
            Ok(player) => {
                room.player = Some(player);
                room.fault = None;
                let address = room.own_address();
                self.lesson_shows(effects);
                effects.push(Effect::Address(address));
            }
            Err(fault) => {
                self.close_lesson();
                self.learn.fault = Some(fault);
            }
        }
    }

    /// Something happened in the room.
    pub(in crate::app) fn learn_hears(&mut self, msg: LearnMsg, effects: &mut Vec<Effect>) {
        match msg {
            LearnMsg::Open(id) => self.open_lesson(&id, effects),
            LearnMsg::OpenNext => {
                if let Some(id) = self.learn.next_lesson().map(str::to_owned) {
                    self.open_lesson(&id, effects);
                }
            }
            LearnMsg::List => {
                self.close_lesson();
                let address =
                    if self.learn.sheet.sent { self.learn.sheet.address() } else { "learn".to_owned() };
                effects.push(Effect::Address(address));
            }
            LearnMsg::Board(board) => {
                self.learn.board = board;
                self.learn.sheet.board = board;
                let other = self.learn.player.as_ref().filter(|player| player.board != board);
                if let Some(id) = other.map(|player| player.lesson.clone()) {
                    self.open_lesson(&id, effects);
                }
            }
            LearnMsg::Act(act) => self.lesson_acts(act, effects),
            LearnMsg::Teach(on) => {
                self.learn.sheet.teaching = on;
                self.learn.sheet.board = self.learn.board;
            }
            LearnMsg::Choose(id, on) => self.learn.sheet.choose(&id, on),
            LearnMsg::Positions(text) => self.learn.sheet.positions = text,
            LearnMsg::CopyLink => effects.push(Effect::CopyLink(self.learn.sheet.address())),
        }
    }

    /// What happens in the rooms of lessons and endings; whether it was theirs.
    pub(in crate::app) fn learning_takes(&mut self, msg: &Msg, effects: &mut Vec<Effect>) -> bool {
        match msg {
            Msg::Learn(msg) => self.learn_hears(msg.clone(), effects),
            Msg::Endings(msg) => self.endings_hear(msg, effects),
            Msg::FetchedBytes(path, bytes) => self.endings_fetched(path, bytes.as_deref()),
            _ => return self.lesson_hears(msg, effects) || self.ending_hears(msg, effects),
        }
        true
    }

    /// What the table would do on its board a lesson does on its own; whether the lesson has heard it.
    pub(in crate::app) fn lesson_hears(&mut self, msg: &Msg, effects: &mut Vec<Effect>) -> bool {
        if !self.in_lesson() {
            return false;
        }
        match msg {
            Msg::Touch(square) => self.lesson_acts(Act::Touch(*square), effects),
            Msg::Drop(from, trail) => self.lesson_drop(*from, trail, effects),
            Msg::Cancel if self.dialog.is_none() => {
                if let Some(player) = &mut self.learn.player {
                    player.leave();
                }
                self.lesson_shows(effects);
            }
            Msg::Undo => self.lesson_acts(Act::Again, effects),
            Msg::Hint => self.lesson_acts(Act::Help, effects),
            Msg::Redo | Msg::GoTo(_) | Msg::Restart | Msg::Flip | Msg::Type(_) => {}
            Msg::Waited(number) if *number != crate::app::library::WAITING => {
                if *number == self.learn.shown {
                    if let Some(player) = &mut self.learn.player {
                        player.advance();
                    }
                    self.lesson_shows(effects);
                }
            }
            _ => return false,
        }
        true
    }

    fn lesson_drop(&mut self, from: Square, trail: &[Square], effects: &mut Vec<Effect>) {
        let Some(player) = &mut self.learn.player else { return };
        if player.showing().is_some() {
            player.finish_showing();
        } else {
            player.drop(from, trail);
        }
        self.lesson_shows(effects);
    }

    fn lesson_acts(&mut self, act: Act, effects: &mut Vec<Effect>) {
        let Some(player) = &mut self.learn.player else { return };
        if player.showing().is_some() {
            // Who can't wait sees the end at once.
            player.finish_showing();
            effects.push(Effect::CutAnimation);
            if matches!(act, Act::Touch(_) | Act::Answer(_)) {
                self.lesson_shows(effects);
                return;
            }
        }
        player.act(act);
        if player.stage() == Stage::End {
            let key = Progress::lesson(player.board, &player.lesson);
            let stars = player.stars();
            self.learn.progress.earn(&key, stars);
            self.keep_progress(effects);
        }
        self.lesson_shows(effects);
    }

    /// Puts on the board what the lesson shows.
    fn lesson_shows(&mut self, effects: &mut Vec<Effect>) {
        let Some(player) = self.learn.player.as_ref().filter(|_| self.place == crate::app::Place::Learn)
        else {
            return;
        };
        let moving = player.showing().cloned();
        let last = moving
            .clone()
            .or_else(|| player.last().filter(|(before, m)| before.play(m) == *player.shown()).cloned());
        let mut game = Game::from_position(last.as_ref().map_or(*player.shown(), |(before, _)| *before));
        if let Some((_, m)) = &last {
            // A position that a lesson shows may be one in which a game would be over.
            let _ = game.play_on(m);
        }
        let picker = player.picker().cloned();
        let lit = player.lit().to_vec();
        if self.aside.is_none() {
            self.borrow_board(game, false, effects);
        } else {
            self.game = game;
            self.hint = None;
        }
        let awaits = picker.is_some();
        self.players = [if awaits { Who::Person } else { Who::Computer }; 2];
        self.picker = picker.unwrap_or_else(|| Picker::new(self.game.position()));
        if let Some((before, played)) = moving {
            let ms = Hops.duration(&played) + REST_MS;
            effects.push(Effect::CutAnimation);
            effects.push(Effect::Animate { before, played });
            self.learn.shown += 1;
            effects.push(Effect::Wait(ms as u32, self.learn.shown));
        }
        self.lesson_says(lit);
    }

    /// Says what the lesson says, to eyes and ears.
    fn lesson_says(&mut self, lit: Vec<Square>) {
        let room = &self.learn;
        let (Some(player), Some(words)) = (&room.player, &room.words) else { return };
        let said = words.said(player, &self.texts);
        let main = words.main(player);
        let (seen, heard) = match (player.stage(), said.is_empty()) {
            (Stage::End, _) => {
                let earned =
                    words.get(["earned.0", "earned.1", "earned.2", "earned.3"][usize::from(player.stars())]);
                (earned.to_owned(), [earned, " ", &main].concat())
            }
            (Stage::Show(0), _) => {
                let all = [&words.idea(player), " ", &main, " ", &said].concat();
                ([&main, " ", &said].concat().trim_end().to_owned(), all.trim_end().to_owned())
            }
            (_, true) => {
                let heard = match player.say() {
                    Say::Chosen => sentences::choice(&self.texts, player.shown(), &self.picker),
                    Say::Left => self.texts.get("left").to_owned(),
                    _ => main.clone(),
                };
                (main, heard)
            }
            (Stage::Show(_), false) => ([&main, " ", &said].concat(), [&main, " ", &said].concat()),
            (Stage::Task(_), false) => (said.clone(), said),
        };
        if self.spoken.1 != heard {
            self.say(heard);
        }
        self.notice = Some(Notice::Lit(lit, seen));
    }
}
