//! `damka blend`: one file of weights from two that were trained on different games.
//!
//! The evaluation is linear and each fit has noise of its own, so a mean of two fits is nearly the fit on the games of both,
//! without their being kept.

use std::path::PathBuf;

use clap::Args;
use damka::ai::Weights;

use super::players::read_weights;

/// What to blend.
#[derive(Args)]
pub(super) struct Options {
    /// A file of weights.
    a: String,
    /// Another for the same rule set.
    b: String,
    /// What the second counts, 0 to 1: its part of all the positions that the two were fitted on.
    #[arg(long, default_value_t = 0.5)]
    share: f64,
    /// The file of weights to write.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(options: &Options) -> Result<(), String> {
    let (a, b) = (read_weights(&options.a)?, read_weights(&options.b)?);
    if a.rules != b.rules {
        return Err(format!("{} has weights for {}, {} for {}", options.a, a.rules, options.b, b.rules));
    }
    let share = options.share;
    if !(0.0..=1.0).contains(&share) {
        return Err(format!("{share} is no share: it is from 0 to 1"));
    }
    let bytes = blend(&a, &b, share).to_bytes();
    std::fs::write(&options.out, &bytes).map_err(|e| format!("{}: {e}", options.out.display()))?;
    println!("{} ({} bytes)", options.out.display(), bytes.len());
    Ok(())
}

fn blend(a: &Weights, b: &Weights, share: f64) -> Weights {
    let mean = |a: f64, b: f64| (1.0 - share) * a + share * b;
    let number = |a: i16, b: i16| mean(a.into(), b.into()).round() as i16;
    let unit = a.unit.max(b.unit);
    let steps = |a_steps: &[i8], b_steps: &[i8]| -> Vec<i8> {
        let centimen = |steps: &i8, unit: u8| f64::from(*steps) * f64::from(unit);
        a_steps
            .iter()
            .zip(b_steps)
            .map(|(x, y)| mean(centimen(x, a.unit), centimen(y, b.unit)) / f64::from(unit))
            .map(|steps| steps.round().clamp(-127.0, 127.0) as i8)
            .collect()
    };
    Weights {
        rules: a.rules,
        unit,
        king: number(a.king, b.king),
        first_king: number(a.first_king, b.first_king),
        turn: number(a.turn, b.turn),
        king_squares: a
            .king_squares
            .iter()
            .zip(&b.king_squares)
            .map(|(x, y)| number((*x).into(), (*y).into()) as i8)
            .collect(),
        tables: a
            .tables
            .iter()
            .zip(&b.tables)
            .map(|(x, y)| [steps(&x[0], &y[0]), steps(&x[1], &y[1])])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(unit: u8, steps: i8) -> Weights {
        let table = || [vec![steps; 6561], vec![-steps; 6561]];
        Weights {
            rules: "polish64",
            unit,
            king: 250,
            first_king: 40,
            turn: i16::from(steps),
            king_squares: vec![steps; 32],
            tables: (0..5).map(|_| table()).collect(),
        }
    }

    #[test]
    fn a_blend_lies_between_and_heeds_the_units() {
        let (fine, coarse) = (weights(1, 20), weights(2, 40));
        let blended = blend(&fine, &coarse, 0.25);
        assert_eq!((blended.unit, blended.turn, blended.king), (2, 25, 250));
        // 20 and 80 centimen: 35, in steps of two.
        assert_eq!((blended.tables[0][0][0], blended.tables[4][1][6560]), (18, -18));
        assert_eq!(blended.king_squares[31], 25);
        assert_eq!(blend(&fine, &fine, 0.4), fine);
    }
}
