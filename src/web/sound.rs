//! Sounds and small shakes. Every sound is made here, of tones; none is fetched.

use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, AudioContext, AudioContextState, OscillatorType};

use super::desk::with_model;
use super::dom::{after, window};
use crate::app::sound::{Sound, Tone};

/// Nothing is quieter: a ramp towards nothing at all would have no end.
const QUIET: f32 = 0.001;

thread_local! {
    /// There once a person has touched the page: browsers let no page sound or shake before.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    /// How far the device's output is.
    static WAY: Cell<Way> = const { Cell::new(Way::Cold) };
    /// What shall sound when it is there.
    static LATE: Cell<Option<Sound>> = const { Cell::new(None) };
}

/// How far the device's output is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nobody asked for it.
    Cold,
    /// It gets ready.
    Warming,
    /// It gets ready, and a gesture waits for it.
    Asked,
    /// It is ready.
    Warm,
}

/// Listens for the first gesture, before anything on the page hears of it, so that its own move sounds already. A device
/// that silences us later (a call, a locked screen) is asked again by each further gesture.
pub(super) fn wait_for_gesture() {
    let options = AddEventListenerOptions::new();
    options.set_capture(true);
    options.set_passive(true);
    // The end of a touch is what iOS takes for a gesture, its beginning is not.
    let handlers: [(&str, fn()); 3] = [("pointerdown", warm_up), ("pointerup", unlock), ("keydown", unlock)];
    for (event, handler) in handlers {
        let handler = Closure::<dyn FnMut()>::new(handler).into_js_value();
        let _ = window().add_event_listener_with_callback_and_add_event_listener_options(
            event,
            handler.unchecked_ref(),
            &options,
        );
    }
}

fn is_wanted() -> bool {
    CONTEXT.with_borrow(Option::is_none) && with_model(|m| m.prefs.sound || m.prefs.shake)
}

/// Chromium starts its sound service when somebody first asks for it, and a new context waits for it: some 70 ms, in which
/// the page stands still. Asked for a list instead (how many devices there are; nobody reads it), it starts meanwhile.
fn warm_up() {
    if WAY.get() != Way::Cold || !is_wanted() {
        return;
    }
    WAY.set(Way::Warming);
    let listed = window().navigator().media_devices().and_then(|devices| devices.enumerate_devices());
    let Ok(listed) = listed else {
        // Old browsers and insecure pages have no such list: then it is as slow as it was.
        return WAY.set(Way::Warm);
    };
    let ready = Closure::<dyn FnMut(JsValue)>::new(|_| {
        if WAY.replace(Way::Warm) == Way::Asked {
            open();
        }
    });
    let _ = listed.unchecked_into::<js_sys::Promise>().then2(&ready, &ready);
    ready.forget();
}

fn unlock() {
    let there = CONTEXT.with_borrow(|context| context.as_ref().map(awake).is_some());
    if there {
        return;
    }
    warm_up();
    match WAY.get() {
        // After all that the gesture itself does, which shall not wait. A timer without delay is still part of the gesture
        // where browsers insist on one.
        Way::Warm => after(0, open),
        Way::Warming => WAY.set(Way::Asked),
        Way::Cold | Way::Asked => {}
    }
}

fn open() {
    if is_wanted() {
        // A browser without sound is a quiet one.
        let context = AudioContext::new().ok();
        context.as_ref().map(awake);
        CONTEXT.set(context);
        if let Some(sound) = LATE.take() {
            play(sound);
        }
    }
}

fn awake(context: &AudioContext) {
    if context.state() != AudioContextState::Running {
        // It wakes when it may; what is asked to sound meanwhile is not worth hearing late.
        if let Ok(promise) = context.resume() {
            // A device that refuses is a quiet one.
            let quiet = Closure::<dyn FnMut(JsValue)>::new(|_| {});
            let _ = promise.then2(&quiet, &quiet);
            quiet.forget();
        }
    }
}

/// Plays a sound and shakes the device, as the settings want it.
pub(super) fn play(sound: Sound) {
    let (loud, shake) = with_model(|m| (m.prefs.sound, m.prefs.shake));
    CONTEXT.with_borrow(|context| {
        let Some(context) = context else {
            // What the gesture does that opens the way is heard when it is open.
            if matches!(WAY.get(), Way::Asked | Way::Warm) {
                LATE.set(Some(sound));
            }
            return;
        };
        if shake && js_sys::Reflect::has(&window().navigator(), &"vibrate".into()) == Ok(true) {
            let _ = window().navigator().vibrate_with_duration(sound.shake());
        }
        if loud {
            awake(context);
            for tone in sound.tones() {
                // A device without an output sounds nothing; there is nobody to tell.
                let _ = ring(context, tone);
            }
        }
    });
}

fn ring(context: &AudioContext, tone: Tone) -> Result<(), JsValue> {
    let (voice, volume) = (context.create_oscillator()?, context.create_gain()?);
    let start = context.current_time() + f64::from(tone.at) / 1000.0;
    let end = start + f64::from(tone.long) / 1000.0;
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value_at_time(f32::from(tone.pitch[0]), start)?;
    voice.frequency().exponential_ramp_to_value_at_time(f32::from(tone.pitch[1]), end)?;
    volume.gain().set_value_at_time(f32::from(tone.loud) / 100.0, start)?;
    volume.gain().exponential_ramp_to_value_at_time(QUIET, end)?;
    voice.connect_with_audio_node(&volume)?;
    volume.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(start)?;
    voice.stop_with_when(end)
}
