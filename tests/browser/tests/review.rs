//! The coach around a game in the browser: reviews of all kinds of games, 'are you sure?', the limit of hints, 'explain the
//! last move', a hint where the board still moves.
use std::path::Path;

use damka_browser_tests::{SECOND, Table, english, scenario};
use serde_json::json;

const HINT: &str = "[data-action=\"button.hint\"]";
/// Two men are given, four come back.
const SHOT: &str = "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4";
/// d4-e5 throws a man away.
const LOSES: &str = "W:Wd4,h2,a1:Bf6,h8,a7";
const BAR: &str = "document.querySelector('.panel[data-place=review] progress')";

/// Reviews the game on the table to its end; how many positions the graph shows.
fn review(table: &mut Table, seconds: u32) -> usize {
    table.menu("Review the game");
    table.page.wait_for(&format!("{BAR}?.hidden"), seconds * SECOND);
    let label: String = table.page.eval("return document.querySelector('.graph').getAttribute('aria-label')");
    label.matches('%').count()
}

fn points(table: &Table) -> Vec<String> {
    table.page.eval("return [...document.querySelectorAll('.points button')].map(b => b.textContent)")
}

/// Presses the button of the review's panel that bears these words.
fn press(table: &Table, words: &str) {
    table.page.eval_with::<()>(
        "[...document.querySelectorAll('.panel[data-place=review] button')].find(b => b.textContent === arguments[0]).click()",
        &[json!(words)],
    );
}

#[test]
fn a_game_that_black_begins_is_reviewed_and_the_better_move_found() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.paste(
            "[GameType \"26\"]\n[FEN \"B:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n\
             1. ... g7-f6 2. b2-c3 a7-b6 3. c3-d4 f6-e5 *",
        );
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 5", 5 * SECOND);
        let game = table.fen();
        assert_eq!(review(&mut table, 30), 6);
        let dearest = points(&table).first().cloned().unwrap_or_default();
        // The number is that of the move list, though Black began.
        assert!(dearest.starts_with("3. Black f6-e5: a"), "{dearest}");
        table.page.click_on(".points button");
        table.wait_for_word("Find a better move");
        // The same mistake again is refuted on the board and taken back.
        table.tap(&["f6", "e5"]);
        table.wait_for_word("Not that: it costs");
        assert!(table.word().contains("d4"), "{}", table.word());
        press(&table, "Show what was wrong");
        table.wait_for_word("Not that: it costs");
        press(&table, "Show the better move");
        table.wait_for_word("Better: ");
        let better = table.word();
        let first = better.trim_start_matches("Better: ").split(' ').next().unwrap_or_default().to_owned();
        let squares: Vec<&str> = first.split(['-', 'x', ':']).collect();
        table.page.click_on(".points button");
        table.wait_for_word("Find a better move");
        table.tap(&squares);
        table.wait_for_word("That is the best move that was found");
        // The game itself is untouched.
        table.page.click_on(".doors button[data-place=play]");
        assert_eq!(table.fen(), game);
    });
}

#[test]
fn a_game_of_two_players_by_home_rules_is_reviewed() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        // Capturing is no duty, men capture forward only.
        table.paste(
            "[Variant \"polish64.must_capture-no.men_capture_back-no\"]\n\n1. c3-d4 b6-a5 2. d4-e5 a7-b6 *",
        );
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 4", 5 * SECOND);
        assert!(table.page.text(".rules-name").contains("Home rules"));
        for _ in 0..4 {
            table.move_somehow(|table, square| table.tap(&[square]));
        }
        let plies = table.moves();
        assert!(plies > 4, "two people go on with a game that was read");
        assert_eq!(review(&mut table, 60), plies + 1);
        for point in points(&table) {
            assert!(point.contains("% of the chances"), "{point}");
        }
    });
}

