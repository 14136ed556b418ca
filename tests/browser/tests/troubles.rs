//! What goes wrong on sites for board games although nobody promised it: two touches at once, a board that turns under the
//! finger, a worker that says things twice, a window that changes in mid-drag.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario};
use serde_json::json;
use std::thread::sleep;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

fn phone() -> Setup {
    Setup::phone().in_language("en-GB")
}

/// The program starts with these settings.
fn with_prefs(page: &mut Page, prefs: &str) {
    page.before_load(&format!("localStorage['damka.prefs'] ??= '{{\"version\":1,{prefs}}}'"));
}

#[test]
fn b027_a_double_tap_moves_once_on_a_board_that_turns() {
    scenario(english(), |page| {
        with_prefs(page, "\"turning\":\"turns\"");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        // c3-d4 by a double click: the second one comes when the board has turned.
        for _ in 0..4 {
            let side = table.squares_that("can move")[0].clone();
            table.tap(&[&side]);
            let to = table.squares_that("can go here")[0].clone();
            let (x, y) = table.middle(&to);
            table.page.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type":"mousePressed","x":x,"y":y,"button":"left","clickCount":1}),
            );
            table.page.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type":"mouseReleased","x":x,"y":y,"button":"left","clickCount":1}),
            );
            table.page.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type":"mousePressed","x":x,"y":y,"button":"left","clickCount":2}),
            );
            table.page.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type":"mouseReleased","x":x,"y":y,"button":"left","clickCount":2}),
            );
            assert_eq!(table.squares_that("chosen"), Vec::<String>::new());
            sleep(SECOND / 2);
        }
        let moves: usize = table.page.eval("return document.querySelectorAll('.moves .move').length");
        assert_eq!(moves, 4);
    });
}

#[test]
fn the_keyboard_stays_on_its_square_when_the_board_turns() {
    scenario(english(), |page| {
        with_prefs(page, "\"turning\":\"turns\"");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.choose_by_keys("c3");
        table.choose_by_keys("d4");
        let focus: String =
            table.page.eval("return document.activeElement.ariaLabel ?? document.activeElement.tagName");
        assert!(focus.starts_with("d4"), "{focus}");
        table.page.type_text("f");
        let focus: String =
            table.page.eval("return document.activeElement.ariaLabel ?? document.activeElement.tagName");
        assert!(focus.starts_with("d4"), "{focus}");
    });
}

#[test]
fn another_language_leaves_the_game_and_the_keyboard_where_they_are() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4", "b6"]);
        table.page.click_on(".bar > button:nth-of-type(2)");
        table.page.wait_for("document.querySelector('dialog[open] select')", 2 * SECOND);
        table.page.eval::<()>("const s = document.querySelector('dialog select'); s.focus(); s.value = 'de'; s.dispatchEvent(new Event('change'))");
        table.page.wait_for("document.documentElement.lang === 'de'", 2 * SECOND);
        let focus: String = table.page.eval("return document.activeElement.tagName");
        assert_eq!(focus, "SELECT");
        table.page.press(Key::Escape);
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        let focus: String = table.page.eval("return document.activeElement.outerHTML.slice(0, 80)");
        assert!(focus.contains("<button"), "{focus}");
        assert_eq!(table.page.eval::<usize>("return document.querySelectorAll('.moves .move').length"), 1);
    });
}

#[test]
fn every_dialog_holds_the_keyboard_and_gives_it_back() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        let mut faults = Vec::new();
        for opener in [
            ".bar > button",
            ".bar > button:nth-of-type(2)",
            ".bar > button:nth-of-type(3)",
            ".buttons button[data-action='button.menu']",
            ".about button",
        ] {
            table.page.eval_with::<()>("document.querySelector(arguments[0]).focus()", &[json!(opener)]);
            table.page.press(Key::Enter);
            table.page.wait_for("document.querySelector('dialog[open]')", 2 * SECOND);
            sleep(SECOND / 4);
            // The focus is in it, and Tab does not leave it for the page.
            for _ in 0..40 {
                table.page.press(Key::Tab);
                let inside: bool = table.page.eval(
                    "const a = document.activeElement; return !!a.closest('dialog') || a === document.body",
                );
                if !inside {
                    faults.push(format!("{opener}: tab leaves"));
                    break;
                }
            }
            table.page.press(Key::Escape);
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            let back: bool = table.page.eval_with(
                "return document.activeElement === document.querySelector(arguments[0])",
                &[json!(opener)],
            );
            if !back {
                faults.push(format!(
                    "{opener}: focus is lost: {}",
                    table.page.eval::<String>("return document.activeElement.outerHTML.slice(0,60)")
                ));
            }
        }
        // Menu -> settings -> escape.
        table
            .page
            .eval::<()>("document.querySelector(\".buttons button[data-action='button.menu']\").focus()");
        table.page.press(Key::Enter);
        table.page.wait_for("document.querySelector('dialog[open] .menu')", 2 * SECOND);
        table.page.eval::<()>("[...document.querySelectorAll('dialog .menu button')].find(b => b.textContent === 'Settings').focus()");
        table.page.press(Key::Enter);
        table.page.wait_for("document.querySelector('dialog[open] .settings')", 2 * SECOND);
        table.page.press(Key::Escape);
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        let back: String = table.page.eval(
            "return document.activeElement.dataset.action ?? document.activeElement.outerHTML.slice(0,60)",
        );
        if back != "button.menu" {
            faults.push(format!("menu-settings: {back}"));
        }
        assert!(faults.is_empty(), "{faults:#?}");
    });
}

