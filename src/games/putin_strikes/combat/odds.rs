//! [10.2]–[10.7] Odds and shifts, and the chances of an attack before its dice.

use super::{Attack, CombatStage, defenders, headquarters, target};
use crate::board::{Atom, Case, Ix, Preview, Side, UnitId};
use crate::games::putin_strikes::airpower;
use crate::games::putin_strikes::charts::CombatResult;
use crate::games::putin_strikes::orders::Decision;
use crate::games::putin_strikes::table::Table;
use crate::games::putin_strikes::{ALLIED, RUSSIAN};
use bevy_ecs::prelude::In;
use std::collections::BTreeMap;

/// A shift: what, by which rule, how many columns for the attacker.
pub type Shift = (&'static str, &'static str, i8);

/// Odds and shifts of an attack, as far as its dice are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The attacker's factors.
    pub attack: i32,
    /// The defender's factors.
    pub defense: i32,
    /// [10.2.b] The odds to one, before shifts.
    pub odds: i32,
    /// Every shift but that of army support.
    pub shifts: Vec<Shift>,
}

/// [10.6.a] Whether units surround a hex: from opposite sides, from every other side, or from more than three.
pub fn concentric(t: &Table, units: &[UnitId], ix: Ix) -> bool {
    let grid = &t.board.map.grid;
    let sides = units.iter().filter_map(|u| grid.side(ix, t.ix_of(*u)?)).fold(0u8, |bits, dir| bits | 1 << dir.0);
    surrounded(sides)
}

/// [10.6.a] The same of a set of sides, one bit each.
pub fn surrounded(sides: u8) -> bool {
    let opposite = (0..3).any(|d| sides & (1 << d) != 0 && sides & (1 << (d + 3)) != 0);
    opposite || sides == 0b01_0101 || sides == 0b10_1010 || sides.count_ones() > 3
}

/// [10.2.a], [10.3.a], [7.4.c] The factors of a hex against an attack.
pub fn defense(t: &Table, ix: Ix, attacker: Side) -> i32 {
    let garrison = if t.garrison(ix) == Some(attacker.other()) { t.charts.sizes.garrison_defense } else { 0 };
    defenders(t, ix, attacker).iter().map(|u| t.defense(*u)).sum::<i32>() + garrison
}

/// [10.2], [10.4]–[10.6], [10.13], [11.5] Works out odds and shifts. Layers must be up to date.
pub fn assess(t: &Table, attack: &Attack) -> Assessment {
    let ix = target(t, attack);
    let factors = attack.units.iter().map(|u| t.attack(*u)).sum::<i32>() + i32::from(attack.vostok_factors.unwrap_or(0));
    let defense = defense(t, ix, attack.side);
    Assessment { attack: factors, defense, odds: factors / defense.max(1), shifts: shifts(t, attack, ix) }
}

fn shifts(t: &Table, attack: &Attack, ix: Ix) -> Vec<Shift> {
    let mut shifts: Vec<Shift> = Vec::new();
    let mut add = |what, rule, n: i8| {
        if n != 0 {
            shifts.push((what, rule, n));
        }
    };
    let there = t.footing(ix);
    if there.city.is_some() {
        add("city", "PS-10.4.b", there.shift);
    } else {
        add("terrain", "PS-10.4.a", there.shift);
    }
    let grid = &t.board.map.grid;
    let across = |unit: &UnitId| {
        let from = t.ix_of(*unit);
        from.and_then(|from| Some(t.charts.crossing[from.at()][grid.side(from, ix)?.at()].river)).unwrap_or(false)
    };
    // [10.5.b], [10.5.c] One unit from dry land, or one air assault unit anywhere, and the river does not count.
    if attack.units.iter().all(across) && !attack.units.iter().any(|u| t.flies(*u)) && !attack.units.is_empty() {
        add("river", "PS-10.5.a", t.charts.river_shift);
    }
    if attack.side == ALLIED && t.multinational(&attack.units) {
        add("several nations", "PS-10.13.a", t.charts.shifts.multinational);
    }
    let air = t.charts.shifts.airpower;
    if airpower::reaches(t, attack.side, ix) {
        add("airpower of the attacker", "PS-11.5.a", air);
    }
    if airpower::reaches(t, attack.side.other(), ix) {
        add("airpower of the defender", "PS-11.5.b", -air);
    }
    // Once rolled for, it is told even if it is worth nothing: what falls to it does not come back [12.1.c].
    shifts.extend(attack.bonus.map(|bonus| ("concentric attack", "PS-10.6.b", bonus as i8)));
    shifts
}

/// [10.17.c] What a battle without army support is worth to the Allies.
pub fn unsupported(t: &Table, attacker: Side) -> Shift {
    let n = t.charts.shifts.no_support;
    ("no army support", "PS-10.17.c", if attacker == RUSSIAN { -n } else { n })
}

