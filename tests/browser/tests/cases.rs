//! Cases of CASES.md by their names: what is entered, said and shown, clause by clause.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario};
use serde_json::json;
use std::thread::sleep;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

#[test]
fn b006_b029_a_circle_is_entered_either_way_and_taken_back_exactly() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        let kings = ["4", "18", "29", "15", "4"];
        let men = ["15", "4", "13", "24", "15"];
        for (fen, way, after) in [
            ("W:WK4:BK9,10,23,24", kings.to_vec(), "B:WK4:B"),
            ("W:WK4:BK9,10,23,24", kings.iter().rev().copied().collect(), "B:WK4:B"),
            // It passes the far row and stays a man (case B008).
            ("W:W15:B9,10,19,20", men.to_vec(), "B:W15:B"),
            ("W:W15:B9,10,19,20", men.iter().rev().copied().collect(), "B:W15:B"),
        ] {
            table.lay("international", fen);
            let start = table.fen();
            let marks = table.squares();
            table.tap(&way);
            assert_eq!(table.fen(), after, "{way:?}");
            assert_eq!(table.moves(), 1);
            table.page.click_on("button[data-action='button.undo']");
            assert_eq!((table.fen(), table.squares()), (start, marks));
            table.page.click_on("button[data-action='button.redo']");
            assert_eq!(table.fen(), after);
        }
    });
}

#[test]
fn b008_b020_a_man_that_passes_the_far_row_says_what_becomes_of_it() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "W:W11:B7,8");
        table.tap(&["11", "13"]);
        assert!(table.squares()["13"].starts_with("white man"));
        // The game is over by it: both are said and seen.
        for said in [table.word(), table.page.text(".heard")] {
            assert!(said.contains("White wins") && said.contains("stays a man"), "{said}");
        }
        table.lay("polish64", "W:Wb6:Bc7,e7,h8");
        table.tap(&["b6", "f6"]);
        assert!(table.word().contains("stays a man"), "{}", table.word());
        table.lay("russian", "W:Wb6:Bc7,e7,a3");
        table.tap(&["b6", "h4"]);
        assert!(table.squares()["h4"].starts_with("white king"), "{}", table.squares()["h4"]);
        assert!(table.fen().contains("WKh4"), "{}", table.fen());
        assert!(!table.word().contains("stays a man"));
    });
}

#[test]
fn b012_the_first_capture_backward_is_explained_and_shown() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "W:W28,45,50:B33");
        assert_eq!(table.squares_that("must capture"), ["28"], "the only legal move");
        assert!(table.word().contains("backward too in these rules: 28x39"), "{}", table.word());
        assert!(table.page.text(".heard").contains("28x39"));
        table.page.hover(2.0, 2.0);
        let with_arrow = table.page.picture_at_rest();
        // Once is enough: the same position again looks otherwise.
        table.lay("international", "W:W28,45,50:B33");
        assert!(!table.word().contains("backward too"), "{}", table.word());
        table.page.hover(2.0, 2.0);
        assert!(table.page.picture_at_rest() != with_arrow, "no arrow was drawn");
    });
}

#[test]
fn b014_the_rules_in_force_are_in_sight() {
    for setup in [english(), Setup::phone().in_language("en-GB")] {
        scenario(setup, |page| {
            page.open();
            let mut table = Table::new(page);
            for (rules, name) in [("english", "English"), ("polish64", "Polish")] {
                table.new_game(rules, false, 1);
                for _ in 0..2 {
                    let seen: (bool, String, bool, String) = table.page.eval(
                        "const [name, line] = document.querySelectorAll('.about h2, .about p');
                         return [name.checkVisibility(), name.textContent, line.checkVisibility(), line.textContent]",
                    );
                    assert!(seen.0 && seen.2 && seen.1.contains(name) && seen.3.len() > 40, "{seen:?}");
                    table.move_somehow(|table, square| table.tap(&[square]));
                }
            }
            // Short king and flying king.
            table.lay("english", "W:WK23:B28");
            table.tap(&["23"]);
            assert_eq!(table.squares_that("can go here"), ["18", "19", "26", "27"]);
            table.lay("polish64", "W:WKe3:Bh2");
            table.tap(&["e3"]);
            assert_eq!(table.squares_that("can go here").len(), 11);
        });
    }
}

