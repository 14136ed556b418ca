//! A lesson under way: what it shows, what a touch does, what is right and what refutes the rest.

mod guide;
mod moves;

use std::collections::VecDeque;

use super::course::{Ask, Board, Course, Ending, Fault, Step, Task, TaskKey};
use super::proof::{Proof, Proofs};
use crate::app::picker::Picker;
use crate::coach::Refusal;
use crate::rules::{Move, Position, Square};

/// Where a lesson stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A step of the worked example.
    Show(usize),
    /// A task.
    Task(usize),
    /// All was done: the recap.
    End,
}

/// What is said about the last thing done.
#[derive(Debug, Clone, PartialEq)]
pub enum Say {
    /// Nothing yet: the step's sentence or the task's question stands alone.
    Nothing,
    /// A piece was chosen, or goes further: what it can do is seen on the board, and has to be heard.
    Chosen,
    /// The piece was left again.
    Left,
    /// The rules refuse it.
    Refused(Refusal),
    /// Several routes lead there: one of these first.
    WhichWay(Vec<Square>),
    /// The capture goes on to one of these.
    GoOn(Vec<Square>),
    /// A square was touched that is not meant.
    WrongSquare(Square),
    /// So many of so many were found.
    Found(usize, usize),
    /// This move was found before.
    Again(Move),
    /// From here the piece can't get to this square any more.
    OutOfReach(Square),
    /// It is solved.
    Right,
    /// It is solved in another way than ours; a line follows in the position after the move.
    RightToo(Position, Vec<Move>),
    /// It is wrong, and this line, which begins with the move made, refutes it in this position.
    Refuted(Position, Vec<Move>),
    /// Another answer was right; all legal moves are shown.
    WrongCount(usize),
    /// Another answer was right: best play is shown.
    WrongResult,
    /// Another reason is the true one.
    WrongReason(Refusal),
}

/// What the learner does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Touch a square.
    Touch(Square),
    /// Choose the answer with this place.
    Answer(usize),
    /// Go on: to the next step, or from a solved task to the next.
    Next,
    /// Back to the step or task before.
    Back,
    /// Try the task again from where the mistake was made; the worked step once more.
    Again,
    /// Help: first the piece or place, then the move or answer.
    Help,
    /// Leave a task unsolved and go on.
    Skip,
}

/// An answer to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A reason, by its name in scripts.
    Reason(&'static str),
    /// A number.
    Number(usize),
    /// An ending.
    Ending(Ending),
}

/// After so many mistakes in a task its beginning is shown unasked.
const FREE_HELP: u32 = 2;

/// A lesson under way.
#[derive(Debug, Clone)]
pub struct Player {
    /// The board that it is taken on.
    pub board: Board,
    /// The lesson's key.
    pub lesson: String,
    steps: Vec<Step>,
    tasks: Vec<(TaskKey, Task, Proof)>,
    stage: Stage,
    /// The position to move in.
    position: Position,
    /// The position on the board, which lags behind while moves are shown.
    shown: Position,
    queue: VecDeque<(Position, Move)>,
    picker: Picker,
    last: Option<(Position, Move)>,
    lit: Vec<Square>,
    say: Say,
    /// Own moves made on the main line.
    node: usize,
    touched: Vec<Square>,
    found: Vec<Move>,
    /// Mistakes and help in this task.
    tries: u32,
    helped: u32,
    /// Mistakes, help and skipped tasks in the whole lesson.
    faults: u32,
    solved: Vec<bool>,
    skipped: u32,
    /// Nothing may be touched until 'again' or 'next'.
    closed: bool,
}

