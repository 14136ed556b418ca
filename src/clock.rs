//! Processor time, for the programs that measure. Not for the rules, which know no clock, nor for the page.

use std::time::{Duration, Instant};

/// Measures the processor time that the calling thread takes; time on the wall where the system does not tell it.
#[derive(Debug)]
pub struct Stopwatch {
    processor: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Self {
        Self { processor: processor_time(), wall: Instant::now() }
    }
    /// The time taken since.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

/// Linux tells it in nanoseconds as the first number of this file, which it brings up to date when the thread yields (and
/// otherwise only every few milliseconds).
fn processor_time() -> Option<Duration> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
