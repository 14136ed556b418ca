//! Perft and search as plain exported functions: numbers in, numbers out. The library as a whole would bring the page and its
//! JavaScript with it.

use std::cell::RefCell;

use damka_engine::ai::{Engine, Limits, Request, Weights};
use damka_engine::rules::{Kind, Piece, Position, Setup, Side, Square, perft, variant};

thread_local! {
    static SETUP: RefCell<Option<Setup>> = const { RefCell::new(None) };
    static WEIGHTS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
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

/// Makes room for the bytes of a weights file and says where they belong.
#[unsafe(no_mangle)]
pub extern "C" fn weights(length: usize) -> *mut u8 {
    WEIGHTS.with_borrow_mut(|bytes| {
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Searches so many nodes with a table of 32 MiB, and says how many it were.
#[unsafe(no_mangle)]
pub extern "C" fn search(nodes: f64) -> f64 {
    let setup = SETUP.with_borrow(|setup| setup.clone().expect("begun"));
    let mut engine = Engine::new(32);
    if let Ok(weights) = WEIGHTS.with_borrow(|bytes| Weights::parse(bytes)) {
        engine.learn(weights);
    }
    let position = setup.into_unusual_position().expect("a position");
    let request = Request::position(position, Limits::nodes(nodes as u64));
    engine.search(request).expect("a move").finish().0.info.nodes as f64
}
