//! How long a commander may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much a commander thinks about one order; about a turn it thinks [`TURN`] times as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Think {
    /// So many playouts: the same seed gives the same game.
    Playouts(u32),
    /// So long.
    Time(Duration),
}

/// A turn is worth as much thought as so many orders.
const TURN: u32 = 20;
/// A thought takes at most this share of what is left for the turn, so that something is left for what the dice bring.
const SHARE: u32 = 5;

/// What is left of a turn's thinking.
#[derive(Clone, Debug)]
pub struct Budget {
    think: Think,
    /// Playouts left of the turn and of the thought under way.
    playouts: (u32, u32),
    /// Time left of the turn, and when the thought under way ends.
    time: (Duration, Option<Instant>),
    begun: Option<Instant>,
    longest: Duration,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// The budget of a turn.
    pub fn new(think: &Think) -> Budget {
        let (playouts, time) = match *think {
            Think::Playouts(n) => (n.saturating_mul(TURN), Duration::ZERO),
            Think::Time(time) => (0, time.saturating_mul(TURN)),
        };
        Budget { think: *think, playouts: (playouts, 0), time: (time, None), begun: None, longest: Duration::ZERO, stop: Arc::default() }
    }

    /// Begins a thought; tells whether there is anything left to think with.
    pub(super) fn begin(&mut self) -> bool {
        match self.think {
            Think::Playouts(n) => {
                self.playouts.1 = n.saturating_mul(4).min(self.playouts.0.div_ceil(SHARE));
                self.playouts.1 > 0
            }
            Think::Time(time) => {
                let now = Instant::now();
                let share = time.min(self.time.0 / SHARE);
                self.time.1 = Some(now + share);
                self.begun = Some(now);
                !share.is_zero()
            }
        }
    }

    /// A playout is made.
    pub(super) fn spend(&mut self) {
        self.playouts = (self.playouts.0.saturating_sub(1), self.playouts.1.saturating_sub(1));
    }

    /// Whether there is time for another playout.
    pub(super) fn goes_on(&mut self) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        match self.think {
            Think::Playouts(_) => self.playouts.1 > 0,
            Think::Time(_) => self.time.1.is_some_and(|end| Instant::now() + self.longest < end),
        }
    }
}
