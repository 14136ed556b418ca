//! Patterns of men: windows of four rows by two squares, each read as a number in base 3.
//!
//! The rows of the board are looked up once each; a lookup gives, for every pair of neighbouring squares of the row, its
//! two digits, in lanes of one word. Four such words make the numbers of all windows of a band of rows at once.

use crate::rules::Variant;

/// How many numbers a window of eight squares has.
pub const ENTRIES: usize = 6561; // 3^8

/// The most rows of a board with patterns.
const MOST_ROWS: usize = 10;

/// One window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Which table of weights serves it.
    pub table: usize,
    /// Whether the table was made for the window's image under a half turn of the board, with colours exchanged.
    pub turned: bool,
    /// Whether the window is its own image.
    pub own_image: bool,
}

/// The windows of a board.
#[derive(Debug)]
pub struct Layout {
    size: usize,
    /// The lowest index of each row.
    starts: [u32; MOST_ROWS],
    /// The digits of a row: by White's men (low bits) and Black's, a lane of 16 bits for each pair of squares.
    rows: Vec<u64>,
    /// Window by window: bands from the top, in each the pairs of columns from the left.
    pub windows: Vec<Window>,
    /// How many tables there are.
    pub tables: usize,
}

impl Layout {
    /// The windows of a rule set's board: there are some on the dark squares of 8x8 and 10x10 boards.
    pub fn of(variant: &Variant) -> Option<Self> {
        let geometry = variant.geometry();
        if !geometry.narrow() || variant.size < 8 {
            return None;
        }
        let size = usize::from(variant.size);
        let (width, pairs) = (size / 2, size / 2 - 1);
        let mut starts = [0; MOST_ROWS];
        for (row, start) in starts.iter_mut().enumerate().take(size) {
            *start = geometry.rows[row].trailing_zeros();
        }
        let mut rows = vec![0; 1 << (2 * width)];
        for (both, lanes) in rows.iter_mut().enumerate() {
            let digit =
                |square: usize| (both >> square & 1) as u64 + 2 * (both >> (width + square) & 1) as u64;
            // A square can't hold a man of each side; what is computed for that is never read.
            for pair in 0..pairs {
                *lanes |= (digit(pair) + 3 * digit(pair + 1)) << (16 * pair);
            }
        }
        let mut windows: Vec<Window> = Vec::new();
        let mut tables = 0;
        let bands: Vec<_> = (0..=size - 4).step_by(2).collect();
        for (band, _) in bands.iter().enumerate() {
            for pair in 0..pairs {
                let image = (bands.len() - 1 - band) * pairs + pairs - 1 - pair;
                let own = band * pairs + pair;
                let turned = image < own;
                let table = if turned { windows[image].table } else { tables };
                tables += usize::from(!turned);
                windows.push(Window { table, turned, own_image: image == own });
            }
        }
        Some(Self { size, starts, rows, windows, tables })
    }

    /// Calls `then` with each window's place and number, from White's point of view.
    #[inline(always)]
    pub fn numbers(&self, white_men: u64, black_men: u64, mut then: impl FnMut(usize, usize)) {
        let width = self.size / 2;
        let ones = (1 << width) - 1;
        let mut lanes = [0; MOST_ROWS];
        for (lane, start) in lanes.iter_mut().zip(self.starts).take(self.size) {
            let (white, black) = (white_men >> start & ones, black_men >> start & ones);
            *lane = self.rows[(white | black << width) as usize & (self.rows.len() - 1)];
        }
        let mut place = 0;
        for band in (0..=self.size - 4).step_by(2) {
            let mut all = ((lanes[band + 3] * 9 + lanes[band + 2]) * 9 + lanes[band + 1]) * 9 + lanes[band];
            for _ in 0..width - 1 {
                then(place, (all & 0xffff) as usize);
                all >>= 16;
                place += 1;
            }
        }
    }

    /// The number of the same men after a half turn of the board, with colours exchanged.
    pub fn turned(number: usize) -> usize {
        let (mut left, mut turned) = (number, 0);
        for _ in 0..8 {
            let digit = left % 3;
            turned = turned * 3 + if digit == 0 { 0 } else { 3 - digit };
            left /= 3;
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random::Random;
    use crate::rules::{Bits, Side, variant};

    /// The numbers are those that one reads off square by square, and an image has the turned number.
    #[test]
    fn numbers_are_those_of_the_squares() {
        let mut random = Random::new(1);
        for variant in [&variant::POLISH_64, &variant::INTERNATIONAL, &variant::ITALIAN] {
            let layout = Layout::of(variant).expect("a layout");
            let geometry = variant.geometry();
            let pairs = layout.size / 2 - 1;
            for _ in 0..200 {
                let (mut white, mut black) = (0u64, 0u64);
                for square in geometry.all() {
                    match random.below(3) {
                        1 => white |= geometry.bit(square) as u64,
                        2 => black |= geometry.bit(square) as u64,
                        _ => {}
                    }
                }
                let mut numbers = Vec::new();
                layout.numbers(white, black, |place, number| {
                    assert_eq!(place, numbers.len());
                    numbers.push(number);
                });
                assert_eq!(numbers.len(), layout.windows.len());
                for (place, &number) in numbers.iter().enumerate() {
                    let (band, pair) = (place / pairs * 2, place % pairs);
                    let mut wanted = 0;
                    for row in (band..band + 4).rev() {
                        for column in [pair + 1, pair] {
                            let square = crate::rules::Square((row * (layout.size / 2) + column) as u8);
                            let bit = geometry.bit(square) as u64;
                            wanted = wanted * 3
                                + usize::from((white & bit).any())
                                + 2 * usize::from((black & bit).any());
                        }
                    }
                    assert_eq!(number, wanted);
                }
                let last = geometry.board.highest();
                let turn = |set: u64| set.iter().fold(0, |turned, index| turned | 1 << (last - index));
                if geometry.left_corner {
                    layout.numbers(turn(black), turn(white), |place, number| {
                        let image = numbers.len() - 1 - place;
                        assert_eq!(number, Layout::turned(numbers[image]), "window {place}");
                    });
                }
            }
            assert_eq!(layout.tables, if variant.size == 8 { 5 } else { 8 });
            let start = Side::BOTH.map(|side| variant.start(side) as u64);
            layout.numbers(start[0], start[1], |_, number| assert!(number < ENTRIES));
        }
    }
}
