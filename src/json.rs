//! JSON, as little of it as is needed: saved games, settings, texts, and what page and worker say to each other.
//!
//! A general library for it, with what its derived code brings, was 28 of 238 KB of wasm (gzip). Numbers with a point or an exponent are read as
//! [`Json::Fraction`] and never looked at: nothing that we write has any.

use std::fmt::{self, Write};

/// Lists and records in each other are read so deep and no deeper: a text can't exhaust the stack.
const DEEPEST: usize = 100;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    /// A number that is no whole one, or too large.
    Fraction,
    Text(String),
    List(Vec<Self>),
    /// Fields in their order.
    Record(Vec<(String, Self)>),
}

impl Json {
    /// Reads a text that is one value and nothing else.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        (reader.at == text.len()).then_some(value)
    }

    /// A record of these fields.
    pub(crate) fn record<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Record(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    pub(crate) fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// A field of a record; of two with the same name the last.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Record(fields) = self else { return None };
        fields.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn bool(&self) -> Option<bool> {
        if let Self::Bool(on) = self { Some(*on) } else { None }
    }

    pub(crate) fn number<T: TryFrom<i64>>(&self) -> Option<T> {
        if let Self::Number(n) = self { T::try_from(*n).ok() } else { None }
    }

    pub(crate) fn items(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// A list of small numbers.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        self.items()?.iter().map(Self::number).collect()
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<bool> for Json {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}
impl From<u8> for Json {
    fn from(n: u8) -> Self {
        Self::Number(n.into())
    }
}
impl From<u32> for Json {
    fn from(n: u32) -> Self {
        Self::Number(n.into())
    }
}
impl From<i32> for Json {
    fn from(n: i32) -> Self {
        Self::Number(n.into())
    }
}
impl From<&Vec<u8>> for Json {
    fn from(bytes: &Vec<u8>) -> Self {
        Self::list(bytes.iter().copied())
    }
}
impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null | Self::Fraction => f.write_str("null"),
            Self::Bool(on) => f.write_str(if *on { "true" } else { "false" }),
            Self::Number(n) => write!(f, "{n}"),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    f.write_char(if i == 0 { '[' } else { ',' })?;
                    item.fmt(f)?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Self::Record(fields) => {
                for (i, (name, value)) in fields.iter().enumerate() {
                    f.write_char(if i == 0 { '{' } else { ',' })?;
                    write_text(f, name)?;
                    f.write_char(':')?;
                    value.fmt(f)?;
                }
                f.write_str(if fields.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                f.write_char('\\')?;
                f.write_char(c)?;
            }
            '\0'..='\x1f' => write!(f, "\\u{:04x}", c as u32)?,
            _ => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// The next byte that is no space, if it is this one.
    fn takes(&mut self, byte: u8) -> bool {
        self.space();
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        let there = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += word.len();
        there.then_some(value)
    }

    fn value(&mut self, deep: usize) -> Option<Json> {
        if deep > DEEPEST {
            return None;
        }
        self.space();
        match self.peek()? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                if self.takes(b']') {
                    return Some(Json::List(items));
                }
                loop {
                    items.push(self.value(deep + 1)?);
                    if self.takes(b']') {
                        return Some(Json::List(items));
                    }
                    if !self.takes(b',') {
                        return None;
                    }
                }
            }
            b'{' => {
                self.at += 1;
                let mut fields = Vec::new();
                if self.takes(b'}') {
                    return Some(Json::Record(fields));
                }
                loop {
                    self.space();
                    let name = self.string()?;
                    if !self.takes(b':') {
                        return None;
                    }
                    fields.push((name, self.value(deep + 1)?));
                    if self.takes(b'}') {
                        return Some(Json::Record(fields));
                    }
                    if !self.takes(b',') {
                        return None;
                    }
                }
            }
            _ => self.number(),
        }
    }

    fn digits(&mut self) -> Option<&str> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        self.text.get(start..self.at).filter(|digits| !digits.is_empty())
    }

    fn number(&mut self) -> Option<Json> {
        let minus = self.peek() == Some(b'-');
        self.at += usize::from(minus);
        let whole = self.digits()?;
        if whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        // Minus nought is no whole number.
        let mut value =
            whole.parse::<i64>().ok().filter(|n| !minus || *n > 0).map(|n| if minus { -n } else { n });
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
            value = None;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
            value = None;
        }
        Some(value.map_or(Json::Fraction, Json::Number))
    }

    fn string(&mut self) -> Option<String> {
        if self.peek()? != b'"' {
            return None;
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek()?, b'"' | b'\\' | 0..0x20) {
                self.at += 1;
            }
            text.push_str(self.text.get(start..self.at).unwrap_or_default());
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'"' => return Some(text),
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => byte as char,
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex()?;
                if !(0xd800..0xdc00).contains(&high) {
                    return char::from_u32(high);
                }
                let rest = self.text.as_bytes().get(self.at..self.at + 2)?;
                if rest != b"\\u" {
                    return None;
                }
                self.at += 2;
                let low = self.hex()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low)?
            }
            _ => return None,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let mut n = 0;
        for _ in 0..4 {
            n = n << 4 | char::from(self.peek()?).to_digit(16)?;
            self.at += 1;
        }
        Some(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    /// The same as serde_json's value, with all that is no whole number as one.
    fn known(value: &Value) -> Json {
        match value {
            Value::Null => Json::Null,
            Value::Bool(on) => Json::Bool(*on),
            Value::Number(n) => n.as_i64().map_or(Json::Fraction, Json::Number),
            Value::String(text) => Json::Text(text.clone()),
            Value::Array(items) => Json::List(items.iter().map(known).collect()),
            Value::Object(fields) => {
                let field = |(name, value): (&String, &Value)| (name.clone(), known(value));
                Json::Record(fields.iter().map(field).collect())
            }
        }
    }

    #[test]
    fn what_is_json_and_what_is_not_as_serde_json_says() {
        for text in [
            "",
            " ",
            "null",
            " null ",
            "nul",
            "nulll",
            "true",
            "false",
            "undefined",
            "1",
            "-1",
            "01",
            "-",
            "1.5",
            "1.",
            ".5",
            "1e9",
            "1E+2",
            "1e",
            "99999999999999999999",
            "9223372036854775807",
            "[]",
            "[1,]",
            "[,]",
            "[1 2]",
            "[1, [2, {}]]",
            "{",
            "{}",
            "{\"a\":",
            "{\"a\":1}",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\" : [ ] }",
            "\"",
            "\"a\"",
            "\"\\u00f3\\n\\/\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\udc00\"",
            "\"\\x\"",
            "\"\n\"",
            "\"\u{17c}\"",
            "1 2",
            "[1]]",
            "\u{feff}1",
            "\"\\u12\"",
            "\"\\u+123\"",
            "\"\\ud83d\\u0041\"",
        ] {
            assert_eq!(Json::read(text), serde_json::from_str(text).ok().as_ref().map(known), "{text}");
        }
        assert_eq!(Json::read(&"[".repeat(100_000)), None);
    }

    /// Found by the property below.
    #[test]
    fn minus_nought_is_no_whole_number() {
        for (text, json) in [("-0", Json::Fraction), ("0", Json::Number(0)), ("-7", Json::Number(-7))] {
            assert_eq!(Json::read(text), Some(json), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_as_serde_json_reads_it(text in "[\\[\\]{}:,\"\\\\ntruefalsu0-9eE.+ \u{17c}-]{0,24}") {
            let ours = Json::read(&text);
            match serde_json::from_str::<Value>(&text) {
                Ok(value) if !text.contains('{') => prop_assert_eq!(ours, Some(known(&value))),
                // Out of range for serde_json only.
                Err(_) if ours == Some(Json::Fraction) => {}
                other => prop_assert_eq!(ours.is_some(), other.is_ok()),
            }
        }

        #[test]
        fn any_text_survives(text in any::<String>()) {
            let json = Json::list([Json::from(text.as_str())]);
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&json.to_string()).expect("JSON"), vec![text]);
            prop_assert_eq!(Json::read(&json.to_string()), Some(json));
        }
    }
}
