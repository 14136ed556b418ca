//! Blanks, lines and tags as damaged files have them.

/// Names of tags are short; what is longer is no tag.
const LONGEST_NAME: usize = 64;

/// A part of a text; nothing where the range is none. (Slicing that can panic brings a kilobyte of tables to say why.)
pub(super) fn part(text: &str, range: impl std::slice::SliceIndex<str, Output = str>) -> &str {
    text.get(range).unwrap_or_default()
}

/// A letter, of the scripts that people write in. (The library's own tables are larger than this module.)
pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{aa}' | '\u{b5}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{1fff}')
            && !matches!(c, '\u{d7}' | '\u{f7}')
        || matches!(c, '\u{2c00}'..='\u{2dff}' | '\u{3040}'..='\u{d7ff}')
}

/// Spaces and what files have in their place.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0'..='\u{20}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The length of the blanks within a line, as long as they are few.
pub(super) fn blanks(text: &str) -> usize {
    const MOST: usize = 3;
    let mut length = 0;
    for c in text.chars().take(MOST) {
        if !is_blank(c) || matches!(c, '\n' | '\r') {
            break;
        }
        length += c.len_utf8();
    }
    length
}

pub(super) fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The name of the tag that a text begins with, and where its value begins. Before a value in quotes the name may be
/// of any letters, as damaged files have it; commands (`[%clock ...]`) are no tags.
pub(super) fn tag_name(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[')?;
    let start = 1 + inner.len() - inner.trim_start_matches(is_blank).len();
    let length = part(text, start..)
        .char_indices()
        .take(LONGEST_NAME)
        .find(|&(_, c)| is_blank(c) || matches!(c, '[' | ']' | '"'))
        .map(|(i, _)| i)?;
    let name = part(text, start..start + length);
    if name.is_empty() || name.starts_with('%') {
        return None;
    }
    let behind = part(text, start + length..);
    let value = behind.trim_start_matches([' ', '\t', '\u{a0}']);
    let gap = behind.len() - value.len();
    let plain = name.starts_with(is_letter)
        && (value.starts_with(']') || (gap > 0 && !value.starts_with(['\n', '\r'])));
    (value.starts_with('"') || plain).then_some((name, start + length + gap))
}

/// Whether a line begins a tag with a value in quotes: then whatever was open before it is over.
pub(super) fn is_tag_line(text: &str) -> bool {
    text.starts_with('[') && tag_name(text).is_some_and(|(_, value)| part(text, value..).starts_with('"'))
}

/// A value without the quotes around it that are none to PDN: `'a'`, `“a”`, `«a»`; and whether it had them.
pub(super) fn without_odd_quotes(value: &str) -> (&str, bool) {
    const PAIRS: [(&str, &[&str]); 6] = [
        ("'", &["'"]),
        ("“", &["”", "“"]),
        ("”", &["”"]),
        ("„", &["“", "”"]),
        ("«", &["»"]),
        ("&quot;", &["&quot;"]),
    ];
    for (open, closing) in PAIRS {
        if let Some(inner) = value.strip_prefix(open)
            && let Some(inner) = closing.iter().find_map(|close| inner.strip_suffix(close))
        {
            return (inner, true);
        }
    }
    (value, false)
}

/// A text in one line, without the blanks around it and without line ends written as two characters.
pub(super) fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for word in text.split(is_blank) {
        let word = word.strip_suffix("\\r").unwrap_or(word);
        if !word.is_empty() {
            if !tidied.is_empty() {
                tidied.push(' ');
            }
            tidied.push_str(word);
        }
    }
    tidied
}
