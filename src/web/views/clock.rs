//! The clock of the new-game dialog.

use std::cell::Cell;
use std::rc::Rc;

use super::super::dom::{Make, make, set_flag};
use super::dialogs::list;
use crate::app::clock::{Bonus, Control};
use crate::app::strings::Texts;

/// Minutes and seconds that are offered.
const MINUTES: [u32; 11] = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90];
const SECONDS: [u32; 9] = [1, 2, 3, 5, 10, 15, 20, 30, 60];

/// Lists for the time of the game and what is added to it, and where the choice is to be found.
pub(super) fn clock_choice(t: &Texts, now: Option<Control>) -> (Make, Rc<Cell<Option<Control>>>) {
    let chosen = Rc::new(Cell::new(now));
    // What the lists say, whether or not there is a clock.
    let said = Rc::new(Cell::new(now.unwrap_or(Control { base: 600, bonus: Bonus::None, seconds: 5 })));
    let numbers = |key: &str, all: &[u32], is: u32| {
        let option = |n: &u32| (n.to_string(), t.fill(key, &[("n", &n.to_string())]), *n == is);
        all.iter().map(option).collect::<Vec<_>>()
    };
    let set = |edit: fn(&mut Control, &str)| {
        let (chosen, said) = (chosen.clone(), said.clone());
        move |value: &str| {
            let mut control = said.get();
            edit(&mut control, value);
            said.set(control);
            chosen.set((value != "0").then_some(control));
        }
    };
    let Control { base, bonus, seconds } = said.get();
    let each = {
        let set = set(|control, n| control.seconds = n.parse().unwrap_or(control.seconds));
        list(t.get("clock.each"), numbers("clock.seconds", &SECONDS, seconds), move |n| set(&n)).done()
    };
    set_flag(&each, "hidden", bonus == Bonus::None);
    let kind = {
        let options = Bonus::NAMED.map(|(name, value)| {
            (name.to_owned(), t.get(&["clock.bonus.", name].concat()).to_owned(), value == bonus)
        });
        let each = each.clone();
        let set = set(|control, name| {
            let found = Bonus::NAMED.iter().find(|(own, _)| *own == name);
            control.bonus = found.map_or(Bonus::None, |(_, bonus)| *bonus);
        });
        list(t.get("clock.bonus"), options, move |name| {
            set_flag(&each, "hidden", name == "none");
            set(&name);
        })
        .done()
    };
    let more = make("div").with(&kind).with(&each).done();
    set_flag(&more, "hidden", now.is_none());
    let minutes = numbers("clock.minutes", &MINUTES, if now.is_some() { base / 60 } else { 0 });
    let none = ("0".to_owned(), t.get("clock.none").to_owned(), now.is_none());
    let set = set(|control, n| control.base = n.parse().map_or(0, |n: u32| n * 60));
    let shown = more.clone();
    let time = list(t.get("clock.title"), std::iter::once(none).chain(minutes), move |n| {
        set_flag(&shown, "hidden", n == "0");
        set(&n);
    });
    (make("div").class("clock-choice").with(time).with(&more), chosen)
}
