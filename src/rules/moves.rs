//! Moves that keep their path.

use serde::Serialize;

use super::movegen::{self, Hunt, Sink};
use super::{Bits, Board, Law, Side, Square, Step, Turn, Variant, Wide};

/// A legal move. Only the generator makes one, so whoever holds a `Move` for a [`Position`](super::Position) may play
/// it there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Move {
    pub(super) path: Vec<Square>,
    pub(super) captured: Vec<Square>,
    pub(super) king: bool,
    pub(super) crowns: bool,
}

impl Move {
    /// The square it leaves.
    pub fn from(&self) -> Square {
        self.path[0]
    }
    /// The square where it ends; with a circular capture this is [`from`](Self::from).
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }
    /// The start and every landing square, in order: two squares for a quiet move, one more than the captured pieces
    /// for a capture.
    pub fn path(&self) -> &[Square] {
        &self.path
    }
    /// The captured pieces' squares, in the order in which they are jumped.
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }
    /// Whether it captures anything.
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
    /// Whether a king makes it.
    pub fn by_king(&self) -> bool {
        self.king
    }
    /// Whether a man becomes a king by it (W64-13).
    pub fn crowns(&self) -> bool {
        self.crowns
    }
    /// Whether `other` is the same move, perhaps by another route: same ends and same captured pieces.
    pub fn same_as(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
    /// What tells moves apart: from, to, and the captured squares in ascending order.
    pub fn key(&self) -> (Square, Square, Vec<Square>) {
        let mut captured = self.captured.clone();
        Square::sort(&mut captured);
        (self.from(), self.to(), captured)
    }
}

/// Keeps the path of each capture.
struct Paths<B, const ROUTES: bool> {
    landings: [u32; 128],
    victims: [B; 128],
    found: Vec<(Step<B>, Vec<u32>, Vec<B>)>,
    limit: usize,
}

impl<B: Bits, const ROUTES: bool> Paths<B, ROUTES> {
    fn new(limit: usize) -> Self {
        Self { landings: [0; 128], victims: [B::EMPTY; 128], found: Vec::new(), limit }
    }
}

impl<B: Bits, const ROUTES: bool> Sink<B> for &mut Paths<B, ROUTES> {
    const ROUTES: bool = ROUTES;
    const QUICK: bool = false;
    fn clear(&mut self) {
        self.found.clear();
    }
    fn push(&mut self, step: Step<B>, jumps: u8, _: bool) {
        let n = usize::from(jumps);
        let route = &self.landings[..n];
        // Two routes of one move can jump in the same places and land on the same squares only if they are the same.
        let known = self.found.iter().any(|(s, r, _)| *s == step && (!ROUTES || r == route));
        if !known && self.found.len() < self.limit {
            self.found.push((step, route.to_vec(), self.victims[..n].to_vec()));
        }
    }
    fn jump(&mut self, n: u8, victim: B, to: u32) {
        self.landings[usize::from(n)] = to;
        self.victims[usize::from(n)] = victim;
    }
}

/// The most routes that [`Position::legal_routes`](super::Position::legal_routes) lists.
pub const MOST_ROUTES: usize = 4096;

pub(super) struct List {
    pub(super) variant: &'static Variant,
    pub(super) board: Board<u128>,
    pub(super) side: Side,
    pub(super) rested: u128,
    pub(super) routes: bool,
    /// Captures of these pieces only, as if the side had no other that can capture.
    pub(super) only: u128,
}

impl List {
    /// The list. It is made under the widest law, whatever the variant: lists with paths are for people, who can't tell
    /// a microsecond from three, and code for each law would be a fifth of what the page loads.
    pub(super) fn make(&self) -> Vec<Move> {
        let law = Wide::new(self.variant);
        self.list(law, self.side)
    }
}

impl List {
    fn list<L: Law, T: Turn>(&self, law: L, turn: T) -> Vec<Move> {
        let board = narrowed::<L>(&self.board);
        let mut moves = Vec::new();
        if self.variant.goal == super::Goal::Crown && board.kings.any() {
            return moves;
        }
        let hunters = movegen::hunters(law, turn, &board) & L::Bits::narrow(self.only);
        if hunters.any() {
            if self.routes {
                let mut paths = Paths::<L::Bits, true>::new(MOST_ROUTES);
                Hunt::<L, T, _>::new(law, turn, &board, &mut paths).all(hunters);
                paths.moves(law, &board, &mut moves);
            } else {
                let mut paths = Paths::<L::Bits, false>::new(usize::MAX);
                Hunt::<L, T, _>::new(law, turn, &board, &mut paths).all(hunters);
                paths.moves(law, &board, &mut moves);
            }
            if self.variant.must_capture {
                return moves;
            }
        }
        let geometry = law.geometry();
        movegen::quiets(law, turn, &board, L::Bits::narrow(self.rested), |step| {
            moves.push(Move {
                path: vec![geometry.square(u32::from(step.from)), geometry.square(u32::from(step.to))],
                captured: Vec::new(),
                king: board.kings.has(u32::from(step.from)),
                crowns: step.crowns,
            });
        });
        moves
    }
}

impl<B: Bits, const ROUTES: bool> Paths<B, ROUTES> {
    fn moves<L: Law<Bits = B>>(self, law: L, board: &Board<B>, out: &mut Vec<Move>) {
        let geometry = law.geometry();
        for (step, landings, victims) in self.found {
            let from = u32::from(step.from);
            out.push(Move {
                path: std::iter::once(from).chain(landings).map(|index| geometry.square(index)).collect(),
                captured: victims.into_iter().map(|set| geometry.square(set.lowest())).collect(),
                king: board.kings.has(from),
                crowns: step.crowns,
            });
        }
    }
}

pub(super) fn narrowed<L: Law>(board: &Board<u128>) -> Board<L::Bits> {
    Board {
        mine: L::Bits::narrow(board.mine),
        theirs: L::Bits::narrow(board.theirs),
        kings: L::Bits::narrow(board.kings),
    }
}
