//! Paints the board's [`Scene`] on one canvas, sharp at every device pixel ratio.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::brush::Brush;
use super::dom::{document, listen, next_frame, now, text_of, window};
use super::pieces::Carver;
use super::theme::Theme;
use crate::app::anim::{Animator, Hops, Still};
use crate::app::scene::{Extras, Item, Place, Scene};
use crate::rules::{Move, Position, Square};

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
    /// The colours, read when they are first wanted: an element has none before it is on the page.
    theme: RefCell<Option<Theme>>,
    asked: Cell<bool>,
    motions: RefCell<VecDeque<Motion>>,
    dragged: Cell<Option<(Square, Place)>>,
    /// Device pixels of a square's side.
    square: Cell<f64>,
    /// The squares and their names, painted once: the same while pieces move.
    ground: RefCell<Option<Ground>>,
    /// The pieces, carved once for each size and look.
    carver: RefCell<Carver>,
    /// Nothing has been painted yet.
    blank: Cell<bool>,
}

struct Ground {
    canvas: HtmlCanvasElement,
    items: Vec<Item>,
    square: f64,
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
        let element = canvas.clone();
        let board = Self(Rc::new(Inner {
            look,
            canvas,
            context,
            frame,
            room,
            theme: RefCell::default(),
            asked: Cell::new(false),
            motions: RefCell::default(),
            dragged: Cell::new(None),
            square: Cell::new(0.0),
            ground: RefCell::default(),
            carver: RefCell::default(),
            blank: Cell::new(true),
        }));
        // A device short of memory takes the pictures and tells when there is room again.
        let restored = board.clone();
        listen(&element, "contextrestored", move |_| {
            restored.refresh_theme();
            restored.request();
        });
        Some(board)
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

    /// The room has another size. Before the first picture the frame gets its own at once, or what is below would move.
    pub(super) fn resized(&self) {
        if self.0.blank.get() {
            let nothing = &mut Extras { motion: None, dragged: None, cursor: None };
            let scene = (self.0.look)(nothing);
            self.fit(scene.size);
        }
        self.request();
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
        self.0.theme.take();
        self.0.ground.borrow_mut().take();
        *self.0.carver.borrow_mut() = Carver::default();
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
        // Not to be seen yet: it keeps the size that the style sheet gives it.
        if side < 1.0 {
            return;
        }
        let square = (side * ratio / f64::from(size)).floor().max(4.0);
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

    /// Puts the whole scene on the canvas.
    fn lay(&self, scene: &Scene) {
        let mut theme = self.0.theme.borrow_mut();
        let theme = &*theme.get_or_insert_with(|| Theme::of(&self.0.canvas));
        let (context, s) = (&self.0.context, self.0.square.get());
        let brush = Brush { context, theme, s };
        let still = |item: &Item| matches!(item, Item::Square { .. } | Item::Name { .. });
        let lowest = scene.items.iter().take_while(|item| still(item)).count();
        let (ground, rest) = scene.items.split_at(lowest);
        self.lay_ground(ground, theme, s);
        let mut carver = self.0.carver.borrow_mut();
        for item in rest {
            match item {
                Item::Mark { at, mark } => brush.mark(*at, *mark),
                Item::Path { points, kind } => brush.path(points, *kind),
                Item::Piece { at, piece, alpha, lifted } => {
                    context.set_global_alpha(*alpha);
                    carver.put(&brush, *at, *piece, *lifted, scene.facing == Some(piece.side));
                    context.set_global_alpha(1.0);
                }
                Item::Badge { at, text } => brush.badge(*at, text),
                Item::Square { .. } | Item::Name { .. } => {}
            }
        }
    }

    fn lay_ground(&self, items: &[Item], theme: &Theme, s: f64) {
        let mut kept = self.0.ground.borrow_mut();
        if !kept.as_ref().is_some_and(|kept| kept.square.total_cmp(&s).is_eq() && kept.items == items) {
            *kept = layer(self.0.canvas.width()).map(|(canvas, context)| {
                Brush { context: &context, theme, s }.ground(items);
                Ground { canvas, items: items.to_vec(), square: s }
            });
        }
        if let Some(ground) = &*kept {
            let _ = self.0.context.draw_image_with_html_canvas_element(&ground.canvas, 0.0, 0.0);
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
        if self.0.square.get() < 1.0 {
            return false;
        }
        self.lay(&scene);
        if self.0.blank.replace(false)
            && let Some(performance) = window().performance()
        {
            // For those who measure how soon the board is there.
            let _ = performance.mark("damka-board");
        }
        moving
    }
}

/// A canvas that nobody sees, to copy from.
pub(super) fn layer(side: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(side);
    canvas.set_height(side);
    let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    Some((canvas, context))
}
