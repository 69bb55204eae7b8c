//! [2.5], [11.2] Special forces: who is at hand, and how they recycle.

use super::orders::Holding;
use super::table::Table;
use super::tables::Kind;
use crate::board::{Illegal, Side, UnitId};

/// [2.5.a] A side's special forces in its Staging Area. Their number is known to both sides.
pub(super) fn ready(t: &Table, side: Side) -> Vec<UnitId> {
    t.boxed(Holding::staging(side)).into_iter().filter(|u| t.kind(*u) == Kind::SpecialForces).collect()
}

/// Whether all these units are special forces at hand, each named once.
pub(super) fn may_use(t: &Table, side: Side, units: &[UnitId], rule: &'static str) -> Result<(), Illegal> {
    for (i, unit) in units.iter().enumerate() {
        t.owned(side, *unit, rule)?;
        if t.kind(*unit) != Kind::SpecialForces {
            return Err(Illegal::new(rule, format!("{} is not a unit of special forces", t.seen_name(*unit))));
        }
        if !t.is_in(*unit, Holding::staging(side)) {
            return Err(Illegal::new(rule, format!("{} is not in the Staging Area", t.name(*unit))));
        }
        if units[..i].contains(unit) {
            return Err(Illegal::new(rule, format!("{} was named twice", t.name(*unit))));
        }
    }
    Ok(())
}

/// [11.2.a], [F46] Each unit used rolls for the turn in which it is back.
pub(super) fn recycle(t: &mut Table, units: &[UnitId]) {
    let mut units = units.to_vec();
    units.sort_unstable();
    let dice = t.charts.reinforcements.recycle_dice;
    for unit in units {
        let turns = t.dice("PME-11.2.a", "turns until special forces are back", dice);
        let to = Holding::of_turn(t.board.side(unit), t.turn().saturating_add(turns), t.start.turns);
        t.box_up("PME-11.2.a", unit, to);
    }
}
