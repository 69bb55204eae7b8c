//! [8.13] The defender's retreat.
//!
//! Every way leads away from the fight, a hex farther with each step: toward a source of supply or toward its own map edge.

use super::{Attack, CombatStage, Gone, defenders};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, LayerId, Path, Place, Side, UnitId, Units};
use crate::games::opaque_war::fog::{self, View};
use crate::games::opaque_war::orders::HexMark;
use crate::games::opaque_war::table::{MOB, SEA, Table};
use crate::games::opaque_war::tables::{Contingent, UnitType};
use crate::games::opaque_war::{UKRAINIAN, crowds, movement, stacking, supply};
use bevy_ecs::prelude::In;

/// [8.13.b], [8.13.e] The losses are taken: the die says how far the others go, and there is no way back.
pub(crate) fn begin(t: &mut Table, attack: &mut Attack) {
    let die = t.roll("OW-8.13.b", "retreat", &[]);
    attack.distance = u8::try_from(die).unwrap_or(1);
    attack.retreating = defenders(t, attack);
    attack.stage = CombatStage::Retreat;
}

/// [8.13.d] The sides of a hex that lead toward a unit's own map edge: west for the Ukrainian, east for all others. Pointy hexes count
/// their sides E SE SW W NW NE.
fn homeward(t: &Table, unit: UnitId) -> [Dir; 3] {
    if t.side(unit) == UKRAINIAN { [Dir(3), Dir(4), Dir(2)] } else { [Dir(0), Dir(5), Dir(1)] }
}

/// What a retreat is judged by.
struct Route<'v> {
    view: &'v View,
    unit: UnitId,
    start: Ix,
    distance: usize,
    /// [8.13.c] Sources that are valid for all its player knows.
    sources: Vec<Ix>,
}

