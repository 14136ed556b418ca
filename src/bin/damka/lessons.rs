//! `damka lessons`: finds the proofs of the lessons' tasks.

use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;
use damka::ai::endgame;
use damka::app::learn::course::{Board, Course};
use damka::app::learn::player::{Act, Player, Stage};
use damka::app::learn::proof::Proofs;
use damka::app::learn::prove::Prover;
use damka::app::learn::words::Words;
use damka::app::strings::{Lang, Texts};
use damka::rules::variant::POLISH_64;

/// What to prove, and how thoroughly.
#[derive(Args)]
pub(super) struct Options {
    /// The course.
    #[arg(long, default_value = "www/lessons/course.json")]
    course: String,
    /// Nodes for each move that the endgame tables don't know.
    #[arg(long, default_value_t = 60_000)]
    nodes: u64,
    /// Endgame tables of so many pieces: 3 take a moment, 4 some ten seconds.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=4))]
    pieces: u32,
    /// Only lessons whose key begins so; nothing is written then.
    #[arg(long)]
    only: Option<String>,
    /// Print what the lessons say in this language, as they say it on the board; nothing is proven then.
    #[arg(long, value_parser = ["pl", "en"])]
    print: Option<String>,
    /// Write the proofs to this file.
    #[arg(long)]
    out: Option<String>,
}

/// Proves every task; tells of each that is no good, and of their number.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let text = std::fs::read_to_string(&options.course).map_err(|e| format!("{}: {e}", options.course))?;
    let course = Course::read(&text).ok_or_else(|| format!("{}: this is no course", options.course))?;
    if let Some(code) = &options.print {
        return print(&course, code, &options.course);
    }
    let mut prover = Prover::new(options.nodes, endgame::solve(&POLISH_64, options.pieces).map(Arc::new));
    let (mut file, mut faults, mut proven) = (String::from("{\"version\":1"), 0, 0);
    for board in Board::ALL {
        let wanted = |id: &str| options.only.as_deref().is_none_or(|only| id.starts_with(only));
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board) && wanted(&lesson.id)) {
            if let Err(fault) = lesson.steps(board) {
                println!("{}/{fault}", board.key());
                faults += 1;
            }
            let tasks = match course.tasks(lesson, board) {
                Ok(tasks) => tasks,
                Err(fault) => {
                    println!("{fault}");
                    faults += 1;
                    continue;
                }
            };
            for (key, task) in tasks.into_iter().filter(|(key, _)| key.lesson == lesson.id) {
                match prover.prove(&task) {
                    Ok(Some(proof)) => {
                        proven += 1;
                        let _ = write!(file, ",\n\"{key}\":{}", proof.write(&task.start));
                    }
                    Ok(None) => {}
                    Err(fault) => {
                        println!("{key}: {fault}");
                        faults += 1;
                    }
                }
            }
        }
    }
    file.push_str("\n}\n");
    println!("{proven} tasks are proven, {faults} faults");
    if faults > 0 {
        return Err("the course is not whole".to_owned());
    }
    if let Some(path) = options.out.as_ref().filter(|_| options.only.is_none()) {
        std::fs::write(path, file).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(())
}

/// Prints every sentence of every lesson where it is said, for those who write and translate them.
fn print(course: &Course, code: &str, path: &str) -> Result<(), String> {
    let beside = |name: &str| {
        let file = std::path::Path::new(path).with_file_name(name);
        std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))
    };
    let lang = Lang::with_code(code).ok_or("no such language")?;
    let words = Words::read(lang, &beside(&format!("{code}.json"))?).ok_or("these are no words")?;
    let proofs = Proofs::read(&beside("proofs.json")?).ok_or("these are no proofs")?;
    let texts = Texts::new(lang);
    for board in Board::ALL {
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
            let mut player = Player::open(course, &proofs, &lesson.id, board)?;
            println!("\n{}/{}: {}\n  {}", board.key(), lesson.id, words.title(lesson), words.idea(&player));
            loop {
                player.finish_showing();
                let said = words.said(&player, &texts);
                let answers: Vec<String> =
                    player.answers().into_iter().map(|answer| words.answer(answer)).collect();
                println!("  - {} {said} {}", words.main(&player), answers.join(" / "));
                if player.stage() == Stage::End || !(player.act(Act::Next) || player.act(Act::Skip)) {
                    break;
                }
            }
        }
    }
    Ok(())
}
