//! The smallest phones: all of a game in sight without scrolling, and no text cut or hanging over in any language.
use damka_browser_tests::{Page, SECOND, Setup, scenario};
use serde_json::json;

const LANGUAGES: [&str; 11] = ["pl", "en", "uk", "de", "nl", "fr", "es", "pt", "it", "ru", "tr"];

/// What hangs over the window, and texts wider than the element that holds them. What is only heard is left out; of a page
/// under a dialog, all.
const OVER: &str = "
    const faults = [], dialog = document.querySelector('dialog[open]'), wide = innerWidth;
    if (document.documentElement.scrollWidth > wide) faults.push(`the page: ${document.documentElement.scrollWidth}`);
    for (const e of (dialog ?? document.body).querySelectorAll('*')) {
      const style = getComputedStyle(e), box = e.getBoundingClientRect();
      if (!e.checkVisibility() || e.closest('.heard, .squares, svg') || style.clipPath !== 'none' || box.width < 2) continue;
      const name = `${e.tagName}.${e.className} '${e.textContent.slice(0, 30)}'`;
      if (box.left < -1 || box.right > wide + 1) faults.push(`${name} lies at ${box.left}..${box.right}`);
      const holds = !['INPUT', 'SELECT', 'TEXTAREA'].includes(e.tagName) && style.display !== 'inline';
      if (holds && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
        faults.push(`${name}: ${e.scrollWidth} in ${e.clientWidth}`);
    }
    return faults";

fn over(page: &Page, faults: &mut Vec<String>, language: &str, what: &str) {
    let found: Vec<String> = page.eval(OVER);
    faults.extend(found.into_iter().map(|fault| format!("{language}, {what}: {fault}")));
}

/// Begins a game of two people with all that takes room: clocks, and touch-move with its button.
fn full_game(page: &mut Page) {
    page.tap_on(".bar > button");
    page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
    page.eval::<()>(
        "document.querySelectorAll('dialog input[name=opponent]')[1].click();
         [...document.querySelectorAll('dialog input[type=checkbox]')].at(-1).click();
         const time = document.querySelectorAll('dialog select')[1];
         time.value = '90'; time.dispatchEvent(new Event('change'));
         document.querySelector('dialog button.main').click()",
    );
    page.wait_for("document.querySelector('.clock:not([hidden])')", 2 * SECOND);
}

/// Board from edge to edge, and all of the game in the window.
fn in_sight(page: &Page, width: u32, height: u32) {
    let (board, bottom, buttons): (f64, f64, u32) = page.eval(
        "const buttons = [...document.querySelectorAll('.buttons button')].filter(b => b.checkVisibility());
         return [document.querySelector('.room canvas').getBoundingClientRect().width,
                 Math.max(...buttons.map(b => b.getBoundingClientRect().bottom)), buttons.length]",
    );
    println!("{width}x{height}: a board {board} wide, {buttons} buttons that end at {bottom}");
    // Whole device pixels for each square: less than one of them is left over for each, two to the CSS pixel here.
    assert!(board > f64::from(width) - 4.0, "the board is {board} wide of {width}");
    assert!(buttons >= 5 && bottom <= f64::from(height), "the buttons end at {bottom} of {height}");
}

/// Addresses, and what says that all is there.
const ROOMS: [(&str, &str); 9] = [
    ("learn", "document.querySelector('.lessons [data-lesson]')"),
    ("endings", "document.querySelector('[data-ending=king-man]:not(:disabled)')"),
    ("learn/64/opposition", "document.querySelector('.lesson')?.dataset.state"),
    ("puzzles", "document.querySelector('.choice-of-puzzles')?.checkVisibility()"),
    ("puzzles/day", "document.querySelector('.task')?.checkVisibility()"),
    ("analyse", "document.querySelector('.table.listing[data-place=analyse]')"),
    ("analyse/table", "document.querySelector('.table[data-place=analyse]:not(.listing)')"),
    ("review", "document.querySelector('.table[data-place=review]')"),
    ("set-up", "document.querySelector('.palette canvas')"),
];

/// Touches squares, by their numbers from the top.
fn touch(page: &Page, squares: &[u8]) {
    for square in squares {
        page.eval_with::<()>(
            "document.querySelector(`.square[data-square='${arguments[0]}']`).click()",
            &[json!(square)],
        );
    }
}

/// What is asked about a game with clocks between two people.
fn asked(page: &Page, faults: &mut Vec<String>, language: &str) {
    touch(page, &[22, 18]);
    page.wait_for("document.querySelector('.moves .move')", 20 * SECOND);
    for (what, open, entry) in [
        ("take back", "[data-action='button.undo']", None),
        ("resign", "[data-action='button.menu']", Some(2)),
        ("draw", "[data-action='button.menu']", Some(3)),
        ("start over", "[data-action='button.menu']", Some(4)),
    ] {
        page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(open)]);
        if let Some(entry) = entry {
            page.wait_for("document.querySelectorAll('dialog .menu button').length > 9", 5 * SECOND);
            page.eval_with::<()>(
                "document.querySelectorAll('dialog .menu button')[arguments[0]].click()",
                &[json!(entry)],
            );
        }
        page.wait_for("document.querySelectorAll('dialog[open] .menu button').length === 2", 5 * SECOND);
        over(page, faults, language, what);
        page.close_dialog();
    }
}

