//! The review: the table's game, each move judged, the turning points first.

use super::coach_words;
use super::effect::Effect;
use super::hints::Used;
use super::model::{Engine, Model, Notice};
use super::picker::Picker;
use super::place::{Place, ROOMS};
use super::save::move_on_path;
use super::strings::Texts;
use crate::coach::wire::{self, Word};
use crate::coach::{Mark, Proven, Reason, SEARCHED_LINE, Verdict, turning_points};
use crate::notation::write_move;
use crate::protocol::Purpose;
use crate::rules::{Game, Move, Position, Side};

/// A review of a game, as far as it has got.
#[derive(Debug, Clone, Default)]
pub struct Reviewing {
    /// The game, at its end.
    game: Option<Game>,
    /// The verdicts so far.
    pub verdicts: Vec<Verdict>,
    /// White's chances at the end, in thousandths, once all is judged.
    pub end: Option<u16>,
    /// It goes on.
    pub running: bool,
    /// The turning point at which the player is, by its place in [`Reviewing::points`].
    pub point: Option<usize>,
    /// A move tried at the point waits for its verdict.
    trying: bool,
    /// The words that were kept, where nobody reads them.
    found: Vec<Vec<u8>>,
}

impl Reviewing {
    /// The turning points, the dearest first.
    pub fn points(&self) -> Vec<&Verdict> {
        turning_points(&self.verdicts).into_iter().map(|i| &self.verdicts[i]).collect()
    }

    /// Moves judged, and moves in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.verdicts.len(), self.game.as_ref().map_or(0, Game::len))
    }

    /// White's chances before each move judged and at the end, in thousandths.
    pub fn graph(&self) -> Vec<u16> {
        self.verdicts.iter().map(|verdict| verdict.white).chain(self.end).collect()
    }

    /// What is kept of the review of this game: nothing before it is finished, or of another one. The program without a
    /// room for reviews hands on what it has found.
    pub(super) fn kept(&self, game: &Game) -> Vec<Vec<u8>> {
        if !ROOMS {
            return if self.is_of(game) { self.found.clone() } else { Vec::new() };
        }
        let finished = self.end.filter(|_| self.is_of(game));
        let words = self.verdicts.iter().filter(|_| finished.is_some());
        let words = words.map(|verdict| wire::write_verdict(verdict, self.verdicts.len()));
        words.chain(finished.map(wire::write_end)).collect()
    }

    /// A review of this game that was kept; none where it is not whole.
    pub(super) fn read(game: &Game, words: Vec<Vec<u8>>) -> Option<Self> {
        if !ROOMS {
            return Some(Self { game: Some(whole(game.clone())), found: words, ..Self::default() });
        }
        let mut review = Self { game: Some(whole(game.clone())), ..Self::default() };
        for word in words {
            match wire::read(&word, review.game.as_ref()?, false)? {
                Word::Verdict(verdict, _) if verdict.ply == review.verdicts.len() => {
                    review.verdicts.push(verdict);
                }
                Word::End(white) => review.end = Some(white),
                _ => return None,
            }
        }
        let (judged, plies) = review.progress();
        (review.end.is_some() && judged == plies).then_some(review)
    }

    /// Whether it is of this game, as far as it was played.
    fn is_of(&self, game: &Game) -> bool {
        let own = self.game.as_ref();
        own.is_some_and(|own| own.start() == game.start() && own.all_moves() == game.all_moves())
    }

    fn verdict(&self) -> Option<&Verdict> {
        let points = turning_points(&self.verdicts);
        Some(&self.verdicts[*points.get(self.point?)?])
    }

    /// A turning point in words: number, move, how bad.
    pub fn point_text(&self, texts: &Texts, verdict: &Verdict) -> String {
        let Some(game) = &self.game else { return String::new() };
        let Some((position, played)) = game.position_at(verdict.ply).zip(game.all_moves().get(verdict.ply))
        else {
            return String::new();
        };
        let side = if position.turn() == Side::White { "side.white" } else { "side.black" };
        let ply = verdict.ply + usize::from(game.start().turn() != game.variant().first);
        texts.fill(
            mark_key(verdict.mark),
            &[
                ("n", &(ply / 2 + 1).to_string()),
                ("side", texts.get(side)),
                ("move", &write_move(position, played)),
                ("lost", &(verdict.lost / 10).to_string()),
            ],
        )
    }
}

