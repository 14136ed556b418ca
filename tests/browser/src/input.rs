//! Fingers, mouse and keys, as W3C actions: the browser makes of them what it makes of real ones.
use crate::Page;
use serde_json::{Value, json};

/// A key that is no letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those on the keys")]
pub enum Key {
    Enter,
    Escape,
    Tab,
    Space,
    Left,
    Up,
    Right,
    Down,
    Home,
    End,
    Backspace,
    Delete,
    Shift,
    Control,
    Alt,
}

impl Key {
    /// The code point by which `WebDriver` calls it.
    fn code(self) -> char {
        match self {
            Self::Enter => '\u{E007}',
            Self::Escape => '\u{E00C}',
            Self::Tab => '\u{E004}',
            Self::Space => ' ',
            Self::Left => '\u{E012}',
            Self::Up => '\u{E013}',
            Self::Right => '\u{E014}',
            Self::Down => '\u{E015}',
            Self::Home => '\u{E011}',
            Self::End => '\u{E010}',
            Self::Backspace => '\u{E003}',
            Self::Delete => '\u{E017}',
            Self::Shift => '\u{E008}',
            Self::Control => '\u{E009}',
            Self::Alt => '\u{E00A}',
        }
    }
}

fn to(x: f64, y: f64, milliseconds: u32) -> Value {
    // Rounded: drivers refuse fractions of a pixel.
    json!({ "type": "pointerMove", "duration": milliseconds, "x": x.round(), "y": y.round(), "origin": "viewport" })
}

fn button(what: &str) -> Value {
    json!({ "type": what, "button": 0 })
}

/// Each press or release of a key.
fn key(what: &str, code: char) -> Value {
    json!({ "type": what, "value": code })
}

impl Page {
    /// Taps with one finger (x, y in CSS pixels of the window).
    #[track_caller]
    pub fn tap(&mut self, x: f64, y: f64) {
        self.pointer("touch", vec![to(x, y, 0), button("pointerDown"), button("pointerUp")]);
    }

    /// Taps the middle of the first element that the selector finds, scrolled into view.
    #[track_caller]
    pub fn tap_on(&mut self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.tap(x, y);
    }

    /// Drags a finger along these points, from the first to the last.
    #[track_caller]
    pub fn swipe(&mut self, points: &[(f64, f64)]) {
        self.along("touch", points);
    }

    /// Clicks with the mouse.
    #[track_caller]
    pub fn click(&mut self, x: f64, y: f64) {
        self.pointer("mouse", vec![to(x, y, 0), button("pointerDown"), button("pointerUp")]);
    }

    /// Clicks the middle of the first element that the selector finds, scrolled into view.
    #[track_caller]
    pub fn click_on(&mut self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.click(x, y);
    }

    /// What fingers do at the level of the screen, several at once where they are now: `touchStart`, `touchMove`, `touchEnd`
    /// (of all: without points), `touchCancel`.
    #[track_caller]
    pub fn fingers(&self, what: &str, points: &[(f64, f64)]) {
        let points: Vec<_> =
            points.iter().enumerate().map(|(i, (x, y))| json!({ "x": x, "y": y, "id": i })).collect();
        self.devtools("Input.dispatchTouchEvent", &json!({ "type": what, "touchPoints": points }));
    }

    /// What a mouse or a pen does at the level of the screen; `clicks` is 2 for the second half of a double click.
    #[track_caller]
    pub fn mouse(&self, what: &str, at: (f64, f64), button: &str, clicks: u8, pointer: &str) {
        let (x, y) = at;
        self.devtools(
            "Input.dispatchMouseEvent",
            &json!({ "type": what, "x": x, "y": y, "button": button, "clickCount": clicks, "pointerType": pointer }),
        );
    }

    /// Clicks twice, as fast as the machine can.
    #[track_caller]
    pub fn double_click(&self, x: f64, y: f64) {
        for clicks in [1, 2] {
            for what in ["mousePressed", "mouseReleased"] {
                self.mouse(what, (x, y), "left", clicks, "mouse");
            }
        }
    }

    /// Moves the mouse there without pressing.
    #[track_caller]
    pub fn hover(&mut self, x: f64, y: f64) {
        self.pointer("mouse", vec![to(x, y, 0)]);
    }

    /// Drags the mouse along these points, from the first to the last.
    #[track_caller]
    pub fn drag(&mut self, points: &[(f64, f64)]) {
        self.along("mouse", points);
    }

    /// Presses a key.
    #[track_caller]
    pub fn press(&mut self, key: Key) {
        self.chord(&[], key);
    }

    /// Presses a key while others are held: `page.chord(&[Key::Control], Key::Left)`.
    #[track_caller]
    pub fn chord(&mut self, held: &[Key], pressed: Key) {
        self.keys(held, pressed.code());
    }

    /// Presses a letter while keys are held: `page.chord_letter(&[Key::Control], 'z')`.
    #[track_caller]
    pub fn chord_letter(&mut self, held: &[Key], letter: char) {
        self.keys(held, letter);
    }

    /// Types a text, key by key, where the focus is.
    #[track_caller]
    pub fn type_text(&mut self, text: &str) {
        let actions = text.chars().flat_map(|c| [key("keyDown", c), key("keyUp", c)]).collect();
        self.act(json!({ "type": "key", "id": "keys" }), actions);
    }

    #[track_caller]
    fn keys(&mut self, held: &[Key], pressed: char) {
        let down = held.iter().map(|k| key("keyDown", k.code()));
        let up = held.iter().rev().map(|k| key("keyUp", k.code()));
        let actions = down.chain([key("keyDown", pressed), key("keyUp", pressed)]).chain(up).collect();
        self.act(json!({ "type": "key", "id": "keys" }), actions);
    }

    #[track_caller]
    fn along(&mut self, pointer: &str, points: &[(f64, f64)]) {
        let [first, rest @ ..] = points else { panic!("a way needs points") };
        let mut actions = vec![to(first.0, first.1, 0), button("pointerDown")];
        actions.extend(rest.iter().map(|(x, y)| to(*x, *y, 60)));
        actions.push(button("pointerUp"));
        self.pointer(pointer, actions);
    }

    #[track_caller]
    fn pointer(&mut self, kind: &str, actions: Vec<Value>) {
        self.act(json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind } }), actions);
    }

    #[track_caller]
    fn act(&mut self, mut source: Value, actions: Vec<Value>) {
        source["actions"] = Value::Array(actions);
        self.driver.call("actions", &json!({ "actions": [source] }));
    }
}