/// Dialogs that only the whole program has, a move that is asked about, and the end of a game.
fn in_the_whole_program(page: &Page, faults: &mut Vec<String>, language: &str) {
    let read = |text: &str| {
        page.eval::<()>("location.hash = 'play/exchange'");
        page.wait_for("document.querySelector('dialog .paste')", 5 * SECOND);
        page.eval_with::<()>(
            "document.querySelector('dialog .paste').value = arguments[0];
             document.querySelector('dialog button.main').click()",
            &[json!(text)],
        );
    };
    page.eval::<()>("location.hash = 'play/exchange'");
    page.wait_for("document.querySelector('dialog .paste')", 5 * SECOND);
    over(page, faults, language, "exchange");
    page.close_dialog();
    read("[White \"Ada\"]\n[Event \"Club\"]\n1. c3-d4 *\n\n[White \"Bo\"]\n1. c3-b4 *");
    page.wait_for("document.querySelector('dialog[open]:not(:has(.paste))')", 5 * SECOND);
    over(page, faults, language, "games");
    page.close_dialog();
    page.open_dialog(".bar > button");
    page.eval::<()>("document.querySelector('dialog .rule-sets > button').click()");
    page.wait_for("document.querySelector('dialog .facts')", 5 * SECOND);
    page.eval::<()>("document.querySelectorAll('dialog details').forEach(d => { d.open = true })");
    over(page, faults, language, "home rules");
    // The new game stands behind them.
    page.eval::<()>("document.querySelector('dialog[open] header button').click()");
    page.wait_for("document.querySelector('dialog[open] form .rule-sets')", 5 * SECOND);
    page.close_dialog();
    read("W:Wd4,h2,a1:Bf6,h8,a7");
    // A game goes on: whether it may be replaced is asked first.
    page.wait_for("document.querySelector('dialog[open] .menu > p + button.main')", 5 * SECOND);
    over(page, faults, language, "replace");
    page.eval::<()>("document.querySelector('dialog[open] .menu > p + button.main').click()");
    page.wait_for("!document.querySelector('dialog[open]')", 5 * SECOND);
    touch(page, &[18, 15]);
    page.wait_for("document.querySelectorAll('dialog[open] .menu button').length === 3", 20 * SECOND);
    over(page, faults, language, "are you sure");
    page.close_dialog();
    read("W:Wc3,Ke1,h2:Bd4");
    page.wait_for("!document.querySelector('dialog[open]')", 5 * SECOND);
    touch(page, &[22, 15]);
    page.wait_for("document.querySelector('.word.over')", 20 * SECOND);
    over(page, faults, language, "the end");
}

