//! What each event does.

use super::clock::Clock;
use super::effect::Effect;
use super::exchange;
use super::home::HomeMsg;
use super::library;
use super::lines::Lines;
use super::model::{Dialog, Engine, Level, Model, Notice, Player, Prefs};
use super::msg::{Msg, NewGame};
use super::picker::{Picker, Touch};
use super::place::{Place, ROOMS, Table};
use super::rules_text::Topic;
use super::sentences;
use super::sound::Sound;
use super::strings::Texts;
use crate::notation::{Style, write_fen};
use crate::rules::{Game, Square};

impl Model {
    /// Takes an event in; what the outside has to do then.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.look_at_clock(&mut effects);
        if msg.is_the_players() {
            self.end_line(&mut effects);
        }
        if !(ROOMS && self.place == Place::SetUp && self.set_up_takes(&msg, &mut effects)) {
            self.take_in(msg, &mut effects);
        }
        self.set_clock_going();
        effects
    }

    fn take_in(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        if ROOMS && (self.puzzle_takes(&msg, effects) || self.learning_takes(&msg, effects)) {
            return;
        }
        match msg {
            Msg::Touch(square) => self.touched(|picker| picker.touch(square), square, effects),
            Msg::GoLine(line, ply) => self.go_line(line, ply, effects),
            Msg::Confirm => self.confirm(effects),
            Msg::AnswerBack(yes) => self.answer_back(yes, effects),
            Msg::Tick => {}
            Msg::Away(away) => self.leave_page(away, effects),
            Msg::Drop(from, trail) if self.plans_ahead(from) => {
                self.plan_drop(from, trail.last().copied(), effects);
            }
            Msg::Drop(from, trail) => {
                self.touched(|picker| picker.drop(from, &trail), from, effects);
                // The hand has shown the way already: a piece put down does not jump back to walk it again (case B104).
                effects.retain(|e| !matches!(e, Effect::Animate { played, .. } if played.from() == from));
            }
            Msg::Hover(square) => {
                let over = square.filter(|_| self.persons_turn());
                self.picker.hover(over);
            }
            Msg::Cancel => self.cancel(),
            Msg::Adjust => self.adjust(),
            Msg::New(new) => self.begin(new, effects),
            Msg::Restart => {
                let (start, clock) = (*self.game.start(), self.clock.take());
                self.set_game(Game::from_position(start), effects);
                self.clock = clock.map(|clock| Clock::new(clock.control()));
            }
            Msg::Undo => self.undo(effects),
            Msg::Redo => self.redo(effects),
            Msg::GoTo(ply) => self.go_to(ply, effects),
            Msg::Hint => self.ask_hint(effects),
            Msg::Coach(msg) => self.coach(msg, effects),
            Msg::Resign => self.resign(effects),
            Msg::OfferDraw => self.offer_draw(),
            Msg::AnswerDraw(yes) => self.answer_draw(yes, effects),
            Msg::MoveNow => match self.engine {
                Engine::Thinking { .. } => effects.push(Effect::MoveNow),
                // It could not start: once more (case B121).
                Engine::Absent => {
                    self.forgive_engine();
                    self.wake_engine(effects);
                }
                // It waits where one looks back.
                Engine::Idle => {
                    self.looks_back = false;
                    self.wake_engine(effects);
                }
            },
            Msg::Flip => {
                self.prefs.flipped = !self.prefs.flipped;
                effects.push(Effect::SavePrefs);
                // Who does not see it hears it.
                let turned = if self.flipped() { "turned.black" } else { "turned.white" };
                self.say(self.texts.get(turned).to_owned());
            }
            // Reading and writing games stands in the whole program, and so does the page of the rules.
            Msg::Open(Dialog::Exchange) if !ROOMS => {
                effects.push(Effect::Whole("play/exchange".to_owned()));
            }
            Msg::Open(Dialog::Rules) if !ROOMS => effects.push(Effect::Whole("play/rules".to_owned())),
            Msg::Rules(variant, topic) if !ROOMS => {
                let topic = topic.map_or("", Topic::name);
                let draft = self.draft.map_or_else(String::new, |draft| draft.in_address());
                effects.push(Effect::Whole(["play/rules/", variant.name, "/", topic, "/", &draft].concat()));
            }
            Msg::Open(dialog) => {
                self.dialog = Some(dialog);
                self.reading = None;
            }
            Msg::Close => self.close(),
            Msg::Home(msg) if ROOMS => self.home_told(msg, effects),
            // They are made and changed in the whole program.
            Msg::Home(HomeMsg::Edit(at)) => {
                let which = at.map_or_else(String::new, |at| at.to_string());
                effects.push(Effect::Whole(["play/home/", &which].concat()));
            }
            Msg::Home(_) => {}
            Msg::Draft(new) => self.draft = Some(new),
            Msg::Rules(variant, topic) => {
                self.reading = Some((variant, topic));
                self.dialog = Some(Dialog::Rules);
            }
            Msg::CopyPosition => {
                effects.push(Effect::Copy(write_fen(self.game.position(), Style::Official)));
            }
            Msg::CopyGame if ROOMS => effects.push(Effect::Copy(exchange::write_game(self))),
            Msg::Paste(text) if ROOMS => self.paste(&text, effects),
            Msg::Games(msg) if ROOMS => self.games_told(msg, effects),
            Msg::Waited(library::WAITING) if ROOMS => self.read_on(effects),
            Msg::CopyGame | Msg::Paste(_) | Msg::Games(_) => {}
            Msg::Type(text) => self.typed(&text, effects),
            Msg::Prefs(prefs) => self.set_prefs(prefs, effects),
            Msg::Visit(place) => self.visit(place, "", effects),
            Msg::Puzzles(ask) if ROOMS => self.ask_puzzles(ask, effects),
            Msg::Address(address) => {
                let (name, rest) = address.split_once('/').unwrap_or((&address, ""));
                // An address that names no place leads to the table.
                self.visit(Place::named(name).unwrap_or_default(), rest, effects);
            }
            other => self.hear_outside(other, effects),
        }
    }

    /// What comes from outside: the engine, files, the store, the browser.
    fn hear_outside(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Fetched(path, text) => self.fetched(&path, text.as_deref(), effects),
            Msg::Recalled(name, text) => self.recalled(name, text.as_deref(), effects),
            Msg::Texts(lang, file) => {
                match Texts::read(lang, &file) {
                    // What comes late is no longer wanted.
                    Some(texts) if lang == self.wanted_lang() => {
                        self.texts = texts;
                        effects.push(Effect::ApplyPrefs);
                        self.fetch_words(effects);
                    }
                    Some(_) => {}
                    None => self.notify(Notice::Say("trouble.language")),
                }
            }
            Msg::EngineProgress(answer) => {
                if let Engine::Thinking { hint, .. } = self.engine
                    && answer.generation == self.generation
                {
                    self.engine = Engine::Thinking { hint, depth: answer.depth };
                    self.thought = Some(answer);
                }
            }
            Msg::EngineBest(answer) => self.engine_answered(&answer, effects),
            Msg::EngineFailed => {
                self.engine = Engine::Absent;
                self.coach.review.running = false;
                self.tell_once("trouble.no-engine");
                self.play_pending(effects);
            }
            Msg::Trouble(key) => self.tell_once(key),
            Msg::Copied(done) => {
                self.notify(Notice::Say(if done { "copied" } else { "trouble.copy" }));
            }
            Msg::UpdateReady => {
                self.update_ready = true;
                let ready = self.texts.get("update.ready").to_owned();
                self.say(ready);
            }
            Msg::TakeUpdate => effects.push(Effect::TakeUpdate),
            Msg::OtherTab => {
                self.stale = true;
                self.notify(Notice::Say("trouble.other-tab"));
            }
            // A room's event after the player has left it, or for which this program has no room.
            _ => {}
        }
    }

    /// A word to the player, to be seen and heard.
    pub fn notify(&mut self, notice: Notice) {
        let sentence = sentences::notice(&self.texts, self.game.position(), &notice);
        self.notice = Some(notice);
        self.say(sentence);
    }

    /// A sentence for screen readers.
    pub fn say(&mut self, sentence: String) {
        self.spoken = (self.spoken.0.wrapping_add(1), sentence);
    }

    fn tell_once(&mut self, key: &'static str) {
        if !self.told.contains(&key) {
            self.told.push(key);
            self.notify(Notice::Say(key));
        }
    }

    fn touched(&mut self, touch: impl FnOnce(&mut Picker) -> Touch, on: Square, effects: &mut Vec<Effect>) {
        // A touch during a motion concerns the position that the motion leads to.
        effects.push(Effect::CutAnimation);
        let pending = self.pending.take();
        if !self.ongoing() {
            self.notify(Notice::Over);
            return;
        }
        if self.player(self.turn()) == Player::Computer {
            if self.plan(on) {
                return;
            }
            effects.push(Effect::Sound(Sound::Refused));
            if self.game.position().piece(on).is_some() {
                self.notify(Notice::NotYourTurn); // W100-3.14
            }
            return;
        }
        let before = self.picker.clone();
        let done = touch(&mut self.picker);
        // W100-3.11: a touched piece that can move must move. The route may still be changed (W100-3.12).
        if let Some(bound) = before.chosen().filter(|_| self.touch_move && !self.adjusting) {
            let other = match &done {
                Touch::Complete(m) => m.from() != bound,
                _ => self.picker.chosen() != Some(bound),
            };
            if other {
                self.picker = before;
                self.picker.leave();
                self.picker.touch(bound);
                self.notify(Notice::Touched(bound));
                return;
            }
        }
        match done {
            Touch::Nothing => self.quick(on, pending.as_ref(), effects),
            Touch::Chosen | Touch::Further => {
                self.notice = None;
                let choice = sentences::choice(&self.texts, self.game.position(), &self.picker);
                let warned = self.losing_words();
                self.say(choice + &warned);
            }
            Touch::Left => {
                self.notice = None;
                self.adjusting = false;
                let left = self.texts.get("left").to_owned();
                self.say(left);
            }
            Touch::Complete(m) => self.complete(&m, pending.as_ref(), effects),
            Touch::Refused(refusal) => {
                effects.push(Effect::Sound(Sound::Refused));
                self.notify(Notice::Refused(refusal));
            }
            Touch::WhichWay(squares) => self.notify(Notice::WhichWay(squares)),
            Touch::GoOn(squares) => self.notify(Notice::GoOn(squares)),
        }
    }

    fn cancel(&mut self) {
        if self.dialog.is_some() {
            self.close();
            return;
        }
        self.notice = None;
        self.hint = None;
        self.pending = None;
        self.coach.pending = None;
        self.premove = None;
        if let Some(bound) = self.picker.chosen().filter(|_| self.touch_move && !self.adjusting) {
            self.picker.leave();
            self.picker.touch(bound);
            self.notify(Notice::Touched(bound));
            return;
        }
        if self.picker.leave() {
            self.adjusting = false;
            let left = self.texts.get("left").to_owned();
            self.say(left);
        }
    }

    /// Closes what is open: the new-game dialog stands behind what was opened from there.
    fn close(&mut self) {
        let behind = self.draft.is_some() && matches!(self.dialog, Some(Dialog::Rules | Dialog::Home));
        self.dialog = behind.then_some(Dialog::New);
        self.reading = None;
        self.coach.warned = None;
        self.home_edited = None;
        self.held = None;
        if !behind {
            self.draft = None;
        }
    }

    fn adjust(&mut self) {
        // Only before the touch (W100-3.13).
        if self.touch_move && self.persons_turn() && self.picker.chosen().is_none() {
            self.adjusting = true;
            self.notify(Notice::Adjusting);
        }
    }

    /// What the new-game dialog begins with: all as on the table. A game that was read was played by others, though.
    pub fn offered(&self) -> NewGame {
        let Table { players, touch_move, lines, .. } = self.table();
        let own = lines.source.is_empty();
        let players = if own { players } else { [Player::Person, Player::Computer] };
        NewGame { rules: self.prefs.rules, players, level: self.level, touch_move }
    }

    fn begin(&mut self, new: NewGame, effects: &mut Vec<Effect>) {
        let Some(variant) = crate::rules::Variant::named(new.rules) else { return };
        // A new game is the table's, wherever it was asked for.
        if self.place != Place::Play {
            self.visit(Place::Play, "", effects);
        }
        self.touch_move = new.touch_move;
        self.draft = None;
        self.forgive_engine();
        if self.prefs.rules != variant.name {
            self.prefs.rules = variant.name;
            effects.push(Effect::SavePrefs);
        }
        self.begin_from(Game::new(variant), new.players, new.level, effects);
    }

    /// A game for these players, in place of the one on the table.
    pub(super) fn begin_from(
        &mut self,
        game: Game,
        players: [Player; 2],
        level: Level,
        effects: &mut Vec<Effect>,
    ) {
        self.players = players;
        self.level = level;
        if self.prefs.level != level {
            self.prefs.level = level;
            effects.push(Effect::SavePrefs);
        }
        // Who plays one side sees it at the bottom.
        let flipped = players == [Player::Computer, Player::Person];
        if self.prefs.flipped != flipped && players != [Player::Person; 2] {
            self.prefs.flipped = flipped;
            effects.push(Effect::SavePrefs);
        }
        self.set_game(game, effects);
        self.clock = self.prefs.clock.map(Clock::new);
    }

    pub(super) fn set_game(&mut self, game: Game, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.rest_engine(effects);
        self.game = game;
        self.looks_back = false;
        self.coach.used.clear();
        self.clock = None;
        self.lines = Lines::default();
        self.premove = None;
        self.dialog = None;
        self.notice = None;
        self.adjusting = false;
        self.settle_down(effects);
        let sentence = sentences::status(&self.texts, self);
        self.say(sentence);
        // A position may be lost as it is laid (case B023).
        if !self.ongoing() {
            effects.push(Effect::Sound(Sound::End));
        }
        self.wake_engine(effects);
    }

    /// Puts a game on the table without asking anybody or keeping anything: for diagrams.
    pub fn show_game(&mut self, game: Game) {
        self.picker = Picker::new(game.position());
        self.game = game;
    }

    fn typed(&mut self, text: &str, effects: &mut Vec<Effect>) {
        if !self.ongoing() {
            self.notify(Notice::Over);
        } else if self.player(self.turn()) == Player::Computer {
            self.notify(Notice::NotYourTurn);
        } else {
            effects.push(Effect::CutAnimation);
            match crate::notation::parse_move(self.game.position(), text) {
                Ok(m) => self.play_or_ask(&m, effects),
                Err(error) => {
                    let sentence = exchange::move_error(&self.texts, &error);
                    self.notify(Notice::Wrong("type.wrong", sentence));
                }
            }
        }
    }

    fn set_prefs(&mut self, prefs: Prefs, effects: &mut Vec<Effect>) {
        self.prefs = prefs;
        let lang = self.wanted_lang();
        if lang != self.texts.lang() {
            effects.push(Effect::FetchTexts(lang));
        }
        effects.push(Effect::SavePrefs);
        effects.push(Effect::ApplyPrefs);
        if self.coach.threats.is_none() && self.engine == Engine::Idle {
            self.watch_over(effects);
        }
    }
}
