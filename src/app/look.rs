//! What a person may choose about looks and manners, each with its name in saved settings and in the style sheet.

/// A board: its squares, the pieces' colours and the marks, as `www/css/boards.css` has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Board {
    /// Wood.
    #[default]
    Wood,
    /// The green of tournament boards.
    Green,
    /// Blue.
    Blue,
    /// Grey squares and pure pieces: the most contrast for both sides.
    Contrast,
    /// Black and white, as printed.
    Plain,
    /// For the night.
    Dark,
}

impl Board {
    /// All, in the order in which they are offered.
    pub const NAMED: [(&str, Self); 6] = [
        ("wood", Self::Wood),
        ("green", Self::Green),
        ("blue", Self::Blue),
        ("contrast", Self::Contrast),
        ("plain", Self::Plain),
        ("dark", Self::Dark),
    ];
}

/// How pieces are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pieces {
    /// Plain discs.
    Flat,
    /// Turned wood.
    #[default]
    Turned,
    /// Draughts with grooves and a milled edge.
    Grooved,
    /// Discs seen from above; a king is two of them, the second one visible.
    Stacked,
}

impl Pieces {
    /// All, in the order in which they are offered.
    pub const NAMED: [(&str, Self); 4] = [
        ("turned", Self::Turned),
        ("flat", Self::Flat),
        ("grooved", Self::Grooved),
        ("stacked", Self::Stacked),
    ];
}

/// The board between two people at one device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Turning {
    /// It stays as it lies.
    #[default]
    Fixed,
    /// Who is to move has their side at the bottom.
    Turns,
    /// It stays, and the pieces and the plate of the far side face their player.
    Facing,
}

impl Turning {
    /// All, in the order in which they are offered.
    pub const NAMED: [(&str, Self); 3] =
        [("fixed", Self::Fixed), ("turns", Self::Turns), ("facing", Self::Facing)];
}

/// The value's name in a table such as [`Board::NAMED`].
pub fn name_of<T: PartialEq>(named: &[(&'static str, T)], value: &T) -> &'static str {
    named.iter().find(|(_, own)| own == value).map_or("", |(name, _)| name)
}
