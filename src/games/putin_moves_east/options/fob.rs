//! [22.2] Forward operations bases.

use crate::board::{Illegal, Ix, Side, UnitId};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::Kind;

/// A side's forward operations bases on the map.
pub fn on_map(t: &Table, side: Side) -> Vec<UnitId> {
    t.board.units().filter(|u| t.kind(*u) == Kind::Fob && t.board.hex(*u).is_some() && t.board.side(*u) == side).collect()
}

/// [22.2.a], [22.2.d] Whether a forward operations base of a side may be put into a hex.
pub fn may_stand(t: &Table, side: Side, ix: Ix) -> Result<(), Illegal> {
    let refuse = |rule, why: &str| Err(Illegal::new(rule, format!("{} {why}", t.spot_at(ix))));
    if t.is_neutral(ix) {
        return refuse("PME-3.8.b", "lies in a neutral country");
    }
    if t.footing(ix).city.is_some() || !t.footing(ix).symbols.is_empty() {
        return refuse("PME-22.2.a", "is a city or objective, where no forward operations base is put");
    }
    if !t.mobile(ix).any(|u| t.board.side(u) == side) {
        return refuse("PME-22.2.a", "holds no ground unit of this side");
    }
    if t.fob(ix).is_some() {
        return refuse("PME-22.2.d", "has a forward operations base already");
    }
    Ok(())
}
