//! Home rules that the player has made, named and kept; and the names of all rule sets.

use super::effect::Effect;
use super::model::{Dialog, Model, Notice};
use super::strings::Texts;
use crate::json::Json;
use crate::rules::{Home, Variant, variant};

/// Under this name they are kept.
pub const KEPT: &str = "home";

/// A name may have so many letters: it must fit on a card.
pub const LONGEST_NAME: usize = 40;

/// A rule set that the player made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeRules {
    /// The player's name for it.
    pub name: String,
    /// The rules.
    pub rules: &'static Variant,
}

/// Home rules being made or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeDraft {
    /// The name so far.
    pub name: String,
    /// The facts so far.
    pub home: Home,
    /// The place, in [`Model::homes`], of the set that is being changed; `None` for a new one.
    pub replaces: Option<usize>,
}

/// Something that happened to the home rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HomeMsg {
    /// Make new ones, or change the ones at this place.
    Edit(Option<usize>),
    /// Keep them.
    Keep(HomeDraft),
    /// Forget the ones at this place. A game by them goes on.
    Delete(usize),
}

impl HomeDraft {
    /// A draft: of the set at a place, or of a new one that begins from the rules on the table.
    pub fn new(m: &Model, replaces: Option<usize>) -> Self {
        if let Some(old) = replaces.and_then(|at| m.homes.get(at)) {
            return Self { name: old.name.clone(), home: Home::of(old.rules), replaces };
        }
        let chosen = m.draft.and_then(|new| Variant::named(new.rules)).unwrap_or(m.game.variant());
        Self { name: String::new(), home: Home::of(chosen.base()), replaces: None }
    }

    /// What is impossible in it, each in a sentence; empty where it can be played.
    pub fn faults(&self, t: &Texts) -> Vec<String> {
        let faults = self.home.faults();
        faults.iter().map(|fault| t.get(&["home.fault.", fault.id()].concat()).to_owned()).collect()
    }

    /// Why it can't be kept, each in a sentence: what is impossible in it, and what is wrong with its name.
    pub fn obstacles(&self, m: &Model) -> Vec<String> {
        let t = &m.texts;
        let mut list = self.faults(t);
        let name = self.name.trim();
        let others =
            || m.homes.iter().enumerate().filter(|(i, _)| Some(*i) != self.replaces).map(|(_, own)| own);
        if name.is_empty() {
            list.push(t.get("home.no-name").to_owned());
        } else if others().any(|own| own.name == name) {
            list.push(t.fill("home.same-name", &[("name", name)]));
        }
        if let Ok(rules) = self.home.variant() {
            if !rules.is_home() {
                list.push(t.fill("home.nothing", &[("name", &plain_name(t, rules))]));
            } else if let Some(own) = others().find(|own| std::ptr::eq(own.rules, rules)) {
                list.push(t.fill("home.same-rules", &[("name", &own.name)]));
            }
        }
        list
    }
}

impl Model {
    pub(super) fn home_told(&mut self, msg: HomeMsg, effects: &mut Vec<Effect>) {
        match msg {
            HomeMsg::Edit(at) => {
                self.home_edited = at;
                self.dialog = Some(Dialog::Home);
            }
            HomeMsg::Keep(draft) => {
                let (true, Ok(rules)) = (draft.obstacles(self).is_empty(), draft.home.variant()) else {
                    return;
                };
                let name: String = draft.name.trim().chars().take(LONGEST_NAME).collect();
                let new = HomeRules { name, rules };
                match draft.replaces.and_then(|at| self.homes.get_mut(at)) {
                    Some(old) => *old = new,
                    None => self.homes.push(new),
                }
                if let Some(next) = &mut self.draft {
                    next.rules = rules.name;
                }
                self.kept_homes(effects);
            }
            HomeMsg::Delete(at) => {
                if at < self.homes.len() {
                    self.homes.remove(at);
                }
                self.kept_homes(effects);
            }
        }
    }

    fn kept_homes(&mut self, effects: &mut Vec<Effect>) {
        self.home_edited = None;
        self.dialog = Some(Dialog::New);
        self.notify(Notice::Say("home.kept"));
        effects.push(Effect::Keep(KEPT, write(&self.homes)));
    }

    /// Takes over what was kept; whether all of it could be read.
    pub fn take_homes(&mut self, text: &str) -> bool {
        let (homes, whole) = read(text);
        self.homes = homes;
        whole
    }
}

fn write(homes: &[HomeRules]) -> String {
    let list = homes
        .iter()
        .map(|own| Json::record([("name", own.name.as_str().into()), ("rules", own.rules.name.into())]));
    Json::list(list).to_string()
}

/// Each set by itself: one that can't be read does not take the others with it.
fn read(text: &str) -> (Vec<HomeRules>, bool) {
    let Some(json) = Json::read(text) else { return (Vec::new(), false) };
    let Some(items) = json.items() else { return (Vec::new(), false) };
    let homes: Vec<_> = items
        .iter()
        .filter_map(|own| {
            let rules = Variant::named(own.field("rules")?.text()?)?;
            Some(HomeRules { name: own.field("name")?.text()?.to_owned(), rules })
        })
        .collect();
    let whole = homes.len() == items.len();
    (homes, whole)
}

/// All rule sets that there are to choose from: the built-in ones, the main two first, then the player's own.
pub fn all_rules(m: &Model) -> Vec<&'static Variant> {
    variant::ALL.into_iter().chain(m.homes.iter().map(|own| own.rules)).collect()
}

/// The name of a rule set, for those who don't know the player's own.
pub fn plain_name(t: &Texts, v: &Variant) -> String {
    let base = t.get(&["rules.", v.base().name].concat()).to_owned();
    if v.is_home() { t.fill("home.from", &[("base", &base)]) } else { base }
}

