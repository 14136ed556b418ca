//! What is said, in the reader's language.

use super::model::{Model, Notice, Player};
use super::picker::Picker;
use super::strings::Texts;
use crate::coach::{Refusal, Why};
use crate::notation::{Style, square_name};
use crate::rules::{DrawReason, DrawRule, Kind, Move, Piece, Position, Side, Square, Status, WinReason};

/// The name of a square.
pub fn square(position: &Position, square: Square) -> String {
    square_name(position.variant(), square, Style::Official)
}

/// Names of squares in a list: `c3, e5`.
pub fn squares(position: &Position, list: &[Square]) -> String {
    list.iter().map(|s| square(position, *s)).collect::<Vec<_>>().join(", ")
}

/// `white`, as the beginning of a sentence.
pub fn side(texts: &Texts, side: Side) -> &str {
    texts.get(match side {
        Side::White => "side.white",
        Side::Black => "side.black",
    })
}

/// The key of a piece's name.
pub const fn piece_key(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => "piece.white-man",
        (Side::White, Kind::King) => "piece.white-king",
        (Side::Black, Kind::Man) => "piece.black-man",
        (Side::Black, Kind::King) => "piece.black-king",
    }
}

/// How the game stands.
pub fn status(texts: &Texts, model: &Model) -> String {
    if let Some(set_up) = model.setting_up() {
        return set_up.status(texts);
    }
    match model.game.status() {
        Status::Ongoing => {
            let turn = model.turn();
            let computers = model.computers_turn() && !model.looks_back;
            let key = match (computers, turn) {
                (true, Side::White) => "turn.computer-white",
                (true, Side::Black) => "turn.computer-black",
                (false, Side::White) => "turn.white",
                (false, Side::Black) => "turn.black",
            };
            let mut sentence = texts.get(key).to_owned();
            if model.player(turn) == Player::Person && model.picker.must_capture() {
                sentence.push(' ');
                let n = model.picker.movable().len();
                sentence.push_str(&texts.count("due", n, &[]));
            }
            let backward = backward(texts, model);
            if !backward.is_empty() {
                sentence.push(' ');
                sentence.push_str(&backward);
            }
            sentence
        }
        Status::Won { winner, by } => {
            let key = match winner {
                Side::White => "won.white",
                Side::Black => "won.black",
            };
            let why = won_by(texts, model, winner, by);
            if why.is_empty() { texts.get(key).to_owned() } else { format!("{} {why}", texts.get(key)) }
        }
        Status::Drawn { by: DrawReason::Recorded } => texts.get("drawn").to_owned(),
        Status::Drawn { by: DrawReason::Agreed } => {
            format!("{} {}", texts.get("drawn"), texts.get("drawn.agreed"))
        }
        Status::Drawn { by: DrawReason::Rule(rule) } => {
            let key = draw_rule_key(rule);
            let each = usize::from(rule.limit()) / 2;
            format!("{} {}", texts.get("drawn"), texts.count(&format!("drawn.{key}"), each, &[]))
        }
    }
}

/// That men capture backward, where a beginner meets it first; otherwise nothing.
pub fn backward(texts: &Texts, model: &Model) -> String {
    let written = |m| crate::notation::write_move(model.game.position(), m);
    let found = model.backward.as_ref();
    found.map(|m| texts.fill(super::firsts::BACKWARD, &[("move", &written(m))])).unwrap_or_default()
}

fn won_by(texts: &Texts, model: &Model, winner: Side, by: WinReason) -> String {
    let loser = winner.other();
    // In Antidraughts the side without pieces or moves is the winner.
    let stuck = if model.turn() == winner { winner } else { loser };
    let colour = |stem: &str, side: Side| {
        texts.get(&format!("{stem}.{}", if side == Side::White { "white" } else { "black" })).to_owned()
    };
    match by {
        WinReason::NoPieces => colour("won.no-pieces", stuck),
        WinReason::NoMoves => colour("won.no-moves", stuck),
        WinReason::Crowned => colour("won.crowned", winner),
        WinReason::Resigned => colour("won.resigned", loser),
        WinReason::OnTime => colour("won.on-time", loser),
        WinReason::Recorded => String::new(),
    }
}

