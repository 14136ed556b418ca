//! The engine for other programs: the Hub protocol (version 2) on standard input and output.
//!
//! Arguments: a folder with weights and endgame tables (as www/data); without it the general evaluation plays.
//!
//! A line is a command, then `name=value` pairs; a value with blanks stands in quotes. Squares are numbers in row order from
//! the top left on every board; a capture is written with the squares of all captured pieces after its ends.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use damka::ai::endgame::Tables;
use damka::ai::{Engine, Info, Limits, Progress, Request, Score, Weights, files};
use damka::rules::{Game, Move, Piece, Position, Setup, Side, Square, Variant};

/// What the protocol calls the rule sets, and what they are called here.
const VARIANTS: [(&str, &str); 9] = [
    ("normal", "international"),
    ("international", "international"),
    ("brazilian", "brazilian"),
    ("polish64", "polish64"),
    ("russian", "russian"),
    ("frisian", "frisian"),
    ("frysk", "frysk"),
    ("losing", "antidraughts"),
    ("bt", "breakthrough"),
];
/// Nodes between two looks at the clock and at the input.
const SLICE: u64 = 2_000;
/// MiB of the transposition table, unless the parameter `tt-size` says otherwise.
const TABLE: u32 = 64;
/// Between two `info` lines without a new depth.
const QUIET: Duration = Duration::from_secs(1);
/// Of the time that is left for a game, so much is spent on a move: one part in this many.
const MOVES_TO_GO: u32 = 30;
/// Of `move-time` so much, at most a tenth, is left for what comes between us and the clock.
const WAY: Duration = Duration::from_millis(5);

fn main() {
    // Some programs say `hub` to every engine; data is looked for beside this one then.
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join("data")).filter(|data| data.is_dir());
    let folder = std::env::args_os().nth(1).filter(|word| word != "hub").map(PathBuf::from).or_else(beside);
    let (send, lines) = channel();
    std::thread::spawn(move || {
        // Bytes that are no text make their own word unknown, not the conversation end.
        for line in std::io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let mut hub = Hub::new(folder);
    // What was said during a search that it does not concern comes first.
    while let Some(line) = hub.waiting.pop_front().or_else(|| lines.recv().ok()) {
        if !hub.command(&line, &lines) {
            break;
        }
    }
}

/// A line taken apart.
struct Command {
    name: String,
    arguments: Vec<(String, String)>,
}

impl Command {
    fn of(line: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let (mut word, mut quoted, mut begun) = (String::new(), false, false);
        for c in line.chars() {
            match c {
                '"' => {
                    quoted = !quoted;
                    begun = true;
                }
                c if c.is_whitespace() && !quoted => {
                    if begun {
                        words.push(std::mem::take(&mut word));
                    }
                    begun = false;
                }
                c => {
                    word.push(c);
                    begun = true;
                }
            }
        }
        if begun {
            words.push(word);
        }
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        // Some put blanks around the sign: `name = value`.
        let mut pairs: Vec<String> = Vec::new();
        for word in words {
            match pairs.last_mut() {
                Some(pair) if pair.ends_with('=') || (word.starts_with('=') && !pair.contains('=')) => {
                    pair.push_str(&word);
                }
                _ => pairs.push(word),
            }
        }
        let arguments = pairs
            .into_iter()
            .map(|word| match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), value.to_owned()),
                None => (word, String::new()),
            })
            .collect();
        Self { name, arguments }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// When a search is to end.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    limits: Limits,
    time: Option<Duration>,
}

struct Hub {
    variant: &'static Variant,
    folder: Option<PathBuf>,
    table: u32,
    /// Taken out while it searches.
    engine: Option<Engine>,
    /// None after a position that could not be read: a move of the one before would be nonsense.
    game: Option<Game>,
    level: Level,
    /// Lines that came during a search and are for afterwards.
    waiting: VecDeque<String>,
}

/// Puts a line out at once.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody who has hung up can be told so.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn complain(what: &str) {
    say(&format!("error message=\"{}\"", what.replace('"', "'")));
}

impl Hub {
    fn new(folder: Option<PathBuf>) -> Self {
        let variant = Variant::named("international").expect("the main game");
        let game = Some(Game::new(variant));
        let waiting = VecDeque::new();
        Self { variant, folder, table: TABLE, engine: None, game, level: Level::default(), waiting }
    }

