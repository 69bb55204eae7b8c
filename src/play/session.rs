//! The one door: mouse, bot, fuzzer, replay and tests all come this way.

use super::journal::{JournalFile, Line, Players, Seat};
use crate::board::{
    Alternation, Clock, Dice, Event, Fact, Hex, Illegal, Offer, Position, Preview, Prompt, Record, Side, Standing, Start, UnitId, Warning, photograph, restore,
};
use crate::games::{Order, Rules};
use bevy_ecs::prelude::{Resource, World};
use thiserror::Error;

/// An order that was carried out.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The order.
    pub order: Order,
    /// Who gave it.
    pub by: Option<Side>,
    /// The hash of the position after it.
    pub hash: u64,
    /// What it made happen.
    pub events: Vec<Event>,
    /// The position before it.
    before: Position,
    /// Why it cannot be taken back in a game of two players.
    barrier: Option<CannotUndo>,
}

/// Why an order cannot be taken back or done again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CannotUndo {
    /// Nothing has been ordered, or nothing taken back.
    #[error("there is nothing to take back")]
    Nothing,
    /// A die was rolled.
    #[error("a die has been rolled")]
    Dice,
    /// Something hidden was revealed.
    #[error("something hidden has been revealed")]
    Reveal,
    /// The outcome depended on counters that the player may not know.
    #[error("the outcome depended on counters that you cannot see")]
    Unseen,
    /// The other player has been asked since.
    #[error("the decision has passed to the other player")]
    Hands,
}

/// The game being played: its rules, how it began, and what has been ordered.
#[derive(Resource)]
pub struct Session {
    /// The tables in force.
    pub rules: Rules,
    /// One person or two.
    pub players: Players,
    /// Who plays each side.
    pub seats: [Seat; 2],
    /// What has been ordered, in order.
    pub past: Vec<Entry>,
    /// What was taken back, the next one last.
    pub future: Vec<Order>,
    /// The hash before the first order.
    pub opening: u64,
    /// What happened before the first order.
    pub prelude: Vec<Event>,
    /// Where every order is written down at once, if anywhere.
    pub file: Option<JournalFile>,
    /// Every line of the journal so far, for saving.
    pub(super) lines: Vec<Line>,
    /// The position as the last order left it, so that it need not be taken twice.
    present: Option<Position>,
}

/// Lays out a new game between persons in a world of its own, up to its first decision.
pub fn begin(rules: &Rules, start: &Start, players: Players) -> World {
    begin_seated(rules, start, players, [Seat::Person; 2])
}

/// The same, and says who plays each side.
pub fn begin_seated(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2]) -> World {
    let mut world = World::new();
    let game = rules.game();
    game.begin(&mut world, rules, start);
    game.settle(&mut world);
    let prelude = world.resource_mut::<Record>().take();
    let present = photograph(&mut world);
    world.insert_resource(Session {
        rules: rules.clone(),
        players,
        seats,
        past: Vec::new(),
        future: Vec::new(),
        opening: present.hash(),
        prelude,
        file: None,
        lines: Line::opening(rules, start, players, seats),
        present: Some(present),
    });
    world
}

/// Puts another position on the board, outside the course of play: situations begin so.
pub fn set_up_position(world: &mut World, position: &Position) {
    restore(world, position);
    world.resource_mut::<Session>().present = None;
}

/// Gives an order. A refusal changes nothing; otherwise everything that follows by itself has happened too.
pub fn submit(world: &mut World, order: Order) -> Result<Vec<Event>, Illegal> {
    carry_out(world, order, |session, entry| {
        session.future.clear();
        Line::Order { hash: entry.hash, order: session.rules.write_order(&entry.order) }
    })
}

