//! [17] Zones of control.

use super::tables::Charts;
use super::{COALITION, EURASIAN};
use crate::board::{Board, Hex, LayerId, Side};
use bevy_ecs::prelude::{In, Res};

/// [17.0] Marks every hex in the zones of control of a side: around each of its mobile units, mega-cities excepted.
pub(super) fn spread(board: &Board, charts: &Charts, side: Side, values: &mut [bool]) {
    let grid = &board.map.grid;
    for (unit, printed) in charts.units() {
        if !printed.kind.is_mobile() || board.side(unit) != side {
            continue;
        }
        let Some(ix) = board.ix_of(unit) else { continue };
        for (_, there) in grid.around(ix) {
            values[there.at()] |= !charts.footing[there.at()].no_zoc;
        }
    }
}

/// Recomputes the zones that are not stale and says whether they were right.
pub(super) fn hold(_: In<()>, board: Board, charts: Res<Charts>) -> bool {
    [EURASIAN, COALITION].into_iter().all(|side| board.layer_holds(LayerId::Zoc(side), |board, values| spread(board, &charts, side, values)))
}

/// The hexes in the zones of control of a side.
pub(super) fn zone(In(side): In<Side>, board: Board, charts: Res<Charts>) -> Vec<Hex> {
    let mut values = vec![false; board.map.grid.len()];
    spread(&board, &charts, side, &mut values);
    board.map.grid.all().filter(|ix| values[ix.at()]).map(|ix| board.map.grid.hex(ix)).collect()
}
