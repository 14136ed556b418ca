//! Positions with a coup turc: games hardly ever have one, so they are set up.
//!
//! Most set-ups have nothing in them. What can be seen by playing two or three moves out, without a search, is looked at
//! first: an offer, a king that must take it and stops where it does because what it took still lies there, and a piece of
//! the solver's that takes the king. Only then a search has to prove that it is a puzzle.

use super::prove::balance;
use damka::ai::Random;
use damka::puzzles::theme;
use damka::rules::{Move, Piece, Position, Setup, Side, Square, Variant};

/// Who is ahead by more than this, in centimen, has won anyway.
const FAR_AHEAD: i32 = 100;
/// Variations of each set-up that has something in it: near to one there are often more.
const VARIATIONS: u32 = 24;

/// Positions with a coup turc in them, out of so many set up at random.
pub(super) fn candidates(variant: &'static Variant, set_ups: u64, random: &mut Random) -> Vec<Position> {
    let mut found = Vec::new();
    for _ in 0..set_ups {
        let setup = set_up(variant, random);
        let Some(start) = promising(&setup) else { continue };
        found.push(start);
        let mut near = setup;
        for _ in 0..VARIATIONS {
            let other = varied(near.clone(), random);
            if let Some(start) = promising(&other) {
                found.push(start);
                near = other;
            }
        }
    }
    found
}

/// A position as composers like them: some men of the solver, perhaps a king, against a king and a few men.
fn set_up(variant: &'static Variant, random: &mut Random) -> Setup {
    let squares = u64::from(variant.geometry().squares);
    let mut setup = Setup::empty(variant);
    setup.turn = if random.below(2) == 0 { Side::White } else { Side::Black };
    let men = 4 + random.below(squares / 7);
    let theirs = 1 + random.below(squares / 6);
    let own_king = random.below(8) == 0;
    for i in 0..men + theirs {
        let side = if i < men { setup.turn } else { setup.turn.other() };
        let king = i == men || (own_king && i == 0);
        let piece = if king { Piece::king(side) } else { Piece::man(side) };
        // On a square that is taken already the later one stays.
        setup.put(Square(random.below(squares) as u8), Some(piece));
    }
    setup
}

/// The same with a piece put elsewhere, taken away, or one of the opponent's men more.
fn varied(mut setup: Setup, random: &mut Random) -> Setup {
    let squares = u64::from(setup.variant().geometry().squares);
    let pieces: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
    let from = pieces[random.below(pieces.len() as u64) as usize];
    let to = Square(random.below(squares) as u8);
    let piece = match random.below(4) {
        0 => Some(Piece::man(setup.turn.other())),
        1 => {
            setup.put(from, None);
            return setup;
        }
        _ => {
            let piece = setup.piece(from);
            setup.put(from, None);
            piece
        }
    };
    if setup.piece(to).is_none() {
        setup.put(to, piece);
    }
    setup
}

/// The position, if neither side is in the midst of anything, the solver is not far ahead, and a coup turc can be seen.
fn promising(setup: &Setup) -> Option<Position> {
    let start = setup.clone().into_position().ok()?;
    let quiet = !start.must_capture() && !start.passed().must_capture();
    (quiet && balance(&start) <= FAR_AHEAD && promises(&start, 2)).then_some(start)
}

/// Whether a coup turc can be seen by playing out at most so many offers that are answered by force.
fn promises(start: &Position, offers: u32) -> bool {
    start.legal_moves().iter().filter(|m| !m.is_capture()).any(|offer| {
        let next = start.play(offer);
        if !next.must_capture() {
            return false;
        }
        let replies = next.legal_moves();
        // Where the opponent has much choice, it need not walk into it.
        replies.len() <= 2
            && replies.iter().any(|reply| {
                let after = next.play(reply);
                is_coup(&after, reply)
                    || (offers > 1 && !after.must_capture() && promises(&after, offers - 1))
            })
    })
}

/// Whether a capture has stopped because of what it took, and is taken now.
fn is_coup(after: &Position, reply: &Move) -> bool {
    reply.captured().len() > 1
        && theme::stopped_by_the_taken(after, reply)
        && after.legal_moves().iter().any(|m| m.captured().contains(&reply.to()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka::notation::{Style, parse_fen};
    use damka::rules::variant::POLISH_64;

    #[test]
    fn known_coups_are_seen_and_others_not() {
        let at = |fen| parse_fen(&POLISH_64, fen, Style::Official).expect("a position");
        for (fen, offers) in
            [("W:We7,d6,b4,f4,c3:BKd8", 1), ("W:Wg5,b4,f4,b2,c1:BKh4", 1), ("W:Wb6,f6,h6,d4,g3,e1:BKa3", 1)]
        {
            assert!(promises(&at(fen), offers), "{fen}");
        }
        // A shot by the rule of the most, and a catch on the long road: no coups turcs.
        for fen in ["W:Wb6,c5,h4,g3:Bf6,e5,f4", "W:Wg7,f6:Ba7,a5,Ka1"] {
            assert!(!promises(&at(fen), 2), "{fen}");
        }
    }
}
