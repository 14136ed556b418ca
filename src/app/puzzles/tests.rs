use super::*;
use crate::app::strings::Lang;
use crate::app::{Engine, Msg, Notice, Player, Prefs, save};
use crate::notation::{Style, parse_fen};
use crate::protocol::{EngineAnswer, EngineRequest};
use crate::puzzles::{Ply, Verdict, format};
use crate::rules::variant::{INTERNATIONAL, POLISH_64};
use crate::rules::{Move, Position};

/// d2-e3, f4xb4, a3xc5 (TEACHING.md, T1), and a line that ends with a choice.
fn lines() -> Vec<String> {
    let shot = |fen: &str, moves: &[&str], also: &str, rating| {
        let start = parse_fen(&POLISH_64, fen, Style::Official).expect("a position");
        let mut here = start;
        let mut line = Vec::new();
        for text in moves {
            let read = |text: &str, here: &Position| crate::notation::parse_move(here, text).expect("a move");
            let played = read(text, &here);
            let last = line.len() + 1 == moves.len() && !also.is_empty();
            let also = if last { vec![read(also, &here)] } else { Vec::new() };
            here = here.play(&played);
            line.push(Ply { played, also });
        }
        format::write(&Puzzle { start, line, rating, themes: Theme::Sacrifice.bit() })
    };
    vec![
        shot("W:Wa3,c3,d2:Ba5,f4", &["d2-e3", "f4xb4", "a3xc5"], "", 900),
        shot("B:Wh4,c5:Bh6,f6,e7", &["e7-d6", "c5xg5", "h6xf4"], "", 950),
    ]
}

fn room() -> Model {
    let mut m = Model::new(Prefs::default(), Lang::En);
    m.today = Some("2026.11.30".to_owned());
    m
}

/// Carries out what is asked for: files, and what is kept.
struct Outside {
    kept: Option<String>,
    asked: Vec<EngineRequest>,
    aside: Vec<String>,
    offline: bool,
}

impl Outside {
    fn new() -> Self {
        Self { kept: None, asked: Vec::new(), aside: Vec::new(), offline: false }
    }

    fn send(&mut self, m: &mut Model, msg: Msg) {
        let mut coming = m.update(msg);
        while !coming.is_empty() {
            for effect in std::mem::take(&mut coming) {
                match effect {
                    Effect::Fetch(path) => {
                        let text = match &path[..] {
                            _ if self.offline => None,
                            "puzzles/index.txt" => Some("polish64 2:900:950:1\n".to_owned()),
                            "puzzles/polish64-1.txt" => Some(lines().join("\n")),
                            _ => None,
                        };
                        coming.extend(m.update(Msg::Fetched(path, text)));
                    }
                    Effect::Keep(KEPT, text) => self.kept = Some(text),
                    Effect::Recall(KEPT) => coming.extend(m.update(Msg::Recalled(KEPT, self.kept.clone()))),
                    Effect::PutAside(KEPT) => self.aside.extend(self.kept.clone()),
                    Effect::Think(request) => self.asked.push(request),
                    _ => {}
                }
            }
        }
    }

    fn ask(&mut self, m: &mut Model, ask: Ask) {
        self.send(m, Msg::Puzzles(ask));
    }

    /// Plays a move of the solver by its ends.
    fn play(&mut self, m: &mut Model, played: &Move) {
        let text = crate::notation::write_move(m.game.position(), played);
        self.send(m, Msg::Type(text));
    }
}

fn task(m: &Model) -> &Task {
    m.puzzles.task.as_ref().expect("a puzzle")
}

fn wanted(m: &Model) -> Move {
    task(m).puzzle.line[task(m).ply].played.clone()
}

fn wrong(m: &Model) -> Move {
    let task = task(m);
    let legal = m.game.position().legal_moves();
    legal
        .into_iter()
        .find(|played| task.puzzle.judge(task.ply, played) == Verdict::Wrong)
        .expect("a wrong move")
}

