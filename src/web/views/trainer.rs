//! The room of endings: the catalogue, and what stands beside the board.

use web_sys::HtmlElement;

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_class, set_flag, set_text, window};
use super::dialogs::list;
use super::lead::{Stand, lead, lead_to};
use super::learn::{STARS, other_language, stars};
use crate::app::learn::EndMsg;
use crate::app::learn::progress::Progress;
use crate::app::learn::trainer::{Aim, RULES, Report, endings};
use crate::app::learn::words::Words;
use crate::app::{Model, Msg, Place};

/// What the panel shows.
pub(super) struct Endings {
    list: HtmlElement,
    drill: HtmlElement,
    title: HtmlElement,
    aim: HtmlElement,
    said: HtmlElement,
    stars: HtmlElement,
    buttons: Vec<(&'static str, HtmlElement)>,
    /// The ending that had the board last.
    left: Option<&'static str>,
    /// What the list was made of.
    made: String,
}

impl Endings {
    /// Fills the panel of the room.
    pub(super) fn new(panel: &HtmlElement) -> Self {
        let list = make("div").class("lessons").done();
        let [title, aim, said, stars] = [
            make("h2").done(),
            make("p").class("idea").done(),
            make("p").class("ask").done(),
            make("p").class("stars").attr("role", "img").done(),
        ];
        let acts = [
            ("end.take-back", EndMsg::TakeBack),
            ("end.another", EndMsg::Another),
            ("end.same", EndMsg::Again),
            ("end.list", EndMsg::List),
        ];
        let buttons: Vec<_> = acts
            .into_iter()
            .map(|(key, msg)| {
                let button = make("button")
                    .attr("type", "button")
                    .attr("data-act", key)
                    .on("click", move || send(Msg::Endings(msg.clone())))
                    .done();
                (key, button)
            })
            .collect();
        let row = make("div").class("acts").with_all(buttons.iter().map(|(_, button)| Make::from(button)));
        let drill = make("div")
            .class("lesson")
            .attr("data-echo", "")
            .with_all([&title, &aim, &stars, &said].map(Make::from))
            .with(row)
            .done();
        Make::from(panel).with(&list).with(&drill);
        Self { list, drill, title, aim, said, stars, buttons, left: None, made: String::new() }
    }

    pub(super) fn update(&mut self, m: &Model) {
        let (room, stand) = (&m.endings, Stand::now());
        if m.place == Place::Endings && room.drill.is_some() != self.list.has_attribute("hidden") {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        set_flag(&self.list, "hidden", room.drill.is_some());
        set_flag(&self.drill, "hidden", room.drill.is_none());
        let (Some(words), true) = (&m.learn.words, m.place == Place::Endings) else { return };
        for part in [&self.list, &self.drill] {
            set_attr(part, "lang", words.lang().code());
        }
        let Some(drill) = &room.drill else {
            self.make_list(m, words);
            if stand.is_lost(false)
                && let Some(id) = self.left.take()
            {
                lead_to(&["[data-ending=\"", id, "\"]"].concat());
            }
            return;
        };
        self.left = Some(drill.ending.id);
        let key = ["end.", drill.ending.id].concat();
        set_text(&self.title, words.get(&key));
        set_text(&self.aim, words.get(aim_key(drill.ending.aim)));
        set_text(&self.said, m.notice.as_ref().map_or("", |_| m.spoken.1.as_str()));
        let earned = if let Report::Done(n) = drill.report { n } else { 0 };
        set_text(&self.stars, &stars(earned));
        set_attr(&self.stars, "aria-label", words.get(STARS[usize::from(earned)]));
        set_flag(&self.stars, "hidden", earned == 0);
        for (key, button) in &self.buttons {
            set_text(button, words.get(key));
            let back = *key == "end.take-back";
            set_flag(button, "hidden", back && drill.report != Report::Spoiled);
            set_class(button, "main", back || (earned > 0 && *key == "end.another"));
        }
        // The keyboard goes on where the next act is.
        let over = match drill.report {
            Report::Spoiled => Some("end.take-back"),
            Report::Done(_) | Report::Failed => Some("end.another"),
            _ => None,
        };
        if stand.is_lost(over.is_some()) {
            lead(self.buttons.iter().find(|(key, _)| Some(*key) == over).map(|(_, button)| button));
        }
    }

    fn make_list(&mut self, m: &Model, words: &Words) {
        let (ready, own) = (m.endings_ready(), m.ending_rules());
        let made = [
            words.lang().code(),
            m.texts.lang().code(),
            &m.learn.progress.write(),
            if ready { "1" } else { "0" },
            own.name,
        ]
        .concat();
        if made == self.made {
            return;
        }
        self.made = made;
        self.list.set_text_content(None);
        let t = &m.texts;
        let rules = RULES.map(|rules| {
            (
                rules.name.to_owned(),
                t.get(&["rules.", rules.name].concat()).to_owned(),
                rules.name == own.name,
            )
        });
        let rules = list(t.get("puzzles.rules"), rules, |name| {
            if let Some(rules) = RULES.into_iter().find(|rules| rules.name == name) {
                send(Msg::Endings(EndMsg::Rules(rules)));
            }
        })
        .attr("lang", t.lang().code());
        let rows = endings(own).map(|ending| {
            let n = m.learn.progress.stars(&Progress::ending(own, ending.id));
            let button = make("button")
                .attr("type", "button")
                .attr("data-ending", ending.id)
                .on("click", move || send(Msg::Endings(EndMsg::Begin(ending.id))))
                .with(
                    make("span")
                        .text(words.get(&["end.", ending.id].concat()))
                        .with(make("small").text(&[" · ", words.get(aim_key(ending.aim))].concat())),
                )
                .with(
                    make("span")
                        .class("stars")
                        .attr("role", "img")
                        .attr("aria-label", words.get(STARS[usize::from(n)]))
                        .text(&stars(n)),
                );
            make("li").with(if ready { button } else { button.attr("disabled", "") })
        });
        Make::from(&self.list)
            .with(make("h2").text(words.get("endings")))
            .with(make("p").text(words.get("end.intro")))
            .with_all(other_language(m, words))
            .with(rules)
            .with(make("ol").with_all(rows))
            .with(
                make("div").class("more").with(
                    make("button")
                        .attr("type", "button")
                        .text(words.get("title"))
                        .on("click", || send(Msg::Visit(Place::Learn))),
                ),
            );
    }
}

fn aim_key(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "end.aim-win",
        Aim::Hold => "end.aim-hold",
    }
}
