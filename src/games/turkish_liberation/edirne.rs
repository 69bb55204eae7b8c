//! [8.3] Edirne is called on to surrender.

use super::orders::{Decision, HexMark, Mark, Segment, Track};
use super::table::Table;
use super::tables::Nation;
use super::{ownership, stacking};
use crate::board::{Atom, Fact, Illegal, Ix, Path, Place, UnitId};
use bevy_ecs::prelude::In;

/// Where it lies.
fn city(t: &Table) -> Option<Ix> {
    t.ix(t.charts.edirne.hex)
}

/// The divisions of its first garrison that are still there.
fn garrison(t: &Table) -> Vec<UnitId> {
    let stack = city(t).map(|ix| t.board.stack(ix).to_vec()).unwrap_or_default();
    stack.into_iter().filter(|u| t.has(*u, Mark::Garrison)).collect()
}

/// Greek pieces next to it.
fn greeks(t: &Table) -> Vec<UnitId> {
    let Some(city) = city(t) else { return Vec::new() };
    t.of_nation(Nation::Gre).filter(|u| t.ix_of(*u).is_some_and(|ix| t.is_open(ix, city))).collect()
}

/// [8.3.a], [R-105] Whether Edirne may be called on now.
pub(crate) fn may_try(t: &Table) -> Result<(), Illegal> {
    let refuse = |why: &'static str| Err(Illegal::new("WTL-8.3.a", why));
    if t.segment() != Segment::ImpCombat || t.active() != Some(Nation::Gre) {
        return refuse("Edirne is called on to surrender in the Greek combat step");
    }
    if t.track(Track::Edirne) != 0 {
        return refuse("Edirne has already been called on to surrender, which happens only once a game");
    }
    if greeks(t).is_empty() {
        return refuse("no Greek unit is next to Edirne");
    }
    if city(t).is_some_and(|ix| t.hex_has(ix, HexMark::Attacked)) {
        return refuse("Edirne has been attacked in this phase");
    }
    if garrison(t).is_empty() {
        return refuse("none of the divisions that started in Edirne is there");
    }
    Ok(())
}

/// [8.3.b] What is added to the die.
pub(crate) fn modifiers(t: &Table) -> Vec<(&'static str, i8)> {
    let (numbers, level) = (&t.charts.edirne, t.track(Track::Gna));
    match level {
        0 => vec![("no Assembly yet", numbers.before_assembly)],
        level if level >= numbers.high_level => vec![("high prestige", numbers.high_prestige)],
        _ => Vec::new(),
    }
}

/// [8.3.b]–[8.3.d] The attempt.
pub(crate) fn attempt(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_try(&t)?;
    t.set_track("WTL-8.3.a", Track::Edirne, 1);
    let die = t.roll_with("WTL-8.3.b", "surrender of Edirne", &modifiers(&t));
    if die < t.charts.edirne.surrenders_on {
        t.note("WTL-8.3.d", "the garrison of Edirne resists");
        return Ok(());
    }
    t.note("WTL-8.3.c", "the garrison of Edirne lays down its arms");
    for unit in garrison(&t) {
        t.eliminate("WTL-8.3.c", unit);
    }
    if !entrants(&t).is_empty() {
        t.board.ask(Decision::Taken);
    }
    Ok(())
}

/// [8.3.c], [R-105] Greek units that may walk in now.
pub(crate) fn entrants(t: &Table) -> Vec<UnitId> {
    greeks(t).into_iter().filter(|u| may_walk_in(t, *u).is_ok()).collect()
}

fn may_walk_in(t: &Table, unit: UnitId) -> Result<Ix, Illegal> {
    let Some(ix) = city(t).filter(|_| t.is_combat(unit) && greeks(t).contains(&unit)) else {
        return Err(Illegal::new("WTL-8.3.c", format!("{} is not a Greek unit next to Edirne", t.name(unit))));
    };
    if let Some(other) = t.board.stack(ix).iter().find(|u| t.nation(**u) != Nation::Gre) {
        return Err(Illegal::new("WTL-8.3.c", format!("{} is still in Edirne", t.name(*other))));
    }
    if t.has(unit, Mark::Attacked) {
        return Err(Illegal::new("WTL-10.6.d", format!("{} has attacked this turn", t.name(unit))));
    }
    stacking::has_room(t, unit, ix)?;
    Ok(ix)
}

/// [8.3.c] A Greek unit walks in.
pub(crate) fn walk_in(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    let ix = may_walk_in(t, unit)?;
    let hex = t.hex(ix);
    t.board.record(Atom("WTL-8.3.c"), Fact::Moved { unit, from: t.board.place(unit), to: Place::Map(hex), path: Path::from_slice(&[hex]) });
    t.set_mark("WTL-8.3.c", unit, Mark::Attacked, true);
    ownership::enter(t, "WTL-8.3.c", &[unit], ix);
    if entrants(t).is_empty() {
        t.board.answer();
    }
    Ok(())
}
