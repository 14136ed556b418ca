//! The room of lessons: the list by chapters, and what stands beside the board in a lesson.

use web_sys::HtmlElement;

use super::super::desk::send;
use super::super::dom::{Make, make, set_attr, set_class, set_flag, set_text, window};
use super::lead::{Stand, lead, lead_to};
use super::teacher::Teacher;
use crate::app::learn::course::{Ask, Board};
use crate::app::learn::player::{Act, Player, Stage};
use crate::app::learn::progress::Progress;
use crate::app::learn::words::{Values, Words};
use crate::app::learn::{LearnMsg, Room};
use crate::app::{Model, Msg, Notice, Place};

/// What the panel shows.
pub(super) struct Learn {
    list: HtmlElement,
    /// That something could not be fetched.
    trouble: HtmlElement,
    lesson: Lesson,
    teacher: Teacher,
    /// What the list was made of: it is made anew when that changes.
    made: String,
    /// The lesson that had the board last.
    left: Option<String>,
}

fn press(msg: LearnMsg) -> impl Fn() + 'static {
    move || send(Msg::Learn(msg.clone()))
}

fn button(text: &str, msg: LearnMsg) -> Make {
    make("button").attr("type", "button").text(text).on("click", press(msg))
}

/// Where the lessons have no words in the page's language, that they are in English; said in the page's.
pub(super) fn other_language(m: &Model, words: &Words) -> Option<Make> {
    let own = m.texts.lang();
    let note = || make("p").attr("lang", own.code()).text(m.texts.get("learn.in-english"));
    (words.lang() != own).then(note)
}

/// `★★☆`: stars earned, of three.
pub(super) fn stars(n: u8) -> String {
    (0..Progress::MOST).map(|i| if i < n { '★' } else { '☆' }).collect()
}

/// Keys of the words for so many stars.
pub(super) const STARS: [&str; 4] = ["stars.0", "stars.1", "stars.2", "stars.3"];

impl Learn {
    /// Fills the panel of the room.
    pub(super) fn new(panel: &HtmlElement) -> Self {
        let list = make("div").class("lessons").done();
        let trouble = make("p").class("trouble").done();
        let lesson = Lesson::new();
        let teacher = Teacher::new();
        // Empty until their words have come.
        set_flag(&lesson.element, "hidden", true);
        set_flag(teacher.element(), "hidden", true);
        Make::from(panel).with(&trouble).with(&list).with(&lesson.element).with(teacher.element());
        Self { list, trouble, lesson, teacher, made: String::new(), left: None }
    }

