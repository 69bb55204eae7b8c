//! A weak but sane opponent for a first game. It wants what Steady wants, but overlooks a lot and judges the rest only roughly.

use super::steady::Step;
use super::{Bot, Steady};
use crate::board::{Digest, Role, Target};
use crate::games::Order;
use crate::play::Imagined;
use std::hash::Hash;

/// It overlooks one hex in this many in each step: a march, a place to arrive, an attack.
const OVERLOOKED: u64 = 3;

/// Its judgment of a choice is off by up to this many percent.
const ROUGH: u64 = 60;

/// Steady with a blurred view. What it overlooks follows from a seed, the step and the choice alone, so it does not waver within a step.
#[derive(Clone)]
pub struct Recruit {
    mind: Steady,
    seed: u64,
}

impl Recruit {
    /// A recruit whose mistakes follow from a seed.
    pub fn seeded(seed: u64) -> Recruit {
        Recruit { mind: Steady::with_words(), seed }
    }
}

impl Bot for Recruit {
    fn choose(&mut self, imagined: &mut Imagined) -> Option<Order> {
        let seed = self.seed;
        self.mind.decide_by(imagined.world(), Some(&|at, order, score| blurred(seed, at.step, at.on, order, score)))
    }
}

/// What it thinks of a choice. Only good things on a hex are blurred: it is careful with what it has begun, with losses and with retreats.
fn blurred(seed: u64, step: Step, on: Option<Target>, order: &Order, score: i32) -> i32 {
    let on_hex = matches!(on, Some(Target::Hex(_))) && order.role() == Role::Act;
    if score <= 0 || !on_hex {
        return score;
    }
    let mut slip = Digest::default();
    (seed, step, order).hash(&mut slip);
    let slip = slip.finish();
    if slip.is_multiple_of(OVERLOOKED) {
        return -1;
    }
    let percent = 100 - ROUGH + (slip >> 8) % (2 * ROUGH + 1);
    (i64::from(score) * percent as i64 / 100).clamp(1, i64::from(i32::MAX)) as i32
}
