//! The rules of a rule set in plain words, told from its facts: what the program plays by is what it says.

use super::sentences::{draw_rule_key, side, within};
use super::strings::Texts;
use crate::coach::Why;
use crate::notation::parse_fen;
use crate::notation::{Style, square_range};
use crate::rules::{DrawRule, Fact, Goal, Home, Move, Numbering, Priority, Square, Variant, variant};

/// What a sentence of the rules is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Board, squares, pieces at the start, who begins.
    Start,
    /// How a man moves.
    ManMoves,
    /// How a man captures.
    ManCaptures,
    /// That men may not capture kings.
    MenSpareKings,
    /// Whether capturing is compulsory.
    Must,
    /// How a capture goes on.
    Chain,
    /// When captured pieces leave the board.
    Lifted,
    /// Which of several captures.
    Priority,
    /// How a man becomes a king.
    Crowning,
    /// How a king moves and captures.
    King,
    /// How often in a row the same king may move.
    KingRests,
    /// What wins.
    Goal,
    /// What draws.
    Draw,
}

/// All topics, each with its name in addresses.
const TOPICS: [(Topic, &str); 13] = [
    (Topic::Start, "start"),
    (Topic::ManMoves, "man"),
    (Topic::ManCaptures, "capture"),
    (Topic::MenSpareKings, "spare"),
    (Topic::Must, "must"),
    (Topic::Chain, "chain"),
    (Topic::Lifted, "lifted"),
    (Topic::Priority, "priority"),
    (Topic::Crowning, "crown"),
    (Topic::King, "king"),
    (Topic::KingRests, "rest"),
    (Topic::Goal, "goal"),
    (Topic::Draw, "draw"),
];

impl Topic {
    /// The name in addresses.
    pub fn name(self) -> &'static str {
        TOPICS.iter().find(|(topic, _)| *topic == self).map_or("", |(_, name)| name)
    }

    /// The topic of this name.
    pub fn named(name: &str) -> Option<Self> {
        TOPICS.iter().find(|(_, own)| *own == name).map(|(topic, _)| *topic)
    }
}

/// A sentence, and the article behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// What it is about.
    pub topic: Topic,
    /// The sentence.
    pub text: String,
    /// Where it is written: an id of LAW.md or a section of RULES.md.
    pub law: &'static str,
}

/// What a refusal is about; `None` where no article of a rule set stands behind it.
pub const fn topic_of(why: Why) -> Topic {
    match why {
        Why::NoPiece | Why::NotYours => Topic::Start,
        Why::OthersMustCapture | Why::MustCapture => Topic::Must,
        Why::MoreElsewhere
        | Why::WorthMoreElsewhere
        | Why::KingMustCapture
        | Why::MoreKingsElsewhere
        | Why::KingEarlierElsewhere
        | Why::FewerThisWay => Topic::Priority,
        Why::MustRest => Topic::KingRests,
        Why::Blocked => Topic::Goal,
        Why::LandElsewhere => Topic::Chain,
        Why::Backward
        | Why::TooFar
        | Why::NotDiagonal
        | Why::NotStraight
        | Why::Occupied
        | Why::OwnPieceInTheWay => Topic::ManMoves,
        Why::NoRoomBehind | Why::NoCaptureBackwards => Topic::ManCaptures,
        Why::StillLies => Topic::Lifted,
        Why::TwoInTheWay => Topic::King,
        Why::MenSpareKings => Topic::MenSpareKings,
    }
}

