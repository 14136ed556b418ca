//! Names of openings, from a file that is fetched when a game is there to be named.
//!
//! An opening is known by the position it leads to, whichever way that came about.

use super::effect::Effect;
use super::model::Model;
use super::place::ROOMS;
use crate::json::Json;
use crate::notation::parse_move;
use crate::rules::{Position, Variant};

/// The file, from the page on.
pub const FILE: &str = "data/openings.json";
/// No named opening is longer, in plies.
pub const LONGEST: usize = 20;

/// Named openings: rule set, position and name.
#[derive(Debug, Clone, Default)]
pub struct Openings {
    asked: bool,
    known: Vec<(Position, String)>,
}

impl Openings {
    /// Reads the file: for each rule set by its name a list of pairs of a name and its moves in official notation. The first
    /// fault is told by the rule set and the name where it is.
    ///
    /// # Errors
    /// It is no such file, or a move in it is not legal.
    pub fn read(text: &str) -> Result<Self, String> {
        let Some(Json::Record(sets)) = Json::read(text) else {
            return Err("no record of rule sets".to_owned());
        };
        let mut known = Vec::new();
        for (rules, lines) in &sets {
            let variant = Variant::named(rules).ok_or_else(|| ["no rule set ", rules].concat())?;
            for line in lines.items().unwrap_or_default() {
                let texts: Option<Vec<&str>> =
                    line.items().and_then(|pair| pair.iter().map(Json::text).collect());
                let Some([name, moves]) = texts.as_deref() else { return Err([rules, ": no pair"].concat()) };
                let mut position = Position::start(variant);
                for written in moves.split(' ') {
                    let m = parse_move(&position, written)
                        .map_err(|_| [rules, ", ", name, ": no move ", written].concat())?;
                    position = position.play(&m);
                }
                known.push((position, (*name).to_owned()));
            }
        }
        Ok(Self { asked: true, known })
    }

    /// How many are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

impl Model {
    /// The name of the opening on the board: the last one that the game went through, as far as it is shown.
    pub fn opening(&self) -> Option<&str> {
        let from_start = *self.game.start() == Position::start(self.game.variant());
        let last = self.game.ply().min(LONGEST);
        let named = |ply| {
            let position = self.game.position_at(ply)?;
            self.openings.known.iter().find(|(known, _)| known == position).map(|(_, name)| name.as_str())
        };
        (1..=last).rev().filter(|_| from_start && !self.openings.is_empty()).find_map(named)
    }

    /// Asks for the names once a game has begun.
    pub(super) fn want_openings(&mut self, effects: &mut Vec<Effect>) {
        if ROOMS && !self.openings.asked && !self.game.is_empty() {
            self.openings.asked = true;
            effects.push(Effect::Fetch(FILE.to_owned()));
        }
    }

    /// The file has come; without it, or with a damaged one, openings have no names.
    pub(super) fn take_openings(&mut self, text: Option<&str>) {
        match text.map(Openings::read) {
            Some(Ok(openings)) => self.openings = openings,
            // Another game asks again.
            _ => self.openings.asked = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Msg, Prefs};
    use super::*;
    use crate::app::strings::Lang;
    use crate::rules::{Game, variant};

    const TEXT: &str = include_str!("../../www/data/openings.json");

    fn playing(variant: &'static Variant, moves: &str) -> Model {
        let mut m = Model::new(Prefs::default(), Lang::En);
        m.players = [super::super::Player::Person; 2];
        m.show_game(Game::new(variant));
        m.update(Msg::Fetched(FILE.to_owned(), Some(TEXT.to_owned())));
        for written in moves.split(' ') {
            m.update(Msg::Type(written.to_owned()));
        }
        assert_eq!(m.game.ply(), moves.split(' ').count(), "{moves}");
        m
    }

    #[test]
    fn every_named_line_is_legal_and_no_position_has_two_names() {
        let openings = Openings::read(TEXT).expect("legal lines");
        assert!(openings.len() > 40);
        for (i, (position, name)) in openings.known.iter().enumerate() {
            let same = openings.known[..i].iter().find(|(other, _)| other == position);
            assert!(same.is_none(), "{name} and {same:?}");
        }
        let fault = Openings::read(r#"{"english":[["Wrong","11-15 11-16"]]}"#).expect_err("not legal");
        assert_eq!(fault, "english, Wrong: no move 11-16");
    }

    #[test]
    fn an_opening_is_known_whichever_way_it_came_about() {
        let mut m = playing(&variant::ENGLISH, "11-15 23-19 8-11 22-17");
        assert_eq!(m.opening(), None);
        m.update(Msg::Type("9-13".to_owned()));
        assert_eq!(m.opening(), Some("Laird and Lady"));
        // Past the named line it keeps its name; back before it, it has none.
        m.update(Msg::Type("17-14".to_owned()));
        assert_eq!(m.opening(), Some("Laird and Lady"));
        m.update(Msg::GoTo(3));
        assert_eq!(m.opening(), None);
        // Another order of the same moves.
        let m = playing(&variant::ENGLISH, "11-15 22-17 8-11 23-19 9-13");
        assert_eq!(m.opening(), Some("Laird and Lady"));
        let m = playing(&variant::RUSSIAN, "c3-d4 d6-c5 b2-c3 f6-g5");
        assert_eq!(m.opening(), Some("Городская партия"));
    }
}
