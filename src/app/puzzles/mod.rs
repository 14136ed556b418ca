//! The puzzle room: what is solved, chosen, and shown there. The puzzles themselves are in [`crate::puzzles`].

mod choose;
mod solve;
#[cfg(test)]
mod tests;

use super::effect::Effect;
use super::model::Model;
use super::place::Place;
use crate::puzzles::day::Day;
use crate::puzzles::{Chunk, Index, Progress, Puzzle, Shelf, Solved, Theme};
use crate::rules::{Side, Variant};

/// Where the files of puzzles are, from the page on.
pub const FOLDER: &str = "puzzles/";
/// The name under which progress is kept.
pub const KEPT: &str = "puzzles";

/// What is asked of the puzzle room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// A puzzle by rule set, theme and difficulty.
    Any,
    /// The puzzle of the day.
    Day,
    /// One that failed and is due again.
    Again,
    /// Other puzzles of this rule set from now on.
    Rules(&'static Variant),
    /// Only puzzles with this theme.
    Theme(Option<Theme>),
    /// As hard as this.
    Difficulty(Difficulty),
    /// The next step of a hint.
    Hint,
    /// The solution.
    Solution,
    /// Back to before the wrong move.
    TryAgain,
    /// Back to the choice of puzzles.
    Leave,
}

/// How hard puzzles shall be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Difficulty {
    /// As the player's rating says.
    #[default]
    Fitting,
    /// Below 900.
    Easy,
    /// 900 to 1300.
    Middle,
    /// Above 1300.
    Hard,
}

impl Difficulty {
    /// All, with their names in keys of texts.
    pub const NAMED: [(&str, Self); 4] =
        [("fitting", Self::Fitting), ("easy", Self::Easy), ("middle", Self::Middle), ("hard", Self::Hard)];

    /// The lowest and the highest rating meant, for a player with this rating.
    pub fn range(self, rating: u32) -> (u16, u16) {
        match self {
            Self::Fitting => {
                let rating = rating.clamp(700, 2300) as u16;
                (rating - 150, rating + 150)
            }
            Self::Easy => (0, 900),
            Self::Middle => (900, 1300),
            Self::Hard => (1300, u16::MAX),
        }
    }
}

/// Where a puzzle came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Chosen by rule set, theme and difficulty.
    Any,
    /// The puzzle of the day.
    Day,
    /// One that failed before.
    Again,
}

/// How a puzzle stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The solver is to move.
    Solve,
    /// A wrong move stands on the board; its refutation is looked for.
    Wrong,
    /// The refutation stands on the board too, or there is none to show.
    Refuted,
    /// It has ended: solved or shown.
    Done,
}

/// The puzzle on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// It.
    pub puzzle: Puzzle,
    /// It as in its file.
    line: String,
    /// Where it came from.
    pub kind: Kind,
    /// The day on which it was chosen: that of a day's puzzle, whenever it is solved.
    day: Day,
    /// Plies of the line that are played.
    pub ply: usize,
    /// How it stands.
    pub stage: Stage,
    /// No mistake so far, and no hint that tells a move.
    pub clean: bool,
    /// Steps of hints at the present move.
    hints: u8,
    /// Rating before and after, once it has ended and counted.
    pub change: Option<(u32, u32)>,
}

impl Task {
    /// The solver's side.
    pub fn solver(&self) -> Side {
        self.puzzle.start.turn()
    }
}

/// The room.
#[derive(Debug, Clone, Default)]
pub struct PuzzleRoom {
    /// What the player has done.
    pub progress: Progress,
    /// The rule set; the table's until one is chosen.
    rules: Option<&'static Variant>,
    /// Only puzzles with this theme.
    pub theme: Option<Theme>,
    /// How hard.
    pub difficulty: Difficulty,
    /// The puzzle on the board.
    pub task: Option<Task>,
    /// The key of a sentence why there is none.
    pub trouble: Option<&'static str>,
    /// What is on its way from the site: nothing can be shown before it is there.
    pub waiting: Option<Kind>,
    index: Option<Index>,
    /// Files that were fetched, by path.
    chunks: Vec<(String, Chunk)>,
    /// Puzzles skipped or solved since the page was opened: chance hangs on it.
    count: u32,
    /// Ends that are to be put down as soon as what is kept was read.
    ends: Vec<Solved>,
}

