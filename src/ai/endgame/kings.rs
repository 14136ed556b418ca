//! Kings against a lone king on boards too large for tables of all material: the same retrograde analysis, for one family of
//! endings that captures never leave.

use super::solve::{OPEN, outcome};
use super::{Ending, Outcome};
use crate::rules::{
    Bits, Board, Goal, Law, Position, Side, Square, Step, Task, Variant, White, can_capture, generate,
};

/// The most kings of the stronger side.
pub const MOST_KINGS: usize = 4;

/// All endings of one to so many kings against one.
#[derive(Debug)]
pub struct Kings {
    variant: &'static Variant,
    choose: Vec<[u32; MOST_KINGS + 1]>,
    /// By the number of kings: with the stronger side to move, and with the lone king to move. Values are plies plus one,
    /// odd where the side to move loses; 0 is a draw.
    classes: Vec<[Vec<u8>; 2]>,
}

/// How the endings of so many kings against one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingCount {
    /// Kings of the stronger side.
    pub kings: usize,
    /// Whether it is to move.
    pub strong: bool,
    /// Positions that the side to move wins, draws, loses.
    pub ends: [u64; 3],
    /// The longest win or loss in plies.
    pub longest: u32,
}

/// Solves one to so many kings (4 at most) against a lone king; `None` for rules under which a king's rest, an unforced capture
/// or another goal would matter.
pub fn solve_kings(variant: &'static Variant, kings: usize) -> Option<Kings> {
    struct Solve(&'static Variant, usize);
    impl Task for Solve {
        type Output = Kings;
        fn run<L: Law>(self, law: L) -> Kings {
            let kings =
                Kings { variant: self.0, choose: choose(law.geometry().squares), classes: Vec::new() };
            let mut solver = Solver { law, kings, buckets: Vec::new(), steps: Vec::new() };
            for n in 1..=self.1 {
                solver.solve(n);
            }
            solver.kings
        }
    }
    let plain = variant.goal == Goal::Normal && variant.must_capture && variant.same_king_limit == 0;
    let fits = variant.geometry().narrow() && (1..=MOST_KINGS).contains(&kings);
    (plain && fits).then(|| variant.under_law(Solve(variant, kings)))
}

fn choose(squares: u8) -> Vec<[u32; MOST_KINGS + 1]> {
    let mut rows = vec![[0; MOST_KINGS + 1]];
    rows[0][0] = 1;
    for n in 0..usize::from(squares) {
        let mut next = [1; MOST_KINGS + 1];
        for k in 1..=MOST_KINGS {
            next[k] = rows[n][k - 1] + rows[n][k];
        }
        rows.push(next);
    }
    rows
}

/// Kings of the stronger side and the lone one, as sets of squares in row order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    strong: u64,
    lone: u64,
}

impl Kings {
    fn squares(&self) -> usize {
        self.choose.len() - 1
    }

    fn place(&self, pair: Pair) -> usize {
        let rank = |mut set: u64| {
            let (mut rank, mut k) = (0, 1);
            while set != 0 {
                rank += self.choose[set.trailing_zeros() as usize][k] as usize;
                set &= set - 1;
                k += 1;
            }
            rank
        };
        rank(pair.strong) * self.squares() + pair.lone.trailing_zeros() as usize
    }

    /// The position at a place; two kings on a square are none.
    fn pair(&self, kings: usize, place: usize) -> Option<Pair> {
        let lone = 1 << (place % self.squares());
        let (mut rank, mut strong, mut square) = (place / self.squares(), 0, self.squares());
        for k in (1..=kings).rev() {
            square -= 1;
            while self.choose[square][k] as usize > rank {
                square -= 1;
            }
            rank -= self.choose[square][k] as usize;
            strong |= 1 << square;
        }
        (strong & lone == 0).then_some(Pair { strong, lone })
    }

    /// Outcome and distance of a position, `None` where it is not one of these.
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        if position.variant() != self.variant || !self.is_one(position) {
            return None;
        }
        let dense = |side: Side| {
            let geometry = self.variant.geometry();
            (0..geometry.squares)
                .filter(|square| (geometry.bit(Square(*square)) & position.side(side)).any())
                .fold(0u64, |set, square| set | 1 << square)
        };
        let [mine, theirs] = [position.turn(), position.turn().other()].map(dense);
        // With a king each the side to move is called the stronger.
        let strong = mine.count_ones() >= theirs.count_ones();
        let pair =
            if strong { Pair { strong: mine, lone: theirs } } else { Pair { strong: theirs, lone: mine } };
        let class = &self.classes.get(pair.strong.count_ones() as usize - 1)?[usize::from(!strong)];
        let value = class[self.place(pair)];
        let plies = (value != OPEN).then(|| u32::from(value) - 1);
        Some(Ending { outcome: outcome(value), plies })
    }

    fn is_one(&self, position: &Position) -> bool {
        let [white, black] = Side::BOTH.map(|side| position.side(side).count());
        let all = position.side(Side::White) | position.side(Side::Black);
        position.kings() == all && white.min(black) == 1 && white.max(black) as usize <= self.classes.len()
    }

    /// All positions counted.
    pub fn counts(&self) -> Vec<KingCount> {
        let mut counts = Vec::new();
        for (i, classes) in self.classes.iter().enumerate() {
            for (class, strong) in classes.iter().zip([true, false]) {
                let mut count = KingCount { kings: i + 1, strong, ends: [0; 3], longest: 0 };
                for (place, value) in class.iter().enumerate() {
                    if self.pair(i + 1, place).is_some() {
                        count.ends[match outcome(*value) {
                            Outcome::Win => 0,
                            Outcome::Draw => 1,
                            Outcome::Loss => 2,
                        }] += 1;
                        count.longest = count.longest.max(u32::from(value.saturating_sub(1)));
                    }
                }
                counts.push(count);
            }
        }
        counts
    }
}