/// A game at the end of its moves, whatever was settled.
fn whole(mut game: Game) -> Game {
    if game.settled().is_some() {
        game.undo();
    }
    while game.redo() {}
    game
}

fn mark_key(mark: Mark) -> &'static str {
    match mark {
        Mark::Blunder => "review.blunder",
        Mark::Mistake => "review.mistake",
        _ => "review.inaccuracy",
    }
}

impl Model {
    /// The review begins, or goes on where it was with the same game.
    pub(super) fn enter_review(&mut self, effects: &mut Vec<Effect>) {
        let table = self.table();
        let game = whole(table.game);
        if !self.coach.review.is_of(&game) {
            self.coach.review = Reviewing { game: Some(game.clone()), ..Reviewing::default() };
        }
        self.coach.review.point = None;
        self.borrow_board(game, table.flipped, effects);
        self.go_on_with_review(effects);
    }

    fn go_on_with_review(&mut self, effects: &mut Vec<Effect>) {
        let review = &mut self.coach.review;
        let Some(game) = review.game.clone().filter(|game| !game.is_empty()) else { return };
        review.trying = false;
        review.running = review.end.is_none() && self.engine != Engine::Absent;
        if review.running {
            let from = review.verdicts.len() as u32;
            self.ask_review(&game, from, effects);
        }
    }

    fn ask_review(&mut self, game: &Game, from: u32, effects: &mut Vec<Effect>) {
        self.think_of(game, Purpose::Review, 1, from, effects);
        self.coach.asked = Some(Purpose::Review);
    }

    pub(super) fn stop_review(&mut self, effects: &mut Vec<Effect>) {
        if self.coach.review.running {
            self.coach.review.running = false;
            self.rest_engine(effects);
        } else {
            self.go_on_with_review(effects);
        }
    }

    pub(super) fn review_said(&mut self, bytes: &[u8], effects: &mut Vec<Effect>) {
        if self.coach.review.trying {
            match wire::read(bytes, &self.game, false) {
                Some(Word::Verdict(verdict, _)) => self.tried(&verdict, effects),
                _ => self.coach.review.trying = false,
            }
            return;
        }
        let review = &mut self.coach.review;
        let Some(game) = &review.game else { return };
        match wire::read(bytes, game, false) {
            Some(Word::Verdict(mut verdict, _)) if verdict.ply == review.verdicts.len() => {
                // What the coach itself proposed is never marked, whatever it has learned since.
                let before = game.position_at(verdict.ply);
                let proposed = self.coach.used.iter().find(|used| {
                    let here = before.map(Used::place);
                    used.ply == verdict.ply && used.step > 2 && (used.at == 0 || Some(used.at) == here)
                });
                let proposed = before.zip(proposed).and_then(|(at, used)| move_on_path(at, &used.path));
                if let Some(played) = game.all_moves().get(verdict.ply)
                    && proposed.is_some_and(|proposed| proposed.same_as(played))
                {
                    (verdict.mark, verdict.lost) = (Mark::None, 0);
                }
                review.verdicts.push(verdict);
            }
            Some(Word::End(white)) => {
                review.end = Some(white);
                review.running = false;
                effects.push(Effect::SaveGame);
                let points = review.points().len();
                let sentence = if points == 0 {
                    self.texts.get("review.none").to_owned()
                } else {
                    let list = review.points();
                    let list: Vec<_> =
                        list.iter().map(|point| review.point_text(&self.texts, point)).collect();
                    [self.texts.count("review.points", points, &[]), list.join("; ")].join(" ")
                };
                self.say(sentence);
            }
            _ => {}
        }
    }

    /// To a turning point: the board as it stood before the move.
    pub(super) fn go_to_point(&mut self, i: usize, effects: &mut Vec<Effect>) {
        self.end_line(effects);
        self.coach.review.point = Some(i);
        let Some(ply) = self.coach.review.verdict().map(|verdict| verdict.ply) else { return };
        self.show_ply(ply, effects);
        self.notify(Notice::Say("review.find"));
    }

    /// To any ply of the game under review.
    pub(super) fn show_ply(&mut self, ply: usize, effects: &mut Vec<Effect>) {
        let Some(mut game) = self.coach.review.game.clone() else { return };
        if std::mem::take(&mut self.coach.review.trying) {
            self.rest_engine(effects);
        }
        while game.ply() > ply && game.undo() {}
        effects.push(Effect::CutAnimation);
        self.hint = None;
        self.notice = None;
        self.picker = Picker::new(game.position());
        self.game = game;
    }

