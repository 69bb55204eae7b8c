//! [3.1] What the players place by hand: battalions still unseen, mobs and media, brigades; and the suggested set-up.

use super::{Step, drawn, end_battalions, republic, rules};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, Side, UnitId};
use crate::games::kit::all_placed;
use crate::games::opaque_war::orders::{HexMark, Holding, Purpose};
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::tables::{Contingent, UnitType};
use crate::games::opaque_war::{REBEL, UKRAINIAN, sequence, stacking};
use bevy_ecs::prelude::In;

const BATTALIONS: &str = "battalions are placed only in their own steps";
const NOT_NOW: &str = "no counters are placed by hand now";
const BY_NAME: &str = "counters are placed by name only in the steps for mobs and media and for brigades";

/// The rule by which the crowd of a republic is placed, and the one by which a town rises for it.
fn crowd_rules(t: &Table) -> (&'static str, &'static str) {
    if republic(t) == Contingent::Luhansk { ("OW-3.1.p", "OW-3.1.q") } else { ("OW-3.1.s", "OW-3.1.t") }
}

/// [3.1.l], [3.1.m], [3.1.r] Whether the next battalion may be put into a hex. Every Ukrainian counter on the map is a garrison now, so the
/// flags alone tell where their zones lie.
pub(crate) fn may_deploy(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    super::only_in(t, &[Purpose::Battalions], "OW-3.1.l", BATTALIONS)?;
    let republic = republic(t);
    let Step { place, zone, .. } = rules(republic);
    let Some(ix) = t.board.ix(hex).filter(|ix| !t.charts.footing[ix.at()].sea && Some(t.charts.footing[ix.at()].land) == republic.home()) else {
        let why = format!("{} is not in the oblast of the {} battalions", t.spot(hex), republic.flag());
        return Err(Illegal::new(place, why));
    };
    match taken(t, ix) {
        None => Ok(ix),
        Some(Taken::Battalion) => Err(Illegal::new(place, format!("{} already holds a battalion: they are set up one to a hex", t.spot(hex)))),
        Some(Taken::Ukrainian) => Err(Illegal::new(zone, format!("there is a Ukrainian unit in {}", t.spot(hex)))),
        Some(Taken::Zone(there)) => {
            let why = format!("{} is in the zone of control of the Ukrainian unit in {}", t.spot(hex), t.spot_at(there));
            Err(Illegal::new(zone, why))
        }
    }
}

/// What keeps a battalion out of a hex of its oblast.
enum Taken {
    Battalion,
    Ukrainian,
    Zone(Ix),
}

fn taken(t: &Table, ix: Ix) -> Option<Taken> {
    let flags = |ix: Ix, side: Side| t.board.stack(ix).iter().any(|u| t.side(*u) == side);
    if flags(ix, REBEL) {
        return Some(Taken::Battalion);
    }
    if flags(ix, UKRAINIAN) {
        return Some(Taken::Ukrainian);
    }
    t.board.map.grid.around(ix).find(|(_, there)| flags(*there, UKRAINIAN)).map(|(_, there)| Taken::Zone(there))
}

/// Whether a hex takes the next battalion, without words.
pub(crate) fn takes_battalion(t: &Table, hex: Hex) -> bool {
    t.board.ix(hex).is_some_and(|ix| taken(t, ix).is_none()) && may_deploy(t, hex).is_ok()
}

/// The next battalion to be placed.
fn next(t: &Table) -> Option<UnitId> {
    drawn(t, republic(t)).into_iter().find(|u| t.is_in(*u, Holding::Drawn))
}

/// [3.1.l], [3.1.r] Puts the next battalion into a hex.
pub(crate) fn deploy(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    may_deploy(&t, hex)?;
    let by = rules(republic(&t)).place;
    let Some(unit) = next(&t) else { return Err(Illegal::new(by, "every battalion that was drawn has been placed")) };
    t.board.put(Atom(by), unit, Place::Map(hex));
    Ok(())
}

