//! A style of play is seen in the moves, and is no nonsense.

use damka::ai::{Engine, Limits, Random, Request, Style, Weights, files};
use damka::rules::{Game, Side, Status, Variant};

/// What happened in some games.
#[derive(Debug, Default)]
struct Tale {
    /// After so many plies of all games the first player had a king, and the second.
    reigned: [u32; 2],
    /// Pieces on the board after thirty plies, all games together.
    pieces: u32,
    /// Points of the first player.
    points: f32,
}

fn play(rules: &str, styles: [Style; 2], games: u32) -> Tale {
    let variant = Variant::named(rules).expect("a rule set");
    let mut engine = Engine::new(1);
    if let Some(name) = files::weights(variant) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www/data").join(name);
        engine.learn(Weights::parse(&std::fs::read(path).expect("the file")).expect("weights"));
    }
    let mut tale = Tale::default();
    for n in 0..games {
        // Each opening with both colours.
        let mut random = Random::new(u64::from(n / 2));
        let first = Side::BOTH[n as usize % 2];
        let mut game = Game::new(variant);
        while game.status() == Status::Ongoing && game.ply() < 160 {
            let turn = game.position().turn();
            let player = usize::from(turn != first);
            let played = if game.ply() < 6 {
                let moves = game.position().legal_moves();
                moves[random.below(moves.len() as u64) as usize].clone()
            } else {
                let request = Request::analyse(&game, Limits::nodes(800)).in_style(styles[player]);
                let (best, back) = engine.search(request).expect("a move").finish();
                engine = back;
                best.best
            };
            game.play(&played).expect("legal");
            for (player, side) in [first, first.other()].into_iter().enumerate() {
                let kings = game.position().side(side) & game.position().kings();
                tale.reigned[player] += u32::from(kings != 0);
            }
            if game.ply() == 30 {
                tale.pieces += game.position().pieces().count() as u32;
            }
        }
        tale.points += match game.status() {
            Status::Won { winner, .. } => f32::from(u8::from(winner == first)),
            _ => 0.5,
        };
    }
    println!("{rules} {styles:?}: {tale:?} in {games} games");
    tale
}

/// With trained weights, and with the general evaluation.
const RULES: [&str; 2] = ["polish64", "spanish"];
/// With 60 the share of kings was off by a quarter from one search to the next.
const GAMES: u32 = 240;

#[test]
fn who_is_hungry_for_kings_has_more() {
    for rules in RULES {
        let reigned = |style| play(rules, [style, style], GAMES).reigned.iter().sum::<u32>();
        let [plain, hungry] = [Style::Plain, Style::Kings].map(reigned);
        assert!(hungry * 10 > plain * 12, "{rules}: a king on the board after {hungry} plies, else {plain}");
        let points = play(rules, [Style::Kings, Style::Plain], GAMES).points;
        assert!(points > 0.35 * GAMES as f32, "{rules}: {points} points");
    }
}

#[test]
fn sharp_players_keep_their_pieces_and_calm_ones_exchange() {
    for rules in RULES {
        let pieces = |style| play(rules, [style, style], GAMES).pieces as f32 / GAMES as f32;
        let [calm, plain, sharp] = [Style::Calm, Style::Plain, Style::Sharp].map(pieces);
        assert!(
            calm + 0.3 < plain && plain + 0.3 < sharp,
            "{rules}: {calm:.1}, {plain:.1}, {sharp:.1} pieces"
        );
    }
}

/// The same request has the same answer; a style changes some of them.
#[test]
fn a_style_is_deterministic() {
    let variant = Variant::named("polish64").expect("the main game");
    let mut others = 0;
    for (seed, (_, style)) in (0..40u64).flat_map(|seed| Style::NAMED.map(|named| (seed, named))) {
        let mut random = Random::new(seed);
        let mut game = Game::new(variant);
        for _ in 0..12 {
            let moves = game.position().legal_moves();
            game.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
        }
        let ask = |style| {
            let request = Request::analyse(&game, Limits::nodes(500)).in_style(style);
            Engine::new(1).search(request).expect("a move").finish().0
        };
        assert_eq!(ask(style), ask(style));
        others += u32::from(ask(style).best != ask(Style::Plain).best);
    }
    assert!(others > 10, "{others} of 120");
}
