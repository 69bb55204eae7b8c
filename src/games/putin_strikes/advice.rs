//! What an order is worth, by a simple heuristic that the steady bot follows. It attacks where more is to be won than lost,
//! brings its forces to the cities it wants, if it can from several sides, keeps the ones that are threatened, and leaves the bomb alone.
//! What it sees of a position is worked out once and kept until something happens.

use super::charts::CombatResult;
use super::combat::{self, Attack, odds};
use super::orders::{Decision, Order, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{RUSSIAN, airpower, stacking};
use crate::board::{Hex, Ix, LayerId, Revision, Side, UnitId};
use bevy_ecs::prelude::{In, Local};
use std::collections::BTreeMap;

/// The numbers that steer it.
mod weights {
    /// A victory point, a factor that is lost, and a factor that is spent for the turn.
    pub(super) const POINT: i32 = 1500;
    pub(super) const FACTOR: i32 = 40;
    pub(super) const SPENT: i32 = 10;
    /// What open ground is worth.
    pub(super) const GROUND: i32 = 60;
    /// Units so near to a city count for it, in hexes.
    pub(super) const ABOUT: u32 = 3;
    /// What a hostile city draws, each further point of it, and a hex of way.
    pub(super) const CITY: i32 = 48;
    pub(super) const CITY_POINT: i32 = 6;
    pub(super) const WAY: i32 = 3;
    /// What an own city draws that is threatened, and each further point of it.
    pub(super) const HOLD: i32 = 25;
    pub(super) const HOLD_POINT: i32 = 8;
    /// A column of odds that spent units offer to fresh enemies.
    pub(super) const RISK: i32 = 4;
}
use weights::*;

/// What a commander sees of a position.
#[derive(Default)]
pub(super) struct Outlook {
    /// Of which position, and for whom.
    of: Option<(Revision, Side)>,
    goals: Vec<Goal>,
    /// The best attack on each hex asked about so far.
    attacks: BTreeMap<Ix, (i32, Vec<UnitId>)>,
}

/// A city to be taken or held.
struct Goal {
    ix: Ix,
    /// To be taken from the enemy; otherwise to be held.
    hostile: bool,
    /// How much it draws units, before their way is counted; nothing to a city that needs nobody.
    worth: i32,
    /// Own attack factors about it, and what would be plenty.
    about: i32,
    plenty: i32,
}

impl Outlook {
    fn renew(&mut self, t: &Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of != now {
            (self.of, self.goals) = (now, t.charts.spots.cities.iter().map(|ix| goal(t, side, *ix)).collect());
            self.attacks.clear();
        }
    }

    fn ideal(&mut self, t: &Table, side: Side, ix: Ix) -> &(i32, Vec<UnitId>) {
        self.attacks.entry(ix).or_insert_with(|| ideal(t, side, ix))
    }
}

/// What a city is to a side: one more point counts as much as two hexes of way.
fn goal(t: &Table, side: Side, ix: Ix) -> Goal {
    let grid = &t.board.map.grid;
    let strength = |of: Side| -> i32 {
        let near = |u: &UnitId| t.ix_of(*u).is_some_and(|at| grid.distance(at, ix) <= ABOUT);
        t.army(of).filter(near).map(|u| t.attack(u)).sum()
    };
    let hostile = !t.controls(side, ix);
    let points = t.footing(ix).city.unwrap_or(0);
    // By the time somebody has come and may attack, disrupted units have recovered.
    let rested: i32 = t.ground(ix).map(|u| if t.printed(u).task_force { t.attack(u) } else { t.printed(u).defense }).sum();
    let defense = rested + t.charts.sizes.garrison_defense;
    if hostile {
        let (about, enough) = (strength(side), 4 * defense);
        // Where many stand already, others are better prey: the way to the next city is seldom longer than six hexes.
        let easy = 10 * about.min(enough) / enough.max(1) - rested.min(18);
        return Goal { ix, hostile, worth: CITY + CITY_POINT * (points - 1) + easy, about, plenty: enough * 3 / 2 };
    }
    let threat = strength(side.other());
    let worth = if threat >= 2 * defense && stacking::load(t, ix) < u32::from(t.charts.sizes.capacity) { HOLD + HOLD_POINT * (points - 1) } else { 0 };
    Goal { ix, hostile, worth, about: 0, plenty: i32::MAX }
}

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, mut t: Table, mut outlook: Local<Outlook>) -> Vec<i32> {
    t.refresh();
    outlook.renew(&t, side);
    orders.into_iter().map(|order| score(&t, &mut outlook, side, order)).collect()
}

