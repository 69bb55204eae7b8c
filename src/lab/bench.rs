//! Speed: random legal games on one thread.

use super::Progress;
use crate::bots::Random;
use crate::games::Rules;
use crate::play::{self, Players};
use std::time::{Duration, Instant};

/// How fast games and orders went.
#[derive(Clone, Debug)]
pub struct Speed {
    /// Games played.
    pub games: u64,
    /// The time of each order, sorted.
    pub orders: Vec<Duration>,
    /// The time of everything: setting up, asking what may be done, choosing, ordering.
    pub total: Duration,
}

impl Speed {
    /// The order time below which so many of a thousand lie.
    pub fn per_mille(&self, n: usize) -> Duration {
        let last = self.orders.len().saturating_sub(1);
        self.orders.get((self.orders.len() * n / 1000).min(last)).copied().unwrap_or_default()
    }
}

/// Plays games of a scenario, the first if none is named, and measures every order.
pub fn measure(rules: &Rules, scenario: Option<&str>, games: u64, seed: u64, quiet: bool) -> Result<Speed, String> {
    let mut progress = Progress::new("measuring", games, quiet);
    let (began, mut orders) = (Instant::now(), Vec::new());
    for n in 0..games {
        let seed = seed.wrapping_add(n);
        let mut world = play::begin(rules, &rules.start(scenario, &[], seed)?, Players::Solo);
        let mut bot = Random::seeded(seed ^ 0xbe7c);
        while let Some(order) = bot.choose(&mut world) {
            let start = Instant::now();
            play::submit(&mut world, order).map_err(|by| format!("seed {seed}: a choice offered was refused: {by}"))?;
            orders.push(start.elapsed());
        }
        progress.add(1);
    }
    let total = began.elapsed();
    orders.sort_unstable();
    Ok(Speed { games, orders, total })
}
