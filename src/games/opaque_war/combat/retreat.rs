//! [8.13] The defender's retreat.
//!
//! Every way leads away from the fight, a hex farther with each step: towards a source of supply or towards the own map edge.

use super::{Attack, Stage, current, defenders, keep, target};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Place, UnitId};
use crate::games::opaque_war::fog::{self, View};
use crate::games::opaque_war::orders::HexMark;
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::tables::UnitType;
use crate::games::opaque_war::{UKRAINIAN, crowds, movement, stacking, supply};
use bevy_ecs::prelude::In;

/// [8.13.b], [8.13.e] The losses are taken: the die says how far the others go, and there is no way back.
pub fn begin(t: &mut Table, attack: &mut Attack) {
    let die = t.roll("OW-8.13.b", "retreat", &[]);
    attack.distance = u8::try_from(die).unwrap_or(1);
    attack.retreating = defenders(t, attack);
    attack.stage = Stage::Retreat;
}

/// [8.13.d] The sides of a hex that lead towards a unit's own map edge: west for the Ukrainian, east for all others. Pointy hexes count
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
        Route { view, unit, start: target(t, attack), distance: usize::from(attack.distance), sources }
    }

    /// [8.13.g], [8.13.i] Whether the unit may enter a hex, even in passing, for all its player knows.
    fn may_enter(&self, t: &Table, ix: Ix) -> Result<(), Illegal> {
        let side = t.side(self.unit);
        let there = &t.charts.footing[ix.at()];
        if there.sea || there.closed_to[t.printed(self.unit).contingent as usize] || t.board.stack(ix).iter().any(|u| t.side(*u) != side) {
            return Err(Illegal::new("OW-8.13.g", format!("a retreat does not enter {}: the enemy is there, or the ground forbids it", t.hex(ix))));
        }
        if self.view.zoc[ix.at()] || t.hex_has(ix, HexMark::Barred) {
            return Err(Illegal::new("OW-8.13.i", format!("{} lies in an enemy zone of control", t.hex(ix))));
        }
        Ok(())
    }

    /// [8.13.h] Whether it may end in a hex.
    fn may_end(&self, t: &Table, ix: Ix) -> bool {
        stacking::room(t, t.side(self.unit), ix) > 0
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

    /// [8.13.c], [8.13.d] Whether every step leads towards the own map edge, and the sources towards which every step leads.
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
        if way.len() != self.distance {
            return Err(Illegal::new("OW-8.13.b", format!("the retreat enters exactly {} hexes", self.distance)));
        }
        let mut from = self.start;
        for to in &way {
            if grid.side(from, *to).is_none() {
                return Err(Illegal::new("OW-8.13.b", format!("{} does not touch {}", t.hex(*to), t.hex(from))));
            }
            self.may_enter(t, *to)?;
            from = *to;
        }
        let (edge, sources) = self.directions(t, &way);
        if !edge && sources.is_empty() {
            return Err(Illegal::new("OW-8.13.d", "every step must lead towards one source of supply, or every step towards the own map edge"));
        }
        if (grid.distance(self.start, from) as usize) < self.distance {
            return Err(Illegal::new("OW-8.13.k", "the retreat must end as far from the fight as the die shows"));
        }
        if !self.may_end(t, from) {
            return Err(Illegal::new("OW-8.13.h", format!("{} holds no more units", t.hex(from))));
        }
        Ok(way)
    }
}

/// The ways open to a unit, one to each hex in which it may end.
pub fn ways(t: &Table, attack: &Attack, unit: UnitId) -> Vec<Vec<Hex>> {
    let view = View::of(t, t.side(unit));
    let ways = Route::new(t, &view, attack, unit).ways(t);
    ways.into_iter().map(|way| way.into_iter().map(|ix| t.hex(ix)).collect()).collect()
}

/// [8.13.j] Units without any way are lost; when all have gone the hex is left. Tells whether it moved.
pub fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let ix = target(t, attack);
    if attack.retreating.is_empty() {
        attack.enemy_media |= crowds::abandoned(t, attack.side.other(), ix);
        attack.stage = Stage::Advance;
        return true;
    }
    let lost = attack.retreating.iter().copied().find(|u| ways(t, attack, *u).is_empty());
    if let Some(unit) = lost {
        t.eliminate("OW-8.13.j", unit);
        attack.retreating.retain(|u| *u != unit);
    }
    lost.is_some()
}

/// [8.13.f] A unit retreats, media named beside it go along; the last unit to go takes along what is left of them.
pub fn retreat(In((counters, path)): In<(Vec<UnitId>, Vec<Hex>)>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Retreat], "OW-8.13.a", "nobody has to retreat")?;
    let side = attack.side.other();
    let party = movement::party(&t, side, &counters)?;
    let [unit] = party.units[..] else { return Err(Illegal::new("OW-8.13.f", "units retreat one by one")) };
    if !attack.retreating.contains(&unit) {
        return Err(Illegal::new("OW-8.13.a", format!("{} does not have to retreat", t.name(unit))));
    }
    let view = View::of(&t, side);
    let route = Route::new(&t, &view, &attack, unit);
    let way = route.judge(&t, &path)?;
    let (edge, sources) = route.directions(&t, &way);
    fog::note_doubt(&mut t, &view, side, &way);
    if !edge && supply::are_in_doubt(&t, &view, unit, &sources) {
        t.board.note_unseen();
    }
    let enemy_zoc = t.zoc(side.other());
    if let Some(closed) = way.iter().copied().find(|ix| enemy_zoc[ix.at()]) {
        fog::bar(&mut t, "OW-8.13.i", closed);
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
    let mut media = party.media;
    if attack.retreating.is_empty() {
        media = t.of_kind(UnitType::Media, side, party.start);
    }
    attack.enemy_media |= !media.is_empty();
    let (to, end) = (Place::Map(path[path.len() - 1]), way[way.len() - 1]);
    for counter in std::iter::once(unit).chain(media) {
        t.board.record(Atom("OW-8.13.b"), Fact::Moved { unit: counter, from: t.board.place(counter), to, path: path.clone() });
    }
    movement::passed(&mut t, &[unit], &way);
    t.occupy(side, end);
    keep(&mut t, attack);
    Ok(())
}
