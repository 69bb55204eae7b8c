//! What an order is worth, by a simple heuristic that the steady bot follows. It judges by what its side may know: units gather about the cities
//! and enemies they want, attack where the chances promise more than they cost, and stay where a city would be left empty. What it sees of a
//! position is worked out once and kept until something happens.

use super::combat::{self, Attack, CombatStage, odds};
use super::fog;
use super::missions::MissionKind;
use super::orders::Order;
use super::stacking;
use super::supply;
use super::table::Table;
use super::tables::UnitType;
use super::{GEORGIAN, RUSSIAN};
use crate::board::paths::{Reach, Step};
use crate::board::{Hex, Ix, Revision, Side, UnitId};
use bevy_ecs::prelude::{In, Local};
use std::collections::BTreeMap;

/// The numbers that steer it, in hundredths of a victory point.
mod weights {
    /// A victory point.
    pub(super) const POINT: i32 = 100;
    /// A step of a unit that has another one; the last one costs its point and its factors.
    pub(super) const STEP: i32 = 15;
    /// A factor of a unit that is eliminated.
    pub(super) const FACTOR: i32 = 8;
    /// An attack has to promise so much more than it costs.
    pub(super) const LEAST: i32 = 6;
    /// What open ground is worth to the Georgian, and to the Russian, who has to come through.
    pub(super) const GROUND: [i32; 2] = [15, 40];
    /// What keeps reinforcements from a front: ten own factors for each ten of the enemy there.
    pub(super) const MASSED: i32 = 4;
    /// Half a movement point of way to a goal.
    pub(super) const WAY: i32 = 2;
    /// To hold a goal from inside: no hex is worth more to it than that.
    pub(super) const INSIDE: i32 = 10;
    /// What a city draws, and what each of its points adds.
    pub(super) const CITY: i32 = 50;
    pub(super) const CITY_POINT: i32 = 15;
    /// What the hexes of the sudden end draw: the Georgian who strikes, and the Russian while one of them is lost.
    pub(super) const SUDDEN: i32 = 120;
    /// What they draw while both are Russian: one of them is enough.
    pub(super) const GATE: i32 = 60;
    /// Factors that are a garrison, however many enemies are near.
    pub(super) const GARRISON: i32 = 14;
    /// What an enemy stack draws that is no city's, and each of its counters.
    pub(super) const PREY: i32 = 40;
    /// The Georgian strikes for the sudden end up to this turn.
    pub(super) const STRIKES_UNTIL: u8 = 3;
    /// Factors of a defender that is not seen.
    pub(super) const UNSEEN: i32 = 3;
    /// Attackers want so many times the defender's factors about a goal.
    pub(super) const ODDS: i32 = 4;
    /// Enemies so near, in hexes, threaten a city.
    pub(super) const THREAT: u32 = 7;
    /// A hex that holds too many: whoever stays may be taken away.
    pub(super) const CROWDED: i32 = 60;
    /// A unit alone beside much stronger enemies, or a gun in reach of them.
    pub(super) const DANGER: i32 = 25;
    /// A hex in which a unit would be out of supply.
    pub(super) const UNSUPPLIED: i32 = 40;
    /// An enemy near units that he may have cut off, each of them.
    pub(super) const RELIEF: i32 = 40;
    /// Leaving a city that counts without anybody.
    pub(super) const DESERT: i32 = 80;
}
use weights::*;

/// What a commander sees of a position.
#[derive(Default)]
pub(super) struct Outlook {
    /// Of which position, and for whom.
    of: Option<(Revision, Side)>,
    goals: Vec<Goal>,
    /// Which counters its side knows, by unit id.
    known: Vec<bool>,
    /// Where its units would be in supply.
    supplied: Vec<bool>,
    /// The best attack on each hex asked about so far: what it promises, and who makes it.
    attacks: BTreeMap<Ix, (i32, Vec<UnitId>)>,
    /// The way from every hex to those that were goals, by these, in half points: the ground does not change.
    ways: Vec<Vec<u16>>,
    /// What draws the unit that was asked about last.
    drawn: Option<Drawn>,
    reach: Reach,
}

/// What draws a unit, the same for all hexes that it could go to.
struct Drawn {
    unit: UnitId,
    /// What each goal is worth to it, before its way is counted.
    worth: Vec<i32>,
    /// How well it stands where it is; nothing if it is not on the map.
    here: i32,
}