#[test]
fn b023_b040_who_can_not_move_has_lost_at_once() {
    scenario(english(), |page| {
        page.before_load(
            "window.tones = 0;
             const start = OscillatorNode.prototype.start;
             OscillatorNode.prototype.start = function (...all) { tones++; return start.apply(this, all) };",
        );
        page.open();
        let mut table = Table::new(page);
        // Both ways to write a result are in use.
        let lost = |table: &mut Table, winner: &str, results: [&str; 2]| {
            let words = format!("{winner} wins");
            assert!(table.word().contains(&words), "{}", table.word());
            assert!(table.page.text(".heard").contains(&words), "{}", table.page.text(".heard"));
            let pdn = table.copied(true);
            let told = |result: &&str| pdn.contains(&format!("[Result \"{result}\"]"));
            assert!(results.iter().any(told), "{pdn}");
        };
        table.lay("polish64", "W:Wa1:Bb2,c3");
        lost(&mut table, "Black", ["0-2", "0-1"]);
        table.lay("international", "W:W46:B41,37");
        lost(&mut table, "Black", ["0-2", "0-1"]);
        // The computer is the one that is blocked.
        table.new_game("polish64", true, 1);
        table.paste("W:Wg5,e3,h2:Bh6");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        table.page.eval::<()>("tones = 0");
        table.tap(&["e3", "f4"]);
        // One for the move, three for the end.
        table.page.wait_for("tones >= 4", 2 * SECOND);
        lost(&mut table, "White", ["2-0", "1-0"]);
        // The last piece is taken; the position can be pasted back.
        table.lay("international", "W:W39:B44");
        table.tap(&["39", "50"]);
        assert_eq!(table.fen(), "B:W50:B");
        lost(&mut table, "White", ["2-0", "1-0"]);
        table.lay("international", "B:W50:B");
        assert_eq!(table.fen(), "B:W50:B");
        assert!(table.word().contains("White wins"), "{}", table.word());
    });
}

#[test]
fn b026_a_king_is_not_offered_its_own_square() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "B:WK1,K2,14,16,31,37,42:BK49");
        table.tap(&["49"]);
        assert_eq!(table.squares_that("can go here"), ["21", "27", "32", "35", "38", "40", "43", "44"]);
        table.tap(&["49"]);
        assert!(table.squares_that("chosen").is_empty());
        assert!(table.fen().starts_with("B:"));
    });
}

#[test]
fn b046_b098_a_position_laid_is_kept_restarted_and_taken_back_to() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", true, 1);
        let normal = table.fen();
        table.paste("W:Wa1,c1,e3:Bb8,d8,h8");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        let fen = table.fen();
        table.tap(&["e3", "f4"]);
        table.page.click_on("button[data-action='button.undo']");
        assert_eq!(table.fen(), fen, "one move, taken back at once");
        table.tap(&["e3", "f4"]);
        table.wait_for_turn();
        let later = table.fen();
        table.page.reload();
        assert_eq!(table.fen(), later);
        table.start_over(true);
        assert_eq!(table.fen(), fen);
        table.new_game("polish64", true, 1);
        assert_eq!(table.fen(), normal);
    });
}

#[test]
fn b104_a_touch_in_mid_motion_concerns_the_position_after_it() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc1,g1:Bd2,d4,d6,h8");
        table.tap(&["c1"]);
        let (to, next) = (table.middle("e7"), table.middle("h8"));
        // Three hops take more than half a second; the next touch comes at once.
        table.page.click(to.0, to.1);
        table.page.click(next.0, next.1);
        assert_eq!(table.squares_that("chosen"), ["h8"]);
        assert!(table.fen().starts_with("B:We7,g1"), "{}", table.fen());
        table.tap(&["g7"]);
        assert!(table.fen().starts_with("W:We7,g1:Bg7"), "{}", table.fen());
    });
}

