//! The rooms of lessons and endings as the program has them: what is fetched, shown on the one board, kept, and given back.

mod common;

use common::project_file;
use damka::app::learn::course::Board;
use damka::app::learn::player::{Act, Stage};
use damka::app::learn::progress::Progress;
use damka::app::learn::trainer::{RULES, Report, endings};
use damka::app::learn::{EndMsg, LearnMsg};
use damka::app::scene::{Extras, Item, Mark, scene};
use damka::app::strings::Lang;
use damka::app::{Effect, Model, Msg, Notice, Place, Prefs};
use damka::rules::Variant;

/// Does what the page does with effects that come back at once: files, what is kept, and time.
fn run(model: &mut Model, msg: Msg, kept: Option<&str>) -> Vec<Effect> {
    let mut all = Vec::new();
    let mut due = model.update(msg);
    let mut rounds = 0;
    while !due.is_empty() {
        rounds += 1;
        assert!(rounds < 500, "no end");
        let mut next = Vec::new();
        for effect in due {
            match &effect {
                Effect::Fetch(path) => {
                    let text = project_file(&format!("www/{path}"));
                    next.extend(model.update(Msg::Fetched(path.clone(), Some(text))));
                }
                Effect::FetchBytes(path) => {
                    let root = env!("CARGO_MANIFEST_DIR");
                    let bytes = std::fs::read(format!("{root}/www/{path}")).expect("a file");
                    next.extend(model.update(Msg::FetchedBytes(path.clone(), Some(bytes))));
                }
                Effect::Recall(name) => {
                    next.extend(model.update(Msg::Recalled(name, kept.map(str::to_owned))));
                }
                Effect::Wait(_, number) => next.extend(model.update(Msg::Waited(*number))),
                _ => {}
            }
            all.push(effect);
        }
        due = next;
    }
    all
}

fn learner(lang: Lang) -> Model {
    Model::new(Prefs { lang: Some(lang), ..Prefs::default() }, lang)
}

fn said(model: &Model) -> String {
    match &model.notice {
        Some(Notice::Lit(_, sentence)) => sentence.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_lesson_borrows_the_board_and_gives_it_back() {
    let mut model = learner(Lang::Pl);
    let first = model.game.position().legal_moves()[0].clone();
    model.game.play(&first).expect("legal");
    let table = *model.game.position();
    run(&mut model, Msg::Visit(Place::Learn), None);
    assert!(!model.shows_board() && model.learn.is_ready());
    let effects = run(&mut model, Msg::Learn(LearnMsg::Open("must".to_owned())), None);
    assert!(effects.contains(&Effect::Address("learn/64/must".to_owned())));
    assert!(model.shows_board() && model.in_lesson());
    assert_ne!(*model.game.position(), table);
    assert!(!said(&model).is_empty());
    // The first step lights a square.
    let marks = |model: &Model, wanted: Mark| {
        let items = scene(model, &Extras::default()).items;
        items.iter().filter(|item| matches!(item, Item::Mark { mark, .. } if *mark == wanted)).count()
    };
    assert_eq!(marks(&model, Mark::Lit), 1);
    // Keys of the table do nothing to it here.
    for msg in [Msg::Redo, Msg::Flip, Msg::GoTo(0), Msg::Restart] {
        assert_eq!(run(&mut model, msg, None), Vec::new());
    }
    run(&mut model, Msg::Learn(LearnMsg::List), None);
    assert!(!model.shows_board());
    assert_eq!(*model.game.position(), table);
    run(&mut model, Msg::Visit(Place::Play), None);
    assert_eq!(*model.game.position(), table);
}

#[test]
fn a_whole_lesson_by_touch_earns_stars_that_are_kept() {
    let mut model = learner(Lang::En);
    let mut old = Progress::default();
    old.earn("64/crown", 2);
    run(&mut model, Msg::Address("learn/64/must".to_owned()), Some(&old.write()));
    let mut effects = Vec::new();
    for _ in 0..200 {
        let player = model.learn.player.as_ref().expect("a lesson");
        if player.stage() == Stage::End {
            break;
        }
        let act =
            if player.task().is_some() && !player.is_solved() { player.solution()[0] } else { Act::Next };
        let msg = match act {
            Act::Touch(square) => Msg::Touch(square),
            act => Msg::Learn(LearnMsg::Act(act)),
        };
        // A move takes several touches: the solution is asked anew after each, so the piece must not be let go again.
        if let Act::Touch(_) = act {
            for touch in model.learn.player.as_ref().expect("a lesson").solution() {
                let Act::Touch(square) = touch else { break };
                effects.extend(run(&mut model, Msg::Touch(square), None));
                if model.learn.player.as_ref().is_some_and(damka::app::learn::player::Player::is_solved) {
                    break;
                }
            }
        } else {
            effects.extend(run(&mut model, msg, None));
        }
    }
    let player = model.learn.player.as_ref().expect("a lesson");
    assert_eq!((player.stage(), player.stars()), (Stage::End, 3));
    let kept = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep("learn", text) => Progress::read(text),
            _ => None,
        })
        .next_back()
        .expect("kept");
    assert_eq!((kept.stars("64/must"), kept.stars("64/crown")), (3, 2));
    // The next lesson follows.
    run(&mut model, Msg::Learn(LearnMsg::OpenNext), None);
    assert_eq!(model.learn.player.as_ref().map(|p| p.lesson.as_str()), Some("back"));
}

