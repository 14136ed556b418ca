//! Which rule set a game is played under.
//!
//! Files name it seldom and sometimes wrongly. What they say is tried first, then what the squares suggest; a rule set
//! under which the whole game is legal wins over one under which it is not (case B032).

use std::fmt;

use super::replay::{Line, attempt, attempt_passed};
use super::text::part;
use super::{Item, Record};
use crate::notation::FenError;
use crate::rules::{Numbering, Variant, variant};

/// A rule set and why it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The rule set.
    pub variant: &'static Variant,
    /// Why.
    pub reason: Reason,
}

/// Why a rule set was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The caller said so.
    Given,
    /// The Variant tag names it.
    VariantTag,
    /// The GameType tag has its number.
    GameType(u8),
    /// The tags are in its language.
    Language,
    /// The squares are written as it does.
    Squares,
    /// Another was tried first, but the moves were illegal there from some ply on.
    Tried {
        /// The one that was tried first.
        instead_of: &'static Variant,
        /// The first illegal ply there, from 1; 0 when the position was impossible.
        stopped_at: usize,
    },
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "read as {}: ", self.variant.name)?;
        match &self.reason {
            Reason::Given => write!(f, "as was asked for"),
            Reason::VariantTag => write!(f, "the file names this rule set"),
            Reason::GameType(number) => write!(f, "the file says GameType {number}"),
            Reason::Language => write!(f, "the headings are in its language"),
            Reason::Squares => write!(f, "its squares are written so"),
            Reason::Tried { instead_of, stopped_at: 0 } => {
                write!(f, "the position is not possible in {}", instead_of.name)
            }
            Reason::Tried { instead_of, stopped_at } => {
                write!(f, "ply {stopped_at} is not legal in {}", instead_of.name)
            }
        }
    }
}

/// The rule set that a GameType number stands for: PDN 3.0's, and those that Lidraughts adds.
pub(super) fn of_game_type(number: u8) -> Option<&'static Variant> {
    Some(match number {
        20 => &variant::INTERNATIONAL,
        21 => &variant::ENGLISH,
        22 => &variant::ITALIAN,
        23 => &variant::POOL,
        24 => &variant::SPANISH,
        25 => &variant::RUSSIAN,
        26 => &variant::BRAZILIAN,
        27 => &variant::CANADIAN,
        28 => &variant::PORTUGUESE,
        29 => &variant::CZECH,
        30 => &variant::TURKISH,
        31 => &variant::THAI,
        40 => &variant::FRISIAN,
        96 => &variant::BREAKTHROUGH,
        97 => &variant::FRYSK,
        98 => &variant::ANTIDRAUGHTS,
        _ => return None,
    })
}

/// The number at the start of a GameType tag.
pub(super) fn game_type_number(record: &Record) -> Option<u8> {
    record.tag("GameType")?.split(',').next()?.trim().parse().ok()
}

fn of_variant_tag(value: &str) -> Option<&'static Variant> {
    if let Some(variant) = Variant::named(value) {
        return Some(variant); // As we write it, home rules among them.
    }
    let name: String =
        value.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let name = match name.as_str() {
        "standard" => "international",
        "checkers" | "american" => "english",
        other => other,
    };
    Variant::built_in(name)
}

/// What the squares of a game tell.
#[derive(Default)]
struct Squares {
    /// Some are written with letters.
    letters: bool,
    /// Some of those are light ones: only Turkish draughts uses them.
    light: bool,
    /// The highest number.
    highest: u32,
}

impl Squares {
    fn of(record: &Record) -> Self {
        let mut squares = Self::default();
        if let Some(fen) = record.tag("FEN") {
            // `:W`, `:B` and `K` are no files of the board, nor is a word a row of files.
            let fen = fen.replace(['W', 'B', 'K', 'H', 'F'], ",");
            let square = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
            fen.split([',', ':', ' ']).filter(square).for_each(|word| squares.add(word));
        }
        record.moves().for_each(|text| squares.add(text));
        squares
    }

    fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            let digits = bytes[i..].iter().take_while(|b| b.is_ascii_digit()).count();
            let file = bytes[i].to_ascii_lowercase();
            if digits > 0 {
                self.highest = self.highest.max(part(text, i..i + digits).parse().unwrap_or(0));
                i += digits;
            } else if matches!(file, b'a'..=b'h') {
                self.letters = true;
                // On a1 and all other dark squares the sum of the two is even.
                let rank = bytes.get(i + 1).filter(|b| b.is_ascii_digit());
                self.light |= rank.is_some_and(|rank| (file + rank) % 2 == 1);
                i += if rank.is_some() { 2 } else { 1 };
            } else {
                i += 1;
            }
        }
    }

    /// The rule sets that write such squares, the likeliest first. Where the start position and the moves are the same
    /// (Polish and Brazilian; International, Antidraughts and Breakthrough) only the first is named.
    fn suggest(&self) -> Vec<&'static Variant> {
        use variant as v;
        if self.letters && self.light {
            vec![&v::TURKISH, &v::RUSSIAN, &v::POLISH_64, &v::CZECH]
        } else if self.letters {
            vec![&v::RUSSIAN, &v::POLISH_64, &v::CZECH, &v::TURKISH]
        } else if self.highest > 50 {
            vec![&v::CANADIAN, &v::TURKISH]
        } else if self.highest > 32 {
            vec![&v::INTERNATIONAL, &v::FRISIAN, &v::FRYSK, &v::CANADIAN]
        } else {
            vec![
                &v::ENGLISH,
                &v::INTERNATIONAL,
                &v::ITALIAN,
                &v::POOL,
                &v::RUSSIAN,
                &v::POLISH_64,
                &v::SPANISH,
                &v::CZECH,
                &v::FRISIAN,
                &v::THAI,
                &v::FRYSK,
                &v::CANADIAN,
            ]
        }
    }
}

