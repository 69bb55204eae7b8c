//! What an order is worth, by a simple heuristic that the steady bot follows. It attacks where more is to be won than lost,
//! masses its stacks on the cities it can take, if it can from several sides, guards the ones that are threatened, and leaves the bomb alone.
//! What it sees of a position is worked out once and kept until something happens.

mod battle;
mod campaign;

use super::combat::{self, Attack, odds};
use super::orders::{Decision, Order, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{airpower, stacking};
use crate::board::{Hex, Ix, LayerId, Revision, Side, UnitId};
use battle::{ideal, value, worth_supporting};
use bevy_ecs::prelude::{In, Local};
use campaign::{Campaign, Task, Ways};
use std::collections::BTreeMap;

/// The numbers that steer it.
mod weights {
    /// A victory point, a factor that is lost, and a factor that is spent for the turn.
    pub(super) const POINT: i32 = 1500;
    pub(super) const FACTOR: i32 = 40;
    pub(super) const SPENT: i32 = 10;
    /// What open ground is worth.
    pub(super) const GROUND: i32 = 60;
    /// Enemies so near to a city threaten it, and units so near to it may be called to guard it, in hexes.
    pub(super) const NEAR: u32 = 6;
    /// The least points of a city that keeps guards: those of one point are better defended by taking others.
    pub(super) const DEAR: i32 = 2;
    /// Attack factors about a city, times its points, that make it keep a guard, a second and a third.
    pub(super) const GUARDS: [i32; 3] = [8, 40, 80];
    /// Attackers that are enough for a city, in defense factors.
    pub(super) const ENOUGH: i32 = 3;
    /// What it costs a stack to attack at all, in half points of way.
    pub(super) const START: i32 = 2;
    /// Half a point of way, in tenths.
    pub(super) const WAY: i32 = 15;
    /// A column of odds that spent units offer to fresh enemies.
    pub(super) const RISK: i32 = 4;
}
use weights::*;

/// What a commander sees of a position.
#[derive(Default)]
pub(super) struct Outlook {
    /// Of which position, and for whom.
    of: Option<(Revision, Side)>,
    /// What its side means to do, once somebody asks.
    campaign: Option<Campaign>,
    /// The best attack on each hex asked about so far.
    attacks: BTreeMap<Ix, (i32, Vec<UnitId>)>,
    ways: Ways,
}

impl Outlook {
    fn renew(&mut self, t: &Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of != now {
            (self.of, self.campaign) = (now, None);
            self.attacks.clear();
        }
    }

    fn ideal(&mut self, t: &Table, side: Side, ix: Ix) -> &(i32, Vec<UnitId>) {
        self.attacks.entry(ix).or_insert_with(|| ideal(t, side, ix))
    }

    fn campaign(&mut self, t: &Table, side: Side) -> (&Campaign, &Ways) {
        let Outlook { campaign, ways, .. } = self;
        (campaign.get_or_insert_with(|| Campaign::of(t, side, ways)), ways)
    }
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
        Order::Arrive { unit, hex } => t.board.ix(hex).map_or(0, |ix| arrival(t, o, side, unit, ix)),
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
        Order::Advance { unit } => match t.board.decision() {
            Some(Decision::Attack(plan)) => t.board.ix(plan.target).map_or(0, |ix| advance(t, o, side, unit, ix)),
            _ => 0,
        },
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

/// How good it is for a unit to arrive in a hex: near a city that can be taken with what is at hand, or in one that must be held.
fn arrival(t: &Table, o: &mut Outlook, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let (campaign, ways) = o.campaign(t, side);
    (200 - campaign.errand(t, ways, unit, ix)).max(1)
}

/// How good it is for units to be in a hex: near the city that they are to take, or in the one that they guard.
fn pull(t: &Table, campaign: &Campaign, ways: &Ways, units: &[UnitId], task: Task, ix: Ix) -> i32 {
    let way = WAY * campaign.way(t, ways, units, task, ix) / 10;
    match task {
        Task::Take(city) if t.board.map.grid.distance(ix, city) == 1 => {
            let start = units.first().and_then(|u| t.ix_of(*u));
            units.first().map_or(0, |u| sides(t, t.printed(*u).side, start, ix, city)) - way
        }
        _ => -way,
    }
}

/// What coming to a side of a city is worth: a concentric attack, then another side for more units.
fn sides(t: &Table, side: Side, start: Option<Ix>, end: Ix, city: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let held = |ix: Ix| ix != end && Some(ix) != start && t.occupant(ix) == Some(side);
    let taken = grid.around(city).filter(|(_, ix)| held(*ix)).fold(0u8, |bits, (dir, _)| bits | 1 << dir.0);
    let Some(dir) = grid.side(city, end) else { return 0 };
    if odds::surrounded(taken | 1 << dir.0) { 6 } else { 0 }
}

/// What a move is worth: coming nearer to what they have to do, unless that offers spent units to the enemy.
fn march(t: &Table, outlook: &mut Outlook, side: Side, units: &[UnitId], end: Option<Hex>) -> i32 {
    let (Some(start), Some(end)) = (units.first().and_then(|u| t.ix_of(*u)), end.and_then(|hex| t.board.ix(hex))) else { return -10 };
    let thirds: u32 = units.iter().map(|u| u32::from(t.thirds(*u))).sum();
    if start == end || stacking::load(t, end) + thirds > u32::from(t.charts.sizes.capacity) {
        return -10;
    }
    let (campaign, ways) = outlook.campaign(t, side);
    let Some(task) = campaign.task(t, units) else { return -10 };
    // Who stands before the city that he is to take stays fresh for the attack.
    if matches!(task, Task::Take(city) if t.board.map.grid.distance(start, city) == 1) {
        return -10;
    }
    let factors: i32 = units.iter().map(|u| t.attack(*u)).sum();
    let gain = (pull(t, campaign, ways, units, task, end) - pull(t, campaign, ways, units, task, start)) * (2 + factors / 4) / 2;
    let beside = t.board.layer(LayerId::Near(side.other())).get(end.at()) == Some(&true);
    gain - if beside { risk(t, side, units, end) } else { 0 }
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
fn advance(t: &Table, o: &mut Outlook, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let guards = t.ix_of(unit).is_some_and(|at| stacking::load(t, at) <= 1) && o.campaign(t, side).0.guards(t, unit);
    let held = t.occupant(ix) == Some(side);
    let city = t.footing(ix).city.is_some();
    match (city, held) {
        _ if guards => -1,
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
