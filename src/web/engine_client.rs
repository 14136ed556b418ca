//! The page's side of the engine: starts the worker, asks it, hears it, replaces it when it is silent or dead.
//!
//! A worker can run the page's own program, which is there already, or the engine's own, which thinks about twice as fast
//! but has to be fetched. The first question of a first visit is answered by the one; once the other is kept on the device
//! it takes over.

use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, ServiceWorkerContainer, Worker, WorkerOptions, WorkerType};

use super::desk::{self, with_engine, with_model};
use super::dom::{after, document, listen, now, window};
use crate::app::{CoachMsg, Msg};
use crate::protocol::{EngineRequest, FromWorker, Purpose, ToWorker};

#[wasm_bindgen]
extern "C" {
    /// The address of this module's own glue: page and worker load the same hashed files.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// The address of a file of the site, wherever the page is that uses this module.
pub(super) fn beside_glue(path: &str) -> Option<String> {
    web_sys::Url::new_with_base(path, &GLUE.with(Clone::clone)).ok().map(|url| url.href())
}

/// A worker with this module in it, or with another one whose glue has that address.
pub(super) fn new_worker(program: Option<&str>) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(program.unwrap_or(&GLUE.with(Clone::clone)));
    Worker::new_with_options(&beside_glue("js/worker.mjs").unwrap_or_default(), &options)
}

/// The address of the engine's own program, if the page names one that need not be waited for: the service worker has kept
/// it, or there is none that would.
fn thinker_at_hand() -> Option<String> {
    let container = js_sys::Reflect::get(&window().navigator(), &"serviceWorker".into()).ok()?;
    if !container.is_undefined()
        && container.unchecked_into::<ServiceWorkerContainer>().controller().is_none()
    {
        return None;
    }
    let address = document().query_selector("meta[name=damka-thinker]").ok()??.get_attribute("content")?;
    beside_glue(&address)
}

/// An answer comes no sooner than this after the question, unless the settings say so: an instant reply looks like none at
/// all.
const DECENCY_MS: f64 = 500.0;
/// A worker that thinks speaks several times a second; one that is silent for so long is replaced.
const SILENCE_MS: f64 = 8000.0;
/// How often a worker is started anew before the page gives up.
const MOST_STARTS: u32 = 3;

/// The engine in its worker.
pub(super) struct EngineClient {
    worker: Option<Worker>,
    /// Counts workers, so that words of a replaced one are not heard.
    number: u32,
    ready: bool,
    /// Whether it runs the engine's own program.
    quick: bool,
    /// That one could not start: the page's own must do.
    slow: bool,
    /// It plays without what could not be fetched, and whether that was said; another worker need not say it again.
    without: Option<bool>,
    /// The request that has no answer yet.
    waiting: Option<EngineRequest>,
    asked_at: f64,
    heard_at: f64,
    /// Starts since the last answer.
    starts: u32,
    hurried: bool,
}

impl EngineClient {
    pub(super) const fn new() -> Self {
        Self {
            worker: None,
            number: 0,
            ready: false,
            quick: false,
            slow: false,
            without: None,
            waiting: None,
            asked_at: 0.0,
            heard_at: 0.0,
            starts: 0,
            hurried: false,
        }
    }

    /// Asks; an older question is forgotten.
    pub(super) fn ask(&mut self, request: EngineRequest) {
        self.asked_at = now();
        self.heard_at = now();
        self.hurried = false;
        let generation = request.generation;
        self.waiting = Some(request);
        if self.without.is_some() {
            self.say_without();
        }
        if self.worker.is_none() {
            self.start();
        } else if self.ready {
            self.send_waiting();
        }
        watch(generation);
    }

    /// Starts the worker before anything is asked, so that the first question is answered as soon as the others.
    pub(super) fn prepare(&mut self) {
        if self.worker.is_none() {
            self.start();
        }
    }

    pub(super) fn stop(&mut self) {
        self.waiting = None;
        self.post(&ToWorker::Stop);
    }

    pub(super) fn move_now(&mut self) {
        self.hurried = true;
        self.post(&ToWorker::MoveNow);
    }

    fn send_waiting(&self) {
        if let Some(request) = &self.waiting {
            self.post(&ToWorker::Think(request.clone()));
        }
    }

    fn post(&self, message: &ToWorker) {
        if let (Some(worker), true) = (&self.worker, self.ready) {
            // A dead worker does not answer; the watch sees that.
            let _ = worker.post_message(&message.write().into());
        }
    }