/// A hex to be taken or held.
struct Goal {
    ix: Ix,
    hostile: bool,
    /// How much it draws units, before their way is counted.
    worth: i32,
    /// Factors that are enough about it, and those that are there.
    enough: i32,
    about: i32,
}

impl Outlook {
    fn renew(&mut self, t: &mut Table, side: Side) {
        let now = Some((t.board.revision(), side));
        if self.of != now {
            self.known = fog::mask(t, side);
            self.supplied = supply::covered(t, side);
            (self.of, self.goals) = (now, goals(t, side, &self.known, &self.supplied));
            self.attacks.clear();
            self.drawn = None;
            self.ways.resize(t.board.map.grid.len(), Vec::new());
            for goal in &self.goals {
                if self.ways[goal.ix.at()].is_empty() {
                    self.ways[goal.ix.at()] = ways(t, goal.ix, &mut self.reach);
                }
            }
        }
    }

    fn ideal(&mut self, t: &mut Table, side: Side, ix: Ix) -> &(i32, Vec<UnitId>) {
        self.attacks.entry(ix).or_insert_with(|| ideal(t, &self.known, side, ix))
    }

    /// How well a unit stands in a hex.
    fn pull(&mut self, t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
        let drawn = self.take_drawn(t, side, unit);
        let stand = self.stand(t, side, &drawn, ix);
        self.drawn = Some(drawn);
        stand
    }

    /// How much better a unit would stand in another hex than where it is.
    fn gain(&mut self, t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
        let drawn = self.take_drawn(t, side, unit);
        let stand = self.stand(t, side, &drawn, ix);
        let gain = stand - drawn.here;
        self.drawn = Some(drawn);
        gain
    }

    /// What draws a unit, as it is known or worked out: one order after another is about the same unit.
    fn take_drawn(&mut self, t: &Table, side: Side, unit: UnitId) -> Drawn {
        if let Some(known) = self.drawn.take().filter(|drawn| drawn.unit == unit) {
            return known;
        }
        let (grid, here, factor) = (&t.board.map.grid, t.ix_of(unit), attack_factor(t, unit));
        let worth = |goal: &Goal| {
            let counted = here.is_some_and(|at| grid.distance(at, goal.ix) <= 1);
            let others = goal.about - if counted { factor } else { 0 };
            if others >= goal.enough { goal.worth / 4 } else { goal.worth }
        };
        let mut drawn = Drawn { unit, worth: self.goals.iter().map(worth).collect(), here: 0 };
        drawn.here = here.map_or(0, |ix| self.stand(t, side, &drawn, ix));
        drawn
    }

    /// How well a unit that is drawn so stands in a hex.
    fn stand(&self, t: &Table, side: Side, drawn: &Drawn, ix: Ix) -> i32 {
        let grid = &t.board.map.grid;
        // Guns, rockets and headquarters stay a hex behind.
        let behind = i32::from(is_frail(t, drawn.unit));
        let mut best = None;
        for (goal, worth) in self.goals.iter().zip(&drawn.worth) {
            let way = self.ways[goal.ix.at()][ix.at()];
            let far_off = worth - WAY * i32::from(way.min(200));
            // Most goals are too far away to be the best, whatever the hex is to them.
            if best.is_some_and(|best| far_off + INSIDE <= best) {
                continue;
            }
            // A hex is taken from those around it and held from inside.
            let near = match (goal.hostile, grid.distance(ix, goal.ix)) {
                (true, 1) => 8 - 4 * behind,
                (true, 2) => 4 * behind,
                (false, 0) => INSIDE,
                _ => 0,
            };
            best = best.max(Some(far_off + near));
        }
        best.unwrap_or(0) + ground(t, &self.known, side, drawn.unit, ix) - if self.supplied[ix.at()] { 0 } else { UNSUPPLIED }
    }
}