    pub(super) fn update(&mut self, m: &Model) {
        let room = &m.learn;
        let (here, stand) = (m.place == Place::Learn, Stand::now());
        if here && room.player.is_some() != self.list.has_attribute("hidden") {
            // The board, or the list, begins at the top.
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        set_flag(&self.list, "hidden", room.player.is_some());
        set_flag(&self.lesson.element, "hidden", room.player.is_none() || room.words.is_none());
        let missing = if here && room.is_missing() { m.texts.get("trouble.fetch") } else { "" };
        set_text(&self.trouble, missing);
        set_flag(&self.trouble, "hidden", missing.is_empty());
        let (Some(words), true) = (&room.words, here) else { return };
        if let Some(player) = &room.player {
            self.lesson.update(m, words, player, &stand);
        } else {
            self.make_list(m, words);
            if stand.is_lost(false)
                && let Some(id) = &self.left
            {
                lead_to(&[".lessons [data-lesson=\"", id, "\"]"].concat());
            }
        }
        self.left = room.player.as_ref().map(|player| player.lesson.clone());
        for part in [&self.list, &self.lesson.element] {
            set_attr(part, "lang", words.lang().code());
        }
        self.teacher.update(m, words);
    }

    fn make_list(&mut self, m: &Model, words: &Words) {
        let room: &Room = &m.learn;
        let sheet = &room.sheet;
        let on = |flag: bool| if flag { "1" } else { "0" };
        let chosen = if sheet.teaching { String::new() } else { sheet.lessons.join(",") };
        let made = [
            words.lang().code(),
            m.texts.lang().code(),
            room.board.key(),
            &room.progress.write(),
            on(sheet.teaching),
            on(room.is_sent()),
            on(room.is_wrong_link()),
            on(room.is_ready()),
            room.fault.as_deref().unwrap_or_default(),
            &chosen,
        ]
        .concat();
        if made == self.made {
            return;
        }
        self.made = made;
        self.list.set_text_content(None);
        let boards = make("div").class("boards").attr("role", "group").attr("aria-label", words.get("board"));
        let boards = boards.with_all(Board::ALL.map(|board| {
            let key = if board == Board::Small { "board.64" } else { "board.100" };
            let pressed = if board == room.board { "true" } else { "false" };
            button(words.get(key), LearnMsg::Board(board)).attr("aria-pressed", pressed)
        }));
        let title = if room.is_sent() { "sheet.sent" } else { "title" };
        let mut list = Make::from(&self.list)
            .with(make("h2").text(words.get(title)))
            .with(make("p").text(words.get("intro")))
            .with_all(other_language(m, words));
        let wrong_link = room.is_wrong_link().then(|| sheet.address());
        if let Some(fault) = room.fault.as_ref().or(wrong_link.as_ref()) {
            let mut values = Values::default();
            values.text("text", fault.as_str());
            list = list.with(make("p").attr("role", "alert").text(&words.say_with("fault", &values)));
        }
        list = list.with(boards);
        for chapter in room.course.iter().flat_map(|course| &course.chapters) {
            let wanted = |id: &String| !room.is_sent() || sheet.lessons.contains(id);
            let rows: Vec<Make> = chapter
                .lessons
                .iter()
                .filter(|lesson| wanted(&lesson.id))
                .map(|lesson| {
                    let board = lesson.board(room.board);
                    let n = room.progress.stars(&Progress::lesson(board, &lesson.id));
                    let mut name = words.title(lesson).to_owned();
                    if board != room.board {
                        let key = if board == Board::Small { "only.64" } else { "only.100" };
                        name = [&name, " (", words.get(key), ")"].concat();
                    }
                    let mut row = make("li");
                    if sheet.teaching {
                        row =
                            row.with(Teacher::choice(&name, &lesson.id, sheet.lessons.contains(&lesson.id)));
                    }
                    row.with(
                        button("", LearnMsg::Open(lesson.id.clone()))
                            .attr("data-lesson", &lesson.id)
                            .with(make("span").text(&name))
                            .with(
                                make("span")
                                    .class("stars")
                                    .attr("role", "img")
                                    .attr("aria-label", words.get(STARS[usize::from(n)]))
                                    .text(&stars(n)),
                            ),
                    )
                })
                .collect();
            if !rows.is_empty() {
                list = list.with(make("h3").text(words.chapter(&chapter.id))).with(make("ol").with_all(rows));
            }
        }
        let mut more = make("div").class("more");
        if room.is_sent() {
            more = more.with(
                make("button")
                    .attr("type", "button")
                    .text(words.get("list"))
                    .on("click", || send(Msg::Address("learn".to_owned()))),
            );
        }
        more = more
            .with(
                make("button")
                    .attr("type", "button")
                    .text(words.get("endings"))
                    .on("click", || send(Msg::Visit(Place::Endings))),
            )
            .with(
                button(words.get("teacher"), LearnMsg::Teach(!sheet.teaching))
                    .attr("aria-expanded", if sheet.teaching { "true" } else { "false" }),
            );
        list.with(more);
    }
}

/// Whether nothing is asked of the board.
fn is_answered(player: &Player) -> bool {
    player.is_solved() || player.is_refuted() || player.stage() == Stage::End
}

/// The lesson beside the board.
struct Lesson {
    element: HtmlElement,
    title: HtmlElement,
    idea: HtmlElement,
    bar: HtmlElement,
    place: HtmlElement,
    main: HtmlElement,
    answers: HtmlElement,
    /// What the answers were made of.
    made: String,
    stars: HtmlElement,
    buttons: Vec<(&'static str, HtmlElement)>,
}

impl Lesson {
    fn new() -> Self {
        let [title, idea, bar, place, main, answers, stars] = [
            make("h2").done(),
            make("p").class("idea").done(),
            make("progress").done(),
            make("p").class("where").done(),
            make("p").class("ask").done(),
            make("div").class("answers").attr("role", "group").done(),
            make("p").class("stars").attr("role", "img").done(),
        ];
        let acts = [
            ("next", LearnMsg::Act(Act::Next)),
            ("again", LearnMsg::Act(Act::Again)),
            ("help", LearnMsg::Act(Act::Help)),
            ("back", LearnMsg::Act(Act::Back)),
            ("skip", LearnMsg::Act(Act::Skip)),
            ("next-lesson", LearnMsg::OpenNext),
            ("list", LearnMsg::List),
        ];
        let buttons: Vec<_> =
            acts.into_iter().map(|(key, msg)| (key, button("", msg).attr("data-act", key).done())).collect();
        let row = make("div").class("acts").with_all(buttons.iter().map(|(_, button)| Make::from(button)));
        let element = make("div")
            .class("lesson")
            .with_all([&title, &bar, &place, &idea, &stars, &main, &answers].map(Make::from))
            .with(row)
            .done();
        Self { element, title, idea, bar, place, main, answers, made: String::new(), stars, buttons }
    }

