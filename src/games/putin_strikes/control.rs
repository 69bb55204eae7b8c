//! [3.9], [4.2], [4.4] Control of cities and of the rail line, and the points that go with it.

use super::RUSSIAN;
use super::orders::Track;
use super::table::Table;
use crate::board::{Atom, Fact, Ix, Side};

/// [3.9.b] At the end of an action a tracked hex passes to the side whose units stand in it.
pub(super) fn update(t: &mut Table) {
    let taken: Vec<(Ix, Side, Side)> = (t.charts.spots.tracked.iter())
        .filter_map(|(ix, at_start)| Some((*ix, *at_start, t.occupant(*ix)?)))
        .filter(|(ix, _, by)| !t.controls(*by, *ix))
        .collect();
    for (ix, at_start, by) in taken {
        let hex = t.board.map.grid.hex(ix);
        let city = t.footing(ix).city;
        // [4.4.a], [4.4.b] A city's garrison goes with it and is at once a full one.
        t.board.record(Atom(if city.is_some() { "PS-4.4.a" } else { "PS-3.9.b" }), Fact::Held { hex, by: Some(by) });
        if let Some(points) = city {
            let rule = if at_start == RUSSIAN { "PS-4.2.c" } else { "PS-4.2.b" };
            let points = if by == RUSSIAN { points } else { -points };
            t.set_track(rule, Track::Vp, t.track(Track::Vp) + points);
        }
    }
}
