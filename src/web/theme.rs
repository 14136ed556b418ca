//! The colours of the board, read from the page's style: one set of custom properties feeds both.

use web_sys::Element;

use super::dom::window;

/// Colours of the canvas, as CSS writes them.
#[derive(Debug, Clone, Default)]
pub(super) struct Theme {
    pub light: String,
    pub dark: String,
    pub name: String,
    pub white: String,
    pub white_edge: String,
    pub black: String,
    pub black_edge: String,
    pub mark: String,
    pub must: String,
    pub halo: String,
    pub victim: String,
    pub lit: String,
    pub last: String,
    pub hint: String,
    pub badge: String,
    pub badge_text: String,
}

impl Theme {
    /// The theme in force at an element.
    pub(super) fn of(element: &Element) -> Self {
        let style = window().get_computed_style(element).ok().flatten();
        let get = |name: &str| {
            style
                .as_ref()
                .and_then(|style| style.get_property_value(name).ok())
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
                .unwrap_or_else(|| "#808080".to_owned())
        };
        Self {
            light: get("--square-light"),
            dark: get("--square-dark"),
            name: get("--square-name"),
            white: get("--man-white"),
            white_edge: get("--man-white-edge"),
            black: get("--man-black"),
            black_edge: get("--man-black-edge"),
            mark: get("--mark"),
            must: get("--mark-must"),
            halo: get("--mark-halo"),
            victim: get("--mark-victim"),
            lit: get("--mark-lit"),
            last: get("--mark-last"),
            hint: get("--mark-hint"),
            badge: get("--badge"),
            badge_text: get("--badge-text"),
        }
    }
}
