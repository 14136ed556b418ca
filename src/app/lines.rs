//! Variations: the lines that were left when somebody went back and played on.
//!
//! A tree of moves is kept as its leaves: whole lines from the start of the game. Where a line leaves the game on the
//! table follows from comparing the two. Of a game that was read from a text, that text is kept beside them: its remarks,
//! names and whatever else stands in it are looked up there when they are shown or written again.

use crate::rules::Move;

/// So many lines are kept; the oldest goes first.
pub const MOST: usize = 200;

/// The lines beside that on the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lines {
    lines: Vec<Vec<Move>>,
    /// What the game was read from, as PDN; empty for a game that was played here.
    pub source: String,
}

/// How many moves two lines have in common at their beginning.
pub fn common(one: &[Move], other: &[Move]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

impl Lines {
    /// No line yet, beside a game that was read from this text.
    pub fn of(source: String) -> Self {
        Self { lines: Vec::new(), source }
    }

    /// What the text that the game was read from says in a tag: the name of a player.
    pub fn tag(&self, name: &str) -> Option<String> {
        // By lines and characters: a search for strings would weigh kilobytes in the first program.
        let value = self.source.lines().take_while(|line| !line.is_empty()).find_map(|line| {
            let rest = line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(' ')?.strip_prefix('"')?;
            rest.strip_suffix(']')?.strip_suffix('"')
        })?;
        (!value.is_empty() && value != "?").then(|| value.chars().filter(|c| *c != '\\').collect())
    }

    /// All of them, the oldest first.
    pub fn all(&self) -> &[Vec<Move>] {
        &self.lines
    }

    /// Keeps a line, unless another one that is kept goes through it.
    pub fn keep(&mut self, line: &[Move]) {
        if line.is_empty() || self.lines.iter().any(|kept| kept.starts_with(line)) {
            return;
        }
        self.lines.retain(|kept| !line.starts_with(kept));
        if self.lines.len() == MOST {
            self.lines.remove(0);
        }
        self.lines.push(line.to_vec());
    }

    /// Takes a line out, to put it on the table.
    pub fn take(&mut self, index: usize) -> Option<Vec<Move>> {
        (index < self.lines.len()).then(|| self.lines.remove(index))
    }

    /// The newest line that begins so and goes on by this move.
    pub fn through(&self, begun: &[Move], next: &Move) -> Option<usize> {
        self.lines.iter().rposition(|line| line.starts_with(begun) && line.get(begun.len()) == Some(next))
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
            let legal = game.position().legal_moves();
            let next = legal[*n % legal.len()].clone();
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
            for k in 0..40 {
                lines.keep(&line(&[n, k / 5, k % 5]));
            }
        }
        assert_eq!(lines.all().len(), MOST);
    }
}
