//! Any legal choice: the fuzzer's player.

use crate::games::{List, Order};
use crate::play;
use bevy_ecs::prelude::World;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Chooses evenly among the counters and buttons of the prompt, then evenly among what the counter may do.
pub struct Random {
    rng: ChaCha8Rng,
    asked: List,
    offered: List,
}

impl Random {
    /// A player whose choices follow from a seed.
    pub fn seeded(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed), asked: List::default(), offered: List::default() }
    }

    /// A number below `n`, for laws that need some.
    pub fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    /// Chooses straight from the real game. That tells it nothing it may not know: it looks only at the prompt and offers, and by the law of secrets
    /// these are the same in every world its side could imagine. Laws and fuzzers play a great many games, and imagining would slow them down.
    pub fn choose(&mut self, world: &mut World) -> Option<Order> {
        super::asked(world, &mut self.asked);
        loop {
            let n = self.asked.actors.len() + self.asked.len();
            if n == 0 {
                return None;
            }
            let pick = self.below(n);
            let Some(unit) = self.asked.actors.get(pick).copied() else {
                return Some(self.asked.get(pick - self.asked.actors.len()));
            };
            play::acts_of(world, &[unit], &mut self.offered);
            if self.offered.is_empty() {
                self.asked.actors.swap_remove(pick); // nothing this counter could do after all
            } else {
                let pick = self.below(self.offered.len());
                return Some(self.offered.get(pick));
            }
        }
    }
}
