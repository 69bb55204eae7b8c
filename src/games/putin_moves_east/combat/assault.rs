//! [22.6] Airborne and amphibious assaults: units move next to an enemy by air or sea and attack at once.

use super::{Attack, CombatStage, current, end, is_at_sea, keep, target};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Path, Side, UnitId};
use crate::games::putin_moves_east::orders::{Decision, Optional};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::Kind;
use crate::games::putin_moves_east::{actions, combat, flights, landings, movement};
use bevy_ecs::prelude::In;

/// [22.6.a] Whether an assault on a hex may be planned now.
pub fn may_declare(t: &Table, hex: Hex) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    if !t.option(Optional::Assault) {
        return Err(Illegal::new("PME-22.6.a", "assaults are made only with optional rule 22.6"));
    }
    actions::may_pay(t, side, t.charts.costs.assault)?;
    combat::may_target(t, side, hex)?;
    Ok(side)
}

/// [22.6.a] Begins to plan an assault.
pub fn declare(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let side = may_declare(&t, hex)?;
    t.board.record(Atom("PME-22.6.a"), Fact::Announced { side, what: "plans an assault on", hex });
    t.ask(Decision::Attack(Box::new(Attack::planned(side, hex, true))));
    Ok(())
}

/// [22.6], [F114] Whether a unit may take part in an assault that is planned.
pub fn may_join(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    movement::may_ever_move(t, attack.side, unit)?;
    may_take_part(t, attack, unit)?;
    let hyperwar = |u: &UnitId| t.printed(*u).hyperwar;
    if !attack.units.is_empty() && !attack.units.iter().chain([&unit]).all(hyperwar) {
        return Err(Illegal::new("PME-22.6.c", "one unit assaults alone; only Hyperwar units assault together"));
    }
    if attack.units.len() >= 6 {
        return Err(Illegal::new("PME-14.2.a", "no more than six units attack a hex"));
    }
    Ok(())
}

/// Whether a unit could come next to the target by air or sea at all.
fn may_take_part(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    match t.kind(unit) {
        Kind::Airborne => flights::can_fly(t, unit),
        Kind::Amphibious => {
            landings::can_sail(t, unit)?;
            if beaches(t, attack, unit).is_empty() {
                return Err(Illegal::new("PME-22.6.a", format!("{} finds no hex next to {} in which to land", t.name(unit), t.spot(attack.target))));
            }
            Ok(())
        }
        _ => Err(Illegal::new("PME-22.6.a", format!("{} is neither an airborne nor an amphibious unit", t.seen_name(unit)))),
    }
}

/// [F114] Whether a hex next to the target is free for an assaulting unit.
fn is_free(t: &Table, attack: &Attack, ix: Ix) -> bool {
    t.board.map.grid.side(ix, target(t, attack)).is_some() && !attack.units.iter().any(|u| t.ix_of(*u) == Some(ix))
}

/// The hexes in which an amphibious unit of an assault may land.
pub fn beaches(t: &Table, attack: &Attack, unit: UnitId) -> Vec<Ix> {
    let near = t.board.map.grid.around(target(t, attack)).map(|(_, ix)| ix);
    near.filter(|ix| Some(*ix) != t.ix_of(unit) && is_free(t, attack, *ix) && landings::may_reach(t, unit, *ix).is_ok()).collect()
}

/// [F114] Whether an airborne unit of an assault may come down in a hex: where it may land, or at sea.
fn may_come_down(t: &Table, attack: &Attack, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    if !is_free(t, attack, ix) {
        return Err(Illegal::new("PME-22.6.a", "assaulting units land next to the target, one in a hex"));
    }
    if t.footing(ix).sea { Ok(()) } else { flights::may_land(t, unit, ix) }
}

/// The hexes next to the target in which an airborne unit may come down with so many points, each with a way.
pub fn drop_zones(t: &Table, attack: &Attack, unit: UnitId, points: u8) -> Vec<(Ix, Path)> {
    let far = flights::distances(t, unit, points);
    let near = t.board.map.grid.around(target(t, attack)).map(|(_, ix)| ix);
    let open = near.filter(|ix| far[ix.at()].is_some() && Some(*ix) != t.ix_of(unit) && may_come_down(t, attack, unit, *ix).is_ok());
    open.map(|ix| (ix, flights::way(t, &far, ix))).collect()
}

