//! `cargo xtask`: the project's tasks. `cargo xtask help` lists them.
use clap::{Parser, Subcommand};
use std::process::{Command, ExitCode, Stdio};
use std::{env, io};
use xtask::run::{Outcome, cargo, on_path, run, step};
use xtask::serve::Server;

mod again;
mod check;
mod icons;
mod quality;
mod sheets;
mod shrink;
mod site;
mod tools;
mod wasm_opt;

/// The port of `play` where none is asked for, and how many after it are tried.
const PORT: u16 = 8080;
const TRIES: u16 = 20;

/// The tasks of Damka.
#[derive(Parser)]
#[command(name = "cargo xtask", version)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing, build the release, serve it on this machine and open it
    Play {
        /// Serve on this port (without it: 8080, or the next free one)
        #[arg(long)]
        port: Option<u16>,
        /// Do not open a browser
        #[arg(long)]
        no_open: bool,
    },
    /// Build the static site in dist/, ready for any path of any static host
    Dist,
    /// Check everything: formatting, clippy, tests, documents, size, browser
    Test {
        /// Leave out documents, site and browser: for the inner loop
        #[arg(long)]
        quick: bool,
        /// Leave out the browser
        #[arg(long)]
        no_browser: bool,
    },
    /// Take pictures of every screen at five sizes, in two languages, light and dark, for you to look at
    Screenshots {
        /// The folder for them
        #[arg(long, default_value = "target/screenshots")]
        to: std::path::PathBuf,
        /// Put the picture of the README in its place, too
        #[arg(long)]
        readme: bool,
    },
    /// Have axe-core look at every screen, light and dark, on every board (needs Node with npm)
    Axe,
    /// Have Lighthouse judge the start page as on a telephone (needs Node with npm)
    Lighthouse {
        /// How often; the middle one of each figure counts
        #[arg(long, default_value_t = 3)]
        runs: usize,
    },
    /// Draw the icons of the installed program anew from www/img/icon.svg
    Icons,
    /// Train the opponent's weights for a rule set by self-play, with fixed seeds; what follows `--` goes to `damka train`
    ///
    /// How long it takes and what it gained stands in docs/ENGINE.md. Broken off it goes on where it was: games are kept in
    /// target/train.
    Train {
        /// The rule set, as in polish64; `general` for the evaluation of those without weights
        #[arg(long)]
        rules: String,
        /// The file to write at the end (without it: www/data/RULES.weights, src/ai/tuned.rs for `general`)
        #[arg(long)]
        out: Option<std::path::PathBuf>,
        /// More for `damka train`: --generations, --begin-with, --seed, --threads ...
        #[arg(last = true)]
        more: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Args::parse().task {
        Task::Play { port, no_open } => play(port, no_open),
        Task::Dist => site::build().and_then(|()| site::sizes()).map(|()| println!("The site is in dist/.")),
        Task::Test { quick, no_browser } => check::test(check::Scope { quick, no_browser }),
        Task::Screenshots { to, readme } => check::screenshots(&to, readme),
        Task::Axe => quality::axe(),
        Task::Lighthouse { runs } => quality::lighthouse(runs),
        Task::Icons => icons::draw(),
        Task::Train { rules, out, more } => train(&rules, out, &more),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("\n{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the native tool and lets it train. A run that was broken off goes on where it was.
fn train(rules: &str, out: Option<std::path::PathBuf>, more: &[String]) -> Outcome {
    let general = rules == "general";
    let own = if general { "src/ai/tuned.rs".to_owned() } else { format!("www/data/{rules}.weights") };
    let out = out.unwrap_or_else(|| xtask::root().join(own));
    run(cargo()
        .args(["run", "--release", "--bin", "damka", "--", "train", "--rules", rules, "--out"])
        .arg(&out)
        .args(more))?;
    if general { run(cargo().args(["fmt", "--all"])) } else { Ok(()) }
}

fn play(port: Option<u16>, no_open: bool) -> Outcome {
    // Before the build: a taken port is told at once, not after minutes. The listener waits meanwhile.
    let server = serve(port)?;
    site::build()?;
    let url = server.url();
    println!("\nDamka is at {url} (Ctrl-C ends it)");
    if !no_open {
        match opener(&url) {
            Some(command) => step("Opening a browser", || open(command)).or_else(|fault| {
                println!("  {fault}");
                Ok::<(), String>(())
            })?,
            None => println!("No browser to open here: open the address yourself."),
        }
    }
    server.wait();
    Ok(())
}

/// The server on the port asked for; on the usual one or the next that is free where none was.
fn serve(port: Option<u16>) -> Outcome<Server> {
    let start = |port| Server::start(&site::dist(), "/", port);
    if let Some(port) = port {
        return start(port).map_err(|e| match e.kind() {
            io::ErrorKind::AddrInUse => {
                format!("Port {port} is taken: choose another, as in `--port {}`.", next(port))
            }
            io::ErrorKind::PermissionDenied => {
                format!("Port {port} may not be opened by you: choose one over 1023, as in `--port {PORT}`.")
            }
            _ => format!("Port {port} cannot be opened: {e}."),
        });
    }
    for port in PORT..PORT + TRIES {
        if let Ok(server) = start(port) {
            if port != PORT {
                println!("Port {PORT} is taken, so this is {port} (`--port` chooses another).");
            }
            return Ok(server);
        }
    }
    Err(format!("Ports {PORT} to {} are all taken: choose another with `--port`.", PORT + TRIES - 1))
}

fn next(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(PORT)
}

/// What opens an address on this machine, if it has a screen.
fn opener(url: &str) -> Option<Command> {
    let (program, before): (_, &[&str]) = if cfg!(windows) {
        // The empty word is the title of a window that `start` would else take the address for.
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        let screen = ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|v| !v.is_empty()));
        on_path("xdg-open").filter(|_| screen)?;
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    Some(command)
}

/// Starts it without waiting: some openers live as long as the browser.
fn open(mut command: Command) -> Outcome {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
        .spawn()
        .map(drop)
        .map_err(|e| format!("No browser could be opened ({e}): open the address yourself."))
}
