//! Checks on places, areas, edges and ways off the map.

use super::Check;
use crate::board::map::{SideKind, Site};
use crate::board::survey::is_city;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of place that are drawn; a chart may add kinds of its own.
pub(in crate::board) const KINDS: [&str; 12] =
    ["city", "capital", "mega-city", "town", "base", "port", "checkpoint", "airbase", "rail-link", "pass", "tunnel", "label"];

/// Numbers of a place beyond these are typos.
const VALUES: std::ops::RangeInclusive<i32> = -99..=99;

impl Check<'_, '_, '_> {
    pub(super) fn places(&self) {
        self.sites();
        self.areas();
        self.edges();
        self.exits();
    }

    /// Whether some rule looks at a place.
    fn matters(&self, site: &Site) -> bool {
        self.survey.chart.places.contains_key(&site.kind) || !site.symbols.is_empty() || !site.values.is_empty()
    }

    /// A place is of a known kind and, if a rule looks at it, where units can go; no hex has two cities.
    fn sites(&self) {
        let mut cities: BTreeMap<_, &str> = BTreeMap::new();
        let known = || KINDS.iter().copied().chain(self.survey.chart.places.keys().map(String::as_str));
        for (i, site) in self.ground().sites.iter().enumerate() {
            let at = self.text.at("places", i, "hex");
            if !known().any(|kind| kind == site.kind) {
                self.fault(
                    self.text.at("places", i, "kind"),
                    format!("{:?} is not a kind of place{}", site.kind, self.reading.nearest(&site.kind, KINDS.iter().copied())),
                );
            }
            if let Some(ix) = self.ground().grid.ix(site.hex).filter(|ix| self.matters(site) && !self.survey.enterable(*ix)) {
                let (terrain, region) = (self.ground().terrain_name(ix), &self.ground().region(ix).name);
                self.fault(at, format!("{}, a {}, is in {}, where nothing can go: {terrain} in the region {region:?}", site.name, site.kind, site.hex));
            }
            for (name, value) in site.values.iter().filter(|(_, value)| !VALUES.contains(value)) {
                let at = self.text.at("places", i, "values");
                self.fault(at, format!("{} has the value {value} of {name:?}, expected {} to {}", site.name, VALUES.start(), VALUES.end()));
            }
            if is_city(site)
                && let Some(other) = cities.insert(site.hex, &site.name)
            {
                self.fault(at, format!("{} and {other} are two cities in one hex", site.name));
            }
        }
    }

    /// An area has hexes, and room for the units to be placed there.
    fn areas(&self) {
        for (key, _) in self.text.pairs("areas") {
            let (at, name) = (key.at, key.text().unwrap_or_default());
            let Some(area) = self.ground().areas.get(name) else { continue };
            let hexes = self.survey.area(area);
            if hexes.is_empty() {
                self.fault(at, format!("the area {name:?} has no hex that anything can be in"));
                continue;
            }
            for hex in area.hexes.iter().filter(|hex| self.ground().grid.ix(**hex).is_some_and(|ix| !hexes.contains(&ix))) {
                self.fault(at, format!("the area {name:?} names {hex}, where nothing can be"));
            }
            if let Some(room) = self.survey.room(area).filter(|room| *room < u32::from(area.units)) {
                self.fault(at, format!("the area {name:?} has room for {room}, but {} units are to be placed there", area.units));
            }
        }
    }

    /// The hexes by which a nation enters lie on that edge.
    fn edges(&self) {
        for (i, entry) in self.ground().edges.iter().enumerate() {
            let listed = self.text.items("edges").get(i).and_then(|node| node.field("hexes")).map(|hexes| hexes.items()).unwrap_or_default();
            for (hex, node) in entry.hexes.iter().zip(listed) {
                if self.ground().grid.ix(*hex).is_some_and(|ix| !self.survey.on_edge(ix, entry.edge)) {
                    self.fault(node.at, format!("{hex} is not on the {:?} edge", entry.edge));
                }
            }
        }
    }

    /// An exit starts at the edge of the map, is of the kind it says, and leads to an off-map place.
    fn exits(&self) {
        let ids = || self.ground().off_map.iter().map(|place| place.id.as_str());
        let mut given = BTreeSet::new();
        for (i, place) in self.ground().off_map.iter().enumerate().filter(|(_, place)| !given.insert(&place.id)) {
            self.fault(self.text.at("off_map", i, "id"), format!("the off-map place {:?} is given twice", place.id));
        }
        let waters = || self.ground().regions.iter().map(|(_, region)| region.name.as_str());
        for (i, place) in self.ground().off_map.iter().enumerate() {
            for sea in place.port_on.iter().filter(|sea| !waters().any(|name| name == *sea)) {
                self.fault(self.text.at("off_map", i, "port_on"), format!("the map has no region {sea:?}{}", self.reading.nearest(sea, waters())));
            }
        }
        for (i, exit) in self.ground().exits.iter().enumerate() {
            let Some(ix) = self.ground().grid.ix(exit.hex) else { continue };
            if !self.survey.on_edge(ix, exit.edge) {
                self.fault(self.text.at("exits", i, "hex"), format!("{} is not on the {:?} edge", exit.hex, exit.edge));
            }
            if !ids().any(|id| id == exit.to) {
                self.fault(self.text.at("exits", i, "to"), format!("there is no off-map place {:?}{}", exit.to, self.reading.nearest(&exit.to, ids())));
            }
            match SideKind::named(&exit.by) {
                Some(kind @ (SideKind::Road | SideKind::Rail)) if self.survey.touched_by(ix, kind) => {}
                Some(SideKind::Road | SideKind::Rail) => self.fault(self.text.at("exits", i, "by"), format!("no {} touches {}", exit.by, exit.hex)),
                _ => self.fault(self.text.at("exits", i, "by"), format!("{:?} is not a kind of way: expected \"road\" or \"rail\"", exit.by)),
            }
        }
    }
}
