//! From text to tokens: tags, moves, comments, and what else stands in a file.
//!
//! It takes one pass and never fails: whatever has no meaning becomes [`Token::Text`]. What looks like damage in real
//! files and is read through: byte-order marks and control characters anywhere, `\r` and `\n` written as two characters,
//! nested braces, a brace never closed, quotes and backslashes in tag values.

use super::Score;
use super::text::{
    blanks, is_blank, is_letter, is_tag_line, line_length, part, tag_name, tidy, without_odd_quotes,
};
use crate::notation::algebra::{is_separator, latin};

/// A part of a PDN text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`
    Tag {
        name: &'a str,
        value: String,
        /// Whether the value is in quotes; `[Word]` may also be a remark.
        quoted: bool,
        /// Whether an empty line, or the beginning of the text, stands before.
        apart: bool,
    },
    /// `{...}` or `; ...`
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$16`
    Nag(u16),
    /// `!`, `?!`, `(?)`
    Mark(&'a str),
    /// `12.`, or `12. ...` before a move of the side that moves second.
    Number { number: u32, second: bool },
    /// What looks like a move.
    Move(&'a str),
    /// A result.
    Score(Score),
    /// A star right behind a move: a result, or the sign for 'the only move'.
    Star,
    /// Anything else.
    Text(&'a str),
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where it stands; with the text it tells all.
    pub(super) place: Place,
}

/// Where a lexer stands in its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    at: usize,
    start: usize,
    /// Line ends since the last token.
    lines: usize,
    /// Up to here braces are known not to be balanced.
    unbalanced: usize,
    after_move: bool,
}

impl Default for Place {
    fn default() -> Self {
        Self { at: 0, start: 0, lines: 2, unbalanced: 0, after_move: false }
    }
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self::at(text, Place::default())
    }

    /// One that goes on where another stood.
    pub(super) fn at(text: &'a str, place: Place) -> Self {
        Self { text, place }
    }

    /// Where the last token begins, in bytes.
    pub(super) fn start(&self) -> usize {
        self.place.start
    }

    fn rest(&self) -> &'a str {
        part(self.text, self.place.at..)
    }

    /// Skips a parenthesis that was opened, however deep it is nested within; the text inside.
    pub(super) fn skip_parenthesis(&mut self) -> &'a str {
        let start = self.place.at;
        let mut depth = 1usize;
        loop {
            let before = self.place.at;
            match self.next() {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::Tag { quoted: true, .. }) => {
                    // Never closed: the next game begins here.
                    self.place.at = before;
                    return part(self.text, start..before);
                }
                Some(_) => {}
                None => return part(self.text, start..),
            }
            if depth == 0 {
                return part(self.text, start..self.place.at - 1);
            }
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let at_line_start =
                self.place.at == 0 || matches!(self.text.as_bytes()[self.place.at - 1], b'\n' | b'\r');
            let Some(c) = rest.chars().next() else { return };
            match c {
                '\n' => self.place.lines += 1,
                '\r' => self.place.lines += usize::from(!rest.starts_with("\r\n")),
                // Line ends written as two characters (case B061).
                '\\' if rest.starts_with("\\r") || rest.starts_with("\\n") => {
                    self.place.lines += usize::from(rest.starts_with("\\n"));
                    self.place.at += 1;
                }
                '%' if at_line_start && self.place.lines > 0 => {
                    self.place.at += line_length(rest);
                    continue;
                }
                c if is_blank(c) => {}
                _ => return,
            }
            self.place.after_move = false;
            self.place.at += c.len_utf8();
        }
    }

    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = part(self.rest(), ..length);
        self.place.at += length;
        taken
    }

    fn bracket(&mut self) -> Token<'a> {
        let apart = self.place.lines >= 2;
        if let Some((name, value)) = tag_name(self.rest()) {
            self.place.at += value;
            if self.rest().starts_with('"') {
                self.place.at += 1;
                let value = self.quoted();
                return Token::Tag { name, value, quoted: true, apart };
            }
            let line = line_length(self.rest());
            let end = part(self.rest(), ..line).find(']').unwrap_or(line);
            let (value, quoted) = without_odd_quotes(self.take(end).trim());
            self.place.at += usize::from(self.rest().starts_with(']'));
            return Token::Tag { name, value: value.to_owned(), quoted, apart };
        }
        let line = line_length(self.rest());
        let end = part(self.rest(), ..line).find(']').map_or(line, |end| end + 1);
        let inside = self.take(end);
        // A command that lost its braces is still a comment.
        if inside.starts_with("[%") { Token::Comment(tidy(inside)) } else { Token::Text(inside) }
    }

    /// The value of a tag, from behind its first quote; what follows the tag's bracket is next then.
    ///
    /// A quote ends the value where a bracket or the line's end follows; other quotes belong to it, whether or not a
    /// backslash stands before them. `\"]` ends it only where no further quote stands in the line.
    fn quoted(&mut self) -> String {
        let rest = self.rest();
        let mut value = String::new();
        let mut backslashes = 0usize;
        for (i, c) in rest.char_indices() {
            if c == '\\' {
                backslashes += 1;
                continue;
            }
            let run = std::mem::take(&mut backslashes);
            if c == '"' {
                let behind = part(rest, i + 1..).trim_start_matches([' ', '\t']);
                let closes = behind.is_empty() || behind.starts_with([']', '\n', '\r']);
                let escaped = run % 2 == 1;
                // Looks no further than the next quote, so that a line of quotes is read in one pass.
                let more_quotes = || {
                    let next = behind.find(['"', '\n', '\r']);
                    next.is_some_and(|i| part(behind, i..).starts_with('"'))
                };
                value.extend(std::iter::repeat_n('\\', run / 2));
                if closes && (!escaped || !more_quotes()) {
                    // `[Site "C:\"]`: the backslash was meant.
                    value.extend(escaped.then_some('\\'));
                    self.place.at += i + 1;
                    let gap = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
                    if part(self.rest(), gap..).starts_with(']') {
                        self.place.at += gap + 1;
                    }
                    return tidy(&value);
                }
                value.push('"');
                continue;
            }
            if c == '\n' || c == '\r' {
                value.extend(std::iter::repeat_n('\\', run));
                // A value that was broken in two lines.
                let next = part(rest, i + 1..).trim_start_matches('\n');
                let next = part(next, ..line_length(next)).trim_end();
                if next.ends_with("\"]") && !next.starts_with('[') {
                    value.push(' ');
                    continue;
                }
                self.place.at += i;
                return tidy(value.trim_end().trim_end_matches(']'));
            }
            if c == '\'' && run % 2 == 1 {
                // `D\'A` and, escaped twice, `D\\\'A`.
                value.push('\'');
                continue;
            }
            // Before other letters a backslash is escaped or means itself.
            value.extend(std::iter::repeat_n('\\', run.div_ceil(2)));
            value.push(c);
        }
        self.place.at = self.text.len();
        value.extend(std::iter::repeat_n('\\', backslashes));
        tidy(value.trim_end().trim_end_matches(']'))
    }

    /// The comment whose brace was just taken.
    ///
    /// Braces may be nested (case B069). Where they are not balanced before the next game or the end, the comment ends at
    /// its first closing brace, or there.
    fn comment(&mut self) -> String {
        let start = self.place.at;
        let nested = start >= self.place.unbalanced;
        let bytes = self.text.as_bytes();
        let (mut depth, mut first_close) = (1usize, None);
        let mut i = start;
        while i < bytes.len() {
            match bytes[i] {
                b'{' if nested => depth += 1,
                b'}' => {
                    first_close.get_or_insert(i);
                    depth -= 1;
                    if depth == 0 {
                        self.place.at = i + 1;
                        return tidy(part(self.text, start..i));
                    }
                }
                b'\n' | b'\r' if is_tag_line(part(self.text, i + 1..)) => break,
                _ => {}
            }
            i += 1;
        }
        self.place.unbalanced = i;
        let end = first_close.unwrap_or(i);
        self.place.at = first_close.map_or(i, |close| close + 1);
        tidy(part(self.text, start..end))
    }

    /// The length of what looks like a move at the start of a text: `32-28`, `1- 6`, `c3:e5`, `a3b4`, `cd4`.
    fn move_length(text: &str) -> Option<usize> {
        let mut squares = 0;
        let mut end = 0;
        // The first square may be a file alone.
        let mut file_alone = false;
        let mut signed = false;
        loop {
            let mut from = end;
            let mut joined =
                squares > 0 && part(text, from..).starts_with(|c: char| latin(c).is_ascii_alphabetic());
            if squares > 0 {
                let gap = if file_alone { 0 } else { blanks(part(text, from..)) };
                if let Some(sign) =
                    part(text, from + gap..).chars().next().map(latin).filter(|c| is_separator(*c))
                {
                    let written = part(text, from + gap..).chars().next().map_or(0, char::len_utf8);
                    let mut after = from + gap + written;
                    // `32--28`, `32->28`.
                    after +=
                        usize::from(gap == 0 && sign == '-' && part(text, after..).starts_with(['-', '>']));
                    let gap_after = if file_alone { 0 } else { blanks(part(text, after..)) };
                    // A star with space around it is not a sign between squares.
                    if sign == '*' && gap + gap_after > 0 {
                        break;
                    }
                    from = after + gap_after;
                    joined = true;
                }
            }
            if squares > 0 && !joined {
                break;
            }
            let Some((length, has_digits)) = square_length(part(text, from..)) else { break };
            if !has_digits && squares > 0 {
                break;
            }
            file_alone = !has_digits;
            squares += 1;
            signed |= !part(text, end..from).is_empty();
            end = from + length;
        }
        // A remark may stand right behind a move: `8-11Weak.`.
        let ends_well = |c: char| !(is_letter(c) || c.is_ascii_digit()) || (signed && is_letter(c));
        let end_ok = part(text, end..).chars().next().is_none_or(ends_well);
        (squares >= 2 && end_ok).then_some(end)
    }

    fn number(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = part(rest, ..digits).parse().ok()?;
        let dots = |text: &str| text.bytes().take_while(|b| *b == b'.').count();
        let mut count = dots(part(rest, digits..));
        if count == 0 {
            return None;
        }
        self.place.at += digits + count;
        let gap = blanks(self.rest());
        let more = dots(part(self.rest(), gap..));
        if more > 0 {
            count += more;
            self.place.at += gap + more;
        }
        Some(Token::Number { number, second: count > 1 })
    }

    /// `12: 32-28`; a colon without a space behind it stands between squares.
    fn number_with_colon(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = part(rest, ..digits).parse().ok()?;
        let behind = part(rest, digits..).strip_prefix(':')?;
        let gap = blanks(behind);
        if gap == 0 || Self::move_length(part(behind, gap..)).is_none() {
            return None;
        }
        self.place.at += digits + 1;
        Some(Token::Number { number, second: false })
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        // Marks of HTML and bars between moves end where they end, space or none.
        if rest.starts_with('|') {
            return self.take(1);
        }
        let mark = rest.char_indices().take(64).take_while(|(_, c)| !matches!(c, '\n' | '\r'));
        if rest.starts_with('<')
            && let Some((i, _)) = mark.clone().find(|(_, c)| *c == '>')
        {
            return self.take(i + 1);
        }
        let end = rest
            .char_indices()
            .skip(1)
            .find(|&(_, c)| is_blank(c) || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | '\\'))
            .map_or(rest.len(), |(i, _)| i);
        self.take(end)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        self.place.start = self.place.at;
        let rest = self.rest();
        let first = rest.chars().next()?;
        let after_move = std::mem::take(&mut self.place.after_move);
        let token = match first {
            '[' => self.bracket(),
            '{' => {
                self.place.at += 1;
                Token::Comment(self.comment())
            }
            ';' => {
                let line = line_length(rest);
                Token::Comment(tidy(part(self.take(line), 1..)))
            }
            '(' => {
                if let Some(length) = strength_length(rest) {
                    Token::Mark(self.take(length))
                } else {
                    self.place.at += 1;
                    Token::Open
                }
            }
            ')' => {
                self.place.at += 1;
                Token::Close
            }
            // Left over from nested or odd brackets, or between moves.
            '}' | ']' | '.' | ',' | '…' => {
                self.place.at += first.len_utf8();
                return self.next_in_loop();
            }
            '$' => {
                let digits = part(rest, 1..).bytes().take_while(u8::is_ascii_digit).count();
                match part(rest, 1..=digits).parse() {
                    Ok(nag) => {
                        self.place.at += 1 + digits;
                        Token::Nag(nag)
                    }
                    Err(_) => Token::Text(self.word()),
                }
            }
            '!' | '?' => {
                let length = rest.bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
                Token::Mark(self.take(length))
            }
            '*' if after_move => {
                self.place.at += 1;
                Token::Star
            }
            _ => self.move_or_word(),
        };
        self.place.lines = 0;
        self.place.after_move = matches!(token, Token::Move(_) | Token::Mark(_));
        Some(token)
    }
}

