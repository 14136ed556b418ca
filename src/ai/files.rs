//! Which data files serve a rule set: the names of what stands in `www/data`, for the page and the native tools alike.

use crate::rules::{Engine, Position, Variant};

/// Rule sets with files of their own, beside the two main games.
const WITH_FILES: [&str; 2] = ["russian", "english"];

/// Rule sets with an opening book.
const WITH_BOOK: [&str; 2] = ["polish64", "international"];

/// Rule sets with files for 4 pieces, too.
const WITH_FOUR: [&str; 1] = ["polish64"];

/// Rule sets with distances for three kings against one, too: the ending of four pieces that is played.
const WITH_KINGS: [&str; 2] = ["russian", "english"];

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
        Engine::Narrow | Engine::Wide => WITH_FILES.contains(&variant.name).then_some(variant.name),
    }
}

/// The file of trained weights for a rule set.
pub fn weights(variant: &Variant) -> Option<String> {
    owner(variant).map(|owner| format!("{owner}.weights"))
}

/// The opening book of a rule set.
pub fn book(variant: &Variant) -> Option<String> {
    WITH_BOOK.contains(&variant.name).then(|| format!("{}.book", variant.name))
}

/// The file of endgame tables up to 3 pieces for a rule set.
pub fn tables(variant: &Variant) -> Option<String> {
    let owner = Variant::named(owner(variant)?)?;
    super::endgame::serves(owner).then(|| format!("{}-3.tables", owner.name))
}

/// The file of endgame tables up to 4 pieces for a rule set: larger, and worth less.
pub fn more_tables(variant: &Variant) -> Option<String> {
    owner(variant).filter(|owner| WITH_FOUR.contains(owner)).map(|owner| format!("{owner}-4.tables"))
}

/// The files of distances for a position and for all that one move can lead to: that of up to 3 pieces, and with 4 pieces those
/// of its material, before and after a crowning. None where there are no tables for so many pieces, or for the rules.
///
/// ```
/// use damka::ai::files;
/// use damka::notation::{Style, parse_fen};
/// use damka::rules::variant;
///
/// let position = parse_fen(&variant::POLISH_64, "W:WKa1,Kc1,Ke1:Ba7", Style::Official).unwrap();
/// assert_eq!(files::distances(&position), ["polish64-3.ends", "polish64-1003.ends"]);
/// ```
pub fn distances(position: &Position) -> Vec<String> {
    let Some(owner) = owner(position.variant()).filter(|_| super::endgame::serves(position.variant())) else {
        return Vec::new();
    };
    let mut names = vec![format!("{owner}-3.ends")];
    match super::endgame::slices(position) {
        Some(slices)
            if WITH_FOUR.contains(&owner)
                || slices.iter().all(|slice| slice == "0301" && WITH_KINGS.contains(&owner)) =>
        {
            names.extend(slices.into_iter().map(|slice| format!("{owner}-{slice}.ends")));
        }
        _ => names.clear(),
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::endgame::{Distances, Outcome, Tables};
    use crate::ai::{Book, Weights};
    use crate::rules::{Piece, Side, Square, variant};

    fn read(name: &str) -> Vec<u8> {
        std::fs::read(format!("{}/../www/data/{name}", env!("CARGO_MANIFEST_DIR")))
            .unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Each file that is named is there, can be read, and serves the rule set.
    #[test]
    fn the_files_are_there() {
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
            if let Some(name) = book(variant) {
                let book = Book::parse(&read(&name)).expect("a book");
                assert!(*book.variant() == *variant && book.len() > 100, "{name}");
            }
            for name in [tables(variant), more_tables(variant)].into_iter().flatten() {
                assert!(Tables::parse(&read(&name)).expect("tables").serve(variant), "{name}");
                with_tables += 1;
            }
        }
        assert!(with_weights >= 5 && with_tables >= 6, "{with_weights} {with_tables}");
    }

    /// Three kings against one, where there are no tables for four pieces: outcome and length come with the distances.
    #[test]
    fn three_kings_are_known_where_four_pieces_are_not() {
        let mut random = crate::ai::Random::new(9);
        for name in WITH_KINGS {
            let rules = Variant::named(name).expect("a rule set");
            let mut tables = Tables::parse(&read(&format!("{name}-3.tables"))).expect("tables");
            let (mut asked, mut wins) = (0, 0);
            while asked < 60 {
                let mut setup = crate::rules::Setup::empty(rules);
                for i in 0..4 {
                    let side = if i == 3 { Side::Black } else { Side::White };
                    setup.put(Square(random.below(32) as u8), Some(Piece::king(side)));
                }
                let Ok(position) = setup.into_position() else { continue };
                if position.material(Side::White) != (0, 3) || position.material(Side::Black) != (0, 1) {
                    continue;
                }
                asked += 1;
                let files = distances(&position);
                assert!(files.contains(&format!("{name}-0301.ends")), "{files:?}");
                for name in files {
                    assert!(tables.add(Distances::parse(&read(&name)).expect("distances")), "{name}");
                }
                for after in position.legal_moves().iter().map(|m| position.play(m)).chain([position]) {
                    if after.winner().is_none() {
                        let ending = tables.ending(&after).expect("known");
                        assert_eq!(ending.plies.is_none(), ending.outcome == Outcome::Draw, "{after:?}");
                        wins += usize::from(ending.outcome == Outcome::Win);
                    }
                }
            }
            assert!(wins > 40, "{name}: {wins}");
            // With a man among them there are no distances.
            let mut setup = crate::rules::Setup::empty(rules);
            for (square, piece) in [
                (0, Piece::king(Side::Black)),
                (20, Piece::man(Side::White)),
                (29, Piece::king(Side::White)),
                (30, Piece::king(Side::White)),
            ] {
                setup.put(Square(square), Some(piece));
            }
            assert!(distances(&setup.into_position().expect("a position")).is_empty());
        }
    }

    /// Each file of distances is there, and tells the end of positions of its material.
    #[test]
    fn the_distances_are_there() {
        let mut tables = Tables::parse(&read("polish64-4.tables")).expect("tables");
        let polish = Variant::named("polish64").expect("the main game");
        let mut random = crate::ai::Random::new(8);
        let mut asked = 0;
        while asked < 60 {
            let mut setup = crate::rules::Setup::empty(polish);
            for i in 0..4 {
                let side = if i % 2 == 0 { Side::White } else { Side::BOTH[random.below(2) as usize] };
                let side = if i == 3 { Side::Black } else { side };
                let piece = if random.below(2) == 0 { Piece::man(side) } else { Piece::king(side) };
                setup.put(Square(random.below(32) as u8), Some(piece));
            }
            let Ok(position) = setup.into_position() else { continue };
            asked += 1;
            for name in distances(&position) {
                assert!(tables.add(Distances::parse(&read(&name)).unwrap_or_else(|e| panic!("{name}: {e}"))));
            }
            for after in position.legal_moves().iter().map(|m| position.play(m)).chain([position]) {
                let ending = tables.ending(&after).expect("few enough pieces");
                assert_eq!(ending.plies.is_none(), ending.outcome == Outcome::Draw, "{after:?}");
                let odd = ending.plies.is_some_and(|plies| plies % 2 == 1);
                assert_eq!(odd, ending.outcome == Outcome::Win, "{after:?}");
            }
        }
    }
}
