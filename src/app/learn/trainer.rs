//! The endgame trainer: won endings to be won, drawn ones to be held, against an opponent that knows them by heart.

use crate::ai::endgame::{Outcome, Tables};
use crate::ai::files;
use crate::rules::variant::{BRAZILIAN, ENGLISH, POLISH_64, RUSSIAN};
use crate::rules::{Bits, Game, Move, Piece, Position, Setup, SetupFault, Side, Square, Status, Variant};

/// The rule sets with endings to be trained.
pub const RULES: [&Variant; 4] = [&POLISH_64, &BRAZILIAN, &RUSSIAN, &ENGLISH];

/// What is to be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Win.
    Win,
    /// Don't lose for so many own moves.
    Hold,
}

/// An ending of the catalogue. The learner has White and moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Its key in texts and progress.
    pub id: &'static str,
    /// White men and kings, black men and kings.
    pub material: [u8; 4],
    /// What is to be reached.
    pub aim: Aim,
    /// A won start takes at least so many plies.
    pub least: u8,
    /// Who must hold the main line alone at the start, if that matters.
    pub road: Option<Side>,
}

const fn ending(id: &'static str, material: [u8; 4], aim: Aim, least: u8, road: Option<Side>) -> Ending {
    Ending { id, material, aim, least, road }
}

/// The catalogue: each win stands beside the draw that looks like it.
pub const CATALOGUE: [Ending; 15] = [
    ending("man-man", [1, 0, 1, 0], Aim::Win, 3, None),
    ending("man-man-hold", [1, 0, 1, 0], Aim::Hold, 0, None),
    ending("men-man", [2, 0, 1, 0], Aim::Win, 5, None),
    ending("man-men-hold", [1, 0, 2, 0], Aim::Hold, 0, None),
    ending("king-man", [0, 1, 1, 0], Aim::Win, 3, None),
    ending("man-king-hold", [1, 0, 0, 1], Aim::Hold, 0, None),
    ending("king-men", [0, 1, 2, 0], Aim::Win, 5, None),
    ending("men-king-hold", [2, 0, 0, 1], Aim::Hold, 0, None),
    ending("kings-man", [0, 2, 1, 0], Aim::Win, 5, None),
    ending("kings-king", [0, 2, 0, 1], Aim::Win, 3, None),
    ending("king-kings-hold", [0, 1, 0, 2], Aim::Hold, 0, None),
    ending("king-and-man", [1, 1, 0, 1], Aim::Win, 3, None),
    ending("king-and-man-hold", [0, 1, 1, 1], Aim::Hold, 0, None),
    ending("petrov", [0, 3, 0, 1], Aim::Win, 7, Some(Side::White)),
    ending("petrov-hold", [0, 1, 0, 3], Aim::Hold, 0, Some(Side::White)),
];

/// A drawn ending is held for so many own moves.
pub const HELD: u32 = 10;

/// The ending with this key.
pub fn ending_of(id: &str) -> Option<&'static Ending> {
    CATALOGUE.iter().find(|ending| ending.id == id)
}

/// Endings that a rule set has not: no such position is neither won nor safe, or, with short kings, the main line is no help:
/// there two kings beat one, and three do whatever he holds.
const MISSING: [(&str, &[&str]); 1] = [("english", &["man-men-hold", "king-men", "petrov", "petrov-hold"])];

/// The endings of a rule set.
pub fn endings(rules: &Variant) -> impl Iterator<Item = &'static Ending> {
    let missing = MISSING.iter().find(|(name, _)| *name == rules.name).map_or(&[][..], |(_, ids)| ids);
    CATALOGUE.iter().filter(|ending| !missing.contains(&ending.id))
}

impl Ending {
    /// A start position: the same for the same seed. `None` only where the distances don't have the material.
    pub fn start(&self, rules: &'static Variant, tables: &Tables, seed: u32) -> Option<Position> {
        let mut random = Random(u64::from(seed).wrapping_mul(0x9e37_79b9).wrapping_add(0x1234_5677));
        // One in a few dozen fits; the bound only keeps a file without the material from holding the page up.
        (0..4000).find_map(|_| {
            let position = self.any(rules, &mut random)?;
            self.fits(tables, &position).then_some(position)
        })
    }

