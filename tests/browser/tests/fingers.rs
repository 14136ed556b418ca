//! Fingers and mice that do two things at once, too much, or too little; a board and a window that change under them.
use damka_browser_tests::{Key, SECOND, Table, english, phone, scenario};
use serde_json::json;
use std::thread::sleep;

#[test]
fn b027_a_double_tap_moves_once_on_a_board_that_turns() {
    scenario(english(), |page| {
        page.with_prefs("\"turning\":\"turns\"");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        // The second half of the double click comes when the board has turned.
        for _ in 0..4 {
            let piece = table.squares_that("can move")[0].clone();
            table.tap(&[&piece]);
            let to = table.squares_that("can go here")[0].clone();
            let (x, y) = table.middle(&to);
            table.page.double_click(x, y);
            assert_eq!(table.squares_that("chosen"), Vec::<String>::new());
            sleep(SECOND / 2);
        }
        assert_eq!(table.moves(), 4);
    });
}

/// The middle of a square's picture: for each pixel the sum of its colours.
fn picture_of(table: &Table, name: &str) -> Vec<i32> {
    table.page.eval_with(
        "const canvas = document.querySelector('.room canvas');
         const all = canvas.getBoundingClientRect(), scale = canvas.width / all.width;
         const box = document.querySelector(`.square[aria-label^='${arguments[0]},']`).getBoundingClientRect();
         const side = Math.round(box.width * scale * 0.6);
         const at = (low, from, size) => Math.round((low - from + size / 2) * scale - side / 2);
         const pixels = canvas.getContext('2d').getImageData(
           at(box.x, all.x, box.width), at(box.y, all.y, box.height), side, side).data;
         return Array.from({ length: side * side }, (_, i) => pixels[4 * i] + pixels[4 * i + 1] + pixels[4 * i + 2]);",
        &[json!(name)],
    )
}

/// By how much two pictures differ in the middle.
fn apart(one: &[i32], other: &[i32]) -> i32 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<i32>() / one.len() as i32
}

/// Two people across a table from each other: what is the far one's is upside down for us, and everything is where it is.
#[test]
fn pieces_that_face_their_players_are_turned_and_played_where_they_stand() {
    scenario(phone(), |page| {
        page.with_prefs("\"turning\":\"facing\"");
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:WKe1,c3:BKd8,f6");
        table.page.picture_at_rest();
        let facing = ["d8", "e1"].map(|name| picture_of(&table, name));
        assert_eq!(table.page.eval::<u32>("return document.querySelectorAll('.plate.facing').length"), 1);
        assert_eq!(
            table
                .page
                .eval::<String>("return getComputedStyle(document.querySelector('.plate.facing')).rotate"),
            "180deg"
        );
        // By finger, by dragging and by keyboard, each side in turn.
        table.tap(&["c3", "d4"]);
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 1", 5 * SECOND);
        let (from, to) = (table.middle("f6"), table.middle("g5"));
        table.page.swipe(&[from, (from.0.midpoint(to.0), from.1.midpoint(to.1)), to]);
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 2", 5 * SECOND);
        table.choose_by_keys("e1");
        table.choose_by_keys("h4");
        table.page.wait_for("document.querySelectorAll('.moves .move').length === 3", 5 * SECOND);
        assert_eq!(table.fen(), "B:Wd4,Kh4:BKd8,g5");
        // On a board that stays as it is the far king is the same the other way up, the near one the same.
        table.page.eval::<()>(
            "localStorage['damka.prefs'] = localStorage['damka.prefs'].replace('facing', 'fixed')",
        );
        table.page.reload();
        table.lay("polish64", "W:WKe1,c3:BKd8,f6");
        table.page.picture_at_rest();
        let [mut far, near] = ["d8", "e1"].map(|name| picture_of(&table, name));
        let as_it_is = apart(&facing[0], &far);
        far.reverse();
        let upside_down = apart(&facing[0], &far);
        assert!(upside_down * 3 < as_it_is, "{upside_down} upside down, {as_it_is} as it is");
        assert_eq!(apart(&facing[1], &near), 0);
    });
}

#[test]
fn b027_enter_twice_makes_one_move() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("international", "W:WK2,25:B14,15,16");
        table.choose_by_keys("25");
        table.choose_by_keys("20");
        table.page.press(Key::Enter);
        table.page.press(Key::Enter);
        assert!(table.fen().starts_with('B'));
        assert_eq!(table.moves(), 1);
    });
}

#[test]
fn a_double_tap_on_more_presses_nothing_in_it() {
    scenario(phone(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.tap(&["c3", "d4"]);
        let fen = table.fen();
        let more = table.page.middle("[data-action='button.menu']");
        for _ in 0..2 {
            table.page.fingers("touchStart", &[more]);
            table.page.fingers("touchEnd", &[]);
        }
        sleep(SECOND / 2);
        // It is open, and no entry of it was pressed.
        assert_eq!(table.page.text("dialog[open] h2"), table.text("button.menu"));
        table.page.press(Key::Escape);
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        assert_eq!(table.fen(), fen);
    });
}

