//! What an order is worth, by a simple heuristic that the steady bot follows. It judges by what its side may know.

use super::combat::{Attack, CombatStage, defenders, may_attack, odds, support};
use super::fog::View;
use super::orders::{Decision, Mark, Order, Track};
use super::table::Table;
use super::tables::{Contingent, UnitType};
use super::{REBEL, UKRAINIAN, stacking, supply};
use crate::board::{Hex, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// How much each of these orders is worth to a side; 0 is as good as doing nothing.
pub(super) fn heuristic_scores(In((side, orders)): In<(Side, Vec<Order>)>, t: Table) -> Vec<i32> {
    orders.into_iter().map(|order| score(&t, side, order)).collect()
}

fn score(t: &Table, side: Side, order: Order) -> i32 {
    match order {
        Order::PlaceRest => 50,
        Order::Ready => 40,
        Order::RollControl | Order::RollReinforcements | Order::RollCeasefire => 20,
        Order::SkipCity { hex } | Order::SeizeTown { hex } => 10 + t.board.ix(hex).map_or(0, |ix| goal_value(t, ix)),
        Order::Choose { unit } => pick(t, side, unit),
        Order::Arrive { unit, hex } => 40 - t.board.ix(hex).map_or(0, |ix| way_to_go(t, side, unit, ix)).min(35),
        Order::Move { unit, path } => march(t, side, unit, &path, false),
        Order::MoveStack { units, path } => units.first().map_or(-10, |unit| march(t, side, *unit, &path, true)),
        Order::Rail { units, path } => units.first().map_or(-10, |unit| march(t, side, *unit, &path, units.len() > 1) - 1),
        Order::ClearMob { .. } => 6,
        Order::Enter { unit } => enter(t, worth(t, unit).min(4)),
        Order::EnterBlind { .. } => enter(t, 0),
        Order::UseNonLethal { .. } => equip(t),
        Order::Disperse => 8,
        Order::Declare { hex } => declare(t, side, hex),
        Order::Join { .. } => 10,
        Order::Commit => planned(t, side),
        Order::Play { unit } => play(t, side, unit),
        Order::Roll => 5,
        Order::Lose { unit } | Order::RemoveExcess { unit } => 30 - worth(t, unit),
        Order::FallBack => fall_back(t),
        Order::Retreat { units, path } => retreat(t, side, &units, &path),
        Order::Advance { units } => advance(t, side, &units),
        Order::Modify { yes: false } | Order::Answer { consent: false } => 1,
        Order::Place { .. } | Order::Deploy { .. } | Order::Lift { .. } => -5,
        Order::Recall { .. } | Order::TakeBack { .. } | Order::PutBack { .. } | Order::Leave { .. } | Order::UseComms { .. } => -10,
        Order::CallOff | Order::AskBack { .. } | Order::Modify { yes: true } | Order::Answer { consent: true } => -5,
        _ => 0,
    }
}

/// What a unit is worth: its factors and its skill.
fn worth(t: &Table, unit: UnitId) -> i32 {
    let printed = t.printed(unit);
    i32::from(printed.attack + printed.defense) + 2 * i32::from(printed.proficiency)
}

/// Hexes for which the Ukrainian scores, and the rebel capitals' approaches.
fn is_objective(t: &Table, ix: Ix) -> bool {
    let spots = &t.charts.spots;
    [&spots.luhansk, &spots.donetsk, &spots.checkpoints, &spots.airbase].iter().any(|set| set.contains(&ix))
        || t.track(Track::CrashSite) == i32::from(t.hex(ix).0)
}

fn goal_value(t: &Table, ix: Ix) -> i32 {
    let there = &t.charts.footing[ix.at()];
    4 * i32::from(is_objective(t, ix)) + i32::from(there.town || there.city)
}

/// How many counters of a side lie in a hex, as anybody can see.
fn flags(t: &Table, side: Side, ix: Ix) -> usize {
    t.board.stack(ix).iter().filter(|u| t.side(**u) == side).count()
}

/// Whether a side still has something to do in a hex: the Ukrainian takes objectives, the Rebel guards or retakes them and the towns.
fn is_goal(t: &Table, side: Side, ix: Ix) -> bool {
    let objective = is_objective(t, ix);
    if side == UKRAINIAN {
        return objective && t.last_occupant(ix) != Some(UKRAINIAN);
    }
    let there = &t.charts.footing[ix.at()];
    let guarded = t.holds(REBEL, ix);
    (objective && !guarded) || (there.land.is_rebel() && there.is_source() && t.holder(ix) == Some(UKRAINIAN))
}

/// The way from a hex to what a side wants most: hexes to the nearest goal that is not yet crowded with friends.
fn way_to_go(t: &Table, side: Side, unit: UnitId, from: Ix) -> i32 {
    let grid = &t.board.map.grid;
    let spots = &t.charts.spots;
    let open = |ix: &Ix| is_goal(t, side, *ix) && !t.charts.footing[ix.at()].closed_to[t.printed(unit).contingent as usize];
    let crowd = |ix: Ix| grid.around(ix).map(|(_, n)| t.strength(side, n)).sum::<usize>();
    let objectives = spots.luhansk.iter().chain(&spots.donetsk).chain(&spots.checkpoints).chain(&spots.airbase);
    let towns = spots.sources.iter().filter(|_| side == REBEL);
    let far = |ix: &Ix| grid.distance(from, *ix) as i32 + if crowd(*ix) >= 7 { 6 } else { 0 };
    objectives.chain(towns).filter(|ix| open(ix)).map(far).min().unwrap_or_else(|| home(t, side, from))
}

/// With nothing left to take, units gather at the front: hexes to the nearest enemy flag.
fn home(t: &Table, side: Side, from: Ix) -> i32 {
    let enemies = t.on_map(side.other()).filter_map(|u| t.ix_of(u));
    enemies.map(|ix| t.board.map.grid.distance(from, ix) as i32).min().unwrap_or(0).min(20)
}

fn march(t: &Table, side: Side, unit: UnitId, path: &[Hex], media: bool) -> i32 {
    let (Some(from), Some(to)) = (t.ix_of(unit), path.last().and_then(|hex| t.board.ix(*hex))) else { return -10 };
    // A post that is held stays held, and a fight that is prepared stays prepared.
    let alone = t.strength(side, from) <= 1;
    let threatened = t.beside(side.other(), from);
    if alone && is_objective(t, from) && (side == REBEL || threatened) {
        return -10;
    }
    let gain = way_to_go(t, side, unit, from) - way_to_go(t, side, unit, to);
    let taken = i32::from(is_goal(t, side, to)) * 6;
    let (near, strong) = (enemies_near(t, side, to), company(t, side, unit, to));
    let danger = if near > strong { 2 * (near - strong).min(6) } else { 0 };
    // Cameras go where a fight can be won, and not where their company dies.
    let reporters = match (media, near) {
        (false, _) => 0,
        (true, 0) => i32::from(gain > 0),
        (true, _) if strong > near => 3,
        (true, _) => -2,
    };
    2 * gain + taken - danger + reporters
}

/// What the enemy can bring against a hex, by what is seen; what is not seen counts as an average unit.
fn enemies_near(t: &Table, side: Side, ix: Ix) -> i32 {
    const UNSEEN: i32 = 2;
    let known = super::fog::mask(t, side);
    let strength = |u: &UnitId| match known[u.at()] {
        true if t.is_combat(*u) => i32::from(t.printed(*u).attack),
        true => 0,
        false => UNSEEN,
    };
    let around = t.board.map.grid.around(ix).flat_map(|(_, n)| t.board.stack(n).iter().copied());
    around.filter(|u| t.side(*u) != side).map(|u| strength(&u)).sum()
}

/// What friends in a hex and next to it, and the unit itself, can hold against.
fn company(t: &Table, side: Side, unit: UnitId, ix: Ix) -> i32 {
    let around = t.board.map.grid.around(ix).map(|(_, n)| n).chain([ix]);
    let friends: i32 = around.flat_map(|n| t.fighters(side, n)).filter(|u| *u != unit).map(|u| seen_defense(t, u)).sum();
    friends + seen_defense(t, unit)
}

/// A unit's defense, or one point for a garrison that its player has not looked at.
fn seen_defense(t: &Table, unit: UnitId) -> i32 {
    if t.board.status(unit).face_down { 1 } else { i32::from(t.printed(unit).defense) }
}

/// Reinforcements: brigades and Russians first, then guns while few are at hand, cameras while none is in the field.
fn pick(t: &Table, side: Side, unit: UnitId) -> i32 {
    let at_hand = t.boxed(Table::available(side)).into_iter().filter(|u| t.kind(*u).is_support()).count() as i32;
    let cameras = t.on_map(side).filter(|u| t.kind(*u) == UnitType::Media).count();
    match t.kind(unit) {
        kind if kind.is_combat() => {
            let russian = 20 * i32::from(t.printed(unit).contingent == Contingent::Russia);
            20 + worth(t, unit) + russian
        }
        // A camera in the field can win points for the whole war, and equipment makes it likely.
        UnitType::Media => 40 - 16 * cameras as i32,
        UnitType::NonLethal => 31 - 12 * equipment(t) as i32,
        UnitType::Communications => 1,
        UnitType::Naval | UnitType::Air => 28 - 3 * at_hand,
        _ => 27 - 3 * at_hand,
    }
}

/// How much non-lethal equipment is at hand.
fn equipment(t: &Table) -> usize {
    t.boxed(Table::available(UKRAINIAN)).into_iter().filter(|u| t.kind(*u) == UnitType::NonLethal).count()
}

/// What cameras beside the attackers are worth: points for the side, if the die is kind.
fn cameras(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let filmed = units.iter().filter_map(|u| t.ix_of(*u)).any(|ix| !t.of_kind(UnitType::Media, side, ix).is_empty());
    match filmed && t.turn() >= t.charts.media.from_turn {
        false => 0,
        true if side == UKRAINIAN && equipment(t) > 0 => 6,
        true => 2,
    }
}

/// One unit is enough to drive a mob out.
fn enter(t: &Table, worth: i32) -> i32 {
    match t.board.decision() {
        Some(Decision::Dispersal(plan)) if plan.entering.is_empty() => 12 + worth,
        _ => -1,
    }
}

/// Equipment where it prevents a delay or helps the media die.
fn equip(t: &Table) -> i32 {
    match t.board.decision() {
        Some(Decision::Dispersal(_)) if t.track(Track::WesternBox) != 0 => 9,
        Some(Decision::Attack(attack)) if attack.own_media => 9,
        _ => -1,
    }
}

/// What a column of the combat table promises: the defender's losses against the attacker's, in sixths.
fn promise(t: &Table, column: usize) -> i32 {
    t.charts.combat.rows.iter().map(|row| 2 * i32::from(row[column].defender) - 2 * i32::from(row[column].attacker)).sum()
}

/// What an attack is worth with the support that both have at hand, by the units' marks of supply.
fn estimate(t: &Table, side: Side, attack: &Attack) -> i32 {
    let defending = defenders(t, attack);
    let unsupplied: Vec<UnitId> = attack.units.iter().chain(&defending).copied().filter(|u| t.has(*u, Mark::OutOfSupply)).collect();
    let odds = odds::assess(t, attack, &defending, &unsupplied);
    let help = |side: Side| support::playable(t, side).len().min(2) as i32;
    let column = t.charts.combat.held(odds.column as i32 + help(side) - help(side.other()));
    let prize = t.board.ix(attack.target).map_or(0, |ix| goal_value(t, ix));
    promise(t, column) + prize + cameras(t, side, &attack.units) - 3
}

fn declare(t: &Table, side: Side, hex: Hex) -> i32 {
    let Some(ix) = t.board.ix(hex) else { return -10 };
    let able: Vec<UnitId> = t.army(side).filter(|u| may_attack(t, side, *u, ix).is_ok()).collect();
    estimate(t, side, &Attack::planned(side, hex, able))
}

fn planned(t: &Table, side: Side) -> i32 {
    t.attack_due().filter(|_| t.is_at(CombatStage::Planning)).map_or(0, |attack| estimate(t, side, attack))
}

/// A counter is worth the columns it brings, as long as they change something.
fn play(t: &Table, side: Side, unit: UnitId) -> i32 {
    let Some(attack) = t.attack_due() else { return 0 };
    let defending = defenders(t, attack);
    let column = |attack: &Attack| odds::assess(t, attack, &defending, &attack.unsupplied).column;
    let mut with = attack.clone();
    with.played.push(unit);
    let (now, then) = (column(attack), column(&with));
    if side == attack.side {
        let gain = promise(t, then) - promise(t, now);
        return if then > now { gain + i32::from(now < 5) } else { -1 };
    }
    let dear = 2 * i32::from(t.board.ix(attack.target).is_some_and(|ix| is_objective(t, ix)));
    if then < now && now >= 2 { promise(t, now) - promise(t, then) + dear - 2 } else { -1 }
}

/// Retreat where all would die, or where the hex is not worth a unit.
fn fall_back(t: &Table) -> i32 {
    let Some(attack) = t.attack_due() else { return 0 };
    let wiped_out = defenders(t, attack).len() <= usize::from(attack.owed);
    let dear = t.board.ix(attack.target).is_some_and(|ix| is_objective(t, ix));
    match (wiped_out, dear) {
        (true, _) => 6,
        (false, true) => -3,
        (false, false) => 3,
    }
}

fn retreat(t: &Table, side: Side, units: &[UnitId], path: &[Hex]) -> i32 {
    let (Some(unit), Some(end)) = (units.first(), path.last().and_then(|hex| t.board.ix(*hex))) else { return 1 };
    let view = View::of(t, side);
    let nearest = supply::known_sources(t, &view, *unit).into_iter().map(|s| t.board.map.grid.distance(end, s) as i32).min().unwrap_or(20);
    40 - nearest - way_to_go(t, side, *unit, end) + units.len() as i32
}

fn advance(t: &Table, side: Side, units: &[UnitId]) -> i32 {
    let (Some(attack), Some(unit)) = (t.attack_due(), units.first()) else { return 0 };
    let (Some(from), Some(to)) = (t.ix_of(*unit), t.board.ix(attack.target)) else { return 0 };
    let leaves = side == REBEL && is_objective(t, from) && t.strength(side, from) <= 1;
    let first = stacking::free_places(t, side, to) == usize::from(t.charts.footing[to.at()].limit);
    let gain = way_to_go(t, side, *unit, from) - way_to_go(t, side, *unit, to);
    gain + 3 * i32::from(first) + goal_value(t, to) - 12 * i32::from(leaves) - flags(t, side.other(), to) as i32
}
