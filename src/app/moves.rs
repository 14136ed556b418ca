//! Moves of the game: made, taken back, made again, gone to.

use super::effect::Effect;
use super::firsts;
use super::model::{Dialog, Model, Notice, Player};
use super::picker::Picker;
use super::place::Place;
use super::sentences;
use crate::rules::{DrawRule, Move, Position};

/// From how many plies before a draw by counting the player is told (case B038).
const DRAW_NEAR: u16 = 20;

impl Model {
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

    pub(super) fn undo(&mut self, effects: &mut Vec<Effect>) {
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

    pub(super) fn redo(&mut self, effects: &mut Vec<Effect>) {
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

    pub(super) fn go_to(&mut self, ply: usize, effects: &mut Vec<Effect>) {
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
}
