//! Prompts of actions and of moves.

use super::price;
use crate::board::paths::Reach;
use crate::board::{Hex, Ix, Points, Side, UnitId};
use crate::games::List;
use crate::games::putin_moves_east::combat::{self, assault};
use crate::games::putin_moves_east::movement::{self, Found, March, Mode, Sort};
use crate::games::putin_moves_east::options::{insurgency, transport, wmd};
use crate::games::putin_moves_east::orders::{Decision, Holding, Optional, Order, Track};
use crate::games::putin_moves_east::table::{Table, action_points, counted, movement_points};
use crate::games::putin_moves_east::tables::{Kind, Nation};
use crate::games::putin_moves_east::{COALITION, air, flights, fog, landings, rail, recovery, reinforcements};

/// One action is to be chosen.
pub(super) fn action(t: &Table, side: Side, list: &mut List) {
    let (own, theirs) = (t.points(side), t.points(side.other()));
    let (attacks, strikes) = (targets(t, side), wmd::targets(t));
    list.ask(side, || {
        let lit = match (attacks.is_empty(), strikes.is_empty()) {
            (false, true) => " Lit hexes can be attacked.",
            (false, false) => " Lit hexes can be attacked, or struck with weapons of mass destruction.",
            (true, false) => " Lit hexes can be struck with weapons of mass destruction.",
            (true, true) => "",
        };
        match t.track(Track::Passed) > 0 {
            true => {
                format!("The enemy has passed: take an action, or pass as well, which ends the turn. You have {}, the enemy {theirs}.{lit}", action_points(own))
            }
            false => format!("Take one action, or pass. You have {}, the enemy {theirs}.{lit}", action_points(own)),
        }
    });
    list.actors.extend(actors(t, side));
    list.each_hex(attacks, "plan an attack", |hex| Order::Declare { hex });
    for hex in strikes {
        list.on_hex(hex, || format!("WMD strike, {}", price(t.charts.costs.wmd)), Order::Strike { hex });
    }
    if fog::is_looking(t) {
        from_boxes(t, side, list);
    }
    look(t, list);
    list.button("Pass", Order::Pass);
    list.button("Capitulate", Order::Capitulate);
}

/// [10.1], [19.1] Actions with what lies in the player's boxes. Whether they are possible depends on what that is, so they are shown to him alone.
fn from_boxes(t: &Table, side: Side, list: &mut List) {
    let costs = &t.charts.costs;
    list.button_if(
        || format!("Reinforcements, {}", price(costs.reinforce)),
        Order::Reinforce { nato: false },
        reinforcements::may_reinforce(t, false).map(drop),
    );
    if t.side_of(Nation::Nato) == Some(side) {
        list.button_if(
            || format!("Reinforcements with NATO, {}", price(costs.reinforce_nato)),
            Order::Reinforce { nato: true },
            reinforcements::may_reinforce(t, true).map(drop),
        );
    }
    if side == COALITION {
        list.button_if(|| format!("Chinese mobilization, {}", price(costs.mobilize)), Order::Mobilize, reinforcements::may_mobilize(t).map(drop));
    }
    for (all, units) in air_groups(t, side) {
        let label = || {
            let all = if all { "all: " } else { "" };
            let many = counted(units.len(), "air unit", "air units");
            let factors = units.iter().map(|u| t.factor(*u)).sum();
            let promise = air::promise(t, &air::blocks(t, factors));
            format!("Air superiority with {all}{many} ({}), {} ({promise})", counted(factors, "factor", "factors"), price(costs.air_superiority))
        };
        list.button_if(label, Order::Superiority { units: units.as_slice().into() }, air::may_strike(t, &units));
    }
}

/// [9.4] The way to what only the player who acts may see, and back.
pub(super) fn look(t: &Table, list: &mut List) {
    let (label, order, on) = match fog::is_looking(t) {
        true => ("Done with my own boxes", Order::LookAway, false),
        false => ("My own boxes: reinforcements, air missions, off-map units, guerrillas", Order::Look, true),
    };
    if fog::may_look(t, on).is_ok() {
        list.button(label, order);
    }
}

/// Groups of air units that make sense over the enemy Staging Area: all, and as few as make a full roll; each with whether it is all.
fn air_groups(t: &Table, side: Side) -> Vec<(bool, Vec<UnitId>)> {
    let mut units: Vec<UnitId> = t.boxed(Holding::staging(side)).into_iter().filter(|u| t.kind(*u).is_air()).collect();
    if units.is_empty() {
        return Vec::new();
    }
    let factors = |units: &[UnitId]| units.iter().map(|u| t.factor(*u)).sum::<i32>();
    let all = (true, units.clone());
    units.sort_by_key(|u| (-t.factor(*u), *u));
    let full = t.charts.air_combat.rows[0].len() as i32 - 1;
    let enough = (1..units.len()).find(|n| factors(&units[..*n]) >= full);
    let few = enough.map(|n| (false, units[..n].to_vec()));
    std::iter::once(all).chain(few).collect()
}

