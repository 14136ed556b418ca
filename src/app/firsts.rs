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
    /// Looks for a man's capture backward: the first one on this device is shown and explained.
    pub(super) fn look_for_backward(&mut self) {
        self.backward = None;
        let expert = self.players.contains(&Player::Computer) && self.level.number() > BEGINNER;
        if self.place != Place::Play || expert || !self.persons_turn() || self.prefs.backward_told {
            return;
        }
        let position = self.game.position();
        self.backward = self.picker.all().iter().find(|m| captures_backward(position, m)).cloned();
        if self.backward.is_some() {
            self.prefs.backward_told = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Extras, Item, PathKind, scene};
    use super::super::strings::Lang;
    use super::super::{Level, Msg, NewGame, Notice, Prefs, save, sentences};
    use super::*;
    use crate::notation::parse_move;
    use crate::protocol::EngineAnswer;

    fn begin(rules: &'static str, players: [Player; 2], level: u8) -> Model {
        let mut m = Model::new(Prefs::default(), Lang::En);
        let level = Level::new(level).expect("a level");
        m.update(Msg::New(NewGame { rules, players, level, touch_move: false }));
        m
    }

    fn paste(m: &mut Model, fen: &str) {
        m.update(Msg::Paste(fen.to_owned()));
    }

    #[test]
    fn b012_the_first_capture_backward_is_explained_with_an_arrow() {
        let mut m = begin("international", [Player::Person; 2], 3);
        paste(&mut m, "W:W28,45,50:B33");
        let said = sentences::status(&m.texts, &m);
        assert!(said.contains("backward too in these rules: 28x39"), "{said}");
        let arrow = |m: &Model| {
            let shown = scene(m, &Extras::default());
            shown.items.iter().any(|item| matches!(item, Item::Path { kind: PathKind::Hint, .. }))
        };
        assert!(arrow(&m));
        m.update(Msg::Type("28x39".to_owned()));
        assert!(m.backward.is_none());
        // Once, also after a reload, and not to those who play the strongest.
        let (prefs, whole) = save::read_prefs(&save::write_prefs(&m.prefs));
        assert!(whole && prefs.backward_told);
        paste(&mut m, "W:W28,45,50:B33");
        assert!(m.backward.is_none() && !arrow(&m));
        let mut expert = begin("international", [Player::Person, Player::Computer], 10);
        paste(&mut expert, "W:W28,45,50:B33");
        assert!(expert.backward.is_none());
        // A capture forward is nothing new, and neither is a king's.
        let mut m = begin("polish64", [Player::Person; 2], 3);
        for fen in ["W:Wc3:Bd4", "W:WKg3:Bf2"] {
            paste(&mut m, fen);
            assert!(m.backward.is_none(), "{fen}");
        }
        paste(&mut m, "W:Wg3:Bf4,f2");
        assert_eq!(m.backward.as_ref().map(|m| m.captured().len()), Some(1));
    }

    #[test]
    fn b008_a_man_that_only_passed_the_far_row_is_told_why_while_the_computer_answers() {
        let mut m = begin("polish64", [Player::Person, Player::Computer], 3);
        paste(&mut m, "W:Wb6,a1:Bc7,e7,h8");
        m.update(Msg::Type("b6:d8:f6".to_owned()));
        assert_eq!(m.notice, Some(Notice::Say(STAYS_MAN)));
        assert!(m.spoken.1.contains("b6") && m.spoken.1.contains("stays a man"), "{}", m.spoken.1);
        let reply = parse_move(m.game.position(), "h8-g7").expect("legal");
        let (generation, path) = (m.generation, save::path_numbers(&reply));
        let answer =
            EngineAnswer { generation, path, centimen: 0, ends_in: None, depth: 1, line: Vec::new() };
        m.update(Msg::EngineBest(answer));
        assert_eq!((m.game.ply(), &m.notice), (2, &Some(Notice::Say(STAYS_MAN))));
        // Crowned in passing: there is nothing to explain.
        let mut m = begin("russian", [Player::Person; 2], 3);
        paste(&mut m, "W:Wb6:Bc7,e7,a3");
        m.update(Msg::Type("b6:d8:h4".to_owned()));
        assert_eq!((m.game.ply(), &m.notice), (1, &None));
    }
}
