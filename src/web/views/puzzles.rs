//! The panel of the puzzle room: what to solve, and how the puzzle on the board stands.

use web_sys::HtmlElement;

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_flag, set_text};
use super::dialogs::list;
use super::lead::{Stand, lead};
use super::moves::move_field;
use super::picture::Still;
use super::table::button;
use crate::app::puzzles::{Ask, Difficulty, Kind, Stage, Task};
use crate::app::strings::Texts;
use crate::app::{Model, Msg};
use crate::puzzles::Theme;
use crate::rules::{Side, Variant, variant};

/// The panel.
pub(super) struct Puzzles {
    /// How the player stands.
    standing: HtmlElement,
    trouble: HtmlElement,
    /// The choice of puzzles.
    choice: HtmlElement,
    day: HtmlElement,
    still: Still,
    again: HtmlElement,
    themes: HtmlElement,
    solve: HtmlElement,
    /// For which rule set the themes stand there, and which of them.
    listed: Option<(&'static str, u32)>,
    /// The puzzle on the board.
    task: HtmlElement,
    what: HtmlElement,
    about: HtmlElement,
    hint: HtmlElement,
    solution: HtmlElement,
    retry: HtmlElement,
    next: HtmlElement,
    typing: HtmlElement,
}

fn ask(ask: Ask) -> impl Fn() + 'static {
    move || send(Msg::Puzzles(ask))
}

fn asker(t: &Texts, key: &str, what: Ask) -> HtmlElement {
    button(t, key, ask(what)).done()
}

impl Puzzles {
    /// The panel's contents, and what keeps them up to date.
    pub(super) fn new(m: &Model) -> (Vec<Make>, Self) {
        let t = &m.texts;
        let own = m.puzzle_rules();
        let standing = make("p").class("note").done();
        let trouble = make("p").class("trouble").attr("role", "alert").done();
        let day = asker(t, "puzzles.day", Ask::Day);
        let still = Still::new();
        let again = asker(t, "puzzles.again", Ask::Again);
        let rules = variant::ALL.map(|v| {
            (v.name.to_owned(), t.get(&["rules.", v.name].concat()).to_owned(), std::ptr::eq(v, own))
        });
        let levels = Difficulty::NAMED.map(|(name, level)| {
            (
                name.to_owned(),
                t.get(&["puzzles.level.", name].concat()).to_owned(),
                m.puzzles.difficulty == level,
            )
        });
        let themes = make("div").done();
        let solve = button(t, "puzzles.solve", ask(Ask::Any)).class("main").done();
        let choice = make("div")
            .class("choice-of-puzzles")
            .with(make("h2").text(t.get("puzzles.title")))
            .with(make("p").class("note").text(t.get("puzzles.intro")))
            .with(list(t.get("puzzles.rules"), rules, |name| {
                if let Some(rules) = Variant::named(&name) {
                    send(Msg::Puzzles(Ask::Rules(rules)));
                }
            }))
            .with(make("div").class("day").with(&still.element).with(&day))
            .with(&again)
            .with(list(t.get("puzzles.level"), levels, |name| {
                let level = Difficulty::NAMED.into_iter().find(|(own, _)| *own == name);
                send(Msg::Puzzles(Ask::Difficulty(
                    level.map_or_else(Difficulty::default, |(_, level)| level),
                )));
            }))
            .with(&themes)
            .with(&solve)
            .done();
        let what = make("h2").done();
        let about = make("p").class("note").done();
        let hint = asker(t, "puzzles.hint", Ask::Hint);
        let solution = asker(t, "puzzles.solution", Ask::Solution);
        let retry = button(t, "puzzles.try-again", ask(Ask::TryAgain)).class("main").done();
        let next = button(t, "puzzles.next", ask(Ask::Any)).class("main").done();
        let typing = move_field(t).0.done();
        let task = make("div")
            .class("task")
            .with(&what)
            .with(&about)
            .with(make("div").class("row").with(&next).with(&retry).with(&hint).with(&solution).with(button(
                t,
                "puzzles.leave",
                ask(Ask::Leave),
            )))
            .with(&typing)
            .done();
        let parts = [&choice, &trouble, &task, &standing].map(Make::from).into();
        let panel = Self {
            standing,
            trouble,
            choice,
            day,
            still,
            again,
            themes,
            solve,
            listed: None,
            task,
            what,
            about,
            hint,
            solution,
            retry,
            next,
            typing,
        };
        (parts, panel)
    }

