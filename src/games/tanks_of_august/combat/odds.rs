//! [10.4.4]–[10.4.6] Odds, shifts, modifiers, and the chances of an attack before its die.

use super::{Attack, CombatStage, defenders};
use crate::board::{Atom, Fact, Modifier, Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::tanks_of_august::charts::{CombatResult, Ratio};
use crate::games::tanks_of_august::fog;
use crate::games::tanks_of_august::orders::{Decision, Mark, Optional};
use crate::games::tanks_of_august::supply;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::{Charts, UnitType};
use crate::games::tanks_of_august::{GEORGIAN, RUSSIAN};
use bevy_ecs::prelude::In;
use std::collections::BTreeMap;

/// More factors than any attack lacks for the next column.
const ENOUGH: i32 = 400;

/// Odds and shifts of an attack as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The attacker's factors, rounded up.
    pub attack: i32,
    /// The defender's factors, rounded up.
    pub defense: i32,
    /// The odds before shifts.
    pub odds: Ratio,
    /// Every shift with its rule; negative ones help the defender.
    pub shifts: Vec<(&'static str, &'static str, i8)>,
    /// The column after all shifts.
    pub column: u8,
    /// The odds of that column.
    pub final_odds: Ratio,
    /// Participants out of supply.
    pub unsupplied: Vec<UnitId>,
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

/// [10.1.c], [10.4.4.a] A unit's factor in quarters: halved by disruption and again by lack of supply.
fn quarters(t: &Table, unit: UnitId, attacking: bool, unsupplied: &[UnitId]) -> i32 {
    let (printed, status) = (t.printed(unit), t.board.status(unit));
    let reduced = usize::from(status.steps < printed.steps);
    let factor = i32::from(if attacking { printed.attack[reduced] } else { printed.defense[reduced] });
    let halvings = u32::from(t.has(unit, Mark::Disrupted)) + u32::from(unsupplied.contains(&unit));
    factor * 4 / (1 << halvings)
}

/// [10.1.c] The total of a side, rounded up once.
fn total(t: &Table, units: &[UnitId], attacking: bool, unsupplied: &[UnitId]) -> i32 {
    let quarters: i32 = units.iter().map(|u| quarters(t, *u, attacking, unsupplied)).sum();
    (quarters + 3) / 4
}

/// [10.4.4.b]–[10.4.4.d] The column of an odds ratio, before shifts.
pub fn column(charts: &Charts, attack: i32, defense: i32) -> (usize, Ratio) {
    let odds = Ratio::of(attack, defense, Rounding::ForDefender);
    let columns = &charts.combat.columns;
    // The last column that promises no more than these odds; weaker odds than any use the first.
    let found = columns.iter().rposition(|column| column.is_within(odds)).unwrap_or(0);
    (found, odds)
}

/// [10.4.4], [10.4.5] Works out odds and shifts. Reads only, apart from layers.
pub fn assess(t: &mut Table, attack: &Attack) -> Assessment {
    let defending = defenders(t, attack);
    assess_against(t, attack, &defending, 0)
}

/// The same against these defenders of the hex only, and as many factors more as unseen ones may have.
pub fn assess_against(t: &mut Table, attack: &Attack, defending: &[UnitId], unseen: i32) -> Assessment {
    let attackers = attack.attackers();
    let defending: Vec<UnitId> = defending.iter().chain(&attack.defense_support).copied().collect();
    let unsupplied: Vec<UnitId> = attackers.iter().chain(&defending).copied().filter(|u| !supply::has(t, *u)).collect();
    let strength = (total(t, &attackers, true, &unsupplied), total(t, &defending, false, &unsupplied) + unseen);
    let (found, odds) = column(&t.charts, strength.0, strength.1);
    let shifts = shifts(t, attack, &defending);
    let last = t.charts.combat.columns.len() as i32 - 1;
    let shifted = (found as i32 + shifts.iter().map(|(_, _, n)| i32::from(*n)).sum::<i32>()).clamp(0, last);
    let final_odds = t.charts.combat.columns[shifted as usize];
    Assessment { attack: strength.0, defense: strength.1, odds, shifts, column: shifted as u8, final_odds, unsupplied }
}

/// [10.4.5] Every shift that applies.
fn shifts(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<(&'static str, &'static str, i8)> {
    let mut shifts = Vec::new();
    let mut add = |what, rule, n: i8| {
        if n != 0 {
            shifts.push((what, rule, n));
        }
    };
    let target = t.board.ix(attack.target).expect("attacks are declared on hexes of the map");
    add("terrain", "TOA-10.4.5.a", t.charts.footing[target.at()].shift);
    let across = |unit: &&UnitId| {
        let from = t.ix_of(**unit);
        from.and_then(|from| t.board.map.grid.side(from, target).map(|dir| t.charts.crossing[from.at()][dir.at()].river)).unwrap_or(false)
    };
    if attack.units.iter().filter(across).count() * 2 >= attack.units.len() {
        add("river", "TOA-10.4.5.b", t.charts.river_shift);
    }
    let has = |kinds: &[UnitType]| attack.units.iter().any(|u| kinds.contains(&t.kind(*u)));
    let russian_hq = attack.attack_support.iter().any(|u| t.kind(*u) == UnitType::Hq);
    let foot = [UnitType::Mech, UnitType::Infantry, UnitType::Parachute, UnitType::NavalInfantry];
    if attack.side == RUSSIAN && russian_hq && has(&foot) && has(&[UnitType::Tank]) {
        add("headquarters, infantry and tanks", "TOA-10.4.5.c", t.charts.shifts.russian_combined_arms);
    }
    if t.plays(Optional::TankBonus) {
        let mut all = attack.attackers();
        all.extend(defending);
        if all.iter().all(|u| t.kind(*u) == UnitType::Tank) {
            let bonus = t.charts.shifts.tank_bonus;
            add("Georgian tanks", "TOA-14.3.a", if attack.side == GEORGIAN { bonus } else { -bonus });
        }
    }
    shifts
}

/// [10.4.6] What is added to the combat die.
pub fn die_modifiers(t: &Table, attack: &Attack) -> Vec<Modifier> {
    modifiers_against(t, attack, &defenders(t, attack))
}

fn modifiers_against(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<Modifier> {
    let disrupted = defending.iter().filter(|u| t.has(**u, Mark::Disrupted)).count();
    let spearhead = attack.spearhead.map(|_| ("spearhead", t.charts.die.spearhead));
    let shaken = (disrupted * 2 >= defending.len() && disrupted > 0).then_some(("half of the defenders disrupted", t.charts.die.half_disrupted));
    spearhead.into_iter().chain(shaken).collect()
}

/// The exact chances of an attack as it stands, as far as a side may know: no die is rolled, nothing is changed.
pub fn preview(In(side): In<Side>, mut t: Table) -> Option<Preview> {
    let mut attack = t.board.decisions().rev().find_map(|d| if let Decision::Attack(a) = d { Some((**a).clone()) } else { None })?;
    // A plan is its player's secret until he declares it.
    let secret = attack.stage == CombatStage::Planning && side != attack.side;
    if attack.result.is_some() || attack.units.is_empty() || secret {
        return None;
    }
    let known = fog::mask(&t, side);
    let lent = attack.defense_support.len();
    attack.defense_support.retain(|u| known[u.at()]);
    let (seen, unseen): (Vec<UnitId>, Vec<UnitId>) = defenders(&t, &attack).into_iter().partition(|u| known[u.at()]);
    let assessment = assess_against(&mut t, &attack, &seen, 0);
    let modifiers = modifiers_against(&t, &attack, &seen);
    let added: i16 = modifiers.iter().map(|(_, n)| i16::from(*n)).sum();
    let rows = &t.charts.combat.rows;
    let mut chances: BTreeMap<CombatResult, u32> = BTreeMap::new();
    for die in 1..=6i16 {
        let row = usize::try_from(die + added - 1).unwrap_or(0).min(rows.len() - 1);
        *chances.entry(rows[row][usize::from(assessment.column)]).or_default() += 1;
    }
    let factors = |units: &[UnitId], attacking: bool| units.iter().map(|u| (*u, quarters(&t, *u, attacking, &assessment.unsupplied))).collect::<Vec<_>>();
    let (attackers, defenders) = (factors(&attack.attackers(), true), factors(&seen.iter().chain(&attack.defense_support).copied().collect::<Vec<_>>(), false));
    let columns = &t.charts.combat.columns;
    let shift: i32 = assessment.shifts.iter().map(|(_, _, n)| i32::from(*n)).sum();
    let with = |more: i32| (column(&t.charts, assessment.attack + more, assessment.defense).0 as i32 + shift).clamp(0, columns.len() as i32 - 1) as usize;
    let enough = (1..=ENOUGH).find(|more| with(*more) > usize::from(assessment.column));
    let rule = |what: &str| if what == "spearhead" { Atom("TOA-10.3.e") } else { Atom("TOA-10.1.d") };
    Some(Preview {
        hex: attack.target,
        attack: assessment.attack,
        defense: assessment.defense,
        odds: assessment.odds.to_string(),
        shifts: assessment.shifts.iter().map(|(what, rule, n)| (*what, Atom(rule), *n)).collect(),
        column: assessment.final_odds.to_string(),
        modifiers: modifiers.iter().map(|(what, n)| (*what, rule(what), *n)).collect(),
        unsupplied: assessment.unsupplied,
        unseen: (unseen.len() + lent - attack.defense_support.len()) as u8,
        unknown: Vec::new(),
        notes: Vec::new(),
        chances: chances.into_iter().map(|(result, n)| (result.to_string(), n)).collect(),
        of: 6,
        cases: Vec::new(),
        attackers,
        defenders,
        columns: columns.iter().map(Ratio::to_string).collect(),
        missing: enough.map(|more| (more, columns[with(more)].to_string())),
    })
}
