//! [4] Winning the war.

use super::orders::Track;
use super::table::Table;
use super::{ALLIED, RUSSIAN};
use crate::board::{Atom, Fact, Ix, Side, Standing, Tally};
use bevy_ecs::prelude::In;

fn end(t: &mut Table, by: &'static str, winner: Side) {
    t.board.record(Atom(by), Fact::Ended { winner: Some(winner) });
}

/// [4.3.b], [4.6.a] The sudden ends. Tells whether the war is over.
pub(super) fn sudden_death(t: &mut Table) -> bool {
    if t.board.clock().over.is_some() {
        return true;
    }
    let st_petersburg = &t.charts.spots.st_petersburg;
    if t.track(Track::Vp) <= 0 {
        end(t, "PS-4.3.b", ALLIED);
    } else if !st_petersburg.is_empty() && st_petersburg.iter().all(|ix| t.controls(ALLIED, *ix)) {
        end(t, "PS-4.6.a", ALLIED);
    } else {
        return false;
    }
    true
}

/// [4.7.a] Whether the Russian has the whole rail line and every city of the regions named.
pub(super) fn geo_strategic(t: &Table) -> bool {
    let spots = &t.charts.spots;
    !spots.rail.is_empty() && spots.rail.iter().chain(&spots.geo_cities).all(|ix| t.controls(RUSSIAN, *ix))
}

/// [4.3.a], [4.7.a] The final reckoning; there are no draws [4.3.c].
pub(super) fn reckon(t: &mut Table) {
    if t.track(Track::Vp) >= t.charts.victory.needed {
        end(t, "PS-4.3.a", RUSSIAN);
    } else if geo_strategic(t) {
        end(t, "PS-4.7.a", RUSSIAN);
    } else {
        end(t, "PS-4.3.a", ALLIED);
    }
}

/// [13.8.a] A nuclear attack has brought the end.
pub(super) fn by_escalation(t: &mut Table) {
    end(t, "PS-13.8.a", ALLIED);
}

/// How the war stands: the points, every city that counts, the rail line, and what ends the war at once.
pub(super) fn standing(_: In<()>, t: Table) -> Standing {
    let (spots, grid) = (&t.charts.spots, &t.board.map.grid);
    let tally = |what: String, rule, side, points: i32, ix: Option<Ix>, met, decides| Tally {
        what: what.into(),
        rule: Atom(rule),
        side,
        halves: points * 2,
        hex: ix.map(|ix| grid.hex(ix)),
        met,
        decides,
    };
    let place = |ix: Ix| t.board.map.sites(ix).map(|s| s.name.clone()).find(|n| !n.is_empty()).unwrap_or_else(|| grid.hex(ix).to_string());
    let holder = |ix: Ix| t.board.control(ix).side.map_or("nobody", |side| t.book.sides[side.at()].as_str());
    let named = |ix: Ix| format!("{} {}, {}: {}", place(ix), grid.hex(ix), t.board.map.region(ix).country, holder(ix));
    let city = |ix: &Ix| tally(named(*ix), "PS-4.2.e", RUSSIAN, t.footing(*ix).city.unwrap_or(0), Some(*ix), t.controls(RUSSIAN, *ix), false);
    // Those that count double first, then country by country.
    let mut cities = spots.cities.clone();
    cities.sort_by_key(|ix| (-t.footing(*ix).city.unwrap_or(0), &t.board.map.region(*ix).country, *ix));
    let mut tallies: Vec<Tally> = cities.iter().map(city).collect();
    let rail = spots.rail.iter().filter(|ix| t.footing(**ix).city.is_none());
    tallies.extend(rail.map(|ix| tally(format!("rail line, {}", place(*ix)), "PS-4.7.a", RUSSIAN, 0, Some(*ix), t.controls(RUSSIAN, *ix), false)));
    let line = "the whole rail line and the cities of the Baltic republics, Russia proper, Transnistria and Donetsk".to_owned();
    tallies.push(tally(line, "PS-4.7.a", RUSSIAN, 0, None, geo_strategic(&t), true));
    let st_petersburg = spots.st_petersburg.iter();
    tallies.extend(
        st_petersburg.map(|ix| tally(format!("{}: all three win at once", place(*ix)), "PS-4.6.a", ALLIED, 0, Some(*ix), t.controls(ALLIED, *ix), true)),
    );
    let needed = t.charts.victory.needed;
    Standing {
        short: format!("Russian {} of {needed}", t.track(Track::Vp)),
        needed: format!(
            "Russia wins with {needed} points after the last turn, or with the rail line; it loses at once with no points left, or without St Petersburg."
        ),
        tallies,
        lead: 2 * (t.track(Track::Vp) - needed) + 1,
    }
}
