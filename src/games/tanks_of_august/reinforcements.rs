//! [13] Reinforcements, with the naval landing and the National Guard [14.8].

use super::charts::Levy;
use super::orders::{Holding, Mark, Optional, Purpose, Track};
use super::stacking;
use super::table::Table;
use super::tables::UnitType;
use super::{GEORGIAN, RUSSIAN, zoc};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, UnitId};
use bevy_ecs::prelude::In;

/// A Reinforcement Segment begins: what comes by itself, and what is due.
pub fn begin(t: &mut Table) {
    if t.phasing() == RUSSIAN { begin_russian(t) } else { begin_georgian(t) }
}

/// [13.1] The marker of the turn is shown, or the pool opens.
fn begin_russian(t: &mut Table) {
    let (turn, numbers) = (t.board.clock().turn, t.charts.reinforcements.clone());
    let (mut ground, mut air) = (0, 0);
    let marked = [(1, Holding::Turn1), (2, Holding::Turn2)].into_iter().find(|(n, _)| *n == turn);
    for marker in marked.map(|(_, holding)| t.board.boxed(holding.id()).to_vec()).unwrap_or_default() {
        t.board.record(Atom("TOA-13.1.c"), Fact::Turned { unit: marker, face_down: false }); // [5.0.c]
        let value = |key: &str| i32::from(t.book.units[marker.at()].values.get(key).copied().unwrap_or(0));
        (ground, air) = (value("ground"), value("air"));
        t.add_track("TOA-13.1.e", Track::MarkersGround, ground);
    }
    if turn >= numbers.remaining_air_turn {
        ground = numbers.ground_from_that_turn; // [13.1.i]
    }
    if turn == numbers.remaining_air_turn {
        if t.track(Track::MarkersGround) < numbers.low_markers {
            ground += numbers.low_markers_bonus; // [13.1.e]
        }
        for unit in t.board.boxed(Holding::AirPool.id()).to_vec() {
            t.box_up("TOA-13.1.h", unit, Holding::RussianAvailable);
        }
    }
    if turn == numbers.fleet_turn {
        for unit in t.board.boxed(Holding::Fleet.id()).to_vec() {
            t.box_up("TOA-13.1.j", unit, Holding::RussianAvailable);
        }
    }
    t.set_track("TOA-13.1.c", Track::GroundDue, ground);
    t.set_track("TOA-13.1.c", Track::AirDue, air);
}

/// [13.2.c] Once some of the 1st Brigade has come, the rest follows by itself in the next turn.
fn begin_georgian(t: &mut Table) {
    t.set_track("TOA-13.2.a", Track::BrigadeRolled, 0);
    t.set_track("TOA-13.2.a", Track::InfantryDue, 0);
    t.set_track("TOA-13.2.a", Track::BrigadeDue, 0);
    let second = t.charts.reinforcements.first_brigade_turn + 1;
    if t.board.clock().turn == second && t.track(Track::FirstBrigadeCame) > 0 && !t.plays(Optional::FirstBrigadeHome) {
        t.set_track("TOA-13.2.c", Track::BrigadeDue, 1);
    }
}

/// Whether the Georgian may throw for the 1st Brigade now.
pub fn may_roll(t: &Table) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "TOA-13.2.a", "the 1st Brigade is thrown for in the Georgian Reinforcement Segment")?;
    if side != GEORGIAN {
        return Err(Illegal::new("TOA-13.2.a", "the 1st Brigade is thrown for in the Georgian Reinforcement Segment"));
    }
    if t.plays(Optional::FirstBrigadeHome) {
        return Err(Illegal::new("TOA-14.2.a", "the 1st Brigade has been here from the start"));
    }
    let (turn, first) = (t.board.clock().turn, t.charts.reinforcements.first_brigade_turn);
    if turn < first || turn > first + 1 {
        return Err(Illegal::new("TOA-13.2.e", format!("the 1st Brigade is thrown for in turns {first} and {} only", first + 1)));
    }
    if turn == first + 1 && t.track(Track::FirstBrigadeCame) > 0 {
        return Err(Illegal::new("TOA-13.2.c", "the rest of the 1st Brigade comes without a throw"));
    }
    if t.track(Track::BrigadeRolled) > 0 {
        return Err(Illegal::new("TOA-13.2.a", "the throw has been made this turn"));
    }
    Ok(())
}

