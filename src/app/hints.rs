//! The coach at the table: hints in four steps, threats, 'are you sure?', and 'explain your move'.

use super::coach_words;
use super::effect::Effect;
use super::model::{Dialog, Engine, Hint, Model, Notice, Player};
use super::place::{Place, ROOMS};
use super::review::Reviewing;
use super::save::path_numbers;
use super::sentences;
use crate::coach::Proven;
use crate::coach::wire::{self, Word};
use crate::protocol::Purpose;
use crate::rules::{Game, Move, Position, Square};

/// How long a position of a line is shown before its move is made, in milliseconds.
const PAUSE: u32 = 900;
/// How long the last one stays.
const LAST_PAUSE: u32 = 1800;

/// What the coach has to do with the game on the table.
#[derive(Debug, Clone, Default)]
pub struct Coaching {
    /// What was asked last.
    pub(super) asked: Option<Purpose>,
    /// A move that waits for the answer to 'is it safe?'.
    pub(super) pending: Option<Move>,
    /// A move that was warned of, and why.
    pub warned: Option<(Move, Proven)>,
    /// What the opponent threatens, once it is known.
    pub threats: Option<(Vec<Move>, Option<Proven>)>,
    /// The moves that lose something, once they are known.
    losing: Vec<Move>,
    /// The hints that were used, in all lines of the game.
    pub used: Vec<Used>,
    /// A line being played out.
    pub(super) ghost: Option<Ghost>,
    /// Counts lines, so that a tick of an old one is not taken for the new one's.
    ghosts: u32,
    /// The review.
    pub review: Reviewing,
}

/// A hint that was used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// The ply at which it was asked for.
    pub ply: usize,
    /// How far it went.
    pub step: u8,
    /// The path of the move that it proposed.
    pub path: Vec<u8>,
    /// In which position: the ply alone may be that of another line. 0 where that is not known.
    pub at: u32,
}

impl Used {
    /// A part of the position's hash.
    pub fn place(position: &Position) -> u32 {
        (position.hash() as u32).max(1)
    }
}

impl Coaching {
    /// The hint that was used at a ply of this game.
    pub fn used_at(&self, game: &Game, ply: usize) -> Option<&Used> {
        let here = game.position_at(ply).map(Used::place)?;
        self.used.iter().find(|used| used.ply == ply && (used.at == 0 || used.at == here))
    }
}

/// A line played out on the board: nothing of it happens in the game.
#[derive(Debug, Clone)]
pub(super) struct Ghost {
    frames: Vec<(Position, Move)>,
    at: usize,
}

/// What the coach's buttons and its worker say.
#[derive(Debug, Clone, PartialEq)]
pub enum CoachMsg {
    /// A word of the worker's about a request; whether it is the last.
    Said(u32, bool, Vec<u8>),
    /// The move that was warned of shall be made.
    Anyway,
    /// Show why the move is warned of.
    ShowWhy,
    /// Why was the last move made?
    Explain,
    /// The line being played out goes on.
    Tick(u32),
    /// The review shall stop, or go on.
    StopReview,
    /// To a place of the review, by its number among the turning points.
    Point(usize),
    /// Show the better move of the point.
    ShowBetter,
    /// Show what was wrong with the move made at the point.
    ShowWrong,
}

impl Model {
    /// The position to be seen: of the line being played out, or the game's.
    pub fn shown(&self) -> Position {
        match &self.coach.ghost {
            Some(Ghost { frames, at: 0 }) => frames[0].0,
            Some(Ghost { frames, at }) => {
                let (before, played) = &frames[at - 1];
                before.play(played)
            }
            None => *self.game.position(),
        }
    }

    /// Whether a line is being played out.
    pub fn plays_line(&self) -> bool {
        self.coach.ghost.is_some()
    }

    /// How many hints may still be asked for in this game; `None` where there is no limit.
    pub fn hints_left(&self) -> Option<usize> {
        let limit = usize::from(self.prefs.hints);
        (limit > 0).then(|| limit.saturating_sub(self.coach.used.len()))
    }

    pub(super) fn coach(&mut self, msg: CoachMsg, effects: &mut Vec<Effect>) {
        match msg {
            CoachMsg::Said(generation, last, bytes) => {
                if generation == self.generation {
                    if last && self.engine != Engine::Absent {
                        self.engine = Engine::Idle;
                    }
                    self.coach_said(&bytes, effects);
                }
            }
            CoachMsg::Anyway => {
                self.dialog = None;
                if let Some((m, _)) = self.coach.warned.take() {
                    self.play(&m, effects);
                }
            }
            CoachMsg::ShowWhy => {
                self.dialog = None;
                if let Some((_, proven)) = self.coach.warned.take() {
                    self.play_line(&proven, effects);
                    let position = *self.game.position();
                    let sentence = coach_words::reason(&self.texts, &position, &proven);
                    self.notify(Notice::Coach(sentence));
                }
            }
            CoachMsg::Explain => self.ask_explanation(effects),
            CoachMsg::Tick(n) => {
                if n == self.coach.ghosts {
                    self.line_goes_on(effects);
                }
            }
            // The rest is said in the review's room.
            _ if !ROOMS => {}
            CoachMsg::StopReview => self.stop_review(effects),
            CoachMsg::Point(i) => self.go_to_point(i, effects),
            CoachMsg::ShowBetter => self.show_better(effects),
            CoachMsg::ShowWrong => self.show_wrong(effects),
        }
    }

