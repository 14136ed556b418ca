//! The coach in the browser: hints in four steps, 'are you sure?', the review.
use damka::notation::{Style, parse_fen, write_fen};
use damka::rules::Variant;
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario, timed};
use serde_json::json;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

const HINT: &str = "[data-action=\"button.hint\"]";

#[test]
fn a_hint_comes_in_four_steps_and_soon() {
    timed(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4");
        let before = table.fen();
        // The worker is made ready soon after the page; nobody reads a position faster.
        std::thread::sleep(2 * SECOND);
        let took: f64 = table.page.eval(
            "const began = performance.now();
             document.querySelector('[data-action=\"button.hint\"]').click();
             return new Promise(done => {
               const look = () => document.querySelector('.word').textContent.includes('There is a shot')
                 ? done(performance.now() - began) : setTimeout(look, 2);
               look();
             });",
        );
        // How soon is held by another test, over many hints: the machine may be busy just now.
        println!("step 1 after {took:.0} ms");
        table.page.click_on(HINT);
        table.wait_for_word("Look at the piece on d4");
        table.page.click_on(HINT);
        table.wait_for_word("Try d4-e5");
        table.page.click_on(HINT);
        table.wait_for_word("gives 2 and takes 4");
        assert_eq!(table.fen(), before, "a line played out is not the game");
    });
}

/// A short game with mistakes, read and reviewed to its end.
fn reviewed(page: &mut Page) -> Table<'_> {
    page.open();
    let mut table = Table::new(page);
    table.paste(
        "[GameType \"26\"]\n[FEN \"W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n1. b2-c3 g7-f6 2. c3-d4 f6-e5 *",
    );
    table.menu("Review the game");
    table.page.wait_for("document.querySelector('.points button')", 20 * SECOND);
    table.page.wait_for("document.querySelector('.panel[data-place=review] progress').hidden", 20 * SECOND);
    table
}

#[test]
fn a_game_is_reviewed_with_its_turning_points() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        let table = reviewed(page);
        table.page.click_on(".points button");
        table.wait_for_word("Find a better move");
        let label: String =
            table.page.eval("return document.querySelector('.graph').getAttribute('aria-label')");
        assert!(label.contains('%'), "{label}");
    });
}

/// Presses the hint's button; how long until the word under the board has changed.
fn press_hint(page: &Page) -> f64 {
    page.eval(
        "const word = document.querySelector('.word p');
         const [before, began] = [word.textContent, performance.now()];
         document.querySelector('[data-action=\"button.hint\"]').click();
         return new Promise(done => {
           const look = () => word.textContent !== before ? done(performance.now() - began) : setTimeout(look, 1);
           look();
         });",
    )
}

/// Positions of all kinds: full boards, many kings, captures, endings; big boards and other rules.
const POSITIONS: [(&str, &str); 14] = [
    ("polish64", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    ("polish64", "W:Wa3,c3,e3,g3,b2,d2,f2,h2,c1,e1:Bb6,d6,f6,h6,a7,c7,e7,g7,d8,f8"),
    ("polish64", "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4"),
    ("polish64", "W:WKa1,Kc1,Ke1,h2:BKf8,Kh8,a7"),
    ("polish64", "W:WKa1,Kc1:Bb8"),
    (
        "international",
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    ),
    ("international", "W:W27,28,32,33,34,35,37,38,39,40,42,43,45,48:B3,7,8,9,12,13,14,16,18,19,20,23,24,26"),
    ("international", "W:WK46,K47,K48,K49,K50,36:BK1,K2,K3,K4,15"),
    ("international", "W:W26,31,36,37,41,42,43,47,48,49:B6,11,12,13,16,17,18,19,20,25"),
    ("russian", "W:Wa3,c3,e3,g3,b2,d2,f2,h2,c1,e1:Bb6,d6,f6,h6,a7,c7,e7,g7,d8,f8"),
    ("english", "W:W21,22,23,24,25,26,27,28:B5,6,7,8,9,10,11,12"),
    (
        "frisian",
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    ),
    (
        "turkish",
        "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba7,b7,c7,d7,e7,f7,g7,h7,a6,b6,c6,d6,e6,f6,g6,h6",
    ),
    (
        "canadian",
        "W:W43,44,45,46,47,48,49,50,51,52,53,54,61,62,63,64,65,66:B1,2,3,4,5,6,7,8,9,10,11,12,19,20,21,22,23,24",
    ),
];

#[test]
fn the_first_three_steps_of_a_hint_come_within_300_ms() {
    timed(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        let mut steps = [Vec::new(), Vec::new(), Vec::new()];
        for (rules, fen) in POSITIONS {
            table.lay(rules, fen);
            // What the engine of a rule set learns is fetched before anybody has read the position.
            std::thread::sleep(SECOND / 2);
            // A first hint of a visit to these rules, then the same one again.
            for round in 0..2 {
                if round == 1 {
                    table.page.press(Key::Escape);
                }
                for step in &mut steps {
                    step.push((press_hint(table.page), rules));
                }
                assert!(table.word().contains("Try "), "{rules} {fen}: {}", table.word());
                table.page.press(Key::Escape);
            }
        }
        for (n, step) in steps.iter_mut().enumerate() {
            step.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (middle, longest) = (step[step.len() / 2].0, step[step.len() - 1]);
            println!(
                "step {}: {middle:.0} ms in the middle, {:.0} ms at most ({})",
                n + 1,
                longest.0,
                longest.1
            );
            assert!(middle <= 300.0, "step {}: {middle}", n + 1);
        }
    });
}

