//! Clocks: how much time each side has left. Nothing ticks here: moments come in as milliseconds of any clock that does
//! not go back, so that a page in the background, or one that slept, tells the same time as one that was looked at.

use crate::rules::Side;

/// What a side gets beside its time for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bonus {
    /// Nothing: sudden death.
    #[default]
    None,
    /// So many seconds after each move, kept where they are not used (Fischer).
    Increment,
    /// So many seconds before each move in which the clock stands still (the simple delay); what is not used is gone.
    Delay,
}

impl Bonus {
    /// All, with their names in saved games, in the order in which they are offered.
    pub const NAMED: [(&str, Self); 3] =
        [("none", Self::None), ("increment", Self::Increment), ("delay", Self::Delay)];
}

/// How much time is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// Seconds for the whole game.
    pub base: u32,
    /// What is added to them.
    pub bonus: Bonus,
    /// How many seconds of it.
    pub seconds: u32,
}

/// The two clocks of a game.
///
/// ```
/// use damka::app::clock::{Bonus, Clock, Control};
/// use damka::rules::Side;
///
/// let mut clock = Clock::new(Control { base: 60, bonus: Bonus::Increment, seconds: 2 });
/// clock.run(Some(Side::White), 1_000.0);
/// clock.moved(Side::White, 1, 6_000.0);
/// assert_eq!(clock.left(Side::White, 6_000.0), 57_000, "five seconds used, two given");
/// assert_eq!(clock.fallen(6_000.0), None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    control: Control,
    /// What White and Black had left at the beginning of the present move, in milliseconds.
    left: [u32; 2],
    /// The same after each ply from the start of the game on, those taken back included.
    history: Vec<[u32; 2]>,
    /// Milliseconds of the present move used before the last pause.
    used: u32,
    /// Whose clock runs, and since when.
    running: Option<(Side, f64)>,
    /// Whose the present move is, once its clock has run: what it has used is shown while the clocks stand, too.
    moving: Option<Side>,
}

impl Clock {
    /// Both clocks full, and standing.
    pub fn new(control: Control) -> Self {
        let left = [control.base.saturating_mul(1000); 2];
        Self { control, left, history: vec![left], used: 0, running: None, moving: None }
    }

    /// Clocks as they were saved, standing; `None` where these can be no such.
    pub fn saved(control: Control, history: Vec<[u32; 2]>, ply: usize, used: u32) -> Option<Self> {
        let left = *history.get(ply)?;
        Some(Self { control, left, history, used, running: None, moving: None })
    }

    /// How much time is given.
    pub fn control(&self) -> Control {
        self.control
    }

    /// What both had left after each ply, in milliseconds.
    pub fn history(&self) -> &[[u32; 2]] {
        &self.history
    }

