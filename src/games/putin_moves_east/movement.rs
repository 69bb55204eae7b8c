//! [12] Ground movement: one unit pays, rolls and goes its way; Hyperwar units move together [16.1], units of a nation by rail [12.7].

use super::orders::{Decision, HexMark, Holding, Optional};
use super::table::{Table, movement_points};
use super::tables::{Kind, Nation};
use super::{actions, combat, flights, fog, landings, options, rail, reinforcements, scenario};
use crate::board::paths::{Reach, Step};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Path, Place, Points, Side, UnitId};
use bevy_ecs::prelude::In;

/// Units on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct March {
    /// Whose.
    pub side: Side,
    /// What sort of action it is.
    pub sort: Sort,
    /// The unit that has rolled and waits for its way.
    pub unit: Option<UnitId>,
    /// How it moves.
    pub mode: Mode,
    /// Halves of points it has left.
    pub left: i16,
    /// Units that have moved in this action.
    pub moved: Vec<UnitId>,
}

/// What sort of action a march is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// [12.3] One unit.
    Single,
    /// [16.1] All Hyperwar units of a side, one after the other.
    Joint,
    /// [12.7] Units of one nation by rail.
    Railway(Nation),
}

/// How a unit moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// [12.1] On the ground.
    Ground,
    /// [13.1] Through the air.
    Air,
    /// [12.7] By rail only.
    Rail,
    /// [23.1] On the ground, with a flight from base to base.
    Transport {
        /// It has been flown.
        flown: bool,
    },
}

/// The march under way.
pub fn current(t: &Table) -> Result<March, Illegal> {
    match t.open() {
        Some(Decision::March(march)) => Ok((**march).clone()),
        _ => Err(Illegal::new("PME-6.1.b", "no unit is on the move: a finished action stands")),
    }
}

/// Writes it back.
pub fn keep(t: &mut Table, march: March) {
    t.amend(Decision::March(Box::new(march)));
}

/// [2.11], [2.13] Whether a unit is one that can move at all.
pub fn may_ever_move(t: &Table, side: Side, unit: UnitId) -> Result<(), Illegal> {
    t.owned(side, unit, "PME-5.1.b")?;
    let (kind, name) = (t.kind(unit), t.seen_name(unit));
    match kind {
        Kind::Garrison => Err(Illegal::new("PME-2.13.d", format!("{name} is a garrison and never moves"))),
        Kind::Fob => Err(Illegal::new("PME-22.2.b", format!("{name} is static and never moves"))),
        kind if !kind.is_mobile() => Err(Illegal::new("PME-2.13.c", format!("{name} is not a ground unit and never moves from hex to hex"))),
        _ if t.board.hex(unit).is_none() && !t.in_base(unit) => {
            Err(Illegal::new("PME-12.1.a", format!("{name} is neither on the map nor in the off-map base of its nation")))
        }
        _ => Ok(()),
    }
}

/// [12.3], [16.1], [F96] Whether a unit may begin to move now, and what that costs if it opens an action.
pub fn ticket(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    let Some(Decision::March(march)) = t.open() else {
        let side = actions::acting(t)?;
        let costs = &t.charts.costs;
        let cost = if t.charts.printed.get(unit.at()).is_some_and(|p| p.hyperwar) { costs.joint_maneuver } else { costs.move_unit };
        actions::may_pay(t, side, cost)?;
        may_ever_move(t, side, unit)?;
        return Ok((side, Some(cost)));
    };
    if march.unit.is_some() {
        let rule = if march.sort == Sort::Joint { "PME-16.1.c" } else { "PME-12.3.a" };
        return Err(Illegal::new(rule, "the unit that is on the move has to finish first"));
    }
    if march.sort != Sort::Joint {
        return Err(Illegal::new("PME-12.3.a", "in this action only units of the same nation may follow, by rail"));
    }
    may_ever_move(t, march.side, unit)?;
    if !t.printed(unit).hyperwar {
        return Err(Illegal::new("PME-16.1.a", format!("{} is not a Hyperwar unit and takes no part in a joint maneuver", t.name(unit))));
    }
    if march.moved.contains(&unit) {
        return Err(Illegal::new("PME-16.1.a", format!("{} has moved in this action already", t.name(unit))));
    }
    Ok((march.side, None))
}

