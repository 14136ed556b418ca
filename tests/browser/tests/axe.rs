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
        table.lay("polish64", "W:Wc1,h2,g3,Kf8:Bd2,d4,d6,b6,Kh8");
        table.tap(&["c1"]);
        table.speak(language);
        faults.extend(judged(page, &axe, "a capture due"));
        for board in ["wood", "green", "blue", "contrast", "plain", "dark"] {
            page.eval_with::<()>("document.documentElement.dataset.board = arguments[0]", &[json!(board)]);
            faults.extend(judged(page, &axe, board));
        }
        for place in ["learn", "puzzles", "endings", "analyse", "set-up", "play"] {
            page.eval_with::<()>("location.hash = arguments[0]", &[json!(place)]);
            page.wait_for(&format!("document.querySelector('.table[data-place=\"{place}\"]')"), 2 * SECOND);
            std::thread::sleep(SECOND / 2);
            faults.extend(judged(page, &axe, place));
        }
        for (what, open) in [
            ("new game", ".bar > button"),
            ("settings", ".bar > button:nth-of-type(2)"),
            ("help", ".bar > button:nth-of-type(3)"),
            ("menu", ".buttons button[data-action='button.menu']"),
            ("rules", ".about button"),
        ] {
            page.click_on(open);
            page.wait_for("document.querySelector('dialog[open]')", 2 * SECOND);
            faults.extend(judged(page, &axe, what));
            page.press(Key::Escape);
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
