//! What several tests need.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::PathBuf;

/// A folder or file of `../shared`, or `None`, with a visible word, where it is absent.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if full.exists() {
        return Some(full);
    }
    eprintln!("SKIPPED: ../shared/{path} is not here");
    None
}
