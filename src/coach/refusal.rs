//! Why a piece may not move, or may not move there: one reason, with the legal moves that prove it.

use crate::rules::{Bits, Kind, Move, Position, Priority, Square, dir};

/// The reason, one of a closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// The square is empty: there is no piece to move.
    NoPiece,
    /// The piece is the opponent's (W100-3.3, W100-3.14).
    NotYours,
    /// Another piece must capture; this one can't (W64-11).
    OthersMustCapture,
    /// This piece can capture fewer pieces than another capture takes (W64-17).
    MoreElsewhere,
    /// The capture is worth less than another (Frisian).
    WorthMoreElsewhere,
    /// A king must capture here (Italian, Czech, Frisian).
    KingMustCapture,
    /// Another capture takes more kings (Italian, Spanish).
    MoreKingsElsewhere,
    /// Another capture meets a king earlier (Italian).
    KingEarlierElsewhere,
    /// The king has made three quiet moves in a row and must rest (Frisian).
    MustRest,
    /// The piece is blocked.
    Blocked,
    /// The piece must capture; this would be a move without one (W64-11).
    MustCapture,
    /// By this way the piece takes fewer than it must (W64-17).
    FewerThisWay,
    /// The king must land where it can capture on (W64-12, W64-16).
    LandElsewhere,
    /// A man moves only forward (W64-7).
    Backward,
    /// A man, or a king of this rule set, moves one square (W64-7).
    TooFar,
    /// Pieces move along diagonals (W64-7, W64-15).
    NotDiagonal,
    /// Pieces move along rows and columns (Turkish).
    NotStraight,
    /// A piece stands there.
    Occupied,
    /// A piece of one's own stands in the way.
    OwnPieceInTheWay,
    /// Behind the piece that would be jumped there is no free square (W64-8).
    NoRoomBehind,
    /// More than one piece stands in the way (W64-16).
    TwoInTheWay,
    /// What the capture has taken lies there till its end: it can't be jumped again, and it stands in the way (W64-9).
    StillLies,
    /// A man can't capture a king (Italian).
    MenSpareKings,
    /// Men don't capture backwards in this rule set.
    NoCaptureBackwards,
}

impl Why {
    /// The key of its sentence in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            Self::NoPiece => "why.no-piece",
            Self::NotYours => "why.not-yours",
            Self::OthersMustCapture => "why.others-must-capture",
            Self::MoreElsewhere => "why.more-elsewhere",
            Self::WorthMoreElsewhere => "why.worth-more-elsewhere",
            Self::KingMustCapture => "why.king-must-capture",
            Self::MoreKingsElsewhere => "why.more-kings-elsewhere",
            Self::KingEarlierElsewhere => "why.king-earlier-elsewhere",
            Self::MustRest => "why.must-rest",
            Self::Blocked => "why.blocked",
            Self::MustCapture => "why.must-capture",
            Self::FewerThisWay => "why.fewer-this-way",
            Self::LandElsewhere => "why.land-elsewhere",
            Self::Backward => "why.backward",
            Self::TooFar => "why.too-far",
            Self::NotDiagonal => "why.not-diagonal",
            Self::NotStraight => "why.not-straight",
            Self::Occupied => "why.occupied",
            Self::OwnPieceInTheWay => "why.own-piece-in-the-way",
            Self::NoRoomBehind => "why.no-room-behind",
            Self::TwoInTheWay => "why.two-in-the-way",
            Self::StillLies => "why.still-lies",
            Self::MenSpareKings => "why.men-spare-kings",
            Self::NoCaptureBackwards => "why.no-capture-backwards",
        }
    }

    /// The law behind it, for those who want to look it up.
    pub const fn law(self) -> &'static str {
        match self {
            Self::NoPiece | Self::NotYours => "W100-3.3",
            Self::OthersMustCapture | Self::MustCapture => "W64-11",
            Self::MoreElsewhere | Self::FewerThisWay => "W64-17",
            Self::WorthMoreElsewhere => "WFD 11",
            Self::KingMustCapture => "RULES 2",
            Self::MoreKingsElsewhere | Self::KingEarlierElsewhere | Self::MenSpareKings => "RULES 5",
            Self::MustRest => "WFD 17",
            Self::Blocked => "W64-5",
            Self::LandElsewhere => "W64-16",
            Self::Backward | Self::TooFar | Self::NotDiagonal | Self::NotStraight => "W64-7",
            Self::Occupied | Self::OwnPieceInTheWay => "W64-7",
            Self::NoRoomBehind => "W64-8",
            Self::TwoInTheWay => "W64-16",
            Self::StillLies => "W64-9",
            Self::NoCaptureBackwards => "W64-10",
        }
    }
}

