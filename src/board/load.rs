//! Reads the tables that every game has, and reports every fault in every file where it stands.

use super::facts::check_facts;
use super::ground_checks::check_ground;
use super::ids::{MarkId, Side};
use super::look::{Look, names_of};
use super::map::{Ground, Origin};
use super::read::{At, Fault, Faults, Fields, Lexicon, Node, Reading, parse, with_article};
use super::scenarios::{Around, read_scenarios};
use super::tables::{AtomRow, Files, Nation, Optional, Put, Sequence, Step, Tables, UnitKind, UnitRow};
use super::terrain::Chart;
use super::vocabulary::{Elsewhere, Names, Uses, Vocabulary, check_map_names};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The names a game's code knows. `game.ron` must list exactly these, and other tables may use no others.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Known {
    pub sides: &'static [&'static str],
    pub marks: &'static [&'static str],
    pub counts: &'static [&'static str],
    pub tracks: &'static [&'static str],
    pub boxes: &'static [&'static str],
    pub options: &'static [&'static str],
    pub steps: &'static [&'static str],
    /// What is printed on a counter, in this order.
    pub factors: &'static [&'static str],
    pub kinds: &'static [&'static str],
    /// Nations that the rules refer to; there may be others if counters belong to them.
    pub nations: &'static [&'static str],
    pub formations: Names,
    pub traits: Names,
    /// Other printed values, each with the lowest and highest that the rules can handle.
    pub values: &'static [(&'static str, i16, i16)],
    pub map: Vocabulary,
    /// Whether the game sets up its counters itself: its scenarios may then have no `lots`, and `more` holds what only this game needs.
    pub deals: bool,
}

/// The clock counts turns and steps in a byte, and some rules look a few turns ahead.
const MOST_TURNS: usize = 200;
const MOST_STEPS: usize = 255;
/// Nations are numbered in a byte.
const MOST_NATIONS: usize = 200;
/// Factors beyond these are typos.
const FACTORS: std::ops::RangeInclusive<i16> = 0..=99;
/// Likewise for where a track starts.
const STARTS: std::ops::RangeInclusive<i32> = -999..=999;

/// A load in progress: the files being read and the faults found so far.
pub struct Loading<'a> {
    /// What is read.
    pub files: &'a Files,
    /// The faults found.
    pub faults: Vec<Fault>,
}

impl<'a> Loading<'a> {
    /// Starts loading.
    pub fn new(files: &'a Files) -> Loading<'a> {
        Loading { files, faults: Vec::new() }
    }

    /// Reads one file with a closure that may note any number of faults. A missing file is a fault.
    pub fn file<T>(&mut self, name: &str, lexicon: &Lexicon, read: impl FnOnce(&Reading<'_>) -> Option<T>) -> Option<T> {
        let label = self.files.label(name);
        let Some(text) = self.files.texts.get(name) else {
            self.faults.push(Fault::of_file(label, "is missing"));
            return None;
        };
        let reading = Reading::new(&label, text, lexicon);
        let value = read(&reading);
        self.faults.extend(reading.into_faults());
        value
    }

    /// The value, or all faults if there were any.
    pub fn done<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => {
                let mut told = BTreeSet::new();
                self.faults.retain(|fault| told.insert(fault.clone()));
                Err(Faults(self.faults))
            }
        }
    }

    /// Reads a file that is checked on its own.
    fn plain<T>(&mut self, name: &str, read: impl FnOnce(&str, &str) -> Result<T, Vec<Fault>>) -> Option<T> {
        let label = self.files.label(name);
        let Some(text) = self.files.texts.get(name) else {
            self.faults.push(Fault::of_file(label, "is missing"));
            return None;
        };
        read(&label, text).map_err(|faults| self.faults.extend(faults)).ok()
    }
}

