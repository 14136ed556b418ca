//! The engine for other programs: the Hub protocol (version 2) on standard input and output.
//!
//! Arguments: a folder with weights and endgame tables (as www/data); without it the general evaluation plays.
//!
//! A line is a command, then `name=value` pairs; a value with blanks stands in quotes. Squares are numbers in row order from
//! the top left on every board; a capture is written with the squares of all captured pieces after its ends.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use damka::ai::endgame::Tables;
use damka::ai::{Engine, Info, Limits, Progress, Request, Score, Weights, files};
use damka::rules::{Game, Move, Piece, Position, Setup, Side, Square, Variant};

/// What the protocol calls the rule sets, and what they are called here.
const VARIANTS: [(&str, &str); 8] = [
    ("normal", "international"),
    ("international", "international"),
    ("brazilian", "brazilian"),
    ("polish64", "polish64"),
    ("russian", "russian"),
    ("frisian", "frisian"),
    ("losing", "antidraughts"),
    ("bt", "breakthrough"),
];
/// Nodes between two looks at the clock and at the input.
const SLICE: u64 = 5_000;
/// MiB of the transposition table, unless the parameter `tt-size` says otherwise.
const TABLE: u32 = 64;
/// Between two `info` lines without a new depth.
const QUIET: Duration = Duration::from_secs(1);
/// Of the time that is left for a game, so much is spent on a move: one part in this many.
const MOVES_TO_GO: u32 = 30;

fn main() {
    // Some programs say `hub` to every engine; data is looked for beside this one then.
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join("data")).filter(|data| data.is_dir());
    let folder = std::env::args_os().nth(1).filter(|word| word != "hub").map(PathBuf::from).or_else(beside);
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let mut hub = Hub::new(folder);
    while let Ok(line) = lines.recv() {
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
        let arguments = words
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
    game: Game,
    level: Level,
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
        let game = Game::new(variant);
        Self { variant, folder, table: TABLE, engine: None, game, level: Level::default() }
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
                Ok(game) => self.game = game,
                Err(why) => complain(&why),
            },
            "level" => self.level = level(&command),
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
                    self.game = Game::new(self.variant);
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
            let played =
                legal.iter().find(|m| says(m, text)).ok_or_else(|| format!("{text} is not a legal move"))?;
            game.play(played).map_err(|e| format!("{text}: {e}"))?;
        }
        Ok(game)
    }

    /// Searches as asked, and answers; whether the conversation goes on.
    fn go(&mut self, command: &Command, lines: &Receiver<String>) -> bool {
        if self.engine.is_none() {
            self.init();
        }
        let engine = self.engine.take().expect("an engine that was just made");
        let analyses = command.has("analyze");
        let mut ponders = command.has("ponder");
        let level = if analyses && !self.is_limited() { Level::default() } else { self.level };
        let limits = if ponders { Limits::default() } else { level.limits };
        let mut search = match engine.search(Request::analyse(&self.game, limits)) {
            Ok(search) => search,
            Err(over) => {
                complain(&over.to_string());
                self.engine = Some(*over.0);
                return true;
            }
        };
        let only = self.game.position().legal_moves().len() == 1 && command.has("think");
        let (start, mut told, mut depth) = (Instant::now(), Instant::now(), 0);
        let (mut goes_on, mut stopped) = (true, false);
        while !stopped {
            let progress = search.step(SLICE);
            let done = matches!(progress, Progress::Done(_));
            let info = search.info();
            if info.depth > depth || told.elapsed() > QUIET {
                (depth, told) = (info.depth, Instant::now());
                tell(&info, start.elapsed());
            }
            let late =
                level.time.is_some_and(|time| start.elapsed() >= time) || (only && level.time.is_some());
            stopped = !ponders && (late || done);
            // A ponder search, or an analysis that has seen the end, waits to be stopped.
            let wait = done && ponders;
            match self.interrupted(lines, wait) {
                Interruption::None => {}
                Interruption::Hit => ponders = false,
                Interruption::Stop => stopped = true,
                Interruption::Quit => (stopped, goes_on) = (true, false),
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

    fn is_limited(&self) -> bool {
        self.level.time.is_some() || self.level.limits != Limits::default()
    }

    /// What has come in meanwhile.
    #[allow(clippy::unused_self, reason = "it is the conversation's")]
    fn interrupted(&self, lines: &Receiver<String>, wait: bool) -> Interruption {
        let line = if wait {
            lines.recv_timeout(QUIET).map_err(|e| e == RecvTimeoutError::Disconnected)
        } else {
            lines.try_recv().map_err(|e| e == TryRecvError::Disconnected)
        };
        match line {
            Ok(line) => match Command::of(&line).name.as_str() {
                "stop" => Interruption::Stop,
                "ponder-hit" => Interruption::Hit,
                "quit" => Interruption::Quit,
                "ping" => {
                    say("pong");
                    Interruption::None
                }
                _ => Interruption::None,
            },
            // Nobody is there any more.
            Err(true) if wait => Interruption::Quit,
            Err(_) => Interruption::None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Interruption {
    None,
    Hit,
    Stop,
    Quit,
}

fn level(command: &Command) -> Level {
    let number = |name: &str| command.get(name).and_then(|value| value.parse::<f64>().ok());
    let seconds = |name: &str| {
        number(name).and_then(|seconds| Duration::try_from_secs_f64(seconds.clamp(0.0, 1e6)).ok())
    };
    let depth = number("depth").map(|depth| depth.clamp(1.0, 99.0) as u8);
    let nodes = number("nodes").map(|nodes| nodes.max(1.0) as u64);
    let game = seconds("time").map(|time| {
        let moves = number("moves").map_or(MOVES_TO_GO, |moves| (moves.max(1.0) as u32).min(MOVES_TO_GO));
        // Never more than half of what is left.
        (time / moves + seconds("inc").unwrap_or_default()).min(time / 2)
    });
    Level { limits: Limits { nodes, depth }, time: seconds("move-time").or(game) }
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

/// Whether a text names this move: the captured pieces in any order.
fn says(m: &Move, text: &str) -> bool {
    let squares: Option<Vec<u8>> = text.split(['-', 'x']).map(|number| number.parse().ok()).collect();
    let Some([from, to, captured @ ..]) = squares.as_deref() else { return false };
    let mut captured = captured.to_vec();
    captured.sort_unstable();
    let mut wanted: Vec<u8> = m.captured().iter().map(|square| square.row_number()).collect();
    wanted.sort_unstable();
    *from == m.from().row_number()
        && *to == m.to().row_number()
        && m.is_capture() == text.contains('x')
        && captured == wanted
}
