//! The board as a plain list of things to draw.
//!
//! Places are in squares from the top left of the board as it is seen (turned or not); the middle of the top left square
//! is (0.5, 0.5). Whoever paints needs no rule and decides nothing.

use super::anim::Frame;
use super::model::{Model, Notice, Player};
use crate::rules::{Kind, Move, Piece, Position, Side, Square};

/// A place on the board, in squares.
pub type Place = (f64, f64);

/// A mark on a square: each has a shape of its own, not only a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The last move began here.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// This piece may move.
    Movable,
    /// This piece must capture.
    MustCapture,
    /// This piece is chosen.
    Chosen,
    /// The chosen piece may go here.
    Target,
    /// The chosen piece may land here on its way.
    Stop,
    /// This piece would be captured.
    Victim,
    /// The sentence speaks of this square.
    Lit,
    /// The keyboard is here.
    Cursor,
}

/// What a line shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// The last move.
    Last,
    /// A route that may be chosen.
    Route,
    /// The hint.
    Hint,
}

/// Something to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A square of the board; `dark` ones are played on.
    Square {
        /// Its middle.
        at: Place,
        /// Dark or light.
        dark: bool,
    },
    /// The name of a square, in its corner.
    Name {
        /// The middle of the square.
        at: Place,
        /// The name.
        text: String,
    },
    /// A mark.
    Mark {
        /// The middle of the square.
        at: Place,
        /// Which.
        mark: Mark,
    },
    /// A line through the middles of squares.
    Path {
        /// The middles, in order.
        points: Vec<Place>,
        /// What it shows.
        kind: PathKind,
    },
    /// A piece.
    Piece {
        /// Where.
        at: Place,
        /// Which.
        piece: Piece,
        /// How visible, 0 to 1.
        alpha: f64,
        /// Held up: in motion, or dragged.
        lifted: bool,
    },
    /// A number in a small disc: which landing it is, or how many pieces a route takes.
    Badge {
        /// The middle.
        at: Place,
        /// The number.
        text: String,
    },
}

/// The board to paint.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Rows and columns.
    pub size: u8,
    /// What to draw, the lowest first: all squares and names before anything else.
    pub items: Vec<Item>,
    /// The side whose pieces face away from us, for their player on the other side of the device.
    pub facing: Option<Side>,
}

/// What the view adds to the model: things that no rule knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extras {
    /// A move in motion: the position before it, the move, and the moment.
    pub motion: Option<(Position, Move, Frame)>,
    /// A piece being dragged, and where the pointer is.
    pub dragged: Option<(Square, Place)>,
    /// Where the keyboard is, while it is in use.
    pub cursor: Option<Square>,
}

/// The middle of a square as it is seen.
pub fn place(position: &Position, square: Square, flipped: bool) -> Place {
    let (row, column) = position.variant().geometry().row_column(square);
    let last = position.variant().size - 1;
    let (row, column) = if flipped { (last - row, last - column) } else { (row, column) };
    (f64::from(column) + 0.5, f64::from(row) + 0.5)
}

/// How far two places are from each other. (The library's `hypot` is much code for a range that no screen has.)
pub fn distance((ax, ay): Place, (bx, by): Place) -> f64 {
    ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt()
}

