//! The terms of the general evaluation: what counts on the board, whatever the rule set, and for how much.
//!
//! A term's amount is White's less Black's. Its worth is told for the opening and for the ending, in tenths of a centimen;
//! between them it changes with the number of pieces. `damka train --rules general` finds the worths (`tuned.rs`); it asks
//! [`amounts`] what the evaluation counts, so that both mean the same.

use super::score::Value;
use super::{files, tuned};
use crate::rules::{Bits, Goal, Position, Side, Square, Variant};

macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident,)*) => {
        /// What counts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms with their names, in their order.
            pub const ALL: &[(Self, &str)] = &[$((Self::$term, stringify!($term)),)*];
        }
    };
}

terms! {
    /// A man.
    Man,
    /// Rows that men have advanced.
    Advance,
    /// The squares of those rows: who comes late comes in haste.
    Race,
    /// Men at home on the row where the opponent promotes.
    Home,
    /// Men one row before promotion ...
    Near,
    /// ... two rows before it ...
    Nearer,
    /// ... and three.
    Nearing,
    /// Men on the edge.
    Edge,
    /// Columns between men and the edge.
    Centre,
    /// A king.
    King,
    /// Rows and columns between kings and the edge.
    KingCentre,
    /// Kings on the longest diagonal.
    MainLine,
    /// The right to move.
    Turn,
    /// For having a king at all.
    FirstKing,
    /// Men with a piece of their own behind them, for each direction.
    Backed,
    /// Empty squares before men.
    Moves,
    /// Empty squares around kings.
    KingMoves,
    /// How many men more there are on one half of the board than on the other.
    Lopsided,
    /// Men that no opponent's piece can stop on their way.
    Free,
    /// The rows that the foremost of those has advanced.
    Runner,
}

/// How many terms there are, and how many of them a piece has by itself; these come first.
pub(super) const TERMS: usize = Term::ALL.len();
pub(super) const OF_PIECES: usize = Term::Turn as usize;
/// Worths are in so many parts of a centimen.
const PARTS: Value = 10;

/// What the terms are worth in the opening and in the ending, in tenths of a centimen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms(pub [[i16; TERMS]; 2]);

impl Terms {
    /// Nothing counts.
    pub const NONE: Self = Self([[0; TERMS]; 2]);

    /// What they are worth in a rule set.
    ///
    /// The sets with trained weights, which are without them for a moment only, have the plain ones.
    pub fn of(variant: &Variant) -> Self {
        if files::owner(variant).is_some() { Self::plain(variant) } else { Self::tuned(variant) }
    }

    /// What they are worth in a rule set by games of its family.
    pub fn tuned(variant: &Variant) -> Self {
        tuned::TERMS[Family::of(variant) as usize]
    }

    /// Estimates by hand, with which tuning begins.
    pub fn plain(variant: &Variant) -> Self {
        let mut worth = [0; TERMS];
        let mut put =
            |list: &[(Term, i16)]| list.iter().for_each(|&(term, tenths)| worth[term as usize] = tenths);
        put(&[(Term::Man, 1000), (Term::Turn, 30)]);
        if variant.goal == Goal::Crown {
            put(&[(Term::Race, 20)]);
        } else {
            put(&[
                (Term::Advance, 20),
                (Term::Near, 220),
                (Term::Nearer, 100),
                (Term::Home, 90),
                (Term::Centre, 10),
            ]);
        }
        if variant.flying {
            put(&[(Term::King, 3200), (Term::MainLine, 140)]);
        } else {
            put(&[(Term::King, 1400), (Term::KingCentre, 30)]);
        }
        if variant.goal == Goal::Lose {
            // Who is left without a move wins Antidraughts: pieces are a burden.
            worth[..OF_PIECES].iter_mut().for_each(|tenths| *tenths = -*tenths);
        }
        Self([worth; 2])
    }

    /// With others on top.
    #[must_use]
    pub fn plus(mut self, more: &Self) -> Self {
        for (own, more) in self.0.iter_mut().flatten().zip(more.0.iter().flatten()) {
            *own = own.saturating_add(*more);
        }
        self
    }

