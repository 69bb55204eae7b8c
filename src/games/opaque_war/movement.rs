//! [7.0]–[7.4], [7.6] Moving, with what [6.2] says of stacks on the move and [15.2] of a ceasefire.

use super::fog::{self, Enemies, View};
use super::orders::{Count, Decision, HexMark, Mark, Purpose, Track};
use super::stacking;
use super::table::{MOB, SEA, Table};
use super::tables::{Contingent, UnitType};
use crate::board::{Atom, Dir, Fact, Grid, Hex, Illegal, Ix, LayerId, Path, Place, Points, Side, UnitId, Units};
use crate::games::kit::{Entry, Gait, Stumble, Walker};
use bevy_ecs::prelude::In;

/// A unit about to move, and all it needs to know: the board as its player sees it.
pub(super) struct Mover<'a, 'w, 's> {
    t: &'a Table<'w, 's>,
    view: &'a View,
    side: Side,
    unit: UnitId,
    contingent: Contingent,
    ceasefire: bool,
    gait: Gait,
}

/// What bars a step.
pub(super) enum Bar {
    /// [7.4.a] All-sea.
    Sea,
    /// [7.3], [14.0] Russian soil.
    Foreign,
    /// [7.0.j] Enemy counters that the player has not seen.
    Unknown,
    /// [7.0.j] An enemy unit.
    Enemy,
    /// [9.1.b] A mob.
    Mob,
    /// [15.2.c] The ceasefire.
    Truce,
}

/// [7.1.a] The smallest move.
const MINIMUM: &str = "OW-7.1.a";
/// [7.6.a] Zones of control.
const ZONE: &str = "OW-7.6.a";

/// Why a unit that has been stopped does not move on.
fn stopped(t: &Table, unit: UnitId, rule: &'static str) -> Illegal {
    let why =
        if rule == MINIMUM { "has entered a hex without the points for it and can move no farther" } else { "has been stopped by an enemy zone of control" };
    Illegal::new(rule, format!("{} {why}", t.seen_name(unit)))
}

/// Why a path does not lead on from a hex.
fn stops_there(t: &Table, unit: UnitId, rule: &'static str, hex: Hex) -> Illegal {
    let (name, spot) = (t.seen_name(unit), t.spot(hex));
    let why = match rule {
        MINIMUM => format!("{name} lacks the points for {spot}: it may still enter that one hex, but can go no farther"),
        _ => format!("{spot} is in an enemy zone of control, where {name} must stop: the path must end there"),
    };
    Illegal::new(rule, why)
}

/// [4.0.h], [7.0.a] The player who moves now.
pub(super) fn mover(t: &Table) -> Result<Side, Illegal> {
    let (purpose, side) = t.segment().purpose();
    match purpose {
        Purpose::Movement => Ok(side),
        Purpose::Combat => Err(Illegal::new("OW-4.0.h", "in a Combat Segment units move only by retreat and advance")),
        _ => Err(Illegal::new("OW-7.0.a", "units move only in their own Movement Segment")),
    }
}

/// How far a combat unit of the player whose Movement Segment it is can still go, if it may move at all. Whether he has seen it is asked before.
fn gait(t: &Table, side: Side, unit: UnitId) -> Result<Gait, Illegal> {
    let status = t.board.status(unit);
    let Some(start) = t.ix_of(unit) else {
        return Err(Illegal::new("OW-7.0.a", format!("{} is not on the map", t.seen_name(unit))));
    };
    let refuse = |rule, why: &str| Err(Illegal::new(rule, format!("{} {why}", t.seen_name(unit))));
    match t.kind(unit) {
        UnitType::Mob => return Err(Illegal::new("OW-9.1.a", NO_MOBS)),
        UnitType::Media => return Err(Illegal::new("OW-9.2.b", MEDIA_ALONE)),
        _ => {}
    }
    if status.has(Mark::Railed.id()) {
        return refuse("OW-7.7.h", "has moved by rail and does not move again in this segment");
    }
    if status.has(Mark::Dropped.id()) {
        return refuse("OW-6.2.b", "was dropped off by its stack and does not move again in this segment");
    }
    if status.has(Mark::Halted.id()) {
        // Whatever stopped it stands next to it, so its player knows.
        let in_zone = t.board.layer(LayerId::Zoc(side.other())).get(start.at()).copied().unwrap_or(true);
        return Err(stopped(t, unit, if in_zone { ZONE } else { MINIMUM }));
    }
    let spent = status.count(Count::Spent.id());
    if spent > 0 && !status.has(Mark::Moving.id()) {
        return refuse("OW-7.0.i", "has ended its move: another counter has moved since, and its remaining points are lost");
    }
    Ok(Gait { start, left: Points((allowance(t, unit).0 - spent).max(0)), fresh: spent == 0 })
}

