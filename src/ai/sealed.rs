//! What all data files have in common: a head that tells what they hold, and a digest.
//!
//! A head is, in little-endian order: what the file holds (8 letters), version (u32), digest of what follows (u64, FNV-1a),
//! and the rule set's name (u8 length, bytes).

use std::fmt;

use crate::rules::Variant;

/// What a data file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Trained weights.
    Weights,
    /// An opening book.
    Book,
    /// Endgame tables.
    Tables,
}

impl Content {
    /// The letters that a file begins with, and the version of its form that this program reads.
    const fn mark(self) -> (&'static [u8; 8], u32) {
        match self {
            Self::Weights => (b"DAMKAWTS", 1),
            Self::Book => (b"DAMKABOK", 1),
            Self::Tables => (b"DAMKAEND", 2),
        }
    }

    /// Such a file is refused for this.
    pub const fn refused(self, fault: Fault) -> FileError {
        FileError { content: self, fault }
    }
}

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It does not begin as one.
    Other,
    /// It has the form of another version.
    Version(u32),
    /// What it holds is not what was written.
    Digest,
    /// It is for a rule set that is not known here, or has no such files.
    Rules(String),
    /// It ends too early or too late, or names what is not there.
    Length,
}

/// A file of this content is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// What it was to hold.
    pub content: Content,
    /// Why.
    pub fault: Fault,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, all) = match self.content {
            Content::Weights => ("a file of weights", "the weights"),
            Content::Book => ("an opening book", "the moves of the book"),
            Content::Tables => ("a file of endgame tables", "the tables"),
        };
        match &self.fault {
            Fault::Other => write!(f, "this is not {one}"),
            Fault::Version(version) => {
                let reads = self.content.mark().1;
                write!(f, "{all} have the form of version {version}, this program reads version {reads}")
            }
            Fault::Digest => write!(f, "{all} are damaged: their digest is wrong"),
            Fault::Rules(name) => write!(f, "{all} are for '{name}', which has none here"),
            Fault::Length => write!(f, "{all} are cut short, or too long"),
        }
    }
}
impl std::error::Error for FileError {}

/// FNV-1a, 64 bits.
fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A file in the making: what comes after the digest.
pub(super) struct Body(pub(super) Vec<u8>);

impl Body {
    /// Begins with the rule set's name.
    pub(super) fn of(rules: &str) -> Self {
        let mut body = vec![rules.len() as u8];
        body.extend_from_slice(rules.as_bytes());
        Self(body)
    }

    /// What tells the file from others.
    pub(super) fn digest(&self) -> u64 {
        digest(&self.0)
    }

    /// The whole file.
    pub(super) fn sealed(self, content: Content) -> Vec<u8> {
        let (letters, version) = content.mark();
        let mut bytes = letters.to_vec();
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&self.digest().to_le_bytes());
        bytes.extend(self.0);
        bytes
    }
}

/// Takes a file apart from the front.
pub(super) struct Reader<'a> {
    content: Content,
    pub(super) left: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads the head; the rule set is one that `serves` such files.
    pub(super) fn open(
        content: Content,
        bytes: &'a [u8],
        serves: impl FnOnce(&'static Variant) -> bool,
    ) -> Result<(&'static Variant, Self), FileError> {
        let mut file = Self { content, left: bytes };
        let (letters, reads) = content.mark();
        if file.take(letters.len()).ok() != Some(letters) {
            return Err(content.refused(Fault::Other));
        }
        let version = u32::from_le_bytes(file.array()?);
        if version != reads {
            return Err(content.refused(Fault::Version(version)));
        }
        let wanted = u64::from_le_bytes(file.array()?);
        if digest(file.left) != wanted {
            return Err(content.refused(Fault::Digest));
        }
        let length = usize::from(file.byte()?);
        let name = String::from_utf8_lossy(file.take(length)?).into_owned();
        match Variant::named(&name).filter(|variant| serves(variant)) {
            Some(variant) => Ok((variant, file)),
            None => Err(content.refused(Fault::Rules(name))),
        }
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], FileError> {
        let (taken, left) = self.left.split_at_checked(n).ok_or(self.content.refused(Fault::Length))?;
        self.left = left;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        self.take(N)?.try_into().map_err(|_| self.content.refused(Fault::Length))
    }

    pub(super) fn byte(&mut self) -> Result<u8, FileError> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn i16(&mut self) -> Result<i16, FileError> {
        self.array().map(i16::from_le_bytes)
    }

    pub(super) fn i8s(&mut self, n: usize) -> Result<Vec<i8>, FileError> {
        Ok(self.take(n)?.iter().map(|byte| byte.cast_signed()).collect())
    }

    /// That is all there was.
    pub(super) fn finish(self) -> Result<(), FileError> {
        if self.left.is_empty() { Ok(()) } else { Err(self.content.refused(Fault::Length)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a file is to hold, its head is refused for the same reasons, in words about that.
    #[test]
    fn a_head_is_refused_with_the_reason() {
        for (content, word) in
            [(Content::Weights, "weights"), (Content::Book, "book"), (Content::Tables, "tables")]
        {
            let file = || Body::of("russian").sealed(content);
            let open = |bytes: &[u8]| {
                Reader::open(content, bytes, |v| v == &crate::rules::variant::RUSSIAN).map(|(v, _)| v.name)
            };
            assert_eq!(open(&file()), Ok("russian"));
            let is = |bytes: &[u8], fault: Fault| {
                let error = open(bytes).expect_err("refused");
                assert!(error.to_string().contains(word), "{error}");
                assert_eq!(error, content.refused(fault));
            };
            is(b"", Fault::Other);
            is(b"<!doctype html>", Fault::Other);
            is(&file()[..10], Fault::Length);
            is(&file()[..file().len() - 1], Fault::Digest);
            let mut other = file();
            other[8] = 9;
            is(&other, Fault::Version(9));
            for name in ["turkish", "chess"] {
                is(&Body::of(name).sealed(content), Fault::Rules(name.to_owned()));
            }
            let unlike = if content == Content::Book { Content::Weights } else { Content::Book };
            is(&Body::of("russian").sealed(unlike), Fault::Other);
        }
    }
}
