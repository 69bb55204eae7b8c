//! What the map of every game must satisfy beyond being readable: land is connected, rivers are lines, coasts touch the sea, places can be reached,
//! areas have room.
//!
//! Exceptions are data. The set `island` of a map names land that no ground unit reaches; the set `coastal_without_sea_hex` names coastal hexes whose
//! water is not a hex on the map: beyond its edge, or a gulf, or a strait.

mod hexes;
mod lines;
mod places;

pub(super) use places::KINDS;

use super::hex::{Hex, Ix};
use super::map::Ground;
use super::read::{Fault, Fields, Lexicon, Node, Reading};
use super::survey::Survey;
use super::terrain::Chart;
use std::collections::BTreeMap;

/// Checks a map that has been read from this text. Every fault is reported at its place.
pub(crate) fn check_ground(file: &str, text: &str, ground: &Ground, chart: &Chart) -> Vec<Fault> {
    let lexicon = Lexicon::default();
    let reading = Reading::new(file, text, &lexicon);
    if let Some(tree) = reading.tree() {
        let fields = reading.fields(&tree);
        let check = Check { survey: Survey::new(ground, chart), text: Text::new(&fields, &tree), reading: &reading };
        check.hexes();
        check.lines();
        check.places();
    }
    reading.into_faults()
}

/// A map, and the text it was read from.
struct Check<'c, 'n, 'a> {
    survey: Survey<'c>,
    text: Text<'n, 'a>,
    reading: &'c Reading<'a>,
}

impl<'c> Check<'c, '_, '_> {
    fn ground(&self) -> &'c Ground {
        self.survey.ground
    }

    fn hex(&self, ix: Ix) -> Hex {
        self.ground().grid.hex(ix)
    }

    fn fault(&self, at: u32, what: impl Into<String>) {
        self.reading.fault(at, what);
    }
}

/// Where the parts of a map are in its file.
struct Text<'n, 'a> {
    /// Where the file's record begins: for faults with no place of their own.
    start: u32,
    sections: BTreeMap<&'static str, &'n Node<'a>>,
    /// The letter of each hex in the grid of the ground, and in that of the regions.
    terrain: Vec<u32>,
    regions: Vec<u32>,
}

impl<'n, 'a> Text<'n, 'a> {
    fn new(fields: &Fields<'n, 'a, '_>, tree: &Node<'a>) -> Text<'n, 'a> {
        let names = ["terrain", "regions", "sides", "places", "hexes", "areas", "edges", "exits", "off_map"];
        let sections: BTreeMap<_, _> = names.into_iter().filter_map(|name| Some((name, fields.node(name)?))).collect();
        let letters = |name| sections.get(name).and_then(|node| node.field("grid")).map(letters).unwrap_or_default();
        Text { start: tree.at, terrain: letters("terrain"), regions: letters("regions"), sections }
    }

    /// The elements of a list of the file.
    fn items(&self, section: &str) -> &'n [Node<'a>] {
        self.sections.get(section).map_or(&[], |node| node.items())
    }

    /// Where an element of a list, or one of its fields, is.
    fn at(&self, section: &str, element: usize, name: &str) -> u32 {
        let Some(element) = self.items(section).get(element) else { return self.start };
        element.field(name).unwrap_or(element).at
    }

    /// The keys and values of a map of the file.
    fn pairs(&self, section: &str) -> &'n [(Node<'a>, Node<'a>)] {
        self.sections.get(section).map_or(&[], |node| node.pairs())
    }

    /// Where a key of a map is.
    fn key(&self, section: &str, name: &str) -> u32 {
        self.pairs(section).iter().find(|(key, _)| key.text() == Some(name)).map_or(self.start, |(key, _)| key.at)
    }
}

/// Offsets of the letters of a grid that stand for a hex, in the order of the dense indices.
fn letters(grid: &Node<'_>) -> Vec<u32> {
    let row = |row: &Node<'_>| -> Vec<u32> {
        let first = row.at + 1; // after the quotation mark
        row.text().unwrap_or_default().char_indices().filter(|(_, c)| *c != ' ').map(|(i, _)| first + i as u32).collect()
    };
    grid.items().iter().flat_map(row).collect()
}
