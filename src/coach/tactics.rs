//! What can be won or lost by force: the questions that hints, threats, warnings and reviews have in common.

use super::proof::{Ground, Prover, balance};
use super::reason::{Proven, Reason};
use crate::rules::{Bits, Game, Move, Position, Side, Square};

/// Nodes for a first look at one question.
const LOOK: u64 = 4_000;
/// Nodes to confirm what was seen, two plies further.
const CONFIRM: u64 = 24_000;
/// Nodes for each question on the way along a line.
const WALK: u64 = 24_000;
/// Nodes to prove a win.
const WIN: u64 = 24_000;
/// A claim of material must hold so many quiet plies further than where it was first seen, too.
const FURTHER: u8 = 2;
/// The plies without capture for 'nothing is lost'.
pub(super) const KEEP: u8 = 4;

/// Material that `attacker` wins by force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gain {
    /// At least so much more than before.
    pub worth: i32,
    /// The quiet plies within which it was proven.
    pub quiet: u8,
    /// The line, from the position asked about.
    pub line: Vec<Move>,
}

impl Gain {
    /// What the line gives and takes, from `attacker`'s side, and whether it crowns: from `from` on.
    pub fn figures(&self, from: &Position, attacker: Side) -> (u8, u8, bool) {
        figures(from, attacker, &self.line)
    }
}

/// What a line gives and takes from a side's point of view, and whether that side crowns in it.
pub(super) fn figures(from: &Position, side: Side, line: &[Move]) -> (u8, u8, bool) {
    let (mut gives, mut takes, mut crowns) = (0, 0, false);
    let mut turn = from.turn();
    for m in line {
        let n = m.captured().len() as u8;
        if turn == side {
            takes += n;
            crowns |= m.crowns();
        } else {
            gives += n;
        }
        turn = turn.other();
    }
    (gives, takes, crowns)
}

/// What makes a line work: a capture of the opponent's that must stop where it does because the pieces it took still lie
/// there, or the only move there is draws a piece to where it is taken.
pub(super) fn trick(from: &Position, line: &[Move]) -> Option<Reason> {
    let mut decoy = None;
    let mut at = *from;
    for (i, m) in line.iter().enumerate() {
        let after = at.play(m);
        let taken = line.get(i + 1).is_some_and(|next| next.captured().contains(&m.to()));
        if i % 2 == 1 && m.is_capture() && taken {
            let lies = !from.variant().lifted_at_once && !m.crowns();
            if lies && !after.passed().captures_by(m.to()).is_empty() {
                return Some(Reason::Turc { square: m.to() });
            }
            if decoy.is_none() && at.legal_moves().len() == 1 {
                decoy = Some(Reason::Decoy { from: m.from(), to: m.to() });
            }
        }
        at = after;
    }
    decoy
}

/// Whether a man passes over its last row in a capture and stays a man.
pub(super) fn passes_last_row(before: &Position, m: &Move) -> bool {
    let variant = before.variant();
    let last = variant.promotion(before.turn());
    let path = m.path();
    let passes = |square: &Square| (variant.geometry().bit(*square) & last).any();
    !m.by_king() && !m.crowns() && path[1..path.len() - 1].iter().any(passes)
}

/// A prover with what the game allows.
#[derive(Debug)]
pub(super) struct Tactician {
    ground: Ground,
    prover: Prover,
}

impl Tactician {
    /// For the present position of a game, and those after it.
    pub(super) fn new(game: &Game) -> Self {
        let ground = Ground::of(game);
        let prover = Prover::new(game.variant(), &ground);
        Self { ground, prover }
    }

