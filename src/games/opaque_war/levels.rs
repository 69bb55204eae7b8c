//! [5] Western and Russian support.

use super::orders::Track;
use super::table::Table;
use super::{REBEL, UKRAINIAN};
use crate::board::Side;

/// [5.0.b] What a side's support adds to its reinforcement die now.
pub(super) fn level(t: &Table, side: Side) -> i32 {
    match side {
        UKRAINIAN if t.track(Track::WesternBox) == 0 => t.track(Track::Western),
        REBEL if t.track(Track::RussianActive) != 0 => t.track(Track::Russian),
        _ => 0,
    }
}

fn within(t: &Table, level: i32) -> i32 {
    level.clamp(t.charts.foreign_support.lowest, t.charts.foreign_support.highest)
}

/// [5.0.f] A side's support rises or falls, never beyond its track. [F-10], [F-11] Russian support does not change before it is in effect;
/// changes of Western support wait for its marker.
pub(super) fn shift(t: &mut Table, by: &'static str, side: Side, by_levels: i32) {
    if by_levels == 0 {
        return;
    }
    if side == REBEL {
        if t.track(Track::RussianActive) != 0 {
            let to = within(t, t.track(Track::Russian) + by_levels);
            t.set_track(by, Track::Russian, to);
        }
    } else if t.track(Track::WesternBox) != 0 {
        t.add_track(by, Track::WesternPending, by_levels);
    } else {
        let to = within(t, t.track(Track::Western) + by_levels);
        t.set_track(by, Track::Western, to);
    }
}

/// [9.1.h], [3.1.aa] A mob was driven out by force: Western support comes a turn later, if it has not come.
pub(super) fn delay(t: &mut Table) {
    if t.track(Track::WesternBox) != 0 {
        t.add_track("OW-9.1.h", Track::WesternBox, 1);
    }
}

/// [5.0.d], [5.0.e] At the end of a turn: Russian support takes effect, and the Western marker goes to its track.
pub(super) fn arrive(t: &mut Table) {
    if t.turn() >= t.charts.foreign_support.russian_after {
        t.set_track("OW-5.0.d", Track::RussianActive, 1);
    }
    let waits = t.track(Track::WesternBox);
    if waits != 0 && waits <= i32::from(t.turn()) {
        t.set_track("OW-5.0.e", Track::WesternBox, 0);
        let to = within(t, t.track(Track::WesternPending));
        t.set_track("OW-5.0.f", Track::WesternPending, 0);
        t.set_track("OW-5.0.f", Track::Western, to);
    }
}