    /// A move was made by hand while a game is reviewed.
    pub(super) fn moved_in_review(&mut self, played: &Move, effects: &mut Vec<Effect>) {
        let Some(verdict) = self.coach.review.verdict() else { return };
        if verdict.ply + 1 != self.game.ply() {
            return;
        }
        if verdict.best.same_as(played) {
            self.notify(Notice::Say("review.right"));
        } else if self.engine == Engine::Absent {
            self.notify(Notice::Say("trouble.no-hint"));
        } else {
            let (game, from) = (self.game.clone(), verdict.ply as u32);
            self.coach.review.trying = true;
            self.coach.review.running = false;
            self.ask_review(&game, from, effects);
        }
    }

    /// The verdict on a move that was tried.
    fn tried(&mut self, verdict: &Verdict, effects: &mut Vec<Effect>) {
        if verdict.mark == Mark::None {
            self.notify(Notice::Say("review.also-good"));
            return;
        }
        let Some(before) = self.game.position_at(verdict.ply).copied() else { return };
        let played = self.game.last_move().cloned();
        let proven = refutation(verdict, played);
        self.show_ply(verdict.ply, effects);
        let sentence = self.what_is_wrong(&before, verdict, &proven);
        self.play_line(&proven, effects);
        self.notify(Notice::Coach(sentence));
    }

    fn what_is_wrong(&self, before: &Position, verdict: &Verdict, proven: &Proven) -> String {
        let line = coach_words::written(before, proven);
        let lost = (verdict.lost / 10).to_string();
        let mut said = self.texts.fill("review.worse", &[("lost", &lost), ("moves", &line)]);
        if verdict.fault.is_some() {
            said.push(' ');
            said.push_str(&coach_words::reason(&self.texts, before, proven));
        }
        said
    }

    pub(super) fn show_better(&mut self, effects: &mut Vec<Effect>) {
        let Some(verdict) = self.coach.review.verdict().cloned() else { return };
        self.show_ply(verdict.ply, effects);
        let before = *self.game.position();
        let line = verdict.line.into_iter().take(SEARCHED_LINE).collect();
        let proven = Proven { reason: Reason::Best { depth: 0 }, line };
        let line = coach_words::written(&before, &proven);
        self.play_line(&proven, effects);
        let sentence = self.texts.fill("review.better", &[("moves", &line)]);
        self.notify(Notice::Coach(sentence));
    }

    pub(super) fn show_wrong(&mut self, effects: &mut Vec<Effect>) {
        let Some(verdict) = self.coach.review.verdict().cloned() else { return };
        let played =
            self.coach.review.game.as_ref().and_then(|game| game.all_moves().get(verdict.ply)).cloned();
        self.show_ply(verdict.ply, effects);
        let before = *self.game.position();
        let proven = refutation(&verdict, played);
        let sentence = self.what_is_wrong(&before, &verdict, &proven);
        self.play_line(&proven, effects);
        self.notify(Notice::Coach(sentence));
    }

    /// The mark of the review beside a move of the list.
    pub(super) fn review_sign(&self, ply: usize) -> &'static str {
        let review = &self.coach.review;
        let here = self.place == Place::Review || review.is_of(&self.game);
        let mark = if ROOMS {
            review.verdicts.iter().find(|verdict| verdict.ply == ply).map(|verdict| verdict.mark)
        } else {
            // Without the room the marks alone are read from what it has found.
            review.found.get(ply).and_then(|word| wire::mark(word))
        };
        match mark.filter(|_| here) {
            Some(Mark::Blunder) => "??",
            Some(Mark::Mistake) => "?",
            Some(Mark::Inaccuracy) => "?!",
            _ => "",
        }
    }
}

/// What is wrong with a move that was marked: proven, or the best reply that was found.
fn refutation(verdict: &Verdict, played: Option<Move>) -> Proven {
    verdict.fault.clone().unwrap_or_else(|| Proven {
        reason: Reason::Best { depth: 0 },
        line: played.into_iter().chain(verdict.reply.iter().cloned()).take(SEARCHED_LINE).collect(),
    })
}
