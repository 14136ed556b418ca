//! The shell of the page: it starts under any path, on bad hosts it says so, and it works without network.
use damka_browser_tests::{Fault, Key, Page, SECOND, Setup, Table, next_version, scenario};
use serde_json::json;
use std::fs;
use tempfile::TempDir;

#[test]
fn starts_under_a_sub_path_and_asks_only_its_own_host() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.wait_until_kept();
        assert!(!page.has("#boot"), "the placeholder is still there");
        assert!(page.eval::<bool>("return document.getElementById('boot-fault')?.hidden ?? true"));
        assert!(page.eval::<bool>("return navigator.language === 'pl-PL'"));
        let home = page.site().url();
        for resource in page.resources() {
            assert!(resource.starts_with(&home), "{resource} is outside of {home}");
        }
        for request in page.site().requests() {
            assert!(request.starts_with("/a/b/"), "{request}");
        }
    });
}

#[test]
fn starts_on_a_phone_with_the_wishes_of_its_owner() {
    let setup =
        Setup { dark: true, reduced_motion: true, slowdown: 4.0, ..Setup::phone().in_language("en-GB") };
    scenario(setup, |page| {
        page.open();
        let seen: (u32, f64, String, bool, bool, bool) = page.eval(
            "const asks = (query) => matchMedia(query).matches;
             return [innerWidth, devicePixelRatio, navigator.language, asks('(prefers-color-scheme: dark)'),
                     asks('(prefers-reduced-motion: reduce)'), asks('(pointer: coarse)')]",
        );
        assert_eq!(seen, (390, 3.0, "en-GB".to_owned(), true, true, true));
        assert!(
            page.eval::<u32>("return document.documentElement.scrollWidth") <= 390,
            "the page scrolls sideways"
        );
    });
}

#[test]
fn touch_and_keys_reach_the_page() {
    scenario(Setup::phone(), |page| {
        page.open();
        page.eval::<()>(
            "window.heard = [];
             addEventListener('pointerdown', (e) => heard.push(`${e.pointerType} ${e.clientX},${e.clientY}`), true);
             addEventListener('keydown', (e) => heard.push(`${e.ctrlKey ? 'ctrl-' : ''}${e.key}`), true);",
        );
        page.tap(100.0, 200.0);
        page.press(Key::Left);
        page.chord_letter(&[Key::Control], 'z');
        page.wait_for("heard.length >= 4", SECOND);
        let heard: Vec<String> = page.eval("return heard");
        assert_eq!(heard, ["touch 100,200", "ArrowLeft", "ctrl-Control", "ctrl-z"]);
    });
}

#[test]
fn starts_again_without_network() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.wait_until_kept();
        page.set_offline(true);
        page.reload();
        assert!(!page.has("#boot"), "the program did not start");
        // By other names of the same page too, as in a shared link.
        for address in ["index.html", "?position=x", "#/somewhere"] {
            page.goto(address);
            page.wait_until_started();
            assert!(!page.has("#boot"), "{address} did not start");
        }
        page.set_offline(false);
    });
}

#[test]
fn starts_where_no_service_worker_may_run() {
    scenario(Setup::desktop(), |page| {
        // As in a private window of some browsers, or on a host without TLS.
        page.before_load("delete Navigator.prototype.serviceWorker");
        page.open();
        assert!(!page.has("#boot"), "the program did not start");
        assert!(!page.site().requests().iter().any(|path| path.ends_with("sw.js")));
    });
}

#[test]
fn is_kept_from_a_host_that_redirects() {
    scenario(Setup::desktop(), |page| {
        // Some hosts answer the directory by way of its file; what came so may not answer a navigation as it is.
        page.site().fault("/a/b/", Fault::Moved("index.html".to_owned()));
        page.open();
        page.wait_until_kept();
        page.set_offline(true);
        page.goto("");
        page.wait_until_started();
        assert!(!page.has("#boot"), "the program did not start");
        page.set_offline(false);
    });
}

