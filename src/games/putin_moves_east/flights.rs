//! [13.1] Airborne movement, and flights over a map edge [10.2.3].

use super::movement::{self, Found, Mode, ticket};
use super::table::{Table, movement_points};
use super::tables::Kind;
use super::{movement::March, scenario};
use crate::board::{Atom, Hex, Illegal, Ix, Path, Points, Side, UnitId};
use bevy_ecs::prelude::In;

/// [13.1] Whether a unit may fly now.
pub(super) fn may_fly(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    if matches!(t.open(), Some(super::Decision::March(march)) if march.unit == Some(unit)) {
        return Err(Illegal::new("PME-13.0.a", "a flight takes the place of the march, and is not added to it"));
    }
    let ticket = ticket(t, unit)?;
    can_fly(t, unit)?;
    Ok(ticket)
}

/// [2.13.b] Whether a unit is one that flies from where it is.
pub(super) fn can_fly(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    if t.kind(unit) != Kind::Airborne {
        return Err(Illegal::new("PME-2.13.b", format!("{} is not an airborne unit", t.seen_name(unit))));
    }
    if t.board.hex(unit).is_none() && t.charts.spots.edges[t.printed(unit).nation.at()].is_empty() {
        return Err(Illegal::new("PME-10.2.3.c", format!("{} belongs to a nation without a map edge of its own", t.name(unit))));
    }
    Ok(())
}

/// [13.0], [13.1] A unit flies: it pays and rolls.
pub(super) fn begin(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    if let Some(super::Decision::Attack(_)) = t.open() {
        return super::combat::assault::fly(&mut t, unit);
    }
    let (side, cost) = may_fly(&t, unit)?;
    let dice = t.charts.movement.airborne_dice;
    movement::set_out(&mut t, side, cost, unit, Mode::Air, 0);
    let points = t.dice("PME-13.1.a", "airborne movement", dice);
    let march = movement::current(&t)?;
    movement::keep(&mut t, March { left: Points::whole(i16::from(points)).0, ..march });
    Ok(())
}

/// [13.1.b], [13.2.a] Whether a unit may land in a hex.
pub(super) fn may_land(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    scenario::open_country(t, unit, ix)?;
    if t.occupant(ix).is_some_and(|s| s != t.board.side(unit)) {
        return Err(Illegal::new("PME-13.2.a", "no unit lands in a hex with enemy units"));
    }
    movement::firm(t, unit, ix).map_err(|no| if no.rule == Atom("PME-12.5.d") { Illegal { rule: Atom("PME-13.1.b"), ..no } } else { no })
}

/// How far every hex is from a unit by air, on ways around neutral countries [F31]. From off the map the edge hex counts.
pub(super) fn distances(t: &Table, unit: UnitId, points: u8) -> Vec<Option<u8>> {
    let grid = &t.board.map.grid;
    let mut far = vec![None; grid.len()];
    let mut ring: Vec<Ix> = match t.ix_of(unit) {
        Some(start) => {
            far[start.at()] = Some(0);
            vec![start]
        }
        None => t.charts.spots.edges[t.printed(unit).nation.at()].iter().copied().filter(|ix| points > 0 && !t.is_neutral(*ix)).collect(),
    };
    let first = if t.ix_of(unit).is_some() { 0 } else { 1 };
    ring.iter().for_each(|ix| far[ix.at()] = Some(first));
    for distance in first + 1..=points {
        let mut next = Vec::new();
        for here in ring {
            for (_, there) in grid.around(here) {
                if far[there.at()].is_none() && !t.is_neutral(there) {
                    far[there.at()] = Some(distance);
                    next.push(there);
                }
            }
        }
        ring = next;
    }
    far
}

/// A way by which a unit reaches a hex by air, by the distances from where it starts.
pub(super) fn way(t: &Table, far: &[Option<u8>], end: Ix) -> Path {
    let grid = &t.board.map.grid;
    let mut path = vec![end];
    while let Some(here) = path.last().copied() {
        let Some(back) = far[here.at()].and_then(|n| n.checked_sub(1)) else { break };
        let Some((_, before)) = grid.around(here).find(|(_, ix)| far[ix.at()] == Some(back)) else { break };
        path.push(before);
    }
    // The hex in which it starts is not entered; one at the edge is.
    if far[path[path.len() - 1].at()] == Some(0) {
        path.pop();
    }
    path.into_iter().rev().map(|ix| grid.hex(ix)).collect()
}

/// The hexes in which a unit may land with so many points, each with a way there.
pub(super) fn landings(t: &Table, unit: UnitId, points: u8) -> Vec<Found> {
    let far = distances(t, unit, points);
    let way = |end: Ix| Found { end, path: way(t, &far, end), spent: Points::whole(far[end.at()].unwrap_or(0).into()).0 };
    ends(t, unit, &far).map(way).collect()
}

/// Whether there is any.
pub(super) fn lands_somewhere(t: &Table, unit: UnitId, points: u8) -> bool {
    ends(t, unit, &distances(t, unit, points)).next().is_some()
}

fn ends<'a>(t: &'a Table, unit: UnitId, far: &'a [Option<u8>]) -> impl Iterator<Item = Ix> + 'a {
    let start = t.ix_of(unit);
    t.board.map.grid.all().filter(move |ix| far[ix.at()].is_some() && Some(*ix) != start && may_land(t, unit, *ix).is_ok())
}

/// [13.1], [F31], [F92] Judges a flight and its landing.
pub(super) fn judge(t: &Table, unit: UnitId, points: u8, path: &[Hex]) -> Result<(), Illegal> {
    judge_flight(t, unit, points, path, |end| may_land(t, unit, end))
}

/// [13.1.a], [F89] Judges the way of a flight, then where it ends, and its length last.
pub(super) fn judge_flight(t: &Table, unit: UnitId, points: u8, path: &[Hex], may_end: impl Fn(Ix) -> Result<(), Illegal>) -> Result<(), Illegal> {
    let grid = &t.board.map.grid;
    let way = t.way(path, "PME-13.1.a")?;
    let Some(end) = way.last().copied() else { return Err(Illegal::new("PME-13.1.a", "name at least one hex, or let the unit stay")) };
    let mut at = t.ix_of(unit);
    for to in way {
        match at {
            None if !t.charts.spots.edges[t.printed(unit).nation.at()].contains(&to) => {
                let why = format!("{} is not on a map edge by which this unit's nation enters", t.spot_at(to));
                return Err(Illegal::new("PME-10.2.3.a", why));
            }
            Some(from) if grid.side(from, to).is_none() => {
                return Err(Illegal::new("PME-13.1.a", format!("{} is not next to {}", t.spot_at(to), t.spot_at(from))));
            }
            _ if t.is_neutral(to) => {
                return Err(Illegal::new("PME-5.2.d", format!("{} lies in a neutral country, which nobody flies over", t.spot_at(to))));
            }
            _ => {}
        }
        at = Some(to);
    }
    may_end(end).map_err(|no| t.of_hex(end, no))?;
    if path.len() > usize::from(points) {
        return Err(Illegal::new("PME-13.1.a", format!("this flight takes {}, and the unit has {points}", movement_points(path.len()))));
    }
    Ok(())
}

/// A unit flies along a path.
pub(super) fn carry_out(t: &mut Table, by: &'static str, unit: UnitId, path: &[Hex]) {
    movement::walk(t, by, unit, path);
}
