//! Positions and games as text: what is copied out, and what is pasted in.

use super::lines::{self, Lines, common};
use super::model::{Model, Player};
use super::sentences;
use super::strings::Texts;
use crate::notation::pdn::{self, Cause, Record, ReplayError, Tree};
use crate::notation::{FenError, FenFault, MoveError, Style, parse_fen_setup, write_move};
use crate::rules::variant::{CANADIAN, INTERNATIONAL, POLISH_64};
use crate::rules::{Game, Move, Setup, SetupFault, Side, Square, Variant};

/// The game in PDN, with the lines that were left as variations. What stood in the text that it was read from (names,
/// remarks, variations) stands in this one too.
pub fn write_game(m: &Model) -> String {
    let t = &m.texts;
    let name = |side: Side| match m.player(side) {
        Player::Computer => format!("Damka {}", m.level.number()),
        Player::Person => t.get("plate.person").to_owned(),
    };
    let own = [
        ("Event", t.get("rules-event").to_owned()),
        ("Date", m.today.clone().unwrap_or_else(|| "????.??.??".to_owned())),
        ("White", name(Side::White)),
        ("Black", name(Side::Black)),
    ]
    .map(|(tag, value)| (tag.to_owned(), value));
    let mut tree = Tree::new(&m.game);
    let moves = m.game.moves();
    for line in m.lines.all() {
        // What goes on behind the last move is no variation on any.
        let branch = common(moves, line);
        if branch < moves.len() && branch < line.len() {
            tree.add_line(line);
        }
    }
    let Some((record, source)) = source(m) else { return pdn::write_tree(&m.game, &tree, &own) };
    tree.add(&source);
    let mut tags = record.tags;
    // A result is that of the game as it was read.
    if tree.lines(1) != source.lines(1) {
        tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Result"));
    }
    pdn::write_tree(&m.game, &tree, &tags)
}

/// What the game on the table was read from.
fn source(m: &Model) -> Option<(Record, Tree)> {
    if m.lines.source.is_empty() {
        return None;
    }
    let record = pdn::parse(&m.lines.source).into_iter().next()?;
    let replay = pdn::replay_as(&record, m.game.variant());
    let tree = Tree::of(&record, &replay);
    (replay.game.start() == m.game.start()).then_some((record, tree))
}

/// The remarks and signs in the text that the game was read from: each with the line that leads to its move, short enough
/// to stand in a list.
pub fn remarks(m: &Model) -> Vec<(Vec<Move>, String)> {
    const LONGEST: usize = 400;
    // No list of moves is read further.
    const MOST: usize = 1000;
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    let Some((_, tree)) = source(m) else { return Vec::new() };
    let mut remarks = Vec::new();
    for (line, items) in tree.remarks(MOST) {
        let mut text = String::new();
        for item in items {
            let part = match item {
                pdn::Item::Comment(comment) => pdn::commands(comment).0,
                pdn::Item::Nag(nag) => match usize::from(*nag).checked_sub(1).and_then(|n| SIGNS.get(n)) {
                    Some(sign) => (*sign).to_owned(),
                    None => format!("${nag}"),
                },
                pdn::Item::Mark(text) | pdn::Item::Text(text) => text.clone(),
                _ => continue,
            };
            if !part.is_empty() {
                text.push_str(if text.is_empty() { "" } else { " " });
                text.push_str(&part);
            }
        }
        if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
            text.truncate(cut);
            text.push('…');
        }
        if !text.is_empty() {
            remarks.push((line, text));
        }
    }
    remarks
}

/// The moves of a line from the ply on where it leaves the game, each with its number and whether it is the second of
/// that number.
pub fn written_line(game: &Game, line: &[Move], branch: usize) -> Vec<(String, u32, bool)> {
    let gap = usize::from(game.start().turn() != game.variant().first);
    let Some(mut position) = game.position_at(branch).copied() else { return Vec::new() };
    let mut written = Vec::new();
    for (i, m) in line[branch..].iter().enumerate() {
        let ply = branch + i + gap;
        written.push((write_move(&position, m), ply as u32 / 2 + 1, ply % 2 == 1));
        position = position.play(m);
    }
    written
}

/// A game read from a text.
#[derive(Debug, Clone)]
pub struct ReadText {
    /// The game, whose rule set may be another one than that on the table.
    pub game: Game,
    /// Its variations, and the text.
    pub lines: Lines,
    /// What could not be read of it, in one sentence.
    pub fault: Option<String>,
}

