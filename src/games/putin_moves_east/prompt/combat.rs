//! Prompts of battles, air missions and retreats.

use super::price;
use crate::board::{Ix, Path, Side, Target, UnitId, Units};
use crate::games::List;
use crate::games::putin_moves_east::air::{self, Mission};
use crate::games::putin_moves_east::combat::{self, Attack, CombatStage, advance, assault, losses, seal, support};
use crate::games::putin_moves_east::orders::{Holding, Optional, Order};
use crate::games::putin_moves_east::retreat::{self, Retreat};
use crate::games::putin_moves_east::table::{Table, action_points, counted, movement_points};
use crate::games::putin_moves_east::tables::Kind;
use crate::games::putin_moves_east::{bases, fog, special_forces};

/// An attack waits for a decision.
pub(super) fn attacking(t: &Table, attack: &Attack, list: &mut List) {
    let (side, spot) = (attack.decider(), || t.spot(attack.target));
    let ix = combat::target(t, attack);
    match attack.stage {
        CombatStage::Planning => planning(t, attack, list),
        CombatStage::Landing => landing(t, attack, list),
        CombatStage::Defender => {
            list.ask(side, || format!("{} is attacked and overstacked: which unit defends it?", spot()));
            list.each(t.mobile(ix), "defend", |unit| Order::Defend { unit });
        }
        CombatStage::AttackerSupport | CombatStage::DefenderSupport => {
            list.ask(side, || format!("The battle for {}: commit aircraft and ships of one nation, or none.", spot()));
            list.button("No support", Order::Support { units: Units::new() });
            let (units, columns) = support::best(t, attack, side);
            if !units.is_empty() {
                list.button(|| format!("All that is possible: {}", counted(columns, "column", "columns")), Order::Support { units: units.into() });
            }
            let staged = t.boxed(Holding::staging(side)).into_iter();
            list.actors.extend(staged.filter(|u| support::may_support(t, side, *u, ix).is_ok()));
        }
        CombatStage::AttackerSeal | CombatStage::DefenderSeal => sealing(t, attack, list),
        CombatStage::DefenderLosses | CombatStage::AttackerLosses => {
            list.ask(side, || format!("The battle for {}: which unit loses a step?", spot()));
            list.each(losses::candidates(t, attack), "lose a step", |unit| Order::Lose { unit });
        }
        CombatStage::Advance => {
            list.ask(side, || format!("{} is open: who advances? A garrison there changes sides.", spot()));
            list.each(advance::movers(t, attack), "advance", |unit| Order::Advance { unit });
            list.button("Do not advance: a garrison stays as it is", Order::Hold);
        }
    }
}

fn planning(t: &Table, attack: &Attack, list: &mut List) {
    let what = if attack.assault { "assault" } else { "attack" };
    list.ask(attack.side, || {
        format!("Plan the {what} on {}: choose the units that take part. You have {}.", t.spot(attack.target), action_points(t.points(attack.side)))
    });
    for unit in attack.units.iter().chain(&attack.sixth) {
        list.on_unit(*unit, "leave out", Order::Leave { unit: *unit });
    }
    let ix = combat::target(t, attack);
    let near: Vec<Ix> = t.board.map.grid.around(ix).map(|(_, there)| there).collect();
    let candidates: Vec<UnitId> = match attack.assault {
        true => t.board.units().filter(|u| matches!(t.kind(*u), Kind::Airborne | Kind::Amphibious) && t.board.side(*u) == attack.side).collect(),
        false => near.iter().flat_map(|ix| t.mobile(*ix)).filter(|u| t.board.side(*u) == attack.side).collect(),
    };
    let sixth = special_forces::ready(t, attack.side).into_iter().filter(|u| t.printed(*u).is_sixth());
    for unit in candidates.into_iter().chain(sixth).filter(|u| !attack.units.contains(u) && !attack.sixth.contains(u)) {
        match combat::may_join(t, attack, unit) {
            Ok(()) => list.on_unit(unit, "take part", Order::Join { unit }),
            Err(_) if attack.assault => {}
            Err(by) => list.blocked(Target::Unit(unit), "take part", by),
        }
    }
    let label = if attack.assault { "Assault" } else { "Attack" };
    list.button_if(|| format!("{label}, {}", price(combat::cost(t, attack))), Order::Commit, combat::may_commit(t, attack));
    super::actions::look(t, list);
    list.button("Cancel", Order::Drop);
}

/// Whether what an attack asks next depends on counters that the other side may not know.
pub(super) fn rests_on_secrets(t: &Table, attack: &Attack) -> bool {
    match attack.stage {
        CombatStage::Planning => fog::is_looking(t) || (attack.assault && bases::hold_units(t, attack.side)) || may_name_sixth(t, attack.side),
        stage => stage.is_secret(),
    }
}

/// [22.3] Whether sixth generation warriors may be among the special forces at hand, which the enemy does not know.
fn may_name_sixth(t: &Table, side: Side) -> bool {
    t.option(Optional::SixthGeneration) && !special_forces::ready(t, side).is_empty()
}