fn entered() -> (Model, Outside) {
    let (mut m, mut outside) = (room(), Outside::new());
    outside.send(&mut m, Msg::Visit(Place::Puzzles));
    (m, outside)
}

#[test]
fn a_puzzle_is_solved_move_by_move_and_counts() {
    let (mut m, mut outside) = entered();
    assert!(!m.shows_board());
    outside.ask(&mut m, Ask::Any);
    assert!(m.shows_board());
    assert_eq!(m.prefs.flipped, task(&m).solver() == Side::Black);
    let before = m.puzzles.progress.rating("polish64");
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    assert_eq!(task(&m).stage, Stage::Done);
    assert_eq!(m.notice, Some(Notice::Say("puzzles.solved")));
    assert_eq!((m.puzzles.progress.solved, m.puzzles.progress.failed), (1, 0));
    assert!(m.puzzles.progress.rating("polish64").rating > before.rating);
    assert!(task(&m).change.is_some_and(|(before, after)| after > before));
    // It is kept, and found again by the next visit.
    let kept = Progress::read(outside.kept.as_deref().expect("kept")).expect("readable");
    assert_eq!(kept, m.puzzles.progress);
    assert_eq!(kept.streak.on(m.day()), 1);
    // Nothing moves any more.
    let fen = m.game.position().hash();
    for square in POLISH_64.geometry().all() {
        outside.send(&mut m, Msg::Touch(square));
    }
    assert_eq!(m.game.position().hash(), fen);
    // The next one is the other one.
    let line = task(&m).line.clone();
    outside.ask(&mut m, Ask::Any);
    assert_ne!(task(&m).line, line);
}

#[test]
fn a_wrong_move_is_refuted_and_may_be_tried_again() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Any);
    let start = *m.game.position();
    let played = wrong(&m);
    outside.play(&mut m, &played);
    // Either the answer was the only one, or the engine is asked for it.
    if task(&m).stage == Stage::Wrong {
        let request = outside.asked.last().expect("a question").clone();
        assert_eq!(request.moves.len(), 1);
        let reply = m.game.position().legal_moves()[0].clone();
        let path = save::path_numbers(&reply);
        let answer = EngineAnswer {
            generation: request.generation,
            path,
            centimen: 90,
            ends_in: None,
            depth: 9,
            line: Vec::new(),
        };
        outside.send(&mut m, Msg::EngineBest(answer));
    }
    assert_eq!(task(&m).stage, Stage::Refuted);
    assert_eq!(m.game.ply(), 2);
    assert!(matches!(m.notice, Some(Notice::Wrong("puzzles.refuted", _))));
    // A touch takes both moves back.
    outside.send(&mut m, Msg::Touch(crate::rules::Square(0)));
    assert_eq!((task(&m).stage, *m.game.position()), (Stage::Solve, start));
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    // Solved, but not at once: it comes again.
    assert_eq!((m.puzzles.progress.solved, m.puzzles.progress.failed), (0, 1));
    assert_eq!(m.puzzles.progress.cards.len(), 1);
    m.today = Some("2026.12.01".to_owned());
    let line = task(&m).line.clone();
    outside.ask(&mut m, Ask::Again);
    assert_eq!((task(&m).kind, &task(&m).line), (Kind::Again, &line));
}

#[test]
fn without_an_engine_a_wrong_move_is_only_called_so() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Any);
    m.engine = Engine::Absent;
    let played = wrong(&m);
    outside.play(&mut m, &played);
    assert_eq!(task(&m).stage, Stage::Refuted);
    outside.ask(&mut m, Ask::TryAgain);
    assert_eq!((task(&m).stage, m.game.ply()), (Stage::Solve, 0));
}

#[test]
fn an_engine_that_dies_while_it_looks_holds_nothing_up() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Any);
    let played = wrong(&m);
    outside.play(&mut m, &played);
    outside.send(&mut m, Msg::EngineFailed);
    assert_eq!(task(&m).stage, Stage::Refuted);
}

