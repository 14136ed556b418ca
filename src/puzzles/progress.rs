//! What a player has done with puzzles, and how it is kept.

use super::day::{Day, Streak};
use super::glicko::Rating;
use super::repeat::Card;
use crate::json::Json;

/// The form in which it is kept.
const VERSION: u32 = 1;
/// At most so many puzzles are remembered as seen; the oldest are forgotten first.
const MOST_SEEN: usize = 20_000;
/// At most so many wait to come again.
const MOST_CARDS: usize = 1_000;

/// All that a player has done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    /// The rating in each rule set that was tried, with the day of the last rated puzzle.
    pub ratings: Vec<(String, Rating, Day)>,
    /// Puzzles that come again, the first due first.
    pub cards: Vec<Card>,
    /// Days with a solved puzzle.
    pub streak: Streak,
    /// The last day whose puzzle of the day was solved, for each rule set.
    pub daily: Vec<(String, Day)>,
    /// Puzzles solved without a mistake, and all others.
    pub solved: u32,
    /// Puzzles that failed, or were shown.
    pub failed: u32,
    /// Marks of the puzzles seen, in the order in which they came.
    seen: Vec<u32>,
}

/// Why what was kept could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressError {
    /// It is no record of puzzles.
    Broken,
    /// A newer version of the program wrote it.
    Newer,
}

impl std::fmt::Display for ProgressError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Broken => "what was kept about puzzles is damaged",
            Self::Newer => "what was kept about puzzles is of a newer version",
        })
    }
}

impl std::error::Error for ProgressError {}

/// How a puzzle ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The rule set.
    pub rules: String,
    /// The puzzle, as in its file.
    pub line: String,
    /// Its rating.
    pub rating: u16,
    /// Without a wrong move, a hint that names a move, or the solution.
    pub clean: bool,
    /// It was the puzzle of the day.
    pub daily: bool,
    /// The day.
    pub day: Day,
}

