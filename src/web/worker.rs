//! The engine in its worker: thinks in slices, and hears the page between them.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::dom::{listen, once};
use super::knowledge;
use crate::ai::{Best, Engine, Figures, Info, Level, Limits, Progress, Request, Score, Search};
use crate::app::place::ROOMS;
use crate::app::save::{move_on_path, path_numbers};
use crate::coach::{Analysis, Doubt, HINT_NODES, Lights, Review, fall, wire};
use crate::notation::{Style, parse_fen_setup};
use crate::protocol::{EngineAnswer, EngineRequest, FromWorker, Purpose, ToWorker};
use crate::rules::{Game, Move, Variant};

/// How long a slice shall take: the page is heard after it.
const SLICE_MS: f64 = 25.0;
/// Nodes of the first slice; later ones follow from the time that the last one took.
const FIRST_SLICE: u64 = 4_000;
/// A sign of life at least so often.
const PROGRESS_MS: f64 = 300.0;
/// Memory of the engine's table, in mebibytes, on a device that does not say how much it has.
const TABLE_MIB: u32 = 32;
/// The highest levels think no longer than this, on however slow a device.
const LONGEST_MS: f64 = 10_000.0;
/// What is pondered waits for its question after this time.
const LONGEST_PONDER_MS: f64 = 60_000.0;
/// From this level on a move takes long enough that the opponent's time is worth having.
const PONDER_LEVEL: u8 = 9;
/// A move waits so long for what is fetched, then the engine begins without it.
const FETCH_MS: i32 = 2500;
/// So long for the distances of an ending: what comes later is told as far as it can be.
const MEASURE_MS: i32 = 120;
/// Nodes for the answer to a wrong move, on however slow a device: with these every answer refutes (`tests/puzzles.rs`), so
/// it is neither a clock nor what was thought before that decides which one is shown.
const REFUTE_NODES: u64 = 60_000;
/// An analysis ends after so many nodes: some ten seconds, so that a phone that lies there does not grow hot.
const ANALYSE_NODES: u64 = 30_000_000;

/// What the worker is at.
struct Desk {
    engine: Option<Engine>,
    job: Option<Job>,
    /// A question that waits for what is fetched for its rule set.
    waiting: Option<EngineRequest>,
    /// The next slice is on its way: a second one would double the pace for ever.
    coming: bool,
}

struct Job {
    request: EngineRequest,
    /// It is the opponent's turn: this is thought about in case that it plays as expected.
    ponders: bool,
    work: Work,
    began: f64,
    slice: u64,
    told_at: f64,
    told_depth: u8,
}

impl Job {
    fn new(request: &EngineRequest, ponders: bool, work: Work) -> Self {
        let (request, began) = (request.clone(), now());
        Self { request, ponders, work, began, slice: FIRST_SLICE, told_at: began, told_depth: 0 }
    }
}

/// What is worked at, slice by slice.
enum Work {
    Search(Box<Search>),
    Analysis(Box<Analysis>),
    /// What is threatened, and what would lose something. The engine waits meanwhile.
    Lights(Box<Lights>),
    /// Whether a move is safe, by a proof or, with the game before it, by the tables.
    Check(Box<(Doubt, Game, Move)>),
    /// How many of its verdicts have been told.
    Review(Box<Review>, usize),
}

impl Work {
    /// The engine back, if it had it.
    fn stop(self) -> Option<Engine> {
        match self {
            Self::Search(search) => Some(search.stop()),
            Self::Analysis(analysis) => Some(analysis.give_up()),
            Self::Review(review, _) => Some(review.stop()),
            Self::Lights(_) | Self::Check(_) => None,
        }
    }
}

thread_local! {
    static DESK: RefCell<Desk> = const { RefCell::new(Desk { engine: None, job: None, waiting: None, coming: false }) };
}

pub(super) fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

/// Listens, then says so.
pub(super) fn start() {
    listen(&scope(), "message", |event| {
        let event: MessageEvent = event.unchecked_into();
        if let Some(message) = event.data().as_string().and_then(|text| ToWorker::read(&text)) {
            hear(message);
        }
    });
    post(&FromWorker::Ready);
}

fn post(message: &FromWorker) {
    // The page may be gone; then nobody misses the message.
    let _ = scope().post_message(&message.write().into());
}

