//! What one side may see. The client and the bots see the game only through this.
//!
//! A ruling of play, for anyone who watches a game or reads its log: what is said about a counter is what the reader knew when it happened, listed
//! under the step in which it happened. Both players saw at the table that some face-down counter acted in that step, so the step is shown. Which
//! counter it was is not, even after it has been revealed. An order of which a reader is told nothing is not a stop in his replay.

use super::session::Session;
use crate::board::{Baseline, BoxId, Clock, Event, Fact, Hex, Map, NationId, Place, Position, Sentence, Side, Status, Tables, UnitId, snapshot};
use crate::games::Game;
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// A counter as one side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Known: which one, and its state.
    Known(UnitId, Status),
    /// Only that a counter of this side is there.
    Hidden(Side),
    /// A counter of this side about which only this much is visible: its flag, or what its owner knows about it in general.
    Kind(Side, &'static str),
}

/// Whose knowledge decides what is seen on the map and read in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// That of one side.
    Own,
    /// Whatever either side knows: one person plays both sides.
    Either,
    /// Only what both sides know: two people look together.
    Common,
}

/// A position as one side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whose view.
    pub side: Side,
    /// The current point in the sequence.
    pub clock: Clock,
    /// Stacks on the map, bottom first.
    pub stacks: BTreeMap<Hex, Vec<Seen>>,
    /// Holding boxes: known counters in the order of ids, hidden ones after them.
    pub boxes: BTreeMap<BoxId, Vec<Seen>>,
    /// Counters out of the game.
    pub lost: Vec<UnitId>,
    /// Tracks.
    pub ledger: Vec<i32>,
    /// Hexes and who holds them, where that has changed.
    pub held: BTreeMap<Hex, Option<Side>>,
    /// Hexes that nations own, all of them.
    pub owned: BTreeMap<Hex, NationId>,
    /// Hexes in which marks lie, as bits.
    pub marked: BTreeMap<Hex, u16>,
}

/// The position as a side sees it.
pub fn sight(world: &mut World, side: Side) -> Sight {
    sight_in(world, side, Scope::Own)
}

/// Which counters a side may know, by unit id.
pub fn known_to(world: &mut World, side: Side) -> Vec<bool> {
    let game = world.resource::<Session>().rules.game();
    game.known_to(world, side)
}

/// The position as seen by one person who plays both sides: whatever either side knows. What is hidden from both stays hidden.
pub fn open_sight(world: &mut World, side: Side) -> Sight {
    sight_in(world, side, Scope::Either)
}

/// The position as seen by two people who look at it together: only what both sides know.
pub fn common_sight(world: &mut World, side: Side) -> Sight {
    sight_in(world, side, Scope::Common)
}

/// The position as seen by a side and, depending on the scope, the other.
pub fn sight_in(world: &mut World, side: Side, scope: Scope) -> Sight {
    let known = known_in(world, side, scope);
    see(world, side, scope, &known)
}

/// Which counters are known, by unit id.
fn known_in(world: &mut World, side: Side, scope: Scope) -> Vec<bool> {
    let game = world.resource::<Session>().rules.game();
    let mut known = game.known_to(world, side);
    if scope != Scope::Own {
        let other = game.known_to(world, side.other());
        known.iter_mut().zip(other).for_each(|(own, other)| *own = if scope == Scope::Either { *own || other } else { *own && other });
    }
    known
}

/// What unknown counters show nevertheless, by unit id.
fn kinds_in(world: &mut World, position: &Position, side: Side, scope: Scope, known: &[bool]) -> Vec<&'static str> {
    let game = world.resource::<Session>().rules.game();
    if !known.contains(&false) {
        return Vec::new();
    }
    let kinds = game.visible_kinds(world, side);
    if scope != Scope::Common {
        return kinds;
    }
    // As seen by the side that does not know it; if neither does, by the opponent of its player, who knows less.
    let (own, kinds_to_other) = (game.known_to(world, side), game.visible_kinds(world, side.other()));
    let other = game.known_to(world, side.other());
    let by_other = |i: usize| if own[i] == other[i] { position.units[i].status.side == side } else { own[i] };
    (0..kinds.len()).map(|i| if by_other(i) { kinds_to_other[i] } else { kinds[i] }).collect()
}

