//! Going through a game: what each move cost in chances of winning, and where the game turned.

use std::sync::Arc;

use super::advice::HINT_NODES;
use super::endings;
use super::reason::Proven;
use super::tactics::Tactician;
use crate::ai::endgame::Distances;
use crate::ai::{Engine, Limits, Progress, Request, Score, Search};
use crate::rules::{Game, Move, Position, Side, Status};

/// The logistic curve at 0, 1/4, 1/2 ... 6, in thousandths: a table, so that all machines agree.
const LOGISTIC: [i32; 25] = [
    500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953, 963, 971, 977, 982, 986, 989, 991, 993,
    995, 996, 997, 998,
];
/// A score of so many hundredths of a man is one unit of the curve. Fitted to games of level 3 against itself
/// (`cargo test --release --test coach_review fit -- --ignored --nocapture` says 240 for 8x8 and 175 for 10x10).
const SCALE: i32 = 200;

/// From which loss of chances on, in thousandths, a move is inaccurate, a mistake, a blunder.
pub const BANDS: [u16; 3] = [50, 110, 240];
/// From this chance on a position is won, and below a thousand less it is lost: there nothing is marked.
const WON: i32 = 900;

/// The chances of winning, a draw half a win, in thousandths: what a score is worth to the side that it speaks of.
///
/// ```
/// use damka::ai::Score;
/// use damka::coach::chance;
///
/// assert_eq!(chance(Score::Centimen(0)), 500);
/// assert_eq!(chance(Score::Centimen(250)) + chance(Score::Centimen(-250)), 1000);
/// assert_eq!(chance(Score::Win(9)), 1000);
/// ```
pub fn chance(score: Score) -> u16 {
    let value = match score {
        Score::Centimen(value) => value,
        Score::Win(_) => return 1000,
        Score::Loss(_) => return 0,
    };
    let quarters = value.abs() * 4;
    let (place, rest) = ((quarters / SCALE) as usize, quarters % SCALE);
    let better = match LOGISTIC.get(place..place + 2) {
        Some(&[low, high]) => low + (high - low) * rest / SCALE,
        _ => 999,
    };
    (if value < 0 { 1000 - better } else { better }) as u16
}

/// How a move is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Nothing to say.
    None,
    /// Some chances were lost.
    Inaccuracy,
    /// Many.
    Mistake,
    /// Most.
    Blunder,
}

/// A move judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The ply: 0 is the first move of the game.
    pub ply: usize,
    /// The move that the search would have made.
    pub best: Move,
    /// Its line.
    pub line: Vec<Move>,
    /// White's chances before the move, in thousandths.
    pub white: u16,
    /// Chances lost by the side that moved, in thousandths; 0 where nothing is marked.
    pub lost: u16,
    /// The mark.
    pub mark: Mark,
    /// What is proven to be wrong with the move made, if something is.
    pub fault: Option<Proven>,
    /// The best reply to the move made, and on; for marked moves.
    pub reply: Vec<Move>,
}

/// What a search said of one position.
#[derive(Debug, Clone)]
struct Seen {
    score: Score,
    line: Vec<Move>,
}

/// A move that is marked.
#[derive(Debug)]
struct Marked {
    /// The game before the move.
    standing: Game,
    played: Move,
    made: Seen,
    lost: u16,
    mark: Mark,
    tactician: Tactician,
}

/// A review that is going on, slice by slice. No clock; the same game gives the same marks.
#[derive(Debug)]
pub struct Review {
    /// The game, standing at the position that is searched.
    game: Game,
    last: usize,
    engine: Option<Engine>,
    search: Option<Search>,
    nodes: u64,
    /// Distances of endings that have come meanwhile.
    measured: Vec<Distances>,
    /// The position before, once it was searched.
    before: Option<Seen>,
    /// The position after the move made, while that after the best move is searched.
    doubt: Option<Seen>,
    /// A move that is marked, while it is proven what is wrong with it.
    marked: Option<Box<Marked>>,
    verdicts: Vec<Verdict>,
    /// White's chances at the end.
    end: Option<u16>,
    done: bool,
}