/// Opens an action, or goes on with a joint maneuver, and lets a unit move with so many points.
pub fn set_out(t: &mut Table, side: Side, cost: Option<i32>, unit: UnitId, mode: Mode, left: i16) {
    let joint = t.printed(unit).hyperwar;
    match cost {
        Some(cost) => {
            let (sort, by) = if joint { (Sort::Joint, "PME-16.1.a") } else { (Sort::Single, "PME-12.1.a") };
            actions::open(t, side, cost, by);
            t.ask(Decision::March(Box::new(March { side, sort, unit: Some(unit), mode, left, moved: Vec::new() })));
        }
        None => {
            if let Ok(march) = current(t) {
                keep(t, March { unit: Some(unit), mode, left, ..march });
            }
        }
    }
}

/// [12.1], [3.6.c], [F98] Whether a unit may move on the ground.
pub fn may_move(t: &Table, unit: UnitId) -> Result<(Side, Option<i32>), Illegal> {
    let ticket = ticket(t, unit)?;
    if scenario::is_interned(t, unit) {
        return Err(Illegal::new("PME-3.6.c", format!("{} leaves neutral South Korea only by amphibious movement", t.name(unit))));
    }
    if t.in_base(unit) && open_exits(t, unit).is_empty() {
        return Err(Illegal::new("PME-12.8.c", format!("no rail exit leads {} onto the map", t.name(unit))));
    }
    Ok(ticket)
}

/// [12.1], [12.2] A unit moves: it pays and rolls.
pub fn begin(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (side, cost) = may_move(&t, unit)?;
    let dice = t.charts.movement.ground_dice;
    // The price comes before the die.
    set_out(&mut t, side, cost, unit, Mode::Ground, 0);
    let points = t.dice("PME-12.2.a", "movement", dice);
    let march = current(&t)?;
    keep(&mut t, March { left: Points::whole(i16::from(points)).0, ..march });
    Ok(())
}

/// [12.8], [F98] The rail exits by which a unit can come out of its off-map base.
pub fn open_exits(t: &Table, unit: UnitId) -> Vec<Ix> {
    let exits = t.charts.spots.exits[t.printed(unit).nation.at()].iter().copied();
    exits.filter(|ix| may_stand(t, unit, *ix).is_ok()).collect()
}

/// [12.5], [F16], [F89] Whether a unit could be in a hex at all: country, enemies, ground.
pub fn may_stand(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    scenario::open_country(t, unit, ix)?;
    if t.occupant(ix).is_some_and(|s| s != t.board.side(unit)) {
        return Err(Illegal::new("PME-14.0.a", "enemy units hold it, and units fight only in an attack"));
    }
    firm(t, unit, ix)
}

/// [12.5], [2.1.g], [27.1.b] Whether the ground of a hex bears a unit.
pub fn firm(t: &Table, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    let there = t.footing(ix);
    if !there.land {
        let (rule, why) = if there.sea { ("PME-12.5.d", "it is sea") } else { ("PME-2.1.g", "no unit may ever be on an island") };
        return Err(Illegal::new(rule, why));
    }
    if cost_of(t, unit, ix).is_none() {
        return Err(Illegal::new("PME-12.5.e", "it is high mountain, closed to this unit"));
    }
    if t.hex_has(ix, HexMark::Fallout) {
        return Err(Illegal::new("PME-27.1.b", "it is closed by fallout"));
    }
    Ok(())
}

/// [22.1], [22.2], [22.6] Whether a unit can be in a hex that is closed to others: in high mountains, where a forward operations base stands with
/// whoever climbed there, or at sea while it assaults.
pub fn enters_closed_ground(In((unit, hex)): In<(UnitId, Hex)>, t: Table) -> bool {
    let Some(ix) = t.board.ix(hex) else { return false };
    let lands = |attack: &combat::Attack| attack.assault && attack.units.contains(&unit);
    let there = t.footing(ix);
    let climbs = t.kind(unit) == Kind::Fob && t.option(Optional::ComplexTerrain) && there.complex_cost.is_some();
    (there.land && (climbs || cost_of(&t, unit, ix).is_some())) || (there.sea && t.battle().is_some_and(lands))
}

/// [22.1] Whether a unit moves as complex terrain units do.
pub fn is_complex(t: &Table, unit: UnitId) -> bool {
    t.option(Optional::ComplexTerrain) && matches!(t.kind(unit), Kind::ComplexTerrain | Kind::Guerrilla)
}

fn cost_of(t: &Table, unit: UnitId, ix: Ix) -> Option<i16> {
    if is_complex(t, unit) { t.footing(ix).complex_cost } else { t.footing(ix).cost }
}