fn hear(message: ToWorker) {
    match message {
        ToWorker::Think(request) if is_expected(&request) => {
            DESK.with_borrow_mut(|desk| {
                if let Some(job) = &mut desk.job {
                    (job.request, job.ponders, job.began) = (request, false, now());
                }
            });
            soon();
        }
        ToWorker::Think(request) => {
            rest();
            if let Some(variant) = Variant::named(&request.rules) {
                knowledge::want(variant, request.moves.len() < 2, settled);
            }
            want_distances(&request);
            let wait = match (knowledge::is_coming(), knowledge::is_measuring()) {
                (true, _) => FETCH_MS,
                (false, true) => MEASURE_MS,
                _ => 0,
            };
            if wait > 0 {
                let generation = request.generation;
                DESK.with_borrow_mut(|desk| desk.waiting = Some(request));
                later(wait, Box::new(move || begin_waiting(Some(generation))));
            } else {
                begin_or_refuse(&request);
            }
        }
        ToWorker::MoveNow => {
            begin_waiting(None);
            let job = DESK.with_borrow_mut(|desk| desk.job.take());
            // There is nothing to hurry where nothing was asked.
            if let Some(job) = job.filter(|job| !job.ponders) {
                finish(job);
            }
        }
        ToWorker::Stop => rest(),
        ToWorker::Prepare(rules) => {
            if let Some(variant) = Variant::named(&rules) {
                knowledge::want(variant, true, settled);
            }
            // Tens of mebibytes of zeros take their time, too.
            put_back(take_engine());
        }
    }
}

/// Thinks no more.
fn rest() {
    let job = DESK.with_borrow_mut(|desk| {
        desk.waiting = None;
        desk.job.take()
    });
    if let Some(engine) = job.and_then(|job| job.work.stop()) {
        put_back(engine);
    }
}

/// Something that was fetched has come, or failed.
fn settled(fine: bool) {
    if !fine {
        post(&FromWorker::Without);
    }
    if !knowledge::is_coming() {
        begin_waiting(None);
        // Taking it in takes its time, too: while nobody waits.
        DESK.with_borrow_mut(|desk| {
            if let Some(engine) = desk.engine.as_mut().filter(|_| desk.job.is_none()) {
                knowledge::teach(engine);
            }
        });
    }
}

/// Begins with the question that waits, if it is of this generation or none is named.
fn begin_waiting(generation: Option<u32>) {
    let request = DESK.with_borrow_mut(|desk| {
        desk.waiting.take_if(|request| generation.is_none_or(|wanted| wanted == request.generation))
    });
    if let Some(request) = request {
        begin_or_refuse(&request);
    }
}

fn begin_or_refuse(request: &EngineRequest) {
    if let Err(reason) = begin(request, false) {
        post(&FromWorker::Refused { generation: request.generation, reason });
    } else {
        soon();
    }
}

/// The game that a request is about.
fn game_of(request: &EngineRequest) -> Result<Game, String> {
    let variant = Variant::named(&request.rules).ok_or_else(|| format!("no rule set '{}'", request.rules))?;
    let start = parse_fen_setup(variant, &request.start, Style::RowNumbers).map_err(|e| e.to_string())?;
    let start = start.into_unusual_position().map_err(|_| "no such position")?;
    let mut game = Game::from_position(start);
    for path in &request.moves {
        let m = move_on_path(game.position(), path).ok_or_else(|| "no such move".to_owned())?;
        // Files hold games that went on where a rule would have called them drawn.
        game.play_on(&m).map_err(|e| e.to_string())?;
    }
    Ok(game)
}

/// Where few pieces are left it may be known in how many moves the game ends.
fn want_distances(request: &EngineRequest) {
    let purposes = [Purpose::Hint, Purpose::Explain, Purpose::Check, Purpose::Review];
    if ROOMS
        && purposes.contains(&request.purpose)
        && let Ok(game) = game_of(request)
    {
        knowledge::measure(&game, |distances| {
            DESK.with_borrow_mut(|desk| match (distances, desk.job.as_mut().map(|job| &mut job.work)) {
                (Some(distances), Some(Work::Analysis(analysis))) => analysis.measure(distances),
                (Some(distances), Some(Work::Review(review, _))) => review.measure(distances),
                _ => {}
            });
            if !knowledge::is_coming() && !knowledge::is_measuring() {
                begin_waiting(None);
            }
        });
    }
}

/// How large the engine's table may be here: 16 to 64 MiB.
fn table_size() -> u32 {
    let memory = js_sys::Reflect::get(&scope().navigator(), &"deviceMemory".into()).ok();
    match memory.and_then(|gibibytes| gibibytes.as_f64()) {
        None => TABLE_MIB,
        Some(gibibytes) if gibibytes < 4.0 => 16,
        Some(gibibytes) if gibibytes < 8.0 => 32,
        Some(_) => 64,
    }
}

fn put_back(engine: Engine) {
    DESK.with_borrow_mut(|desk| desk.engine = Some(engine));
}

