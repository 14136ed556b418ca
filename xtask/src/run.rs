//! Running programs: steps with times, output that is passed on as it comes, and faults as one clear sentence.
use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The answer of a task; the error is a sentence for a person, saying what to do.
pub type Outcome<T = ()> = Result<T, String>;

/// So many last lines of a program are kept to find the reason of its failure in.
const KEPT_LINES: usize = 200;

/// What a line of some program's output tells us, in words for a person.
const REASONS: [(&[&str], &str); 5] = [
    (
        &["no space left on device", "os error 28", "there is not enough space on the disk"],
        "The disk is full: free about 3 GB, then run the same command again.",
    ),
    (
        &[
            "could not resolve host",
            "couldn't resolve host",
            "dns error",
            "name resolution",
            "failed to download",
            "unable to download",
            "could not connect to",
            "couldn't connect to",
            "network is unreachable",
            "error sending request",
            "spurious network error",
            "unable to fetch",
            "--offline was specified",
        ],
        "The network did not answer: connect this machine (or set its proxy) and run the same command again. \
         What has arrived already is kept.",
    ),
    (
        &["requires rustc", "is not supported by the following package", "may not be used on the stable"],
        "The Rust toolchain is too old: run `rustup toolchain install` here (rust-toolchain.toml names the version).",
    ),
    (
        &["is not installed for the toolchain", "toolchain is not installed", "' is not installed"],
        "A part of the Rust toolchain is missing: run `rustup toolchain install` here, then the same command again.",
    ),
    (
        &["read-only file system", "permission denied (os error 13)"],
        "This directory or the cache may not be written to: make it writable, or work in a copy of your own.",
    ),
];

/// Does one step: says what, and then how long it took.
///
/// # Errors
/// That of the step.
pub fn step<T>(what: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    println!("▸ {what}");
    let start = Instant::now();
    let outcome = work();
    let sign = if outcome.is_ok() { "✓" } else { "✗" };
    println!("{sign} {what}: {:.1} s", start.elapsed().as_secs_f64());
    outcome
}

/// `cargo`, the one that started us.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::root());
    if io::stderr().is_terminal() {
        // The output goes through our hands, which would cost it its colours.
        command.env("CARGO_TERM_COLOR", "always");
    }
    command
}

/// The failure of a program.
#[derive(Debug)]
pub struct Failure {
    /// For a person: the reason where the output tells it, and what failed.
    pub sentence: String,
    /// The last lines of its output, in lower case.
    pub lines: Vec<String>,
}

/// Runs a program to its end, passing its output on.
///
/// # Errors
/// It cannot be started or it fails; the sentence gives the reason where its output tells it.
pub fn run(command: &mut Command) -> Outcome {
    run_kept(command).map_err(|failure| failure.sentence)
}

/// As [`run`], for callers who want to look into the failure.
///
/// # Errors
/// It cannot be started or it fails.
pub fn run_kept(command: &mut Command) -> Result<(), Failure> {
    run_noting(command, |_| false).1
}

/// As [`run_kept`]; and all lines that are worth it, in the order in which each of its two streams had them, however it ended.
pub fn run_noting(command: &mut Command, worth: fn(&str) -> bool) -> (Vec<String>, Result<(), Failure>) {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let outcome = run_passing(command, worth, &noted);
    let noted = std::mem::take(&mut *noted.lock().unwrap_or_else(PoisonError::into_inner));
    (noted, outcome)
}

