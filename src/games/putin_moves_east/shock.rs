//! [7] The shock marker: who holds it, playing it, and its way to the other side.

use super::orders::{Decision, Segment, Track, side_of_track};
use super::reinforcements::{Deployment, Why};
use super::sequence;
use super::table::Table;
use crate::board::{Atom, Fact, Illegal, Side};
use bevy_ecs::prelude::In;

/// What the track of the marker says: held by a side, on its way to a side, out of play.
const ON_ITS_WAY: i32 = 2;
const OUT_OF_PLAY: i32 = 4;

/// [7.0.a] Who holds the marker.
pub(super) fn holder(t: &Table) -> Option<Side> {
    Some(t.track(Track::Shock)).filter(|at| *at < ON_ITS_WAY).map(side_of_track)
}

/// [7.2.a] The marker arrives where it was sent.
pub(super) fn arrive(t: &mut Table) {
    let at = t.track(Track::Shock);
    if (ON_ITS_WAY..OUT_OF_PLAY).contains(&at) && t.track(Track::ShockTurn) <= i32::from(t.turn()) {
        t.set_track("PME-7.2.a", Track::Shock, at - ON_ITS_WAY);
        t.set_track("PME-7.2.a", Track::ShockTurn, 0);
    }
}

/// [7.1.a] Whether the marker may be played or kept now.
fn may_decide(t: &Table) -> Result<Side, Illegal> {
    t.during(Segment::Shock, "PME-7.1.a", "the shock marker is played only at the start of a turn, before action points are rolled")?;
    holder(t).ok_or_else(|| Illegal::new("PME-7.0.a", "neither side holds the shock marker"))
}

/// [7.1], [7.2], [7.3], [F90] Plays the marker: both dice, the initiative, then the units.
pub(super) fn play(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_decide(&t)?;
    let numbers = t.charts.reinforcements.clone();
    t.set_track("PME-7.1.a", Track::ShockPlayed, 1);
    let units = t.dice("PME-7.1.b", "units that come with shock", numbers.shock_dice);
    let delay = t.dice("PME-7.2.a", "turns until the other side has the shock marker", numbers.shock_delay_dice);
    let turn = t.turn().saturating_add(delay);
    if turn > t.start.turns {
        t.set_track("PME-7.2.b", Track::Shock, OUT_OF_PLAY);
        t.set_track("PME-7.2.b", Track::ShockTurn, 0);
    } else {
        t.set_track("PME-7.2.a", Track::Shock, ON_ITS_WAY + i32::from(side.other().0));
        t.set_track("PME-7.2.a", Track::ShockTurn, i32::from(turn));
    }
    t.set_track("PME-7.3.a", Track::First, i32::from(side.0));
    t.ask(Decision::Deployment(Box::new(Deployment::new(side, Why::Shock, units))));
    Ok(())
}

/// [7.1.a] Keeps it.
pub(super) fn keep(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let side = may_decide(&t)?;
    t.board.record(Atom("PME-7.1.a"), Fact::Declined { side, what: "to play the shock marker" });
    sequence::end_step(&mut t);
    Ok(())
}
