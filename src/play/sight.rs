//! What one side may see. Client and bots see only through this.

use super::session::Session;
use crate::board::{BoxId, Clock, Event, Fact, Hex, Map, Place, Side, Status, UnitId, photograph};
use bevy_ecs::prelude::World;
use std::collections::BTreeMap;

/// A counter as one side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Known: which one, and its state.
    Known(UnitId, Status),
    /// Only that a counter of this side lies there.
    Hidden(Side),
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
}

/// The position as a side sees it.
pub fn sight(world: &mut World, side: Side) -> Sight {
    let game = world.resource::<Session>().rules.game();
    let known = game.known_to(world, side);
    let position = photograph(world);
    let mut sight = Sight {
        side,
        clock: position.clock,
        stacks: BTreeMap::new(),
        boxes: BTreeMap::new(),
        lost: Vec::new(),
        ledger: position.ledger.clone(),
        held: BTreeMap::new(),
    };
    let mut ranked: BTreeMap<Hex, Vec<(u8, Seen)>> = BTreeMap::new();
    for (i, unit) in position.units.iter().enumerate() {
        let id = UnitId(i as u16);
        let seen = if known[i] { Seen::Known(id, unit.status) } else { Seen::Hidden(unit.status.side) };
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
            Seen::Known(id, _) => (0, id.0),
            Seen::Hidden(side) => (1, u16::from(side.0)),
        });
    }
    let map = world.resource::<Map>();
    sight.held = position.hexes.iter().map(|(ix, control)| (map.grid.hex(*ix), control.side)).collect();
    sight
}

/// How an event reads to a side: in full, or without naming a counter it may not know, or not at all.
pub fn sight_of_event(world: &mut World, side: Side, event: &Event) -> Option<String> {
    let session = world.resource::<Session>();
    let (game, book) = (session.rules.game(), session.rules.book.clone());
    let Some(unit) = event.fact.unit() else { return event.fact.read(&book.lexicon) };
    let known = game.known_to(world, side);
    if known[unit.at()] {
        return event.fact.read(&book.lexicon);
    }
    match &event.fact {
        Fact::Moved { from: Place::Map(from), to: Place::Map(to), .. } => Some(format!("a unit moves from {from} to {to}")),
        Fact::Moved { to: Place::Map(to), .. } => Some(format!("a unit appears in {to}")),
        _ => None,
    }
}
