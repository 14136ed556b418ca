//! What a beginner is told at the moment when it first matters.

use super::model::{Model, Player};
use super::place::Place;
use crate::rules::{Move, Position, Side, Square};

/// The key of the sentence about men that capture backward.
pub(super) const BACKWARD: &str = "case.backward";
/// The key of the sentence about a man that only passed the far row.
pub(super) const STAYS_MAN: &str = "case.stays-man";
/// Above this level nobody is a beginner.
const BEGINNER: u8 = 5;

/// How many rows a man of this side has to go from here to be crowned.
fn rows_to_go(position: &Position, side: Side, square: Square) -> u8 {
    let variant = position.variant();
    variant.geometry().row_column(square).0.abs_diff(variant.promotion_row(side))
}

/// Whether a man captures backward with the first hop of this move (case B012).
fn captures_backward(position: &Position, m: &Move) -> bool {
    let to_go = |square| rows_to_go(position, position.turn(), square);
    m.is_capture() && !m.by_king() && to_go(m.path()[1]) > to_go(m.from())
}

/// Whether a man came to its promotion row with this move and left it again as a man (case B008).
pub(super) fn only_passed(position: &Position, m: &Move) -> bool {
    let stops = &m.path()[1..m.path().len() - 1];
    !m.by_king() && !m.crowns() && stops.iter().any(|s| rows_to_go(position, position.turn(), *s) == 0)
}

impl Model {
    /// Looks for a man's capture backward: the first one of a visit is shown and explained.
    pub(super) fn look_for_backward(&mut self) {
        self.backward = None;
        let expert = self.players.contains(&Player::Computer) && self.level.number() > BEGINNER;
        if self.place != Place::Play || expert || !self.persons_turn() || self.told.contains(&BACKWARD) {
            return;
        }
        let position = self.game.position();
        self.backward = self.picker.all().iter().find(|m| captures_backward(position, m)).cloned();
        if self.backward.is_some() {
            self.told.push(BACKWARD);
        }
    }
}
