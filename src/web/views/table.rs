//! The table as a whole.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::super::desk::Desk;
use super::super::dom::{document, listen_active};
use super::{board, dialogs};
use crate::app::{Dialog, Engine, Model, Msg, Notice, Player, scene, sentences};
use crate::notation::write_move;
use crate::rules::Side;

/// Everything on the page.
pub(in crate::web) fn root(desk: Desk) -> impl IntoView {
    listen_active(&document(), "keydown", move |event| keys(desk, &event.unchecked_into()));
    let flipped = Memo::new(move |_| desk.model.with(|m| m.prefs.flipped));
    let top = move || if flipped.get() { Side::White } else { Side::Black };
    view! {
        <div class="table">
            <header class="bar">
                <h1>"Damka"</h1>
                <p class="rules-name">{text(desk, rules_name)}</p>
                <button class="quiet" on:click=move |_| desk.send(Msg::Open(Dialog::New))>{key(desk, "button.new")}</button>
                <button class="quiet icon" aria-label=key(desk, "button.settings") title=key(desk, "button.settings")
                    on:click=move |_| desk.send(Msg::Open(Dialog::Settings))>"⚙"</button>
                <button class="quiet icon" aria-label=key(desk, "button.help") title=key(desk, "button.help")
                    on:click=move |_| desk.send(Msg::Open(Dialog::Help))>"?"</button>
            </header>
            <main class="play">
                {plate(desk, Signal::derive(top))}
                {board::board(desk)}
                {plate(desk, Signal::derive(move || top().other()))}
                {word(desk)}
                {buttons(desk)}
            </main>
            <aside class="side">
                {about(desk)}
                {moves(desk)}
                {typing(desk)}
                {words(desk)}
            </aside>
            <p class="heard" role="status" aria-live="polite">{text(desk, |m| spoken(m))}</p>
            {dialogs::dialogs(desk)}
        </div>
    }
}

/// A text that follows the model.
pub(super) fn text(
    desk: Desk,
    of: impl Fn(&Model) -> String + Send + Sync + 'static,
) -> impl Fn() -> String + Copy + Send + Sync {
    let memo = Memo::new(move |_| desk.model.with(&of));
    move || memo.get()
}

/// A text with a key that follows the language.
pub(super) fn key(desk: Desk, key: &'static str) -> impl Fn() -> String + Copy + Send + Sync {
    text(desk, move |m| m.texts.get(key).to_owned())
}

/// A yes or no that follows the model.
pub(super) fn flag(
    desk: Desk,
    of: impl Fn(&Model) -> bool + Send + Sync + 'static,
) -> impl Fn() -> bool + Copy + Send + Sync {
    let memo = Memo::new(move |_| desk.model.with(&of));
    move || memo.get()
}

fn rules_name(m: &Model) -> String {
    m.texts.get(&format!("rules.{}", m.game.variant().name)).to_owned()
}

/// Equal sentences in a row would not be read again: an invisible mark makes them differ.
fn spoken(m: &Model) -> String {
    let (n, sentence) = &m.spoken;
    if n % 2 == 0 { sentence.clone() } else { format!("{sentence}\u{200b}") }
}

fn keys(desk: Desk, event: &KeyboardEvent) {
    let typing = event
        .target()
        .and_then(|t| t.dyn_into::<HtmlElement>().ok())
        .is_some_and(|element| ["INPUT", "TEXTAREA", "SELECT"].contains(&element.tag_name().as_str()));
    let open = desk.model.with_untracked(|m| m.dialog.is_some());
    if typing || open || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let msg = match event.key().to_lowercase().as_str() {
        "escape" => Msg::Cancel,
        "u" => Msg::Undo,
        "r" => Msg::Redo,
        "h" => Msg::Hint,
        "f" => Msg::Flip,
        "n" => Msg::Open(Dialog::New),
        "?" => Msg::Open(Dialog::Help),
        _ => return,
    };
    event.prevent_default();
    desk.send(msg);
}

fn plate(desk: Desk, side: Signal<Side>) -> impl IntoView {
    let name = Memo::new(move |_| {
        let side = side.get();
        desk.model.with(|m| {
            let mut name = m.texts.get(scene::plate_key(m, side)).to_owned();
            if m.player(side) == Player::Computer {
                let level = m.texts.fill("plate.level", &[("n", &m.level.number().to_string())]);
                name = format!("{name} · {level}");
            }
            name
        })
    });
    let lost = Memo::new(move |_| {
        let other = side.get().other();
        desk.model.with(|m| {
            let n = scene::captured_count(m, other) as usize;
            if n == 0 { String::new() } else { m.texts.count("plate.captured", n, &[]) }
        })
    });
    let left = Memo::new(move |_| {
        let side = side.get();
        desk.model.with(|m| {
            let (men, kings) = m.game.position().material(side);
            m.texts.count("pieces", (men + kings) as usize, &[])
        })
    });
    let turn = Memo::new(move |_| desk.model.with(|m| m.ongoing() && m.turn() == side.get()));
    view! {
        <div class="plate" class:turn=move || turn.get()>
            <span class="disc" class:black=move || side.get() == Side::Black aria-hidden="true"></span>
            <span class="who">{move || name.get()}</span>
            <span class="left">{move || left.get()}</span>
            <span class="lost">{move || lost.get()}</span>
        </div>
    }
}

