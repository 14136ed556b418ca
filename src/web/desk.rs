//! The desk: where the model lies, where events arrive and effects are carried out.

use leptos::prelude::*;

use super::board_canvas::BoardCanvas;
use super::engine_client::EngineClient;
use super::{clipboard, page, storage};
use crate::app::{Effect, Model, Msg, save};
use crate::rules::Square;

/// A handle to everything the page has; cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    /// The model.
    pub model: RwSignal<Model>,
    /// Where the keyboard is on the board, while it is in use.
    pub cursor: RwSignal<Option<Square>>,
    /// The painter of the board, once it is on the page.
    pub board: StoredValue<Option<BoardCanvas>, LocalStorage>,
    engine: StoredValue<EngineClient, LocalStorage>,
}

impl Desk {
    /// A desk with this model on it.
    pub(super) fn new(model: Model) -> Self {
        Self {
            model: RwSignal::new(model),
            cursor: RwSignal::new(None),
            board: StoredValue::new_local(None),
            engine: StoredValue::new_local(EngineClient::new()),
        }
    }

    /// Takes an event in and does what follows from it.
    pub(super) fn send(self, msg: Msg) {
        let before = self.model.with_untracked(|model| model.hint.is_some());
        let mut effects = Vec::new();
        // A pointer that only wanders changes the canvas, and nothing that the page's text shows.
        let quiet = matches!(msg, Msg::Hover(_)) && !before;
        if quiet {
            self.model.update_untracked(|model| effects = model.update(msg));
        } else {
            self.model.update(|model| effects = model.update(msg));
        }
        for effect in effects {
            self.carry_out(effect);
        }
        self.redraw();
    }

    /// Paints the board before the next frame.
    pub(super) fn redraw(self) {
        self.board.with_value(|board| {
            if let Some(board) = board {
                board.request(self);
            }
        });
    }

    /// Carries effects out that came from outside `send`.
    pub(super) fn carry_out_all(self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out(effect);
        }
    }

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::SaveGame => {
                let text = self.model.with_untracked(save::write_game);
                if !storage::write(storage::GAME, &text) {
                    self.model.update(|model| {
                        model.update(Msg::Trouble("trouble.storage"));
                    });
                }
            }
            Effect::SavePrefs => {
                let text = self.model.with_untracked(|model| save::write_prefs(&model.prefs));
                if !storage::write(storage::PREFS, &text) {
                    self.model.update(|model| {
                        model.update(Msg::Trouble("trouble.storage"));
                    });
                }
            }
            Effect::Animate { before, played } => {
                let still = self.model.with_untracked(page::still);
                self.board.with_value(|board| {
                    if let Some(board) = board {
                        board.animate(before, played, still);
                    }
                });
            }
            Effect::CutAnimation => self.board.with_value(|board| {
                if let Some(board) = board {
                    board.cut();
                }
            }),
            Effect::Think(request) => self.engine.update_value(|engine| engine.ask(self, request)),
            Effect::StopThinking => self.engine.update_value(EngineClient::stop),
            Effect::MoveNow => self.engine.update_value(EngineClient::move_now),
            Effect::Copy(text) => clipboard::copy(self, text),
            Effect::ApplyPrefs => {
                self.model.with_untracked(page::apply_prefs);
                self.board.with_value(|board| {
                    if let Some(board) = board {
                        board.refresh_theme();
                    }
                });
            }
        }
    }

    /// Lets the engine's side of the desk look at itself.
    pub(super) fn with_engine(self, job: impl FnOnce(&mut EngineClient)) {
        self.engine.update_value(job);
    }
}
