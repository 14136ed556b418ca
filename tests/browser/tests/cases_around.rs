//! Cases of CASES.md by their names: the worker, the store, the network, the sound and what else is around the game.
use damka_browser_tests::{Fault, Key, Page, SECOND, Setup, Table, least, next_version, scenario, timed};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

fn moves(page: &Page) -> usize {
    page.eval("return document.querySelectorAll('.moves .move').length")
}

#[test]
fn b085_the_weakest_level_answers_on_a_slow_device_and_hears_at_once() {
    timed(english(), |page| {
        page.open();
        page.slow_down(20.0);
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        assert_eq!(moves(table.page), 2);
        table.page.slow_down(1.0);
        // 'New game' while it thinks: the board is there at once, and nothing of the old game comes later.
        least("from 'start' to the new game", 200.0, || {
            table.new_game("frisian", true, 10);
            table.choose_by_keys("32");
            table.choose_by_keys("28");
            table.page.wait_for("document.querySelector('.word small').textContent", 10 * SECOND);
            table.page.eval(
                "document.querySelector('.bar > button').click();
                 const pressed = performance.now();
                 document.querySelector('dialog button.main').click();
                 return new Promise((done) => {
                   const look = () => document.querySelectorAll('.moves .move').length === 0
                     && document.querySelector('.square[aria-label*=\"can move\"]') ? done(performance.now() - pressed) : setTimeout(look, 5);
                   look();
                 })",
            )
        });
        sleep(2 * SECOND);
        assert_eq!(moves(table.page), 0);
    });
}

#[test]
fn b087_whatever_is_done_while_it_thinks_the_computer_moves_when_it_is_to() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        // The set-up board, opened and left again.
        table.new_game("frisian", true, 10);
        table.choose_by_keys("32");
        table.choose_by_keys("28");
        table.menu("Set up a position");
        table.page.wait_for("document.querySelector('.table[data-place=set-up]')", 10 * SECOND);
        table.page.eval::<()>("document.querySelector('[data-place=play]').click()");
        table
            .page
            .wait_for("!document.querySelector('[data-action=\"button.move-now\"]').hidden", 5 * SECOND);
        table.page.eval::<()>("document.querySelector('[data-action=\"button.move-now\"]').click()");
        table.wait_for_turn();
        assert_eq!(moves(table.page), 2);
        // Another level, and the other side: the computer begins.
        table.tap(&["31", "26"]);
        table.page.eval::<()>(
            "document.querySelector('.bar > button').click();
             const white = document.querySelectorAll('dialog input[name=colour]');
             white[1].click();
             const level = document.querySelector('dialog select'); level.value = '2'; level.dispatchEvent(new Event('change'));
             document.querySelector('dialog button.main').click();",
        );
        table.wait_for_turn();
        assert_eq!(moves(table.page), 1, "White is the computer, and has moved");
        // Two people now: it stays silent; then against it again.
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        sleep(SECOND);
        assert_eq!(moves(table.page), 1);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        assert_eq!(moves(table.page), 2);
    });
}

#[test]
fn b109_the_computers_move_is_heard_after_the_device_has_silenced_the_page() {
    scenario(english(), |page| {
        page.before_load(
            "window.tones = 0; window.contexts = [];
             const Real = AudioContext;
             window.AudioContext = class extends Real { constructor(...all) { super(...all); contexts.push(this) } };
             const start = OscillatorNode.prototype.start;
             OscillatorNode.prototype.start = function (...all) { tones++; return start.apply(this, all) };",
        );
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        // The own move makes the system silence us, as a minute of silence or a call does; the answer wakes it again.
        table.tap(&["c3"]);
        let (x, y) = table.middle("d4");
        table.page.click(x, y);
        table.page.eval::<()>("await contexts[0].suspend(); tones = 0");
        table.wait_for_turn();
        table.page.wait_for("tones > 0 && contexts[0].state === 'running'", 3 * SECOND);
        assert_eq!(table.page.eval::<usize>("return contexts.length"), 1);
    });
}

#[test]
fn b109_a_device_without_sound_is_a_quiet_one() {
    for script in [
        "delete window.AudioContext; delete window.webkitAudioContext;",
        "window.AudioContext = class { constructor() { throw new DOMException('none', 'NotSupportedError') } };",
        "AudioContext.prototype.resume = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
         Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });",
    ] {
        scenario(english(), |page| {
            page.before_load(script);
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            table.tap(&["c3", "d4"]);
            table.wait_for_turn();
        });
    }
}

