//! [10.4.8] Advance after combat.

use super::{Attack, CombatStage, defenders};
use crate::board::{Atom, Dir, Fact, Hex, Illegal, Ix, Path, Place, UnitId};
use crate::games::tanks_of_august::stacking;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use crate::games::tanks_of_august::zoc::{self, Bar};
use bevy_ecs::prelude::In;

/// [10.4.8.a]–[10.4.8.c] How many hexes may be advanced: none unless the target hex is free of defenders.
fn reach(t: &Table, attack: &Attack) -> usize {
    if !defenders(t, attack).is_empty() {
        return 0;
    }
    if attack.result.is_some_and(|r| r.retreat >= 2) { 2 } else { 1 }
}

/// [10.4.8.d], [14.5] Whether a unit may advance at all after this attack.
fn may_go(t: &Table, attack: &Attack, unit: UnitId) -> Result<(), Illegal> {
    let (name, printed) = (t.name(unit), t.printed(unit));
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    match () {
        () if t.board.hex(unit).is_none() => refused("TOA-10.4.8.d", format!("{name} is not on the map")),
        () if printed.kind.is_artillery() => refused("TOA-10.4.8.d", format!("{name} is artillery and does not advance")),
        () if printed.is_static => refused("TOA-10.4.8.d", format!("{name} is static and never moves")),
        () if !attack.attackers().contains(&unit) => refused("TOA-10.4.8.d", format!("{name} was not part of the attack on {}", t.spot(attack.target))),
        () if attack.panicked == Some(unit) => refused("TOA-14.5.a", format!("{name} panicked and does not advance")),
        () if attack.advanced.contains(&unit) => refused("TOA-10.4.8.b", format!("{name} has already advanced")),
        () => Ok(()),
    }
}

/// [10.4.8] Whether a unit may advance along a path.
pub(crate) fn may_advance(t: &Table, attack: &Attack, unit: UnitId, path: &[Hex]) -> Result<(), Illegal> {
    let refused = |rule: &'static str, why: String| Err(Illegal::new(rule, why));
    may_go(t, attack, unit)?;
    let (limit, target) = (reach(t, attack), t.spot(attack.target));
    if limit == 0 {
        return refused("TOA-10.4.8.a", format!("there are still defenders in {target}"));
    }
    if path.first() != Some(&attack.target) {
        return refused("TOA-10.4.8.b", format!("an advance must enter {target} first"));
    }
    if path.len() > limit {
        let rule = if limit == 1 { "TOA-10.4.8.c" } else { "TOA-10.4.8.b" };
        let why = if limit == 1 { "without an R2 result an advance is one hex" } else { "no advance is longer than two hexes" };
        return refused(rule, why.into());
    }
    let Some(mut at) = t.ix_of(unit) else { return refused("TOA-10.4.8.d", format!("{} is not on the map", t.name(unit))) };
    for hex in path {
        let Some((to, dir)) = t.board.ix(*hex).and_then(|to| Some((to, t.board.map.grid.side(at, to)?))) else {
            let rule = if attack.attack_support.contains(&unit) { "TOA-10.4.8.d" } else { "TOA-10.4.8.b" };
            return refused(rule, format!("{} is not next to {}", t.spot(*hex), t.spot_at(at)));
        };
        may_enter(t, unit, at, dir, to)?;
        at = to;
    }
    let mut stack: Vec<UnitId> = t.stack(at);
    stack.push(unit);
    if t.charts.footing[at.at()].sea {
        return refused("TOA-8.6.a", format!("{} is all sea, and helicopters do not stay over it", t.spot_at(at)));
    }
    match stacking::excess(&t.charts, at, &stack) {
        Some((fault, _)) => refused("TOA-10.4.8.a", fault.refusal(&t.spot_at(at)).why.into_owned()),
        None => Ok(()),
    }
}

/// [8.0.e], [8.1.b], [8.3.d], [10.4.8.b] Whether a unit that advances may get from a hex into the next.
fn may_enter(t: &Table, unit: UnitId, from: Ix, dir: Dir, to: Ix) -> Result<(), Illegal> {
    let ground = zoc::ground_bar(&t.charts, from, dir, to);
    // [8.6.a] Helicopters pass over everything that is in play.
    let ground = if t.kind(unit) == UnitType::Helicopter { ground.filter(|bar| *bar == Bar::OutOfPlay) } else { ground };
    let enemy = t.holds(t.board.side(unit).other(), to).then_some(Bar::Enemy);
    let Some(bar) = t.border(unit, to).or(enemy).or(ground) else { return Ok(()) };
    let refusal = bar.refusal(&t.spot_at(to), &t.spot_at(from));
    Err(match bar {
        Bar::Alpine => Illegal::new("TOA-8.3.d", refusal.why),
        Bar::Enemy => Illegal::new("TOA-10.4.8.b", refusal.why),
        _ => refusal,
    })
}

/// The paths a unit may advance along.
pub(crate) fn paths(t: &Table, attack: &Attack, unit: UnitId) -> Vec<Path> {
    let target = t.target(attack);
    let grid = &t.board.map.grid;
    let second = grid.around(target).map(|(_, ix)| Path::from_slice(&[attack.target, grid.hex(ix)]));
    std::iter::once(Path::from_slice(&[attack.target])).chain(second).filter(|path| may_advance(t, attack, unit, path).is_ok()).collect()
}

/// Units that may still advance.
pub(crate) fn movers(t: &Table, attack: &Attack) -> Vec<UnitId> {
    let target: Option<Ix> = t.board.ix(attack.target);
    let beside = |u: &UnitId| t.ix_of(*u).zip(target).is_some_and(|(a, b)| t.board.map.grid.side(a, b).is_some());
    attack.attackers().into_iter().filter(|u| beside(u) && !paths(t, attack, *u).is_empty()).collect()
}

const NO_ADVANCE: &str = "units advance only right after an attack that has emptied the hex";

/// A unit advances.
pub(crate) fn advance(In((unit, path)): In<(UnitId, Path)>, mut t: Table) -> Result<(), Illegal> {
    let mut attack = t.attack_at(&[CombatStage::Advance], "TOA-10.4.8.a", NO_ADVANCE)?;
    may_advance(&t, &attack, unit, &path)?;
    attack.advanced.push(unit);
    t.keep(attack);
    let from = t.board.place(unit);
    let to = Place::Map(*path.last().expect("a judged path has an end"));
    t.board.record(Atom("TOA-10.4.8.a"), Fact::Moved { unit, from, to, path: path.clone() });
    t.entered(unit, &path);
    Ok(())
}

/// Nobody else advances: the attack is over.
pub(crate) fn end(_: In<()>, mut t: Table) -> Result<(), Illegal> {
    let attack = t.attack_at(&[CombatStage::Advance], "TOA-10.4.8.a", NO_ADVANCE)?;
    t.board.record(Atom("TOA-10.4.8.a"), Fact::Declined { side: attack.side, what: "to advance further" });
    t.end_attack();
    Ok(())
}
