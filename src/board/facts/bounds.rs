//! Statements about sets, lines, areas, sources, edges and off-map places.

use super::judge::Judge;
use super::{Miss, Verdict, count, exactly, hold, list, miss, miss_at};
use crate::board::hex::{Compass, Hex, Ix};
use crate::board::map::{Exit, OffMap, SupplySource};
use crate::board::read::{At, nearest};
use std::collections::BTreeMap;

/// An entry of the map by name, or the nearest name there is.
fn named<'m, T>(map: &'m BTreeMap<String, T>, what: &str, name: &str) -> Result<&'m T, Miss> {
    map.get(name).ok_or_else(|| Miss { at: None, has: format!("the map has no {what} {name:?}{}", nearest(name, map.keys().map(String::as_str))) })
}

impl Judge<'_> {
    pub(super) fn set(&self, name: &str) -> Result<&[Ix], Miss> {
        named(&self.ground().sets, "set", name).map(Vec::as_slice)
    }

    pub(super) fn line(&self, name: &str) -> Result<&[Ix], Miss> {
        named(&self.ground().lines, "line", name).map(Vec::as_slice)
    }

    /// The hexes of an area where something can stand.
    pub(super) fn area(&self, name: &str) -> Result<Vec<Ix>, Miss> {
        named(&self.ground().areas, "area", name).map(|area| self.survey.area(area))
    }

    pub(super) fn numbers(&self, hexes: &[Ix]) -> Vec<Hex> {
        hexes.iter().map(|ix| self.hex(*ix)).collect()
    }

    pub(super) fn member(&self, hexes: &[Ix], name: &str, hex: Hex, wanted: bool) -> Verdict {
        hold(hexes.contains(&self.ix(hex)) == wanted, || format!("{name:?} {} {hex}, {}", if wanted { "lacks" } else { "has" }, self.kind_of(hex)))
    }

    pub(super) fn none_in(&self, hexes: &[Ix], country: &str) -> Verdict {
        self.known_country(country)?;
        let inside: Vec<Hex> = hexes.iter().filter(|ix| self.ground().region(**ix).country == country).map(|ix| self.hex(*ix)).collect();
        hold(inside.is_empty(), || format!("{country} has {} of them", list(&inside)))
    }

    pub(super) fn same_line(&self, line: &[Ix], stated: &[At<Hex>]) -> Verdict {
        for (place, hex) in stated.iter().enumerate() {
            match line.get(place).map(|ix| self.hex(*ix)) {
                Some(found) if found == hex.value => {}
                Some(found) => return miss_at(hex.at, format!("the line has {found} here")),
                None => return miss_at(hex.at, format!("the line ends before, after {} hexes", line.len())),
            }
        }
        count(line.len(), stated.len(), "hexes in the line")
    }

    pub(super) fn line_ends(&self, line: &[Ix], first: Hex, last: Hex) -> Verdict {
        match (line.first(), line.last()) {
            (Some(a), Some(b)) => hold((self.hex(*a), self.hex(*b)) == (first, last), || format!("it runs from {} to {}", self.hex(*a), self.hex(*b))),
            _ => miss("the line is empty"),
        }
    }

    pub(super) fn line_held(&self, line: &[Ix], holder: &str, stated: usize) -> Verdict {
        count(line.iter().filter(|ix| self.survey.holder(**ix) == holder).count(), stated, format!("hexes of the line held by {holder}"))
    }

    pub(super) fn room(&self, name: &str, units: u32) -> Verdict {
        let area = named(&self.ground().areas, "area", name)?;
        match self.survey.room(area) {
            None => Ok(()), // the chart sets no limit
            Some(room) => hold(room >= units, || format!("{name:?} holds {room}")),
        }
    }

    fn sources_of(&self, side: &str) -> impl Iterator<Item = &SupplySource> {
        self.ground().sources.iter().filter(move |source| source.side == side)
    }

    pub(super) fn source(&self, hex: Hex, side: &str, tag: Option<&String>) -> Verdict {
        let Some(source) = self.sources_of(side).find(|source| source.hex == hex) else {
            return miss(format!("the sources of {side} are {}", list(&self.sources_of(side).map(|s| s.hex).collect::<Vec<_>>())));
        };
        tag.map_or(Ok(()), |tag| super::listed(&source.tags, tag, &source.name, "tags"))
    }

    pub(super) fn sources(&self, side: &str, stated: &[At<Hex>]) -> Verdict {
        exactly(self.sources_of(side).map(|source| source.hex), stated, format!("the sources of {side}"))
    }

    pub(super) fn edge_ends(&self, edge: Compass, nation: &str, ends: (Hex, Hex), stated: usize) -> Verdict {
        let Some(entry) = self.ground().edges.iter().find(|e| e.edge == edge && e.nation == nation) else {
            return miss(format!("{nation} enters over no {edge:?} edge"));
        };
        count(entry.hexes.len(), stated, format!("hexes on that edge for {nation}"))?;
        match entry.hexes.as_slice() {
            [first, .., last] => hold((*first, *last) == ends, || format!("the edge runs from {first} to {last}")),
            few => hold(few == [ends.0] && ends.0 == ends.1, || format!("the edge has {}", list(few))),
        }
    }

    fn exits_to(&self, to: &str) -> Vec<&Exit> {
        self.ground().exits.iter().filter(|exit| exit.to == to).collect()
    }

    pub(super) fn exit(&self, hex: Hex, edge: Compass, to: &str) -> Verdict {
        let exits = self.exits_to(to);
        let words = |exit: &&Exit| format!("{} {:?}", exit.hex, exit.edge);
        hold(exits.iter().any(|exit| exit.hex == hex && exit.edge == edge), || {
            format!("the ways to {to} are {}", list(&exits.iter().map(words).collect::<Vec<_>>()))
        })
    }

    pub(super) fn exits(&self, to: &str, stated: &[At<Hex>]) -> Verdict {
        exactly(self.exits_to(to).into_iter().map(|exit| exit.hex), stated, format!("the ways off the map to {to}"))
    }

    pub(super) fn off_map(&self, id: &str) -> Result<&OffMap, Miss> {
        let ids = self.ground().off_map.iter().map(|place| place.id.as_str());
        let found = self.ground().off_map.iter().find(|place| place.id == id);
        found.ok_or_else(|| Miss { at: None, has: format!("the map has no off-map place {id:?}{}", nearest(id, ids)) })
    }

    pub(super) fn off_map_port(&self, id: &str, seas: &[String]) -> Verdict {
        let place = self.off_map(id)?;
        let same = seas.len() == place.port_on.len() && seas.iter().all(|sea| place.port_on.contains(sea));
        hold(same, || format!("{id} is a port on {:?}", place.port_on))
    }

    pub(super) fn off_map_value(&self, id: &str, key: &str, value: i32) -> Verdict {
        let place = self.off_map(id)?;
        hold(place.values.get(key) == Some(&value), || format!("the values of {id} are {:?}", place.values))
    }
}
