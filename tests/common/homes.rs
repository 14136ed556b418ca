//! Random rule sets: built-in ones, and home rules made through the interface that the page uses.

use damka::rules::variant::ALL;
use damka::rules::{Fact, Home, Variant};
use proptest::prelude::*;

/// Home rules from picked values: each fact with an even pick stays as in the base, any other gets a value. What is
/// impossible then goes back to the base's value.
pub fn home(base: usize, picks: &[u8]) -> Home {
    let plain = Home::of(ALL[base % ALL.len()]);
    let mut home = plain;
    for (fact, pick) in Fact::ALL.into_iter().zip(picks) {
        if pick % 2 == 1 {
            let values = fact.values();
            assert!(home.set(fact, values[usize::from(pick / 2) % values.len()]));
        }
    }
    while let Some(fault) = home.faults().first() {
        for &fact in fault.facts() {
            assert!(home.set(fact, plain.value(fact)));
        }
    }
    home
}

/// Home rules of all kinds.
pub fn homes() -> impl Strategy<Value = Home> {
    (0..ALL.len(), proptest::collection::vec(any::<u8>(), Fact::ALL.len()))
        .prop_map(|(base, picks)| home(base, &picks))
}

/// A built-in rule set, or as often home rules.
pub fn rule_sets() -> impl Strategy<Value = &'static Variant> {
    prop_oneof![
        (0..ALL.len()).prop_map(|base| ALL[base]),
        homes().prop_map(|home| home.variant().expect("no fault")),
    ]
}
