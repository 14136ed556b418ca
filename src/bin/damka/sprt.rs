//! The sequential probability ratio test: a match that stops when it has shown enough.

use std::fmt;

/// The bound of the logarithm of the ratio for errors of 5 % of either kind: ln(0.95 / 0.05).
const BOUND: f64 = 2.944;

/// Which of two hypotheses about the difference in strength the games so far speak for. Pairs of games are counted, since
/// the two games of an opening depend on each other.
#[derive(Debug, Clone)]
pub(super) struct Sprt {
    elos: [f64; 2],
    /// The expected score of a pair, 0 to 1, under each hypothesis.
    expected: [f64; 2],
    pairs: f64,
    sum: f64,
    squares: f64,
}

/// The hypothesis that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first: the lower difference.
    Lower,
    /// The second: the higher difference.
    Higher,
}

impl Sprt {
    pub(super) fn new(elo0: f64, elo1: f64) -> Self {
        let expected = [elo0, elo1].map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
        Self { elos: [elo0, elo1], expected, pairs: 0.0, sum: 0.0, squares: 0.0 }
    }

    /// Counts a pair of games with its points, 0 to 2.
    pub(super) fn add(&mut self, points: f64) -> Option<Verdict> {
        let score = points / 2.0;
        self.pairs += 1.0;
        self.sum += score;
        self.squares += score * score;
        self.verdict()
    }

    /// The logarithm of the likelihood ratio, with the variance of the pairs themselves (as for a normal distribution).
    fn ratio(&self) -> f64 {
        // Half a pair for each end keeps the variance from being nothing.
        let (n, sum, squares) = (self.pairs + 1.0, self.sum + 0.5, self.squares + 0.5);
        let mean = sum / n;
        let variance = squares / n - mean * mean;
        let [low, high] = self.expected;
        self.pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.ratio() {
            ratio if ratio >= BOUND => Some(Verdict::Higher),
            ratio if ratio <= -BOUND => Some(Verdict::Lower),
            _ => None,
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.elos;
        let verdict = match self.verdict() {
            Some(Verdict::Higher) => format!("{high:+} rather than {low:+}"),
            Some(Verdict::Lower) => format!("{low:+} rather than {high:+}"),
            None => "undecided".to_owned(),
        };
        write!(f, "SPRT {low:+} v {high:+}: {verdict} (LLR {:.2} of {BOUND:.2})", self.ratio())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of a player whose true score is known: verdict, and pairs it took.
    fn tried(score: f64, seed: u64) -> (Option<Verdict>, u32) {
        let mut random = damka::ai::Random::new(seed);
        let mut test = Sprt::new(0.0, 50.0);
        for n in 1..5000 {
            let game = |random: &mut damka::ai::Random| {
                if random.below(10_000) < (score * 10_000.0) as u64 { 1.0 } else { 0.0 }
            };
            let points = game(&mut random) + game(&mut random);
            if let Some(verdict) = test.add(points) {
                return (Some(verdict), n);
            }
        }
        (None, 5000)
    }

    #[test]
    fn verdicts_are_right_nineteen_times_in_twenty() {
        // A difference of 50 Elo scores 57.1 %.
        for (score, right) in [(0.5, Verdict::Lower), (0.571, Verdict::Higher)] {
            let tries: Vec<_> = (0..200).map(|seed| tried(score, seed)).collect();
            let rights = tries.iter().filter(|(verdict, _)| *verdict == Some(right)).count();
            assert!(rights >= 180, "{right:?}: {rights} of 200");
            assert!(tries.iter().all(|(verdict, _)| verdict.is_some()));
        }
    }

    #[test]
    fn one_game_decides_nothing() {
        assert_eq!(Sprt::new(0.0, 10.0).add(2.0), None);
        assert_eq!(Sprt::new(0.0, 10.0).add(0.0), None);
    }
}
