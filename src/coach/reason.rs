//! Why a move: a closed list, each with the figures and the line that prove it.

use crate::ai::endgame::Outcome;
use crate::rules::{Move, Square};

/// A reason for a move. Worth is counted in men, a king as [`king_worth`](super::king_worth); 'quiet' is how many plies
/// without a capture were looked ahead, by every move of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// There is no other legal move.
    Only,
    /// It wins the game within so many plies, this one included. The line is the longest defence.
    Wins {
        /// Plies.
        plies: u8,
    },
    /// Whatever the reply, it comes out at least `worth` ahead of before. The line shows it: gives, takes.
    Gains {
        /// At least so much.
        worth: u8,
        /// Pieces lost along the line.
        gives: u8,
        /// Pieces captured along the line.
        takes: u8,
        /// A man is crowned in the line.
        crowns: bool,
        /// Looked ahead.
        quiet: u8,
    },
    /// A man is crowned with this side's `moves`th move at the latest, whatever the reply.
    Crowns {
        /// Moves of this side, this one included.
        moves: u8,
    },
    /// Every other move comes out at least `worth` worse.
    OnlyGood {
        /// At least so much.
        worth: u8,
        /// How many other moves there are.
        others: u8,
        /// Looked ahead.
        quiet: u8,
    },
    /// Who passed here would lose at least `worth` (the line: how); after the move nothing is lost.
    Stops {
        /// At least so much.
        worth: u8,
        /// Looked ahead after the move.
        quiet: u8,
    },
    /// Nothing is lost by it, while `bad` of the `of` other moves lose something.
    Avoids {
        /// So many lose.
        bad: u8,
        /// So many others there are.
        of: u8,
        /// Looked ahead after the move.
        quiet: u8,
    },
    /// It captures `takes` pieces, and no more than it gives is lost by it: as many as came back.
    Exchanges {
        /// Pieces each side loses along the line.
        each: u8,
        /// Looked ahead after the move.
        quiet: u8,
    },
    /// If the opponent then passed, at least `worth` would be won (the line: how); nothing is lost by it.
    Threatens {
        /// At least so much.
        worth: u8,
        /// Looked ahead after the move.
        quiet: u8,
    },
    /// It leaves the opponent `good` of `of` moves that lose nothing; nothing is lost by it.
    Squeezes {
        /// Moves that are not proven to lose.
        good: u8,
        /// Legal replies.
        of: u8,
        /// Looked ahead after the move.
        quiet: u8,
    },
    /// Something is lost whatever one does, at least `worth`; with this move no more than that.
    LeastLoss {
        /// So much.
        worth: u8,
        /// Looked ahead.
        quiet: u8,
    },
    /// The game is lost whatever one does, within `plies` after this move; no move holds out longer.
    HoldsOut {
        /// Plies from the reply on.
        plies: u8,
    },
    /// The lone king stays on the main line.
    MainLine,
    /// It lets the opponent come out at least `worth` ahead (only said of a move already made or about to be). The line
    /// shows it.
    Loses {
        /// At least so much.
        worth: u8,
        /// Pieces lost along the line.
        gives: u8,
        /// Pieces captured along the line.
        takes: u8,
        /// The opponent crowns in the line.
        crowns: bool,
        /// Looked ahead.
        quiet: u8,
    },
    /// It lets the opponent win the game within so many plies (only said of a move made or about to be).
    LosesGame {
        /// Plies from the reply on.
        plies: u8,
    },
    /// In the line of the gain a capture of the opponent's stops on `square`, because the pieces that it took still lie
    /// there, and is taken there itself (coup turc).
    Turc {
        /// Where it stops.
        square: Square,
    },
    /// In the line of the gain the opponent's only move is a capture with the piece on `from`, and where it lands, on `to`,
    /// it is taken itself.
    Decoy {
        /// The piece that is drawn away.
        from: Square,
        /// Where it is taken.
        to: Square,
    },
    /// The man passes the last row in its capture and stays a man.
    PassesRow,
    /// Every move of a man off the back row was proven to lose something; there are so many.
    Base {
        /// Moves.
        moves: u8,
    },
    /// A draw rule counts, and so many plies are left until it ends the game.
    DrawNear {
        /// Plies.
        plies: u8,
    },
    /// The endgame tables know what the move leads to, and what the others do.
    Table {
        /// What it leads to, for the side that moves.
        outcome: Outcome,
        /// So many of the other moves lead to less.
        less: u8,
        /// So many others there are.
        of: u8,
        /// Plies to the end, this move included, where the distances are known and no draw rule can come before; else 0.
        plies: u8,
    },
    /// The endgame tables know that the move gives something away (only said of a move made or about to be).
    Falls {
        /// What the position was worth before it.
        from: Outcome,
        /// What it is worth after it.
        to: Outcome,
        /// Plies to the win that was there, as in [`Reason::Table`].
        plies: u8,
    },
    /// Nothing is lost by it.
    Safe {
        /// Looked ahead.
        quiet: u8,
    },
    /// Nothing can be proven: it is the best that was found.
    Best {
        /// Plies of the search.
        depth: u8,
    },
}