#[test]
fn b125_every_entry_of_the_production_build_works_under_any_path() {
    for prefix in ["/", "/a/b/", "/~some.body/damka-1.0/"] {
        let setup = Setup { prefix: prefix.to_owned(), ..Setup::desktop().in_language("en-GB") };
        scenario(setup, |page| {
            page.open();
            page.wait_until_kept();
            let home = page.site().url();
            assert!(home.ends_with(prefix), "{home}");
            let scope: String = page.eval("return (await navigator.serviceWorker.getRegistration()).scope");
            assert_eq!(scope, home);
            // The worker's entry: the computer answers.
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            table.tap(&["c3", "d4"]);
            table.wait_for_turn();
            assert_eq!(table.moves(), 2);
            // The package's entry, with a worker of its own.
            let best: String = table.page.eval(
                "const { default: init, Game } = await import(new URL('damka.mjs', document.baseURI));
                 await init();
                 return (await new Game('polish64', 'W:Wc3:Bd4,h8').bestMove(1)).notation",
            );
            assert_eq!(best, "c3xe5");
            for request in page.site().requests() {
                assert!(request.starts_with(prefix), "{request}");
            }
        });
    }
}

/// Whatever another page hands over is answered by an error that says what would be right.
#[test]
fn the_package_refuses_what_it_can_not_use() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        let said: Vec<String> = page.eval(
            "const { default: init, Game } = await import(new URL('damka.mjs', document.baseURI));
             await init();
             const game = new Game('polish64');
             const freed = new Game('polish64');
             freed.free();
             const tries = [
               () => new Game('chess'), () => new Game(64), () => new Game(), () => new Game(null, 'W:Wc3:Bd4'),
               () => new Game('polish64', 7), () => new Game('polish64', {}), () => new Game('polish64', 'W:Wb1:Bd4'),
               () => game.play(), () => game.play(3), () => game.play('c3-c4'), () => game.play('x'.repeat(1e6)),
               () => game.bestMove(), () => game.bestMove(0), () => game.bestMove(257), () => game.bestMove(1.5),
               () => game.bestMove(NaN), () => game.bestMove(1e300), () => game.bestMove('hard'), () => freed.fen(),
             ];
             const said = [];
             for (const one of tries) {
               try { await one(); said.push(''); } catch (error) { said.push(error.message); }
             }
             said.push(new Game('polish64', null).fen() === game.fen() ? 'alive' : 'changed');
             return said",
        );
        let words = [
            "polish64, international",
            "name must be a string",
            "name must be a string",
            "name must be a string",
            "FEN must be a string",
            "FEN must be a string",
            "'b1' is not a square",
            "move must be a string",
            "move must be a string",
            "'c4' is not a square",
            "is not a move",
            "1 to 10",
            "1 to 10",
            "1 to 10",
            "1 to 10",
            "1 to 10",
            "1 to 10",
            "1 to 10",
            "null pointer",
            "alive",
        ];
        assert_eq!(said.len(), words.len());
        for (i, (said, word)) in said.iter().zip(words).enumerate() {
            assert!(said.contains(word), "try {i}: '{said}', not '{word}'");
        }
    });
}

#[test]
fn a_link_to_a_room_fetches_one_program() {
    scenario(Setup::phone(), |page| {
        // A line on which the first program, which the page preloads, would take two seconds.
        page.devtools("Network.enable", &json!({}));
        page.devtools(
            "Network.emulateNetworkConditions",
            &json!({ "offline": false, "latency": 20, "downloadThroughput": 200_000, "uploadThroughput": 200_000 }),
        );
        page.goto("#learn");
        page.wait_until_started();
        assert!(page.has(".table[data-place=learn]"));
        let whole: String = page.eval("return document.querySelector('meta[name=damka-whole]').content");
        let came: Vec<String> = page.eval(
            "return performance.getEntriesByType('resource')
               .filter((e) => e.name.endsWith('_bg.wasm') && e.encodedBodySize > 50_000).map((e) => e.name)",
        );
        let wasm = whole.trim_start_matches("./").replace(".js", "_bg.wasm");
        assert!(came.len() == 1 && came[0].ends_with(&wasm), "{came:?}");
    });
}

#[test]
fn comes_back_in_a_new_tab() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.eval::<()>("localStorage.setItem('harness', 'kept')");
        page.reopen();
        assert_eq!(page.eval::<String>("return localStorage.getItem('harness')"), "kept");
    });
}

#[test]
fn b119_starts_from_a_host_that_calls_wasm_text() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.site().fault(".wasm", Fault::Mime("text/plain".to_owned()));
        page.open();
        assert!(!page.has("#boot"), "the program did not start");
        // The worker's program comes from there, too.
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
    });
}

