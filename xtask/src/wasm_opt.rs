//! Which wasm-opt the build uses: one that works, from where it is soonest had.
//!
//! Binaryen 108, which Debian 12 ships, writes every exported table as table 0. The glue of wasm-bindgen needs the second
//! one, so such a page never starts. A tool is therefore tried on a module of thirty bytes before it is trusted.
use crate::tools::cache;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::root;
use xtask::run::{Outcome, apt_install, is_root, on_path, output_of, run, step};

/// The npm package, where npm is on the machine.
const NPM: &str = "binaryen@132.0.0";
/// What Trunk downloads by itself.
const TRUNKS: &str = "version_123";

/// What makes the module smaller and faster after the compiler.
pub(crate) enum WasmOpt {
    /// This program.
    Here(PathBuf),
    /// Trunk fetches this version.
    ByTrunk(&'static str),
}

/// Looks for a wasm-opt that works, and installs one where that is easy.
pub(crate) fn ensure() -> Outcome<WasmOpt> {
    let npm_home = cache()?.join(NPM.replace('@', "-"));
    let by_npm = npm_home.join("node_modules").join(".bin").join("wasm-opt");
    let here = on_path("wasm-opt");
    if let Some(found) = here.iter().chain([&by_npm]).find(|program| works(program)) {
        return Ok(WasmOpt::Here(found.clone()));
    }
    if let Some(defective) = &here {
        println!(
            "  {} mixes up tables, as version 108 of Debian 12 does: another one is needed",
            defective.display()
        );
    } else if is_root() && on_path("apt-get").is_some() {
        report(step("Installing Debian's binaryen (wasm-opt)", || apt_install(&["binaryen"]).map(drop)));
        if let Some(found) = on_path("wasm-opt").filter(|program| works(program)) {
            return Ok(WasmOpt::Here(found));
        }
    }
    if let Some(npm) = on_path("npm") {
        let mut install = Command::new(npm);
        install.args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"]).arg(&npm_home).arg(NPM);
        report(step(&format!("Installing {NPM} by npm (wasm-opt)"), || run(&mut install)));
        if works(&by_npm) {
            return Ok(WasmOpt::Here(by_npm));
        }
    }
    println!("  no wasm-opt that works on this machine: Trunk fetches its own");
    Ok(WasmOpt::ByTrunk(TRUNKS))
}

/// A way that fails is no end: the next one is tried.
fn report(outcome: Outcome) {
    if let Err(fault) = outcome {
        println!("  {fault}");
    }
}

/// A module of two tables that exports the second as "t".
const TWO_TABLES: [u8; 24] = *b"\0asm\x01\0\0\0\x04\x07\x02\x70\0\x01\x6f\0\x01\x07\x05\x01\x01t\x01\x01";
/// How the export looks where it is still the second.
const SECOND: &[u8] = b"\x01t\x01\x01";

/// Whether the program runs, and leaves the export of a second table as it is.
fn works(program: &Path) -> bool {
    let place = root().join("target").join("xtask");
    let (before, after) = (place.join("tables.wasm"), place.join("tables-after.wasm"));
    let _ = fs::remove_file(&after);
    if fs::create_dir_all(&place).and_then(|()| fs::write(&before, TWO_TABLES)).is_err() {
        return false;
    }
    let arguments: [OsString; 4] =
        ["--enable-reference-types".into(), before.into(), "-o".into(), after.clone().into()];
    output_of(Command::new(program).args(arguments)).is_some()
        && fs::read(after).is_ok_and(|bytes| bytes.windows(SECOND.len()).any(|window| window == SECOND))
}