/// In the order of their numbers.
const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

/// What to look for: the first step of a hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Look {
    /// There is only one move.
    Only,
    /// The game can be won.
    Win,
    /// There is a shot: give, then take more.
    Shot,
    /// Something can be won.
    Gain,
    /// A man can be crowned.
    Crown,
    /// The opponent threatens something.
    Danger,
    /// Some moves lose something.
    Care,
    /// There is an exchange.
    Exchange,
    /// Something can be threatened.
    Threat,
    /// The opponent has few good moves: leave still fewer.
    Squeeze,
    /// The king has a good place.
    Line,
    /// Something is lost anyway: lose little.
    Least,
    /// Nothing is forced.
    Quiet,
    /// The draw can be held.
    Hold,
}

impl Look {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Only,
        Self::Win,
        Self::Shot,
        Self::Gain,
        Self::Crown,
        Self::Danger,
        Self::Care,
        Self::Exchange,
        Self::Threat,
        Self::Squeeze,
        Self::Line,
        Self::Least,
        Self::Quiet,
        Self::Hold,
    ];
}

impl Reason {
    /// What the player should look for.
    pub fn look(self) -> Look {
        match self {
            Self::Only => Look::Only,
            Self::Wins { .. } | Self::Table { outcome: Outcome::Win, .. } => Look::Win,
            Self::Table { outcome: Outcome::Draw, .. } => Look::Hold,
            Self::Turc { .. } | Self::Decoy { .. } => Look::Shot,
            Self::Base { .. } => Look::Care,
            Self::Gains { gives: 1.., takes: 1.., .. } => Look::Shot,
            Self::Gains { takes: 0, crowns: true, .. } | Self::Crowns { .. } => Look::Crown,
            Self::Gains { .. } => Look::Gain,
            Self::OnlyGood { .. } | Self::Stops { .. } => Look::Danger,
            Self::Avoids { .. } => Look::Care,
            Self::Exchanges { .. } => Look::Exchange,
            Self::Threatens { .. } => Look::Threat,
            Self::Squeezes { .. } => Look::Squeeze,
            Self::MainLine => Look::Line,
            Self::LeastLoss { .. }
            | Self::HoldsOut { .. }
            | Self::Loses { .. }
            | Self::LosesGame { .. }
            | Self::Falls { .. }
            | Self::Table { outcome: Outcome::Loss, .. } => Look::Least,
            Self::Safe { .. } | Self::Best { .. } | Self::PassesRow | Self::DrawNear { .. } => Look::Quiet,
        }
    }

