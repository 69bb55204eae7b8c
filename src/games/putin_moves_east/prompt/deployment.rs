//! Prompts of reinforcements and of insurgencies.

use super::put;
use crate::board::{Choice, Offer, Prompt, Target, UnitId, ask, button, on_hex, on_unit};
use crate::games::putin_moves_east::options::fob;
use crate::games::putin_moves_east::options::insurgency::{self, Insurgency, InsurgencyStage};
use crate::games::putin_moves_east::orders::{Order, Spot};
use crate::games::putin_moves_east::reinforcements::{self, Deployment, Why};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::Kind;
use crate::games::putin_moves_east::{flights, special_forces};

/// Units are deployed.
pub(super) fn deploying(t: &Table, d: &Deployment) -> Prompt<Order> {
    if let Some((unit, points)) = d.landing {
        let mut prompt = ask(d.side, format!("{} flies in with {points} movement points: where does it land?", t.name(unit)), Vec::new());
        prompt.actors = vec![unit];
        return prompt;
    }
    if d.why == Why::Activation {
        let mut prompt = ask(d.side, "NATO has entered the war on your side: place its army in a city of South Korea.", Vec::new());
        prompt.actors = reinforcements::candidates(t, d);
        return prompt;
    }
    let what = match d.why {
        Why::Mobilize => "China mobilizes",
        Why::Shock => "Shock",
        _ => "Reinforcements",
    };
    let hideouts = reinforcements::recruiting(t, d);
    let or = if hideouts.is_empty() { "" } else { " In a lit hex guerrillas rise: click it, and the unit is drawn unseen." };
    let mut prompt =
        ask(d.side, format!("{what}: choose a unit, then where it is deployed: the box, or a hex that lights up.{or} {} to go.", d.left), Vec::new());
    prompt.actors = reinforcements::candidates(t, d);
    for ix in hideouts {
        let hex = t.hex(ix);
        prompt.buttons.push(on_hex(hex, "recruit guerrillas", Order::Recruit { hex }));
    }
    let bases = fob::on_map(t, d.side);
    if reinforcements::may_demobilize(t, d, &bases).is_ok() {
        prompt.buttons.push(Choice::button("Take the forward operations base off the map", Order::Demobilize { units: bases.into() }));
    }
    prompt.buttons.push(Choice::button("Deploy no more", Order::EndDeployment));
    prompt
}

/// Where a unit may be deployed, or land.
pub(super) fn places(t: &Table, d: &Deployment, units: &[UnitId], offer: &mut Offer<Order>) {
    let unit = units[0];
    if let Some((_, points)) = d.landing.filter(|(flying, _)| *flying == unit) {
        for (end, path, _) in flights::landings(t, unit, points) {
            offer.choices.push(Choice { on: Target::Hex(t.hex(end)), label: "land here".into(), cost: None, order: Order::Go { path } });
        }
        return;
    }
    if t.kind(unit) == Kind::Fob && t.board.hex(unit).is_some() {
        let judged = reinforcements::may_demobilize(t, d, units);
        return put(offer, unit, "take off the map", Order::Demobilize { units: units.into() }, judged);
    }
    if let Err(by) = reinforcements::may_come(t, d, unit) {
        return put(offer, unit, "deploy", Order::Deploy { unit, to: Spot::Base }, Err(by));
    }
    if reinforcements::may_deploy(t, d, unit, Spot::Staging).is_ok() {
        put(offer, unit, "deploy to the Staging Area", Order::Deploy { unit, to: Spot::Staging }, Ok(()));
    }
    if reinforcements::may_deploy(t, d, unit, Spot::Base).is_ok() {
        put(offer, unit, "deploy in the off-map base", Order::Deploy { unit, to: Spot::Base }, Ok(()));
    }
    if reinforcements::may_drop_in(t, d, unit).is_ok() {
        put(offer, unit, "fly in over the map edge", Order::DropIn { unit }, Ok(()));
    }
    for hex in reinforcements::hexes(t, d, unit) {
        offer.choices.push(on_hex(hex, "deploy here", Order::Deploy { unit, to: Spot::Hex(hex) }));
    }
}

/// An insurgency is planned or carried out.
pub(super) fn rebelling(t: &Table, now: &Insurgency) -> Prompt<Order> {
    let city = now.city().map_or_else(String::new, |hex| t.spot(hex));
    match now.stage {
        InsurgencyStage::Planning => {
            let mut prompt = ask(now.side, "Plan the insurgency: assign special forces to cities.", Vec::new());
            let assigned = |u: &UnitId| now.plan.iter().any(|(known, _)| known == u);
            prompt.actors = special_forces::ready(t, now.side).into_iter().filter(|u| !assigned(u)).collect();
            for (unit, hex) in &now.plan {
                prompt.buttons.push(on_unit(*unit, format!("take out of the plan for {}", t.spot(*hex)), Order::Leave { unit: *unit }));
            }
            button(&mut prompt, format!("Begin, {}", super::price(t.charts.costs.insurgency)), Order::Incite, Ok(()));
            prompt.buttons.push(Choice::button("Cancel", Order::Drop));
            prompt
        }
        InsurgencyStage::Choice(power) => {
            let many = if power == 1 { "a guerrilla unit".to_owned() } else { format!("up to {power} guerrilla units") };
            let turn = Choice::button("Turn the garrison", Order::Rise { flip: true });
            let raise = Choice::button(format!("Raise {many}"), Order::Rise { flip: false });
            ask(now.side, format!("Rebellion in {city}: turn the garrison, or raise guerrillas nearby?"), vec![turn, raise])
        }
        InsurgencyStage::Recruiting(left) => {
            let mut prompt = ask(now.side, format!("Guerrillas rise near {city}: choose a lit hex, the unit is drawn unseen. {left} to go."), Vec::new());
            for ix in insurgency::hideouts(t, now) {
                let hex = t.hex(ix);
                prompt.buttons.push(on_hex(hex, "raise guerrillas", Order::Recruit { hex }));
            }
            prompt.buttons.push(Choice::button("Raise no more", Order::EndDeployment));
            prompt
        }
        InsurgencyStage::Rolling | InsurgencyStage::Turning => ask(now.side, "", Vec::new()),
    }
}

/// The cities to which special forces may be assigned.
pub(super) fn assignments(t: &Table, now: &Insurgency, unit: UnitId, offer: &mut Offer<Order>) {
    if now.stage != InsurgencyStage::Planning {
        return;
    }
    for hex in insurgency::cities(t) {
        if insurgency::may_assign(t, unit, hex).is_ok() {
            offer.choices.push(on_hex(hex, "assign to an insurgency", Order::Infiltrate { unit, hex }));
        }
    }
}
