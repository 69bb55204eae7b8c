//! [12.7], [12.8] Administrative rail movement, and the way off the map and back.

use super::movement::{self, Found, March, Mode, Sort, may_ever_move};
use super::orders::{Decision, HexMark};
use super::table::{Table, movement_points};
use super::tables::Kind;
use super::{actions, scenario};
use crate::board::paths::{self, Reach, Step};
use crate::board::{Atom, Dir, Hex, Illegal, Ix, Points, Side, UnitId};
use bevy_ecs::prelude::In;

/// [12.7.a], [F97] Whether a unit may take part in rail movement now, and what that costs if it opens the action.
fn ticket(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    let Some(Decision::March(march)) = t.open() else {
        let side = actions::acting(t)?;
        let cost = t.charts.costs.rail;
        actions::may_pay(t, side, cost)?;
        may_ever_move(t, side, unit)?;
        return Ok((side, Some(cost)));
    };
    if march.unit.is_some() {
        return Err(Illegal::new("PME-12.4.a", "the unit that is on the move has to finish first"));
    }
    let Sort::Railway(nation) = march.sort else {
        return Err(Illegal::new("PME-16.1.b", "administrative rail movement is an action of its own, not part of a joint maneuver"));
    };
    may_ever_move(t, march.side, unit)?;
    if t.printed(unit).nation != nation {
        return Err(Illegal::new("PME-12.7.a", format!("{} is of another nation than the units that use the railroad in this action", t.name(unit))));
    }
    if march.moved.contains(&unit) {
        let rule = if t.in_base(unit) { "PME-12.8.b" } else { "PME-12.7.a" };
        return Err(Illegal::new(rule, format!("{} has moved in this action already", t.name(unit))));
    }
    Ok((march.side, None))
}

/// [12.7] Whether a train of a side may be in a hex.
fn may_pass(t: &Table, side: Side, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    scenario::open_country(t, unit, ix)?;
    if t.footing(ix).country.and_then(|country| t.side_of(country)) != Some(side) {
        return Err(Illegal::new("PME-12.7.d", "it lies in a country that was not on this side from the start"));
    }
    if t.occupant(ix) == Some(side.other()) {
        return Err(Illegal::new("PME-12.7.c", "enemy units hold it"));
    }
    if t.hex_has(ix, HexMark::Fallout) {
        return Err(Illegal::new("PME-27.1.b", "it is closed by fallout"));
    }
    if t.touches_enemy(side, ix) {
        return Err(Illegal::new("PME-12.7.c", "it is next to an enemy ground unit"));
    }
    Ok(())
}

/// [12.7.b], [12.7.c], [12.7.d] Whether a unit stands where a train may take it along.
pub(super) fn may_start(t: &Table, side: Side, unit: UnitId) -> Result<(), Illegal> {
    if scenario::is_interned(t, unit) {
        return Err(Illegal::new("PME-3.6.c", format!("{} leaves neutral South Korea only by amphibious movement", t.name(unit))));
    }
    let Some(ix) = t.ix_of(unit) else { return Ok(()) };
    if !t.footing(ix).rail {
        return Err(Illegal::new("PME-12.7.b", format!("no railroad runs through {}", t.spot_at(ix))));
    }
    may_pass(t, side, unit, ix).map_err(|no| t.of_hex(ix, no))
}

/// [12.7] Whether a unit may go by rail now.
pub(super) fn may_ride(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    let (side, cost) = ticket(t, unit)?;
    may_start(t, side, unit)?;
    if t.in_base(unit) && exits(t, side, unit).is_empty() {
        return Err(Illegal::new("PME-12.8.c", format!("no rail exit leads {} onto the map", t.name(unit))));
    }
    Ok((side, cost))
}

/// [12.8.c], [F97] The exits by which a unit can come on by rail.
fn exits(t: &Table, side: Side, unit: UnitId) -> Vec<Ix> {
    let all = t.charts.spots.exits[t.printed(unit).nation.at()].iter().copied();
    all.filter(|ix| may_pass(t, side, unit, *ix).is_ok()).collect()
}

/// [12.7.a] A unit goes by rail: the action is paid for with its first unit, and each rolls.
pub(super) fn ride(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (side, cost) = may_ride(&t, unit)?;
    board(&mut t, side, cost, unit);
    let dice = t.charts.movement.rail_dice;
    let points = t.dice("PME-12.7.a", "rail movement", dice);
    let march = movement::current(&t)?;
    movement::keep(&mut t, March { unit: Some(unit), mode: Mode::Rail, left: Points::whole(i16::from(points)).0, ..march });
    Ok(())
}

/// Opens the action, if this is its first unit.
fn board(t: &mut Table, side: Side, cost: Option<i32>, unit: UnitId) {
    let Some(cost) = cost else { return };
    let nation = t.printed(unit).nation;
    actions::open(t, side, cost, "PME-12.7.a");
    t.ask(Decision::March(Box::new(March { side, sort: Sort::Railway(nation), unit: None, mode: Mode::Rail, left: 0, moved: Vec::new() })));
}

/// [12.7.b], [F42] Whether a train gets from a hex into the next.
fn step(t: &Table, side: Side, unit: UnitId, from: Ix, dir: Dir, to: Ix) -> Result<(), Illegal> {
    if t.charts.crossing[from.at()][dir.at()].rail.is_none() {
        return Err(Illegal::new("PME-12.7.b", "no railroad leads there from the hex before"));
    }
    may_pass(t, side, unit, to)
}

