//! Players for matches and self-play, named by a word on the command line.

use std::path::Path;
use std::time::{Duration, Instant};

use super::hub::Hub;
use damka::ai::endgame::Tables;
use damka::ai::general::{Family, Terms};
use damka::ai::{
    Engine, Figures, Level, LevelFacts, Limits, Progress, Random, Request, Style, Weights, files,
};
use damka::rules::{Game, Move, Piece, Position, Variant};

/// How players are named, for the help.
pub(super) const NAMES: &str = "A player: novice (takes what wins material at one ply, else moves at random), random, or \
    settings of the engine, joined by commas: level=1..10 (and after it sight=, overlooks=, glance=, margin= or contact= to change it), nodes=N, depth=N, time=MILLISECONDS, weights=FILE, tables=FILE, table=MiB, terms=plain, tuned or FILE (of the general evaluation, as train writes them), style=calm, sharp or kings, and any figure of the search. Or hub=PROGRAM ARGUMENTS with time= or nodes=: another program, by the Hub protocol.";

/// Nodes between two looks at the clock.
const SLICE: u64 = 2_000;

/// Someone who plays.
pub(super) enum Player {
    Random(Random),
    Novice(Random),
    Engine(Box<EnginePlayer>),
    Hub(Box<Hub>),
}

pub(super) struct EnginePlayer {
    /// Taken out while it searches.
    engine: Option<Engine>,
    limits: Limits,
    time: Option<Duration>,
    level: Option<LevelFacts>,
    style: Style,
    random: Random,
}

impl Player {
    /// The player of that name.
    pub(super) fn named(name: &str, rules: &Variant, seed: u64) -> Result<Self, String> {
        match name {
            "random" => return Ok(Self::Random(Random::new(seed))),
            "novice" => return Ok(Self::Novice(Random::new(seed))),
            _ => {}
        }
        let (mut limits, mut time, mut level) = (Limits::default(), None, None);
        let (mut table, mut weights, mut tables, mut figures) = (8, None, None, Figures::default());
        let (mut hub, mut terms, mut style) = (None, None, Style::Plain);
        for setting in name.split(',') {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| format!("'{setting}' is no player. {NAMES}"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("'{value}' is not a number"));
            match key {
                "nodes" => limits.nodes = Some(number()?),
                "depth" => limits.depth = Some(number()?.min(99) as u8),
                "time" => time = Some(Duration::from_millis(number()?)),
                "hub" => hub = Some(value),
                "table" => table = number()?.min(1024) as u32,
                "level" => level = Some(*Level::try_from(number()?.min(255) as u8)?.facts(rules)),
                "sight" | "overlooks" | "glance" | "margin" | "contact" => {
                    let facts = level
                        .as_mut()
                        .ok_or("sight, overlooks, glance, margin and contact come after a level")?;
                    let number = number()?.min(1000);
                    match key {
                        "sight" => facts.sight = number as u8,
                        "overlooks" => facts.overlooks = number as u16,
                        "glance" => facts.glance = number as u8,
                        "contact" => facts.contact = number as i32,
                        _ => facts.margin = number as i32,
                    }
                }
                "terms" => {
                    terms = match value {
                        "plain" => Some(Terms::plain(rules)),
                        "tuned" => Some(Terms::tuned(rules)),
                        file => Some(read_terms(file, rules)?),
                    }
                }
                "style" => {
                    let named = Style::NAMED.iter().find(|(name, _)| *name == value);
                    style = named.ok_or_else(|| format!("there is no style '{value}'"))?.1;
                }
                "weights" => weights = Some(read_weights(value)?),
                "tables" => tables = Some(read_tables(value)?),
                _ if figures.set(key, number()?.min(10_000) as i32) => {}
                _ => return Err(format!("'{key}' is no setting. {NAMES} Or {}.", Figures::NAMES.join(", "))),
            }
        }
        if let Some(command) = hub {
            return Ok(Self::Hub(Box::new(Hub::start(command, time, limits.nodes)?)));
        }
        if let Some(facts) = &mut level {
            facts.nodes = limits.nodes.unwrap_or(facts.nodes);
            facts.depth = limits.depth.unwrap_or(facts.depth);
        }
        if limits == Limits::default() && level.is_none() && time.is_none() {
            return Err(format!("'{name}' has no limit: give level, nodes, depth or time"));
        }
        let mut engine = Engine::new(table);
        engine.figures = figures;
        engine.terms = terms;
        if let Some(weights) = weights {
            engine.learn(weights);
        }
        if let Some(tables) = tables {
            engine.know(tables);
        }
        let random = Random::new(seed);
        let player = EnginePlayer { engine: Some(engine), limits, time, level, style, random };
        Ok(Self::Engine(Box::new(player)))
    }

