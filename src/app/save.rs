//! The saved game and the saved settings: JSON that outlives reloads, crashes and versions.
//!
//! A saved game is its moves, replayed through the rules when it is read: whole, or not at all. What can't be read is
//! handed back to be kept under another name, so that nothing of the player's is lost.

use super::clock::{Bonus, Clock, Control};
use super::hints::Used;
use super::lines::Lines;
use super::look::{Board, Pieces, Turning, name_of};
use super::model::{LONGER, Level, Model, Player, Prefs, Theme};
use super::picker::Picker;
use super::place::Table;
use super::review::Reviewing;
use super::strings::Lang;
use crate::json::Json;
use crate::notation::{Style, parse_fen_setup, write_fen};
use crate::rules::{Game, Move, Position, Settled, Side, Square, Variant};

/// The form in which games are saved.
pub const GAME_VERSION: u32 = 1;

/// No clock is set to more seconds than a day has.
const LONGEST: u32 = 86_400;

struct SavedGame {
    rules: String,
    start: String,
    moves: Vec<Vec<u8>>,
    ply: usize,
    players: [Player; 2],
    level: Level,
    touch_move: bool,
    settled: Option<Settled>,
    /// The clocks, and milliseconds used of the present move.
    clock: Option<(Clock, u32)>,
    /// Lines that were left.
    lines: Vec<Vec<Vec<u8>>>,
    /// What the game was read from.
    source: String,
    /// Hints that were used.
    hints: Vec<Used>,
    /// The words of a finished review.
    review: Vec<Vec<u8>>,
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

fn named<T: Copy>(all: &[(&str, T)], name: &Json) -> Option<T> {
    let name = name.text()?;
    all.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
}

/// What may be missing or null.
fn optional<T>(json: Option<&Json>, read: impl FnOnce(&Json) -> Option<T>) -> Result<Option<T>, ()> {
    match json {
        None | Some(Json::Null) => Ok(None),
        Some(json) => read(json).map(Some).ok_or(()),
    }
}

/// Takes a setting over; whether it was missing or could be read.
fn take<T>(json: &Json, name: &str, into: &mut T, read: impl FnOnce(&Json) -> Option<T>) -> bool {
    let Some(value) = json.field(name) else { return true };
    read(value).map(|value| *into = value).is_some()
}

const SIDES: [(&str, Side); 2] = [("White", Side::White), ("Black", Side::Black)];

impl SavedGame {
    fn write(&self) -> Json {
        let settled = self.settled.map(|settled| match settled {
            Settled::Agreed => "Agreed".into(),
            Settled::Recorded(None) => "Recorded".into(),
            Settled::Recorded(Some(side)) => Json::record([("Recorded", name_of(&SIDES, &side).into())]),
            Settled::Resigned(side) => Json::record([("Resigned", name_of(&SIDES, &side).into())]),
            Settled::OnTime(side) => Json::record([("OnTime", name_of(&SIDES, &side).into())]),
        });
        Json::record([
            ("version", GAME_VERSION.into()),
            ("rules", self.rules.as_str().into()),
            ("start", self.start.as_str().into()),
            ("moves", Json::list(&self.moves)),
            ("ply", (self.ply as u32).into()),
            ("players", Json::list(self.players.iter().map(|player| name_of(&Player::NAMED, player)))),
            ("level", self.level.number().into()),
            ("touch_move", self.touch_move.into()),
            ("settled", settled.into()),
            ("clock", self.clock.as_ref().map(|(clock, used)| write_clock(clock, *used)).into()),
            ("lines", Json::list(self.lines.iter().map(Json::list))),
            ("source", self.source.as_str().into()),
            ("hints", Json::list(self.hints.iter().map(write_hint))),
            ("review", Json::list(&self.review)),
        ])
    }

