//! A harness for scenarios in a real browser, on the production build, served as a static host serves it.
//!
//! ```no_run
//! use damka_browser_tests::{SECOND, Setup, scenario};
//!
//! scenario(Setup::phone(), |page| {
//!     page.open(); // the site's first page; waits until the program is there
//!     page.tap_on("#new-game"); // or page.tap(x, y), in CSS pixels of the window
//!     page.wait_for("document.querySelector('dialog[open]')", 2 * SECOND);
//!     let title: String = page.eval("return document.title");
//!     assert!(title.contains("Damka"));
//!     page.screenshot("target/browser/new-game.png");
//! });
//! ```
//!
//! Each scenario has its own static server (under the sub-path `/a/b/`), its own browser and its own empty profile, so
//! scenarios run at the same time and know nothing of each other. All calls block until the browser has done its part, and
//! panic with the scenario's own line where it does not. At the end the scenario fails if the page wrote an error to its
//! console, broke its security policy or lost a resource, unless [`Page::allow`] said that this one is meant.
//! A scenario that fails leaves a picture `target/browser/<test>.png` and prints the console.
//!
//! Time: what a scenario waits for comes in its own time ([`PATIENCE`]); what has a limit of milliseconds is tried more than
//! once, by itself ([`timed`], [`least`]), since a machine that others use, too, stumbles now and then.
//!
//! The site comes in by `DAMKA_DIST`, which `cargo xtask test` sets. Without it a scenario says `skipped` and does nothing;
//! with it, a missing browser is a failure.
//!
//! Bad hosts and absent networks: [`Page::site`] is the server; `page.site().fault(".wasm", Fault::Missing)`,
//! `page.set_offline(true)`, `page.site().set_dir(&other_build)`.
#![allow(
    clippy::missing_panics_doc,
    reason = "a harness: each call panics where the browser does not obey, as said above"
)]
use std::env;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;
use tempfile::TempDir;
use xtask::precache::site_files;

mod driver;
mod input;
mod page;
mod table;

pub use input::Key;
pub use page::Page;
pub use table::Table;
pub use xtask::serve::{Fault, Server};

/// For timeouts: `5 * SECOND`.
pub const SECOND: Duration = Duration::from_secs(1);

/// So many times longer than it says does a scenario wait for what must come: the limits are for a machine like a developer's,
/// and one that tests many projects may be far slower. Only a failure takes that long.
pub const PATIENCE: u32 = 5;

/// The machine, the person and the host of a scenario.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Width of the window in CSS pixels.
    pub width: u32,
    /// Height of the window in CSS pixels.
    pub height: u32,
    /// Device pixels for one CSS pixel.
    pub pixel_ratio: f64,
    /// A touch screen and a phone's viewport.
    pub touch: bool,
    /// The language that the browser asks for.
    pub language: String,
    /// The person prefers dark pages.
    pub dark: bool,
    /// The person prefers pages that stand still.
    pub reduced_motion: bool,
    /// So many times slower than this machine.
    pub slowdown: f64,
    /// The path of the site on its host.
    pub prefix: String,
}

impl Setup {
    /// A wide window, a mouse, Polish.
    pub fn desktop() -> Self {
        Self {
            width: 1280,
            height: 800,
            pixel_ratio: 1.0,
            touch: false,
            language: "pl-PL".to_owned(),
            dark: false,
            reduced_motion: false,
            slowdown: 1.0,
            prefix: "/a/b/".to_owned(),
        }
    }

    /// A phone held upright, fingers, Polish.
    pub fn phone() -> Self {
        Self { width: 390, height: 844, pixel_ratio: 3.0, touch: true, ..Self::desktop() }
    }

    /// The same in another language, as in `"en-GB"`.
    #[must_use]
    pub fn in_language(self, language: &str) -> Self {
        Self { language: language.to_owned(), ..self }
    }
}

/// A wide window and a mouse, English.
pub fn english() -> Setup {
    Setup::desktop().in_language("en-GB")
}