/// All that a newcomer has to know of a rule set, in the order in which it is learned.
pub fn articles(t: &Texts, v: &Variant) -> Vec<Article> {
    let mut list = Vec::new();
    let mut say = |topic, text: String, law: &'static str| list.push(Article { topic, text, law });
    let yes_no =
        |fact: bool, yes: &'static str, no: &'static str| t.get(if fact { yes } else { no }).to_owned();
    let number = |n: u32| n.to_string();

    let size = number(u32::from(v.size));
    let board = if v.all_squares { "law.board-all" } else { "law.board" };
    say(Topic::Start, t.fill(board, &[("size", &size)]), "W100-2.1");
    if !v.all_squares {
        say(Topic::Start, yes_no(v.left_corner, "law.corner-left", "law.corner-right"), "W100-2.4");
    }
    let (men, rows) = (t.count("pieces", v.men() as usize, &[]), number(u32::from(v.men_rows)));
    let start = if v.skip_rows > 0 { "law.men-second" } else { "law.men" };
    say(Topic::Start, t.fill(start, &[("men", &men), ("rows", &rows)]), "W64-3");
    let first = within(side(t, v.first));
    say(Topic::Start, t.fill("new.first", &[("side", &first)]), "W64-4");
    let range = square_range(v, Style::Official);
    let numbering = match v.numbering {
        Numbering::Algebraic => "rules.numbering-letters",
        Numbering::Rows => "rules.numbering-rows",
        Numbering::RowsFromBottom => "rules.numbering-bottom",
    };
    say(Topic::Start, t.fill(numbering, &[("range", &range)]), "W100-2.6");

    say(Topic::ManMoves, yes_no(v.all_squares, "law.man-straight", "law.man-diagonal"), "W64-7");
    let capture = match (v.all_squares, v.orthogonal_captures, v.men_capture_back) {
        (true, _, false) => "law.man-captures-straight",
        (true, _, true) => "rules.man-captures-cross",
        (_, true, true) => "law.man-captures-all-ways",
        (_, true, false) => "rules.man-captures-ahead-and-straight",
        (_, _, true) => "law.man-captures-both-ways",
        (_, _, false) => "law.man-captures-forward",
    };
    say(Topic::ManCaptures, t.get(capture).to_owned(), "W64-10");
    if v.men_capture_kings {
        say(Topic::ManCaptures, t.get("rules.men-take-kings").to_owned(), "W64-8");
    } else {
        say(Topic::MenSpareKings, t.get("law.men-spare-kings").to_owned(), "RULES 5");
    }
    say(Topic::Must, yes_no(v.must_capture, "law.must", "law.may"), "W64-11");
    say(Topic::Chain, t.get("law.chain").to_owned(), "W64-12");
    if v.flying && !v.lands_behind {
        say(Topic::Chain, t.get("rules.land-to-go-on").to_owned(), "RULES 1.6");
    }
    say(Topic::Lifted, yes_no(v.lifted_at_once, "law.lifted-at-once", "law.lifted-after"), "W64-9");
    if v.lifted_at_once {
        let turn = yes_no(v.may_turn_back, "rules.may-turn-back", "rules.no-turning-back");
        say(Topic::Lifted, turn, "RULES 5");
    }
    let priority = match v.priority {
        Priority::None => "law.priority-none",
        Priority::Most => "law.priority-most",
        Priority::Frisian => "law.priority-frisian",
        Priority::Italian => "law.priority-italian",
        Priority::Spanish => "law.priority-spanish",
        Priority::Czech => "law.priority-czech",
    };
    let law = match v.priority {
        Priority::Frisian => "WFD 11, 12",
        Priority::Most => "W64-17",
        _ => "RULES 2",
    };
    say(Topic::Priority, t.get(priority).to_owned(), law);

    // Who captures only ahead does not come back from the far row.
    let crowning = match (v.crowned_in_passing, v.men_capture_back || v.orthogonal_captures) {
        (true, _) => "law.crowned-in-passing",
        (false, true) => "law.crowned-stopping",
        (false, false) => "rules.crowned-at-end",
    };
    say(Topic::Crowning, t.get(crowning).to_owned(), if v.men_capture_back { "W64-14" } else { "W64-13" });
    let king = match (v.flying, v.lands_behind, v.all_squares) {
        (false, _, _) => "law.king-short",
        (true, true, _) => "law.king-lands-behind",
        (true, false, true) => "rules.king-flies-straight",
        (true, false, false) => "law.king-flies",
    };
    say(Topic::King, t.get(king).to_owned(), "W64-15");
    if v.orthogonal_captures {
        say(Topic::King, t.get("rules.king-straight-captures").to_owned(), "WFD 9, 10");
    }
    if v.same_king_limit > 0 {
        let n = number(u32::from(v.same_king_limit));
        say(Topic::KingRests, t.fill("law.king-rests", &[("n", &n)]), "WFD 17");
    }
    let goal = match v.goal {
        Goal::Normal => "law.goal",
        Goal::Lose => "law.goal-lose",
        Goal::Crown => "law.goal-crown",
    };
    say(Topic::Goal, t.get(goal).to_owned(), "W64-5");
    for rule in v.draws {
        say(Topic::Draw, draw(t, *rule), "RULES 4");
    }
    if v.draws.is_empty() {
        say(Topic::Draw, t.get("rules.no-draws").to_owned(), "RULES 4");
    }
    list
}

