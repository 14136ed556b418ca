//! Pictures of every screen, for people to look at: `cargo xtask screenshots`. Without `DAMKA_SHOTS` it does nothing.
use damka_browser_tests::{Key, SECOND, Setup, Table, scenario};
use serde_json::json;
use std::env;
use std::path::PathBuf;

/// Width, height, device pixels for one CSS pixel.
const SIZES: [(u32, u32, f64); 5] =
    [(320, 568, 2.0), (390, 844, 2.0), (820, 1180, 1.0), (1280, 800, 1.0), (1440, 900, 1.0)];

/// A picture's name, and how to get there: before the language is changed, and after.
type Screen = (&'static str, fn(&mut Table), fn(&mut Table));

const SCREENS: [Screen; 22] = [
    ("start", stay, stay),
    ("due-capture", |table| table.lay("polish64", "W:Wc1,h2,g3,Kf8:Bd2,d4,d6,b6,Kh8"), stay),
    (
        "route",
        |table| {
            table.lay("polish64", "W:Wc1,h2,g3:Bd2,d4,d6,b6,a7,h8");
            table.tap(&["c1"]);
        },
        stay,
    ),
    (
        "refused",
        |table| {
            table.lay("polish64", "W:Wc3,h2,g1:Bd4,d6,g3,b8");
            table.tap(&["h2"]);
        },
        stay,
    ),
    (
        "same-ends",
        |table| {
            table.lay("international", "W:WK4,45:B13,20,32,37,K1");
            table.tap(&["4", "15"]);
        },
        stay,
    ),
    (
        "end",
        |table| {
            table.lay("polish64", "W:Wc3,Ke1,h2:Bd4");
            table.tap(&["c3", "e5"]);
        },
        stay,
    ),
    (
        "hint",
        |table| table.lay("polish64", "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4"),
        |table| {
            for step in 1..=4 {
                table.page.click_on("[data-action='button.hint']");
                // A word of its own for each step; the line of the last one is being played out.
                table.page.wait_for(
                    &format!("window.word !== document.querySelector('.word p').textContent || {step} > 4"),
                    5 * SECOND,
                );
                table.page.eval::<()>("window.word = document.querySelector('.word p').textContent");
            }
        },
    ),
    (
        "sure",
        |table| {
            table.lay("polish64", "W:Wd4,h2,a1:Bf6,h8,a7");
            table.page.click_on(".bar > button:nth-of-type(2)");
            table.page.wait_for("document.querySelector('dialog[open] select')", 2 * SECOND);
            table.page.eval::<()>("[...document.querySelectorAll('dialog .choice input')].at(-1).click()");
            table.page.click_on("dialog[open] header button");
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        },
        |table| {
            table.tap(&["d4", "e5"]);
            table.page.wait_for("document.querySelector('dialog[open] .menu')", 5 * SECOND);
        },
    ),
    ("review", review, |table| {
        table.page.eval::<()>("location.hash = 'review'");
        table.page.wait_for("document.querySelector('.points button')", 20 * SECOND);
        table.page.click_on(".points button");
    }),
    ("new-game", stay, |table| {
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
    }),
    ("rule-sets", stay, |table| {
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
        table.page.eval::<()>("document.querySelector('dialog details').open = true");
        table.page.wait_for("document.querySelectorAll('dialog .thumb canvas')[16].width > 50", 2 * SECOND);
    }),
    ("home-rules", stay, |table| {
        table.page.click_on(".bar > button");
        table.page.eval::<()>("document.querySelector('dialog .rule-sets > button').click()");
        table.page.wait_for("document.querySelector('dialog .facts')", 2 * SECOND);
    }),
    ("menu", stay, |table| table.open_menu()),
    (
        "rules",
        |table| table.lay("russian", "W:Wb6,g1:Bc7,e7,h8"),
        |table| {
            table.page.click_on(".about button");
            table.page.wait_for("document.querySelector('dialog[open] .articles')", 2 * SECOND);
            table.page.wait_for("document.querySelector('.diagram canvas').width > 100", 2 * SECOND);
        },
    ),
    ("settings", stay, |table| {
        table.page.click_on(".bar > button:nth-of-type(2)");
        table.page.wait_for("document.querySelector('dialog[open] select')", 2 * SECOND);
    }),
    ("help", stay, |table| {
        // On the smallest screens it stands under 'More', and the button is hidden.
        table.page.eval::<()>("document.querySelector('.bar > button:nth-of-type(3)').click()");
        table.page.wait_for("document.querySelector('dialog[open] p')", 2 * SECOND);
    }),
    // The last ones: their addresses stay until the next start.
    ("learn", stay, |table| room(table, "learn", "document.querySelector('.lessons [data-lesson]')")),
    ("lesson", stay, |table| {
        room(table, "learn/64/opposition", "document.querySelector('.lesson')?.dataset.state");
    }),
    ("endings", stay, |table| {
        room(table, "endings", "document.querySelector('[data-ending=king-man]:not(:disabled)')");
    }),
    ("puzzle", stay, |table| {
        room(table, "puzzles", "document.querySelector('.choice-of-puzzles')?.checkVisibility()");
        table.page.eval::<()>("document.querySelector('.choice-of-puzzles > button.main').click()");
        table.page.wait_for("document.querySelector('.task')?.checkVisibility()", 5 * SECOND);
    }),
    ("analyse", stay, |table| room(table, "analyse", "document.querySelector('.table[data-place=analyse]')")),
    (
        "set-up",
        |table| table.lay("polish64", "W:Wc3,g3,Kf8:Bd4,d6,b6,h6"),
        |table| {
            table.page.goto("#set-up");
            table.page.wait_for("document.querySelector('.palette canvas')?.width > 20", 2 * SECOND);
        },
    ),
];

fn stay(_: &mut Table) {}

/// Goes to a room and waits for what it shows.
fn room(table: &mut Table, address: &str, ready: &str) {
    table.page.eval_with::<()>("location.hash = arguments[0]", &[json!(address)]);
    table.page.wait_for(ready, 10 * SECOND);
}

fn review(table: &mut Table) {
    table.paste(
        "[GameType \"26\"]\n[FEN \"W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n1. b2-c3 g7-f6 2. c3-d4 f6-e5 *",
    );
}

fn shots(language: &str, dark: bool) {
    let Some(folder) = env::var_os("DAMKA_SHOTS").map(PathBuf::from) else {
        eprintln!("skipped: no DAMKA_SHOTS");
        return;
    };
    for (width, height, pixel_ratio) in SIZES {
        let touch = width < 500;
        let setup =
            Setup { width, height, pixel_ratio, touch, dark, reduced_motion: true, ..Setup::desktop() };
        // The table speaks English; the picture is taken in the language wanted.
        scenario(setup.in_language("en-GB"), |page| {
            page.open();
            for (name, before, after) in SCREENS {
                page.eval::<()>("localStorage.clear(); history.replaceState(null, '', '#play')");
                page.reload();
                let mut table = Table::new(page);
                before(&mut table);
                table.speak(language);
                after(&mut table);
                let mode = if dark { "dark" } else { "light" };
                let file = folder.join(format!("{name}-{width}x{height}-{language}-{mode}.png"));
                table.page.screenshot(file);
                let across: u32 = table.page.eval("return document.documentElement.scrollWidth");
                assert!(across <= width, "{name} in {language} scrolls sideways at {width}: {across}");
                let small: Vec<String> = table.page.eval_with(
                    "return [...document.querySelectorAll('button:not(.square), select, input[type=text]')]
                       .filter(e => e.checkVisibility() && (e.getBoundingClientRect().height < 43.5))
                       .map(e => e.textContent + ' ' + e.getBoundingClientRect().height)",
                    &[json!(null)],
                );
                assert!(small.is_empty(), "{name} at {width}: too small to touch: {small:?}");
            }
        });
    }
}

#[test]
fn polish_light() {
    shots("pl", false);
}

#[test]
fn english_light() {
    shots("en", false);
}

#[test]
fn polish_dark() {
    shots("pl", true);
}

#[test]
fn english_dark() {
    shots("en", true);
}

#[test]
fn boards_and_pieces() {
    let Some(folder) = env::var_os("DAMKA_SHOTS").map(PathBuf::from) else {
        eprintln!("skipped: no DAMKA_SHOTS");
        return;
    };
    let setup = Setup { width: 390, height: 844, pixel_ratio: 2.0, reduced_motion: true, ..Setup::phone() };
    scenario(setup.in_language("en-GB"), |page| {
        page.open();
        let fen = "W:Wc1,h2,g3,Kf8,Ke1:Bd2,d4,d6,b6,Kh8,Ka3";
        let lists = [
            ["wood", "green", "blue", "contrast", "plain", "dark", "wood", "wood"],
            ["turned", "flat", "grooved", "stacked", "turned", "grooved", "grooved", "stacked"],
        ];
        for language in ["en", "pl"] {
            let mut table = Table::new(page);
            table.speak(language);
            table.page.click_on(".bar > button:nth-of-type(2)");
            table.page.wait_for("document.querySelector('.preview canvas')?.width > 80", 2 * SECOND);
            table.page.screenshot(folder.join(format!("look-settings-{language}.png")));
            table.page.press(Key::Escape);
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            table.page.click_on(".bar > button");
            table.page.wait_for("document.querySelector('dialog[open] .clock-choice')", 2 * SECOND);
            table.page.eval::<()>(
                "const [time, kind] = document.querySelectorAll('.clock-choice select');
                 time.value = '3'; time.dispatchEvent(new Event('change'));
                 kind.value = 'delay'; kind.dispatchEvent(new Event('change'));
                 document.querySelectorAll('dialog input[name=opponent]')[1].click();
                 time.scrollIntoView()",
            );
            table.page.screenshot(folder.join(format!("look-new-{language}.png")));
            table.page.click_on("dialog button.main");
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            table.page.eval::<()>("scrollTo(0, 0)");
            table.page.screenshot(folder.join(format!("look-clock-{language}.png")));
        }
        Table::new(page).speak("en");
        Table::new(page).lay("polish64", fen);
        for (board, pieces) in lists[0].iter().zip(lists[1]) {
            page.eval_with::<()>(
                "const saved = JSON.parse(localStorage['damka.prefs'] ?? '{\"version\":1}');
                 localStorage['damka.prefs'] = JSON.stringify({ ...saved, board: arguments[0], pieces: arguments[1] })",
                &[json!(board), json!(pieces)],
            );
            page.reload();
            let mut table = Table::new(page);
            table.tap(&["c1"]);
            table.page.screenshot(folder.join(format!("look-{board}-{pieces}.png")));
        }
    });
}
