//! Which attacks are worth their price, and what support adds to them.

use super::weights::{FACTOR, FALLS, FALLS_LATE, POINT, STEP};
use super::{Outlook, action, goals, value};
use crate::board::{Ix, Side, UnitId};
use crate::games::putin_moves_east::charts::CombatResult;
use crate::games::putin_moves_east::combat::{self, Attack, odds};
use crate::games::putin_moves_east::orders::Decision;
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::Kind;

/// The best attack on a hex.
#[derive(Clone, Default)]
pub(super) struct Plan {
    /// What it may be hoped to gain, its price taken off.
    pub worth: i32,
    /// Who makes it.
    pub units: Vec<UnitId>,
}

impl Plan {
    /// What it is worth to plan it: less than nothing if it would only be dropped again.
    pub(super) fn score(&self) -> i32 {
        if self.units.is_empty() { -1 } else { self.worth }
    }
}

/// What a step of loss costs the owner of a unit.
pub(super) fn step_lost(t: &Table, unit: UnitId) -> i32 {
    let printed = t.printed(unit);
    if t.board.status(unit).steps > 1 {
        STEP * (printed.front - printed.back)
    } else if printed.kind == Kind::Guerrilla {
        FACTOR
    } else {
        value(t, unit)
    }
}

/// The mobile units of a hex as a side sees them: of one that lies face down only that it is there.
fn defenders(t: &Table, ix: Ix) -> Vec<UnitId> {
    t.mobile(ix).collect()
}

/// What a result is worth to the attacker, and whether the hex can be entered after it.
fn outcome(t: &Table, attack: &Attack, ix: Ix, result: CombatResult) -> (i32, bool) {
    let (units, garrison) = (defenders(t, ix), t.garrison(ix).is_some());
    let weak = |u: &UnitId| t.board.status(*u).steps <= 1;
    let own = attack.units.iter().map(|u| step_lost(t, *u)).min().unwrap_or(0);
    let theirs: i32 = units.iter().map(|u| step_lost(t, *u)).min().unwrap_or(0);
    let all: i32 = units.iter().map(|u| value(t, *u)).sum();
    let firm = t.footing(ix).no_retreat;
    let alone = units.is_empty();
    // After a step is lost nobody is left in the field, or nobody at all.
    let emptied = alone || (units.iter().all(weak) && !garrison);
    match result {
        CombatResult::AL1 => (-own, false),
        CombatResult::AS => (0, false),
        CombatResult::BB => (theirs - own, emptied && own < POINT),
        CombatResult::HW1 if combat::is_hyperwar(t, attack) => (theirs + 10, emptied || !firm),
        CombatResult::HW1 => (0, false),
        CombatResult::DR => (if firm { 0 } else { 15 }, !firm),
        CombatResult::DL1 => (theirs, emptied),
        CombatResult::DE => (all, true),
    }
}

/// What an attack may be hoped to win with so many columns more than it has, its price apart; and in how many of six rolls the hex falls.
fn hope(t: &Table, attack: &Attack, side: Side, more: i32) -> (i32, i32) {
    let ix = combat::target(t, attack);
    let column = odds::column(t, &odds::assess(t, attack, side), more);
    let city = t.footing(ix).city.is_some() && t.garrison(ix).is_some();
    let enters = attack.assault || attack.units.iter().any(|u| combat::advance::can_enter(t, attack, *u).is_ok());
    let prize = if city && enters { 2 * goals::prize(t, attack.side, ix) + 20 } else { 10 };
    let (mut total, mut falls) = (0, 0);
    for row in &t.charts.combat.rows {
        let (worth, open) = outcome(t, attack, ix, row[column]);
        total += worth + if open { prize } else { 0 };
        falls += i32::from(open);
    }
    (total / t.charts.combat.rows.len().max(1) as i32, falls)
}

/// The best attack of a side on a hex: of every hex next to it the strongest unit or none.
pub(super) fn best(t: &Table, side: Side, ix: Ix) -> Plan {
    let hex = t.hex(ix);
    let mut able: Vec<UnitId> = Vec::new();
    for (_, there) in t.board.map.grid.around(ix) {
        let here = t.mobile(there).filter(|u| combat::may_attack(t, side, *u, ix).is_ok());
        able.extend(here.max_by_key(|u| t.factor(*u)));
    }
    let mut found = Plan::default();
    for bits in 1u32..1 << able.len() {
        let mut attack = Attack::planned(side, hex, false);
        attack.units = able.iter().enumerate().filter(|(i, _)| bits & (1 << i) != 0).map(|(_, u)| *u).collect();
        let cost = combat::cost(t, &attack);
        if cost > t.points(side) {
            continue;
        }
        let (gain, falls) = hope(t, &attack, side, 0);
        let worth = gain - cost * action(t);
        if falls >= least(t) && worth > found.worth {
            found = Plan { worth, units: attack.units };
        }
    }
    found
}

