//! Setting up positions, choosing rules, and rules of one's own.
use damka_browser_tests::{Key, SECOND, Setup, Table, scenario};
use serde_json::json;

fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

fn fen(table: &Table) -> String {
    table.page.eval("return document.querySelector('.set-up textarea').value")
}

fn press(table: &mut Table, text: &str) {
    table.page.eval_with::<()>(
        "[...document.querySelectorAll('.set-up button, dialog button')].find(b => b.textContent === arguments[0]).click()",
        &[json!(text)],
    );
}

fn type_fen(table: &mut Table, text: &str) {
    table.page.eval_with::<()>(
        "const field = document.querySelector('.set-up textarea');
         field.value = arguments[0];
         field.dispatchEvent(new Event('input'));",
        &[json!(text)],
    );
}

fn lines(table: &Table, selector: &str) -> Vec<String> {
    table.page.eval_with(
        "return [...document.querySelectorAll(arguments[0])].map(line => line.textContent)",
        &[json!(selector)],
    )
}

fn open_set_up(table: &mut Table) {
    table.menu("Set up a position");
    table.page.wait_for("document.querySelector('.palette')?.checkVisibility()", 2 * SECOND);
}

#[test]
fn a_position_is_set_up_by_touch_drag_and_keys() {
    scenario(Setup::phone().in_language("en-GB"), |page| {
        page.open();
        let mut table = Table::new(page);
        open_set_up(&mut table);
        assert!(fen(&table).starts_with("W:Wa3"), "what lay on the table");
        press(&mut table, "Empty board");
        assert_eq!(lines(&table, ".remarks li"), ["There is no piece on the board."]);
        table.tap(&["c3", "e3", "e3"]);
        assert_eq!(fen(&table), "W:Wc3:B", "put, put, and taken away again");
        // Another piece from the palette, by touch and by dragging.
        table.page.tap_on(".palette [data-tool='4']");
        table.tap(&["h8"]);
        let (from, to) = (table.page.middle(".palette [data-tool='3']"), table.middle("d6"));
        table.page.swipe(&[from, to]);
        assert_eq!(fen(&table), "W:Wc3:BKh8,d6");
        // A piece is carried over the board, and off it.
        let (from, to) = (table.middle("d6"), table.middle("b4"));
        table.page.swipe(&[from, to]);
        assert_eq!(fen(&table), "W:Wc3:BKh8,b4");
        let (from, off) = (table.middle("h8"), table.page.middle(".word"));
        table.page.swipe(&[from, off]);
        assert_eq!(fen(&table), "W:Wc3:Bb4");
        // By keyboard.
        table.page.type_text("2");
        table.choose_by_keys("g1");
        assert_eq!(fen(&table), "W:Wc3,Kg1:Bb4");
        table.page.press(Key::Delete);
        assert_eq!(fen(&table), "W:Wc3:Bb4");
        table.page.type_text("u");
        assert_eq!(fen(&table), "W:Wc3,Kg1:Bb4", "and taken back");
        press(&mut table, "Black to move.");
        assert_eq!(fen(&table), "B:Wc3,Kg1:Bb4");
        // It is all there after a reload.
        table.page.reload();
        table
            .page
            .wait_for("document.querySelector('.set-up textarea').value === 'B:Wc3,Kg1:Bb4'", 2 * SECOND);
    });
}

#[test]
fn what_is_impossible_is_refused_and_what_is_only_unusual_may_be_played() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("polish64", "W:Wa3,c3:Bh6,h8");
        table.tap(&["c3", "d4"]);
        let begun = table.fen();
        open_set_up(&mut table);
        // A text that is no FEN of this board: each fault by itself, and the board as it was.
        let before = table.squares();
        type_fen(&mut table, "W:Wc3,c3:Bz9");
        let faults = lines(&table, ".remarks.wrong li");
        assert!(faults.len() == 2 && faults[0].contains("c3") && faults[1].contains("z9"), "{faults:?}");
        assert_eq!(table.squares(), before);
        // Impossible: said, lit and refused.
        type_fen(&mut table, "W:Wd8,f8,c3:Ba7");
        let remarks = lines(&table, ".remarks li");
        assert!(remarks.len() == 2 && remarks[0].contains("d8") && remarks[1].contains("f8"), "{remarks:?}");
        press(&mut table, "Play");
        assert!(table.word().contains("d8") && table.word().contains("f8"), "{}", table.word());
        assert!(table.page.has(".table[data-place='set-up']"));
        // Unusual: said; and the game on the table is asked about.
        type_fen(&mut table, "W:Wc3,g3:Ba1,a3,a5,c1,e3,b4,b6,d4,d6,h6,h8,g7,e7,f6");
        // Men of Black on White's first row would be kings.
        assert_eq!(lines(&table, ".remarks li").len(), 3, "{:?}", lines(&table, ".remarks li"));
        type_fen(&mut table, "W:Wc3,g1:BKa1,a3,a5,Kc1,e3,b4,b6,d6,h6,h8,g7,e7,f6");
        let remarks = lines(&table, ".remarks li");
        assert!(
            remarks.len() == 1 && remarks[0].contains("Unusual") && remarks[0].contains("13"),
            "{remarks:?}"
        );
        press(&mut table, "Play");
        table.page.wait_for("document.querySelector('dialog[open]')", 2 * SECOND);
        press(&mut table, "Cancel");
        table.page.click_on(".doors [data-place='play']");
        assert_eq!(table.fen(), begun, "the game has waited");
        open_set_up(&mut table);
        table.page.eval::<()>("document.querySelectorAll('.set-up input[name=opponent]')[1].click()");
        press(&mut table, "Play");
        press(&mut table, "Replace it");
        table.page.wait_for("document.querySelector('.table[data-place=\"play\"]')", 2 * SECOND);
        assert!(table.fen().starts_with("W:Wc3,g1:B"), "{}", table.fen());
        assert!(table.squares_that("can move").contains(&"g1".to_owned()), "two people play on");
    });
}