fn landing(t: &Table) -> Result<Attack, Illegal> {
    current(t, &[CombatStage::Landing], "PME-22.6.a", "no unit assaults")
}

/// Whether a unit of the assault is due to move.
fn is_bound(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    if attack.rolled.is_some() {
        return Err(Illegal::new("PME-22.6.a", "the airborne unit that has rolled has to land first"));
    }
    if !attack.bound.contains(&unit) {
        return Err(Illegal::new("PME-22.6.a", format!("this unit does not wait to assault {}", t.spot(attack.target))));
    }
    Ok(())
}

/// [22.6.a] An airborne unit of the assault rolls.
pub fn fly(t: &mut Table, unit: UnitId) -> Result<(), Illegal> {
    let mut attack = landing(t)?;
    is_bound(t, &attack, unit)?;
    flights::can_fly(t, unit)?;
    let dice = t.charts.movement.airborne_dice;
    let points = t.dice("PME-13.1.a", "airborne movement", dice);
    attack.rolled = Some((unit, points));
    keep(t, attack);
    Ok(())
}

/// [22.6.a] The airborne unit that has rolled comes down next to the target.
pub fn land(t: &mut Table, path: &[Hex]) -> Result<(), Illegal> {
    let mut attack = landing(t)?;
    let Some((unit, points)) = attack.rolled else { return Err(Illegal::new("PME-22.6.a", "no airborne unit has rolled for its flight")) };
    flights::judge_flight(t, unit, points, path, |end| may_come_down(t, &attack, unit, end))?;
    flights::carry_out(t, "PME-22.6.a", unit, path);
    attack.rolled = None;
    landed(t, attack, unit, true);
    Ok(())
}

/// [22.6.a] An amphibious unit of the assault lands.
pub fn sail(t: &mut Table, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
    let attack = landing(t)?;
    is_bound(t, &attack, unit)?;
    let ix = t.on_the_map(hex, "PME-13.3.a")?;
    landings::may_reach(t, unit, ix).map_err(|no| t.of_hex(ix, no))?;
    if !is_free(t, &attack, ix) || t.ix_of(unit) == Some(ix) {
        return Err(Illegal::new("PME-22.6.a", "assaulting units land next to the target, one in a hex, and have to move"));
    }
    t.place("PME-22.6.a", unit, ix);
    landed(t, attack, unit, true);
    Ok(())
}

/// [F114] An assaulting unit moves if it can.
pub fn stay_behind(t: &mut Table) -> Result<(), Illegal> {
    landing(t)?;
    Err(Illegal::new("PME-22.6.a", "a unit that can reach the target has to assault it"))
}

/// A unit has landed, or stays where it is because it cannot get there.
fn landed(t: &mut Table, mut attack: Attack, unit: UnitId, there: bool) {
    attack.bound.retain(|u| *u != unit);
    if there {
        attack.units.push(unit);
    }
    keep(t, attack);
}

/// [F88], [F114] Units that cannot get there stay; when all have moved the battle begins, if anybody got there. Tells whether it moved.
pub fn proceed(t: &mut Table, mut attack: Attack) -> bool {
    if let Some((unit, points)) = attack.rolled {
        if !drop_zones(t, &attack, unit, points).is_empty() {
            return false;
        }
        t.note("PME-22.6.a", "the airborne unit does not reach the target");
        attack.rolled = None;
        landed(t, attack, unit, false);
        return true;
    }
    if attack.bound.is_empty() {
        if attack.units.is_empty() {
            end(t, &attack);
        } else {
            attack.stage = CombatStage::Defender;
            keep(t, attack);
        }
        return true;
    }
    let stuck = attack.bound.iter().copied().find(|u| t.kind(*u) == Kind::Amphibious && beaches(t, &attack, *u).is_empty());
    let Some(unit) = stuck else { return false };
    landed(t, attack, unit, false);
    true
}

/// [22.6.b] After the battle every unit that is still at sea is eliminated.
pub fn lost_at_sea(t: &mut Table, attack: &Attack) {
    for unit in attack.units.clone() {
        if is_at_sea(t, unit) {
            t.eliminate("PME-22.6.b", unit);
        }
    }
}
