//! The names that code and tables share. Each list is closed, so that a misspelled name is a fault where it stands and never a rule that silently
//! does nothing.
//!
//! A game declares the names its rules look up, and the other names its tables may contain. A name in a table must be one of them or be used by
//! another table (`facts.ron`, a scenario, `look.ron`); a name that the rules look up must be in the table.

use super::Compass;
use super::ground_checks::KINDS;
use super::read::{Fault, Kind, Lexicon, Node, Reading, closest, parse, with_article};
use super::tables::Files;
use std::collections::BTreeSet;

/// Names of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names {
    /// Those that rules look up: they must be there.
    pub needed: &'static [&'static str],
    /// Others that may be there.
    pub other: &'static [&'static str],
}

impl Names {
    /// No names at all.
    pub const NONE: Names = Names { needed: &[], other: &[] };

    /// Names that rules look up.
    pub const fn needed(needed: &'static [&'static str]) -> Names {
        Names { needed, other: &[] }
    }

    /// Names that may be there.
    pub const fn other(other: &'static [&'static str]) -> Names {
        Names { needed: &[], other }
    }

    /// Further names that may be there.
    pub const fn and(self, other: &'static [&'static str]) -> Names {
        Names { needed: self.needed, other }
    }
}

/// The names of a game's map and of its terrain chart.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Vocabulary {
    /// Sides and nations that hold, enter, supply or set up.
    pub powers: Names,
    pub countries: Names,
    /// Letters of regions that the rules refer to.
    pub letters: &'static [char],
    /// Edges by which somebody enters.
    pub edges: &'static [Compass],
    pub terrain: Names,
    pub sets: Names,
    pub lines: Names,
    pub areas: Names,
    pub region_tags: Names,
    pub place_kinds: Names,
    pub place_tags: Names,
    pub place_values: Names,
    pub symbols: Names,
    pub source_tags: Names,
    /// Values of the terrain chart.
    pub effects: Names,
    /// Rows of the terrain chart, besides those of the terrain: section and name.
    pub rows: &'static [(&'static str, &'static str)],
    /// Whether the chart says how much each terrain holds.
    pub stacks: bool,
}

/// Names every map may use, known to the drawing and the checks of the ground.
const EVERY_SET: &[&str] = &["base", "island", "coastal", "coastal_without_sea_hex"];
const EVERY_REGION_TAG: &[&str] = &["sea"];
const EVERY_PLACE_TAG: &[&str] = &["capital", "port", "no_control"];

/// Where names of one kind appear in a file.
pub(super) struct Uses<'n, 'a> {
    /// What such a name is called.
    pub what: &'static str,
    /// The names declared.
    pub names: Names,
    /// Those that other tables use, or that every game has.
    pub besides: BTreeSet<&'n str>,
    /// Where to report one that is missing.
    pub section: u32,
    /// The names in the file.
    pub found: Vec<&'n Node<'a>>,
}

impl Uses<'_, '_> {
    /// Reports every unknown name and every missing one. A misspelled name is reported once.
    pub(super) fn check(&self, reading: &Reading<'_>) {
        let known = || self.names.needed.iter().chain(self.names.other).copied().chain(self.besides.iter().copied());
        let valid: BTreeSet<&str> = known().collect();
        let named = || self.found.iter().filter_map(|node| Some((node.at, node.text().filter(|name| !name.is_empty())?)));
        let mut there: BTreeSet<&str> = named().map(|(_, name)| name).filter(|name| valid.contains(name)).collect();
        for (at, name) in named().filter(|(_, name)| !valid.contains(name)) {
            let missing: Vec<&str> = self.names.needed.iter().copied().filter(|name| !there.contains(name)).collect();
            there.extend(closest(name, missing.into_iter()));
            reading.fault(
                at,
                format!("{name:?} is not {} that the rules or other tables know{}", with_article(self.what), reading.nearest(name, valid.iter().copied())),
            );
        }
        for name in self.names.needed.iter().filter(|name| !there.contains(*name)) {
            reading.fault(self.section, format!("the {} {name:?} is missing: the rules look for it", self.what));
        }
    }
}

