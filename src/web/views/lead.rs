//! Where the keyboard goes on in a room: what was pressed may be gone by that, or what was asked of the board done.

use web_sys::{Element, HtmlElement};

use super::super::dom::{after, document, is_focus_nowhere};

const FRAME_MS: i32 = 16;
/// The square that Tab leads to.
const BOARD: &str = ".squares .square[tabindex=\"0\"]";

/// Where the keyboard stands before a part of the page changes: the browser forgets that when it is hidden.
pub(super) struct Stand(Option<Element>);

impl Stand {
    /// Now.
    pub(super) fn now() -> Self {
        Self(document().active_element())
    }

    /// Whether nothing can be done there any more: it is gone or closed or, once the board has had its answer, the board.
    pub(super) fn is_lost(&self, answered: bool) -> bool {
        let Some(stood) = &self.0 else { return false };
        let closed = stood.closest("[hidden], [disabled]").is_ok_and(|found| found.is_some());
        closed || !stood.is_connected() || (answered && stood.class_list().contains("square"))
    }

    /// Whether it is in this part of the page.
    pub(super) fn is_in(&self, part: &HtmlElement) -> bool {
        self.0.as_ref().is_some_and(|stood| part.contains(Some(stood.as_ref())))
    }
}

/// Leads it on to an element, or to the board. The page is not scrolled by that.
pub(super) fn lead(to: Option<&HtmlElement>) {
    let board = || document().query_selector(BOARD).ok().flatten();
    let Some(to) = to.map(|to| Element::from(to.clone())).or_else(board) else { return };
    focus(&to);
    // A board that was never painted has no size yet and can't be stood on: once more, when it has.
    let stands = |to: &Element| document().active_element().as_ref() == Some(to);
    if !stands(&to) {
        after(2 * FRAME_MS, move || {
            if is_focus_nowhere() {
                focus(&to);
            }
        });
    }
}

fn focus(to: &Element) {
    let options = js_sys::Object::new();
    // Setting a field of a fresh object and focusing what is there can't fail.
    let _ = js_sys::Reflect::set(&options, &"preventScroll".into(), &true.into());
    if let Ok(focus) = js_sys::Reflect::get(to, &"focus".into()) {
        let _ = js_sys::Function::from(focus).call1(to, &options);
    }
}

/// Leads it to the first element that a selector finds.
pub(super) fn lead_to(selector: &str) {
    if let Some(found) = document().query_selector(selector).ok().flatten() {
        lead(Some(&wasm_bindgen::JsCast::unchecked_into(found)));
    }
}

/// Leads it on from what has just been hidden, so that it is never lost: into the room's panel, or to the board.
pub(super) fn lead_on() {
    let lost = |stood: Element| stood.closest("[hidden]").is_ok_and(|found| found.is_some());
    if document().active_element().is_some_and(lost) {
        let first = document().query_selector(".panel:not([hidden]) button:not([hidden], [disabled])");
        lead(first.ok().flatten().map(wasm_bindgen::JsCast::unchecked_into).as_ref());
    }
}
