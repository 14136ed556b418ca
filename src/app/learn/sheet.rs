//! What a teacher puts together for a class: lessons and positions, as a link and on paper.
//!
//! The link holds everything in the part after `#`, so that it opens the same from a server, a folder or without network:
//! `learn/set/64/must,most/W:Wc3:Bd4;W:We3:Bd4`.

use super::course::Board;
use crate::notation::{FenError, Style, parse_fen, write_fen};
use crate::rules::Position;

/// What was put together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// The board.
    pub board: Board,
    /// The lessons chosen, in the order in which they were.
    pub lessons: Vec<String>,
    /// Own positions, one FEN a line, as they were typed.
    pub positions: String,
    /// The teacher's page is open.
    pub teaching: bool,
    /// It came by a link: the list shows these lessons only.
    pub sent: bool,
}

/// The most positions of a sheet: a link is not for books.
pub const MOST: usize = 40;

impl Sheet {
    /// Takes a lesson, or leaves it.
    pub fn choose(&mut self, id: &str, on: bool) {
        self.lessons.retain(|own| own != id);
        if on {
            self.lessons.push(id.to_owned());
        }
    }

    /// The lines of the teacher's positions: each the position, or what can't be read, with its reason.
    pub fn read_positions(&self) -> Vec<Result<Position, (String, FenError)>> {
        let lines = self.positions.lines().map(str::trim).filter(|line| !line.is_empty());
        lines
            .take(MOST)
            .map(|line| {
                parse_fen(self.board.variant(), line, Style::Official)
                    .map_err(|fault| (line.to_owned(), fault))
            })
            .collect()
    }

    /// The address that opens it, beyond `#`.
    pub fn address(&self) -> String {
        let positions: Vec<String> = self
            .read_positions()
            .into_iter()
            .flatten()
            .map(|position| write_fen(&position, Style::Official))
            .collect();
        ["learn/set/", self.board.key(), "/", &self.lessons.join(","), "/", &positions.join(";")].concat()
    }

    /// Reads what follows `learn/set/`. What can't be read is left out; the rest stays.
    pub fn of_address(rest: &str) -> Self {
        let mut parts = rest.splitn(3, '/');
        let board = parts.next().unwrap_or_default();
        let board = Board::ALL.into_iter().find(|own| own.key() == board).unwrap_or_default();
        let list = |part: Option<&str>, by: char| -> Vec<String> {
            part.unwrap_or_default().split(by).filter(|item| !item.is_empty()).map(str::to_owned).collect()
        };
        // Some mail programs write the commas, colons and semicolons of a link in their long form.
        let plain = |part: &str| {
            let mut pieces = part.split('%');
            let mut text = pieces.next().unwrap_or_default().to_owned();
            for piece in pieces {
                let (code, rest) = (piece.get(..2).unwrap_or_default(), piece.get(2..).unwrap_or_default());
                text.push_str(match code {
                    "2C" | "2c" => ",",
                    "3A" | "3a" => ":",
                    "3B" | "3b" => ";",
                    _ => "",
                });
                text.push_str(rest);
            }
            text
        };
        let lessons = parts.next().map(plain);
        let positions = parts.next().map(plain);
        Self {
            board,
            lessons: list(lessons.as_deref(), ','),
            positions: list(positions.as_deref(), ';').join("\n"),
            teaching: false,
            sent: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_what_was_put_together() {
        let mut sheet = Sheet { board: Board::Large, ..Sheet::default() };
        sheet.choose("must", true);
        sheet.choose("most", true);
        sheet.choose("crown", true);
        sheet.choose("most", false);
        sheet.positions = "W:W31-33:B18,K4\n\n  nonsense \nB:W40:B8".to_owned();
        let read = sheet.read_positions();
        assert_eq!(read.len(), 3);
        assert_eq!(read[1].as_ref().expect_err("nonsense").0, "nonsense");
        let address = sheet.address();
        assert_eq!(address, "learn/set/100/must,crown/W:W31,32,33:BK4,18;B:W40:B8");
        let opened = Sheet::of_address(address.strip_prefix("learn/set/").expect("a set"));
        assert!(opened.sent);
        assert_eq!((opened.board, &opened.lessons), (Board::Large, &sheet.lessons));
        assert_eq!(opened.read_positions().into_iter().flatten().count(), 2);
        assert_eq!(opened.address(), address);
        assert_eq!(Sheet::of_address(&address["learn/set/".len()..].replace(':', "%3A")), opened);
    }

    #[test]
    fn any_address_gives_a_sheet() {
        for rest in ["", "64", "64/", "99/x,y/z", "100//W:W31:B5;;;", "////"] {
            let sheet = Sheet::of_address(rest);
            let _ = (sheet.read_positions(), sheet.address());
        }
    }
}
