//! The phase machine: where the game is in `sequence.ron`.

use super::ids::{Side, StepId};
use super::tables::{Sequence, Start};
use bevy_ecs::prelude::Resource;

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
    /// The current step.
    pub fn step(&self, sequence: &Sequence) -> StepId {
        sequence.steps[usize::from(self.at)].id
    }

    /// The clock at the start of a game: the first set-up step that takes place.
    pub fn first(sequence: &Sequence, start: &Start) -> Clock {
        let at = sequence.steps[..sequence.setup].iter().position(|step| step.holds(start)).unwrap_or(0);
        Clock { at: at as u8, ..Clock::default() }
    }

    /// The clock after this step, and whether a turn begins there. `None` when the last turn is over.
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
