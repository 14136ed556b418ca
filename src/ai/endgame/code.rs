//! How tables are written: each value by what stands beside it, in as few bits as it is surprising (an adaptive binary
//! range coder). Writer and reader have the same [`Model`] or [`Outcomes`], and so learn the same.

use super::pack::refused;
use crate::ai::sealed::{Fault, FileError};

/// Probabilities are so many bits wide ...
const BITS: u32 = 12;
/// ... and learn from each bit by this part of their error, as a shift.
const LEARN: u32 = 5;
/// The range is widened below this.
const NARROW: u32 = 1 << 24;

/// Takes bits with the probability of a 0, or gives them.
pub(super) trait Bit {
    /// A bit; a writer is told which, a reader answers which.
    fn bit(&mut self, probability: &mut u16, bit: bool) -> bool;
}

fn learn(probability: &mut u16, bit: bool) {
    if bit {
        *probability -= *probability >> LEARN;
    } else {
        *probability += ((1 << BITS) - *probability) >> LEARN;
    }
}

/// Writes.
pub(super) struct Writer {
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and how many bytes of 255 stand after it.
    held: u8,
    full: usize,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u32::MAX, held: 0, full: 0, bytes: Vec::new() }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            self.bytes.push(self.held.wrapping_add(carry));
            self.bytes.resize(self.bytes.len() + self.full, 0xffu8.wrapping_add(carry));
            self.full = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.full += 1;
        }
        self.low = self.low << 8 & 0xffff_ffff;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        // The first byte is what was held before anything was written.
        self.bytes.remove(0);
        self.bytes
    }
}

impl Bit for Writer {
    fn bit(&mut self, probability: &mut u16, bit: bool) -> bool {
        let bound = (self.range >> BITS) * u32::from(*probability);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        learn(probability, bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads what [`Writer`] wrote.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    code: u32,
    range: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { bytes, at: 0, code: 0, range: u32::MAX };
        for _ in 0..4 {
            reader.code = reader.code << 8 | reader.next();
        }
        reader
    }

    fn next(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        u32::from(byte)
    }

    /// Whether all was read, and not more than there is.
    pub(super) fn finish(self) -> Result<(), FileError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(refused(Fault::Length)) }
    }
}

impl Bit for Reader<'_> {
    fn bit(&mut self, probability: &mut u16, _: bool) -> bool {
        let bound = (self.range >> BITS) * u32::from(*probability);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        learn(probability, bit);
        while self.range < NARROW {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
        bit
    }
}

const EVEN: u16 = 1 << (BITS - 1);

/// Which distances to expect beside which.
pub(super) struct Model {
    /// For each pair of neighbours, whether the value is the first of them; whether it is the second.
    first: Vec<u16>,
    second: Vec<u16>,
    /// A tree of the value's bits for each first neighbour.
    trees: Vec<u16>,
}

impl Model {
    pub(super) fn new() -> Self {
        Self { first: vec![EVEN; 1 << 16], second: vec![EVEN; 1 << 16], trees: vec![EVEN; 1 << 16] }
    }

    /// Writes or reads the values of a material, `width` of which make a row.
    pub(super) fn run(&mut self, coder: &mut impl Bit, values: &mut [u8], width: usize) {
        for at in 0..values.len() {
            let before = |back: usize| at.checked_sub(back).map_or(0, |at| values[at]);
            let (left, above) = (before(1), before(width));
            let pair = usize::from(left) << 8 | usize::from(above);
            let value = values[at];
            values[at] = if !coder.bit(&mut self.first[pair], value != left) {
                left
            } else if left != above && !coder.bit(&mut self.second[pair], value != above) {
                above
            } else {
                let tree = &mut self.trees[usize::from(left) << 8..][..256];
                let mut node = 1;
                for shift in (0..8).rev() {
                    let bit = coder.bit(&mut tree[node], value >> shift & 1 == 1);
                    node = node << 1 | usize::from(bit);
                }
                node as u8
            };
        }
    }
}

/// Which outcomes to expect beside which: there are but three, so more neighbours can be asked.
pub(super) struct Outcomes {
    /// For each picture of the neighbours a tree of the outcome's two bits.
    trees: Vec<[u16; 4]>,
}

impl Outcomes {
    pub(super) fn new() -> Self {
        Self { trees: vec![[EVEN; 4]; 1 << 14] }
    }

    /// Writes or reads the outcomes of a material, `width` of which make a row.
    pub(super) fn run(&mut self, coder: &mut impl Bit, values: &mut [u8], width: usize) {
        let width = width.max(2);
        for at in 0..values.len() {
            let neighbours = [1, 2, 3, width - 1, width, width + 1, 2 * width];
            let picture = neighbours.into_iter().fold(0, |picture, back| {
                picture << 2 | at.checked_sub(back).map_or(0, |at| usize::from(values[at] & 3))
            });
            let tree = &mut self.trees[picture];
            let high = coder.bit(&mut tree[1], values[at] >> 1 & 1 == 1);
            let low = coder.bit(&mut tree[2 + usize::from(high)], values[at] & 1 == 1);
            values[at] = u8::from(high) << 1 | u8::from(low);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random::Random;

    /// What was written is read back, whatever it is, and regular tables become short.
    #[test]
    fn values_read_back() {
        let mut random = Random::new(3);
        for spread in [1, 2, 7, 256] {
            for length in [0, 1, 100, 40_000] {
                let values: Vec<u8> = (0..length).map(|_| random.below(spread) as u8).collect();
                let mut writer = Writer::new();
                Model::new().run(&mut writer, &mut values.clone(), 32);
                let bytes = writer.finish();
                let mut read = vec![0; length];
                let mut reader = Reader::new(&bytes);
                Model::new().run(&mut reader, &mut read, 32);
                assert_eq!(read, values);
                assert_eq!(reader.finish(), Ok(()));
                if spread == 2 {
                    let mut writer = Writer::new();
                    Outcomes::new().run(&mut writer, &mut values.clone(), 1);
                    let bytes = writer.finish();
                    let mut reader = Reader::new(&bytes);
                    Outcomes::new().run(&mut reader, &mut read, 1);
                    assert_eq!((&read, reader.finish()), (&values, Ok(())));
                }
                // A model that learns needs a few bytes to see that all is the same.
                assert!(spread > 1 || bytes.len() < 10 + length / 50, "{} for {length}", bytes.len());
            }
        }
    }
}