    /// As a number and its figures, for the way between worker and page.
    pub fn parts(self) -> (u8, [u8; 5]) {
        match self {
            Self::Only => (0, [0; 5]),
            Self::Wins { plies } => (1, [plies, 0, 0, 0, 0]),
            Self::Gains { worth, gives, takes, crowns, quiet } => {
                (2, [worth, gives, takes, u8::from(crowns), quiet])
            }
            Self::Crowns { moves } => (3, [moves, 0, 0, 0, 0]),
            Self::OnlyGood { worth, others, quiet } => (4, [worth, others, quiet, 0, 0]),
            Self::Stops { worth, quiet } => (5, [worth, quiet, 0, 0, 0]),
            Self::Avoids { bad, of, quiet } => (6, [bad, of, quiet, 0, 0]),
            Self::Exchanges { each, quiet } => (7, [each, quiet, 0, 0, 0]),
            Self::Threatens { worth, quiet } => (8, [worth, quiet, 0, 0, 0]),
            Self::Squeezes { good, of, quiet } => (9, [good, of, quiet, 0, 0]),
            Self::LeastLoss { worth, quiet } => (10, [worth, quiet, 0, 0, 0]),
            Self::MainLine => (11, [0; 5]),
            Self::Loses { worth, gives, takes, crowns, quiet } => {
                (12, [worth, gives, takes, u8::from(crowns), quiet])
            }
            Self::LosesGame { plies } => (13, [plies, 0, 0, 0, 0]),
            Self::Safe { quiet } => (14, [quiet, 0, 0, 0, 0]),
            Self::Best { depth } => (15, [depth, 0, 0, 0, 0]),
            Self::HoldsOut { plies } => (16, [plies, 0, 0, 0, 0]),
            Self::Turc { square } => (17, [square.0, 0, 0, 0, 0]),
            Self::Decoy { from, to } => (18, [from.0, to.0, 0, 0, 0]),
            Self::PassesRow => (19, [0; 5]),
            Self::Base { moves } => (20, [moves, 0, 0, 0, 0]),
            Self::DrawNear { plies } => (21, [plies, 0, 0, 0, 0]),
            Self::Table { outcome, less, of, plies } => (22, [outcome as u8, less, of, plies, 0]),
            Self::Falls { from, to, plies } => (23, [from as u8, to as u8, plies, 0, 0]),
        }
    }

    /// The reason with these [`parts`](Self::parts).
    pub fn of_parts(kind: u8, [a, b, c, d, e]: [u8; 5]) -> Option<Self> {
        Some(match kind {
            0 => Self::Only,
            1 => Self::Wins { plies: a },
            2 => Self::Gains { worth: a, gives: b, takes: c, crowns: d > 0, quiet: e },
            3 => Self::Crowns { moves: a },
            4 => Self::OnlyGood { worth: a, others: b, quiet: c },
            5 => Self::Stops { worth: a, quiet: b },
            6 => Self::Avoids { bad: a, of: b, quiet: c },
            7 => Self::Exchanges { each: a, quiet: b },
            8 => Self::Threatens { worth: a, quiet: b },
            9 => Self::Squeezes { good: a, of: b, quiet: c },
            10 => Self::LeastLoss { worth: a, quiet: b },
            11 => Self::MainLine,
            12 => Self::Loses { worth: a, gives: b, takes: c, crowns: d > 0, quiet: e },
            13 => Self::LosesGame { plies: a },
            14 => Self::Safe { quiet: a },
            15 => Self::Best { depth: a },
            16 => Self::HoldsOut { plies: a },
            17 => Self::Turc { square: Square(a) },
            18 => Self::Decoy { from: Square(a), to: Square(b) },
            19 => Self::PassesRow,
            20 => Self::Base { moves: a },
            21 => Self::DrawNear { plies: a },
            22 => {
                let outcome = *OUTCOMES.get(usize::from(a))?;
                Self::Table { outcome, less: b, of: c, plies: d }
            }
            23 => {
                let [from, to] = [*OUTCOMES.get(usize::from(a))?, *OUTCOMES.get(usize::from(b))?];
                Self::Falls { from, to, plies: c }
            }
            _ => return None,
        })
    }
}

/// A reason with the line that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proven {
    /// The reason.
    pub reason: Reason,
    /// Moves from the position on in which the reason holds, the move itself first. For [`Reason::Stops`] the line is the
    /// opponent's, from the passed position; for [`Reason::Threatens`] it goes on with this side after the move, as if
    /// the opponent had passed.
    pub line: Vec<Move>,
}
