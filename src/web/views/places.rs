//! The places of the house as the page shows them: the doors in the bar, and a panel for each room.
//!
//! A room's panel stands where the table has its lists. A room that needs no board says so by
//! [`Model::shows_board`](crate::app::Model::shows_board), and has the page to itself then.

use web_sys::HtmlElement;

use super::super::desk::send;
use super::super::dom::{Make, document, make, set_attr, set_flag, set_text, window};
use super::learn::Learn;
use super::picture::Still;
use super::puzzles::Puzzles;
use super::review::ReviewPanel;
use super::set_up::SetUpPanel;
use super::trainer::Endings;
use crate::app::place::ROOMS;
use crate::app::{Dialog, Engine, Model, Msg, Place, sentences};

/// The doors and the panels.
pub(super) struct Places {
    doors: Vec<(Place, HtmlElement)>,
    panels: Vec<(Place, HtmlElement)>,
    rooms: Option<Rooms>,
    /// The place that is shown.
    shown: Option<Place>,
}

/// What fills the panels, where this program has it.
struct Rooms {
    set_up: SetUpPanel,
    puzzles: Puzzles,
    review: ReviewPanel,
    learn: Learn,
    endings: Endings,
    /// What can be looked at, and what the engine thinks of what is.
    analyse: [HtmlElement; 2],
    still: Still,
}

impl Rooms {
    fn new(m: &Model, panels: &[(Place, HtmlElement)]) -> Option<Self> {
        let t = &m.texts;
        let panel = |own: Place| panels.iter().find(|(place, _)| *place == own).map(|(_, panel)| panel);
        let (set_up_part, set_up) = SetUpPanel::new(m);
        let (in_puzzles, puzzles) = Puzzles::new(m);
        Make::from(panel(Place::SetUp)?).with(set_up_part);
        Make::from(panel(Place::Puzzles)?).with_all(in_puzzles);
        let door = |key: &str, about: &str, msg: Msg| {
            let words = make("span").with(make("b").text(t.get(key))).with(make("small").text(t.get(about)));
            make("button")
                .attr("type", "button")
                .class("card")
                .with(words)
                .on("click", move || send(msg.clone()))
        };
        let still = Still::new();
        let intro = make("p").text(t.get("analyse.intro")).done();
        let thinks = make("p").class("thinks").done();
        let analyse = Make::from(panel(Place::Analyse)?)
            .with(make("h2").text(t.get("place.analyse")))
            .with(&intro)
            .with(&still.element)
            .with(&thinks);
        analyse.with(
            make("div")
                .class("menu")
                .with(door("analyse.table", "analyse.table-about", Msg::Address("analyse/table".to_owned())))
                .with(door("review.door", "analyse.review-about", Msg::Visit(Place::Review)))
                .with(door("set-up.door", "analyse.set-up-about", Msg::Visit(Place::SetUp)))
                .with(door("button.exchange", "analyse.exchange-about", Msg::Open(Dialog::Exchange))),
        );
        Some(Self {
            set_up,
            puzzles,
            review: ReviewPanel::new(t, panel(Place::Review)?),
            learn: Learn::new(panel(Place::Learn)?),
            endings: Endings::new(panel(Place::Endings)?),
            analyse: [intro, thinks],
            still,
        })
    }

    fn update(&mut self, m: &Model) {
        self.learn.update(m);
        self.endings.update(m);
        self.review.update(m);
        if m.place == Place::Puzzles {
            self.puzzles.update(m);
        }
        self.set_up.update(m);
        let [intro, thinks] = &self.analyse;
        set_flag(intro, "hidden", m.shows_board());
        if m.place == Place::Analyse && !m.shows_board() {
            self.still.show(m, Some(*m.game.position()), m.prefs.flipped);
        }
        let thought =
            if m.place == Place::Analyse { sentences::thinking(&m.texts, m) } else { String::new() };
        let waits =
            m.place == Place::Analyse && m.shows_board() && matches!(m.engine, Engine::Thinking { .. });
        let waits = waits && thought.is_empty();
        set_text(thinks, if waits { "…" } else { &thought });
    }
}

impl Places {
    /// The doors, the panels, and what keeps them up to date.
    pub(super) fn new(m: &Model) -> (Make, Vec<Make>, Self) {
        let t = &m.texts;
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
            .filter(|(_, place)| ROOMS && *place != Place::Play)
            .map(|(name, place)| {
                let panel = make("section").class("panel").attr("data-place", name).attr("hidden", "").done();
                (place, panel)
            })
            .collect();
        let rooms = if ROOMS { Rooms::new(m, &panels) } else { None };
        let parts = panels.iter().map(|(_, panel)| Make::from(panel)).collect();
        (bar, parts, Self { doors, panels, rooms, shown: None })
    }

    pub(super) fn update(&mut self, m: &Model) {
        if let Some(rooms) = self.rooms.as_mut().filter(|_| ROOMS) {
            rooms.update(m);
        }
        for (place, door) in &self.doors {
            set_attr(door, "aria-current", if *place == m.place.door() { "page" } else { "false" });
        }
        for (place, panel) in &self.panels {
            set_flag(panel, "hidden", *place != m.place);
        }
        if ROOMS && self.shown != Some(m.place) {
            let title = m.texts.get("title");
            let name = ["place.", m.place.name()].concat();
            let own = if m.place == Place::Play { "" } else { m.texts.get(&name) };
            document().set_title(&if own.is_empty() {
                title.to_owned()
            } else {
                [own, " · ", title].concat()
            });
            if self.shown.is_some() {
                // A room begins at the top, the table with its board.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
            self.shown = Some(m.place);
        }
    }
}
