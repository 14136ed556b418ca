//! The table as a player finds it: by the names of the squares, as a screen reader reads them. Playing works in every
//! language; what is found by its words ('More', its entries) in English.

use std::collections::BTreeMap;

use serde_json::json;

use crate::{Key, Page, SECOND, dist};

/// A game being played. Squares are called by their names: `c3`, `28`.
pub struct Table<'a> {
    /// The page.
    pub page: &'a mut Page,
    turns: u64,
}

impl<'a> Table<'a> {
    /// The table of an open page.
    pub fn new(page: &'a mut Page) -> Self {
        Self { page, turns: 0 }
    }

    /// Puts a position on the table by its dialog, for two people on one device.
    #[track_caller]
    pub fn lay(&mut self, rules: &str, fen: &str) {
        self.new_game(rules, false, 1);
        self.paste(fen);
    }

    /// Begins a game by the dialog; against the computer (the person has White) or a friend.
    #[track_caller]
    pub fn new_game(&mut self, rules: &str, computer: bool, level: u8) {
        self.page.click_on(".bar > button");
        self.page.wait_for("document.querySelector('dialog[open] form')", 2 * SECOND);
        // The cards come one after the other; where they are all in sight, what stands below them moves until then.
        self.page.wait_for("document.querySelectorAll('dialog .card').length > 16", 2 * SECOND);
        self.page.eval_with::<()>(
            "const [rules, level, opponent] = arguments;
             const set = (select, value) => { select.value = value; select.dispatchEvent(new Event('change')); };
             document.querySelector(`dialog [data-rules='${rules}']`).click();
             document.querySelectorAll('dialog input[name=opponent]')[opponent].click();
             set(document.querySelector('dialog select'), level);",
            &[json!(rules), json!(level.to_string()), json!(u8::from(!computer))],
        );
        self.page.click_on("dialog button.main");
        self.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
    }

    /// Opens 'More'.
    #[track_caller]
    pub fn open_menu(&mut self) {
        self.page.click_on(".buttons button[data-action='button.menu']");
        self.page.wait_for("document.querySelector('dialog[open] .menu')", 2 * SECOND);
    }

    /// Changes the language by the settings. The table itself understands only English.
    #[track_caller]
    pub fn speak(&mut self, language: &str) {
        self.page.click_on(".bar > button:nth-of-type(2)");
        self.page.wait_for("document.querySelector('dialog[open] select')", 2 * SECOND);
        self.page.eval_with::<()>(
            "const select = document.querySelector('dialog select');
             select.value = arguments[0];
             select.dispatchEvent(new Event('change'));",
            &[json!(language)],
        );
        self.page.wait_for(&format!("document.documentElement.lang === '{language}'"), 2 * SECOND);
        self.page.click_on("dialog[open] header button");
        self.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
    }

    /// Opens one of the entries under 'More'.
    #[track_caller]
    pub fn menu(&mut self, entry: &str) {
        self.open_menu();
        self.page.eval_with::<()>(
            "[...document.querySelectorAll('dialog .menu button')].find(b => b.textContent === arguments[0]).click()",
            &[json!(entry)],
        );
    }

    /// Pastes a position or a game.
    #[track_caller]
    pub fn paste(&mut self, text: &str) {
        self.menu(&self.text("button.exchange"));
        self.page.wait_for("document.querySelector('dialog[open] .paste')", 2 * SECOND);
        self.page.eval_with::<()>("document.querySelector('.paste').value = arguments[0]", &[json!(text)]);
        self.page.eval::<()>("document.querySelector('dialog button.main').click()");
        // A game that goes on is asked about, which stands there with the next frame.
        let asked = "document.querySelector('dialog[open] .menu > p + button.main')";
        if self.page.eval::<bool>(&format!(
            "return new Promise(then => requestAnimationFrame(() => requestAnimationFrame(() => then(!!{asked}))))"
        )) {
            self.page.eval::<()>(&format!("{asked}.click()"));
        }
    }

    /// The position (FEN) or the game (PDN) as the dialog gives it.
    #[track_caller]
    pub fn copied(&mut self, game: bool) -> String {
        self.menu(&self.text("button.exchange"));
        self.page.wait_for("document.querySelector('dialog[open] .paste')", 2 * SECOND);
        let text = self.page.eval_with(
            "return document.querySelectorAll('dialog textarea')[arguments[0]].value",
            &[json!(u8::from(game))],
        );
        self.page.eval::<()>("document.querySelector('dialog header button').click()");
        self.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        text
    }

    /// Asks in English to start over while a game goes on, which is asked about; says yes or closes the question.
    #[track_caller]
    pub fn start_over(&mut self, sure: bool) {
        self.menu("Start over");
        self.page.wait_for("document.querySelectorAll('dialog[open] .menu button').length === 2", 2 * SECOND);
        if sure {
            self.page.click_on("dialog button.main");
            self.page.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
        } else {
            self.page.close_dialog();
        }
    }

