//! The page's chrome: name plates, the board with its squares for keyboard and screen reader, buttons, lists, dialogs.
//!
//! Elements are made once for a language and changed in place afterwards; [`Views::update`] is the only way in.

mod board;
mod clock;
mod dialogs;
mod games;
mod home;
mod lead;
mod learn;
mod moves;
mod new_game;
mod picture;
mod places;
mod plate;
mod puzzles;
mod review;
mod rules;
mod set_up;
mod settings;
mod table;
mod teacher;
mod trainer;

pub(super) use table::Views;
