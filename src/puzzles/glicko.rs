//! The player's rating, by Glicko-2: each puzzle is a rating period with one opponent, whose rating stays.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// How sure the rating of a puzzle is.
const PUZZLE_DEVIATION: f64 = 80.0;
/// The rating never gets so sure that a hundred puzzles could not move it.
const LEAST_DEVIATION: f64 = 50.0;
/// After so many days without a puzzle the rating is as unsure as after a period without a game.
const DAYS_A_PERIOD: i32 = 30;

/// A rating. Figures are kept in whole numbers: files know no fractions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The rating, in hundredths.
    pub rating: u32,
    /// Its deviation, in hundredths.
    pub deviation: u32,
    /// Its volatility, in millionths.
    pub volatility: u32,
}

impl Default for Rating {
    /// Below the middle of the scale, and quite unsure: who comes to draughts puzzles first is no master.
    fn default() -> Self {
        Self { rating: 100_000, deviation: 35_000, volatility: 60_000 }
    }
}

impl Rating {
    /// The rating in whole points.
    pub const fn points(self) -> u32 {
        (self.rating + 50) / 100
    }

    /// Whether it is still a guess.
    pub const fn is_guess(self) -> bool {
        self.deviation > 11_000
    }

    fn of(rating: Glicko2Rating) -> Self {
        let whole =
            |value: f64, scale: f64, least: f64, most: f64| (value.clamp(least, most) * scale + 0.5) as u32;
        Self {
            rating: whole(rating.rating, 100.0, 100.0, 3500.0),
            deviation: whole(rating.deviation, 100.0, LEAST_DEVIATION, 350.0),
            volatility: whole(rating.volatility, 1e6, 0.01, 0.2),
        }
    }

    fn figures(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: f64::from(self.rating) / 100.0,
            deviation: f64::from(self.deviation) / 100.0,
            volatility: f64::from(self.volatility) / 1e6,
        }
    }

    /// The rating after a puzzle.
    ///
    /// ```
    /// use damka::puzzles::glicko::Rating;
    ///
    /// let before = Rating::default();
    /// assert!(before.after(1000, true).rating > before.rating);
    /// assert!(before.after(1000, false).rating < before.rating);
    /// ```
    #[must_use]
    pub fn after(self, puzzle: u16, solved: bool) -> Self {
        let puzzle =
            Glicko2Rating { rating: f64::from(puzzle), deviation: PUZZLE_DEVIATION, ..Glicko2Rating::new() };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        Self::of(glicko2(&self.figures(), &puzzle, &outcome, &Glicko2Config::new()).0)
    }

    /// The rating after so many days without a puzzle: less sure.
    #[must_use]
    pub fn rested(self, days: i32) -> Self {
        let periods = (days / DAYS_A_PERIOD).clamp(0, 60);
        Self::of((0..periods).fold(self.figures(), |rating, _| decay_deviation(&rating)))
    }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    #[test]
    fn the_library_has_the_paper_s_example() {
        // Glickman, "Example of the Glicko-2 system": 1500/200/0.06 against three opponents, tau 0.5.
        let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let results = [
            (opponent(1400.0, 30.0), Outcomes::WIN),
            (opponent(1550.0, 100.0), Outcomes::LOSS),
            (opponent(1700.0, 300.0), Outcomes::LOSS),
        ];
        let after = glicko2_rating_period(&player, &results, &Glicko2Config::new());
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00002, "{after:?}");
    }

    #[test]
    fn a_player_s_rating_comes_to_where_half_is_solved() {
        // Solves what is below 1400 and nothing above.
        let mut rating = Rating::default();
        for i in 0..200u16 {
            let puzzle = 1200 + i * 37 % 400;
            rating = rating.after(puzzle, puzzle < 1400);
        }
        assert!((1300..1500).contains(&rating.points()), "{rating:?}");
        assert!(!rating.is_guess() && rating.deviation >= 5_000);
        let rested = rating.rested(400);
        assert!(rested.deviation > rating.deviation && rested.rating == rating.rating);
        assert_eq!(rating.rested(3), rating);
    }

    #[test]
    fn figures_stay_within_bounds() {
        let mut rating = Rating::default();
        for _ in 0..500 {
            rating = rating.after(600, false);
        }
        assert!(rating.points() >= 100);
        for _ in 0..2000 {
            rating = rating.after(2400, true);
        }
        assert!(rating.points() <= 3500);
    }
}