const LATE: &str = "const Real = window.Worker;
  window.delay = 0; window.twice = false;
  window.Worker = class extends Real {
    addEventListener(name, f, o) {
      if (name !== 'message') return super.addEventListener(name, f, o);
      super.addEventListener(name, (e) => {
        const again = new MessageEvent('message', { data: e.data });
        if (window.delay) setTimeout(() => f(again), window.delay); else f(e);
        if (window.twice) setTimeout(() => f(again), 30), setTimeout(() => f(again), 700);
      }, o);
    }
  };";

#[test]
fn b027_b087_answers_that_come_late_or_twice_are_not_played() {
    scenario(english(), |page| {
        page.before_load(LATE);
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.page.eval::<()>("twice = true");
        for _ in 0..3 {
            table.move_somehow(|table, name| table.tap(&[name]));
            table.wait_for_turn();
        }
        sleep(SECOND);
        let moves: usize = table.page.eval("return document.querySelectorAll('.moves .move').length");
        assert_eq!(moves, 6);
        table.page.eval::<()>("twice = false; delay = 1500");
        table.move_somehow(|table, name| table.tap(&[name]));
        table.new_game("polish64", true, 1);
        sleep(2 * SECOND);
        assert_eq!(table.page.eval::<usize>("return document.querySelectorAll('.moves .move').length"), 0);
        // Undo while it thinks.
        table.tap(&["c3", "d4"]);
        table.page.press(Key::Escape);
        table.page.type_text("u");
        sleep(2 * SECOND);
        assert!(table.squares_that("white man").contains(&"c3".to_owned()));
        // Resign while it thinks.
        table.tap(&["c3", "d4"]);
        table.menu("Resign");
        table.page.wait_for("document.querySelector('dialog[open] .menu button.main')", 2 * SECOND);
        table.page.click_on("dialog button.main");
        sleep(2 * SECOND);
        assert!(table.word().contains("Black wins"), "{}", table.word());
        assert_eq!(table.page.eval::<usize>("return document.querySelectorAll('.moves .move').length"), 1);
        table.page.eval::<()>("delay = 0");
        // Taking back reopens it, and the computer, who is to move, moves.
        table.page.click_on("button[data-action='button.undo']");
        table.wait_for_turn();
        assert_eq!(table.page.eval::<usize>("return document.querySelectorAll('.moves .move').length"), 2);
    });
}

#[test]
fn only_the_main_button_plays_and_a_gesture_taken_away_plays_nothing() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let start = table.fen();
        table.tap(&["c3"]);
        let (x, y) = table.middle("d4");
        for button in ["right", "middle", "back"] {
            for kind in ["mousePressed", "mouseReleased"] {
                table.page.devtools(
                    "Input.dispatchMouseEvent",
                    &json!({"type":kind,"x":x,"y":y,"button":button,"clickCount":1}),
                );
            }
        }
        table.page.press(Key::Escape);
        assert_eq!(table.fen(), start);
        // A drag that the system takes away.
        let (from, to) = (table.middle("c3"), table.middle("d4"));
        table.page.devtools(
            "Input.dispatchTouchEvent",
            &json!({"type":"touchStart","touchPoints":[{"x":from.0,"y":from.1}]}),
        );
        table.page.devtools(
            "Input.dispatchTouchEvent",
            &json!({"type":"touchMove","touchPoints":[{"x":from.0+20.0,"y":from.1-20.0}]}),
        );
        table.page.devtools(
            "Input.dispatchTouchEvent",
            &json!({"type":"touchMove","touchPoints":[{"x":to.0,"y":to.1}]}),
        );
        table.page.devtools("Input.dispatchTouchEvent", &json!({"type":"touchCancel","touchPoints":[]}));
        table.page.press(Key::Escape);
        assert_eq!(table.fen(), start);
        // A pen.
        for (kind, x, y) in [
            ("mousePressed", from.0, from.1),
            ("mouseReleased", from.0, from.1),
            ("mousePressed", to.0, to.1),
            ("mouseReleased", to.0, to.1),
        ] {
            table.page.devtools(
                "Input.dispatchMouseEvent",
                &json!({"type":kind,"x":x,"y":y,"button":"left","clickCount":1,"pointerType":"pen"}),
            );
        }
        assert!(table.fen().starts_with("B:"), "{}", table.fen());
    });
}

