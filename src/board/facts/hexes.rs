//! Statements about the map sheet, the ground and the regions.

use super::judge::Judge;
use super::{AnyHex, Miss, Verdict, count, exactly, hold, list, miss};
use crate::board::hex::{Compass, Dir, Hex, Ix, Orientation};
use crate::board::map::{Ground, Region, SideKind};
use crate::board::read::{At, Reading, nearest};
use crate::board::terrain::Points;

/// The six directions by name, in the order of [`Dir`].
fn names(orientation: Orientation) -> [&'static str; 6] {
    match orientation {
        Orientation::Pointy => ["E", "SE", "SW", "W", "NW", "NE"],
        Orientation::Flat => ["N", "NE", "SE", "S", "SW", "NW"],
    }
}

/// The order in which a file lists neighbors: as it says, or clockwise if it does not.
pub(super) fn order(reading: &Reading<'_>, ground: &Ground, stated: &[At<String>]) -> [Dir; 6] {
    let names = names(ground.grid.orientation());
    let mut order = Dir::ALL;
    for (place, word) in stated.iter().enumerate() {
        match names.iter().position(|name| *name == word.value) {
            _ if place >= 6 => reading.fault(word.at, "a hex has six neighbors"),
            None => reading.fault(word.at, format!("{:?} is not a direction on this map{}", word.value, nearest(&word.value, names.iter().copied()))),
            Some(dir) if stated[..place].iter().any(|w| w.value == word.value) => reading.fault(word.at, format!("{} is given twice", names[dir])),
            Some(dir) => order[place] = Dir(dir as u8),
        }
    }
    if (1..6).contains(&stated.len()) {
        reading.fault(stated[0].at, format!("expected all six directions: {}", names.join(", ")));
    }
    order
}

