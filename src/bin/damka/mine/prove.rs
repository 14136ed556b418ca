//! The proof that a position is a puzzle.

use damka::ai::endgame::{Outcome, Tables};
use damka::ai::{Engine, Figures, Info, Random, Request, Score};
use damka::puzzles::{Ply, Puzzle, Theme, difficulty, theme};
use damka::rules::{Bits, Goal, Move, Piece, Position, Setup, Side, Square, Variant};

use super::{nodes, search_with};

/// Values beyond this are wins.
const WIN: i32 = 30_000;
const LEAST_WIN: i32 = 28_000;
/// A gain of at least so many centimen is worth a puzzle.
const LEAST_GAIN: i32 = 70;
/// Moves that are worse by so little are as good.
const AS_GOOD: i32 = 25;
/// Who stands worse than this after the best move has lost anyway.
const LOST_ANYWAY: i32 = -30;
/// At most so many moves of the solver.
const LONGEST: usize = 7;
/// A win in at most so many plies is followed to the end of the game.
const SHORT_WIN: i32 = 9;
/// At most so many moves are as good at one turn.
const MOST_AS_GOOD: usize = 4;

/// A score as one number for the side to move.
pub(super) fn value(score: Score) -> i32 {
    match score {
        Score::Centimen(value) => value,
        Score::Win(plies) => WIN - i32::from(plies),
        Score::Loss(plies) => i32::from(plies) - WIN,
    }
}

/// Material for the side to move, in centimen, as the goal of the rule set counts it.
pub(super) fn balance(position: &Position) -> i32 {
    let variant = position.variant();
    let king = if variant.flying { 300 } else { 140 };
    let worth = |side| {
        let (men, kings) = position.material(side);
        men as i32 * 100 + kings as i32 * king
    };
    let balance = worth(position.turn()) - worth(position.turn().other());
    if variant.goal == Goal::Lose { -balance } else { balance }
}

/// What makes a proven position worth being a puzzle.
struct Taste {
    /// The second best move may be worth so much at most.
    won_anyway: i32,
    /// A gain that a win needs before its line may end early.
    winning_gain: i32,
}

/// For positions from games.
const OF_GAMES: Taste = Taste { won_anyway: 200, winning_gain: 250 };
/// For positions that were set up: many men against a king, so that the others often keep something, too.
const OF_SET_UPS: Taste = Taste { won_anyway: 450, winning_gain: LEAST_GAIN };

/// An engine that proves.
pub(super) struct Prover {
    engine: Option<Engine>,
    nodes: u64,
    proof: u64,
    margin: i32,
    tables: Option<Tables>,
    taste: Taste,
}

/// The moves of a position by what they are worth.
struct Judged {
    /// As good as the best, which comes first.
    good: Vec<Move>,
    best: i32,
    /// The best value of all others; far below when there are none.
    second: i32,
    legal: usize,
}

impl Prover {
    pub(super) fn new(nodes: u64, proof: u64, margin: i32, tables: Option<Tables>) -> Self {
        let mut engine = Engine::new(2);
        engine.figures = Figures::careful();
        Self { engine: Some(engine), nodes, proof, margin, tables, taste: OF_GAMES }
    }

    /// From now on positions that were set up are looked at.
    pub(super) fn of_set_ups(&mut self) {
        self.taste = OF_SET_UPS;
    }

