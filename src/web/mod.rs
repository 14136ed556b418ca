//! The browser: translates, decides nothing.
/// Starts the page or the worker.
pub fn start() {}
