//! The page's chrome: name plates, the board with its squares for keyboard and screen reader, buttons, lists, dialogs.
//!
//! Elements are made once for a language and changed in place afterwards; [`Views::update`] is the only way in.

mod board;
mod dialogs;
mod moves;
mod places;
mod rules;
mod settings;
mod table;

pub(super) use table::Views;