/// Entries of a map sorted into the order of names that code knows; a missing or an unknown name is a fault.
fn in_known_order<V: Clone>(reading: &Reading<'_>, at: u32, what: &str, known: &[&str], found: Vec<(At<String>, V)>) -> Vec<V> {
    for (name, _) in found.iter().filter(|(name, _)| !known.contains(&name.value.as_str())) {
        reading.fault(name.at, format!("{:?} is not {} of this game{}", name.value, with_article(what), reading.nearest(&name.value, known.iter().copied())));
    }
    let mut sorted = Vec::new();
    for name in known {
        match found.iter().find(|(key, _)| key.value == *name) {
            Some((_, value)) => sorted.push(value.clone()),
            None => reading.fault(at, format!("the {what} {name:?} is missing")),
        }
    }
    sorted
}

impl Tables {
    /// Reads all shared tables of a game. `None` if anything needed could not be read; the faults are in `loading`.
    pub fn read(loading: &mut Loading<'_>, known: &Known) -> Option<Tables> {
        let mut lexicon = Lexicon::default();
        lexicon.declare("Side", known.sides.iter().copied());
        lexicon.declare("MarkId", known.marks.iter().copied());
        lexicon.declare("CountId", known.counts.iter().copied());
        lexicon.declare("TrackId", known.tracks.iter().copied());
        lexicon.declare("BoxId", known.boxes.iter().copied());
        lexicon.declare("OptionId", known.options.iter().copied());
        lexicon.declare("StepId", known.steps.iter().copied());
        lexicon.declare("Kind", known.kinds.iter().copied());
        lexicon.declare("Trait", known.traits.needed.iter().chain(known.traits.other).copied());
        lexicon.declare("Value", known.values.iter().map(|(name, ..)| *name));

        // The ground comes first: every later file may name its hexes.
        let (ground, chart) = read_ground(loading);
        if let Some(ground) = &ground {
            lexicon.declare_hexes(ground.grid.hexes());
        }
        let mut nation_names = Vec::new();
        let game = loading.file("game.ron", &lexicon, |r| read_game(r, known, &mut nation_names, ground.clone(), chart));
        lexicon.declare("NationId", nation_names);
        let atoms = loading.file("reference.ron", &lexicon, |r| read_reference(r, game.as_ref()));
        lexicon.declare("AtomId", atoms.iter().flat_map(|(_, rows)| rows).map(|atom| atom.id.clone()));
        let mut unit_names = Vec::new();
        let units = loading.file("units.ron", &lexicon, |r| read_units(r, known, &mut unit_names));
        lexicon.declare("UnitId", unit_names);
        if let (Some(game), Some(units)) = (&game, &units) {
            loading.file("game.ron", &lexicon, |r| check_nations(r, known, &game.nations, units));
        }
        let sequence = loading.file("sequence.ron", &lexicon, |r| read_sequence(r, known));
        let around = Around { deals: known.deals, ground: ground.as_deref(), units: units.as_deref(), turn_names: game.as_ref().map(|game| game.turns.len()) };
        let scenarios = read_scenarios(loading, &lexicon, &around);
        check_unit_names(loading, &lexicon, known);
        let areas = scenarios.iter().flat_map(|s| &s.lots).filter_map(|lot| if let Put::Area(area) = &lot.to { Some(area.value.clone()) } else { None });
        loading.faults.extend(check_map_names(loading.files, &known.map, &Elsewhere { areas: areas.collect() }));

        let (mut tables, (chapters, atoms)) = (game?, atoms?);
        tables.chapters = chapters;
        tables.atoms = atoms;
        tables.units = units?.into_iter().map(|(_, row)| row).collect();
        tables.sequence = sequence?;
        tables.scenarios = scenarios;
        tables.declare_words(lexicon, known);
        tables.look = Look::read(loading, &tables);
        let mut files = loading.files.clone();
        // No part of the game, so no save needs them.
        [super::COMMANDER, super::CHANCES].iter().for_each(|name| drop(files.texts.remove(*name)));
        tables.files = Arc::new(files);
        Some(tables)
    }