#[test]
fn a_window_that_changes_in_mid_drag_loses_nothing() {
    scenario(phone(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let start = table.fen();
        let from = table.middle("c3");
        let touch = |table: &Table, kind: &str, points: &[(f64, f64)]| {
            let points: Vec<_> = points.iter().map(|(x, y)| json!({"x":x,"y":y})).collect();
            table.page.devtools("Input.dispatchTouchEvent", &json!({"type":kind,"touchPoints":points}));
        };
        touch(&table, "touchStart", &[from]);
        touch(&table, "touchMove", &[(from.0 + 10.0, from.1 - 10.0)]);
        table.page.resize(844, 390, 3.0);
        sleep(SECOND / 3);
        let to = table.middle("d4");
        touch(&table, "touchMove", &[to]);
        touch(&table, "touchEnd", &[]);
        sleep(SECOND / 3);
        let after = table.fen();
        assert!(after == "B:Wd4,e3:Bb8" || after == start, "{after}");
        table.page.press(Key::Escape);
        table.page.resize(390, 844, 3.0);
        if after == start {
            table.tap(&["c3", "d4"]);
        }
        assert_eq!(table.fen(), "B:Wd4,e3:Bb8");
    });
}

#[test]
fn any_address_and_the_way_back_lead_somewhere() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        let fen = table.fen();
        for address in [
            "#learn",
            "#puzzles",
            "#analyse",
            "#set-up",
            "#endings",
            "#<script>alert(1)</script>",
            "#learn/%%%",
            "#set-up/polish64/nonsense",
            "#puzzles/999999",
            "#play/whatever",
            "#/////",
            "#review/x",
        ] {
            table.page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
            sleep(SECOND / 2);
            assert!(table.page.has(".table"), "{address}");
        }
        for _ in 0..4 {
            table.page.eval::<()>("history.back()");
            sleep(SECOND / 3);
        }
        table.page.eval::<()>("history.forward()");
        sleep(SECOND / 3);
        table.page.eval::<()>("location.hash = '#play'");
        sleep(SECOND / 2);
        assert_eq!(table.fen(), fen);
    });
}

#[test]
fn who_comes_back_to_the_page_finds_the_board() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        let fen = table.fen();
        let old: String = table.page.eval("return document.querySelector('.room canvas').toDataURL()");
        table.page.eval::<()>("window.mark = 1");
        table.page.goto("example/");
        sleep(SECOND);
        table.page.eval::<()>("history.back()");
        sleep(SECOND);
        table.page.wait_until_started();
        println!("bfcache: {}", table.page.eval::<bool>("return window.mark === 1"));
        table.page.hover(2.0, 2.0);
        sleep(SECOND / 3);
        let new: String = table.page.eval("return document.querySelector('.room canvas').toDataURL()");
        assert!(old == new, "another picture");
        assert_eq!(table.fen(), fen);
        table.move_somehow(|table, name| table.tap(&[name]));
        table.wait_for_turn();
    });
}

#[test]
fn each_move_is_said_once() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.page.eval::<()>("window.said = []; new MutationObserver(() => said.push(document.querySelector('.heard').textContent)).observe(document.querySelector('.heard'), { childList: true, characterData: true, subtree: true });");
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        sleep(SECOND);
        let said: Vec<String> = table.page.eval("return said");
        println!("{said:#?}");
        assert!(said.len() <= 3, "{said:?}");
        let live: usize = table.page.eval("return document.querySelectorAll('[aria-live], [role=status], [role=alert]:not([hidden])').length");
        println!("live regions: {live}");
    });
}

