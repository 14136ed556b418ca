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
    /// Ukrainian.
    Uk,
    /// German.
    De,
    /// Dutch.
    Nl,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// Italian.
    It,
    /// Russian.
    Ru,
    /// Turkish.
    Tr,
}

impl Lang {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::Pl,
        Self::En,
        Self::Uk,
        Self::De,
        Self::Nl,
        Self::Fr,
        Self::Es,
        Self::Pt,
        Self::It,
        Self::Ru,
        Self::Tr,
    ];

    const fn facts(self) -> (&'static str, &'static str) {
        match self {
            Self::Pl => ("pl", "Polski"),
            Self::En => ("en", "English"),
            Self::Uk => ("uk", "Українська"),
            Self::De => ("de", "Deutsch"),
            Self::Nl => ("nl", "Nederlands"),
            Self::Fr => ("fr", "Français"),
            Self::Es => ("es", "Español"),
            Self::Pt => ("pt", "Português"),
            Self::It => ("it", "Italiano"),
            Self::Ru => ("ru", "Русский"),
            Self::Tr => ("tr", "Türkçe"),
        }
    }

    /// The code, as in `lang` attributes.
    pub const fn code(self) -> &'static str {
        self.facts().0
    }

    /// The name in the language itself.
    pub const fn name(self) -> &'static str {
        self.facts().1
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

    /// Which plural form a whole number takes, after the Unicode CLDR: the last part of the key. What CLDR calls 'other' is
    /// 'many' here.
    pub const fn plural(self, n: usize) -> &'static str {
        let one = match self {
            Self::Uk | Self::Ru => n % 10 == 1 && n % 100 != 11,
            Self::Fr | Self::Pt => n < 2,
            _ => n == 1,
        };
        let few = self.plural_forms().len() == 3 && matches!(n % 10, 2..=4) && !matches!(n % 100, 12..=14);
        if one {
            "one"
        } else if few {
            "few"
        } else {
            "many"
        }
    }

    /// The forms that the language has.
    pub const fn plural_forms(self) -> &'static [&'static str] {
        match self {
            Self::Pl | Self::Uk | Self::Ru => &["one", "few", "many"],
            _ => &["one", "many"],
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    const fn file(self) -> &'static str {
        match self {
            Self::Pl => include_str!("../../www/lang/pl.json"),
            Self::En => include_str!("../../www/lang/en.json"),
            Self::Uk => include_str!("../../www/lang/uk.json"),
            Self::De => include_str!("../../www/lang/de.json"),
            Self::Nl => include_str!("../../www/lang/nl.json"),
            Self::Fr => include_str!("../../www/lang/fr.json"),
            Self::Es => include_str!("../../www/lang/es.json"),
            Self::Pt => include_str!("../../www/lang/pt.json"),
            Self::It => include_str!("../../www/lang/it.json"),
            Self::Ru => include_str!("../../www/lang/ru.json"),
            Self::Tr => include_str!("../../www/lang/tr.json"),
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
        let texts =
            |lang: Lang| Self::read(lang, lang.file()).unwrap_or_else(|| panic!("{}.json", lang.code()));
        let mut own = texts(lang);
        // The built site's files are filled in the same way.
        for (key, text) in texts(Lang::En).texts {
            if !own.has(&key) {
                own.texts.push((key, text));
            }
        }
        own
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

    /// Parts of the page whose texts come in Polish and English first: elsewhere they are read in English.
    const NOT_YET: &[&str] = &[];

    #[test]
    fn all_languages_have_the_same_keys_with_their_own_plural_forms() {
        let own = |lang: Lang| Texts::read(lang, lang.file()).expect("a list of texts");
        let english = own(Lang::En);
        let mut faults = Vec::new();
        for lang in Lang::ALL {
            let texts = own(lang);
            let whole = [Lang::Pl, Lang::En].contains(&lang);
            for key in english.keys().filter(|key| whole || !NOT_YET.iter().any(|part| key.starts_with(part)))
            {
                let (stem, form) = stem(key);
                if form.is_none() {
                    if !texts.has(key) {
                        faults.push(format!("{} lacks {key}", lang.code()));
                    } else if names(texts.get(key)) != names(english.get(key)) {
                        faults.push(format!("{} {key}: other names", lang.code()));
                    }
                } else {
                    for form in lang.plural_forms() {
                        if !texts.has(&format!("{stem}.{form}")) {
                            faults.push(format!("{} lacks {stem}.{form}", lang.code()));
                        }
                    }
                }
            }
            for key in texts.keys() {
                let (stem, form) = stem(key);
                let known = if form.is_some() { format!("{stem}.many") } else { key.to_owned() };
                if !english.has(&known) || form.is_some_and(|f| !lang.plural_forms().contains(&f)) {
                    faults.push(format!("{} has {key}, which English lacks", lang.code()));
                }
                if texts.get(key).trim().is_empty() {
                    faults.push(format!("{}: {key} is empty", lang.code()));
                }
            }
        }
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn french_marks_never_begin_a_line() {
        let texts = Texts::new(Lang::Fr);
        for key in texts.keys() {
            let text = texts.get(key);
            for mark in [" :", " ;", " ?", " !", " »", "« "] {
                assert!(!text.contains(mark), "{key}: an ordinary space in '{mark}'");
            }
        }
    }

    #[test]
    fn buttons_beside_each_other_have_words_of_their_own() {
        for lang in Lang::ALL {
            let texts = Texts::new(lang);
            let row = ["undo", "redo", "hint", "hint-more", "menu", "move-now", "review", "adjust"];
            let words: Vec<String> =
                row.iter().map(|name| texts.get(&["button.", name].concat()).to_owned()).collect();
            for (i, word) in words.iter().enumerate() {
                assert!(!words[..i].contains(word), "{lang:?}: two buttons are called {word}");
            }
        }
    }

    #[test]
    fn plurals_by_cldr() {
        let forms = |lang: Lang| [0, 1, 2, 5, 11, 12, 21, 22, 25, 111].map(|n| &lang.plural(n)[..1]).concat();
        assert_eq!(forms(Lang::Pl), "mofmmmmfmm");
        assert_eq!(forms(Lang::Uk), "mofmmmofmm");
        assert_eq!(forms(Lang::Ru), "mofmmmofmm");
        for lang in [Lang::En, Lang::De, Lang::Nl, Lang::Es, Lang::It, Lang::Tr] {
            assert_eq!(forms(lang), "mommmmmmmm", "{lang:?}");
        }
        assert_eq!(forms(Lang::Fr), "oommmmmmmm");
        assert_eq!(forms(Lang::Pt), "oommmmmmmm");
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
        assert_eq!(choose(&["de-AT"]), Lang::De);
        assert_eq!(choose(&["uk-UA", "pl"]), Lang::Uk);
        assert_eq!(choose(&["ja", "pl"]), Lang::Pl);
        assert_eq!(choose(&["ja"]), Lang::En);
        assert_eq!(choose(&["ar"]), Lang::En);
        assert_eq!(choose(&["zz"]), Lang::En);
        assert_eq!(choose(&[]), Lang::Pl);
        assert_eq!(choose(&[""]), Lang::Pl);
    }
}