/// The last part of the keys of a draw rule's texts.
pub const fn draw_rule_key(rule: DrawRule) -> &'static str {
    match rule {
        DrawRule::Repetition(_) => "repetition",
        DrawRule::QuietKings(_) => "quiet-kings",
        DrawRule::NoProgress(_) => "no-progress",
        DrawRule::NoChange(_) => "no-change",
        DrawRule::Balanced { .. } => "balanced",
        DrawRule::ThreeAgainstKing(_) => "three-against-king",
        DrawRule::TwoAgainstKing(_) => "two-against-king",
        DrawRule::KingsAgainstKing(_) => "kings-against-king",
        DrawRule::LoneKingOnMainLine(_) => "main-line",
        DrawRule::ThreeKingsOnMainLine(_) | DrawRule::ThreeKings(_) => "three-kings",
        DrawRule::TwoKingsAgainstOne(_) => "two-kings",
        DrawRule::KingAgainstKing(_) => "king-against-king",
        DrawRule::OneEach(_) => "one-each",
    }
}

/// A word to the player.
pub fn notice(texts: &Texts, position: &Position, notice: &Notice) -> String {
    match notice {
        Notice::Refused(refusal) => refused(texts, position, refusal),
        Notice::WhichWay(list) => texts.fill("which-way", &[("squares", &squares(position, list))]),
        Notice::GoOn(list) => texts.fill("go-on", &[("squares", &squares(position, list))]),
        Notice::NotYourTurn => texts.get("not-your-turn").to_owned(),
        Notice::Touched(piece) => texts.fill("touched", &[("square", &square(position, *piece))]),
        Notice::Adjusting => texts.get("adjusting").to_owned(),
        Notice::Lit(_, sentence) => sentence.clone(),
        Notice::Over => texts.get("over").to_owned(),
        Notice::Coach(sentence) => sentence.clone(),
        Notice::Say(key) => texts.get(key).to_owned(),
        Notice::Wrong(key, text) => texts.fill(key, &[("text", text)]),
        Notice::DrawNear(_, plies) => texts.count("draw-near", usize::from(plies.div_ceil(2)), &[]),
    }
}

/// Why not: one sentence.
pub fn refused(texts: &Texts, position: &Position, refusal: &Refusal) -> String {
    let lit = squares(position, &refusal.lit);
    let target = refusal.target.map(|s| square(position, s)).unwrap_or_default();
    let hop = refusal.witness.as_ref().map(|m| square(position, m.path()[1])).unwrap_or_default();
    let values: &[(&str, &str)] =
        &[("squares", &lit), ("target", &target), ("hop", &hop), ("piece", &square(position, refusal.piece))];
    match refusal.why {
        Why::OthersMustCapture => texts.count(refusal.why.key(), refusal.lit.len(), values),
        Why::MoreElsewhere | Why::FewerThisWay => {
            let takes = texts.count("takes", refusal.takes.0, &[]);
            let most = texts.count("takes", refusal.takes.1, &[]);
            let with: Vec<_> =
                values.iter().copied().chain([("takes", takes.as_str()), ("most", most.as_str())]).collect();
            texts.fill(refusal.why.key(), &with)
        }
        Why::NotYours => {
            let key = match position.turn() {
                Side::White => "why.not-yours.white",
                Side::Black => "why.not-yours.black",
            };
            texts.get(key).to_owned()
        }
        Why::Backward if position.variant().men_capture_back => texts.get("why.backward.captures").to_owned(),
        _ => texts.fill(refusal.why.key(), values),
    }
}

/// What can be done with the piece chosen, for screen readers.
pub fn choice(texts: &Texts, position: &Position, picker: &Picker) -> String {
    let Some(from) = picker.chosen() else { return String::new() };
    let entered = picker.path().len();
    let mut next: Vec<Square> =
        picker.routes().iter().filter_map(|r| r.path().get(entered).copied()).collect();
    Square::sort(&mut next);
    next.dedup();
    let values: &[(&str, &str)] =
        &[("square", &square(position, from)), ("squares", &squares(position, &next))];
    texts.fill(if entered > 1 { "chosen.further" } else { "chosen" }, values)
}

/// A move that was made.
pub fn played(texts: &Texts, before: &Position, m: &Move) -> String {
    let Some(piece) = before.piece(m.from()) else { return String::new() };
    let route = m.path().iter().map(|s| square(before, *s)).collect::<Vec<_>>().join(" – ");
    let mut sentence = format!("{}: {route}.", texts.get(piece_key(piece)));
    if m.is_capture() {
        sentence.push(' ');
        sentence.push_str(&texts.count("captured", m.captured().len(), &[]));
    }
    if m.crowns() {
        sentence.push(' ');
        sentence.push_str(texts.get("crowned"));
    }
    sentence
}

