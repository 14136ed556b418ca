//! The board under fingers and on screens of all kinds: the cases of CASES.md by their names.
use damka_browser_tests::{Key, Page, SECOND, Setup, Table, scenario, timed};
use serde_json::json;

fn english(setup: Setup) -> Setup {
    setup.in_language("en-GB")
}

/// Ten kings that can all move, far enough from each other.
const KINGS: &str = "W:WKa3,Kc3,Ke3,Kg3,Kb6,Kd6,Kf6,Kh6,Kc1,Ke1:Ba5";
const TEN: [&str; 10] = ["a3", "c3", "e3", "g3", "b6", "d6", "f6", "h6", "c1", "e1"];

/// Taps two pixels inside each edge of ten squares: it is that square that is chosen, each time.
#[track_caller]
fn edges_are_hit(table: &mut Table, when: &str) {
    for name in TEN {
        let (left, top, width, height) = table.page.area(&format!(".square[aria-label^='{name},']"));
        let (right, bottom) = (left + width, top + height);
        let (x, y) = (left + width / 2.0, top + height / 2.0);
        for (x, y) in [(left + 2.0, y), (right - 2.0, y), (x, top + 2.0), (x, bottom - 2.0)] {
            table.page.press(Key::Escape);
            table.page.tap(x, y);
            assert_eq!(table.squares_that("chosen"), [name], "{when}, at {x}, {y}");
        }
    }
}

#[test]
fn b100_the_square_under_the_finger_is_hit_wherever_the_board_has_gone() {
    scenario(english(Setup::phone()), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", KINGS);
        edges_are_hit(&mut table, "at rest");
        table.page.eval::<()>(
            "const banner = document.createElement('div'); banner.id = 'banner'; banner.style.height = '37px';
             document.body.prepend(banner);",
        );
        edges_are_hit(&mut table, "under a banner");
        table.page.eval::<()>("document.getElementById('banner').remove(); scrollTo(0, 61)");
        edges_are_hit(&mut table, "scrolled");
        table.page.eval::<()>("document.querySelector('.words').open = true");
        edges_are_hit(&mut table, "with a panel open");
        table.page.resize(844, 390, 3.0);
        edges_are_hit(&mut table, "on its side");
        // At 90, 110 and 150 %, and as it was.
        for (width, height, ratio) in [(433, 938, 2.7), (355, 767, 3.3), (260, 563, 4.5), (390, 844, 3.0)] {
            table.page.resize(width, height, ratio);
            edges_are_hit(&mut table, &format!("zoomed to a ratio of {ratio}"));
        }
    });
}

#[test]
fn b102_a_drag_moves_the_piece_and_not_the_page_and_a_second_finger_ends_it() {
    scenario(english(Setup::phone()), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc3,e3:Bb8");
        let start = table.fen();
        let scrolled = |table: &Table| table.page.eval::<f64>("return scrollY + visualViewport.offsetTop");
        assert!(table.page.eval::<bool>("return document.documentElement.scrollHeight > innerHeight + 50"));
        let (from, to) = (table.middle("c3"), table.middle("d4"));
        table.page.swipe(&[from, (from.0, from.1 - 150.0), (from.0, from.1 + 60.0), from]);
        assert!(scrolled(&table).abs() < 0.5, "the page went along");
        assert_eq!(table.fen(), start, "let go where it was: nothing is played");
        // Two fingers: the second ends what the first began.
        table.page.fingers("touchStart", &[from]);
        table.page.fingers("touchMove", &[(from.0 + 20.0, from.1 - 20.0)]);
        table.page.fingers("touchMove", &[to]);
        table.page.fingers("touchStart", &[to, (to.0 + 90.0, to.1 + 90.0)]);
        table.page.fingers("touchMove", &[to, (to.0 + 95.0, to.1 + 99.0)]);
        table.page.fingers("touchEnd", &[]);
        assert_eq!(table.fen(), start);
        // One finger alone plays it.
        table.page.swipe(&[from, (from.0 + 20.0, from.1 - 20.0), to]);
        assert!(table.fen().starts_with("B:"), "{}", table.fen());
        // Outside of the board the page scrolls.
        let (left, top, width, height) = table.page.area(".word");
        let start = (left + width / 2.0, top + height / 2.0);
        table.page.swipe(&[start, (start.0, start.1 - 100.0), (start.0, start.1 - 250.0)]);
        table.page.wait_for("scrollY > 20", 2 * SECOND);
    });
}