    /// Milliseconds that the present move has taken so far, pauses left out.
    pub fn used(&self, now: f64) -> u32 {
        // Whatever the device's clock does, no time is given back.
        let running = self.running.map_or(0, |(_, since)| (now - since).max(0.0) as u32);
        self.used.saturating_add(running)
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Milliseconds that a side has left.
    pub fn left(&self, side: Side, now: f64) -> u32 {
        let left = self.left[side.index()];
        if self.moving == Some(side) { left.saturating_sub(self.charged(now)) } else { left }
    }

    /// What the present move costs so far.
    fn charged(&self, now: f64) -> u32 {
        let free = if self.control.bonus == Bonus::Delay { self.control.seconds * 1000 } else { 0 };
        self.used(now).saturating_sub(free)
    }

    /// The side whose time is up.
    pub fn fallen(&self, now: f64) -> Option<Side> {
        self.running().filter(|side| self.left(*side, now) == 0)
    }

    /// Lets the clock of the side to move run, or stops both.
    pub fn run(&mut self, side: Option<Side>, now: f64) {
        if self.running() != side {
            self.used = self.used(now);
            self.running = side.map(|side| (side, now));
            self.moving = side.or(self.moving);
        }
    }

    /// A side has made its move, the game's so many-th.
    pub fn moved(&mut self, side: Side, ply: usize, now: f64) {
        // The first move is free: the clock waits for it.
        if self.running() == Some(side) {
            let charged = self.charged(now);
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(charged);
            if self.control.bonus == Bonus::Increment {
                *left = left.saturating_add(self.control.seconds * 1000);
            }
        }
        self.running = None;
        self.moving = None;
        self.used = 0;
        self.history.resize(ply, self.left);
        self.history.push(self.left);
    }

    /// The game is shown after so many plies: the times of that moment are back, and both clocks stand.
    pub fn back_to(&mut self, ply: usize) {
        if let Some(left) = self.history.get(ply).or(self.history.last()) {
            self.left = *left;
        }
        self.used = 0;
        self.running = None;
        self.moving = None;
    }
}

/// A time as a clock shows it: `5:00`; under ten seconds with tenths, `7.3`.
pub fn face(milliseconds: u32) -> String {
    if milliseconds < 10_000 {
        let tenths = milliseconds.div_ceil(100);
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = milliseconds.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn control(bonus: Bonus) -> Control {
        Control { base: 60, bonus, seconds: 5 }
    }

    #[test]
    fn b108_five_minutes_unseen_are_five_minutes() {
        let mut clock = Clock::new(Control { base: 600, bonus: Bonus::None, seconds: 0 });
        clock.run(Some(Side::White), 5_000.0);
        // Nobody asked in between, as in a tab in the background.
        assert_eq!(clock.left(Side::White, 305_000.0), 300_000);
        assert_eq!(clock.left(Side::Black, 305_000.0), 600_000);
        assert_eq!(clock.fallen(604_999.0), None);
        assert_eq!(clock.fallen(605_000.0), Some(Side::White));
        assert_eq!(clock.left(Side::White, 900_000.0), 0);
    }

    #[test]
    fn b108_the_times_of_a_moment_return_with_it() {
        let mut clock = Clock::new(control(Bonus::None));
        clock.moved(Side::White, 1, 0.0);
        assert_eq!(clock.left(Side::White, 0.0), 60_000, "the clock waits for the first move");
        clock.run(Some(Side::Black), 0.0);
        clock.moved(Side::Black, 2, 10_000.0);
        clock.run(Some(Side::White), 10_000.0);
        clock.moved(Side::White, 3, 30_000.0);
        assert_eq!([Side::White, Side::Black].map(|s| clock.left(s, 30_000.0)), [40_000, 50_000]);
        clock.back_to(2);
        assert_eq!([Side::White, Side::Black].map(|s| clock.left(s, 99_000.0)), [60_000, 50_000]);
        clock.back_to(3);
        assert_eq!(clock.left(Side::White, 99_000.0), 40_000, "and forward again");
        clock.back_to(1);
        clock.run(Some(Side::Black), 100_000.0);
        clock.moved(Side::Black, 2, 101_000.0);
        assert_eq!(clock.history(), [[60_000, 60_000], [60_000, 60_000], [60_000, 59_000]]);
    }

    #[test]
    fn an_increment_is_kept_and_a_delay_is_not() {
        let mut clock = Clock::new(control(Bonus::Increment));
        clock.run(Some(Side::White), 0.0);
        clock.moved(Side::White, 1, 1_000.0);
        assert_eq!(clock.left(Side::White, 1_000.0), 64_000);
        let mut clock = Clock::new(control(Bonus::Delay));
        clock.run(Some(Side::White), 0.0);
        assert_eq!(clock.left(Side::White, 5_000.0), 60_000);
        assert_eq!(clock.left(Side::White, 8_000.0), 57_000);
        clock.moved(Side::White, 1, 1_000.0);
        assert_eq!(clock.left(Side::White, 1_000.0), 60_000, "not more than there was");
    }

    #[test]
    fn a_pause_costs_nothing() {
        let mut clock = Clock::new(control(Bonus::Delay));
        clock.run(Some(Side::White), 0.0);
        clock.run(None, 4_000.0);
        assert_eq!(clock.left(Side::White, 50_000.0), 60_000);
        clock.run(Some(Side::White), 50_000.0);
        // Four seconds of the delay were used before the pause.
        assert_eq!(clock.left(Side::White, 52_000.0), 59_000);
        clock.run(Some(Side::White), 53_000.0);
        assert_eq!(clock.left(Side::White, 53_000.0), 58_000, "running on is no pause");
    }

    #[test]
    fn a_device_whose_clock_goes_back_gives_no_time() {
        let mut clock = Clock::new(control(Bonus::None));
        clock.run(Some(Side::White), 10_000.0);
        assert_eq!(clock.left(Side::White, 3_000.0), 60_000);
    }

    #[test]
    fn faces() {
        let faces = [0, 1, 7_250, 9_999, 10_000, 59_001, 60_000, 3_600_000, 5_400_000].map(face);
        assert_eq!(faces, ["0.0", "0.1", "7.3", "10.0", "0:10", "1:00", "1:00", "1:00:00", "1:30:00"]);
    }
}
