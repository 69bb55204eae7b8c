//! What an attack promises, and with whom it is best made.

use super::weights::{FACTOR, GROUND, POINT, SPENT};
use crate::board::{Ix, Side, UnitId};
use crate::games::putin_strikes::RUSSIAN;
use crate::games::putin_strikes::charts::CombatResult;
use crate::games::putin_strikes::combat::{self, Attack, odds};
use crate::games::putin_strikes::table::Table;

/// What a unit is worth.
pub(super) fn value(t: &Table, unit: UnitId) -> i32 {
    let printed = t.printed(unit);
    FACTOR * (t.attack(unit) + if printed.task_force { t.attack(unit) } else { printed.defense })
}

/// What taking a hex is worth to the attacker.
fn prize(t: &Table, ix: Ix) -> i32 {
    t.footing(ix).city.map_or(GROUND, |points| points * POINT)
}

/// What so many brigades of loss take from units, cheapest first; and whether nobody is left.
fn toll(t: &Table, units: &[UnitId], mut n: i32) -> (i32, bool, i32) {
    let sizes = &t.charts.sizes;
    let (mut divisions, mut brigades): (Vec<i32>, Vec<i32>) = (Vec::new(), Vec::new());
    for unit in units {
        if t.is_division(*unit) { divisions.push(value(t, *unit)) } else { brigades.push(value(t, *unit)) }
    }
    let (mut lost, mut left) = (0, units.len());
    for (mut group, worth) in [(brigades, i32::from(sizes.brigade)), (divisions, i32::from(sizes.division))] {
        group.sort_unstable();
        let all = group.len();
        let taken = group.into_iter().take((n / worth.max(1)).max(0) as usize).collect::<Vec<i32>>();
        n -= taken.len() as i32 * worth;
        left -= taken.len();
        lost += taken.iter().sum::<i32>();
        if taken.len() < all {
            return (lost, false, 0);
        }
    }
    (lost, left == 0, n)
}

/// What an attack promises: what may be won and what it may cost, over all its dice.
pub(super) fn promise(t: &Table, attack: &Attack, supported: bool) -> i32 {
    let Some(ix) = t.board.ix(attack.target) else { return 0 };
    let found = odds::chances(t, attack, supported);
    let defenders = combat::defenders(t, ix, attack.side);
    let garrison = t.garrison(ix) == Some(attack.side.other());
    let surrounded = odds::concentric(t, &attack.units, ix);
    let all: i32 = defenders.iter().map(|u| value(t, *u)).sum();
    // What is lost after the last turn is missed by nobody.
    let dear = if t.turn() >= t.start.turns { 2 } else { 7 };
    let prize = prize(t, ix);
    // A city whose defenders melt away falls to the next attack, if there are those who make it.
    let fresh = |u: &UnitId| t.printed(*u).side == attack.side && t.fresh(*u) && !attack.units.contains(u);
    let others = t.board.map.grid.around(ix).flat_map(|(_, there)| t.ground(there)).filter(fresh);
    let next = others.map(|u| t.attack(u)).sum::<i32>() >= 2 * t.charts.sizes.garrison_defense;
    let total: i32 = found
        .results
        .iter()
        .map(|(CombatResult { attacker, defender }, n)| {
            let (theirs, alone, rest) = toll(t, &defenders, i32::from(*defender));
            let (ours, gone, _) = toll(t, &attack.units, i32::from(*attacker));
            let taken = alone && !gone && (!garrison || rest >= i32::from(t.charts.sizes.garrison_loss));
            let nearer = if garrison && next { prize * theirs / all.max(1) * 2 / 5 } else { 0 };
            let theirs = if surrounded { theirs * dear / 7 } else { theirs * dear / 10 };
            (theirs - ours * dear / 10 + if taken { prize } else { nearer }) * *n as i32
        })
        .sum();
    let spent: i32 = attack.units.iter().map(|u| t.attack(*u)).sum::<i32>() * SPENT * dear / 7;
    total / found.of.max(1) as i32 - spent
}

/// The best attack on a hex with the units at hand: all of them or those of one nation, without those that add nothing.
pub(super) fn ideal(t: &Table, side: Side, ix: Ix) -> (i32, Vec<UnitId>) {
    let grid = &t.board.map.grid;
    let around = grid.around(ix).flat_map(|(_, there)| t.ground(there).collect::<Vec<_>>());
    let mut able: Vec<UnitId> = around.filter(|u| combat::may_attack(t, side, *u, ix).is_ok()).collect();
    able.sort_by_key(|u| (t.attack(*u), *u));
    let supported = !combat::headquarters(t).is_empty();
    let weigh = |units: &[UnitId]| promise(t, &Attack::planned(side, grid.hex(ix), units.to_vec()), supported);
    let crossing = |units: &[UnitId]| !t.must_cross() || combat::crosses(t, units, ix);
    let mut nations: Vec<_> = able.iter().map(|u| t.printed(*u).nation).collect();
    nations.sort_unstable();
    nations.dedup();
    let mut plans: Vec<Vec<UnitId>> = vec![able.clone()];
    if nations.len() > 1 {
        plans.extend(nations.iter().map(|n| able.iter().filter(|u| t.printed(**u).nation == *n).copied().collect()));
    }
    let mut best: (i32, Vec<UnitId>) = (i32::MIN, Vec::new());
    for mut plan in plans.into_iter().filter(|plan| !plan.is_empty() && crossing(plan)) {
        let mut worth = weigh(&plan);
        for unit in plan.clone() {
            let without: Vec<UnitId> = plan.iter().filter(|u| **u != unit).copied().collect();
            if !without.is_empty() && crossing(&without) {
                let less = weigh(&without);
                if less >= worth {
                    (worth, plan) = (less, without);
                }
            }
        }
        if worth > best.0 {
            best = (worth, plan);
        }
    }
    if best.1.is_empty() { (-10, best.1) } else { best }
}

/// Whether army support makes a difference worth a headquarters.
pub(super) fn worth_supporting(t: &Table, attack: &Attack) -> bool {
    let gain = promise(t, attack, true) - promise(t, attack, false);
    let gain = if attack.side == RUSSIAN { gain } else { -gain };
    gain > 60 || (gain > 0 && combat::headquarters(t).len() > 5)
}
