//! Solving: right and wrong moves, answers, refutations, hints, the solution.

use super::{KEPT, Kind, Stage};
use crate::app::effect::Effect;
use crate::app::model::{Engine, Hint, Model, Notice, Player};
use crate::app::msg::Msg;
use crate::app::place::Place;
use crate::app::sentences;
use crate::notation::write_move;
use crate::puzzles::{Solved, Theme, Verdict};
use crate::rules::{Game, Move, Position};

impl Model {
    /// Puts the puzzle on the board as far as it is played.
    pub(super) fn lay_puzzle(&mut self, effects: &mut Vec<Effect>) {
        let Some(task) = &self.puzzles.task else { return };
        let solver = task.solver();
        let mut game = Game::from_position(task.puzzle.start);
        for ply in &task.puzzle.line[..task.ply] {
            // The line was read by the rules, and a draw rule does not end a puzzle.
            let _ = game.play_on(&ply.played);
        }
        let done = task.stage == Stage::Done;
        self.borrow_board(game, solver == crate::rules::Side::Black, effects);
        // Nobody moves for the opponent; after the end nobody moves at all.
        self.players[solver.other().index()] = Player::Computer;
        if done {
            self.players[solver.index()] = Player::Computer;
        } else {
            let key =
                if solver == crate::rules::Side::White { "puzzles.task-white" } else { "puzzles.task-black" };
            let position = sentences::position(&self.texts, self.game.position());
            let sentence = format!("{} {position}", self.texts.get(key));
            self.say(sentence);
        }
    }

    /// What an event means in the puzzle room, where it means something else there; whether it was dealt with.
    pub(in crate::app) fn puzzle_takes(&mut self, msg: &Msg, effects: &mut Vec<Effect>) -> bool {
        if self.place != Place::Puzzles {
            return false;
        }
        let stage = self.puzzles.task.as_ref().map(|task| task.stage);
        match (msg, stage) {
            // The board goes back by itself as soon as the player touches it.
            (Msg::Touch(_) | Msg::Drop(..) | Msg::Undo, Some(Stage::Refuted)) => self.try_again(effects),
            (Msg::Type(_), Some(Stage::Refuted)) => {
                self.try_again(effects);
                return false;
            }
            (Msg::Touch(_) | Msg::Drop(..) | Msg::Type(_), Some(Stage::Done)) => {
                self.notify(Notice::Say("puzzles.over"));
            }
            (Msg::Touch(_) | Msg::Drop(..) | Msg::Type(_), Some(Stage::Wrong)) => {}
            (Msg::Hint, _) => self.hint_at_puzzle(),
            (Msg::EngineFailed, Some(Stage::Wrong)) => {
                self.refuted();
                return false;
            }
            (Msg::Undo | Msg::Redo | Msg::GoTo(_) | Msg::Restart | Msg::Resign | Msg::OfferDraw, _) => {}
            _ => return false,
        }
        true
    }

    /// A move was made on the board.
    pub(in crate::app) fn moved_in_puzzle(
        &mut self,
        before: &Position,
        played: &Move,
        effects: &mut Vec<Effect>,
    ) {
        let Some(task) = &mut self.puzzles.task else { return };
        let solvers = before.turn() == task.solver();
        match task.stage {
            Stage::Solve if solvers => match task.puzzle.judge(task.ply, played) {
                Verdict::Right => {
                    task.ply += 1;
                    task.hints = 0;
                    match task.puzzle.line.get(task.ply).map(|ply| ply.played.clone()) {
                        None => self.end_puzzle("puzzles.solved", effects),
                        Some(reply) => {
                            task.ply += 1;
                            let answer = write_move(self.game.position(), &reply);
                            self.play_on(&reply, effects);
                            self.notify(Notice::Wrong("puzzles.right", answer));
                        }
                    }
                }
                Verdict::AsGood => self.end_puzzle("puzzles.as-good", effects),
                Verdict::Wrong => {
                    task.clean = false;
                    task.stage = Stage::Wrong;
                    let replies = self.game.position().legal_moves();
                    if let ([only], true) = (&replies[..], self.ongoing()) {
                        self.play_on(only, effects);
                    } else if self.engine == Engine::Absent || !self.ongoing() {
                        self.refuted();
                    } else {
                        self.think_of_refutation(effects);
                        self.notify(Notice::Say("puzzles.wrong"));
                    }
                }
            },
            Stage::Wrong if !solvers => {
                task.stage = Stage::Refuted;
                let answer = write_move(before, played);
                self.notify(Notice::Wrong("puzzles.refuted", answer));
            }
            _ => {}
        }
    }

