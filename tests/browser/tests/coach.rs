//! The coach in the browser: hints in four steps, 'are you sure?', the review.
use damka_browser_tests::{SECOND, Setup, Table, scenario};

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

const HINT: &str = "[data-action=\"button.hint\"]";

#[test]
fn a_hint_comes_in_four_steps_and_soon() {
    scenario(english(), |page| {
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
        println!("step 1 after {took:.0} ms");
        assert!(took < 1500.0, "{took}");
        table.page.click_on(HINT);
        table.wait_for_word("Look at the piece on d4");
        table.page.click_on(HINT);
        table.wait_for_word("Try d4-e5");
        table.page.click_on(HINT);
        table.wait_for_word("gives 2 and takes 4");
        assert_eq!(table.fen(), before, "a line played out is not the game");
    });
}

#[test]
fn a_game_is_reviewed_with_its_turning_points() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        table.paste(
            "[GameType \"26\"]\n[FEN \"W:Wa1,c1,e1,b2,d2:Bb8,d8,f8,a7,g7\"]\n\n1. b2-c3 g7-f6 2. c3-d4 f6-e5 *",
        );
        table.menu("Review the game");
        table.page.wait_for("document.querySelector('.points button')", 20 * SECOND);
        table
            .page
            .wait_for("document.querySelector('.panel[data-place=review] progress').hidden", 20 * SECOND);
        table.page.click_on(".points button");
        table.wait_for_word("Find a better move");
        let label: String =
            table.page.eval("return document.querySelector('.graph').getAttribute('aria-label')");
        assert!(label.contains('%'), "{label}");
    });
}
