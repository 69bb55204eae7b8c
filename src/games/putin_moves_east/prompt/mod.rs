//! What may be ordered now, generated from the same judgments that orders meet.

mod actions;
mod combat;
mod deployment;
mod setup;

use super::combat::CombatStage;
use super::options::insurgency;
use super::orders::{Decision, Order, Segment};
use super::reinforcements::Why;
use super::table::Table;
use super::{EURASIAN, bases, fog, sequence, special_forces};
use crate::board::paths::Reach;
use crate::board::{Target, UnitId, Units};
use crate::games::List;
use bevy_ecs::prelude::{InMut, InRef, Local};

/// Whose decision it is and what is asked.
pub(super) fn prompt(InMut(list): InMut<List>, mut t: Table) {
    if t.board.clock().over.is_some() {
        return list.over();
    }
    t.refresh();
    asked(&t, list);
    if list.has_words() && !is_private(&t, list) {
        list.in_public();
    }
}

fn asked(t: &Table, list: &mut List) {
    match t.open() {
        Some(Decision::Deployment(deployment)) => deployment::deploying(t, deployment, list),
        Some(Decision::March(march)) => actions::marching(t, march, list),
        Some(Decision::Attack(attack)) => {
            list.in_battle(attack.target, &CombatStage::STEPS, attack.stage.step());
            combat::attacking(t, attack, list);
        }
        Some(Decision::Mission(mission)) => combat::flying(t, mission, list),
        Some(Decision::Insurgency(insurgency)) => deployment::rebelling(t, insurgency, list),
        Some(Decision::Retreat(retreat)) => combat::retreating(t, retreat, list),
        None => step(t, list),
    }
}

/// [9.4], [14.6.4.b] Whether only the player who decides may read a prompt: it names counters that the enemy may not know, or which counters it
/// names depends on some of those. That there are such counters both may know.
fn is_private(t: &Table, list: &List) -> bool {
    let Some(side) = list.side else { return false };
    let by_rule = match t.open() {
        Some(Decision::Deployment(deployment)) => deployment.why != Why::Activation,
        Some(Decision::March(march)) => march.unit.is_none() && bases::hold_units(t, side),
        Some(Decision::Attack(attack)) => combat::rests_on_secrets(t, attack),
        Some(Decision::Insurgency(insurgency)) => insurgency.stage == insurgency::InsurgencyStage::Planning,
        Some(Decision::Mission(_) | Decision::Retreat(_)) => false,
        None => match t.segment() {
            Segment::SetupFirst | Segment::SetupSecond | Segment::ActionPoints => true,
            _ => fog::is_looking(t),
        },
    };
    let on_unit = |on: Target| if let Target::Unit(unit) = on { Some(unit) } else { None };
    by_rule || list.actors.iter().copied().chain(list.shown_on().filter_map(on_unit)).any(|unit| !fog::is_open(t, unit))
}

fn step(t: &Table, list: &mut List) {
    let side = sequence::on_move(t).unwrap_or(EURASIAN);
    match t.segment() {
        Segment::SetupFirst | Segment::SetupSecond => setup::set_up(t, side, list),
        Segment::SetupGuerrillas => setup::guerrillas(t, side, list),
        Segment::Shock => {
            let text =
                "Play the shock marker? It brings units at once, a third die of action points and the initiative, and goes to the enemy some turns later.";
            list.ask(side, text);
            list.button("Play shock", Order::PlayShock);
            list.button("Keep it", Order::KeepShock);
        }
        Segment::ActionPoints => stakes(t, side, list),
        Segment::Actions => actions::action(t, side, list),
        Segment::TurnStart | Segment::TurnEnd => list.ask(side, ""),
    }
}

fn stakes(t: &Table, side: crate::board::Side, list: &mut List) {
    let ready = special_forces::ready(t, side);
    list.ask(side, "Spend special forces for an action point each? They recycle.");
    list.button("None", Order::Stake { units: Units::new() });
    list.button(|| format!("All {}", ready.len()), Order::Stake { units: ready.as_slice().into() });
    list.actors.extend(ready);
}

/// What these counters together may do.
pub(super) fn offer((InMut(list), InRef(units)): (InMut<List>, InRef<[UnitId]>), mut t: Table, mut scratch: Local<Reach>) {
    if t.board.clock().over.is_some() || units.is_empty() || units.iter().any(|u| u.at() >= t.charts.printed.len()) {
        return;
    }
    t.refresh();
    let unit = units[0];
    match t.open() {
        Some(Decision::Deployment(deployment)) => deployment::places(&t, deployment, units, list),
        Some(Decision::March(march)) => actions::ways(&t, march, unit, &mut scratch, list),
        Some(Decision::Attack(attack)) => combat::commitments(&t, attack, units, list),
        Some(Decision::Insurgency(insurgency)) => deployment::assignments(&t, insurgency, unit, list),
        Some(Decision::Retreat(retreat)) => combat::retreats(&t, retreat, unit, list),
        Some(Decision::Mission(_)) => {}
        None => match t.segment() {
            Segment::SetupFirst | Segment::SetupSecond => setup::places(&t, unit, list),
            Segment::ActionPoints => {
                list.on_unit_if(unit, "spend for action points", Order::Stake { units: units.into() }, sequence::may_stake(&t, units));
            }
            Segment::Actions => actions::orders(&t, units, list),
            _ => {}
        },
    }
}

/// So many action points, in words.
fn price(cost: i32) -> String {
    format!("{cost} AP")
}
