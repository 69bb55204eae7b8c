//! [5], [8.1.1] Control: the one place in which a garrison changes sides.

use super::orders::{Count, HexMark, Optional};
use super::table::Table;
use crate::board::{Atom, Fact, Ix, Side, UnitId};

/// [8.1.1] A hex comes into the hands of a side: its garrison changes sides, and a major objective is noted [28.0].
pub(super) fn gain(t: &mut Table, by: &'static str, ix: Ix, side: Side) {
    let Some(garrison) = t.garrison(ix).filter(|g| t.board.side(*g) != side) else { return };
    let hex = t.hex(ix);
    t.board.record(Atom(by), Fact::Defected { unit: garrison, side });
    arm(t, garrison, side);
    t.board.record(Atom("PME-5.1.a"), Fact::Held { hex, by: Some(side) });
    let there = t.footing(ix);
    let major = there.symbols.iter().any(|s| t.charts.major_objectives.symbols.contains(s));
    let enemy = there.country.and_then(|country| t.side_of(country)) == Some(side.other());
    if t.option(Optional::Objectives) && major && enemy && !t.hex_has(ix, HexMark::Checked) {
        t.mark_hex("PME-28.0.a", ix, HexMark::Captured, true);
    }
}

/// [2.6] The factor of a garrison under a side is shown on it.
pub(super) fn arm(t: &mut Table, garrison: UnitId, side: Side) {
    let factor = t.charts.post_factor(garrison, side);
    t.board.count(Atom("PME-8.1.1.g"), garrison, Count::Strength.id(), factor);
}