/// Why not, with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub why: Why,
    /// The piece that was touched.
    pub piece: Square,
    /// Where it was to go.
    pub target: Option<Square>,
    /// Pieces that may move instead, or that stand in the way: to be lit.
    pub lit: Vec<Square>,
    /// A legal move that shows what would be right, where the reason speaks of one.
    pub witness: Option<Move>,
    /// How many pieces the refused capture takes, and how many the legal ones.
    pub takes: (usize, usize),
}

/// Why the piece on `square` may not move at all; `None` when it may.
///
/// ```
/// use damka::coach::{Why, refuse_piece};
/// use damka::notation::{Style, parse_fen, parse_square};
/// use damka::rules::variant::POLISH_64;
///
/// let position = parse_fen(&POLISH_64, "W:Wc3,g1:Bd4,b8", Style::Official).unwrap();
/// let g1 = parse_square(&POLISH_64, "g1", Style::Official).unwrap();
/// assert_eq!(refuse_piece(&position, g1).unwrap().why, Why::OthersMustCapture);
/// ```
pub fn refuse_piece(position: &Position, square: Square) -> Option<Refusal> {
    let refusal =
        |why| Refusal { why, piece: square, target: None, lit: Vec::new(), witness: None, takes: (0, 0) };
    let Some(piece) = position.piece(square) else { return Some(refusal(Why::NoPiece)) };
    if piece.side != position.turn() {
        return Some(refusal(Why::NotYours));
    }
    let legal = position.legal_moves();
    if legal.iter().any(|m| m.from() == square) {
        return None;
    }
    // Where capturing is free, whoever has no move at all is blocked.
    if !legal.first().is_some_and(Move::is_capture) || !position.variant().must_capture {
        let rests = position.resting() == Some(square) && {
            // It rests; but is there anywhere to go at all?
            let alone = position.variant().geometry();
            (0..8).any(|d| {
                position.variant().king_steps() >> d & 1 == 1
                    && alone.neighbour(square, d).is_some_and(|s| position.piece(s).is_none())
            })
        };
        return Some(refusal(if rests { Why::MustRest } else { Why::Blocked }));
    }
    let mut lit: Vec<Square> = legal.iter().map(Move::from).collect();
    Square::sort(&mut lit);
    lit.dedup();
    let own = position.captures_by(square);
    let Some(mine) = own.first() else {
        return Some(Refusal { lit, witness: legal.first().cloned(), ..refusal(Why::OthersMustCapture) });
    };
    let best = legal[0].clone();
    let why = outranked(position, mine, &best);
    Some(Refusal {
        lit,
        takes: (mine.captured().len(), best.captured().len()),
        witness: Some(best),
        ..refusal(why)
    })
}

fn kings_taken(position: &Position, m: &Move) -> usize {
    m.captured().iter().filter(|s| position.piece(**s).is_some_and(|p| p.kind == Kind::King)).count()
}

