//! What the coach says, as bytes for the way from the worker to the page.
//!
//! A move goes as its path and comes back as the legal move on that path: nothing else can get in.

use super::advice::Advice;
use super::reason::{Proven, Reason};
use super::review::{Mark, Verdict};
use super::tactics::Threats;
use crate::rules::{Game, Move, Position, Square};

/// In the order of their numbers.
const MARKS: [Mark; 4] = [Mark::None, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

/// A word of the coach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// Advice on the position, or on the last move: the move spoken of, and what was proven about it.
    Advice {
        /// The move.
        best: Move,
        /// The reasons, the most telling first.
        reasons: Vec<Proven>,
    },
    /// A warning of the last move, or none.
    Warning(Option<Proven>),
    /// What the opponent would capture if the side to move passed: the captures, and what would be won by force. Then
    /// the moves that lose something, where they were asked for.
    Threats(Vec<Move>, Option<Proven>, Vec<Move>),
    /// A move judged; how many plies there are in all.
    Verdict(Verdict, usize),
    /// The review is finished: White's chances at the end, in thousandths.
    End(u16),
}

/// Advice, to be read by [`read`].
pub fn write_advice(advice: &Advice) -> Vec<u8> {
    let mut out = vec![0];
    put_move(&mut out, &advice.best);
    out.push(advice.reasons.len() as u8);
    for proven in &advice.reasons {
        put_proven(&mut out, proven);
    }
    out
}

/// A warning.
pub fn write_warning(warning: Option<&Proven>) -> Vec<u8> {
    let mut out = vec![1];
    put_optional(&mut out, warning);
    out
}

/// Threats, and moves that lose something.
pub fn write_threats(threats: &Threats, losing: &[Move]) -> Vec<u8> {
    let mut out = vec![2];
    put_line(&mut out, &threats.captures);
    let proven = threats.gain.as_ref().map(|gain| Proven {
        reason: Reason::Stops { worth: gain.worth as u8, quiet: gain.quiet },
        line: gain.line.clone(),
    });
    put_optional(&mut out, proven.as_ref());
    put_line(&mut out, losing);
    out
}

/// A verdict, of so many plies in all.
pub fn write_verdict(verdict: &Verdict, plies: usize) -> Vec<u8> {
    let mut out = vec![3];
    for n in [verdict.ply as u16, plies as u16, verdict.white, verdict.lost] {
        put_number(&mut out, n);
    }
    out.push(verdict.mark as u8);
    put_line(&mut out, &verdict.line);
    put_optional(&mut out, verdict.fault.as_ref());
    put_line(&mut out, &verdict.reply);
    out
}

/// The mark in a verdict that nobody else reads.
pub fn mark(word: &[u8]) -> Option<Mark> {
    let place = word.get(9).filter(|_| word[0] == 3)?;
    MARKS.get(usize::from(*place)).copied()
}

/// The end of a review.
pub fn write_end(white: u16) -> Vec<u8> {
    let mut out = vec![4];
    put_number(&mut out, white);
    out
}

fn put_number(out: &mut Vec<u8>, n: u16) {
    out.extend(n.to_be_bytes());
}

fn put_move(out: &mut Vec<u8>, m: &Move) {
    out.push(m.path().len() as u8);
    out.extend(m.path().iter().map(|square| square.0));
}

fn put_line(out: &mut Vec<u8>, line: &[Move]) {
    let line = &line[..line.len().min(255)];
    out.push(line.len() as u8);
    for m in line {
        put_move(out, m);
    }
}

fn put_proven(out: &mut Vec<u8>, proven: &Proven) {
    let (kind, figures) = proven.reason.parts();
    out.push(kind);
    out.extend(figures);
    put_line(out, &proven.line);
}

fn put_optional(out: &mut Vec<u8>, proven: Option<&Proven>) {
    out.push(u8::from(proven.is_some()));
    if let Some(proven) = proven {
        put_proven(out, proven);
    }
}