/// Hexes with battalions that can be taken back.
pub(crate) fn deployed(t: &Table) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = drawn(t, republic(t)).into_iter().filter_map(|u| t.board.hex(u)).collect();
    hexes.sort_unstable();
    hexes
}

/// Takes a battalion that is still unseen back.
pub(crate) fn recall(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    super::only_in(&t, &[Purpose::Battalions], "OW-3.1.l", BATTALIONS)?;
    let by = rules(republic(&t)).place;
    let Some(unit) = drawn(&t, republic(&t)).into_iter().find(|u| t.board.hex(*u) == Some(hex)) else {
        return Err(Illegal::new(by, format!("no battalion was placed in {} in this step", t.spot(hex))));
    };
    t.box_up(by, unit, Holding::Drawn);
    Ok(())
}

/// Whether the player of this step places a counter by name: mobs and media, or brigades.
fn is_piece(t: &Table, unit: UnitId) -> bool {
    is_piece_for(t, t.segment().purpose(), unit)
}

fn is_piece_for(t: &Table, (purpose, side): (Purpose, Side), unit: UnitId) -> bool {
    let wanted = match purpose {
        Purpose::Crowd => t.printed(unit).contingent == republic(t) && matches!(t.kind(unit), UnitType::Mob | UnitType::Media),
        Purpose::Brigades => matches!(t.kind(unit), UnitType::Mechanised | UnitType::Airborne),
        _ => false,
    };
    wanted && t.side(unit) == side && (t.board.hex(unit).is_some() || t.is_in(unit, waiting_box(purpose)))
}

/// The counters that he places.
pub(crate) fn pieces(t: &Table) -> Vec<UnitId> {
    let step = t.segment().purpose();
    t.board.units().filter(|u| is_piece_for(t, step, *u)).collect()
}

/// Hexes in which they can be placed, others apart.
pub(crate) fn places(t: &Table) -> Vec<Ix> {
    if t.purpose() == Purpose::Crowd { rebel_towns(t) } else { t.charts.spots.entries.clone() }
}

fn waiting_box(purpose: Purpose) -> Holding {
    if purpose == Purpose::Crowd { Holding::Crowd } else { Holding::Brigades }
}

fn waiting(t: &Table) -> Vec<UnitId> {
    t.boxed(waiting_box(t.purpose())).into_iter().filter(|u| is_piece(t, *u)).collect()
}

/// Brigades of a kind on the map, and how many there must be.
fn brigades(t: &Table, kind: UnitType) -> (usize, usize) {
    let placed = t.on_map(t.phasing()).filter(|u| t.kind(*u) == kind && is_piece(t, *u)).count();
    let wanted = if kind == UnitType::Mechanised { t.charts.setup.mechanised } else { t.charts.setup.airborne };
    (placed, usize::from(wanted))
}

/// [3.1.p], [3.1.s] Towns of the oblast that the Rebel controls.
pub(crate) fn rebel_towns(t: &Table) -> Vec<Ix> {
    oblast_towns(t).into_iter().filter(|ix| t.holder(*ix) == Some(REBEL)).collect()
}

/// Towns of the oblast of this step.
pub(crate) fn oblast_towns(t: &Table) -> Vec<Ix> {
    let home = republic(t).home();
    t.charts.spots.sources.iter().copied().filter(|ix| t.charts.footing[ix.at()].town && Some(t.charts.footing[ix.at()].land) == home).collect()
}

