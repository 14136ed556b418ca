//! The opponent keeps the rules, finds what is there, and does not depend on how it is run.

mod common;

use damka::ai::endgame::{Tables, solve};
use damka::ai::{
    Best, Book, Engine, Figures, Level, LevelFacts, Limits, Progress, Random, Request, Score, Weights, files,
};
use damka::notation::{Style, parse_fen, write_fen};
use damka::rules::variant::{self, INTERNATIONAL, POLISH_64};
use damka::rules::{Game, Kind, Move, Piece, Position, Setup, Side, Square, Status, Variant};

fn position(variant: &'static Variant, fen: &str) -> Position {
    parse_fen(variant, fen, Style::Official).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

fn finish(request: Request) -> Best {
    Engine::new(1).search(request).expect("a legal move").finish().0
}

fn text(variant: &'static Variant, m: &Move) -> String {
    let sign = if m.is_capture() { "x" } else { "-" };
    let name = |s: &damka::rules::Square| damka::notation::square_name(variant, *s, Style::Official);
    m.path().iter().map(name).collect::<Vec<_>>().join(sign)
}

/// A game of random moves, so many plies long or to its end.
fn random_game(variant: &'static Variant, plies: u64, random: &mut Random) -> Game {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if game.status() != Status::Ongoing {
            game.undo();
            break;
        }
        let played = &moves[random.below(moves.len() as u64) as usize];
        game.play(played).expect("a legal move");
    }
    game
}

/// B081: whatever the level, the rule set and the position, the answer stands in the legal list.
#[test]
fn a_thousand_answers_are_legal_b081() {
    let mut random = Random::new(81);
    let mut answers = 0;
    while answers < 1000 {
        for variant in variant::ALL {
            let game = random_game(variant, random.below(70), &mut random);
            if game.status() != Status::Ongoing {
                continue;
            }
            let level = Level::new(1 + random.below(10) as u8).expect("a level");
            let request = Request::play(&game, level, random.bits()).within(Limits::nodes(1500));
            let answer = finish(request);
            let position = game.position();
            assert!(
                position.legal_moves().contains(&answer.best),
                "{}",
                write_fen(position, Style::Official)
            );
            let mut at = *position;
            for m in &answer.info.pv {
                assert!(at.legal_moves().contains(m), "{}", write_fen(position, Style::Official));
                at = at.play(m);
            }
            answers += 1;
        }
    }
}

/// B081: the book's moves are legal wherever it is left, also where a capture is due, and games differ by their seed.
#[test]
fn games_by_the_book_are_legal_and_differ_b081() {
    for variant in [&POLISH_64, &INTERNATIONAL] {
        let name = files::book(variant).expect("a book");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data").join(name);
        let book = Book::parse(&std::fs::read(path).expect("the book of www/data")).expect("a book");
        let mut engine = Engine::new(1);
        engine.open(book);
        let level = Level::new(9).expect("a level");
        let (mut games, mut due) = (std::collections::HashSet::new(), 0);
        for seed in 0..40 {
            let mut game = Game::new(variant);
            let mut random = Random::new(seed);
            for ply in 0..10 {
                // Now and then the opponent leaves the book.
                let moves = game.position().legal_moves();
                due += usize::from(moves[0].is_capture());
                let played = if ply % 2 == 1 && random.below(3) == 0 {
                    moves[random.below(moves.len() as u64) as usize].clone()
                } else {
                    let request = Request::play(&game, level, random.bits()).within(Limits::nodes(200));
                    let (best, back) = engine.search(request).expect("a move").finish();
                    engine = back;
                    best.best
                };
                assert!(game.position().legal_moves().contains(&played));
                game.play(&played).expect("legal");
            }
            games.insert(write_fen(game.position(), Style::Official));
        }
        assert!(games.len() > 30 && due > 10, "{}: {} games, {due} captures due", variant.name, games.len());
    }
}

