//! The coach never says what is not so: every reason is checked by a search that was written apart from the coach's, from
//! the rules alone.

mod common;

use common::{Random, position};
use damka::ai::endgame::{Distances, Outcome, Solved, Tables, solve};
use damka::ai::{Engine, Limits, Request};
use damka::app::hints;
use damka::app::strings::{Lang, Texts};
use damka::coach::{
    Advice, Analysis, Doubt, HINT_NODES, Lights, Look, Proven, Reason, fall, losing, threats, warning,
};
use damka::notation::{Style, write_fen, write_move};
use damka::rules::{
    DrawReason, DrawRule, Game, Goal, Move, Piece, Position, Setup, Side, Square, Status, Variant, variant,
};

/// Men count one, flying kings three, others two: the measure in which the coach speaks.
fn worth(position: &Position, side: Side) -> i32 {
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

fn comes_to(at: &Position, who: Side, target: i32, quiet: u8) -> bool {
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
fn shows(from: &Position, who: Side, base: i32, gain: u8, line: &[Move]) -> Result<(u8, u8, bool), String> {
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
fn by_solution(position: &Position, m: &Move) -> (Outcome, Option<u32>) {
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
fn check_all(game: &Game, advice: &Advice) -> Vec<String> {
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
fn in_words(game: &Game, reasons: &[Proven]) -> Vec<String> {
    let mut faults = Vec::new();
    for lang in [Lang::En, Lang::Pl] {
        let texts = Texts::new(lang);
        for said in reasons {
            let sentence = hints::reason(&texts, game.position(), said);
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

/// Positions from games of a weak engine against itself, with a chance move now and then.
fn positions(variant: &'static Variant, seed: u64, wanted: usize) -> Vec<Game> {
    let mut random = Random(seed);
    let mut found = Vec::new();
    let mut engine = Engine::new(1);
    while found.len() < wanted {
        let mut game = Game::new(variant);
        while game.status() == Status::Ongoing && game.ply() < 120 && found.len() < wanted {
            let moves = game.position().legal_moves();
            if game.ply() > 3 && random.below(7) == 0 {
                found.push(game.clone());
            }
            let chance = game.ply() < 6 || random.below(5) == 0;
            let played = if chance {
                moves[random.below(moves.len())].clone()
            } else {
                let search = engine.search(Request::analyse(&game, Limits::nodes(800))).expect("a move");
                let (best, back) = search.finish();
                engine = back;
                best.best
            };
            game.play(&played).expect("legal");
        }
    }
    found
}

/// How many positions, of which games.
fn talk(plan: &[(&'static Variant, usize)], seed: u64) {
    println!("seed {seed}");
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    let (mut hints, mut sentences, mut reasoned, mut strong, mut told_early) = (0, 0, 0, 0, 0);
    let mut faults = Vec::new();
    let mut engine = Engine::new(1);
    for (n, &(variant, wanted)) in plan.iter().enumerate() {
        for game in positions(variant, seed + n as u64, wanted) {
            let mut analysis = Analysis::hint(engine, &game, HINT_NODES).expect("a move");
            let mut early = None;
            while !analysis.step(2_000) {
                early = early.or_else(|| analysis.early());
            }
            let (advice, back) = analysis.stop();
            engine = back;
            hints += 1;
            if let Some(early) = early {
                told_early += 1;
                // As true as the rest, and not taken back.
                faults.extend(check_all(&game, &early));
                assert_eq!(early.look(), advice.look());
                assert_eq!(early.best, advice.best);
            }
            sentences += advice.reasons.len();
            faults.extend(in_words(&game, &advice.reasons));
            let first = advice.reasons.first().expect("always something is said").reason;
            reasoned += usize::from(!matches!(first, Reason::Best { .. }));
            strong += usize::from(!matches!(first, Reason::Best { .. } | Reason::Safe { .. }));
            for said in &advice.reasons {
                let name = format!("{:?}", said.reason);
                *counts.entry(name.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
            }
            faults.extend(check_all(&game, &advice));
            // The same of a move that somebody made.
            let moves = game.position().legal_moves();
            let made = &moves[game.ply() % moves.len()];
            let (advice, back) = Analysis::explain(engine, &game, made, 0).expect("legal").finish();
            engine = back;
            sentences += advice.reasons.len();
            faults.extend(in_words(&game, &advice.reasons));
            faults.extend(check_all(&game, &advice));
            // And of what watches over a beginner.
            if let Some(warned) = warning(&game, made) {
                sentences += 1;
                let advice = Advice { best: made.clone(), reasons: vec![warned], ..advice.clone() };
                faults.extend(check_all(
                    &game,
                    &Advice { worse: vec![], bad_replies: vec![], keeps: None, ..advice },
                ));
            }
            // The lights on squares.
            for bad in losing(&game) {
                sentences += 1;
                let (after, them) = (game.position().play(&bad), game.position().turn().other());
                let base = worth(game.position(), them);
                if !(0..=8).any(|quiet| comes_to(&after, them, base + 1, quiet)) {
                    faults.push(format!("{bad:?} loses nothing"));
                }
            }
            let threats = threats(&game);
            if let Some(gain) = &threats.gain {
                sentences += 1;
                let (passed, them) = (game.position().passed(), game.position().turn().other());
                let base = worth(&passed, them);
                let so = comes_to(&passed, them, base + gain.worth, gain.quiet)
                    && shows(&passed, them, base, gain.worth as u8, &gain.line).is_ok();
                if !so {
                    faults.push(format!("no such threat: {gain:?}"));
                }
            }
        }
    }
    println!("{hints} hints, {told_early} of them early, {sentences} sentences, {} false", faults.len());
    println!("with a reason: {reasoned}; with more than 'nothing is lost by it': {strong}; {counts:?}");
    for fault in &faults {
        println!("{fault}");
    }
    assert!(faults.is_empty(), "{} sentences are false", faults.len());
    // Where material is a burden little can be proven, and a handful tells no share; that nothing false is said is asked always.
    let all_normal = plan.iter().all(|(variant, _)| variant.goal == Goal::Normal);
    assert!(
        !all_normal || hints < 20 || reasoned * 100 >= hints * 80,
        "only {reasoned} of {hints} hints have a reason"
    );
}

/// 500 positions in three parts, so that they are looked through at the same time; then all other rule sets.
#[test]
fn what_the_coach_says_of_polish_draughts_is_so() {
    talk(&[(&variant::POLISH_64, 200)], 600);
}

#[test]
fn what_the_coach_says_on_100_squares_is_so() {
    talk(&[(&variant::INTERNATIONAL, 150)], 601);
}

#[test]
fn what_the_coach_says_by_other_rules_is_so() {
    talk(
        &[
            (&variant::RUSSIAN, 40),
            (&variant::ENGLISH, 40),
            (&variant::FRISIAN, 30),
            (&variant::TURKISH, 20),
            (&variant::ITALIAN, 20),
        ],
        602,
    );
}

#[test]
fn what_the_coach_says_in_every_rule_set_is_so() {
    for rules in variant::ALL {
        talk(&[(rules, 4)], 60);
    }
}

#[test]
#[ignore = "as often again with other games, minutes: DAMKA_SEED=900 cargo test --test coach -- --ignored --nocapture; \
            DAMKA_RULES=frisian for one rule set"]
fn what_the_coach_says_of_other_games_is_so() {
    let first = std::env::var("DAMKA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(700);
    let only = std::env::var("DAMKA_RULES").unwrap_or_default();
    for seed in first..first + 3 {
        for rules in variant::ALL.into_iter().filter(|rules| only.is_empty() || only == rules.name) {
            talk(&[(rules, if *rules == variant::POLISH_64 { 300 } else { 60 })], seed);
        }
    }
}

fn has(advice: &Advice, is: impl Fn(Reason) -> bool) -> bool {
    advice.reasons.iter().any(|said| is(said.reason))
}

/// TEACHING.md, 7.1, 7.2 and 7.4.
#[test]
fn what_makes_a_line_work_is_said() {
    for (fen, square) in [
        ("W:We7,d6,b4,f4,c3:BKd8", "b4"),
        ("W:Wg5,b4,f4,b2,c1:BKh4", "e3"),
        ("W:Wb6,f6,h6,d4,g3,e1:BKa3", "f2"),
    ] {
        let (_, advice) = hint(fen);
        let square =
            damka::notation::parse_square(&variant::POLISH_64, square, Style::Official).expect("a square");
        assert!(has(&advice, |reason| reason == Reason::Turc { square }), "{fen}: {:?}", advice.reasons);
    }
    let (_, advice) = hint("W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4");
    assert!(has(&advice, |reason| matches!(reason, Reason::Decoy { .. })), "{:?}", advice.reasons);
    let (_, advice) = hint("W:Wb6:Bc7,e7");
    assert!(has(&advice, |reason| reason == Reason::PassesRow), "{:?}", advice.reasons);
}

#[test]
fn a_draw_by_counting_is_told_when_it_is_near() {
    let mut random = Random(5);
    let mut told = 0;
    for fen in ["W:WKb8,Kd8,Kf8:BKd4", "W:WKa1,Ke1:BKh2"] {
        let mut game = Game::from_position(position(&variant::POLISH_64, fen));
        for _ in 0..60 {
            let moves = game.position().legal_moves();
            let calm: Vec<&Move> = moves
                .iter()
                .filter(|m| {
                    let after = game.position().play(m);
                    !m.is_capture() && !after.must_capture() && !after.is_stuck()
                })
                .collect();
            if game.status() != Status::Ongoing || calm.is_empty() {
                break;
            }
            game.play(calm[random.below(calm.len())]).expect("legal");
            if game.status() != Status::Ongoing {
                break;
            }
            let (advice, _) = Analysis::hint(Engine::new(1), &game, 2_000).expect("a move").finish();
            if has(&advice, |reason| matches!(reason, Reason::DrawNear { .. })) {
                told += 1;
                assert_eq!(check_all(&game, &advice), Vec::<String>::new());
            }
        }
    }
    assert!(told > 5, "only {told} times");
}

/// With the tables of the site; checked by a solution made here.
#[test]
fn what_the_tables_know_is_said_and_so() {
    let bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/www/data/polish64-3.tables")).expect("tables");
    let distances =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/www/data/polish64-3.ends")).expect("distances");
    let distances = Distances::parse(&distances).expect("distances");
    // With the distances at hand, with distances that come while it thinks, and without.
    for (at_hand, coming) in [(true, false), (false, true), (false, false)] {
        let mut tables = Tables::parse(&bytes).expect("tables");
        assert!(!at_hand || tables.add(distances.clone()));
        say_what_the_tables_know(tables, coming.then_some(&distances), at_hand || coming);
    }
}

fn say_what_the_tables_know(tables: Tables, coming: Option<&Distances>, counts: bool) {
    let mut engine = Engine::new(1);
    engine.know(tables);
    let mut ask = |fen: &str| {
        let game = Game::from_position(position(&variant::POLISH_64, fen));
        let old = std::mem::replace(&mut engine, Engine::new(1));
        let mut analysis = Analysis::hint(old, &game, HINT_NODES).expect("a move");
        if let Some(distances) = coming {
            analysis.step(1);
            analysis.measure(distances);
        }
        let (advice, back) = analysis.finish();
        engine = back;
        assert_eq!(check_all(&game, &advice), Vec::<String>::new(), "{fen}");
        let worth = |m: &Move| by_solution(game.position(), m).0;
        let best = game.position().legal_moves().iter().map(worth).max();
        assert_eq!(Some(worth(&advice.best)), best, "{fen}: no move leads to more");
        advice
    };
    let in_plies = |advice: &Advice| {
        advice.reasons.iter().find_map(|said| match said.reason {
            Reason::Table { plies, .. } => Some(plies),
            _ => None,
        })
    };
    // Opposition: one move wins, the other does not (E1); no opposition (E3); the man gets through (E6).
    let told = |advice: &Advice, wanted| {
        has(advice, |reason| matches!(reason, Reason::Table { outcome, .. } if outcome == wanted))
    };
    let advice = ask("W:Wd2:Be7");
    assert!(
        told(&advice, Outcome::Win) || has(&advice, |r| matches!(r, Reason::Wins { .. })),
        "{:?}",
        advice.reasons
    );
    for fen in ["W:Wc3:Bf6", "W:WKc1:Ba3"] {
        let advice = ask(fen);
        assert!(told(&advice, Outcome::Draw), "{fen}: {:?}", advice.reasons);
        assert_eq!(advice.look(), Look::Hold);
    }
    // Some chosen at random.
    let mut random = Random(77);
    let (mut spoken, mut counted) = (0, 0);
    while spoken < 40 {
        let mut setup = Setup::empty(&variant::POLISH_64);
        for i in 0..3 {
            let side = if i == 0 { Side::White } else { Side::Black };
            let piece = if random.below(2) == 0 { Piece::man(side) } else { Piece::king(side) };
            setup.put(Square(random.below(32) as u8), Some(piece));
        }
        if random.below(2) == 0 {
            setup.turn = Side::Black;
        }
        let Ok(at) = setup.into_position() else { continue };
        // Won already: by a side that cannot move, or that has no piece, whoever is to move.
        if at.winner().is_some() {
            continue;
        }
        let advice = ask(&write_fen(&at, Style::Official));
        counted += usize::from(in_plies(&advice).is_some_and(|plies| plies > 1));
        spoken += usize::from(has(&advice, |reason| matches!(reason, Reason::Table { .. })));
    }
    // Wins that no search of the coach's proves are told by their length, where that is known.
    assert_eq!(counted > 3, counts, "{counted}");
}

/// A win or a draw that is given away is told: of the move made, before it is made, and in the review.
#[test]
fn what_is_given_away_by_the_tables_is_said_and_so() {
    let read = |name: &str| {
        std::fs::read(format!("{}/www/data/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a file")
    };
    let mut tables = Tables::parse(&read("polish64-3.tables")).expect("tables");
    let mut engine = Engine::new(1);
    let (mut falls, mut counted) = (0, 0);
    for with_distances in [false, true] {
        if with_distances {
            assert!(tables.add(Distances::parse(&read("polish64-3.ends")).expect("distances")));
        }
        engine.know(tables.clone());
        for fen in ["W:Wc3:Bd6", "W:WKh8:Bb4", "W:WKc1:Ba3", "W:Wd2:Be7", "W:WKa1,Kc1:Bb8", "B:WKa1,Kc1:Bb8"]
        {
            let game = Game::from_position(position(&variant::POLISH_64, fen));
            for m in game.position().legal_moves() {
                let fallen = fall(&tables, &game, &m);
                let all: Vec<_> = game.position().legal_moves();
                let best = all.iter().map(|m| by_solution(game.position(), m).0).max();
                assert_eq!(fallen.is_some(), Some(by_solution(game.position(), &m).0) < best, "{fen}");
                let old = std::mem::replace(&mut engine, Engine::new(1));
                let (advice, back) = Analysis::explain(old, &game, &m, 0).expect("legal").finish();
                engine = back;
                assert_eq!(check_all(&game, &advice), Vec::<String>::new(), "{fen}");
                let Some(Proven { reason: Reason::Falls { plies, from, .. }, .. }) = fallen else { continue };
                assert!(plies > 0 || !with_distances || from != Outcome::Win, "{fen}");
                let said = has(&advice, |r| {
                    matches!(r, Reason::Falls { .. } | Reason::Loses { .. } | Reason::LosesGame { .. })
                });
                assert!(said, "{fen}: {:?}", advice.reasons);
                (falls, counted) = (falls + 1, counted + usize::from(plies > 0));
            }
        }
    }
    assert!(falls >= 8 && counted >= 3, "{falls} {counted}");
}

/// The best move and its first reason.
fn hint(fen: &str) -> (String, Advice) {
    let game = Game::from_position(position(&variant::POLISH_64, fen));
    let (advice, _) = Analysis::hint(Engine::new(1), &game, HINT_NODES).expect("a move").finish();
    assert_eq!(check_all(&game, &advice), Vec::<String>::new());
    (write_move(game.position(), &advice.best), advice)
}

#[test]
fn a_shot_is_called_one_with_what_it_gives_and_takes() {
    let (best, advice) = hint("W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4");
    assert_eq!(best, "d4-e5");
    assert_eq!(advice.look(), Look::Shot);
    let shot = advice.reasons.iter().find(|said| matches!(said.reason, Reason::Gains { .. }));
    assert!(
        matches!(shot.map(|said| said.reason), Some(Reason::Gains { gives: 2, takes: 4, .. })),
        "{shot:?}"
    );
}

#[test]
fn no_move_is_advised_where_one_side_has_won() {
    for (variant, fen) in [
        (&variant::POLISH_64, "B:W:BKd8,e7"),
        (&variant::POLISH_64, "W:W:BKd8,e7"),
        (&variant::POLISH_64, "W:Wa1:Bb2,c3"),
        (&variant::ANTIDRAUGHTS, "B:W:BKd8,e7"),
        (&variant::BREAKTHROUGH, "B:WK1:B40,20"),
    ] {
        let game = Game::from_position(position(variant, fen));
        assert!(matches!(game.status(), Status::Won { .. }), "{fen}");
        assert!(Analysis::hint(Engine::new(1), &game, 100).is_err(), "{fen}");
        for m in game.position().legal_moves() {
            assert!(Analysis::explain(Engine::new(1), &game, &m, 0).is_err(), "{fen}");
        }
    }
}

#[test]
fn one_move_needs_no_reason_and_a_block_wins() {
    let (_, advice) = hint("W:Wc3,g3:Bd4");
    assert_eq!(advice.reasons[0].reason, Reason::Only);
    let (best, advice) = hint("W:Wg5,e3,h2:Bh6");
    assert_eq!(best, "e3-f4");
    assert_eq!(advice.reasons[0].reason, Reason::Wins { plies: 1 });
}

#[test]
fn a_hanging_man_is_warned_of_unless_all_is_lost() {
    // e5 would be taken for nothing; other moves keep it.
    let game = Game::from_position(position(&variant::POLISH_64, "W:Wd4,h2,a1:Bf6,h8,a7"));
    let bad = common::named(game.position(), "d4-e5");
    let warned = warning(&game, &bad).expect("a warning");
    assert!(matches!(warned.reason, Reason::Loses { worth: 1.., .. }), "{warned:?}");
    let good = common::named(game.position(), "h2-g3");
    assert_eq!(warning(&game, &good), None);
    // One move: no choice, no warning.
    let game = Game::from_position(position(&variant::POLISH_64, "W:Wa3:Bc5,d6,a7"));
    for m in game.position().legal_moves() {
        assert_eq!(warning(&game, &m), None);
    }
}

#[test]
fn an_analysis_is_the_same_in_slices_of_any_size() {
    for fen in SLICED {
        let game = Game::from_position(position(&variant::POLISH_64, fen));
        let (whole, _) = Analysis::hint(Engine::new(1), &game, 20_000).expect("a move").finish();
        for slice in [1, 777, 50_000] {
            let mut analysis = Analysis::hint(Engine::new(1), &game, 20_000).expect("a move");
            // Who is told early does not change it either.
            while !analysis.step(slice) {
                if slice == 777 {
                    analysis.early();
                }
            }
            assert_eq!(analysis.stop().0, whole, "slices of {slice}");
        }
    }
}

/// A shot, a lost position, kings against kings, a full board.
const SLICED: [&str; 4] = [
    "W:Wd4,f4,g3,h2,a1,e1:Bf8,e7,b6,f6,h6,b4",
    "W:Wa3,a1:Bc5,d6,a7,e5,Kh8",
    "W:WKa1,Kc1,Ke1,h2:BKf8,Kh8,a7",
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6",
];

#[test]
fn what_watches_over_a_beginner_is_the_same_in_slices_of_any_size() {
    for fen in SLICED {
        let game = Game::from_position(position(&variant::POLISH_64, fen));
        for slice in [1, 500, 9_000] {
            let mut lights = Lights::new(&game, true);
            while !lights.step(slice) {}
            assert_eq!(lights.told(), (threats(&game), losing(&game)), "{fen}");
            let mut only = Lights::new(&game, false);
            while !only.step(slice) {}
            assert_eq!(only.told(), (threats(&game), Vec::new()), "{fen}");
            for m in game.position().legal_moves() {
                let mut doubt = Doubt::new(&game, &m);
                let mut slices = 0;
                while !doubt.step(slice) {
                    slices += 1;
                }
                assert!(slice > 1 || slices > 0, "{fen}: not in slices");
                assert_eq!(doubt.told(), warning(&game, &m), "{fen}");
            }
        }
    }
}
