//! [16] Victory: points at the end of the last turn.

use super::charts::{Held, Survivor};
use super::orders::Track;
use super::politics::{Stance, stance};
use super::table::Table;
use super::tables::Country;
use super::{IMPERIALIST, REVOLUTIONARY};
use crate::board::{Atom, Fact, Hex, Standing, Tally};
use bevy_ecs::prelude::In;

/// The rules that give points, as the tables name them.
const RULES: [&str; 8] = ["WTL-16.0.b", "WTL-16.0.c", "WTL-16.0.d", "WTL-16.0.e", "WTL-16.0.f", "WTL-16.0.g", "WTL-16.0.h", "WTL-16.0.i"];

fn atom(rule: &str) -> Atom {
    Atom(RULES.into_iter().find(|known| *known == rule).unwrap_or("WTL-16.0.a"))
}

/// Whether a nation of those named, or anybody of the Imperialist, stands in a hex.
fn holds(t: &Table, held: &Held, hex: Hex) -> bool {
    let Some(ix) = t.ix(hex) else { return false };
    if held.nations.is_empty() { t.side_stands(ix, IMPERIALIST) } else { t.stands(ix, &held.nations) }
}

/// [16.0.b]–[16.0.g] Whether points for hexes count now.
fn is_held(t: &Table, held: &Held) -> bool {
    let war = held.at_war.is_none_or(|power| stance(t, power) == Stance::AtWar);
    war && held.all.iter().all(|hex| holds(t, held, *hex)) && (held.any.is_empty() || held.any.iter().any(|hex| holds(t, held, *hex)))
}

/// [16.0.h], [16.0.i] Whether points for a nation that is left count now.
fn is_alive(t: &Table, survivor: &Survivor) -> bool {
    let there = |country: Option<Country>| survivor.country.is_none_or(|named| country == Some(named));
    t.of_nation(survivor.nation).any(|u| t.ix_of(u).is_some_and(|ix| there(t.footing(ix).country)))
}

/// [16.0] Points as things stand.
pub(crate) fn points(t: &Table) -> i32 {
    let held: i32 = t.charts.victory.holdings.iter().filter(|held| is_held(t, held)).map(|held| held.points).sum();
    let alive: i32 = t.charts.victory.survivors.iter().filter(|s| is_alive(t, s)).map(|s| s.points).sum();
    held + alive
}

/// Keeps the track for the top of the screen.
pub(crate) fn keep(t: &mut Table) {
    let points = points(t);
    t.set_track("WTL-16.0.a", Track::Vp, points);
}

/// [16.0.a], [1.0.c] The last turn is over.
pub(crate) fn finish(t: &mut Table) {
    keep(t);
    let points = t.track(Track::Vp);
    let winner = if points >= t.charts.victory.needed { IMPERIALIST } else { REVOLUTIONARY };
    t.note("WTL-1.0.c", format!("the Imperialist has {points} victory points; {} are needed to win", t.charts.victory.needed));
    t.board.record(Atom("WTL-16.0.a"), Fact::Ended { winner: Some(winner) });
}

/// How the game stands.
pub(crate) fn standing(_: In<()>, t: Table) -> Standing {
    let mut tallies = Vec::new();
    for held in &t.charts.victory.holdings {
        let hexes = if held.all.is_empty() { &held.any } else { &held.all };
        let names: Vec<String> = hexes.iter().map(|hex| t.spot(*hex)).collect();
        let who = if held.nations.is_empty() {
            "Imperialist units".to_owned()
        } else {
            format!("units of {}", held.nations.iter().map(|n| t.the_nation(*n)).collect::<Vec<_>>().join(" or "))
        };
        let war = held.at_war.map(|power| format!(", with {} at war", t.nation_name(power))).unwrap_or_default();
        let what = format!("{who} in {}{war}", names.join(if held.all.is_empty() { " or " } else { " and " }));
        tallies.push(Tally {
            what: what.into(),
            rule: atom(&held.rule),
            side: IMPERIALIST,
            halves: held.points * 2,
            hex: hexes.first().copied(),
            met: is_held(&t, held),
            decides: false,
        });
    }
    for survivor in &t.charts.victory.survivors {
        let place = survivor.country.as_ref().map(|_| " in Kurdistan").unwrap_or_default();
        let what = format!("a unit of {} is left{place}", t.the_nation(survivor.nation));
        tallies.push(Tally {
            what: what.into(),
            rule: atom(&survivor.rule),
            side: IMPERIALIST,
            halves: survivor.points * 2,
            hex: None,
            met: is_alive(&t, survivor),
            decides: false,
        });
    }
    let ankara = t.charts.ankara.hex;
    tallies.push(Tally {
        what: format!("an Imperialist unit takes {}: the game ends on a die of {} or more", t.spot(ankara), t.charts.ankara.falls_on).into(),
        rule: Atom("WTL-16.1.a"),
        side: IMPERIALIST,
        halves: 0,
        hex: Some(ankara),
        met: false,
        decides: true,
    });
    let needed = t.charts.victory.needed;
    Standing {
        short: format!("IMP {} of {needed}", points(&t)),
        needed: format!("The Imperialist wins with {needed} points or more after the last turn, or at once if Ankara falls; otherwise the Revolutionary wins."),
        tallies,
        lead: 2 * (needed - points(&t)) - 1,
    }
}
