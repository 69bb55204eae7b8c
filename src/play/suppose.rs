//! What-if attacks: what an attack that nobody has planned would promise, by the same rules and the same preview as a real one.

use super::imagine::{Imagined, imagine, known_world, open_world};
use super::session::{Session, open_preview, preview, set_up_position};
use super::sight::{Scope, known_to};
use crate::board::{Clock, Decisions, Hex, Illegal, Place, Position, Preview, Rank, Side, UnitId, snapshot};
use bevy_ecs::prelude::World;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// An attack that nobody has planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supposed {
    /// Who attacks.
    pub side: Side,
    /// Which hex.
    pub target: Hex,
    /// With which units, and from which hex: a unit without one attacks from where it is if it can, else from the nearest hex next to the target.
    pub attackers: Vec<(UnitId, Option<Hex>)>,
    /// Units added to the defenders in the hex.
    pub defenders: Vec<UnitId>,
    /// Units removed from the hex.
    pub absent: Vec<UnitId>,
}

/// What an attack would promise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promised {
    /// What it promises, if anybody can attack at all.
    pub preview: Option<Preview>,
    /// Attackers that are not where they attack from, with that hex.
    pub moved: Vec<(UnitId, Hex)>,
    /// Who cannot attack, and why.
    pub refused: Vec<(UnitId, Illegal)>,
}

/// What an attack would promise to somebody who knows what a side knows, or what both do.
pub fn suppose(real: &mut World, (side, scope): (Side, Scope), supposed: &Supposed) -> Promised {
    match scope {
        Scope::Either => open_world(real).suppose(supposed, true),
        // The viewer's own attack: hidden defenders are drawn from those they could be.
        _ if supposed.side == side => against_unseen(real, side, supposed),
        // An attack on the viewer: he knows all the defenders, and the attackers are those he sees.
        _ => known_world(real, side).suppose(supposed, true),
    }
}

/// The rules work out the range over unseen defenders themselves, unless an attacker who is not there yet would see them. In that case every unit the
/// side does not know is tried in their place, fresh and at full strength: the strongest give the worst column and the weakest the best. All other
/// hidden units are ignored, wherever they are, so that nothing depends on the truth.
fn against_unseen(real: &mut World, side: Side, supposed: &Supposed) -> Promised {
    let (known, position) = (known_to(real, side), snapshot(real));
    let mut imagined = imagine(real, side, &mut ChaCha8Rng::seed_from_u64(0));
    let first = imagined.suppose(supposed, false);
    let enemies = position.units.iter().enumerate().filter(|(_, state)| state.status.side != supposed.side);
    let hidden: Vec<UnitId> = enemies.map(|(n, _)| UnitId(n as u16)).filter(|unit| !known[unit.at()]).collect();
    let unseen = hidden.iter().filter(|unit| position.units[unit.at()].place == Place::Map(supposed.target)).count();
    if unseen == 0 || first.preview.as_ref().is_some_and(|preview| preview.unseen > 0) {
        return first;
    }
    imagined.clear(&hidden);
    let mut with = |others: &[UnitId]| {
        let defenders = supposed.defenders.iter().chain(others).copied().collect();
        imagined.suppose(&Supposed { defenders, ..supposed.clone() }, false)
    };
    let strength = |promised: Promised, unit: UnitId| promised.preview.filter(|p| p.defenders.iter().any(|(other, _)| *other == unit)).map(|p| p.defense);
    let mut able: Vec<(i32, UnitId)> = hidden.iter().filter_map(|unit| Some((strength(with(&[*unit]), *unit)?, *unit))).collect();
    able.sort_unstable();
    let units: Vec<UnitId> = able.into_iter().map(|(_, unit)| unit).collect();
    let n = unseen.min(units.len());
    let (best, mut worst) = (with(&units[..n]), with(&units[units.len() - n..]));
    if let Some((preview, best)) = worst.preview.as_mut().zip(best.preview) {
        preview.defenders.retain(|(unit, _)| known[unit.at()]);
        preview.unsupplied.retain(|unit| known[unit.at()]);
        (preview.unseen, preview.span) = (unseen.min(255) as u8, Some((preview.column.clone(), best.column)));
    }
    worst
}

impl Imagined {
    /// Removes counters from this world and resets them: fresh and at full strength.
    fn clear(&mut self, units: &[UnitId]) {
        let mut position = snapshot(self.world());
        let book = &self.world().resource::<Session>().rules.book;
        for unit in units {
            let state = &mut position.units[unit.at()];
            (state.place, state.status.steps, state.status.face_down) = (Place::Lost, book.units[unit.at()].steps(), false);
            (state.status.marks, state.status.counts) = Default::default();
        }
        set_up_position(self.world(), &position);
    }

