//! [10.2]–[10.7] Odds and shifts, and the chances of an attack before its dice.

use super::{Attack, CombatStage, defenders, headquarters, vostok};
use crate::board::{Atom, Case, Ix, Preview, Side, UnitId};
use crate::games::charts;
use crate::games::kit::{self, Shift, Shifts, listed, rolls_to};
use crate::games::putin_strikes::airpower;
use crate::games::putin_strikes::charts::CombatResult;
use crate::games::putin_strikes::table::Table;
use crate::games::putin_strikes::{ALLIED, RUSSIAN};
use bevy_ecs::prelude::In;
use std::collections::BTreeMap;

/// Odds and shifts of an attack, as far as its dice are known; without that of army support.
pub(crate) type Assessment = kit::Assessment<':'>;

/// [10.6.a] Whether units surround a hex: from opposite sides, from every other side, or from more than three.
pub(crate) fn concentric(t: &Table, units: &[UnitId], ix: Ix) -> bool {
    let grid = &t.board.map.grid;
    let sides = units.iter().filter_map(|u| grid.side(ix, t.ix_of(*u)?)).fold(0u8, |bits, dir| bits | 1 << dir.0);
    surrounded(sides)
}

/// [10.6.a] The same of a set of sides, one bit each.
pub(crate) fn surrounded(sides: u8) -> bool {
    let opposite = (0..3).any(|d| sides & (1 << d) != 0 && sides & (1 << (d + 3)) != 0);
    opposite || sides == 0b01_0101 || sides == 0b10_1010 || sides.count_ones() > 3
}

/// [10.2.a], [7.4.c] The factors of a hex against an attack.
pub(crate) fn defense(t: &Table, ix: Ix, attacker: Side) -> i32 {
    defenders(t, ix, attacker).iter().map(|u| t.defense(*u)).sum::<i32>() + garrison(t, ix, attacker).unwrap_or(0)
}

/// [10.3.a] The factors of a city's garrison against an attack, if it has one.
fn garrison(t: &Table, ix: Ix, attacker: Side) -> Option<i32> {
    (t.garrison(ix) == Some(attacker.other())).then_some(t.charts.sizes.garrison_defense)
}

/// [10.2], [10.4]–[10.6], [10.13], [11.5] Works out odds and shifts. Layers must be up to date.
pub(crate) fn assess(t: &Table, attack: &Attack) -> Assessment {
    let ix = t.target(attack);
    let factors = attack.units.iter().map(|u| t.attack(*u)).sum::<i32>() + i32::from(attack.vostok_factors.unwrap_or(0));
    let defense = defense(t, ix, attack.side);
    let odds = factors / defense.max(1);
    Assessment::new(&t.charts.combat, (factors, defense), (place(t, odds), charts::Ratio(odds, 1)), shifts(t, attack, ix))
}

fn shifts(t: &Table, attack: &Attack, ix: Ix) -> Vec<Shift> {
    let mut shifts = Shifts::default();
    let there = t.footing(ix);
    if there.city.is_some() {
        shifts.add("city", "PS-10.4.b", there.shift);
    } else {
        shifts.add("terrain", "PS-10.4.a", there.shift);
    }
    let across = |unit: &UnitId| t.between(*unit, ix).is_some_and(|side| side.river);
    // [10.5.b], [10.5.c] One unit from dry land, or one air assault unit anywhere, and the river does not count.
    if attack.units.iter().all(across) && !attack.units.iter().any(|u| t.flies(*u)) && !attack.units.is_empty() {
        shifts.add("river", "PS-10.5.a", t.charts.river_shift);
    }
    if attack.side == ALLIED && t.multinational(&attack.units) {
        shifts.add("several nations", "PS-10.13.a", t.charts.shifts.multinational);
    }
    let air = t.charts.shifts.airpower;
    if airpower::reaches(t, attack.side, ix) {
        shifts.add("airpower of the attacker", "PS-11.5.a", air);
    }
    if airpower::reaches(t, attack.side.other(), ix) {
        shifts.add("airpower of the defender", "PS-11.5.b", -air);
    }
    // Once rolled for, it is told even if it is worth nothing: what falls to it does not come back [12.1.c].
    shifts.0.extend(attack.bonus.map(|bonus| ("concentric attack", "PS-10.6.b", bonus as i8)));
    shifts.0
}

/// [10.17.c] What a battle without army support is worth to the Allies.
pub(crate) fn unsupported(t: &Table, attacker: Side) -> Shift {
    let n = t.charts.shifts.no_support;
    ("no army support", "PS-10.17.c", if attacker == RUSSIAN { -n } else { n })
}

/// The place of the column of odds to one, beyond the ends of the table where they are: all shifts come before it is held within.
fn place(t: &Table, odds: i32) -> i32 {
    odds - t.charts.combat.columns[0].0
}

