//! Within reach of everybody: the keyboard's place, large letters, few colours, paper, long words, small screens.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, english, phone, scenario};
use serde_json::json;
use std::thread::sleep;

#[test]
fn the_keyboard_stays_on_its_square_when_the_board_turns() {
    scenario(english(), |page| {
        page.with_prefs("\"turning\":\"turns\"");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.choose_by_keys("c3");
        table.choose_by_keys("d4");
        let focus = table.focus();
        assert!(focus.starts_with("d4"), "{focus}");
        table.page.type_text("f");
        let focus = table.focus();
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
        assert_eq!(table.moves(), 1);
    });
}

#[test]
fn every_dialog_holds_the_keyboard_and_gives_it_back() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        let mut faults = Vec::new();
        // The last stands in the whole program, which opens with it: no button of that page opened it.
        table.page.open_dialog(".about button");
        table.page.close_dialog();
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
            // The page hears of it a moment later.
            sleep(SECOND / 4);
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

/// What is wider than its place, in the dialog or else in the page; a card's words that stand one letter to a line.
const CUT: &str = "
    const dialog = document.querySelector('dialog[open]'), root = dialog ?? document.documentElement, faults = [];
    if (root.scrollWidth > root.clientWidth + 1) {
      const right = root.getBoundingClientRect().left + root.clientLeft + root.clientWidth + 0.5;
      const over = [...root.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > right && !e.closest('.heard'));
      faults.push(`${root.scrollWidth} in ${root.clientWidth}: ${over.map((e) => `${e.tagName} ${e.textContent.slice(0, 30)}`).slice(0, 5)}`);
    }
    for (const e of root.querySelectorAll('*')) {
      const style = getComputedStyle(e);
      if (e.clientWidth && e.scrollWidth > e.clientWidth + 1 && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
          && !['SELECT', 'INPUT', 'TEXTAREA'].includes(e.tagName) && !e.closest('.heard') && e !== root)
        faults.push(`${e.tagName}.${e.className} ${e.scrollWidth} in ${e.clientWidth}`);
    }
    for (const e of root.querySelectorAll('.card > :last-child'))
      if (e.checkVisibility() && e.clientWidth < 5 * parseFloat(getComputedStyle(e).fontSize)) faults.push(`a card's words: ${e.clientWidth}`);
    for (const e of root.querySelectorAll('.palette button')) {
      const [own, inner] = [e, e.firstElementChild].map((part) => part.getBoundingClientRect());
      if (inner.width > own.width + 1) faults.push('the palette');
    }
    return faults";

const DIALOGS: [&str; 5] = [
    ".bar > button",
    ".bar > button:nth-of-type(2)",
    ".bar > button:nth-of-type(3)",
    "[data-action='button.menu']",
    ".about button",
];

#[test]
fn zoomed_and_with_large_letters_nothing_is_cut() {
    scenario(phone(), |page| {
        page.goto("#analyse");
        page.wait_until_started();
        page.eval::<()>("location.hash = 'play'");
        page.wait_for("document.querySelector('.table[data-place=play]')", 2 * SECOND);
        let mut faults = Vec::new();
        let mut look = |page: &Page, what: &str| {
            let found: Vec<String> = page.eval(CUT);
            faults.extend(found.into_iter().map(|fault| format!("{what}: {fault}")));
        };
        for (w, h, r) in [(320, 568, 2.0), (195, 422, 6.0), (320, 256, 4.0), (568, 320, 2.0), (640, 400, 2.0)]
        {
            page.resize(w, h, r);
            sleep(SECOND / 3);
            look(page, &format!("{w}x{h}"));
        }
        page.resize(390, 844, 3.0);
        page.eval::<()>("document.documentElement.style.fontSize = '200%'");
        sleep(SECOND / 3);
        look(page, "letters at 200 %");
        for button in DIALOGS {
            page.open_dialog(button);
            sleep(SECOND / 2);
            look(page, button);
            page.close_dialog();
        }
        for (room, ready) in [
            ("learn", "document.querySelector('.lessons [data-lesson]')"),
            ("learn/64/opposition", "document.querySelector('.lesson')?.dataset.state"),
            ("puzzles", "document.querySelector('.choice-of-puzzles')?.checkVisibility()"),
            ("endings", "document.querySelector('[data-ending=king-man]:not(:disabled)')"),
            ("set-up", "document.querySelector('.palette canvas')?.width > 20"),
        ] {
            page.eval_with::<()>("location.hash = arguments[0]", &[json!(room)]);
            page.wait_for(ready, 10 * SECOND);
            look(page, room);
        }
        assert!(faults.is_empty(), "{faults:#?}");
    });
}

