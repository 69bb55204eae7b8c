//! [10.4.7.a]–[10.4.7.d] Losses, surrender, and what follows them.

use super::{Attack, CombatStage, NO_ATTACK, defenders};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::tanks_of_august::optional;
use crate::games::tanks_of_august::orders::Mark;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use bevy_ecs::prelude::In;

/// A side begins to take its losses.
pub(crate) fn begin(t: &Table, attack: &mut Attack, stage: CombatStage) {
    let result = attack.result.expect("losses come after the die");
    attack.stage = stage;
    attack.hurt.clear();
    attack.owed = if stage == CombatStage::AttackerLosses { result.attacker } else { result.defender };
    attack.sof_first = stage == CombatStage::AttackerLosses && attack.spearhead.is_some();
    attack.helicopter_first = stage == CombatStage::AttackerLosses && flak_awaits(t, attack);
}

/// [8.6.f] A helicopter attacked where undisrupted air defense stands in the target hex or next to it.
fn flak_awaits(t: &Table, attack: &Attack) -> bool {
    let flies = attack.units.iter().any(|u| t.kind(*u) == UnitType::Helicopter);
    let guns = |unit: &UnitId| {
        let near = t.board.hex(*unit).and_then(|h| t.board.distance(h, attack.target)).is_some_and(|d| d <= 1);
        near && t.printed(*unit).air_defense.is_some() && !t.has(*unit, Mark::Disrupted)
    };
    flies && t.on_map(attack.side.other()).any(|unit| guns(&unit))
}

/// [10.4.7.d] Units of the losing side that can lose a step.
fn participants(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let all = if attack.stage == CombatStage::AttackerLosses {
        attack.attackers()
    } else {
        let mut all = defenders(t, attack);
        all.extend(&attack.defense_support);
        all
    };
    all.into_iter().filter(|u| t.board.hex(*u).is_some()).collect()
}

/// [10.4.7.b], [10.4.7.c] The units of which one must lose the next step, and the rule that narrows the choice.
pub(crate) fn candidates(t: &Table, attack: &Attack) -> (Vec<UnitId>, &'static str) {
    let all = if attack.stage == CombatStage::ExtraLoss { attack.short.clone() } else { participants(t, attack) };
    let of = |kind: UnitType| all.iter().filter(|u| t.kind(**u) == kind).copied().collect::<Vec<UnitId>>();
    if attack.sof_first && !of(UnitType::Sof).is_empty() {
        return (of(UnitType::Sof), "TOA-10.3.e");
    }
    if attack.helicopter_first && !of(UnitType::Helicopter).is_empty() {
        return (of(UnitType::Helicopter), "TOA-8.6.f");
    }
    let full: Vec<UnitId> = all.iter().filter(|u| t.board.status(**u).steps > 1).copied().collect();
    if full.is_empty() { (all, "TOA-10.4.7.d") } else { (full, "TOA-10.4.7.b") }
}

/// The owner takes a step from a unit.
pub(crate) fn lose(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let stages = [CombatStage::AttackerLosses, CombatStage::DefenderLosses, CombatStage::ExtraLoss];
    if let Some(attack) = t.attack_due().filter(|attack| [CombatStage::Retreat, CombatStage::Advance].contains(&attack.stage)) {
        return Err(Illegal::new("TOA-10.4.7.a", format!("no step is owed now in the attack on {}", t.spot(attack.target))));
    }
    let mut attack = t.attack_at(&stages, "TOA-10.4.7.a", NO_ATTACK)?;
    let (candidates, rule) = candidates(&t, &attack);
    if !candidates.contains(&unit) {
        return Err(spared(&t, &attack, unit, candidates[0], rule));
    }
    take(&mut t, &mut attack, unit);
    t.keep(attack);
    Ok(())
}

/// Why a unit does not take the next loss, and another does.
fn spared(t: &Table, attack: &Attack, unit: UnitId, other: UnitId, rule: &'static str) -> Illegal {
    let (name, spot) = (t.name(unit), t.spot(attack.target));
    if attack.stage == CombatStage::ExtraLoss && !attack.short.contains(&unit) {
        return Illegal::new("TOA-10.4.7.h", format!("{name} is not in the group that could not retreat far enough"));
    }
    if attack.stage != CombatStage::ExtraLoss && !participants(t, attack).contains(&unit) {
        let side = if attack.stage == CombatStage::AttackerLosses { "attacking" } else { "defending" };
        return Illegal::new(rule, format!("{name} is not on the {side} side in the combat for {spot}"));
    }
    let why = match rule {
        "TOA-10.3.e" => "special forces led the attack, so the first step must come from them".to_owned(),
        "TOA-8.6.f" => format!("undisrupted air defense is in or next to {spot}, so the first step must come from a helicopter"),
        _ => format!("{name} would be eliminated while {} is at full strength", t.name(other)),
    };
    Illegal::new(rule, why)
}

fn take(t: &mut Table, attack: &mut Attack, unit: UnitId) {
    if attack.stage == CombatStage::ExtraLoss {
        t.lose_step("TOA-10.4.7.h", unit);
        attack.short.clear();
        attack.stage = CombatStage::Retreat;
        return;
    }
    if attack.sof_first {
        attack.sof_first = false;
    } else {
        attack.helicopter_first = false;
    }
    t.lose_step("TOA-10.4.7.a", unit);
    attack.owed = attack.owed.saturating_sub(1);
    if !attack.hurt.contains(&unit) {
        attack.hurt.push(unit);
    }
}

/// Takes losses that leave no choice, and goes on when none are owed. Tells whether it moved.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let (units, _) = candidates(t, attack);
    if attack.owed == 0 || units.is_empty() {
        finish(t, attack);
        return true;
    }
    if let [only] = units[..] {
        take(t, attack, only);
        return true;
    }
    false
}

/// All losses of a side are taken.
fn finish(t: &mut Table, attack: &mut Attack) {
    let result = attack.result.expect("losses come after the die");
    let hurt = std::mem::take(&mut attack.hurt);
    if attack.stage == CombatStage::AttackerLosses {
        optional::panic_check(t, attack, &hurt, &[]);
        begin(t, attack, CombatStage::DefenderLosses);
        return;
    }
    let left = defenders(t, attack);
    let retreating = if result.retreat > 0 { left } else { Vec::new() };
    optional::panic_check(t, attack, &hurt, &retreating);
    attack.told.clone_from(&retreating);
    let (mut going, mut stuck) = (Vec::new(), Vec::new());
    for unit in retreating {
        if !surrenders(t, attack, unit) {
            let group = if t.printed(unit).is_static { &mut stuck } else { &mut going }; // [10.4.7.i]
            group.push(unit);
        }
    }
    (attack.retreating, attack.stuck) = (going, stuck);
    attack.stage = CombatStage::Retreat;
}

/// [11.3.d] Whether a unit that must retreat surrenders instead, which it may if it was out of supply when the odds were worked out.
pub(crate) fn surrenders(t: &mut Table, attack: &Attack, unit: UnitId) -> bool {
    if !attack.unsupplied.contains(&unit) {
        return false;
    }
    let surrenders = t.die("TOA-11.3.d", "surrender") >= t.charts.surrender.on;
    let text = format!("{}, out of supply, {}", t.name(unit), if surrenders { "surrenders" } else { "does not surrender" });
    t.board.record(Atom("TOA-11.3.d"), Fact::Noted { text });
    if surrenders {
        t.eliminate("TOA-11.3.d", unit);
    }
    surrenders
}
