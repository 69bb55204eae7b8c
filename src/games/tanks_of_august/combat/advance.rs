//! [10.4.8] Advance after combat.

use super::{Attack, Stage, current, defenders, keep};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, UnitId};
use crate::games::tanks_of_august::orders::Decision;
use crate::games::tanks_of_august::stacking;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use crate::games::tanks_of_august::zoc;
use bevy_ecs::prelude::In;

/// [10.4.8.a]–[10.4.8.c] How many hexes may be advanced: none unless the target hex is free of defenders.
fn reach(t: &Table, attack: &Attack) -> usize {
    if !defenders(t, attack).is_empty() {
        return 0;
    }
    if attack.result.is_some_and(|r| r.retreat >= 2) { 2 } else { 1 }
}

/// [10.4.8] Whether a unit may advance along a path.
pub fn may_advance(t: &Table, attack: &Attack, unit: UnitId, path: &[Hex]) -> Result<(), Illegal> {
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    let printed = t.printed(unit);
    let lent = attack.attack_support.contains(&unit);
    if !(attack.units.contains(&unit) || lent) || printed.is_static || printed.kind.is_artillery() {
        return refused("TOA-10.4.8.d", format!("{} did not attack in a way that lets it advance", t.name(unit)));
    }
    if attack.advanced.contains(&unit) {
        return refused("TOA-10.4.8.b", format!("{} has advanced already", t.name(unit)));
    }
    let limit = reach(t, attack);
    if limit == 0 {
        return refused("TOA-10.4.8.a", "defenders are left in the hex".into());
    }
    if path.is_empty() || path[0] != attack.target || path.len() > limit {
        let rule = if path.len() > limit && limit == 1 { "TOA-10.4.8.c" } else { "TOA-10.4.8.b" };
        return refused(rule, "an advance goes into the vacated hex, and on only after R2".into());
    }
    let Some(mut at) = t.ix_of(unit) else { return refused("TOA-10.4.8.d", format!("{} is not on the map", t.name(unit))) };
    for hex in path {
        let Some((to, dir)) = t.board.ix(*hex).and_then(|to| Some((to, t.board.map.grid.side(at, to)?))) else {
            return refused(if lent { "TOA-10.4.8.d" } else { "TOA-10.4.8.b" }, format!("{hex} is not next to {}", t.board.map.grid.hex(at)));
        };
        if let Some(barred) = t.barred(unit, to) {
            return Err(barred);
        }
        if t.holds(attack.side.other(), to) {
            return refused("TOA-10.4.8.b", format!("an enemy unit stands in {hex}"));
        }
        if printed.kind != UnitType::Helicopter && !zoc::passable(&t.charts, at, dir, to) {
            let alpine = t.charts.footing[at.at()].alpine || t.charts.footing[to.at()].alpine;
            return if alpine {
                refused("TOA-8.3.d", "into and out of alpine hexes units advance along a connected road only".into())
            } else {
                refused("TOA-8.0.e", "units do not advance where they could not go".into())
            };
        }
        at = to;
    }
    let mut stack: Vec<UnitId> = t.stack(at);
    stack.push(unit);
    if t.charts.footing[at.at()].sea {
        return refused("TOA-8.6.a", "helicopters do not stay over the sea".into());
    }
    match stacking::excess(&t.charts, at, &stack) {
        Some((broken, _)) => refused("TOA-10.4.8.a", broken.why.into_owned()),
        None => Ok(()),
    }
}

/// The paths a unit may advance along.
pub fn paths(t: &Table, attack: &Attack, unit: UnitId) -> Vec<Vec<Hex>> {
    let target = t.board.ix(attack.target).expect("attacks are declared on hexes of the map");
    let grid = &t.board.map.grid;
    let second = grid.around(target).map(|(_, ix)| vec![attack.target, grid.hex(ix)]);
    std::iter::once(vec![attack.target]).chain(second).filter(|path| may_advance(t, attack, unit, path).is_ok()).collect()
}

/// Units that may still advance.
pub fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let target: Option<Ix> = t.board.ix(attack.target);
    let beside = |u: &UnitId| t.ix_of(*u).zip(target).is_some_and(|(a, b)| t.board.map.grid.side(a, b).is_some());
    attack.attackers().into_iter().filter(|u| beside(u) && !paths(t, attack, *u).is_empty()).collect()
}

/// A unit advances.
pub fn advance(In((unit, path)): In<(UnitId, Vec<Hex>)>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = current(&t, &[Stage::Advance], "TOA-10.4.8.a", "no hex has been vacated")?;
    may_advance(&t, &attack, unit, &path)?;
    attack.advanced.push(unit);
    keep(&mut t, attack);
    let from = t.board.place(unit);
    let to = Place::Map(*path.last().expect("a judged path has an end"));
    t.board.record(Atom("TOA-10.4.8.a"), Fact::Moved { unit, from, to, path: path.clone() });
    t.entered(unit, &path);
    Ok(())
}

/// Nobody else advances: the attack is over.
pub fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = current(&t, &[Stage::Advance], "TOA-10.4.8.a", "no hex has been vacated")?;
    t.board.record(Atom("TOA-10.4.8.a"), Fact::Declined { side: attack.side, what: "to advance further" });
    let at = t.decisions.0.iter().rposition(|d| matches!(d, Decision::Attack(_))).expect("an attack is under way");
    t.decisions.0.remove(at);
    Ok(())
}