    /// Nodes spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.prover.spent()
    }

    /// Asks a unit of questions until so many nodes are spent in all. `None`: it has paused, and is to be asked again with
    /// the same questions. Between two questions only: one of them takes [`CONFIRM`] nodes at most.
    pub(super) fn unit<T>(&mut self, until: u64, ask: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.resume(until);
        let answer = ask(self);
        self.finished().then_some(answer)
    }

    /// A unit begins, or begins anew: see [`Prover::resume`].
    pub(super) fn resume(&mut self, until: u64) {
        self.prover.resume(until);
    }

    /// Whether the unit has come to its end.
    pub(super) fn finished(&mut self) -> bool {
        self.prover.finished()
    }

    /// What is under way is given up; whatever is asked now is answered without a pause.
    pub(super) fn restart(&mut self) {
        self.prover.forget();
        self.prover.resume(u64::MAX);
    }

    /// What `attacker` wins by force from `position` on, measured from a balance of `base`; looked for within `look`
    /// quiet plies. `None`: nothing that could be proven.
    pub(super) fn gain(&mut self, position: &Position, attacker: Side, base: i32, look: u8) -> Option<Gain> {
        let (worth, quiet) = self.worth(position, attacker, base, look)?;
        let line = self.prover.line(position, attacker, base + worth, quiet, WALK)?;
        let end = line.iter().fold(*position, |at, m| at.play(m));
        (balance(&end, attacker) >= base + worth).then_some(Gain { worth, quiet, line })
    }

    /// The same without a line.
    fn worth(&mut self, position: &Position, attacker: Side, base: i32, look: u8) -> Option<(i32, u8)> {
        if !self.ground.material {
            return None;
        }
        let most = position.side(attacker.other()).count_ones() as i32 + 2;
        for quiet in 0..=look {
            let further = quiet + FURTHER;
            if further > self.ground.quiet {
                break;
            }
            let mut comes = |worth, quiet, nodes| {
                self.prover.comes_to(position, attacker, base + worth, quiet, nodes) == Some(true)
            };
            if !comes(1, quiet, LOOK) {
                continue;
            }
            let mut worth = 1;
            while worth < most && comes(worth + 1, quiet, LOOK) {
                worth += 1;
            }
            while worth > 0 && !comes(worth, further, CONFIRM) {
                worth -= 1;
            }
            if worth > 0 {
                return Some((worth, further));
            }
        }
        None
    }

    /// Whether `side` keeps a balance of `target` from `position` on, and within how many quiet plies that is known.
    pub(super) fn keeps(&mut self, position: &Position, side: Side, target: i32) -> Option<u8> {
        if !self.ground.material {
            return None;
        }
        // Less far where that far takes too long.
        for quiet in [KEEP, KEEP - 1, KEEP - 2] {
            if let Some(known) = self.prover.comes_to(position, side, target, quiet, CONFIRM) {
                return known.then_some(quiet);
            }
        }
        None
    }

    /// A proven win of `attacker` from `position` within `plies`, with its line.
    pub(super) fn win(&mut self, position: &Position, attacker: Side, plies: u16) -> Option<Vec<Move>> {
        if plies > self.ground.plies || self.prover.wins(position, attacker, plies, WIN) != Some(true) {
            return None;
        }
        self.prover.winning_line(position, attacker, plies, WIN)
    }

    /// Whether `attacker` wins from `position` within `plies`, if that can be known.
    pub(super) fn won(&mut self, position: &Position, attacker: Side, plies: u16) -> Option<bool> {
        if plies > self.ground.plies { None } else { self.prover.wins(position, attacker, plies, WIN) }
    }

    /// The shortest proven win of `attacker` within `most` plies; how many, and its line.
    pub(super) fn quickest_win(
        &mut self,
        position: &Position,
        attacker: Side,
        most: u16,
    ) -> Option<(u16, Vec<Move>)> {
        // The winner makes the last ply, or takes or locks up what is left with it.
        let first = u16::from(position.turn() == attacker);
        (0..=most / 2).map(|n| first + 2 * n).filter(|plies| *plies <= most).find_map(|plies| {
            // A longer search is not asked once a shorter one has run out.
            self.win(position, attacker, plies).map(|line| (plies, line))
        })
    }

    /// Whether `attacker` crowns with its `moves`th move at the latest.
    pub(super) fn crowns(&mut self, position: &Position, attacker: Side, moves: u8) -> bool {
        u16::from(moves) * 2 <= self.ground.plies.max(8)
            && self.prover.crowns(position, attacker, moves, CONFIRM) == Some(true)
    }

    /// The line of a proven balance, without extra plies: an exchange.
    pub(super) fn settled(&mut self, position: &Position, side: Side, target: i32) -> Option<Vec<Move>> {
        self.prover.line(position, side, target, 0, WALK)
    }

    /// What is wrong with a move, as a proof: it loses the game or material, with the line that shows it.
    pub(super) fn fault(&mut self, position: &Position, m: &Move, look: u8) -> Option<Proven> {
        let me = position.turn();
        let after = position.play(m);
        let begun = |line: Vec<Move>| std::iter::once(m.clone()).chain(line).collect::<Vec<_>>();
        if let Some((plies, line)) = self.quickest_win(&after, me.other(), 5) {
            return Some(Proven { reason: Reason::LosesGame { plies: plies as u8 }, line: begun(line) });
        }
        let gain = self.gain(&after, me.other(), balance(position, me.other()), look)?;
        let line = begun(gain.line);
        let (gives, takes, _) = figures(position, me, &line);
        let (_, _, crowns) = figures(position, me.other(), &line);
        let worth = gain.worth as u8;
        Some(Proven { reason: Reason::Loses { worth, gives, takes, crowns, quiet: gain.quiet }, line })
    }
}