/// The next version of the site, in which every name with a digest is another one.
fn version_b(dist: &Path) {
    let names: Vec<String> = fs::read_dir(dist)
        .expect("the build")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.contains('-'))
        .collect();
    let new =
        |name: &str| name.rsplit_once('-').map(|(stem, rest)| format!("{stem}-b{rest}")).unwrap_or_default();
    for entry in names.iter().map(String::as_str).chain(["index.html", "damka.mjs"]) {
        let file = dist.join(entry);
        if let Ok(text) = fs::read_to_string(&file) {
            let text = names.iter().fold(text, |text, name| text.replace(name.as_str(), &new(name)));
            // What the build signed is signed no more.
            fs::write(
                &file,
                text.replace("<body>", "<body data-version=\"b\">").replace("integrity=", "data-was="),
            )
            .expect("written");
        }
    }
    for name in &names {
        fs::rename(dist.join(name), dist.join(new(name))).expect("renamed");
    }
}

#[test]
fn b116_a_new_version_comes_whole_by_the_second_start_on_a_bad_line() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        table.page.set_offline(true);
        table.page.reload();
        table.page.set_offline(false);
        let new = next_version(version_b);
        table.page.site().set_dir(new.path());
        table.page.site().fault("", Fault::Flaky);
        table.page.allow("ERR_");
        table.page.allow("sw.js");
        table.page.allow("Failed to");
        let mut seen = Vec::new();
        for start in 0..5 {
            table.page.reopen();
            // Time for the new version to be fetched, whatever fails on the way and however busy the machine is.
            sleep(Duration::from_secs(if start == 0 { 25 } else { 4 }));
            table.page.wait_until_started();
            assert!(table.page.has(".table") && !table.page.has("#boot"), "start {start}: a blank page");
            let version: String = table.page.eval("return document.body.dataset.version ?? 'a'");
            let parts: Vec<String> = table.page.resources();
            let of_b = |name: &String| name.contains("damka-web-b");
            let programs: Vec<_> = parts.iter().filter(|name| name.contains("damka-web-")).collect();
            assert!(programs.iter().all(|name| of_b(name) == (version == "b")), "{version}: {programs:?}");
            assert_eq!(moves(table.page), 1, "the game is there");
            seen.push(version);
        }
        assert!(seen[1..].iter().all(|version| version == "b"), "{seen:?}");
    });
}

#[test]
fn b119_a_worker_that_gets_something_else_is_told_and_two_people_play() {
    for fault in [Fault::Garbage, Fault::Truncated, Fault::Mime("text/plain".to_owned())] {
        scenario(english(), |page| {
            page.allow("worker.mjs");
            page.allow("MIME");
            page.site().fault("worker.mjs", fault.clone());
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            table.tap(&["c3", "d4"]);
            table.wait_for_word("can't start in this browser");
            table.new_game("polish64", false, 1);
            table.tap(&["c3", "d4", "b6", "a5"]);
            table.wait_for_word("White to move");
        });
    }
}

#[test]
fn b121_a_blocked_worker_can_be_tried_again_without_a_reload() {
    scenario(english(), |page| {
        page.allow("worker.mjs");
        page.site().fault("worker.mjs", Fault::Missing);
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_word("can't start in this browser");
        let again = "[data-action='button.move-now']";
        assert!(table.page.text(again).contains("Try again"));
        table.page.click_on(again);
        table.wait_for_word("can't start in this browser");
        table.page.site().mend();
        table.page.click_on(again);
        table.wait_for_turn();
        assert_eq!(moves(table.page), 2);
    });
}

#[test]
fn b121_the_game_runs_isolated_too() {
    let policy = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp";
    scenario(english(), |page| {
        page.site().fault("/a/b/", Fault::Mime(format!("text/html\r\n{policy}")));
        page.site().fault(".mjs", Fault::Mime(format!("text/javascript\r\n{policy}")));
        page.open();
        assert!(page.eval::<bool>("return crossOriginIsolated"));
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
    });
}

#[test]
fn b122_a_full_store_is_told_once_and_the_game_goes_on() {
    scenario(english(), |page| {
        page.before_load(
            "window.full = false;
             const set = Storage.prototype.setItem;
             Storage.prototype.setItem = function (name, text) {
               if (window.full) throw new DOMException('full', 'QuotaExceededError');
               return set.call(this, name, text);
             };",
        );
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.page.eval::<()>("full = true");
        table.tap(&["c3", "d4"]);
        assert!(
            table.page.text(".heard").contains("does not keep") || table.word().contains("does not keep")
        );
        table.wait_for_turn();
        table.move_somehow(|table, name| table.tap(&[name]));
        assert!(!table.word().contains("does not keep"), "told once");
        table.wait_for_turn();
        assert_eq!(moves(table.page), 4);
    });
}

