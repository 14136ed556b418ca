//! Pictures of every screen, for people to look at: `cargo xtask screenshots`. Without `DAMKA_SHOTS` it does nothing.
use damka_browser_tests::{SECOND, Setup, Table, scenario};
use serde_json::json;
use std::env;
use std::path::PathBuf;

/// Width, height, device pixels for one CSS pixel.
const SIZES: [(u32, u32, f64); 5] =
    [(320, 568, 2.0), (390, 844, 2.0), (820, 1180, 1.0), (1280, 800, 1.0), (1440, 900, 1.0)];

/// A picture's name, and how to get there: before the language is changed, and after.
type Screen = (&'static str, fn(&mut Table), fn(&mut Table));

const SCREENS: [Screen; 11] = [
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
    ("new-game", stay, |table| {
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
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
        table.page.click_on(".bar > button:nth-of-type(3)");
        table.page.wait_for("document.querySelector('dialog[open] p')", 2 * SECOND);
    }),
];

fn stay(_: &mut Table) {}

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
                page.eval::<()>("localStorage.clear()");
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
