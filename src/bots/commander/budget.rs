//! How long a commander may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How much a commander may think per order. It has twenty times as much for a turn, and spends up to a quarter of what is left on anything new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Think {
    /// A number of playouts: the same seed then gives the same game.
    Playouts(u32),
    /// A length of time.
    Time(Duration),
}

impl Default for Think {
    fn default() -> Think {
        Think::Playouts(32)
    }
}

/// A turn is worth as much thought as this many orders.
const TURN: u32 = 20;
/// A thought takes at most this share of what is left for the turn, so that something is left for what the dice bring.
const SHARE: u32 = 4;
/// How many playouts a race takes; fewer find nothing.
const RACE: u32 = 56;
const FEWEST: u32 = 28;
/// The shortest useful time for a thought.
const SHORTEST: Duration = Duration::from_millis(20);

/// What is left of a turn's budget.
#[derive(Debug)]
pub(super) struct Budget {
    think: Think,
    /// Playouts left of the turn and of the thought under way.
    playouts: (u32, u32),
    /// Playouts that the thought under way began with.
    thought: u32,
    /// Time left of the turn.
    time: Duration,
    /// When the current thought began, and when it must end.
    span: Option<(Instant, Instant)>,
    pub(super) signals: Signals,
}

/// How a thought under way is watched and stopped from another thread.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    /// How much of the thought is over, in thousandths.
    spent: Arc<AtomicU32>,
}

impl Signals {
    /// Ends the thought under way with the best that has been found.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How much of the thought under way is over, from 0 to 1.
    pub fn spent(&self) -> f32 {
        self.spent.load(Ordering::Relaxed) as f32 / 1000.0
    }
}

/// When a playout must end at the latest.
pub(super) struct Limit {
    end: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Limit {
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Budget {
    /// When the playouts of the thought under way have to end.
    pub(super) fn limit(&self) -> Limit {
        Limit { end: self.span.map(|(_, end)| end), stop: self.signals.stop.clone() }
    }

    pub(super) fn new(think: Think) -> Budget {
        Budget { think, playouts: (0, 0), thought: 0, time: Duration::ZERO, span: None, signals: Signals::default() }
    }

    /// A turn begins.
    pub(super) fn renew(&mut self) {
        match self.think {
            Think::Playouts(n) => self.playouts = (n.saturating_mul(TURN), 0),
            Think::Time(time) => self.time = time.saturating_mul(TURN),
        }
    }

    /// Begins a thought; returns whether there is enough left to think with.
    pub(super) fn begin(&mut self) -> bool {
        self.signals.stop.store(false, Ordering::Relaxed);
        self.signals.spent.store(0, Ordering::Relaxed);
        match self.think {
            Think::Playouts(_) => {
                self.playouts.1 = (self.playouts.0 / SHARE).max(RACE).min(self.playouts.0);
                self.thought = self.playouts.1;
                self.playouts.1 >= FEWEST
            }
            Think::Time(_) => {
                let (now, share) = (Instant::now(), self.time / SHARE);
                self.span = Some((now, now + share));
                share >= SHORTEST
            }
        }
    }

    /// Takes playouts that have been made off the budget.
    pub(super) fn spend(&mut self, playouts: usize) {
        let n = playouts as u32;
        self.playouts = (self.playouts.0.saturating_sub(n), self.playouts.1.saturating_sub(n));
        let spent = match (self.think, self.span) {
            (Think::Playouts(_), _) => 1000 - (self.playouts.1 * 1000).checked_div(self.thought).unwrap_or(0),
            (Think::Time(_), Some((begun, end))) => (begun.elapsed().as_millis() * 1000).checked_div((end - begun).as_millis()).unwrap_or(1000) as u32,
            (Think::Time(_), None) => 0,
        };
        self.signals.spent.store(spent.min(1000), Ordering::Relaxed);
    }

    /// Whether there is time for another round of playouts.
    pub(super) fn goes_on(&self) -> bool {
        let left = match self.think {
            Think::Playouts(_) => self.playouts.1 > 0,
            Think::Time(_) => self.span.is_some_and(|(_, end)| Instant::now() < end),
        };
        left && !self.signals.stop.load(Ordering::Relaxed)
    }

    /// The thought is over.
    pub(super) fn end(&mut self) {
        if let Some((begun, _)) = self.span.take() {
            self.time = self.time.saturating_sub(begun.elapsed());
        }
        self.signals.spent.store(1000, Ordering::Relaxed);
    }
}
