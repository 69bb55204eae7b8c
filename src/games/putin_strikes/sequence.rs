//! [5] The course of a turn: what each step does by itself, and how one leads to the next.

use super::orders::{Decision, Holding, Mark, Segment, Track};
use super::table::Table;
use super::tables::UnitType;
use super::{actions, airpower, combat, reinforcements, replacements, setup, victory};
use crate::board::{Atom, Fact};
use bevy_ecs::prelude::In;

/// [5.2.a] The next step of the sequence begins, or the game ends.
fn advance(t: &mut Table) {
    match t.board.clock().next(&t.book.sequence, &t.start) {
        None => victory::reckon(t),
        Some((clock, new_turn)) => {
            if new_turn {
                t.board.record(Atom("PS-5.1.a"), Fact::TurnBegan { turn: clock.turn });
                if clock.turn == 1 {
                    setup::pack_up(t);
                }
            }
            let step = clock.step(&t.book.sequence);
            let by = if clock.turn == 0 { "PS-3.4.b" } else { "PS-5.2.a" };
            t.board.record(Atom(by), Fact::StepBegan { step, at: clock.at });
            enter(t);
        }
    }
}

/// What happens on entering a step.
fn enter(t: &mut Table) {
    match t.segment() {
        Segment::Alternate => setup::begin_alternate(t),
        Segment::Reinforcements => reinforcements::begin(t),
        Segment::Actions => actions::begin(t),
        _ => {}
    }
}

/// Runs whatever needs nobody's decision, until somebody owes one or the game is over.
pub(super) fn settle(_: In<()>, mut t: Table) {
    while t.board.clock().over.is_none() && step(&mut t) {}
}

/// One thing that happens by itself. Tells whether there was one.
fn step(t: &mut Table) -> bool {
    match t.board.decision() {
        Some(Decision::Attack(_)) => return combat::proceed(t),
        Some(_) => return false,
        None => {}
    }
    match t.segment() {
        // [3.4.c] Both have set up everything.
        Segment::Alternate if t.boxed(Holding::Waiting).is_empty() => {}
        Segment::FirstContingent | Segment::Contingent if reinforcements::left(t).is_empty() => {}
        Segment::RussianReplacements | Segment::AlliedReplacements if replacements::settle(t) => {}
        Segment::Reinforcements if reinforcements::settle(t) => {}
        Segment::AirPlacement if airpower::nothing_to_place(t) => {}
        // [5.6.a]
        Segment::Actions if actions::exhausted(t) => {}
        Segment::Administration => administer(t),
        _ => return false,
    }
    if t.board.clock().over.is_none() {
        end_step(t);
    }
    true
}

/// A step is over; when it was that of the actions, airpower goes back first [11.6.a].
pub(super) fn end_step(t: &mut Table) {
    if t.segment() == Segment::Actions {
        airpower::retrieve(t);
    }
    advance(t);
}

/// [5.8] Recovery, or the final reckoning before anything else in the last turn [5.8.b].
fn administer(t: &mut Table) {
    if t.turn() >= t.start.turns {
        victory::reckon(t);
        return;
    }
    for unit in t.board.units() {
        t.unmark("PS-7.3.b", unit, Mark::Disrupted);
        t.unmark(if t.kind(unit) == UnitType::Clandestine { "PS-10.18.a" } else { "PS-10.17.d" }, unit, Mark::Used);
    }
    t.set_track("PS-5.8.a", Track::Passed, 0);
}
