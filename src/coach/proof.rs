//! Proofs about material and wins: a full-width search that answers yes, no, or 'not within this budget'.
//!
//! It leaves nothing out: no reductions, no guesses, no table that could mistake one position for another. What it says
//! is true as far as it looks, and how far that is belongs to the answer.

use crate::rules::{Bits, Game, Goal, Law, Move, Position, Side, Step, Variant, Wide, can_capture, generate};

/// A line that has not come to rest by then shows nothing.
const LONGEST_LINE: usize = 40;

/// What a king counts beside a man, in every sentence of the coach.
pub fn king_worth(variant: &Variant) -> i32 {
    if variant.flying { 3 } else { 2 }
}

/// A side's material less the other's: men count one, kings [`king_worth`].
pub fn balance(position: &Position, side: Side) -> i32 {
    let worth = |side| {
        let (men, kings) = position.material(side);
        men as i32 + king_worth(position.variant()) * kings as i32
    };
    worth(side) - worth(side.other())
}

/// The smallest number of plies after which a draw rule could end this game: one that counts already, or any.
pub(super) fn plies_to_draw(game: &Game, any: bool) -> u16 {
    game.draw_counts()
        .filter(|count| !matches!(count.rule, crate::rules::DrawRule::Repetition(_)))
        .filter(|count| any || count.applies)
        .map(|count| count.limit.saturating_sub(count.plies))
        .min()
        .unwrap_or(u16::MAX)
}

/// Whether and how far proofs are possible in a game: not where material is a burden, not where a draw is at the door.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    /// The most quiet plies that may be looked ahead.
    pub(super) quiet: u8,
    /// Whether material says anything.
    pub(super) material: bool,
    /// The most plies to a win.
    pub(super) plies: u16,
    /// Positions that have stood before: coming back to one of them wins nothing.
    before: Vec<u64>,
}

impl Ground {
    /// What a game allows.
    pub(super) fn of(game: &Game) -> Self {
        let draw = plies_to_draw(game, true);
        Self {
            quiet: 8,
            material: game.variant().goal != Goal::Lose && plies_to_draw(game, false) > 12,
            plies: draw.saturating_sub(1).min(24),
            before: (0..game.ply()).filter_map(|ply| game.position_at(ply)).map(Position::hash).collect(),
        }
    }
}

/// What is asked of one search.
#[derive(Debug, Clone, Copy)]
struct Aim {
    attacker: Side,
    /// The attacker's balance at rest must be this at least.
    target: i32,
}

/// Proves claims by search. One for each analysis: it counts nodes over all its proofs.
pub(super) struct Prover {
    law: Wide,
    /// Nodes that may still be spent on the present question.
    left: u64,
    /// Nodes spent on all questions.
    spent: u64,
    steps: Vec<Step<u128>>,
    /// For each ply the step that settled the last node there: it often settles its neighbour.
    settlers: Vec<Option<Step<u128>>>,
    /// Hashes of positions that count as no win.
    before: Vec<u64>,
    /// The answers to the questions of the present unit, in their order.
    answers: Vec<Option<bool>>,
    /// How many of them have been given again.
    again: usize,
    /// From so many nodes on the unit pauses.
    until: u64,
    /// It pauses: what it comes to now is worth nothing.
    paused: bool,
}

impl std::fmt::Debug for Prover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("spent", &self.spent).finish_non_exhaustive()
    }
}

impl Prover {
    /// A prover for positions of this rule set.
    pub(super) fn new(variant: &'static Variant, ground: &Ground) -> Self {
        Self {
            law: Wide::new(variant),
            left: 0,
            spent: 0,
            steps: Vec::new(),
            settlers: Vec::new(),
            before: ground.before.clone(),
            answers: Vec::new(),
            again: 0,
            until: u64::MAX,
            paused: false,
        }
    }

    /// A unit of questions begins, or begins anew after a pause: what was answered already is answered at once. Once
    /// `until` nodes are spent it pauses.
    pub(super) fn resume(&mut self, until: u64) {
        (self.again, self.until, self.paused) = (0, until, false);
    }

    /// Whether the unit has come to its end; else it is to be done again.
    pub(super) fn finished(&mut self) -> bool {
        if !self.paused {
            self.forget();
        }
        !self.paused
    }

