//! What the benchmarks share: medians, and the same code in WebAssembly in a browser, or under node.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

mod chromium;

/// Runs of which the median counts.
pub(crate) const RUNS: usize = 7;

pub(crate) fn median(mut rate: impl FnMut() -> f64) -> f64 {
    let mut rates: Vec<f64> = (0..RUNS).map(|_| rate()).collect();
    rates.sort_by(f64::total_cmp);
    rates[RUNS / 2]
}

/// What runs WebAssembly here.
enum Host {
    Chromium(PathBuf),
    Node,
}

/// Rules and search as a WebAssembly module, and what runs it.
pub(crate) struct Wasm {
    module: PathBuf,
    host: Host,
}

impl Wasm {
    /// Builds the module, if there is something to run it: Chromium or Chrome, found as the browser tests find it, else node.
    /// `DAMKA_WASM=node` chooses node.
    pub(crate) fn build(target: &Path) -> Option<Self> {
        let (host, name) = Host::find()?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let directory = target.join("wasm");
        let built = Command::new(cargo)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["build", "--quiet", "--release", "--package", "damka-bench-wasm"])
            .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
            .arg(&directory)
            .status();
        if !built.is_ok_and(|status| status.success()) {
            println!("no wasm figures: the module could not be built");
            return None;
        }
        let module = directory.join("wasm32-unknown-unknown/release/damka_bench_wasm.wasm");
        let size = std::fs::metadata(&module).ok()?.len();
        println!("rules and search are {size} bytes of WebAssembly, run by {name}");
        Some(Self { module, host })
    }

    /// The answer of the module to one line (`benches/wasm/run.mjs` tells which there are), a rate in millions a second.
    pub(crate) fn run(&self, asked: &str) -> Option<f64> {
        match &self.host {
            Host::Chromium(browser) => chromium::run(browser, &self.module, asked),
            Host::Node => node(&self.module, asked),
        }
    }
}

impl Host {
    /// What there is, and its name with the version.
    fn find() -> Option<(Self, String)> {
        let version = |program: &Path| {
            let output = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
            let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
            Some(text.trim().to_owned())
        };
        if std::env::var("DAMKA_WASM").is_ok_and(|choice| choice == "node") {
            // Chosen.
        } else if let Some(browser) = xtask::browsers::browser() {
            let name = version(&browser)?;
            return Some((Self::Chromium(browser), name));
        }
        let Some(name) = version(Path::new("node")) else {
            println!("no wasm figures: neither Chromium nor node is here (Debian: apt-get install chromium)");
            return None;
        };
        Some((Self::Node, format!("node {name}")))
    }
}

fn node(module: &Path, asked: &str) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/wasm/run.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    node.stdin.take()?.write_all(asked.as_bytes()).ok()?;
    String::from_utf8(node.wait_with_output().ok()?.stdout).ok()?.trim().parse().ok()
}
