//! The places of the house as the page shows them: the doors in the bar, and a panel for each room.
//!
//! A room's panel stands where the table has its lists. A room that needs no board says so by
//! [`Model::shows_board`](crate::app::Model::shows_board), and has the page to itself then.

use web_sys::HtmlElement;

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_flag};
use crate::app::strings::Texts;
use crate::app::{Model, Msg, Place};

/// The doors and the panels.
pub(super) struct Places {
    doors: Vec<(Place, HtmlElement)>,
    panels: Vec<(Place, HtmlElement)>,
}

impl Places {
    /// The doors, the panels, and what keeps them up to date.
    pub(super) fn new(t: &Texts) -> (Make, Vec<Make>, Self) {
        let doors: Vec<_> = Place::DOORS
            .into_iter()
            .map(|(place, sign)| {
                let door = make("button")
                    .attr("type", "button")
                    .attr("data-place", place.name())
                    .with(make("span").attr("aria-hidden", "true").text(sign))
                    .with(make("b").text(t.get(&["place.", place.name()].concat())))
                    .on("click", move || send(Msg::Visit(place)))
                    .done();
                (place, door)
            })
            .collect();
        let bar = make("nav")
            .class("doors")
            .attr("aria-label", t.get("places"))
            .with_all(doors.iter().map(|(_, door)| Make::from(door)));
        let panels: Vec<_> = Place::NAMED
            .into_iter()
            .filter(|(_, place)| *place != Place::Play)
            .map(|(name, place)| {
                let panel = make("section").class("panel").attr("data-place", name).attr("hidden", "").done();
                (place, panel)
            })
            .collect();
        let parts = panels.iter().map(|(_, panel)| Make::from(panel)).collect();
        (bar, parts, Self { doors, panels })
    }

    pub(super) fn update(&self, m: &Model) {
        for (place, door) in &self.doors {
            set_attr(door, "aria-current", if *place == m.place.door() { "page" } else { "false" });
        }
        for (place, panel) in &self.panels {
            set_flag(panel, "hidden", *place != m.place);
        }
    }
}
