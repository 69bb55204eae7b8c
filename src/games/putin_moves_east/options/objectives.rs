//! [28] Major objectives: what their first capture does to both sides.

use crate::board::{Atom, Fact, Ix, Side};
use crate::games::putin_moves_east::charts::Aftermath;
use crate::games::putin_moves_east::orders::HexMark;
use crate::games::putin_moves_east::table::Table;

/// [28.0], [28.1], [F55] At the end of an action: a roll for every major objective captured in it.
pub fn check(t: &mut Table) {
    let captured: Vec<Ix> = t.board.changed().iter().copied().filter(|ix| t.hex_has(*ix, HexMark::Captured)).collect();
    for ix in captured {
        t.mark_hex("PME-28.1.a", ix, HexMark::Captured, false);
        t.mark_hex("PME-28.1.a", ix, HexMark::Checked, true);
        if let Some(attacker) = t.occupant(ix) {
            shake(t, ix, attacker);
        }
    }
}

fn shake(t: &mut Table, ix: Ix, attacker: Side) {
    let hex = t.hex(ix);
    t.board.record(Atom("PME-28.0.a"), Fact::Announced { side: attacker, what: "has captured the major objective", hex });
    let die = t.roll("PME-28.1.b", "capture of a major objective");
    let result = t.charts.major_objectives.rows[usize::from(die.clamp(1, 6)) - 1];
    match result {
        Aftermath::AttackerGains => shift(t, attacker, 1),
        Aftermath::DefenderLoses => shift(t, attacker.other(), -1),
        Aftermath::Nothing => {}
        Aftermath::Reverse => {
            shift(t, attacker, -1);
            shift(t, attacker.other(), 1);
        }
    }
}

/// A side gains or loses as many action points as the dice say.
fn shift(t: &mut Table, side: Side, sign: i32) {
    let dice = t.charts.major_objectives.dice;
    let what = if sign > 0 { "action points gained" } else { "action points lost" };
    let points = t.dice("PME-28.1.b", what, dice);
    t.add_points("PME-28.1.b", side, sign * i32::from(points));
}
