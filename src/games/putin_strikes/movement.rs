//! [8] Moving: forces, their ways and what these cost, column movement, and units left along the way. The steps of a flight: [`air_assault`].

use super::orders::{Decision, Mark, Way};
use super::table::Table;
use super::{ALLIED, RUSSIAN, actions, air_assault, airpower, layers};
use crate::board::paths::{Reach, Step, Ways};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Path, Place, Points, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// [8.1] A force and its way: units that start together, and those that stay behind on the way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Force {
    /// Whose.
    pub side: Side,
    /// How it moves.
    pub by: Way,
    /// All units activated.
    pub units: Units,
    /// The hexes entered.
    pub path: Path,
    /// [8.1.c] Units left on the way, and after how many hexes.
    pub drops: Vec<(UnitId, u8)>,
}

impl Force {
    /// The units that go on from where the way ends now.
    pub fn rest(&self) -> Units {
        self.units.iter().filter(|u| !self.drops.iter().any(|(d, _)| d == *u)).copied().collect()
    }

    /// After how many hexes a unit stops.
    fn stop(&self, unit: UnitId) -> usize {
        self.drops.iter().find(|(d, _)| *d == unit).map_or(self.path.len(), |(_, at)| usize::from(*at))
    }
}

/// [8.6.e], [9.1.e] Why nobody stops near Chernobyl.
pub(super) const RADIATION: &str = "no unit may stop in a hex of high radiation";

/// What a force is, as far as its steps ask: forces for which all of it is the same go the same ways.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Mover {
    /// How it moves.
    pub by: Way,
    /// Its enemy.
    pub enemy: Side,
    /// Where it starts.
    pub start: Ix,
    /// [2.9.a], [8.10.a] Its movement factors.
    pub allowance: Points,
    /// [8.9.b], [9.2.b] Whether it may march in column if nobody is near.
    pub column: bool,
    /// [8.11.a] Polish territorial units go along.
    territorial: bool,
    /// [8.12.a] The task force goes along.
    task_force: bool,
    /// [5.9.c] Russia proper is closed.
    russia_closed: bool,
}

/// What a way takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// Movement factors spent.
    pub spent: Points,
    /// Whether nobody was near all the way, so that it may be a march in column.
    pub clean: bool,
}

impl Mover {
    /// [7.4.a], [8.1], [8.2], [9.1.c] Whether these units may form a force that moves so.
    pub(super) fn new(t: &Table, units: &[UnitId], by: Way) -> Result<Mover, Illegal> {
        let side = actions::acting(t)?;
        let Some(first) = units.first() else { return Err(Illegal::new("PS-8.1.a", "no unit was chosen")) };
        if let Some(i) = (1..units.len()).find(|i| units[..*i].contains(&units[*i])) {
            return Err(Illegal::new("PS-8.1.a", format!("{} was named twice", t.name(units[i]))));
        }
        for unit in units.iter().copied() {
            actions::may_act(t, side, unit, "PS-7.4.a")?;
            if t.printed(unit).is_static {
                return Err(Illegal::new("PS-2.8.d", format!("{} is static and never moves", t.name(unit))));
            }
            if t.board.place(unit) != t.board.place(*first) {
                return Err(Illegal::new("PS-8.1.a", format!("{} and {} do not start in the same hex", t.name(*first), t.name(unit))));
            }
            if by == Way::Air && !t.flies(unit) {
                return Err(Illegal::new("PS-9.1.c", format!("{} is not an air assault unit, so this force cannot fly", t.name(unit))));
            }
        }
        let start = t.ix_of(*first).ok_or_else(|| Illegal::new("PS-8.1.a", format!("{} is not on the map", t.name(*first))))?;
        let numbers = &t.charts.movement;
        Ok(Mover {
            by,
            enemy: side.other(),
            start,
            allowance: if t.multinational(units) { numbers.multinational } else { numbers.allowance },
            column: by == Way::Ground && (numbers.air_assault_column || !units.iter().any(|u| t.flies(*u))),
            territorial: false,
            task_force: false,
            russia_closed: side == ALLIED && t.turn() == 1,
        })
    }

    /// Whom the steps that follow concern.
    pub(super) fn leading(mut self, t: &Table, units: &[UnitId]) -> Mover {
        self.territorial = units.iter().any(|u| t.printed(*u).territorial);
        self.task_force = units.iter().any(|u| t.printed(*u).task_force);
        self
    }

