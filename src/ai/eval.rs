//! The evaluation: the general one for every rule set (`general.rs`), or trained patterns (`weights.rs`).
//!
//! The sum over the pieces is carried along from move to move; the rest is added at the leaves.

use std::sync::Arc;

use super::general::{self, Shape, Terms};
use super::score::{MOST_EVAL, Value};
use super::style::Style;
use super::weights::Patterns;
use crate::rules::{Bits, Board, Goal, Side, Turn, Variant};

/// A man beside trained patterns, which know where men stand well.
const MAN: Value = 100;
/// What is left of an advantage where experience says that it is hardly enough: a divisor.
const DRAWISH: Value = 6;
/// All pieces of a board together are worth no more than this, so that the two stages of a sum fit into one word.
const MOST_SUM: Value = 32_000;

/// The evaluation of a rule set.
#[derive(Debug)]
pub(super) struct Eval<B> {
    /// The worth of a piece from White's point of view, by side, kind (man, king) and index: in the opening, and times
    /// 65536 in the ending.
    pieces: [[[Value; 128]; 2]; 2],
    flying: bool,
    goal: Goal,
    main_line: B,
    /// A lone king draws against so many pieces, if it holds the main line.
    lone_king_holds: u32,
    /// For having a king at all, and for the right to move.
    first_king: Value,
    turn: Value,
    /// Pieces at the start.
    start: Value,
    /// Whether something is worth more or less in the ending, or the shape counts.
    staged: bool,
    /// For each piece on the board, whosoever it is, and for each king by side: a matter of style.
    each_piece: Value,
    each_king: [Value; 2],
    /// Terms for the shape of a position, where they count.
    shape: Option<(Shape<B>, Terms)>,
    /// Trained patterns, where they were loaded.
    patterns: Option<Arc<Patterns>>,
}

impl<B: Bits> Eval<B> {
    /// With trained patterns, or with the general evaluation's terms (`terms`, where they are not to be the rule set's own),
    /// as it is seen by a side of that style.
    pub(super) fn new(
        variant: &'static Variant,
        patterns: Option<Arc<Patterns>>,
        terms: Option<Terms>,
        (style, side): (Style, Side),
    ) -> Self {
        let style = style.facts(variant);
        let trained = patterns.as_deref().map(|patterns| &patterns.weights);
        let terms = match trained {
            Some(_) => Terms::NONE,
            None => terms.unwrap_or_else(|| Terms::of(variant)),
        }
        .plus(&style.terms);
        let geometry = variant.geometry();
        let most = MOST_SUM / Value::from(geometry.squares);
        let mut pieces = [[[0; 128]; 2]; 2];
        for square in geometry.all() {
            let index = usize::from(geometry.index_of[square.index()]);
            for side in Side::BOTH {
                for king in [false, true] {
                    let mut worth = terms.piece(&general::of_piece(variant, square, side, king));
                    if let Some(weights) = trained {
                        let place =
                            if side == Side::White { square.0 } else { geometry.squares - 1 - square.0 };
                        let on_square = Value::from(weights.king_squares[usize::from(place)]);
                        let trained = if king { Value::from(weights.king) + on_square } else { MAN };
                        worth = worth.map(|more| trained + more);
                    }
                    let sign = if side == Side::White { 1 } else { -1 };
                    let [opening, ending] = worth.map(|worth| sign * worth.clamp(-most, most));
                    pieces[side.index()][usize::from(king)][index] = opening + (ending << 16);
                }
            }
        }
        let shaped = terms.shaped();
        let turn = match trained {
            Some(weights) => Value::from(weights.turn),
            // It is counted with the shape.
            None if shaped => 0,
            None => terms.turn(),
        };
        Self {
            pieces,
            flying: variant.flying,
            goal: variant.goal,
            main_line: B::narrow(geometry.main_line()),
            lone_king_holds: 3,
            first_king: trained.map_or(0, |weights| Value::from(weights.first_king)),
            turn,
            start: 2 * variant.men() as Value,
            staged: shaped || terms.0[0] != terms.0[1] || style.pieces != 0 || style.kings != 0,
            each_piece: if side == Side::White { style.pieces } else { -style.pieces },
            each_king: if side == Side::White { [style.kings, 0] } else { [0, -style.kings] },
            shape: shaped.then(|| (Shape::new(variant), terms)),
            patterns,
        }
    }

