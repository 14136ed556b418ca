//! The rules and the opponent for other people's pages, through wasm-bindgen: thin wrappers, nothing decided here.
//!
//! `damka.mjs` in the built site re-exports this under a name that does not change; `example/` there is a page that
//! draws a board with it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Promise;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use super::dom::listen;
use super::engine_client::new_worker;
use crate::app::Level;
use crate::app::save::{move_on_path, path_numbers};
use crate::notation::{self, Style, square_name};
use crate::protocol::{EngineRequest, FromWorker, Purpose, ToWorker};
use crate::rules::{self, DrawReason, Kind, Move, Position, Side, Square, Status, Variant, WinReason};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Side = "white" | "black";
/** A legal move. `notation` can be given to `play`. Squares are named as the rule set does: "c3", "28". */
export interface Move { from: string; to: string; path: string[]; captured: string[]; crowns: boolean; notation: string }
/** A piece on the board; row and column count from 0 at the top left, Black's home at the top. */
export interface Piece { square: string; row: number; column: number; side: Side; king: boolean }
/** `reason`: no-pieces, no-moves, crowned, resigned, on-time; or for a draw agreed, recorded (a record says no more), repetition, quiet-kings and so on. */
export interface GameStatus { state: "ongoing" | "won" | "drawn"; winner?: Side; reason?: string }
"#;

#[derive(Serialize)]
struct MoveValue {
    from: String,
    to: String,
    path: Vec<String>,
    captured: Vec<String>,
    crowns: bool,
    notation: String,
}

#[derive(Serialize)]
struct PieceValue {
    square: String,
    row: u8,
    column: u8,
    side: &'static str,
    king: bool,
}

#[derive(Serialize)]
struct StatusValue {
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

fn error(message: &impl ToString) -> JsError {
    JsError::new(&message.to_string())
}

/// The text that was handed over.
fn text(value: &JsValue, what: &str) -> Result<String, JsError> {
    value.as_string().ok_or_else(|| JsError::new(&format!("{what} must be a string")))
}

fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

fn value(value: &impl Serialize) -> Result<JsValue, JsError> {
    serde_wasm_bindgen::to_value(value).map_err(|e| error(&e))
}

fn move_value(position: &Position, m: &Move) -> MoveValue {
    let name = |square: Square| square_name(position.variant(), square, Style::Official);
    let names = |squares: &[Square]| squares.iter().map(|square| name(*square)).collect();
    MoveValue {
        from: name(m.from()),
        to: name(m.to()),
        path: names(m.path()),
        captured: names(m.captured()),
        crowns: m.crowns(),
        notation: notation::write_move(position, m),
    }
}

/// A game of draughts.
#[wasm_bindgen]
pub struct Game(rules::Game);

#[wasm_bindgen]
impl Game {
    /// A game by a rule set (`polish64`, `international`, ...), from its start position or from a FEN.
    ///
    /// # Errors
    /// There is no such rule set, or the FEN is faulty; the message says how.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] rules: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] fen: &JsValue,
    ) -> Result<Self, JsError> {
        let rules = text(rules, "the rule set's name")?;
        let variant = Variant::named(&rules).ok_or_else(|| {
            let names: Vec<_> = rules::variant::ALL.iter().map(|v| v.name).collect();
            JsError::new(&format!("there is no rule set '{rules}'; there are {}", names.join(", ")))
        })?;
        if fen.is_undefined() || fen.is_null() {
            return Ok(Self(rules::Game::new(variant)));
        }
        let fen = text(fen, "a FEN")?;
        let position = notation::parse_fen(variant, &fen, Style::Official).map_err(|e| error(&e))?;
        Ok(Self(rules::Game::from_position(position)))
    }

    /// The rule set's name.
    #[wasm_bindgen(getter)]
    pub fn rules(&self) -> String {
        self.0.variant().name.to_owned()
    }

