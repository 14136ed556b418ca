//! The static site: Trunk's build, then the service worker's list, then what it weighs.
use crate::tools::{self, TRUNK, WASM_BINDGEN};
use crate::wasm_opt::{self, WasmOpt};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::root;
use xtask::run::{Failure, Outcome, io_fault, run_kept, step};

/// What the site is made of. The tasks themselves are among it: they write the service worker's list.
const INPUTS: [&str; 9] = [
    "src",
    "www",
    "xtask/src",
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo/config.toml",
];

/// The first visit may fetch so much, compressed: half a second on a slow telephone line.
const BUDGET: usize = 150_000;

/// Where the site is.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Builds the site where an input changed since the last time.
pub(crate) fn build() -> Outcome {
    let print = fingerprint()?;
    let mark = root().join("target").join("xtask").join("site");
    if fs::read_to_string(&mark).is_ok_and(|old| old == print) && dist().join("sw.js").is_file() {
        println!("✓ The site is built already, and nothing changed since");
        return Ok(());
    }
    // A build that ends half-way must not count.
    let _ = fs::remove_file(&mark);
    tools::toolchain()?;
    let mut programs = vec![TRUNK.ensure()?, WASM_BINDGEN.ensure()?];
    let fetched = match wasm_opt::ensure()? {
        WasmOpt::Here(program) => {
            // First, or a defective one of the same directory would be found before it.
            programs.insert(0, program);
            None
        }
        WasmOpt::ByTrunk(version) => Some(version),
    };
    let path = path_with(&programs)?;
    step("Building the release", || match trunk(&path, fetched, "index.html") {
        // Trunk speaks of the tool only when the compiler is done: it is the tool that could not be had.
        Err(failure) if fetched.is_some() && failure.lines.iter().any(|l| l.contains("wasm-opt")) => {
            without_wasm_opt(&path)
        }
        other => other.map_err(|failure| failure.sentence),
    })?;
    step("Writing the service worker's list", service_worker)?;
    fs::create_dir_all(mark.parent().unwrap_or(&mark))
        .and_then(|()| fs::write(&mark, print))
        .map_err(io_fault("The mark of the build cannot be kept"))
}

/// The search path of the build: our tools first.
fn path_with(programs: &[PathBuf]) -> Outcome<OsString> {
    let own = programs.iter().filter_map(|program| program.parent()).map(Path::to_path_buf);
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.chain(env::split_paths(&old)))
        .map_err(|e| format!("The PATH cannot be extended: {e}."))
}

/// One build by Trunk; `wasm_opt` is the version that it is to fetch, if it is to.
fn trunk(path: &OsStr, wasm_opt: Option<&str>, target: &str) -> Result<(), Failure> {
    let mut command = Command::new("trunk");
    command.current_dir(root()).env("PATH", path).env("TRUNK_SKIP_VERSION_CHECK", "true");
    // Trunk reads this variable itself and knows only `true` and `false`, where others say `1`.
    command.env_remove("NO_COLOR");
    if let Some(version) = wasm_opt {
        // A named version passes over the one on this machine.
        command.env("TRUNK_TOOLS_WASM_OPT", version);
    }
    run_kept(command.args(["build", "--release", "--locked", "--html-output", "index.html", target]))
}

/// Trunk has no word for "without wasm-opt" but in the page, so a page that says it stands in for a moment.
fn without_wasm_opt(path: &OsStr) -> Outcome {
    println!("  no wasm-opt could be had: building without it, about a third larger");
    let page =
        fs::read_to_string(root().join("index.html")).map_err(io_fault("index.html cannot be read"))?;
    let other = root().join("index.without-wasm-opt.html");
    fs::write(&other, page.replace("data-wasm-opt=\"3\"", "data-wasm-opt=\"0\""))
        .map_err(io_fault("The stand-in for index.html cannot be written"))?;
    let outcome = trunk(path, None, "index.without-wasm-opt.html").map_err(|failure| failure.sentence);
    let _ = fs::remove_file(other);
    outcome
}

