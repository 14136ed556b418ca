//! What the course consists of, and how its scripts are read.
//!
//! A lesson has a plan for each board that it is given on: the steps of a worked example and the tasks, each a line of
//! words. Squares and moves are written as the board writes them; words are never in it, they stand in the file of a
//! language (see [`super::words`]).
//!
//! A step: `=FEN` puts a position on the board, `@c3,e5` lights squares, `#main` a named set of squares, `!c3-b4` tries
//! what the rules refuse, `~` lets the other side move, anything else is a move.
//!
//! `start` stands for the FEN of the start position. A task begins with its kind:
//!
//! | script | what is to be done |
//! | --- | --- |
//! | `tap FEN @a1,c3` or `tap FEN #main` | touch all of these squares |
//! | `reach FEN @e5,g7` | lead a piece over all of these squares, alone on the move |
//! | `any FEN` | make a move; the rules leave only right ones |
//! | `all FEN` | find every legal move |
//! | `why FEN c3-b4 backward too-far` | say why this is refused |
//! | `count FEN 1 2 3` | say how many legal moves there are |
//! | `result FEN win` | say how it ends with best play: win, draw or loss |
//! | `play FEN win *3` or `play FEN gain c3-d4 ...` | make moves that reach the goal: win, gain or draw |

use crate::coach::{Refusal, Why, refuse_target};
use crate::json::Json;
use crate::notation::{Style, parse_fen_setup, parse_move, parse_square};
use crate::rules::{Move, Position, Side, Square, Variant, variant};

/// Which board a lesson is taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Board {
    /// Polish draughts on 64 squares.
    #[default]
    Small,
    /// International draughts on 100 squares.
    Large,
}

impl Board {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    /// The number of squares, as it stands in keys.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Small => "64",
            Self::Large => "100",
        }
    }
    /// The rule set.
    pub fn variant(self) -> &'static Variant {
        match self {
            Self::Small => &variant::POLISH_64,
            Self::Large => &variant::INTERNATIONAL,
        }
    }
}

/// What is wrong with a script, in English: it is read by those who make the course.
pub type Fault = String;

/// A fault's words. The page, whose course is tested, does without what it can't tell in the reader's language.
fn worded(fault: &impl std::fmt::Display) -> Fault {
    if cfg!(target_arch = "wasm32") { String::new() } else { fault.to_string() }
}

fn fault_at(place: &str, fault: &str) -> Fault {
    [place, ": ", fault].concat()
}

/// The whole course.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The chapters in their order.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// Its key in the texts.
    pub id: String,
    /// Its lessons in their order.
    pub lessons: Vec<Lesson>,
}

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its key in texts, progress and links.
    pub id: String,
    plans: [Option<Plan>; 2],
    /// A task of an earlier lesson to come back to: the lesson, and the task's place there.
    mix: Option<(String, usize)>,
}

/// A lesson on one board, as it stands in the file.
#[derive(Debug, Clone, PartialEq)]
struct Plan {
    show: Vec<String>,
    tasks: Vec<String>,
}

/// A step of a worked example.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The board before the step's moves.
    pub before: Position,
    /// The moves of the step, each with the position that it is made in.
    pub moves: Vec<(Position, Move)>,
    /// The board after them.
    pub after: Position,
    /// Squares that the sentence speaks of.
    pub lit: Vec<Square>,
    /// What the rules refuse, and why.
    pub refused: Option<Refusal>,
    /// It begins with a position of its own.
    fresh: bool,
}

impl Step {
    /// Whether it begins with a position of its own, not with what the step before left.
    pub fn script_resets(&self) -> bool {
        self.fresh
    }
}

/// What the moves of a task are to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A won position stays won.
    Win,
    /// More than any other move brings, by a clear margin.
    Gain,
    /// Nothing is lost.
    Draw,
}