/// Reads a position (FEN) or a game (PDN), of several games the first one with moves.
///
/// # Errors
/// A sentence that says what is wrong and where.
pub fn read(t: &Texts, variant: &'static Variant, text: &str) -> Result<ReadText, String> {
    let text = text.trim().trim_start_matches(['\u{feff}', '\u{200b}']);
    if looks_like_fen(text) {
        return read_position(t, variant, text);
    }
    let records = pdn::parse(text);
    let with_moves = records.iter().find(|record| record.moves().next().is_some());
    let record = with_moves
        .or_else(|| records.iter().find(|record| record.tag("FEN").is_some()))
        .ok_or_else(|| t.get("read.nothing").to_owned())?;
    read_record(t, record, None)
}

fn read_position(t: &Texts, variant: &'static Variant, text: &str) -> Result<ReadText, String> {
    let setup = parse_for_its_board(variant, text).map_err(|e| fen_error(t, &e))?;
    let variant = setup.variant();
    let position = setup.into_unusual_position().map_err(|faults| {
        faults.iter().map(|fault| setup_fault(t, variant, fault)).collect::<Vec<_>>().join(" ")
    })?;
    Ok(ReadText { game: Game::from_position(position), lines: Lines::default(), fault: None })
}

/// Reads a position for the board on the table, or, where its squares are none of that board, for the one that has them.
fn parse_for_its_board(variant: &'static Variant, text: &str) -> Result<Setup, FenError> {
    let read = |variant| parse_fen_setup(variant, text, Style::Official);
    // Behind the letter of the side: `W:B1` has none.
    let squares = text.split(':').skip(1).filter_map(|part| part.trim_start().get(1..));
    let letters = squares.flat_map(|list| list.split([',', ';', ' '])).any(|word| {
        word.trim_start().trim_start_matches(['K', 'k']).starts_with(|c: char| c.is_ascii_alphabetic())
    });
    // Letters can be read on a board of 100 squares, too, but are seldom meant for it.
    let first = if letters && variant.size > 8 { &POLISH_64 } else { variant };
    read(first).or_else(|fault| {
        let others = [variant, &INTERNATIONAL, &CANADIAN, &POLISH_64].into_iter();
        others.filter(|other| !std::ptr::eq(*other, first)).find_map(|other| read(other).ok()).ok_or(fault)
    })
}

/// Plays a record as far as it is legal, under a rule set or under that which fits it best.
///
/// # Errors
/// A sentence that says why not even its first position can be shown.
pub fn read_record(
    t: &Texts,
    record: &Record,
    variant: Option<&'static Variant>,
) -> Result<ReadText, String> {
    let replay = match variant {
        Some(variant) => pdn::replay_as(record, variant),
        None => pdn::replay(record),
    };
    let fault = replay.error.as_ref().map(|error| replay_error(t, replay.choice.variant, error));
    if replay.game.is_empty() && replay.error.as_ref().is_some_and(|error| error.ply == 0) {
        return Err(fault.unwrap_or_default());
    }
    let mut kept = Lines::of(pdn::write_record(record));
    let main = replay.game.all_moves();
    // Those beyond what the table keeps still stand in the text.
    let all = Tree::of(record, &replay).lines(lines::MOST + 1);
    all.iter().filter(|line| !main.starts_with(line)).for_each(|line| kept.keep(line));
    Ok(ReadText { game: replay.game, lines: kept, fault })
}

/// A position begins with the side to move and a colon, alone or in a tag of its own. (A tag with moves behind it is a
/// game.)
pub(super) fn looks_like_fen(text: &str) -> bool {
    let odd = |c: char| {
        c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '"' | '\'' | '“' | '„' | '«' | ':')
    };
    let text = text.trim_matches(odd);
    let text = match text.strip_prefix('[') {
        Some(tag) if tag.find(']').is_some_and(|end| end + 1 < tag.len()) => return false,
        Some(tag) => tag.trim_start(),
        None => text,
    };
    let named = text.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("FEN"));
    let text = if named { text.get(3..).unwrap_or_default().trim_matches(odd) } else { text };
    let mut letters = text.chars();
    // Or with a letter for each square: no board has fewer than 32.
    let of_letters = || text.len() > 32 && text.bytes().all(|b| b"wbWBe".contains(&b));
    let turn = matches!(letters.next(), Some('W' | 'B' | 'w' | 'b' | '?'));
    turn && (letters.as_str().trim_start().starts_with(':') || of_letters())
}