#[test]
fn a_game_is_in_sight_and_no_text_is_cut_on_the_smallest_phones() {
    let setup = Setup { width: 320, height: 568, pixel_ratio: 2.0, reduced_motion: true, ..Setup::phone() };
    scenario(setup.in_language("en-GB"), |page| {
        let mut faults = Vec::new();
        page.open();
        for language in LANGUAGES {
            page.eval_with::<()>(
                "localStorage.clear(); localStorage['damka.prefs'] = JSON.stringify({ version: 1, lang: arguments[0], sure: true });
                 history.replaceState(null, '', '#play')",
                &[json!(language)],
            );
            page.reload();
            over(page, &mut faults, language, "start");
            full_game(page);
            over(page, &mut faults, language, "a game");
            in_sight(page, 320, 568);
            for buttons in [["redo", "review"], ["redo", "move-now"], ["cancel", "confirm"]] {
                // Shown in place of others: at the end, while the computer thinks, before a move is confirmed.
                page.eval_with::<()>(
                    "document.querySelectorAll('.buttons button').forEach(b => {
                       b.hidden = !['undo', 'adjust', 'menu', ...arguments[0]].some(name => b.dataset.action.endsWith(name)) });
                     document.querySelector('.update').hidden = false",
                    &[json!(buttons)],
                );
                over(page, &mut faults, language, &buttons.join(", "));
            }
            asked(page, &mut faults, language);
            for (what, open, ready) in [
                ("new game", ".bar > button", "document.querySelectorAll('dialog .card').length > 16"),
                ("settings", ".bar > button:nth-of-type(2)", "document.querySelector('dialog .settings')"),
                ("help", ".bar > button:nth-of-type(3)", "document.querySelector('dialog p')"),
                ("more", "[data-action='button.menu']", "document.querySelector('dialog .menu')"),
                ("rules", ".about button", "document.querySelector('dialog .articles')"),
            ] {
                page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(open)]);
                page.wait_for(ready, 5 * SECOND);
                page.eval::<()>(
                    "document.querySelectorAll('dialog details').forEach(d => { d.open = true })",
                );
                over(page, &mut faults, language, what);
                page.close_dialog();
            }
            // A narrow desktop: the column beside the board is as small as it gets.
            page.resize(900, 700, 1.0);
            over(page, &mut faults, language, "desktop");
            page.resize(320, 568, 2.0);
            for (address, ready) in ROOMS {
                page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
                page.wait_for(ready, 10 * SECOND);
                over(page, &mut faults, language, address);
                for (own, press, ready) in [
                    ("endings", "[data-ending=king-man]", ".panel[data-place=endings] .lesson:not([hidden])"),
                    ("learn", ".panel .more button:last-of-type", ".teacher"),
                ] {
                    if own == address {
                        page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(press)]);
                        page.wait_for(
                            &format!("document.querySelector('{ready}')?.checkVisibility()"),
                            5 * SECOND,
                        );
                        over(page, &mut faults, language, ready);
                    }
                }
            }
            in_the_whole_program(page, &mut faults, language);
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        page.eval::<()>("location.hash = 'play'");
        page.wait_for("document.querySelector('.table[data-place=play]')", 5 * SECOND);
        for (width, height) in [(320, 568), (360, 640), (390, 844), (430, 932)] {
            page.resize(width, height, 2.0);
            std::thread::sleep(SECOND / 2);
            in_sight(page, width, height);
        }
        // On its side the board has the height, and all else the column beside it.
        for (width, height) in [(568, 320), (844, 390), (932, 430)] {
            page.resize(width, height, 2.0);
            std::thread::sleep(SECOND / 2);
            over(page, &mut faults, "ru", &format!("{width}x{height}"));
            in_sight(page, height, height);
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}
