//! The routine that checks what the coach says: written apart from the coach's own proofs, from the rules alone.

use crate::common::Random;
use damka::ai::endgame::{Outcome, Solved, solve};
use damka::app::coach_words;
use damka::app::strings::{Lang, Texts};
use damka::coach::{Advice, Proven, Reason, SEARCHED_LINE};
use damka::notation::{Style, write_fen};
use damka::rules::{DrawReason, DrawRule, Game, Move, Position, Side, Status, variant};

/// Men count one, flying kings three, others two: the measure in which the coach speaks.
pub(crate) fn worth(position: &Position, side: Side) -> i32 {
    let king = if position.variant().flying { 3 } else { 2 };
    let of = |side| {
        let (men, kings) = position.material(side);
        men as i32 + king * kings as i32
    };
    of(side) - of(side.other())
}

/// Alpha-beta over the balance of `who`: so many plies without a capture, captures for nothing, and at the end, where
/// `who` is to move and something hangs, one more move to save it.
fn outcome(at: &Position, who: Side, quiet: u8, mut low: i32, mut high: i32) -> i32 {
    let moves = at.legal_moves();
    let ours = at.turn() == who;
    if moves.is_empty() {
        return if at.winner() == Some(who) { 1000 } else { -1000 };
    }
    let captures = moves.iter().any(Move::is_capture);
    let here = worth(at, who);
    let mut best = if ours { -2000 } else { 2000 };
    if quiet == 0 && !captures {
        if !ours || !at.passed().legal_moves().iter().any(Move::is_capture) {
            return here;
        }
        // What is not won yet is not won by saving.
        high = high.min(here);
        if low >= here {
            return here;
        }
    }
    let may_rest = quiet == 0 && captures && !at.variant().must_capture;
    if may_rest {
        best = here;
        if ours { low = low.max(here) } else { high = high.min(here) }
    }
    for m in moves {
        if may_rest && !m.is_capture() {
            continue;
        }
        let left = if m.is_capture() { quiet } else { quiet.saturating_sub(1) };
        let value = outcome(&at.play(&m), who, left, low, high);
        if ours {
            best = best.max(value);
            low = low.max(value);
        } else {
            best = best.min(value);
            high = high.min(value);
        }
        if low >= high {
            break;
        }
    }
    if quiet == 0 && !captures { best.min(here) } else { best }
}

pub(crate) fn comes_to(at: &Position, who: Side, target: i32, quiet: u8) -> bool {
    outcome(at, who, quiet, target - 1, target) >= target
}

/// Whether `who` wins within so many plies.
fn wins(game: &mut Game, who: Side, plies: u16) -> bool {
    match game.status() {
        Status::Won { winner, .. } => return winner == who,
        Status::Drawn { .. } => return false,
        Status::Ongoing => {}
    }
    if plies == 0 {
        return false;
    }
    let ours = game.position().turn() == who;
    let moves = game.position().legal_moves();
    let mut all = true;
    for m in moves {
        game.play(&m).expect("legal");
        let won = wins(game, who, plies - 1);
        game.undo();
        if ours && won {
            return true;
        }
        all &= won;
        if !ours && !all {
            return false;
        }
    }
    !ours
}

fn crowns(at: &Position, who: Side, moves: u8) -> bool {
    let legal = at.legal_moves();
    let ours = at.turn() == who;
    if moves == 0 || legal.is_empty() {
        return false;
    }
    if ours {
        legal.iter().any(|m| m.crowns() || crowns(&at.play(m), who, moves - 1))
    } else {
        legal.iter().all(|m| crowns(&at.play(m), who, moves))
    }
}

/// Plays a line; every move must be legal. What `who` gives and takes, whether it crowns, and the end.
fn replay(from: &Position, who: Side, line: &[Move]) -> Result<(u8, u8, bool, Position), String> {
    let (mut at, mut gives, mut takes, mut crowned) = (*from, 0, 0, false);
    for m in line {
        at.legal(m).ok_or("the line is not legal")?;
        let n = m.captured().len() as u8;
        if at.turn() == who {
            takes += n;
            crowned |= m.crowns();
        } else {
            gives += n;
        }
        at = at.play(m);
    }
    Ok((gives, takes, crowned, at))
}

fn at_rest(at: &Position) -> bool {
    let capture = |p: &Position| p.legal_moves().iter().any(Move::is_capture);
    at.legal_moves().is_empty() || (!capture(at) && !capture(&at.passed()))
}

