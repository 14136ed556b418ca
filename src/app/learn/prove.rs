//! Finds the proofs of the course: by endgame tables where they reach, by search elsewhere. Native only.

use super::course::{Ask, Ending, Goal, Task};
use super::proof::{Proof, Verdict, losses};
use std::sync::Arc;

use crate::ai::endgame::{Outcome, Solved};
use crate::ai::{Engine, Figures, Limits, Request, Score};
use crate::notation::write_move;
use crate::rules::{Kind, Move, Position, Side};

/// A move is right if it is worth at most so much less than the best, in hundredths of a man ...
pub const RIGHT: i32 = 60;
/// ... and wrong if it is worth at least so much less. A task with a move between the two is refused.
pub const WRONG: i32 = 100;
/// More than this is not more to a learner: a man up with a king to come is as won as two kings up.
pub const ENOUGH: i32 = 350;
/// What is won for certain is worth more than this: the search gives a win that tables vouch for some 3,000.
const CERTAIN: i32 = 2_500;
/// A win that is seen to its end is worth this less the plies to it.
const SEEN: i32 = 20_000;
/// Where a win is asked for, moves are searched with so many times the nodes.
pub const WELL: u64 = 5;
/// A line that proves something is at most so long.
const LONGEST: usize = 9;

/// Judges moves.
pub struct Prover {
    engine: Option<Engine>,
    solved: Option<Arc<Solved>>,
    nodes: u64,
}

impl std::fmt::Debug for Prover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Prover {
    /// A prover that searches so many nodes for each move, and knows these endings of the 8x8 board.
    pub fn new(nodes: u64, solved: Option<Arc<Solved>>) -> Self {
        let mut engine = Engine::new(16);
        engine.figures = Figures::careful();
        if let Some(solved) = &solved {
            engine.know(solved.tables());
        }
        Self { engine: Some(engine), solved, nodes }
    }

    fn exact(&self, position: &Position) -> Option<Outcome> {
        let solved = self.solved.as_ref()?;
        let pieces = Side::BOTH.map(|side| position.material(side)).iter().map(|(m, k)| m + k).sum::<u32>();
        let fits = position.variant().size == 8 && pieces <= crate::ai::endgame::MOST_PIECES;
        if fits { solved.outcome(position) } else { None }
    }

    /// What a position is worth to the side to move, and the line that it expects.
    pub fn value(&mut self, position: &Position) -> (i32, Vec<Move>) {
        if position.legal_moves().is_empty() {
            return (-SEEN, Vec::new());
        }
        if let Some(outcome) = self.exact(position) {
            let plies = self.plies(position);
            let value = match outcome {
                Outcome::Win => SEEN - plies,
                Outcome::Draw => 0,
                Outcome::Loss => plies - SEEN,
            };
            return (value, self.exact_line(position));
        }
        let Some(engine) = self.engine.take() else { return (0, Vec::new()) };
        match engine.search(Request::position(*position, Limits::nodes(self.nodes))) {
            Ok(search) => {
                let (best, engine) = search.finish();
                self.engine = Some(engine);
                let value = match best.info.score {
                    Score::Centimen(n) => n,
                    Score::Win(plies) => SEEN - i32::from(plies),
                    Score::Loss(plies) => i32::from(plies) - SEEN,
                };
                (value, best.info.pv)
            }
            Err(over) => {
                self.engine = Some(*over.0);
                (-SEEN, Vec::new())
            }
        }
    }

    fn plies(&self, position: &Position) -> i32 {
        self.solved.as_ref().and_then(|solved| solved.plies(position)).map_or(0, |plies| plies as i32)
    }

    /// The best play by the tables, as far as they speak: the shortest way to win, the longest to lose.
    fn exact_line(&self, position: &Position) -> Vec<Move> {
        let mut at = *position;
        let mut line = Vec::new();
        while line.len() < LONGEST {
            let worth = |m: &Move| {
                let next = at.play(m);
                if next.legal_moves().is_empty() {
                    return 2 * SEEN;
                }
                match self.exact(&next) {
                    Some(Outcome::Win) => self.plies(&next) - SEEN,
                    Some(Outcome::Loss) => SEEN - self.plies(&next),
                    _ => 0,
                }
            };
            let Some(best) = at.legal_moves().into_iter().max_by_key(worth) else { break };
            at = at.play(&best);
            line.push(best);
        }
        line
    }

