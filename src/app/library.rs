//! A file of games: read in slices, so that the page is never held up, then listed, and put on the table one by one.

use super::effect::Effect;
use super::exchange;
use super::model::{Dialog, Model, Notice, Player};
use super::place::Place;
use super::strings::Texts;
use crate::notation::pdn::{self, Encoding, Known, Reader, Record, Score};
use crate::rules::{Status, Variant};

/// More bytes are not read: a phone must hold the text, the list of its games and the page.
pub const MOST_BYTES: usize = 64 << 20;
/// So many tokens are read at a time: a few milliseconds.
const SLICE: usize = 4000;
/// Entries of the list that are shown at a time.
pub const PAGE: usize = 200;
/// The number by which the next slice is known among waiting messages.
pub(super) const WAITING: u32 = u32::MAX;

/// What can happen with a file of games.
#[derive(Debug, Clone, PartialEq)]
pub enum GamesMsg {
    /// A file was opened; nothing where it could not be read.
    File(Option<Vec<u8>>),
    /// A file is too large to be opened: its bytes.
    TooLarge(f64),
    /// Show this part of the list, from 0.
    Part(usize),
    /// Put this game, from 0, on the table.
    Choose(usize),
    /// Play the games by the rules of this rule set; none: by those that fit.
    Rules(Option<&'static Variant>),
    /// Read the file once more, its letters in this encoding.
    Letters(Encoding),
    /// What was read may replace the game on the table.
    Replace,
}

/// The games of a text.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// The bytes of the file, where it has other letters than ASCII.
    bytes: Vec<u8>,
    reader: Option<Reader>,
    /// The text, once it was read.
    text: String,
    /// How its letters were read; none for a pasted text.
    pub encoding: Option<Encoding>,
    /// The games, as a list shows them.
    pub records: Vec<Record>,
    /// The rule set that was asked for.
    pub rules: Option<&'static Variant>,
    /// The game that was put on the table last.
    pub chosen: Option<usize>,
}

impl Library {
    /// A game, whole.
    fn record(&self, index: usize) -> Option<Record> {
        let start = self.records.get(index)?.offset;
        let end = self.records.get(index + 1).map_or(self.text.len(), |next| next.offset);
        pdn::parse(self.text.get(start..end)?).into_iter().next()
    }
}

