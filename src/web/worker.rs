//! The engine in its worker: thinks in slices, and hears the page between them.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::dom::{listen, once};
use super::knowledge;
use crate::ai::{Best, Engine, Info, Level, Limits, Progress, Request, Score, Search};
use crate::app::save::{move_on_path, path_numbers};
use crate::notation::{Style, parse_fen_setup};
use crate::protocol::{EngineAnswer, EngineRequest, FromWorker, Purpose, ToWorker};
use crate::rules::{Game, Variant};

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
/// From this level on a move takes long enough that the opponent's time is worth having.
const PONDER_LEVEL: u8 = 9;
/// A move waits so long for what is fetched, then the engine begins without it.
const FETCH_MS: i32 = 2500;
/// Nodes for a hint.
const HINT_NODES: u64 = 400_000;

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
    search: Search,
    began: f64,
    slice: u64,
    told_at: f64,
    told_depth: u8,
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
            if knowledge::is_coming() {
                let generation = request.generation;
                DESK.with_borrow_mut(|desk| desk.waiting = Some(request));
                later(FETCH_MS, Box::new(move || begin_waiting(Some(generation))));
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
    }
}

/// Thinks no more.
fn rest() {
    let job = DESK.with_borrow_mut(|desk| {
        desk.waiting = None;
        desk.job.take()
    });
    if let Some(job) = job {
        put_back(job.search.stop());
    }
}

/// Something that was fetched has come, or failed.
fn settled(fine: bool) {
    if !fine {
        post(&FromWorker::Without);
    }
    if !knowledge::is_coming() {
        begin_waiting(None);
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

fn begin(request: &EngineRequest, ponders: bool) -> Result<(), String> {
    let variant = Variant::named(&request.rules).ok_or_else(|| format!("no rule set '{}'", request.rules))?;
    let start = parse_fen_setup(variant, &request.start, Style::RowNumbers).map_err(|e| e.to_string())?;
    let start = start.into_unusual_position().map_err(|_| "no such position")?;
    let mut game = Game::from_position(start);
    for path in &request.moves {
        let m = move_on_path(game.position(), path).ok_or_else(|| "no such move".to_owned())?;
        game.play(&m).map_err(|e| e.to_string())?;
    }
    let level = Level::new(request.level).ok_or_else(|| format!("no level {}", request.level))?;
    let question = match request.purpose {
        Purpose::Play => Request::play(&game, level, (js_sys::Math::random() * 9e15) as u64),
        Purpose::Hint => Request::analyse(&game, Limits::nodes(HINT_NODES)),
    };
    DESK.with_borrow_mut(|desk| {
        let old = desk.job.take().map(|job| job.search.stop());
        let mut engine = old.or_else(|| desk.engine.take()).unwrap_or_else(|| Engine::new(table_size()));
        knowledge::teach(&mut engine);
        match engine.search(question) {
            Ok(search) => {
                let (request, began) = (request.clone(), now());
                let (slice, told_at, told_depth) = (FIRST_SLICE, began, 0);
                desk.job = Some(Job { request, ponders, search, began, slice, told_at, told_depth });
                Ok(())
            }
            Err(over) => {
                let reason = over.to_string();
                desk.engine = Some(*over.0);
                Err(reason)
            }
        }
    })
}

/// Whether this is what is being pondered.
fn is_expected(request: &EngineRequest) -> bool {
    DESK.with_borrow(|desk| {
        desk.job.as_ref().is_some_and(|job| {
            let generation = request.generation;
            job.ponders && EngineRequest { generation, ..job.request.clone() } == *request
        })
    })
}

/// Answers, and goes on with the answer that is expected in turn, where the device has a core to spare for it.
fn finish(job: Job) {
    let Job { request, search, .. } = job;
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
    let progress = job.search.step(job.slice);
    let took = (now() - began).max(0.1);
    match progress {
        // A pondered answer waits for its question.
        Progress::Done(_) if job.ponders => DESK.with_borrow_mut(|desk| desk.job = Some(job)),
        Progress::Done(_) => finish(job),
        Progress::More(_) if is_too_long(&job) => finish(job),
        Progress::More(info) => {
            // Towards the wanted time, but no more than twice as long at once.
            let factor = (SLICE_MS / took).clamp(0.25, 2.0);
            job.slice = ((job.slice as f64 * factor) as u64).max(500);
            tell(&mut job, &info);
            DESK.with_borrow_mut(|desk| desk.job = Some(job));
            soon();
        }
    }
}

fn is_too_long(job: &Job) -> bool {
    !job.ponders && job.request.level >= PONDER_LEVEL && now() - job.began > LONGEST_MS
}

fn tell(job: &mut Job, info: &Info) {
    if !job.ponders && (info.depth != job.told_depth || now() - job.told_at > PROGRESS_MS) {
        job.told_depth = info.depth;
        job.told_at = now();
        post(&FromWorker::Progress(answer(&job.request, &job.search.best())));
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