#[test]
fn b104_a_piece_put_down_stays_and_motion_ends_in_the_position() {
    scenario(english(Setup::desktop()), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wc1,g1:Bd2,d4,d6,h8");
        let way: Vec<_> = ["c1", "e3", "c5", "e7"].iter().map(|name| table.middle(name)).collect();
        // Watches the middle of c1, which must stay empty once the piece has left it, frame by frame.
        table.page.eval::<()>(
            "const canvas = document.querySelector('.room canvas'), s = canvas.width / 8;
             const pixel = (x, y) => canvas.getContext('2d').getImageData(x * s, y * s, 1, 1).data.join();
             window.seen = [];
             addEventListener('pointerup', () => {
               const look = (n) => { seen.push(pixel(2.5, 7.5)); if (n) requestAnimationFrame(() => look(n - 1)) };
               requestAnimationFrame(() => look(40));
             }, { once: true });",
        );
        table.page.drag(&way);
        table.page.wait_for("seen.length > 40", 5 * SECOND);
        let kinds: usize = table.page.eval("return new Set(seen.slice(1)).size");
        assert_eq!(kinds, 1, "the piece went back to where it came from");
        assert!(table.fen().starts_with("B:We7"), "{}", table.fen());
        // Against a computer that answers at once, with touches in mid-motion: what is seen in the end is the position.
        table.new_game("polish64", true, 1);
        for _ in 0..6 {
            table.move_somehow(|table, name| table.tap(&[name]));
            table.page.press(Key::Escape);
            table.wait_for_turn();
        }
        // Nothing lies under the pointer, nor is anything chosen.
        table.page.hover(2.0, 2.0);
        table.page.press(Key::Escape);
        let fen = table.fen();
        let played = table.page.picture_at_rest();
        table.page.reload();
        assert_eq!(table.fen(), fen);
        assert!(table.page.picture_at_rest() == played, "the picture differs");
    });
}

#[test]
fn b106_every_pixel_of_the_screen_is_used_at_every_ratio() {
    scenario(english(Setup::phone()), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", KINGS);
        for ratio in [1.5, 2.0, 3.0, 1.0, 2.625] {
            table.page.resize(390, 844, ratio);
            let fits = "(() => { const c = document.querySelector('.room canvas'), { width } = c.getBoundingClientRect();
                 return Math.abs(c.width - Math.round(width * devicePixelRatio)) <= 1 && c.width % 8 === 0 })()";
            table.page.wait_for(fits, 2 * SECOND);
            table.page.press(Key::Escape);
            table.tap(&["d6"]);
            assert_eq!(table.squares_that("chosen"), ["d6"], "at {ratio}");
        }
    });
}

/// Makes a move by touch; whether the board still changes after the next two frames.
fn still_moving(table: &mut Table, from: &str, to: &str) -> bool {
    table.tap(&[from]);
    let (x, y) = table.middle(to);
    table.page.eval::<()>(
        "const frame = () => new Promise(requestAnimationFrame);
         window.picture = new Promise((done) => addEventListener('pointerup', async () => {
           await frame(); await frame();
           done(document.querySelector('.room canvas').toDataURL());
         }, { once: true }));",
    );
    table.page.tap(x, y);
    std::thread::sleep(SECOND);
    table.page.eval("return (await picture) !== document.querySelector('.room canvas').toDataURL()")
}

#[test]
fn b107_who_wants_less_motion_sees_moves_at_once_and_may_change_their_mind() {
    scenario(Setup { reduced_motion: true, ..english(Setup::desktop()) }, |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wa1,g1:Bb8,h8");
        assert!(!still_moving(&mut table, "a1", "b2"));
        table.page.prefer(false, false);
        assert!(still_moving(&mut table, "b8", "a7"));
        table.page.prefer(false, true);
        assert!(!still_moving(&mut table, "b2", "a3"));
    });
}

#[test]
fn b110_a_whole_game_by_the_accessibility_tree_alone() {
    for language in ["en-GB", "pl-PL"] {
        scenario(Setup::desktop().in_language(language), |page| {
            page.open();
            let mut table = Table::new(page);
            table.new_game("polish64", true, 1);
            let [must, can, target, white, black, drawn] = [
                "square.must-capture",
                "square.can-move",
                "square.target",
                "won.white",
                "won.black",
                "drawn",
            ]
            .map(|key| table.text(key));
            let mut moves = 0;
            loop {
                table.wait_for_turn();
                let heard = heard(table.page);
                if heard.iter().any(|text| [&white, &black, &drawn].iter().any(|end| text.contains(*end))) {
                    break;
                }
                let n = moves % 3;
                let mut cells = cells(table.page, &must);
                if cells.is_empty() {
                    cells = self::cells(table.page, &can);
                }
                press(table.page, cells[n % cells.len()]);
                loop {
                    let targets = self::cells(table.page, &target);
                    if targets.is_empty() {
                        break;
                    }
                    press(table.page, targets[n % targets.len()]);
                }
                moves += 1;
                assert!(moves < 200, "the game does not end");
            }
            assert!(moves > 5);
        });
    }
}

