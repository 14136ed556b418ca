//! The rule sets, as data: a [`Variant`] is a list of facts, each with its article beside it.
//!
//! Nothing outside `rules` asks which variant it has in order to decide a rule; it asks for the fact.

use super::geometry::{Geometry, dir};
use super::{Bits, Side};

/// Which captures may be chosen where several are possible (RULES.md, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Priority {
    /// Any complete capture.
    None,
    /// The most pieces; a king counts as one (W64-17).
    Most,
    /// The greatest value, then with a king (WFD 11, 12).
    Frisian,
    /// The most pieces, then with a king, then the most kings, then kings earliest (FID 5).
    Italian,
    /// The most pieces, then the most kings.
    Spanish,
    /// With a king where any king can capture.
    Czech,
}

/// What ends a game in victory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The side that has no move loses (W64-5).
    Normal,
    /// The side that has no move wins (Antidraughts).
    Lose,
    /// The side that first has a king wins (Breakthrough).
    Crown,
}

/// How squares are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// 1, 2, 3 ... row by row from the top left (W100-2.6).
    Rows,
    /// The same from the bottom right (Spanish, Portuguese).
    RowsFromBottom,
    /// a1 to h8 from White's left (W100-2.6.4).
    Algebraic,
}

/// One rule by which a game is drawn; all counts are in plies (one move by one player).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The same position with the same side to move for the `n`th time (D1).
    Repetition(u8),
    /// So many plies in a row that were all king moves without a capture (W64-6; D0, D2, D5 7.2.5).
    QuietKings(u16),
    /// So many plies without a capture or a man's move (D7, D8, D10, D11).
    NoProgress(u16),
    /// So many plies without a capture or a crowning (D9).
    NoChange(u16),
    /// Both sides have a king, between `least` and `most` pieces in all, so many plies without a capture or a crowning
    /// (D5 7.2.6).
    Balanced {
        /// Fewest pieces in all.
        least: u8,
        /// Most pieces in all.
        most: u8,
        /// Plies.
        plies: u16,
    },
    /// A lone king against exactly three pieces, a king among them: so many plies from when that arose (D3).
    ThreeAgainstKing(u16),
    /// A lone king against one or two pieces, a king among them (D4, D5 7.2.8).
    TwoAgainstKing(u16),
    /// Three or more kings, and nothing else, against a lone king (D5 7.2.4).
    KingsAgainstKing(u16),
    /// Three pieces with a king against a lone king that alone holds the main line (D5 7.2.7).
    LoneKingOnMainLine(u16),
    /// Three kings, one of them on the main line, against a lone king (D9).
    ThreeKingsOnMainLine(u16),
    /// Three kings against a lone king: so many plies from when that arose (D11).
    ThreeKings(u16),
    /// Two kings against one (D6, WFD 18).
    TwoKingsAgainstOne(u16),
    /// One king against one (D6, WFD 21.1).
    KingAgainstKing(u16),
    /// One piece each: so many plies without a capture (D12).
    OneEach(u16),
}

/// Which body of code plays the variant: the two main games have their facts built in, the others look them up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// 8x8, men capture backwards, flying kings, most pieces: Polish and Brazilian.
    W64,
    /// The same on 10x10: International and what has its moves.
    W100,
    /// Any board of up to 64 bits.
    Narrow,
    /// Any other.
    Wide,
}

