//! Advice on a position: the best move and why, or why a move was made. Run slice by slice, like a search.

use std::sync::Arc;

use super::endings::{self, Endings};
use super::judge::draw_in;
use super::proof::balance;
use super::reason::{Look, Proven, Reason};
use super::tactics::{Gain, Tactician};
use crate::ai::endgame::{Distances, Tables};
use crate::ai::{Engine, Limits, Progress, Request, Score, Search};
use crate::rules::{Game, Move, Position, Side};

/// Nodes of the search that finds the move of a hint.
pub const HINT_NODES: u64 = 60_000;

/// A move that provably comes out worse than the one advised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worse {
    /// The move.
    pub played: Move,
    /// It comes out at least so much below what the advised move keeps.
    pub worth: i32,
    /// The quiet plies of the proof.
    pub quiet: u8,
}

/// The advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The move that is spoken of: the best that was found, or the one that was asked about.
    pub best: Move,
    /// All that could be proven about it, the most telling first; [`Reason::Best`] alone where nothing could.
    pub reasons: Vec<Proven>,
    /// What the move keeps of the balance before it (negative: it loses no more than that), and within how many quiet
    /// plies that is proven.
    pub keeps: Option<(i32, u8)>,
    /// The other moves that were proven worse than what it keeps.
    pub worse: Vec<Worse>,
    /// Replies after which the opponent loses something.
    pub bad_replies: Vec<Worse>,
    /// What the search thinks of the position, for the side to move.
    pub score: Score,
    /// Plies of the search.
    pub depth: u8,
    /// The search's own best line.
    pub line: Vec<Move>,
}

impl Advice {
    /// What to look for.
    pub fn look(&self) -> Look {
        self.reasons.first().map_or(Look::Quiet, |proven| proven.reason.look())
    }
}

/// Where an analysis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Search,
    Wins,
    Fault,
    Gains,
    Keeps,
    Crowns,
    Other(usize),
    Passed,
    Threat,
    Reply(usize),
    Judge,
    Done,
}

/// An analysis that is going on. It has no clock; its result depends on the game and the nodes alone.
///
/// ```
/// use damka::ai::Engine;
/// use damka::coach::{Analysis, HINT_NODES, Look};
/// use damka::notation::{Style, parse_fen, write_move};
/// use damka::rules::{Game, variant::POLISH_64};
///
/// // Two men are given, four come back.
/// let fen = "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4";
/// let game = Game::from_position(parse_fen(&POLISH_64, fen, Style::Official).unwrap());
/// let (advice, _) = Analysis::hint(Engine::new(1), &game, HINT_NODES).unwrap().finish();
/// assert_eq!(write_move(game.position(), &advice.best), "d4-e5");
/// assert_eq!(advice.look(), Look::Shot);
/// ```
#[derive(Debug)]
pub struct Analysis {
    pub(super) position: Position,
    pub(super) me: Side,
    pub(super) base: i32,
    pub(super) moves: Vec<Move>,
    search: Option<Search>,
    engine: Option<Engine>,
    pub(super) tactician: Tactician,
    stage: Stage,
    /// The move that is asked about, if one is.
    asked: bool,
    /// Somebody wants to be told early.
    tells: bool,
    /// It was told early, or is about to be.
    told: bool,
    early: Option<Advice>,
    /// As it was given: what the tables know hangs on its draw rules.
    game: Game,
    pub(super) tables: Option<Arc<Tables>>,
    pub(super) endings: Option<Endings>,
    /// Plies until a draw rule that counts ends the game, where that is near.
    pub(super) draw_in: Option<u8>,
    pub(super) advice: Advice,
    pub(super) after: Position,
    // What was found.
    pub(super) win: Option<Proven>,
    pub(super) fault: Option<Proven>,
    pub(super) gain: Option<Gain>,
    pub(super) crowns: Option<u8>,
    pub(super) threatened: Option<Gain>,
    pub(super) threat: Option<Gain>,
}

impl Analysis {
    /// What to play, and why. The search of the best move has so many nodes.
    ///
    /// # Errors
    /// The engine itself, when there is no legal move, or nothing to play for: one side has won.
    pub fn hint(engine: Engine, game: &Game, nodes: u64) -> Result<Self, Box<Engine>> {
        Self::begin(engine, game, None, nodes)
    }

    /// Why a move was made, or is not to be made: `game` stands before it.
    ///
    /// # Errors
    /// The engine itself, when the move is not legal there, or one side had won before it.
    pub fn explain(engine: Engine, game: &Game, m: &Move, nodes: u64) -> Result<Self, Box<Engine>> {
        match game.position().legal(m) {
            Some(legal) => Self::begin(engine, game, Some(&legal), nodes),
            None => Err(Box::new(engine)),
        }
    }

