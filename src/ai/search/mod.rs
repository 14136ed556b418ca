//! The search, as a value that is run slice by slice.

mod ends;
mod figures;
mod node;
mod root;
mod tree;

use std::sync::Arc;

use super::book::Book;
use super::endgame::Tables;
use super::general::Terms;
use super::request::{Best, Info, Progress, Request};
use super::score::Score;
use super::table::Table;
use super::weights::{Patterns, Weights};
use crate::rules::{Law, Move, Task, Variant};
pub use figures::Figures;
use root::{Root, Running};

/// What an engine keeps from one search to the next: the transposition table, and the weights it was given.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    patterns: Vec<Arc<Patterns>>,
    tables: Vec<Arc<Tables>>,
    books: Vec<Arc<Book>>,
    /// The levers of its search.
    pub figures: Figures,
    /// The worth of the general evaluation's terms, where it is not to be the rule set's own.
    pub terms: Option<Terms>,
}

impl Engine {
    /// An engine with a transposition table of about so many mebibytes (rounded down to a power of two, at least 64 KiB).
    /// The memory is taken here, once.
    pub fn new(mebibytes: u32) -> Self {
        Self {
            table: Table::new(mebibytes),
            patterns: Vec::new(),
            tables: Vec::new(),
            books: Vec::new(),
            figures: Figures::default(),
            terms: None,
        }
    }

    /// Plays its rule set with trained weights from now on. Without them the engine plays all the same, weaker.
    pub fn learn(&mut self, weights: Weights) {
        self.patterns.retain(|patterns| patterns.weights.rules != weights.rules);
        self.patterns.extend(Patterns::new(weights).map(Arc::new));
        self.forget();
    }

    /// Looks endings up in these tables from now on, in place of others for the same rule set. Levels that see a few plies
    /// only go without.
    pub fn know(&mut self, tables: Tables) {
        self.tables.retain(|known| known.variant() != tables.variant());
        self.tables.push(Arc::new(tables));
        self.forget();
    }

    /// Plays its rule set's openings by this book from now on, where it plays at a level that sees as far as it can.
    pub fn open(&mut self, book: Book) {
        self.books.retain(|known| known.variant() != book.variant());
        self.books.push(Arc::new(book));
    }

    /// The tables for a rule set, if it was given any.
    pub fn endings(&self, variant: &Variant) -> Option<Arc<Tables>> {
        self.tables.iter().find(|tables| tables.serve(variant)).cloned()
    }

    /// Forgets all it has searched.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Begins a search.
    ///
    /// A search with a node limit begins with an empty table (as much of it as so many nodes can use), so that the same
    /// request always has the same answer with the same size of table. One without makes use of what was searched before.
    ///
    /// # Errors
    /// The engine itself, when the position has no legal move.
    ///
    /// ```
    /// use damka::ai::{Engine, Limits, Progress, Request};
    /// use damka::rules::{Game, variant};
    ///
    /// let game = Game::new(&variant::POLISH_64);
    /// let mut search = Engine::new(1).search(Request::analyse(&game, Limits::nodes(20_000))).unwrap();
    /// let answer = loop {
    ///     match search.step(5_000) {
    ///         Progress::More(info) => assert!(info.nodes < 20_000),
    ///         Progress::Done(answer) => break answer,
    ///     }
    /// };
    /// assert!(game.position().legal(&answer.best).is_some());
    /// ```
    #[allow(clippy::result_large_err, reason = "the engine comes back with the refusal")]
    pub fn search(self, request: Request) -> Result<Search, GameOver> {
        let mut moves = request.position.legal_moves();
        if moves.is_empty() {
            return Err(GameOver(Box::new(self)));
        }
        // A move of the book is the only one that is looked at.
        if request.level.is_some_and(|level| level.sight == 0)
            && let Some(opening) =
                self.books.iter().find_map(|book| book.choose(&request.position, request.seed))
        {
            moves = vec![opening];
        }
        let variant = request.position.variant();
        let patterns = self.patterns.iter().find(|patterns| patterns.serve(variant)).cloned();
        let endings = self.endings(variant);
        let Self { table, patterns: all_patterns, tables, books, figures, terms } = self;
        let running = variant.under_law(Start {
            request: &request,
            moves: &moves,
            table,
            patterns,
            endings,
            figures,
            terms,
        });
        Ok(Search {
            request,
            moves,
            running,
            patterns: all_patterns,
            tables,
            books,
            figures,
            terms,
            done: false,
        })
    }
}

/// There is no legal move to search; holds the engine.
#[derive(Debug)]
pub struct GameOver(pub Box<Engine>);

impl std::fmt::Display for GameOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("there is no legal move in this position")
    }
}
impl std::error::Error for GameOver {}

struct Start<'a> {
    request: &'a Request,
    moves: &'a [Move],
    table: Table,
    patterns: Option<Arc<Patterns>>,
    endings: Option<Arc<Tables>>,
    figures: Figures,
    terms: Option<Terms>,
}

impl Task for Start<'_> {
    type Output = Box<dyn Running>;

    fn run<L: Law>(self, law: L) -> Box<dyn Running> {
        Box::new(Root::new(law, self))
    }
}

/// A search that is going on. It has no clock: its caller runs it in slices and looks at the time between them.
///
/// What it finds depends on the request and the table only, not on the slices.
pub struct Search {
    request: Request,
    moves: Vec<Move>,
    running: Box<dyn Running>,
    patterns: Vec<Arc<Patterns>>,
    tables: Vec<Arc<Tables>>,
    books: Vec<Arc<Book>>,
    figures: Figures,
    terms: Option<Terms>,
    done: bool,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("request", &self.request)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

impl Search {
    /// Searches on for about so many nodes: 50,000 take some 20 to 50 ms in a browser.
    pub fn step(&mut self, nodes: u64) -> Progress {
        let until = self.running.nodes().saturating_add(nodes);
        self.done = self.done || self.running.run(until);
        if self.done { Progress::Done(self.best()) } else { Progress::More(self.info()) }
    }

    /// Searches to its limits. A search without limits may never come back.
    pub fn finish(mut self) -> (Best, Engine) {
        self.done = self.done || self.running.run(u64::MAX);
        (self.best(), self.stop())
    }

    /// The move to play if the search were stopped now: always legal, even before the first step.
    pub fn best(&self) -> Best {
        Best { best: self.moves[self.running.chosen()].clone(), info: self.info() }
    }

    /// How far the search has got.
    pub fn info(&self) -> Info {
        let answer = self.running.answer();
        Info {
            depth: answer.depth as u8,
            score: Score::of(answer.value),
            nodes: self.running.nodes(),
            pv: self.line(),
        }
    }

    /// Ends the search and gives the engine back.
    pub fn stop(self) -> Engine {
        Engine {
            table: self.running.into_table(),
            patterns: self.patterns,
            tables: self.tables,
            books: self.books,
            figures: self.figures,
            terms: self.terms,
        }
    }

    /// The best line as moves: each is looked up among the legal ones, so that no chance hit in the table can make one up.
    fn line(&self) -> Vec<Move> {
        let mut position = self.request.position;
        let mut line = Vec::new();
        for step in self.running.line() {
            let Some(next) = position.move_of_step(&step) else { break };
            position = position.play(&next);
            line.push(next);
        }
        line
    }
}