/// Chances over all dice still to be rolled.
pub(crate) struct Chances {
    /// Each result, and how many rolls lead to it.
    pub results: BTreeMap<CombatResult, u32>,
    /// Of how many.
    pub of: u32,
    /// The worst and the best column.
    pub span: (usize, usize),
}

/// [10.6.b], [10.18.b] Every roll of Vostok, of the concentric bonus and of the combat die, as far as they are not rolled yet.
pub(crate) fn chances(t: &Table, attack: &Attack, supported: bool) -> Chances {
    let assessment = assess(t, attack);
    let support = if supported { 0 } else { i32::from(unsupported(t, attack.side).2) };
    let concentric = attack.stage == CombatStage::Planning && concentric(t, &attack.units, t.target(attack));
    let dice = |unknown: bool| if unknown { 1..=6u8 } else { 0..=0 };
    let mut chances = Chances { results: BTreeMap::new(), of: 0, span: (usize::MAX, 0) };
    for vostok in dice(attack.vostok && attack.vostok_factors.is_none()) {
        let factors = assessment.attack + i32::from(vostok.saturating_sub(t.charts.vostok.minus));
        for bonus in dice(concentric) {
            let odds = factors / assessment.defense.max(1) + assessment.shifted() + support + i32::from(bonus / t.charts.shifts.concentric_divisor.get());
            let column = t.charts.combat.held(place(t, odds));
            chances.span = (chances.span.0.min(column), chances.span.1.max(column));
            for row in &t.charts.combat.rows {
                *chances.results.entry(row[column]).or_default() += 1;
                chances.of += 1;
            }
        }
    }
    chances
}

/// The exact chances of an attack as it stands: no die is rolled, nothing is changed. Nothing is hidden in this game.
pub(crate) fn preview(_: In<Side>, mut t: Table) -> Option<Preview> {
    t.refresh();
    let attack = t.attack_open().cloned()?;
    if attack.result.is_some() || attack.units.is_empty() {
        return None;
    }
    let ix = t.target(&attack);
    let assessment = assess(&t, &attack);
    let columns = &t.charts.combat.columns;
    let span = |(low, high): (usize, usize)| if low == high { columns[low].to_string() } else { format!("{} to {}", columns[low], columns[high]) };
    let case = |label, rule, supported| {
        let found = chances(&t, &attack, supported);
        (Case { label, rule: Atom(rule), column: span(found.span), chances: listed(&found.results) }, found.of)
    };
    let without = case("without army support", "PS-10.17.c", false);
    let mut cases = vec![without];
    if !headquarters(&t).is_empty() {
        cases.insert(0, case("with army support", "PS-10.17.b", true));
    }
    let surrounded = attack.concentric || concentric(&t, &attack.units, ix);
    let (mut unknown, mut rolled_shifts) = (Vec::new(), Vec::new());
    if attack.vostok && attack.vostok_factors.is_none() {
        unknown.push(("Vostok", Atom("PS-10.18.b")));
    }
    if surrounded && attack.bonus.is_none() {
        let bonus = |die: u8| (die / t.charts.shifts.concentric_divisor.get()) as i8;
        rolled_shifts.push(("concentric attack", Atom("PS-10.6.b"), bonus(1), bonus(6)));
    }
    let mut notes = Vec::new();
    if surrounded {
        notes.push(("concentric: the units the defender loses do not come back", Atom("PS-12.1.c")));
    }
    if t.footing(ix).city.is_some() {
        notes.push(("a city: it can be entered only if its garrison is lost, too", Atom("PS-10.11.a")));
    }
    let of_vostok = attack.vostok_factors.filter(|n| *n > 0).and_then(|n| Some((vostok(&t)?, i32::from(n) * 4)));
    let first = cases[0].clone();
    let units = defenders(&t, ix, attack.side).len();
    let falls = rolls_to(&chances(&t, &attack, cases.len() > 1).results, |result| usize::from(result.defender) >= units);
    Some(Preview {
        column: first.0.column,
        rolled_shifts,
        unknown,
        notes,
        chances: first.0.chances,
        of: first.1,
        falls: Some(falls),
        attackers: attack.units.iter().map(|u| (*u, t.attack(*u) * 4)).chain(of_vostok).collect(),
        defenders: defenders(&t, ix, attack.side).into_iter().map(|u| (u, t.defense(u) * 4)).collect(),
        printed: garrison(&t, ix, attack.side).map(|factors| ("garrison of the city", Atom("PS-10.3.a"), factors)).into_iter().collect(),
        cases: cases.into_iter().map(|(case, _)| case).collect(),
        ..assessment.preview(attack.target, &t.charts.combat, |attack| place(&t, attack / assessment.defense.max(1)))
    })
}
