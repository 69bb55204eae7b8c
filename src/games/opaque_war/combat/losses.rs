//! [8.12], [8.14] Losses, and the defender's choice between standing and retreat.

use super::{Attack, CombatStage, defenders, retreat};
use crate::board::{Atom, Fact, Illegal, Ix, UnitId};
use crate::games::opaque_war::crowds;
use crate::games::opaque_war::table::Table;
use bevy_ecs::prelude::In;

/// [8.12.c] The attacker loses first.
pub(crate) fn begin_attacker(attack: &mut Attack) {
    attack.stage = CombatStage::AttackerLosses;
    attack.owed = attack.result.map_or(0, |r| r.attacker);
}

/// [8.12.b] Units of the losing side that can be lost.
pub(crate) fn candidates(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if attack.stage == CombatStage::AttackerLosses {
        return attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some()).collect();
    }
    defenders(t, attack)
}

/// [8.12.b] The owner eliminates a unit of his choice.
pub(crate) fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::AttackerLosses, CombatStage::DefenderLosses], "OW-8.12.a", "nobody has losses to take")?;
    if !candidates(&t, &attack).contains(&unit) {
        return Err(not_to_lose(&t, &attack, unit));
    }
    take(&mut t, &mut attack, unit);
    t.keep(attack);
    Ok(())
}

/// Why a unit cannot be among the losses that are taken now.
fn not_to_lose(t: &Table, attack: &Attack, unit: UnitId) -> Illegal {
    let (name, attacks) = (t.name(unit), attack.units.contains(&unit));
    match attack.stage {
        _ if attacks && t.board.hex(unit).is_none() => Illegal::new("OW-8.12.b", format!("{name} has already been eliminated")),
        CombatStage::AttackerLosses if defenders(t, attack).contains(&unit) => {
            Illegal::new("OW-8.12.c", format!("{name} is a defender, and the attacker chooses his losses first"))
        }
        CombatStage::DefenderLosses if attacks => Illegal::new("OW-8.12.b", format!("{name} is an attacker, and now the defender chooses his losses")),
        _ => Illegal::new("OW-8.12.b", format!("{name} is not part of the battle for {}", t.spot(attack.target))),
    }
}

fn take(t: &mut Table, attack: &mut Attack, unit: UnitId) {
    let from = t.ix_of(unit);
    t.eliminate("OW-8.12.e", unit);
    attack.owed = attack.owed.saturating_sub(1);
    if attack.stage == CombatStage::AttackerLosses
        && let Some(ix) = from
    {
        crowds::abandoned(t, attack.side, ix);
    }
}

/// Takes losses that leave no choice, and goes on when none are owed. Tells whether it moved.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let units = candidates(t, attack);
    if attack.owed == 0 || units.is_empty() {
        finish(t, attack);
        return true;
    }
    // [8.12.f] No more can be lost than there are.
    if units.len() <= usize::from(attack.owed) {
        for unit in units {
            take(t, attack, unit);
        }
        return true;
    }
    false
}

/// [8.14.a] The hits the defender has suffered.
fn hits(attack: &Attack) -> u8 {
    attack.result.map_or(0, |r| r.defender)
}

/// All losses of a side are taken.
fn finish(t: &mut Table, attack: &mut Attack) {
    let ix: Ix = t.target(attack);
    if attack.stage == CombatStage::AttackerLosses {
        // [8.13.a], [F-41] A choice only where hits can be lessened and somebody is left to retreat.
        let (hits, units) = (hits(attack), defenders(t, attack).len());
        attack.stage = match hits {
            0 => CombatStage::Advance,
            n if usize::from(n) > units => CombatStage::DefenderLosses,
            _ => CombatStage::Choice,
        };
        attack.owed = hits;
        return;
    }
    attack.enemy_media |= crowds::abandoned(t, attack.side.other(), ix);
    match attack.falls_back {
        true => retreat::begin(t, attack),
        false => attack.stage = CombatStage::Advance,
    }
}

/// [8.13.a] The attack in which the defender chooses between standing and retreat.
fn choosing(t: &Table) -> Result<Attack, Illegal> {
    if let Some(attack) = t.attack_due() {
        let chosen = match attack.stage {
            CombatStage::DefenderLosses if !attack.falls_back => Some("stand"),
            CombatStage::DefenderLosses | CombatStage::Retreat => Some("retreat"),
            _ => None,
        };
        if attack.result.is_none() {
            return Err(Illegal::new(
                "OW-8.13.a",
                format!("a defender chooses to stand or retreat after the roll, and the die for {} has not been rolled yet", t.spot(attack.target)),
            ));
        }
        if let Some(chosen) = chosen {
            return Err(Illegal::new("OW-8.13.a", format!("the defender of {} has already chosen to {chosen}", t.spot(attack.target))));
        }
    }
    t.attack_at(&[CombatStage::Choice], "OW-8.13.a", "there is no attack to stand against or retreat from")
}

/// [8.13] The defender takes all hits where he stands.
pub(crate) fn stand(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = choosing(&t)?;
    t.board.record(Atom("OW-8.13.a"), Fact::Declined { side: attack.decider(), what: "to retreat" });
    attack.stage = CombatStage::DefenderLosses;
    t.keep(attack);
    Ok(())
}

/// [8.14] The defender will retreat for one hit less; his losses are named before the die.
pub(crate) fn fall_back(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = choosing(&t)?;
    t.board.record(Atom("OW-8.14.a"), Fact::Announced { side: attack.decider(), what: "will retreat from", hex: attack.target });
    attack.falls_back = true;
    attack.owed = attack.owed.saturating_sub(1);
    attack.stage = CombatStage::DefenderLosses;
    t.keep(attack);
    Ok(())
}