fn run_passing(
    command: &mut Command,
    worth: fn(&str) -> bool,
    noted: &Arc<Mutex<Vec<String>>>,
) -> Result<(), Failure> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Other people's stack traces help nobody here.
    command.env("RUST_BACKTRACE", "0");
    let silent = |sentence| Failure { sentence, lines: Vec::new() };
    let mut child = command.spawn().map_err(|e| {
        silent(match e.kind() {
            io::ErrorKind::NotFound => {
                format!("`{name}` is not on this machine: install it and run the same command again.")
            }
            _ => format!("`{name}` cannot be started: {e}."),
        })
    })?;
    let kept = Arc::new(Mutex::new(VecDeque::new()));
    let keep = |kept: &Arc<Mutex<VecDeque<String>>>| {
        let (kept, noted) = (Arc::clone(kept), Arc::clone(noted));
        move |line: &str| {
            if worth(line) {
                noted.lock().unwrap_or_else(PoisonError::into_inner).push(line.trim_end().to_owned());
            }
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == KEPT_LINES {
                kept.pop_front();
            }
            kept.push_back(line.to_lowercase());
        }
    };
    let readers = [
        child.stdout.take().map(|pipe| pass_on(pipe, io::stdout(), keep(&kept))),
        child.stderr.take().map(|pipe| pass_on(pipe, io::stderr(), keep(&kept))),
    ];
    let status = child.wait().map_err(|e| silent(format!("`{name}` was lost: {e}.")))?;
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    if status.success() {
        return Ok(());
    }
    let lines: Vec<String> = kept.lock().unwrap_or_else(PoisonError::into_inner).drain(..).collect();
    let short = PathBuf::from(&name).file_name().map_or(name.clone(), |n| n.to_string_lossy().into_owned());
    let args: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
    let failed = format!("`{short} {}` failed ({status}).", args.join(" "));
    let sentence = match reason(&lines) {
        Some(reason) => format!("{reason}\n({failed})"),
        None => failed,
    };
    Err(Failure { sentence, lines })
}

/// Copies a program's output line by line and shows each to `keep`.
fn pass_on(
    pipe: impl Read + Send + 'static,
    mut out: impl Write + Send + 'static,
    keep: impl Fn(&str) + Send + 'static,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            // Our own reader may be gone (a closed pipe); the program's failure still counts.
            let _ = out.write_all(&line).and_then(|()| out.flush());
            keep(&String::from_utf8_lossy(&line));
            line.clear();
        }
    })
}

/// The sentence for the first known fault among lines in lower case.
fn reason(lines: &[String]) -> Option<&'static str> {
    let seen = |signs: &[&str]| lines.iter().any(|line| signs.iter().any(|sign| line.contains(sign)));
    REASONS.iter().find(|(signs, _)| seen(signs)).map(|(_, sentence)| *sentence)
}

/// What a program prints, without the white space around; `None` when it is absent or fails.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The place of a program on the PATH.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(&name)).find(|file| file.is_file())
}

/// Whether this machine's administrator runs us.
pub fn is_root() -> bool {
    output_of(Command::new("id").arg("-u")).as_deref() == Some("0")
}

/// How we may install packages ourselves, if at all: as root directly, else by a `sudo` that asks nothing.
fn apt_get() -> Option<Command> {
    on_path("apt-get")?;
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        output_of(Command::new("sudo").args(["-n", "true"]))?;
        let mut command = Command::new("sudo");
        command.args(["-n", "apt-get"]);
        command
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Some(command)
}

/// Installs packages of Debian or Ubuntu; `false` where this machine has another way or does not let us.
///
/// # Errors
/// The packages cannot be fetched or installed.
pub fn apt_install(packages: &[&str]) -> Outcome<bool> {
    let (Some(mut update), Some(mut install)) = (apt_get(), apt_get()) else { return Ok(false) };
    run(update.args(["update", "--quiet"]))?;
    run(install.args(["install", "--yes", "--quiet"]).args(packages))?;
    Ok(true)
}

/// A sentence for a failed reading or writing of `what`.
pub fn io_fault(what: impl std::fmt::Display) -> impl FnOnce(io::Error) -> String {
    move |e| match e.kind() {
        io::ErrorKind::StorageFull => REASONS[0].1.to_owned(),
        _ => format!("{what}: {e}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_by_its_reason() {
        let told = |line: &str| reason(&["error".to_owned(), line.to_owned()]).unwrap_or_default();
        assert!(told("note: no space left on device (os error 28)").starts_with("The disk is full"));
        assert!(told("curl: could not resolve host: x").starts_with("The network"));
        assert_eq!(told("error[e0308]: mismatched types"), "");
    }

    #[test]
    fn an_absent_program_is_a_sentence() {
        let fault = run(&mut Command::new("no-such-program-of-damka")).expect_err("there is none");
        assert!(fault.contains("is not on this machine"), "{fault}");
    }
}
