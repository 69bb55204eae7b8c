//! [3.0]–[3.3] Setting up.

use super::orders::{Holding, Mark, Segment};
use super::politics::{self, Politics};
use super::table::Table;
use super::tables::{Nation, UnitType};
use super::{IMPERIALIST, sequence, stacking};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Place, Put, Rulebook, Start, UnitId};
use bevy_ecs::prelude::{In, Res};

/// Puts every counter where the scenario starts it; those that their owner places wait.
pub(crate) fn deal(_: In<()>, mut board: Board, book: Res<Rulebook>, start: Res<Start>) {
    board.deal(&book, &start, Holding::Waiting.id(), |_, _| Atom("WTL-3.0.a"));
}

/// [3.1.g], [3.1.h], [3.1.j], [R-79] Five units of each army are drawn; the others can be bought.
pub(crate) fn draw_bolsheviks(t: &mut Table) {
    let armies = [(Holding::Draw9a, t.charts.census.draws_9a, "WTL-3.1.g"), (Holding::Draw11a, t.charts.census.draws_11a, "WTL-3.1.h")];
    for (from, draws, by) in armies {
        for _ in 0..draws {
            let Some(unit) = draw(t, from, "Bolshevik units") else { break };
            t.box_up(by, unit, Holding::Waiting);
        }
        for unit in t.boxed(from) {
            t.box_up("WTL-3.1.j", unit, Holding::PoolBol);
        }
    }
}

/// Draws a counter of a box unseen: a die with as many sides as there are, none for the last one.
pub(crate) fn draw(t: &mut Table, from: Holding, what: &'static str) -> Option<UnitId> {
    let among = t.boxed(from);
    let sides = u8::try_from(among.len()).unwrap_or(u8::MAX);
    let at = if sides > 1 { usize::from(t.board.die(sides, what)) - 1 } else { 0 };
    among.get(at.min(among.len().saturating_sub(1))).copied()
}

/// The area in which a counter is set up, with the rule that says so.
fn area_of<'a>(t: &'a Table, unit: UnitId) -> Option<(&'a str, &'static str)> {
    let row = &t.book.units[unit.at()];
    match row.formation.as_str() {
        "9A" => return Some(("bol_9a", "WTL-3.1.g")),
        "11A" => return Some(("bol_11a", "WTL-3.1.h")),
        _ => {}
    }
    let lots = &t.book.scenario(&t.start).lots;
    let lot = lots.iter().find(|lot| lot.units.iter().any(|u| u.value == unit))?;
    let Put::Area(name) = &lot.to else { return None };
    let rule = &t.book.atoms[lot.rule.at()].id;
    const RULES: [&str; 15] = [
        "WTL-3.1.a",
        "WTL-3.1.b",
        "WTL-3.1.e",
        "WTL-3.1.f",
        "WTL-3.1.g",
        "WTL-3.1.h",
        "WTL-3.2.a",
        "WTL-3.2.b",
        "WTL-3.2.c",
        "WTL-3.2.d",
        "WTL-3.2.e",
        "WTL-3.2.f",
        "WTL-3.2.h",
        "WTL-3.2.i",
        "WTL-3.2.j",
    ];
    Some((&name.value, RULES.into_iter().find(|known| known == rule).unwrap_or("WTL-3.0.a")))
}

/// Whether the player of this step places a counter.
fn is_piece(t: &Table, unit: UnitId) -> bool {
    is_piece_of(t, t.segment(), unit)
}

fn is_piece_of(t: &Table, segment: Segment, unit: UnitId) -> bool {
    if t.board.hex(unit).is_none() && !t.is_in(unit, Holding::Waiting) {
        return false;
    }
    let printed = t.printed(unit);
    let regular = printed.nation == Nation::Tn && printed.kind.is_regular();
    match segment {
        Segment::SetupEdirne => regular && printed.kind == UnitType::Infantry,
        Segment::SetupRegulars => (regular && !t.has(unit, Mark::Garrison)) || printed.kind == UnitType::Leader,
        Segment::SetupIrregulars => printed.nation == Nation::Tn && printed.kind == UnitType::Irregular,
        Segment::SetupBolsheviks => printed.nation == Nation::Bol,
        Segment::SetupImperialist => printed.side == IMPERIALIST,
        _ => false,
    }
}

/// The counters that the player of this step places.
pub(crate) fn pieces(t: &Table) -> Vec<UnitId> {
    let segment = t.segment();
    t.board.units().filter(|u| is_piece_of(t, segment, *u)).collect()
}

