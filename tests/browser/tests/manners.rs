//! Clocks, sounds, settings and tabs: the cases of CASES.md by their names.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario};
use serde_json::json;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

#[track_caller]
fn open_settings(page: &mut Page) {
    page.click_on(".bar > button:nth-of-type(2)");
    page.wait_for("document.querySelector('dialog[open] .settings')", 2 * SECOND);
}

#[track_caller]
fn close(page: &mut Page) {
    page.press(Key::Escape);
    page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
}

/// Begins a game of two people with so many minutes each.
#[track_caller]
fn with_clock(table: &mut Table, minutes: &str) {
    table.page.click_on(".bar > button");
    table.page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
    table.page.eval_with::<()>(
        "document.querySelectorAll('dialog input[name=opponent]')[1].click();
         const clock = document.querySelector('dialog .clock-choice select');
         clock.value = arguments[0]; clock.dispatchEvent(new Event('change'));",
        &[json!(minutes)],
    );
    table.page.click_on("dialog button.main");
    table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
}

/// What the clocks show: that of the plate above, then that below.
fn clocks(page: &Page) -> Vec<String> {
    page.eval("return [...document.querySelectorAll('.clock')].map((c) => c.textContent)")
}

/// The device's clock, which the scenario puts forward by `window.skew` milliseconds.
const SKEW: &str = "window.skew = 0; const real = Date.now; Date.now = () => real() + window.skew;";

#[test]
fn b108_a_clock_tells_the_time_that_has_passed_whether_or_not_anybody_looked() {
    scenario(english(), |page| {
        page.before_load(SKEW);
        page.open();
        let mut table = Table::new(page);
        assert!(!table.page.eval::<bool>("return document.querySelector('.clock').checkVisibility()"));
        with_clock(&mut table, "10");
        assert_eq!(clocks(table.page), ["10:00", "10:00"]);
        table.tap(&["c3", "d4"]);
        // Five minutes in the background, of which no timer told; back again, and no further tap.
        table.page.eval::<()>("skew += 300_000; document.dispatchEvent(new Event('visibilitychange'))");
        let shown = clocks(table.page);
        assert!(["5:00", "4:59"].contains(&shown[0].as_str()) && shown[1] == "10:00", "{shown:?}");
        table.tap(&["b6", "a5"]);
        // A capture, taken back: the times of that moment are there again.
        table.tap(&["d4", "c5"]);
        table.page.eval::<()>("skew += 60_000");
        table.tap(&["d6", "b4"]);
        let shown = clocks(table.page);
        assert!(["4:00", "3:59", "3:58"].contains(&shown[0].as_str()), "{shown:?}");
        table.page.press(Key::Escape);
        table.page.click_on("button[data-action='button.undo']");
        table.page.wait_for("document.querySelector('dialog[open] .menu')", 2 * SECOND);
        table.page.click_on("dialog button.main");
        let shown = clocks(table.page);
        assert!(["5:00", "4:59", "4:58"].contains(&shown[0].as_str()), "{shown:?}");
        // Kept over a reload, without the time that the page was away.
        table.page.reload();
        table.page.eval::<()>("skew += 900_000");
        let again = clocks(table.page);
        assert_eq!(again[0], shown[0]);
        // The flag falls though nobody touches anything.
        table.tap(&["d6", "b4"]);
        table.page.eval::<()>("skew += 3_600_000");
        table.wait_for_word("White's time is up");
        assert_eq!(clocks(table.page)[1], "0.0");
    });
}

#[test]
fn b109_moves_are_heard_from_the_first_touch_on_and_never_when_switched_off() {
    scenario(english(), |page| {
        page.before_load(
            "window.tones = 0;
             const start = OscillatorNode.prototype.start;
             OscillatorNode.prototype.start = function (...all) { tones++; return start.apply(this, all) };",
        );
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.page.wait_for("tones > 0", 2 * SECOND);
        table.wait_for_turn();
        let own_and_answer: u32 = table.page.eval("return tones");
        assert!(own_and_answer >= 2, "the computer's move is heard, too: {own_and_answer}");
        open_settings(table.page);
        table.page.eval::<()>(
            "[...document.querySelectorAll('dialog label')].find(l => l.textContent === 'Sounds').querySelector('input').click()",
        );
        close(table.page);
        table.page.reload();
        table.move_somehow(|table, name| table.tap(&[name]));
        table.wait_for_turn();
        assert_eq!(table.page.eval::<u32>("return tones"), 0, "off means off, after a reload, too");
    });
}