fn replay_error(t: &Texts, variant: &'static Variant, error: &ReplayError) -> String {
    let cause = match &error.cause {
        Cause::Fen(fen) => fen_error(t, fen),
        Cause::Move(cause) => move_error(t, cause),
        Cause::Refused(_) => t.get("over").to_owned(),
    };
    if error.ply == 0 {
        return cause;
    }
    let number = error.number.to_string();
    let rules = super::home::plain_name(t, variant);
    let side = sentences::within(sentences::side(t, error.side));
    let mut sentence = t.fill(
        "read.at",
        &[("number", &number), ("side", &side), ("rules", &rules), ("text", &error.text), ("cause", &cause)],
    );
    if let Some(skipped) = &error.skipped {
        sentence.push(' ');
        sentence.push_str(&t.fill("read.skipped", &[("text", skipped)]));
    }
    sentence
}

/// What is wrong with a move that was typed or read.
pub fn move_error(t: &Texts, error: &MoveError) -> String {
    match error {
        MoveError::Unreadable { text, example } => {
            t.fill("read.unreadable", &[("text", text), ("example", example)])
        }
        MoveError::NotASquare { word, range } => {
            t.fill("read.no-square", &[("text", word), ("range", range)])
        }
        MoveError::Illegal { text, must_capture, legal, .. } => {
            let key = if *must_capture { "read.must-capture" } else { "read.illegal" };
            t.fill(key, &[("text", text), ("moves", &few(legal))])
        }
        MoveError::Ambiguous { text, written, .. } => {
            t.fill("read.ambiguous", &[("text", text), ("moves", &few(written))])
        }
    }
}

/// The first few of a list: a sentence, not a catalogue.
fn few(list: &[String]) -> String {
    let mut text = list.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
    if list.len() > 8 {
        text.push('…');
    }
    text
}

fn fen_error(t: &Texts, error: &FenError) -> String {
    fen_faults(t, error).join(" ")
}

/// All that is wrong with a FEN, each in a sentence.
pub fn fen_faults(t: &Texts, error: &FenError) -> Vec<String> {
    error.faults.iter().map(|fault| fen_fault(t, fault)).collect()
}

fn fen_fault(t: &Texts, fault: &FenFault) -> String {
    match fault {
        FenFault::Turn(word) => t.fill("fen.turn", &[("text", word)]),
        FenFault::TurnTwice(word) => t.fill("fen.turn-twice", &[("text", word)]),
        FenFault::Part(word) => t.fill("fen.part", &[("text", word)]),
        FenFault::Side { side, times } => {
            let key = if *times == 0 { "fen.side-missing" } else { "fen.side-twice" };
            t.fill(key, &[("side", sentences::side(t, *side))])
        }
        FenFault::Square { word, squares } => t.fill("read.no-square", &[("text", word), ("range", squares)]),
        FenFault::Twice(word) => t.fill("fen.twice", &[("text", word)]),
        FenFault::ManOnPromotionRow { side, square } => {
            t.fill("fen.promotion", &[("side", sentences::side(t, *side)), ("square", square)])
        }
        FenFault::Setup(fault) => setup_fault(t, &POLISH_64, fault),
    }
}