/// The square at a place; on a board of dark squares the nearest of them, since light ones are dead space.
pub fn square_at(position: &Position, (x, y): Place, flipped: bool) -> Option<Square> {
    let size = f64::from(position.variant().size);
    if !(0.0..size).contains(&x) || !(0.0..size).contains(&y) {
        return None;
    }
    let far = |s: &Square| {
        let (sx, sy) = place(position, *s, flipped);
        // A square is the ball of this norm: neighbours share the light squares between them.
        (sx - x).abs().max((sy - y).abs()) * 1000.0 + distance((sx, sy), (x, y))
    };
    position.variant().geometry().all().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Everything to draw.
pub fn scene(model: &Model, extras: &Extras) -> Scene {
    let position = &model.shown();
    // A board that turns with the players waits until the move has been seen from where it was made.
    let turn = extras.motion.as_ref().map_or(model.game.position().turn(), |(before, ..)| before.turn());
    let mut painter = Painter { model, position, flipped: model.flipped_for(turn), items: Vec::new() };
    painter.board();
    if let Some(set_up) = model.setting_up() {
        painter.items.extend(set_up.items(position, painter.flipped, extras));
        if let Some(cursor) = extras.cursor {
            painter.mark(cursor, Mark::Cursor);
        }
        return Scene { size: position.variant().size, items: painter.items, facing: None };
    }
    painter.last_move(extras);
    // A line being played out is nothing to choose in.
    let moving = extras.motion.is_some() || model.plays_line();
    if !moving {
        painter.choices();
    }
    painter.lit();
    painter.pieces(extras);
    if !moving {
        painter.routes();
        painter.hint();
    }
    if let Some(cursor) = extras.cursor {
        painter.mark(cursor, Mark::Cursor);
    }
    Scene { size: position.variant().size, items: painter.items, facing: model.facing() }
}

/// A small board with a bit of everything, for who chooses a look.
pub fn sample() -> Scene {
    const SIDE: u8 = 4;
    let mut items = Vec::new();
    let at = |row: u8, column: u8| (f64::from(column) + 0.5, f64::from(row) + 0.5);
    for row in 0..SIDE {
        for column in 0..SIDE {
            items.push(Item::Square { at: at(row, column), dark: (row + column) % 2 == 1 });
        }
    }
    for (row, column, mark) in
        [(0, 3, Mark::LastTo), (3, 0, Mark::Movable), (2, 1, Mark::Chosen), (3, 2, Mark::MustCapture)]
    {
        items.push(Item::Mark { at: at(row, column), mark });
    }
    for (row, column, side, kind) in [
        (0, 1, Side::Black, Kind::Man),
        (0, 3, Side::Black, Kind::King),
        (1, 2, Side::Black, Kind::Man),
        (2, 1, Side::White, Kind::Man),
        (3, 0, Side::White, Kind::Man),
        (3, 2, Side::White, Kind::King),
    ] {
        items.push(Item::Piece {
            at: at(row, column),
            piece: Piece { side, kind },
            alpha: 1.0,
            lifted: false,
        });
    }
    items.push(Item::Path { points: vec![at(2, 1), at(1, 0)], kind: PathKind::Route });
    items.push(Item::Mark { at: at(1, 2), mark: Mark::Victim });
    items.push(Item::Mark { at: at(1, 0), mark: Mark::Target });
    Scene { size: SIDE, items, facing: None }
}

/// More routes than these are not drawn at once: nobody could read them. Touching a landing square leaves fewer.
const MOST_ROUTES_SHOWN: usize = 12;

struct Painter<'a> {
    model: &'a Model,
    position: &'a Position,
    /// Black is at the bottom.
    flipped: bool,
    items: Vec<Item>,
}

