//! Cities to be taken or held, and how strongly they draw units.

use super::Outlook;
use super::weights::{BASE, CROWD, NEAR, POINT, WAY};
use crate::board::paths::Reach;
use crate::board::{Ix, Points, Side, UnitId};
use crate::games::putin_moves_east::charts::Symbol;
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::{bases, flights, movement, rail, stacking, victory};

/// A city to be taken or held.
pub(super) struct Goal {
    ix: Ix,
    /// To be taken from the enemy; otherwise to be held.
    hostile: bool,
    worth: i32,
}

/// All cities that draw the units of a side.
pub(super) fn all(t: &Table, side: Side) -> Vec<Goal> {
    let cities = t.charts.spots.cities.iter().copied();
    cities.filter_map(|ix| goal(t, side, ix)).collect()
}

/// What a city is to a side: what it wins by taking it and the enemy loses, or the other way around.
pub(super) fn prize(t: &Table, side: Side, ix: Ix) -> i32 {
    let major = if t.footing(ix).has(Symbol::MajorBase) { BASE } else { 0 };
    POINT * (victory::prize(t, side, ix) + victory::prize(t, side.other(), ix)) / 2 + major
}

fn goal(t: &Table, side: Side, ix: Ix) -> Option<Goal> {
    let holder = t.occupant(ix).filter(|_| !t.is_neutral(ix))?;
    let (hostile, prize) = (holder != side, prize(t, side, ix));
    let strength = |of: Side, within: u32| -> i32 {
        let near = |u: &UnitId| t.ix_of(*u).is_some_and(|at| t.board.map.grid.distance(at, ix) <= within);
        t.on_map(of).filter(near).map(|u| if t.board.status(u).face_down { 2 } else { t.factor(u) }).sum()
    };
    if hostile {
        // Where many enemies stand others are better prey.
        let guard = strength(side.other(), 1);
        return Some(Goal { ix, hostile, worth: (prize + 20 - 4 * guard).max(10) });
    }
    let (threat, guard) = (strength(side.other(), NEAR), strength(side, 0) + 2);
    (threat > guard && prize > 0 && !stacking::is_full(t, ix)).then_some(Goal { ix, hostile, worth: prize * 2 / 3 })
}

/// How strongly the goals draw a unit of a side to a hex.
fn pull(t: &Table, outlook: &Outlook, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let drawn = |goal: &Goal| {
        let far = grid.distance(ix, goal.ix) as i32;
        // A city is taken from the hexes around it and held from inside.
        let way = if goal.hostile { (far - 1).max(0) } else { far };
        goal.worth - WAY * way
    };
    let best = outlook.goals.iter().map(drawn).max().unwrap_or(0);
    let crowd = t.mobile(ix).filter(|u| *u != unit).count() as i32;
    let home = t.controls(side, ix) && t.footing(ix).city.is_some();
    best - CROWD * crowd + if home { 4 } else { 0 }
}

/// What a unit that leaves its hex gives away: a city of worth that the enemy could take.
fn stake(t: &Table, side: Side, unit: UnitId) -> i32 {
    let Some(ix) = t.ix_of(unit) else { return 0 };
    let alone = t.mobile(ix).count() == 1 && t.controls(side, ix) && t.footing(ix).city.is_some();
    if alone && t.in_ezoc(side, ix) { prize(t, side, ix) / 2 } else { 0 }
}

/// What a unit gains by being in another hex.
pub(super) fn gain(t: &Table, outlook: &Outlook, unit: UnitId, to: Ix) -> i32 {
    let side = t.board.side(unit);
    let here = t.ix_of(unit).map_or(-40, |ix| pull(t, outlook, side, unit, ix));
    pull(t, outlook, side, unit, to) - here - stake(t, side, unit)
}

/// How a unit may move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub(super) enum Way {
    Ground,
    Air,
    Rail,
}

/// What a unit may hope to gain by a move with an ordinary roll.
pub(super) fn hope(t: &Table, outlook: &Outlook, unit: UnitId, way: Way) -> i32 {
    let numbers = &t.charts.movement;
    let rolled = |dice: u8| dice * 7 / 2;
    let mut scratch = Reach::default();
    let found = match way {
        Way::Ground => movement::reach(t, unit, Points::whole(i16::from(rolled(numbers.ground_dice))).0, &mut scratch),
        Way::Air => flights::landings(t, unit, rolled(numbers.airborne_dice)),
        Way::Rail if rail::may_start(t, t.board.side(unit), unit).is_err() => Vec::new(),
        Way::Rail => rail::reach(t, unit, rolled(numbers.rail_dice), &mut scratch),
    };
    found.into_iter().map(|found| gain(t, outlook, unit, found.end)).max().unwrap_or(0)
}

/// How well a hex suits an enemy who has to retreat: far from his bases and off the rails.
pub(super) fn exile(t: &Table, side: Side, to: Option<Ix>) -> i32 {
    let Some(ix) = to else { return 0 };
    let far = bases::all(t, side.other()).into_iter().map(|base| t.board.map.grid.distance(ix, base) as i32).min().unwrap_or(10);
    10 + 3 * far - if t.footing(ix).rail { 2 } else { 0 }
}