impl PuzzleRoom {
    /// The files of a rule set, once the index is there.
    pub fn shelves(&self, rules: &str) -> Option<&[Shelf]> {
        self.index.as_ref().map(|index| index.shelves(rules))
    }
}

impl Model {
    /// The rule set of the puzzles.
    pub fn puzzle_rules(&self) -> &'static Variant {
        self.puzzles.rules.unwrap_or_else(|| self.table_rules())
    }

    /// The day, where the player lives.
    pub fn day(&self) -> Day {
        self.today.as_deref().and_then(Day::read).unwrap_or(Day(0))
    }

    /// The player comes in.
    pub(super) fn enter_puzzles(&mut self, rest: &str, effects: &mut Vec<Effect>) {
        effects.push(Effect::Recall(KEPT));
        let wanted = match rest {
            "day" => Some(Kind::Day),
            "again" => Some(Kind::Again),
            "solve" => Some(Kind::Any),
            _ => None,
        };
        if let Some(kind) = wanted {
            self.choose_puzzle(kind, effects);
        } else if self.puzzles.task.is_some() {
            self.lay_puzzle(effects);
        } else {
            self.want_day_puzzle(effects);
        }
    }

    /// Does what was asked.
    pub(super) fn ask_puzzles(&mut self, ask: Ask, effects: &mut Vec<Effect>) {
        if self.place != Place::Puzzles {
            return;
        }
        let room = &mut self.puzzles;
        match ask {
            Ask::Any => self.choose_puzzle(Kind::Any, effects),
            Ask::Day => self.choose_puzzle(Kind::Day, effects),
            Ask::Again => self.choose_puzzle(Kind::Again, effects),
            Ask::Rules(rules) => {
                (room.rules, room.trouble, room.waiting) = (Some(rules), None, None);
                // A theme that the other rule set lacks would only find nothing.
                let has = |theme: Theme| {
                    let shelves = room.shelves(rules.name).unwrap_or_default();
                    shelves.iter().any(|shelf| shelf.themes & theme.bit() != 0)
                };
                room.theme = room.theme.filter(|theme| has(*theme));
                self.want_day_puzzle(effects);
            }
            Ask::Theme(theme) => (room.theme, room.trouble) = (theme, None),
            Ask::Difficulty(difficulty) => (room.difficulty, room.trouble) = (difficulty, None),
            Ask::Hint => self.hint_at_puzzle(),
            Ask::Solution => self.show_solution(effects),
            Ask::TryAgain => self.try_again(effects),
            Ask::Leave => self.leave_puzzle(effects),
        }
    }

    fn leave_puzzle(&mut self, effects: &mut Vec<Effect>) {
        (self.puzzles.task, self.puzzles.trouble, self.puzzles.waiting) = (None, None, None);
        self.clear_board(effects);
    }

    /// What was kept has been read: what ended meanwhile is put down in it. Another tab may have written since.
    pub(super) fn recalled_puzzles(&mut self, text: Option<&str>, effects: &mut Vec<Effect>) {
        let room = &mut self.puzzles;
        match text.map(Progress::read) {
            Some(Ok(progress)) => room.progress = progress,
            Some(Err(_)) => {
                effects.push(Effect::PutAside(KEPT));
                effects.push(Effect::Keep(KEPT, room.progress.write()));
                room.trouble = Some("puzzles.kept-broken");
            }
            // Nothing is kept, or nothing can be: what is known goes on.
            None => {}
        }
        let ends = std::mem::take(&mut room.ends);
        for end in &ends {
            let before = room.progress.rating(&end.rules).points();
            room.progress.take(end);
            let after = room.progress.rating(&end.rules).points();
            if let Some(task) = room.task.as_mut().filter(|task| task.line == end.line && before != after) {
                task.change = Some((before, after));
            }
        }
        if !ends.is_empty() {
            effects.push(Effect::Keep(KEPT, room.progress.write()));
        }
    }
}
