//! [9.0] Stacking: how many units a hex holds, and what becomes of an excess.

use super::orders::Decision;
use super::table::Table;
use crate::board::{Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// [9.0.a], [9.0.b] The combat units of a hex; convoys and Ataturk take no room.
pub(crate) fn load(t: &Table, ix: Ix) -> usize {
    t.board.stack(ix).iter().filter(|u| counts(t, **u)).count()
}

fn counts(t: &Table, unit: UnitId) -> bool {
    !t.charts.spots.exempt[t.kind(unit) as usize]
}

/// [9.0.a] How many a hex holds.
pub(crate) fn limit(t: &Table, ix: Ix) -> usize {
    t.footing(ix).limit.into()
}

/// Whether a hex holds too many.
pub(crate) fn is_overfull(t: &Table, ix: Ix) -> bool {
    load(t, ix) > limit(t, ix)
}

/// [9.0.e] Refuses a unit for which a hex has no room.
pub(crate) fn has_room(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    if !counts(t, unit) || load(t, ix) < limit(t, ix) {
        return Ok(());
    }
    Err(Illegal::new("WTL-9.0.e", format!("{} holds at most {} combat units", t.spot_at(ix), limit(t, ix))))
}

/// [9.0.d] Asks the owner for the excess of a hex, if there is one.
pub(crate) fn enforce(t: &mut Table, side: Side, ix: Ix) {
    if is_overfull(t, ix) {
        let hex = t.hex(ix);
        t.board.ask(Decision::Excess { side, hex });
    }
}

/// [9.0.d] Units of which their owner chooses.
pub(crate) fn candidates(t: &Table, side: Side, hex: Hex) -> Vec<UnitId> {
    let stack = t.ix(hex).map(|ix| t.board.stack(ix).to_vec()).unwrap_or_default();
    stack.into_iter().filter(|u| counts(t, *u) && t.side(*u) == side).collect()
}

/// [9.0.d] Eliminates a unit in excess.
pub(crate) fn remove(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Excess { side, hex }) = t.board.decision().cloned() else {
        return Err(Illegal::new("WTL-9.0.d", "no hex holds too many units"));
    };
    if !candidates(&t, side, hex).contains(&unit) {
        return Err(Illegal::new("WTL-9.0.d", format!("{} is not a combat unit of yours in {}", t.name(unit), t.spot(hex))));
    }
    t.eliminate("WTL-9.0.d", unit);
    if t.ix(hex).is_none_or(|ix| !is_overfull(&t, ix)) {
        t.board.answer();
    }
    Ok(())
}

/// How full a hex is, and how much it holds.
pub(crate) fn fullness(In((_, hex)): In<(Side, Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.ix(hex).filter(|ix| !t.footing(*ix).closed)?;
    Some((load(&t, ix).min(255) as u8, t.footing(ix).limit))
}

/// Hexes that hold too many.
pub(crate) fn overfull(_: In<()>, t: Table) -> Vec<Hex> {
    t.board.map.grid.all().filter(|ix| !t.is_empty(*ix) && is_overfull(&t, *ix)).map(|ix| t.hex(ix)).collect()
}