/// Reads a word about a game; `explains`: it is about the game's last move, made from the position before it. `None`
/// where the bytes are no word about this game.
pub fn read(bytes: &[u8], game: &Game, explains: bool) -> Option<Word> {
    let (&kind, bytes) = bytes.split_first()?;
    let mut reader = Reader { bytes };
    let position = *if explains { game.position_at(game.ply().checked_sub(1)?)? } else { game.position() };
    Some(match kind {
        0 => {
            let best = reader.one(&position)?;
            let n = reader.byte()?;
            let reasons = (0..n).map(|_| reader.proven(&position)).collect::<Option<_>>()?;
            Word::Advice { best, reasons }
        }
        1 => Word::Warning(reader.optional(&position).ok()?),
        2 => {
            let captures = reader.several(&position.passed())?;
            Word::Threats(captures, reader.optional(&position).ok()?, reader.several(&position)?)
        }
        // Verdicts are read in a room only.
        3 if cfg!(feature = "rooms") => {
            let [ply, plies, white, lost] =
                [reader.number()?, reader.number()?, reader.number()?, reader.number()?];
            let mark = *MARKS.get(usize::from(reader.byte()?))?;
            let ply = usize::from(ply);
            let before = *game.position_at(ply)?;
            let line = reader.line(before)?;
            let fault = reader.optional(&before).ok()?;
            let after = game.position_at(ply + 1)?;
            let reply = reader.line(*after)?;
            let best = line.first()?.clone();
            Word::Verdict(Verdict { ply, best, line, white, lost, mark, fault, reply }, usize::from(plies))
        }
        4 if cfg!(feature = "rooms") => Word::End(reader.number()?),
        _ => return None,
    })
}

/// The positions along the line of a reason, each with the move made in it: a line may be the opponent's from the passed
/// position, or have a pass in it.
pub fn frames(position: &Position, proven: &Proven) -> Vec<(Position, Move)> {
    let mut at = start(position, proven.reason);
    let mut frames = Vec::new();
    for m in &proven.line {
        if frames.len() == 1 && passes(proven.reason) {
            at = at.passed();
        }
        let Some(legal) = at.legal_routes().into_iter().find(|route| route.path() == m.path()) else { break };
        let after = at.play(&legal);
        frames.push((at, legal));
        at = after;
    }
    frames
}

fn start(position: &Position, reason: Reason) -> Position {
    if matches!(reason, Reason::Stops { .. }) { position.passed() } else { *position }
}

fn passes(reason: Reason) -> bool {
    matches!(reason, Reason::Threatens { .. })
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<u16> {
        Some(u16::from(self.byte()?) << 8 | u16::from(self.byte()?))
    }

    fn one(&mut self, position: &Position) -> Option<Move> {
        let n = self.byte()?;
        let path: Vec<Square> = (0..n).map(|_| self.byte().map(Square)).collect::<Option<_>>()?;
        position.legal_routes().into_iter().find(|m| m.path() == path)
    }

    /// Moves of one position.
    fn several(&mut self, position: &Position) -> Option<Vec<Move>> {
        let n = self.byte()?;
        (0..n).map(|_| self.one(position)).collect()
    }

    fn line(&mut self, mut at: Position) -> Option<Vec<Move>> {
        let n = self.byte()?;
        let mut line = Vec::new();
        for _ in 0..n {
            let m = self.one(&at)?;
            at = at.play(&m);
            line.push(m);
        }
        Some(line)
    }

    fn proven(&mut self, position: &Position) -> Option<Proven> {
        let kind = self.byte()?;
        let mut figures = [0; 5];
        for figure in &mut figures {
            *figure = self.byte()?;
        }
        let reason = Reason::of_parts(kind, figures)?;
        if !passes(reason) {
            let line = self.line(start(position, reason))?;
            return Some(Proven { reason, line });
        }
        let n = self.byte()?;
        let mut at = *position;
        let mut line = Vec::new();
        for i in 0..n {
            let m = self.one(&at)?;
            at = at.play(&m);
            if i == 0 {
                at = at.passed();
            }
            line.push(m);
        }
        Some(Proven { reason, line })
    }

    /// What may be there or not; `Err` where the bytes say neither.
    fn optional(&mut self, position: &Position) -> Result<Option<Proven>, ()> {
        match self.byte().ok_or(())? {
            0 => Ok(None),
            _ => self.proven(position).map(Some).ok_or(()),
        }
    }
}
