//! Undo for a search: while one is running, whatever the board changes is kept as it was, so that undo costs only what has changed and not a whole
//! position.

use super::Ix;
use super::board::{Board, Index, Layers, Ledger};
use super::clock::Clock;
use super::decisions::{Decisions, Pending};
use super::dice::Dice;
use super::event::Record;
use super::ids::{TrackId, UnitId};
use super::map::Map;
use super::run::run;
use super::unit::{Control, Place, Status};
use bevy_ecs::prelude::{In, World};
use std::mem::discriminant;

/// Something as it was before it changed.
#[derive(Debug)]
pub(super) enum Was {
    /// A counter was at this place and height.
    Place { unit: UnitId, place: Place, rank: u8 },
    /// A counter was like this.
    Status { unit: UnitId, status: Status },
    /// A stack was in this order.
    Stack { ix: Ix, order: Box<[UnitId]> },
    /// A hex was like this.
    Control { ix: Ix, control: Control },
    /// A track had this value.
    Track { track: TrackId, value: i32 },
    /// The innermost decision was not open yet.
    Closed,
    /// Another decision was open at this index.
    Other { at: usize, decision: Pending },
    /// This decision was still open.
    Open { at: usize, decision: Pending },
    /// The clock.
    Clock(Clock),
    /// A layer was up to date, with these values. This comes before the change that made it out of date.
    Layer { at: usize, values: Vec<bool> },
}

impl Was {
    /// Whether both are about the same thing at two times. Decisions are compared all together.
    fn is_of_the_same(&self, other: &Was) -> bool {
        match (self, other) {
            (Was::Place { unit: a, .. }, Was::Place { unit: b, .. }) | (Was::Status { unit: a, .. }, Was::Status { unit: b, .. }) => a == b,
            (Was::Stack { ix: a, .. }, Was::Stack { ix: b, .. }) | (Was::Control { ix: a, .. }, Was::Control { ix: b, .. }) => a == b,
            (Was::Track { track: a, .. }, Was::Track { track: b, .. }) => a == b,
            (a, b) => discriminant(a) == discriminant(b),
        }
    }

    fn is_decision(&self) -> bool {
        matches!(self, Was::Closed | Was::Other { .. } | Was::Open { .. })
    }
}

/// What has changed since a search began, the latest last. Nothing is kept when no search is running.
#[derive(Debug, Default)]
pub(super) struct Trail {
    on: bool,
    was: Vec<Was>,
    /// Spare buffers for layers.
    spare: Vec<Vec<bool>>,
}

impl Trail {
    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    pub(super) fn keep(&mut self, was: Was) {
        if self.on {
            self.was.push(was);
        }
    }

    /// A buffer for a layer.
    pub(super) fn room(&mut self) -> Vec<bool> {
        self.spare.pop().unwrap_or_default()
    }
}

/// A moment of a search to which it can go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    changes: usize,
    drawn: u64,
}

/// Starts keeping what changes. The board rolls these dice from now on; its own are returned.
pub(crate) fn keep_trail(world: &mut World, dice: Dice) -> Dice {
    let mut record = world.resource_mut::<Record>();
    record.trail.on = true;
    record.trail.was.clear();
    take_up(world, dice)
}

/// Makes the board roll other dice from now on; the ones it had are returned. The count of dice drawn is part of the position and continues.
pub(crate) fn take_up(world: &mut World, mut dice: Dice) -> Dice {
    let mut held = world.resource_mut::<Dice>();
    dice.rewind(held.drawn());
    std::mem::replace(&mut held, dice)
}

/// The present moment.
pub(crate) fn mark(world: &World) -> Mark {
    Mark { changes: world.resource::<Record>().trail.was.len(), drawn: world.resource::<Dice>().drawn() }
}

/// Goes back to a moment that was marked.
pub(crate) fn go_back(world: &mut World, mark: Mark) {
    run(world, back, mark);
}

/// Goes back to a moment, stops keeping changes, and restores the board's own dice.
pub(crate) fn leave_trail(world: &mut World, mark: Mark, dice: Dice) {
    go_back(world, mark);
    world.resource_mut::<Record>().trail.on = false;
    world.insert_resource(dice);
}

