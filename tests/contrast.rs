//! The colours of board, pieces and marks can be told apart: at least 3:1 (WCAG 1.4.11), computed from the style sheet.

use std::collections::BTreeMap;

/// Custom properties of the first `:root` block, and of the block for those who ask for more contrast.
fn tokens() -> [BTreeMap<String, String>; 2] {
    let css =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/www/css/app.css")).expect("the style");
    let block = |from: &str| {
        let start = css.find(from).expect("the block");
        let text = &css[start..start + css[start..].find('}').expect("its end")];
        text.lines()
            .filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect::<BTreeMap<_, _>>()
    };
    let usual = block(":root {");
    let mut strong = usual.clone();
    strong.extend(block("@media (prefers-contrast: more)"));
    [usual, strong]
}

/// Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2).
fn luminance(colour: &str) -> f64 {
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
fn pieces_and_marks_stand_out() {
    for tokens in tokens() {
        let pair = |a: &str, b: &str| {
            let ratio = contrast(&tokens[a], &tokens[b]);
            assert!(ratio >= 3.0, "{a} on {b}: {ratio:.2}");
        };
        pair("man-white", "square-dark");
        pair("man-black", "square-dark");
        pair("man-white", "man-black");
        pair("man-white-edge", "man-white");
        pair("man-black-edge", "man-black");
        pair("square-name", "square-dark");
        pair("badge", "badge-text");
        // A mark is a light line in a dark halo: the line against the halo, the halo against the squares.
        for mark in ["mark", "mark-must", "mark-victim", "mark-lit", "mark-last", "mark-hint"] {
            pair(mark, "mark-halo");
        }
        pair("mark-halo", "square-dark");
        pair("mark-halo", "square-light");
        pair("mark-halo", "man-white");
        // On a black man, where the halo is lost, the line itself must do.
        pair("mark-victim", "man-black");
    }
}

#[test]
fn the_pages_texts_can_be_read_in_light_and_dark() {
    let [tokens, _] = tokens();
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
