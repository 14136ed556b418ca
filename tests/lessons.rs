//! The course is right: its texts are whole, its examples legal, its tasks solvable, its proofs proven again.

mod common;

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use common::project_file;
use damka::ai::endgame::{Solved, solve};
use damka::app::learn::course::{Ask, Board, Course, Ending, Goal, TaskKey};
use damka::app::learn::player::{Act, Player, Say, Stage};
use damka::app::learn::proof::{Proofs, losses};
use damka::app::learn::prove::{ENOUGH, Prover, RIGHT};
use damka::app::learn::words::Words;
use damka::app::strings::{Lang, Texts};
use damka::rules::variant::POLISH_64;
use damka::rules::{Move, Position, Side};

/// Nodes with which the tests judge a move: others than the tool's 60,000.
const NODES: u64 = 25_000;
/// What is won for certain.
const CERTAIN: i32 = 2_500;

fn course() -> Course {
    Course::read(&project_file("www/lessons/course.json")).expect("the course")
}
fn proofs() -> Proofs {
    Proofs::read(&project_file("www/lessons/proofs.json")).expect("the proofs")
}
fn words(lang: Lang) -> Words {
    Words::read(lang, &project_file(&format!("www/lessons/{}.json", lang.code()))).expect("words")
}
const LANGS: [Lang; 2] = [Lang::Pl, Lang::En];

/// Opens every lesson on every board that it is given on.
fn each_lesson(mut then: impl FnMut(Player)) {
    let (course, proofs) = (course(), proofs());
    for board in Board::ALL {
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
            then(Player::open(&course, &proofs, &lesson.id, board).unwrap_or_else(|e| panic!("{e}")));
        }
    }
}

/// All tasks of the course's own, without those that come back.
fn each_task(mut then: impl FnMut(&TaskKey, &damka::app::learn::course::Task)) {
    let course = course();
    for board in Board::ALL {
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
            for (key, task) in course.tasks(lesson, board).expect("tasks") {
                if key.lesson == lesson.id {
                    then(&key, &task);
                }
            }
        }
    }
}

/// Does what the lesson itself says until the task is solved.
fn solve_task(player: &mut Player) {
    for _ in 0..60 {
        if player.is_solved() {
            return;
        }
        let acts = player.solution();
        assert!(!acts.is_empty(), "{}: no way on", player.lesson);
        for act in acts {
            player.act(act);
            if player.showing().is_some() {
                player.finish_showing();
                break;
            }
        }
    }
    panic!("{} {:?}: not solved", player.lesson, player.stage());
}

#[test]
fn there_are_forty_lessons_in_eight_chapters_for_each_board() {
    let course = course();
    assert_eq!(course.chapters.len(), 8);
    for board in Board::ALL {
        let lessons: Vec<_> = course.lessons().filter(|lesson| lesson.is_on(board)).collect();
        assert!(lessons.len() >= 40, "{board:?}: {}", lessons.len());
        println!("{board:?}: {} lessons", lessons.len());
    }
    let ids: HashSet<_> = course.lessons().map(|lesson| &lesson.id).collect();
    assert_eq!(ids.len(), course.lessons().count(), "an id stands twice");
}

#[test]
fn every_lesson_has_an_example_two_tasks_and_one_of_before() {
    let course = course();
    let order: Vec<&str> = course.lessons().map(|lesson| lesson.id.as_str()).collect();
    let place = |id: &str| order.iter().position(|own| *own == id).expect("a lesson");
    for board in Board::ALL {
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
            assert!(!lesson.steps(board).expect("steps").is_empty(), "{}", lesson.id);
            let tasks = course.tasks(lesson, board).unwrap_or_else(|e| panic!("{e}"));
            let own = tasks.iter().filter(|(key, _)| key.lesson == lesson.id).count();
            assert!((2..=4).contains(&own), "{board:?} {}: {own} tasks", lesson.id);
            let before: Vec<_> = tasks.iter().filter(|(key, _)| key.lesson != lesson.id).collect();
            assert_eq!(before.len(), usize::from(place(&lesson.id) > 0), "{}", lesson.id);
            for (key, _) in before {
                assert!(place(&key.lesson) < place(&lesson.id), "{} repeats {key}", lesson.id);
            }
        }
    }
}

