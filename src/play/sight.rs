//! What one side may see. Client and bots see only through this.

use super::session::Session;
use crate::board::read::Lexicon;
use crate::board::{BoxId, Clock, Event, Fact, Hex, Map, Place, Sentence, Side, Status, UnitId, snapshot};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// A counter as one side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Known: which one, and its state.
    Known(UnitId, Status),
    /// Only that a counter of this side lies there.
    Hidden(Side),
    /// A counter of this side of which this much is plain: its flag, or what its owner knows of it in general.
    Kind(Side, &'static str),
}

/// A position as one side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whose view.
    pub side: Side,
    /// Where we are in the sequence.
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
    /// Hexes in which marks lie, as bits.
    pub marked: BTreeMap<Hex, u16>,
}

/// The position as a side sees it.
pub fn sight(world: &mut World, side: Side) -> Sight {
    let game = world.resource::<Session>().rules.game();
    let known = game.known_to(world, side);
    see(world, side, &known)
}

/// Which counters a side may know, by unit id.
pub fn known_to(world: &mut World, side: Side) -> Vec<bool> {
    let game = world.resource::<Session>().rules.game();
    game.known_to(world, side)
}

/// The position as one person sees it who plays both sides: whatever either of them knows. What lies hidden from both stays so.
pub fn open_sight(world: &mut World, side: Side) -> Sight {
    let game = world.resource::<Session>().rules.game();
    let (own, other) = (game.known_to(world, side), game.known_to(world, side.other()));
    let known: Vec<bool> = own.iter().zip(&other).map(|(a, b)| *a || *b).collect();
    see(world, side, &known)
}

fn see(world: &mut World, side: Side, known: &[bool]) -> Sight {
    let game = world.resource::<Session>().rules.game();
    let position = snapshot(world);
    let visible_kinds = if known.contains(&false) { game.visible_kinds(world, side) } else { Vec::new() };
    let mut sight = Sight {
        side,
        clock: position.clock,
        stacks: BTreeMap::new(),
        boxes: BTreeMap::new(),
        lost: Vec::new(),
        ledger: position.ledger.clone(),
        held: BTreeMap::new(),
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
    sight.held = position.hexes.iter().map(|(ix, control)| (map.grid.hex(*ix), control.side)).collect();
    sight.marked = position.hexes.iter().filter(|(_, control)| control.marks != 0).map(|(ix, control)| (map.grid.hex(*ix), control.marks)).collect();
    sight
}

/// How an event reads to a side: in full, or without naming a counter it may not know, or not at all.
pub fn sight_of_event(world: &mut World, side: Side, event: &Event) -> Option<String> {
    let game = world.resource::<Session>().rules.game();
    let known = game.known_to(world, side);
    read(world, event, |unit| known[unit.at()]).map(|sentence| sentence.to_string())
}

/// How an event reads to each side, and to one person who plays both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// By side.
    pub sides: [Option<Sentence>; 2],
    /// To one person.
    pub open: Option<Sentence>,
}

/// How events read to everybody, by what is known now.
pub fn tell(world: &mut World, events: &[Event]) -> Vec<Told> {
    let game = world.resource::<Session>().rules.game();
    let known = [Side(0), Side(1)].map(|side| game.known_to(world, side));
    let told = |event| Told {
        sides: [0, 1].map(|side: usize| read(world, event, |unit| known[side][unit.at()])),
        open: read(world, event, |unit| known.iter().any(|known| known[unit.at()])),
    };
    events.iter().map(told).collect()
}

fn read(world: &World, event: &Event, knows: impl Fn(UnitId) -> bool) -> Option<Sentence> {
    let book = &world.resource::<Session>().rules.book;
    match event.fact.unit() {
        Some(unit) if !knows(unit) => of_a_stranger(event, &book.lexicon).map(Sentence::Plain),
        _ => event.fact.tell(book),
    }
}

fn of_a_stranger(event: &Event, names: &Lexicon) -> Option<String> {
    match &event.fact {
        Fact::Moved { from: Place::Map(from), to: Place::Map(to), .. } => Some(format!("a unit moves from {} to {}", names.place(*from), names.place(*to))),
        Fact::Moved { to: Place::Map(to), .. } => Some(format!("a unit appears in {}", names.place(*to))),
        _ => None,
    }
}
