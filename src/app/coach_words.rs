//! What the coach says: a hint as far as it was asked for, a reason, a threat, as sentences.

use super::model::Hint;
use super::sentences;
use super::strings::Texts;
use crate::ai::endgame::Outcome;
use crate::coach::wire;
use crate::coach::{Look, Proven, Reason, king_worth};
use crate::notation::write_move;
use crate::rules::{Game, Move, Position, Square};

/// A hint as far as it was asked for.
pub fn sentence(texts: &Texts, game: &Game, hint: &Hint) -> String {
    let Hint { best, reasons, step, explains } = hint;
    let before = if *explains { game.position_at(game.ply().saturating_sub(1)) } else { None };
    let position = before.unwrap_or(game.position());
    let written = write_move(position, best);
    let first = reasons.first();
    if *explains {
        let mut said = texts.fill("coach.explains", &[("move", &written)]);
        add_reasons(&mut said, texts, position, reasons);
        return said;
    }
    match step {
        1 => look(texts, first),
        2 => texts.fill("coach.piece", &[("square", &sentences::square(position, best.from()))]),
        3 => texts.fill("coach.move", &[("move", &written)]),
        _ => {
            let mut said = texts.fill("coach.move", &[("move", &written)]);
            add_reasons(&mut said, texts, position, reasons);
            said
        }
    }
}

fn add_reasons(said: &mut String, texts: &Texts, position: &Position, reasons: &[Proven]) {
    for proven in reasons.iter().take(2) {
        said.push(' ');
        said.push_str(&reason(texts, position, proven));
    }
    if let Some(proven) = reasons.first().filter(|proven| proven.line.len() > 1) {
        said.push(' ');
        said.push_str(&texts.fill("coach.line", &[("moves", &written(position, proven))]));
    }
}

/// The line of a reason, written.
pub fn written(position: &Position, proven: &Proven) -> String {
    wire::frames(position, proven)
        .iter()
        .map(|(before, m)| write_move(before, m))
        .collect::<Vec<_>>()
        .join(" ")
}

fn look(texts: &Texts, first: Option<&Proven>) -> String {
    let reason = first.map(|proven| proven.reason);
    let key = match reason.map_or(Look::Quiet, Reason::look) {
        Look::Only => "coach.look.only",
        Look::Win => "coach.look.win",
        Look::Shot => "coach.look.shot",
        Look::Gain => "coach.look.gain",
        Look::Crown => match reason {
            Some(Reason::Crowns { moves }) => {
                return texts.count("coach.look.crown", usize::from(moves), &[]);
            }
            _ => "coach.look.crowning",
        },
        Look::Danger => "coach.look.danger",
        Look::Care => "coach.look.care",
        Look::Exchange => "coach.look.exchange",
        Look::Threat => "coach.look.threat",
        Look::Squeeze => "coach.look.squeeze",
        Look::Line => "coach.look.line",
        Look::Least => "coach.look.least",
        Look::Quiet => "coach.look.quiet",
        Look::Hold => "coach.look.hold",
    };
    texts.get(key).to_owned()
}

