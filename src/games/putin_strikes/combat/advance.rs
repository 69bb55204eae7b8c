//! [10.11] Advance after combat.

use super::{Attack, Stage, current, defenders, end, keep, target};
use crate::board::{Atom, Fact, Illegal, Place, UnitId};
use crate::games::putin_strikes::stacking;
use crate::games::putin_strikes::table::Table;
use bevy_ecs::prelude::In;

/// [10.11.a] Whether the hex is open: no defender is left, and a city's garrison has been given up.
fn open(t: &Table, attack: &Attack) -> Result<(), Illegal> {
    let ix = target(t, attack);
    if !defenders(t, ix, attack.side).is_empty() {
        return Err(Illegal::new("PS-10.11.a", "defenders are left in the hex"));
    }
    if t.garrison(ix) == Some(attack.side.other()) && !attack.breached {
        return Err(Illegal::new("PS-10.11.a", "the garrison has not been given up"));
    }
    Ok(())
}

/// [10.11] Whether a unit may advance.
pub fn may_advance(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    open(t, attack)?;
    let name = || t.name(unit).to_owned();
    let ix = target(t, attack);
    let beside = t.ix_of(unit).and_then(|from| Some((from, t.board.map.grid.side(from, ix)?)));
    let Some((from, dir)) = beside.filter(|_| attack.units.contains(&unit) && !attack.advanced.contains(&unit)) else {
        return Err(Illegal::new("PS-10.11.a", format!("{} is no surviving attacker that could advance", name())));
    };
    if t.printed(unit).is_static {
        return Err(Illegal::new("PS-10.11.f", format!("{} never advances", name())));
    }
    if t.charts.crossing[from.at()][dir.at()].water && !t.flies(unit) {
        return Err(Illegal::new("PS-10.11.c", format!("{} does not cross lake or sea", name())));
    }
    let there = t.footing(ix);
    let closed = (there.russia && t.printed(unit).task_force) || (t.printed(unit).territorial && !there.territorial);
    if closed || there.radiation {
        return Err(Illegal::new("PS-10.11.c", format!("{} may not be in that hex", name())));
    }
    stacking::room(t, ix, unit, "PS-10.11.b")
}

/// Units that may still advance.
pub fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().filter(|u| may_advance(t, attack, **u).is_ok()).copied().collect()
}

const NOTHING_WON: &str = "no attack has just been won";

/// [10.11.b], [10.11.d] A unit advances.
pub fn advance(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, Stage::Advance, "PS-10.11.d", NOTHING_WON)?;
    may_advance(&t, &attack, unit)?;
    attack.advanced.push(unit);
    let (from, to) = (t.board.place(unit), attack.target);
    t.board.record(Atom("PS-10.11.a"), Fact::Moved { unit, from, to: Place::Map(to), path: vec![to] });
    keep(&mut t, attack);
    Ok(())
}

/// [10.11.b] Nobody else advances.
pub fn stay(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, Stage::Advance, "PS-10.11.d", NOTHING_WON)?;
    t.board.record(Atom("PS-10.11.b"), Fact::Declined { side: attack.side, what: "to advance further" });
    end(&mut t, &attack);
    Ok(())
}
