//! What opens over the table: one dialog element, whose content follows the model.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

use super::super::desk::Desk;
use super::table::{flag, key, text};
use crate::app::strings::Lang;
use crate::app::{Dialog, Level, Msg, NewGame, Player, Prefs, Theme, sentences};
use crate::notation::{Style, write_fen};
use crate::rules::{Side, variant};

/// The dialog.
pub(super) fn dialogs(desk: Desk) -> impl IntoView {
    let element = NodeRef::<html::Dialog>::new();
    let open = Memo::new(move |_| desk.model.with(|m| m.dialog));
    Effect::new(move |_| {
        let Some(dialog) = element.get() else { return };
        match (open.get().is_some(), dialog.open()) {
            // A browser without modal dialogs shows it in place.
            (true, false) => drop(dialog.show_modal().or_else(|_| dialog.set_attribute("open", ""))),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let closed = move |_| {
        if desk.model.with_untracked(|m| m.dialog.is_some()) {
            desk.send(Msg::Close);
        }
    };
    let content = move || {
        let content = match open.get()? {
            Dialog::New => new_game(desk).into_any(),
            Dialog::Menu => menu(desk).into_any(),
            Dialog::Settings => settings(desk).into_any(),
            Dialog::Exchange => exchange(desk).into_any(),
            Dialog::Help => help(desk).into_any(),
            Dialog::DrawOffer => draw_offer(desk).into_any(),
            Dialog::Resign => resign(desk).into_any(),
        };
        Some(content)
    };
    view! { <dialog node_ref=element on:close=closed aria-labelledby="dialog-title">{content}</dialog> }
}

fn title(desk: Desk, name: &'static str) -> impl IntoView {
    view! {
        <header>
            <h2 id="dialog-title">{key(desk, name)}</h2>
            <button class="quiet icon" aria-label=key(desk, "button.close") on:click=move |_| desk.send(Msg::Close)>"✕"</button>
        </header>
    }
}

fn selected(event: &Event) -> String {
    event
        .target()
        .and_then(|target| target.dyn_into::<HtmlSelectElement>().ok())
        .map(|select| select.value())
        .unwrap_or_default()
}

fn checked(event: &Event) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        .is_some_and(|input| input.checked())
}

/// A row of choices of which one is taken.
fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
    desk: Desk,
    legend: &'static str,
    name: &'static str,
    value: RwSignal<T>,
    options: Vec<(T, &'static str)>,
) -> impl IntoView {
    let options = options
        .into_iter()
        .map(|(option, label)| {
            view! {
                <label class="choice">
                    <input type="radio" name=name prop:checked=move || value.get() == option
                        on:change=move |_| value.set(option)/>
                    <span>{key(desk, label)}</span>
                </label>
            }
        })
        .collect_view();
    view! { <fieldset><legend>{key(desk, legend)}</legend>{options}</fieldset> }
}

fn new_game(desk: Desk) -> impl IntoView {
    let now = desk.model.with_untracked(|m| NewGame {
        rules: m.game.variant().name,
        players: m.players,
        level: m.level,
        touch_move: m.touch_move,
    });
    let rules = RwSignal::new(now.rules);
    let friend = RwSignal::new(now.players == [Player::Person; 2]);
    let colour = RwSignal::new(if now.players == [Player::Computer, Player::Person] {
        Side::Black
    } else {
        Side::White
    });
    let level = RwSignal::new(now.level);
    let touch_move = RwSignal::new(now.touch_move);
    let sets = variant::ALL
        .into_iter()
        .map(|v| {
            let name = text(desk, move |m| m.texts.get(&format!("rules.{}", v.name)).to_owned());
            view! { <option value=v.name selected=move || rules.get() == v.name>{name}</option> }
        })
        .collect_view();
    let about = move || {
        let name = rules.get();
        desk.model.with(|m| {
            let about = m.texts.get(&format!("about.{name}")).to_owned();
            let first = crate::rules::Variant::named(name).map_or(Side::White, |v| v.first);
            let first =
                m.texts.fill("new.first", &[("side", &sentences::side(&m.texts, first).to_lowercase())]);
            format!("{about} {first}")
        })
    };
    let levels = (Level::FIRST..=Level::LAST)
        .filter_map(Level::new)
        .map(|l| {
            let name = text(desk, move |m| m.texts.get(&format!("level.{}", l.number())).to_owned());
            view! { <option value=l.number() selected=move || level.get() == l>{name}</option> }
        })
        .collect_view();
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let players = match (friend.get_untracked(), colour.get_untracked()) {
            (true, _) => [Player::Person; 2],
            (false, Side::White) => [Player::Person, Player::Computer],
            (false, Side::Black) => [Player::Computer, Player::Person],
        };
        desk.send(Msg::New(NewGame {
            rules: rules.get_untracked(),
            players,
            level: level.get_untracked(),
            touch_move: touch_move.get_untracked(),
        }));
    };
    view! {
        {title(desk, "new.title")}
        <form on:submit=start>
            <label class="field">{key(desk, "new.rules")}
                <select on:change=move |e| {
                    let name = selected(&e);
                    if let Some(v) = crate::rules::Variant::named(&name) { rules.set(v.name) }
                }>{sets}</select>
            </label>
            <p class="note">{about}</p>
            {choice(desk, "new.opponent", "opponent", friend, vec![(false, "new.computer"), (true, "new.friend")])}
            <Show when=move || !friend.get()>
                {choice(desk, "new.colour", "colour", colour, vec![(Side::White, "new.white"), (Side::Black, "new.black")])}
                <label class="field">{key(desk, "new.level")}
                    <select on:change=move |e| {
                        if let Some(l) = selected(&e).parse().ok().and_then(Level::new) { level.set(l) }
                    }>{levels.clone()}</select>
                </label>
            </Show>
            <label class="choice"><input type="checkbox" prop:checked=move || touch_move.get()
                on:change=move |e| touch_move.set(checked(&e))/><span>{key(desk, "new.touch-move")}</span></label>
            <button type="submit" class="main">{key(desk, "button.start")}</button>
        </form>
    }
}

fn menu(desk: Desk) -> impl IntoView {
    let over = flag(desk, |m| !m.ongoing());
    let no_draw = flag(desk, |m| !m.ongoing() || !m.two_people());
    let item = move |name: &'static str, msg: Msg| {
        view! {
            <button on:click=move |_| {
                desk.send(Msg::Close);
                desk.send(msg.clone());
            }>{key(desk, name)}</button>
        }
    };
    view! {
        {title(desk, "button.menu")}
        <div class="menu">
            {item("button.flip", Msg::Flip)}
            <button disabled=over on:click=move |_| desk.send(Msg::Open(Dialog::Resign))>{key(desk, "button.resign")}</button>
            <button disabled=no_draw on:click=move |_| { desk.send(Msg::Close); desk.send(Msg::OfferDraw); }>{key(desk, "button.draw")}</button>
            {item("button.restart", Msg::Restart)}
            {item("button.exchange", Msg::Open(Dialog::Exchange))}
            {item("button.settings", Msg::Open(Dialog::Settings))}
            {item("button.help", Msg::Open(Dialog::Help))}
        </div>
    }
}

