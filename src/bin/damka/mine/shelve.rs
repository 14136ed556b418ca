//! Writes what was found as files for the page.

use std::path::Path;

use damka::puzzles::format::{CHUNK, Index, Shelf, file_name, read as read_line, write as write_line};
use damka::puzzles::{Puzzle, Theme};
use damka::rules::Variant;

/// The puzzles of a rule set in a folder, and the head of its first file.
pub(super) fn read(folder: &Path, rules: &'static Variant) -> Result<(Vec<Puzzle>, String), String> {
    let (mut puzzles, mut heads) = (Vec::new(), String::new());
    for file in 0.. {
        let path = folder.join(file_name(rules.name, file));
        let Ok(text) = std::fs::read_to_string(&path) else { break };
        for (number, line) in text.lines().enumerate() {
            if !line.starts_with('#') {
                let fault = |e| format!("{}:{}: {e}", path.display(), number + 1);
                puzzles.push(read_line(rules, line).map_err(fault)?);
            } else if file == 0 {
                heads.push_str(line);
                heads.push('\n');
            }
        }
    }
    Ok((puzzles, heads))
}

/// Writes the files of a rule set, the easier puzzles first, and the index.
pub(super) fn write(folder: &Path, rules: &Variant, puzzles: &[Puzzle], about: &str) -> Result<(), String> {
    let fault = |path: &Path| {
        let path = path.display().to_string();
        move |e: std::io::Error| format!("{path}: {e}")
    };
    std::fs::create_dir_all(folder).map_err(fault(folder))?;
    let mut puzzles: Vec<(u16, u32, String)> =
        puzzles.iter().map(|puzzle| (puzzle.rating, puzzle.themes, write_line(puzzle))).collect();
    puzzles.sort();
    for file in 0.. {
        let path = folder.join(file_name(rules.name, file));
        if std::fs::remove_file(path).is_err() {
            break;
        }
    }
    let mut shelves = Vec::new();
    // Files of the same size, none a short rest.
    let files = puzzles.len().div_ceil(CHUNK).max(1);
    for (file, chunk) in puzzles.chunks(puzzles.len().div_ceil(files).max(1)).enumerate() {
        let mut text = about.to_owned();
        for (_, _, line) in chunk {
            text.push_str(line);
            text.push('\n');
        }
        let path = folder.join(file_name(rules.name, file));
        std::fs::write(&path, text).map_err(fault(&path))?;
        shelves.push(Shelf {
            count: chunk.len() as u32,
            low: chunk.first().map_or(0, |(rating, ..)| *rating),
            high: chunk.last().map_or(0, |(rating, ..)| *rating),
            themes: chunk.iter().fold(0, |set, (_, themes, _)| set | themes),
        });
    }
    let path = folder.join("index.txt");
    let mut index = Index::read(&std::fs::read_to_string(&path).unwrap_or_default());
    index.sets.retain(|(name, _)| name != rules.name);
    index.sets.push((rules.name.to_owned(), shelves));
    index.sets.sort_by(|a, b| a.0.cmp(&b.0));
    std::fs::write(&path, index.write()).map_err(fault(&path))?;
    let counts: Vec<String> = Theme::ALL
        .into_iter()
        .map(|theme| {
            let n = puzzles.iter().filter(|(_, set, _)| set & theme.bit() != 0).count();
            format!("{} {n}", theme.name())
        })
        .collect();
    println!("{} files; {}", files, counts.join(", "));
    Ok(())
}
