//! Makes the built site smaller where neither the compiler nor Trunk does: scripts without their comments and indentation,
//! and short names for what the module takes from its glue, which wasm-bindgen gives digests for names.
//!
//! Trunk has put digests of the files into the page by then; those of changed files are put in anew.
use sha2::{Digest, Sha384};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use xtask::precache::{site_files, without_comments};
use xtask::run::{Outcome, io_fault};

/// Shrinks the scripts and the module of a built site.
pub(crate) fn shrink(dist: &Path) -> Outcome {
    let files = site_files(dist)?;
    let page_file = dist.join("index.html");
    let mut page = fs::read_to_string(&page_file).map_err(io_fault("dist/index.html"))?;
    let mut names = BTreeMap::new();
    for (address, file) in &files {
        if address.ends_with("_bg.wasm") {
            let glue = fs::read_to_string(dist.join(address.replace("_bg.wasm", ".js")))
                .map_err(io_fault("The glue of the module"))?;
            let module = fs::read(file).map_err(io_fault(file.display()))?;
            let (smaller, renamed) =
                short_imports(&module, &glue).ok_or_else(|| format!("{address} has no imports to read."))?;
            change(&mut page, file, &module, &smaller)?;
            names = renamed;
        }
    }
    for file in files.values() {
        if matches!(file.extension().and_then(|end| end.to_str()), Some("js" | "mjs")) {
            let script = fs::read_to_string(file).map_err(io_fault(file.display()))?;
            let smaller = without_comments(&renamed(&script, &names));
            change(&mut page, file, script.as_bytes(), smaller.as_bytes())?;
        }
    }
    fs::write(&page_file, page).map_err(io_fault("dist/index.html"))
}

/// Writes a file anew, and its digest into the page.
fn change(page: &mut String, file: &std::path::Path, old: &[u8], new: &[u8]) -> Outcome {
    *page = page.replace(&integrity(old), &integrity(new));
    fs::write(file, new).map_err(io_fault(file.display()))
}

/// The digest as the page's `integrity` attributes have it.
pub(crate) fn integrity(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = "sha384-".to_owned();
    // 48 bytes are sixteen threes: nothing is left over.
    for three in Sha384::digest(bytes).chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte));
        text.extend((0..4).rev().map(|at| char::from(LETTERS[bits >> (6 * at) & 63])));
    }
    text
}

/// The words of a script: names, and what lies between them.
fn words(script: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut rest = script;
    std::iter::from_fn(move || {
        let named = rest.starts_with(part);
        let end = rest.find(|c| part(c) != named).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

fn renamed(script: &str, names: &BTreeMap<String, String>) -> String {
    words(script).map(|word| names.get(word).map_or(word, String::as_str)).collect()
}

/// The module with short names for its imports, and the new name of each. What the glue names elsewhere too is left alone.
fn short_imports(module: &[u8], glue: &str) -> Option<(Vec<u8>, BTreeMap<String, String>)> {
    let mut smaller = module.get(..8)?.to_vec();
    let mut names = BTreeMap::new();
    let mut rest = &module[8..];
    while let Some((&id, after)) = rest.split_first() {
        let (length, after) = number(after)?;
        let (section, after) = after.split_at_checked(length)?;
        rest = after;
        smaller.push(id);
        if id == 2 {
            let section = imports(section, glue, &mut names)?;
            put_number(&mut smaller, section.len());
            smaller.extend(section);
        } else {
            put_number(&mut smaller, length);
            smaller.extend(section);
        }
    }
    Some((smaller, names))
}

fn imports(section: &[u8], glue: &str, names: &mut BTreeMap<String, String>) -> Option<Vec<u8>> {
    let (count, mut rest) = number(section)?;
    let mut out = Vec::new();
    put_number(&mut out, count);
    for _ in 0..count {
        let (home, after) = text(rest)?;
        let (name, after) = text(after)?;
        // A function and its type. wasm-bindgen imports nothing else: its module has the memory and the tables itself.
        let after = after.strip_prefix(&[0])?;
        let (kind, after) = number(after)?;
        rest = after;
        let once = words(glue).filter(|word| *word == name).count() == 1;
        let short = if once { format!("_{}", names.len()) } else { name.to_owned() };
        for text in [home, &short] {
            put_number(&mut out, text.len());
            out.extend(text.as_bytes());
        }
        out.push(0);
        put_number(&mut out, kind);
        if once {
            names.insert(name.to_owned(), short);
        }
    }
    Some(out)
}

fn text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = number(bytes)?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

/// A number in the form of WebAssembly (LEB128).
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut n = 0;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        n |= usize::from(byte & 127) << (7 * at);
        if byte & 128 == 0 {
            return Some((n, &bytes[at + 1..]));
        }
    }
    None
}

fn put_number(out: &mut Vec<u8>, mut n: usize) {
    while n > 127 {
        out.push(n as u8 | 128);
        n >>= 7;
    }
    out.push(n as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_the_page() {
        // printf '' | openssl dgst -sha384 -binary | base64
        assert_eq!(integrity(b""), "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb");
    }

    #[test]
    fn comments_and_indentation_go() {
        assert_eq!(without_comments("/** a\n * b\n */\n  x(); // y\n\n  // z\n"), "x(); // y\n");
    }

    #[test]
    fn imports_get_short_names_on_both_sides() {
        let module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02\x0b\x01\x01m\x05__wbg\0\0";
        let glue = "import0 = { __wbg: function() { x.__wbgs } }";
        let (smaller, names) = short_imports(module, glue).expect("a module");
        assert_eq!(smaller, b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02\x08\x01\x01m\x02_0\0\0");
        assert_eq!(renamed(glue, &names), "import0 = { _0: function() { x.__wbgs } }");
        // Named twice: left alone.
        let (same, names) = short_imports(module, "__wbg(__wbg)").expect("a module");
        assert!(same == module && names.is_empty());
    }
}
