//! What forces do to the hexes around them: next to whom a hex lies [8.9], and where airpower reaches [11.3]. Worked out when asked for
//! after something changed.

use super::table::Table;
use super::tables::{Charts, UnitType};
use super::{ALLIED, RUSSIAN, reinforcements};
use crate::board::{Board, Ix, LayerId, Side};
use bevy_ecs::prelude::In;

/// Brings both sides' layers up to date.
pub(super) fn refresh(board: &mut Board, charts: &Charts) {
    refresh_of(board, charts, &[RUSSIAN, ALLIED]);
}

/// Brings the layers of these sides up to date.
pub(super) fn refresh_of(board: &mut Board, charts: &Charts, sides: &[Side]) {
    for side in sides.iter().copied() {
        board.refreshed(LayerId::Near(side), |board, values| near(board, charts, side, values));
        board.refreshed(LayerId::Air(side), |board, values| air(board, charts, side, values));
    }
}

/// [8.9] Hexes next to a division, brigade or garrison of a side.
fn near(board: &Board, charts: &Charts, side: Side, values: &mut [bool]) {
    let grid = &board.map.grid;
    let mut around = |ix: Ix| grid.around(ix).for_each(|(_, there)| values[there.at()] = true);
    charts.army(board, side).filter_map(|unit| board.ix_of(unit)).for_each(&mut around);
    charts.spots.cities.iter().filter(|ix| board.control(**ix).side == Some(side)).for_each(|ix| around(*ix));
}

/// [8.9] Whether a hex lies next to a division, brigade or garrison of a side. Layers must be up to date.
pub(super) fn is_near(t: &Table, side: Side, ix: Ix) -> bool {
    t.board.layer(LayerId::Near(side)).get(ix.at()).copied().unwrap_or(false)
}

/// [11.3.a] Hexes in range of a side's airpower; in turn 1 Allied airpower does not reach into Russia proper [5.9.b].
fn air(board: &Board, charts: &Charts, side: Side, values: &mut [bool]) {
    let grid = &board.map.grid;
    let markers = board.on_map(side).filter(|u| charts.printed[u.at()].kind == UnitType::Airpower);
    let clipped = side == ALLIED && board.clock().turn == 1;
    for ix in markers.filter_map(|unit| board.ix_of(unit)) {
        match charts.air.range {
            1 => {
                values[ix.at()] = true;
                grid.around(ix).for_each(|(_, there)| values[there.at()] = true);
            }
            range => grid.all().filter(|there| grid.distance(ix, *there) <= range).for_each(|there| values[there.at()] = true),
        }
    }
    if clipped {
        values.iter_mut().zip(&charts.footing).filter(|(_, f)| f.russia).for_each(|(value, _)| *value = false);
    }
}

/// Recomputes the layers that are not stale and says whether they were right.
pub(super) fn hold(_: In<()>, mut t: Table) -> bool {
    let holds = |side| {
        t.board.layer_holds(LayerId::Near(side), |board, values| near(board, &t.charts, side, values))
            && t.board.layer_holds(LayerId::Air(side), |board, values| air(board, &t.charts, side, values))
    };
    [RUSSIAN, ALLIED].into_iter().all(holds) && reinforcements::layer_holds(&mut t)
}
