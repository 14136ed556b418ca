//! The plate of a side: who plays it, what is left of it, what it has taken, and its clock.

use web_sys::HtmlElement;

use super::super::dom::{make, set_attr, set_class, set_flag, set_text};
use crate::app::{Model, Player, scene};
use crate::rules::Side;

/// From so many milliseconds on a clock says by its shape, too, that it is low.
const LOW_MS: u32 = 20_000;

/// Who plays a side, what is left of it and what it has taken.
pub(super) struct Plate {
    pub(super) element: HtmlElement,
    disc: HtmlElement,
    who: HtmlElement,
    left: HtmlElement,
    taken: HtmlElement,
    clock: HtmlElement,
    side: Side,
}

impl Plate {
    pub(super) fn new() -> Self {
        let disc = make("span").class("disc").attr("aria-hidden", "true").done();
        let who = make("span").class("who").done();
        let left = make("span").class("left").done();
        let taken = make("span").class("lost").done();
        let clock = make("span").class("clock").attr("role", "timer").done();
        let element =
            make("div").class("plate").with(&disc).with(&who).with(&taken).with(&left).with(&clock).done();
        Self { element, disc, who, left, taken, clock, side: Side::White }
    }

    pub(super) fn update(&mut self, m: &Model, side: Side) {
        let t = &m.texts;
        let mut name = t.get(scene::plate_key(m, side)).to_owned();
        let tag = if side == Side::White { "White" } else { "Black" };
        if let Some(player) = m.lines.tag(tag).filter(|_| m.two_people()) {
            name = player;
        }
        if m.player(side) == Player::Computer && m.place == crate::app::Place::Play {
            name.push_str(" · ");
            name.push_str(&t.fill("plate.level", &[("n", &m.level.number().to_string())]));
        }
        let (men, kings) = m.game.position().material(side);
        let taken = scene::captured_count(m, side.other()) as usize;
        set_class(&self.element, "turn", m.ongoing() && m.turn() == side);
        set_class(&self.element, "facing", m.facing() == Some(side));
        set_class(&self.disc, "black", side == Side::Black);
        set_text(&self.who, &name);
        set_attr(&self.clock, "aria-label", &name);
        let (left, all) = (if kings > 0 { "plate.left" } else { "pieces" }, m.game.variant().men() as usize);
        set_text(&self.left, &t.count(left, (men + kings) as usize, &[]));
        let lost = |n: usize| if n == 0 { String::new() } else { t.count("plate.captured", n, &[]) + " ·" };
        set_text(&self.taken, &lost(taken));
        // Room for the longest words from the start: what stands beside them stays where it is.
        set_attr(&self.left, "data-most", &t.count("pieces", all, &[]));
        set_attr(&self.taken, "data-most", &lost(all));
        set_attr(&self.taken, "data-n", &if taken == 0 { String::new() } else { taken.to_string() });
        self.side = side;
        self.tick(m);
    }

    /// Shows the time alone.
    pub(super) fn tick(&self, m: &Model) {
        let face = m.clock_face(self.side);
        set_flag(&self.clock, "hidden", face.is_none());
        if let (Some(face), Some(clock)) = (face, &m.clock) {
            set_text(&self.clock, &face);
            set_class(&self.clock, "runs", clock.running() == Some(self.side));
            set_class(&self.clock, "low", clock.left(self.side, m.now) < LOW_MS);
        }
    }
}