/// The way from every hex to one, in half points over empty ground.
fn ways(t: &Table, goal: Ix, reach: &mut Reach) -> Vec<u16> {
    const FAR: u16 = 200;
    reach.explore(&t.board.map.grid, goal, FAR, |here, dir, there| {
        let (crossing, entered, left) = (&t.charts.crossing[here.at()][dir.at()], &t.charts.footing[here.at()], &t.charts.footing[there.at()]);
        if crossing.closed || left.prohibited || left.sea {
            return Step::Closed;
        }
        match entered.cost {
            _ if crossing.road => Step::Go(t.charts.road_cost.0.max(1) as u16),
            Some(cost) => Step::Go((cost.0 + crossing.extra.0).max(1) as u16),
            None if here == goal => Step::Go(6),
            None => Step::Closed,
        }
    });
    t.board.map.grid.all().map(|ix| if ix == goal { 0 } else { reach.cost(ix).unwrap_or(u16::MAX) }).collect()
}

fn is_frail(t: &Table, unit: UnitId) -> bool {
    t.kind(unit).is_artillery() || matches!(t.kind(unit), UnitType::Hq | UnitType::Missile | UnitType::AntiAircraft)
}

fn factors(t: &Table, unit: UnitId) -> (i32, i32) {
    let printed = t.printed(unit);
    let reduced = usize::from(t.board.status(unit).steps < printed.steps);
    (i32::from(printed.attack[reduced]), i32::from(printed.defense[reduced]))
}

fn attack_factor(t: &Table, unit: UnitId) -> i32 {
    factors(t, unit).0
}

/// What a side knows of the attack and defense factors in a hex that belong to the other.
fn seen(t: &Table, known: &[bool], side: Side, ix: Ix) -> (i32, i32) {
    let enemies = t.board.stack(ix).iter().filter(|u| t.board.side(**u) != side);
    let each = enemies.map(|u| if known[u.at()] { factors(t, *u) } else { (UNSEEN, UNSEEN) });
    each.fold((0, 0), |(a, d), (attack, defense)| (a + attack, d + defense))
}

/// The hexes a side wants: the Georgian the two of the sudden end while he strikes, then his cities; the Russian the cities that score, and the two
/// hexes; both the enemies in the way.
fn goals(t: &Table, side: Side, known: &[bool], supplied: &[bool]) -> Vec<Goal> {
    let (grid, spots) = (&t.board.map.grid, &t.charts.spots);
    let about = |ix: Ix| {
        let near = std::iter::once(ix).chain(grid.around(ix).map(|(_, there)| there)).flat_map(|there| t.board.stack(there));
        near.filter(|u| t.board.side(**u) == side).map(|u| attack_factor(t, *u)).sum::<i32>()
    };
    let strength = |u: UnitId| if known[u.at()] { attack_factor(t, u) } else { UNSEEN };
    let enemies: Vec<(Ix, i32)> = t.on_map(side.other()).filter_map(|u| Some((t.ix_of(u)?, strength(u)))).collect();
    let threat = |ix: Ix| enemies.iter().filter(|(at, _)| grid.distance(*at, ix) <= THREAT).map(|(_, strength)| strength).sum::<i32>();
    let mut goals: Vec<Goal> = Vec::new();
    let mut add = |ix: Ix, worth: i32, taken: bool| {
        let hostile = t.holds(side.other(), ix);
        if hostile {
            let (_, defense) = seen(t, known, side, ix);
            goals.push(Goal { ix, hostile, worth, enough: ODDS * defense + 6, about: about(ix) });
        } else if taken {
            let threat = threat(ix);
            let worth = if threat > 0 { worth } else { worth / 3 };
            goals.push(Goal { ix, hostile, worth, enough: (3 + threat / 2).min(GARRISON), about: about(ix) });
        } else {
            goals.push(Goal { ix, hostile, worth: worth + 15, enough: 4, about: about(ix) });
        }
    };
    for (ix, points) in &spots.objectives {
        // What the Georgian has not lost yet he holds; the Russian has to come.
        let taken = t.holds(side, *ix) || side != RUSSIAN;
        add(*ix, CITY + CITY_POINT * points, taken);
    }
    let lost = spots.sudden_death.iter().any(|ix| t.holds(GEORGIAN, *ix));
    for ix in &spots.sudden_death {
        if side == RUSSIAN {
            add(*ix, if lost { SUDDEN } else { GATE }, true);
        } else if t.turn() <= STRIKES_UNTIL {
            add(*ix, SUDDEN, t.holds(side, *ix));
        }
    }
    let mut prey: Vec<Ix> = enemies.iter().map(|(at, _)| *at).collect();
    prey.sort_unstable();
    prey.dedup();
    let cut: Vec<Ix> = t.on_map(side).filter_map(|u| t.ix_of(u)).filter(|at| !supplied[at.at()]).collect();
    for ix in prey {
        if goals.iter().all(|g| g.ix != ix) {
            let relieved = cut.iter().filter(|at| grid.distance(**at, ix) <= 3).count().min(5) as i32;
            let ((_, defense), count) = (seen(t, known, side, ix), t.board.stack(ix).len() as i32);
            goals.push(Goal { ix, hostile: true, worth: PREY + 4 * count.min(5) + RELIEF * relieved, enough: ODDS * defense + 4, about: about(ix) });
        }
    }
    goals
}