/// A digest of all inputs, names and contents.
fn fingerprint() -> Outcome<String> {
    let mut digest = Sha256::new();
    for input in INPUTS {
        for file in files_under(&root().join(input))? {
            let bytes = fs::read(&file).map_err(io_fault(file.display()))?;
            digest.update(file.to_string_lossy().as_bytes());
            digest.update(bytes.len().to_le_bytes());
            digest.update(&bytes);
        }
    }
    Ok(hex(&digest.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// A file itself, or all files under a directory, in order.
fn files_under(place: &Path) -> Outcome<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_path_buf()]);
    }
    let mut found = Vec::new();
    let mut open = vec![place.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).map_err(io_fault(dir.display()))? {
            let path = entry.map_err(io_fault(dir.display()))?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// The files of the built site by their address, `/` between the parts on every system.
fn site_files() -> Outcome<BTreeMap<String, PathBuf>> {
    let dist = dist();
    let address = |file: &Path| -> Option<String> {
        let parts = file.strip_prefix(&dist).ok()?.components();
        Some(parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
    };
    Ok(files_under(&dist)?.into_iter().filter_map(|file| Some((address(&file)?, file))).collect())
}

/// Whether the service worker keeps this file from the first visit on.
fn is_kept(address: &str) -> bool {
    // `data/` is kept when it is first used; an installed program's icons are kept by the system.
    address != "sw.js" && !address.starts_with("data/") && !address.starts_with("img/icon-")
}

/// Writes `sw.js` with the list of this build; its digest is the name of the cache, so any change is a new version.
fn service_worker() -> Outcome {
    let mut list = BTreeMap::new();
    for (address, file) in site_files()? {
        if address.split('/').any(|part| part.starts_with('.')) {
            fs::remove_file(&file).map_err(io_fault(file.display()))?;
        } else if is_kept(&address) {
            let bytes = fs::read(&file).map_err(io_fault(file.display()))?;
            // The page is asked for by the name of its directory: some hosts answer `index.html` with a redirection.
            let address = if address == "index.html" { "./".to_owned() } else { address };
            list.insert(address, hex(&Sha256::digest(&bytes)));
        }
    }
    let list =
        serde_json::to_string_pretty(&list).map_err(|e| format!("The list cannot be written: {e}."))?;
    let version = &hex(&Sha256::digest(&list))[..16];
    let source = root().join("www/js/sw.js");
    let text = fs::read_to_string(&source).map_err(io_fault(source.display()))?;
    let text = fill(&text, "const FILES = {};", &format!("const FILES = {list};"))?;
    let text = fill(&text, "const VERSION = \"\";", &format!("const VERSION = \"{version}\";"))?;
    fs::write(dist().join("sw.js"), text).map_err(io_fault("dist/sw.js"))
}

/// Replaces a line that must be there once.
fn fill(text: &str, place: &str, value: &str) -> Outcome<String> {
    if text.matches(place).count() == 1 {
        Ok(text.replace(place, value))
    } else {
        Err(format!("www/js/sw.js must have the line `{place}` once: the build fills it in."))
    }
}

/// Prints what the first visit fetches, and holds it to the budget.
pub(crate) fn sizes() -> Outcome {
    let files = site_files()?;
    let page = fs::read_to_string(dist().join("index.html")).map_err(io_fault("dist/index.html"))?;
    let (mut first, mut total) = (0, 0);
    println!("  {:>9} {:>9}  first visit", "bytes", "gzip");
    for (address, file) in &files {
        let bytes = fs::read(file).map_err(io_fault(file.display()))?;
        total += bytes.len();
        if is_first(address, &page) {
            let packed = gzip(&bytes)?;
            first += packed;
            println!("  {:>9} {packed:>9}  {address}", bytes.len());
        }
    }
    println!("  {total:>9} {first:>9}  in all ({} files; budget of the first visit {BUDGET})", files.len());
    if first <= BUDGET {
        Ok(())
    } else {
        Err(format!("The first visit fetches {first} bytes, {} over the budget of {BUDGET}.", first - BUDGET))
    }
}

/// Whether the first visit needs this file before one can play: the page, the styles and programs it names, the worker.
fn is_first(address: &str, page: &str) -> bool {
    let code = [".css", ".js", ".mjs", ".wasm"].iter().any(|end| address.ends_with(end));
    address == "index.html"
        || address == "js/worker.mjs"
        || address == "sw.js"
        || address.starts_with("snippets/")
        || (code && page.contains(address))
}

fn gzip(bytes: &[u8]) -> Outcome<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .map(|packed| packed.len())
        .map_err(io_fault("gzip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_leaves_out_what_is_kept_elsewhere() {
        assert!(is_kept("index.html") && is_kept("img/icon.svg") && is_kept("lang/pl.json"));
        assert!(!is_kept("sw.js") && !is_kept("data/weights.bin") && !is_kept("img/icon-512.png"));
    }

    #[test]
    fn the_service_worker_has_its_two_places() -> Outcome {
        let text = fs::read_to_string(root().join("www/js/sw.js")).map_err(io_fault("sw.js"))?;
        fill(&text, "const FILES = {};", "")?;
        fill(&text, "const VERSION = \"\";", "")?;
        assert!(fill("none", "const FILES = {};", "").is_err());
        Ok(())
    }

    /// HOUSE.md and the code must not drift: the hand-written JavaScript stays small enough to read in one sitting.
    #[test]
    fn the_javascript_stays_under_150_lines() -> Outcome {
        let mut lines = 0;
        for file in files_under(&root().join("www/js"))? {
            lines += fs::read_to_string(&file).map_err(io_fault(file.display()))?.lines().count();
        }
        assert!(lines < 150, "{lines} lines");
        Ok(())
    }

    #[test]
    fn the_first_visit_counts_what_the_page_names() {
        let page = r#"<script src="./loader-1.mjs">"#;
        assert!(
            is_first("loader-1.mjs", page) && is_first("index.html", page) && is_first("js/worker.mjs", page)
        );
        assert!(!is_first("demo.mjs", page) && !is_first("lang/pl.json", page));
    }
}
