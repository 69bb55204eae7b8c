//! [4] Victory: symbols held, enemies eliminated, and the points of the side that began without the shock marker.

use super::charts::{Level, Symbol};
use super::orders::{Holding, Track};
use super::table::Table;
use super::{COALITION, EURASIAN};
use crate::board::{Atom, Fact, Ix, Side, Standing, Tally, UnitId};
use bevy_ecs::prelude::In;

/// [4.1.b], [F66] What a symbol of a hex is worth to a side.
fn worth(t: &Table, side: Side, ix: Ix, symbol: Symbol) -> i32 {
    let bonus = t.setting().bonus.iter().filter(|bonus| bonus.side == side);
    t.charts.victory.symbol + bonus.map(|bonus| bonus.of(t, ix, symbol)).sum::<i32>()
}

/// [4.1.b], [4.2.a] What a hex is worth to a side that holds it.
pub(super) fn prize(t: &Table, side: Side, ix: Ix) -> i32 {
    t.footing(ix).symbols.iter().map(|symbol| worth(t, side, ix, *symbol)).sum()
}

/// [4.1.c], [F119] Enemy ground units that a side has eliminated.
pub(super) fn slain(t: &Table, side: Side) -> Vec<UnitId> {
    t.boxed(Holding::eliminated(side.other())).into_iter().filter(|u| t.kind(*u).is_ground()).collect()
}

/// [4.1.d] The points of the side that began without the shock marker.
fn compensation(t: &Table, side: Side) -> i32 {
    if t.setting().shock == side { 0 } else { t.charts.victory.without_shock }
}

/// [4.1] A side's points as the game stands.
pub(super) fn points(t: &Table, side: Side) -> i32 {
    let held = t.charts.spots.cities.iter().filter(|ix| t.controls(side, **ix));
    held.map(|ix| prize(t, side, *ix)).sum::<i32>() + slain(t, side).len() as i32 * t.charts.victory.eliminated + compensation(t, side)
}

/// Writes both sides' points on their tracks.
pub(super) fn keep_score(t: &mut Table) {
    for side in [EURASIAN, COALITION] {
        let points = points(t, side);
        t.set_track("PME-4.1.b", Track::victory(side), points);
    }
}

/// [4.1.e] How great a margin is.
fn level(t: &Table, margin: i32) -> Level {
    let levels = &t.charts.victory.levels;
    levels.iter().find(|(up_to, _)| margin <= *up_to).or(levels.last()).map_or(Level::Draw, |(_, level)| *level)
}

/// [4.1.a], [4.1.e] The war is over: whoever has more points wins, if the margin is more than a draw.
pub(super) fn reckon(t: &mut Table) {
    keep_score(t);
    let [eurasian, coalition] = [EURASIAN, COALITION].map(|side| points(t, side));
    let level = level(t, (eurasian - coalition).abs());
    let ahead = if eurasian > coalition { EURASIAN } else { COALITION };
    let winner = Some(ahead).filter(|_| level != Level::Draw);
    t.note("PME-4.1.e", format!("Eurasian {eurasian}, Coalition {coalition}: {}", level.name()));
    t.board.record(Atom("PME-4.1.e"), Fact::Ended { winner });
}

/// How the war stands: every symbol, bonus and eliminated unit.
pub(super) fn standing(_: In<()>, t: Table) -> Standing {
    let mut tallies = Vec::new();
    for ix in t.charts.spots.cities.iter().filter(|ix| !t.is_neutral(**ix)) {
        let there = t.footing(*ix);
        let name = t.spot_at(*ix);
        for side in [EURASIAN, COALITION].into_iter().filter(|_| !there.symbols.is_empty()) {
            let symbols: Vec<&str> = there.symbols.iter().map(|s| s.name()).collect();
            let bonus = prize(&t, side, *ix) - there.symbols.len() as i32 * t.charts.victory.symbol;
            let more = if bonus > 0 { format!(", {bonus} of them by the scenario") } else { String::new() };
            tallies.push(Tally {
                what: format!("{name}: {}{more}", symbols.join(", ")).into(),
                rule: Atom(if bonus > 0 { "PME-SCN.f" } else { "PME-4.1.b" }),
                side,
                halves: 2 * prize(&t, side, *ix),
                hex: Some(t.hex(*ix)),
                met: t.controls(side, *ix),
                decides: false,
            });
        }
    }
    for side in [EURASIAN, COALITION] {
        let line =
            |what: String, rule, points: i32| Tally { what: what.into(), rule: Atom(rule), side, halves: 2 * points, hex: None, met: true, decides: false };
        tallies.extend(slain(&t, side).into_iter().map(|unit| line(format!("{} eliminated", t.name(unit)), "PME-4.1.c", t.charts.victory.eliminated)));
        if compensation(&t, side) > 0 {
            tallies.push(line("began without the shock marker".to_owned(), "PME-4.1.d", compensation(&t, side)));
        }
    }
    let [eurasian, coalition] = [EURASIAN, COALITION].map(|side| points(&t, side));
    let margin = (eurasian - coalition).abs();
    let draw = t.charts.victory.levels.first().map_or(0, |(up_to, _)| *up_to);
    Standing {
        short: format!("Eurasian {eurasian}, Coalition {coalition}: {}", level(&t, margin).name()),
        needed: format!("After turn {} the side with more points wins; a margin of up to {draw} is a draw.", t.start.turns),
        tallies,
        lead: 2 * (eurasian - coalition),
    }
}
