//! Where a position with few pieces stands in its table.

use crate::rules::{Bits, Board, Geometry, Law, Position, Side, Step};

use super::MOST_PIECES;

/// Few pieces on the 32 squares of a board in row order (bit 0 is the top left square), seen by the side to move, whose men
/// go up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ai) struct Pieces {
    pub(super) mine: u32,
    pub(super) theirs: u32,
    pub(super) kings: u32,
}

/// Squares of a row.
const WIDTH: u32 = 4;

impl Pieces {
    pub(super) fn of(position: &Position) -> Self {
        let turn = position.turn();
        let (mine, theirs) = (position.side(turn), position.side(turn.other()));
        Self::seen(position.variant().geometry(), turn, mine, theirs, position.kings())
    }

    pub(super) fn seen(geometry: &Geometry, turn: Side, mine: u128, theirs: u128, kings: u128) -> Self {
        let dense = |set: u128| -> u32 {
            (0..8).fold(0, |dense, row| {
                let squares = set & geometry.rows[row];
                dense | ((squares >> geometry.rows[row].lowest()) as u32) << (row as u32 * WIDTH)
            })
        };
        let pieces = Self { mine: dense(mine), theirs: dense(theirs), kings: dense(kings) };
        if turn == Side::White { pieces } else { pieces.half_turned() }
    }

    /// The same pieces on the board turned by half.
    fn half_turned(self) -> Self {
        let Self { mine, theirs, kings } = self;
        Self { mine: mine.reverse_bits(), theirs: theirs.reverse_bits(), kings: kings.reverse_bits() }
    }

    /// The same board seen by the opponent.
    pub(super) fn by_opponent(self) -> Self {
        let Self { mine, theirs, kings } = self.half_turned();
        Self { mine: theirs, theirs: mine, kings }
    }

    pub(super) fn occupied(self) -> u32 {
        self.mine | self.theirs
    }

    /// As the generator sees them, with White to move.
    pub(super) fn board<L: Law>(self, law: L) -> Board<L::Bits> {
        let rows = &law.geometry().rows;
        let set = |dense: u32| {
            let spread = (0..8).fold(0u128, |set, row| {
                set | u128::from(dense >> (row as u32 * WIDTH) & 15) << rows[row].lowest()
            });
            L::Bits::narrow(spread)
        };
        Board { mine: set(self.mine), theirs: set(self.theirs), kings: set(self.kings) }
    }

    /// What is on the board after a step of White, seen by the opponent.
    pub(super) fn after<L: Law>(law: L, board: &Board<L::Bits>, step: &Step<L::Bits>) -> Self {
        let next = board.after(step);
        // What is "mine" after the step is Black's.
        let geometry = law.geometry();
        Self::seen(geometry, Side::Black, next.mine.wide(), next.theirs.wide(), next.kings.wide())
    }
}

/// Men and kings of the side to move, men and kings of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Material(pub(super) [u32; 4]);

impl Material {
    pub(super) fn of(pieces: Pieces) -> Self {
        let count = |side: u32| [(side & !pieces.kings).count_ones(), (side & pieces.kings).count_ones()];
        let ([a, b], [c, d]) = (count(pieces.mine), count(pieces.theirs));
        Self([a, b, c, d])
    }

    pub(super) fn pieces(self) -> u32 {
        self.0.iter().sum()
    }

    /// Below [`Material::NUMBERS`].
    pub(super) fn number(self) -> usize {
        self.0.iter().fold(0, |number, n| number * (MOST_PIECES as usize + 1) + *n as usize)
    }

    pub(super) const NUMBERS: usize = (MOST_PIECES as usize + 1).pow(4);

    pub(super) fn by_opponent(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }

    /// All material of up to so many pieces with some on each side; what a move leads to stands before what it leaves,
    /// but for the two views of the same pieces.
    pub(super) fn all(pieces: u32) -> impl Iterator<Item = Self> {
        (2..=pieces).flat_map(move |total| {
            (0..=total).flat_map(move |men| {
                (0..=men).flat_map(move |my_men| {
                    let kings = total - men;
                    (0..=kings)
                        .map(move |my_kings| Self([my_men, my_kings, men - my_men, kings - my_kings]))
                        .filter(|m| m.0[0] + m.0[1] > 0 && m.0[2] + m.0[3] > 0)
                })
            })
        })
    }
}

