//! Counters as components. They are spawned when a game starts and never despawned: eliminated ones are in `Lost`.

use super::ids::{BoxId, CountId, MarkId, NationId, Side, UnitId};
use super::{Hex, Ix};
use bevy_ecs::prelude::Component;

/// What is printed: whose counter this is. The rest is in the tables under its id.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its permanent name.
    pub id: UnitId,
    /// Its nationality.
    pub nation: NationId,
}

/// Where a counter is.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a hex of the map.
    Map(Hex),
    /// In a holding box.
    Holding(BoxId),
    /// Out of the game for good.
    Lost,
}

impl Place {
    /// The hex, if it is on the map.
    pub fn hex(self) -> Option<Hex> {
        match self {
            Place::Map(hex) => Some(hex),
            _ => None,
        }
    }
}

/// How high a counter is in the stack of its hex, from 0 at the bottom.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rank(pub u8);

/// How many numbers a counter can carry.
pub const COUNTS: usize = 4;

/// Everything else that changes about a counter.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Status {
    /// The player who runs it now.
    pub side: Side,
    /// Steps left.
    pub steps: u8,
    /// Whether it is face down: known only to its owner, or to nobody.
    pub face_down: bool,
    /// Marks it carries, as bits.
    pub marks: u32,
    /// Numbers it carries.
    pub counts: [i16; COUNTS],
}

impl Status {
    /// Whether it carries a mark.
    pub fn has(&self, mark: MarkId) -> bool {
        self.marks & (1 << mark.0) != 0
    }

    /// A number it carries.
    pub fn count(&self, count: CountId) -> i16 {
        self.counts[count.at()]
    }
}

/// A hex of the map as an entity: which one.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its printed number.
    pub hex: Hex,
    /// Its index in the dense arrays.
    pub ix: Ix,
}

/// What changes about a hex.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Control {
    /// Who holds it, where that matters.
    pub side: Option<Side>,
    /// The nation that owns it, in games where nations own hexes.
    pub nation: Option<NationId>,
    /// Marks in it, as bits.
    pub marks: u16,
    /// How many markers are in it, of the kind that the game counts.
    pub tally: u8,
}