    /// [5.9.c], [8.11.a], [8.12.a] Land that is closed to the force.
    pub(super) fn open_land(&self, t: &Table, to: Ix) -> Result<(), Illegal> {
        let there = t.footing(to);
        if there.russia && self.russia_closed {
            return Err(Illegal::new("PS-5.9.c", "it lies in Russia proper, which no Allied unit enters in turn 1"));
        }
        if there.russia && self.task_force {
            return Err(Illegal::new("PS-8.12.a", "it lies in Russia proper, which the V-F task force never enters"));
        }
        if self.territorial && !there.territorial {
            return Err(Illegal::new("PS-8.11.a", "Polish territorial units never leave Poland and the Kaliningrad district"));
        }
        Ok(())
    }

    /// What it takes to enter the next hex. Layers must be up to date.
    pub(super) fn step(&self, t: &Table, from: Ix, dir: Dir, to: Ix) -> Result<Points, Illegal> {
        self.open_land(t, to)?;
        if self.by == Way::Air {
            return air_assault::step(t, self, to);
        }
        let (there, crossing) = (t.footing(to), &t.charts.crossing[from.at()][dir.at()]);
        if crossing.water {
            return Err(Illegal::new("PS-8.8.b", "only air assault movement crosses lakes and the sea"));
        }
        if t.occupant(to) == Some(self.enemy) {
            return Err(Illegal::new("PS-8.5.a", "there is an enemy unit there"));
        }
        if t.garrison(to) == Some(self.enemy) {
            return Err(Illegal::new("PS-8.5.b", "an enemy garrison holds the city"));
        }
        let numbers = &t.charts.movement;
        // [13.9.b] Each blast marker counts; [11.4.a] so does enemy airpower, for the hex and for the river.
        let tally = t.board.control(to).tally;
        let mut cost = there.cost.0 + crossing.extra.0 + i16::from(tally) * numbers.blast.0;
        if airpower::reaches(t, self.enemy, to) {
            cost += numbers.interdicted_hex.0 + if crossing.river { numbers.interdicted_river.0 } else { 0 };
        }
        Ok(Points(cost))
    }

    /// What a step takes at least.
    fn least(&self, t: &Table) -> Points {
        if self.by == Way::Air { t.charts.movement.air_assault } else { t.charts.least_cost }
    }

    /// [8.6.e], [9.1.e] Whether units may stop in a hex they have entered.
    pub(super) fn may_stop(&self, t: &Table, ix: Ix) -> Result<(), Illegal> {
        if self.by == Way::Air {
            return air_assault::may_stop(t, self.enemy, ix);
        }
        if t.footing(ix).radiation {
            return Err(Illegal::new("PS-8.6.e", RADIATION));
        }
        Ok(())
    }

    /// [8.9.a] Whether an enemy unit or garrison is next to a hex.
    pub(super) fn near(&self, t: &Table, ix: Ix) -> bool {
        layers::is_near(t, self.enemy, ix)
    }

    /// [8.9] The movement factors of a march in column.
    pub(super) fn doubled(&self, t: &Table) -> Points {
        Points(self.allowance.0.saturating_mul(t.charts.movement.column_factor))
    }

    /// [8.3.a], [8.9], [8.10], [9.2] Whether the factors suffice.
    fn affordable(&self, t: &Table, walk: Walk, near: Option<Ix>) -> Result<(), Illegal> {
        let (spent, whole) = (walk.spent, t.charts.movement.allowance);
        if spent <= self.allowance || (self.column && walk.clean && spent <= self.doubled(t)) {
            return Ok(());
        }
        let refuse = |rule: &'static str, why: String| Err(Illegal::new(rule, format!("this move takes {spent} movement factors: {why}")));
        if spent <= whole {
            return refuse("PS-8.10.a", format!("a force of several nations has only {}", self.allowance));
        }
        if self.by == Way::Air {
            return refuse("PS-9.2.b", format!("air assault movement has only {}", self.allowance));
        }
        if spent <= self.doubled(t) {
            let Some(near) = near.filter(|_| self.column) else {
                return refuse("PS-9.2.b", format!("the force has {}, because no force with an air assault unit moves in column", self.allowance));
            };
            let grid = &t.board.map.grid;
            let fresh = grid.around(near).any(|(_, ix)| t.occupant(ix) == Some(self.enemy) && t.ground(ix).any(|u| !t.has(u, Mark::Disrupted)));
            let rule = if fresh { "PS-8.9.a" } else { "PS-8.9.c" };
            return refuse(rule, format!("the force has {}, because no column passes next to the enemy, as in {}", self.allowance, t.spot(grid.hex(near))));
        }
        refuse("PS-8.3.a", format!("the force has {}", if self.column && walk.clean { self.doubled(t) } else { self.allowance }))
    }
}

