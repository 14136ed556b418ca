//! Talks to `damka-hub` as another program would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use damka::ai::Random;
use damka::rules::{Game, Kind, Position, Side, Square, Status, Variant};

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
        self.until_one(begin, |line| line.starts_with(begin))
    }

    /// The lines up to the news of a search of at least that depth.
    fn until_depth(&mut self, depth: u8) -> Vec<String> {
        self.until_one("depth", |line| field(line, "depth").parse().is_ok_and(|told: u8| told >= depth))
    }

    fn until_one(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut said = Vec::new();
        let end = Instant::now() + Duration::from_secs(40);
        loop {
            let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|_| panic!("no {what} after {said:?}"));
            let last = wanted(&line);
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
    talk.until_depth(1);
    talk.say("ping");
    talk.until("pong");
    talk.say("stop");
    assert!(talk.answer().contains("move="));
    talk.say("go ponder");
    talk.until_depth(1);
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

/// Lines with blanks, carriage returns, quotes, unknown arguments; captures without their victims.
#[test]
fn habits_of_programs_are_understood() {
    let mut talk = Talk::begin();
    talk.say("set-param name = variant value = \"polish64\"\r");
    talk.say("set-param name=\"tt-size\" value=\"2\"");
    talk.say("  init  ");
    assert_eq!(talk.until("ready"), ["ready"]);
    let start = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
    // c3-d4 d6-c5, and one capture with that pair of ends.
    talk.say(&format!("pos pos={start} moves=\"22-18 11-15 18x11\" colour=\"dark = brown\""));
    talk.say("level depth=4 mood=\"very good\"");
    talk.say("go");
    assert!(talk.answer().contains('x'), "a capture is due");
    talk.say(&format!("pos pos={start} moves=\"22-18 11-15 18x11x14\""));
    let said = talk.until("error message=").pop().expect("a line");
    assert!(said.contains("18x11x14 is not a legal move"), "{said}");
    talk.say("ping");
    talk.until("pong");
}

/// All kinds of `level` end a search, and in the time that they give.
#[test]
fn levels_of_all_kinds_are_kept() {
    let mut talk = Talk::begin();
    talk.set_up("brazilian");
    for (level, most) in [
        ("level depth=5", 10.0),
        ("level nodes=3000", 10.0),
        ("level move-time=0.2", 3.0),
        ("level time=3", 3.0),
        ("level time=3 moves=20", 3.0),
        ("level time=1 inc=0.1", 3.0),
        ("level moves=1 time=0.4", 3.0),
        ("level time=0", 3.0),
        ("level time=-2 inc=0", 3.0),
    ] {
        talk.say("new-game");
        talk.say("pos");
        talk.say(level);
        let begun = Instant::now();
        talk.say("go think");
        assert!(talk.answer().contains("move="), "{level}");
        assert!(begun.elapsed().as_secs_f64() < most, "{level}: {:?}", begun.elapsed());
    }
    for (level, word) in [
        ("level depth=deep", "not a number"),
        ("level time=nan", "not a number"),
        ("level move-time=", "not a number"),
        ("level mood=good", "wants"),
        ("level", "wants"),
    ] {
        talk.say(level);
        let said = talk.until("error message=").pop().expect("a line");
        assert!(said.contains(word), "{level}: {said}");
    }
    // What was refused has not changed the last one.
    talk.say("go think");
    talk.answer();
}

/// `moves=0` is no control to come: the time is for the whole rest, as where no number is given. Half of the clock, which is for
/// a last move before a control, would be 30 s.
#[test]
fn no_moves_to_go_is_the_rest_of_the_game() {
    let mut talk = Talk::begin();
    talk.set_up("brazilian");
    talk.say("pos");
    talk.say("level time=60 moves=0");
    let begun = Instant::now();
    talk.say("go think");
    assert!(talk.answer().contains("move="));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// A ponder search goes on beyond the level's limits until it is told; with the expected move they hold.
#[test]
fn pondering_ends_by_the_level_after_the_expected_move() {
    let mut talk = Talk::begin();
    talk.set_up("normal");
    for level in ["level depth=6", "level nodes=2000", "level move-time=0.1"] {
        talk.say("pos");
        talk.say(level);
        talk.say("go ponder");
        let said = talk.until_depth(8);
        assert!(!said.iter().any(|line| line.starts_with("done")), "{level}: {said:?}");
        talk.say("ponder-hit");
        assert!(talk.answer().contains("move="), "{level}");
    }
    // A level that is told while it ponders is the one that counts.
    talk.say("level infinite");
    talk.say("go ponder");
    talk.until_depth(3);
    talk.say("level move-time=0.1");
    talk.say("ponder-hit");
    talk.answer();
    // An ended game within reach: it waits all the same.
    talk.say("pos pos=WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeeeee");
    talk.say("go ponder");
    talk.until_depth(1);
    talk.say("ping");
    talk.until("pong");
    talk.say("stop");
    talk.answer();
}

/// A program that does not wait for `done` is answered all the same, each search once.
#[test]
fn what_is_said_too_early_is_done_afterwards() {
    let mut talk = Talk::begin();
    talk.set_up("normal");
    talk.say("level infinite");
    talk.say("go analyze");
    talk.until_depth(4);
    talk.say("dance");
    talk.until("error message=");
    talk.say("pos moves=32-28");
    talk.say("level depth=3");
    talk.say("go think");
    talk.answer();
    let said = talk.answer();
    assert!(
        field(&said, "move").split('-').next().is_some_and(|from| from.parse::<u8>().unwrap_or(50) <= 20),
        "{said}"
    );
}

/// After a position that can't be read there is none; a hint of the old one would be nonsense.
#[test]
fn an_unreadable_position_is_not_searched() {
    let mut talk = Talk::begin();
    talk.set_up("normal");
    talk.say("level depth=3");
    talk.say("pos moves=\"32-28 1-50\"");
    let said = talk.until("error message=").pop().expect("a line");
    assert!(said.contains("1-50"), "{said}");
    talk.say("go think");
    let said = talk.until("error message=").pop().expect("a line");
    assert!(said.contains("no position"), "{said}");
    talk.stdin.write_all(b"p\xffos pos=\xfe\n").expect("it listens");
    talk.until("error message=");
    talk.say("pos");
    talk.say("go think");
    talk.answer();
}

/// Whether a draw is claimed is for the other program to say: here the position stands for the fourth time.
#[test]
fn a_game_that_goes_on_behind_a_draw_is_searched() {
    let mut talk = Talk::begin();
    talk.set_up("normal");
    talk.say("level depth=3");
    let letter = |square| match square {
        1 => 'B',
        6 | 16 => 'b',
        35 | 36 => 'w',
        48 => 'W',
        _ => 'e',
    };
    let letters: String = (1..=50).map(letter).collect();
    let moves = "48-42 1-7 42-48 7-1 ".repeat(3);
    talk.say(&format!("pos pos=W{letters} moves=\"{moves}\""));
    talk.say("go think");
    let said = talk.until("done ");
    assert!(!said.iter().any(|line| line.starts_with("error")), "{said:?}");
}

/// Who hangs up ends the program, even in a search without an end.
#[test]
fn it_ends_with_its_input() {
    for (level, go) in
        [("level infinite", "go analyze"), ("level move-time=60", "go ponder"), ("level depth=4", "go think")]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damka-hub"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        write!(stdin, "hub\ninit\npos\n{level}\n{go}\n").expect("it listens");
        drop(stdin);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().expect("an output"), &mut said).expect("text");
        assert!(said.contains("done move="), "{said}");
        assert!(child.wait().expect("it ends").success());
    }
}

