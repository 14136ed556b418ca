//! The rules of a rule set in plain words, told from its facts: what the program plays by is what it says.

use super::sentences::{draw_rule_key, side, within};
use super::strings::Texts;
use crate::rules::{DrawRule, Goal, Priority, Variant};

/// A sentence, and the article behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// The sentence.
    pub text: String,
    /// Where it is written: an id of LAW.md or a section of RULES.md.
    pub law: &'static str,
}

/// All that a newcomer has to know of a rule set, in the order in which it is learned.
pub fn articles(t: &Texts, v: &Variant) -> Vec<Article> {
    let mut list = Vec::new();
    let mut say = |text: String, law: &'static str| list.push(Article { text, law });
    let yes_no =
        |fact: bool, yes: &'static str, no: &'static str| t.get(if fact { yes } else { no }).to_owned();
    let number = |n: u32| n.to_string();

    let size = number(u32::from(v.size));
    let board = if v.all_squares { "law.board-all" } else { "law.board" };
    say(t.fill(board, &[("size", &size)]), "W100-2.1");
    if !v.all_squares {
        say(yes_no(v.left_corner, "law.corner-left", "law.corner-right"), "W100-2.4");
    }
    let (men, rows) = (t.count("pieces", v.men() as usize, &[]), number(u32::from(v.men_rows)));
    let start = if v.skip_rows > 0 { "law.men-second" } else { "law.men" };
    say(t.fill(start, &[("men", &men), ("rows", &rows)]), "W64-3");
    say(t.fill("new.first", &[("side", &within(side(t, v.first)))]), "W64-4");

    say(yes_no(v.all_squares, "law.man-straight", "law.man-diagonal"), "W64-7");
    let capture = if v.all_squares {
        "law.man-captures-straight"
    } else if v.orthogonal_captures {
        "law.man-captures-all-ways"
    } else if v.men_capture_back {
        "law.man-captures-both-ways"
    } else {
        "law.man-captures-forward"
    };
    say(t.get(capture).to_owned(), "W64-10");
    if !v.men_capture_kings {
        say(t.get("law.men-spare-kings").to_owned(), "RULES 5");
    }
    say(yes_no(v.must_capture, "law.must", "law.may"), "W64-11");
    say(t.get("law.chain").to_owned(), "W64-12");
    say(yes_no(v.lifted_at_once, "law.lifted-at-once", "law.lifted-after"), "W64-9");
    let priority = match v.priority {
        Priority::None => "law.priority-none",
        Priority::Most => "law.priority-most",
        Priority::Frisian => "law.priority-frisian",
        Priority::Italian => "law.priority-italian",
        Priority::Spanish => "law.priority-spanish",
        Priority::Czech => "law.priority-czech",
    };
    say(t.get(priority).to_owned(), "W64-17");

    say(yes_no(v.crowned_in_passing, "law.crowned-in-passing", "law.crowned-stopping"), "W64-14");
    let king = match (v.flying, v.lands_behind) {
        (false, _) => "law.king-short",
        (true, true) => "law.king-lands-behind",
        (true, false) => "law.king-flies",
    };
    say(t.get(king).to_owned(), "W64-15");
    if v.same_king_limit > 0 {
        say(t.fill("law.king-rests", &[("n", &number(u32::from(v.same_king_limit)))]), "WFD 17");
    }
    let goal = match v.goal {
        Goal::Normal => "law.goal",
        Goal::Lose => "law.goal-lose",
        Goal::Crown => "law.goal-crown",
    };
    say(t.get(goal).to_owned(), "W64-5");
    for rule in v.draws {
        say(draw(t, *rule), "RULES 4");
    }
    list
}

fn draw(t: &Texts, rule: DrawRule) -> String {
    let each = usize::from(rule.limit()) / 2;
    let how = t.count(&format!("drawn.{}", draw_rule_key(rule)), each, &[]);
    t.fill("law.draw", &[("how", &how)])
}

/// A position that shows what is special in a rule set, as FEN in its own notation.
pub fn example(v: &Variant) -> &'static str {
    match v.name {
        "polish64" | "brazilian" => "W:Wc1,h2,g1:Bd2,d4,d6,g3,h8",
        "russian" => "W:Wb6,g1:Bc7,e7,h8",
        "pool" => "W:W9,27:B6,7,4",
        "english" => "W:W8,9,27:B6,7,4",
        "italian" => "W:W22,K27:B18,19,K20,3",
        "spanish" => "W:W12,K1:B14,18,23,32",
        "portuguese" => "W:W12,K1:B14,18,23,32",
        "czech" => "W:Wc3,Kh2:Bd4,d6,f4,a7",
        "turkish" => "W:Wd4,Kh1:Bd5,e6,h5,a7",
        "thai" => "W:W25,K30:B16,23,4",
        "canadian" => "W:WK67:B50,30,21,9",
        "frisian" | "frysk" => "W:W33,48:B23,28,3",
        "breakthrough" => "W:W12,40:B39,44,35",
        _ => "W:W28,45,50:B33,22,13,4",
    }
}
