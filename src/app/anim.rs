//! Motion: where the pieces of a move are after so many milliseconds. It is decided here, painted elsewhere.

use crate::rules::{Move, Square};

/// One hop, in milliseconds.
pub const HOP_MS: f64 = 150.0;
/// Lifting the captured pieces at the end of the move (W64-9), in milliseconds.
pub const LIFT_MS: f64 = 120.0;

/// A moment of a move in motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The hop that is under way: from this square of the path ...
    pub from: Square,
    /// ... to this one ...
    pub to: Square,
    /// ... so far along, 0 to 1.
    pub along: f64,
    /// How visible the captured pieces still are, 1 to 0.
    pub captured: f64,
}

/// How moves are shown.
pub trait Animator {
    /// How long a move takes, in milliseconds.
    fn duration(&self, played: &Move) -> f64;
    /// The moment `elapsed` milliseconds after the start; `None` once it is over.
    fn frame(&self, played: &Move, elapsed: f64) -> Option<Frame>;
}

/// Hop by hop, then the captured pieces are lifted.
#[derive(Debug, Clone, Copy)]
pub struct Hops;

impl Animator for Hops {
    fn duration(&self, played: &Move) -> f64 {
        (played.path().len() - 1) as f64 * HOP_MS + if played.is_capture() { LIFT_MS } else { 0.0 }
    }

    fn frame(&self, played: &Move, elapsed: f64) -> Option<Frame> {
        if elapsed >= self.duration(played) {
            return None;
        }
        let hops = played.path().len() - 1;
        let hop = ((elapsed / HOP_MS).max(0.0) as usize).min(hops - 1);
        let t = (elapsed / HOP_MS - hop as f64).clamp(0.0, 1.0);
        let lifting = (elapsed - hops as f64 * HOP_MS).max(0.0) / LIFT_MS;
        Some(Frame {
            from: played.path()[hop],
            to: played.path()[hop + 1],
            // Starts and ends gently.
            along: t * t * (3.0 - 2.0 * t),
            captured: (1.0 - lifting).clamp(0.0, 1.0),
        })
    }
}

/// Everything at once: for those who asked for less motion.
#[derive(Debug, Clone, Copy)]
pub struct Still;

impl Animator for Still {
    fn duration(&self, _: &Move) -> f64 {
        0.0
    }
    fn frame(&self, _: &Move, _: f64) -> Option<Frame> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Style, parse_fen};
    use crate::rules::variant::POLISH_64;

    #[test]
    fn w64_9_captured_pieces_are_lifted_after_the_last_hop() {
        let position = parse_fen(&POLISH_64, "W:Wc1:Bd2,d4,d6", Style::Official).expect("a position");
        let m = &position.legal_moves()[0];
        assert!((Hops.duration(m) - (3.0 * HOP_MS + LIFT_MS)).abs() < 1e-9);
        let middle = Hops.frame(m, 1.5 * HOP_MS).expect("moving");
        assert_eq!((middle.from, middle.to), (m.path()[1], m.path()[2]));
        assert!((middle.along - 0.5).abs() < 1e-9 && (middle.captured - 1.0).abs() < 1e-9);
        let end = Hops.frame(m, 3.0 * HOP_MS + LIFT_MS / 2.0).expect("lifting");
        assert_eq!(end.to, m.to());
        assert!((end.along - 1.0).abs() < 1e-9 && (end.captured - 0.5).abs() < 1e-9);
        assert_eq!(Hops.frame(m, 1000.0), None);
        assert_eq!(Still.frame(m, 0.0), None);
    }
}
