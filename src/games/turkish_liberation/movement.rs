//! [8.0], [8.1], [9.2] Moving: units that stand together go along a path, in several goes if they like.

use super::orders::{Count, Mark, Segment};
use super::politics::{self, Politics};
use super::table::Table;
use super::tables::Nation;
use super::{ownership, sequence, stacking};
use crate::board::paths::{self, Reach};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Path, Place, Points, UnitId, Units};
use bevy_ecs::prelude::In;

/// [4.2.e], [8.1.a] The nation that moves now.
pub(crate) fn mover(t: &Table) -> Result<Nation, Illegal> {
    match t.active() {
        Some(nation) if t.segment().is_movement() => Ok(nation),
        Some(_) => Err(Illegal::new("WTL-4.2.e", "combat has begun: units move only by advancing")),
        None => Err(Illegal::new("WTL-8.1.a", "units move only in the movement step of their own nation")),
    }
}

/// [4.2.b], [4.2.d], [8.1.a] Whether a unit belongs to the nation that acts now.
pub(crate) fn belongs(t: &Table, unit: UnitId) -> Result<(), Illegal> {
    let nation = t.nation(unit).acting();
    if matches!(t.segment(), Segment::TnMovement | Segment::TnCombat) && nation == Nation::Bol {
        return Err(Illegal::new("WTL-4.2.d", "the Bolsheviks act when the Turks have finished"));
    }
    if matches!(t.segment(), Segment::BolMovement | Segment::BolCombat) && nation == Nation::Tn {
        return Err(Illegal::new("WTL-4.2.d", "the Turks have finished: now the Bolsheviks act"));
    }
    let Some(active) = t.active() else { return Err(Illegal::new("WTL-8.1.a", "units move only in the movement step of their own nation")) };
    t.mine(t.side_of(active), unit, "WTL-8.1.a")?;
    if nation == active {
        return Ok(());
    }
    let why = format!("{}: the active nation is {}", t.nation_with(nation, "is not active", "are not active"), t.the_nation(active));
    Err(Illegal::new("WTL-4.2.b", why))
}

/// The number of the group that moved last.
pub(crate) fn last_group(t: &Table) -> i16 {
    t.on_map(t.segment().side()).map(|u| t.count(u, Count::Group)).max().unwrap_or(0)
}

/// The units of that group that are on the map and could go on.
pub(crate) fn group(t: &Table) -> Vec<UnitId> {
    group_of(t, last_group(t))
}

fn group_of(t: &Table, last: i16) -> Vec<UnitId> {
    if last == 0 {
        return Vec::new();
    }
    let goes_on = |u: &UnitId| !t.has(*u, Mark::Halted) && !t.has(*u, Mark::Moved);
    t.on_map(t.segment().side()).filter(|u| t.count(*u, Count::Group) == last && goes_on(u)).collect()
}

