//! A whole game: the moves, taking back, and how it ends.

use std::cell::OnceCell;

use serde::{Deserialize, Serialize};

use super::{Bits, DrawRule, Move, Position, Side, Variant};

/// The most draw rules that a rule set may have.
const MOST_RULES: usize = 8;

/// A position in a game with what the draw rules count.
#[derive(Debug, Clone)]
struct Moment {
    position: Position,
    hash: u64,
    /// For each draw rule of the variant, in its order, how many plies it has counted.
    counts: [u16; MOST_RULES],
    /// No position before this one can come again.
    fresh: bool,
    /// Who has won by the position; looked for once, since that lists all moves and every label of a board asks.
    winner: OnceCell<Option<Side>>,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Ongoing,
    /// A side has won.
    Won {
        /// Which.
        winner: Side,
        /// Why.
        by: WinReason,
    },
    /// It is a draw.
    Drawn {
        /// Why.
        by: DrawReason,
    },
}

/// Why a game is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinReason {
    /// A side has no piece left (W64-5; in Antidraughts it has won).
    NoPieces,
    /// The side to move has pieces, but none can move (W64-5; in Antidraughts it has won).
    NoMoves,
    /// The winner has a king (Breakthrough).
    Crowned,
    /// The other side resigned.
    Resigned,
    /// The other side's time was up.
    OnTime,
    /// A record says so, and not why.
    Recorded,
}

/// Why a game is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawReason {
    /// By a rule of the game.
    Rule(DrawRule),
    /// The players agreed.
    Agreed,
    /// A record says so, and not why.
    Recorded,
}

/// What ended a game before the rules did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Settled {
    /// That side resigned.
    Resigned(Side),
    /// That side's time was up.
    OnTime(Side),
    /// Both agreed to a draw.
    Agreed,
    /// A record names the winner, or a draw, and not how it came about.
    Recorded(Option<Side>),
}

/// The move is not legal in the position, or the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayError {
    /// Not in the list of legal moves.
    Illegal,
    /// The game has ended.
    Over,
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Illegal => "the move is not legal in this position",
            Self::Over => "the game is over; take a move back first",
        })
    }
}
impl std::error::Error for PlayError {}

