//! Tables as a file.
//!
//! A file is `DAMKAEND`, then in little-endian order: version (u32), digest of what follows (u64, FNV-1a), the rule set's
//! name (u8 length, bytes), the number of pieces (u8), and the outcomes of all materials in their order as runs: a byte
//! holds an outcome (its remainder by 3: draw, win, loss) and a length less 1 (its quotient, 0 to 79; from 80 on 256 times
//! the excess over 80, the next byte and 80). Outcomes that nobody asks for, of captures and of places that hold no position, go
//! on with what stands before them, which makes the runs long.

use std::fmt;

use super::place::{Material, Ranker};
use super::{MOST_PIECES, Tables, serves};
use crate::ai::weights::{Reader, digest};
use crate::rules::{Law, Task, Variant, White, can_capture};

const MAGIC: &[u8; 8] = b"DAMKAEND";
/// The version of the file's form.
const VERSION: u32 = 1;
/// Lengths less 1 below this stand in the byte itself.
const SHORT: usize = 80;

/// Why a file of tables is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TablesError {
    /// It does not begin as one.
    NotTables,
    /// It has the form of another version.
    Version(u32),
    /// What it holds is not what was written.
    Digest,
    /// It is for a rule set that is not known here, or has no tables.
    Rules(String),
    /// It ends too early or too late, or is for more pieces than this program knows.
    Length,
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTables => write!(f, "this is not a file of endgame tables"),
            Self::Version(version) => {
                write!(
                    f,
                    "the tables have the form of version {version}, this program reads version {VERSION}"
                )
            }
            Self::Digest => write!(f, "the tables are damaged: their digest is wrong"),
            Self::Rules(name) => write!(f, "the tables are for '{name}', which has none here"),
            Self::Length => write!(f, "the tables are cut short, or too long"),
        }
    }
}
impl std::error::Error for TablesError {}

impl Tables {
    /// Lets outcomes that nobody asks for go on with what stands before them.
    pub(super) fn smooth(&mut self) {
        struct Smooth<'a>(&'a mut Tables);
        impl Task for Smooth<'_> {
            type Output = ();
            fn run<L: Law>(self, law: L) {
                let tables = self.0;
                let mut last = 0;
                for material in Material::all(tables.pieces) {
                    for place in 0..tables.ranker.size(material) {
                        let asked = tables
                            .ranker
                            .pieces(material, place)
                            .is_some_and(|pieces| !can_capture(law, White, &pieces.board(law)));
                        let byte = &mut tables.classes[material.number()][place / 4];
                        let shift = place % 4 * 2;
                        if asked {
                            last = *byte >> shift & 3;
                        } else {
                            *byte = *byte & !(3 << shift) | last << shift;
                        }
                    }
                }
            }
        }
        self.variant.under_law(Smooth(self));
    }

    /// Writes a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = vec![self.variant.name.len() as u8];
        body.extend_from_slice(self.variant.name.as_bytes());
        body.push(self.pieces as u8);
        let (mut last, mut run) = (0, 0);
        for material in Material::all(self.pieces) {
            let class = &self.classes[material.number()];
            for place in 0..self.ranker.size(material) {
                let outcome = class[place / 4] >> (place % 4 * 2) & 3;
                if outcome != last || run == LONGEST_RUN {
                    push_run(&mut body, last, run);
                    (last, run) = (outcome, 0);
                }
                run += 1;
            }
        }
        push_run(&mut body, last, run);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&digest(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, TablesError> {
        let length = |_| TablesError::Length;
        let mut file = Reader(bytes);
        if file.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(TablesError::NotTables);
        }
        let version = u32::from_le_bytes(file.array().map_err(length)?);
        if version != VERSION {
            return Err(TablesError::Version(version));
        }
        let wanted = u64::from_le_bytes(file.array().map_err(length)?);
        if digest(file.0) != wanted {
            return Err(TablesError::Digest);
        }
        let letters = usize::from(file.byte().map_err(length)?);
        let name = String::from_utf8_lossy(file.take(letters).map_err(length)?).into_owned();
        let variant =
            Variant::named(&name).filter(|variant| serves(variant)).ok_or(TablesError::Rules(name))?;
        let pieces = u32::from(file.byte().map_err(length)?);
        if !(2..=MOST_PIECES).contains(&pieces) {
            return Err(TablesError::Length);
        }
        let ranker = Ranker::new();
        let mut classes = vec![Vec::new(); Material::NUMBERS];
        let (mut outcome, mut run) = (0, 0);
        for material in Material::all(pieces) {
            let size = ranker.size(material);
            let mut class = vec![0u8; size.div_ceil(4)];
            for place in 0..size {
                if run == 0 {
                    (outcome, run) = take_run(&mut file).map_err(length)?;
                }
                run -= 1;
                class[place / 4] |= outcome << (place % 4 * 2);
            }
            classes[material.number()] = class;
        }
        if run > 0 || !file.0.is_empty() {
            return Err(TablesError::Length);
        }
        Ok(Self { variant, pieces, ranker, classes })
    }
}

/// The longest run that a byte and its follower can tell.
const LONGEST_RUN: usize = SHORT + 4 * 256 + 255 + 1;

fn push_run(body: &mut Vec<u8>, outcome: u8, run: usize) {
    let Some(less) = run.checked_sub(1) else { return };
    if less < SHORT {
        body.push(less as u8 * 3 + outcome);
    } else {
        let excess = less - SHORT;
        body.push((SHORT + excess / 256) as u8 * 3 + outcome);
        body.push((excess % 256) as u8);
    }
}

fn take_run(file: &mut Reader<'_>) -> Result<(u8, usize), crate::ai::WeightsError> {
    let byte = file.byte()?;
    let (outcome, less) = (byte % 3, usize::from(byte / 3));
    let less = if less < SHORT { less } else { SHORT + (less - SHORT) * 256 + usize::from(file.byte()?) };
    Ok((outcome, less + 1))
}
