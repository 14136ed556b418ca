//! The search below the root: principal variation search, and quiescence where it ends.
//!
//! A search can be stopped at any interior node and taken up again later exactly where it was: on the way out each node
//! leaves its [`Frame`], on the way back in it finds it. So what a search finds does not depend on how it was sliced.

use super::ends::Ends;
use super::figures::{self as f, Figures};
use super::node::Node;
use crate::ai::draws::Draws;
use crate::ai::eval::Eval;
use crate::ai::random::mixed;
use crate::ai::score::{INFINITY, LEAST_WIN, Value, WIN};
use crate::ai::table::{Bound, Hint, Known, Table};
use crate::rules::{Bits, Black, Goal, Law, Side, Step, Turn, Variant, White, can_capture, generate, quiets};

/// The search was stopped; the value means nothing.
pub(super) const STOPPED: Value = Value::MIN;

/// What is being searched in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// A quick look whether the node can be cut, above beta or below alpha.
    Probe,
    ProbeLow,
    /// The next step is to be chosen.
    Choose,
    /// A step at reduced depth, with a window of one.
    Reduced,
    /// A step at full depth, with a window of one.
    Scout,
    /// A step at full depth with the whole window.
    Full,
}

/// What a node that is being searched knows, beside what stands in the stacks.
#[derive(Debug, Clone, Copy)]
struct Frame {
    stage: Stage,
    alpha: Value,
    best: Value,
    /// The place of the best step in the stack.
    best_at: usize,
    /// The steps of the node in the stack, and the one that is being searched.
    first: usize,
    at: usize,
    end: usize,
    /// Depth for the children is one less.
    depth: i32,
    /// The depth that was asked for, before any extension.
    asked: i32,
    captures: bool,
}

/// The searcher of one kind of law.
pub(super) struct Tree<L: Law> {
    pub(super) law: L,
    /// The rule set itself: the law of a main game serves others with its moves.
    variant: &'static Variant,
    pub(super) eval: Eval<L::Bits>,
    pub(super) draws: Draws<L::Bits>,
    pub(super) figures: Figures,
    pub(super) endings: Ends,
    pub(super) table: Table,
    pub(super) nodes: u64,
    /// The search stops at the first interior node after so many.
    pub(super) stop_at: u64,
    /// Hashes of the positions that led here, the game's own first.
    pub(super) path: Vec<u64>,
    /// How many of them are the game's: the root's hash is the last of these.
    pub(super) played: usize,
    /// Mixed into the table's keys, so that a short-sighted search leaves nothing to a sharp one.
    salt: u64,
    /// No deeper than this ply are captures followed.
    sight: usize,
    /// No line is longer than this many plies by extensions.
    pub(super) longest: usize,
    steps: Vec<Step<L::Bits>>,
    ranks: Vec<i32>,
    killers: Vec<[Hint; 2]>,
    history: Vec<i16>,
    /// Best lines by ply.
    pub(super) lines: Vec<Vec<Step<L::Bits>>>,
    /// The frames of a stopped search, the root's child last.
    saved: Vec<Frame>,
}

impl<L: Law> Tree<L> {
    /// Indices of squares are numbers of so many bits.
    const INDEX_BITS: usize = if size_of::<L::Bits>() == 8 { 6 } else { 7 };

    pub(super) fn new(
        law: L,
        variant: &'static Variant,
        eval: Eval<L::Bits>,
        table: Table,
        played: usize,
    ) -> Self {
        Self {
            law,
            variant,
            eval,
            draws: Draws::new(variant),
            figures: Figures::default(),
            endings: Ends::default(),
            table,
            nodes: 0,
            stop_at: 0,
            played,
            path: Vec::new(),
            salt: 0,
            sight: usize::MAX,
            longest: 0,
            steps: Vec::with_capacity(1024),
            ranks: Vec::with_capacity(1024),
            killers: vec![[Hint::default(); 2]; f::MOST_PLIES + 1],
            history: vec![0; 2 << (2 * Self::INDEX_BITS)],
            lines: vec![Vec::new(); f::MOST_PLIES + 2],
            saved: Vec::new(),
        }
    }

    /// Sees no further than so many plies from the root; 0 is as far as it can.
    pub(super) fn see(&mut self, sight: u8) {
        self.sight = if sight == 0 { usize::MAX } else { usize::from(sight) };
        self.salt = if sight == 0 { 0 } else { mixed(u64::from(sight)) };
    }