/// A game: where it started, the moves made, and those taken back that can be made again.
///
/// ```
/// use damka::rules::{Game, Status, variant};
///
/// let mut game = Game::new(&variant::POLISH_64);
/// let first = game.position().legal_moves()[0].clone();
/// game.play(&first).unwrap();
/// assert_eq!(game.status(), Status::Ongoing);
/// assert!(game.undo());
/// assert!(game.redo());
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    moments: Vec<Moment>,
    moves: Vec<Move>,
    now: usize,
    settled: Option<Settled>,
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: &'static Variant) -> Self {
        Self::from_position(Position::start(variant))
    }

    /// A game from any position. Repetitions and counters begin with it (case B035).
    pub fn from_position(position: Position) -> Self {
        debug_assert!(position.variant().draws.len() <= MOST_RULES);
        let moment = Moment {
            hash: position.hash(),
            position,
            counts: [0; MOST_RULES],
            fresh: true,
            winner: OnceCell::new(),
        };
        Self { moments: vec![moment], moves: Vec::new(), now: 0, settled: None }
    }

    /// The rule set.
    pub fn variant(&self) -> &'static Variant {
        self.position().variant()
    }
    /// The position now.
    pub fn position(&self) -> &Position {
        &self.moments[self.now].position
    }
    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.moments[0].position
    }
    /// The position after so many plies, up to [`len`](Self::len).
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.moments.get(ply).map(|moment| &moment.position)
    }
    /// How many plies have been played up to now.
    pub fn ply(&self) -> usize {
        self.now
    }
    /// How many plies are known, those taken back included.
    pub fn len(&self) -> usize {
        self.moves.len()
    }
    /// Whether no move is known.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
    /// The moves up to now.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.now]
    }
    /// All known moves, those taken back included.
    pub fn all_moves(&self) -> &[Move] {
        &self.moves
    }
    /// The move that led here.
    pub fn last_move(&self) -> Option<&Move> {
        self.moves().last()
    }
    /// Hashes of the positions since the last move that can't be undone, the present one last: what a search needs to
    /// see repetitions.
    pub fn recent_hashes(&self) -> Vec<u64> {
        let from = (0..=self.now).rev().find(|&i| self.moments[i].fresh).unwrap_or(0);
        self.moments[from..=self.now].iter().map(|moment| moment.hash).collect()
    }
    /// How the game was settled outside the rules, if it was.
    pub fn settled(&self) -> Option<Settled> {
        self.settled
    }

    /// Plays a legal move; moves taken back before are forgotten.
    ///
    /// # Errors
    /// [`PlayError`] when the game is over or the move is not legal; nothing has changed then.
    pub fn play(&mut self, wanted: &Move) -> Result<(), PlayError> {
        if self.status() != Status::Ongoing {
            return Err(PlayError::Over);
        }
        self.play_on(wanted)
    }

    /// Plays a legal move though a draw rule may have ended the game: files hold games in which nobody claimed the draw.
    ///
    /// # Errors
    /// [`PlayError`] when the game was settled or the move is not legal; nothing has changed then.
    pub fn play_on(&mut self, wanted: &Move) -> Result<(), PlayError> {
        if self.settled.is_some() {
            return Err(PlayError::Over);
        }
        let legal = self.position().legal(wanted).ok_or(PlayError::Illegal)?;
        // The route that was chosen is kept, not the one in the list.
        let wanted = &Move { path: wanted.path.clone(), captured: wanted.captured.clone(), ..legal };
        self.moves.truncate(self.now);
        self.moments.truncate(self.now + 1);
        let moment = self.moments[self.now].after(wanted);
        self.moments.push(moment);
        self.moves.push(wanted.clone());
        self.now += 1;
        Ok(())
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let could = self.now > 0 || self.settled.is_some();
        if self.settled.take().is_none() {
            self.now = self.now.saturating_sub(1);
        }
        could
    }

    /// Makes a move again that was taken back; whether there was one.
    pub fn redo(&mut self) -> bool {
        let could = self.now < self.moves.len() && self.settled.is_none();
        self.now += usize::from(could);
        could
    }

    /// Ends the game outside the rules; whether it was still going on.
    pub fn settle(&mut self, how: Settled) -> bool {
        let ongoing = self.status() == Status::Ongoing;
        if ongoing {
            self.settled = Some(how);
        }
        ongoing
    }

    /// How the game stands: a win is looked for before any draw (RULES.md, section 4).
    pub fn status(&self) -> Status {
        let moment = &self.moments[self.now];
        if let Some(winner) = *moment.winner.get_or_init(|| moment.position.winner()) {
            let by = if moment.position.variant().goal == super::Goal::Crown
                && moment.position.material(winner).1 > 0
            {
                WinReason::Crowned
            } else if Side::BOTH.into_iter().any(|side| moment.position.side(side).is_empty()) {
                WinReason::NoPieces
            } else {
                WinReason::NoMoves
            };
            return Status::Won { winner, by };
        }
        match self.settled {
            Some(Settled::Resigned(side)) => {
                return Status::Won { winner: side.other(), by: WinReason::Resigned };
            }
            Some(Settled::OnTime(side)) => {
                return Status::Won { winner: side.other(), by: WinReason::OnTime };
            }
            Some(Settled::Agreed) => return Status::Drawn { by: DrawReason::Agreed },
            Some(Settled::Recorded(Some(winner))) => return Status::Won { winner, by: WinReason::Recorded },
            Some(Settled::Recorded(None)) => return Status::Drawn { by: DrawReason::Recorded },
            None => {}
        }
        match self.draw_counts().find(|count| count.applies && count.plies >= count.limit) {
            Some(count) => Status::Drawn { by: DrawReason::Rule(count.rule) },
            None => Status::Ongoing,
        }
    }

    /// What each draw rule has counted so far.
    pub fn draw_counts(&self) -> impl Iterator<Item = DrawCount> + '_ {
        let moment = &self.moments[self.now];
        self.variant().draws.iter().enumerate().map(move |(i, &rule)| {
            let plies = match rule {
                DrawRule::Repetition(_) => self.repetitions(),
                _ => moment.counts[i],
            };
            DrawCount { rule, plies, limit: rule.limit(), applies: rule.applies(&moment.position) }
        })
    }

    /// How often the present position has stood on the board with the same side to move, this time included (D1).
    pub fn repetitions(&self) -> u16 {
        let now = &self.moments[self.now];
        let mut n = 0;
        for moment in self.moments[..=self.now].iter().rev() {
            n += u16::from(moment.hash == now.hash && moment.position == now.position);
            if moment.fresh {
                break;
            }
        }
        n
    }
}

/// What a draw rule has counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawCount {
    /// The rule.
    pub rule: DrawRule,
    /// Plies counted so far; for repetitions, how often the position has stood.
    pub plies: u16,
    /// The count at which the game is drawn.
    pub limit: u16,
    /// Whether the rule concerns the present material at all.
    pub applies: bool,
}