impl<'a> Lexer<'a> {
    /// Stray brackets come in any number; a loop, not the stack, takes them.
    fn next_in_loop(&mut self) -> Option<Token<'a>> {
        while self.rest().starts_with(['}', ']', '.', ',', '…']) {
            self.place.at += self.rest().chars().next().map_or(0, char::len_utf8);
            self.skip_blanks();
        }
        self.next()
    }

    fn move_or_word(&mut self) -> Token<'a> {
        let rest = self.rest();
        if let Some((score, length)) = Score::at_start_of(rest) {
            self.place.at += length;
            return Token::Score(score);
        }
        if let Some(number) = self.number_with_colon() {
            return number;
        }
        if let Some(length) = Self::move_length(rest) {
            return Token::Move(self.take(length));
        }
        if let Some(number) = self.number() {
            return number;
        }
        Token::Text(self.word())
    }
}

/// `(?)`, `(!!)`: a strength in brackets, as PDN 3.0 allows, not a variation.
fn strength_length(text: &str) -> Option<usize> {
    let marks = part(text, 1..).bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
    (marks > 0 && part(text, 1 + marks..).starts_with(')')).then_some(marks + 2)
}

/// The length of the square, or the file alone, that a text begins with, and whether it has digits.
fn square_length(text: &str) -> Option<(usize, bool)> {
    let first = latin(text.chars().next()?);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if matches!(first.to_ascii_lowercase(), 'a'..='l') {
        let letter = text.chars().next().map_or(0, char::len_utf8);
        let length = digits(part(text, letter..));
        return (length <= 2).then_some((letter + length, length > 0));
    }
    let length = digits(text);
    // There is no square 0; `0:08:00` is a clock.
    let zero = part(text, ..length).bytes().all(|b| b == b'0');
    (1..=3).contains(&length).then_some((length, true)).filter(|_| !zero)
}
