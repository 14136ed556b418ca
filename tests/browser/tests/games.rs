//! Files of games: opened, listed, put on the table, looked through, and written again.
use damka_browser_tests::{SECOND, Setup, Table, scenario};
use serde_json::json;

const GAME: &str = "[White \"Anna\"]\n[Black \"Jan\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n\
    {A short one.} 1. 32-28 19-23! {good} (1. ... 18-23 $2 2. 38-32) 2. 28x19 14x23 2-0\n\n";

/// Chooses a file as the file dialog would.
fn open_file(table: &Table, text: &str) {
    table.page.eval_with::<()>(
        "const files = new DataTransfer();
         files.items.add(new File([arguments[0]], 'games.pdn'));
         const input = document.querySelector('dialog input[type=file]');
         input.files = files.files;
         input.dispatchEvent(new Event('change'));",
        &[json!(text)],
    );
}

fn pictures(table: &Table, name: &str) {
    if let Some(folder) = std::env::var_os("DAMKA_PICTURES") {
        table.page.screenshot(std::path::Path::new(&folder).join(name));
    }
}

#[test]
fn b080_a_file_of_games_is_listed_and_each_can_be_put_on_the_table() {
    for (setup, name) in [(Setup::phone(), "phone"), (Setup::desktop(), "desktop")] {
        scenario(setup.in_language("en-GB"), |page| {
            page.open();
            let mut table = Table::new(page);
            table.menu(&table.text("button.exchange"));
            table.page.wait_for("document.querySelector('dialog input[type=file]')", 8 * SECOND);
            pictures(&table, &format!("exchange-{name}.png"));
            open_file(&table, &GAME.repeat(450));
            table.page.wait_for("document.querySelectorAll('dialog [data-game]').length === 200", 4 * SECOND);
            pictures(&table, &format!("games-{name}.png"));
            table.page.eval::<()>(
                "const list = document.querySelector('dialog select');
                 list.value = '2';
                 list.dispatchEvent(new Event('change'));",
            );
            table.page.wait_for("document.querySelector('dialog [data-game=\"449\"]')", 2 * SECOND);
            table.page.eval::<()>("document.querySelector('dialog [data-game=\"449\"]').click()");
            table.page.wait_for("document.querySelectorAll('.moves li.line').length === 4", 2 * SECOND);
            let lines: Vec<String> = table.page.eval(
                "return [...document.querySelectorAll('.moves li.line')].map(line => line.textContent)",
            );
            assert!(lines[0].contains("A short one."), "{lines:?}");
            assert!(lines.iter().any(|line| line.contains("19-23: ! good")), "{lines:?}");
            assert!(lines.iter().any(|line| line.contains("18-23")), "{lines:?}");
            pictures(&table, &format!("remarks-{name}.png"));
            // A game that is over can be looked through, and its variation too.
            table.page.eval::<()>("document.querySelector('.moves [data-ply=\"1\"]').click()");
            table.page.wait_for("document.querySelector('.moves .now')?.textContent === '32-28'", 2 * SECOND);
            table.page.eval::<()>("document.querySelector('.moves [data-line]').click()");
            table
                .page
                .wait_for("document.querySelector('.moves .now')?.textContent.includes('18-23')", 2 * SECOND);
            let written = table.copied(true);
            assert!(written.contains("[White \"Anna\"]") && written.contains("{A short one.}"), "{written}");
            assert!(written.contains("19-23! {good}"), "{written}");
            table.page.assert_no_faults();
        });
    }
}

#[test]
fn a_file_that_is_too_large_is_told() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        table.menu(&table.text("button.exchange"));
        table.page.wait_for("document.querySelector('dialog input[type=file]')", 8 * SECOND);
        table.page.eval::<()>(
            "const files = new DataTransfer();
             files.items.add(new File([new Uint8Array(70 << 20)], 'games.pdn'));
             const input = document.querySelector('dialog input[type=file]');
             input.files = files.files;
             input.dispatchEvent(new Event('change'));",
        );
        table
            .page
            .wait_for("document.querySelector('dialog .wrong')?.textContent.includes('70 MB')", 2 * SECOND);
        table.page.assert_no_faults();
    });
}

#[test]
fn a_game_that_was_read_is_stepped_through_and_analysed() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        // The first program loads the whole one, which opens the dialog with the page: a real one, with its veil.
        table.menu("Import and export (PDN, FEN)");
        table.page.wait_for("document.querySelector('dialog[open] .paste')", 8 * SECOND);
        assert!(table.page.has("dialog:modal"));
        assert!(table.page.has("dialog a[download$='.pdn'][href*='GameType']"));
        table.page.click_on("dialog header button");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        table
            .paste("[White \"Anna\"]\n[Black \"Jan\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *");
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 4", 2 * SECOND);
        let names: Vec<String> =
            table.page.eval("return [...document.querySelectorAll('.plate .who')].map(e => e.textContent)");
        assert_eq!(names, ["Jan", "Anna"]);
        // Where the computer would be to move if it were its game.
        table.page.eval::<()>("document.querySelectorAll('.moves .move')[0].click()");
        table.page.eval::<()>(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))",
        );
        table.page.wait_for("document.querySelector('.move.now').textContent === '19-23'", 2 * SECOND);
        assert!(!table.page.has(".moves li.line"), "nothing was played anew");
        table.page.goto("#analyse/table");
        table.page.wait_for(
            "/ahead.*· .*[+-]\\d+\\.\\d\\d.*· \\d/.test(document.querySelector('.thinks')?.textContent)",
            20 * SECOND,
        );
        table.page.assert_no_faults();
    });
}

/// Nothing of the player's is lost unasked.
#[test]
fn a_game_that_goes_on_is_replaced_only_when_the_player_says_so() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 1", 5 * SECOND);
        let read = |table: &mut Table| {
            table.menu("Import and export (PDN, FEN)");
            table.page.wait_for("document.querySelector('dialog[open] .paste')", 8 * SECOND);
            table.page.eval::<()>("document.querySelector('.paste').value = 'W:Wa3,c3:Bh6,h8'");
            table.page.eval::<()>("document.querySelector('dialog button.main').click()");
            table.page.wait_for("document.querySelector('dialog[open] .menu > p + button.main')", 5 * SECOND);
        };
        read(&mut table);
        pictures(&table, "replace.png");
        table.page.eval::<()>("document.querySelector('dialog[open] .menu button:last-of-type').click()");
        table.page.wait_for("!document.querySelector('dialog[open]')", 5 * SECOND);
        assert_eq!(table.moves(), 1);
        read(&mut table);
        table.page.click_on("dialog[open] .menu > p + button.main");
        table.page.wait_for("!document.querySelector('dialog[open]')", 5 * SECOND);
        assert_eq!((table.moves(), table.squares_that("white man").len()), (0, 2));
        table.page.assert_no_faults();
    });
}
