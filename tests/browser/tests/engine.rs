//! What the opponent knows, in the page: fetched when it is wanted, done without where it can't be had.
use damka_browser_tests::{Fault, SECOND, Setup, Table, scenario};

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

/// Counts the data files that a worker's answer has waited for: the page sees none of its fetches, the site does.
#[test]
fn weights_and_tables_come_with_the_first_question() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        let asked = |table: &Table| {
            table.page.site().asked().iter().filter(|address| address.starts_with("data/")).cloned().collect::<Vec<_>>()
        };
        assert!(asked(&table).is_empty(), "nothing is fetched before it is wanted");
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        let mut names = asked(&table);
        names.sort();
        assert_eq!(names, ["data/polish64-3.tables", "data/polish64.weights"]);
    });
}

#[test]
fn weights_that_are_missing_or_cut_short_are_told_once_and_play_goes_on() {
    for fault in [Fault::Missing, Fault::Truncated] {
        scenario(english(), |page| {
            page.allow("data/");
            page.site().fault("polish64.weights", fault);
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            table.tap(&["c3", "d4"]);
            table.wait_for_turn();
            table.page.wait_for("document.body.textContent.includes('It plays on without, weaker')", 5 * SECOND);
            table.move_somehow(|table, name| table.tap(&[name]));
            table.wait_for_turn();
            assert!(!table.page.text("body").contains("It plays on without, weaker"), "told twice");
        });
    }
}
