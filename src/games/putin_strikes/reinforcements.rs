//! [12.5]–[12.9] Allied reinforcement contingents.

use super::charts::Contingent;
use super::orders::{Count, Holding, Mark, Segment, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{RUSSIAN, airpower, sequence, stacking};
use crate::board::paths::flood;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, LayerId, Place, UnitId};
use bevy_ecs::prelude::In;

/// The layer of hexes joined to the west edge.
const JOINED: LayerId = LayerId::Supply(0);

/// [12.7.a] The contingents still to come.
pub(super) fn left<'a>(t: &'a Table) -> Vec<&'a Contingent> {
    let waits = |c: &&Contingent| c.units.iter().any(|u| t.is_in(*u, Holding::Contingents));
    t.charts.reinforcements.contingents.iter().filter(waits).collect()
}

/// [3.8], [12.5]–[12.7] Rolls for the contingent of the next turn; an empty slot is rolled for again.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let by = match t.segment() {
        Segment::FirstContingent => "PS-3.8.a",
        Segment::Contingent => "PS-12.7.a",
        _ if t.turn() == 0 => return Err(Illegal::new("PS-3.8.a", "the first contingent is rolled for when the Allies have set up")),
        _ => return Err(Illegal::new("PS-12.7.a", "the next contingent is rolled for after this turn's has arrived")),
    };
    let Some(holding) = Holding::of_turn(t.turn() + 1) else {
        return Err(Illegal::new("PS-12.7.a", "this is the last turn, so no further contingent comes"));
    };
    let slot = loop {
        let die = t.die(by, "contingent");
        let found: Vec<Contingent> = left(&t).into_iter().filter(|c| c.slot == die).cloned().collect();
        if !found.is_empty() || t.board.starved() {
            break found;
        }
        t.board.record(Atom(by), Fact::Noted { text: "that contingent has already come: roll again".into() });
    };
    let pick = if slot.len() > 1 { usize::from(t.die("PS-12.7.b", "which of two contingents") > t.charts.reinforcements.half_up_to) } else { 0 };
    if let Some(contingent) = slot.get(pick) {
        t.board.record(Atom(by), Fact::Noted { text: format!("the next contingent: {}", contingent.name) });
        for unit in contingent.units.iter().copied() {
            t.box_up("PS-12.5.b", unit, holding);
            if t.printed(unit).task_force {
                // [12.9.a]
                let strength = t.roll_dice("PS-12.9.a", "strength of the task force", t.charts.reinforcements.task_force_dice, &[]);
                t.board.count(Atom("PS-12.9.a"), unit, Count::Strength.id(), strength);
            }
        }
    }
    sequence::end_step(&mut t);
    Ok(())
}

/// [12.8.a] NATO airpower that arrives joins the pool at once.
pub(super) fn begin(t: &mut Table) {
    let Some(holding) = Holding::of_turn(t.turn()) else { return };
    for unit in t.board.boxed(holding.id()).to_vec() {
        if t.printed(unit).kind == UnitType::Airpower {
            t.box_up("PS-12.8.a", unit, Holding::air(t.printed(unit).side));
            t.set_track("PS-12.8.a", Track::NatoAir, 1);
        }
    }
}

/// Units of the contingent that arrive now.
pub(super) fn due(t: &Table) -> Vec<UnitId> {
    let Some(holding) = Holding::of_turn(t.turn()).filter(|_| t.segment() == Segment::Reinforcements) else { return Vec::new() };
    t.board.boxed(holding.id()).iter().filter(|u| t.printed(**u).ground && !t.has(**u, Mark::Recycling)).copied().collect()
}

