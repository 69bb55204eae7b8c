//! Who goes where: the threatened cities of a side have guards, and its other stacks are told off to enemy cities, enough of them to each.

use super::weights::{DEAR, ENOUGH, GUARDS, NEAR, START};
use crate::board::paths::{Reach, Step};
use crate::board::{Ix, Side, UnitId};
use crate::games::putin_strikes::RUSSIAN;
use crate::games::putin_strikes::table::Table;
use std::collections::BTreeMap;

/// The ways from every hex to the cities, in half points over ground without enemies: it does not change.
#[derive(Default)]
pub(super) struct Ways {
    to: BTreeMap<Ix, Vec<u16>>,
    reach: Reach,
}

/// Farther than any unit goes in a war.
const FAR: u16 = 200;

impl Ways {
    /// Looks up the ways to all cities, once.
    fn survey(&mut self, t: &Table) {
        for city in &t.charts.spots.cities {
            self.to.entry(*city).or_insert_with(|| survey(t, *city, &mut self.reach));
        }
    }

    /// The way of a unit, or of one that flies, from a hex to a city.
    fn way(&self, t: &Table, flies: bool, from: Ix, city: Ix) -> i32 {
        if flies {
            return 2 * t.board.map.grid.distance(from, city) as i32;
        }
        self.to.get(&city).map_or(i32::from(FAR), |ways| i32::from(ways[from.at()]))
    }
}

fn survey(t: &Table, city: Ix, reach: &mut Reach) -> Vec<u16> {
    // Looked at from its end, a step leads from the hex that is entered.
    reach.explore(&t.board.map.grid, city, FAR, |entered, dir, left| {
        let crossing = &t.charts.crossing[entered.at()][dir.at()];
        let cost = t.footing(entered).cost.0 + crossing.extra.0;
        if crossing.water || t.footing(left).water { Step::Closed } else { Step::Go(cost.max(1) as u16) }
    });
    t.board.map.grid.all().map(|ix| if ix == city { 0 } else { reach.cost(ix).unwrap_or(FAR) }).collect()
}

/// What a side means to do.
#[derive(Default)]
pub(super) struct Campaign {
    /// The enemy city that each stack makes for, by the hex in which it stands.
    stacks: BTreeMap<Ix, Ix>,
    /// The own city that each guard holds or goes to.
    guards: BTreeMap<UnitId, Ix>,
    /// The enemy cities that somebody makes for.
    wanted: Vec<Ix>,
    /// The own cities that lack guards.
    bare: Vec<Ix>,
}

/// What units are told to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    Take(Ix),
    Hold(Ix),
}

impl Campaign {
    /// Draws it up.
    pub(super) fn of(t: &Table, side: Side, ways: &mut Ways) -> Campaign {
        ways.survey(t);
        let mut campaign = Campaign::default();
        let mut free: Vec<UnitId> = t.army(side).filter(|u| !t.printed(*u).is_static).collect();
        campaign.post_guards(t, side, ways, &mut free);
        campaign.send_stacks(t, side, ways, &free);
        campaign
    }

    /// What units that move together are told to do; nothing if one of them has to stay behind.
    pub(super) fn task(&self, t: &Table, units: &[UnitId]) -> Option<Task> {
        let first = *units.first()?;
        match self.guards.get(&first) {
            Some(city) => units.iter().all(|u| self.guards.get(u) == Some(city)).then_some(Task::Hold(*city)),
            None if units.iter().any(|u| self.guards.contains_key(u)) => None,
            None => self.stacks.get(&t.ix_of(first)?).map(|city| Task::Take(*city)),
        }
    }

    /// Whether a unit guards the city in which it stands.
    pub(super) fn guards(&self, t: &Table, unit: UnitId) -> bool {
        self.guards.get(&unit).is_some_and(|city| t.ix_of(unit) == Some(*city))
    }

    /// How far a unit that arrives in a hex has to go: to a city that lacks guards, or to one that is to be taken.
    pub(super) fn errand(&self, t: &Table, ways: &Ways, unit: UnitId, from: Ix) -> i32 {
        let far = |city: &Ix| ways.way(t, false, from, *city);
        let side = t.printed(unit).side;
        let wanted = self.wanted.iter().filter(|city| open(t, side, &[unit], **city)).map(far);
        wanted.chain(self.bare.iter().map(|city| far(city) - 12)).min().unwrap_or(i32::from(FAR))
    }

    /// Every dear city with enemies about it keeps guards, the weakest and nearest that there are: each costs the attacker a brigade's worth of losses.
    fn post_guards(&mut self, t: &Table, side: Side, ways: &Ways, free: &mut Vec<UnitId>) {
        let grid = &t.board.map.grid;
        let threat = |city: Ix| -> i32 {
            let near = |u: &UnitId| t.ix_of(*u).is_some_and(|at| grid.distance(at, city) <= NEAR);
            t.army(side.other()).filter(near).map(|u| t.attack(u)).sum()
        };
        let held = t.charts.spots.cities.iter().copied().filter(|ix| t.controls(side, *ix) && t.footing(*ix).city >= Some(DEAR));
        let mut threatened: Vec<(i32, Ix)> = held.map(|ix| (threat(ix) * t.footing(ix).city.unwrap_or(0), ix)).filter(|(stake, _)| *stake > 0).collect();
        threatened.sort_by_key(|(stake, ix)| (-stake, *ix));
        for (stake, city) in threatened {
            let mut missing = GUARDS.iter().filter(|least| stake >= **least).count() as i32;
            let mut able: Vec<(i32, UnitId)> = free.iter().map(|u| (self.call(t, ways, *u, city), *u)).filter(|(cost, _)| *cost < i32::from(FAR)).collect();
            able.sort_unstable();
            for (_, unit) in able {
                if missing <= 0 {
                    break;
                }
                missing -= i32::from(t.thirds(unit));
                self.guards.insert(unit, city);
                free.retain(|u| *u != unit);
            }
            if missing > 0 {
                self.bare.push(city);
            }
        }
    }