    /// What marks, counters, boxes and steps are called in sentences.
    fn declare_words(&mut self, mut lexicon: Lexicon, known: &Known) {
        lexicon.declare("MarkText", self.marks.iter().cloned());
        lexicon.declare("UnmarkText", (0..known.marks.len()).map(|id| self.unmarks.get(&MarkId(id as u8)).cloned().unwrap_or_default()));
        let with_nation = |unit: &UnitRow| {
            let nation = self.nations.get(unit.nation.value.at()).map_or("", |nation| nation.called.as_ref().unwrap_or(&nation.id));
            if unit.name.starts_with(nation) { unit.name.clone() } else { format!("{nation} {}", unit.name) }
        };
        lexicon.declare("UnitText", self.units.iter().map(with_nation));
        lexicon.declare_places(&self.ground);
        lexicon.declare("BoxText", self.boxes.iter().map(|b| b.name.clone()));
        let step_name = |id: usize| self.sequence.steps.iter().find(|s| s.id.at() == id).map_or(known.steps[id].to_owned(), |s| s.name.clone());
        lexicon.declare("StepText", (0..known.steps.len()).map(step_name));
        self.lexicon = lexicon;
    }
}

/// The map and its chart, checked against the rulebook's facts if there are any. Blank ground is made from a map that is sound.
fn read_ground(loading: &mut Loading<'_>) -> (Option<Arc<Ground>>, Option<Chart>) {
    let files = loading.files;
    let Some(ground) = loading.plain("map.ron", Ground::read) else { return (None, None) };
    let chart = loading.plain("terrain.ron", |file, text| Chart::read(file, text, &ground));
    if let (Some(chart), Some(map)) = (&chart, files.texts.get("map.ron")) {
        loading.faults.extend(check_ground(&files.label("map.ron"), map, &ground, chart));
        if let Some(facts) = files.texts.get("facts.ron") {
            loading.faults.extend(check_facts(&files.label("facts.ron"), facts, &ground, chart).err().unwrap_or_default());
        }
    }
    (Some(Arc::new(if files.blank { ground.blanked() } else { ground })), chart)
}

/// `game.ron`. Nations are numbered by their position in the file, counting bad entries too, so that one fault does not hide another.
fn read_game(r: &Reading<'_>, known: &Known, nation_names: &mut Vec<String>, ground: Option<Arc<Ground>>, chart: Option<Chart>) -> Option<Tables> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    for (name, expected) in [("sides", known.sides), ("factors", known.factors)] {
        let found: Option<At<Vec<String>>> = f.need(name);
        if let Some(found) = found.filter(|found| found.value != expected) {
            r.fault(found.at, format!("expected the {name} {expected:?} in this order"));
        }
    }
    *nation_names = f.keys("nations");
    let nations = nations(&f, nation_names);
    if nations.len() > MOST_NATIONS {
        r.fault(tree.at, format!("{} nations; there can be at most {MOST_NATIONS}", nations.len()));
    }
    let (title, prefix) = (f.need("title"), f.need("prefix"));
    let turns: Option<At<Vec<String>>> = f.need("turns");
    if let Some(turns) = turns.as_ref().filter(|turns| !(1..=MOST_TURNS).contains(&turns.value.len())) {
        r.fault(turns.at, format!("{} turns, expected 1 to {MOST_TURNS}", turns.value.len()));
    }
    let about = f.maybe("about");
    let kinds: Vec<(At<String>, UnitKind)> = f.each_pair("kinds");
    in_known_order(r, f.node("kinds").map_or(tree.at, |node| node.at), "kind", known.kinds, kinds.clone());
    let kinds = kinds.into_iter().map(|(kind, row)| (kind.value, row)).collect();
    let at = |name: &'static str| f.node(name).map_or(tree.at, |node| node.at);
    let options: Vec<Optional> = in_known_order(r, at("options"), "optional rule", known.options, f.each_pair("options"));
    check_needs(r, f.node("options"), known.options);
    let marks = in_known_order(r, at("marks"), "mark", known.marks, f.each_pair("marks"));
    let unmarks = f.each_pair("unmarks").into_iter().map(|(id, words): (At<MarkId>, String)| (id.value, words)).collect();
    let counts = in_known_order(r, at("counts"), "count", known.counts, f.each_pair("counts"));
    let tracks: Vec<(At<String>, super::tables::Track)> = f.each_pair("tracks");
    for (name, track) in tracks.iter().filter(|(_, track)| !STARTS.contains(&track.start)) {
        r.fault(name.at, format!("the track {:?} starts at {}, expected {} to {}", name.value, track.start, STARTS.start(), STARTS.end()));
    }
    let tracks = in_known_order(r, at("tracks"), "track", known.tracks, tracks);
    let boxes = in_known_order(r, at("boxes"), "box", known.boxes, f.each_pair("boxes"));
    f.close();
    Some(Tables {
        title: title?,
        prefix: prefix?,
        about,
        sides: known.sides.iter().map(ToString::to_string).collect(),
        nations,
        kinds,
        factors: known.factors.iter().map(ToString::to_string).collect(),
        marks,
        unmarks,
        counts,
        tracks,
        boxes,
        options,
        turns: turns?.value,
        units: Vec::new(),
        sequence: Sequence::default(),
        chapters: Vec::new(),
        atoms: Vec::new(),
        scenarios: Vec::new(),
        ground: ground?,
        chart: chart?,
        look: Look::default(),
        lexicon: Lexicon::default(),
        files: Arc::default(),
    })
}