/// Why a set-up is no position.
pub fn setup_fault(t: &Texts, variant: &Variant, fault: &SetupFault) -> String {
    let name = |square: Square| crate::notation::square_name(variant, square, Style::Official);
    match fault {
        SetupFault::NoPieces => t.get("fen.no-pieces").to_owned(),
        SetupFault::TooMany { side, pieces, most } => {
            let (pieces, most) = (pieces.to_string(), most.to_string());
            let side = sentences::side(t, *side);
            t.fill("fen.too-many", &[("side", side), ("pieces", &pieces), ("most", &most)])
        }
        SetupFault::ManOnPromotionRow { side, square } => {
            t.fill("fen.promotion", &[("side", sentences::side(t, *side)), ("square", &name(*square))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::strings::Lang;
    use crate::app::{Msg, Notice, Prefs};
    use crate::rules::Status;

    fn table() -> Model {
        let mut m = Model::new(Prefs::default(), Lang::En);
        m.players = [Player::Person; 2];
        m
    }

    #[test]
    fn b043_a_game_from_a_set_up_comes_back_with_its_position() {
        let mut m = table();
        m.update(Msg::Paste("W:Wa3,c3:Bh6,h8".to_owned()));
        m.update(Msg::Type("c3-d4".to_owned()));
        let text = write_game(&m);
        assert!(text.contains("[FEN \"") && text.contains("[SetUp \"1\"]"), "{text}");
        let read = read(&m.texts, &POLISH_64, &text).expect("readable");
        assert_eq!((read.game.position(), read.game.start()), (m.game.position(), m.game.start()));
        assert!(read.fault.is_none());
    }

    #[test]
    fn b040_a_side_without_pieces_can_be_pasted_and_is_over() {
        let mut m = table();
        m.game = Game::new(&INTERNATIONAL);
        m.update(Msg::Paste("B:W50:B".to_owned()));
        assert!(matches!(m.game.status(), Status::Won { winner: Side::White, .. }));
    }

    #[test]
    fn a_position_is_told_from_a_game() {
        for position in [
            "W:W31-50:B1-20",
            " \"W:W31-50:B1-20\" ",
            "[FEN \"W:W31-50:B1-20\"]",
            "[fen 'W:W31-50:B1-20']\n",
            "FEN: W:W31-50:B1-20.",
            "“b:W31:B1”",
            "B : W31 : B1",
        ] {
            assert!(looks_like_fen(position), "{position}");
            let mut m = table();
            m.game = Game::new(&INTERNATIONAL);
            m.update(Msg::Paste(position.to_owned()));
            assert_eq!(m.notice, Some(Notice::Say("paste.done")), "{position}");
        }
        let mut m = table();
        m.update(Msg::Paste("[FEN \"W:W39,40:B4\"]\n[GameType \"20\"]\n1. 39-34 4-10 *".to_owned()));
        assert_eq!((m.game.ply(), m.game.variant().name), (2, "international"));
        m.update(Msg::Paste("[FEN \"W:W39,40:B4\"] 1. 39-34 *".to_owned()));
        assert_eq!(m.game.ply(), 1);
    }

    /// The squares tell the board where they are none of that on the table; where they fit it, it stays.
    #[test]
    fn a_position_for_another_board_is_put_on_that_board() {
        let letters = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        for (table_of, text, rules) in [
            (&POLISH_64, "W:W31-50:B1-20", "international"),
            (&POLISH_64, "W:WK4-6:B40", "international"),
            (&POLISH_64, "W:W43-72:B1-30", "canadian"),
            (&POLISH_64, letters.as_str(), "international"),
            (&POLISH_64, "W:W21-32:B1-12", "polish64"),
            (&INTERNATIONAL, "W:Wh6:Bg7,c5,d2", "polish64"),
            (&INTERNATIONAL, "[FEN \"B:WKa1:BKb8, h2\"]", "polish64"),
            (&INTERNATIONAL, "W:W31:B1", "international"),
            (&INTERNATIONAL, "W:B1-20:W31-50:H0:F1", "international"),
            (&crate::rules::variant::ENGLISH, "W:Wh6:Bg7,c5,d2", "english"),
            (&crate::rules::variant::RUSSIAN, "W:Wh6:Bg7,c5,d2", "russian"),
        ] {
            let mut m = table();
            m.game = Game::new(table_of);
            m.update(Msg::Paste(text.to_owned()));
            assert_eq!((m.notice, m.game.variant().name), (Some(Notice::Say("paste.done")), rules), "{text}");
        }
        let mut m = table();
        m.update(Msg::Paste("W:Wc3,z9:Bh8".to_owned()));
        assert!(
            matches!(&m.notice, Some(Notice::Wrong(_, fault)) if fault.contains("z9") && fault.contains("a1-h8"))
        );
    }

    #[test]
    fn b046_a_pasted_position_is_restarted_and_a_new_game_is_not() {
        let mut m = table();
        m.update(Msg::Paste("W:Wa3,c3:Bh6,h8".to_owned()));
        let start = *m.game.position();
        m.update(Msg::Type("c3-d4".to_owned()));
        assert_ne!(m.game.position(), &start);
        m.update(Msg::Restart);
        assert_eq!(m.game.position(), &start);
    }

    #[test]
    fn a_game_with_a_fault_is_kept_up_to_it_and_the_fault_is_told_in_the_readers_language() {
        let mut m = Model::new(Prefs { lang: Some(Lang::Pl), ..Prefs::default() }, Lang::En);
        m.players = [Player::Person; 2];
        m.update(Msg::Paste("[GameType \"20\"] 1. 32-28 19-23 2. 28x19 1-2 *".to_owned()));
        assert_eq!((m.game.variant().name, m.game.ply()), ("international", 3));
        let Some(Notice::Wrong(_, fault)) = &m.notice else { panic!("{:?}", m.notice) };
        assert!(fault.contains("1-2") && fault.contains("czarne"), "{fault}");
        let before = *m.game.position();
        m.update(Msg::Paste("nothing of the kind".to_owned()));
        assert_eq!(m.game.position(), &before, "what was on the table stays");
        assert!(matches!(&m.notice, Some(Notice::Wrong("paste.wrong", _))));
    }
}