#[test]
fn zoomed_and_with_large_letters_nothing_is_cut() {
    scenario(phone(), |page| {
        page.open();
        let mut faults = Vec::new();
        for (w, h, r) in [(320, 568, 2.0), (195, 422, 6.0), (320, 256, 4.0), (568, 320, 2.0), (640, 400, 2.0)]
        {
            page.resize(w, h, r);
            sleep(SECOND / 3);
            let wide: u32 = page.eval("return document.documentElement.scrollWidth");
            if wide > w {
                faults.push(format!("{w}x{h}: {wide} wide"));
            }
        }
        page.resize(390, 844, 3.0);
        page.eval::<()>("document.documentElement.style.fontSize = '200%'");
        sleep(SECOND / 3);
        let wide: u32 = page.eval("return document.documentElement.scrollWidth");
        if wide > 390 {
            faults.push(format!("text 200 %: {wide} wide"));
        }
        for opener in
            [".bar > button", ".bar > button:nth-of-type(2)", ".buttons button[data-action='button.menu']"]
        {
            page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(opener)]);
            sleep(SECOND / 2);
            let over: Vec<String> = page.eval("const d = document.querySelector('dialog[open]'); return [...d.querySelectorAll('*')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).overflowX !== 'visible' && e.tagName !== 'SELECT' && e.tagName !== 'INPUT').map(e => e.tagName + '.' + e.className + ' ' + e.scrollWidth + '>' + e.clientWidth).concat(d.scrollWidth > d.clientWidth + 1 ? ['dialog ' + d.scrollWidth + ' in ' + d.clientWidth + ': ' + [...d.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > d.getBoundingClientRect().left + d.clientLeft + d.clientWidth + 0.5).map(e => e.tagName + ' ' + e.textContent.slice(0, 40))] : [])");
            if !over.is_empty() {
                faults.push(format!("{opener}: {over:?}"));
            }
            page.eval::<()>("document.querySelector('dialog header button').click()");
            sleep(SECOND / 4);
        }
        assert!(faults.is_empty(), "{faults:#?}");
    });
}

#[test]
fn what_is_touched_is_large_enough_and_dialogs_fit() {
    scenario(phone(), |page| {
        page.open();
        let mut faults = Vec::new();
        for (w, h) in [(320, 568), (568, 320), (390, 844)] {
            page.resize(w, h, 2.0);
            sleep(SECOND / 3);
            let small = "return [...document.querySelectorAll('button, select, input, summary, a')].filter(e => e.checkVisibility({visibilityProperty:true}) && !e.classList.contains('square')).map(e => { const t = ['checkbox','radio'].includes(e.type) ? e.closest('label') ?? e : e; const r = t.getBoundingClientRect(); return [t.outerHTML.slice(0, 70), r.width, r.height] }).filter(([, w, h]) => w < 43.5 || h < 43.5).map(String)";
            let found: Vec<String> = page.eval(small);
            if !found.is_empty() {
                faults.push(format!("{w}x{h}: {found:#?}"));
            }
            for opener in [
                ".bar > button",
                ".bar > button:nth-of-type(2)",
                ".bar > button:nth-of-type(3)",
                ".buttons button[data-action='button.menu']",
                ".about button",
            ] {
                page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(opener)]);
                sleep(SECOND / 2);
                let found: Vec<String> =
                    page.eval(&small.replace("document.", "document.querySelector('dialog[open]')."));
                if !found.is_empty() {
                    faults.push(format!("{w}x{h} {opener}: {found:#?}"));
                }
                let fits: bool = page.eval("const d = document.querySelector('dialog[open]'), r = d.getBoundingClientRect(), b = d.querySelector('header button').getBoundingClientRect(); return r.top >= -1 && r.bottom <= innerHeight + 1 && r.right <= innerWidth + 1 && b.top >= 0 && b.bottom <= innerHeight");
                if !fits {
                    faults.push(format!("{w}x{h} {opener}: does not fit"));
                }
                // The last control can be reached.
                page.eval::<()>("document.querySelector('dialog header button').click()");
                sleep(SECOND / 4);
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

#[test]
fn a_position_read_while_the_computer_thinks_is_the_one_that_counts() {
    scenario(english(), |page| {
        page.before_load(LATE);
        page.open();
        let mut table = Table::new(page);
        table.menu("Import and export (PDN, FEN)");
        table.page.wait_for("document.querySelector('dialog[open] .paste')", 5 * SECOND);
        table.page.eval::<()>("document.querySelector('dialog header button').click()");
        table.new_game("polish64", true, 1);
        table.page.eval::<()>("delay = 2500");
        table.tap(&["c3", "d4"]);
        table.page.type_text("h");
        table.page.press(Key::Escape);
        // A position in which the person is to move: nothing comes.
        table.paste("W:Wc3,e3:Bb8");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        sleep(3 * SECOND);
        assert_eq!(table.fen(), "W:Wc3,e3:Bb8");
        table.page.eval::<()>("delay = 0");
        // One in which the computer is to move: it does.
        table.paste("B:Wc3,e3:Bb8");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        table.wait_for_turn();
        assert!(table.fen().starts_with("W:"));
        // HTML in a file is text.
        table.paste("[White \"<img src=x onerror=alert(1)>\"] 1. c3-d4 {<b>bold</b><script>alert(1)</script>} b6-a5 {a} zz *");
        sleep(SECOND);
        assert!(!table.page.has("img[src=x]"));
    });
}

#[test]
fn pictures_that_the_device_took_are_painted_again() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.page.hover(2.0, 2.0);
        sleep(SECOND / 2);
        let before: String = table.page.eval("return document.querySelector('.room canvas').toDataURL()");
        table.page.eval::<()>("const c = document.querySelector('.room canvas'); c.getContext('2d').reset(); c.dispatchEvent(new Event('contextrestored'))");
        sleep(SECOND / 2);
        let after: String = table.page.eval("return document.querySelector('.room canvas').toDataURL()");
        assert!(before == after);
    });
}

