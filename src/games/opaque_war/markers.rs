//! [13] Special markers: tactical communications. Non-lethal equipment is used in [`super::crowds`] and [`super::combat`],
//! counter-battery radar is played like support.

use super::REBEL;
use super::movement;
use super::orders::{Holding, Mark};
use super::table::Table;
use super::tables::UnitType;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// [13.2.b] Whether a marker may be put on a hex.
pub(super) fn may_use_comms(t: &Table, unit: UnitId, hex: Hex) -> Result<Ix, Illegal> {
    let side = movement::mover(t).ok().filter(|side| *side == REBEL);
    let side = side.ok_or_else(|| Illegal::new("OW-13.2.b", "Tactical Communications are used only in the Rebel Movement Segment"))?;
    if t.kind(unit) != UnitType::Communications || !t.is_in(unit, Table::available(side)) {
        return Err(Illegal::new("OW-13.0.a", format!("{} is not a Tactical Communications marker in the Rebel Available box", t.name(unit))));
    }
    let enemy = |ix: &Ix| t.board.stack(*ix).iter().any(|u| t.side(*u) != side);
    t.board.ix(hex).filter(enemy).ok_or_else(|| Illegal::new("OW-13.2.b", format!("there is no enemy counter in {}", t.spot(hex))))
}

/// [13.2.b], [F-43] All enemy counters of the hex are seen until the Rebel phase ends; their owner, too, sees what he had not.
pub(super) fn use_comms(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let ix = may_use_comms(&t, unit, hex)?;
    let side: Side = t.side(unit);
    t.board.record(Atom("OW-13.2.b"), Fact::Struck { unit, hex });
    for enemy in t.board.stack(ix).to_vec().into_iter().filter(|u| t.side(*u) != side).collect::<Vec<_>>() {
        t.uncover("OW-13.2.b", enemy);
        t.mark("OW-13.2.b", enemy, Mark::Exposed);
    }
    t.box_up("OW-13.0.a", unit, Holding::RussianPool);
    Ok(())
}

/// [F-43] The Rebel phase is over.
pub(super) fn end_comms(t: &mut Table) {
    t.unmark_all("OW-13.2.b", None, &[Mark::Exposed]);
}