/// A phone held upright and fingers, English.
pub fn phone() -> Setup {
    Setup::phone().in_language("en-GB")
}

/// The production build, where there is one.
pub fn dist() -> Option<PathBuf> {
    env::var_os("DAMKA_DIST").map(PathBuf::from)
}

/// The same build with one file changed, as the next version of the site: for `page.site().set_dir(...)`. It lives as long as
/// the value.
#[track_caller]
pub fn next_version(change: impl FnOnce(&Path)) -> TempDir {
    let old = dist().expect("a scenario has a build");
    let new =
        tempfile::Builder::new().prefix("dist-").tempdir_in(workshop()).expect("room for another build");
    for (address, file) in site_files(&old).expect("the build can be read") {
        let copy = new.path().join(address);
        std::fs::create_dir_all(copy.parent().unwrap_or(&copy)).expect("a directory can be made");
        std::fs::copy(file, copy).expect("a file can be copied");
    }
    change(new.path());
    xtask::precache::write(new.path()).expect("the list can be written");
    new
}

/// Where pictures and profiles go.
pub(crate) fn workshop() -> PathBuf {
    let place = xtask::root().join("target").join("browser");
    std::fs::create_dir_all(&place).expect("target/browser can be made");
    place
}

/// Held by the scenarios that run: together by the ordinary ones, alone by one with a clock in its hand. (Test programs run
/// one after another.)
static MACHINE: RwLock<()> = RwLock::new(());

/// Runs one scenario in a browser of its own. See the top of this module.
///
/// # Panics
/// Where the scenario does, or where the page left errors behind.
#[track_caller]
pub fn scenario(setup: Setup, play: impl FnOnce(&mut Page)) {
    let Some(dist) = dist() else { return skip() };
    let _beside_others = MACHINE.read().unwrap_or_else(PoisonError::into_inner);
    run(setup, &dist, play);
}

/// As [`scenario`], while no other one runs: for what is measured in milliseconds.
///
/// # Panics
/// As [`scenario`].
#[track_caller]
pub fn timed(setup: Setup, play: impl FnOnce(&mut Page)) {
    let Some(dist) = dist() else { return skip() };
    let _alone = MACHINE.write().unwrap_or_else(PoisonError::into_inner);
    run(setup, &dist, play);
}

/// Measures until a figure keeps to the limit, five times at most, prints all of them in the words of `what`, and gives back
/// the least. What the page itself needs is in each of them; what the machine did besides is not.
///
/// # Panics
/// Where no figure keeps to the limit.
#[track_caller]
pub fn least(what: &str, limit: f64, mut once: impl FnMut() -> f64) -> f64 {
    let mut all = Vec::new();
    while all.len() < 5 && all.last().is_none_or(|&last| last >= limit) {
        all.push(once());
    }
    println!("{what}: {all:.0?} ms (limit {limit})");
    let least = all.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(least < limit, "{what}: {all:.0?} ms, the limit is {limit}");
    least
}

fn skip() {
    let thread = std::thread::current();
    // Not by `eprintln!`, which the test runner keeps to itself.
    let _ = writeln!(
        std::io::stderr(),
        "skipped {}: no DAMKA_DIST; `cargo xtask test` builds the site and sets it",
        thread.name().unwrap_or("scenario")
    );
}

#[track_caller]
fn run(setup: Setup, dist: &Path, play: impl FnOnce(&mut Page)) {
    let mut page = Page::new(setup, dist);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        play(&mut page);
        page.assert_no_faults();
    }));
    if let Err(panic) = outcome {
        let name = std::thread::current().name().unwrap_or("scenario").replace("::", "-");
        let picture = workshop().join(format!("{name}.png"));
        // The browser may be the very thing that failed: the first panic is the one that counts.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            page.screenshot(&picture);
            eprintln!("The page at that moment: {}\nIts console:", picture.display());
            for line in page.console() {
                eprintln!("  {line}");
            }
        }));
        drop(page);
        resume_unwind(panic);
    }
}