#[test]
fn b126_a_tab_that_was_overtaken_takes_nothing_with_it() {
    scenario(english(), |page| {
        with_prefs(page, "\"clock\":{\"base\":600,\"bonus\":\"none\",\"seconds\":0}");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        table.page.second_tab(true);
        table.tap(&["b6", "a5", "d4", "c5"]);
        table.page.press(Key::Escape);
        let kept: String =
            table.page.eval("return JSON.stringify(JSON.parse(localStorage['damka.game']).moves)");
        table.page.second_tab(false);
        // The first tab, which has the older state, goes.
        table.page.eval::<()>("dispatchEvent(new PageTransitionEvent('pagehide'))");
        let now: String =
            table.page.eval("return JSON.stringify(JSON.parse(localStorage['damka.game']).moves)");
        assert_eq!(kept, now, "an older tab that closes takes the game with it");
        // And leafing through the old one.
        table.page.eval::<()>("dispatchEvent(new PageTransitionEvent('pageshow'))");
        table.page.eval::<()>("document.querySelector('.moves .move').click()");
        let now: String =
            table.page.eval("return JSON.stringify(JSON.parse(localStorage['damka.game']).moves)");
        assert_eq!(kept, now);
        // A move made here is the newer one; what it replaces is put aside.
        table.page.eval::<()>("document.querySelectorAll('.moves .move')[0].click()");
        table.tap(&["f6", "e5"]);
        let [now, aside]: [String; 2] = table.page.eval(
            "return ['damka.game', 'damka.game.aside'].map((name) => JSON.stringify(JSON.parse(localStorage[name]).moves))",
        );
        assert!(now != kept && aside == kept, "{now} {aside} {kept}");
    });
}

#[test]
fn b027_enter_twice_makes_one_move() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "W:WK2,25:B14,15,16");
        table.choose_by_keys("25");
        table.choose_by_keys("20");
        table.page.press(Key::Enter);
        table.page.press(Key::Enter);
        assert!(table.fen().starts_with('B'));
        assert_eq!(table.page.eval::<usize>("return document.querySelectorAll('.moves .move').length"), 1);
    });
}

#[test]
fn a_double_tap_on_more_presses_nothing_in_it() {
    scenario(phone(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        let fen = table.fen();
        // A double tap on 'More' opens it, and presses nothing in it.
        let (x, y) = table.page.middle(".buttons button[data-action='button.menu']");
        for _ in 0..2 {
            table.page.devtools(
                "Input.dispatchTouchEvent",
                &json!({"type":"touchStart","touchPoints":[{"x":x,"y":y}]}),
            );
            table.page.devtools("Input.dispatchTouchEvent", &json!({"type":"touchEnd","touchPoints":[]}));
        }
        sleep(SECOND / 2);
        println!(
            "{}",
            table.page.eval::<String>("return document.querySelector('dialog[open]')?.innerText ?? 'closed'")
        );
        table.page.press(Key::Escape);
        table.page.press(Key::Escape);
        assert_eq!(table.fen(), fen);
    });
}