/// Whether anything has changed since a marked moment.
pub(crate) fn has_changed(world: &World, mark: Mark) -> bool {
    let was = &world.resource::<Record>().trail.was[mark.changes..];
    // What a thing was first since then is what it was then.
    let changed = |(n, thing): (usize, &Was)| differs(world, thing) && !was[..n].iter().any(|earlier| earlier.is_of_the_same(thing));
    was.iter().enumerate().any(changed) || world.resource::<Dice>().drawn() != mark.drawn || decided(world, was)
}

fn back(In(mark): In<Mark>, mut board: Board) {
    board.dice.rewind(mark.drawn);
    while board.record.trail.was.len() > mark.changes {
        if let Some(was) = board.record.trail.was.pop() {
            board.put_back(was);
        }
    }
}

impl Board<'_, '_> {
    /// Undoes a change, the latest of all.
    fn put_back(&mut self, was: Was) {
        match was {
            Was::Place { unit, place, rank } => {
                let side = self.side(unit);
                self.layers.spoil(Layers::of(side));
                self.lift(unit, self.place(unit));
                self.lay_down(unit, place, rank);
            }
            Was::Status { unit, status } => self.put_status_back(unit, status),
            Was::Stack { ix, order } => self.pile(ix, &order),
            Was::Control { ix, control } => {
                self.layers.spoil(Layers::of_hexes());
                self.write_control(ix, control);
            }
            Was::Track { track, value } => self.ledger.0[track.at()] = value,
            Was::Closed => drop(self.decisions.0.pop()),
            Was::Other { at, decision } => self.decisions.0[at] = decision,
            Was::Open { at, decision } => self.decisions.0.insert(at, decision),
            Was::Clock(clock) => {
                if clock.turn != self.clock.turn {
                    self.layers.spoil(Layers::all());
                }
                *self.clock = clock;
            }
            Was::Layer { at, values } => {
                let room = self.layers.put_back(at, values);
                self.record.trail.spare.push(room);
            }
        }
    }

    fn put_status_back(&mut self, unit: UnitId, status: Status) {
        let now = self.status(unit);
        let shows = |status: &Status| (status.side, status.steps, status.face_down);
        if shows(&now) != shows(&status) {
            self.layers.spoil(Layers::of(now.side).chain(Layers::of(status.side)));
        }
        self.write_status(unit, status);
    }
}

/// Whether something is not as it was. Decisions are compared all together.
fn differs(world: &World, was: &Was) -> bool {
    let index = || world.resource::<Index>();
    let height = |unit: UnitId, hex| world.resource::<Map>().grid.ix(hex).and_then(|ix| index().stacks[ix.at()].iter().position(|u| *u == unit));
    match was {
        Was::Place { unit, place, rank } => {
            index().places[unit.at()] != *place || place.hex().is_some_and(|hex| height(*unit, hex) != Some(usize::from(*rank)))
        }
        Was::Status { unit, status } => index().statuses[unit.at()] != *status,
        Was::Stack { ix, order } => *index().stacks[ix.at()] != **order,
        Was::Control { ix, control } => index().controls[ix.at()] != *control,
        Was::Track { track, value } => world.resource::<Ledger>().track(*track) != *value,
        Was::Clock(clock) => world.resource::<Clock>() != clock,
        Was::Layer { .. } | Was::Closed | Was::Other { .. } | Was::Open { .. } => false,
    }
}

/// Whether other decisions are open than before these changes.
fn decided(world: &World, changes: &[Was]) -> bool {
    let now = &world.resource::<Decisions>().0;
    let mut decisions = changes.iter().filter(|was| was.is_decision());
    match (decisions.next(), decisions.next()) {
        (None, _) => false,
        (Some(Was::Other { at, decision }), None) => now[*at] != *decision,
        _ => {
            let mut before = now.clone();
            for was in changes.iter().rev() {
                match was {
                    Was::Closed => drop(before.pop()),
                    Was::Other { at, decision } => before[*at] = decision.clone(),
                    Was::Open { at, decision } => before.insert(*at, decision.clone()),
                    _ => {}
                }
            }
            before != *now
        }
    }
}