    /// A hint, or one step more of it.
    pub(super) fn ask_hint(&mut self, effects: &mut Vec<Effect>) {
        if ROOMS && self.place == Place::Review {
            self.show_better(effects);
            return;
        }
        if !self.persons_turn() {
            let notice = if self.ongoing() { Notice::NotYourTurn } else { Notice::Over };
            self.notify(notice);
            return;
        }
        let ply = self.game.ply();
        if let Some(hint) = self.hint.as_mut().filter(|hint| !hint.explains) {
            hint.step = (hint.step + 1).min(4);
            let (step, line) = (hint.step, hint.reasons.first().cloned());
            let here = Used::place(self.game.position());
            for used in &mut self.coach.used {
                if used.ply == ply && used.at == here {
                    used.step = used.step.max(step);
                }
            }
            self.say_hint();
            self.keep_hints(effects);
            if let Some(line) = line.filter(|_| step == 4) {
                self.play_line(&line, effects);
            }
        } else if self.engine == Engine::Absent {
            self.notify(Notice::Say("trouble.no-hint"));
        } else if self.hints_left() == Some(0) && self.coach.used_at(&self.game, ply).is_none() {
            self.notify(Notice::Say("coach.no-more"));
        } else {
            self.ask_coach(Purpose::Hint, effects);
        }
    }

    /// What was used of the hints belongs to the game, and is kept with it.
    fn keep_hints(&self, effects: &mut Vec<Effect>) {
        if self.aside.is_none() {
            effects.push(Effect::SaveGame);
        }
    }

    fn ask_explanation(&mut self, effects: &mut Vec<Effect>) {
        if self.game.ply() == 0 || self.game.settled().is_some() {
            self.notify(Notice::Say("coach.no-move"));
        } else if self.engine == Engine::Absent {
            self.notify(Notice::Say("trouble.no-hint"));
        } else {
            self.ask_coach(Purpose::Explain, effects);
        }
    }

    pub(super) fn ask_coach(&mut self, purpose: Purpose, effects: &mut Vec<Effect>) {
        self.think(purpose, 1, effects);
        self.coach.asked = Some(purpose);
    }

    /// What the beginner's switches want to know once it is a person's turn.
    pub(super) fn watch_over(&mut self, effects: &mut Vec<Effect>) {
        let wanted = self.prefs.threats || self.prefs.lights;
        if wanted && self.place == Place::Play && self.persons_turn() && self.engine != Engine::Absent {
            self.ask_coach(if self.prefs.lights { Purpose::Lights } else { Purpose::Threats }, effects);
        }
    }

    /// Makes a move of the player's, or asks first whether it is safe where the player wants that.
    pub(super) fn play_or_ask(&mut self, m: &Move, effects: &mut Vec<Effect>) {
        let asks = self.prefs.sure
            && self.place == Place::Play
            && self.engine != Engine::Absent
            && self.game.position().legal_moves().len() > 1;
        if asks {
            self.coach.pending = Some(m.clone());
            self.ask_coach(Purpose::Check, effects);
        } else {
            self.play(m, effects);
        }
    }

    /// The engine can't be asked any more: a move that waited for it is made.
    pub(super) fn play_pending(&mut self, effects: &mut Vec<Effect>) {
        if let Some(m) = self.coach.pending.take() {
            self.play(&m, effects);
        }
    }

    fn coach_said(&mut self, bytes: &[u8], effects: &mut Vec<Effect>) {
        match self.coach.asked {
            Some(Purpose::Check) => {
                let Some(m) = self.coach.pending.take() else { return };
                let mut game = self.game.clone();
                if game.play(&m).is_err() {
                    return;
                }
                match wire::read(bytes, &game, true) {
                    Some(Word::Warning(Some(proven))) => {
                        let sentence = coach_words::reason(&self.texts, self.game.position(), &proven);
                        self.coach.warned = Some((m, proven));
                        self.dialog = Some(Dialog::Sure);
                        self.say(sentence);
                    }
                    _ => self.play(&m, effects),
                }
            }
            Some(Purpose::Review) if ROOMS => self.review_said(bytes, effects),
            Some(purpose) => {
                let explains = purpose == Purpose::Explain;
                match wire::read(bytes, &self.game, explains) {
                    Some(Word::Advice { best, reasons }) => {
                        let ply = self.game.ply();
                        // What to look for was told already; now all reasons are there.
                        if let Some(hint) =
                            self.hint.as_mut().filter(|hint| !hint.explains && hint.best == best)
                            && !explains
                        {
                            hint.reasons = reasons;
                            return;
                        }
                        if !explains {
                            let (path, at) = (path_numbers(&best), Used::place(self.game.position()));
                            // Asked for again it is still the same one, as far as it went before.
                            let known = self.coach.used_at(&self.game, ply).cloned();
                            let step =
                                known.as_ref().filter(|used| used.path == path).map_or(1, |used| used.step);
                            self.coach.used.retain(|used| known.as_ref() != Some(used));
                            self.coach.used.push(Used { ply, step, path, at });
                            self.keep_hints(effects);
                        }
                        self.hint = Some(Hint { best, reasons, step: 1, explains });
                        self.say_hint();
                    }
                    Some(Word::Threats(captures, gain, losing)) => {
                        self.coach.losing = losing;
                        if self.prefs.threats && !captures.is_empty() {
                            let sentence = coach_words::threat(
                                &self.texts,
                                self.game.position(),
                                &captures,
                                gain.as_ref(),
                            );
                            self.say(sentence);
                        }
                        self.coach.threats = Some((captures, gain));
                    }
                    _ => {}
                }
            }
            None => {}
        }
    }

