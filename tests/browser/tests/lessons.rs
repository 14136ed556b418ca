//! The room of lessons in a browser: every lesson walked by its solutions, a mistake and its refutation, the class's link,
//! an ending, without network.
use damka::app::learn::course::{Board, Course};
use damka::app::learn::player::{Act, Player, Stage};
use damka::app::learn::proof::Proofs;
use damka_browser_tests::{Page, SECOND, Setup, scenario};
use serde_json::{Value, json};
use std::fs;

fn text(path: &str) -> String {
    fs::read_to_string(xtask::root().join(path)).expect(path)
}

fn files() -> (Course, Proofs) {
    let course = Course::read(&text("www/lessons/course.json")).expect("the course");
    (course, Proofs::read(&text("www/lessons/proofs.json")).expect("the proofs"))
}

fn open_room(page: &mut Page) {
    page.click_on("button[data-place='learn']");
    page.wait_for("document.querySelector('.lessons [data-lesson]')", 5 * SECOND);
}

/// What has to be pressed from the first step to the end.
fn presses(player: &mut Player) -> Vec<Value> {
    let mut list = Vec::new();
    for _ in 0..400 {
        player.finish_showing();
        if player.stage() == Stage::End {
            return list;
        }
        let act =
            if player.task().is_some() && !player.is_solved() { player.solution() } else { vec![Act::Next] };
        for act in act {
            list.push(match act {
                Act::Touch(square) => {
                    json!([".square[data-square=\"N\"]".replace('N', &square.row_number().to_string())])
                }
                Act::Answer(n) => json!([format!("[data-answer=\"{n}\"]")]),
                _ => json!(["[data-act=next]"]),
            });
            player.act(act);
            if player.showing().is_some() || player.is_solved() {
                break;
            }
        }
    }
    panic!("{} does not end", player.lesson);
}

#[test]
fn every_lesson_is_walked_by_clicking_its_solutions() {
    let (course, proofs) = files();
    scenario(Setup::desktop(), |page| {
        page.open();
        open_room(page);
        let mut walked = 0;
        for board in Board::ALL {
            let place = if board == Board::Small { 1 } else { 2 };
            page.eval::<()>(&format!("document.querySelector('.boards button:nth-child({place})').click()"));
            for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
                let mut player = Player::open(&course, &proofs, &lesson.id, board).expect("a lesson");
                let list = presses(&mut player);
                let end: (String, String, String) = page.eval_with(
                    "const [id, list] = arguments;
                     document.querySelector(`[data-lesson=\"${id}\"]`).click();
                     const lesson = document.querySelector('.lesson');
                     for (const [what] of list) {
                       const button = document.querySelector(what);
                       button.click();
                       // What is shown move by move is seen at once by whoever presses on.
                       if (lesson.dataset.state === 'showing' && what.startsWith('.square')) button.click();
                       if (lesson.dataset.state === 'showing' && what.startsWith('[data-answer')) {
                         document.querySelector('.square').click();
                       }
                     }
                     return [lesson.dataset.state, lesson.querySelector('p.stars').textContent,
                             lesson.querySelector('.ask').textContent]",
                    &[json!(lesson.id), json!(list)],
                );
                assert_eq!(
                    (end.0.as_str(), end.1.as_str()),
                    ("end", "★★★"),
                    "{board:?} {}: {}",
                    lesson.id,
                    end.2
                );
                assert!(!end.2.is_empty());
                page.eval::<()>("document.querySelector('[data-act=list]').click()");
                walked += 1;
            }
        }
        println!("{walked} lessons were walked");
        assert!(walked >= 80);
        // The stars are still there after a reload.
        page.reload();
        page.wait_for("document.querySelector('.lessons [data-lesson]')", 5 * SECOND);
        let stars: u32 = page.eval("return [...document.querySelectorAll('.lessons .stars')].filter((s) => s.textContent === '★★★').length");
        assert!(stars >= 40, "{stars}");
    });
}

#[test]
fn a_mistake_is_refuted_on_the_board_and_tried_again() {
    scenario(Setup::phone(), |page| {
        page.open();
        page.goto("#learn/64/opposition");
        page.reload();
        page.wait_for("document.querySelector('.lesson')?.dataset.state", 5 * SECOND);
        while page.eval::<bool>("return !document.querySelector('.lesson').dataset.state.match(/open/)") {
            page.tap_on("[data-act=next]");
        }
        let ask = page.text(".lesson .ask");
        for square in ["22", "17"] {
            page.tap_on(&format!(".square[data-square=\"{square}\"]"));
        }
        page.wait_for("document.querySelector('.lesson').dataset.state === 'refuted'", 8 * SECOND);
        let word = page.text(".word p");
        assert!(word != ask && word.contains("c3-b4"), "{word}");
        assert_eq!(page.eval::<u32>("return document.documentElement.scrollWidth"), 390);
        page.tap_on("[data-act=again]");
        page.wait_for("document.querySelector('.lesson').dataset.state === 'open'", 2 * SECOND);
        assert_eq!(page.text(".word p"), ask);
    });
}