fn score(t: &Table, o: &mut Outlook, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::Announce { locales } => 10 + locales.len() as i32,
        Order::RollContingent | Order::RollAir => 10,
        Order::Arrive { unit, hex } => t.board.ix(hex).map_or(0, |ix| 70 + pull(t, o, side, &[unit], ix)),
        Order::Place { unit, hex } if t.printed(unit).kind == UnitType::Airpower => t.board.ix(hex).map_or(0, |ix| sortie(t, side, unit, ix)),
        Order::Move { units, path, .. } => march(t, o, side, &units, path.last().copied()),
        // An attack not worth making is not worth planning either: passing comes to the same.
        Order::Declare { hex } => t.board.ix(hex).map_or(-1, |ix| o.ideal(t, side, ix).0 - 1).max(-1) - i32::from(!t.must_cross()),
        Order::Join { unit } => planned(t, o, |plan, (_, best)| if best.contains(&unit) && !plan.units.contains(&unit) { 20 } else { -20 }),
        Order::Leave { unit } => planned(t, o, |_, (_, best)| if best.contains(&unit) { -20 } else { 20 }),
        Order::Commit => planned(t, o, |plan, (worth, best)| if plan.units.len() == best.len() && (*worth > 1 || t.must_cross()) { 15 } else { -5 }),
        Order::CallVostok => planned(t, o, |plan, _| if t.board.ix(plan.target).is_some_and(|ix| t.footing(ix).city.is_some()) { 18 } else { -5 }),
        Order::Drop => -i32::from(t.must_cross()) * 100,
        Order::Support { .. } => planned(t, o, |plan, _| if worth_supporting(t, plan) { 10 } else { -5 }),
        Order::Lose { unit } | Order::RemoveExcess { unit } => 1000 - value(t, unit),
        Order::Advance { unit } => planned(t, o, |plan, _| t.board.ix(plan.target).map_or(0, |ix| advance(t, side, unit, ix))),
        Order::Pass | Order::NoSupport | Order::EndAdvance | Order::Halt => 0,
        _ => -10,
    }
}

/// Asks about the attack under way and the best one there could be.
fn planned(t: &Table, outlook: &mut Outlook, weigh: impl Fn(&Attack, &(i32, Vec<UnitId>)) -> i32) -> i32 {
    match t.board.decision() {
        Some(Decision::Attack(plan)) => match t.board.ix(plan.target).filter(|_| plan.stage == combat::CombatStage::Planning) {
            Some(ix) => weigh(plan, outlook.ideal(t, plan.side, ix)),
            None => weigh(plan, &(0, Vec::new())),
        },
        _ => 0,
    }
}

