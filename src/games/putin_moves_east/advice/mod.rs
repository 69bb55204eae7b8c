//! What an order looks like to a simple-minded commander: the greedy bot follows this. Everything is weighed in hundredths of a victory point:
//! it attacks where more is to be won than lost, brings its forces to the cities it wants, and spends action points on what gains most.

mod attacks;
mod goals;
mod spending;

use super::combat;
use super::orders::{Decision, Order};
use super::table::Table;
use crate::board::{Ix, Revision, Side, UnitId};
use attacks::Plan;
use bevy_ecs::prelude::{In, Local};
use goals::Goal;
use std::collections::BTreeMap;

/// Worth of a victory point, of an action point, of a factor that is lost for good, and of one that is lost for a while.
const POINT: i32 = 100;
const ACTION: i32 = 12;
const FACTOR: i32 = 15;
const STEP: i32 = 8;

/// What a commander sees of a position, worked out once and kept until something happens.
#[derive(Default)]
pub(super) struct Outlook {
    of: Option<(Revision, Side)>,
    goals: Vec<Goal>,
    /// The best attack on each hex asked about so far.
    plans: BTreeMap<Ix, Plan>,
}

impl Outlook {
    fn renew(&mut self, t: &Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of != now {
            (self.of, self.goals) = (now, goals::all(t, side));
            self.plans.clear();
        }
    }

    fn plan(&mut self, t: &Table, side: Side, ix: Ix) -> &Plan {
        self.plans.entry(ix).or_insert_with(|| attacks::best(t, side, ix))
    }
}

/// [F90] What an action point is worth: little in the last turn.
fn action(t: &Table) -> i32 {
    if t.turn() >= t.start.turns { 2 } else { ACTION }
}

/// What a unit is worth to its owner.
fn value(t: &Table, unit: UnitId) -> i32 {
    POINT + FACTOR * t.factor(unit)
}

/// How much an order is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_score(In((side, order)): In<(Side, Order)>, mut t: Table, mut outlook: Local<Outlook>) -> i32 {
    t.refresh();
    outlook.renew(&t, side);
    let o = &mut *outlook;
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::Move { unit } => goals::march(&t, o, unit, 3) - action(&t),
        Order::Fly { unit } => goals::march(&t, o, unit, 6) - action(&t) - 1,
        Order::Rail { unit } => goals::march(&t, o, unit, 7) - action(&t) - 1,
        Order::Sail { unit, hex } => t.board.ix(hex).map_or(0, |ix| goals::gain(&t, o, unit, ix) - action(&t)),
        Order::Go { path } => moved(&t, o, path.last().and_then(|hex| t.board.ix(*hex))),
        Order::Lift { hex } => moved(&t, o, t.board.ix(hex)),
        Order::Declare { hex } => t.board.ix(hex).map_or(-1, |ix| o.plan(&t, side, ix).worth.max(-1)),
        Order::Join { unit } => planned(&t, o, |plan, best| if best.units.contains(&unit) && !plan.units.contains(&unit) { 20 } else { -20 }),
        Order::Leave { unit } => planned(&t, o, |_, best| if best.units.contains(&unit) { -20 } else { 20 }),
        Order::Commit => planned(&t, o, |plan, best| if plan.units.len() == best.units.len() && best.worth > 0 { 15 } else { -5 }),
        Order::Defend { unit } => t.factor(unit),
        Order::Support { units } => attacks::support(&t, side, &units),
        Order::Seal { units } => attacks::seal(&t, side, &units),
        Order::Lose { unit } => 1000 - attacks::step_lost(&t, unit),
        Order::LoseAir { unit } => 1000 - t.factor(unit),
        Order::Retreat { path, .. } | Order::RetreatBlind { path } => goals::exile(&t, side, path.last().and_then(|hex| t.board.ix(*hex))),
        Order::Advance { unit } => attacks::advance(&t, unit),
        order => spending::score(&t, o, side, &order),
    }
}

/// Asks about the attack under way and the best one there could be.
fn planned(t: &Table, outlook: &mut Outlook, weigh: impl Fn(&combat::Attack, &Plan) -> i32) -> i32 {
    let Some(Decision::Attack(attack)) = t.open() else { return spending::plan(t) };
    let ix = combat::target(t, attack);
    weigh(attack, outlook.plan(t, attack.side, ix))
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
