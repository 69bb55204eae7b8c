//! What air missions, insurgencies and strikes with weapons of mass destruction promise before their dice are rolled: exact, and as far as the side
//! that decides may know.

use super::air;
use super::combat;
use super::options::insurgency::{Insurgency, InsurgencyStage};
use super::options::wmd;
use super::orders::{Holding, Order};
use super::table::{Table, counted};
use super::{charts, special_forces};
use crate::board::{Atom, Case, Hex, Ix, Preview, Side, UnitId};
use bevy_ecs::prelude::In;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A die, by what each of its faces comes to.
type Die = Vec<String>;

/// [J] What an order that is rolled for at once promises.
pub(super) fn promise(In(order): In<Order>, mut t: Table) -> Option<Preview> {
    t.refresh();
    match order {
        Order::Superiority { units } => {
            let side = air::may_strike(&t, &units).ok()?;
            let all = staged(&t, side);
            let rolled = |units: &[UnitId]| air::blocks(&t, factors(&t, units));
            Some(Preview { notes: mission_notes("PME-19.2.a", rolled(&units).len()), ..mission(&t, &units, &all, rolled)? })
        }
        Order::Bombard { hex, units } => {
            let (side, ix) = air::may_bombard(&t, hex, &units).ok()?;
            let all = air::full_strike(&t, side, *units.first()?).unwrap_or_else(|| units.to_vec());
            let rolled = |units: &[UnitId]| air::bombardment(&t, ix, factors(&t, units));
            let found = mission(&t, &units, &all, rolled)?;
            Some(Preview { hex: Some(hex), notes: mission_notes("PME-19.5.a", rolled(&units).len()), ..over_ground(&t, ix, side, found) })
        }
        Order::Strike { hex } => {
            wmd::may_strike(&t, hex).ok()?;
            let die: Die = t.charts.wmd.rows.iter().map(|result| format!("{result:?}").to_lowercase()).collect();
            sheet(&[("nobody commits more", "PME-27.1.a", vec![die])]).map(|found| Preview { hex: Some(hex), ..found })
        }
        _ => None,
    }
}

fn factors(t: &Table, units: &[UnitId]) -> i32 {
    units.iter().map(|unit| t.factor(*unit)).sum()
}

/// [18.2] The air units a side has in its Staging Area.
fn staged(t: &Table, side: Side) -> Vec<UnitId> {
    t.boxed(Holding::staging(side)).into_iter().filter(|unit| t.kind(*unit).is_air()).collect()
}

/// [19.2], [19.3] A mission of some units, and of all that could fly it.
fn mission(t: &Table, units: &[UnitId], all: &[UnitId], rolled: impl Fn(&[UnitId]) -> Vec<u8>) -> Option<Preview> {
    let dice = |units: &[UnitId]| -> Vec<Die> {
        let die = |column: &u8| t.charts.air_combat.rows.iter().map(|row| row[usize::from(*column).min(row.len() - 1)].to_string()).collect();
        rolled(units).iter().map(die).collect()
    };
    let columns = rolled(units).iter().map(u8::to_string).collect::<Vec<String>>().join(", ");
    let mut cases = vec![("nobody commits more", "PME-19.2.a", dice(units))];
    if factors(t, all) > factors(t, units) {
        cases.push(("with all my support", "PME-19.2.a", dice(all)));
    }
    let attackers = units.iter().map(|unit| (*unit, t.factor(*unit) * 4)).collect();
    let mut found = sheet(&cases)?;
    let results: BTreeSet<Reverse<charts::AirResult>> = t.charts.air_combat.rows.iter().flatten().copied().map(Reverse).collect();
    let best_first: Vec<String> = results.into_iter().map(|Reverse(result)| result.to_string()).collect();
    found.chances.sort_by_key(|(result, _)| best_first.iter().position(|name| name == result));
    found.cases[0].chances.clone_from(&found.chances);
    Some(Preview { attack: factors(t, units), column: columns, attackers, ..found })
}

/// [19.5] What the hex under a bombardment adds: its cover, and who is seen there.
fn over_ground(t: &Table, ix: Ix, side: Side, found: Preview) -> Preview {
    let cover = air::cover(t, ix).clamp(0, 99) as i8;
    let hidden = |unit: &UnitId| t.board.status(*unit).face_down && t.board.side(*unit) != side;
    let (unseen, seen): (Vec<UnitId>, Vec<UnitId>) = combat::field_force(t, ix).into_iter().partition(hidden);
    Preview {
        shifts: if cover > 0 { vec![("cover of the ground", Atom("PME-19.5.a"), -cover)] } else { Vec::new() },
        defenders: seen.into_iter().map(|unit| (unit, t.factor(unit) * 4)).collect(),
        unseen: unseen.len().min(255) as u8,
        ..found
    }
}