    /// How many moves the list shows.
    pub fn moves(&self) -> usize {
        self.page.eval("return document.querySelectorAll('.moves .move').length")
    }

    /// What the screen reader reads where the keyboard is.
    pub fn focus(&self) -> String {
        self.page.eval("return document.activeElement.ariaLabel ?? document.activeElement.tagName")
    }

    /// The position.
    #[track_caller]
    pub fn fen(&mut self) -> String {
        self.copied(false)
    }

    /// What the screen reader reads of each square after its name.
    pub fn squares(&self) -> BTreeMap<String, String> {
        let labels: Vec<String> =
            self.page.eval("return [...document.querySelectorAll('.square')].map(b => b.ariaLabel)");
        labels
            .into_iter()
            .filter_map(|label| label.split_once(", ").map(|(name, rest)| (name.to_owned(), rest.to_owned())))
            .collect()
    }

    /// The names of the squares of which that is said.
    pub fn squares_that(&self, what: &str) -> Vec<String> {
        self.squares().into_iter().filter(|(_, said)| said.contains(what)).map(|(name, _)| name).collect()
    }

    /// The middle of a square, in CSS pixels of the window.
    #[track_caller]
    pub fn middle(&self, name: &str) -> (f64, f64) {
        self.page.middle(&format!(".square[aria-label^='{name},']"))
    }

    /// Taps squares one after another.
    #[track_caller]
    pub fn tap(&mut self, names: &[&str]) {
        for name in names {
            let (x, y) = self.middle(name);
            self.page.tap(x, y);
        }
    }

    /// The line under the board.
    pub fn word(&self) -> String {
        self.page.text(".word p")
    }

    /// Waits until the line under the board has these words.
    #[track_caller]
    pub fn wait_for_word(&self, words: &str) {
        self.page.wait_for(
            &format!("document.querySelector('.word p').textContent.includes({})", json!(words)),
            10 * SECOND,
        );
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.page.has(".word.over")
    }

    /// A text of the page in its present language, by its key.
    #[track_caller]
    pub fn text(&self, key: &str) -> String {
        let lang: String = self.page.eval("return document.documentElement.lang");
        let file = dist().expect("a scenario has a build").join("lang").join(lang + ".json");
        let texts = std::fs::read_to_string(file).expect("the page speaks a language of the site");
        let texts: BTreeMap<String, String> = serde_json::from_str(&texts).expect("a list of texts");
        texts.get(key).unwrap_or_else(|| panic!("no text {key}")).clone()
    }

    /// Waits until the person is to move again, or the game is over.
    #[track_caller]
    pub fn wait_for_turn(&self) {
        let (can, must) = (self.text("square.can-move"), self.text("square.must-capture"));
        self.page.wait_for(
            &format!(
                "document.querySelector('.word.over, .square[aria-label$=\", {can}\"], .square[aria-label$=\", {must}\"]')"
            ),
            30 * SECOND,
        );
    }

    /// Chooses a number below `n`: another one each time, the same ones in every run.
    fn below(&mut self, n: usize) -> usize {
        self.turns =
            self.turns.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.turns >> 33).unwrap_or(0) % n
    }

    /// Makes some move: touches a piece that may move, then squares where it may go, until the move is made.
    #[track_caller]
    pub fn move_somehow(&mut self, touch: impl Fn(&mut Self, &str)) {
        let mut movable = self.squares_that(&self.text("square.must-capture"));
        if movable.is_empty() {
            movable = self.squares_that(&self.text("square.can-move"));
        }
        let target = self.text("square.target");
        assert!(!movable.is_empty(), "nobody can move: {}", self.word());
        let n = self.below(movable.len());
        touch(self, &movable[n].clone());
        loop {
            let targets = self.squares_that(&target);
            if targets.is_empty() {
                break;
            }
            let n = self.below(targets.len());
            touch(self, &targets[n].clone());
        }
    }

    /// Walks with the arrow keys from the square in focus to another, and presses Enter there.
    #[track_caller]
    pub fn choose_by_keys(&mut self, name: &str) {
        let place = |table: &Self, selector: &str| {
            let (x, y) = table.page.middle(selector);
            (x, y)
        };
        if !self.page.eval::<bool>("return document.activeElement.classList.contains('square')") {
            self.page.eval::<()>("document.querySelector('.square[tabindex=\"0\"]').focus()");
        }
        let goal = self.middle(name);
        for _ in 0..40 {
            let at = place(self, ".square:focus");
            let side = self.page.area(".square:focus").2;
            let key = if goal.1 < at.1 - side / 2.0 {
                Key::Up
            } else if goal.1 > at.1 + side / 2.0 {
                Key::Down
            } else if goal.0 < at.0 - side / 2.0 {
                Key::Left
            } else if goal.0 > at.0 + side / 2.0 {
                Key::Right
            } else {
                self.page.press(Key::Enter);
                return;
            };
            self.page.press(key);
        }
        panic!("the arrow keys do not lead to {name}");
    }
}
