//! Counters on their way: what moved in the last order glides along its path, unless motion is switched off.

use super::{Showing, Tabletop};
use crate::board::{Fact, Hex, Place, UnitId};
use crate::play::Session;

/// A counter on its way.
#[derive(Clone, Debug)]
pub struct Glide {
    /// Which.
    pub unit: UnitId,
    /// From its first hex to its last.
    pub path: Vec<Hex>,
}

/// What moves now.
#[derive(Default)]
pub struct Motion {
    orders: Option<usize>,
    /// Counters on their way.
    pub glides: Vec<Glide>,
    /// When they set out; known from the first frame on.
    begun: Option<f64>,
    speed: u16,
}

/// Seconds a hex at full speed, and the longest way.
const HEX: f64 = 0.09;
const LONGEST: f64 = 0.6;

impl Motion {
    /// Looks whether an order has been given since, and what it moved. Only counters that are seen glide.
    pub fn follow(&mut self, table: &Tabletop, speed: u16) {
        let session = table.world.resource::<Session>();
        let orders = session.past.len();
        self.speed = speed;
        let before = self.orders.replace(orders);
        if before.is_none_or(|before| before == orders) {
            return;
        }
        self.glides.clear();
        self.begun = None;
        let one_more = before.is_some_and(|before| orders == before + 1);
        if !one_more || speed == 0 || table.stage != Showing::Play || table.replay.is_some() {
            return;
        }
        let events = session.past.last().map_or(&[][..], |entry| entry.events.as_slice());
        for event in events {
            if let Fact::Moved { unit, from: Place::Map(from), to: Place::Map(to), path } = &event.fact {
                let mut way = vec![*from];
                way.extend(path);
                if way.last() != Some(to) {
                    way.push(*to);
                }
                if table.place_of(*unit) == Some(Place::Map(*to)) {
                    self.glides.push(Glide { unit: *unit, path: way });
                }
            }
        }
    }

    /// How far the counters have come, from 0 to 1; `None` when nothing moves any more.
    pub fn progress(&mut self, now: f64) -> Option<f32> {
        let hexes = self.glides.iter().map(|g| g.path.len() - 1).max()?;
        let length = (hexes as f64 * HEX).min(LONGEST) * 100.0 / f64::from(self.speed.max(1));
        let begun = *self.begun.get_or_insert(now);
        let share = ((now - begun) / length) as f32;
        if share >= 1.0 {
            self.end();
            return None;
        }
        Some(1.0 - (1.0 - share).powi(3)) // fast at first, then slower
    }

    /// Everything is where it goes at once.
    pub fn end(&mut self) {
        self.glides.clear();
        self.begun = None;
    }
}