impl<'a, 'w, 's> Mover<'a, 'w, 's> {
    /// A unit that may still move.
    pub(super) fn new(t: &'a Table<'w, 's>, view: &'a View, side: Side, unit: UnitId) -> Result<Self, Illegal> {
        Ok(Mover { t, view, side, unit, contingent: t.printed(unit).contingent, ceasefire: t.is_ceasefire(), gait: gait(t, side, unit)? })
    }

    /// [7.0], [7.3], [7.4] What it takes to get from a hex into the next, enemies and points apart.
    fn ground(&self, from: Ix, dir: Dir, to: Ix) -> Result<Points, Bar> {
        let (t, there) = (self.t, self.t.footing(to));
        let Some(way) = t.charts.crossing[from.at()][dir.at()].cost[self.contingent as usize] else {
            return Err(if there.sea { Bar::Sea } else { Bar::Foreign });
        };
        // [7.0.h]
        let guarded = there.checkpoint && !t.holds(self.side, to);
        Ok(if guarded { Points(way.0 + there.checkpoint_cost.0) } else { way })
    }
}

impl Walker for Mover<'_, '_, '_> {
    type Bar = Bar;

    const MINIMUM: &'static str = MINIMUM;

    fn gait(&self) -> Gait {
        self.gait
    }

    fn grid(&self) -> &Grid {
        &self.t.board.map.grid
    }

    /// One step of a move, as far as its player can know: the ground, the enemy, his zones, and the ceasefire.
    #[inline]
    fn step(&self, from: Ix, dir: Dir, to: Ix) -> Result<Entry, Bar> {
        let (t, view) = (self.t, self.view);
        let cost = self.ground(from, dir, to)?;
        match view.enemies[to.at()] {
            Enemies::Unknown => return Err(Bar::Unknown),
            Enemies::Fighters => return Err(Bar::Enemy),
            Enemies::Mob => return Err(Bar::Mob),
            Enemies::Media | Enemies::None => {}
        }
        let barred = t.hex_has(to, HexMark::Barred);
        if self.ceasefire && (view.beside[to.at()] || barred) {
            return Err(Bar::Truce);
        }
        // [7.6.a] Entering a zone stops, so a unit that leaves one began its move there [7.6.b].
        Ok(Entry { cost, stops: (view.zoc[to.at()] || barred).then_some(ZONE) })
    }

    fn refuse(&self, why: Stumble<Bar>) -> Illegal {
        let t = self.t;
        match why {
            Stumble::Nowhere => Illegal::new("OW-7.0.c", "the path is empty: name at least one hex"),
            Stumble::Apart(at, hex) => Illegal::new("OW-7.0.c", format!("{} is not next to {}", t.spot(hex), t.spot_at(at))),
            Stumble::Halted(rule, at) => stops_there(t, self.unit, rule, t.hex(at)),
            Stumble::Barred(bar, _, to) => {
                let no = match bar {
                    Bar::Sea => Illegal::new("OW-7.4.a", SEA),
                    Bar::Foreign => t.foreign(self.unit),
                    Bar::Unknown => Illegal::new("OW-7.0.j", "there are enemy counters there that you have not seen"),
                    Bar::Enemy => Illegal::new("OW-7.0.j", "there is an enemy unit there"),
                    Bar::Mob => Illegal::new("OW-9.1.b", MOB),
                    Bar::Truce => Illegal::new("OW-15.2.c", TRUCE),
                };
                t.of_hex(to, no)
            }
            Stumble::TooFar(total, to) => {
                let (name, left) = (t.seen_name(self.unit), self.gait.left);
                Illegal::new("OW-7.0.i", format!("{name} needs {total} movement points to get as far as {} and has {left}", t.spot_at(to)))
            }
        }
    }
}

/// [12.4.a], [15.2.a] A unit's allowance in this segment: halved out of supply, and halved again in a ceasefire.
pub(super) fn allowance(t: &Table, unit: UnitId) -> Points {
    let halvings = u32::from(t.has(unit, Mark::OutOfSupply)) + u32::from(t.is_ceasefire());
    Points(t.printed(unit).allowance.0 >> halvings)
}

/// Counters that move together, sorted out: those that pay, and media that travel along.
pub(super) struct Party {
    /// Combat units.
    pub units: Vec<UnitId>,
    /// Media.
    pub media: Vec<UnitId>,
    /// Where they start.
    pub start: Ix,
}

