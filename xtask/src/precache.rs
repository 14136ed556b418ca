//! The list of files that the service worker keeps from the first visit on.
use crate::run::{Outcome, io_fault};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes `sw.js` into a built site, with the list of its files; the digest of the list is the name of the cache, so any
/// change is a new version.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(dist: &Path) -> Outcome {
    let mut list = BTreeMap::new();
    for (address, file) in site_files(dist)? {
        if address.split('/').any(|part| part.starts_with('.')) {
            fs::remove_file(&file).map_err(io_fault(file.display()))?;
        } else if is_kept(&address) {
            let bytes = fs::read(&file).map_err(io_fault(file.display()))?;
            // The page is asked for by the name of its directory: some hosts answer `index.html` with a redirection.
            let address = if address == "index.html" { "./".to_owned() } else { address };
            list.insert(address, hex(&Sha256::digest(&bytes)));
        }
    }
    let list = serde_json::to_string(&list).map_err(|e| format!("The list cannot be written: {e}."))?;
    let version = &hex(&Sha256::digest(&list))[..16];
    let source = crate::root().join("www/js/sw.js");
    let text = fs::read_to_string(&source).map_err(io_fault(source.display()))?;
    let text = fill(&text, FILES, &format!("const FILES = {list};"))?;
    let text = fill(&text, VERSION, &format!("const VERSION = \"{version}\";"))?;
    fs::write(dist.join("sw.js"), without_comments(&text)).map_err(io_fault("sw.js"))
}

/// Fills the texts that a language lacks in from English: new parts of the page come in Polish and English first, and are
/// read in English elsewhere until they are translated.
///
/// # Errors
/// A file of `lang/` can't be read or written, or is no JSON object.
pub fn fill_languages(dist: &Path) -> Outcome {
    let read = |file: &Path| -> Outcome<serde_json::Map<String, serde_json::Value>> {
        let text = fs::read_to_string(file).map_err(io_fault(file.display()))?;
        serde_json::from_str(&text).map_err(|e| format!("{} is no list of texts: {e}.", file.display()))
    };
    let english = read(&dist.join("lang/en.json"))?;
    let languages = files_under(&dist.join("lang"))?;
    for file in languages.into_iter().filter(|file| file.extension().is_some_and(|end| end == "json")) {
        let mut texts = read(&file)?;
        let whole = texts.len();
        for (key, text) in &english {
            texts.entry(key.clone()).or_insert_with(|| text.clone());
        }
        if texts.len() > whole {
            let text = serde_json::Value::Object(texts).to_string();
            fs::write(&file, text).map_err(io_fault(file.display()))?;
        }
    }
    Ok(())
}

/// A script without indentation, empty lines, and comments that have their lines for themselves.
pub fn without_comments(script: &str) -> String {
    let mut kept = String::new();
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    kept
}

/// The lines of www/js/sw.js that the build fills in.
const FILES: &str = "const FILES = {};";
const VERSION: &str = "const VERSION = \"\";";

/// Whether the service worker keeps this file from the first visit on.
fn is_kept(address: &str) -> bool {
    // Every room opens without network after the first visit: lessons, and the puzzles of the rule set that one begins with.
    let puzzles = address == "puzzles/index.txt" || address.starts_with("puzzles/polish64-");
    // These are kept when they are first used; an installed program's icons are kept by the system, and the picture beside a
    // shared link is for others.
    let on_use = address.starts_with("data/")
        || (address.starts_with("puzzles/") && !puzzles)
        || (address.starts_with("lang/") && !["lang/pl.json", "lang/en.json"].contains(&address));
    let picture = address.starts_with("img/") && address != "img/icon.svg";
    address != "sw.js" && !on_use && !picture && !address.ends_with(".d.mts")
}

/// Replaces a line that must be there once.
fn fill(text: &str, place: &str, value: &str) -> Outcome<String> {
    if text.matches(place).count() == 1 {
        Ok(text.replace(place, value))
    } else {
        Err(format!("www/js/sw.js must have the line `{place}` once: the build fills it in."))
    }
}

/// The files of a built site by their address, `/` between the parts on every system.
///
/// # Errors
/// A directory cannot be read.
pub fn site_files(dist: &Path) -> Outcome<BTreeMap<String, PathBuf>> {
    let address = |file: &Path| -> Option<String> {
        let parts = file.strip_prefix(dist).ok()?.components();
        Some(parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
    };
    Ok(files_under(dist)?.into_iter().filter_map(|file| Some((address(&file)?, file))).collect())
}

/// A file itself, or all files under a directory, in order.
///
/// # Errors
/// A directory cannot be read.
pub fn files_under(place: &Path) -> Outcome<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_path_buf()]);
    }
    let mut found = Vec::new();
    let mut open = vec![place.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).map_err(io_fault(dir.display()))? {
            let path = entry.map_err(io_fault(dir.display()))?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_leaves_out_what_is_kept_elsewhere() {
        assert!(is_kept("index.html") && is_kept("img/icon.svg") && is_kept("lang/pl.json"));
        assert!(
            is_kept("lessons/pl.json") && is_kept("puzzles/index.txt") && is_kept("puzzles/polish64-1.txt")
        );
        assert!(!is_kept("lang/de.json") && !is_kept("puzzles/international-1.txt"));
        assert!(!is_kept("sw.js") && !is_kept("data/weights.bin") && !is_kept("img/icon-512.png"));
    }

    #[test]
    fn the_service_worker_has_its_two_places() -> Outcome {
        let text = fs::read_to_string(crate::root().join("www/js/sw.js")).map_err(io_fault("sw.js"))?;
        fill(&text, FILES, "")?;
        fill(&text, VERSION, "")?;
        assert!(fill("none", FILES, "").is_err());
        Ok(())
    }
}
