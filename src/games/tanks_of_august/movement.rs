//! [8] Moving, with the parts of [7] that speak of stacks on the move and of [9] that stop them.

use super::fog;
use super::optional;
use super::orders::{Count, Mark};
use super::table::Table;
use super::tables::{Footing, UnitType};
use super::zoc::{self, Bar};
use crate::board::{Atom, Dir, Fact, Grid, Hex, Illegal, Ix, LayerId, Path, Place, Points, Side, UnitId, Units};
use crate::games::kit::{Entry, Gait, Stumble, Walker};
use bevy_ecs::prelude::In;

/// A unit about to move, and all it needs to know.
pub(super) struct Mover<'a, 'w, 's> {
    t: &'a Table<'w, 's>,
    enemy_zoc: &'a [bool],
    unit: UnitId,
    side: Side,
    gait: Gait,
    flies: bool,
    guard: bool,
}

/// [9.0.e] Zones of control.
const ZONE: &str = "TOA-9.0.e";

impl<'a, 'w, 's> Mover<'a, 'w, 's> {
    /// [8.0.a], [8.1.c] A unit of the player whose movement segment it is, on the map, that may still move. The enemy's zones of control must
    /// be up to date.
    pub(super) fn new(t: &'a Table<'w, 's>, unit: UnitId) -> Result<Self, Illegal> {
        let (status, name, printed) = (t.board.status(unit), t.name(unit), t.printed(unit));
        let Some(side) = t.segment().mover() else {
            return Err(Illegal::new("TOA-8.0.a", "units move only in a Movement Segment"));
        };
        if status.side != side {
            return Err(Illegal::new("TOA-8.0.a", format!("{name} belongs to the other player, who does not move now")));
        }
        let Some(start) = t.ix_of(unit) else {
            return Err(Illegal::new("TOA-8.0.a", format!("{name} is not on the map")));
        };
        if printed.is_static {
            return Err(Illegal::new("TOA-8.1.c", format!("{name} is static and never moves")));
        }
        let enemy_zoc = t.board.layer(LayerId::Zoc(side.other()));
        if status.has(Mark::Halted.id()) {
            let spot = t.spot_at(start);
            return Err(match enemy_zoc[start.at()] {
                true => Illegal::new(ZONE, format!("{name} has entered an enemy zone of control in {spot} and stops there")),
                false => Illegal::new(Self::MINIMUM, format!("{name} has made a minimum move to {spot}, and it may move only that one hex")),
            });
        }
        if status.has(Mark::Landed.id()) {
            return Err(Illegal::new("TOA-13.3.b", format!("{name} landed this turn and cannot move until the next")));
        }
        let spent = status.count(Count::Spent.id());
        // [14.7.a] Held up: half the allowance, rounded down to whole points.
        let allowance = if status.has(Mark::HeldUp.id()) { Points::whole(printed.allowance.0 / 4) } else { printed.allowance };
        let gait = Gait { start, left: Points((allowance.0 - spent).max(0)), fresh: spent == 0 };
        Ok(Mover { t, enemy_zoc, unit, side, gait, flies: printed.kind == UnitType::Helicopter, guard: printed.guard })
    }

    /// [8.0]–[8.6] What it takes to get from a hex into the next, enemies and points apart.
    fn ground(&self, from: Ix, dir: Dir, to: Ix) -> Result<Points, Bar> {
        let there: &Footing = &self.t.charts.footing[to.at()];
        if there.closed_to[self.side.at()] {
            return Err(Bar::Russia);
        }
        if self.guard && there.country.is_breakaway() {
            return Err(Bar::Breakaway);
        }
        if self.flies {
            return if there.prohibited && !there.sea { Err(Bar::OutOfPlay) } else { Ok(self.t.charts.helicopters.points_per_hex) };
        }
        if let Some(bar) = zoc::ground_bar(&self.t.charts, from, dir, to) {
            return Err(bar);
        }
        let crossing = &self.t.charts.crossing[from.at()][dir.at()];
        if crossing.road {
            return Ok(self.t.charts.road_cost); // [8.5.a], [8.5.c] whatever the ground, over any bridge
        }
        there.cost.map(|cost| Points(cost.0 + crossing.extra.0)).ok_or(Bar::Alpine) // [8.3.g]
    }

    /// [9.0.e] Whether a zone of control stops it in a hex.
    pub(super) fn stops_in(&self, ix: Ix) -> bool {
        self.enemy_zoc[ix.at()]
    }

    /// Whether a move may end in a hex.
    pub(super) fn may_end(&self, ix: Ix) -> bool {
        !self.t.charts.footing[ix.at()].sea
    }
}

