//! A bot that plays a side in a real game.

use super::{Bot, Commander, Random, Signals};
use crate::games::Order;
use crate::play::{self, Imagined};
use bevy_ecs::prelude::World;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Stands between a bot and the real game: the bot is shown only what its side could imagine.
pub struct Seated(Mind);

enum Mind {
    /// Looks only at the prompt and offers, which are the same in every world its side could imagine.
    Random(Box<Random>),
    Bot {
        rng: Box<ChaCha8Rng>,
        /// `None` while it is thinking on another thread.
        thinker: Option<Thinker>,
        /// How a bot that takes its time is watched and stopped.
        signals: Option<Signals>,
    },
}

/// A bot and the world it imagines: it knows nothing of the real one, so it may think anywhere.
pub struct Thinker {
    bot: Box<dyn Bot + Send + Sync>,
    imagined: Option<Box<Imagined>>,
}

impl Thinker {
    /// What it orders in the world it imagines.
    pub fn choose(&mut self) -> Option<Order> {
        self.imagined.as_mut().and_then(|imagined| self.bot.choose(imagined))
    }

    fn imagine(&mut self, real: &mut World, rng: &mut ChaCha8Rng) -> Option<()> {
        let side = play::decider(real)?;
        match &mut self.imagined {
            Some(imagined) => imagined.follow(real, side, rng),
            None => self.imagined = Some(Box::new(play::imagine(real, side, rng))),
        }
        Some(())
    }
}

impl Seated {
    /// Seats a bot; the worlds it imagines follow from a seed.
    pub fn bot(bot: impl Bot + Send + Sync + 'static, seed: u64) -> Seated {
        Seated(Mind::Bot { thinker: Some(Thinker { bot: Box::new(bot), imagined: None }), rng: Box::new(ChaCha8Rng::seed_from_u64(seed)), signals: None })
    }

    /// Seats a bot that takes its time.
    pub fn commander(commander: Commander, seed: u64) -> Seated {
        let signals = Some(commander.signals());
        match Seated::bot(commander, seed).0 {
            Mind::Bot { rng, thinker, .. } => Seated(Mind::Bot { rng, thinker, signals }),
            random => Seated(random),
        }
    }

    /// Seats a player who makes any legal choice.
    pub fn random(seed: u64) -> Seated {
        Seated(Mind::Random(Box::new(Random::seeded(seed))))
    }

    /// Its order in the real game, whoever's decision it is there.
    pub fn choose(&mut self, real: &mut World) -> Option<Order> {
        match &mut self.0 {
            Mind::Random(random) => random.choose(real),
            Mind::Bot { rng, thinker, .. } => {
                let thinker = thinker.as_mut()?;
                thinker.imagine(real, rng)?;
                thinker.choose()
            }
        }
    }

    /// How it is watched and stopped, if it takes its time; such a bot should be sent to think on another thread.
    pub fn signals(&self) -> Option<&Signals> {
        match &self.0 {
            Mind::Bot { signals, .. } => signals.as_ref(),
            Mind::Random(_) => None,
        }
    }

    /// Hands the bot over to think about the real game as it is now. Until it is [welcomed back](Seated::welcome), its chair is empty.
    pub fn send(&mut self, real: &mut World) -> Option<Thinker> {
        let Mind::Bot { rng, thinker, .. } = &mut self.0 else { return None };
        thinker.as_mut()?.imagine(real, rng)?;
        thinker.take()
    }

    /// Takes the bot back.
    pub fn welcome(&mut self, back: Thinker) {
        if let Mind::Bot { thinker, .. } = &mut self.0 {
            *thinker = Some(back);
        }
    }
}
