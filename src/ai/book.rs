//! An opening book: moves that a long search found about as good as the best, so that games differ.
//!
//! A file has its head (`sealed.rs`), and a tree in pre-order: for the start position, and then for each position that a move of the book
//! leads to, the number of moves (u8) and their places among the legal moves (u8 each). Moves are places among the legal ones,
//! so a book can name no illegal move, and none against a due capture.

use super::random::Random;
use super::sealed::{Body, Content, Fault, FileError, Reader};
use crate::rules::{Move, Position, Variant};

/// No line is longer, whatever a file says.
const LONGEST: usize = 40;

/// The book of a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    variant: &'static Variant,
    /// Places among the legal moves, by the position's hash, in its order: a few hundred, for which a map would be more code.
    moves: Vec<(u64, Vec<u8>)>,
}

impl Book {
    /// An empty book.
    pub fn new(variant: &'static Variant) -> Self {
        Self { variant, moves: Vec::new() }
    }

    /// The rule set.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether the position is known.
    pub fn knows(&self, position: &Position) -> bool {
        self.place_of(position).is_ok()
    }

    /// Puts the moves of a position into the book, by their places among its legal moves.
    pub fn put(&mut self, position: &Position, places: Vec<u8>) {
        match self.place_of(position) {
            Ok(at) => self.moves[at].1 = places,
            Err(at) => self.moves.insert(at, (position.hash(), places)),
        }
    }

    /// Where the position is in the list, or would be.
    fn place_of(&self, position: &Position) -> Result<usize, usize> {
        let hash = position.hash();
        self.moves.binary_search_by(|(known, _)| known.cmp(&hash))
    }

    /// A move for a position, chosen by the seed; `None` where the book ends, or for other rules.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let at = self.place_of(position).ok().filter(|_| *position.variant() == *self.variant)?;
        let places = &self.moves[at].1;
        let place = places.get(Random::new(seed).below(places.len().max(1) as u64) as usize)?;
        position.legal_moves().get(usize::from(*place)).cloned()
    }

    /// Writes a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Body::of(self.variant.name);
        let mut left = self.clone();
        left.write(&Position::start(self.variant), &mut body.0);
        body.sealed(Content::Book)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused: it is something else, of another version, damaged, for an unknown rule set, or names a move that is
    /// not there.
    pub fn parse(bytes: &[u8]) -> Result<Self, FileError> {
        let (variant, mut file) = Reader::open(Content::Book, bytes, |_| true)?;
        let mut book = Self::new(variant);
        book.read(&mut file, &Position::start(variant), 0)?;
        file.finish()?;
        Ok(book)
    }

    fn read(&mut self, file: &mut Reader<'_>, position: &Position, ply: usize) -> Result<(), FileError> {
        let count = usize::from(file.byte()?);
        if count == 0 {
            return Ok(());
        }
        let places = file.take(count)?.to_vec();
        let legal = position.legal_moves();
        self.put(position, places.clone());
        for place in places {
            let m = legal.get(usize::from(place)).filter(|_| ply < LONGEST);
            let m = m.ok_or(Content::Book.refused(Fault::Length))?;
            self.read(file, &position.play(m), ply + 1)?;
        }
        Ok(())
    }

    /// Writes what follows a position, and takes it out: each is written once.
    fn write(&mut self, position: &Position, body: &mut Vec<u8>) {
        let Ok(at) = self.place_of(position) else {
            body.push(0);
            return;
        };
        let (_, places) = self.moves.remove(at);
        body.push(places.len() as u8);
        body.extend(&places);
        let legal = position.legal_moves();
        for m in places.iter().filter_map(|place| legal.get(usize::from(*place))) {
            self.write(&position.play(m), body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::{POLISH_64, RUSSIAN};

    #[test]
    fn a_book_reads_back_and_names_legal_moves() {
        let start = Position::start(&POLISH_64);
        let mut book = Book::new(&POLISH_64);
        book.put(&start, vec![0, 3]);
        let next = start.play(&start.legal_moves()[3]);
        book.put(&next, vec![1]);
        let bytes = book.to_bytes();
        assert_eq!(Book::parse(&bytes), Ok(book.clone()));
        assert_eq!(book.choose(&next, 5), Some(next.legal_moves()[1].clone()));
        assert_eq!(book.choose(&Position::start(&RUSSIAN), 5), None, "other rules");
        let chosen: std::collections::HashSet<_> =
            (0..50).filter_map(|seed| book.choose(&start, seed)).map(|m| m.path().to_vec()).collect();
        assert_eq!(chosen.len(), 2, "seeds choose");
        let mut damaged = bytes;
        *damaged.last_mut().expect("bytes") ^= 1;
        assert_eq!(Book::parse(&damaged), Err(Content::Book.refused(Fault::Digest)));
        book.put(&start, vec![200]);
        let none = Err(Content::Book.refused(Fault::Length));
        assert_eq!(Book::parse(&book.to_bytes()), none, "no such move");
    }
}
