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
    let hints = [0, 1, 3, 5, 10].map(|n: u8| {
        let name = if n == 0 { named("settings.hints-free") } else { n.to_string() };
        (n.to_string(), name, prefs.hints == n)
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
        .with(make("h3").text(t.get("settings.coach")))
        .with(list(t.get("settings.hints"), hints, |n| change(|p| p.hints = n.parse().unwrap_or(0))))
        .with(tick(t.get("settings.threats"), prefs.threats, |on| change(|p| p.threats = on)))
        .with(tick(t.get("settings.lights"), prefs.lights, |on| change(|p| p.lights = on)))
        .with(tick(t.get("settings.sure"), prefs.sure, |on| change(|p| p.sure = on)))
}