    /// What it costs to call a unit to guard a city, if it can be there soon.
    fn call(&self, t: &Table, ways: &Ways, unit: UnitId, city: Ix) -> i32 {
        let Some(at) = t.ix_of(unit) else { return i32::from(FAR) };
        let way = ways.way(t, t.flies(unit), at, city);
        if way > 2 * NEAR as i32 || (t.printed(unit).territorial && !t.footing(city).territorial) {
            return i32::from(FAR);
        }
        way + 4 * t.attack(unit)
    }

    /// City after city, the one that costs least for what it is worth, gets the nearest stacks until they are enough. Who is left stays before the
    /// city that he stands before, or goes with others.
    fn send_stacks(&mut self, t: &Table, side: Side, ways: &Ways, free: &[UnitId]) {
        let mut stacks: BTreeMap<Ix, Vec<UnitId>> = BTreeMap::new();
        for unit in free {
            if let Some(at) = t.ix_of(*unit) {
                stacks.entry(at).or_default().push(*unit);
            }
        }
        let mut left: Vec<Stack> = stacks.into_iter().map(|(at, units)| Stack::of(t, at, units)).collect();
        let mut cities: Vec<Ix> = t.charts.spots.cities.iter().copied().filter(|ix| !t.controls(side, *ix)).collect();
        while !left.is_empty() {
            let best = cities.iter().filter_map(|city| {
                let able = left.iter().enumerate().filter(|(_, stack)| open(t, side, &stack.units, *city));
                let mut near: Vec<(i32, usize)> = able.map(|(n, stack)| (stack.cost(t, ways, *city), n)).collect();
                near.sort_unstable();
                let (need, mut sum, mut cost, mut sent) = (ENOUGH * rested(t, *city), 0, 1, Vec::new());
                for (each, n) in near {
                    sum += left[n].factors;
                    cost += left[n].factors * each;
                    sent.push(n);
                    if sum >= need {
                        return Some((t.footing(*city).city.unwrap_or(0) * 1_000_000 / cost.max(1), *city, sent));
                    }
                }
                None
            });
            let Some((_, city, mut sent)) = best.reduce(|a, b| if b.0 > a.0 { b } else { a }) else { break };
            cities.retain(|ix| *ix != city);
            self.wanted.push(city);
            sent.sort_unstable();
            for n in sent.into_iter().rev() {
                self.stacks.insert(left.remove(n).at, city);
            }
        }
        for stack in left {
            let before = cities.iter().filter(|city| t.board.map.grid.distance(stack.at, **city) == 1);
            let aims = before.chain(&self.wanted).filter(|city| open(t, side, &stack.units, **city));
            if let Some(city) = aims.min_by_key(|city| (stack.cost(t, ways, **city), **city)) {
                self.stacks.insert(stack.at, *city);
            }
        }
    }

    /// How far a hex is from what units have to do.
    pub(super) fn way(&self, t: &Table, ways: &Ways, units: &[UnitId], task: Task, from: Ix) -> i32 {
        let flies = units.iter().all(|u| t.flies(*u));
        let (Task::Take(city) | Task::Hold(city)) = task;
        ways.way(t, flies, from, city)
    }
}

/// Units in a hex that are free to attack.
struct Stack {
    at: Ix,
    units: Vec<UnitId>,
    factors: i32,
    flies: bool,
}

impl Stack {
    fn of(t: &Table, at: Ix, units: Vec<UnitId>) -> Stack {
        Stack { at, factors: units.iter().map(|u| t.attack(*u)).sum(), flies: units.iter().all(|u| t.flies(*u)), units }
    }

    /// What it costs the stack to attack a city: nothing but the attack, if it stands before it.
    fn cost(&self, t: &Table, ways: &Ways, city: Ix) -> i32 {
        if t.board.map.grid.distance(self.at, city) == 1 { START } else { 2 * START + ways.way(t, self.flies, self.at, city) }
    }
}

/// Whether units may fight for an enemy city at all.
fn open(t: &Table, side: Side, units: &[UnitId], city: Ix) -> bool {
    let there = t.footing(city);
    let bound = units.iter().any(|u| t.printed(*u).territorial);
    let barred = side != RUSSIAN && there.russia && (t.turn() <= 1 || units.iter().any(|u| t.printed(*u).task_force));
    (!bound || there.territorial) && !barred
}

/// The defense of a city by the time somebody has come and may attack: disrupted units have recovered.
fn rested(t: &Table, city: Ix) -> i32 {
    let units: i32 = t.ground(city).map(|u| if t.printed(u).task_force { t.attack(u) } else { t.printed(u).defense }).sum();
    units + t.charts.sizes.garrison_defense
}