/// The same request has the same answer, in one slice or in many, whatever was searched before.
#[test]
fn slices_and_the_past_change_nothing() {
    let mut random = Random::new(7);
    for variant in variant::ALL {
        for level in [None, Level::new(2), Level::new(5), Level::new(9)] {
            let game = random_game(variant, 10 + random.below(30), &mut random);
            if game.status() != Status::Ongoing {
                continue;
            }
            let limits = Limits { nodes: Some(20_000), depth: None };
            let request = level
                .map_or_else(|| Request::analyse(&game, limits), |level| Request::play(&game, level, 5))
                .within(limits);
            let (whole, used) = Engine::new(1).search(request.clone()).expect("a move").finish();
            for slice in [1, 97, 5_000] {
                let mut search = Engine::new(1).search(request.clone()).expect("a move");
                let sliced = loop {
                    match search.step(slice) {
                        Progress::Done(best) => break best,
                        Progress::More(info) => assert!(info.nodes < 21_000),
                    }
                };
                assert_eq!(sliced, whole, "{} slices of {slice}", variant.name);
            }
            let (again, _) = used.search(request).expect("a move").finish();
            assert_eq!(again, whole, "{}: the engine remembers", variant.name);
        }
    }
}

/// B085: a legal move at once, even before the first node; a slice is not much longer than was asked.
#[test]
fn a_move_is_there_at_once_b085() {
    for variant in variant::ALL {
        let game = Game::new(variant);
        for level in Level::all() {
            let search = Engine::new(1).search(Request::play(&game, level, 1)).expect("a move");
            assert!(game.position().legal_moves().contains(&search.best().best));
        }
        let none = finish(Request::analyse(&game, Limits::nodes(0)));
        assert!(game.position().legal_moves().contains(&none.best));
        let shallow = finish(Request::analyse(&game, Limits::depth(0)));
        assert!(game.position().legal_moves().contains(&shallow.best));
        let mut search = Engine::new(1).search(Request::analyse(&game, Limits::default())).expect("a move");
        for n in 1..20 {
            let Progress::More(info) = search.step(1_000) else { panic!("it is not finished") };
            assert!(info.nodes <= n * 1_300, "{}: {} nodes in {n} slices of 1000", variant.name, info.nodes);
        }
    }
}

#[test]
fn a_finished_game_gives_the_engine_back() {
    let blocked = position(&POLISH_64, "B:Wb6,c5:Ba7");
    let error = Engine::new(1).search(Request::position(blocked, Limits::nodes(10))).expect_err("no move");
    assert!(error.to_string().contains("no legal move"));
    let game = Game::new(&POLISH_64);
    assert!(error.0.search(Request::analyse(&game, Limits::nodes(10))).is_ok());
}

