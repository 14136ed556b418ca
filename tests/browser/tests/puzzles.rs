//! The puzzle room, as people use it: solutions by clicking, wrong moves and their refutations, with and without network.
use damka::notation::{Style, square_name};
use damka::puzzles::day::Day;
use damka::puzzles::repeat::Card;
use damka::puzzles::{Index, Progress, Puzzle, format};
use damka::rules::{Move, Position, Variant};
use damka_browser_tests::{Page, SECOND, Setup, Table, scenario};
use serde_json::json;

/// Lines of a rule set's puzzles, evenly from the easiest to the hardest.
fn lines(rules: &str, count: usize) -> Vec<String> {
    let folder = xtask::root().join("www/puzzles");
    let index = Index::read(&std::fs::read_to_string(folder.join("index.txt")).expect("the index"));
    let mut all = Vec::new();
    for file in 0..index.shelves(rules).len() {
        let text = std::fs::read_to_string(folder.join(format::file_name(rules, file))).expect("a file");
        all.extend(text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned));
    }
    let step = all.len() / count;
    all.into_iter().step_by(step).take(count).collect()
}

/// Opens the room with these puzzles due to come again.
fn enter_with(page: &mut Page, rules: &str, lines: &[String]) {
    let mut progress = Progress::default();
    progress.cards.extend(lines.iter().map(|line| Card {
        rules: rules.to_owned(),
        line: line.clone(),
        step: 0,
        due: Day(1),
    }));
    page.open();
    page.eval_with::<()>("localStorage.setItem('damka.puzzles', arguments[0])", &[json!(progress.write())]);
    page.reload();
    page.click_on(".doors button[data-place=puzzles]");
    page.wait_for("document.querySelector('.choice-of-puzzles')?.checkVisibility()", 5 * SECOND);
    page.eval_with::<()>(
        "const select = document.querySelector('.choice-of-puzzles select');
         select.value = arguments[0];
         select.dispatchEvent(new Event('change'));",
        &[json!(rules)],
    );
}

/// Presses a button of the room by its words.
fn press(page: &mut Page, words: &str) {
    page.eval_with::<()>(
        "[...document.querySelectorAll('.panel[data-place=puzzles] button')]
           .find(b => b.checkVisibility() && b.textContent.startsWith(arguments[0])).click()",
        &[json!(words)],
    );
}

fn stage(page: &Page) -> (String, usize) {
    let (stage, ply): (String, String) =
        page.eval("const d = document.querySelector('.task').dataset; return [d.stage, d.ply]");
    (stage, ply.parse().expect("a number"))
}

fn name(variant: &'static Variant, square: damka::rules::Square) -> String {
    square_name(variant, square, Style::Official)
}

/// Clicks a move: the piece, then where it goes; on the way only as far as the page asks for it.
fn click(page: &mut Page, position: &Position, played: &Move) {
    let variant = position.variant();
    let ends = |m: &Move| (m.from(), m.to());
    let rivals = position.legal_moves().iter().filter(|m| ends(m) == ends(played)).count();
    let before = stage(page);
    Table::new(page).tap(&[&name(variant, played.from())]);
    let way = if rivals == 1 { &played.path()[played.path().len() - 1..] } else { &played.path()[1..] };
    for square in way {
        Table::new(page).tap(&[&name(variant, *square)]);
        // Made as soon as no other route fits.
        if stage(page) != before {
            return;
        }
    }
}

/// Solves these puzzles one after another by clicks.
fn solve(rules: &'static str, count: usize) {
    let setup = Setup { reduced_motion: true, ..Setup::desktop() };
    scenario(setup.in_language("en-GB"), |page| {
        let lines = lines(rules, count);
        enter_with(page, rules, &lines);
        press(page, "Again");
        let mut last = (0.0, 0.0);
        for line in &lines {
            let puzzle: Puzzle =
                format::read(Variant::named(rules).expect("a rule set"), line).expect("a puzzle");
            page.wait_for("document.querySelector('.task').dataset.stage === 'solve'", 5 * SECOND);
            // The board was away and has just come back: it has its size with the next frame.
            page.eval::<()>("return new Promise(then => requestAnimationFrame(() => requestAnimationFrame(() => then())))");
            // No double tap of the last puzzle's last square: its second touch would be ignored while the board turns.
            let first = Table::new(page).middle(&name(puzzle.at(0).variant(), puzzle.line[0].played.from()));
            if (first.0 - last.0).hypot(first.1 - last.1) < 20.0 {
                std::thread::sleep(SECOND / 2);
            }
            let mut ply = 0;
            while ply < puzzle.line.len() {
                let position = puzzle.at(ply);
                let played = &puzzle.line[ply].played;
                last = Table::new(page).middle(&name(position.variant(), played.to()));
                click(page, &position, played);
                let (now, at) = stage(page);
                ply = if ply + 1 == puzzle.line.len() { ply + 1 } else { ply + 2 };
                assert_eq!(at, ply, "{line}: {now} after a right move. {}", Table::new(page).word());
            }
            assert_eq!(stage(page).0, "done", "{line}");
            page.wait_for("document.querySelector('.word p').textContent.startsWith('Solved')", 2 * SECOND);
            press(page, "Other puzzles");
            if line != &lines[lines.len() - 1] {
                page.wait_for(
                    "[...document.querySelectorAll('.choice-of-puzzles button')].some(b => b.checkVisibility() && b.textContent.startsWith('Again'))",
                    2 * SECOND,
                );
                press(page, "Again");
            }
        }
        let kept: String = page.eval("return localStorage.getItem('damka.puzzles')");
        let progress = Progress::read(&kept).expect("what is kept");
        assert_eq!((progress.solved as usize, progress.failed), (count, 0));
        assert!(progress.streak.days == 1 && progress.rating(rules).points() > 1000);
    });
}