#[test]
fn endings_are_told_by_the_tables_with_their_length() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        // The engine's own program counts; the first one does not.
        page.reload();
        let mut table = Table::new(page);
        for (rules, fen, said) in [
            ("polish64", "W:Wb4:Bf8", "The endgame table says: this wins in "),
            ("brazilian", "W:WKa1,Kc1:Bf8,h6", "The endgame table says: this wins in "),
            ("russian", "W:WKc1:Ba3", "The endgame table says: this is a draw."),
            ("english", "W:WK1,K2:BK32", "The endgame table says: this wins"),
        ] {
            table.lay(rules, fen);
            let mut told = String::new();
            for _ in 0..4 {
                press_hint(table.page);
                told = table.word();
            }
            assert!(told.contains(said) || told.contains("at the latest"), "{rules} {fen}: {told}");
            assert!(!told.contains('{'), "{told}");
        }
    });
}

#[test]
fn the_marks_of_a_review_stay_beside_the_moves_at_the_table() {
    scenario(english(), |page| {
        let table = reviewed(page);
        let marked = |page: &Page| {
            page.eval::<String>("return [...document.querySelectorAll('.moves button')].map(b => b.textContent + (b.dataset.sign ?? '')).join(' ')")
        };
        let own = marked(table.page);
        assert!(own.contains('?'), "{own}");
        table.page.click_on(".doors button[data-place=play]");
        assert_eq!(marked(table.page), own, "back at the table");
        // The table alone, without the rooms.
        table.page.goto("");
        table.page.reload();
        table.page.wait_for("document.querySelector('.moves .move')", 5 * SECOND);
        assert_eq!(marked(table.page), own, "after a reload");
        // Another game has none of them.
        let mut table = Table::new(table.page);
        table.page.click_on("button[data-action='button.undo']");
        table.page.click_on("button[data-action='button.undo']");
        table.tap(&["d2", "e3"]);
        assert!(!marked(table.page).contains('?'), "{}", marked(table.page));
    });
}

#[test]
fn hints_and_reviews_where_nobody_expects_them() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        // A game that is over, and a position without a move: there is no hint to be asked for, and the key says why.
        for fen in ["W:Wa1:Bb2,c3", "B:Wb6,c5:Ba7"] {
            table.lay("polish64", "W:Wc3:Bf6");
            table.paste(fen);
            table.page.press(Key::Escape);
            table.page.press(Key::Escape);
            table.page.eval::<()>(
                "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))",
            );
            assert!(!table.word().is_empty() && !table.word().contains("There is"), "{}", table.word());
        }
        // While the computer thinks.
        table.new_game("polish64", true, 10);
        table.tap(&["c3", "d4"]);
        table
            .page
            .eval::<()>("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))");
        table.wait_for_turn();
        // A game of one move, and one of a rule set without tables or weights.
        for rules in ["polish64", "turkish", "frisian", "antidraughts"] {
            table.new_game(rules, false, 1);
            table.move_somehow(|table, square| table.tap(&[square]));
            table.menu("Review the game");
            table.page.wait_for(
                "document.querySelector('.panel[data-place=review] progress')?.hidden",
                20 * SECOND,
            );
            assert!(table.page.text(".panel[data-place=review]").contains("No mistakes found"), "{rules}");
            table.page.click_on(".doors button[data-place=play]");
        }
    });
}