/// A position as the protocol writes it.
fn letters(position: &Position) -> String {
    let squares = position.variant().geometry().squares;
    let letter = |square| match position.piece(Square(square)) {
        None => 'e',
        Some(piece) => match (piece.side, piece.kind) {
            (Side::White, Kind::Man) => 'w',
            (Side::White, Kind::King) => 'W',
            (Side::Black, Kind::Man) => 'b',
            (Side::Black, Kind::King) => 'B',
        },
    };
    let turn = if position.turn() == Side::White { 'W' } else { 'B' };
    std::iter::once(turn).chain((0..squares).map(letter)).collect()
}

/// What programs say that we do not know, or that is wrong: each is answered with an error and changes nothing.
const NOISE: [&str; 10] = [
    "dance",
    "level",
    "level depth=deep",
    "level move-time=",
    "level mood=good",
    "set-param name=tt-size value=0",
    "set-param name=variant value=chess",
    "set-param name=book value=true",
    "set-param",
    "\"a b",
];

/// Orders a search of some kind and sees to its end; whether its time was `short` by the level, and whether a `pong` is to come.
fn order(talk: &mut Talk, random: &mut Random, short: Duration) -> (bool, bool) {
    let seconds = short.as_secs_f64();
    let whole = 30.0 * seconds;
    let (mut timed, mut asked) = (false, false);
    match random.below(10) {
        0 => {
            talk.say("level infinite");
            talk.say("go think");
            std::thread::sleep(short);
            talk.say("stop");
        }
        1 => {
            talk.say(&format!("level move-time={seconds}"));
            talk.say("go ponder");
            std::thread::sleep(short);
            talk.say(if random.below(2) == 0 { "ponder-hit" } else { "stop" });
        }
        2 => {
            talk.say("go analyze");
            talk.say("ping");
            talk.say("stop");
            asked = true;
        }
        3 => {
            talk.say(&format!("level depth={}", 1 + random.below(7)));
            talk.say("go think");
        }
        4 => {
            talk.say(&format!("level nodes={}", 1 + random.below(20_000)));
            talk.say("go");
        }
        5 => {
            let moves = random.below(40);
            talk.say(&format!("level moves={moves} time={whole} inc={}", seconds / 10.0));
            talk.say("go think");
        }
        6 => {
            talk.say(&format!("level time={whole} inc={seconds} depth=30"));
            talk.say("go think");
        }
        7 => {
            // Both at once: whichever is there first.
            talk.say(&format!("level nodes=3000 move-time={seconds}"));
            talk.say("go think");
            talk.say("ping");
            asked = true;
        }
        _ => {
            talk.say(&format!("level move-time={seconds}"));
            talk.say("go think");
            timed = true;
        }
    }
    (timed, asked)
}

