//! The endgame trainer: starts of every ending, the defence, the count of the distance.

mod common;

use common::Random;
use damka::ai::endgame::{Distances, Tables};
use damka::app::learn::trainer::{
    Aim, CATALOGUE, Drill, Ending, HELD, Outlook, RULES, Report, endings, files, outlook, reply,
};
use damka::rules::{Game, Move, Position, Side, Status, Variant};

fn tables(rules: &Variant) -> Tables {
    let read = |name: &str| {
        std::fs::read(format!("{}/www/data/{name}", env!("CARGO_MANIFEST_DIR")))
            .unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    let files = files(rules);
    let mut tables = Tables::parse(&read(&files[0])).expect("tables");
    for name in &files[1..] {
        assert!(tables.add(Distances::parse(&read(name)).expect("distances")), "{name}");
    }
    tables
}

/// Every ending of every rule set.
fn all() -> impl Iterator<Item = (&'static Variant, Tables, &'static Ending)> {
    RULES.into_iter().flat_map(|rules| endings(rules).map(move |ending| (rules, tables(rules), ending)))
}

/// What a player who knows the tables by heart does: wins soonest, or keeps the draw.
fn best(tables: &Tables, position: &Position) -> Move {
    reply(tables, position).expect("a move")
}

#[test]
fn there_are_twelve_endings_and_more_each_with_many_starts() {
    let mut faults = Vec::new();
    for rules in RULES {
        let tables = tables(rules);
        let own: Vec<_> = endings(rules).map(|ending| ending.id).collect();
        // What is left out is left out because there is little to be trained.
        let many = |ending: &&Ending| starts(ending, rules, &tables) >= 10;
        let there: Vec<_> = CATALOGUE.iter().filter(many).map(|ending| ending.id).collect();
        if own != there || own.len() < 10 {
            faults.push((rules.name, there));
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// How many different starts twenty seeds give.
fn starts(ending: &Ending, rules: &'static Variant, tables: &Tables) -> usize {
    let mut starts = Vec::new();
    for start in (0..20).filter_map(|seed| ending.start(rules, tables, seed)) {
        assert_eq!(start.turn(), Side::White);
        match (ending.aim, outlook(tables, &start)) {
            (Aim::Win, Some(Outlook::Win(plies))) => assert!(plies >= ending.least),
            (Aim::Hold, Some(Outlook::Draw)) => {}
            other => panic!("{}: {other:?}", ending.id),
        }
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    assert_eq!(
        ending.start(rules, tables, 3),
        ending.start(rules, tables, 3),
        "the same seed, the same start"
    );
    starts.len()
}

/// Who plays by the tables reaches the aim with three stars; the distance falls by one with each own move.
#[test]
fn best_play_wins_by_the_shortest_way_and_holds() {
    for (rules, tables, ending) in all() {
        for seed in 0..6 {
            let (mut drill, mut game) = Drill::begin(*ending, rules, &tables, seed).expect("a start");
            let mut left = match drill.report {
                Report::Start(Some(n)) => n,
                _ => 0,
            };
            loop {
                let before = *game.position();
                game.play(&best(&tables, &before)).expect("legal");
                match drill.moved(&tables, &before, &game) {
                    Report::Nearer(n, best) => {
                        assert!(best && n + 1 == left, "{} {seed}: {n} after {left}", ending.id);
                        left = n;
                    }
                    Report::Held(n) => assert!(n < HELD),
                    Report::Done(stars) => {
                        assert_eq!(stars, 3, "{}", ending.id);
                        break;
                    }
                    other => panic!("{} {seed}: {other:?}", ending.id),
                }
                let answer = reply(&tables, game.position()).expect("an answer");
                game.play(&answer).expect("legal");
                if let Report::Done(stars) = drill.answered(&game) {
                    assert_eq!(stars, 3);
                    break;
                }
                assert_eq!(game.status(), Status::Ongoing, "{} {seed}", ending.id);
            }
        }
    }
}

/// The defence never makes it easier: against any play that keeps the win, the opponent's answer is one that delays most.
#[test]
fn the_defence_delays_as_long_as_it_can() {
    let mut random = Random(7);
    let mut answers = 0;
    for (rules, tables, ending) in all().filter(|(.., ending)| ending.aim == Aim::Win) {
        for seed in 20..26 {
            let mut game = Game::from_position(ending.start(rules, &tables, seed).expect("a start"));
            for _ in 0..6 {
                let position = *game.position();
                let keeping: Vec<Move> = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| matches!(outlook(&tables, &position.play(m)), Some(Outlook::Loss(_))))
                    .collect();
                if keeping.is_empty() || game.status() != Status::Ongoing {
                    break;
                }
                game.play(&keeping[random.below(keeping.len())]).expect("legal");
                let defended = *game.position();
                let Some(answer) = reply(&tables, &defended) else { break };
                let Some(Outlook::Loss(plies)) = outlook(&tables, &defended) else { panic!("still won") };
                assert_eq!(
                    outlook(&tables, &defended.play(&answer)),
                    Some(Outlook::Win(plies - 1)),
                    "{}",
                    ending.id
                );
                answers += 1;
                if game.play(&answer).is_err() {
                    break;
                }
            }
        }
    }
    assert!(answers > 50, "{answers}");
}

/// A slip is told, and taking it back costs a star; a lost draw likewise.
#[test]
fn a_slip_is_told() {
    let mut slips = 0;
    for (rules, tables, ending) in all() {
        for seed in 0..10 {
            let (drill, game) = Drill::begin(*ending, rules, &tables, seed).expect("a start");
            let before = *game.position();
            for m in before.legal_moves() {
                let (mut drill, mut game) = (drill.clone(), game.clone());
                game.play(&m).expect("legal");
                let kept = matches!(
                    (ending.aim, outlook(&tables, game.position())),
                    (Aim::Win, Some(Outlook::Loss(_))) | (Aim::Hold, Some(Outlook::Draw | Outlook::Loss(_)))
                );
                let report = drill.moved(&tables, &before, &game);
                assert_eq!(report == Report::Spoiled, !kept, "{} {seed}: {report:?}", ending.id);
                slips += usize::from(!kept);
            }
        }
    }
    assert!(slips > 100, "{slips}");
}
