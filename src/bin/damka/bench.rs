//! Fixed searches, as a signature of the engine: a change that leaves the total of nodes as it was has changed nothing.

use damka::ai::{Engine, Limits, Request};
use damka::notation::{Style, parse_fen};
use damka::rules::Variant;

/// Rule set, position, depth.
const SEARCHES: [(&str, &str, u8); 14] = [
    ("polish64", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6", 13),
    ("polish64", "W:Wc1,e1,b2,d2,h2,a3,e3,g3,d4:Bd8,h8,c7,e7,g7,b6,h6,a5,g5", 13),
    ("polish64", "B:Wa1,c1,f2,h2,c3,g3,b4,f4:Bf8,h8,a7,c7,e7,b6,f6,h6", 13),
    ("polish64", "W:WKa1,Kc1,Ke1:BKf8,d6", 11),
    ("polish64", "W:Wb2,c3,Kd8:Ba5,h4,Kf2", 11),
    ("international", "W:W31-50:B1-20", 11),
    ("international", "W:W27,28,32,33,35,36,37,38,42,43,45,48:B8,9,11,13,14,16,18,19,20,23,24,26", 11),
    ("international", "B:W25,27,30,32,34,35,38,40,43,45:B7,8,9,12,13,16,17,19,23,24", 11),
    ("international", "W:W28,K31,32,44,46:B7,8,14,15,17,29", 9),
    ("russian", "W:Wc1,e1,b2,d2,h2,a3,e3,g3,d4:Bd8,h8,c7,e7,g7,b6,h6,a5,g5", 10),
    ("english", "B:W21,22,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12", 11),
    ("frisian", "W:W31-50:B1-20", 7),
    ("turkish", "W:Wa2,b2,c2,d2,e2,f2,a3,b3,c3,d3:Ba7,b7,c7,d7,e7,f7,c6,d6,e6,f6", 7),
    ("antidraughts", "W:W31-50:B1-20", 9),
];

/// What the bench did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Signature {
    /// Nodes of all searches together.
    pub(crate) nodes: u64,
    /// How many searches there were.
    pub(crate) searches: usize,
}

/// Runs the fixed searches with a table of so many mebibytes, and calls `then` with rule set, depth and nodes of each.
///
/// # Panics
/// Never: the positions are fixed and a test reads them.
pub(crate) fn bench(mebibytes: u32, mut then: impl FnMut(&str, u8, u64)) -> Signature {
    let mut total = 0;
    let mut engine = Engine::new(mebibytes);
    for (rules, fen, depth) in SEARCHES {
        let position =
            Variant::named(rules).and_then(|variant| parse_fen(variant, fen, Style::Official).ok());
        let request = Request::position(position.expect("a position of the bench"), Limits::depth(depth));
        engine.forget();
        let (best, back) = engine.search(request).expect("a move in the bench").finish();
        engine = back;
        total += best.info.nodes;
        then(rules, depth, best.info.nodes);
    }
    Signature { nodes: total, searches: SEARCHES.len() }
}
