//! Small helpers over web-sys.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, Document, Event, EventTarget, Window};

/// The window of a page.
pub(super) fn window() -> Window {
    web_sys::window().expect("the page has a window")
}

/// The page's document.
pub(super) fn document() -> Document {
    window().document().expect("the window has a document")
}

/// Milliseconds on a clock that never goes back.
pub(super) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Whether the device asks for less motion.
pub(super) fn prefers_still() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether a media query holds.
pub(super) fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Listens for as long as the page lives.
pub(super) fn listen(target: &EventTarget, event: &str, handler: impl FnMut(Event) + 'static) {
    listen_with(target, event, true, handler);
}

/// The same for a handler that calls `preventDefault`.
pub(super) fn listen_active(target: &EventTarget, event: &str, handler: impl FnMut(Event) + 'static) {
    listen_with(target, event, false, handler);
}

fn listen_with(target: &EventTarget, event: &str, passive: bool, handler: impl FnMut(Event) + 'static) {
    let closure = Closure::<dyn FnMut(Event)>::new(handler);
    let options = AddEventListenerOptions::new();
    options.set_passive(passive);
    let heard = target.add_event_listener_with_callback_and_add_event_listener_options(
        event,
        closure.as_ref().unchecked_ref(),
        &options,
    );
    if heard.is_ok() {
        closure.forget();
    }
}

/// Runs something once after so many milliseconds.
pub(super) fn after(milliseconds: i32, job: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(job);
    // A refusal leaves the job undone; there is nobody to tell.
    let _ =
        window().set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds);
}

/// Runs something before the next frame; it gets the time of the frame.
pub(super) fn next_frame(job: impl FnOnce(f64) + 'static) {
    let closure = Closure::once_into_js(job);
    let _ = window().request_animation_frame(closure.unchecked_ref());
}
