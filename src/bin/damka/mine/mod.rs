//! `damka mine`: puzzles from self-play.
//!
//! Two weak players make games full of mistakes. Where a small search sees a gain, larger ones must prove that one first
//! move has it and every other is clearly worse; then the line is followed, with the best defence, until the gain is
//! settled by quiet play. What is found is kept after every batch of games, so that a run can be broken off and go on.

mod coups;
mod prove;
mod shelve;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use damka::ai::{Engine, Limits, Random, Request};
use damka::puzzles::{Puzzle, Theme, format};
use damka::rules::{Game, Move, Side, Status, Variant};
use prove::{Prover, value};

/// What to mine.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// How many puzzles.
    #[arg(long)]
    count: usize,
    /// Everything random hangs on it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that looks for candidates, and plays.
    #[arg(long, default_value_t = 1_500)]
    scan: u64,
    /// Nodes for each move of a candidate, the first time.
    #[arg(long, default_value_t = 12_000)]
    nodes: u64,
    /// Nodes for each first move in the final proof.
    #[arg(long, default_value_t = 60_000)]
    proof: u64,
    /// By how many centimen every other first move must be worse.
    #[arg(long, default_value_t = 80)]
    margin: i32,
    /// At least so many with a coup turc, which games hardly ever have: those come from positions set up at random. They
    /// are added to the count.
    #[arg(long, default_value_t = 0)]
    coups: usize,
    /// Give up after so many batches of games.
    #[arg(long, default_value_t = u64::MAX)]
    batches: u64,
    /// Where finds are kept: a run that was broken off goes on where it was.
    #[arg(long, default_value = "target/mine")]
    work: PathBuf,
    /// A file of endgame tables, as in www/data, for endings that are proven by them.
    #[arg(long)]
    tables: Option<String>,
    /// Begin with what the folder of `--out` has of this rule set already, and add to it.
    #[arg(long, requires = "out")]
    add: bool,
    /// The folder of the files; those of this rule set are replaced, and the index there is brought up to date.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Games of a batch, which has a seed of its own.
const GAMES: u64 = 20;
/// Positions of a batch that are set up at random.
const SET_UPS: u64 = 200_000;
/// A game is broken off after so many plies ...
const LONGEST: usize = 110;
/// ... or when a side is ahead by more than this (centimen).
const DECIDED: i32 = 450;
/// Of 100 moves so many are the scan's best, so many a hasty search's, the rest any.
const BEST: u64 = 55;
const HASTY: u64 = 20;
/// Nodes of a hasty search.
const HASTY_NODES: u64 = 60;
/// At most so many puzzles of one shape: the same line, moved elsewhere on the board.
const OF_A_SHAPE: usize = 4;
/// What a puzzle is above all, and how many of 100 may be of that kind: the common kinds leave room for the rare.
const KINDS: [(&str, usize); 4] =
    [("capture first", 12), ("two moves with a sacrifice", 35), ("quiet", 25), ("all others", 100)];

/// The place of a puzzle in [`KINDS`].
fn kind(puzzle: &Puzzle) -> usize {
    let rare = [
        Theme::CoupTurc,
        Theme::MaximumRule,
        Theme::KingGiven,
        Theme::LongCapture,
        Theme::PassesLastRow,
        Theme::Endgame,
        Theme::Opposition,
        Theme::Blockade,
        Theme::CoupPhilippe,
        Theme::CoupRoyal,
    ];
    if rare.into_iter().any(|theme| puzzle.has(theme)) {
        3
    } else if puzzle.line[0].played.is_capture() {
        0
    } else if !puzzle.has(Theme::Sacrifice) {
        2
    } else if puzzle.line.len() <= 3 {
        1
    } else {
        3
    }
}