impl Player {
    /// Opens a lesson; on the other board where it is not given on this one.
    ///
    /// # Errors
    /// What is wrong with the course's files.
    pub fn open(course: &Course, proofs: &Proofs, id: &str, board: Board) -> Result<Self, Fault> {
        let lesson = course.lesson(id).ok_or_else(|| [id, ": no such lesson"].concat())?;
        let board = lesson.board(board);
        let steps = lesson.steps(board)?;
        let tasks = course.tasks(lesson, board)?.into_iter().map(|(key, task)| {
            let proof = if matches!(task.ask, Ask::Play(..) | Ask::Result(_)) {
                proofs.of(&key, &task.start).ok_or_else(|| [&key.to_string(), " is not proven"].concat())?
            } else {
                Proof::default()
            };
            Ok((key, task, proof))
        });
        let tasks: Vec<_> = tasks.collect::<Result<_, Fault>>()?;
        let position = Position::start(board.variant());
        let mut player = Self {
            board,
            lesson: id.to_owned(),
            steps,
            solved: vec![false; tasks.len()],
            tasks,
            stage: Stage::Show(0),
            position,
            shown: position,
            queue: VecDeque::new(),
            picker: Picker::new(&position),
            last: None,
            lit: Vec::new(),
            say: Say::Nothing,
            node: 0,
            touched: Vec::new(),
            found: Vec::new(),
            tries: 0,
            helped: 0,
            faults: 0,
            skipped: 0,
            closed: false,
        };
        player.enter(Stage::Show(0));
        Ok(player)
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }
    /// How many steps and tasks there are, and how many are behind.
    pub fn extent(&self) -> (usize, usize) {
        let done = match self.stage {
            Stage::Show(i) => i,
            Stage::Task(i) => self.steps.len() + i,
            Stage::End => self.steps.len() + self.tasks.len(),
        };
        (done, self.steps.len() + self.tasks.len())
    }
    /// The position on the board.
    pub fn shown(&self) -> &Position {
        &self.shown
    }
    /// The last move on the board, with the position that it was made in.
    pub fn last(&self) -> Option<&(Position, Move)> {
        self.last.as_ref()
    }
    /// Squares to light.
    pub fn lit(&self) -> &[Square] {
        &self.lit
    }
    /// What is said.
    pub fn say(&self) -> &Say {
        &self.say
    }
    /// Choosing a move, where one is to be made now.
    pub fn picker(&self) -> Option<&Picker> {
        (self.awaits_move() && self.queue.is_empty()).then_some(&self.picker)
    }
    /// The step on the board.
    pub fn step(&self) -> Option<&Step> {
        if let Stage::Show(i) = self.stage { self.steps.get(i) } else { None }
    }
    /// The task on the board, and where it stands in the course.
    pub fn task(&self) -> Option<(&TaskKey, &Task)> {
        let Stage::Task(i) = self.stage else { return None };
        self.tasks.get(i).map(|(key, task, _)| (key, task))
    }
    /// Whether the task on the board comes from an earlier lesson.
    pub fn is_repeated(&self) -> bool {
        self.task().is_some_and(|(key, _)| key.lesson != self.lesson)
    }
    /// Whether the task is solved.
    pub fn is_solved(&self) -> bool {
        matches!(self.stage, Stage::Task(i) if self.solved[i] && self.closed)
    }
    /// Whether a mistake is on the board, and 'again' leads back.
    pub fn is_refuted(&self) -> bool {
        self.closed && !self.is_solved()
    }
    /// How many tasks there are.
    pub fn tasks_in_all(&self) -> usize {
        self.tasks.len()
    }
    /// The lesson's own tasks with their questions: for paper.
    pub fn questions(mut self, words: &super::words::Words) -> Vec<(Position, String)> {
        let mut list = Vec::new();
        for i in 0..self.tasks.len() {
            self.enter(Stage::Task(i));
            if !self.is_repeated() {
                list.push((self.position, words.question(&self)));
            }
        }
        list
    }
    /// Own moves of the main line in all.
    pub fn moves_in_all(&self) -> usize {
        self.proof().map_or(0, |proof| proof.others.len())
    }
    /// The line that proves how the task's position ends, or our way to the goal.
    pub fn proof_line(&self) -> &[Move] {
        self.proof().map(|proof| &proof.line[..]).unwrap_or_default()
    }
    /// How many white and black pieces the example has cost up to the end of the step on the board.
    pub fn cost_so_far(&self) -> (usize, usize) {
        let Stage::Show(last) = self.stage else { return (0, 0) };
        let mut cost = [0, 0];
        for step in self.steps.iter().take(last + 1) {
            // Another position: the count begins anew.
            if step.script_resets() {
                cost = [0, 0];
            }
            for (before, m) in &step.moves {
                cost[before.turn().other().index()] += m.captured().len();
            }
        }
        (cost[0], cost[1])
    }

