//! Touches, moves and answers: what is right, and what refutes the rest.

use super::{Player, Say};
use crate::app::learn::course::Ask;
use crate::app::picker::{Picker, Touch};
use crate::rules::{Move, Position, Square};

impl Player {
    pub(super) fn touch(&mut self, square: Square) -> bool {
        if self.closed || !self.queue.is_empty() {
            return false;
        }
        let Some((_, task)) = self.task() else { return false };
        if let Ask::Tap(wanted) = &task.ask {
            let wanted = wanted.clone();
            if !wanted.contains(&square) {
                self.fault();
                self.say = Say::WrongSquare(square);
            } else if !self.touched.contains(&square) {
                self.touched.push(square);
                self.lit.clone_from(&self.touched);
                self.say = Say::Found(self.touched.len(), wanted.len());
                if self.touched.len() == wanted.len() {
                    self.solve(Say::Right);
                }
            }
            return true;
        }
        if !self.awaits_move() {
            return false;
        }
        let touch = self.picker.touch(square);
        self.picked(touch)
    }

    /// A piece was dragged from its square over others and dropped on the last of them.
    pub fn drop(&mut self, from: Square, trail: &[Square]) -> bool {
        if !self.queue.is_empty() || !self.awaits_move() {
            return false;
        }
        let touch = self.picker.drop(from, trail);
        self.picked(touch)
    }

    /// Leaves the route begun.
    pub fn leave(&mut self) {
        if self.picker.leave() {
            self.say = Say::Left;
        }
    }

    fn picked(&mut self, touch: Touch) -> bool {
        self.lit.clear();
        self.say = match touch {
            Touch::Nothing => return true,
            Touch::Chosen | Touch::Further => Say::Chosen,
            Touch::Left => Say::Left,
            Touch::Refused(refusal) => {
                self.lit.clone_from(&refusal.lit);
                Say::Refused(refusal)
            }
            Touch::WhichWay(squares) => {
                self.lit.clone_from(&squares);
                Say::WhichWay(squares)
            }
            Touch::GoOn(squares) => {
                self.lit.clone_from(&squares);
                Say::GoOn(squares)
            }
            Touch::Complete(m) => {
                self.made(&m);
                return true;
            }
        };
        true
    }

    /// A legal move was made.
    fn made(&mut self, m: &Move) {
        let at = self.position;
        self.picker = Picker::new(&at);
        let Some((_, task)) = self.task() else { return };
        match &task.ask {
            Ask::Reach(targets) => {
                let targets = targets.clone();
                self.reached(&at, m, &targets);
            }
            Ask::All => {
                let all = at.legal_moves().len();
                self.show(at, std::slice::from_ref(m));
                if self.found.iter().any(|own| own.same_as(m)) {
                    self.say = Say::Again(m.clone());
                    return;
                }
                self.found.push(m.clone());
                self.say = Say::Found(self.found.len(), all);
                if self.found.len() == all {
                    self.solve(Say::Right);
                }
            }
            Ask::Play(..) => self.judged(&at, m),
            _ => {
                self.show(at, std::slice::from_ref(m));
                self.solve(Say::Right);
            }
        }
    }

    fn reached(&mut self, at: &Position, m: &Move, targets: &[Square]) {
        self.show(*at, std::slice::from_ref(m));
        let next = at.play(m).passed();
        let here = m.to();
        if targets.contains(&here) && !self.touched.contains(&here) {
            self.touched.push(here);
        }
        self.lit.clone_from(&self.touched);
        let missing: Vec<Square> = targets.iter().copied().filter(|t| !self.touched.contains(t)).collect();
        let lost = missing.iter().find(|target| !can_reach(&next, here, **target));
        if let Some(target) = lost {
            self.fault();
            (self.say, self.closed) = (Say::OutOfReach(*target), true);
            self.touched.clear();
            if let Some((_, task)) = self.task() {
                self.position = task.start;
            }
            return;
        }
        self.position = next;
        self.picker = Picker::new(&next);
        self.say = Say::Found(self.touched.len(), targets.len());
        if missing.is_empty() {
            self.solve(Say::Right);
        }
    }

    fn judged(&mut self, at: &Position, m: &Move) {
        let Some(proof) = self.proof() else { return };
        let node = self.node;
        if proof.line.get(2 * node).is_some_and(|own| own.same_as(m)) {
            let reply = proof.line.get(2 * node + 1).cloned();
            let last = node + 1 >= proof.others.len();
            let mut next = at.play(m);
            let mut line = vec![m.clone()];
            if let Some(reply) = reply {
                next = next.play(&reply);
                line.push(reply);
            }
            self.show(*at, &line);
            self.position = next;
            self.picker = Picker::new(&next);
            self.node += 1;
            self.say = Say::Nothing;
            if last {
                self.solve(Say::Right);
            }
            return;
        }
        let found = proof.others.get(node).and_then(|all| all.iter().find(|v| v.played.same_as(m))).cloned();
        let Some(verdict) = found else { return };
        let line: Vec<Move> = std::iter::once(m.clone()).chain(verdict.line.clone()).collect();
        self.show(*at, &line);
        if verdict.right {
            self.solve(Say::RightToo(at.play(m), verdict.line));
        } else {
            self.fault();
            (self.say, self.closed) = (Say::Refuted(*at, line), true);
        }
    }

    pub(super) fn answer(&mut self, place: usize) -> bool {
        if self.closed || !self.queue.is_empty() || place >= self.answers().len() {
            return false;
        }
        let (right, start) = (self.right_answer(), self.position);
        let Some((_, task)) = self.task() else { return false };
        let wrong = match &task.ask {
            Ask::Why(_, refusal) => {
                // The proof, played on the board: what would be right.
                let witness = refusal.witness.clone();
                let refusal = (**refusal).clone();
                self.lit.extend(refusal.lit.iter().copied());
                if let Some(witness) = witness.filter(|_| Some(place) != right) {
                    self.show(start, &[witness]);
                }
                Say::WrongReason(refusal)
            }
            Ask::Count(_) => {
                let all = start.legal_moves();
                if Some(place) != right {
                    for m in &all {
                        self.queue.push_back((start, m.clone()));
                    }
                }
                Say::WrongCount(all.len())
            }
            _ => {
                let line = self.proof().map(|proof| proof.line.clone()).unwrap_or_default();
                self.show(start, &line);
                Say::WrongResult
            }
        };
        if Some(place) == right {
            self.solve(Say::Right);
        } else {
            self.fault();
            (self.say, self.closed) = (wrong, true);
        }
        true
    }
}

/// Whether the piece on `from` can get to `target` by moves of its own alone.
fn can_reach(position: &Position, from: Square, target: Square) -> bool {
    let mut seen = vec![from];
    let mut open = vec![*position];
    let mut at = vec![from];
    while let (Some(position), Some(here)) = (open.pop(), at.pop()) {
        for m in position.legal_moves().iter().filter(|m| m.from() == here) {
            if m.to() == target {
                return true;
            }
            if !seen.contains(&m.to()) {
                seen.push(m.to());
                open.push(position.play(m).passed());
                at.push(m.to());
            }
        }
    }
    false
}
