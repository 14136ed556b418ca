//! The saved game and the saved settings: JSON that outlives reloads, crashes and versions.
//!
//! A saved game is its moves, replayed through the rules when it is read: whole, or not at all. What can't be read is
//! handed back to be kept under another name, so that nothing of the player's is lost.

use serde::{Deserialize, Serialize};

use super::model::{Level, Model, Player, Prefs};
use super::picker::Picker;
use crate::notation::{Style, parse_fen_setup, write_fen};
use crate::rules::{Game, Move, Position, Settled, Square, Variant};

/// The form in which games are saved.
pub const GAME_VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct SavedGame {
    version: u32,
    rules: String,
    start: String,
    moves: Vec<Vec<u8>>,
    ply: usize,
    players: [Player; 2],
    level: Level,
    touch_move: bool,
    settled: Option<Settled>,
}

/// Why what was saved could not be used; the key of the sentence that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadError {
    /// It is no saved game.
    Broken,
    /// A newer version of the program wrote it.
    Newer,
    /// It tells of moves that the rules do not allow.
    Illegal,
}

impl LoadError {
    /// The key of the sentence.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Broken => "trouble.game-broken",
            Self::Newer => "trouble.game-newer",
            Self::Illegal => "trouble.game-illegal",
        }
    }
}

/// The path of a move by row numbers, as it is saved and sent to the engine.
pub fn path_numbers(m: &Move) -> Vec<u8> {
    m.path().iter().map(|square| square.row_number()).collect()
}

/// The legal move with this path, or, where no route lands on just those squares, none.
pub fn move_on_path(position: &Position, path: &[u8]) -> Option<Move> {
    let wanted: Vec<Square> = path.iter().map(|n| Some(Square(n.checked_sub(1)?))).collect::<Option<_>>()?;
    position.legal_routes().into_iter().find(|m| m.path() == wanted)
}

/// The game as JSON.
///
/// # Panics
/// Never: the record holds nothing that JSON can't.
pub fn write_game(model: &Model) -> String {
    let saved = SavedGame {
        version: GAME_VERSION,
        rules: model.game.variant().name.to_owned(),
        start: write_fen(model.game.start(), Style::RowNumbers),
        moves: model.game.all_moves().iter().map(path_numbers).collect(),
        ply: model.game.ply(),
        players: model.players,
        level: model.level,
        touch_move: model.touch_move,
        settled: model.game.settled(),
    };
    serde_json::to_string(&saved).unwrap_or_default()
}

/// Puts a saved game on the table.
///
/// # Errors
/// [`LoadError`]; the model is as it was then.
pub fn read_game(model: &mut Model, text: &str) -> Result<(), LoadError> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let versioned: Versioned = serde_json::from_str(text).map_err(|_| LoadError::Broken)?;
    if versioned.version > GAME_VERSION {
        return Err(LoadError::Newer);
    }
    let saved: SavedGame = serde_json::from_str(text).map_err(|_| LoadError::Broken)?;
    let game = replay(&saved)?;
    model.players = saved.players;
    model.level = saved.level;
    model.touch_move = saved.touch_move;
    model.picker = Picker::new(game.position());
    model.game = game;
    Ok(())
}

fn replay(saved: &SavedGame) -> Result<Game, LoadError> {
    let variant = Variant::named(&saved.rules).ok_or(LoadError::Broken)?;
    let start = parse_fen_setup(variant, &saved.start, Style::RowNumbers)
        .ok()
        .and_then(|setup| setup.into_unusual_position().ok())
        .ok_or(LoadError::Broken)?;
    let mut game = Game::from_position(start);
    for path in &saved.moves {
        let m = move_on_path(game.position(), path).ok_or(LoadError::Illegal)?;
        game.play(&m).map_err(|_| LoadError::Illegal)?;
    }
    if saved.ply > game.len() {
        return Err(LoadError::Broken);
    }
    while game.ply() > saved.ply {
        game.undo();
    }
    if let Some(how) = saved.settled {
        game.settle(how);
    }
    Ok(game)
}

