//! The list of a file's games, and how a file is opened.

use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Event, HtmlElement};

use super::super::desk::send;
use super::super::dom::{Make, make};
use super::dialogs::list;
use crate::app::home::plain_name;
use crate::app::library::{MOST_BYTES, PAGE, title};
use crate::app::strings::Texts;
use crate::app::{GamesMsg, Model, Msg};
use crate::notation::pdn::Encoding;
use crate::rules::{Variant, variant};

/// A field that opens a file.
pub(super) fn file_field(t: &Texts) -> Make {
    let input = make("input")
        .attr("type", "file")
        .attr("accept", ".pdn,.fen,.txt,.pdt,text/plain")
        .on_event("change", |event| opened(&event));
    make("label").class("field").text(t.get("games.file")).with(input)
}

/// Reads the file that was chosen; its size is asked before its bytes are.
fn opened(event: &Event) {
    let get = |value: &JsValue, name: &str| Reflect::get(value, &name.into()).ok();
    let file = event
        .target()
        .and_then(|target| get(&target, "files"))
        .and_then(|files| get(&files, "0"))
        .filter(JsValue::is_object);
    let Some(file) = file else { return };
    let size = get(&file, "size").and_then(|size| size.as_f64()).unwrap_or(0.0);
    if size > MOST_BYTES as f64 {
        send(Msg::Games(GamesMsg::TooLarge(size)));
        return;
    }
    let promise = get(&file, "arrayBuffer")
        .and_then(|method| method.dyn_into::<js_sys::Function>().ok())
        .and_then(|method| method.call0(&file).ok())
        .and_then(|promise| promise.dyn_into::<js_sys::Promise>().ok());
    let Some(promise) = promise else {
        send(Msg::Games(GamesMsg::File(None)));
        return;
    };
    let read = Closure::once_into_js(|bytes: JsValue| {
        let bytes = bytes.dyn_into::<ArrayBuffer>().ok().map(|bytes| Uint8Array::new(&bytes).to_vec());
        send(Msg::Games(GamesMsg::File(bytes)));
    });
    let failed = Closure::once_into_js(|_: JsValue| send(Msg::Games(GamesMsg::File(None))));
    let _ = Reflect::get(&promise, &"then".into())
        .ok()
        .and_then(|then| then.dyn_into::<js_sys::Function>().ok())
        .and_then(|then| then.call2(&promise, &read, &failed).ok());
}

/// The list of games.
pub(super) fn games(m: &Model, part: usize, wrong: &HtmlElement) -> Make {
    let t = &m.texts;
    let Some(library) = m.library.as_deref() else { return make("div") };
    let n = library.records.len();
    let mut content = make("div").with(make("p").text(&t.count("games.count", n, &[])));
    if n > PAGE {
        let parts = (0..n.div_ceil(PAGE)).map(|i| {
            let name = format!("{}–{}", i * PAGE + 1, ((i + 1) * PAGE).min(n));
            (i.to_string(), name, i == part)
        });
        content = content.with(list(t.get("games.part"), parts, |value| {
            send(Msg::Games(GamesMsg::Part(value.parse().unwrap_or(0))));
        }));
    }
    let rules =
        variant::ALL.into_iter().map(|v| (v.name.to_owned(), plain_name(t, v), library.rules == Some(v)));
    let fitting = (String::new(), t.get("games.fitting").to_owned(), library.rules.is_none());
    content =
        content.with(wrong).with(list(t.get("games.rules"), std::iter::once(fitting).chain(rules), |name| {
            send(Msg::Games(GamesMsg::Rules(Variant::built_in(&name))));
        }));
    if let Some(used) = library.encoding {
        let letters = Encoding::ALL.map(|own| (own.name().to_owned(), own.name().to_owned(), own == used));
        content = content.with(list(t.get("games.letters"), letters, |name| {
            if let Some(encoding) = Encoding::ALL.into_iter().find(|own| own.name() == name) {
                send(Msg::Games(GamesMsg::Letters(encoding)));
            }
        }));
    }
    let entries = library.records.iter().enumerate().skip(part * PAGE).take(PAGE).map(|(i, record)| {
        let mut entry = make("button").attr("type", "button").attr("data-game", &i.to_string());
        if library.chosen == Some(i) {
            entry = entry.attr("aria-current", "true");
        }
        entry.text(&title(t, i, record))
    });
    // One listener for all of them.
    let entries = make("div").class("menu").with_all(entries).on_event("click", |event| {
        let pressed = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        if let Some(index) = pressed.and_then(|pressed| pressed.get_attribute("data-game")?.parse().ok()) {
            send(Msg::Games(GamesMsg::Choose(index)));
        }
    });
    content.with(entries)
}
