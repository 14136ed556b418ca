//! What ends or goes back by agreement: resigning, draws, taking back.

use super::effect::Effect;
use super::model::{Dialog, Model, Notice, Player};
use super::sentences;
use super::sound::Sound;
use crate::rules::{Settled, Side};

impl Model {
    /// The side that resigns when the button is pressed: the person, against the computer.
    pub fn resigning(&self) -> Side {
        match self.players {
            [Player::Person, Player::Computer] => Side::White,
            [Player::Computer, Player::Person] => Side::Black,
            _ => self.turn(),
        }
    }

    pub(super) fn resign(&mut self, effects: &mut Vec<Effect>) {
        self.dialog = None;
        let side = self.resigning();
        if self.game.settle(Settled::Resigned(side)) {
            self.settled(effects);
        }
    }

    pub(super) fn settled(&mut self, effects: &mut Vec<Effect>) {
        self.rest_engine(effects);
        effects.push(Effect::Sound(Sound::End));
        self.notice = None;
        self.settle_down(effects);
        let sentence = sentences::status(&self.texts, self);
        self.say(sentence);
    }

    pub(super) fn offer_draw(&mut self) {
        if self.two_people() && self.ongoing() {
            self.draw_offered = true;
            self.dialog = Some(Dialog::DrawOffer);
        }
    }

    pub(super) fn answer_draw(&mut self, yes: bool, effects: &mut Vec<Effect>) {
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

    /// Whether the other person is asked before a move is taken back: in games played for something.
    pub(super) fn needs_leave(&self) -> bool {
        self.two_people() && (self.clock.is_some() || self.touch_move) && self.undo_to().is_some()
    }

    pub(super) fn answer_back(&mut self, yes: bool, effects: &mut Vec<Effect>) {
        self.dialog = None;
        if yes {
            self.take_back(effects);
        } else {
            self.notify(Notice::Say("take-back.declined"));
        }
    }
}
