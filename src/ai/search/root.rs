//! The search at the root: deeper and deeper, with a window around the last score.

use super::Start;
use super::ends::Ends;
use super::figures as f;
use super::node::Node;
use super::tree::{STOPPED, Tree};
use crate::ai::eval::Eval;
use crate::ai::level::LevelFacts;
use crate::ai::random::Random;
use crate::ai::score::{INFINITY, LEAST_WIN, Value, WIN};
use crate::ai::table::Table;
use crate::rules::{Bits, Black, Law, Move, Side, Step, White};

/// A search without its type.
pub(super) trait Running {
    /// Searches until so many nodes are counted in all; whether the search is finished then.
    fn run(&mut self, until: u64) -> bool;
    /// How many nodes were counted.
    fn nodes(&self) -> u64;
    /// Depth, score and best line so far; the line begins with the place of a root move.
    fn answer(&self) -> Answer;
    /// The place of the root move to play.
    fn chosen(&self) -> usize;
    /// The position's successors along a line, as ends and victims of each step.
    fn line(&self) -> Vec<Step<u128>>;
    /// Ends the search.
    fn into_table(self: Box<Self>) -> Table;
}

/// What is known so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    /// The last depth that was finished.
    pub(super) depth: i32,
    pub(super) value: Value,
}

/// How the present root move is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Scout,
    Full,
}

struct RootMove<B> {
    step: Step<B>,
    /// How far a weak level sees after this move; 0 is all.
    sight: u8,
    /// Value in the present iteration, exact only where it was the best or where all moves are weighed.
    value: Value,
    /// Value in the last finished one.
    last: Value,
}

pub(super) struct Root<L: Law> {
    tree: Tree<L>,
    node: Node<L::Bits>,
    side: Side,
    moves: Vec<RootMove<L::Bits>>,
    /// The places in `moves`, the best first.
    order: Vec<usize>,
    level: Option<LevelFacts>,
    seed: u64,
    most_nodes: u64,
    most_depth: i32,
    // The present iteration.
    depth: i32,
    at: usize,
    stage: Stage,
    low: Value,
    high: Value,
    width: Value,
    alpha: Value,
    // The answer so far.
    finished: i32,
    best: usize,
    value: Value,
    line: Vec<Step<L::Bits>>,
}

impl<L: Law> Root<L> {
    pub(super) fn new(law: L, start: Start<'_>) -> Self {
        let Start { request, moves, mut table, patterns, endings, figures, terms } = start;
        let position = &request.position;
        let most_nodes = request.limits.nodes.unwrap_or(u64::MAX);
        table.begin(most_nodes);
        let mut path = request.history.clone();
        let eval = Eval::new(position.variant(), patterns, terms, (request.style, position.turn()));
        let mut tree = Tree::new(law, position.variant(), eval, table, path.len());
        let reversible = path.len().saturating_sub(1) as u16;
        let node = Node::of(position, &tree.eval, request.counts, reversible);
        path.pop();
        path.push(node.hash);
        tree.path = path;
        tree.figures = figures;
        let level = request.level;
        if level.is_none_or(|facts| facts.sight == 0) {
            tree.endings = Ends::new(endings, node.board.occupied().count());
        }
        let mut random = Random::new(request.seed);
        let moves: Vec<_> = moves
            .iter()
            .map(|m| RootMove {
                step: step_of(law, m),
                sight: level.map_or(0, |facts| sight(&facts, &mut random)),
                value: -INFINITY,
                last: -INFINITY,
            })
            .collect();
        let line = vec![moves[0].step];
        Self {
            tree,
            node,
            side: position.turn(),
            order: (0..moves.len()).collect(),
            moves,
            level,
            seed: random.bits(),
            most_nodes,
            most_depth: i32::from(request.limits.depth.unwrap_or(u8::MAX)).clamp(1, f::MOST_PLIES as i32 - 1),
            depth: 1,
            at: 0,
            stage: Stage::Full,
            low: -INFINITY,
            high: INFINITY,
            width: INFINITY,
            alpha: -INFINITY,
            finished: 0,
            best: 0,
            value: 0,
            line,
        }
    }