/// B082, B084: the block wins at once, and every level but the first plays it, with every seed.
#[test]
fn the_block_is_played_b082_b084() {
    let cases: [(&'static Variant, &str, &str); 4] = [
        (&INTERNATIONAL, "W:W11,21,35:B6", "21-17"),
        (&INTERNATIONAL, "B:W45:B40,30,16", "30-34"),
        (&POLISH_64, "W:Wg5,e3,h2:Bh6", "e3-f4"),
        (&POLISH_64, "B:Wa3:Bb4,d6,a7", "d6-c5"),
    ];
    for (variant, fen, block) in cases {
        let game = Game::from_position(position(variant, fen));
        for seed in 0..50 {
            for level in Level::all().skip(1) {
                let answer = finish(Request::play(&game, level, seed).within(Limits::nodes(50_000)));
                assert_eq!(text(variant, &answer.best), block, "{fen} at level {}", level.number());
                assert_eq!(answer.info.score, Score::Win(1));
            }
        }
    }
}

/// B082: moves among which the seed decides, since they were found equal, are about equal when they are searched two plies
/// deeper. Bounds taken for scores would put blunders among them.
#[test]
fn equal_moves_are_equal_b082() {
    const DEPTH: u8 = 4;
    let facts = LevelFacts { depth: DEPTH, margin: 3, overlooks: 0, ..*Level::HIGHEST.facts(&POLISH_64) };
    let (mut sets, mut moves, mut apart) = (0, 0, 0);
    for variant in [&POLISH_64, &INTERNATIONAL, &variant::RUSSIAN] {
        let mut random = Random::new(82);
        for _ in 0..60 {
            let game = random_game(variant, 6 + random.below(30), &mut random);
            if game.status() != Status::Ongoing {
                continue;
            }
            let mut equal: Vec<Move> = Vec::new();
            for seed in 0..24 {
                let chosen = finish(Request::play_as(&game, facts, seed)).best;
                if !equal.contains(&chosen) {
                    equal.push(chosen);
                }
            }
            let deeper = |m: &Move| {
                let after = Request::position(game.position().play(m), Limits::depth(DEPTH + 1));
                // In the end of a game moves are equal that win in as many plies.
                Engine::new(1).search(after).map_or(30_000, |search| match search.finish().0.info.score {
                    Score::Centimen(value) => -value,
                    Score::Win(_) => -10_000,
                    Score::Loss(_) => 10_000,
                })
            };
            let values: Vec<i32> = equal.iter().map(deeper).collect();
            let best = values.iter().max().copied().unwrap_or(0);
            sets += usize::from(equal.len() > 1);
            moves += equal.len() - 1;
            apart += values.iter().filter(|value| best - **value >= 80).count();
        }
    }
    println!("{sets} sets with {moves} moves beside the first, {apart} worse by most of a man or more");
    assert!(sets >= 30 && apart * 10 <= moves, "{sets} sets, {moves} moves, {apart} apart");
}

/// The value of a position by plain minimax on whole positions: `Some(true)` a win in so many plies at most.
fn plain(position: &Position, plies: u16) -> Score {
    if let Some(winner) = position.winner() {
        return if winner == position.turn() { Score::Win(0) } else { Score::Loss(0) };
    }
    if plies == 0 {
        return Score::Centimen(0);
    }
    let after = |m| match plain(&position.play(m), plies - 1) {
        Score::Win(n) => Score::Loss(n + 1),
        Score::Loss(n) => Score::Win(n + 1),
        unknown @ Score::Centimen(_) => unknown,
    };
    position.legal_moves().iter().map(after).max().expect("a move")
}

/// Few pieces, placed at random.
fn random_ending(variant: &'static Variant, random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::empty(variant);
        setup.turn = Side::BOTH[random.below(2) as usize];
        let squares = u64::from(variant.geometry().squares);
        for n in 0..2 + random.below(3) {
            let kind = if random.below(3) == 0 { Kind::King } else { Kind::Man };
            let side = Side::BOTH[(n % 2) as usize];
            setup.put(Square(random.below(squares) as u8), Some(Piece { side, kind }));
        }
        if let Ok(position) = setup.into_position()
            && position.winner().is_none()
        {
            return position;
        }
    }
}

/// B082, B084: short wins and losses, by blocking too, are those of plain minimax; wins are played in the fewest plies,
/// and who can avoid a loss does.
///
/// A search without reductions sees them one ply deeper than they are long: where it ends it looks at captures only, and a
/// block is none. Late replies are reduced, so that a loss by one of them may be seen a ply later (Italian W:W32:BK7,K15 is the
/// one of the thousand): that is the whole difference.
#[test]
fn short_ends_are_those_of_plain_minimax_b084() {
    const PLIES: u16 = 4;
    let unreduced = Figures { reduce_depth: 100, ..Figures::default() };
    let mut random = Random::new(84);
    let (mut ends, mut all) = (0, 0);
    for variant in variant::ALL {
        for _ in 0..60 {
            let position = random_ending(variant, &mut random);
            let truth = plain(&position, PLIES);
            let fen = write_fen(&position, Style::Official);
            for (figures, more) in [(unreduced, 1), (Figures::default(), 2)] {
                let mut engine = Engine::new(1);
                engine.figures = figures;
                let request = Request::position(position, Limits::depth(PLIES as u8 + more));
                let answer = engine.search(request).expect("a legal move").finish().0;
                let after = plain(&position.play(&answer.best), PLIES - 1).for_other_side();
                if let Score::Centimen(_) = truth {
                    assert!(matches!(after, Score::Centimen(_)), "{} {fen}: loses, {more}", variant.name);
                } else {
                    assert_eq!(answer.info.score, truth, "{} {fen} {more}", variant.name);
                    assert!(!matches!(after, Score::Centimen(_)), "{} {fen} {more}", variant.name);
                }
            }
            ends += usize::from(!matches!(truth, Score::Centimen(_)));
            all += 1;
        }
    }
    println!("{ends} of {all} positions end within {PLIES} plies");
    assert!(ends > 200);
}

