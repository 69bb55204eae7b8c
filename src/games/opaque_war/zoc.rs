//! [7.5], [7.6] Zones of control: who exerts them where.

use super::tables::{Charts, Contingent, Land};
use crate::board::{Board, Ix, LayerId, Side};
use bevy_ecs::prelude::{In, Res};

/// Whether a combat unit of a side stands in a hex.
pub(super) fn holds(board: &Board, charts: &Charts, side: Side, ix: Ix) -> bool {
    board.stack(ix).iter().any(|u| {
        let printed = &charts.printed[u.at()];
        printed.is_combat() && printed.side == side
    })
}

/// [7.5] Whether a combat unit of a contingent in one hex exerts its zone into another next to it.
pub(super) fn reaches(charts: &Charts, contingent: Contingent, from: Ix, to: Ix) -> bool {
    let (here, there) = (charts.footing[from.at()].land, charts.footing[to.at()].land);
    match contingent {
        Contingent::Donetsk | Contingent::Luhansk => here.is_rebel() && there.is_rebel(), // [7.5.b], [7.5.c], [14.0.f]
        Contingent::Ukraine => there != Land::Russia,                                     // [7.5.d]
        Contingent::Russia => true,                                                       // [7.5.e]
    }
}

/// The hexes in the zones of control of a side, computed if the board has changed since.
pub(super) fn of<'b>(board: &'b mut Board, charts: &Charts, side: Side) -> &'b [bool] {
    board.refreshed(LayerId::Zoc(side), |board, zoc| spread(board, charts, side, zoc))
}

/// [7.5.a], [7.5.f] Each hex next to a combat unit that exerts; mobs and media do not.
fn spread(board: &Board, charts: &Charts, side: Side, zoc: &mut [bool]) {
    for unit in charts.army(board, side) {
        let Some(ix) = board.ix_of(unit) else { continue };
        let contingent = charts.printed[unit.at()].contingent;
        for (_, there) in board.map.grid.around(ix) {
            zoc[there.at()] |= reaches(charts, contingent, ix, there);
        }
    }
}

/// Whether every layer that claims to be fresh is right: for the laws.
pub(super) fn layers_hold(_: In<()>, board: Board, charts: Res<Charts>) -> bool {
    [super::UKRAINIAN, super::REBEL].into_iter().all(|side| board.layer_holds(LayerId::Zoc(side), |board, zoc| spread(board, &charts, side, zoc)))
}
