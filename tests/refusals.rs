//! Every pair of piece and target that is not legal gets exactly one reason, and the reason is true.

use damka::coach::{Why, refuse_further, refuse_piece, refuse_target};
use damka::notation::{Style, parse_fen, parse_square, write_fen};
use damka::rules::{Game, Position, Status, Variant, variant};

/// A small, seeded generator: enough to walk through games.
struct Walk(u64);
impl Walk {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

fn check_position(position: &Position, seen: &mut std::collections::BTreeSet<Why>) {
    let fen = write_fen(position, Style::Official);
    let legal = position.legal_moves();
    let routes = position.legal_routes();
    for from in position.variant().geometry().all() {
        let movable = legal.iter().any(|m| m.from() == from);
        let refusal = refuse_piece(position, from);
        assert_eq!(refusal.is_none(), movable, "{} {fen} piece {from:?}", position.variant().name);
        if let Some(r) = &refusal {
            seen.insert(r.why);
            if let Some(witness) = &r.witness {
                assert!(legal.iter().any(|m| m.same_as(witness)), "{fen}: {r:?}");
            }
            match r.why {
                Why::OthersMustCapture => {
                    assert!(position.captures_by(from).is_empty() && legal[0].is_capture(), "{fen}");
                }
                Why::MoreElsewhere => assert!(r.takes.0 < r.takes.1, "{fen}: {r:?}"),
                Why::Blocked => assert!(!legal.first().is_some_and(damka::rules::Move::is_capture), "{fen}"),
                _ => {}
            }
        }
        for target in position.variant().geometry().all() {
            let lands = routes.iter().any(|m| m.from() == from && m.path()[1..].contains(&target));
            let refusal = refuse_target(position, from, target);
            assert_eq!(refusal.is_none(), lands, "{} {fen} {from:?} {target:?}", position.variant().name);
            let Some(r) = refusal else { continue };
            seen.insert(r.why);
            let place = format!("{} {fen} {from:?}-{target:?}: {r:?}", position.variant().name);
            assert!(
                r.lit.iter().all(|s| r.lit.iter().filter(|t| s == *t).count() == 1),
                "{place}: named twice"
            );
            if let Some(witness) = &r.witness {
                assert!(legal.iter().any(|m| m.same_as(witness)), "{place}");
            }
            match r.why {
                Why::FewerThisWay => assert!(
                    r.takes.0 < r.takes.1 || position.variant().priority != variant::Priority::Most,
                    "{place}"
                ),
                Why::StillLies => {
                    // Lifted at once the capture would go on there, or it would jump again what it has jumped.
                    let whole = r.witness.as_ref().expect("the capture");
                    assert!(
                        !r.lit.is_empty() && r.lit.iter().all(|s| whole.captured().contains(s)),
                        "{place}"
                    );
                    let end = position.variant().geometry().row_column(whole.to());
                    let at = |s: damka::rules::Square| {
                        let (row, column) = position.variant().geometry().row_column(s);
                        (i16::from(row) - i16::from(end.0), i16::from(column) - i16::from(end.1))
                    };
                    let (to, lies) = (at(target), at(r.lit[0]));
                    assert_eq!(to.0 * lies.1, to.1 * lies.0, "{place}: on one line");
                    assert!(to.0 * lies.0 >= 0 && to.1 * lies.1 >= 0, "{place}: the same way");
                    let lifted = position.play(whole).passed().captures_by(whole.to());
                    let goes_on = lifted.iter().any(|m| m.path()[1] == target);
                    assert!(goes_on || r.lit.len() == 1, "{place}");
                }
                Why::MustCapture => {
                    assert!(position.piece(target).is_none() && legal[0].is_capture(), "{place}");
                }
                _ => {}
            }
        }
    }
}

fn walk(variant: &'static Variant, seed: u64, games: usize, seen: &mut std::collections::BTreeSet<Why>) {
    let mut random = Walk(seed);
    for _ in 0..games {
        let mut game = Game::new(variant);
        while game.status() == Status::Ongoing && game.ply() < 120 {
            if random.below(4) == 0 {
                check_position(game.position(), seen);
            }
            let moves = game.position().legal_moves();
            let chosen = moves[random.below(moves.len())].clone();
            game.play(&chosen).expect("legal");
        }
    }
}

#[test]
fn every_illegal_pair_has_one_true_reason_in_every_rule_set() {
    for variant in variant::ALL {
        let mut seen = std::collections::BTreeSet::new();
        walk(variant, 2026, 6, &mut seen);
        assert!(seen.len() >= 8, "{}: only {seen:?}", variant.name);
    }
}

fn check(variant: &'static Variant, fen: &str, from: &str, target: Option<&str>, why: Why) {
    let position = parse_fen(variant, fen, Style::Official).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let square = |name: &str| parse_square(variant, name, Style::Official).expect("a square");
    let refusal = match target {
        None => refuse_piece(&position, square(from)),
        Some(target) => refuse_target(&position, square(from), square(target)),
    };
    assert_eq!(refusal.as_ref().map(|r| r.why), Some(why), "{fen} {from} {target:?}: {refusal:?}");
}

/// Half of the capture is entered: what it has jumped already can't be jumped again.
#[test]
fn nothing_is_jumped_twice() {
    let w64 = &variant::POLISH_64;
    let position = parse_fen(w64, "B:We7,d6,a5,f4,c3:BKd8", Style::Official).expect("a position");
    let path = ["d8", "g5"].map(|name| parse_square(w64, name, Style::Official).expect("a square"));
    for (target, lit) in [("e7", Some("e7")), ("f6", None), ("d8", Some("e7"))] {
        let [target, lit] = [Some(target), lit]
            .map(|name| name.map(|name| parse_square(w64, name, Style::Official).expect("a square")));
        let refusal = refuse_further(&position, &path, target.expect("a target"));
        assert_eq!(refusal.as_ref().map(|r| (r.why, r.lit[0])), lit.map(|lit| (Why::StillLies, lit)));
    }
}

#[test]
fn the_catalogue() {
    let w64 = &variant::POLISH_64;
    check(w64, "W:Wc3:Bd4,f6", "c3", Some("b4"), Why::MustCapture);
    check(w64, "W:Wc3,g1:Bd4,f6", "g1", None, Why::OthersMustCapture);
    check(w64, "W:Wc3:Bh8", "c3", Some("b2"), Why::Backward);
    check(w64, "W:Wc3:Bh8", "c3", Some("e5"), Why::TooFar);
    check(w64, "W:Wc3:Bh8", "c3", Some("c5"), Why::NotDiagonal);
    check(w64, "W:Wc3,d4:Bh6", "c3", Some("d4"), Why::Occupied);
    check(w64, "W:Wc3:Bd4,e5", "c3", Some("d4"), Why::NoRoomBehind);
    check(w64, "W:Wc3,d4:Bh6", "c3", Some("e5"), Why::OwnPieceInTheWay);
    check(w64, "W:WKa1:Bd4,e5", "a1", Some("f6"), Why::TwoInTheWay);
    // W64-9, coup turc: with e7 lifted the king would take d6 as well.
    check(w64, "B:We7,d6,a5,f4,c3:BKd8", "d8", Some("f8"), Why::StillLies);
    check(w64, "W:Wc3:Bd8", "d8", None, Why::NotYours);
    check(w64, "W:Wa1,h2:Bb2,c3", "a1", None, Why::Blocked);
    // W64-17: two pieces the one way, one the other.
    check(w64, "W:Wc3,g3:Bd4,f6,h4", "g3", None, Why::OthersMustCapture);
    check(w64, "W:Wc3,h2:Bd4,d6,g3", "h2", None, Why::MoreElsewhere);
    check(&variant::ITALIAN, "W:W22:BK18", "22", Some("13"), Why::MenSpareKings);
    check(&variant::ENGLISH, "W:W15:B18", "15", Some("22"), Why::NoCaptureBackwards);
}