    /// Rows and columns of the board.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u8 {
        self.0.variant().size
    }

    /// Who is to move.
    #[wasm_bindgen(getter, unchecked_return_type = "Side")]
    pub fn turn(&self) -> String {
        side(self.0.position().turn()).to_owned()
    }

    /// The pieces on the board.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Piece[]")]
    pub fn pieces(&self) -> Result<JsValue, JsError> {
        let position = self.0.position();
        let pieces: Vec<_> = position
            .pieces()
            .map(|(square, piece)| {
                let (row, column) = position.variant().geometry().row_column(square);
                let name = square_name(position.variant(), square, Style::Official);
                PieceValue {
                    square: name,
                    row,
                    column,
                    side: side(piece.side),
                    king: piece.kind == Kind::King,
                }
            })
            .collect();
        value(&pieces)
    }

    /// The legal moves, each once; none when the game is over.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(js_name = legalMoves, unchecked_return_type = "Move[]")]
    pub fn legal_moves(&self) -> Result<JsValue, JsError> {
        let position = self.0.position();
        let ongoing = self.0.status() == Status::Ongoing;
        let moves = if ongoing { position.legal_moves() } else { Vec::new() };
        value(&moves.iter().map(|m| move_value(position, m)).collect::<Vec<_>>())
    }

    /// Plays a move written in notation (`c3-d4`, `32x23`, `4x27x38x15`).
    ///
    /// # Errors
    /// The move can't be read, is not legal or is ambiguous, or the game is over; nothing has changed then.
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] notation: &JsValue,
    ) -> Result<(), JsError> {
        let notation = text(notation, "a move")?;
        let m = notation::parse_move(self.0.position(), &notation).map_err(|e| error(&e))?;
        self.0.play(&m).map_err(|e| error(&e))
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Makes a move again that was taken back; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        notation::write_fen(self.0.position(), Style::Official)
    }

    /// The game as PDN.
    pub fn pdn(&self) -> String {
        notation::pdn::write_pdn(&self.0, &[])
    }

    /// How the game stands, and why it ended.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "GameStatus")]
    pub fn status(&self) -> Result<JsValue, JsError> {
        let (state, winner, reason) = match self.0.status() {
            Status::Ongoing => ("ongoing", None, None),
            Status::Won { winner, by } => {
                let reason = match by {
                    WinReason::NoPieces => "no-pieces",
                    WinReason::NoMoves => "no-moves",
                    WinReason::Crowned => "crowned",
                    WinReason::Resigned => "resigned",
                    WinReason::OnTime => "on-time",
                    WinReason::Recorded => "recorded",
                };
                ("won", Some(side(winner)), Some(reason))
            }
            Status::Drawn { by: DrawReason::Agreed } => ("drawn", None, Some("agreed")),
            Status::Drawn { by: DrawReason::Recorded } => ("drawn", None, Some("recorded")),
            Status::Drawn { by: DrawReason::Rule(rule) } => {
                ("drawn", None, Some(crate::app::sentences::draw_rule_key(rule)))
            }
        };
        value(&StatusValue { state, winner, reason })
    }

    /// The best move at a level, 1 to 10, found in a worker: the page is not held up.
    ///
    /// # Errors
    /// There is no such level, the game is over, or no worker can start.
    #[wasm_bindgen(js_name = bestMove, unchecked_return_type = "Promise<Move>")]
    pub fn best_move(&self, level: f64) -> Result<Promise, JsError> {
        // As a whole number it would be cut: 257 would be level 1.
        let whole = (1.0..=10.0).contains(&level) && level.fract() == 0.0;
        let Some(level) = Level::new(level as u8).filter(|_| whole).map(Level::number) else {
            return Err(JsError::new("there is no such level: there are 1 to 10"));
        };
        if self.0.status() != Status::Ongoing {
            return Err(JsError::new("the game is over"));
        }
        let request = EngineRequest {
            generation: 1,
            purpose: Purpose::Play,
            rules: self.rules(),
            start: notation::write_fen(self.0.start(), Style::RowNumbers),
            moves: self.0.moves().iter().map(path_numbers).collect(),
            level,
            longer: 0,
            style: 0,
            from: 0,
        };
        Ok(ask(*self.0.position(), request))
    }
}

/// Asks a worker of its own, which ends with the answer.
fn ask(position: Position, request: EngineRequest) -> Promise {
    Promise::new(&mut move |resolve, reject| {
        let request = request.clone();
        let Ok(worker) = new_worker(None) else {
            let _ = reject.call1(&JsValue::NULL, &js_sys::Error::new("no worker can start here"));
            return;
        };
        let worker = Rc::new(worker);
        let refuse = reject.clone();
        listen(&worker, "error", move |_| {
            let _ = refuse.call1(&JsValue::NULL, &js_sys::Error::new("the worker could not start"));
        });
        let held: RefCell<Option<Rc<Worker>>> = RefCell::new(Some(worker.clone()));
        listen(&worker, "message", move |event| {
            let event: &MessageEvent = event.unchecked_ref();
            let Some(worker) = held.borrow().clone() else { return };
            let done = |answer: Result<JsValue, String>| {
                worker.terminate();
                held.borrow_mut().take();
                let _ = match answer {
                    Ok(value) => resolve.call1(&JsValue::NULL, &value),
                    Err(reason) => reject.call1(&JsValue::NULL, &js_sys::Error::new(&reason)),
                };
            };
            match event.data().as_string().and_then(|text| FromWorker::read(&text)) {
                Some(FromWorker::Ready) => {
                    let _ = worker.post_message(&ToWorker::Think(request.clone()).write().into());
                }
                Some(FromWorker::Progress(_) | FromWorker::Coach { .. } | FromWorker::Without) => {}
                Some(FromWorker::Best(answer)) => {
                    let found = move_on_path(&position, &answer.path)
                        .and_then(|m| value(&move_value(&position, &m)).ok());
                    done(found.ok_or_else(|| "the engine's move is not legal".to_owned()));
                }
                Some(FromWorker::Refused { reason, .. }) => done(Err(reason)),
                None => done(Err("the worker could not start".to_owned())),
            }
        });
    })
}