fn mission_notes(rule: &'static str, dice: usize) -> Vec<(&'static str, Atom)> {
    let mut notes = vec![("the enemy has no answer to it: only the table harms those who fly", Atom("PME-19.11.a"))];
    notes.extend(several(dice, rule));
    notes
}

/// What the chances mean where several dice are rolled.
fn several(dice: usize, rule: &'static str) -> Option<(&'static str, Atom)> {
    (dice > 1).then_some(("several dice are rolled: each chance is that of the result coming up at least once", Atom(rule)))
}

/// [24.2], [24.3] An insurgency that is planned, for the player who plans it.
pub(super) fn of_insurgency(t: &Table, now: &Insurgency, side: Side) -> Option<Preview> {
    if now.stage != InsurgencyStage::Planning || now.side != side || now.plan.is_empty() {
        return None;
    }
    let word = |result: &charts::Unrest| match result {
        charts::Unrest::Blowback => "blowback".to_owned(),
        charts::Unrest::Nothing => "nothing".to_owned(),
        charts::Unrest::Rebellion(power) => format!("Rebellion-{power}"),
    };
    let die: Die = t.charts.insurgency.rows.iter().map(word).collect();
    let dice = |units: &[UnitId]| vec![die.clone(); factors(t, units).max(0) as usize];
    let units: Vec<UnitId> = now.plan.iter().map(|(unit, _)| *unit).collect();
    let all = special_forces::ready(t, side);
    let mut cases = vec![("nobody commits more", "PME-24.2.b", dice(&units))];
    if factors(t, &all) > factors(t, &units) {
        cases.push(("with all my support", "PME-24.2.b", dice(&all)));
    }
    let mut notes = vec![("the enemy has no answer to it", Atom("PME-24.2.b"))];
    notes.extend(several(cases[0].2.len(), "PME-24.2.b"));
    let attackers = units.iter().map(|unit| (*unit, t.factor(*unit) * 4)).collect();
    let hexes: Vec<Hex> = now.plan.iter().map(|(_, hex)| *hex).collect();
    let hex = hexes.first().copied().filter(|first| hexes.iter().all(|hex| hex == first));
    Some(Preview { hex, attack: factors(t, &units), attackers, notes, ..sheet(&cases)? })
}

/// The chances of some cases, each with its dice; `None` if there are too many dice to count.
fn sheet(cases: &[(&'static str, &'static str, Vec<Die>)]) -> Option<Preview> {
    let most = cases.iter().map(|(_, _, dice)| dice.len()).max()?;
    let of = 6u32.checked_pow(u32::try_from(most).ok()?)?;
    let case = |(label, rule, dice): &(&'static str, &'static str, Vec<Die>)| Case {
        label,
        rule: Atom(rule),
        column: counted(dice.len(), "die", "dice"),
        chances: at_least_once(dice, of),
    };
    let cases: Vec<Case> = cases.iter().map(case).collect();
    Some(Preview { chances: cases[0].chances.clone(), of, cases, ..Preview::default() })
}

/// Each result, and how many of `of` rolls of all dice bring it at least once.
fn at_least_once(dice: &[Die], of: u32) -> Vec<(String, u32)> {
    let mut results: Vec<&String> = Vec::new();
    for result in dice.iter().flatten() {
        if !results.contains(&result) {
            results.push(result);
        }
    }
    let rolls = 6u32.pow(dice.len() as u32);
    let without = |result: &String| dice.iter().map(|die| die.iter().filter(|face| *face != result).count() as u32).product::<u32>();
    results.into_iter().map(|result| (result.clone(), (rolls - without(result)) * (of / rolls))).collect()
}

#[cfg(test)]
mod tests {
    use super::at_least_once;

    #[test]
    fn several_dice_count_what_comes_up_at_least_once() {
        let die = |faces: [&str; 6]| faces.map(str::to_owned).to_vec();
        let one = die(["A1", "–", "–", "R1", "R1", "E1"]);
        let chance = |dice: &[Vec<String>], of: u32, result: &str| at_least_once(dice, of).into_iter().find(|(name, _)| name == result).map(|(_, n)| n);
        assert_eq!(chance(std::slice::from_ref(&one), 6, "R1"), Some(2));
        assert_eq!(chance(std::slice::from_ref(&one), 36, "R1"), Some(12));
        assert_eq!(chance(&[one.clone(), one.clone()], 36, "E1"), Some(11));
        assert_eq!(chance(&[one.clone(), die(["–"; 6])], 36, "–"), Some(36));
        assert_eq!(chance(&[one], 6, "E2"), None);
    }
}
