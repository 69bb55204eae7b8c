//! [2] Setting up, [3] the turn, [6] winning.

use super::orders::{Mark, Step};
use super::{BLUE, RED, Table};
use crate::board::{Atom, Fact, Hex, Illegal, Place, Put, Side, UnitId};
use bevy_ecs::prelude::In;

/// [2.0.a] Puts every unit where the scenario says, or else into the camp of its side.
pub(super) fn deal(_: In<()>, mut t: Table) {
    let mut camps = ["blue_camp", "red_camp"].map(|camp| t.book.ground.set(camp).to_vec().into_iter());
    let said = |unit: UnitId| t.book.scenario(&t.start).lots.iter().find(|lot| lot.units.iter().any(|u| u.value == unit));
    let mut places: Vec<(UnitId, Hex)> = Vec::new();
    for unit in t.board.units() {
        let hex = match said(unit).map(|lot| &lot.to) {
            Some(Put::Hex(hex)) => Some(*hex),
            _ => camps[t.board.side(unit).at()].next().map(|ix| t.book.ground.grid.hex(ix)),
        };
        places.extend(hex.map(|hex| (unit, hex)));
    }
    for (unit, hex) in places {
        t.board.put(Atom("FRD-2.0.a"), unit, Place::Map(hex));
    }
}

impl Table<'_, '_> {
    /// The step being played.
    pub(super) fn step(&self) -> Step {
        Step::from_id(self.board.clock().step(&self.book.sequence))
    }

    /// [3.0.a] The side that moves now.
    pub(super) fn moving(&self) -> Side {
        if self.step() == Step::RedMoves { RED } else { BLUE }
    }

    /// The units of a side on the map.
    pub(super) fn units_of(&self, side: Side) -> Vec<UnitId> {
        self.board.units().filter(|unit| self.board.side(*unit) == side && self.board.hex(*unit).is_some()).collect()
    }
}

/// Runs what needs nobody's decision: set-up is over as soon as it has begun.
pub(super) fn settle(_: In<()>, mut t: Table) {
    if t.step() == Step::Setup {
        advance(&mut t);
    }
}

/// [3.0.b] Ends the moves of a side.
pub(super) fn end_moves(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    advance(&mut t);
    Ok(())
}

/// [6.0.c] Whoever moves may give the game up.
pub(super) fn concede(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let winner = Some(t.moving().other());
    t.board.record(Atom("FRD-6.0.c"), Fact::Ended { winner });
    Ok(())
}

/// [3.0.a] The next step begins, or the game ends [6.0.a].
fn advance(t: &mut Table) {
    if !t.board.next_step(Atom("FRD-2.0.a"), Atom("FRD-3.0.a"), &t.book.sequence, &t.start) {
        let winner = t.board.control(t.charts.village).side;
        t.board.record(Atom("FRD-6.0.a"), Fact::Ended { winner });
        return;
    }
    for unit in t.units_of(t.moving()) {
        t.board.mark(Atom("FRD-4.0.a"), unit, Mark::Moved.id(), false);
    }
}

/// [6.0.b] A side that has lost its last unit has lost the game.
pub(super) fn check_losses(t: &mut Table) {
    if let Some(loser) = [BLUE, RED].into_iter().find(|side| t.units_of(*side).is_empty()) {
        t.board.record(Atom("FRD-6.0.b"), Fact::Ended { winner: Some(loser.other()) });
    }
}