fn fail(true_: bool, what: &str) -> Result<(), String> {
    if true_ { Ok(()) } else { Err(what.to_owned()) }
}

/// A line shows a gain: it begins with the move, is legal, ends at rest and ahead.
pub(crate) fn shows(
    from: &Position,
    who: Side,
    base: i32,
    gain: u8,
    line: &[Move],
) -> Result<(u8, u8, bool), String> {
    let (gives, takes, crowned, end) = replay(from, who, line)?;
    fail(at_rest(&end), "the line does not end at rest")?;
    fail(worth(&end, who) >= base + i32::from(gain), "the line does not end ahead")?;
    Ok((gives, takes, crowned))
}

/// The opponent's capture in a line that is like that and is answered by taking the piece that made it.
fn taken_in(
    from: &Position,
    line: &[Move],
    like: impl Fn(&Move) -> bool,
) -> Result<(Position, Move), String> {
    let mut at = *from;
    for (i, m) in line.iter().enumerate() {
        let next = line.get(i + 1);
        if i % 2 == 1 && m.is_capture() && like(m) && next.is_some_and(|n| n.captured().contains(&m.to())) {
            return Ok((at, m.clone()));
        }
        at = at.play(m);
    }
    Err("nothing of that kind in the line".to_owned())
}

/// Whether the game can go on for just so many plies with quiet moves of kings, and a draw rule ends it then, not before:
/// tried by walks at random.
fn can_be_drawn_in(game: &Game, plies: u8) -> bool {
    let mut random = Random(u64::from(plies));
    (0..400).any(|_| {
        let mut game = game.clone();
        for _ in 0..plies {
            if game.status() != Status::Ongoing {
                return false;
            }
            let moves = game.position().legal_moves();
            let quiet: Vec<&Move> = moves.iter().filter(|m| m.by_king() && !m.is_capture()).collect();
            if quiet.is_empty() {
                return false;
            }
            game.play(quiet[random.below(quiet.len())]).expect("legal");
        }
        matches!(game.status(), Status::Drawn { by: DrawReason::Rule(rule) } if !matches!(rule, DrawRule::Repetition(_)))
    })
}

/// Endings of three pieces, solved here and now.
fn solved() -> &'static Solved {
    static SOLVED: std::sync::OnceLock<Solved> = std::sync::OnceLock::new();
    SOLVED.get_or_init(|| solve(&variant::POLISH_64, 3).expect("solvable"))
}

/// What a move leads to by the solution made here, for the side that makes it, and in how many plies, this one included.
pub(crate) fn by_solution(position: &Position, m: &Move) -> (Outcome, Option<u32>) {
    let after = position.play(m);
    match after.winner() {
        Some(winner) if winner == position.turn() => (Outcome::Win, Some(1)),
        Some(_) => (Outcome::Loss, Some(1)),
        None => {
            let outcome = solved().outcome(&after).expect("few pieces").for_other_side();
            (outcome, solved().plies(&after).filter(|_| outcome != Outcome::Draw).map(|plies| plies + 1))
        }
    }
}

