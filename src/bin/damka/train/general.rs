//! The terms of the general evaluation, fitted family by family to the outcomes of games of its rule sets.

use std::fmt::Write;
use std::time::Instant;

use damka::ai::general::{Family, Term, Terms, amounts};
use damka::ai::{Engine, Random};
use damka::rules::{Goal, Side, Variant};

use super::Options;
use super::games::one_game;

/// How many terms there are, and how many figures: each for the opening and for the ending.
const TERMS: usize = Term::ALL.len();
const FIGURES: usize = 2 * TERMS;
/// Games of each generation in thousands, with so many nodes a move.
const GENERATIONS: [(u32, u64); 2] = [(2, 300), (2, 600)];
/// Logits of a man where men are not the goal: a score of so many centimen has odds of e to 1.
const SCORE_SCALE: f64 = 130.0;
/// How much the search's score counts beside the result of the game, where men are the goal.
const SCORE_SHARE: f32 = 0.3;
/// Pull of each figure towards nothing, beside the sum over all positions: strong, since positions of one game have one
/// result. What is worth material is hardly pulled: a man gives the scale.
const DECAY: f64 = 300.0;
/// A game with so few pieces is left to the endgame: it is drawn whatever they are worth.
const FEWEST: u32 = 6;
/// Steps of Newton's method.
const STEPS: usize = 12;

/// A quiet position: what counts in it for White, how much of the opening it has, and what White got out of the game.
struct Sample {
    amounts: [i8; TERMS],
    opening: f32,
    points: f32,
}

/// The terms that are worth the same in the opening and in the ending: what is worth material must not hang on guesses about
/// positions that games do not reach.
const MATERIAL: [Term; 3] = [Term::Man, Term::King, Term::FirstKing];

pub(super) fn run(options: &Options) -> Result<(), String> {
    let generations = super::generations(options, &GENERATIONS);
    let told: Vec<_> = generations.iter().map(|(thousands, nodes)| format!("{thousands}@{nodes}")).collect();
    let mut text = format!(
        "//! What the terms of the general evaluation are worth, by families, in the opening and in the ending.\n//!\n//! \
        Written by `cargo xtask train --rules general` (generations {}, seed {}): train anew rather than edit.\n\n\
        use super::general::{{Family, Terms}};\n\n",
        told.join(","),
        options.seed
    );
    text += "pub(super) static TERMS: [Terms; Family::ALL.len()] = [\n";
    for (family, names) in Family::ALL {
        let variants: Vec<&'static Variant> = names.iter().filter_map(|name| Variant::named(name)).collect();
        let mut terms: Option<Terms> = None;
        let mut samples = Vec::new();
        for (number, (thousands, nodes)) in generations.iter().enumerate() {
            let start = Instant::now();
            for variant in &variants {
                // A family's games are shared out between its rule sets.
                let games = thousands * 1000 / variants.len() as u32;
                let seed = options.seed << 40 | (number as u64) << 32;
                self_play(variant, *nodes, terms, Random::new(seed), games, &mut samples);
            }
            let fitted = fit(&samples, variants[0].goal);
            println!(
                "{family:?} ({}), generation {}: {} positions, loss {:.5}, {:.0} s",
                names.join(", "),
                number + 1,
                samples.len(),
                fitted.loss,
                start.elapsed().as_secs_f64()
            );
            terms = Some(fitted.terms);
        }
        let terms = terms.ok_or("no generations")?;
        for (place, (_, name)) in Term::ALL.iter().enumerate() {
            println!("  {name:12} {:5} {:5}", terms.0[0][place], terms.0[1][place]);
        }
        let _ = writeln!(text, "    // {family:?}: {}, {} positions", names.join(", "), samples.len());
        let _ = writeln!(text, "    Terms({:?}),", terms.0);
    }
    text += "];\n";
    std::fs::write(&options.out, text).map_err(|e| format!("{}: {e}", options.out.display()))?;
    println!("{}", options.out.display());
    Ok(())
}

