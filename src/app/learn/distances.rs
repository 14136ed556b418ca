//! How far it is to the end in endings of few pieces on the 8x8 board, as a file of text.
//!
//! The file has two lines for each material: its name as the side to move sees it (`KK-M`: two kings against a man), and a
//! letter for each place. `~` is a draw, `!` the end itself, each next letter of ASCII one ply more. A place is the product
//! of the combinations of the squares of own men, own kings, foreign men, foreign kings, on the board as the side to move
//! sees it, squares in row order from the top. It is made by `damka lessons --endings`.

use crate::rules::{Kind, Position, Square};

/// Squares of the board.
const SQUARES: usize = 32;
/// A draw.
const DRAW: u8 = b'~';
/// The side to move has lost.
const END: u8 = b'!';

/// The distances.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Distances {
    classes: Vec<(String, Vec<u8>)>,
}

/// How a position ends with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// The side to move wins in so many plies.
    Win(u8),
    /// Nobody wins.
    Draw,
    /// The side to move loses in so many plies.
    Loss(u8),
}

impl Outlook {
    fn of(letter: u8) -> Self {
        match letter {
            DRAW => Self::Draw,
            letter => {
                let plies = letter.saturating_sub(END);
                if plies % 2 == 1 { Self::Win(plies) } else { Self::Loss(plies) }
            }
        }
    }
    /// What it is worth: more is better, a quick win the best, a slow loss better than a quick one.
    pub fn worth(self) -> i32 {
        match self {
            Self::Win(plies) => 1000 - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - 1000,
        }
    }
    /// The same seen from the other side, one ply earlier.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }
}

/// Squares of the own men, own kings, foreign men and foreign kings, as the side to move sees them.
fn groups(position: &Position) -> [Vec<usize>; 4] {
    let mut groups = [const { Vec::new() }; 4];
    let turn = position.turn();
    for (Square(square), piece) in position.pieces() {
        let place =
            if turn == crate::rules::Side::White { square.into() } else { SQUARES - 1 - usize::from(square) };
        let own = usize::from(piece.side != turn) * 2;
        groups[own + usize::from(piece.kind == Kind::King)].push(place);
    }
    for group in &mut groups {
        group.sort_unstable();
    }
    groups
}

/// How many ways there are to choose `k` of `n`.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

/// The place of a set of squares among all sets of so many.
fn rank(squares: &[usize]) -> usize {
    squares.iter().enumerate().map(|(i, square)| if *square > i { choose(*square, i + 1) } else { 0 }).sum()
}

fn name(groups: &[Vec<usize>; 4]) -> String {
    let letters = |men: &[usize], kings: &[usize]| ["K".repeat(kings.len()), "M".repeat(men.len())].concat();
    [letters(&groups[0], &groups[1]), letters(&groups[2], &groups[3])].join("-")
}

fn place(groups: &[Vec<usize>; 4]) -> usize {
    groups.iter().fold(0, |place, group| place * choose(SQUARES, group.len()) + rank(group))
}

