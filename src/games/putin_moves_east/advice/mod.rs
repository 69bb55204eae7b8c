//! What an order is worth to the steady bot. Everything is weighed in hundredths of a victory point:
//! it attacks where more is to be won than lost, brings its forces to the cities it wants, and spends action points on what gains most.

mod attacks;
mod goals;
mod spending;

use super::combat;
use super::orders::{Decision, Order};
use super::table::Table;
use super::tables::Kind;
use crate::board::{Ix, Revision, Side, UnitId};
use attacks::Plan;
use bevy_ecs::prelude::{In, Local};
use goals::{Goal, Way};
use std::collections::BTreeMap;

/// The numbers that steer it, in hundredths of a victory point.
mod weights {
    /// A victory point.
    pub(super) const POINT: i32 = 100;
    /// An action point: what is not spent in a turn is lost, so it is cheap; and cheaper in the last turn.
    pub(super) const ACTION: i32 = 5;
    pub(super) const LAST_ACTION: i32 = 1;
    /// A factor that is lost for good, and one that is lost for a while.
    pub(super) const FACTOR: i32 = 15;
    pub(super) const STEP: i32 = 8;
    /// A major base besides its symbol, and a hex of way.
    pub(super) const BASE: i32 = 40;
    pub(super) const WAY: i32 = 8;
    /// What another unit in the same hex takes off: only one of them fights.
    pub(super) const CROWD: i32 = 30;
    /// Units so near to a city threaten it, in hexes.
    pub(super) const NEAR: u32 = 3;
    /// In how many of six rolls a hex has to fall for an attack to be made, and in how many in the last turns.
    pub(super) const FALLS: i32 = 2;
    pub(super) const FALLS_LATE: i32 = 1;
}
use weights::*;

/// What a commander sees of a position, worked out once and kept until something happens.
#[derive(Default)]
pub(super) struct Outlook {
    of: Option<(Revision, Side)>,
    goals: Vec<Goal>,
    /// The best attack on each hex asked about so far, and the best assault.
    plans: BTreeMap<(Ix, bool), Plan>,
    /// What each unit asked about so far may gain by moving in some way.
    hopes: BTreeMap<(UnitId, Way), i32>,
}

impl Outlook {
    fn renew(&mut self, t: &Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of != now {
            (self.of, self.goals) = (now, goals::all(t, side));
            self.plans.clear();
            self.hopes.clear();
        }
    }

    fn plan(&mut self, t: &Table, side: Side, ix: Ix, assault: bool) -> &Plan {
        let best = || if assault { attacks::best_assault(t, side, ix) } else { attacks::best(t, side, ix) };
        self.plans.entry((ix, assault)).or_insert_with(best)
    }

    /// What a unit may hope to gain by a move, its price apart.
    fn hope(&mut self, t: &Table, unit: UnitId, way: Way) -> i32 {
        if let Some(known) = self.hopes.get(&(unit, way)) {
            return *known;
        }
        let found = goals::hope(t, self, unit, way);
        self.hopes.insert((unit, way), found);
        found
    }
}

/// What an action point is worth.
fn action(t: &Table) -> i32 {
    if t.turn() >= t.start.turns { LAST_ACTION } else { ACTION }
}

/// What a unit is worth to its owner. Guerrillas come again, and nobody knows their factor before they fight.
fn value(t: &Table, unit: UnitId) -> i32 {
    if t.kind(unit) == Kind::Guerrilla { FACTOR } else { POINT + FACTOR * t.factor(unit) }
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
        Order::Move { unit } => march(t, o, unit, Way::Ground),
        Order::Fly { .. } | Order::Sail { .. } if matches!(t.open(), Some(Decision::Attack(_))) => 10,
        Order::Fly { unit } => march(t, o, unit, Way::Air) - 1,
        Order::Rail { unit } => march(t, o, unit, Way::Rail) - 1,
        Order::Sail { unit, hex } => t.board.ix(hex).map_or(0, |ix| goals::gain(t, o, unit, ix) - price(t)),
        Order::Go { path } => moved(t, o, path.last().and_then(|hex| t.board.ix(*hex))),
        Order::Lift { hex } => moved(t, o, t.board.ix(hex)),
        Order::Declare { hex } => t.board.ix(hex).map_or(-1, |ix| o.plan(t, side, ix, false).score()),
        Order::Assault { hex } => t.board.ix(hex).map_or(-1, |ix| o.plan(t, side, ix, true).score()),
        Order::Join { unit } => planned(t, o, |plan, best| if best.units.contains(&unit) && !plan.units.contains(&unit) { 20 } else { -20 }),
        Order::Leave { unit } => planned(t, o, |_, best| if best.units.contains(&unit) { -20 } else { 20 }),
        Order::Commit => planned(t, o, |plan, best| if plan.units.len() == best.units.len() && best.worth > 0 { 15 } else { -5 }),
        Order::Defend { unit } => t.factor(unit),
        Order::Support { units } => attacks::support(t, side, &units),
        Order::Seal { units } => attacks::seal(t, side, &units),
        Order::Lose { unit } => 1000 - attacks::step_lost(t, unit),
        Order::LoseAir { unit } => 1000 - t.factor(unit),
        Order::Retreat { path, .. } | Order::RetreatBlind { path } => goals::exile(t, side, path.last().and_then(|hex| t.board.ix(*hex))),
        Order::Advance { unit } => attacks::advance(t, unit),
        order => spending::score(t, o, side, &order),
    }
}

/// Asks about the attack under way and the best one there could be.
fn planned(t: &Table, outlook: &mut Outlook, weigh: impl Fn(&combat::Attack, &Plan) -> i32) -> i32 {
    let Some(Decision::Attack(attack)) = t.open() else { return spending::plan(t) };
    let ix = combat::target(t, attack);
    weigh(attack, outlook.plan(t, attack.side, ix, attack.assault))
}

/// What an action point costs that opens a movement; whoever follows in one moves for nothing.
fn price(t: &Table) -> i32 {
    if matches!(t.open(), Some(Decision::March(_))) { 0 } else { action(t) }
}

/// What a movement may be hoped to gain: by rail that of all units of the nation, on the march that of all Hyperwar units.
fn march(t: &Table, outlook: &mut Outlook, unit: UnitId, way: Way) -> i32 {
    let own = outlook.hope(t, unit, way);
    if own <= 0 || price(t) == 0 {
        return own;
    }
    let (side, printed) = (t.board.side(unit), *t.printed(unit));
    let follows = |u: UnitId| u != unit && if way == Way::Rail { t.printed(u).nation == printed.nation } else { printed.hyperwar && t.printed(u).hyperwar };
    let others: Vec<UnitId> = t.on_map(side).filter(|u| follows(*u)).collect();
    let along: i32 = others.into_iter().map(|u| outlook.hope(t, u, way).max(0)).sum();
    // Many of them have the same goal.
    own + along / 2 - price(t)
}

/// What the unit on the move gains by going to a hex.
fn moved(t: &Table, outlook: &Outlook, to: Option<Ix>) -> i32 {
    let unit = match t.open() {
        Some(Decision::March(march)) => march.unit,
        Some(Decision::Deployment(deployment)) => deployment.landing.map(|(unit, _)| unit),
        Some(Decision::Attack(attack)) => return attack.rolled.map_or(0, |_| 10),
        _ => None,
    };
    unit.zip(to).map_or(0, |(unit, to)| goals::gain(t, outlook, unit, to))
}
