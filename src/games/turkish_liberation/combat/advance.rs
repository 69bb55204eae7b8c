//! [10.5] Advance after combat.

use super::{Attack, CombatStage, current, enter, finish, target};
use crate::board::{Atom, Fact, Illegal, Path, Place, UnitId};
use crate::games::turkish_liberation::orders::{Decision, HexMark};
use crate::games::turkish_liberation::politics::{self, Politics};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::{edirne, stacking};
use bevy_ecs::prelude::In;

/// [10.5.a]–[10.5.c], [R-104] Whether a unit may advance.
fn may_advance(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let ix = target(t, attack);
    let name = t.name(unit);
    if t.side(unit) != attack.side {
        return Err(Illegal::new("WTL-10.5.b", format!("{name} is a defender, and defenders never advance")));
    }
    if let Some(left) = t.board.stack(ix).iter().find(|u| t.side(**u) != attack.side) {
        let rule = if t.is_combat(*left) { "WTL-10.5.a" } else { "WTL-10.5.c" };
        return Err(Illegal::new(rule, format!("{} is still in {}", t.name(*left), t.spot(attack.target))));
    }
    if !attack.units.contains(&unit) || t.board.hex(unit).is_none() {
        return Err(Illegal::new("WTL-10.5.a", format!("{name} is not one of the attackers that are left")));
    }
    let from = t.ix_of(unit).expect("it is on the map");
    if from == ix {
        return Err(Illegal::new("WTL-10.5.a", format!("{name} has advanced")));
    }
    Politics::now(t).may_enter(t, unit, from, ix)?;
    politics::may_share_hex(t, t.nation(unit), ix, &[unit])?;
    stacking::has_room(t, unit, ix)
}

/// Why a unit does not advance when its attack is over.
fn too_late(t: &Table, unit: UnitId) -> Option<Illegal> {
    let nation = t.active()?;
    if t.side(unit) != t.side_of(nation) {
        return Some(Illegal::new("WTL-10.5.b", format!("{} is a defender, and defenders never advance", t.name(unit))));
    }
    let from = t.ix_of(unit)?;
    let (_, ix) = t.board.map.grid.around(from).find(|(_, ix)| t.hex_has(*ix, HexMark::Attacked) && !t.is_empty(*ix))?;
    let rule = if t.board.stack(ix).iter().any(|u| t.is_combat(*u)) { "WTL-10.5.a" } else { "WTL-10.5.c" };
    Some(Illegal::new(rule, format!("{} is not empty", t.spot_at(ix))))
}

/// The units that may advance now.
pub(crate) fn candidates(t: &Table, attack: &Attack) -> Vec<UnitId> {
    attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some() && may_advance(t, attack, *u).is_ok()).collect()
}

/// [10.5.a] A unit advances; [8.3.c] or walks into Edirne.
pub(crate) fn advance(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.board.decision(), Some(Decision::Taken)) {
        return edirne::walk_in(&mut t, unit);
    }
    let none = match t.board.decision() {
        Some(Decision::Attack(attack)) => may_advance(&t, attack, unit).err(),
        _ => too_late(&t, unit),
    };
    let attack = current(&t, &[CombatStage::Advance], "WTL-10.5.a", "no hex has been vacated").map_err(|no| none.clone().unwrap_or(no))?;
    may_advance(&t, &attack, unit)?;
    let ix = target(&t, &attack);
    t.board
        .record(Atom("WTL-10.5.a"), Fact::Moved { unit, from: t.board.place(unit), to: Place::Map(attack.target), path: Path::from_slice(&[attack.target]) });
    enter(&mut t, unit, ix);
    Ok(())
}

/// [10.5.a] Nobody else advances.
pub(crate) fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.board.decision(), Some(Decision::Taken)) {
        t.board.answer();
        return Ok(());
    }
    current(&t, &[CombatStage::Advance], "WTL-10.5.a", "no hex has been vacated")?;
    finish(&mut t);
    Ok(())
}
