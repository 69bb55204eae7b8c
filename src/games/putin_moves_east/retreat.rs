//! [15.1] Retreats, whoever forces them: an attack, a bombardment, a rebellion. The player who forced it moves the units.

use super::movement;
use super::orders::Decision;
use super::stacking;
use super::table::{Table, counted};
use crate::board::{Hex, Illegal, Ix, Path, Side, UnitId};
use bevy_ecs::prelude::In;

/// Units that have to leave a hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retreat {
    /// Who moves them: their enemy.
    pub by: Side,
    /// The rule that forces them out.
    pub rule: &'static str,
    /// The hex they leave.
    pub from: Hex,
    /// How many hexes at least.
    pub distance: u8,
    /// Those that still have to go.
    pub units: Vec<UnitId>,
}

/// More hexes than any retreat can need.
const FARTHEST: usize = 40;

/// [15.1.b] Whether a retreating unit may enter the next hex. The zones must be up to date.
fn may_enter(t: &Table, unit: UnitId, from: Ix, to: Ix) -> Result<(), Illegal> {
    let dir = t.board.map.grid.side(from, to).ok_or_else(|| Illegal::new("PME-15.1.a", "it is not next to the hex before"))?;
    movement::may_stand(t, unit, to).map_err(|no| Illegal { rule: crate::board::Atom("PME-15.1.b"), ..no })?;
    if t.charts.crossing[from.at()][dir.at()].closed {
        return Err(Illegal::new("PME-15.1.b", "there is nothing but sea in between"));
    }
    if t.in_ezoc(t.board.side(unit), to) {
        return Err(Illegal::new("PME-15.1.b", "it lies in an enemy zone of control"));
    }
    Ok(())
}

/// The ways by one hex longer, no hex entered twice.
fn longer(t: &Table, unit: UnitId, start: Ix, ways: &[Vec<Ix>]) -> Vec<Vec<Ix>> {
    let grid = &t.board.map.grid;
    let mut found = Vec::new();
    for way in ways {
        let here = way.last().copied().unwrap_or(start);
        for (_, there) in grid.around(here) {
            if there != start && !way.contains(&there) && may_enter(t, unit, here, there).is_ok() {
                found.push(way.iter().copied().chain([there]).collect());
            }
        }
    }
    found
}

/// [15.1.c], [F26], [F77], [F105] One way to every hex in which a unit may end its retreat: the full distance if some way allows it, otherwise the
/// longest there is; from there on to the first hexes that it does not overstack. The zones must be up to date.
pub fn ways(t: &Table, retreat: &Retreat, unit: UnitId) -> Vec<Vec<Ix>> {
    let Some(start) = t.ix_of(unit) else { return Vec::new() };
    let mut ways: Vec<Vec<Ix>> = vec![Vec::new()];
    for _ in 0..retreat.distance {
        let next = longer(t, unit, start, &ways);
        if next.is_empty() {
            break;
        }
        ways = next;
    }
    ways.retain(|way| !way.is_empty());
    let mut seen: Vec<Ix> = Vec::new();
    for _ in 0..FARTHEST {
        let mut free: Vec<Vec<Ix>> = ways.iter().filter(|way| !stacking::is_full(t, way[way.len() - 1])).cloned().collect();
        if ways.is_empty() || !free.is_empty() {
            keep_first(&mut free, |way| way[way.len() - 1]);
            return free;
        }
        // Where it goes on from a full hex depends on where it came from: it does not turn back.
        keep_first(&mut ways, |way| (way[way.len() - 1], way.iter().rev().nth(1).copied()));
        seen.extend(ways.iter().map(|way| way[way.len() - 1]));
        ways = longer(t, unit, start, &ways);
        ways.retain(|way| !seen.contains(&way[way.len() - 1]));
    }
    Vec::new()
}

/// Of several that are alike, keeps the first.
fn keep_first<T, K: PartialEq>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut known: Vec<K> = Vec::new();
    list.retain(|one| {
        let key = key(one);
        let fresh = !known.contains(&key);
        known.push(key);
        fresh
    });
}