/// A reason as a sentence.
pub fn reason(texts: &Texts, position: &Position, proven: &Proven) -> String {
    let number = |n: u8| n.to_string();
    let moves = |plies: u8| usize::from(plies.div_ceil(2));
    let count = |key: &str, n: u8| texts.count(key, usize::from(n), &[]);
    match proven.reason {
        Reason::Only => texts.get("hint.only").to_owned(),
        Reason::Wins { plies } => texts.count("hint.wins", moves(plies), &[]),
        Reason::Gains { worth, gives, takes, .. } if gives > 0 => texts.count(
            "coach.why.shot",
            usize::from(worth),
            &[("gives", &number(gives)), ("takes", &number(takes))],
        ),
        Reason::Gains { worth, .. } => count("coach.why.gains", worth),
        Reason::Crowns { moves: 1 } => texts.get("hint.crowns").to_owned(),
        Reason::Crowns { moves } => count("coach.why.crowns", moves),
        Reason::OnlyGood { worth, .. } => count("coach.why.only-good", worth),
        Reason::Stops { worth, .. } => {
            let frames = wire::frames(position, proven);
            let threat = frames.first().map(|(before, m)| write_move(before, m)).unwrap_or_default();
            texts.count("coach.why.stops", usize::from(worth), &[("move", &threat)])
        }
        Reason::Avoids { bad, of, .. } => {
            texts.fill("coach.why.avoids", &[("bad", &number(bad)), ("of", &number(of))])
        }
        Reason::Exchanges { each, .. } => texts.fill("coach.why.exchanges", &[("each", &number(each))]),
        Reason::Threatens { worth, .. } => count("coach.why.threatens", worth),
        Reason::Squeezes { good: 0, of, .. } => texts.fill("coach.why.squeezes-all", &[("of", &number(of))]),
        Reason::Squeezes { good, of, .. } => {
            texts.fill("coach.why.squeezes", &[("good", &number(good)), ("of", &number(of))])
        }
        Reason::LeastLoss { worth, .. } => count("coach.why.least", worth),
        Reason::HoldsOut { plies } => texts.count("coach.why.holds-out", moves(plies), &[]),
        Reason::MainLine => texts.get("coach.why.line").to_owned(),
        Reason::Loses { worth, .. } => {
            let frames = wire::frames(position, proven);
            let reply = frames.get(1).map(|(before, m)| write_move(before, m)).unwrap_or_default();
            texts.count("coach.why.loses", usize::from(worth), &[("move", &reply)])
        }
        Reason::LosesGame { plies } => texts.count("coach.why.loses-game", moves(plies), &[]),
        Reason::Turc { square } => {
            texts.fill("coach.why.turc", &[("square", &sentences::square(position, square))])
        }
        Reason::Decoy { from, to } => {
            let [from, to] = [from, to].map(|square| sentences::square(position, square));
            texts.fill("coach.why.decoy", &[("from", &from), ("to", &to)])
        }
        Reason::PassesRow => texts.get("coach.why.passes").to_owned(),
        Reason::Base { .. } => texts.get("coach.why.base").to_owned(),
        Reason::DrawNear { plies } => texts.count("draw-near", moves(plies), &[]),
        Reason::Table { outcome, less, of, plies } => {
            let (key, counted) = match outcome {
                Outcome::Win => ("coach.why.table-win", "coach.why.table-wins-in"),
                Outcome::Draw => ("coach.why.table-draw", ""),
                Outcome::Loss => ("coach.why.table-loss", "coach.why.table-lost-in"),
            };
            let mut said =
                if plies > 0 { texts.count(counted, moves(plies), &[]) } else { texts.get(key).to_owned() };
            if less > 0 {
                let counts = [("less", &number(less)[..]), ("of", &number(of))];
                said = [said, texts.fill("coach.why.table-less", &counts)].join(" ");
            }
            said
        }
        Reason::Falls { from, to, plies } => {
            let before = match (from, plies) {
                (Outcome::Win, 1..) => texts.count("coach.why.table-was-won-in", moves(plies), &[]),
                (Outcome::Win, _) => texts.get("coach.why.table-was-won").to_owned(),
                _ => texts.get("coach.why.table-was-drawn").to_owned(),
            };
            let after =
                if to == Outcome::Draw { "coach.why.table-now-drawn" } else { "coach.why.table-now-lost" };
            [&before, " ", texts.get(after)].concat()
        }
        Reason::Safe { .. } => texts.get("coach.why.safe").to_owned(),
        Reason::Best { depth } => count("hint.searched", depth),
    }
}

/// How far the proof looks, and what a king counts, for the small print.
pub fn small_print(texts: &Texts, position: &Position, proven: &Proven) -> String {
    let (Reason::Gains { quiet, .. }
    | Reason::OnlyGood { quiet, .. }
    | Reason::Stops { quiet, .. }
    | Reason::Avoids { quiet, .. }
    | Reason::Exchanges { quiet, .. }
    | Reason::Threatens { quiet, .. }
    | Reason::Squeezes { quiet, .. }
    | Reason::LeastLoss { quiet, .. }
    | Reason::Loses { quiet, .. }
    | Reason::Safe { quiet }) = proven.reason
    else {
        return String::new();
    };
    let king = king_worth(position.variant()).to_string();
    texts.count("coach.ahead", usize::from(quiet), &[("king", &king)])
}

/// What the opponent threatens.
pub fn threat(texts: &Texts, position: &Position, captures: &[Move], gain: Option<&Proven>) -> String {
    let mut squares: Vec<Square> = captures.iter().flat_map(|m| m.captured().iter().copied()).collect();
    Square::sort(&mut squares);
    squares.dedup();
    let list = sentences::squares(position, &squares);
    let mut said = texts.fill("coach.threat", &[("squares", &list)]);
    if let Some(Proven { reason: Reason::Stops { worth, .. }, .. }) = gain {
        said.push(' ');
        said.push_str(&texts.count("coach.threat-wins", usize::from(*worth), &[]));
    }
    said
}