/// Walks all lessons with their own solutions: that gives three stars, and every sentence is there, in both languages.
#[test]
fn every_lesson_can_be_walked_to_its_three_stars() {
    let texts = LANGS.map(Texts::new);
    let words = LANGS.map(words);
    let mut tasks = 0;
    each_lesson(|mut player| {
        loop {
            for (words, texts) in words.iter().zip(&texts) {
                for text in [words.main(&player), words.idea(&player), words.recap(&player)] {
                    assert!(
                        !text.trim().is_empty(),
                        "{} {:?}: nothing is said",
                        player.lesson,
                        player.stage()
                    );
                    assert!(!text.contains(['{', '|']), "{} {:?}: {text}", player.lesson, player.stage());
                }
                for answer in player.answers() {
                    let text = words.answer(answer);
                    assert!(!text.contains('.') || text.ends_with('.'), "{text} is a key");
                }
                let said = words.said(&player, texts);
                assert!(!said.contains(['{', '|']), "{said}");
            }
            match player.stage() {
                Stage::Show(_) => {
                    player.finish_showing();
                    let after = player.step().expect("a step").after;
                    assert_eq!(*player.shown(), after, "{}", player.lesson);
                    player.act(Act::Next);
                }
                Stage::Task(_) => {
                    tasks += 1;
                    solve_task(&mut player);
                    for (words, texts) in words.iter().zip(&texts) {
                        let said = words.said(&player, texts);
                        assert!(!said.is_empty() && !said.contains(['{', '|']), "{said}");
                    }
                    assert!(player.act(Act::Next));
                }
                Stage::End => break,
            }
        }
        assert_eq!(player.stars(), 3, "{}", player.lesson);
    });
    assert!(tasks > 250, "{tasks}");
    println!("{tasks} tasks were solved");
}

/// Sentences name squares, moves and numbers of pieces only through names that the program fills in: so they are what
/// stands on the board.
#[test]
fn no_sentence_names_a_square_or_a_number_of_its_own() {
    for lang in LANGS {
        let json: serde_json::Value =
            serde_json::from_str(&project_file(&format!("www/lessons/{}.json", lang.code()))).expect("JSON");
        let lessons = json["lessons"].as_object().expect("lessons");
        let known: HashSet<String> = course().lessons().map(|lesson| lesson.id.clone()).collect();
        let own: HashSet<String> = lessons.keys().cloned().collect();
        assert_eq!(known, own, "{lang:?}");
        for (id, lesson) in lessons {
            let mut all = Vec::new();
            for value in lesson.as_object().expect("a lesson").values() {
                match value {
                    serde_json::Value::Array(list) => all.extend(list.iter().filter_map(|v| v.as_str())),
                    other => all.extend(other.as_str()),
                }
            }
            for text in all {
                let bare: String =
                    text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
                assert!(!bare.contains(|c: char| c.is_ascii_digit()), "{lang:?} {id}: {text}");
            }
        }
    }
}

/// Both languages have the same keys, lists of the same length, and the same names to fill in.
#[test]
fn both_languages_say_the_same_things() {
    fn shape(value: &serde_json::Value, path: &str, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                map.iter().for_each(|(key, value)| shape(value, &format!("{path}/{key}"), out));
            }
            serde_json::Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, value)| shape(value, &format!("{path}/{i}"), out));
            }
            other => {
                let text = other.as_str().unwrap_or_default();
                let mut names: Vec<_> =
                    text.split('{').skip(1).filter_map(|part| part.split(['}', '|']).next()).collect();
                names.sort_unstable();
                names.dedup();
                out.push(format!("{path} {names:?} {}", text.is_empty()));
            }
        }
    }
    let [pl, en] = LANGS.map(|lang| {
        let json =
            serde_json::from_str(&project_file(&format!("www/lessons/{}.json", lang.code()))).expect("JSON");
        let mut out = Vec::new();
        shape(&json, "", &mut out);
        out.sort();
        out
    });
    assert_eq!(pl, en);
}

/// A judge that knows all endings of four pieces, which are solved once.
fn prover(nodes: u64) -> Prover {
    static SOLVED: LazyLock<Option<Arc<Solved>>> = LazyLock::new(|| solve(&POLISH_64, 4).map(Arc::new));
    Prover::new(nodes, SOLVED.clone())
}

