//! Strokes on the board, measured in squares: the ground, the marks, the arrows.

use std::f64::consts::TAU;

use web_sys::CanvasRenderingContext2d;

use super::dom::text_of;
use super::theme::{Theme, Token};
use crate::app::scene::{Item, Mark, PathKind, Place, distance};

/// Strokes in squares, turned into device pixels.
pub(super) struct Brush<'a> {
    pub(super) context: &'a CanvasRenderingContext2d,
    pub(super) theme: &'a Theme,
    /// Device pixels of a square's side.
    pub(super) s: f64,
}

impl Brush<'_> {
    /// Squares and their names: what stays while pieces move.
    pub(super) fn ground(&self, items: &[Item]) {
        let size = (self.s * 0.2).max(8.0);
        self.context.set_font(&["600 ", &text_of(size), "px system-ui, sans-serif"].concat());
        self.context.set_text_align("left");
        for item in items {
            match item {
                Item::Square { at, dark } => {
                    self.square(*at, self.colour(if *dark { Token::Dark } else { Token::Light }));
                }
                Item::Name { at: (x, y), text } => {
                    self.context.set_fill_style_str(self.colour(Token::Name));
                    let _ =
                        self.context.fill_text(text, (x - 0.46) * self.s, (y - 0.46) * self.s + 0.95 * size);
                }
                _ => {}
            }
        }
    }

    fn colour(&self, token: Token) -> &str {
        self.theme.get(token)
    }

    pub(super) fn square(&self, (x, y): Place, colour: &str) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(((x - 0.5) * self.s).round(), ((y - 0.5) * self.s).round(), self.s, self.s);
    }

    pub(super) fn circle(&self, (x, y): Place, radius: f64) {
        self.context.begin_path();
        let _ = self.context.arc(x * self.s, y * self.s, radius * self.s, 0.0, TAU);
    }

    /// Strokes the present path twice: a dark halo, then the colour, so that it is seen on any ground.
    fn stroke(&self, colour: &str, width: f64) {
        self.context.set_line_width((width + 0.045) * self.s);
        self.context.set_stroke_style_str(self.colour(Token::Halo));
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

    pub(super) fn mark(&self, at: Place, mark: Mark) {
        let t = |token| self.theme.get(token);
        match mark {
            // The last move: a frame around where it ended, a dotted one where it began.
            Mark::LastFrom => {
                self.dashes(&[0.06, 0.1]);
                self.frame(at, 0.42, t(Token::Last), 0.04);
                self.dashes(&[]);
            }
            Mark::LastTo => self.frame(at, 0.45, t(Token::Last), 0.06),
            Mark::Movable => {
                self.circle(at, 0.45);
                self.stroke(t(Token::Mark), 0.04);
            }
            Mark::MustCapture => {
                self.circle(at, 0.46);
                self.stroke(t(Token::Must), 0.05);
                self.circle(at, 0.4);
                self.stroke(t(Token::Must), 0.04);
            }
            Mark::Chosen => {
                self.square_wash(at, t(Token::Mark));
                self.circle(at, 0.46);
                self.stroke(t(Token::Mark), 0.08);
            }
            Mark::Target => {
                self.circle(at, 0.17);
                self.stroke(t(Token::Mark), 0.05);
                self.context.set_fill_style_str(t(Token::Mark));
                self.context.fill();
            }
            Mark::Stop => {
                self.diamond(at, 0.17);
                self.stroke(t(Token::Mark), 0.06);
            }
            Mark::Victim => {
                self.cross(at, 0.2);
                self.stroke(t(Token::Victim), 0.09);
            }
            Mark::Lit => self.corners(at, t(Token::Lit)),
            Mark::Cursor => {
                self.dashes(&[0.12, 0.08]);
                self.frame(at, 0.46, t(Token::Lit), 0.06);
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

    pub(super) fn to(&self, x: f64, y: f64, first: bool) {
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

    pub(super) fn path(&self, points: &[Place], kind: PathKind) {
        let [.., before, end] = points else { return };
        let (token, width, alpha) = match kind {
            PathKind::Last => (Token::Last, 0.05, 0.7),
            PathKind::Route => (Token::Mark, 0.07, 0.95),
            PathKind::Hint => (Token::Hint, 0.12, 0.95),
        };
        let colour = self.colour(token);
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

    pub(super) fn badge(&self, (x, y): Place, text: &str) {
        self.context.set_fill_style_str(self.colour(Token::Badge));
        self.circle((x, y), 0.24);
        self.context.fill();
        self.context.set_line_width(0.03 * self.s);
        self.context.set_stroke_style_str(self.colour(Token::BadgeText));
        self.context.stroke();
        self.context.set_font(&["700 ", &text_of(self.s * 0.26), "px system-ui, sans-serif"].concat());
        self.context.set_fill_style_str(self.colour(Token::BadgeText));
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        let _ = self.context.fill_text(text, x * self.s, (y + 0.015) * self.s);
    }
}