/// Whole games of real files by three rule sets and more.
#[test]
fn games_of_real_files_are_reviewed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/pdn");
    if !folder.exists() {
        eprintln!("SKIPPED: ../shared/pdn is not here");
        return;
    }
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        for (rules, file) in [
            ("international", "101-lid.pdn"),
            ("english", "038-fixture-ru.pdn"),
            ("italian", "199-std.pdn"),
            ("brazilian", "094-lid.pdn"),
        ] {
            let bytes = std::fs::read(folder.join(file)).expect(file);
            let text = String::from_utf8_lossy(&bytes).replace('\r', "");
            // The first game: its moves end where the next one's tags begin.
            let moves = text.find("\n1. ").or_else(|| text.starts_with("1. ").then_some(0)).expect(file);
            let end = text[moves..].find("\n[").map_or(text.len(), |at| moves + at);
            table.new_game(rules, false, 1);
            table.paste(&text[..end]);
            table.page.wait_for("document.querySelectorAll('.moves .move').length > 18", 10 * SECOND);
            let plies = table.moves();
            assert_eq!(review(&mut table, 240), plies + 1, "{file}");
            println!("{file}: {plies} moves, {} turning points", points(&table).len());
            if std::env::var_os("DAMKA_GRAPHS").is_some() {
                let label: String =
                    table.page.eval("return document.querySelector('.graph').getAttribute('aria-label')");
                println!("{label}");
            }
            let none = table.page.text(".panel[data-place=review]").contains("No mistakes found");
            assert_eq!(none, points(&table).is_empty(), "{file}");
            table.page.click_on(".doors button[data-place=play]");
        }
    });
}

#[test]
fn a_game_without_a_move_and_one_that_is_stopped_are_told_honestly() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.new_game("russian", false, 1);
        // No entry leads there, an address does.
        table.page.goto("#review");
        table.page.wait_for("document.querySelector('.panel[data-place=review] .note')", 5 * SECOND);
        let panel = table.page.text(".panel[data-place=review]");
        assert!(
            panel.contains("There is no game to review yet") && !panel.contains("No mistakes"),
            "{panel}"
        );
        table.page.click_on(".doors button[data-place=play]");
        for _ in 0..10 {
            table.move_somehow(|table, square| table.tap(&[square]));
        }
        table.menu("Review the game");
        table.page.wait_for(&format!("{BAR}?.value >= 1"), 20 * SECOND);
        press(&table, "Stop");
        // What is not looked through yet is not called free of mistakes.
        let panel = table.page.text(".panel[data-place=review]");
        assert!(panel.contains("Moves looked at: ") && !panel.contains("No mistakes"), "{panel}");
        press(&table, "Go on");
        table.page.wait_for(&format!("{BAR}.hidden"), 60 * SECOND);
    });
}

#[test]
fn a_losing_move_is_asked_about_and_shown_why() {
    scenario(english(), |page| {
        page.with_prefs("\"sure\":true");
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.lay("polish64", LOSES);
        let before = table.fen();
        let asked = |table: &Table| {
            table.page.wait_for(
                "document.querySelector('dialog[open]')?.textContent.includes('Are you sure?')",
                10 * SECOND,
            );
        };
        let answer = |table: &Table, words: &str| {
            table.page.eval_with::<()>(
                "[...document.querySelectorAll('dialog[open] button')].find(b => b.textContent === arguments[0]).click()",
                &[json!(words)],
            );
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        };
        table.tap(&["d4", "e5"]);
        asked(&table);
        let dialog = table.page.text("dialog[open]");
        assert!(dialog.contains("d4-e5") && dialog.contains("It loses at least 1 man to f6"), "{dialog}");
        answer(&table, "Show me why");
        table.wait_for_word("It loses at least 1 man to f6");
        assert_eq!(table.fen(), before);
        table.tap(&["d4", "e5"]);
        asked(&table);
        answer(&table, "Another move");
        assert_eq!(table.fen(), before);
        table.tap(&["d4", "e5"]);
        asked(&table);
        answer(&table, "Play it");
        assert_eq!(table.moves(), 1);
        // A move that loses nothing is not asked about.
        table.lay("polish64", LOSES);
        table.tap(&["h2", "g3"]);
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 1", 10 * SECOND);
        assert!(!table.page.has("dialog[open]"));
    });
}

