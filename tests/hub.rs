//! Talks to `damka-hub` as another program would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use damka::rules::{Game, Status, Variant};

struct Talk {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn begin() -> Self {
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data");
        let mut child = Command::new(env!("CARGO_BIN_EXE_damka-hub"))
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("an input");
        let stdout = child.stdout.take().expect("an output");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        let mut talk = Self { child, stdin, lines };
        talk.say("hub");
        let said = talk.until("wait");
        assert!(said.iter().any(|line| line.starts_with("id name=Damka ")), "{said:?}");
        assert!(said.iter().any(|line| line.contains("name=variant")), "{said:?}");
        talk
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("it listens");
    }

    /// The lines up to one that begins like that, this one last.
    fn until(&mut self, begin: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(20));
            let line = line.unwrap_or_else(|_| panic!("no {begin} after {said:?}"));
            let last = line.starts_with(begin);
            said.push(line);
            if last {
                return said;
            }
        }
    }

    fn set_up(&mut self, variant: &str) {
        self.say(&format!("set-param name=variant value={variant}"));
        self.say("init");
        let said = self.until("ready");
        assert_eq!(said, ["ready"], "weights and tables are there");
    }

    fn answer(&mut self) -> String {
        self.until("done ").pop().expect("a line")
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn field<'a>(line: &'a str, name: &str) -> &'a str {
    line.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')).unwrap_or_default()
}

/// A move as the protocol writes it.
fn written(m: &damka::rules::Move) -> String {
    let mut captured: Vec<u8> = m.captured().iter().map(|s| s.row_number()).collect();
    captured.sort_unstable();
    let sign = if m.is_capture() { "x" } else { "-" };
    let squares = [m.from().row_number(), m.to().row_number()].into_iter().chain(captured);
    squares.map(|n| n.to_string()).collect::<Vec<_>>().join(sign)
}

/// A game against itself in each variant: each answer is legal, and so is the reply that it expects.
#[test]
fn it_plays_games_by_the_protocol() {
    for (name, rules, start) in [
        ("normal", "international", format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20))),
        ("brazilian", "brazilian", format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12))),
        ("polish64", "polish64", format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12))),
    ] {
        let mut talk = Talk::begin();
        talk.set_up(name);
        talk.say("level nodes=2000");
        let mut game = Game::new(Variant::named(rules).expect("known"));
        let mut moves = Vec::new();
        let mut captures = 0;
        while game.status() == Status::Ongoing && moves.len() < 120 {
            talk.say(&format!("pos pos={start} moves=\"{}\"", moves.join(" ")));
            talk.say("go think");
            let said = talk.answer();
            let chosen = field(&said, "move").to_owned();
            let legal = game.position().legal_moves();
            let played = legal.iter().find(|m| written(m) == chosen).unwrap_or_else(|| panic!("{said}"));
            captures += usize::from(played.is_capture());
            game.play(played).expect("legal");
            let reply = field(&said, "ponder");
            let replies = game.position().legal_moves();
            assert!(reply.is_empty() || replies.iter().any(|m| written(m) == reply), "{said}");
            moves.push(chosen);
        }
        assert!(moves.len() > 30 && captures > 5, "{name}: {moves:?}");
    }
}

#[test]
fn it_listens_while_it_thinks() {
    let mut talk = Talk::begin();
    talk.set_up("normal");
    talk.say("pos");
    talk.say("level infinite");
    talk.say("go analyze");
    talk.until("info depth=");
    talk.say("ping");
    talk.until("pong");
    talk.say("stop");
    assert!(talk.answer().contains("move="));
    talk.say("go ponder");
    talk.until("info depth=");
    talk.say("level move-time=0.1");
    talk.say("stop");
    talk.answer();
    talk.say("level move-time=0.1");
    talk.say("go think");
    talk.answer();
    talk.say("quit");
    let left = talk.child.wait().expect("it ends");
    assert!(left.success());
}

#[test]
fn nonsense_is_answered_with_its_error() {
    let mut talk = Talk::begin();
    talk.set_up("polish64");
    for (line, word) in [
        ("pos pos=Weee", "squares"),
        ("pos pos=Xeee", "who is to move"),
        ("pos moves=\"1-2\"", "not a legal move"),
        ("set-param name=variant value=chess", "no variant"),
        ("dance", "no command"),
    ] {
        talk.say(line);
        let said = talk.until("error message=").pop().expect("a line");
        assert!(said.contains(word), "{line}: {said}");
    }
    talk.say("pos pos=WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    talk.say("level depth=3");
    talk.say("go think");
    talk.answer();
}
