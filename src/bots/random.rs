//! Any legal choice: the fuzzer's player.

use crate::games::Order;
use crate::play;
use bevy_ecs::prelude::World;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Chooses evenly among the counters and buttons of the prompt, then evenly among what the counter may do.
pub struct Random(ChaCha8Rng);

impl Random {
    /// A player whose choices follow from a seed.
    pub fn seeded(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`, for laws that need some.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    /// Chooses straight from the real game. That tells it nothing it may not know: it looks at prompt and offers alone, and by the law of secrets
    /// these are the same in every world that its side could imagine. Laws and fuzzers play very many games and would be slowed down by imagining.
    pub fn choose(&mut self, world: &mut World) -> Option<Order> {
        let mut prompt = super::asked(world);
        loop {
            let n = prompt.actors.len() + prompt.buttons.len();
            if n == 0 {
                return None;
            }
            let pick = self.below(n);
            let Some(unit) = prompt.actors.get(pick).copied() else {
                return Some(prompt.buttons.swap_remove(pick - prompt.actors.len()).order);
            };
            let mut offer = play::offer(world, &[unit]);
            if offer.choices.is_empty() {
                prompt.actors.swap_remove(pick); // nothing this counter could do after all
            } else {
                let pick = self.below(offer.choices.len());
                return Some(offer.choices.swap_remove(pick).order);
            }
        }
    }
}
