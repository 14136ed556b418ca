//! What the engine is asked, and what becomes of its answers.

use super::effect::Effect;
use super::model::{Engine, Level, Model, Notice, Player};
use super::place::{Place, ROOMS};
use super::save::{move_on_path, path_numbers};
use crate::notation::{Style, write_fen};
use crate::protocol::{EngineAnswer, EngineRequest, Purpose};
use crate::rules::{Game, Move};

/// Where a clock runs, a move that may take longer takes no more than this part of what is left on it ...
const CLOCK_SHARE: u32 = 30;
/// ... and the level's own limits hold where that would be less than so many milliseconds.
const LEAST_LONGER: u32 = 1000;

impl Model {
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
    pub(super) fn forgive_engine(&mut self) {
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

    pub(super) fn engine_answered(&mut self, answer: &EngineAnswer, effects: &mut Vec<Effect>) {
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
}
