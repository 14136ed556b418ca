//! Which puzzle comes next, and the files that it is in.

use super::{FOLDER, Kind, Stage, Task};
use crate::app::effect::Effect;
use crate::app::model::Model;
use crate::puzzles::format::{self, file_name};
use crate::puzzles::{Chunk, Index};
use crate::rules::{Position, Variant};

/// The path of the index.
pub(super) fn index_path() -> String {
    [FOLDER, "index.txt"].concat()
}

fn chunk_path(rules: &str, file: usize) -> String {
    [FOLDER, &file_name(rules, file)].concat()
}

/// What the search for a puzzle came to.
enum Found {
    /// A puzzle, as in its file.
    Line(String),
    /// This file must be fetched first.
    File(String),
    /// There is none.
    None(&'static str),
}

impl Model {
    /// Looks for a puzzle, lays it on the board, or asks for the file that is needed first.
    pub(super) fn choose_puzzle(&mut self, kind: Kind, effects: &mut Vec<Effect>) {
        let rules = self.puzzle_rules();
        self.puzzles.trouble = None;
        self.puzzles.waiting = None;
        let found = match kind {
            Kind::Again => {
                let due = self.puzzles.progress.due(rules.name, self.day()).next();
                due.map_or(Found::None("puzzles.none-due"), |card| Found::Line(card.line.clone()))
            }
            _ => self.look(rules, kind),
        };
        match found {
            Found::Line(line) => self.begin_puzzle(rules, line, kind, effects),
            Found::File(path) => {
                self.puzzles.waiting = Some(kind);
                effects.push(Effect::Fetch(path));
            }
            Found::None(key) => self.no_puzzle(key, effects),
        }
    }

    /// The position of the puzzle of the day, once its file is there.
    pub fn day_puzzle(&self) -> Option<Position> {
        let rules = self.puzzle_rules();
        match self.look(rules, Kind::Day) {
            Found::Line(line) => format::read(rules, &line).ok().map(|puzzle| puzzle.start),
            Found::File(_) | Found::None(_) => None,
        }
    }

    /// Asks for what the picture of the day's puzzle needs.
    pub(super) fn want_day_puzzle(&self, effects: &mut Vec<Effect>) {
        if let Found::File(path) = self.look(self.puzzle_rules(), Kind::Day) {
            effects.push(Effect::Fetch(path));
        }
    }

    fn no_puzzle(&mut self, key: &'static str, effects: &mut Vec<Effect>) {
        self.puzzles.task = None;
        self.puzzles.trouble = Some(key);
        let sentence = self.texts.get(key).to_owned();
        self.say(sentence);
        self.clear_board(effects);
    }

    fn look(&self, rules: &'static Variant, kind: Kind) -> Found {
        let room = &self.puzzles;
        let Some(index) = &room.index else { return Found::File(index_path()) };
        let chunk = |file: usize| {
            let path = chunk_path(rules.name, file);
            let found = room.chunks.iter().find(|(own, _)| *own == path);
            found.map(|(_, chunk)| chunk).ok_or(Found::File(path))
        };
        if kind == Kind::Day {
            let place = self.day().puzzle(index.total(rules.name)).and_then(|n| index.place(rules.name, n));
            let Some((file, n)) = place else { return Found::None("puzzles.none-here") };
            return match chunk(file) {
                Ok(chunk) => {
                    chunk.line(n).map_or(Found::None("puzzles.damaged"), |line| Found::Line(line.to_owned()))
                }
                Err(fetch) => fetch,
            };
        }
        let shelves = index.shelves(rules.name);
        if shelves.is_empty() {
            return Found::None("puzzles.none-here");
        }
        let rating = room.progress.rating(rules.name).points();
        let wanted = room.theme.map_or(0, crate::puzzles::Theme::bit);
        let (low, high) = room.difficulty.range(rating);
        // First what fits and was never seen; then what fits; then the theme at any difficulty.
        let own = room.task.as_ref().map_or("", |task| &task.line);
        for pass in 0..4 {
            let (low, high) = if pass < 2 { (low, high) } else { (0, u16::MAX) };
            for turn in 0..shelves.len() {
                let file = (self.chance() as usize + turn) % shelves.len();
                let shelf = shelves[file];
                if shelf.low > high || shelf.high < low || shelf.themes & wanted != wanted {
                    continue;
                }
                let chunk = match chunk(file) {
                    Ok(chunk) => chunk,
                    Err(fetch) => return fetch,
                };
                let mut fits = Vec::new();
                for (n, (rating, themes)) in chunk.facts().enumerate() {
                    let line = chunk.line(n).unwrap_or_default();
                    let seen = || line == own || (pass % 2 == 0 && room.progress.has_seen(rules.name, line));
                    if rating >= low && rating <= high && themes & wanted == wanted && !seen() {
                        fits.push(line);
                    }
                }
                if !fits.is_empty() {
                    return Found::Line(fits[self.chance() as usize / 7 % fits.len()].to_owned());
                }
            }
        }
        Found::None("puzzles.none")
    }

    /// A number that hangs on the day and on what was done: no two visits bring the same puzzles in the same order.
    fn chance(&self) -> u32 {
        let progress = &self.puzzles.progress;
        let parts = [self.day().0 as u32, progress.solved, progress.failed, self.puzzles.count];
        parts.into_iter().fold(17, |hash: u32, part| {
            let hash = (hash ^ part).wrapping_mul(0x85eb_ca6b);
            hash ^ hash >> 13
        }) >> 1
    }

    fn begin_puzzle(&mut self, rules: &'static Variant, line: String, kind: Kind, effects: &mut Vec<Effect>) {
        self.puzzles.count += 1;
        let day = self.day();
        match format::read(rules, &line) {
            Ok(puzzle) => {
                self.puzzles.task = Some(Task {
                    puzzle,
                    line,
                    kind,
                    day,
                    ply: 0,
                    stage: Stage::Solve,
                    clean: true,
                    hints: 0,
                    change: None,
                });
                self.lay_puzzle(effects);
            }
            Err(_) => self.no_puzzle("puzzles.damaged", effects),
        }
    }

    /// A file has come, or could not be had.
    pub(in crate::app) fn fetched_puzzles(
        &mut self,
        path: &str,
        text: Option<&str>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(text) = text else {
            if path == index_path() || self.puzzles.waiting.is_some() {
                self.no_puzzle("puzzles.offline", effects);
                self.puzzles.waiting = None;
            }
            return;
        };
        if path == index_path() {
            self.puzzles.index = Some(Index::read(text));
        } else if self.puzzles.chunks.iter().all(|(own, _)| own != path) {
            self.puzzles.chunks.push((path.to_owned(), Chunk::new(text.to_owned())));
        }
        // The player may have gone elsewhere meanwhile.
        if self.place == crate::app::Place::Puzzles {
            match self.puzzles.waiting {
                Some(kind) => self.choose_puzzle(kind, effects),
                None => self.want_day_puzzle(effects),
            }
        }
    }
}
