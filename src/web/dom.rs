//! Small helpers over web-sys: finding, making and changing elements, listening, waiting.

use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, Document, Element, Event, EventTarget, HtmlElement, Window};

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
    let list = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    list.is_some_and(|list| list.matches())
}

/// An element being made. Text goes in as text, never as HTML.
#[derive(Clone)]
pub(super) struct Make(HtmlElement);

/// A new element.
pub(super) fn make(tag: &str) -> Make {
    let element = document().create_element(tag).expect("a valid tag");
    Make(element.unchecked_into())
}

impl Make {
    pub(super) fn class(self, class: &str) -> Self {
        self.0.set_class_name(class);
        self
    }
    pub(super) fn attr(self, name: &str, value: &str) -> Self {
        set_attr(&self.0, name, value);
        self
    }
    pub(super) fn text(self, text: &str) -> Self {
        self.0.set_text_content(Some(text));
        self
    }
    /// Puts another element inside, after those already there.
    pub(super) fn with(self, child: impl Into<Self>) -> Self {
        // Appending a fresh element to a live one can't fail.
        let _ = self.0.append_child(&child.into().0);
        self
    }
    pub(super) fn with_all(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::with)
    }
    /// What happens on an event; passive.
    pub(super) fn on(self, event: &str, mut handler: impl FnMut() + 'static) -> Self {
        listen(&self.0, event, move |_| handler());
        self
    }
    /// What happens on an event, with the event, which may be stopped from doing what it usually does.
    pub(super) fn on_event(self, event: &str, handler: impl FnMut(Event) + 'static) -> Self {
        listen_active(&self.0, event, handler);
        self
    }
    pub(super) fn done(self) -> HtmlElement {
        self.0
    }
}

impl From<&HtmlElement> for Make {
    fn from(element: &HtmlElement) -> Self {
        Self(element.clone())
    }
}

/// Sets an attribute, if it is not so already.
pub(super) fn set_attr(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        // Only a name that is no name would be refused.
        let _ = element.set_attribute(name, value);
    }
}

/// Sets or takes away an attribute that is there or not.
pub(super) fn set_flag(element: &Element, name: &str, on: bool) {
    if on {
        set_attr(element, name, "");
    } else if element.has_attribute(name) {
        let _ = element.remove_attribute(name);
    }
}

/// Sets or takes away a class.
pub(super) fn set_class(element: &Element, class: &str, on: bool) {
    let _ = element.class_list().toggle_with_force(class, on);
}

/// Sets a text, if it is not so already: a screen reader need not hear it again.
pub(super) fn set_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// What a form field holds.
pub(super) fn value_of(event: &Event) -> String {
    event
        .target()
        .and_then(|target| js_sys::Reflect::get(&target, &"value".into()).ok())
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}

/// Whether a box is ticked.
pub(super) fn is_ticked(event: &Event) -> bool {
    event
        .target()
        .and_then(|target| js_sys::Reflect::get(&target, &"checked".into()).ok())
        .and_then(|value| value.as_bool())
        .unwrap_or_default()
}

/// Listens for as long as the page lives.
pub(super) fn listen(target: &EventTarget, event: &str, handler: impl FnMut(Event) + 'static) {
    listen_with(target, event, true, Box::new(handler));
}

/// The same for a handler that calls `preventDefault`.
pub(super) fn listen_active(target: &EventTarget, event: &str, handler: impl FnMut(Event) + 'static) {
    listen_with(target, event, false, Box::new(handler));
}

fn listen_with(target: &EventTarget, event: &str, passive: bool, handler: Box<dyn FnMut(Event)>) {
    // Owned by the browser from here on: it goes when the last listener goes.
    let callback = Closure::wrap(handler).into_js_value();
    let options = AddEventListenerOptions::new();
    options.set_passive(passive);
    // A live target takes any listener.
    let _ = target.add_event_listener_with_callback_and_add_event_listener_options(
        event,
        callback.unchecked_ref(),
        &options,
    );
}

/// A number as JavaScript writes it. Rust's own way to write fractions is larger than all of the page's drawing.
pub(super) fn text_of(n: f64) -> String {
    js_sys::Number::from(n).to_string_with_radix(10).unwrap_or_default().into()
}

/// Whether the keyboard stands on nothing.
pub(super) fn is_focus_nowhere() -> bool {
    document().active_element().is_none_or(|stands| stands.tag_name() == "BODY")
}

/// Runs something once after so many milliseconds.
pub(super) fn after(milliseconds: i32, job: impl FnOnce() + 'static) {
    let closure = once(Box::new(job));
    // A refusal leaves the job undone; there is nobody to tell.
    let _ =
        window().set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds);
}

/// Runs something before the next frame.
pub(super) fn next_frame(job: impl FnOnce() + 'static) {
    let closure = once(Box::new(job));
    let _ = window().request_animation_frame(closure.unchecked_ref());
}

/// A function for JavaScript that is called once. All of one type, so that the code behind it is there once.
pub(super) fn once(job: Box<dyn FnOnce()>) -> JsValue {
    Closure::once_into_js(job)
}

/// Gives the focus to the first element that the selector finds.
pub(super) fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_ref::<HtmlElement>().focus();
    }
}