fn draw(t: &Texts, rule: DrawRule) -> String {
    let each = usize::from(rule.limit()) / 2;
    let how = match rule {
        // A third time of the same position is what the counted sentence says.
        DrawRule::Balanced { least, most, .. } => {
            let (least, most) = (least.to_string(), most.to_string());
            t.count("rules.draw-balanced", each, &[("least", &least), ("most", &most)])
        }
        DrawRule::ThreeKingsOnMainLine(_) => t.count("rules.draw-three-with-main-line", each, &[]),
        _ => t.count(&format!("drawn.{}", draw_rule_key(rule)), each, &[]),
    };
    t.fill("law.draw", &[("how", &how)])
}

/// A position that shows one rule: one may play on from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The key of the sentence that says what to look at.
    pub key: &'static str,
    /// The position as FEN by row numbers.
    pub fen: &'static str,
    /// The piece to look at, by its row number: what it may do is shown.
    pub piece: u8,
}

const fn show(key: &'static str, fen: &'static str, piece: u8) -> Example {
    Example { key, fen, piece }
}

/// Positions for the page of a rule set. For home rules those of all built-in sets are looked through for such as show
/// under these rules what they say.
pub fn shown_for(v: &'static Variant) -> Vec<Example> {
    const MOST: usize = 3;
    const MORE: [Example; 5] = [
        show("rules.show-may", "W:W23:B19,4", 23),
        show("rules.show-may", "W:W33:B28,3", 33),
        show("rules.show-may", "W:W29:B21,4", 29),
        show("rules.show-crown", "W:W5,24:B4,14", 5),
        show("rules.show-crown", "W:W9,10:B40", 9),
    ];
    // What shows a rule often shows its contrary where that is in force.
    const CONTRARY: [(&str, &str); 3] = [
        ("rules.show-most", "rules.show-choice"),
        ("rules.show-passing", "rules.show-crowned"),
        ("rules.show-coup", "rules.show-lifted"),
    ];
    if !v.is_home() {
        return examples(v).to_vec();
    }
    let contrary = |example: &Example| {
        let key = CONTRARY.iter().find(|(key, _)| *key == example.key).map(|(_, other)| *other);
        key.map(|key| Example { key, ..*example })
    };
    let built_in = || variant::ALL.into_iter().flat_map(examples);
    let mut found: Vec<Example> = Vec::new();
    for example in built_in().filter_map(contrary).chain(MORE).chain(built_in().copied()) {
        let example = &example;
        if found.len() < MOST && found.iter().all(|other| other.key != example.key) && shows(v, example) {
            found.push(*example);
        }
    }
    found
}

/// What captures would be legal if one fact were otherwise.
fn otherwise(v: &Variant, example: &Example, facts: &[(Fact, &str)]) -> Vec<Move> {
    let mut home = Home::of(v);
    for (fact, value) in facts {
        home.set(*fact, value);
    }
    let start = home.variant().ok().and_then(|rules| parse_fen(rules, example.fen, Style::RowNumbers).ok());
    start.map(|position| position.legal_moves()).unwrap_or_default()
}