impl Goal {
    const NAMED: [(&'static str, Self); 3] = [("win", Self::Win), ("gain", Self::Gain), ("draw", Self::Draw)];
}

/// How a position ends when both play without a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Ending {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];
    /// The last part of its key in the texts, and its name in scripts.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// What a task asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Touch all of these squares.
    Tap(Vec<Square>),
    /// Lead a piece over all of these squares; the other side does not move.
    Reach(Vec<Square>),
    /// Make any legal move.
    Any,
    /// Find every legal move.
    All,
    /// Say why this is refused: one of these reasons, and the refusal.
    Why(Vec<Why>, Box<Refusal>),
    /// Say how many legal moves there are: one of these numbers.
    Count(Vec<usize>),
    /// Say how it ends.
    Result(Ending),
    /// Make moves that reach the goal. The main line may be given, and how many own moves it has at most.
    Play(Goal, Vec<Move>, usize),
}

/// A task.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The position that it begins with.
    pub start: Position,
    /// What is to be done.
    pub ask: Ask,
}

impl Course {
    /// The form of the file.
    pub const VERSION: u32 = 1;

    /// Reads the course; its scripts are read when a lesson is opened.
    pub fn read(text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        if json.field("version")?.number::<u32>()? != Self::VERSION {
            return None;
        }
        let chapters = json.field("chapters")?.items()?.iter().map(|chapter| {
            let lessons =
                chapter.field("lessons")?.items()?.iter().map(Lesson::read).collect::<Option<_>>()?;
            Some(Chapter { id: chapter.field("id")?.text()?.to_owned(), lessons })
        });
        Some(Self { chapters: chapters.collect::<Option<_>>()? })
    }

    /// All lessons in their order.
    pub fn lessons(&self) -> impl Iterator<Item = &Lesson> {
        self.chapters.iter().flat_map(|chapter| &chapter.lessons)
    }

    /// The lesson with this key.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons().find(|lesson| lesson.id == id)
    }

    /// The tasks of a lesson on a board, that of an earlier lesson last; each with where it stands, which is its key in
    /// the texts and proofs.
    ///
    /// # Errors
    /// What can't be read, and where.
    pub fn tasks(&self, lesson: &Lesson, board: Board) -> Result<Vec<(TaskKey, Task)>, Fault> {
        let of = |lesson: &Lesson| -> Vec<(TaskKey, String)> {
            let tasks = lesson.plan(board).map(|plan| &plan.tasks[..]).unwrap_or_default();
            let key = |place| TaskKey { board, lesson: lesson.id.clone(), place };
            tasks.iter().enumerate().map(|(place, task)| (key(place), task.clone())).collect()
        };
        let mut scripts = of(lesson);
        if let Some((earlier, place)) = &lesson.mix {
            let found = self.lesson(earlier).map(of).unwrap_or_default().into_iter().nth(*place);
            scripts.push(found.ok_or_else(|| fault_at(&lesson.id, "no such earlier task"))?);
        }
        let read = |(key, script): (TaskKey, String)| {
            let task = Task::read(board.variant(), &script).map_err(|e| fault_at(&key.to_string(), &e))?;
            Ok((key, task))
        };
        scripts.into_iter().map(read).collect()
    }
}

/// Where a task stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskKey {
    /// On which board.
    pub board: Board,
    /// In which lesson.
    pub lesson: String,
    /// Its place there.
    pub place: usize,
}

impl std::fmt::Display for TaskKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&[self.board.key(), "/", &self.lesson, "/", &self.place.to_string()].concat())
    }
}

