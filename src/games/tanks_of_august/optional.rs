//! [14] Optional rules that interrupt others: the exchange, panic, friendly fire, command failure.

use super::combat::{Attack, losses, retreat};
use super::fog;
use super::movement;
use super::orders::{Count, Decision, Mark, Optional, Order, Purpose, Track};
use super::supply;
use super::table::Table;
use super::tables::Country;
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Fact, Hex, Illegal, Path, Place, UnitId, Units};
use bevy_ecs::prelude::In;

/// [14.7.a] Whether the Georgian may try to hold up one of these units, which are about to move.
pub(super) fn may_hold_up(t: &Table, units: &[UnitId]) -> bool {
    t.plays(Optional::CommandFailure)
        && t.segment().whose(Purpose::Movement) == Some(RUSSIAN)
        && t.track(Track::HoldUpTried) == 0
        && units.iter().any(|u| can_be_held_up(t, *u))
}

/// A unit that has not moved yet and stands in Georgia or one of the breakaway lands.
pub(super) fn can_be_held_up(t: &Table, unit: UnitId) -> bool {
    let country = t.ix_of(unit).map(|ix| t.charts.footing[ix.at()].country);
    t.board.status(unit).count(Count::Spent.id()) == 0 && country.is_some_and(|c| c == Country::Georgia || c.is_breakaway())
}

/// Asks the Georgian before the move goes on.
pub(super) fn ask_to_hold_up(t: &mut Table, units: Units, path: Path) {
    t.board.ask(Decision::HoldUp { units, path });
    t.board.record(Atom("TOA-14.7.a"), Fact::Asked { side: GEORGIAN, what: "decide whether to hold a unit up" });
}

/// The move that waits for the Georgian's word.
fn about_to_move(t: &Table) -> Result<(Units, Path), Illegal> {
    match t.board.decision() {
        Some(Decision::HoldUp { units, path }) => Ok((units.clone(), path.clone())),
        _ => Err(Illegal::new("TOA-14.7.a", "no Russian unit is about to move")),
    }
}

/// [14.7.a] The Georgian names a unit that he knows.
pub(super) fn hold_up(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (units, path) = about_to_move(&t)?;
    if !fog::mask(&t, GEORGIAN)[unit.at()] {
        return Err(Illegal::new("TOA-10.0.h", format!("you cannot see where {} is: choose the unit by its place in the stack", t.name(unit))));
    }
    if !units.contains(&unit) || !can_be_held_up(&t, unit) {
        return Err(Illegal::new("TOA-14.7.a", format!("{} is not about to move where it could be held up", t.name(unit))));
    }
    slow_down(&mut t, unit, &units, &path);
    Ok(())
}

/// [14.7.a] The Georgian points at a unit that he does not know.
pub(super) fn hold_up_blind(In(place): In<u8>, mut t: Table) -> Result<(), Illegal> {
    let (units, path) = about_to_move(&t)?;
    let Some((_, unit)) = unknown_movers(&t, &units).into_iter().find(|(p, _)| *p == place) else {
        return Err(Illegal::new("TOA-14.7.a", format!("no unknown unit at place {place} of the stack is about to move")));
    };
    slow_down(&mut t, unit, &units, &path);
    Ok(())
}

/// Units about to move that could be held up and that the Georgian may not know, each with its place in the stack, 1 being the top.
pub(super) fn unknown_movers(t: &Table, units: &[UnitId]) -> Vec<(u8, UnitId)> {
    let known = fog::mask(t, GEORGIAN);
    let stack = units.first().and_then(|u| t.ix_of(*u)).map(|ix| t.stack(ix)).unwrap_or_default();
    let places = stack.into_iter().rev().zip(1..).map(|(unit, place)| (place, unit));
    places.filter(|(_, u)| units.contains(u) && !known[u.at()] && can_be_held_up(t, *u)).collect()
}

/// How the Georgian holds a unit up: by its name if he knows it, else by its place in the stack.
pub(super) fn hold_up_by_place(In(unit): In<UnitId>, t: Table) -> Order {
    let units = about_to_move(&t).map(|(units, _)| units).unwrap_or_default();
    let hidden = unknown_movers(&t, &units).into_iter().find(|(_, u)| *u == unit);
    hidden.map_or(Order::HoldUp { unit }, |(place, _)| Order::HoldUpBlind { place })
}

/// [14.7.a] One try a turn: on success the unit moves half as far, and a move too long for it does not take place.
fn slow_down(t: &mut Table, unit: UnitId, units: &[UnitId], path: &[Hex]) {
    t.board.answer();
    t.set_track("TOA-14.7.a", Track::HoldUpTried, 1);
    if t.die("TOA-14.7.a", "command failure") <= t.charts.options.held_up_on {
        t.mark("TOA-14.7.a", unit, Mark::HeldUp);
    }
    // Too far now: the Russian orders again.
    let _ = movement::march(t, units, path);
}

