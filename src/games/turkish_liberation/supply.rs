//! [14] Supply, asked in combat only.

use super::IMPERIALIST;
use super::combat::{self, Attack, CombatStage, air, convoys};
use super::politics::Politics;
use super::table::Table;
use super::tables::{Nation, Source, UnitType};
use crate::board::paths::{Reach, Step, Trace, flood};
use crate::board::{BattleLine, Dir, Ix, UnitId};
use bevy_ecs::prelude::{In, Local};

/// [14.0.b], [14.0.c], [R-51] Whether a line of a nation may step from a hex into the next.
fn passes(t: &Table, politics: &Politics, nation: Nation, from: Ix, dir: Dir, to: Ix) -> bool {
    !t.charts.crossing[from.at()][dir.at()].closed && !t.footing(to).closed && politics.enemy_in(t, nation, to).is_none()
}

/// [14.2], [R-100] Whether a fixed source is there for a nation, whoever stands on it; `unit_west`: for a unit west of the Straits.
fn is_open_to(t: &Table, politics: &Politics, attack: Option<&Attack>, nation: Nation, source: &Source, unit_west: bool) -> bool {
    let whose = if nation == Nation::Cal { t.side_of(source.nation) == IMPERIALIST } else { source.nation == nation };
    let at_war = !source.at_war || nation == Nation::Cal || attack.map_or(!politics.is_neutral(nation), |attack| air::is_at_war(t, attack, nation));
    let held = !source.held || t.stands(source.ix, &[source.nation]);
    whose && at_war && held && (!source.european || unit_west)
}

/// [14.2] Whether a nation may use a fixed source now: no enemy stands on it.
fn serves(t: &Table, politics: &Politics, attack: Option<&Attack>, nation: Nation, source: &Source, unit_west: bool) -> bool {
    is_open_to(t, politics, attack, nation, source, unit_west) && politics.enemy_in(t, nation, source.ix).is_none()
}

/// The hexes from which a nation's lines reach these.
fn reached(t: &Table, politics: &Politics, nation: Nation, from: impl IntoIterator<Item = Ix>) -> Vec<bool> {
    let (mut layer, mut waiting) = (Vec::new(), Vec::new());
    flood(&t.board.map.grid, from, &mut layer, &mut waiting, |here, dir, there| passes(t, politics, nation, here, dir, there));
    layer
}

/// [14.0], [14.1], [14.2] Those of some units that no fixed source supplies.
pub(crate) fn lacking(t: &Table, attack: Option<&Attack>, units: &[UnitId]) -> Vec<UnitId> {
    let politics = combat::hostilities(t, attack);
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
pub(crate) fn supplied_by(t: &Table, attack: &Attack, convoy: UnitId, units: &[UnitId]) -> Vec<UnitId> {
    let (Some(from), politics) = (t.ix_of(convoy), combat::hostilities(t, Some(attack))) else { return Vec::new() };
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

/// A unit's line of supply to the nearest fixed source, with the hex that cuts it. Who has been supplied by a convoy in the battle under way needs none.
pub(crate) fn trace(In(unit): In<UnitId>, t: Table, mut scratch: Local<Reach>) -> Option<Trace> {
    let attack = combat::under_way(&t);
    line(&t, attack.as_ref(), unit, &mut scratch).filter(|_| attack.is_none_or(|attack| !attack.supplied.contains(&unit)))
}

fn line(t: &Table, attack: Option<&Attack>, unit: UnitId, scratch: &mut Reach) -> Option<Trace> {
    let start = t.ix_of(unit).filter(|_| t.is_regular(unit))?;
    let (nation, politics, west) = (t.nation(unit), combat::hostilities(t, attack), t.footing(start).european);
    let sources: Vec<Ix> = t.charts.spots.sources.iter().filter(|s| is_open_to(t, &politics, attack, nation, s, west)).map(|s| s.ix).collect();
    line_to(t, &politics, nation, start, &sources, scratch)
}

/// The line from a hex to the nearest of some goals, with the hex in which an enemy cuts it.
fn line_to(t: &Table, politics: &Politics, nation: Nation, start: Ix, goals: &[Ix], scratch: &mut Reach) -> Option<Trace> {
    let step = |from: Ix, dir: Dir, to: Ix| match (t.charts.crossing[from.at()][dir.at()].closed, t.footing(to).closed) {
        (false, false) => Step::Go(1),
        (false, true) if goals.contains(&to) => Step::Halt(1), // a source at sea
        _ => Step::Closed,
    };
    scratch.line(&t.board.map.grid, start, u16::MAX - 1, step, |ix| goals.contains(&ix), |ix| politics.enemy_in(t, nation, ix).is_some())
}

/// [14.0], [14.2.m] The lines of all who take part in the battle under way: to the nearest fixed source and, where none supplies a unit, to the
/// nearest convoy that could still be spent for it.
pub(crate) fn battle_lines(_: In<()>, t: Table, mut scratch: Local<Reach>) -> Vec<BattleLine> {
    let Some(attack) = combat::under_way(&t).filter(Attack::is_before_die) else { return Vec::new() };
    let mut lines = Vec::new();
    for (attacker, last) in [(true, CombatStage::AttackerSupply), (false, CombatStage::DefenderSupply)] {
        let lacking = convoys::unsupplied(&t, &attack, attacker);
        let sources = if attack.stage <= last { convoys::sources(&t, &attack, attacker) } else { Vec::new() };
        for unit in convoys::participants(&t, &attack, attacker).into_iter().filter(|u| !attack.supplied.contains(u)) {
            lines.extend(line(&t, Some(&attack), unit, &mut scratch).map(|trace| BattleLine { unit, trace, convoy: None }));
            if !lacking.contains(&unit) {
                continue;
            }
            let of_convoy = |convoy: &UnitId| {
                let (from, to) = (t.ix_of(unit)?, t.ix_of(*convoy).filter(|_| supplied_by(&t, &attack, *convoy, &[unit]).contains(&unit))?);
                let trace = line_to(&t, &combat::hostilities(&t, Some(&attack)), t.nation(unit), from, &[to], &mut scratch)?;
                Some(BattleLine { unit, trace, convoy: Some(*convoy) })
            };
            lines.extend(sources.iter().filter_map(of_convoy).min_by_key(|line| line.trace.path.len()));
        }
    }
    lines
}
