//! What a lesson says, in a language.
//!
//! The file of a language has the sentences of the course. They name no square, move or number of their own: `{a}`, `{b}`
//! are the squares that the step lights, `{1}`, `{2}` its moves, `{w}` and `{k}` how many white and black pieces the
//! example has cost so far, and so on; so that a sentence is true on either board, and a test can hold it to what happens.
//! `{k|man|men}` is the number with the word in its plural form.

use super::course::{Ask, Goal, Lesson};
use super::player::{Answer, Player, Say, Stage};
use super::proof::losses;
use crate::app::sentences;
use crate::app::strings::{Lang, Texts};
use crate::json::Json;
use crate::notation::write_move_full;
use crate::rules::{DrawRule, Move, Position, Side, Square, Variant};

/// The sentences of the course in one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    lang: Lang,
    json: Json,
}

/// Names with what stands for them; a number keeps its plural form.
#[derive(Debug, Clone, Default)]
pub struct Values(Vec<(String, String, Option<usize>)>);

impl Values {
    /// A text.
    pub fn text(&mut self, name: &str, text: impl Into<String>) -> &mut Self {
        self.0.push((name.to_owned(), text.into(), None));
        self
    }
    /// A number.
    pub fn number(&mut self, name: &str, n: usize) -> &mut Self {
        self.0.push((name.to_owned(), n.to_string(), Some(n)));
        self
    }
    /// Squares as `{a}`, `{b}`, ... and all of them as `{squares}`.
    pub fn squares(&mut self, position: &Position, squares: &[Square]) -> &mut Self {
        for (i, square) in squares.iter().enumerate().take(26) {
            self.text(&char::from(b'a' + i as u8).to_string(), sentences::square(position, *square));
        }
        self.text("squares", sentences::squares(position, squares))
    }
    /// The facts of the rule set.
    pub fn facts(&mut self, variant: &Variant) -> &mut Self {
        let geometry = variant.geometry();
        let quiet = variant.draws.iter().find(|rule| matches!(rule, DrawRule::QuietKings(_)));
        self.number("size", usize::from(variant.size))
            .number("all", usize::from(variant.size) * usize::from(variant.size))
            .number("dark", usize::from(geometry.squares))
            .number("men", variant.men() as usize)
            .number("rows", variant.men() as usize * 2 / usize::from(variant.size))
            .number("row", usize::from(variant.size) / 2)
            .number("quiet", quiet.map_or(0, |rule| usize::from(rule.limit()) / 2))
    }
}

impl Words {
    /// The form of the file.
    pub const VERSION: u32 = 1;

    /// Reads the file of a language.
    pub fn read(lang: Lang, text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        (json.field("version")?.number::<u32>()? == Self::VERSION).then_some(Self { lang, json })
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A sentence of the page's own; its key where there is none.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.json.field("page").and_then(|page| page.field(key)?.text()).unwrap_or(key)
    }

    /// The same with names filled in.
    pub fn say_with(&self, key: &str, values: &Values) -> String {
        self.fill(self.get(key), values)
    }

    /// A chapter's title.
    pub fn chapter<'a>(&'a self, id: &'a str) -> &'a str {
        self.json.field("chapters").and_then(|all| all.field(id)?.text()).unwrap_or(id)
    }

    fn of_lesson(&self, id: &str) -> Option<&Json> {
        self.json.field("lessons")?.field(id)
    }

    /// A lesson's title.
    pub fn title<'a>(&'a self, lesson: &'a Lesson) -> &'a str {
        self.of_lesson(&lesson.id).and_then(|own| own.field("t")?.text()).unwrap_or(&lesson.id)
    }

    /// A field of a lesson that a board may have of its own.
    fn field(&self, id: &str, name: &str, player: &Player) -> Option<&Json> {
        let own = self.of_lesson(id)?;
        own.field(&[name, player.board.key()].concat()).or_else(|| own.field(name))
    }

    /// What the lesson is about, in a sentence or two.
    pub fn idea(&self, player: &Player) -> String {
        self.of_board(player, "i")
    }

    /// What to take home.
    pub fn recap(&self, player: &Player) -> String {
        self.of_board(player, "r")
    }

    fn of_board(&self, player: &Player, name: &str) -> String {
        let mut values = Values::default();
        values.facts(player.board.variant());
        let text = self.field(&player.lesson, name, player).and_then(Json::text).unwrap_or_default();
        self.fill(text, &values)
    }

