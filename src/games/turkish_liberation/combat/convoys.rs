//! [10.3.4], [14.2] Convoys in combat: as sources of supply, then for a column.

use super::{Attack, CombatStage, current, fighters, keep};
use crate::board::{Illegal, UnitId};
use crate::games::turkish_liberation::supply;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Nation, UnitType};
use bevy_ecs::prelude::In;

/// The participants of a side whose supply counts.
pub(crate) fn participants(t: &Table, attack: &Attack, attacker: bool) -> Vec<UnitId> {
    if attacker { attack.units.iter().copied().filter(|u| t.board.hex(*u).is_some()).collect() } else { fighters(t, attack) }
}

/// [10.3.4.a], [10.3.4.b] Those of a side that are out of supply.
pub(crate) fn unsupplied(t: &Table, attack: &Attack, attacker: bool) -> Vec<UnitId> {
    let lacking = supply::lacking(t, Some(attack), &participants(t, attack, attacker));
    lacking.into_iter().filter(|u| !attack.supplied.contains(u)).collect()
}

/// Convoys that would supply somebody who is not.
pub(crate) fn sources(t: &Table, attack: &Attack, attacker: bool) -> Vec<UnitId> {
    let lacking = unsupplied(t, attack, attacker);
    if lacking.is_empty() {
        return Vec::new();
    }
    let side = if attacker { attack.side } else { attack.side.other() };
    supply::convoys(t).filter(|convoy| t.side(*convoy) == side && !supply::supplied_by(t, attack, *convoy, &lacking).is_empty()).collect()
}

/// [10.1.a], [10.3.4.i], [R-101] Convoys that could be spent for a column, and whether one of them must be.
pub(crate) fn shifters(t: &Table, attack: &Attack, attacker: bool) -> (Vec<UnitId>, bool) {
    if attack.convoys_alone && !attacker {
        return (Vec::new(), false);
    }
    let units = participants(t, attack, attacker);
    let near = |convoy: UnitId, unit: &UnitId| match (t.ix_of(convoy), t.ix_of(*unit)) {
        (Some(a), Some(b)) => a == b || t.is_open(a, b),
        _ => false,
    };
    let own = |convoy: UnitId| units.iter().any(|u| t.nation(*u) == t.nation(convoy) && near(convoy, u));
    let lent = |convoy: UnitId| {
        let whites = |u: &UnitId| t.nation(*u) == Nation::Whi && near(convoy, u);
        t.nation(convoy) == t.charts.whites.convoys && units.iter().any(whites)
    };
    let all: Vec<UnitId> = supply::convoys(t).filter(|convoy| own(*convoy) || lent(*convoy)).collect();
    let due = all.iter().any(|convoy| own(*convoy));
    (all, due)
}

fn is_attackers(stage: CombatStage) -> bool {
    matches!(stage, CombatStage::AttackerSupply | CombatStage::AttackerConvoy)
}

fn next(attack: &mut Attack) {
    attack.stage = match attack.stage {
        CombatStage::AttackerSupply => CombatStage::DefenderSupply,
        CombatStage::DefenderSupply => CombatStage::AttackerConvoy,
        CombatStage::AttackerConvoy => CombatStage::DefenderConvoy,
        _ => CombatStage::Die,
    };
}

/// Skips what offers nothing, and spends the only convoy that must be.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let attacker = is_attackers(attack.stage);
    if matches!(attack.stage, CombatStage::AttackerSupply | CombatStage::DefenderSupply) {
        if !sources(t, attack, attacker).is_empty() {
            return false;
        }
        next(attack);
        return true;
    }
    match shifters(t, attack, attacker) {
        (all, _) if all.is_empty() => next(attack),
        (all, true) if all.len() == 1 => consume(t, attack, all[0]),
        _ => return false,
    }
    true
}

const NO_SOURCE: &str = "no convoy can be spent as a source of supply now";

/// [14.2.m] Spends a convoy as a source.
pub(crate) fn draw(In(convoy): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::AttackerSupply, CombatStage::DefenderSupply], "WTL-14.2.m", NO_SOURCE)?;
    let attacker = is_attackers(attack.stage);
    if !sources(&t, &attack, attacker).contains(&convoy) {
        let rule = if t.kind(convoy) == UnitType::Convoy && t.side(convoy) == attack.decider() { "WTL-14.2.a" } else { "WTL-14.2.m" };
        return Err(Illegal::new(rule, format!("{} would supply no unit that needs it in this combat", t.name(convoy))));
    }
    let fed = supply::supplied_by(&t, &attack, convoy, &unsupplied(&t, &attack, attacker));
    let names: Vec<&str> = fed.iter().map(|u| t.name(*u)).collect();
    let text = format!("{} is spent to supply {}", t.name(convoy), names.join(", "));
    t.note("WTL-14.2.m", text);
    attack.supplied.extend(fed);
    t.eliminate("WTL-14.2.m", convoy);
    keep(&mut t, attack);
    Ok(())
}

/// [14.2.m], [10.3.4.i] Spends none, where nothing has to be.
pub(crate) fn decline(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let stages = [CombatStage::AttackerSupply, CombatStage::DefenderSupply, CombatStage::AttackerConvoy, CombatStage::DefenderConvoy];
    let mut attack = current(&t, &stages, "WTL-14.2.m", NO_SOURCE)?;
    let shifts = matches!(attack.stage, CombatStage::AttackerConvoy | CombatStage::DefenderConvoy);
    if shifts && shifters(&t, &attack, is_attackers(attack.stage)).1 {
        return Err(Illegal::new("WTL-10.3.4.e", "a convoy that can be spent must be: you choose only which one"));
    }
    next(&mut attack);
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.4.e] Spends a convoy for a column.
pub(crate) fn spend(In(convoy): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::AttackerConvoy, CombatStage::DefenderConvoy], "WTL-10.3.4.e", "no convoy can be spent for a column shift now")?;
    if !shifters(&t, &attack, is_attackers(attack.stage)).0.contains(&convoy) {
        return Err(Illegal::new("WTL-10.3.4.i", format!("{} is not next to a unit of its nation in this combat", t.name(convoy))));
    }
    consume(&mut t, &mut attack, convoy);
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.4.c]–[10.3.4.f]
fn consume(t: &mut Table, attack: &mut Attack, convoy: UnitId) {
    let slot = usize::from(!is_attackers(attack.stage));
    attack.convoys[slot] = Some(convoy);
    let text = format!("{} is spent in the combat", t.name(convoy));
    t.note("WTL-10.3.4.e", text);
    t.eliminate("WTL-10.3.4.f", convoy);
    next(attack);
}