#[test]
fn b110_by_keyboard_alone_the_board_is_reached_seen_and_left() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "W:W28,K40:B1,K2");
        let unseen = table.page.picture_at_rest();
        let focus = "return document.activeElement.classList.contains('square') ? document.activeElement.ariaLabel : ''";
        table.page.eval::<()>("document.activeElement.blur(); scrollTo(0, 0)");
        let mut presses = 0;
        while table.page.eval::<String>(focus).is_empty() {
            table.page.press(Key::Tab);
            presses += 1;
            assert!(presses < 30, "Tab does not lead to the board");
        }
        assert!(table.page.picture_at_rest() != unseen, "the focus is not seen on the board");
        table.choose_by_keys("28");
        assert!(table.page.eval::<String>(focus).starts_with("28, white man"));
        assert_eq!(table.squares_that("chosen"), ["28"]);
        table.page.press(Key::Escape);
        assert!(table.squares_that("chosen").is_empty());
        assert_eq!(table.squares()["28"], "white man, can move");
        assert!(table.squares()["40"].starts_with("white king, can move"));
        assert!(table.squares()["2"].starts_with("black king"));
    });
}

/// The browser asks for these languages.
fn asking_for(page: &mut Page, languages: &str) {
    page.before_load(&format!(
        "Object.defineProperty(Navigator.prototype, 'languages', {{ get: () => {languages} }});
         Object.defineProperty(Navigator.prototype, 'language', {{ get: () => {languages}[0] ?? '' }});"
    ));
}

#[test]
fn b114_every_list_of_languages_leads_to_a_page_that_fits() {
    for (asked, lang) in [
        ("['pl-PL']", "pl"),
        ("['pl']", "pl"),
        ("['de-AT', 'en']", "de"),
        ("['ar']", "en"),
        ("['zz']", "en"),
        ("[]", "pl"),
    ] {
        scenario(Setup { width: 320, height: 568, ..Setup::phone() }, |page| {
            asking_for(page, asked);
            page.open();
            assert_eq!(page.eval::<String>("return document.documentElement.lang"), lang, "{asked}");
            let fits = "return document.documentElement.scrollWidth <= 320 &&
                [...document.querySelectorAll('dialog[open]')].every((d) => d.scrollWidth <= d.clientWidth + 1)";
            assert!(page.eval::<bool>(fits), "{asked}: the page is too wide");
            for opener in [
                ".bar > button",
                ".bar > button:nth-of-type(2)",
                "[data-action='button.menu']",
                ".about button",
            ] {
                page.eval_with::<()>("document.querySelector(arguments[0]).click()", &[json!(opener)]);
                sleep(SECOND / 3);
                assert!(page.eval::<bool>(fits), "{asked} {opener}: too wide");
                page.eval::<()>("document.querySelector('dialog header button').click()");
            }
        });
    }
}

#[test]
fn b114_a_page_that_is_read_from_the_right_has_the_same_board() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let picture = table.page.picture_at_rest();
        table.page.eval::<()>("document.documentElement.dir = 'rtl'");
        assert!(table.page.picture_at_rest() == picture, "the picture is another one");
        assert!(table.middle("a1").0 < table.middle("g1").0);
        table.tap(&["c3", "d4"]);
        assert_eq!(table.fen(), "B:Wd4,e3:Bb8");
        assert!(table.page.eval::<u32>("return document.documentElement.scrollWidth") <= 390);
    });
}

#[test]
fn openings_have_their_names_in_the_whole_program() {
    scenario(english(), |page| {
        page.goto("#analyse");
        page.wait_until_started();
        page.eval::<()>("location.hash = 'play'");
        page.wait_for("document.querySelector('.table[data-place=play]')", 2 * SECOND);
        let mut table = Table::new(page);
        table.new_game("english", false, 1);
        table.tap(&["11", "15", "22", "18"]);
        table
            .page
            .wait_for("document.querySelector('.moves').textContent.includes('Single Corner')", 5 * SECOND);
        table.page.press(Key::Escape);
        table.page.click_on("button[data-action='button.undo']");
        assert!(!table.page.text(".moves").contains("Single Corner"));
    });
}