impl Painter<'_> {
    fn at(&self, square: Square) -> Place {
        place(self.position, square, self.flipped)
    }

    fn mark(&mut self, square: Square, mark: Mark) {
        let at = self.at(square);
        self.items.push(Item::Mark { at, mark });
    }

    fn path(&mut self, squares: &[Square], kind: PathKind) {
        let points = squares.iter().map(|s| self.at(*s)).collect();
        self.items.push(Item::Path { points, kind });
    }

    fn board(&mut self) {
        let geometry = self.position.variant().geometry();
        let size = geometry.size;
        for row in 0..size {
            for column in 0..size {
                let playable = geometry.at(row, column);
                // An all-squares board has no dark squares to tell apart; it is chequered all the same.
                let dark = if geometry.all_squares { (row + column) % 2 == 1 } else { playable.is_some() };
                let at = if self.flipped {
                    (f64::from(size - 1 - column) + 0.5, f64::from(size - 1 - row) + 0.5)
                } else {
                    (f64::from(column) + 0.5, f64::from(row) + 0.5)
                };
                self.items.push(Item::Square { at, dark });
            }
        }
        if self.model.prefs.coordinates {
            for square in geometry.all() {
                let text = super::sentences::square(self.position, square);
                let at = self.at(square);
                self.items.push(Item::Name { at, text });
            }
        }
    }

    fn last_move(&mut self, extras: &Extras) {
        if extras.motion.is_some() || self.model.plays_line() {
            return;
        }
        if let Some(last) = self.model.game.last_move() {
            let path = last.path().to_vec();
            self.mark(path[0], Mark::LastFrom);
            self.mark(path[path.len() - 1], Mark::LastTo);
            self.path(&path, PathKind::Last);
        }
    }

    /// Which pieces may or must move, and where the chosen one may go.
    fn choices(&mut self) {
        if let Some((from, to)) = self.model.premove {
            self.mark(from, Mark::Chosen);
            if let Some(to) = to {
                self.mark(to, Mark::Target);
            }
        }
        if !self.model.persons_turn() {
            return;
        }
        let picker = &self.model.picker;
        let must = picker.must_capture();
        if let Some(chosen) = picker.chosen() {
            // Beside the chosen piece the others that may move stay marked, but only where they must capture.
            if must {
                for square in picker.movable() {
                    if square != chosen {
                        self.mark(square, Mark::MustCapture);
                    }
                }
            }
            self.mark(chosen, Mark::Chosen);
        } else if must || self.model.prefs.show_moves {
            for square in picker.movable() {
                self.mark(square, if must { Mark::MustCapture } else { Mark::Movable });
            }
        }
    }

    fn lit(&mut self) {
        let lit: Vec<Square> = match &self.model.notice {
            Some(Notice::Refused(refusal)) => refusal.lit.clone(),
            Some(Notice::WhichWay(squares) | Notice::GoOn(squares) | Notice::Lit(squares, _)) => {
                squares.clone()
            }
            Some(Notice::Touched(square)) => vec![*square],
            _ => Vec::new(),
        };
        for square in lit.into_iter().chain(self.model.hint_piece()) {
            self.mark(square, Mark::Lit);
        }
    }

    fn pieces(&mut self, extras: &Extras) {
        let mut held = None;
        if let Some((before, played, frame)) = &extras.motion {
            // In motion: the board before the move, with the piece on its way and its victims still lying there (W64-9).
            for (square, piece) in before.pieces() {
                if square == played.from() {
                    let (from, to) = (self.at(frame.from), self.at(frame.to));
                    let at = (from.0 + (to.0 - from.0) * frame.along, from.1 + (to.1 - from.1) * frame.along);
                    held = Some((at, piece));
                    continue;
                }
                let alpha = if played.captured().contains(&square) { frame.captured } else { 1.0 };
                let at = self.at(square);
                self.items.push(Item::Piece { at, piece, alpha, lifted: false });
            }
        } else {
            let path = self.model.picker.path();
            for (square, piece) in self.position.pieces() {
                let dragged = extras.dragged.filter(|(from, _)| *from == square);
                if let Some((_, at)) = dragged {
                    held = Some((at, piece));
                    continue;
                }
                // Half a route: the piece is shown where it would be; nothing has been played.
                if path.len() > 1 && path[0] == square {
                    let at = self.at(square);
                    self.items.push(Item::Piece { at, piece, alpha: 0.35, lifted: false });
                    held = Some((self.at(path[path.len() - 1]), piece));
                    continue;
                }
                let at = self.at(square);
                self.items.push(Item::Piece { at, piece, alpha: 1.0, lifted: false });
            }
        }
        if let Some((at, piece)) = held {
            self.items.push(Item::Piece { at, piece, alpha: 1.0, lifted: true });
        }
    }

    /// The routes of the piece chosen or under the pointer: landing squares in order, victims marked and counted.
    fn routes(&mut self) {
        if let Some((from, Some(to))) = self.model.premove {
            self.path(&[from, to], PathKind::Hint);
        }
        if !self.model.persons_turn() {
            return;
        }
        if let Some(backward) = &self.model.backward {
            self.path(backward.path(), PathKind::Hint);
        }
        if let Some(pending) = &self.model.pending {
            let path = pending.path().to_vec();
            self.path(&path, PathKind::Route);
            self.mark(path[path.len() - 1], Mark::Target);
            return;
        }
        let picker = &self.model.picker;
        let chosen = picker.chosen().is_some();
        if !(chosen || self.model.prefs.show_moves || picker.must_capture()) {
            return;
        }
        let entered = picker.path().len().max(1);
        let routes = picker.routes();
        let (mut ends, mut stops, mut victims) = (Vec::new(), Vec::new(), Vec::new());
        let mut ways: Vec<Vec<Square>> = Vec::new();
        for route in &routes {
            push_new(&mut ends, route.to());
            // Squares where a touch is needed or possible before the end.
            if route.path().len() > entered + 1 {
                push_new(&mut stops, route.path()[entered]);
            }
            for (i, victim) in route.captured().iter().enumerate() {
                push_new(&mut victims, (*victim, i >= entered - 1));
            }
            if route.is_capture() {
                push_new(&mut ways, route.path()[entered - 1..].to_vec());
            }
        }
        ways.truncate(MOST_ROUTES_SHOWN);
        let one_way = ways.len() == 1;
        let numbers: Vec<(Square, usize)> = if one_way {
            ways[0][1..].iter().enumerate().map(|(i, s)| (*s, i + entered)).collect()
        } else {
            Vec::new()
        };
        let taken = routes.first().map_or(0, |r| r.captured().len());
        for way in ways {
            self.path(&way, PathKind::Route);
        }
        for (victim, _) in victims {
            self.mark(victim, Mark::Victim);
        }
        for square in stops {
            if !ends.contains(&square) {
                self.mark(square, Mark::Stop);
            }
        }
        for square in &ends {
            self.mark(*square, Mark::Target);
        }
        // In a single route the landings are numbered; among several each end says how many pieces it takes.
        if one_way && numbers.len() > 1 {
            for (square, n) in numbers {
                let at = self.at(square);
                self.items.push(Item::Badge { at, text: n.to_string() });
            }
        } else if taken > 0 {
            for square in ends {
                let at = self.at(square);
                self.items.push(Item::Badge { at, text: format!("×{taken}") });
            }
        }
    }

    fn hint(&mut self) {
        if let Some(hint) = self.model.hint.as_ref().filter(|hint| hint.step > 2 && !hint.explains) {
            let path = hint.best.path().to_vec();
            self.path(&path, PathKind::Hint);
        } else if let Some(first) = self.model.thinks_of().first() {
            let path = first.path().to_vec();
            self.path(&path, PathKind::Hint);
        }
        if self.model.prefs.lights {
            for square in self.model.hanging().into_iter().chain(self.model.losing_targets()) {
                let at = self.at(square);
                self.items.push(Item::Badge { at, text: "!".to_owned() });
            }
        }
        if self.model.prefs.threats
            && let Some((captures, _)) =
                self.model.coach.threats.as_ref().filter(|_| self.model.persons_turn())
        {
            for m in captures.iter().take(MOST_ROUTES_SHOWN) {
                let path = m.path().to_vec();
                self.path(&path, PathKind::Route);
            }
        }
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Men and kings that a side has lost: what it began with less what stands there.
pub fn captured_count(model: &Model, side: Side) -> u32 {
    let (men, kings) = model.game.position().material(side);
    let (start_men, start_kings) = model.game.start().material(side);
    (start_men + start_kings).saturating_sub(men + kings)
}

/// Who plays a side, for its name plate.
pub fn plate_key(model: &Model, side: Side) -> &'static str {
    match (model.player(side), side) {
        // Elsewhere nobody sits at the board.
        (_, Side::White) if model.place != super::Place::Play => "plate.white",
        (_, Side::Black) if model.place != super::Place::Play => "plate.black",
        (Player::Computer, _) => "plate.computer",
        (Player::Person, _) if model.two_people() && side == Side::White => "plate.white",
        (Player::Person, _) if model.two_people() => "plate.black",
        (Player::Person, _) => "plate.you",
    }
}