/// Every legal move of every decision stands in the proofs once, and is what they say: right or wrong, by a search of
/// another size and by endgame tables.
#[test]
fn every_accepted_move_is_right_and_every_other_wrong() {
    let proofs = proofs();
    let (mut hasty, mut thorough) = (prover(NODES), prover(12 * NODES));
    let (mut right, mut wrong) = (0, 0);
    each_task(|key, task| {
        let Ask::Play(goal, ..) = &task.ask else { return };
        let prover = if *goal == Goal::Win { &mut thorough } else { &mut hasty };
        let proof = proofs.of(key, &task.start).unwrap_or_else(|| panic!("{key} is not proven"));
        assert!(!proof.others.is_empty() && proof.line.len() + 1 >= 2 * proof.others.len(), "{key}");
        let mut at = task.start;
        for (ply, m) in proof.line.iter().enumerate() {
            if let Some(others) = proof.others.get(ply / 2).filter(|_| ply % 2 == 0) {
                let all = prover.weigh(&at);
                assert_eq!(all.len(), others.len() + 1, "{key}: not every move is judged");
                let best = all[0].0;
                for (value, played, _) in &all {
                    let known = played.same_as(m)
                        || others.iter().find(|v| v.played.same_as(played)).expect("judged").right;
                    let judged = Prover::judge(*goal, *value, best);
                    assert_ne!(judged, Some(!known), "{key} {played:?}: {value} of {best}");
                    *if known { &mut right } else { &mut wrong } += 1;
                }
            }
            at = at.play(m);
        }
    });
    println!("{right} right and {wrong} wrong moves were judged again");
    assert!(right > 200 && wrong > 500);
}

/// The results of endings are what tables say, or on the large board a search.
#[test]
fn results_are_what_the_tables_say() {
    let mut prover = prover(NODES);
    each_task(|key, task| {
        let Ask::Result(ending) = &task.ask else { return };
        let found = match prover.value(&task.start).0 {
            n if n > CERTAIN => Ending::Win,
            n if n < -CERTAIN => Ending::Loss,
            _ => Ending::Draw,
        };
        assert_eq!(*ending, found, "{key}");
    });
}

fn pieces(position: &Position, side: Side) -> usize {
    let (men, kings) = position.material(side);
    (men + kings) as usize
}

/// Makes a wrong first move in every exercise that has one, by touching squares: the lesson shows a line that begins with
/// it, and after that line the goal is out of reach. The figures of its sentence are those of the board.
#[test]
fn every_wrong_first_move_is_refuted() {
    let (course, proofs) = (course(), proofs());
    let mut prover = prover(NODES);
    let (mut exercises, mut refuted) = (HashSet::new(), 0);
    for board in Board::ALL {
        for lesson in course.lessons().filter(|lesson| lesson.is_on(board)) {
            let mut player = Player::open(&course, &proofs, &lesson.id, board).expect("a lesson");
            while player.task().is_none() {
                player.act(Act::Next);
            }
            while let Some((key, task)) = player.task() {
                let (key, task) = (key.clone(), task.clone());
                if let Ask::Play(goal, ..) = task.ask
                    && key.lesson == lesson.id
                {
                    let proof = proofs.of(&key, &task.start).expect("proven");
                    let best = cut(-prover.value(&task.start.play(&proof.line[0])).0);
                    for verdict in proof.others[0].iter().filter(|verdict| !verdict.right) {
                        touch_all(&mut player, &verdict.played);
                        player.finish_showing();
                        let Say::Refuted(at, line) = player.say().clone() else {
                            panic!("{key}: {:?} after {:?}", player.say(), verdict.played)
                        };
                        assert_eq!(at, task.start);
                        assert!(line[0].same_as(&verdict.played) && line.len() > 1, "{key}: {line:?}");
                        let end = played_out(&at, &line);
                        let value = if end.turn() == at.turn() {
                            prover.value(&end).0
                        } else {
                            -prover.value(&end).0
                        };
                        let out_of_reach = match goal {
                            Goal::Win => value <= CERTAIN,
                            Goal::Gain => best - cut(value) > RIGHT,
                            Goal::Draw => value < -RIGHT,
                        };
                        assert!(
                            out_of_reach,
                            "{key} {:?}: {value} after the line, {best} at best",
                            verdict.played
                        );
                        let (lost, taken) = losses(&at, &line);
                        assert_eq!(lost, pieces(&at, at.turn()) - pieces(&end, at.turn()), "{key}");
                        assert_eq!(taken, pieces(&at, at.turn().other()) - pieces(&end, at.turn().other()));
                        refuted += 1;
                        exercises.insert(key.to_string());
                        assert!(player.act(Act::Again));
                        assert_eq!(*player.shown(), task.start);
                    }
                }
                player.act(Act::Skip);
            }
        }
    }
    println!("{refuted} wrong first moves of {} exercises were refuted", exercises.len());
    assert!(exercises.len() >= 50 && refuted >= 300);
}

