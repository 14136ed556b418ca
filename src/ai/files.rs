//! Which data files serve a rule set: the names of what stands in `www/data`, for the page and the native tools alike.

use crate::rules::{Engine, Variant};

/// Rule sets with files of their own, beside the two main games.
const WITH_FILES: [&str; 2] = ["russian", "english"];

/// The rule set whose files serve another one, which has the same moves; `None` where there are none.
///
/// ```
/// use damka::ai::files;
/// use damka::rules::variant;
///
/// assert_eq!(files::owner(&variant::BRAZILIAN), Some("polish64"));
/// assert_eq!(files::owner(&variant::TURKISH), None);
/// ```
pub fn owner(variant: &Variant) -> Option<&'static str> {
    match variant.engine() {
        Engine::W64 => Some("polish64"),
        Engine::W100 => Some("international"),
        Engine::Narrow | Engine::Wide => WITH_FILES.into_iter().find(|name| *name == variant.name),
    }
}

/// The file of trained weights for a rule set.
pub fn weights(variant: &Variant) -> Option<String> {
    owner(variant).map(|owner| format!("{owner}.weights"))
}

/// The file of endgame tables up to 3 pieces for a rule set.
pub fn tables(variant: &Variant) -> Option<String> {
    let owner = Variant::named(owner(variant)?)?;
    super::endgame::serves(owner).then(|| format!("{}-3.tables", owner.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::Weights;
    use crate::ai::endgame::Tables;
    use crate::rules::variant;

    /// Each file that is named is there, can be read, and serves the rule set.
    #[test]
    fn the_files_are_there() {
        let read = |name: &str| {
            std::fs::read(format!("{}/../www/data/{name}", env!("CARGO_MANIFEST_DIR")))
                .or_else(|_| std::fs::read(format!("www/data/{name}")))
                .unwrap_or_else(|e| panic!("{name}: {e}"))
        };
        let (mut with_weights, mut with_tables) = (0, 0);
        for variant in variant::ALL {
            if let Some(name) = weights(variant) {
                let weights = Weights::parse(&read(&name)).expect("weights");
                assert!(
                    crate::ai::weights::Patterns::new(weights).is_some_and(|p| p.serve(variant)),
                    "{name}"
                );
                with_weights += 1;
            }
            if let Some(name) = tables(variant) {
                assert!(Tables::parse(&read(&name)).expect("tables").serve(variant), "{name}");
                with_tables += 1;
            }
        }
        assert!(with_weights >= 5 && with_tables >= 4, "{with_weights} {with_tables}");
    }
}