/// The engine, whatever it is at.
fn take_engine() -> Engine {
    DESK.with_borrow_mut(|desk| {
        let old = desk.job.take().and_then(|job| job.work.stop());
        old.or_else(|| desk.engine.take()).unwrap_or_else(|| Engine::new(table_size()))
    })
}

fn give_desk(job: Job) {
    DESK.with_borrow_mut(|desk| desk.job = Some(job));
}

fn begin(request: &EngineRequest, ponders: bool) -> Result<(), String> {
    let mut game = game_of(request)?;
    let level = Level::new(request.level).ok_or_else(|| format!("no level {}", request.level))?;
    match request.purpose {
        Purpose::Threats | Purpose::Lights => {
            let lights = Lights::new(&game, request.purpose == Purpose::Lights);
            give_desk(Job::new(request, ponders, Work::Lights(Box::new(lights))));
            return Ok(());
        }
        Purpose::Check => {
            let last = back(&mut game)?;
            let doubt = Doubt::new(&game, &last);
            give_desk(Job::new(request, ponders, Work::Check(Box::new((doubt, game, last)))));
            return Ok(());
        }
        _ => {}
    }
    let mut engine = take_engine();
    knowledge::teach(&mut engine);
    engine.figures = Figures::default();
    if request.purpose == Purpose::Refute {
        // Who has erred is shown a proof, the same on every device.
        engine.figures = Figures::careful();
        engine.forget();
    }
    let work = match request.purpose {
        Purpose::Hint => Analysis::hint(engine, &game, HINT_NODES).map(Box::new).map(Work::Analysis),
        Purpose::Explain => {
            let last = back(&mut game)?;
            Analysis::explain(engine, &game, &last, 0).map(Box::new).map(Work::Analysis)
        }
        // Games are reviewed in a room: the first program has none.
        Purpose::Review if ROOMS => {
            Ok(Work::Review(Box::new(Review::new(engine, &game, request.from as usize)), 0))
        }
        _ => {
            let question = match request.purpose {
                Purpose::Refute => Request::analyse(&game, Limits::nodes(REFUTE_NODES)),
                Purpose::Analyse => Request::analyse(&game, Limits::nodes(ANALYSE_NODES)),
                _ => {
                    let play = Request::play(&game, level, (js_sys::Math::random() * 9e15) as u64)
                        .in_style(crate::ai::Style::new(request.style).unwrap_or_default());
                    // Time is the only limit then.
                    if request.longer > 0 { play.within(Limits::default()) } else { play }
                }
            };
            engine.search(question).map(Box::new).map(Work::Search).map_err(|over| over.0)
        }
    };
    DESK.with_borrow_mut(|desk| match work {
        Ok(work) => {
            desk.job = Some(Job::new(request, ponders, work));
            Ok(())
        }
        Err(engine) => {
            desk.engine = Some(*engine);
            Err("there is no legal move".to_owned())
        }
    })
}

/// Whether this is what is being pondered.
fn is_expected(request: &EngineRequest) -> bool {
    DESK.with_borrow(|desk| {
        desk.job.as_ref().is_some_and(|job| {
            let (own, generation) = (job.request.clone(), request.generation);
            // How long it may take is told anew with each question; whether by time or by nodes makes another search.
            let longer = if (own.longer > 0) == (request.longer > 0) { request.longer } else { own.longer };
            job.ponders && EngineRequest { generation, longer, ..own } == *request
        })
    })
}

/// Ends a job with its answer. After a move of its own the engine goes on with the reply that it expects, where the device
/// has a core to spare for it.
fn finish(job: Job) {
    let Job { request, work, .. } = job;
    let search = match work {
        Work::Search(search) => search,
        Work::Analysis(analysis) => {
            let (advice, engine) = analysis.stop();
            tell_coach(request.generation, true, wire::write_advice(&advice));
            put_back(engine);
            return;
        }
        Work::Lights(lights) => {
            let (threats, losing) = lights.told();
            tell_coach(request.generation, true, wire::write_threats(&threats, &losing));
            return;
        }
        Work::Check(doubted) => {
            let (doubt, game, last) = *doubted;
            let mut engine = take_engine();
            knowledge::teach(&mut engine);
            let by_table = || fall(engine.endings(game.variant()).as_deref()?, &game, &last);
            let warned = doubt.told().or_else(by_table);
            tell_coach(request.generation, true, wire::write_warning(warned.as_ref()));
            put_back(engine);
            return;
        }
        Work::Review(review, _) => {
            put_back(review.stop());
            return;
        }
    };
    let best = search.best();
    post(&FromWorker::Best(answer(&request, &best)));
    put_back(search.stop());
    let cores = scope().navigator().hardware_concurrency();
    let expected = best.info.pv.get(1).filter(|_| best.info.pv.first() == Some(&best.best));
    if let Some(reply) = expected
        && request.purpose == Purpose::Play
        && request.level >= PONDER_LEVEL
        && cores >= 4.0
    {
        let mut next = request;
        next.moves.extend([path_numbers(&best.best), path_numbers(reply)]);
        // Where the game ends by that there is nothing to think about.
        if begin(&next, true).is_ok() {
            soon();
        }
    }
}

