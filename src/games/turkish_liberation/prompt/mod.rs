//! What may be ordered now, generated from the same judgments that orders meet.

mod admin;
mod battle;
mod operations;

use super::combat::CombatStage;
use super::orders::{Decision, Order};
use super::table::Table;
use super::{irregulars, placement, setup, stacking};
use crate::board::paths::Reach;
use crate::board::{Choice, Offer, Prompt, UnitId, Units, ask, button, on_hex, on_unit};
use bevy_ecs::prelude::{In, Local};

type Choices = Vec<Choice<Order>>;

/// Whose decision it is and what is asked.
pub(crate) fn prompt(_: In<()>, t: Table) -> Prompt<Order> {
    if t.is_over() {
        return Prompt::over();
    }
    let prompt = match t.board.decision().cloned() {
        Some(decision) => interruption(&t, decision),
        None => step(&t),
    };
    prompt.in_public() // [3.5.a] nothing is hidden
}

fn step(t: &Table) -> Prompt<Order> {
    let segment = t.segment();
    match () {
        _ if segment.is_setup() => setting_up(t),
        _ if segment.is_placement() => arrivals(t),
        _ if segment.is_movement() => operations::moving(t),
        _ if segment.is_combat() => operations::fighting(t),
        _ if segment == super::Segment::ImpChoice => operations::choosing(t),
        _ => admin::step(t),
    }
}

fn setting_up(t: &Table) -> Prompt<Order> {
    use super::Segment::*;
    let text = match t.segment() {
        _ if setup::missing(t).is_ok() => "Everything is placed. Move units if you like, then end this step.",
        SetupEdirne => "Choose two infantry divisions for Edirne.",
        SetupRegulars => "Place your other regulars within two hexes of the nine cities, one of them at least near each, and Ataturk with one of them.",
        SetupIrregulars => "Place five irregulars, one to a hex.",
        SetupBolsheviks => "Place the Bolshevik units that were drawn, and their convoys.",
        _ => "Place the armies of Greece, the powers and the republics, in any order.",
    };
    let mut prompt = ask(t.segment().side(), text, Vec::new());
    prompt.actors = setup::pieces(t);
    button(&mut prompt, "Place the rest as suggested", Order::PlaceRest, setup::may_place_rest(t));
    button(&mut prompt, "Set-up is done", Order::Ready, setup::missing(t));
    prompt
}

fn arrivals(t: &Table) -> Prompt<Order> {
    let mut prompt = ask(t.segment().side(), "Your arrivals: choose one, then a hex.", Vec::new());
    prompt.actors = placement::waiting(t);
    prompt
}

fn interruption(t: &Table, decision: Decision) -> Prompt<Order> {
    match decision {
        Decision::Event(choosing) => admin::event(t, &choosing),
        Decision::Poland { left } => admin::poland(t, left),
        Decision::Displaced { side, unit } => {
            let hexes = irregulars::refuges(t, unit).into_iter().map(|hex| on_hex(hex, "go here", Order::Displace { hex })).collect();
            ask(side, format!("{} has changed sides: choose where it goes.", t.name(unit)), hexes)
        }
        Decision::Excess { side, hex } => {
            let units = stacking::candidates(t, side, hex).into_iter().map(|unit| on_unit(unit, "eliminate", Order::RemoveExcess { unit })).collect();
            ask(side, format!("Too many units stand in {}: choose one to eliminate.", t.spot(hex)), units)
        }
        Decision::Taken => operations::edirne(t),
        Decision::Attack(attack) => battle::attacking(t, &attack).in_battle(attack.target, &CombatStage::STEPS, attack.stage.step()),
    }
}

/// What some counters together may do.
pub(crate) fn offer(In(units): In<Units>, t: Table, mut scratch: Local<Reach>) -> Offer<Order> {
    let mut offer = Offer::default();
    let Some(first) = units.first().copied() else { return offer };
    if let Some(decision) = t.board.decision() {
        if matches!(decision, Decision::Event(choosing) if choosing.is_placing()) {
            arrive(&t, first, &mut offer);
        }
        return offer;
    }
    let segment = t.segment();
    match () {
        _ if t.is_over() => {}
        _ if segment.is_setup() => place(&t, first, &mut offer),
        _ if segment.is_placement() => arrive(&t, first, &mut offer),
        _ if segment.is_movement() => operations::moves(&t, &units, &mut scratch, &mut offer),
        _ if segment.is_admin() => admin::offers(&t, first, &mut offer),
        _ => {}
    }
    offer
}

fn place(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if !setup::pieces(t).contains(&unit) {
        return;
    }
    offer.choices.extend(setup::places(t, unit).into_iter().map(|hex| on_hex(hex, "place", Order::Place { unit, hex })));
    if t.board.hex(unit).is_some() {
        offer.choices.push(on_unit(unit, "take back", Order::TakeBack { unit }));
    }
}

fn arrive(t: &Table, unit: UnitId, offer: &mut Offer<Order>) {
    if placement::waiting(t).contains(&unit) {
        offer.choices.extend(placement::places(t, unit).into_iter().map(|hex| on_hex(hex, "arrive", Order::Arrive { unit, hex })));
    }
}
