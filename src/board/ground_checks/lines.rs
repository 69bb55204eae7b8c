//! Checks on rivers, other sides, roads and railways.

use super::Check;
use crate::board::hex::{HexSide, Ix};
use crate::board::map::{SideKind, Way};
use crate::board::read::{At, Kind};
use std::collections::BTreeMap;

impl Check<'_, '_, '_> {
    pub(super) fn lines(&self) {
        self.rivers();
        self.waters();
        self.ways();
    }

    /// The two ends of a side, whichever hex comes first.
    fn corners(&self, side: HexSide) -> Option<[hexx::Hex; 2]> {
        let grid = &self.ground().grid;
        let (a, b) = (grid.ix(side.0)?, grid.ix(side.1)?);
        Some(grid.corners(a, grid.side(a, b)?))
    }

    /// Each side of a river touches the next in a corner, and not in the corner where the one before it touched, so that the
    /// sides make one line without a fork.
    fn rivers(&self) {
        for river in &self.ground().rivers {
            let mut came_by: Option<hexx::Hex> = None;
            for pair in river.sides.windows(2) {
                let (Some(here), Some(next)) = (self.corners(pair[0].value), self.corners(pair[1].value)) else { continue };
                let shared = here.into_iter().find(|corner| next.contains(corner));
                match shared {
                    None => self.fault(pair[1].at, format!("{}: {} does not touch {}, the side before it", river.name, pair[1].value, pair[0].value)),
                    Some(_) if pair[0].value == pair[1].value => {} // reported as given twice
                    Some(corner) if Some(corner) == came_by => {
                        self.fault(
                            pair[1].at,
                            format!("{}: {} leaves from the corner where {} begins, so the river forks", river.name, pair[1].value, pair[0].value),
                        );
                    }
                    Some(_) => {}
                }
                came_by = shared;
            }
        }
    }

    /// Every listed side with its kind and where it is listed.
    fn listed(&self) -> Vec<(At<HexSide>, SideKind)> {
        let mut listed: Vec<_> = self.ground().rivers.iter().flat_map(|river| &river.sides).map(|side| (*side, SideKind::River)).collect();
        for (key, list) in self.text.pairs("sides") {
            let Some(kind) = key.text().and_then(SideKind::named) else { continue };
            for item in list.items() {
                if let Kind::Text(text) = &item.kind
                    && let Some((a, b)) = text.split_once('-')
                    && let (Ok(a), Ok(b)) = (a.parse(), b.parse())
                {
                    listed.push((At { at: item.at, value: HexSide(a, b) }, kind));
                }
            }
        }
        listed
    }

    /// A side is given once for each kind, is one kind of water only, and water lies between land: sides of a sea hex are sea anyway.
    fn waters(&self) {
        let mut seen: BTreeMap<HexSide, Vec<SideKind>> = BTreeMap::new();
        for (At { at, value: side }, kind) in self.listed() {
            let before = seen.entry(HexSide(side.0.min(side.1), side.0.max(side.1))).or_default();
            let is_water = |kind: &SideKind| matches!(kind, SideKind::River | SideKind::Lake | SideKind::Sea | SideKind::Strait);
            if before.contains(&kind) {
                self.fault(at, format!("{side} is given twice as {}", name(kind)));
            } else if let Some(other) = before.iter().find(|other| is_water(other)).filter(|_| is_water(&kind)) {
                self.fault(at, format!("{side} is both {} and {}: a side can be only one kind of water", name(*other), name(kind)));
            }
            let sea = |ix: Option<Ix>| ix.is_some_and(|ix| self.survey.is_sea(ix));
            if let Some(hex) = [side.0, side.1].into_iter().find(|hex| is_water(&kind) && sea(self.ground().grid.ix(*hex))) {
                self.fault(at, format!("{side} cannot be {}: {hex} is sea", name(kind)));
            }
            before.push(kind);
        }
    }

    /// A road or railway has at least one step, and keeps to ground that some unit may enter.
    fn ways(&self) {
        let prohibited = |ix: Option<Ix>| ix.is_some_and(|ix| self.survey.chart.hex(self.ground(), ix).prohibited);
        let check = |way: &Way, what: &str| {
            if let [only] = way.hexes.as_slice() {
                self.fault(only.at, format!("the {what} {:?} has only one hex", way.name));
            }
            for hex in way.hexes.iter().filter(|hex| prohibited(self.ground().grid.ix(hex.value))) {
                let terrain = self.ground().grid.ix(hex.value).map_or("", |ix| self.ground().terrain_name(ix));
                self.fault(hex.at, format!("the {what} {:?} runs through {}, which is {terrain}", way.name, hex.value));
            }
        };
        self.ground().roads.iter().for_each(|way| check(way, "road"));
        self.ground().rails.iter().for_each(|way| check(way, "railway"));
    }
}

fn name(kind: SideKind) -> &'static str {
    SideKind::ALL.iter().find(|(_, k)| *k == kind).map_or("", |(name, _)| name)
}
