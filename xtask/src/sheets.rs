//! One style sheet for the first visit and one for the rooms, made of the several that people edit: fewer requests before
//! the first paint, and what belongs to a room comes with it.
use crate::shrink::integrity;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use xtask::precache::hex;
use xtask::run::{Outcome, io_fault};

/// Sheets that the whole program wants and the first one does not.
const ROOMS: [&str; 2] = ["rooms-", "learn-"];

/// Joins the sheets that the page of a built site names, in their order. The page keeps the one of the first visit; the
/// address of the other is returned.
///
/// # Errors
/// The page names no sheets of one of the kinds, or a file can't be read or written.
pub(crate) fn join(dist: &Path) -> Outcome<String> {
    let file = dist.join("index.html");
    let page = fs::read_to_string(&file).map_err(io_fault("dist/index.html"))?;
    let (page, first, rooms) = sorted(&page).ok_or("dist/index.html names no sheets for table and rooms.")?;
    let (table, digest) = joined(dist, "table", &first)?;
    let (rooms, _) = joined(dist, "rooms", &rooms)?;
    let link = format!("<link href=./{table} integrity={digest} rel=stylesheet>");
    fs::write(&file, page.replace(PLACE, &link)).map_err(io_fault("dist/index.html"))?;
    Ok(rooms)
}

/// Where the link of the joined sheet goes.
const PLACE: &str = "<link joined>";

/// A page with one place instead of its links to sheets, and the addresses that these had: of the table, of the rooms.
fn sorted(page: &str) -> Option<(String, Vec<&str>, Vec<&str>)> {
    let (mut rest, mut kept) = (page, String::new());
    let (mut first, mut rooms) = (Vec::new(), Vec::new());
    while let Some((before, after)) = rest.split_once("<link ") {
        let (tag, behind) = after.split_once('>')?;
        kept.push_str(before);
        if tag.contains("rel=stylesheet") {
            let address = tag.split_whitespace().find_map(|part| part.strip_prefix("href=./"))?;
            if first.is_empty() {
                kept.push_str(PLACE);
            }
            let of_rooms = ROOMS.iter().any(|start| address.starts_with(start));
            if of_rooms { &mut rooms } else { &mut first }.push(address);
        } else {
            kept = [&kept, "<link ", tag, ">"].concat();
        }
        rest = behind;
    }
    kept.push_str(rest);
    (!first.is_empty() && !rooms.is_empty()).then_some((kept, first, rooms))
}

/// One file in place of several; its address and its digest.
fn joined(dist: &Path, name: &str, addresses: &[&str]) -> Outcome<(String, String)> {
    let mut sheet = String::new();
    for address in addresses {
        let file = dist.join(address);
        sheet.push_str(&fs::read_to_string(&file).map_err(io_fault(address))?);
        fs::remove_file(file).map_err(io_fault(address))?;
    }
    let address = format!("{name}-{}.css", &hex(&Sha256::digest(&sheet))[..16]);
    fs::write(dist.join(&address), &sheet).map_err(io_fault(&address))?;
    Ok((address, integrity(sheet.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_told_apart_and_the_page_keeps_one_place() {
        let page = "<a><link href=./m rel=manifest><link href=./boot-1.css rel=stylesheet><b>\
                    <link href=./app-2.css integrity=x rel=stylesheet><link href=./rooms-3.css rel=stylesheet>";
        let (page, first, rooms) = sorted(page).expect("sheets of both kinds");
        assert_eq!(page, format!("<a><link href=./m rel=manifest>{PLACE}<b>"));
        assert_eq!((first, rooms), (vec!["boot-1.css", "app-2.css"], vec!["rooms-3.css"]));
        assert!(sorted("<link href=./app-2.css rel=stylesheet>").is_none());
    }
}
