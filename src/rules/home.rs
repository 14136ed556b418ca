//! Home rules: a rule set that a player makes out of a built-in one by deciding single facts otherwise.
//!
//! A [`Home`] is the set in the making; [`Home::variant`] makes it a [`Variant`] or says what is impossible in it. The name
//! of such a variant is its whole text (`polish64.must_capture-no.flying-no`), which [`Variant::named`] reads. So whatever
//! keeps a rule set by its name (saved games, the Variant tag of PDN, links) keeps home rules too.

use std::fmt;
use std::sync::Mutex;

use super::{DrawRule, Goal, Numbering, Priority, Side, Variant};

/// A fact that home rules may decide otherwise. Its values are known by their place in [`Fact::values`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Rows and columns of the board.
    Size,
    /// Whether pieces stand on dark squares or on all (then all goes along rows and columns).
    Squares,
    /// At which hand the dark corner is. Means nothing where all squares are used.
    Corner,
    /// Rows of men a side at the start.
    MenRows,
    /// Empty rows behind the men at the start.
    SkipRows,
    /// Who begins.
    First,
    /// Capturing is compulsory.
    MustCapture,
    /// Men capture backwards too.
    MenCaptureBack,
    /// On dark squares, every piece captures along rows and columns as well.
    OrthogonalCaptures,
    /// Kings move any distance; otherwise one square.
    Flying,
    /// A capturing king lands right behind the piece.
    LandsBehind,
    /// A jumped piece leaves the board at once; otherwise after the move.
    LiftedAtOnce,
    /// A capture may turn back by 180 degrees.
    MayTurnBack,
    /// A man that touches the last row during a capture goes on as a king.
    CrownedInPassing,
    /// Men may capture kings.
    MenCaptureKings,
    /// Choice among captures.
    Priority,
    /// What wins.
    Goal,
    /// Most quiet moves in a row with the same king while the side has a man; 0: no limit.
    SameKingLimit,
    /// The third repetition of a position is a draw.
    Threefold,
}

const NO_YES: &[&str] = &["no", "yes"];
const PRIORITIES: [Priority; 6] = [
    Priority::None,
    Priority::Most,
    Priority::Frisian,
    Priority::Italian,
    Priority::Spanish,
    Priority::Czech,
];
const GOALS: [Goal; 3] = [Goal::Normal, Goal::Lose, Goal::Crown];
const SIZES: [u8; 3] = [8, 10, 12];

impl Fact {
    /// All facts, in the order of the text.
    pub const ALL: [Self; 19] = [
        Self::Size,
        Self::Squares,
        Self::Corner,
        Self::MenRows,
        Self::SkipRows,
        Self::First,
        Self::MustCapture,
        Self::MenCaptureBack,
        Self::OrthogonalCaptures,
        Self::Flying,
        Self::LandsBehind,
        Self::LiftedAtOnce,
        Self::MayTurnBack,
        Self::CrownedInPassing,
        Self::MenCaptureKings,
        Self::Priority,
        Self::Goal,
        Self::SameKingLimit,
        Self::Threefold,
    ];

