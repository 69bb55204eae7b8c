//! [10.3.1] Air support and what it finds.

use super::{Attack, CombatStage, current, hostilities, keep, resisting};
use crate::board::{Atom, Fact, Illegal, UnitId};
use crate::games::turkish_liberation::charts::AirResult;
use crate::games::turkish_liberation::orders::{Holding, Mark};
use crate::games::turkish_liberation::politics::Politics;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Nation, UnitType};
use bevy_ecs::prelude::In;

/// The nations that take part on a side with combat units, or with convoys that are attacked alone.
pub(crate) fn nations(t: &Table, attack: &Attack, attacker: bool) -> Vec<Nation> {
    let units = if attacker { attack.units.clone() } else { resisting(t, attack) };
    let mut nations: Vec<Nation> = units.into_iter().map(|u| t.nation(u)).collect();
    nations.sort_unstable();
    nations.dedup();
    nations
}

/// Whether a nation fights with all it has: a power at war, or the French of the Armenian Legion.
pub(crate) fn is_at_war(t: &Table, attack: &Attack, nation: Nation) -> bool {
    !Politics::now(t).is_neutral(nation) || (attack.legion && nation == Nation::Fre)
}

/// [10.3.1.a], [10.3.1.b], [10.3.1.k] Air counters that a side could commit now.
pub(crate) fn available(t: &Table, attack: &Attack, attacker: bool) -> Vec<UnitId> {
    let nations = nations(t, attack, attacker);
    let fits = |u: &UnitId| {
        let nation = t.printed(*u).nation;
        t.kind(*u) == UnitType::Air && nations.contains(&nation) && !t.has(*u, Mark::Used) && is_at_war(t, attack, nation)
    };
    t.boxed(Holding::Ready).into_iter().filter(fits).collect()
}

const STAGES: [CombatStage; 3] = [CombatStage::Forehand, CombatStage::AttackerAir, CombatStage::DefenderAir];

/// [10.3.1] Commits an air counter.
pub(crate) fn fly(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &STAGES, "WTL-10.3.1.a", "no air support can be committed now")?;
    let attacker = attack.stage != CombatStage::DefenderAir;
    if !available(&t, &attack, attacker).contains(&unit) {
        return Err(refused(&t, &attack, attacker, unit));
    }
    let slot = usize::from(!attacker);
    attack.air[slot] = Some(unit);
    t.set_mark("WTL-10.3.1.k", unit, Mark::Used, true);
    t.board.record(Atom("WTL-10.3.1.a"), Fact::Struck { unit, hex: attack.target });
    next(&mut t, &mut attack);
    keep(&mut t, attack);
    Ok(())
}

/// Why an air counter cannot be committed.
fn refused(t: &Table, attack: &Attack, attacker: bool, unit: UnitId) -> Illegal {
    let (name, nation) = (t.name(unit), t.printed(unit).nation);
    let side = if attacker { attack.side } else { attack.side.other() };
    let rule_and_why = match () {
        _ if t.kind(unit) != UnitType::Air => ("WTL-10.3.1.a", "is not an air counter"),
        _ if t.side(unit) != side => ("WTL-10.3.1.a", "is not yours to commit now: the attacker decides first"),
        _ if t.has(unit, Mark::Used) => ("WTL-10.3.1.k", "has been used in this phase"),
        _ if !t.is_in(unit, Holding::Ready) => ("WTL-12.3.a", "is not ready"),
        _ if !nations(t, attack, attacker).contains(&nation) => ("WTL-10.3.1.b", "supports units of its own nation only"),
        _ => ("WTL-13.0.f", "is of a neutral power"),
    };
    Illegal::new(rule_and_why.0, format!("{name} {}", rule_and_why.1))
}

/// [10.3.1] Commits none.
pub(crate) fn decline(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &STAGES, "WTL-10.3.1.a", "no air support can be committed now")?;
    t.board.record(Atom("WTL-10.3.1.a"), Fact::Declined { side: attack.decider(), what: "air support" });
    if attack.stage == CombatStage::Forehand {
        attack.stage = CombatStage::Melting; // it may still come after the roll
    } else {
        next(&mut t, &mut attack);
    }
    keep(&mut t, attack);
    Ok(())
}

fn next(t: &mut Table, attack: &mut Attack) {
    attack.stage = match attack.stage {
        CombatStage::Forehand => CombatStage::Melting,
        CombatStage::AttackerAir => CombatStage::DefenderAir,
        _ => {
            dice(t, attack);
            CombatStage::Recon
        }
    };
}

