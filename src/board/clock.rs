//! The phase machine: where we are in `sequence.ron`, and the decisions that interrupt it.

use super::digest::Digest;
use super::ids::{Side, StepId, UnitId};
use super::tables::{Sequence, Start};
use bevy_ecs::prelude::{Resource, World};
use std::any::Any;
use std::fmt::Debug;
use std::hash::Hash;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
}

/// Where we are in the sequence of play.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock {
    /// The turn, from 1; 0 during set-up.
    pub turn: u8,
    /// Position in the steps of the sequence.
    pub at: u8,
    /// Set when the game is over.
    pub over: Option<Outcome>,
}

impl Clock {
    /// The step we are in.
    pub fn step(&self, sequence: &Sequence) -> StepId {
        sequence.steps[usize::from(self.at)].id
    }

    /// Where the clock stands when a game begins: the first step of set-up that takes place.
    pub fn first(sequence: &Sequence, start: &Start) -> Clock {
        let at = sequence.steps[..sequence.setup].iter().position(|step| step.holds(start)).unwrap_or(0);
        Clock { at: at as u8, ..Clock::default() }
    }

    /// Where the clock stands after this step, and whether a turn begins there. `None` when the last turn is over.
    pub fn next(&self, sequence: &Sequence, start: &Start) -> Option<(Clock, bool)> {
        let (mut clock, mut new_turn) = (*self, false);
        // At most one whole turn can be without steps for this turn number, so this ends.
        for _ in 0..=2 * sequence.steps.len() {
            clock.at += 1;
            if usize::from(clock.at) >= sequence.steps.len() || (clock.turn == 0 && usize::from(clock.at) == sequence.setup) {
                clock.at = sequence.setup as u8;
                clock.turn += 1;
                new_turn = true;
                if clock.turn > start.turns {
                    return None;
                }
            }
            let step = &sequence.steps[usize::from(clock.at)];
            if step.holds(start) && (clock.turn == 0 || step.when.holds(clock.turn)) {
                return Some((clock, new_turn));
            }
        }
        None
    }
}

/// A decision that interrupts the sequence: who owes it and, in the game's own words, what about.
pub trait Frame: Clone + PartialEq + Hash + Debug + Send + Sync + 'static {
    /// The player who owes the decision.
    fn side(&self) -> Side;
    /// Exchanges two counters wherever the decision names one that the other side may not know, so that laws can ask what that side is
    /// told if it were the other counter.
    fn exchange(&mut self, _a: UnitId, _b: UnitId) {}
}

/// The decisions now open, the innermost last. Whatever a game must remember between two orders lies in its frames.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct Decisions<F: Frame>(pub Vec<F>);

impl<F: Frame> Default for Decisions<F> {
    fn default() -> Self {
        Decisions(Vec::new())
    }
}

/// [`Decisions`] of any game, for the photograph.
pub trait AnyDecisions: Any + Debug + Send + Sync {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyDecisions>;
    /// Whether no decision is open.
    fn is_empty(&self) -> bool;
    /// Whether the other remembers the same.
    fn same(&self, other: &dyn AnyDecisions) -> bool;
    /// Takes itself into a hash.
    fn digest(&self, digest: &mut Digest);
    /// Puts itself back into a world.
    fn put(&self, world: &mut World);
    /// A copy in which two counters that a side may not know are exchanged.
    fn exchanged(&self, a: UnitId, b: UnitId) -> Box<dyn AnyDecisions>;
    /// As `Any`, for comparison.
    fn any(&self) -> &dyn Any;
}

impl<F: Frame> AnyDecisions for Decisions<F> {
    fn copy(&self) -> Box<dyn AnyDecisions> {
        Box::new(self.clone())
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn same(&self, other: &dyn AnyDecisions) -> bool {
        other.any().downcast_ref::<Self>() == Some(self)
    }
    fn digest(&self, digest: &mut Digest) {
        self.0.hash(digest);
    }
    fn put(&self, world: &mut World) {
        let mut decisions = world.resource_mut::<Self>();
        if *decisions != *self {
            *decisions = self.clone();
        }
    }
    fn exchanged(&self, a: UnitId, b: UnitId) -> Box<dyn AnyDecisions> {
        let mut copy = self.clone();
        copy.0.iter_mut().for_each(|frame| frame.exchange(a, b));
        Box::new(copy)
    }
    fn any(&self) -> &dyn Any {
        self
    }
}

/// The decisions in a photograph.
#[derive(Debug)]
pub struct DecisionSnapshot(pub Box<dyn AnyDecisions>);

impl Clone for DecisionSnapshot {
    fn clone(&self) -> DecisionSnapshot {
        DecisionSnapshot(self.0.copy())
    }
}

impl PartialEq for DecisionSnapshot {
    fn eq(&self, other: &DecisionSnapshot) -> bool {
        self.0.same(&*other.0)
    }
}

/// How to read the decisions of whichever game this world plays.
#[derive(Resource, Clone, Copy)]
pub struct DecisionReader(pub fn(&World) -> Box<dyn AnyDecisions>);

impl DecisionReader {
    /// For a game whose frames are `F`.
    pub fn of<F: Frame>() -> DecisionReader {
        DecisionReader(|world| Box::new(world.resource::<Decisions<F>>().clone()))
    }
}
