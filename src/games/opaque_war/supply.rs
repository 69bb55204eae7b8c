//! [12] Supply.

use super::fog::{Enemies, View};
use super::orders::Mark;
use super::table::Table;
use super::tables::Contingent;
use super::{REBEL, UKRAINIAN};
use crate::board::paths::{self, Reach, Step, Trace};
use crate::board::{Ix, LayerId, Side, UnitId};
use bevy_ecs::prelude::In;

/// [12.1]–[12.3] Whose sources a unit uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(super) enum Service {
    Ukrainian,
    Rebel,
    Russian,
}

impl Service {
    /// Of a contingent.
    pub(super) fn of(contingent: Contingent) -> Service {
        match contingent {
            Contingent::Ukraine => Service::Ukrainian,
            Contingent::Russia => Service::Russian,
            Contingent::Donetsk | Contingent::Luhansk => Service::Rebel,
        }
    }

    fn layer(self) -> LayerId {
        LayerId::Supply(self as usize)
    }

    fn side(self) -> Side {
        if self == Service::Ukrainian { UKRAINIAN } else { REBEL }
    }

    /// Its sources, whatever the enemy does to them: towns and cities its side controls [12.1], [12.2], or the edge of Russia [12.3].
    pub(super) fn sources(self, t: &Table) -> Vec<Ix> {
        if self == Service::Russian {
            return t.charts.spots.russian_sources.clone();
        }
        t.charts.spots.sources.iter().filter(|ix| t.holder(**ix) == Some(self.side())).copied().collect()
    }

    /// Whether a hex is one of them.
    fn has_source(self, t: &Table, ix: Ix) -> bool {
        match self {
            Service::Russian => t.charts.spots.russian_sources.contains(&ix),
            _ => t.footing(ix).is_source() && t.holder(ix) == Some(self.side()),
        }
    }

    /// [7.4], [F-47] Whether the ground itself lets a line through.
    fn passes(self, t: &Table, ix: Ix) -> bool {
        let there = &t.charts.footing[ix.at()];
        let closed = match self {
            Service::Ukrainian => there.closed_to[Contingent::Ukraine as usize],
            Service::Rebel => there.closed_to[Contingent::Donetsk as usize],
            Service::Russian => there.closed_to[Contingent::Russia as usize],
        };
        !there.sea && !closed
    }
}

/// [12.0.e], [12.0.f], [12.5.a] Whether the enemy closes a hex to lines, and voids a source in it: his units stand there, or his zone
/// lies there and no friendly unit.
fn is_closed(t: &Table, side: Side, enemy_zoc: &[bool], ix: Ix) -> bool {
    t.holds(side.other(), ix) || (enemy_zoc[ix.at()] && !t.holds(side, ix))
}

/// Brings zones and the hexes a service reaches up to date, if the board has changed since.
fn prepare(t: &mut Table, service: Service) {
    let side = service.side();
    t.zoc(side.other());
    let Some(mut reached) = t.board.stale_layer(service.layer()) else { return };
    let here = &*t;
    let enemy_zoc = here.board.layer(LayerId::Zoc(side.other()));
    let sources: Vec<Ix> = service.sources(here).into_iter().filter(|ix| !is_closed(here, side, enemy_zoc, *ix)).collect();
    paths::flood(&here.board.map.grid, sources, &mut reached, &mut Vec::new(), |_, _, to| service.passes(here, to) && !is_closed(here, side, enemy_zoc, to));
    t.board.lay(service.layer(), reached);
}

/// [12.0.a] Whether a combat unit on the map can trace a line now.
pub(super) fn has(t: &mut Table, unit: UnitId) -> bool {
    let service = Service::of(t.printed(unit).contingent);
    let Some(ix) = t.ix_of(unit) else { return false };
    prepare(t, service);
    t.board.layer(service.layer())[ix.at()]
}

/// [8.13.c] The sources of a unit that are valid now.
pub(super) fn valid_sources(t: &mut Table, unit: UnitId) -> Vec<Ix> {
    let service = Service::of(t.printed(unit).contingent);
    let side = service.side();
    t.zoc(side.other());
    let enemy_zoc = t.board.layer(LayerId::Zoc(side.other()));
    service.sources(t).into_iter().filter(|ix| !is_closed(t, side, enemy_zoc, *ix)).collect()
}

/// [F-65] The sources of a unit that are valid for all its player knows; counters that he has not seen may be media, which close nothing.
pub(super) fn known_sources(t: &Table, view: &View, unit: UnitId) -> Vec<Ix> {
    let service = Service::of(t.printed(unit).contingent);
    let side = service.side();
    let fighter = |u: &UnitId| t.side(*u) != side && t.is_combat(*u) && (view.known[u.at()] || t.printed(*u).contingent == Contingent::Russia);
    let closed = |ix: &Ix| t.board.stack(*ix).iter().any(fighter) || (view.zoc[ix.at()] && !t.holds(side, *ix));
    service.sources(t).into_iter().filter(|ix| !closed(ix)).collect()
}

