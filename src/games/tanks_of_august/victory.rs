//! [3] Winning the war.

use super::orders::{Optional, Purpose, Track};
use super::supply;
use super::table::Table;
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Fact, Illegal, Ix, Modifier, Points, Standing, Tally, UnitId};
use bevy_ecs::prelude::In;

/// One line of the score, in half points for the Russian.
pub(super) type ScoreLine = (&'static str, &'static str, i32);

/// [3.1] The sudden end: Georgian units in supply in both hexes. Tells whether the game is over.
pub(super) fn sudden_death(t: &mut Table) -> bool {
    let hexes = t.charts.spots.sudden_death.clone();
    let held = |t: &mut Table, ix: &Ix| {
        let units: Vec<UnitId> = t.stack(*ix).into_iter().filter(|u| t.board.side(*u) == GEORGIAN).collect();
        units.into_iter().any(|u| supply::has(t, u))
    };
    if hexes.is_empty() || !hexes.iter().all(|ix| held(t, ix)) {
        return false;
    }
    t.board.record(Atom("TOA-3.1.a"), Fact::Ended { winner: Some(GEORGIAN) });
    true
}

/// The die on which the game ends after this turn, if one is rolled.
pub(super) fn end_die(t: &Table) -> Option<i16> {
    let turn = t.board.clock().turn;
    t.charts.victory.end_turn.iter().find(|(n, _)| *n == turn).map(|(_, die)| *die)
}

/// [3.2] The roll for the end.
pub(super) fn roll_end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    t.during(Purpose::EndCheck, "TOA-3.2.a", "the end of the game is rolled for only in the End of Turn Phase")?;
    let Some(needed) = end_die(&t) else {
        return Err(Illegal::new("TOA-3.2.a", format!("the end of the game is not rolled for on turn {}", t.board.clock().turn)));
    };
    let numbers = &t.charts.victory;
    let outcry = t.board.clock().turn == numbers.end_bonus_turn && t.track(Track::GeorgianCollateral) >= numbers.collateral_level;
    let modifiers: Vec<Modifier> = outcry.then_some(("collateral damage", 1)).into_iter().collect();
    let first = numbers.end_turn.first().is_some_and(|(turn, _)| *turn == t.board.clock().turn);
    let by = if outcry {
        "TOA-3.2.c"
    } else if first {
        "TOA-3.2.a"
    } else {
        "TOA-3.2.b"
    };
    if t.roll(by, "end of the war", &modifiers) >= needed {
        finish(&mut t); // [3.2.e]
    } else {
        super::sequence::advance(&mut t);
    }
    Ok(())
}

/// [3.3]–[3.5], [14.1], [14.2] The score as it stands, without the final die.
pub(super) fn score(t: &Table) -> Vec<ScoreLine> {
    let numbers = &t.charts.victory;
    let mut lines: Vec<ScoreLine> = Vec::new();
    for (ix, points) in &t.charts.spots.objectives {
        if t.holds(RUSSIAN, *ix) {
            lines.push(("city held", "TOA-3.4.a", points * 2)); // [4.4.b], [4.4.c]
        }
    }
    lines.push(("Georgian ground units", "TOA-3.4.b", t.track(Track::GeorgianGround) * numbers.ground_loss_halves));
    lines.push(("Georgian aircraft", "TOA-3.4.c", t.track(Track::GeorgianAir) * numbers.air_loss_halves));
    lines.push(("infrastructure", "TOA-3.4.d", t.track(Track::Infrastructure) * numbers.damage_halves));
    lines.push(("Russian ground units", "TOA-3.5.a", -t.track(Track::RussianGround) * numbers.ground_loss_halves));
    lines.push(("Russian aircraft", "TOA-3.5.b", -t.track(Track::RussianAir) * numbers.air_loss_halves));
    if t.plays(Optional::FirstBrigadeHome) {
        lines.push(("1st Brigade home", "TOA-14.2.b", numbers.brigade_bonus * 2));
    }
    let adjara = t.charts.spots.adjara.iter().any(|ix| t.holds(RUSSIAN, *ix));
    if t.plays(Optional::Adjara) && t.track(Track::Dumbadze) > 0 && adjara {
        lines.push(("Adjara", "TOA-14.1.a", numbers.adjara * 2));
    }
    lines.retain(|(_, _, halves)| *halves != 0);
    lines
}