pub(super) fn run(options: &Options) -> Result<(), String> {
    let name = options.rules.name;
    std::fs::create_dir_all(&options.work).map_err(|e| format!("{}: {e}", options.work.display()))?;
    let kept = options.work.join(format!("{name}-{}.txt", options.seed));
    let tables = options.tables.as_deref().map(super::players::read_tables).transpose()?;
    let mut prover = Prover::new(options.nodes, options.proof, options.margin, tables);
    let mut found = Found::read(options.rules, &kept)?;
    let mut about = about(options);
    if let Some(folder) = options.out.as_deref().filter(|_| options.add) {
        let (puzzles, heads) = shelve::read(folder, options.rules)?;
        for puzzle in puzzles {
            // A run that goes on where it was may have put some there already.
            if !found.lines.contains(&format::write_position(&puzzle.start)) {
                found.add(&puzzle);
                found.puzzles.push(puzzle);
            }
        }
        // What is there was found by another command, with a proof that may be another.
        if !heads.contains(&about) {
            about = heads + &about;
        }
    }
    let start = Instant::now();
    if let Some(endings) = prover.tables().filter(|_| found.batches == 0) {
        let wanted = options.count / 20;
        let puzzles = prove::endings(options.rules, endings, wanted, options.seed);
        let new: Vec<Puzzle> = puzzles
            .into_iter()
            .filter(|puzzle| found.is_new(puzzle, options.count) && found.add(puzzle))
            .collect();
        found.keep(&kept, &new)?;
    }
    while found.puzzles.len() < options.count && found.batches < options.batches {
        let mut random = Random::new(options.seed << 32 | found.batches);
        let mut new = Vec::new();
        for _ in 0..GAMES {
            one_game(options, &mut prover, &mut random, &mut found, &mut new);
        }
        found.keep(&kept, &new)?;
        if found.batches % 10 == 0 {
            println!(
                "{name}: {} batches, {} puzzles {:?}, {:.0} s",
                found.batches,
                found.puzzles.len(),
                found.kinds,
                start.elapsed().as_secs_f64()
            );
        }
    }
    prover.of_set_ups();
    while found.coups() < options.coups && found.batches < options.batches {
        let mut random = Random::new(options.seed << 32 | found.batches);
        let mut new = Vec::new();
        for start in coups::candidates(options.rules, SET_UPS, &mut random) {
            let Some(info) = prover.search(&start, options.scan / 3) else { continue };
            let wanted =
                &mut |puzzle: &Puzzle| puzzle.has(Theme::CoupTurc) && found.is_new(puzzle, usize::MAX / 100);
            if let Some(puzzle) = prover.puzzle(&start, value(info.score), wanted) {
                found.add(&puzzle);
                new.push(puzzle);
            }
        }
        found.keep(&kept, &new)?;
        println!("{name}: {} coups turcs, {:.0} s", found.coups(), start.elapsed().as_secs_f64());
    }
    println!("{name}: {} puzzles from {} batches of games and set-ups", found.puzzles.len(), found.batches);
    let Some(folder) = &options.out else { return Ok(()) };
    shelve::write(folder, options.rules, &found.puzzles, &about)
}

/// The head of a file: the command that made it, and what was proven.
fn about(options: &Options) -> String {
    format!(
        "# {}: damka mine --count {} --seed {} --scan {} --nodes {} --proof {} --margin {} --coups {}\n\
         # Every other first move is worse by {} centimen or more, each searched with {} nodes.\n",
        options.rules.name,
        options.count,
        options.seed,
        options.scan,
        options.nodes,
        options.proof,
        options.margin,
        options.coups,
        options.margin,
        options.proof
    )
}

/// All that was found for a rule set.
struct Found {
    puzzles: Vec<Puzzle>,
    batches: u64,
    /// Lines and positions.
    lines: HashSet<String>,
    shapes: HashMap<String, usize>,
    kinds: [usize; KINDS.len()],
}

impl Found {
    /// Reads what an earlier run has found; a batch that was not finished is done again.
    fn read(rules: &'static Variant, path: &Path) -> Result<Self, String> {
        let mut found = Self {
            puzzles: Vec::new(),
            batches: 0,
            lines: HashSet::new(),
            shapes: HashMap::new(),
            kinds: [0; KINDS.len()],
        };
        let Ok(text) = std::fs::read_to_string(path) else { return Ok(found) };
        let whole =
            text.rfind("# batch").map_or(0, |at| text[at..].find('\n').map_or(at, |end| at + end + 1));
        for (number, line) in text[..whole].lines().enumerate() {
            if line.starts_with('#') {
                found.batches += 1;
                continue;
            }
            let puzzle =
                format::read(rules, line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
            found.add(&puzzle);
            found.puzzles.push(puzzle);
        }
        if whole < text.len() {
            std::fs::write(path, &text[..whole]).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(found)
    }

    /// Whether there is none like it yet, and room for its kind among so many.
    fn is_new(&self, puzzle: &Puzzle, count: usize) -> bool {
        let kind = kind(puzzle);
        self.kinds[kind] * 100 < KINDS[kind].1 * count
            && self.shapes.get(&shape(puzzle)).is_none_or(|n| *n < OF_A_SHAPE)
            && !self.lines.contains(&line(puzzle))
            && !self.lines.contains(&format::write_position(&puzzle.start))
    }

    /// Remembers a puzzle as one that is there; always `true`.
    fn add(&mut self, puzzle: &Puzzle) -> bool {
        self.lines.insert(line(puzzle));
        self.lines.insert(format::write_position(&puzzle.start));
        *self.shapes.entry(shape(puzzle)).or_default() += 1;
        self.kinds[kind(puzzle)] += 1;
        true
    }

    /// How many have a coup turc.
    fn coups(&self) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.has(Theme::CoupTurc)).count()
    }

