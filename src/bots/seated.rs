//! A bot in a chair of a real game.

use super::{Bot, Random};
use crate::games::Order;
use crate::play::{self, Imagined};
use bevy_ecs::prelude::World;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Stands between a bot and the real game: the bot is shown only what its side could imagine.
pub struct Seated(Mind);

enum Mind {
    /// Looks at nothing but prompt and offers, which are the same in every world that its side could imagine.
    Random(Box<Random>),
    Bot {
        bot: Box<dyn Bot + Send + Sync>,
        rng: Box<ChaCha8Rng>,
        imagined: Option<Box<Imagined>>,
    },
}

impl Seated {
    /// Seats a bot; what it imagines follows from a seed.
    pub fn bot(bot: impl Bot + Send + Sync + 'static, seed: u64) -> Seated {
        Seated(Mind::Bot { bot: Box::new(bot), rng: Box::new(ChaCha8Rng::seed_from_u64(seed)), imagined: None })
    }

    /// Seats a player who makes any legal choice.
    pub fn random(seed: u64) -> Seated {
        Seated(Mind::Random(Box::new(Random::seeded(seed))))
    }

    /// What it orders in the real game, whoever's decision it is there.
    pub fn choose(&mut self, real: &mut World) -> Option<Order> {
        match &mut self.0 {
            Mind::Random(random) => random.choose(real),
            Mind::Bot { bot, rng, imagined } => {
                let side = play::decider(real)?;
                match imagined {
                    Some(imagined) => imagined.follow(real, side, rng),
                    None => *imagined = Some(Box::new(play::imagine(real, side, rng))),
                }
                imagined.as_mut().and_then(|imagined| bot.choose(imagined))
            }
        }
    }
}