/// The place of a column: all shifts together on the odds, then not beyond the ends of the table.
pub fn column(t: &Table, odds: i32, shifts: &[Shift]) -> usize {
    column_of(t, odds + shifts.iter().map(|(_, _, n)| i32::from(*n)).sum::<i32>())
}

fn column_of(t: &Table, odds: i32) -> usize {
    let columns = &t.charts.combat.columns;
    (odds - columns[0].0).clamp(0, columns.len() as i32 - 1) as usize
}

/// Chances over all dice still to be rolled.
pub struct Chances {
    /// Each result, and how many rolls lead to it.
    pub results: BTreeMap<CombatResult, u32>,
    /// Of how many.
    pub of: u32,
    /// The worst and the best column.
    pub span: (usize, usize),
}

/// [10.6.b], [10.18.b] Every roll of Vostok, of the concentric bonus and of the combat die, as far as they are not rolled yet.
pub fn chances(t: &Table, attack: &Attack, supported: bool) -> Chances {
    let assessment = assess(t, attack);
    let known: i32 = assessment.shifts.iter().map(|(_, _, n)| i32::from(*n)).sum::<i32>();
    let support = if supported { 0 } else { i32::from(unsupported(t, attack.side).2) };
    let concentric = attack.stage == CombatStage::Planning && concentric(t, &attack.units, target(t, attack));
    let dice = |unknown: bool| if unknown { 1..=6u8 } else { 0..=0 };
    let mut chances = Chances { results: BTreeMap::new(), of: 0, span: (usize::MAX, 0) };
    for vostok in dice(attack.vostok && attack.vostok_factors.is_none()) {
        let factors = assessment.attack + i32::from(vostok.saturating_sub(t.charts.vostok.minus));
        for bonus in dice(concentric) {
            let odds = factors / assessment.defense.max(1) + known + support + i32::from(bonus / t.charts.shifts.concentric_divisor.get());
            let column = column_of(t, odds);
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
pub fn preview(_: In<Side>, mut t: Table) -> Option<Preview> {
    t.refresh();
    let attack = t.board.decisions().rev().find_map(|d| if let Decision::Attack(a) = d { Some((**a).clone()) } else { None })?;
    if attack.result.is_some() || attack.units.is_empty() {
        return None;
    }
    let ix = target(&t, &attack);
    let assessment = assess(&t, &attack);
    let columns = &t.charts.combat.columns;
    let span = |(low, high): (usize, usize)| if low == high { columns[low].to_string() } else { format!("{} to {}", columns[low], columns[high]) };
    let case = |label, rule, supported| {
        let found = chances(&t, &attack, supported);
        let listed = found.results.iter().map(|(result, n)| (result.to_string(), *n)).collect();
        (Case { label, rule: Atom(rule), column: span(found.span), chances: listed }, found.of)
    };
    let without = case("without army support", "PS-10.17.c", false);
    let mut cases = vec![without];
    if !headquarters(&t).is_empty() {
        cases.insert(0, case("with army support", "PS-10.17.b", true));
    }
    let surrounded = attack.concentric || concentric(&t, &attack.units, ix);
    let mut unknown = Vec::new();
    if attack.vostok && attack.vostok_factors.is_none() {
        unknown.push(("Vostok", Atom("PS-10.18.b")));
    }
    if surrounded && attack.bonus.is_none() {
        unknown.push(("concentric attack", Atom("PS-10.6.b")));
    }
    let mut notes = Vec::new();
    if surrounded {
        notes.push(("concentric: what the defender loses does not come back", Atom("PS-12.1.c")));
    }
    if t.footing(ix).city.is_some() {
        notes.push(("a city: it can be entered only when its garrison, too, is given up", Atom("PS-10.11.a")));
    }
    let first = cases[0].clone();
    let better = |more: i32| column(&t, (assessment.attack + more) / assessment.defense.max(1), &assessment.shifts);
    let enough = (1..=assessment.defense.max(1) * columns.len() as i32).find(|more| better(*more) > better(0));
    Some(Preview {
        hex: attack.target,
        attack: assessment.attack,
        defense: assessment.defense,
        odds: format!("{}:1", assessment.odds),
        shifts: assessment.shifts.iter().map(|(what, rule, n)| (*what, Atom(rule), *n)).collect(),
        column: first.0.column,
        modifiers: Vec::new(),
        unsupplied: Vec::new(),
        unseen: 0,
        unknown,
        notes,
        chances: first.0.chances,
        of: first.1,
        attackers: attack.units.iter().map(|u| (*u, t.attack(*u) * 4)).collect(),
        defenders: defenders(&t, ix, attack.side).into_iter().map(|u| (u, t.defense(u) * 4)).collect(),
        columns: columns.iter().map(ToString::to_string).collect(),
        missing: enough.map(|more| (more, columns[better(more)].to_string())),
        cases: cases.into_iter().map(|(case, _)| case).collect(),
    })
}
