//! The board: the canvas, the squares over it for keyboard and screen reader, and the pointer.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent, ResizeObserver};

use super::super::board_canvas::BoardCanvas;
use super::super::desk::{cursor, redraw, send, set_board, set_cursor, with_board, with_model};
use super::super::dom::{Make, document, listen, listen_active, make, now, once, set_attr, text_of, window};
use crate::app::scene::{Extras, Place, distance, scene, square_at};
use crate::app::{Model, Msg, sentences};
use crate::rules::{Geometry, Square};

/// A pointer that moved further than this, in CSS pixels, drags.
const DRAG_PX: f64 = 3.0;

/// The second touch of a double tap comes within so many milliseconds, and within so many CSS pixels.
const DOUBLE: (f64, f64) = (400.0, 12.0);

thread_local! {
    /// When the board was last turned.
    static TURNED: Cell<f64> = const { Cell::new(f64::NEG_INFINITY) };
}

/// The squares as a grid of buttons over the canvas: unseen, but there for the keyboard and the screen reader.
pub(super) struct Squares {
    room: HtmlElement,
    frame: HtmlElement,
    canvas: HtmlElement,
    grid: HtmlElement,
    /// The shape that the grid has now, and whether it is turned.
    shape: Option<(&'static Geometry, bool)>,
    /// In row order.
    buttons: Vec<HtmlElement>,
}

impl Squares {
    /// The board's room, and what is in it.
    pub(super) fn new(model: &Model) -> (Make, Self) {
        let canvas = make("canvas").attr("aria-hidden", "true").done();
        let grid = make("div")
            .class("squares")
            .attr("role", "grid")
            .attr("aria-label", model.texts.get("board"))
            .on("focusout", || set_cursor(None))
            .done();
        let frame = make("div").class("board").with(&canvas).with(&grid).done();
        let room = make("div").class("room").with(&frame).done();
        let part = Make::from(&room);
        (part, Self { room, frame, canvas, grid, shape: None, buttons: Vec::new() })
    }

    /// The room is on the page now: the painter can begin.
    pub(super) fn mounted(&self) {
        let canvas = self.canvas.clone().unchecked_into();
        let look = |extras: &mut Extras| {
            extras.cursor = cursor();
            with_model(|model| scene(model, extras))
        };
        let board = BoardCanvas::new(canvas, self.frame.clone(), self.room.clone(), Box::new(look));
        if board.is_none() {
            // Nobody will say how large it is: the squares are played without a picture (case B110).
            let _ = self.frame.style().set_property("height", "100%");
        }
        set_board(board);
        point(&self.canvas);
        follow_size(&self.room);
    }

    pub(super) fn update(&mut self, model: &Model) {
        let geometry = model.game.variant().geometry();
        let shape = (geometry, model.flipped());
        let same = self.shape.is_some_and(|(old, flipped)| std::ptr::eq(old, geometry) && flipped == shape.1);
        if !same {
            // The keyboard stays on its square when the board turns.
            let focused = document().active_element();
            let at = self.buttons.iter().position(|button| focused.as_deref() == Some(button.as_ref()));
            self.rebuild(geometry, model.flipped());
            if self.shape.replace(shape).is_some() {
                TURNED.set(now());
            }
            if let Some(button) = at.and_then(|at| self.buttons.get(at)) {
                let _ = button.focus();
            }
        }
        // The one square that Tab leads to: where the keyboard is, or a piece that may move.
        let stop = cursor()
            .or_else(|| model.picker.chosen())
            .or_else(|| model.picker.movable().last().copied())
            .filter(|square| square.0 < geometry.squares)
            .unwrap_or(Square(geometry.squares - 1));
        let chosen = model.picker.chosen();
        for (square, button) in geometry.all().zip(&self.buttons) {
            set_attr(button, "aria-label", &sentences::square_label(&model.texts, model, square));
            set_attr(button, "aria-selected", if chosen == Some(square) { "true" } else { "false" });
            set_attr(button, "tabindex", if stop == square { "0" } else { "-1" });
        }
    }