    pub(super) fn update(&mut self, m: &Model) {
        let (t, stand) = (&m.texts, Stand::now());
        let room = &m.puzzles;
        let rules = m.puzzle_rules();
        let task = room.task.as_ref();
        set_text(&self.standing, &standing(m, rules));
        let word = match (room.trouble, room.waiting) {
            (Some(key), _) => key,
            (None, Some(_)) => "puzzles.waiting",
            (None, None) => "",
        };
        set_text(&self.trouble, if word.is_empty() { "" } else { t.get(word) });
        set_flag(&self.trouble, "hidden", word.is_empty());
        set_flag(&self.choice, "hidden", task.is_some());
        set_flag(&self.task, "hidden", task.is_none());
        if let Some(task) = task {
            self.show(m, task);
        } else {
            self.offer(m, rules);
        }
        // The keyboard goes on where the next act is.
        let stage = task.map(|task| task.stage);
        if stand.is_lost(matches!(stage, Some(Stage::Refuted | Stage::Done))) {
            match stage {
                None => lead(Some(&self.solve)),
                Some(Stage::Done) => lead(Some(&self.next)),
                Some(Stage::Refuted) => lead(Some(&self.retry)),
                Some(Stage::Solve | Stage::Wrong) => lead(None),
            }
        }
    }

    fn offer(&mut self, m: &Model, rules: &'static Variant) {
        let t = &m.texts;
        let room = &m.puzzles;
        let due = room.progress.due(rules.name, m.day()).count();
        set_text(&self.again, &t.count("puzzles.again", due, &[]));
        set_flag(&self.again, "hidden", due == 0);
        let done = room.progress.has_daily(rules.name, m.day());
        set_text(&self.day, t.get(if done { "puzzles.day-done" } else { "puzzles.day" }));
        let position = m.day_puzzle();
        self.still.show(m, position, position.is_some_and(|position| position.turn() == Side::Black));
        let there =
            room.shelves(rules.name).unwrap_or_default().iter().fold(0, |set, shelf| set | shelf.themes);
        if self.listed != Some((rules.name, there)) {
            self.listed = Some((rules.name, there));
            let any = (String::new(), t.get("puzzles.theme.any").to_owned(), room.theme.is_none());
            let themes = Theme::of(there)
                .map(|theme| (theme.name().to_owned(), named(t, theme), room.theme == Some(theme)));
            self.themes.set_text_content(None);
            Make::from(&self.themes).with(list(
                t.get("puzzles.theme"),
                std::iter::once(any).chain(themes),
                |name| {
                    send(Msg::Puzzles(Ask::Theme(Theme::named(&name))));
                },
            ));
        }
    }

    fn show(&self, m: &Model, task: &Task) {
        let t = &m.texts;
        let done = task.stage == Stage::Done;
        let what = match task.kind {
            Kind::Day => t.get("puzzles.day").to_owned(),
            Kind::Again => t.get("puzzles.again-title").to_owned(),
            Kind::Any => t.fill("puzzles.rated", &[("n", &task.puzzle.rating.to_string())]),
        };
        set_text(&self.what, &what);
        set_text(&self.about, &if done { after(m, task) } else { before(t, task) });
        set_flag(&self.hint, "hidden", task.stage != Stage::Solve);
        set_flag(&self.solution, "hidden", done);
        set_flag(&self.retry, "hidden", task.stage != Stage::Refuted);
        set_flag(&self.next, "hidden", !done);
        set_flag(&self.typing, "hidden", done);
        set_attr(&self.task, "data-ply", &task.ply.to_string());
        set_attr(
            &self.task,
            "data-stage",
            match task.stage {
                Stage::Solve => "solve",
                Stage::Wrong => "wrong",
                Stage::Refuted => "refuted",
                Stage::Done => "done",
            },
        );
    }
}

/// What is to be done.
fn before(t: &Texts, task: &Task) -> String {
    t.get(if task.solver() == Side::White { "puzzles.task-white" } else { "puzzles.task-black" }).to_owned()
}

/// What was in it, and what it changed.
fn after(m: &Model, task: &Task) -> String {
    let t = &m.texts;
    let (given, taken) = task.puzzle.given_and_taken();
    let mut text = t.fill("puzzles.balance", &[("given", &given.to_string()), ("taken", &taken.to_string())]);
    let themes: Vec<String> = Theme::of(task.puzzle.themes).map(|theme| named(t, theme)).collect();
    if !themes.is_empty() {
        text.push(' ');
        text.push_str(&t.fill("puzzles.in-it", &[("themes", &themes.join(", "))]));
    }
    if let Some((before, after)) = task.change {
        text.push(' ');
        let (before, after) = (before.to_string(), after.to_string());
        text.push_str(&t.fill("puzzles.change", &[("before", &before), ("after", &after)]));
    }
    text
}

/// A theme's name.
fn named(t: &Texts, theme: Theme) -> String {
    t.get(&["puzzles.theme.", theme.name()].concat()).to_owned()
}

/// Rating and streak.
fn standing(m: &Model, rules: &Variant) -> String {
    let t = &m.texts;
    let progress = &m.puzzles.progress;
    let rating = progress.rating(rules.name);
    let key = if rating.is_guess() { "puzzles.rating-guess" } else { "puzzles.rating" };
    let mut text = t.fill(key, &[("n", &rating.points().to_string())]);
    let days = progress.streak.on(m.day()) as usize;
    if days > 0 {
        text.push(' ');
        text.push_str(&t.count("puzzles.streak", days, &[]));
    }
    text
}
