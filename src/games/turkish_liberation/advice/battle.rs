//! Whether an attack is worth making.

use super::value;
use crate::board::{Hex, UnitId};
use crate::games::turkish_liberation::combat::{self, Attack, CombatStage, odds};
use crate::games::turkish_liberation::orders::Decision;
use crate::games::turkish_liberation::table::Table;

/// A step.
const STEP: i32 = 40;

/// What an attack by these units promises.
fn promise(t: &Table, attack: &Attack) -> i32 {
    if attack.units.is_empty() {
        return -100;
    }
    if combat::begins_war(t, attack) {
        return -500;
    }
    let assessed = odds::assess(t, attack);
    let defenders = combat::fighters(t, attack);
    let steps: i32 = defenders.iter().map(|u| i32::from(t.board.status(*u).steps)).sum::<i32>().max(1);
    let city = t.ix(attack.target).is_some_and(|ix| t.footing(ix).city);
    let prize = if city { 120 } else { 30 };
    let mut sum = 0;
    for row in &t.charts.combat.rows {
        let result = row[assessed.column];
        let (lost, taken) = (i32::from(result.attacker), i32::from(result.defender).min(steps));
        sum += taken * STEP - lost * STEP + if taken == steps { prize } else { 0 };
    }
    sum / t.charts.combat.rows.len() as i32 - 15
}

/// The attack of everybody who could.
fn full(t: &Table, hex: Hex) -> Option<Attack> {
    let nation = combat::may_declare(t, hex).ok()?;
    let ix = t.ix(hex)?;
    Some(Attack::planned(t, nation, hex, combat::could_join(t, nation, ix)))
}

/// Whether to plan one.
pub(crate) fn declared(t: &Table, hex: Hex) -> i32 {
    full(t, hex).map_or(-1, |attack| promise(t, &attack).max(-1))
}

/// The attack that is planned, with everybody who could join.
fn planned(t: &Table) -> Option<(Attack, Attack)> {
    let Some(Decision::Attack(attack)) = t.board.decision() else { return None };
    let ix = t.ix(attack.target).filter(|_| attack.stage == CombatStage::Planning)?;
    let all = Attack { units: combat::could_join(t, attack.nation, ix), ..(**attack).clone() };
    Some(((**attack).clone(), all))
}

/// Whether a unit joins: strong ones first, all of them in the end.
pub(crate) fn joined(t: &Table, unit: UnitId) -> i32 {
    match planned(t) {
        Some((_, all)) if promise(t, &all) > 0 => 20 + value(t, unit) / 20,
        _ => -20,
    }
}

/// Whether to begin it.
pub(crate) fn committed(t: &Table) -> i32 {
    match planned(t) {
        Some((now, all)) if now.units.len() == all.units.len() && promise(t, &now) > 0 => 15,
        _ => -5,
    }
}

/// Whether to drop it.
pub(crate) fn dropped(t: &Table) -> i32 {
    match planned(t) {
        Some((_, all)) if promise(t, &all) > 0 => -10,
        _ => 1,
    }
}
