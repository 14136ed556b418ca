//! The room of endings: the catalogue, and the ending on the board.

use super::progress::Progress;
use super::trainer::{Aim, Drill, RULES, Report, ending_of, endings, files, reply};
use super::words::Values;
use crate::ai::endgame::{Distances, Tables};
use crate::ai::files::owner;
use crate::app::effect::Effect;
use crate::app::model::{Model, Notice, Player as Who};
use crate::app::msg::Msg;
use crate::app::picker::Picker;
use crate::app::{Place, sentences};
use crate::rules::variant::POLISH_64;
use crate::rules::{Position, Side, Status, Variant};

/// What happens in the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndMsg {
    /// Endings of this rule set from now on.
    Rules(&'static Variant),
    /// Begin the ending with this key.
    Begin(&'static str),
    /// Another start of the same ending.
    Another,
    /// The same start again.
    Again,
    /// Take the move back that spoiled the result.
    TakeBack,
    /// Back to the list.
    List,
}

/// The tables of one rule set, and of those that move alike.
#[derive(Debug, Clone, Default)]
struct Set {
    owner: &'static str,
    tables: Option<Tables>,
    /// Distances that came before the tables.
    early: Vec<Distances>,
    /// Files that are still to come.
    missing: usize,
}

/// The room.
#[derive(Debug, Clone, Default)]
pub struct EndRoom {
    /// The rule set; the table's, if it has endings, until one is chosen.
    rules: Option<&'static Variant>,
    sets: Vec<Set>,
    /// The ending on the board.
    pub drill: Option<Drill>,
    /// The seed of the next start.
    seed: u32,
    /// The number of the answer that is waited for.
    number: u32,
}

/// The opponent answers so many milliseconds after the learner's move.
const ANSWER_MS: u32 = 900;
/// Numbers of answers begin here, so that a lesson's are others.
const FIRST_NUMBER: u32 = 1 << 30;

/// The address of the list.
fn address(rules: &Variant) -> String {
    if rules.name == POLISH_64.name { "endings".to_owned() } else { ["endings/", rules.name].concat() }
}

impl EndRoom {
    /// The tables of a rule set, once all of them are there.
    fn tables(&self, rules: &Variant) -> Option<&Tables> {
        let owner = owner(rules)?;
        self.sets.iter().find(|set| set.owner == owner && set.missing == 0)?.tables.as_ref()
    }

    /// Asks for the files of a rule set, once.
    fn want(&mut self, rules: &'static Variant, effects: &mut Vec<Effect>) {
        let Some(owner) = owner(rules).filter(|own| self.sets.iter().all(|set| set.owner != *own)) else {
            return;
        };
        let files = files(rules);
        self.sets.push(Set { owner, missing: files.len(), ..Set::default() });
        effects.extend(files.iter().map(|file| Effect::FetchBytes(["data/", file].concat())));
    }
}

impl Model {
    /// The rule set of the endings.
    pub fn ending_rules(&self) -> &'static Variant {
        let table = self.table_rules();
        let fits = RULES.into_iter().find(|rules| rules.name == table.name);
        self.endings.rules.or(fits).unwrap_or(&POLISH_64)
    }

    /// Whether endings can be played.
    pub fn endings_ready(&self) -> bool {
        self.endings.tables(self.ending_rules()).is_some()
    }

    /// The player comes in. The address names a rule set where it is not the main game, then an ending.
    pub(in crate::app) fn enter_endings(&mut self, rest: &str, effects: &mut Vec<Effect>) {
        let (head, tail) = rest.split_once('/').unwrap_or((rest, ""));
        let named = RULES.into_iter().find(|rules| rules.name == head);
        let id = if named.is_some() { tail } else { rest };
        let main = ending_of(id).is_some().then_some(&POLISH_64);
        self.endings.rules = named.or(main).or(self.endings.rules);
        let rules = self.ending_rules();
        self.endings.want(rules, effects);
        // Words and stars are those of the lessons.
        self.fetch_lessons(effects);
        match ending_of(id) {
            Some(ending)
                if self
                    .endings
                    .drill
                    .as_ref()
                    .is_some_and(|drill| drill.ending == *ending && drill.rules.name == rules.name) =>
            {
                self.ending_says();
            }
            Some(ending) => self.begin_ending(ending.id, effects),
            None => self.close_ending(),
        }
    }

    /// A file has come, or could not be had: then the next visit asks again.
    pub(in crate::app) fn endings_fetched(&mut self, path: &str, bytes: Option<&[u8]>) {
        let room = &mut self.endings;
        let of = path.trim_start_matches("data/").split('-').next().unwrap_or_default();
        let Some(place) = room.sets.iter().position(|set| set.owner == of) else { return };
        let set = &mut room.sets[place];
        let known = match (path.ends_with(".tables"), bytes) {
            (_, None) => false,
            (true, Some(bytes)) => {
                set.tables = Tables::parse(bytes).ok();
                set.tables.is_some()
            }
            (false, Some(bytes)) => Distances::parse(bytes).map(|more| set.early.push(more)).is_ok(),
        };
        if !known {
            room.sets.remove(place);
            self.notify(Notice::Say("trouble.fetch"));
            return;
        }
        set.missing = set.missing.saturating_sub(1);
        if let Some(tables) = &mut set.tables {
            for distances in set.early.drain(..) {
                tables.add(distances);
            }
        }
    }

    fn close_ending(&mut self) {
        self.endings.drill = None;
        self.notice = None;
        self.give_board_back();
    }

    fn begin_ending(&mut self, id: &str, effects: &mut Vec<Effect>) {
        let rules = self.ending_rules();
        let room = &mut self.endings;
        let Some(ending) = endings(rules).find(|ending| ending.id == id) else { return };
        let Some(tables) = room.tables(rules) else { return };
        let Some((drill, game)) = Drill::begin(*ending, rules, tables, room.seed) else { return };
        room.drill = Some(drill);
        room.number += 1;
        effects.push(Effect::Address([&address(rules), "/", ending.id].concat()));
        self.borrow_board(game, false, effects);
        self.players = [Who::Person, Who::Computer];
        self.ending_says();
    }

    /// Something happened in the room.
    pub(in crate::app) fn endings_hear(&mut self, msg: &EndMsg, effects: &mut Vec<Effect>) {
        match msg {
            EndMsg::Rules(rules) => {
                self.endings.rules = Some(rules);
                self.notice = None;
                self.endings.want(rules, effects);
                effects.push(Effect::Address(address(rules)));
            }
            EndMsg::Begin(id) => {
                self.endings.seed = self.endings.seed.wrapping_add(1);
                self.begin_ending(id, effects);
            }
            EndMsg::Another | EndMsg::Again => {
                let Some(drill) = &self.endings.drill else { return };
                let (id, seed) = (drill.ending.id, drill.seed);
                self.endings.seed = if *msg == EndMsg::Again { seed } else { seed.wrapping_add(1) };
                self.begin_ending(id, effects);
            }
            EndMsg::TakeBack => self.take_ending_back(effects),
            EndMsg::List => {
                self.close_ending();
                effects.push(Effect::Address(address(self.ending_rules())));
            }
        }
    }

    fn take_ending_back(&mut self, effects: &mut Vec<Effect>) {
        let Some(drill) = &mut self.endings.drill else { return };
        if drill.report != Report::Spoiled {
            return;
        }
        drill.take_back();
        self.endings.number += 1;
        // The spoiling move, and an answer to it that may stand on the board already.
        self.game.undo();
        if self.game.position().turn() != Side::White {
            self.game.undo();
        }
        effects.push(Effect::CutAnimation);
        self.picker = Picker::new(self.game.position());
        self.ending_says();
    }

    /// The learner has moved on the borrowed board.
    pub(in crate::app) fn ending_moved(&mut self, before: &Position, effects: &mut Vec<Effect>) {
        let rules = self.ending_rules();
        let Some(mut drill) = self.endings.drill.take() else { return };
        let Some(tables) = self.endings.tables(rules) else { return };
        let report = drill.moved(tables, before, &self.game);
        let room = &mut self.endings;
        room.drill = Some(drill);
        if self.game.status() == Status::Ongoing && !matches!(report, Report::Spoiled | Report::Done(_)) {
            room.number += 1;
            effects.push(Effect::Wait(ANSWER_MS, FIRST_NUMBER + room.number));
        }
        self.ending_reported(report, effects);
    }

    /// Time for the opponent's answer.
    pub(in crate::app) fn ending_answers(&mut self, number: u32, effects: &mut Vec<Effect>) {
        if self.place != Place::Endings || number != FIRST_NUMBER + self.endings.number {
            return;
        }
        let before = *self.game.position();
        let tables = self.endings.tables(self.ending_rules());
        let Some(m) = tables.and_then(|tables| reply(tables, &before)) else { return };
        if self.game.play(&m).is_err() {
            return;
        }
        let Some(drill) = &mut self.endings.drill else { return };
        let report = drill.answered(&self.game);
        effects.push(Effect::Animate { before, played: m.clone() });
        self.picker = Picker::new(self.game.position());
        let played = sentences::played(&self.texts, &before, &m);
        self.say(played);
        self.ending_reported(report, effects);
    }

    fn ending_reported(&mut self, report: Report, effects: &mut Vec<Effect>) {
        if let (Report::Done(stars), Some(drill)) = (report, &self.endings.drill) {
            let key = Progress::ending(drill.rules, drill.ending.id);
            self.learn.progress.earn(&key, stars);
            self.keep_progress(effects);
        }
        self.ending_says();
    }

    /// Says how it stands, to eyes and ears.
    fn ending_says(&mut self) {
        let (Some(drill), Some(words)) = (&self.endings.drill, &self.learn.words) else { return };
        let mut values = Values::default();
        let key = match drill.report {
            Report::Start(Some(n)) => {
                values.number("n", n.into());
                "end.start-win"
            }
            Report::Start(None) if drill.ending.aim == Aim::Win => "end.again",
            Report::Start(None) => {
                values.number("n", super::trainer::HELD as usize);
                "end.start-hold"
            }
            Report::Nearer(n, best) => {
                values.number("n", n.into());
                if best { "end.nearer" } else { "end.slower" }
            }
            Report::Held(n) => {
                values.number("n", n as usize);
                "end.held"
            }
            Report::Spoiled if drill.ending.aim == Aim::Win => "end.spoiled-win",
            Report::Spoiled => "end.spoiled-hold",
            Report::Done(_) if drill.ending.aim == Aim::Win => "end.won",
            Report::Done(_) => "end.holds",
            Report::Failed => "end.failed",
        };
        let sentence = words.say_with(key, &values);
        self.say(sentence.clone());
        self.notice = Some(Notice::Lit(Vec::new(), sentence));
    }

    /// What the table's keys would do here; whether the room has heard it.
    pub(in crate::app) fn ending_hears(&mut self, msg: &Msg, effects: &mut Vec<Effect>) -> bool {
        if self.place != Place::Endings || self.endings.drill.is_none() {
            return false;
        }
        match msg {
            Msg::Undo => self.take_ending_back(effects),
            Msg::Redo | Msg::Hint | Msg::GoTo(_) | Msg::Restart => {}
            Msg::Waited(number) if *number != crate::app::library::WAITING => {
                self.ending_answers(*number, effects);
            }
            // After a slip only taking back leads on.
            Msg::Touch(_) | Msg::Drop(..) => {
                return self.endings.drill.as_ref().is_some_and(|drill| {
                    matches!(drill.report, Report::Spoiled | Report::Done(_) | Report::Failed)
                });
            }
            _ => return false,
        }
        true
    }
}
