//! What players may order, and the decisions that interrupt the sequence.

use super::{GEORGIAN, RUSSIAN};
use crate::board::{Frame, Hex, Side, UnitId};
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [4] Puts a counter into a hex of its set-up area, or moves it to another.
    Place { unit: UnitId, hex: Hex },
    /// [4] Set-up is done.
    Ready,
    /// [8] Moves one counter along a path of hexes.
    Move { unit: UnitId, path: Vec<Hex> },
    /// [7.3] Moves counters that stand together along a path.
    MoveStack { units: Vec<UnitId>, path: Vec<Hex> },
    /// [10.0] Puts a counter on top of its stack, where the enemy sees it.
    PutOnTop { unit: UnitId },
    /// [7.1] Takes a counter from a hex that holds too much.
    RemoveExcess { unit: UnitId },
    /// [5] The segment is over.
    EndSegment,
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// [7.1] A segment ended with hexes that hold too much; this side must take counters away.
    Excess(Side),
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Excess(side) => *side,
        }
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// May not move again in this segment.
        Halted = "halted",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// Movement points spent in this segment, in halves.
        Spent = "spent",
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// Units their owner has still to set up.
        Waiting = "waiting",
        /// Reinforcement markers not drawn.
        Cup = "cup",
        /// The marker of turn 1.
        Turn1 = "turn_1",
        /// The marker of turn 2.
        Turn2 = "turn_2",
        /// Russian ground units to come.
        Pool = "pool",
        /// Russian aircraft to come.
        AirPool = "air_pool",
        /// The fleet and its infantry to come.
        Fleet = "fleet",
        /// The 1st Brigade, not yet here.
        HeldOut = "held_out",
        /// Georgian support at hand.
        GeorgianAvailable = "georgian_available",
        /// Not in this game, or not any more without being lost.
        OutOfPlay = "out_of_play",
    }
}

names! {
    /// Steps of the sequence.
    pub enum Segment -> StepId {
        /// The blind draw of the reinforcement markers.
        Markers = "Setup.Markers",
        /// The Russian sets up.
        RussianSetup = "Russian.Setup",
        /// The Georgian sets up.
        GeorgianSetup = "Georgian.Setup",
        /// The Georgian moves.
        GeorgianMovement = "Georgian.Movement",
        /// The Russian moves.
        RussianMovement = "Russian.Movement",
    }
}

names! {
    /// Optional rules.
    pub enum Optional -> OptionId {
        /// The whole 1st Brigade sets up at start.
        FirstBrigadeHome = "14.2",
    }
}

impl Segment {
    /// The segment of a step.
    pub fn of(step: crate::board::StepId) -> Segment {
        use Segment::*;
        [Markers, RussianSetup, GeorgianSetup, GeorgianMovement, RussianMovement][step.at()]
    }

    /// The player whose movement segment this is.
    pub fn mover(self) -> Option<Side> {
        match self {
            Segment::GeorgianMovement => Some(GEORGIAN),
            Segment::RussianMovement => Some(RUSSIAN),
            _ => None,
        }
    }

    /// The player who sets up here.
    pub fn deployer(self) -> Option<Side> {
        match self {
            Segment::GeorgianSetup => Some(GEORGIAN),
            Segment::RussianSetup => Some(RUSSIAN),
            _ => None,
        }
    }
}
