//! [8.0], [8.6]–[8.11] Odds and shifts, and the chances of an attack before its die.

use super::{Attack, defenders, support};
use crate::board::{Atom, Case, Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::kit::{self, Shift, Shifts, listed, rolls_to};
use crate::games::opaque_war::charts::Ratio;
use crate::games::opaque_war::fog::{self, View};
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
    assess_with(t, attack, defending, unsupplied, 0)
}

/// The same with as many factors more for the defender as unseen units may have.
fn assess_with(t: &Table, attack: &Attack, defending: &[UnitId], unsupplied: &[UnitId], unseen: i32) -> Assessment {
    let sum = |units: &[UnitId], factor: fn(&Table, UnitId) -> i16| units.iter().map(|u| i32::from(factor(t, *u))).sum::<i32>();
    let strength = (sum(&attack.units, |t, u| t.printed(u).attack), sum(defending, |t, u| t.printed(u).defense) + unseen);
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

/// The chances of an attack as it stands, as far as a side may know: before the declaration supply is judged by what that side sees.
pub(crate) fn preview(In(side): In<Side>, t: Table) -> Option<Preview> {
    let known = fog::mask(&t, side);
    described(t, side, &known)
}

/// The same for one person who plays both sides openly.
pub(crate) fn open_preview(In(side): In<Side>, t: Table) -> Option<Preview> {
    let known = vec![true; t.charts.printed.len()];
    described(t, side, &known)
}

/// What an attack promises to whoever knows these counters. Defenders that are not seen count as much as they could; what they could make of it at
/// best is the second case.
fn described(mut t: Table, side: Side, known: &[bool]) -> Option<Preview> {
    let attack = t.attack_open().cloned()?;
    if attack.result.is_some() || attack.units.is_empty() {
        return None;
    }
    let (defending, hidden): (Vec<UnitId>, Vec<UnitId>) = defenders(&t, &attack).into_iter().partition(|u| known[u.at()]);
    let unsupplied = match attack.stage {
        super::CombatStage::Planning => {
            t.zoc(side);
            let view = View::of(&t, side);
            let everybody: Vec<UnitId> = attack.units.iter().chain(&defending).copied().collect();
            supply::lacking_in(&t, &view, side, &everybody)
        }
        _ => attack.unsupplied.clone(),
    };
    let (least, most) = unseen_factors(&t, &hidden, known);
    let (odds, hoped) = (assess_with(&t, &attack, &defending, &unsupplied, most), assess_with(&t, &attack, &defending, &unsupplied, least));
    let table = &t.charts.combat;
    let case =
        |label, column: usize| Case { label, rule: Atom("OW-3.2.b"), column: table.columns[column].to_string(), chances: listed(&table.chances(column, 0)) };
    let cases = match hidden.len() {
        0 => Vec::new(),
        _ => vec![case("unseen defenders as strong as can be", odds.column), case("as weak as can be", hoped.column)],
    };
    let units = defending.len() + hidden.len();
    Some(Preview {
        unsupplied,
        unseen: hidden.len().min(255) as u8,
        span: (!hidden.is_empty()).then(|| (table.columns[odds.column].to_string(), table.columns[hoped.column].to_string())),
        cases,
        chances: listed(&table.chances(odds.column, 0)),
        falls: Some(rolls_to(&table.chances(odds.column, 0), |result| usize::from(result.defender) >= units)),
        attackers: attack.units.iter().map(|u| (*u, i32::from(t.printed(*u).attack) * 4)).collect(),
        defenders: defending.iter().map(|u| (*u, i32::from(t.printed(*u).defense) * 4)).collect(),
        ..odds.preview(attack.target, table, |attack| column(&t.charts, attack, odds.defense) as i32)
    })
}

/// The defense factors that these unseen defenders have at least and at most, by all combat units of their side that are not known.
fn unseen_factors(t: &Table, hidden: &[UnitId], known: &[bool]) -> (i32, i32) {
    let Some(side) = hidden.first().map(|u| t.side(*u)) else { return (0, 0) };
    let could_be = |u: &UnitId| !known[u.at()] && t.side(*u) == side && t.is_combat(*u);
    let mut factors: Vec<i32> = t.board.units().filter(could_be).map(|u| i32::from(t.printed(u).defense)).collect();
    factors.sort_unstable();
    (factors.iter().take(hidden.len()).sum(), factors.iter().rev().take(hidden.len()).sum())
}
