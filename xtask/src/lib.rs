//! What the tasks share with the browser tests: a static server, the service worker's list, the place of the browsers,
//! ways to run programs.
use std::path::{Path, PathBuf};

pub mod browsers;
pub mod precache;
pub mod run;
pub mod serve;

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
