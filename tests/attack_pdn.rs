//! Trials of our own in the manner of the public cases: what a stranger's program writes and a user expects to be read.
//! Each has a name, a text, and what must come of it.

use damka::notation::pdn::{Record, Score, parse, replay, write_record};

/// Number of records, plies of the first with moves (read, and legal), its result.
type Expected = (usize, usize, usize, Option<Score>);

fn found(records: &[Record]) -> Expected {
    let Some(record) = records.iter().find(|r| r.moves().next().is_some()).or(records.first()) else {
        return (0, 0, 0, None);
    };
    (records.len(), record.moves().count(), replay(record).game.len(), record.score)
}

fn check(trials: &[(&str, &str, Expected)]) {
    let mut wrong = Vec::new();
    for (name, text, expected) in trials {
        let records = parse(text);
        let found = found(&records);
        if found != *expected {
            wrong.push(format!(
                "{name}: {text:?}\n    expected {expected:?}\n    found    {found:?}\n    {records:?}"
            ));
        }
        // Nothing that was read is lost when it is written, and what is written is read alike.
        for record in &records {
            let again = parse(&write_record(record));
            let plain = |text: &str| text.replace([' ', '\u{200b}'], "");
            let moves = |r: &Record| r.moves().map(plain).collect::<Vec<_>>();
            if again.len() != 1 || moves(&again[0]) != moves(record) || again[0].tags != record.tags {
                wrong.push(format!("{name}: written {:?}", write_record(record)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} trials fail:\n{}", wrong.len(), wrong.join("\n"));
}

const OPEN: Option<Score> = Some(Score::Open);
const HALVES: Option<Score> = Some(Score::Halves);
const TWO_NIL: Option<Score> = Some(Score::TwoNil);
const NIL_TWO: Option<Score> = Some(Score::NilTwo);
const ONE_ONE: Option<Score> = Some(Score::OneOne);
const ONE_NIL: Option<Score> = Some(Score::OneNil);

#[test]
fn tags() {
    check(&[
        ("no tags", "1. 32-28 19-23 *", (1, 2, 2, OPEN)),
        ("twice the same tag", "[White \"a\"]\n[White \"b\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("escaped quotes", "[Event \"the \\\"big\\\" one\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("backslashes", "[Site \"C:\\\\games\\\\\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("quotes not escaped", "[Event \"the \"big\" one\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("single quotes", "[Event 'x y']\n[White 'a']\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("typographic quotes", "[Event “x y”]\n[White “a”]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("German quotes", "[Event „x y“]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("no quotes", "[Event x y]\n[Date 2001.02.03]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("no space before the value", "[Event\"x\"]\n[White\"a\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("spaces everywhere", "[ Event   \"x\" ]\n[ White \"a\" ]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("tabs", "[Event\t\"x\"]\t[White\t\"a\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("all in one line", "[Event \"x\"][White \"a\"][Black \"b\"] 1. 32-28 *", (1, 1, 1, OPEN)),
        ("value over two lines", "[Event \"x\ny\"]\n[White \"a\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("empty values", "[Event \"\"]\n[FEN \"\"]\n[GameType \"\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("moves in a tag", "[Opening \"32-28 19-23\"]\n1. 33-29 *", (1, 1, 1, OPEN)),
        ("brackets in a value", "[Event \"a [b] c\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("braces in a value", "[Event \"a {b\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("semicolon in a value", "[Event \"a; b\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("percent in a value", "[Event \"%50\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("closing bracket missing", "[Event \"x\"\n[White \"a\"\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("closing quote missing", "[Event \"x]\n[White \"a\"]\n\n1. 32-28 *", (1, 1, 1, OPEN)),
        (
            "tags with digits and signs",
            "[White_Elo \"1\"]\n[Round2 \"2\"]\n[a-b \"3\"]\n1. 32-28 *",
            (1, 1, 1, OPEN),
        ),
        ("tags after moves", "1. 32-28 19-23 *\n[White \"b\"]\n1. 33-29 *", (2, 2, 2, OPEN)),
        ("tags only", "[Event \"x\"]\n[White \"a\"]\n", (1, 0, 0, None)),
        ("html", "<pre>[Event \"x\"]\n1. 32-28 19-23 *</pre>", (1, 2, 2, OPEN)),
        ("html entities", "[Event &quot;x&quot;]\n1. 32-28 19-23 *", (1, 2, 2, OPEN)),
        ("markdown", "```pdn\n[Event \"x\"]\n\n1. 32-28 19-23 *\n```", (1, 2, 2, OPEN)),
        (
            "mail quotes",
            "> [Event \"x\"]\n> [White \"a\"]\n>\n> 1. 32-28 19-23\n> 2. 28x19 *",
            (1, 3, 3, OPEN),
        ),
        ("a heading before", "Games of the week\n\n[Event \"x\"]\n1. 32-28 *", (1, 1, 1, OPEN)),
        ("indented", "   [Event \"x\"]\n   [White \"a\"]\n\n   1. 32-28 19-23\n   *\n", (1, 2, 2, OPEN)),
    ]);
}

#[test]
fn values_of_tags() {
    let value = |text: &str, name: &str| parse(text)[0].tag(name).map(str::to_owned);
    let mut wrong = Vec::new();
    for (text, name, expected) in [
        ("[Event 'x y']\n1. 32-28 *", "Event", "x y"),
        ("[Event “x y”]\n1. 32-28 *", "Event", "x y"),
        ("[Event „x y“]\n1. 32-28 *", "Event", "x y"),
        ("[Event «x y»]\n1. 32-28 *", "Event", "x y"),
        ("[Event x y]\n1. 32-28 *", "Event", "x y"),
        ("[Event \"x\ny\"]\n[White \"a\"]\n1. 32-28 *", "Event", "x y"),
        ("[Event \"x\ny\"]\n[White \"a\"]\n1. 32-28 *", "White", "a"),
        ("[Event \"x\"\n[White \"a\"\n\n1. 32-28 *", "White", "a"),
        ("[Event \"x]\n[White \"a\"]\n\n1. 32-28 *", "Event", "x"),
        ("[event \"x\"]\n1. 32-28 *", "Event", "x"),
        ("[EVENT \"x\"]\n1. 32-28 *", "Event", "x"),
        ("[Event \"O'Neil\"]\n1. 32-28 *", "Event", "O'Neil"),
        ("[Event \"a \\\"b\\\" c\"]\n1. 32-28 *", "Event", "a \"b\" c"),
        ("[Event \"\\\"b\\\"\"]\n1. 32-28 *", "Event", "\"b\""),
        ("[White \"a\"]\n[White \"b\"]\n1. 32-28 *", "White", "a"),
        ("[Event \"a & b <c>\"]\n1. 32-28 *", "Event", "a & b <c>"),
    ] {
        if value(text, name).as_deref() != Some(expected) {
            wrong.push(format!("{text:?}: {:?} for {expected:?}", value(text, name)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn results() {
    check(&[
        ("2-0", "1. 32-28 19-23 2-0", (1, 2, 2, TWO_NIL)),
        ("0-2", "1. 32-28 19-23 0-2", (1, 2, 2, NIL_TWO)),
        ("1-1", "1. 32-28 19-23 1-1", (1, 2, 2, ONE_ONE)),
        ("0-0", "1. 32-28 19-23 0-0", (1, 2, 2, Some(Score::NilNil))),
        ("star", "1. 32-28 19-23 *", (1, 2, 2, OPEN)),
        ("colon for a hyphen", "1. 32-28 19-23 2:0", (1, 2, 2, TWO_NIL)),
        ("colon for a hyphen, draw", "1. 32-28 19-23 1:1", (1, 2, 2, ONE_ONE)),
        ("en dash", "1. 32-28 19-23 2–0", (1, 2, 2, TWO_NIL)),
        ("en dash, draw", "1. 32-28 19-23 1–1", (1, 2, 2, ONE_ONE)),
        ("en dash, lost", "1. 32-28 19-23 0–2", (1, 2, 2, NIL_TWO)),
        ("minus sign", "1. 32-28 19-23 2−0", (1, 2, 2, TWO_NIL)),
        ("halves with a minus sign", "1. 32-28 19-23 1/2−1/2", (1, 2, 2, HALVES)),
        ("spaces", "1. 32-28 19-23 2 - 0", (1, 2, 2, TWO_NIL)),
        ("spaces, draw", "1. 32-28 19-23 1 - 1", (1, 2, 2, ONE_ONE)),
        ("spaces, lost", "1. 32-28 19-23 0 - 2", (1, 2, 2, NIL_TWO)),
        ("halves with spaces", "1. 32-28 19-23 1/2 - 1/2", (1, 2, 2, HALVES)),
        ("halves half", "1. 32-28 19-23 1/2", (1, 2, 2, HALVES)),
        ("half signs", "1. 32-28 19-23 ½-½", (1, 2, 2, HALVES)),
        ("half signs, en dash", "1. 32-28 19-23 ½–½", (1, 2, 2, HALVES)),
        ("decimal", "1. 32-28 19-23 0.5-0.5", (1, 2, 2, HALVES)),
        ("1-0", "1. 32-28 19-23 1-0", (1, 2, 2, ONE_NIL)),
        ("0-1", "1. 32-28 19-23 0-1", (1, 2, 2, Some(Score::NilOne))),
        ("in quotes", "1. 32-28 19-23 \"2-0\"", (1, 2, 2, TWO_NIL)),
        ("a full stop behind", "1. 32-28 19-23 2-0.", (1, 2, 2, TWO_NIL)),
        ("twice", "1. 32-28 19-23 2-0 2-0", (1, 2, 2, TWO_NIL)),
        ("without a space before", "1. 32-28 19-23{end}2-0", (1, 2, 2, TWO_NIL)),
        ("on its own line", "1. 32-28 19-23\n2-0\n", (1, 2, 2, TWO_NIL)),
        ("in the middle of the line", "1. 32-28 19-23 2-0 {White wins}", (1, 2, 2, TWO_NIL)),
        ("move number before it", "1. 32-28 19-23 2. 2-0", (1, 2, 2, TWO_NIL)),
        ("10-0", "[Result \"10-0\"]\n1. 32-28 19-23 10-0", (1, 2, 2, TWO_NIL)),
        ("0-3", "1. 32-28 19-23 0-3", (1, 2, 2, NIL_TWO)),
        ("4-6 as the tag has it", "[Result \"4-6\"]\n1. 32-28 19-23 4-6", (1, 2, 2, None)),
        ("4-6 and a star", "[Result \"4-6\"]\n1. 32-28 19-23 4-6 *", (1, 2, 2, OPEN)),
        (
            "4-6, another game",
            "[Result \"4-6\"]\n1. 32-28 4-6\n\n[Result \"1-9\"]\n1. 33-29 1-9",
            (2, 1, 1, None),
        ),
        ("a last move that no tag has", "[Result \"4-6\"]\n1. 32-28 19-23 1-9", (1, 3, 2, None)),
        ("Delftse telling, won", "[Result \"12-0\"]\n1. 32-28 19-23 12-0", (1, 2, 2, TWO_NIL)),
        ("plus and minus, PDN 3.0 styles", "1. 32-28 19-23 2-0+", (1, 2, 2, TWO_NIL)),
        ("forfeit", "[Result \"2-0F\"]\n*", (1, 0, 0, OPEN)),
        (
            "moves like results",
            "[GameType \"20\"][FEN \"W:WK1,50:B11,45\"]\n1. 1-18 11-16 *",
            (1, 2, 2, OPEN),
        ),
        ("a move 1-10 is no result", "[FEN \"W:WK1,50:B31\"]\n1. 1-23 31-36 *", (1, 2, 2, OPEN)),
        ("double star", "1. 32-28 19-23 **", (1, 2, 2, OPEN)),
    ]);
}

#[test]
fn results_in_the_tag_alone() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("[Result \"2-0\"]\n1. 32-28 19-23", Score::TwoNil),
        ("[Result \"2-0\"]\n1. 32-28 19-23 *", Score::TwoNil),
        ("[Result \"1–1\"]\n1. 32-28", Score::OneOne),
        ("[Result \"0 - 2\"]\n1. 32-28", Score::NilTwo),
        ("[Result \"2:0\"]\n1. 32-28", Score::TwoNil),
        ("[Result \" 1-0 \"]\n1. 32-28", Score::OneNil),
        ("[Result \"½\"]\n1. 32-28", Score::Halves),
        ("[Result \"1/2-1/2\"]\n1. 32-28 1/2", Score::Halves),
        ("[Result \"0.5-0.5\"]\n1. 32-28", Score::Halves),
        ("[Result \"draw\"]\n1. 32-28", Score::Open),
        ("[Result \"?\"]\n1. 32-28", Score::Open),
        ("[Wynik \"0-2\"]\n1. 32-28", Score::NilTwo),
        ("[Result \"2-0F\"]\n*", Score::TwoNil),
        ("[Result \"12-0\"]\n1. 32-28", Score::TwoNil),
        ("[Result \"0-12\"]\n1. 32-28", Score::NilTwo),
        ("[Result \"3-0\"]\n1. 32-28", Score::TwoNil),
        ("[Result \"6-6\"]\n1. 32-28 6-6", Score::OneOne),
        ("[Result \"4-6\"]\n1. 32-28 4-6", Score::Open),
        ("[Result \"0:12\"]\n1. 32-28", Score::Open),
    ] {
        let found = parse(text)[0].result();
        if found != expected {
            wrong.push(format!("{text:?}: {found:?} for {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn comments_signs_and_variations() {
    check(&[
        ("to the line's end", "1. 32-28 ; a remark (with 19-23\n19-23 *", (1, 2, 2, OPEN)),
        ("line comment without space", "1. 32-28;remark\n19-23 *", (1, 2, 2, OPEN)),
        ("nested", "1. 32-28 {a {b {c} d} e} 19-23 *", (1, 2, 2, OPEN)),
        ("never closed", "1. 32-28 19-23 {and so on", (1, 2, 2, None)),
        ("never opened", "1. 32-28 } 19-23 *", (1, 2, 2, OPEN)),
        ("brackets within", "1. 32-28 {(see [1])} 19-23 *", (1, 2, 2, OPEN)),
        ("semicolon within", "1. 32-28 {a; b} 19-23 *", (1, 2, 2, OPEN)),
        ("brace in a line comment", "1. 32-28 ; a { b\n19-23 *", (1, 2, 2, OPEN)),
        ("stuck to the moves", "1.32-28{a}19-23{b}2.28x19{c}*", (1, 3, 3, OPEN)),
        ("moves in a comment", "1. 32-28 {or 1. 33-29 19-23} 19-23 *", (1, 2, 2, OPEN)),
        ("result in a comment", "1. 32-28 {2-0} 19-23 *", (1, 2, 2, OPEN)),
        ("tags in a comment", "1. 32-28 {[White \"x\"]} 19-23 *", (1, 2, 2, OPEN)),
        ("empty", "1. 32-28 {} 19-23 {   } *", (1, 2, 2, OPEN)),
        ("over lines", "1. 32-28 {a\n\nb\n} 19-23 *", (1, 2, 2, OPEN)),
        ("before the first move", "{intro} 1. 32-28 *", (1, 1, 1, OPEN)),
        ("between number and move", "1. {a} 32-28 {b} 19-23 *", (1, 2, 2, OPEN)),
        ("after the result", "1. 32-28 19-23 * {late}", (1, 2, 2, OPEN)),
        ("escape line", "1. 32-28\n% 5-5 nonsense {\n19-23 *", (1, 2, 2, OPEN)),
        ("NAGs", "1. 32-28 $1 19-23 $2 $16 2. 28x19 $139 *", (1, 3, 3, OPEN)),
        ("NAG stuck", "1. 32-28$1 19-23$2 *", (1, 2, 2, OPEN)),
        ("NAG too large", "1. 32-28 $99999 19-23 *", (1, 2, 2, OPEN)),
        ("a lone dollar", "1. 32-28 $ 19-23 *", (1, 2, 2, OPEN)),
        ("signs", "1. 32-28! 19-23? 2. 28x19!? 14x23?! 3. 37-32!! 10-14?? *", (1, 6, 6, OPEN)),
        ("signs apart", "1. 32-28 ! 19-23 ? *", (1, 2, 2, OPEN)),
        ("Unicode signs", "1. 32-28‼ 19-23⁇ 2. 28x19⁉ 14x23⁈ *", (1, 4, 4, OPEN)),
        ("assessments", "1. 32-28 += 19-23 -+ 2. 28x19 ⩲ +- *", (1, 3, 3, OPEN)),
        ("equals sign", "1. 32-28= 19-23 *", (1, 2, 2, OPEN)),
        ("plus sign stuck", "1. 32-28+ 19-23# *", (1, 2, 2, OPEN)),
        ("N for a novelty", "1. 32-28 N 19-23 *", (1, 2, 2, OPEN)),
        ("variation", "1. 32-28 (1. 33-29 19-23) 19-23 *", (1, 2, 2, OPEN)),
        ("nested variations", "1. 32-28 (1. 33-29 19-23 (1... 20-24 (1... 17-21))) 19-23 *", (1, 2, 2, OPEN)),
        ("stuck variation", "1. 32-28(1. 33-29)19-23(18-23)*", (1, 2, 2, OPEN)),
        (
            "variation never closed",
            "[Event \"a\"]\n1. 32-28 (1. 33-29\n\n[Event \"b\"]\n1. 31-27 *",
            (2, 1, 1, None),
        ),
        ("variation never opened", "1. 32-28 ) 19-23 *", (1, 2, 2, OPEN)),
        ("result in a variation", "1. 32-28 (1. 33-29 2-0) 19-23 *", (1, 2, 2, OPEN)),
        ("comment with a bracket in a variation", "1. 32-28 (1. 33-29 {:)} 19-23) 19-23 *", (1, 2, 2, OPEN)),
        ("variation before a move", "(1. 33-29) 1. 32-28 *", (1, 1, 1, OPEN)),
        ("square brackets for a variation", "1. 32-28 [1. 33-29] 19-23 *", (1, 2, 2, OPEN)),
        ("angle brackets", "1. 32-28 <reserved> 19-23 *", (1, 2, 2, OPEN)),
        ("clock", "1. 32-28 {[%clock w0:10:00 B0:10:00]} 19-23 *", (1, 2, 2, OPEN)),
        ("clock without braces", "1. 32-28 [%clk 0:10:00] 19-23 *", (1, 2, 2, OPEN)),
        ("times behind moves", "1. 32-28 0:05 19-23 0:12 *", (1, 2, 2, OPEN)),
        ("times in round brackets", "1. 32-28 (0:05) 19-23 (0:10) *", (1, 2, 2, OPEN)),
        ("seconds in round brackets", "1. 32-28 (5) 19-23 (10) *", (1, 2, 2, OPEN)),
        ("diagram marks", "1. 32-28 # 19-23 [diagram] *", (1, 2, 2, OPEN)),
    ]);
}

#[test]
fn numbers_of_moves() {
    check(&[
        ("no space", "1.32-28 19-23 2.28x19 14x23 *", (1, 4, 4, OPEN)),
        ("no dot", "1 32-28 19-23 2 28x19 14x23 *", (1, 4, 4, OPEN)),
        ("bracket", "1) 32-28 19-23 2) 28x19 14x23 *", (1, 4, 4, OPEN)),
        ("colon", "1: 32-28 19-23 2: 28x19 14x23 *", (1, 4, 4, OPEN)),
        ("none", "32-28 19-23 28x19 14x23 *", (1, 4, 4, OPEN)),
        ("wrong ones", "5. 32-28 19-23 5. 28x19 7. 14x23 *", (1, 4, 4, OPEN)),
        ("dots and spaces", "1 . 32-28 19-23 2 . 28x19 *", (1, 3, 3, OPEN)),
        ("three dots", "1. 32-28 1... 19-23 2. 28x19 2... 14x23 *", (1, 4, 4, OPEN)),
        ("three dots apart", "1. 32-28 1. ... 19-23 *", (1, 2, 2, OPEN)),
        ("ellipsis", "1. 32-28 1… 19-23 *", (1, 2, 2, OPEN)),
        ("two dots", "1. 32-28 1.. 19-23 *", (1, 2, 2, OPEN)),
        ("a number for each ply", "1. 32-28 2. 19-23 3. 28x19 *", (1, 3, 3, OPEN)),
        ("number behind", "1. 32-28 19-23 2. 28x19 14x23 3. *", (1, 4, 4, OPEN)),
        ("large", "100. 32-28 19-23 *", (1, 2, 2, OPEN)),
        ("zero", "0. 32-28 19-23 *", (1, 2, 2, OPEN)),
        ("commas and no space", "1.32-28,19-23,2.28x19,14x23*", (1, 4, 4, OPEN)),
        ("bars and line breaks of HTML", "1. 32-28 19-23|2. 28x19<br>14x23<br>*", (1, 4, 4, OPEN)),
        ("comma between the moves", "1. 32-28, 19-23, 2. 28x19, 14x23 *", (1, 4, 4, OPEN)),
        ("semicolon-less lines", "1. 32-28 19-23\n2. 28x19 14x23\n", (1, 4, 4, None)),
        ("a column for each", "1.\t32-28\t19-23\n2.\t28x19\t14x23\n", (1, 4, 4, None)),
        ("placeholder for White", "[FEN \"B:W31-50:B1-20\"]\n1. ... 19-23 2. 32-28 *", (1, 2, 2, OPEN)),
        ("placeholder --", "[FEN \"B:W31-50:B1-20\"]\n1. -- 19-23 2. 32-28 *", (1, 2, 2, OPEN)),
        ("placeholder -", "[FEN \"B:W31-50:B1-20\"]\n1. - 19-23 2. 32-28 *", (1, 2, 2, OPEN)),
        ("numbers stuck together", "1.32-28 19-23 2.28x19 14x23 3.37-32 10-14 *", (1, 6, 6, OPEN)),
    ]);
}

#[test]
fn signs_between_squares() {
    check(&[
        ("x", "1. 32-28 19-23 2. 28x19 14x23 *", (1, 4, 4, OPEN)),
        ("X", "1. 32-28 19-23 2. 28X19 14X23 *", (1, 4, 4, OPEN)),
        ("colon", "1. 32-28 19-23 2. 28:19 14:23 *", (1, 4, 4, OPEN)),
        ("times", "1. 32-28 19-23 2. 28×19 14×23 *", (1, 4, 4, OPEN)),
        ("star", "1. 32-28 19-23 2. 28*19 14*23 *", (1, 4, 4, OPEN)),
        ("hyphen for all", "1. 32-28 19-23 2. 28-19 14-23 *", (1, 4, 4, OPEN)),
        ("en dash", "1. 32–28 19–23 *", (1, 2, 2, OPEN)),
        ("em dash", "1. 32—28 19—23 *", (1, 2, 2, OPEN)),
        ("minus", "1. 32−28 19−23 *", (1, 2, 2, OPEN)),
        ("soft hyphen", "1. 32\u{ad}28 19\u{ad}23 *", (1, 2, 2, OPEN)),
        ("non-breaking hyphen", "1. 32‑28 19‑23 *", (1, 2, 2, OPEN)),
        ("full-width hyphen", "1. 32－28 19－23 *", (1, 2, 2, OPEN)),
        ("arrow", "1. 32->28 19->23 *", (1, 2, 2, OPEN)),
        ("Unicode arrow", "1. 32→28 19→23 *", (1, 2, 2, OPEN)),
        ("double hyphen", "1. 32--28 19--23 *", (1, 2, 2, OPEN)),
        ("spaces around", "1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 *", (1, 4, 4, OPEN)),
        ("Cyrillic х", "1. 32-28 19-23 2. 28х19 14Х23 *", (1, 4, 4, OPEN)),
        ("Cyrillic letters that look like Latin ones", "1. с3-d4 В6-а5 2. в2-с3 Н8-g7 *", (1, 4, 3, OPEN)),
        ("leading zeros", "1. 33-29 01-07 *", (1, 2, 1, OPEN)),
        ("zeros that are legal", "1. 33-29 17-22 2. 39-33 11-17 3. 44-39 06-11 *", (1, 6, 6, OPEN)),
        ("three digits", "1. 032-028 019-023 *", (1, 2, 2, OPEN)),
        ("no-break spaces", "1.\u{a0}32-28\u{a0}19-23\u{a0}2.\u{202f}28x19 *", (1, 3, 3, OPEN)),
        ("zero-width spaces", "1.\u{200b}32-28\u{200b} 19\u{200b}-\u{200b}23 *", (1, 2, 2, OPEN)),
        ("all capitals", "[GameType \"25\"]\n1. C3-D4 D6-E5 2. B2-C3 *", (1, 3, 3, OPEN)),
        ("algebraic without signs", "[GameType \"25\"]\n1. c3d4 d6e5 2. b2c3 *", (1, 3, 3, OPEN)),
        (
            "algebraic with x",
            "[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. g3-h4 g7-f6 *",
            (1, 6, 6, OPEN),
        ),
    ]);
}
