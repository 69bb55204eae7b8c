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
pub(super) fn begin(t: &mut Table) {
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

/// Whether the Georgian may roll for the 1st Brigade now.
pub(super) fn may_roll(t: &Table) -> Result<(), Illegal> {
    if t.segment().whose(Purpose::Reinforcement) != Some(GEORGIAN) {
        return Err(Illegal::new("TOA-13.2.a", "the 1st Brigade is rolled for only in the Georgian Reinforcement Segment"));
    }
    if t.plays(Optional::FirstBrigadeHome) {
        return Err(Illegal::new("TOA-14.2.a", "the 1st Brigade has been on the map from the start"));
    }
    let (turn, first) = (t.board.clock().turn, t.charts.reinforcements.first_brigade_turn);
    if turn < first || turn > first + 1 {
        return Err(Illegal::new("TOA-13.2.e", format!("the 1st Brigade is rolled for only on turns {first} and {}", first + 1)));
    }
    if turn == first + 1 && t.track(Track::FirstBrigadeCame) > 0 {
        return Err(Illegal::new("TOA-13.2.c", "the rest of the 1st Brigade arrives without a roll"));
    }
    if t.track(Track::BrigadeRolled) > 0 {
        return Err(Illegal::new("TOA-13.2.a", "the 1st Brigade has already been rolled for this turn"));
    }
    Ok(())
}

/// [13.2.a], [13.2.d] The roll for the 1st Brigade.
pub(super) fn roll_first_brigade(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_roll(&t)?;
    let first = t.board.clock().turn == t.charts.reinforcements.first_brigade_turn;
    let by = if first { "TOA-13.2.a" } else { "TOA-13.2.d" };
    let die = t.roll(by, "1st Brigade", &[]);
    let numbers = &t.charts.reinforcements;
    let levy = if first { numbers.first_brigade.read(die) } else { numbers.second_try.read(die) };
    t.set_track(by, Track::BrigadeRolled, 1);
    match levy {
        Levy::Battalions(n) => t.set_track(by, Track::InfantryDue, i32::from(n)),
        Levy::All => t.set_track(by, Track::BrigadeDue, 1),
    }
    Ok(())
}

/// Whether a unit may arrive in a hex now.
pub(super) fn may_arrive(t: &Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    due(t, unit)?;
    let Some(ix) = t.board.ix(hex) else { return Err(Illegal::new("TOA-13.1.f", format!("{hex} is not on the map"))) };
    let spot = t.spot(hex);
    if t.phasing() == RUSSIAN {
        if !t.charts.spots.entries.contains(&ix) {
            return Err(Illegal::new("TOA-13.1.f", format!("{spot} is not a Russian supply source")));
        }
        if t.holds(GEORGIAN, ix) {
            return Err(Illegal::new("TOA-13.1.f", format!("there is a Georgian unit in {spot}")));
        }
        return Ok(()); // [13.1.f] too much may stand there until the Movement Segment ends
    }
    let refused = |why: String| Err(Illegal::new("TOA-13.2.b", why));
    if !t.charts.spots.brigade.contains(&ix) {
        return refused(format!("the 1st Brigade arrives in or next to Tbilisi, and {spot} is not"));
    }
    if t.holds(RUSSIAN, ix) {
        return refused(format!("there is an enemy unit in {spot}"));
    }
    if !t.board.map.grid.around(ix).any(|(dir, from)| zoc::open(&t.charts, GEORGIAN, from, dir.opposite(), ix)) {
        return refused(format!("{} could never enter {spot}", t.name(unit)));
    }
    let mut stack = t.stack(ix);
    stack.push(unit);
    match stacking::excess(&t.charts, ix, &stack) {
        Some((fault, _)) => Err(Illegal::new("TOA-13.2.b", fault.refusal(&spot).why)),
        None => Ok(()),
    }
}

/// Whether a unit may arrive at all now.
pub(super) fn due(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "TOA-4.0.d", "reinforcements arrive only in a Reinforcement Segment")?;
    if t.board.side(unit) != side {
        return Err(Illegal::new("TOA-5.0.a", format!("{}, whose Reinforcement Segment this is not", t.foreign(unit))));
    }
    if side == GEORGIAN { brigade_due(t, unit) } else { russian_due(t, unit) }
}

