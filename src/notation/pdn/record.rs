//! A game as it stands in a file.

use super::Score;
use super::text::part;

/// A game as it stands in a file, before anybody asks whether its moves are legal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Names and values in the order of the file, doubles included.
    pub tags: Vec<(String, String)>,
    /// The movetext.
    pub items: Vec<Item>,
    /// The result at the end of the movetext; the Result tag is among the tags.
    pub score: Option<Score>,
    /// Where it begins, in bytes of the decoded text.
    pub offset: usize,
}

/// A part of the movetext.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `12.`; `second` for `12. ...`.
    Number {
        /// The number.
        number: u32,
        /// Whether the move after it is that of the side that moves second.
        second: bool,
    },
    /// A move, as written.
    Move(String),
    /// A comment, in one line.
    Comment(String),
    /// A numeric annotation: `$1`.
    Nag(u16),
    /// `!`, `?`, `!?`, `(?)`, `*`.
    Mark(String),
    /// A variation on the move before it.
    Variation(Vec<Item>),
    /// What has no meaning, kept as it is: `±`, `White resigns`, variations nested too deep.
    Text(String),
}

/// What readers want to know of a game, under the names that files in several languages give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Tournament or match.
    Event,
    /// Place.
    Site,
    /// Day.
    Date,
    /// Round.
    Round,
    /// Who plays White.
    White,
    /// Who plays Black.
    Black,
    /// Result.
    Result,
}

impl Known {
    /// PDN's own name first.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Event => &["Event", "Evento", "Torneo", "Tournoi", "Toernooi", "Турнир", "Dati"],
            Self::Site => &["Site", "Luogo", "Lieu", "Plaats", "Место"],
            Self::Date => &["Date", "Data", "Anno", "Fecha", "Datum", "Дата"],
            Self::Round => &["Round", "Turno", "Ronde", "Ronda", "Manche", "Runda", "Тур"],
            Self::White => &[
                "White",
                "Bianco",
                "Blanc",
                "Blancs",
                "Blancas",
                "Brancas",
                "Wit",
                "Weiss",
                "Białe",
                "Белые",
            ],
            // American collections of the older kind play Red against White; Red moves first.
            Self::Black => &[
                "Black",
                "Nero",
                "Noir",
                "Noirs",
                "Negras",
                "Pretas",
                "Zwart",
                "Schwarz",
                "Czarne",
                "Чёрные",
                "Черные",
                "Red",
            ],
            Self::Result => {
                &["Result", "Risultato", "Résultat", "Resultado", "Uitslag", "Wynik", "Результат"]
            }
        }
    }
}

impl Record {
    /// The value of the first tag with this name; capitals don't matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        self.tags.iter().find(|(other, _)| same(other)).map(|(_, value)| value.as_str())
    }

    /// What the tags say of it, under PDN's name or that of another language (case B127).
    ///
    /// ```
    /// use damka::notation::pdn::{Known, parse};
    ///
    /// let games = parse("[Bianco \"a\"][Nero \"b\"][Risultato \"1-0\"] 1. 21-17 9-13 1-0");
    /// assert_eq!(games[0].known(Known::White), Some("a"));
    /// ```
    pub fn known(&self, what: Known) -> Option<&str> {
        what.names().iter().find_map(|name| self.tag(name)).filter(|value| !value.is_empty())
    }

    /// Drops what a list of games does not show.
    pub(super) fn shorten(&mut self) {
        let first = self.items.drain(..).find(|item| matches!(item, Item::Move(_)));
        self.items = first.into_iter().collect();
        let shown = [Known::Event, Known::Date, Known::White, Known::Black, Known::Result];
        self.tags.retain(|(name, _)| {
            let same = |other: &str| other.eq_ignore_ascii_case(name);
            same("FEN") || shown.iter().any(|known| known.names().iter().any(|own| same(own)))
        });
        self.tags.shrink_to_fit();
    }

    /// The moves of the main line, as written.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Move(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Every part of the movetext, those in variations included, in the order of the file.
    pub fn all_items(&self) -> AllItems<'_> {
        AllItems { open: vec![self.items.iter()] }
    }

    /// The result: that at the end of the moves, or where it says nothing, that of the tag.
    pub fn result(&self) -> Score {
        let tag = || self.known(Known::Result).and_then(Score::parse);
        self.score.filter(|score| *score != Score::Open).or_else(tag).unwrap_or(Score::Open)
    }
}

/// Iterator of [`Record::all_items`].
#[derive(Debug)]
pub struct AllItems<'a> {
    open: Vec<std::slice::Iter<'a, Item>>,
}

impl<'a> Iterator for AllItems<'a> {
    type Item = &'a Item;

    fn next(&mut self) -> Option<&'a Item> {
        loop {
            match self.open.last_mut()?.next() {
                Some(item) => {
                    if let Item::Variation(line) = item {
                        self.open.push(line.iter());
                    }
                    return Some(item);
                }
                None => drop(self.open.pop()),
            }
        }
    }
}

/// A comment's own words, and the commands that programs put into it: `[%clock w0:29:46]` gives `("clock",
/// "w0:29:46")` (case B072).
///
/// ```
/// use damka::notation::pdn::commands;
///
/// let (words, commands) = commands("[%eval -0.048][%egt 0:0:9.56] a slip");
/// assert_eq!(words, "a slip");
/// assert_eq!(commands, [("eval", "-0.048"), ("egt", "0:0:9.56")]);
/// ```
pub fn commands(comment: &str) -> (String, Vec<(&str, &str)>) {
    let (mut words, mut commands) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(length) = part(rest, start..).find(']') else { break };
        words.push_str(part(rest, ..start));
        let command = part(rest, start + 2..start + length);
        let (name, value) = command.split_once(' ').unwrap_or((command, ""));
        commands.push((name, value.trim()));
        rest = part(rest, start + length + 1..);
    }
    words.push_str(rest);
    (super::text::tidy(&words), commands)
}