/// A short mark that tells puzzles apart (FNV-1a, 32 bits). Two of ten thousand may share one; then one of them is taken
/// for seen.
fn mark(rules: &str, line: &str) -> u32 {
    let bytes = rules.bytes().chain([0]).chain(line.bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Progress {
    /// The rating in a rule set.
    pub fn rating(&self, rules: &str) -> Rating {
        self.ratings.iter().find(|(own, ..)| own == rules).map(|(_, rating, _)| *rating).unwrap_or_default()
    }

    /// Whether a puzzle was seen.
    pub fn has_seen(&self, rules: &str, line: &str) -> bool {
        self.seen.contains(&mark(rules, line))
    }

    /// Puzzles of a rule set that are to come again on a day, the longest due first.
    pub fn due<'a>(&'a self, rules: &'a str, today: Day) -> impl Iterator<Item = &'a Card> {
        self.cards.iter().filter(move |card| card.rules == rules && card.is_due(today))
    }

    /// Whether the day's puzzle of a rule set was solved; or tomorrow's, by who has travelled to the west since. A day further
    /// ahead is that of a clock that was wrong.
    pub fn has_daily(&self, rules: &str, today: Day) -> bool {
        self.daily.iter().any(|(own, day)| own == rules && (0..=1).contains(&(day.0 - today.0)))
    }

    /// Takes the end of a puzzle in. Only the first time counts for the rating; what fails comes again.
    pub fn take(&mut self, end: &Solved) {
        let first = !self.has_seen(&end.rules, &end.line);
        if first {
            self.seen.push(mark(&end.rules, &end.line));
            if self.seen.len() > MOST_SEEN {
                self.seen.remove(0);
            }
            let last =
                self.ratings.iter().find(|(own, ..)| *own == end.rules).map_or(end.day, |(.., day)| *day);
            let rested = self.rating(&end.rules).rested(end.day.0 - last.0);
            self.ratings.retain(|(own, ..)| *own != end.rules);
            self.ratings.push((end.rules.clone(), rested.after(end.rating, end.clean), end.day));
        }
        *(if end.clean { &mut self.solved } else { &mut self.failed }) += 1;
        if end.clean {
            self.streak.count(end.day);
            if end.daily {
                self.daily.retain(|(own, _)| *own != end.rules);
                self.daily.push((end.rules.clone(), end.day));
            }
        }
        let known = self.cards.iter().position(|card| card.rules == end.rules && card.line == end.line);
        let card = match known.map(|at| self.cards.remove(at)) {
            // Solved before its day: it waits on.
            Some(card) if end.clean && !card.is_due(end.day) => Some(card),
            Some(card) => card.tried(end.clean, end.day),
            None if end.clean => None,
            None => Some(Card::failed(&end.rules, &end.line, end.day)),
        };
        if let Some(card) = card {
            let at = self.cards.iter().position(|other| other.due > card.due).unwrap_or(self.cards.len());
            self.cards.insert(at, card);
            self.cards.truncate(MOST_CARDS);
        }
    }

    /// As text, to be kept.
    pub fn write(&self) -> String {
        let Streak { last, days, best } = self.streak;
        let last = last.map_or(-1, |day| day.0.into());
        let rating = |(rules, rating, day): &(String, Rating, Day)| {
            let Rating { rating, deviation, volatility } = *rating;
            row(&[rules], &[rating.into(), deviation.into(), volatility.into(), day.0.into()])
        };
        let card = |card: &Card| row(&[&card.rules, &card.line], &[card.step.into(), card.due.0.into()]);
        let daily = |(rules, day): &(String, Day)| row(&[rules], &[day.0.into()]);
        let seen: Vec<i64> = self.seen.iter().map(|mark| i64::from(*mark)).collect();
        Json::record([
            ("version", VERSION.into()),
            ("ratings", Json::List(self.ratings.iter().map(rating).collect())),
            ("cards", Json::List(self.cards.iter().map(card).collect())),
            ("streak", row(&[], &[last, days.into(), best.into()])),
            ("daily", Json::List(self.daily.iter().map(daily).collect())),
            ("counts", row(&[], &[self.solved.into(), self.failed.into()])),
            ("seen", row(&[], &seen)),
        ])
        .to_string()
    }

    /// Reads what was kept.
    ///
    /// # Errors
    /// [`ProgressError`]; nothing of it is used then, and whoever asked must put the text aside before writing anew.
    pub fn read(text: &str) -> Result<Self, ProgressError> {
        let json = Json::read(text).ok_or(ProgressError::Broken)?;
        match json.field("version").and_then(Json::number::<u32>) {
            Some(VERSION) => Self::of(&json).ok_or(ProgressError::Broken),
            Some(newer) if newer > VERSION => Err(ProgressError::Newer),
            _ => Err(ProgressError::Broken),
        }
    }

    fn of(json: &Json) -> Option<Self> {
        let mut progress = Self::default();
        for json in json.field("ratings")?.items()? {
            let (texts, numbers) = read_row(json)?;
            let ([rules], [rating, deviation, volatility, day]) = (&texts[..], &numbers[..]) else {
                return None;
            };
            let rating = Rating {
                rating: figure(*rating)?,
                deviation: figure(*deviation)?,
                volatility: figure(*volatility)?,
            };
            progress.ratings.push((rules.clone(), rating, day_of(*day)?));
        }
        for json in json.field("cards")?.items()? {
            let (texts, numbers) = read_row(json)?;
            let ([rules, line], [step, due]) = (&texts[..], &numbers[..]) else { return None };
            let step = figure(*step)?.min(u8::MAX.into()) as u8;
            progress.cards.push(Card { rules: rules.clone(), line: line.clone(), step, due: day_of(*due)? });
        }
        for json in json.field("daily")?.items()? {
            let (texts, numbers) = read_row(json)?;
            let ([rules], [day]) = (&texts[..], &numbers[..]) else { return None };
            progress.daily.push((rules.clone(), day_of(*day)?));
        }
        let streak = read_row(json.field("streak")?)?.1;
        let [last, days, best] = streak[..] else { return None };
        let last = if last < 0 { None } else { Some(day_of(last)?) };
        progress.streak = Streak { last, days: figure(days)?, best: figure(best)? };
        let counts = read_row(json.field("counts")?)?.1;
        let [solved, failed] = counts[..] else { return None };
        (progress.solved, progress.failed) = (figure(solved)?, figure(failed)?);
        for mark in read_row(json.field("seen")?)?.1 {
            progress.seen.push(figure(mark)?);
        }
        Some(progress)
    }
}

/// A list of some texts and some numbers.
fn row(texts: &[&str], numbers: &[i64]) -> Json {
    let mut items = Vec::new();
    for text in texts {
        items.push(Json::Text((*text).to_owned()));
    }
    for number in numbers {
        items.push(Json::Number(*number));
    }
    Json::List(items)
}

/// The texts and the numbers of such a list.
fn read_row(json: &Json) -> Option<(Vec<String>, Vec<i64>)> {
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for item in json.items()? {
        match item {
            Json::Text(text) => texts.push(text.clone()),
            Json::Number(number) => numbers.push(*number),
            _ => return None,
        }
    }
    Some((texts, numbers))
}

fn figure(number: i64) -> Option<u32> {
    u32::try_from(number).ok()
}

fn day_of(number: i64) -> Option<Day> {
    i32::try_from(number).ok().map(Day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(line: &str, clean: bool, day: i32) -> Solved {
        Solved {
            rules: "polish64".to_owned(),
            line: line.to_owned(),
            rating: 1200,
            clean,
            daily: false,
            day: Day(day),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut progress = Progress::default();
        assert_eq!(Progress::read(&progress.write()), Ok(progress.clone()));
        for day in 1..30 {
            progress.take(&end(&format!("W \"{}\" 1 2", day % 11), day % 3 > 0, day));
            progress.take(&Solved { rules: "international".to_owned(), daily: true, ..end("x", true, day) });
        }
        assert!(!progress.cards.is_empty() && progress.ratings.len() == 2);
        assert_eq!(Progress::read(&progress.write()), Ok(progress));
    }

    #[test]
    fn what_can_t_be_read_is_said_to_be_so() {
        let whole = Progress::default().write();
        for end in 0..whole.len() {
            assert_eq!(Progress::read(&whole[..end]), Err(ProgressError::Broken));
        }
        let newer = whole.replace("\"version\":1", "\"version\":2");
        assert_eq!(Progress::read(&newer), Err(ProgressError::Newer));
        assert_eq!(Progress::read("{\"version\":1}"), Err(ProgressError::Broken));
        assert_eq!(Progress::read("{\"version\":-1}"), Err(ProgressError::Broken));
    }

    #[test]
    fn only_the_first_time_counts_for_the_rating() {
        let mut progress = Progress::default();
        progress.take(&end("a", false, 1));
        let after = progress.rating("polish64");
        assert!(after.rating < Rating::default().rating);
        progress.take(&end("a", true, 2));
        assert_eq!(progress.rating("polish64"), after);
        assert_eq!(progress.rating("english"), Rating::default());
        assert_eq!((progress.solved, progress.failed), (1, 1));
    }

    #[test]
    fn what_failed_comes_again_when_it_is_due() {
        let mut progress = Progress::default();
        progress.take(&end("a", false, 1));
        progress.take(&end("b", true, 1));
        let due = |progress: &Progress, day| progress.due("polish64", Day(day)).count();
        assert_eq!((due(&progress, 1), due(&progress, 2)), (0, 1));
        // Before its day: no step forward.
        progress.take(&end("a", true, 1));
        assert_eq!(due(&progress, 2), 1);
        progress.take(&end("a", true, 2));
        assert_eq!((due(&progress, 4), due(&progress, 5)), (0, 1));
        progress.take(&end("a", false, 5));
        assert_eq!((due(&progress, 5), due(&progress, 6)), (0, 1));
        assert_eq!(progress.due("english", Day(99)).count(), 0);
    }

    #[test]
    fn the_day_s_puzzle_is_done_for_one_day_and_one_rule_set() {
        let mut progress = Progress::default();
        progress.take(&Solved { daily: true, ..end("a", true, 7) });
        assert!(progress.has_daily("polish64", Day(7)));
        assert!(!progress.has_daily("polish64", Day(8)) && !progress.has_daily("english", Day(7)));
        assert_eq!(progress.streak.on(Day(8)), 1);
    }
}