struct Solver<L: Law> {
    law: L,
    kings: Kings,
    /// Positions to be looked at when all ends of fewer plies are known, by plies: whose turn, place.
    buckets: Vec<Vec<(bool, u32)>>,
    steps: Vec<Step<L::Bits>>,
}

impl<L: Law> Solver<L> {
    fn solve(&mut self, kings: usize) {
        let size = self.kings.choose[self.kings.squares()][kings] as usize * self.kings.squares();
        self.kings.classes.push([vec![OPEN; size], vec![OPEN; size]]);
        self.buckets.clear();
        for place in 0..size {
            if let Some(pair) = self.kings.pair(kings, place) {
                self.plan(kings, true, pair);
                self.plan(kings, false, pair);
            }
        }
        let mut plies = 0;
        while plies < self.buckets.len() {
            for (strong, place) in std::mem::take(&mut self.buckets[plies]) {
                let value = &mut self.kings.classes[kings - 1][usize::from(!strong)][place as usize];
                if *value != OPEN {
                    continue;
                }
                *value = plies as u8 + 1;
                if let Some(pair) = self.kings.pair(kings, place as usize) {
                    self.look_back(kings, !strong, pair);
                }
            }
            plies += 1;
        }
    }

    fn board(&self, strong: bool, pair: Pair) -> Board<L::Bits> {
        let geometry = self.law.geometry();
        let set = |dense: u64| {
            L::Bits::narrow(dense.iter().fold(0, |set, square| set | geometry.bit(Square(square as u8))))
        };
        let (mine, theirs) = if strong { (pair.strong, pair.lone) } else { (pair.lone, pair.strong) };
        let (mine, theirs) = (set(mine), set(theirs));
        Board { mine, theirs, kings: mine | theirs }
    }

    fn dense(&self, set: L::Bits) -> u64 {
        set.iter().fold(0, |dense, index| dense | 1 << self.law.geometry().square(index).0)
    }

    /// Puts a position down for the ply in which its end is known, if what follows it is known well enough.
    fn plan(&mut self, kings: usize, strong: bool, pair: Pair) {
        let Some(plies) = self.plies(kings, strong, pair) else { return };
        assert!(plies < u32::from(u8::MAX), "an ending takes longer than the tables can say");
        let plies = plies as usize;
        if self.buckets.len() <= plies {
            self.buckets.resize(plies + 1, Vec::new());
        }
        self.buckets[plies].push((strong, self.kings.place(pair) as u32));
    }

    fn plies(&mut self, kings: usize, strong: bool, pair: Pair) -> Option<u32> {
        let board = self.board(strong, pair);
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        generate(self.law, White, &board, L::Bits::EMPTY, &mut steps);
        let (mut win, mut loss) = (None, Some(0));
        for step in &steps {
            let change =
                self.dense(L::Bits::single(u32::from(step.from)) | L::Bits::single(u32::from(step.to)));
            let captured = self.dense(step.captured);
            // A capture may end where it began.
            let change = if step.from == step.to { 0 } else { change };
            let next = if strong {
                Pair { strong: pair.strong ^ change, lone: pair.lone & !captured }
            } else {
                Pair { strong: pair.strong & !captured, lone: pair.lone ^ change }
            };
            let known = if next.strong == 0 || next.lone == 0 {
                1
            } else {
                let left = kings - captured.count_ones() as usize;
                self.kings.classes[left - 1][usize::from(strong)][self.kings.place(next)]
            };
            match u32::from(known) {
                0 => loss = None,
                known if known % 2 == 1 => win = Some(win.map_or(known, |w: u32| w.min(known))),
                known => loss = loss.map(|l: u32| l.max(known)),
            }
        }
        self.steps = steps;
        win.or(loss)
    }

    /// Looks again at all positions from which a quiet move of that side leads here.
    fn look_back(&mut self, kings: usize, strong: bool, pair: Pair) {
        let law = self.law;
        let board = self.board(strong, pair);
        let free = law.board() & !board.occupied();
        let facts = law.facts();
        for to in board.mine.iter() {
            let dirs = facts.king_steps();
            for d in (0..8).filter(|d| dirs >> d & 1 == 1) {
                let back = -law.step(d);
                let mut from = L::Bits::single(to).shifted(back) & free;
                while from.any() {
                    let change = self.dense(from | L::Bits::single(to));
                    let before = if strong {
                        Pair { strong: pair.strong ^ change, ..pair }
                    } else {
                        Pair { lone: pair.lone ^ change, ..pair }
                    };
                    let place = self.kings.place(before);
                    let open = self.kings.classes[kings - 1][usize::from(!strong)][place] == OPEN;
                    if open && !can_capture(law, White, &self.board(strong, before)) {
                        self.plan(kings, strong, before);
                    }
                    from = if facts.flying { from.shifted(back) & free } else { L::Bits::EMPTY };
                }
            }
        }
    }
}