/// [14.7.a] The Georgian lets the move go on.
pub(super) fn let_pass(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let (units, path) = about_to_move(&t)?;
    t.board.answer();
    movement::march(&mut t, &units, &path)
}

/// [14.4.a] The Russian tries the exchange, or not.
pub(super) fn exchange(In(attempt): In<bool>, mut t: Table) -> Result<(), Illegal> {
    if t.board.decision() != Some(&Decision::Exchange) {
        return Err(Illegal::new("TOA-14.4.a", "no base has just been captured"));
    }
    t.board.answer();
    if !attempt {
        t.board.record(Atom("TOA-14.4.a"), Fact::Declined { side: RUSSIAN, what: "the exchange" });
        return Ok(());
    }
    if t.die("TOA-14.4.a", "exchange") >= t.charts.options.exchange_on {
        t.set_track("TOA-14.4.a", Track::Dumbadze, 1);
        // Captures of the same move cannot gain him twice.
        while t.board.answer_where(|d: &Decision| *d == Decision::Exchange) {}
        if !restorable(&mut t).is_empty() {
            t.board.ask(Decision::Restore);
            t.board.record(Atom("TOA-14.4.a"), Fact::Asked { side: GEORGIAN, what: "choose which unit is restored" });
        }
    }
    Ok(())
}

/// [14.4.a] Georgian units that have lost a step and are in supply.
pub(super) fn restorable(t: &mut Table) -> Vec<UnitId> {
    let reduced: Vec<UnitId> = t.on_map(GEORGIAN).filter(|u| t.board.status(*u).steps < t.printed(*u).steps).collect();
    reduced.into_iter().filter(|u| supply::has(t, *u)).collect()
}

/// [14.4.a] The Georgian restores a unit, or nobody.
pub(super) fn restore(In(unit): In<Option<UnitId>>, mut t: Table) -> Result<(), Illegal> {
    if t.board.decision() != Some(&Decision::Restore) {
        return Err(Illegal::new("TOA-14.4.a", "no exchange has just been made"));
    }
    match unit {
        Some(unit) if !restorable(&mut t).contains(&unit) => {
            let name = t.name(unit);
            let why = match t.board.place(unit) {
                Place::Map(_) if t.board.side(unit) != GEORGIAN => format!("{name} is not a Georgian unit"),
                Place::Map(_) if t.board.status(unit).steps >= t.printed(unit).steps => format!("{name} is at full strength"),
                Place::Map(_) => format!("{name} is out of supply"),
                _ => format!("{name} is not on the map"),
            };
            return Err(Illegal::new("TOA-14.4.a", why));
        }
        Some(unit) => {
            let (from, to) = (t.board.status(unit).steps, t.printed(unit).steps);
            t.board.record(Atom("TOA-14.4.a"), Fact::Stepped { unit, from, to });
        }
        None => t.board.record(Atom("TOA-14.4.a"), Fact::Declined { side: GEORGIAN, what: "to restore a unit" }),
    }
    t.board.answer();
    Ok(())
}

/// [14.5.a] A green unit that lost a step and lives may panic; one panic a turn. A unit under a retreat result goes only by that.
pub(super) fn panic_check(t: &mut Table, attack: &mut Attack, units: &[UnitId], retreating: &[UnitId]) {
    for unit in units.iter().copied() {
        let alive = t.board.hex(unit).is_some();
        if !t.plays(Optional::Panic) || !alive || !t.printed(unit).green || retreating.contains(&unit) || t.track(Track::Panicked) > 0 {
            continue;
        }
        let panics = t.die("TOA-14.5.a", "panic") <= t.charts.options.panic_on;
        let text = format!("{} {}", t.name(unit), if panics { "panics" } else { "does not panic" });
        t.board.record(Atom("TOA-14.5.a"), Fact::Noted { text });
        if !panics {
            continue;
        }
        t.set_track("TOA-14.5.a", Track::Panicked, 1);
        attack.panicked = Some(unit);
        if losses::surrenders(t, attack, unit) {
            continue; // [11.3.d] it had to retreat, and was out of supply
        }
        if retreat::paths(t, unit, 1).is_empty() {
            t.lose_step("TOA-10.4.7.h", unit);
        } else {
            t.board.ask(Decision::Panic { unit });
            t.board.record(Atom("TOA-14.5.a"), Fact::Asked { side: GEORGIAN, what: "retreat the unit that panics one hex" });
        }
    }
}
