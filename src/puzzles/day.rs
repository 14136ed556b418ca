//! Calendar days, and what hangs on them: the puzzle of the day, and streaks.

use super::format::{number, split};

/// A day of the calendar, by the days since 1 January 1970. The page says which one it is where the player lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

impl Day {
    /// The day of a date as PDN writes it.
    ///
    /// ```
    /// use damka::puzzles::day::Day;
    ///
    /// assert_eq!(Day::read("1970.01.01"), Some(Day(0)));
    /// assert_eq!(Day::read("2026.11.30"), Some(Day(20_787)));
    /// assert_eq!(Day::read("2026.02.29"), None);
    /// ```
    pub fn read(date: &str) -> Option<Self> {
        let [year, month, day] = split(date, b'.')[..] else { return None };
        let whole = |text| number(text, 10).and_then(|n| i32::try_from(n).ok());
        let (year, month, day) = (whole(year)?, whole(month)?, whole(day)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let long = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = *long.get(usize::try_from(month.checked_sub(1)?).ok()?)?;
        if !(1..=length).contains(&day) || !(1970..=9999).contains(&year) {
            return None;
        }
        // Years since 1970 and the leap days among them; then the months of this year.
        let before = year - 1;
        let leaps = (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400);
        let months: i32 = long[..month as usize - 1].iter().sum();
        Some(Self((year - 1970) * 365 + leaps + months + day - 1))
    }

    /// Which of so many puzzles is that of the day: the same for all who have the same files, none twice before each was
    /// there once, and those of days in a row far apart in difficulty. `None` when there are none.
    pub fn puzzle(self, total: u32) -> Option<u32> {
        if total == 0 {
            return None;
        }
        // Steps of the golden section spread best; one without a common divisor visits all.
        let golden = (u64::from(total) * 618 / 1000) as u32;
        let step = (golden..=golden + total).find(|step| divisor(*step, total) == 1).unwrap_or(1);
        let day = u64::from(self.0.rem_euclid(total as i32).unsigned_abs());
        Some((day * u64::from(step) % u64::from(total)) as u32)
    }
}

const fn divisor(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Days in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Streak {
    /// The last day that counted.
    pub last: Option<Day>,
    /// Days in a row up to that one.
    pub days: u32,
    /// The most that there ever were.
    pub best: u32,
}

impl Streak {
    /// Something was done on a day. The day before the last one (a journey to the west) changes nothing; where the last one
    /// lies further ahead the device's clock was wrong then, and the days in a row go on from here.
    pub fn count(&mut self, day: Day) {
        let gap = self.last.map(|last| day.0 - last.0);
        self.days = match gap {
            Some(-1 | 0) => return,
            Some(1) => self.days + 1,
            Some(i32::MIN..-1) => self.days,
            _ => 1,
        };
        self.last = Some(day);
        self.best = self.best.max(self.days);
    }

    /// Days in a row as they stand on a day: a missed day ends them, the present one may still come.
    pub fn on(&self, today: Day) -> u32 {
        if self.last.is_some_and(|last| today.0 - last.0 <= 1) { self.days } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let mut last = Day::read("1999.12.31").map(|day| day.0);
        for year in 2000..2033 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(Day(n)) = Day::read(&format!("{year}.{month:02}.{day:02}")) {
                        assert_eq!(Some(n - 1), last);
                        last = Some(n);
                    }
                }
            }
        }
        // 33 years with 9 leap days.
        assert_eq!(last, Day::read("1999.12.31").map(|day| day.0 + 33 * 365 + 9));
        for wrong in [
            "",
            "2026",
            "2026.11",
            "2026.13.01",
            "2026.00.10",
            "2026.04.31",
            "2026.1.1.1",
            "x.y.z",
            "1900.02.29",
        ] {
            assert_eq!(Day::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn each_puzzle_has_its_day_before_any_comes_again() {
        for total in [1u32, 2, 3, 7, 500, 2999, 3000] {
            let first = Day::read("2026.11.30").map_or(0, |day| day.0);
            let mut seen: Vec<_> = (0..total).map(|i| Day(first + i as i32).puzzle(total)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), total as usize);
            assert!(seen.iter().all(|n| n.is_some_and(|n| n < total)));
        }
        assert_eq!(Day(1).puzzle(0), None);
        assert!(Day(-5).puzzle(7).is_some());
    }

    #[test]
    fn a_streak_lives_on_days_in_a_row() {
        let mut streak = Streak::default();
        assert_eq!(streak.on(Day(10)), 0);
        for day in [10, 10, 11, 12, 12] {
            streak.count(Day(day));
        }
        assert_eq!((streak.on(Day(12)), streak.on(Day(13)), streak.on(Day(14))), (3, 3, 0));
        streak.count(Day(14));
        assert_eq!((streak.days, streak.best), (1, 3));
        // A journey to the west: nothing is lost, nothing won.
        streak.count(Day(13));
        assert_eq!((streak.days, streak.last), (1, Some(Day(14))));
        // The clock was years ahead for a day, and is right again: the streak goes on day by day.
        streak.count(Day(15));
        streak.count(Day(3_000));
        for day in [16, 17, 18] {
            streak.count(Day(day));
        }
        assert_eq!((streak.on(Day(18)), streak.on(Day(19)), streak.best), (3, 3, 3));
    }
}