    /// The sentence of a step, the question of a task, or the recap: whatever belongs to where the lesson stands.
    pub fn main(&self, player: &Player) -> String {
        match player.stage() {
            Stage::Show(i) => self.step(player, i),
            Stage::Task(_) => self.question(player),
            Stage::End => self.recap(player),
        }
    }

    fn step(&self, player: &Player, i: usize) -> String {
        let Some(step) = player.step() else { return String::new() };
        let mut values = Values::default();
        values.facts(player.board.variant()).squares(&step.after, &step.lit);
        for (n, (before, m)) in step.moves.iter().enumerate() {
            values.text(&(n + 1).to_string(), full(before, m));
        }
        let (white, black) = player.cost_so_far();
        values.number("w", white).number("k", black);
        let taken = step.moves.iter().map(|(_, m)| m.captured().len()).max().unwrap_or(0);
        values.number("t", taken).number("legal", step.before.legal_moves().len());
        let text = self
            .field(&player.lesson, "s", player)
            .and_then(|all| all.items()?.get(i)?.text())
            .unwrap_or_default();
        self.fill(text, &values)
    }

    /// The values that a task's question may name.
    fn task_values(player: &Player) -> Values {
        let mut values = Values::default();
        values.facts(player.board.variant());
        let Some((_, task)) = player.task() else { return values };
        match &task.ask {
            Ask::Tap(squares) | Ask::Reach(squares) => {
                values.squares(&task.start, squares).number("n", squares.len());
            }
            Ask::Why(_, refusal) => {
                let target: Vec<Square> = refusal.target.into_iter().collect();
                let both = [&[refusal.piece][..], &target[..]].concat();
                values.squares(&task.start, &both);
            }
            Ask::All | Ask::Count(_) => {
                values.number("n", task.start.legal_moves().len());
            }
            Ask::Play(..) => {
                values.number("n", player.moves_in_all());
            }
            Ask::Any | Ask::Result(_) => {}
        }
        let most = task.start.legal_moves().first().map_or(0, |m| m.captured().len());
        values.number("most", most);
        values
    }

    /// The question of the task: its own where the lesson has one, else that of its kind.
    pub fn question(&self, player: &Player) -> String {
        let Some((key, task)) = player.task() else { return String::new() };
        let own = self
            .field(&key.lesson, "q", player)
            .and_then(|all| all.items()?.get(key.place)?.text())
            .filter(|text| !text.is_empty());
        let side = if task.start.turn() == Side::White { "white" } else { "black" };
        let kind = match &task.ask {
            Ask::Tap(_) => "ask.tap",
            Ask::Reach(_) => "ask.reach",
            Ask::Any if task.start.must_capture() => "ask.capture",
            Ask::Any => "ask.any",
            Ask::All if task.start.must_capture() => "ask.all-captures",
            Ask::All => "ask.all",
            Ask::Why(..) => "ask.why",
            Ask::Count(_) if task.start.must_capture() => "ask.count-captures",
            Ask::Count(_) => "ask.count",
            Ask::Result(_) => "ask.result",
            Ask::Play(Goal::Win, ..) => "ask.win",
            Ask::Play(Goal::Gain, ..) => "ask.gain",
            Ask::Play(Goal::Draw, ..) => "ask.draw",
        };
        let mut values = Self::task_values(player);
        values.text("side", self.get(&["side.", side].concat()));
        self.fill(own.unwrap_or_else(|| self.get(kind)), &values)
    }

    /// An answer to choose.
    pub fn answer(&self, answer: Answer) -> String {
        match answer {
            Answer::Reason(name) => self.get(&["reason.", name].concat()).to_owned(),
            Answer::Number(n) => n.to_string(),
            Answer::Ending(ending) => self.get(&["ending.", ending.key()].concat()).to_owned(),
        }
    }