#[test]
fn hints_go_step_by_step_and_the_solution_fails_the_puzzle() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Any);
    outside.ask(&mut m, Ask::Hint);
    assert!(task(&m).clean && m.hint.is_none());
    // The key H asks the same.
    outside.send(&mut m, Msg::Hint);
    assert!(!task(&m).clean && m.hint.is_none());
    outside.ask(&mut m, Ask::Hint);
    assert_eq!(m.hint.as_ref().map(|hint| hint.best.clone()), Some(wanted(&m)));
    outside.ask(&mut m, Ask::Solution);
    assert_eq!(task(&m).stage, Stage::Done);
    assert_eq!(m.game.ply(), task(&m).puzzle.line.len());
    assert_eq!(m.puzzles.progress.failed, 1);
    // Twice changes nothing.
    outside.ask(&mut m, Ask::Solution);
    assert_eq!(m.puzzles.progress.failed, 1);
}

#[test]
fn the_day_s_puzzle_is_the_same_for_all_and_done_once() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Day);
    let line = task(&m).line.clone();
    let (mut other, mut elsewhere) = (room(), Outside::new());
    elsewhere.send(&mut other, Msg::Address("puzzles/day".to_owned()));
    assert_eq!(task(&other).line, line);
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    assert!(m.puzzles.progress.has_daily("polish64", m.day()));
}

#[test]
fn after_midnight_there_is_another_puzzle_of_the_day() {
    let (mut m, mut outside) = entered();
    let (old, new) = ("2026.11.30".to_owned(), "2026.12.01".to_owned());
    outside.ask(&mut m, Ask::Day);
    let line = task(&m).line.clone();
    // The page stays open over midnight: what was begun is still the old day's ...
    m.today = Some(new.clone());
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    m.today = Some(old);
    assert!(m.puzzles.progress.has_daily("polish64", m.day()));
    assert_eq!(m.puzzles.progress.streak.on(m.day()), 1);
    m.today = Some(new);
    assert!(!m.puzzles.progress.has_daily("polish64", m.day()), "the new day's is not done by that");
    // ... and the new day has its own, which makes two days in a row.
    outside.ask(&mut m, Ask::Day);
    assert_ne!(task(&m).line, line);
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    assert!(m.puzzles.progress.has_daily("polish64", m.day()));
    assert_eq!(m.puzzles.progress.streak.on(m.day()), 2);
}

#[test]
fn the_table_s_game_waits_and_comes_back() {
    let mut m = room();
    m.players = [Player::Person; 2];
    let mut outside = Outside::new();
    let first = m.game.position().legal_moves()[0].clone();
    outside.play(&mut m, &first);
    let at_table = (*m.game.position(), m.game.ply());
    outside.send(&mut m, Msg::Visit(Place::Puzzles));
    outside.ask(&mut m, Ask::Any);
    let in_room = task(&m).clone();
    outside.send(&mut m, Msg::Visit(Place::Play));
    assert_eq!((*m.game.position(), m.game.ply()), at_table);
    assert_eq!(m.players, [Player::Person; 2]);
    // The puzzle waits as well.
    outside.send(&mut m, Msg::Visit(Place::Puzzles));
    assert_eq!(task(&m), &in_room);
    assert_eq!(*m.game.position(), in_room.puzzle.start);
    // Leaving it shows the choice, and the table is whole.
    outside.ask(&mut m, Ask::Leave);
    assert!(!m.shows_board() && m.puzzles.task.is_none());
    assert_eq!((*m.game.position(), m.game.ply()), at_table);
}

