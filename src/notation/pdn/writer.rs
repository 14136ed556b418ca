//! From games to text.

use std::fmt::Write;

use super::replay::move_number;
use super::ruleset::of_game_type;
use super::text::{is_tag_line, part, tidy};
use super::{Item, Outcome, Record, Score};
use crate::notation::{Style, write_fen, write_move_among};
use crate::rules::{Game, Numbering, Position, Side, Variant};

/// Lines are no longer, unless a single word is.
const WIDEST: usize = 80;

/// The tags that every game has, and what stands for an unknown value.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The value of the GameType tag: `20,W,10,10,N2,0` (PDN 3.0). A rule set without a number of its own gets that of the
/// one whose moves it has.
///
/// ```
/// use damka::notation::pdn::game_type;
/// use damka::rules::variant;
///
/// assert_eq!(game_type(&variant::INTERNATIONAL), "20,W,10,10,N2,0");
/// assert_eq!(game_type(&variant::ENGLISH), "21,B,8,8,N1,0");
/// assert_eq!(game_type(&variant::POLISH_64), "26,W,8,8,A0,0");
/// ```
pub fn game_type(variant: &Variant) -> String {
    let number = variant.game_type.unwrap_or(20);
    let first = if variant.first == Side::White { 'W' } else { 'B' };
    // The corner of square 1 or a1 as the side that begins sees it: 0 bottom left, 1 bottom right, 2 top left.
    let numbering = match (variant.numbering, variant.first) {
        (Numbering::Algebraic, _) => "A0",
        (Numbering::Rows, Side::White) => "N2",
        (Numbering::Rows, Side::Black) | (Numbering::RowsFromBottom, _) => "N1",
    };
    let size = variant.size;
    format!("{number},{first},{size},{size},{numbering},{}", u8::from(!variant.left_corner))
}

