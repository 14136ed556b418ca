//! Perft and the search as plain exported functions: numbers in, numbers out. The source of the rules is taken in as it is, since the
//! library as a whole brings the page and its JavaScript with it.
// The lints of the workspace stand in the library's own manifest; exporting needs an attribute that they forbid.
#![allow(dead_code, unused_imports, reason = "all is taken in, and little is used")]

#[cfg(feature = "search")]
#[path = "../../../src/ai/mod.rs"]
mod ai;
#[path = "../../../src/rules/mod.rs"]
mod rules;

use std::cell::RefCell;

use rules::{Kind, Piece, Position, Setup, Side, Square, perft, variant};

thread_local! {
    static SETUP: RefCell<Option<Setup>> = const { RefCell::new(None) };
}

/// Begins with the rule set of this place in the list of all: its start position, or an empty board.
#[unsafe(no_mangle)]
pub extern "C" fn begin(rules: usize, empty: bool, white: bool) {
    let variant = variant::ALL[rules];
    let mut setup = if empty { Setup::empty(variant) } else { Position::start(variant).setup() };
    if empty {
        setup.turn = if white { Side::White } else { Side::Black };
    }
    SETUP.set(Some(setup));
}

/// Puts a piece on a square given by its row number.
#[unsafe(no_mangle)]
pub extern "C" fn put(number: u8, white: bool, king: bool) {
    let side = if white { Side::White } else { Side::Black };
    let kind = if king { Kind::King } else { Kind::Man };
    SETUP.with_borrow_mut(|setup| {
        setup.as_mut().expect("begun").put(Square(number - 1), Some(Piece { side, kind }));
    });
}

/// Counts leaves. (As a float: enough for the numbers here, and plain in JavaScript.)
#[unsafe(no_mangle)]
pub extern "C" fn leaves(depth: u32, bulk: bool) -> f64 {
    let setup = SETUP.with_borrow(|setup| setup.clone().expect("begun"));
    perft(&setup.into_unusual_position().expect("a position"), depth, bulk) as f64
}

/// Searches so many nodes with a table of so many mebibytes and the general evaluation; how many it were.
#[cfg(feature = "search")]
#[unsafe(no_mangle)]
pub extern "C" fn search(nodes: f64, mebibytes: u32) -> f64 {
    let setup = SETUP.with_borrow(|setup| setup.clone().expect("begun"));
    let position = setup.into_unusual_position().expect("a position");
    let request = ai::Request::position(position, ai::Limits::nodes(nodes as u64));
    let (best, _) = ai::Engine::new(mebibytes).search(request).expect("a move").finish();
    best.info.nodes as f64
}
