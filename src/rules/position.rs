//! Positions: a board that obeys its rule set, and whose turn it is.

use super::moves::List;
use super::{Bits, Board, Goal, Kind, Move, Piece, Setup, Side, Square, Step, Variant, Zobrist};

/// For each side the king that moved last and how many quiet moves in a row it made (Frisian, WFD 17).
pub type KingRun = Option<(Square, u8)>;

/// A position of a rule set. Made by [`Position::start`], by playing moves, or from a [`Setup`] that was checked.
///
/// ```
/// use damka::rules::{Position, variant};
///
/// let start = Position::start(&variant::POLISH_64);
/// assert_eq!(start.legal_moves().len(), 7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    variant: VariantRef,
    sides: [u128; 2],
    kings: u128,
    turn: Side,
    runs: [KingRun; 2],
}

/// A rule set, compared by what it says.
#[derive(Debug, Clone, Copy)]
struct VariantRef(&'static Variant);

impl PartialEq for VariantRef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0) || self.0 == other.0
    }
}
impl Eq for VariantRef {}
impl std::hash::Hash for VariantRef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl Position {
    /// The start position (W64-3, W100-2.8), with the side to move that begins (W64-4, W100-3.3).
    pub fn start(variant: &'static Variant) -> Self {
        Self {
            variant: VariantRef(variant),
            sides: [variant.start(Side::White), variant.start(Side::Black)],
            kings: 0,
            turn: variant.first,
            runs: [None; 2],
        }
    }

    /// Trusts its arguments; [`Setup::into_position`] checks them.
    pub(super) fn trusted(variant: &'static Variant, sides: [u128; 2], kings: u128, turn: Side) -> Self {
        Self { variant: VariantRef(variant), sides, kings, turn, runs: [None; 2] }
    }