/// Whether what is said is so.
#[expect(clippy::too_many_lines, reason = "an arm for each reason of the catalogue")]
fn check(game: &Game, advice: &Advice, said: &Proven) -> Result<(), String> {
    let position = game.position();
    let (me, them) = (position.turn(), position.turn().other());
    let base = worth(position, me);
    let legal = position.legal_moves();
    let best = position.legal(&advice.best).ok_or("the move is not legal")?;
    let after = position.play(&best);
    let others = || legal.iter().filter(|m| !m.same_as(&best));
    let keeps = |target: i32, quiet: u8| {
        fail(comes_to(&after, me, target, quiet), "it does not keep what it should keep")
    };
    let begins = || fail(said.line.first().is_some_and(|m| m.same_as(&best)), "the line begins otherwise");
    match said.reason {
        Reason::Only => fail(legal.len() == 1, "there are other moves"),
        Reason::Wins { plies } => {
            begins()?;
            let mut game = game.clone();
            let (.., end) = replay(position, me, &said.line)?;
            fail(end.winner() == Some(me), "the line does not win")?;
            fail(said.line.len() <= usize::from(plies), "the line is longer than said")?;
            game.play(&best).map_err(|e| e.to_string())?;
            fail(wins(&mut game, me, u16::from(plies) - 1), "it is no forced win")
        }
        Reason::Gains { worth, gives, takes, crowns, quiet } => {
            begins()?;
            let seen = shows(position, me, base, worth, &said.line)?;
            fail(seen == (gives, takes, crowns), "the line gives and takes otherwise")?;
            keeps(base + i32::from(worth), quiet)
        }
        Reason::Crowns { moves } => {
            begins()?;
            fail(best.crowns() || crowns(&after, me, moves - 1), "it can be stopped")
        }
        Reason::OnlyGood { worth, others: n, quiet } => {
            fail(others().count() == usize::from(n) && n > 0, "wrong count of moves")?;
            fail(advice.worse.len() == usize::from(n), "not all others are refuted")?;
            let least = advice.worse.iter().map(|w| w.worth).min();
            fail(least == Some(i32::from(worth)), "another margin")?;
            // What the move keeps is what the others are measured by: checked with the lists.
            fail(matches!(advice.keeps, Some((0.., q)) if q == quiet), "it loses something itself")
        }
        Reason::Avoids { bad, of, quiet } => {
            fail(others().count() == usize::from(of), "wrong count of moves")?;
            fail(advice.worse.len() == usize::from(bad), "wrong count of bad moves")?;
            keeps(base, quiet)
        }
        Reason::Stops { worth, quiet } => {
            keeps(base, quiet)?;
            let passed = position.passed();
            shows(&passed, them, -base, worth, &said.line)?;
            fail(
                (1..=8).any(|q| comes_to(&passed, them, -base + i32::from(worth), q)),
                "passing would lose nothing",
            )
        }
        Reason::Exchanges { each, quiet } => {
            begins()?;
            keeps(base, quiet)?;
            let (gives, takes, _, end) = replay(position, me, &said.line)?;
            fail(said.line[1..].iter().all(Move::is_capture), "no exchange: a quiet move")?;
            fail(at_rest(&end), "the exchange goes on")?;
            fail((gives, takes) == (each, each), "not so many")
        }
        Reason::Threatens { worth, quiet } => {
            begins()?;
            keeps(base, quiet)?;
            let again = after.passed();
            shows(&again, me, base, worth, &said.line[1..])?;
            fail((1..=8).any(|q| comes_to(&again, me, base + i32::from(worth), q)), "it threatens nothing")
        }
        Reason::Squeezes { good, of, quiet } => {
            keeps(base, quiet)?;
            fail(after.legal_moves().len() == usize::from(of), "wrong count of replies")?;
            fail(advice.bad_replies.len() == usize::from(of - good), "wrong count of bad replies")
        }
        Reason::LeastLoss { worth, quiet } => {
            keeps(base - i32::from(worth), quiet)?;
            let lost = |m: &Move| {
                let after = position.play(m);
                (1..=8).any(|q| comes_to(&after, them, -base + i32::from(worth), q))
            };
            fail(legal.iter().all(lost), "some move loses less")
        }
        Reason::HoldsOut { plies } => {
            let lost = |m: &Move, plies: u16| {
                let mut game = game.clone();
                game.play(m).expect("legal");
                wins(&mut game, them, plies)
            };
            fail(legal.iter().all(|m| lost(m, u16::from(plies))), "not all is lost")?;
            fail(plies < 2 || !lost(&best, u16::from(plies) - 2), "it is lost sooner")
        }
        Reason::MainLine => {
            let line = position.variant().geometry().main_line();
            fail(position.side(me) & line != 0 && after.side(me) & line != 0, "not on the main line")?;
            fail(position.material(me) == (0, 1), "not a lone king")
        }
        Reason::Loses { worth, gives, takes, crowns, quiet } => {
            begins()?;
            shows(position, them, -base, worth, &said.line)?;
            let (lost, won, ..) = replay(position, me, &said.line)?;
            let (.., crowned, _) = replay(position, them, &said.line)?;
            fail((lost, won, crowned) == (gives, takes, crowns), "the line gives and takes otherwise")?;
            fail(comes_to(&after, them, -base + i32::from(worth), quiet), "it does not lose so much")
        }
        Reason::LosesGame { plies } => {
            begins()?;
            let (.., end) = replay(position, me, &said.line)?;
            fail(end.winner() == Some(them), "the line does not lose")?;
            let mut game = game.clone();
            game.play(&best).map_err(|e| e.to_string())?;
            fail(wins(&mut game, them, u16::from(plies)), "it does not lose the game")
        }
        Reason::Turc { square } => {
            begins()?;
            let (before, reply) = taken_in(position, &said.line, |m| m.to() == square)?;
            let after = before.play(&reply);
            // With what it took out of the way the piece could go on; with it lying there no route goes on.
            fail(!after.passed().captures_by(square).is_empty(), "it would stop there anyway")?;
            let further =
                |m: &Move| m.path().len() > reply.path().len() && m.path().starts_with(reply.path());
            fail(!before.legal_routes().iter().any(further), "it can go on")
        }
        Reason::Decoy { from, to } => {
            begins()?;
            let (before, _) = taken_in(position, &said.line, |m| m.from() == from && m.to() == to)?;
            fail(before.legal_moves().len() == 1, "it had a choice")
        }
        Reason::PassesRow => {
            let geometry = position.variant().geometry();
            let last = if me == Side::White { 0 } else { geometry.size - 1 };
            let path = best.path();
            let inside = path[1..path.len() - 1].iter().any(|square| geometry.row_column(*square).0 == last);
            fail(inside && !best.by_king() && !best.crowns(), "it passes no last row, or crowns")
        }
        Reason::Base { moves } => {
            let geometry = position.variant().geometry();
            let own = if me == Side::White { geometry.size - 1 } else { 0 };
            let leaves = |m: &&Move| !m.by_king() && geometry.row_column(m.from()).0 == own;
            let all: Vec<&Move> = legal.iter().filter(leaves).collect();
            fail(all.len() == usize::from(moves) && moves > 0, "wrong count of moves off the back row")?;
            // That each of the list is worse is checked with the list; what it is worse than is nothing lost.
            let listed = |m: &&&Move| advice.worse.iter().any(|worse| worse.played.same_as(m));
            fail(all.iter().all(|m| listed(&m)) && !leaves(&&best), "one of them loses nothing")?;
            fail(matches!(advice.keeps, Some((0.., _))), "it loses something itself")
        }
        Reason::DrawNear { plies } => fail(can_be_drawn_in(game, plies), "no draw after so many plies"),
        Reason::Table { outcome, less, of, plies } => {
            let table = |m: &Move| by_solution(position, m).0;
            if plies > 0 {
                fail(by_solution(position, &best).1 == Some(u32::from(plies)), "another distance")?;
                // No draw rule can come before.
                let mut rules = game.draw_counts().filter(|c| !matches!(c.rule, DrawRule::Repetition(_)));
                fail(rules.all(|c| c.limit - c.plies >= u16::from(plies)), "it may be drawn before")?;
                let (.., end) = replay(position, me, &said.line)?;
                let ends = said.line.len() == usize::from(plies) || plies > 12;
                fail(ends && (plies > 12 || end.winner().is_some()), "the line is not the whole way")?;
            }
            fail(table(&best) == outcome, "another outcome")?;
            fail(others().count() == usize::from(of), "wrong count of moves")?;
            fail(others().filter(|m| table(m) < outcome).count() == usize::from(less), "wrong count of worse")
        }
        Reason::Falls { from, to, plies } => {
            begins()?;
            let all = || legal.iter().map(|m| by_solution(position, m));
            fail(all().map(|(outcome, _)| outcome).max() == Some(from), "it was not worth that")?;
            fail(by_solution(position, &best).0 == to && to < from, "it is worth something else")?;
            let least = all().filter(|(outcome, _)| *outcome == from).filter_map(|(_, plies)| plies).min();
            fail(plies == 0 || least == Some(u32::from(plies)), "another distance")
        }
        Reason::Safe { quiet } => keeps(base, quiet),
        Reason::Best { depth } => fail(depth == advice.depth, "another depth"),
    }
}