#[test]
fn what_can_not_be_read_is_put_aside() {
    let mut model = learner(Lang::Pl);
    let effects = run(&mut model, Msg::Visit(Place::Learn), Some("{\"version\":9}"));
    assert!(effects.contains(&Effect::PutAside("learn")));
    assert_eq!(model.learn.progress, Progress::default());
}

#[test]
fn without_network_it_says_so_and_asks_again() {
    let mut model = learner(Lang::Pl);
    let asked = model.update(Msg::Visit(Place::Learn));
    assert!(asked.iter().any(|effect| matches!(effect, Effect::Fetch(_))));
    model.update(Msg::Fetched("lessons/course.json".to_owned(), None));
    assert_eq!(model.notice, Some(Notice::Say("trouble.fetch")));
    run(&mut model, Msg::Visit(Place::Play), None);
    run(&mut model, Msg::Visit(Place::Learn), None);
    assert!(model.learn.is_ready());
}

#[test]
fn another_language_brings_its_words() {
    let mut model = learner(Lang::Pl);
    run(&mut model, Msg::Address("learn/100/most".to_owned()), None);
    let polish = said(&model);
    let prefs = Prefs { lang: Some(Lang::En), ..model.prefs.clone() };
    run(&mut model, Msg::Prefs(prefs), None);
    let english = project_file("www/lang/en.json");
    run(&mut model, Msg::Texts(Lang::En, english), None);
    assert_ne!(said(&model), polish);
    assert_eq!(model.learn.words.as_ref().map(damka::app::learn::words::Words::lang), Some(Lang::En));
}

#[test]
fn a_link_shows_the_class_its_lessons() {
    let mut model = learner(Lang::Pl);
    run(&mut model, Msg::Address("learn/set/100/must,crown/W:W31:B5".to_owned()), None);
    let sheet = &model.learn.sheet;
    assert!(sheet.sent && sheet.board == Board::Large && model.learn.board == Board::Large);
    assert_eq!(sheet.lessons, ["must", "crown"]);
    assert!(model.learn.player.is_none());
    run(&mut model, Msg::Learn(LearnMsg::Open("crown".to_owned())), None);
    assert_eq!(model.learn.player.as_ref().map(|p| p.board), Some(Board::Large));
    let effects = run(&mut model, Msg::Learn(LearnMsg::List), None);
    assert!(effects.contains(&Effect::Address("learn/set/100/must,crown/W:W31:B5".to_owned())));
    // Nonsense is an error, not an accident.
    run(&mut model, Msg::Address("learn/64/no-such-lesson".to_owned()), None);
    assert!(model.learn.fault.is_some() && model.learn.player.is_none());
}

