//! Choosing a move by touching squares.
//!
//! A route is entered by its landing squares one after another, or in one touch where only one continuation exists. Half
//! a route is never played: leaving it leaves the position as it was.

use crate::coach::{Refusal, refuse_further, refuse_piece, refuse_target};
use crate::rules::{Move, Position, Square};

/// What a touch did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touch {
    /// Nothing: an empty square with no piece chosen.
    Nothing,
    /// A piece is chosen now.
    Chosen,
    /// No piece is chosen any more; the route begun is forgotten.
    Left,
    /// A landing square of the route was entered; more must follow.
    Further,
    /// The move is complete.
    Complete(Move),
    /// Not allowed, and why.
    Refused(Refusal),
    /// Several routes lead there: one of these squares must be touched first.
    WhichWay(Vec<Square>),
    /// A capture is under way and does not lead there: one of these squares does.
    GoOn(Vec<Square>),
}

/// The state of choosing, for one position.
#[derive(Debug, Clone)]
pub struct Picker {
    position: Position,
    routes: Vec<Move>,
    /// The path entered so far: the piece's square and the landing squares.
    path: Vec<Square>,
    hover: Option<Square>,
}

impl Picker {
    /// Nothing chosen yet.
    pub fn new(position: &Position) -> Self {
        Self { position: *position, routes: position.legal_routes(), path: Vec::new(), hover: None }
    }

    /// The piece chosen.
    pub fn chosen(&self) -> Option<Square> {
        self.path.first().copied()
    }

    /// The path entered so far, the chosen piece's square first.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// Every route of the position.
    pub fn all(&self) -> &[Move] {
        &self.routes
    }

    /// Pieces that may move.
    pub fn movable(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.routes.iter().map(Move::from).collect();
        Square::sort(&mut squares);
        squares.dedup();
        squares
    }

    /// Whether a capture is due.
    pub fn must_capture(&self) -> bool {
        self.routes.first().is_some_and(Move::is_capture) && self.position.variant().must_capture
    }

    /// Every route that goes on from the path entered; of the piece under the pointer where none is chosen.
    pub fn routes(&self) -> Vec<&Move> {
        let shown: &[Square] = match (&self.path[..], &self.hover) {
            ([], Some(square)) => std::slice::from_ref(square),
            (path, _) => path,
        };
        if shown.is_empty() {
            return Vec::new();
        }
        self.routes.iter().filter(|route| route.path().starts_with(shown)).collect()
    }

    /// The pointer is over this square.
    pub fn hover(&mut self, square: Option<Square>) -> bool {
        let changed = self.hover != square;
        self.hover = square;
        changed
    }

    /// Chooses nothing; whether anything was chosen.
    pub fn leave(&mut self) -> bool {
        let any = !self.path.is_empty();
        self.path.clear();
        any
    }

    /// The one move that ends on this square, where no other piece can go there and no other way leads there.
    pub fn only_to(&self, square: Square) -> Option<Move> {
        let there: Vec<&Move> = self.routes.iter().filter(|route| route.to() == square).collect();
        only_move(&there)
    }

    /// The pieces of which a move ends on that square.
    pub fn pieces_to(&self, square: Square) -> Vec<Square> {
        unique(self.routes.iter().filter(|route| route.to() == square).map(Move::from))
    }

    fn choose(&mut self, square: Square) -> Touch {
        if self.routes.iter().any(|route| route.from() == square) {
            self.path = vec![square];
            return Touch::Chosen;
        }
        match refuse_piece(&self.position, square) {
            Some(refusal) if self.position.piece(square).is_some() => Touch::Refused(refusal),
            _ => Touch::Nothing,
        }
    }

