//! What may be ordered now, generated from the same judgments that orders meet.

mod actions;
mod combat;
mod deployment;
mod setup;

use super::options::insurgency;
use super::orders::{Decision, Order, Segment};
use super::reinforcements::Why;
use super::table::Table;
use super::{EURASIAN, bases, fog, sequence, special_forces};
use crate::board::paths::Reach;
use crate::board::{Blocked, Choice, Illegal, Offer, Prompt, Target, UnitId, Units, ask, on_unit};
use bevy_ecs::prelude::{In, Local};

type Choices = Vec<Choice<Order>>;

/// Whose decision it is and what is asked.
pub(super) fn prompt(_: In<()>, mut t: Table) -> Prompt<Order> {
    if t.board.clock().over.is_some() {
        return Prompt::over();
    }
    t.refresh();
    let prompt = asked(&t);
    if is_private(&t, &prompt) { prompt } else { prompt.in_public() }
}

fn asked(t: &Table) -> Prompt<Order> {
    match t.open() {
        Some(Decision::Deployment(deployment)) => deployment::deploying(t, deployment),
        Some(Decision::March(march)) => actions::marching(t, march),
        Some(Decision::Attack(attack)) => {
            combat::attacking(t, attack).in_battle(attack.target, &crate::games::putin_moves_east::combat::CombatStage::STEPS, attack.stage.step())
        }
        Some(Decision::Mission(mission)) => combat::flying(t, mission),
        Some(Decision::Insurgency(insurgency)) => deployment::rebelling(t, insurgency),
        Some(Decision::Retreat(retreat)) => combat::retreating(t, retreat),
        None => step(t),
    }
}

/// [9.4], [14.6.4.b] Whether only the player who decides may read a prompt: it names counters that the enemy may not know, or which counters it
/// names depends on some of those. That there are such counters both may know.
fn is_private(t: &Table, prompt: &Prompt<Order>) -> bool {
    let Some(side) = prompt.side else { return false };
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
    let on_unit = |on: &Target| if let Target::Unit(unit) = on { Some(*unit) } else { None };
    let shown_on = prompt.buttons.iter().map(|choice| &choice.on).chain(prompt.blocked.iter().map(|blocked| &blocked.on));
    by_rule || prompt.actors.iter().copied().chain(shown_on.filter_map(on_unit)).any(|unit| !fog::is_open(t, unit))
}

fn step(t: &Table) -> Prompt<Order> {
    let side = sequence::on_move(t).unwrap_or(EURASIAN);
    match t.segment() {
        Segment::SetupFirst | Segment::SetupSecond => setup::set_up(t, side),
        Segment::SetupGuerrillas => setup::guerrillas(t, side),
        Segment::Shock => {
            let text =
                "Play the shock marker? It brings units at once, a third die of action points and the initiative, and goes to the enemy some turns later.";
            ask(side, text, vec![Choice::button("Play shock", Order::PlayShock), Choice::button("Keep it", Order::KeepShock)])
        }
        Segment::ActionPoints => stakes(t, side),
        Segment::Actions => actions::action(t, side),
        Segment::TurnStart | Segment::TurnEnd => ask(side, "", Vec::new()),
    }
}

fn stakes(t: &Table, side: crate::board::Side) -> Prompt<Order> {
    let ready = special_forces::ready(t, side);
    let mut prompt = ask(side, "Spend special forces for an action point each? They recycle.", Vec::new());
    prompt.buttons.push(Choice::button("None", Order::Stake { units: Units::new() }));
    prompt.buttons.push(Choice::button(format!("All {}", ready.len()), Order::Stake { units: ready.as_slice().into() }));
    prompt.actors = ready;
    prompt
}

/// What these counters together may do.
pub(super) fn offer(In(units): In<Units>, mut t: Table, mut scratch: Local<Reach>) -> Offer<Order> {
    let mut offer = Offer::default();
    if t.board.clock().over.is_some() || units.is_empty() || units.iter().any(|u| u.at() >= t.charts.printed.len()) {
        return offer;
    }
    t.refresh();
    let unit = units[0];
    match t.open() {
        Some(Decision::Deployment(deployment)) => deployment::places(&t, deployment, &units, &mut offer),
        Some(Decision::March(march)) => actions::ways(&t, march, unit, &mut scratch, &mut offer),
        Some(Decision::Attack(attack)) => combat::commitments(&t, attack, &units, &mut offer),
        Some(Decision::Insurgency(insurgency)) => deployment::assignments(&t, insurgency, unit, &mut offer),
        Some(Decision::Retreat(retreat)) => combat::retreats(&t, retreat, unit, &mut offer),
        Some(Decision::Mission(_)) => {}
        None => match t.segment() {
            Segment::SetupFirst | Segment::SetupSecond => setup::places(&t, unit, &mut offer),
            Segment::ActionPoints => {
                let judged = sequence::may_stake(&t, &units).map(drop);
                put(&mut offer, unit, "spend for action points", Order::Stake { units }, judged);
            }
            Segment::Actions => actions::orders(&t, &units, &mut offer),
            _ => {}
        },
    }
    offer
}

/// Adds a choice shown on a counter, or why it is none.
fn put(offer: &mut Offer<Order>, unit: UnitId, label: impl Into<std::borrow::Cow<'static, str>>, order: Order, judged: Result<(), Illegal>) {
    match judged {
        Ok(()) => offer.choices.push(on_unit(unit, label, order)),
        Err(by) => offer.blocked.push(Blocked { on: Target::Unit(unit), label: label.into(), by }),
    }
}

/// So many action points, in words.
fn price(cost: i32) -> String {
    format!("{cost} AP")
}