#[test]
fn hints_are_limited_and_marked_in_the_move_list() {
    scenario(english(), |page| {
        page.with_prefs("\"hints\":1");
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.lay("polish64", SHOT);
        table.page.click_on(HINT);
        table.wait_for_word("There is a shot");
        table.tap(&["d4", "e5"]);
        let signs = |table: &Table| -> Vec<String> {
            table
                .page
                .eval("return [...document.querySelectorAll('.moves .move')].map(b => b.dataset.sign ?? '')")
        };
        assert_eq!(signs(&table), ["✦"]);
        table.page.click_on(HINT);
        table.wait_for_word("No hints are left for this game");
        // Neither taking back nor coming again brings more; the first one may be looked at again.
        table.page.click_on("button[data-action='button.undo']");
        table.page.click_on(HINT);
        table.wait_for_word("There is a shot");
        table.page.reload();
        table.tap(&["f4", "g5"]);
        table.page.click_on(HINT);
        table.wait_for_word("No hints are left for this game");
        // The next game has its own.
        table.new_game("polish64", false, 1);
        table.page.click_on(HINT);
        table.page.wait_for(
            "/^(There|Nothing|You|Look|Some|Take)/.test(document.querySelector('.word p').textContent)",
            10 * SECOND,
        );
        assert!(!table.word().contains("No hints"), "{}", table.word());
    });
}

#[test]
fn the_learners_opponent_explains_its_move() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        for rules in ["polish64", "antidraughts"] {
            table.new_game(rules, true, 1);
            table.move_somehow(|table, square| table.tap(&[square]));
            table.wait_for_turn();
            let last: String =
                table.page.eval("return [...document.querySelectorAll('.moves .move')].at(-1).textContent");
            table.menu("Explain the last move");
            table.wait_for_word(&format!("{last}:"));
            let said = table.word();
            assert!(said.len() > last.len() + 3 && !said.contains('{'), "{said}");
        }
    });
}

#[test]
fn a_hint_in_the_middle_of_an_animation_is_about_the_board_that_will_be() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.lay("polish64", SHOT);
        table.tap(&["d4", "e5"]);
        // The man is still on its way.
        let press = "document.querySelector('[data-action=\"button.hint\"]').click()";
        table.page.eval::<()>(press);
        table.page.wait_for("!/^$/.test(document.querySelector('.word p').textContent)", 5 * SECOND);
        for _ in 0..3 {
            std::thread::sleep(SECOND / 2);
            table.page.eval::<()>(press);
        }
        table.wait_for_word("Try f6");
        // In the middle of the line that is played out: it begins anew and the game is untouched.
        std::thread::sleep(SECOND / 2);
        table.page.eval::<()>(press);
        assert_eq!(table.moves(), 1);
        table.tap(&["f6", "d4"]);
        assert_eq!(table.moves(), 2);
    });
}

/// What can't be kept is told, and the coach goes on: the hint stands, and counts.
#[test]
fn b122_a_full_store_takes_no_hint_away() {
    scenario(english(), |page| {
        page.before_load(
            "window.full = false;
             const set = Storage.prototype.setItem;
             Storage.prototype.setItem = function (name, text) {
               if (window.full) throw new DOMException('full', 'QuotaExceededError');
               return set.call(this, name, text);
             };",
        );
        page.with_prefs("\"hints\":1");
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.lay("polish64", SHOT);
        table.page.eval::<()>("full = true");
        table.page.click_on(HINT);
        table.page.wait_for(
            "['.heard', '.word p'].some(s => document.querySelector(s)?.textContent.includes('does not keep'))",
            10 * SECOND,
        );
        table.page.click_on(HINT);
        table.wait_for_word("Look at the piece on d4");
        table.page.click_on(HINT);
        table.wait_for_word("Try d4-e5");
        table.tap(&["d4", "e5"]);
        table.page.click_on(HINT);
        table.wait_for_word("No hints are left for this game");
    });
}