    fn proof(&self) -> Option<&Proof> {
        let Stage::Task(i) = self.stage else { return None };
        self.tasks.get(i).map(|(_, _, proof)| proof)
    }

    fn awaits_move(&self) -> bool {
        let moves = |ask: &Ask| matches!(ask, Ask::Reach(_) | Ask::Any | Ask::All | Ask::Play(..));
        !self.closed && self.task().is_some_and(|(_, task)| moves(&task.ask))
    }

    /// The answers to choose from; none where squares are touched instead.
    pub fn answers(&self) -> Vec<Answer> {
        let Some((_, task)) = self.task() else { return Vec::new() };
        match &task.ask {
            Ask::Why(reasons, _) => {
                reasons.iter().map(|why| Answer::Reason(super::course::reason_name(*why))).collect()
            }
            Ask::Count(numbers) => numbers.iter().copied().map(Answer::Number).collect(),
            Ask::Result(_) => Ending::ALL.map(Answer::Ending).to_vec(),
            _ => Vec::new(),
        }
    }

    /// The place of the right answer.
    pub fn right_answer(&self) -> Option<usize> {
        let (_, task) = self.task()?;
        match &task.ask {
            Ask::Why(reasons, refusal) => reasons.iter().position(|why| *why == refusal.why),
            Ask::Count(numbers) => {
                let count = task.start.legal_moves().len();
                numbers.iter().position(|n| *n == count)
            }
            Ask::Result(ending) => Ending::ALL.iter().position(|own| own == ending),
            _ => None,
        }
    }

    /// Stars for the lesson as it went; 0 before its end, and where every task was left out.
    pub fn stars(&self) -> u8 {
        match (self.stage, self.faults) {
            (Stage::End, _) if self.skipped > 0 => u8::from(self.solved.contains(&true)),
            (Stage::End, 0) => 3,
            (Stage::End, 1..=2) => 2,
            (Stage::End, _) => 1,
            _ => 0,
        }
    }

    /// The next move to show, with the board before it: whoever shows it calls this when it is over, and gets the next.
    pub fn showing(&self) -> Option<&(Position, Move)> {
        self.queue.front()
    }

    /// The move that was [`showing`](Self::showing) has been shown.
    pub fn advance(&mut self) {
        let Some((before, m)) = self.queue.pop_front() else { return };
        self.shown = before.play(&m);
        self.last = Some((before, m));
        if let Some((before, _)) = self.queue.front() {
            self.shown = *before;
        } else {
            self.settle();
        }
    }

    /// All moves have been shown.
    fn settle(&mut self) {
        if let Some((_, Task { start, ask: Ask::All | Ask::Reach(_) | Ask::Count(_), .. })) = self.task() {
            let start = *start;
            let reaching = matches!(self.task(), Some((_, Task { ask: Ask::Reach(_), .. })));
            self.shown = if reaching { self.position } else { start };
            if !reaching {
                self.last = None;
            }
        }
    }

    /// Shows all that waits at once.
    pub fn finish_showing(&mut self) {
        while !self.queue.is_empty() {
            self.advance();
        }
    }