fn waiting(t: &Table) -> Vec<UnitId> {
    t.boxed(Holding::Waiting).into_iter().filter(|u| is_piece(t, *u)).collect()
}

/// How many of them stand in Edirne.
fn in_edirne(t: &Table) -> usize {
    t.ix(t.charts.edirne.hex).map_or(0, |ix| t.board.stack(ix).iter().filter(|u| is_piece(t, **u)).count())
}

/// [3] Whether a counter may be placed in a hex now; gives the rule that places it.
pub(crate) fn may_place(t: &Table, unit: UnitId, hex: Hex) -> Result<&'static str, Illegal> {
    if t.segment() == Segment::SetupEdirne {
        return may_garrison(t, unit, hex);
    }
    let (area, rule) = starts_in(t, unit)?;
    let Some(ix) = t.ix(hex).filter(|ix| t.charts.spots.in_area(area, *ix)) else { return Err(outside(t, unit, hex, rule)) };
    fits(t, unit, ix)?;
    Ok(rule)
}

/// [3] The area in which a counter is set up in this step, with the rule that says so.
fn starts_in<'a>(t: &'a Table, unit: UnitId) -> Result<(&'a str, &'static str), Illegal> {
    let segment = t.segment();
    if !segment.is_setup() {
        return Err(Illegal::new("WTL-3.0.b", "set-up is over"));
    }
    if !is_piece(t, unit) {
        let drawn = segment == Segment::SetupBolsheviks && t.is_in(unit, Holding::PoolBol);
        let recruit = Table::pool(t.printed(unit).nation).is_some_and(|pool| t.is_in(unit, pool));
        let rule = match () {
            _ if drawn => "WTL-3.1.j",
            _ if recruit => "WTL-3.0.a",
            _ if unit == t.charts.republics.new_division => "WTL-3.1.k",
            _ if t.is_in(unit, Holding::Aside) || t.is_in(unit, Holding::Fleet) => "WTL-3.3.b",
            _ => "WTL-3.0.b",
        };
        return Err(Illegal::new(rule, format!("{} is not set up in this step", t.name(unit))));
    }
    let Some((name, rule)) = area_of(t, unit) else { return Err(Illegal::new("WTL-3.0.b", format!("{} is not set up", t.name(unit)))) };
    Ok((name, if t.kind(unit) == UnitType::Leader { "WTL-3.1.e" } else { rule }))
}

/// Why a hex is outside the area of a counter.
fn outside(t: &Table, unit: UnitId, hex: Hex, rule: &'static str) -> Illegal {
    let footing = t.ix(hex).map(|ix| t.footing(ix));
    let turkish = t.printed(unit).nation == Nation::Tn && rule != "WTL-3.1.e";
    let foreign = footing.is_some_and(|f| f.foreign || matches!(f.owner, Some(owner) if owner.is_republic()));
    let rule = match () {
        _ if hex == t.charts.edirne.hex && turkish && t.is_regular(unit) => "WTL-3.1.a",
        _ if turkish && foreign && t.is_regular(unit) => "WTL-3.1.d",
        _ if t.printed(unit).nation == Nation::Bol && footing.is_some_and(|f| f.country != Some(super::tables::Country::Russia)) => "WTL-3.1.i",
        _ => rule,
    };
    Illegal::new(rule, format!("{} does not start in {}", t.name(unit), t.spot(hex)))
}

/// [3.1.a] The garrison of Edirne: two infantry divisions.
fn may_garrison(t: &Table, unit: UnitId, hex: Hex) -> Result<&'static str, Illegal> {
    let rule = "WTL-3.1.a";
    if !is_piece(t, unit) {
        return Err(Illegal::new(rule, format!("{} is not a Turkish infantry division", t.name(unit))));
    }
    if hex != t.charts.edirne.hex {
        return Err(Illegal::new(rule, "the garrison of Edirne is placed first, and nowhere else"));
    }
    if t.board.hex(unit).is_some() || in_edirne(t) >= usize::from(t.charts.edirne.divisions) {
        return Err(Illegal::new(rule, format!("no more than {} divisions start in Edirne", t.charts.edirne.divisions)));
    }
    Ok(rule)
}