#[test]
fn what_is_absent_is_said_to_be_so() {
    let (mut m, mut outside) = entered();
    outside.ask(&mut m, Ask::Rules(&INTERNATIONAL));
    outside.ask(&mut m, Ask::Any);
    assert_eq!((m.puzzles.trouble, m.puzzles.task.is_none()), (Some("puzzles.none-here"), true));
    outside.ask(&mut m, Ask::Day);
    assert_eq!(m.puzzles.trouble, Some("puzzles.none-here"));
    outside.ask(&mut m, Ask::Rules(&POLISH_64));
    outside.ask(&mut m, Ask::Theme(Some(Theme::CoupTurc)));
    outside.ask(&mut m, Ask::Any);
    assert_eq!(m.puzzles.trouble, Some("puzzles.none"));
    outside.ask(&mut m, Ask::Theme(None));
    outside.ask(&mut m, Ask::Again);
    assert_eq!(m.puzzles.trouble, Some("puzzles.none-due"));
    // No network: the sentence, and it works as soon as there is one.
    let (mut m, mut outside) = (room(), Outside::new());
    outside.offline = true;
    outside.send(&mut m, Msg::Visit(Place::Puzzles));
    outside.ask(&mut m, Ask::Any);
    assert_eq!(m.puzzles.trouble, Some("puzzles.offline"));
    outside.offline = false;
    outside.ask(&mut m, Ask::Any);
    assert!(m.puzzles.trouble.is_none() && m.puzzles.task.is_some());
}

#[test]
fn damaged_records_are_put_aside_and_another_tab_s_are_kept() {
    let (mut m, mut outside) = (room(), Outside::new());
    outside.kept = Some("{\"version\":1,".to_owned());
    outside.send(&mut m, Msg::Visit(Place::Puzzles));
    assert_eq!(outside.aside, ["{\"version\":1,"]);
    assert_eq!(m.puzzles.trouble, Some("puzzles.kept-broken"));
    // Another tab has solved one meanwhile.
    let mut other = Progress::default();
    let end = Solved {
        rules: "english".to_owned(),
        line: String::new(),
        rating: 700,
        clean: true,
        daily: false,
        day: m.day(),
    };
    (0..41).for_each(|_| other.take(&end));
    outside.kept = Some(other.write());
    outside.ask(&mut m, Ask::Any);
    while task(&m).stage == Stage::Solve {
        let played = wanted(&m);
        outside.play(&mut m, &played);
    }
    let kept = Progress::read(outside.kept.as_deref().expect("kept")).expect("readable");
    assert_eq!(kept.solved, 42);
}

#[test]
fn every_theme_has_a_name_and_a_word_to_look_for() {
    for lang in [Lang::Pl, Lang::En] {
        let texts = crate::app::strings::Texts::new(lang);
        for theme in Theme::ALL {
            for stem in ["puzzles.theme.", "puzzles.look-for."] {
                assert!(texts.has(&[stem, theme.name()].concat()), "{lang:?}: {stem}{}", theme.name());
            }
        }
    }
}

#[test]
fn a_puzzle_done_again_changes_no_rating_and_a_missed_day_ends_the_streak() {
    let (mut m, mut outside) = entered();
    let solve = |m: &mut Model, outside: &mut Outside| {
        outside.ask(m, Ask::Day);
        while task(m).stage == Stage::Solve {
            let played = wanted(m);
            outside.play(m, &played);
        }
    };
    solve(&mut m, &mut outside);
    let rating = m.puzzles.progress.rating("polish64");
    assert!(task(&m).change.is_some());
    solve(&mut m, &mut outside);
    assert_eq!(m.puzzles.progress.rating("polish64"), rating);
    assert_eq!((task(&m).change, m.puzzles.progress.streak.on(m.day())), (None, 1));
    // Westwards over the date line: the day before once more, and nothing is lost or won by it.
    m.today = Some("2026.11.29".to_owned());
    solve(&mut m, &mut outside);
    assert_eq!(m.puzzles.progress.streak.days, 1);
    m.today = Some("2026.12.01".to_owned());
    solve(&mut m, &mut outside);
    assert_eq!(m.puzzles.progress.streak.on(m.day()), 2);
    // The second is missed.
    m.today = Some("2026.12.03".to_owned());
    assert_eq!(m.puzzles.progress.streak.on(m.day()), 0);
    solve(&mut m, &mut outside);
    assert_eq!((m.puzzles.progress.streak.on(m.day()), m.puzzles.progress.streak.best), (1, 2));
}
