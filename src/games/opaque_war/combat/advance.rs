//! [8.15] Advance after combat.

use super::{Attack, Stage, current, finish, target};
use crate::board::{Atom, Fact, Illegal, Place, UnitId};
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::{movement, stacking};
use bevy_ecs::prelude::In;

/// [8.15] Whether a unit of the attack may advance into the target hex.
fn may_go(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let ix = target(t, attack);
    if !attack.units.contains(&unit) || t.ix_of(unit).is_none() {
        return Err(Illegal::new("OW-8.15.a", format!("{} did not attack", t.name(unit))));
    }
    if t.ix_of(unit) == Some(ix) {
        return Err(Illegal::new("OW-8.15.b", format!("{} has advanced already", t.name(unit))));
    }
    if t.holds(attack.side.other(), ix) {
        return Err(Illegal::new("OW-8.15.a", "defenders are left in the hex"));
    }
    t.barred(unit, ix).map_or(Ok(()), Err)
}

/// Whether units may advance together.
pub fn may_advance(t: &Table, attack: &Attack, units: &[UnitId]) -> Result<(), Illegal> {
    units.iter().try_for_each(|unit| may_go(t, attack, *unit))?;
    let ix = target(t, attack);
    let limit = t.charts.footing[ix.at()].limit;
    if stacking::room(t, attack.side, ix) < units.len() {
        return Err(Illegal::new("OW-8.15.b", format!("{} holds no more than {limit} units", attack.target)));
    }
    Ok(())
}

/// Units that may still advance.
pub fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().copied().filter(|u| may_advance(t, attack, &[*u]).is_ok()).collect()
}

/// [8.15.a] Units advance, with media named beside them.
pub fn advance(In(counters): In<Vec<UnitId>>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[Stage::Advance], "OW-8.15.a", "no hex has been vacated")?;
    let party = movement::party(&t, attack.side, &counters)?;
    may_advance(&t, &attack, &party.units)?;
    let ix = target(&t, &attack);
    for counter in party.units.iter().chain(&party.media) {
        let fact = Fact::Moved { unit: *counter, from: t.board.place(*counter), to: Place::Map(attack.target), path: vec![attack.target] };
        t.board.record(Atom("OW-8.15.a"), fact);
    }
    movement::passed(&mut t, &party.units, &[ix]);
    t.occupy(attack.side, ix);
    Ok(())
}

/// Nobody else advances: the attack is over.
pub fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[Stage::Advance], "OW-8.15.a", "no hex has been vacated")?;
    t.board.record(Atom("OW-8.15.b"), Fact::Declined { side: attack.side, what: "to advance further" });
    finish(&mut t, &attack);
    Ok(())
}