/// Sets of so many squares out of 32, counted off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ranker {
    /// `choose[n][k]`: how many sets of k of n squares there are.
    choose: [[u32; MOST_PIECES as usize + 1]; 33],
}

/// A man has no place on its last row.
const MEN_SQUARES: usize = 28;

impl Ranker {
    pub(super) fn new() -> Self {
        let mut choose = [[0; MOST_PIECES as usize + 1]; 33];
        for n in 0..33 {
            choose[n][0] = 1;
            for k in 1..=MOST_PIECES as usize {
                choose[n][k] = if n == 0 { 0 } else { choose[n - 1][k - 1] + choose[n - 1][k] };
            }
        }
        Self { choose }
    }

    /// How many places the table of a material has. Some stand for no position: two pieces on a square.
    pub(super) fn size(&self, material: Material) -> usize {
        self.sizes(material).iter().product()
    }

    fn sizes(&self, material: Material) -> [usize; 4] {
        let [a, b, c, d] = material.0.map(|n| n as usize);
        let (men, kings) = (&self.choose[MEN_SQUARES], &self.choose[32]);
        [men[a] as usize, kings[b] as usize, men[c] as usize, kings[d] as usize]
    }

    /// Places that differ in the last kind of piece only follow each other; so many are a row.
    pub(super) fn row(&self, material: Material) -> usize {
        self.sizes(material).into_iter().rfind(|size| *size > 1).unwrap_or(1)
    }

    fn rank(&self, mut set: u32) -> usize {
        let (mut rank, mut k) = (0, 1);
        while set != 0 {
            rank += self.choose[set.trailing_zeros() as usize][k] as usize;
            set &= set - 1;
            k += 1;
        }
        rank
    }

    fn set(&self, mut rank: usize, size: u32) -> u32 {
        let mut set = 0;
        let mut square = 32;
        for k in (1..=size as usize).rev() {
            square -= 1;
            while self.choose[square][k] as usize > rank {
                square -= 1;
            }
            rank -= self.choose[square][k] as usize;
            set |= 1 << square;
        }
        set
    }

    /// The place of a position in the table of its material.
    pub(super) fn place(&self, material: Material, pieces: Pieces) -> usize {
        let Pieces { mine, theirs, kings } = pieces;
        let sizes = self.sizes(material);
        let ranks = [
            self.rank((mine & !kings) >> WIDTH),
            self.rank(mine & kings),
            self.rank(theirs & !kings),
            self.rank(theirs & kings),
        ];
        ranks.into_iter().zip(sizes).fold(0, |place, (rank, size)| place * size + rank)
    }

    /// The position at a place, if there is one.
    pub(super) fn pieces(&self, material: Material, mut place: usize) -> Option<Pieces> {
        let sizes = self.sizes(material);
        let mut sets = [0; 4];
        for i in (0..4).rev() {
            sets[i] = self.set(place % sizes[i], material.0[i]);
            place /= sizes[i];
        }
        sets[0] <<= WIDTH;
        let [a, b, c, d] = sets;
        let apart = (a | b | c | d).count_ones() == material.0.iter().sum::<u32>();
        apart.then_some(Pieces { mine: a | b, theirs: c | d, kings: b | d })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each position has a place of its own, and the place gives it back.
    #[test]
    fn places_and_positions_match() {
        let ranker = Ranker::new();
        let mut positions = 0;
        for material in Material::all(3) {
            for place in 0..ranker.size(material) {
                let Some(pieces) = ranker.pieces(material, place) else { continue };
                assert_eq!(Material::of(pieces), material);
                assert_eq!(ranker.place(material, pieces), place);
                assert_eq!(pieces.by_opponent().by_opponent(), pieces);
                positions += 1;
            }
        }
        // As many as there are with one side to move: 2 pieces, and 3.
        assert_eq!(positions, 3488 + 196_032);
    }

    /// What a move can lead to is solved before it.
    #[test]
    fn materials_stand_in_order() {
        let all: Vec<_> = Material::all(4).collect();
        let at = |wanted: Material| all.iter().position(|m| *m == wanted);
        for (i, m) in all.iter().enumerate() {
            let [a, b, c, d] = m.0;
            if a > 0 {
                // A man is crowned.
                let crowned = Material([a - 1, b + 1, c, d]).by_opponent();
                assert!(at(crowned).is_some_and(|at| at < i), "{m:?}");
            }
            assert!(at(m.by_opponent()).is_some());
        }
    }
}
