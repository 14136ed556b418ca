//! Making home rules: the set to begin from, its facts in plain words, what is impossible, a name.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::HtmlElement;

use super::super::desk::{send, with_model};
use super::super::dom::{Make, make, set_flag, set_text, value_of};
use super::dialogs::{list, tick};
use super::table::button;
use crate::app::home::{HomeDraft, LONGEST_NAME, value_in_words};
use crate::app::{HomeMsg, Model, Msg};
use crate::rules::{Fact, Home, Variant, variant};

/// The facts that people argue about; the others are behind 'more'.
const FIRST: [Fact; 8] = [
    Fact::MustCapture,
    Fact::MenCaptureBack,
    Fact::Flying,
    Fact::Priority,
    Fact::CrownedInPassing,
    Fact::MenCaptureKings,
    Fact::Goal,
    Fact::First,
];

type Draft = Rc<RefCell<HomeDraft>>;

/// The dialog's content.
pub(super) fn home(m: &Model) -> Make {
    let t = &m.texts;
    let draft = Rc::new(RefCell::new(HomeDraft::new(m, m.home_edited)));
    let replaces = m.home_edited;
    let wrong = make("ul").class("remarks wrong").attr("role", "status").done();
    let facts = make("div").class("facts").done();
    show_facts(m, &facts, &draft, &wrong);
    let bases = variant::ALL.into_iter().map(|v| {
        let chosen = std::ptr::eq(v, draft.borrow().home.base());
        (v.name.to_owned(), t.get(&["rules.", v.name].concat()).to_owned(), chosen)
    });
    let base = {
        let (draft, facts, wrong) = (draft.clone(), facts.clone(), wrong.clone());
        list(t.get("home.base"), bases, move |name| {
            if let Some(v) = Variant::built_in(&name) {
                draft.borrow_mut().home = Home::of(v);
                with_model(|m| {
                    facts.set_text_content(None);
                    show_facts(m, &facts, &draft, &wrong);
                });
            }
        })
    };
    let name = {
        let (draft, wrong) = (draft.clone(), wrong.clone());
        make("input")
            .attr("type", "text")
            .attr("maxlength", &LONGEST_NAME.to_string())
            .attr("value", &draft.clone().borrow().name)
            .on_event("input", move |event| {
                draft.borrow_mut().name = value_of(&event);
                show_obstacles(&draft, &wrong);
            })
    };
    let mut buttons = make("div")
        .class("pair")
        .with(make("button").attr("type", "submit").class("main").text(t.get("home.keep")));
    if let Some(at) = replaces {
        buttons = buttons.with(button(t, "home.delete", move || send(Msg::Home(HomeMsg::Delete(at)))));
    }
    make("form")
        .with(make("p").class("note").text(t.get("home.intro")))
        .with(base)
        .with(&facts)
        .with(make("label").class("field").text(t.get("home.name")).with(name))
        .with(&wrong)
        .with(buttons)
        .on_event("submit", move |event| {
            event.prevent_default();
            if show_obstacles(&draft, &wrong) {
                let kept = draft.borrow().clone();
                send(Msg::Home(HomeMsg::Keep(kept)));
            }
        })
}

/// Says what stands in the way; whether nothing does.
fn show_obstacles(draft: &Draft, wrong: &HtmlElement) -> bool {
    let list = with_model(|m| draft.borrow().obstacles(m));
    show(wrong, &list);
    list.is_empty()
}

fn show(wrong: &HtmlElement, list: &[String]) {
    wrong.set_text_content(None);
    let _ = Make::from(wrong).with_all(list.iter().map(|text| make("li").text(text)));
}

fn show_facts(m: &Model, into: &HtmlElement, draft: &Draft, wrong: &HtmlElement) {
    let field = |fact: Fact| fact_field(m, fact, draft, wrong);
    let rest = Fact::ALL.into_iter().filter(|fact| !FIRST.contains(fact)).map(field);
    let more =
        make("details").class("more").with(make("summary").text(m.texts.get("home.more"))).with_all(rest);
    let _ = Make::from(into).with_all(FIRST.map(field)).with(more);
}

/// A fact to decide, with a '?' that explains it.
fn fact_field(m: &Model, fact: Fact, draft: &Draft, wrong: &HtmlElement) -> Make {
    let t = &m.texts;
    let label = &t.get(&["home.fact.", fact.id()].concat()).to_owned();
    let value = draft.borrow().home.value(fact);
    let (draft, wrong) = (draft.clone(), wrong.clone());
    let set = move |value: &str| {
        draft.borrow_mut().home.set(fact, value);
        // What can't go together is told at once; a name may still be missing.
        let faults = with_model(|m| draft.borrow().faults(&m.texts));
        show(&wrong, &faults);
    };
    let field = if fact.values() == ["no", "yes"] {
        tick(label, value == "yes", move |on| set(if on { "yes" } else { "no" }))
    } else {
        let values = fact.values().iter().map(|v| ((*v).to_owned(), value_in_words(t, fact, v), *v == value));
        list(label, values, move |value| set(&value))
    };
    let help = make("small").attr("hidden", "").done();
    let shown = help.clone();
    let sentence = t.get(&["home.help.", fact.id()].concat()).to_owned();
    let ask = button(t, "home.why", move || {
        let hide = !shown.has_attribute("hidden");
        set_text(&shown, &sentence);
        set_flag(&shown, "hidden", hide);
    });
    let name = [t.get("home.why"), " ", label].concat();
    make("div")
        .class("fact")
        .attr("data-fact", fact.id())
        .with(field)
        .with(ask.text("?").class("quiet icon").attr("aria-label", &name))
        .with(&help)
}