    fn any(&self, rules: &'static Variant, random: &mut Random) -> Option<Position> {
        let mut setup = Setup::empty(rules);
        setup.turn = Side::White;
        for (group, count) in self.material.iter().enumerate() {
            let side = if group < 2 { Side::White } else { Side::Black };
            let piece = if group % 2 == 1 { Piece::king(side) } else { Piece::man(side) };
            let mut left = *count;
            while left > 0 {
                let square = Square(random.below(32) as u8);
                if setup.piece(square).is_some() {
                    continue;
                }
                setup.put(square, Some(piece));
                if !setup.faults().iter().all(|fault| matches!(fault, SetupFault::NoPieces)) {
                    setup.put(square, None);
                    continue;
                }
                left -= 1;
            }
        }
        setup.into_position().ok()
    }

    fn fits(&self, tables: &Tables, position: &Position) -> bool {
        if position.must_capture() || position.passed().must_capture() {
            return false;
        }
        let main = position.variant().geometry().main_line();
        let on_road = |side| (position.side(side) & position.kings() & main).any();
        if self.road.is_some_and(|side| !on_road(side) || on_road(side.other())) {
            return false;
        }
        match (self.aim, outlook(tables, position)) {
            (Aim::Win, Some(Outlook::Win(plies))) => plies >= self.least,
            // A draw that can't be lost teaches nothing.
            (Aim::Hold, Some(Outlook::Draw)) => {
                let loses = |m: &Move| matches!(outlook(tables, &position.play(m)), Some(Outlook::Win(_)));
                position.legal_moves().iter().any(loses)
            }
            _ => false,
        }
    }
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

/// How a position ends; `None` where the tables don't know its distance.
pub fn outlook(tables: &Tables, position: &Position) -> Option<Outlook> {
    if !position.side(position.turn()).any() {
        return Some(Outlook::Loss(0));
    }
    let ending = tables.ending(position)?;
    match ending.outcome {
        Outcome::Draw => Some(Outlook::Draw),
        Outcome::Win => Some(Outlook::Win(ending.plies? as u8)),
        Outcome::Loss => Some(Outlook::Loss(ending.plies? as u8)),
    }
}

/// The files that the endings of a rule set need, below `data/`: tables of outcomes and distances.
pub fn files(rules: &Variant) -> Vec<String> {
    let Some(owner) = files::owner(rules) else { return Vec::new() };
    let mut names = vec!["-3.tables", "-3.ends"];
    if endings(rules).any(|ending| ending.road.is_some()) {
        names.push("-0301.ends");
    }
    names.into_iter().map(|name| [owner, name].concat()).collect()
}

/// What a move of the learner's came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// A start: so many own moves to the win, or nothing for a draw.
    Start(Option<u8>),
    /// The win is so many own moves away, and one of the shortest ways was taken or not.
    Nearer(u8, bool),
    /// The draw stands; so many own moves are still to be made.
    Held(u32),
    /// The win is gone, or the draw: the move can be taken back.
    Spoiled,
    /// It is won, or held to the end; with so many stars.
    Done(u8),
    /// The game ended otherwise: drawn by rule, or lost.
    Failed,
}

/// An ending being played.
#[derive(Debug, Clone, PartialEq)]
pub struct Drill {
    /// Which.
    pub ending: Ending,
    /// By which rules.
    pub rules: &'static Variant,
    /// The seed of the start position.
    pub seed: u32,
    /// The best possible number of own moves, for a win.
    best: u32,
    /// Own moves made.
    made: u32,
    /// Moves that spoiled the result and were taken back.
    spoiled: u32,
    /// The last word.
    pub report: Report,
}

fn own_moves(plies: u8) -> u8 {
    plies.div_ceil(2)
}

