//! What each event does.

use super::clock::Clock;
use super::effect::Effect;
use super::exchange;
use super::firsts;
use super::home::HomeMsg;
use super::library;
use super::lines::Lines;
use super::model::{Dialog, Engine, Level, Model, Notice, Player, Prefs};
use super::msg::{Msg, NewGame};
use super::picker::{Picker, Touch};
use super::place::{Place, ROOMS};
use super::save::{move_on_path, path_numbers};
use super::sentences;
use super::sound::Sound;
use super::strings::Texts;
use crate::notation::{Style, write_fen};
use crate::protocol::{EngineAnswer, EngineRequest, Purpose};
use crate::rules::{DrawRule, Game, Move, Position, Square};

/// From how many plies before a draw by counting the player is told (case B038).
const DRAW_NEAR: u16 = 20;
/// Where a clock runs, a move that may take longer takes no more than this part of what is left on it ...
const CLOCK_SHARE: u32 = 30;
/// ... and the level's own limits hold where that would be less than so many milliseconds.
const LEAST_LONGER: u32 = 1000;

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
                let start = *self.game.start();
                self.set_game(Game::from_position(start), effects);
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
            }
            // Reading and writing games stands in the whole program.
            Msg::Open(Dialog::Exchange) if !ROOMS => {
                effects.push(Effect::Whole("play/exchange".to_owned()));
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

    /// Wakes the engine where it is its turn: after a start, a reload, a change of sides.
    pub fn wake_engine(&mut self, effects: &mut Vec<Effect>) {
        self.want_openings(effects);
        // A review goes on while its game is looked at.
        if self.engine == Engine::Absent || self.place == Place::Review {
            return;
        }
        if self.computers_turn() && !self.looks_back {
            self.think(Purpose::Play, self.level.number(), effects);
        } else if ROOMS && self.place == Place::Analyse {
            self.analyse_on(effects);
        } else {
            self.rest_engine(effects);
            self.watch_over(effects);
        }
    }

    /// An engine that could not be had may be asked once more.
    fn forgive_engine(&mut self) {
        if self.engine == Engine::Absent {
            self.engine = Engine::Idle;
            self.notice = None;
            self.told.retain(|key| *key != "trouble.no-engine");
        }
    }

    /// Asks for the answer to a wrong move.
    pub(super) fn think_of_refutation(&mut self, effects: &mut Vec<Effect>) {
        self.think(Purpose::Refute, 1, effects);
    }

    pub(super) fn think(&mut self, purpose: Purpose, level: u8, effects: &mut Vec<Effect>) {
        let mut game = self.game.clone();
        if let Some(pending) = &self.coach.pending {
            // What is asked about is the position after it.
            let _ = game.play(pending);
        }
        self.think_of(&game, purpose, level, 0, effects);
    }

    pub(super) fn think_of(
        &mut self,
        game: &Game,
        purpose: Purpose,
        level: u8,
        from: u32,
        effects: &mut Vec<Effect>,
    ) {
        self.generation += 1;
        self.engine = Engine::Thinking { hint: purpose != Purpose::Play, depth: 0 };
        self.thought = None;
        let longer = if purpose == Purpose::Play && level == Level::LAST { self.longer() } else { 0 };
        effects.push(Effect::Think(EngineRequest {
            generation: self.generation,
            purpose,
            rules: game.variant().name.to_owned(),
            start: write_fen(game.start(), Style::RowNumbers),
            moves: game.moves().iter().map(path_numbers).collect(),
            level,
            longer,
            style: self.prefs.style as u8,
            from,
        }));
    }

    /// How many milliseconds the highest level's next move may take by the settings: where a clock runs, no more than a part
    /// of what is left on it. 0 where it has its own limits.
    fn longer(&self) -> u32 {
        let wanted = u32::from(self.prefs.longer) * 1000;
        let most =
            self.clock.as_ref().map_or(u32::MAX, |clock| clock.left(self.turn(), self.now) / CLOCK_SHARE);
        let longer = wanted.min(most);
        if longer < LEAST_LONGER { 0 } else { longer }
    }

    pub(super) fn rest_engine(&mut self, effects: &mut Vec<Effect>) {
        // A review goes on while its game is leafed through.
        if self.place == Place::Review && self.coach.review.running {
            return;
        }
        if matches!(self.engine, Engine::Thinking { .. }) {
            self.generation += 1;
            self.engine = Engine::Idle;
            effects.push(Effect::StopThinking);
        }
    }

    /// The line that the engine thinks of, where that is to be shown: legal moves from the present position.
    pub fn thinks_of(&self) -> Vec<Move> {
        let mut position = *self.game.position();
        let mut line = Vec::new();
        let shown = self.place == Place::Analyse
            || (self.prefs.show_thinking && matches!(self.engine, Engine::Thinking { .. }));
        for path in self.thought.iter().filter(|_| shown).flat_map(|thought| &thought.line) {
            let Some(m) = move_on_path(&position, path) else { break };
            position = position.play(&m);
            line.push(m);
        }
        line
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

    pub(super) fn play(&mut self, m: &Move, effects: &mut Vec<Effect>) {
        let before = *self.game.position();
        if !self.play_in_tree(m) {
            return;
        }
        if let Some(clock) = &mut self.clock {
            clock.moved(before.turn(), self.game.ply(), self.now);
        }
        self.moved(&before, m, effects);
    }

    /// Makes a move of a line, whatever a draw rule says: a place shows it.
    pub(super) fn play_on(&mut self, m: &Move, effects: &mut Vec<Effect>) {
        let before = *self.game.position();
        if self.game.play_on(m).is_ok() {
            self.moved(&before, m, effects);
        }
    }

    /// After a move, made for the first time or again.
    fn moved(&mut self, before: &Position, m: &Move, effects: &mut Vec<Effect>) {
        self.adjusting = false;
        self.looks_back = false;
        // What explains the person's own move stays while the computer answers.
        let stays = self.ongoing()
            && self.notice == Some(Notice::Say(firsts::STAYS_MAN))
            && self.player(before.turn()) == Player::Computer;
        if !stays {
            self.notice = None;
        }
        effects.push(Effect::Animate { before: *before, played: m.clone() });
        self.sound_of(m, effects);
        let mut sentence = sentences::played(&self.texts, before, m);
        self.settle_down(effects);
        if self.place == Place::Play {
            if let Some((rule, left)) = self.draw_near() {
                self.notice = Some(Notice::DrawNear(sentences::draw_rule_key(rule), left));
            } else if firsts::only_passed(before, m) {
                // Where the game is over by it, that is said, too.
                self.notice = Some(if self.ongoing() {
                    Notice::Say(firsts::STAYS_MAN)
                } else {
                    let over = sentences::status(&self.texts, self);
                    Notice::Coach([&over, " ", self.texts.get(firsts::STAYS_MAN)].concat())
                });
            }
        }
        // All of it in one: a live region says only what stands in it last.
        let more = match &self.notice {
            Some(_) if stays => String::new(),
            Some(notice) => sentences::notice(&self.texts, self.game.position(), notice),
            None if !self.ongoing() => sentences::status(&self.texts, self),
            None => sentences::backward(&self.texts, self),
        };
        if !more.is_empty() {
            sentence.push(' ');
            sentence.push_str(&more);
        }
        self.say(sentence);
        if self.place == Place::Play {
            self.wake_engine(effects);
            self.play_planned(effects);
        } else {
            self.moved_in_place(before, m, effects);
        }
    }

    /// The position has changed: choose anew, forget what was about the old one, keep the game.
    pub(super) fn settle_down(&mut self, effects: &mut Vec<Effect>) {
        let told = self.prefs.backward_told;
        self.choose_anew();
        if self.prefs.backward_told != told {
            effects.push(Effect::SavePrefs);
        }
        if self.aside.is_none() {
            // What another tab has kept since is put aside, not lost (case B126).
            if std::mem::take(&mut self.stale) {
                effects.push(Effect::PutAside("game"));
            }
            effects.push(Effect::SaveGame);
        }
    }

    fn choose_anew(&mut self) {
        self.picker = Picker::new(self.game.position());
        self.look_for_backward();
        self.forget_advice();
        self.pending = None;
        self.draw_offered = false;
    }

    /// The draw rule that will soon end the game, and how many plies are left.
    pub fn draw_near(&self) -> Option<(DrawRule, u16)> {
        if !self.ongoing() {
            return None;
        }
        self.game
            .draw_counts()
            .filter(|count| count.applies && !matches!(count.rule, DrawRule::Repetition(_)))
            // Told from the last ten moves of each side on, and not before half of the way.
            .map(|count| (count.rule, count.limit.saturating_sub(count.plies), count.limit))
            .filter(|(_, left, limit)| *left <= DRAW_NEAR.min(limit * 2 / 3))
            .map(|(rule, left, _)| (rule, left))
            .min_by_key(|(_, left)| *left)
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

    fn undo(&mut self, effects: &mut Vec<Effect>) {
        if self.game.settled().is_some() {
            self.game.undo();
            self.after_jump("taken-back", effects);
        } else if self.needs_leave() {
            self.dialog = Some(Dialog::TakeBack);
        } else {
            self.take_back(effects);
        }
    }

    pub(super) fn take_back(&mut self, effects: &mut Vec<Effect>) {
        if let Some(ply) = self.undo_to() {
            self.jump(ply);
            self.looks_back = false;
            self.after_jump("taken-back", effects);
        }
    }

    fn redo(&mut self, effects: &mut Vec<Effect>) {
        if !self.can_redo() {
            return;
        }
        let known = self.game.len();
        let persons = |ply: &usize| {
            self.game.position_at(*ply).is_some_and(|p| self.player(p.turn()) == Player::Person)
        };
        let ply = (self.game.ply() + 1..=known).find(persons).unwrap_or(known);
        self.jump(ply);
        self.looks_back = false;
        self.after_jump("made-again", effects);
    }

    fn go_to(&mut self, ply: usize, effects: &mut Vec<Effect>) {
        if ply <= self.game.len() && ply != self.game.ply() {
            self.jump(ply);
            self.looks_back = ply < self.game.len();
            self.after_jump("gone-to", effects);
        }
    }

    pub(super) fn jump(&mut self, ply: usize) {
        while self.game.ply() > ply && self.game.undo() {}
        while self.game.ply() < ply && self.game.redo() {}
    }

    pub(super) fn after_jump(&mut self, key: &'static str, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        if let Some(clock) = &mut self.clock {
            clock.back_to(self.game.ply());
        }
        self.premove = None;
        self.rest_engine(effects);
        self.notice = None;
        self.adjusting = false;
        // Who only looks back takes nothing from the tab that went on.
        if self.stale {
            self.choose_anew();
        } else {
            self.settle_down(effects);
        }
        let sentence = format!("{} {}", self.texts.get(key), sentences::status(&self.texts, self));
        self.say(sentence);
        self.wake_engine(effects);
    }

    fn engine_answered(&mut self, answer: &EngineAnswer, effects: &mut Vec<Effect>) {
        let Engine::Thinking { hint, .. } = self.engine else { return };
        if answer.generation != self.generation {
            return;
        }
        self.engine = Engine::Idle;
        if ROOMS && self.place == Place::Analyse {
            // It stays in sight; nothing is played.
            self.thought = Some(answer.clone());
            return;
        }
        // Whatever the engine says, only a legal move is played.
        let Some(m) = move_on_path(self.game.position(), &answer.path) else {
            self.notify(Notice::Say("trouble.engine-move"));
            self.engine = Engine::Absent;
            return;
        };
        if self.wants_refutation()
            || (!hint && self.ongoing() && self.player(self.turn()) == Player::Computer)
        {
            self.play(&m, effects);
        }
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