/// Why `legal` ranks above the capture `mine` of another piece.
fn outranked(position: &Position, mine: &Move, legal: &Move) -> Why {
    let (n, best) = (mine.captured().len(), legal.captured().len());
    let (kings, best_kings) = (kings_taken(position, mine), kings_taken(position, legal));
    match position.variant().priority {
        Priority::None | Priority::Most => Why::MoreElsewhere,
        Priority::Frisian => {
            let value = |n: usize, kings: usize| 1000 * (n + kings) - kings;
            if value(n, kings) < value(best, best_kings) {
                Why::WorthMoreElsewhere
            } else {
                Why::KingMustCapture
            }
        }
        Priority::Italian if n < best => Why::MoreElsewhere,
        Priority::Italian if !mine.by_king() && legal.by_king() => Why::KingMustCapture,
        Priority::Italian if kings < best_kings => Why::MoreKingsElsewhere,
        Priority::Italian => Why::KingEarlierElsewhere,
        Priority::Spanish if n < best => Why::MoreElsewhere,
        Priority::Spanish => Why::MoreKingsElsewhere,
        Priority::Czech => Why::KingMustCapture,
    }
}

/// Why the piece on `from` may not go to `target`; `None` when some legal move ends or lands there on its way.
pub fn refuse_target(position: &Position, from: Square, target: Square) -> Option<Refusal> {
    if let Some(refusal) = refuse_piece(position, from) {
        return Some(Refusal { target: Some(target), ..refusal });
    }
    let routes: Vec<Move> = position.legal_routes().into_iter().filter(|m| m.from() == from).collect();
    if routes.iter().any(|m| m.path()[1..].contains(&target)) {
        return None;
    }
    let witness = routes.first().cloned();
    let takes = (0, routes.first().map_or(0, |m| m.captured().len()));
    let refusal =
        |why, lit| Refusal { why, piece: from, target: Some(target), lit, witness: witness.clone(), takes };
    let line = Line::between(position, from, target);
    // A jump that the piece could begin with, if it might choose.
    if takes.1 > 0 {
        if let Some(line) = &line
            && let [victim] = line.pieces[..]
            && jumpable(position, from, victim, line)
            && position.piece(target).is_none()
        {
            let first_victims: Vec<Square> = routes.iter().map(|m| m.captured()[0]).collect();
            let why = if first_victims.contains(&victim) { Why::LandElsewhere } else { Why::FewerThisWay };
            let by_it =
                if why == Why::FewerThisWay { shortest_over(position, from, victim) } else { takes.1 };
            return Some(Refusal { takes: (by_it, takes.1), ..refusal(why, vec![victim]) });
        }
        if position.piece(target).is_none() && steps_to(position, from, line.as_ref()) {
            let mut lit: Vec<Square> = routes.iter().map(|m| m.captured()[0]).collect();
            Square::sort(&mut lit);
            lit.dedup();
            return Some(refusal(Why::MustCapture, lit));
        }
        if let Some((route, lit)) = routes.iter().find_map(|m| Some((m, still_lies(position, m, target)?))) {
            let takes = (0, route.captured().len());
            return Some(Refusal { witness: Some(route.clone()), takes, ..refusal(Why::StillLies, lit) });
        }
    }
    let (why, lit) = quiet_reason(position, from, target, line.as_ref());
    Some(refusal(why, lit))
}

/// Why a capture of which `path` was entered does not go on to `target`, where what it has taken is the reason.
pub fn refuse_further(position: &Position, path: &[Square], target: Square) -> Option<Refusal> {
    if position.variant().lifted_at_once {
        return None;
    }
    let legal = position.legal_routes();
    let whole = legal.iter().find(|m| m.path().starts_with(path))?;
    let taken = &whole.captured()[..path.len() - 1];
    let lit = if taken.contains(&target) {
        vec![target]
    } else {
        barred(position, path, taken, target).filter(|lit| lit.iter().any(|square| taken.contains(square)))?
    };
    Some(Refusal {
        why: Why::StillLies,
        piece: path[0],
        target: Some(target),
        lit,
        witness: Some(whole.clone()),
        takes: (0, whole.captured().len()),
    })
}

