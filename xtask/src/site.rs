//! The static site: Trunk's build, then the service worker's list, then what it weighs.
use crate::tools::{self, TRUNK, WASM_BINDGEN};
use crate::wasm_opt::{self, WasmOpt};
use crate::{sheets, shrink};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::precache::{self, files_under, hex, site_files};
use xtask::root;
use xtask::run::{Failure, Outcome, io_fault, run_kept, step};

/// What the site is made of. The tasks themselves are among it: they write the service worker's list.
const INPUTS: [&str; 10] = [
    "src",
    "engine",
    "www",
    "xtask/src",
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo/config.toml",
];

/// The first visit may fetch so much, compressed, with everything in place: lessons, puzzles, weights, languages, sounds
/// and themes come when they are wanted.
const BUDGET: usize = 220_000;

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
    let [whole, thinker] = ["whole", "thinker"].map(|name| root().join("target").join(name));
    for (what, wanted) in [
        ("the whole program", Wanted::Whole),
        ("the engine's own program", Wanted::Thinker),
        ("the first program", Wanted::First),
    ] {
        step(&format!("Building {what}"), || match trunk(&path, fetched, "index.html", wanted) {
            // Trunk speaks of the tool only when the compiler is done: it is the tool that could not be had.
            Err(failure) if fetched.is_some() && failure.lines.iter().any(|l| l.contains("wasm-opt")) => {
                without_wasm_opt(&path, wanted)
            }
            other => other.map_err(|failure| failure.sentence),
        })?;
    }
    step("Naming the library", || name_library(&whole))?;
    step("Shrinking names and scripts", || {
        [&whole, &thinker, &dist()].into_iter().try_for_each(|site| shrink::shrink(site))
    })?;
    step("Putting the programs together", || {
        let sheet = sheets::join(&dist())?;
        put_together(&whole, "damka-whole", Some(&sheet))?;
        put_together(&thinker, "damka-thinker", None)
    })?;
    step("Filling languages in", || precache::fill_languages(&dist()))?;
    step("Writing the service worker's list", || precache::write(&dist()))?;
    fs::create_dir_all(mark.parent().unwrap_or(&mark))
        .and_then(|()| fs::write(&mark, print))
        .map_err(io_fault("The mark of the build cannot be kept"))
}

/// Which program Trunk is to build, all of the same source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Without the rooms beside the table, so that the first visit is short.
    First,
    Whole,
    /// What thinks in the worker, compiled for speed.
    Thinker,
}

/// The glue of the program in a built site, `damka-web-<digest>.js`.
fn glue_of(dist: &Path) -> Outcome<String> {
    site_files(dist)?
        .into_keys()
        .find(|address| {
            address.starts_with("damka-web-") && address.matches('.').count() == 1 && !address.contains("_bg")
        })
        .ok_or_else(|| "Trunk made no damka-web-*.js.".to_owned())
}

/// Puts another program beside the first, and its address, its digest and its style sheet, if it has one, into the page.
fn put_together(other: &Path, name: &str, sheet: Option<&str>) -> Outcome {
    let glue = glue_of(other)?;
    let wasm = glue.replace(".js", "_bg.wasm");
    for file in [&glue, &wasm] {
        fs::copy(other.join(file), dist().join(file)).map_err(io_fault(file))?;
    }
    let module = fs::read(other.join(&wasm)).map_err(io_fault(&wasm))?;
    let page_file = dist().join("index.html");
    let page = fs::read_to_string(&page_file).map_err(io_fault("dist/index.html"))?;
    let (before, after) = page.split_once("<body").ok_or("dist/index.html has no body.")?;
    let digest = shrink::integrity(&module);
    let sheet = sheet.map_or_else(String::new, |sheet| format!(" data-sheet=./{sheet}"));
    let meta = format!("<meta name={name} content=./{glue} data-integrity={digest}{sheet}>");
    let (head, rest) = before.split_once("<script").ok_or("dist/index.html has no script.")?;
    fs::write(&page_file, format!("{head}{meta}<script{rest}<body{after}"))
        .map_err(io_fault("dist/index.html"))
}

/// The program's own name has a digest in it; other people's pages import it under one that stays: `damka.mjs`. What they
/// import stands in the whole program.
fn name_library(whole: &Path) -> Outcome {
    let glue = glue_of(whole)?;
    let wasm = glue.replace(".js", "_bg.wasm");
    let text = format!(
        "export * from \"./{glue}\";\nimport init from \"./{glue}\";\n\
         export default (from = new URL(\"./{wasm}\", import.meta.url)) => init({{ module_or_path: from }});\n"
    );
    fs::write(dist().join("damka.mjs"), text).map_err(io_fault("damka.mjs"))?;
    // Its types go by the same name; those of the first program are nobody's.
    let types = glue.replace(".js", ".d.ts");
    fs::copy(whole.join(&types), dist().join("damka.d.mts")).map_err(io_fault(types))?;
    let own = dist().join(glue_of(&dist())?.replace(".js", ".d.ts"));
    fs::remove_file(&own).map_err(io_fault(own.display()))
}

