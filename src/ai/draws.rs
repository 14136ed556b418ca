//! The draw rules inside the search: the same counts as `rules::Game` keeps, on bare boards.

use crate::rules::{Bits, Board, DrawRule, Game, Step, Variant};

/// The most draw rules that a rule set may have.
const MOST_RULES: usize = 8;

/// For each draw rule of the rule set, in its order, how many plies it has counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts([u8; MOST_RULES]);

impl Counts {
    /// What a game has counted. Repetitions are seen by their hashes, not here.
    pub(super) fn of(game: &Game) -> Self {
        let mut counts = Self::default();
        if game.position().kings() == 0 && !counts_without_kings(game.variant()) {
            return counts;
        }
        for (count, counted) in counts.0.iter_mut().zip(game.draw_counts()) {
            if !matches!(counted.rule, DrawRule::Repetition(_)) {
                *count = counted.plies.min(255) as u8;
            }
        }
        counts
    }

    /// The highest of them.
    #[inline(always)]
    pub(super) fn most(self) -> u8 {
        self.0.into_iter().max().unwrap_or(0)
    }

    #[inline(always)]
    pub(super) fn none(self) -> bool {
        self.0 == [0; MOST_RULES]
    }
}

/// The draw rules of a rule set, ready for use.
#[derive(Debug)]
pub(super) struct Draws<B> {
    rules: &'static [DrawRule],
    /// Whether a rule counts where there is no king.
    without_kings: bool,
    main_line: B,
    /// How often a position must have stood for a draw; 2 where the rules say nothing, since it leads nowhere.
    pub(super) repetitions: usize,
}

/// Whether a rule counts where there is no king. (`Balanced` does, but begins anew with the crowning without which it
/// does not apply.)
fn counts_without_kings(variant: &Variant) -> bool {
    variant.draws.iter().any(|rule| matches!(rule, DrawRule::NoChange(_) | DrawRule::OneEach(_)))
}

/// Men and kings of a side.
type Material = (u32, u32);

impl<B: Bits> Draws<B> {
    pub(super) fn new(variant: &'static Variant) -> Self {
        let repetitions = variant.draws.iter().find_map(|rule| match rule {
            DrawRule::Repetition(n) => Some(usize::from(*n)),
            _ => None,
        });
        Self {
            rules: variant.draws,
            without_kings: counts_without_kings(variant),
            main_line: B::narrow(variant.geometry().main_line()),
            repetitions: repetitions.unwrap_or(2),
        }
    }

    /// Whether nothing is counted where there is no king.
    #[inline(always)]
    pub(super) fn need_kings(&self) -> bool {
        !self.without_kings
    }

    /// The counts after a step, from those before it.
    #[inline(always)]
    pub(super) fn next(&self, counts: Counts, before: &Board<B>, step: &Step<B>, after: &Board<B>) -> Counts {
        if after.kings.is_empty() && !self.without_kings {
            return Counts::default();
        }
        self.counted(counts, before, step, after)
    }

    #[inline(never)]
    fn counted(&self, counts: Counts, before: &Board<B>, step: &Step<B>, after: &Board<B>) -> Counts {
        let by_king = before.kings.has(u32::from(step.from));
        let captures = step.captured.any();
        let mut next = Counts::default();
        for ((rule, count), next) in self.rules.iter().zip(counts.0).zip(&mut next.0) {
            let goes_on = match rule {
                DrawRule::Repetition(_) => false,
                DrawRule::QuietKings(_) | DrawRule::NoProgress(_) => by_king && !captures,
                DrawRule::NoChange(_) | DrawRule::Balanced { .. } => !captures && !step.crowns,
                DrawRule::OneEach(_) => !captures,
                DrawRule::ThreeAgainstKing(_) | DrawRule::TwoAgainstKing(_) => {
                    self.applies(*rule, before) && self.applies(*rule, after)
                }
                DrawRule::KingsAgainstKing(_)
                | DrawRule::ThreeKingsOnMainLine(_)
                | DrawRule::ThreeKings(_)
                | DrawRule::TwoKingsAgainstOne(_)
                | DrawRule::KingAgainstKing(_) => {
                    !captures && self.applies(*rule, before) && self.applies(*rule, after)
                }
                DrawRule::LoneKingOnMainLine(_) => self.applies(*rule, after),
            };
            *next = if goes_on { count.saturating_add(1) } else { 0 };
        }
        next
    }

    /// Whether a rule other than repetition makes a draw of this board.
    #[inline(always)]
    pub(super) fn drawn(&self, counts: Counts, board: &Board<B>) -> bool {
        !counts.none() && self.reached(counts, board)
    }