/// Whether a position shows under a rule set what it is said to show.
pub fn shows(v: &'static Variant, example: &Example) -> bool {
    let Ok(at) = parse_fen(v, example.fen, Style::RowNumbers) else { return false };
    let moves = at.legal_moves();
    let piece = Square(example.piece - 1);
    let own: Vec<&Move> = moves.iter().filter(|m| m.from() == piece).collect();
    let Some(first) = own.first() else { return false };
    let most = |moves: &[Move]| moves.iter().map(|m| m.captured().len()).max().unwrap_or(0);
    let place = |square: Square| v.geometry().row_column(square);
    let last = |square: &Square| place(*square).0 == v.promotion_row(at.turn());
    let passes = |m: &&Move| m.path()[1..m.path().len() - 1].iter().any(last);
    let wins = |m: &&Move| at.play(m).winner() == Some(at.turn());
    let long = most(&moves);
    // Where nobody must capture, nothing is shown about which capture it must be.
    let due = v.must_capture && long > 0;
    match example.key {
        "rules.show-most" => {
            due && matches!(v.priority, Priority::Most | Priority::Italian | Priority::Spanish)
                && otherwise(v, example, &[(Fact::Priority, "none")])
                    .iter()
                    .any(|m| m.captured().len() < long)
        }
        "rules.show-coup" => {
            due && !v.lifted_at_once && most(&otherwise(v, example, &[(Fact::LiftedAtOnce, "yes")])) > long
        }
        "rules.show-passing" => own.iter().any(|m| passes(m) && !m.crowns() && !m.by_king()),
        "rules.show-crowned" => {
            v.crowned_in_passing && own.iter().any(|m| passes(m) && m.crowns() && !m.by_king())
        }
        "rules.show-choice" => due && moves.iter().any(|m| m.captured().len() < long),
        "rules.show-short" => first.by_king() && !v.flying && long > 1,
        "rules.show-forward" => {
            due && !v.men_capture_back
                && otherwise(v, example, &[(Fact::MenCaptureBack, "yes")]).len() > moves.len()
        }
        "rules.show-spare" => {
            !v.men_capture_kings
                && !first.by_king()
                && most(&otherwise(v, example, &[(Fact::MenCaptureKings, "yes")])) > long
        }
        "rules.show-quality" => {
            due && matches!(v.priority, Priority::Italian | Priority::Spanish)
                && otherwise(v, example, &[(Fact::Priority, "most")]).len() > moves.len()
        }
        "rules.show-king-first" => {
            due && v.priority == Priority::Czech
                && moves.iter().all(Move::by_king)
                && otherwise(v, example, &[(Fact::Priority, "none")]).iter().any(|m| !m.by_king())
        }
        "rules.show-straight" => {
            let straight =
                |hop: &[Square]| place(hop[0]).0 == place(hop[1]).0 || place(hop[0]).1 == place(hop[1]).1;
            v.orthogonal_captures && own.iter().any(|m| m.is_capture() && m.path().windows(2).any(straight))
        }
        "rules.show-value" | "rules.show-value-two" => {
            due && v.priority == Priority::Frisian
                && most(&otherwise(v, example, &[(Fact::Priority, "most")])) > long
        }
        "rules.show-rests" => v.same_king_limit == 3 && first.by_king() && long == 0,
        "rules.show-sideways" => v.all_squares && own.iter().any(|m| passes(m) && m.crowns()),
        "rules.show-lifted" => {
            let stay = otherwise(v, example, &[(Fact::MayTurnBack, "no"), (Fact::LiftedAtOnce, "no")]);
            v.lifted_at_once && first.by_king() && (most(&stay) != long || stay.len() != moves.len())
        }
        "rules.show-behind" => v.lands_behind && first.by_king() && long > 0,
        "rules.show-lose" => v.goal == Goal::Lose && long == 0,
        "rules.show-crown" => v.goal == Goal::Crown && own.iter().all(wins),
        "rules.show-may" => !v.must_capture && long > 0 && own.iter().any(|m| !m.is_capture()),
        _ => false,
    }
}