/// Plays games and adds their quiet positions.
fn self_play(
    variant: &'static Variant,
    nodes: u64,
    terms: Option<Terms>,
    mut random: Random,
    games: u32,
    samples: &mut Vec<Sample>,
) {
    let mut engine = Engine::new(4);
    engine.terms = Some(terms.unwrap_or_else(|| Terms::plain(variant)));
    let start = 2.0 * variant.men() as f32;
    for _ in 0..games {
        let first = samples.len();
        let (result, back) = one_game(variant, nodes, engine, &mut random, |position, score| {
            let pieces = (position.side(Side::White) | position.side(Side::Black)).count_ones();
            if pieces < FEWEST {
                return;
            }
            let score = if position.turn() == Side::White { score } else { -score };
            samples.push(Sample {
                amounts: amounts(position).map(|amount| amount.clamp(-127, 127) as i8),
                opening: (pieces as f32 / start).min(1.0),
                points: 1.0 / (1.0 + (-score as f32 / SCORE_SCALE as f32).exp()),
            });
        });
        engine = back;
        let share = if variant.goal == Goal::Normal { SCORE_SHARE } else { 0.0 };
        for sample in &mut samples[first..] {
            let result = f32::midpoint(f32::from(result), 1.0);
            sample.points = share * sample.points + (1.0 - share) * result;
        }
    }
}

struct Fitted {
    terms: Terms,
    /// Mean loss before the last step.
    loss: f64,
}

/// Logistic regression by Newton's method.
fn fit(samples: &[Sample], goal: Goal) -> Fitted {
    let mut figures = [0.0; FIGURES];
    let mut loss = 0.0;
    for _ in 0..STEPS {
        let mut gradient = [0.0; FIGURES];
        let mut curve = vec![[0.0; FIGURES]; FIGURES];
        for place in 0..FIGURES {
            let pull = if MATERIAL.iter().any(|term| *term as usize == place) { 1.0 } else { DECAY };
            gradient[place] = pull * figures[place];
            curve[place][place] = pull;
        }
        loss = 0.0;
        let mut counts: Vec<(usize, f64)> = Vec::with_capacity(FIGURES);
        for sample in samples {
            counts.clear();
            let opening = f64::from(sample.opening);
            for (place, amount) in sample.amounts.iter().enumerate().filter(|(_, amount)| **amount != 0) {
                if MATERIAL.iter().any(|term| *term as usize == place) {
                    counts.push((place, f64::from(*amount)));
                } else {
                    counts.push((place, f64::from(*amount) * opening));
                    counts.push((TERMS + place, f64::from(*amount) * (1.0 - opening)));
                }
            }
            let logit: f64 = counts.iter().map(|&(place, count)| figures[place] * count).sum();
            let guess = (1.0 / (1.0 + (-logit).exp())).clamp(1e-6, 1.0 - 1e-6);
            let points = f64::from(sample.points);
            loss -= points * guess.ln() + (1.0 - points) * (1.0 - guess).ln();
            let weight = guess * (1.0 - guess);
            for &(place, count) in &counts {
                gradient[place] += (guess - points) * count;
                for &(other, also) in &counts {
                    curve[place][other] += weight * count * also;
                }
            }
        }
        loss /= samples.len().max(1) as f64;
        let step = solved(curve, gradient);
        for (figure, step) in figures.iter_mut().zip(step) {
            *figure -= step;
        }
    }
    // Where men are the goal they give the scale.
    for term in MATERIAL {
        figures[TERMS + term as usize] = figures[term as usize];
    }
    let man = figures[Term::Man as usize];
    let centiman = if goal == Goal::Normal { man / 100.0 } else { 1.0 / SCORE_SCALE };
    let mut terms = Terms::NONE;
    for (tenths, figure) in terms.0.iter_mut().flatten().zip(figures) {
        *tenths = (10.0 * figure / centiman).round().clamp(-9_999.0, 9_999.0) as i16;
    }
    Fitted { terms, loss }
}

/// Solves `matrix * x = right` for a symmetric positive matrix, by elimination.
fn solved(mut matrix: Vec<[f64; FIGURES]>, mut right: [f64; FIGURES]) -> [f64; FIGURES] {
    for place in 0..FIGURES {
        for below in place + 1..FIGURES {
            let factor = matrix[below][place] / matrix[place][place];
            let row = matrix[place];
            for (own, above) in matrix[below].iter_mut().zip(row) {
                *own -= factor * above;
            }
            right[below] -= factor * right[place];
        }
    }
    for place in (0..FIGURES).rev() {
        let known: f64 = (place + 1..FIGURES).map(|other| matrix[place][other] * right[other]).sum();
        right[place] = (right[place] - known) / matrix[place][place];
    }
    right
}
