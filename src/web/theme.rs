//! The colours of the board, read from the page's style: one set of custom properties feeds both.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::dom::window;
use crate::app::look::Pieces;

/// A custom property of the style sheet.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token {
    Light,
    Dark,
    Name,
    White,
    WhiteShade,
    WhiteEdge,
    Black,
    BlackShade,
    BlackEdge,
    Mark,
    Must,
    Halo,
    Victim,
    Lit,
    Last,
    Hint,
    Badge,
    BadgeText,
    Pieces,
}

/// In the order of the tokens.
const NAMES: [&str; 19] = [
    "--square-light",
    "--square-dark",
    "--square-name",
    "--man-white",
    "--man-white-shade",
    "--man-white-edge",
    "--man-black",
    "--man-black-shade",
    "--man-black-edge",
    "--mark",
    "--mark-must",
    "--mark-halo",
    "--mark-victim",
    "--mark-lit",
    "--mark-last",
    "--mark-hint",
    "--badge",
    "--badge-text",
    "--pieces",
];

/// The look of the canvas, as the style sheet has it at an element.
#[derive(Debug, Clone, Default)]
pub(super) struct Theme(Vec<String>);

impl Theme {
    /// The theme in force at an element.
    pub(super) fn of(element: &Element) -> Self {
        let style = window().get_computed_style(element).ok().flatten();
        let read = |name: &str| {
            let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
            value.map(|value| value.trim().to_owned()).unwrap_or_default()
        };
        let get = |(i, name): (usize, &&str)| {
            let value = read(name);
            if value.is_empty() || value.starts_with('#') || i == Token::Pieces as usize {
                return value;
            }
            // A colour of the system, whose meaning depends on the scheme in force here: asked of the element itself.
            if let Some(element) = element.dyn_ref::<HtmlElement>() {
                let _ = element.style().set_property("color", &value);
            }
            read("color")
        };
        Self(NAMES.iter().enumerate().map(get).collect())
    }

    /// The value of a property; grey where the page has no such.
    pub(super) fn get(&self, token: Token) -> &str {
        self.0.get(token as usize).map(String::as_str).filter(|value| !value.is_empty()).unwrap_or("#808080")
    }

    /// How pieces are made.
    pub(super) fn pieces(&self) -> Pieces {
        let name = self.get(Token::Pieces);
        Pieces::NAMED.iter().find(|(own, _)| *own == name).map_or_else(Pieces::default, |(_, pieces)| *pieces)
    }
}
