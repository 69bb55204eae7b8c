//! Reads `scenarios/*.ron`: who starts where, and what else a game asks of its scenarios.

use super::ids::UnitId;
use super::load::Loading;
use super::map::Ground;
use super::read::{At, Fault, Fields, Lexicon, Reading};
use super::tables::{Put, Scenario, Tables, UnitRow};
use std::collections::{BTreeMap, BTreeSet};

/// The die by which a scenario may be chosen.
const DIE: std::ops::RangeInclusive<u8> = 1..=6;

/// What scenarios are checked against, as far as it could be read.
pub(super) struct Around<'a> {
    /// Whether the game sets up its counters itself.
    pub deals: bool,
    pub ground: Option<&'a Ground>,
    pub units: Option<&'a [(At<String>, UnitRow)]>,
    /// How many turns have a name.
    pub turn_names: Option<usize>,
}

/// All scenarios, in the order of their files' names.
pub(super) fn read_scenarios(loading: &mut Loading<'_>, lexicon: &Lexicon, around: &Around<'_>) -> Vec<Scenario> {
    let names: Vec<String> = loading.files.texts.keys().filter(|n| n.starts_with("scenarios/")).cloned().collect();
    if names.is_empty() {
        loading.faults.push(Fault::of_file(loading.files.label("scenarios"), "contains no scenario"));
    }
    let (files, mut dice) = (names.len(), BTreeMap::new());
    let mut scenarios = Vec::new();
    for name in names {
        let id = name.trim_start_matches("scenarios/").trim_end_matches(".ron");
        scenarios.extend(loading.file(&name, lexicon, |r| read_scenario(r, id, lexicon, around, &mut dice)));
    }
    for die in DIE.filter(|die| scenarios.len() == files && !dice.is_empty() && !dice.contains_key(die)) {
        loading.faults.push(Fault::of_file(loading.files.label("scenarios"), format!("no scenario has the die {die}, but others have one")));
    }
    scenarios
}

fn read_scenario(r: &Reading<'_>, id: &str, lexicon: &Lexicon, around: &Around<'_>, dice: &mut BTreeMap<u8, String>) -> Option<Scenario> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    let (name, turns): (_, Option<At<u8>>) = (f.need("name"), f.need("turns"));
    let (text, lots, suggested) = (f.maybe("text"), f.each("lots"), f.maybe("suggested"));
    let die: Option<At<u8>> = f.maybe("die");
    if around.deals {
        f.node("more"); // the game reads it: see `Loading::more`
    }
    f.close();
    if let Some(die) = die {
        check_die(r, die, id, dice);
    }
    let turns = turns?;
    let scenario = Scenario { id: id.to_owned(), name: name?, text, turns: turns.value, die: die.map(|die| die.value), lots, suggested };
    let placed = check_lots(r, &scenario, lexicon, around.ground);
    if !(around.deals && scenario.lots.is_empty()) {
        check_all_placed(r, &placed, around.units.unwrap_or_default());
    }
    if around.turn_names.is_some_and(|named| named < usize::from(scenario.turns)) {
        r.fault(turns.at, format!("{} turns, but game.ron names fewer than that", scenario.turns));
    }
    if scenario.turns == 0 {
        r.fault(turns.at, "a game has at least one turn");
    }
    Some(scenario)
}

/// A die leads to one scenario.
fn check_die(r: &Reading<'_>, die: At<u8>, id: &str, dice: &mut BTreeMap<u8, String>) {
    if !DIE.contains(&die.value) {
        r.fault(die.at, format!("a die cannot show {}", die.value));
    } else if let Some(other) = dice.insert(die.value, id.to_owned()) {
        r.fault(die.at, format!("the die {} already leads to the scenario {other:?}", die.value));
    }
}

/// Checks that lots name areas that exist, and no counter twice under the same options. Returns the counters that are set up.
fn check_lots<'l>(r: &Reading<'_>, scenario: &Scenario, lexicon: &'l Lexicon, ground: Option<&Ground>) -> BTreeSet<&'l str> {
    let mut put: BTreeSet<(UnitId, &str)> = BTreeSet::new();
    for lot in &scenario.lots {
        if let (Put::Area(area), Some(ground)) = (&lot.to, ground)
            && !ground.areas.contains_key(&area.value)
        {
            r.fault(area.at, format!("the map has no area {:?}{}", area.value, r.nearest(&area.value, ground.areas.keys().map(String::as_str))));
        }
        let condition = lot.option.as_ref().map_or("", |option| option.value.as_str());
        if let Some(option) = &lot.option
            && let Some(Err(what)) = lexicon.number("OptionId", option.value.trim_start_matches('!'))
        {
            r.fault(option.at, what);
        }
        for unit in &lot.units {
            if !put.insert((unit.value, condition)) {
                r.fault(unit.at, format!("{} is set up twice", lexicon.name("UnitId", unit.value.0).unwrap_or("this unit")));
            }
        }
    }
    put.iter().filter_map(|(unit, _)| lexicon.name("UnitId", unit.0)).collect()
}

/// Every counter is set up somewhere.
fn check_all_placed(r: &Reading<'_>, placed: &BTreeSet<&str>, units: &[(At<String>, UnitRow)]) {
    for (id, _) in units.iter().filter(|(id, _)| !placed.contains(id.value.as_str())) {
        r.fault(0, format!("{} is not set up anywhere", id.value));
    }
}

impl Loading<'_> {
    /// Reads `more`, the part of each scenario meant only for its game, in order. The closure reads the fields of `more` and may note any number of
    /// faults at their places; a field it does not ask for is a fault. `None` if `more` of any scenario could not be read.
    pub fn more<T>(&mut self, tables: &Tables, mut read: impl FnMut(&Reading<'_>, &Scenario, &Fields<'_, '_, '_>) -> Option<T>) -> Option<Vec<T>> {
        let mut all = Vec::new();
        for scenario in &tables.scenarios {
            let own = self.file(&format!("scenarios/{}.ron", scenario.id), &tables.lexicon, |r| {
                let tree = r.tree()?;
                let Some(node) = tree.field("more") else {
                    r.fault(tree.at, "the field `more` is missing");
                    return None;
                };
                let fields = r.fields(node);
                let own = read(r, scenario, &fields);
                fields.close();
                own
            });
            all.push(own);
        }
        all.into_iter().collect()
    }
}
