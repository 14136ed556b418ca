//! The review's panel: progress, the graph, the turning points, and what can be done at each.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_flag, set_text, window};
use super::table::button;
use crate::app::strings::Texts;
use crate::app::{CoachMsg, Engine, Model, Msg, Place};

/// The graph's size in its own units; the style sheet stretches it.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 160;

/// The panel's parts.
pub(super) struct ReviewPanel {
    bar: HtmlElement,
    said: HtmlElement,
    stop: HtmlElement,
    graph: HtmlCanvasElement,
    /// What the graph shows: drawn again only when that changes.
    drawn: (Vec<u16>, usize),
    heading: HtmlElement,
    list: HtmlElement,
    /// The turning points as they are in the list.
    written: Vec<String>,
    buttons: Vec<HtmlElement>,
    shows: HtmlElement,
}

impl ReviewPanel {
    /// The panel, put into the place's own element.
    pub(super) fn new(t: &Texts, panel: &HtmlElement) -> Self {
        let bar = make("progress").attr("aria-label", t.get("place.review")).done();
        let said = make("p").class("note").done();
        let stop = button(t, "review.stop", || send(Msg::Coach(CoachMsg::StopReview))).done();
        let graph: HtmlCanvasElement = make("canvas")
            .class("graph")
            .attr("role", "img")
            .attr("width", &WIDTH.to_string())
            .attr("height", &HEIGHT.to_string())
            .done()
            .unchecked_into();
        let heading = make("p").done();
        let list = make("ol").class("points").done();
        let shows = make("div")
            .class("menu")
            .with(button(t, "review.show-better", || send(Msg::Coach(CoachMsg::ShowBetter))))
            .with(button(t, "review.show-wrong", || send(Msg::Coach(CoachMsg::ShowWrong))))
            .done();
        Make::from(panel)
            .with(make("h2").text(t.get("place.review")))
            .with(&bar)
            .with(&said)
            .with(&stop)
            .with(Make::from(graph.unchecked_ref::<HtmlElement>()))
            .with(&heading)
            .with(&list)
            .with(&shows);
        Self {
            bar,
            said,
            stop,
            graph,
            drawn: (Vec::new(), 0),
            heading,
            list,
            written: Vec::new(),
            buttons: Vec::new(),
            shows,
        }
    }

    pub(super) fn update(&mut self, m: &Model) {
        if m.place != Place::Review {
            return;
        }
        let t = &m.texts;
        let review = &m.coach.review;
        let (n, all) = review.progress();
        let done = review.end.is_some();
        set_attr(&self.bar, "max", &all.max(1).to_string());
        set_attr(&self.bar, "value", &n.to_string());
        let said = if all == 0 {
            t.get("review.empty").to_owned()
        } else {
            t.fill("review.progress", &[("n", &n.to_string()), ("all", &all.to_string())])
        };
        set_text(&self.said, &said);
        set_text(&self.stop, t.get(if review.running { "review.stop" } else { "review.go-on" }));
        set_flag(&self.stop, "hidden", done || all == 0 || m.engine == Engine::Absent);
        set_flag(&self.bar, "hidden", done || all == 0);
        let points = review.points();
        let heading = match (done, points.len()) {
            (true, 0) => t.get("review.none").to_owned(),
            (_, 0) => String::new(),
            (_, n) => t.count("review.points", n, &[]),
        };
        set_text(&self.heading, &heading);
        let written: Vec<String> = points.iter().map(|point| review.point_text(t, point)).collect();
        if written != self.written {
            self.list.set_text_content(None);
            self.buttons = written
                .iter()
                .enumerate()
                .map(|(i, text)| {
                    let press = move || send(Msg::Coach(CoachMsg::Point(i)));
                    make("button").attr("type", "button").text(text).on("click", press).done()
                })
                .collect();
            Make::from(&self.list)
                .with_all(self.buttons.iter().map(|button| make("li").with(Make::from(button))));
            self.written = written;
        }
        for (i, button) in self.buttons.iter().enumerate() {
            set_attr(button, "aria-current", if review.point == Some(i) { "step" } else { "false" });
        }
        set_flag(&self.shows, "hidden", review.point.is_none());
        let now = (review.graph(), m.game.ply());
        if now != self.drawn && !now.0.is_empty() {
            let values: Vec<String> = now.0.iter().map(|n| (n / 10).to_string() + "%").collect();
            set_attr(&self.graph, "aria-label", &t.fill("review.graph", &[("values", &values.join(", "))]));
            self.draw(&now.0, all, now.1);
            self.drawn = now;
        }
        set_flag(&self.graph, "hidden", self.drawn.0.is_empty());
    }

    /// White's chances from the left to the right, the even line, and where the board is now.
    fn draw(&self, chances: &[u16], all: usize, ply: usize) -> Option<()> {
        let context: CanvasRenderingContext2d = self.graph.get_context("2d").ok()??.unchecked_into();
        let style = window().get_computed_style(&self.graph).ok()??;
        let colour = |name: &str| style.get_property_value(name).unwrap_or_default();
        let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
        let x = |ply: usize| 2.0 + (width - 4.0) * ply as f64 / all.max(1) as f64;
        let y = |chance: u16| 2.0 + (height - 4.0) * f64::from(1000 - chance) / 1000.0;
        context.set_fill_style_str(&colour("--graph-black"));
        context.fill_rect(0.0, 0.0, width, height);
        context.begin_path();
        context.move_to(x(0), height);
        for (i, chance) in chances.iter().enumerate() {
            context.line_to(x(i), y(*chance));
        }
        context.line_to(x(chances.len() - 1), height);
        context.set_fill_style_str(&colour("--graph-white"));
        context.fill();
        context.set_fill_style_str(&colour("--graph-mark"));
        context.fill_rect(0.0, height / 2.0 - 1.0, width, 2.0);
        context.fill_rect(x(ply) - 1.5, 0.0, 3.0, height);
        Some(())
    }
}
