//! [10.0.h] What a player may see of the enemy's stacks, and [13.1.b] of the markers.

use super::combat::CombatStage;
use super::missions::{MissionKind, targets};
use super::orders::{Decision, Mark};
use super::table::Table;
use super::zoc;
use crate::board::{Atom, Board, Dir, Fact, Illegal, Ix, Place, Side, UnitId};
use bevy_ecs::prelude::In;

/// Which counters a side may know: its own, the top one of each enemy stack, all that lie open off the map; besides, attackers once the attack
/// is declared, defenders once the odds are known, what watching special forces see [10.3.b], air defense units that fire or could [14.6.a],
/// and those that a SEAD strike makes show themselves [6.4.e].
pub(super) fn known_to(In(side): In<Side>, t: Table) -> Vec<bool> {
    mask(&t, side)
}

/// [`known_to`], for other rules.
pub(super) fn mask(t: &Table, side: Side) -> Vec<bool> {
    let board = &t.board;
    let mut known: Vec<bool> = board.units().map(|unit| !board.status(unit).face_down && (board.side(unit) == side || is_open(board, unit))).collect();
    for decision in t.board.decisions() {
        if let Decision::AirDefense(mission) | Decision::Target(mission) = decision {
            mission.shown.iter().for_each(|u| known[u.at()] = true);
        }
        if let Decision::FriendlyFire { mission, units } = decision {
            // [14.6.a] The Georgian names one of them, so all of them show themselves.
            mission.shown.iter().chain(units).for_each(|u| known[u.at()] = true);
        }
        if let Decision::Attack(attack) = decision
            && attack.stage > CombatStage::Planning
        {
            // [10.4.1.a] Who attacks is declared before the eyes of the enemy.
            attack.units.iter().chain(&attack.guns).chain(&attack.attack_support).for_each(|u| known[u.at()] = true);
        }
        match decision {
            Decision::Attack(attack) if attack.stage >= CombatStage::Spearhead => {
                super::combat::defenders(t, attack).iter().chain(&attack.defense_support).for_each(|u| known[u.at()] = true);
            }
            Decision::Target(mission) if mission.kind == MissionKind::Sead => targets(t, mission).iter().for_each(|(_, u)| known[u.at()] = true),
            _ => {}
        }
    }
    for sof in t.on_map(side).filter(|u| t.has(*u, Mark::Watching)) {
        let around = t.ix_of(sof).into_iter().flat_map(|ix| t.board.map.grid.around(ix).map(|(_, there)| there).collect::<Vec<_>>());
        around.flat_map(|ix| t.stack(ix)).for_each(|u| known[u.at()] = true);
    }
    known
}

/// Notes that what happens now depends on enemy units that a player may not know, if there are any on the map.
pub(super) fn note_unseen(t: &mut Table, side: Side) {
    if !t.board.keeps_secrets() {
        return;
    }
    let known = mask(t, side);
    if t.on_map(side.other()).any(|u| !known[u.at()]) {
        t.board.note_unseen();
    }
}

/// Notes that what happens in these hexes depends on enemy units that a player may not know, if it does: whether such a hex is in an enemy
/// zone of control is in doubt.
pub(super) fn note_doubt(t: &mut Table, side: Side, hexes: &[Ix]) {
    if !t.board.keeps_secrets() {
        return;
    }
    let known = mask(t, side);
    let exerts = |unit: UnitId, known: bool, there: Ix, dir: Dir, ix: Ix| {
        let guard = t.printed(unit).guard && t.charts.footing[ix.at()].country.is_breakaway(); // [14.8.b]
        t.board.side(unit) != side && (!known || (zoc::exerts(&t.charts, unit) && !guard)) && zoc::open(&t.charts, side.other(), there, dir, ix)
    };
    let reached = |ix: Ix, seen: bool| {
        let around = t.board.map.grid.around(ix).flat_map(|(dir, there)| t.board.stack(there).iter().map(move |u| (*u, dir.opposite(), there)));
        let mut units = around.filter(|(unit, ..)| known[unit.at()] == seen);
        units.any(|(unit, dir, there)| exerts(unit, seen, there, dir, ix))
    };
    if hexes.iter().any(|ix| reached(*ix, false) && !reached(*ix, true)) {
        t.board.note_unseen();
    }
}

/// [10.4.2.e], [6.7.d] The counter that a fact shows to both sides: whoever fires is named, and its fire value is read from it.
pub(super) fn shows(fact: &Fact) -> Option<UnitId> {
    match fact {
        Fact::Marked { unit, mark, on: true } if *mark == Mark::Fired.id() => Some(*unit),
        _ => None,
    }
}

/// On top of its stack, or off the map.
fn is_open(board: &Board, unit: UnitId) -> bool {
    match board.place(unit) {
        Place::Map(hex) => board.ix(hex).is_some_and(|ix| board.stack(ix).last() == Some(&unit)),
        _ => true,
    }
}

/// Whether a unit lies under another one of its stack.
pub(super) fn is_buried(board: &Board, unit: UnitId) -> bool {
    board.ix_of(unit).is_some_and(|ix| board.stack(ix).last() != Some(&unit))
}

/// Puts a unit on top of its stack.
pub(super) fn put_on_top(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let step = t.book.sequence.steps[usize::from(t.board.clock().at)].side;
    let decider = t.board.asked().or(step);
    if Some(t.board.side(unit)) != decider {
        return Err(Illegal::new("TOA-10.0.h", "only the acting player may rearrange stacks, and only his own"));
    }
    if !is_buried(&t.board, unit) {
        return Err(Illegal::new("TOA-10.0.h", format!("{} is not under another unit", t.name(unit))));
    }
    let hex = t.board.hex(unit).expect("a buried unit is on the map");
    let ix = t.board.ix(hex).expect("counters on the map lie in hexes of the map");
    let mut order: Vec<UnitId> = t.stack(ix).into_iter().filter(|u| *u != unit).collect();
    order.push(unit);
    t.board.record(Atom("TOA-10.0.h"), Fact::Restacked { hex, order });
    Ok(())
}