fn nations(f: &Fields<'_, '_, '_>, names: &[String]) -> Vec<Nation> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw {
        name: String,
        side: Side,
        #[serde(default)]
        plural: bool,
        #[serde(default)]
        called: Option<String>,
    }
    let read: BTreeMap<String, Raw> = f.each_pair("nations").into_iter().map(|(id, raw): (At<String>, Raw)| (id.value, raw)).collect();
    let nation = |id: &String| {
        let raw = read.get(id);
        Nation {
            id: id.clone(),
            name: raw.map_or(String::new(), |raw| raw.name.clone()),
            side: raw.map_or(Side(0), |raw| raw.side),
            plural: raw.is_some_and(|raw| raw.plural),
            called: raw.and_then(|raw| raw.called.clone()),
        }
    };
    names.iter().map(nation).collect()
}

/// Checks that what an optional rule needs is itself an optional rule.
fn check_needs(r: &Reading<'_>, options: Option<&Node<'_>>, known: &[&str]) {
    let rules = options.map_or(&[][..], |node| node.pairs());
    for need in rules.iter().filter_map(|(_, rule)| rule.field("needs")).flat_map(|needs| needs.items()) {
        if let Some(name) = need.text().filter(|name| !known.contains(name)) {
            r.fault(need.at, format!("{name:?} is not an optional rule{}", r.nearest(name, known.iter().copied())));
        }
    }
}

/// Rules refer to some nations by name; any other nation must have counters.
fn check_nations(r: &Reading<'_>, known: &Known, nations: &[Nation], units: &[(At<String>, UnitRow)]) -> Option<()> {
    let tree = r.tree()?;
    let section = tree.field("nations")?;
    let used: BTreeSet<&str> = units.iter().filter_map(|(_, unit)| nations.get(unit.nation.value.at())).map(|nation| nation.id.as_str()).collect();
    let found = section.pairs().iter().map(|(key, _)| key).collect();
    Uses { what: "nation", names: Names::needed(known.nations), besides: used, section: section.at, found }.check(r);
    Some(())
}

/// Chapters of the rulebook: number and title.
type Chapters = Vec<(String, String)>;

fn read_reference(r: &Reading<'_>, game: Option<&Tables>) -> Option<(Chapters, Vec<AtomRow>)> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    let chapters: Chapters = f.each("chapters");
    let atoms: Vec<At<AtomRow>> = f.each("atoms");
    f.close();
    let mut seen = BTreeSet::new();
    for atom in &atoms {
        if !seen.insert(atom.value.id.as_str()) {
            r.fault(atom.at, format!("the atom {} is given twice", atom.value.id));
        }
        if let Some(game) = game
            && atom.value.id.strip_prefix(&game.prefix).is_none_or(|rest| !rest.starts_with('-'))
        {
            r.fault(atom.at, format!("{} is not an atom of this game: expected {}-…", atom.value.id, game.prefix));
        }
    }
    Some((chapters, atoms.into_iter().map(|a| a.value).collect()))
}