fn cut(value: i32) -> i32 {
    value.clamp(-ENOUGH, ENOUGH)
}

fn played_out(start: &Position, line: &[Move]) -> Position {
    line.iter().fold(*start, |at, m| at.play(&at.legal(m).expect("legal")))
}

fn touch_all(player: &mut Player, m: &Move) {
    for square in m.path() {
        if player.showing().is_some() || player.is_refuted() {
            break;
        }
        player.act(Act::Touch(*square));
    }
}

/// Wrong touches and answers are told, shown, and cost a star; nothing is locked by them.
#[test]
fn wrong_answers_are_told_and_cost_stars() {
    let texts = Texts::new(Lang::Pl);
    let words = words(Lang::Pl);
    let (mut squares, mut answers) = (0, 0);
    each_lesson(|mut player| {
        while player.task().is_none() {
            player.act(Act::Next);
        }
        while let Some((_, task)) = player.task() {
            let task = task.clone();
            if let Ask::Tap(wanted) = &task.ask {
                let other = task.start.variant().geometry().all().find(|s| !wanted.contains(s));
                if let Some(other) = other {
                    assert!(player.act(Act::Touch(other)));
                    assert_eq!(player.say(), &Say::WrongSquare(other));
                    squares += 1;
                }
            }
            let right = player.right_answer();
            for wrong in (0..player.answers().len()).filter(|n| Some(*n) != right) {
                assert!(player.act(Act::Answer(wrong)));
                player.finish_showing();
                assert!(player.is_refuted(), "{}", player.lesson);
                let said = words.said(&player, &texts);
                assert!(!said.is_empty() && !said.contains(['{', '|']), "{said}");
                assert!(player.act(Act::Again));
                answers += 1;
            }
            solve_task(&mut player);
            player.act(Act::Next);
        }
        assert!((1..=3).contains(&player.stars()));
    });
    println!("{squares} wrong squares, {answers} wrong answers");
    assert!(squares > 20 && answers > 40);
}

/// Leaving everything out leads to the end, gives no star, and costs none that were earned.
#[test]
fn skipping_leads_to_the_end() {
    each_lesson(|mut player| {
        while player.stage() != Stage::End {
            if !player.act(Act::Next) {
                assert!(player.act(Act::Skip));
            }
        }
        assert_eq!(player.stars(), 0);
        player.act(Act::Again);
        assert_eq!(player.stage(), Stage::Show(0));
    });
}

/// Going back and forth never panics or loses the place: a thousand random acts in every lesson.
#[test]
fn any_acts_in_any_order_do_no_harm() {
    let mut random = common::Random(64);
    each_lesson(|mut player| {
        for _ in 0..300 {
            let act = match random.below(12) {
                0..=4 => {
                    let n = player.board.variant().geometry().squares;
                    Act::Touch(damka::rules::Square(random.below(usize::from(n)) as u8))
                }
                5 => Act::Answer(random.below(4)),
                6 | 7 => Act::Next,
                8 => Act::Back,
                9 => Act::Again,
                10 => Act::Help,
                _ => Act::Skip,
            };
            player.act(act);
            if random.below(3) == 0 {
                player.advance();
            }
            let (done, of) = player.extent();
            assert!(done <= of && player.stars() <= 3);
        }
    });
}

/// The example of a lesson never counts pieces that are not gone: what the sentences call given and taken is what is
/// missing on the board.
#[test]
fn what_an_example_costs_is_what_is_missing_on_the_board() {
    each_lesson(|mut player| {
        let mut start: Option<Position> = None;
        while let (Stage::Show(_), Some(step)) = (player.stage(), player.step().cloned()) {
            let reset = start.is_none() || step.script_resets();
            let begin = if reset { step.before } else { start.expect("a start") };
            start = Some(begin);
            let missing =
                [Side::White, Side::Black].map(|side| pieces(&begin, side) - pieces(&step.after, side));
            let (white, black) = player.cost_so_far();
            assert_eq!([white, black], missing, "{} {:?}", player.lesson, player.stage());
            player.act(Act::Next);
        }
    });
}