    /// Obeys a line; whether the conversation goes on.
    fn command(&mut self, line: &str, lines: &Receiver<String>) -> bool {
        let command = Command::of(line);
        match command.name.as_str() {
            "" | "stop" | "ponder-hit" => {}
            "hub" => self.introduce(),
            "init" => {
                self.init();
                say("ready");
            }
            "set-param" => self.set(&command),
            "new-game" => {
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
            }
            "pos" => match self.position(&command) {
                Ok(game) => self.game = Some(game),
                Err(why) => {
                    self.game = None;
                    complain(&why);
                }
            },
            "level" => self.limit(&command),
            "go" => return self.go(&command, lines),
            "ping" => say("pong"),
            "quit" => return false,
            other => complain(&format!("there is no command {other}")),
        }
        true
    }

    fn introduce(&self) {
        say(&format!("id name=Damka version={} author=Damka", env!("CARGO_PKG_VERSION")));
        let names: Vec<_> = VARIANTS.iter().map(|(name, _)| *name).collect();
        say(&format!("param name=variant value=normal type=enum values=\"{}\"", names.join(" ")));
        say(&format!("param name=tt-size value={} type=int min=1 max=4096", self.table));
        say("wait");
    }

    fn set(&mut self, command: &Command) {
        let value = command.get("value").unwrap_or_default();
        match command.get("name").unwrap_or_default() {
            "variant" => match VARIANTS.iter().find(|(name, _)| *name == value) {
                Some((_, rules)) => {
                    self.variant = Variant::named(rules).expect("a rule set of this program");
                    self.game = Some(Game::new(self.variant));
                    // What the engine was taught is for other rules.
                    self.engine = None;
                }
                None => complain(&format!("there is no variant {value}")),
            },
            "tt-size" => match value.parse() {
                Ok(size @ 1..=4096) => {
                    self.table = size;
                    self.engine = None;
                }
                _ => complain(&format!("{value} is no size")),
            },
            other => complain(&format!("there is no parameter {other}")),
        }
    }