impl Distances {
    /// Reads the file; `None` where it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut classes = Vec::new();
        while let Some(name) = lines.next() {
            let letters = lines.next()?.as_bytes().to_vec();
            let (own, theirs) = name.split_once('-')?;
            let count = |side: &str, letter| side.matches(letter).count();
            let sizes = [count(own, 'M'), count(own, 'K'), count(theirs, 'M'), count(theirs, 'K')];
            let size: usize = sizes.iter().map(|k| choose(SQUARES, *k)).product();
            if letters.len() != size {
                return None;
            }
            classes.push((name.to_owned(), letters));
        }
        Some(Self { classes })
    }

    /// How a position ends; `None` where the file does not know it.
    pub fn outlook(&self, position: &Position) -> Option<Outlook> {
        if position.variant().geometry().squares as usize != SQUARES {
            return None;
        }
        let groups = groups(position);
        let name = name(&groups);
        let class = self.classes.iter().find(|(own, _)| *own == name);
        match class {
            Some((_, letters)) => Some(Outlook::of(*letters.get(place(&groups))?)),
            // Nothing left to move with, and the other side still has something.
            None if groups[0].is_empty() && groups[1].is_empty() => Some(Outlook::Loss(0)),
            None => None,
        }
    }

    /// Makes the text of the file: for each material the distances that `plies` tells (`None`: a draw).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn make(names: &[&str], plies: impl Fn(&Position) -> Option<u32>) -> String {
        use crate::rules::variant::POLISH_64;
        use crate::rules::{Piece, Setup, Side};
        let mut text = String::new();
        for name in names {
            let (own, theirs) = name.split_once('-').unwrap_or((name, ""));
            let count = |side: &str, letter| side.matches(letter).count();
            let sizes = [count(own, 'M'), count(own, 'K'), count(theirs, 'M'), count(theirs, 'K')];
            let size: usize = sizes.iter().map(|k| choose(SQUARES, *k)).product();
            // A place that holds no position goes on with what stands before it: that packs better.
            let mut letters = vec![0; size];
            let sets = sizes.map(|k| subsets(k));
            for a in &sets[0] {
                for b in &sets[1] {
                    for c in &sets[2] {
                        for d in &sets[3] {
                            let groups = [a.clone(), b.clone(), c.clone(), d.clone()];
                            let mut setup = Setup::empty(&POLISH_64);
                            let mut pieces = 0;
                            for (group, squares) in groups.iter().enumerate() {
                                let side = if group < 2 { Side::White } else { Side::Black };
                                let piece = if group % 2 == 1 { Piece::king(side) } else { Piece::man(side) };
                                for square in squares {
                                    pieces += usize::from(setup.piece(Square(*square as u8)).is_none());
                                    setup.put(Square(*square as u8), Some(piece));
                                }
                            }
                            if pieces == sizes.iter().sum()
                                && let Ok(position) = setup.into_position()
                            {
                                let letter = plies(&position).map_or(DRAW, |n| (END + n as u8).min(DRAW - 1));
                                letters[place(&groups)] = letter;
                            }
                        }
                    }
                }
            }
            let mut last = DRAW;
            for letter in &mut letters {
                if *letter == 0 {
                    *letter = last;
                }
                last = *letter;
            }
            text.push_str(name);
            text.push('\n');
            text.push_str(&String::from_utf8_lossy(&letters));
            text.push('\n');
        }
        text
    }
}

/// All sets of `k` squares, each in ascending order.
#[cfg(not(target_arch = "wasm32"))]
fn subsets(k: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        all = all
            .iter()
            .flat_map(|set: &Vec<usize>| {
                let from = set.last().map_or(0, |last| last + 1);
                (from..SQUARES).map(move |next| [&set[..], &[next]].concat())
            })
            .collect();
    }
    all
}

/// The materials of the file: all of up to three pieces, and three kings against one.
pub const MATERIALS: [&str; 18] = [
    "M-M", "M-K", "K-M", "K-K", "MM-M", "MM-K", "KM-M", "KM-K", "KK-M", "KK-K", "M-MM", "K-MM", "M-KM",
    "K-KM", "M-KK", "K-KK", "KKK-K", "K-KKK",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_own_place() {
        for k in 0..4 {
            let mut places: Vec<usize> = subsets(k).iter().map(|set| rank(set)).collect();
            places.sort_unstable();
            assert_eq!(places, (0..choose(SQUARES, k)).collect::<Vec<_>>(), "{k}");
        }
    }

    #[test]
    fn what_is_no_file_is_refused() {
        for text in ["K-K", "K-K\n~~", "nonsense\n!", "K-K\n\n\n"] {
            assert_eq!(Distances::read(text), None, "{text:?}");
        }
        assert!(Distances::read("").is_some());
    }
}
