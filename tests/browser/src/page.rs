//! A page in a browser.
use crate::driver::Driver;
use crate::{PATIENCE, SECOND, Setup, workshop};
use base64::Engine;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use xtask::serve::Server;

/// A page of the site in a browser of its own. The pointer, touch and key calls stand in `input.rs`.
pub struct Page {
    // Dropped in this order: the browser lets go of its profile, then the profile and the server go.
    pub(crate) driver: Driver,
    _profile: TempDir,
    site: Server,
    setup: Setup,
    console: Vec<String>,
    allowed: Vec<String>,
}

impl Page {
    /// A browser with an empty page, and the site on its server.
    #[track_caller]
    pub(crate) fn new(setup: Setup, dist: &Path) -> Self {
        let site = Server::start(dist, &setup.prefix, 0).expect("a free port");
        let profile =
            tempfile::Builder::new().prefix("profile-").tempdir_in(workshop()).expect("room for a profile");
        let driver = Driver::start(&setup, profile.path());
        driver.call("timeouts", &json!({ "script": 30_000, "pageLoad": 30_000 }));
        let page = Self { driver, _profile: profile, site, setup, console: Vec::new(), allowed: Vec::new() };
        page.emulate();
        page
    }

    /// The server of the site: its faults, its requests, its directory.
    pub fn site(&self) -> &Server {
        &self.site
    }

    /// Opens the site and waits until the program is there (or says that it cannot start).
    #[track_caller]
    pub fn open(&mut self) {
        self.goto("");
        self.wait_until_started();
    }

    /// Opens an address of the site, relative to its root: `"#/lesson/3"`, `"?position=..."`.
    #[track_caller]
    pub fn goto(&mut self, relative: &str) {
        self.driver.call("url", &json!({ "url": format!("{}{relative}", self.site.url()) }));
    }

    /// Goes back as by the browser's own button.
    #[track_caller]
    pub fn back(&mut self) {
        self.driver.call("back", &json!({}));
    }

    /// Loads the page anew and waits until the program is there.
    #[track_caller]
    pub fn reload(&mut self) {
        self.driver.call("refresh", &json!({}));
        self.wait_until_started();
    }

    /// Closes the tab and opens the site in a new one, as a person does who comes back; what was stored is still there.
    #[track_caller]
    pub fn reopen(&mut self) {
        let new = self.driver.call("window/new", &json!({ "type": "tab" }));
        self.driver.close_tab();
        self.driver.call("window", &json!({ "handle": new["handle"] }));
        self.emulate();
        self.open();
    }

    /// Opens the site in a second tab and goes there; `false` goes back to the first one and leaves the second open.
    #[track_caller]
    pub fn second_tab(&mut self, there: bool) {
        let handles = |page: &Self| page.driver.call("window/handles", &Value::Null);
        let known = handles(self);
        let first = known[0].clone();
        if !there {
            self.driver.call("window", &json!({ "handle": first }));
            return;
        }
        if known[1].is_null() {
            let new = self.driver.call("window/new", &json!({ "type": "tab" }));
            self.driver.call("window", &json!({ "handle": new["handle"] }));
            self.emulate();
            self.open();
        } else {
            self.driver.call("window", &json!({ "handle": known[1] }));
        }
    }

    /// Waits until the placeholder of the board has gone or the sentence of a failed start is shown.
    #[track_caller]
    pub fn wait_until_started(&mut self) {
        self.wait_for(
            "!document.getElementById('boot') || !document.getElementById('boot-fault')?.hidden",
            20 * SECOND,
        );
    }

