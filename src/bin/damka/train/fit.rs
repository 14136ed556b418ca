//! Logistic regression of game results on patterns, by Adagrad.

use std::collections::HashSet;

use clap::Args;
use damka::ai::patterns::{ENTRIES, Layout};
use damka::ai::{Random, Weights};
use damka::rules::{Bits, Side, Variant};

use super::games::Sample;

/// How much the search's score counts beside the result of the game.
const SCORE_SHARE: f32 = 0.3;
/// A score of so many centimen has odds of e to 1.
const SCORE_SCALE: f32 = 130.0;
/// Step size of Adagrad for all that is not a pattern.
const STEP: f32 = 0.02;

/// The levers of the fit.
#[derive(Args, Clone, Copy)]
pub(super) struct Levers {
    /// Passes over the positions, after one for material alone.
    #[arg(long, default_value_t = 5)]
    passes: usize,
    /// Step size of Adagrad for patterns, in logits.
    #[arg(long, default_value_t = 0.06)]
    step: f32,
    /// Pull of each weight towards nothing, for each position in which it occurs.
    #[arg(long, default_value_t = 2e-3)]
    decay: f32,
}

/// Places of the weights that are not patterns.
const MAN: usize = 0;
const KING: usize = 1;
const FIRST_KING: usize = 2;
const TURN: usize = 3;
const KING_SQUARES: usize = 4;

/// What came of it.
pub(super) struct Fitted {
    pub(super) weights: Weights,
    /// Mean loss in the last pass, before each step.
    pub(super) loss: f64,
    /// The same with material alone.
    pub(super) material_loss: f64,
    /// What a man is worth, in logits.
    pub(super) man: f32,
    /// Positions without the duplicates.
    pub(super) positions: usize,
}

/// The weights while they are fitted, in logits.
struct Model<'a> {
    variant: &'static Variant,
    layout: &'a Layout,
    /// Place of the first pattern.
    patterns: usize,
    weights: Vec<f32>,
    /// Sums of squared gradients.
    squares: Vec<f32>,
    /// For each number of a window its number after a half turn.
    turned: Vec<u32>,
    pieces: f32,
    levers: Levers,
}

/// A weight that counts in a position, and how much.
type Feature = (u32, f32);

impl Model<'_> {
    /// What counts in a position, from White's point of view.
    fn features(&self, sample: &Sample, out: &mut Vec<Feature>) {
        out.clear();
        let (white_men, black_men) = (sample.white & !sample.kings, sample.black & !sample.kings);
        let (white_kings, black_kings) = (sample.white & sample.kings, sample.black & sample.kings);
        let less = |a: u64, b: u64| a.count() as f32 - b.count() as f32;
        out.push((MAN as u32, less(white_men, black_men)));
        out.push((TURN as u32, if sample.turn == Side::White { 1.0 } else { -1.0 }));
        if sample.kings.any() {
            out.push((KING as u32, less(white_kings, black_kings)));
            let first = f32::from(u8::from(white_kings.any())) - f32::from(u8::from(black_kings.any()));
            out.push((FIRST_KING as u32, first));
            let geometry = self.variant.geometry();
            let last = geometry.squares - 1;
            for index in white_kings.iter() {
                out.push((KING_SQUARES as u32 + u32::from(geometry.square(index).0), 1.0));
            }
            for index in black_kings.iter() {
                out.push((KING_SQUARES as u32 + u32::from(last - geometry.square(index).0), -1.0));
            }
        }
        let opening = ((sample.white | sample.black).count() as f32 / self.pieces).min(1.0);
        let ending = 1.0 - opening;
        self.layout.numbers(white_men, black_men, |place, number| {
            let window = self.layout.windows[place];
            let table = self.patterns + window.table * 2 * ENTRIES;
            let mut add = |number: usize, sign: f32| {
                out.push(((table + number) as u32, sign * opening));
                out.push(((table + ENTRIES + number) as u32, sign * ending));
            };
            if !window.turned {
                add(number, 1.0);
            }
            if window.turned || window.own_image {
                add(self.turned[number] as usize, -1.0);
            }
        });
    }

    /// A step towards the target; returns the loss before it. `which` says which weights may move.
    fn learn(&mut self, features: &[Feature], target: f32, which: impl Fn(usize) -> bool) -> f64 {
        let logit: f32 = features.iter().map(|&(place, x)| self.weights[place as usize] * x).sum();
        let guess = sigmoid(logit);
        let error = guess - target;
        for &(place, x) in features {
            let place = place as usize;
            if !which(place) || x == 0.0 {
                continue;
            }
            let gradient = error * x + self.levers.decay * self.weights[place];
            self.squares[place] += gradient * gradient;
            let step = if place < self.patterns { STEP } else { self.levers.step };
            self.weights[place] -= step * gradient / (self.squares[place].sqrt() + 1e-6);
        }
        let guess = f64::from(guess).clamp(1e-6, 1.0 - 1e-6);
        let target = f64::from(target);
        -(target * guess.ln() + (1.0 - target) * (1.0 - guess).ln())
    }
}

fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

fn target(sample: &Sample) -> f32 {
    let result = f32::midpoint(f32::from(sample.result), 1.0);
    (1.0 - SCORE_SHARE) * result + SCORE_SHARE * sigmoid(f32::from(sample.score) / SCORE_SCALE)
}

/// Fits weights to the samples.
pub(super) fn fit(
    variant: &'static Variant,
    layout: &Layout,
    samples: &[Sample],
    seed: u64,
    levers: Levers,
) -> Fitted {
    let mut seen = HashSet::with_capacity(samples.len());
    // The last games are the best: of duplicates their word counts.
    let mut samples: Vec<&Sample> =
        samples.iter().rev().filter(|s| seen.insert((s.white, s.black, s.kings, s.turn))).collect();
    drop(seen);
    let patterns = KING_SQUARES + usize::from(variant.geometry().squares);
    let size = patterns + layout.tables * 2 * ENTRIES;
    let mut model = Model {
        variant,
        layout,
        patterns,
        weights: vec![0.0; size],
        squares: vec![1e-3; size],
        turned: (0..ENTRIES).map(|number| Layout::turned(number) as u32).collect(),
        pieces: 2.0 * variant.men() as f32,
        levers,
    };
    model.weights[MAN] = 1.0;
    model.weights[KING] = if variant.flying { 3.0 } else { 1.4 };
    let mut random = Random::new(seed);
    let mut features = Vec::new();
    let (mut loss, mut material_loss) = (0.0, 0.0);
    // The first pass is for material alone: it finds the scale, which is a man.
    for pass in 0..=levers.passes {
        for i in (1..samples.len()).rev() {
            samples.swap(i, random.below(i as u64 + 1) as usize);
        }
        let mut sum = 0.0;
        for sample in &samples {
            model.features(sample, &mut features);
            let target = target(sample);
            sum += if pass == 0 {
                model.learn(&features, target, |place| place < KING_SQUARES)
            } else {
                // A man stays what it is: it gives the scale.
                model.learn(&features, target, |place| place != MAN)
            };
        }
        loss = sum / samples.len().max(1) as f64;
        if pass == 0 {
            material_loss = loss;
        }
    }
    Fitted {
        weights: quantised(variant, layout, &model),
        loss,
        material_loss,
        man: model.weights[MAN],
        positions: samples.len(),
    }
}

/// The weights in centimen, a man being 100.
fn quantised(variant: &'static Variant, layout: &Layout, model: &Model) -> Weights {
    let scale = 100.0 / model.weights[MAN];
    let centimen = |place: usize| (model.weights[place] * scale).round() as i16;
    let largest = model.weights[model.patterns..].iter().fold(0.0f32, |most, w| most.max((w * scale).abs()));
    // Rare patterns may have large weights; they are cut off rather than that all others become coarse.
    let unit = (largest / 127.0).ceil().clamp(1.0, 2.0);
    let table = |first: usize| -> Vec<i8> {
        let steps = |w: &f32| (w * scale / unit).round().clamp(-127.0, 127.0) as i8;
        model.weights[first..first + ENTRIES].iter().map(steps).collect()
    };
    Weights {
        rules: variant.name,
        unit: unit as u8,
        king: centimen(KING),
        first_king: centimen(FIRST_KING),
        turn: centimen(TURN),
        king_squares: (KING_SQUARES..model.patterns).map(|p| centimen(p).clamp(-127, 127) as i8).collect(),
        tables: (0..layout.tables)
            .map(|t| {
                let first = model.patterns + t * 2 * ENTRIES;
                [table(first), table(first + ENTRIES)]
            })
            .collect(),
    }
}