/// Names that other tables use.
pub(super) struct Elsewhere {
    /// Areas that scenarios name.
    pub areas: BTreeSet<String>,
}

/// Checks the names of `map.ron`, `terrain.ron` and `facts.ron`, file by file. What is missing or cannot be parsed is reported elsewhere.
pub(super) fn check_map_names(files: &Files, vocabulary: &Vocabulary, elsewhere: &Elsewhere) -> Vec<Fault> {
    let text = |name: &str| files.texts.get(name).map_or("", String::as_str);
    let tree = |name: &str| parse(text(name)).ok();
    let (Some(map), chart, facts) = (tree("map.ron"), tree("terrain.ron"), tree("facts.ron")) else { return Vec::new() };
    let stated = facts.as_ref().map(stated).unwrap_or_default();
    let mut faults = Vec::new();
    let mut look_at = |file: &str, check: &dyn Fn(&Reading<'_>)| {
        let (label, lexicon) = (files.label(file), Lexicon::default());
        let reading = Reading::new(&label, text(file), &lexicon);
        check(&reading);
        faults.extend(reading.into_faults());
    };
    let in_facts: BTreeSet<&str> = stated.iter().filter_map(|node| node.text()).collect();
    let rows = |section: &str| -> Vec<&str> { chart.iter().flat_map(|c| keys(c, section)).filter_map(Node::text).collect() };
    look_at("map.ron", &|r| map_uses(&map, vocabulary, &in_facts, elsewhere, &rows("places"), &rows("symbols")).iter().for_each(|uses| uses.check(r)));
    look_at("map.ron", &|r| letters_and_edges(r, &map, vocabulary));
    if let Some(chart) = &chart {
        look_at("terrain.ron", &|r| chart_uses(chart, &map, vocabulary, &in_facts).iter().for_each(|uses| uses.check(r)));
        look_at("terrain.ron", &|r| needed_rows(r, chart, vocabulary));
    }
    look_at("facts.ron", &|r| facts_names(r, &stated, &map, vocabulary));
    faults
}

/// The keys of a map of the file.
fn keys<'n, 'a>(tree: &'n Node<'a>, section: &str) -> impl Iterator<Item = &'n Node<'a>> {
    tree.field(section).map_or(&[][..], |node| node.pairs()).iter().map(|(key, _)| key)
}

/// The values of a map of the file.
fn values<'n, 'a>(tree: &'n Node<'a>, section: &str) -> impl Iterator<Item = &'n Node<'a>> {
    tree.field(section).map_or(&[][..], |node| node.pairs()).iter().map(|(_, value)| value)
}

/// The elements of a list of the file.
fn items<'n, 'a>(tree: &'n Node<'a>, section: &str) -> impl Iterator<Item = &'n Node<'a>> {
    tree.field(section).map_or(&[][..], |node| node.items()).iter()
}

/// The texts that a field of a record holds: itself, its elements or its keys.
fn named<'n, 'a>(record: &'n Node<'a>, field: &str) -> Vec<&'n Node<'a>> {
    match record.field(field).map(|node| (node, &node.kind)) {
        Some((_, Kind::List(items))) => items.iter().collect(),
        Some((_, Kind::Map(pairs))) => pairs.iter().map(|(key, _)| key).collect(),
        Some((node, _)) => vec![node],
        None => Vec::new(),
    }
}

