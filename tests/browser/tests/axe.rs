//! Accessibility as axe-core judges it: `cargo xtask axe`, which sets `DAMKA_AXE` to its script. Without it, nothing is done.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario};
use serde_json::{Value, json};
use std::env;

/// Has axe look at the page as it is now.
#[track_caller]
fn judged(page: &mut Page, axe: &str, what: &str) -> Vec<String> {
    // Run by the driver, outside of the page's own policy.
    if page.eval::<bool>("return typeof axe === 'undefined'") {
        page.eval::<()>(axe);
    }
    let found: Value = page.eval(
        "return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
           violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.join(' ')).slice(0, 5).join(', ')}`))",
    );
    found.as_array().into_iter().flatten().map(|fault| format!("{what}: {fault}")).collect()
}

/// Addresses of the rooms, and what says that all of it is there.
const PLACES: [(&str, &str); 8] = [
    ("learn", "document.querySelector('.lessons [data-lesson]')"),
    ("learn/64/opposition", "document.querySelector('.lesson')?.dataset.state"),
    ("puzzles", "document.querySelector('.choice-of-puzzles')?.checkVisibility()"),
    ("endings", "document.querySelector('[data-ending=king-man]:not(:disabled)')"),
    ("analyse", "document.querySelector('.table[data-place=analyse]')"),
    ("set-up", "document.querySelector('.palette canvas')"),
    ("review", "document.querySelector('.points button')"),
    ("play", "document.querySelector('.table[data-place=play]')"),
];

fn look(language: &str, dark: bool) {
    let Some(file) = env::var_os("DAMKA_AXE") else {
        eprintln!("skipped: no DAMKA_AXE; `cargo xtask axe` fetches it");
        return;
    };
    let axe = std::fs::read_to_string(file).expect("axe's script");
    let setup = Setup { dark, reduced_motion: true, ..Setup::phone() };
    scenario(setup.in_language("en-GB"), |page| {
        let mut faults = Vec::new();
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        // A game to look back at, and a capture due.
        table.paste("[GameType \"26\"]\n[FEN \"W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n1. b2-c3 g7-f6 2. c3-d4 f6-e5 *");
        table.speak(language);
        faults.extend(judged(page, &axe, "a capture due"));
        for board in ["wood", "green", "blue", "contrast", "plain", "dark"] {
            page.eval_with::<()>("document.documentElement.dataset.board = arguments[0]", &[json!(board)]);
            faults.extend(judged(page, &axe, board));
        }
        for (address, ready) in PLACES {
            page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
            page.wait_for(ready, 10 * SECOND);
            std::thread::sleep(SECOND / 2);
            faults.extend(judged(page, &axe, address));
        }
        for (what, address, press, ready) in [
            (
                "a puzzle",
                "puzzles",
                ".choice-of-puzzles button",
                "document.querySelector('.task')?.checkVisibility()",
            ),
            (
                "an ending",
                "endings",
                "[data-ending='king-man']",
                "!document.querySelector('[data-act=\"end.list\"]').closest('[hidden]')",
            ),
            (
                "the teacher's sheet",
                "learn",
                ".panel .more button:last-of-type",
                "document.querySelector('.teacher')?.checkVisibility()",
            ),
        ] {
            page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
            page.wait_for(&format!("document.querySelector(`{press}`)?.checkVisibility()"), 5 * SECOND);
            page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(press)]);
            page.wait_for(ready, 5 * SECOND);
            faults.extend(judged(page, &axe, what));
        }
        page.eval::<()>("location.hash = 'play'");
        let exchange = Table::new(page).text("button.exchange");
        page.wait_for("document.querySelector('.table[data-place=play]')", 5 * SECOND);
        for (what, open, then) in [
            ("new game", ".bar > button", ""),
            ("all rule sets", ".bar > button", "document.querySelector('dialog .more').open = true"),
            ("home rules", ".bar > button", "document.querySelector('dialog .rule-sets > button').click()"),
            ("settings", ".bar > button:nth-of-type(2)", ""),
            ("help", ".bar > button:nth-of-type(3)", ""),
            ("menu", ".buttons button[data-action='button.menu']", ""),
            (
                "copy and paste",
                ".buttons button[data-action='button.menu']",
                &format!(
                    "[...document.querySelectorAll('dialog .menu button')].find(b => b.textContent === '{exchange}').click()"
                ),
            ),
            ("rules", ".about button", ""),
        ] {
            page.click_on(open);
            page.wait_for("document.querySelector('dialog[open] header')", 2 * SECOND);
            page.eval::<()>(then);
            std::thread::sleep(SECOND / 2);
            faults.extend(judged(page, &axe, what));
            page.press(Key::Escape);
            if what == "home rules" {
                // They lead back to the new game.
                page.wait_for("document.querySelector('dialog[open] form .rule-sets')", 2 * SECOND);
                page.press(Key::Escape);
            }
            page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

#[test]
fn light() {
    look("en", false);
}

#[test]
fn dark() {
    look("pl", true);
}