/// A name within a sentence: without its capital, where that is a Latin or Cyrillic letter. Nouns inside keep theirs
/// (German).
///
/// ```
/// use damka::app::sentences::within;
///
/// assert_eq!(within("White man"), "white man");
/// assert_eq!(within("Чёрная дамка"), "чёрная дамка");
/// assert_eq!(within("Їжак"), "їжак");
/// ```
pub fn within(name: &str) -> String {
    let mut letters = name.chars();
    let Some(first) = letters.next() else { return String::new() };
    // The library's own table for all the world's letters weighs more than all the sentences here.
    let small = match first {
        'A'..='Z' | 'А'..='Я' => char::from_u32(first as u32 + 0x20),
        '\u{400}'..='\u{40f}' => char::from_u32(first as u32 + 0x50),
        other => Some(other),
    };
    let mut small = String::from(small.unwrap_or(first));
    small.push_str(letters.as_str());
    small
}

/// What the engine thinks: depth, judgement in words and as a number of men, and the line.
pub fn thinking(texts: &Texts, model: &Model) -> String {
    let Some(thought) = &model.thought else { return String::new() };
    let turn = model.turn();
    // The score is the side to move's.
    let ahead = thought.ends_in.unwrap_or(thought.centimen);
    let side = side(texts, if ahead >= 0 { turn } else { turn.other() });
    let judgement = if let Some(plies) = thought.ends_in {
        let moves = plies.unsigned_abs().div_ceil(2) as usize;
        texts.count("thinking.wins", moves, &[("side", side)])
    } else {
        let key = match thought.centimen.abs() {
            0..20 => "thinking.even",
            20..60 => "thinking.slight",
            60..150 => "thinking.clear",
            _ => "thinking.winning",
        };
        let (sign, size) = (if thought.centimen < 0 { "-" } else { "+" }, thought.centimen.unsigned_abs());
        let words = texts.fill(key, &[("side", side)]);
        format!("{words} ({sign}{}.{}{})", size / 100, size / 10 % 10, size % 10)
    };
    let mut parts = vec![texts.count("thinking.depth", thought.depth as usize, &[]), judgement];
    let mut position = *model.game.position();
    let mut line = Vec::new();
    for m in model.thinks_of().iter().take(LONGEST_LINE) {
        line.push(crate::notation::write_move(&position, m));
        position = position.play(m);
    }
    parts.push(line.join(" "));
    parts.join(" · ")
}

/// So many plies of the engine's line are told.
const LONGEST_LINE: usize = 6;

/// The name of a square with what stands there, for a screen reader: `c3, white man, must capture`.
pub fn square_label(texts: &Texts, model: &Model, at: Square) -> String {
    let position = model.game.position();
    let mut parts = vec![square(position, at)];
    match model.piece_at(at) {
        Some(piece) => parts.push(within(texts.get(piece_key(piece)))),
        None => parts.push(texts.get("square.empty").to_owned()),
    }
    if model.persons_turn() {
        let entered = model.picker.path();
        if model.picker.chosen() == Some(at) {
            parts.push(texts.get("square.chosen").to_owned());
        } else if model.picker.chosen().is_some()
            && model.picker.routes().iter().any(|r| r.path().get(entered.len()) == Some(&at))
        {
            parts.push(texts.get("square.target").to_owned());
        } else if model.picker.movable().contains(&at) {
            let key = if model.picker.must_capture() { "square.must-capture" } else { "square.can-move" };
            parts.push(texts.get(key).to_owned());
        }
    }
    parts.join(", ")
}

/// The whole position in words.
pub fn position(texts: &Texts, position: &Position) -> String {
    Side::BOTH
        .map(|colour| {
            let list = |kind: Kind| {
                let found: Vec<Square> = position
                    .pieces()
                    .filter(|(_, p)| p.side == colour && p.kind == kind)
                    .map(|(s, _)| s)
                    .collect();
                squares(position, &found)
            };
            let (men, kings) = (list(Kind::Man), list(Kind::King));
            let mut parts = Vec::new();
            if !men.is_empty() {
                parts.push(texts.fill("position.men", &[("squares", &men)]));
            }
            if !kings.is_empty() {
                parts.push(texts.fill("position.kings", &[("squares", &kings)]));
            }
            if parts.is_empty() {
                parts.push(texts.get("position.nothing").to_owned());
            }
            format!("{}: {}.", side(texts, colour), parts.join("; "))
        })
        .join(" ")
}
