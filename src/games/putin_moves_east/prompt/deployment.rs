//! Prompts of reinforcements and of insurgencies.

use crate::board::{Target, UnitId};
use crate::games::List;
use crate::games::putin_moves_east::movement::Found;
use crate::games::putin_moves_east::options::fob;
use crate::games::putin_moves_east::options::insurgency::{self, Insurgency, InsurgencyStage};
use crate::games::putin_moves_east::orders::{Order, Spot};
use crate::games::putin_moves_east::reinforcements::{self, Deployment, Why};
use crate::games::putin_moves_east::table::{Table, movement_points};
use crate::games::putin_moves_east::tables::Kind;
use crate::games::putin_moves_east::{flights, special_forces};

/// Units are deployed.
pub(super) fn deploying(t: &Table, d: &Deployment, list: &mut List) {
    if let Some((unit, points)) = d.landing {
        list.ask(d.side, || format!("{} flies in with {}: where does it land?", t.name(unit), movement_points(points)));
        list.actors.push(unit);
        return;
    }
    if d.why == Why::Activation {
        list.ask(d.side, "NATO has entered the war on your side: place its army in a city of South Korea.");
        list.actors.extend(reinforcements::candidates(t, d));
        return;
    }
    let what = match d.why {
        Why::Mobilize => "China mobilizes",
        Why::Shock => "Shock",
        _ => "Reinforcements",
    };
    let hideouts = reinforcements::recruiting(t, d);
    let or = if hideouts.is_empty() { "" } else { " In a lit hex guerrillas rise: click it, and the unit is drawn unseen." };
    list.ask(d.side, || format!("{what}: choose a unit, then where it is deployed: the box, or a hex that lights up.{or} {} to go.", d.left));
    list.actors.extend(reinforcements::candidates(t, d));
    for ix in hideouts {
        let hex = t.hex(ix);
        list.on_hex(hex, "recruit guerrillas", Order::Recruit { hex });
    }
    let bases = fob::on_map(t, d.side);
    if reinforcements::may_demobilize(t, d, &bases).is_ok() {
        list.button("Take the forward operations base off the map", Order::Demobilize { units: bases.into() });
    }
    list.button("Deploy no more", Order::EndDeployment);
}

/// Where a unit may be deployed, or land.
pub(super) fn places(t: &Table, d: &Deployment, units: &[UnitId], list: &mut List) {
    let unit = units[0];
    if let Some((_, points)) = d.landing.filter(|(flying, _)| *flying == unit) {
        for Found { end, path, .. } in flights::landings(t, unit, points) {
            list.on_hex(t.hex(end), "land here", Order::Go { path });
        }
        return;
    }
    if t.kind(unit) == Kind::Fob && t.board.hex(unit).is_some() {
        let judged = reinforcements::may_demobilize(t, d, units);
        return list.on_unit_if(unit, "take off the map", Order::Demobilize { units: units.into() }, judged);
    }
    if let Err(by) = reinforcements::may_come(t, d, unit) {
        return list.blocked(Target::Unit(unit), "deploy", by);
    }
    if reinforcements::may_deploy(t, d, unit, Spot::Staging).is_ok() {
        list.on_unit(unit, "deploy to the Staging Area", Order::Deploy { unit, to: Spot::Staging });
    }
    if reinforcements::may_deploy(t, d, unit, Spot::Base).is_ok() {
        list.on_unit(unit, "deploy in the off-map base", Order::Deploy { unit, to: Spot::Base });
    }
    if reinforcements::may_drop_in(t, d, unit).is_ok() {
        list.on_unit(unit, "fly in over the map edge", Order::DropIn { unit });
    }
    for hex in reinforcements::hexes(t, d, unit) {
        list.on_hex(hex, "deploy here", Order::Deploy { unit, to: Spot::Hex(hex) });
    }
}

/// An insurgency is planned or carried out.
pub(super) fn rebelling(t: &Table, now: &Insurgency, list: &mut List) {
    let city = || now.city().map_or_else(String::new, |hex| t.spot(hex));
    match now.stage {
        InsurgencyStage::Planning => {
            list.ask(now.side, "Plan the insurgency: assign special forces to cities.");
            let assigned = |u: &UnitId| now.plan.iter().any(|(known, _)| known == u);
            list.actors.extend(special_forces::ready(t, now.side).into_iter().filter(|u| !assigned(u)));
            for (unit, hex) in &now.plan {
                list.on_unit(*unit, || format!("take out of the plan for {}", t.spot(*hex)), Order::Leave { unit: *unit });
            }
            list.button(|| format!("Begin, {}", super::price(t.charts.costs.insurgency)), Order::Incite);
            list.button("Cancel", Order::Drop);
        }
        InsurgencyStage::Choice(power) => {
            let many = || if power == 1 { "a guerrilla unit".to_owned() } else { format!("up to {power} guerrilla units") };
            list.ask(now.side, || format!("Rebellion in {}: turn the garrison, or raise guerrillas nearby?", city()));
            list.button("Turn the garrison", Order::Rise { flip: true });
            list.button(|| format!("Raise {}", many()), Order::Rise { flip: false });
        }
        InsurgencyStage::Recruiting(left) => {
            list.ask(now.side, || format!("Guerrillas rise near {}: choose a lit hex, the unit is drawn unseen. {left} to go.", city()));
            for ix in insurgency::hideouts(t, now) {
                let hex = t.hex(ix);
                list.on_hex(hex, "raise guerrillas", Order::Recruit { hex });
            }
            list.button("Raise no more", Order::EndDeployment);
        }
        InsurgencyStage::Rolling | InsurgencyStage::Turning => list.ask(now.side, ""),
    }
}

/// The cities to which special forces may be assigned.
pub(super) fn assignments(t: &Table, now: &Insurgency, unit: UnitId, list: &mut List) {
    if now.stage != InsurgencyStage::Planning {
        return;
    }
    for hex in insurgency::cities(t) {
        if insurgency::may_assign(t, unit, hex).is_ok() {
            list.on_hex(hex, "assign to an insurgency", Order::Infiltrate { unit, hex });
        }
    }
}
