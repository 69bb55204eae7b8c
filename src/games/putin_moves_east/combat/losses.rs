//! [15.0] Results: losses, and who has to go.

use super::{Attack, CombatStage, current, field_force, is_hyperwar, keep, target};
use crate::board::{Atom, Fact, Illegal, Ix, UnitId};
use crate::games::putin_moves_east::air;
use crate::games::putin_moves_east::charts::CombatResult;
use crate::games::putin_moves_east::orders::Decision;
use crate::games::putin_moves_east::retreat::{self, Retreat};
use crate::games::putin_moves_east::stacking;
use crate::games::putin_moves_east::table::Table;
use bevy_ecs::prelude::In;

/// [15.0] What the result asks for first.
pub fn begin(t: &mut Table, mut attack: Attack) {
    let Some(result) = attack.result else { return };
    attack.stage = match result {
        CombatResult::AL1 => CombatStage::AttackerLosses,
        CombatResult::BB | CombatResult::DL1 => CombatStage::DefenderLosses,
        CombatResult::HW1 if is_hyperwar(t, &attack) => CombatStage::DefenderLosses,
        _ => CombatStage::Advance,
    };
    match result {
        CombatResult::DE => wipe_out(t, &mut attack),
        CombatResult::DR => return rout(t, attack, "PME-15.0.g"),
        CombatResult::HW1 if !is_hyperwar(t, &attack) => t.note("PME-15.0.h", "no Hyperwar unit attacks: no effect"),
        _ => {}
    }
    keep(t, attack);
}

/// [15.0.e], [F3] All who defend the hex on the ground are eliminated.
fn wipe_out(t: &mut Table, attack: &mut Attack) {
    for unit in field_force(t, target(t, attack)) {
        t.eliminate("PME-15.0.e", unit);
    }
    attack.cleared = true;
}

/// [15.0.g], [15.1.f], [8.1.1.e] The defender leaves the hex, where retreats are not ignored; then the attacker may enter.
fn rout(t: &mut Table, mut attack: Attack, rule: &'static str) {
    let ix = target(t, &attack);
    attack.stage = CombatStage::Advance;
    if t.footing(ix).no_retreat {
        let by = if t.footing(ix).mega { "PME-14.6.1.b" } else { "PME-14.6.1.h" };
        t.note(by, format!("{}: retreats are ignored", t.spot_at(ix)));
        return keep(t, attack);
    }
    attack.cleared = true;
    let (by, from) = (attack.side, attack.target);
    keep(t, attack);
    if let Some(fob) = t.fob(ix) {
        t.eliminate("PME-15.1.f", fob);
    }
    let units: Vec<UnitId> = t.mobile(ix).collect();
    retreat::begin(t, Retreat { by, rule, from, distance: 1, units });
}

/// [F103], [8.1.c] The units of which one takes the loss: a mobile unit or the forward operations base, never a garrison; attackers that still stand.
pub fn candidates(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if attack.stage == CombatStage::AttackerLosses {
        return attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some()).collect();
    }
    let ix = target(t, attack);
    attack.defender.filter(|u| t.ix_of(*u) == Some(ix)).into_iter().chain(t.fob(ix)).collect()
}

/// [9.3.c] Whether a result hits every mobile unit of an overstacked hex.
fn hits_all(attack: &Attack) -> bool {
    matches!(attack.result, Some(CombatResult::AL1 | CombatResult::DL1 | CombatResult::HW1))
}

fn rule(attack: &Attack) -> &'static str {
    match attack.result {
        Some(CombatResult::AL1) => "PME-15.0.b",
        Some(CombatResult::BB) => "PME-15.0.d",
        Some(CombatResult::HW1) => "PME-15.0.h",
        _ => "PME-15.0.f",
    }
}

/// A unit takes the loss of this stage; in an overstacked hex all others may share it [9.3.c].
fn take(t: &mut Table, attack: Attack, unit: UnitId) {
    let here = t.ix_of(unit);
    let crowd: Vec<UnitId> = here.filter(|ix| hits_all(&attack) && stacking::is_crowded(t, *ix)).map_or(Vec::new(), |ix| t.mobile(ix).collect());
    if crowd.is_empty() {
        t.lose_step(rule(&attack), unit);
    }
    for unit in crowd {
        t.lose_step("PME-9.3.c", unit);
    }
    taken(t, attack);
}

/// [15.0.a] The garrison alone takes the loss: it stays, and nobody keeps the attacker out.
fn breach(t: &mut Table, mut attack: Attack, ix: Ix) {
    if t.garrison(ix).is_some() {
        let side = attack.side.other();
        t.board.record(Atom("PME-15.0.a"), Fact::Announced { side, what: "can no longer hold", hex: attack.target });
    }
    attack.cleared = true;
    taken(t, attack);
}

/// The loss of this stage has been taken.
fn taken(t: &mut Table, mut attack: Attack) {
    let ix = target(t, &attack);
    let empty = field_force(t, ix).is_empty();
    attack.cleared |= attack.stage == CombatStage::DefenderLosses && empty && t.garrison(ix).is_none();
    match (attack.stage, attack.result) {
        (CombatStage::DefenderLosses, Some(CombatResult::BB)) => attack.stage = CombatStage::AttackerLosses,
        // [15.0.h] The step is lost, and whoever is left has to go.
        (CombatStage::DefenderLosses, Some(CombatResult::HW1)) if !attack.cleared => return rout(t, attack, "PME-15.0.h"),
        _ => attack.stage = CombatStage::Advance,
    }
    keep(t, attack);
}

/// [15.0] The owner takes a step of loss; of a bombardment, too [19.6].
pub fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if matches!(t.open(), Some(Decision::Mission(_))) {
        return air::lose_step(&mut t, unit);
    }
    let attack = current(&t, &[CombatStage::DefenderLosses, CombatStage::AttackerLosses], "PME-15.0.d", "nobody has a loss to take now")?;
    if !candidates(&t, &attack).contains(&unit) {
        let ix = target(&t, &attack);
        let garrison = attack.stage == CombatStage::DefenderLosses && t.garrison(ix) == Some(unit);
        return Err(match garrison {
            true => Illegal::new("PME-8.1.1.c", "a garrison takes no loss while another ground unit is in its hex"),
            false => Illegal::new(rule(&attack), format!("this unit takes no part in the battle for {}", t.spot(attack.target))),
        });
    }
    take(&mut t, attack, unit);
    Ok(())
}

/// [F88] Takes a loss without a choice. Tells whether anything moved.
pub fn proceed(t: &mut Table, attack: Attack) -> bool {
    let units = candidates(t, &attack);
    let ix = target(t, &attack);
    // [9.3.c] A crowd takes the loss as a whole, so there is nothing to choose between its unit and a forward base.
    let crowd = attack.stage == CombatStage::DefenderLosses && hits_all(&attack) && stacking::is_crowded(t, ix);
    match units[..] {
        [] if attack.stage == CombatStage::DefenderLosses => breach(t, attack, ix),
        [] => taken(t, attack),
        [unit] => take(t, attack, unit),
        [unit, ..] if crowd => take(t, attack, unit),
        _ => return false,
    }
    true
}
