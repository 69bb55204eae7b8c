//! [7] Sharing a hex.

use super::orders::{Decision, Holding, Optional};
use super::table::Table;
use super::tables::{Charts, UnitType};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Side, UnitId};
use bevy_ecs::prelude::In;

/// What is wrong with a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// [7.2.b] A second headquarters.
    Headquarters,
    /// [7.6.a] Militias that do not share a hex.
    Militias,
    /// [7.0.a] More units than this.
    Limit(u8),
}

impl Fault {
    /// The refusal, which names the hex.
    pub(super) fn refusal(self, spot: &str) -> Illegal {
        match self {
            Fault::Headquarters => Illegal::new("TOA-7.2.b", format!("{spot} may hold only one headquarters")),
            Fault::Militias => Illegal::new("TOA-7.6.a", format!("South Ossetian and Abkhaz units may not share {spot}")),
            Fault::Limit(limit) => Illegal::new("TOA-7.0.a", format!("{spot} holds no more than {limit} units")),
        }
    }
}

/// [7.0]–[7.6] What is wrong with a stack, and the units of which one must go. `None` for a stack that may stay.
pub(super) fn excess(charts: &Charts, ix: Ix, stack: &[UnitId]) -> Option<(Fault, Vec<UnitId>)> {
    let limit = charts.footing[ix.at()].limit;
    if stack.len() == 1 && limit > 0 {
        return None; // a unit alone shares its hex with nobody
    }
    let nation = |unit: &UnitId| charts.printed[unit.at()].nation;
    let of_kind = |holds: fn(UnitType) -> bool| stack.iter().copied().filter(move |u| holds(charts.printed[u.at()].kind));
    let headquarters = of_kind(|kind| kind == UnitType::Hq);
    if headquarters.clone().count() > usize::from(charts.stacking.headquarters) {
        return Some((Fault::Headquarters, headquarters.collect()));
    }
    for (a, b) in &charts.stacking.never_together {
        if stack.iter().any(|u| nation(u) == *a) && stack.iter().any(|u| nation(u) == *b) {
            let both = stack.iter().filter(|u| [*a, *b].contains(&nation(u))).copied().collect();
            return Some((Fault::Militias, both));
        }
    }
    // [7.2.a] Helicopters do not count.
    let counted = of_kind(|kind| kind != UnitType::Helicopter);
    (counted.clone().count() > usize::from(limit)).then(|| (Fault::Limit(limit), counted.collect()))
}

/// How full a hex is for a side's own units, and how much it holds. [7.2.a] Helicopters do not count.
pub(super) fn stack_load(In((side, hex)): In<(Side, Hex)>, t: Table) -> Option<(u8, u8)> {
    let ix = t.board.ix(hex)?;
    let counted = t.stack(ix).into_iter().filter(|u| t.board.side(*u) == side && t.kind(*u) != UnitType::Helicopter).count();
    Some((counted as u8, t.charts.footing[ix.at()].limit))
}

/// Hexes whose stacks break a rule.
pub(super) fn overfull(_: In<()>, t: Table) -> Vec<Hex> {
    let mut hexes: Vec<Ix> = t.board.units().filter_map(|u| t.board.ix_of(u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().filter(|ix| excess(&t.charts, *ix, t.board.stack(*ix)).is_some()).map(|ix| t.hex(ix)).collect()
}

/// The first hex in which a side has too much, what is wrong there, and the units of which one must go.
pub(super) fn excess_of(board: &Board, charts: &Charts, side: Side) -> Option<(Ix, Fault, Vec<UnitId>)> {
    let mut hexes: Vec<Ix> = board.on_map(side).filter_map(|u| board.ix_of(u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter().find_map(|ix| excess(charts, ix, board.stack(ix)).map(|(fault, units)| (ix, fault, units)))
}

/// [7.1.a] At the end of a segment both sides must comply; the owner of too full a hex decides what goes.
pub(super) fn enforce(t: &mut Table, phasing: Side) -> bool {
    let owing = [phasing, phasing.other()].into_iter().find(|side| excess_of(&t.board, &t.charts, *side).is_some());
    if let Some(side) = owing {
        t.board.ask(Decision::Excess(side));
        t.board.record(Atom("TOA-7.1.a"), Fact::Asked { side, what: "remove a unit from an overstacked hex" });
    }
    owing.is_none()
}

/// [7.1.c] Takes one unit away: it is no loss, but it leaves the map.
pub(super) fn remove_excess(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let nothing = || Illegal::new("TOA-7.1.c", "no hex is overstacked");
    let Some(Decision::Excess(side)) = t.board.decision().cloned() else { return Err(nothing()) };
    let (ix, fault, candidates) = excess_of(&t.board, &t.charts, side).ok_or_else(nothing)?;
    if !candidates.contains(&unit) {
        let (name, spot) = (t.name(unit), t.spot_at(ix));
        let helps = if t.ix_of(unit) == Some(ix) { "does not help there" } else { "does not help: it is not there" };
        return Err(Illegal::new("TOA-7.1.c", format!("{}; removing {name} {helps}", fault.refusal(&spot).why)));
    }
    let to = pool_of(&t, unit);
    t.box_up("TOA-7.1.c", unit, to);
    if excess_of(&t.board, &t.charts, side).is_none() {
        t.board.answer();
        super::sequence::finish_segment(&mut t);
    }
    Ok(())
}

/// Where a unit taken away goes: Russian regulars come again from the pool, 1st Brigade units are held out again as long as the
/// brigade is still to come. Nothing brings the others back, nor naval infantry, which lands once and is not selected [13.1.d].
fn pool_of(t: &Table, unit: UnitId) -> Holding {
    let last_arrival = t.charts.reinforcements.first_brigade_turn + 1; // [13.2.d]
    let nation = t.book.nations[t.printed(unit).nation.at()].id.as_str();
    match (nation, t.book.units[unit.at()].formation.as_str()) {
        ("RU", _) if t.kind(unit) != UnitType::NavalInfantry => Holding::Pool,
        ("GE", "1") if t.board.clock().turn < last_arrival && !t.plays(Optional::FirstBrigadeHome) => Holding::HeldOut,
        _ => Holding::OutOfPlay,
    }
}
