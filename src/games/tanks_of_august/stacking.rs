//! [7] Sharing a hex.

use super::orders::{Decision, Holding, Optional};
use super::tables::{Charts, UnitType};
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Board, Decisions, Fact, Illegal, Ix, Place, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::{In, Res, ResMut};

/// [7.0]–[7.6] The rule that a stack breaks, and the units of which one must go. `None` for a stack that may stay.
pub fn excess(charts: &Charts, ix: Ix, stack: &[UnitId]) -> Option<(Illegal, Vec<UnitId>)> {
    let kind = |unit: &&UnitId| charts.printed[unit.at()].kind;
    let nation = |unit: &UnitId| charts.printed[unit.at()].nation;
    let headquarters: Vec<UnitId> = stack.iter().filter(|u| kind(u) == UnitType::Hq).copied().collect();
    if headquarters.len() > usize::from(charts.headquarters) {
        return Some((Illegal::new("TOA-7.2.b", "there may be only one headquarters in a hex"), headquarters));
    }
    for (a, b) in &charts.never_together {
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

/// The units of a side of which one must go now, with the rule that says so.
pub fn excess_of(board: &Board, charts: &Charts, side: Side) -> Option<(Illegal, Vec<UnitId>)> {
    board.map.grid.all().filter(|ix| board.occupant(*ix) == Some(side)).find_map(|ix| excess(charts, ix, board.stack(ix)))
}

/// [7.1.a] At the end of a segment both sides must comply; the owner of too full a hex decides what goes.
pub fn enforce(board: &mut Board, charts: &Charts, decisions: &mut Decisions<Decision>, phasing: Side) -> bool {
    let owing = [phasing, if phasing == GEORGIAN { RUSSIAN } else { GEORGIAN }].into_iter().find(|side| excess_of(board, charts, *side).is_some());
    if let Some(side) = owing {
        decisions.0.push(Decision::Excess(side));
        board.record(Atom("TOA-7.1.a"), Fact::Asked { side, what: "take away what is too much" });
    }
    owing.is_none()
}

/// [7.1.c] Takes one unit away: it is no loss, but it leaves the map.
pub fn remove_excess(
    In(unit): In<UnitId>,
    mut board: Board,
    charts: Res<Charts>,
    book: Res<Rulebook>,
    start: Res<Start>,
    mut decisions: ResMut<Decisions<Decision>>,
) -> Result<(), Illegal> {
    let Some(Decision::Excess(side)) = decisions.0.last().cloned() else {
        return Err(Illegal::new("TOA-7.1.c", "no hex holds too much"));
    };
    let Some((_, candidates)) = excess_of(&board, &charts, side) else {
        return Err(Illegal::new("TOA-7.1.c", "no hex holds too much"));
    };
    if !candidates.contains(&unit) {
        return Err(Illegal::new("TOA-7.1.c", format!("taking {} away would not help", book.unit_name(unit))));
    }
    let to = pool_of(&book, &charts, &start, board.clock().turn, unit);
    board.put(Atom("TOA-7.1.c"), unit, Place::Holding(to.id()));
    if excess_of(&board, &charts, side).is_none() {
        decisions.0.pop();
        super::sequence::finish_segment(&mut board, &charts, &book, &start, &mut decisions);
    }
    Ok(())
}

/// Where a unit taken away goes: Russian regulars come again from the pool, 1st Brigade units are held out again as long as the
/// brigade is still to come. Nothing brings the others back.
fn pool_of(book: &Rulebook, charts: &Charts, start: &Start, turn: u8, unit: UnitId) -> Holding {
    const LAST_ARRIVAL: u8 = 4; // [13.2.d]
    let nation = book.nations[charts.printed[unit.at()].nation.at()].id.as_str();
    match (nation, book.units[unit.at()].formation.as_str()) {
        ("RU", _) => Holding::Pool,
        ("GE", "1") if turn < LAST_ARRIVAL && !start.has(Optional::FirstBrigadeHome.id()) => Holding::HeldOut,
        _ => Holding::OutOfPlay,
    }
}
