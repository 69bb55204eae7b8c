//! [8] Moving, with the parts of [7] that speak of stacks on the move and of [9] that stop them.

use super::fog;
use super::optional;
use super::orders::{Count, Mark, Segment};
use super::table::Table;
use super::tables::{Charts, Footing, UnitType};
use super::zoc::{self, Bar};
use crate::board::paths::{self, Reach};
use crate::board::{Atom, Board, Dir, Fact, Hex, Illegal, Ix, LayerId, Place, Points, Rulebook, Side, UnitId};
use bevy_ecs::prelude::In;

/// A unit about to move, and all it needs to know.
pub struct Mover<'a> {
    charts: &'a Charts,
    book: &'a Rulebook,
    unit: UnitId,
    side: Side,
    /// Where it stands.
    pub start: Ix,
    /// Points left.
    pub left: Points,
    /// It has not entered a hex yet in this segment.
    fresh: bool,
    flies: bool,
    guard: bool,
}

/// What entering a hex is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it costs.
    pub cost: Points,
    /// The rule that makes the unit stop there, if one does.
    pub stops: Option<&'static str>,
}

/// [8.2.a] The minimum move.
const MINIMUM: &str = "TOA-8.2.a";
/// [9.0.e] Zones of control.
const ZONE: &str = "TOA-9.0.e";

