//! What is seen stays where it is, is whole, and uses the room that there is.
use damka_browser_tests::{Page, SECOND, Setup, Table, english, phone, scenario};
use serde_json::json;

/// Notes every shift of the layout. Those soon after a touch count as well: a game shifts nothing.
fn watch(page: &mut Page) {
    page.before_load(
        "window.shifts = [];
         new PerformanceObserver((list) => list.getEntries().forEach((e) => shifts.push([e.hadRecentInput, e.sources.map((s) => {
           const box = (b) => [b.x, b.y, b.width, b.height].map(Math.round).join(' ');
           return `${s.node?.className || s.node?.nodeName}: ${box(s.previousRect)} -> ${box(s.currentRect)}`;
         }).join(', ')]))).observe({ type: 'layout-shift', buffered: true });",
    );
}

fn shifts(page: &Page, all: bool) -> Vec<String> {
    std::thread::sleep(SECOND / 2);
    page.eval_with(
        "return shifts.splice(0).filter(([recent]) => arguments[0] || !recent).map(([, what]) => what)",
        &[json!(all)],
    )
}

#[test]
fn nothing_shifts_while_a_game_is_played_nor_where_a_room_is_entered() {
    // Sizes at which a board of whole device pixels is smaller than its room.
    for setup in [
        Setup { pixel_ratio: 1.0, ..phone() },
        Setup { width: 320, height: 568, pixel_ratio: 2.0, ..phone() },
        Setup { width: 1440, height: 900, ..english() },
    ] {
        let width = setup.width;
        scenario(setup, |page| {
            watch(page);
            page.open();
            assert_eq!(shifts(page, false), Vec::<String>::new(), "the start at {width}");
            for place in ["set-up", "puzzles", "analyse"] {
                page.eval::<()>("history.replaceState(null, '', '#play')");
                page.eval_with::<()>("history.replaceState(null, '', `#${arguments[0]}`)", &[json!(place)]);
                page.reload();
                assert_eq!(shifts(page, false), Vec::<String>::new(), "{place} at {width}");
            }
            page.eval::<()>("location.hash = 'play'");
            page.wait_for("document.querySelector('.table[data-place=play]')", 5 * SECOND);
            let mut table = Table::new(page);
            table.new_game("polish64", false, 1);
            shifts(table.page, true);
            for _ in 0..16 {
                table.move_somehow(|table, name| {
                    table.page.eval_with::<()>(
                        "document.querySelector(`.square[aria-label^='${arguments[0]},']`).click()",
                        &[json!(name)],
                    );
                });
            }
            assert!(
                table
                    .page
                    .eval::<bool>("return [...document.querySelectorAll('.lost')].some(e => e.textContent)")
            );
            assert_eq!(shifts(table.page, true), Vec::<String>::new(), "a game at {width}");
        });
    }
}

#[test]
fn a_plate_counts_men_as_men_and_pieces_where_there_are_kings() {
    scenario(english(), |page| {
        page.open();
        Table::new(page).lay("polish64", "W:Wc3,g1,Ke1:Bd4,h8");
        let mut table = Table::new(page);
        table.speak("pl");
        let left: Vec<String> =
            table.page.eval("return [...document.querySelectorAll('.plate .left')].map(e => e.textContent)");
        assert_eq!(left, ["2 pionki", "3 bierki"]);
    });
}

#[test]
fn the_computers_name_is_whole_on_a_phone() {
    for width in [360, 390, 430] {
        scenario(Setup { width, ..phone() }, |page| {
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 10);
            for language in ["en", "pl", "uk", "de", "nl", "fr"] {
                table.speak(language);
                // Widest where it is its turn.
                let cut: Vec<String> = table.page.eval(
                    "document.querySelectorAll('.plate').forEach((plate) => plate.classList.add('turn'));
                     return [...document.querySelectorAll('.plate .who')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)",
                );
                assert_eq!(cut, Vec::<String>::new(), "{language} at {width}");
            }
        });
    }
}

#[test]
fn names_of_squares_are_whole_at_the_edge_of_every_board() {
    for setup in [Setup { pixel_ratio: 1.0, ..phone() }, phone(), english()] {
        scenario(setup, |page| {
            // Rings reach the edge; names shall not.
            page.with_prefs("\"show_moves\":false");
            page.open();
            page.open_dialog(".about button");
            page.wait_for("document.querySelector('.diagram canvas')?.width > 100", 5 * SECOND);
            // The frame after it has its size.
            std::thread::sleep(SECOND / 2);
            let colours: Vec<u32> = page.eval(
                "return ['.room canvas', '.diagram canvas'].flatMap((name) => {
                   const canvas = document.querySelector(name), context = canvas.getContext('2d'), square = canvas.width / 8;
                   const count = (x, w, h) => new Set(new Uint32Array(context.getImageData(x, 0, w, h).data.buffer)).size;
                   return [count(square, square, 1), count(0, 1, canvas.height)];
                 })",
            );
            // Above the name in b8, and left of those from a1 to a7.
            assert_eq!(colours, [1, 2, 1, 2], "a name reaches the edge");
        });
    }
}

#[test]
fn starting_over_is_asked_about_and_keeps_the_clocks() {
    scenario(english(), |page| {
        page.with_prefs("\"clock\":{\"base\":300,\"bonus\":\"none\",\"seconds\":0}");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.page.wait_for("document.querySelector('.clock:not([hidden])')", 2 * SECOND);
        table.tap(&["c3", "d4"]);
        table.start_over(false);
        assert_eq!(table.moves(), 1, "nothing is lost yet");
        table.start_over(true);
        assert_eq!(table.moves(), 0);
        assert_eq!(table.page.text(".clock"), "5:00");
    });
}

#[test]
fn rooms_that_list_use_a_wide_window() {
    scenario(Setup { width: 1440, height: 900, ..english() }, |page| {
        page.open();
        for (place, picture) in
            [("puzzles", ".choice-of-puzzles .still canvas"), ("analyse", ".panel > .still canvas")]
        {
            page.eval_with::<()>("location.hash = arguments[0]", &[json!(place)]);
            page.wait_for(&format!("document.querySelector('{picture}')?.width > 400"), 10 * SECOND);
            let (left, right, bottom): (f64, f64, f64) = page.eval(
                "const boxes = [...document.querySelectorAll('.panel:not([hidden]) :is(button, .still, select)')]
                   .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
                 return [Math.min(...boxes.map((b) => b.left)), Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))]",
            );
            assert!(right - left > 900.0, "{place} is {left} to {right} of 1440");
            assert!(bottom < 900.0, "{place} ends at {bottom} of 900");
        }
    });
}

#[test]
fn b110_without_a_canvas_the_squares_are_there() {
    scenario(english(), |page| {
        page.before_load("HTMLCanvasElement.prototype.getContext = () => null");
        page.open();
        let mut table = Table::new(page);
        table.new_game("polish64", false, 1);
        table.choose_by_keys("c3");
        table.choose_by_keys("d4");
        assert_eq!(table.moves(), 1);
        assert!(
            table
                .page
                .eval::<bool>("return document.activeElement.checkVisibility({ visibilityProperty: true })")
        );
    });
}
