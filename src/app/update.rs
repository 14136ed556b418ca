//! What each event does.

use super::effect::Effect;
use super::exchange;
use super::model::{Dialog, Engine, Hint, Model, Notice, Player, Prefs};
use super::msg::{Msg, NewGame};
use super::picker::{Picker, Touch};
use super::place::Place;
use super::save::{move_on_path, path_numbers};
use super::sentences;
use super::strings::Texts;
use crate::notation::{Style, write_fen};
use crate::protocol::{EngineAnswer, EngineRequest, Purpose};
use crate::rules::{DrawRule, Game, Move, Position, Settled, Side, Square};

/// Nodes a hint may cost is the engine's business; its strength is the highest level's.
const HINT_LEVEL: u8 = 9;

/// From how many plies before a draw by counting the player is told (case B038).
const DRAW_NEAR: u16 = 20;

impl Model {
    /// Takes an event in; what the outside has to do then.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        match msg {
            Msg::Touch(square) => self.touched(|picker| picker.touch(square), square, &mut effects),
            Msg::Drop(from, trail) => self.touched(|picker| picker.drop(from, &trail), from, &mut effects),
            Msg::Hover(square) => {
                let over = square.filter(|_| self.persons_turn());
                self.picker.hover(over);
            }
            Msg::Cancel => self.cancel(),
            Msg::Adjust => self.adjust(),
            Msg::New(new) => self.begin(new, &mut effects),
            Msg::Restart => {
                let start = *self.game.start();
                self.set_game(Game::from_position(start), &mut effects);
            }
            Msg::Undo => self.undo(&mut effects),
            Msg::Redo => self.redo(&mut effects),
            Msg::GoTo(ply) => self.go_to(ply, &mut effects),
            Msg::Hint => self.ask_hint(&mut effects),
            Msg::Resign => self.resign(&mut effects),
            Msg::OfferDraw => self.offer_draw(),
            Msg::AnswerDraw(yes) => self.answer_draw(yes, &mut effects),
            Msg::MoveNow => {
                if matches!(self.engine, Engine::Thinking { .. }) {
                    effects.push(Effect::MoveNow);
                }
            }
            Msg::Flip => {
                self.prefs.flipped = !self.prefs.flipped;
                effects.push(Effect::SavePrefs);
            }
            Msg::Open(dialog) => self.dialog = Some(dialog),
            Msg::Close => self.dialog = None,
            Msg::CopyPosition => {
                effects.push(Effect::Copy(write_fen(self.game.position(), Style::Official)));
            }
            Msg::CopyGame => effects.push(Effect::Copy(exchange::write_game(self))),
            Msg::Paste(text) => self.paste(&text, &mut effects),
            Msg::Type(text) => self.typed(&text, &mut effects),
            Msg::Prefs(prefs) => self.set_prefs(prefs, &mut effects),
            Msg::Visit(place) => self.visit(place, "", &mut effects),
            Msg::Address(address) => {
                let (name, rest) = address.split_once('/').unwrap_or((&address, ""));
                // An address that names no place leads to the table.
                self.visit(Place::named(name).unwrap_or_default(), rest, &mut effects);
            }
            Msg::Fetched(path, text) => self.fetched(&path, text.as_deref(), &mut effects),
            Msg::Recalled(name, text) => self.recalled(name, text.as_deref(), &mut effects),
            Msg::Texts(lang, file) => {
                match Texts::read(lang, &file) {
                    // What comes late is no longer wanted.
                    Some(texts) if lang == self.wanted_lang() => {
                        self.texts = texts;
                        effects.push(Effect::ApplyPrefs);
                    }
                    Some(_) => {}
                    None => self.notify(Notice::Say("trouble.language")),
                }
            }
            Msg::EngineReady => {
                if self.engine == Engine::Absent {
                    self.engine = Engine::Idle;
                    self.wake_engine(&mut effects);
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
            Msg::EngineBest(answer) => self.engine_answered(&answer, &mut effects),
            Msg::EngineFailed => {
                self.engine = Engine::Absent;
                self.tell_once("trouble.no-engine");
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
            Msg::OtherTab => self.notify(Notice::Say("trouble.other-tab")),
        }
        effects
    }

    /// Wakes the engine where it is its turn: after a start, a reload, a change of sides.
    pub fn wake_engine(&mut self, effects: &mut Vec<Effect>) {
        if self.engine == Engine::Absent {
            return;
        }
        if self.place == Place::Play && self.ongoing() && self.player(self.turn()) == Player::Computer {
            self.think(Purpose::Play, self.level.number(), effects);
        } else {
            self.rest_engine(effects);
        }
    }

    fn think(&mut self, purpose: Purpose, level: u8, effects: &mut Vec<Effect>) {
        self.generation += 1;
        self.engine = Engine::Thinking { hint: purpose == Purpose::Hint, depth: 0 };
        self.thought = None;
        effects.push(Effect::Think(EngineRequest {
            generation: self.generation,
            purpose,
            rules: self.game.variant().name.to_owned(),
            start: write_fen(self.game.start(), Style::RowNumbers),
            moves: self.game.moves().iter().map(path_numbers).collect(),
            level,
        }));
    }

    pub(super) fn rest_engine(&mut self, effects: &mut Vec<Effect>) {
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
        let shown = self.prefs.show_thinking && matches!(self.engine, Engine::Thinking { .. });
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
        if !self.ongoing() {
            self.notify(Notice::Over);
            return;
        }
        if self.player(self.turn()) == Player::Computer {
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
            Touch::Nothing => {}
            Touch::Chosen | Touch::Further => {
                self.notice = None;
                let choice = sentences::choice(&self.texts, self.game.position(), &self.picker);
                self.say(choice);
            }
            Touch::Left => {
                self.notice = None;
                self.adjusting = false;
                let left = self.texts.get("left").to_owned();
                self.say(left);
            }
            Touch::Complete(m) => self.play(&m, effects),
            Touch::Refused(refusal) => self.notify(Notice::Refused(refusal)),
            Touch::WhichWay(squares) => self.notify(Notice::WhichWay(squares)),
            Touch::GoOn(squares) => self.notify(Notice::GoOn(squares)),
        }
    }

    fn cancel(&mut self) {
        if self.dialog.take().is_some() {
            return;
        }
        self.notice = None;
        self.hint = None;
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

    fn adjust(&mut self) {
        // Only before the touch (W100-3.13).
        if self.touch_move && self.persons_turn() && self.picker.chosen().is_none() {
            self.adjusting = true;
            self.notify(Notice::Adjusting);
        }
    }

    fn play(&mut self, m: &Move, effects: &mut Vec<Effect>) {
        let before = *self.game.position();
        if self.game.play(m).is_err() {
            return;
        }
        self.moved(&before, m, effects);
    }

    /// After a move, made for the first time or again.
    fn moved(&mut self, before: &Position, m: &Move, effects: &mut Vec<Effect>) {
        self.adjusting = false;
        self.notice = None;
        effects.push(Effect::Animate { before: *before, played: m.clone() });
        let mut sentence = sentences::played(&self.texts, before, m);
        if !self.ongoing() {
            sentence.push(' ');
            sentence.push_str(&sentences::status(&self.texts, self));
        }
        self.settle_down(effects);
        self.say(sentence);
        if self.place == Place::Play {
            self.warn_of_draw();
            self.wake_engine(effects);
        } else {
            self.moved_in_place(before, m, effects);
        }
    }

    /// The position has changed: choose anew, forget what was about the old one, keep the game.
    fn settle_down(&mut self, effects: &mut Vec<Effect>) {
        self.picker = Picker::new(self.game.position());
        self.hint = None;
        self.draw_offered = false;
        if self.aside.is_none() {
            effects.push(Effect::SaveGame);
        }
    }

    fn warn_of_draw(&mut self) {
        if let Some((rule, left)) = self.draw_near() {
            self.notify(Notice::DrawNear(sentences::draw_rule_key(rule), left));
        }
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
        self.players = new.players;
        self.level = new.level;
        self.touch_move = new.touch_move;
        if self.prefs.level != new.level {
            self.prefs.level = new.level;
            effects.push(Effect::SavePrefs);
        }
        // Who plays one side sees it at the bottom.
        let flipped = new.players == [Player::Computer, Player::Person];
        if self.prefs.flipped != flipped && new.players != [Player::Person; 2] {
            self.prefs.flipped = flipped;
            effects.push(Effect::SavePrefs);
        }
        self.set_game(Game::new(variant), effects);
    }

    fn set_game(&mut self, game: Game, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.rest_engine(effects);
        self.game = game;
        self.dialog = None;
        self.notice = None;
        self.adjusting = false;
        self.settle_down(effects);
        let sentence = sentences::status(&self.texts, self);
        self.say(sentence);
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
        } else if let Some(ply) = self.undo_to() {
            self.jump(ply);
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
        self.after_jump("made-again", effects);
    }

    fn go_to(&mut self, ply: usize, effects: &mut Vec<Effect>) {
        if ply <= self.game.len() && self.game.settled().is_none() && ply != self.game.ply() {
            self.jump(ply);
            self.after_jump("gone-to", effects);
        }
    }

    fn jump(&mut self, ply: usize) {
        while self.game.ply() > ply && self.game.undo() {}
        while self.game.ply() < ply && self.game.redo() {}
    }

    fn after_jump(&mut self, key: &'static str, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.rest_engine(effects);
        self.notice = None;
        self.adjusting = false;
        self.settle_down(effects);
        let sentence = format!("{} {}", self.texts.get(key), sentences::status(&self.texts, self));
        self.say(sentence);
        self.wake_engine(effects);
    }

    fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
        if !self.persons_turn() {
            let notice = if self.ongoing() { Notice::NotYourTurn } else { Notice::Over };
            self.notify(notice);
            return;
        }
        let moves = self.game.position().legal_moves();
        if let [only] = &moves[..] {
            self.hint = Some(Hint { best: only.clone(), centimen: 0, ends_in: None, depth: 0, only: true });
            self.say_hint();
        } else if self.engine == Engine::Absent {
            self.notify(Notice::Say("trouble.no-hint"));
        } else {
            self.think(Purpose::Hint, HINT_LEVEL, effects);
        }
    }

    fn say_hint(&mut self) {
        self.notice = None;
        if let Some(hint) = &self.hint {
            let sentence = sentences::hint(&self.texts, self.game.position(), hint);
            self.say(sentence);
        }
    }

    fn engine_answered(&mut self, answer: &EngineAnswer, effects: &mut Vec<Effect>) {
        let Engine::Thinking { hint, .. } = self.engine else { return };
        if answer.generation != self.generation {
            return;
        }
        self.engine = Engine::Idle;
        // Whatever the engine says, only a legal move is played.
        let Some(m) = move_on_path(self.game.position(), &answer.path) else {
            self.notify(Notice::Say("trouble.engine-move"));
            self.engine = Engine::Absent;
            return;
        };
        if hint {
            let (centimen, ends_in, depth) = (answer.centimen, answer.ends_in, answer.depth);
            self.hint = Some(Hint { best: m, centimen, ends_in, depth, only: false });
            self.say_hint();
        } else if self.ongoing() && self.player(self.turn()) == Player::Computer {
            self.play(&m, effects);
        }
    }

    /// The side that resigns when the button is pressed: the person, against the computer.
    pub fn resigning(&self) -> Side {
        match self.players {
            [Player::Person, Player::Computer] => Side::White,
            [Player::Computer, Player::Person] => Side::Black,
            _ => self.turn(),
        }
    }

    fn resign(&mut self, effects: &mut Vec<Effect>) {
        self.dialog = None;
        let side = self.resigning();
        if self.game.settle(Settled::Resigned(side)) {
            self.settled(effects);
        }
    }

    fn settled(&mut self, effects: &mut Vec<Effect>) {
        self.rest_engine(effects);
        self.notice = None;
        self.settle_down(effects);
        let sentence = sentences::status(&self.texts, self);
        self.say(sentence);
    }

    fn offer_draw(&mut self) {
        if self.two_people() && self.ongoing() {
            self.draw_offered = true;
            self.dialog = Some(Dialog::DrawOffer);
        }
    }

    fn answer_draw(&mut self, yes: bool, effects: &mut Vec<Effect>) {
        let offered = std::mem::take(&mut self.draw_offered);
        self.dialog = None;
        if !offered {
            return;
        }
        if yes && self.game.settle(Settled::Agreed) {
            self.settled(effects);
        } else {
            self.notify(Notice::Say("draw-declined"));
        }
    }

    fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        match exchange::read(&self.texts, self.game.variant(), text) {
            Ok(read) => {
                self.set_game(read.game, effects);
                if let Some(fault) = read.fault {
                    self.notify(Notice::Wrong("paste.partly", fault));
                } else {
                    self.notify(Notice::Say("paste.done"));
                }
            }
            Err(fault) => self.notify(Notice::Wrong("paste.wrong", fault)),
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
                Ok(m) => self.play(&m, effects),
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
    }
}
