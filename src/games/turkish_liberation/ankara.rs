//! [16.1] Ankara: its fall may end the game, and its danger is always in sight.

use super::movement;
use super::orders::Track;
use super::politics::Politics;
use super::table::Table;
use super::tables::Nation;
use super::{IMPERIALIST, REVOLUTIONARY};
use crate::board::paths::Reach;
use crate::board::{Atom, Fact, Ix, Points, UnitId};

/// How Ankara stands, as the track says it.
const SAFE: i32 = 0;
const EMPTY: i32 = 1;
const EMPTY_AND_IN_REACH: i32 = 2;
const IN_REACH: i32 = 3;

/// [16.1.a], [16.1.b] Ankara passes from the Turks to an Imperialist nation.
pub(crate) fn taken(t: &mut Table, nation: Nation, before: Option<Nation>, ix: Ix) {
    let falls = t.hex(ix) == t.charts.ankara.hex && t.side_of(nation) == IMPERIALIST && before.is_some_and(|owner| t.side_of(owner) == REVOLUTIONARY);
    if !falls {
        return;
    }
    let die = t.roll("WTL-16.1.a", "the fall of Ankara", &[]);
    if die >= i16::from(t.charts.ankara.falls_on) {
        t.note("WTL-16.1.a", "Ankara has fallen, and the Nationalist cause with it");
        t.board.record(Atom("WTL-16.1.a"), Fact::Ended { winner: Some(IMPERIALIST) });
    } else {
        t.note("WTL-16.1.a", "Ankara is lost, but the Nationalists fight on");
    }
}

/// Keeps the track that warns the Revolutionary.
pub(crate) fn keep(t: &mut Table) {
    let state = state(t);
    t.set_track("WTL-16.1.a", Track::Ankara, state);
}

fn state(t: &Table) -> i32 {
    let Some(ix) = t.ix(t.charts.ankara.hex) else { return SAFE };
    if t.side_stands(ix, IMPERIALIST) || t.owner(ix).is_none_or(|owner| t.side_of(owner) != REVOLUTIONARY) {
        return SAFE; // it is lost already
    }
    let politics = Politics::now(t);
    let empty = t.is_empty(ix);
    // Nearly everybody is too far away, whoever stands in between: then no way has to be looked for.
    let last = if empty { 0 } else { last_step(t, ix) };
    let near = |u: UnitId| t.ix_of(u).and_then(|at| t.charts.spots.to_ankara[at.at()]).is_some_and(|points| points as i16 <= t.allowance(u).0 + last);
    let mut reach = Reach::default();
    let threatens = |u: UnitId| near(u) && politics.are_enemies(Nation::Tn, t.nation(u)) && comes(t, u, ix, empty, &mut reach);
    let in_reach = t.on_map(IMPERIALIST).any(threatens);
    match (empty, in_reach) {
        (true, false) => EMPTY,
        (true, true) => EMPTY_AND_IN_REACH,
        (false, true) => IN_REACH,
        (false, false) => SAFE,
    }
}

/// The points that the last step into Ankara takes at most: whoever attacks it need not take it.
fn last_step(t: &Table, ankara: Ix) -> i16 {
    let over = t.charts.crossing[ankara.at()].iter().map(|side| side.extra.0).max().unwrap_or(0);
    t.footing(ankara).cost.0 + over
}

/// Whether a unit could march into an empty Ankara with a whole turn's movement, or next to it to attack whoever stands there.
fn comes(t: &Table, unit: UnitId, ankara: Ix, empty: bool, reach: &mut Reach) -> bool {
    let Some(start) = t.ix_of(unit) else { return false };
    let grid = &t.board.map.grid;
    let budget = t.allowance(unit);
    let far = grid.distance(start, ankara) as i16 > budget.0 / Points::whole(1).0; // a hex costs a point at least
    if far || (!empty && !t.is_combat(unit)) {
        return false;
    }
    movement::reach_with(t, &[unit], start, (false, budget), reach);
    let there = |ix: Ix| ix == start || reach.cost(ix).is_some();
    if empty { there(ankara) } else { grid.around(ankara).any(|(_, ix)| t.is_open(ix, ankara) && there(ix)) }
}