    fn rebuild(&mut self, geometry: &'static Geometry, flipped: bool) {
        self.grid.set_text_content(None);
        let size = geometry.size;
        let percent = |n: u8| text_of(f64::from(n) * 100.0 / f64::from(size)) + "%";
        let mut buttons = Vec::new();
        for row in 0..size {
            let mut line = make("div").attr("role", "row");
            for column in 0..size {
                let (r, c) = if flipped { (size - 1 - row, size - 1 - column) } else { (row, column) };
                let Some(square) = geometry.at(r, c) else { continue };
                let button = make("button")
                    .attr("type", "button")
                    .attr("role", "gridcell")
                    .class("square")
                    .attr("data-square", &square.row_number().to_string())
                    .on("focus", move || seen(square))
                    .on("click", move || send(Msg::Touch(square)))
                    .on_event("keydown", move |event| walk(event.unchecked_ref(), square))
                    .done();
                let style = button.style();
                for (name, value) in [
                    ("left", percent(column)),
                    ("top", percent(row)),
                    ("width", percent(1)),
                    ("height", percent(1)),
                ] {
                    let _ = style.set_property(name, &value);
                }
                line = line.with(&button);
                buttons.push(button);
            }
            Make::from(&self.grid).with(line);
        }
        if flipped {
            buttons.reverse();
        }
        self.buttons = buttons;
    }
}

fn follow_size(room: &HtmlElement) {
    let closure = Closure::<dyn FnMut()>::new(|| with_board(BoardCanvas::resized));
    if let Ok(observer) = ResizeObserver::new(closure.as_ref().unchecked_ref()) {
        observer.observe(room);
        closure.forget();
    }
    watch_ratio();
}

/// A change of zoom or screen changes the ratio without any other event: ask for the next one each time.
fn watch_ratio() {
    let query = format!("(resolution: {}dppx)", text_of(window().device_pixel_ratio()));
    let Ok(Some(list)) = window().match_media(&query) else { return };
    let closure = once(Box::new(|| {
        redraw();
        watch_ratio();
    }));
    let options = web_sys::AddEventListenerOptions::new();
    options.set_once(true);
    let _ = list.add_event_listener_with_callback_and_add_event_listener_options(
        "change",
        closure.unchecked_ref(),
        &options,
    );
}

/// What the pointer is doing.
#[derive(Default)]
struct Hand {
    /// Where it went down: the pointer's number, the point of the page, the square.
    down: Option<(i32, (f64, f64), Square)>,
    /// The touch that went down has already been told.
    told: bool,
    /// Squares passed while dragging.
    trail: Vec<Square>,
    dragging: bool,
    /// Where the last touch was, and when.
    last: ((f64, f64), f64),
}

impl Hand {
    fn let_go(&mut self) -> Self {
        with_board(|board| board.drag(None));
        let last = self.last;
        std::mem::replace(self, Self { last, ..Self::default() })
    }

    fn pressed(&mut self, event: &PointerEvent, canvas: &HtmlElement) {
        // A second finger is no move: it cancels what the first began (case B102).
        if !event.is_primary() {
            self.let_go();
            redraw();
            return;
        }
        if event.button() != 0 {
            return;
        }
        // The second touch of a double tap was meant for the board before it turned (case B027).
        let at = point_of(event);
        let (before, touched) = std::mem::replace(&mut self.last, (at, now()));
        let (turned, soon) = (TURNED.get(), now() - touched < DOUBLE.0);
        if turned >= touched && soon && distance(before, at) < DOUBLE.1 {
            return;
        }
        set_cursor(None);
        let (_, Some(square)) = under(event) else { return };
        self.let_go();
        self.down = Some((event.pointer_id(), at, square));
        let _ = canvas.set_pointer_capture(event.pointer_id());
        // A piece is picked up when it is touched, not when it is let go; everything else waits for that.
        self.told = with_model(|m| {
            m.persons_turn()
                && m.picker.chosen() != Some(square)
                && m.picker.movable().contains(&square)
                && m.picker.path().len() <= 1
                && !m.picker.routes().iter().any(|r| r.path()[1..].contains(&square))
        });
        if self.told {
            send(Msg::Touch(square));
        }
    }

    fn moved(&mut self, event: &PointerEvent) {
        let (place, square) = under(event);
        let Some((id, from, start)) = self.down else {
            if event.pointer_type() == "mouse" {
                send(Msg::Hover(square));
            }
            return;
        };
        let to = point_of(event);
        let far = distance(from, to) > DRAG_PX;
        if id != event.pointer_id() || !(self.dragging || far) {
            return;
        }
        if !with_model(|m| m.can_pick_up(start)) {
            return;
        }
        self.dragging = true;
        if let Some(square) = square
            && self.trail.last() != Some(&square)
            && (square != start || !self.trail.is_empty())
        {
            self.trail.push(square);
        }
        with_board(|board| board.drag(Some((start, place))));
        redraw();
    }