    /// Makes the engine, with what the folder has for the rule set. What is missing or damaged is told, and play goes on
    /// without.
    fn init(&mut self) {
        let mut engine = Engine::new(self.table);
        if let Some(folder) = &self.folder {
            let read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| format!("{file}: {e}"));
            if let Some(file) = files::weights(self.variant) {
                match read(&file).and_then(|b| Weights::parse(&b).map_err(|e| e.to_string())) {
                    Ok(weights) => engine.learn(weights),
                    Err(why) => complain(&why),
                }
            }
            // The larger tables where they are there.
            let all = [files::more_tables(self.variant), files::tables(self.variant)];
            let there = all.into_iter().flatten().find(|file| folder.join(file).is_file());
            if let Some(file) = there.or_else(|| files::tables(self.variant)) {
                match read(&file).and_then(|b| Tables::parse(&b).map_err(|e| e.to_string())) {
                    Ok(tables) => engine.know(tables),
                    Err(why) => complain(&why),
                }
            }
        }
        self.engine = Some(engine);
    }

    /// The game that a `pos` line tells.
    fn position(&self, command: &Command) -> Result<Game, String> {
        let start = match command.get("pos").or_else(|| command.get("fen")) {
            Some(text) => read_position(self.variant, text)?,
            None => Position::start(self.variant),
        };
        let mut game = Game::from_position(start);
        for text in command.get("moves").unwrap_or_default().split_whitespace() {
            let legal = game.position().legal_moves();
            // Whether a draw is claimed is for the other program to say.
            game.play_on(meant(&legal, text)?).map_err(|e| format!("{text}: {e}"))?;
        }
        Ok(game)
    }

    fn limit(&mut self, command: &Command) {
        match level(command) {
            Ok(level) => self.level = level,
            Err(why) => complain(&why),
        }
    }

    /// Searches as asked, and answers; whether the conversation goes on.
    fn go(&mut self, command: &Command, lines: &Receiver<String>) -> bool {
        let Some(game) = self.game.clone() else {
            complain("there is no position: the last one could not be read");
            return true;
        };
        if self.engine.is_none() {
            self.init();
        }
        let engine = self.engine.take().expect("an engine that was just made");
        let analyses = command.has("analyze");
        let mut ponders = command.has("ponder");
        let limits = if ponders || analyses { Limits::default() } else { self.level.limits };
        let mut search = match engine.search(Request::analyse(&game, limits)) {
            Ok(search) => search,
            Err(over) => {
                complain(&over.to_string());
                self.engine = Some(*over.0);
                return true;
            }
        };
        let only = game.position().legal_moves().len() == 1 && !analyses;
        let (start, mut told, mut depth) = (Instant::now(), Instant::now(), 0);
        // The clock of a ponder search begins to run with the expected move.
        let mut since = start;
        let (mut goes_on, mut stopped) = (true, false);
        while !stopped {
            let progress = search.step(SLICE);
            let done = matches!(progress, Progress::Done(_));
            let info = search.info();
            if info.depth > depth || told.elapsed() > QUIET {
                (depth, told) = (info.depth, Instant::now());
                tell(&info, start.elapsed());
            }
            stopped = !ponders && (done || self.level.is_reached(&info, since.elapsed(), only));
            // A ponder search that has seen the end waits to be stopped.
            let wait = done && ponders;
            match self.interrupted(lines, wait) {
                Interruption::None => {}
                Interruption::Hit => (ponders, since) = (false, Instant::now()),
                Interruption::Stop => stopped = true,
                Interruption::Quit => (stopped, goes_on) = (true, false),
                // Nobody is left to stop it: what has no end of its own ends here.
                Interruption::Deaf => {
                    let endless = ponders || !self.level.is_limited();
                    (stopped, goes_on) = (stopped || endless, !endless);
                }
            }
        }
        let best = search.best();
        tell(&best.info, start.elapsed());
        let reply = best.info.pv.get(1).filter(|_| best.info.pv.first() == Some(&best.best));
        let ponder = reply.map(|m| format!(" ponder={}", write(m))).unwrap_or_default();
        say(&format!("done move={}{ponder}", write(&best.best)));
        self.engine = Some(search.stop());
        goes_on
    }

    /// What has come in meanwhile.
    fn interrupted(&mut self, lines: &Receiver<String>, wait: bool) -> Interruption {
        if !self.waiting.is_empty() {
            return Interruption::Stop;
        }
        let line = if wait {
            lines.recv_timeout(QUIET).map_err(|e| e == RecvTimeoutError::Disconnected)
        } else {
            lines.try_recv().map_err(|e| e == TryRecvError::Disconnected)
        };
        let line = match line {
            Ok(line) => line,
            Err(true) => return Interruption::Deaf,
            Err(false) => return Interruption::None,
        };
        let command = Command::of(&line);
        match command.name.as_str() {
            "stop" => return Interruption::Stop,
            "ponder-hit" => return Interruption::Hit,
            "quit" => return Interruption::Quit,
            "ping" => say("pong"),
            // For the time after the expected move.
            "level" => self.limit(&command),
            // Programs should wait for `done` before these; where one does not, the search has become idle.
            "hub" | "init" | "set-param" | "new-game" | "pos" | "go" => {
                self.waiting.push_back(line);
                return Interruption::Stop;
            }
            "" => {}
            other => complain(&format!("there is no command {other}")),
        }
        Interruption::None
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interruption {
    None,
    Hit,
    Stop,
    Quit,
    Deaf,
}

impl Level {
    fn is_limited(&self) -> bool {
        self.time.is_some() || self.limits != Limits::default()
    }

    /// Whether a search that has got so far has to end; where a move is the `only` one the clock is spared.
    fn is_reached(&self, info: &Info, time: Duration, only: bool) -> bool {
        self.time.is_some_and(|most| time >= most || only)
            || self.limits.nodes.is_some_and(|most| info.nodes >= most)
            || self.limits.depth.is_some_and(|most| info.depth >= most)
    }
}

/// What a `level` line says.
fn level(command: &Command) -> Result<Level, String> {
    let number = |name: &str| -> Result<Option<f64>, String> {
        let Some(value) = command.get(name) else { return Ok(None) };
        match value.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(format!("level {name}: {value} is not a number")),
        }
    };
    let seconds = |name: &str| -> Result<Option<Duration>, String> {
        Ok(number(name)?.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e6))))
    };
    let depth = number("depth")?.map(|depth| depth.clamp(1.0, 99.0) as u8);
    let nodes = number("nodes")?.map(|nodes| nodes.max(1.0) as u64);
    let (moves, inc) = (number("moves")?, seconds("inc")?);
    let game = seconds("time")?.map(|time| {
        // No moves to go, or none named: the time is for the rest of the game.
        let moves = moves.filter(|&moves| moves >= 1.0).map_or(MOVES_TO_GO, |m| (m as u32).min(MOVES_TO_GO));
        // Never more than half of what is left.
        (time / moves + inc.unwrap_or_default()).min(time / 2)
    });
    // A referee that allows no grace counts the way of the answer, too.
    let exact = seconds("move-time")?.map(|time| time.saturating_sub(WAY.min(time / 10)));
    let level = Level { limits: Limits { nodes, depth }, time: exact.or(game) };
    if level.is_limited() || command.has("infinite") {
        Ok(level)
    } else {
        Err("level wants depth=, nodes=, move-time=, time= or infinite".to_owned())
    }
}