#[test]
fn words_of_other_people_never_widen_the_page() {
    let long = "W".repeat(300);
    for setup in [Setup { width: 320, height: 568, ..phone() }, english()] {
        scenario(setup, |page| {
            page.open();
            let mut table = Table::new(page);
            table.new_game("international", false, 1);
            table.paste(&format!(
                "[White \"{long}\"]\n[Black \"Anna {long}\"]\n[Event \"{long}\"]\n\n1. 32-28 {{{long} and more}} 19-23 2. 28x19 14x23 *"
            ));
            table.page.wait_for("!document.querySelector('dialog[open]')", 5 * SECOND);
            table.page.wait_for("document.querySelectorAll('.moves .move').length === 4", 2 * SECOND);
            assert!(table.page.text(".moves").contains("WWWW"), "the remark is shown");
            for place in ["play", "review", "analyse", "play"] {
                table.page.eval_with::<()>("location.hash = arguments[0]", &[json!(place)]);
                table
                    .page
                    .wait_for(&format!("document.querySelector('.table[data-place={place}]')"), 5 * SECOND);
                let (wide, window): (u32, u32) =
                    table.page.eval("return [document.documentElement.scrollWidth, innerWidth]");
                assert!(wide <= window, "{place}: {wide} in {window}");
            }
            // The name of a home rule set.
            table.page.open_dialog(".bar > button");
            table.page.eval::<()>("document.querySelector('dialog .rule-sets > button').click()");
            table.page.wait_for("document.querySelector('dialog .facts')", 2 * SECOND);
            table.page.eval_with::<()>(
                "const name = document.querySelector('dialog input[type=text]');
                 name.value = arguments[0].slice(0, name.maxLength);
                 for (const event of ['input', 'change']) name.dispatchEvent(new Event(event));
                 document.querySelector('dialog .facts input').click();
                 document.querySelector('dialog button.main').click()",
                &[json!(long)],
            );
            table.page.wait_for("document.querySelector('dialog form .card')", 2 * SECOND);
            table.page.eval::<()>("document.querySelector('dialog button.main').click()");
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            assert!(table.page.text(".about h2").contains("WWWW"));
            let (wide, window): (u32, u32) =
                table.page.eval("return [document.documentElement.scrollWidth, innerWidth]");
            assert!(wide <= window, "home rules: {wide} in {window}");
        });
    }
}

#[test]
fn a_dialog_that_the_whole_program_begins_with_is_a_modal_one() {
    scenario(phone(), |page| {
        page.open();
        // The first program has no home rules: the page starts anew with the whole one, and with the dialog.
        page.open_dialog(".bar > button");
        page.eval::<()>("document.querySelector('dialog .rule-sets > button').click()");
        page.wait_for("document.querySelector('dialog[open] .facts')", 10 * SECOND);
        page.wait_for("document.querySelector('dialog').matches(':modal')", 2 * SECOND);
        let inside: bool = page.eval("return !!document.activeElement.closest('dialog')");
        assert!(inside, "the keyboard is in it");
        page.press(Key::Escape);
        page.wait_for("!document.querySelector('dialog[open] .facts')", 2 * SECOND);
    });
}

/// The person's system forces its few colours, or the page goes to paper.
fn emulate(page: &Page, media: &str, features: &[(&str, &str)]) {
    let features: Vec<_> =
        features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    page.devtools("Emulation.setEmulatedMedia", &json!({ "media": media, "features": features }));
}

#[test]
fn with_forced_colours_squares_and_choices_are_told_apart() {
    scenario(phone(), |page| {
        for scheme in ["light", "dark"] {
            emulate(page, "", &[("forced-colors", "active"), ("prefers-color-scheme", scheme)]);
            page.open();
            page.picture_at_rest();
            // Luminance as in the definition of contrast; b6's neighbour a6 is a light square, a5 an empty dark one.
            let contrast: f64 = page.eval(
                "const canvas = document.querySelector('.room canvas'), s = canvas.width / 8;
                 const light = (x, y) => {
                   const [r, g, b] = [...canvas.getContext('2d').getImageData(x * s, y * s, 1, 1).data]
                     .map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                   return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
                 };
                 const two = [light(1.5, 3.5), light(0.7, 3.7)].sort((a, b) => b - a);
                 return two[0] / two[1]",
            );
            assert!(contrast > 3.0, "{scheme}: the squares differ by {contrast}");
            page.open_dialog(".bar > button");
            page.wait_for("document.querySelectorAll('dialog .card').length > 16", 2 * SECOND);
            let (chosen, other): (String, String) = page.eval(
                "const border = (chosen) => getComputedStyle(document.querySelector(`dialog [role=radio][aria-checked=${chosen}]`)).borderStyle;
                 return [border(true), border(false)]",
            );
            assert_ne!(chosen, other, "{scheme}: what is chosen looks like the rest");
            page.close_dialog();
        }
    });
}

#[test]
fn on_paper_the_board_and_the_moves_stand_in_ink() {
    scenario(english(), |page| {
        page.with_prefs("\"theme\":\"dark\"");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        emulate(table.page, "print", &[]);
        let (ink, seen, hidden): (String, Vec<bool>, Vec<bool>) = table.page.eval(
            "const shown = (name) => document.querySelector(name).checkVisibility();
             return [getComputedStyle(document.body).color, ['.room canvas', '.moves .move', '.about'].map(shown),
                     ['.bar', '.buttons', '.typing'].map(shown)]",
        );
        assert_eq!(ink, "rgb(35, 29, 24)", "dark letters, though the screen is dark");
        assert_eq!((seen, hidden), (vec![true; 3], vec![false; 3]));
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