/// A rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The name in files, commands and texts: `polish64`, `international` ...
    pub name: &'static str,
    /// The number in PDN's GameType tag; `None` where no official one exists.
    pub game_type: Option<u8>,
    /// Rows and columns: 8, 10 or 12.
    pub size: u8,
    /// All squares are used, and pieces move along rows and columns (Turkish).
    pub all_squares: bool,
    /// The bottom left corner is playable (W100-2.4).
    pub left_corner: bool,
    /// Rows of men a side at the start.
    pub men_rows: u8,
    /// Empty rows behind the men at the start.
    pub skip_rows: u8,
    /// Who moves first (W64-4, W100-3.3).
    pub first: Side,
    /// Capturing is compulsory (W64-11). `false` only in home rules.
    pub must_capture: bool,
    /// Men capture backwards too (W64-10).
    pub men_capture_back: bool,
    /// Every piece captures along rows and columns as well (Frisian).
    pub orthogonal_captures: bool,
    /// Kings move any distance (W64-15, W64-16). `false`: one square, like a man, but both ways.
    pub flying: bool,
    /// A capturing king lands right behind the piece (Thai).
    pub lands_behind: bool,
    /// A jumped piece leaves the board at once (Turkish, Thai); otherwise after the move (W64-9).
    pub lifted_at_once: bool,
    /// A capture may turn back by 180 degrees (Thai). It has a meaning only where pieces are lifted at once.
    pub may_turn_back: bool,
    /// A man that touches the last row during a capture goes on as a king (Russian); otherwise W64-14.
    pub crowned_in_passing: bool,
    /// Men may capture kings. `false`: Italian.
    pub men_capture_kings: bool,
    /// Choice among captures (W64-17).
    pub priority: Priority,
    /// What wins.
    pub goal: Goal,
    /// Most quiet moves in a row with the same king while the side has a man (Frisian, WFD 17); 0: no limit.
    pub same_king_limit: u8,
    /// How squares are written.
    pub numbering: Numbering,
    /// What stands between the squares of a capture.
    pub capture_sign: char,
    /// The draw rules in force.
    pub draws: &'static [DrawRule],
}

/// The defaults: the moves of Polish draughts on 64 squares.
const BASE: Variant = Variant {
    name: "polish64",
    game_type: Some(26),
    size: 8,                    // W64-1
    all_squares: false,         // W64-2
    left_corner: true,          // W100-2.4
    men_rows: 3,                // W64-3
    skip_rows: 0,               // W64-3
    first: Side::White,         // W64-4
    must_capture: true,         // W64-11
    men_capture_back: true,     // W64-10
    orthogonal_captures: false, // W64-8
    flying: true,               // W64-15, W64-16
    lands_behind: false,        // W64-16
    lifted_at_once: false,      // W64-9
    may_turn_back: false,       // W64-18
    crowned_in_passing: false,  // W64-14
    men_capture_kings: true,    // W64-8
    priority: Priority::Most,   // W64-17
    goal: Goal::Normal,         // W64-5
    same_king_limit: 0,
    numbering: Numbering::Algebraic, // W100-2.6.4
    capture_sign: 'x',
    draws: &[DrawRule::QuietKings(30), DrawRule::Repetition(3)], // W64-6 (D0), D1
};

/// FMJD draw rules: D1 to D4.
const FMJD: &[DrawRule] = &[
    DrawRule::Repetition(3),
    DrawRule::QuietKings(50),
    DrawRule::ThreeAgainstKing(32),
    DrawRule::TwoAgainstKing(10),
];

/// FMJD-64 draw rules: D5.
const FMJD_64: &[DrawRule] = &[
    DrawRule::Repetition(3),
    DrawRule::KingsAgainstKing(30),
    DrawRule::QuietKings(30),
    DrawRule::Balanced { least: 4, most: 5, plies: 60 },
    DrawRule::Balanced { least: 6, most: 7, plies: 120 },
    DrawRule::LoneKingOnMainLine(10),
    DrawRule::TwoAgainstKing(10),
];

/// Polish draughts on 64 squares: W64.
pub static POLISH_64: Variant = BASE;
/// Brazilian: the moves of W64 with the FMJD-64 draws.
pub static BRAZILIAN: Variant = Variant { name: "brazilian", draws: FMJD_64, ..BASE };
/// International, 100 squares: W100 and FMJD.
pub static INTERNATIONAL: Variant = Variant {
    name: "international",
    game_type: Some(20),
    size: 10,                   // W100-2.1
    men_rows: 4,                // W100-2.7
    numbering: Numbering::Rows, // W100-2.6
    draws: FMJD,
    ..BASE
};
/// Canadian, 144 squares (D14).
pub static CANADIAN: Variant =
    Variant { name: "canadian", game_type: Some(27), size: 12, men_rows: 5, ..INTERNATIONAL };