/// A game's entry in the list.
pub fn title(t: &Texts, number: usize, record: &Record) -> String {
    const LONGEST: usize = 90;
    let known = |what| record.known(what).filter(|value| !matches!(*value, "?" | "????.??.??"));
    let mut parts = vec![format!("{}.", number + 1)];
    if let (Some(white), Some(black)) = (known(Known::White), known(Known::Black)) {
        parts.push(format!("{white} – {black}"));
    }
    let result = record.result();
    parts.push(match known(Known::Result) {
        Some(own) if result == Score::Open => own.to_owned(),
        _ => result.to_string(),
    });
    parts.extend([Known::Event, Known::Date].into_iter().filter_map(known).map(|value| format!("· {value}")));
    if record.moves().next().is_none() {
        parts.push(format!("· {}", t.get("games.no-moves")));
    }
    let mut text = parts.join(" ");
    if let Some((cut, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

impl Model {
    pub(super) fn games_told(&mut self, msg: GamesMsg, effects: &mut Vec<Effect>) {
        match msg {
            GamesMsg::File(Some(bytes)) if bytes.len() > MOST_BYTES => self.too_large(bytes.len() as f64),
            GamesMsg::File(Some(bytes)) => {
                let encoding = Encoding::guess(&bytes);
                let text = encoding.decode(&bytes);
                let library = Library {
                    encoding: (!bytes.is_ascii()).then_some(encoding),
                    bytes: if bytes.is_ascii() { Vec::new() } else { bytes },
                    ..Library::default()
                };
                self.read_games(text, library, effects);
            }
            GamesMsg::File(None) => {
                let none = self.texts.get("games.unreadable").to_owned();
                self.notify(Notice::Wrong("paste.wrong", none));
            }
            GamesMsg::TooLarge(bytes) => self.too_large(bytes),
            GamesMsg::Part(part) => self.dialog = Some(Dialog::Games(part)),
            GamesMsg::Choose(index) => self.choose_game(index, effects),
            GamesMsg::Rules(rules) => {
                if let Some(library) = &mut self.library {
                    library.rules = rules;
                    if let Some(index) = library.chosen {
                        self.choose_game(index, effects);
                    }
                }
            }
            GamesMsg::Replace => {
                if let Some(read) = self.held.take() {
                    self.put(*read, effects);
                }
            }
            GamesMsg::Letters(encoding) => {
                if let Some(library) = self.library.take() {
                    let text = encoding.decode(&library.bytes);
                    let reader = Some(Reader::of_list(text));
                    self.library = Some(Box::new(Library {
                        reader,
                        encoding: Some(encoding),
                        text: String::new(),
                        records: Vec::new(),
                        ..*library
                    }));
                    // The list is closed meanwhile, and made anew.
                    self.dialog = None;
                    effects.push(Effect::Wait(0, WAITING));
                }
            }
        }
    }

    fn too_large(&mut self, bytes: f64) {
        let megabytes = |bytes: f64| ((bytes / f64::from(1 << 20)).ceil() as u32).to_string();
        let sentence = self
            .texts
            .fill("games.too-large", &[("size", &megabytes(bytes)), ("most", &megabytes(MOST_BYTES as f64))]);
        self.notify(Notice::Wrong("paste.wrong", sentence));
    }

    /// Reads a pasted text.
    pub(super) fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        if text.len() > MOST_BYTES {
            self.too_large(text.len() as f64);
        } else {
            self.read_games(text.to_owned(), Library::default(), effects);
        }
    }

    fn read_games(&mut self, text: String, library: Library, effects: &mut Vec<Effect>) {
        if exchange::looks_like_fen(&text) {
            let read = exchange::read(&self.texts, self.game.variant(), &text);
            self.put_on_table(read, effects);
            return;
        }
        self.library = Some(Box::new(Library { reader: Some(Reader::of_list(text)), ..library }));
        self.read_on(effects);
        if self.library.as_ref().is_some_and(|library| library.reader.is_some()) {
            self.notify(Notice::Say("games.reading"));
        }
    }

    /// Reads the next slice; what is read whole is put on the table, or listed where there is a choice.
    pub(super) fn read_on(&mut self, effects: &mut Vec<Effect>) {
        let Some(library) = &mut self.library else { return };
        let Some(reader) = &mut library.reader else { return };
        if reader.read_on(SLICE) {
            effects.push(Effect::Wait(0, WAITING));
            return;
        }
        (library.text, library.records) = library.reader.take().map(Reader::list).unwrap_or_default();
        let with_moves = |record: &Record| record.moves().next().is_some();
        let worth = |record: &Record| with_moves(record) || record.tag("FEN").is_some();
        match library.records.iter().filter(|record| worth(record)).count() {
            0 => {
                self.library = None;
                let none = self.texts.get("read.nothing").to_owned();
                self.notify(Notice::Wrong("paste.wrong", none));
            }
            1 => {
                let only = library.records.iter().position(worth).unwrap_or(0);
                self.choose_game(only, effects);
            }
            _ => {
                self.notice = None;
                self.dialog = Some(Dialog::Games(0));
                let (n, t) = (library.records.len(), &self.texts);
                let sentence = t.count("games.count", n, &[]);
                self.say(sentence);
            }
        }
    }

    fn choose_game(&mut self, index: usize, effects: &mut Vec<Effect>) {
        let Some(library) = &mut self.library else { return };
        let Some(record) = library.record(index) else { return };
        library.chosen = Some(index);
        let read = exchange::read_record(&self.texts, &record, library.rules);
        self.put_on_table(read, effects);
    }

    fn put_on_table(&mut self, read: Result<exchange::ReadText, String>, effects: &mut Vec<Effect>) {
        match read {
            Ok(read) if self.plays_a_game() => {
                // A game of the player's own would be gone.
                self.held = Some(Box::new(read));
                self.notice = None;
                self.dialog = Some(Dialog::Replace);
            }
            Ok(read) => self.put(read, effects),
            Err(fault) => self.notify(Notice::Wrong("paste.wrong", fault)),
        }
    }

    /// Whether on the table a game goes on in which moves were made here: one that was read and only looked at is none.
    fn plays_a_game(&self) -> bool {
        let table = self.table();
        let source = &table.lines.source;
        let as_read = || {
            let read = exchange::read(&self.texts, table.game.variant(), source);
            read.is_ok_and(|read| read.game.all_moves() == table.game.all_moves())
        };
        !table.game.is_empty() && table.game.status() == Status::Ongoing && (source.is_empty() || !as_read())
    }

    fn put(&mut self, read: exchange::ReadText, effects: &mut Vec<Effect>) {
        // What is read is for the table, wherever it was asked for.
        if self.place != Place::Play {
            self.visit(Place::Play, "", effects);
        }
        // Other people's moves: nobody answers them while one steps through.
        let played = !read.game.all_moves().is_empty();
        if played {
            self.players = [Player::Person; 2];
        }
        self.set_game(read.game, effects);
        self.lines = read.lines;
        if let Some(fault) = read.fault {
            self.notify(Notice::Wrong("paste.partly", fault));
        } else if self.backward.is_none() && self.ongoing() {
            self.notify(Notice::Say(if played { "paste.game" } else { "paste.done" }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::strings::Lang;
    use crate::app::{Msg, Prefs, save};

    fn table() -> Model {
        let mut m = Model::new(Prefs::default(), Lang::En);
        m.players = [Player::Person; 2];
        m
    }

    /// Sends a message and all that waits behind it; how many slices there were.
    fn tell(m: &mut Model, msg: Msg) -> usize {
        let mut slices = 0;
        let mut effects = m.update(msg);
        while effects.iter().any(|effect| matches!(effect, Effect::Wait(_, WAITING))) {
            effects = m.update(Msg::Waited(WAITING));
            slices += 1;
        }
        slices
    }

    fn wrong(m: &Model) -> &str {
        match &m.notice {
            Some(Notice::Wrong(_, text)) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn b080_a_file_of_many_games_is_read_in_slices_and_listed() {
        let mut m = table();
        let game =
            "[White \"Anna\"]\n[Black \"Jan\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n";
        let slices = tell(&mut m, Msg::Games(GamesMsg::File(Some(game.repeat(3000).into_bytes()))));
        assert!(slices > 5, "{slices}");
        assert_eq!(
            (m.dialog, m.library.as_ref().map(|l| l.records.len())),
            (Some(Dialog::Games(0)), Some(3000))
        );
        tell(&mut m, Msg::Games(GamesMsg::Part(14)));
        assert_eq!(m.dialog, Some(Dialog::Games(14)));
        let library = m.library.as_ref().expect("a library");
        assert_eq!(title(&m.texts, 2999, &library.records[2999]), "3000. Anna – Jan 1-1");
        tell(&mut m, Msg::Games(GamesMsg::Choose(2999)));
        assert_eq!((m.game.len(), m.dialog), (4, None));
        // The list is there for the next one.
        assert!(m.library.is_some());
        tell(&mut m, Msg::Games(GamesMsg::Choose(3000)));
        assert_eq!(m.game.len(), 4, "there is no such game");
    }

    /// The list holds no moves; each game comes back whole when it is chosen.
    #[test]
    fn a_listed_game_is_read_whole_when_it_is_chosen() {
        let mut m = table();
        let games = ["1. 32-28 {one} 19-23 (18-23) 2. 28x19 14x23 2-0", "1. 33-29 *", "[SetUp \"1\"] *"];
        let text = games.map(|game| format!("[Event \"é\"]\n[Annotator \"x\"]\n{game}\n\n")).concat();
        tell(&mut m, Msg::Games(GamesMsg::File(Some(text.into_bytes()))));
        let listed = |m: &Model| {
            let library = m.library.as_ref().expect("a library");
            library.records.iter().map(|record| record.items.len()).collect::<Vec<_>>()
        };
        assert_eq!(listed(&m), [1, 1, 0]);
        tell(&mut m, Msg::Games(GamesMsg::Choose(1)));
        assert_eq!(m.game.len(), 1);
        tell(&mut m, Msg::Games(GamesMsg::Choose(0)));
        assert_eq!((m.game.len(), m.lines.all().len()), (4, 1));
        let written = exchange::write_game(&m);
        assert!(written.contains("{one}") && written.contains("[Annotator \"x\"]"), "{written}");
    }

    #[test]
    fn a_file_that_is_too_large_or_holds_nothing_is_told_and_the_table_stays() {
        let mut m = table();
        tell(&mut m, Msg::Type("c3-d4".to_owned()));
        let before = *m.game.position();
        tell(&mut m, Msg::Games(GamesMsg::TooLarge(104_857_600.0)));
        assert!(wrong(&m).contains("100 MB") && wrong(&m).contains("64 MB"), "{}", wrong(&m));
        tell(&mut m, Msg::Paste("x".repeat(MOST_BYTES + 1)));
        assert!(wrong(&m).contains("65 MB"), "{}", wrong(&m));
        for nothing in ["", "\n \n", "nothing of the kind", "[Event \"x\"]", "{", "%PDF-1.4"] {
            tell(&mut m, Msg::Games(GamesMsg::File(Some(nothing.as_bytes().to_vec()))));
            assert!(wrong(&m).contains("neither"), "{nothing}: {}", wrong(&m));
        }
        tell(&mut m, Msg::Games(GamesMsg::File(None)));
        assert!(wrong(&m).contains("could not be read"));
        assert_eq!(m.game.position(), &before);
    }

    /// Nothing of the player's is lost unasked: a game that goes on is asked about, one that was only read is not.
    #[test]
    fn a_game_that_goes_on_is_replaced_only_when_the_player_says_so() {
        for text in ["W:Wa3,c3:Bh6,h8", "1. c3-d4 d6-c5 2. b2-c3 *"] {
            let mut m = table();
            tell(&mut m, Msg::Type("c3-b4".to_owned()));
            let before = m.game.all_moves().to_vec();
            tell(&mut m, Msg::Paste(text.to_owned()));
            assert_eq!((m.dialog, m.game.all_moves()), (Some(Dialog::Replace), &before[..]), "{text}");
            tell(&mut m, Msg::Close);
            assert!(m.held.is_none() && m.game.all_moves() == before);
            // Said too late it does nothing.
            tell(&mut m, Msg::Games(GamesMsg::Replace));
            assert_eq!(m.game.all_moves(), before);
            tell(&mut m, Msg::Paste(text.to_owned()));
            tell(&mut m, Msg::Games(GamesMsg::Replace));
            assert_eq!((m.dialog, m.game.all_moves() == before), (None, false), "{text}");
            // What was read gives way to the next without a question, until somebody moves.
            tell(&mut m, Msg::Paste("1. g3-h4 d6-c5 *".to_owned()));
            assert_eq!((m.dialog, m.game.len()), (None, 2), "{text}");
            tell(&mut m, Msg::Type("h2-g3".to_owned()));
            tell(&mut m, Msg::Paste(text.to_owned()));
            assert_eq!(m.dialog, Some(Dialog::Replace), "{text}");
        }
    }

    #[test]
    fn b032_games_are_read_by_the_rules_that_are_asked_for() {
        let mut m = table();
        // Legal in Russian, not where the longest capture is compulsory ... and read by what fits at first.
        let text = "1. c3-d4 d6-c5 2. b2-c3 f6-g5 * 1. c3-d4 d6-c5 *";
        tell(&mut m, Msg::Paste(text.to_owned()));
        tell(&mut m, Msg::Games(GamesMsg::Choose(0)));
        assert_eq!(m.game.variant().name, "russian");
        tell(&mut m, Msg::Games(GamesMsg::Rules(Variant::built_in("czech"))));
        assert_eq!((m.game.variant().name, m.game.len()), ("czech", 4));
        tell(&mut m, Msg::Games(GamesMsg::Rules(Variant::built_in("turkish"))));
        assert!(matches!(m.notice, Some(Notice::Wrong("paste.partly", _))));
        tell(&mut m, Msg::Games(GamesMsg::Rules(None)));
        assert_eq!((m.game.variant().name, m.game.len()), ("russian", 4));
    }

    #[test]
    fn b074_the_letters_of_a_file_can_be_read_otherwise() {
        let mut m = table();
        let mut bytes = b"[White \"".to_vec();
        bytes.extend([0xd8, 0xe0, 0xf8, 0xea, 0xe8]);
        bytes.extend(b"\"]\n[Black \"b\"]\n\n1. c3-d4 *\n\n1. a3-b4 *");
        tell(&mut m, Msg::Games(GamesMsg::File(Some(bytes))));
        let name = |m: &Model| {
            let library = m.library.as_ref().expect("a library");
            title(&m.texts, 0, &library.records[0])
        };
        assert!(name(&m).contains("Шашки"), "guessed");
        tell(&mut m, Msg::Games(GamesMsg::Letters(Encoding::Windows1252)));
        assert!(!name(&m).contains("Шашки"));
        tell(&mut m, Msg::Games(GamesMsg::Letters(Encoding::Windows1251)));
        assert!(name(&m).contains("Шашки"), "{}", name(&m));
        assert_eq!(m.library.as_ref().and_then(|l| l.encoding), Some(Encoding::Windows1251));
    }

    #[test]
    fn variations_remarks_and_names_of_a_game_are_kept_shown_saved_and_written_again() {
        let mut m = table();
        let text = "[Event \"Match\"]\n[White \"Anna\"]\n[Black \"Jan\"]\n[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n\
            [Opening \"x\"]\n\n{start} 1. 32-28 19-23! {good} (1. ... 18-23 $2 2. 38-32 (2. 37-32)) 2. 28x19 14x23 2-0\n";
        tell(&mut m, Msg::Paste(text.to_owned()));
        assert_eq!((m.game.len(), m.lines.all().len()), (4, 2));
        assert!(m.game.settled().is_some());
        let shown: Vec<String> = exchange::remarks(&m).into_iter().map(|(_, text)| text).collect();
        assert_eq!(shown, ["start", "! good", "?"]);
        // A game that is over can be looked through, and its variations too.
        m.update(Msg::GoTo(1));
        assert_eq!(m.game.ply(), 1);
        m.update(Msg::GoTo(4));
        // Saved and read again, nothing is missing.
        let mut other = table();
        save::read_game(&mut other, &save::write_game(&m)).expect("readable");
        for m in [&m, &other] {
            let written = exchange::write_game(m).replace('\n', " ");
            for part in [
                "[Event \"Match\"]",
                "[White \"Anna\"]",
                "[Opening \"x\"]",
                "[Result \"2-0\"]",
                "{start} 1. 32-28 19-23! {good} (1. ... 18-23 $2 2. 38-32 (2. 37-32)) 2. 28x19 14x23 2-0",
            ] {
                assert!(written.contains(part), "{part}: {written}");
            }
        }
        // Played on otherwise, the result is not that of the new line; what was read is a variation now.
        m.update(Msg::GoTo(1));
        m.update(Msg::Type("17-21".to_owned()));
        let written = exchange::write_game(&m).replace('\n', " ");
        assert!(
            written.contains("[Result \"*\"]")
                && written.contains("1. 32-28 17-21 (")
                && written.contains("(1. ... 19-23! {good} 2. 28x19 14x23)"),
            "{written}"
        );
        m.update(Msg::GoLine(0, 3));
        assert_eq!(m.game.ply(), 3);
    }

    #[test]
    fn how_a_record_was_won_is_not_made_up_and_a_diagram_waits_for_its_solution() {
        let mut m = table();
        for (result, said) in [("2-0", "White wins."), ("0-2", "Black wins."), ("1-1", "Draw.")] {
            let text = format!("[GameType \"20\"][Result \"{result}\"]\n1. 32-28 19-23 {result}");
            tell(&mut m, Msg::Paste(text));
            let mut other = table();
            save::read_game(&mut other, &save::write_game(&m)).expect("readable");
            for m in [&m, &other] {
                assert!(!m.ongoing());
                assert_eq!(crate::app::sentences::status(&m.texts, m), said);
            }
        }
        let diagram = "[GameType \"20\"][Result \"2-0\"][FEN \"W:W28,33:B14,23\"]\n2-0";
        tell(&mut m, Msg::Paste(diagram.to_owned()));
        assert!(m.ongoing(), "it can be solved");
        assert!(exchange::write_game(&m).contains("[Result \"2-0\"]"), "what was read is written again");
        m.update(Msg::Type("28x10".to_owned()));
        assert_eq!(m.game.len(), 1);
    }

    #[test]
    fn a_game_that_went_on_behind_a_drawn_position_is_there_after_a_reload() {
        let mut m = table();
        let dance = "48-42 1-7 42-48 7-1 ".repeat(4);
        tell(&mut m, Msg::Paste(format!("[GameType \"20\"][FEN \"W:WK48,36,35:BK1,16,6\"] {dance} *")));
        assert_eq!(m.game.len(), 16);
        let mut other = table();
        save::read_game(&mut other, &save::write_game(&m)).expect("readable");
        assert_eq!(other.game.len(), 16);
    }

    #[test]
    fn nobody_answers_the_moves_of_a_game_that_was_read_and_its_players_are_named() {
        let mut m = Model::new(Prefs::default(), Lang::En);
        assert_eq!(m.players[1], Player::Computer);
        let text =
            "[White \"Anna \\\"A\\\" B\"]\n[Black \"?\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 *";
        tell(&mut m, Msg::Paste(text.to_owned()));
        assert_eq!(m.notice, Some(Notice::Say("paste.game")));
        assert_eq!((m.lines.tag("White").as_deref(), m.lines.tag("Black")), (Some("Anna \"A\" B"), None));
        for ply in [1, 3, 0] {
            let effects = m.update(Msg::GoTo(ply));
            assert!(!effects.iter().any(|effect| matches!(effect, Effect::Think(_))), "{ply}");
        }
        assert_eq!(m.game.len(), 3);
        // A position goes on against whom one played before.
        let mut m = Model::new(Prefs::default(), Lang::En);
        tell(&mut m, Msg::Paste("W:Wa3,c3:Bh6,h8".to_owned()));
        assert_eq!(m.players[1], Player::Computer);
    }

    #[test]
    fn the_next_game_is_not_offered_to_the_players_of_one_that_was_read() {
        let mut m = Model::new(Prefs::default(), Lang::En);
        let before = m.offered();
        m.update(Msg::Paste("[White \"Ada\"]\n[GameType \"26\"]\n\n1. c3-d4 *".to_owned()));
        assert_eq!((m.players, m.game.len()), ([Player::Person; 2], 1));
        assert_eq!(m.offered().players, before.players, "the computer, as before");
        m.update(Msg::New(super::super::NewGame { players: [Player::Person; 2], ..before }));
        assert_eq!(m.offered().players, [Player::Person; 2], "a friend who was chosen stays");
    }
}
