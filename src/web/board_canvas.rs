//! Paints the board's [`Scene`] on one canvas, sharp at every device pixel ratio.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::f64::consts::TAU;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::dom::{next_frame, now, text_of, window};
use super::theme::Theme;
use crate::app::anim::{Animator, Hops, Still};
use crate::app::scene::{Extras, Item, Mark, PathKind, Place, Scene, distance};
use crate::rules::{Kind, Move, Piece, Position, Side, Square};

/// The device pixel ratio is followed up to here; beyond it nobody sees a difference.
const MOST_RATIO: f64 = 3.0;

/// The canvas with all that moves on it. A handle: cheap to copy.
#[derive(Clone)]
pub(super) struct BoardCanvas(Rc<Inner>);

struct Inner {
    /// What is to be seen: the painter adds what moves, and whoever made it knows the rest.
    look: Box<dyn Fn(&mut Extras) -> Scene>,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// The element that holds the canvas and the squares over it, and gets their common size.
    frame: HtmlElement,
    /// The element whose size says how large the board may be.
    room: HtmlElement,
    theme: RefCell<Theme>,
    asked: Cell<bool>,
    motions: RefCell<VecDeque<Motion>>,
    dragged: Cell<Option<(Square, Place)>>,
    /// Device pixels of a square's side.
    square: Cell<f64>,
    /// Nothing has been painted yet.
    blank: Cell<bool>,
}

struct Motion {
    before: Position,
    played: Move,
    /// When it began; not yet, for one that waits.
    since: Option<f64>,
}

impl BoardCanvas {
    /// A painter for a canvas in its frame, in a room of any size. `None` without a 2D context.
    pub(super) fn new(
        canvas: HtmlCanvasElement,
        frame: HtmlElement,
        room: HtmlElement,
        look: Box<dyn Fn(&mut Extras) -> Scene>,
    ) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        let theme = RefCell::new(Theme::of(&canvas));
        Some(Self(Rc::new(Inner {
            look,
            canvas,
            context,
            frame,
            room,
            theme,
            asked: Cell::new(false),
            motions: RefCell::default(),
            dragged: Cell::new(None),
            square: Cell::new(0.0),
            blank: Cell::new(true),
        })))
    }

    /// Paints before the next frame, once, however often it is asked.
    pub(super) fn request(&self) {
        if self.0.asked.replace(true) {
            return;
        }
        let board = self.clone();
        next_frame(move || {
            board.0.asked.set(false);
            if board.paint() {
                board.request();
            }
        });
    }

    /// Shows a move after those already waiting.
    pub(super) fn animate(&self, before: Position, played: Move, still: bool) {
        let animator: &dyn Animator = if still { &Still } else { &Hops };
        if animator.duration(&played) > 0.0 {
            self.0.motions.borrow_mut().push_back(Motion { before, played, since: None });
        }
    }

    /// Ends all motion at once.
    pub(super) fn cut(&self) {
        self.0.motions.borrow_mut().clear();
    }

    /// Reads the colours again.
    pub(super) fn refresh_theme(&self) {
        *self.0.theme.borrow_mut() = Theme::of(&self.0.canvas);
    }

    /// A piece follows the pointer.
    pub(super) fn drag(&self, piece: Option<(Square, Place)>) {
        self.0.dragged.set(piece);
    }

    /// The place on the board, in squares, of a point of the page.
    pub(super) fn place_of(&self, x: f64, y: f64) -> Place {
        // Asked anew each time: layout may have shifted since (case B100).
        let rect = self.0.canvas.get_bounding_client_rect();
        let size = self.0.canvas.width() as f64 / self.0.square.get().max(1.0);
        ((x - rect.left()) / rect.width() * size, (y - rect.top()) / rect.height() * size)
    }

    /// Fits the backing store to the room: whole device pixels for each square.
    fn fit(&self, size: u8) {
        let inner = &self.0;
        let ratio = window().device_pixel_ratio().clamp(0.5, MOST_RATIO);
        let room = inner.room.get_bounding_client_rect();
        let side = room.width().min(room.height());
        let square = (side * ratio / f64::from(size)).floor().max(8.0);
        let pixels = square * f64::from(size);
        inner.square.set(square);
        if inner.canvas.width() != pixels as u32 || inner.canvas.height() != pixels as u32 {
            inner.canvas.set_width(pixels as u32);
            inner.canvas.set_height(pixels as u32);
        }
        let css = text_of(pixels / ratio) + "px";
        let style = inner.frame.style();
        if style.get_property_value("width").ok().as_deref() != Some(&css) {
            let _ = style.set_property("width", &css);
            let _ = style.set_property("height", &css);
        }
    }

    /// Paints; whether something is still in motion.
    fn paint(&self) -> bool {
        let mut extras = Extras { motion: None, dragged: self.0.dragged.get(), cursor: None };
        {
            let mut motions = self.0.motions.borrow_mut();
            let time = now();
            while let Some(motion) = motions.front_mut() {
                let since = *motion.since.get_or_insert(time);
                if let Some(frame) = Hops.frame(&motion.played, time - since) {
                    extras.motion = Some((motion.before, motion.played.clone(), frame));
                    break;
                }
                motions.pop_front();
            }
        }
        let moving = extras.motion.is_some();
        let scene = (self.0.look)(&mut extras);
        self.fit(scene.size);
        Brush { context: &self.0.context, theme: &self.0.theme.borrow(), s: self.0.square.get() }
            .scene(&scene);
        if self.0.blank.replace(false)
            && let Some(performance) = window().performance()
        {
            // For those who measure how soon the board is there.
            let _ = performance.mark("damka-board");
        }
        moving
    }
}

