//! How an order looks as it happens: counters glide along their paths, a counter that loses a step flips, eliminated ones disappear. Motion can be
//! turned off.

use super::Tabletop;
use super::faces::Faces;
use crate::board::{Event, Fact, Hex, Place, UnitId};
use crate::client::counters::Face;

/// A counter in motion.
#[derive(Clone, Debug)]
pub struct Glide {
    /// Which.
    pub unit: UnitId,
    /// From its first hex to its last.
    pub path: Vec<Hex>,
}

/// A counter that loses steps, or leaves the map.
#[derive(Clone, Debug)]
pub struct Loss {
    /// Which.
    pub unit: UnitId,
    /// Where it was last seen.
    pub hex: Hex,
    /// How it looked.
    pub before: Face,
}

/// What moves now.
#[derive(Default)]
pub struct Motion {
    /// Counters in motion.
    pub glides: Vec<Glide>,
    /// Counters that flip or disappear.
    pub losses: Vec<Loss>,
    /// When they started; known from the first frame on.
    begun: Option<f64>,
    speed: u16,
}

/// Seconds per hex at full speed, the longest time for a path, and how long a loss is shown.
const HEX: f64 = 0.09;
const LONGEST: f64 = 0.6;
const LOSS: f64 = 0.30;

impl Motion {
    /// Starts moving counters along the paths an order sent them. Only visible counters glide; `faces` are those seen before the order.
    pub(super) fn set_out(&mut self, table: &Tabletop, faces: &Faces, events: &[Event], speed: u16) {
        self.speed = speed;
        if speed == 0 {
            return;
        }
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
        for event in events {
            let (unit, hex) = match &event.fact {
                Fact::Stepped { unit, from, to } if to < from => (*unit, table.place_of(*unit)),
                Fact::Moved { unit, from: from @ Place::Map(_), to, .. } if !matches!(to, Place::Map(_)) => (*unit, Some(*from)),
                _ => continue,
            };
            let known = self.glides.iter().any(|glide| glide.unit == unit) || self.losses.iter().any(|loss| loss.unit == unit);
            if let (Some(Place::Map(hex)), Some(face), false) = (hex, faces.of(unit), known) {
                self.losses.push(Loss { unit, hex, before: face.clone() });
            }
        }
    }

    /// How long the paths take at full speed.
    fn way(&self) -> f64 {
        let hexes = self.glides.iter().map(|glide| glide.path.len() - 1).max().unwrap_or(0);
        (hexes as f64 * HEX).min(LONGEST)
    }

    /// For how long it has been moving, in seconds at full speed; `None` when nothing moves any more.
    pub fn progress(&mut self, now: f64) -> Option<f64> {
        if self.glides.is_empty() && self.losses.is_empty() {
            return None;
        }
        let begun = *self.begun.get_or_insert(now);
        let past = (now - begun) * f64::from(self.speed.max(1)) / 100.0;
        if past >= self.way().max(if self.losses.is_empty() { 0.0 } else { LOSS }) {
            self.end();
            return None;
        }
        Some(past)
    }

    /// How far along their paths counters are, from 0 to 1: fast at first, then slower.
    pub fn gone(&self, past: f64) -> f32 {
        let share = (past / self.way().max(f64::EPSILON)).min(1.0) as f32;
        1.0 - (1.0 - share).powi(3)
    }

    /// How far a loss has come, from 0 to 1.
    pub fn lost(&self, past: f64) -> f32 {
        (past / LOSS).min(1.0) as f32
    }

    /// Ends all motion: everything is at its destination.
    pub fn end(&mut self) {
        self.glides.clear();
        self.losses.clear();
        self.begun = None;
    }

    /// Whether a counter is shown in motion and not in its stack.
    pub fn has(&self, unit: UnitId) -> bool {
        self.glides.iter().any(|glide| glide.unit == unit) || self.losses.iter().any(|loss| loss.unit == unit)
    }
}
