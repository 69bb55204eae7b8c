//! [14.7] Advance after combat: one attacker may enter, and the garrison changes sides.

use super::{Attack, CombatStage, current, end, field_force, is_at_sea, target};
use crate::board::{Atom, Fact, Illegal, Path, Place, UnitId};
use crate::games::putin_moves_east::orders::Optional;
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::Kind;
use crate::games::putin_moves_east::{control, movement, scenario};
use bevy_ecs::prelude::In;

/// [14.6.1.e], [22.5], [F106] Whether an attacker could enter the hex from where it stands.
pub fn can_enter(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let (ix, name) = (target(t, attack), t.seen_name(unit));
    let beside = t.ix_of(unit).and_then(|from| Some((from, t.board.map.grid.side(from, ix)?)));
    let Some((from, dir)) = beside.filter(|_| attack.units.contains(&unit)) else {
        return Err(Illegal::new("PME-14.7.a", format!("{name} did not attack {}, or is no longer next to it", t.spot(attack.target))));
    };
    scenario::open_country(t, unit, ix)?;
    let heights = t.footing(ix).mountain.is_some() && t.option(Optional::ComplexTerrain);
    let rule = Atom(if heights { "PME-22.1.c" } else { "PME-14.6.1.e" });
    movement::firm(t, unit, ix).map_err(|no| Illegal { rule, ..no })?;
    let crossing = &t.charts.crossing[from.at()][dir.at()];
    let over_sea = crossing.sea && t.option(Optional::SeaAdvance) && matches!(t.kind(unit), Kind::Airborne | Kind::Amphibious);
    if crossing.closed && !over_sea && !(attack.assault && is_at_sea(t, unit)) {
        return Err(Illegal::new("PME-14.6.1.e", format!("{name} cannot cross the sea to {}", t.spot(attack.target))));
    }
    Ok(())
}

/// [14.7.a] Whether a unit may advance.
pub fn may_advance(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if !attack.cleared || !field_force(t, target(t, attack)).is_empty() {
        return Err(Illegal::new("PME-14.7.a", format!("{} has not been cleared of the enemy", t.spot(attack.target))));
    }
    can_enter(t, attack, unit)
}

/// Units that may advance.
pub fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().copied().filter(|u| may_advance(t, attack, *u).is_ok()).collect()
}

const NOTHING_WON: &str = "there is no attack to advance after";

/// [14.7.a], [8.1.1.a] A unit advances.
pub fn advance(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[CombatStage::Advance], "PME-14.7.a", NOTHING_WON)?;
    t.owned(attack.side, unit, "PME-14.7.a")?;
    may_advance(&t, &attack, unit)?;
    let (from, to) = (t.board.place(unit), attack.target);
    t.board.record(Atom("PME-14.7.a"), Fact::Moved { unit, from, to: Place::Map(to), path: Path::from_slice(&[to]) });
    let ix = target(&t, &attack);
    control::gain(&mut t, "PME-8.1.1.a", ix, attack.side);
    end(&mut t, &attack);
    Ok(())
}

/// [8.1.1.b] Nobody advances.
pub fn hold(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[CombatStage::Advance], "PME-14.7.a", NOTHING_WON)?;
    t.board.record(Atom("PME-8.1.1.b"), Fact::Declined { side: attack.side, what: "to advance" });
    end(&mut t, &attack);
    Ok(())
}

/// [F88] An advance that nobody can make is not asked for. Tells whether it moved.
pub fn proceed(t: &mut Table, attack: Attack) -> bool {
    if !movers(t, &attack).is_empty() {
        return false;
    }
    if attack.cleared {
        let survivor = attack.units.iter().copied().find(|u| t.board.hex(*u).is_some());
        if let Some(no) = survivor.and_then(|unit| may_advance(t, &attack, unit).err()) {
            t.board.record(no.rule, Fact::Noted { text: format!("nobody advances: {}", no.why) });
        }
    }
    end(t, &attack);
    true
}