/// Strokes in squares, turned into device pixels.
struct Brush<'a> {
    context: &'a CanvasRenderingContext2d,
    theme: &'a Theme,
    /// Device pixels of a square's side.
    s: f64,
}

impl Brush<'_> {
    fn scene(&self, scene: &Scene) {
        let side = f64::from(scene.size) * self.s;
        self.context.clear_rect(0.0, 0.0, side, side);
        for item in &scene.items {
            match item {
                Item::Square { at, dark } => {
                    self.square(*at, if *dark { &self.theme.dark } else { &self.theme.light });
                }
                Item::Name { at, text } => self.name(*at, text),
                Item::Mark { at, mark } => self.mark(*at, *mark),
                Item::Path { points, kind } => self.path(points, *kind),
                Item::Piece { at, piece, alpha, lifted } => self.piece(*at, *piece, *alpha, *lifted),
                Item::Badge { at, text } => self.badge(*at, text),
            }
        }
    }

    fn square(&self, (x, y): Place, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(((x - 0.5) * self.s).round(), ((y - 0.5) * self.s).round(), self.s, self.s);
    }

    fn name(&self, (x, y): Place, text: &str) {
        let size = (self.s * 0.2).max(8.0);
        self.context.set_font(&format!("600 {}px system-ui, sans-serif", text_of(size)));
        self.context.set_fill_style_str(&self.theme.name);
        self.context.set_text_align("left");
        self.context.set_text_baseline("top");
        let _ = self.context.fill_text(text, (x - 0.47) * self.s, (y - 0.47) * self.s);
    }

    fn circle(&self, (x, y): Place, radius: f64) {
        self.context.begin_path();
        let _ = self.context.arc(x * self.s, y * self.s, radius * self.s, 0.0, TAU);
    }

    /// Strokes the present path twice: a dark halo, then the colour, so that it is seen on any ground.
    fn stroke(&self, colour: &str, width: f64) {
        self.context.set_line_width((width + 0.045) * self.s);
        self.context.set_stroke_style_str(&self.theme.halo);
        self.context.stroke();
        self.context.set_line_width(width * self.s);
        self.context.set_stroke_style_str(colour);
        self.context.stroke();
    }

    fn dashes(&self, lengths: &[f64]) {
        let array: js_sys::Array =
            lengths.iter().map(|n| wasm_bindgen::JsValue::from_f64(n * self.s)).collect();
        let _ = self.context.set_line_dash(&array);
    }

    fn mark(&self, at: Place, mark: Mark) {
        let t = self.theme;
        match mark {
            // The last move: a frame around where it ended, a dotted one where it began.
            Mark::LastFrom => {
                self.dashes(&[0.06, 0.1]);
                self.frame(at, 0.42, &t.last, 0.04);
                self.dashes(&[]);
            }
            Mark::LastTo => self.frame(at, 0.45, &t.last, 0.06),
            Mark::Movable => {
                self.circle(at, 0.45);
                self.stroke(&t.mark, 0.04);
            }
            Mark::MustCapture => {
                self.circle(at, 0.46);
                self.stroke(&t.must, 0.05);
                self.circle(at, 0.4);
                self.stroke(&t.must, 0.04);
            }
            Mark::Chosen => {
                self.square_wash(at, &t.mark);
                self.circle(at, 0.46);
                self.stroke(&t.mark, 0.08);
            }
            Mark::Target => {
                self.circle(at, 0.17);
                self.stroke(&t.mark, 0.05);
                self.context.set_fill_style_str(&t.mark);
                self.context.fill();
            }
            Mark::Stop => {
                self.diamond(at, 0.17);
                self.stroke(&t.mark, 0.06);
            }
            Mark::Victim => {
                self.cross(at, 0.2);
                self.stroke(&t.victim, 0.09);
            }
            Mark::Lit => self.corners(at, &t.lit),
            Mark::Cursor => {
                self.dashes(&[0.12, 0.08]);
                self.frame(at, 0.46, &t.lit, 0.06);
                self.dashes(&[]);
            }
        }
    }

    fn square_wash(&self, at: Place, colour: &str) {
        self.context.set_global_alpha(0.3);
        self.square(at, colour);
        self.context.set_global_alpha(1.0);
    }

    fn frame(&self, (x, y): Place, half: f64, colour: &str, width: f64) {
        self.context.begin_path();
        self.context.rect((x - half) * self.s, (y - half) * self.s, 2.0 * half * self.s, 2.0 * half * self.s);
        self.stroke(colour, width);
    }

    fn corners(&self, (x, y): Place, colour: &str) {
        let (far, long) = (0.45, 0.2);
        self.context.begin_path();
        for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            self.to(x + sx * far, y + sy * (far - long), true);
            self.to(x + sx * far, y + sy * far, false);
            self.to(x + sx * (far - long), y + sy * far, false);
        }
        self.stroke(colour, 0.08);
    }

    fn to(&self, x: f64, y: f64, first: bool) {
        if first {
            self.context.move_to(x * self.s, y * self.s);
        } else {
            self.context.line_to(x * self.s, y * self.s);
        }
    }

    fn diamond(&self, (x, y): Place, r: f64) {
        self.context.begin_path();
        self.to(x, y - r, true);
        self.to(x + r, y, false);
        self.to(x, y + r, false);
        self.to(x - r, y, false);
        self.context.close_path();
    }

    fn cross(&self, (x, y): Place, r: f64) {
        self.context.begin_path();
        self.to(x - r, y - r, true);
        self.to(x + r, y + r, false);
        self.to(x + r, y - r, true);
        self.to(x - r, y + r, false);
    }

    fn path(&self, points: &[Place], kind: PathKind) {
        let [.., before, end] = points else { return };
        let (colour, width, alpha) = match kind {
            PathKind::Last => (&self.theme.last, 0.05, 0.7),
            PathKind::Route => (&self.theme.mark, 0.07, 0.95),
            PathKind::Hint => (&self.theme.hint, 0.12, 0.95),
        };
        self.context.set_global_alpha(alpha);
        self.context.set_line_join("round");
        self.context.set_line_cap("round");
        if kind == PathKind::Hint {
            self.dashes(&[0.22, 0.16]);
        }
        self.context.begin_path();
        for (i, (x, y)) in points.iter().enumerate() {
            self.to(*x, *y, i == 0);
        }
        self.stroke(colour, width);
        self.dashes(&[]);
        // The arrow's head, a little before the middle of the last square.
        let far = distance(*before, *end).max(0.01);
        let (dx, dy) = ((end.0 - before.0) / far, (end.1 - before.1) / far);
        let (tip, long) = ((end.0 - dx * 0.06, end.1 - dy * 0.06), 0.1 + width * 1.6);
        self.context.begin_path();
        // Its sides lie 0.45 (26 degrees) to the left and to the right of the way: cosine and sine.
        let (along, aside) = (0.900_447 * long, 0.434_966 * long);
        self.to(tip.0 - dx * along + dy * aside, tip.1 - dy * along - dx * aside, true);
        self.to(tip.0, tip.1, false);
        self.to(tip.0 - dx * along - dy * aside, tip.1 - dy * along + dx * aside, false);
        self.stroke(colour, width);
        self.context.set_line_join("miter");
        self.context.set_line_cap("butt");
        self.context.set_global_alpha(1.0);
    }

    fn piece(&self, (x, y): Place, piece: Piece, alpha: f64, lifted: bool) {
        self.context.set_global_alpha(alpha);
        let (face, edge) = match piece.side {
            Side::White => (&self.theme.white, &self.theme.white_edge),
            Side::Black => (&self.theme.black, &self.theme.black_edge),
        };
        let rise = if lifted { 0.06 } else { 0.0 };
        // A soft shadow on the board.
        self.context.set_fill_style_str("rgba(0,0,0,0.3)");
        self.circle((x + 0.02 + rise / 2.0, y + 0.05 + rise), 0.37);
        self.context.fill();
        let y = y - rise;
        self.disc((x, y + 0.03), face, edge);
        if piece.kind == Kind::King {
            // A man crowned with a second man (W100-3.5): seen from a little in front, the lower one shows below.
            self.disc((x, y - 0.1), face, edge);
            self.crown((x, y - 0.1), edge);
        }
        self.context.set_global_alpha(1.0);
    }

    fn disc(&self, (x, y): Place, face: &str, edge: &str) {
        self.context.set_fill_style_str(face);
        self.context.set_stroke_style_str(edge);
        self.context.set_line_width(0.035 * self.s);
        self.circle((x, y), 0.36);
        self.context.fill();
        self.context.stroke();
        self.context.set_line_width(0.025 * self.s);
        self.circle((x, y), 0.27);
        self.context.stroke();
    }

    fn crown(&self, (x, y): Place, colour: &str) {
        self.context.begin_path();
        let points =
            [(-0.15, 0.1), (-0.18, -0.1), (-0.07, 0.0), (0.0, -0.14), (0.07, 0.0), (0.18, -0.1), (0.15, 0.1)];
        for (i, (dx, dy)) in points.into_iter().enumerate() {
            self.to(x + dx, y + dy, i == 0);
        }
        self.context.close_path();
        self.context.set_fill_style_str(colour);
        self.context.fill();
    }

    fn badge(&self, (x, y): Place, text: &str) {
        self.context.set_fill_style_str(&self.theme.badge);
        self.circle((x, y), 0.24);
        self.context.fill();
        self.context.set_line_width(0.03 * self.s);
        self.context.set_stroke_style_str(&self.theme.badge_text);
        self.context.stroke();
        self.context.set_font(&format!("700 {}px system-ui, sans-serif", text_of(self.s * 0.26)));
        self.context.set_fill_style_str(&self.theme.badge_text);
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        let _ = self.context.fill_text(text, x * self.s, (y + 0.015) * self.s);
    }
}
