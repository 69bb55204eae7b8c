//! [12.1]–[12.4] Replacements: what becomes of lost units, and where they come back.

use super::orders::{Holding, Mark, Segment};
use super::table::Table;
use super::{ALLIED, RUSSIAN, reinforcements, stacking};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// [12.2] A die for a lost unit: the box of the Turn Track in which it waits, or none and it is out for good.
pub(super) fn recycle(t: &mut Table, unit: UnitId) {
    if !t.printed(unit).recycles {
        t.board.record(Atom("PS-12.1.d"), Fact::Gone { unit });
        return;
    }
    let divisor = if t.is_division(unit) { t.charts.recycling.division_divisor } else { t.charts.recycling.brigade_divisor };
    let die = t.die("PS-12.2.a", "recycling");
    let box_of = Holding::of_turn(t.turn().saturating_add(die.div_ceil(divisor.get())));
    // [12.2.b] Beyond the last turn there is no box.
    match box_of.filter(|_| t.turn() + die.div_ceil(divisor.get()) <= t.start.turns) {
        Some(holding) => {
            t.mark("PS-12.1.a", unit, Mark::Recycling);
            t.box_up("PS-12.2.a", unit, holding);
        }
        None => t.board.record(Atom("PS-12.2.b"), Fact::Gone { unit }),
    }
}

/// The side whose replacements come now.
fn owner(t: &Table) -> Option<Side> {
    match t.segment() {
        Segment::RussianReplacements => Some(RUSSIAN),
        Segment::AlliedReplacements => Some(ALLIED),
        _ => None,
    }
}

/// Units that come back now.
pub(super) fn due(t: &Table) -> Vec<UnitId> {
    let (Some(side), Some(holding)) = (owner(t), Holding::of_turn(t.turn())) else { return Vec::new() };
    t.board.boxed(holding.id()).iter().filter(|u| t.printed(**u).side == side && t.has(**u, Mark::Recycling)).copied().collect()
}

/// [12.3] Hexes in which a unit may come back, room and enemies apart.
pub(super) fn entries(t: &Table, unit: UnitId) -> Vec<Ix> {
    let (spots, printed) = (&t.charts.spots, t.printed(unit));
    if printed.side == RUSSIAN {
        let cities = spots.cities.iter().filter(|ix| t.footing(**ix).russia);
        return cities.chain(&spots.east).copied().collect();
    }
    let own = &spots.home_cities[printed.nation.at()];
    if own.is_empty() { spots.west.clone() } else { own.clone() }
}

/// [12.3] The rule by which a unit comes back.
fn entry_rule(t: &Table, unit: UnitId) -> &'static str {
    let printed = t.printed(unit);
    if printed.side == RUSSIAN {
        "PS-12.3.e"
    } else if t.charts.spots.home_cities[printed.nation.at()].is_empty() {
        "PS-12.3.d"
    } else if t.book.nations[printed.nation.at()].id == "La" {
        "PS-12.3.b"
    } else {
        "PS-12.3.a"
    }
}

/// [12.3] Whether a unit may come back in a hex.
pub(super) fn may_return(t: &Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    if !due(t).contains(&unit) {
        return Err(Illegal::new("PS-12.2.a", format!("{} does not come back in this step", t.name(unit))));
    }
    let ix = t.on_the_map(hex, "PS-12.3.f")?;
    let (spots, printed) = (&t.charts.spots, t.printed(unit));
    let city = t.footing(ix).city.is_some();
    let refuse = |rule, why: &str| Err(Illegal::new(rule, format!("{} cannot come back there: {} {why}", t.name(unit), t.spot(hex))));
    if printed.side == RUSSIAN {
        let entry = t.footing(ix).russia && (city || spots.east.contains(&ix));
        if !entry {
            return refuse("PS-12.3.e", "is neither a city of Russia proper nor one of its hexes on the east edge, where Russian units come back");
        }
        if t.holds(ALLIED, ix) {
            return refuse("PS-12.3.e", "is held by the Allies");
        }
    } else if spots.home_cities[printed.nation.at()].is_empty() {
        if !spots.west.contains(&ix) {
            return refuse("PS-12.3.d", "is not on the west edge, where units of nations without cities on the map come back");
        }
        if t.holds(RUSSIAN, ix) {
            return refuse("PS-12.3.d", "is held by the Russians");
        }
    } else if !spots.home_cities[printed.nation.at()].contains(&ix) {
        return refuse(entry_rule(t, unit), "is not a city of the unit's own nation");
    } else if !t.controls(ALLIED, ix) {
        return refuse(entry_rule(t, unit), "is not controlled by the Allies");
    }
    stacking::fits(t, ix, unit, "PS-12.3.f")
}

/// Where a unit may come back now.
pub(super) fn open(t: &Table, unit: UnitId) -> Vec<Hex> {
    let hexes = entries(t, unit).into_iter().map(|ix| t.board.map.grid.hex(ix));
    let mut open: Vec<Hex> = hexes.filter(|hex| may_return(t, unit, *hex).is_ok()).collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// [12.3.c] Units that find no hex are out for good. Tells whether nobody has anything left to place.
pub(super) fn settle(t: &mut Table) -> bool {
    for unit in due(t) {
        if open(t, unit).is_empty() {
            t.unmark("PS-12.3.c", unit, Mark::Recycling);
            t.board.put(Atom("PS-12.3.c"), unit, Place::Lost);
            t.board.record(Atom("PS-12.3.c"), Fact::Gone { unit });
        }
    }
    due(t).is_empty()
}

/// [12.3], [12.6] A unit that is due appears, undisrupted [12.4.a].
pub(super) fn arrive(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    if t.segment() == Segment::Reinforcements {
        return reinforcements::arrive(&mut t, unit, hex);
    }
    may_return(&t, unit, hex)?;
    t.unmark("PS-12.4.a", unit, Mark::Recycling);
    let rule = entry_rule(&t, unit);
    t.board.put(Atom(rule), unit, Place::Map(hex));
    Ok(())
}