    pub(super) fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref()
    }

    /// Searches a position; `None` when it has no move.
    pub(super) fn search(&mut self, position: &Position, n: u64) -> Option<Info> {
        let engine = self.engine.take()?;
        let (info, engine) = search_with(engine, Request::position(*position, nodes(n)));
        self.engine = Some(engine);
        info
    }

    /// What a position is worth to the side to move.
    fn worth(&mut self, position: &Position, n: u64) -> i32 {
        match position.winner() {
            Some(winner) if winner == position.turn() => WIN,
            Some(_) => -WIN,
            None => self.search(position, n).map_or(-WIN, |info| value(info.score)),
        }
    }

    /// Weighs each move by a search of the position after it.
    fn judge(&mut self, position: &Position, n: u64) -> Judged {
        let moves = position.legal_moves();
        let legal = moves.len();
        let mut weighed: Vec<(i32, Move)> =
            moves.into_iter().map(|m| (-self.worth(&position.play(&m), n), m)).collect();
        weighed.sort_by_key(|(value, _)| -value);
        let best = weighed.first().map_or(-WIN, |(value, _)| *value);
        let as_good =
            |value: i32| if best >= LEAST_WIN { value >= LEAST_WIN } else { value >= best - AS_GOOD };
        let second =
            weighed.iter().map(|(value, _)| *value).find(|value| !as_good(*value)).unwrap_or(-2 * WIN);
        let good = weighed.into_iter().filter(|(value, _)| as_good(*value)).map(|(_, m)| m).collect();
        Judged { good, best, second, legal }
    }

    /// Whether one way only is right: one move, or captures of the same piece by several routes or to several ends.
    fn one_way(&self, judged: &Judged) -> bool {
        let first = &judged.good[0];
        let same = |m: &Move| m.is_capture() && m.from() == first.from();
        judged.legal > judged.good.len()
            && judged.second <= judged.best - self.margin
            && judged.second <= self.taste.won_anyway
            && judged.best >= LOST_ANYWAY
            && judged.good.len() <= MOST_AS_GOOD
            && (judged.good.len() == 1 || judged.good.iter().all(same))
    }

    /// The puzzle of a position, if it is one. `score` is what a small search says of it; `wanted` is asked before the
    /// long proof.
    pub(super) fn puzzle(
        &mut self,
        start: &Position,
        score: i32,
        wanted: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Option<Puzzle> {
        let before = balance(start);
        if score < before + LEAST_GAIN || score < LOST_ANYWAY || before > self.taste.won_anyway {
            return None;
        }
        if start.legal_moves().len() < 2 {
            return None;
        }
        let quick = self.judge(start, self.nodes / 8);
        if quick.best < before + LEAST_GAIN
            || quick.second > quick.best - self.margin / 2
            || is_plain(start, &quick)
        {
            return None;
        }
        let judged = self.judge(start, self.nodes);
        if judged.best < before + LEAST_GAIN || !self.one_way(&judged) || is_plain(start, &judged) {
            return None;
        }
        let line = self.line(start, judged)?;
        let puzzle = finished(*start, line, 0)?;
        if !wanted(&puzzle) {
            return None;
        }
        let proof = self.judge(start, self.proof);
        let first = &puzzle.line[0];
        let held =
            proof.good.iter().all(|m| m.same_as(&first.played) || first.also.iter().any(|a| a.same_as(m)))
                && proof.good.len() == 1 + first.also.len();
        (held && self.one_way(&proof) && proof.best >= before + LEAST_GAIN).then_some(puzzle)
    }

    /// Follows the best moves until the gain is settled.
    fn line(&mut self, start: &Position, first: Judged) -> Option<Vec<Ply>> {
        let before = balance(start);
        let won = first.best >= LEAST_WIN;
        let need =
            if won { self.taste.winning_gain } else { (first.best - before - LEAST_GAIN).max(LEAST_GAIN) };
        let short = won && WIN - first.best <= SHORT_WIN;
        let mut line: Vec<Ply> = Vec::new();
        let mut here = *start;
        let mut judged = first;
        // The length at which the gain was settled, though the game goes on to a win.
        let mut settled = None;
        loop {
            let played = judged.good.remove(0);
            let next = here.play(&played);
            line.push(Ply { played, also: judged.good });
            if next.winner().is_some() {
                return Some(line);
            }
            // The opponent's turn: quiet, and all is there that the search promised.
            if !next.must_capture() && -balance(&next) - before >= need && !next.passed().must_capture() {
                if !short {
                    return Some(line);
                }
                settled = settled.or(Some(line.len()));
            }
            let reply = self.search(&next, self.nodes)?.pv.first()?.clone();
            let after = next.play(&reply);
            if after.winner().is_some() || line.len() + 1 >= 2 * LONGEST {
                break;
            }
            judged = self.judge(&after, self.nodes);
            let clear = judged.second <= judged.best - self.margin && judged.good.len() <= MOST_AS_GOOD;
            // What is settled goes on for the beauty of the end only, while one move has it.
            if !clear || (settled.is_some() && judged.good.len() > 1) {
                break;
            }
            line.push(Ply { played: reply, also: Vec::new() });
            here = after;
        }
        line.truncate(settled?);
        Some(line)
    }
}