    /// A square was touched.
    pub fn touch(&mut self, square: Square) -> Touch {
        let Some(from) = self.chosen() else { return self.choose(square) };
        let entered = self.path.len();
        let routes = self.routes();
        let next: Vec<Square> = unique(routes.iter().filter_map(|route| route.path().get(entered).copied()));
        // Routes that land on the square further on, each with the place where they do.
        let mut hits: Vec<(&Move, usize)> = routes
            .iter()
            .filter_map(|route| {
                let at = route.path()[entered..].iter().position(|s| *s == square)? + entered;
                Some((*route, at))
            })
            .collect();
        if square == from && !next.contains(&from) {
            self.leave();
            return Touch::Left;
        }
        // A touch on the piece to be taken means: take it.
        if hits.is_empty() && self.position.piece(square).is_some() {
            let over: Vec<&Move> =
                routes.iter().copied().filter(|r| r.captured().get(entered - 1) == Some(&square)).collect();
            if !over.is_empty() {
                if let Some(only) = only_move(&over) {
                    return Touch::Complete(only);
                }
                let landings = unique(over.iter().map(|route| route.path()[entered]));
                if let [landing] = landings[..] {
                    self.path.push(landing);
                    return Touch::Further;
                }
                return Touch::WhichWay(landings);
            }
        }
        if hits.is_empty() {
            let own = self.position.piece(square).is_some_and(|p| p.side == self.position.turn());
            return if own {
                self.choose(square)
            } else if entered > 1 {
                refuse_further(&self.position, &self.path, square).map_or(Touch::GoOn(next), Touch::Refused)
            } else {
                refuse_target(&self.position, from, square).map_or(Touch::GoOn(next), Touch::Refused)
            };
        }
        // The route that lands there first is the one meant.
        let earliest = hits.iter().map(|(_, at)| *at).min().unwrap_or(entered);
        if let Some(first) = hits.iter().position(|(_, at)| *at == earliest) {
            hits.swap(0, first);
        }
        let found: Vec<&Move> = hits.iter().map(|(route, _)| *route).collect();
        if let Some(only) = only_move(&found) {
            return Touch::Complete(only);
        }
        // Routes that agree on what they take up to here are one way; if there are several, the next hop decides.
        let ways =
            |hits: &[(&Move, usize)]| unique(hits.iter().map(|(r, at)| r.captured()[..*at].to_vec())).len();
        if ways(&hits) > 1 {
            hits.retain(|(_, at)| *at == entered);
            if ways(&hits) != 1 {
                return Touch::WhichWay(next);
            }
        }
        let (route, at) = hits[0];
        self.path = route.path()[..=at].to_vec();
        only_move(&self.routes()).map_or(Touch::Further, Touch::Complete)
    }

    /// A piece was dragged from its square over others (`trail`, in order) and dropped on the last of them.
    pub fn drop(&mut self, from: Square, trail: &[Square]) -> Touch {
        let Some(&square) = trail.last() else { return Touch::Nothing };
        if self.chosen() != Some(from) {
            self.leave();
            match self.choose(from) {
                Touch::Chosen => {}
                other => return other,
            }
        }
        if square == from && !self.routes().iter().any(|r| r.path()[1..].contains(&from) && follows(r, trail))
        {
            return Touch::Chosen;
        }
        let along: Vec<&Move> =
            self.routes().into_iter().filter(|r| r.to() == square && follows(r, trail)).collect();
        only_move(&along).map_or_else(|| self.touch(square), Touch::Complete)
    }
}

/// Whether the trail passes the landing squares of a route in their order.
fn follows(route: &Move, trail: &[Square]) -> bool {
    let mut rest = trail.iter();
    route.path()[1..].iter().all(|landing| rest.any(|square| square == landing))
}

/// The one move that all these routes make, by the first of them.
fn only_move(routes: &[&Move]) -> Option<Move> {
    let first = routes.first()?;
    routes.iter().all(|route| route.same_as(first)).then(|| (*first).clone())
}