/// The pieces taken that keep a whole capture from going on to `target`: it would jump one of them again, or could go on
/// were they lifted already.
fn still_lies(position: &Position, m: &Move, target: Square) -> Option<Vec<Square>> {
    if !m.is_capture() || m.crowns() || position.variant().lifted_at_once {
        return None;
    }
    barred(position, m.path(), m.captured(), target)
}

fn barred(position: &Position, path: &[Square], taken: &[Square], target: Square) -> Option<Vec<Square>> {
    let (from, at) = (*path.first()?, *path.last()?);
    // The piece itself has left its square.
    let free = |square: Square| square == from || position.piece(square).is_none();
    if !free(target) || target == at {
        return None;
    }
    let line = Line::between(position, at, target)?;
    let between: Vec<Square> = line.pieces.iter().copied().filter(|square| *square != from).collect();
    let lit: Vec<Square> = between.iter().copied().filter(|square| taken.contains(square)).collect();
    let others = between.len() - lit.len();
    let facts = position.variant();
    let king = position.piece(from)?.kind == Kind::King;
    let captures = if king { facts.king_captures() } else { facts.man_captures(position.turn()) };
    let reaches = captures >> line.direction & 1 == 1 && ((king && facts.flying) || line.steps == 2);
    if lit.is_empty() || !reaches {
        return None;
    }
    let foe = |square: &Square| position.piece(*square).is_some_and(|p| p.side != position.turn());
    match others {
        // Nothing but what was taken lies between: it would be jumped once more.
        0 if lit.len() == 1 => Some(lit),
        // One more piece to take, and what was taken stands before or behind it.
        1 if between.iter().filter(|square| !taken.contains(square)).all(foe) => Some(lit),
        _ => None,
    }
}

/// How many pieces a capture that begins over `victim` takes at the least: at least that one.
fn shortest_over(position: &Position, from: Square, victim: Square) -> usize {
    position
        .captures_by(from)
        .iter()
        .filter(|m| m.captured()[0] == victim)
        .map(|m| m.captured().len())
        .min()
        .unwrap_or(1)
}

/// A straight line between two squares along which pieces of this board may move or capture.
struct Line {
    direction: usize,
    /// Squares from one end to the other in steps of the direction, both ends not counted, plus one.
    steps: usize,
    /// The occupied squares between the ends, nearest first.
    pieces: Vec<Square>,
}

impl Line {
    fn between(position: &Position, from: Square, target: Square) -> Option<Self> {
        let geometry = position.variant().geometry();
        let diagonal = !position.variant().all_squares;
        (0..8).find_map(|direction| {
            // On a board of dark squares only diagonals join neighbours; the orthogonal lines of Frisian draughts pass
            // over light squares, two rows or columns at a time.
            let stride = if diagonal && dir::ORTHOGONAL >> direction & 1 == 1 {
                if !position.variant().orthogonal_captures {
                    return None;
                }
                2
            } else {
                1
            };
            if !diagonal && dir::DIAGONAL >> direction & 1 == 1 {
                return None;
            }
            let (mut at, mut steps, mut pieces) = (from, 0, Vec::new());
            loop {
                let (row, column) = geometry.row_column(at);
                let (dr, dc) = dir::DELTA[direction];
                at = geometry
                    .at(row.checked_add_signed(dr * stride)?, column.checked_add_signed(dc * stride)?)?;
                steps += 1;
                if at == target {
                    return Some(Self { direction, steps, pieces });
                }
                if position.piece(at).is_some() {
                    pieces.push(at);
                }
            }
        })
    }
}

/// Whether the piece might jump `victim` on that line, were captures free: the kind of piece, direction and distance fit.
fn jumpable(position: &Position, from: Square, victim: Square, line: &Line) -> bool {
    let (Some(piece), Some(other)) = (position.piece(from), position.piece(victim)) else { return false };
    let facts = position.variant();
    if other.side == piece.side {
        return false;
    }
    if piece.kind == Kind::King {
        facts.king_captures() >> line.direction & 1 == 1 && (facts.flying || line.steps == 2)
    } else {
        facts.man_captures(piece.side) >> line.direction & 1 == 1
            && line.steps == 2
            && (facts.men_capture_kings || other.kind == Kind::Man)
    }
}