    fn start(&mut self) {
        self.drop_worker();
        self.number += 1;
        self.starts += 1;
        self.heard_at = now();
        let number = self.number;
        let thinker = if self.slow { None } else { thinker_at_hand() };
        self.quick = thinker.is_some();
        let Ok(worker) = new_worker(thinker.as_deref()) else {
            after(0, move || failed(number));
            return;
        };
        listen(&worker, "message", move |event| {
            let event: MessageEvent = event.unchecked_into();
            hear(number, &event.data());
        });
        listen(&worker, "error", move |_| failed(number));
        self.worker = Some(worker);
    }

    /// Says once that it plays without what could not be fetched: when it matters, not when the page gets the engine ready.
    fn say_without(&mut self) {
        if self.without.replace(true) == Some(false) {
            after(0, || desk::send(Msg::Trouble("engine.without")));
        }
    }

    /// Changes over to the engine's own program, where it has come and nothing is asked.
    fn quicken(&mut self) {
        if self.waiting.is_none() && !self.quick && !self.slow && thinker_at_hand().is_some() {
            self.start();
        }
    }

    fn drop_worker(&mut self) {
        self.ready = false;
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
    }
}

fn hear(number: u32, data: &JsValue) {
    if js_sys::Reflect::has(data, &"damka_worker_error".into()).unwrap_or(false) {
        failed(number);
        return;
    }
    let Some(message) = data.as_string().and_then(|text| FromWorker::read(&text)) else { return };
    let (at_once, rules) = with_model(|model| (model.prefs.at_once, model.game.variant().name));
    let decency = if at_once { 0.0 } else { DECENCY_MS };
    let mut told = None;
    let mut wait = 0.0;
    with_engine(|engine| {
        if engine.number != number {
            return;
        }
        engine.heard_at = now();
        match message {
            FromWorker::Ready => {
                engine.ready = true;
                engine.post(&ToWorker::Prepare(rules.to_owned()));
                engine.send_waiting();
                // 'Move now' was pressed before anybody could hear it.
                if engine.hurried {
                    engine.post(&ToWorker::MoveNow);
                }
            }
            FromWorker::Progress(answer) => told = Some(Msg::EngineProgress(answer)),
            FromWorker::Without => {
                engine.without.get_or_insert(false);
                if engine.waiting.is_some() {
                    engine.say_without();
                }
            }
            FromWorker::Best(answer) => {
                let asked = engine.waiting.take_if(|request| request.generation == answer.generation);
                engine.starts = 0;
                if asked.is_some_and(|request| request.purpose == Purpose::Play) && !engine.hurried {
                    wait = engine.asked_at + decency - now();
                }
                engine.quicken();
                told = Some(Msg::EngineBest(answer));
            }
            FromWorker::Coach { generation, last, bytes } => {
                if last {
                    engine.waiting.take_if(|request| request.generation == generation);
                    engine.starts = 0;
                    engine.quicken();
                }
                told = Some(Msg::Coach(CoachMsg::Said(generation, last, bytes)));
            }
            FromWorker::Refused { .. } => {
                engine.waiting = None;
                told = Some(Msg::EngineFailed);
            }
        }
    });
    if let Some(msg) = told {
        if wait > 0.0 {
            after(wait as i32, move || desk::send(msg));
        } else {
            desk::send(msg);
        }
    }
}

/// Looks now and then whether the worker that thinks about this request still lives.
fn watch(generation: u32) {
    after(2000, move || {
        let mut again = false;
        let mut dead = None;
        with_engine(|engine| {
            if engine.waiting.as_ref().is_some_and(|request| request.generation == generation) {
                again = true;
                if now() - engine.heard_at > SILENCE_MS {
                    dead = Some(engine.number);
                }
            }
        });
        if let Some(number) = dead {
            failed(number);
        }
        if again {
            watch(generation);
        }
    });
}

/// A worker died, is silent, or could not start: another one, or the end of trying.
fn failed(number: u32) {
    let mut given_up = false;
    with_engine(|engine| {
        if engine.number != number {
            return;
        }
        engine.slow |= engine.quick && !engine.ready;
        if engine.starts < MOST_STARTS && engine.waiting.is_some() {
            engine.start();
        } else {
            engine.drop_worker();
            engine.starts = 0;
            // Nobody misses it before something is asked.
            given_up = engine.waiting.take().is_some();
        }
    });
    if given_up {
        desk::send(Msg::EngineFailed);
    }
}
