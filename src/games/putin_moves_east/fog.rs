//! [2.5], [8.2], [9.4] Fog of war: what a player may know, and what he is asked in public.
//!
//! Both players sit at one table. Most decisions rest on what both may see; for the others, air missions and units in boxes, the player who acts
//! takes a look of his own.

use super::combat::CombatStage;
use super::orders::{Decision, Holding, Track};
use super::table::Table;
use super::{actions, bases};
use crate::board::{Fact, Illegal, Place, Side, UnitId};
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

/// [2.5.b] The counter that a fact shows to both sides, even if it is closed again before the order ends.
pub(super) fn shows(fact: &Fact) -> Option<UnitId> {
    match fact {
        Fact::Moved { unit, to: Place::Holding(holding), .. } if *holding == Holding::Committed.id() => Some(*unit),
        _ => None,
    }
}

/// [9.4] Whether both sides may know a counter.
pub(super) fn is_open(t: &Table, unit: UnitId) -> bool {
    match t.board.place(unit) {
        Place::Map(_) => !t.board.status(unit).face_down,
        Place::Holding(holding) => OPEN.iter().any(|open| open.id() == holding),
        Place::Lost => true,
    }
}

/// Whether whoever acts looks at what only he may see.
pub(super) fn is_looking(t: &Table) -> bool {
    t.track(Track::Looking) > 0
}

/// Whether whoever acts has anything that he could look at and use: both sides may count the backs in his boxes and on the map.
pub(super) fn has_secrets(t: &Table, side: Side) -> bool {
    let staged = t.boxed(Holding::staging(side));
    let hidden = |unit: UnitId| t.board.status(unit).face_down;
    !staged.is_empty() || bases::hold_units(t, side) || t.on_map(side).any(hidden)
}

/// [9.4] Whether the player may look at what only he may see, or is done with that.
pub(super) fn may_look(t: &Table, on: bool) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    let planning = match t.open() {
        None => true,
        Some(Decision::Attack(attack)) => attack.stage == CombatStage::Planning,
        Some(_) => false,
    };
    if !planning {
        return Err(Illegal::new("PME-9.4.b", "the action has been declared: what is secret is asked for when it is needed"));
    }
    match (is_looking(t), on) {
        (true, true) => Err(Illegal::new("PME-9.4.b", "you are looking at your own boxes already")),
        (false, false) => Err(Illegal::new("PME-9.4.b", "you are not looking at your own boxes")),
        (false, true) if !has_secrets(t, side) => Err(Illegal::new("PME-9.4.b", "you have nothing that the enemy may not see")),
        _ => Ok(side),
    }
}

/// [9.4] The player looks at what only he may see, or is done with that.
pub(super) fn look(In(on): In<bool>, mut t: Table) -> Result<(), Illegal> {
    may_look(&t, on)?;
    t.set_track("PME-9.4.b", Track::Looking, i32::from(on));
    Ok(())
}

/// An action is declared: everybody looks at the map again.
pub(super) fn look_away(t: &mut Table) {
    t.set_track("PME-9.4.b", Track::Looking, 0);
}
