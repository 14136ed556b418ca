//! The analysis board: both sides are moved by hand, and the engine says all the while what it thinks of the position.

use super::effect::Effect;
use super::model::Model;
use super::place::Place;
use super::{sentences, set_up};
use crate::protocol::Purpose;
use crate::rules::Game;

/// The address, behind the place's name, of the game on the table; any other is a position: `rules/FEN`.
pub const TABLE: &str = "table";

/// Nothing but time and nodes limits it.
const LEVEL: u8 = 10;

impl Model {
    /// Shows what the address tells; without one, what can be looked at.
    pub(super) fn enter_analyse(&mut self, rest: &str, effects: &mut Vec<Effect>) {
        let flipped = self.prefs.flipped;
        if rest == TABLE {
            let table = self.table();
            self.borrow_board(table.game, table.flipped, effects);
            self.lines = table.lines;
        } else if let Some(position) = set_up::read(rest).and_then(|board| board.into_unusual_position().ok())
        {
            self.borrow_board(Game::from_position(position), flipped, effects);
        } else {
            self.clear_board(effects);
            return;
        }
        effects.push(Effect::Address([Place::Analyse.name(), "/", rest].concat()));
        let status = sentences::status(&self.texts, self);
        self.say(status);
        self.wake_engine(effects);
    }

    /// Thinks about the position on the analysis board.
    pub(super) fn analyse_on(&mut self, effects: &mut Vec<Effect>) {
        if self.aside.is_some() && self.ongoing() {
            self.think(Purpose::Analyse, LEVEL, effects);
        } else {
            self.rest_engine(effects);
            self.thought = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::strings::Lang;
    use crate::app::{Effect, Engine, Model, Msg, Place, Prefs};
    use crate::protocol::{EngineAnswer, EngineRequest, Purpose};

    fn asked(effects: &[Effect]) -> Option<&EngineRequest> {
        effects.iter().find_map(|effect| match effect {
            Effect::Think(request) if request.purpose == Purpose::Analyse => Some(request),
            _ => None,
        })
    }

    fn table() -> Model {
        let mut m = Model::new(Prefs::default(), Lang::En);
        m.update(Msg::Type("c3-d4".to_owned()));
        m
    }

    #[test]
    fn the_game_on_the_table_is_analysed_move_by_move_and_stays_as_it_is() {
        let mut m = table();
        let before = m.game.clone();
        let effects = m.update(Msg::Address("analyse/table".to_owned()));
        assert_eq!((m.place, m.game.ply()), (Place::Analyse, 1));
        assert_eq!(asked(&effects).map(|request| request.moves.len()), Some(1));
        let effects = m.update(Msg::Type("b6-a5".to_owned()));
        assert_eq!(asked(&effects).map(|request| request.moves.len()), Some(2));
        let best = m.game.position().legal_moves()[0].clone();
        let path = crate::app::save::path_numbers(&best);
        let generation = m.generation;
        let line = vec![path.clone()];
        let answer = EngineAnswer { generation, path, centimen: 30, ends_in: None, depth: 9, line };
        m.update(Msg::EngineProgress(answer.clone()));
        assert_eq!(m.thinks_of(), std::slice::from_ref(&best));
        m.update(Msg::EngineBest(answer));
        assert_eq!((m.game.ply(), m.engine), (2, Engine::Idle), "nothing is played");
        assert_eq!(m.thinks_of(), [best], "and it stays in sight");
        assert!(asked(&m.update(Msg::Undo)).is_some());
        assert!(m.thought.is_none());
        m.update(Msg::Visit(Place::Play));
        assert_eq!(m.game.all_moves(), before.all_moves());
    }

    #[test]
    fn an_address_shows_a_position_and_one_that_cannot_be_read_the_list() {
        let mut m = table();
        let effects = m.update(Msg::Address("analyse/international/W:WK48:B1,2".to_owned()));
        assert!(m.shows_board() && asked(&effects).is_some());
        assert_eq!(m.game.variant().name, "international");
        assert!(asked(&m.update(Msg::Address("analyse".to_owned()))).is_none());
        assert!(!m.shows_board());
        assert_eq!(m.game.variant().name, "polish64");
        let effects = m.update(Msg::Address("analyse/nonsense".to_owned()));
        assert!(!m.shows_board() && asked(&effects).is_none());
    }
}
