//! The tools of the build: found where they are, else installed where the next run and the next checkout find them.
use std::env;
use std::path::PathBuf;
use std::process::Command;
use xtask::root;
use xtask::run::{Outcome, cargo, on_path, output_of, run, step};

/// A tool that must have one certain version.
pub(crate) struct Tool {
    package: &'static str,
    program: &'static str,
    version: &'static str,
}

/// Bundles the site. Later ones ask for a newer rustc.
pub(crate) const TRUNK: Tool = Tool { package: "trunk", program: "trunk", version: "0.21.14" };
/// Writes the glue; must equal the library's version to the last digit.
pub(crate) const WASM_BINDGEN: Tool =
    Tool { package: "wasm-bindgen-cli", program: "wasm-bindgen", version: "0.2.128" };

/// The target of the page's program.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Tools installed by us lie outside of the project, so that another checkout finds them too.
pub(crate) fn cache() -> Outcome<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("damka").join("tools"))
        .ok_or_else(|| "No place for the tools: set HOME or XDG_CACHE_HOME.".to_owned())
}

impl Tool {
    fn installed_in(&self) -> Outcome<PathBuf> {
        Ok(cache()?.join(format!("{}-{}", self.package, self.version)))
    }

    /// The tool in its version, wherever it is.
    fn find(&self) -> Outcome<Option<PathBuf>> {
        let name = format!("{}{}", self.program, env::consts::EXE_SUFFIX);
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
        let places = [
            on_path(self.program),
            cargo_home.map(|home| home.join("bin").join(&name)),
            Some(root().join("target").join("tools").join("bin").join(&name)),
            Some(self.installed_in()?.join("bin").join(&name)),
        ];
        Ok(places.into_iter().flatten().find(|place| {
            output_of(Command::new(place).arg("--version"))
                .is_some_and(|text| text.split_whitespace().nth(1) == Some(self.version))
        }))
    }

    /// The tool in its version, installed now if need be.
    pub(crate) fn ensure(&self) -> Outcome<PathBuf> {
        if let Some(found) = self.find()? {
            return Ok(found);
        }
        step(&format!("Installing {} {}", self.package, self.version), || self.install())?;
        self.find()?.ok_or_else(|| {
            format!(
                "{} {} was installed but does not run here: remove {} and try again.",
                self.package,
                self.version,
                self.installed_in().unwrap_or_default().display()
            )
        })
    }

    fn install(&self) -> Outcome {
        let place = self.installed_in()?;
        if on_path("cargo-binstall").is_some() {
            let mut prebuilt = cargo();
            prebuilt
                .args(["binstall", "--no-confirm", "--disable-strategies", "compile", "--root"])
                .arg(&place);
            prebuilt.arg(format!("{}@{}", self.package, self.version));
            match run(&mut prebuilt) {
                Ok(()) => return Ok(()),
                Err(fault) => println!("  no prebuilt one ({fault}); compiling"),
            }
        } else {
            println!("  compiling it, once: some minutes (with cargo-binstall on the machine: seconds)");
        }
        let mut compile = cargo();
        compile
            .args(["install", "--locked", "--version", self.version, "--root"])
            .arg(&place)
            .arg(self.package);
        run(&mut compile)
    }
}

/// Checks the compiler and its wasm target; adds the target where it is missing.
pub(crate) fn toolchain() -> Outcome {
    let text = output_of(Command::new("rustc").arg("--version").current_dir(root()))
        .ok_or("No working rustc: install Rust with rustup, and run `rustup toolchain install` here.")?;
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    if !is_at_least(text.split_whitespace().nth(1).unwrap_or_default(), wanted) {
        return Err(format!(
            "This is {text}; the project needs {wanted}: run `rustup toolchain install` here, or put rustup's cargo first on the PATH."
        ));
    }
    if has_wasm() {
        return Ok(());
    }
    step("Adding the wasm target", || {
        run(Command::new("rustup").args(["target", "add", WASM]).current_dir(root())).map_err(|fault| {
            format!("{fault}\nThe compiler here cannot build for {WASM}: `rustup target add {WASM}` must succeed first.")
        })
    })
}

fn has_wasm() -> bool {
    let sysroot = output_of(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()));
    sysroot.is_some_and(|place| PathBuf::from(place).join("lib/rustlib").join(WASM).join("lib").is_dir())
}

/// Compares the first two numbers of versions.
fn is_at_least(version: &str, wanted: &str) -> bool {
    let numbers =
        |text: &str| -> Vec<u32> { text.split('.').take(2).filter_map(|n| n.parse().ok()).collect() };
    numbers(version) >= numbers(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert!(
            is_at_least("1.95.0", "1.95")
                && is_at_least("1.100.0-nightly", "1.95")
                && is_at_least("2.0.0", "1.95")
        );
        assert!(!is_at_least("1.94.1", "1.95") && !is_at_least("", "1.95"));
    }

    /// The version stands in three files that cannot share it; glue of another version would refuse to start.
    #[test]
    fn wasm_bindgen_has_one_version() {
        let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("a file of the project");
        assert!(read("Cargo.toml").contains(&format!("wasm-bindgen = \"={}\"", WASM_BINDGEN.version)));
        assert!(read("Trunk.toml").contains(&format!("wasm_bindgen = \"{}\"", WASM_BINDGEN.version)));
    }
}
