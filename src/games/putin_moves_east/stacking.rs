//! [9] Stacking: there is no limit to who may stand in a hex, only to who may fight from it.

use super::table::Table;
use crate::board::{Hex, Ix, Side};
use bevy_ecs::prelude::In;

/// [9.2], [9.3] Whether a hex is overstacked.
pub fn is_crowded(t: &Table, ix: Ix) -> bool {
    t.mobile(ix).count() > t.charts.stacking.mobile
}

/// [9.2] Whether a hex holds as many mobile units as may fight there: one more would overstack it.
pub fn is_full(t: &Table, ix: Ix) -> bool {
    t.mobile(ix).count() >= t.charts.stacking.mobile
}

/// How many mobile units of a side stand in a hex; there is no limit to them [9.1], so this only warns.
pub fn load(In((side, hex)): In<(Side, Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.board.ix(hex).filter(|ix| t.occupant(*ix).is_none_or(|s| s == side))?;
    Some((t.mobile(ix).count().min(255) as u8, u8::MAX))
}