/// Checks all of an advice, its lists of worse moves too.
pub(crate) fn check_all(game: &Game, advice: &Advice) -> Vec<String> {
    let position = game.position();
    let (me, them) = (position.turn(), position.turn().other());
    let mut faults = Vec::new();
    let fen = || format!("{} {}", position.variant().name, write_fen(position, Style::Official));
    for said in &advice.reasons {
        if let Err(fault) = check(game, advice, said) {
            let line: Vec<String> = said.line.iter().map(|m| format!("{:?}", m.path())).collect();
            faults.push(format!("{} {:?}: {fault}; {}", fen(), said.reason, line.join(" ")));
        }
    }
    // What only the search has seen is shown no further than it can be trusted.
    for said in &advice.reasons {
        let proven = matches!(
            said.reason,
            Reason::Wins { .. }
                | Reason::Gains { .. }
                | Reason::Crowns { .. }
                | Reason::Stops { .. }
                | Reason::Exchanges { .. }
                | Reason::Threatens { .. }
                | Reason::Loses { .. }
                | Reason::LosesGame { .. }
                | Reason::Turc { .. }
                | Reason::Decoy { .. }
                | Reason::Table { .. }
        );
        if !proven && said.line.len() > SEARCHED_LINE {
            faults.push(format!("{} {:?}: too long a line", fen(), said.reason));
        }
    }
    // The others are worse than what the advised move keeps.
    let after = position.play(&advice.best);
    let base = worth(position, me);
    let kept = base + advice.keeps.map_or(0, |(kept, _)| kept);
    if let Some((_, quiet)) = advice.keeps
        && !comes_to(&after, me, kept, quiet)
    {
        faults.push(format!("{}: it does not keep {:?}", fen(), advice.keeps));
    }
    for worse in &advice.worse {
        let after = position.play(&worse.played);
        if advice.keeps.is_none() || !comes_to(&after, them, -kept + worse.worth, worse.quiet) {
            faults.push(format!("{}: {:?} is not that bad", fen(), worse));
        }
    }
    for bad in &advice.bad_replies {
        if !comes_to(&after.play(&bad.played), me, base + bad.worth, bad.quiet) {
            faults.push(format!("{}: the reply {:?} is not that bad", fen(), bad));
        }
    }
    faults
}