    fn weighs_all(&self) -> bool {
        self.level.as_ref().is_some_and(LevelFacts::weighs_all)
    }

    /// Searches one window over one root move; whether it was finished.
    fn advance(&mut self) -> bool {
        let place = self.order[self.at];
        let step = self.moves[place].step;
        let top = if self.stage == Stage::Scout { self.alpha + 1 } else { self.high };
        let window = (self.alpha, top);
        self.tree.see(self.moves[place].sight);
        self.tree.longest = self.depth as usize * self.tree.figures.extend_tenths / 10;
        let value = match self.side {
            // The page does with one copy of the search for both sides.
            side if cfg!(feature = "lean") => {
                self.tree.child(side, &self.node, &step, window, self.depth - 1, 1)
            }
            Side::White => self.tree.child(White, &self.node, &step, window, self.depth - 1, 1),
            Side::Black => self.tree.child(Black, &self.node, &step, window, self.depth - 1, 1),
        };
        if value == STOPPED {
            return false;
        }
        if self.stage == Stage::Scout && value > self.alpha && value < self.high {
            self.stage = Stage::Full;
            return true;
        }
        self.moves[place].value = value;
        if self.weighs_all() {
            self.at += 1;
        } else {
            if value > self.alpha {
                self.alpha = value;
                self.take(place, value);
            }
            self.at = if value >= self.high { self.order.len() } else { self.at + 1 };
            self.stage = Stage::Scout;
        }
        true
    }

    /// A new best move.
    fn take(&mut self, place: usize, value: Value) {
        (self.best, self.value) = (place, value);
        self.line.clear();
        self.line.push(self.moves[place].step);
        if self.stage == Stage::Full {
            self.line.extend_from_slice(&self.tree.lines[1]);
        }
        // The next iteration, or a wider window, begins with it.
        let at = self.order.iter().position(|p| *p == place).unwrap_or(0);
        self.order[..=at].rotate_right(1);
    }

    /// All root moves were searched: widens the window, or goes deeper; whether the search is finished.
    fn turn_over(&mut self) -> bool {
        if !self.weighs_all() {
            let best = self.alpha;
            if best <= self.low && self.low > -INFINITY {
                self.widen();
                self.low =
                    if self.width > self.tree.figures.widest_window { -INFINITY } else { best - self.width };
                self.again();
                return false;
            }
            if best >= self.high && self.high < INFINITY {
                self.widen();
                self.high =
                    if self.width > self.tree.figures.widest_window { INFINITY } else { best + self.width };
                self.again();
                return false;
            }
        }
        self.finished = self.depth;
        for m in &mut self.moves {
            m.last = m.value;
        }
        if self.weighs_all() {
            let moves = &self.moves;
            sort_by_value(&mut self.order, |place| moves[place].value);
            self.best = self.order[0];
            self.value = self.moves[self.best].value;
            self.line = vec![self.moves[self.best].step];
        }
        if self.is_enough() {
            return true;
        }
        self.depth += 1;
        self.width = self.tree.figures.window;
        let narrow = self.depth >= self.tree.figures.window_depth
            && self.value.abs() < LEAST_WIN
            && !self.weighs_all();
        (self.low, self.high) =
            if narrow { (self.value - self.width, self.value + self.width) } else { (-INFINITY, INFINITY) };
        self.again();
        false
    }

    fn widen(&mut self) {
        self.width = self.width.saturating_mul(3);
    }

    fn again(&mut self) {
        self.at = 0;
        self.stage = Stage::Full;
        self.alpha = self.low;
    }

