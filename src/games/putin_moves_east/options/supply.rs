//! [25] Logistics: regrouping needs a base, or a line of supply to one.

use crate::board::paths::{Reach, Step, Trace, flood};
use crate::board::{Dir, Ix, UnitId};
use crate::games::putin_moves_east::bases;
use crate::games::putin_moves_east::orders::{HexMark, Optional};
use crate::games::putin_moves_east::table::{Table, counted};
use crate::games::putin_moves_east::tables::Nation;
use bevy_ecs::prelude::In;

/// [25.1] What supports a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// A base, a city of its own, a port, or an all-rail line: no roll is needed.
    Sure,
    /// [25.1.c] A line of this length off the rails.
    Line(u16),
}

/// [25.1.a], [F112] Whether a line of supply of a side may pass a hex.
fn is_open(t: &Table, unit: UnitId, ix: Ix) -> bool {
    let side = t.board.side(unit);
    let held = t.occupant(ix) == Some(side.other());
    t.footing(ix).cost.is_some() && !held && !t.in_ezoc(side, ix) && !t.is_neutral(ix) && !t.hex_has(ix, HexMark::Fallout)
}

/// [25.1.b] The rail hexes with an all-rail line to a friendly base, or to the exit that leads to an off-map base.
fn railheads(t: &Table, unit: UnitId) -> Vec<bool> {
    let side = t.board.side(unit);
    let exits = Nation::ALL.into_iter().filter(|n| t.side_of(*n) == Some(side)).flat_map(|n| t.charts.spots.exits[n.at()].clone());
    let sources = bases::all(t, side).into_iter().filter(|ix| t.footing(*ix).rail).chain(exits).filter(|ix| is_open(t, unit, *ix));
    let (mut layer, mut waiting) = (Vec::new(), Vec::new());
    let pass = |from: Ix, dir: Dir, to: Ix| t.charts.crossing[from.at()][dir.at()].rail.is_some() && is_open(t, unit, to);
    flood(&t.board.map.grid, sources, &mut layer, &mut waiting, pass);
    layer
}

/// [25.0] The logistic support of a unit, the best it has; none if it has none. The zones must be up to date.
pub fn support(t: &Table, unit: UnitId) -> Option<Support> {
    let (side, nation) = (t.board.side(unit), t.printed(unit).nation);
    let Some(ix) = t.ix_of(unit) else { return t.in_base(unit).then_some(Support::Sure) };
    let there = t.footing(ix);
    let home = there.city.is_some() && there.country == Some(nation) && t.controls(side, ix);
    let port = t.charts.supply.ports.contains(&nation.id()) && bases::is_port(t, side, ix);
    if home || port || bases::is_base(t, side, ix) {
        return Some(Support::Sure);
    }
    let railheads = railheads(t, unit);
    if there.rail && railheads[ix.at()] {
        return Some(Support::Sure);
    }
    best_line(t, unit, ix, &railheads).map(|line| Support::Line(line.path.len() as u16))
}

/// [25.1.c], [25.1.d], [F112] The line with the best chance: as printed the farthest base or railhead within reach, else the nearest.
fn best_line(t: &Table, unit: UnitId, start: Ix, railheads: &[bool]) -> Option<Trace> {
    let side = t.board.side(unit);
    let mut reach = Reach::default();
    let walk = |from: Ix, dir: Dir, to: Ix| match t.charts.crossing[from.at()][dir.at()].closed || !is_open(t, unit, to) {
        true => Step::Closed,
        false => Step::Go(1),
    };
    reach.explore(&t.board.map.grid, start, t.charts.supply.reach, walk);
    let goal = |ix: &&Ix| railheads[ix.at()] || bases::is_base(t, side, **ix);
    let sign = if t.option(Optional::LogisticsInverse) { 1 } else { -1 };
    let end = reach.found().iter().filter(goal).min_by_key(|ix| (sign * i32::from(reach.cost(**ix).unwrap_or(0)), **ix))?;
    Some(Trace { path: reach.path(*end), cut: None })
}

/// [25.1.c], [F5] Whether supplies arrive along a line: as printed the roll may be at most its length, reversed at least.
pub fn arrives(t: &mut Table, support: Support) -> bool {
    let Support::Line(length) = support else { return true };
    let die = u16::from(t.roll("PME-25.1.c", "supply"));
    let arrives = if t.option(Optional::LogisticsInverse) { die >= length } else { die <= length };
    t.note(
        "PME-25.1.c",
        format!("the line of supply is {} long: {}", counted(length, "hex", "hexes"), if arrives { "supplies arrive" } else { "no supplies arrive" }),
    );
    arrives
}

/// The line of supply of a unit, with this rule in force.
pub fn line(In(unit): In<UnitId>, mut t: Table) -> Option<Trace> {
    if !t.option(Optional::Logistics) || !t.kind(unit).is_mobile() {
        return None;
    }
    t.refresh();
    let start = t.ix_of(unit)?;
    match support(&t, unit)? {
        Support::Sure => Some(Trace { path: Vec::new(), cut: None }),
        Support::Line(_) => best_line(&t, unit, start, &railheads(&t, unit)),
    }
}
