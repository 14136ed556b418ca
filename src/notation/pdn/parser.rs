//! From tokens to records.

use super::lexer::{Lexer, Place, Token};
use super::text::is_blank;
use super::{Item, Record, Score};

/// How deep variations may be nested; what is deeper is kept as text. Every walk over a record may recurse, since this
/// holds.
pub const DEEPEST: usize = 32;

/// Reads a file's games. It never fails: what has no meaning is kept as [`Item::Text`].
///
/// ```
/// use damka::notation::pdn::parse;
///
/// let games = parse("1. 32-28 19-23 (18-23 2. 38-32 (2. 37-32? 23-29!) 12-18) 2. 28x19 14x23 *");
/// assert_eq!(games[0].moves().collect::<Vec<_>>(), ["32-28", "19-23", "28x19", "14x23"]);
/// ```
pub fn parse(text: &str) -> Vec<Record> {
    let mut parser = Parser::default();
    let mut lexer = Lexer::new(text);
    parser.read_on(&mut lexer, usize::MAX);
    parser.finish();
    parser.records
}

/// Reads a long text in slices.
///
/// ```
/// use damka::notation::pdn::{Reader, parse};
///
/// let text = "1. 32-28 19-23 * 1. 33-29 *";
/// let mut reader = Reader::new(text.to_owned());
/// while reader.read_on(2) {}
/// assert_eq!(reader.finish(), parse(text));
/// ```
#[derive(Debug, Clone)]
pub struct Reader {
    text: String,
    place: Place,
    parser: Parser,
}

impl Reader {
    /// A reader at the beginning of a text.
    pub fn new(text: String) -> Self {
        Self { place: Place::default(), text, parser: Parser::default() }
    }

    /// One that keeps of each game no more than a list of games shows: see [`Reader::list`].
    pub fn of_list(text: String) -> Self {
        let parser = Parser { brief: true, ..Parser::default() };
        Self { place: Place::default(), text, parser }
    }

    /// Reads so many moves, remarks and other parts; whether there is more.
    pub fn read_on(&mut self, parts: usize) -> bool {
        let mut lexer = Lexer::at(&self.text, self.place);
        let more = self.parser.read_on(&mut lexer, parts);
        self.place = lexer.place;
        more
    }

    /// The games that were read.
    pub fn finish(mut self) -> Vec<Record> {
        self.parser.finish();
        self.parser.records
    }

    /// The text, and of each game in it its place ([`Record::offset`]), names, position and result, and the first move if
    /// there is one. A whole game of a file is ten times as much as its text; it is read again where it is wanted:
    ///
    /// ```
    /// use damka::notation::pdn::{Reader, parse};
    ///
    /// let mut reader = Reader::of_list("1. 32-28 19-23 * [White \"a\"] 1. 33-29 19-24 *".to_owned());
    /// while reader.read_on(2) {}
    /// let (text, records) = reader.list();
    /// assert_eq!(records[1].moves().collect::<Vec<_>>(), ["33-29"]);
    /// assert_eq!(parse(&text[records[1].offset..])[0].moves().count(), 2);
    /// ```
    pub fn list(mut self) -> (String, Vec<Record>) {
        self.parser.finish();
        (self.text, self.parser.records)
    }
}

#[derive(Debug, Clone, Default)]
struct Parser {
    records: Vec<Record>,
    record: Record,
    /// The variations that are open, the outermost first.
    open: Vec<Vec<Item>>,
    /// The result has been read.
    closed: bool,
    /// The record has a move or a variation.
    played: bool,
    /// Where in the items a star stands right behind the last move.
    star: Option<usize>,
    /// Of finished records only what a list shows is kept.
    brief: bool,
}

impl Parser {
    /// Takes so many tokens; whether there are more.
    fn read_on(&mut self, lexer: &mut Lexer, tokens: usize) -> bool {
        for _ in 0..tokens {
            let Some(token) = lexer.next() else { return false };
            if token == Token::Open && self.open.len() >= DEEPEST {
                let inside = lexer.skip_parenthesis();
                self.push(Item::Text(format!("({inside})")));
            } else {
                self.take(token, lexer.start());
            }
        }
        true
    }

    fn push(&mut self, item: Item) {
        self.open.last_mut().unwrap_or(&mut self.record.items).push(item);
    }

    fn close_variation(&mut self) {
        if let Some(line) = self.open.pop() {
            self.push(Item::Variation(line));
        }
    }

    /// Ends the record. What stands before any tag or move (a heading, a number of games) goes on to the next one.
    fn finish(&mut self) {
        while !self.open.is_empty() {
            self.close_variation();
        }
        // A star behind the last move was a result after all.
        if let Some(place) = self.star.take().filter(|_| !self.closed) {
            self.record.items.remove(place);
            self.record.score = Some(Score::Open);
        }
        self.take_own_result();
        let empty = self.record.tags.is_empty() && !self.played && self.record.score.is_none();
        if !empty {
            let mut record = std::mem::take(&mut self.record);
            if self.brief {
                record.shorten();
            }
            self.records.push(record);
            self.played = false;
        }
        self.closed = false;
    }

    /// A result in a count of its own (`4-6`) looks like a move; the tag tells that it is none.
    fn take_own_result(&mut self) {
        let plain = |text: &str| text.replace(is_blank, "");
        let last = self.record.items.iter_mut().rfind(|item| matches!(item, Item::Move(_)));
        if let (Some(item), Some(result)) = (last, self.record.tags.iter().find(|(name, _)| name == "Result"))
            && let Item::Move(text) = item
            && plain(text) == plain(&result.1)
        {
            *item = Item::Text(std::mem::take(text));
        }
    }

    /// A move or its number begins the next game where the last one has its result.
    fn moving(&mut self, start: usize) {
        if self.open.is_empty() {
            if self.closed {
                self.finish();
                self.record.offset = start;
            }
            self.star = None;
        }
    }

    fn take(&mut self, token: Token, start: usize) {
        match token {
            Token::Tag { name, value, quoted, apart } => {
                if !quoted && self.played && !self.closed {
                    self.push(Item::Text(format!("[{name} {value}]")));
                    return;
                }
                // Headers without moves: the name that the last one began with begins the next one, behind an empty line
                // or a number or remark that stands where moves should.
                let apart = apart || !self.record.items.is_empty();
                let again =
                    quoted && apart && self.record.tags.first().is_some_and(|(first, _)| first == name);
                if self.played || self.closed || again {
                    self.finish();
                    self.record.offset = start;
                }
                self.record.tags.push((name.to_owned(), value));
            }
            Token::Comment(text) => self.push(Item::Comment(text)),
            Token::Open => self.open.push(Vec::new()),
            Token::Close => self.close_variation(),
            Token::Nag(nag) => self.push(Item::Nag(nag)),
            Token::Mark(mark) => self.push(Item::Mark(mark.to_owned())),
            Token::Number { number, second } => {
                self.moving(start);
                self.push(Item::Number { number, second });
            }
            Token::Move(text) => {
                self.moving(start);
                self.played = true;
                self.push(Item::Move(text.to_owned()));
            }
            Token::Score(score) if self.open.is_empty() && !self.closed => {
                self.record.score = Some(score);
                self.star = None;
                self.closed = true;
            }
            // A result within a variation, or given twice.
            Token::Score(score) => self.push(Item::Text(score.as_str().to_owned())),
            Token::Star => {
                if self.open.is_empty() {
                    self.star = Some(self.record.items.len());
                }
                self.push(Item::Mark("*".to_owned()));
            }
            Token::Text(text) => self.push(Item::Text(text.to_owned())),
        }
    }
}