impl Moment {
    fn after(&self, played: &Move) -> Self {
        let position = self.position.play(played);
        let variant = position.variant();
        let man = !played.by_king();
        let mut counts = [0; MOST_RULES];
        for (i, rule) in variant.draws.iter().enumerate() {
            counts[i] = rule.counted(self.counts[i], &self.position, played, &position);
        }
        // Turkish men move sideways and can come back; elsewhere a man's move can't be undone.
        let fresh = played.is_capture() || (man && !variant.all_squares) || played.crowns();
        Self { hash: position.hash(), position, counts, fresh, winner: OnceCell::new() }
    }
}

impl DrawRule {
    /// The count at which the game is drawn.
    pub const fn limit(self) -> u16 {
        match self {
            Self::Repetition(n) => n as u16,
            Self::QuietKings(n)
            | Self::NoProgress(n)
            | Self::NoChange(n)
            | Self::Balanced { plies: n, .. }
            | Self::ThreeAgainstKing(n)
            | Self::TwoAgainstKing(n)
            | Self::KingsAgainstKing(n)
            | Self::LoneKingOnMainLine(n)
            | Self::ThreeKingsOnMainLine(n)
            | Self::ThreeKings(n)
            | Self::TwoKingsAgainstOne(n)
            | Self::KingAgainstKing(n)
            | Self::OneEach(n) => n,
        }
    }

    /// Whether the rule concerns a position with this material (and, for two of them, this place of a king).
    pub fn applies(self, position: &Position) -> bool {
        let [white, black] = Side::BOTH.map(|side| position.material(side));
        // The material of the side that faces a lone king, from either point of view.
        let faced = |wanted: &dyn Fn(u32, u32) -> bool| {
            (white == (0, 1) && wanted(black.0, black.1)) || (black == (0, 1) && wanted(white.0, white.1))
        };
        let pieces = white.0 + white.1 + black.0 + black.1;
        match self {
            Self::Repetition(_) | Self::QuietKings(_) | Self::NoProgress(_) | Self::NoChange(_) => true,
            Self::Balanced { least, most, .. } => {
                white.1 > 0 && black.1 > 0 && (u32::from(least)..=u32::from(most)).contains(&pieces)
            }
            Self::ThreeAgainstKing(_) => faced(&|men, kings| men + kings == 3 && kings > 0),
            Self::TwoAgainstKing(_) => faced(&|men, kings| men + kings <= 2 && kings > 0),
            Self::KingsAgainstKing(_) => faced(&|men, kings| men == 0 && kings >= 3),
            Self::ThreeKings(_) => faced(&|men, kings| men == 0 && kings == 3),
            Self::TwoKingsAgainstOne(_) => faced(&|men, kings| men == 0 && kings == 2),
            Self::KingAgainstKing(_) => white == (0, 1) && black == (0, 1),
            Self::OneEach(_) => white.0 + white.1 == 1 && black.0 + black.1 == 1,
            Self::LoneKingOnMainLine(_) => {
                let line = position.variant().geometry().main_line();
                Side::BOTH.into_iter().any(|lone| {
                    let (men, kings) = position.material(lone.other());
                    position.material(lone) == (0, 1)
                        && men + kings == 3
                        && kings > 0
                        && (position.side(lone) & line).any()
                        && (position.side(lone.other()) & line).is_empty()
                })
            }
            Self::ThreeKingsOnMainLine(_) => {
                let line = position.variant().geometry().main_line();
                Side::BOTH.into_iter().any(|lone| {
                    position.material(lone) == (0, 1)
                        && position.material(lone.other()) == (0, 3)
                        && (position.side(lone.other()) & line).any()
                })
            }
        }
    }

    /// The rule's count after a move, from its count before.
    fn counted(self, before: u16, from: &Position, played: &Move, to: &Position) -> u16 {
        let goes_on = match self {
            Self::Repetition(_) => false,
            // A capture and a man's move are what NoProgress waits for: what is left are quiet king moves.
            Self::QuietKings(_) | Self::NoProgress(_) => played.by_king() && !played.is_capture(),
            Self::NoChange(_) | Self::Balanced { .. } => !played.is_capture() && !played.crowns(),
            Self::OneEach(_) => !played.is_capture(),
            // All plies count from the one after that which brought the material about; men's moves and crownings do
            // not restart it, nor does a capture that leaves it in force (D3, D4).
            Self::ThreeAgainstKing(_)
            | Self::TwoAgainstKing(_)
            | Self::KingsAgainstKing(_)
            | Self::ThreeKingsOnMainLine(_)
            | Self::ThreeKings(_)
            | Self::TwoKingsAgainstOne(_)
            | Self::KingAgainstKing(_) => self.applies(from) && self.applies(to),
            // The king counts as being there with the move that leaves it there.
            Self::LoneKingOnMainLine(_) => self.applies(to),
        };
        if goes_on { before.saturating_add(1) } else { 0 }
    }
}