    /// What a piece adds to the sum, from White's point of view.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, king: bool, index: u32) -> Value {
        self.pieces[side.index()][usize::from(king)][index as usize & 127]
    }

    /// The sum over all pieces, from White's point of view.
    pub(super) fn sum(&self, white: B, black: B, kings: B) -> Value {
        let side = |side, set: B| set.iter().map(|i| self.piece(side, kings.has(i), i)).sum::<Value>();
        side(Side::White, white) + side(Side::Black, black)
    }

    /// The value for the side to move; `sum` is that of the pieces, from White's point of view.
    #[inline(always)]
    pub(super) fn value<T: Turn>(&self, turn: T, board: &Board<B>, sum: Value) -> Value {
        let own = if self.staged { self.own_terms(turn, board, sum) } else { opening(sum) };
        let mut value = if turn.side() == Side::White { own } else { -own } + self.turn;
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
                value /= DRAWISH;
            }
        }
        value.clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// What its pieces and its shape make a position worth, from White's point of view.
    #[inline(never)]
    fn own_terms<T: Turn>(&self, turn: T, board: &Board<B>, sum: Value) -> Value {
        let (mut opening, mut ending) = (opening(sum), (sum + 0x8000) >> 16);
        let (mine, theirs) = (board.mine, board.theirs);
        let sides = if turn.side() == Side::White { [mine, theirs] } else { [theirs, mine] };
        let mut taste = 0;
        if board.kings.any() {
            for (side, worth) in sides.iter().zip(self.each_king) {
                taste += worth * (*side & board.kings).count() as Value;
            }
        }
        if let Some((shape, terms)) = &self.shape {
            let more = terms.shape(&shape.amounts(sides, board.kings, turn.side()));
            opening += more[0];
            ending += more[1];
        }
        let pieces = board.occupied().count() as Value;
        let stage = pieces.min(self.start);
        (opening * stage + ending * (self.start - stage)) / self.start + self.each_piece * pieces + taste
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

/// The opening's stage of a sum.
#[inline(always)]
const fn opening(sum: Value) -> Value {
    sum as i16 as Value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Random;
    use crate::rules::{Piece, Position, Setup, Square, variant};

    /// What random games of a rule set come to, now and then.
    fn positions(variant: &'static Variant, random: &mut Random) -> Vec<Position> {
        let mut all = Vec::new();
        for _ in 0..12 {
            let mut position = Position::start(variant);
            for ply in 0..120 {
                let moves = position.legal_moves();
                let Some(played) = moves.get(random.below(moves.len() as u64) as usize) else { break };
                position = position.play(played);
                if ply % 7 == 0 {
                    all.push(position);
                }
            }
        }
        all
    }

    fn value(eval: &Eval<u128>, position: &Position) -> Value {
        let [white, black] = Side::BOTH.map(|side| position.side(side));
        eval.value(position.turn(), &position.board(), eval.sum(white, black, position.kings()))
    }

    /// All rule sets, and home rules that mix their facts.
    fn rule_sets() -> impl Iterator<Item = &'static Variant> {
        let home = ["polish64.flying-no", "canadian.men_capture_back-no", "frisian.goal-lose"];
        let home = home.map(|name| Variant::named(name).unwrap_or_else(|| panic!("{name}")));
        variant::ALL.into_iter().chain(home)
    }

    /// The evaluation is the sum of what training counts, each at its worth.
    #[test]
    fn it_is_the_sum_of_the_terms() {
        let mut random = Random::new(3);
        for variant in rule_sets() {
            for terms in [Terms::plain(variant), Terms::tuned(variant)] {
                let eval = Eval::<u128>::new(variant, None, Some(terms), (Style::Plain, Side::White));
                for position in positions(variant, &mut random) {
                    let kings = position.kings().any();
                    // Many advantages with flying kings are worth less than that, as a rule of thumb.
                    if kings && variant.flying && variant.goal == Goal::Normal {
                        continue;
                    }
                    let pieces = (position.side(Side::White) | position.side(Side::Black)).count();
                    let stage = f64::from(pieces) / f64::from(2 * variant.men());
                    let amounts = general::amounts(&position);
                    let [opening, ending] = terms.0.map(|worth| {
                        worth.iter().zip(amounts).map(|(w, n)| f64::from(*w) * f64::from(n)).sum::<f64>()
                            / 10.0
                    });
                    let white = opening * stage + ending * (1.0 - stage);
                    let wanted = if position.turn() == Side::White { white } else { -white };
                    let got = f64::from(value(&eval, &position));
                    // Pieces are worth whole centimen.
                    let off = 0.5 * f64::from(pieces) + 3.0;
                    assert!((got - wanted).abs() <= off, "{}: {got} for {wanted}", variant.name);
                }
            }
        }
    }

    /// What is good for White is as good for Black when board and colours are turned round.
    #[test]
    fn both_sides_are_judged_alike() {
        let mut random = Random::new(4);
        for variant in rule_sets() {
            let last = variant.geometry().squares - 1;
            let styles = Style::NAMED.map(|(_, style)| style);
            let evals = styles.map(|style| {
                Side::BOTH
                    .map(|side| Eval::<u128>::new(variant, None, Some(Terms::tuned(variant)), (style, side)))
            });
            for position in positions(variant, &mut random) {
                let mut setup = Setup::empty(variant);
                setup.turn = position.turn().other();
                for (square, Piece { side, kind }) in position.pieces() {
                    setup.put(Square(last - square.0), Some(Piece { side: side.other(), kind }));
                }
                let turned = setup.into_unusual_position().expect("the same position");
                for [white, black] in &evals {
                    assert_eq!(value(white, &position), value(black, &turned), "{}", variant.name);
                }
            }
        }
    }
}
