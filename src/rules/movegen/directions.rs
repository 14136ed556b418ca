//! What is done for each direction, and for each side: written out where the law is fixed.

/// Does something in each direction of a set. Where the law is fixed it is written out eight times, of which the compiler
/// keeps those in the set, each with its shifts folded in; a loop it would leave a loop. Elsewhere it is a loop, which is
/// less code.
macro_rules! each_direction {
    ($written:expr, $dirs:expr, $d:ident => $body:block) => {{
        let dirs: u8 = $dirs;
        if $written {
            each_direction!(@written dirs, $d => $body, 0 1 2 3 4 5 6 7);
        } else {
            for $d in 0..8 {
                if dirs >> $d & 1 == 1 $body
            }
        }
    }};
    (@written $dirs:ident, $d:ident => $body:block, $($n:literal)*) => {
        $(if $dirs >> $n & 1 == 1 {
            let $d: usize = $n;
            $body
        })*
    };
}

/// Does something for the side to move: where the law is fixed, with the side as a type.
macro_rules! by_turn {
    ($law:ident, $turn:ident => $body:expr) => {
        if $law::FIXED {
            match $turn.side() {
                Side::White => {
                    let $turn = White;
                    $body
                }
                Side::Black => {
                    let $turn = Black;
                    $body
                }
            }
        } else {
            $body
        }
    };
}