    fn put(&mut self, position: Position) {
        self.position = position;
        self.shown = position;
        self.picker = Picker::new(&position);
        self.queue.clear();
        self.last = None;
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        (self.say, self.closed, self.node, self.tries, self.helped) = (Say::Nothing, false, 0, 0, 0);
        self.touched.clear();
        self.found.clear();
        self.lit.clear();
        match stage {
            Stage::Show(i) => match self.steps.get(i).cloned() {
                Some(step) => {
                    self.put(step.before);
                    if step.moves.is_empty() {
                        self.shown = step.after;
                    }
                    self.queue = step.moves.into();
                    self.lit = step.lit;
                    if let Some(refusal) = step.refused {
                        self.lit.push(refusal.piece);
                        self.lit.extend(refusal.lit.iter().copied());
                        self.say = Say::Refused(refusal);
                    }
                }
                None => self.enter(Stage::Task(0)),
            },
            Stage::Task(i) => match self.tasks.get(i) {
                Some((_, task, _)) => {
                    self.put(task.start);
                    self.lit = self.asked_about();
                }
                None => self.enter(Stage::End),
            },
            Stage::End => {}
        }
    }

    /// The learner did something; whether anything changed.
    pub fn act(&mut self, act: Act) -> bool {
        match act {
            Act::Touch(square) => return self.touch(square),
            Act::Answer(place) => return self.answer(place),
            Act::Next => match self.stage {
                Stage::Show(i) => self.enter(Stage::Show(i + 1)),
                Stage::Task(i) if self.is_solved() => self.enter(Stage::Task(i + 1)),
                _ => return false,
            },
            Act::Back => match self.stage {
                Stage::Show(0) => return false,
                Stage::Show(i) => self.enter(Stage::Show(i - 1)),
                Stage::Task(0) => self.enter(Stage::Show(self.steps.len().saturating_sub(1))),
                Stage::Task(i) => self.enter(Stage::Task(i - 1)),
                Stage::End => self.enter(Stage::Task(self.tasks.len().saturating_sub(1))),
            },
            Act::Again => return self.again(),
            Act::Help => return self.help(),
            Act::Skip => {
                let Stage::Task(i) = self.stage else { return false };
                if !self.solved[i] {
                    self.skipped += 1;
                }
                self.enter(Stage::Task(i + 1));
            }
        }
        true
    }

    fn again(&mut self) -> bool {
        match self.stage {
            Stage::Show(i) => self.enter(Stage::Show(i)),
            Stage::Task(i) if self.is_solved() => self.enter(Stage::Task(i)),
            Stage::Task(_) if self.closed => {
                let at = self.position;
                self.put(at);
                (self.say, self.closed) = (Say::Nothing, false);
                // Who was wrong twice is shown where to begin, unasked and for nothing.
                self.lit = if self.tries >= FREE_HELP { self.hinted(false) } else { self.asked_about() };
            }
            Stage::Task(i) => {
                let (tries, helped) = (self.tries, self.helped);
                self.enter(Stage::Task(i));
                (self.tries, self.helped) = (tries, helped);
            }
            Stage::End => {
                (self.faults, self.skipped) = (0, 0);
                self.solved.fill(false);
                self.enter(Stage::Show(0));
            }
        }
        true
    }

    /// The squares that the question is about.
    fn asked_about(&self) -> Vec<Square> {
        match self.task() {
            Some((_, Task { ask: Ask::Why(_, refusal), .. })) => {
                [Some(refusal.piece), refusal.target].into_iter().flatten().collect()
            }
            _ => Vec::new(),
        }
    }

    fn fault(&mut self) {
        self.tries += 1;
        self.faults += 1;
    }

    fn solve(&mut self, say: Say) {
        if let Stage::Task(i) = self.stage {
            self.solved[i] = true;
        }
        (self.say, self.closed) = (say, true);
    }

    fn show(&mut self, start: Position, line: &[Move]) {
        let mut at = start;
        for m in line {
            self.queue.push_back((at, m.clone()));
            at = at.play(m);
        }
    }
}