/// [3.0.c], [3.1.f] Enemies, political stacking and the number of units hold in set-up too; irregulars start one to a hex.
fn fits(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let nation = t.nation(unit);
    let irregular = |u: &UnitId| *u != unit && t.is_irregular(*u);
    if t.segment() == Segment::SetupIrregulars && t.board.stack(ix).iter().any(irregular) {
        return Err(Illegal::new("WTL-3.1.f", format!("{} already holds an irregular: they start one to a hex", t.spot_at(ix))));
    }
    if let Some(enemy) = Politics::now(t).enemy_in(t, nation, ix) {
        return Err(Illegal::new("WTL-3.0.c", format!("an enemy, {}, is in {}", t.name(enemy), t.spot_at(ix))));
    }
    let shared = politics::may_share_hex(t, nation, ix, &[unit]);
    if nation.is_power() && shared.is_err() && area_of(t, unit).is_some_and(|(_, rule)| rule == "WTL-3.2.d") {
        return shared.map_err(|no| Illegal { rule: Atom("WTL-3.2.d"), ..no });
    }
    shared.map_err(|no| Illegal { rule: Atom("WTL-3.0.c"), ..no })?;
    if t.ix_of(unit) == Some(ix) {
        return Ok(());
    }
    stacking::has_room(t, unit, ix).map_err(|no| Illegal { rule: Atom("WTL-3.0.c"), ..no })
}

/// [3] Places a counter, or moves it to another hex.
pub(crate) fn place(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    let by = may_place(&t, unit, hex)?;
    if t.board.hex(unit) == Some(hex) {
        return Err(Illegal::new(by, format!("{} is already in {}", t.name(unit), t.spot(hex))));
    }
    t.board.put(Atom(by), unit, Place::Map(hex));
    Ok(())
}

/// [3], [R-77] Takes a counter back.
pub(crate) fn take_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if !t.segment().is_setup() || !is_piece(&t, unit) || t.board.hex(unit).is_none() {
        return Err(Illegal::new("WTL-3.0.b", format!("{} was not placed in this step", t.name(unit))));
    }
    t.box_up("WTL-3.0.b", unit, Holding::Waiting);
    Ok(())
}

/// The hexes in which a counter may be placed now.
pub(crate) fn places(t: &Table, unit: UnitId) -> Vec<Hex> {
    let garrison = t.segment() == Segment::SetupEdirne;
    let Ok((area, _)) = (if garrison { Ok(("tn_edirne", "")) } else { starts_in(t, unit) }) else { return Vec::new() };
    let takes = |ix: Ix| if garrison { may_garrison(t, unit, t.hex(ix)).is_ok() } else { fits(t, unit, ix).is_ok() };
    t.charts.spots.area(area).iter().filter(|ix| t.ix_of(unit) != Some(**ix) && takes(**ix)).map(|ix| t.hex(*ix)).collect()
}

/// What is missing before the step can end.
pub(crate) fn missing(t: &Table) -> Result<(), Illegal> {
    let segment = t.segment();
    if !segment.is_setup() {
        return Err(Illegal::new("WTL-3.0.b", "set-up is over"));
    }
    if segment == Segment::SetupEdirne {
        let (placed, wanted) = (in_edirne(t), usize::from(t.charts.edirne.divisions));
        return if placed == wanted { Ok(()) } else { Err(Illegal::new("WTL-3.1.a", format!("{placed} of {wanted} divisions are in Edirne"))) };
    }
    if let Some(unit) = waiting(t).first() {
        let rule = if segment == Segment::SetupIrregulars { "WTL-3.1.f" } else { "WTL-3.0.a" };
        return Err(Illegal::new(rule, format!("{} still has to be placed", t.name(*unit))));
    }
    if segment == Segment::SetupRegulars {
        cities_covered(t)?;
        return ataturk_stands(t);
    }
    Ok(())
}

/// [3.1.e] Ataturk stands with a regular of this step.
fn ataturk_stands(t: &Table) -> Result<(), Illegal> {
    let regulars: Vec<UnitId> = pieces(t).into_iter().filter(|u| t.is_regular(*u)).collect();
    let alone = |u: &UnitId| t.kind(*u) == UnitType::Leader && !regulars.iter().any(|r| t.board.place(*r) == t.board.place(*u));
    match pieces(t).into_iter().find(alone) {
        Some(leader) => Err(Illegal::new("WTL-3.1.e", format!("{} has to start with a regular", t.name(leader)))),
        None => Ok(()),
    }
}

/// [3.1.c], [R-76] A different regular stands near each of the nine cities.
fn cities_covered(t: &Table) -> Result<(), Illegal> {
    uncovered(t).map_or(Ok(()), |(city, _)| {
        let why = format!("no regular is left for {}: each of the nine cities needs one of its own within two hexes", t.spot(city));
        Err(Illegal::new("WTL-3.1.c", why))
    })
}

