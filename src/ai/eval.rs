//! The general evaluation: material and squares, for every rule set.
//!
//! The sum over the pieces is carried along from move to move; the rest is added at the leaves.

use std::sync::Arc;

use super::score::{MOST_EVAL, Value};
use super::weights::Patterns;
use crate::rules::{Bits, Board, Goal, Side, Turn, Variant};

/// All tuned figures of the general evaluation, in centimen.
mod figures {
    use super::Value;

    pub(super) const MAN: Value = 100;
    /// A king that moves any distance.
    pub(super) const FLYING_KING: Value = 320;
    /// A king that moves one square.
    pub(super) const STEPPING_KING: Value = 140;
    /// For each row that a man has advanced.
    pub(super) const ADVANCE: Value = 2;
    /// For a man one row before promotion, and two rows before.
    pub(super) const NEAR_PROMOTION: [Value; 2] = [22, 10];
    /// For a man at home on the row where the opponent promotes.
    pub(super) const GUARD: Value = 9;
    /// For each column between a man and the edge.
    pub(super) const CENTRE: Value = 1;
    /// For a flying king on the longest diagonal.
    pub(super) const MAIN_LINE: Value = 14;
    /// For a stepping king, for each row and column between it and the edge.
    pub(super) const KING_CENTRE: Value = 3;
    /// For the right to move.
    pub(super) const TURN: Value = 3;
    /// What is left of an advantage where experience says that it is hardly enough: a divisor.
    pub(super) const DRAWISH: Value = 6;
    /// In Breakthrough the first king wins: a man's advance counts for the square of the rows.
    pub(super) const RACE: Value = 2;
}
use figures as f;

/// The evaluation of a rule set.
#[derive(Debug)]
pub(super) struct Eval<B> {
    /// The worth of a piece from White's point of view, by side, kind (man, king) and index.
    pieces: [[[i16; 128]; 2]; 2],
    flying: bool,
    goal: Goal,
    main_line: B,
    /// A lone king draws against so many pieces, if it holds the main line.
    lone_king_holds: u32,
    /// For having a king at all, and for the right to move.
    first_king: Value,
    turn: Value,
    /// Trained patterns, where they were loaded.
    patterns: Option<Arc<Patterns>>,
}

impl<B: Bits> Eval<B> {
    pub(super) fn new(variant: &'static Variant, patterns: Option<Arc<Patterns>>) -> Self {
        let trained = patterns.as_deref().map(|patterns| &patterns.weights);
        let geometry = variant.geometry();
        let main_line = geometry.main_line();
        let mut pieces = [[[0; 128]; 2]; 2];
        let last = Value::from(variant.size) - 1;
        for square in geometry.all() {
            let (row, column) = geometry.row_column(square);
            let (row, column) = (Value::from(row), Value::from(column));
            let index = usize::from(geometry.index_of[square.index()]);
            let from_edge = column.min(last - column);
            for side in Side::BOTH {
                let advanced = if side == Side::White { last - row } else { row };
                let man = match variant.goal {
                    Goal::Crown => f::MAN + f::RACE * advanced * advanced,
                    Goal::Normal | Goal::Lose => {
                        let near = match last - advanced {
                            1 => f::NEAR_PROMOTION[0],
                            2 => f::NEAR_PROMOTION[1],
                            _ => 0,
                        };
                        let guard = if advanced == 0 { f::GUARD } else { 0 };
                        f::MAN + f::ADVANCE * advanced + f::CENTRE * from_edge + near + guard
                    }
                };
                let king = if variant.flying {
                    let on_line = (geometry.bit(square) & main_line).any();
                    f::FLYING_KING + if on_line { f::MAIN_LINE } else { 0 }
                } else {
                    f::STEPPING_KING + f::KING_CENTRE * (from_edge + row.min(last - row))
                };
                // Trained patterns know where men stand well.
                let (man, king) = match trained {
                    None => (man, king),
                    Some(weights) => {
                        let place =
                            if side == Side::White { square.0 } else { geometry.squares - 1 - square.0 };
                        let on_square = Value::from(weights.king_squares[usize::from(place)]);
                        (f::MAN, Value::from(weights.king) + on_square)
                    }
                };
                let sign = if side == Side::White { 1 } else { -1 };
                // Who is left without a move wins Antidraughts: pieces are a burden.
                let sign = if variant.goal == Goal::Lose { -sign } else { sign };
                pieces[side.index()][0][index] = (sign * man) as i16;
                pieces[side.index()][1][index] = (sign * king) as i16;
            }
        }
        Self {
            pieces,
            flying: variant.flying,
            goal: variant.goal,
            main_line: B::narrow(main_line),
            lone_king_holds: 3,
            first_king: trained.map_or(0, |weights| Value::from(weights.first_king)),
            turn: trained.map_or(f::TURN, |weights| Value::from(weights.turn)),
            patterns,
        }
    }

    /// What a piece adds to the sum, from White's point of view.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, king: bool, index: u32) -> Value {
        Value::from(self.pieces[side.index()][usize::from(king)][index as usize & 127])
    }

    /// The sum over all pieces, from White's point of view.
    pub(super) fn sum(&self, white: B, black: B, kings: B) -> Value {
        let side = |side, set: B| set.iter().map(|i| self.piece(side, kings.has(i), i)).sum::<Value>();
        side(Side::White, white) + side(Side::Black, black)
    }

    /// The value for the side to move; `sum` is that of the pieces, from White's point of view.
    #[inline(always)]
    pub(super) fn value<T: Turn>(&self, turn: T, board: &Board<B>, sum: Value) -> Value {
        let mut value = if turn.side() == Side::White { sum } else { -sum } + self.turn;
        if let Some(patterns) = &self.patterns {
            let men = |side: B| (side & !board.kings).wide() as u64;
            let (mine, theirs) = (men(board.mine), men(board.theirs));
            let pieces = board.occupied().count();
            let white = turn.side() == Side::White;
            let (white_men, black_men) = if white { (mine, theirs) } else { (theirs, mine) };
            // The page does with one copy.
            let patterns = if cfg!(feature = "lean") {
                patterns.value_apart(white_men, black_men, pieces)
            } else {
                patterns.value(white_men, black_men, pieces)
            };
            value += if white { patterns } else { -patterns };
        }
        if board.kings.any() {
            value += self.first_king
                * (Value::from((board.mine & board.kings).any())
                    - Value::from((board.theirs & board.kings).any()));
            if self.flying && self.goal == Goal::Normal && self.drawish(board, value) {
                value /= f::DRAWISH;
            }
        }
        value.clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// Whether the weaker side can hold a draw with a flying king, as a rule of thumb.
    #[inline(never)]
    fn drawish(&self, board: &Board<B>, value: Value) -> bool {
        let (strong, weak) = if value > 0 { (board.mine, board.theirs) } else { (board.theirs, board.mine) };
        let kings = weak & board.kings;
        if kings.is_empty() {
            return false;
        }
        let (more, fewer) = (strong.count(), weak.count());
        let holds_line = (kings & self.main_line).any() && (strong & self.main_line).is_empty();
        if fewer == 1 {
            return more < self.lone_king_holds || (more == self.lone_king_holds && holds_line);
        }
        more <= fewer + 1 && more <= 4
    }
}