impl Lesson {
    fn read(json: &Json) -> Option<Self> {
        let strings = |json: &Json| {
            json.items()?.iter().map(|s| s.text().map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        let plan = |board: Board| match json.field(board.key()) {
            None => Some(None),
            Some(plan) => Some(Some(Plan {
                show: strings(plan.field("show")?)?,
                tasks: strings(plan.field("tasks")?)?,
            })),
        };
        let mix = match json.field("mix") {
            None => None,
            Some(mix) => {
                let (lesson, place) = mix.text()?.split_once('/')?;
                Some((lesson.to_owned(), place.parse().ok()?))
            }
        };
        Some(Self {
            id: json.field("id")?.text()?.to_owned(),
            plans: [plan(Board::Small)?, plan(Board::Large)?],
            mix,
        })
    }

    fn plan(&self, board: Board) -> Option<&Plan> {
        self.plans[board as usize].as_ref()
    }

    /// Whether it can be taken on this board.
    pub fn is_on(&self, board: Board) -> bool {
        self.plan(board).is_some()
    }

    /// The board to take it on for somebody who would like this one.
    pub fn board(&self, wanted: Board) -> Board {
        let other = if wanted == Board::Small { Board::Large } else { Board::Small };
        if self.is_on(wanted) { wanted } else { other }
    }

    /// The worked example on a board.
    ///
    /// # Errors
    /// What can't be read, and where.
    pub fn steps(&self, board: Board) -> Result<Vec<Step>, Fault> {
        let mut position = Position::start(board.variant());
        let scripts = self.plan(board).map(|plan| &plan.show[..]).unwrap_or_default();
        let read = |(i, script): (usize, &String)| {
            let step = Step::read(position, script)
                .map_err(|e| fault_at(&[&self.id, " step ", &i.to_string()].concat(), &e))?;
            position = step.after;
            Ok(step)
        };
        scripts.iter().enumerate().map(read).collect()
    }
}

/// A position, which may be an unusual one: a lesson may show a single piece.
fn position(variant: &'static Variant, fen: &str) -> Result<Position, Fault> {
    if fen == "start" {
        return Ok(Position::start(variant));
    }
    let setup = parse_fen_setup(variant, fen, Style::Official).map_err(|e| fault_at(fen, &worded(&e)))?;
    setup.into_unusual_position().map_err(|_| fault_at(fen, "no position"))
}

fn square(variant: &Variant, name: &str) -> Result<Square, Fault> {
    parse_square(variant, name, Style::Official).ok_or_else(|| fault_at(name, "no square"))
}

fn squares(variant: &Variant, list: &str) -> Result<Vec<Square>, Fault> {
    list.split(',').map(|name| square(variant, name)).collect()
}

fn from_to(position: &Position, text: &str) -> Result<Refusal, Fault> {
    let (from, to) = text.split_once('-').ok_or_else(|| fault_at(text, "not from-to"))?;
    let (from, to) = (square(position.variant(), from)?, square(position.variant(), to)?);
    refuse_target(position, from, to).ok_or_else(|| fault_at(text, "this is allowed"))
}

/// Squares that have a name of their own.
fn named(position: &Position, name: &str) -> Result<Vec<Square>, Fault> {
    let variant = position.variant();
    let geometry = variant.geometry();
    let last = geometry.size - 1;
    let by_place = |wanted: &dyn Fn(u8, u8) -> bool| -> Vec<Square> {
        let fits = |s: &Square| {
            let (row, column) = geometry.row_column(*s);
            wanted(row, column)
        };
        geometry.all().filter(fits).collect()
    };
    let of_moves = |of: &dyn Fn(&Move) -> Vec<Square>| -> Vec<Square> {
        let mut list: Vec<Square> = position.legal_moves().iter().flat_map(of).collect();
        Square::sort(&mut list);
        list.dedup();
        list
    };
    Ok(match name {
        "main" => geometry.squares_of(geometry.main_line()).collect(),
        "corners" => {
            let main = geometry.main_line();
            by_place(&|row, column| row % last == 0 && column % last == 0)
                .into_iter()
                .filter(|s| geometry.bit(*s) & main != 0)
                .collect()
        }
        "crown" => geometry.squares_of(variant.promotion(Side::White)).collect(),
        "base" => geometry.squares_of(variant.promotion(Side::Black)).collect(),
        "left" => by_place(&|_, column| column == 0),
        "right" => by_place(&|_, column| column == last),
        "middle" => by_place(&|row, column| {
            (last / 2..=last / 2 + 1).contains(&row) && (last / 2 - 1..=last / 2 + 2).contains(&column)
        }),
        "free" => geometry.all().filter(|s| position.piece(*s).is_none()).collect(),
        // Where a man of the side to move becomes a king.
        "crowning" => of_moves(&|m| if m.crowns() { vec![m.to()] } else { Vec::new() }),
        // Where captures and moves of the side to move end.
        "ends" => of_moves(&|m| vec![m.to()]),
        // What may move.
        "movable" => of_moves(&|m| vec![m.from()]),
        // What is captured.
        "victims" => of_moves(&|m| m.captured().to_vec()),
        _ => return Err(fault_at(name, "no set of squares")),
    })
}

impl Step {
    fn read(start: Position, script: &str) -> Result<Self, Fault> {
        let mut step = Self {
            before: start,
            moves: Vec::new(),
            after: start,
            lit: Vec::new(),
            refused: None,
            fresh: false,
        };
        for word in script.split_whitespace() {
            if let Some(fen) = word.strip_prefix('=') {
                step.after = position(start.variant(), fen)?;
                step.fresh = true;
                step.before = step.after;
            } else if let Some(list) = word.strip_prefix('@') {
                step.lit.extend(squares(start.variant(), list)?);
            } else if let Some(name) = word.strip_prefix('#') {
                step.lit.extend(named(&step.after, name)?);
            } else if let Some(tried) = word.strip_prefix('!') {
                step.refused = Some(from_to(&step.after, tried)?);
            } else if word == "~" {
                step.after = step.after.passed();
            } else {
                let m = parse_move(&step.after, word).map_err(|e| fault_at(word, &worded(&e)))?;
                let next = step.after.play(&m);
                step.moves.push((step.after, m));
                step.after = next;
            }
        }
        Ok(step)
    }
}

/// The reasons that a `why` task may offer.
pub const REASONS: [Why; 12] = [
    Why::NotYours,
    Why::OthersMustCapture,
    Why::MoreElsewhere,
    Why::Blocked,
    Why::MustCapture,
    Why::FewerThisWay,
    Why::LandElsewhere,
    Why::Backward,
    Why::TooFar,
    Why::Occupied,
    Why::NoRoomBehind,
    Why::TwoInTheWay,
];

/// A reason's name in scripts, and the last part of its key in the texts.
pub fn reason_name(why: Why) -> &'static str {
    why.key().strip_prefix("why.").unwrap_or_default()
}

impl Task {
    /// Reads a task.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(variant: &'static Variant, script: &str) -> Result<Self, Fault> {
        let mut words = script.split_whitespace();
        let (kind, fen) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let start = position(variant, fen)?;
        let rest: Vec<&str> = words.collect();
        let first = rest.first().copied().unwrap_or_default();
        let set = || match (first.strip_prefix('@'), first.strip_prefix('#')) {
            (Some(list), _) => squares(variant, list),
            (_, Some(name)) => named(&start, name),
            _ => Err(fault_at(first, "no set of squares")),
        };
        let ask = match kind {
            "tap" => Ask::Tap(set()?),
            "reach" => Ask::Reach(set()?),
            "any" => Ask::Any,
            "all" => Ask::All,
            "why" => {
                let refusal = from_to(&start, first)?;
                let reason = |name: &&str| {
                    let found = REASONS.into_iter().find(|why| reason_name(*why) == *name);
                    found.ok_or_else(|| fault_at(name, "no reason"))
                };
                let reasons = rest[1..].iter().map(reason).collect::<Result<Vec<_>, _>>()?;
                if !reasons.contains(&refusal.why) {
                    return Err(fault_at(reason_name(refusal.why), "the reason is not offered"));
                }
                Ask::Why(reasons, Box::new(refusal))
            }
            "count" => {
                let numbers = rest.iter().map(|n| n.parse().map_err(|_| fault_at(n, "no number")));
                Ask::Count(numbers.collect::<Result<_, _>>()?)
            }
            "result" => {
                let ending = Ending::ALL.into_iter().find(|ending| ending.key() == first);
                Ask::Result(ending.ok_or_else(|| fault_at(first, "no ending"))?)
            }
            "play" => {
                let goal = Goal::NAMED.iter().find(|(name, _)| *name == first);
                let goal = goal.ok_or_else(|| fault_at(first, "no goal"))?.1;
                let (mut line, mut at, mut most) = (Vec::new(), start, usize::MAX);
                for word in &rest[1..] {
                    if let Some(n) = word.strip_prefix('*') {
                        most = n.parse().map_err(|_| fault_at(word, "no number of moves"))?;
                    } else {
                        let m = parse_move(&at, word).map_err(|e| fault_at(word, &worded(&e)))?;
                        at = at.play(&m);
                        line.push(m);
                    }
                }
                Ask::Play(goal, line, most)
            }
            _ => return Err(fault_at(kind, "no kind of task")),
        };
        Ok(Self { start, ask })
    }
}
