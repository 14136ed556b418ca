//! The transposition table: what is known of positions that were searched before.

use super::score::{LEAST_WIN, Value};
use crate::rules::{Bits, Step};

/// What a stored value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// It is the true value.
    Exact = 3,
}

/// Enough of a step to find it again in a list of legal steps: from, to, and a few bits of the captured set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hint {
    from: u8,
    to: u8,
    captured: u8,
}

impl Hint {
    pub(super) fn of<B: Bits>(step: &Step<B>) -> Self {
        let wide = step.captured.wide();
        let folded = (wide as u64 ^ (wide >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { from: step.from, to: step.to, captured: (folded >> 56) as u8 }
    }

    /// No step leaves and enters index 0 without a capture.
    fn is_none(self) -> bool {
        self == Self::default()
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i16,
    hint: Hint,
    depth: u8,
    /// 0 in an empty entry.
    bound: u8,
    age: u8,
}

/// Entries that share a place: as many as a line of the processor's cache holds.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

impl Cluster {
    #[inline(always)]
    fn get(&self, key: u64) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.key == key && entry.bound != 0)
    }
}

/// What the table knew.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) hint: Option<Hint>,
}

/// Results of at most this depth are kept in a small table of their own: asking memory costs more than they do.
const NEAR_DEPTH: i32 = 1;
/// Clusters of that table: 256 KiB, which the processor's caches hold.
const NEAR_CLUSTERS: usize = 4096;

/// A hash table of fixed size. It forgets nothing between searches; entries of earlier searches give way first.
#[derive(Debug)]
pub(super) struct Table {
    clusters: Vec<Cluster>,
    /// For results near the leaves.
    near: Vec<Cluster>,
    /// How many of them are in use less one: a number of ones in binary.
    mask: usize,
    /// The same for the small table.
    near_mask: usize,
    age: u8,
}

impl Table {
    /// A table of so many mebibytes, rounded down to a power of two (at least 64 KiB).
    pub(super) fn new(mebibytes: u32) -> Self {
        let clusters = (mebibytes as usize * 1024 * 1024 / size_of::<Cluster>()).max(1024);
        let clusters = if clusters.is_power_of_two() { clusters } else { clusters.next_power_of_two() / 2 };
        Self {
            clusters: vec![Cluster::default(); clusters],
            near: vec![Cluster::default(); NEAR_CLUSTERS],
            mask: clusters - 1,
            near_mask: NEAR_CLUSTERS - 1,
            age: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.clusters.fill(Cluster::default());
        self.near.fill(Cluster::default());
        self.age = 0;
    }

    /// A new search of at most so many nodes begins. Where that is a limit the table begins empty, in the size that such
    /// a search can use; otherwise what is in it gives way to what comes.
    pub(super) fn begin(&mut self, nodes: u64) {
        if nodes == u64::MAX {
            self.mask = self.clusters.len() - 1;
            self.near_mask = NEAR_CLUSTERS - 1;
            self.age = self.age.wrapping_add(1);
            return;
        }
        let wanted = usize::try_from(nodes / 4).unwrap_or(usize::MAX).clamp(64, self.clusters.len());
        let used = wanted.next_power_of_two().min(self.clusters.len());
        let near = used.min(NEAR_CLUSTERS);
        (self.mask, self.near_mask) = (used - 1, near - 1);
        self.clusters[..used].fill(Cluster::default());
        self.near[..near].fill(Cluster::default());
    }

    /// What is known of a position that is to be searched to `depth`; distances to the end are counted from `ply`.
    #[inline(always)]
    pub(super) fn find(&self, key: u64, depth: i32, ply: usize) -> Option<Known> {
        let far = if depth > NEAR_DEPTH { self.clusters[key as usize & self.mask].get(key) } else { None };
        let entry = far.or_else(|| self.near[key as usize & self.near_mask].get(key))?;
        let mut value = Value::from(entry.value);
        if value >= LEAST_WIN {
            value -= ply as Value;
        } else if value <= -LEAST_WIN {
            value += ply as Value;
        }
        let bound = match entry.bound {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let hint = (!entry.hint.is_none()).then_some(entry.hint);
        Some(Known { value, depth: i32::from(entry.depth), bound, hint })
    }

    /// Keeps a result. A place is taken from the entry that is oldest and then shallowest.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, ply: usize, known: Known) {
        let age = self.age;
        let cluster = if known.depth > NEAR_DEPTH {
            &mut self.clusters[key as usize & self.mask].0
        } else {
            &mut self.near[key as usize & self.near_mask].0
        };
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, entry) in cluster.iter().enumerate() {
            if entry.key == key {
                victim = i;
                break;
            }
            // An entry of this search is worth more than any of an earlier one.
            let worth = i32::from(entry.depth) + if entry.age == age { 256 } else { 0 };
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        let entry = &mut cluster[victim];
        let hint = known.hint.unwrap_or_else(|| if entry.key == key { entry.hint } else { Hint::default() });
        let value = if known.value >= LEAST_WIN {
            known.value + ply as Value
        } else if known.value <= -LEAST_WIN {
            known.value - ply as Value
        } else {
            known.value
        };
        *entry = Entry {
            key,
            value: value as i16,
            hint,
            depth: known.depth.clamp(0, 255) as u8,
            bound: known.bound as u8,
            age,
        };
    }
}
