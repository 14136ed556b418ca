//! Variations: the lines that were left when somebody went back and played on.
//!
//! A tree of moves is kept as its leaves: whole lines from the start of the game. Where a line leaves the game on the
//! table follows from comparing the two.

use crate::rules::Move;

/// So many lines are kept; the oldest goes first.
const MOST: usize = 50;

/// The lines beside that on the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lines(Vec<Vec<Move>>);

/// How many moves two lines have in common at their beginning.
pub fn common(one: &[Move], other: &[Move]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

impl Lines {
    /// All of them, the oldest first.
    pub fn all(&self) -> &[Vec<Move>] {
        &self.0
    }

    /// Keeps a line, unless another one that is kept goes through it.
    pub fn keep(&mut self, line: &[Move]) {
        if line.is_empty() || self.0.iter().any(|kept| kept.starts_with(line)) {
            return;
        }
        self.0.retain(|kept| !line.starts_with(kept));
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(line.to_vec());
    }

    /// Takes a line out, to put it on the table.
    pub fn take(&mut self, index: usize) -> Option<Vec<Move>> {
        (index < self.0.len()).then(|| self.0.remove(index))
    }

    /// The newest line that begins so and goes on by this move.
    pub fn through(&self, begun: &[Move], next: &Move) -> Option<usize> {
        self.0.iter().rposition(|line| line.starts_with(begun) && line.get(begun.len()) == Some(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, variant};

    /// A line by the numbers of its moves in the lists of legal ones.
    fn line(numbers: &[usize]) -> Vec<Move> {
        let mut game = Game::new(&variant::INTERNATIONAL);
        for n in numbers {
            let next = game.position().legal_moves()[*n].clone();
            game.play(&next).expect("legal");
        }
        game.all_moves().to_vec()
    }

    #[test]
    fn a_line_is_kept_once_and_a_longer_one_takes_its_place() {
        let mut lines = Lines::default();
        lines.keep(&line(&[0, 1]));
        lines.keep(&line(&[0]));
        lines.keep(&line(&[0, 1]));
        lines.keep(&line(&[2, 2]));
        lines.keep(&line(&[0, 1, 3]));
        assert_eq!(lines.all(), [line(&[2, 2]), line(&[0, 1, 3])]);
        let whole = line(&[0, 1, 3]);
        assert_eq!(lines.through(&whole[..1], &whole[1]), Some(1));
        assert_eq!(lines.through(&whole[..1], &whole[0]), None);
        assert_eq!(common(&whole, &line(&[0, 2])), 1);
        for n in 0..9 {
            for k in 0..8 {
                lines.keep(&line(&[n, k]));
            }
        }
        assert_eq!(lines.all().len(), MOST);
    }
}
