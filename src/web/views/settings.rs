//! The settings, each with its effect at once.

use super::super::desk::{send, with_model};
use super::super::dom::{Make, make};
use super::dialogs::{list, tick};
use crate::app::strings::Lang;
use crate::app::{Model, Msg, Prefs, Theme};

fn change(edit: impl FnOnce(&mut Prefs)) {
    let mut prefs = with_model(|m| m.prefs.clone());
    edit(&mut prefs);
    send(Msg::Prefs(prefs));
}

pub(super) fn settings(m: &Model) -> Make {
    let t = &m.texts;
    let prefs = &m.prefs;
    let named = |key: &str| t.get(key).to_owned();
    let languages = std::iter::once((String::new(), named("settings.as-browser"), prefs.lang.is_none()))
        .chain(Lang::ALL.map(|l| (l.code().to_owned(), l.name().to_owned(), prefs.lang == Some(l))));
    let themes =
        [("system", Theme::System), ("light", Theme::Light), ("dark", Theme::Dark)].map(|(name, theme)| {
            (name.to_owned(), named(&format!("settings.theme.{name}")), prefs.theme == theme)
        });
    let motions = [("system", None), ("full", Some(false)), ("still", Some(true))].map(|(name, still)| {
        (name.to_owned(), named(&format!("settings.motion.{name}")), prefs.still == still)
    });
    make("div")
        .with(list(t.get("settings.language"), languages, |code| change(|p| p.lang = Lang::with_code(&code))))
        .with(list(t.get("settings.theme"), themes, |name| {
            change(|p| {
                p.theme = match name.as_str() {
                    "light" => Theme::Light,
                    "dark" => Theme::Dark,
                    _ => Theme::System,
                }
            });
        }))
        .with(list(t.get("settings.motion"), motions, |name| {
            change(|p| {
                p.still = match name.as_str() {
                    "full" => Some(false),
                    "still" => Some(true),
                    _ => None,
                }
            });
        }))
        .with(tick(t.get("settings.coordinates"), prefs.coordinates, |on| change(|p| p.coordinates = on)))
        .with(tick(t.get("settings.show-moves"), prefs.show_moves, |on| change(|p| p.show_moves = on)))
        .with(tick(t.get("engine.show"), prefs.show_thinking, |on| change(|p| p.show_thinking = on)))
        .with(tick(t.get("engine.at-once"), prefs.at_once, |on| change(|p| p.at_once = on)))
}