/// The best assault of a side on a hex: by one unit, or by all Hyperwar units that can come [22.6.c].
pub(super) fn best_assault(t: &Table, side: Side, ix: Ix) -> Plan {
    let empty = Attack::planned(side, t.hex(ix), true);
    let points = t.charts.movement.airborne_dice * 7 / 2;
    let able = |u: &UnitId| {
        let near = || t.kind(*u) != Kind::Airborne || !combat::assault::drop_zones(t, &empty, *u, points).is_empty();
        combat::assault::may_join(t, &empty, *u).is_ok() && near()
    };
    let able: Vec<UnitId> = t.board.units().filter(|u| t.board.side(*u) == side && able(u)).collect();
    let together: Vec<UnitId> = able.iter().copied().filter(|u| t.printed(*u).hyperwar).take(6).collect();
    let cost = t.charts.costs.assault;
    let mut found = Plan::default();
    for units in able.into_iter().map(|u| vec![u]).chain([together]).filter(|units| !units.is_empty() && cost <= t.points(side)) {
        let attack = Attack { units, ..empty.clone() };
        let (gain, falls) = hope(t, &attack, side, 0);
        let worth = gain - cost * action(t);
        if falls >= least(t) && worth > found.worth {
            found = Plan { worth, units: attack.units };
        }
    }
    found
}

/// In how many of six rolls a hex has to fall for an attack to be made: fewer in the last two turns.
fn least(t: &Table) -> i32 {
    if t.turn() + 1 >= t.start.turns { FALLS_LATE } else { FALLS }
}

fn battle<'a>(t: &'a Table) -> Option<&'a Attack> {
    if let Some(Decision::Attack(attack)) = t.open() { Some(attack) } else { None }
}

/// What columns are worth to a side in the battle under way: for the defender what they keep from the attacker.
fn worth_of(t: &Table, side: Side, columns: i32) -> i32 {
    let Some(attack) = battle(t) else { return 0 };
    let sign = if attack.side == side { 1 } else { -1 };
    sign * (hope(t, attack, side, sign * columns).0 - hope(t, attack, side, 0).0)
}

/// What aircraft and ships add, less what it costs to recruit them again.
pub(super) fn support(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let columns: i32 = units.iter().map(|u| if t.kind(*u) == Kind::Naval { t.factor(*u) } else { i32::from(t.charts.shifts.tactical_air) }).sum();
    worth_of(t, side, columns) - 6 * units.len() as i32
}

/// What special forces add, less what it costs to do without them for some turns.
pub(super) fn seal(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let columns: i32 = units.iter().map(|u| t.factor(*u)).sum();
    let late = t.turn() + 2 > t.start.turns;
    worth_of(t, side, columns) - if late { 1 } else { 12 } * columns
}

/// Whether a unit should enter the hex it has won.
pub(super) fn advance(t: &Table, unit: UnitId) -> i32 {
    let Some(attack) = battle(t) else { return 0 };
    let (ix, side) = (combat::target(t, attack), attack.side);
    let left = t.ix_of(unit).filter(|from| t.controls(side, *from) && t.footing(*from).city.is_some() && t.mobile(*from).count() == 1);
    let given_up = left.filter(|from| t.in_ezoc(side, *from)).map_or(0, |from| goals::prize(t, side, from));
    if t.garrison(ix).is_some() { 60 + goals::prize(t, side, ix) + t.factor(unit) - given_up } else { 5 - given_up }
}

/// What a bombardment may be hoped to do to the units of a hex that is to be attacked.
pub(super) fn bombardment(t: &Table, outlook: &mut Outlook, side: Side, ix: Ix, column: i32) -> i32 {
    let units = defenders(t, ix);
    if units.is_empty() || column < 3 {
        return -5;
    }
    let near = t.board.map.grid.around(ix).any(|(_, there)| t.mobile(there).any(|u| t.board.side(u) == side));
    let city = t.footing(ix).city.is_some() && !t.footing(ix).no_retreat;
    let hit: i32 = units.iter().map(|u| step_lost(t, *u)).min().unwrap_or(0);
    let ripe = outlook.plan(t, side, ix, false).worth == 0;
    hit / 6 * (column - 2).max(0) + if near && city && ripe { goals::prize(t, side, ix) / 4 } else { 0 } - action(t)
}
