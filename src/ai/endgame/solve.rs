//! Retrograde analysis: the outcome of every position with few pieces, and in how many plies it comes.

use super::place::{Material, Pieces, Ranker};
use super::{Distances, MOST_PIECES, Outcome, Tables, serves, slice_name};
use crate::rules::{Bits, Law, Position, Side, Step, Task, Variant, White, can_capture, generate};

/// Not decided: in the end a draw.
pub(super) const OPEN: u8 = 0;

/// What retrograde analysis found.
#[derive(Debug)]
pub struct Solved {
    variant: &'static Variant,
    pieces: u32,
    ranker: Ranker,
    /// For each material, by its number: plies to the end plus one, odd where the side to move loses; 0 is a draw.
    classes: Vec<Vec<u8>>,
}

/// How the positions of some material with one side to move end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// White men, white kings, black men, black kings.
    pub material: [u32; 4],
    /// Whose turn it is.
    pub turn: Side,
    /// Positions that the side to move wins, draws, loses.
    pub ends: [u64; 3],
    /// The longest win or loss in plies.
    pub longest: u32,
}

/// Solves all positions of a rule set with up to so many pieces (4 at most); `None` where there can be no tables.
pub fn solve(variant: &'static Variant, pieces: u32) -> Option<Solved> {
    struct Solve(u32, &'static Variant);
    impl Task for Solve {
        type Output = Solved;
        fn run<L: Law>(self, law: L) -> Solved {
            let mut solver = Solver {
                law,
                ranker: Ranker::new(),
                classes: vec![Vec::new(); Material::NUMBERS],
                buckets: Vec::new(),
                steps: Vec::new(),
            };
            for material in Material::all(self.0) {
                let other = material.by_opponent();
                // The two views of the same pieces lead to each other: they are solved together.
                if solver.classes[material.number()].is_empty() {
                    let pair = if other == material { vec![material] } else { vec![material, other] };
                    solver.solve(&pair);
                }
            }
            Solved { variant: self.1, pieces: self.0, ranker: solver.ranker, classes: solver.classes }
        }
    }
    (serves(variant) && pieces <= MOST_PIECES).then(|| variant.under_law(Solve(pieces, variant)))
}

struct Solver<L: Law> {
    law: L,
    ranker: Ranker,
    classes: Vec<Vec<u8>>,
    /// Positions to be looked at when all ends of fewer plies are known, by plies: material (0 or 1 of the pair), place.
    buckets: Vec<Vec<(u8, u32)>>,
    steps: Vec<Step<L::Bits>>,
}

impl<L: Law> Solver<L> {
    fn solve(&mut self, pair: &[Material]) {
        for material in pair {
            self.classes[material.number()] = vec![OPEN; self.ranker.size(*material)];
        }
        self.buckets.clear();
        for (which, material) in pair.iter().enumerate() {
            for place in 0..self.ranker.size(*material) {
                if let Some(pieces) = self.ranker.pieces(*material, place) {
                    self.plan(which, place, pieces);
                }
            }
        }
        let mut plies = 0;
        while plies < self.buckets.len() {
            let due = std::mem::take(&mut self.buckets[plies]);
            for (which, place) in due {
                let material = pair[usize::from(which)];
                let value = &mut self.classes[material.number()][place as usize];
                if *value != OPEN {
                    continue;
                }
                *value = plies as u8 + 1;
                if let Some(pieces) = self.ranker.pieces(material, place as usize) {
                    self.look_back(pair, usize::from(which), pieces);
                }
            }
            plies += 1;
        }
    }

    /// Puts a position down for the ply in which its end is known, if what follows it is known well enough.
    fn plan(&mut self, which: usize, place: usize, pieces: Pieces) {
        if let Some(plies) = self.plies(pieces) {
            let plies = plies as usize;
            assert!(plies < usize::from(u8::MAX), "an ending takes longer than the tables can say");
            if self.buckets.len() <= plies {
                self.buckets.resize(plies + 1, Vec::new());
            }
            self.buckets[plies].push((which as u8, place as u32));
        }
    }

    /// In how many plies a position ends by what is known so far; `None` while nothing follows from it.
    fn plies(&mut self, pieces: Pieces) -> Option<u32> {
        let board = pieces.board(self.law);
        self.steps.clear();
        generate(self.law, White, &board, L::Bits::EMPTY, &mut self.steps);
        let (mut win, mut loss) = (None, Some(0));
        for step in &self.steps {
            let next = Pieces::after(self.law, &board, step);
            let known = if next.mine == 0 {
                1
            } else {
                let material = Material::of(next);
                self.classes[material.number()][self.ranker.place(material, next)]
            };
            match u32::from(known) {
                0 => loss = None,
                known if known % 2 == 1 => {
                    win = Some(win.map_or(known, |w: u32| w.min(known)));
                }
                known => loss = loss.map(|l: u32| l.max(known)),
            }
        }
        // `known` is plies plus one: the number of plies one move earlier.
        win.or(loss)
    }

    /// Looks again at all positions from which a quiet move leads here.
    fn look_back(&mut self, pair: &[Material], which: usize, pieces: Pieces) {
        // Those are positions of the other side, which is turned so that it goes up.
        let before = pair.len() - 1 - which;
        self.unmoves(pieces.by_opponent(), pair[before], before);
    }

    fn unmoves(&mut self, after: Pieces, material: Material, which: usize) {
        // The side that moved is "mine" here and goes up, though it is the other's turn.
        let law = self.law;
        let board = after.board(law);
        let free = law.board() & !board.occupied();
        let facts = law.facts();
        for to in board.mine.iter() {
            let king = board.kings.has(to);
            let dirs = if king { facts.king_steps() } else { facts.man_steps(Side::White) };
            for d in (0..8).filter(|d| dirs >> d & 1 == 1) {
                let back = -law.step(d);
                let mut from = L::Bits::single(to).shifted(back) & free;
                while from.any() {
                    let index = from.lowest();
                    let mut before = after;
                    let (from_bit, to_bit) = (self.dense(index), self.dense(to));
                    before.mine = before.mine & !to_bit | from_bit;
                    if king {
                        before.kings = before.kings & !to_bit | from_bit;
                    }
                    let place = self.ranker.place(material, before);
                    let open = self.classes[material.number()][place] == OPEN;
                    if open && !can_capture(law, White, &before.board(law)) {
                        self.plan(which, place, before);
                    }
                    from = if king && facts.flying { from.shifted(back) & free } else { L::Bits::EMPTY };
                }
            }
        }
    }

    fn dense(&self, index: u32) -> u32 {
        1 << self.law.geometry().square(index).0
    }
}

impl Solved {
    /// In how many plies the side to move wins or loses, when the winner hurries and the loser delays; `None` in draws and
    /// for positions that are not solved here.
    pub fn plies(&self, position: &Position) -> Option<u32> {
        self.value(position).filter(|value| *value != OPEN).map(|value| u32::from(value) - 1)
    }

    /// The outcome of a position, captures included.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.value(position).map(outcome)
    }

    fn value(&self, position: &Position) -> Option<u8> {
        let pieces = Pieces::of(position);
        let material = Material::of(pieces);
        let few = pieces.occupied().count_ones() <= self.pieces && position.variant() == self.variant;
        if !few {
            return None;
        }
        self.classes[material.number()].get(self.ranker.place(material, pieces)).copied()
    }

    /// All positions counted, by material and side to move.
    pub fn counts(&self) -> Vec<Count> {
        let mut counts = Vec::new();
        for material in Material::all(self.pieces) {
            let mut count = Count { material: material.0, turn: Side::White, ends: [0; 3], longest: 0 };
            for (place, value) in self.classes[material.number()].iter().enumerate() {
                if self.ranker.pieces(material, place).is_none() {
                    continue;
                }
                count.ends[match outcome(*value) {
                    Outcome::Win => 0,
                    Outcome::Draw => 1,
                    Outcome::Loss => 2,
                }] += 1;
                count.longest = count.longest.max(u32::from(value.saturating_sub(1)));
            }
            counts.push(count);
            counts.push(Count { material: material.by_opponent().0, turn: Side::Black, ..count });
        }
        counts
    }

    /// Win, draw and loss alone.
    pub fn tables(&self) -> Tables {
        let pack = |class: Vec<u8>| {
            let mut packed = vec![0; class.len().div_ceil(4)];
            for (place, value) in class.iter().enumerate() {
                let code = match outcome(*value) {
                    Outcome::Draw => 0,
                    Outcome::Win => 1,
                    Outcome::Loss => 2,
                };
                packed[place / 4] |= code << (place % 4 * 2);
            }
            packed
        };
        let mut classes = vec![Vec::new(); Material::NUMBERS];
        for material in Material::all(self.pieces) {
            classes[material.number()] = pack(self.smooth(material));
        }
        let (variant, pieces, ranker) = (self.variant, self.pieces, self.ranker.clone());
        Tables { variant, pieces, ranker, classes, distances: Vec::new() }
    }

    /// The distances of all positions with up to so many pieces, at most as many as were solved.
    pub fn distances(&self, pieces: u32) -> Distances {
        let materials = Material::all(pieces.min(self.pieces));
        Distances { variant: self.variant, classes: materials.map(|m| (m, self.smooth(m))).collect() }
    }

    /// The distances of the most pieces, material by material with both views of it, and the names by which
    /// [`files::distances`](crate::ai::files::distances) calls them.
    pub fn slices(&self) -> Vec<(String, Distances)> {
        let both = |material: Material| {
            let mut both = vec![material, material.by_opponent()];
            both.dedup();
            both
        };
        Material::all(self.pieces)
            .filter(|material| material.pieces() == self.pieces && *material >= material.by_opponent())
            .map(|material| {
                let classes = both(material).into_iter().map(|m| (m, self.smooth(m))).collect();
                (slice_name(material), Distances { variant: self.variant, classes })
            })
            .collect()
    }

    /// The values of a material; what nobody asks for goes on with what stands before it, which makes files short.
    fn smooth(&self, material: Material) -> Vec<u8> {
        struct Smooth<'a>(&'a Solved, Material);
        impl Task for Smooth<'_> {
            type Output = Vec<u8>;
            fn run<L: Law>(self, law: L) -> Vec<u8> {
                let Self(solved, material) = self;
                let mut last = OPEN;
                let values = solved.classes[material.number()].iter().enumerate().map(|(place, value)| {
                    let asked = solved
                        .ranker
                        .pieces(material, place)
                        .is_some_and(|pieces| !can_capture(law, White, &pieces.board(law)));
                    if asked {
                        last = *value;
                    }
                    last
                });
                values.collect()
            }
        }
        self.variant.under_law(Smooth(self, material))
    }
}

/// What a value of the classes says.
pub(super) fn outcome(value: u8) -> Outcome {
    match value {
        OPEN => Outcome::Draw,
        odd if odd % 2 == 1 => Outcome::Loss,
        _ => Outcome::Win,
    }
}
