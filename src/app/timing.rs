//! The clocks on the table: when they run, and what happens when a flag falls.
//!
//! Whose flag falls has lost. In draughts no material is so small that it could never win (a single man may still block
//! the last piece, or be crowned), so there is no draw for want of pieces as in chess.

use super::clock::{self, Clock};
use super::effect::Effect;
use super::model::{Model, Player};
use super::place::Place;
use crate::rules::{Settled, Side};

impl Model {
    /// Before anything else: a move that comes after the flag comes too late.
    pub(super) fn look_at_clock(&mut self, effects: &mut Vec<Effect>) {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(self.now));
        if let Some(side) = fallen
            && self.game.settle(Settled::OnTime(side))
        {
            self.dialog = None;
            self.settled(effects);
        }
    }

    /// After everything else: the clock of the side to move runs, or both stand. They wait for the first move, for who
    /// looks back into the game, for a learner who has a dialog open against the computer, and while the page is away.
    pub(super) fn set_clock_going(&mut self) {
        let ply = self.game.ply();
        let learning = self.dialog.is_some() && self.players.contains(&Player::Computer);
        let runs = self.ongoing()
            && self.place == Place::Play
            && ply > 0
            && ply == self.game.len()
            && !learning
            && !self.away;
        let side = runs.then_some(self.turn());
        if let Some(clock) = &mut self.clock {
            clock.run(side, self.now);
        }
    }

    /// The page goes, or is there again.
    pub(super) fn leave_page(&mut self, away: bool, effects: &mut Vec<Effect>) {
        self.away = away;
        if away && self.clock.is_some() && self.aside.is_none() && !self.stale {
            self.set_clock_going();
            effects.push(Effect::SaveGame);
        }
    }

    /// What the clock of a side shows; nothing in a game without clocks.
    pub fn clock_face(&self, side: Side) -> Option<String> {
        let clock = self.clock.as_ref()?;
        // The flag has fallen: zero stays, though the clock stands now.
        let left =
            if self.game.settled() == Some(Settled::OnTime(side)) { 0 } else { clock.left(side, self.now) };
        Some(clock::face(left))
    }

    /// In how many milliseconds a clock shows something else; `None` while both stand.
    pub fn next_tick(&self) -> Option<u32> {
        let clock = self.clock.as_ref()?;
        let left = clock.left(clock.running()?, self.now);
        let step = if left <= 10_000 { 100 } else { 1000 };
        // A little late rather than early, when it would show the same again.
        Some((left.saturating_sub(1)) % step + 2)
    }

    /// The clocks of a game just begun or read.
    pub(super) fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
        self.set_clock_going();
    }
}
