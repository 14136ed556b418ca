//! Pieces, carved by our own hand: each look once for a size, then copied, so that motion stays cheap on a slow phone.

use std::f64::consts::{PI, TAU};

use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::board_canvas::layer;
use super::brush::Brush;
use super::theme::{Theme, Token};
use crate::app::look::Pieces;
use crate::app::scene::Place;
use crate::rules::{Kind, Piece, Side};

/// A carved piece takes so many squares across, its shadow included.
const ACROSS: f64 = 1.1;

/// What makes a set of pieces. Lengths are in squares.
struct Cut {
    /// The radius of a disc.
    radius: f64,
    /// Radii of the rings turned into its face.
    rings: &'static [f64],
    /// How many notches the rim has.
    notches: u8,
    /// The face is a bowl: brighter or darker towards its middle.
    bowl: bool,
    /// How far a king's second man lies beside the first: to the right, and up.
    second: Place,
    /// A king wears a crown.
    crown: bool,
}

const fn cut(pieces: Pieces) -> Cut {
    match pieces {
        Pieces::Flat => {
            Cut { radius: 0.37, rings: &[], notches: 0, bowl: false, second: (0.0, 0.0), crown: true }
        }
        Pieces::Turned => Cut {
            radius: 0.36,
            rings: &[0.3, 0.2, 0.17],
            notches: 0,
            bowl: true,
            second: (0.0, 0.1),
            crown: true,
        },
        Pieces::Grooved => Cut {
            radius: 0.36,
            rings: &[0.29, 0.24, 0.19],
            notches: 36,
            bowl: false,
            second: (0.0, 0.1),
            crown: true,
        },
        Pieces::Stacked => {
            Cut { radius: 0.33, rings: &[0.25], notches: 0, bowl: false, second: (0.1, 0.1), crown: false }
        }
    }
}

/// Keeps what it has carved: two sides, men and kings, lying and held up.
#[derive(Default)]
pub(super) struct Carver {
    square: f64,
    done: [Option<HtmlCanvasElement>; 8],
}

impl Carver {
    /// Puts a piece on the board; `facing` away from us, for who sits on the other side.
    pub(super) fn put(&mut self, brush: &Brush, (x, y): Place, piece: Piece, lifted: bool, facing: bool) {
        let s = brush.s;
        if self.square.total_cmp(&s).is_ne() {
            *self = Self { square: s, ..Self::default() };
        }
        let n = usize::from(piece.side == Side::Black)
            + 2 * usize::from(piece.kind == Kind::King)
            + 4 * usize::from(lifted);
        if self.done[n].is_none() {
            self.done[n] = carve(brush.theme, s, piece, lifted);
        }
        let Some(done) = &self.done[n] else { return };
        let half = f64::from(done.width()) / 2.0;
        let (x, y) = (x * s, y * s);
        let context = brush.context;
        if facing {
            context.save();
            let _ = context.translate(x, y);
            let _ = context.rotate(PI);
            let _ = context.draw_image_with_html_canvas_element(done, -half, -half);
            context.restore();
        } else {
            // A piece at rest lies on whole pixels, or its edge would be soft.
            let (left, top) =
                if lifted { (x - half, y - half) } else { ((x - half).round(), (y - half).round()) };
            let _ = context.draw_image_with_html_canvas_element(done, left, top);
        }
    }
}

fn carve(theme: &Theme, s: f64, piece: Piece, lifted: bool) -> Option<HtmlCanvasElement> {
    let (canvas, context) = layer((ACROSS * s).ceil() as u32)?;
    let (face, shade, edge) = match piece.side {
        Side::White => (Token::White, Token::WhiteShade, Token::WhiteEdge),
        Side::Black => (Token::Black, Token::BlackShade, Token::BlackEdge),
    };
    let colours = [face, shade, edge].map(|token| theme.get(token));
    let knife = Knife { context: &context, s, cut: cut(theme.pieces()), colours };
    let rise = if lifted { 0.06 } else { 0.0 };
    let (x, y) = (ACROSS / 2.0, ACROSS / 2.0);
    // A soft shadow on the board.
    context.set_fill_style_str("rgba(0,0,0,0.3)");
    knife.circle((x + 0.02 + rise / 2.0, y + 0.05 + rise), knife.cut.radius + 0.01);
    context.fill();
    let king = piece.kind == Kind::King;
    let (right, up) = knife.cut.second;
    let at = (x - if king { right / 2.0 } else { 0.0 }, y - rise + if king { up / 2.0 } else { 0.0 });
    knife.disc(at);
    if king {
        // A man crowned with a second man (W100-3.5).
        let top = (at.0 + right, at.1 - up);
        if right + up > 0.0 {
            knife.disc(top);
        }
        if knife.cut.crown {
            knife.crown(top);
        }
    }
    Some(canvas)
}

struct Knife<'a> {
    context: &'a CanvasRenderingContext2d,
    s: f64,
    cut: Cut,
    /// Face, shade, edge.
    colours: [&'a str; 3],
}

impl Knife<'_> {
    fn circle(&self, (x, y): Place, radius: f64) {
        self.context.begin_path();
        let _ = self.context.arc(x * self.s, y * self.s, radius * self.s, 0.0, TAU);
    }

    fn disc(&self, at: Place) {
        let Self { context, s, cut, colours: [face, shade, edge] } = self;
        self.circle(at, cut.radius);
        context.set_fill_style_str(face);
        let (x, y) = (at.0 * s, at.1 * s);
        if cut.bowl
            && let Ok(bowl) =
                context.create_radial_gradient(x - 0.1 * s, y - 0.1 * s, 0.02 * s, x, y, cut.radius * s)
            && bowl.add_color_stop(0.0, face).and_then(|()| bowl.add_color_stop(1.0, shade)).is_ok()
        {
            context.set_fill_style_canvas_gradient(&bowl);
        }
        context.fill();
        context.set_stroke_style_str(edge);
        context.set_line_width(0.035 * s);
        context.stroke();
        context.set_line_width(0.022 * s);
        for ring in cut.rings {
            self.circle(at, *ring);
            context.stroke();
        }
        if cut.notches > 0 {
            // One dashed circle, as wide as the notches are long: as many dashes as notches.
            let middle = cut.radius - 0.03;
            let step = TAU * middle * s / f64::from(cut.notches);
            let dashes: js_sys::Array =
                [step * 0.4, step * 0.6].map(wasm_bindgen::JsValue::from_f64).into_iter().collect();
            let _ = context.set_line_dash(&dashes);
            context.set_line_width(0.06 * s);
            self.circle(at, middle);
            context.stroke();
            let _ = context.set_line_dash(&js_sys::Array::new());
        }
    }

    fn crown(&self, (x, y): Place) {
        let points =
            [(-0.15, 0.1), (-0.18, -0.1), (-0.07, 0.0), (0.0, -0.14), (0.07, 0.0), (0.18, -0.1), (0.15, 0.1)];
        // On its own small field, so that no ring runs through it.
        self.circle((x, y), 0.22);
        self.context.set_fill_style_str(self.colours[0]);
        self.context.fill();
        self.context.begin_path();
        for (dx, dy) in points {
            self.context.line_to((x + dx) * self.s, (y + dy) * self.s);
        }
        self.context.close_path();
        self.context.set_fill_style_str(self.colours[2]);
        self.context.fill();
    }
}