/// A city for which no regular is left, and how near one would have to stand.
fn uncovered(t: &Table) -> Option<(Hex, u32)> {
    let cities = &t.book.ground.areas.get("tn_regulars")?.near;
    let hexes: Vec<Hex> = pieces(t).into_iter().filter(|u| t.is_regular(*u)).filter_map(|u| t.board.hex(u)).collect();
    let near = |city: usize, unit: usize| t.board.distance(cities[city].0, hexes[unit]).is_some_and(|d| d <= cities[city].1);
    let mut guard: Vec<Option<usize>> = vec![None; hexes.len()];
    (0..cities.len()).find(|city| !assign(*city, &mut vec![false; hexes.len()], &mut guard, &near)).map(|city| cities[city])
}

/// Finds a unit for a city, if need be by giving other cities other units.
fn assign(city: usize, tried: &mut Vec<bool>, guard: &mut Vec<Option<usize>>, near: &dyn Fn(usize, usize) -> bool) -> bool {
    for unit in 0..guard.len() {
        if tried[unit] || !near(city, unit) {
            continue;
        }
        tried[unit] = true;
        if guard[unit].is_none_or(|other| assign(other, tried, guard, near)) {
            guard[unit] = Some(city);
            return true;
        }
    }
    false
}

/// Whether there is anything to place as suggested.
pub(crate) fn may_place_rest(t: &Table) -> Result<(), Illegal> {
    if missing(t).is_err() && t.segment().is_setup() { Ok(()) } else { Err(Illegal::new("WTL-3.0.b", "everything has been placed")) }
}

/// Places whatever waits where the scenario suggests; if that is not enough, everything.
pub(crate) fn place_rest(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_place_rest(&t)?;
    suggest(&mut t);
    if missing(&t).is_err() {
        for unit in pieces(&t) {
            if t.board.hex(unit).is_some() {
                t.box_up("WTL-3.0.b", unit, Holding::Waiting);
            }
        }
        suggest(&mut t);
    }
    Ok(())
}

fn suggest(t: &mut Table) {
    let put = |t: &mut Table, unit: UnitId, hex: Hex| {
        if let Ok(by) = may_place(t, unit, hex) {
            t.board.put(Atom(by), unit, Place::Map(hex));
        }
    };
    let leads = |t: &Table, unit: UnitId| t.kind(unit) == UnitType::Leader;
    for unit in waiting(t) {
        if let Some(hex) = t.deployment.suggested(unit).filter(|_| !leads(t, unit)) {
            put(t, unit, hex);
        }
    }
    for unit in waiting(t) {
        if t.segment() == Segment::SetupEdirne && missing(t).is_ok() {
            return; // only its garrison is placed in this step
        }
        if let Some(hex) = good_hex(t, unit) {
            put(t, unit, hex);
        }
    }
}

/// A hex for a counter that cannot start where the scenario suggests: near a city that needs a regular; for Ataturk, with a regular.
fn good_hex(t: &Table, unit: UnitId) -> Option<Hex> {
    let hexes = places(t, unit);
    if t.kind(unit) == UnitType::Leader {
        let regular = |hex: &Hex| pieces(t).into_iter().any(|u| t.is_regular(u) && t.board.hex(u) == Some(*hex));
        let suggested = t.deployment.suggested(unit);
        return suggested.filter(|hex| hexes.contains(hex) && regular(hex)).or_else(|| hexes.into_iter().find(regular));
    }
    let open = if t.segment() == Segment::SetupRegulars { uncovered(t) } else { None };
    let near = open.and_then(|(city, within)| hexes.iter().copied().find(|hex| t.board.distance(city, *hex).is_some_and(|d| d <= within)));
    near.or(hexes.first().copied())
}

/// [3] The step is done: what was placed owns its hexes.
pub(crate) fn ready(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    missing(&t)?;
    for unit in pieces(&t) {
        let Some(ix) = t.ix_of(unit) else { continue };
        if t.segment() == Segment::SetupEdirne {
            t.set_mark("WTL-3.1.a", unit, Mark::Garrison, true);
        }
        let nation = t.nation(unit);
        if t.owner(ix) != Some(nation) {
            let (hex, side) = (t.hex(ix), t.side_of(nation));
            t.board.record(Atom("WTL-3.4.a"), Fact::Owned { hex, by: nation.id(), side: Some(side) });
        }
    }
    sequence::advance(&mut t);
    Ok(())
}