impl<'v> Route<'v> {
    fn new(t: &Table, view: &'v View, attack: &Attack, unit: UnitId) -> Route<'v> {
        let sources = supply::known_sources(t, view, unit).into_iter().filter(|ix| !t.hex_has(*ix, HexMark::Barred)).collect();
        Route { view, unit, start: t.target(attack), distance: usize::from(attack.distance), sources }
    }

    /// [8.13.g], [8.13.i], [F-65] Whether the unit may enter a hex, even in passing, for all its player knows. Media alone do not bar it, and
    /// what counters are that he has not seen the enemy says when the way is ordered.
    fn may_enter(&self, t: &Table, ix: Ix) -> Result<(), Illegal> {
        let side = t.side(self.unit);
        if t.charts.footing[ix.at()].sea {
            return Err(Illegal::new("OW-8.13.g", SEA));
        }
        if t.is_foreign(self.unit, ix) {
            return Err(Illegal::new("OW-8.13.g", t.foreign(self.unit).why));
        }
        // Russia has neither mobs nor media, so its flag tells.
        let seen = |u: &UnitId| t.side(*u) != side && (self.view.known[u.at()] || t.printed(*u).contingent == Contingent::Russia);
        for unit in t.board.stack(ix).iter().filter(|u| seen(u)) {
            if t.is_combat(*unit) {
                return Err(Illegal::new("OW-8.13.g", "there is an enemy unit there"));
            }
            if t.kind(*unit) == UnitType::Mob {
                return Err(Illegal::new("OW-8.13.g", MOB));
            }
        }
        if t.hex_has(ix, HexMark::Barred) {
            return Err(Illegal::new("OW-8.13.i", "the enemy has said that this hex is closed to the retreat"));
        }
        if self.view.zoc[ix.at()] {
            return Err(Illegal::new("OW-8.13.i", "it is in an enemy zone of control"));
        }
        Ok(())
    }

    /// [8.13.h] Whether it may end in a hex.
    fn may_end(&self, t: &Table, ix: Ix) -> bool {
        stacking::free_places(t, t.side(self.unit), ix) > 0
    }

    /// One way to every hex in which the retreat may end.
    fn ways(&self, t: &Table) -> Vec<Vec<Ix>> {
        let grid = &t.board.map.grid;
        let homeward = homeward(t, self.unit);
        let mut found: Vec<Vec<Ix>> = Vec::new();
        let mut add = |ways: Vec<Vec<Ix>>| {
            for way in ways {
                if self.may_end(t, way[way.len() - 1]) && !found.iter().any(|known| known.last() == way.last()) {
                    found.push(way);
                }
            }
        };
        add(self.spread(t, |from, dir, to| homeward.contains(&dir) && grid.across(from, dir) == Some(to)));
        for source in &self.sources {
            if grid.distance(self.start, *source) as usize >= self.distance {
                add(self.spread(t, |from, _, to| grid.distance(to, *source) < grid.distance(from, *source)));
            }
        }
        found
    }

    /// Ways of the full length whose every step passes a test and leads a hex farther away; one to each end.
    fn spread(&self, t: &Table, test: impl Fn(Ix, Dir, Ix) -> bool) -> Vec<Vec<Ix>> {
        let grid = &t.board.map.grid;
        let mut ways: Vec<Vec<Ix>> = vec![Vec::new()];
        for step in 1..=self.distance {
            let mut longer: Vec<Vec<Ix>> = Vec::new();
            for way in &ways {
                let here = way.last().copied().unwrap_or(self.start);
                for (dir, there) in grid.around(here) {
                    let farther = grid.distance(self.start, there) as usize == step;
                    if farther && test(here, dir, there) && !longer.iter().any(|w| w.last() == Some(&there)) && self.may_enter(t, there).is_ok() {
                        longer.push(way.iter().copied().chain([there]).collect());
                    }
                }
            }
            ways = longer;
        }
        ways
    }

    /// [8.13.c], [8.13.d] Whether every step leads toward its own map edge, and the sources toward which every step leads.
    fn directions(&self, t: &Table, way: &[Ix]) -> (bool, Vec<Ix>) {
        let grid = &t.board.map.grid;
        let homeward = homeward(t, self.unit);
        let steps = || std::iter::once(self.start).chain(way.iter().copied()).zip(way.iter().copied());
        let edge = steps().all(|(from, to)| grid.side(from, to).is_some_and(|dir| homeward.contains(&dir)));
        let nearer = |source: &Ix| steps().all(|(from, to)| grid.distance(to, *source) < grid.distance(from, *source));
        (edge, self.sources.iter().copied().filter(nearer).collect())
    }

    /// Whether a way may be taken, for all its player knows.
    fn judge(&self, t: &Table, path: &[Hex]) -> Result<Vec<Ix>, Illegal> {
        let grid = &t.board.map.grid;
        let way = t.way(path).ok_or_else(|| Illegal::new("OW-8.13.b", "the path leaves the map"))?;
        let name = t.name(self.unit);
        if way.len() != self.distance {
            let many = if self.distance == 1 { "1 hex".to_owned() } else { format!("{} hexes", self.distance) };
            return Err(Illegal::new("OW-8.13.b", format!("the die says {many}: {name} must retreat exactly that far, and this path has {}", way.len())));
        }
        let mut from = self.start;
        for to in &way {
            if grid.side(from, *to).is_none() {
                return Err(Illegal::new("OW-8.13.b", format!("{} is not next to {}", t.spot_at(*to), t.spot_at(from))));
            }
            self.may_enter(t, *to).map_err(|no| t.of_hex(*to, no))?;
            from = *to;
        }
        let (edge, sources) = self.directions(t, &way);
        if !edge && sources.is_empty() {
            let edge = if t.side(self.unit) == UKRAINIAN { "west" } else { "east" };
            let why = format!("{name} must come nearer with every hex either to the {edge} edge or to one valid source of supply");
            return Err(Illegal::new("OW-8.13.d", why));
        }
        if (grid.distance(self.start, from) as usize) < self.distance {
            let why = format!("{} is too near: a retreat of {} ends that many hexes from {}", t.spot_at(from), self.distance, t.spot_at(self.start));
            return Err(Illegal::new("OW-8.13.k", why));
        }
        if !self.may_end(t, from) {
            return Err(Illegal::new("OW-8.13.h", format!("{} is full and has no room for {name}", t.spot_at(from))));
        }
        Ok(way)
    }
}

/// The ways open to a unit, one to each hex in which it may end.
pub(crate) fn ways(t: &Table, attack: &Attack, unit: UnitId) -> Vec<Path> {
    let view = View::of(t, t.side(unit));
    let ways = Route::new(t, &view, attack, unit).ways(t);
    ways.into_iter().map(|way| way.into_iter().map(|ix| t.hex(ix)).collect()).collect()
}

/// [8.13.j] Units without any way are lost; when all have gone the hex is left. Tells whether it moved.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let ix = t.target(attack);
    if attack.retreating.is_empty() {
        follow(t, attack);
        attack.enemy_media |= crowds::abandoned(t, attack.side.other(), ix);
        attack.stage = CombatStage::Advance;
        return true;
    }
    let lost = attack.retreating.iter().copied().find(|u| ways(t, attack, *u).is_empty());
    if let Some(unit) = lost {
        t.eliminate("OW-8.13.j", unit);
        attack.retreating.retain(|u| *u != unit);
    }
    lost.is_some()
}