    #[inline(never)]
    fn reached(&self, counts: Counts, board: &Board<B>) -> bool {
        self.rules.iter().zip(counts.0).any(|(rule, count)| {
            !matches!(rule, DrawRule::Repetition(_))
                && u16::from(count) >= rule.limit()
                && self.applies(*rule, board)
        })
    }

    /// Whether the rule concerns this board: `DrawRule::applies` for bare boards.
    fn applies(&self, rule: DrawRule, board: &Board<B>) -> bool {
        let material =
            |side: B| -> Material { ((side & !board.kings).count(), (side & board.kings).count()) };
        let (mine, theirs) = (material(board.mine), material(board.theirs));
        let lone = (0, 1);
        // The material of the side that faces a lone king, from either point of view.
        let faced = |wanted: fn(Material) -> bool| {
            (mine == lone && wanted(theirs)) || (theirs == lone && wanted(mine))
        };
        let on_line = |side: B| (side & self.main_line).any();
        match rule {
            DrawRule::Repetition(_)
            | DrawRule::QuietKings(_)
            | DrawRule::NoProgress(_)
            | DrawRule::NoChange(_) => true,
            DrawRule::Balanced { least, most, .. } => {
                let pieces = board.occupied().count();
                mine.1 > 0 && theirs.1 > 0 && (u32::from(least)..=u32::from(most)).contains(&pieces)
            }
            DrawRule::ThreeAgainstKing(_) => faced(|(men, kings)| men + kings == 3 && kings > 0),
            DrawRule::TwoAgainstKing(_) => faced(|(men, kings)| men + kings <= 2 && kings > 0),
            DrawRule::KingsAgainstKing(_) => faced(|(men, kings)| men == 0 && kings >= 3),
            DrawRule::ThreeKings(_) => faced(|m| m == (0, 3)),
            DrawRule::TwoKingsAgainstOne(_) => faced(|m| m == (0, 2)),
            DrawRule::KingAgainstKing(_) => mine == lone && theirs == lone,
            DrawRule::OneEach(_) => mine.0 + mine.1 == 1 && theirs.0 + theirs.1 == 1,
            DrawRule::LoneKingOnMainLine(_) => {
                let holds = |(one, own): (B, Material), (other, strong): (B, Material)| {
                    own == lone && strong.0 + strong.1 == 3 && strong.1 > 0 && on_line(one) && !on_line(other)
                };
                holds((board.mine, mine), (board.theirs, theirs))
                    || holds((board.theirs, theirs), (board.mine, mine))
            }
            DrawRule::ThreeKingsOnMainLine(_) => {
                (mine == lone && theirs == (0, 3) && on_line(board.theirs))
                    || (theirs == lone && mine == (0, 3) && on_line(board.mine))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random::Random;
    use crate::rules::{Position, Status, variant};

    fn board(position: &Position) -> Board<u128> {
        position.board()
    }

    /// The counts kept on bare boards are those of `rules::Game`, in long random games with many kings.
    #[test]
    fn counts_are_those_of_the_game() {
        let mut random = Random::new(64);
        let mut plies = 0;
        for variant in variant::ALL {
            let draws = Draws::<u128>::new(variant);
            for _ in 0..60 {
                let mut game = Game::new(variant);
                let mut counts = Counts::default();
                while game.status() == Status::Ongoing && game.ply() < 300 {
                    let moves = game.position().legal_moves();
                    let played = &moves[random.below(moves.len() as u64) as usize];
                    let before = board(game.position());
                    game.play(played).expect("legal");
                    let geometry = variant.geometry();
                    let step = Step {
                        from: geometry.index_of[played.from().index()],
                        to: geometry.index_of[played.to().index()],
                        crowns: played.crowns(),
                        captured: played.captured().iter().fold(0, |set, s| set | geometry.bit(*s)),
                    };
                    let after = before.after(&step);
                    assert_eq!(after, board(game.position()));
                    counts = draws.next(counts, &before, &step, &after);
                    assert_eq!(counts, Counts::of(&game), "{} ply {}", variant.name, game.ply());
                    let drawn = game.draw_counts().any(|count| {
                        !matches!(count.rule, DrawRule::Repetition(_))
                            && count.applies
                            && count.plies >= count.limit
                    });
                    assert_eq!(draws.drawn(counts, &after), drawn, "{} ply {}", variant.name, game.ply());
                    plies += 1;
                }
            }
        }
        assert!(plies > 20_000, "{plies}");
    }
}