/// The same link on another device, in another language; and one that was copied wrongly.
#[test]
fn a_link_opens_in_any_language_and_a_wrong_one_shows_all_lessons() {
    let mut teacher = learner(Lang::Pl);
    run(&mut teacher, Msg::Visit(Place::Learn), None);
    run(&mut teacher, Msg::Learn(LearnMsg::Teach(true)), None);
    run(&mut teacher, Msg::Learn(LearnMsg::Choose("must".to_owned(), true)), None);
    run(&mut teacher, Msg::Learn(LearnMsg::Positions("W:Wc3:Bd4\nnonsense".to_owned())), None);
    let effects = run(&mut teacher, Msg::Learn(LearnMsg::CopyLink), None);
    let link =
        effects.iter().find_map(|e| if let Effect::CopyLink(link) = e { Some(link.clone()) } else { None });
    let link = link.expect("a link");
    for lang in [Lang::Pl, Lang::En] {
        let mut model = learner(lang);
        run(&mut model, Msg::Address(link.clone()), None);
        assert!(model.learn.is_sent() && !model.learn.is_wrong_link());
        assert_eq!(model.learn.words.as_ref().map(damka::app::learn::words::Words::lang), Some(lang));
        assert_eq!(model.learn.sheet.lessons, ["must"]);
        assert_eq!(model.learn.sheet.read_positions().len(), 1);
        for wrong in ["learn/set/64/mustt/", "learn/set/", "learn/set/99/x/y", "learn/set/64//W:W:B;;"] {
            let mut model = learner(lang);
            run(&mut model, Msg::Address(wrong.to_owned()), None);
            assert!(model.learn.is_wrong_link() && !model.learn.is_sent(), "{wrong}");
            // From there all lessons can be opened.
            run(&mut model, Msg::Learn(LearnMsg::Open("must".to_owned())), None);
            assert!(model.in_lesson(), "{wrong}");
        }
        // One half of it is better than nothing.
        run(&mut model, Msg::Address("learn/set/64/mustt,crown/".to_owned()), None);
        assert!(model.learn.is_sent());
    }
}

#[test]
fn who_was_shown_a_step_may_go_back_and_do_it_himself() {
    let mut model = learner(Lang::En);
    run(&mut model, Msg::Address("learn/64/must".to_owned()), None);
    let stage = |model: &Model| model.learn.player.as_ref().expect("a lesson").stage();
    while !matches!(stage(&model), Stage::Task(0)) {
        run(&mut model, Msg::Learn(LearnMsg::Act(Act::Next)), None);
    }
    let start = *model.game.position();
    // Help, as far as it goes; then back into the example, and to the task again: it stands as at its beginning.
    for _ in 0..6 {
        run(&mut model, Msg::Learn(LearnMsg::Act(Act::Help)), None);
    }
    run(&mut model, Msg::Learn(LearnMsg::Act(Act::Back)), None);
    assert!(matches!(stage(&model), Stage::Show(_)));
    run(&mut model, Msg::Learn(LearnMsg::Act(Act::Next)), None);
    assert!(matches!(stage(&model), Stage::Task(0)));
    assert_eq!(*model.game.position(), start);
    for act in model.learn.player.as_ref().expect("a lesson").solution() {
        let msg = match act {
            Act::Touch(square) => Msg::Touch(square),
            act => Msg::Learn(LearnMsg::Act(act)),
        };
        run(&mut model, msg, None);
    }
    assert!(model.learn.player.as_ref().is_some_and(damka::app::learn::player::Player::is_solved));
}

#[test]
fn endings_are_played_on_the_board_against_the_tables() {
    let mut model = learner(Lang::Pl);
    let table = *model.game.position();
    run(&mut model, Msg::Visit(Place::Endings), None);
    for rules in RULES {
        run(&mut model, Msg::Endings(EndMsg::Rules(rules)), None);
        assert!(model.endings_ready());
        play_endings(&mut model, rules);
    }
    run(&mut model, Msg::Visit(Place::Play), None);
    assert_eq!(*model.game.position(), table);
}

/// Each ending of a rule set, by any moves.
fn play_endings(model: &mut Model, rules: &'static Variant) {
    for ending in endings(rules) {
        run(model, Msg::Endings(EndMsg::Begin(ending.id)), None);
        assert!(model.shows_board() && model.persons_turn(), "{}", ending.id);
        assert!(!said(model).contains('{') && !said(model).starts_with("end."), "{}", said(model));
        // Any legal moves, slips taken back, until it is over or long enough.
        for n in 0..40 {
            let report = model.endings.drill.as_ref().expect("a drill").report;
            match report {
                Report::Spoiled => {
                    run(model, Msg::Undo, None);
                    assert!(model.persons_turn());
                }
                Report::Done(_) | Report::Failed => break,
                _ => {}
            }
            let moves = model.game.position().legal_moves();
            let m = moves[n % moves.len()].clone();
            for square in m.path() {
                run(model, Msg::Touch(*square), None);
            }
        }
        run(model, Msg::Endings(EndMsg::List), None);
        assert!(!model.shows_board());
    }
}
