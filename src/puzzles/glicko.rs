//! The player's rating, by Glicko-2 (M. Glickman, "Example of the Glicko-2 system"): each puzzle is a rating period with
//! one opponent, whose rating stays.
//!
//! Written out, since the crates for it rate both sides with code that no puzzle needs: 3 KB of the page's program.

use std::f64::consts::PI;

/// How sure the rating of a puzzle is.
const PUZZLE_DEVIATION: f64 = 80.0;
/// The rating never gets so sure that a hundred puzzles could not move it.
const LEAST_DEVIATION: f64 = 50.0;
/// After so many days without a puzzle the rating is as unsure as after a period without a game.
const DAYS_A_PERIOD: i32 = 30;
/// Points of a rating to one of the formulas' own scale.
const SCALE: f64 = 173.7178;
/// The middle of the scale.
const MIDDLE: f64 = 1500.0;
/// How much a volatility may change.
const TAU: f64 = 0.5;

/// Rating, deviation and volatility on the scale of the formulas.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Figures {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Figures {
    fn of(rating: f64, deviation: f64, volatility: f64) -> Self {
        Self { mu: (rating - MIDDLE) / SCALE, phi: deviation / SCALE, sigma: volatility }
    }

    /// The figures after a rating period with these opponents and scores (1 won, 0 lost); one at least.
    fn after(self, results: &[(Self, f64)]) -> Self {
        let Self { mu, phi, sigma } = self;
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in results {
            let g = 1.0 / (1.0 + 3.0 * opponent.phi * opponent.phi / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - opponent.mu)).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        let v = 1.0 / information;
        let sigma = volatility(phi, sigma, v, v * surprise);
        let spread = phi * phi + sigma * sigma;
        let phi = 1.0 / (1.0 / spread + information).sqrt();
        Self { mu: mu + phi * phi * surprise, phi, sigma }
    }

    /// The figures after a rating period without a game.
    fn rested(self) -> Self {
        Self { phi: (self.phi * self.phi + self.sigma * self.sigma).sqrt(), ..self }
    }
}

/// The new volatility: step 5 of the paper, by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, v: f64, delta: f64) -> f64 {
    let start = 2.0 * sigma.ln();
    let excess = delta * delta - phi * phi - v;
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (excess - e) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let (mut a, mut b) = (start, start - TAU);
    if excess > 0.0 {
        b = excess.ln();
    } else {
        while f(b) < 0.0 {
            b -= TAU;
        }
    }
    let (mut at_a, mut at_b) = (f(a), f(b));
    // Far more rounds than it ever takes.
    for _ in 0..100 {
        if (b - a).abs() < 1e-6 {
            break;
        }
        let c = a + (a - b) * at_a / (at_b - at_a);
        let at_c = f(c);
        if at_c * at_b <= 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a /= 2.0;
        }
        (b, at_b) = (c, at_c);
    }
    (a / 2.0).exp()
}

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
        self.rating.saturating_add(50) / 100
    }

    /// Whether it is still a guess.
    pub const fn is_guess(self) -> bool {
        self.deviation > 11_000
    }

    fn of(figures: Figures) -> Self {
        let whole =
            |value: f64, scale: f64, least: f64, most: f64| (value.clamp(least, most) * scale + 0.5) as u32;
        Self {
            rating: whole(figures.mu * SCALE + MIDDLE, 100.0, 100.0, 3500.0),
            deviation: whole(figures.phi * SCALE, 100.0, LEAST_DEVIATION, 350.0),
            volatility: whole(figures.sigma, 1e6, 0.01, 0.2),
        }
    }

    /// What was kept may be anything: the formulas want figures within bounds.
    fn figures(self) -> Figures {
        let hundredths = |n: u32, least, most| f64::from(n.clamp(least, most)) / 100.0;
        let volatility = f64::from(self.volatility.clamp(10_000, 200_000)) / 1e6;
        Figures::of(
            hundredths(self.rating, 10_000, 350_000),
            hundredths(self.deviation, 1_000, 35_000),
            volatility,
        )
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
        let puzzle = Figures::of(f64::from(puzzle), PUZZLE_DEVIATION, 0.06);
        Self::of(self.figures().after(&[(puzzle, f64::from(u8::from(solved)))]))
    }

    /// The rating after so many days without a puzzle: less sure.
    #[must_use]
    pub fn rested(self, days: i32) -> Self {
        let periods = (days / DAYS_A_PERIOD).clamp(0, 60);
        if periods == 0 {
            return self;
        }
        Self::of((0..periods).fold(self.figures(), |figures, _| figures.rested()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_example() {
        // 1500/200/0.06 against three opponents, tau 0.5.
        let results = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
            .map(|(rating, deviation, score)| (Figures::of(rating, deviation, 0.06), score));
        let after = Figures::of(1500.0, 200.0, 0.06).after(&results);
        let (rating, deviation) = (after.mu * SCALE + MIDDLE, after.phi * SCALE);
        assert!((rating - 1464.06).abs() < 0.02, "{rating}");
        assert!((deviation - 151.52).abs() < 0.02, "{deviation}");
        assert!((after.sigma - 0.05999).abs() < 0.00002, "{}", after.sigma);
    }

    #[test]
    fn whatever_was_kept_gives_a_rating() {
        for n in [0, 1, 100_000, u32::MAX] {
            let rating = Rating { rating: n, deviation: n, volatility: n }.after(1200, true);
            assert!((100..=3500).contains(&rating.points()), "{n}: {rating:?}");
        }
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