fn tell(info: &Info, time: Duration) {
    let score = match info.score {
        Score::Centimen(centimen) => format!("{:.2}", f64::from(centimen) / 100.0),
        Score::Win(plies) => format!("{}", 100 - f64::from(plies).min(99.0) as i32),
        Score::Loss(plies) => format!("-{}", 100 - f64::from(plies).min(99.0) as i32),
    };
    let seconds = time.as_secs_f64().max(1e-3);
    let line: Vec<_> = info.pv.iter().map(write).collect();
    say(&format!(
        "info depth={} score={score} nodes={} time={seconds:.2} nps={:.2} pv=\"{}\"",
        info.depth,
        info.nodes,
        info.nodes as f64 / seconds / 1e6,
        line.join(" ")
    ));
}

/// A side to move, then a letter for each square in row order: `w`, `b` men, `W`, `B` kings, `e` empty.
fn read_position(variant: &'static Variant, text: &str) -> Result<Position, String> {
    let mut letters = text.chars();
    let mut setup = Setup::empty(variant);
    setup.turn = match letters.next() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => return Err(format!("'{text}' says not who is to move")),
    };
    let squares = variant.geometry().squares;
    let letters: Vec<_> = letters.collect();
    if letters.len() != usize::from(squares) {
        return Err(format!("a position has {squares} squares here, this one {}", letters.len()));
    }
    for (square, letter) in (0..squares).zip(letters) {
        let piece = match letter {
            'w' => Some(Piece::man(Side::White)),
            'b' => Some(Piece::man(Side::Black)),
            'W' => Some(Piece::king(Side::White)),
            'B' => Some(Piece::king(Side::Black)),
            'e' => None,
            other => return Err(format!("'{other}' is no piece")),
        };
        setup.put(Square(square), piece);
    }
    setup
        .into_unusual_position()
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// A move as the protocol has it: ends, then all captured pieces in row order.
fn write(m: &Move) -> String {
    let number = |square: Square| square.row_number().to_string();
    if !m.is_capture() {
        return format!("{}-{}", number(m.from()), number(m.to()));
    }
    let mut captured = m.captured().to_vec();
    captured.sort_by_key(|square| square.0);
    let squares = [m.from(), m.to()].into_iter().chain(captured);
    squares.map(number).collect::<Vec<_>>().join("x")
}

/// The move that a text names: its ends and the captured pieces in any order. These may be left out where the ends say
/// it all.
fn meant<'a>(legal: &'a [Move], text: &str) -> Result<&'a Move, String> {
    let illegal = || format!("{text} is not a legal move");
    let squares: Option<Vec<u8>> = text.split(['-', 'x', ':']).map(|number| number.parse().ok()).collect();
    let Some([from, to, captured @ ..]) = squares.as_deref() else { return Err(illegal()) };
    let mut captured = captured.to_vec();
    captured.sort_unstable();
    let ends = |m: &&Move| {
        m.from().row_number() == *from && m.to().row_number() == *to && m.is_capture() != text.contains('-')
    };
    let victims = |m: &&Move| {
        let mut squares: Vec<u8> = m.captured().iter().map(|square| square.row_number()).collect();
        squares.sort_unstable();
        squares == captured
    };
    if let Some(exact) = legal.iter().filter(ends).find(victims) {
        return Ok(exact);
    }
    let mut others = legal.iter().filter(ends).filter(|_| captured.is_empty());
    match (others.next(), others.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(format!("{text} may be several moves: it wants the captured squares")),
        (None, _) => Err(illegal()),
    }
}
