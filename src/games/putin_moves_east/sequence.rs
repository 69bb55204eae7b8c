//! [6] The course of a turn: what each step does by itself, and how one leads to the next.

use super::orders::{Decision, Holding, Optional, Segment, Track};
use super::table::Table;
use super::{COALITION, EURASIAN, air, combat, movement, options, reinforcements, retreat, scenario, setup, shock, special_forces, victory};
use crate::board::{Atom, Illegal, Modifier, Side, UnitId, Units};
use bevy_ecs::prelude::In;

/// Whose decision it is in a step, open decisions apart.
pub(super) fn on_move(t: &Table) -> Option<Side> {
    match t.segment() {
        Segment::Shock => shock::holder(t),
        Segment::ActionPoints => Some(roller(t)),
        Segment::Actions => Some(t.to_act()),
        segment => setup::side(t, segment),
    }
}

/// Runs whatever needs nobody's decision, until somebody owes one or the game is over.
pub(super) fn settle(_: In<()>, mut t: Table) {
    while t.board.clock().over.is_none() && step(&mut t) {}
}

/// One thing that happens by itself. Tells whether there was one.
fn step(t: &mut Table) -> bool {
    match t.open() {
        Some(Decision::Deployment(_)) => return reinforcements::proceed(t),
        Some(Decision::March(_)) => return movement::proceed(t),
        Some(Decision::Attack(_)) => return combat::proceed(t),
        Some(Decision::Mission(_)) => return air::proceed(t),
        Some(Decision::Insurgency(_)) => return options::insurgency::proceed(t),
        Some(Decision::Retreat(_)) => return retreat::proceed(t),
        None => {}
    }
    match t.segment() {
        Segment::SetupGuerrillas if setup::guerrillas_are_placed(t) => {}
        Segment::TurnStart => {
            // Once NATO has joined nothing of this happens twice: its owner places its army, and then the turn goes on.
            begin_turn(t);
            if t.open().is_some() {
                return true;
            }
        }
        Segment::Shock if shock::holder(t).is_none() || t.track(Track::ShockPlayed) > 0 => {}
        Segment::ActionPoints if t.track(Track::Action) >= 2 => {}
        Segment::ActionPoints if !may_ask_for_stakes(t, roller(t)) => {
            let side = roller(t);
            gain_points(t, side, &[]);
            return true;
        }
        Segment::TurnEnd => return end_turn(t),
        _ => return false,
    }
    end_step(t);
    true
}

/// The next step of the sequence begins, or the game ends.
pub(super) fn end_step(t: &mut Table) {
    let (sequence, start) = (t.book.clone(), t.start.clone());
    if t.board.next_step(Atom("PME-3.0.a"), Atom("PME-6.1.a"), &sequence.sequence, &start) {
        enter(t);
    } else {
        victory::reckon(t);
    }
}

/// What happens on entering a step.
fn enter(t: &mut Table) {
    match t.segment() {
        Segment::ActionPoints => t.set_track("PME-6.2.a", Track::Action, 0),
        Segment::Actions => {
            t.set_track("PME-6.5.a", Track::ToAct, i32::from(t.first().0));
            t.set_track("PME-6.9.a", Track::Passed, 0);
            t.set_track("PME-6.1.a", Track::Action, 0);
        }
        _ => {}
    }
}

/// [11.2], [7.2], [SCN.b] Special forces return, the shock marker arrives, NATO may enter the war.
fn begin_turn(t: &mut Table) {
    for side in [EURASIAN, COALITION] {
        for unit in t.boxed(Holding::of_turn(side, t.turn(), t.start.turns)) {
            t.box_up("PME-11.2.a", unit, Holding::staging(side));
        }
        t.set_track("PME-10.1.d", Track::reinforced(side), 0);
        t.set_track("PME-27.0.a", Track::wmd(side), 0);
    }
    t.set_track("PME-7.1.a", Track::ShockPlayed, 0);
    shock::arrive(t);
    scenario::activate(t);
}

