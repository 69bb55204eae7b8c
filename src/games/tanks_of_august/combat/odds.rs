//! [10.4.4]–[10.4.6] Odds, shifts, modifiers, and the chances of an attack before its die.

use super::{Attack, CombatStage, defenders};
use crate::board::{Atom, Case, Modifier, Preview, Side, UnitId};
use crate::games::charts::Rounding;
use crate::games::kit::{self, Shift, Shifts, listed, rolls_to};
use crate::games::tanks_of_august::charts::Ratio;
use crate::games::tanks_of_august::fog;
use crate::games::tanks_of_august::orders::{Mark, Optional};
use crate::games::tanks_of_august::supply;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::{Charts, UnitType};
use crate::games::tanks_of_august::{GEORGIAN, RUSSIAN};
use bevy_ecs::prelude::In;

/// Odds and shifts of an attack as it stands; factors are rounded up.
pub(crate) type Assessment = kit::Assessment<':'>;

/// [10.1.c], [10.4.4.a] A unit's factor in quarters: halved by disruption and again by lack of supply.
fn quarters(t: &Table, unit: UnitId, attacking: bool, unsupplied: &[UnitId]) -> i32 {
    let (printed, status) = (t.printed(unit), t.board.status(unit));
    let reduced = usize::from(status.steps < printed.steps);
    let factor = i32::from(if attacking { printed.attack[reduced] } else { printed.defense[reduced] });
    let halvings = u32::from(t.has(unit, Mark::Disrupted)) + u32::from(unsupplied.contains(&unit));
    factor * 4 / (1 << halvings)
}

/// [10.1.c] The total of a side, rounded up once; `more`: quarters that units have which are not seen.
fn total(t: &Table, units: &[UnitId], attacking: bool, unsupplied: &[UnitId], more: i32) -> i32 {
    let quarters: i32 = units.iter().map(|u| quarters(t, *u, attacking, unsupplied)).sum();
    (quarters + more + 3) / 4
}

/// [10.4.4.b]–[10.4.4.d] The column of an odds ratio, before shifts.
fn column(charts: &Charts, attack: i32, defense: i32) -> (i32, Ratio) {
    let odds = Ratio::of(attack, defense, Rounding::ForDefender);
    (charts.combat.column(odds) as i32, odds)
}

/// [10.4.4], [10.4.5] Works out odds and shifts, and which participants are out of supply. Reads only, apart from layers.
pub(crate) fn assess(t: &mut Table, attack: &Attack) -> (Assessment, Vec<UnitId>) {
    let defending = defenders(t, attack);
    assess_against(t, attack, &defending, 0)
}

/// The same against these defenders of the hex only, and as many quarters of a factor more as unseen ones may have.
pub(crate) fn assess_against(t: &mut Table, attack: &Attack, defending: &[UnitId], unseen: i32) -> (Assessment, Vec<UnitId>) {
    let attackers = attack.attackers();
    let defending: Vec<UnitId> = defending.iter().chain(&attack.defense_support).copied().collect();
    let unsupplied: Vec<UnitId> = attackers.iter().chain(&defending).copied().filter(|u| !supply::has(t, *u)).collect();
    let strength = (total(t, &attackers, true, &unsupplied, 0), total(t, &defending, false, &unsupplied, unseen));
    let found = column(&t.charts, strength.0, strength.1);
    (Assessment::new(&t.charts.combat, strength, found, shifts(t, attack, &defending)), unsupplied)
}

