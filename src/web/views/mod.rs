//! The page's chrome: name plates, the board with its squares for keyboard and screen reader, buttons, lists, dialogs.

mod board;
mod dialogs;
mod table;

pub(super) use table::root;