/// A side without moves wins Antidraughts; a king wins Breakthrough.
#[test]
fn other_goals_are_known() {
    let anti = position(&variant::ANTIDRAUGHTS, "W:W28:B22");
    let answer = finish(Request::position(anti, Limits::depth(5)));
    assert!(matches!(answer.info.score, Score::Loss(_) | Score::Centimen(_)));
    let give = position(&variant::ANTIDRAUGHTS, "W:W33:B24,1");
    let answer = finish(Request::position(give, Limits::depth(5)));
    assert_eq!(
        (text(&variant::ANTIDRAUGHTS, &answer.best), answer.info.score),
        ("33-29".to_owned(), Score::Win(2))
    );
    let race = position(&variant::BREAKTHROUGH, "W:W9,40:B33");
    let answer = finish(Request::position(race, Limits::depth(7)));
    assert!(matches!(answer.info.score, Score::Win(1)), "{answer:?}");
}

/// So many plies of king moves at random, without a capture.
fn idle(start: Position, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::from_position(start);
    while game.ply() < plies {
        let keeps = |m: &Move| !m.is_capture() && !game.position().play(m).must_capture();
        let quiet: Vec<_> = game.position().legal_moves().into_iter().filter(keeps).collect();
        let played = (!quiet.is_empty()).then(|| &quiet[random.below(quiet.len() as u64) as usize]);
        if played.is_none_or(|m| game.play(m).is_err()) || game.status() != Status::Ongoing {
            game = Game::from_position(start);
        }
    }
    game
}

/// A win that the draw rules no longer allow is a draw to the search: W64-6 draws after 30 plies of king moves.
#[test]
fn the_counters_are_seen() {
    let start = position(&POLISH_64, "W:WKc3,Kd6,Ke3:BKh4");
    let mut random = Random::new(3);
    let (mut wins, mut gone) = (0, 0);
    while wins < 12 {
        let late = idle(start, 28, &mut random);
        let fresh = Game::from_position(*late.position());
        let look = |game: &Game| {
            finish(Request::analyse(game, Limits { nodes: Some(300_000), depth: Some(13) })).info.score
        };
        let (fresh, late) = (look(&fresh), look(&late));
        if matches!(fresh, Score::Win(n) if n > 4) {
            wins += 1;
            gone += usize::from(!matches!(late, Score::Win(_)));
        }
    }
    println!("{gone} of {wins} wins are gone after 28 idle plies");
    assert!(gone > 6);
}

/// An engine as it stands in the page: with the weights and the tables of www/data.
fn taught(variant: &'static Variant) -> Engine {
    let read = |name: String| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data").join(name);
        std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let mut engine = Engine::new(16);
    if let Some(name) = files::weights(variant) {
        engine.learn(Weights::parse(&read(name)).expect("weights"));
    }
    if let Some(name) = files::more_tables(variant) {
        engine.know(Tables::parse(&read(name)).expect("tables"));
    }
    engine
}

/// ../shared/teach/positions.jsonl: each 8x8 position is solved in the nodes that take 100 ms on this machine (8 to 9 million
/// a second natively): the named move, one that wins by proof, or one that the tables show to be as good. The 10x10 ones have
/// the same limit.
#[test]
fn named_moves_are_found() {
    const NODES: u64 = 800_000;
    let Some(path) = common::shared("teach/positions.jsonl") else { return };
    let text_of_file = std::fs::read_to_string(path).expect("readable");
    let solved = solve(&POLISH_64, 3).expect("tables");
    let tables = Tables::parse(
        &std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data/polish64-4.tables"))
            .expect("the tables of www/data"),
    )
    .expect("tables");
    let (mut found, mut missed) = ([0; 2], Vec::new());
    for line in text_of_file.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let id = record["id"].as_str().expect("id");
        let variant = if record["size"] == 8 { &POLISH_64 } else { &INTERNATIONAL };
        let check = record["check"].as_str().expect("check");
        let start = position(variant, record["fen"].as_str().expect("fen"));
        let named = record["line"][0].as_str().map(|m| m.trim_end_matches('!'));
        let judged = check.starts_with("win") || check == "draw";
        // Three kings against one on 10x10 are drawn whatever is played: there is nothing to find.
        let idle = named.is_none() && (!judged || id == "I19");
        if start.legal_moves().is_empty() || idle {
            continue;
        }
        let request = Request::position(start, Limits::nodes(NODES));
        let answer = taught(variant).search(request).expect("a move").finish().0;
        let played = text(variant, &answer.best);
        // Where the line leaves the landing open, any landing behind the same piece will do.
        let same = named.is_some_and(|named| played == named || played.starts_with(&format!("{named}x")));
        let after = start.play(&answer.best);
        let good = match (tables.probe(&start), tables.probe(&after)) {
            (Some(before), Some(after)) => before == after.for_other_side(),
            _ => false,
        };
        // Of up to three pieces the shortest win is asked for, as the name of the check says.
        let shortest = check.strip_prefix("win").and_then(|n| n.parse::<u32>().ok());
        let hurries = shortest.is_none_or(|plies| {
            solved.plies(&start).is_none_or(|known| known == plies && solved.plies(&after) == Some(plies - 1))
        });
        let wins = matches!(answer.info.score, Score::Win(_));
        let draws = check == "draw" && named.is_none() && answer.info.score == Score::Centimen(0);
        if (same || wins || good || draws) && (hurries || same || variant.size == 10) {
            found[usize::from(variant.size == 10)] += 1;
        } else {
            missed.push(format!("{id}: {played} ({}) instead of {named:?}", answer.info.score));
        }
    }
    println!("{found:?} found on 8x8 and 10x10, {} missed: {missed:#?}", missed.len());
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(found[0] >= 48 && found[1] >= 17, "{found:?}");
}

