//! A player that is another program, spoken to by the Hub protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use damka::rules::{Game, Kind, Move, Position, Side, Square, Variant};

/// The protocol's names of rule sets, where they are not our own.
const NAMES: [(&str, &str); 3] =
    [("international", "normal"), ("breakthrough", "bt"), ("antidraughts", "losing")];

/// A running program.
pub(super) struct Hub {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    rules: &'static str,
    level: String,
}

impl Hub {
    /// Starts a program with its arguments, separated by blanks.
    pub(super) fn start(command: &str, time: Option<Duration>, nodes: Option<u64>) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("hub= wants a program")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let to = child.stdin.take().ok_or("no way to speak to it")?;
        let from = BufReader::new(child.stdout.take().ok_or("no way to hear it")?);
        let level = match (time, nodes) {
            (Some(time), _) => format!("level move-time={}", time.as_secs_f64()),
            (None, Some(nodes)) => format!("level nodes={nodes}"),
            (None, None) => return Err("a hub player wants time= or nodes=".to_owned()),
        };
        let mut hub = Self { child, to, from, rules: "", level };
        hub.say("hub")?;
        hub.hear("wait")?;
        Ok(hub)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.to, "{line}")
            .and_then(|()| self.to.flush())
            .map_err(|e| format!("it hears nothing: {e}"))
    }

    /// The next line that begins with this word; what comes before it is skipped, but for errors.
    fn hear(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Err(format!("the program ended without '{word}'"));
            }
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(line.trim_end().to_owned()),
                Some("error") => return Err(line.trim_end().to_owned()),
                _ => {}
            }
        }
    }

    fn prepare(&mut self, variant: &'static Variant) -> Result<(), String> {
        if self.rules != variant.name {
            let name =
                NAMES.iter().find(|(ours, _)| *ours == variant.name).map_or(variant.name, |(_, name)| name);
            self.say(&format!("set-param name=variant value={name}"))?;
            self.say("init")?;
            self.hear("ready")?;
            self.rules = variant.name;
        }
        Ok(())
    }

    /// Its move: looked up among the legal ones.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Move, String> {
        self.prepare(game.variant())?;
        let moves: Vec<_> = game.moves().iter().map(write).collect();
        let moves = moves.join(" ");
        let start = write_position(game.start());
        self.say(&format!("pos pos={start} moves=\"{moves}\""))?;
        let level = self.level.clone();
        self.say(&level)?;
        self.say("go think")?;
        let done = self.hear("done")?;
        let text = done
            .split_whitespace()
            .find_map(|word| word.strip_prefix("move="))
            .ok_or_else(|| format!("'{done}' names no move"))?;
        let wanted = numbers(text.trim_matches('"')).ok_or_else(|| format!("'{text}' is no move"))?;
        let mut legal = game.position().legal_moves().into_iter();
        legal
            .find(|m| numbers(&write(m)).as_ref() == Some(&wanted))
            .ok_or_else(|| format!("'{text}' is not legal"))
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

/// The side to move, then a letter for each square in row order.
fn write_position(position: &Position) -> String {
    let mut text = String::from(if position.turn() == Side::White { "W" } else { "B" });
    for square in 0..position.variant().geometry().squares {
        text.push(match position.piece(Square(square)) {
            None => 'e',
            Some(piece) => {
                let letter = if piece.side == Side::White { 'w' } else { 'b' };
                if piece.kind == Kind::King { letter.to_ascii_uppercase() } else { letter }
            }
        });
    }
    text
}

/// A move: its ends, then the captured squares.
fn write(m: &Move) -> String {
    let number = |square: &Square| square.row_number().to_string();
    let sign = if m.is_capture() { "x" } else { "-" };
    let squares = [m.from(), m.to()];
    squares.iter().chain(m.captured()).map(number).collect::<Vec<_>>().join(sign)
}

/// The squares of a move, the captured ones in order.
fn numbers(text: &str) -> Option<Vec<u8>> {
    let mut squares: Vec<u8> = text.split(['-', 'x']).map(|n| n.parse().ok()).collect::<Option<_>>()?;
    squares.get_mut(2..)?.sort_unstable();
    Some(squares)
}
