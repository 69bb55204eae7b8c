//! [7] Sharing a hex.

use super::orders::{Decision, Holding, Optional};
use super::table::Table;
use super::tables::{Charts, UnitType};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// [7.0]–[7.6] The rule that a stack breaks, and the units of which one must go. `None` for a stack that may stay.
pub fn excess(charts: &Charts, ix: Ix, stack: &[UnitId]) -> Option<(Illegal, Vec<UnitId>)> {
    let kind = |unit: &&UnitId| charts.printed[unit.at()].kind;
    let nation = |unit: &UnitId| charts.printed[unit.at()].nation;
    let headquarters: Vec<UnitId> = stack.iter().filter(|u| kind(u) == UnitType::Hq).copied().collect();
    if headquarters.len() > usize::from(charts.stacking.headquarters) {
        return Some((Illegal::new("TOA-7.2.b", "there may be only one headquarters in a hex"), headquarters));
    }
    for (a, b) in &charts.stacking.never_together {
        if stack.iter().any(|u| nation(u) == *a) && stack.iter().any(|u| nation(u) == *b) {
            let both = stack.iter().filter(|u| [*a, *b].contains(&nation(u))).copied().collect();
            return Some((Illegal::new("TOA-7.6.a", "South Ossetian and Abkhaz units may not share a hex"), both));
        }
    }
    // [7.2.a] Helicopters do not count.
    let counted: Vec<UnitId> = stack.iter().filter(|u| kind(u) != UnitType::Helicopter).copied().collect();
    let limit = charts.footing[ix.at()].limit;
    (counted.len() > usize::from(limit)).then(|| (Illegal::new("TOA-7.0.a", format!("this hex holds no more than {limit} units")), counted))
}

/// How full a hex is for a side's own units, and how much it holds. [7.2.a] Helicopters do not count.
pub fn room(In((side, hex)): In<(Side, Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.board.ix(hex)?;
    let counted = t.stack(ix).into_iter().filter(|u| t.board.side(*u) == side && t.kind(*u) != UnitType::Helicopter).count();
    Some((counted as u8, t.charts.footing[ix.at()].limit))
}

/// Hexes whose stacks break a rule.
pub fn overfull(_: In<()>, t: Table) -> Vec<Hex> {
    let grid = &t.board.map.grid;
    grid.all().filter(|ix| excess(&t.charts, *ix, t.board.stack(*ix)).is_some()).map(|ix| grid.hex(ix)).collect()
}

/// The units of a side of which one must go now, with the rule that says so.
pub fn excess_of(board: &Board, charts: &Charts, side: Side) -> Option<(Illegal, Vec<UnitId>)> {
    let on_map = board.units().filter(|u| board.side(*u) == side).filter_map(|u| board.hex(u)).filter_map(|hex| board.ix(hex));
    let mut hexes: Vec<Ix> = on_map.collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().find_map(|ix| excess(charts, ix, board.stack(ix)))
}

/// [7.1.a] At the end of a segment both sides must comply; the owner of too full a hex decides what goes.
pub fn enforce(t: &mut Table, phasing: Side) -> bool {
    let owing = [phasing, phasing.other()].into_iter().find(|side| excess_of(&t.board, &t.charts, *side).is_some());
    if let Some(side) = owing {
        t.decisions.0.push(Decision::Excess(side));
        t.board.record(Atom("TOA-7.1.a"), Fact::Asked { side, what: "take away what is too much" });
    }
    owing.is_none()
}

/// [7.1.c] Takes one unit away: it is no loss, but it leaves the map.
pub fn remove_excess(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let nothing = || Illegal::new("TOA-7.1.c", "no hex holds too much");
    let Some(Decision::Excess(side)) = t.decisions.0.last().cloned() else { return Err(nothing()) };
    let (_, candidates) = excess_of(&t.board, &t.charts, side).ok_or_else(nothing)?;
    if !candidates.contains(&unit) {
        return Err(Illegal::new("TOA-7.1.c", format!("taking {} away would not help", t.name(unit))));
    }
    let to = pool_of(&t, unit);
    t.box_up("TOA-7.1.c", unit, to);
    if excess_of(&t.board, &t.charts, side).is_none() {
        t.decisions.0.pop();
        super::sequence::finish_segment(&mut t);
    }
    Ok(())
}

/// Where a unit taken away goes: Russian regulars come again from the pool, 1st Brigade units are held out again as long as the
/// brigade is still to come. Nothing brings the others back.
fn pool_of(t: &Table, unit: UnitId) -> Holding {
    let last_arrival = t.charts.reinforcements.first_brigade_turn + 1; // [13.2.d]
    let nation = t.book.nations[t.printed(unit).nation.at()].id.as_str();
    match (nation, t.book.units[unit.at()].formation.as_str()) {
        ("RU", _) => Holding::Pool,
        ("GE", "1") if t.board.clock().turn < last_arrival && !t.plays(Optional::FirstBrigadeHome) => Holding::HeldOut,
        _ => Holding::OutOfPlay,
    }
}
