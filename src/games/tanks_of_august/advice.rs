//! What an order is worth, by a simple heuristic that the steady bot follows. It judges by what its side may know.

use super::RUSSIAN;
use super::combat::{self, Attack, CombatStage, odds};
use super::fog;
use super::missions::MissionKind;
use super::orders::Order;
use super::supply;
use super::table::Table;
use super::tables::UnitType;
use crate::board::{Hex, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, mut t: Table) -> Vec<i32> {
    orders.into_iter().map(|order| score(&mut t, side, order)).collect()
}

fn score(t: &mut Table, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::RollWeather | Order::RollEnd | Order::RollFirstBrigade | Order::TakeAircraft { .. } | Order::FireAd { .. } => 10,
        Order::CallNationalGuard | Order::Exchange { attempt: true } | Order::Restore { .. } | Order::FriendlyFire { .. } | Order::Proceed => 5,
        Order::Arrive { unit, hex } => 30 - way_to_go(t, side, unit, hex).min(20),
        Order::Move { unit, path } => march(t, side, unit, path.last().copied()),
        Order::Land { hex } => 9 - 2 * way_to_go_from(t, side, hex),
        Order::Assign { mission, .. } => {
            if mission == MissionKind::Sead {
                4
            } else {
                10
            }
        }
        Order::Fly { .. } | Order::Launch { .. } | Order::Bombard { .. } => 10,
        Order::Target { place } => 10 - i32::from(place),
        Order::Recon { .. } | Order::Spearhead { .. } | Order::HoldUp { .. } | Order::HoldUpBlind { .. } => 3,
        Order::Declare { hex } => declare(t, side, hex),
        Order::Join { .. } => 10,
        Order::Commit => planned(t, side, 3),
        Order::Fire { .. } | Order::FireBack { .. } => 10,
        Order::FireWithUav { .. } => 11,
        Order::Support { .. } => 6,
        Order::Disrupt { unit } | Order::Lose { unit } | Order::RemoveExcess { unit } => 30 - worth(t, unit),
        Order::Retreat { units, path } => path.last().and_then(|h| t.board.ix(*h)).map_or(1, |ix| 30 - nearest_source(t, units[0], ix)),
        Order::Advance { path, .. } => advance(t, side, &path),
        Order::MoveStack { .. } | Order::Place { .. } | Order::Unassign { .. } | Order::Leave { .. } | Order::PutOnTop { .. } => -10,
        Order::CallOff | Order::HoldFire => -5,
        _ => 0,
    }
}

/// What a unit is worth: its factors, and that it lives.
fn worth(t: &Table, unit: UnitId) -> i32 {
    let (printed, status) = (t.printed(unit), t.board.status(unit));
    let reduced = usize::from(status.steps < printed.steps);
    let last = if status.steps > 1 { 0 } else { 6 };
    i32::from(printed.attack[reduced].max(printed.fire) + printed.defense[reduced]) + last
}

fn nearest_source(t: &Table, unit: UnitId, ix: Ix) -> i32 {
    supply::distance_to_source(t, unit, ix).map_or(30, |d| d as i32)
}

/// The hexes a side wants: the Georgian the two of the sudden end, then his cities; the Russian the cities that score, and Tskhinvali.
fn goals(t: &Table, side: Side) -> Vec<Ix> {
    let spots = &t.charts.spots;
    let cities = spots.objectives.iter().map(|(ix, _)| *ix);
    let striking = side == RUSSIAN || t.board.clock().turn <= 2;
    let sudden = spots.sudden_death.iter().copied().filter(|_| striking);
    let mut goals: Vec<Ix> = cities.chain(sudden).collect();
    // A goal that is held well enough needs nobody else.
    goals.retain(|ix| !(t.holds(side, *ix) && t.board.stack(*ix).len() >= 3));
    goals
}

fn way_to_go_from(t: &Table, side: Side, hex: Hex) -> i32 {
    let Some(from) = t.board.ix(hex) else { return 50 };
    goals(t, side).into_iter().map(|goal| t.board.map.grid.distance(from, goal) as i32).min().unwrap_or(0)
}

fn way_to_go(t: &Table, side: Side, unit: UnitId, hex: Hex) -> i32 {
    // Guns and headquarters stay a hex behind.
    let behind = t.kind(unit).is_artillery() || t.kind(unit) == UnitType::Hq;
    (way_to_go_from(t, side, hex) - i32::from(behind)).abs()
}

fn march(t: &mut Table, side: Side, unit: UnitId, end: Option<Hex>) -> i32 {
    let (Some(start), Some(end)) = (t.board.hex(unit), end) else { return -10 };
    let (Some(from), Some(to)) = (t.board.ix(start), t.board.ix(end)) else { return -10 };
    let room = t.board.stack(to).len() < usize::from(t.charts.footing[to.at()].limit);
    let deserts = goal_value(t, from) > 0 && t.board.stack(from).len() <= 2;
    if !room || deserts {
        return -10;
    }
    let exposed = t.kind(unit).is_artillery() && t.adjacent_to(side.other(), to);
    let gain = way_to_go(t, side, unit, start) - way_to_go(t, side, unit, end);
    gain * 2 + goal_value(t, to) - 10 * i32::from(exposed)
}

fn goal_value(t: &Table, ix: Ix) -> i32 {
    let city = t.charts.spots.objectives.iter().any(|(objective, _)| *objective == ix);
    4 * i32::from(city || t.charts.spots.sudden_death.contains(&ix))
}

fn advance(t: &Table, side: Side, path: &[Hex]) -> i32 {
    let Some(end) = path.last() else { return -1 };
    let near = 4 - way_to_go_from(t, side, *end);
    near.max(t.board.ix(*end).map_or(0, |ix| goal_value(t, ix)))
}

/// The column an attack with everything at hand would have, judged by what is seen; unseen defenders count as average.
fn estimate(t: &mut Table, side: Side, attack: &Attack) -> i32 {
    const UNSEEN: i32 = 3;
    let known = fog::mask(t, side);
    let (seen, unseen): (Vec<UnitId>, Vec<UnitId>) = combat::defenders(t, attack).into_iter().partition(|u| known[u.at()]);
    let extra = unseen.len() as i32 * UNSEEN;
    odds::assess_against(t, attack, &seen, extra).0.column as i32
}

fn declare(t: &mut Table, side: Side, hex: Hex) -> i32 {
    let Some(ix) = t.board.ix(hex) else { return -10 };
    let able: Vec<UnitId> = t.on_map(side).filter(|u| combat::may_attack(t, side, *u, ix).is_ok()).collect();
    let plan = Attack::planned(side, hex, able);
    estimate(t, side, &plan) - 2
}

/// Whether the plan as it stands promises at least this column.
fn planned(t: &mut Table, side: Side, least: i32) -> i32 {
    match t.attack_due().cloned() {
        Some(attack) if attack.stage == CombatStage::Planning => estimate(t, side, &attack) - least + 2,
        _ => 0,
    }
}
