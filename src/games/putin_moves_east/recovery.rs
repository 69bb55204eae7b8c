//! [11.0], [RRC], [11.1] Regrouping.

use super::orders::{Holding, Optional};
use super::table::Table;
use super::{actions, options::supply};
use crate::board::{Atom, Fact, Illegal, Side, UnitId};
use bevy_ecs::prelude::In;

/// [11.1.a], [16.4.a] What it costs to regroup a unit.
pub(super) fn cost(t: &Table, unit: UnitId) -> i32 {
    let hyperwar = t.charts.printed.get(unit.at()).is_some_and(|p| p.hyperwar);
    if hyperwar { t.charts.costs.regroup_hyperwar } else { t.charts.costs.regroup }
}

/// [11.1], [25] Whether a unit may regroup. The zones must be up to date.
pub(super) fn may_regroup(t: &Table, unit: UnitId) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    actions::may_pay(t, side, cost(t, unit))?;
    t.owned(side, unit, "PME-11.1.a")?;
    let name = t.seen_name(unit);
    if t.is_in(unit, Holding::eliminated(side)) {
        return Err(Illegal::new("PME-11.1.c", format!("{name} is eliminated and never returns")));
    }
    if !t.kind(unit).is_mobile() || (t.board.hex(unit).is_none() && !t.in_base(unit)) {
        return Err(Illegal::new("PME-11.1.a", format!("{name} is not a mobile ground unit in play")));
    }
    if !t.is_reduced(unit) {
        return Err(Illegal::new("PME-11.1.a", format!("{name} is at full strength")));
    }
    if t.ix_of(unit).is_some_and(|ix| t.in_ezoc(side, ix)) {
        return Err(Illegal::new("PME-11.1.b", format!("{name} is in an enemy zone of control and cannot regroup")));
    }
    if t.option(Optional::Logistics) && supply::support(t, unit).is_none() {
        return Err(Illegal::new("PME-25.0.a", format!("{name} has no logistic support")));
    }
    Ok(side)
}

/// [11.1.a] A reduced unit is restored to full strength; away from bases and rails that takes a roll [25.1].
pub(super) fn regroup(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let side = may_regroup(&t, unit)?;
    let support = supply::support(&t, unit).filter(|_| t.option(Optional::Logistics));
    let cost = cost(&t, unit);
    actions::open(&mut t, side, cost, "PME-11.1.a");
    if support.is_none_or(|support| supply::arrives(&mut t, support)) {
        let (from, to) = (t.board.status(unit).steps, t.printed(unit).steps);
        t.board.record(Atom("PME-11.1.a"), Fact::Stepped { unit, from, to });
    }
    actions::close(&mut t);
    Ok(())
}
