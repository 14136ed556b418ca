//! The two law texts, sentence by sentence: each test is named by the id that it proves. `docs/law-coverage.md` says for
//! every id which test stands for it; the last test here keeps that table complete and true.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{named, play, position, texts};
use damka::notation::{Style, parse_square, square_name};
use damka::rules::variant::{INTERNATIONAL, POLISH_64, Variant};
use damka::rules::{DrawReason, DrawRule, Game, Kind, Piece, Position, Side, Square, Status, WinReason};

const W64: &Variant = &POLISH_64;
const W100: &Variant = &INTERNATIONAL;

fn polish(fen: &str) -> Position {
    position(&POLISH_64, fen)
}

fn international(fen: &str) -> Position {
    position(&INTERNATIONAL, fen)
}

fn square(variant: &Variant, name: &str) -> Square {
    parse_square(variant, name, Style::Official).expect("a square")
}

/// The squares of a set by their names, in row order.
fn names(variant: &Variant, set: u128) -> Vec<String> {
    variant.geometry().squares_of(set).map(|square| square_name(variant, square, Style::Official)).collect()
}

fn won(winner: Side, by: WinReason) -> Status {
    Status::Won { winner, by }
}

#[test]
fn w64_1_two_players_sixty_four_squares_twelve_pieces_each() {
    assert_eq!(Side::BOTH.len(), 2);
    assert_eq!(W64.size, 8);
    let start = Position::start(&POLISH_64);
    for side in Side::BOTH {
        assert_eq!(start.material(side), (12, 0));
    }
}

#[test]
fn w64_2_only_the_dark_squares_are_used() {
    let geometry = W64.geometry();
    assert_eq!(geometry.squares, 32);
    for square in geometry.all() {
        let (row, column) = geometry.row_column(square);
        assert_eq!((row + column) % 2, 1, "a1, row 7 and column 0 from the top left, is dark");
    }
}

#[test]
fn w64_3_twelve_men_on_the_first_three_rows() {
    let start = Position::start(&POLISH_64);
    for (square, piece) in start.pieces() {
        let (row, _) = W64.geometry().row_column(square);
        assert_eq!(piece, Piece::man(if row < 4 { Side::Black } else { Side::White }));
        assert!(!(3..=4).contains(&row), "the two rows between are free");
    }
}

#[test]
fn w64_4_the_lighter_colour_begins_and_the_turn_changes() {
    let mut game = Game::new(&POLISH_64);
    for ply in 0..10 {
        let turn = if ply % 2 == 0 { Side::White } else { Side::Black };
        assert_eq!(game.position().turn(), turn);
        let first = game.position().legal_moves()[0].clone();
        assert_eq!(game.position().piece(first.from()).map(|piece| piece.side), Some(turn));
        game.play(&first).expect("legal");
    }
}

#[test]
fn w64_5_taking_everything_or_leaving_no_move_wins() {
    let mut all = Game::from_position(polish("W:Wc3:BKd4"));
    play(&mut all, "c3xe5");
    assert_eq!(all.status(), won(Side::White, WinReason::NoPieces));

    let mut blocked = Game::from_position(polish("W:Wa1,c1,d2:Ba3"));
    assert_eq!(blocked.status(), Status::Ongoing);
    play(&mut blocked, "a1-b2");
    assert_eq!(blocked.status(), won(Side::White, WinReason::NoMoves));
}

