//! [6] Stacking.

use super::orders::Decision;
use super::table::Table;
use super::{REBEL, UKRAINIAN};
use crate::board::{Atom, Fact, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// [6.0.c]–[6.0.e], [6.1.a] How many more combat units of a side a hex holds.
pub(super) fn free_places(t: &Table, side: Side, ix: Ix) -> usize {
    usize::from(t.charts.footing[ix.at()].limit).saturating_sub(t.strength(side, ix))
}

/// [6.0.b] Whether so many more combat units of a side may end a move in a hex.
pub(super) fn may_end(t: &Table, side: Side, ix: Ix, more: usize) -> Result<(), Illegal> {
    if free_places(t, side, ix) >= more {
        return Ok(());
    }
    let there = &t.charts.footing[ix.at()];
    let rule = if there.city { "OW-6.0.d" } else { "OW-6.0.c" };
    Err(Illegal::new(rule, format!("{} holds no more than {} units of a side", t.spot_at(ix), there.limit)))
}

/// [6.3.a] After a move: if a hex of the mover holds too many all the same, he must thin it out at once.
pub(super) fn enforce(t: &mut Table, side: Side, hexes: &[Ix]) {
    let crowded = hexes.iter().copied().find(|ix| t.strength(side, *ix) > usize::from(t.charts.footing[ix.at()].limit));
    if let Some(ix) = crowded {
        let hex = t.hex(ix);
        t.board.ask(Decision::Excess { side, hex });
        t.board.record(Atom("OW-6.3.a"), Fact::Asked { side, what: "eliminate units in excess of the stacking limit" });
    }
}

fn crowded(t: &Table) -> Result<(Side, Ix), Illegal> {
    match t.board.decision() {
        Some(Decision::Excess { side, hex }) => t.board.ix(*hex).map(|ix| (*side, ix)),
        _ => None,
    }
    .ok_or_else(|| Illegal::new("OW-6.3.a", "no hex holds more units than it may"))
}

/// [6.3.a] The owner eliminates a unit of the hex.
pub(super) fn remove(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (side, ix) = crowded(&t)?;
    t.own(side, unit)?;
    if !t.fighters(side, ix).contains(&unit) {
        return Err(Illegal::new("OW-6.3.a", format!("{} is not a combat unit in {}, which holds too many", t.name(unit), t.spot_at(ix))));
    }
    take(&mut t, side, ix, unit);
    Ok(())
}

/// [6.3.a] The same for a unit that he has not seen.
pub(super) fn remove_covered(In(place): In<u8>, mut t: Table) -> Result<(), Illegal> {
    let (side, ix) = crowded(&t)?;
    let unit = t.covered(side, t.hex(ix), place)?;
    take(&mut t, side, ix, unit);
    Ok(())
}

fn take(t: &mut Table, side: Side, ix: Ix, unit: UnitId) {
    t.uncover("OW-6.3.a", unit);
    t.eliminate("OW-6.3.a", unit);
    if t.strength(side, ix) <= usize::from(t.charts.footing[ix.at()].limit) {
        t.board.answer();
    }
}

/// How many combat units of a side a hex holds, and how many it can. Only the side itself may ask.
pub(super) fn fullness(In((side, hex)): In<(Side, crate::board::Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.board.ix(hex)?;
    let limit = t.charts.footing[ix.at()].limit;
    Some((u8::try_from(t.strength(side, ix)).unwrap_or(u8::MAX), limit)).filter(|_| limit > 0)
}

/// Hexes that hold too many units of a side.
pub(super) fn overfull(_: In<()>, t: Table) -> Vec<crate::board::Hex> {
    let grid = &t.board.map.grid;
    let too_many = |ix: &Ix| [UKRAINIAN, REBEL].into_iter().any(|side| t.strength(side, *ix) > usize::from(t.charts.footing[ix.at()].limit));
    grid.all().filter(|ix| !t.board.stack(*ix).is_empty() && too_many(ix)).map(|ix| grid.hex(ix)).collect()
}
