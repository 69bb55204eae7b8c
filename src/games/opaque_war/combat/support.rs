//! [8.4], [8.5] Support counters, played in turn, and what they nullify.

use super::{Attack, CombatStage};
use crate::board::{Atom, Fact, Illegal, Side, UnitId};
use crate::games::opaque_war::REBEL;
use crate::games::opaque_war::mh17;
use crate::games::opaque_war::orders::Holding;
use crate::games::opaque_war::table::Table;
use crate::games::opaque_war::tables::UnitType;
use bevy_ecs::prelude::In;

/// [8.4.b] The counters a player could play now.
pub(crate) fn playable(t: &Table, side: Side) -> Vec<UnitId> {
    t.boxed(Table::available(side)).into_iter().filter(|u| t.kind(*u).is_support()).collect()
}

/// [8.4.e], [F-56] The counters the chooser could ask to take back.
pub(crate) fn retractable(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if attack.asked {
        return Vec::new();
    }
    attack.played.iter().copied().filter(|u| t.side(*u) == attack.chooser && !attack.thrown.contains(u)).collect()
}

const NO_LOOP: &str = "there is no declared attack to support";

/// The turn passes to the other player.
fn next(attack: &mut Attack, passes: u8) {
    attack.passes = passes;
    attack.asked = false;
    attack.chooser = attack.chooser.other();
    if passes >= 2 {
        attack.stage = CombatStage::Confirm; // [8.4.d]
    }
}

/// [8.4.b], [11.0] Plays a counter; anti-aircraft support of the Rebel may hit the wrong aircraft.
pub(crate) fn play(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Support], "OW-8.4.a", NO_LOOP)?;
    if !playable(&t, attack.chooser).contains(&unit) {
        return Err(Illegal::new(
            "OW-8.4.b",
            format!("{} is not a support counter in the Available box of the {} side", t.name(unit), t.player(attack.chooser)),
        ));
    }
    t.board.record(Atom("OW-8.4.a"), Fact::Struck { unit, hex: attack.target });
    t.box_up("OW-8.4.b", unit, Holding::Committed);
    attack.played.push(unit);
    if attack.chooser == REBEL && t.kind(unit) == UnitType::Aa && mh17::threatens(&t) {
        attack.thrown.push(unit);
        if mh17::roll(&mut t, attack.target, attack.side.other()) {
            attack.void = Some(unit);
        }
    }
    next(&mut attack, 0);
    t.keep(attack);
    Ok(())
}

/// [8.4.c] Plays none.
pub(crate) fn pass(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Support], "OW-8.4.a", NO_LOOP)?;
    decline(&mut t, &mut attack);
    t.keep(attack);
    Ok(())
}

fn decline(t: &mut Table, attack: &mut Attack) {
    t.board.record(Atom("OW-8.4.c"), Fact::Declined { side: attack.chooser, what: "to play support" });
    let passes = attack.passes + 1;
    next(attack, passes);
}

/// A player who has nothing to play and nothing to take back declines by himself.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    if !playable(t, attack.chooser).is_empty() || !retractable(t, attack).is_empty() {
        return false;
    }
    decline(t, attack);
    true
}

/// [8.4.e] Asks to take a counter back.
pub(crate) fn ask_back(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Support], "OW-8.4.e", NO_LOOP)?;
    if !retractable(&t, &attack).contains(&unit) {
        let (name, who) = (t.name(unit), t.player(attack.chooser));
        let why = if attack.asked {
            format!("the {who} side has already asked once before this play")
        } else if attack.thrown.contains(&unit) {
            format!("{name} has had its die for Flight MH-17 and stays on the table")
        } else {
            format!("{name} is not a counter that the {who} side has played in this battle")
        };
        return Err(Illegal::new("OW-8.4.e", why));
    }
    attack.asked = true;
    attack.wanted = Some(unit);
    attack.stage = CombatStage::Answer;
    t.board.record(Atom("OW-8.4.e"), Fact::Asked { side: attack.chooser.other(), what: "decide whether a support counter may be taken back" });
    t.keep(attack);
    Ok(())
}

/// [8.4.e] The opponent agrees or not; then the player who asked plays or declines.
pub(crate) fn answer(In(consent): In<bool>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Answer], "OW-8.4.e", "nobody has asked to take a support counter back")?;
    attack.stage = CombatStage::Support;
    let side = attack.chooser.other();
    match attack.wanted.take() {
        Some(unit) if consent => {
            attack.played.retain(|u| *u != unit);
            let home = Table::available(attack.chooser);
            t.box_up("OW-8.4.e", unit, home);
        }
        _ => t.board.record(Atom("OW-8.4.e"), Fact::Declined { side, what: "to let a counter be taken back" }),
    }
    t.keep(attack);
    Ok(())
}

/// [8.5] The counters on the table that have no effect: nullified, or wasted on the flight.
pub(crate) fn idle(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let mut idle: Vec<UnitId> = attack.void.into_iter().collect();
    // [8.5.d] In the order of the chart, so that a nullified counter nullifies nothing; one for one.
    for (by, what) in &t.charts.support.nullifies {
        for side in [attack.side, attack.side.other()] {
            let of = |kind: UnitType, side: Side, idle: &[UnitId]| -> Vec<UnitId> {
                attack.played.iter().copied().filter(|u| t.kind(*u) == kind && t.side(*u) == side && !idle.contains(u)).collect()
            };
            let able = of(*by, side, &idle).len();
            let victims = of(*what, side.other(), &idle);
            idle.extend(victims.into_iter().take(able));
        }
    }
    idle
}

/// [8.4.h], [8.5] Columns by support: what, how many, negative for the defender.
pub(crate) fn shifts(t: &Table, attack: &Attack) -> Vec<(&'static str, i8)> {
    let idle = idle(t, attack);
    let mut shifts: Vec<(&'static str, i8)> = Vec::new();
    for unit in attack.played.iter().filter(|u| !idle.contains(u)) {
        let attacking = t.side(*unit) == attack.side;
        let columns = t.charts.support.columns.get(&t.kind(*unit)).copied().unwrap_or(0);
        let (name, columns) = (label(t.kind(*unit), attacking), if attacking { columns } else { -columns });
        match shifts.iter_mut().find(|(what, _)| *what == name) {
            Some((_, n)) => *n += columns,
            None => shifts.push((name, columns)),
        }
    }
    shifts
}

fn label(kind: UnitType, attacking: bool) -> &'static str {
    match (kind, attacking) {
        (UnitType::Artillery, true) => "attacker's artillery",
        (UnitType::Artillery, false) => "defender's artillery",
        (UnitType::Air, true) => "attacker's aircraft",
        (UnitType::Air, false) => "defender's aircraft",
        (UnitType::Mlr, true) => "attacker's rockets",
        (UnitType::Mlr, false) => "defender's rockets",
        (UnitType::TankSupport, true) => "attacker's tanks",
        (UnitType::TankSupport, false) => "defender's tanks",
        (UnitType::Aa, true) => "attacker's anti-aircraft",
        (UnitType::Aa, false) => "defender's anti-aircraft",
        (UnitType::Naval, true) => "attacker's ships",
        (UnitType::Naval, false) => "defender's ships",
        (_, true) => "attacker's radar",
        (_, false) => "defender's radar",
    }
}