/// [8] Judges a way as far as it goes. Layers must be up to date.
pub(super) fn judge(t: &Table, force: &Force) -> Result<Walk, Illegal> {
    let mut mover = Mover::new(t, &force.units, force.by)?.leading(t, &force.units);
    let grid = &t.board.map.grid;
    let mut at = mover.start;
    let mut near = mover.near(t, at).then_some(at);
    let mut spent = Points(0);
    if force.by == Way::Air && !force.path.is_empty() {
        air_assault::may_start(t, mover.enemy, at)?;
    }
    for (i, hex) in force.path.iter().enumerate() {
        if force.drops.iter().any(|(_, n)| usize::from(*n) == i) {
            let going: Vec<UnitId> = force.units.iter().filter(|u| force.stop(**u) > i).copied().collect();
            mover = mover.leading(t, &going);
        }
        let Some((to, dir)) = grid.ix(*hex).and_then(|to| Some((to, grid.side(at, to)?))) else {
            return Err(Illegal::new("PS-8.4.a", format!("{} is not next to {}", t.spot(*hex), t.spot_at(at))));
        };
        spent = Points(spent.0.saturating_add(mover.step(t, at, dir, to).map_err(|no| t.of_hex(to, no))?.0));
        at = to;
        if near.is_none() && mover.near(t, at) {
            near = Some(at);
        }
    }
    let walk = Walk { spent, clean: near.is_none() };
    mover.affordable(t, walk, near)?;
    Ok(walk)
}

/// [5.9.e] Whether a way leads across a border into the land of an Allied nation.
pub(super) fn crosses(t: &Table, start: Ix, path: &[Hex]) -> bool {
    let mut from = start;
    path.iter().filter_map(|hex| t.board.ix(*hex)).any(|to| {
        let crossed = t.board.map.grid.side(from, to).is_some_and(|dir| t.charts.crossing[from.at()][dir.at()].border) && t.footing(to).allied;
        from = to;
        crossed
    })
}

/// [8.1], [5.9.e] Judges a way as a whole action.
pub(super) fn judge_whole(t: &Table, force: &Force) -> Result<Walk, Illegal> {
    let walk = judge(t, force)?;
    let path: Vec<Ix> = force.path.iter().filter_map(|hex| t.board.ix(*hex)).collect();
    let mover = Mover::new(t, &force.units, force.by)?;
    for unit in force.units.iter().copied() {
        if let Some(end) = force.stop(unit).checked_sub(1).and_then(|i| path.get(i)) {
            mover.may_stop(t, *end).map_err(|no| t.of_hex(*end, no))?;
        }
    }
    if t.must_cross() && !crosses(t, mover.start, &force.path) {
        return Err(Illegal::new("PS-5.9.e", actions::FIRST));
    }
    Ok(walk)
}

/// A hex that a force can reach.
pub(super) struct Found {
    /// Where the way ends.
    pub end: Ix,
    /// Among which of the ways it is.
    pub among: usize,
    /// What the whole way takes, with what was planned before.
    pub spent: Points,
    /// What is left after it.
    pub left: Points,
}

/// All hexes that a force can reach, in map order, and the ways there: in column, or as the rules let any force march, or both.
#[derive(Default)]
pub(super) struct Reached {
    /// The hexes.
    pub found: Vec<Found>,
    /// The ways.
    pub ways: Vec<Ways>,
}

impl Reached {
    /// The hexes entered on the way to one of them.
    pub(super) fn path(&self, found: &Found) -> Path {
        self.ways[found.among].to(found.end)
    }
}