/// Writes a game. The tags that follow from the game are written so whatever `tags` says: Result where the game is
/// over, GameType, Variant where the GameType means another rule set, SetUp and FEN where the game does not begin with
/// the start position of its GameType (case B043). All others are kept.
///
/// ```
/// use damka::notation::pdn::{parse, replay, write_pdn};
/// use damka::rules::{Game, variant};
///
/// let mut game = Game::new(&variant::INTERNATIONAL);
/// let first = game.position().legal_moves()[0].clone();
/// game.play(&first).unwrap();
/// let text = write_pdn(&game, &[("White".to_owned(), "Anna".to_owned())]);
/// assert!(text.contains("[White \"Anna\"]\n"));
/// let again = replay(&parse(&text)[0]).game;
/// assert_eq!(again.all_moves(), game.all_moves());
/// ```
pub fn write_pdn(game: &Game, tags: &[(String, String)]) -> String {
    let variant = game.variant();
    let given = |name: &str| tags.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str());
    let score = match Outcome::of(game) {
        Outcome::Unknown => given("Result").and_then(Score::parse).unwrap_or(Score::Open),
        outcome => Score::of(outcome, variant),
    };
    let mut own: Vec<(&str, String)> =
        ROSTER.into_iter().map(|(name, unknown)| (name, given(name).unwrap_or(unknown).to_owned())).collect();
    // A result in a count of its own stands for itself.
    let other =
        given("Result").filter(|own| score == Score::Open && own.contains(|c: char| c.is_ascii_digit()));
    own.push(("Result", other.unwrap_or(score.as_str()).to_owned()));
    own.push(("GameType", game_type(variant)));
    let meant = variant.game_type.or(Some(20)).and_then(of_game_type);
    if meant.is_none_or(|meant| meant != variant) {
        own.push(("Variant", variant.name.to_owned()));
    }
    // What a reader who knows only the GameType would start from.
    let usual = |variant| *game.start() == Position::start(variant);
    if !usual(variant) || meant.is_some_and(|meant| meant.start(Side::White) != variant.start(Side::White)) {
        own.push(("SetUp", "1".to_owned()));
        own.push(("FEN", write_fen(game.start(), Style::Official)));
    }
    let mut text = String::new();
    for (name, value) in &own {
        write_tag(&mut text, name, value);
    }
    for (name, value) in tags {
        let generated = ["SetUp", "FEN", "Variant"].into_iter().chain(own.iter().map(|(name, _)| *name));
        if !generated.into_iter().any(|own| own.eq_ignore_ascii_case(name)) {
            write_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let mut lines = Lines::new(text);
    // Moves that were taken back are no part of the game.
    for (ply, played) in game.moves().iter().enumerate() {
        let Some(position) = game.position_at(ply) else { break };
        let written = write_move_among(variant, &position.legal_moves(), played);
        let number = move_number(game, ply);
        match (position.turn() == variant.first, ply) {
            (true, _) => lines.word(&format!("{number}. {written}")),
            (false, 0) => lines.word(&format!("{number}. ... {written}")),
            (false, _) => lines.word(&written),
        }
    }
    lines.word(score.as_str());
    lines.finish()
}

/// Writes a record as it was read: all tags, comments, variations and signs, in lines of at most 80 columns. Braces
/// within comments become round brackets, since PDN has no other way to write them.
///
/// ```
/// use damka::notation::pdn::{parse, write_record};
///
/// let games = parse("[Bianco \"a\"] 1. 32-28 {a   comment} $16 19-23 (18-23 2. 38-32!) 2-0");
/// let text = write_record(&games[0]);
/// assert_eq!(text, "[Bianco \"a\"]\n\n1. 32-28 {a comment} $16 19-23 (18-23 2. 38-32!) 2-0\n");
/// ```
pub fn write_record(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut lines = Lines::new(text);
    let mut open = vec![record.items.iter()];
    let mut prefix = String::new();
    let mut after_move = false;
    while let Some(items) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            if !open.is_empty() {
                // The bracket closes behind the last word, or, when nothing is in it, behind its own beginning.
                if !prefix.is_empty() {
                    lines.word(std::mem::take(&mut prefix).trim_end());
                }
                lines.behind(")");
            }
            after_move = false;
            continue;
        };
        let was_after_move = std::mem::replace(&mut after_move, matches!(item, Item::Move(_)));
        match item {
            Item::Number { number, second } => {
                // A number that no move follows.
                if prefix.ends_with(' ') {
                    lines.word(std::mem::take(&mut prefix).trim_end());
                }
                let dots = if *second { "... " } else { "" };
                // Writing to a string can't fail.
                let _ = write!(prefix, "{number}. {dots}");
            }
            Item::Move(written) => lines.word(&(std::mem::take(&mut prefix) + &tidy(written))),
            Item::Mark(mark) if was_after_move => {
                after_move = true;
                lines.behind(mark);
            }
            Item::Mark(mark) => lines.word(&(std::mem::take(&mut prefix) + mark)),
            Item::Nag(nag) => lines.word(&format!("{}${nag}", std::mem::take(&mut prefix))),
            Item::Comment(comment) => {
                let comment = tidy(comment).replace('{', "(").replace('}', ")");
                lines.words(&format!("{}{{{comment}}}", std::mem::take(&mut prefix)));
            }
            // An open bracket would make a tag of what follows.
            Item::Text(text) if text.starts_with('[') && !text.ends_with(']') => {
                let text = tidy(text).replace('{', "(").replace('}', ")");
                lines.words(&format!("{}{{{text}}}", std::mem::take(&mut prefix)));
            }
            Item::Text(text) => lines.words(&(std::mem::take(&mut prefix) + &tidy(text))),
            Item::Variation(line) => {
                prefix.push('(');
                open.push(line.iter());
            }
        }
    }
    if !prefix.is_empty() {
        lines.word(prefix.trim_end());
    }
    lines.word(record.score.unwrap_or_else(|| record.result()).as_str());
    lines.finish()
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let name: String = tidy(name).chars().filter(|c| !" []\"%".contains(*c)).collect();
    if name.is_empty() {
        return;
    }
    let value = tidy(value).replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Text that is broken into lines between words.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn new(text: String) -> Self {
        Self { text, column: 0 }
    }

    /// A word that is not broken.
    fn word(&mut self, word: &str) {
        self.word_before(word, word);
    }

    /// A word with what follows it. No line begins with what would be read as a tag, or left out, there.
    fn word_before(&mut self, word: &str, rest: &str) {
        let width = word.chars().count();
        if self.column > 0 {
            let breakable = !rest.starts_with('%') && !is_tag_line(rest);
            if self.column + 1 + width > WIDEST && breakable {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// A text that may be broken at its spaces.
    fn words(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(' ').unwrap_or(rest.len());
            self.word_before(part(rest, ..end), rest);
            rest = part(rest, end..).trim_start_matches(' ');
        }
    }

    /// A sign right behind the last word.
    fn behind(&mut self, sign: &str) {
        self.text.push_str(sign);
        self.column += sign.chars().count();
    }

    fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}
