//! Self-play, and what is kept of it.

use std::io::{self, Write};
use std::path::Path;

use damka::ai::{Engine, Limits, Random, Request, Score, Weights};
use damka::rules::{Bits, Game, Goal, Position, Side, Status, Variant};

/// Games of a chunk, which is played in one go with a seed of its own.
pub(super) const GAMES_A_CHUNK: u32 = 500;
/// Random plies at the start of a game: at least and at most.
const OPENING: (u64, u64) = (4, 10);
/// A game is won when the score is beyond this (centimen) ...
const CLEARLY_WON: i32 = 600;
/// ... so many times in a row.
const TIMES_WON: u32 = 4;
/// A game that lasts so many plies is drawn.
const LONGEST: usize = 200;
/// A score is cut off here in a sample.
const MOST_SCORE: i32 = 2000;
/// Bytes of a sample in a file.
const BYTES: usize = 28;

/// A quiet position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) white: u64,
    pub(super) black: u64,
    pub(super) kings: u64,
    pub(super) turn: Side,
    /// 1: White has won the game, 0: it was drawn, -1: Black has won it.
    pub(super) result: i8,
    /// What the search said, in centimen, from White's point of view.
    pub(super) score: i16,
}

/// Some games, as samples.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    pub(super) number: u32,
    pub(super) samples: Vec<Sample>,
}

impl Chunk {
    /// Plays a chunk.
    pub(super) fn play(
        variant: &'static Variant,
        nodes: u64,
        weights: Option<&Weights>,
        seed: u64,
        number: u32,
    ) -> Self {
        let mut engine = Engine::new(4);
        if let Some(weights) = weights {
            engine.learn(weights.clone());
        }
        let mut random = Random::new(seed);
        let mut samples = Vec::new();
        for _ in 0..GAMES_A_CHUNK {
            let first = samples.len();
            let (result, back) = one_game(variant, nodes, engine, &mut random, |position, score| {
                samples.push(Sample::of(position, score));
            });
            engine = back;
            for sample in &mut samples[first..] {
                sample.result = result;
            }
        }
        Self { number, samples }
    }

    /// Reads a chunk that was written whole.
    pub(super) fn read(path: &Path, number: u32) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        let samples = bytes.chunks_exact(BYTES).map(Sample::from_bytes).collect::<Option<Vec<_>>>()?;
        (!samples.is_empty() && bytes.len().is_multiple_of(BYTES)).then_some(Self { number, samples })
    }

    /// Writes a chunk; a file that is there is whole.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let part = path.with_extension("part");
        let mut file = io::BufWriter::new(std::fs::File::create(&part)?);
        for sample in &self.samples {
            file.write_all(&sample.to_bytes())?;
        }
        file.flush()?;
        drop(file);
        std::fs::rename(part, path)
    }
}

impl Sample {
    fn of(position: &Position, score: i32) -> Self {
        let [white, black] = Side::BOTH.map(|side| position.side(side) as u64);
        let score = if position.turn() == Side::White { score } else { -score };
        Self {
            white,
            black,
            kings: position.kings() as u64,
            turn: position.turn(),
            result: 0,
            score: score.clamp(-MOST_SCORE, MOST_SCORE) as i16,
        }
    }

    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.white.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.black.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.kings.to_le_bytes());
        bytes[24] = self.turn.index() as u8;
        bytes[25] = self.result.cast_unsigned();
        bytes[26..].copy_from_slice(&self.score.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        Some(Self {
            white: word(0)?,
            black: word(8)?,
            kings: word(16)?,
            turn: if bytes[24] == 0 { Side::White } else { Side::Black },
            result: bytes[25].cast_signed(),
            score: i16::from_le_bytes([bytes[26], bytes[27]]),
        })
    }
}

/// Plays a game and takes every other of its quiet positions with its score for the side to move; who has won, as in
/// [`Sample::result`].
pub(super) fn one_game(
    variant: &'static Variant,
    nodes: u64,
    mut engine: Engine,
    random: &mut Random,
    mut take: impl FnMut(&Position, i32),
) -> (i8, Engine) {
    let mut game = Game::new(variant);
    for _ in 0..OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1) {
        let moves = game.position().legal_moves();
        let Some(played) = moves.get(random.below(moves.len() as u64) as usize) else { break };
        if game.play(played).is_err() {
            break;
        }
    }
    let (mut winner, mut clear, mut parity) = (None, 0, random.below(2));
    while game.ply() < LONGEST {
        match game.status() {
            Status::Won { winner: side, .. } => {
                winner = Some(side);
                break;
            }
            Status::Drawn { .. } => break,
            Status::Ongoing => {}
        }
        let search = match engine.search(Request::analyse(&game, Limits::nodes(nodes))) {
            Ok(search) => search,
            Err(over) => {
                engine = *over.0;
                break;
            }
        };
        let (best, back) = search.finish();
        engine = back;
        let position = game.position();
        let score = match best.info.score {
            Score::Centimen(score) => score,
            Score::Win(_) => i32::MAX,
            Score::Loss(_) => -i32::MAX,
        };
        // Where pieces are not the goal a lead in them wins nothing yet.
        clear = if variant.goal == Goal::Normal && score.abs() >= CLEARLY_WON { clear + 1 } else { 0 };
        if clear >= TIMES_WON {
            winner = Some(if score > 0 { position.turn() } else { position.turn().other() });
            break;
        }
        parity ^= 1;
        if parity == 0 && is_quiet(position) {
            take(position, score);
        }
        if game.play(&best.best).is_err() {
            break;
        }
    }
    let result = match winner {
        Some(Side::White) => 1,
        Some(Side::Black) => -1,
        None => 0,
    };
    (result, engine)
}

/// Neither side could capture if it were its turn; and there is something to learn about men.
fn is_quiet(position: &Position) -> bool {
    let men = (position.side(Side::White) | position.side(Side::Black)) & !position.kings();
    men.any() && !position.must_capture() && !position.passed().must_capture()
}
