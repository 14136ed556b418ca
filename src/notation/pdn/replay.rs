//! From a record to a game: its main line, played as far as it is legal.

use std::fmt;

use super::ruleset::{Choice, Reason, choose, game_type_number};
use super::{Item, Outcome, Record};
use crate::notation::fen::colours_swapped;
use crate::notation::{FenError, MoveError, Style, parse_fen_setup, parse_move};
use crate::rules::{Game, Move, PlayError, Position, Settled, Setup, Side, Variant, variant};

/// How often a game with ambiguous moves is tried again with another reading.
const MOST_RETRIES: usize = 200;

/// Of what was skipped so many letters are told.
const LONGEST_SKIPPED: usize = 40;

/// A record's main line as a game.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The legal moves. When all were, the game is settled as the result says.
    pub game: Game,
    /// The rule set, and why.
    pub choice: Choice,
    /// Why the game stops before the record does.
    pub error: Option<ReplayError>,
    /// The moves from the illegal one on, as written.
    pub rest: Vec<String>,
    /// Moves that could be read in several ways.
    pub guesses: Vec<Guess>,
    /// What the result means.
    pub outcome: Outcome,
}

/// Where and why a record can't be played on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// The ply, from 1; 0 for the position in the FEN tag.
    pub ply: usize,
    /// The move number, which counts two plies.
    pub number: usize,
    /// Who is to move.
    pub side: Side,
    /// The move or position, as written.
    pub text: String,
    /// What is wrong.
    pub cause: Cause,
    /// What stands right before it and could not be read: the move that is missed, perhaps.
    pub skipped: Option<String>,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The FEN tag.
    Fen(FenError),
    /// A move.
    Move(MoveError),
    /// The game does not take the move.
    Refused(PlayError),
}

