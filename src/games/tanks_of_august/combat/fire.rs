//! [10.4.2], [10.4.3] Artillery fire, and the choice of whom a hit disrupts.

use super::{Attack, CombatStage, NO_ATTACK, defenders};
use crate::board::{Atom, Fact, Hex, Illegal, Modifier, Side, UnitId};
use crate::games::tanks_of_august::GEORGIAN;
use crate::games::tanks_of_august::fog;
use crate::games::tanks_of_august::missions::{self, Mission, MissionKind};
use crate::games::tanks_of_august::orders::{Decision, Mark};
use crate::games::tanks_of_august::supply;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use bevy_ecs::prelude::In;

/// How far a counter fires, at the ground or at aircraft, if it does.
pub(crate) fn range(In(unit): In<UnitId>, t: Table) -> Option<u8> {
    let reach = match t.kind(unit) {
        UnitType::Missile => Some(t.charts.missiles.range),
        kind if kind.is_artillery() => Some(t.charts.artillery.range),
        _ => t.printed(unit).air_defense,
    };
    reach.map(|hexes| hexes as u8)
}

/// [10.4.2.a]–[10.4.2.d] Whether a gun may fire at a hex in support of these units.
pub(crate) fn may_fire(t: &mut Table, side: Side, gun: UnitId, at: Hex, units: &[UnitId]) -> Result<(), Illegal> {
    let name = t.name(gun).to_owned();
    let kind = t.kind(gun);
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    if kind == UnitType::Missile {
        return refused("TOA-6.7.d", format!("{name} is a missile battalion, and those do not fire in ground combat"));
    }
    if !kind.is_artillery() {
        return refused("TOA-10.4.2.d", format!("{name} is not artillery"));
    }
    if t.board.side(gun) != side {
        return refused("TOA-10.4.2.d", t.foreign(gun));
    }
    let Some(from) = t.board.hex(gun) else { return refused("TOA-10.4.2.d", format!("{name} is not on the map")) };
    if t.has(gun, Mark::Fired) {
        return refused("TOA-10.4.2.g", format!("{name} has already fired this turn"));
    }
    let range = t.charts.artillery.range;
    if let Some(d) = t.board.distance(from, at).filter(|d| *d > range) {
        return refused("TOA-10.4.2.d", format!("{} is {d} hexes from {name}, and artillery reaches {range}", t.spot(at)));
    }
    if !in_command(t, side, gun, units) {
        let why = format!("{name} needs a unit of its command in the combat, or an independent one next to its headquarters");
        return refused("TOA-10.4.2.a", why);
    }
    if !supply::has(t, gun) {
        return refused("TOA-10.4.2.c", format!("{name} is out of supply"));
    }
    Ok(())
}

/// [10.4.2.a] A gun of a command needs a unit of that command in the fight, or an independent one within a hex of that command's
/// headquarters. [10.4.2.b] An independent gun needs nobody.
fn in_command(t: &Table, side: Side, gun: UnitId, units: &[UnitId]) -> bool {
    let Some(command) = t.printed(gun).command else { return true };
    let headquarters: Vec<Hex> =
        t.on_map(side).filter(|u| t.kind(*u) == UnitType::Hq && t.printed(*u).command == Some(command)).filter_map(|u| t.board.hex(u)).collect();
    units.iter().filter(|u| !t.kind(**u).is_artillery()).any(|unit| match t.printed(*unit).command {
        Some(own) => own == command,
        None => t.board.hex(*unit).is_some_and(|at| headquarters.iter().any(|hq| t.board.distance(*hq, at).is_some_and(|d| d <= 1))),
    })
}

/// [10.4.2.e] A gun of the attack fires.
pub(crate) fn fire(In((gun, with_drone)): In<(UnitId, bool)>, mut t: Table) -> Result<(), Illegal> {
    if with_drone && t.is_at(CombatStage::FireBack) {
        return Err(Illegal::new("TOA-6.6.e", "the drone does not help defensive fire"));
    }
    if t.attack_due().is_some() && t.has(gun, Mark::Fired) {
        return Err(Illegal::new("TOA-10.4.2.d", format!("{} has already fired this turn", t.name(gun))));
    }
    let mut attack = t.attack_at(&[CombatStage::Fire], "TOA-10.4.2.d", NO_ATTACK)?;
    if !attack.guns.contains(&gun) {
        return Err(Illegal::new("TOA-10.4.2.d", format!("{} was not chosen for this attack", t.name(gun))));
    }
    let drone = if with_drone {
        if attack.side != GEORGIAN {
            return Err(Illegal::new("TOA-6.6.a", "only the Georgian side has a drone"));
        }
        Some(missions::drone(&t)?)
    } else {
        None
    };
    attack.guns.retain(|g| *g != gun);
    let hex = t.board.hex(gun).expect("a gun that was named is on the map");
    t.keep(attack);
    match drone {
        Some(unit) => {
            // [6.6.b]
            t.mark("TOA-6.6.d", unit, Mark::Flown);
            missions::start(&mut t, Mission { side: GEORGIAN, unit, kind: MissionKind::Uav, hex, gun: Some(gun), flak: Vec::new(), shown: Vec::new() });
        }
        None => shell(&mut t, gun, false),
    }
    Ok(())
}

