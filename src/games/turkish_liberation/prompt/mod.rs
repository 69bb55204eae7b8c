//! What may be ordered now, generated from the same judgments that orders meet.

mod admin;
mod battle;
mod operations;

use super::combat::CombatStage;
use super::orders::{Decision, Order};
use super::table::Table;
use super::{irregulars, placement, setup, stacking};
use crate::board::UnitId;
use crate::board::paths::Reach;
use crate::games::List;
use bevy_ecs::prelude::{InMut, InRef, Local};

/// Whose decision it is and what is asked.
pub(crate) fn prompt(InMut(list): InMut<List>, t: Table) {
    if t.is_over() {
        return list.over();
    }
    list.in_public(); // [3.5.a] nothing is hidden
    match t.board.decision() {
        Some(decision) => interruption(&t, decision, list),
        None => step(&t, list),
    }
}

fn step(t: &Table, list: &mut List) {
    let segment = t.segment();
    match () {
        _ if segment.is_setup() => setting_up(t, list),
        _ if segment.is_placement() => arrivals(t, list),
        _ if segment.is_movement() => operations::moving(t, list),
        _ if segment.is_combat() => operations::fighting(t, list),
        _ if segment == super::Segment::ImpChoice => operations::choosing(t, list),
        _ => admin::step(t, list),
    }
}

fn setting_up(t: &Table, list: &mut List) {
    use super::Segment::*;
    let missing = setup::missing(t);
    let text = match t.segment() {
        _ if missing.is_ok() => "Everything has been placed. Move units if you like, then end this step.",
        SetupEdirne => "Choose two infantry divisions for Edirne.",
        SetupRegulars => "Place your other regulars within two hexes of the nine cities, at least one near each, and Ataturk with one of them.",
        SetupIrregulars => "Place five irregulars, one to a hex.",
        SetupBolsheviks => "Place the Bolshevik units that were drawn, and their convoys.",
        _ => "Place the armies of Greece, the powers and the republics, in any order.",
    };
    list.ask(t.segment().side(), text);
    list.actors.extend(setup::pieces(t));
    list.button_if("Place the rest as suggested", Order::PlaceRest, setup::may_place_rest(t));
    list.button_if("Set-up is done", Order::Ready, missing);
}

fn arrivals(t: &Table, list: &mut List) {
    list.ask(t.segment().side(), "Your arrivals: choose one, then a hex.");
    list.actors.extend(placement::waiting(t));
}

fn interruption(t: &Table, decision: &Decision, list: &mut List) {
    match decision {
        Decision::Event(choosing) => admin::event(t, choosing, list),
        Decision::Poland { left } => admin::poland(t, *left, list),
        Decision::Displaced { side, unit } => {
            list.ask(*side, || format!("{} has changed sides: choose where it goes.", t.name(*unit)));
            list.each_hex(irregulars::refuges(t, *unit), "go here", |hex| Order::Displace { hex });
        }
        Decision::Excess { side, hex } => {
            list.ask(*side, || format!("Too many units stand in {}: choose one to eliminate.", t.spot(*hex)));
            list.each(stacking::candidates(t, *side, *hex), "eliminate", |unit| Order::RemoveExcess { unit });
        }
        Decision::Taken => operations::edirne(t, list),
        Decision::Attack(attack) => {
            list.in_battle(attack.target, &CombatStage::STEPS, attack.stage.step());
            battle::attacking(t, attack, list);
        }
    }
}

/// What some counters together may do.
pub(crate) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), t: Table, mut scratch: Local<Reach>) {
    let Some(first) = units.first().copied() else { return };
    if let Some(decision) = t.board.decision() {
        if matches!(decision, Decision::Event(choosing) if choosing.is_placing()) {
            arrive(&t, first, list);
        }
        return;
    }
    let segment = t.segment();
    match () {
        _ if t.is_over() => {}
        _ if segment.is_setup() => place(&t, first, list),
        _ if segment.is_placement() => arrive(&t, first, list),
        _ if segment.is_movement() => operations::moves(&t, units, &mut scratch, list),
        _ if segment.is_admin() => admin::offers(&t, first, list),
        _ => {}
    }
}

fn place(t: &Table, unit: UnitId, list: &mut List) {
    if !setup::pieces(t).contains(&unit) {
        return;
    }
    list.each_hex(setup::places(t, unit), "place", move |hex| Order::Place { unit, hex });
    if t.board.hex(unit).is_some() {
        list.on_unit(unit, "take back", Order::TakeBack { unit });
    }
}

fn arrive(t: &Table, unit: UnitId, list: &mut List) {
    if placement::waiting(t).contains(&unit) {
        list.each_hex(placement::places(t, unit), "arrive", move |hex| Order::Arrive { unit, hex });
    }
}
