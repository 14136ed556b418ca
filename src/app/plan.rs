//! Moves between being entered and being played: confirmed, planned ahead, found by their target; and the lines of play
//! that are left and taken up again.

use super::effect::Effect;
use super::lines::common;
use super::model::{Model, Notice, Player};
use super::picker::Touch;
use super::place::Place;
use super::sentences;
use super::sound::Sound;
use crate::rules::{Move, Square};

impl Model {
    /// A move has been entered whole: it is played, or waits to be confirmed. Entering it again confirms it.
    pub(super) fn complete(&mut self, m: &Move, pending: Option<&Move>, effects: &mut Vec<Effect>) {
        if self.prefs.confirm && self.place == Place::Play && pending != Some(m) {
            self.pending = Some(m.clone());
            self.notify(Notice::Say("confirm.ask"));
        } else {
            self.play_or_ask(m, effects);
        }
    }

    pub(super) fn confirm(&mut self, effects: &mut Vec<Effect>) {
        if let Some(m) = self.pending.take()
            && self.persons_turn()
        {
            self.play_or_ask(&m, effects);
        }
    }

    /// An empty square was touched, and no piece is chosen: the move of the one piece that can go there is meant. Where
    /// several can, they are shown and named.
    pub(super) fn quick(&mut self, on: Square, pending: Option<&Move>, effects: &mut Vec<Effect>) {
        if !self.prefs.quick {
            return;
        }
        if let Some(m) = self.picker.only_to(on) {
            self.complete(&m, pending, effects);
            return;
        }
        let there = self.picker.pieces_to(on);
        if there.len() > 1 {
            let named = sentences::squares(self.game.position(), &there);
            let sentence = self.texts.fill("which-piece", &[("squares", &named)]);
            self.notify(Notice::Lit(there, sentence));
        }
    }

    /// A touch while the computer is to move plans the next move, where the settings want that; whether it was one.
    pub(super) fn plan(&mut self, on: Square) -> bool {
        if !self.prefs.premove {
            return false;
        }
        let own =
            self.game.position().piece(on).is_some_and(|piece| self.player(piece.side) == Player::Person);
        let before = self.premove.map(|(from, _)| from);
        self.premove = match before {
            Some(from) if from == on => None,
            _ if own => Some((on, None)),
            Some(from) => Some((from, Some(on))),
            None => return false,
        };
        if self.premove.is_some_and(|(_, to)| to.is_some()) {
            self.notify(Notice::Say("premove.set"));
        } else {
            self.notice = None;
        }
        true
    }

    /// Whether a move with the piece there may be planned now: the computer is to move, and the settings want it.
    pub fn plans_ahead(&self, from: Square) -> bool {
        let own = |player| self.game.position().piece(from).is_some_and(|p| self.player(p.side) == player);
        self.prefs.premove
            && self.place == Place::Play
            && self.ongoing()
            && self.player(self.turn()) == Player::Computer
            && own(Player::Person)
    }

    /// A piece was dragged while the computer is to move.
    pub(super) fn plan_drop(&mut self, from: Square, to: Option<Square>, effects: &mut Vec<Effect>) {
        effects.push(Effect::CutAnimation);
        self.premove = None;
        self.plan(from);
        if let Some(to) = to {
            self.plan(to);
        }
    }

    /// The planned move is played if the answer left it legal; otherwise it is forgotten.
    pub(super) fn play_planned(&mut self, effects: &mut Vec<Effect>) {
        if !self.persons_turn() {
            return;
        }
        let Some((from, Some(to))) = self.premove.take() else { return };
        let chosen = self.picker.touch(from) == Touch::Chosen;
        match self.picker.touch(to) {
            // A beginner who wants to be asked is asked about what was planned, too.
            Touch::Complete(m) if chosen => self.play_or_ask(&m, effects),
            _ => {
                self.picker.leave();
                self.notify(Notice::Say("premove.gone"));
            }
        }
    }

    /// What a move sounds like.
    pub(super) fn sound_of(&self, m: &Move, effects: &mut Vec<Effect>) {
        let hops = u8::try_from(m.captured().len()).unwrap_or(u8::MAX);
        effects.push(Effect::Sound(if hops > 0 { Sound::Capture(hops) } else { Sound::Move }));
        if m.crowns() {
            effects.push(Effect::Sound(Sound::Crown));
        }
        if !self.ongoing() {
            effects.push(Effect::Sound(Sound::End));
        }
    }

    /// Plays a move where the game stands. The line that is left is kept; one that goes on by this move is taken up.
    pub(super) fn play_in_tree(&mut self, m: &Move) -> bool {
        let ply = self.game.ply();
        if self.game.settled().is_none() && ply < self.game.len() {
            if self.game.all_moves().get(ply) == Some(m) {
                return self.game.redo();
            }
            if let Some(index) = self.lines.through(self.game.moves(), m) {
                return self.take_up(index, ply + 1);
            }
        }
        let left = self.game.all_moves().to_vec();
        let played = self.game.play(m).is_ok();
        if played && ply < left.len() {
            self.lines.keep(&left);
        }
        played
    }

    /// Puts a kept line on the table in place of the present one, which is kept; whether it could be.
    fn take_up(&mut self, index: usize, ply: usize) -> bool {
        let Some(line) = self.lines.take(index) else { return false };
        let left = self.game.all_moves().to_vec();
        self.jump(common(&left, &line));
        for m in &line[self.game.ply()..] {
            // It was legal when it was played; `play_on`, since it may go through a position drawn by repetition.
            if self.game.play_on(m).is_err() {
                break;
            }
        }
        self.lines.keep(&left);
        self.jump(ply.min(self.game.len()));
        true
    }

    pub(super) fn go_line(&mut self, index: usize, ply: usize, effects: &mut Vec<Effect>) {
        // A game that was settled can be looked through; it is settled no more then.
        if self.game.settled().is_some() {
            self.game.undo();
        }
        if self.take_up(index, ply) {
            self.looks_back = self.game.ply() < self.game.len();
            self.after_jump("gone-to", effects);
        }
    }
}
