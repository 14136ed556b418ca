//! The board: the canvas, the squares over it for keyboard and screen reader, and the pointer.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent, ResizeObserver};

use super::super::board_canvas::BoardCanvas;
use super::super::desk::Desk;
use super::super::dom::{listen, listen_active};
use super::table::{flag, key};
use crate::app::scene::{Place, square_at};
use crate::app::{Msg, sentences};
use crate::rules::Square;

/// A pointer that moved further than this, in CSS pixels, drags.
const DRAG_PX: f64 = 3.0;

/// The board in its room.
pub(super) fn board(desk: Desk) -> impl IntoView {
    let room = NodeRef::<html::Div>::new();
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        let (Some(room), Some(frame), Some(canvas)) = (room.get(), frame.get(), canvas.get()) else { return };
        let Some(board) =
            BoardCanvas::new(canvas.clone(), frame.unchecked_into(), room.clone().unchecked_into())
        else {
            return;
        };
        point(desk, &board, &canvas);
        desk.board.set_value(Some(board));
        follow_size(desk, &room);
        desk.redraw();
    });
    // Whatever changes the model changes the picture.
    Effect::new(move |_| {
        desk.model.track();
        desk.cursor.track();
        desk.redraw();
    });
    view! {
        <div class="room" node_ref=room>
            <div class="board" node_ref=frame>
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                {squares(desk)}
            </div>
        </div>
    }
}

fn follow_size(desk: Desk, room: &HtmlElement) {
    let closure = Closure::<dyn FnMut()>::new(move || desk.redraw());
    if let Ok(observer) = ResizeObserver::new(closure.as_ref().unchecked_ref()) {
        observer.observe(room);
        closure.forget();
    }
    watch_ratio(desk);
}

/// A change of zoom or screen changes the ratio without any other event: ask for the next one each time.
fn watch_ratio(desk: Desk) {
    let window = super::super::dom::window();
    let query = format!("(resolution: {}dppx)", window.device_pixel_ratio());
    let Ok(Some(list)) = window.match_media(&query) else { return };
    let closure = Closure::once_into_js(move || {
        desk.redraw();
        watch_ratio(desk);
    });
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
    /// Where it went down: the pointer's number, the place of the page, the square.
    down: Option<(i32, (f64, f64), Square)>,
    /// The touch that went down has already been told.
    told: bool,
    /// Squares passed while dragging.
    trail: Vec<Square>,
    dragging: bool,
}

fn point(desk: Desk, board: &BoardCanvas, canvas: &HtmlElement) {
    let hand = Rc::new(RefCell::new(Hand::default()));
    let at = {
        let board = board.clone();
        move |event: &PointerEvent| -> (Place, Option<Square>) {
            let place = board.place_of(f64::from(event.client_x()), f64::from(event.client_y()));
            let square = desk.model.with_untracked(|m| square_at(m.game.position(), place, m.prefs.flipped));
            (place, square)
        }
    };
    let on = |event: &str, handler: Box<dyn Fn(&PointerEvent)>| {
        listen_active(canvas, event, move |event| handler(&event.unchecked_into()));
    };
    {
        let (hand, at, canvas) = (hand.clone(), at.clone(), canvas.clone());
        let board = board.clone();
        on(
            "pointerdown",
            Box::new(move |event| {
                let mut hand = hand.borrow_mut();
                // A second finger is no move: it cancels what the first began (case B102).
                if !event.is_primary() {
                    *hand = Hand::default();
                    board.drag(None);
                    desk.redraw();
                    return;
                }
                if event.button() != 0 {
                    return;
                }
                desk.cursor.set(None);
                let (_, Some(square)) = at(event) else { return };
                *hand = Hand {
                    down: Some((
                        event.pointer_id(),
                        (f64::from(event.client_x()), f64::from(event.client_y())),
                        square,
                    )),
                    ..Hand::default()
                };
                let _ = canvas.set_pointer_capture(event.pointer_id());
                // A piece is picked up when it is touched, not when it is let go; everything else waits for that.
                let fresh = desk.model.with_untracked(|m| {
                    m.persons_turn()
                        && m.picker.chosen() != Some(square)
                        && m.picker.movable().contains(&square)
                        && m.picker.path().len() <= 1
                        && !m.picker.routes().iter().any(|r| r.path()[1..].contains(&square))
                });
                if fresh {
                    hand.told = true;
                    drop(hand);
                    desk.send(Msg::Touch(square));
                }
            }),
        );
    }
    {
        let (hand, at, board) = (hand.clone(), at.clone(), board.clone());
        on(
            "pointermove",
            Box::new(move |event| {
                let (place, square) = at(event);
                let mut hand = hand.borrow_mut();
                let Some((id, from, start)) = hand.down else {
                    drop(hand);
                    if event.pointer_type() == "mouse" {
                        desk.send(Msg::Hover(square));
                    }
                    return;
                };
                if id != event.pointer_id() {
                    return;
                }
                let far = (f64::from(event.client_x()) - from.0).hypot(f64::from(event.client_y()) - from.1);
                let movable =
                    desk.model.with_untracked(|m| m.persons_turn() && m.picker.movable().contains(&start));
                if movable && (hand.dragging || far > DRAG_PX) {
                    hand.dragging = true;
                    if let Some(square) = square
                        && hand.trail.last() != Some(&square)
                        && (square != start || !hand.trail.is_empty())
                    {
                        hand.trail.push(square);
                    }
                    board.drag(Some((start, place)));
                    drop(hand);
                    desk.redraw();
                }
            }),
        );
    }
    {
        let (hand, at, board) = (hand.clone(), at, board.clone());
        on(
            "pointerup",
            Box::new(move |event| {
                let done = std::mem::take(&mut *hand.borrow_mut());
                let Some((id, _, start)) = done.down else { return };
                if id != event.pointer_id() {
                    return;
                }
                board.drag(None);
                if done.dragging {
                    match at(event).1 {
                        Some(_) if !done.trail.is_empty() => desk.send(Msg::Drop(start, done.trail)),
                        _ => desk.redraw(),
                    }
                } else if !done.told {
                    desk.send(Msg::Touch(start));
                }
            }),
        );
    }
    let board = board.clone();
    let cancel = move || {
        *hand.borrow_mut() = Hand::default();
        board.drag(None);
        desk.send(Msg::Hover(None));
    };
    let cancel_too = cancel.clone();
    listen(canvas, "pointercancel", move |_| cancel());
    listen(canvas, "pointerleave", move |event| {
        if event.unchecked_into::<PointerEvent>().pointer_type() == "mouse" {
            cancel_too();
        }
    });
}

