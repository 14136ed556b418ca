//! Who may know whom: reads the `use` lines and paths of the sources.

mod common;

use std::path::Path;

/// For each room, the rooms that it must not name.
const FORBIDDEN: [(&str, &[&str]); 7] = [
    ("src/rules", &["ai", "notation", "coach", "protocol", "app", "web"]),
    ("src/ai", &["notation", "coach", "protocol", "app", "web"]),
    ("src/notation", &["ai", "coach", "protocol", "app", "web"]),
    ("src/coach", &["protocol", "app", "web"]),
    ("src/puzzles", &["ai", "coach", "protocol", "app", "web"]),
    ("src/protocol.rs", &["ai", "notation", "coach", "app", "web", "rules"]),
    ("src/app", &["web"]),
];

/// Words that belong to the browser, and to nobody but `src/web`.
const BROWSER: [&str; 4] = ["wasm_bindgen", "web_sys", "js_sys", "serde_wasm_bindgen"];

fn sources(path: &Path, then: &mut dyn FnMut(&Path, &str)) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder").flatten() {
            sources(&entry.path(), then);
        }
    } else if path.extension().is_some_and(|e| e == "rs") {
        then(path, &std::fs::read_to_string(path).expect("a source"));
    }
}

/// The lines of code, without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(i, l)| (i + 1, l))
}

#[test]
fn no_room_knows_a_room_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (room, others) in FORBIDDEN {
        sources(&root.join(room), &mut |path, text| {
            seen += 1;
            for (number, line) in code(text) {
                for other in others {
                    assert!(
                        !line.contains(&format!("crate::{other}::"))
                            && !line.contains(&format!("damka::{other}::")),
                        "{}:{number} names {other}: {line}",
                        path.display()
                    );
                }
            }
        });
    }
    assert!(seen > 30, "only {seen} sources were found");
}

#[test]
fn only_the_web_knows_the_browser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    sources(&root.join("src"), &mut |path, text| {
        if path.starts_with(root.join("src/web")) {
            return;
        }
        for (number, line) in code(text) {
            for word in BROWSER {
                assert!(!line.contains(word), "{}:{number} names {word}: {line}", path.display());
            }
        }
    });
}

#[test]
fn the_rules_have_no_clock_chance_float_or_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for room in ["src/rules", "src/ai/search"] {
        sources(&root.join(room), &mut |path, text| {
            for (number, line) in code(text) {
                for word in ["std::time", "Instant", "std::fs", "println!", "thread_rng", "std::env"] {
                    assert!(!line.contains(word), "{}:{number}: {line}", path.display());
                }
                if room == "src/rules" {
                    assert!(
                        !line.contains("f64") && !line.contains("f32"),
                        "{}:{number}: {line}",
                        path.display()
                    );
                }
            }
        });
    }
}

#[test]
fn no_rule_set_is_asked_for_by_name_outside_the_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for room in ["src/app", "src/web", "src/coach", "src/ai"] {
        sources(&root.join(room), &mut |path, text| {
            for (number, line) in code(text) {
                let asks = line.contains(".name == \"") || line.contains("name == variant");
                assert!(!asks, "{}:{number} asks which rule set it is: {line}", path.display());
            }
        });
    }
}