    /// What an attack would promise in this world: to its side, or to a viewer who sees all of this world.
    fn suppose(&mut self, supposed: &Supposed, open: bool) -> Promised {
        let before = snapshot(self.world());
        let mut then = self.ready(&before, supposed);
        let mut promised = Promised::default();
        let mut units: Vec<UnitId> = supposed.attackers.iter().map(|(unit, _)| *unit).collect();
        promised.refused = self.attempt(&then, supposed, &units);
        // A gun may need somebody to fire for, so units that could not join are tried again after the others.
        let last = |refused: &[(UnitId, Illegal)], units: &mut Vec<UnitId>| units.sort_by_key(|unit| refused.iter().any(|(other, _)| other == unit));
        last(&promised.refused, &mut units);
        for unit in units.clone() {
            let from = supposed.attackers.iter().find(|(other, _)| *other == unit).and_then(|(_, from)| *from);
            let joins = |refused: &[(UnitId, Illegal)]| !refused.iter().any(|(other, _)| *other == unit);
            if joins(&promised.refused) || from.is_some() {
                continue;
            }
            for hex in self.approaches(&then, supposed, unit) {
                let mut there = then.clone();
                (there.units[unit.at()].place, there.units[unit.at()].rank) = (Place::Map(hex), Rank(u8::MAX));
                let refused = self.attempt(&there, supposed, &units);
                if joins(&refused) && refused.len() < promised.refused.len() {
                    promised.moved.push((unit, hex));
                    (then, promised.refused) = (there, refused);
                    last(&promised.refused, &mut units);
                    break;
                }
            }
        }
        promised.refused = self.attempt(&then, supposed, &units);
        let side = self.side();
        promised.preview = if open { open_preview(self.world(), side) } else { preview(self.world(), side) };
        promised.moved.extend(supposed.attackers.iter().filter_map(|(unit, from)| Some((*unit, (*from)?))));
        set_up_position(self.world(), &before);
        promised
    }

    /// The position in which to plan the attack: in the step in which its side attacks, with every unit where it is supposed to be.
    fn ready(&mut self, before: &Position, supposed: &Supposed) -> Position {
        let rules = &self.world().resource::<Session>().rules;
        let (ahead, steps) = (rules.game().ahead(), &rules.book.sequence.steps);
        let of = |side: Option<Side>| steps.iter().position(|step| step.side == side && ahead.attacks.contains(&step.id));
        let attacks = of(Some(supposed.side)).or_else(|| of(None));
        let spent = ahead.spent.iter().fold(0, |bits, mark| bits | 1 << mark.0);
        let mut then = before.clone();
        let at = attacks.map_or(before.clock.at, |at| at as u8);
        (then.decisions, then.clock) = (Decisions::default(), Clock { at, turn: before.clock.turn.max(1), over: None });
        for unit in &mut then.units {
            unit.status.marks &= !spent;
        }
        let places = supposed.attackers.iter().filter_map(|(unit, from)| Some((*unit, Place::Map((*from)?))));
        let defenders = supposed.defenders.iter().map(|unit| (*unit, Place::Map(supposed.target)));
        for (unit, place) in places.chain(defenders).chain(supposed.absent.iter().map(|unit| (*unit, Place::Lost))) {
            (then.units[unit.at()].place, then.units[unit.at()].rank) = (place, Rank(u8::MAX));
        }
        then
    }

    /// Plans the attack in a position; returns which units cannot join it.
    fn attempt(&mut self, position: &Position, supposed: &Supposed, units: &[UnitId]) -> Vec<(UnitId, Illegal)> {
        set_up_position(self.world(), position);
        let game = self.world().resource::<Session>().rules.game();
        game.suppose(self.world(), supposed.side, supposed.target, units)
    }

    /// The hexes next to the target that no enemy is in, the nearest to a counter first.
    fn approaches(&mut self, position: &Position, supposed: &Supposed, unit: UnitId) -> Vec<Hex> {
        let grid = &self.world().resource::<Session>().rules.book.ground.grid;
        let Some(target) = grid.ix(supposed.target) else { return Vec::new() };
        let taken = |hex: Hex| position.units.iter().any(|other| other.place == Place::Map(hex) && other.status.side != supposed.side);
        let now = position.units[unit.at()].place.hex().and_then(|hex| grid.ix(hex));
        let mut beside: Vec<_> = grid.around(target).map(|(_, ix)| ix).filter(|ix| !taken(grid.hex(*ix))).collect();
        beside.sort_by_key(|ix| now.map_or(0, |now| grid.distance(now, *ix)));
        beside.into_iter().map(|ix| grid.hex(ix)).collect()
    }
}
