//! [11.2] Irregulars that retreat before combat.

use super::{Attack, CombatStage, air, current, fighters, finish, keep, target};
use crate::board::{Dir, Illegal, UnitId};
use crate::games::turkish_liberation::charts::Melting;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::UnitType;
use bevy_ecs::prelude::In;

/// [11.2.a], [R-98] Whether only regulars attack a hex whose combat units are all irregular.
pub(crate) fn is_possible(t: &Table, attack: &Attack) -> bool {
    let fighters = fighters(t, attack);
    attack.units.iter().all(|u| t.is_regular(*u)) && !fighters.is_empty() && fighters.iter().all(|u| t.is_irregular(*u))
}

/// [11.2.b], [R-31] Before anything else: the attacker may commit air first.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    if !is_possible(t, attack) {
        attack.stage = CombatStage::AttackerAir;
        return true;
    }
    if attack.air[0].is_none() && !air::available(t, attack, true).is_empty() {
        return false;
    }
    attack.stage = CombatStage::Melting;
    true
}

/// [11.2.c], [R-47] Attackers stand in two opposite hexes.
fn is_between(t: &Table, attack: &Attack) -> bool {
    let (grid, ix) = (&t.board.map.grid, target(t, attack));
    let from = |dir: Dir| attack.units.iter().any(|u| t.ix_of(*u).is_some() && t.ix_of(*u) == grid.across(ix, dir));
    Dir::ALL.into_iter().any(|dir| from(dir) && from(dir.opposite()))
}

/// [11.2.c] What is added to the die.
pub(crate) fn modifiers(t: &Table, attack: &Attack) -> Vec<(&'static str, i8)> {
    let numbers = &t.charts.melting;
    let given = [
        ("mountain", t.footing(target(t, attack)).mountain, numbers.mountain),
        ("cavalry", attack.units.iter().any(|u: &UnitId| t.kind(*u) == UnitType::Cavalry), numbers.cavalry),
        ("air support", attack.air[0].is_some(), numbers.air),
        ("from opposite sides", is_between(t, attack), numbers.opposite),
    ];
    given.into_iter().filter(|(_, holds, n)| *holds && *n != 0).map(|(why, _, n)| (why, n)).collect()
}

const NOT_NOW: &str = "no irregulars may retreat before combat now";

/// [11.2] They try to.
pub(crate) fn melt(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Melting], "WTL-11.2.a", NOT_NOW)?;
    let modifiers = modifiers(&t, &attack);
    let die = t.roll_with("WTL-11.2.a", "retreat before combat", &modifiers);
    if t.charts.melting.bands.read(die) == Melting::Retreat {
        t.note("WTL-11.2.d", format!("the irregulars in {} cannot be found: the attack ends without effect", t.spot(attack.target)));
        finish(&mut t);
        return Ok(());
    }
    t.note("WTL-11.2.e", "the irregulars have to fight");
    attack.stage = CombatStage::AttackerAir;
    keep(&mut t, attack);
    Ok(())
}

/// [11.2.a] They stand.
pub(crate) fn stand(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Melting], "WTL-11.2.a", NOT_NOW)?;
    attack.stage = CombatStage::AttackerAir;
    keep(&mut t, attack);
    Ok(())
}