/// [9.1.a] Mobs stay.
const NO_MOBS: &str = "mobs do not move";
/// [9.2.b] Media have no move of their own.
const MEDIA_ALONE: &str = "media move only with a combat unit they are stacked with";
/// [15.2.c] A ceasefire keeps units apart.
pub(super) const TRUCE: &str = "in a ceasefire no unit moves next to an enemy unit";

/// [6.2.a], [9.2.b] Counters of a player that go together, sorted out: combat units, at least one, and media.
pub(super) fn sorted(t: &Table, side: Side, counters: &[UnitId]) -> Result<(Vec<UnitId>, Vec<UnitId>), Illegal> {
    if counters.is_empty() {
        return Err(Illegal::new("OW-6.2.a", "no unit was chosen"));
    }
    for (i, counter) in counters.iter().enumerate() {
        t.own(side, *counter)?;
        if counters[..i].contains(counter) {
            return Err(Illegal::new("OW-6.2.a", format!("{} was named twice", t.name(*counter))));
        }
    }
    if let Some(off) = counters.iter().find(|c| t.ix_of(**c).is_none()) {
        return Err(Illegal::new("OW-7.0.a", format!("{} is not on the map", t.name(*off))));
    }
    if counters.iter().any(|c| t.kind(*c) == UnitType::Mob) {
        return Err(Illegal::new("OW-9.1.a", NO_MOBS));
    }
    let (units, media): (Vec<UnitId>, Vec<UnitId>) = counters.iter().partition(|c| t.is_combat(**c));
    if units.is_empty() {
        return Err(Illegal::new("OW-9.2.b", MEDIA_ALONE));
    }
    Ok((units, media))
}

/// [6.2], [9.2.b] Counters of a player that stand together, at least one of them a combat unit, the others units or media.
pub(super) fn party(t: &Table, side: Side, counters: &[UnitId]) -> Result<Party, Illegal> {
    let (units, media) = sorted(t, side, counters)?;
    if let Some(other) = counters.iter().find(|c| t.board.place(**c) != t.board.place(counters[0])) {
        let why = format!("{} and {} are not in the same hex: only units that start together move together", t.name(counters[0]), t.name(*other));
        return Err(Illegal::new("OW-6.2.a", why));
    }
    let start = t.ix_of(counters[0]).expect("counters sorted out are on the map");
    Ok(Party { units, media, start })
}

/// [7.3.a], [F-63] Whether media may ride along a path that is open to the unit they ride with.
pub(super) fn can_ride(t: &Table, media: &[UnitId], path: &[Hex]) -> bool {
    media.iter().all(|m| path.iter().filter_map(|hex| t.board.ix(*hex)).all(|ix| !t.is_foreign(*m, ix)))
}

/// [7.3.a], [F-63] Media keep out of Russia, with whomever they ride: whether all of these may go along a way.
pub(super) fn may_ride(t: &Table, media: &[UnitId], way: &[Ix]) -> Result<(), Illegal> {
    let closed = media.iter().find_map(|m| Some((*m, *way.iter().find(|ix| t.is_foreign(*m, **ix))?)));
    closed.map_or(Ok(()), |(media, ix)| {
        let why = format!("{} is in Russia, which {} may never enter: the unit must go without it", t.spot_at(ix), t.name(media));
        Err(Illegal::new("OW-7.3.a", why))
    })
}

