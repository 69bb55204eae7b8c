//! [8.0], [8.6]–[8.11] Odds and shifts, and the chances of an attack before its die.

use super::{Attack, defenders, support, target};
use crate::board::{Atom, Fact, Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::opaque_war::charts::{CombatResult, Ratio};
use crate::games::opaque_war::fog::View;
use crate::games::opaque_war::orders::Decision;
use crate::games::opaque_war::supply;
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::tables::Charts;
use bevy_ecs::prelude::In;
use std::collections::BTreeMap;

/// Odds and shifts of an attack as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The attacker's factors.
    pub attack: i32,
    /// The defender's factors.
    pub defense: i32,
    /// The odds before shifts.
    pub odds: Ratio,
    /// Every shift with its rule; negative ones help the defender.
    pub shifts: Vec<(&'static str, &'static str, i8)>,
    /// The column after all shifts.
    pub column: u8,
    /// The odds of that column.
    pub final_odds: Ratio,
}

impl Assessment {
    /// As a line of the log.
    pub fn fact(&self) -> Fact {
        Fact::Odds {
            attack: self.attack,
            defense: self.defense,
            odds: self.odds.to_string(),
            shifts: self.shifts.iter().map(|(what, _, n)| (*what, *n)).collect(),
            column: self.final_odds.to_string(),
        }
    }
}

/// [8.0.e], [F-25] The column of an odds ratio before shifts: rounded in the defender's favor, then held within the table.
fn column(charts: &Charts, attack: i32, defense: i32) -> (usize, Ratio) {
    let odds = Ratio::of(attack, defense, Rounding::ForDefender);
    let columns = &charts.combat.columns;
    let found = columns.iter().rposition(|column| column.is_within(odds)).unwrap_or(0);
    (found, columns[found])
}

/// [8.0], [8.4]–[8.11] Works out odds and shifts against these defenders, with these participants out of supply.
pub fn assess(t: &Table, attack: &Attack, defending: &[UnitId], unsupplied: &[UnitId]) -> Assessment {
    let sum = |units: &[UnitId], factor: fn(&Table, UnitId) -> i16| units.iter().map(|u| i32::from(factor(t, *u))).sum::<i32>();
    let strength = (sum(&attack.units, |t, u| t.printed(u).attack), sum(defending, |t, u| t.printed(u).defense));
    let (found, odds) = column(&t.charts, strength.0, strength.1);
    let shifts = shifts(t, attack, defending, unsupplied);
    let last = t.charts.combat.columns.len() as i32 - 1;
    let shifted = (found as i32 + shifts.iter().map(|(_, _, n)| i32::from(*n)).sum::<i32>()).clamp(0, last); // [8.11.a]
    Assessment { attack: strength.0, defense: strength.1, odds, shifts, column: shifted as u8, final_odds: t.charts.combat.columns[shifted as usize] }
}

fn shifts(t: &Table, attack: &Attack, defending: &[UnitId], unsupplied: &[UnitId]) -> Vec<(&'static str, &'static str, i8)> {
    let mut shifts = Vec::new();
    let mut add = |what, rule, n: i8| {
        if n != 0 {
            shifts.push((what, rule, n));
        }
    };
    for (what, n) in support::shifts(t, attack) {
        add(what, "OW-8.4.h", n);
    }
    let target = target(t, attack);
    let there = &t.charts.footing[target.at()];
    match (there.city, there.town) {
        (true, _) => add("city", "OW-8.6.a", there.shift),
        (_, true) => add("town", "OW-8.6.b", there.shift),
        // [8.5.f] The rulebook knows no shift of the ground; a designer's chart may.
        _ => add("ground", "OW-8.6.b", there.shift),
    }
    // [8.7.a], [F-45] More than half of the units, whatever their strength and whatever bridges there are.
    let across = |unit: &&UnitId| {
        let from = t.ix_of(**unit);
        from.and_then(|from| t.board.map.grid.side(from, target).map(|dir| t.charts.crossing[from.at()][dir.at()].river)).unwrap_or(false)
    };
    if attack.units.iter().filter(across).count() * 2 > attack.units.len() {
        add("river", "OW-8.7.a", t.charts.river_shift);
    }
    let lacks = |units: &[UnitId]| units.iter().any(|u| unsupplied.contains(u));
    if lacks(&attack.units) {
        add("attackers out of supply", "OW-8.8.a", t.charts.shifts.attacker_out_of_supply);
    }
    if lacks(defending) {
        add("defenders out of supply", "OW-8.8.b", t.charts.shifts.defender_out_of_supply);
    }
    let skill = |units: &[UnitId]| units.iter().map(|u| t.printed(*u).proficiency).sum::<i8>();
    add("proficient attackers", "OW-8.9.a", skill(&attack.units));
    add("proficient defenders", "OW-8.9.b", -skill(defending));
    shifts
}

/// The exact chances of an attack as it stands, as far as a side may know: before the declaration supply is judged by what that side
/// sees.
pub fn preview(In(side): In<Side>, mut t: Table) -> Option<Preview> {
    let attack = t.board.decisions().rev().find_map(|d| if let Decision::Attack(a) = d { Some((**a).clone()) } else { None })?;
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
    let mut chances: BTreeMap<CombatResult, u32> = BTreeMap::new();
    for row in &t.charts.combat.rows {
        *chances.entry(row[usize::from(odds.column)]).or_default() += 1;
    }
    Some(Preview {
        hex: attack.target,
        attack: odds.attack,
        defense: odds.defense,
        odds: odds.odds.to_string(),
        shifts: odds.shifts.iter().map(|(what, rule, n)| (*what, Atom(rule), *n)).collect(),
        column: odds.final_odds.to_string(),
        modifiers: Vec::new(),
        unsupplied,
        unseen: 0,
        unknown: Vec::new(),
        notes: Vec::new(),
        chances: chances.into_iter().map(|(result, n)| (result.to_string(), n)).collect(),
        of: t.charts.combat.rows.len() as u32,
        attackers: attack.units.iter().map(|u| (*u, i32::from(t.printed(*u).attack) * 4)).collect(),
        defenders: defending.iter().map(|u| (*u, i32::from(t.printed(*u).defense) * 4)).collect(),
        columns: t.charts.combat.columns.iter().map(ToString::to_string).collect(),
        missing: missing(&t, &odds),
        cases: Vec::new(),
    })
}

/// How many more factors lead to which better column.
fn missing(t: &Table, odds: &Assessment) -> Option<(i32, String)> {
    let (now, _) = column(&t.charts, odds.attack, odds.defense);
    let (more, found) =
        (1..=odds.defense.max(1) * 2).find_map(|more| Some((more, column(&t.charts, odds.attack + more, odds.defense).0)).filter(|(_, found)| *found > now))?;
    let last = t.charts.combat.columns.len() - 1;
    let shifted = (usize::from(odds.column) + found - now).min(last);
    (shifted > usize::from(odds.column)).then(|| (more, t.charts.combat.columns[shifted].to_string()))
}