    fn keep(&mut self, path: &Path, new: &[Puzzle]) -> Result<(), String> {
        use std::io::Write;
        let mut text = String::new();
        for puzzle in new {
            let _ = writeln!(text, "{}", format::write(puzzle));
        }
        self.puzzles.extend_from_slice(new);
        self.batches += 1;
        let _ = writeln!(text, "# batch {}", self.batches);
        let file = std::fs::File::options().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|e| format!("{}: {e}", path.display()))
    }
}

/// The squares of a line as the solver sees them if he were White: two puzzles with the same line are the same shot.
fn line(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    for row in places(puzzle) {
        for (row, column) in row {
            let _ = write!(text, "{row}.{column} ");
        }
        text.push('/');
    }
    text
}

/// The same without the place on the board.
fn shape(puzzle: &Puzzle) -> String {
    let places = places(puzzle);
    let (r0, c0) = places[0][0];
    let mut text = String::new();
    for path in &places {
        for (row, column) in path {
            let _ = write!(text, "{}.{} ", row - r0, column - c0);
        }
        text.push('/');
    }
    text
}

fn places(puzzle: &Puzzle) -> Vec<Vec<(i16, i16)>> {
    let geometry = puzzle.start.variant().geometry();
    let last = i16::from(geometry.size) - 1;
    let white = puzzle.start.turn() == Side::White;
    let place = |square: &_| {
        let (row, column) = geometry.row_column(*square);
        let (row, column) = (i16::from(row), i16::from(column));
        if white { (row, column) } else { (last - row, last - column) }
    };
    puzzle.line.iter().map(|ply| ply.played.path().iter().map(place).collect()).collect()
}

/// Plays a game and offers the puzzles in it.
fn one_game(
    options: &Options,
    prover: &mut Prover,
    random: &mut Random,
    found: &mut Found,
    new: &mut Vec<Puzzle>,
) {
    let mut game = Game::new(options.rules);
    for _ in 0..random.below(8) {
        let played = any(&game, random);
        if game.play(&played).is_err() || game.status() != Status::Ongoing {
            return;
        }
    }
    while game.ply() < LONGEST && game.status() == Status::Ongoing {
        let position = *game.position();
        let info = prover.search(&position, options.scan);
        let Some(info) = info else { return };
        let score = value(info.score);
        if let Some(puzzle) =
            prover.puzzle(&position, score, &mut |puzzle| found.is_new(puzzle, options.count))
        {
            found.add(&puzzle);
            new.push(puzzle);
        }
        if prove::balance(&position).abs() > DECIDED {
            return;
        }
        let roll = random.below(100);
        let played = if roll < BEST {
            info.pv.first().cloned()
        } else if roll < BEST + HASTY {
            prover.search(&position, HASTY_NODES).and_then(|info| info.pv.first().cloned())
        } else {
            None
        };
        let played = played.unwrap_or_else(|| any(&game, random));
        if game.play(&played).is_err() {
            return;
        }
    }
}

fn any(game: &Game, random: &mut Random) -> Move {
    let moves = game.position().legal_moves();
    moves[random.below(moves.len() as u64) as usize].clone()
}

/// A search that gives its engine back.
fn search_with(engine: Engine, request: Request) -> (Option<damka::ai::Info>, Engine) {
    match engine.search(request) {
        Ok(search) => {
            let (best, engine) = search.finish();
            (Some(best.info), engine)
        }
        Err(over) => (None, *over.0),
    }
}

/// Limits of so many nodes.
const fn nodes(n: u64) -> Limits {
    Limits::nodes(n)
}
