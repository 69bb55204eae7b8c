//! Facts: the closed list of what can happen. Each event carries a fact and the rule that caused it.

use super::decisions::Pending;
use super::ids::{Atom, CountId, MarkId, NationId, Side, StepId, TrackId, UnitId};
use super::trail::Trail;
use super::{Hex, Path, Place};
use bevy_ecs::prelude::Resource;

/// A fact and the rule atom that caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The rule that acted.
    pub by: Atom,
    /// What happened.
    pub fact: Fact,
}

/// What can happen. Changing the board any other way is impossible outside `board`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Fact {
    /// A counter moved from one place to another, on top of whatever is there. `path` ends in its new hex, if it walked.
    Moved { unit: UnitId, from: Place, to: Place, path: Path },
    /// A stack was rearranged; bottom first.
    Restacked { hex: Hex, order: Vec<UnitId> },
    /// A counter has this many steps now.
    Stepped { unit: UnitId, from: u8, to: u8 },
    /// A counter was turned face up or face down.
    Turned { unit: UnitId, face_down: bool },
    /// A counter changed hands.
    Defected { unit: UnitId, side: Side },
    /// A counter got or lost a mark.
    Marked { unit: UnitId, mark: MarkId, on: bool },
    /// A counter that has left the map lost marks that mean nothing there.
    Cleared { unit: UnitId, marks: Vec<MarkId> },
    /// A number on a counter changed.
    Counted { unit: UnitId, count: CountId, to: i16 },
    /// A track of the ledger moved.
    Tracked { track: TrackId, from: i32, to: i32 },
    /// Control of a hex changed.
    Held { hex: Hex, by: Option<Side> },
    /// A hex is now owned by a nation, and held by the side that runs that nation, or by neither if it is neutral.
    Owned { hex: Hex, by: NationId, side: Option<Side> },
    /// A mark was placed in a hex or removed.
    HexMarked { hex: Hex, mark: u8, on: bool },
    /// The number of markers in a hex, of the kind that the game counts, changed.
    HexTallied { hex: Hex, to: u8 },
    /// A counter that is off the map will not come back.
    Gone { unit: UnitId },
    /// Dice were rolled: their total, and every modifier by name.
    Rolled { what: &'static str, dice: u8, die: u8, modifiers: Vec<(&'static str, i8)>, total: i16 },
    /// Something was drawn unseen, and nobody may know yet what it was.
    Drawn { what: &'static str },
    /// A player declines to do something or, if nothing in particular is meant, passes.
    Declined { side: Side, what: &'static str },
    /// A player announces something about a hex.
    Announced { side: Side, what: &'static str, hex: Hex },
    /// A counter joins or leaves a planned attack on a hex.
    AttackerToggled { unit: UnitId, hex: Hex, joins: bool },
    /// A counter goes along with another that is about to move, or stays behind.
    Along { unit: UnitId, goes: bool },
    /// A counter that is off the map or far away strikes at a hex.
    Struck { unit: UnitId, hex: Hex },
    /// Odds, every shift by name, and the column they lead to.
    Odds { attack: i32, defense: i32, odds: String, shifts: Vec<(&'static str, i8)>, column: String },
    /// The result of a table.
    Result { text: String },
    /// The outcome of a roll or a count, in words.
    Noted { text: String },
    /// A player is asked for a decision that interrupts the sequence.
    Asked { side: Side, what: &'static str },
    /// A decision interrupts the sequence or another decision.
    Opened { decision: Pending },
    /// An open decision is replaced, at this index counted from the outermost.
    Amended { at: usize, decision: Pending },
    /// A decision has been made.
    Answered { at: usize },
    /// A turn began.
    TurnBegan { turn: u8 },
    /// A step of the sequence began, at this index.
    StepBegan { step: StepId, at: u8 },
    /// The game is over.
    Ended { winner: Option<Side> },
}

impl Fact {
    /// The counter it is about, if it is about one.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Fact::Moved { unit, .. }
            | Fact::Stepped { unit, .. }
            | Fact::Turned { unit, .. }
            | Fact::Defected { unit, .. }
            | Fact::Marked { unit, .. }
            | Fact::AttackerToggled { unit, .. }
            | Fact::Struck { unit, .. }
            | Fact::Along { unit, .. }
            | Fact::Gone { unit }
            | Fact::Cleared { unit, .. }
            | Fact::Counted { unit, .. } => Some(*unit),
            _ => None,
        }
    }
}

/// The events of the current order.
#[derive(Resource, Default, Debug)]
pub struct Record {
    pub(in crate::board) events: Vec<Event>,
    pub(in crate::board) unseen: bool,
    pub(in crate::board) secretive: bool,
    pub(in crate::board) trail: Trail,
}

impl Record {
    /// Records an event, unless a search is running, which reads none.
    pub(in crate::board) fn write(&mut self, event: Event) {
        if !self.trail.is_on() {
            self.events.push(event);
        }
    }

    /// Returns the events and clears the record.
    pub fn take(&mut self) -> Vec<Event> {
        self.unseen = false;
        std::mem::take(&mut self.events)
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Sets whether two players hide something from each other, so that rules must note what depends on it.
    pub fn keep_secrets(&mut self, secretive: bool) {
        self.secretive = secretive;
    }

    /// Whether two players hide something from each other.
    pub fn keeps_secrets(&self) -> bool {
        self.secretive
    }

    /// Whether any of it could have come out differently because of something the player who gave the order may not know.
    pub fn unseen(&self) -> bool {
        self.unseen
    }
}