/// [12.5], [12.6] What it takes a unit to enter the next hex, zones of control apart.
pub fn step(t: &Table, unit: UnitId, from: Ix, dir: Dir, to: Ix) -> Result<i16, Illegal> {
    may_stand(t, unit, to)?;
    let crossing = &t.charts.crossing[from.at()][dir.at()];
    if crossing.closed {
        return Err(Illegal::new("PME-12.5.d", "there is nothing but sea in between"));
    }
    let extra = if is_complex(t, unit) { crossing.complex_extra } else { crossing.extra };
    let open = cost_of(t, unit, to).unwrap_or(i16::MAX).saturating_add(extra);
    Ok(crossing.rail.map_or(open, |rail| rail.min(open)))
}

/// [17.1] The same as a step of a search.
fn explored(t: &Table, side: Side, unit: UnitId, from: Ix, dir: Dir, to: Ix) -> Step {
    let Ok(cost) = step(t, unit, from, dir, to) else { return Step::Closed };
    match (t.in_ezoc(side, from), t.in_ezoc(side, to)) {
        (true, true) => Step::Closed,
        (false, true) => Step::Halt(cost.max(0) as u16),
        _ => Step::Go(cost.max(0) as u16),
    }
}

/// A way that an offer shows.
pub struct Found {
    /// Where it ends.
    pub end: Ix,
    /// The hexes entered.
    pub path: Path,
    /// Halves of points it takes.
    pub spent: i16,
}

/// Every hex a unit can reach with so many halves of points, each by the cheapest way. The zones must be up to date.
pub fn reach(t: &Table, unit: UnitId, left: i16, scratch: &mut Reach) -> Vec<Found> {
    let (grid, side) = (&t.board.map.grid, t.board.side(unit));
    let walk = |from: Ix, dir: Dir, to: Ix| explored(t, side, unit, from, dir, to);
    if let Some(start) = t.ix_of(unit) {
        scratch.explore(grid, start, left.max(0) as u16, walk);
        return found(t, scratch, |cost| cost as i16);
    }
    let entry = Points::whole(t.charts.movement.entry).0;
    let mut all: Vec<Found> = Vec::new();
    for exit in open_exits(t, unit).into_iter().filter(|_| left >= entry) {
        let budget = if t.in_ezoc(side, exit) { 0 } else { left - entry };
        scratch.explore(grid, exit, budget as u16, walk);
        come_out(t, exit, entry, found(t, scratch, |cost| cost as i16), &mut all);
    }
    all.sort_by_key(|f| f.end);
    all
}

/// What a search has found, with the halves of points that its costs come to.
pub fn found(t: &Table, scratch: &Reach, halves: impl Fn(u16) -> i16) -> Vec<Found> {
    let way = |end: &Ix| Found { end: *end, path: scratch.way(&t.board.map.grid, *end), spent: halves(scratch.cost(*end).unwrap_or(0)) };
    scratch.found().iter().map(way).collect()
}

/// [12.8] Adds to the ways out of an off-map base those through an exit: the exit itself and all that is found from there, unless a cheaper one is known.
pub fn come_out(t: &Table, exit: Ix, entry: i16, beyond: Vec<Found>, all: &mut Vec<Found>) {
    let out = t.hex(exit);
    for Found { end, path, spent } in std::iter::once(Found { end: exit, path: Path::new(), spent: 0 }).chain(beyond) {
        let way = Found { end, path: std::iter::once(out).chain(path).collect(), spent: entry + spent };
        match all.iter_mut().find(|known| known.end == end) {
            Some(known) if known.spent <= way.spent => {}
            Some(known) => *known = way,
            None => all.push(way),
        }
    }
}

/// Whether a unit reaches any hex with so many halves of points: its first step tells. The zones must be up to date.
fn leads_on(t: &Table, unit: UnitId, left: i16) -> bool {
    let Some(start) = t.ix_of(unit) else { return left >= Points::whole(t.charts.movement.entry).0 && !open_exits(t, unit).is_empty() };
    let first = |(dir, to)| match explored(t, t.board.side(unit), unit, start, dir, to) {
        Step::Closed => false,
        Step::Go(cost) | Step::Halt(cost) => cost <= left.max(0) as u16,
    };
    t.board.map.grid.around(start).any(first)
}