/// [9.0.d] The hexes in which a group stands and that hold too many.
fn overfull(t: &Table, group: &[UnitId]) -> Vec<Ix> {
    let mut hexes: Vec<Ix> = group.iter().filter_map(|u| t.ix_of(*u)).filter(|ix| stacking::is_overfull(t, *ix)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// How far movement has come: what every unit that wants to move is held against.
pub(crate) struct Progress {
    last: i16,
    goes_on: bool,
    overfull: Option<Ix>,
}

impl Progress {
    /// As it is now.
    pub(crate) fn now(t: &Table) -> Progress {
        let last = last_group(t);
        let group = group_of(t, last);
        Progress { last, goes_on: !group.is_empty(), overfull: overfull(t, &group).first().copied() }
    }
}

/// [8.0.d], [8.4.2.b], [R-91] Whether a unit of the active nation may move, or move on.
pub(crate) fn may_move(t: &Table, progress: &Progress, unit: UnitId) -> Result<(), Illegal> {
    belongs(t, unit)?;
    mover(t)?;
    let refuse = |rule, why: &str| Err(Illegal::new(rule, format!("{} {why}", t.name(unit))));
    if t.board.hex(unit).is_none() {
        return refuse("WTL-8.0.a", "is not on the map");
    }
    if t.has(unit, Mark::Moved) {
        return refuse("WTL-8.4.2.b", "has used strategic movement and does not move again this turn");
    }
    if t.has(unit, Mark::Halted) {
        return refuse("WTL-8.0.d", "has ended its movement");
    }
    let number = t.count(unit, Count::Group);
    if number > 0 && number < progress.last {
        return refuse("WTL-8.0.d", "has ended its movement: another unit has moved since");
    }
    if number == 0
        && let Some(ix) = progress.overfull
    {
        let why = format!("{} holds too many units: those that moved there must first go on or be halted", t.spot_at(ix));
        return Err(Illegal::new("WTL-9.0.d", why));
    }
    Ok(())
}

/// [8.0.a] Points a unit has left.
pub(crate) fn left(t: &Table, unit: UnitId) -> Points {
    Points((t.allowance(unit).0 - t.count(unit, Count::Spent)).max(0))
}

/// [8.0.f], [9.2] Units that move together: all of the active nation, in one hex, all fresh or all of the group that moved last.
pub(crate) fn party(t: &Table, progress: &Progress, units: &[UnitId]) -> Result<Ix, Illegal> {
    let Some(first) = units.first() else { return Err(Illegal::new("WTL-8.0.f", "no unit was named")) };
    for (i, unit) in units.iter().enumerate() {
        may_move(t, progress, *unit)?;
        if units[..i].contains(unit) {
            return Err(Illegal::new("WTL-8.0.f", format!("{} was named twice", t.name(*unit))));
        }
        if t.board.place(*unit) != t.board.place(*first) {
            return Err(Illegal::new("WTL-8.0.f", format!("{} and {} are not in the same hex", t.name(*first), t.name(*unit))));
        }
    }
    let fresh = |u: &UnitId| t.count(*u, Count::Group) == 0;
    if units.iter().any(fresh)
        && let Some(moved) = units.iter().find(|u| !fresh(u))
    {
        let why = format!("{} has already moved, and only the units that moved with it may go on with it", t.name(*moved));
        return Err(Illegal::new("WTL-8.0.d", why));
    }
    Ok(t.ix_of(*first).expect("a unit that may move is on the map"))
}

/// [8.0.b] What one step costs, for the ground.
fn cost(t: &Table, from: Ix, to: Ix) -> Result<Points, Illegal> {
    let Some(side) = t.crossing(from, to) else {
        return Err(Illegal::new("WTL-8.0.b", format!("{} is not next to {}", t.spot_at(to), t.spot_at(from))));
    };
    if side.closed {
        return Err(Illegal::new("WTL-8.0.b", "open water lies between the two hexes"));
    }
    Ok(Points(t.footing(to).cost.0 + side.extra.0))
}

/// Whether anybody can ever stand in a hex.
fn in_play(t: &Table, ix: Ix) -> Result<(), Illegal> {
    if t.footing(ix).closed { Err(Illegal::new("WTL-8.0.b", "no unit enters sea, lakes or states that are out of play")) } else { Ok(()) }
}

/// The politics by which a path is judged: that of a war, if it begins one.
pub(crate) fn judged_by(t: &Table, units: &[UnitId], way: &[Ix]) -> Politics {
    let begins = way.iter().any(|ix| units.iter().any(|u| ownership::breaks_neutrality(t, *u, *ix)));
    if begins { Politics::at_war(t) } else { Politics::now(t) }
}

/// [8.0]–[8.2], [R-82] Judges a path for units that stand together; gives the points each of them has spent at every hex.
pub(crate) fn judge(t: &Table, units: &[UnitId], start: Ix, path: &[Hex]) -> Result<(Vec<Ix>, Vec<Points>), Illegal> {
    let mut way = Vec::with_capacity(path.len());
    for hex in path {
        let from = way.last().copied().unwrap_or(start);
        let Some(to) = t.ix(*hex).filter(|to| t.board.map.grid.side(from, *to).is_some()) else {
            return Err(Illegal::new("WTL-8.0.b", format!("{} is not next to {}", t.spot(*hex), t.spot_at(from))));
        };
        in_play(t, to).map_err(|no| t.of_hex(to, no))?;
        way.push(to);
    }
    let Some(end) = way.last().copied() else { return Err(Illegal::new("WTL-8.0.b", "the path is empty: name at least one hex")) };
    let politics = judged_by(t, units, &way);
    let steps = || std::iter::once(start).chain(way.iter().copied()).zip(way.iter().copied());
    for (from, to) in steps() {
        units.iter().try_for_each(|u| politics.may_enter(t, *u, from, to)).map_err(|no| t.of_hex(to, no))?;
    }
    for (_, to) in steps() {
        let enemy = units.iter().find_map(|u| politics.enemy_in(t, t.nation(*u), to));
        if let Some(enemy) = enemy {
            return Err(t.of_hex(to, Illegal::new("WTL-8.1.b", format!("an enemy, {}, is there", t.name(enemy)))));
        }
    }
    let mut spent = Vec::with_capacity(way.len());
    for (from, to) in steps() {
        let before: i16 = spent.last().map_or(0, |p: &Points| p.0);
        spent.push(Points(before + cost(t, from, to).map_err(|no| t.of_hex(to, no))?.0));
    }
    let total = *spent.last().expect("a path has an end");
    if let Some(slow) = units.iter().find(|u| left(t, **u) < total) {
        let why = format!("{} needs {total} movement points to reach {} and has {}", t.name(*slow), t.spot_at(end), left(t, *slow));
        return Err(Illegal::new("WTL-8.0.c", why));
    }
    for unit in units {
        politics::may_share_hex(t, t.nation(*unit), end, units).map_err(|no| t.of_hex(end, no))?;
    }
    if units.len() > 1 && units.iter().any(|u| t.nation(*u) == Nation::Reb) {
        return Err(Illegal::new("WTL-9.1.c", "rebels never stack, not even with each other"));
    }
    Ok((way, spent))
}

/// [8.0] Moves units that stand together along a path.
pub(crate) fn go(In((units, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    let progress = Progress::now(&t);
    let start = party(&t, &progress, &units)?;
    let (way, spent) = judge(&t, &units, start, &path)?;
    if t.count(units[0], Count::Group) == 0 {
        let number = progress.last + 1;
        for unit in &units {
            t.set_count("WTL-9.2.b", *unit, Count::Group, number);
        }
    }
    let walked = walk(&mut t, &units, &way, &path);
    let cost = walked.checked_sub(1).map_or(0, |last| spent[last].0);
    for unit in &units {
        let before = t.count(*unit, Count::Spent);
        t.set_count("WTL-8.0.a", *unit, Count::Spent, before + cost);
    }
    Ok(())
}

/// Walks a judged path, and stops wherever more than a new owner follows. Tells how many hexes were walked.
fn walk(t: &mut Table, units: &[UnitId], way: &[Ix], path: &[Hex]) -> usize {
    let mut done = 0;
    while done < way.len() && !t.is_over() {
        let pivot = way[done..].iter().position(|ix| ownership::is_pivotal(t, units, *ix));
        let end = pivot.map_or(way.len(), |at| done + at + 1);
        for unit in units {
            let fact = Fact::Moved { unit: *unit, from: t.board.place(*unit), to: Place::Map(path[end - 1]), path: Path::from_slice(&path[done..end]) };
            t.board.record(Atom("WTL-8.0.b"), fact);
        }
        for ix in &way[done..end] {
            ownership::enter(t, "WTL-3.4.e", units, *ix);
            if t.is_over() {
                break;
            }
        }
        done = end;
    }
    done
}

/// [8.0.d] The group that moved last goes no farther.
pub(crate) fn may_halt(t: &Table, progress: &Progress) -> Result<(), Illegal> {
    mover(t)?;
    if progress.goes_on { Ok(()) } else { Err(Illegal::new("WTL-8.0.d", "no unit is on the move")) }
}

/// [8.0.d], [9.0.d] Ends its movement; what is too much in a hex is given up at once.
pub(crate) fn halt(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_halt(&t, &Progress::now(&t))?;
    end_group(&mut t);
    Ok(())
}

fn end_group(t: &mut Table) {
    let units = group(t);
    let full = overfull(t, &units);
    let Some(side) = units.first().map(|u| t.side(*u)) else { return };
    for unit in units {
        t.set_mark("WTL-8.0.d", unit, Mark::Halted, true);
    }
    for ix in full {
        stacking::enforce(t, side, ix);
    }
}

/// [4.2.b] The movement of a nation begins: everybody is fresh.
pub(crate) fn begin(t: &mut Table) {
    for unit in t.board.units() {
        t.set_count("WTL-8.1.c", unit, Count::Spent, 0);
        t.set_count("WTL-8.1.c", unit, Count::Group, 0);
    }
    t.unmark_all("WTL-8.1.c", None, &[Mark::Halted, Mark::Moved]);
}

/// [4.2.b] Movement is over, combat begins.
pub(crate) fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    mover(&t)?;
    let full = overfull(&t, &group(&t));
    let side = t.segment().side();
    sequence::advance(&mut t);
    for ix in full {
        stacking::enforce(&mut t, side, ix);
    }
    Ok(())
}

/// [3.4.d], [R-93] Every hex that units standing together can reach. `war`: by paths that begin a war, as if it were on; else by those that do not,
/// and then tells whether a step into a neighbor would begin one.
pub(crate) fn reach(t: &Table, units: &[UnitId], start: Ix, war: bool, reach: &mut Reach) -> bool {
    let budget = units.iter().map(|u| left(t, *u)).min().unwrap_or_default();
    reach_with(t, units, start, (war, budget), reach)
}

/// The same with a number of points.
pub(crate) fn reach_with(t: &Table, units: &[UnitId], start: Ix, (war, budget): (bool, Points), reach: &mut Reach) -> bool {
    let politics = if war { Politics::at_war(t) } else { Politics::now(t) };
    let enemies = politics.enemies_of(units.iter().map(|u| t.nation(*u)));
    let is_held = |ix: Ix| t.board.stack(ix).iter().any(|u| enemies & 1 << t.nation(*u).at() != 0);
    let provoke = !war && units.iter().any(|u| ownership::provokes(t, *u));
    let mut at_border = false;
    reach.explore(&t.board.map.grid, start, budget.0.max(0) as u16, |from, dir, to| {
        let (side, there) = (&t.charts.crossing[from.at()][dir.at()], t.footing(to));
        if side.closed || there.closed || is_held(to) || !units.iter().all(|u| politics.lets_in(t, *u, from, to)) {
            return paths::Step::Closed;
        }
        if provoke && ownership::is_guarded(t, to) {
            at_border = true;
            return paths::Step::Closed;
        }
        paths::Step::Go((there.cost.0 + side.extra.0) as u16)
    });
    at_border
}

/// Whether a unit could still go somewhere: for prompts.
pub(crate) fn is_mobile(t: &Table, progress: &Progress, unit: UnitId) -> bool {
    let number = t.count(unit, Count::Group);
    // Most have moved already, and need not be judged in words.
    let stopped = if number == 0 { progress.overfull.is_some() } else { number < progress.last };
    !stopped && left(t, unit).0 > 0 && may_move(t, progress, unit).is_ok()
}
