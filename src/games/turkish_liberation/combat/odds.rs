//! [10.2], [10.3] Odds and shifts, the die, and the chances of an attack before it.

use super::{Attack, CombatStage, convoys, defenders, fighters, guns, resisting, target, under_way};
use crate::board::{Atom, Case, Fact, Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::kit::{listed, rolls_to};
use crate::games::turkish_liberation::charts::{AirResult, CombatResult, Ratio};
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Nation, UnitType};
use crate::games::turkish_liberation::{IMPERIALIST, prestige};
use bevy_ecs::prelude::In;
use std::collections::BTreeMap;

/// Odds and shifts of an attack as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Assessment {
    /// The attacker's factors.
    pub attack: i32,
    /// The defender's factors.
    pub defense: i32,
    /// The odds before shifts.
    pub odds: Ratio,
    /// Every shift with its rule; negative ones help the defender.
    pub shifts: Vec<(&'static str, &'static str, i8)>,
    /// The column after all shifts.
    pub column: usize,
}

/// [10.2.b]–[10.2.d] The column of two strengths before shifts, held within the table.
fn column(t: &Table, attack: i32, defense: i32) -> usize {
    let odds = Ratio::of(attack, defense, Rounding::Down);
    t.charts.combat.columns.iter().rposition(|column| column.is_within(odds)).unwrap_or(0)
}

/// [10.3.a] A column moved by shifts, held within the table.
fn shifted(t: &Table, column: usize, shift: i32) -> usize {
    let last = t.charts.combat.columns.len() as i32 - 1;
    (column as i32 + shift).clamp(0, last) as usize
}

/// [10.2], [10.3] Works out odds and shifts.
pub(crate) fn assess(t: &Table, attack: &Attack) -> Assessment {
    let strength: i32 = attack.units.iter().filter(|u| t.board.hex(**u).is_some()).chain(&attack.recon).map(|u| t.attack(*u)).sum();
    let defending = fighters(t, attack);
    let defense: i32 = defending.iter().map(|u| t.defense(*u)).sum();
    // [10.3.4.g] Convoys alone, or convoys that will be once Ataturk is gone.
    let base = if defending.is_empty() {
        t.charts.combat.columns.iter().position(|c| *c == t.charts.combat.convoys_alone).unwrap_or(0)
    } else {
        column(t, strength, defense)
    };
    let odds = if defending.is_empty() { t.charts.combat.columns[base] } else { Ratio::of(strength, defense, Rounding::Down) };
    let shifts = shifts(t, attack, &defending);
    let column = shifted(t, base, shifts.iter().map(|(_, _, n)| i32::from(*n)).sum());
    Assessment { attack: strength, defense, odds, shifts, column }
}