/// Whether the piece might go to the end of that line without capturing, were capturing not compulsory.
fn steps_to(position: &Position, from: Square, line: Option<&Line>) -> bool {
    let (Some(piece), Some(line)) = (position.piece(from), line) else { return false };
    let facts = position.variant();
    let dirs = if piece.kind == Kind::King { facts.king_steps() } else { facts.man_steps(piece.side) };
    let far = piece.kind == Kind::King && facts.flying;
    line.pieces.is_empty() && dirs >> line.direction & 1 == 1 && (far || line.steps == 1)
}

fn quiet_reason(
    position: &Position,
    from: Square,
    target: Square,
    line: Option<&Line>,
) -> (Why, Vec<Square>) {
    let facts = position.variant();
    let Some(piece) = position.piece(from) else { return (Why::NoPiece, Vec::new()) };
    let Some(line) = line else {
        return (if facts.all_squares { Why::NotStraight } else { Why::NotDiagonal }, Vec::new());
    };
    let king = piece.kind == Kind::King;
    if let Some(there) = position.piece(target) {
        // A touch on an enemy piece next to ours usually means 'capture it'.
        if there.side != piece.side && line.pieces.is_empty() {
            return enemy_touched(position, from, target, line);
        }
        return (Why::Occupied, vec![target]);
    }
    let (dirs, captures) = if king {
        (facts.king_steps(), facts.king_captures())
    } else {
        (facts.man_steps(piece.side), facts.man_captures(piece.side))
    };
    match line.pieces[..] {
        [one] if position.piece(one).is_some_and(|p| p.side == piece.side) => {
            (Why::OwnPieceInTheWay, vec![one])
        }
        [one] if line.steps == 2 && captures >> line.direction & 1 == 0 => {
            (Why::NoCaptureBackwards, vec![one])
        }
        [one] if line.steps == 2 && !king && !facts.men_capture_kings => (Why::MenSpareKings, vec![one]),
        [] if dirs >> line.direction & 1 == 0
            && dir::DIAGONAL >> line.direction & 1 == 0
            && !facts.all_squares =>
        {
            (Why::NotDiagonal, Vec::new())
        }
        [] if dirs >> line.direction & 1 == 0 => (Why::Backward, Vec::new()),
        // A king that flies, an empty line, and no legal move there: only one that rests, which was dealt with.
        [] | [_] => (Why::TooFar, Vec::new()),
        _ => (Why::TwoInTheWay, line.pieces.clone()),
    }
}

fn enemy_touched(position: &Position, from: Square, target: Square, line: &Line) -> (Why, Vec<Square>) {
    let facts = position.variant();
    let Some(piece) = position.piece(from) else { return (Why::NoPiece, Vec::new()) };
    let king = piece.kind == Kind::King;
    let captures = if king { facts.king_captures() } else { facts.man_captures(piece.side) };
    if line.steps > 1 && !(king && facts.flying) {
        return (Why::TooFar, vec![target]);
    }
    if captures >> line.direction & 1 == 0 {
        return (Why::NoCaptureBackwards, vec![target]);
    }
    if !king && !facts.men_capture_kings && position.piece(target).is_some_and(|p| p.kind == Kind::King) {
        return (Why::MenSpareKings, vec![target]);
    }
    let geometry = facts.geometry();
    let behind =
        (geometry.bit(target) & geometry.board).lowest() as i16 + i16::from(geometry.steps[line.direction]);
    let room = u32::try_from(behind)
        .ok()
        .filter(|index| *index < 128 && geometry.board.has(*index))
        .map(|index| geometry.square(index));
    match room {
        Some(square) if position.piece(square).is_none() => (Why::Occupied, vec![square]),
        Some(square) => (Why::NoRoomBehind, vec![target, square]),
        None => (Why::NoRoomBehind, vec![target]),
    }
}