    fn say_hint(&mut self) {
        self.notice = None;
        let sentence = self.hint.as_ref().map(|hint| coach_words::sentence(&self.texts, &self.game, hint));
        if let Some(sentence) = sentence {
            self.say(sentence);
        }
    }

    /// Plays the line of a reason out on the board.
    pub(super) fn play_line(&mut self, proven: &Proven, effects: &mut Vec<Effect>) {
        let frames = wire::frames(self.game.position(), proven);
        self.play_frames(frames, effects);
    }

    pub(super) fn play_frames(&mut self, frames: Vec<(Position, Move)>, effects: &mut Vec<Effect>) {
        self.coach.ghosts += 1;
        if !frames.is_empty() {
            effects.push(Effect::CutAnimation);
            self.coach.ghost = Some(Ghost { frames, at: 0 });
            effects.push(Effect::Later(PAUSE, self.coach.ghosts));
        }
    }

    fn line_goes_on(&mut self, effects: &mut Vec<Effect>) {
        let Some(ghost) = &mut self.coach.ghost else { return };
        let Some((before, played)) = ghost.frames.get(ghost.at).cloned() else {
            self.end_line(effects);
            return;
        };
        ghost.at += 1;
        let pause = if ghost.at == ghost.frames.len() { LAST_PAUSE } else { PAUSE };
        effects.push(Effect::Animate { before, played });
        effects.push(Effect::Later(pause, self.coach.ghosts));
    }

    /// Back from a line to the game.
    pub(super) fn end_line(&mut self, effects: &mut Vec<Effect>) {
        if self.coach.ghost.take().is_some() {
            effects.push(Effect::CutAnimation);
        }
    }

    /// The position has changed: what was about the old one is forgotten.
    pub(super) fn forget_advice(&mut self) {
        self.hint = None;
        self.coach.ghost = None;
        self.coach.pending = None;
        self.coach.warned = None;
        self.coach.threats = None;
        self.coach.losing.clear();
    }

    /// What the board lights: the hint's piece from its second step on, and with the lights on the pieces that hang.
    pub fn hint_piece(&self) -> Option<Square> {
        self.hint.as_ref().filter(|hint| !hint.explains && hint.step == 2).map(|hint| hint.best.from())
    }

    /// The pieces that the opponent would capture if the player passed.
    pub fn hanging(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        if let Some((captures, _)) = self.coach.threats.as_ref().filter(|_| self.persons_turn()) {
            for m in captures {
                for square in m.captured() {
                    if !squares.contains(square) {
                        squares.push(*square);
                    }
                }
            }
        }
        squares
    }

    /// The squares on which the chosen piece would lose something by a proof, by whatever route it comes there.
    pub fn losing_targets(&self) -> Vec<Square> {
        let Some(chosen) = self.picker.chosen().filter(|_| !self.coach.losing.is_empty()) else {
            return Vec::new();
        };
        let loses = |m: &Move| self.coach.losing.iter().any(|bad| bad.same_as(m));
        let moves = self.game.position().legal_moves();
        let (bad, good): (Vec<&Move>, _) =
            moves.iter().filter(|m| m.from() == chosen).partition(|m| loses(m));
        bad.iter().map(|m| m.to()).filter(|to| good.iter().all(|m: &&Move| m.to() != *to)).collect()
    }

    /// The same for those who don't see the lights; nothing where nothing is lit.
    pub(super) fn losing_words(&self) -> String {
        let targets = self.losing_targets();
        if targets.is_empty() || !self.prefs.lights {
            return String::new();
        }
        let list = sentences::squares(self.game.position(), &targets);
        [" ", &self.texts.fill("coach.loses-there", &[("squares", &list)])].concat()
    }

    /// The sign beside a move in the list: a hint that was used, a mark of the review.
    pub fn sign(&self, ply: usize) -> &'static str {
        let hinted = self.place == Place::Play && self.coach.used_at(&self.game, ply).is_some();
        if hinted { "✦" } else { self.review_sign(ply) }
    }

    /// Whether the computer made the last move: then it can be asked why.
    pub fn can_explain(&self) -> bool {
        let mover = self.turn().other();
        self.game.ply() > 0 && self.player(mover) == Player::Computer
    }
}