#[test]
fn only_the_main_button_plays_and_a_gesture_taken_away_plays_nothing() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let start = table.fen();
        table.tap(&["c3"]);
        let (from, to) = (table.middle("c3"), table.middle("d4"));
        for button in ["right", "middle", "back"] {
            for what in ["mousePressed", "mouseReleased"] {
                table.page.mouse(what, to, button, 1, "mouse");
            }
        }
        table.page.press(Key::Escape);
        assert_eq!(table.fen(), start);
        // A drag that the system takes away.
        table.page.fingers("touchStart", &[from]);
        table.page.fingers("touchMove", &[(from.0 + 20.0, from.1 - 20.0)]);
        table.page.fingers("touchMove", &[to]);
        table.page.fingers("touchCancel", &[]);
        table.page.press(Key::Escape);
        assert_eq!(table.fen(), start);
        // A pen plays as a finger does.
        for at in [from, to] {
            for what in ["mousePressed", "mouseReleased"] {
                table.page.mouse(what, at, "left", 1, "pen");
            }
        }
        assert_eq!(table.fen(), "B:Wd4,e3:Bb8");
    });
}

#[test]
fn a_window_that_changes_in_mid_drag_leaves_the_piece_in_the_hand() {
    scenario(phone(), |page| {
        page.open();
        let mut table = Table::new(page);
        // Once the finger goes on after the phone was turned; once it is lifted, and what was seen last is played.
        for goes_on in [true, false] {
            table.lay("polish64", "W:Wc3,e3:Bb8");
            let (from, to) = (table.middle("c3"), table.middle("d4"));
            table.page.fingers("touchStart", &[from]);
            table.page.fingers("touchMove", &[(from.0 + 10.0, from.1 - 10.0)]);
            if !goes_on {
                table.page.fingers("touchMove", &[to]);
            }
            table.page.resize(844, 390, 3.0);
            sleep(SECOND / 3);
            if goes_on {
                let to = table.middle("d4");
                table.page.fingers("touchMove", &[to]);
            }
            table.page.fingers("touchEnd", &[]);
            sleep(SECOND / 3);
            table.page.resize(390, 844, 3.0);
            assert_eq!(table.fen(), "B:Wd4,e3:Bb8", "goes on: {goes_on}");
        }
    });
}

#[test]
fn two_fingers_enlarge_the_board_and_play_nothing_and_the_enlarged_one_is_hit() {
    scenario(phone(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let at = table.middle("d4");
        for step in 0..11 {
            let far = 40.0 + 4.0 * f64::from(step);
            let both = [(at.0 - far, at.1), (at.0 + far, at.1)];
            table.page.fingers(if step == 0 { "touchStart" } else { "touchMove" }, &both);
        }
        table.page.fingers("touchEnd", &[]);
        table.page.wait_for("visualViewport.scale > 1.1", 2 * SECOND);
        assert!(table.squares_that("chosen").is_empty());
        for name in ["c3", "d4"] {
            // When the fingers' swing has come to rest. Not by `middle`, which would scroll.
            sleep(SECOND);
            let at: (f64, f64) = table.page.eval_with(
                "const b = document.querySelector(`.square[aria-label^='${arguments[0]},']`).getBoundingClientRect();
                 return [b.left + b.width / 2 - visualViewport.offsetLeft, b.top + b.height / 2 - visualViewport.offsetTop]",
                &[name.into()],
            );
            table.page.fingers("touchStart", &[at]);
            table.page.fingers("touchEnd", &[]);
        }
        sleep(SECOND / 4);
        assert_eq!(table.moves(), 1, "{:?}", table.squares_that("chosen"));
        table.page.devtools("Emulation.setPageScaleFactor", &json!({ "pageScaleFactor": 1 }));
        assert_eq!(table.fen(), "B:Wd4,e3:Bb8");
    });
}

#[test]
fn a_move_is_planned_ahead_by_taps_and_by_dragging() {
    for drags in [false, true] {
        scenario(phone(), |page| {
            page.hold_worker();
            page.with_prefs("\"premove\":true");
            page.open();
            let mut table = Table::new(page);
            // Black has one move, h8-g7.
            table.new_game("polish64", true, 1);
            table.paste("W:Wc1,g1:Bh8");
            table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
            table.page.eval::<()>("delay = 2500");
            table.tap(&["c1", "b2"]);
            if drags {
                let way = [table.middle("g1"), table.middle("f2")];
                table.page.swipe(&way);
            } else {
                table.tap(&["g1", "f2"]);
            }
            table.wait_for_word("Your next move is planned");
            assert_eq!(table.moves(), 1, "planned, not played");
            table.page.wait_for("document.querySelectorAll('.moves .move').length === 3", 10 * SECOND);
            assert_eq!(table.fen(), "B:Wb2,f2:Bg7");
        });
    }
}
