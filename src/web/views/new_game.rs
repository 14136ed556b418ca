//! A new game: by which rules, against whom, how strong.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::super::desk::{send, with_model};
use super::super::dom::{Make, document, make, set_attr, set_flag};
use super::clock::clock_choice;
use super::dialogs::{list, one_of, tick};
use super::picture::{later, picture_later};
use super::table::button;
use crate::app::close_up::close_up;
use crate::app::home::{about, rules_name};
use crate::app::rules_text::examples;
use crate::app::scene::{Extras, Scene, scene};
use crate::app::strings::Texts;
use crate::app::{HomeMsg, Level, Model, Msg, NewGame, Player, Prefs, sentences};
use crate::notation::{Style, parse_fen};
use crate::rules::{Game, Side, Square, Variant, variant};

/// So many rule sets are shown at once; the others are behind 'more'.
const MAIN: usize = 2;

/// The dialog's content.
pub(super) fn new_game(m: &Model) -> Make {
    let t = &m.texts;
    let new = Rc::new(Cell::new(m.draft.unwrap_or_else(|| m.offered())));
    let start = new.get();
    let rules = {
        let new = new.clone();
        picker(m, &new.clone(), move |v| new.set(NewGame { rules: v.name, ..new.get() }))
    };
    let opponents = {
        let new = new.clone();
        let change = move |players, level| new.set(NewGame { players, level, ..new.get() });
        opponents(t, start.players, start.level, Box::new(change))
    };
    let touch = {
        let new = new.clone();
        tick(t.get("new.touch-move"), start.touch_move, move |on| {
            new.set(NewGame { touch_move: on, ..new.get() });
        })
    };
    let (clock, chosen_clock) = clock_choice(t, m.prefs.clock);
    make("form")
        .with(rules)
        .with_all(opponents)
        .with(clock)
        .with(touch)
        .with(make("button").attr("type", "submit").class("main").text(t.get("button.start")))
        .on_event("submit", move |event| {
            event.prevent_default();
            if with_model(|m| m.prefs.clock) != chosen_clock.get() {
                let prefs = with_model(|m| m.prefs.clone());
                send(Msg::Prefs(Prefs { clock: chosen_clock.get(), ..prefs }));
            }
            send(Msg::New(new.get()));
        })
}

/// Who plays, and how strong the computer is.
pub(super) fn opponents(
    t: &Texts,
    players: [Player; 2],
    level: Level,
    changed: Box<dyn Fn([Player; 2], Level)>,
) -> [Make; 2] {
    let friend = players == [Player::Person; 2];
    let black = players == [Player::Computer, Player::Person];
    // The colour chosen outlives a look at 'a friend'.
    let colour = if black { Side::Black } else { Side::White };
    let now = Cell::new((friend, colour, level));
    let update = Rc::new(move |edit: &dyn Fn(&mut (bool, Side, Level))| {
        let mut next = now.get();
        edit(&mut next);
        now.set(next);
        let players = match next {
            (true, ..) => [Player::Person; 2],
            (_, Side::White, _) => [Player::Person, Player::Computer],
            (_, Side::Black, _) => [Player::Computer, Player::Person],
        };
        changed(players, next.2);
    });
    let levels = (Level::FIRST..=Level::LAST)
        .map(|n| (n.to_string(), t.get(&format!("level.{n}")).to_owned(), n == level.number()));
    let strength = {
        let update = update.clone();
        list(t.get("new.level"), levels, move |n| {
            if let Some(level) = n.parse().ok().and_then(Level::new) {
                update(&|next| next.2 = level);
            }
        })
    };
    let colours = {
        let update = update.clone();
        let names = [(t.get("new.white"), !black), (t.get("new.black"), black)];
        let chosen: Rc<dyn Fn(usize)> = Rc::new(move |i: usize| update(&|next| next.1 = Side::BOTH[i]));
        one_of(t.get("new.colour"), "colour", names, &chosen)
    };
    let computer = make("div").with(colours).with(strength).done();
    set_flag(&computer, "hidden", friend);
    let names = [(t.get("new.computer"), !friend), (t.get("new.friend"), friend)];
    let shown = computer.clone();
    let chosen: Rc<dyn Fn(usize)> = Rc::new(move |i: usize| {
        update(&|next| next.0 = i == 1);
        set_flag(&shown, "hidden", i == 1);
    });
    let opponent = one_of(t.get("new.opponent"), "opponent", names, &chosen);
    [opponent, Make::from(&computer)]
}