fn landing(t: &Table, attack: &Attack, list: &mut List) {
    list.ask(attack.side, || match (attack.rolled, t.spot(attack.target)) {
        (Some((unit, points)), spot) => format!("{} has {}: where does it land next to {spot}?", t.name(unit), movement_points(points)),
        (None, spot) => format!("The assault on {spot}: choose the next unit that lands."),
    });
    match attack.rolled {
        Some((unit, _)) => list.actors.push(unit),
        None => list.actors.extend(&attack.bound),
    }
}

fn sealing(t: &Table, attack: &Attack, list: &mut List) {
    let side = attack.decider();
    list.ask(side, || {
        format!("The battle for {}: choose special forces in secret, any number or none. Both choices are shown together.", t.spot(attack.target))
    });
    list.button("None", Order::Seal { units: Units::new() });
    let mut ready: Vec<UnitId> = special_forces::ready(t, side).into_iter().filter(|u| seal::may_seal(t, attack, side, &[*u]).is_ok()).collect();
    list.actors.extend(&ready);
    ready.sort_by_key(|u| (-t.factor(*u), *u));
    let mut columns = 0;
    for n in 1..=ready.len() {
        columns += t.factor(ready[n - 1]);
        let units = Units::from_slice(&ready[..n]);
        let all = if n == ready.len() { "all: " } else { "" };
        list.button(|| format!("{all}{n} of them, {}", counted(columns, "column", "columns")), Order::Seal { units });
    }
}

/// What counters may be committed to a battle.
pub(super) fn commitments(t: &Table, attack: &Attack, units: &[UnitId], list: &mut List) {
    let (unit, side) = (units[0], attack.decider());
    let listed = || Units::from_slice(units);
    match attack.stage {
        CombatStage::AttackerSupport | CombatStage::DefenderSupport => {
            let judged = support::may_commit(t, side, units, combat::target(t, attack));
            list.on_unit_if(unit, "support the battle", Order::Support { units: listed() }, judged);
        }
        CombatStage::AttackerSeal | CombatStage::DefenderSeal => {
            list.on_unit_if(unit, "seal this choice", Order::Seal { units: listed() }, seal::may_seal(t, attack, side, units));
        }
        CombatStage::Landing => match attack.rolled {
            Some((rolled, points)) if rolled == unit => {
                for (ix, path) in assault::drop_zones(t, attack, unit, points) {
                    list.on_hex(t.hex(ix), "land here", Order::Go { path });
                }
            }
            None if attack.bound.contains(&unit) && t.kind(unit) == Kind::Airborne => list.on_unit(unit, "fly", Order::Fly { unit }),
            None if attack.bound.contains(&unit) => {
                for ix in assault::beaches(t, attack, unit) {
                    let hex = t.hex(ix);
                    list.on_hex(hex, "land here", Order::Sail { unit, hex });
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// An air mission waits for a decision.
pub(super) fn flying(t: &Table, mission: &Mission, list: &mut List) {
    let side = mission.decider();
    match mission.stage {
        air::MissionStage::Diversion => {
            list.ask(side, || format!("{}: drive off an enemy naval unit, drawn unseen, in place of one elimination?", mission.result));
            list.button("Drive off a naval unit", Order::Divert);
            list.button("Let all eliminations stand", Order::KeepHit);
        }
        _ => {
            let ground = mission.hex.is_some() && mission.stage == air::MissionStage::DefenderLosses;
            let order = |unit: UnitId| if ground { Order::Lose { unit } } else { Order::LoseAir { unit } };
            let driven = matches!(mission.result, crate::games::putin_moves_east::charts::AirResult::R(_));
            let label = if ground {
                "lose a step"
            } else if driven {
                "send to the reinforcements"
            } else {
                "give up"
            };
            let fate = if ground {
                "takes the loss"
            } else if driven {
                "is driven off to the reinforcements"
            } else {
                "is eliminated"
            };
            list.ask(side, || format!("Air combat, {}: choose which of your units {fate}. {} to go.", mission.result, mission.owed));
            list.each(air::candidates(t, mission), label, order);
        }
    }
}

/// Units have to retreat.
pub(super) fn retreating(t: &Table, retreat: &Retreat, list: &mut List) {
    list.ask(retreat.by, || format!("You retreat the enemy units from {}: choose a unit, then where it goes.", t.spot(retreat.from)));
    list.actors.extend(retreat.units.iter().copied().filter(|u| !retreat::is_hidden(t, *u)));
    if let Some(unit) = retreat::hidden(t, retreat) {
        for path in hexes(t, retreat::ways(t, retreat, unit)) {
            let end = path.last().copied().unwrap_or(retreat.from);
            list.on_hex(end, "retreat the guerrillas here", Order::RetreatBlind { path });
        }
    }
}

fn hexes(t: &Table, ways: Vec<Vec<Ix>>) -> Vec<Path> {
    ways.into_iter().map(|way| way.into_iter().map(|ix| t.hex(ix)).collect()).collect()
}

/// Where a unit may retreat.
pub(super) fn retreats(t: &Table, retreat: &Retreat, unit: UnitId, list: &mut List) {
    if !retreat.units.contains(&unit) || retreat::is_hidden(t, unit) {
        return;
    }
    for path in hexes(t, retreat::ways(t, retreat, unit)) {
        let end = path.last().copied().unwrap_or(retreat.from);
        list.on_hex(end, "retreat here", Order::Retreat { unit, path });
    }
}
