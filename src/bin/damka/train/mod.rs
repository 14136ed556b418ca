//! `damka train`: weights from self-play, in generations: each one's games are played with the last one's weights.

mod fit;
mod games;
mod general;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use damka::ai::Weights;
use damka::ai::patterns::Layout;
use damka::rules::Variant;
use games::{Chunk, GAMES_A_CHUNK, Sample};

/// What to train.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set; or `general` for the terms of the general evaluation, by games of the sets that have no weights.
    #[arg(long, value_parser = subject)]
    rules: Subject,
    /// Games of each generation, in thousands, and the nodes for each of their moves: `THOUSANDS@NODES`, joined by commas.
    /// Without it 16@300,30@800,30@800; for `general` 2@300,2@600, shared out between the rule sets of a family.
    #[arg(long, value_delimiter = ',', value_parser = generation)]
    generations: Vec<(u32, u64)>,
    /// Everything random hangs on it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where games are kept: a run that was broken off goes on where it was.
    #[arg(long, default_value = "target/train")]
    work: PathBuf,
    #[command(flatten)]
    levers: fit::Levers,
    /// A file of weights that plays the first generation; without it the general evaluation does.
    #[arg(long)]
    begin_with: Option<String>,
    /// The file of weights to write after the last generation (of terms: Rust, with `general`).
    #[arg(long)]
    out: PathBuf,
}

fn generation(text: &str) -> Result<(u32, u64), String> {
    let parsed = text.split_once('@').and_then(|(n, nodes)| Some((n.parse().ok()?, nodes.parse().ok()?)));
    parsed.ok_or_else(|| format!("'{text}' is not THOUSANDS@NODES"))
}

/// What is trained.
#[derive(Clone, Copy)]
enum Subject {
    Weights(&'static Variant),
    General,
}

fn subject(name: &str) -> Result<Subject, String> {
    if name == "general" { Ok(Subject::General) } else { super::rule_set(name).map(Subject::Weights) }
}

/// The generations asked for, or the usual ones.
fn generations<'a>(options: &'a Options, usual: &'a [(u32, u64)]) -> &'a [(u32, u64)] {
    if options.generations.is_empty() { usual } else { &options.generations }
}

pub(super) fn run(options: &Options) -> Result<(), String> {
    match options.rules {
        Subject::General => general::run(options),
        Subject::Weights(rules) => weights(options, rules),
    }
}

fn weights(options: &Options, rules: &'static Variant) -> Result<(), String> {
    let begun = Instant::now();
    let name = rules.name;
    let layout = Layout::of(rules).ok_or_else(|| format!("{name} has no patterns"))?;
    let folder = options.work.join(format!("{name}-{}", options.seed));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut samples: Vec<Sample> = Vec::new();
    let mut weights: Option<Weights> =
        options.begin_with.as_deref().map(super::players::read_weights).transpose()?;
    for (number, (thousands, nodes)) in
        generations(options, &[(16, 300), (30, 800), (30, 800)]).iter().enumerate()
    {
        let start = Instant::now();
        let chunks = thousands * 1000 / GAMES_A_CHUNK;
        let before = samples.len();
        for chunk in self_play(options, rules, &folder, number, *nodes, chunks, weights.as_ref())? {
            samples.extend(chunk.samples);
        }
        println!(
            "generation {}: {} games with {nodes} nodes a move, {} positions, {:.0} s",
            number + 1,
            chunks * GAMES_A_CHUNK,
            samples.len() - before,
            start.elapsed().as_secs_f64()
        );
        let start = Instant::now();
        let fitted = fit::fit(rules, &layout, &samples, options.seed, options.levers);
        println!(
            "  fit on {} different positions: loss {:.5} (material only {:.5}), a man is {:.2} logits, {:.0} s",
            fitted.positions,
            fitted.loss,
            fitted.material_loss,
            fitted.man,
            start.elapsed().as_secs_f64()
        );
        let bytes = fitted.weights.to_bytes();
        let path = folder.join(format!("generation-{}.weights", number + 1));
        std::fs::write(&path, &bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("  {} ({} bytes)", path.display(), bytes.len());
        weights = Some(fitted.weights);
    }
    // What stood there was better than a generation on the way.
    let weights = weights.ok_or("there are no generations")?;
    std::fs::write(&options.out, weights.to_bytes())
        .map_err(|e| format!("{}: {e}", options.out.display()))?;
    println!("{}, {:.0} s in all", options.out.display(), begun.elapsed().as_secs_f64());
    Ok(())
}

/// Plays the chunks of a generation, or reads those that an earlier run has played.
fn self_play(
    options: &Options,
    rules: &'static Variant,
    folder: &Path,
    generation: usize,
    nodes: u64,
    chunks: u32,
    weights: Option<&Weights>,
) -> Result<Vec<Chunk>, String> {
    let next = std::sync::atomic::AtomicU32::new(0);
    // Games of other weights are other games: their name says which.
    let by = weights.map_or_else(|| "general".to_owned(), |weights| format!("{:016x}", weights.digest()));
    let one = || -> Result<Vec<Chunk>, String> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if number >= chunks {
                return Ok(done);
            }
            let path = folder.join(format!("generation-{}-{by}-{nodes}-{number}.games", generation + 1));
            let seed = options.seed << 40 | (generation as u64) << 32 | u64::from(number);
            let chunk = if let Some(chunk) = Chunk::read(&path, number) {
                chunk
            } else {
                let chunk = Chunk::play(rules, nodes, weights, seed, number);
                chunk.write(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                chunk
            };
            done.push(chunk);
        }
    };
    let mut all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(one)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a thread that played has failed".to_owned())))
            .collect::<Result<Vec<_>, _>>()
    })?
    .concat();
    // Whichever thread played them.
    all.sort_by_key(|chunk| chunk.number);
    Ok(all)
}