#[test]
fn b119_says_in_two_languages_that_it_cannot_start() {
    for fault in [Fault::Missing, Fault::Garbage, Fault::Truncated] {
        scenario(Setup::phone(), |page| {
            page.site().fault(".wasm", fault.clone());
            // What the browser itself says of the lost module.
            page.allow("_bg.wasm");
            page.allow("sw.js");
            page.open();
            let sentence = page.text("#boot-fault");
            assert!(sentence.contains("Nie udało się uruchomić Damki"), "{fault:?}: {sentence}");
            assert!(sentence.contains("Damka could not start"), "{fault:?}: {sentence}");
            // The host is well again, and the button is enough.
            page.site().mend();
            page.tap_on("#boot-fault button");
            page.wait_for("!document.getElementById('boot')", 10 * SECOND);
        });
    }
}

#[test]
fn a_half_kept_set_is_never_kept() {
    scenario(Setup::desktop(), |page| {
        // A file that the page can do without, so that only the service worker minds.
        page.site().fault("img/icon.svg", Fault::Garbage);
        page.open();
        assert!(!page.has("#boot"), "the program did not start");
        page.wait_for_request("sw.js", 10 * SECOND);
        page.wait_for("navigator.serviceWorker.getRegistration().then((found) => !found)", 10 * SECOND);
        assert_eq!(page.eval::<Vec<String>>("return caches.keys()"), Vec::<String>::new());
        // The next visit finds the host well, and keeps everything.
        page.site().mend();
        page.reload();
        page.wait_until_kept();
    });
}

#[test]
fn the_worker_tells_why_it_cannot_start() {
    scenario(Setup::desktop(), |page| {
        page.open();
        // A name that is no module of ours: the words must come as a message, not as an empty error.
        let words: String = page.eval_with(
            "return new Promise((done) => {
               const worker = new Worker('./js/worker.mjs', { type: 'module', name: arguments[0] });
               worker.onmessage = ({ data }) => done(data.damka_worker_error ?? 'something else');
             })",
            &[json!(format!("{}none.js", page.site().url()))],
        );
        page.allow("none.js");
        assert!(words.contains("none.js"), "{words}");
    });
}

/// The host has a second version, and the browser has fetched it. It lives as long as the value.
#[track_caller]
fn second_version_waits(page: &Page) -> TempDir {
    let new = next_version(|dist| {
        let page = dist.join("index.html");
        let text = fs::read_to_string(&page).expect("the page");
        fs::write(page, text.replace("<body>", "<body data-version=\"2\">")).expect("the page");
    });
    page.site().set_dir(new.path());
    page.eval::<()>("await (await navigator.serviceWorker.getRegistration()).update()");
    page.wait_for("navigator.serviceWorker.getRegistration().then((found) => found.waiting)", 10 * SECOND);
    new
}

#[test]
fn a_new_version_waits_until_the_page_asks() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.wait_until_kept();
        let _new = second_version_waits(page);
        assert!(!page.has("body[data-version]"), "a new version came without being asked for");
        // The page has seen that it waits, and offers it; taking it starts the page anew with the game as it was.
        page.wait_for("document.querySelector('.update:not([hidden])')", 5 * SECOND);
        page.click_on(".update");
        page.wait_for("document.querySelector(\"body[data-version='2'] .table\")", 10 * SECOND);
        page.wait_for("caches.keys().then((names) => names.length === 1)", 5 * SECOND);
    });
}

#[test]
fn a_start_takes_no_new_version_while_another_tab_plays_on_in_the_old_one() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.wait_until_kept();
        page.second_tab(true);
        let _new = second_version_waits(page);
        page.reload();
        std::thread::sleep(SECOND);
        assert!(!page.has("body[data-version]"), "the other tab still plays in the old version");
    });
}

/// The harness itself: what breaks the policy or writes an error must not pass unseen.
#[test]
fn faults_of_the_page_are_seen() {
    scenario(Setup::desktop(), |page| {
        page.open();
        assert_eq!(page.faults(), Vec::<String>::new());
        page.eval::<()>(
            "const inline = document.createElement('script'); inline.textContent = 'window.broken = true';
             document.head.append(inline); console.error('an error of the page');
             new Image().src = './lost.png'; setTimeout(() => { throw new Error('thrown later'); });
             Promise.reject(new Error('promise broken'));",
        );
        page.wait_for_request("lost.png", SECOND);
        let meant =
            ["Content Security Policy", "an error of the page", "lost.png", "thrown later", "promise broken"];
        page.wait_for("document.readyState === 'complete'", SECOND);
        let faults = page.faults().join("\n");
        for text in meant {
            assert!(faults.contains(text), "{text} is not among:\n{faults}");
            page.allow(text);
        }
        assert!(page.eval::<bool>("return window.broken === undefined"));
    });
}