    /// The name in texts and files: small letters and `_`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Squares => "squares",
            Self::Corner => "corner",
            Self::MenRows => "men_rows",
            Self::SkipRows => "skip_rows",
            Self::First => "first",
            Self::MustCapture => "must_capture",
            Self::MenCaptureBack => "men_capture_back",
            Self::OrthogonalCaptures => "orthogonal_captures",
            Self::Flying => "flying",
            Self::LandsBehind => "lands_behind",
            Self::LiftedAtOnce => "lifted_at_once",
            Self::MayTurnBack => "may_turn_back",
            Self::CrownedInPassing => "crowned_in_passing",
            Self::MenCaptureKings => "men_capture_kings",
            Self::Priority => "priority",
            Self::Goal => "goal",
            Self::SameKingLimit => "same_king_limit",
            Self::Threefold => "threefold",
        }
    }

    /// Its values, by their names in texts and files. Of two values `no` and `yes` the place is 0 and 1.
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Size => &["8", "10", "12"],
            Self::Squares => &["dark", "all"],
            Self::Corner => &["left", "right"],
            Self::MenRows => &["1", "2", "3", "4", "5"],
            Self::SkipRows => &["0", "1", "2", "3", "4"],
            Self::First => &["white", "black"],
            Self::Priority => &["none", "most", "frisian", "italian", "spanish", "czech"],
            Self::Goal => &["normal", "lose", "crown"],
            Self::SameKingLimit => &["0", "1", "2", "3", "4", "5"],
            _ => NO_YES,
        }
    }

    /// Which of its values a rule set has.
    fn of(self, v: &Variant) -> u8 {
        let place = |found: Option<usize>| found.unwrap_or(0) as u8;
        match self {
            Self::Size => place(SIZES.iter().position(|&size| size == v.size)),
            Self::Squares => u8::from(v.all_squares),
            Self::Corner => u8::from(!v.left_corner),
            Self::MenRows => v.men_rows - 1,
            Self::SkipRows => v.skip_rows,
            Self::First => v.first.index() as u8,
            Self::MustCapture => u8::from(v.must_capture),
            Self::MenCaptureBack => u8::from(v.men_capture_back),
            Self::OrthogonalCaptures => u8::from(v.orthogonal_captures),
            Self::Flying => u8::from(v.flying),
            Self::LandsBehind => u8::from(v.lands_behind),
            Self::LiftedAtOnce => u8::from(v.lifted_at_once),
            Self::MayTurnBack => u8::from(v.may_turn_back),
            Self::CrownedInPassing => u8::from(v.crowned_in_passing),
            Self::MenCaptureKings => u8::from(v.men_capture_kings),
            Self::Priority => place(PRIORITIES.iter().position(|&priority| priority == v.priority)),
            Self::Goal => place(GOALS.iter().position(|&goal| goal == v.goal)),
            Self::SameKingLimit => v.same_king_limit,
            Self::Threefold => u8::from(v.draws.contains(&THREEFOLD)),
        }
    }
}

const THREEFOLD: DrawRule = DrawRule::Repetition(3);

/// Why facts don't go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HomeFault {
    /// All squares are used on the board of 8 rows only.
    AllSquares,
    /// The two sides' men stand less than two empty rows apart.
    Crowded,
    /// Where all squares are used, captures go along rows and columns anyway.
    OrthogonalAnyway,
    /// A king that moves one square lands right behind the piece anyway.
    LandsBehindAnyway,
    /// Turning back is possible only over a piece that was lifted.
    TurnsOverPiece,
    /// No rule of draws would end the game.
    Endless,
}

impl HomeFault {
    /// The name in texts: small letters and `_`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::AllSquares => "all_squares",
            Self::Crowded => "crowded",
            Self::OrthogonalAnyway => "orthogonal_anyway",
            Self::LandsBehindAnyway => "lands_behind_anyway",
            Self::TurnsOverPiece => "turns_over_piece",
            Self::Endless => "endless",
        }
    }

    /// The facts that don't go together, the one to change first; with the base's values for all of them it is mended.
    pub const fn facts(self) -> &'static [Fact] {
        match self {
            Self::AllSquares => &[Fact::Squares, Fact::Size],
            Self::Crowded => &[Fact::MenRows, Fact::SkipRows, Fact::Size],
            Self::OrthogonalAnyway => &[Fact::OrthogonalCaptures, Fact::Squares],
            Self::LandsBehindAnyway => &[Fact::LandsBehind, Fact::Flying],
            Self::TurnsOverPiece => &[Fact::MayTurnBack, Fact::LiftedAtOnce],
            Self::Endless => &[Fact::Threefold, Fact::Goal, Fact::Squares],
        }
    }
}

impl fmt::Display for HomeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllSquares => "all squares can be used on 8 rows only, not on 10 or 12",
            Self::Crowded => "between the two sides' men there must be two empty rows: fewer rows of men, or a larger board",
            Self::OrthogonalAnyway => "where all squares are used, captures go along rows and columns anyway",
            Self::LandsBehindAnyway => "a king that moves one square lands right behind the piece anyway",
            Self::TurnsOverPiece => "a capture can turn back only where jumped pieces are lifted at once",
            Self::Endless => "nothing would end a game in which nobody can win: the third repetition must be a draw",
        })
    }
}

/// Why a text is no rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HomeError {
    /// It does not begin with the name of a built-in rule set.
    Base(String),
    /// This part is no `fact-value`, or that fact came before.
    Part(String),
    /// What it says is impossible.
    Faults(Vec<HomeFault>),
}