    /// Whether nothing is gained by going deeper.
    fn is_enough(&self) -> bool {
        let seen_to_the_end = self.value.abs() >= LEAST_WIN && WIN - self.value.abs() <= self.depth;
        let forced = self.level.is_some() && self.moves.len() == 1;
        self.depth >= self.most_depth || forced || seen_to_the_end
    }
}

/// Brings the highest to the front; equal ones keep their order. (The library's sort is much code for a few dozen.)
fn sort_by_value(order: &mut [usize], value: impl Fn(usize) -> Value) {
    for i in 1..order.len() {
        let mut at = i;
        while at > 0 && value(order[at - 1]) < value(order[at]) {
            order.swap(at - 1, at);
            at -= 1;
        }
    }
}

impl<L: Law> Root<L> {
    /// How much a beginner likes a step, apart from what it is worth: 0 to 100, and `contact` for each opponent beside it.
    fn likes(&self, step: &Step<L::Bits>, contact: Value) -> Value {
        let geometry = self.tree.law.geometry();
        let (row, column) = geometry.row_column(geometry.square(u32::from(step.to)));
        let last = geometry.size - 1;
        let advanced = if self.side == Side::White { last - row } else { row };
        let figures = &self.tree.figures;
        let side = if column == 0 || column == last { figures.likes_side } else { 0 };
        let to = L::Bits::single(u32::from(step.to));
        let theirs = self.node.board.theirs & !step.captured;
        let beside = (0..8).filter(|d| (to.shifted(self.tree.law.step(*d)) & theirs).any()).count();
        Value::from(advanced) * figures.likes_advance / Value::from(last) + side + contact * beside as Value
    }
}

/// How far a level sees after one of its moves: sometimes less far than it could.
fn sight(facts: &LevelFacts, random: &mut Random) -> u8 {
    if random.below(1000) < u64::from(facts.overlooks) { facts.glance } else { facts.sight }
}

fn step_of<L: Law>(law: L, m: &Move) -> Step<L::Bits> {
    let geometry = law.geometry();
    let captured = m.captured().iter().fold(0, |set, square| set | geometry.bit(*square));
    Step {
        from: geometry.index_of[m.from().index()],
        to: geometry.index_of[m.to().index()],
        crowns: m.crowns(),
        captured: L::Bits::narrow(captured),
    }
}

impl<L: Law> Running for Root<L> {
    fn run(&mut self, until: u64) -> bool {
        self.tree.stop_at = until.min(self.most_nodes);
        loop {
            if self.at == self.order.len() {
                if self.turn_over() {
                    return true;
                }
            } else if !self.advance() {
                return self.tree.nodes >= self.most_nodes;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.tree.nodes
    }

    fn answer(&self) -> Answer {
        Answer { depth: self.finished, value: self.value }
    }

    fn chosen(&self) -> usize {
        let Some(level) = self.level.as_ref().filter(|level| level.weighs_all() && self.finished > 0) else {
            return self.best;
        };
        // A win or a loss in sight leaves nothing to choose.
        if self.value.abs() >= LEAST_WIN {
            return self.best;
        }
        let mut random = Random::new(self.seed);
        let choices = self.moves.iter().enumerate().filter_map(|(place, m)| {
            let liking = random.below(level.margin.max(1) as u64) as Value
                + self.likes(&m.step, level.contact) * level.margin / 100;
            (m.last >= self.value - level.margin).then_some((m.last + liking, place))
        });
        choices
            .max_by_key(|&(liking, place)| (liking, std::cmp::Reverse(place)))
            .map_or(self.best, |(_, p)| p)
    }

    fn line(&self) -> Vec<Step<u128>> {
        let wide = |step: &Step<L::Bits>| Step {
            from: step.from,
            to: step.to,
            crowns: step.crowns,
            captured: step.captured.wide(),
        };
        self.line.iter().map(wide).collect()
    }

    fn into_table(self: Box<Self>) -> Table {
        self.tree.table
    }
}