/// [9.2.c], [F-64] Media that nobody has taken along follow the last unit that got away by a way open to them.
fn follow(t: &mut Table, attack: &mut Attack) {
    let ix = t.target(attack);
    for media in t.of_kind(UnitType::Media, attack.side.other(), ix) {
        let open = |path: &&Path| t.way(path).is_some_and(|way| movement::may_ride(t, &[media], &way).is_ok());
        if let Some(path) = attack.gone.0.iter().rev().find(open) {
            ride(t, "OW-9.2.c", media, path);
            attack.enemy_media = true;
        }
    }
    attack.gone = Gone::default();
}

/// A counter goes along a way.
fn ride(t: &mut Table, by: &'static str, counter: UnitId, path: &[Hex]) {
    let to = Place::Map(path[path.len() - 1]);
    t.board.record(Atom(by), Fact::Moved { unit: counter, from: t.board.place(counter), to, path: path.into() });
}

/// [8.13.g], [8.13.i], [9.1.b] A hex on a way that is closed in truth, and the rule that closes it.
fn closed(t: &mut Table, side: Side, way: &[Ix]) -> Option<(Ix, &'static str)> {
    t.zoc(side.other());
    way.iter().copied().find_map(|ix| {
        if t.holds(side.other(), ix) || (side == UKRAINIAN && t.has_mob(ix)) {
            return Some((ix, "OW-8.13.g"));
        }
        t.board.layer(LayerId::Zoc(side.other()))[ix.at()].then_some((ix, "OW-8.13.i"))
    })
}

/// [8.13.f] A unit retreats, media named beside it go along; when all have gone those that are left follow.
pub(crate) fn retreat(In((counters, path)): In<(Units, Path)>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Retreat], "OW-8.13.a", "there is no attack to retreat from")?;
    let side = attack.side.other();
    let party = movement::party(&t, side, &counters)?;
    let [unit] = party.units[..] else { return Err(Illegal::new("OW-8.13.f", "units retreat one at a time, each by its own path")) };
    if !attack.retreating.contains(&unit) {
        return Err(Illegal::new("OW-8.13.a", format!("{} is not one of the units that have to leave {}", t.name(unit), t.spot(attack.target))));
    }
    let view = View::of(&t, side);
    let route = Route::new(&t, &view, &attack, unit);
    let way = route.judge(&t, &path)?;
    movement::may_ride(&t, &party.media, &way)?;
    let (edge, sources) = route.directions(&t, &way);
    fog::note_doubt(&mut t, &view, side, &way);
    if !edge {
        supply::note_doubt(&mut t, side);
    }
    if let Some((ix, rule)) = closed(&mut t, side, &way) {
        fog::bar(&mut t, rule, ix);
        return Ok(());
    }
    let valid = supply::valid_sources(&mut t, unit);
    if !edge && !sources.iter().any(|s| valid.contains(s)) {
        for source in sources {
            fog::bar(&mut t, "OW-8.13.c", source);
        }
        return Ok(());
    }
    attack.retreating.retain(|u| *u != unit);
    attack.enemy_media |= !party.media.is_empty();
    for counter in std::iter::once(unit).chain(party.media) {
        ride(&mut t, "OW-8.13.b", counter, &path);
    }
    movement::passed(&mut t, &[unit], &way);
    t.occupy(side, way[way.len() - 1]);
    if !t.of_kind(UnitType::Media, side, party.start).is_empty() {
        attack.gone.0.push(path);
    }
    t.keep(attack);
    Ok(())
}