impl Drill {
    /// Begins, with the game to put on the board.
    pub fn begin(
        ending: Ending,
        rules: &'static Variant,
        tables: &Tables,
        seed: u32,
    ) -> Option<(Self, Game)> {
        let start = ending.start(rules, tables, seed)?;
        let (best, report) = match outlook(tables, &start)? {
            Outlook::Win(plies) => (u32::from(own_moves(plies)), Report::Start(Some(own_moves(plies)))),
            _ => (0, Report::Start(None)),
        };
        Some((Self { ending, rules, seed, best, made: 0, spoiled: 0, report }, Game::from_position(start)))
    }

    /// The learner has moved: what that came to. `game` is the game after the move.
    pub fn moved(&mut self, tables: &Tables, before: &Position, game: &Game) -> Report {
        self.made += 1;
        let was = outlook(tables, before);
        // The opponent's outlook, and with it the learner's after the best defence.
        let now = outlook(tables, game.position());
        self.report = match (self.ending.aim, game.status()) {
            (_, Status::Won { winner: Side::White, .. }) => Report::Done(self.stars()),
            (Aim::Hold, Status::Drawn { .. }) => Report::Done(self.stars()),
            (_, Status::Won { .. } | Status::Drawn { .. }) => Report::Failed,
            (Aim::Win, Status::Ongoing) => match (now, was) {
                (Some(Outlook::Loss(left)), Some(Outlook::Win(plies))) => {
                    Report::Nearer(own_moves(left), left + 1 == plies)
                }
                _ => Report::Spoiled,
            },
            (Aim::Hold, Status::Ongoing) => match now {
                Some(Outlook::Win(_)) => Report::Spoiled,
                _ if self.made >= HELD => Report::Done(self.stars()),
                _ => Report::Held(HELD - self.made),
            },
        };
        self.report
    }

    /// The opponent has moved; the game may be over by it.
    pub fn answered(&mut self, game: &Game) -> Report {
        self.report = match (self.ending.aim, game.status()) {
            (_, Status::Ongoing) => self.report,
            (_, Status::Won { winner: Side::White, .. }) => Report::Done(self.stars()),
            (Aim::Hold, Status::Drawn { .. }) => Report::Done(self.stars()),
            _ => Report::Failed,
        };
        self.report
    }

    /// A move that spoiled the result is taken back.
    pub fn take_back(&mut self) {
        self.made = self.made.saturating_sub(1);
        self.spoiled += 1;
        self.report =
            if self.ending.aim == Aim::Win { Report::Start(None) } else { Report::Held(HELD - self.made) };
    }

    /// Stars for it as it went: three for the shortest win or a draw without a slip.
    fn stars(&self) -> u8 {
        let slow = if self.ending.aim == Aim::Win { self.made.saturating_sub(self.best) } else { 0 };
        match (self.spoiled, slow) {
            (0, 0..=1) => 3,
            (0..=1, 0..=4) => 2,
            _ => 1,
        }
    }
}

/// The best defence: what loses latest, holds, or wins soonest. Among drawing moves the one that leaves the learner the
/// fewest answers that don't lose or, where the learner hopes to win, gives away least.
pub fn reply(tables: &Tables, position: &Position) -> Option<Move> {
    let worth = |m: &Move| {
        let next = position.play(m);
        // What is good for the learner, who moves then, is bad here.
        let good = match outlook(tables, &next) {
            Some(Outlook::Win(plies)) => i32::from(plies) - 1000,
            Some(Outlook::Loss(plies)) => 1000 - i32::from(plies),
            _ => 0,
        };
        let answers = next.legal_moves();
        let safe = answers
            .iter()
            .filter(|answer| !matches!(outlook(tables, &next.play(answer)), Some(Outlook::Win(_))));
        (good, std::cmp::Reverse(safe.count()))
    };
    position.legal_moves().into_iter().max_by_key(worth)
}

/// `SplitMix64`: the same seed gives the same start on every device.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}
