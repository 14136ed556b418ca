//! The texts of the page in the languages that it speaks.
//!
//! A language is a file in `www/lang`: JSON, one text a line, that a translator can edit. A text that counts something
//! has one key for each plural form of the language (`pieces.one`, `pieces.few`, `pieces.many`).

use crate::json::Json;

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// Polish.
    Pl,
    /// English.
    En,
}

impl Lang {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Pl, Self::En];

    /// The code, as in `lang` attributes.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pl => "pl",
            Self::En => "en",
        }
    }

    /// The name in the language itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pl => "Polski",
            Self::En => "English",
        }
    }

    /// The language with this code.
    pub fn with_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The best language for a reader who prefers these, best first (`pl-PL`, `de`, ...): the first one we speak; English
    /// where we speak none of them; Polish where nothing is known (case B114).
    pub fn preferred<'a>(codes: impl IntoIterator<Item = &'a str>) -> Self {
        let mut any = false;
        for code in codes {
            let main = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
            any |= !main.is_empty();
            if let Some(lang) = Self::with_code(&main) {
                return lang;
            }
        }
        if any { Self::En } else { Self::Pl }
    }

    /// Which plural form a number takes: the last part of the key.
    pub const fn plural(self, n: usize) -> &'static str {
        match self {
            Self::Pl => match (n, n % 10, n % 100) {
                (1, ..) => "one",
                (_, 2..=4, 12..=14) => "many",
                (_, 2..=4, _) => "few",
                _ => "many",
            },
            Self::En => {
                if n == 1 {
                    "one"
                } else {
                    "many"
                }
            }
        }
    }

    /// The forms that the language has.
    pub const fn plural_forms(self) -> &'static [&'static str] {
        match self {
            Self::Pl => &["one", "few", "many"],
            Self::En => &["one", "many"],
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    const fn file(self) -> &'static str {
        match self {
            Self::Pl => include_str!("../../www/lang/pl.json"),
            Self::En => include_str!("../../www/lang/en.json"),
        }
    }
}

/// The texts of one language.
#[derive(Debug, Clone)]
pub struct Texts {
    lang: Lang,
    texts: Vec<(String, Json)>,
}

impl Texts {
    /// The texts of a language.
    ///
    /// # Panics
    /// When its file is not a JSON object of strings; a test reads every file.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(lang: Lang) -> Self {
        Self::read(lang, lang.file()).unwrap_or_else(|| panic!("{}.json", lang.code()))
    }
    /// The page fetches the file of its reader's language alone; until then a text is its key.
    #[cfg(target_arch = "wasm32")]
    pub fn new(lang: Lang) -> Self {
        Self { lang, texts: Vec::new() }
    }

    /// The texts in a language's file, if it is one.
    pub fn read(lang: Lang, file: &str) -> Option<Self> {
        let Json::Record(texts) = Json::read(file)? else { return None };
        Some(Self { lang, texts })
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(key, _)| key.as_str())
    }

    /// One after the other: keys differ in length or at the first letters, and there are a few hundred.
    fn find(&self, key: &str) -> Option<&str> {
        self.texts.iter().find(|(own, _)| own == key)?.1.text()
    }

    /// The text with this key; the key itself where there is none (a test finds such keys).
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key).unwrap_or(key)
    }

    /// Whether there is such a text.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// The text with `{name}` replaced by a value for each given name.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = String::new();
        for part in self.get(key).split_inclusive('}') {
            let known = part
                .strip_suffix('}')
                .and_then(|part| part.rsplit_once('{'))
                .and_then(|(before, name)| Some((before, values.iter().find(|(own, _)| *own == name)?.1)));
            let (before, value) = known.unwrap_or((part, ""));
            text.push_str(before);
            text.push_str(value);
        }
        text
    }

    /// The text in the plural form for `n`, with `{n}` and other names filled in.
    pub fn count(&self, key: &str, n: usize, values: &[(&str, &str)]) -> String {
        let key = format!("{key}.{}", self.lang.plural(n));
        let n = n.to_string();
        let mut all = vec![("n", n.as_str())];
        all.extend_from_slice(values);
        self.fill(&key, &all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key without its plural form.
    fn stem(key: &str) -> (&str, Option<&str>) {
        match key.rsplit_once('.') {
            Some((stem, form @ ("one" | "few" | "many"))) => (stem, Some(form)),
            _ => (key, None),
        }
    }

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<_> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn all_languages_have_the_same_keys_with_their_own_plural_forms() {
        let english = Texts::new(Lang::En);
        for lang in Lang::ALL {
            let texts = Texts::new(lang);
            for key in english.keys() {
                let (stem, form) = stem(key);
                if form.is_none() {
                    assert!(texts.has(key), "{lang:?} lacks {key}");
                    assert_eq!(names(texts.get(key)), names(english.get(key)), "{lang:?} {key}: other names");
                } else {
                    for form in lang.plural_forms() {
                        assert!(texts.has(&format!("{stem}.{form}")), "{lang:?} lacks {stem}.{form}");
                    }
                }
            }
            for key in texts.keys() {
                let (stem, form) = stem(key);
                let known = if form.is_some() { format!("{stem}.many") } else { key.to_owned() };
                assert!(english.has(&known), "{lang:?} has {key}, which English lacks");
                assert!(form.is_none_or(|f| lang.plural_forms().contains(&f)), "{lang:?}: {key}");
                assert!(!texts.get(key).trim().is_empty(), "{lang:?}: {key} is empty");
            }
        }
    }

    #[test]
    fn polish_plurals() {
        let texts = Texts::new(Lang::Pl);
        let said: Vec<String> =
            [1, 2, 4, 5, 12, 21, 22].iter().map(|n| texts.count("pieces", *n, &[])).collect();
        assert_eq!(
            said,
            ["1 pionek", "2 pionki", "4 pionki", "5 pionków", "12 pionków", "21 pionków", "22 pionki"]
        );
    }

    #[test]
    fn b114_any_language_list_gives_a_sensible_language() {
        let choose = |codes: &[&str]| Lang::preferred(codes.iter().copied());
        assert_eq!(choose(&["pl-PL"]), Lang::Pl);
        assert_eq!(choose(&["pl"]), Lang::Pl);
        assert_eq!(choose(&["de-AT"]), Lang::En);
        assert_eq!(choose(&["de-AT", "pl"]), Lang::Pl);
        assert_eq!(choose(&["ar"]), Lang::En);
        assert_eq!(choose(&["zz"]), Lang::En);
        assert_eq!(choose(&[]), Lang::Pl);
        assert_eq!(choose(&[""]), Lang::Pl);
    }
}
