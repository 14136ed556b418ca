//! The judges from outside: `cargo xtask axe` and `cargo xtask lighthouse`. They come from npm, so both need Node (20 or
//! newer) with npm, the network the first time, and the browser of the tests.
use crate::{site, tools};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use xtask::browsers;
use xtask::run::{Outcome, cargo, io_fault, on_path, run, step};
use xtask::serve::Server;

const AXE: &str = "axe-core@4.10.3";
const LIGHTHOUSE: &str = "lighthouse@12.2.3";
const NODE: &str =
    "Node with npm is not on this machine: install Node 20 or newer and run the same command again.";

/// What Lighthouse judges, and the least it must say, in hundredths.
const LEAST: [(&str, u32); 3] = [("performance", 95), ("accessibility", 100), ("best-practices", 100)];

/// Looks for faults of accessibility on every screen, in every look.
pub(crate) fn axe() -> Outcome {
    let npm = on_path("npm").ok_or(NODE)?;
    let place = tools::cache()?.join(AXE);
    let script = place.join("node_modules/axe-core/axe.min.js");
    if !script.is_file() {
        fs::create_dir_all(&place).map_err(io_fault(place.display()))?;
        step(&format!("Fetching {AXE}"), || {
            run(Command::new(npm)
                .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
                .arg(&place)
                .arg(AXE))
        })?;
    }
    site::build()?;
    browsers::ensure_chromium()?;
    run(cargo()
        .args(["test", "--package", "damka-browser-tests", "--test", "axe", "--", "--show-output"])
        .env("DAMKA_DIST", site::dist())
        .env("DAMKA_AXE", script))
}

/// Has the start page judged as on a telephone, so many times; the middle one of each figure counts.
pub(crate) fn lighthouse(runs: usize) -> Outcome {
    let npx = on_path("npx").ok_or(NODE)?;
    site::build()?;
    let chromium = browsers::ensure_chromium()?;
    let server = Server::start(&site::dist(), "/", 0).map_err(|e| format!("No port to serve on: {e}."))?;
    let report: PathBuf = xtask::root().join("target/lighthouse.json");
    let mut figures = vec![Vec::new(); LEAST.len()];
    for n in 1..=runs.max(1) {
        step(&format!("Lighthouse, {n} of {runs}"), || {
            run(Command::new(&npx)
                .args(["--yes", LIGHTHOUSE])
                .arg(server.url())
                .args(["--quiet", "--output=json", "--chrome-flags=--headless --no-sandbox --disable-gpu"])
                .arg(format!("--output-path={}", report.display()))
                .arg(format!("--only-categories={}", LEAST.map(|(name, _)| name).join(",")))
                .env("CHROME_PATH", &chromium.browser))
        })?;
        let text = fs::read_to_string(&report).map_err(io_fault(report.display()))?;
        let told: serde_json::Value = serde_json::from_str(&text)
            .map_err(|e| format!("{} is no report of Lighthouse: {e}", report.display()))?;
        for (figures, (name, _)) in figures.iter_mut().zip(LEAST) {
            let score = told["categories"][name]["score"].as_f64();
            let score = score.ok_or_else(|| format!("Lighthouse could not judge the {name}."))?;
            figures.push((score * 100.0).round() as u32);
        }
        told_faults(&told);
    }
    let mut failed = Vec::new();
    for (mut figures, (name, least)) in figures.into_iter().zip(LEAST) {
        figures.sort_unstable();
        let middle = figures[figures.len() / 2];
        println!("  {name:<15} {middle:>3} of 100, at least {least} wanted; all runs: {figures:?}");
        if middle < least {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("Not good enough: {}. The last report is {}.", failed.join(", "), report.display()))
}

/// What pulls the figures down.
fn told_faults(report: &serde_json::Value) {
    for audit in report["audits"].as_object().into_iter().flat_map(|audits| audits.values()) {
        let mode = audit["scoreDisplayMode"].as_str().unwrap_or_default();
        if audit["score"].as_f64().is_some_and(|score| score < 0.9) && ["binary", "numeric"].contains(&mode) {
            println!(
                "    {}: {}",
                audit["title"].as_str().unwrap_or_default(),
                audit["displayValue"].as_str().unwrap_or_default()
            );
        }
    }
}