/// Every hex the force can reach from where its way ends now, each by the cheapest way. Layers must be up to date.
pub(super) fn reach(t: &Table, force: &Force, scratch: &mut Reach) -> Reached {
    let mut reached = Reached::default();
    let Ok(walk) = judge(t, force) else { return reached };
    let Ok(mover) = Mover::new(t, &force.units, force.by) else { return reached };
    let mover = mover.leading(t, &force.rest());
    if force.by == Way::Air && air_assault::may_start(t, mover.enemy, mover.start).is_err() {
        return reached;
    }
    let grid = &t.board.map.grid;
    let Some(at) = force.path.last().map_or(Some(mover.start), |hex| grid.ix(*hex)) else { return reached };
    let budget = |allowance: Points| (allowance.0 - walk.spent.0).max(0) as u16;
    let step = |from, dir, to| mover.step(t, from, dir, to).map_or(Step::Closed, |cost| Step::Go(cost.0.max(0) as u16));
    let (least, short) = (mover.least(t).0.max(0) as u16, budget(mover.allowance));
    let doubled = mover.doubled(t);
    let found = |scratch: &Reach, among: usize, nearest: u16| -> Vec<Found> {
        let hex = |end: Ix| {
            let cost = scratch.cost(end).filter(|cost| *cost >= nearest)?;
            let spent = Points(walk.spent.0 + cost as i16);
            let allowance = if spent <= mover.allowance { mover.allowance } else { doubled };
            Some(Found { end, among, spent, left: Points(allowance.0 - spent.0) })
        };
        let mut found = Vec::with_capacity(scratch.found().len());
        found.extend(scratch.found().iter().copied().filter_map(hex));
        found
    };
    let mut in_column = Vec::new();
    if mover.column && walk.clean {
        let mut avoided = false;
        scratch.explore_at_least(grid, at, budget(doubled), least, |from, dir, to| {
            let near = mover.near(t, to);
            avoided |= near;
            if near { Step::Closed } else { step(from, dir, to) }
        });
        // Where a column avoids nobody whom other marches could meet, it goes wherever they go.
        let meets = |from: &Ix| scratch.cost(*from).is_some_and(|cost| cost + least <= short) && grid.around(*from).any(|(_, to)| mover.near(t, to));
        if !avoided || !std::iter::once(&at).chain(scratch.found()).any(meets) {
            (reached.found, reached.ways) = (found(scratch, 0, 0), vec![scratch.ways(&t.board.map)]);
            return reached;
        }
        // As far as other marches go, they need not avoid the enemy and are never dearer.
        in_column = found(scratch, 0, short + 1);
        if !in_column.is_empty() {
            reached.ways.push(scratch.ways(&t.board.map));
        }
    }
    scratch.explore_at_least(grid, at, short, least, step);
    let near = found(scratch, reached.ways.len(), 0);
    reached.ways.push(scratch.ways(&t.board.map));
    // Both lists are in map order.
    reached.found.reserve(in_column.len() + near.len());
    let mut columns = in_column.into_iter().peekable();
    for one in near {
        reached.found.extend(std::iter::from_fn(|| columns.next_if(|column| column.end < one.end)));
        columns.next_if(|column| column.end == one.end);
        reached.found.push(one);
    }
    reached.found.extend(columns);
    reached
}

/// [5.9.e] Whether a unit could cross the border. Layers must be up to date.
pub(super) fn can_cross(t: &Table, unit: UnitId) -> bool {
    let mut scratch = Reach::default();
    let ways = [Way::Ground, Way::Air].map(|by| Force { side: RUSSIAN, by, units: Units::from_slice(&[unit]), path: Path::new(), drops: Vec::new() });
    ways.iter().any(|force| {
        let Ok(mover) = Mover::new(t, &force.units, force.by) else { return false };
        let reached = reach(t, force, &mut scratch);
        reached.found.iter().any(|f| mover.may_stop(t, f.end).is_ok() && crosses(t, mover.start, &reached.path(f)))
    })
}