fn unique<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for item in items {
        if !list.contains(&item) {
            list.push(item);
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coach::Why;
    use crate::notation::{Style, parse_fen, parse_square};
    use crate::rules::Variant;
    use crate::rules::variant::{INTERNATIONAL, POLISH_64};

    struct Table(Picker, &'static Variant);

    fn table(variant: &'static Variant, fen: &str) -> Table {
        Table(Picker::new(&parse_fen(variant, fen, Style::Official).expect("a position")), variant)
    }

    impl Table {
        fn square(&self, name: &str) -> Square {
            parse_square(self.1, name, Style::Official).expect("a square")
        }
        fn touch(&mut self, name: &str) -> Touch {
            let square = self.square(name);
            self.0.touch(square)
        }
        fn taken(&self, touch: Touch, names: &[&str]) {
            let Touch::Complete(m) = touch else { panic!("not complete: {touch:?}") };
            assert_eq!(m.captured(), names.iter().map(|n| self.square(n)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn b003_same_ends_other_victims_are_never_chosen_silently() {
        let mut t = table(&INTERNATIONAL, "W:WK4:B13,20,32,37");
        assert_eq!(t.touch("4"), Touch::Chosen);
        let Touch::WhichWay(ways) = t.touch("15") else { panic!("chosen silently") };
        assert!(ways.contains(&t.square("27")) && ways.contains(&t.square("31")));
        let done = t.touch("27");
        t.taken(done, &["13", "32", "20"]);
        let mut t = table(&INTERNATIONAL, "W:WK4:B13,20,32,37");
        t.touch("4");
        let done = t.touch("31");
        t.taken(done, &["13", "37", "20"]);
    }

    #[test]
    fn b006_b029_a_circle_can_be_entered_by_either_route() {
        for hop in ["18", "15"] {
            let mut t = table(&INTERNATIONAL, "W:WK4:BK9,10,23,24");
            t.touch("4");
            let Touch::Complete(m) = t.touch(hop) else { panic!() };
            assert_eq!((m.from(), m.to(), m.captured().len()), (t.square("4"), t.square("4"), 4));
            assert_eq!(m.path()[1], t.square(hop));
        }
    }

    #[test]
    fn b015_each_landing_square_can_be_entered() {
        for landing in ["5", "10", "14", "19", "23"] {
            let mut t = table(&INTERNATIONAL, "W:WK46:B28");
            t.touch("46");
            let Touch::Complete(m) = t.touch(landing) else { panic!() };
            assert_eq!(m.to(), t.square(landing));
        }
        let mut t = table(&INTERNATIONAL, "W:WK46:B28");
        t.touch("46");
        assert!(matches!(t.touch("28"), Touch::WhichWay(ways) if ways.len() == 5));
    }

    #[test]
    fn b093_half_a_route_can_be_left() {
        // Two first hops that share a second: entering one leaves more to choose.
        let fen = "W:WK46:B37,17,18,9";
        let mut t = table(&INTERNATIONAL, fen);
        assert_eq!(t.touch("46"), Touch::Chosen);
        assert_eq!(t.touch("46"), Touch::Left);
        assert_eq!(t.0.chosen(), None);
        assert_eq!(t.touch("46"), Touch::Chosen);
        assert!(t.0.leave());
        assert!(!t.0.leave());
    }

    #[test]
    fn b094_another_own_piece_leaves_the_route() {
        let mut t = table(&POLISH_64, "W:Wc3,g3:Bd4,f4");
        t.touch("c3");
        assert_eq!(t.touch("g3"), Touch::Chosen);
        assert_eq!(t.0.chosen(), Some(t.square("g3")));
    }

    #[test]
    fn one_touch_plays_a_chain_that_can_only_go_on_in_one_way() {
        let mut t = table(&POLISH_64, "W:Wc1:Bd2,d4,d6");
        t.touch("c1");
        let done = t.touch("e3");
        t.taken(done, &["d2", "d4", "d6"]);
        let mut t = table(&POLISH_64, "W:Wc1:Bd2,d4,d6");
        t.touch("c1");
        let done = t.touch("d2");
        t.taken(done, &["d2", "d4", "d6"]);
    }

    #[test]
    fn b095_a_piece_that_may_not_move_is_refused_with_a_reason() {
        let mut t = table(&POLISH_64, "W:Wc3,g1:Bd4,b8");
        let Touch::Refused(refusal) = t.touch("g1") else { panic!() };
        assert_eq!((refusal.why, refusal.lit), (Why::OthersMustCapture, vec![t.square("c3")]));
        assert_eq!(t.touch("e3"), Touch::Nothing);
    }

    #[test]
    fn dragging_over_the_landing_squares_tells_routes_apart() {
        let t = table(&INTERNATIONAL, "W:WK4:B13,20,32,37");
        let trail = |names: &[&str]| names.iter().map(|n| t.square(n)).collect::<Vec<_>>();
        let mut picker = t.0.clone();
        let done = picker.drop(t.square("4"), &trail(&["9", "27", "38", "15"]));
        t.taken(done, &["13", "32", "20"]);
        let mut picker = t.0.clone();
        assert!(matches!(picker.drop(t.square("4"), &trail(&["15"])), Touch::WhichWay(_)));
    }
}