/// As [`is_closed`], for all a player knows.
fn is_closed_to(t: &Table, view: &View, side: Side, ix: Ix) -> bool {
    view.enemies[ix.at()] >= Enemies::Fighters || (view.zoc[ix.at()] && !t.holds(side, ix))
}

/// Notes that it depends on what a player may not know whether units are in supply, if he has not seen all of the enemy on the map: zones
/// and units that close a hex may be anywhere along their lines.
pub(super) fn note_doubt(t: &mut Table, viewer: Side) {
    if !t.board.keeps_secrets() {
        return;
    }
    let known = View::of(t, viewer).known;
    if t.board.units().any(|u| t.side(u) != viewer && !known[u.at()] && t.ix_of(u).is_some()) {
        t.board.note_unseen();
    }
}

/// [12.0.b] At the start of a Movement Segment every unit of the player is checked.
pub(super) fn check(t: &mut Table, side: Side) {
    let army: Vec<UnitId> = t.army(side).collect();
    note_doubt(t, side);
    for unit in army {
        let lacks = !has(t, unit);
        t.set_mark("OW-12.0.b", unit, Mark::OutOfSupply, lacks);
    }
}

/// [12.0.c] At its end those that can trace again are in supply.
pub(super) fn restore(t: &mut Table, side: Side) {
    let lacking: Vec<UnitId> = t.army(side).filter(|u| t.has(*u, Mark::OutOfSupply)).collect();
    if !lacking.is_empty() {
        note_doubt(t, side);
    }
    for unit in lacking {
        if has(t, unit) {
            t.unmark("OW-12.0.c", unit, Mark::OutOfSupply);
        }
    }
}

/// [12.0.d] When an attack is declared its units are checked again; gives those out of supply.
pub(super) fn check_these(t: &mut Table, attacker: Side, units: &[UnitId]) -> Vec<UnitId> {
    note_doubt(t, attacker);
    let lacking: Vec<UnitId> = units.iter().copied().filter(|u| !has(t, *u)).collect();
    for unit in units {
        t.set_mark("OW-12.0.d", *unit, Mark::OutOfSupply, lacking.contains(unit));
    }
    lacking
}

/// Units of a list that lack supply for all a player knows.
pub(super) fn lacking_in(t: &Table, view: &View, viewer: Side, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|u| !is_supplied(t, view, viewer, *u)).collect()
}

/// Whether a unit can trace a line for all a player knows: as [`line`] would, which also says where it is cut.
fn is_supplied(t: &Table, view: &View, viewer: Side, unit: UnitId) -> bool {
    let service = Service::of(t.printed(unit).contingent);
    let (Some(start), closed) = (t.ix_of(unit), closed_to(t, view, viewer, service.side())) else { return false };
    paths::leads(&t.board.map.grid, start, |_, _, ix| service.passes(t, ix) && !closed(ix), |ix| service.has_source(t, ix))
}

/// A unit's line of supply with the hex that cuts it, as far as the player who decides may know.
pub(super) fn trace(In(unit): In<UnitId>, mut t: Table) -> Option<Trace> {
    let step = t.book.sequence.steps[usize::from(t.board.clock().at)].side;
    let viewer = t.board.asked().or(step).unwrap_or(t.side(unit));
    if !t.is_combat(unit) {
        return None;
    }
    t.zoc(viewer);
    let view = View::of(&t, viewer);
    view.known[unit.at()].then(|| line(&t, &view, viewer, unit)).flatten()
}

/// Which hexes are closed to the lines of a side for all a player knows: he knows his own zones; of the enemy's, and of where the enemy stands,
/// what he sees.
fn closed_to(t: &Table, view: &View, viewer: Side, side: Side) -> impl Fn(Ix) -> bool {
    let own_zoc = t.board.layer(LayerId::Zoc(viewer));
    move |ix| {
        if side == viewer {
            return is_closed_to(t, view, side, ix);
        }
        let friend = t.board.stack(ix).iter().any(|u| t.side(*u) == side && view.known[u.at()] && t.is_combat(*u));
        t.holds(viewer, ix) || (own_zoc[ix.at()] && !friend)
    }
}

fn line(t: &Table, view: &View, viewer: Side, unit: UnitId) -> Option<Trace> {
    let service = Service::of(t.printed(unit).contingent);
    let (start, closed) = (t.ix_of(unit)?, closed_to(t, view, viewer, service.side()));
    let step = |_: Ix, _, to: Ix| if service.passes(t, to) { Step::Go(1) } else { Step::Closed };
    Reach::default().line(&t.board.map.grid, start, t.board.map.grid.len() as u16, step, |ix| service.has_source(t, ix), closed)
}
