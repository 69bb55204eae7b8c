//! [6.8]–[6.10] Actions: how one is paid for and ends, passing, giving up, and when the turn is over.

use super::options::objectives;
use super::orders::{Segment, Track};
use super::table::{Table, action_points};
use super::{fog, sequence, victory};
use crate::board::{Atom, Fact, Illegal, Side, TrackId};
use bevy_ecs::prelude::In;

/// [6.1.a] Refuses an action outside the actions of a turn; otherwise tells whose it is.
pub(super) fn acting(t: &Table) -> Result<Side, Illegal> {
    t.during(Segment::Actions, "PME-6.1.a", "actions are taken only after the action points have been rolled")?;
    Ok(t.to_act())
}

/// [6.8.a] Whether a side can pay for an action.
pub(super) fn may_pay(t: &Table, side: Side, cost: i32) -> Result<(), Illegal> {
    let has = t.points(side);
    if cost <= has {
        return Ok(());
    }
    Err(Illegal::new("PME-6.8.a", format!("this action costs {}, and the {} side has {has}", action_points(cost), t.book.sides[side.at()])))
}

/// [6.8.a] An action is declared and paid for.
pub(super) fn open(t: &mut Table, side: Side, cost: i32, by: &'static str) {
    fog::look_away(t);
    let left = t.points(side) - cost;
    t.set_track(by, Track::points(side), left);
    t.set_track("PME-6.9.a", Track::Passed, 0);
}

/// [28], [6.7], [6.10] The last of an action: major objectives, points, and whose action is next.
pub(super) fn close(t: &mut Table) {
    objectives::check(t);
    victory::keep_score(t);
    let number = t.track(Track::Action) + 1;
    t.set_track("PME-6.1.a", Track::Action, number);
    let (side, other) = (t.to_act(), t.to_act().other());
    let next = [other, side].into_iter().find(|side| t.points(*side) > 0);
    match next {
        Some(next) => t.set_track(if next == other { "PME-6.1.a" } else { "PME-6.10.a" }, Track::ToAct, i32::from(next.0)),
        None => sequence::end_step(t), // [6.7.a]
    }
}

/// [6.9], [6.10] The player passes; two passes in a row, or one when the other has no points left, end the turn.
pub(super) fn pass(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = acting(&t)?;
    fog::look_away(&mut t);
    t.board.record(Atom("PME-6.9.a"), Fact::Declined { side, what: "" });
    let number = t.track(Track::Action) + 1;
    t.set_track("PME-6.1.a", Track::Action, number);
    if t.track(Track::Passed) > 0 || t.points(side.other()) == 0 {
        t.set_track("PME-6.9.b", Track::Passed, 0);
        sequence::end_step(&mut t);
    } else {
        t.set_track("PME-6.9.a", Track::Passed, 1);
        t.set_track("PME-6.9.a", Track::ToAct, i32::from(side.other().0));
    }
    Ok(())
}

/// [4.3.a] The player gives the war up in place of an action.
pub(super) fn capitulate(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = acting(&t)?;
    t.board.record(Atom("PME-4.3.a"), Fact::Ended { winner: Some(side.other()) });
    Ok(())
}

/// [6.1] What changes with every action of the turn, and whether the last one was a pass.
pub(super) fn alternation(_: In<()>, t: Table) -> Option<(TrackId, bool)> {
    (t.segment() == Segment::Actions).then(|| (Track::Action.id(), t.track(Track::Passed) > 0))
}
