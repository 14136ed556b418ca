//! The slow, obviously right twin of the move generator: an oracle, kept for ever.
//!
//! It is written from RULES.md, section 1, on a board of rows and columns, and shares no code with the generator: it
//! numbers the squares itself, looks one square ahead at a time, and keeps every route. Nothing but tests calls it.

use std::collections::BTreeSet;

use super::{Goal, Kind, Piece, Position, Priority, Side, Square, Variant};

/// Row and column, from the top left; may lie off the board.
type Place = (i8, i8);

const DIAGONAL: [Place; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const STRAIGHT: [Place; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// What tells moves apart: from, to, the captured squares, and whether the piece is crowned. (The last follows from the
/// others in every built-in rule set; a home rule set can have two routes of which one only passes the last row.)
pub type Key = (Square, Square, BTreeSet<Square>, bool);

/// A legal move by one of its routes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// The start and every landing square.
    pub path: Vec<Square>,
    /// The captured squares in the order of the jumps.
    pub captured: Vec<Square>,
    /// Whether a king makes it.
    pub by_king: bool,
    /// Whether a man becomes a king by it.
    pub crowns: bool,
}

impl Route {
    /// What tells this move from others.
    pub fn key(&self) -> Key {
        (self.path[0], self.path[self.path.len() - 1], self.captured.iter().copied().collect(), self.crowns)
    }
}

/// The legal moves, each once.
///
/// ```
/// use damka::rules::{Position, naive, variant};
///
/// assert_eq!(naive::moves(&Position::start(&variant::INTERNATIONAL)).len(), 9);
/// ```
pub fn moves(position: &Position) -> BTreeSet<Key> {
    routes(position).iter().map(Route::key).collect()
}

/// The legal moves by every route.
pub fn routes(position: &Position) -> Vec<Route> {
    let table = Table::new(position);
    if table.rules.goal == Goal::Crown && position.pieces().any(|(_, piece)| piece.kind == Kind::King) {
        return Vec::new(); // Breakthrough: the first king has ended the game.
    }
    let mut captures = Vec::new();
    for place in table.places() {
        if let Some(piece) = table.piece(place)
            && piece.side == table.turn
        {
            captures.extend(table.captures_of(place, piece));
        }
    }
    let best = captures.iter().map(|capture| table.rank(capture)).max();
    captures.retain(|capture| Some(table.rank(capture)) == best);
    let mut routes: Vec<Route> = captures.iter().map(|capture| table.route(capture)).collect();
    if routes.is_empty() || !table.rules.must_capture {
        routes.extend(table.quiet(position.resting()));
    }
    routes
}

/// A board of rows and columns.
struct Table {
    rules: &'static Variant,
    turn: Side,
    cells: [[Option<Piece>; 12]; 12],
}

/// A complete capture.
struct Capture {
    piece: Piece,
    path: Vec<Place>,
    taken: Vec<(Place, Kind)>,
    king_at_end: bool,
}

fn plus(place: Place, step: Place) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

impl Table {
    fn new(position: &Position) -> Self {
        let mut table = Self { rules: position.variant(), turn: position.turn(), cells: [[None; 12]; 12] };
        let places: Vec<Place> = table.places().collect();
        for (n, (row, column)) in places.into_iter().enumerate() {
            table.cells[row as usize][column as usize] = position.piece(Square(n as u8));
        }
        table
    }

    /// The playable squares, row by row from the top left.
    fn places(&self) -> impl Iterator<Item = Place> + use<'_> {
        let size = self.rules.size as i8;
        (0..size)
            .flat_map(move |row| (0..size).map(move |column| (row, column)))
            .filter(|&place| self.playable(place))
    }

    fn playable(&self, (row, column): Place) -> bool {
        let size = self.rules.size as i8;
        let on_board = (0..size).contains(&row) && (0..size).contains(&column);
        let like_bottom_left = (size - 1 - row + column) % 2 == 0;
        on_board && (self.rules.all_squares || like_bottom_left == self.rules.left_corner)
    }

    fn piece(&self, (row, column): Place) -> Option<Piece> {
        self.cells[row as usize][column as usize]
    }

    fn free(&self, place: Place) -> bool {
        self.playable(place) && self.piece(place).is_none()
    }

    fn square(&self, place: Place) -> Square {
        Square(self.places().position(|p| p == place).expect("a playable place") as u8)
    }

    fn last_row(&self, (row, _): Place) -> bool {
        row == if self.turn == Side::White { 0 } else { self.rules.size as i8 - 1 }
    }

    fn forward(&self) -> i8 {
        if self.turn == Side::White { -1 } else { 1 }
    }

    fn quiet_steps(&self, kind: Kind) -> Vec<Place> {
        let all = if self.rules.all_squares { STRAIGHT } else { DIAGONAL };
        let back = -self.forward();
        all.into_iter().filter(|&(row, _)| kind == Kind::King || row != back).collect()
    }

    /// One step to the next square in each direction in which a piece captures.
    fn capture_steps(&self, kind: Kind) -> Vec<Place> {
        let both_ways = kind == Kind::King || self.rules.men_capture_back;
        let mut steps = self.quiet_steps(if both_ways { Kind::King } else { Kind::Man });
        if self.rules.orthogonal_captures {
            // On a board of dark squares the next playable square of a row or column is two away.
            let step = if self.rules.all_squares { 1 } else { 2 };
            for (row, column) in STRAIGHT {
                let straight = (row * step, column * step);
                if !steps.contains(&straight) {
                    steps.push(straight);
                }
            }
        }
        steps
    }

    fn quiet(&self, resting: Option<Square>) -> Vec<Route> {
        let mut routes = Vec::new();
        for from in self.places() {
            let Some(piece) = self.piece(from).filter(|piece| piece.side == self.turn) else { continue };
            if resting == Some(self.square(from)) {
                continue;
            }
            for step in self.quiet_steps(piece.kind) {
                let mut to = plus(from, step);
                while self.free(to) {
                    routes.push(Route {
                        path: vec![self.square(from), self.square(to)],
                        captured: Vec::new(),
                        by_king: piece.kind == Kind::King,
                        crowns: piece.kind == Kind::Man && self.last_row(to),
                    });
                    if piece.kind == Kind::Man || !self.rules.flying {
                        break;
                    }
                    to = plus(to, step);
                }
            }
        }
        routes
    }

    /// Every complete capture of the piece, before the choice of the best.
    fn captures_of(&self, from: Place, piece: Piece) -> Vec<Capture> {
        let mut lifted = Self { cells: self.cells, ..*self };
        lifted.cells[from.0 as usize][from.1 as usize] = None;
        let mut found = Vec::new();
        let (mut path, mut taken) = (vec![from], Vec::new());
        lifted.explore(piece, piece.kind, None, &mut path, &mut taken, &mut found);
        found
    }

    /// Puts all complete captures that begin with `path` and `taken` into `found`; whether there was a further jump.
    fn explore(
        &mut self,
        piece: Piece,
        kind: Kind,
        last: Option<Place>,
        path: &mut Vec<Place>,
        taken: &mut Vec<(Place, Kind)>,
        found: &mut Vec<Capture>,
    ) -> bool {
        let here = path[path.len() - 1];
        let far = kind == Kind::King && self.rules.flying;
        let mut any = false;
        for step in self.capture_steps(kind) {
            if last == Some((-step.0, -step.1)) && !self.rules.may_turn_back {
                continue;
            }
            let mut over = plus(here, step);
            while far && self.free(over) {
                over = plus(over, step);
            }
            if !self.playable(over) || taken.iter().any(|&(place, _)| place == over) {
                continue; // The edge, or a piece already jumped that still lies there.
            }
            let Some(victim) = self.piece(over).filter(|victim| victim.side != self.turn) else { continue };
            if kind == Kind::Man && victim.kind == Kind::King && !self.rules.men_capture_kings {
                continue;
            }
            let mut landings = Vec::new();
            let mut to = plus(over, step);
            while self.free(to) {
                landings.push(to);
                if !far || self.rules.lands_behind {
                    break;
                }
                to = plus(to, step);
            }
            any |= !landings.is_empty();

            if self.rules.lifted_at_once {
                self.cells[over.0 as usize][over.1 as usize] = None;
            }
            taken.push((over, victim.kind));
            let mut ends = Vec::new();
            let mut leads_on = false;
            for to in landings {
                path.push(to);
                let crowned = self.rules.crowned_in_passing && self.last_row(to);
                let kind = if crowned { Kind::King } else { kind };
                if self.explore(piece, kind, Some(step), path, taken, found) {
                    leads_on = true;
                } else {
                    ends.push(Capture {
                        piece,
                        path: path.clone(),
                        taken: taken.clone(),
                        king_at_end: kind == Kind::King || self.last_row(to),
                    });
                }
                path.pop();
            }
            // A capture must be completed: where one landing square leads on, those that do not are out.
            if !leads_on {
                found.append(&mut ends);
            }
            taken.pop();
            self.cells[over.0 as usize][over.1 as usize] = Some(victim);
        }
        any
    }

    /// The captures with the highest rank are legal (RULES.md, section 2, priority keys).
    fn rank(&self, capture: &Capture) -> Vec<i32> {
        let kings: Vec<i32> = capture.taken.iter().map(|&(_, kind)| i32::from(kind == Kind::King)).collect();
        let (count, taken_kings) = (kings.len() as i32, kings.iter().sum::<i32>());
        let with_king = i32::from(capture.piece.kind == Kind::King);
        match self.rules.priority {
            Priority::None => vec![],
            Priority::Most => vec![count],
            Priority::Frisian => {
                vec![1000 * (count - taken_kings + 2 * taken_kings) - taken_kings, with_king]
            }
            Priority::Italian => {
                let mut rank = vec![count, with_king, taken_kings];
                rank.extend(kings);
                rank
            }
            Priority::Spanish => vec![count, taken_kings],
            Priority::Czech => vec![with_king],
        }
    }

    fn route(&self, capture: &Capture) -> Route {
        Route {
            path: capture.path.iter().map(|&place| self.square(place)).collect(),
            captured: capture.taken.iter().map(|&(place, _)| self.square(place)).collect(),
            by_king: capture.piece.kind == Kind::King,
            crowns: capture.piece.kind == Kind::Man && capture.king_at_end,
        }
    }
}
