//! [8.0], [8.6]–[8.11] Odds and shifts, and the chances of an attack before its die.

use super::{Attack, defenders, support};
use crate::board::{Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::kit::{self, Shift, Shifts, listed};
use crate::games::opaque_war::charts::Ratio;
use crate::games::opaque_war::fog::View;
use crate::games::opaque_war::supply;
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::tables::Charts;
use bevy_ecs::prelude::In;

/// Odds and shifts of an attack as it stands.
pub(crate) type Assessment = kit::Assessment<'-'>;

/// [8.0.e], [F-25] The column of an odds ratio before shifts: rounded in the defender's favor, then held within the table.
fn column(charts: &Charts, attack: i32, defense: i32) -> usize {
    charts.combat.column(Ratio::of(attack, defense, Rounding::ForDefender))
}

/// [8.0], [8.4]–[8.11] Works out odds and shifts against these defenders, with these participants out of supply.
pub(crate) fn assess(t: &Table, attack: &Attack, defending: &[UnitId], unsupplied: &[UnitId]) -> Assessment {
    let sum = |units: &[UnitId], factor: fn(&Table, UnitId) -> i16| units.iter().map(|u| i32::from(factor(t, *u))).sum::<i32>();
    let strength = (sum(&attack.units, |t, u| t.printed(u).attack), sum(defending, |t, u| t.printed(u).defense));
    let found = column(&t.charts, strength.0, strength.1);
    let odds = t.charts.combat.columns[found];
    Assessment::new(&t.charts.combat, strength, (found as i32, odds), shifts(t, attack, defending, unsupplied)) // [8.11.a]
}

fn shifts(t: &Table, attack: &Attack, defending: &[UnitId], unsupplied: &[UnitId]) -> Vec<Shift> {
    let mut shifts = Shifts::default();
    support::shifts(t, attack).into_iter().for_each(|(what, n)| shifts.add(what, "OW-8.4.h", n));
    let target = t.target(attack);
    let there = &t.charts.footing[target.at()];
    match (there.city, there.town) {
        (true, _) => shifts.add("city", "OW-8.6.a", there.shift),
        (_, true) => shifts.add("town", "OW-8.6.b", there.shift),
        // [8.5.f] The rulebook knows no shift of the ground; a designer's chart may.
        _ => shifts.add("ground", "OW-8.6.b", there.shift),
    }
    // [8.7.a], [F-45] More than half of the units, whatever their strength and whatever bridges there are.
    let across = |unit: &&UnitId| t.between(**unit, target).is_some_and(|side| side.river);
    if attack.units.iter().filter(across).count() * 2 > attack.units.len() {
        shifts.add("river", "OW-8.7.a", t.charts.river_shift);
    }
    let lacks = |units: &[UnitId]| units.iter().any(|u| unsupplied.contains(u));
    if lacks(&attack.units) {
        shifts.add("attackers out of supply", "OW-8.8.a", t.charts.shifts.attacker_out_of_supply);
    }
    if lacks(defending) {
        shifts.add("defenders out of supply", "OW-8.8.b", t.charts.shifts.defender_out_of_supply);
    }
    let skill = |units: &[UnitId]| units.iter().map(|u| t.printed(*u).proficiency).sum::<i8>();
    shifts.add("proficient attackers", "OW-8.9.a", skill(&attack.units));
    shifts.add("proficient defenders", "OW-8.9.b", -skill(defending));
    shifts.0
}

/// The exact chances of an attack as it stands, as far as a side may know: before the declaration supply is judged by what that side
/// sees.
pub(crate) fn preview(In(side): In<Side>, mut t: Table) -> Option<Preview> {
    let attack = t.attack_open().cloned()?;
    if attack.result.is_some() || attack.units.is_empty() {
        return None;
    }
    let defending = defenders(&t, &attack);
    let unsupplied = match attack.stage {
        super::CombatStage::Planning => {
            t.zoc(side);
            let view = View::of(&t, side);
            let everybody: Vec<UnitId> = attack.units.iter().chain(&defending).copied().collect();
            supply::lacking_in(&t, &view, side, &everybody)
        }
        _ => attack.unsupplied.clone(),
    };
    let odds = assess(&t, &attack, &defending, &unsupplied);
    let table = &t.charts.combat;
    Some(Preview {
        unsupplied,
        chances: listed(&table.chances(odds.column, 0)),
        attackers: attack.units.iter().map(|u| (*u, i32::from(t.printed(*u).attack) * 4)).collect(),
        defenders: defending.iter().map(|u| (*u, i32::from(t.printed(*u).defense) * 4)).collect(),
        ..odds.preview(attack.target, table, |attack| column(&t.charts, attack, odds.defense) as i32)
    })
}