    fn lifted(&mut self, event: &PointerEvent) {
        let done = self.let_go();
        let Some((id, _, start)) = done.down else { return };
        if id != event.pointer_id() {
            return;
        }
        if done.dragging {
            // Let go outside the board, or where it was: nothing is played.
            // A set-up board takes it as a touch, or as carrying the piece away.
            let (over, setting_up) = (under(event).1.is_some(), with_model(|m| m.setting_up().is_some()));
            match (over, done.trail.is_empty()) {
                (true, false) => send(Msg::Drop(start, done.trail)),
                (true, true) if setting_up => send(Msg::Touch(start)),
                (false, _) if setting_up => send(Msg::Drop(start, Vec::new())),
                _ => redraw(),
            }
        } else if !done.told {
            send(Msg::Touch(start));
        }
    }
}

fn point_of(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// The place on the board under the pointer, and its square.
fn under(event: &PointerEvent) -> (Place, Option<Square>) {
    let mut place = (-1.0, -1.0);
    let (x, y) = point_of(event);
    with_board(|board| place = board.place_of(x, y));
    (place, with_model(|m| square_at(m.game.position(), place, m.flipped())))
}

fn point(canvas: &HtmlElement) {
    let hand = Rc::new(RefCell::new(Hand::default()));
    let on = |name: &str, handle: fn(&mut Hand, &PointerEvent)| {
        let hand = hand.clone();
        listen_active(canvas, name, move |event| handle(&mut hand.borrow_mut(), event.unchecked_ref()));
    };
    on("pointermove", Hand::moved);
    on("pointerup", Hand::lifted);
    on("pointercancel", |hand, _| {
        hand.let_go();
        send(Msg::Hover(None));
    });
    let own = canvas.clone();
    let pressing = hand.clone();
    listen_active(canvas, "pointerdown", move |event| {
        pressing.borrow_mut().pressed(event.unchecked_ref(), &own);
    });
    listen(canvas, "pointerleave", |event| {
        if event.unchecked_ref::<PointerEvent>().pointer_type() == "mouse" {
            send(Msg::Hover(None));
        }
    });
}

/// The keyboard has come to a square: show it, where it was the keyboard.
fn seen(square: Square) {
    if document().query_selector(".square:focus-visible").ok().flatten().is_some() {
        set_cursor(Some(square));
    }
}

/// Arrow keys walk over the playable squares: up and down by diagonals, left and right along the row.
fn walk(event: &KeyboardEvent, from: Square) {
    let key = event.key();
    let to = with_model(|m| neighbour(m.game.variant().geometry(), m.flipped(), from, &key));
    let Some(to) = to else { return };
    event.prevent_default();
    let name = format!(".square[data-square=\"{}\"]", to.row_number());
    if let Some(element) = document().query_selector(&name).ok().flatten() {
        let _ = element.unchecked_ref::<HtmlElement>().focus();
        set_cursor(Some(to));
    }
}

fn neighbour(geometry: &Geometry, flipped: bool, from: Square, key: &str) -> Option<Square> {
    let (row, column) = geometry.row_column(from);
    let turned = if flipped { -1 } else { 1 };
    let at = |rows: i8, columns: i8| {
        geometry.at(row.checked_add_signed(rows * turned)?, column.checked_add_signed(columns * turned)?)
    };
    let side = if geometry.all_squares { 1 } else { 2 };
    // Going on in one direction leads back to the same two columns.
    let lean = if (column % 2 == 0) == flipped { -1 } else { 1 };
    let up = |rows: i8| at(rows, 0).or_else(|| at(rows, lean)).or_else(|| at(rows, -lean));
    match key {
        "ArrowLeft" => at(0, -side),
        "ArrowRight" => at(0, side),
        "ArrowUp" => up(-1),
        "ArrowDown" => up(1),
        "Home" => geometry.all().find(|s| geometry.row_column(*s).0 == row),
        "End" => geometry.all().filter(|s| geometry.row_column(*s).0 == row).last(),
        _ => None,
    }
}