/// [13.2.a], [13.2.d] The throw for the 1st Brigade.
pub fn roll_first_brigade(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_roll(&t)?;
    let first = t.board.clock().turn == t.charts.reinforcements.first_brigade_turn;
    let by = if first { "TOA-13.2.a" } else { "TOA-13.2.d" };
    let die = t.roll(by, "1st Brigade", &[]);
    let numbers = &t.charts.reinforcements;
    let levy = if first { numbers.first_brigade.read(die) } else { numbers.second_try.read(die) };
    t.set_track(by, Track::BrigadeRolled, 1);
    match levy {
        Levy::Battalions(n) => {
            t.set_track(by, Track::InfantryDue, i32::from(n));
            if first {
                t.set_track(by, Track::FirstBrigadeCame, i32::from(n));
            }
        }
        Levy::All => t.set_track(by, Track::BrigadeDue, 1),
    }
    Ok(())
}

/// Whether a unit may arrive in a hex now.
pub fn may_arrive(t: &Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    due(t, unit)?;
    let Some(ix) = t.board.ix(hex) else { return Err(Illegal::new("TOA-13.1.f", format!("{hex} is not on the map"))) };
    if t.phasing() == RUSSIAN {
        if !t.charts.spots.entries.contains(&ix) {
            return Err(Illegal::new("TOA-13.1.f", format!("{hex} is no supply source of the Russians")));
        }
        if t.holds(GEORGIAN, ix) {
            return Err(Illegal::new("TOA-13.1.f", "a Georgian unit stands there"));
        }
        return Ok(()); // [13.1.f] too much may stand there until the Movement Segment ends
    }
    let reachable = t.board.map.grid.around(ix).any(|(dir, from)| zoc::open(&t.charts, GEORGIAN, from, dir.opposite(), ix));
    if !t.charts.spots.brigade.contains(&ix) || t.holds(RUSSIAN, ix) || !reachable {
        return Err(Illegal::new("TOA-13.2.b", "the 1st Brigade arrives in or next to Tbilisi, where no enemy stands"));
    }
    let mut stack = t.stack(ix);
    stack.push(unit);
    match stacking::excess(&t.charts, ix, &stack) {
        Some((broken, _)) => Err(Illegal::new("TOA-13.2.b", broken.why)),
        None => Ok(()),
    }
}

/// Whether a unit may arrive at all now.
pub fn due(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "TOA-4.0.d", "reinforcements arrive in a Reinforcement Segment only")?;
    if t.board.side(unit) != side {
        return Err(Illegal::new("TOA-5.0.a", "this is the other player's segment"));
    }
    if side == GEORGIAN {
        let infantry = t.kind(unit) == UnitType::Infantry && t.track(Track::InfantryDue) > 0;
        if !t.is_in(unit, Holding::HeldOut) {
            return Err(Illegal::new("TOA-13.0.b", format!("{} is not held out", t.name(unit))));
        }
        return if infantry || t.track(Track::BrigadeDue) > 0 { Ok(()) } else { Err(Illegal::new("TOA-13.2.a", "no such unit of the 1st Brigade is due")) };
    }
    if !t.is_in(unit, Holding::Pool) && matches!(t.kind(unit), UnitType::NavalInfantry | UnitType::Naval) {
        return Err(Illegal::new("TOA-13.1.d", "the fleet and its infantry come by themselves and cannot be chosen"));
    }
    if !t.is_in(unit, Holding::Pool) {
        return Err(Illegal::new("TOA-13.0.a", format!("{} is not in the reinforcement pool", t.name(unit))));
    }
    if is_free(t, unit) || t.track(Track::GroundDue) > 0 { Ok(()) } else { Err(Illegal::new("TOA-13.1.c", "no more ground units may be taken this turn")) }
}

/// [13.1.h] Helicopters that are left arrive in that turn without counting.
fn is_free(t: &Table, unit: UnitId) -> bool {
    t.kind(unit) == UnitType::Helicopter && t.board.clock().turn == t.charts.reinforcements.remaining_air_turn
}

/// Where a unit may arrive.
pub fn entries(t: &Table) -> Vec<Ix> {
    if t.phasing() == RUSSIAN { t.charts.spots.entries.clone() } else { t.charts.spots.brigade.clone() }
}

/// [13.1.f], [13.2.b] A unit arrives.
pub fn arrive(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    may_arrive(&t, unit, hex)?;
    if t.phasing() == GEORGIAN {
        if t.track(Track::BrigadeDue) == 0 {
            t.add_track("TOA-13.2.b", Track::InfantryDue, -1);
        }
        t.board.put(Atom("TOA-13.2.b"), unit, Place::Map(hex));
    } else {
        if !is_free(&t, unit) {
            t.add_track("TOA-13.1.c", Track::GroundDue, -1);
        }
        t.board.put(Atom("TOA-13.1.f"), unit, Place::Map(hex));
    }
    Ok(())
}

