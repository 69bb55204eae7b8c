//! Everything else an action point or a choice can be spent on.

use super::weights::{POINT, STEP};
use super::{Outlook, action, attacks, goals, value};
use crate::board::{Hex, Side, UnitId};
use crate::games::putin_moves_east::options::insurgency;
use crate::games::putin_moves_east::orders::{Decision, Holding, Order, Spot};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::{Kind, Nation};
use crate::games::putin_moves_east::{air, recovery};

/// How much an order is worth that is neither a move nor an attack.
pub(super) fn score(t: &Table, outlook: &mut Outlook, side: Side, order: &Order) -> i32 {
    match order {
        Order::PlayShock => {
            if waiting(t, side) >= 3 || t.turn() + 2 > t.start.turns {
                50
            } else {
                -1
            }
        }
        Order::Regroup { unit } => STEP * (t.printed(*unit).front - t.printed(*unit).back) * 2 - recovery::cost(t, *unit) * action(t),
        Order::Reinforce { nato } => 70 + if *nato { nato_waiting(t, side) * 4 - action(t) } else { 0 },
        Order::Mobilize => {
            if chinese_waiting(t) >= 8 {
                90
            } else {
                -1
            }
        }
        Order::Deploy { unit, to } => deploy(t, outlook, *unit, *to),
        Order::DropIn { unit } => 12 + t.factor(*unit),
        Order::Recruit { hex } => near_goal(t, outlook, side, *hex),
        Order::Plant { hex } => 10 + near_goal(t, outlook, side, *hex),
        Order::Superiority { units } => superiority(t, side, units),
        Order::Bombard { hex, units } => t.board.ix(*hex).map_or(-1, |ix| {
            let factors: i32 = units.iter().map(|u| t.factor(*u)).sum();
            attacks::bombardment(t, outlook, side, ix, factors.min(6) - air::cover(t, ix))
        }),
        Order::Infiltrate { unit, hex } => infiltrate(t, side, *unit, *hex),
        Order::Incite => 15,
        Order::Rise { flip } => {
            if *flip {
                100
            } else {
                10
            }
        }
        Order::Strike { hex } => strike(t, *hex),
        Order::Divert => -1,
        Order::LeaveMap { .. } | Order::Demobilize { .. } | Order::Transport { .. } => -10,
        Order::Capitulate => -1000,
        // To look costs nothing, and the best order may need it.
        Order::Look => 1000,
        Order::LookAway => -1000,
        Order::Stake { units } => {
            if t.turn() >= t.start.turns {
                units.len() as i32
            } else {
                -(units.len() as i32)
            }
        }
        Order::Pick { .. } | Order::Place { .. } | Order::TakeBack { .. } => -10,
        _ => 0,
    }
}

/// The plan of an insurgency: it is begun, not taken apart again.
pub(super) fn plan(t: &Table) -> i32 {
    if matches!(t.open(), Some(Decision::Insurgency(_))) { -20 } else { 0 }
}

/// Reinforcements of a side that are worth having.
fn waiting(t: &Table, side: Side) -> usize {
    t.boxed(Holding::reinforcements(side)).into_iter().filter(|u| t.kind(*u) != Kind::Guerrilla && !t.printed(*u).optional).count()
}

fn nato_waiting(t: &Table, side: Side) -> i32 {
    t.boxed(Holding::reinforcements(side)).into_iter().filter(|u| t.printed(*u).nation == Nation::Nato).count() as i32
}

fn chinese_waiting(t: &Table) -> usize {
    t.boxed(Holding::ReinforcementsCo).into_iter().filter(|u| t.printed(*u).nation == Nation::Prc && t.kind(*u) != Kind::Guerrilla).count()
}

/// Hyperwar units first, then armies, aircraft, missiles, special forces; on the map near the best goal.
fn deploy(t: &Table, outlook: &Outlook, unit: UnitId, to: Spot) -> i32 {
    let printed = t.printed(unit);
    let rank = match printed.kind {
        Kind::Fob => 1,
        kind if kind.is_mobile() => 45 + 5 * printed.front + if printed.hyperwar { 20 } else { 0 },
        Kind::Fighter5g => 44,
        Kind::TacticalAir => 34,
        Kind::Missile => 30,
        Kind::SpecialForces => 20 + 8 * printed.front,
        _ => 24,
    };
    match to {
        Spot::Hex(hex) => t.board.ix(hex).map_or(0, |ix| rank + (goals::gain(t, outlook, unit, ix) / 4).clamp(-19, 25)),
        Spot::Base => rank - 18,
        Spot::Staging => rank,
    }
}

/// Guerrillas are best where there is something to take.
fn near_goal(t: &Table, outlook: &Outlook, side: Side, hex: Hex) -> i32 {
    let Some(ix) = t.board.ix(hex) else { return 0 };
    let unit = t.recruits(side).first().copied();
    unit.map_or(0, |unit| 2 + (goals::gain(t, outlook, unit, ix) / 10).clamp(0, 12))
}

/// Air superiority with enough factors, while the enemy has much to lose.
fn superiority(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let factors: i32 = units.iter().map(|u| t.factor(*u)).sum();
    let ready = t.boxed(Holding::staging(side.other())).into_iter().filter(|u| t.kind(*u).is_air()).count() as i32;
    if factors >= 5 && ready >= 3 { 20 + 3 * ready - 3 * units.len() as i32 - action(t) } else { -5 }
}

/// [24.3] A lone garrison turns on two of six for each factor.
fn infiltrate(t: &Table, side: Side, unit: UnitId, hex: Hex) -> i32 {
    let Some(ix) = t.board.ix(hex) else { return -1 };
    let planned = matches!(t.open(), Some(Decision::Insurgency(plan)) if plan.stage == insurgency::InsurgencyStage::Planning && !plan.plan.is_empty());
    if t.occupant(ix) == Some(side) || t.mobile(ix).next().is_some() {
        return -10;
    }
    let hope = 2 * goals::prize(t, side, ix) * t.factor(unit) / 3;
    hope - 14 * t.factor(unit) - if planned { 60 } else { action(t) + 40 }
}

/// [27.1] A strike destroys what stands in a hex on four of six.
fn strike(t: &Table, hex: Hex) -> i32 {
    let Some(ix) = t.board.ix(hex) else { return -1 };
    let hit: i32 = t.mobile(ix).map(|u| if t.board.status(u).face_down { POINT } else { value(t, u) }).sum();
    hit * 2 / 3 - t.charts.costs.wmd * action(t) - 8
}