/// [10.3] Every shift.
fn shifts(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<(&'static str, &'static str, i8)> {
    let numbers = &t.charts.shifts;
    let mut shifts = ground(t, attack, defending);
    shifts.push(("air support", "WTL-10.3.1.g", attack.air_shift[0] - attack.air_shift[1]));
    if attack.guns.is_some() {
        shifts.push(("naval gunfire", "WTL-10.3.2.a", if attack.side == IMPERIALIST { numbers.guns } else { -numbers.guns }));
    }
    let without = |attacker| convoys::unsupplied(t, attack, attacker).len() as i8 * numbers.unsupplied;
    shifts.push(("attackers out of supply", "WTL-10.3.4.a", -without(true)));
    shifts.push(("defenders out of supply", "WTL-10.3.4.b", without(false)));
    shifts.push(("the attacker’s convoy", "WTL-10.3.4.c", if attack.convoys[0].is_some() { numbers.convoy } else { 0 }));
    shifts.push(("the defender’s convoy", "WTL-10.3.4.c", if attack.convoys[1].is_some() { -numbers.convoy } else { 0 }));
    let level = prestige::shift(t);
    let rule = if level > 0 { "WTL-10.3.5.a" } else { "WTL-10.3.5.b" };
    if attack.nation == Nation::Tn {
        shifts.push(("prestige", rule, level));
    } else if resisting(t, attack).iter().any(|u| t.nation(*u) == Nation::Tn) {
        shifts.push(("prestige", rule, -level));
    }
    shifts.push(("Ataturk", "WTL-10.3.7.c", leader(t, attack, defending)));
    shifts.retain(|(_, _, n)| *n != 0);
    shifts
}

/// [10.3.3], [10.3.6] Shifts of the hex and of the way into it.
fn ground(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<(&'static str, &'static str, i8)> {
    let ix = target(t, attack);
    let there = t.footing(ix);
    let mut shifts = vec![(there.terrain, "WTL-10.3.3.a", there.shift), ("city", "WTL-10.3.3.a", there.city_shift)];
    let across = |u: &UnitId| t.ix_of(*u).is_some_and(|from| t.crossing(from, ix).is_some_and(|side| side.river));
    if !attack.units.is_empty() && attack.units.iter().all(across) {
        let river = t.book.chart.sides.get(&crate::board::SideKind::River).map_or(0, |row| row.shift);
        shifts.push(("river", "WTL-10.3.3.b", river));
    }
    if there.city && defending.iter().any(|u| t.is_irregular(*u)) {
        shifts.push(("irregulars in a city", "WTL-10.3.6.a", -t.charts.shifts.irregulars_in_city));
    }
    shifts
}

/// [10.3.7.c] Ataturk stands with Turks that attack or defend.
fn leader(t: &Table, attack: &Attack, defending: &[UnitId]) -> i8 {
    let stands_with = |units: &[UnitId]| {
        let leaders = t.of_nation(Nation::Tn).filter(|u| t.kind(*u) == UnitType::Leader);
        leaders.into_iter().any(|l| units.iter().any(|u| t.nation(*u) == Nation::Tn && t.board.place(*u) == t.board.place(l)))
    };
    let n = t.charts.shifts.leader;
    i8::from(stands_with(&attack.units)) * n - i8::from(stands_with(defending)) * n
}

/// [10.4.a] The die of the attack.
pub(crate) fn roll(t: &mut Table, attack: &mut Attack) -> bool {
    let odds = assess(t, attack);
    let columns = &t.charts.combat.columns;
    let fact = Fact::Odds {
        attack: odds.attack,
        defense: odds.defense,
        odds: odds.odds.to_string(),
        shifts: odds.shifts.iter().map(|(what, _, n)| (*what, *n)).collect(),
        column: columns[odds.column].to_string(),
    };
    t.board.record(Atom("WTL-10.2.a"), fact);
    let die = t.roll("WTL-10.4.a", "combat", &[]);
    let rows = &t.charts.combat.rows;
    let result = rows[usize::try_from(die - 1).unwrap_or(0).min(rows.len() - 1)][odds.column];
    t.board.record(Atom("WTL-10.4.a"), Fact::Result { text: result.to_string() });
    attack.result = Some(result);
    attack.owed = result.attacker;
    attack.stage = CombatStage::AttackerLosses;
    true
}

/// Chances over a list of columns, each as likely as it is often in it.
fn chances(t: &Table, columns: &[usize]) -> Vec<(String, u32)> {
    listed(&results(t, columns))
}

fn results(t: &Table, columns: &[usize]) -> BTreeMap<CombatResult, u32> {
    let mut found: BTreeMap<CombatResult, u32> = BTreeMap::new();
    for column in columns {
        for row in &t.charts.combat.rows {
            *found.entry(row[*column]).or_default() += 1;
        }
    }
    found
}

/// [10.3.1] The columns to which air support that is committed and not rolled yet may lead, over all its dice.
fn with_air(t: &Table, attack: &Attack, base: usize) -> Vec<usize> {
    let pending = attack.stage <= CombatStage::DefenderAir;
    let (ours, theirs) = (attack.air[0].is_some() && pending, attack.air[1].is_some() && pending);
    let modifier = if ours != theirs { i16::from(t.charts.air.alone) } else { 0 };
    let read = |flies: bool, die: i16| if flies { t.charts.air.bands.read(die + modifier) } else { AirResult::Nothing };
    let shift = |own: AirResult, other: AirResult| {
        let counts = matches!(own, AirResult::Shift | AirResult::Superiority) && other != AirResult::Superiority;
        if counts { i32::from(t.charts.shifts.air) } else { 0 }
    };
    let dice = |flies: bool| if flies { 1..=6 } else { 1..=1 };
    let throws = dice(ours).flat_map(|a| dice(theirs).map(move |d| (a, d)));
    throws.map(|(a, d)| (read(ours, a), read(theirs, d))).map(|(a, d)| shifted(t, base, shift(a, d) - shift(d, a))).collect()
}

/// The column an attack would come to with a number of columns more.
fn case(t: &Table, odds: &Assessment, attack: &Attack, label: &'static str, rule: &'static str, more: i32) -> Case {
    let base = shifted(t, odds.column, more);
    let columns = with_air(t, attack, base);
    Case { label, rule: Atom(rule), column: t.charts.combat.columns[base].to_string(), chances: chances(t, &columns) }
}

/// [J] What decisions that are still open would make of it.
fn cases(t: &Table, odds: &Assessment, attack: &Attack) -> Vec<Case> {
    let numbers = &t.charts.shifts;
    let early = attack.stage < CombatStage::AttackerSupply;
    let mut cases = vec![case(t, odds, attack, "as it stands", "WTL-10.3.a", 0)];
    if early && attack.guns.is_none() && !guns::available(t, attack).is_empty() {
        let more = if attack.side == IMPERIALIST { numbers.guns } else { -numbers.guns };
        cases.push(case(t, odds, attack, "with naval gunfire", "WTL-10.3.2.a", more.into()));
    }
    for (attacker, label) in [(true, "after spending a convoy as a source"), (false, "after the defender spends a convoy as a source")] {
        let open = attack.stage <= if attacker { CombatStage::AttackerSupply } else { CombatStage::DefenderSupply };
        let sources = if open { convoys::sources(t, attack, attacker) } else { Vec::new() };
        let lacking = convoys::unsupplied(t, attack, attacker);
        let best = sources.iter().map(|c| crate::games::turkish_liberation::supply::supplied_by(t, attack, *c, &lacking).len()).max().unwrap_or(0);
        if best > 0 {
            let more = best as i32 * i32::from(numbers.unsupplied);
            cases.push(case(t, odds, attack, label, "WTL-14.2.m", if attacker { more } else { -more }));
        }
    }
    for (attacker, label) in [(true, "with the attacker’s convoy, which must be spent"), (false, "with the defender’s convoy, which must be spent")] {
        let open = attack.stage <= if attacker { CombatStage::AttackerConvoy } else { CombatStage::DefenderConvoy };
        if open && shifts_due(t, attack, attacker) {
            let more = i32::from(numbers.convoy);
            cases.push(case(t, odds, attack, label, "WTL-10.3.4.e", if attacker { more } else { -more }));
        }
    }
    if cases.len() > 1 { cases } else { Vec::new() }
}

fn shifts_due(t: &Table, attack: &Attack, attacker: bool) -> bool {
    !convoys::shifters(t, attack, attacker).0.is_empty()
}

/// The exact chances of an attack as it stands.
pub(crate) fn preview(In(_): In<Side>, t: Table) -> Option<Preview> {
    let attack = under_way(&t).filter(Attack::is_before_die)?;
    let odds = assess(&t, &attack);
    let columns = with_air(&t, &attack, odds.column);
    let combat = &t.charts.combat;
    let steps: u32 = fighters(&t, &attack).iter().map(|u| u32::from(t.board.status(*u).steps)).sum();
    let unsupplied: Vec<UnitId> = [true, false].into_iter().flat_map(|attacker| convoys::unsupplied(&t, &attack, attacker)).collect();
    Some(Preview {
        hex: Some(attack.target),
        attack: odds.attack,
        defense: odds.defense,
        odds: odds.odds.to_string(),
        shifts: odds.shifts.iter().map(|(what, rule, n)| (*what, Atom(rule), *n)).collect(),
        column: combat.columns[odds.column].to_string(),
        rolled_shifts: Vec::new(),
        modifiers: Vec::new(),
        unsupplied,
        unseen: 0,
        span: None,
        unknown: unknown(&attack),
        notes: notes(&t, &attack),
        chances: chances(&t, &columns),
        of: (columns.len() * combat.rows.len()) as u32,
        falls: Some(rolls_to(&results(&t, &columns), |result| u32::from(result.defender) >= steps)),
        guns: Vec::new(),
        attackers: attack.units.iter().chain(&attack.recon).map(|u| (*u, t.attack(*u) * 4)).collect(),
        defenders: fighters(&t, &attack).iter().map(|u| (*u, t.defense(*u) * 4)).collect(),
        printed: Vec::new(),
        columns: combat.columns.iter().map(ToString::to_string).collect(),
        missing: missing(&t, &odds),
        cases: cases(&t, &odds, &attack),
    })
}

/// Dice that come before the combat die.
fn unknown(attack: &Attack) -> Vec<(&'static str, Atom)> {
    let pending = attack.stage <= CombatStage::DefenderAir;
    let dice = [(attack.air[0], "the attacker’s air support"), (attack.air[1], "the defender’s air support")];
    dice.into_iter().filter(|(unit, _)| unit.is_some() && pending).map(|(_, what)| (what, Atom("WTL-10.3.1.c"))).collect()
}

/// What else follows from the attack.
fn notes(t: &Table, attack: &Attack) -> Vec<(&'static str, Atom)> {
    let mut notes = Vec::new();
    if super::begins_war(t, attack) {
        notes.push(("this attack is war with every power that has not withdrawn", Atom("WTL-13.0.c")));
    }
    if attack.stage <= CombatStage::Melting && super::melt_away::is_possible(t, attack) {
        notes.push(("the irregulars may retreat before combat", Atom("WTL-11.2.a")));
    }
    let pieces = defenders(t, attack);
    if !pieces.is_empty() && pieces.iter().all(|u| t.kind(*u) == UnitType::Leader) {
        notes.push(("Ataturk is alone and will be removed without a roll", Atom("WTL-10.3.7.b")));
    }
    notes
}

/// How many more factors lead to which better column.
fn missing(t: &Table, odds: &Assessment) -> Option<(i32, String)> {
    if odds.defense == 0 {
        return None;
    }
    let now = column(t, odds.attack, odds.defense);
    let (more, found) =
        (1..=odds.defense.max(1) * 2).find_map(|more| Some((more, column(t, odds.attack + more, odds.defense))).filter(|(_, found)| *found > now))?;
    let better = shifted(t, odds.column, (found - now) as i32);
    (better > odds.column).then(|| (more, t.charts.combat.columns[better].to_string()))
}
