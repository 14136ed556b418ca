//! Where the browser of the tests is, and how it gets there.
use crate::run::{Outcome, apt_install, on_path, output_of};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A browser and the program that drives it.
#[derive(Clone, Debug)]
pub struct Chromium {
    /// The browser.
    pub browser: PathBuf,
    /// `chromedriver`.
    pub driver: PathBuf,
}

const HOW: &str = "Install Chromium or Chrome and the chromedriver of the same version, and put both on the PATH \
                   (or name them in DAMKA_CHROME and DAMKA_CHROMEDRIVER).";

/// Finds Chromium or Chrome: named in the environment, on the PATH, or where systems keep it.
///
/// # Errors
/// One of the two is missing; the sentence says what to install.
pub fn chromium() -> Outcome<Chromium> {
    let browser = browser();
    let driver = find("DAMKA_CHROMEDRIVER", &["chromedriver"], &["/usr/lib/chromium-browser/chromedriver"]);
    match (browser, driver) {
        (Some(browser), Some(driver)) => Ok(Chromium { browser, driver }),
        (None, _) => Err(format!("No Chromium on this machine. {HOW}")),
        (_, None) => Err(format!("No chromedriver on this machine. {HOW}")),
    }
}

/// The browser alone.
pub fn browser() -> Option<PathBuf> {
    find(
        "DAMKA_CHROME",
        &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
        &["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    )
}

fn find(variable: &str, names: &[&str], places: &[&str]) -> Option<PathBuf> {
    let works = |program: &PathBuf| output_of(Command::new(program).arg("--version")).is_some();
    if let Some(named) = env::var_os(variable) {
        return Some(PathBuf::from(named)).filter(works);
    }
    // Ubuntu's `chromium-browser` may be a note that one should install something else: only what runs counts.
    let listed = places.iter().map(|place| Path::new(place).to_path_buf()).filter(|place| place.is_file());
    names.iter().filter_map(|name| on_path(name)).chain(listed).find(works)
}

/// Finds the browser, and installs it first where the machine is a Debian that lets us.
///
/// # Errors
/// It is missing and cannot be installed; the sentence says what to do.
pub fn ensure_chromium() -> Outcome<Chromium> {
    match chromium() {
        Ok(found) => return Ok(found),
        Err(fault) => println!("  {fault}"),
    }
    // Debian's names, then Ubuntu's.
    if let Err(first) = apt_install(&["chromium", "chromium-driver"]) {
        apt_install(&["chromium-browser", "chromium-chromedriver"]).map_err(|_| format!("{first}\n{HOW}"))?;
    }
    chromium()
}
