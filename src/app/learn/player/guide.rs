//! Help, and the solution in our way.

use super::{Act, Player};
use crate::app::learn::course::{Ask, Task};
use crate::app::picker::Picker;
use crate::rules::{Move, Position, Square};

impl Player {
    /// Help: where first, what then. It costs a star.
    pub(super) fn help(&mut self) -> bool {
        if self.closed || !self.queue.is_empty() || self.task().is_none() {
            return false;
        }
        self.helped += 1;
        self.faults += 1;
        self.lit = self.hinted(self.helped > 1);
        if matches!(self.task(), Some((_, Task { ask: Ask::Result(_), .. }))) {
            let (start, line) = (self.position, self.proof_line().to_vec());
            self.show(start, &line);
        }
        true
    }

    /// The squares that help lights: where to begin, or the whole move.
    pub(super) fn hinted(&self, whole: bool) -> Vec<Square> {
        let Some((_, task)) = self.task() else { return Vec::new() };
        let of = |m: &Move| if whole { m.path().to_vec() } else { vec![m.from()] };
        match &task.ask {
            Ask::Tap(wanted) => {
                let missing = wanted.iter().find(|s| !self.touched.contains(s));
                self.touched.iter().chain(missing).copied().collect()
            }
            Ask::Reach(targets) => targets.clone(),
            Ask::Why(_, refusal) => [Some(refusal.piece), refusal.target]
                .into_iter()
                .flatten()
                .chain(refusal.lit.clone())
                .collect(),
            Ask::Count(_) | Ask::Any => Picker::new(&self.position).movable(),
            Ask::All => {
                let all = self.position.legal_moves();
                let next = all.iter().find(|m| !self.found.iter().any(|own| own.same_as(m)));
                next.map(of).unwrap_or_default()
            }
            Ask::Result(_) => Vec::new(),
            Ask::Play(..) => self.proof_line().get(2 * self.node).map(of).unwrap_or_default(),
        }
    }

    /// The touches and answers that solve the rest of the task in our way.
    pub fn solution(&self) -> Vec<Act> {
        let Some((_, task)) = self.task() else { return Vec::new() };
        let touches = |m: &Move| m.path().iter().map(|s| Act::Touch(*s)).collect::<Vec<_>>();
        match &task.ask {
            Ask::Tap(wanted) => {
                let missing = wanted.iter().filter(|s| !self.touched.contains(s));
                missing.map(|s| Act::Touch(*s)).collect()
            }
            Ask::Any => self.position.legal_moves().first().map(touches).unwrap_or_default(),
            Ask::All => {
                let all = self.position.legal_moves();
                all.iter()
                    .filter(|m| !self.found.iter().any(|own| own.same_as(m)))
                    .flat_map(touches)
                    .collect()
            }
            Ask::Reach(targets) => {
                let missing: Vec<Square> =
                    targets.iter().copied().filter(|t| !self.touched.contains(t)).collect();
                tour(&self.position, &missing, 12).iter().flat_map(touches).collect()
            }
            Ask::Play(..) => {
                let line = self.proof().map(|proof| &proof.line[..]).unwrap_or_default();
                line.iter().skip(2 * self.node).step_by(2).flat_map(touches).collect()
            }
            _ => self.right_answer().map(Act::Answer).into_iter().collect(),
        }
    }
}

/// The shortest way of a piece over all these squares, its moves in order.
fn tour(position: &Position, missing: &[Square], most: usize) -> Vec<Move> {
    fn go(position: &Position, missing: &[Square], left: usize, line: &mut Vec<Move>) -> bool {
        if missing.is_empty() {
            return true;
        }
        if left == 0 {
            return false;
        }
        for m in position.legal_moves() {
            if line.last().is_some_and(|last: &Move| last.to() != m.from()) {
                continue;
            }
            let rest: Vec<Square> = missing.iter().copied().filter(|s| *s != m.to()).collect();
            let next = position.play(&m).passed();
            line.push(m);
            if go(&next, &rest, left - 1, line) {
                return true;
            }
            line.pop();
        }
        false
    }
    let mut line = Vec::new();
    for depth in 1..=most {
        if go(position, missing, depth, &mut line) {
            return line;
        }
    }
    Vec::new()
}