/// Units have to leave a hex, if there are any.
pub fn begin(t: &mut Table, retreat: Retreat) {
    if !retreat.units.is_empty() {
        t.ask(Decision::Retreat(Box::new(retreat)));
    }
}

fn current(t: &Table) -> Result<Retreat, Illegal> {
    match t.open() {
        Some(Decision::Retreat(retreat)) => Ok((**retreat).clone()),
        _ => Err(Illegal::new("PME-15.1.a", "no unit has to retreat")),
    }
}

/// [15.1.d], [F104] Whoever has no hex to go to is eliminated; when all have gone the retreat is over. Tells whether it moved.
pub fn proceed(t: &mut Table) -> bool {
    t.refresh();
    let Ok(mut retreat) = current(t) else { return false };
    if retreat.units.is_empty() {
        t.answer();
        return true;
    }
    let lost = retreat.units.iter().copied().find(|unit| ways(t, &retreat, *unit).is_empty());
    if let Some(unit) = lost {
        t.eliminate("PME-15.1.d", unit);
        retreat.units.retain(|u| *u != unit);
        t.amend(Decision::Retreat(Box::new(retreat)));
    }
    lost.is_some()
}

/// [15.1.a] The player who forced the retreat moves a unit.
pub fn retreat(In((unit, path)): In<(UnitId, Path)>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let retreat = current(&t)?;
    if !retreat.units.contains(&unit) || is_hidden(&t, unit) {
        return Err(Illegal::new("PME-15.1.a", format!("as far as you know, this unit does not have to leave {}", t.spot(retreat.from))));
    }
    carry_out(&mut t, retreat, unit, &path)
}

/// [15.1.a], [8.2] The same with a unit that the player does not see.
pub fn retreat_blind(In(path): In<Path>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let retreat = current(&t)?;
    let Some(unit) = hidden(&t, &retreat) else {
        return Err(Illegal::new("PME-15.1.a", format!("no unit that lies face down has to leave {}", t.spot(retreat.from))));
    };
    carry_out(&mut t, retreat, unit, &path)
}

fn carry_out(t: &mut Table, mut retreat: Retreat, unit: UnitId, path: &[Hex]) -> Result<(), Illegal> {
    judge(t, &retreat, unit, path)?;
    retreat.units.retain(|u| *u != unit);
    movement::walk(t, "PME-15.1.a", unit, path);
    t.amend(Decision::Retreat(Box::new(retreat)));
    Ok(())
}

/// Whether a retreating unit is hidden from the player who moves it.
pub fn is_hidden(t: &Table, unit: UnitId) -> bool {
    t.board.status(unit).face_down
}

/// The first of the units that the player who moves them does not see.
pub fn hidden(t: &Table, retreat: &Retreat) -> Option<UnitId> {
    retreat.units.iter().copied().find(|u| is_hidden(t, *u))
}

/// [15.1] Judges the way of a retreat.
fn judge(t: &Table, retreat: &Retreat, unit: UnitId, path: &[Hex]) -> Result<(), Illegal> {
    let way = t.way(path, "PME-15.1.a")?;
    let Some((start, end)) = t.ix_of(unit).zip(way.last().copied()) else {
        return Err(Illegal::new("PME-15.1.a", "name the hexes of the retreat"));
    };
    let mut from = start;
    for (i, to) in way.iter().enumerate() {
        may_enter(t, unit, from, *to).map_err(|no| t.of_hex(*to, no))?;
        if *to == start || way[..i].contains(to) {
            return Err(Illegal::new("PME-15.1.a", "a retreat enters no hex twice"));
        }
        from = *to;
    }
    let open = ways(t, retreat, unit);
    if !open.iter().any(|known| known.last() == Some(&end) && known.len() == way.len()) {
        let far = open.first().map_or(1, Vec::len);
        let rule = match () {
            () if way.iter().any(|ix| stacking::is_full(t, *ix)) => "PME-15.1.c",
            () if way.len() < far && retreat.distance > 1 => "PME-19.6.a",
            () => "PME-15.1.a",
        };
        return Err(Illegal::new(rule, format!("the unit goes {}, to a hex that it does not overstack, and no farther", counted(far, "hex", "hexes"))));
    }
    Ok(())
}