impl Judge<'_> {
    /// What a hex is, in words: `"alpine in Russia"`.
    pub(super) fn kind_of(&self, hex: Hex) -> String {
        let ix = self.ix(hex);
        format!("{} in {}", self.ground().terrain_name(ix), self.ground().region(ix).name)
    }

    pub(super) fn edge_all(&self, edge: Compass, country: &str) -> Verdict {
        let others = self.where_so(|ix| self.survey.on_edge(ix, edge) && self.ground().region(ix).country != country);
        hold(others.is_empty(), || format!("{} on the {edge:?} edge lie elsewhere", list(&others)))
    }

    pub(super) fn distance(&self, a: Hex, b: Hex, stated: u32) -> Verdict {
        let found = self.ground().grid.distance(self.ix(a), self.ix(b));
        hold(found == stated, || format!("{a} and {b} are {found} apart"))
    }

    pub(super) fn direction(&self, a: Hex, b: Hex, stated: &str) -> Verdict {
        let names = names(self.ground().grid.orientation());
        match self.ground().grid.side(self.ix(a), self.ix(b)) {
            _ if !names.contains(&stated) => miss(format!("{stated:?} is not a direction on this map{}", nearest(stated, names.iter().copied()))),
            None => miss(format!("{a} and {b} do not touch")),
            Some(dir) => hold(names[dir.at()] == stated, || format!("{b} is {} of {a}", names[dir.at()])),
        }
    }

    pub(super) fn neighbors(&self, hex: Hex, stated: &[AnyHex; 6]) -> Verdict {
        let ix = self.ix(hex);
        let found = self.order.map(|dir| AnyHex(self.ground().grid.across(ix, dir).map(|there| self.hex(there))));
        hold(found == *stated, || format!("{hex} touches {}", found.map(|h| h.to_string()).join(", ")))
    }

    pub(super) fn common_neighbors(&self, a: Hex, b: Hex, stated: &[At<Hex>]) -> Verdict {
        let grid = &self.ground().grid;
        let found = grid.around(self.ix(a)).filter(|(_, there)| grid.side(*there, self.ix(b)).is_some()).map(|(_, there)| self.hex(there));
        exactly(found, stated, format!("the hexes that touch {a} and {b}"))
    }

    /// A terrain that the map does not know makes a statement false, however it is meant.
    fn known_terrain(&self, name: &str) -> Verdict {
        let names = &self.ground().terrain_names;
        hold(names.iter().any(|n| n == name), || format!("the map has no terrain {name:?}{}", nearest(name, names.iter().map(String::as_str))))
    }

    pub(super) fn terrain(&self, hex: Hex, name: &str, wanted: bool) -> Verdict {
        self.known_terrain(name)?;
        let found = self.ground().terrain_name(self.ix(hex));
        hold((found == name) == wanted, || format!("{hex} is {found}"))
    }

    pub(super) fn terrain_count(&self, name: &str, stated: usize, among: impl Fn(Ix) -> bool) -> Verdict {
        if !name.is_empty() {
            self.known_terrain(name)?;
        }
        let found = self.where_so(|ix| (name.is_empty() || self.ground().terrain_name(ix) == name) && among(ix));
        count(found.len(), stated, format!("such hexes{}{name}", if name.is_empty() { "" } else { " of " }))
    }

    pub(super) fn cost(&self, hex: Hex, stated: i16) -> Verdict {
        match self.survey.cost(self.ix(hex)) {
            None => miss(format!("nothing enters {hex}, {}", self.kind_of(hex))),
            Some(cost) => hold(cost == Points(stated.saturating_mul(2)), || format!("{hex} costs {cost}")),
        }
    }

    pub(super) fn stack(&self, hex: Hex, stated: u32) -> Verdict {
        match self.survey.stack(self.ix(hex)) {
            None => miss(format!("the chart sets {hex} no limit")),
            Some(limit) => hold(limit == stated, || format!("the limit in {hex} is {limit}")),
        }
    }

    pub(super) fn known_country(&self, name: &str) -> Verdict {
        let names = || self.ground().regions.iter().map(|(_, region)| region.country.as_str());
        hold(names().any(|n| n == name), || format!("the map has no country {name:?}{}", nearest(name, names())))
    }

    pub(super) fn country(&self, hex: Hex, stated: &str) -> Verdict {
        self.known_country(stated)?;
        let region = self.ground().region(self.ix(hex));
        hold(region.country == stated, || format!("{hex} lies in {:?} ({})", region.country, region.name))
    }

    fn known_region(&self, letter: char) -> Result<&Region, Miss> {
        let found = self.ground().regions.iter().find(|(l, _)| *l == letter);
        found.map(|(_, region)| region).ok_or_else(|| Miss { at: None, has: format!("the map has no region {letter:?}") })
    }

    pub(super) fn region(&self, hex: Hex, stated: char) -> Verdict {
        self.known_region(stated)?;
        let found = self.ground().region_letter(self.ix(hex));
        hold(found == stated, || format!("{hex} has the letter {found:?}, {}", self.ground().region(self.ix(hex)).name))
    }

    pub(super) fn region_count(&self, letter: char, stated: usize) -> Verdict {
        let region = self.known_region(letter)?;
        count(self.where_so(|ix| self.ground().region_letter(ix) == letter).len(), stated, format!("hexes of {}", region.name))
    }

    pub(super) fn region_tagged(&self, letter: char, tag: &str) -> Verdict {
        let region = self.known_region(letter)?;
        hold(region.tags.iter().any(|t| t == tag), || format!("the tags of {} are {:?}", region.name, region.tags))
    }

    pub(super) fn holder(&self, hex: Hex, stated: &str) -> Verdict {
        let found = self.survey.holder(self.ix(hex));
        hold(found == stated, || if found.is_empty() { format!("nobody holds {hex}") } else { format!("{found} holds {hex}") })
    }

    pub(super) fn closed_to(&self, hex: Hex, nation: &str, wanted: bool) -> Verdict {
        let region = self.ground().region(self.ix(hex));
        let found = region.closed_to.iter().any(|n| n == nation);
        hold(found == wanted, || {
            format!("{hex} ({}) is closed to {}", region.name, if region.closed_to.is_empty() { "nobody".into() } else { list(&region.closed_to) })
        })
    }

    pub(super) fn border(&self, a: Hex, b: Hex) -> Verdict {
        self.distance(a, b, 1)?;
        let [one, other] = [a, b].map(|hex| &self.ground().region(self.ix(hex)).country);
        hold(one != other, || format!("both lie in {one:?}"))
    }

    pub(super) fn pieces(&self, without: &[String], stated: usize) -> Verdict {
        let closed: Vec<SideKind> = without.iter().map(|name| self.side_kind(name)).collect::<Result<_, _>>()?;
        let pass = |a, dir, b| self.survey.open(a, dir, b) && !closed.iter().any(|kind| self.ground().side(a, dir).has(*kind));
        self.count_pieces(self.survey.pieces(|ix| self.survey.enterable(ix), pass), stated)
    }

    pub(super) fn country_pieces(&self, country: &str, stated: usize) -> Verdict {
        self.known_country(country)?;
        self.count_pieces(self.survey.pieces(|ix| self.ground().region(ix).country == country, |_, _, _| true), stated)
    }

    /// Besides counting the pieces, names the small ones: that is where the map is likely to be wrong.
    pub(super) fn count_pieces(&self, found: Vec<Vec<Ix>>, stated: usize) -> Verdict {
        let apart: Vec<Hex> = found.iter().skip(1).filter_map(|piece| piece.first()).map(|ix| self.hex(*ix)).collect();
        let where_ = if apart.is_empty() { String::new() } else { format!(" (apart from the largest: those with {})", list(&apart)) };
        hold(found.len() == stated, || format!("the pieces are {}, not {stated}{where_}", found.len()))
    }
}