fn see(world: &mut World, side: Side, scope: Scope, known: &[bool]) -> Sight {
    let position = snapshot(world);
    let visible_kinds = kinds_in(world, &position, side, scope, known);
    let mut sight = Sight {
        side,
        clock: position.clock,
        stacks: BTreeMap::new(),
        boxes: BTreeMap::new(),
        lost: Vec::new(),
        ledger: position.ledger.clone(),
        held: BTreeMap::new(),
        owned: BTreeMap::new(),
        marked: BTreeMap::new(),
    };
    let mut ranked: BTreeMap<Hex, Vec<(u8, Seen)>> = BTreeMap::new();
    for (i, unit) in position.units.iter().enumerate() {
        let id = UnitId(i as u16);
        let seen = match known[i] {
            true => Seen::Known(id, unit.status),
            false => match visible_kinds[i] {
                "" => Seen::Hidden(unit.status.side),
                visible_kind => Seen::Kind(unit.status.side, visible_kind),
            },
        };
        match unit.place {
            Place::Map(hex) => ranked.entry(hex).or_default().push((unit.rank.0, seen)),
            Place::Holding(holding) => sight.boxes.entry(holding).or_default().push(seen),
            Place::Lost => sight.lost.push(id),
        }
    }
    for (hex, mut stack) in ranked {
        stack.sort_by_key(|(rank, _)| *rank);
        sight.stacks.insert(hex, stack.into_iter().map(|(_, seen)| seen).collect());
    }
    for held in sight.boxes.values_mut() {
        held.sort_by_key(|seen| match seen {
            Seen::Known(id, _) => (0, id.0, ""),
            Seen::Hidden(side) => (1, u16::from(side.0), ""),
            Seen::Kind(side, visible_kind) => (2, u16::from(side.0), *visible_kind),
        });
    }
    let map = world.resource::<Map>();
    let at_start = world.resource::<Baseline>().controls().iter().zip(map.grid.hexes()).filter_map(|(control, hex)| Some((*hex, control.nation?)));
    sight.owned = at_start.collect();
    for (ix, control) in position.hexes.iter() {
        match control.nation {
            Some(nation) => drop(sight.owned.insert(map.grid.hex(*ix), nation)),
            None => drop(sight.owned.remove(&map.grid.hex(*ix))),
        }
    }
    sight.held = position.hexes.iter().map(|(ix, control)| (map.grid.hex(*ix), control.side)).collect();
    sight.marked = position.hexes.iter().filter(|(_, control)| control.marks != 0).map(|(ix, control)| (map.grid.hex(*ix), control.marks)).collect();
    sight
}

/// Counters that these events have shown to both sides and hidden again: turned face up and back down, or as the game has it. Both players have seen
/// them. For a counter that stays face up, the rules say who may know it.
pub(crate) fn shown(game: &dyn Game, events: &[Event]) -> impl Iterator<Item = UnitId> {
    let closed_after = |unit, at: usize| events[at..].iter().any(|event| matches!(event.fact, Fact::Turned { unit: other, face_down: true } if other == unit));
    events.iter().enumerate().filter_map(move |(at, event)| match event.fact {
        Fact::Turned { unit, face_down: false } if closed_after(unit, at) => Some(unit),
        ref fact => game.shows(fact),
    })
}

/// How the events of an order read to a side: each in full, or without naming a counter it may not know, or not at all.
pub fn read_by(world: &mut World, side: Side, events: &[Event]) -> Vec<String> {
    tell(world, events).into_iter().filter_map(|told| told.sides[side.at()].as_ref().map(Sentence::to_string)).collect()
}

/// How an event reads to each side, and to viewers of other kinds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// By side.
    pub sides: [Option<Sentence>; 2],
    /// To one person who plays both.
    pub open: Option<Sentence>,
    /// To two people who look together.
    pub common: Option<Sentence>,
}

/// How the events of an order read to each kind of viewer, given what is known now and what was shown in between.
pub fn tell(world: &mut World, events: &[Event]) -> Vec<Told> {
    let game = world.resource::<Session>().rules.game();
    let mut known = [Side(0), Side(1)].map(|side| game.known_to(world, side));
    for unit in shown(game, events) {
        known.iter_mut().for_each(|known| known[unit.at()] = true);
    }
    let kinds = [Side(0), Side(1)].map(|side| if known[side.at()].contains(&false) { game.visible_kinds(world, side) } else { Vec::new() });
    let reads = |event: &Event, side: usize| read(world, event, |unit| known[side][unit.at()], |unit| kinds[side][unit.at()]);
    let told = |event| {
        let sides = [0, 1].map(|side| reads(event, side));
        let knows = |side: usize| event.fact.unit().is_none_or(|unit| known[side][unit.at()]);
        // If only one side knows the counter, one person reads what that side reads, and two people together what the other side reads.
        let [by_more, by_less] = if knows(0) { [0, 1] } else { [1, 0] };
        let common = sides[by_less].clone().filter(|_| knows(0) != knows(1) || sides[0] == sides[1]);
        Told { open: sides[by_more].clone(), common, sides }
    };
    events.iter().map(told).collect()
}

fn read(world: &World, event: &Event, knows: impl Fn(UnitId) -> bool, kind: impl Fn(UnitId) -> &'static str) -> Option<Sentence> {
    let book = &world.resource::<Session>().rules.book;
    match event.fact.unit() {
        Some(unit) if !knows(unit) => of_a_stranger(event, kind(unit), book).map(Sentence::Plain),
        _ => event.fact.tell(book),
    }
}

fn of_a_stranger(event: &Event, kind: &str, book: &Tables) -> Option<String> {
    let names = &book.lexicon;
    match &event.fact {
        Fact::Moved { from: Place::Map(from), to: Place::Map(to), .. } => Some(format!("a unit moves from {} to {}", names.place(*from), names.place(*to))),
        Fact::Moved { to: Place::Map(to), .. } => Some(format!("a unit appears in {}", names.place(*to))),
        // Anyone who sees the kinds of the counters in boxes sees that one of them has moved.
        Fact::Moved { from: Place::Holding(_), to: Place::Holding(to), .. } if !kind.is_empty() => {
            let nation = book.nations.iter().find(|nation| nation.id == kind).map(|nation| &nation.name);
            let words = nation.or_else(|| book.kinds.get(kind).map(|kind| &kind.name)).map_or(kind, String::as_str);
            Some(format!("a counter ({words}) goes to “{}”", book.boxes[to.at()].name))
        }
        _ => None,
    }
}
