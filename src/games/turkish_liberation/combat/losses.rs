//! [10.4] Losses, step by step, by their owner's choice.

use super::{Attack, CombatStage, current, defenders, fighters, keep};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::UnitType;
use bevy_ecs::prelude::In;

/// [10.4.1], [10.3.4.h] Units of the losing side that can lose a step.
pub(crate) fn candidates(t: &Table, attack: &Attack) -> Vec<UnitId> {
    match attack.stage {
        CombatStage::AttackerLosses => attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some()).collect(),
        _ if attack.convoys_alone => defenders(t, attack).into_iter().filter(|u| t.kind(*u) == UnitType::Convoy).collect(),
        _ => fighters(t, attack),
    }
}

/// [10.4.1.a] The owner names a unit.
pub(crate) fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let stages = [CombatStage::AttackerLosses, CombatStage::DefenderLosses];
    let mut attack = current(&t, &stages, "WTL-10.4.1.a", "no losses are due now")?;
    if !candidates(&t, &attack).contains(&unit) {
        return Err(refused(&t, &attack, unit));
    }
    take(&mut t, &mut attack, unit);
    keep(&mut t, attack);
    Ok(())
}

/// Why a unit cannot lose a step now.
fn refused(t: &Table, attack: &Attack, unit: UnitId) -> Illegal {
    let name = t.name(unit);
    let (rule, why) = match t.kind(unit) {
        UnitType::Leader => ("WTL-10.3.7.a", "takes no losses".to_owned()),
        UnitType::Convoy => ("WTL-10.4.1.c", "is a convoy, and a convoy does not count as a loss".to_owned()),
        _ if attack.recon == Some(unit) => ("WTL-10.3.1.e", "only lends its strength and takes no losses".to_owned()),
        _ if attack.stage == CombatStage::AttackerLosses => ("WTL-10.4.1.a", "is not one of the attackers, who lose their steps first".to_owned()),
        _ => ("WTL-10.4.1.a", "is not one of the defenders, who lose their steps now".to_owned()),
    };
    Illegal::new(rule, format!("{name} {why}"))
}

/// [2.1.b], [2.1.c] A unit loses a step.
fn take(t: &mut Table, attack: &mut Attack, unit: UnitId) {
    let from = t.board.status(unit).steps;
    attack.owed = attack.owed.saturating_sub(1);
    if from > 1 {
        t.board.record(Atom("WTL-2.1.b"), Fact::Stepped { unit, from, to: from - 1 });
        return;
    }
    attack.dead.push((unit, t.nation(unit)));
    let by = if attack.convoys_alone && t.kind(unit) == UnitType::Convoy { "WTL-10.3.4.h" } else { "WTL-2.1.c" };
    t.eliminate(by, unit);
}

/// [10.4.1.b], [R-81] Takes losses that leave no choice, and goes on when none are owed.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let units = candidates(t, attack);
    if attack.owed == 0 || units.is_empty() {
        next(attack);
        return true;
    }
    let steps: u32 = units.iter().map(|u| u32::from(t.board.status(*u).steps)).sum();
    if units.len() > 1 && steps > u32::from(attack.owed) {
        return false;
    }
    while attack.owed > 0
        && let Some(unit) = candidates(t, attack).first().copied()
    {
        take(t, attack, unit);
    }
    true
}

fn next(attack: &mut Attack) {
    if attack.stage == CombatStage::AttackerLosses {
        attack.stage = CombatStage::DefenderLosses;
        attack.owed = attack.result.map_or(0, |result| result.defender);
    } else {
        attack.owed = 0;
        attack.stage = CombatStage::Aftermath;
    }
}