/// The search path of the build: our tools first.
fn path_with(programs: &[PathBuf]) -> Outcome<OsString> {
    let own = programs.iter().filter_map(|program| program.parent()).map(PathBuf::from);
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.chain(env::split_paths(&old)))
        .map_err(|e| format!("The PATH cannot be extended: {e}."))
}

/// One build by Trunk; `wasm_opt` is the version that it is to fetch, if it is to.
fn trunk(path: &OsStr, wasm_opt: Option<&str>, target: &str, wanted: Wanted) -> Result<(), Failure> {
    let mut command = Command::new("trunk");
    command.current_dir(root()).env("PATH", path).env("TRUNK_SKIP_VERSION_CHECK", "true");
    // Trunk reads this variable itself and knows only `true` and `false`, where others say `1`.
    command.env_remove("NO_COLOR");
    if let Some(version) = wasm_opt {
        // A named version passes over the one on this machine.
        command.env("TRUNK_TOOLS_WASM_OPT", version);
    }
    command.args(["build", "--release", "--locked", "--html-output", "index.html"]);
    match wanted {
        Wanted::First => command.args(["--no-default-features=true", "--features", "lean"]),
        Wanted::Whole => command.args(["--dist", "target/whole", "--features", "lean"]),
        Wanted::Thinker => command.args(["--dist", "target/thinker", "--no-default-features=true"]).args([
            "--features",
            "thinker,rooms",
            "--cargo-profile",
            "thinker",
        ]),
    };
    run_kept(command.arg(target))
}

/// Trunk has no word for "without wasm-opt" but in the page, so a page that says it stands in for a moment.
fn without_wasm_opt(path: &OsStr, wanted: Wanted) -> Outcome {
    println!("  no wasm-opt could be had: building without it, about a third larger");
    let page =
        fs::read_to_string(root().join("index.html")).map_err(io_fault("index.html cannot be read"))?;
    let other = root().join("index.without-wasm-opt.html");
    fs::write(&other, page.replace("data-wasm-opt=\"z\"", "data-wasm-opt=\"0\""))
        .map_err(io_fault("The stand-in for index.html cannot be written"))?;
    let outcome =
        trunk(path, None, "index.without-wasm-opt.html", wanted).map_err(|failure| failure.sentence);
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

/// Prints what the first visit fetches, and holds it to the budget.
pub(crate) fn sizes() -> Outcome {
    let files = site_files(&dist())?;
    let page = fs::read_to_string(dist().join("index.html")).map_err(io_fault("dist/index.html"))?;
    // The other programs come when they are wanted; the page only names them.
    let (whole, page) = without_program(&page, "damka-whole");
    let (thinker, page) = without_program(&page, "damka-thinker");
    let (mut first, mut texts, mut total) = (0, 0, 0);
    println!("  {:>9} {:>9}  first visit", "bytes", "gzip");
    for (address, file) in &files {
        let bytes = fs::read(file).map_err(io_fault(file.display()))?;
        total += bytes.len();
        let language = address.starts_with("lang/");
        if is_first(address, &page) || language {
            let packed = gzip(&bytes)?;
            if language {
                texts = packed.max(texts);
            } else {
                first += packed;
            }
            println!("  {:>9} {packed:>9}  {address}", bytes.len());
        }
    }
    println!("  {total:>9}            in all {} files", files.len());
    println!("            {first:>9}  page, styles and programs of the first visit; the budget is {BUDGET}");
    for (parts, what) in [
        (whole, "the whole program with all rooms, when one goes through another door"),
        (thinker, "the engine's own program, when it has been kept for the next game"),
    ] {
        let mut size = 0;
        for part in parts.iter().filter_map(|part| files.get(part)) {
            size += gzip(&fs::read(part).map_err(io_fault(part.display()))?)?;
        }
        println!("            {size:>9}  {what}");
    }
    println!("            {texts:>9}  beside them the texts of one language, the longest");
    if first <= BUDGET {
        Ok(())
    } else {
        Err(format!("The first visit fetches {first} bytes, {} over the budget of {BUDGET}.", first - BUDGET))
    }
}

/// The files of a program beside the first that a page names, and the page without that.
fn without_program(page: &str, name: &str) -> (Vec<String>, String) {
    let Some((before, named)) = page.split_once(&format!("<meta name={name} ")) else {
        return (Vec::new(), page.to_owned());
    };
    let (meta, rest) = named.split_once('>').unwrap_or((named, ""));
    let named = meta.split("=./").skip(1).filter_map(|file| file.split(' ').next().map(str::to_owned));
    let mut files: Vec<_> = named.collect();
    let module =
        files.first().and_then(|glue| glue.strip_suffix(".js")).map(|glue| format!("{glue}_bg.wasm"));
    files.extend(module);
    (files, [before, rest].concat())
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

    /// The hand-written JavaScript stays small enough to be read in one sitting.
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
        assert!(!is_first("demo.mjs", page) && !is_first("lang/en.json", page));
    }
}
