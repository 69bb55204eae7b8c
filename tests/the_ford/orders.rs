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
    /// [5.1.a] Answers [`Decision::Flanks`].
    Flank { left: bool },
    /// [5.0.c] Answers [`Decision::Retreat`].
    Retreat { to: Hex },
    /// [3.0.b] Ends the moves of a side.
    EndMoves,
    /// [6.0.c] Gives the game up.
    Concede,
}

impl Order {
    /// The hexes it leads through, if it moves somebody.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Move { to, .. } | Order::Retreat { to } => std::slice::from_ref(to),
            Order::Attack { .. } | Order::Flank { .. } | Order::EndMoves | Order::Concede => &[],
        }
    }

    /// What it is to the player who is offered it.
    pub fn role(&self) -> Role {
        match self {
            Order::EndMoves => Role::End,
            Order::Concede => Role::Resign,
            _ => Role::Act,
        }
    }
}

/// A decision that interrupts the sequence. Whatever the rules must remember until it is made is in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Decision {
    /// [5.1.a] On which flank an attack comes, and where it is awaited: each side says so in secret, the attacker first.
    Flanks { attacker: UnitId, hex: Hex, asked: Side, left: [Option<bool>; 2] },
    /// [5.0.c] Where a unit goes that is driven out, after which its attacker enters its hex.
    Retreat { side: Side, unit: UnitId, attacker: UnitId },
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Flanks { asked, .. } => *asked,
            Decision::Retreat { side, .. } => *side,
        }
    }

    fn rule(&self) -> Atom {
        match self {
            Decision::Flanks { .. } => Atom("FRD-5.1.a"),
            Decision::Retreat { .. } => Atom("FRD-5.0.c"),
        }
    }

    /// What the other side has chosen is not shown before both have.
    fn sealed(&self, from: Side) -> Decision {
        let mut copy = self.clone();
        if let Decision::Flanks { left, .. } = &mut copy {
            left[from.other().at()] = None;
        }
        copy
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
