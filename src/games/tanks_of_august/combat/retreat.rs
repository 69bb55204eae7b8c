//! [10.4.7.e]–[10.4.7.j] Retreats.

use super::{Attack, Stage, current, keep};
use crate::board::paths::{Reach, Step};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Place, UnitId};
use crate::games::tanks_of_august::orders::Decision;
use crate::games::tanks_of_august::stacking;
use crate::games::tanks_of_august::supply;
use crate::games::tanks_of_august::table::Table;
use crate::games::tanks_of_august::tables::UnitType;
use crate::games::tanks_of_august::zoc;
use bevy_ecs::prelude::In;

/// Every path that units which stand together may retreat along: full length and nearer to supply where there are such, else full
/// length, else as far as they can. Empty if they cannot leave the hex.
pub fn paths(t: &mut Table, units: &[UnitId], hexes: u8) -> Vec<Vec<Ix>> {
    let ways = ways(t, units, hexes);
    let flies = units.first().is_some_and(|u| t.kind(*u) == UnitType::Helicopter);
    if flies || ways.first().is_some_and(|p| p.len() == usize::from(hexes)) { nearer(t, units, ways) } else { ways }
}

/// The same without regard to supply.
fn ways(t: &mut Table, units: &[UnitId], hexes: u8) -> Vec<Vec<Ix>> {
    let Some(start) = units.first().and_then(|u| t.ix_of(*u)) else { return Vec::new() };
    let enemy = t.board.side(units[0]).other();
    let zoc = t.zoc(enemy).to_vec();
    if let [unit] = units[..]
        && t.kind(unit) == UnitType::Helicopter
    {
        return flights(t, unit, start, &zoc);
    }
    // [8.6.e] A hex with nothing but enemy helicopters may be passed, not kept.
    let may_end = |t: &Table, path: &Vec<Ix>| path.last().is_some_and(|end| t.board.occupant(*end).is_none_or(|side| side != enemy));
    let mut walked: Vec<Vec<Ix>> = vec![Vec::new()];
    let mut found: Vec<Vec<Ix>> = Vec::new();
    for _ in 0..hexes {
        let mut longer = Vec::new();
        for path in &walked {
            let here = path.last().copied().unwrap_or(start);
            for (dir, there) in t.board.map.grid.around(here) {
                if there != start && zoc::passable(&t.charts, here, dir, there) && may_enter(t, units, there, &zoc) {
                    longer.push(path.iter().copied().chain([there]).collect());
                }
            }
        }
        let ends: Vec<Vec<Ix>> = longer.iter().filter(|path| may_end(t, path)).cloned().collect();
        if !ends.is_empty() {
            found = ends; // [10.4.7.h] as far as they can
        }
        walked = longer;
    }
    found
}

/// [10.4.7.g] Where a path leads every unit nearer to its own sources of supply, such a path must be taken.
fn nearer(t: &Table, units: &[UnitId], ways: Vec<Vec<Ix>>) -> Vec<Vec<Ix>> {
    let gains = |unit: &UnitId, end: Ix| {
        let here = t.ix_of(*unit).and_then(|start| supply::distance_to_source(t, *unit, start));
        supply::distance_to_source(t, *unit, end).zip(here).is_some_and(|(there, here)| there < here)
    };
    let closer = |path: &Vec<Ix>| path.last().is_some_and(|end| units.iter().all(|u| gains(u, *end)));
    if ways.iter().any(closer) { ways.into_iter().filter(closer).collect() } else { ways }
}

/// [10.4.7.f] Whether retreating units may enter a hex, even in passing.
fn may_enter(t: &Table, units: &[UnitId], ix: Ix, enemy_zoc: &[bool]) -> bool {
    let side = t.board.side(units[0]);
    let stack = t.stack(ix);
    let enemies = stack.iter().any(|u| t.board.side(*u) != side && t.kind(*u) != UnitType::Helicopter);
    if enemies || enemy_zoc[ix.at()] || units.iter().any(|u| t.barred(*u, ix).is_some()) {
        return false;
    }
    let friends = stack.into_iter().filter(|u| t.board.side(*u) == side);
    let together: Vec<UnitId> = friends.chain(units.iter().copied()).collect();
    stacking::excess(&t.charts, ix, &together).is_none()
}

/// [8.6.b], [10.4.7.f] Whether a helicopter may fly through a hex on its retreat.
fn may_fly(t: &Table, unit: UnitId, ix: Ix, enemy_zoc: &[bool]) -> bool {
    let (side, footing) = (t.board.side(unit), &t.charts.footing[ix.at()]);
    let free = t.board.stack(ix).iter().all(|u| t.board.side(*u) == side || t.kind(*u) == UnitType::Helicopter);
    (!footing.prohibited || footing.sea) && t.barred(unit, ix).is_none() && !enemy_zoc[ix.at()] && free
}

/// [8.6.b] Whether a friend holds a hex who was not told to retreat himself.
fn may_join(t: &Table, unit: UnitId, ix: Ix) -> bool {
    let attack = t.decisions.0.iter().rev().find_map(|d| if let Decision::Attack(a) = d { Some(a) } else { None });
    let told = |u: &UnitId| attack.is_some_and(|a| a.told.contains(u));
    t.holds(t.board.side(unit), ix) && t.board.stack(ix).iter().any(|u| !told(u))
}

