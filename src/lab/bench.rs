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
    /// The number of allocations, if this program counts them.
    pub allocations: Option<u64>,
}

impl Speed {
    /// Orders per second including everything asked before each: listing what may be done, choosing, and doing it.
    pub fn list_and_do(&self) -> f64 {
        self.orders.len() as f64 / self.total.as_secs_f64().max(1e-9)
    }

    /// Orders per second for the orders alone.
    pub fn only_do(&self) -> f64 {
        self.orders.len() as f64 / self.orders.iter().sum::<Duration>().as_secs_f64().max(1e-9)
    }

    /// Whole games per second.
    pub fn games_per_second(&self) -> f64 {
        self.games as f64 / self.total.as_secs_f64().max(1e-9)
    }

    /// Allocations per order, including what is asked before it, if this program counts them.
    pub fn allocations_per_order(&self) -> Option<f64> {
        self.allocations.map(|n| n as f64 / self.orders.len().max(1) as f64)
    }

    /// The time that this many of a thousand orders stay below.
    pub fn per_mille(&self, n: usize) -> Duration {
        let last = self.orders.len().saturating_sub(1);
        self.orders.get((self.orders.len() * n / 1000).min(last)).copied().unwrap_or_default()
    }
}

/// Plays games of a scenario, the first if none is named, and measures every order.
pub fn measure(rules: &Rules, scenario: Option<&str>, games: u64, seed: u64, quiet: bool) -> Result<Speed, String> {
    let mut progress = Progress::new("measuring", games, quiet);
    let (began, before, mut orders) = (Instant::now(), allocations(), Vec::new());
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
    let (total, after) = (began.elapsed(), allocations());
    orders.sort_unstable();
    Ok(Speed { games, orders, total, allocations: after.zip(before).map(|(after, before)| after - before) })
}

/// The number of allocations so far, if this program counts them.
fn allocations() -> Option<u64> {
    #[cfg(feature = "count-allocations")]
    return Some(COUNTED.stats().allocations as u64);
    #[cfg(not(feature = "count-allocations"))]
    None
}

/// Counts allocations, in a program built for measuring: the counting itself takes time.
#[cfg(feature = "count-allocations")]
#[global_allocator]
static COUNTED: &stats_alloc::StatsAlloc<std::alloc::System> = &stats_alloc::INSTRUMENTED_SYSTEM;