impl Review {
    /// Reviews the moves of a game from ply `from` up to where it stands.
    pub fn new(engine: Engine, game: &Game, from: usize) -> Self {
        Self::with_nodes(engine, game, from, HINT_NODES)
    }

    /// The same with so many nodes for each position. With [`HINT_NODES`] its best moves are those of the hints.
    pub fn with_nodes(engine: Engine, game: &Game, from: usize, nodes: u64) -> Self {
        let last = game.ply();
        let mut game = game.clone();
        // What was settled outside the rules is no position.
        while game.ply() > from.min(last) || game.settled().is_some() {
            game.undo();
        }
        Self {
            done: from >= last,
            game,
            last,
            engine: Some(engine),
            search: None,
            nodes,
            measured: Vec::new(),
            before: None,
            doubt: None,
            marked: None,
            verdicts: Vec::new(),
            end: None,
        }
    }

    /// Distances have come while it goes on.
    pub fn measure(&mut self, distances: &Distances) {
        self.measured.push(distances.clone());
    }

    /// The verdicts so far, in the order of the game.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// White's chances after the last move, in thousandths, once the review is finished.
    pub fn end(&self) -> Option<u16> {
        self.end
    }

    /// How far it has got: plies judged, plies in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.game.ply().min(self.last), self.last)
    }

    /// Goes on for about so many nodes; whether it is finished.
    pub fn step(&mut self, nodes: u64) -> bool {
        if self.done {
            return true;
        }
        if let Some(marked) = &mut self.marked {
            let until = marked.tactician.spent() + nodes;
            let (position, played) = (marked.standing.position(), &marked.played);
            if let Some(fault) =
                marked.tactician.unit(until, |tactician| tactician.fault(position, played, 2))
            {
                self.conclude(fault);
            }
            return self.done;
        }
        if self.search.is_none() {
            let settled = self.settled();
            if let Some(score) = settled {
                self.saw(Seen { score, line: Vec::new() });
                return self.done;
            }
            self.begin();
        }
        if let Some(mut search) = self.search.take() {
            match search.step(nodes) {
                Progress::More(_) => self.search = Some(search),
                Progress::Done(found) => {
                    self.engine = Some(search.stop());
                    self.saw(Seen { score: found.info.score, line: found.info.pv });
                }
            }
        }
        self.done
    }

    /// Ends it: the engine back.
    pub fn stop(self) -> Engine {
        self.engine.or_else(|| self.search.map(Search::stop)).unwrap_or_else(|| Engine::new(1))
    }

    /// The position that is to be searched now: the game's, or the one after the best move.
    fn wanted(&self) -> Game {
        let mut game = self.game.clone();
        if self.doubt.is_some() {
            game.undo();
            if let Some(best) = self.before.as_ref().and_then(|seen| seen.line.first()) {
                // The best move is legal there: it comes from a search of that position.
                let _ = game.play_on(best);
            }
        }
        game
    }

    /// The score where the game is over by the rules.
    fn settled(&self) -> Option<Score> {
        let game = self.wanted();
        match game.status() {
            Status::Ongoing => None,
            Status::Won { winner, .. } => {
                Some(if winner == game.position().turn() { Score::Win(0) } else { Score::Loss(0) })
            }
            // A draw that nobody claimed did not end this game: then the position is searched.
            Status::Drawn { .. } if self.doubt.is_none() && self.game.ply() < self.last => None,
            Status::Drawn { .. } => Some(Score::Centimen(0)),
        }
    }

    fn begin(&mut self) {
        let Some(engine) = self.engine.take() else { return };
        match engine.search(Request::analyse(&self.wanted(), Limits::nodes(self.nodes))) {
            Ok(search) => self.search = Some(search),
            Err(over) => {
                self.engine = Some(*over.0);
                self.done = true;
            }
        }
    }

    /// A position was searched.
    fn saw(&mut self, seen: Seen) {
        if let Some(made) = self.doubt.take() {
            self.judge(made, Some(seen.score));
            return;
        }
        if self.before.is_none() {
            self.before = Some(seen);
            self.advance();
            return;
        }
        let Some(before) = &self.before else { return };
        let played = self.game.last_move();
        let same = before.line.first().zip(played).is_some_and(|(best, played)| best.same_as(played));
        let lost = i32::from(chance(before.score)) - i32::from(chance(seen.score.for_other_side()));
        let doubtful = !same && !before.line.is_empty() && lost >= i32::from(BANDS[0]);
        if doubtful && !self.unmarkable(before.score, seen.score) {
            // Both moves are seen from equally far before one is called worse.
            self.doubt = Some(seen);
        } else {
            self.judge(seen, None);
        }
    }

    /// Whether nothing is marked whatever was lost: no choice, lost before, or won still.
    fn unmarkable(&self, before: Score, after: Score) -> bool {
        let choice = self
            .game
            .ply()
            .checked_sub(1)
            .and_then(|ply| self.game.position_at(ply))
            .is_some_and(|position| position.legal_moves().len() > 1);
        let lost = i32::from(chance(before)) <= 1000 - WON;
        let won = i32::from(chance(after.for_other_side())) >= WON;
        !choice || lost || won
    }

    /// Judges the last move of the game from what was seen after it, and after the best move instead.
    fn judge(&mut self, made: Seen, instead: Option<Score>) {
        let (Some(before), Some(played)) = (&self.before, self.game.last_move()) else { return };
        let here = i32::from(chance(before.score));
        let got = i32::from(chance(made.score.for_other_side()));
        let lost = instead.map_or(0, |score| {
            let better = i32::from(chance(score.for_other_side()));
            (here.min(better) - got).max(0)
        });
        let mark = match BANDS.map(|band| lost >= i32::from(band)) {
            [_, _, true] => Mark::Blunder,
            [_, true, _] => Mark::Mistake,
            [true, ..] => Mark::Inaccuracy,
            _ => Mark::None,
        };
        if mark == Mark::None {
            self.write(made, 0, mark, None);
            return;
        }
        let played = played.clone();
        let mut standing = self.game.clone();
        standing.undo();
        let tactician = Tactician::new(&standing);
        self.marked = Some(Box::new(Marked { standing, played, made, lost: lost as u16, mark, tactician }));
    }

    /// It is known what can be proven against a marked move.
    fn conclude(&mut self, fault: Option<Proven>) {
        let Some(marked) = self.marked.take() else { return };
        let Marked { standing, played, made, lost, mark, .. } = *marked;
        let fault = fault.or_else(|| {
            let mut tables = self.engine.as_ref()?.endings(standing.variant())?;
            for distances in &self.measured {
                Arc::make_mut(&mut tables).add(distances.clone());
            }
            endings::fall(&tables, &standing, &played)
        });
        self.write(made, lost, mark, fault);
    }

    /// Writes the verdict on the last move of the game down.
    fn write(&mut self, made: Seen, lost: u16, mark: Mark, fault: Option<Proven>) {
        let Some(before) = self.before.take() else { return };
        let ply = self.game.ply() - 1;
        let Some(turn) = self.game.position_at(ply).map(Position::turn) else { return };
        let white =
            |side: Side, score| if side == Side::White { chance(score) } else { 1000 - chance(score) };
        if let Some(best) = before.line.first().cloned() {
            let reply = if mark > Mark::None { made.line.clone() } else { Vec::new() };
            let white = white(turn, before.score);
            self.verdicts.push(Verdict { ply, best, line: before.line, white, lost, mark, fault, reply });
        }
        self.end = Some(white(self.game.position().turn(), made.score));
        self.before = Some(made);
        self.advance();
    }

    fn advance(&mut self) {
        self.done = self.game.ply() >= self.last || !self.game.redo();
    }
}

/// The moves on which the game turned: marked as mistakes or worse, the dearest first, as places in the list.
pub fn turning_points(verdicts: &[Verdict]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..verdicts.len()).filter(|i| verdicts[*i].mark >= Mark::Mistake).collect();
    // By insertion: of equal ones the earlier stays first, and the library's stable sort is much code.
    for end in 1..places.len() {
        let mut at = end;
        while at > 0 && verdicts[places[at - 1]].lost < verdicts[places[at]].lost {
            places.swap(at - 1, at);
            at -= 1;
        }
    }
    places
}