/// [13.2] Whether a unit of the 1st Brigade may arrive now.
fn brigade_due(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let name = t.name(unit);
    if !t.is_in(unit, Holding::HeldOut) {
        return Err(Illegal::new("TOA-13.0.b", format!("{name} is not a unit of the 1st Brigade that is still to come")));
    }
    let (infantry, all) = (t.track(Track::InfantryDue) > 0, t.track(Track::BrigadeDue) > 0);
    if all || infantry && t.kind(unit) == UnitType::Infantry {
        return Ok(());
    }
    let why = match () {
        () if infantry => format!("only infantry of the 1st Brigade is due, and {name} is not infantry"),
        () if may_roll(t).is_ok() => "the 1st Brigade has to be rolled for first".to_owned(),
        () => "no unit of the 1st Brigade is due now".to_owned(),
    };
    Err(Illegal::new("TOA-13.2.a", why))
}

/// [13.1] Whether a Russian ground unit may arrive now.
fn russian_due(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let name = t.name(unit);
    match t.kind(unit) {
        UnitType::Naval | UnitType::NavalInfantry if t.is_in(unit, Holding::OutOfPlay) => {
            return Err(Illegal::new("TOA-13.1.d", format!("{name} is out of the game: naval infantry lands once and cannot be selected")));
        }
        UnitType::Naval | UnitType::NavalInfantry => {
            let turn = t.charts.reinforcements.fleet_turn;
            return Err(Illegal::new("TOA-13.1.d", format!("{name} cannot be selected: the fleet and its infantry arrive by themselves on turn {turn}")));
        }
        _ => {}
    }
    if !t.is_in(unit, Holding::Pool) {
        let why = match t.board.place(unit) {
            Place::Map(hex) => format!("{name} is already on the map, in {}", t.spot(hex)),
            Place::Lost => format!("{name} has been eliminated"),
            Place::Holding(_) => format!("{name} is not in the reinforcement pool"),
        };
        return Err(Illegal::new("TOA-13.0.a", why));
    }
    if is_free(t, unit) || t.track(Track::GroundDue) > 0 { Ok(()) } else { Err(Illegal::new("TOA-13.1.c", "no more ground units may be selected this turn")) }
}

/// [13.1.h] Helicopters that are left arrive in that turn without counting.
fn is_free(t: &Table, unit: UnitId) -> bool {
    t.kind(unit) == UnitType::Helicopter && t.board.clock().turn == t.charts.reinforcements.remaining_air_turn
}

/// Where a unit may arrive.
pub(super) fn entries(t: &Table) -> Vec<Ix> {
    if t.phasing() == RUSSIAN { t.charts.spots.entries.clone() } else { t.charts.spots.brigade.clone() }
}

/// [13.1.f], [13.2.b] A unit arrives.
pub(super) fn arrive(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    may_arrive(&t, unit, hex)?;
    if t.phasing() == GEORGIAN {
        if t.track(Track::BrigadeDue) == 0 {
            t.add_track("TOA-13.2.b", Track::InfantryDue, -1);
        }
        t.board.put(Atom("TOA-13.2.b"), unit, Place::Map(hex));
        t.entered(unit, &[hex]);
        if t.board.clock().turn == t.charts.reinforcements.first_brigade_turn {
            t.add_track("TOA-13.2.c", Track::FirstBrigadeCame, 1);
        }
    } else {
        if !is_free(&t, unit) {
            t.add_track("TOA-13.1.c", Track::GroundDue, -1);
        }
        t.board.put(Atom("TOA-13.1.f"), unit, Place::Map(hex));
    }
    Ok(())
}

/// Whether an aircraft may be taken now.
pub(super) fn may_take(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let side = t.during(Purpose::Reinforcement, "TOA-4.1.h", "aircraft arrive only in the Russian Reinforcement Segment")?;
    if side != RUSSIAN || !t.is_in(unit, Holding::AirPool) {
        return Err(Illegal::new("TOA-4.1.h", format!("{} is not a Russian aircraft still to come", t.name(unit))));
    }
    if t.track(Track::AirDue) <= 0 {
        return Err(Illegal::new("TOA-13.1.c", "no more aircraft may be selected this turn"));
    }
    Ok(())
}

/// [13.1.g] An aircraft arrives and may be assigned in the same turn.
pub(super) fn take_aircraft(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_take(&t, unit)?;
    t.add_track("TOA-13.1.c", Track::AirDue, -1);
    t.box_up("TOA-13.1.g", unit, Holding::RussianAvailable);
    Ok(())
}

