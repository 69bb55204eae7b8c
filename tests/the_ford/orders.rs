//! What players may order, the decision that interrupts a turn, and the names that the tables must know.

use crate::board::{Atom, Frame, Hex, Role, Side, UnitId};
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player. Saves and situations write orders just as they stand here.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Order {
    /// [4] Moves a unit.
    Move { unit: UnitId, to: Hex },
    /// [5] Attacks the enemy in a hex.
    Attack { unit: UnitId, hex: Hex },
    /// [5.0.c] Answers [`Decision::Retreat`].
    Retreat { to: Hex },
    /// [3.0.b] Ends the moves of a side.
    EndMoves,
}

impl Order {
    /// The hexes it leads through, if it moves somebody.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Move { to, .. } | Order::Retreat { to } => std::slice::from_ref(to),
            Order::Attack { .. } | Order::EndMoves => &[],
        }
    }

    /// What it is to the player who is offered it.
    pub fn role(&self) -> Role {
        if *self == Order::EndMoves { Role::End } else { Role::Act }
    }
}

/// A decision that interrupts the sequence. Whatever the rules must remember until it is made is in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// [5.0.c] Where a unit goes that is driven out, after which its attacker enters its hex.
    Retreat { side: Side, unit: UnitId, attacker: UnitId },
}

impl Frame for Decision {
    fn side(&self) -> Side {
        let Decision::Retreat { side, .. } = self;
        *side
    }

    fn rule(&self) -> Atom {
        Atom("FRD-5.0.c")
    }
}

names! {
    /// What counters are marked with.
    pub enum Mark -> MarkId {
        /// [4.0.a] It has moved or attacked in this turn.
        Moved = "moved",
    }
}

names! {
    /// The steps of the sequence.
    pub enum Step -> StepId {
        Setup = "Setup",
        BlueMoves = "Blue.Move",
        RedMoves = "Red.Move",
    }
}