/// What the opponent could do if the side to move passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threats {
    /// Its captures, as moves of the passed position.
    pub captures: Vec<Move>,
    /// What it would win by force, if anything: [`Reason::Stops`] speaks of it.
    pub gain: Option<Gain>,
}

/// What the opponent would capture if the side to move passed; nothing where that side must capture itself.
///
/// ```
/// use damka::coach::threats;
/// use damka::notation::{Style, parse_fen};
/// use damka::rules::{Game, variant::POLISH_64};
///
/// let game = Game::from_position(parse_fen(&POLISH_64, "W:Wc3,a1:Bd4,h8,g7", Style::Official).unwrap());
/// assert!(threats(&game).captures.is_empty(), "White must capture");
/// let game = Game::from_position(parse_fen(&POLISH_64, "W:Wc3,h2:Bd6,h8,g7", Style::Official).unwrap());
/// assert!(threats(&game).captures.is_empty(), "nothing hangs");
/// ```
pub fn threats(game: &Game) -> Threats {
    threatened(&mut Tactician::new(game), game.position())
}

fn threatened(tactician: &mut Tactician, position: &Position) -> Threats {
    let passed = position.passed();
    if position.must_capture() || !passed.must_capture() {
        return Threats { captures: Vec::new(), gain: None };
    }
    let captures = passed.legal_moves().into_iter().filter(Move::is_capture).collect();
    let them = passed.turn();
    let gain = tactician.gain(&passed, them, balance(position, them), 1);
    Threats { captures, gain }
}

/// The legal moves after which the opponent provably wins something; none where all are like that.
///
/// ```
/// use damka::coach::losing;
/// use damka::notation::{Style, parse_fen, write_move};
/// use damka::rules::{Game, variant::POLISH_64};
///
/// let game = Game::from_position(parse_fen(&POLISH_64, "W:Wc3,a1:Be5,h8", Style::Official).unwrap());
/// let moves: Vec<String> = losing(&game).iter().map(|m| write_move(game.position(), m)).collect();
/// assert_eq!(moves, ["c3-d4"], "where nothing covers it");
/// ```
pub fn losing(game: &Game) -> Vec<Move> {
    let mut lights = Lights::new(game, true);
    while !lights.step(u64::MAX / 2) {}
    lights.told().1
}

