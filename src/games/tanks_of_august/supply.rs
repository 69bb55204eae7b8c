//! [11] Supply: judged when it is asked for, never for movement.

use super::orders::Mark;
use super::table::Table;
use super::tables::Country;
use super::zoc;
use super::{GEORGIAN, RUSSIAN};
use crate::board::paths::{self, Reach, Step, Trace};
use crate::board::{Dir, Ix, LayerId, Side, UnitId};
use bevy_ecs::prelude::In;

/// [11.1], [11.2] Whose sources a unit uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Service {
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

    fn layer(self) -> LayerId {
        LayerId::Supply(self as usize)
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
    pub(super) fn sources(self, t: &Table) -> Vec<Ix> {
        let spots = &t.charts.spots;
        match self {
            Service::Georgian => spots.bases.iter().chain(&spots.georgian_sources).copied().collect(),
            Service::Russian => spots.russian_sources.clone(),
            Service::Ossetian => spots.ossetian_cities.clone(),
            Service::Abkhaz => spots.abkhaz_cities.clone(),
        }
    }
}

/// [9.0.i], [11.0.b] Whether the enemy closes a hex: where he stands, and his zones where no friend stands.
fn is_closed(t: &Table, side: Side, ix: Ix) -> bool {
    match t.board.occupant(ix) {
        Some(occupant) => occupant != side,
        None => t.board.layer(LayerId::Zoc(side.other()))[ix.at()],
    }
}

/// Brings zones and the roads that a service's sources reach up to date, if the board has changed since.
fn prepare(t: &mut Table, service: Service) {
    let side = service.side();
    t.zoc(side.other());
    let Some(mut reached) = t.board.stale_layer(service.layer()) else { return };
    let (here, charts) = (&*t, &t.charts);
    let sources: Vec<Ix> = service.sources(here).into_iter().filter(|ix| !is_closed(here, side, *ix)).collect();
    paths::flood(&t.board.map.grid, sources, &mut reached, &mut Vec::new(), |from, dir, to| {
        charts.crossing[from.at()][dir.at()].road && zoc::open(charts, side, from, dir, to) && !is_closed(here, side, to)
    });
    t.board.lay(service.layer(), reached);
}

/// A unit that needs no line: at home [11.2.a], [11.2.b], or just landed [13.3.b].
fn needs_none(t: &Table, service: Service, unit: UnitId, at: Ix) -> bool {
    service.home().is_some_and(|home| t.charts.footing[at.at()].country == home) || t.has(unit, Mark::Landed)
}

/// Whether a hex lies on a road that the sources reach.
fn on_line(t: &Table, service: Service, ix: Ix) -> bool {
    t.board.layer(service.layer())[ix.at()] && t.charts.footing[ix.at()].road
}

/// [11] Whether a unit is in supply now.
pub(super) fn has(t: &mut Table, unit: UnitId) -> bool {
    let Some(start) = t.ix_of(unit) else { return false };
    let service = Service::of(t, unit);
    if needs_none(t, service, unit, start) {
        return true;
    }
    prepare(t, service);
    let limit = t.charts.supply.hexes_to_road;
    let mut seen = vec![start];
    let mut from = 0;
    for distance in 0..=limit {
        let ring = from..seen.len();
        if seen[ring.clone()].iter().any(|ix| on_line(t, service, *ix)) {
            return true;
        }
        from = ring.end;
        for i in ring.filter(|_| distance < limit) {
            let here = seen[i];
            for (dir, there) in t.board.map.grid.around(here) {
                if !seen.contains(&there) && zoc::open(&t.charts, service.side(), here, dir, there) && !is_closed(t, service.side(), there) {
                    seen.push(there);
                }
            }
        }
    }
    false
}

/// [11] Where units of a side would be in supply as things stand, those that are at home everywhere apart.
pub(super) fn covered(t: &mut Table, side: Side) -> Vec<bool> {
    let service = if side == GEORGIAN { Service::Georgian } else { Service::Russian };
    prepare(t, service);
    let grid = &t.board.map.grid;
    let (mut covered, mut newly) = (vec![false; grid.len()], Vec::new());
    for ix in grid.all().filter(|ix| on_line(t, service, *ix)) {
        covered[ix.at()] = true;
        newly.push(ix);
    }
    for _ in 0..t.charts.supply.hexes_to_road {
        for there in std::mem::take(&mut newly) {
            if !on_line(t, service, there) && is_closed(t, side, there) {
                continue; // the line from here does not get past it
            }
            for (dir, ix) in grid.around(there) {
                if !covered[ix.at()] && zoc::open(&t.charts, side, ix, dir.opposite(), there) {
                    covered[ix.at()] = true;
                    newly.push(ix);
                }
            }
        }
    }
    covered
}

/// [11] A unit's line of supply: a short way to a road, then the road; with the hex that cuts it, if one does. A unit that needs
/// none has an empty one; `None` if the ground offers no line at all.
pub(super) fn trace(In(unit): In<UnitId>, mut t: Table) -> Option<Trace> {
    let t = &mut t;
    let start = t.ix_of(unit)?;
    let service = Service::of(t, unit);
    if needs_none(t, service, unit, start) {
        return Some(Trace { path: Vec::new(), cut: None });
    }
    prepare(t, service);
    let (t, side, limit) = (&*t, service.side(), t.charts.supply.hexes_to_road);
    // Steps off the road are limited; along roads the line may be as long as it likes, so those count for next to nothing.
    const OFF_ROAD: u16 = 1024;
    let step = |from: Ix, dir: Dir, to: Ix| match zoc::open(&t.charts, side, from, dir, to) {
        true if t.charts.crossing[from.at()][dir.at()].road => Step::Go(1),
        true => Step::Go(OFF_ROAD),
        false => Step::Closed,
    };
    let limit = (limit + 1) * OFF_ROAD - 1;
    let sources = service.sources(t);
    Reach::default().line(&t.board.map.grid, start, limit, step, |ix| sources.contains(&ix), |ix| is_closed(t, side, ix))
}

/// [10.4.7.j] How far a hex is from the nearest source of a unit that no enemy holds.
pub(super) fn distance_to_source(t: &Table, unit: UnitId, from: Ix) -> Option<u32> {
    let enemy = t.board.side(unit).other();
    let sources = Service::of(t, unit).sources(t);
    sources.into_iter().filter(|s| !t.holds(enemy, *s)).map(|s| t.board.map.grid.distance(from, s)).min()
}