    fn begin(engine: Engine, game: &Game, asked: Option<&Move>, nodes: u64) -> Result<Self, Box<Engine>> {
        let position = *game.position();
        // A set-up side without pieces has lost while the other one still has moves.
        let moves = if position.winner().is_some() { Vec::new() } else { position.legal_moves() };
        let Some(first) = moves.first().cloned() else { return Err(Box::new(engine)) };
        let tables = engine.endings(position.variant());
        let endings = tables.as_ref().and_then(|tables| Endings::of(tables, game));
        let (mut search, mut kept) = (None, None);
        // One move needs no search, and a move that is asked about needs none to be found.
        if moves.len() == 1 || asked.is_some() {
            kept = Some(engine);
        } else {
            match engine.search(Request::analyse(game, Limits::nodes(nodes))) {
                Ok(begun) => search = Some(begun),
                Err(over) => return Err(over.0),
            }
        }
        let me = position.turn();
        let best = asked.cloned().unwrap_or(first);
        let stage = if search.is_some() { Stage::Search } else { Stage::Wins };
        Ok(Self {
            position,
            me,
            base: balance(&position, me),
            moves,
            search,
            engine: kept,
            tactician: Tactician::new(game),
            stage,
            asked: asked.is_some(),
            tells: false,
            told: false,
            early: None,
            game: game.clone(),
            tables,
            endings,
            draw_in: draw_in(game),
            after: position.play(&best),
            advice: Advice {
                line: vec![best.clone()],
                best,
                reasons: Vec::new(),
                keeps: None,
                worse: Vec::new(),
                bad_replies: Vec::new(),
                score: Score::Centimen(0),
                depth: 0,
            },
            win: None,
            fault: None,
            gain: None,
            crowns: None,
            threatened: None,
            threat: None,
        })
    }

    /// Goes on for about so many nodes; whether it is finished.
    pub fn step(&mut self, nodes: u64) -> bool {
        if self.stage == Stage::Search {
            self.searched(nodes);
            return false;
        }
        let until = self.tactician.spent() + nodes;
        while self.stage != Stage::Done && self.tactician.spent() < until {
            self.tactician.resume(until);
            if self.tells && self.is_settled() {
                self.judge();
                if self.tactician.finished() {
                    self.told = true;
                    self.early = Some(self.advice.clone());
                }
                continue;
            }
            let next = self.next();
            if self.tactician.finished() {
                self.stage = next;
            }
        }
        self.stage == Stage::Done
    }

    /// Distances have come while it goes on: from now on it is known in how many moves the tables win.
    pub fn measure(&mut self, distances: &Distances) {
        if let Some(tables) = &mut self.tables
            && Arc::make_mut(tables).add(distances.clone())
        {
            self.endings = Endings::of(tables, &self.game);
        }
    }

    /// The advice so far, once, as soon as its first reason can't be another one any more: what to look for may be told
    /// while the rest is still being proven. `None` where that is not known before the end.
    pub fn early(&mut self) -> Option<Advice> {
        self.tells = true;
        self.early.take()
    }

    /// Whether the first reason can't be another one any more, and nobody was told yet.
    fn is_settled(&self) -> bool {
        // What the tables say may come first.
        if self.told || self.asked || self.endings.is_some() {
            return false;
        }
        match self.stage {
            Stage::Search | Stage::Judge | Stage::Done => false,
            _ if self.moves.len() == 1 || self.win.is_some() => true,
            Stage::Other(_) | Stage::Passed | Stage::Threat => {
                self.gain.is_some() || (self.crowns.is_some() && self.safe())
            }
            Stage::Reply(_) => {
                let warns = self.threatened.is_some() || self.threat.is_some();
                self.gain.is_some() || (self.safe() && (warns || !self.advice.worse.is_empty()))
            }
            _ => false,
        }
    }

    /// To the end: the advice, and the engine back.
    pub fn finish(mut self) -> (Advice, Engine) {
        while !self.step(u64::MAX / 2) {}
        self.stop()
    }

    /// The advice as far as it has got (a legal move at any time), and the engine back.
    pub fn stop(mut self) -> (Advice, Engine) {
        if self.stage == Stage::Search
            && let Some(search) = &self.search
        {
            let best = search.best();
            self.advice.best = best.best;
            self.advice.depth = best.info.depth;
        }
        if self.stage != Stage::Done {
            self.tactician.restart();
            self.judge();
        }
        (self.advice.clone(), self.give_up())
    }

    /// The engine back: nobody wants the advice any more.
    pub fn give_up(self) -> Engine {
        let engine = self.engine.or_else(|| self.search.map(Search::stop));
        engine.unwrap_or_else(|| Engine::new(1))
    }

    fn searched(&mut self, nodes: u64) {
        let Some(mut search) = self.search.take() else { return };
        match search.step(nodes) {
            Progress::More(_) => self.search = Some(search),
            Progress::Done(found) => {
                self.advice.score = found.info.score;
                self.advice.depth = found.info.depth;
                self.advice.line = found.info.pv;
                self.advice.best = found.best;
                self.ask_tables();
                self.after = self.position.play(&self.advice.best);
                self.engine = Some(search.stop());
                self.stage = Stage::Wins;
            }
        }
    }