#[test]
fn a_review_stopped_in_the_middle_goes_on() {
    scenario(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut table = Table::new(page);
        table.new_game("international", false, 1);
        for _ in 0..12 {
            table.move_somehow(|table, square| table.tap(&[square]));
        }
        table.menu("Review the game");
        table.page.wait_for(
            "document.querySelector('.panel[data-place=review] progress')?.value >= 1",
            20 * SECOND,
        );
        table.page.eval::<()>("[...document.querySelectorAll('.panel[data-place=review] button')].find(b => b.textContent === 'Stop')?.click()");
        let stopped: f64 =
            table.page.eval("return document.querySelector('.panel[data-place=review] progress').value");
        std::thread::sleep(SECOND);
        let still: f64 =
            table.page.eval("return document.querySelector('.panel[data-place=review] progress').value");
        assert!(still <= stopped + 1.0, "{stopped} {still}");
        table.page.eval::<()>("[...document.querySelectorAll('.panel[data-place=review] button')].find(b => b.textContent === 'Go on')?.click()");
        table
            .page
            .wait_for("document.querySelector('.panel[data-place=review] progress').hidden", 60 * SECOND);
        let label: String =
            table.page.eval("return document.querySelector('.graph').getAttribute('aria-label')");
        assert_eq!(label.matches('%').count(), 13, "{label}");
    });
}

/// How late the worker hears a word while the coach thinks: questions of weight, and a moment later one of none.
#[test]
fn the_worker_hears_the_page_while_the_coach_thinks() {
    timed(english(), |page| {
        page.open();
        page.wait_until_kept();
        let mut late = Vec::new();
        for (rules, fen) in POSITIONS {
            let variant = Variant::named(rules).expect("a rule set");
            let start = parse_fen(variant, fen, Style::Official).expect("a position");
            // The numbers of the purposes on the way: a hint, the lights, the threats, and of the first move whether it is
            // safe, and its review.
            let first = damka::app::save::path_numbers(&start.legal_moves()[0]);
            for (name, purpose, moves) in [
                ("hint", 1, vec![]),
                ("lights", 7, vec![]),
                ("threats", 4, vec![]),
                ("check", 3, vec![&first]),
                ("review", 5, vec![&first]),
            ] {
                let question = json!({
                    "generation": 1, "purpose": purpose, "rules": rules, "level": 1, "longer": 0, "style": 0, "from": 0,
                    "start": write_fen(&start, Style::RowNumbers), "moves": moves,
                });
                let each: Vec<f64> = page.eval_with(HEARD_AFTER, &[question]);
                late.extend(each.into_iter().map(|milliseconds| (milliseconds, rules, name)));
            }
        }
        late.sort_by(|a, b| b.0.total_cmp(&a.0));
        println!("heard after at most {:?}, in the middle {:.0} ms", &late[..8], late[late.len() / 2].0);
        // The machine may be busy with other tests: the figures that were seen stand in DESIGN.md.
        assert!(late[late.len() / 4].0 <= 50.0, "{:?}", &late[..8]);
    });
}

/// Asks the engine's own program; so many milliseconds later a question of no weight: how long that waits for its answer.
const HEARD_AFTER: &str = "
    const [question] = arguments;
    globalThis.thinker ??= new Promise(ready => {
      const name = new URL(document.querySelector('meta[name=damka-thinker]').content, document.baseURI).href;
      const worker = new Worker('./js/worker.mjs', { type: 'module', name });
      worker.onmessage = event => { if (event.data === '\"Ready\"') ready(worker); };
    });
    const small = { generation: 0, purpose: 4, rules: 'polish64', level: 1, longer: 0, style: 0, from: 0, start: 'W:W30:B1', moves: [] };
    return (async () => {
      const worker = await thinker;
      const ask = (text, generation) => new Promise(done => {
        const listen = event => {
          if (JSON.parse(event.data).generation !== generation && !event.data.includes(`:${generation},`)) return;
          worker.removeEventListener('message', listen);
          done();
        };
        worker.addEventListener('message', listen);
        worker.postMessage(text);
      });
      const pause = ms => new Promise(done => setTimeout(done, ms));
      // The files of the rule set first.
      await ask(JSON.stringify({ ...question, purpose: 4, generation: 77 }), 77);
      await pause(300);
      const late = [];
      let n = 1000;
      for (const ms of [1, 8, 20, 40, 70, 110, 160, 230]) {
        worker.postMessage(JSON.stringify({ ...question, generation: ++n }));
        await pause(ms);
        const began = performance.now();
        ++n;
        await ask(JSON.stringify({ ...small, generation: n }), n);
        late.push(performance.now() - began);
      }
      return late;
    })()";