    /// What a piece is worth by itself in the opening and in the ending, in centimen.
    pub(super) fn piece(&self, amounts: &[Value; OF_PIECES]) -> [Value; 2] {
        self.0.map(|worth| {
            let sum: Value = worth.iter().zip(amounts).map(|(worth, n)| Value::from(*worth) * n).sum();
            (2 * sum + PARTS * sum.signum()) / (2 * PARTS)
        })
    }

    /// What the right to move is worth in the opening, in centimen.
    pub(super) fn turn(&self) -> Value {
        Value::from(self.0[0][Term::Turn as usize]) / PARTS
    }

    /// Whether the shape of the position counts, beside its pieces and the turn.
    pub(super) fn shaped(&self) -> bool {
        self.0.iter().any(|worth| worth[Term::Turn as usize + 1..].iter().any(|tenths| *tenths != 0))
    }

    /// What the shape is worth in the opening and in the ending, in centimen.
    pub(super) fn shape(&self, amounts: &[Value; TERMS - OF_PIECES]) -> [Value; 2] {
        self.0.map(|worth| {
            worth[OF_PIECES..].iter().zip(amounts).map(|(worth, n)| Value::from(*worth) * n).sum::<Value>()
                / PARTS
        })
    }
}

/// Rule sets in which the terms are worth about the same: told by their facts, so that home rules have a family, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Kings move one square.
    Stepping,
    /// Kings fly, and men capture backwards.
    Flying,
    /// Kings fly, men capture forwards only.
    Forward,
    /// Kings land right behind what they capture.
    Behind,
    /// All squares are used.
    AllSquares,
    /// Captures go along rows and columns as well.
    Orthogonal,
    /// Who can't move wins.
    Lose,
    /// The first king wins.
    Crown,
}

impl Family {
    /// All, in their order, with the rule sets whose games tune them.
    pub const ALL: [(Self, &[&str]); 8] = [
        (Self::Stepping, &["italian", "english"]),
        (Self::Flying, &["pool", "canadian"]),
        (Self::Forward, &["spanish", "czech"]),
        (Self::Behind, &["thai"]),
        (Self::AllSquares, &["turkish"]),
        (Self::Orthogonal, &["frisian", "frysk"]),
        (Self::Lose, &["antidraughts"]),
        (Self::Crown, &["breakthrough"]),
    ];

    /// A rule set's family.
    pub fn of(variant: &Variant) -> Self {
        match variant.goal {
            Goal::Lose => Self::Lose,
            Goal::Crown => Self::Crown,
            Goal::Normal if variant.all_squares => Self::AllSquares,
            Goal::Normal if variant.orthogonal_captures => Self::Orthogonal,
            Goal::Normal if !variant.flying => Self::Stepping,
            Goal::Normal if variant.lands_behind => Self::Behind,
            Goal::Normal if !variant.men_capture_back => Self::Forward,
            Goal::Normal => Self::Flying,
        }
    }
}

/// What counts for a piece on a square, for its own side.
pub(super) fn of_piece(variant: &Variant, square: Square, side: Side, king: bool) -> [Value; OF_PIECES] {
    let geometry = variant.geometry();
    let (row, column) = geometry.row_column(square);
    let (row, column) = (Value::from(row), Value::from(column));
    let last = Value::from(variant.size) - 1;
    let advanced = if side == Side::White { last - row } else { row };
    let from_edge = column.min(last - column);
    let mut amounts = [0; OF_PIECES];
    let mut put = |term: Term, amount: Value| amounts[term as usize] = amount;
    if king {
        put(Term::King, 1);
        put(Term::KingCentre, from_edge + row.min(last - row));
        put(Term::MainLine, Value::from((geometry.bit(square) & geometry.main_line()).any()));
    } else {
        put(Term::Man, 1);
        put(Term::Advance, advanced);
        put(Term::Race, advanced * advanced);
        put(Term::Home, Value::from(advanced == 0));
        put(Term::Near, Value::from(advanced == last - 1));
        put(Term::Nearer, Value::from(advanced == last - 2));
        put(Term::Nearing, Value::from(advanced == last - 3));
        put(Term::Edge, Value::from(from_edge == 0));
        put(Term::Centre, from_edge);
    }
    amounts
}

/// What the shape of a position is seen by.
#[derive(Debug)]
pub(super) struct Shape<B> {
    board: B,
    /// The left half of the board.
    left: B,
    /// By side: the steps of its men.
    forward: [Steps; 2],
    king: Steps,
    rows: Vec<B>,
    /// Free men are looked for where there are so many pieces or fewer.
    few: u32,
}

