//! A new version of the program: it waits until the player takes it, never under a running game.

use std::cell::RefCell;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration, Window};

use super::desk;
use super::dom::{listen, window};
use crate::app::Msg;

thread_local! {
    static REGISTRATION: RefCell<Option<ServiceWorkerRegistration>> = const { RefCell::new(None) };
}

/// The browser's keeper of service workers; absent where the page is not served securely.
fn container(window: &Window) -> Option<ServiceWorkerContainer> {
    Reflect::get(&window.navigator(), &"serviceWorker".into()).ok()?.dyn_into().ok()
}

/// Tells the page when a new version waits.
pub(super) fn watch(window: &Window) {
    let Some(ready) = container(window).and_then(|container| container.ready().ok()) else { return };
    let came = Closure::<dyn FnMut(JsValue)>::new(|registration: JsValue| {
        let registration: ServiceWorkerRegistration = registration.unchecked_into();
        let own = registration.clone();
        listen(&registration, "updatefound", move |_| {
            if let Some(installing) = own.installing() {
                listen(&installing, "statechange", |_| tell());
            }
        });
        REGISTRATION.set(Some(registration));
        tell();
    });
    let _ = ready.then(&came);
    came.forget();
}

/// The first version that is ever installed waits for nobody; one that waits beside a page in use is new.
fn tell() {
    let waits =
        REGISTRATION.with_borrow(|found| found.as_ref().is_some_and(|found| found.waiting().is_some()));
    if waits && container(&window()).is_some_and(|container| container.controller().is_some()) {
        desk::send(Msg::UpdateReady);
    }
}

/// Starts the new version: all of the player's is kept by then.
pub(super) fn take() {
    let Some(container) = container(&window()) else { return };
    listen(&container, "controllerchange", |_| {
        let _ = window().location().reload();
    });
    let waiting =
        REGISTRATION.with_borrow(|found| found.as_ref().and_then(ServiceWorkerRegistration::waiting));
    if let Some(waiting) = waiting {
        let word = js_sys::Object::new();
        let _ = Reflect::set(&word, &"type".into(), &"skip-waiting".into());
        let _ = waiting.post_message(&word);
    }
}