fn carry_out(world: &mut World, order: Order, line: impl FnOnce(&mut Session, &Entry) -> Line) -> Result<Vec<Event>, Illegal> {
    let game = world.resource::<Session>().rules.game();
    let kept = world.resource_mut::<Session>().present.take();
    let before = kept.unwrap_or_else(|| photograph(world));
    debug_assert_eq!(before, photograph(world), "nothing but orders changes a position");
    let side = decider(world);
    let knew = knowledge(world, side);
    let two = world.resource::<Session>().players == Players::Two;
    if world.resource::<Record>().keeps_secrets() != two {
        world.resource_mut::<Record>().keep_secrets(two);
    }
    if let Err(illegal) = game.apply(world, &order) {
        world.resource_mut::<Session>().present = Some(before);
        return Err(illegal);
    }
    game.settle(world);
    let unseen = world.resource::<Record>().unseen();
    let events = world.resource_mut::<Record>().take();
    let after = photograph(world);
    let barrier = if after.drawn != before.drawn {
        Some(CannotUndo::Dice)
    } else if events.iter().any(|e| matches!(e.fact, Fact::Turned { face_down: false, .. })) || learned(&knew, &knowledge(world, side)) {
        Some(CannotUndo::Reveal)
    } else if unseen {
        Some(CannotUndo::Unseen)
    } else if decider(world) != side {
        Some(CannotUndo::Hands)
    } else {
        None
    };
    let entry = Entry { order, by: side, hash: after.hash(), events: events.clone(), before, barrier };
    let mut session = world.resource_mut::<Session>();
    let line = line(&mut session, &entry);
    session.past.push(entry);
    session.present = Some(after);
    session.write(line);
    Ok(events)
}

/// What the player who orders knows, where that matters: in a game of two.
fn knowledge(world: &mut World, side: Option<Side>) -> Vec<bool> {
    let session = world.resource::<Session>();
    let game = session.rules.game();
    side.filter(|_| session.players == Players::Two).map_or(Vec::new(), |side| game.known_to(world, side))
}

/// Whether a counter is known that was not.
fn learned(before: &[bool], after: &[bool]) -> bool {
    before.iter().zip(after).any(|(before, after)| !before && *after)
}

impl Session {
    /// Writes a line into the journal and, if there is one, into its file before anything else happens.
    fn write(&mut self, line: Line) {
        if let Some(file) = &mut self.file {
            file.append(&line);
        }
        self.lines.push(line);
    }

    /// The latest hash.
    pub fn hash(&self) -> u64 {
        self.past.last().map_or(self.opening, |entry| entry.hash)
    }

    /// The position before an order, by its number from 0; `None` for the present one and beyond.
    pub fn before(&self, order: usize) -> Option<&Position> {
        self.past.get(order).map(|entry| &entry.before)
    }

    /// Why the last order cannot be taken back, if it cannot.
    pub fn barrier(&self) -> Option<CannotUndo> {
        match self.past.last() {
            None => Some(CannotUndo::Nothing),
            Some(entry) => entry.barrier.filter(|_| self.players == Players::Two),
        }
    }
}

/// Takes the last order back. Dice, whatever was revealed or depended on what is hidden, and a change of hands bar the way, unless one person plays alone.
pub fn undo(world: &mut World) -> Result<(), CannotUndo> {
    if let Some(barrier) = world.resource::<Session>().barrier() {
        return Err(barrier);
    }
    let mut session = world.resource_mut::<Session>();
    let entry = session.past.pop().ok_or(CannotUndo::Nothing)?;
    session.future.push(entry.order);
    session.write(Line::Undo);
    restore(world, &entry.before);
    world.resource_mut::<Session>().present = Some(entry.before);
    Ok(())
}

/// Does again what was taken back last.
pub fn redo(world: &mut World) -> Result<Vec<Event>, CannotUndo> {
    let order = world.resource_mut::<Session>().future.pop().ok_or(CannotUndo::Nothing)?;
    // The position is the one in which the order was accepted, unless a designer has changed the tables since.
    carry_out(world, order, |_, _| Line::Redo).map_err(|_| {
        world.resource_mut::<Session>().future.clear();
        CannotUndo::Nothing
    })
}

