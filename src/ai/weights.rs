//! Trained weights: the form in which they are kept in a file, and the form in which the search uses them.
//!
//! A file has its head (`sealed.rs`), then all in little-endian order: unit of the tables in centimen (u8), king, first king, turn (i16 each), the king's
//! squares in row order from White's side (u8 count, i8 each), and the tables: opening weights of a table, then its ending
//! weights, 6561 each (i8).

use super::patterns::{ENTRIES, Layout};
use super::score::Value;
use super::sealed::{Body, Content, Fault, FileError, Reader};
use crate::rules::{Engine as Moves, Variant};

/// Weights for a rule set, in centimen; a man is 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// The rule set whose games they were trained on.
    pub rules: &'static str,
    /// Centimen for each step of the numbers in `tables`.
    pub unit: u8,
    /// Each king.
    pub king: i16,
    /// A side's first king, on top.
    pub first_king: i16,
    /// The right to move.
    pub turn: i16,
    /// A white king's square, by row order; a black king has the square after a half turn.
    pub king_squares: Vec<i8>,
    /// For each table its opening weights and its ending weights.
    pub tables: Vec<[Vec<i8>; 2]>,
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let content = Content::Weights;
        let (variant, mut file) = Reader::open(content, bytes, |variant| Layout::of(variant).is_some())?;
        let layout = Layout::of(variant).ok_or(content.refused(Fault::Rules(variant.name.to_owned())))?;
        let unit = file.byte()?;
        let (king, first_king, turn) = (file.i16()?, file.i16()?, file.i16()?);
        let squares = usize::from(file.byte()?);
        if squares != usize::from(variant.geometry().squares) {
            return Err(content.refused(Fault::Length));
        }
        let king_squares = file.i8s(squares)?;
        let mut tables = Vec::new();
        for _ in 0..layout.tables {
            tables.push([file.i8s(ENTRIES)?, file.i8s(ENTRIES)?]);
        }
        file.finish()?;
        Ok(Self { rules: variant.name, unit, king, first_king, turn, king_squares, tables })
    }

    /// What tells these weights from others, as a file of them says it.
    pub fn digest(&self) -> u64 {
        self.body().digest()
    }

    /// Writes a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.body().sealed(Content::Weights)
    }

    /// A file without its head.
    fn body(&self) -> Body {
        let mut whole = Body::of(self.rules);
        let body = &mut whole.0;
        body.push(self.unit);
        for number in [self.king, self.first_king, self.turn] {
            body.extend_from_slice(&number.to_le_bytes());
        }
        body.push(self.king_squares.len() as u8);
        body.extend(self.king_squares.iter().map(|w| w.cast_unsigned()));
        for phase in self.tables.iter().flatten() {
            body.extend(phase.iter().map(|w| w.cast_unsigned()));
        }
        whole
    }
}

/// Weights made ready for the search: each window has its own table, and opening and ending stand in one word.
#[derive(Debug)]
pub(super) struct Patterns {
    pub(super) weights: Weights,
    layout: Layout,
    tables: Vec<i32>,
    /// How many pieces there are at the start.
    pieces: Value,
}

impl Patterns {
    pub(super) fn new(weights: Weights) -> Option<Self> {
        let variant = Variant::named(weights.rules)?;
        let layout = Layout::of(variant)?;
        let mut tables = Vec::with_capacity(layout.windows.len() * ENTRIES);
        for window in &layout.windows {
            let [opening, ending] = &weights.tables[window.table];
            for number in 0..ENTRIES {
                let image = Layout::turned(number);
                let weight = |phase: &[i8]| {
                    let (own, turned) = (Value::from(phase[number]), Value::from(phase[image]));
                    let steps = match (window.own_image, window.turned) {
                        (true, _) => own - turned,
                        (_, true) => -turned,
                        (_, false) => own,
                    };
                    steps * Value::from(weights.unit)
                };
                tables.push(weight(opening) + (weight(ending) << 16));
            }
        }
        let pieces = 2 * variant.men() as Value;
        Some(Self { weights, layout, tables, pieces })
    }

    /// Whether these weights are for the moves of a rule set: its own, or those of a main game that it shares.
    pub(super) fn serve(&self, variant: &Variant) -> bool {
        let own = Variant::named(self.weights.rules);
        let shared = matches!(variant.engine(), Moves::W64 | Moves::W100);
        self.weights.rules == variant.name
            || shared && own.is_some_and(|own| own.engine() == variant.engine())
    }

    /// The patterns' value from White's point of view, with so many pieces on the board.
    #[inline(always)]
    pub(super) fn value(&self, white_men: u64, black_men: u64, pieces: u32) -> Value {
        let mut both = 0;
        self.layout.numbers(white_men, black_men, |place, number| {
            both += self.tables[place * ENTRIES + number];
        });
        let opening = Value::from(both as i16);
        let ending = (both + 0x8000) >> 16;
        let stage = (pieces as Value).min(self.pieces);
        (opening * stage + ending * (self.pieces - stage)) / self.pieces
    }

    /// The same as a function of its own.
    #[inline(never)]
    pub(super) fn value_apart(&self, white_men: u64, black_men: u64, pieces: u32) -> Value {
        self.value(white_men, black_men, pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Bits;

    fn weights() -> Weights {
        let table = || [vec![1; ENTRIES], vec![-2; ENTRIES]];
        Weights {
            rules: "polish64",
            unit: 2,
            king: 250,
            first_king: 40,
            turn: 3,
            king_squares: vec![5; 32],
            tables: (0..5).map(|_| table()).collect(),
        }
    }

    #[test]
    fn a_file_reads_back() {
        assert_eq!(Weights::parse(&weights().to_bytes()), Ok(weights()));
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let good = weights().to_bytes();
        let is = |bytes: &[u8], fault: Fault| {
            assert_eq!(Weights::parse(bytes), Err(Content::Weights.refused(fault)));
        };
        let mut damaged = good.clone();
        damaged[5000] ^= 1;
        is(&damaged, Fault::Digest);
        is(&good[..good.len() - 1], Fault::Digest);
        is(&Weights { rules: "turkish", ..weights() }.to_bytes(), Fault::Rules("turkish".to_owned()));
        is(&Weights { tables: Vec::new(), ..weights() }.to_bytes(), Fault::Length);
        is(&Weights { king_squares: vec![5; 50], ..weights() }.to_bytes(), Fault::Length);
    }

    /// What is good for White is as bad for it when board and colours are turned round.
    #[test]
    fn both_sides_are_judged_alike() {
        let mut weights = weights();
        let mut random = crate::ai::Random::new(5);
        for weight in weights.tables.iter_mut().flatten().flatten() {
            *weight = random.below(60) as i8 - 30;
        }
        let patterns = Patterns::new(weights).expect("patterns");
        let board = Variant::named("polish64").expect("the main game").geometry().board as u64;
        let turn = |set: u64| set.iter().fold(0, |turned, index| turned | 1 << (board.highest() - index));
        for _ in 0..500 {
            let white = random.bits() & board;
            let black = random.bits() & board & !white;
            let value = patterns.value(white, black, 20);
            assert_eq!(patterns.value(turn(black), turn(white), 20), -value);
        }
    }
}
