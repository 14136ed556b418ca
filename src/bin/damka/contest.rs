//! `damka match`: two players against each other, each opening with both colours.

use clap::Args;
use damka::ai::{Engine, Limits, Random, Request, Score};
use damka::rules::{Game, Side, Status, Variant};

use super::players::{NAMES, Player};
use super::sprt::Sprt;

/// Who plays whom, and how often.
#[derive(Args)]
pub(super) struct Options {
    /// The rule set.
    #[arg(long, value_parser = super::rule_set)]
    rules: &'static Variant,
    /// Games, an even number: each opening is played twice.
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Plies of each opening, made at random and left out where a quick search finds it one-sided.
    #[arg(long, default_value_t = 6)]
    opening: u32,
    /// Seed of openings and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stops as soon as it is decided, with errors of 5 % each, whether the first is rather ELO0 or rather ELO1 stronger
    /// than the other (a sequential probability ratio test): two numbers, as in 0,10.
    #[arg(long, value_delimiter = ',', num_args = 2, allow_negative_numbers = true, value_names = ["ELO0", "ELO1"])]
    sprt: Option<Vec<f64>>,
    #[arg(help = NAMES)]
    a: String,
    #[arg(help = "The other player, named likewise.")]
    b: String,
}

/// After so many plies a game is a draw.
const LONGEST_GAME: usize = 300;
/// An opening is one-sided beyond this, in centimen, by a search of so many plies.
const ONE_SIDED: (i32, u8) = (70, 8);

/// Wins, draws and losses of the first player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl Tally {
    pub(super) fn games(self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }
    /// Points won of those possible, 0 to 1.
    pub(super) fn score(self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / self.games()
    }
    /// The standard error of the score.
    fn error(self) -> f64 {
        let (n, score) = (self.games(), self.score());
        let square = |x: f64| (x - score) * (x - score);
        let variance = (f64::from(self.wins) * square(1.0)
            + f64::from(self.draws) * square(0.5)
            + f64::from(self.losses) * square(0.0))
            / n;
        (variance / n).sqrt()
    }
}

/// The difference in strength that makes this score.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    400.0 * (score / (1.0 - score)).log10()
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (score, error) = (self.score(), 1.96 * self.error());
        write!(
            f,
            "+{} ={} -{}  score {:.1} %  Elo {:+.0} ({:+.0} .. {:+.0} with 95 %)",
            self.wins,
            self.draws,
            self.losses,
            100.0 * score,
            elo(score),
            elo(score - error),
            elo(score + error)
        )
    }
}

pub(super) fn run(options: &Options) -> Result<(), String> {
    let mut players = [
        Player::named(&options.a, options.rules, options.seed)?,
        Player::named(&options.b, options.rules, options.seed + 1)?,
    ];
    let mut test = options.sprt.as_deref().map(|elos| Sprt::new(elos[0], elos[1]));
    let start = std::time::Instant::now();
    let tally =
        contest(options.rules, options.games, options.opening, options.seed, &mut players, |tally, pair| {
            if (tally.games() as u32).is_multiple_of(100) {
                eprintln!("{tally}");
            }
            test.as_mut().is_some_and(|test| test.add(pair).is_some())
        });
    println!(
        "{} {} v {}: {tally}  {:.0} s",
        options.rules.name,
        options.a,
        options.b,
        start.elapsed().as_secs_f64()
    );
    if let Some(test) = test {
        println!("{test}");
    }
    Ok(())
}

/// Plays so many games, each opening with both colours, until `enough` says so of the tally and the last pair's points (0 to
/// 2, of the first player).
pub(super) fn contest(
    rules: &'static Variant,
    games: u32,
    plies: u32,
    seed: u64,
    players: &mut [Player; 2],
    mut enough: impl FnMut(&Tally, f64) -> bool,
) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games.div_ceil(2) {
        let opening = opening(rules, plies, &mut random);
        let mut points = 0.0;
        for first in [Side::White, Side::Black] {
            match play(opening.clone(), players, first) {
                Some(winner) if winner == first => {
                    tally.wins += 1;
                    points += 1.0;
                }
                Some(_) => tally.losses += 1,
                None => {
                    tally.draws += 1;
                    points += 0.5;
                }
            }
        }
        if enough(&tally, points) {
            break;
        }
    }
    tally
}

/// A game after some plies at random that leave both sides a game.
fn opening(variant: &'static Variant, plies: u32, random: &mut Random) -> Game {
    let (limit, depth) = ONE_SIDED;
    loop {
        let mut game = Game::new(variant);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let Some(played) = moves.get(random.below(moves.len() as u64) as usize) else { break };
            if game.play(played).is_err() {
                break;
            }
        }
        let request = Request::analyse(&game, Limits::depth(depth));
        let Ok(search) = Engine::new(1).search(request) else { continue };
        if game.status() == Status::Ongoing
            && matches!(search.finish().0.info.score, Score::Centimen(v) if v.abs() <= limit)
        {
            return game;
        }
    }
}

/// Plays a game to its end; who has won. The first player has the side `first`.
fn play(mut game: Game, players: &mut [Player; 2], first: Side) -> Option<Side> {
    while game.ply() < LONGEST_GAME {
        match game.status() {
            Status::Won { winner, .. } => return Some(winner),
            Status::Drawn { .. } => return None,
            Status::Ongoing => {}
        }
        let player = &mut players[usize::from(game.position().turn() != first)];
        let played = player.choose(&game);
        // The engine's answer is legal, or the match is worth nothing.
        game.play(&played).expect("a legal move");
    }
    None
}