/// Russian.
pub static RUSSIAN: Variant = Variant {
    name: "russian",
    game_type: Some(25),
    crowned_in_passing: true, // FMJD64
    priority: Priority::None,
    capture_sign: ':',
    draws: FMJD_64,
    ..BASE
};
/// Pool (American pool checkers).
pub static POOL: Variant = Variant {
    name: "pool",
    game_type: Some(23),
    first: Side::Black,
    priority: Priority::None, // APCA
    numbering: Numbering::Rows,
    draws: &[DrawRule::Repetition(3), DrawRule::NoProgress(30), DrawRule::ThreeKings(26)], // D11
    ..BASE
};
/// Frisian.
pub static FRISIAN: Variant = Variant {
    name: "frisian",
    game_type: Some(40),
    orthogonal_captures: true,   // WFD 10
    priority: Priority::Frisian, // WFD 11, 12
    same_king_limit: 3,          // WFD 17
    // D6, and a safety net of ours (not in WFD): without one, two sides with two kings each can shuffle for ever.
    draws: &[DrawRule::TwoKingsAgainstOne(14), DrawRule::KingAgainstKing(4), DrawRule::QuietKings(50)],
    ..INTERNATIONAL
};
/// Frysk!: Frisian with five men a side.
pub static FRYSK: Variant = Variant { name: "frysk", men_rows: 1, ..FRISIAN };
/// English draughts, American checkers.
pub static ENGLISH: Variant = Variant {
    name: "english",
    game_type: Some(21),
    first: Side::Black,
    men_capture_back: false,
    flying: false,
    priority: Priority::None,
    numbering: Numbering::Rows,
    draws: &[DrawRule::Repetition(3), DrawRule::NoProgress(80)], // D7 (WCDF 1.32)
    ..BASE
};
/// Italian.
pub static ITALIAN: Variant = Variant {
    name: "italian",
    game_type: Some(22),
    left_corner: false,
    men_capture_back: false,  // FID 5.3
    flying: false,            // FID 5.3
    men_capture_kings: false, // FID 5.3
    priority: Priority::Italian,
    numbering: Numbering::Rows,
    draws: &[DrawRule::Repetition(3), DrawRule::NoProgress(80)], // D8
    ..BASE
};
/// Spanish.
pub static SPANISH: Variant = Variant {
    name: "spanish",
    game_type: Some(24),
    left_corner: false,
    men_capture_back: false,
    priority: Priority::Spanish,
    numbering: Numbering::RowsFromBottom,
    draws: &[DrawRule::Repetition(3), DrawRule::NoChange(40), DrawRule::ThreeKingsOnMainLine(24)], // D9
    ..BASE
};
/// Portuguese: Spanish under another name and number.
pub static PORTUGUESE: Variant = Variant { name: "portuguese", game_type: Some(28), ..SPANISH };
/// Czech.
pub static CZECH: Variant = Variant {
    name: "czech",
    game_type: Some(29),
    men_capture_back: false,
    priority: Priority::Czech,                                   // FMJD-CZ
    draws: &[DrawRule::Repetition(3), DrawRule::NoProgress(30)], // D10
    ..BASE
};
/// Turkish.
pub static TURKISH: Variant = Variant {
    name: "turkish",
    game_type: Some(30),
    all_squares: true,
    men_rows: 2,
    skip_rows: 1,
    men_capture_back: false,
    lifted_at_once: true,
    draws: &[DrawRule::Repetition(3), DrawRule::OneEach(4)], // D12
    ..BASE
};
/// Thai (Mak-hot).
pub static THAI: Variant = Variant {
    name: "thai",
    game_type: Some(31),
    men_rows: 2,
    men_capture_back: false,
    lands_behind: true,
    lifted_at_once: true,
    may_turn_back: true,
    priority: Priority::None,
    numbering: Numbering::Rows,
    capture_sign: '-',
    draws: &[DrawRule::Repetition(3), DrawRule::QuietKings(50)], // D13
    ..BASE
};
/// Antidraughts: International moves; who can't move wins.
pub static ANTIDRAUGHTS: Variant = Variant {
    name: "antidraughts",
    game_type: None,
    goal: Goal::Lose,
    draws: &[DrawRule::Repetition(3)], // D15
    ..INTERNATIONAL
};
/// Breakthrough: International moves; the first king wins. No draws: men only advance (D15).
pub static BREAKTHROUGH: Variant =
    Variant { name: "breakthrough", game_type: None, goal: Goal::Crown, draws: &[], ..INTERNATIONAL };