/// [10.4.2.e]–[10.4.2.g] The die of a gun of the attack.
pub(crate) fn shell(t: &mut Table, gun: UnitId, with_drone: bool) {
    let Some(attack) = t.attack_due().cloned() else { return };
    let victims = defenders(t, &attack);
    volley(t, gun, with_drone, &victims);
}

fn volley(t: &mut Table, gun: UnitId, with_drone: bool, victims: &[UnitId]) {
    let drone = with_drone.then_some(("drone", t.charts.artillery.drone));
    let modifiers: Vec<Modifier> = std::iter::once(("fire value", t.printed(gun).fire as i8)).chain(drone).collect();
    let die = t.roll("TOA-10.4.2.e", "artillery", &modifiers);
    t.mark("TOA-10.4.2.g", gun, Mark::Fired);
    if die < t.charts.artillery.hits_on {
        return;
    }
    let units = t.can_be_disrupted(victims);
    match units[..] {
        [] => {}
        [only] => t.disrupt("TOA-10.4.2.f", only),
        _ => {
            let side = t.board.side(units[0]);
            t.board.record(Atom("TOA-10.4.2.f"), Fact::Asked { side, what: "choose which unit is disrupted" });
            t.board.ask(Decision::Disrupt { side, units: units.into() });
        }
    }
}

/// [10.4.2.f], [10.4.3.b] The owner picks the unit that a hit disrupts.
pub(crate) fn pick(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let Some(Decision::Disrupt { units, .. }) = t.board.decision().cloned() else {
        return Err(Illegal::new("TOA-10.4.2.f", "no artillery hit is waiting to be assigned"));
    };
    if !units.contains(&unit) {
        let (name, hex) = (t.name(unit), units.first().and_then(|u| t.board.hex(*u)));
        let why = match hex {
            Some(hex) if t.board.hex(unit) != Some(hex) => format!("{name} is not in {}, the hex that was hit", t.spot(hex)),
            _ if t.has(unit, Mark::Disrupted) => format!("{name} is already disrupted"),
            _ if t.has(unit, Mark::Shaken) => format!("{name} was disrupted this turn and cannot be disrupted again"),
            _ => format!("{name} is not part of the attack"),
        };
        return Err(Illegal::new("TOA-10.4.2.f", why));
    }
    t.board.answer();
    t.disrupt("TOA-10.4.2.f", unit);
    Ok(())
}

/// [10.4.3.a] The defender's guns that may fire, each with the hexes it may aim at.
pub(crate) fn defensive(t: &mut Table, attack: &Attack) -> Vec<(UnitId, Vec<Hex>)> {
    let side = attack.side.other();
    let defended = defenders(t, attack);
    let mut hexes: Vec<Hex> = attack.units.iter().filter_map(|u| t.board.hex(*u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let guns: Vec<UnitId> = t.on_map(side).filter(|u| t.kind(*u).is_artillery()).collect();
    let mut found = Vec::new();
    for gun in guns {
        let aims: Vec<Hex> = hexes.iter().filter(|hex| may_fire(t, side, gun, **hex, &defended).is_ok()).copied().collect();
        if !aims.is_empty() {
            found.push((gun, aims));
        }
    }
    found
}

/// [10.4.3] A gun of the defender fires at a hex with attackers.
pub(crate) fn fire_back(In((gun, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    // What is wrong with the gun comes before what is wrong with the moment: nobody is asked who has none that could fire.
    if let Some(attack) = t.attack_due().filter(|attack| attack.stage > CombatStage::FireBack).cloned() {
        let defended = defenders(&t, &attack);
        may_fire(&mut t, attack.side.other(), gun, hex, &defended).map_err(|by| Illegal::new("TOA-10.4.3.a", by.why))?;
    }
    let attack = t.attack_at(&[CombatStage::FireBack], "TOA-10.4.3.a", NO_ATTACK)?;
    let victims: Vec<UnitId> = attack.units.iter().filter(|u| t.board.hex(**u) == Some(hex)).copied().collect();
    if victims.is_empty() {
        return Err(Illegal::new("TOA-10.4.3.b", format!("there is no attacking unit in {}", t.spot(hex))));
    }
    let defended = defenders(&t, &attack);
    may_fire(&mut t, attack.side.other(), gun, hex, &defended)?;
    volley(&mut t, gun, false, &victims);
    Ok(())
}

/// The defender fires no other gun.
pub(crate) fn end_fire(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::FireBack], "TOA-10.4.3.a", NO_ATTACK)?;
    fog::note_unseen(&mut t, attack.side.other()); // whether the attacker has a headquarters to lend tells who is asked next
    t.board.record(Atom("TOA-10.4.3.a"), Fact::Declined { side: attack.side.other(), what: "further defensive fire" });
    attack.stage = CombatStage::AttackSupport;
    t.keep(attack);
    Ok(())
}
