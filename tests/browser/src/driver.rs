//! W3C `WebDriver`: one driver process and one session, both gone when this is dropped.
use crate::Setup;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use ureq::Agent;
use xtask::browsers::{self, Chromium};

/// A browser under our hand.
pub(crate) struct Driver {
    child: Child,
    agent: Agent,
    session: String,
    /// The browser's own process, should its driver not end it.
    browser: Option<u64>,
}

impl Driver {
    /// Starts `chromedriver` on a free port, and a browser with an empty profile.
    #[track_caller]
    pub(crate) fn start(setup: &Setup, profile: &Path) -> Self {
        let chromium = browsers::chromium().unwrap_or_else(|fault| panic!("{fault}"));
        // It ends at once where another takes its port between the choice and the opening.
        let (child, port) =
            (0..5).find_map(|_| listening(&chromium.driver)).expect("chromedriver says its port");
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // The driver is on this machine, whatever proxy the environment names.
            .proxy(None)
            .timeout_global(Some(Duration::from_mins(1)));
        let agent: Agent = config.build().into();
        let base = format!("http://127.0.0.1:{port}/session");
        // From here on the child is ended by `drop`, also where the session does not come about.
        let mut driver = Self { child, agent, session: base.clone(), browser: None };
        let answer = driver.call("", &capabilities(setup, &chromium, profile));
        let id = answer["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {answer}"));
        driver.browser = answer["capabilities"]["goog:processID"].as_u64();
        driver.session = format!("{base}/{id}");
        driver
    }

    /// One command; its value.
    #[track_caller]
    pub(crate) fn call(&self, command: &str, body: &Value) -> Value {
        self.try_call(command, body).unwrap_or_else(|fault| panic!("{command}: {fault}"))
    }

    /// One command, whose failure the caller understands.
    pub(crate) fn try_call(&self, command: &str, body: &Value) -> Result<Value, String> {
        let slash = if command.is_empty() { "" } else { "/" };
        let url = format!("{}{slash}{command}", self.session);
        let sent =
            if body.is_null() { self.agent.get(&url).call() } else { self.agent.post(&url).send_json(body) };
        let mut response = sent.map_err(|e| format!("the driver does not answer: {e}"))?;
        let mut answer: Value = response.body_mut().read_json().map_err(|e| format!("no JSON: {e}"))?;
        let value = answer["value"].take();
        if response.status().is_success() {
            return Ok(value);
        }
        Err(format!("{} ({})", value["message"].as_str().unwrap_or_default(), value["error"]))
    }

    /// One command of the developer tools.
    #[track_caller]
    pub(crate) fn devtools(&self, command: &str, params: &Value) -> Value {
        self.try_call("goog/cdp/execute", &json!({ "cmd": command, "params": params }))
            .unwrap_or_else(|fault| panic!("{command}: {fault}"))
    }

    /// Closes the tab in front.
    #[track_caller]
    pub(crate) fn close_tab(&self) {
        self.agent.delete(format!("{}/window", self.session)).call().expect("the tab closes");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let closed = self.agent.delete(&self.session).call().is_ok_and(|answer| answer.status().is_success());
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(browser) = self.browser.filter(|_| !closed) {
            let _ = Command::new("kill").arg("-9").arg(browser.to_string()).stderr(Stdio::null()).status();
        }
    }
}

/// A driver, and the port that it chose, from its first lines.
fn listening(program: &Path) -> Option<(Child, u16)> {
    let mut child = Command::new(program)
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        let rest = line.strip_prefix("ChromeDriver was started successfully on port ")?;
        rest.trim_end_matches('.').parse().ok()
    });
    // The pipe is read to its end, or the driver would stop at a full one.
    std::thread::spawn(move || lines.for_each(drop));
    let Some(port) = port else {
        let _ = child.kill();
        let _ = child.wait();
        return None;
    };
    Some((child, port))
}

fn capabilities(setup: &Setup, chromium: &Chromium, profile: &Path) -> Value {
    let short = setup.language.split('-').next().unwrap_or_default();
    let arguments = [
        "--headless",
        // Chromium refuses its sandbox to root, and the only pages it sees are ours.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-proxy-server",
        // Nothing outside of this machine can be reached, so nothing can be leant on.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        &format!("--lang={}", setup.language),
        &format!("--user-data-dir={}", profile.display()),
        &format!("--window-size={},{}", setup.width, setup.height),
    ];
    json!({ "capabilities": { "alwaysMatch": {
        "goog:chromeOptions": {
            "binary": chromium.browser,
            "args": arguments,
            "prefs": { "intl.accept_languages": format!("{},{short}", setup.language) },
        },
        "goog:loggingPrefs": { "browser": "ALL" },
    } } })
}