/// [8.6.b] A helicopter flies as far as it likes, to a hex that a friend holds: the shortest way to each.
fn flights(t: &Table, unit: UnitId, start: Ix, enemy_zoc: &[bool]) -> Vec<Vec<Ix>> {
    let mut reach = Reach::default();
    reach.explore(&t.board.map.grid, start, u16::MAX / 2, |_, _, to| if may_fly(t, unit, to, enemy_zoc) { Step::Go(1) } else { Step::Closed });
    reach.found().iter().filter(|ix| may_join(t, unit, **ix)).map(|ix| reach.path(*ix)).collect()
}

/// Whether a helicopter may take this way, however long, to one of the hexes open to it.
fn is_flight(t: &mut Table, unit: UnitId, path: &[Ix], open: &[Vec<Ix>]) -> bool {
    let Some(start) = t.ix_of(unit) else { return false };
    let zoc = t.zoc(t.board.side(unit).other()).to_vec();
    let touching = std::iter::once(&start).chain(path).zip(path).all(|(a, b)| t.board.map.grid.side(*a, *b).is_some());
    let ends = open.iter().any(|way| way.last() == path.last());
    touching && ends && path.iter().all(|ix| *ix != start && may_fly(t, unit, *ix, &zoc))
}

/// The paths open to a group in this attack.
pub fn open_to(t: &mut Table, attack: &Attack, units: &[UnitId]) -> Vec<Vec<Ix>> {
    let hexes = attack.result.map_or(1, |r| r.retreat);
    paths(t, units, hexes)
}

/// Units retreat together.
pub fn retreat(In((units, path)): In<(Vec<UnitId>, Vec<Hex>)>, mut t: Table) -> Result<(), Illegal> {
    if let Some(Decision::Panic { unit }) = t.decisions.0.last().cloned() {
        return panic(&mut t, unit, &units, &path);
    }
    let mut attack = current(&t, &[Stage::Retreat], "TOA-10.4.7.e", "nobody has to retreat")?;
    if units.is_empty() || units.iter().any(|u| !attack.retreating.contains(u)) || (1..units.len()).any(|i| units[..i].contains(&units[i])) {
        return Err(Illegal::new("TOA-10.4.7.e", "only units told to retreat do, each once"));
    }
    if units.len() > 1 && units.iter().any(|u| t.kind(*u) == UnitType::Helicopter) {
        return Err(Illegal::new("TOA-8.6.b", "helicopters retreat by themselves"));
    }
    let short = judge(&mut t, &attack, &units, &path)?;
    go(&mut t, "TOA-10.4.7.e", &units, &path);
    attack.retreating.retain(|u| !units.contains(u));
    if short {
        // [10.4.7.h]
        match units[..] {
            [only] => t.lose_step("TOA-10.4.7.h", only),
            _ => {
                attack.short = units;
                attack.stage = Stage::ExtraLoss;
            }
        }
    }
    keep(&mut t, attack);
    Ok(())
}

/// Whether the path is one of those open, and whether it falls short.
fn judge(t: &mut Table, attack: &Attack, units: &[UnitId], path: &[Hex]) -> Result<bool, Illegal> {
    let open = open_to(t, attack, units);
    let wanted: Option<Vec<Ix>> = path.iter().map(|h| t.board.ix(*h)).collect();
    let hexes = usize::from(attack.result.map_or(1, |r| r.retreat));
    let flies = t.kind(units[0]) == UnitType::Helicopter;
    if open.is_empty() && path.is_empty() {
        return Ok(true);
    }
    let ways = ways(t, units, hexes as u8);
    let refused = |rule: &'static str, why: &'static str| Err(Illegal::new(rule, why));
    const NEARER: &str = "they must end nearer to a source of supply";
    match wanted {
        Some(wanted) if open.contains(&wanted) => Ok(!flies && wanted.len() < hexes),
        Some(wanted) if flies && is_flight(t, units[0], &wanted, &open) => Ok(false),
        Some(wanted) if flies && is_flight(t, units[0], &wanted, &ways) => refused("TOA-10.4.7.g", NEARER),
        _ if flies => refused("TOA-8.6.b", "a helicopter retreats to a hex that a friendly unit holds"),
        Some(wanted) if wanted.len() < ways.first().map_or(0, Vec::len) => refused("TOA-10.4.7.h", "they must retreat as far as they can"),
        Some(wanted) if ways.contains(&wanted) => refused("TOA-10.4.7.g", NEARER),
        _ => refused("TOA-10.4.7.f", "they may not retreat that way"),
    }
}

fn go(t: &mut Table, by: &'static str, units: &[UnitId], path: &[Hex]) {
    for unit in units.iter().copied() {
        let from = t.board.place(unit);
        match path.last() {
            Some(end) => {
                t.board.record(Atom(by), Fact::Moved { unit, from, to: Place::Map(*end), path: path.to_vec() });
                t.entered(unit, path);
            }
            None => {
                let side = t.board.side(unit);
                t.board.record(Atom("TOA-10.4.7.h"), Fact::Declined { side, what: "to retreat: there is no way out" });
            }
        }
    }
}

/// [14.5] The unit that panics goes one hex back.
fn panic(t: &mut Table, unit: UnitId, units: &[UnitId], path: &[Hex]) -> Result<(), Illegal> {
    let wanted: Option<Vec<Ix>> = path.iter().map(|h| t.board.ix(*h)).collect();
    if units != [unit] || !wanted.is_some_and(|w| paths(t, units, 1).contains(&w)) {
        return Err(Illegal::new("TOA-14.5.a", format!("{} must retreat one hex by the rules of retreat", t.name(unit))));
    }
    t.decisions.0.pop();
    go(t, "TOA-14.5.a", units, path);
    Ok(())
}
