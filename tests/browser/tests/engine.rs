//! What the opponent knows, in the page: fetched when it is wanted, done without where it can't be had.
use damka_browser_tests::{Fault, Page, SECOND, Setup, Table, scenario};

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

/// The data files that were asked for so far.
fn asked(page: &Page) -> Vec<String> {
    let mut names: Vec<_> = page
        .site()
        .requests()
        .iter()
        .filter_map(|path| path.rsplit_once("/data/").map(|(_, name)| name.to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn weights_and_tables_are_there_before_the_first_question() {
    scenario(english(), |page| {
        page.open();
        let all = ["polish64-3.tables", "polish64.book", "polish64.weights"];
        let began = std::time::Instant::now();
        while asked(page) != all {
            assert!(began.elapsed() < 5 * SECOND, "only {:?} was fetched", asked(page));
            std::thread::sleep(SECOND / 20);
        }
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        assert_eq!(asked(table.page), all, "nothing else, and nothing twice");
    });
}

#[test]
fn weights_that_are_missing_or_cut_short_are_told_once_and_play_goes_on() {
    const WORDS: &str = "plays on without, weaker";
    for fault in [Fault::Missing, Fault::Truncated, Fault::Garbage] {
        scenario(english(), |page| {
            page.allow("data/");
            page.site().fault("polish64.weights", fault);
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            table.tap(&["c3", "d4"]);
            table.page.wait_for(&format!("document.body.textContent.includes('{WORDS}')"), 5 * SECOND);
            table.wait_for_turn();
            table.move_somehow(|table, name| table.tap(&[name]));
            table.wait_for_turn();
            assert!(!table.page.text("body").contains(WORDS), "told twice");
        });
    }
}
