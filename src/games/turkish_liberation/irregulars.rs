//! [11.1], [11.3] Irregulars: recruiting, subversion, and where those go that have changed sides.

use super::charts::Subverted;
use super::orders::{Decision, Holding, Mark, Segment, Track};
use super::politics::{self, Politics};
use super::republics::has_surrendered;
use super::table::Table;
use super::tables::Nation;
use super::{ownership, replacements, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, NationId, Path, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// [11.1.d], [R-11] Armenian irregulars need an Armenian regular near one of three cities.
pub(crate) fn gate(t: &Table) -> Result<(), Illegal> {
    let within = t.charts.recruiting.gate_distance;
    let near = |ix: Ix| t.charts.spots.gate.iter().any(|city| t.board.map.grid.distance(ix, *city) <= within);
    let opened = t.of_nation(Nation::Arm).any(|u| t.is_regular(u) && t.ix_of(u).is_some_and(near));
    if opened { Ok(()) } else { Err(Illegal::new("WTL-11.1.d", "no Armenian regular is in or next to Erzurum, Sarikamish or Van")) }
}

/// [11.1.e], [R-09] Whether an Armenian irregular of the pool may be recruited for the Bolsheviks.
pub(crate) fn may_win(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    if t.segment() != Segment::AdminSubversion {
        return Err(Illegal::new("WTL-4.1.i", "pro-Bolshevik irregulars are recruited at the end of the Replacement Points Phase"));
    }
    if t.printed(unit).nation != Nation::Arm || !t.is_irregular(unit) {
        return Err(Illegal::new("WTL-11.1.e", format!("{} is not an Armenian irregular", t.name(unit))));
    }
    if has_surrendered(t, Nation::Arm) {
        return Err(Illegal::new("WTL-7.0.c", "Armenia has surrendered, and its pool is closed"));
    }
    if !t.is_in(unit, Holding::PoolArm) {
        return Err(Illegal::new("WTL-11.1.e", format!("{} is not in the pool", t.name(unit))));
    }
    if t.track(Track::RpBol) < replacements::price(t, unit, true) {
        return Err(Illegal::new("WTL-12.0.b", "the Bolsheviks have no replacement point left, and those of others recruit nobody for them"));
    }
    Ok(())
}

/// [11.1.e] Recruits it.
pub(crate) fn win(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    may_win(&t, unit)?;
    let price = replacements::price(&t, unit, true);
    t.add_track("WTL-11.1.e", Track::RpBol, -price);
    t.flip("WTL-11.1.e", unit);
    t.box_up("WTL-11.1.e", unit, Holding::ArrivingRev);
    Ok(())
}

/// Those that may be recruited so now.
pub(crate) fn to_win(t: &Table) -> Vec<UnitId> {
    if t.segment() != Segment::AdminSubversion {
        return Vec::new();
    }
    t.boxed(Holding::PoolArm).into_iter().filter(|u| may_win(t, *u).is_ok()).collect()
}

/// The player who may subvert in this step.
fn subverter(t: &Table) -> Option<Side> {
    t.segment().is_admin().then(|| t.segment().side())
}

/// [11.3.a], [11.3.b] Whether an irregular may be the target of subversion.
pub(crate) fn may_target(t: &Table, unit: UnitId) -> Result<Side, Illegal> {
    let Some(side) = subverter(t) else { return Err(Illegal::new("WTL-11.3.a", "irregulars are subverted in the Replacement Points Phase")) };
    let name = t.name(unit);
    if !t.is_irregular(unit) || t.board.hex(unit).is_none() {
        return Err(Illegal::new("WTL-11.3.a", format!("{name} is not an irregular on the map")));
    }
    if t.side(unit) == side {
        return Err(Illegal::new("WTL-11.3.a", format!("{name} is on your side")));
    }
    if t.has(unit, Mark::Tried) {
        return Err(Illegal::new("WTL-11.3.b", format!("{name} has been the target of subversion this turn")));
    }
    Ok(side)
}

/// [11.3.a] Whether a nation may pay for it.
pub(crate) fn may_subvert(t: &Table, unit: UnitId, pay: Nation) -> Result<(), Illegal> {
    let side = may_target(t, unit)?;
    if t.side_of(pay) != side {
        return Err(Illegal::new("WTL-12.0.b", format!("the points of {} are not yours to spend", t.the_nation(pay))));
    }
    if replacements::track(pay).is_none_or(|track| t.track(track) < t.charts.subversion.cost) {
        return Err(Illegal::new("WTL-11.3.a", format!("{} no replacement point left for it", t.nation_with(pay, "has", "have"))));
    }
    Ok(())
}

/// Irregulars that could be subverted now.
pub(crate) fn targets(t: &Table) -> Vec<UnitId> {
    let Some(side) = subverter(t).filter(|side| !replacements::payers(t, *side).is_empty()) else { return Vec::new() };
    t.on_map(side.other()).filter(|u| t.is_irregular(*u) && may_target(t, *u).is_ok()).collect()
}

/// Whether there is one.
pub(crate) fn has_target(t: &Table) -> bool {
    !targets(t).is_empty()
}

/// [11.3] An attempt at subversion.
pub(crate) fn subvert(In((unit, pay)): In<(UnitId, NationId)>, mut t: Table) -> Result<(), Illegal> {
    let pay = Nation::of(pay);
    may_subvert(&t, unit, pay)?;
    let (cost, track) = (t.charts.subversion.cost, replacements::track(pay).expect("whoever pays has points"));
    t.add_track("WTL-11.3.a", track, -cost);
    t.set_mark("WTL-11.3.b", unit, Mark::Tried, true);
    let die = t.roll("WTL-11.3.a", "subversion", &[]);
    let printed = t.printed(unit).nation;
    let two_faced = t.other_face(printed) != printed;
    match t.charts.subversion.bands.read(die) {
        Subverted::Flips if two_faced => {
            t.flip("WTL-11.3.c", unit);
            settle_down(&mut t, unit);
        }
        Subverted::Flips => t.eliminate("WTL-11.3.e", unit),
        Subverted::Eliminated => t.eliminate("WTL-11.3.f", unit),
        Subverted::Nothing => t.note("WTL-11.3.g", format!("{} resists subversion", t.name(unit))),
    }
    Ok(())
}

/// [11.3.d], [R-87] An irregular has changed sides: it stays where it may, or has to leave.
fn settle_down(t: &mut Table, unit: UnitId) {
    let Some(ix) = t.ix_of(unit) else { return };
    let (nation, politics) = (t.nation(unit), Politics::now(t));
    if politics.enemy_in(t, nation, ix).is_none() && politics::may_share_hex(t, nation, ix, &[unit]).is_ok() {
        ownership::enter(t, "WTL-3.4.e", &[unit], ix);
    } else if refuges(t, unit).is_empty() {
        t.note("WTL-11.3.d", format!("{} has nowhere to go", t.name(unit)));
        t.eliminate("WTL-11.3.d", unit);
    } else {
        t.board.ask(Decision::Displaced { side: t.side(unit), unit });
    }
}

/// Whether an irregular that has changed sides may go to a hex.
fn may_displace(t: &Table, unit: UnitId, hex: Hex) -> Result<Ix, Illegal> {
    let rule = "WTL-11.3.d";
    let from = t.ix_of(unit).ok_or_else(|| Illegal::new(rule, "it is not on the map"))?;
    let Some(to) = t.ix(hex).filter(|to| t.crossing(from, *to).is_some() && !t.footing(*to).closed) else {
        return Err(Illegal::new(rule, format!("{} is not next to {}", t.spot(hex), t.spot_at(from))));
    };
    let (nation, politics) = (t.nation(unit), Politics::now(t));
    politics.may_enter(t, unit, from, to)?;
    if let Some(enemy) = politics.enemy_in(t, nation, to) {
        return Err(Illegal::new(rule, format!("an enemy, {}, is in {}", t.name(enemy), t.spot(hex))));
    }
    if !t.is_open(from, to) {
        return Err(Illegal::new(rule, "open water lies between the two hexes"));
    }
    politics::may_share_hex(t, nation, to, &[unit])?;
    stacking::has_room(t, unit, to)?;
    Ok(to)
}

/// The hexes to which it may go.
pub(crate) fn refuges(t: &Table, unit: UnitId) -> Vec<Hex> {
    let Some(from) = t.ix_of(unit) else { return Vec::new() };
    t.board.map.grid.around(from).map(|(_, ix)| t.hex(ix)).filter(|hex| may_displace(t, unit, *hex).is_ok()).collect()
}

/// [11.3.d] It goes there.
pub(crate) fn displace(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Displaced { unit, .. }) = t.board.decision().cloned() else {
        return Err(Illegal::new("WTL-11.3.d", "no irregular has to leave its hex"));
    };
    let to = may_displace(&t, unit, hex)?;
    t.board.answer();
    t.board.record(Atom("WTL-11.3.d"), Fact::Moved { unit, from: t.board.place(unit), to: Place::Map(hex), path: Path::from_slice(&[hex]) });
    ownership::enter(&mut t, "WTL-3.4.e", &[unit], to);
    Ok(())
}
