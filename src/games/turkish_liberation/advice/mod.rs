//! What an order looks like to a simple commander: the steady bot follows this. Each army has cities that draw it, attacks where more is to be won
//! than lost, and never leaves Ankara empty. What it sees of a position is worked out once and kept until something happens.

mod battle;
mod goals;

use super::orders::{Decision, Order, Segment};
use super::table::Table;
use super::tables::{Nation, UnitType};
use super::{IMPERIALIST, ownership, stacking};
use crate::board::{Hex, Ix, Side, UnitId};
use bevy_ecs::prelude::{In, Local};
use goals::Outlook;

/// The numbers that steer it; which cities draw which army is told in `goals`.
mod weights {
    /// Ankara's roll is worth this much, and so is not to be rolled.
    pub(super) const ANKARA: i32 = 2000;
    /// Attack factors beside a city that are about to storm it.
    pub(super) const SIEGE: i32 = 10;
    /// Convoys that an army keeps on the map.
    pub(super) const CONVOYS: usize = 2;
    /// A hex of way.
    pub(super) const HEX: i32 = 4;
    /// A step of one's own.
    pub(super) const STEP: i32 = 40;
    /// A step of an army that has few replacement points, so that what it loses is worth more than what it costs those who attack it.
    pub(super) const ARMENIAN_STEP: i32 = 90;
    pub(super) const REPUBLICAN_STEP: i32 = 70;
    pub(super) const REBEL_STEP: i32 = 60;
    /// A hex, a city, and a city by which a republic falls or points are counted.
    pub(super) const GROUND: i32 = 30;
    pub(super) const CITY: i32 = 120;
    pub(super) const PRIZE: i32 = 240;
    /// An attack has to promise so much more than it costs.
    pub(super) const LEAST: i32 = 15;
}
use weights::*;

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(crate) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, t: Table, mut outlook: Local<Outlook>) -> Vec<i32> {
    outlook.renew(&t);
    orders.into_iter().map(|order| score(&t, &mut outlook, side, order)).collect()
}

fn score(t: &Table, o: &mut Outlook, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 60,
        Order::Place { .. } | Order::TakeBack { .. } => -10,
        Order::PlayKurdistan => {
            if t.turn() >= last_turn(t) {
                20
            } else {
                -5
            }
        }
        Order::UseEvent => 30,
        Order::TakeRebel { unit } => {
            if t.board.hex(unit).is_some() {
                12
            } else {
                10
            }
        }
        Order::SendToPoland { unit } => 100 - value(t, unit),
        Order::Buy { unit, full } => purchase(t, unit, full),
        Order::Refit { unit, .. } => 6 + t.attack(unit),
        Order::Subvert { unit, pay } => subversion(t, unit, Nation::of(pay)),
        Order::Win { .. } => 4,
        Order::Displace { hex } => t.ix(hex).map_or(0, |ix| 10 + i32::from(t.footing(ix).mountain)),
        Order::Arrive { unit, hex } => t.ix(hex).map_or(0, |ix| 70 + o.pull(t, unit, ix) + entering(t, unit, ix)),
        Order::Activate { nation } => activation(t, Nation::of(nation)),
        Order::Move { units, path } => march(t, o, &units, &path),
        Order::Ship { unit, hex } => t.ix(hex).map_or(0, |end| leg(t, o, unit, end) - 3),
        Order::Halt => -1,
        Order::TryEdirne => 100,
        Order::RemoveExcess { unit } => 1000 - value(t, unit),
        Order::Lose { unit } => 1000 - value(t, unit) + if t.board.status(unit).steps > 1 { 60 } else { 0 },
        Order::Declare { hex } => battle::declared(t, hex),
        Order::Join { unit } => battle::joined(t, unit),
        Order::Leave { .. } => -20,
        Order::Commit => battle::committed(t),
        Order::Drop => battle::dropped(t),
        Order::Melt | Order::Recon { .. } | Order::Fly { .. } | Order::Bring { .. } => 10,
        Order::Draw { .. } => 5,
        Order::Spend { .. } => 10,
        Order::Advance { unit } => advance(t, side, unit),
        _ => 0,
    }
}

fn last_turn(t: &Table) -> u8 {
    t.book.scenario(&t.start).turns
}

/// What a unit is worth: its steps and factors, less for those that cannot be rebuilt or fight for others.
pub(crate) fn value(t: &Table, unit: UnitId) -> i32 {
    let base = 40 * i32::from(t.board.status(unit).steps) + 10 * (t.attack(unit) + t.defense(unit));
    match (t.kind(unit), t.nation(unit)) {
        (UnitType::Irregular, _) => base - 30,
        (_, Nation::Cal | Nation::Whi) => base - 40,
        _ => base,
    }
}

fn purchase(t: &Table, unit: UnitId, full: bool) -> i32 {
    let two_steps = t.printed(unit).steps > 1;
    match t.kind(unit) {
        UnitType::Convoy => {
            let nation = t.printed(unit).nation;
            let coming = t.boxed_of(Table::arriving(t.printed(unit).side), nation);
            let at_hand = t.of_nation(nation).chain(coming).filter(|u| t.kind(*u) == UnitType::Convoy).count();
            if at_hand < CONVOYS { 45 } else { -1 }
        }
        UnitType::Air => 14,
        UnitType::Irregular => 6,
        _ if two_steps && !full => 20,
        _ => 30 + i32::from(t.printed(unit).front[0] + t.printed(unit).front[1]),
    }
}