    /// Runs a script in every page that this tab loads from now on, before any of the page's own: to watch it from its first
    /// moment, or to take something away (`"delete window.Worker"`).
    #[track_caller]
    pub fn before_load(&mut self, script: &str) {
        self.driver.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// The program starts with these settings, as `"confirm":true,"turning":"turns"`.
    #[track_caller]
    pub fn with_prefs(&mut self, prefs: &str) {
        self.before_load(&format!("localStorage['damka.prefs'] ??= '{{\"version\":1,{prefs}}}'"));
    }

    /// Presses the button that the selector finds, wherever it is, and waits until its dialog is there.
    #[track_caller]
    pub fn open_dialog(&self, button: &str) {
        self.eval_with::<()>("document.querySelector(arguments[0]).click()", &[button.into()]);
        self.wait_for("document.querySelector('dialog[open] header')", 2 * SECOND);
    }

    /// Closes the dialog by its own button.
    #[track_caller]
    pub fn close_dialog(&self) {
        self.eval::<()>("document.querySelector('dialog[open] header button').click()");
        self.wait_for("!document.querySelector('dialog[open]')", 2 * SECOND);
    }

    /// The picture on the board, to be compared.
    #[track_caller]
    pub fn picture(&self) -> String {
        self.eval("return document.querySelector('.room canvas').toDataURL()")
    }

    /// The picture on the board when nothing on it moves any more: the same for so many frames.
    #[track_caller]
    pub fn picture_at_rest(&self) -> String {
        self.eval(
            "const look = () => document.querySelector('.room canvas').toDataURL();
             const frame = () => new Promise(requestAnimationFrame);
             const end = performance.now() + 10_000;
             let seen = look();
             for (let same = 0; same < 12;) {
               await frame();
               const now = look();
               same = now === seen ? same + 1 : 0;
               seen = now;
               if (performance.now() > end) throw new Error('the board never rests');
             }
             return seen",
        )
    }

    /// From the next load on the answers of the worker come `window.delay` milliseconds late, and again where `window.twice`.
    #[track_caller]
    pub fn hold_worker(&mut self) {
        self.before_load(
            "const Real = window.Worker;
             window.delay = 0; window.twice = false;
             window.Worker = class extends Real {
               addEventListener(name, heard, options) {
                 if (name !== 'message') return super.addEventListener(name, heard, options);
                 super.addEventListener(name, ({ data }) => {
                   const again = new MessageEvent('message', { data });
                   if (window.delay) setTimeout(() => heard(again), window.delay); else heard(again);
                   if (window.twice) setTimeout(() => heard(again), 30), setTimeout(() => heard(again), 700);
                 }, options);
               }
             };",
        );
    }

    /// Runs the body of a function in the page: `page.eval::<String>("return document.title")`. A promise is waited for.
    #[track_caller]
    pub fn eval<T: DeserializeOwned>(&self, script: &str) -> T {
        self.eval_with(script, &[])
    }

    /// As [`Page::eval`], with values that the script finds in `arguments`.
    #[track_caller]
    pub fn eval_with<T: DeserializeOwned>(&self, script: &str, arguments: &[Value]) -> T {
        let answer = self.driver.call("execute/sync", &json!({ "script": script, "args": arguments }));
        serde_json::from_value(answer.clone())
            .unwrap_or_else(|e| panic!("`{script}` answers {answer}, which is something else: {e}"))
    }

    /// Waits until a JavaScript expression is true, or a promise of something true; see [`PATIENCE`].
    #[track_caller]
    pub fn wait_for(&self, condition: &str, timeout: Duration) {
        let (start, timeout) = (Instant::now(), PATIENCE * timeout);
        let script =
            json!({ "script": format!("return (async () => !!(await ({condition})))()"), "args": [] });
        let mut last = Ok(Value::Null);
        while start.elapsed() < timeout {
            // While a page is being left, scripts fail: that is no answer yet.
            last = self.driver.try_call("execute/sync", &script);
            if last == Ok(Value::Bool(true)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let text: String = self.eval("return document.body?.innerText.slice(0, 600) ?? ''");
        panic!("after {timeout:?} still not `{condition}` ({last:?}). The page says:\n{text}");
    }

    /// Waits until the server was asked for a path with this end.
    #[track_caller]
    pub fn wait_for_request(&self, end: &str, timeout: Duration) {
        let (start, timeout) = (Instant::now(), PATIENCE * timeout);
        while !self.site.requests().iter().any(|path| path.ends_with(end)) {
            assert!(start.elapsed() < timeout, "after {timeout:?} nothing was asked for that ends in {end}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether the selector finds something.
    #[track_caller]
    pub fn has(&self, selector: &str) -> bool {
        self.eval_with("return !!document.querySelector(arguments[0])", &[selector.into()])
    }

    /// The visible text of the first element that the selector finds.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text: Option<String> =
            self.eval_with("return document.querySelector(arguments[0])?.innerText", &[selector.into()]);
        text.unwrap_or_else(|| panic!("no `{selector}` in the page"))
    }

    /// The box of the first element that the selector finds: left, top, width, height in CSS pixels of the window.
    #[track_caller]
    pub fn area(&self, selector: &str) -> (f64, f64, f64, f64) {
        let area: Option<(f64, f64, f64, f64)> = self.eval_with(
            "const found = document.querySelector(arguments[0]); if (!found) return null;
             found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
             const { left, top, width, height } = found.getBoundingClientRect(); return [left, top, width, height];",
            &[selector.into()],
        );
        area.unwrap_or_else(|| panic!("no `{selector}` in the page"))
    }

    /// The middle of the first element that the selector finds, scrolled into view.
    #[track_caller]
    pub fn middle(&self, selector: &str) -> (f64, f64) {
        let (left, top, width, height) = self.area(selector);
        (left + width / 2.0, top + height / 2.0)
    }

    /// Another window size or pixel ratio, as after turning the phone or zooming.
    #[track_caller]
    pub fn resize(&mut self, width: u32, height: u32, pixel_ratio: f64) {
        self.setup = Setup { width, height, pixel_ratio, ..self.setup.clone() };
        self.emulate();
        // The page hears of it between frames, and what it does then is there in the next.
        self.eval::<()>(
            "const frame = () => new Promise(requestAnimationFrame); await frame(); await frame(); await frame()",
        );
    }

    /// Other wishes of the person: dark pages, pages that stand still.
    #[track_caller]
    pub fn prefer(&mut self, dark: bool, reduced_motion: bool) {
        self.setup = Setup { dark, reduced_motion, ..self.setup.clone() };
        self.emulate();
    }

    /// A processor so many times slower than this one.
    #[track_caller]
    pub fn slow_down(&mut self, times: f64) {
        self.setup.slowdown = times;
        self.emulate();
    }

    /// No network, for the page and for its service worker: the server is cut off too.
    #[track_caller]
    pub fn set_offline(&mut self, offline: bool) {
        self.site.set_down(offline);
        // -1: no limit on the speed.
        let limits =
            json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.driver.devtools("Network.enable", &json!({}));
        self.driver.devtools("Network.emulateNetworkConditions", &limits);
    }

    /// Waits until the service worker has kept all files and serves this page.
    #[track_caller]
    pub fn wait_until_kept(&self) {
        self.wait_for("navigator.serviceWorker.controller?.state === 'activated'", 20 * SECOND);
    }

    /// Any command of the developer tools: `page.devtools("Accessibility.getFullAXTree", json!({}))`.
    #[track_caller]
    pub fn devtools(&self, command: &str, params: &Value) -> Value {
        self.driver.devtools(command, params)
    }

    /// The addresses of all resources that this page has asked for, itself included.
    #[track_caller]
    pub fn resources(&self) -> Vec<String> {
        self.eval(
            "return [location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)]",
        )
    }

    /// Errors whose text contains this are meant by the scenario.
    pub fn allow(&mut self, text: &str) {
        self.allowed.push(text.to_owned());
    }

    /// All lines of the console so far, warnings and words included, as `LEVEL text`.
    #[track_caller]
    pub fn console(&mut self) -> Vec<String> {
        let new = self.driver.call("se/log", &json!({ "type": "browser" }));
        let line = |entry: &Value| {
            format!(
                "{} {}",
                entry["level"].as_str().unwrap_or("?"),
                entry["message"].as_str().unwrap_or_default()
            )
        };
        self.console.extend(new.as_array().into_iter().flatten().map(line));
        self.console.clone()
    }

    /// The errors so far that nobody allowed: of scripts, of the security policy, of lost resources.
    #[track_caller]
    pub fn faults(&mut self) -> Vec<String> {
        let mut lines = self.console();
        lines.retain(|line| {
            line.starts_with("SEVERE") && !self.allowed.iter().any(|text| line.contains(text.as_str()))
        });
        lines
    }

    /// Fails where there are such errors. Every scenario ends by this.
    #[track_caller]
    pub fn assert_no_faults(&mut self) {
        let faults = self.faults();
        assert!(faults.is_empty(), "the page left errors behind:\n  {}", faults.join("\n  "));
    }

    /// A picture of the window, in device pixels. A relative path is one inside the project.
    #[track_caller]
    pub fn screenshot(&self, path: impl AsRef<Path>) {
        let picture = self.driver.call("screenshot", &Value::Null);
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(picture.as_str().unwrap_or_default())
            .expect("a picture in base64");
        std::fs::write(xtask::root().join(path), bytes).expect("the picture can be written");
    }

    /// Makes the browser believe the setup.
    #[track_caller]
    fn emulate(&self) {
        let Setup { width, height, pixel_ratio, touch, dark, reduced_motion, slowdown, .. } = &self.setup;
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": pixel_ratio, "mobile": touch });
        self.driver.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        self.driver.devtools(
            "Emulation.setTouchEmulationEnabled",
            &json!({ "enabled": touch, "maxTouchPoints": 5 }),
        );
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": if *dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if *reduced_motion { "reduce" } else { "no-preference" } },
        ] });
        self.driver.devtools("Emulation.setEmulatedMedia", &features);
        self.driver.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": slowdown }));
    }
}