/// Every hex that a unit reaches by rail with so many points, each by the shortest way.
pub(super) fn reach(t: &Table, unit: UnitId, points: u8, scratch: &mut Reach) -> Vec<Found> {
    let (grid, side) = (&t.board.map.grid, t.board.side(unit));
    let walk = |from: Ix, dir: Dir, to: Ix| if step(t, side, unit, from, dir, to).is_ok() { Step::Go(1) } else { Step::Closed };
    let halves = |hexes: u16| Points::whole(hexes as i16).0;
    if let Some(start) = t.ix_of(unit) {
        scratch.explore(grid, start, points.into(), walk);
        return movement::found(t, scratch, halves);
    }
    let (entry, mut all) = (t.charts.movement.entry, Vec::new());
    for exit in exits(t, side, unit).into_iter().filter(|_| i16::from(points) >= entry) {
        scratch.explore(grid, exit, u16::from(points) - entry as u16, walk);
        movement::come_out(t, exit, Points::whole(entry).0, movement::found(t, scratch, halves), &mut all);
    }
    all.sort_by_key(|f| f.end);
    all
}

/// Whether a unit reaches any hex by rail with so many points: its first step tells.
pub(super) fn leads_on(t: &Table, unit: UnitId, points: u8) -> bool {
    let side = t.board.side(unit);
    match t.ix_of(unit) {
        Some(start) => points > 0 && t.board.map.grid.around(start).any(|(dir, to)| step(t, side, unit, start, dir, to).is_ok()),
        None => i16::from(points) >= t.charts.movement.entry && !exits(t, side, unit).is_empty(),
    }
}

/// [12.7] Judges a way by rail.
pub(super) fn judge(t: &Table, unit: UnitId, points: u8, path: &[Hex]) -> Result<(), Illegal> {
    let (grid, side) = (&t.board.map.grid, t.board.side(unit));
    let way = t.way(path, "PME-12.7.b")?;
    if way.is_empty() {
        return Err(Illegal::new("PME-12.7.a", "name at least one hex, or let the unit stay"));
    }
    let mut at = t.ix_of(unit);
    let mut spent = 0usize;
    for to in way {
        match at {
            None if !t.charts.spots.exits[t.printed(unit).nation.at()].contains(&to) => {
                return Err(Illegal::new("PME-12.8.c", format!("{} is not a rail exit of this unit's off-map base", t.spot_at(to))));
            }
            None => {
                may_pass(t, side, unit, to).map_err(|no| t.of_hex(to, no))?;
                spent += t.charts.movement.entry as usize;
            }
            Some(from) => {
                let Some(dir) = grid.side(from, to) else {
                    return Err(Illegal::new("PME-12.7.b", format!("{} is not next to {}", t.spot_at(to), t.spot_at(from))));
                };
                step(t, side, unit, from, dir, to).map_err(|no| t.of_hex(to, no))?;
                spent += 1;
            }
        }
        at = Some(to);
    }
    if spent > usize::from(points) {
        return Err(Illegal::new("PME-12.7.a", format!("this way takes {}, and the unit has {points}", movement_points(spent))));
    }
    Ok(())
}

/// [12.8.a] Whether a unit may leave the map by rail now.
pub(super) fn may_leave(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    let (side, cost) = ticket(t, unit)?;
    let nation = t.printed(unit).nation;
    let name = t.seen_name(unit);
    let Some(start) = t.ix_of(unit) else { return Err(Illegal::new("PME-12.8.b", format!("{name} is in the off-map base already"))) };
    if nation.base().is_none() || t.charts.spots.exits[nation.at()].is_empty() {
        return Err(Illegal::new("PME-12.9.a", format!("no railroad leads {name} to an off-map base of its nation")));
    }
    if t.kind(unit) == Kind::Guerrilla {
        return Err(Illegal::new("PME-8.2.e", format!("{} may not leave the country in which it was placed", t.seen_name(unit))));
    }
    let own = &t.charts.spots.exits[nation.at()];
    if !own.contains(&start) && t.charts.spots.exits.iter().any(|exits| exits.contains(&start)) {
        return Err(Illegal::new("PME-12.9.a", format!("the railroad in {} leads to the off-map base of another nation", t.spot_at(start))));
    }
    may_start(t, side, unit).map_err(|no| if no.rule == Atom("PME-12.7.b") { Illegal { rule: Atom("PME-12.8.a"), ..no } } else { no })?;
    if !paths::leads(&t.board.map.grid, start, |from, dir, to| step(t, side, unit, from, dir, to).is_ok(), |ix| own.contains(&ix)) {
        return Err(Illegal::new("PME-12.8.a", format!("no open railroad leads from {} to an exit of the map", t.spot_at(start))));
    }
    Ok((side, cost))
}

/// [12.8.a] A unit goes by rail to its off-map base, without a roll, and stops there.
pub(super) fn leave(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (side, cost) = may_leave(&t, unit)?;
    board(&mut t, side, cost, unit);
    if let Some(base) = t.printed(unit).nation.base() {
        t.box_up("PME-12.8.a", unit, base);
    }
    let march = movement::current(&t)?;
    movement::arrived(&mut t, march, unit);
    Ok(())
}