impl fmt::Display for HomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(name) => write!(f, "there is no rule set `{name}` to begin from"),
            Self::Part(part) => write!(
                f,
                "`{part}` is not understood: each fact once, and a value of it, as in `must_capture-no`"
            ),
            Self::Faults(faults) => {
                for (n, fault) in faults.iter().enumerate() {
                    if n > 0 {
                        f.write_str("; ")?;
                    }
                    fault.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

/// Home rules in the making.
///
/// ```
/// use damka::rules::{Fact, Home, HomeFault, Variant, variant};
///
/// let mut home = Home::of(&variant::POLISH_64);
/// assert!(home.set(Fact::MustCapture, "no") && home.set(Fact::Flying, "no"));
/// let rules = home.variant().unwrap();
/// assert!(!rules.must_capture && !rules.flying && rules.men_capture_back);
/// // The name says it all, and the same facts give the same rule set.
/// assert_eq!(rules.name, "polish64.must_capture-no.flying-no");
/// assert!(std::ptr::eq(rules, Variant::named(rules.name).unwrap()));
/// assert_eq!(Home::of(rules), home);
///
/// home.set(Fact::LandsBehind, "yes");
/// assert_eq!(home.variant(), Err(vec![HomeFault::LandsBehindAnyway]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    base: &'static Variant,
    chosen: [u8; Fact::ALL.len()],
}

impl Home {
    /// Begins from a rule set, built-in or home-made.
    pub fn of(variant: &Variant) -> Self {
        Self { base: variant.base(), chosen: Fact::ALL.map(|fact| fact.of(variant)) }
    }

    /// The built-in rule set from which it began. What is no [`Fact`] (how squares are written, what draws a game beside
    /// the repetition) stays as it is there; but a board of more than eight columns has numbers.
    pub fn base(&self) -> &'static Variant {
        self.base
    }

    /// The place of a fact's value in [`Fact::values`].
    pub fn place(&self, fact: Fact) -> usize {
        usize::from(self.chosen[fact as usize])
    }

    /// A fact's value.
    pub fn value(&self, fact: Fact) -> &'static str {
        fact.values()[self.place(fact)]
    }

    /// Whether a fact is decided otherwise than in the base.
    pub fn differs(&self, fact: Fact) -> bool {
        self.chosen[fact as usize] != fact.of(self.base)
    }

    /// Decides a fact. `false`, and nothing changed, where the fact has no such value.
    pub fn set(&mut self, fact: Fact, value: &str) -> bool {
        let place = fact.values().iter().position(|&known| known == value);
        if let Some(place) = place {
            self.chosen[fact as usize] = place as u8;
        }
        place.is_some()
    }

    /// What is impossible in it; empty where it can be played.
    pub fn faults(&self) -> Vec<HomeFault> {
        let v = self.facts("");
        let checks = [
            (v.all_squares && v.size != 8, HomeFault::AllSquares),
            (2 * (v.men_rows + v.skip_rows) + 2 > v.size, HomeFault::Crowded),
            (v.all_squares && v.orthogonal_captures, HomeFault::OrthogonalAnyway),
            (v.lands_behind && !v.flying, HomeFault::LandsBehindAnyway),
            (v.may_turn_back && !v.lifted_at_once, HomeFault::TurnsOverPiece),
            (!self.ends(&v), HomeFault::Endless),
        ];
        checks.into_iter().filter(|(wrong, _)| *wrong).map(|(_, fault)| fault).collect()
    }

    /// Whether every game comes to an end: men that only advance do so at last, then the kings' moves are counted.
    fn ends(&self, v: &Variant) -> bool {
        let advancing = !v.all_squares;
        self.chosen[Fact::Threefold as usize] == 1
            || advancing && v.goal == Goal::Crown
            || self.base.draws.iter().any(|rule| match rule {
                DrawRule::NoChange(_) => true,
                DrawRule::QuietKings(_) | DrawRule::NoProgress(_) => advancing,
                _ => false,
            })
    }

    /// The text form: the base's name, then `.fact-value` for each fact that differs, in the order of [`Fact::ALL`].
    /// Letters, digits, `_`, `-` and `.` only, so that it stands in links and tags as it is.
    pub fn text(&self) -> String {
        let mut text = self.base.name.to_owned();
        for fact in Fact::ALL.into_iter().filter(|&fact| self.differs(fact)) {
            for part in [".", fact.id(), "-", self.value(fact)] {
                text.push_str(part);
            }
        }
        text
    }

    /// Reads the text form; the facts may come in any order.
    ///
    /// ```
    /// use damka::rules::{Home, HomeError, variant};
    ///
    /// let home = Home::read("russian.goal-lose").unwrap();
    /// assert_eq!(home.text(), "russian.goal-lose");
    /// assert_eq!(Home::read("russian").unwrap().variant(), Ok(&variant::RUSSIAN));
    /// assert_eq!(Home::read("russian.goal-draw"), Err(HomeError::Part("goal-draw".to_owned())));
    /// ```
    ///
    /// # Errors
    /// [`HomeError::Base`] or [`HomeError::Part`]. Whether the facts go together, [`Home::faults`] says.
    pub fn read(text: &str) -> Result<Self, HomeError> {
        let mut parts = text.split('.');
        let name = parts.next().unwrap_or_default();
        let base = Variant::built_in(name).ok_or_else(|| HomeError::Base(name.to_owned()))?;
        let mut home = Self::of(base);
        let mut seen = 0u32;
        for part in parts {
            let known = part.split_once('-').and_then(|(id, value)| {
                let fact = Fact::ALL.into_iter().find(|fact| fact.id() == id)?;
                let bit = 1 << fact as u32;
                let first = seen & bit == 0;
                seen |= bit;
                (first && home.set(fact, value)).then_some(())
            });
            known.ok_or_else(|| HomeError::Part(part.to_owned()))?;
        }
        Ok(home)
    }

    /// The rule set. The same facts from the same base give the same one; the base itself where nothing differs. A set
    /// lives as long as the program (some 200 bytes).
    ///
    /// # Errors
    /// What is impossible in it.
    pub fn variant(&self) -> Result<&'static Variant, Vec<HomeFault>> {
        static MADE: Mutex<Vec<&'static Variant>> = Mutex::new(Vec::new());
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut plain = *self;
        if plain.value(Fact::Squares) == "all" {
            plain.chosen[Fact::Corner as usize] = Fact::Corner.of(self.base);
        }
        let name = plain.text();
        if name == self.base.name {
            return Ok(self.base);
        }
        // A panic while it was locked can't have left it half changed.
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = made.iter().find(|known| known.name == name) {
            return Ok(known);
        }
        let new: &'static Variant = Box::leak(Box::new(plain.facts(Box::leak(name.into_boxed_str()))));
        made.push(new);
        Ok(new)
    }

    /// The facts under a name. The list of draw rules is leaked where it is a new one and the name is not empty.
    fn facts(&self, name: &'static str) -> Variant {
        let yes = |fact| self.chosen[fact as usize] == 1;
        let number = |fact: Fact| self.chosen[fact as usize];
        let mut draws = self.base.draws;
        if !name.is_empty() && self.differs(Fact::Threefold) {
            let mut list: Vec<DrawRule> = draws.iter().copied().filter(|&rule| rule != THREEFOLD).collect();
            if yes(Fact::Threefold) {
                list.push(THREEFOLD);
            }
            draws = list.leak();
        }
        let size = SIZES[self.place(Fact::Size)];
        Variant {
            name,
            game_type: None,
            size,
            all_squares: yes(Fact::Squares),
            left_corner: !yes(Fact::Corner),
            men_rows: number(Fact::MenRows) + 1,
            skip_rows: number(Fact::SkipRows),
            first: Side::BOTH[self.place(Fact::First)],
            must_capture: yes(Fact::MustCapture),
            men_capture_back: yes(Fact::MenCaptureBack),
            orthogonal_captures: yes(Fact::OrthogonalCaptures),
            flying: yes(Fact::Flying),
            lands_behind: yes(Fact::LandsBehind),
            lifted_at_once: yes(Fact::LiftedAtOnce),
            may_turn_back: yes(Fact::MayTurnBack),
            crowned_in_passing: yes(Fact::CrownedInPassing),
            men_capture_kings: yes(Fact::MenCaptureKings),
            priority: PRIORITIES[self.place(Fact::Priority)],
            goal: GOALS[self.place(Fact::Goal)],
            same_king_limit: number(Fact::SameKingLimit),
            draws,
            // Letters are for eight columns (W100-2.6.4): no file of games has others.
            numbering: if size == 8 { self.base.numbering } else { Numbering::Rows },
            ..*self.base
        }
    }
}

impl Variant {
    /// Whether it is a home-made rule set.
    pub fn is_home(&self) -> bool {
        self.name.contains('.')
    }

    /// The built-in rule set that a home-made one was made from; a built-in one itself.
    pub fn base(&self) -> &'static Self {
        let name = self.name.split('.').next().unwrap_or_default();
        Self::built_in(name).unwrap_or(&super::variant::POLISH_64)
    }
}
