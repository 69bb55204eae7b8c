//! [7.7] Rail movement.

use super::fog::{self, Enemies, View};
use super::movement::{self, Party};
use super::orders::{Count, HexMark, Mark};
use super::stacking;
use super::table::Table;
use super::tables::Land;
use crate::board::paths::{Reach, Step};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Path, Place, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// [7.7.a], [7.7.g], [7.7.h], [15.2.b] Whether a party may begin a rail move where it stands. A start in an enemy zone is known to the
/// player, whose unit stands next to the enemy.
pub(super) fn may_begin(t: &mut Table, side: Side, party: &Party) -> Result<(), Illegal> {
    if t.is_ceasefire() {
        return Err(Illegal::new("OW-15.2.b", "there is no rail movement in a ceasefire"));
    }
    for unit in &party.units {
        let status = t.board.status(*unit);
        let moved = status.count(Count::Spent.id()) > 0 || [Mark::Halted, Mark::Railed, Mark::Dropped].iter().any(|m| status.has(m.id()));
        if moved {
            let why = format!("{} has already moved in this segment and cannot use the railway as well", t.seen_name(*unit));
            return Err(Illegal::new("OW-7.7.h", why));
        }
    }
    if !t.charts.footing[party.start.at()].rail {
        return Err(Illegal::new("OW-7.7.a", format!("no railway runs through {}: rail movement must begin in a rail hex", t.spot_at(party.start))));
    }
    if t.zoc(side.other())[party.start.at()] {
        let why = format!("{} is in an enemy zone of control, where rail movement cannot begin", t.spot_at(party.start));
        return Err(Illegal::new("OW-7.7.g", why));
    }
    Ok(())
}

/// [7.7] Whether a train gets from a hex into the next, as far as its player can know.
#[inline]
fn step(t: &Table, view: &View, unit: UnitId, from: Ix, dir: Dir, to: Ix) -> Result<(), Illegal> {
    if !t.charts.crossing[from.at()][dir.at()].rail {
        return Err(Illegal::new("OW-7.7.a", "no railway leads there from the previous hex"));
    }
    let (here, there) = (&t.charts.footing[from.at()], &t.charts.footing[to.at()]);
    if (here.land == Land::Russia) != (there.land == Land::Russia) {
        return Err(Illegal::new("OW-7.7.e", "rail movement does not cross the border between Ukraine and Russia"));
    }
    if t.is_foreign(unit, to) {
        return Err(Illegal::new("OW-7.3.a", t.foreign(unit).why));
    }
    match view.enemies[to.at()] {
        Enemies::None => {}
        Enemies::Fighters => return Err(Illegal::new("OW-7.7.b", "there is an enemy unit on the line there")),
        _ => return Err(Illegal::new("OW-7.7.i", "there is an enemy counter on the line there")),
    }
    if view.zoc[to.at()] || t.hex_has(to, HexMark::Barred) {
        return Err(Illegal::new("OW-7.7.b", "the enemy blocks the line there"));
    }
    Ok(())
}

/// Every hex a party can reach by rail for all its player knows.
pub(super) fn reach(t: &Table, view: &View, party: &Party, reach: &mut Reach) {
    let furthest = t.board.map.grid.len() as u16;
    let (first, others) = (party.units[0], || party.units[1..].iter().chain(&party.media));
    reach.explore(&t.board.map.grid, party.start, furthest, |from, dir, to| {
        // The line is the same for all of them: only Russian soil tells them apart.
        match step(t, view, first, from, dir, to).is_ok() && !others().any(|unit| t.is_foreign(*unit, to)) {
            true => Step::Go(1),
            false => Step::Closed,
        }
    });
}

/// [7.7] Counters that stand together go by rail.
pub(super) fn rail(In((counters, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    let side = movement::mover(&t)?;
    let party = movement::party(&t, side, &counters)?;
    ride(&mut t, side, &party, &path)
}

/// [7.7] A garrison that its player has not seen goes by rail.
pub(super) fn ride_lifted(In(path): In<Path>, mut t: Table) -> Result<(), Illegal> {
    movement::move_lifted(&mut t, |t, side, party| ride(t, side, party, &path))
}

fn ride(t: &mut Table, side: Side, party: &Party, path: &[Hex]) -> Result<(), Illegal> {
    may_begin(t, side, party)?;
    let view = View::of(t, side);
    let way = judge(t, side, &view, party, path)?;
    fog::note_doubt(t, &view, side, &way);
    // The enemy says where the line is inhibited after all; then nothing moves.
    let enemy_zoc = t.zoc(side.other());
    if let Some(closed) = way.iter().copied().find(|ix| enemy_zoc[ix.at()]) {
        fog::bar(t, "OW-7.7.b", closed);
        return Ok(());
    }
    movement::end_moves(t, side, &[]);
    let (to, end) = (Place::Map(path[path.len() - 1]), way[way.len() - 1]);
    for unit in party.units.iter().chain(&party.media) {
        t.board.record(Atom("OW-7.7.a"), Fact::Moved { unit: *unit, from: t.board.place(*unit), to, path: path.into() });
    }
    for unit in &party.units {
        t.mark("OW-7.7.h", *unit, Mark::Railed);
    }
    movement::passed(t, &party.units, &way);
    t.occupy(side, end);
    stacking::enforce(t, side, &[party.start]);
    Ok(())
}

fn judge(t: &Table, side: Side, view: &View, party: &Party, path: &[Hex]) -> Result<Vec<Ix>, Illegal> {
    let grid = &t.board.map.grid;
    let mut way = Vec::with_capacity(path.len());
    let mut at = party.start;
    for hex in path {
        let Some((to, dir)) = grid.ix(*hex).and_then(|to| Some((to, grid.side(at, to)?))) else {
            let edge = |ix: Ix| Dir::ALL.into_iter().any(|dir| grid.across(ix, dir).is_none());
            let rule = if grid.ix(*hex).is_some_and(edge) && edge(at) { "OW-7.7.f" } else { "OW-7.7.a" };
            return Err(Illegal::new(rule, format!("{} is not next to {}", t.spot(*hex), t.spot_at(at))));
        };
        for unit in party.units.iter().chain(&party.media) {
            step(t, view, *unit, at, dir, to).map_err(|no| t.of_hex(to, no))?;
        }
        way.push(to);
        at = to;
    }
    let end = way.last().ok_or_else(|| Illegal::new("OW-7.7.a", "the path is empty: name at least one hex"))?;
    stacking::may_end(t, side, *end, if *end == party.start { 0 } else { party.units.len() })?;
    Ok(way)
}