#[test]
fn a_hundred_and_fifty_puzzles_on_64_squares_are_solved_by_clicks() {
    solve("polish64", 150);
}

#[test]
fn a_hundred_and_fifty_puzzles_on_100_squares_are_solved_by_clicks() {
    solve("international", 150);
}

#[test]
fn a_wrong_move_is_refuted_on_the_board_and_may_be_tried_again() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        let lines = lines("polish64", 7);
        enter_with(page, "polish64", &lines[3..4]);
        press(page, "Again");
        page.wait_for("document.querySelector('.task').dataset.stage === 'solve'", 5 * SECOND);
        let puzzle =
            format::read(Variant::named("polish64").expect("a rule set"), &lines[3]).expect("a puzzle");
        let wrong = puzzle
            .start
            .legal_moves()
            .into_iter()
            .find(|m| puzzle.judge(0, m) == damka::puzzles::Verdict::Wrong)
            .expect("a wrong move");
        let fen = Table::new(page).squares();
        click(page, &puzzle.start, &wrong);
        page.wait_for("document.querySelector('.task').dataset.stage === 'refuted'", 20 * SECOND);
        assert!(Table::new(page).word().contains("answers it"), "{}", Table::new(page).word());
        press(page, "Try again");
        assert_eq!(stage(page), ("solve".to_owned(), 0));
        assert_eq!(Table::new(page).squares(), fen);
        // The hint's third step is the move, and typing it is as good as clicking.
        for _ in 0..3 {
            press(page, "Hint");
        }
        let word = Table::new(page).word();
        let best = word.trim_start_matches("The move is ").trim_end_matches('.').to_owned();
        page.eval_with::<()>(
            "document.querySelector('.task input').value = arguments[0];
             document.querySelector('.task form').requestSubmit()",
            &[json!(best)],
        );
        assert!(stage(page).1 > 0 || stage(page).0 == "done", "{word}: {:?}", stage(page));
        press(page, if stage(page).0 == "done" { "Next" } else { "Solution" });
    });
}

#[test]
fn puzzles_once_fetched_are_there_without_network_and_progress_stays() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        page.wait_until_kept();
        page.goto("#puzzles");
        page.wait_for("document.querySelector('.choice-of-puzzles')?.checkVisibility()", 5 * SECOND);
        press(page, "Puzzle of the day");
        page.wait_for("document.querySelector('.task')?.checkVisibility()", 5 * SECOND);
        press(page, "Solution");
        page.wait_for("document.querySelector('.task').dataset.stage === 'done'", 5 * SECOND);
        let kept: String = page.eval("return localStorage.getItem('damka.puzzles')");
        page.set_offline(true);
        page.reload();
        page.wait_for("document.querySelector('.choice-of-puzzles')?.checkVisibility()", 5 * SECOND);
        press(page, "Puzzle of the day");
        page.wait_for("document.querySelector('.task')?.checkVisibility()", 5 * SECOND);
        // What was never fetched is not there, and is said not to be.
        press(page, "Other puzzles");
        page.allow("puzzles/");
        page.eval::<()>(
            "const select = document.querySelector('.choice-of-puzzles select');
             select.value = 'international';
             select.dispatchEvent(new Event('change'));",
        );
        press(page, "Solve");
        page.wait_for(
            "document.querySelector('.panel .trouble').textContent.includes('no network')",
            10 * SECOND,
        );
        assert_eq!(page.eval::<String>("return localStorage.getItem('damka.puzzles')"), kept);
        page.set_offline(false);
    });
}