fn settings(desk: Desk) -> impl IntoView {
    let change = move |edit: &dyn Fn(&mut Prefs)| {
        let mut prefs = desk.model.with_untracked(|m| m.prefs.clone());
        edit(&mut prefs);
        desk.send(Msg::Prefs(prefs));
    };
    let prefs = move |of: fn(&Prefs) -> String| move || desk.model.with(|m| of(&m.prefs));
    let lang = prefs(|p| p.lang.map_or("", Lang::code).to_owned());
    let theme = prefs(|p| {
        match p.theme {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
        .to_owned()
    });
    let motion = prefs(|p| {
        match p.still {
            None => "system",
            Some(false) => "full",
            Some(true) => "still",
        }
        .to_owned()
    });
    let names = flag(desk, |m| m.prefs.coordinates);
    let show = flag(desk, |m| m.prefs.show_moves);
    view! {
        {title(desk, "settings.title")}
        <label class="field">{key(desk, "settings.language")}
            <select prop:value=lang on:change=move |e| {
                let code = selected(&e);
                change(&|p| p.lang = Lang::with_code(&code));
            }>
                <option value="">{key(desk, "settings.as-browser")}</option>
                {Lang::ALL.map(|l| view! { <option value=l.code() lang=l.code() selected=move || lang() == l.code()>{l.name()}</option> })}
            </select>
        </label>
        <label class="field">{key(desk, "settings.theme")}
            <select on:change=move |e| {
                let theme = match selected(&e).as_str() { "light" => Theme::Light, "dark" => Theme::Dark, _ => Theme::System };
                change(&|p| p.theme = theme);
            }>
                <option value="system" selected=move || theme() == "system">{key(desk, "settings.theme.system")}</option>
                <option value="light" selected=move || theme() == "light">{key(desk, "settings.theme.light")}</option>
                <option value="dark" selected=move || theme() == "dark">{key(desk, "settings.theme.dark")}</option>
            </select>
        </label>
        <label class="field">{key(desk, "settings.motion")}
            <select on:change=move |e| {
                let still = match selected(&e).as_str() { "full" => Some(false), "still" => Some(true), _ => None };
                change(&|p| p.still = still);
            }>
                <option value="system" selected=move || motion() == "system">{key(desk, "settings.motion.system")}</option>
                <option value="full" selected=move || motion() == "full">{key(desk, "settings.motion.full")}</option>
                <option value="still" selected=move || motion() == "still">{key(desk, "settings.motion.still")}</option>
            </select>
        </label>
        <label class="choice"><input type="checkbox" prop:checked=names
            on:change=move |e| { let on = checked(&e); change(&|p| p.coordinates = on) }/>
            <span>{key(desk, "settings.coordinates")}</span></label>
        <label class="choice"><input type="checkbox" prop:checked=show
            on:change=move |e| { let on = checked(&e); change(&|p| p.show_moves = on) }/>
            <span>{key(desk, "settings.show-moves")}</span></label>
    }
}

fn exchange(desk: Desk) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let read = move |_| {
        let typed = field.get_untracked().map(|f| f.unchecked_into::<HtmlTextAreaElement>().value());
        if let Some(typed) = typed.filter(|t| !t.trim().is_empty()) {
            desk.send(Msg::Paste(typed));
        }
    };
    let wrong = text(desk, |m| match &m.notice {
        Some(notice @ crate::app::Notice::Wrong(..)) => {
            sentences::notice(&m.texts, m.game.position(), notice)
        }
        _ => String::new(),
    });
    view! {
        {title(desk, "exchange.title")}
        <label class="field">{key(desk, "exchange.position")}
            <textarea readonly rows="2" class="fen" prop:value=text(desk, |m| write_fen(m.game.position(), Style::Official))></textarea>
        </label>
        <button on:click=move |_| desk.send(Msg::CopyPosition)>{key(desk, "button.copy")}</button>
        <label class="field">{key(desk, "exchange.game")}
            <textarea readonly rows="6" class="pdn" prop:value=text(desk, sentences::pdn)></textarea>
        </label>
        <button on:click=move |_| desk.send(Msg::CopyGame)>{key(desk, "button.copy")}</button>
        <label class="field">{key(desk, "exchange.paste")}
            <textarea node_ref=field rows="4" class="paste" spellcheck="false"></textarea>
        </label>
        <p class="wrong" role="alert">{wrong}</p>
        <button class="main" on:click=read>{key(desk, "button.read")}</button>
    }
}