    fn read(json: &Json) -> Option<Self> {
        let player = |json| named(&Player::NAMED, json);
        let [white, black] = json.field("players")?.items()? else { return None };
        Some(Self {
            rules: json.field("rules")?.text()?.to_owned(),
            start: json.field("start")?.text()?.to_owned(),
            moves: json.field("moves")?.items()?.iter().map(Json::bytes).collect::<Option<_>>()?,
            ply: json.field("ply")?.number()?,
            players: [player(white)?, player(black)?],
            level: Level::new(json.field("level")?.number()?)?,
            touch_move: json.field("touch_move")?.bool()?,
            settled: optional(json.field("settled"), |how| {
                let side = |name| how.field(name).and_then(|side| named(&SIDES, side));
                match how.text() {
                    Some("Agreed") => Some(Settled::Agreed),
                    Some("Recorded") => Some(Settled::Recorded(None)),
                    _ => side("Resigned")
                        .map(Settled::Resigned)
                        .or_else(|| side("OnTime").map(Settled::OnTime))
                        .or_else(|| side("Recorded").map(|side| Settled::Recorded(Some(side)))),
                }
            })
            .ok()?,
            // A game without what came later, or with such as can't be read, is still a game.
            clock: json.field("clock").and_then(|clock| read_clock(clock, json.field("ply")?.number()?)),
            lines: json.field("lines").and_then(read_lines).unwrap_or_default(),
            source: json.field("source").and_then(Json::text).unwrap_or_default().to_owned(),
            hints: json.field("hints").and_then(|hints| list(hints, read_hint)).unwrap_or_default(),
            review: json.field("review").and_then(|words| list(words, Json::bytes)).unwrap_or_default(),
        })
    }
}

fn write_control(control: Control) -> Json {
    Json::record([
        ("base", control.base.into()),
        ("bonus", name_of(&Bonus::NAMED, &control.bonus).into()),
        ("seconds", control.seconds.into()),
    ])
}

fn read_control(json: &Json) -> Option<Control> {
    let bonus = named(&Bonus::NAMED, json.field("bonus")?)?;
    let seconds = |name| json.field(name)?.number::<u32>().filter(|n| *n <= LONGEST);
    Some(Control { base: seconds("base").filter(|n| *n > 0)?, bonus, seconds: seconds("seconds")? })
}

fn write_clock(clock: &Clock, used: u32) -> Json {
    let flat = clock.history().iter().flatten().copied();
    Json::record([
        ("control", write_control(clock.control())),
        ("left", Json::list(flat)),
        ("used", used.into()),
    ])
}

fn read_clock(json: &Json, ply: usize) -> Option<(Clock, u32)> {
    let control = read_control(json.field("control")?)?;
    let left: Vec<u32> = json.field("left")?.items()?.iter().map(Json::number).collect::<Option<_>>()?;
    let used = json.field("used")?.number()?;
    let history = left.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    Some((Clock::saved(control, history, ply, used)?, used))
}

fn list<T>(json: &Json, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.items()?.iter().map(read).collect()
}

fn read_lines(json: &Json) -> Option<Vec<Vec<Vec<u8>>>> {
    list(json, |line| list(line, Json::bytes))
}

/// A hint that was used: its ply, how far it went, the path of its move, and where.
fn write_hint(used: &Used) -> Json {
    Json::list([Json::from(used.ply as u32), used.step.into(), (&used.path).into(), used.at.into()])
}

fn read_hint(json: &Json) -> Option<Used> {
    let [ply, step, path, rest @ ..] = json.items()? else { return None };
    // Older games don't say where.
    let at = rest.first().map_or(Some(0), Json::number)?;
    Some(Used { ply: ply.number()?, step: step.number()?, path: path.bytes()?, at })
}

/// The game as JSON.
///
/// # Panics
/// Never: the record holds nothing that JSON can't.
pub fn write_game(model: &Model) -> String {
    let Table { game, players, touch_move, clock, lines, .. } = model.table();
    let line = |line: &Vec<Move>| line.iter().map(path_numbers).collect();
    let saved = SavedGame {
        rules: game.variant().name.to_owned(),
        start: write_fen(game.start(), Style::RowNumbers),
        moves: game.all_moves().iter().map(path_numbers).collect(),
        ply: game.ply(),
        players,
        level: model.level,
        touch_move,
        settled: game.settled(),
        clock: clock.map(|clock| {
            let used = clock.used(model.now);
            (clock, used)
        }),
        lines: lines.all().iter().map(line).collect(),
        source: lines.source,
        hints: model.coach.used.clone(),
        review: model.coach.review.kept(&game),
    };
    saved.write().to_string()
}

/// Puts a saved game on the table.
///
/// # Errors
/// [`LoadError`]; the model is as it was then.
pub fn read_game(model: &mut Model, text: &str) -> Result<(), LoadError> {
    let json = Json::read(text).ok_or(LoadError::Broken)?;
    let version: u32 = json.field("version").and_then(Json::number).ok_or(LoadError::Broken)?;
    if version > GAME_VERSION {
        return Err(LoadError::Newer);
    }
    let saved = SavedGame::read(&json).ok_or(LoadError::Broken)?;
    let game = replay(&saved)?;
    model.players = saved.players;
    model.level = saved.level;
    model.touch_move = saved.touch_move;
    model.picker = Picker::new(game.position());
    model.lines = Lines::of(saved.source);
    for line in &saved.lines {
        if let Some(line) = replay_line(game.start(), line) {
            model.lines.keep(&line);
        }
    }
    model.coach.used = saved.hints;
    model.coach.review = Reviewing::read(&game, saved.review).unwrap_or_default();
    model.looks_back = game.ply() < game.len();
    model.game = game;
    model.set_clock(saved.clock.map(|(clock, _)| clock));
    Ok(())
}

/// A line that was left, as far as the rules allow it.
fn replay_line(start: &Position, line: &[Vec<u8>]) -> Option<Vec<Move>> {
    let mut game = Game::from_position(*start);
    for path in line {
        game.play_on(&move_on_path(game.position(), path)?).ok()?;
    }
    Some(game.all_moves().to_vec())
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
        // Files hold games that went on where a rule would have called them drawn.
        game.play_on(&m).map_err(|_| LoadError::Illegal)?;
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

/// The settings to keep: how the board lies is the table's, not that of a place which has borrowed it.
pub fn prefs_to_keep(model: &Model) -> String {
    let flipped = model.aside.as_ref().map_or(model.prefs.flipped, |table| table.flipped);
    write_prefs(&Prefs { flipped, ..model.prefs.clone() })
}

/// The settings as JSON.
pub fn write_prefs(prefs: &Prefs) -> String {
    let json = Json::record([
        ("version", prefs.version.into()),
        ("lang", prefs.lang.map(Lang::code).into()),
        ("theme", name_of(&Theme::NAMED, &prefs.theme).into()),
        ("flipped", prefs.flipped.into()),
        ("coordinates", prefs.coordinates.into()),
        ("show_moves", prefs.show_moves.into()),
        ("still", prefs.still.into()),
        ("show_thinking", prefs.show_thinking.into()),
        ("at_once", prefs.at_once.into()),
        ("longer", prefs.longer.into()),
        ("level", prefs.level.number().into()),
        ("style", name_of(&crate::ai::Style::NAMED, &prefs.style).into()),
        ("hints", prefs.hints.into()),
        ("threats", prefs.threats.into()),
        ("lights", prefs.lights.into()),
        ("sure", prefs.sure.into()),
        ("backward_told", prefs.backward_told.into()),
        ("board", name_of(&Board::NAMED, &prefs.board).into()),
        ("pieces", name_of(&Pieces::NAMED, &prefs.pieces).into()),
        ("turning", name_of(&Turning::NAMED, &prefs.turning).into()),
        ("sound", prefs.sound.into()),
        ("shake", prefs.shake.into()),
        ("quick", prefs.quick.into()),
        ("confirm", prefs.confirm.into()),
        ("premove", prefs.premove.into()),
        ("clock", prefs.clock.map(write_control).into()),
        ("rules", prefs.rules.into()),
    ]);
    json.to_string()
}

/// Settings from JSON, each by itself: one that can't be read takes its default, the others stay. The second value says
/// whether all could be read.
pub fn read_prefs(text: &str) -> (Prefs, bool) {
    let mut prefs = Prefs::default();
    let Some(json @ Json::Record(_)) = Json::read(text) else { return (prefs, false) };
    let to = &mut prefs;
    // All of them, even after one that can't be read. A newer program's settings are read as far as they are known here.
    let whole = take(&json, "version", &mut to.version, |json| json.number::<u32>().map(|_| Prefs::VERSION))
        & take(&json, "lang", &mut to.lang, |json| {
            optional(Some(json), |json| Lang::with_code(json.text()?)).ok()
        })
        & take(&json, "theme", &mut to.theme, |json| named(&Theme::NAMED, json))
        & take(&json, "flipped", &mut to.flipped, Json::bool)
        & take(&json, "coordinates", &mut to.coordinates, Json::bool)
        & take(&json, "show_moves", &mut to.show_moves, Json::bool)
        & take(&json, "still", &mut to.still, |json| optional(Some(json), Json::bool).ok())
        & take(&json, "show_thinking", &mut to.show_thinking, Json::bool)
        & take(&json, "at_once", &mut to.at_once, Json::bool)
        & take(&json, "longer", &mut to.longer, |json| json.number().filter(|n| LONGER.contains(n)))
        & take(&json, "level", &mut to.level, |json| Level::new(json.number()?))
        & take(&json, "style", &mut to.style, |json| named(&crate::ai::Style::NAMED, json))
        & take(&json, "hints", &mut to.hints, Json::number)
        & take(&json, "threats", &mut to.threats, Json::bool)
        & take(&json, "lights", &mut to.lights, Json::bool)
        & take(&json, "sure", &mut to.sure, Json::bool)
        & take(&json, "backward_told", &mut to.backward_told, Json::bool)
        & take(&json, "board", &mut to.board, |json| named(&Board::NAMED, json))
        & take(&json, "pieces", &mut to.pieces, |json| named(&Pieces::NAMED, json))
        & take(&json, "turning", &mut to.turning, |json| named(&Turning::NAMED, json))
        & take(&json, "sound", &mut to.sound, Json::bool)
        & take(&json, "shake", &mut to.shake, Json::bool)
        & take(&json, "quick", &mut to.quick, Json::bool)
        & take(&json, "confirm", &mut to.confirm, Json::bool)
        & take(&json, "premove", &mut to.premove, Json::bool)
        & take(&json, "rules", &mut to.rules, |json| Variant::named(json.text()?).map(|v| v.name))
        & take(&json, "clock", &mut to.clock, |json| optional(Some(json), read_control).ok());
    (prefs, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Msg;

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
                    show_thinking: true,
                    at_once: true,
                    longer: 10,
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
        assert_eq!(read_prefs("{\"longer\":255}"), (Prefs::default(), false));
        assert_eq!(read_prefs("{\"a\":"), (Prefs::default(), false));
    }
}