/// Skips what offers nothing.
pub(crate) fn proceed(t: &mut Table, attack: &mut Attack) -> bool {
    let waits = match attack.stage {
        CombatStage::AttackerAir => attack.air[0].is_none() && !available(t, attack, true).is_empty(),
        CombatStage::DefenderAir => !available(t, attack, false).is_empty(),
        _ => !scouts(t, attack).is_empty(),
    };
    if waits {
        return false;
    }
    if attack.stage == CombatStage::Recon {
        attack.stage = CombatStage::Guns;
    } else {
        next(t, attack);
    }
    true
}

/// [10.3.1.c]–[10.3.1.j] The dice of both.
fn dice(t: &mut Table, attack: &mut Attack) {
    let alone = attack.air.iter().flatten().count() == 1;
    let modifier = if alone { t.charts.air.alone } else { 0 };
    let mut results = [AirResult::Nothing; 2];
    for (i, what) in ["the attacker’s air support", "the defender’s air support"].into_iter().enumerate() {
        if attack.air[i].is_some() {
            let die = t.roll_with("WTL-10.3.1.c", what, &[("alone", modifier)]);
            results[i] = t.charts.air.bands.read(die);
            t.note(rule(results[i], i), words(results[i]));
        }
    }
    let lost = [1, 0].map(|other| results[other] == AirResult::Superiority);
    for i in 0..2 {
        let Some(unit) = attack.air[i] else { continue };
        if lost[i] {
            let by = if lost[1 - i] { "WTL-10.3.1.i" } else { "WTL-10.3.1.h" };
            t.eliminate(by, unit);
            t.set_mark(by, unit, Mark::Used, false);
        } else if matches!(results[i], AirResult::Shift | AirResult::Superiority) {
            attack.air_shift[i] = t.charts.shifts.air;
        }
    }
    attack.scouted = results[0] == AirResult::Recon && !lost[0];
}

fn rule(result: AirResult, side: usize) -> &'static str {
    match result {
        AirResult::Nothing => "WTL-10.3.1.d",
        AirResult::Recon if side == 0 => "WTL-10.3.1.e",
        AirResult::Recon => "WTL-10.3.1.f",
        AirResult::Shift => "WTL-10.3.1.g",
        AirResult::Superiority => "WTL-10.3.1.h",
    }
}

fn words(result: AirResult) -> &'static str {
    match result {
        AirResult::Nothing => "air support: no effect",
        AirResult::Recon => "air support: reconnaissance",
        AirResult::Shift => "air support: a shift of one column",
        AirResult::Superiority => "air support: superiority",
    }
}

/// [10.3.1.e], [R-25] Whether a unit nearby may add its strength.
fn may_help(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let refuse = |why: &str| Err(Illegal::new("WTL-10.3.1.e", format!("{} {why}", t.name(unit))));
    if t.nation(unit).acting() != attack.nation || !t.is_combat(unit) || t.attack(unit) < 1 {
        return refuse("is not a combat unit of the attacker");
    }
    if t.has(unit, Mark::Attacked) {
        return refuse("has attacked this turn");
    }
    let grid = &t.board.map.grid;
    let Some(ix) = t.ix_of(unit) else { return refuse("is not on the map") };
    if !attack.units.iter().any(|u| t.ix_of(*u).is_some_and(|from| grid.side(from, ix).is_some())) {
        return refuse("is not next to an attacking unit");
    }
    if hostilities(t, Some(attack)).enemy_near(t, t.nation(unit), ix).is_some() {
        return refuse("is next to an enemy");
    }
    Ok(())
}

/// [10.3.1.e] Units that could add their strength.
pub(crate) fn scouts(t: &Table, attack: &Attack) -> Vec<UnitId> {
    if !attack.scouted {
        return Vec::new();
    }
    t.acting_with(attack.nation).filter(|u| may_help(t, attack, *u).is_ok()).collect()
}

/// [10.3.1.e] One of them does.
pub(crate) fn recon(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Recon], "WTL-10.3.1.e", "reconnaissance can bring in nobody now")?;
    may_help(&t, &attack, unit)?;
    attack.recon = Some(unit);
    t.set_mark("WTL-10.3.1.e", unit, Mark::Attacked, true);
    t.board.record(Atom("WTL-10.3.1.e"), Fact::AttackerToggled { unit, hex: attack.target, joins: true });
    attack.stage = CombatStage::Guns;
    keep(&mut t, attack);
    Ok(())
}

/// [10.3.1.e] Nobody does.
pub(crate) fn no_recon(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[CombatStage::Recon], "WTL-10.3.1.e", "reconnaissance can bring in nobody now")?;
    attack.stage = CombatStage::Guns;
    keep(&mut t, attack);
    Ok(())
}
