//! [21] Bases and ports: one question each, whether printed, forward or off the map.

use super::charts::{Sea, Symbol};
use super::table::Table;
use super::tables::Nation;
use super::{EURASIAN, scenario};
use crate::board::{Ix, Side, UnitId};

/// [10.2.2], [22.2] Whether a hex is a military base of a side: a printed one that it controls, or its forward operations base.
pub(super) fn is_base(t: &Table, side: Side, ix: Ix) -> bool {
    t.controls(side, ix) && (t.footing(ix).base() || t.fob(ix).is_some())
}

/// All military bases of a side on the map, in map order.
pub(super) fn all(t: &Table, side: Side) -> Vec<Ix> {
    let fobs = t.board.units().filter(|u| t.kind(*u) == super::tables::Kind::Fob).filter_map(|u| t.ix_of(u));
    let mut found: Vec<Ix> = t.charts.spots.cities.iter().copied().chain(fobs).filter(|ix| is_base(t, side, *ix)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// [F99] Whether a hex is a friendly port.
pub(super) fn is_port(t: &Table, side: Side, ix: Ix) -> bool {
    t.controls(side, ix) && t.footing(ix).has(Symbol::Port)
}

/// [13.4], [F35] The seas that a unit's nation sails.
pub(super) fn seas(t: &Table, unit: UnitId) -> Vec<Sea> {
    let named = t.charts.sea_zones.amphibious.get(&t.printed(unit).nation.id());
    named.cloned().unwrap_or_else(|| if t.board.side(unit) == EURASIAN { vec![Sea::Japan] } else { Vec::new() })
}

/// [13.3] From where a unit would sail: the seas of its place, and whether it counts as a port.
pub(super) fn harbor(t: &Table, unit: UnitId) -> (Vec<Sea>, bool) {
    if let Some(ix) = t.ix_of(unit) {
        let port = is_port(t, t.board.side(unit), ix) || scenario::is_interned(t, unit);
        return (t.footing(ix).coasts.clone(), port);
    }
    let base = t.charts.bases[t.printed(unit).nation.at()].as_ref().filter(|_| t.in_base(unit));
    (base.map_or(Vec::new(), |base| base.seas.clone()), true)
}

/// [21.2] Whether units wait in an off-map base of a side: both sides may count them.
pub(super) fn hold_units(t: &Table, side: Side) -> bool {
    Nation::ALL.into_iter().filter(|nation| t.side_of(*nation) == Some(side)).filter_map(Nation::base).any(|base| !t.boxed(base).is_empty())
}

/// [21.2.c] Whether the off-map base of a nation is open: that of NATO only while it is at war.
pub(super) fn is_open(t: &Table, nation: Nation) -> bool {
    t.charts.bases[nation.at()].is_some() && t.side_of(nation).is_some()
}