/// Whether the best move is a capture that anybody sees: one piece, for nothing.
fn is_plain(start: &Position, judged: &Judged) -> bool {
    let first = &judged.good[0];
    let next = start.play(first);
    first.captured().len() == 1 && !next.must_capture()
}

/// Adds themes and rating; drops what is too easy to be one.
fn finished(start: Position, line: Vec<Ply>, themes: u32) -> Option<Puzzle> {
    let first = &line[0].played;
    if line.len() == 1 && themes == 0 {
        // One capture is a puzzle only where another is as long, so that the choice must be weighed; one quiet move only
        // where it ends the game: anybody crowns who can.
        let rivals =
            start.legal_moves().iter().filter(|m| m.captured().len() >= first.captured().len()).count();
        let next = start.play(first);
        if rivals < 2 || (!first.is_capture() && next.winner().is_none()) {
            return None;
        }
    }
    let mut puzzle = Puzzle { start, line, rating: 0, themes };
    puzzle.themes |= theme::detect(&puzzle);
    puzzle.rating = difficulty::rating(&puzzle);
    Some(puzzle)
}

/// Endings that the tables prove: one first move wins, no other does.
pub(super) fn endings(variant: &'static Variant, tables: &Tables, wanted: usize, seed: u64) -> Vec<Puzzle> {
    let mut random = Random::new(seed ^ 0xe4d);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut tries = 0;
    while puzzles.len() < wanted && tries < 400_000 {
        tries += 1;
        let Some(start) = ending(variant, tables.pieces(), &mut random) else { continue };
        if tables.probe(&start) != Some(Outcome::Win) || start.legal_moves().len() < 3 || start.must_capture()
        {
            continue;
        }
        if let Some(puzzle) = table_line(&start, tables) {
            puzzles.push(puzzle);
        }
    }
    puzzles
}

/// A position with few pieces.
fn ending(variant: &'static Variant, most: u32, random: &mut Random) -> Option<Position> {
    let squares = u64::from(variant.geometry().squares);
    let mut setup = Setup::empty(variant);
    setup.turn = if random.below(2) == 0 { Side::White } else { Side::Black };
    for i in 0..u64::from(most) - random.below(u64::from(most) - 1) {
        let side = if i == 1 || (i > 1 && random.below(3) == 0) { setup.turn.other() } else { setup.turn };
        let piece = if random.below(3) == 0 { Piece::king(side) } else { Piece::man(side) };
        let square = Square(random.below(squares) as u8);
        if setup.piece(square).is_some() {
            return None;
        }
        setup.put(square, Some(piece));
    }
    setup.into_position().ok()
}

/// The winning moves of a position by the tables, and how many others there are.
fn winners(position: &Position, tables: &Tables) -> Option<(Vec<Move>, usize)> {
    let (mut winning, mut others) = (Vec::new(), 0);
    for m in position.legal_moves() {
        let next = position.play(&m);
        let wins = match next.winner() {
            Some(winner) => winner == position.turn(),
            None => tables.probe(&next)? == Outcome::Loss,
        };
        if wins { winning.push(m) } else { others += 1 }
    }
    Some((winning, others))
}

/// The line of an ending: as long as one move only wins.
fn table_line(start: &Position, tables: &Tables) -> Option<Puzzle> {
    let mut line: Vec<Ply> = Vec::new();
    let mut here = *start;
    loop {
        let (mut winning, others) = winners(&here, tables)?;
        if winning.len() != 1 || others == 0 {
            break;
        }
        let played = winning.remove(0);
        let next = here.play(&played);
        line.push(Ply { played, also: Vec::new() });
        if next.winner().is_some() || line.len() >= 13 {
            break;
        }
        // The defence after which the win is hardest to find: one winning move, and many others.
        let reply = next.legal_moves().into_iter().min_by_key(|m| {
            let after = next.play(m);
            winners(&after, tables)
                .map_or((usize::MAX, 0), |(winning, others)| (winning.len(), usize::MAX - others))
        })?;
        here = next.play(&reply);
        line.push(Ply { played: reply, also: Vec::new() });
    }
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    if line.is_empty() || line.iter().step_by(2).all(|ply| ply.played.is_capture()) {
        return None;
    }
    debug_assert!(start.side(start.turn()).any());
    finished(*start, line, Theme::Endgame.bit())
}
