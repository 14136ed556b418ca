//! A lesson under way: what it shows, what a touch does, what is right and what refutes the rest.

use std::collections::VecDeque;

use super::course::{Ask, Board, Course, Ending, Fault, Step, Task, TaskKey};
use super::proof::{Proof, Proofs, losses};
use crate::app::picker::{Picker, Touch};
use crate::coach::Refusal;
use crate::rules::{Kind, Move, Position, Square};

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
        let lesson = course.lesson(id).ok_or_else(|| format!("no lesson '{id}'"))?;
        let board = lesson.board(board);
        let steps = lesson.steps(board)?;
        let tasks = course.tasks(lesson, board)?.into_iter().map(|(key, task)| {
            let proof = if matches!(task.ask, Ask::Play(..) | Ask::Result(_)) {
                proofs.of(&key, &task.start).ok_or_else(|| format!("{key} is not proven"))?
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
    pub fn questions(&self, words: &super::words::Words) -> Vec<(Task, String)> {
        let mut player = self.clone();
        let mut list = Vec::new();
        for i in 0..self.tasks.len() {
            player.enter(Stage::Task(i));
            if !player.is_repeated() {
                list.push((self.tasks[i].1.clone(), words.question(&player)));
            }
        }
        list
    }
    /// Own moves of the main line that are still to be made.
    pub fn moves_left(&self) -> usize {
        match self.proof() {
            Some(proof) => proof.others.len().saturating_sub(self.node),
            None => 0,
        }
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
                        self.say = Say::Refused(refusal);
                    }
                }
                None => self.enter(Stage::Task(0)),
            },
            Stage::Task(i) => match self.tasks.get(i) {
                Some((_, task, _)) => {
                    self.put(task.start);
                    if let Ask::Why(_, refusal) = &self.tasks[i].1.ask {
                        self.lit = [Some(refusal.piece), refusal.target].into_iter().flatten().collect();
                    }
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
                self.lit.clear();
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

    fn touch(&mut self, square: Square) -> bool {
        if self.closed || !self.queue.is_empty() {
            return false;
        }
        let Some((_, task)) = self.task() else { return false };
        if let Ask::Tap(wanted) = &task.ask {
            let wanted = wanted.clone();
            if !wanted.contains(&square) {
                self.fault();
                self.say = Say::WrongSquare(square);
            } else if !self.touched.contains(&square) {
                self.touched.push(square);
                self.lit.clone_from(&self.touched);
                self.say = Say::Found(self.touched.len(), wanted.len());
                if self.touched.len() == wanted.len() {
                    self.solve(Say::Right);
                }
            }
            return true;
        }
        if !self.awaits_move() {
            return false;
        }
        let touch = self.picker.touch(square);
        self.picked(touch)
    }

    /// A piece was dragged from its square over others and dropped on the last of them.
    pub fn drop(&mut self, from: Square, trail: &[Square]) -> bool {
        if !self.queue.is_empty() || !self.awaits_move() {
            return false;
        }
        let touch = self.picker.drop(from, trail);
        self.picked(touch)
    }

    /// Leaves the route begun.
    pub fn leave(&mut self) {
        self.picker.leave();
    }

    fn picked(&mut self, touch: Touch) -> bool {
        self.lit.clear();
        self.say = match touch {
            Touch::Nothing => return true,
            Touch::Chosen | Touch::Left | Touch::Further => Say::Nothing,
            Touch::Refused(refusal) => {
                self.lit.clone_from(&refusal.lit);
                Say::Refused(refusal)
            }
            Touch::WhichWay(squares) => {
                self.lit.clone_from(&squares);
                Say::WhichWay(squares)
            }
            Touch::GoOn(squares) => {
                self.lit.clone_from(&squares);
                Say::GoOn(squares)
            }
            Touch::Complete(m) => {
                self.made(&m);
                return true;
            }
        };
        true
    }

    /// A legal move was made.
    fn made(&mut self, m: &Move) {
        let at = self.position;
        self.picker = Picker::new(&at);
        let Some((_, task)) = self.task() else { return };
        match &task.ask {
            Ask::Reach(targets) => {
                let targets = targets.clone();
                self.reached(&at, m, &targets);
            }
            Ask::All => {
                let all = at.legal_moves().len();
                self.show(at, std::slice::from_ref(m));
                if self.found.iter().any(|own| own.same_as(m)) {
                    self.say = Say::Again(m.clone());
                    return;
                }
                self.found.push(m.clone());
                self.say = Say::Found(self.found.len(), all);
                if self.found.len() == all {
                    self.solve(Say::Right);
                }
            }
            Ask::Play(..) => self.judged(&at, m),
            _ => {
                self.show(at, std::slice::from_ref(m));
                self.solve(Say::Right);
            }
        }
    }

    fn reached(&mut self, at: &Position, m: &Move, targets: &[Square]) {
        self.show(*at, std::slice::from_ref(m));
        let next = at.play(m).passed();
        let here = m.to();
        if targets.contains(&here) && !self.touched.contains(&here) {
            self.touched.push(here);
        }
        self.lit.clone_from(&self.touched);
        let missing: Vec<Square> = targets.iter().copied().filter(|t| !self.touched.contains(t)).collect();
        let lost = missing.iter().find(|target| !can_reach(&next, here, **target));
        if let Some(target) = lost {
            self.fault();
            (self.say, self.closed) = (Say::OutOfReach(*target), true);
            self.touched.clear();
            if let Some((_, task)) = self.task() {
                self.position = task.start;
            }
            return;
        }
        self.position = next;
        self.picker = Picker::new(&next);
        self.say = Say::Found(self.touched.len(), targets.len());
        if missing.is_empty() {
            self.solve(Say::Right);
        }
    }

    fn judged(&mut self, at: &Position, m: &Move) {
        let Some(proof) = self.proof() else { return };
        let node = self.node;
        if proof.line.get(2 * node).is_some_and(|own| own.same_as(m)) {
            let reply = proof.line.get(2 * node + 1).cloned();
            let last = node + 1 >= proof.others.len();
            let mut next = at.play(m);
            let mut line = vec![m.clone()];
            if let Some(reply) = reply {
                next = next.play(&reply);
                line.push(reply);
            }
            self.show(*at, &line);
            self.position = next;
            self.picker = Picker::new(&next);
            self.node += 1;
            self.say = Say::Nothing;
            if last {
                self.solve(Say::Right);
            }
            return;
        }
        let found = proof.others.get(node).and_then(|all| all.iter().find(|v| v.played.same_as(m))).cloned();
        let Some(verdict) = found else { return };
        let line: Vec<Move> = std::iter::once(m.clone()).chain(verdict.line.clone()).collect();
        self.show(*at, &line);
        if verdict.right {
            self.solve(Say::RightToo(at.play(m), verdict.line));
        } else {
            self.fault();
            (self.say, self.closed) = (Say::Refuted(*at, line), true);
        }
    }

    fn answer(&mut self, place: usize) -> bool {
        if self.closed || !self.queue.is_empty() || place >= self.answers().len() {
            return false;
        }
        let (right, start) = (self.right_answer(), self.position);
        let Some((_, task)) = self.task() else { return false };
        let wrong = match &task.ask {
            Ask::Why(_, refusal) => {
                // The proof, played on the board: what would be right.
                let witness = refusal.witness.clone();
                let refusal = (**refusal).clone();
                self.lit.extend(refusal.lit.iter().copied());
                if let Some(witness) = witness.filter(|_| Some(place) != right) {
                    self.show(start, &[witness]);
                }
                Say::WrongReason(refusal)
            }
            Ask::Count(_) => {
                let all = start.legal_moves();
                if Some(place) != right {
                    for m in &all {
                        self.queue.push_back((start, m.clone()));
                    }
                }
                Say::WrongCount(all.len())
            }
            _ => {
                let line = self.proof().map(|proof| proof.line.clone()).unwrap_or_default();
                self.show(start, &line);
                Say::WrongResult
            }
        };
        if Some(place) == right {
            self.solve(Say::Right);
        } else {
            self.fault();
            (self.say, self.closed) = (wrong, true);
        }
        true
    }

    /// Help: where first, what then.
    fn help(&mut self) -> bool {
        if self.closed || !self.queue.is_empty() {
            return false;
        }
        let Some((_, task)) = self.task() else { return false };
        let (ask, start) = (task.ask.clone(), self.position);
        self.helped += 1;
        self.faults += 1;
        let second = self.helped > 1;
        match ask {
            Ask::Tap(wanted) => {
                let missing = wanted.into_iter().find(|s| !self.touched.contains(s));
                self.lit.clone_from(&self.touched);
                self.lit.extend(missing);
            }
            Ask::Reach(targets) => self.lit = targets,
            Ask::Why(_, refusal) => self.lit.extend(refusal.lit.iter().copied()),
            Ask::Count(_) => self.lit = moving(&start, None),
            Ask::Any => self.lit = moving(&start, None),
            Ask::All => {
                let next =
                    start.legal_moves().into_iter().find(|m| !self.found.iter().any(|own| own.same_as(m)));
                if let Some(m) = next {
                    self.lit = if second { m.path().to_vec() } else { vec![m.from()] };
                }
            }
            Ask::Result(_) => {
                let line = self.proof().map(|proof| proof.line.clone()).unwrap_or_default();
                self.show(start, &line);
            }
            Ask::Play(..) => {
                if let Some(m) = self.proof().and_then(|proof| proof.line.get(2 * self.node)).cloned() {
                    self.lit = if second { m.path().to_vec() } else { vec![m.from()] };
                }
            }
        }
        true
    }

    /// The touches and answers that solve the rest of the task in our way.
    pub fn solution(&self) -> Vec<Act> {
        let Some((_, task)) = self.task() else { return Vec::new() };
        let touches = |m: &Move| m.path().iter().map(|s| Act::Touch(*s)).collect::<Vec<_>>();
        match &task.ask {
            Ask::Tap(wanted) => {
                let missing = wanted.iter().filter(|s| !self.touched.contains(s));
                missing.map(|s| Act::Touch(*s)).collect()
            }
            Ask::Any => self.position.legal_moves().first().map(touches).unwrap_or_default(),
            Ask::All => {
                let all = self.position.legal_moves();
                all.iter()
                    .filter(|m| !self.found.iter().any(|own| own.same_as(m)))
                    .flat_map(touches)
                    .collect()
            }
            Ask::Reach(targets) => {
                let missing: Vec<Square> =
                    targets.iter().copied().filter(|t| !self.touched.contains(t)).collect();
                tour(&self.position, &missing, 12).iter().flat_map(touches).collect()
            }
            Ask::Play(..) => {
                let line = self.proof().map(|proof| &proof.line[..]).unwrap_or_default();
                line.iter().skip(2 * self.node).step_by(2).flat_map(touches).collect()
            }
            _ => self.right_answer().map(Act::Answer).into_iter().collect(),
        }
    }
}

/// The pieces that may move, or the ends of one piece's moves.
fn moving(position: &Position, from: Option<Square>) -> Vec<Square> {
    let mut list: Vec<Square> = position
        .legal_moves()
        .iter()
        .filter(|m| from.is_none_or(|from| m.from() == from))
        .map(|m| if from.is_some() { m.to() } else { m.from() })
        .collect();
    Square::sort(&mut list);
    list.dedup();
    list
}

/// Whether the piece on `from` can get to `target` by moves of its own alone.
fn can_reach(position: &Position, from: Square, target: Square) -> bool {
    let king = position.piece(from).is_some_and(|p| p.kind == Kind::King);
    let mut seen = vec![from];
    let mut open = vec![*position];
    let mut at = vec![from];
    while let (Some(position), Some(here)) = (open.pop(), at.pop()) {
        for m in position.legal_moves().iter().filter(|m| m.from() == here) {
            if m.to() == target {
                return true;
            }
            if !seen.contains(&m.to()) {
                seen.push(m.to());
                open.push(position.play(m).passed());
                at.push(m.to());
            }
        }
    }
    // A king with anything in its way may have to wait for nothing: the search above is whole for a lone piece.
    king && from == target
}

/// The shortest way of a piece over all these squares, its moves in order.
fn tour(position: &Position, missing: &[Square], most: usize) -> Vec<Move> {
    fn go(position: &Position, missing: &[Square], left: usize, line: &mut Vec<Move>) -> bool {
        if missing.is_empty() {
            return true;
        }
        if left == 0 {
            return false;
        }
        for m in position.legal_moves() {
            if line.last().is_some_and(|last: &Move| last.to() != m.from()) {
                continue;
            }
            let rest: Vec<Square> = missing.iter().copied().filter(|s| *s != m.to()).collect();
            let next = position.play(&m).passed();
            line.push(m);
            if go(&next, &rest, left - 1, line) {
                return true;
            }
            line.pop();
        }
        false
    }
    let mut line = Vec::new();
    for depth in 1..=most {
        if go(position, missing, depth, &mut line) {
            return line;
        }
    }
    Vec::new()
}

/// How many own and foreign pieces a refutation or another solution costs.
pub fn toll(start: &Position, line: &[Move]) -> (usize, usize) {
    losses(start, line)
}
