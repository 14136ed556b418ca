//! What the opponent knows, in the page: fetched when it is wanted, done without where it can't be had.
use damka_browser_tests::{Fault, PATIENCE, Page, SECOND, Setup, Table, scenario};

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
            assert!(began.elapsed() < PATIENCE * 5 * SECOND, "only {:?} was fetched", asked(page));
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

/// Notes the program of each worker that is started, in `window.programs`.
const NOTE_PROGRAMS: &str = "const Real = window.Worker;
    window.programs = [];
    window.Worker = class extends Real {
      constructor(address, options) { super(address, options); window.programs.push(options.name); }
    };";

/// The address of the engine's own program, which the page names.
const THINKER: &str = "new URL(document.querySelector('meta[name=damka-thinker]').content, location).href";

#[test]
fn the_engines_own_program_takes_over_once_it_is_kept() {
    scenario(english(), |page| {
        page.before_load(NOTE_PROGRAMS);
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        table.page.wait_for(&format!("window.programs.at(-1) === {THINKER}"), 5 * SECOND);
        // It needs no network any more, and a page that is loaded again begins with it.
        table.page.set_offline(true);
        table.move_somehow(|table, name| table.tap(&[name]));
        table.wait_for_turn();
        table.page.reload();
        table.move_somehow(|table, name| table.tap(&[name]));
        table.wait_for_turn();
        assert!(table.page.eval::<bool>(&format!("return window.programs[0] === {THINKER}")));
        table.page.set_offline(false);
    });
}

#[test]
fn where_the_engines_own_program_cannot_be_had_the_pages_own_thinks() {
    scenario(english(), |page| {
        // Without a service worker it is asked for at once.
        page.before_load(&format!("delete Navigator.prototype.serviceWorker; {NOTE_PROGRAMS}"));
        page.open();
        let thinker: String = page.eval(&format!("return {THINKER}"));
        let name = thinker.rsplit_once('/').map_or(thinker.as_str(), |(_, name)| name).to_owned();
        page.allow(&name);
        page.allow("worker");
        page.site().fault(&name, Fault::Missing);
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        let programs: Vec<String> = table.page.eval("return window.programs");
        assert_eq!(programs.len(), 2, "{programs:?}");
        assert!(programs[0] == thinker && programs[1] != thinker, "{programs:?}");
        // And so it stays.
        table.move_somehow(|table, name| table.tap(&[name]));
        table.wait_for_turn();
        assert_eq!(table.page.eval::<u32>("return window.programs.length"), 2);
    });
}
