//! From what an analysis has found to the reasons that are said, the most telling first.

use super::advice::Analysis;
use super::endings;
use super::reason::{Proven, Reason};
use super::tactics::{Tactician, figures, passes_last_row, trick};
use crate::ai::Score;
use crate::rules::{Bits, DrawRule, Game, Move};

/// A draw by counting is spoken of from so many plies on.
const DRAW_NEAR: u16 = 20;

/// A line that is the search's own, and so proves nothing, is shown so far.
pub const SEARCHED_LINE: usize = 8;

impl Analysis {
    /// From all that was found to the reasons, the most telling first.
    pub(super) fn judge(&mut self) {
        let mut reasons = Vec::new();
        let alone = vec![self.advice.best.clone()];
        let say = |reason, line: Vec<Move>| Proven { reason, line };
        if self.moves.len() == 1 {
            reasons.push(say(Reason::Only, alone.clone()));
        }
        reasons.extend(self.win.clone());
        reasons.extend(self.fault.clone());
        let won = !reasons.is_empty() && self.moves.len() > 1;
        if let Some(gain) = self.gain.clone() {
            let line = self.begun(gain.line);
            let (gives, takes, crowns) = figures(&self.position, self.me, &line);
            let reason = Reason::Gains { worth: gain.worth as u8, gives, takes, crowns, quiet: gain.quiet };
            let crowning = self.crowns.filter(|_| takes == 0);
            reasons.extend(crowning.map(|moves| say(Reason::Crowns { moves }, line.clone())));
            if crowning.is_none() {
                reasons.push(say(reason, line));
            }
        } else if let Some(moves) = self.crowns.filter(|_| self.safe()) {
            reasons.push(say(Reason::Crowns { moves }, alone.clone()));
        }
        if let Some((kept, quiet)) = self.advice.keeps
            && !won
        {
            self.judge_kept(kept, quiet, &mut reasons);
        }
        if reasons.is_empty() && self.moves.len() > 1 {
            reasons.extend(self.holds_out().map(|reason| say(reason, self.searched_line())));
        }
        if self.holds_main_line() {
            reasons.push(say(Reason::MainLine, alone.clone()));
        }
        if reasons.is_empty() {
            if let Some((0.., quiet)) = self.advice.keeps {
                reasons.push(say(Reason::Safe { quiet }, alone));
            } else {
                reasons.push(say(Reason::Best { depth: self.advice.depth }, self.searched_line()));
            }
        }
        self.add_facts(&mut reasons);
        self.advice.reasons = reasons;
    }

    /// The beginning of the search's own line.
    fn searched_line(&self) -> Vec<Move> {
        self.advice.line.iter().take(SEARCHED_LINE).cloned().collect()
    }

    /// What the rules and the tables say beside the proofs.
    fn add_facts(&self, reasons: &mut Vec<Proven>) {
        let alone = || vec![self.advice.best.clone()];
        let mut at = 0;
        // How the gain or the win comes about stands right behind it.
        let tricks = reasons.iter().enumerate().filter_map(|(place, said)| {
            let shows = matches!(said.reason, Reason::Gains { .. } | Reason::Wins { .. });
            let reason = trick(&self.position, &said.line).filter(|_| shows)?;
            Some((place + 1, Proven { reason, line: said.line.clone() }))
        });
        if let Some((place, said)) = { tricks }.next() {
            reasons.insert(place, said);
            at = place + 1;
        }
        let falls = reasons.iter().any(|said| matches!(said.reason, Reason::Falls { .. }));
        if let Some(reason) = self.by_table().filter(|_| !falls) {
            // A win that was proven to its end says more; all else says less.
            let wins = |said: &Proven| matches!(said.reason, Reason::Wins { .. } | Reason::Only);
            let place = reasons.iter().take_while(|said| wins(said)).count();
            if !reasons.iter().any(|said| matches!(said.reason, Reason::Wins { .. })) {
                reasons.retain(|said| !matches!(said.reason, Reason::Safe { .. } | Reason::Best { .. }));
                reasons.insert(place.min(reasons.len()), Proven { reason, line: self.table_line(reason) });
                at = at.max(place + 1);
            }
        }
        if let Some(plies) = self.draw_in {
            reasons.insert(
                at.max(1).min(reasons.len()),
                Proven { reason: Reason::DrawNear { plies }, line: alone() },
            );
        }
        if passes_last_row(&self.position, &self.advice.best) {
            reasons.push(Proven { reason: Reason::PassesRow, line: alone() });
        }
        reasons.extend(self.holds_base().map(|reason| Proven { reason, line: alone() }));
    }

    /// What the endgame tables know of the move and of all others.
    fn by_table(&self) -> Option<Reason> {
        self.endings.as_ref()?.reason(&self.advice.best)
    }

