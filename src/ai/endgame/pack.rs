//! Tables as files.
//!
//! A file has its head (`sealed.rs`), then the number of pieces (u8), and then
//!
//! - for win, draw and loss ([`Tables`]): the outcomes of all materials in their order (0 draw, 1 win, 2 loss), or
//! - for distances ([`Distances`]), with the number of pieces plus 128: the number of materials (u8), the men and kings of
//!   each (4 u8), and their values: 0 for a draw, else the plies to the end plus one;
//!
//! either as bits of the coder in `code.rs`. Values that nobody asks for, of captures and of places that hold no position,
//! go on with what stands before them.

use super::code::{self, Model, Outcomes, Writer};
use super::place::{Material, Ranker};
use super::{Distances, MOST_PIECES, Tables, serves};
use crate::ai::sealed::{Body, Content, Fault, FileError, Reader};
use crate::rules::Variant;

/// Added to the number of pieces in a file of distances.
const WITH_DISTANCES: u8 = 128;

/// What such a file is refused for.
pub(super) const fn refused(fault: Fault) -> FileError {
    Content::Tables.refused(fault)
}

/// Reads the head of a file: the rule set, the number of pieces as it stands there, and the rest.
fn opened(bytes: &[u8]) -> Result<(&'static Variant, u8, Reader<'_>), FileError> {
    let (variant, mut file) = Reader::open(Content::Tables, bytes, serves)?;
    let pieces = file.byte()?;
    Ok((variant, pieces, file))
}

fn checked(pieces: u8) -> Result<u32, FileError> {
    Some(u32::from(pieces)).filter(|pieces| (2..=MOST_PIECES).contains(pieces)).ok_or(refused(Fault::Length))
}

impl Tables {
    /// Writes a file of win, draw and loss.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut whole = Body::of(self.variant.name);
        let body = &mut whole.0;
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
        whole.sealed(Content::Tables)
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let (variant, pieces, file) = opened(bytes)?;
        let pieces = checked(pieces)?;
        let ranker = Ranker::new();
        let mut classes = vec![Vec::new(); Material::NUMBERS];
        let (mut reader, mut model) = (code::Reader::new(file.left), Outcomes::new());
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
        let mut whole = Body::of(self.variant.name);
        let body = &mut whole.0;
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
        whole.sealed(Content::Tables)
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, or for an unknown rule set.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let (variant, pieces, mut file) = opened(bytes)?;
        let pieces = checked(pieces.checked_sub(WITH_DISTANCES).ok_or(refused(Fault::Other))?)?;
        let ranker = Ranker::new();
        let mut materials = Vec::new();
        for _ in 0..file.byte()? {
            let material = Material(file.array::<4>()?.map(u32::from));
            if material.pieces() > pieces {
                return Err(refused(Fault::Length));
            }
            materials.push(material);
        }
        let (mut reader, mut model) = (code::Reader::new(file.left), Model::new());
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