/// The figures of a reason, as they may be said.
fn figures(reason: Reason) -> Vec<u8> {
    let moves = |plies: u8| plies.div_ceil(2);
    match reason {
        Reason::Wins { plies } | Reason::HoldsOut { plies } | Reason::LosesGame { plies } => {
            vec![moves(plies)]
        }
        Reason::DrawNear { plies } => vec![moves(plies)],
        Reason::Gains { worth, gives, takes, .. } if gives > 0 => vec![gives, takes, worth],
        Reason::Gains { worth, .. }
        | Reason::OnlyGood { worth, .. }
        | Reason::Stops { worth, .. }
        | Reason::Threatens { worth, .. }
        | Reason::LeastLoss { worth, .. }
        | Reason::Loses { worth, .. } => vec![worth],
        Reason::Crowns { moves: 1 } => vec![],
        Reason::Crowns { moves } => vec![moves],
        Reason::Avoids { bad, of, .. } => vec![of, bad],
        Reason::Exchanges { each, .. } => vec![each, each],
        Reason::Squeezes { good: 0, of, .. } => vec![of],
        Reason::Squeezes { good, of, .. } => vec![good, of],
        Reason::Table { less, of, plies, .. } => {
            let counted = (plies > 0).then_some(moves(plies));
            counted.into_iter().chain((less > 0).then_some(of)).chain((less > 0).then_some(less)).collect()
        }
        Reason::Falls { from: Outcome::Win, plies: plies @ 1.., .. } => vec![moves(plies)],
        Reason::Best { depth } => vec![depth],
        _ => vec![],
    }
}

/// What is wrong with the sentences: each says just the figures of its reason, in both languages of the coach.
pub(crate) fn in_words(game: &Game, reasons: &[Proven]) -> Vec<String> {
    let mut faults = Vec::new();
    for lang in [Lang::En, Lang::Pl] {
        let texts = Texts::new(lang);
        for said in reasons {
            let sentence = coach_words::reason(&texts, game.position(), said);
            // Squares and moves have numbers of their own.
            let own = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || ",.:;()".contains(c));
            let squares = matches!(said.reason, Reason::Turc { .. } | Reason::Decoy { .. });
            let mut told: Vec<u8> = sentence
                .split([' ', '\u{a0}', '\u{202f}'])
                .filter(|word| own(word) && !squares)
                .filter_map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok())
                .collect();
            let mut wanted = figures(said.reason);
            told.sort_unstable();
            wanted.sort_unstable();
            if told != wanted || sentence.is_empty() || sentence.contains('{') {
                faults.push(format!("{lang:?} {:?} is told as '{sentence}'", said.reason));
            }
        }
    }
    faults
}