    /// The way to the end, where its length is told.
    fn table_line(&self, reason: Reason) -> Vec<Move> {
        let best = &self.advice.best;
        match (&self.tables, reason) {
            (Some(tables), Reason::Table { plies: 1.., .. }) => endings::line(tables, &self.position, best),
            _ => vec![best.clone()],
        }
    }

    /// Whether every move of a man off the back row loses something, and there is such a move.
    fn holds_base(&self) -> Option<Reason> {
        let variant = self.position.variant();
        let base = variant.promotion(self.me.other());
        let leaves = |m: &Move| !m.by_king() && (variant.geometry().bit(m.from()) & base).any();
        let moves = self.moves.iter().filter(|m| leaves(m)).count();
        let bad = self.advice.worse.iter().filter(|worse| leaves(&worse.played)).count();
        (moves > 0 && bad == moves && self.safe()).then_some(Reason::Base { moves: moves as u8 })
    }

    fn judge_kept(&mut self, kept: i32, quiet: u8, reasons: &mut Vec<Proven>) {
        let others = self.moves.len() as u8 - 1;
        let worse = &self.advice.worse;
        let line = self.searched_line();
        let say = |reason, line: &[Move]| Proven { reason, line: line.to_vec() };
        if kept < 0 {
            // All lose as much: then this one loses least.
            let them = self.me.other();
            let all = self.moves.iter().all(|m| {
                self.tactician
                    .gain(&self.position.play(m), them, -self.base, 3)
                    .is_some_and(|gain| gain.worth >= -kept)
            });
            if all {
                reasons.push(say(Reason::LeastLoss { worth: -kept as u8, quiet }, &line));
            }
            return;
        }
        if others > 0 && worse.len() == usize::from(others) {
            let worth = worse.iter().map(|w| w.worth).min().unwrap_or(1) as u8;
            reasons.push(say(Reason::OnlyGood { worth, others, quiet }, &line));
        }
        if let Some(threat) = self.threatened.clone() {
            let reason = Reason::Stops { worth: threat.worth as u8, quiet };
            reasons.push(Proven { reason, line: threat.line });
        }
        if (self.advice.best.is_capture() || self.after.must_capture())
            && let Some(rest) = self.tactician.settled(&self.after, self.me, self.base)
            && rest.iter().all(Move::is_capture)
        {
            let line = self.begun(rest);
            let (gives, takes, _) = figures(&self.position, self.me, &line);
            if gives == takes && gives > 0 {
                reasons.push(Proven { reason: Reason::Exchanges { each: gives, quiet }, line });
            }
        }
        if let Some(threat) = self.threat.clone() {
            let reason = Reason::Threatens { worth: threat.worth as u8, quiet };
            let line = self.begun(threat.line);
            reasons.push(Proven { reason, line });
        }
        let bad = self.advice.worse.len() as u8;
        if bad > 0 && bad < others && kept == 0 {
            reasons.push(say(Reason::Avoids { bad, of: others, quiet }, &line));
        }
        let of = self.after.legal_moves().len() as u8;
        let bad = self.advice.bad_replies.len() as u8;
        if bad > 0 && bad * 3 >= of {
            reasons.push(say(Reason::Squeezes { good: of - bad, of, quiet }, &line));
        }
    }

    /// Whether the game is lost by force, and no move loses it later than this one.
    fn holds_out(&mut self) -> Option<Reason> {
        let Score::Loss(plies) = self.advice.score else { return None };
        let (them, plies) = (self.me.other(), plies.checked_sub(1)?);
        let lost =
            |tactician: &mut Tactician, m: &Move, plies| tactician.won(&self.position.play(m), them, plies);
        let tactician = &mut self.tactician;
        let longest = self.moves.iter().all(|m| lost(tactician, m, plies) == Some(true))
            && (plies < 2 || lost(tactician, &self.advice.best, plies - 2) == Some(false));
        longest.then_some(Reason::HoldsOut { plies: plies as u8 })
    }

    /// Whether this side has one king and nothing else, against kings, and it stays on the main line.
    fn holds_main_line(&self) -> bool {
        let line = self.position.variant().geometry().main_line();
        self.position.variant().flying
            && self.position.material(self.me) == (0, 1)
            && self.position.material(self.me.other()).1 > 0
            && (self.position.side(self.me) & line).any()
            && (self.after.side(self.me) & line).any()
    }
}

/// Plies until a draw rule that counts ends the game, where that is near, not before half of the way, and some move lets it
/// count on.
pub(super) fn draw_in(game: &Game) -> Option<u8> {
    if !game.position().legal_moves().iter().any(|m| m.by_king() && !m.is_capture()) {
        return None;
    }
    game.draw_counts()
        .filter(|count| count.applies && !matches!(count.rule, DrawRule::Repetition(_)))
        .map(|count| (count.limit.saturating_sub(count.plies), count.limit))
        .filter(|(left, limit)| *left > 0 && *left <= DRAW_NEAR.min(limit / 2))
        .map(|(left, _)| left as u8)
        .min()
}