/// [3.1.p], [3.1.s], [3.1.u] Whether a counter may be placed in a hex; gives the rule that places it.
pub(crate) fn may_place(t: &Table, unit: UnitId, hex: Hex) -> Result<&'static str, Illegal> {
    let (purpose, side) = t.segment().purpose();
    super::only_in(t, &[Purpose::Crowd, Purpose::Brigades], "OW-3.1.p", BY_NAME)?;
    t.own(side, unit)?;
    if purpose == Purpose::Crowd {
        let (rule, _) = crowd_rules(t);
        if !is_piece(t, unit) {
            return Err(Illegal::new(rule, format!("{} is not placed in this step", t.name(unit))));
        }
        let fits = |ix: &Ix| {
            let there = &t.charts.footing[ix.at()];
            there.town && there.controlled && Some(there.land) == republic(t).home() && t.holder(*ix) == Some(REBEL)
        };
        return match t.board.ix(hex).filter(fits) {
            Some(_) => Ok(rule),
            None => Err(Illegal::new(rule, format!("{} is not a town of the oblast that the Rebel player controls", t.spot(hex)))),
        };
    }
    let rule = "OW-3.1.u";
    if !is_piece(t, unit) {
        return Err(Illegal::new("OW-3.1.v", format!("{} is not a mechanized or airborne brigade that could start on the map", t.name(unit))));
    }
    let Some(ix) = t.board.ix(hex).filter(|ix| t.charts.spots.entries.contains(ix)) else {
        return Err(Illegal::new(rule, format!("{} is not a road or rail hex on the west edge", t.spot(hex))));
    };
    let (placed, wanted) = brigades(t, t.kind(unit));
    if t.board.hex(unit).is_none() && placed >= wanted {
        return Err(Illegal::new(rule, format!("{wanted} brigades of this kind have already been placed, and no more start on the map")));
    }
    if t.board.hex(unit) != Some(hex) {
        stacking::may_end(t, side, ix, 1)?;
    }
    Ok(rule)
}

/// Places a counter, or moves one already placed.
pub(crate) fn place(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let rule = may_place(&t, unit, hex)?;
    t.board.put(Atom(rule), unit, Place::Map(hex));
    Ok(())
}

/// Takes a counter back.
pub(crate) fn take_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (purpose, side) = t.segment().purpose();
    let rule = super::only_in(&t, &[Purpose::Crowd, Purpose::Brigades], "OW-3.1.p", BY_NAME)?;
    t.own(side, unit)?;
    if !is_piece(&t, unit) || t.board.hex(unit).is_none() {
        return Err(Illegal::new(rule, format!("{} has not been placed in this step", t.name(unit))));
    }
    t.box_up(rule, unit, waiting_box(purpose));
    Ok(())
}

/// [3.1.q], [3.1.t] Whether a town may be made to rise: the Rebel controls none in the oblast.
pub(crate) fn may_seize(t: &Table, hex: Hex) -> Result<Ix, Illegal> {
    super::only_in(t, &[Purpose::Crowd], "OW-3.1.q", "a town rises up only when mobs and media are placed")?;
    let (_, rule) = crowd_rules(t);
    if let Some(town) = rebel_towns(t).first() {
        return Err(Illegal::new(rule, format!("the Rebel player controls {}: a town rises up only if he controls none", t.spot_at(*town))));
    }
    t.board.ix(hex).filter(|ix| oblast_towns(t).contains(ix)).ok_or_else(|| Illegal::new(rule, format!("{} is not a town of the oblast", t.spot(hex))))
}

/// [3.1.q], [3.1.t] The town becomes the Rebel's, its garrison goes to the pool, and all mobs and media of the oblast go there.
pub(crate) fn seize(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let ix = may_seize(&t, hex)?;
    let (_, by) = crowd_rules(&t);
    for unit in t.fighters(UKRAINIAN, ix) {
        t.box_up(by, unit, Holding::UkrainianPool);
        t.uncover(by, unit);
    }
    t.board.record(Atom(by), Fact::Held { hex, by: Some(REBEL) });
    t.mark_hex(by, ix, HexMark::Occupied, false);
    for unit in waiting(&t) {
        t.board.put(Atom(by), unit, Place::Map(hex));
    }
    Ok(())
}