fn read_units(r: &Reading<'_>, known: &Known, names: &mut Vec<String>) -> Option<Vec<(At<String>, UnitRow)>> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    let _: Option<Origin> = f.need("source");
    *names = f.keys("units");
    let units: Vec<(At<String>, UnitRow)> = f.each_pair("units");
    let node = f.node("units");
    f.close();
    let rows: BTreeMap<u32, &Node<'_>> = node.map_or(&[][..], |node| node.pairs()).iter().map(|(key, row)| (key.at, row)).collect();
    for (id, unit) in &units {
        let at = |field: &str| rows.get(&id.at).and_then(|row| row.field(field)).map_or(id.at, |node| node.at);
        if !known.kinds.contains(&unit.kind.value.as_str()) {
            r.fault(unit.kind.at, format!("unknown kind {:?}{}", unit.kind.value, r.nearest(&unit.kind.value, known.kinds.iter().copied())));
        }
        let expected = known.factors.len();
        if !unit.front.is_empty() && unit.front.len() != expected || unit.back.as_ref().is_some_and(|b| b.len() != expected) {
            r.fault(id.at, format!("{} must have {expected} factors on each side: {}", id.value, known.factors.join(", ")));
        }
        for (field, factors) in [("front", Some(&unit.front)), ("back", unit.back.as_ref())] {
            for factor in factors.into_iter().flatten().filter(|factor| !FACTORS.contains(factor)) {
                r.fault(at(field), format!("{} has the factor {factor}, expected {} to {}", id.value, FACTORS.start(), FACTORS.end()));
            }
        }
        for (name, low, high) in known.values {
            if let Some(value) = unit.values.get(*name).filter(|value| !(low..=high).contains(value)) {
                r.fault(at("values"), format!("{} has the value {value} of {name:?}, expected {low} to {high}", id.value));
            }
        }
    }
    Some(units)
}

fn read_sequence(r: &Reading<'_>, known: &Known) -> Option<Sequence> {
    let tree = r.tree()?;
    let f = r.fields(&tree);
    let (setup, turn): (Vec<Step>, Vec<Step>) = (f.each("setup"), f.each("turn"));
    f.close();
    if turn.is_empty() {
        r.fault(tree.at, "the turn has no steps");
    }
    let sequence = Sequence { setup: setup.len(), steps: setup.into_iter().chain(turn).collect() };
    if sequence.steps.len() > MOST_STEPS {
        r.fault(tree.at, format!("{} steps; there can be at most {MOST_STEPS}", sequence.steps.len()));
    }
    let there: BTreeSet<usize> = sequence.steps.iter().map(|step| step.id.at()).collect();
    for (_, name) in known.steps.iter().enumerate().filter(|(i, _)| !there.contains(i)) {
        r.fault(tree.at, format!("the step {name:?} is missing"));
    }
    Some(sequence)
}

/// Checks that traits, printed values and formations of the counters are names known to the rules or `look.ron`.
fn check_unit_names(loading: &mut Loading<'_>, lexicon: &Lexicon, known: &Known) {
    let files = loading.files;
    let Some(Ok(units)) = files.texts.get("units.ron").map(|text| parse(text)) else { return }; // reported where it is read
    let look = files.texts.get("look.ron").and_then(|text| parse(text).ok());
    let in_look: BTreeSet<String> = look.as_ref().map(names_of).unwrap_or_default();
    let section = units.field("units").map_or(units.at, |node| node.at);
    let rows = || units.field("units").map_or(&[][..], |node| node.pairs()).iter().map(|(_, row)| row);
    let values: Vec<&'static str> = known.values.iter().map(|(name, ..)| *name).collect();
    let besides: BTreeSet<&str> = in_look.iter().map(String::as_str).collect();
    let traits = rows().filter_map(|row| row.field("traits")).flat_map(|node| node.items()).collect();
    let printed = rows().filter_map(|row| row.field("values")).flat_map(|node| node.pairs()).map(|(key, _)| key).collect();
    let formations = rows().filter_map(|row| row.field("formation")).collect();
    loading.file("units.ron", lexicon, |r| {
        Uses { what: "trait", names: known.traits, besides: besides.clone(), section, found: traits }.check(r);
        Uses { what: "formation", names: known.formations, besides: besides.clone(), section, found: formations }.check(r);
        let with_values = besides.iter().copied().chain(values).collect();
        Uses { what: "printed value", names: Names::NONE, besides: with_values, section, found: printed }.check(r);
        Some(())
    });
}