    /// Whether the engine is asked for a refutation.
    pub(in crate::app) fn wants_refutation(&self) -> bool {
        self.place == Place::Puzzles
            && self.puzzles.task.as_ref().is_some_and(|task| task.stage == Stage::Wrong)
    }

    /// There is no refutation to show.
    fn refuted(&mut self) {
        if let Some(task) = &mut self.puzzles.task {
            task.stage = Stage::Refuted;
            self.notify(Notice::Say("puzzles.not-best"));
        }
    }

    /// Back to before the wrong move.
    pub(super) fn try_again(&mut self, effects: &mut Vec<Effect>) {
        if let Some(task) = self.puzzles.task.as_mut().filter(|task| task.stage != Stage::Done) {
            task.stage = Stage::Solve;
            self.lay_puzzle(effects);
        }
    }

    fn end_puzzle(&mut self, key: &'static str, effects: &mut Vec<Effect>) {
        let day = self.day();
        let Some(task) = &mut self.puzzles.task else { return };
        task.stage = Stage::Done;
        let daily = task.kind == Kind::Day;
        let end = Solved {
            rules: task.puzzle.start.variant().name.to_owned(),
            line: task.line.clone(),
            rating: task.puzzle.rating,
            clean: task.clean,
            daily,
            // One that was begun before midnight is still that day's.
            day: if daily { task.day } else { day },
        };
        self.puzzles.ends.push(end);
        self.players = [Player::Computer; 2];
        effects.push(Effect::Recall(KEPT));
        self.notify(Notice::Say(key));
    }

    /// Three steps: what to look for; which piece; the move.
    pub(super) fn hint_at_puzzle(&mut self) {
        let Some(task) = &mut self.puzzles.task else { return };
        if task.stage != Stage::Solve {
            return;
        }
        let Some(ply) = task.puzzle.line.get(task.ply) else { return };
        task.hints += 1;
        // Who is told the piece or the move has not found it.
        task.clean &= task.hints < 2;
        let best = ply.played.clone();
        match task.hints {
            1 => {
                // What is rare says more than that something is given.
                let rare = [Theme::CoupTurc, Theme::MaximumRule, Theme::Opposition, Theme::KingGiven];
                let theme = rare.into_iter().chain(Theme::ALL).find(|theme| task.puzzle.has(*theme));
                let name = theme.map_or("other", Theme::name);
                let text = self.texts.get(&["puzzles.look-for.", name].concat()).to_owned();
                self.notify(Notice::Wrong("puzzles.hint-theme", text));
            }
            2 => {
                let square = sentences::square(self.game.position(), best.from());
                self.notify(Notice::Wrong("puzzles.hint-piece", square));
            }
            _ => {
                let text = write_move(self.game.position(), &best);
                self.hint = Some(Hint { best, reasons: Vec::new(), step: 3, explains: false });
                self.notify(Notice::Wrong("puzzles.hint-move", text));
            }
        }
    }

    /// Plays the rest of the line.
    pub(super) fn show_solution(&mut self, effects: &mut Vec<Effect>) {
        let Some(task) = self.puzzles.task.as_mut().filter(|task| task.stage != Stage::Done) else { return };
        task.clean = false;
        task.stage = Stage::Solve;
        self.lay_puzzle(effects);
        let Some(task) = &mut self.puzzles.task else { return };
        let rest: Vec<Move> = task.puzzle.line[task.ply..].iter().map(|ply| ply.played.clone()).collect();
        task.ply = task.puzzle.line.len();
        task.stage = Stage::Done;
        let mut written = Vec::new();
        for played in &rest {
            written.push(write_move(self.game.position(), played));
            self.play_on(played, effects);
        }
        self.end_puzzle("puzzles.shown", effects);
        self.notify(Notice::Wrong("puzzles.shown", written.join(" ")));
    }
}