    /// What is said about the last thing done; empty where there is nothing to say. Refusals come from the page's texts.
    pub fn said(&self, player: &Player, texts: &Texts) -> String {
        let position = player.shown();
        let name = |square: &Square| sentences::square(position, *square);
        let mut values = Self::task_values(player);
        match player.say() {
            Say::Nothing | Say::Chosen | Say::Left => String::new(),
            Say::Refused(refusal) => sentences::refused(texts, position, refusal),
            Say::WhichWay(list) => {
                texts.fill("which-way", &[("squares", &sentences::squares(position, list))])
            }
            Say::GoOn(list) => texts.fill("go-on", &[("squares", &sentences::squares(position, list))]),
            Say::WrongSquare(square) => {
                self.say_with("say.wrong-square", values.text("square", name(square)))
            }
            Say::Found(n, of) => self.say_with("say.found", values.number("found", *n).number("of", *of)),
            Say::Again(m) => {
                let start = player.task().map_or(*position, |(_, task)| task.start);
                self.say_with("say.again", values.text("move", full(&start, m)))
            }
            Say::OutOfReach(square) => self.say_with("say.out-of-reach", values.text("square", name(square))),
            Say::Right => self.praise(player),
            Say::RightToo(_, line) if line.is_empty() => self.get("say.right-too").to_owned(),
            Say::RightToo(at, line) => {
                self.say_with("say.right-too-line", values.text("line", written(at, line)))
            }
            Say::Refuted(at, line) => self.refuted(player, at, line),
            Say::WrongCount(n) => self.say_with("say.wrong-count", values.number("count", *n)),
            Say::WrongResult => {
                let right = player.right_answer().and_then(|place| player.answers().get(place).copied());
                let line = player.proof_line();
                let line = written(&player.task().map_or(*position, |(_, task)| task.start), line);
                let right = right.map(|answer| self.answer(answer)).unwrap_or_default();
                self.say_with("say.wrong-result", values.text("answer", right).text("line", line))
            }
            Say::WrongReason(refusal) => {
                let start = player.task().map_or(*position, |(_, task)| task.start);
                let true_one = sentences::refused(texts, &start, refusal);
                self.say_with("say.wrong-reason", values.text("reason", true_one))
            }
        }
    }

    /// One of a few words of praise, the same at the same place.
    fn praise(&self, player: &Player) -> String {
        let (done, _) = player.extent();
        self.get(["say.right.a", "say.right.b", "say.right.c", "say.right.d"][done % 4]).to_owned()
    }

    fn refuted(&self, player: &Player, at: &Position, line: &[Move]) -> String {
        let (lost, taken) = losses(at, line);
        let goal = match player.task().map(|(_, task)| &task.ask) {
            Some(Ask::Play(goal, ..)) => *goal,
            _ => Goal::Gain,
        };
        let key = match (goal, lost > taken) {
            (_, true) => "wrong.loses",
            (Goal::Win, _) => "wrong.win",
            (Goal::Gain, _) => "wrong.gain",
            (Goal::Draw, _) => "wrong.draw",
        };
        let mut values = Values::default();
        let next = line.first().map_or(*at, |m| at.play(m));
        let side = if next.turn() == Side::White { "side.white" } else { "side.black" };
        let own = line.first().map(|m| full(at, m)).unwrap_or_default();
        values
            .text("move", own)
            .text("line", written(&next, line.get(1..).unwrap_or_default()))
            .text("side", self.get(side))
            .number("lost", lost)
            .number("taken", taken);
        self.say_with(key, &values)
    }

    /// A text with its names filled in. A name that is not known stays as it is; a test finds such.
    pub fn fill(&self, text: &str, values: &Values) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                out.push('{');
                rest = after;
                continue;
            };
            let mut words = name.split('|');
            let key = words.next().unwrap_or_default();
            if let Some((_, value, n)) = values.0.iter().find(|(own, ..)| own == key) {
                out.push_str(value);
                let forms: Vec<&str> = words.collect();
                if let (Some(n), false) = (n, forms.is_empty()) {
                    let wanted = self.lang.plural(*n);
                    let place = self.lang.plural_forms().iter().position(|form| *form == wanted);
                    out.push(' ');
                    out.push_str(place.and_then(|i| forms.get(i)).copied().unwrap_or_default());
                }
            } else {
                out.push('{');
                out.push_str(name);
                out.push('}');
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// A move with every landing square: who learns wants to see the route.
fn full(position: &Position, m: &Move) -> String {
    write_move_full(position.variant(), m)
}

/// Moves one after another.
fn written(start: &Position, line: &[Move]) -> String {
    line.iter().map(|m| full(start, m)).collect::<Vec<_>>().join(" ")
}