/// The rule sets that a game may be played under, the likeliest first, and why each is among them.
pub fn candidates(record: &Record) -> Vec<Choice> {
    let squares = Squares::of(record);
    let mut list: Vec<Choice> = Vec::new();
    let mut add = |variant: &'static Variant, reason: Reason| {
        if !list.iter().any(|choice| choice.variant == variant) {
            list.push(Choice { variant, reason });
        }
    };
    if let Some(variant) = record.tag("Variant").and_then(of_variant_tag) {
        add(variant, Reason::VariantTag);
    }
    let number = game_type_number(record);
    let stated = number.and_then(of_game_type);
    // Programs put 20 on everything; letters are not for boards of 100 squares, unless the tag says so (`20,W,10,10,A0`).
    let lettered = record.tag("GameType").and_then(|tag| tag.split(',').nth(4));
    let lettered = lettered.is_some_and(|notation| notation.trim().starts_with(['A', 'a']));
    let conflict = |variant: &Variant| {
        squares.letters && !lettered && variant.numbering != Numbering::Algebraic && variant.size > 8
    };
    if let (Some(variant), Some(number)) = (stated.filter(|v| !conflict(v)), number) {
        add(variant, Reason::GameType(number));
    }
    let italian = ["Bianco", "Nero", "Risultato"].into_iter().any(|name| record.tag(name).is_some());
    if italian && !squares.letters && squares.highest <= 32 {
        add(&variant::ITALIAN, Reason::Language);
    }
    for variant in squares.suggest() {
        add(variant, Reason::Squares);
    }
    if let (Some(variant), Some(number)) = (stated, number) {
        add(variant, Reason::GameType(number));
    }
    list
}

/// The rule set under which a game is legal, or, where there is none, under which most of it is; and the game played
/// under it. What the file states gives way only to a rule set under which the whole game is legal.
pub(super) fn choose(record: &Record) -> (Choice, Result<Line, FenError>) {
    let mut list = candidates(record).into_iter();
    let Some(first) = list.next() else {
        return (
            Choice { variant: &variant::POLISH_64, reason: Reason::Squares },
            attempt(record, &variant::POLISH_64),
        );
    };
    let stated = matches!(first.reason, Reason::VariantTag | Reason::GameType(_));
    let line = attempt(record, first.variant);
    let complete = |line: &Result<Line, FenError>| line.as_ref().is_ok_and(|line| line.stop.is_none());
    // `None`, which is less than any number, where the position is impossible.
    let plies = |line: &Result<Line, FenError>| line.as_ref().ok().map(|line| line.game.len());
    if complete(&line) {
        return (first, line);
    }
    let stopped_at = plies(&line).map_or(0, |plies| plies + 1);
    // The file may let the other side begin than its rule set does.
    if stated && stopped_at == 1 {
        let line = attempt_passed(record, first.variant);
        if complete(&line) {
            return (first, line);
        }
    }
    let mut best = (first.clone(), line);
    for Choice { variant, .. } in list {
        let line = attempt(record, variant);
        let found = complete(&line);
        if found || (!stated && plies(&line) > plies(&best.1)) {
            best =
                (Choice { variant, reason: Reason::Tried { instead_of: first.variant, stopped_at } }, line);
        }
        if found {
            break;
        }
    }
    best
}

/// How many games of a file a rule set allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    /// The rule set.
    pub variant: &'static Variant,
    /// Games with moves that are legal to the end.
    pub games: usize,
    /// Legal plies in all games, up to the first illegal one of each.
    pub plies: usize,
}

/// For the offer to read a file under another rule set: how many of its games each likely rule set allows, the best
/// first (case B032).
pub fn fits(records: &[Record]) -> Vec<Fit> {
    let mut fits: Vec<Fit> = Vec::new();
    let with_moves = || records.iter().filter(|r| r.items.iter().any(|item| matches!(item, Item::Move(_))));
    for choice in with_moves().flat_map(candidates) {
        if !fits.iter().any(|fit| fit.variant == choice.variant) {
            fits.push(Fit { variant: choice.variant, games: 0, plies: 0 });
        }
    }
    for fit in &mut fits {
        for record in with_moves() {
            if let Ok(line) = attempt(record, fit.variant) {
                fit.games += usize::from(line.stop.is_none());
                fit.plies += line.game.len();
            }
        }
    }
    fits.sort_by_key(|fit| std::cmp::Reverse((fit.games, fit.plies)));
    fits
}
