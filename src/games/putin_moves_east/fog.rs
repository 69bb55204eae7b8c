//! [2.5], [8.2], [9.4] Fog of war: what a player may know.

use super::orders::Holding;
use super::table::Table;
use crate::board::{Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// Boxes that both players may look into.
const OPEN: [Holding; 4] = [Holding::Committed, Holding::EliminatedEu, Holding::EliminatedCo, Holding::Neutral];

/// [9.4], [F120] Which counters a side may know: its own, except guerrillas not yet drawn; all that lie face up on the map or in open boxes.
pub(super) fn known_to(In(side): In<Side>, t: Table) -> Vec<bool> {
    let known = |unit: UnitId| {
        let status = t.board.status(unit);
        match t.board.place(unit) {
            Place::Map(_) => status.side == side || !status.face_down,
            Place::Holding(holding) if OPEN.iter().any(|open| open.id() == holding) => true,
            Place::Holding(_) => status.side == side && !status.face_down,
            Place::Lost => true,
        }
    };
    t.board.units().map(known).collect()
}

/// [F120] What a counter shows that a side may not know: its class.
pub(super) fn visible_kinds(In(_): In<Side>, t: Table) -> Vec<&'static str> {
    t.board.units().map(|unit| t.kind(unit).class()).collect()
}

/// The same for one counter.
pub(super) fn visible_kind(In((_, unit)): In<(Side, UnitId)>, t: Table) -> &'static str {
    t.kind(unit).class()
}
