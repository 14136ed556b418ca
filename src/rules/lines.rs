//! What is seen from a square along both its diagonals, both ways, read from a table: the occupied squares of a diagonal
//! become an index by one multiplication, so that nothing depends on which square is the first that is met.

use super::geometry::{self, Geometry, dir};

/// One diagonal through a square.
#[derive(Clone, Copy)]
struct Line {
    /// Its squares that can hide others: neither the square itself nor the two ends.
    inner: u64,
    /// What gathers them in the top bits of a word.
    gather: u64,
    /// How far down those bits go then.
    down: u8,
    /// Where the views along the diagonal begin.
    start: u16,
}

/// Both diagonals of a square: that of NW and SE, that of NE and SW. They come with one load from memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Cross([Line; 2]);

/// The tables of one board on dark squares; `N` is a power of two.
pub(super) struct Lines<const N: usize> {
    crosses: [Cross; 64],
    views: [u64; N],
}

pub(super) static DARK_10_LINES: Lines<4096> = Lines::new(&geometry::DARK_10);

/// Gathers the eight inner squares of the 10x10 main line, for which there is no rule as below; found by trying.
const MAIN_LINE: u64 = 0x2228_0c08_0610_0400;

impl<const N: usize> Lines<N> {
    /// All that is seen from `index` along the diagonals of NW and SE, and of NE and SW.
    #[inline(always)]
    pub(super) fn views(&self, index: u32, occupied: u64) -> [u64; 2] {
        let Cross([falling, rising]) = &self.crosses[index as usize & 63];
        [self.view(falling, occupied), self.view(rising, occupied)]
    }

    #[inline(always)]
    fn view(&self, line: &Line, occupied: u64) -> u64 {
        let gathered = (occupied & line.inner).wrapping_mul(line.gather) >> (line.down & 63);
        self.views[(gathered as usize).wrapping_add(line.start as usize) & (N - 1)]
    }

    /// # Panics
    /// When the views don't fit, or two that differ would share a place: both while this is compiled.
    const fn new(geometry: &Geometry) -> Self {
        const NONE: Line = Line { inner: 0, gather: 0, down: 63, start: 0 };
        let mut lines = Self { crosses: [Cross([NONE; 2]); 64], views: [0; N] };
        let (mut index, mut start) = (0, 0);
        while index < 64 {
            let mut diagonal = 0;
            while diagonal < 2 && (geometry.board >> index) & 1 == 1 {
                let d = if diagonal == 0 { dir::SE } else { dir::SW };
                let step = geometry.steps[d] as u8;
                let inner = inner(geometry, index, d) | inner(geometry, index, dir::opposite(d));
                // A word can't be shifted by its width; without inner squares nothing comes of it anyway.
                let down = if inner == 0 { 0 } else { 64 - inner.count_ones() as u8 };
                let line = Line { inner, gather: gather(inner), down, start };
                let mut occupied = 0_u64;
                loop {
                    let view = view(geometry, index, step, occupied);
                    let place = start as usize + (occupied.wrapping_mul(line.gather) >> line.down) as usize;
                    assert!(lines.views[place] == 0 || lines.views[place] == view);
                    lines.views[place] = view;
                    // The next subset of the inner squares.
                    occupied = occupied.wrapping_sub(inner) & inner;
                    if occupied == 0 {
                        break;
                    }
                }
                lines.crosses[index as usize].0[diagonal] = line;
                start += 1 << inner.count_ones();
                diagonal += 1;
            }
            index += 1;
        }
        assert!(start as usize <= N && N.is_power_of_two());
        lines
    }
}

/// Both diagonals through a square of the 8x8 board, as one; the names are those of [`Line`].
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Star {
    inner: u64,
    gather: u64,
    /// All squares of the diagonal of NE and SW.
    rising: u64,
    down: u8,
    start: u16,
}

/// The tables of the 8x8 board, where so few squares can hide others that both diagonals are looked up at once. 10x10 would
/// take ten times as much, more than a processor keeps at hand.
pub(super) struct Stars {
    stars: [Star; 64],
    views: [u64; VIEWS],
}

/// Room for the 2,624 views there are: a power of two, so that no place has to be tested.
const VIEWS: usize = 4096;

pub(super) static DARK_8_STARS: Stars = Stars::new(&geometry::DARK_8);