/// So many answers in odd orders of commands, all variants in turn, with 5 to 20 ms a move: each is legal, and each `go` has one.
/// Returns the longest time over a `move-time`, as we see it.
fn soak(answers: usize, seed: u64) -> Duration {
    let mut random = Random::new(seed);
    let mut talk = Talk::begin();
    let mut late = Duration::ZERO;
    let (mut given, mut round) = (0, 0);
    while given < answers {
        let names = ["normal", "brazilian", "polish64", "russian", "frisian", "frysk", "losing", "bt"];
        let rules = ["international", "brazilian", "polish64", "russian", "frisian", "frysk"];
        let name = names[round % names.len()];
        let rules = match name {
            "losing" => "antidraughts",
            "bt" => "breakthrough",
            _ => rules[round % names.len()],
        };
        round += 1;
        talk.set_up(name);
        let mut game = Game::new(Variant::named(rules).expect("known"));
        // From where the position was told, and the moves since.
        let (mut from, mut moves) = (letters(game.position()), Vec::new());
        while game.status() == Status::Ongoing && moves.len() < 150 {
            if random.below(6) == 0 {
                talk.say(NOISE[random.below(NOISE.len() as u64) as usize]);
                talk.until("error message=");
            }
            match random.below(12) {
                0 => talk.say("new-game"),
                1 => {
                    talk.say("ping");
                    talk.until("pong");
                }
                2 => talk.say("stop"),
                3 => talk.say("ponder-hit"),
                4 => talk.say(""),
                // A position does not tell which king has moved how often, which Frisian moves hang on.
                5 if !name.starts_with("fr") => {
                    (from, moves) = (letters(game.position()), Vec::new());
                }
                _ => {}
            }
            talk.say(&format!("pos pos={from} moves=\"{}\"", moves.join(" ")));
            let milliseconds = 5 + random.below(16);
            let short = Duration::from_millis(milliseconds);
            let ordered = Instant::now();
            let (timed, asked) = order(&mut talk, &mut random, short);
            // A search may be over before it is asked whether we are there.
            let (mut said, mut there) = (String::new(), !asked);
            while said.is_empty() || !there {
                let line = talk.until("").pop().expect("a line");
                there |= line == "pong";
                if line.starts_with("done ") {
                    assert!(said.is_empty(), "{line} after {said}");
                    said = line;
                }
            }
            if timed {
                late = late.max(ordered.elapsed().saturating_sub(short));
            }
            let chosen = field(&said, "move");
            let legal = game.position().legal_moves();
            let played = legal.iter().find(|m| written(m) == chosen);
            let played = played.unwrap_or_else(|| panic!("{name}: {said} after {from} {moves:?}"));
            game.play(played).expect("legal");
            let reply = field(&said, "ponder");
            let replies = game.position().legal_moves();
            assert!(reply.is_empty() || replies.iter().any(|m| written(m) == reply), "{said}");
            moves.push(chosen.to_owned());
            given += 1;
        }
    }
    // No answer is left over.
    talk.say("ping");
    let said = talk.until("pong");
    assert!(!said.iter().any(|line| line.starts_with("done")), "{said:?}");
    late
}

#[test]
fn odd_orders_of_commands_have_one_legal_answer_each() {
    let late = soak(240, 1);
    assert!(late < Duration::from_secs(2), "{late:?} over the time");
}

/// The same for minutes (`cargo test --release --test hub -- --ignored --nocapture`).
#[test]
#[ignore = "takes minutes"]
fn thousands_of_answers_are_legal_and_in_time() {
    for seed in 2..6 {
        println!("seed {seed}: at most {:?} over the time", soak(4_000, seed));
    }
}