/// What a unit is worth.
fn value(t: &Table, unit: UnitId) -> i32 {
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
fn promise(t: &Table, attack: &Attack, supported: bool) -> i32 {
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
fn ideal(t: &Table, side: Side, ix: Ix) -> (i32, Vec<UnitId>) {
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
fn worth_supporting(t: &Table, attack: &Attack) -> bool {
    let gain = promise(t, attack, true) - promise(t, attack, false);
    let gain = if attack.side == RUSSIAN { gain } else { -gain };
    gain > 60 || (gain > 0 && combat::headquarters(t).len() > 5)
}

/// How good it is for units to be in a hex: near a city that can be taken with what is at hand, or in one that must be held.
fn pull(t: &Table, outlook: &Outlook, side: Side, units: &[UnitId], from: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let bound = units.iter().any(|u| t.printed(*u).territorial);
    let closed = side != RUSSIAN && (t.turn() <= 1 || units.iter().any(|u| t.printed(*u).task_force));
    let start = units.first().and_then(|u| t.ix_of(*u));
    let factors: i32 = units.iter().map(|u| t.attack(*u)).sum();
    let mut best = -60;
    for goal in outlook.goals.iter().filter(|g| g.worth > 0) {
        let there = t.footing(goal.ix);
        if (bound && !there.territorial) || (there.russia && closed) {
            continue;
        }
        let way = grid.distance(from, goal.ix) as i32;
        // Those who are about it already are not in their own way.
        let counted = start.is_some_and(|at| grid.distance(at, goal.ix) <= ABOUT);
        let others = goal.about - if counted { factors } else { 0 };
        let worth = if others >= goal.plenty { goal.worth - 14 } else { goal.worth };
        let score = match (goal.hostile, way) {
            (_, 13..) => 8 - 2 * way,
            (true, _) => worth - WAY * way.max(1) + if way == 1 { sides(t, side, start, from, goal.ix) } else { 0 },
            (false, _) => worth - WAY * way,
        };
        best = best.max(score);
    }
    best
}

/// What coming to a side of a city is worth: a concentric attack, then another side for more units.
fn sides(t: &Table, side: Side, start: Option<Ix>, end: Ix, city: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let held = |ix: Ix| ix != end && Some(ix) != start && t.occupant(ix) == Some(side);
    let taken = grid.around(city).filter(|(_, ix)| held(*ix)).fold(0u8, |bits, (dir, _)| bits | 1 << dir.0);
    let Some(dir) = grid.side(city, end) else { return 0 };
    if odds::surrounded(taken | 1 << dir.0) { 6 } else { 0 }
}

/// What a move is worth: coming nearer, unless that bares a city or offers spent units to the enemy.
fn march(t: &Table, outlook: &Outlook, side: Side, units: &[UnitId], end: Option<Hex>) -> i32 {
    let (Some(start), Some(end)) = (units.first().and_then(|u| t.ix_of(*u)), end.and_then(|hex| t.board.ix(hex))) else { return -10 };
    let thirds: u32 = units.iter().map(|u| u32::from(t.thirds(*u))).sum();
    let capacity = u32::from(t.charts.sizes.capacity);
    if start == end || stacking::load(t, end) + thirds > capacity {
        return -10;
    }
    let near = t.board.layer(LayerId::Near(side.other()));
    let beside = |ix: Ix| near.get(ix.at()) == Some(&true);
    let left = stacking::load(t, start) - thirds;
    let wanted = outlook.goals.iter().any(|g| g.ix == start && !g.hostile && g.worth > 0);
    if t.garrison(start) == Some(side) && (beside(start) || wanted) && left < 2 {
        return -10; // it holds a city
    }
    let factors: i32 = units.iter().map(|u| t.attack(*u)).sum();
    let gain = (pull(t, outlook, side, units, end) - pull(t, outlook, side, units, start)) * (2 + factors / 4) / 2;
    gain - if beside(end) { risk(t, side, units, end) } else { 0 }
}

/// What the enemy could do to spent units in a hex.
fn risk(t: &Table, side: Side, units: &[UnitId], ix: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let fresh = grid.around(ix).flat_map(|(_, there)| t.ground(there).collect::<Vec<_>>()).filter(|u| t.printed(*u).side != side && t.fresh(*u));
    let strength: i32 = fresh.map(|u| t.attack(u)).sum();
    let sizes = &t.charts.sizes;
    let spent: i32 = units.iter().map(|u| if t.is_division(*u) { sizes.disrupted_division } else { sizes.disrupted_brigade }).sum();
    let there: i32 = t.ground(ix).map(|u| t.defense(u)).sum::<i32>() + if t.garrison(ix) == Some(side) { sizes.garrison_defense } else { 0 };
    let odds = strength / (spent + there).max(1) + i32::from(t.footing(ix).shift);
    (odds - 1).max(0) * RISK
}

/// What an advance is worth: taking a city, then holding it; on open ground one unit does.
fn advance(t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let held = t.occupant(ix) == Some(side);
    let city = t.footing(ix).city.is_some();
    match (city, held) {
        (true, false) => 50 + t.printed(unit).defense,
        (true, true) => 1 + t.printed(unit).defense,
        (false, false) => 3 - risk(t, side, &[unit], ix),
        (false, true) => -1,
    }
}

/// What an airpower marker does in a hex: for attacks at hand, and for own cities the enemy stands before.
fn sortie(t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
    if t.board.hex(unit).is_some() {
        return -10;
    }
    let grid = &t.board.map.grid;
    let reach = std::iter::once(ix).chain(grid.around(ix).map(|(_, there)| there));
    let near = |of: Side, ix: Ix| t.board.layer(LayerId::Near(of)).get(ix.at()) == Some(&true);
    let worth = |ix: Ix| {
        let city = 1 + 3 * i32::from(t.footing(ix).city.is_some());
        if airpower::reaches(t, side, ix) {
            0
        } else if t.holds(side.other(), ix) && near(side, ix) {
            3 * city
        } else if t.holds(side, ix) && near(side.other(), ix) {
            2 * city
        } else {
            0
        }
    };
    1 + reach.map(worth).sum::<i32>() + i32::from(t.track(Track::AirDue) > 0)
}
