//! [13.3] Amphibious movement.

use super::movement::{self, Mode, ticket};
use super::table::Table;
use super::tables::Kind;
use super::{bases, scenario};
use crate::board::{Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// [13.3], [13.4], [F99] Whether a unit may sail to a hex from where it is.
pub(super) fn may_reach(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    can_sail(t, unit)?;
    let side = t.board.side(unit);
    scenario::open_country(t, unit, ix)?;
    let (seas, from_port) = bases::harbor(t, unit);
    let allowed = bases::seas(t, unit);
    let there = &t.footing(ix).coasts;
    if there.is_empty() {
        return Err(Illegal::new("PME-13.3.a", "it is not a coastal hex of a sea zone"));
    }
    if !there.iter().any(|sea| seas.contains(sea)) {
        return Err(Illegal::new("PME-13.3.a", "it does not lie on the same sea zone"));
    }
    if !there.iter().any(|sea| seas.contains(sea) && allowed.contains(sea)) {
        return Err(Illegal::new("PME-13.4.b", format!("{} does not sail this sea zone", t.name(unit))));
    }
    if !from_port && !bases::is_port(t, side, ix) {
        return Err(Illegal::new("PME-13.3.a", "from a coastal hex that is not a friendly port a unit sails only to a friendly port"));
    }
    if t.occupant(ix).is_some_and(|s| s != side) {
        return Err(Illegal::new("PME-13.4.a", "no unit lands in a hex with enemy units"));
    }
    movement::firm(t, unit, ix)
}

/// [2.13.b], [3.6.c], [13.3] Whether a unit is one that sails from where it is.
pub(super) fn can_sail(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let name = t.seen_name(unit);
    if t.kind(unit) != Kind::Amphibious && !scenario::is_interned(t, unit) {
        return Err(Illegal::new("PME-2.13.b", format!("{name} is not an amphibious unit")));
    }
    if bases::harbor(t, unit).0.is_empty() {
        let rule = if t.in_base(unit) { "PME-13.3.a" } else { "PME-13.3.b" };
        return Err(Illegal::new(rule, format!("{name} is not on the coast of a sea zone")));
    }
    Ok(())
}

/// The hexes to which a unit may sail, whoever's action it is.
pub(super) fn goals(t: &Table, unit: UnitId) -> Vec<Ix> {
    if can_sail(t, unit).is_err() {
        return Vec::new();
    }
    let start = t.ix_of(unit);
    t.board.map.grid.all().filter(|ix| !t.footing(*ix).coasts.is_empty() && Some(*ix) != start && may_reach(t, unit, *ix).is_ok()).collect()
}

/// The hexes to which a unit may sail now.
pub(super) fn harbors(t: &Table, unit: UnitId) -> Vec<Ix> {
    if t.kind(unit) != Kind::Amphibious && !scenario::is_interned(t, unit) || ticket(t, unit).is_err() {
        return Vec::new();
    }
    goals(t, unit)
}

/// [13.3] Whether a unit may sail to a hex now.
pub(super) fn may_sail(t: &Table, unit: UnitId, hex: Hex) -> Result<(Side, Option<i32>, Ix), Illegal> {
    let (side, cost) = ticket(t, unit)?;
    can_sail(t, unit)?;
    let ix = t.on_the_map(hex, "PME-13.3.a")?;
    may_reach(t, unit, ix).map_err(|no| t.of_hex(ix, no))?;
    if t.ix_of(unit) == Some(ix) {
        return Err(Illegal::new("PME-13.3.a", format!("{} is in {} already", t.name(unit), t.spot(hex))));
    }
    Ok((side, cost, ix))
}

/// [13.0], [13.3] A unit sails, without a roll; assaults sail, too.
pub(super) fn sail(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    if let Some(super::Decision::Attack(_)) = t.open() {
        return super::combat::assault::sail(&mut t, unit, hex);
    }
    let (side, cost, ix) = may_sail(&t, unit, hex)?;
    movement::set_out(&mut t, side, cost, unit, Mode::Ground, 0);
    t.place("PME-13.3.a", unit, ix);
    let march = movement::current(&t)?;
    movement::arrived(&mut t, march, unit);
    Ok(())
}