/// [F56] Whose action points are rolled next: the first player's, then the other's.
fn roller(t: &Table) -> Side {
    if t.track(Track::Action) == 0 { t.first() } else { t.first().other() }
}

/// [24.1] Whether a side is asked for special forces before its roll.
fn may_ask_for_stakes(t: &Table, side: Side) -> bool {
    t.option(Optional::Stakes) && !special_forces::ready(t, side).is_empty()
}

/// [24.1] Special forces are spent for action points.
pub(super) fn stake(In(units): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let side = may_stake(&t, &units)?;
    gain_points(&mut t, side, &units);
    Ok(())
}

/// [24.1] Whether special forces may be spent now.
pub(super) fn may_stake(t: &Table, units: &[UnitId]) -> Result<Side, Illegal> {
    if !t.option(Optional::Stakes) {
        return Err(Illegal::new("PME-24.1.a", "special forces are spent for action points only with optional rule 24.1"));
    }
    t.during(Segment::ActionPoints, "PME-24.1.a", "special forces are spent for action points only before these are rolled")?;
    let side = roller(t);
    special_forces::may_use(t, side, units, "PME-24.1.a")?;
    Ok(side)
}

/// [6.2], [6.3], [7.1.d], [24.1] A side's action points are rolled; then special forces spent on them recycle.
fn gain_points(t: &mut Table, side: Side, spent: &[UnitId]) {
    let numbers = t.charts.action_points.clone();
    let shocked = t.track(Track::ShockPlayed) > 0 && t.first() == side;
    let dice = if shocked { numbers.shock_dice } else { numbers.dice };
    for unit in spent {
        t.box_up("PME-24.1.a", *unit, Holding::Committed);
    }
    let (on_map, off_map) = bases(t, side);
    let listed: [Modifier; 3] =
        [("major bases", clamped(on_map)), ("off-map bases", clamped(off_map)), ("special forces", clamped(numbers.special_forces * spent.len() as i32))];
    let modifiers: Vec<Modifier> = listed.into_iter().filter(|(_, n)| *n != 0).collect();
    let by = if shocked { "PME-7.1.d" } else { "PME-6.2.a" };
    let what = if side == EURASIAN { "Eurasian action points" } else { "Coalition action points" };
    let total = t.board.roll_dice(Atom(by), what, dice, &modifiers);
    t.set_track("PME-6.3.a", Track::points(side), i32::from(total).clamp(0, numbers.most));
    special_forces::recycle(t, spent);
    let rolled = t.track(Track::Action) + 1;
    t.set_track("PME-6.2.a", Track::Action, rolled);
}

fn clamped(n: i32) -> i8 {
    n.clamp(-99, 99) as i8
}

/// [6.2.a], [21.2], [TEC.c] Points for major bases: on the map, and off it.
pub(super) fn bases(t: &Table, side: Side) -> (i32, i32) {
    use super::charts::Symbol;
    use super::tables::Nation;
    let held = t.charts.spots.cities.iter().filter(|ix| t.controls(side, **ix));
    let major = held.map(|ix| t.footing(*ix).symbols.iter().filter(|s| **s == Symbol::MajorBase).count() as i32).sum::<i32>();
    let off = Nation::ALL.into_iter().filter(|n| t.side_of(*n) == Some(side)).filter_map(|n| t.charts.bases[n.at()].as_ref()).map(|b| b.points).sum();
    (major * t.charts.action_points.major_base, off)
}

/// [6.4], [6.7] Unspent points are lost; after the last turn the points are counted.
fn end_turn(t: &mut Table) -> bool {
    for side in [EURASIAN, COALITION] {
        t.set_track("PME-6.4.a", Track::points(side), 0);
    }
    if t.turn() >= t.start.turns {
        victory::reckon(t)
    } else {
        end_step(t)
    }
    true
}
