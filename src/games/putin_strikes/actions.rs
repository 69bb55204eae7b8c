//! [7] Actions and disruption: how an action ends, passing, and when the phase is over [5.5], [5.6].

use super::orders::{Mark, Segment, Track};
use super::table::Table;
use super::{ALLIED, RUSSIAN, combat, control, movement, stacking, victory};
use crate::board::{Atom, Fact, Illegal, Side, TrackId, UnitId};
use bevy_ecs::prelude::In;

/// [5.9.e] What the first action of the war must do.
pub(super) const FIRST: &str = "the first Russian action of the game must cross a border into an Allied nation";

/// [5.5.a] The Alternating Actions Phase begins: the Russian acts first.
pub(super) fn begin(t: &mut Table) {
    t.set_track("PS-5.5.a", Track::ToAct, i32::from(RUSSIAN.0));
    t.set_track("PS-5.5.d", Track::Passed, 0);
}

/// [7.1.a], [7.2.a] Refuses an action outside the phase; otherwise tells whose it is.
pub(super) fn acting(t: &Table) -> Result<Side, Illegal> {
    t.during(Segment::Actions, "PS-7.2.a", "actions are taken only in the Alternating Actions Phase")?;
    Ok(t.to_act())
}

/// [7.2.a], [7.3.a], [7.4] Whether a unit may take part in an action of this side.
pub(super) fn may_act(t: &Table, side: Side, unit: UnitId, disrupted: &'static str) -> Result<(), Illegal> {
    let name = || t.name(unit).to_owned();
    let printed = t.printed(unit);
    if !printed.ground || t.board.hex(unit).is_none() {
        return Err(Illegal::new("PS-7.2.a", format!("{} is not a division or brigade on the map", name())));
    }
    if printed.side != side {
        return Err(Illegal::new("PS-7.1.a", format!("{} is an enemy unit: it is the {} side's action", name(), t.book.sides[side.at()])));
    }
    if t.has(unit, Mark::Disrupted) {
        return Err(Illegal::new(disrupted, format!("{} is disrupted and cannot act again this turn", name())));
    }
    Ok(())
}

/// [7.3.a] The action is done: all who took part are disrupted; then hexes must not hold too much.
pub(super) fn finish(t: &mut Table, units: &[UnitId]) {
    for unit in units.iter().copied() {
        if t.board.hex(unit).is_some() {
            t.mark("PS-7.3.a", unit, Mark::Disrupted);
        }
    }
    if stacking::enforce(t) {
        close(t);
    }
}

/// [3.9], [4] The last of an action: control, points, sudden death; then the other player is asked [5.5.b].
pub(super) fn close(t: &mut Table) {
    control::update(t);
    hand_over(t);
}

/// The other player is asked, unless the war is over.
pub(super) fn hand_over(t: &mut Table) {
    if victory::sudden_death(t) {
        return;
    }
    if t.turn() == 1 && t.to_act() == RUSSIAN {
        t.set_track("PS-5.9.e", Track::Opened, 1);
    }
    t.set_track("PS-5.5.c", Track::Passed, 0);
    let next = t.to_act().other();
    t.set_track("PS-5.5.b", Track::ToAct, i32::from(next.0));
}

/// [5.5] What changes with every action of this phase, and whether the last one was a pass.
pub(super) fn alternation(_: In<()>, t: Table) -> Option<(TrackId, bool)> {
    (t.segment() == Segment::Actions).then(|| (Track::ToAct.id(), t.track(Track::Passed) > 0))
}

/// [5.6.a] Whether nobody on either side can act any more; garrisons do not count.
pub(super) fn exhausted(t: &Table) -> bool {
    !t.board.units().any(|u| t.fresh(u))
}

/// [5.5.b], [5.9.e] Whether the player may pass. Layers must be up to date.
pub(super) fn may_pass(t: &Table) -> Result<Side, Illegal> {
    let side = acting(t)?;
    if t.must_cross() && can_cross(t) {
        return Err(Illegal::new("PS-5.9.e", FIRST));
    }
    Ok(side)
}

/// [5.9.e] Whether any Russian unit could make the move or attack with which the war begins.
fn can_cross(t: &Table) -> bool {
    t.army(RUSSIAN).filter(|u| t.fresh(*u)).any(|unit| {
        let Some(from) = t.ix_of(unit) else { return false };
        let targets = t.board.map.grid.around(from).map(|(_, ix)| ix);
        let attack = targets.filter(|ix| t.holds(ALLIED, *ix)).any(|ix| combat::crosses(t, &[unit], ix) && combat::may_attack(t, RUSSIAN, unit, ix).is_ok());
        attack || movement::can_cross(t, unit)
    })
}

/// [5.5.b], [5.5.d] The player passes; two passes in a row end the phase.
pub(super) fn pass(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    t.refresh_of(ALLIED);
    let side = may_pass(&t)?;
    t.board.record(Atom("PS-5.5.b"), Fact::Declined { side, what: "" });
    if t.track(Track::Passed) > 0 {
        t.set_track("PS-5.5.d", Track::Passed, 0);
        super::sequence::end_step(&mut t);
    } else {
        t.set_track("PS-5.5.c", Track::Passed, 1);
        t.set_track("PS-5.5.b", Track::ToAct, i32::from(side.other().0));
    }
    Ok(())
}
