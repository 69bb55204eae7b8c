//! Attacks that nobody has planned: what would they promise? By the same rules and the same preview as those that are.

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
    /// With whom, and from which hex: without one each attacks from where it is if it can, else from the nearest hex beside the target.
    pub attackers: Vec<(UnitId, Option<Hex>)>,
    /// Who stands in the hex besides.
    pub defenders: Vec<UnitId>,
    /// Who has gone from it.
    pub absent: Vec<UnitId>,
}

/// What would come of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Promised {
    /// What it promises, if anybody can attack at all.
    pub preview: Option<Preview>,
    /// Who attacks from where he is not now.
    pub moved: Vec<(UnitId, Hex)>,
    /// Who cannot attack, and why.
    pub refused: Vec<(UnitId, Illegal)>,
}

/// So many worlds are imagined where defenders would be seen that are not seen yet.
const DRAWS: usize = 16;

/// What an attack would promise to somebody who knows what a side knows, or what both do.
pub fn suppose(real: &mut World, (side, scope): (Side, Scope), supposed: &Supposed) -> Promised {
    match scope {
        Scope::Either => open_world(real).suppose(supposed, true),
        // His own attack: whoever hides from him is drawn among those it could be.
        _ if supposed.side == side => against_unseen(real, side, supposed),
        // An attack on him: he knows all that defends, and the attackers are such as he sees.
        _ => known_world(real, side).suppose(supposed, true),
    }
}

/// The rules tell the range over unseen defenders themselves, unless an attacker who is not there yet would see them: then worlds are drawn as they could
/// be, and the worst and the best column among them are told.
fn against_unseen(real: &mut World, side: Side, supposed: &Supposed) -> Promised {
    let known = known_to(real, side);
    let there = |state: &crate::board::UnitState| state.place == Place::Map(supposed.target) && state.status.side != supposed.side;
    let unseen = snapshot(real).units.iter().zip(&known).filter(|(state, known)| there(state) && !**known).count();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut imagined = imagine(real, side, &mut rng);
    let first = imagined.suppose(supposed, false);
    if unseen == 0 || first.preview.as_ref().is_none_or(|preview| preview.unseen > 0) {
        return first;
    }
    let mut drawn = vec![first];
    while drawn.len() < DRAWS {
        imagined.renew(real, side, &mut rng);
        drawn.push(imagined.suppose(supposed, false));
    }
    let place = |promised: &Promised| promised.preview.as_ref().and_then(|preview| preview.columns.iter().position(|column| *column == preview.column));
    drawn.retain(|promised| promised.preview.is_some());
    drawn.sort_by_key(place);
    let best = drawn.last().and_then(|promised| promised.preview.as_ref()).map(|preview| preview.column.clone());
    let Some(mut worst) = drawn.into_iter().next() else { return Promised::default() };
    if let Some((preview, best)) = worst.preview.as_mut().zip(best) {
        preview.defenders.retain(|(unit, _)| known[unit.at()]);
        (preview.unseen, preview.span) = (unseen.min(255) as u8, Some((preview.column.clone(), best)));
    }
    worst
}

/// The marks of what a counter has done and may do again in its next attack, in every game that has them.
const DONE: [&str; 2] = ["attacked", "fired"];

impl Imagined {
    /// What an attack would promise in this world: to its side, or to somebody who sees all of this world.
    fn suppose(&mut self, supposed: &Supposed, open: bool) -> Promised {
        let before = snapshot(self.world());
        let mut then = self.ready(&before, supposed);
        let mut promised = Promised::default();
        let mut units: Vec<UnitId> = supposed.attackers.iter().map(|(unit, _)| *unit).collect();
        promised.refused = self.attempt(&then, supposed, &units);
        // A gun may wait for somebody to fire for: whoever could not join is asked again after the others.
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

    /// The position in which the attack is to be planned: in the step in which its side attacks, with everybody where he is supposed to be.
    fn ready(&mut self, before: &Position, supposed: &Supposed) -> Position {
        let book = &self.world().resource::<Session>().rules.book;
        let steps = &book.sequence.steps;
        let of_side = |n: &usize| steps[*n].side == Some(supposed.side) && steps[*n].name.to_lowercase().contains("combat");
        let of_both = |n: &usize| steps[*n].side.is_none() && steps[*n].name.contains("actions");
        let attacks = (0..steps.len()).find(of_side).or_else(|| (0..steps.len()).find(of_both));
        let marks = book.lexicon.names("MarkId");
        let done = marks.iter().enumerate().filter(|(_, name)| DONE.contains(&name.as_str())).fold(0, |bits, (n, _)| bits | 1 << n);
        let mut then = before.clone();
        let at = attacks.map_or(before.clock.at, |at| at as u8);
        (then.decisions, then.clock) = (Decisions::default(), Clock { at, turn: before.clock.turn.max(1), over: None });
        for unit in &mut then.units {
            unit.status.marks &= !done;
        }
        let places = supposed.attackers.iter().filter_map(|(unit, from)| Some((*unit, Place::Map((*from)?))));
        let defenders = supposed.defenders.iter().map(|unit| (*unit, Place::Map(supposed.target)));
        for (unit, place) in places.chain(defenders).chain(supposed.absent.iter().map(|unit| (*unit, Place::Lost))) {
            (then.units[unit.at()].place, then.units[unit.at()].rank) = (place, Rank(u8::MAX));
        }
        then
    }

    /// Supposes the attack in a position; tells who cannot join it.
    fn attempt(&mut self, position: &Position, supposed: &Supposed, units: &[UnitId]) -> Vec<(UnitId, Illegal)> {
        set_up_position(self.world(), position);
        let game = self.world().resource::<Session>().rules.game();
        game.suppose(self.world(), supposed.side, supposed.target, units)
    }

    /// The hexes beside the target in which no enemy stands, the nearest to a counter first.
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