/// What steps add to an index.
type Steps = Vec<i8>;

impl<B: Bits> Shape<B> {
    pub(super) fn new(variant: &Variant) -> Self {
        let geometry = variant.geometry();
        let steps = |set: u8| (0..8).filter(|d| set >> d & 1 == 1).map(|d| geometry.steps[d]).collect();
        let left = geometry.all().filter(|square| geometry.row_column(*square).1 < variant.size / 2);
        Self {
            board: B::narrow(geometry.board),
            left: B::narrow(left.fold(0, |set, square| set | geometry.bit(square))),
            forward: Side::BOTH.map(|side| steps(variant.man_steps(side))),
            king: steps(variant.king_steps()),
            rows: (0..usize::from(variant.size)).map(|row| B::narrow(geometry.rows[row])).collect(),
            // It takes time, and among many pieces there are none.
            few: if variant.goal == Goal::Crown { u32::MAX } else { variant.men() },
        }
    }

    /// The amounts of the terms after [`OF_PIECES`], from White's point of view.
    #[inline(never)]
    pub(super) fn amounts(&self, sides: [B; 2], kings: B, turn: Side) -> [Value; TERMS - OF_PIECES] {
        let [white, black] = Side::BOTH.map(|side| self.of_side(sides, kings, side));
        let mut amounts = [0; TERMS - OF_PIECES];
        for (amount, (white, black)) in amounts[1..].iter_mut().zip(white.iter().zip(black)) {
            *amount = white - black;
        }
        amounts[0] = if turn == Side::White { 1 } else { -1 };
        amounts
    }

    fn of_side(&self, sides: [B; 2], kings: B, side: Side) -> [Value; TERMS - OF_PIECES - 1] {
        let (own, theirs) = (sides[side.index()], sides[side.other().index()]);
        let (men, own_kings) = (own & !kings, own & kings);
        let empty = self.board & !(own | theirs);
        let forward = &self.forward[side.index()];
        let around = |set: B, steps: &[i8], wanted: B| -> Value {
            steps.iter().map(|step| (set.shifted(*step) & wanted).count() as Value).sum()
        };
        let left = (men & self.left).count() as Value;
        let (free, runner) =
            if (own | theirs).count() <= self.few { self.free(men, theirs, side) } else { (0, 0) };
        [
            Value::from(own_kings.any()),
            around(own, forward, men),
            around(men, forward, empty),
            if own_kings.any() { around(own_kings, &self.king, empty) } else { 0 },
            (2 * left - men.count() as Value).abs(),
            free,
            runner,
        ]
    }

    /// How many men are free, and how many rows the foremost of them has advanced.
    fn free(&self, men: B, theirs: B, side: Side) -> (Value, Value) {
        // Where the opponent's pieces, going on as men do, could be met.
        let mut met = theirs;
        for _ in 1..self.rows.len() {
            let spread =
                self.forward[side.other().index()].iter().fold(met, |all, step| all | met.shifted(*step));
            met = spread & self.board;
        }
        let free = men & !met;
        if free.is_empty() {
            return (0, 0);
        }
        let place = |row: usize| if side == Side::White { row } else { self.rows.len() - 1 - row };
        let foremost = (0..self.rows.len()).find(|row| (free & self.rows[place(*row)]).any());
        (free.count() as Value, foremost.map_or(0, |row| (self.rows.len() - 1 - row) as Value))
    }
}

/// The amounts of all terms in a position, from White's point of view.
pub fn amounts(position: &Position) -> [Value; TERMS] {
    let variant = position.variant();
    let geometry = variant.geometry();
    let mut all = [0; TERMS];
    let sides = Side::BOTH.map(|side| position.side(side));
    for side in Side::BOTH {
        for index in sides[side.index()].iter() {
            let own = of_piece(variant, geometry.square(index), side, position.kings().has(index));
            for (all, own) in all.iter_mut().zip(own) {
                *all += if side == Side::White { own } else { -own };
            }
        }
    }
    let shape = Shape::<u128>::new(variant).amounts(sides, position.kings(), position.turn());
    all[OF_PIECES..].copy_from_slice(&shape);
    all
}