/// Takes the last move of a game back, and gives it.
fn back(game: &mut Game) -> Result<Move, String> {
    let last = game.last_move().cloned().ok_or("there is no move")?;
    game.undo();
    Ok(last)
}

fn tell_coach(generation: u32, last: bool, bytes: Vec<u8>) {
    post(&FromWorker::Coach { generation, last, bytes });
}

/// The next slice, after whatever the page has said meanwhile.
fn soon() {
    if DESK.with_borrow_mut(|desk| std::mem::replace(&mut desk.coming, true)) {
        return;
    }
    later(0, Box::new(slice));
}

fn later(milliseconds: i32, job: Box<dyn FnOnce()>) {
    let job = once(job);
    let _ = scope().set_timeout_with_callback_and_timeout_and_arguments_0(job.unchecked_ref(), milliseconds);
}

fn slice() {
    let job = DESK.with_borrow_mut(|desk| {
        desk.coming = false;
        desk.job.take()
    });
    let Some(mut job) = job else { return };
    let began = now();
    let nodes = job.slice;
    let generation = job.request.generation;
    let mut seen = None;
    let done = match &mut job.work {
        Work::Search(search) => match search.step(nodes) {
            Progress::Done(_) => true,
            Progress::More(info) => {
                seen = Some(info);
                false
            }
        },
        Work::Analysis(analysis) => {
            let done = analysis.step(nodes);
            if let Some(advice) = analysis.early().filter(|_| !done) {
                tell_coach(generation, false, wire::write_advice(&advice));
            }
            done
        }
        Work::Lights(lights) => lights.step(nodes),
        Work::Check(doubted) => doubted.0.step(nodes),
        Work::Review(..) if !ROOMS => true,
        Work::Review(review, told) => {
            let done = review.step(nodes);
            let (_, plies) = review.progress();
            for verdict in &review.verdicts()[*told..] {
                tell_coach(generation, false, wire::write_verdict(verdict, plies));
            }
            *told = review.verdicts().len();
            if done {
                tell_coach(generation, true, wire::write_end(review.end().unwrap_or(500)));
            }
            done
        }
    };
    let took = (now() - began).max(0.1);
    if job.ponders && (done || now() - job.began > LONGEST_PONDER_MS) {
        // A pondered answer waits for its question.
        DESK.with_borrow_mut(|desk| desk.job = Some(job));
        return;
    }
    if done || is_too_long(&job) {
        finish(job);
        return;
    }
    if let Some(info) = seen {
        tell(&mut job, &info);
    }
    // Towards the wanted time, but no more than twice as long at once.
    let factor = (SLICE_MS / took).clamp(0.25, 2.0);
    job.slice = ((job.slice as f64 * factor) as u64).max(500);
    DESK.with_borrow_mut(|desk| desk.job = Some(job));
    soon();
}

fn is_too_long(job: &Job) -> bool {
    let request = &job.request;
    let took = now() - job.began;
    let plays = request.purpose == Purpose::Play && request.level >= PONDER_LEVEL && !job.ponders;
    let longest = if request.longer > 0 { f64::from(request.longer) } else { LONGEST_MS };
    plays && took > longest
}

fn tell(job: &mut Job, info: &Info) {
    let Work::Search(search) = &job.work else { return };
    if !job.ponders && (info.depth != job.told_depth || now() - job.told_at > PROGRESS_MS) {
        job.told_depth = info.depth;
        job.told_at = now();
        post(&FromWorker::Progress(answer(&job.request, &search.best())));
    }
}

fn answer(request: &EngineRequest, best: &Best) -> EngineAnswer {
    let (centimen, ends_in) = match best.info.score {
        Score::Centimen(value) => (value, None),
        Score::Win(plies) => (0, Some(i32::from(plies))),
        Score::Loss(plies) => (0, Some(-i32::from(plies))),
    };
    EngineAnswer {
        generation: request.generation,
        path: path_numbers(&best.best),
        centimen,
        ends_in,
        depth: u32::from(best.info.depth),
        line: best.info.pv.iter().map(path_numbers).collect(),
    }
}
