//! [19.9], [20.2] Close air support and naval support: the attacker commits first, openly.

use super::{Attack, CombatStage, current, keep, target};
use crate::board::{Atom, Fact, Illegal, Ix, Side, UnitId, Units};
use crate::games::kit::Shift;
use crate::games::putin_moves_east::charts::Sea;
use crate::games::putin_moves_east::orders::Holding;
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::tables::{Kind, Nation};
use bevy_ecs::prelude::In;

/// [20.2.a], [F37] The sea zones from which ships can support a battle in a hex.
fn waters(t: &Table, ix: Ix) -> Vec<Sea> {
    let near = std::iter::once(ix).chain(t.board.map.grid.around(ix).map(|(_, there)| there));
    let mut seas: Vec<Sea> = near.flat_map(|ix| t.footing(ix).coasts.clone()).collect();
    seas.sort_unstable();
    seas.dedup();
    seas
}

/// Whether a side is asked for support: it has backs of a class that could give it. Which counters they are does not matter.
fn is_asked(t: &Table, attack: &Attack, side: Side) -> bool {
    let shore = !waters(t, target(t, attack)).is_empty();
    t.boxed(Holding::staging(side)).into_iter().any(|u| t.kind(u).is_air() || (shore && t.kind(u) == Kind::Naval))
}

/// [19.9], [20.1], [20.2] Whether one unit can support a battle in a hex.
pub fn may_support(t: &Table, side: Side, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    t.owned(side, unit, "PME-19.9.a")?;
    let (kind, name) = (t.kind(unit), t.seen_name(unit));
    match kind {
        Kind::Missile => return Err(Illegal::new("PME-20.1.a", format!("{name} is a missile unit, which never gives close air support"))),
        Kind::Naval => {}
        kind if kind.is_tactical() => {}
        _ => return Err(Illegal::new("PME-19.9.b", format!("{name} is neither aircraft nor a naval unit"))),
    }
    if !t.is_in(unit, Holding::staging(side)) {
        return Err(Illegal::new("PME-18.2.a", format!("{name} is not in the Staging Area")));
    }
    if kind == Kind::Naval {
        let waters = waters(t, ix);
        if waters.is_empty() {
            return Err(Illegal::new("PME-20.2.a", format!("{} is neither coastal nor next to a coastal hex", t.spot_at(ix))));
        }
        let nation = t.printed(unit).nation;
        if !t.charts.sea_zones.naval.get(&nation.id()).is_some_and(|own| own.iter().any(|sea| waters.contains(sea))) {
            return Err(Illegal::new("PME-20.2.d", format!("{name} does not operate in the sea off {}", t.spot_at(ix))));
        }
    }
    Ok(())
}

/// [18.4.b], [18.5.b], [20.3.a] Whether these units may support a battle together.
pub fn may_commit(t: &Table, side: Side, units: &[UnitId], ix: Ix) -> Result<(), Illegal> {
    for unit in units {
        may_support(t, side, *unit, ix)?;
    }
    one_nation(t, units)
}

/// [18.4.b], [18.5.b], [20.3.a] Whether units of one strike are of one nation, within its limit, and named once each.
pub fn one_nation(t: &Table, units: &[UnitId]) -> Result<(), Illegal> {
    let Some(nation) = units.first().map(|u| t.printed(*u).nation) else { return Ok(()) };
    if let Some(other) = units.iter().find(|u| t.printed(**u).nation != nation) {
        return Err(Illegal::new("PME-18.5.b", format!("{} is not of the same nation as the others", t.name(*other))));
    }
    if let Some(i) = (1..units.len()).find(|i| units[..*i].contains(&units[*i])) {
        return Err(Illegal::new("PME-18.4.b", format!("{} was named twice", t.name(units[i]))));
    }
    let limit = t.charts.air_stacking.limit(nation);
    if units.len() > limit {
        return Err(Illegal::new("PME-18.4.b", format!("{} uses at most {limit} air, missile and naval units in a hex", nation.name())));
    }
    Ok(())
}

/// The columns that a unit gives its side.
fn columns(t: &Table, unit: UnitId) -> i32 {
    if t.kind(unit) == Kind::Naval { t.factor(unit) } else { i32::from(t.charts.shifts.tactical_air) }
}

/// The support of most columns that a side could give a battle: ships first, and of equals the least factors.
pub fn best(t: &Table, attack: &Attack, side: Side) -> (Vec<UnitId>, i32) {
    let ix = target(t, attack);
    let able: Vec<UnitId> = t.boxed(Holding::staging(side)).into_iter().filter(|u| may_support(t, side, *u, ix).is_ok()).collect();
    let of = |nation: Nation| {
        let mut units: Vec<UnitId> = able.iter().copied().filter(|u| t.printed(*u).nation == nation).collect();
        units.sort_by_key(|u| (-columns(t, *u), t.kind(*u) != Kind::Naval, t.factor(*u), *u));
        units.truncate(t.charts.air_stacking.limit(nation));
        let total = units.iter().map(|u| columns(t, *u)).sum::<i32>();
        (units, total)
    };
    Nation::ALL.into_iter().map(of).max_by_key(|(units, total)| (*total, std::cmp::Reverse(units.len()))).unwrap_or_default()
}

/// [14.6.3.a], [19.9.b] The shifts of the support committed so far.
pub fn shifts(t: &Table, attack: &Attack) -> Vec<Shift> {
    let mut shifts: Vec<Shift> = Vec::new();
    let names = [["aircraft of the attacker", "ships of the attacker"], ["aircraft of the defender", "ships of the defender"]];
    for (of, sign) in [(0, 1), (1, -1)] {
        for (naval, rule) in [(false, "PME-19.9.b"), (true, "PME-20.2.a")] {
            let units = attack.support[of].iter().filter(|u| (t.kind(**u) == Kind::Naval) == naval);
            let total = units.map(|u| columns(t, *u)).sum::<i32>().clamp(-99, 99) as i8;
            if total != 0 {
                shifts.push((names[of][usize::from(naval)], rule, sign * total));
            }
        }
    }
    shifts
}

/// [19.9.a] Aircraft and ships support the battle, or none do.
pub fn support(In(units): In<Units>, mut t: Table) -> Result<(), Illegal> {
    let stages = [CombatStage::AttackerSupport, CombatStage::DefenderSupport];
    let mut attack = current(&t, &stages, "PME-19.9.a", "there is no battle to support")?;
    let side = attack.decider();
    may_commit(&t, side, &units, target(&t, &attack))?;
    if units.is_empty() {
        t.board.record(Atom("PME-19.9.a"), Fact::Declined { side, what: "to support the battle with aircraft or ships" });
    }
    for unit in &units {
        let by = if t.kind(*unit) == Kind::Naval { "PME-20.2.a" } else { "PME-19.9.a" };
        t.box_up(by, *unit, Holding::Committed);
        t.board.record(Atom(by), Fact::Struck { unit: *unit, hex: attack.target });
    }
    attack.support[usize::from(side != attack.side)] = units;
    next(&mut t, attack);
    Ok(())
}

fn next(t: &mut Table, mut attack: Attack) {
    attack.stage = if attack.stage == CombatStage::AttackerSupport { CombatStage::DefenderSupport } else { CombatStage::AttackerSeal };
    keep(t, attack);
}

/// [F88] A side that has nothing to commit is not asked. Tells whether it moved.
pub fn proceed(t: &mut Table, attack: Attack) -> bool {
    if is_asked(t, &attack, attack.decider()) {
        return false;
    }
    next(t, attack);
    true
}