/// A unit that must still be placed before the segment may end, because a hex is open for it.
pub(super) fn still_due(t: &Table) -> Option<Illegal> {
    let (held, rule) = if t.phasing() == GEORGIAN { (Holding::HeldOut, "TOA-13.2.b") } else { (Holding::Pool, "TOA-13.1.h") };
    let owed = |unit: &UnitId| t.phasing() == GEORGIAN || is_free(t, *unit);
    let open = |unit: &UnitId| entries(t).iter().any(|ix| may_arrive(t, *unit, t.board.map.grid.hex(*ix)).is_ok());
    let unit = t.board.boxed(held.id()).iter().find(|u| owed(u) && open(u))?;
    Some(Illegal::new(rule, format!("{} arrives this turn and has not been placed yet", t.name(*unit))))
}

/// Whether the National Guard may be called now.
pub(super) fn may_call_guard(t: &Table) -> Result<(), Illegal> {
    let refused = |why: String| Err(Illegal::new("TOA-14.8.a", why));
    if !t.plays(Optional::NationalGuard) {
        return Err(Illegal::new("TOA-4.2.f", "the National Guard is not in play: optional rule 14.8 is not in use"));
    }
    if t.segment().whose(Purpose::Reinforcement) != Some(GEORGIAN) {
        return refused("the National Guard is called only in a Georgian Reinforcement Segment".into());
    }
    let (from, to) = t.charts.reinforcements.national_guard;
    if !(from..=to).contains(&t.board.clock().turn) {
        return refused(format!("the National Guard is called on one of the turns {from} to {to}"));
    }
    if t.track(Track::NationalGuard) > 0 {
        return refused("the National Guard has already been called".into());
    }
    Ok(())
}

/// [14.8.a] All four units appear, each in its city; where the enemy stands or the hex is full that unit is forfeit.
pub(super) fn call_guard(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_call_guard(&t)?;
    t.set_track("TOA-14.8.a", Track::NationalGuard, 1);
    let guards: Vec<UnitId> = t.board.units().filter(|u| t.printed(*u).guard && t.is_in(*u, Holding::OutOfPlay)).collect();
    let cities = t.charts.spots.guard.clone();
    for (unit, ix) in guards.into_iter().zip(cities) {
        let mut stack = t.stack(ix);
        stack.push(unit);
        let hex = t.board.map.grid.hex(ix);
        let taken = t.holds(RUSSIAN, ix);
        if taken || stacking::excess(&t.charts, ix, &stack).is_some() {
            let why = if taken { "the enemy holds" } else { "there is no room in" };
            let text = format!("{} is lost: {why} {}", t.name(unit), t.spot(hex));
            t.board.record(Atom("TOA-14.8.a"), Fact::Noted { text });
            continue;
        }
        t.board.put(Atom("TOA-14.8.a"), unit, Place::Map(hex));
        t.entered(unit, &[hex]); // [3.3.e]
    }
    Ok(())
}

/// Whether the landing may be made in a hex now.
pub(super) fn may_land(t: &Table, hex: Hex) -> Result<Vec<UnitId>, Illegal> {
    let refused = |why: String| Err(Illegal::new("TOA-13.3.a", why));
    if t.segment().whose(Purpose::Movement) != Some(RUSSIAN) {
        return refused("the landing is made only in a Russian Movement Segment".into());
    }
    if t.track(Track::Landing) > 0 {
        return refused("the only landing of the game has already been made".into());
    }
    let infantry: Vec<UnitId> = t.board.boxed(Holding::RussianAvailable.id()).iter().filter(|u| t.kind(**u) == UnitType::NavalInfantry).copied().collect();
    if infantry.is_empty() {
        return refused(format!("the naval infantry arrives on turn {}", t.charts.reinforcements.fleet_turn));
    }
    match t.board.ix(hex) {
        Some(ix) if t.holds(GEORGIAN, ix) => refused(format!("there is an enemy unit in {}", t.spot(hex))),
        Some(ix) if t.charts.footing[ix.at()].coastal => Ok(infantry),
        _ => refused(format!("{} is not a land hex on the coast", t.spot(hex))),
    }
}

/// [13.3.a] The fleet and both battalions come ashore in one hex.
pub(super) fn land(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
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
