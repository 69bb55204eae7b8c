//! [5] The course of a turn: what each step does by itself, and how one leads to the next.

use super::orders::{Decision, Mark, Purpose};
use super::table::Table;
use super::{combat, fog, missions, movement, reinforcements, setup, stacking, victory, weather};
use crate::board::{Atom, Illegal};
use bevy_ecs::prelude::In;

/// [5.0.a] The next step of the sequence begins, or the game ends [3.2.d].
pub(super) fn advance(t: &mut Table) {
    if t.board.next_step(Atom("TOA-4.0.a"), Atom("TOA-5.0.a"), &t.book.sequence, &t.start) {
        enter(t);
    } else {
        victory::finish(t);
    }
}

/// What happens on entering a step.
fn enter(t: &mut Table) {
    let (purpose, side) = t.segment().purpose();
    match purpose {
        Purpose::Weather => weather::begin(t),
        Purpose::Reinforcement => reinforcements::begin(t),
        Purpose::Movement => movement::begin_segment(t, side),
        Purpose::Combat => combat::begin_segment(t),
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
        Some(Decision::AirDefense(_)) => return missions::proceed(t),
        Some(Decision::Attack(_)) => return combat::proceed(t),
        Some(_) => return false,
        None => {}
    }
    let (purpose, side) = t.segment().purpose();
    match purpose {
        Purpose::Markers => setup::draw_markers(&mut t.board, &t.charts),
        // [5.0.f] everything that is disrupted, however lately
        Purpose::Recovery => {
            t.unmark_all("TOA-5.0.f", Some(side), &[Mark::Disrupted]);
            if side == super::RUSSIAN && victory::sudden_death(t) {
                return false;
            }
        }
        Purpose::EndCheck if victory::end_die(t).is_none() => {}
        // [5.0.h]
        Purpose::EndRecovery => t.unmark_all("TOA-5.0.h", None, &[Mark::Fired, Mark::Used]),
        _ => return false,
    }
    advance(t);
    true
}

/// Whether the segment may be ended by its player now.
pub(super) fn may_end(t: &Table) -> Result<(), Illegal> {
    match t.segment().purpose().0 {
        Purpose::Movement | Purpose::Support | Purpose::Combat => Ok(()),
        Purpose::Reinforcement => reinforcements::still_due(t).map_or(Ok(()), Err),
        Purpose::SetUp => Err(Illegal::new("TOA-5.0.a", "press “Set-up is done” once every unit is placed")),
        _ => Err(Illegal::new("TOA-5.0.a", "roll the die first")),
    }
}

/// [5.0.a], [7.1.a] Ends the segment: first stacks must comply, then the next step begins.
pub(super) fn end_segment(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_end(&t)?;
    // What the next segment offers depends on the enemy's zones of control.
    let (everywhere, side) = (t.board.map.grid.all().collect::<Vec<_>>(), t.phasing());
    fog::note_doubt(&mut t, side, &everywhere);
    if t.segment().purpose().0 == Purpose::Combat {
        combat::end_segment(&mut t);
    }
    finish_segment(&mut t);
    Ok(())
}

/// [7.1.a] Goes on once no hex of either side holds too much; otherwise its owner is asked.
pub(super) fn finish_segment(t: &mut Table) {
    let (purpose, phasing) = t.segment().purpose();
    // [13.1.f] Russian reinforcements may crowd their entry hexes until the Movement Segment ends.
    let crowded = purpose == Purpose::Reinforcement && phasing == super::RUSSIAN;
    if crowded || stacking::enforce(t, phasing) {
        advance(t);
    }
}