/// Positions that show what is special in a rule set, the most telling first; none for home rules.
pub fn examples(v: &Variant) -> &'static [Example] {
    const MOST_100: Example = show("rules.show-most", "W:W32,43:B28,19,39,2", 32);
    const COUP_100: Example = show("rules.show-coup", "W:WK14:B8,9,17,18,20,K30", 14);
    const PASSING_100: Example = show("rules.show-passing", "W:W13,K42:B7,K8,18,K27", 13);
    const STRAIGHT: Example = show("rules.show-straight", "W:W33,48:B23,28,3", 33);
    const RESTS: Example = show("rules.show-rests", "W:WK48,45:B1,2,3,4", 48);
    const SPANISH: &[Example] = &[
        show("rules.show-quality", "W:WK29:B10,26,K28", 29),
        show("rules.show-most", "W:WK27,K29:B13,K22", 27),
        show("rules.show-forward", "W:W19,26:B14,23,4", 19),
    ];
    match v.name {
        "polish64" | "brazilian" => {
            &const {
                [
                    show("rules.show-most", "W:W23,28:B18,10,24,4", 23),
                    show("rules.show-coup", "W:WK9:B7,8,14,16,22,K24", 9),
                    show("rules.show-passing", "W:W11:B4,6,K7,K12", 11),
                ]
            }
        }
        "international" => &const { [MOST_100, COUP_100, PASSING_100] },
        "canadian" => {
            &const {
                [
                    show("rules.show-most", "W:WK67:B50,30,21,9", 67),
                    show("rules.show-coup", "W:WK69:B13,40,58,64", 69),
                    show("rules.show-passing", "W:W18:B11,12", 18),
                ]
            }
        }
        "russian" => {
            &const {
                [
                    show("rules.show-crowned", "W:W9:BK6,K7,15,K16", 9),
                    show("rules.show-choice", "W:WK19:B8,16,23,24", 19),
                ]
            }
        }
        "pool" => {
            &const {
                [
                    show("rules.show-choice", "W:WK29:B11,19,25,K27", 29),
                    show("rules.show-passing", "W:W11:BK6,7,K14,15", 11),
                ]
            }
        }
        "english" => {
            &const {
                [
                    show("rules.show-short", "W:WK7:B10,11,18", 7),
                    show("rules.show-forward", "W:W18,27:B14,22,4", 18),
                ]
            }
        }
        "italian" => {
            &const {
                [
                    show("rules.show-spare", "W:W22:BK11,K12,19", 22),
                    show("rules.show-quality", "W:WK18:BK14,22,K30", 18),
                    show("rules.show-most", "W:WK19:B13,K14,15,K21", 19),
                ]
            }
        }
        "spanish" | "portuguese" => SPANISH,
        "czech" => {
            &const {
                [
                    show("rules.show-king-first", "W:W19,K29:BK15", 29),
                    show("rules.show-forward", "W:W18,27:B14,22,4", 18),
                ]
            }
        }
        "frisian" => {
            &const { [STRAIGHT, show("rules.show-value", "W:W15,25:B3,10,12,17,21,K29,K35,K40", 25), RESTS] }
        }
        "frysk" => &const { [STRAIGHT, show("rules.show-value-two", "W:WK18:B28,32,36,K15,K40", 18), RESTS] },
        "turkish" => {
            &const {
                [
                    show("rules.show-sideways", "W:W24:B3,K7,12,16,K27,40,K51", 24),
                    show("rules.show-lifted", "W:WK41:B7,11,40,43,K60", 41),
                ]
            }
        }
        "thai" => {
            &const {
                [
                    show("rules.show-behind", "W:WK2:BK7,15,16,23", 2),
                    show("rules.show-lifted", "W:WK8:BK10,K11,K18,K19", 8),
                ]
            }
        }
        "antidraughts" => &const { [show("rules.show-lose", "W:W33:B24", 33), MOST_100] },
        "breakthrough" => &const { [show("rules.show-crown", "W:W7,40:B4,14", 7), MOST_100] },
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::strings::Lang;

    /// What a position is said to show, it shows.
    #[test]
    fn every_example_shows_what_it_says() {
        let mut wrong = Vec::new();
        for v in variant::ALL {
            assert!(!examples(v).is_empty(), "{}", v.name);
            for example in examples(v) {
                if !shows(v, example) {
                    let start = parse_fen(v, example.fen, Style::RowNumbers);
                    let moves = start.map(|position| position.legal_moves());
                    wrong.push(format!("{} {} {}: {moves:?}", v.name, example.key, example.fen));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// What is shown of home rules is what differs, and nothing that is not so.
    #[test]
    fn home_rules_are_shown_by_positions_that_fit_them() {
        let keys = |base: &Variant, facts: &[(Fact, &str)]| {
            let mut home = Home::of(base);
            for (fact, value) in facts {
                assert!(home.set(*fact, value), "{fact:?}");
            }
            let shown = shown_for(home.variant().expect("possible"));
            shown.iter().map(|example| example.key).collect::<Vec<_>>()
        };
        let free = keys(&variant::POLISH_64, &[(Fact::MustCapture, "no")]);
        assert!(free.contains(&"rules.show-may"), "{free:?}");
        assert!(!free.contains(&"rules.show-most"), "{free:?}");
        let short = keys(&variant::POLISH_64, &[(Fact::Flying, "no")]);
        assert!(short.contains(&"rules.show-short") && !short.contains(&"rules.show-forward"), "{short:?}");
        let lose = keys(&variant::INTERNATIONAL, &[(Fact::Goal, "lose"), (Fact::Priority, "none")]);
        assert!(!lose.contains(&"rules.show-most") && lose.contains(&"rules.show-choice"), "{lose:?}");
        // Every single decision leaves something to be shown.
        for base in variant::ALL {
            for fact in Fact::ALL {
                for value in fact.values() {
                    let mut home = Home::of(base);
                    let changed = home.set(fact, value) && home.differs(fact);
                    let Ok(v) = home.variant() else { continue };
                    if changed && v.geometry().squares == base.geometry().squares {
                        assert!(!shown_for(v).is_empty(), "{}", v.name);
                    }
                }
            }
        }
    }

    #[test]
    fn every_rule_set_is_told_whole_in_every_language() {
        for lang in Lang::ALL {
            let t = Texts::new(lang);
            for v in variant::ALL {
                let list = articles(&t, v);
                let told = |topic| list.iter().filter(|a| a.topic == topic).count();
                for topic in
                    [Topic::ManMoves, Topic::Must, Topic::Chain, Topic::Priority, Topic::King, Topic::Goal]
                {
                    assert!(told(topic) >= 1, "{} {topic:?}", v.name);
                }
                assert_eq!(told(Topic::Draw), v.draws.len().max(1), "{}", v.name);
                assert_eq!(told(Topic::MenSpareKings), usize::from(!v.men_capture_kings));
                assert_eq!(told(Topic::KingRests), usize::from(v.same_king_limit > 0));
                for article in &list {
                    assert!(
                        !article.text.contains('{') && article.text.contains(' '),
                        "{}: {}",
                        v.name,
                        article.text
                    );
                }
                for (i, article) in list.iter().enumerate() {
                    assert!(
                        list[..i].iter().all(|other| other.text != article.text),
                        "twice: {}",
                        article.text
                    );
                }
                for example in examples(v) {
                    assert!(t.get(example.key).contains(' '), "{}", example.key);
                }
            }
        }
    }
}