/// [`threats`] and, where they are wanted, [`losing`], slice by slice: a position with kings has dozens of moves to be looked
/// at.
#[derive(Debug)]
pub struct Lights {
    position: Position,
    tactician: Tactician,
    threats: Option<Threats>,
    /// The moves that are still to be looked at, the next one last.
    rest: Vec<Move>,
    bad: Vec<Move>,
    good: bool,
}

impl Lights {
    /// Nothing looked at yet.
    pub fn new(game: &Game, moves: bool) -> Self {
        let mut rest = if moves { game.position().legal_moves() } else { Vec::new() };
        rest.reverse();
        let tactician = Tactician::new(game);
        Self { position: *game.position(), tactician, threats: None, rest, bad: Vec::new(), good: false }
    }

    /// Goes on for about so many nodes; whether it is finished.
    pub fn step(&mut self, nodes: u64) -> bool {
        let position = &self.position;
        let them = position.turn().other();
        let base = balance(position, them);
        let until = self.tactician.spent() + nodes;
        if self.threats.is_none() {
            self.threats = self.tactician.unit(until, |tactician| threatened(tactician, position));
        }
        while self.threats.is_some()
            && self.tactician.spent() < until
            && let Some(m) = self.rest.last()
        {
            let after = position.play(m);
            let Some(worth) = self.tactician.unit(until, |tactician| tactician.worth(&after, them, base, 1))
            else {
                return false;
            };
            let m = self.rest.pop();
            if worth.is_some() {
                self.bad.extend(m);
            } else {
                self.good = true;
            }
        }
        self.threats.is_some() && self.rest.is_empty()
    }

    /// What the opponent threatens, and the moves looked at that lose something; none where no other was found.
    pub fn told(self) -> (Threats, Vec<Move>) {
        let threats = self.threats.unwrap_or(Threats { captures: Vec::new(), gain: None });
        (threats, if self.good { self.bad } else { Vec::new() })
    }
}

/// A warning before a move is made: it provably loses something, and another move provably does not.
///
/// `None` where nothing is proven, and where every other move loses as much.
pub fn warning(game: &Game, m: &Move) -> Option<Proven> {
    let mut doubt = Doubt::new(game, m);
    while !doubt.step(u64::MAX / 2) {}
    doubt.told()
}

/// [`warning`], slice by slice.
#[derive(Debug)]
pub struct Doubt {
    position: Position,
    m: Move,
    tactician: Tactician,
    done: bool,
    warning: Option<Proven>,
}

impl Doubt {
    /// About a move, before it is made.
    pub fn new(game: &Game, m: &Move) -> Self {
        Self {
            position: *game.position(),
            m: m.clone(),
            tactician: Tactician::new(game),
            done: false,
            warning: None,
        }
    }

    /// Goes on for about so many nodes; whether it is finished.
    pub fn step(&mut self, nodes: u64) -> bool {
        let until = self.tactician.spent() + nodes;
        let (position, m) = (&self.position, &self.m);
        if !self.done
            && let Some(warning) = self.tactician.unit(until, |tactician| warned(tactician, position, m))
        {
            (self.done, self.warning) = (true, warning);
        }
        self.done
    }

    /// The warning, once it is finished.
    pub fn told(self) -> Option<Proven> {
        self.warning
    }
}

fn warned(tactician: &mut Tactician, position: &Position, m: &Move) -> Option<Proven> {
    let moves = position.legal_moves();
    if moves.len() < 2 {
        return None;
    }
    let fault = tactician.fault(position, m, 2)?;
    let me = position.turn();
    let others = moves.iter().filter(|other| !other.same_as(m));
    let better = match fault.reason {
        Reason::Loses { worth, .. } => {
            let target = balance(position, me) - i32::from(worth) + 1;
            others.into_iter().any(|other| tactician.keeps(&position.play(other), me, target).is_some())
        }
        // Material that is kept is no proof that the game is; that the opponent does not win as soon is all that is asked.
        _ => others.into_iter().any(|other| {
            let after = position.play(other);
            tactician.won(&after, me.other(), 5) == Some(false)
        }),
    };
    better.then_some(fault)
}
