//! [4] The course of a turn: what each step does by itself, and how one leads to the next.

use super::orders::{Decision, Purpose, Segment};
use super::table::Table;
use super::{ceasefire, combat, levels, markers, movement, reinforcements, setup, supply, victory};
use crate::board::{Atom, Illegal};
use bevy_ecs::prelude::In;

/// [4.0.a] The next step of the sequence begins.
pub(super) fn advance(t: &mut Table) {
    // [F-68] A step of set-up cites its own rule.
    let next = t.board.clock().next(&t.book.sequence, &t.start).map(|(clock, _)| Segment::from_id(clock.step(&t.book.sequence)));
    let rule = next.and_then(setup::step_rule).unwrap_or("OW-4.0.a");
    if t.board.next_step(Atom(rule), Atom("OW-4.0.a"), &t.book.sequence, &t.start) {
        enter(t);
    } else {
        victory::finish(t);
    }
}

/// What happens on entering a step.
fn enter(t: &mut Table) {
    let (purpose, side) = t.segment().purpose();
    match purpose {
        Purpose::Arrival | Purpose::Movement => movement::begin_segment(t, side),
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
        Some(Decision::Attack(_)) => return combat::proceed(t),
        Some(_) => return false,
        None => {}
    }
    let (purpose, side) = t.segment().purpose();
    let over = match purpose {
        Purpose::Police => setup::police(t),
        Purpose::Militia => {
            setup::militia(t);
            true
        }
        Purpose::Battalions => return setup::draw_battalions(t),
        Purpose::Boxes => true,
        Purpose::TurnStart => {
            reinforcements::open_intervention(t);
            ceasefire::take_effect(t);
            true
        }
        Purpose::Arrival => reinforcements::sort(t),
        Purpose::Supply => {
            supply::check(t, side);
            true
        }
        Purpose::SupplyAgain => {
            supply::restore(t, side);
            true
        }
        // [15.2.d]
        Purpose::Combat if t.is_ceasefire() => {
            end_combat(t);
            true
        }
        Purpose::Support => {
            levels::arrive(t);
            true
        }
        Purpose::Ceasefire => ceasefire::begin(t),
        Purpose::TurnEnd => true,
        _ => return false,
    };
    if over {
        advance(t);
    }
    over || t.board.decision::<Decision>().is_some()
}

/// Whether the segment may be ended by its player now.
pub(super) fn may_end(t: &Table) -> Result<(), Illegal> {
    match t.purpose() {
        Purpose::Movement | Purpose::Mobs | Purpose::Combat => Ok(()),
        Purpose::Reinforcement => reinforcements::all_chosen(t),
        Purpose::Arrival => reinforcements::all_placed(t),
        _ => Err(Illegal::new("OW-4.0.a", "set-up has no segment to end: press “Set-up is done” when everything is placed")),
    }
}

/// [4.0.a] Ends the segment; the next step begins.
pub(super) fn end_segment(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    may_end(&t)?;
    let (purpose, side) = t.segment().purpose();
    match purpose {
        Purpose::Reinforcement => {
            reinforcements::end_segment(&mut t);
            return Ok(());
        }
        Purpose::Movement => movement::end_moves(&mut t, side, &[]),
        Purpose::Combat => end_combat(&mut t),
        _ => {}
    }
    advance(&mut t);
    Ok(())
}

/// A Combat Segment ends: nobody has attacked, and what tactical communications uncovered is covered again.
fn end_combat(t: &mut Table) {
    combat::begin_segment(t);
    if t.phasing() == super::REBEL {
        markers::end_comms(t);
    }
}