    fn update(&mut self, m: &Model, words: &Words, player: &Player, stand: &Stand) {
        let room = &m.learn;
        let lesson = room.course.as_ref().and_then(|course| course.lesson(&player.lesson));
        set_text(&self.title, lesson.map_or("", |lesson| words.title(lesson)));
        let (done, of) = player.extent();
        set_attr(&self.bar, "max", &of.to_string());
        set_attr(&self.bar, "value", &done.to_string());
        set_attr(&self.bar, "aria-label", words.get("progress"));
        let (stage, shows_idea) = (player.stage(), player.stage() == Stage::Show(0));
        let place = match stage {
            Stage::Show(_) => words.get("example").to_owned(),
            Stage::Task(i) => {
                let mut values = Values::default();
                values.number("n", i + 1).number("of", player.tasks_in_all());
                let mut place = words.say_with("task", &values);
                if player.is_repeated() {
                    let earlier =
                        player.task().and_then(|(key, _)| room.course.as_ref()?.lesson(&key.lesson));
                    let mut values = Values::default();
                    values.text("lesson", earlier.map_or("", |lesson| words.title(lesson)));
                    place = [&place, " · ", &words.say_with("repeated", &values)].concat();
                }
                place
            }
            Stage::End => words.get("recap").to_owned(),
        };
        set_text(&self.place, &place);
        set_text(&self.idea, &words.idea(player));
        set_flag(&self.idea, "hidden", !shows_idea);
        let main = words.main(player);
        set_flag(
            &self.element,
            "data-echo",
            matches!(&m.notice, Some(Notice::Lit(_, said)) if said.starts_with(&main)),
        );
        set_text(&self.main, &main);
        set_text(&self.stars, &stars(player.stars()));
        set_attr(&self.stars, "aria-label", words.get(STARS[usize::from(player.stars())]));
        set_flag(&self.stars, "hidden", stage != Stage::End);
        self.answer(words, player);
        let state = match stage {
            _ if player.showing().is_some() => "showing",
            Stage::Show(_) => "example",
            Stage::Task(_) if player.is_solved() => "solved",
            Stage::Task(_) if player.is_refuted() => "refuted",
            Stage::Task(_) => "open",
            Stage::End => "end",
        };
        // Trying again happens where the first try did.
        let before = self.element.get_attribute("data-state").unwrap_or_default();
        let retried = before == "refuted" && state == "open";
        set_attr(&self.element, "data-state", state);
        let task = matches!(stage, Stage::Task(_));
        let open = task && !player.is_solved() && !player.is_refuted();
        for (key, button) in &self.buttons {
            let (hidden, disabled) = match *key {
                "next" => (stage == Stage::End, task && !player.is_solved()),
                "help" => (!task, !open),
                "back" => (stage == Stage::End, stage == Stage::Show(0)),
                "skip" => (!task, player.is_solved()),
                "next-lesson" => (stage != Stage::End || room.next_lesson().is_none(), false),
                _ => (false, false),
            };
            let text = if *key == "again" && stage == Stage::End { "repeat" } else { key };
            set_text(button, words.get(text));
            set_flag(button, "hidden", hidden);
            set_flag(button, "disabled", disabled);
            let main = match *key {
                "next" => !disabled,
                "again" => player.is_refuted(),
                "next-lesson" => true,
                _ => false,
            };
            set_class(button, "main", main);
        }
        if stand.is_lost(is_answered(player)) || (retried && stand.is_in(&self.element)) {
            self.lead_on(player);
        }
    }

    /// The keyboard goes on where the next act is: the button that leads on, an answer, or the board.
    fn lead_on(&self, player: &Player) {
        let leads = |button: &&HtmlElement| {
            button.class_list().contains("main")
                && !button.has_attribute("disabled")
                && !button.has_attribute("hidden")
        };
        if let Some(next) = self.buttons.iter().map(|(_, button)| button).find(leads) {
            lead(Some(next));
        } else if player.answers().is_empty() {
            lead(None);
        } else {
            lead_to(".lesson [data-answer]");
        }
    }

    fn answer(&mut self, words: &Words, player: &Player) {
        let answers = player.answers();
        let texts: Vec<String> = answers.iter().map(|answer| words.answer(*answer)).collect();
        let made = [&player.extent().0.to_string(), ":", &texts.join("|")].concat();
        if made != self.made {
            self.made = made;
            self.answers.set_text_content(None);
            Make::from(&self.answers).with_all(texts.iter().enumerate().map(|(i, text)| {
                button(text, LearnMsg::Act(Act::Answer(i))).attr("data-answer", &i.to_string())
            }));
            let question = player.task().is_some_and(|(_, task)| !matches!(task.ask, Ask::Tap(_)));
            set_attr(&self.answers, "aria-label", if question { words.get("answers") } else { "" });
        }
        set_flag(&self.answers, "hidden", texts.is_empty());
        let closed = player.is_solved() || player.is_refuted();
        let children = self.answers.children();
        for i in 0..children.length() {
            if let Some(child) = children.item(i) {
                set_flag(&child, "disabled", closed);
            }
        }
    }
}
