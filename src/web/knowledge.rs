//! What the engine's worker fetches when it is wanted: trained weights, endgame tables, the opening book. Each file bears a digest; what is
//! missing, cut short, damaged or of another version is told once, and play goes on without it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::Response;

use super::engine_client::beside_glue;
use super::worker::scope;
use crate::ai::endgame::{Distances, Tables};
use crate::ai::{Book, Engine, Weights, files};
use crate::app::place::ROOMS;
use crate::rules::{Game, Variant, variant};

/// Distances are asked for as far back in a game.
const LOOK_BACK: usize = 24;

/// A file that has come, read.
enum Piece {
    Weights(Weights),
    Tables(Box<Tables>),
    Distances(Distances),
    Book(Book),
}

/// What was asked for, and what has come of it.
struct Shelf {
    /// Files that were asked for and have not failed.
    asked: Vec<String>,
    /// How many of them are on their way.
    coming: usize,
    /// How many files of distances are.
    measuring: usize,
    /// What has come and was not given to the engine yet.
    come: Vec<Piece>,
}

thread_local! {
    static SHELF: RefCell<Shelf> =
        const { RefCell::new(Shelf { asked: Vec::new(), coming: 0, measuring: 0, come: Vec::new() }) };
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
            let own = name.clone();
            fetch(&name, move |bytes| come(&own, bytes.and_then(|bytes| read(&own, &bytes)), settled));
        }
    }
}

/// Whether something is on its way.
pub(super) fn is_coming() -> bool {
    SHELF.with_borrow(|shelf| shelf.coming > 0)
}

/// Whether distances are.
pub(super) fn is_measuring() -> bool {
    ROOMS && SHELF.with_borrow(|shelf| shelf.measuring > 0)
}

/// Gives the engine what has come.
pub(super) fn teach(engine: &mut Engine) {
    let come = SHELF.with_borrow_mut(|shelf| std::mem::take(&mut shelf.come));
    // Distances stand beside tables: those come first.
    let (distances, others): (Vec<_>, Vec<_>) =
        come.into_iter().partition(|piece| matches!(piece, Piece::Distances(_)));
    for piece in others.into_iter().chain(distances) {
        match piece {
            Piece::Weights(weights) => engine.learn(weights),
            Piece::Tables(tables) => engine.know(*tables),
            Piece::Book(book) => engine.open(book),
            Piece::Distances(_) if !ROOMS => {}
            Piece::Distances(distances) => {
                let mut known = variant::ALL.into_iter().filter_map(|variant| engine.endings(variant));
                let with = known.find_map(|tables| {
                    let mut tables = Tables::clone(&tables);
                    tables.add(distances.clone()).then_some(tables)
                });
                if let Some(tables) = with {
                    engine.know(tables);
                }
            }
        }
    }
}

/// Asks for the distances of the last positions of a game, each file once; `come` is called with each that comes, or with
/// nothing. Without them only the number of moves is not told.
pub(super) fn measure(game: &Game, come: fn(Option<&Distances>)) {
    for name in (0..=game.ply())
        .rev()
        .take(LOOK_BACK)
        .filter_map(|ply| game.position_at(ply))
        .flat_map(files::distances)
    {
        let new = SHELF.with_borrow_mut(|shelf| {
            let new = !shelf.asked.contains(&name);
            if new {
                shelf.asked.push(name.clone());
                shelf.measuring += 1;
            }
            new
        });
        if new {
            let own = name.clone();
            fetch(&name, move |bytes| {
                let distances = bytes.and_then(|bytes| Distances::parse(&bytes).ok());
                SHELF.with_borrow_mut(|shelf| {
                    shelf.measuring -= 1;
                    match &distances {
                        Some(distances) => shelf.come.push(Piece::Distances(distances.clone())),
                        // Another visit may have it.
                        None => shelf.asked.retain(|asked| *asked != own),
                    }
                });
                come(distances.as_ref());
            });
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

/// Fetches a file; `come` is called with it, or with nothing.
fn fetch(name: &str, come: impl FnOnce(Option<Vec<u8>>) + 'static) {
    let Some(url) = beside_glue(&format!("data/{name}")) else {
        come(None);
        return;
    };
    // One of the two is called.
    let come = Rc::new(Cell::new(Some(come)));
    let failed = come.clone();
    // Each is called once and then let go; the other one is the price of a file.
    let read = Closure::once_into_js(move |bytes: JsValue| {
        // A response that is not right has become no bytes.
        let bytes = (!bytes.is_undefined()).then(|| js_sys::Uint8Array::new(&bytes).to_vec());
        if let Some(come) = come.take() {
            come(bytes);
        }
    });
    let refused = Closure::once_into_js(move |_: JsValue| {
        if let Some(come) = failed.take() {
            come(None);
        }
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