/// [12], [17.1], [F98] Judges a way on the ground and tells how many halves of points it takes. The zones must be up to date.
pub fn judge(t: &Table, unit: UnitId, left: i16, path: &[Hex]) -> Result<i16, Illegal> {
    let (grid, side) = (&t.board.map.grid, t.board.side(unit));
    let way = t.way(path, "PME-12.1.a")?;
    let (mut at, mut spent) = (t.ix_of(unit), 0i16);
    if way.is_empty() {
        return Err(Illegal::new("PME-12.1.a", "name at least one hex, or let the unit stay"));
    }
    for to in way {
        let here = |no: Illegal| t.of_hex(to, no);
        let cost = match at {
            None if !t.charts.spots.exits[t.printed(unit).nation.at()].contains(&to) => {
                return Err(here(Illegal::new("PME-12.8.c", "a unit leaves its off-map base through a rail exit of that base")));
            }
            None => may_stand(t, unit, to).map(|()| Points::whole(t.charts.movement.entry).0).map_err(here)?,
            Some(from) => {
                let Some(dir) = grid.side(from, to) else {
                    return Err(Illegal::new("PME-12.1.a", format!("{} is not next to {}", t.spot_at(to), t.spot_at(from))));
                };
                let cost = step(t, unit, from, dir, to).map_err(here)?;
                zones(t, side, from, to, spent == 0)?;
                cost
            }
        };
        spent = spent.saturating_add(cost);
        at = Some(to);
    }
    if spent > left {
        let (takes, has) = (movement_points(Points(spent)), Points(left));
        return Err(Illegal::new("PME-12.5.a", format!("this way takes {takes}, and {} has {has}", t.seen_name(unit))));
    }
    Ok(spent)
}

/// [17.1] Whether zones of control let a unit take a step; `first` if it has not moved yet.
fn zones(t: &Table, side: Side, from: Ix, to: Ix, first: bool) -> Result<(), Illegal> {
    if !t.in_ezoc(side, from) {
        return Ok(());
    }
    if !first {
        return Err(Illegal::new("PME-17.1.a", format!("{} lies in an enemy zone of control, where the unit must stop", t.spot_at(from))));
    }
    if t.in_ezoc(side, to) {
        let why = format!("{} and {} lie in enemy zones of control, and no unit goes from one into another", t.spot_at(from), t.spot_at(to));
        return Err(Illegal::new("PME-17.1.b", why));
    }
    Ok(())
}

/// The unit on the move, or the one that flies in or assaults, goes its way.
pub fn go(In(path): In<Path>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    match t.open() {
        Some(Decision::Deployment(_)) => return reinforcements::land(&mut t, &path),
        Some(Decision::Attack(_)) => return combat::assault::land(&mut t, &path),
        _ => {}
    }
    let mut march = current(&t)?;
    let Some(unit) = march.unit else { return Err(Illegal::new("PME-12.1.a", "no unit has rolled for its move")) };
    let points = (march.left / 2).clamp(0, 255) as u8;
    let (spent, by) = match march.mode {
        Mode::Air => (flights::judge(&t, unit, points, &path).map(|()| march.left)?, "PME-13.1.a"),
        Mode::Rail => (rail::judge(&t, unit, points, &path).map(|()| march.left)?, "PME-12.7.a"),
        Mode::Ground => (judge(&t, unit, march.left, &path)?, "PME-12.1.a"),
        Mode::Transport { .. } => (judge(&t, unit, march.left, &path)?, "PME-23.1.a"),
    };
    walk(&mut t, by, unit, &path);
    march.left -= spent;
    t.refresh();
    // [23.1] At a base, with a point left, the flight is still to come.
    if march.mode == (Mode::Transport { flown: false }) && !options::transport::goals(&t, &march, unit).is_empty() {
        keep(&mut t, march);
        return Ok(());
    }
    arrived(&mut t, march, unit);
    Ok(())
}

/// A unit walks along a path.
pub fn walk(t: &mut Table, by: &'static str, unit: UnitId, path: &[Hex]) {
    let Some(end) = path.last().copied() else { return };
    let from = t.board.place(unit);
    t.board.record(Atom(by), Fact::Moved { unit, from, to: Place::Map(end), path: path.into() });
}

