//! What a learner has done: stars for lessons and endings, kept as JSON from one visit to the next.

use super::course::Board;
use crate::json::Json;
use crate::rules::Variant;
use crate::rules::variant::POLISH_64;

/// Stars by key (see [`Progress::lesson`], [`Progress::ending`]). Nothing is ever locked by it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Progress {
    stars: Vec<(String, u8)>,
}

impl Progress {
    /// The form in which it is kept.
    pub const VERSION: u32 = 1;
    /// The most stars.
    pub const MOST: u8 = 3;

    /// The key of a lesson.
    pub fn lesson(board: Board, id: &str) -> String {
        [board.key(), "/", id].concat()
    }

    /// The key of an ending of the trainer; those of the main game came first and have the short ones.
    pub fn ending(rules: &Variant, id: &str) -> String {
        if rules.name == POLISH_64.name {
            ["end/", id].concat()
        } else {
            ["end/", rules.name, "/", id].concat()
        }
    }

    /// The stars under a key; 0 where it was never finished.
    pub fn stars(&self, key: &str) -> u8 {
        self.stars.iter().find(|(own, _)| own == key).map_or(0, |(_, n)| *n)
    }

    /// Puts down what was reached now. The best of all tries counts: repeating can't cost a star.
    pub fn earn(&mut self, key: &str, stars: u8) {
        let stars = stars.min(Self::MOST);
        match self.stars.iter_mut().find(|(own, _)| own == key) {
            Some((_, own)) => *own = stars.max(*own),
            None => self.stars.push((key.to_owned(), stars)),
        }
    }

    /// As JSON.
    pub fn write(&self) -> String {
        let stars = self.stars.iter().map(|(key, n)| (key.clone(), Json::from(*n))).collect();
        Json::record([("version", Self::VERSION.into()), ("stars", Json::Record(stars))]).to_string()
    }

    /// From JSON; `None` where it is something else or of a newer program, and must be put aside. Keys that are not known
    /// here stay: another version of the program may know them.
    pub fn read(text: &str) -> Option<Self> {
        let json = Json::read(text)?;
        if json.field("version")?.number::<u32>()? > Self::VERSION {
            return None;
        }
        let Json::Record(fields) = json.field("stars")? else { return None };
        let stars =
            fields.iter().map(|(key, n)| Some((key.clone(), n.number::<u8>().filter(|n| *n <= Self::MOST)?)));
        Some(Self { stars: stars.collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_survive_and_never_get_fewer() {
        let mut progress = Progress::default();
        let key = Progress::lesson(Board::Large, "crown");
        progress.earn(&key, 2);
        progress.earn(&key, 1);
        progress.earn(&Progress::ending(&POLISH_64, "petrov"), 9);
        assert_eq!(
            (progress.stars(&key), progress.stars("end/petrov"), progress.stars("64/crown")),
            (2, 3, 0)
        );
        assert_eq!(Progress::read(&progress.write()), Some(progress));
    }

    #[test]
    fn what_is_no_progress_is_put_aside() {
        for text in [
            "",
            "[]",
            "{}",
            "{\"version\":2,\"stars\":{}}",
            "{\"version\":1}",
            "{\"version\":1,\"stars\":{\"64/crown\":4}}",
            "{\"version\":1,\"stars\":{\"64/crown\":\"2\"}}",
        ] {
            assert_eq!(Progress::read(text), None, "{text}");
        }
        assert_eq!(Progress::read("{\"version\":1,\"stars\":{}}"), Some(Progress::default()));
    }
}
