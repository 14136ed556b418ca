//! Tables as files.
//!
//! A file is `DAMKAEND`, then in little-endian order: version (u32), digest of what follows (u64, FNV-1a), the rule set's
//! name (u8 length, bytes), the number of pieces (u8), and then
//!
//! - for win, draw and loss ([`Tables`]): the outcomes of all materials in their order (0 draw, 1 win, 2 loss), or
//! - for distances ([`Distances`]), with the number of pieces plus 128: the number of materials (u8), the men and kings of
//!   each (4 u8), and their values: 0 for a draw, else the plies to the end plus one;
//!
//! either as bits of the coder in `code.rs`. Values that nobody asks for, of captures and of places that hold no position,
//! go on with what stands before them.

use std::fmt;

use super::code::{self, Model, Outcomes, Writer};
use super::place::{Material, Ranker};
use super::{Distances, MOST_PIECES, Tables, serves};
use crate::ai::weights::{Reader, digest};
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"DAMKAEND";
/// The version of the file's form.
const VERSION: u32 = 2;
/// Added to the number of pieces in a file of distances.
const WITH_DISTANCES: u8 = 128;

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

/// Writes the head of a file before its body.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&digest(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

fn named(variant: &Variant) -> Vec<u8> {
    let mut body = vec![variant.name.len() as u8];
    body.extend_from_slice(variant.name.as_bytes());
    body
}

/// Reads the head of a file: the rule set, the number of pieces as it stands there, and the rest.
fn opened(bytes: &[u8]) -> Result<(&'static Variant, u8, Reader<'_>), TablesError> {
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
    let variant = Variant::named(&name).filter(|variant| serves(variant)).ok_or(TablesError::Rules(name))?;
    let pieces = file.byte().map_err(length)?;
    Ok((variant, pieces, file))
}

fn checked(pieces: u8) -> Result<u32, TablesError> {
    Some(u32::from(pieces)).filter(|pieces| (2..=MOST_PIECES).contains(pieces)).ok_or(TablesError::Length)
}

impl Tables {
    /// Writes a file of win, draw and loss.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = named(self.variant);
        body.push(self.pieces as u8);
        let (mut writer, mut model) = (Writer::new(), Outcomes::new());
        for material in Material::all(self.pieces) {
            let class = &self.classes[material.number()];
            let mut outcomes: Vec<u8> = (0..self.ranker.size(material))
                .map(|place| class[place / 4] >> (place % 4 * 2) & 3)
                .collect();
            model.run(&mut writer, &mut outcomes, self.ranker.row(material));
        }
        body.extend(writer.finish());
        sealed(&body)
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, TablesError> {
        let (variant, pieces, file) = opened(bytes)?;
        let pieces = checked(pieces)?;
        let ranker = Ranker::new();
        let mut classes = vec![Vec::new(); Material::NUMBERS];
        let (mut reader, mut model) = (code::Reader::new(file.0), Outcomes::new());
        for material in Material::all(pieces) {
            let mut outcomes = vec![0; ranker.size(material)];
            model.run(&mut reader, &mut outcomes, ranker.row(material));
            let packed =
                outcomes.chunks(4).map(|four| four.iter().rev().fold(0, |byte, o| byte << 2 | (o & 3)));
            classes[material.number()] = packed.collect();
        }
        reader.finish()?;
        Ok(Self { variant, pieces, ranker, classes, distances: Vec::new() })
    }
}

impl Distances {
    /// Writes a file of distances.
    pub fn to_bytes(&self) -> Vec<u8> {
        let ranker = Ranker::new();
        let mut body = named(self.variant);
        let pieces = self.classes.iter().map(|(material, _)| material.pieces()).max().unwrap_or(0);
        body.push(pieces as u8 + WITH_DISTANCES);
        body.push(self.classes.len() as u8);
        for (material, _) in &self.classes {
            body.extend(material.0.map(|n| n as u8));
        }
        let (mut writer, mut model) = (Writer::new(), Model::new());
        for (material, values) in &self.classes {
            model.run(&mut writer, &mut values.clone(), ranker.row(*material));
        }
        body.extend(writer.finish());
        sealed(&body)
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, TablesError> {
        let length = |_| TablesError::Length;
        let (variant, pieces, mut file) = opened(bytes)?;
        let pieces = checked(pieces.checked_sub(WITH_DISTANCES).ok_or(TablesError::NotTables)?)?;
        let ranker = Ranker::new();
        let mut materials = Vec::new();
        for _ in 0..file.byte().map_err(length)? {
            let material = Material(file.array::<4>().map_err(length)?.map(u32::from));
            if material.pieces() > pieces {
                return Err(TablesError::Length);
            }
            materials.push(material);
        }
        let (mut reader, mut model) = (code::Reader::new(file.0), Model::new());
        let mut classes = Vec::new();
        for material in materials {
            let mut values = vec![0; ranker.size(material)];
            model.run(&mut reader, &mut values, ranker.row(material));
            classes.push((material, values));
        }
        reader.finish()?;
        Ok(Self { variant, classes })
    }
}