    /// Its move.
    ///
    /// # Panics
    /// When the game is over, or another program answers nonsense: the match is worth nothing then.
    pub(super) fn choose(&mut self, game: &Game) -> Move {
        match self {
            Self::Random(random) => any(&game.position().legal_moves(), random),
            Self::Novice(random) => novice(game.position(), random),
            Self::Engine(player) => player.choose(game),
            Self::Hub(hub) => hub.choose(game).unwrap_or_else(|why| panic!("the Hub player: {why}")),
        }
    }
}

pub(super) fn read_weights(path: &str) -> Result<Weights, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    Weights::parse(&bytes).map_err(|e| format!("{path}: {e}"))
}

/// The terms for a rule set from a file that `train --rules general` has written.
fn read_terms(path: &str, rules: &Variant) -> Result<Terms, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<String>();
    let (_, list) = code.split_once("= [").ok_or_else(|| format!("{path}: this is no list of terms"))?;
    let numbers: Vec<i16> = list
        .split(|c: char| c != '-' && !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let mut terms = Terms::NONE;
    let figures = terms.0.as_flattened().len();
    let own = numbers.chunks_exact(figures).nth(Family::of(rules) as usize);
    let own = own.ok_or_else(|| format!("{path}: there are no terms for {}", rules.name))?;
    terms.0.as_flattened_mut().copy_from_slice(own);
    Ok(terms)
}

pub(super) fn read_tables(path: &str) -> Result<Tables, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    Tables::parse(&bytes).map_err(|e| format!("{path}: {e}"))
}

/// Teaches an engine what the page's engine knows of a rule set, from a folder such as www/data.
pub(super) fn taught(mut engine: Engine, rules: &Variant, folder: &Path) -> Result<Engine, String> {
    let path = |name: String| folder.join(name).display().to_string();
    if let Some(name) = files::weights(rules) {
        engine.learn(read_weights(&path(name))?);
    }
    if let Some(name) = files::tables(rules) {
        engine.know(read_tables(&path(name))?);
    }
    Ok(engine)
}

fn any(moves: &[Move], random: &mut Random) -> Move {
    moves[random.below(moves.len() as u64) as usize].clone()
}

/// The most valuable capture; without one, any move.
fn novice(position: &Position, random: &mut Random) -> Move {
    let moves = position.legal_moves();
    let worth = |m: &Move| -> u32 {
        let king = |s: &_| position.piece(*s) == Some(Piece::king(position.turn().other()));
        m.captured().iter().map(|s| if king(s) { 3 } else { 1 }).sum()
    };
    let most = moves.iter().map(worth).max().unwrap_or(0);
    let best: Vec<_> = moves.into_iter().filter(|m| worth(m) == most).collect();
    any(&best, random)
}

impl EnginePlayer {
    fn choose(&mut self, game: &Game) -> Move {
        let request = match self.level {
            Some(facts) => Request::play_as(game, facts, self.random.bits()),
            None => Request::analyse(game, self.limits),
        }
        .in_style(self.style);
        let engine = self.engine.take().expect("an engine that is not searching");
        let start = Instant::now();
        let mut search = engine.search(request).expect("a game that goes on");
        while let Progress::More(_) = search.step(SLICE) {
            if self.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
        }
        let best = search.best().best;
        self.engine = Some(search.stop());
        best
    }
}