/// Cover, danger and room in a hex.
fn ground(t: &Table, known: &[bool], side: Side, unit: UnitId, ix: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let around = grid.around(ix).flat_map(|(_, there)| t.board.stack(there).iter().copied()).filter(|u| t.board.side(*u) != side);
    let threat: i32 = around.map(|u| if known[u.at()] { attack_factor(t, u) } else { UNSEEN }).sum();
    let friends: i32 = t.board.stack(ix).iter().filter(|u| **u != unit && t.board.side(**u) == side).map(|u| factors(t, *u).1).sum();
    let crowded = if t.ix_of(unit) == Some(ix) && stacking::excess(&t.charts, ix, t.board.stack(ix)).is_some() { CROWDED } else { 0 };
    let own = factors(t, unit).1;
    let danger = match () {
        _ if threat == 0 => 0,
        _ if is_frail(t, unit) && friends == 0 => DANGER,
        _ if threat > 3 * (friends + own) => DANGER / 2,
        _ => 0,
    };
    -3 * i32::from(t.charts.footing[ix.at()].shift).clamp(-2, 2) - danger - crowded
}

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, mut t: Table, mut outlook: Local<Outlook>) -> Vec<i32> {
    outlook.renew(&mut t, side);
    orders.into_iter().map(|order| score(&mut t, &mut outlook, side, order)).collect()
}

fn score(t: &mut Table, o: &mut Outlook, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::RollWeather | Order::RollEnd | Order::RollFirstBrigade | Order::TakeAircraft { .. } | Order::FireAd { .. } => 10,
        Order::CallNationalGuard | Order::Exchange { attempt: true } | Order::Restore { .. } | Order::FriendlyFire { .. } => 5,
        Order::Arrive { unit, hex } => t.board.ix(hex).map_or(1, |ix| 100 + arrival(t, o, side, unit, ix)),
        Order::Move { unit, path } => march(t, o, side, unit, path.last().copied()),
        Order::Land { hex } => t.board.ix(hex).map_or(1, |ix| landing(t, o, side, ix)),
        Order::Assign { mission, .. } => assignment(mission),
        Order::Launch { mission, hex, .. } | Order::Bombard { mission, hex, .. } => strike(t, o, side, mission, hex),
        Order::Fly { unit, hex } => super::missions::assigned(t, unit).map_or(0, |mission| strike(t, o, side, mission, hex)),
        Order::Target { place } => 10 - i32::from(place),
        Order::Recon { .. } | Order::Spearhead { .. } | Order::HoldUp { .. } | Order::HoldUpBlind { .. } => 3,
        // An attack that would not be made is not planned either.
        Order::Declare { hex } => t.board.ix(hex).map(|ix| o.ideal(t, side, ix).0).filter(|worth| *worth > 0).unwrap_or(-1),
        Order::Join { unit } if t.kind(unit).is_artillery() => 18,
        Order::Join { unit } => planned(t, o, |plan, (_, best)| if best.contains(&unit) && !plan.units.contains(&unit) { 20 } else { -20 }),
        Order::Leave { unit } if t.kind(unit).is_artillery() => -20,
        Order::Leave { unit } => planned(t, o, |_, (_, best)| if best.contains(&unit) { -20 } else { 20 }),
        Order::Commit => planned(t, o, |plan, (worth, best)| if *worth > 0 && best.iter().all(|u| plan.units.contains(u)) { 15 } else { -5 }),
        Order::Proceed => t.attack_due().cloned().map_or(5, |attack| {
            let known = fog::mask(t, attack.side);
            if promise(t, &known, &attack) > -STEP / 2 { 5 } else { -6 }
        }),
        Order::Fire { .. } | Order::FireBack { .. } => 10,
        Order::FireWithUav { .. } => 11,
        Order::Support { .. } => 6,
        Order::Disrupt { unit } | Order::Lose { unit } | Order::RemoveExcess { unit } => 1000 - worth(t, unit),
        Order::Retreat { units, path } => {
            path.last().and_then(|h| t.board.ix(*h)).map_or(1, |ix| 40 - nearest_source(t, units[0], ix) + city_value(t, ix) / 20)
        }
        Order::Advance { unit, path } => advance(t, o, side, unit, path.last().copied()),
        Order::MoveStack { .. } | Order::Place { .. } | Order::Unassign { .. } | Order::PutOnTop { .. } => -10,
        Order::CallOff | Order::HoldFire => -5,
        _ => 0,
    }
}