#[test]
fn a_rule_set_is_chosen_by_keyboard_told_and_remembered() {
    scenario(english(), |page| {
        page.open();
        let table = Table::new(page);
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelectorAll('dialog .thumb canvas')[1]?.width > 50", 2 * SECOND);
        table.page.wait_for("document.querySelectorAll('dialog .card').length === 17", 2 * SECOND);
        let checked = |table: &Table| {
            table.page.eval::<Vec<String>>(
                "return [...document.querySelectorAll('dialog .card[aria-checked=true]')].map(card => card.dataset.rules)",
            )
        };
        assert_eq!(checked(&table), ["polish64"]);
        table.page.eval::<()>("document.querySelector('dialog .card').focus()");
        table.page.press(Key::Down);
        assert_eq!(checked(&table), ["international"]);
        table.page.press(Key::Down);
        assert_eq!(checked(&table), ["polish64"], "what is folded away is not walked over");
        table.page.eval::<()>("document.querySelector('dialog details').open = true");
        table.page.press(Key::Up);
        assert_eq!(checked(&table), ["breakthrough"]);
        // Its rules, and back to the choice as it was.
        table.page.eval::<()>("document.querySelector('.choose:has([data-rules=italian]) .icon').click()");
        table.page.wait_for("document.querySelector('dialog .articles')", 2 * SECOND);
        assert!(table.page.text("dialog .articles").contains("A man may not capture a king"));
        assert_eq!(lines(&table, "dialog figure").len(), 3);
        table.page.press(Key::Escape);
        table.page.wait_for("document.querySelectorAll('dialog .card').length > 16", 2 * SECOND);
        assert_eq!(checked(&table), ["breakthrough"]);
        table.page.click_on("dialog button.main");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        table.page.reload();
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelectorAll('dialog .card').length > 16", 2 * SECOND);
        assert_eq!(checked(&table), ["breakthrough"]);
    });
}

#[test]
fn home_rules_are_made_played_and_found_again() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.page.click_on(".bar > button");
        table.page.wait_for("document.querySelector('dialog .rule-sets > button')", 2 * SECOND);
        table.page.eval::<()>("document.querySelector('dialog .rule-sets > button').click()");
        // From the first program into the whole one.
        table.page.wait_for("document.querySelector('dialog .facts')", 10 * SECOND);
        // What is impossible is told, and can't be kept.
        table.page.eval::<()>("document.querySelector('[data-fact=may_turn_back] input').click()");
        table.page.click_on("dialog button.main");
        let told = lines(&table, "dialog .remarks li");
        assert!(told.len() == 2 && told[0].contains("turn back") && told[1].contains("name"), "{told:?}");
        table.page.eval::<()>(
            "for (const fact of ['may_turn_back', 'must_capture', 'men_capture_back'])
               document.querySelector(`[data-fact=${fact}] input`).click()",
        );
        table.page.click_on("dialog input[type=text]");
        table.page.type_text("Grandmother's");
        table.page.click_on("dialog button.main");
        table.page.wait_for("document.querySelectorAll('dialog .card').length > 16", 2 * SECOND);
        assert!(lines(&table, ".card[aria-checked=true]")[0].contains("Grandmother's"));
        table.page.click_on("dialog button.main");
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        // The computer plays by them, and a capture may be left.
        table.tap(&["c3", "d4"]);
        table.wait_for_turn();
        assert!(table.squares_that("must capture").is_empty());
        let mut moves = 1;
        while !table.is_over() && moves < 25 {
            table.move_somehow(|table, name| table.tap(&[name]));
            table.wait_for_turn();
            assert!(table.squares_that("must capture").is_empty());
            moves += 1;
        }
        let pdn = table.copied(true);
        assert!(pdn.contains("[Variant \"polish64.must_capture-no.men_capture_back-no\"]"), "{pdn}");
        let (before, name) = (table.fen(), table.page.text(".rules-name"));
        assert_eq!(name, "Grandmother's");
        table.page.reload();
        assert_eq!((table.fen(), table.page.text(".rules-name")), (before.clone(), name));
        // The game's text alone is enough, elsewhere.
        table.page.eval::<()>("localStorage.clear()");
        table.page.reload();
        table.paste(&pdn);
        table.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        assert_eq!(table.fen(), before);
        assert!(table.page.text(".rules-name").contains("Home rules after: Polish draughts"));
    });
}

#[test]
fn a_refusal_leads_to_its_rule() {
    scenario(english(), |page| {
        page.open();
        let mut table = Table::new(page);
        table.lay("italian", "W:W22,32:BK11,K12,19");
        table.tap(&["32"]);
        assert!(table.page.has(".word .why:not([hidden])"));
        table.page.click_on(".word .why");
        table.page.wait_for("document.querySelector('dialog blockquote')", 2 * SECOND);
        let told = table.page.text("dialog blockquote");
        assert!(told.contains("Capturing is compulsory") && told.contains("W64-11"), "{told}");
        assert!(table.page.text("dialog").contains("Italian draughts"));
    });
}