/// Nodes of the accessibility tree with this role: their names and the elements behind them.
fn nodes(page: &Page, role: &str) -> Vec<(String, u64)> {
    let tree = page.devtools("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    nodes
        .filter(|node| node["role"]["value"] == role)
        .filter_map(|node| {
            let name = node["name"]["value"].as_str().unwrap_or_default().to_owned();
            Some((name, node["backendDOMNodeId"].as_u64()?))
        })
        .collect()
}

fn cells(page: &Page, what: &str) -> Vec<u64> {
    nodes(page, "gridcell").into_iter().filter(|(name, _)| name.contains(what)).map(|(_, id)| id).collect()
}

/// What the live region has said.
fn heard(page: &Page) -> Vec<String> {
    nodes(page, "StaticText").into_iter().map(|(name, _)| name).collect()
}

fn press(page: &mut Page, element: u64) {
    page.devtools("DOM.focus", &json!({ "backendNodeId": element }));
    page.press(Key::Enter);
}

#[test]
fn input_is_answered_at_once_and_motion_is_smooth_on_a_slow_phone() {
    timed(Setup { slowdown: 4.0, ..english(Setup::phone()) }, |page| {
        // Every frame's work, and every shift of the layout that nobody asked for.
        page.before_load(
            "window.frames_ms = []; window.shifts = [];
             const real = window.requestAnimationFrame;
             window.requestAnimationFrame = (job) => real.call(window, (time) => {
               const start = performance.now(); job(time); frames_ms.push(performance.now() - start);
             });
             new PerformanceObserver((list) => list.getEntries().forEach((e) => {
               if (!e.hadRecentInput) shifts.push([e.startTime, e.value, e.sources.map((s) => {
                 const box = (b) => [b.x, b.y, b.width, b.height].join(' ');
                 return `${s.node?.className || s.node?.nodeName}: ${box(s.previousRect)} -> ${box(s.currentRect)}`;
               }).join(', ')]);
             })).observe({ type: 'layout-shift', buffered: true });",
        );
        page.open();
        let mut table = Table::new(page);
        table.new_game("international", false, 1);
        std::thread::sleep(SECOND);
        let mut waits: Vec<f64> = Vec::new();
        for (from, to) in [("32", "28"), ("19", "23"), ("28", "19"), ("14", "23"), ("33", "28"), ("23", "32")]
        {
            let (x, y) = table.middle(from);
            waits.push(table.page.eval_with(
                "const [clientX, clientY] = arguments, canvas = document.querySelector('.room canvas');
                 const event = (what) => new PointerEvent(what, { clientX, clientY, pointerId: 9, isPrimary: true, button: 0,
                   bubbles: true, cancelable: true, pointerType: 'touch' });
                 const start = performance.now();
                 return new Promise((done) => {
                   canvas.dispatchEvent(event('pointerdown'));
                   requestAnimationFrame(() => { canvas.dispatchEvent(event('pointerup')); done(performance.now() - start) });
                 });",
                &[json!(x), json!(y)],
            ));
            assert_eq!(table.squares_that("chosen"), [from]);
            table.page.eval::<()>("frames_ms.length = 0");
            table.tap(&[to]);
            std::thread::sleep(SECOND / 2);
        }
        let mut frames: Vec<f64> = table.page.eval("return frames_ms");
        frames.sort_by(f64::total_cmp);
        waits.sort_by(f64::total_cmp);
        // The middle of both: a machine that others use, too, stumbles now and then.
        let (frame, wait) = (frames[frames.len() / 2], waits[(waits.len() - 1) / 2]);
        println!(
            "from touch to highlight {waits:.1?} ms; the median frame of {} took {frame:.1} ms",
            frames.len()
        );
        assert!(wait < 50.0, "from touch to highlight: {waits:?} ms");
        assert!(frames.len() > 5 && frame < 16.0, "the median frame took {frame} ms");
        let board: f64 = table.page.eval("return performance.getEntriesByName('damka-board')[0].startTime");
        let shifts: Vec<(f64, f64, String)> = table.page.eval("return shifts");
        // Nor before: all that is ever painted is in its place.
        assert!(shifts.is_empty(), "the layout shifted (the board was there at {board}): {shifts:?}");
    });
}