    /// Searches the position after a step, seen by the side that makes it.
    pub(super) fn child<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        step: &Step<L::Bits>,
        window: (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        let next = node.after(self.law, turn, &self.eval, &self.draws, step);
        let (alpha, beta) = (-window.1, -window.0);
        let value = if depth <= 0 || ply >= self.sight {
            self.quiesce(turn.other(), &next, alpha, beta, ply, self.figures.threat_plies)
        } else {
            self.visit(turn.other(), &next, alpha, beta, depth, ply)
        };
        if value == STOPPED { STOPPED } else { -value }
    }

    /// What the side to move gets that has no legal move, or whose opponent has reached the goal.
    #[inline(always)]
    fn ended(&self, ply: usize) -> Value {
        match self.variant.goal {
            Goal::Normal | Goal::Crown => ply as Value - WIN,
            Goal::Lose => WIN - ply as Value,
        }
    }

    /// The full-width search of a position.
    #[inline(never)]
    fn visit<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Value {
        let key = self.key(node);
        let mut frame = match self.saved.pop() {
            Some(frame) => frame,
            None => match self.enter(turn, node, key, alpha, beta, depth, ply) {
                Ok(frame) => frame,
                Err(value) => return value,
            },
        };
        if matches!(frame.stage, Stage::Probe | Stage::ProbeLow) {
            // The same position, shallower, against a higher bar or a lower one ('ProbCut').
            let figures = &self.figures;
            let high = frame.stage == Stage::Probe;
            let bar = if high {
                beta + figures.probe_margin + figures.probe_margin_ply * depth
            } else {
                alpha - figures.low_margin - figures.low_margin_ply * depth + 1
            };
            let depth = depth - figures.probe_less - depth / figures.probe_less_every.max(1);
            let value = if depth <= 0 {
                self.quiesce(turn, node, bar - 1, bar, ply, self.figures.threat_plies)
            } else {
                self.visit(turn, node, bar - 1, bar, depth, ply)
            };
            if value == STOPPED {
                self.saved.push(frame);
                return STOPPED;
            }
            if (value >= bar) == high {
                self.steps.truncate(frame.first);
                self.ranks.truncate(frame.first);
                return value;
            }
            self.begin(&mut frame, node);
        }
        let full_window = beta - alpha > 1;
        while frame.at < frame.end {
            if frame.stage == Stage::Choose {
                self.choose(frame.at, frame.end);
                if self.is_late(&frame, full_window) {
                    break;
                }
                frame.stage = self.first_stage(&frame, full_window);
            }
            let step = self.steps[frame.at];
            let (top, depth) = match frame.stage {
                Stage::Reduced => {
                    let tried = frame.at - frame.first;
                    let less = f::reduction(&self.figures, frame.depth, tried, self.ranks[frame.at]);
                    (frame.alpha + 1, frame.depth - 1 - less)
                }
                Stage::Scout => (frame.alpha + 1, frame.depth - 1),
                Stage::Probe | Stage::ProbeLow | Stage::Choose | Stage::Full => (beta, frame.depth - 1),
            };
            let value = self.child(turn, node, &step, (frame.alpha, top), depth, ply + 1);
            if value == STOPPED {
                self.saved.push(frame);
                return STOPPED;
            }
            if frame.stage == Stage::Reduced && value > frame.alpha {
                frame.stage = Stage::Scout;
                continue;
            }
            if frame.stage == Stage::Scout && value > frame.alpha && value < beta {
                frame.stage = Stage::Full;
                continue;
            }
            if value > frame.best {
                frame.best = value;
                if value > frame.alpha {
                    frame.best_at = frame.at;
                    frame.alpha = value;
                    if full_window {
                        self.lengthen_line(ply, step);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            frame.at += 1;
            frame.stage = Stage::Choose;
        }
        self.leave(turn, &frame, key, alpha, beta, ply);
        frame.best
    }

    /// Begins a node: what the rules and the table say at once, or the frame with the steps to be searched.
    #[allow(clippy::too_many_arguments, reason = "the side to move is mostly none: a type")]
    fn enter<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        key: u64,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Result<Frame, Value> {
        if self.nodes >= self.stop_at {
            return Err(STOPPED);
        }
        self.nodes += 1;
        self.lines[ply].clear();
        if self.repeats(node) || self.draws.drawn(node.counts, &node.board) {
            // A win comes before any draw (RULES.md, section 4): who has no move has no draw either.
            return Err(if self.stuck(turn, node) { self.ended(ply) } else { 0 });
        }
        if ply >= f::MOST_PLIES {
            return Err(self.eval.value(turn, &node.board, node.sum));
        }
        // No win can be shorter than the one next ply, nor a loss than one now.
        let (low, high) = (ply as Value - WIN, WIN - ply as Value - 1);
        if high <= alpha {
            return Err(high);
        }
        if low >= beta {
            return Err(low);
        }
        let known = self.table.find(key, depth, ply);
        if let Some(known) = known
            && beta - alpha == 1
            && known.depth >= depth
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= beta,
                Bound::Upper => known.value <= alpha,
            }
        {
            return Err(known.value);
        }
        let first = self.steps.len();
        let rested = node.rested(self.law, turn);
        generate(self.law, turn, &node.board, rested, &mut self.steps);
        let end = self.steps.len();
        if end == first {
            return Err(self.ended(ply));
        }
        let captures = self.steps[first].captured.any();
        if !captures && let Some(value) = self.looked_up(turn, node) {
            self.steps.truncate(first);
            return Err(value);
        }
        self.rank(turn, first, ply, known.and_then(|known| known.hint));
        // A single reply costs no depth.
        let extended = if ply >= self.longest {
            depth
        } else if end - first == 1 {
            depth + 1
        } else if captures {
            depth + self.figures.extend_captures
        } else {
            depth
        };
        // Without a table move the order is poor: a look a ply shallower finds one for the next time.
        let doubt = i32::from(
            depth >= self.figures.doubt_depth
                && !captures
                && end - first > 1
                && known.is_none_or(|known| known.hint.is_none()),
        );
        let mut frame = Frame {
            stage: Stage::Probe,
            alpha,
            best: -INFINITY,
            best_at: usize::MAX,
            first,
            at: first,
            end,
            depth: extended - doubt,
            asked: depth - doubt,
            captures,
        };
        let quiet = beta - alpha == 1 && end - first > 1 && beta.abs() < LEAST_WIN && !captures;
        if quiet && depth <= self.figures.hopeless_depth && alpha.abs() < LEAST_WIN {
            let bar = alpha - self.figures.hopeless_margin * depth;
            let value = self.quiesce(turn, node, bar, bar + 1, ply, self.figures.threat_plies);
            if value <= bar {
                self.steps.truncate(first);
                self.ranks.truncate(first);
                return Err(value);
            }
        }
        match self.first_look(turn, node, quiet && depth >= self.figures.probe_depth, alpha, beta) {
            Some(stage) => frame.stage = stage,
            None => self.begin(&mut frame, node),
        }
        Ok(frame)
    }

    /// Which look may cut a node that is worth one.
    #[inline(always)]
    fn first_look<T: Turn>(
        &self,
        turn: T,
        node: &Node<L::Bits>,
        worth: bool,
        alpha: Value,
        beta: Value,
    ) -> Option<Stage> {
        if !worth {
            return None;
        }
        let stands = self.eval.value(turn, &node.board, node.sum);
        if stands >= beta - self.figures.probe_gate {
            Some(Stage::Probe)
        } else {
            (self.figures.low_margin > 0 && stands <= alpha).then_some(Stage::ProbeLow)
        }
    }

    /// Whether the steps of a node that are left are not worth a look.
    #[inline(always)]
    fn is_late(&self, frame: &Frame, full_window: bool) -> bool {
        let late = self.figures.late_moves * (frame.depth.max(0) as usize + 1);
        frame.depth <= self.figures.late_depth
            && !full_window
            && !frame.captures
            && frame.at - frame.first >= late
            && frame.best > -LEAST_WIN
            && self.ranks[frame.at] < 1 << 16
    }

    fn begin(&mut self, frame: &mut Frame, node: &Node<L::Bits>) {
        frame.stage = Stage::Choose;
        self.path.push(node.hash);
    }

    /// Ends a node: what was found is kept for later.
    fn leave<T: Turn>(&mut self, turn: T, frame: &Frame, key: u64, alpha: Value, beta: Value, ply: usize) {
        self.path.pop();
        let best = (frame.best_at != usize::MAX).then(|| self.steps[frame.best_at]);
        if let Some(step) = best
            && frame.best >= beta
            && !frame.captures
        {
            self.praise(turn, frame, &step, ply);
        }
        let bound = if frame.best >= beta {
            Bound::Lower
        } else if frame.best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let hint = best.as_ref().map(Hint::of);
        let known = Known { value: frame.best, depth: frame.asked, bound, hint };
        self.table.keep(key, ply, known);
        self.steps.truncate(frame.first);
        self.ranks.truncate(frame.first);
    }

    /// The first way in which the next step is searched.
    #[inline(always)]
    fn first_stage(&self, frame: &Frame, full_window: bool) -> Stage {
        let searched = frame.at - frame.first;
        if searched == 0 {
            return if full_window { Stage::Full } else { Stage::Scout };
        }
        let reduce = searched >= self.figures.full_moves
            && frame.depth >= self.figures.reduce_depth
            && !frame.captures
            && !self.steps[frame.at].crowns;
        if reduce { Stage::Reduced } else { Stage::Scout }
    }

    /// The end of the search: captures are played out, since they are compulsory; elsewhere the position is judged, after
    /// one more full ply where the opponent threatens to capture.
    #[inline(never)]
    fn quiesce<T: Turn>(
        &mut self,
        turn: T,
        node: &Node<L::Bits>,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        threat_plies: u8,
    ) -> Value {
        self.nodes += 1;
        if ply <= f::MOST_PLIES {
            self.lines[ply].clear();
        }
        if self.law.facts().goal == Goal::Crown && node.board.kings.any() {
            return self.ended(ply);
        }
        let captures = can_capture(self.law, turn, &node.board);
        let compulsory = captures && self.law.facts().must_capture;
        if !captures && !self.can_step(turn, node) {
            return self.ended(ply);
        }
        if !node.counts.none() && (self.draws.drawn(node.counts, &node.board) || self.repeats(node)) {
            return 0;
        }
        if !captures && let Some(value) = self.looked_up(turn, node) {
            return value;
        }
        let mut best = -INFINITY;
        let sees = ply < self.sight && ply < f::MOST_PLIES;
        let threatened = !compulsory
            && threat_plies > 0
            && sees
            && can_capture(self.law, turn.other(), &node.board.passed());
        let judged = if compulsory { !sees } else { !threatened };
        if judged {
            best = self.eval.value(turn, &node.board, node.sum);
            if compulsory || !captures || best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.steps.len();
        generate(self.law, turn, &node.board, node.rested(self.law, turn), &mut self.steps);
        let end = self.steps.len();
        let threat_plies = if captures { threat_plies } else { threat_plies - 1 };
        for i in first..end {
            let step = self.steps[i];
            if !step.captured.any() && captures {
                break; // Home rules: only the captures are played out.
            }
            let next = node.after(self.law, turn, &self.eval, &self.draws, &step);
            let value = -self.quiesce(turn.other(), &next, -beta, -alpha, ply + 1, threat_plies);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                    self.lengthen_line(ply, step);
                }
            }
        }
        self.steps.truncate(first);
        best
    }

    /// What the endgame tables say, where the side to move has no capture.
    #[inline(always)]
    fn looked_up<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> Option<Value> {
        if !self.endings.concern(node) {
            return None;
        }
        let sign = self.endings.sign(self.law, turn.side(), node)?;
        let eval = self.eval.value(turn, &node.board, node.sum) / f::TABLE_EVAL;
        Some(if sign == 0 { 0 } else { sign * f::TABLE_WIN + eval })
    }

    /// Whether the side to move has a quiet step.
    #[inline(always)]
    fn can_step<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> bool {
        match turn.side() {
            _ if !L::FIXED => self.can_step_here(turn, node),
            Side::White => self.can_step_here(White, node),
            Side::Black => self.can_step_here(Black, node),
        }
    }

    #[inline(always)]
    fn can_step_here<T: Turn>(&self, turn: T, node: &Node<L::Bits>) -> bool {
        let board = &node.board;
        let free = self.law.board() & !board.occupied();
        let men = board.mine & !board.kings;
        let dirs = self.law.facts().man_steps(turn.side());
        let men_can = (0..8).any(|d| dirs >> d & 1 == 1 && (men.shifted(self.law.step(d)) & free).any());
        men_can || ((board.mine & board.kings).any() && self.king_can_step(turn.side(), node))
    }

    #[inline(never)]
    fn king_can_step(&self, turn: Side, node: &Node<L::Bits>) -> bool {
        let mut can = false;
        quiets(self.law, turn, &node.board, node.rested(self.law, turn), |_| can = true);
        can
    }

    #[inline(never)]
    fn stuck<T: Turn>(&mut self, turn: T, node: &Node<L::Bits>) -> bool {
        let first = self.steps.len();
        generate(self.law, turn, &node.board, node.rested(self.law, turn), &mut self.steps);
        let stuck = self.steps.len() == first;
        self.steps.truncate(first);
        stuck
    }

    /// Whether the position has stood before: once on the way from the root is enough, since who can repeat once can
    /// do it again; positions of the game itself count as the rule says.
    #[inline(always)]
    fn repeats(&self, node: &Node<L::Bits>) -> bool {
        node.reversible >= 4 && self.has_stood(node)
    }

    #[inline(never)]
    fn has_stood(&self, node: &Node<L::Bits>) -> bool {
        let now = self.path.len();
        let mut times = 1;
        let mut back = 4;
        while back <= usize::from(node.reversible) && back <= now {
            let at = now - back;
            if self.path[at] == node.hash {
                times += 1;
                if at + 1 >= self.played || times >= self.draws.repetitions {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// The key of the table. Near the end of a draw rule's count a position is worth something else than before.
    #[inline(always)]
    fn key(&self, node: &Node<L::Bits>) -> u64 {
        let key = node.hash ^ self.salt;
        if node.counts.none() { key } else { key ^ mixed(u64::from(node.counts.most() / 8)) }
    }

    fn lengthen_line(&mut self, ply: usize, step: Step<L::Bits>) {
        if ply + 1 >= self.lines.len() {
            return;
        }
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(step);
        line.extend_from_slice(&after[0]);
    }
}

/// The order in which steps are tried.
impl<L: Law> Tree<L> {
    #[inline(always)]
    fn history_at<T: Turn>(turn: T, step: &Step<L::Bits>) -> usize {
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        (turn.side().index() << Self::INDEX_BITS | from) << Self::INDEX_BITS | to
    }

    /// Gives each step from `first` on its rank: table move, then crownings, killers, history.
    #[inline(always)]
    fn rank<T: Turn>(&mut self, turn: T, first: usize, ply: usize, best: Option<Hint>) {
        let killers = self.killers[ply];
        for step in &self.steps[first..] {
            let hint = Hint::of(step);
            let rank = if Some(hint) == best {
                1 << 20
            } else if step.captured.any() {
                step.captured.count() as i32
            } else if step.crowns {
                1 << 18
            } else if hint == killers[0] {
                1 << 17
            } else if hint == killers[1] {
                1 << 16
            } else {
                i32::from(self.history[Self::history_at(turn, step)])
            };
            self.ranks.push(rank);
        }
        debug_assert_eq!(self.ranks.len(), self.steps.len());
    }

    /// Brings the best of the steps that are left to the place `at`.
    #[inline(always)]
    fn choose(&mut self, at: usize, end: usize) {
        let mut best = at;
        for i in at + 1..end {
            if self.ranks[i] > self.ranks[best] {
                best = i;
            }
        }
        // What is passed over keeps its order.
        self.steps[at..=best].rotate_right(1);
        self.ranks[at..=best].rotate_right(1);
    }

    /// Remembers a quiet step that cut its node, and that those before it did not.
    fn praise<T: Turn>(&mut self, turn: T, frame: &Frame, step: &Step<L::Bits>, ply: usize) {
        let hint = Hint::of(step);
        let killers = &mut self.killers[ply];
        if killers[0] != hint {
            killers[1] = killers[0];
            killers[0] = hint;
        }
        let bonus = (frame.depth * frame.depth * 4).min(f::HISTORY_LIMIT / 8);
        for i in frame.first..=frame.best_at {
            let at = Self::history_at(turn, &self.steps[i]);
            let change = if i == frame.best_at { bonus } else { -bonus };
            let old = i32::from(self.history[at]);
            self.history[at] = (old + change - old * bonus / f::HISTORY_LIMIT) as i16;
        }
    }
}