    /// The unit is given up.
    pub(super) fn forget(&mut self) {
        self.answers.clear();
    }

    /// Nodes spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether `attacker`, whatever the other side does, has a balance of `target` at least when `quiet` plies without a
    /// capture have been made from here and all captures are over. Captures cost no ply. `None`: not within `nodes`.
    ///
    /// At the end nothing may hang: where the attacker is to move and would lose something by passing, it must have a
    /// move that keeps the target.
    pub(super) fn comes_to(
        &mut self,
        position: &Position,
        attacker: Side,
        target: i32,
        quiet: u8,
        nodes: u64,
    ) -> Option<bool> {
        self.ask(nodes, |prover| {
            let aim = Aim { attacker, target };
            prover.holds(aim, position, quiet, 0)
        })
    }

    /// Whether `attacker` wins the game within `plies`, whatever the other side does. `None`: not within `nodes`.
    pub(super) fn wins(
        &mut self,
        position: &Position,
        attacker: Side,
        plies: u16,
        nodes: u64,
    ) -> Option<bool> {
        self.ask(nodes, |prover| prover.won(attacker, position, plies, 0))
    }

    /// Whether `attacker` crowns a man with its `moves`th move at the latest, whatever the other side does.
    pub(super) fn crowns(
        &mut self,
        position: &Position,
        attacker: Side,
        moves: u8,
        nodes: u64,
    ) -> Option<bool> {
        self.ask(nodes, |prover| prover.crowned(attacker, position, moves, 0))
    }

    fn ask(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> Option<bool>) -> Option<bool> {
        if let Some(answer) = self.answers.get(self.again) {
            self.again += 1;
            return *answer;
        }
        self.paused |= self.spent >= self.until;
        if self.paused {
            return None;
        }
        self.left = nodes;
        self.steps.clear();
        let answer = search(self);
        self.spent += nodes - self.left;
        self.answers.push(answer);
        self.again += 1;
        answer
    }

    /// Who has won where the side to move has no move.
    fn winner(&self, at: &Position) -> Side {
        match self.law.facts().goal {
            Goal::Crown if (at.side(at.turn()) & at.kings()).any() => at.turn(),
            Goal::Lose => at.turn(),
            _ => at.turn().other(),
        }
    }