/// Puts other tables of the same game in force, from the next decision on; the journal notes it, so a replay stays exact.
pub fn swap_tables(world: &mut World, rules: &Rules) {
    rules.game().swap(world, rules);
    let mut session = world.resource_mut::<Session>();
    session.present = None;
    session.rules = rules.clone();
    for line in Line::tables(rules) {
        session.write(line);
    }
}

/// Whose decision it is; nobody's when the game is over.
pub fn decider(world: &mut World) -> Option<Side> {
    let game = world.resource::<Session>().rules.game();
    game.decider(world)
}

/// Whose decision it is and what is asked.
pub fn prompt(world: &mut World) -> Prompt<Order> {
    let game = world.resource::<Session>().rules.game();
    game.prompt(world)
}

/// What these counters together may do.
pub fn offer(world: &mut World, units: &[UnitId]) -> Offer<Order> {
    let game = world.resource::<Session>().rules.game();
    game.offer(world, units)
}

/// What the attack under construction promises, as far as a side may know.
pub fn preview(world: &mut World, side: Side) -> Option<Preview> {
    let game = world.resource::<Session>().rules.game();
    game.preview(world, side)
}

/// A counter's line of supply, with the hex that cuts it.
pub fn supply_line(world: &mut World, unit: UnitId) -> Option<crate::board::paths::Line> {
    let game = world.resource::<Session>().rules.game();
    game.supply_line(world, unit)
}

/// How the game stands.
pub fn standing(world: &mut World) -> Standing {
    let game = world.resource::<Session>().rules.game();
    game.standing(world)
}

/// The hexes that a side's counters control.
pub fn zone(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.zone(world, side)
}

/// How full a hex is for a side's own counters, and how much it holds.
pub fn room(world: &mut World, side: Side, hex: Hex) -> Option<(u8, u8)> {
    let game = world.resource::<Session>().rules.game();
    game.room(world, side, hex)
}

/// How many hexes far a counter fires, if it does.
pub fn range(world: &mut World, unit: UnitId) -> Option<u8> {
    let game = world.resource::<Session>().rules.game();
    game.range(world, unit)
}

/// The hexes in range of what a side has in the air.
pub fn covered(world: &mut World, side: Side) -> Vec<Hex> {
    let game = world.resource::<Session>().rules.game();
    game.covered(world, side)
}

/// What the player should hear before he gives an order.
pub fn warning(world: &mut World, order: &Order) -> Option<Warning> {
    let game = world.resource::<Session>().rules.game();
    game.warning(world, order)
}

/// How a step stands in which the players act in turn, if this is one.
pub fn alternation(world: &mut World) -> Option<Alternation> {
    let game = world.resource::<Session>().rules.game();
    let (track, passed) = game.in_turn(world)?;
    let same_step = |entry: &&Entry| !entry.events.iter().any(|e| matches!(e.fact, Fact::StepBegan { .. }));
    let acts = |entry: &&Entry| entry.events.iter().any(|e| matches!(e.fact, Fact::Tracked { track: t, .. } if t == track));
    let done = world.resource::<Session>().past.iter().rev().take_while(same_step).filter(acts).count();
    Some(Alternation { action: done + 1, passed })
}

/// How much an order is worth to a simple-minded commander.
pub fn appeal(world: &mut World, side: Side, order: &Order) -> i32 {
    let game = world.resource::<Session>().rules.game();
    game.appeal(world, side, order)
}

/// The hash of the position as it is.
pub fn hash(world: &mut World) -> u64 {
    photograph(world).hash()
}

/// Whether the game is over, and how many dice have been thrown: for bots and laboratories that see no components.
impl Session {
    /// The winner, once the game is over; `Some(None)` if nobody won.
    pub fn outcome(world: &World) -> Option<Option<Side>> {
        world.resource::<Clock>().over.map(|o| o.winner)
    }

    /// The turn being played; 0 during set-up.
    pub fn turn(world: &World) -> u8 {
        world.resource::<Clock>().turn
    }

    /// How many dice have been thrown.
    pub fn dice(world: &World) -> u64 {
        world.resource::<Dice>().drawn()
    }
}