/// The line under the board: how the game stands, or the last word to the player.
fn word(desk: Desk) -> impl IntoView {
    let sentence = text(desk, |m| {
        if let Some(notice) = &m.notice {
            return sentences::notice(&m.texts, m.game.position(), notice);
        }
        if let Some(hint) = &m.hint {
            return sentences::hint(&m.texts, m.game.position(), hint);
        }
        sentences::status(&m.texts, m)
    });
    let thinking = text(desk, |m| match m.engine {
        Engine::Thinking { depth, .. } if depth > 0 && m.notice.is_none() => {
            m.texts.count("thinking.depth", depth as usize, &[])
        }
        _ => String::new(),
    });
    let loud =
        flag(desk, |m| m.notice.is_some() && !matches!(m.notice, Some(Notice::Say("copied" | "paste.done"))));
    let over = flag(desk, |m| !m.ongoing());
    let law = text(desk, |m| match &m.notice {
        Some(Notice::Refused(refusal)) => refusal.why.law().to_owned(),
        _ => String::new(),
    });
    view! {
        <div class="word" class:loud=loud class:over=over>
            <p>{sentence}</p>
            <small>{thinking}{law}</small>
        </div>
    }
}

fn buttons(desk: Desk) -> impl IntoView {
    let thinking = flag(desk, |m| matches!(m.engine, Engine::Thinking { hint: false, .. }));
    let no_undo = flag(desk, |m| !m.can_undo());
    let no_redo = flag(desk, |m| !m.can_redo());
    let no_hint = flag(desk, |m| !m.persons_turn());
    let touch_move = flag(desk, |m| m.touch_move);
    view! {
        <div class="buttons" role="group">
            <button on:click=move |_| desk.send(Msg::Undo) disabled=no_undo>
                <span aria-hidden="true">"↶"</span>{key(desk, "button.undo")}</button>
            <button on:click=move |_| desk.send(Msg::Redo) disabled=no_redo>
                <span aria-hidden="true">"↷"</span>{key(desk, "button.redo")}</button>
            <Show when=thinking fallback=move || view! {
                <button on:click=move |_| desk.send(Msg::Hint) disabled=no_hint>
                    <span aria-hidden="true">"✦"</span>{key(desk, "button.hint")}</button>
            }>
                <button on:click=move |_| desk.send(Msg::MoveNow)>
                    <span aria-hidden="true">"⏩"</span>{key(desk, "button.move-now")}</button>
            </Show>
            <Show when=touch_move>
                <button on:click=move |_| desk.send(Msg::Adjust)>
                    <span aria-hidden="true">"☝"</span>{key(desk, "button.adjust")}</button>
            </Show>
            <button on:click=move |_| desk.send(Msg::Open(Dialog::Menu))>
                <span aria-hidden="true">"☰"</span>{key(desk, "button.menu")}</button>
        </div>
    }
}

/// What is special in the rule set being played (case B014).
fn about(desk: Desk) -> impl IntoView {
    view! {
        <section class="about">
            <h2>{text(desk, rules_name)}</h2>
            <p>{text(desk, |m| m.texts.get(&format!("about.{}", m.game.variant().name)).to_owned())}</p>
        </section>
    }
}

/// The moves as a numbered list of pairs; each is a button that shows the position after it.
fn moves(desk: Desk) -> impl IntoView {
    let written = Memo::new(move |_| {
        desk.model.with(|m| {
            let moves: Vec<String> = m
                .game
                .all_moves()
                .iter()
                .enumerate()
                .filter_map(|(ply, played)| Some(write_move(m.game.position_at(ply)?, played)))
                .collect();
            let black_begins = m.game.start().turn() == Side::Black;
            (moves, black_begins && m.game.variant().first == Side::White)
        })
    });
    let ply = Memo::new(move |_| desk.model.with(|m| m.game.ply()));
    let none = flag(desk, |m| m.game.is_empty());
    let list = move || {
        let (moves, gap) = written.get();
        let cells: Vec<Option<(usize, String)>> = std::iter::repeat_n(None, usize::from(gap))
            .chain(moves.into_iter().enumerate().map(|(i, text)| Some((i + 1, text))))
            .collect();
        cells
            .chunks(2)
            .map(|pair| {
                let buttons = pair
                    .iter()
                    .map(|cell| match cell {
                        None => view! { <span class="gap">"…"</span> }.into_any(),
                        Some((n, text)) => {
                            let n = *n;
                            view! {
                                <button class="move" class:now=move || ply.get() == n
                                    aria-current=move || if ply.get() == n { "step" } else { "false" }
                                    on:click=move |_| desk.send(Msg::GoTo(n))>{text.clone()}</button>
                            }
                            .into_any()
                        }
                    })
                    .collect_view();
                view! { <li>{buttons}</li> }
            })
            .collect_view()
    };
    view! {
        <section class="moves">
            <h2>{key(desk, "moves.title")}</h2>
            <Show when=none><p class="empty">{key(desk, "moves.none")}</p></Show>
            <ol>{list}</ol>
        </section>
    }
}

/// A field for a move in notation.
fn typing(desk: Desk) -> impl IntoView {
    let field = NodeRef::<leptos::html::Input>::new();
    let example = text(desk, |m| {
        let example = m
            .game
            .position()
            .legal_moves()
            .first()
            .map(|first| write_move(m.game.position(), first))
            .unwrap_or_default();
        m.texts.fill("move.example", &[("move", &example)])
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(input) = field.get_untracked() {
            let typed = input.value();
            if !typed.trim().is_empty() {
                desk.send(Msg::Type(typed));
                input.set_value("");
            }
        }
    };
    view! {
        <form class="typing" on:submit=submit>
            <label>{key(desk, "move.field")}
                <input node_ref=field type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=example/>
            </label>
            <button type="submit">{key(desk, "button.play")}</button>
        </form>
    }
}

/// The position in words, for those who can't see the board.
fn words(desk: Desk) -> impl IntoView {
    view! {
        <details class="words">
            <summary>{key(desk, "position.title")}</summary>
            <p>{text(desk, |m| sentences::position(&m.texts, m.game.position()))}</p>
        </details>
    }
}
