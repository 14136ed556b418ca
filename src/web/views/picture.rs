//! Small pictures, painted by the board's own painter.

use std::cell::RefCell;
use std::collections::VecDeque;

use web_sys::HtmlElement;

use super::super::board_canvas::BoardCanvas;
use super::super::dom::{Make, after, listen, make};
use crate::app::Model;
use crate::app::scene::{Extras, Scene, scene};
use crate::rules::{Game, Position};
use wasm_bindgen::JsCast;

/// A picture of a scene that stays as it is; how large it is, the class says.
pub(super) struct Picture {
    /// The element.
    pub element: HtmlElement,
    board: Option<BoardCanvas>,
}

impl Picture {
    pub(super) fn new(scene: Scene, class: &str) -> Self {
        let element = make("span").class(class).done();
        let board = board_in(&element, scene);
        let picture = Self { element, board };
        picture.paint();
        picture
    }

    /// Paints it, with the colours as they are then. Its size and the colours are known only once it is on the page.
    pub(super) fn paint(&self) {
        if let Some(board) = self.board.clone() {
            later(Box::new(move || {
                board.refresh_theme();
                board.request();
            }));
        }
    }
}

/// A picture of a position, made anew when it is another one.
pub(super) struct Still {
    /// The element.
    pub element: HtmlElement,
    shown: Option<Position>,
}

impl Still {
    pub(super) fn new() -> Self {
        Self { element: make("span").class("still").done(), shown: None }
    }

    /// Shows this position, or nothing.
    pub(super) fn show(&mut self, m: &Model, position: Option<Position>, flipped: bool) {
        if self.shown == position {
            return;
        }
        self.element.set_text_content(None);
        self.shown = position;
        if let Some(position) = position {
            let mut small = m.beside(false);
            small.prefs.show_moves = false;
            small.prefs.flipped = flipped;
            small.show_game(Game::from_position(position));
            let picture = picture_later("thumb", move || scene(&small, &Extras::default()));
            drop(Make::from(&self.element).with(&picture));
        }
    }
}

/// An element with room for a picture, whose scene is made when its turn comes.
pub(super) fn picture_later(class: &str, scene: impl FnOnce() -> Scene + 'static) -> HtmlElement {
    let element = make("span").class(class).done();
    hang(element.clone(), Box::new(scene));
    element
}

fn hang(room: HtmlElement, scene: Box<dyn FnOnce() -> Scene>) {
    later(Box::new(move || {
        // The dialog may be closed by then.
        if !room.is_connected() {
            return;
        }
        // Behind 'more' it waits until somebody looks.
        if let Some(closed) = room.closest("details:not([open])").ok().flatten() {
            let mut waiting = Some((room, scene));
            listen(&closed, "toggle", move |_| {
                if let Some((room, scene)) = waiting.take() {
                    hang(room, scene);
                }
            });
        } else if let Some(board) = board_in(&room, scene()) {
            board.request();
        }
    }));
}

fn board_in(room: &HtmlElement, scene: Scene) -> Option<BoardCanvas> {
    let canvas = make("canvas").attr("aria-hidden", "true").done();
    let frame = make("span").class("board").with(&canvas).done();
    Make::from(room).with(&frame);
    let look = move |_: &mut Extras| scene.clone();
    BoardCanvas::new(canvas.unchecked_into(), frame, room.clone(), Box::new(look))
}

thread_local! {
    /// What is to be painted: one picture a frame, since those of all rule sets at once would hold up the page.
    static QUEUE: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
}

/// Does something when those asked for before are done: one a frame.
pub(super) fn later(job: Box<dyn FnOnce()>) {
    let first = QUEUE.with_borrow_mut(|queue| {
        queue.push_back(job);
        queue.len() == 1
    });
    if first {
        after(0, next);
    }
}

fn next() {
    let job = QUEUE.with_borrow_mut(VecDeque::pop_front);
    if let Some(job) = job {
        job();
    }
    if QUEUE.with_borrow(|queue| !queue.is_empty()) {
        after(FRAME_MS, next);
    }
}

const FRAME_MS: i32 = 16;
