//! The way from one room to another: without network, without storage, by the keyboard alone.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario};

const LONG: std::time::Duration = SECOND.saturating_mul(20);

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

fn position(table: &Table<'_>) -> String {
    table.page.eval("return document.querySelector('.words p').textContent")
}

fn door(page: &mut Page, place: &str) {
    page.click_on(&format!(".doors [data-place={place}]"));
    page.wait_for(&format!("document.querySelector('.table[data-place={place}]')"), LONG);
}

#[test]
fn every_room_opens_without_network_after_one_visit_to_the_table() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        page.set_offline(true);
        page.goto("#learn");
        page.wait_until_started();
        page.wait_for("document.querySelectorAll('.lessons [data-lesson]').length > 40", LONG);
        page.click_on(".lessons [data-lesson]");
        page.wait_for("document.querySelector('.squares')?.checkVisibility()", LONG);
        door(page, "analyse");
        door(page, "puzzles");
        page.click_on(".choice-of-puzzles button.main");
        page.wait_for("document.querySelector('.task')?.checkVisibility()", LONG);
        page.set_offline(false);
    });
}

#[test]
fn the_language_of_the_first_visit_is_there_without_network() {
    scenario(Setup::desktop().in_language("de-DE"), |page| {
        page.open();
        page.wait_until_kept();
        page.wait_for(
            "await (async () => (await Promise.all((await caches.keys()).map(async (name) =>
               (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('/lang/de.json'))))).some(Boolean))()",
            LONG,
        );
        page.set_offline(true);
        page.reload();
        assert_eq!(page.text(".doors [data-place=play] b"), "Spiel");
        page.set_offline(false);
    });
}

#[test]
fn what_cannot_be_fetched_is_seen_to_be_missing() {
    scenario(english(), |page| {
        page.allow("lessons/");
        page.before_load("const all = fetch; window.fetch = (at, ...rest) => String(at).includes('lessons/') && !window.found ? Promise.reject(new TypeError('no network')) : all(at, ...rest)");
        page.goto("#learn");
        page.wait_until_started();
        page.wait_for("document.querySelector('.panel .trouble')?.checkVisibility() && document.querySelector('.panel .trouble').textContent.includes('could not be fetched')", LONG);
        page.eval::<()>("window.found = true");
        door(page, "learn");
        page.wait_for("document.querySelectorAll('.lessons [data-lesson]').length > 40", LONG);
        assert!(!page.eval::<bool>("return document.querySelector('.panel .trouble').checkVisibility()"));
    });
}

#[test]
fn a_game_that_nothing_keeps_goes_through_the_door() {
    // No storage at all, and one that is full.
    for script in [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    ] {
        scenario(english(), |page| {
            page.before_load(script);
            page.open();
            let mut table = Table::new(page);
            table.tap(&["c3", "d4"]);
            table.wait_for_turn();
            let fen = position(&table);
            door(table.page, "puzzles");
            door(table.page, "play");
            assert_eq!(position(&table), fen);
            assert_eq!(table.moves(), 2);
            // Read once: what was handed over does not come back later.
            assert!(table.page.eval::<bool>("return history.state === null"));
        });
    }
}

#[test]
fn the_keyboard_is_not_lost_between_rooms() {
    scenario(english(), |page| {
        page.open();
        page.eval::<()>("document.querySelector('.doors [data-place=play]').focus()");
        page.press(Key::Tab);
        page.press(Key::Enter);
        page.wait_for("document.querySelector('.table[data-place=learn]')", LONG);
        page.wait_for("document.activeElement?.dataset.place === 'learn'", LONG);
        assert!(page.eval::<String>("return document.title").starts_with("Learn"));
    });
}

#[test]
fn a_typed_move_that_is_refused_stays_to_be_mended() {
    scenario(english(), |page| {
        page.open();
        page.eval::<()>("document.querySelector('.typing input').focus()");
        page.type_text("c3-d5");
        page.press(Key::Enter);
        page.wait_for("document.querySelector('.word').textContent.includes('could not be played')", LONG);
        assert_eq!(page.eval::<String>("return document.querySelector('.typing input').value"), "c3-d5");
        // It is chosen: typing replaces it.
        page.type_text("c3-d4");
        page.press(Key::Enter);
        page.wait_for("document.querySelectorAll('.moves .move, .moves [data-ply]').length > 0", LONG);
        assert_eq!(page.eval::<String>("return document.querySelector('.typing input').value"), "");
    });
}
