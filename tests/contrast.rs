//! The colours of board, pieces and marks can be told apart: at least 3:1 (WCAG 1.4.11), computed from the style sheets.

use std::collections::BTreeMap;

use damka::app::look::{Board, Pieces};

type Tokens = BTreeMap<String, String>;

fn css(name: &str) -> String {
    let file = format!("{}/www/css/{name}.css", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(file).expect("the style sheet")
}

/// Custom properties of the first block that begins so.
fn block(css: &str, from: &str) -> Tokens {
    let start = css.find(from).unwrap_or_else(|| panic!("no block {from}"));
    let text = &css[start..start + css[start..].find('}').expect("its end")];
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Each board with its tokens, and the usual one for those who ask for more contrast.
fn boards() -> Vec<(String, Tokens)> {
    let css = css("boards");
    let usual = block(&css, ":root {");
    let with = |from: &str| {
        let mut tokens = usual.clone();
        tokens.extend(block(&css, from));
        tokens
    };
    let mut boards: Vec<_> = Board::NAMED
        .iter()
        .map(|(name, board)| {
            let from = format!(":root[data-board=\"{name}\"] {{");
            let tokens = if *board == Board::default() { usual.clone() } else { with(&from) };
            ((*name).to_owned(), tokens)
        })
        .collect();
    boards.push(("more contrast".to_owned(), with("@media (prefers-contrast: more)")));
    boards
}

/// Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2).
fn luminance(colour: &str) -> f64 {
    assert!(colour.len() == 7 && colour.starts_with('#'), "{colour} is no #rrggbb");
    let channel = |i: usize| {
        let value = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).expect("a colour")) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn the_measure_itself() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 0.01);
    assert!((contrast("#767676", "#ffffff") - 4.54).abs() < 0.01);
}

#[test]
fn pieces_and_marks_stand_out_on_every_board() {
    let boards = boards();
    assert_eq!(boards.len(), 7);
    for (board, tokens) in &boards {
        let ratio = |a: &str, b: &str| contrast(&tokens[a], &tokens[b]);
        // One of these, drawn together, stands out from the ground; several are drawn so that they do on any ground.
        let one_of = |drawn: &[&str], ground: &str| {
            let best = drawn.iter().map(|own| ratio(own, ground)).fold(0.0, f64::max);
            assert!(best >= 3.0, "{board}: {drawn:?} on {ground}: {best:.2}");
        };
        for side in ["man-white", "man-black"] {
            let (shade, edge) = (format!("{side}-shade"), format!("{side}-edge"));
            for face in [side, &shade] {
                // A disc is a face in an edge; rings, notches and crown are of the edge's colour.
                one_of(&[&edge], face);
                for ground in ["square-dark", "square-light"] {
                    one_of(&[face, &edge], ground);
                }
            }
        }
        for white in ["man-white", "man-white-shade"] {
            for black in ["man-black", "man-black-shade"] {
                one_of(&[white], black);
            }
        }
        one_of(&["square-name"], "square-dark");
        one_of(&["badge"], "badge-text");
        // A mark is a line in a halo: the line against the halo, and one of them against whatever lies below.
        for mark in ["mark", "mark-must", "mark-victim", "mark-lit", "mark-last", "mark-hint"] {
            one_of(&[mark], "mark-halo");
            for ground in ["square-dark", "square-light", "man-white", "man-black"] {
                one_of(&[mark, "mark-halo"], ground);
            }
        }
    }
}

#[test]
fn every_set_of_pieces_is_in_the_style_sheet() {
    let css = css("boards");
    for (name, pieces) in Pieces::NAMED {
        let usual = pieces == Pieces::default();
        let from = if usual { ":root {".to_owned() } else { format!(":root[data-pieces=\"{name}\"] {{") };
        assert_eq!(block(&css, &from)["pieces"], name);
    }
}

#[test]
fn the_pages_texts_can_be_read_in_light_and_dark() {
    let tokens = block(&css("app"), ":root {");
    for (i, mode) in ["light", "dark"].into_iter().enumerate() {
        let colour = |name: &str| {
            let both = tokens[name].trim_start_matches("light-dark(").trim_end_matches(')').to_owned();
            both.split(", ").nth(i).expect("two colours").to_owned()
        };
        for (ink, ground) in [
            ("ink", "ground"),
            ("ink", "panel"),
            ("ink", "loud"),
            ("soft-ink", "ground"),
            ("soft-ink", "panel"),
            ("soft-ink", "loud"),
            ("accent-ink", "accent"),
        ] {
            let ratio = contrast(&colour(ink), &colour(ground));
            assert!(ratio >= 4.5, "{mode}: {ink} on {ground}: {ratio:.2}");
        }
    }
}