    /// The rule set.
    pub fn variant(&self) -> &'static Variant {
        self.variant.0
    }
    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.turn
    }
    /// The squares of a side's pieces, as indices of the variant's [`Geometry`](super::Geometry).
    pub fn side(&self, side: Side) -> u128 {
        self.sides[side.index()]
    }
    /// The kings of both sides, likewise.
    pub fn kings(&self) -> u128 {
        self.kings
    }
    /// A side's men and kings.
    pub fn material(&self, side: Side) -> (u32, u32) {
        let pieces = self.side(side);
        ((pieces & !self.kings).count(), (pieces & self.kings).count())
    }
    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let bit = self.variant().geometry().bit(square);
        let side = Side::BOTH.into_iter().find(|side| (self.side(*side) & bit).any())?;
        Some(Piece { side, kind: if (self.kings & bit).any() { Kind::King } else { Kind::Man } })
    }
    /// All pieces with their squares, in row order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.variant().geometry().all().filter_map(|square| Some((square, self.piece(square)?)))
    }
    /// The same board with the other side to move: what would be if the player passed.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { turn: self.turn.other(), ..*self }
    }
    /// An editable copy.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.variant());
        setup.turn = self.turn;
        for (square, piece) in self.pieces() {
            setup.put(square, Some(piece));
        }
        setup
    }

    /// The board as the generator sees it.
    pub fn board(&self) -> Board<u128> {
        Board { mine: self.side(self.turn), theirs: self.side(self.turn.other()), kings: self.kings }
    }

    /// The king that must rest because it made three quiet moves in a row (Frisian, WFD 17).
    pub fn resting(&self) -> Option<Square> {
        let limit = self.variant().same_king_limit;
        self.runs[self.turn.index()].filter(|&(_, n)| limit > 0 && n >= limit).map(|(square, _)| square)
    }
    /// For each side, White first: the king that moved last without capturing, and how often in a row.
    pub fn king_runs(&self) -> [KingRun; 2] {
        self.runs
    }
    /// The resting king as a set.
    pub fn rested(&self) -> u128 {
        self.resting().map_or(0, |square| self.variant().geometry().bit(square))
    }

    fn list(&self, routes: bool, only: u128) -> Vec<Move> {
        let variant = self.variant();
        List { variant, board: self.board(), side: self.turn, rested: self.rested(), routes, only }.make()
    }

    /// All legal moves, each once: two routes with the same ends and victims are one move, shown by one of its routes.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.list(false, u128::MAX)
    }

    /// All legal moves by every route, up to [`MOST_ROUTES`](super::moves::MOST_ROUTES).
    pub fn legal_routes(&self) -> Vec<Move> {
        self.list(true, u128::MAX)
    }

    /// The best captures of one piece, by every route, as if no other piece could capture: what a player sees who looks
    /// at this piece only. Legal or not; never to be played.
    pub fn captures_by(&self, square: Square) -> Vec<Move> {
        let mut captures = self.list(true, self.variant().geometry().bit(square));
        captures.retain(|m| m.is_capture() && m.from() == square);
        captures
    }

    /// Whether the side to move has a capture.
    pub fn must_capture(&self) -> bool {
        self.legal_moves().first().is_some_and(Move::is_capture)
    }

    /// The position after a move.
    ///
    /// The move must come from this position's own list; [`Position::legal`] turns any other into one that does.
    #[must_use]
    pub fn play(&self, played: &Move) -> Self {
        let geometry = self.variant().geometry();
        let (from, to) = (geometry.bit(played.from()), geometry.bit(played.to()));
        let captured = played.captured().iter().fold(0, |set, square| set | geometry.bit(*square));
        let (me, them) = (self.turn.index(), self.turn.other().index());
        let mut next = *self;
        next.sides[me] = (self.sides[me] & !from) | to;
        next.sides[them] &= !captured;
        next.kings &= !(from | captured);
        if played.by_king() || played.crowns() {
            next.kings |= to;
        }
        next.turn = self.turn.other();
        if self.variant().same_king_limit > 0 {
            let quiet_king = played.by_king() && !played.is_capture();
            next.count_king_runs(self, played.from(), played.to(), quiet_king);
        }
        next
    }

    /// The same by a step, where no path is needed: the king that must rest is counted here too.
    ///
    /// The step must come from the generator, which was told the king that [rests](Self::rested).
    #[must_use]
    pub fn after(&self, step: &Step<u128>) -> Self {
        let board = self.board().after(step);
        let mut next = *self;
        next.turn = self.turn.other();
        next.sides[self.turn.index()] = board.theirs;
        next.sides[next.turn.index()] = board.mine;
        next.kings = board.kings;
        if self.variant().same_king_limit > 0 {
            let [from, to] = [step.from, step.to].map(u32::from);
            let square = |index| self.variant().geometry().square(index);
            let quiet_king = step.captured.is_empty() && self.kings.has(from);
            next.count_king_runs(self, square(from), square(to), quiet_king);
        }
        next
    }

    /// The three-move rule's counters (WFD 17; RULES.md, section 5, Frisian).
    fn count_king_runs(&mut self, before: &Self, from: Square, to: Square, quiet_king: bool) {
        let me = before.turn;
        let has_man = |position: &Self, side| position.material(side).0 > 0;
        self.runs[me.index()] = if quiet_king && has_man(self, me) {
            let run = before.runs[me.index()].filter(|&(square, _)| square == from);
            Some((to, run.map_or(1, |(_, n)| n + 1)))
        } else {
            None
        };
        let them = me.other();
        let kept = before.runs[them.index()]
            .filter(|&(square, _)| has_man(self, them) && self.piece(square) == Some(Piece::king(them)));
        self.runs[them.index()] = kept;
    }

    /// This position's own copy of a move, if the move is legal here.
    pub fn legal(&self, wanted: &Move) -> Option<Move> {
        self.legal_moves().into_iter().find(|legal| legal.same_as(wanted))
    }

    /// This position's move that makes the given step.
    pub fn move_of_step<B: Bits>(&self, step: &Step<B>) -> Option<Move> {
        let geometry = self.variant().geometry();
        self.legal_moves().into_iter().find(|m| {
            geometry.index_of[m.from().index()] == step.from
                && geometry.index_of[m.to().index()] == step.to
                && m.captured().iter().fold(0, |set, s| set | geometry.bit(*s)) == step.captured.wide()
        })
    }

    /// Whether the side to move has no legal move.
    pub fn is_stuck(&self) -> bool {
        // By the list that is there anyway: counting alone would be as much code again.
        self.legal_moves().is_empty()
    }

    /// Who has won by the position itself, if anyone has: the side that took all, whoever is to move, or left the other
    /// without a move (W64-5), or whatever else is the goal of the rule set.
    pub fn winner(&self) -> Option<Side> {
        let goal = self.variant().goal;
        if goal == Goal::Crown
            && let Some(side) = Side::BOTH.into_iter().find(|side| self.material(*side).1 > 0)
        {
            return Some(side);
        }
        let bare = Side::BOTH.into_iter().find(|side| self.side(*side).is_empty());
        let beaten = bare.or_else(|| self.is_stuck().then_some(self.turn))?;
        Some(if goal == Goal::Lose { beaten } else { beaten.other() })
    }

    /// A number that is equal for equal positions (pieces, side to move, Frisian king counters), and almost surely not
    /// for others.
    pub fn hash(&self) -> u64 {
        Zobrist::of(self)
    }
}