/// [12.4] The unit on the move stays where it is.
pub fn stay(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    if let Some(Decision::Attack(_)) = t.open() {
        return combat::assault::stay_behind(&mut t);
    }
    let march = current(&t)?;
    let Some(unit) = march.unit else { return Err(Illegal::new("PME-12.4.a", "no unit has rolled for its move")) };
    if fog::is_open(&t, unit) {
        let text = format!("{} stays in {}", t.name(unit), t.ix_of(unit).map_or_else(String::new, |ix| t.spot_at(ix)));
        t.note("PME-12.4.a", text);
    } else {
        t.board.record(Atom("PME-12.4.a"), Fact::Declined { side: march.side, what: "to move the unit" });
    }
    arrived(&mut t, march, unit);
    Ok(())
}

/// A unit has finished its move; in a joint action others may follow.
pub fn arrived(t: &mut Table, mut march: March, unit: UnitId) {
    if march.sort == Sort::Single {
        t.answer();
        return actions::close(t);
    }
    march.moved.push(unit);
    keep(t, March { unit: None, left: 0, ..march });
}

/// [12.7], [16.1] No further unit moves.
pub fn end_moves(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let march = current(&t)?;
    if march.unit.is_some() {
        return Err(Illegal::new("PME-12.4.a", "the unit that is on the move has to finish first"));
    }
    t.board.record(Atom("PME-12.4.a"), Fact::Declined { side: march.side, what: "to move further units" });
    t.answer();
    actions::close(&mut t);
    Ok(())
}

/// The units that may follow in a joint action. The zones must be up to date.
pub fn followers(t: &Table, march: &March) -> Vec<UnitId> {
    candidates(t, march).collect()
}

fn candidates(t: &Table, march: &March) -> impl Iterator<Item = UnitId> {
    t.board.units().filter(move |u| follows(t, march, *u))
}

/// Whether a unit may follow in a joint action. The zones must be up to date.
pub fn follows(t: &Table, march: &March, unit: UnitId) -> bool {
    // Most units are not of the sort that could follow, and need not be judged.
    let fits = match march.sort {
        Sort::Single => false,
        Sort::Joint => t.printed(unit).hyperwar,
        Sort::Railway(nation) => t.printed(unit).nation == nation,
    };
    let there = |unit: UnitId| t.board.hex(unit).is_some() || t.in_base(unit);
    if !fits || t.board.side(unit) != march.side || !t.kind(unit).is_mobile() || !there(unit) || march.moved.contains(&unit) {
        return false;
    }
    match march.sort {
        Sort::Railway(_) => rail::may_ride(t, unit).is_ok() || rail::may_leave(t, unit).is_ok(),
        _ => may_move(t, unit).is_ok() || flights::may_fly(t, unit).is_ok() || !landings::harbors(t, unit).is_empty(),
    }
}

/// [9.4] Whether the enemy must take it for possible that a unit follows: one whose counter he may not see, in a box that units leave in such
/// an action. Were the action to end by itself, he would learn that none can.
fn may_be_expected(t: &Table, march: &March) -> bool {
    let unseen = |unit: &UnitId| !fog::is_open(t, *unit) && t.board.place(*unit) != Place::Holding(Holding::reinforcements(march.side).id());
    t.board.units().any(|u| t.board.side(u) == march.side && t.kind(u).is_mobile() && unseen(&u) && !march.moved.contains(&u))
}

/// Up to format 3 of saves an action ended by itself as soon as nobody could follow.
pub fn ended_by_itself(_: In<()>, mut t: Table) -> bool {
    t.refresh();
    current(&t).is_ok_and(|march| march.unit.is_none() && candidates(&t, &march).next().is_none())
}

/// [F88] A march goes on by itself: a unit without a legal step stays, and an action ends when nobody can follow. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Ok(march) = current(t) else { return false };
    let Some(unit) = march.unit else {
        if candidates(t, &march).next().is_some() || may_be_expected(t, &march) {
            return false;
        }
        t.answer();
        actions::close(t);
        return true;
    };
    let points = (march.left / 2).clamp(0, 255) as u8;
    let open = match march.mode {
        Mode::Ground => leads_on(t, unit, march.left),
        Mode::Air => flights::lands_somewhere(t, unit, points),
        Mode::Rail => rail::leads_on(t, unit, points),
        Mode::Transport { .. } => !options::transport::goals(t, &march, unit).is_empty() || leads_on(t, unit, march.left),
    };
    if open {
        return false;
    }
    let name = t.seen_name(unit).to_string();
    if t.board.hex(unit).is_some() {
        let flown = march.mode == (Mode::Transport { flown: true });
        t.note("PME-12.5.a", format!("{name} can go {} with this roll", if flown { "no farther" } else { "nowhere" }));
    }
    arrived(t, march, unit);
    true
}
