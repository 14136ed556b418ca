//! Small pictures, painted by the board's own painter.

use web_sys::HtmlElement;

use super::super::board_canvas::BoardCanvas;
use super::super::dom::{after, make};
use crate::app::scene::{Extras, Scene};
use wasm_bindgen::JsCast;

/// A picture of a scene that stays as it is; how large it is, the class says.
pub(super) struct Picture {
    /// The element.
    pub element: HtmlElement,
    board: Option<BoardCanvas>,
}

impl Picture {
    pub(super) fn new(scene: Scene, class: &str) -> Self {
        let canvas = make("canvas").attr("aria-hidden", "true").done();
        let frame = make("span").class("board").with(&canvas).done();
        let element = make("span").class(class).with(&frame).done();
        let look = move |_: &mut Extras| scene.clone();
        let board = BoardCanvas::new(canvas.unchecked_into(), frame, element.clone(), Box::new(look));
        let picture = Self { element, board };
        picture.paint();
        picture
    }

    /// Paints it, with the colours as they are then. Its size and the colours are known only once it is on the page.
    pub(super) fn paint(&self) {
        if let Some(board) = self.board.clone() {
            after(0, move || {
                board.refresh_theme();
                board.request();
            });
        }
    }
}