/// [8], [9] Carries a move out.
pub(super) fn carry_out(t: &mut Table, force: &Force) -> Result<(), Illegal> {
    t.refresh_of(force.side.other());
    let walk = judge_whole(t, force)?;
    let allowance = Mover::new(t, &force.units, force.by)?.allowance;
    let rule = match force.by {
        Way::Air => "PS-9.1.a",
        Way::Ground if walk.spent > allowance => "PS-8.9.a",
        Way::Ground => "PS-8.4.a",
    };
    for unit in force.units.iter().copied() {
        let path = &force.path[..force.stop(unit)];
        if let Some(end) = path.last() {
            let from = t.board.place(unit);
            t.board.record(Atom(rule), Fact::Moved { unit, from, to: Place::Map(*end), path: path.into() });
        }
    }
    actions::finish(t, &force.units);
    Ok(())
}

/// A force moves along a path, all of it to the end.
pub(super) fn move_force(In((units, by, path)): In<(Units, Way, Path)>, mut t: Table) -> Result<(), Illegal> {
    let side = actions::acting(&t)?;
    carry_out(&mut t, &Force { side, by, units, path, drops: Vec::new() })
}

/// [8.1.c] Begins to plan a move that leaves units along its way.
pub(super) fn march(In((units, by)): In<(Units, Way)>, mut t: Table) -> Result<(), Illegal> {
    let side = actions::acting(&t)?;
    let force = Force { side, by, units, path: Path::new(), drops: Vec::new() };
    t.refresh_of(force.side.other());
    judge(&t, &force)?;
    if let Some(hex) = force.units.first().and_then(|u| t.board.hex(*u)) {
        t.board.record(Atom("PS-8.1.c"), Fact::Announced { side, what: "plans a march from", hex });
    }
    t.board.ask(Decision::Force(Box::new(force)));
    Ok(())
}

fn planned(t: &Table) -> Result<Force, Illegal> {
    match t.board.decision() {
        Some(Decision::Force(force)) => Ok((**force).clone()),
        _ => Err(Illegal::new("PS-8.1.c", "no march is being planned")),
    }
}

/// More hexes than any force can ever enter: a bound for what is planned.
const LONGEST: usize = 64;

/// [8.1.c] Lengthens the way.
pub(super) fn onward(In(path): In<Path>, mut t: Table) -> Result<(), Illegal> {
    let mut force = planned(&t)?;
    let Some(end) = path.last().copied().filter(|_| force.path.len() + path.len() <= LONGEST) else {
        return Err(Illegal::new("PS-8.4.a", "name at least one more hex, but no more than a force could ever enter"));
    };
    force.path.extend(path);
    t.refresh_of(force.side.other());
    judge(&t, &force)?;
    t.board.record(Atom("PS-8.1.c"), Fact::Announced { side: force.side, what: "leads the march on to", hex: end });
    t.board.amend(Decision::Force(Box::new(force)));
    Ok(())
}

/// [8.1.c] Whether a unit may be left where the way ends now.
pub(super) fn may_drop(t: &Table, force: &Force, unit: UnitId) -> Result<Hex, Illegal> {
    let rest = force.rest();
    if !rest.contains(&unit) {
        return Err(Illegal::new("PS-8.1.e", format!("{} is no longer with the march", t.name(unit))));
    }
    if rest.len() == 1 {
        return Err(Illegal::new("PS-8.1.c", format!("{} is the last unit of the march: halt instead", t.name(unit))));
    }
    let Some(hex) = force.path.last().copied().or(t.board.hex(unit)) else {
        return Err(Illegal::new("PS-8.1.c", format!("{} is not on the map", t.name(unit))));
    };
    if let Some(ix) = t.board.ix(hex).filter(|_| !force.path.is_empty()) {
        Mover::new(t, &force.units, force.by)?.may_stop(t, ix).map_err(|no| t.of_hex(ix, no))?;
    }
    Ok(hex)
}

/// [8.1.c] A unit will stay where the way ends now.
pub(super) fn drop_off(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut force = planned(&t)?;
    let hex = may_drop(&t, &force, unit)?;
    t.board.record(Atom("PS-8.1.c"), Fact::Announced { side: force.side, what: "will drop off a unit in", hex });
    force.drops.push((unit, force.path.len() as u8));
    t.board.amend(Decision::Force(Box::new(force)));
    Ok(())
}

/// [8.1] The march is carried out as planned.
pub(super) fn halt(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let force = planned(&t)?;
    t.refresh_of(force.side.other());
    judge_whole(&t, &force)?;
    t.board.answer();
    carry_out(&mut t, &force)
}