impl<'a> Mover<'a> {
    /// [8.0.a], [8.1.c] A unit of the player whose movement segment it is, on the map, that may still move.
    pub fn new(board: &Board, charts: &'a Charts, book: &'a Rulebook, unit: UnitId) -> Result<Mover<'a>, Illegal> {
        let segment = Segment::from_id(board.clock().step(&book.sequence));
        let status = board.status(unit);
        let name = || book.called(unit).to_owned();
        let Some(side) = segment.mover() else {
            return Err(Illegal::new("TOA-8.0.a", "units move in a Movement Segment only"));
        };
        if status.side != side {
            return Err(Illegal::new("TOA-8.0.a", format!("{} belongs to the other player, who does not move now", name())));
        }
        let printed = &charts.printed[unit.at()];
        let Some(start) = board.ix_of(unit) else {
            return Err(Illegal::new("TOA-8.0.a", format!("{} is not on the map", name())));
        };
        if printed.is_static {
            return Err(Illegal::new("TOA-8.1.c", format!("{} is static and never moves", name())));
        }
        if status.has(Mark::Halted.id()) {
            let in_zone = board.layer(LayerId::Zoc(side.other())).get(start.at()).copied().unwrap_or(true);
            let spot = book.lexicon.place(board.map.grid.hex(start));
            return Err(match in_zone {
                true => Illegal::new(ZONE, format!("{} has entered an enemy zone of control in {spot} and stops there", name())),
                false => Illegal::new(MINIMUM, format!("{} has made a minimum move to {spot}, and that is its only hex", name())),
            });
        }
        if status.has(Mark::Landed.id()) {
            return Err(Illegal::new("TOA-13.3.b", format!("{} landed this turn and does not move before the next", name())));
        }
        let spent = status.count(Count::Spent.id());
        // [14.7.a] Held up: half the allowance, rounded down to whole points.
        let allowance = if status.has(Mark::HeldUp.id()) { Points::whole(printed.allowance.0 / 4) } else { printed.allowance };
        Ok(Mover {
            charts,
            book,
            unit,
            side,
            start,
            left: Points((allowance.0 - spent).max(0)),
            fresh: spent == 0,
            flies: printed.kind == UnitType::Helicopter,
            guard: printed.guard,
        })
    }

    /// [8.0]–[8.6] What it takes to get from a hex into the next, enemies and points apart.
    fn ground(&self, from: Ix, dir: Dir, to: Ix) -> Result<Points, Bar> {
        let there: &Footing = &self.charts.footing[to.at()];
        if there.closed_to[self.side.at()] {
            return Err(Bar::Russia);
        }
        if self.guard && there.country.is_breakaway() {
            return Err(Bar::Breakaway);
        }
        if self.flies {
            return if there.prohibited && !there.sea { Err(Bar::OutOfPlay) } else { Ok(self.charts.helicopters.points_per_hex) };
        }
        if let Some(bar) = zoc::ground_bar(self.charts, from, dir, to) {
            return Err(bar);
        }
        let crossing = &self.charts.crossing[from.at()][dir.at()];
        if crossing.road {
            return Ok(self.charts.road_cost); // [8.5.a], [8.5.c] whatever the ground, over any bridge
        }
        there.cost.map(|cost| Points(cost.0 + crossing.extra.0)).ok_or(Bar::Alpine) // [8.3.g]
    }

    /// One step of a move: the ground, the enemy, and zones of control.
    fn step(&self, enemy_zoc: &[bool], occupied: impl Fn(Ix) -> bool, from: Ix, dir: Dir, to: Ix) -> Result<Entry, Bar> {
        let cost = self.ground(from, dir, to)?;
        if occupied(to) {
            return Err(Bar::Enemy);
        }
        // [9.0.e] Entering a zone stops, so a unit that leaves one began its move there: one hex from zone to zone [9.0.f],
        // any number once it is free [9.0.g].
        Ok(Entry { cost, stops: enemy_zoc[to.at()].then_some(ZONE) })
    }

    /// [8.2.a] The one hex that a unit which has not moved may always enter.
    fn minimum(&self, entry: Entry, first: bool) -> Option<Entry> {
        (first && self.fresh && entry.cost > self.left).then_some(Entry { cost: self.left, stops: Some(entry.stops.unwrap_or(MINIMUM)) })
    }

    /// Walks a path and gives the cost and whether the unit stops at its end.
    pub fn walk(&self, enemy_zoc: &[bool], board: &Board, path: &[Hex]) -> Result<Entry, Illegal> {
        let grid = &board.map.grid;
        let spot = |ix: Ix| self.book.lexicon.place(grid.hex(ix));
        let (mut at, mut total, mut stops) = (self.start, Points(0), None);
        if path.is_empty() {
            return Err(Illegal::new("TOA-8.0.b", "the move names no hex"));
        }
        for (i, hex) in path.iter().enumerate() {
            let Some((to, dir)) = grid.ix(*hex).and_then(|to| Some((to, grid.side(at, to)?))) else {
                return Err(Illegal::new("TOA-8.0.b", format!("{} is not next to {}", self.book.lexicon.place(*hex), spot(at))));
            };
            if let Some(rule) = stops {
                return Err(self.must_stop(rule, &spot(at)));
            }
            let entry = self.step(enemy_zoc, |ix| self.enemy_in(board, ix), at, dir, to).map_err(|bar| bar.refusal(&spot(to), &spot(at)))?;
            let entry = self.minimum(entry, i == 0).unwrap_or(entry);
            total = Points(total.0 + entry.cost.0);
            if total > self.left {
                let (name, points) = (self.book.called(self.unit), if total == Points::whole(1) { "point" } else { "points" });
                let left = if self.left == Points(0) { "none".to_owned() } else { format!("only {}", self.left) };
                let why = format!("{name} would need {total} movement {points} to get to {} and has {left} left", spot(to));
                return Err(Illegal::new("TOA-8.0.a", why));
            }
            (at, stops) = (to, entry.stops);
        }
        if self.charts.footing[at.at()].sea {
            return Err(Illegal::new("TOA-8.6.a", format!("{} is all sea: helicopters may fly over it but not end a move there", spot(at))));
        }
        Ok(Entry { cost: total, stops })
    }

    /// Why a path goes on where the unit would have to stop.
    fn must_stop(&self, rule: &'static str, spot: &str) -> Illegal {
        let name = self.book.called(self.unit);
        Illegal::new(
            rule,
            match rule {
                MINIMUM => format!("{name} has too few movement points for {spot}: as a minimum move it may be the only hex"),
                _ => format!("{name} would enter an enemy zone of control in {spot} and must stop there"),
            },
        )
    }

    fn enemy_in(&self, board: &Board, ix: Ix) -> bool {
        board.occupant(ix).is_some_and(|side| side != self.side)
    }

    /// Every hex the unit can reach, for prompts and overlays.
    pub fn reach(&self, enemy_zoc: &[bool], board: &Board, reach: &mut Reach) {
        reach.explore(&board.map.grid, self.start, self.left.0.max(0) as u16, |from, dir, to| {
            match self.step(enemy_zoc, |ix| self.enemy_in(board, ix), from, dir, to) {
                Err(_) => paths::Step::Closed,
                Ok(entry) => match self.minimum(entry, from == self.start).unwrap_or(entry) {
                    Entry { cost, stops: Some(_) } => paths::Step::Halt(cost.0 as u16),
                    Entry { cost, stops: None } => paths::Step::Go(cost.0 as u16),
                },
            }
        });
    }

    /// Whether a move may end in a hex.
    pub fn may_end(&self, ix: Ix) -> bool {
        !self.charts.footing[ix.at()].sea
    }
}

