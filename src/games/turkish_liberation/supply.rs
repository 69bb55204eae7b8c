//! [14] Supply, asked in combat only.

use super::IMPERIALIST;
use super::combat::{Attack, air};
use super::politics::Politics;
use super::table::Table;
use super::tables::{Nation, Source, UnitType};
use crate::board::paths::{Reach, Step, Trace, flood};
use crate::board::{Dir, Ix, UnitId};
use bevy_ecs::prelude::{In, Local};

/// [14.0.b], [14.0.c], [R-51] Whether a line of a nation may step from a hex into the next.
fn passes(t: &Table, politics: &Politics, nation: Nation, from: Ix, dir: Dir, to: Ix) -> bool {
    !t.charts.crossing[from.at()][dir.at()].closed && !t.footing(to).closed && politics.enemy_in(t, nation, to).is_none()
}

/// [14.2], [R-100] Whether a nation may use a fixed source; `unit_west`: for a unit west of the Straits.
fn serves(t: &Table, politics: &Politics, attack: Option<&Attack>, nation: Nation, source: &Source, unit_west: bool) -> bool {
    let whose = if nation == Nation::Cal { t.side_of(source.nation) == IMPERIALIST } else { source.nation == nation };
    let at_war = !source.at_war || nation == Nation::Cal || attack.map_or(!politics.is_neutral(nation), |attack| air::is_at_war(t, attack, nation));
    let held = !source.held || t.stands(source.ix, &[source.nation]);
    whose && at_war && held && (!source.european || unit_west) && politics.enemy_in(t, nation, source.ix).is_none()
}

/// The hexes from which a nation's lines reach these.
fn reached(t: &Table, politics: &Politics, nation: Nation, from: impl IntoIterator<Item = Ix>) -> Vec<bool> {
    let (mut layer, mut waiting) = (Vec::new(), Vec::new());
    flood(&t.board.map.grid, from, &mut layer, &mut waiting, |here, dir, there| passes(t, politics, nation, here, dir, there));
    layer
}

/// [14.0], [14.1], [14.2] Those of some units that no fixed source supplies.
pub(crate) fn lacking(t: &Table, attack: Option<&Attack>, units: &[UnitId]) -> Vec<UnitId> {
    let politics = Politics::now(t);
    let mut known: Vec<((Nation, bool), Vec<bool>)> = Vec::new();
    let mut lacking = Vec::new();
    for unit in units.iter().copied().filter(|u| t.is_regular(*u)) {
        let Some(ix) = t.ix_of(unit) else { continue };
        let key = (t.nation(unit), t.footing(ix).european);
        if !known.iter().any(|(k, _)| *k == key) {
            let sources: Vec<Ix> = t.charts.spots.sources.iter().filter(|s| serves(t, &politics, attack, key.0, s, key.1)).map(|s| s.ix).collect();
            known.push((key, reached(t, &politics, key.0, sources)));
        }
        if !known.iter().any(|(k, layer)| *k == key && layer[ix.at()]) {
            lacking.push(unit);
        }
    }
    lacking
}

/// [6.1.h], [14.2.a], [14.2.l] Whether units of a nation may be supplied by a convoy.
pub(crate) fn may_use(t: &Table, nation: Nation, convoy: UnitId) -> bool {
    let owner = t.nation(convoy);
    match nation {
        Nation::Cal => t.side(convoy) == IMPERIALIST,
        Nation::Whi => owner == t.charts.whites.convoys,
        _ => owner == nation,
    }
}

/// [14.2.m] Which of these units a convoy would supply.
pub(crate) fn supplied_by(t: &Table, convoy: UnitId, units: &[UnitId]) -> Vec<UnitId> {
    let (Some(from), politics) = (t.ix_of(convoy), Politics::now(t)) else { return Vec::new() };
    let mut fed = Vec::new();
    for unit in units.iter().copied().filter(|u| may_use(t, t.nation(*u), convoy)) {
        let layer = reached(t, &politics, t.nation(unit), [from]);
        if t.ix_of(unit).is_some_and(|ix| layer[ix.at()]) {
            fed.push(unit);
        }
    }
    fed
}

/// The convoys on the map, in the order of ids.
pub(crate) fn convoys(t: &Table) -> impl Iterator<Item = UnitId> {
    t.board.units().filter(|u| t.kind(*u) == UnitType::Convoy && t.board.hex(*u).is_some())
}

/// A unit's line of supply to the nearest fixed source, with the hex that cuts it.
pub(crate) fn trace(In(unit): In<UnitId>, t: Table, mut scratch: Local<Reach>) -> Option<Trace> {
    let start = t.ix_of(unit).filter(|_| t.is_regular(unit))?;
    let (nation, politics, west) = (t.nation(unit), Politics::now(&t), t.footing(start).european);
    let sources: Vec<Ix> = t
        .charts
        .spots
        .sources
        .iter()
        .filter(|s| {
            let open = Politics::at_war(&t);
            serves(&t, &open, None, nation, &Source { at_war: false, ..**s }, west) && (!s.at_war || !politics.is_neutral(nation) || nation == Nation::Cal)
        })
        .map(|s| s.ix)
        .collect();
    let step = |from: Ix, dir: Dir, to: Ix| {
        let goal = sources.contains(&to);
        let open = !t.charts.crossing[from.at()][dir.at()].closed && (goal || !t.footing(to).closed);
        match (open, t.footing(to).closed) {
            (true, true) => Step::Halt(1),
            (true, false) => Step::Go(1),
            _ => Step::Closed,
        }
    };
    scratch.line(&t.board.map.grid, start, u16::MAX - 1, step, |ix| sources.contains(&ix), |ix| politics.enemy_in(&t, nation, ix).is_some())
}