/// All built-in rule sets; the default first.
pub static ALL: [&Variant; 17] = [
    &POLISH_64,
    &INTERNATIONAL,
    &BRAZILIAN,
    &RUSSIAN,
    &POOL,
    &ENGLISH,
    &ITALIAN,
    &SPANISH,
    &PORTUGUESE,
    &CZECH,
    &CANADIAN,
    &FRISIAN,
    &FRYSK,
    &TURKISH,
    &THAI,
    &ANTIDRAUGHTS,
    &BREAKTHROUGH,
];

impl Variant {
    /// The rule set with this name: a built-in one, as in the files of positions (`polish64`, `international` ...), or the
    /// home rules that it tells ([`Home`](super::Home)).
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::built_in(name).or_else(|| super::Home::read(name).ok()?.variant().ok())
    }

    /// The built-in rule set with this name.
    pub fn built_in(name: &str) -> Option<&'static Self> {
        ALL.into_iter().find(|variant| variant.name == name)
    }

    /// The shape of the board.
    ///
    /// # Panics
    /// When the facts name a board that does not exist; [`Variant::ALL`](ALL) and home rules are checked.
    pub fn geometry(&self) -> &'static Geometry {
        Geometry::find(self.size, self.all_squares, self.left_corner).expect("a board of this shape")
    }

    /// Which code plays it.
    pub fn engine(&self) -> Engine {
        let like = |main: &Self| {
            let facts = |v: &Self| {
                (
                    (
                        v.size,
                        v.all_squares,
                        v.left_corner,
                        v.must_capture,
                        v.men_capture_back,
                        v.orthogonal_captures,
                    ),
                    (v.flying, v.lands_behind, v.lifted_at_once, v.may_turn_back, v.crowned_in_passing),
                    (v.men_capture_kings, v.priority, v.same_king_limit, v.goal),
                )
            };
            facts(self) == facts(main)
        };
        if like(&POLISH_64) {
            Engine::W64
        } else if like(&INTERNATIONAL) {
            Engine::W100
        } else if self.geometry().narrow() {
            Engine::Narrow
        } else {
            Engine::Wide
        }
    }

    /// The row, from the top, on which a side's men become kings (W64-13, W100-2.5.1).
    pub const fn promotion_row(&self, side: Side) -> u8 {
        match side {
            Side::White => 0,
            Side::Black => self.size - 1,
        }
    }

    /// The squares on which a side's men become kings.
    pub fn promotion(&self, side: Side) -> u128 {
        self.geometry().rows[usize::from(self.promotion_row(side))]
    }

    /// Where a side's men stand at the start (W64-3, W100-2.8).
    pub fn start(&self, side: Side) -> u128 {
        let rows = self.geometry().rows;
        (self.skip_rows..self.skip_rows + self.men_rows).fold(0, |set, row| {
            let row = if side == Side::Black { row } else { self.size - 1 - row };
            set | rows[usize::from(row)]
        })
    }

    /// How many men a side has at the start: also the most pieces it can have.
    pub fn men(&self) -> u32 {
        self.start(Side::White).count()
    }

    /// Directions of a man's quiet move (W64-7).
    #[inline(always)]
    pub const fn man_steps(&self, side: Side) -> u8 {
        let (diagonal, straight) = match side {
            Side::White => (1 << dir::NW | 1 << dir::NE, 1 << dir::N),
            Side::Black => (1 << dir::SW | 1 << dir::SE, 1 << dir::S),
        };
        if self.all_squares { straight | 1 << dir::W | 1 << dir::E } else { diagonal }
    }

    /// Directions of a man's capture (W64-8, W64-10).
    #[inline(always)]
    pub const fn man_captures(&self, side: Side) -> u8 {
        let mut dirs = self.man_steps(side);
        if self.men_capture_back {
            dirs = self.king_steps();
        }
        if self.orthogonal_captures {
            dirs |= dir::ORTHOGONAL;
        }
        dirs
    }

    /// Directions of a king's quiet move (W64-15).
    #[inline(always)]
    pub const fn king_steps(&self) -> u8 {
        if self.all_squares { dir::ORTHOGONAL } else { dir::DIAGONAL }
    }

    /// Directions of a king's capture (W64-16).
    #[inline(always)]
    pub const fn king_captures(&self) -> u8 {
        if self.orthogonal_captures { self.king_steps() | dir::ORTHOGONAL } else { self.king_steps() }
    }
}