/// [8], [7.3]–[7.5] Moves units that stand together along a path; each pays its own points, so the slowest sets the pace.
pub fn move_stack(In((units, path)): In<(Vec<UnitId>, Vec<Hex>)>, mut t: Table) -> Result<(), Illegal> {
    judge(&mut t, &units, &path)?;
    if optional::may_hold_up(&t, &units) {
        optional::ask_to_hold_up(&mut t, units, path);
        return Ok(());
    }
    march(&mut t, &units, &path)
}

/// Carries a move out, if it is legal.
pub fn march(t: &mut Table, units: &[UnitId], path: &[Hex]) -> Result<(), Illegal> {
    let moves = judge(t, units, path)?;
    let way: Vec<Ix> = path.iter().filter_map(|hex| t.board.ix(*hex)).collect();
    fog::note_doubt(t, t.board.side(units[0]), &way);
    for (unit, entry) in units.iter().copied().zip(moves) {
        let from = t.board.place(unit);
        let to = Place::Map(*path.last().expect("a judged path has an end"));
        let spent = t.board.status(unit).count(Count::Spent.id());
        t.board.record(Atom("TOA-8.0.a"), Fact::Moved { unit, from, to, path: path.to_vec() });
        t.board.count(Atom("TOA-8.0.c"), unit, Count::Spent.id(), spent + entry.cost.0);
        if let Some(rule) = entry.stops {
            t.mark(rule, unit, Mark::Halted);
        }
        t.entered(unit, path);
    }
    Ok(())
}

fn judge(t: &mut Table, units: &[UnitId], path: &[Hex]) -> Result<Vec<Entry>, Illegal> {
    let Some(first) = units.first() else { return Err(Illegal::new("TOA-7.3.a", "no unit was named")) };
    if let Some(twice) = (1..units.len()).find(|i| units[..*i].contains(&units[*i])).map(|i| units[i]) {
        return Err(Illegal::new("TOA-7.3.a", format!("{} is named twice", t.name(twice))));
    }
    if let Some(apart) = units.iter().find(|unit| t.board.place(**unit) != t.board.place(*first)) {
        let why = format!("{} and {} do not stand in the same hex, so they do not move together", t.name(*first), t.name(*apart));
        return Err(Illegal::new("TOA-7.3.a", why));
    }
    let enemy = t.board.side(*first).other();
    t.zoc(enemy);
    let movers = units.iter().map(|unit| Mover::new(&t.board, &t.charts, &t.book, *unit)).collect::<Result<Vec<_>, _>>()?;
    let enemy_zoc = t.board.layer(LayerId::Zoc(enemy));
    movers.iter().map(|mover| mover.walk(enemy_zoc, &t.board, path)).collect()
}

/// [8.0.d] Points cannot be saved: every unit of the mover starts its segment afresh.
pub fn begin_segment(t: &mut Table, side: Side) {
    for unit in t.board.units() {
        if t.board.side(unit) == side {
            t.board.count(Atom("TOA-8.0.d"), unit, Count::Spent.id(), 0);
        }
    }
    t.unmark_all("TOA-8.0.d", Some(side), &[Mark::Halted, Mark::HeldUp]);
}
