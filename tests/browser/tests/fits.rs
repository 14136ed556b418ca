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

#[test]
fn a_game_is_in_sight_and_no_text_is_cut_on_the_smallest_phones() {
    let setup = Setup { width: 320, height: 568, pixel_ratio: 2.0, reduced_motion: true, ..Setup::phone() };
    scenario(setup.in_language("en-GB"), |page| {
        let mut faults = Vec::new();
        page.open();
        for language in LANGUAGES {
            page.eval_with::<()>(
                "localStorage.clear(); localStorage['damka.prefs'] = JSON.stringify({ version: 1, lang: arguments[0] });
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
            for (what, open, ready) in [
                ("new game", ".bar > button", "document.querySelectorAll('dialog .card').length > 16"),
                ("settings", ".bar > button:nth-of-type(2)", "document.querySelector('dialog .settings')"),
                ("more", "[data-action='button.menu']", "document.querySelector('dialog .menu')"),
                ("rules", ".about button", "document.querySelector('dialog .articles')"),
            ] {
                page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(open)]);
                page.wait_for(ready, 5 * SECOND);
                page.eval::<()>(
                    "document.querySelectorAll('dialog details').forEach(d => { d.open = true })",
                );
                over(page, &mut faults, language, what);
                page.eval::<()>("document.querySelector('dialog header button').click()");
                page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            }
            for (address, ready) in [
                ("learn", "document.querySelector('.lessons [data-lesson]')"),
                ("endings", "document.querySelector('[data-ending=king-man]:not(:disabled)')"),
                ("learn/64/opposition", "document.querySelector('.lesson')?.dataset.state"),
                ("puzzles", "document.querySelector('.choice-of-puzzles')?.checkVisibility()"),
                ("analyse", "document.querySelector('.table[data-place=analyse]')"),
                ("review", "document.querySelector('.table[data-place=review]')"),
                ("set-up", "document.querySelector('.palette canvas')"),
            ] {
                page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
                page.wait_for(ready, 10 * SECOND);
                over(page, &mut faults, language, address);
            }
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