/// [7], [6.2] Moves counters that stand together along a path; each unit pays its own points, so the slowest sets the pace.
pub(super) fn move_stack(In((counters, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    let side = mover(&t)?;
    let party = party(&t, side, &counters)?;
    march(&mut t, side, &party, &path)
}

/// Judges a move by what its player knows and carries it out on the board as it is.
pub(super) fn march(t: &mut Table, side: Side, party: &Party, path: &[Hex]) -> Result<(), Illegal> {
    let view = View::of(t, side);
    t.zoc(side.other());
    let walked = judge(t, side, &view, party, path)?;
    let way = t.way(path).expect("a judged path is on the map");
    may_ride(t, &party.media, &way)?;
    let last = *way.last().expect("a judged path has an end");
    if last != party.start {
        stacking::may_end(t, side, last, party.units.len())?;
    }
    let way = t.way(path).expect("a judged path is on the map");
    fog::note_doubt(t, &view, side, &way);
    go(t, side, party, path, &walked);
    Ok(())
}

fn judge(t: &Table, side: Side, view: &View, party: &Party, path: &[Hex]) -> Result<Vec<Vec<Entry>>, Illegal> {
    party.units.iter().map(|unit| Mover::new(t, view, side, *unit)?.walk(path)).collect()
}

/// How much of a path can truly be walked, and the hex that turned out to be closed.
fn truth(t: &mut Table, side: Side, path: &[Ix], party: &Party) -> (usize, Option<Ix>) {
    let ceasefire = t.is_ceasefire();
    t.zoc(side.other());
    for (i, ix) in path.iter().enumerate() {
        if ceasefire && t.beside(side.other(), *ix) {
            // [15.2.c] It stops short of the hex, in the last one that has room.
            let room = |n: &usize| *n == 0 || stacking::free_places(t, side, path[n - 1]) >= party.units.len();
            return ((0..=i).rev().find(room).unwrap_or(0), Some(*ix));
        }
        if t.board.layer(LayerId::Zoc(side.other()))[ix.at()] {
            return (i + 1, None);
        }
    }
    (path.len(), None)
}

fn go(t: &mut Table, side: Side, party: &Party, path: &[Hex], entries: &[Vec<Entry>]) {
    let way = t.way(path).expect("a judged path is on the map");
    let (length, closed) = truth(t, side, &way, party);
    if length > 0 {
        drop_off(t, party);
        end_moves(t, side, &party.units);
        let group = regroup(t, party);
        let end = way[length - 1];
        let in_zone = t.board.layer(LayerId::Zoc(side.other()))[end.at()];
        for (unit, entries) in party.units.iter().zip(entries) {
            let cost: i16 = entries[..length].iter().map(|e| e.cost.0).sum();
            let spent = t.board.status(*unit).count(Count::Spent.id());
            t.board.record(
                Atom("OW-7.0.c"),
                Fact::Moved { unit: *unit, from: t.board.place(*unit), to: Place::Map(path[length - 1]), path: Path::from_slice(&path[..length]) },
            );
            t.board.count(Atom("OW-7.0.i"), *unit, Count::Spent.id(), spent + cost);
            t.board.count(Atom("OW-6.2.b"), *unit, Count::Group.id(), group);
            let rule = if in_zone { Some(ZONE) } else { entries[length - 1].stops };
            if let Some(rule) = rule {
                t.mark(rule, *unit, Mark::Halted);
            }
            // Whether points are left the enemy may not know, so he must not see it by who holds the hex at once.
            t.set_mark("OW-7.0.i", *unit, Mark::Moving, !in_zone);
        }
        for media in &party.media {
            t.board.record(
                Atom("OW-9.2.b"),
                Fact::Moved { unit: *media, from: t.board.place(*media), to: Place::Map(path[length - 1]), path: Path::from_slice(&path[..length]) },
            );
        }
        passed(t, &party.units, &way[..length]);
        if in_zone {
            t.occupy(side, end);
        }
        stacking::enforce(t, side, &[party.start, end]);
    }
    if let Some(ix) = closed {
        fog::bar(t, "OW-15.2.c", ix);
    }
}

/// [6.2.b] Units of the stack that are left behind do not move again.
fn drop_off(t: &mut Table, party: &Party) {
    for unit in &party.units {
        let group = t.board.status(*unit).count(Count::Group.id());
        if group == 0 {
            continue;
        }
        let left: Vec<UnitId> =
            t.board.stack(party.start).iter().filter(|u| !party.units.contains(u) && t.board.status(**u).count(Count::Group.id()) == group).copied().collect();
        for unit in left {
            t.mark("OW-6.2.b", unit, Mark::Dropped);
        }
    }
}

/// [6.2.b] The number of the stack that moves together now; 0 for a unit alone.
fn regroup(t: &mut Table, party: &Party) -> i16 {
    if party.units.len() < 2 {
        return 0;
    }
    t.add_track("OW-6.2.b", Track::StackMoves, 1);
    i16::try_from(t.track(Track::StackMoves)).unwrap_or(i16::MAX)
}

/// [F-40] Enemy media alone in hexes that units enter are eliminated; [3.1.g] garrisons that an enemy came next to are seen.
pub(super) fn passed(t: &mut Table, units: &[UnitId], way: &[Ix]) {
    let Some(unit) = units.first().copied() else { return };
    let enemy = t.side(unit).other();
    for ix in way {
        for media in t.of_kind(UnitType::Media, enemy, *ix) {
            t.eliminate("OW-9.2.b", media);
        }
        for unit in units {
            t.look_around(*unit, *ix);
        }
    }
}

/// [F-17] Moves under way end, those of some units apart, and with them who holds a hex is settled. A unit may be moved hex by hex, but
/// once another is moved its own move is over: what it only passed on its way it does not hold.
pub(super) fn end_moves(t: &mut Table, side: Side, but: &[UnitId]) {
    let moving: Vec<UnitId> = t.army(side).filter(|u| t.has(*u, Mark::Moving) && !but.contains(u)).collect();
    for unit in moving {
        t.unmark("OW-7.0.i", unit, Mark::Moving);
        if let Some(ix) = t.ix_of(unit) {
            t.occupy(side, ix);
        }
    }
}

/// [7.0.i] Points cannot be saved: every unit of the mover starts its segment with all of them.
pub(super) fn begin_segment(t: &mut Table, side: Side) {
    for unit in t.board.units() {
        let status = t.board.status(unit);
        if status.side == side && status.counts != [0; crate::board::COUNTS] {
            t.board.count(Atom("OW-7.0.i"), unit, Count::Spent.id(), 0);
            t.board.count(Atom("OW-6.2.b"), unit, Count::Group.id(), 0);
        }
    }
    t.unmark_all("OW-7.0.i", Some(side), &[Mark::Halted, Mark::Railed, Mark::Dropped, Mark::Entered, Mark::Moving]);
    t.unmark_hexes("OW-7.0.i", &[HexMark::Barred]);
    t.set_track("OW-6.2.b", Track::StackMoves, 0);
}

const NOT_LIFTED: &str = "no unseen garrison has been picked up";

/// [3.1.g] The garrison that has been picked up, and the media that go along.
fn lifted(t: &Table) -> Result<(UnitId, Units), Illegal> {
    let along = match t.board.decision() {
        Some(Decision::Lifted { along }) => Some(along.clone()),
        _ => None,
    };
    let unit = t.board.units().find(|u| t.has(*u, Mark::Lifted));
    along.and_then(|along| Some((unit?, along))).ok_or_else(|| Illegal::new("OW-3.1.g", NOT_LIFTED))
}

/// [3.1.g] Whether a garrison that its player has not seen may be picked up to move.
pub(super) fn may_lift(t: &Table, hex: Hex, place: u8) -> Result<UnitId, Illegal> {
    let side = mover(t)?;
    let unit = t.covered(side, hex, place)?;
    gait(t, side, unit)?;
    Ok(unit)
}

/// [3.1.g] Picks it up.
pub(super) fn lift(In((hex, place)): In<(Hex, u8)>, mut t: Table) -> Result<(), Illegal> {
    let side = mover(&t)?;
    t.zoc(side.other());
    let unit = may_lift(&t, hex, place)?;
    t.mark("OW-3.1.g", unit, Mark::Lifted);
    t.board.ask(Decision::Lifted { along: Units::new() });
    Ok(())
}

/// [9.2.b] A media counter goes along with it, or not after all.
pub(super) fn along(In(media): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let (unit, mut along) = lifted(&t)?;
    t.own(t.side(unit), media)?;
    if t.kind(media) != UnitType::Media || t.board.place(media) != t.board.place(unit) {
        return Err(Illegal::new("OW-9.2.b", format!("{} is not a media counter stacked with this garrison", t.name(media))));
    }
    let goes = !along.contains(&media);
    along.retain(|m| *m != media);
    if goes {
        along.push(media);
    }
    t.board.record(Atom("OW-9.2.b"), Fact::Along { unit: media, goes });
    t.board.amend(Decision::Lifted { along });
    Ok(())
}

/// The party of a garrison that has been picked up.
pub(super) fn lifted_party(t: &Table) -> Result<Party, Illegal> {
    let (unit, media) = lifted(t)?;
    let start = t.ix_of(unit).ok_or_else(|| Illegal::new("OW-3.1.g", NOT_LIFTED))?;
    Ok(Party { units: vec![unit], media: media.into_vec(), start })
}

/// [7] It moves along a path.
pub(super) fn march_lifted(In(path): In<Path>, mut t: Table) -> Result<(), Illegal> {
    move_lifted(&mut t, |t, side, party| march(t, side, party, &path))
}

/// The garrison that has been picked up moves, or is refused and waits on.
pub(super) fn move_lifted(t: &mut Table, go: impl FnOnce(&mut Table, Side, &Party) -> Result<(), Illegal>) -> Result<(), Illegal> {
    let (party, side) = (lifted_party(t)?, mover(t)?);
    go(t, side, &party)?;
    t.board.answer_where(|d| matches!(d, Decision::Lifted { .. })); // units in excess may be asked for by now
    t.unmark("OW-3.1.g", party.units[0], Mark::Lifted);
    Ok(())
}

/// It stays where it is.
pub(super) fn set_down(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let (unit, _) = lifted(&t)?;
    t.board.answer();
    t.unmark("OW-3.1.g", unit, Mark::Lifted);
    Ok(())
}