impl Walker for Mover<'_, '_, '_> {
    type Bar = Bar;

    /// [8.2.a]
    const MINIMUM: &'static str = "TOA-8.2.a";

    fn gait(&self) -> Gait {
        self.gait
    }

    fn grid(&self) -> &Grid {
        &self.t.board.map.grid
    }

    fn least(&self) -> Points {
        if self.flies { self.t.charts.helicopters.points_per_hex } else { self.t.charts.least_cost }
    }

    /// One step of a move: the ground, the enemy, and zones of control.
    fn step(&self, from: Ix, dir: Dir, to: Ix) -> Result<Entry, Bar> {
        let cost = self.ground(from, dir, to)?;
        if self.t.holds(self.side.other(), to) {
            return Err(Bar::Enemy);
        }
        // [9.0.e] Entering a zone stops, so a unit that leaves one began its move there: one hex from zone to zone [9.0.f],
        // any number once it is free [9.0.g].
        Ok(Entry { cost, stops: self.enemy_zoc[to.at()].then_some(ZONE) })
    }

    fn refuse(&self, why: Stumble<Bar>) -> Illegal {
        let (t, name) = (self.t, self.t.name(self.unit));
        match why {
            Stumble::Nowhere => Illegal::new("TOA-8.0.b", "the move names no hex"),
            Stumble::Apart(at, hex) => Illegal::new("TOA-8.0.b", format!("{} is not next to {}", t.spot(hex), t.spot_at(at))),
            Stumble::Halted(rule, at) if rule == Self::MINIMUM => {
                Illegal::new(rule, format!("{name} has too few movement points for {}: as a minimum move it may be the only hex", t.spot_at(at)))
            }
            Stumble::Halted(rule, at) => Illegal::new(rule, format!("{name} would enter an enemy zone of control in {} and must stop there", t.spot_at(at))),
            Stumble::Barred(bar, at, to) => bar.refusal(&t.spot_at(to), &t.spot_at(at)),
            Stumble::TooFar(total, to) => {
                let points = if total == Points::whole(1) { "point" } else { "points" };
                let left = if self.gait.left == Points(0) { "none".to_owned() } else { format!("only {}", self.gait.left) };
                Illegal::new("TOA-8.0.a", format!("{name} would need {total} movement {points} to get to {} and has {left} left", t.spot_at(to)))
            }
        }
    }
}

/// [8], [7.3]–[7.5] Moves units that stand together along a path; each pays its own points, so the slowest sets the pace.
pub(super) fn move_stack(In((units, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    let moves = judge(&mut t, &units, &path)?;
    if optional::may_hold_up(&t, &units) {
        optional::ask_to_hold_up(&mut t, units, path);
    } else {
        carry_out(&mut t, &units, &path, moves);
    }
    Ok(())
}

/// Carries a move out that the other player was asked about, if it is still legal.
pub(super) fn march(t: &mut Table, units: &[UnitId], path: &[Hex]) -> Result<(), Illegal> {
    let moves = judge(t, units, path)?;
    carry_out(t, units, path, moves);
    Ok(())
}

/// Carries a move out that was judged.
fn carry_out(t: &mut Table, units: &[UnitId], path: &[Hex], moves: Vec<Vec<Entry>>) {
    let way: Vec<Ix> = path.iter().filter_map(|hex| t.board.ix(*hex)).collect();
    fog::note_doubt(t, t.board.side(units[0]), &way);
    for (unit, entries) in units.iter().copied().zip(moves) {
        let from = t.board.place(unit);
        let to = Place::Map(*path.last().expect("a judged path has an end"));
        let spent = t.board.status(unit).count(Count::Spent.id());
        t.board.record(Atom("TOA-8.0.a"), Fact::Moved { unit, from, to, path: path.into() });
        t.board.count(Atom("TOA-8.0.c"), unit, Count::Spent.id(), spent + entries.iter().map(|entry| entry.cost.0).sum::<i16>());
        if let Some(rule) = entries.last().and_then(|entry| entry.stops) {
            t.mark(rule, unit, Mark::Halted);
        }
        t.entered(unit, path);
    }
}

fn judge(t: &mut Table, units: &[UnitId], path: &[Hex]) -> Result<Vec<Vec<Entry>>, Illegal> {
    let Some(first) = units.first() else { return Err(Illegal::new("TOA-7.3.a", "no unit was chosen")) };
    if let Some(twice) = (1..units.len()).find(|i| units[..*i].contains(&units[*i])).map(|i| units[i]) {
        return Err(Illegal::new("TOA-7.3.a", format!("{} was named twice", t.name(twice))));
    }
    if let Some(apart) = units.iter().find(|unit| t.board.place(**unit) != t.board.place(*first)) {
        let why = format!("{} and {} are not in the same hex, so they cannot move together", t.name(*first), t.name(*apart));
        return Err(Illegal::new("TOA-7.3.a", why));
    }
    t.zoc(t.phasing().other());
    let movers = units.iter().map(|unit| Mover::new(t, *unit)).collect::<Result<Vec<_>, _>>()?;
    let walked = movers.iter().map(|mover| mover.walk(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(end) = path.last().and_then(|hex| t.board.ix(*hex)).filter(|end| t.footing(*end).sea) {
        return Err(Illegal::new("TOA-8.6.a", format!("{} is all sea: helicopters may fly over it but not end a move there", t.spot_at(end))));
    }
    Ok(walked)
}

/// [8.0.d] Points cannot be saved: every unit of the mover starts its segment with all of them.
pub(super) fn begin_segment(t: &mut Table, side: Side) {
    for unit in t.board.units() {
        if t.board.side(unit) == side {
            t.board.count(Atom("TOA-8.0.d"), unit, Count::Spent.id(), 0);
        }
    }
    t.unmark_all("TOA-8.0.d", Some(side), &[Mark::Halted, Mark::HeldUp]);
}