/// Rebels in Kurdistan count a point, irregulars in a city a column; others are worth a try with what is left.
fn subversion(t: &Table, unit: UnitId, pay: Nation) -> i32 {
    let Some(ix) = t.ix_of(unit) else { return 0 };
    let last = t.segment() == Segment::AdminSubversion || pay.is_power() || t.side_of(pay) == IMPERIALIST;
    let point = t.nation(unit) == Nation::Reb && t.footing(ix).country == Some(super::tables::Country::Kurdistan);
    let besieging: i32 =
        t.board.map.grid.around(ix).flat_map(|(_, there)| t.board.stack(there)).filter(|u| t.side(**u) != t.side(unit)).map(|u| t.attack(*u)).sum();
    match () {
        _ if point => 40,
        _ if t.footing(ix).city && besieging >= SIEGE => 60,
        _ if !last => -1,
        _ if t.footing(ix).city => 7,
        _ => 5,
    }
}

fn activation(t: &Table, nation: Nation) -> i32 {
    let neutral = super::politics::Politics::now(t).is_neutral(nation);
    if neutral && !super::events::legion_fights(t, nation) { -1 } else { 10 + i32::from(nation == Nation::Whi) * 10 }
}

/// What a piece brings by standing in a hex: Ankara above all.
fn entering(t: &Table, unit: UnitId, ix: Ix) -> i32 {
    let ankara = t.hex(ix) == t.charts.ankara.hex;
    if ankara && t.side(unit) == IMPERIALIST && t.owner(ix) == Some(Nation::Tn) { ANKARA } else { 0 }
}

/// What it costs to leave a hex empty.
fn leaving(t: &Table, units: &[UnitId], from: Ix) -> i32 {
    let ankara = t.hex(from) == t.charts.ankara.hex && t.side(units[0]) != IMPERIALIST;
    let empty = t.board.stack(from).iter().all(|u| units.contains(u));
    match () {
        _ if ankara && empty => ANKARA,
        _ if empty
            && t.footing(from).city
            && t.charts.victory.holdings.iter().any(|held| held.all.contains(&t.hex(from)) || held.any.contains(&t.hex(from))) =>
        {
            30
        }
        _ => 0,
    }
}

/// The way of one unit, or of several that go together.
fn march(t: &Table, o: &mut Outlook, units: &[UnitId], path: &[Hex]) -> i32 {
    let Some(end) = path.last().and_then(|hex| t.ix(*hex)) else { return 0 };
    let way: Vec<Ix> = path.iter().filter_map(|hex| t.ix(*hex)).collect();
    if way.iter().any(|ix| units.iter().any(|u| ownership::breaks_neutrality(t, *u, *ix))) {
        return -500;
    }
    let coming = units.iter().filter(|u| t.is_combat(**u)).count();
    if stacking::load(t, end) + coming > stacking::limit(t, end) {
        return -200;
    }
    let taken: i32 = way.iter().map(|ix| entering(t, units[0], *ix)).max().unwrap_or(0);
    let best = units.iter().map(|u| leg(t, o, *u, end)).max().unwrap_or(0);
    // Each of several may leave while another stays; all of them together may not.
    let left = units.first().filter(|_| units.len() > 1).and_then(|u| t.ix_of(*u)).map_or(0, |start| leaving(t, units, start));
    taken + best - left
}

/// How much better a unit stands in another hex.
fn leg(t: &Table, o: &mut Outlook, unit: UnitId, end: Ix) -> i32 {
    let Some(start) = t.ix_of(unit) else { return 0 };
    if start == end {
        return -1;
    }
    let neutral = super::politics::Politics::now(t).is_neutral(t.nation(unit));
    if neutral {
        return -1;
    }
    let weak = !t.is_combat(unit);
    let guarded = |ix: Ix| t.board.stack(ix).iter().any(|u| *u != unit && t.is_combat(*u) && t.side(*u) == t.side(unit));
    if weak && !guarded(end) {
        return -50;
    }
    o.pull(t, unit, end) - o.pull(t, unit, start) - leaving(t, &[unit], start) + entering(t, unit, end) - 1
}

fn advance(t: &Table, side: Side, unit: UnitId) -> i32 {
    let target = match t.board.decision() {
        Some(Decision::Attack(attack)) => t.ix(attack.target),
        _ => t.ix(t.charts.edirne.hex),
    };
    let (Some(ix), Some(from)) = (target, t.ix_of(unit)) else { return 0 };
    if ownership::breaks_neutrality(t, unit, ix) && super::powers::any_neutral(t) {
        return -100;
    }
    let city = t.footing(ix).city;
    let first = !t.side_stands(ix, side);
    entering(t, unit, ix) - leaving(t, &[unit], from)
        + if city {
            50
        } else if first && t.footing(from).city {
            -10
        } else {
            2
        }
}
