//! What goes wrong on sites for board games although nobody promised it: a worker that says things late or twice, addresses
//! that lead nowhere, pictures that the device took, a tab that was overtaken.
use damka_browser_tests::{Key, SECOND, Table, english, scenario};
use serde_json::json;
use std::thread::sleep;

#[test]
fn b027_b087_answers_that_come_late_or_twice_are_not_played() {
    scenario(english(), |page| {
        page.hold_worker();
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.page.eval::<()>("twice = true");
        for _ in 0..3 {
            table.move_somehow(|table, name| table.tap(&[name]));
            table.wait_for_turn();
        }
        sleep(SECOND);
        let moves = table.moves();
        assert_eq!(moves, 6);
        table.page.eval::<()>("twice = false; delay = 1500");
        table.move_somehow(|table, name| table.tap(&[name]));
        table.new_game("polish64", true, 1);
        sleep(2 * SECOND);
        assert_eq!(table.moves(), 0);
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
        assert_eq!(table.moves(), 1);
        table.page.eval::<()>("delay = 0");
        // Taking back reopens it, and the computer, who is to move, moves.
        table.page.click_on("button[data-action='button.undo']");
        table.wait_for_turn();
        assert_eq!(table.moves(), 2);
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
        let old = table.page.picture_at_rest();
        table.page.eval::<()>("window.mark = 1");
        table.page.goto("example/");
        sleep(SECOND);
        table.page.back();
        sleep(SECOND);
        table.page.wait_until_started();
        println!("bfcache: {}", table.page.eval::<bool>("return window.mark === 1"));
        table.page.hover(2.0, 2.0);
        let new = table.page.picture_at_rest();
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
        // What is chosen, the own move, the answer: each once, and nothing else.
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[0].starts_with("c3 is chosen") && said[1].contains("c3 – d4"), "{said:?}");
        assert!(said[2].starts_with("Black man: "), "{said:?}");
    });
}

#[test]
fn a_position_read_while_the_computer_thinks_is_the_one_that_counts() {
    scenario(english(), |page| {
        page.hold_worker();
        page.open();
        let mut table = Table::new(page);
        table.menu(&table.text("button.exchange"));
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
        let before = table.page.picture_at_rest();
        table.page.eval::<()>("const c = document.querySelector('.room canvas'); c.getContext('2d').reset(); c.dispatchEvent(new Event('contextrestored'))");
        sleep(SECOND / 2);
        let after = table.page.picture_at_rest();
        assert!(before == after);
    });
}

#[test]
fn b126_a_tab_that_was_overtaken_takes_nothing_with_it() {
    scenario(english(), |page| {
        page.with_prefs("\"clock\":{\"base\":600,\"bonus\":\"none\",\"seconds\":0}");
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
