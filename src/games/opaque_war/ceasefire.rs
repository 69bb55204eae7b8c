//! [15] Ceasefires.

use super::orders::{Decision, Track};
use super::table::Table;
use super::{REBEL, UKRAINIAN, levels, sequence};
use crate::board::{Atom, Fact, Illegal, Side};
use bevy_ecs::prelude::In;

/// [15.0.a], [F-3] At the end of a turn the Ukrainian is asked first; in the last turn nobody rolls. Tells whether the step is over.
pub(super) fn begin(t: &mut Table) -> bool {
    if t.turn() >= t.start.turns {
        return true;
    }
    ask(t, "OW-15.1.a", UKRAINIAN);
    false
}

fn ask(t: &mut Table, by: &'static str, side: Side) {
    t.board.ask(Decision::Modifying { side });
    t.board.record(Atom(by), Fact::Asked { side, what: "decide whether to modify the ceasefire die" });
}

/// [15.1] A player modifies the die, at a price, or leaves it.
pub(super) fn modify(In(yes): In<bool>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Modifying { side }) = t.board.decision().cloned() else {
        return Err(Illegal::new("OW-15.1.a", "nobody is being asked about the ceasefire die now"));
    };
    t.board.answer();
    let (points, modifier) = (t.charts.victory.ceasefire, t.charts.ceasefire.modifier);
    match (side, yes) {
        (UKRAINIAN, true) => {
            t.add_track("OW-15.1.b", Track::CeasefirePoints, -points);
            let western = i32::from(t.charts.ceasefire.western);
            levels::shift(&mut t, "OW-15.1.c", UKRAINIAN, western);
            t.board.ask(Decision::Ceasefire { modifier });
        }
        (UKRAINIAN, false) => {
            t.board.record(Atom("OW-15.1.a"), Fact::Declined { side, what: "to modify the ceasefire die" });
            ask(&mut t, "OW-15.1.d", REBEL);
        }
        (_, true) => {
            t.add_track("OW-15.1.d", Track::CeasefirePoints, points);
            t.board.ask(Decision::Ceasefire { modifier });
        }
        (_, false) => {
            t.board.record(Atom("OW-15.1.d"), Fact::Declined { side, what: "to modify the ceasefire die" });
            t.board.ask(Decision::Ceasefire { modifier: 0 });
        }
    }
    Ok(())
}

/// [15.0] The Rebel rolls for next turn.
pub(super) fn roll(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Ceasefire { modifier }) = t.board.decision().cloned() else {
        return Err(Illegal::new("OW-15.0.a", "there is no ceasefire die to roll now"));
    };
    t.board.answer();
    let modifiers = [("modified by a player", modifier)];
    let total = t.roll("OW-15.0.a", "ceasefire", if modifier == 0 { &[] } else { &modifiers });
    let imposed = total <= t.charts.ceasefire.imposed;
    t.set_track("OW-15.0.b", Track::CeasefireNext, i32::from(imposed));
    let text = if imposed { "a ceasefire holds next turn" } else { "no ceasefire next turn" };
    t.board.record(Atom("OW-15.0.b"), Fact::Noted { text: text.into() });
    sequence::advance(&mut t);
    Ok(())
}

/// [15.0.a] What was rolled last turn takes effect.
pub(super) fn take_effect(t: &mut Table) {
    let next = t.track(Track::CeasefireNext);
    t.set_track("OW-15.0.a", Track::Ceasefire, next);
    t.set_track("OW-15.0.a", Track::CeasefireNext, 0);
}