/// What a unit is worth: its factors, and that it lives.
fn worth(t: &Table, unit: UnitId) -> i32 {
    let (attack, defense) = factors(t, unit);
    let strength = FACTOR * (attack.max(i32::from(t.printed(unit).fire)) + defense) / 2;
    if t.board.status(unit).steps > 1 { STEP + strength / 2 } else { POINT + strength }
}

fn nearest_source(t: &Table, unit: UnitId, ix: Ix) -> i32 {
    supply::distance_to_source(t, unit, ix).map_or(30, |d| d as i32)
}

/// What holding a hex is worth.
fn city_value(t: &Table, ix: Ix) -> i32 {
    let points = t.charts.spots.objectives.iter().find(|(objective, _)| *objective == ix).map_or(0, |(_, points)| POINT * points);
    let sudden = t.charts.spots.sudden_death.contains(&ix) && t.turn() <= STRIKES_UNTIL;
    points.max(if sudden { 2 * POINT } else { 0 })
}

fn march(t: &Table, o: &mut Outlook, side: Side, unit: UnitId, end: Option<Hex>) -> i32 {
    let (Some(from), Some(to)) = (t.ix_of(unit), end.and_then(|hex| t.board.ix(hex))) else { return -10 };
    let together: Vec<UnitId> = t.board.stack(to).iter().copied().chain([unit]).collect();
    if stacking::excess(&t.charts, to, &together).is_some() {
        return -10;
    }
    let taken = if city_value(t, to) > 0 && !t.holds(side, to) { 20 } else { 0 };
    let leaves = t.board.stack(from).len() <= 1 && city_value(t, from) > 0;
    o.gain(t, side, unit, to) + taken - if leaves { DESERT } else { 0 } - 2
}

/// Reinforcements come where they are needed more: on the front on which their side has less for each enemy.
fn arrival(t: &Table, o: &mut Outlook, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let (grid, pull) = (&t.board.map.grid, o.pull(t, side, unit, ix) / 8);
    let way = |goal: &&Goal| o.ways[goal.ix.at()][ix.at()];
    let Some(front) = o.goals.iter().filter(|goal| t.charts.spots.objectives.iter().any(|(objective, _)| *objective == goal.ix)).min_by_key(way) else {
        return pull;
    };
    let about = |of: Side| t.on_map(of).filter(move |u| t.ix_of(*u).is_some_and(|at| grid.distance(at, front.ix) <= THREAT));
    let ours: i32 = about(side).chain(t.board.stack(ix).iter().copied()).map(|u| attack_factor(t, u)).sum();
    let theirs: i32 = about(side.other()).map(|u| if o.known[u.at()] { factors(t, u).1 } else { UNSEEN }).sum();
    pull - MASSED * 10 * ours / theirs.max(10)
}

/// The fleet lands where most is near.
fn landing(t: &Table, o: &mut Outlook, side: Side, ix: Ix) -> i32 {
    let marines = t.board.boxed(Table::available(side).id()).iter().copied().find(|u| t.kind(*u) == UnitType::NavalInfantry);
    marines.map_or(1, |unit| (20 + o.pull(t, side, unit, ix) / 4).max(1))
}

/// Every hit on a base counts half a point; a strike in support only disrupts somebody.
fn assignment(mission: MissionKind) -> i32 {
    match mission {
        MissionKind::Bombardment => 12,
        MissionKind::TacticalSupport => 10,
        MissionKind::Sead | MissionKind::Uav => 4,
    }
}

