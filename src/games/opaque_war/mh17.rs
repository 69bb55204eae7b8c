//! [11] Flight MH-17.

use super::orders::Track;
use super::table::Table;
use super::{REBEL, UKRAINIAN, levels};
use crate::board::{Atom, Fact, Hex, Side};

/// [11.0.f] Whether playing anti-aircraft support means rolling for the flight.
pub(super) fn threatens(t: &Table) -> bool {
    t.track(Track::CrashSite) == 0
}

/// [11.0.a] The Rebel has played anti-aircraft support in a battle for a hex. Tells whether it shot the flight down, so that it does
/// nothing else.
pub(super) fn roll(t: &mut Table, hex: Hex, defender: Side) -> bool {
    let die = t.roll("OW-11.0.a", "Flight MH-17", &[]);
    if die > i16::from(t.charts.mh17.shot_down) {
        t.board.record(Atom("OW-11.0.a"), Fact::Noted { text: "Flight MH-17 passes unharmed".into() });
        return false;
    }
    t.board.record(Atom("OW-11.0.b"), Fact::Announced { side: REBEL, what: "shoots down Flight MH-17 over", hex });
    t.set_track("OW-11.0.b", Track::CrashSite, i32::from(hex.0));
    if let Some(ix) = t.board.ix(hex) {
        t.occupy(defender, ix); // [F-18]
    }
    levels::shift(t, "OW-11.0.e", UKRAINIAN, i32::from(t.charts.mh17.western));
    true
}
