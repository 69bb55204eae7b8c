//! [12] Weather.

use super::charts::Sky;
use super::orders::{Count, Holding, Mark, Purpose, Track};
use super::table::Table;
use crate::board::{Illegal, Modifier};
use bevy_ecs::prelude::In;

/// The turn begins: aircraft come back, and what is counted by the turn starts over.
pub(super) fn begin(t: &mut Table) {
    let turn = i16::from(t.board.clock().turn);
    for unit in t.board.boxed(Holding::Aborted.id()).to_vec() {
        if t.board.status(unit).count(Count::Returns.id()) == turn {
            let home = Table::available(t.board.side(unit));
            t.box_up("TOA-6.2.g", unit, home);
        }
    }
    t.unmark_all("TOA-6.3.e", None, &[Mark::Shaken]);
    t.unmark_all("TOA-6.1.d", None, &[Mark::Flown]);
    t.unmark_all("TOA-13.3.c", None, &[Mark::Landed]);
    t.set_track("TOA-14.5.a", Track::Panicked, 0);
    t.set_track("TOA-14.7.a", Track::HoldUpTried, 0);
    t.set_track("TOA-13.3.d", Track::LandingHex, 0);
}

/// [12.0.a] One die gives the weather of the turn.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    t.during(Purpose::Weather, "TOA-12.0.a", "the weather is rolled for only in the Weather Phase")?;
    let die = t.roll("TOA-12.0.a", "weather", &[]);
    let sky = t.charts.weather.bands.read(die);
    t.set_track("TOA-12.0.a", Track::Weather, sky as i32);
    super::sequence::advance(&mut t);
    Ok(())
}

/// The weather now.
pub(super) fn now(t: &Table) -> Sky {
    match t.track(Track::Weather) {
        0 => Sky::Clear,
        1 => Sky::Overcast,
        _ => Sky::Rain,
    }
}

/// [12.0.b] What the weather adds to bombardment and SEAD dice.
pub(super) fn modifier(t: &Table) -> Option<Modifier> {
    let sky = now(t);
    let name = match sky {
        Sky::Clear => "clear",
        Sky::Overcast => "overcast",
        Sky::Rain => "rain",
    };
    Some((name, t.charts.weather.strikes[sky as usize])).filter(|(_, n)| *n != 0)
}