fn map_uses<'n, 'a>(
    map: &'n Node<'a>,
    vocabulary: &Vocabulary,
    in_facts: &BTreeSet<&'n str>,
    elsewhere: &'n Elsewhere,
    place_rows: &[&'n str],
    symbol_rows: &[&'n str],
) -> Vec<Uses<'n, 'a>> {
    let regions: Vec<&Node<'a>> = map.field("regions").map_or(Vec::new(), |regions| values(regions, "legend").collect());
    let places: Vec<&Node<'a>> = items(map, "places").chain(items(map, "off_map")).collect();
    let of = |records: &[&'n Node<'a>], field: &str| -> Vec<&'n Node<'a>> { records.iter().flat_map(|record| named(record, field)).collect() };
    let (areas, sources, edges): (Vec<_>, Vec<_>, Vec<_>) = (values(map, "areas").collect(), items(map, "sources").collect(), items(map, "edges").collect());
    let mut powers = of(&regions, "holder");
    powers.extend(of(&regions, "closed_to"));
    powers.extend(values(map, "holders"));
    powers.extend(of(&sources, "side"));
    powers.extend(of(&areas, "side"));
    powers.extend(of(&edges, "nation"));
    powers.extend(of(&places, "nation"));
    let mut region_tags = of(&regions, "tags");
    region_tags.extend(of(&areas, "tags"));
    let terrain: Vec<&Node<'a>> = map.field("terrain").map_or(Vec::new(), |terrain| values(terrain, "legend").collect());
    let sort = |what, names, section: &str, besides: &[&'n str], found| {
        let section = map.field(section).map_or(map.at, |node| node.at);
        Uses { what, names, besides: in_facts.iter().chain(besides).copied().collect(), section, found }
    };
    let drawn: Vec<&str> = KINDS.iter().chain(place_rows).copied().collect();
    let (lots, coasts): (Vec<&str>, Vec<&str>) =
        (elsewhere.areas.iter().map(String::as_str).collect(), keys(map, "hexes").filter_map(Node::text).filter(|name| name.starts_with("coast_")).collect());
    let sets: Vec<&str> = EVERY_SET.iter().chain(&coasts).copied().collect();
    let all_terrain: Vec<&str> = terrain.iter().filter_map(|node| node.text()).collect();
    vec![
        sort("side or nation", vocabulary.powers, "regions", &[], powers),
        sort("country", vocabulary.countries, "regions", &[], of(&regions, "country")),
        sort("tag of a region", vocabulary.region_tags, "regions", EVERY_REGION_TAG, region_tags),
        // The chart has a row for each terrain, and no others.
        sort("terrain", vocabulary.terrain, "terrain", &all_terrain, terrain),
        sort("kind of place", vocabulary.place_kinds, "places", &drawn, of(&places, "kind")),
        sort("tag of a place", vocabulary.place_tags, "places", EVERY_PLACE_TAG, of(&places, "tags")),
        sort("value of a place", vocabulary.place_values, "places", &[], of(&places, "values")),
        sort("symbol", vocabulary.symbols, "places", symbol_rows, of(&places, "symbols")),
        sort("tag of a source", vocabulary.source_tags, "sources", &[], of(&sources, "tags")),
        sort("set of hexes", vocabulary.sets, "hexes", &sets, keys(map, "hexes").collect()),
        sort("line", vocabulary.lines, "lines", &[], keys(map, "lines").collect()),
        sort("area", vocabulary.areas, "areas", &lots, keys(map, "areas").collect()),
    ]
}

fn letters_and_edges(r: &Reading<'_>, map: &Node<'_>, vocabulary: &Vocabulary) {
    let at = |section: &str| map.field(section).map_or(map.at, |node| node.at);
    let legend: Vec<char> = map.field("regions").into_iter().flat_map(|regions| keys(regions, "legend")).filter_map(letter).collect();
    for letter in vocabulary.letters.iter().filter(|letter| !legend.contains(letter)) {
        r.fault(at("regions"), format!("the region {letter:?} is missing: the rules look for it"));
    }
    for edge in vocabulary.edges {
        let name = format!("{edge:?}");
        if !items(map, "edges").any(|entry| entry.field("edge").is_some_and(|node| matches!(node.kind, Kind::Word(word) if word == name))) {
            r.fault(at("edges"), format!("no side enters by the {name} edge: the rules look for it"));
        }
    }
}

fn letter(node: &Node<'_>) -> Option<char> {
    if let Kind::Char(letter) = node.kind { Some(letter) } else { None }
}

fn chart_uses<'n, 'a>(chart: &'n Node<'a>, map: &'n Node<'_>, vocabulary: &Vocabulary, in_facts: &BTreeSet<&'n str>) -> Vec<Uses<'n, 'a>> {
    let all = ["hexes", "places", "symbols", "sides"].into_iter().flat_map(|section| values(chart, section));
    let effects = all.flat_map(|row| named(row, "values")).collect();
    let on_map = |field: &str| -> Vec<&'n str> { items(map, "places").flat_map(|place| named(place, field)).filter_map(Node::text).collect() };
    let (kinds, symbols) = (on_map("kind"), on_map("symbols"));
    let sort = |what, names: Names, besides: Vec<&'n str>, found| {
        // Whether a row is missing is for `needed_rows` to say.
        let needed = if what == "value of the chart" { names.needed } else { &[] };
        let besides = besides.into_iter().chain(names.needed.iter().copied()).chain(in_facts.iter().copied()).collect();
        Uses { what, names: Names { needed, ..names }, besides, section: chart.at, found }
    };
    vec![
        sort("value of the chart", vocabulary.effects, Vec::new(), effects),
        sort("kind of place", vocabulary.place_kinds, kinds.into_iter().chain(KINDS).collect(), keys(chart, "places").collect()),
        sort("symbol", vocabulary.symbols, symbols, keys(chart, "symbols").collect()),
    ]
}

fn needed_rows(r: &Reading<'_>, chart: &Node<'_>, vocabulary: &Vocabulary) {
    let open = |row: &Node<'_>| !row.field("prohibited").is_some_and(|node| matches!(node.kind, Kind::Word("true")));
    for row in values(chart, "hexes").filter(|row| vocabulary.stacks && open(row) && row.field("stack").is_none()) {
        r.fault(row.at, "this terrain can be entered, so it needs `stack`: how much may stand there");
    }
    for (section, name) in vocabulary.rows {
        if !keys(chart, section).any(|key| key.text() == Some(name)) {
            r.fault(chart.field(section).map_or(chart.at, |node| node.at), format!("the row {name:?} of `{section}` is missing: the rules look for it"));
        }
    }
}

/// The texts in the statements of `facts.ron`.
fn stated<'n, 'a>(facts: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    items(facts, "facts").filter_map(|line| line.field("is")).flat_map(Node::texts).collect()
}

/// Every name in a statement is a name of the map: a statement that something is *not* so would hold of any misspelled name.
fn facts_names(r: &Reading<'_>, stated: &[&Node<'_>], map: &Node<'_>, vocabulary: &Vocabulary) {
    const WORDS: [&str; 14] = ["road", "rail", "river", "N", "NE", "E", "SE", "S", "SW", "W", "NW", "lake", "sea", ""];
    let mut valid: BTreeSet<&str> = map.texts().into_iter().filter_map(|node| node.text()).collect();
    valid.extend(WORDS);
    valid.extend(super::SideKind::ALL.iter().map(|(name, _)| *name));
    for names in [vocabulary.powers, vocabulary.place_kinds, vocabulary.place_tags, vocabulary.symbols, vocabulary.effects] {
        valid.extend(names.needed.iter().chain(names.other));
    }
    let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let mut told = BTreeSet::new();
    for node in stated {
        let Some(name) = node.text().filter(|name| !is_hex(name) && !valid.contains(name)) else { continue };
        if told.insert(name) {
            r.fault(node.at, format!("{name:?} is not a name on this map{}", r.nearest(name, valid.iter().copied().filter(|v| !is_hex(v)))));
        }
    }
}
