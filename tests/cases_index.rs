//! Each case of ../shared/trials/CASES.md has a test that bears its id: in the rules, the notation, the program or the page.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

/// The names of all tests (and other functions) under a folder.
fn names(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder").flatten() {
            names(&entry.path(), found);
        }
    } else if path.extension().is_some_and(|end| end == "rs") {
        let text = std::fs::read_to_string(path).expect("a source");
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if let Some(name) = line.strip_prefix("fn ").filter(|_| is_test) {
                found.extend(name.split('(').next().map(str::to_owned));
            }
            is_test = line == "#[test]" || (is_test && line.starts_with("#["));
        }
    }
}

#[test]
fn each_case_has_a_test_by_its_id() {
    let Some(file) = common::shared("trials/CASES.md") else { return };
    let text = std::fs::read_to_string(file).expect("the cases");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut tests, mut pages) = (BTreeSet::new(), BTreeSet::new());
    for folder in ["src", "tests", "xtask/src"] {
        names(&root.join(folder), &mut tests);
    }
    names(&root.join("tests/browser"), &mut pages);
    let bears = |tests: &BTreeSet<String>, id: &str| {
        let id = id.to_lowercase();
        tests.iter().any(|name| name.split('_').any(|word| word == id))
    };
    let mut missing = Vec::new();
    let mut cases = 0;
    for heading in text.lines().filter_map(|line| line.strip_prefix("### ")) {
        let (id, area) = heading.split_once(' ').expect("an id and an area");
        cases += 1;
        if !bears(&tests, id) {
            missing.push(format!("{heading}: nowhere"));
        }
        // What is about the page is tried on the page.
        let of_page = [
            "UI",
            "touch",
            "canvas",
            "sound",
            "clock",
            "i18n",
            "accessibility",
            "offline",
            "worker",
            "storage",
            "build",
            "performance",
        ];
        if of_page.iter().any(|word| area.contains(word)) && !bears(&pages, id) {
            missing.push(format!("{heading}: not in a browser"));
        }
    }
    assert!(cases >= 85, "only {cases} cases were read");
    assert!(missing.is_empty(), "{missing:#?}");
}