    /// Where the tables know all moves, theirs is the best.
    fn ask_tables(&mut self) {
        let (Some(tables), Some(endings)) = (&self.tables, &self.endings) else { return };
        let best = endings.prefer(&self.advice.best);
        if !best.same_as(&self.advice.best) {
            self.advice.line = endings::line(tables, &self.position, &best);
            self.advice.best = best;
        }
    }

    /// Does what the stage is for; the next stage.
    fn next(&mut self) -> Stage {
        let (them, base) = (self.me.other(), self.base);
        match self.stage {
            Stage::Search | Stage::Wins => {
                self.win = self.find_win();
                Stage::Fault
            }
            Stage::Fault => {
                if self.asked && self.win.is_none() {
                    let best = self.advice.best.clone();
                    self.fault = self
                        .tactician
                        .fault(&self.position, &best, 2)
                        .or_else(|| endings::fall(self.tables.as_ref()?, &self.game, &best));
                }
                Stage::Gains
            }
            Stage::Gains => {
                // Far only where the search saw something.
                let sees = match self.advice.score {
                    Score::Centimen(value) => value >= base * 100 + 50,
                    Score::Win(_) => true,
                    Score::Loss(_) => false,
                };
                let look = if sees || self.asked { 4 } else { 1 };
                self.gain = self.tactician.gain(&self.after, self.me, base, look);
                Stage::Keeps
            }
            Stage::Keeps => {
                let least = self.gain.as_ref().map_or(0, |gain| gain.worth);
                // Where something is lost, no more than a few men.
                self.advice.keeps = (-9..=least)
                    .rev()
                    .filter(|kept| *kept == least || *kept <= 0)
                    .find_map(|kept| Some((kept, self.tactician.keeps(&self.after, self.me, base + kept)?)));
                Stage::Crowns
            }
            Stage::Crowns => {
                self.crowns = self.find_crowning();
                Stage::Other(0)
            }
            Stage::Other(i) => {
                let Some(other) = self.moves.get(i) else { return Stage::Passed };
                if let Some((kept, _)) = self.advice.keeps
                    && !other.same_as(&self.advice.best)
                {
                    let after = self.position.play(other);
                    if let Some(gain) = self.tactician.gain(&after, them, -(base + kept), 2) {
                        let played = other.clone();
                        self.advice.worse.push(Worse { played, worth: gain.worth, quiet: gain.quiet });
                    }
                }
                Stage::Other(i + 1)
            }
            Stage::Passed => {
                let passed = self.position.passed();
                if !self.position.must_capture() && !passed.is_stuck() {
                    self.threatened = self.tactician.gain(&passed, them, -base, 1);
                }
                Stage::Threat
            }
            Stage::Threat => {
                let again = self.after.passed();
                let free = !self.after.must_capture() && !again.is_stuck() && !self.after.is_stuck();
                if free && self.safe() {
                    self.threat = self.tactician.gain(&again, self.me, base, 1);
                }
                Stage::Reply(0)
            }
            Stage::Reply(i) => {
                let replies = self.after.legal_moves();
                if !self.safe() || i >= replies.len() {
                    return Stage::Judge;
                }
                let after = self.after.play(&replies[i]);
                if let Some(gain) = self.tactician.gain(&after, self.me, base, 2) {
                    self.advice.bad_replies.push(Worse {
                        played: replies[i].clone(),
                        worth: gain.worth,
                        quiet: gain.quiet,
                    });
                }
                Stage::Reply(i + 1)
            }
            Stage::Judge => {
                self.judge();
                Stage::Done
            }
            Stage::Done => Stage::Done,
        }
    }

    /// Whether nothing is lost by the move.
    pub(super) fn safe(&self) -> bool {
        self.advice.keeps.is_some_and(|(kept, _)| kept >= 0)
    }

    pub(super) fn begun(&self, line: Vec<Move>) -> Vec<Move> {
        std::iter::once(self.advice.best.clone()).chain(line).collect()
    }

    fn find_win(&mut self) -> Option<Proven> {
        // A short win is looked for anyway; a longer one where the search saw it.
        let short = self.tactician.quickest_win(&self.after, self.me, 4);
        let (plies, line) = match (short, self.advice.score) {
            (Some(found), _) => found,
            (None, Score::Win(seen @ 6..)) => (seen - 1, self.tactician.win(&self.after, self.me, seen - 1)?),
            _ => return None,
        };
        let reason = Reason::Wins { plies: plies as u8 + 1 };
        Some(Proven { reason, line: self.begun(line) })
    }

    fn find_crowning(&mut self) -> Option<u8> {
        if self.advice.best.crowns() {
            return Some(1);
        }
        let at = self.advice.line.iter().step_by(2).position(Move::crowns)? as u8;
        (at <= 4 && self.tactician.crowns(&self.after, self.me, at)).then_some(at + 1)
    }
}
