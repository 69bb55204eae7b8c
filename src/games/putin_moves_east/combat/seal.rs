//! [14.6.4] Special forces: each side seals its choice, both are shown together, and then the die is rolled.

use super::{Attack, CombatStage, current, is_hyperwar, keep, losses, odds, win_sixth};
use crate::board::{Atom, Fact, Illegal, Side, UnitId, Units};
use crate::games::putin_moves_east::charts::CombatResult;
use crate::games::putin_moves_east::orders::Holding;
use crate::games::putin_moves_east::special_forces;
use crate::games::putin_moves_east::table::Table;
use bevy_ecs::prelude::In;

/// [14.6.4.a], [F48] Whether a side may seal these special forces.
pub fn may_seal(t: &Table, attack: &Attack, side: Side, units: &[UnitId]) -> Result<(), Illegal> {
    special_forces::may_use(t, side, units, "PME-14.6.4.a")?;
    match units.iter().find(|u| side == attack.side && t.printed(**u).is_sixth()) {
        Some(unit) => Err(Illegal::new("PME-22.3.a", format!("{} joins an attack openly, when it is planned", t.name(*unit)))),
        None => Ok(()),
    }
}

/// [14.6.4.b] A player seals his whole choice in one order.
pub fn seal(In(units): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::AttackerSeal, CombatStage::DefenderSeal], "PME-14.6.4.b", "there is no battle for special forces")?;
    let side = attack.decider();
    may_seal(&t, &attack, side, &units)?;
    let text = if side == attack.side { "the attacker has sealed his special forces" } else { "the defender has sealed his special forces" };
    t.note("PME-14.6.4.b", text);
    let of = usize::from(side != attack.side);
    let mut units = units;
    units.sort_unstable();
    attack.sealed[of] = Some(units);
    next(&mut t, attack);
    Ok(())
}

fn next(t: &mut Table, mut attack: Attack) {
    if attack.stage == CombatStage::AttackerSeal {
        attack.stage = CombatStage::DefenderSeal;
        keep(t, attack);
    } else {
        resolve(t, attack);
    }
}

/// [F102] A side without special forces is not asked. Tells whether it moved.
pub fn proceed(t: &mut Table, mut attack: Attack) -> bool {
    let side = attack.decider();
    if !special_forces::ready(t, side).is_empty() {
        return false;
    }
    attack.sealed[usize::from(side != attack.side)] = Some(Units::new());
    next(t, attack);
    true
}

/// [14.5], [14.6], [15.0] Both choices are shown, and the die is rolled.
fn resolve(t: &mut Table, mut attack: Attack) {
    for unit in attack.sealed.clone().into_iter().flatten().flatten() {
        t.box_up("PME-2.5.b", unit, Holding::Committed);
        t.board.record(Atom("PME-14.6.4.c"), Fact::Struck { unit, hex: attack.target });
    }
    let found = odds::assess(t, &attack, attack.side);
    t.board.record(Atom("PME-14.5.c"), found.fact());
    let die = t.roll("PME-15.0.b", "combat");
    let result = t.charts.combat.result(die.into(), found.column);
    t.board.record(Atom("PME-15.0.b"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    // [22.3.b] Whatever it does to the defender, HW1 in a Hyperwar attack wins sixth generation warriors.
    if result == CombatResult::HW1 && is_hyperwar(t, &attack) {
        win_sixth(t, attack.side);
    }
    losses::begin(t, attack);
}