/// Whether an aircraft may be taken now.
pub fn may_take(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "TOA-4.1.h", "aircraft arrive in the Russian Reinforcement Segment only")?;
    if side != RUSSIAN || !t.is_in(unit, Holding::AirPool) {
        return Err(Illegal::new("TOA-4.1.h", format!("{} is no Russian aircraft still to come", t.name(unit))));
    }
    if t.track(Track::AirDue) <= 0 {
        return Err(Illegal::new("TOA-13.1.c", "no more aircraft may be taken this turn"));
    }
    Ok(())
}

/// [13.1.g] An aircraft arrives and may be assigned in the same turn.
pub fn take_aircraft(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_take(&t, unit)?;
    t.add_track("TOA-13.1.c", Track::AirDue, -1);
    t.box_up("TOA-13.1.g", unit, Holding::RussianAvailable);
    Ok(())
}

/// Units that must still be placed before the segment may end, because a hex is open for them.
pub fn still_due(t: &Table) -> Option<Illegal> {
    let (held, why) = if t.phasing() == GEORGIAN {
        (Holding::HeldOut, Illegal::new("TOA-13.2.b", "units of the 1st Brigade that are due have still to be placed"))
    } else {
        (Holding::Pool, Illegal::new("TOA-13.1.h", "the helicopters that arrive this turn have still to be placed"))
    };
    let owed = |unit: &UnitId| t.phasing() == GEORGIAN || is_free(t, *unit);
    let open = |unit: &UnitId| entries(t).iter().any(|ix| may_arrive(t, *unit, t.board.map.grid.hex(*ix)).is_ok());
    t.board.boxed(held.id()).iter().any(|u| owed(u) && open(u)).then_some(why)
}

/// Whether the National Guard may be called now.
pub fn may_call_guard(t: &Table) -> Result<(), Illegal> {
    let refused = |why: &'static str| Err(Illegal::new("TOA-14.8.a", why));
    if !t.plays(Optional::NationalGuard) {
        return Err(Illegal::new("TOA-4.2.f", "the National Guard takes no part without its optional rule"));
    }
    if t.segment().whose(Purpose::Reinforcement) != Some(GEORGIAN) {
        return refused("the National Guard is called in a Georgian Reinforcement Segment");
    }
    let (from, to) = t.charts.reinforcements.national_guard;
    if !(from..=to).contains(&t.board.clock().turn) {
        return refused("the National Guard may not be called this turn");
    }
    if t.track(Track::NationalGuard) > 0 {
        return refused("the National Guard has been called already");
    }
    Ok(())
}

/// [14.8.a] All four units appear, each in its city; where the enemy stands or the hex is full that unit is forfeit.
pub fn call_guard(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_call_guard(&t)?;
    t.set_track("TOA-14.8.a", Track::NationalGuard, 1);
    let guards: Vec<UnitId> = t.board.units().filter(|u| t.printed(*u).guard && t.is_in(*u, Holding::OutOfPlay)).collect();
    let cities = t.charts.spots.guard.clone();
    for (unit, ix) in guards.into_iter().zip(cities) {
        let mut stack = t.stack(ix);
        stack.push(unit);
        if !t.holds(RUSSIAN, ix) && stacking::excess(&t.charts, ix, &stack).is_none() {
            let hex = t.board.map.grid.hex(ix);
            t.board.put(Atom("TOA-14.8.a"), unit, Place::Map(hex));
        }
    }
    Ok(())
}

/// Whether the landing may be made in a hex now.
pub fn may_land(t: &Table, hex: Hex) -> Result<Vec<UnitId>, Illegal> {
    let refused = |why: &'static str| Err(Illegal::new("TOA-13.3.a", why));
    if t.segment().whose(Purpose::Movement) != Some(RUSSIAN) {
        return refused("the landing is made in a Russian Movement Segment");
    }
    if t.track(Track::Landing) > 0 {
        return refused("the landing has been made");
    }
    let infantry: Vec<UnitId> = t.board.boxed(Holding::RussianAvailable.id()).iter().filter(|u| t.kind(**u) == UnitType::NavalInfantry).copied().collect();
    if infantry.is_empty() {
        return refused("the naval infantry has not arrived yet");
    }
    match t.board.ix(hex) {
        Some(ix) if t.charts.footing[ix.at()].coastal && !t.holds(GEORGIAN, ix) => Ok(infantry),
        _ => refused("the landing is made in a coastal land hex without enemy units"),
    }
}

/// [13.3.a] The fleet and both battalions come ashore in one hex.
pub fn land(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let infantry = may_land(&t, hex)?;
    t.set_track("TOA-13.3.a", Track::Landing, 1);
    t.set_track("TOA-13.3.d", Track::LandingHex, i32::from(hex.0));
    for unit in infantry {
        t.board.put(Atom("TOA-13.3.a"), unit, Place::Map(hex));
        t.mark("TOA-13.3.b", unit, Mark::Landed);
        t.entered(unit, &[hex]);
    }
    Ok(())
}
