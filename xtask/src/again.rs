//! The browser's scenarios, those that failed once more: a browser on a machine that others use loses a scenario now and then
//! that nothing is wrong with, and a failure nobody can repeat helps nobody. What fails twice has failed; what passes the
//! second time is told as unsteady, at the very end, so that somebody looks into it.
use std::collections::BTreeSet;
use std::process::Command;
use xtask::run::{Outcome, run_noting};

/// More failures than that are no accident.
const AT_MOST: usize = 3;

/// What failed, by the output of `cargo test --no-fail-fast`.
#[derive(Debug, Default, PartialEq)]
struct Failed {
    /// The programs that failed, as cargo wants them named (`puzzles` of `tests/puzzles.rs`).
    programs: BTreeSet<String>,
    /// The tests that failed, in whichever of these programs.
    tests: BTreeSet<String>,
}

/// The two kinds of lines that [`Failed`] is read from, and how many passed.
fn tells(line: &str) -> bool {
    failed_test(line).is_some() || failed_program(line).is_some() || passed(line).is_some()
}

fn failed_test(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

fn failed_program(line: &str) -> Option<&str> {
    // `-p damka-browser-tests --test puzzles`, in backquotes
    line.trim().strip_prefix("`-p ")?.strip_suffix('`')?.split_once(" --test ").map(|(_, program)| program)
}

fn passed(line: &str) -> Option<usize> {
    line.strip_prefix("test result: ")?.split_once(". ")?.1.split_once(" passed")?.0.parse().ok()
}

impl Failed {
    fn read(lines: &[String]) -> Self {
        let all = |find: fn(&str) -> Option<&str>| {
            lines.iter().filter_map(|line| find(line)).map(str::to_owned).collect()
        };
        Self { programs: all(failed_program), tests: all(failed_test) }
    }

    /// A few tests that said so themselves: not a program that does not build or that died.
    fn may_be_an_accident(&self) -> bool {
        !self.programs.is_empty() && self.tests.len() >= self.programs.len() && self.tests.len() <= AT_MOST
    }

    fn names(&self) -> String {
        self.tests.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Runs all, then once more what failed. `command` is `cargo test` up to what it is to run.
///
/// # Errors
/// More than a few failed, or one failed twice.
pub(crate) fn run(command: impl Fn() -> Command) -> Outcome {
    // All that fails is told, not only what fails first; and what was measured.
    let (lines, outcome) = run_noting(command().args(["--no-fail-fast", "--", "--show-output"]), tells);
    let Err(failure) = outcome else { return Ok(()) };
    let failed = Failed::read(&lines);
    if !failed.may_be_an_accident() {
        return Err(format!("{} Failed: {}.", failure.sentence, failed.names()));
    }
    println!("▸ once more: {}", failed.names());
    let mut well = 0;
    for program in &failed.programs {
        let mut once_more = command();
        once_more.args(["--test", program, "--", "--show-output", "--exact"]).args(&failed.tests);
        let (lines, outcome) = run_noting(&mut once_more, tells);
        outcome.map_err(|failure| {
            format!("{} It failed twice: {}.", failure.sentence, Failed::read(&lines).names())
        })?;
        well += lines.iter().filter_map(|line| passed(line)).sum::<usize>();
    }
    if well < failed.tests.len() {
        return Err(format!("{} Failed, and not found again: {}.", failure.sentence, failed.names()));
    }
    println!(
        "! UNSTEADY: failed once and passed when run again: {}. Its output stands above.",
        failed.names()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(output: &str) -> Failed {
        let lines: Vec<String> = output.lines().filter(|line| tells(line)).map(str::to_owned).collect();
        Failed::read(&lines)
    }

    #[test]
    fn what_failed_is_read_from_the_output() {
        let failed = read(
            "test a_man_moves ... ok\ntest a_clock_ticks ... FAILED\ntest result: FAILED. 11 passed; 1 failed; 0 ignored\n\
             error: 1 target failed:\n    `-p damka-browser-tests --test puzzles`",
        );
        assert_eq!(failed.programs, BTreeSet::from(["puzzles".to_owned()]));
        assert_eq!(failed.tests, BTreeSet::from(["a_clock_ticks".to_owned()]));
        assert!(failed.may_be_an_accident());
        assert_eq!(passed("test result: FAILED. 11 passed; 1 failed; 0 ignored"), Some(11));
        assert_eq!(passed("test result: ok. 2 passed; 0 failed"), Some(2));
    }

    #[test]
    fn a_program_that_dies_or_does_not_build_is_no_accident() {
        assert!(!read("error: could not compile `damka-browser-tests`").may_be_an_accident());
        assert!(
            !read("error: 1 target failed:\n    `-p damka-browser-tests --test puzzles`")
                .may_be_an_accident()
        );
        let many =
            "test a ... FAILED\ntest b ... FAILED\ntest c ... FAILED\ntest d ... FAILED\n    `-p x --test y`";
        assert!(!read(many).may_be_an_accident());
    }
}
