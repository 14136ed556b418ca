//! What the benchmarks share: medians, and the same code in WebAssembly under node.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs of which the median counts.
pub(crate) const RUNS: usize = 7;

pub(crate) fn median(mut rate: impl FnMut() -> f64) -> f64 {
    let mut rates: Vec<f64> = (0..RUNS).map(|_| rate()).collect();
    rates.sort_by(f64::total_cmp);
    rates[RUNS / 2]
}

/// Rules and search as a WebAssembly module, if node is here to run it.
pub(crate) fn build_wasm(target: &Path) -> Option<PathBuf> {
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        println!("no wasm figures: node is not here (Debian: apt-get install nodejs)");
        return None;
    }
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
    println!("rules and search are {size} bytes of WebAssembly");
    Some(module)
}

/// The answer of the module to one line (`benches/wasm/run.mjs` tells which there are), a rate in millions a second.
pub(crate) fn run_wasm(module: &Path, asked: &str) -> Option<f64> {
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
