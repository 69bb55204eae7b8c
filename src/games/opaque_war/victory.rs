//! [16] Victory.

use super::orders::Track;
use super::table::Table;
use super::{REBEL, UKRAINIAN, supply};
use crate::board::{Atom, Fact, Hex, Ix, Standing, Tally, UnitId};
use bevy_ecs::prelude::In;

/// An objective: what, by which rule, its hexes.
type Objective = (&'static str, &'static str, Vec<Ix>);

/// [16.0.a]–[16.0.e] The objectives, the crash site once there is one.
fn objectives(t: &Table) -> Vec<Objective> {
    let spots = &t.charts.spots;
    let mut all: Vec<Objective> = vec![
        ("Luhansk", "OW-16.0.a", spots.luhansk.clone()),
        ("Donetsk", "OW-16.0.b", spots.donetsk.clone()),
        ("every checkpoint", "OW-16.0.c", spots.checkpoints.clone()),
        ("Donetsk airbase", "OW-16.0.d", spots.airbase.clone()),
    ];
    let crash = u16::try_from(t.track(Track::CrashSite)).ok().filter(|n| *n > 0).and_then(|n| t.board.ix(Hex(n)));
    all.extend(crash.map(|ix| ("MH-17 crash site", "OW-16.0.e", vec![ix])));
    all.retain(|(_, _, hexes)| !hexes.is_empty());
    all
}

/// [16.0.j] Whether Ukrainian units were the last in every hex of an objective.
fn is_won(t: &Table, hexes: &[Ix]) -> bool {
    hexes.iter().all(|ix| t.last_occupant(*ix) == Some(UKRAINIAN))
}

/// [16.0] The Ukrainian total as it stands.
pub(super) fn total(t: &Table) -> i32 {
    let won = objectives(t).iter().filter(|(_, _, hexes)| is_won(t, hexes)).count() as i32;
    won * t.charts.victory.objective + t.track(Track::CeasefirePoints) + t.track(Track::MediaPoints)
}

/// [16.1.a], [F-30] Whether each of the five hexes holds a Rebel or Russian unit in supply.
fn automatic(t: &mut Table) -> bool {
    let hexes = t.charts.spots.auto_victory.clone();
    !hexes.is_empty()
        && hexes.into_iter().all(|ix| {
            let units: Vec<UnitId> = t.fighters(REBEL, ix);
            units.into_iter().any(|u| supply::has(t, u))
        })
}

/// [16.0.g], [16.1.a] The last turn is over.
pub(super) fn finish(t: &mut Table) {
    let total = total(t);
    t.set_track("OW-16.0.g", Track::Score, total);
    if automatic(t) {
        t.board.record(Atom("OW-16.1.a"), Fact::Ended { winner: Some(REBEL) });
        return;
    }
    let numbers = &t.charts.victory;
    let winner = match total {
        n if n >= numbers.ukrainian => Some(UKRAINIAN),
        n if n >= numbers.draw => None,
        _ => Some(REBEL),
    };
    t.board.record(Atom("OW-16.0.g"), Fact::Ended { winner });
}

/// How the war stands: every objective, ceasefire and media points, and the five hexes of the automatic victory. Who was last in a hex is
/// open to both; where Rebels stand now only as far as their flags show it.
pub(super) fn standing(_: In<()>, t: Table) -> Standing {
    let points = t.charts.victory.objective * 2;
    let tally =
        |what: String, rule, halves, hex: Option<Hex>, met| Tally { what: what.into(), rule: Atom(rule), side: UKRAINIAN, halves, hex, met, decides: false };
    let mut tallies: Vec<Tally> = objectives(&t)
        .iter()
        .map(|(what, rule, hexes)| tally((*what).to_owned(), rule, points, hexes.first().map(|ix| t.hex(*ix)), is_won(&t, hexes)))
        .collect();
    for (what, rule, track) in [("ceasefire dice", "OW-16.0.f", Track::CeasefirePoints), ("media", "OW-16.0.i", Track::MediaPoints)] {
        if t.track(track) != 0 {
            tallies.push(tally(what.to_owned(), rule, t.track(track) * 2, None, true));
        }
    }
    let flags = |ix: Ix| t.board.stack(ix).iter().any(|u| t.side(*u) == REBEL);
    tallies.extend(t.charts.spots.auto_victory.iter().map(|ix| {
        let name = t.board.map.sites(*ix).map(|s| s.name.clone()).find(|n| !n.is_empty()).unwrap_or_else(|| t.hex(*ix).to_string());
        let what = format!("{name}: holding all five in supply at the end wins the war");
        Tally { side: REBEL, decides: true, ..tally(what, "OW-16.1.a", 0, Some(t.hex(*ix)), flags(*ix)) }
    }));
    standing_of(&t, tallies)
}

fn standing_of(t: &Table, tallies: Vec<Tally>) -> Standing {
    let numbers = &t.charts.victory;
    let needed = format!(
        "Ukraine wins with {}, and {} to {} is a draw; the Rebels win with fewer, or by holding five hexes.",
        numbers.ukrainian,
        numbers.draw,
        numbers.ukrainian - 1
    );
    Standing { short: format!("Ukraine {} of {}", total(t), numbers.ukrainian), needed, tallies, lead: 2 * total(t) - (numbers.ukrainian + numbers.draw - 1) }
}