/// [10.4.5] Every shift that applies.
fn shifts(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<Shift> {
    let mut shifts = Shifts::default();
    let target = t.target(attack);
    shifts.add("terrain", "TOA-10.4.5.a", t.charts.footing[target.at()].shift);
    let across = |unit: &&UnitId| t.between(**unit, target).is_some_and(|side| side.river);
    if attack.units.iter().filter(across).count() * 2 >= attack.units.len() {
        shifts.add("river", "TOA-10.4.5.b", t.charts.river_shift);
    }
    let has = |kinds: &[UnitType]| attack.units.iter().any(|u| kinds.contains(&t.kind(*u)));
    let russian_hq = attack.attack_support.iter().any(|u| t.kind(*u) == UnitType::Hq);
    let foot = [UnitType::Mech, UnitType::Infantry, UnitType::Parachute, UnitType::NavalInfantry];
    if attack.side == RUSSIAN && russian_hq && has(&foot) && has(&[UnitType::Tank]) {
        shifts.add("headquarters, infantry and tanks", "TOA-10.4.5.c", t.charts.shifts.russian_combined_arms);
    }
    if t.plays(Optional::TankBonus) {
        let mut all = attack.attackers();
        all.extend(defending);
        if all.iter().all(|u| t.kind(*u) == UnitType::Tank) {
            let bonus = t.charts.shifts.tank_bonus;
            shifts.add("Georgian tanks", "TOA-14.3.a", if attack.side == GEORGIAN { bonus } else { -bonus });
        }
    }
    shifts.0
}

/// [10.4.6] What is added to the combat die.
pub(crate) fn die_modifiers(t: &Table, attack: &Attack) -> Vec<Modifier> {
    modifiers_against(t, attack, &defenders(t, attack))
}

fn modifiers_against(t: &Table, attack: &Attack, defending: &[UnitId]) -> Vec<Modifier> {
    let disrupted = defending.iter().filter(|u| t.has(**u, Mark::Disrupted)).count();
    let spearhead = attack.spearhead.map(|_| ("spearhead", t.charts.die.spearhead));
    let shaken = (disrupted * 2 >= defending.len() && disrupted > 0).then_some(("half of the defenders disrupted", t.charts.die.half_disrupted));
    spearhead.into_iter().chain(shaken).collect()
}

/// The chances of an attack as it stands, as far as a side may know: no die is rolled, nothing is changed.
pub(crate) fn preview(In(side): In<Side>, mut t: Table) -> Option<Preview> {
    let attack = t.attack_open().cloned()?;
    // A plan is its player's secret until he declares it.
    let secret = attack.stage == CombatStage::Planning && side != attack.side;
    let known = fog::mask(&t, side);
    described(&mut t, attack, &known).filter(|_| !secret)
}

/// The same for one person who plays both sides openly.
pub(crate) fn open_preview(_: In<Side>, mut t: Table) -> Option<Preview> {
    let attack = t.attack_open().cloned()?;
    let known = vec![true; t.charts.printed.len()];
    described(&mut t, attack, &known)
}

/// The same as far as both sides know.
pub(crate) fn common_preview(_: In<Side>, mut t: Table) -> Option<Preview> {
    let attack = t.attack_open().cloned()?;
    let known: Vec<bool> = fog::mask(&t, attack.side).into_iter().zip(fog::mask(&t, attack.side.other())).map(|(one, other)| one && other).collect();
    described(&mut t, attack, &known)
}

/// What an attack promises to whoever knows these counters. Defenders that are not seen count as much as they could; what they could make of it at
/// best is the second case.
fn described(t: &mut Table, mut attack: Attack, known: &[bool]) -> Option<Preview> {
    if attack.result.is_some() || attack.units.is_empty() {
        return None;
    }
    let lent = attack.defense_support.len();
    attack.defense_support.retain(|u| known[u.at()]);
    let seen: Vec<UnitId> = defenders(t, &attack).into_iter().filter(|u| known[u.at()]).collect();
    let unseen = defenders(t, &attack).len() - seen.len() + lent - attack.defense_support.len();
    let (least, most) = unseen_factors(t, &attack, known, unseen);
    let (odds, unsupplied) = assess_against(t, &attack, &seen, most);
    let (hoped, _) = assess_against(t, &attack, &seen, least);
    let modifiers = modifiers_against(t, &attack, &seen);
    let added: i16 = modifiers.iter().map(|(_, n)| i16::from(*n)).sum();
    let factors = |units: &[UnitId], attacking: bool| units.iter().map(|u| (*u, quarters(t, *u, attacking, &unsupplied))).collect::<Vec<_>>();
    let (attackers, defenders) = (factors(&attack.attackers(), true), factors(&seen.iter().chain(&attack.defense_support).copied().collect::<Vec<_>>(), false));
    let steps: u32 = seen.iter().map(|u| u32::from(t.board.status(*u).steps)).sum();
    let rule = |what: &str| if what == "spearhead" { Atom("TOA-10.3.e") } else { Atom("TOA-10.1.d") };
    let table = &t.charts.combat;
    let case = |label, column: usize| Case {
        label,
        rule: Atom("TOA-10.0.h"),
        column: table.columns[column].to_string(),
        chances: listed(&table.chances(column, added)),
    };
    let cases = match unseen {
        0 => Vec::new(),
        _ => vec![case("unseen defenders as strong as can be", odds.column), case("as weak as can be", hoped.column)],
    };
    Some(Preview {
        modifiers: modifiers.iter().map(|(what, n)| (*what, rule(what), *n)).collect(),
        unseen: unseen as u8,
        span: (unseen > 0).then(|| (table.columns[odds.column].to_string(), table.columns[hoped.column].to_string())),
        chances: listed(&table.chances(odds.column, added)),
        falls: Some(rolls_to(&table.chances(odds.column, added), |result| result.retreat > 0 || (unseen == 0 && u32::from(result.defender) >= steps))),
        guns: guns(t, &attack),
        attackers,
        defenders,
        unsupplied,
        cases,
        ..odds.preview(attack.target, table, |attack| column(&t.charts, attack, odds.defense).0)
    })
}

/// [10.4.2.e] The guns that are still to fire, each with how many of six rolls hit.
fn guns(t: &Table, attack: &Attack) -> Vec<(UnitId, u32)> {
    let hits = |gun: UnitId| (1..=6i16).filter(|die| die + t.printed(gun).fire >= t.charts.artillery.hits_on).count() as u32;
    attack.guns.iter().map(|gun| (*gun, hits(*gun))).collect()
}

/// The factors, in quarters, that so many unseen defenders have at least and at most, by all ground units of their side that are not known, wherever they
/// may be: at least if they are reduced, disrupted and out of supply [10.1.c], which leaves a quarter of each.
fn unseen_factors(t: &Table, attack: &Attack, known: &[bool], unseen: usize) -> (i32, i32) {
    let may_defend = |u: &UnitId| !known[u.at()] && t.board.side(*u) != attack.side && t.kind(*u).is_ground();
    let hidden = || t.board.units().filter(may_defend).map(|u| t.printed(u));
    let mut most: Vec<i32> = hidden().map(|printed| i32::from(printed.defense[0])).collect();
    let mut least: Vec<i32> = hidden().map(|printed| i32::from(printed.defense[usize::from(printed.steps > 1)])).collect();
    most.sort_unstable_by_key(|factor| -factor);
    least.sort_unstable();
    (least.iter().take(unseen).sum(), most.iter().take(unseen).sum::<i32>() * 4)
}