/// The squares as a grid of buttons over the canvas: unseen, but there for the keyboard and the screen reader.
fn squares(desk: Desk) -> impl IntoView {
    let shape = Memo::new(move |_| {
        desk.model.with(|m| {
            (
                m.game.variant().size,
                m.game.variant().all_squares,
                m.game.variant().left_corner,
                m.prefs.flipped,
            )
        })
    });
    let labels = Memo::new(move |_| {
        desk.model.with(|m| {
            m.game
                .variant()
                .geometry()
                .all()
                .map(|s| sentences::square_label(&m.texts, m, s))
                .collect::<Vec<_>>()
        })
    });
    let chosen = Memo::new(move |_| desk.model.with(|m| m.picker.chosen()));
    // The one square that Tab leads to: where the keyboard was last, or a piece that may move.
    let stop = Memo::new(move |_| {
        let cursor = desk.cursor.get();
        desk.model.with(|m| {
            let geometry = m.game.variant().geometry();
            cursor
                .or_else(|| m.picker.movable().last().copied())
                .filter(|s| s.0 < geometry.squares)
                .unwrap_or(Square(geometry.squares - 1))
        })
    });
    let grid = NodeRef::<html::Div>::new();
    let rows = move || {
        let (size, _, _, flipped) = shape.get();
        (0..size)
            .map(|row| {
                let cells = (0..size)
                    .filter_map(|column| {
                        let (r, c) = if flipped { (size - 1 - row, size - 1 - column) } else { (row, column) };
                        let square = desk.model.with_untracked(|m| m.game.variant().geometry().at(r, c))?;
                        let place = move |n: u8| format!("{}%", f64::from(n) * 100.0 / f64::from(size));
                        Some(view! {
                            <button role="gridcell" class="square" data-square=square.row_number()
                                tabindex=move || if stop.get() == square { "0" } else { "-1" }
                                aria-label=move || labels.with(|l| l.get(square.index()).cloned().unwrap_or_default())
                                aria-selected=move || (chosen.get() == Some(square)).to_string()
                                style:left=place(column) style:top=place(row) style:width=place(1) style:height=place(1)
                                on:focus=move |_| seen(desk, square)
                                on:click=move |_| desk.send(Msg::Touch(square))
                                on:keydown=move |event| walk(desk, &event, square)
                            ></button>
                        })
                    })
                    .collect_view();
                view! { <div role="row">{cells}</div> }
            })
            .collect_view()
    };
    let due = flag(desk, |m| m.persons_turn() && m.picker.must_capture());
    view! {
        <div class="squares" role="grid" aria-label=key(desk, "board") class:due=due node_ref=grid
            on:focusout=move |_| desk.cursor.set(None)>
            {rows}
        </div>
    }
}

/// The keyboard has come to a square: show it, where it was the keyboard.
fn seen(desk: Desk, square: Square) {
    if super::super::dom::document().query_selector(".square:focus-visible").ok().flatten().is_some() {
        desk.cursor.set(Some(square));
    }
}

/// Arrow keys walk over the dark squares: up and down by diagonals, left and right along the row.
fn walk(desk: Desk, event: &KeyboardEvent, from: Square) {
    let to = desk.model.with_untracked(|m| {
        let geometry = m.game.variant().geometry();
        let size = geometry.size as i8;
        let (row, column) = geometry.row_column(from);
        let (row, column) = (row as i8, column as i8);
        let seen = if m.prefs.flipped { -1 } else { 1 };
        let at = |row: i8, column: i8| {
            let inside = |n: i8| u8::try_from(n).ok().filter(|n| *n < size as u8);
            geometry.at(inside(row)?, inside(column)?)
        };
        let step = if geometry.all_squares { 1 } else { 2 };
        match event.key().as_str() {
            "ArrowLeft" => at(row, column - step * seen),
            "ArrowRight" => at(row, column + step * seen),
            // Straight up where there is a square, else by the diagonal that leads back to the same two columns.
            "ArrowUp" | "ArrowDown" => {
                let next = if event.key() == "ArrowUp" { row - seen } else { row + seen };
                let lean = if column % 2 == 0 { 1 } else { -1 };
                at(next, column).or_else(|| at(next, column + lean)).or_else(|| at(next, column - lean))
            }
            "Home" => geometry.all().find(|s| geometry.row_column(*s).0 as i8 == row),
            "End" => geometry.all().filter(|s| geometry.row_column(*s).0 as i8 == row).last(),
            _ => None,
        }
    });
    if let Some(to) = to {
        event.prevent_default();
        desk.cursor.set(Some(to));
        let name = format!(".square[data-square=\"{}\"]", to.row_number());
        let found = super::super::dom::document().query_selector(&name).ok().flatten();
        if let Some(element) = found.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
            desk.cursor.set(Some(to));
        }
    }
}