fn help(desk: Desk) -> impl IntoView {
    let lines = ["help.goal", "help.move", "help.capture", "help.route", "help.refused", "help.keys"];
    view! {
        {title(desk, "help.title")}
        <p>{text(desk, |m| m.texts.get(&format!("about.{}", m.game.variant().name)).to_owned())}</p>
        {lines.map(|line| view! { <p>{key(desk, line)}</p> })}
    }
}

fn draw_offer(desk: Desk) -> impl IntoView {
    let question = text(desk, |m| {
        m.texts.get(if m.turn() == Side::White { "draw-offer.white" } else { "draw-offer.black" }).to_owned()
    });
    view! {
        {title(desk, "draw-offer.title")}
        <p>{question}</p>
        <div class="menu">
            <button class="main" on:click=move |_| desk.send(Msg::AnswerDraw(true))>{key(desk, "button.accept")}</button>
            <button on:click=move |_| desk.send(Msg::AnswerDraw(false))>{key(desk, "button.decline")}</button>
        </div>
    }
}

fn resign(desk: Desk) -> impl IntoView {
    let sentence = text(desk, |m| {
        m.texts.get(if m.resigning() == Side::White { "resign.white" } else { "resign.black" }).to_owned()
    });
    view! {
        {title(desk, "resign.title")}
        <p>{sentence}</p>
        <div class="menu">
            <button class="main" on:click=move |_| desk.send(Msg::Resign)>{key(desk, "button.resign")}</button>
            <button on:click=move |_| desk.send(Msg::Close)>{key(desk, "button.cancel")}</button>
        </div>
    }
}