/// The rule sets as cards: the main two, the player's own, and all others behind 'more'.
fn picker(m: &Model, new: &Rc<Cell<NewGame>>, chosen: impl Fn(&'static Variant) + 'static) -> Make {
    let t = &m.texts;
    let now = new.get().rules;
    let cards: Rc<std::cell::RefCell<Vec<HtmlElement>>> = Rc::default();
    let choose = {
        let cards = cards.clone();
        Rc::new(move |v: &'static Variant| {
            for card in cards.borrow().iter() {
                let own = card.get_attribute("data-rules").as_deref() == Some(v.name);
                mark(card, own);
            }
            chosen(v);
        })
    };
    let make_card = {
        let (new, cards) = (new.clone(), cards.clone());
        Rc::new(move |m: &Model, v: &'static Variant| {
            let choose = choose.clone();
            let element = card(m, v, v.name == now, move || choose(v));
            cards.borrow_mut().push(element.clone());
            let part = make("div").class("choose").with(&element).with(read_button(&m.texts, v, &new));
            match m.homes.iter().position(|own| own.rules.name == v.name) {
                Some(at) => {
                    let edit = button(&m.texts, "home.edit", || {});
                    part.with(leave_for(edit, &new, Msg::Home(HomeMsg::Edit(Some(at)))))
                }
                None => part,
            }
        })
    };
    let main: Vec<Make> = variant::ALL[..MAIN].iter().map(|v| make_card(m, v)).collect();
    let own: Vec<Make> = m.homes.iter().map(|own| make_card(m, own.rules)).collect();
    let mut rest = make("details").class("more").with(make("summary").text(t.get("new.more")));
    if variant::ALL[MAIN..].iter().any(|v| v.name == now) {
        rest = rest.attr("open", "");
    }
    // One after the other, each in its own time: all at once held the page up for a tenth of a second.
    for v in &variant::ALL[MAIN..] {
        let (make_card, rest) = (make_card.clone(), rest.clone());
        later(Box::new(move || drop(rest.with(with_model(|m| make_card(m, v))))));
    }
    make("fieldset")
        .class("rule-sets")
        .attr("role", "radiogroup")
        .with(make("legend").text(t.get("new.rules")))
        .with_all(main)
        .with_all(own)
        .with(rest)
        .with(leave_for(button(t, "home.new", || {}), new, Msg::Home(HomeMsg::Edit(None))))
        .on_event("keydown", move |event| walk(event.unchecked_ref(), &cards.borrow()))
}

/// Arrows lead from card to card.
fn walk(event: &KeyboardEvent, cards: &[HtmlElement]) {
    let step = match event.key().as_str() {
        "ArrowDown" | "ArrowRight" => 1,
        "ArrowUp" | "ArrowLeft" => usize::MAX,
        _ => return,
    };
    let shown: Vec<&HtmlElement> =
        cards.iter().filter(|card| card.closest(".more:not([open])").ok().flatten().is_none()).collect();
    let focus = document().active_element();
    let at = shown.iter().position(|card| focus.as_ref().is_some_and(|f| f == &***card));
    if let Some(at) = at {
        event.prevent_default();
        let next = shown[(at + shown.len()).wrapping_add(step) % shown.len()];
        let _ = next.focus();
        next.click();
    }
}

fn mark(card: &HtmlElement, on: bool) {
    set_attr(card, "aria-checked", if on { "true" } else { "false" });
    set_attr(card, "tabindex", "0");
}

fn card(m: &Model, v: &'static Variant, on: bool, press: impl FnMut() + 'static) -> HtmlElement {
    let t = &m.texts;
    let first = sentences::within(sentences::side(t, v.first));
    let about = [&about(t, v), " ", &t.fill("new.first", &[("side", &first)])].concat();
    let picture = picture_later("thumb", move || small_scene(&mut with_model(|m| m.beside(false)), v));
    let element = make("button")
        .attr("type", "button")
        .attr("role", "radio")
        .class("card")
        .attr("data-rules", v.name)
        .with(&picture)
        .with(make("span").with(make("b").text(&rules_name(m, v))).with(make("small").text(&about)))
        .on("click", press)
        .done();
    mark(&element, on);
    element
}

/// What is special, from near; for home rules their start position.
fn small_scene(model: &mut Model, v: &'static Variant) -> Scene {
    let Some(example) = examples(v).first() else {
        model.show_game(Game::new(v));
        return scene(model, &Extras::default());
    };
    let start =
        parse_fen(v, example.fen, Style::RowNumbers).map_or_else(|_| Game::new(v), Game::from_position);
    model.show_game(start);
    let _ = model.update(Msg::Touch(Square(example.piece - 1)));
    close_up(&scene(model, &Extras::default()))
}

/// A button that leads to the rules of a set, and back.
fn read_button(t: &Texts, v: &'static Variant, new: &Rc<Cell<NewGame>>) -> Make {
    let name = t.get("button.rules");
    let read = button(t, "button.rules", || {}).text("?").class("quiet icon").attr("aria-label", name);
    leave_for(read.attr("title", name), new, Msg::Rules(v, None))
}

/// Before another dialog opens, what is chosen here is put down.
fn leave_for(button: Make, new: &Rc<Cell<NewGame>>, msg: Msg) -> Make {
    let new = new.clone();
    button.on("click", move || {
        send(Msg::Draft(new.get()));
        send(msg.clone());
    })
}