/// A move that could be read in several ways: the one that lets the game go on was taken, the first of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The ply, from 1.
    pub ply: usize,
    /// The move, as written.
    pub text: String,
    /// The moves that it can mean.
    pub written: Vec<String>,
    /// Which of them was taken.
    pub taken: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ply > 0 {
            write!(f, "move {} ({:?}, ply {}): ", self.number, self.side, self.ply)?;
        }
        match &self.cause {
            Cause::Fen(error) => write!(f, "the position in the FEN tag: {error}")?,
            Cause::Move(error) => error.fmt(f)?,
            Cause::Refused(error) => error.fmt(f)?,
        }
        match &self.skipped {
            Some(text) => write!(f, " ('{text}' before it could not be read)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays a record under the rule set that fits it best; [`Replay::choice`] tells which and why.
pub fn replay(record: &Record) -> Replay {
    let (choice, line) = choose(record);
    replay_line(record, choice, line)
}

/// Plays a record under a given rule set.
pub fn replay_as(record: &Record, variant: &'static Variant) -> Replay {
    let mut line = attempt(record, variant);
    if line.as_ref().is_ok_and(|line| line.stop.is_some() && line.game.is_empty()) {
        // The file may let the other side begin than its rule set does.
        let passed = attempt_passed(record, variant);
        if passed.as_ref().is_ok_and(|line| line.stop.is_none()) {
            line = passed;
        }
    }
    replay_line(record, Choice { variant, reason: Reason::Given }, line)
}

/// A record's main line under a rule set; an error when its position is impossible.
pub(super) fn attempt(record: &Record, variant: &'static Variant) -> Result<Line, FenError> {
    let moves: Vec<&str> = record.moves().collect();
    let start = start(record, variant)?;
    let line = Line::play(Game::from_position(start), &moves);
    // Where the position does not say who is to move (`?:W...`), or the first number says otherwise, the moves do.
    if line.stop.is_some() && line.game.is_empty() && turn_is_open(record, variant) {
        let other = Line::play(Game::from_position(start.passed()), &moves);
        return Ok(if other.game.is_empty() { line } else { other });
    }
    Ok(line)
}

fn has_fen(record: &Record) -> bool {
    record.tag("FEN").is_some_and(|fen| !fen.is_empty())
}

fn turn_is_open(record: &Record, variant: &'static Variant) -> bool {
    let open = record.tag("FEN").is_some_and(|fen| fen.trim_start().starts_with('?'));
    // `1...` belongs to the side that moves second.
    let second = record.items.iter().find_map(|item| match item {
        Item::Number { second, .. } => Some(*second),
        Item::Move(_) => Some(false),
        _ => None,
    });
    let begins = |setup: Setup| setup.turn == variant.first;
    let fen = || record.tag("FEN").and_then(|fen| parse_fen_setup(variant, fen, Style::Official).ok());
    open || (second == Some(true) && fen().is_some_and(begins))
}

/// The same where the side begins that does not do so in the rule set, as in pool played with `GameType "23,W"`.
pub(super) fn attempt_passed(record: &Record, variant: &'static Variant) -> Result<Line, FenError> {
    let moves: Vec<&str> = record.moves().collect();
    let start = start(record, variant)?;
    let start = if has_fen(record) { start } else { start.passed() };
    Ok(Line::play(Game::from_position(start), &moves))
}

fn replay_line(record: &Record, choice: Choice, line: Result<Line, FenError>) -> Replay {
    let variant = choice.variant;
    let mut outcome = record.result().outcome(variant);
    let moves: Vec<&str> = record.moves().collect();
    let owned = |moves: &[&str]| moves.iter().map(|&text| text.to_owned()).collect();
    let Line { mut game, stop, branches } = match line {
        Ok(line) => line,
        Err(error) => {
            let error = ReplayError {
                ply: 0,
                number: 0,
                side: variant.first,
                text: record.tag("FEN").unwrap_or_default().to_owned(),
                cause: Cause::Fen(error),
                skipped: None,
            };
            let game = Game::new(variant);
            return Replay {
                game,
                choice,
                error: Some(error),
                rest: owned(&moves),
                guesses: Vec::new(),
                outcome,
            };
        }
    };
    // The first figure is that of the side that begins, which may be the other one in this file.
    if let (Outcome::Won(side), false) = (outcome, has_fen(record))
        && game.start().turn() != variant.first
    {
        outcome = Outcome::Won(side.other());
    }
    let guesses = branches.into_iter().map(|branch| branch.guess).collect();
    let done = game.len();
    let error = stop.map(|cause| ReplayError {
        ply: done + 1,
        number: move_number(&game, done),
        side: game.position().turn(),
        text: moves[done].to_owned(),
        cause,
        skipped: skipped_before(record, done),
    });
    // A diagram without moves is there to be solved: its result is what one has to find. From the usual start it is that
    // of a game that was given up before it began.
    if error.is_none() && (done > 0 || *game.start() == Position::start(variant)) {
        match outcome {
            Outcome::Won(side) => game.settle(Settled::Recorded(Some(side))),
            Outcome::Drawn => game.settle(Settled::Recorded(None)),
            Outcome::NoPoints | Outcome::Unknown => false,
        };
    }
    Replay { game, choice, error, rest: owned(&moves[done..]), guesses, outcome }
}

/// What has squares in it, but is no move, between a main line's move and the one before it.
fn skipped_before(record: &Record, ply: usize) -> Option<String> {
    let (mut moves, mut text) = (0, None);
    for item in &record.items {
        match item {
            Item::Move(_) if moves == ply => break,
            Item::Move(_) => (moves, text) = (moves + 1, None),
            Item::Text(word) if word.contains(|c: char| c.is_ascii_digit()) => text = Some(word),
            _ => {}
        }
    }
    text.map(|word| word.chars().take(LONGEST_SKIPPED).collect())
}

/// The number of the move at a ply (from 0): a game that begins with the side that moves second begins in the middle of
/// move 1.
pub(super) fn move_number(game: &Game, ply: usize) -> usize {
    let skipped = usize::from(game.start().turn() != game.variant().first);
    let before = ply + skipped;
    before / 2 + 1
}

/// The position that a record starts from.
fn start(record: &Record, variant: &'static Variant) -> Result<Position, FenError> {
    let Some(fen) = record.tag("FEN").filter(|fen| !fen.is_empty()) else {
        return Ok(Position::start(variant));
    };
    let mut setup = parse_fen_setup(variant, fen, Style::Official)?;
    // As in `parse_fen_setup`: PDN lets Black begin Thai games from the bottom. The start position has been turned there.
    let black_begins = || {
        let fields = record.tag("GameType").unwrap_or_default();
        fields.split(',').nth(1).is_some_and(|colour| colour.trim().eq_ignore_ascii_case("B"))
    };
    let turned = variant == &variant::THAI && game_type_number(record) == Some(31) && black_begins();
    if turned && setup != Position::start(variant).setup() {
        setup = colours_swapped(&setup);
    }
    setup.into_unusual_position().map_err(|faults| FenError::of_setup(variant, faults, Style::Official))
}

/// An ambiguous move: what was taken, and what else it may be.
#[derive(Clone)]
pub(super) struct Branch {
    guess: Guess,
    candidates: Vec<Move>,
}

/// A main line as far as it can be played.
pub(super) struct Line {
    /// The game so far.
    pub(super) game: Game,
    /// Why it stops, if it does before the end.
    pub(super) stop: Option<Cause>,
    branches: Vec<Branch>,
}

impl Line {
    /// Plays moves from a game's position. At an ambiguous one the readings are tried in turn until one lets the game go
    /// on to its end; else the longest line is kept.
    pub(super) fn play(mut game: Game, moves: &[&str]) -> Self {
        let mut branches: Vec<Branch> = Vec::new();
        let mut best: Option<Self> = None;
        let mut retries = 0;
        loop {
            let Some(stop) = Self::advance(&mut game, moves, &mut branches) else {
                return Self { game, stop: None, branches };
            };
            let better = best.as_ref().is_none_or(|best| game.len() > best.game.len());
            let open = |branch: &Branch| branch.guess.taken + 1 < branch.candidates.len();
            let again = branches.iter().rposition(open).filter(|_| retries < MOST_RETRIES);
            if better {
                best = Some(Self { game: game.clone(), stop: Some(stop), branches: branches.clone() });
            }
            let Some(again) = again else { break };
            retries += 1;
            branches.truncate(again + 1);
            let branch = &mut branches[again];
            while game.ply() >= branch.guess.ply && game.undo() {}
            branch.guess.taken += 1;
            if game.play_on(&branch.candidates[branch.guess.taken]).is_err() {
                break;
            }
        }
        best.unwrap_or(Self { game, stop: None, branches })
    }

    /// Plays on to the end or to the first move that can't be played.
    fn advance(game: &mut Game, moves: &[&str], branches: &mut Vec<Branch>) -> Option<Cause> {
        while let Some(&text) = moves.get(game.ply()) {
            let played = match parse_move(game.position(), text) {
                Ok(played) => played,
                Err(MoveError::Ambiguous { text, candidates, written }) => {
                    let first = candidates[0].clone();
                    let guess = Guess { ply: game.ply() + 1, text, written, taken: 0 };
                    branches.push(Branch { guess, candidates });
                    first
                }
                Err(error) => return Some(Cause::Move(error)),
            };
            if let Err(error) = game.play_on(&played) {
                return Some(Cause::Refused(error));
            }
        }
        None
    }
}