/// A strike at troops comes where an attack follows.
fn strike(t: &mut Table, o: &mut Outlook, side: Side, mission: MissionKind, hex: Hex) -> i32 {
    let more = match (mission, t.board.ix(hex)) {
        (MissionKind::TacticalSupport, Some(ix)) => (o.ideal(t, side, ix).0 / 10 + city_value(t, ix) / POINT).clamp(-5, 60),
        _ => 5,
    };
    // Before any attack is declared: aircraft fly first.
    400 + more
}

/// What an attack promises to a side that knows these counters: what may be won and what it may cost, over all its dice.
fn promise(t: &mut Table, known: &[bool], attack: &Attack) -> i32 {
    let Some(ix) = t.board.ix(attack.target) else { return -10 };
    let defending = combat::defenders(t, attack);
    let (seen, unseen): (Vec<UnitId>, Vec<UnitId>) = defending.iter().copied().partition(|u| known[u.at()]);
    let column = odds::assess_against(t, attack, &seen, unseen.len() as i32 * UNSEEN * 4).0.column;
    let steps: i32 = seen.iter().map(|u| i32::from(t.board.status(*u).steps)).sum::<i32>() + 2 * unseen.len() as i32;
    let cheapest = |units: &[UnitId]| units.iter().map(|u| worth(t, *u)).min().unwrap_or(STEP);
    let (own, theirs) = (cheapest(&attack.units), if seen.is_empty() { STEP + 20 } else { cheapest(&seen) });
    let prize = city_value(t, ix).max(GROUND[attack.side.at()]);
    let chances = t.charts.combat.chances(column, 0);
    let of: i32 = chances.values().map(|n| *n as i32).sum::<i32>().max(1);
    let each = |result: &super::charts::CombatResult| {
        let lost = i32::from(result.defender).min(steps);
        let gone = lost >= steps || result.retreat > 0;
        theirs * lost + if gone { prize } else { 0 } - own * i32::from(result.attacker)
    };
    chances.iter().map(|(result, n)| each(result) * *n as i32).sum::<i32>() / of
}

/// The best attack on a hex with the units at hand, without those that add nothing; the side knows these counters.
fn ideal(t: &mut Table, known: &[bool], side: Side, ix: Ix) -> (i32, Vec<UnitId>) {
    let (hex, grid) = (t.hex(ix), &t.board.map.grid);
    let beside = grid.around(ix).flat_map(|(_, there)| t.board.stack(there));
    let mut able: Vec<UnitId> = beside.copied().filter(|u| t.board.side(*u) == side && combat::may_attack(t, side, *u, ix).is_ok()).collect();
    if able.is_empty() {
        return (-10, able);
    }
    able.sort_by_key(|u| (attack_factor(t, *u), *u));
    let mut best = promise(t, known, &Attack::planned(side, hex, able.clone()));
    for unit in able.clone() {
        let without: Vec<UnitId> = able.iter().filter(|u| **u != unit).copied().collect();
        if without.is_empty() {
            break;
        }
        let less = promise(t, known, &Attack::planned(side, hex, without.clone()));
        if less >= best {
            (best, able) = (less, without);
        }
    }
    (best - LEAST, able)
}

/// Asks about the attack that is planned and the best one there could be.
fn planned(t: &mut Table, o: &mut Outlook, weigh: impl Fn(&Attack, &(i32, Vec<UnitId>)) -> i32) -> i32 {
    match t.attack_due().cloned() {
        Some(plan) if plan.stage == CombatStage::Planning => match t.board.ix(plan.target) {
            Some(ix) => {
                let best = o.ideal(t, plan.side, ix).clone();
                weigh(&plan, &best)
            }
            None => -10,
        },
        _ => 0,
    }
}

fn advance(t: &Table, o: &mut Outlook, side: Side, unit: UnitId, end: Option<Hex>) -> i32 {
    let (Some(from), Some(to)) = (t.ix_of(unit), end.and_then(|hex| t.board.ix(hex))) else { return -1 };
    let first = !t.holds(side, to);
    let leaves = t.board.stack(from).len() <= 1 && city_value(t, from) > 0;
    let gain = o.gain(t, side, unit, to).clamp(-20, 20);
    let taken = if first { 5 + city_value(t, to) / 2 } else { 0 };
    if is_frail(t, unit) { -1 } else { gain + taken - if leaves { DESERT } else { 0 } }
}
