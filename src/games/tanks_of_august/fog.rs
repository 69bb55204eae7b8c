//! [10.0.h] What a player may see of the enemy's stacks, and [13.1.b] of the markers.

use crate::board::{Atom, Board, Fact, Illegal, Place, Rulebook, Side, UnitId};
use bevy_ecs::prelude::{In, Res};

/// Which counters a side may know: its own, the top one of each enemy stack, all that lie open off the map.
pub fn known_to(In(side): In<Side>, board: Board) -> Vec<bool> {
    let top = |unit: UnitId| match board.place(unit) {
        Place::Map(hex) => board.ix(hex).is_some_and(|ix| board.stack(ix).last() == Some(&unit)),
        _ => true,
    };
    board.units().map(|unit| !board.status(unit).face_down && (board.side(unit) == side || top(unit))).collect()
}

/// Whether a unit lies under another one of its stack.
pub fn is_buried(board: &Board, unit: UnitId) -> bool {
    board.hex(unit).and_then(|hex| board.ix(hex)).is_some_and(|ix| board.stack(ix).last() != Some(&unit))
}

/// Puts a unit on top of its stack.
pub fn put_on_top(In(unit): In<UnitId>, mut board: Board, book: Res<Rulebook>) -> Result<(), Illegal> {
    let side = book.sequence.steps[usize::from(board.clock().at)].side;
    if Some(board.side(unit)) != side {
        return Err(Illegal::new("TOA-10.0.h", "only the player who acts may put his own stacks in order"));
    }
    if !is_buried(&board, unit) {
        return Err(Illegal::new("TOA-10.0.h", format!("{} does not lie under another unit", book.unit_name(unit))));
    }
    let hex = board.hex(unit).expect("a buried unit is on the map");
    let ix = board.ix(hex).expect("counters on the map lie in hexes of the map");
    let mut order: Vec<UnitId> = board.stack(ix).iter().filter(|u| **u != unit).copied().collect();
    order.push(unit);
    board.record(Atom("TOA-10.0.h"), Fact::Restacked { hex, order });
    Ok(())
}