#[test]
fn b122_broken_settings_are_defaults_again_each_by_itself() {
    for stored in
        ["undefined", "{\"a\":", "[]", "{\"version\":1,\"board\":7,\"level\":\"x\",\"coordinates\":false}"]
    {
        scenario(english(), |page| {
            page.before_load(&format!(
                "if (!sessionStorage.told) {{ sessionStorage.told = 1; localStorage['damka.prefs'] = {}; }}",
                json!(stored)
            ));
            page.open();
            let mut table = Table::new(page);
            assert!(table.word().contains("settings could not be read"), "{}", table.word());
            table.tap(&["c3", "d4"]);
            table.wait_for_turn();
            table.page.reload();
            assert!(!table.word().contains("settings"), "told once: {}", table.word());
        });
    }
}

#[test]
fn b124_every_value_of_every_list_comes_back() {
    scenario(english(), |page| {
        page.open();
        let open = |page: &mut Page, button: &str, part: &str| {
            page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(button)]);
            page.wait_for(&format!("document.querySelector('dialog[open] {part}')"), 2 * SECOND);
        };
        let choose =
            "const [list, value] = arguments, select = document.querySelectorAll('dialog select')[list];
                      select.value = value; select.dispatchEvent(new Event('change'));";
        open(page, ".bar > button:nth-of-type(2)", ".settings");
        let values: Vec<Vec<String>> = page.eval(
            "return [...document.querySelectorAll('.settings select')].map((s) => [...s.options].map((o) => o.value))",
        );
        let rounds = values.iter().skip(1).map(Vec::len).max().unwrap_or(0);
        assert!(rounds > 3 && values.len() >= 6);
        for round in 0..rounds {
            // The language apart, which the case of languages tries.
            for (list, values) in values.iter().enumerate().skip(1) {
                page.eval_with::<()>(choose, &[json!(list), json!(values[round % values.len()])]);
            }
            page.reload();
            open(page, ".bar > button:nth-of-type(2)", ".settings");
            let kept: Vec<String> =
                page.eval("return [...document.querySelectorAll('.settings select')].map((s) => s.value)");
            for (list, values) in values.iter().enumerate().skip(1) {
                assert_eq!(kept[list], values[round % values.len()], "list {list}");
            }
        }
        page.press(Key::Escape);
        page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        // Every level: played, closed, opened.
        let mut table = Table::new(page);
        for level in 1..=10 {
            table.new_game("polish64", true, level);
            table.tap(&["c3", "d4"]);
            table.page.reload();
            let name = format!("level {level}");
            let plates: String =
                table.page.eval("return document.querySelector('.play').innerText.toLowerCase()");
            assert!(plates.contains(&name), "{plates}");
            assert!(moves(table.page) >= 1);
        }
    });
}

/// A game of kings alone to its end: the count is told from ten moves of each side before it on, seen and heard, and the
/// end names the rule; so do the rules of the game.
#[test]
fn b038_a_draw_by_counting_is_told_long_before_it_comes() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:WKb8:BKg1");
        // Each walks on a diagonal of its own, so that no position comes for the third time.
        let (white, black) = (["b8", "c7", "d6", "e5"], ["g1", "f2", "e3"]);
        for n in 0..15 {
            for way in [[white[n % 4], white[(n + 1) % 4]], [black[n % 3], black[(n + 1) % 3]]] {
                table.tap(&way);
            }
            let left = 14 - n;
            let word = table.word();
            if left == 0 {
                assert!(word.contains("draw") || word.contains("Draw"), "{word}");
                assert!(word.contains("15"), "the rule: {word}");
            } else {
                assert_eq!(word.contains("The draw is near"), left <= 10, "{left}: {word}");
                assert!(left > 10 || word.contains(&format!("{left} move")), "{left}: {word}");
                assert!(left > 10 || table.page.text(".heard").contains("The draw is near"), "{left}");
            }
        }
        table.page.click_on(".about button");
        table.page.wait_for("document.querySelector('dialog[open]')?.textContent.includes('15')", 2 * SECOND);
    });
}