/// What is still missing before this step of set-up is done.
pub(crate) fn missing(t: &Table) -> Result<(), Illegal> {
    let still = |rule, n: usize| all_placed(rule, n, "counter");
    match t.purpose() {
        Purpose::Battalions => still(rules(republic(t)).place, drawn(t, republic(t)).into_iter().filter(|u| t.is_in(*u, Holding::Drawn)).count()),
        Purpose::Crowd => still(crowd_rules(t).0, waiting(t).len()),
        Purpose::Brigades => {
            let short = |kind| {
                let (placed, wanted) = brigades(t, kind);
                wanted.saturating_sub(placed)
            };
            still("OW-3.1.u", short(UnitType::Mechanised) + short(UnitType::Airborne))
        }
        _ => super::only_in(t, &[], "OW-3.1.u", NOT_NOW).map(drop),
    }
}

/// This step of set-up is done.
pub(crate) fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    missing(&t)?;
    match t.purpose() {
        Purpose::Battalions => end_battalions(&mut t),
        Purpose::Brigades => {
            let placed: Vec<(UnitId, Ix)> = pieces(&t).into_iter().filter_map(|u| Some((u, t.ix_of(u)?))).collect();
            for (_, ix) in placed {
                t.occupy(UKRAINIAN, ix);
            }
            for unit in waiting(&t) {
                t.box_up("OW-3.1.v", unit, Holding::UkrainianPool);
            }
        }
        _ => {}
    }
    sequence::advance(&mut t);
    Ok(())
}

/// Where everything that waits would go if its player leaves it to us: where the scenario suggests, or the first hex that is allowed. What
/// lies face down the enemy cannot tell apart, so its hexes are one list: which is next hangs on those that are taken, not on who waits.
fn suggestion(t: &Table) -> Option<(UnitId, Hex, &'static str)> {
    let suggested = &t.book.scenario(&t.start).suggested;
    let all = || t.board.map.grid.hexes().iter().copied();
    if t.purpose() == Purpose::Battalions {
        let unit = next(t)?;
        let republic = republic(t);
        let listed = suggested.iter().filter(|(u, _)| t.printed(**u).contingent == republic && t.is_combat(**u)).map(|(_, hex)| *hex);
        let held = t.charts.spots.sources.iter().filter(|ix| t.holder(**ix) == Some(REBEL)).map(|ix| t.hex(*ix));
        let hex = listed.chain(held).chain(all()).find(|hex| may_deploy(t, *hex).is_ok())?;
        return Some((unit, hex, rules(republic).place));
    }
    let (pieces, waiting) = (pieces(t), waiting(t));
    let mut hexes: Vec<Hex> = pieces.iter().filter_map(|u| suggested.get(u).copied()).collect();
    for taken in pieces.iter().filter_map(|u| t.board.hex(*u)) {
        if let Some(at) = hexes.iter().position(|hex| *hex == taken) {
            hexes.remove(at);
        }
    }
    hexes.extend(places(t).into_iter().map(|ix| t.hex(ix)));
    hexes.into_iter().find_map(|hex| {
        let (own, others): (Vec<UnitId>, Vec<UnitId>) = waiting.iter().partition(|u| suggested.get(u) == Some(&hex));
        own.into_iter().chain(others).find_map(|unit| Some((unit, hex, may_place(t, unit, hex).ok()?)))
    })
}

/// Whether something that waits can be placed as suggested.
pub(crate) fn may_place_rest(t: &Table) -> Result<(), Illegal> {
    let rule = super::only_in(t, &[Purpose::Battalions, Purpose::Crowd, Purpose::Brigades], "OW-3.1.u", NOT_NOW)?;
    missing(t).err().ok_or_else(|| Illegal::new(rule, "every counter of this step has been placed"))?;
    suggestion(t).map(drop).ok_or_else(|| Illegal::new(rule, "there is no hex where the remaining counters may be placed"))
}

/// Places everything that still waits and finds room.
pub(crate) fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_place_rest(&t)?;
    while missing(&t).is_err()
        && let Some((unit, hex, rule)) = suggestion(&t)
    {
        t.board.put(Atom(rule), unit, Place::Map(hex));
    }
    Ok(())
}