#[test]
fn b124_every_setting_comes_back_and_looking_at_them_changes_nothing() {
    scenario(english(), |page| {
        page.open();
        open_settings(page);
        close(page);
        assert!(page.eval::<bool>("return localStorage['damka.prefs'] === undefined"), "nothing was changed");
        open_settings(page);
        let lists: usize = page.eval("return document.querySelectorAll('.settings select').length");
        let ticks: usize = page.eval("return document.querySelectorAll('.settings input').length");
        assert!(lists >= 6 && ticks >= 7);
        let state = "return [...document.querySelectorAll('.settings select, .settings input')].map(e => e.checked ?? e.value)";
        // The language apart, which builds the page anew: all lists to their last value, all boxes turned over.
        let before: Vec<serde_json::Value> = page.eval(state);
        page.eval::<()>(
            "[...document.querySelectorAll('.settings select')].slice(1).forEach(s => {
               s.value = s.options[s.options.length - 1].value; s.dispatchEvent(new Event('change')) });
             document.querySelectorAll('.settings input').forEach(i => i.click())",
        );
        let changed: Vec<serde_json::Value> = page.eval(state);
        assert!(before.iter().zip(&changed).skip(1).all(|(a, b)| a != b), "{before:?} {changed:?}");
        close(page);
        page.reload();
        open_settings(page);
        assert_eq!(page.eval::<Vec<serde_json::Value>>(state), changed);
        assert_eq!(page.eval::<String>("return document.documentElement.dataset.board"), "dark");
        // The small board shows what was chosen, and 'defaults' brings all back.
        let picture = "return document.querySelector('.preview canvas').toDataURL()";
        page.wait_for("document.querySelector('.preview canvas').width > 80", 2 * SECOND);
        let dark: String = page.eval(picture);
        page.eval::<()>("document.querySelector('.settings > button').click()");
        page.wait_for("document.querySelector('.preview canvas').width > 80", 2 * SECOND);
        std::thread::sleep(SECOND / 4);
        assert_eq!(page.eval::<Vec<serde_json::Value>>(state), before);
        assert!(page.eval::<String>(picture) != dark);
    });
}

#[test]
fn b126_of_two_tabs_the_last_that_moved_wins_and_the_other_says_so() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        let first = table.fen();
        table.page.second_tab(true);
        assert_eq!(table.fen(), first, "the second tab has the game");
        table.tap(&["b6", "a5"]);
        let second = table.fen();
        table.page.second_tab(false);
        table.wait_for_word("another tab");
        // It plays on all the same: its move is the last one, and the other tab is told in its turn.
        table.tap(&["f6", "e5"]);
        let third = table.fen();
        assert_ne!(second, third);
        table.page.second_tab(true);
        table.wait_for_word("another tab");
        table.page.reload();
        assert_eq!(table.fen(), third, "whole, and not mixed");
        table.page.second_tab(false);
        table.page.reload();
        assert_eq!(table.fen(), third);
    });
}

#[test]
fn a_line_that_was_left_stands_in_the_list_and_leads_back() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4", "b6", "a5", "d4", "c5"]);
        let first = table.fen();
        table.page.click_on(".moves .move[data-ply='1']");
        table.tap(&["f6", "e5"]);
        assert!(table.page.text(".moves li.line").contains("1… b6-a5"), "{}", table.page.text(".moves"));
        table.page.click_on(".moves li.line .move[data-ply='3']");
        assert_eq!(table.fen(), first);
        assert!(table.page.text(".moves li.line").contains("1… f6-e5"));
        table.page.reload();
        assert!(table.page.text(".moves li.line").contains("1… f6-e5"), "kept with the game");
    });
}

#[test]
fn a_move_is_confirmed_where_that_is_wanted() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        page.before_load("localStorage['damka.prefs'] = '{\"version\":1,\"confirm\":true}'");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        assert!(table.squares()["c3"].starts_with("white man"), "{:?}", table.squares()["c3"]);
        table.page.tap_on("[data-action='button.confirm']");
        assert!(table.fen().starts_with("B:"));
        table.tap(&["b6", "a5"]);
        table.page.tap_on("[data-action='button.cancel']");
        assert!(table.squares_that("chosen").is_empty() && table.fen().starts_with("B:"));
    });
}

#[test]
fn the_persons_own_few_colours_are_used() {
    scenario(english(), |page| {
        page.open();
        for scheme in ["light", "dark"] {
            page.devtools(
                "Emulation.setEmulatedMedia",
                &json!({ "features": [
                    { "name": "forced-colors", "value": "active" },
                    { "name": "prefers-color-scheme", "value": scheme },
                ] }),
            );
            page.reload();
            // White's men are the lighter ones, whichever of the two colours that is.
            let (white, black): (u32, u32) = page.eval(
                "const canvas = document.querySelector('.room canvas'), s = canvas.width / 8;
                 const bright = (x, y) => {
                   const [r, g, b] = canvas.getContext('2d').getImageData(x * s, y * s, 1, 1).data; return r + g + b;
                 };
                 return [bright(0.5, 7.5), bright(7.5, 0.5)]",
            );
            assert!(white > black + 300, "{scheme}: {white} {black}");
        }
    });
}