/// For each square what gathers its inner squares; found by trying.
const GATHER: [u64; 32] = [
    0x0200_c4c0_8000_c000,
    0x8624_0801_0004_8120,
    0x9080_8881_0400_0000,
    0x0240_8668_1000_3800,
    0x8008_c040_4a00_1000,
    0x0008_4220_4250_6000,
    0x0002_0600_0050_0040,
    0x0002_2040_8802_2004,
    0x0104_1020_5000_8f20,
    0x0280_d412_0002_0040,
    0x8090_8808_010a_0000,
    0x0481_0442_4401_2022,
    0x420b_0109_0804_a000,
    0x0070_4100_8412_0200,
    0x8008_0840_4002_81e1,
    0x21c4_8882_1208_8080,
    0x0013_1018_1001_120c,
    0x0048_2001_0040_0020,
    0x0a00_2201_0102_1020,
    0x2240_8802_0300_1020,
    0x8048_0440_2000_0004,
    0x0814_0080_0c1a_8240,
    0x0004_0380_0a00_0000,
    0x0908_0220_4200_5140,
    0x4081_1051_0000_0021,
    0x0040_2880_8100_a004,
    0x0848_090c_9200_0080,
    0x0204_0220_4200_0002,
    0x2241_0501_0400_29c6,
    0x0000_0408_a008_0212,
    0x0800_1502_0200_0810,
    0xa110_0881_0100_0000,
];

impl Stars {
    /// What [`Lines::views`] says.
    #[inline(always)]
    pub(super) fn views(&self, index: u32, occupied: u64) -> [u64; 2] {
        let star = &self.stars[index as usize & 63];
        let gathered = (occupied & star.inner).wrapping_mul(star.gather) >> (star.down & 63);
        let view = self.views[(gathered as usize).wrapping_add(star.start as usize) & (VIEWS - 1)];
        let rising = view & star.rising;
        [view ^ rising, rising]
    }

    /// # Panics
    /// When two views that differ would share a place: while this is compiled.
    #[allow(clippy::large_stack_arrays, reason = "it runs in the compiler, which has room")]
    const fn new(geometry: &Geometry) -> Self {
        const NONE: Star = Star { inner: 0, gather: 0, rising: 0, down: 63, start: 0 };
        let mut all = Self { stars: [NONE; 64], views: [0; 4096] };
        let (mut index, mut start, mut rank) = (0, 0, 0);
        while index < 64 {
            if (geometry.board >> index) & 1 == 1 {
                let inner = inner(geometry, index, dir::NW)
                    | inner(geometry, index, dir::NE)
                    | inner(geometry, index, dir::SW)
                    | inner(geometry, index, dir::SE);
                let (falling, rising) = (geometry.steps[dir::SE] as u8, geometry.steps[dir::SW] as u8);
                let star = Star {
                    inner,
                    gather: GATHER[rank],
                    rising: view(geometry, index, rising, 0),
                    down: 64 - inner.count_ones() as u8,
                    start,
                };
                let mut occupied = 0_u64;
                loop {
                    let view =
                        view(geometry, index, falling, occupied) | view(geometry, index, rising, occupied);
                    let place = start as usize + (occupied.wrapping_mul(star.gather) >> star.down) as usize;
                    assert!(all.views[place] == 0 || all.views[place] == view);
                    all.views[place] = view;
                    occupied = occupied.wrapping_sub(inner) & inner;
                    if occupied == 0 {
                        break;
                    }
                }
                all.stars[index as usize] = star;
                start += 1 << inner.count_ones();
                rank += 1;
            }
            index += 1;
        }
        all
    }
}

/// The squares from `index` in direction `d` up to the edge, without the last.
const fn inner(geometry: &Geometry, index: u32, d: usize) -> u64 {
    let (mut inner, mut at) = (0, index as i16 + geometry.steps[d] as i16);
    loop {
        let next = at + geometry.steps[d] as i16;
        if at < 0 || at > 63 || next < 0 || next > 63 || (geometry.board >> next) & 1 == 0 {
            return inner;
        }
        inner |= 1 << at;
        at = next;
    }
}

/// A factor that brings each square of `inner` to a bit of its own at the top, the first one to the highest. No two of the
/// other products meet, so nothing is carried; none falls among those bits, as long as there are fewer squares than the step
/// along the line is wide, or as many less one more on 8x8.
const fn gather(inner: u64) -> u64 {
    if inner.count_ones() == 8 {
        return MAIN_LINE;
    }
    let (mut factor, mut rest, mut rank) = (0, inner, 0);
    while rest != 0 {
        factor |= 1 << (63 - rank - rest.trailing_zeros());
        rest &= rest - 1;
        rank += 1;
    }
    factor
}

/// What is seen both ways along the diagonal with this step.
const fn view(geometry: &Geometry, index: u32, step: u8, occupied: u64) -> u64 {
    let mut view = 0;
    let mut up = true;
    loop {
        let mut at = index as i16;
        loop {
            at += if up { -(step as i16) } else { step as i16 };
            if at < 0 || at > 63 || (geometry.board >> at) & 1 == 0 {
                break;
            }
            view |= 1 << at;
            if (occupied >> at) & 1 == 1 {
                break;
            }
        }
        if !up {
            return view;
        }
        up = false;
    }
}
