//! From bytes to text.
//!
//! Four 8-bit encodings are all that draughts files need beyond Unicode, so they are tables of ours: a general library
//! would add more to the page than the whole PDN reader weighs.

/// How the text of a file is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// Western European Windows, which includes Latin-1.
    Windows1252,
    /// Central European Windows: Polish, Czech.
    Windows1250,
    /// Cyrillic Windows.
    Windows1251,
    /// Cyrillic DOS.
    Cp866,
}

/// What cp1252 has at 0x80; the rest is Latin-1.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
/// What cp1250 has from 0x80 on.
const WINDOWS_1250: &str = "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";
/// What cp1251 has at 0x80; from 0xC0 on the alphabet follows.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї";
/// What cp866 has at 0xB0, between the parts of the alphabet.
const CP866_FRAMES: &str = "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀";
/// What cp866 has at 0xF0.
const CP866_END: &str = "ЁёЄєЇїЎў°∙·√№¤■\u{a0}";

impl Encoding {
    /// All that can be chosen, for a list.
    pub const ALL: [Self; 7] = [
        Self::Utf8,
        Self::Windows1252,
        Self::Windows1250,
        Self::Windows1251,
        Self::Cp866,
        Self::Utf16Le,
        Self::Utf16Be,
    ];

    /// The encoding that a file seems to have: by its byte-order mark, else UTF-8 if it can be that, else the 8-bit encoding
    /// whose letters stand where letters do. The last is a guess, so the reader may choose another.
    pub fn guess(bytes: &[u8]) -> Self {
        match bytes {
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Self::Utf16Le,
            [0, a, 0, b, ..] if *a != 0 && *b != 0 => Self::Utf16Be,
            _ => {
                // A file that was cut or patched has a broken letter or two among many good ones.
                let (mut good, mut bad) = (0usize, 0usize);
                for chunk in bytes.utf8_chunks() {
                    good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
                    bad += usize::from(!chunk.invalid().is_empty());
                }
                if bad * 8 <= good { Self::Utf8 } else { Self::guess_eight_bit(bytes) }
            }
        }
    }

    fn guess_eight_bit(bytes: &[u8]) -> Self {
        let high = |byte: &u8| *byte >= 0x80;
        let (mut all, mut in_words, mut mixed) = (0usize, 0usize, 0usize);
        let (mut dos, mut windows, mut central) = (0usize, 0usize, 0usize);
        for (i, byte) in bytes.iter().enumerate().filter(|(_, byte)| high(byte)) {
            let before = i.checked_sub(1).and_then(|i| bytes.get(i));
            let behind = bytes.get(i + 1);
            all += 1;
            in_words += usize::from(before.is_some_and(high) || behind.is_some_and(high));
            dos += usize::from(matches!(byte, 0x80..=0xaf));
            windows += usize::from(matches!(byte, 0xc0..=0xdf | 0xf0..=0xff));
            // Ł, Ż, ł, ą, Ź, ź beside Latin letters, and ż behind one: in cp1252 these are signs.
            let latin = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
            let letter = match byte {
                0x8f | 0x9f | 0xa3 | 0xaf | 0xb3 | 0xb9 => true,
                0xbf => latin(before),
                _ => false,
            };
            let beside = latin(before) || latin(behind);
            mixed += usize::from(beside);
            central += usize::from(letter && beside);
        }
        // Cyrillic words are of high bytes throughout; elsewhere they stand alone among Latin letters.
        if in_words * 3 > all * 2 && mixed * 10 < all {
            if dos > windows { Self::Cp866 } else { Self::Windows1251 }
        } else if central > 0 {
            Self::Windows1250
        } else {
            Self::Windows1252
        }
    }

    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Windows1252 => "Windows-1252",
            Self::Windows1250 => "Windows-1250",
            Self::Windows1251 => "Windows-1251",
            Self::Cp866 => "CP866",
        }
    }

    /// The text. What can't be read becomes U+FFFD; a byte-order mark is dropped.
    ///
    /// ```
    /// use damka::notation::pdn::Encoding;
    ///
    /// assert_eq!(Encoding::guess(b"caf\xe9"), Encoding::Windows1252);
    /// assert_eq!(Encoding::Windows1252.decode(b"caf\xe9"), "café");
    /// assert_eq!(Encoding::guess(b"\xa3ukasz \xaf\xf3\xb3\xe6"), Encoding::Windows1250);
    /// assert_eq!(Encoding::Windows1250.decode(b"\xa3ukasz \xaf\xf3\xb3\xe6"), "Łukasz Żółć");
    /// assert_eq!(Encoding::Windows1251.decode(b"\xd8\xe0\xf8\xea\xe8"), "Шашки");
    /// assert_eq!(Encoding::Cp866.decode(b"\x98\xa0\xe8\xaa\xa8"), "Шашки");
    /// ```
    pub fn decode(self, bytes: &[u8]) -> String {
        let text = match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Utf16Le => utf16(bytes, u16::from_le_bytes),
            Self::Utf16Be => utf16(bytes, u16::from_be_bytes),
            Self::Windows1252 => eight_bit(bytes, |byte| match byte {
                0x80..=0x9f => WINDOWS_1252.chars().nth(usize::from(byte - 0x80)),
                _ => Some(char::from(byte)),
            }),
            Self::Windows1250 => {
                let table: Vec<char> = WINDOWS_1250.chars().collect();
                eight_bit(bytes, |byte| table.get(usize::from(byte - 0x80)).copied())
            }
            Self::Windows1251 => eight_bit(bytes, |byte| match byte {
                0x80..=0xbf => WINDOWS_1251.chars().nth(usize::from(byte - 0x80)),
                _ => char::from_u32(0x410 + u32::from(byte - 0xc0)),
            }),
            Self::Cp866 => eight_bit(bytes, |byte| match byte {
                0x80..=0xaf => char::from_u32(0x410 + u32::from(byte - 0x80)),
                0xb0..=0xdf => CP866_FRAMES.chars().nth(usize::from(byte - 0xb0)),
                0xe0..=0xef => char::from_u32(0x440 + u32::from(byte - 0xe0)),
                _ => CP866_END.chars().nth(usize::from(byte - 0xf0)),
            }),
        };
        match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).map(|c| c.unwrap_or('\u{fffd}')).collect()
}

fn eight_bit(bytes: &[u8], upper: impl Fn(u8) -> Option<char>) -> String {
    bytes
        .iter()
        .map(|&byte| if byte < 0x80 { char::from(byte) } else { upper(byte).unwrap_or('\u{fffd}') })
        .collect()
}
