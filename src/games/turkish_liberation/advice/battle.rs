//! Whether an attack is worth making.

use super::value;
use super::weights::*;
use crate::board::{Hex, Ix, UnitId};
use crate::games::turkish_liberation::combat::{self, Attack, CombatStage, odds};
use crate::games::turkish_liberation::orders::Decision;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::Nation;

/// A step of the defender.
fn taken_step(nation: Nation) -> i32 {
    match nation {
        Nation::Arm => ARMENIAN_STEP,
        Nation::Geo | Nation::Aze => REPUBLICAN_STEP,
        Nation::Reb => REBEL_STEP,
        _ => STEP,
    }
}

/// A hex: more for a city, most for one by which a republic falls or points are counted.
fn prize(t: &Table, hex: Hex) -> i32 {
    let republics = &t.charts.republics;
    let falls = [&republics.armenia, &republics.georgia, &republics.azerbaijan].iter().any(|republic| republic.cities.contains(&hex));
    let counts = t.charts.victory.holdings.iter().any(|held| held.all.contains(&hex) || held.any.contains(&hex));
    match () {
        _ if falls || counts => PRIZE,
        _ if t.ix(hex).is_some_and(|ix| t.footing(ix).city) => CITY,
        _ => GROUND,
    }
}

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
    let prize = prize(t, attack.target);
    let worth = defenders.iter().map(|u| taken_step(t.nation(*u))).max().unwrap_or(STEP);
    let mut sum = 0;
    for row in &t.charts.combat.rows {
        let result = row[assessed.column];
        let (lost, taken) = (i32::from(result.attacker), i32::from(result.defender).min(steps));
        sum += taken * worth - lost * STEP + if taken == steps { prize } else { 0 };
    }
    sum / t.charts.combat.rows.len() as i32 - LEAST
}

/// Everybody who could attack a hex, but for the last unit in Ankara: its loss could cost the war.
fn willing(t: &Table, nation: Nation, target: Ix) -> Vec<UnitId> {
    let mut units = combat::could_join(t, nation, target);
    let ankara = t.charts.ankara.hex;
    let garrison: Vec<UnitId> = t.ix(ankara).map(|ix| t.board.stack(ix).iter().copied().filter(|u| t.is_combat(*u)).collect()).unwrap_or_default();
    if garrison.iter().all(|u| units.contains(u)) {
        let keeper = garrison.into_iter().max_by_key(|u| t.defense(*u));
        units.retain(|u| Some(*u) != keeper);
    }
    units
}

/// The attack of everybody who would.
fn full(t: &Table, hex: Hex) -> Option<Attack> {
    let nation = combat::may_declare(t, hex).ok()?;
    let ix = t.ix(hex)?;
    Some(Attack::planned(t, nation, hex, willing(t, nation, ix)))
}

/// Whether to plan one.
pub(crate) fn declared(t: &Table, hex: Hex) -> i32 {
    full(t, hex).map(|attack| promise(t, &attack)).filter(|worth| *worth > 0).unwrap_or(-1)
}

/// The attack that is planned, with everybody who could join.
fn planned(t: &Table) -> Option<(Attack, Attack)> {
    let Some(Decision::Attack(attack)) = t.board.decision() else { return None };
    let ix = t.ix(attack.target).filter(|_| attack.stage == CombatStage::Planning)?;
    let all = Attack { units: willing(t, attack.nation, ix), ..(**attack).clone() };
    Some(((**attack).clone(), all))
}

/// Whether a unit joins: strong ones first, all of them in the end.
pub(crate) fn joined(t: &Table, unit: UnitId) -> i32 {
    match planned(t) {
        Some((_, all)) if all.units.contains(&unit) && promise(t, &all) > 0 => 20 + value(t, unit) / 20,
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
