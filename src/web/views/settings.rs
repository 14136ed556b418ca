//! The settings, each with its effect at once, and a small board that shows it.

use std::cell::RefCell;

use wasm_bindgen::JsCast;

use super::super::board_canvas::BoardCanvas;
use super::super::desk::{send, with_model};
use super::super::dom::{Make, after, make};
use super::dialogs::{list, tick};
use super::table::button;
use crate::ai::Style;
use crate::app::look::{Board, Pieces, Turning};
use crate::app::scene::sample;
use crate::app::strings::{Lang, Texts};
use crate::app::{Dialog, LONGER, Model, Msg, Prefs, Theme};

thread_local! {
    /// The board of the open dialog.
    static PREVIEW: RefCell<Option<BoardCanvas>> = const { RefCell::new(None) };
}

fn show_preview() {
    PREVIEW.with_borrow(|preview| {
        if let Some(board) = preview {
            board.refresh_theme();
            board.request();
        }
    });
}

fn change(edit: impl FnOnce(&mut Prefs)) {
    let mut prefs = with_model(|m| m.prefs.clone());
    edit(&mut prefs);
    send(Msg::Prefs(prefs));
    show_preview();
}

/// A list of what a table such as [`Board::NAMED`] offers.
fn choice<T: Copy + PartialEq + 'static>(
    t: &Texts,
    key: &str,
    named: &'static [(&'static str, T)],
    now: T,
    set: fn(&mut Prefs, T),
) -> Make {
    let options = named.iter().map(|(name, value)| {
        ((*name).to_owned(), t.get(&[key, ".", name].concat()).to_owned(), *value == now)
    });
    list(t.get(key), options, move |name| {
        if let Some((_, value)) = named.iter().find(|(own, _)| *own == name) {
            change(|prefs| set(prefs, *value));
        }
    })
}

fn preview() -> Make {
    let canvas = make("canvas").attr("aria-hidden", "true").done();
    let frame = make("div").class("board").with(&canvas).done();
    let room = make("div").class("preview").with(&frame).done();
    let board = BoardCanvas::new(canvas.unchecked_into(), frame, room.clone(), Box::new(|_| sample()));
    PREVIEW.set(board);
    // Its room has a size only once the dialog is open.
    after(0, show_preview);
    Make::from(&room)
}

/// All settings as they were at first, but for the language, the strength and the clock chosen last.
fn reset() {
    change(|prefs| {
        let Prefs { lang, flipped, level, clock, .. } = *prefs;
        *prefs = Prefs { lang, flipped, level, clock, ..Prefs::default() };
    });
    // The dialog is made when it opens.
    send(Msg::Close);
    send(Msg::Open(Dialog::Settings));
}

pub(super) fn settings(m: &Model) -> Make {
    let t = &m.texts;
    let prefs = &m.prefs;
    let named = |key: &str| t.get(key).to_owned();
    let languages = std::iter::once((String::new(), named("settings.as-browser"), prefs.lang.is_none()))
        .chain(Lang::ALL.map(|l| (l.code().to_owned(), l.name().to_owned(), prefs.lang == Some(l))));
    let hints = [0, 1, 3, 5, 10].map(|n: u8| {
        let name = if n == 0 { named("settings.hints-free") } else { n.to_string() };
        (n.to_string(), name, prefs.hints == n)
    });
    let longer = LONGER.map(|n| {
        let name = match n {
            0 => named("engine.longer.no"),
            _ => t.fill("engine.longer.seconds", &[("n", &n.to_string())]),
        };
        (n.to_string(), name, prefs.longer == n)
    });
    let coach: [(&str, bool, Set); 3] = [
        ("settings.threats", prefs.threats, |p, on| p.threats = on),
        ("settings.lights", prefs.lights, |p, on| p.lights = on),
        ("settings.sure", prefs.sure, |p, on| p.sure = on),
    ];
    let ticks: [(&str, bool, Set); 9] = [
        ("settings.coordinates", prefs.coordinates, |p, on| p.coordinates = on),
        ("settings.show-moves", prefs.show_moves, |p, on| p.show_moves = on),
        ("settings.quick", prefs.quick, |p, on| p.quick = on),
        ("settings.confirm", prefs.confirm, |p, on| p.confirm = on),
        ("settings.premove", prefs.premove, |p, on| p.premove = on),
        ("settings.sound", prefs.sound, |p, on| p.sound = on),
        ("settings.shake", prefs.shake, |p, on| p.shake = on),
        ("engine.show", prefs.show_thinking, |p, on| p.show_thinking = on),
        ("engine.at-once", prefs.at_once, |p, on| p.at_once = on),
    ];
    make("div")
        .class("settings")
        .with(preview())
        .with(list(t.get("settings.language"), languages, |code| change(|p| p.lang = Lang::with_code(&code))))
        .with(choice(t, "settings.theme", &Theme::NAMED, prefs.theme, |p, theme| p.theme = theme))
        .with(choice(t, "settings.board", &Board::NAMED, prefs.board, |p, board| p.board = board))
        .with(choice(t, "settings.pieces", &Pieces::NAMED, prefs.pieces, |p, pieces| p.pieces = pieces))
        .with(choice(t, "settings.motion", &MOTIONS, prefs.still, |p, still| p.still = still))
        .with(choice(t, "settings.turning", &Turning::NAMED, prefs.turning, |p, turning| p.turning = turning))
        .with(choice(t, "settings.style", &Style::NAMED, prefs.style, |p, style| p.style = style))
        .with_all(ticks.map(|(key, on, set)| tick(t.get(key), on, move |on| change(|p| set(p, on)))))
        .with(list(t.get("engine.longer"), longer, |n| change(|p| p.longer = n.parse().unwrap_or(0))))
        .with(make("h3").text(t.get("settings.coach")))
        .with(list(t.get("settings.hints"), hints, |n| change(|p| p.hints = n.parse().unwrap_or(0))))
        .with_all(coach.map(|(key, on, set)| tick(t.get(key), on, move |on| change(|p| set(p, on)))))
        .with(button(t, "settings.reset", reset))
}

/// Writes what was ticked.
type Set = fn(&mut Prefs, bool);

const MOTIONS: [(&str, Option<bool>); 3] = [("system", None), ("full", Some(false)), ("still", Some(true))];