/// The settings as JSON.
pub fn write_prefs(prefs: &Prefs) -> String {
    serde_json::to_string(prefs).unwrap_or_default()
}

/// Settings from JSON, each by itself: one that can't be read takes its default, the others stay. The second value says
/// whether all could be read.
pub fn read_prefs(text: &str) -> (Prefs, bool) {
    let Ok(serde_json::Value::Object(fields)) = serde_json::from_str(text) else {
        return (Prefs::default(), false);
    };
    let Ok(serde_json::Value::Object(mut known)) = serde_json::to_value(Prefs::default()) else {
        return (Prefs::default(), false);
    };
    let mut whole = true;
    for (name, value) in fields {
        let Some(old) = known.get(&name).cloned() else { continue };
        known.insert(name.clone(), value);
        if serde_json::from_value::<Prefs>(serde_json::Value::Object(known.clone())).is_err() {
            known.insert(name, old);
            whole = false;
        }
    }
    let mut prefs: Prefs = serde_json::from_value(serde_json::Value::Object(known)).unwrap_or_default();
    prefs.version = Prefs::VERSION;
    (prefs, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::strings::Lang;
    use crate::app::{Msg, Theme};

    fn model() -> Model {
        Model::new(Prefs::default(), Lang::En)
    }

    fn played(plies: usize) -> Model {
        let mut m = model();
        m.players = [Player::Person; 2];
        for _ in 0..plies {
            let next = m.game.position().legal_moves()[0].clone();
            m.game.play(&next).expect("legal");
        }
        m
    }

    #[test]
    fn a_game_is_the_same_after_saving_and_reading() {
        let mut old = played(21);
        old.update(Msg::Undo);
        old.level = Level::new(7).expect("a level");
        old.touch_move = true;
        let mut new = model();
        read_game(&mut new, &write_game(&old)).expect("readable");
        assert_eq!(new.game.position(), old.game.position());
        assert_eq!((new.game.ply(), new.game.len()), (20, 21));
        assert_eq!((new.level, new.touch_move, new.players), (old.level, true, old.players));
        assert_eq!(write_game(&new), write_game(&old));
    }

    #[test]
    fn b122_what_can_not_be_read_leaves_the_table_as_it_was() {
        let cases = [
            ("", LoadError::Broken),
            ("undefined", LoadError::Broken),
            ("{\"a\":", LoadError::Broken),
            ("[]", LoadError::Broken),
            ("{\"version\":1}", LoadError::Broken),
            ("{\"version\":2,\"anything\":[]}", LoadError::Newer),
        ];
        for (text, error) in cases {
            let mut m = played(2);
            let before = write_game(&m);
            assert_eq!(read_game(&mut m, text), Err(error), "{text}");
            assert_eq!(write_game(&m), before);
        }
        let mut value: serde_json::Value = serde_json::from_str(&write_game(&played(3))).expect("JSON");
        value["moves"][1] = serde_json::json!([1, 32]);
        assert_eq!(read_game(&mut model(), &value.to_string()), Err(LoadError::Illegal));
        value["moves"] = serde_json::json!([]);
        assert_eq!(read_game(&mut model(), &value.to_string()), Err(LoadError::Broken));
    }

    #[test]
    fn b124_every_setting_survives_and_a_bad_one_does_not_take_the_others_with_it() {
        for level in Level::FIRST..=Level::LAST {
            for theme in [Theme::System, Theme::Light, Theme::Dark] {
                let prefs = Prefs {
                    level: Level::new(level).expect("a level"),
                    theme,
                    lang: Some(Lang::Pl),
                    flipped: true,
                    still: Some(true),
                    ..Prefs::default()
                };
                assert_eq!(read_prefs(&write_prefs(&prefs)), (prefs, true));
            }
        }
        let (prefs, whole) = read_prefs("{\"theme\":\"dark\",\"level\":99,\"flipped\":true,\"new\":1}");
        assert_eq!(
            (prefs.theme, prefs.level, prefs.flipped, whole),
            (Theme::Dark, Level::default(), true, false)
        );
        assert_eq!(read_prefs("{\"a\":"), (Prefs::default(), false));
    }
}