/// The units with which something can be done; such as the enemy may not know only while the player looks at them.
fn actors(t: &Table, side: Side) -> Vec<UnitId> {
    let (insurgency, looking) = (t.option(Optional::Insurgency), fog::is_looking(t));
    let able = |u: &UnitId| {
        if t.board.side(*u) != side {
            return false;
        }
        match t.kind(*u) {
            kind if kind.is_mobile() => t.board.hex(*u).is_some() || t.in_base(*u),
            kind if kind.is_air() => t.is_in(*u, Holding::staging(side)),
            Kind::SpecialForces => insurgency && t.is_in(*u, Holding::staging(side)),
            _ => false,
        }
    };
    t.board.units().filter(|u| (looking || fog::is_open(t, *u)) && able(u)).collect()
}

/// Enemy hexes that some unit could attack.
fn targets(t: &Table, side: Side) -> Vec<Hex> {
    let grid = &t.board.map.grid;
    let mut hexes: Vec<Ix> = Vec::new();
    for unit in t.on_map(side) {
        let Some(from) = t.ix_of(unit) else { continue };
        hexes.extend(grid.around(from).map(|(_, ix)| ix).filter(|ix| t.occupant(*ix) == Some(side.other()) && combat::may_attack(t, side, unit, *ix).is_ok()));
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().map(|ix| grid.hex(ix)).filter(|hex| combat::may_declare(t, *hex).is_ok()).collect()
}

/// What counters may do as an action.
pub(super) fn orders(t: &Table, units: &[UnitId], list: &mut List) {
    let unit = units[0];
    match t.kind(unit) {
        kind if kind.is_mobile() => moves(t, unit, list),
        kind if kind.is_air() => missions(t, units, list),
        Kind::SpecialForces if t.option(Optional::Insurgency) => {
            for hex in insurgency::cities(t) {
                if insurgency::may_assign(t, unit, hex).is_ok() {
                    list.on_hex(hex, "assign to an insurgency", Order::Infiltrate { unit, hex });
                }
            }
        }
        _ => {}
    }
}

/// What a ground unit may do: never a list of hexes before the die, but where none is rolled.
fn moves(t: &Table, unit: UnitId, list: &mut List) {
    let costs = &t.charts.costs;
    let joint = t.printed(unit).hyperwar && !matches!(t.open(), Some(Decision::March(_)));
    let label = if joint { "move, others may follow" } else { "move" };
    list.on_unit_if(unit, || format!("{label}, {}", price(costs.move_unit)), Order::Move { unit }, movement::may_move(t, unit).map(drop));
    if t.kind(unit) == Kind::Airborne {
        list.on_unit_if(unit, || format!("fly, {}", price(costs.move_unit)), Order::Fly { unit }, flights::may_fly(t, unit).map(drop));
    }
    for ix in landings::harbors(t, unit) {
        let hex = t.hex(ix);
        list.on_hex(hex, || format!("sail here, {}", price(costs.move_unit)), Order::Sail { unit, hex });
    }
    let by_rail = rail::may_ride(t, unit).map(drop);
    if by_rail.is_ok() || t.ix_of(unit).is_some_and(|ix| t.footing(ix).rail) {
        list.on_unit_if(unit, || format!("rail movement, {}", price(costs.rail)), Order::Rail { unit }, by_rail);
    }
    if rail::may_leave(t, unit).is_ok() {
        list.on_unit_if(unit, || format!("leave the map by rail, {}", price(costs.rail)), Order::LeaveMap { unit }, Ok(()));
    }
    if t.option(Optional::Transport) && t.board.hex(unit).is_some() {
        let label = || format!("move with air transport, {}", price(costs.air_transport));
        list.on_unit_if(unit, label, Order::Transport { unit }, transport::may_begin(t, unit).map(drop));
    }
    if t.is_reduced(unit) {
        list.on_unit_if(unit, || format!("regroup, {}", price(recovery::cost(t, unit))), Order::Regroup { unit }, recovery::may_regroup(t, unit).map(drop));
    }
    if t.option(Optional::Assault) && matches!(t.kind(unit), Kind::Airborne | Kind::Amphibious) {
        assaults(t, unit, list);
    }
}

/// Hexes that a unit could assault; how far it gets the dice will say.
fn assaults(t: &Table, unit: UnitId, list: &mut List) {
    let side = t.board.side(unit);
    let most = 6 * t.charts.movement.airborne_dice;
    let far = if t.kind(unit) == Kind::Airborne { flights::distances(t, unit, most) } else { Vec::new() };
    for ix in t.board.map.grid.all().filter(|ix| t.occupant(*ix) == Some(side.other())) {
        let hex = t.hex(ix);
        if assault::may_declare(t, hex).is_err() {
            continue;
        }
        let plan = combat::Attack::planned(side, hex, true);
        let near = far.is_empty() || t.board.map.grid.around(ix).any(|(_, there)| far[there.at()].is_some());
        if near && assault::may_join(t, &plan, unit).is_ok() {
            list.on_hex(hex, || format!("plan an assault, {}", price(t.charts.costs.assault)), Order::Assault { hex });
        }
    }
}

/// What air units may do together; of a single one also what its nation can do at most.
fn missions(t: &Table, units: &[UnitId], list: &mut List) {
    let (unit, side) = (units[0], t.board.side(units[0]));
    let costs = &t.charts.costs;
    let factors = |units: &[UnitId]| units.iter().map(|u| t.factor(*u)).sum::<i32>();
    let label = || format!("air superiority, {} ({})", price(costs.air_superiority), air::promise(t, &air::blocks(t, factors(units))));
    list.on_unit_if(unit, label, Order::Superiority { units: units.into() }, air::may_strike(t, units).map(drop));
    let mut groups = vec![units.to_vec()];
    if units.len() == 1 {
        groups.extend(air::full_strike(t, side, unit));
    }
    for ix in t.board.map.grid.all().filter(|ix| t.occupant(*ix) == Some(side.other())) {
        let hex = t.hex(ix);
        for units in &groups {
            if air::may_bombard(t, hex, units).is_ok() {
                let factors = factors(units);
                let promise = || air::promise(t, &air::bombardment(t, ix, factors));
                let label = || format!("bombard with {}, {} ({})", counted(factors, "factor", "factors"), price(costs.bombardment), promise());
                list.on_hex(hex, label, Order::Bombard { hex, units: units.as_slice().into() });
            }
        }
    }
}

/// A unit has rolled, or others may follow.
pub(super) fn marching(t: &Table, march: &March, list: &mut List) {
    let Some(unit) = march.unit else {
        list.ask(march.side, || match march.sort {
            Sort::Railway(nation) => format!("Rail movement: further units of {} may follow.", nation.name()),
            _ => "Joint maneuver: further Hyperwar units may follow.".to_owned(),
        });
        list.actors.extend(movement::followers(t, march));
        return list.button("End the movement", Order::EndMoves);
    };
    list.ask(march.side, || {
        let lift = if march.mode == (Mode::Transport { flown: false }) { " From a friendly base it can be flown to another." } else { "" };
        format!("{} has {}: where does it go?{lift}", t.name(unit), movement_points(Points(march.left)))
    });
    list.actors.push(unit);
    list.button("Stay", Order::Stay);
}

/// Where the unit on the move may go, or what one that may follow may do.
pub(super) fn ways(t: &Table, march: &March, unit: UnitId, scratch: &mut Reach, list: &mut List) {
    if march.unit.is_none() {
        if !movement::follows(t, march, unit) {
            return;
        }
        return match march.sort {
            Sort::Railway(_) => {
                if rail::may_ride(t, unit).is_ok() {
                    list.on_unit_if(unit, "rail movement", Order::Rail { unit }, Ok(()));
                }
                if rail::may_leave(t, unit).is_ok() {
                    list.on_unit_if(unit, "leave the map by rail", Order::LeaveMap { unit }, Ok(()));
                }
            }
            _ => moves_along(t, unit, list),
        };
    }
    if march.unit != Some(unit) {
        return;
    }
    let points = (march.left / 2).clamp(0, 255) as u8;
    let found = match march.mode {
        Mode::Air => flights::landings(t, unit, points),
        Mode::Rail => rail::reach(t, unit, points, scratch),
        Mode::Ground | Mode::Transport { .. } => movement::reach(t, unit, march.left, scratch),
    };
    for Found { end, path, spent } in found {
        list.go(t.hex(end), "go here", Points(spent), Points(march.left - spent), Order::Go { path });
    }
    for ix in transport::goals(t, march, unit) {
        let hex = t.hex(ix);
        list.on_hex(hex, "fly to this base", Order::Lift { hex });
    }
}

/// What a Hyperwar unit may do that follows in a joint maneuver.
fn moves_along(t: &Table, unit: UnitId, list: &mut List) {
    if movement::may_move(t, unit).is_ok() {
        list.on_unit_if(unit, "move", Order::Move { unit }, Ok(()));
    }
    if flights::may_fly(t, unit).is_ok() {
        list.on_unit_if(unit, "fly", Order::Fly { unit }, Ok(()));
    }
    for ix in landings::harbors(t, unit) {
        let hex = t.hex(ix);
        list.on_hex(hex, "sail here", Order::Sail { unit, hex });
    }
}