/// A beginner: captures what is worth most, else moves at random.
fn beginner(position: &Position, random: &mut Random) -> Move {
    let moves = position.legal_moves();
    let most = moves.iter().map(|m| m.captured().len()).max().unwrap_or(0);
    let best: Vec<_> = moves.into_iter().filter(|m| m.captured().len() == most).collect();
    best[random.below(best.len() as u64) as usize].clone()
}

/// What the beginner scores against a level, of a hundred points.
fn beginner_scores(variant: &'static Variant, level: Level, games: u32) -> f64 {
    let mut random = Random::new(88);
    let mut engine = Engine::new(1);
    let mut points = 0.0;
    for n in 0..games {
        let mine = Side::BOTH[n as usize % 2];
        let mut game = Game::new(variant);
        while game.status() == Status::Ongoing && game.ply() < 300 {
            let played = if game.position().turn() == mine {
                beginner(game.position(), &mut random)
            } else {
                let limits = Limits {
                    nodes: Some(level.facts(variant).nodes.min(20_000)),
                    depth: Some(level.facts(variant).depth),
                };
                let request = Request::play(&game, level, random.bits()).within(limits);
                let (best, back) = engine.search(request).expect("a move").finish();
                engine = back;
                best.best
            };
            game.play(&played).expect("legal");
        }
        points += match game.status() {
            Status::Won { winner, .. } => f64::from(u8::from(winner == mine)),
            Status::Drawn { .. } | Status::Ongoing => 0.5,
        };
    }
    100.0 * points / f64::from(games)
}

/// B088: the easiest level can be beaten by a beginner, the hardest can not (here with a fraction of its nodes).
#[test]
fn a_beginner_beats_the_easiest_level_only_b088() {
    for variant in [&POLISH_64, &INTERNATIONAL] {
        let easiest = beginner_scores(variant, Level::LOWEST, 200);
        let middle = beginner_scores(variant, Level::new(6).expect("a level"), 60);
        let hardest = beginner_scores(variant, Level::HIGHEST, 20);
        println!("{}: the beginner scores {easiest:.0} %, {middle:.0} %, {hardest:.0} %", variant.name);
        // The case asks for 30 %, the issue for 60 % (docs/ENGINE.md, 400 games); here are fewer games.
        assert!(easiest >= 50.0 && middle <= 5.0 && hardest < 5.0);
    }
}

/// Every file of weights in www/data is read, is for the rule set in its name, and is small enough.
#[test]
fn the_weights_that_are_sent_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("www/data") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "weights") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("readable");
        assert!(bytes.len() < 500 * 1024);
        let weights = Weights::parse(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(weights.rules));
        let mut engine = Engine::new(1);
        engine.learn(weights.clone());
        let variant = Variant::named(weights.rules).expect("known");
        let request = Request::analyse(&Game::new(variant), Limits::nodes(5_000));
        let (trained, engine) = engine.search(request.clone()).expect("a move").finish();
        let again = engine.search(request.clone()).expect("a move").finish().0;
        assert_eq!(trained, again, "an engine keeps its weights from search to search");
        assert_ne!(trained.info, finish(request).info, "weights make a difference");
        files += 1;
    }
    assert!(files >= 2);
}
