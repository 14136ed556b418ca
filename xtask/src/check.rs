//! `cargo xtask test`: everything that must hold before a change is merged, in the order of how soon it tells.
use crate::{again, site, tools};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use xtask::browsers;
use xtask::run::{Outcome, cargo, io_fault, run};

/// What is left out.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    /// No documents, no site, no browser.
    pub(crate) quick: bool,
    /// No browser.
    pub(crate) no_browser: bool,
}

type Work = fn() -> Outcome;

/// The features of the three programs that [`site`] builds; each is linted, since what one leaves out the others may miss.
const PROGRAMS: [&[&str]; 3] = [
    &["--no-default-features", "--features", "lean"],
    &["--features", "lean"],
    &["--no-default-features", "--features", "thinker,rooms"],
];

const ALWAYS: [(&str, Work); 6] = [
    ("toolchain", tools::toolchain),
    ("formatting", || run(cargo().args(["fmt", "--all", "--check"]))),
    ("clippy, native", || run(with_warnings(cargo().args(["clippy", "--workspace", "--all-targets"])))),
    ("clippy, wasm32", || PROGRAMS.iter().try_for_each(|features| lint_program(features))),
    ("tests", || tests(&["--lib", "--bins", "--tests", "--examples"])),
    ("doc-tests", || tests(&["--doc"])),
];

const FULL: [(&str, Work); 4] = [
    ("documents, native", || run(docs(cargo().args(["doc", "--workspace", "--no-deps", "--lib"])))),
    ("documents, wasm32", || {
        run(docs(cargo().args(["doc", "--package", "damka", "--no-deps", "--lib", "--target", tools::WASM])))
    }),
    ("site", site::build),
    ("size", site::sizes),
];

const BROWSER: (&str, Work) = ("browser", browser);

/// Runs the steps, stops at the first that fails, and ends by a summary.
pub(crate) fn test(scope: Scope) -> Outcome {
    let mut steps = ALWAYS.to_vec();
    if !scope.quick {
        steps.extend(FULL);
        if !scope.no_browser {
            steps.push(BROWSER);
        }
    }
    let mut times: Vec<(&str, Duration)> = Vec::new();
    for (name, work) in steps {
        println!("▸ {name}");
        let start = Instant::now();
        let outcome = work();
        times.push((name, start.elapsed()));
        if let Err(fault) = outcome {
            summary(&times, false);
            return Err(format!("Step \"{name}\" failed. {fault}"));
        }
    }
    summary(&times, true);
    println!(
        "All is well{}.",
        match (scope.quick, scope.no_browser) {
            (true, _) => ", as far as the quick steps go",
            (_, true) => "; the browser was left out",
            _ => "",
        }
    );
    Ok(())
}

fn summary(times: &[(&str, Duration)], well: bool) {
    println!();
    for (i, (name, time)) in times.iter().enumerate() {
        let sign = if well || i + 1 < times.len() { "✓" } else { "✗" };
        println!("{sign} {name:<20} {:>7.1} s", time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("  {:<20} {:>7.1} s", "in all", all.as_secs_f64());
}

fn lint_program(features: &[&str]) -> Outcome {
    let what = ["clippy", "--package", "damka", "--lib", "--bin", "damka-web", "--target", tools::WASM];
    run(with_warnings(cargo().args(what).args(features)))
}

/// Warnings are errors.
fn with_warnings(command: &mut Command) -> &mut Command {
    command.args(["--", "--deny", "warnings"])
}

fn docs(command: &mut Command) -> &mut Command {
    command.env("RUSTDOCFLAGS", "--deny warnings")
}

/// `cargo test` of all but the browser, which needs the site.
fn tests(what: &[&str]) -> Outcome {
    run(cargo().args(["test", "--workspace", "--exclude", "damka-browser-tests"]).args(what))
}

fn browser() -> Outcome {
    let found = browsers::ensure_chromium()?;
    println!("  {}", found.browser.display());
    again::run(|| {
        let mut command = cargo();
        // DAMKA_DIST says that the site must be there: the scenarios fail where they would be skipped without it.
        command.args(["test", "--package", "damka-browser-tests"]).env("DAMKA_DIST", site::dist());
        command
    })
}

/// Takes the pictures; `readme` puts one of them into the documents.
pub(crate) fn screenshots(to: &Path, readme: bool) -> Outcome {
    site::build()?;
    browsers::ensure_chromium()?;
    let to = xtask::root().join(to);
    fs::create_dir_all(&to).map_err(io_fault(to.display()))?;
    run(cargo()
        .args(["test", "--package", "damka-browser-tests", "--test", "screenshots"])
        .env("DAMKA_DIST", site::dist())
        .env("DAMKA_SHOTS", &to))?;
    if readme {
        let picture = to.join("route-1440x900-en-light.png");
        fs::copy(&picture, xtask::root().join("docs/board.png")).map_err(io_fault(picture.display()))?;
    }
    println!("The pictures are in {}.", to.display());
    Ok(())
}