/// [12.6.a] Hexes that a path free of Russians and of their airpower joins to the west edge.
fn joined_to_the_west(t: &Table, mut layer: Vec<bool>) -> Vec<bool> {
    let (grid, charts) = (&t.board.map.grid, &t.charts);
    let free = |ix: Ix| !charts.footing[ix.at()].water && !t.holds(RUSSIAN, ix) && !airpower::reaches(t, RUSSIAN, ix);
    let sources = charts.spots.west.iter().copied().filter(|ix| free(*ix));
    flood(grid, sources, &mut layer, &mut Vec::new(), |from, dir, to| !charts.crossing[from.at()][dir.at()].water && free(to));
    layer
}

/// Whether the hexes joined to the west edge are right, if they claim to be: for the laws.
pub(super) fn layer_holds(t: &mut Table) -> bool {
    let claimed = t.board.stale_layer(JOINED).is_none().then(|| t.board.layer(JOINED).to_vec());
    t.refresh();
    claimed.is_none_or(|claimed| claimed == joined_to_the_west(t, Vec::new()))
}

/// [12.6] The hexes in which units may arrive now, room apart. Other layers must be up to date.
pub(super) fn entries(t: &mut Table) -> Vec<Ix> {
    if let Some(room) = t.board.stale_layer(JOINED) {
        let joined = joined_to_the_west(t, room);
        t.board.lay(JOINED, joined);
    }
    let joined = t.board.layer(JOINED);
    let spots = &t.charts.spots;
    let cities = spots.cities.iter().filter(|ix| t.footing(**ix).allied && joined[ix.at()]);
    let mut entries: Vec<Ix> = cities.chain(&spots.west).copied().filter(|ix| !t.holds(RUSSIAN, *ix)).collect();
    entries.sort_unstable();
    entries.dedup();
    entries
}

/// [12.6.c] Whether a unit arrives now.
pub(super) fn is_due(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    if due(t).contains(&unit) { Ok(()) } else { Err(Illegal::new("PS-12.6.c", format!("{} does not arrive in this step", t.name(unit)))) }
}

/// [12.6.b] Whether a unit finds room where it may arrive.
pub(super) fn has_room(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    stacking::fits(t, ix, unit, "PS-12.6.b")
}

/// [12.6] Whether a unit may arrive in one of these hexes.
fn may_arrive(t: &Table, entries: &[Ix], unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    is_due(t, unit)?;
    let ix = t.on_the_map(hex, "PS-12.6.a")?;
    if !entries.contains(&ix) {
        let (city, spot) = (t.footing(ix).city.is_some() && t.footing(ix).allied, t.spot(hex));
        let why = match (t.holds(RUSSIAN, ix), city) {
            (true, _) => format!("{spot} is held by the Russians"),
            (false, true) => format!("no path free of Russian units and airpower leads from {spot} to the west edge"),
            (false, false) => format!("{spot} is neither on the west edge nor a city of an Allied nation, where contingents arrive"),
        };
        return Err(Illegal::new("PS-12.6.a", why));
    }
    has_room(t, unit, ix)
}

/// [12.6.c] Units that find no hex wait a turn. Tells whether nobody has anything left to place.
pub(super) fn settle(t: &mut Table) -> bool {
    let units = due(t);
    if units.is_empty() {
        return true;
    }
    t.refresh();
    let entries = entries(t);
    let stuck = |t: &Table, unit: UnitId| !entries.iter().any(|ix| has_room(t, unit, *ix).is_ok());
    let mut waiting = 0;
    for unit in units {
        if stuck(t, unit) {
            match Holding::of_turn(t.turn() + 1).filter(|_| t.turn() < t.start.turns) {
                Some(next) => t.box_up("PS-12.6.c", unit, next),
                None => t.board.put(Atom("PS-12.6.c"), unit, Place::Holding(Holding::Contingents.id())),
            }
        } else {
            waiting += 1;
        }
    }
    waiting == 0
}

/// [12.6] A unit of the contingent arrives, undisrupted.
pub(super) fn arrive(t: &mut Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    t.refresh();
    let entries = entries(t);
    may_arrive(t, &entries, unit, hex)?;
    t.board.put(Atom("PS-12.6.a"), unit, Place::Map(hex));
    Ok(())
}
