//! What the engine's worker fetches when it is wanted: trained weights, endgame tables, the opening book. Each file bears a digest; what is
//! missing, cut short, damaged or of another version is told once, and play goes on without it.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::Response;

use super::engine_client::beside_glue;
use super::worker::scope;
use crate::ai::endgame::Tables;
use crate::ai::{Book, Engine, Weights, files};
use crate::rules::Variant;

/// A file that has come, read.
enum Piece {
    Weights(Weights),
    Tables(Box<Tables>),
    Book(Book),
}

/// What was asked for, and what has come of it.
struct Shelf {
    /// Files that were asked for and have not failed.
    asked: Vec<String>,
    /// How many of them are on their way.
    coming: usize,
    /// What has come and was not given to the engine yet.
    come: Vec<Piece>,
}

thread_local! {
    static SHELF: RefCell<Shelf> =
        const { RefCell::new(Shelf { asked: Vec::new(), coming: 0, come: Vec::new() }) };
}

/// Asks for what serves a rule set, each file once; one that failed again when a game begins. `settled` is called with
/// whether it is all right when a file has come or failed.
pub(super) fn want(variant: &'static Variant, begins: bool, settled: fn(bool)) {
    for name in [files::weights(variant), files::tables(variant), files::book(variant)].into_iter().flatten()
    {
        let failed = format!("!{name}");
        let new = SHELF.with_borrow_mut(|shelf| {
            if begins {
                shelf.asked.retain(|asked| *asked != failed);
            }
            let new = !shelf.asked.iter().any(|asked| *asked == name || *asked == failed);
            if new {
                shelf.asked.push(name.clone());
                shelf.coming += 1;
            }
            new
        });
        if new {
            fetch(name, settled);
        }
    }
}

/// Whether something is on its way.
pub(super) fn is_coming() -> bool {
    SHELF.with_borrow(|shelf| shelf.coming > 0)
}

/// Gives the engine what has come.
pub(super) fn teach(engine: &mut Engine) {
    for piece in SHELF.with_borrow_mut(|shelf| std::mem::take(&mut shelf.come)) {
        match piece {
            Piece::Weights(weights) => engine.learn(weights),
            Piece::Tables(tables) => engine.know(*tables),
            Piece::Book(book) => engine.open(book),
        }
    }
}

/// Reads a file; the page does without the words for what exactly is wrong with it.
fn read(name: &str, bytes: &[u8]) -> Option<Piece> {
    match name.rsplit_once('.')?.1 {
        "weights" => Weights::parse(bytes).ok().map(Piece::Weights),
        "book" => Book::parse(bytes).ok().map(Piece::Book),
        _ => Tables::parse(bytes).ok().map(Box::new).map(Piece::Tables),
    }
}

/// Puts a file, or that there is none, on the shelf.
fn come(name: &str, piece: Option<Piece>, settled: fn(bool)) {
    let fine = piece.is_some();
    if !fine {
        web_sys::console::warn_2(&name.into(), &"is missing, damaged or of another version".into());
    }
    SHELF.with_borrow_mut(|shelf| {
        shelf.coming -= 1;
        if let Some(piece) = piece {
            shelf.come.push(piece);
        } else {
            shelf.asked.retain(|asked| asked != name);
            shelf.asked.push(format!("!{name}"));
        }
    });
    settled(fine);
}

fn fetch(name: String, settled: fn(bool)) {
    let Some(url) = beside_glue(&format!("data/{name}")) else {
        come(&name, None, settled);
        return;
    };
    let failed = name.clone();
    // Each is called once and then let go; the other one is the price of a file.
    let read = Closure::once_into_js(move |bytes: JsValue| {
        // A response that is not right has become no bytes.
        let piece = (!bytes.is_undefined()).then(|| js_sys::Uint8Array::new(&bytes).to_vec());
        come(&name, piece.and_then(|bytes| read(&name, &bytes)), settled);
    });
    let refused = Closure::once_into_js(move |_: JsValue| {
        come(&failed, None, settled);
    });
    let opened = Closure::once_into_js(|response: JsValue| -> JsValue {
        let response: Response = response.unchecked_into();
        response
            .ok()
            .then(|| response.array_buffer().ok())
            .flatten()
            .map_or(JsValue::UNDEFINED, JsValue::from)
    });
    // Whatever comes of it is heard by these two.
    let _ = then(&then(&scope().fetch_with_str(&url), &opened, &JsValue::UNDEFINED), &read, &refused);
}

#[wasm_bindgen]
extern "C" {
    /// `promise.then(opened, refused)`, for functions that are called once.
    #[wasm_bindgen(method, js_name = then)]
    fn then_call(this: &Thenable, opened: &JsValue, refused: &JsValue) -> js_sys::Promise;
    type Thenable;
}

fn then(promise: &js_sys::Promise, opened: &JsValue, refused: &JsValue) -> js_sys::Promise {
    let promise: &Thenable = promise.unchecked_ref();
    promise.then_call(opened, refused)
}