#[test]
fn a_class_opens_its_link_and_prints_its_sheet() {
    scenario(Setup::desktop().in_language("en-GB"), |page| {
        page.open();
        open_room(page);
        page.eval::<()>("document.querySelector('.more button[aria-expanded]').click()");
        page.wait_for("document.querySelector('[data-choose=must]')", 2 * SECOND);
        page.eval::<()>(
            "document.querySelector('[data-choose=must]').click();
             document.querySelector('[data-choose=most]').click();
             const field = document.getElementById('sheet-positions');
             field.value = 'W:Wc3:Bd4\\nnonsense';
             field.dispatchEvent(new Event('input', { bubbles: true }));",
        );
        let link: String = page.eval("return document.getElementById('sheet-link').value");
        assert!(link.ends_with("#learn/set/64/must,most/W:Wc3:Bd4"), "{link}");
        assert!(page.text(".teacher [role=alert]").contains("nonsense"));
        let diagrams: u32 = page.eval("return document.querySelectorAll('.sheet svg').length");
        assert_eq!(diagrams, 9, "four tasks of each lesson and one position");
        page.goto(&link[link.find('#').expect("a fragment")..]);
        page.reload();
        page.wait_for("document.querySelectorAll('.lessons [data-lesson]').length === 2", 5 * SECOND);
        assert_eq!(page.eval::<u32>("return document.querySelectorAll('.sheet svg').length"), 1);
    });
}

#[test]
fn an_ending_is_played_and_lessons_open_without_network() {
    scenario(Setup::desktop(), |page| {
        page.open();
        page.wait_until_kept();
        // What was opened once is there without network.
        open_room(page);
        page.goto("#endings");
        page.wait_for("document.querySelector('[data-ending=\"king-man\"]:not(:disabled)')", 5 * SECOND);
        page.set_offline(true);
        page.reload();
        page.wait_for("document.querySelector('[data-ending=\"king-man\"]:not(:disabled)')", 5 * SECOND);
        page.click_on("[data-ending='king-man']");
        page.wait_for(
            "document.querySelector('.panel[data-place=endings] .lesson:not([hidden])')",
            2 * SECOND,
        );
        assert!(!page.text(".word p").is_empty());
        page.set_offline(false);
    });
}

/// Pictures to be looked at: `target/browser/learn-*.png`.
#[test]
fn pictures_of_the_rooms() {
    for (name, setup) in [
        ("phone-pl", Setup::phone()),
        ("phone-en", Setup::phone().in_language("en-GB")),
        ("desktop-pl", Setup::desktop()),
        ("desktop-en", Setup { dark: true, ..Setup::desktop().in_language("en-GB") }),
        ("narrow-pl", Setup { width: 320, height: 640, ..Setup::phone() }),
    ] {
        scenario(setup, |page| {
            page.open();
            open_room(page);
            let shot = |page: &mut Page, what: &str| {
                page.screenshot(format!("target/browser/learn-{what}-{name}.png"));
                let wide: (u32, u32) = page.eval("return [document.documentElement.scrollWidth, innerWidth]");
                assert!(wide.0 <= wide.1, "{what} {name} scrolls sideways: {wide:?}");
            };
            shot(page, "list");
            page.eval::<()>("document.querySelector('[data-lesson=most]').click()");
            page.wait_for("document.querySelector('.lesson').dataset.state === 'example'", 5 * SECOND);
            page.eval::<()>("document.querySelector('[data-act=next]').click()");
            shot(page, "example");
            for _ in 0..3 {
                page.eval::<()>("document.querySelector('[data-act=next]').click()");
            }
            page.eval::<()>("document.querySelector('[data-act=skip]').click()");
            shot(page, "task");
            page.eval::<()>("document.querySelector('[data-act=list]').click(); document.querySelector('.more button[aria-expanded]').click(); document.querySelector('[data-choose=must]').click()");
            page.eval::<()>("document.querySelector('.sheet').scrollIntoView()");
            shot(page, "sheet");
            page.goto("#endings");
            page.wait_for("document.querySelector('[data-ending=petrov]:not(:disabled)')", 5 * SECOND);
            shot(page, "endings");
            page.eval::<()>("document.querySelector('[data-ending=petrov]').click()");
            shot(page, "petrov");
        });
    }
}