/// The name of a rule set: the player's own, where there is one.
pub fn rules_name(m: &Model, v: &Variant) -> String {
    let own = m.homes.iter().find(|own| own.rules.name == v.name);
    own.map_or_else(|| plain_name(&m.texts, v), |own| own.name.clone())
}

/// What is special about a rule set, in a sentence; of home rules, what differs from the set that they began from.
pub fn about(t: &Texts, v: &Variant) -> String {
    if !v.is_home() {
        return t.get(&["about.", v.name].concat()).to_owned();
    }
    let home = Home::of(v);
    let differing = crate::rules::Fact::ALL.into_iter().filter(|fact| home.differs(*fact));
    let facts: Vec<String> = differing.map(|fact| fact_in_words(t, &home, fact)).collect();
    [&plain_name(t, v), ": ", &facts.join("; "), "."].concat()
}

/// A fact and its value: `Capturing is compulsory: no`.
fn fact_in_words(t: &Texts, home: &Home, fact: crate::rules::Fact) -> String {
    [t.get(&["home.fact.", fact.id()].concat()), ": ", &value_in_words(t, fact, home.value(fact))].concat()
}

/// A fact's value in words; numbers stay as they are.
pub fn value_in_words(t: &Texts, fact: crate::rules::Fact, value: &'static str) -> String {
    match value {
        "no" | "yes" => t.get(&["home.", value].concat()).to_owned(),
        _ if value.bytes().all(|b| b.is_ascii_digit()) => value.to_owned(),
        _ => t.get(&["home.value.", fact.id(), ".", value].concat()).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::strings::Lang;
    use crate::app::{Msg, Prefs, save};
    use crate::rules::Fact;

    fn draft(m: &Model, name: &str) -> HomeDraft {
        let mut draft = HomeDraft::new(m, None);
        assert!(draft.home.set(Fact::MustCapture, "no") && draft.home.set(Fact::MenCaptureBack, "no"));
        draft.name = name.to_owned();
        draft
    }

    fn kept(effects: &[Effect]) -> Option<&str> {
        effects.iter().find_map(|effect| match effect {
            Effect::Keep(KEPT, text) => Some(text.as_str()),
            _ => None,
        })
    }

    #[test]
    fn home_rules_are_named_kept_and_found_again_with_their_game() {
        let mut m = Model::new(Prefs::default(), Lang::En);
        let effects = m.update(Msg::Home(HomeMsg::Keep(draft(&m, " Grandmother's "))));
        let file = kept(&effects).expect("kept").to_owned();
        let rules = m.homes[0].rules;
        assert!(!rules.must_capture && !rules.men_capture_back);
        assert_eq!(rules_name(&m, rules), "Grandmother's");
        assert!(about(&m.texts, rules).contains("no"), "{}", about(&m.texts, rules));
        m.players = [super::super::Player::Person; 2];
        m.update(Msg::New(crate::app::NewGame {
            rules: rules.name,
            players: m.players,
            level: m.level,
            touch_move: false,
        }));
        m.update(Msg::Type("c3-d4".to_owned()));
        let game = save::write_game(&m);
        let pdn = crate::app::exchange::write_game(&m);

        let mut again = Model::new(Prefs::default(), Lang::En);
        assert!(again.take_homes(&file));
        save::read_game(&mut again, &game).expect("readable");
        assert!(std::ptr::eq(again.game.variant(), rules));
        assert_eq!(
            (again.game.ply(), rules_name(&again, again.game.variant())),
            (1, "Grandmother's".to_owned())
        );
        again.update(Msg::Paste(pdn));
        assert!(std::ptr::eq(again.game.variant(), rules), "a game file names them too");
        assert_eq!(again.game.ply(), 1);
        // Forgotten, the game goes on, under a name that says where the rules come from.
        again.update(Msg::Home(HomeMsg::Delete(0)));
        assert!(again.homes.is_empty());
        assert!(rules_name(&again, again.game.variant()).contains("Polish draughts"));
    }

    #[test]
    fn what_can_not_be_kept_says_every_reason() {
        let mut m = Model::new(Prefs::default(), Lang::En);
        let mut bad = HomeDraft::new(&m, None);
        assert_eq!(bad.obstacles(&m).len(), 2, "no name, and nothing that differs: {:?}", bad.obstacles(&m));
        assert!(bad.home.set(Fact::MayTurnBack, "yes") && bad.home.set(Fact::MenRows, "4"));
        let reasons = bad.obstacles(&m);
        assert_eq!(reasons.len(), 3, "two impossible things and no name: {reasons:?}");
        m.update(Msg::Home(HomeMsg::Keep(bad)));
        assert!(m.homes.is_empty());
        m.update(Msg::Home(HomeMsg::Keep(draft(&m, "Mine"))));
        let twice = draft(&m, "Mine");
        assert_eq!(twice.obstacles(&m).len(), 2, "the name and the rules are there already");
        let same = HomeDraft::new(&m, Some(0));
        assert!(same.obstacles(&m).is_empty(), "but not for itself: {:?}", same.obstacles(&m));
    }

    #[test]
    fn one_set_that_can_not_be_read_leaves_the_others() {
        let mut m = Model::new(Prefs::default(), Lang::En);
        let text = "[{\"name\":\"a\",\"rules\":\"russian.goal-lose\"},{\"name\":\"b\",\"rules\":\"russian.moon-full\"}]";
        assert!(!m.take_homes(text));
        assert_eq!(m.homes.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["a"]);
        assert!(!m.take_homes("what?"));
    }
}