    /// Every legal move with its worth to the side to move, and what would follow it; the best first.
    pub fn weigh(&mut self, position: &Position) -> Vec<(i32, Move, Vec<Move>)> {
        let mut all: Vec<_> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let (value, line) = self.value(&position.play(&m));
                (-value, m, line)
            })
            .collect();
        all.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
        all
    }

    /// Whether a move worth `value` reaches the goal, where the best is worth `best`; `None` where it can't be said.
    pub fn judge(goal: Goal, value: i32, best: i32) -> Option<bool> {
        let cut = |v: i32| v.clamp(-ENOUGH, ENOUGH);
        let below = match goal {
            Goal::Win => return Some(value > CERTAIN),
            Goal::Gain => cut(best) - cut(value),
            Goal::Draw => -value,
        };
        match below {
            n if n <= RIGHT => Some(true),
            n if n >= WRONG => Some(false),
            _ => None,
        }
    }

    /// The proof of a task of moves or of its result; `None` for tasks that the rules alone decide.
    ///
    /// # Errors
    /// Why the task is no good: its line is not right, or some move is neither right nor wrong.
    pub fn prove(&mut self, task: &Task) -> Result<Option<Proof>, String> {
        match &task.ask {
            Ask::Play(goal, line, most) => self.play(task, *goal, line, *most).map(Some),
            Ask::Result(ending) => {
                let (value, line) = self.value(&task.start);
                let found = match value {
                    n if n > CERTAIN => Ending::Win,
                    n if n < -CERTAIN => Ending::Loss,
                    _ => Ending::Draw,
                };
                if found != *ending {
                    return Err(format!("the result is {found:?} ({value})"));
                }
                Ok(Some(Proof { line, others: Vec::new() }))
            }
            _ => Ok(None),
        }
    }

    fn play(&mut self, task: &Task, goal: Goal, given: &[Move], most: usize) -> Result<Proof, String> {
        let (mut at, mut proof) = (task.start, Proof::default());
        let own = if most == usize::MAX { given.len().div_ceil(2) } else { most };
        for n in 0..own {
            let nodes = self.nodes;
            // What is called no win must be looked at well.
            self.nodes = if goal == Goal::Win { nodes * WELL } else { nodes };
            let all = self.weigh(&at);
            self.nodes = nodes;
            let Some((best, first, _)) = all.first().cloned() else { break };
            let m = given.get(2 * n).cloned().unwrap_or(first);
            // A move that a shallower search takes for the opposite is nothing to teach with.
            self.nodes /= 3;
            let hasty = if goal == Goal::Win { Vec::new() } else { self.weigh(&at) };
            self.nodes = nodes;
            for (value, played, _) in &hasty {
                let other =
                    all.iter().find(|(_, own, _)| own.same_as(played)).map_or(*value, |(own, ..)| *own);
                let (deep, flat) = (Self::judge(goal, other, best), Self::judge(goal, *value, hasty[0].0));
                if deep.is_some() && flat.is_some() && deep != flat {
                    return Err(format!("{} is worth {value} or {other}", write_move(&at, played)));
                }
            }
            let mut others = Vec::new();
            for (value, played, line) in all {
                let right = Self::judge(goal, value, best).ok_or_else(|| {
                    let name = write_move(&at, &played);
                    format!("{name} is neither right nor wrong: {value}, the best is {best}")
                })?;
                if played.same_as(&m) {
                    if !right {
                        return Err(format!("{} is wrong: {value} of {best}", write_move(&at, &m)));
                    }
                    continue;
                }
                let line = telling(&at, &played, line, right);
                if !right {
                    let end = line.iter().fold(at.play(&played), |at, m| at.play(m));
                    let value = self.value(&end).0;
                    let value = if end.turn() == at.turn() { value } else { -value };
                    if Self::judge(goal, value, best) == Some(true) {
                        let name = write_move(&at, &played);
                        return Err(format!("{name} is not refuted by what is shown: {value} after it"));
                    }
                }
                others.push(Verdict { played, right, line });
            }
            proof.others.push(others);
            at = at.play(&m);
            proof.line.push(m);
            if n + 1 == own {
                break;
            }
            let reply = match given.get(2 * n + 1) {
                Some(reply) => reply.clone(),
                None => {
                    match self.value(&at).1.into_iter().next().or_else(|| at.legal_moves().into_iter().next())
                    {
                        Some(reply) => reply,
                        None => break,
                    }
                }
            };
            at = at.play(&reply);
            proof.line.push(reply);
        }
        Ok(proof)
    }
}

/// A man counts one, a king three.
fn worth(position: &Position, side: Side) -> i32 {
    let each = position.pieces().map(|(_, piece)| {
        let worth = if piece.kind == Kind::King { 3 } else { 1 };
        if piece.side == side { worth } else { -worth }
    });
    each.sum()
}

/// As much of the line after `played` as tells what it is about: up to the first moment of rest at which the mover has
/// lost (or, where the move is right, won) the most.
fn telling(at: &Position, played: &Move, line: Vec<Move>, right: bool) -> Vec<Move> {
    let me = at.turn();
    let mut position = at.play(played);
    // The reply, and whatever is captured after it, in any case.
    let (mut best, mut enough) = (i32::MAX, 0);
    for (i, m) in line.iter().enumerate().take(LONGEST) {
        position = position.play(m);
        let rest = position.legal_moves();
        let quiet = rest.is_empty() || !rest[0].is_capture();
        let loss = if right { -worth(&position, me) } else { worth(&position, me) };
        if quiet && loss < best {
            (best, enough) = (loss, i + 1);
        }
    }
    let mut line = line;
    line.truncate(if best == i32::MAX { LONGEST } else { enough });
    debug_assert!(losses(at, std::slice::from_ref(played)).0 == 0);
    line
}