    /// The steps of a node, those from `base` on; the one that settled its neighbour first.
    fn open(&mut self, at: &Position, ply: usize) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let base = self.steps.len();
        generate(self.law, at.turn(), &at.board(), at.rested(), &mut self.steps);
        if self.settlers.len() <= ply {
            self.settlers.resize(ply + 1, None);
        }
        if let Some(settler) = self.settlers[ply]
            && let Some(place) = self.steps[base..].iter().position(|step| *step == settler)
        {
            self.steps[base..=base + place].rotate_right(1);
        }
        Some(base)
    }

    fn holds(&mut self, aim: Aim, at: &Position, quiet: u8, ply: usize) -> Option<bool> {
        let base = self.open(at, ply)?;
        let answer = self.holds_opened(aim, at, quiet, (ply, base));
        self.steps.truncate(base);
        answer
    }

    fn holds_opened(
        &mut self,
        aim: Aim,
        at: &Position,
        quiet: u8,
        (ply, base): (usize, usize),
    ) -> Option<bool> {
        let ours = at.turn() == aim.attacker;
        let end = self.steps.len();
        if base == end {
            return Some(self.winner(at) == aim.attacker);
        }
        let captures = self.steps[base..].iter().any(|step| step.captured.any());
        let may_rest = !captures || !self.law.facts().must_capture;
        let mut only_captures = false;
        if quiet == 0 && may_rest {
            let enough = balance(at, aim.attacker) >= aim.target;
            if !captures {
                if !ours || !enough || !can_capture(self.law, at.turn().other(), &at.board().passed()) {
                    return Some(enough);
                }
                // Something hangs: is there a move that saves it?
            } else if enough == ours {
                // The side to move need not capture, and is content.
                return Some(enough);
            } else {
                only_captures = true;
            }
        }
        for i in base..end {
            let step = self.steps[i];
            let taking = step.captured.any();
            if only_captures && !taking {
                continue;
            }
            let left = if taking { quiet } else { quiet.saturating_sub(1) };
            if self.holds(aim, &at.after(&step), left, ply + 1)? == ours {
                self.settlers[ply] = Some(step);
                return Some(ours);
            }
        }
        Some(!ours)
    }

    fn won(&mut self, attacker: Side, at: &Position, plies: u16, ply: usize) -> Option<bool> {
        let base = self.open(at, ply)?;
        let end = self.steps.len();
        let ours = at.turn() == attacker;
        let mut answer = !ours;
        if base == end {
            answer = self.winner(at) == attacker;
        } else if plies == 0 || (ply > 0 && self.before.contains(&at.hash())) {
            answer = false;
        } else {
            for i in base..end {
                let step = self.steps[i];
                if self.won(attacker, &at.after(&step), plies - 1, ply + 1)? == ours {
                    self.settlers[ply] = Some(step);
                    answer = ours;
                    break;
                }
            }
        }
        self.steps.truncate(base);
        Some(answer)
    }

    fn crowned(&mut self, attacker: Side, at: &Position, moves: u8, ply: usize) -> Option<bool> {
        let ours = at.turn() == attacker;
        if moves == 0 {
            return Some(false);
        }
        let base = self.open(at, ply)?;
        let end = self.steps.len();
        // No move left is no crowning, whoever has won by it.
        let mut answer = !ours && base < end;
        for i in base..end {
            let step = self.steps[i];
            let left = if ours { moves - 1 } else { moves };
            let done = (ours && step.crowns) || self.crowned(attacker, &at.after(&step), left, ply + 1)?;
            if done == ours {
                self.settlers[ply] = Some(step);
                answer = ours;
                break;
            }
        }
        self.steps.truncate(base);
        Some(answer)
    }

    /// A line that shows a proven claim of [`comes_to`](Self::comes_to): from `position` on, to a position at rest (no
    /// capture for either side) with the balance reached. The defence is one that keeps the attacker to the target
    /// where there is such.
    pub(super) fn line(
        &mut self,
        position: &Position,
        attacker: Side,
        target: i32,
        quiet: u8,
        nodes: u64,
    ) -> Option<Vec<Move>> {
        let (mut at, mut left) = (*position, quiet);
        let mut line = Vec::new();
        while line.len() < LONGEST_LINE {
            let moves = at.legal_moves();
            if moves.is_empty() {
                let won = at.winner() == Some(attacker);
                return won.then_some(line);
            }
            let taking = moves[0].is_capture();
            if !taking && !at.passed().must_capture() && balance(&at, attacker) >= target {
                return Some(line);
            }
            if !taking && left == 0 {
                // Something hangs, and there is a move for it: that move, then it must be at rest.
                left = 1;
            }
            let ours = at.turn() == attacker;
            let mut chosen = None;
            for m in moves {
                let after = at.play(&m);
                let rest = if m.is_capture() { left } else { left.saturating_sub(1) };
                if ours {
                    if self.comes_to(&after, attacker, target, rest, nodes)? {
                        chosen = Some((m, after, rest));
                        break;
                    }
                } else {
                    let stubborn = !self.comes_to(&after, attacker, target + 1, rest, nodes)?;
                    if stubborn || chosen.is_none() {
                        chosen = Some((m, after, rest));
                    }
                    if stubborn {
                        break;
                    }
                }
            }
            let (m, after, rest) = chosen?;
            line.push(m);
            (at, left) = (after, rest);
        }
        None
    }

    /// A line that shows a win within `plies`, to the end of the game.
    pub(super) fn winning_line(
        &mut self,
        position: &Position,
        attacker: Side,
        plies: u16,
        nodes: u64,
    ) -> Option<Vec<Move>> {
        let mut at = *position;
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let mut chosen = None;
            for m in at.legal_moves() {
                let after = at.play(&m);
                if at.turn() != attacker {
                    // The defence that holds out longest.
                    let longest = left < 2 || !self.wins(&after, attacker, left - 2, nodes)?;
                    if longest || chosen.is_none() {
                        chosen = Some((m, after));
                    }
                    if longest {
                        break;
                    }
                } else if self.wins(&after, attacker, left, nodes)? {
                    chosen = Some((m, after));
                    break;
                }
            }
            let Some((m, after)) = chosen else { break };
            line.push(m);
            at = after;
        }
        (at.winner() == Some(attacker)).then_some(line)
    }
}
