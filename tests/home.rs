//! Home rules: made, refused, written, read, kept in files, and played against the computer.

mod common;

use std::collections::HashSet;

use damka::ai::{Engine, Level, Limits, Random, Request};
use damka::notation::pdn::{parse, replay, write_pdn};
use damka::rules::variant::{self, ALL};
use damka::rules::{Fact, Game, Home, HomeError, HomeFault, Position, Status, Variant};
use proptest::prelude::*;

use common::homes::homes;

fn read(text: &str) -> Home {
    Home::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn a_built_in_set_is_its_own_home() {
    for base in ALL {
        let home = Home::of(base);
        assert_eq!(home.faults(), [], "{}", base.name);
        assert!(std::ptr::eq(home.variant().expect("no fault"), base));
        assert_eq!((home.text().as_str(), base.is_home()), (base.name, false));
        assert!(Fact::ALL.into_iter().all(|fact| !home.differs(fact)));
    }
}

#[test]
fn each_fact_alone_can_be_decided_otherwise() {
    for fact in Fact::ALL {
        let changed = ALL.into_iter().any(|base| {
            fact.values().iter().any(|value| {
                let mut home = Home::of(base);
                assert!(home.set(fact, value));
                assert_eq!(home.value(fact), *value);
                home.variant().is_ok_and(|made| {
                    // More than the name is different: beside it, and the number in PDN, all is as it was.
                    let other =
                        Variant { name: base.name, game_type: base.game_type, ..made.clone() } != *base;
                    assert_eq!(other, made.is_home(), "{}", made.name);
                    other
                })
            })
        });
        assert!(changed, "{fact:?} changes nothing");
        assert!(!Home::of(&variant::POLISH_64).set(fact, "perhaps"));
    }
}

#[test]
fn what_is_impossible_is_refused_with_its_reason() {
    for (text, fault) in [
        ("international.squares-all", HomeFault::AllSquares),
        ("polish64.men_rows-4", HomeFault::Crowded),
        ("polish64.skip_rows-1", HomeFault::Crowded),
        ("turkish.orthogonal_captures-yes", HomeFault::OrthogonalAnyway),
        ("english.lands_behind-yes", HomeFault::LandsBehindAnyway),
        ("polish64.may_turn_back-yes", HomeFault::TurnsOverPiece),
        ("antidraughts.threefold-no", HomeFault::Endless),
        ("breakthrough.goal-normal", HomeFault::Endless),
    ] {
        let home = read(text);
        assert_eq!(home.faults(), [fault], "{text}");
        assert_eq!(home.variant(), Err(vec![fault]));
        assert_eq!(Variant::named(text), None, "{text}");
        let told = fault.to_string();
        assert!(told.len() > 20, "{told}");
        // The fact that it names first mends it at some value, and so do the base's values for all that it names.
        let first = fault.facts()[0];
        assert!(
            first.values().iter().any(|value| {
                let mut mended = home;
                mended.set(first, value) && mended.faults().is_empty()
            }),
            "{text}: {first:?} does not mend it"
        );
        let mut mended = home;
        for &fact in fault.facts() {
            mended.set(fact, Home::of(home.base()).value(fact));
        }
        assert_eq!(mended.faults(), [], "{text}");
    }
    // All at once, not one after the other.
    let many = read("english.lands_behind-yes.may_turn_back-yes.men_rows-5");
    assert_eq!(many.faults().len(), 3);
}

#[test]
fn what_is_no_rule_set_is_told_where() {
    for (text, part) in [
        ("polish64.flying", "flying"),
        ("polish64.flying-perhaps", "flying-perhaps"),
        ("polish64.flies-no", "flies-no"),
        ("polish64.", ""),
        ("polish64.flying-no.flying-yes", "flying-yes"),
        ("polish64.flying-no ", "flying-no "),
    ] {
        assert_eq!(Home::read(text), Err(HomeError::Part(part.to_owned())));
        assert!(Home::read(text).expect_err("refused").to_string().contains(&format!("`{part}`")));
    }
    for text in ["", ".", "home", "Polish64.flying-no", "ąę.x-1"] {
        assert!(matches!(Home::read(text), Err(HomeError::Base(_))), "{text}");
    }
}

#[test]
fn facts_in_any_order_are_one_set() {
    let [one, two] = ["polish64.flying-no.goal-lose", "polish64.goal-lose.flying-no.size-8"]
        .map(|text| Variant::named(text).expect("sound"));
    assert!(std::ptr::eq(one, two));
    // Another base is another set: it has other draws and other squares' names.
    assert_ne!(Variant::named("russian.flying-no"), Variant::named("polish64.flying-no"));
    // The corner means nothing where all squares are used.
    assert_eq!(Variant::named("turkish.corner-right"), Some(&variant::TURKISH));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_text_says_all(home in homes()) {
        let text = home.text();
        prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)), "{}", text);
        prop_assert_eq!(Home::read(&text), Ok(home));
        let made = home.variant().expect("no fault");
        prop_assert!(std::ptr::eq(made, Variant::named(made.name).expect("its own name")));
        prop_assert!(std::ptr::eq(made.base(), home.base()));
        let again = Home::of(made);
        prop_assert_eq!(again.text(), made.name);
        for fact in Fact::ALL {
            let idle = fact == Fact::Corner && made.all_squares;
            prop_assert!(idle || again.value(fact) == home.value(fact), "{:?} of {}", fact, made.name);
        }
    }

    /// The first player can move, and no man stands where it would be a king.
    #[test]
    fn every_game_can_begin(home in homes()) {
        let start = Position::start(home.variant().expect("no fault"));
        prop_assert!(!start.is_stuck());
        prop_assert_eq!(start.setup().faults(), vec![]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_goes_through_pdn(home in homes(), picks in proptest::collection::vec(any::<u16>(), 0..60)) {
        let mut game = Game::new(home.variant().expect("no fault"));
        for pick in picks {
            if game.status() != Status::Ongoing {
                break;
            }
            let moves = game.position().legal_moves();
            game.play(&moves[usize::from(pick) % moves.len()]).expect("legal");
        }
        let text = write_pdn(&game, &[]);
        let replayed = replay(&parse(&text)[0]);
        prop_assert_eq!(replayed.game.variant().name, game.variant().name, "{}", text);
        prop_assert_eq!(replayed.game.moves().len(), game.moves().len(), "{}", text);
        prop_assert_eq!(replayed.game.position(), game.position(), "{}", text);
    }
}

/// The computer plays any home rules by the rules.
#[test]
fn the_computer_answers_in_home_rules() {
    let mut random = Random::new(20_261_130);
    let mut seen = HashSet::new();
    for n in 0..150 {
        let picks: Vec<u8> = Fact::ALL.map(|_| random.below(256) as u8).to_vec();
        let variant = common::homes::home(n, &picks).variant().expect("no fault");
        seen.insert(variant.name);
        let mut game = Game::new(variant);
        for _ in 0..random.below(60) {
            let moves = game.position().legal_moves();
            game.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
            if game.status() != Status::Ongoing {
                game.undo();
                break;
            }
        }
        let level = Level::new(1 + random.below(10) as u8).expect("a level");
        let request = Request::play(&game, level, random.bits()).within(Limits::nodes(800));
        let best = Engine::new(1).search(request).expect("a legal move").finish().0.best;
        assert!(game.position().legal_moves().contains(&best), "{}: {best:?}", variant.name);
    }
    assert!(seen.len() > 130, "only {} rule sets", seen.len());
}