/// The points the Russian needs.
fn needed(t: &Table) -> i32 {
    let numbers = &t.charts.victory;
    if t.plays(Optional::FirstBrigadeHome) { numbers.needed_with_brigade } else { numbers.needed }
}

/// How the war stands: every city that counts, whoever holds it, then the rest of the score.
pub(super) fn standing(_: In<()>, t: Table) -> Standing {
    let tally = |what: String, rule, halves, ix: Option<Ix>, met| Tally {
        what: what.into(),
        rule: Atom(rule),
        side: RUSSIAN,
        halves,
        hex: ix.map(|ix| t.board.map.grid.hex(ix)),
        met,
        decides: false,
    };
    let place = |ix: Ix| t.board.map.sites(ix).map(|s| s.name.clone()).find(|n| !n.is_empty()).unwrap_or_else(|| t.board.map.grid.hex(ix).to_string());
    let cities = t.charts.spots.objectives.iter();
    let mut tallies: Vec<Tally> = cities.map(|(ix, points)| tally(place(*ix), "TOA-3.4.a", points * 2, Some(*ix), t.holds(RUSSIAN, *ix))).collect();
    let lines = score(&t);
    let counted: i32 = lines.iter().map(|(_, _, n)| n).sum();
    // [3.4.e] Once the war is over, whatever the final count has more was world opinion.
    let opinion = t.charts.victory.collateral_points * 2;
    let moved = t.board.clock().over.is_some() && t.track(Track::Score) == counted + opinion;
    let total = counted + if moved { opinion } else { 0 };
    let rest = lines.into_iter().filter(|(_, rule, _)| *rule != "TOA-3.4.a");
    tallies.extend(rest.map(|(what, rule, halves)| tally(what.to_owned(), rule, halves, None, true)));
    tallies.extend(moved.then(|| tally("world opinion".to_owned(), "TOA-3.4.e", opinion, None, true)));
    tallies.extend(t.charts.spots.sudden_death.iter().map(|ix| Tally {
        side: GEORGIAN,
        decides: true,
        ..tally(format!("{}: holding both in supply wins at once", place(*ix)), "TOA-3.1.a", 0, Some(*ix), t.holds(GEORGIAN, *ix))
    }));
    let needed = needed(&t);
    Standing {
        short: format!("Russian {} of {needed}", Points(total as i16)),
        needed: format!("Russia wins with {needed} points when the war ends, Georgia if it has fewer; world opinion is rolled for at the end."),
        tallies,
        lead: 2 * needed - 1 - total,
    }
}

/// The game ends: the final die, the score, the winner.
pub(super) fn finish(t: &mut Table) {
    let numbers = t.charts.victory.clone();
    let outcry = t.track(Track::OssetianCollateral) >= numbers.collateral_level;
    let modifiers: Vec<Modifier> = outcry.then_some(("collateral damage", 1)).into_iter().collect();
    let mut halves: i32 = score(t).iter().map(|(_, _, n)| n).sum();
    if t.roll("TOA-3.4.e", "world opinion", &modifiers) >= numbers.collateral_on {
        halves += numbers.collateral_points * 2;
    }
    t.set_track("TOA-3.6.a", Track::Score, halves);
    let winner = if halves >= needed(t) * 2 { RUSSIAN } else { GEORGIAN };
    let by = if t.plays(Optional::FirstBrigadeHome) { "TOA-3.6.b" } else { "TOA-3.6.a" };
    t.board.record(Atom(by), Fact::Ended { winner: Some(winner) });
}
