//! [9] Air assault: forces that fly.

use super::airpower;
use super::movement::{Mover, RADIATION};
use super::table::Table;
use crate::board::{Illegal, Ix, Points, Side};

const INTERDICTED: &str = "it is in range of enemy airpower, where no air assault movement is possible";

/// [11.4.b] Whether a flight may begin in a hex. Layers must be up to date.
pub(super) fn may_start(t: &Table, enemy: Side, ix: Ix) -> Result<(), Illegal> {
    if airpower::reaches(t, enemy, ix) { Err(t.of_hex(ix, Illegal::new("PS-11.4.b", INTERDICTED))) } else { Ok(()) }
}

/// [9.1.a], [9.1.b], [9.1.d] A flight pays the same for every hex, over water and enemies alike, but not through enemy airpower.
pub(super) fn step(t: &Table, mover: &Mover, to: Ix) -> Result<Points, Illegal> {
    if airpower::reaches(t, mover.enemy, to) {
        return Err(Illegal::new("PS-11.4.b", INTERDICTED));
    }
    Ok(t.charts.movement.air_assault)
}

/// [9.1.b], [9.1.e] Where a flight may not end.
pub(super) fn may_stop(t: &Table, enemy: Side, ix: Ix) -> Result<(), Illegal> {
    if t.footing(ix).water {
        return Err(Illegal::new("PS-9.1.e", "no air assault ends in an all-sea or all-lake hex"));
    }
    if t.footing(ix).radiation {
        return Err(Illegal::new("PS-9.1.e", RADIATION));
    }
    if t.holds(enemy, ix) {
        return Err(Illegal::new("PS-9.1.b", "the enemy holds it: units may fly over it but not stop there"));
    }
    Ok(())
}