#[test]
fn w64_6_drawn_after_fifteen_king_moves_each() {
    // White's king wanders and Black's goes to and fro in the corner: no position comes a third time.
    let mut game = Game::from_position(polish("W:WKa1,h2:BKb8,a5"));
    let white = ["b2", "c3", "d4", "e5", "f6", "g7", "h8", "g7", "f6", "e5", "d4", "c3", "b2", "c1", "d2"];
    let black = ["a7", "b8"];
    let mut from = ("a1", "b8");
    let rule = Status::Drawn { by: DrawReason::Rule(DrawRule::QuietKings(30)) };
    for (i, &white) in white.iter().enumerate() {
        assert_eq!(game.status(), Status::Ongoing, "after {i} moves each");
        play(&mut game, &format!("{}-{white}", from.0));
        assert_eq!(game.status(), Status::Ongoing, "after White's move {}", i + 1);
        play(&mut game, &format!("{}-{}", from.1, black[i % 2]));
        from = (white, black[i % 2]);
    }
    assert_eq!(game.status(), rule);
    assert!(game.undo());
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn w64_7_a_man_moves_one_square_forward() {
    assert_eq!(texts(&polish("W:Wd4:Bh8")), ["d4-c5", "d4-e5"]);
    assert_eq!(texts(&polish("B:Wa1:Bd4")), ["d4-c3", "d4-e3"]);
    assert_eq!(texts(&polish("W:Wd4,c5:Bh8")), ["c5-b6", "c5-d6", "d4-e5"], "only to a free square");
}

#[test]
fn w64_8_a_man_jumps_an_adjacent_man_or_king() {
    for victim in ["e5", "Ke5"] {
        assert_eq!(texts(&polish(&format!("W:Wd4:B{victim}"))), ["d4xf6"]);
    }
    assert!(!polish("W:Wd4:Be5,f6").must_capture(), "the square right behind it must be free");
    assert!(!polish("W:Wc3:Be5").must_capture(), "it must be adjacent");
    assert!(!polish("W:Wd4,e5:Bh8").must_capture(), "it must be an enemy");
}

#[test]
fn w64_9_captured_pieces_leave_after_the_whole_move() {
    let before = polish("W:Wa1:Bb2,d4,f6");
    for m in before.legal_moves() {
        assert!(m.captured().iter().all(|&victim| before.play(&m).piece(victim).is_none()));
    }
    // Jumped pieces still stop the king in the same move (coup turc): were they lifted at once, it could take another way.
    let fen = "W:WK21:BK11,K17,26,27";
    let still_there = common::row_position(&POLISH_64, fen);
    assert_eq!(texts(&still_there), ["a3xe7xh4xe1xc3"]);
    let at_once = Variant { name: "home", lifted_at_once: true, ..POLISH_64.clone() };
    let lifted = common::row_position(Box::leak(Box::new(at_once)), fen);
    assert_ne!(texts(&lifted), texts(&still_there));
}

#[test]
fn w64_10_men_capture_forwards_and_backwards() {
    assert_eq!(texts(&polish("W:Wd4:Be5,c3")), ["d4xb2", "d4xf6"]);
    assert_eq!(texts(&polish("B:Wd4,f6:Be5")), ["e5xc3", "e5xg7"]);
}

#[test]
fn w64_11_capturing_is_compulsory() {
    let position = polish("W:Wd4,h2,a1:Be5");
    assert!(position.must_capture());
    assert_eq!(texts(&position), ["d4xf6"]);
    let mut game = Game::from_position(position);
    let quiet = named(&polish("W:Wd4,h2,a1:Bb8"), "h2-g3");
    assert!(game.play(&quiet).is_err());
}

#[test]
fn w64_12_one_move_captures_several_with_a_free_square_behind_each() {
    assert_eq!(texts(&polish("W:Wa1:Bb2,d4,f6")), ["a1xc3xe5xg7"]);
    assert_eq!(texts(&polish("W:Wa1:Bb2,d4,e5,f6")), ["a1xc3"], "no free square behind d4");
}

#[test]
fn w64_13_a_man_that_ends_on_the_last_row_is_crowned() {
    for (fen, text, last) in
        [("W:Wc7:Ba5", "c7-b8", "b8"), ("B:Wh4:Bd2", "d2-e1", "e1"), ("W:Wf6:Be7", "f6xd8", "d8")]
    {
        let position = polish(fen);
        let crowning = named(&position, text);
        assert!(crowning.crowns());
        let after = position.play(&crowning);
        assert_eq!(after.piece(square(W64, last)), Some(Piece::king(position.turn())));
    }
}

#[test]
fn w64_14_a_man_that_passes_the_last_row_stays_a_man() {
    let position = polish("W:Wb6:Bc7,e7");
    let passing = named(&position, "b6xd8xf6");
    assert!(!passing.crowns());
    assert_eq!(position.play(&passing).piece(square(W64, "f6")), Some(Piece::man(Side::White)));
}

#[test]
fn w64_15_a_king_moves_any_number_of_free_squares() {
    let moves = texts(&polish("W:WKd4:Bh2"));
    let to: Vec<&str> = moves.iter().map(|text| &text[3..]).collect();
    let all = ["a1", "a7", "b2", "b6", "c3", "c5", "e3", "e5", "f2", "f6", "g1", "g7", "h8"];
    assert_eq!(to, all);
    let stopped = texts(&polish("W:WKd4,f6,c3,c5:Bh8"));
    assert!(
        stopped.contains(&"d4-e5".to_owned()) && !stopped.contains(&"d4-g7".to_owned()),
        "not over a piece"
    );
}

#[test]
fn w64_16_a_king_captures_from_any_distance() {
    assert_eq!(
        texts(&polish("W:WKa1:Be5")),
        ["a1xf6", "a1xg7", "a1xh8"],
        "and lands on any free square behind"
    );
    assert!(!polish("W:WKa1:Bg7,h8").must_capture(), "at least one square behind must be free");
    assert!(!polish("W:WKa1:Be5,f6").must_capture(), "it jumps one piece, not two at once");
}

#[test]
fn w64_17_maximum_capture_is_compulsory() {
    // Two pieces by the man on a1, one by the man on h4: only the two may be taken.
    assert_eq!(texts(&polish("W:Wa1,h4:Bb2,d4,g5")), ["a1xc3xe5"]);
    // A king counts as one: two men outweigh a king.
    assert_eq!(texts(&polish("W:Wa1,h4:Bb2,d4,Kg5")), ["a1xc3xe5"]);
    // Among equals the player is free: man or king, over a man or a king.
    assert_eq!(
        texts(&polish("W:WKa1,h2:Bb2,Kg3")),
        ["a1xc3", "a1xd4", "a1xe5", "a1xf6", "a1xg7", "a1xh8", "h2xf4"]
    );
}

#[test]
fn w64_18_no_piece_is_jumped_twice_but_an_empty_square_may_be_crossed_again() {
    for fen in ["W:WKa1:Bc3,c5,e5,g3", "W:WKh6:BKe7,Kg7,Ke5,g5", "W:Wh6:BKe7,Kg7,Ke5,g5"] {
        for m in polish(fen).legal_routes() {
            assert_eq!(m.captured().iter().collect::<BTreeSet<_>>().len(), m.captured().len());
        }
    }
    // Round the four men and back over the square where it began (case B006).
    let circle = polish("W:Wh6:BKe7,Kg7,Ke5,g5");
    let m = &circle.legal_moves()[0];
    assert_eq!((m.from(), m.captured().len()), (m.to(), 4));
}

#[test]
fn w64_19_there_are_many_variants() {
    let all = damka::rules::variant::ALL;
    let sizes: BTreeSet<u8> = all.iter().map(|variant| variant.size).collect();
    assert_eq!(sizes, BTreeSet::from([8, 10, 12]));
    let pieces: BTreeSet<u32> = all.iter().map(|variant| variant.men()).collect();
    assert!(pieces.is_superset(&BTreeSet::from([5, 8, 12, 16, 20, 30])));
    assert!(all.iter().any(|variant| !variant.flying) && all.iter().any(|variant| !variant.men_capture_back));
}

#[test]
fn w100_1_1_a_game_for_two() {
    assert_eq!(Side::White.other(), Side::Black);
    assert_eq!(Side::Black.other(), Side::White);
}

#[test]
fn w100_2_1_a_hundred_squares() {
    assert_eq!((W100.size, W64.size), (10, 8));
}

#[test]
fn w100_2_2_fifty_dark_squares() {
    assert_eq!((W100.geometry().squares, W64.geometry().squares), (50, 32));
    for square in W100.geometry().all() {
        let (row, column) = W100.geometry().row_column(square);
        assert_eq!((row + column) % 2, 1);
    }
}

#[test]
fn w100_2_3_the_main_line_is_the_longest_diagonal() {
    let line = names(W100, W100.geometry().main_line());
    assert_eq!(line, ["5", "10", "14", "19", "23", "28", "32", "37", "41", "46"]);
    let line = names(W64, W64.geometry().main_line());
    assert_eq!(line, ["h8", "g7", "f6", "e5", "d4", "c3", "b2", "a1"]);
}

#[test]
fn w100_2_4_the_main_line_starts_at_each_players_left() {
    for variant in [W64, W100] {
        let size = variant.size;
        let geometry = variant.geometry();
        assert!(geometry.at(size - 1, 0).is_some(), "White's left hand");
        assert!(geometry.at(0, size - 1).is_some(), "Black's left hand");
        assert!(geometry.at(size - 1, size - 1).is_none());
    }
}

#[test]
fn w100_2_5_1_the_far_base_is_the_promotion_line() {
    for variant in [W64, W100] {
        assert_eq!(variant.promotion_row(Side::White), 0);
        assert_eq!(variant.promotion_row(Side::Black), variant.size - 1);
    }
}

#[test]
fn w100_2_5_2_the_sides_are_the_first_and_last_columns() {
    assert_eq!(column(W100, 0).len() + column(W100, 9).len(), 10);
    assert_eq!(column(W64, 0).len() + column(W64, 7).len(), 8);
}

#[test]
fn w100_2_5_3_rows_have_five_dark_squares() {
    for (variant, dark) in [(W100, 5), (W64, 4)] {
        for row in &variant.geometry().rows[..usize::from(variant.size)] {
            assert_eq!(row.count_ones(), dark);
        }
    }
}

#[test]
fn w100_2_5_4_columns_have_five_dark_squares() {
    for (variant, dark) in [(W100, 5), (W64, 4)] {
        for n in 0..variant.size {
            assert_eq!(column(variant, n).len(), dark);
        }
    }
}

/// The dark squares of a column by name, from the top.
fn column(variant: &Variant, n: u8) -> Vec<String> {
    let geometry = variant.geometry();
    (0..variant.size)
        .filter_map(|row| geometry.at(row, n))
        .map(|square| square_name(variant, square, Style::Official))
        .collect()
}

#[test]
fn w100_2_6_numbered_from_the_top_row_down() {
    for (n, square) in W100.geometry().all().enumerate() {
        assert_eq!(square_name(W100, square, Style::Official), (n + 1).to_string());
    }
    let first_row: Vec<(u8, u8)> = (0..5).map(|n| W100.geometry().row_column(Square(n))).collect();
    assert_eq!(first_row, [(0, 1), (0, 3), (0, 5), (0, 7), (0, 9)], "left to right");
}

#[test]
fn w100_2_6_1_the_promotion_lines() {
    assert_eq!(names(W100, W100.promotion(Side::White)), ["1", "2", "3", "4", "5"]);
    assert_eq!(names(W100, W100.promotion(Side::Black)), ["46", "47", "48", "49", "50"]);
}

#[test]
fn w100_2_6_2_the_sides() {
    assert_eq!(column(W100, 0), ["6", "16", "26", "36", "46"]);
    assert_eq!(column(W100, 9), ["5", "15", "25", "35", "45"]);
}

#[test]
fn w100_2_6_3_the_corners() {
    assert_eq!(W100.geometry().at(0, 9), Some(square(W100, "5")));
    assert_eq!(W100.geometry().at(9, 0), Some(square(W100, "46")));
}

#[test]
fn w100_2_6_4_algebraic_names_on_64_squares() {
    assert_eq!(square_name(W64, W64.geometry().at(7, 0).expect("dark"), Style::Official), "a1");
    assert_eq!(square_name(W64, W64.geometry().at(4, 3).expect("dark"), Style::Official), "d4");
    assert_eq!(parse_square(W64, "a2", Style::Official), None, "a light square has no name in the game");
}

#[test]
fn w100_2_6_4_1_the_promotion_lines_on_64() {
    assert_eq!(names(W64, W64.promotion(Side::White)), ["b8", "d8", "f8", "h8"]);
    assert_eq!(names(W64, W64.promotion(Side::Black)), ["a1", "c1", "e1", "g1"]);
}

#[test]
fn w100_2_6_4_2_the_sides_on_64() {
    assert_eq!(column(W64, 0), ["a7", "a5", "a3", "a1"]);
    assert_eq!(column(W64, 7), ["h8", "h6", "h4", "h2"]);
}

#[test]
fn w100_2_6_4_3_the_corners_on_64() {
    assert_eq!(W64.geometry().at(7, 0), Some(square(W64, "a1")));
    assert_eq!(W64.geometry().at(0, 7), Some(square(W64, "h8")));
}

#[test]
fn w100_2_7_twenty_men_each() {
    let start = Position::start(&INTERNATIONAL);
    for side in Side::BOTH {
        assert_eq!(start.material(side), (20, 0));
    }
}

#[test]
fn w100_2_8_the_start_positions() {
    assert_eq!(Position::start(&INTERNATIONAL), international("W:W31-50:B1-20"));
    let on_64 = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
    assert_eq!(Position::start(&POLISH_64), polish(on_64));
    for free in ["b4", "d4", "f4", "h4", "a5", "c5", "e5", "g5"] {
        assert_eq!(Position::start(&POLISH_64).piece(square(W64, free)), None);
    }
}

#[test]
fn w100_3_1_a_piece_is_a_man_or_a_king() {
    let position = international("W:W32,K46:B1,K5");
    let kinds: Vec<Kind> = position.pieces().map(|(_, piece)| piece.kind).collect();
    assert_eq!(kinds, [Kind::Man, Kind::King, Kind::Man, Kind::King]);
}

#[test]
fn w100_3_2_men_and_kings_move_by_different_rules() {
    assert_eq!(texts(&international("W:W28:B45")).len(), 2);
    assert_eq!(texts(&international("W:WK28:B45")).len(), 17);
}

#[test]
fn w100_3_3_white_begins_and_each_plays_his_own_pieces() {
    let mut game = Game::new(&INTERNATIONAL);
    for ply in 0..20 {
        let turn = if ply % 2 == 0 { Side::White } else { Side::Black };
        assert_eq!(game.position().turn(), turn);
        let moves = game.position().legal_moves();
        let own = |from| game.position().piece(from).map(|piece| piece.side) == Some(turn);
        assert!(moves.iter().all(|m| own(m.from())));
        game.play(&moves[0].clone()).expect("legal");
    }
}

#[test]
fn w100_3_4_men_move_forward_to_the_next_row() {
    assert_eq!(texts(&international("W:W28,46:B5")), ["28-22", "28-23", "46-41"]);
    assert_eq!(texts(&international("B:W46:B23")), ["23-28", "23-29"]);
}

#[test]
fn w100_3_5_a_man_that_stops_on_the_far_line_becomes_a_king() {
    let position = international("W:W7:B45");
    let after = position.play(&named(&position, "7-1"));
    assert_eq!(after.piece(square(W100, "1")), Some(Piece::king(Side::White)));
    // One that only passes it does not stop there (case B008).
    let passing = international("W:W11:B7,8");
    let after = passing.play(&named(&passing, "11x13"));
    assert_eq!(after.piece(square(W100, "13")), Some(Piece::man(Side::White)));
}

#[test]
fn w100_3_6_crowning_is_part_of_the_move() {
    let position = international("W:W7:B45");
    let after = position.play(&named(&position, "7-1"));
    assert_eq!(after.turn(), Side::Black);
    assert_eq!(after.material(Side::White), (0, 1), "crowned before the opponent plays");
}

#[test]
fn w100_3_7_a_crowned_man_is_a_king() {
    let mut game = Game::from_position(international("W:W7:B45"));
    play(&mut game, "7-1 45-50");
    let moves = game.position().legal_moves();
    assert!(moves.iter().all(damka::rules::Move::by_king));
    assert_eq!(moves.len(), 9, "it moves as one");
}

#[test]
fn w100_3_8_the_new_king_moves_after_the_reply() {
    // The man that is crowned on 1 could go on over 23 as a king; its move has ended.
    let position = international("W:W12:B7,23");
    assert_eq!(texts(&position), ["12x1"]);
    let after = position.play(&named(&position, "12x1"));
    assert_eq!(after.turn(), Side::Black);
    assert_eq!(after.material(Side::Black), (1, 0));
}

#[test]
fn w100_3_9_a_king_moves_both_ways_to_any_free_square() {
    let moves = texts(&international("W:WK46:B4"));
    assert_eq!(moves, ["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"]);
    assert_eq!(texts(&international("W:WK5:B1")).len(), 9, "backwards too");
}

/// The ids of both texts.
const IDS: &str = include_str!("data/law-ids.txt");

#[test]
fn the_coverage_table_is_complete_and_names_tests_that_exist() {
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    let table = common::project_file("docs/law-coverage.md");
    for line in table.lines().filter(|line| line.starts_with("| W")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert!(rows.insert(cells[1].to_owned(), cells[3].to_owned()).is_none(), "{} stands twice", cells[1]);
    }
    let ids: BTreeSet<&str> = IDS.lines().collect();
    assert_eq!(rows.keys().map(String::as_str).collect::<BTreeSet<_>>(), ids, "every id, and no other");

    let app_is_there = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app").exists();
    for (id, cell) in &rows {
        if cell.starts_with("no rule") {
            continue;
        }
        // `file` and `test` in code marks; a test that ends in an asterisk is named by how it begins.
        let quoted: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        let [file, tests @ ..] = &quoted[..] else { panic!("{id}: no file is named") };
        assert!(!tests.is_empty(), "{id}: no test is named");
        if file.starts_with("src/app") && !app_is_there {
            eprintln!("SKIPPED: {id} stands in {file}, which is not here yet");
            continue;
        }
        let text = sources(file);
        for test in tests {
            let wanted = match test.strip_suffix('*') {
                Some(begin) => format!("fn {begin}"),
                None => format!("fn {test}()"),
            };
            assert!(text.contains(&wanted), "{id}: {file} has no test {test}");
            let by_id = id.to_lowercase().replace(['-', '.'], "_");
            assert!(test.starts_with(&by_id), "{id}: {test} is not named by it");
        }
    }
}

/// The text of a source file, or of all below a folder.
fn sources(path: &str) -> String {
    let full = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if full.is_file() {
        return common::project_file(path);
    }
    let mut text = String::new();
    let entries = std::fs::read_dir(&full).unwrap_or_else(|e| panic!("{path}: {e}"));
    for entry in entries {
        let below = entry.expect("an entry").path();
        if below.is_dir() || below.extension().is_some_and(|extension| extension == "rs") {
            text += &sources(&format!("{path}/{}", below.file_name().expect("a name").to_string_lossy()));
        }
    }
    text
}

/// The same list where the law text itself is present.
#[test]
fn the_list_of_ids_is_that_of_the_law_text() {
    let Some(law) = common::shared("rules/LAW.md") else { return };
    let law = std::fs::read_to_string(law).expect("readable");
    let ids: Vec<&str> = law.lines().filter_map(|l| l.strip_prefix("| ")?.split(' ').next()).collect();
    let ids: Vec<&str> =
        ids.into_iter().filter(|id| id.starts_with("W64-") || id.starts_with("W100-")).collect();
    assert_eq!(ids, IDS.lines().collect::<Vec<_>>());
}
