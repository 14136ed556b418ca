//! What the endgame tables know of a position's moves: the outcome of each, and the plies to the end where the distances are
//! there.

use super::proof::plies_to_draw;
use super::reason::{Proven, Reason};
use crate::ai::endgame::{Ending, Outcome, Tables};
use crate::rules::{Game, Move, Position};

/// The program without rooms has no distances: it says what a move leads to, and no more.
const COUNTS: bool = cfg!(feature = "rooms");

/// A line by the tables is shown so far.
const LONGEST: usize = 12;

/// What the tables know of each legal move, for the side that makes it; the plies count that move.
#[derive(Debug, Clone)]
pub(super) struct Endings {
    each: Vec<(Move, Ending)>,
    /// Plies from now on in which no draw rule can end the game, and in which none that counts now can.
    room: (u32, u32),
}

/// The ending after a move, for the side that made it.
fn after(tables: &Tables, position: &Position, m: &Move) -> Option<Ending> {
    let next = position.play(m);
    if let Some(winner) = next.winner() {
        let outcome = if winner == position.turn() { Outcome::Win } else { Outcome::Loss };
        return Some(Ending { outcome, plies: Some(1) });
    }
    let ending = known(tables, &next)?;
    let plies = ending.plies.map(|plies| plies + 1);
    Some(Ending { outcome: ending.outcome.for_other_side(), plies })
}

fn known(tables: &Tables, position: &Position) -> Option<Ending> {
    if COUNTS {
        return tables.ending(position);
    }
    tables.probe(position).map(|outcome| Ending { outcome, plies: None })
}

impl Endings {
    /// `None` where the tables don't know every move.
    pub(super) fn of(tables: &Tables, game: &Game) -> Option<Self> {
        let position = game.position();
        let moves = position.legal_moves();
        let each = moves.into_iter().map(|m| after(tables, position, &m).map(|ending| (m, ending)));
        let room = [true, false].map(|any| u32::from(plies_to_draw(game, any)));
        Some(Self { each: each.collect::<Option<_>>()?, room: (room[0], room[1]) })
    }

    /// The move that wins soonest, or holds out longest; `None` where the distances are unknown, or in a draw.
    pub(super) fn best(&self) -> Option<&Move> {
        let best = self.outcome()?;
        let wins = best == Outcome::Win;
        let mut found: Option<(&Move, u32)> = None;
        for (m, ending) in self.each.iter().filter(|(_, ending)| ending.outcome == best) {
            let plies = ending.plies?;
            let better = found.is_none_or(|(_, least)| if wins { plies < least } else { plies > least });
            if better {
                found = Some((m, plies));
            }
        }
        found.map(|(m, _)| m)
    }

    /// The best of the moves by the tables: `m` itself, unless another leads to more, or sooner to the same.
    pub(super) fn prefer(&self, m: &Move) -> Move {
        if !COUNTS {
            return m.clone();
        }
        let best = self.outcome();
        let as_good = self.ending(m).map(|ending| ending.outcome) == best;
        let other = || self.each.iter().find(|(_, ending)| Some(ending.outcome) == best).map(|(m, _)| m);
        self.best().or_else(|| if as_good { Some(m) } else { other() }).unwrap_or(m).clone()
    }

    /// What the position is worth.
    fn outcome(&self) -> Option<Outcome> {
        self.each.iter().map(|(_, ending)| ending.outcome).max()
    }

    fn ending(&self, m: &Move) -> Option<Ending> {
        self.each.iter().find(|(own, _)| own.same_as(m)).map(|(_, ending)| *ending)
    }

    /// The plies that may be told: nothing where a draw rule might come first.
    fn told(&self, ending: Ending) -> u8 {
        ending
            .plies
            .filter(|plies| *plies <= self.room.0)
            .and_then(|plies| u8::try_from(plies).ok())
            .unwrap_or(0)
    }

    /// Whether a draw rule that counts already may end the game before the tables do.
    fn may_be_drawn(&self, ending: Ending) -> bool {
        let longest = ending.plies.unwrap_or(30);
        ending.outcome != Outcome::Draw && self.room.1 < longest
    }

    /// What the tables say of a move; nothing where a draw rule might say otherwise.
    pub(super) fn reason(&self, m: &Move) -> Option<Reason> {
        let own = self.ending(m).filter(|ending| !self.may_be_drawn(*ending))?;
        let less = self.each.iter().filter(|(_, ending)| ending.outcome < own.outcome).count();
        let of = self.each.len().saturating_sub(1);
        Some(Reason::Table { outcome: own.outcome, less: less as u8, of: of as u8, plies: self.told(own) })
    }
}

/// What a move gives away by the tables: a win, or a draw.
pub fn fall(tables: &Tables, game: &Game, m: &Move) -> Option<Proven> {
    if !COUNTS {
        return None;
    }
    let endings = Endings::of(tables, game)?;
    let (from, made) = (endings.outcome()?, endings.ending(m)?);
    let best = endings.each.iter().map(|(_, ending)| *ending).filter(|ending| ending.outcome == from);
    let best = best.min_by_key(|ending| ending.plies.unwrap_or(u32::MAX))?;
    if made.outcome >= from || endings.may_be_drawn(best) || endings.may_be_drawn(made) {
        return None;
    }
    let plies = if from == Outcome::Win { endings.told(best) } else { 0 };
    let reason = Reason::Falls { from, to: made.outcome, plies };
    Some(Proven { reason, line: line(tables, game.position(), m) })
}

/// A move and what follows by the tables: the winner hurries, the loser delays; in a draw nothing follows.
pub(super) fn line(tables: &Tables, position: &Position, m: &Move) -> Vec<Move> {
    let mut line = vec![m.clone()];
    let mut at = position.play(m);
    while COUNTS && line.len() < LONGEST {
        let Some(next) = Endings::of(tables, &Game::from_position(at)).and_then(|e| e.best().cloned()) else {
            break;
        };
        at = at.play(&next);
        line.push(next);
    }
    line
}
