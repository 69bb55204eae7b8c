//! [8.2] Guerrillas: where they rise.

use super::orders::{HexMark, Optional};
use super::table::Table;
use crate::board::{Illegal, Ix, Side};

/// [8.2.b] Whether guerrillas of a side may rise in a hex: in a country that was its ally from the start, away from the enemy. The zones must be
/// up to date.
pub(super) fn may_rise(t: &Table, side: Side, ix: Ix) -> Result<(), Illegal> {
    let friendly = t.footing(ix).country.and_then(|country| t.side_of(country)) == Some(side);
    if !friendly {
        return Err(Illegal::new("PME-8.2.b", "guerrillas rise only in countries that were on their side from the start"));
    }
    may_hide(t, side, ix)
}

/// [8.2.b], [F52] Whether nothing keeps guerrillas of a side out of a hex, its country apart.
pub(super) fn may_hide(t: &Table, side: Side, ix: Ix) -> Result<(), Illegal> {
    if t.is_neutral(ix) {
        return Err(Illegal::new("PME-3.8.b", "it lies in a neutral country"));
    }
    if t.occupant(ix) == Some(side.other()) {
        return Err(Illegal::new("PME-8.2.b", "it holds enemy units"));
    }
    if !can_live(t, ix) || t.hex_has(ix, HexMark::Fallout) {
        return Err(Illegal::new("PME-8.2.b", "no ground unit can be there"));
    }
    if t.in_ezoc(side, ix) {
        return Err(Illegal::new("PME-8.2.b", "it lies in an enemy zone of control"));
    }
    Ok(())
}

/// [12.5.e], [22.1.a] Whether the ground of a hex bears guerrillas: high mountains do only with optional rule 22.1.
pub(super) fn can_live(t: &Table, ix: Ix) -> bool {
    let there = t.footing(ix);
    let cost = if t.option(Optional::ComplexTerrain) { there.complex_cost } else { there.cost };
    cost.is_some()
}
