//! [11] Supply: judged when it is asked for, never for movement.

use super::orders::Mark;
use super::table::Table;
use super::tables::Country;
use super::zoc;
use super::{GEORGIAN, RUSSIAN};
use crate::board::paths::{self, Line, Reach, Step};
use crate::board::{Ix, Side, UnitId};

/// [11.1], [11.2] Whose sources a unit uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Service {
    /// Georgian bases and Tbilisi.
    Georgian,
    /// Russian sources.
    Russian,
    /// Cities of South Ossetia.
    Ossetian,
    /// Cities of Abkhazia.
    Abkhaz,
}

impl Service {
    fn of(t: &Table, unit: UnitId) -> Service {
        match t.book.nations[t.printed(unit).nation.at()].id.as_str() {
            "GE" => Service::Georgian,
            "SO" => Service::Ossetian,
            "AB" => Service::Abkhaz,
            _ => Service::Russian,
        }
    }

    fn side(self) -> Side {
        if self == Service::Georgian { GEORGIAN } else { RUSSIAN }
    }

    /// The land in which its units are always in supply.
    fn home(self) -> Option<Country> {
        match self {
            Service::Ossetian => Some(Country::SouthOssetia),
            Service::Abkhaz => Some(Country::Abkhazia),
            _ => None,
        }
    }

    /// Its sources, open or not.
    pub fn sources(self, t: &Table) -> Vec<Ix> {
        let spots = &t.charts.spots;
        match self {
            Service::Georgian => spots.bases.iter().chain(&spots.georgian_sources).copied().collect(),
            Service::Russian => spots.russian_sources.clone(),
            Service::Ossetian => spots.ossetian_cities.clone(),
            Service::Abkhaz => spots.abkhaz_cities.clone(),
        }
    }
}

/// [9.0.i], [11.0.b] Which hexes the enemy closes: where he stands, and his zones where no friend stands.
fn closed(t: &mut Table, side: Side) -> Vec<bool> {
    let enemy = side.other();
    let mut closed = t.zoc(enemy).to_vec();
    for ix in t.board.map.grid.all() {
        match t.board.occupant(ix) {
            Some(occupant) if occupant == side => closed[ix.at()] = false,
            Some(_) => closed[ix.at()] = true,
            None => {}
        }
    }
    closed
}

/// The roads that a service's sources reach, computed if the board has changed since.
fn roads(t: &mut Table, service: Service) -> Vec<bool> {
    let layer = &t.board.layers.supply[service as usize];
    if !layer.stale {
        return layer.values.clone();
    }
    let closed = closed(t, service.side());
    let sources: Vec<Ix> = service.sources(t).into_iter().filter(|ix| !closed[ix.at()]).collect();
    let (mut reached, mut waiting) = (Vec::new(), Vec::new());
    let charts = &t.charts;
    paths::flood(&t.board.map.grid, sources, &mut reached, &mut waiting, |from, dir, to| {
        charts.crossing[from.at()][dir.at()].road && !closed[to.at()] && zoc::open(charts, service.side(), from, dir, to)
    });
    t.board.layers.supply[service as usize] = crate::board::Layer { values: reached.clone(), stale: false };
    reached
}

/// [11] Whether a unit is in supply now.
pub fn has(t: &mut Table, unit: UnitId) -> bool {
    line(t, unit).is_some_and(|line| line.cut.is_none())
}

/// [11] A unit's line of supply: a short way to a road, then the road; with the hex that cuts it, if one does. A unit that needs
/// none has an empty one; `None` if the ground offers no line at all.
pub fn line(t: &mut Table, unit: UnitId) -> Option<Line> {
    let start = t.ix_of(unit)?;
    let service = Service::of(t, unit);
    let at_home = service.home().is_some_and(|home| t.charts.footing[start.at()].country == home); // [11.2.a], [11.2.b]
    if at_home || t.has(unit, Mark::Landed) {
        return Some(Line { path: Vec::new(), cut: None }); // [13.3.b]
    }
    let (side, closed, reached) = (service.side(), closed(t, service.side()), roads(t, service));
    let (charts, grid) = (&t.charts, &t.board.map.grid);
    let limit = t.charts.supply.hexes_to_road;
    Reach::default().line(
        grid,
        start,
        limit,
        |from, dir, to| if zoc::open(charts, side, from, dir, to) { Step::Go(1) } else { Step::Closed },
        |ix| charts.footing[ix.at()].road && reached[ix.at()],
        |ix| closed[ix.at()],
    )
}

/// [10.4.7.j] How far a hex is from the nearest source of a unit that no enemy holds.
pub fn distance_to_source(t: &Table, unit: UnitId, from: Ix) -> Option<u32> {
    let enemy = t.board.side(unit).other();
    let sources = Service::of(t, unit).sources(t);
    sources.into_iter().filter(|s| !t.holds(enemy, *s)).map(|s| t.board.map.grid.distance(from, s)).min()
}
